"""A turn that was read wrongly and is put right: what the turns after it are then, game by game."""

from __future__ import annotations

from typing import Any

import pytest
from palago.engine.games.anew import said_anew, turn_anew
from palago.engine.games.protocols import Deed, Game, Start
from palago.engine.games.registry import plug_of
from palago.engine.phrases import Phrase

TWO: dict[str, Any] = {"players": ["Ann", "Ben"]}
OPTIONS: dict[str, dict[str, Any]] = {
    "palago": {},
    "palagonia": {"players": ["Ann", "Ben", "Cy"]},
    "palagem": {**TWO, "palagems": ["aaaa", "aaab"]},
    "palanquee": TWO,
}


def played(kind: str, *words: str) -> Game:
    game = plug_of(kind).start(Start(OPTIONS[kind]))
    for action in words:
        game = game.play(action)
    return game


def anew(kind: str, read: tuple[str, ...], true: tuple[str, ...], *turn: str) -> tuple[str, ...]:
    return turn_anew(plug_of(kind), played(kind, *read), turn, played(kind, *true))


PAIR = "0,0b 1,0b"
START, ROLL = "start 3 2 2", "roll 2:rotate"
LAID, TRULY = "lay -2,1a -1,1a 0,0a", "lay -2,1b -1,1a 0,0a"
SOWN = ("sow C5", "sow H9")


@pytest.mark.parametrize(
    ("kind", "read", "true", "turn"),
    [
        ("palago", (PAIR, "0,1c -1,1c"), (PAIR, "0,1c -1,1b"), ("2,0b 2,1c",)),
        ("palagonia", (START, LAID), (START, TRULY), (ROLL, "lay 0,-1a 1,-2c")),
        ("palagem", ("0,0a",), ("0,0b",), ("1,0b",)),
        ("palanquee", (*SOWN, "grow C6"), (*SOWN, "grow D5"), ("grow H10",)),
    ],
)
def test_later_turns_stand_as_they_were(
    kind: str, read: tuple[str, ...], true: tuple[str, ...], turn: tuple[str, ...]
) -> None:
    assert anew(kind, read, true, *turn) == turn


@pytest.mark.parametrize(
    ("kind", "read", "true", "turn", "why"),
    [
        ("palago", (PAIR, "0,1c -1,1c"), (PAIR, "2,0b 2,1c"), "2,0b 2,1c", "lies already at 2,0"),
        (
            "palagonia",
            (START, LAID, ROLL),
            (START, LAID, "roll 3:3"),
            "lay 0,-1a 1,-2c",
            "Exactly 3 tiles",
        ),
        ("palagem", ("0,0a", "1,0a"), ("0,0a", "0,1a"), "0,1b", "0,1"),
        ("palanquee", SOWN, ("sow D5", "sow H9"), "grow C6 seed", "C6 touches no plant"),
    ],
)
def test_a_turn_that_fits_no_more_is_refused_with_the_reason(
    kind: str, read: tuple[str, ...], true: tuple[str, ...], turn: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        anew(kind, read, true, turn)


def test_a_piece_that_stood_elsewhere_is_moved_from_its_true_cell() -> None:
    read, true = (*SOWN, "grow C6", "grow H10"), (*SOWN, "grow D5", "grow H10")
    assert anew("palanquee", read, true, "move C6 C4") == ("move D5 C4",)


def test_what_has_changed_is_said_in_a_few_sentences() -> None:
    was = [Deed("white", words) for words in ("a", "b", "c", "d", "e")]
    now = [*was[:1], Deed("white", "B"), *was[2:4], Deed("white", "e", {"Ann": 2})]
    assert list(map(str, said_anew(range(2, 3), was, now))) == [
        "Move 2 is put right.",
        "Move 5 now scores otherwise: Ann +2.",
        "Moves 3 to 4 stand as they were.",
    ]
    sown = Deed("Ben", "sow C5", phrase=Phrase("palanquee.sown", {"cell": "C5"}))
    assert len(said_anew(range(1, 2), was[:1], [sown])) == 1


def test_a_later_turn_that_leaves_other_cells_taken_is_refused() -> None:
    """What was seen on the table after it stays truth."""
    plug = plug_of("palagonia")
    known = played("palagonia", START, LAID, ROLL)

    class Elsewhere:
        """A game in which the same words lead to another table."""

        board = known.board

        def play(self, action: str) -> Game:
            return known.play("lay -3,1a -2,0a")

    turn = ("lay 0,-1a 1,-2c",)
    with pytest.raises(ValueError, match="shows otherwise at"):
        turn_anew(plug, known, turn, Elsewhere())  # type: ignore[arg-type]
