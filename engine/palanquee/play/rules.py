"""What an action needs before its consequences are looked at, in a fixed order (Palanquée 4)."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

from ...phrases import Phrase, Refused
from ..position import PalanqueePosition
from ..table.board import (
    NEIGHBOUR_MASKS,
    WITHIN_FIVE,
    WITHIN_TWO,
    cell_name,
    cells_of,
    names_of,
    union_of,
)
from ..table.pieces import COLOURS, SEED, flattened, in_plane
from .actions import ActionKind, PalanqueeAction
from .captures import Line
from .consequences import Handling, consequences, living
from .leaves import button_centres


class PalanqueeRule(enum.Enum):
    """Why an action is refused; the order is the one in which refusals are looked for."""

    FORMAT = "format"
    PIECE = "piece"
    CELL = "cell"
    RESERVE = "reserve"
    TOUCH = "touch"
    FIRST_TURNS = "first turns"
    HARVEST = "harvest"
    HATCH = "hatch"
    ACTIONS = "actions"
    LEAF = "leaf"
    PRECEDENCE = "precedence"
    REPETITION = "repetition"
    OVER = "over"


@dataclass(frozen=True)
class PalanqueeRefusal:
    """The first rule that an action breaks, in words, and the cells that it speaks of."""

    rule: PalanqueeRule
    why: Phrase
    cells: tuple[int, ...] = ()

    def __str__(self) -> str:
        return str(self.why)


class IllegalPalanqueeAction(Refused):
    """An action that the rules do not allow."""

    def __init__(self, refusal: PalanqueeRefusal) -> None:
        super().__init__(refusal.why)
        self.refusal = refusal


@dataclass(frozen=True)
class ActionPlan:
    """An action that is possible where it is played: what hands do, and which groups act.

    ``acting`` are the cells of the groups that may pay; ``grown_on`` those of them without a seed
    to which the laid piece is added. A sowing may be paid from anywhere.
    """

    handling: Handling
    acting: int = 0
    handles_seed: bool = False
    sowing: bool = False
    grown_on: int = 0


def refuse(
    rule: PalanqueeRule, key: str, *cells: int, **values: str | tuple[str, ...]
) -> PalanqueeRefusal:
    """A refusal with its phrase; ``cells`` are those that the phrase speaks of."""
    return PalanqueeRefusal(rule, Phrase(f"palanquee_{key}", values), cells)


def plan(
    position: PalanqueePosition, hatched: int, action: PalanqueeAction
) -> ActionPlan | PalanqueeRefusal:
    """What an action does, or the first rule up to ``hatch`` that it breaks. ``hatched`` are the
    pieces of plants that have hatched in this turn."""
    found = _PLANS[action.kind](position, action)
    if action.kind is ActionKind.HATCH and isinstance(found, ActionPlan) and found.acting & hatched:
        cell = action.cell
        return refuse(PalanqueeRule.HATCH, "hatch_again", cell, cell=cell_name(cell))
    return found


def _grow(position: PalanqueePosition, action: PalanqueeAction) -> ActionPlan | PalanqueeRefusal:
    colour, cell = position.colour, action.cell
    found = _cell_refusal(position, cell) or _reserve_refusal(position, action.seed)
    if found:
        return found
    alive = living_groups(position)
    touched = [group for group in alive if group & NEIGHBOUR_MASKS[cell]]
    seeds = position.pieces.seeds_of(colour)
    groups = [group for group in touched if group & seeds] if action.seed else touched
    if not groups:
        key = "seed_touches_no_plant" if touched else "touches_nothing"
        if not alive:
            key = "sows_first"
        return refuse(
            PalanqueeRule.TOUCH, key, cell, cell=cell_name(cell), colour=COLOURS[colour - 1]
        )
    near = _first_turns_refusal(position, cell)
    if near:
        return near
    return ActionPlan(
        Handling(colour, laid=cell, code=colour + SEED * action.seed),
        acting=union_of(groups),
        handles_seed=action.seed,
        grown_on=union_of(group for group in groups if not group & seeds),
    )


def _move(position: PalanqueePosition, action: PalanqueeAction) -> ActionPlan | PalanqueeRefusal:
    pieces, colour, cell, to = position.pieces, position.colour, action.cell, action.last_cell
    found = _piece_refusal(position, cell, seed=False) or _cell_refusal(position, to)
    if found:
        return found
    group = pieces.group_at(cell)
    rest = group ^ 1 << cell
    if rest:
        if not rest & NEIGHBOUR_MASKS[to]:
            names = {"cell": cell_name(cell), "to": cell_name(to)}
            return refuse(PalanqueeRule.TOUCH, "move_touches_nothing", to, cell, **names)
    elif not (
        NEIGHBOUR_MASKS[cell] >> to & 1
        and NEIGHBOUR_MASKS[to] & pieces.occupied & ~pieces.of_colour(colour)
    ):
        return refuse(PalanqueeRule.TOUCH, "single_parasite", to, cell, to=cell_name(to))
    near = _first_turns_refusal(position, to)
    if near:
        return near
    return ActionPlan(
        Handling(
            colour, 1 << cell, laid=to, code=colour, as_parasite=bool(pieces.parasites >> cell & 1)
        ),
        acting=group,
        grown_on=0 if group & pieces.seeds_of(colour) else group,
    )


def _harvest(position: PalanqueePosition, action: PalanqueeAction) -> ActionPlan | PalanqueeRefusal:
    pieces, colour, cell = position.pieces, position.colour, action.cell
    found = _piece_refusal(position, cell, seed=True)
    if found:
        return found
    group = pieces.group_at(cell)
    if (group & pieces.seeds_of(colour)).bit_count() < 2:
        return refuse(PalanqueeRule.HARVEST, "harvest_last_seed", cell, cell=cell_name(cell))
    handling = Handling(colour, 1 << cell)
    isolated = consequences(pieces, handling).isolated
    if isolated:
        others = tuple(names_of(isolated))
        return refuse(
            PalanqueeRule.HARVEST,
            "harvest_isolates",
            cell,
            *cells_of(isolated),
            cell=cell_name(cell),
            cells=others,
        )
    return ActionPlan(handling, acting=group, handles_seed=True)


def _prune(position: PalanqueePosition, action: PalanqueeAction) -> ActionPlan | PalanqueeRefusal:
    found = _piece_refusal(position, action.cell, seed=False)
    if found:
        return found
    return ActionPlan(
        Handling(position.colour, 1 << action.cell), acting=position.pieces.group_at(action.cell)
    )


def _hatch(position: PalanqueePosition, action: PalanqueeAction) -> ActionPlan | PalanqueeRefusal:
    pieces, colour, cell, to = position.pieces, position.colour, action.cell, action.last_cell
    found = (
        _piece_refusal(position, cell, seed=False)
        or _cell_refusal(position, to)
        or _first_turns_refusal(position, to)
    )
    if found:
        return found
    group = pieces.group_at(cell)
    names = {"cell": cell_name(cell), "to": cell_name(to)}
    if cell not in button_centres(group & ~pieces.seeds_of(colour)):
        return refuse(PalanqueeRule.HATCH, "no_button", cell, cell=cell_name(cell))
    if not WITHIN_FIVE[cell] >> to & 1:
        return refuse(PalanqueeRule.HATCH, "hatch_far", to, cell, **names)
    own = NEIGHBOUR_MASKS[to] & pieces.of_colour(colour)
    if own:
        beside = tuple(names_of(own))
        return refuse(
            PalanqueeRule.HATCH, "hatch_own", to, *cells_of(own), to=cell_name(to), cells=beside
        )
    if not NEIGHBOUR_MASKS[to] & living_enemies(position):
        return refuse(PalanqueeRule.HATCH, "hatch_no_host", to, to=cell_name(to))
    return ActionPlan(
        Handling(colour, 1 << cell, laid=to, code=colour, as_parasite=True), acting=group
    )


def _sow(position: PalanqueePosition, action: PalanqueeAction) -> ActionPlan | PalanqueeRefusal:
    found = (
        _cell_refusal(position, action.cell)
        or _reserve_refusal(position, seed=True)
        or _first_turns_refusal(position, action.cell)
    )
    if found:
        return found
    colour = position.colour
    return ActionPlan(Handling(colour, laid=action.cell, code=colour | SEED), sowing=True)


_PLANS: dict[
    ActionKind, Callable[[PalanqueePosition, PalanqueeAction], ActionPlan | PalanqueeRefusal]
] = {
    ActionKind.GROW: _grow,
    ActionKind.MOVE: _move,
    ActionKind.HARVEST: _harvest,
    ActionKind.PRUNE: _prune,
    ActionKind.HATCH: _hatch,
    ActionKind.SOW: _sow,
}


def living_groups(position: PalanqueePosition) -> list[int]:
    """The plants and parasites of the player on turn."""
    pieces, colour = position.pieces, position.colour
    rooted = pieces.seeds_of(colour) | pieces.parasites
    return [group for group in pieces.groups_of(colour) if group & rooted]


def living_enemies(position: PalanqueePosition) -> int:
    """The cells of all living plants and parasites of the other players."""
    pieces = position.pieces
    alive = living(pieces.planes, pieces.seed_planes, pieces.parasites)
    return flattened(alive & ~in_plane(pieces.of_colour(position.colour), position.colour))


def precedence_refusal(laid: int, line: Line) -> PalanqueeRefusal:
    """The refusal of a piece that would stand in a line that an enemy would have captured."""
    first = cell_name(line.ends[0])
    key = "against_edge" if line.at_edge else "between"
    values: dict[str, str | tuple[str, ...]] = {"first": first}
    if not line.at_edge:
        values["last"] = cell_name(line.ends[1])
    if len(line.cells) == 1:
        values["cell"] = cell_name(laid)
    else:
        key = f"line_{key}"
        values["cells"] = tuple(cell_name(cell) for cell in line.cells)
    return refuse(PalanqueeRule.PRECEDENCE, key, *line.cells, *line.ends, **values)


def _piece_refusal(
    position: PalanqueePosition, cell: int, *, seed: bool
) -> PalanqueeRefusal | None:
    if position.pieces.codes[cell] == position.colour + SEED * seed:
        return None
    key = "no_seed" if seed else "no_sprout"
    if position.pieces.of_colour(position.colour) >> cell & 1:
        key = "is_sprout" if seed else "is_seed"
    return refuse(PalanqueeRule.PIECE, key, cell, cell=cell_name(cell), colour=position.to_move)


def _cell_refusal(position: PalanqueePosition, cell: int) -> PalanqueeRefusal | None:
    if not position.pieces.codes[cell]:
        return None
    return refuse(PalanqueeRule.CELL, "cell_taken", cell, cell=cell_name(cell))


def _reserve_refusal(position: PalanqueePosition, seed: bool) -> PalanqueeRefusal | None:
    reserve = position.own_reserve
    if reserve.seeds if seed else reserve.sprouts:
        return None
    key = "no_seed_left" if seed else "no_sprout_left"
    return refuse(PalanqueeRule.RESERVE, key, colour=position.to_move)


def _first_turns_refusal(position: PalanqueePosition, cell: int) -> PalanqueeRefusal | None:
    if not position.careful:
        return None
    pieces = position.pieces
    near = WITHIN_TWO[cell] & pieces.occupied & ~pieces.of_colour(position.colour)
    if not near:
        return None
    enemy = next(cells_of(near))
    names = {"cell": cell_name(cell), "enemy": cell_name(enemy)}
    return refuse(PalanqueeRule.FIRST_TURNS, "first_turns", cell, enemy, **names)
