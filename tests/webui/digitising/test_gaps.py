"""Where a photo is missing, or a turn broke the rules, the game goes on with the right player."""

import re
from typing import Any

import pytest
from asking import imported
from palago.engine.records.files import read_record, write_record
from palago.engine.records.replay import replay
from palago.engine.tiles.board import Board
from palago.engine.tiles.observation import Observation
from palago.webui.digitising.digitise import Digitised, follow
from palago.webui.digitising.questions import questions_of
from palago.webui.digitising.record import digitised_record
from palago.webui.digitising.settling import Settled
from palago.webui.tables.shots import CameraShot
from palago.webui.texts import say

#: Blue closes a creature with the eighth turn.
TURNS = (
    "0,0b 1,0b", "0,1a 0,2c", "-1,1c -2,2c", "-1,0a -2,0b", "0,-1c 1,-1c", "-3,2c -4,3a",
    "-3,1a -2,1a", "-3,3c -2,3b",
)  # fmt: skip


def boards(turns: tuple[str, ...]) -> list[Board]:
    return [Board.from_text(" ".join(turns[: number + 1])) for number in range(len(turns))]


def shots(*seen: Any, first: int = 0, apart: float = 1.0) -> list[CameraShot]:
    """A photo of each of these boards or sights, so many seconds apart; the ``first`` one's name
    is ``0.jpg``."""
    sights = [Observation(one) if isinstance(one, Board) else one for one in seen]
    return [CameraShot(apart * n, f"{n}.jpg", one) for n, one in enumerate(sights, first)]


def digitised(shown: list[Board], gaps: dict[str, bool], is_film: bool = False) -> Digitised:
    return follow(shots(*shown), Settled(gaps=gaps), "palago", is_film)


def made_of(client: Any, game: Digitised) -> Any:
    """The game that the page makes of what was digitised."""
    made = imported(client, digitised_record(game, "club night", None).dumps())
    return client.get(f"/api/v1/games/{made['id']}").json


def test_a_missing_photo_keeps_who_played_what(client: Any) -> None:
    shown = boards(TURNS)
    del shown[3]
    game = digitised(shown, {"3.jpg": True})
    assert not game.to_check and game.follower.game.result == "blue"
    found = made_of(client, game)
    assert found["result"]["winner"] == "blue" and found["timeline"][-1]["colour"] == "blue"


def test_a_tile_turned_against_the_rules_stays_turned(client: Any) -> None:
    shown = boards(TURNS)[:7]
    shown[4:] = [board.turn((0, 2), 0) for board in shown[4:]]
    (asked,) = questions_of(digitised(shown, {}))
    assert asked["marked"] == "0,2"  # of which the question speaks
    game = digitised(shown, {"4.jpg": False})
    record = digitised_record(game, "club night", None)
    (problem,) = replay(read_record(record.dumps().encode())).problems
    assert problem.where == "turn 5" and "turned" in problem.reason
    found = made_of(client, game)
    assert Board.from_text(found["board"]) == shown[-1]
    assert [entry["accepted"] for entry in found["timeline"]] == [False] * 4 + [True, False, False]


def test_tiles_laid_apart_against_the_rules_become_a_game_too(client: Any) -> None:
    shown = boards((*TURNS[:3], "-1,0a 3,0a", *TURNS[4:6]))
    game = digitised(shown, {"3.jpg": False})
    assert len(game.follower.steps) == 6
    found = made_of(client, game)
    assert Board.from_text(found["board"]) == shown[-1] and len(found["timeline"]) == 6


ONE_TURN = "One turn, against the rules"
#: After White's first turn: one tile, two, three and two, as four turns.
UNEVEN = ("0,0b 1,0b", "0,1a", "-1,1c -2,2c", "0,2c -1,0a -2,0b", "0,-1c 1,-1c")


def asked_of(game: Digitised) -> dict[str, set[str]]:
    """What each question offers, by its photo."""
    return {
        asked["source"]: {say("en", f"digitise.{one['say']}") for one in asked["answers"]}
        for asked in questions_of(game)
    }


