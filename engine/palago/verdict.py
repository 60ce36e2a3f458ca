"""What the referee says of two boards: a value that can be printed, saved and shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..games.findings import Finding, VerdictInWords
from ..lattice import Cell, Colour
from ..phrases import Phrase
from ..tiles.alignment import Alignment
from ..tiles.board import Board, Tile
from ..tiles.groups import Group
from .game import PalagoGame, PalagoOutcome
from .move import Move
from .turn_rules import Violation, ViolationKind, told_together

CLOSER_UNKNOWN = Phrase("closer_unknown")
FIRST_CLOSED_UNKNOWN = Phrase("first_closed_unknown")


@dataclass(frozen=True)
class PalagoAnswer:
    """One order in which the tiles may have come, and so one answer to the referee's question: the
    moves that it makes, and the game after them; ``surplus`` are the tiles not played, because the
    game had ended."""

    moves: tuple[Move, ...]
    after: PalagoGame
    surplus: tuple[Tile, ...] = ()

    @property
    def actions(self) -> tuple[str, ...]:
        """The moves in words."""
        return tuple(map(str, self.moves))

    def __str__(self) -> str:
        return " / ".join(map(str, self.moves))

    @property
    def outcome(self) -> PalagoOutcome | None:
        """How the game ended with these moves, None where it goes on."""
        return self.after.outcome

    def to_json(self) -> dict[str, Any]:
        """The moves in order, the surplus, and the outcome."""
        return {"moves": [str(move) for move in self.moves], **self.end_json()}

    def end_json(self) -> dict[str, Any]:
        """The surplus, and the outcome."""
        return {
            "surplus": [str(tile) for tile in self.surplus],
            "outcome": None if self.outcome is None else self.outcome.to_json(),
        }


@dataclass(frozen=True)
class Alternative:
    """Another explanation of what was seen, with its share of all weights (0 to 1)."""

    weight: float
    legal: bool
    moves: tuple[Move, ...]
    violations: tuple[Violation, ...]
    outcome: PalagoOutcome | None
    board: Board

    def to_json(self) -> dict[str, Any]:
        """Weight, moves, violations and the board that it supposes."""
        return {
            "weight": round(self.weight, 4),
            "legal": self.legal,
            "moves": [str(move) for move in self.moves],
            "violations": [violation.to_json() for violation in self.violations],
            "outcome": None if self.outcome is None else self.outcome.to_json(),
            "board": self.board.to_text(),
        }


@dataclass(frozen=True, repr=False)
class PalagoVerdict(VerdictInWords):
    """What happened between two boards, told in the frame of ``before.board``."""

    before: PalagoGame
    board: Board
    #: Usually one; two where two fast ones could be told apart, none where the table is not right.
    moves: tuple[Move, ...] = ()
    violations: tuple[Violation, ...] = ()
    after: PalagoGame | None = None
    closures: tuple[Group, ...] = ()
    order_matters: bool = False
    #: What each order of two tiles leads to, where one of them ends the game.
    orders: tuple[PalagoAnswer, ...] = ()
    answers: tuple[PalagoAnswer, ...] = ()
    #: All explanations, this one among them, where there are several.
    alternatives: tuple[Alternative, ...] = ()
    notes: tuple[Phrase, ...] = ()
    added: tuple[Tile, ...] = ()
    #: Brings the board seen afterwards into this frame.
    alignment: Alignment = field(default_factory=Alignment)
    #: Tiles of the move that were not seen well.
    unsure: tuple[Cell, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the tiles make a legal move, or two. True also while a question is open;
        :attr:`settled` is stricter."""
        return all(violation.is_question for violation in self.violations)

    @property
    def misses_turns(self) -> bool:
        """Whether more was laid than one turn, which no two turns explain, and else all is well."""
        kinds = {violation.kind for violation in self.violations}
        is_more = len(self.added) >= 2 * self.before.turn_rules.tiles
        return is_more and kinds == {ViolationKind.WRONG_COUNT}

    @property
    def questions(self) -> tuple[Violation, ...]:
        """What the players have to be asked before the game can go on."""
        return tuple(violation for violation in self.violations if violation.is_question)

    @property
    def settled(self) -> bool:
        """Whether the move is legal and nothing is left to ask: the game may go on from it."""
        return not self.violations

    @property
    def actions(self) -> tuple[str, ...]:
        """The moves in words, where they are settled."""
        return tuple(map(str, self.moves)) if self.settled else ()

    @property
    def fresh(self) -> tuple[Cell, ...]:
        """The cells of the tiles that were added."""
        return tuple(tile.cell for tile in self.added)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that is to be said, in the order in which players want to hear it."""
        return tuple(self._findings())

    def _findings(self) -> Iterable[Finding]:
        aside = "fine" if self.settled else "info"
        if self.settled and len(self.moves) == 1:
            tiles = tuple(map(str, self.moves[0]))
            played = Phrase("legal_move", {"colour": self.mover.value, "tiles": tiles})
            yield Finding(aside, played)
        elif self.settled and len(self.moves) == 2:
            first, second = map(str, self.moves)
            yield Finding(aside, Phrase("legal_moves_split", {"first": first, "second": second}))
        for violation in told_together(self.violations):
            doubtful = violation.is_question or bool(violation.unsure)
            level = "unsure" if doubtful else "wrong"
            yield Finding(level, violation.sentence, violation.tiles, violation.kind.value)
            if violation.unsure:
                cells = tuple(f"{q},{r}" for q, r in violation.unsure)
                yield Finding(aside, Phrase("unsure", {"tiles": cells}))
        if len(self.alternatives) > 1 and not self.questions:
            yield Finding(aside, Phrase("two_readings"))
        closed = map(closure_phrase, self.closures)
        for phrase in (*self.notes, *closed, *self.unknown):
            yield Finding(aside, phrase)
        if self.outcome is not None:
            yield Finding("win", self.outcome.sentence, self.fresh)

    @property
    def move(self) -> Move | None:
        """The move, where exactly one was played."""
        return self.moves[0] if len(self.moves) == 1 else None

    @property
    def outcome(self) -> PalagoOutcome | None:
        """How the game ended with this move, None where it goes on or is not settled."""
        return None if self.after is None else self.after.outcome

    @property
    def mover(self) -> Colour:
        """Who was to move."""
        return self.before.to_move

    @property
    def unknown(self) -> tuple[Phrase, ...]:
        """What nobody can know of the creatures that were closed while turns were missed."""
        closed = {group.colour for group in self.closures if group.is_creature}
        if not self.misses_turns or not closed:
            return ()
        return (CLOSER_UNKNOWN if len(closed) == 1 else FIRST_CLOSED_UNKNOWN,)

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON."""
        return {
            "legal": self.legal,
            "settled": self.settled,
            "mover": self.mover.value,
            "move": None if self.move is None else str(self.move),
            "moves": [str(move) for move in self.moves],
            "added": [str(tile) for tile in self.added],
            "violations": [violation.to_json() for violation in self.violations],
            "closures": [closure_json(group) for group in self.closures],
            "over": self.outcome is not None,
            "outcome": None if self.outcome is None else self.outcome.to_json(),
            "order_matters": self.order_matters,
            "orders": [{"move": str(order), **order.end_json()} for order in self.orders],
            "answers": [answer.to_json() for answer in self.answers],
            "alternatives": [alternative.to_json() for alternative in self.alternatives],
            "notes": [note.to_json() for note in self.notes],
            "sentences": [str(sentence) for sentence in self.sentences],
            "board": self.board.to_text(),
            "alignment": self.alignment.to_json(),
        }


def closure_phrase(group: Group) -> Phrase:
    """A closed group for the players: a creature, or an eye, which never counts."""
    colour = group.colour.value
    if group.is_eye:
        cells = tuple(f"{q},{r}" for q, r in sorted(group.tiles))
        return Phrase("closed_eye", {"colour": colour, "tiles": cells})
    return Phrase(
        "closed_creature",
        {"colour": colour, "count": len(group.tiles), "straights": group.straights},
    )


def closure_json(group: Group) -> dict[str, Any]:
    """A closed group with its tiles."""
    return {
        "colour": group.colour.value,
        "eye": group.is_eye,
        "straights": group.straights,
        "tiles": [list(cell) for cell in sorted(group.tiles)],
    }
