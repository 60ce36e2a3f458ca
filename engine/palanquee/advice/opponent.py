"""A program that plays Palanquée well enough to be fun for a beginner.

It plans a whole turn as a small search over likely actions: every one that takes something or
prepares it, and some that grow well. Each end of a turn is weighed by what stands, and by what the
next player could take then. So it does not miss a capture that a turn can make, and sees one that
is threatened.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..play.actions import ActionKind, PalanqueeAction
from ..play.captures import captured_lines
from ..play.consequences import Handling, settle
from ..play.game import PalanqueeTurn
from ..play.leaves import leaves_in
from ..play.rules import PalanqueeRefusal
from ..table.board import NEIGHBOURS, RAYS, cells_of, mask_of
from ..table.pieces import COLOUR_BITS, NUMBERS, SEED, neighbours_of
from .analysis import captures_of

# Worths are in sprouts. They and the widths of the search were set by hand, not fitted: a wider
# search misses less, and sees fewer actions ahead in its time.
SPROUT_WORTH = 1.0
SEED_WORTH = 14.0
"""It stands for all the actions that it will give."""
RESERVE_SEED_WORTH = 8.0
"""Less than on the board, so that it is sown."""
LEAF_WORTH = 6.0
"""To have a leaf at all."""
ROOM_WORTH = 0.08
"""An empty cell beside one's own pieces: a dozen count as a sprout."""
PRESSURE_WORTH = 0.25
"""An enemy piece to which one's own could soon come near."""
PRESSURE_STEPS = 3
"""How many cells off that may be."""
WIDTH = 5
"""Beginnings of a turn that are followed."""
LOUD_ACTIONS = 12
"""Actions that take something, looked at after each of them."""
PREPARING_ACTIONS = 16
"""The same: cells on which a piece prepares to take."""
SAVING_ACTIONS = 2
"""The same: actions of one kind that save the same."""
QUIET_ACTIONS = 10
"""The same: the most promising of all."""
MOST_TAKES = 5
"""Cells where the search looks closely at what a piece would take."""


@dataclass(frozen=True)
class TurnPlan:
    """The beginning of a turn, how good the board looks then, and whether it has taken a piece or
    the next action can."""

    game: PalanqueeTurn
    actions: tuple[PalanqueeAction, ...]
    worth: float
    takes: bool = False
    can_take: bool = False


def choose_turn(
    game: PalanqueeTurn, seconds: float = 2.0, rng: random.Random | None = None
) -> tuple[PalanqueeAction, ...]:
    """The actions of a whole turn, as good as they are found in about so many seconds. Empty where
    nothing is to be played. ``rng`` breaks ties between actions that look alike."""
    rng = rng or random.Random()
    deadline = time.monotonic() + seconds
    me = game.position.to_move
    plans, done = [TurnPlan(game, (), 0.0)], list[TurnPlan]()
    while plans:
        following: list[TurnPlan] = []
        for plan in plans:
            late = time.monotonic() > deadline
            pieces = plan.game.position.pieces
            enemies = pieces.occupied & ~pieces.of_colour(game.position.colour)
            for action in _likely_actions(plan.game, rng, few=late):
                found = plan.game.attempt(action)
                if isinstance(found, PalanqueeRefusal):
                    continue
                worth = _worth(found.game, me) + rng.random() * 0.01
                takes = plan.takes or bool(found.consequences.lost & enemies)
                can_take = bool(found.game.owed and captures_of(found.game))
                actions = (*plan.actions, action)
                following.append(TurnPlan(found.game, actions, worth, takes, can_take))
                if late:
                    break
        ended = [plan for plan in following if not plan.game.owed]
        done += ended
        going_on = [plan for plan in following if plan.game.owed]
        plans = _best(going_on)
        if time.monotonic() > deadline:
            plans = plans[:1]
    # A beginner expects to be taken where that can be: a quiet turn comes only where none takes.
    return max(done, key=lambda plan: (plan.takes, plan.worth)).actions if done else ()


def _best(plans: list[TurnPlan]) -> list[TurnPlan]:
    """The best of the plans, each board once, whatever the order of its actions was."""
    kept: dict[bytes, TurnPlan] = {}
    for plan in sorted(plans, key=lambda plan: -plan.worth):
        kept.setdefault(plan.game.position.pieces.codes, plan)
    ordered = list(kept.values())
    # Never lose sight of a capture.
    taking = [plan for plan in ordered if plan.takes][:2]
    taking += [plan for plan in ordered if plan.can_take and not plan.takes][: 2 - len(taking)]
    return taking + [plan for plan in ordered if plan not in taking][: WIDTH - len(taking)]


# -- what is looked at