@pytest.mark.parametrize(("turns", "wrong"), [
    (UNEVEN, (1, 3)), (UNEVEN[:2], (1,)), (("0,0b", "0,1a 1,0b", "-1,1c -2,2c"), (0,)),
    (("0,0b",), (0,)), (("0,0b 1,0b 0,1a", "-1,1c -2,2c"), (0,)),
    (("0,0b 1,0b", "0,1a", "-2,2c", "-1,1c -1,0a"), (1, 2)),
])  # fmt: skip
def test_turns_of_too_few_or_too_many_tiles_are_recorded_as_what_they_were(
    turns: tuple[str, ...], wrong: tuple[int, ...], client: Any
) -> None:
    shown, gaps = boards(turns), dict[str, bool]()
    for number in wrong:
        source = f"{number}.jpg"
        assert ONE_TURN in asked_of(digitised(shown, gaps)).get(source, ()) or number > wrong[0]
        gaps[source] = False
    game = digitised(shown, gaps)
    assert not game.to_check and len(game.steps) == len(turns)
    assert [step.after.board for step in game.steps] == shown
    sides = ("white", "blue")
    assert [step.before.on_turn for step in game.steps] == [sides[n % 2] for n in range(len(turns))]
    record = digitised_record(game, "club night", None)
    assert [n for n, turn in enumerate(record.moves) if turn.check] == list(wrong)
    found = made_of(client, game)
    assert found["turn"] == sides[len(turns) % 2] and len(found["timeline"]) == len(turns)
    assert Board.from_text(found["board"]) == shown[-1]


def test_a_photo_missing_before_three_tiles_leaves_the_turn_with_who_laid_the_first() -> None:
    game = digitised(boards(("0,0b 1,0b", "0,1a 0,2c -1,1c")), {"1.jpg": True})
    assert not game.to_check and game.follower.game.on_turn == "blue"


def test_a_tile_before_two_that_break_the_rules_is_no_way_there_in_silence() -> None:
    """Perhaps each of them was a turn of its own."""
    shown = boards(("0,0b 1,0b", "0,1a", "3,0a"))
    assert ONE_TURN in asked_of(digitised(shown, {}))["1.jpg"]
    assert not digitised(shown, {"2.jpg": False}).to_check


def test_a_tile_on_the_way_to_a_whole_turn_is_told_and_not_asked_about() -> None:
    shown = boards(("0,0b 1,0b", "0,1a", "0,2c"))
    game = digitised(shown, {})
    assert not game.to_check and game.repeats == ("1.jpg",) and len(game.steps) == 2
    said = digitised(shown, {"1.jpg": False})
    assert said.steps[1].action == "0,1a" and said.named == {"2.jpg"}


def test_a_tile_before_three_that_end_two_turns_is_asked_about() -> None:
    """It may have been one turn of one tile and one of three."""
    shown = boards(("0,0b 1,0b", "0,1a", "0,2c -1,1c -2,2c"))
    game = digitised(shown, {})
    assert len(game.steps) == 3 and game.named == {"1.jpg"} and not game.repeats
    assert ONE_TURN in asked_of(game)["1.jpg"]
    first = digitised(shown, {"1.jpg": False})
    assert ONE_TURN in asked_of(first)["2.jpg"]
    both = digitised(shown, {"1.jpg": False, "2.jpg": False})
    assert not both.to_check and [step.after.board for step in both.steps] == shown


@pytest.mark.parametrize("turns", [UNEVEN[:3], UNEVEN[:2]])
def test_a_turn_of_one_tile_in_a_film_can_be_told(turns: tuple[str, ...]) -> None:
    shown = boards((*turns, "3,0a"))[: len(turns)]
    shown += [Board((*shown[-1], *Board.from_text("2,-1a").tiles))] if len(turns) > 2 else []
    asked = asked_of(digitised(shown, {}, is_film=True))
    assert ONE_TURN in asked["1.jpg"] and "A photo is missing before it" not in asked["1.jpg"]
    game = digitised(shown, {"1.jpg": False}, is_film=True)
    assert [step.action for step in game.steps][1] == "0,1a"
    assert [step.needs_a_look for step in game.steps[:3]] == [False, True, False][: len(turns)]


def test_too_many_tiles_in_a_film_are_said_to_be_as_many_turns_as_they_make() -> None:
    shown = [
        *boards(TURNS)[:3],
        Board((*boards(TURNS)[2], *Board.from_text("3,0a 4,0b 3,2a").tiles)),
    ]
    game = digitised(shown, {}, is_film=True)
    offered = asked_of(game)["3.jpg"]
    assert offered == {
        ONE_TURN,
        "Several turns, as many as these tiles make",
        "Ignore this photo or moment",
    }


