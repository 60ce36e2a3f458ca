"""Palanquée dropped on the page: its printed board read from photos, followed and asked about."""

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from asking import wait
from dashboards import opened, set_screen, text
from digitising.test_digitise_page import done
from digitising.test_gaps import shots
from further_cases import further
from palago.engine.games.protocols import Start
from palago.engine.games.registry import plug_of
from palago.engine.palanquee.table.board import cell_from_name, cell_name
from palago.engine.palanquee.table.seen import SeenBoard
from palago.engine.values import value_of
from palago.vision.archive import find_photos
from palago.vision.counters.readings.reading import BoardReading, CounterReading
from palago.vision.readings.warnings import CellWarning
from palago.webui.app import services_of
from palago.webui.digitising.digitise import Digitised, follow
from palago.webui.digitising.kept_shots import keep_shots, kept_shots
from palago.webui.digitising.place import JobFolder
from palago.webui.digitising.questions import questions_of
from palago.webui.digitising.reading import follow_seen
from palago.webui.digitising.settling import Settled
from palago.webui.games.play import ChangeRefused
from palago.webui.tables.printed import PRINTED_PAGE
from palago.webui.tables.shots import CameraShot
from palago.webui.workers.worker import JobRefused
from printed_boards import printed_board, seen_from_aside, with_counters
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select
from watching.test_palanquee_following import boards_of_a_game

PLUG = plug_of("palanquee")
NAMES = ["Ann", "Ben", "Cy"]
TURNS = [boards[-1] for boards in boards_of_a_game(3, 3)]


def followed(taken: list[CameraShot], settled: Settled) -> Digitised:
    return follow(taken, settled, "palanquee", is_film=False, options={"players": NAMES})


def test_what_was_seen_of_a_printed_board_is_kept(tmp_path: Path) -> None:
    place, table = JobFolder(tmp_path), PRINTED_PAGE.digitised
    place.make_folders()
    pieces = [
        [CounterReading(cell_name(p.cell), p.colour, p.kind, 0.99, None) for p in board]
        for board in TURNS
    ]
    unsure = CellWarning("perhaps", ("S9",))
    readings = [BoardReading(None, 4, 3, tuple(found), warnings=(unsure,)) for found in pieces]
    taken = [
        CameraShot(float(n), f"{n}.jpg", reading.observation(), reading, f"photo {n}".encode())
        for n, reading in enumerate(readings)
    ]
    keep_shots(place, taken, is_film=False)
    assert kept_shots(place, table) == (taken, False)
    found = follow_seen(str(tmp_path), "palanquee", "", NAMES, {}, Settled().to_json())
    assert len(found["moves"]) == len(TURNS)
    assert not found["colours"], "its pieces are not White and Blue"


def test_what_an_earlier_version_has_kept_opens(tmp_path: Path) -> None:
    """It knew no `others`, and its values had other homes."""
    place = JobFolder(tmp_path)
    place.make_folders()
    taken = shots(*map(SeenBoard, TURNS))
    for shot in taken:
        vars(shot.seen).pop("others")
        vars(shot)["reading"] = BoardReading(None, 4, 3, warnings=(CellWarning("where"),))
    first = pickle.dumps((taken, False, None), protocol=0)
    first = first.replace(
        b"palago.vision.readings.warnings\nCellWarning",
        b"palago.vision.counters.reading\nCounterWarning",
    )
    assert b"CounterWarning" in first
    for now, then in (("tables.shots", "digitising.sightings"), ("palanquee.table.", "palanquee.")):
        assert now.encode() in first
        first = first.replace(f"palago.webui.{now}".encode(), f"palago.webui.{then}".encode())
        first = first.replace(f"palago.engine.{now}".encode(), f"palago.engine.{then}".encode())
    place.pickled_shots.write_bytes(first)
    found = follow_seen(str(tmp_path), "palanquee", "", NAMES, {}, Settled().to_json())
    assert len(found["moves"]) == len(TURNS) and not found["questions"]
    assert not found["colours"], "its pieces are not White and Blue"


def test_a_pickle_that_names_anything_else_is_not_opened(tmp_path: Path) -> None:
    place, opened = JobFolder(tmp_path), tmp_path / "opened"
    place.make_folders()
    place.pickled_shots.write_bytes(f"cos\nmkdir\n(V{opened}\ntR.".encode())
    with pytest.raises(JobRefused, match="read anew"):
        follow_seen(str(tmp_path), "palanquee", "", NAMES, {}, Settled().to_json())
    keep_shots(place, [], is_film=False)
    assert not opened.exists() and not place.pickled_shots.exists()