def _likely_actions(
    game: PalanqueeTurn, rng: random.Random, few: bool
) -> Iterator[PalanqueeAction]:
    """Actions worth a look: what takes, what prepares to take, what saves, what grows well."""
    yielded: set[PalanqueeAction] = set()

    def fresh(actions: Iterator[PalanqueeAction]) -> Iterator[PalanqueeAction]:
        for action in actions:
            if action not in yielded:
                yielded.add(action)
                yield action

    yield from fresh(capture.action for capture in captures_of(game)[:LOUD_ACTIONS])
    legal = game.legal_actions()
    if game.accounts.most_left(_all_of(game)) > 1:
        cells = _preparing(game)
        preparing = (n for n in legal if n.target is not None and cells >> n.target & 1)
        by_cell = {action.target: action for action in reversed(list(preparing))}
        yield from fresh(_leading_to_captures(game, list(by_cell.values())))
        yield from fresh(iter([] if few else list(by_cell.values())[:PREPARING_ACTIONS]))
    if not few:
        yield from fresh(_saving(game, legal))
    near = _nearness(game)
    scored = sorted(
        ((_promise(game, action, near) + rng.random(), n) for n, action in enumerate(legal)),
        reverse=True,
    )
    count = 1 if few else QUIET_ACTIONS
    yield from fresh(legal[n] for _, n in scored[:count])


def _leading_to_captures(
    game: PalanqueeTurn, preparing: list[PalanqueeAction]
) -> Iterator[PalanqueeAction]:
    """For each capture that the action after one of these could make, a way to it."""
    known = {capture.action for capture in captures_of(game)}
    for action in preparing:
        found = game.attempt(action)
        if isinstance(found, PalanqueeRefusal):
            continue
        new = {capture.action for capture in captures_of(found.game)} - known
        if new:
            known |= new
            yield action


def _saving(game: PalanqueeTurn, legal: list[PalanqueeAction]) -> Iterator[PalanqueeAction]:
    """Actions that may save what the next player could take: block the cell, break the line."""
    pieces, position = game.position.pieces, game.position
    own = pieces.of_colour(position.colour)
    following = PalanqueeTurn.at(replace(position, to_move=position.next_player))
    targets = endangered = 0
    for _, _, cell in _takes(following, 2):
        for line in captured_lines(pieces.codes, cell, following.position.colour):
            lost = own & mask_of(line.cells)
            if lost:
                targets |= 1 << cell
                endangered |= lost
    kinds: dict[tuple[ActionKind, int], int] = {}
    for action in legal:
        blocks = action.target is not None and targets >> action.target & 1
        lifts = action.kind in (ActionKind.PRUNE, ActionKind.MOVE, ActionKind.HARVEST)
        if not blocks and not (lifts and endangered >> action.cell & 1):
            continue
        key = (action.kind, action.target if blocks and action.target is not None else action.cell)
        kinds[key] = kinds.get(key, 0) + 1
        if kinds[key] <= SAVING_ACTIONS:
            yield action


def _nearness(game: PalanqueeTurn) -> list[int]:
    """Sets of cells ever nearer to enemies, over empty cells."""
    pieces = game.position.pieces
    enemies = pieces.occupied & ~pieces.of_colour(game.position.colour)
    rings = [enemies]
    for _ in range(8):
        rings.append(_reached(rings[-1], pieces.empty, 1))
    return rings


def _promise(game: PalanqueeTurn, action: PalanqueeAction, near: list[int]) -> float:
    """How good an action looks at a glance; ``near`` are sets of cells from :func:`_nearness`."""
    pieces, colour = game.position.pieces, game.position.colour
    target = action.target
    if target is None:
        return -6.0 if action.kind is ActionKind.HARVEST else -4.0
    room = sum(not pieces.codes[cell] for cell in NEIGHBOURS[target])
    promise = 0.4 * room - 0.3 * abs(target % 16 - 8) / 8
    promise += 2.5 * _first_ends(game, target)
    if action.kind is ActionKind.MOVE:
        promise -= 1.2
    if action.lays_seed:
        seeds = pieces.seeds_of(colour).bit_count()
        promise += 3.0 if seeds < 3 else 0.0
        promise += 0.5 if action.kind is ActionKind.GROW else 0.0
    if action.kind is ActionKind.HATCH:
        promise += 1.5
    promise += 0.25 * sum(ring >> target & 1 for ring in near)
    if action.kind is ActionKind.MOVE:
        promise -= 0.25 * sum(ring >> action.cell & 1 for ring in near[2:])
    return promise


