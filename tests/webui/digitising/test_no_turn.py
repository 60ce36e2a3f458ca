"""Photos at which no turn ends: which of them show no more than others, and what is said."""

from typing import Any

import cv2
import pytest
from asking import wait
from dashboards import text
from digitising.test_digitise_page import begin, done, send
from digitising.test_gaps import shots
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.observation import Observation
from palago.engine.values import value_of
from palago.vision.training.scenes.films.videos import StagedTable
from palago.webui.digitising.digitise import Digitised, follow
from palago.webui.digitising.questions import questions_of
from palago.webui.digitising.record import digitised_record
from palago.webui.digitising.settling import Settled
from palago.webui.tables.shots import CameraShot
from palago.webui.texts import say

FIRST = Board.from_text("0,0a 1,0c")
#: One tile more, where two are to be laid.
HALF = FIRST.place(Tile(0, 1, 0))
SECOND = Board((*FIRST, Tile(0, 1, 0), Tile(1, 1, 2)))
#: Six tiles, as of a game that had begun.
SIX = Board.from_text("0,0a 1,0c 0,1a 1,1b 2,0a 2,1c")


def found(taken: list[CameraShot], settled: Settled | None = None) -> Digitised:
    return follow(taken, settled or Settled(), "palago", is_film=False)


def fine_of(game: Digitised) -> dict[str, Any]:
    (question,) = questions_of(game)
    (fine,) = (one for one in question["answers"] if one["answer"]["what"] == "fine")
    return {"source": question["source"], **fine}


@pytest.mark.parametrize("how", ["fine", "skip"])
def test_a_photo_that_no_other_shows_is_never_told_as_a_repeat(how: str) -> None:
    taken = shots(FIRST, FIRST, HALF, first=1)
    asked = found(taken)
    assert asked.named == {"3.jpg"} and asked.repeats == ("2.jpg",)
    settled = Settled().with_answer({"source": "3.jpg", "what": how}, asked)
    told = found(taken, settled)
    assert not told.to_check and told.repeats == ("2.jpg",)
    assert digitised_record(told, "club night", None).extra["repeats"] == ["2.jpg"]


def test_what_comes_of_a_right_board_that_ends_no_turn_is_said() -> None:
    fine = fine_of(found(shots(FIRST, HALF)))
    assert "no turn ends here" in say("en", f"digitise.{fine['say']}")


def test_a_right_board_from_which_a_game_goes_on_does_not_stay_out() -> None:
    fine = fine_of(found(shots(SIX)))
    assert say("en", f"digitise.{fine['say']}") == "It is right like this"


def test_what_is_right_in_a_photo_settles_no_doubt_that_comes_later() -> None:
    doubtful = Observation(FIRST, {(1, 0): 0.6}), Observation(SECOND, {(1, 1): 0.6})
    taken = shots(*doubtful, first=1)
    asked = found(taken)
    assert asked.named == {"1.jpg", "2.jpg"}
    settled = Settled().with_answer({"source": "2.jpg", "what": "fine"}, asked)
    settled = value_of(Settled, settled.to_json())
    game = found(taken, settled)
    assert game.named == {"1.jpg"}
    left_out = settled.with_answer({"source": "1.jpg", "what": "skip"}, game)
    game = found(taken, left_out)
    (later,) = game.to_check
    assert later.source == "2.jpg" and "begun" in " ".join(map(str, later.said))
    assert not found(taken, left_out.with_answer({"source": "2.jpg", "what": "fine"}, game)).named


def test_the_page_says_which_photos_show_no_more_than_others(dashboard: Any, browser: Any) -> None:
    client = dashboard.app.test_client()
    path = begin(client)
    stage = StagedTable(7, 640, 360, tiles_across=11)
    for number, board in enumerate((FIRST, FIRST, SECOND), 8):
        coded = cv2.imencode(".jpg", stage.picture(board))[1].tobytes()
        send(client, path, f"photo {number}.jpg", coded)
    client.post(f"{path}/start", json={})
    told = done(client, path)
    assert told["repeats"] == ["photo 9.jpg"] and not told["asked"]
    browser.get(f"{dashboard.url}/digitise")
    said = "Left out: photo 9.jpg. Other photos show the same table, or more on it."
    wait(browser, lambda: said in text(browser, "#list [data-status=done] .found"), "it is said")
