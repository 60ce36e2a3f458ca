"""What a player wants to see in a position: captures, dangers, forbidden cells, and what grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..play.actions import ActionKind, PalanqueeAction
from ..play.captures import captured_lines
from ..play.consequences import Consequences, Handling, consequences
from ..play.game import PalanqueeTurn, PlayedAction
from ..play.leaves import button_centres, leaf_places, leaves_in
from ..play.rules import PalanqueeRefusal, PalanqueeRule
from ..position import PalanqueePosition
from ..table.board import (
    CELLS,
    COLUMN_MASKS,
    COLUMNS,
    NEIGHBOUR_MASKS,
    NEIGHBOURS,
    RAYS,
    RING,
    cell_name,
    cells_of,
    names_of,
)
from ..table.pieces import COLOURS, NUMBERS

AnswerJson = dict[str, Any]


@dataclass(frozen=True)
class Capture:
    """What an action takes. ``ways`` counts the actions that take the same."""

    action: PalanqueeAction
    found: Consequences
    ways: int = 1

    @property
    def taken(self) -> int:
        """Every cell that it empties beyond the hands' work."""
        return self.found.lost

    def to_json(self) -> AnswerJson:
        """The capture in the words of ``palago palanquee play``."""
        return {"action": str(self.action), "ways": self.ways} | self.found.to_json()