def test_a_piece_that_is_told_stands_there_while_it_is_read_the_same() -> None:
    match: Any = PLUG.start(Start({"players": NAMES, "colours": ["blue", "green", "red"]}))
    boards = []
    for action in ("sow C5", "sow H9", "sow P9", "grow C6", "grow H10", "grow P10"):
        match = match.play(action)
        boards.append(match.position.pieces)
    cell = cell_from_name("C6")
    misread = [  # in all later photos, as such pieces are
        SeenBoard(board).corrected({cell: ("blue", True)}) if number >= 3 else SeenBoard(board)
        for number, board in enumerate(boards)
    ]
    taken = shots(*(replace(seen, confidence={cell: 0.6}) for seen in misread))
    game = followed(taken, Settled())
    assert game.steps[3].action == "grow C6 seed"
    question = next(one for one in questions_of(game) if one["source"] == "3.jpg")
    assert question["marked"] == "C6" and "C6:blue:seed" in question["board"]
    offered = [one["answer"] for one in question["answers"] if one["answer"]["what"] == "piece"]
    pieces = [(one["colour"], one["kind"]) for one in offered]
    assert pieces[0] == ("blue", "seed") and pieces[-1] == (None, None)
    assert {(colour, "seed") for colour in ("blue", "green", "red")} < set(pieces)
    answer = offered[pieces.index(("blue", "sprout"))]
    settled = Settled().with_answer({"source": "3.jpg", **answer}, game)
    again = followed(taken, value_of(Settled, settled.to_json()))
    assert not again.to_check and again.steps[3].action == "grow C6"
    match = again.follower.game
    assert match.position.pieces == boards[-1]


def test_nobody_answers_what_is_not_asked_of_such_a_table() -> None:
    game = followed(shots(*map(SeenBoard, TURNS[:2])), Settled())
    tile = {"what": "tile", "source": "0.jpg", "cell": [0, 0], "rotation": None}
    elsewhere = {"what": "piece", "source": "x.jpg", "cell": "C6", "colour": None, "kind": None}
    for answer in (tile, elsewhere):
        with pytest.raises(ChangeRefused, match="not asked"):
            Settled().with_answer(answer, game)


def test_photos_of_a_printed_board_are_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = []

    def read(photo: bytes, told: str | None) -> BoardReading:
        times.append(told)
        return BoardReading(None, 4, 3, corners=((0, 0), (4, 0), (4, 3), (0, 3)))

    monkeypatch.setattr("palago.vision.counters.reader.read_counters", read)
    cv2.imwrite(str(tmp_path / "one.jpg"), np.zeros((3, 4, 3), np.uint8))
    taken = find_photos(tmp_path)
    both = [
        list(PRINTED_PAGE.digitised.photos(taken, tmp_path / "readings", lambda *told: None))
        for _ in range(2)
    ]
    assert times == [None] and both[0] == both[1] and both[0][0].seen is not None