def test_what_was_said_of_a_turn_that_breaks_no_rule_any_more_is_not_kept() -> None:
    """A person has said that it broke the rules, and then that no tile lies apart."""
    shown = boards((TURNS[0], "0,1a 0,2c 4,0a"))
    cells = {"1.jpg": ((4, 0, None),)}
    taken = shots(*shown)
    wrong = follow(taken, Settled(gaps={"1.jpg": False}), "palago", False)
    assert digitised_record(wrong, "", None).extra["gaps"] == {"1.jpg": False}
    right = follow(taken, Settled(gaps={"1.jpg": False}, cells=cells), "palago", False)
    assert right.steps[1].verdict is None and not right.to_check
    assert "gaps" not in digitised_record(right, "", None).extra


@pytest.mark.parametrize(
    ("turns", "gaps", "sides"),
    [
        ((*TURNS[:3], " ".join(TURNS[3:5]), TURNS[5]), {"3.jpg": False}, "WBWBW"),
        ((*TURNS[:3], " ".join(TURNS[3:5]), TURNS[5]), {"3.jpg": True}, "WBWBB"),
        (UNEVEN, {"1.jpg": False, "3.jpg": False}, "WBWBW"),
    ],
)
def test_an_sgf_tells_who_moved_and_is_read_as_the_same_game(
    turns: tuple[str, ...], gaps: dict[str, bool], sides: str, client: Any
) -> None:
    """Four tiles are one turn if a person says so; else two, of which the first has no photo."""
    game = digitised(boards(turns), gaps)
    record = digitised_record(game, "club night", None)
    written = write_record(record, "sgf")
    assert "".join(re.findall(r"^;([WB])\[", written.decode(), re.MULTILINE)) == sides
    assert read_record(written) == record
    before = made_of(client, game)
    next_player = {"W": "blue", "B": "white"}[sides[-1]]
    assert before["turn"] == game.follower.game.on_turn == next_player
    shared = client.get(f"/api/v1/games/{before['id']}/record?format=sgf").data
    assert "".join(re.findall(r"^;([WB])\[", shared.decode(), re.MULTILINE)) == sides
    assert imported(client, shared)["turn"] == before["turn"]


def test_a_study_goes_on_behind_turns_that_are_missing(client: Any) -> None:
    game = digitised([*boards(TURNS)[:3], boards(TURNS)[4], boards(TURNS)[5]], {"3.jpg": True})
    record = digitised_record(game, "club night", None).dumps()
    study = client.post("/api/v1/studies", json={"record": record}).json
    node = study["chapters"][0]["tree"]
    nodes = []
    while node["children"]:
        (node,) = node["children"]
        nodes.append(node)
    assert [one["who"] for one in nodes] == ["white", "blue", "white", "", "blue"]
    assert Board.from_text(nodes[3]["board"]) == boards(TURNS)[4] and not nodes[4]["board"]
    assert nodes[3]["gap"].startswith("Turns are missing") and nodes[4]["to_move"] == "white"


def test_one_turn_against_the_rules_is_taken_as_one_and_not_asked_again() -> None:
    """Without a word the turn is joined with the next one, and the first tiles taken as turned."""
    turned = boards(TURNS)[:4]
    turned[2:] = [board.turn((0, 2), 0) for board in turned[2:]]
    first = boards(TURNS)[:4]
    first[0] = first[0].turn((0, 0), 4)
    first[2:] = [board.turn((0, 0), 4) for board in first[2:]]
    apart = [*boards(TURNS)[:1], Board.from_text("0,0b 1,0b 5,0a 5,1a"), boards(TURNS)[0]]
    # By itself the first of them was lawful.
    for shown, offered in ((turned, "A turn ended here all"), (first, ONE_TURN), (apart, ONE_TURN)):
        assert offered in " ".join(asked_of(digitised(shown, {}))["1.jpg"])
        game = digitised(shown, {"1.jpg": False})
        assert "1.jpg" not in game.named and game.steps[1].after.board == shown[1]


def test_two_turns_in_the_first_photo_are_asked_about_once() -> None:
    played = {"0.jpg": ("lay 0,0b 1,0b", "lay 0,1a 0,2c")}
    game = follow(shots(boards(TURNS)[1]), Settled(played=played), "palagonia", is_film=False)
    assert len(game.steps) == 2 and [one["source"] for one in questions_of(game)] == ["0.jpg"]


def test_what_was_played_can_be_told_while_an_earlier_photo_is_still_asked_about() -> None:
    shown = boards(TURNS)[:6]
    del shown[4], shown[2]
    told = Settled(played={"3.jpg": TURNS[4:6]})
    game = follow(shots(*shown), told, "palago", is_film=False)
    assert game.named == {"2.jpg"} and [step.action for step in game.steps][-2:] == [*TURNS[4:6]]