@dataclass(frozen=True)
class Analysis:
    """A position looked at for the player on turn."""

    game: PalanqueeTurn

    @cached_property
    def captures(self) -> list[Capture]:
        """What each of the own next actions takes, the largest first."""
        return captures_of(self.game)

    @cached_property
    def dangers(self) -> list[Capture]:
        """What the next player could take at once, if the turn ended now."""
        following = replace(self.game.position, to_move=self.game.position.next_player)
        return [] if self.game.outcome else captures_of(PalanqueeTurn.at(following))

    @cached_property
    def forbidden(self) -> dict[int, PalanqueeRefusal]:
        """Empty cells beside own plants on which nothing may grow, and why."""
        pieces, colour = self.game.position.pieces, self.game.position.colour
        own = pieces.of_colour(colour)
        found: dict[int, PalanqueeRefusal] = {}
        for cell in cells_of(pieces.empty):
            if NEIGHBOUR_MASKS[cell] & own:
                refused = self.game.attempt(PalanqueeAction(ActionKind.GROW, cell))
                if isinstance(refused, PalanqueeRefusal) and refused.rule in _FORBIDDING:
                    found[cell] = refused
        return found

    @cached_property
    def columns(self) -> dict[str, int]:
        """How many more pieces would saturate each column; those that any player may be near."""
        occupied = self.game.position.pieces.occupied
        return {
            letter: missing_to_saturate(occupied, column) for column, letter in enumerate(COLUMNS)
        }

    @cached_property
    def hanging(self) -> dict[int, int]:
        """Sprouts of any colour that others hang on: what would be isolated without each."""
        pieces = self.game.position.pieces
        found = {}
        for player in self.game.position.players:
            colour = NUMBERS[player]
            for cell in cells_of(pieces.of_colour(colour) & ~pieces.seeds_of(colour)):
                if not _may_cut(pieces.of_colour(colour), cell):
                    continue
                lost = consequences(pieces, Handling(colour, 1 << cell)).isolated
                if lost:
                    found[cell] = lost
        return found

    def buttons(self, player: str) -> tuple[list[int], list[tuple[int, int]]]:
        """The centres of a player's buttons, and (centre, missing cell) of those nearly there."""
        inner = [cell for cell in range(CELLS) if len(NEIGHBOURS[cell]) == 6]
        places = ((cell, NEIGHBOUR_MASKS[cell] | 1 << cell) for cell in inner)
        return button_centres(self._sprouts(player)), self._nearly(player, places)

    def leaves(self, player: str) -> tuple[list[int], list[tuple[int, int]]]:
        """A player's leaves, and (leaf, missing cell) of those nearly there."""
        places = ((leaf, leaf) for leaf in leaf_places())
        return leaves_in(self._sprouts(player)), self._nearly(player, places)

    def _nearly(self, player: str, places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """The places of figures that lack one empty cell, each with that cell."""
        sprouts, empty = self._sprouts(player), self.game.position.pieces.empty
        lacking = ((place, figure & ~sprouts) for place, figure in places)
        return [
            (place, missing.bit_length() - 1)
            for place, missing in lacking
            if missing & empty and missing.bit_count() == 1
        ]

    def to_json(self) -> AnswerJson:
        """Everything as plain JSON."""
        position = self.game.position
        return {
            "to_move": position.to_move,
            "owed": self.game.owed,
            "captures": [capture.to_json() for capture in self.captures],
            "next_player": position.next_player,
            "dangers": [capture.to_json() for capture in self.dangers],
            "forbidden": [
                {"cell": cell_name(cell), "rule": found.rule.value, "why": str(found)}
                for cell, found in self.forbidden.items()
            ],
            "columns": self.columns,
            "hanging": [
                {
                    "cell": cell_name(cell),
                    "colour": COLOURS[(position.pieces.codes[cell] & 7) - 1],
                    "isolates": names_of(lost),
                }
                for cell, lost in self.hanging.items()
            ],
            "players": {player: self._figures(player) for player in position.players},
        }

    def _figures(self, player: str) -> AnswerJson:
        centres, buttons = self.buttons(player)
        whole, leaves = self.leaves(player)
        return {
            "buttons": [cell_name(cell) for cell in centres],
            "nearly_buttons": [
                {"centre": cell_name(cell), "missing": cell_name(missing)}
                for cell, missing in buttons
            ],
            "leaves": [names_of(leaf) for leaf in whole],
            "nearly_leaves": [
                {"cells": names_of(leaf), "missing": cell_name(missing)} for leaf, missing in leaves
            ],
        }

    def _sprouts(self, player: str) -> int:
        pieces, colour = self.game.position.pieces, NUMBERS[player]
        return pieces.of_colour(colour) & ~pieces.seeds_of(colour)


def captures_of(game: PalanqueeTurn) -> list[Capture]:
    """What the legal next actions of a game take, the largest first. Only a few of the actions that
    lay on one cell, or lift one piece, are played: the others hardly ever take anything else."""
    position = game.position
    enemies = position.pieces.occupied & ~position.pieces.of_colour(position.colour)
    kept: dict[tuple[int, int], Capture] = {}
    for actions in _promising(game):
        for action in actions[:TRIED_OF_A_KIND]:
            step = game.attempt(action)
            if isinstance(step, PlayedAction) and step.consequences.lost & enemies:
                target = -1 if action.target is None else action.target
                key = (step.consequences.lost & enemies, target)
                kept.setdefault(key, Capture(action, step.consequences, len(actions)))
    return sorted(kept.values(), key=lambda found: (-found.taken.bit_count(), str(found.action)))


def _promising(game: PalanqueeTurn) -> Iterator[list[PalanqueeAction]]:
    """The legal actions that may take something: those that lead to one cell, or lift one."""
    position = game.position
    pieces, colour = position.pieces, position.colour
    by_target: dict[int, list[PalanqueeAction]] = {}
    by_lift: dict[int, list[PalanqueeAction]] = {}
    for action in game.legal_actions():
        if action.target is not None:
            by_target.setdefault(action.target, []).append(action)
        if action.kind in _LIFTING:
            by_lift.setdefault(action.cell, []).append(action)
    for target, actions in by_target.items():
        if captured_lines(pieces.codes, target, colour) or not missing_to_saturate(
            pieces.occupied | 1 << target, target // RING
        ):
            yield sorted(actions, key=lambda action: list(ActionKind).index(action.kind))
    for lift, actions in by_lift.items():
        if _feeds(position, lift):
            yield actions


#: Actions to one cell that are played to see what they take.
TRIED_OF_A_KIND = 3
#: Rules that speak of the cell, not of what is left to do.
_FORBIDDING = (PalanqueeRule.FIRST_TURNS, PalanqueeRule.PRECEDENCE, PalanqueeRule.REPETITION)
_LIFTING = (ActionKind.MOVE, ActionKind.PRUNE, ActionKind.HARVEST, ActionKind.HATCH)


def _feeds(position: PalanqueePosition, cell: int) -> bool:
    """Whether an enemy parasite may depend on a piece, or on what hangs by it."""
    pieces = position.pieces
    own = pieces.of_colour(position.colour)
    parasites = pieces.parasites & ~own
    if not parasites:
        return False
    return bool(NEIGHBOUR_MASKS[cell] & parasites) or _may_cut(own, cell)


def _may_cut(own: int, cell: int) -> bool:
    """Whether a piece may hold its group together: its own neighbours are not all in one run."""
    if len(NEIGHBOURS[cell]) < 6:
        return True  # at the edge the ring of neighbours is open: look at the group itself
    clockwise = (RAYS[cell][direction][0] for direction in (0, 5, 3, 1, 4, 2))
    around = [bool(own >> other & 1) for other in clockwise]
    turns = zip(around, around[1:] + around[:1], strict=True)
    return sum(now and not before for before, now in turns) > 1


def missing_to_saturate(occupied: int, column: int) -> int:
    """How many more pieces would leave a column without two contiguous empty cells."""
    empty = (COLUMN_MASKS[column] & ~occupied) >> RING * column
    count = 0
    if column % 2 and empty & 1:  # an empty cell that is drawn twice counts as two
        empty ^= 1
        count = 1
    if empty == (1 << RING) - 1:
        return RING // 2
    # Turn the ring so that it begins with an occupied cell; each run of n needs n // 2 pieces.
    digits = f"{empty:0{RING}b}"
    start = digits.index("0")
    runs = (digits[start:] + digits[:start]).split("0")
    return count + sum(len(run) // 2 for run in runs)
