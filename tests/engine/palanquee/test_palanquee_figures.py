"""The figures of Palanquée's source, each as a position and what comes of the last piece."""

from dataclasses import replace

import pytest
from palago.engine.palanquee.judging.status import status
from palago.engine.palanquee.play.game import PalanqueeTurn, PlayedAction
from palago.engine.palanquee.play.rules import PalanqueeRefusal, PalanqueeRule
from palago.engine.palanquee.position import Reserve
from palago.engine.palanquee.position_answers import play_answer
from palago.engine.palanquee.table.board import cell_name, names_of
from palanquee_positions import game


def played(start: PalanqueeTurn, action: str) -> PlayedAction:
    found = start.attempt(action)
    assert isinstance(found, PlayedAction), found
    assert not status(found.game.position)
    return found


@pytest.mark.parametrize(("blue", "last", "others", "captured", "isolated"), [
    ("M6* L6 M7 L8 K7", "J7", {"green": "I5* J6 K6"}, "K6", ""),
    ("M6* L6 M7 L8 K8 J9 I8", "H8", {"green": "I5* J6 K6 J7 I7"}, "K6 J7 I7", ""),
    ("K5* L6 M6 M7 M8 L9 K9 J9 I8 H8", "H7", {"green": "I5* H5 J6 I6 J7 K7"}, "J6 I6", "J7 K7"),
    ("K5* L6 M6 M7 M8 L9 K9 J9 I9 H9", "G8", {"green": "I5* J6 K6 J7", "violet": "I7* H8"},
     "K6 J7 I7 H8", ""),
    ("K5* L6 M6 M7 M8 L9 K9 J9 I8 H8 J8", "J7", {"green": "I5* J6 K6 I6 H7 I7"}, "K6 I7", ""),
    ("M6* L6 M7 M8 L9 M9 M10", "L8", {"green": "J7* L7 K7 K8 K9 L10"}, "L7", ""),
])  # fmt: skip
def test_captures(
    blue: str, last: str, others: dict[str, str], captured: str, isolated: str
) -> None:
    step = played(game("blue", 1, 5, blue=blue, **others), f"grow {last}")
    assert names_of(step.consequences.captured) == sorted(captured.split())
    assert names_of(step.consequences.isolated) == sorted(isolated.split())


def test_a_capture_must_nullify_the_danger() -> None:
    start = game("green", blue="M6* L7 M7 M8 K8 L9", green="J7* K7 J8 J9")
    found = start.attempt("grow L8")
    assert isinstance(found, PalanqueeRefusal) and found.rule is PalanqueeRule.PRECEDENCE
    assert str(found) == "L8 would stand between L7 and L9."
    assert {cell_name(cell) for cell in found.cells} == {"L7", "L8", "L9"}


def test_only_the_first_of_two_captures_that_undo_each_other() -> None:
    start = game("green", blue="M6* L6 M7 L8", green="J7* K6 J8 K8 L9")
    step = played(start, "grow L7")
    assert names_of(step.consequences.captured) == ["L8"]
    blue = step.game.end_turn()
    assert blue.position.to_move == "blue"
    found = blue.attempt("grow L8")
    assert isinstance(found, PalanqueeRefusal) and found.rule is PalanqueeRule.REPETITION
    assert "grow L8" not in map(str, blue.legal_actions())
    # Later the same capture may be made: the turn before had none.
    later = PalanqueeTurn.at(replace(blue.position, before_capture=None))
    assert names_of(played(later, "grow L8").consequences.captured) == ["L7"]


def test_against_the_edge() -> None:
    # The figure's red seed stands where the last piece can touch it.
    start = game("red", blue="S2* R3 Q3 P4", red="O5*")
    step = played(start, "grow O4")
    assert names_of(step.consequences.captured) == ["P4", "Q3", "R3", "S2"]
    assert step.game.position.reserve[0] == Reserve(1, 50)


def test_the_path_of_a_parasite() -> None:
    start = game("blue", blue="M6* L7 M7 K6 K7 L8 M8 K8 L9", green="H8* H9 H10 I10 J10 J11")
    step = played(start, "hatch L8 H11")
    after = step.game.position
    assert names_of(after.pieces.parasites) == ["H11"]


def test_a_parasite_may_die_of_its_own_capture() -> None:
    start = game("green", blue="L7* M6 L6 K5", green="A1* M7 L8 K7")
    step = played(start, "grow K6")
    assert names_of(step.consequences.captured) == ["L7"]
    assert names_of(step.consequences.isolated) == ["K5", "K6", "K7", "L6", "L8", "M6", "M7"]


def test_a_parasite_may_not_walk_into_a_pincer() -> None:
    start = game("green", blue="M6* L6 K6 M7 L8", green="A1* J6 J7 K7")
    found = start.attempt("grow L7")
    assert isinstance(found, PalanqueeRefusal) and found.rule is PalanqueeRule.PRECEDENCE


def test_saturation() -> None:
    def is_saturated(letter: str, occupied: set[int]) -> bool:
        found = status(game(blue=" ".join(f"{letter}{n}*" for n in occupied), green="").position)
        return any(fault.sentence.key == "palanquee_saturated" for fault in found)

    every = set(range(1, 17))
    assert not is_saturated("M", every - {1, 2})
    assert not is_saturated("L", every - {1, 5, 8, 13})  # L1 is drawn twice
    assert is_saturated("O", {2, 4, 6, 8, 9, 10, 12, 13, 14, 16})
    assert not is_saturated("M", every - {1, 16})  # the ring counts


def test_a_saturated_column_is_emptied() -> None:
    cells = "O2* O4 O6 O8 O9 O10 O12 O13 O14 P2 P3 P4 P5 P6 P7 P8 P9* P10 P11 P12 P13 P14"
    start = game(blue="N16*", green=cells)
    answer = play_answer({**start.position.to_json(), "actions": ["grow O16"]})
    (step,) = answer["steps"]
    assert step["saturated"] == ["O"] and step["captured"] == [] and step["isolated"] == []
    left = {piece["cell"] for piece in answer["position"]["pieces"]}
    assert not {cell for cell in left if cell[0] == "O"}
    assert "P9" in left and "N16" in left
    assert answer["position"]["reserve"]["green"]["seeds"] == 1  # the seed is out of the game
