"""What was done between two boards in one frame: the one action, or perhaps two turns of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..lattice import Cell
from ..phrases import Phrase
from ..tiles.board import Board, Tile
from .actions import Lay, PalagoniaAction, Remove, Rotate, action_refusals, apply
from .dice import DieFace, Roll
from .rules import PalagoniaRefusal, PalagoniaRule, refusal


def action_between(
    before: Board, after: Board
) -> tuple[PalagoniaAction | None, list[PalagoniaRefusal]]:
    """The one action that leads from a board to another in the same frame. Where no single action
    does, None and what was done instead."""
    added = after.beyond(before)
    removed = [tile.cell for tile in before.beyond(after)]
    turned = [new for _, new in after.turned_since(before)]
    problems = _impossible(before, after, added, removed, turned)
    if problems:
        return None, problems
    if added:
        return Lay.of(added), []
    if removed:
        return Remove(removed[0]), []
    return Rotate(turned[0].cell, turned[0].rotation), []


def _impossible(
    before: Board,
    after: Board,
    added: Sequence[Tile],
    removed: Sequence[Cell],
    turned: Sequence[Tile],
) -> list[PalagoniaRefusal]:
    kept = len(before) - len(removed) - len(turned)
    if 2 * kept < len(before) and len(removed) + len(turned) > 1:
        return [refusal(PalagoniaRule.TURN, "different_board")]
    problems = []
    doubled = {tile.cell for tile in after if after[tile.cell] != tile}
    problems += [refusal(PalagoniaRule.NUMBER, "twice", cell) for cell in sorted(doubled)]
    turned_cells = [tile.cell for tile in turned]
    if len(removed) > (1 if added else 2):
        problems.append(_many(removed, added))
    elif added and removed:
        problems += [refusal(PalagoniaRule.TURN, "moved", cell) for cell in removed]
    elif len(removed) > 1:
        problems.append(refusal(PalagoniaRule.REMOVE, "remove_one", *removed, count=len(removed)))
    if len(turned) > 1:
        problems.append(
            refusal(PalagoniaRule.ROTATE, "rotate_one", *turned_cells, count=len(turned))
        )
    kinds = {"added": added, "removed": removed, "turned": turned}
    done = [Phrase(f"palagonia.done.{kind}") for kind, tiles in kinds.items() if tiles]
    if turned and len(done) > 1:
        first, second = done[0], done[1]
        problems.append(
            refusal(
                PalagoniaRule.TURN, "several_actions", *turned_cells, first=first, second=second
            )
        )
    if not done:
        problems.append(refusal(PalagoniaRule.TURN, "no_passing"))
    return problems


def _many(removed: Sequence[Cell], added: Sequence[Tile]) -> PalagoniaRefusal:
    """Many tiles are gone: one sentence, not one for each of them."""
    key = "old_tiles_moved" if len(added) >= len(removed) else "old_tiles_removed"
    names = tuple(f"{q},{r}" for q, r in removed)
    phrase = Phrase(key, {"count": len(removed), "tiles": names})
    return PalagoniaRefusal(PalagoniaRule.TURN, phrase, tuple(removed))


#: More ways to part tiles into two turns are no question that a tap answers.
MOST_WAYS = 6


def ways_of_two_turns(
    before: Board, after: Board, roll: Roll | None
) -> Iterator[tuple[PalagoniaAction, PalagoniaAction]]:
    """The pairs of actions, one after the other, that explain what changed. ``roll`` is what was
    rolled for the first of them, where that is known."""
    if any(after[tile.cell] != tile for tile in after):
        return  # two tiles in one cell
    for first, second in _pairs(before, after, roll):
        is_one = may_obey(first, roll) and not action_refusals(before, first)
        if is_one and may_obey(second) and not action_refusals(apply(before, first), second):
            yield first, second


def may_obey(action: PalagoniaAction, roll: Roll | None = None) -> bool:
    """Whether an action may be what a roll asks for: where no die can be obeyed, a tile is
    removed. Without a roll any may have been rolled."""
    if roll is None:
        return action.face is not None
    return action.face in roll.faces or isinstance(action, Remove)


def _pairs(
    before: Board, after: Board, roll: Roll | None
) -> Iterator[tuple[PalagoniaAction, PalagoniaAction]]:
    """All pairs of actions that make one board of another, whether they are allowed or not."""
    added, turned = after.beyond(before), [new for _, new in after.turned_since(before)]
    actions: list[PalagoniaAction] = [Remove(tile.cell) for tile in before.beyond(after)]
    actions += [Rotate(tile.cell, tile.rotation) for tile in turned]
    actions += [Lay.of(added)] if added else []
    if len(actions) == 2:
        one, other = actions
        yield from ((one, other), (other, one))
    if len(turned) == 1 and all(tile.cell in after for tile in before):
        # Removed by the first, and laid anew by the second.
        yield Remove(turned[0].cell), Lay.of([*added, *turned])
    elif len(actions) == 1 and added and roll and {*roll.faces} <= {DieFace.REMOVE, DieFace.ROTATE}:
        # Any tile at the rim, and laid anew as it lay.
        yield from ((Remove(tile.cell), Lay.of([*added, tile])) for tile in before)
    if len(actions) == 1 and 4 <= len(added) <= 10:
        for count in range(2, min(5, len(added) - 2) + 1):
            for tiles in combinations(added, count):
                yield Lay.of(tiles), Lay.of(tile for tile in added if tile not in tiles)