def _preparing(game: PalanqueeTurn) -> int:
    """Cells from which the next action may take: beside a capturing cell, or a line's first end."""
    pieces, colour = game.position.pieces, game.position.colour
    reach = neighbours_of(pieces.of_colour(colour)) & pieces.empty
    taking = 0
    for cell in cells_of(_reached(reach, pieces.empty, 2) & ~reach):
        if captured_lines(pieces.codes, cell, colour):
            taking |= 1 << cell
    laid = pieces.empty if _may_sow(game) else reach
    ends = sum(1 << cell for cell in cells_of(laid) if _first_ends(game, cell))
    return ends | neighbours_of(taking) & reach


def _first_ends(game: PalanqueeTurn, cell: int) -> int:
    """How many lines of enemies begin beside a cell and end at an empty cell, not far away."""
    codes, colour = game.position.pieces.codes, game.position.colour
    count = 0
    for ray in RAYS[cell]:
        for place, other in enumerate(ray[:4]):
            found = codes[other] & COLOUR_BITS
            if not found or found == colour:
                count += bool(place and not found)
                break
    return count


# -- what it is worth


def _worth(game: PalanqueeTurn, me: str) -> float:
    """How a board looks for a player who has just acted."""
    outcome = game.outcome
    if outcome is not None:
        return 1000.0 if outcome.winner == me else -1000.0 if outcome.winner else 0.0
    position = game.position
    worth = 0.0
    for player, reserve in zip(position.players, position.reserve, strict=True):
        value = _standing(game, player) + RESERVE_SEED_WORTH * reserve.seeds
        worth += value if player == me else -0.6 * value
    if game.owed:
        return worth + 0.7 * _gain(game)
    following = replace(position, to_move=position.next_player)
    if following.to_move == me:
        return worth
    return worth - 0.9 * _gain(PalanqueeTurn.at(following))


def _standing(game: PalanqueeTurn, player: str) -> float:
    pieces, colour = game.position.pieces, NUMBERS[player]
    own = pieces.of_colour(colour)
    seeds, sprouts = pieces.count(colour)
    room = neighbours_of(own) & pieces.empty
    leaves = leaves_in(own & ~pieces.seeds_of(colour))
    near = neighbours_of(_reached(own, pieces.empty, PRESSURE_STEPS)) & pieces.occupied & ~own
    return (
        SEED_WORTH * seeds
        + SPROUT_WORTH * sprouts
        + ROOM_WORTH * room.bit_count()
        + LEAF_WORTH * bool(leaves)
        + PRESSURE_WORTH * near.bit_count()
    )


def _gain(game: PalanqueeTurn) -> float:
    """About the most that the player on turn could take with the actions that are left."""
    steps = min(3, game.accounts.most_left(_all_of(game)))
    found = sorted(_takes(game, steps), reverse=True)[:MOST_TAKES]
    values = sorted((_loss(game, cell) * share for _, share, cell in found), reverse=True)
    return sum(value / (n + 1) for n, value in enumerate(values[:steps]))


def _takes(game: PalanqueeTurn, steps: int) -> Iterator[tuple[int, float, int]]:
    """Cells on which a piece would capture: how many pieces, how surely it gets there, and where. A
    seed may be sown anywhere; sprouts have to grow there."""
    position = game.position
    pieces, colour = position.pieces, position.colour
    reach = neighbours_of(pieces.of_colour(colour)) & pieces.empty
    if _may_sow(game):
        reach = pieces.empty
    for cell in cells_of(_reached(reach, pieces.empty, steps - 1)):
        lines = captured_lines(pieces.codes, cell, colour)
        if lines:
            share = 1.0 if reach >> cell & 1 else 0.6
            yield sum(len(line.cells) for line in lines), share, cell


def _may_sow(game: PalanqueeTurn) -> bool:
    return bool(game.position.own_reserve.seeds and game.accounts.sowing_payers())


def _loss(game: PalanqueeTurn, cell: int) -> float:
    """What all others would lose if the player on turn laid a piece on a cell; 0 if forbidden."""
    pieces, colour = game.position.pieces, game.position.colour
    codes, threats = settle(pieces, Handling(colour, laid=cell, code=colour))
    if threats:
        return 0.0
    return sum(
        SEED_WORTH * 1.3 if before & SEED else SPROUT_WORTH * 1.5
        for before, after in zip(pieces.codes, codes, strict=True)
        if before and not after and before & COLOUR_BITS != colour
    )


def _all_of(game: PalanqueeTurn) -> int:
    return (1 << len(game.accounts.entitlements)) - 1


def _reached(start: int, within: int, steps: int) -> int:
    """The cells that are reached from some in so many steps."""
    for _ in range(steps):
        start |= neighbours_of(start) & within
    return start