def test_no_piece_is_asked_for_where_the_photo_does_not_tell_which_way_round_it_lies() -> None:
    (fresh,) = set(TURNS[2]) - set(TURNS[1])
    unsure = SeenBoard(TURNS[2], {fresh.cell: 0.6}, may_be_turned=True)
    game = followed(shots(*map(SeenBoard, TURNS[:2]), unsure), Settled())
    answers = [a for question in questions_of(game) for a in question["answers"]]
    assert answers and not [a for a in answers if a["answer"]["what"] == "piece"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"kind": "palanquee", "players": ["Ann"]}, "two to five players"),
        ({"kind": "palagem", "players": ["Ann", "Ben"]}, "palagems"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_sent(
    client: Any, body: dict[str, Any], words: str
) -> None:
    refused = client.post("/api/v1/digitisings", json=body)
    assert refused.status_code == 422 and words in refused.json["error"]["message"]
    agreed = {"kind": "palagem", "players": ["Ann", "Ben"], "palagems": ["abca", "cabb"]}
    assert client.post("/api/v1/digitisings", json=agreed).status_code == 201


def test_boards_are_drawn_as_they_are_named(client: Any) -> None:
    drawn = client.get("/api/v1/diagram.svg?kind=palanquee&board=C5:blue:seed&marked=C6")
    assert drawn.status_code == 200 and b"<svg" in drawn.data
    numbered = client.get("/api/v1/diagram.svg?board=0,0a 1,0c 0,1a&numbers=0,0/1,0 0,1").text
    assert [numbered.count(f">{number}</text>") for number in (1, 2, 3)] == [2, 1, 0]
    for wrong in ("board=C5:pink:seed", "board=C5", "marked=Z99"):
        assert client.get(f"/api/v1/diagram.svg?kind=palanquee&{wrong}").status_code == 400


#: What was sent last; other tests may have left more.
NEWEST = "#list > li:first-child"


def cards(browser: Any) -> int:
    """How many questions the page asks about what was sent last."""
    return len(browser.find_elements(By.CSS_SELECTOR, f"{NEWEST} .card"))


def press(browser: Any, selector: str) -> None:
    """Tap on what is there; the list may be drawn again at any moment."""
    browser.execute_script("document.querySelector(arguments[0]).click()", selector)


def photos_of(folder: Path) -> list[Path]:
    """A photo of each turn, and a file that is none."""
    page, found = printed_board(folder), []
    for number, board in enumerate(TURNS):
        picture, _ = seen_from_aside(with_counters(page, board), turned=False)
        found.append(folder / f"photo {number + 1}.jpg")
        cv2.imwrite(str(found[-1]), picture)
    found.append(folder / "photo 9.jpg")
    found[-1].write_bytes(b"no photo at all")
    return found


@pytest.mark.parametrize(("width", "height"), [(390, 844), *further([(1280, 800)])])
def test_photos_of_a_printed_board_become_a_game_on_the_page(
    dashboard: Any, browser: Any, tmp_path: Path, width: int, height: int
) -> None:
    client = dashboard.app.test_client()
    set_screen(browser, width, height)
    browser.get(f"{dashboard.url}/digitise")
    Select(browser.find_element(By.ID, "kind")).select_by_value("palanquee")
    browser.find_element(By.ID, "players").send_keys(", ".join(NAMES))
    files = "\n".join(map(str, photos_of(tmp_path)))
    browser.find_element(By.ID, "files").send_keys(files)
    wait(browser, lambda: cards(browser) == 2, "it asks", 240)
    line = client.get("/api/v1/digitisings").json["digitisings"][0]
    path = f"/api/v1/digitisings/{line['id']}"
    assert (line["kind"], line["moves"], line["questions"]) == ("palanquee", len(TURNS), 2)
    drawn = f"{NEWEST} .result svg"
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, drawn), "the board")
    # What seeds are told by is learned from the first photos: of the first of all it is asked.
    asked = text(browser, f"{NEWEST} .card .choices button")
    assert asked.endswith(("· Blue · seed", "· Blue · sprout"))
    for left in (1, 0):
        press(browser, f"{NEWEST} .card .choices button")
        wait(browser, lambda left=left: cards(browser) == left, "it is settled")
    wait(browser, lambda: "Nothing to ask" in text(browser, NEWEST), "all is settled")
    assert done(client, path)["played"][0].startswith("sow ")
    press(browser, f"{NEWEST} .row .key")
    wait(browser, lambda: "/games/" in browser.current_url, "the game opens")
    wait(browser, lambda: text(browser, "#scores").startswith("Ann"), "its players are shown")
    game = client.get(path).json["game"]
    shown = client.get(f"/api/v1/games/{game}").json
    assert len(shown["timeline"]) == len(TURNS)
    standing = {cell_from_name(cell) for cell in shown["garden"]["pieces"]}
    assert standing == {piece.cell for piece in TURNS[-1]}
    photos = {entry["photo"] for entry in shown["timeline"]}
    assert None not in photos and len(photos) == len(TURNS)  # each move with its own
    assert shown["photo"]["digest"] == shown["timeline"][-1]["photo"]
    wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "#photo-pane > img"), "a photo")
    past = client.get(f"/api/v1/games/{game}?move=2").json
    assert past["photo"]["digest"] == shown["timeline"][1]["photo"]


def test_palagems_that_an_earlier_version_noted_are_known(configuration: Any) -> None:
    folder = configuration.data / "digitising" / "d0"
    folder.mkdir(parents=True)
    noted: dict[str, Any] = {
        "name": "d0",
        "kind": "palagem",
        "title": "Club",
        "palagems": ["abca", "cabb"],
    }
    noted["settled"] = {"tiles": {"1.jpg": [[0, 0, 2]]}, "pieces": {}}
    (folder / "job.json").write_text(json.dumps(noted))
    with opened(configuration) as app:
        known = services_of(app).digitisings.of("d0")
    assert known.settled.cells == {"1.jpg": ((0, 0, 2),)}
    assert known.options == {"palagems": ["abca", "cabb"]} and known.title == "Club"
