"""How a game of Palago ends: who has won, and why (rules, Palago 3 and 7)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..lattice import Colour
from ..phrases import Phrase, Value
from ..tiles.board import Board
from ..tiles.groups import Group
from .options import GameOptions


class EndReason(enum.Enum):
    """Why a game is over; the value is the word that files use."""

    OWN_CREATURE = "own creature"
    OPPONENTS_MISTAKE = "closed only the opponent's creature"
    BOTH_CLOSED = "closed creatures of both colours"
    TILES_RAN_OUT = "tiles ran out"
    TIE_BREAK = "tie-break"


@dataclass(frozen=True)
class PalagoOutcome:
    """How a game ended: the winner (None for a draw), why, and the creatures that were closed.

    ``largest_open`` holds the largest open group of each colour in straights where the tiles ran
    out and a tie-break was agreed on.
    """

    winner: Colour | None
    reason: EndReason
    closures: tuple[Group, ...] = ()
    largest_open: Mapping[Colour, int] = field(default_factory=dict, hash=False)

    @property
    def sentence(self) -> Phrase:
        """The outcome for the players."""
        straights: dict[str, Value | Phrase] = {
            colour.value: count for colour, count in self.largest_open.items()
        }
        if self.winner is None:
            key = "draw_tie_break" if self.largest_open else "draw_tiles"
            return Phrase(key, straights)
        straights |= {"winner": self.winner.value, "loser": self.winner.other.value}
        return Phrase(_SENTENCES[self.reason], straights)

    def __str__(self) -> str:
        return str(self.sentence)

    def to_json(self) -> dict[str, Any]:
        """Winner, reason, closed creatures and the sentence."""
        return {
            "winner": None if self.winner is None else self.winner.value,
            "reason": self.reason.value,
            "closures": [
                {
                    "colour": group.colour.value,
                    "straights": group.straights,
                    "tiles": [list(cell) for cell in sorted(group.tiles)],
                }
                for group in self.closures
            ],
            "sentence": self.sentence.to_json(),
        }


_SENTENCES = {
    EndReason.OWN_CREATURE: "wins_own_creature",
    EndReason.OPPONENTS_MISTAKE: "wins_opponents_mistake",
    EndReason.BOTH_CLOSED: "wins_both_closed",
    EndReason.TIE_BREAK: "wins_tie_break",
}


def closing_outcome(creatures: tuple[Group, ...], mover: Colour) -> PalagoOutcome:
    """Who wins when the mover closes these creatures with one tile (rules, Palago 3)."""
    colours = {group.colour for group in creatures}
    if len(colours) == 2:
        return PalagoOutcome(mover.other, EndReason.BOTH_CLOSED, creatures)
    if mover in colours:
        return PalagoOutcome(mover, EndReason.OWN_CREATURE, creatures)
    return PalagoOutcome(mover.other, EndReason.OPPONENTS_MISTAKE, creatures)


def outcome_without_creature(board: Board, options: GameOptions) -> PalagoOutcome:
    """The tiles have run out: a draw, or the tie-break if it was agreed on (rules, Palago 7)."""
    if not options.tie_break:
        return PalagoOutcome(None, EndReason.TILES_RAN_OUT)
    largest = {
        colour: max(
            (g.straights for g in board.groups() if g.colour is colour and not g.closed), default=0
        )
        for colour in Colour
    }
    white, blue = largest[Colour.WHITE], largest[Colour.BLUE]
    if white == blue:
        return PalagoOutcome(None, EndReason.TILES_RAN_OUT, (), largest)
    winner = Colour.WHITE if white > blue else Colour.BLUE
    return PalagoOutcome(winner, EndReason.TIE_BREAK, (), largest)
