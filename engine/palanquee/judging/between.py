"""Which actions lead from one board to another: a search among those that the change suggests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from ..play.actions import ActionKind, PalanqueeAction
from ..play.captures import captured_lines, is_saturated
from ..play.consequences import Handling, consequences
from ..play.game import PalanqueeTurn, PlayedAction
from ..play.leaves import button_centres
from ..play.rules import PalanqueeRefusal
from ..table.board import NEIGHBOUR_MASKS, RING, WITHIN_FIVE, cells_of, mask_of
from ..table.pieces import COLOUR_BITS, SEED

MOST_TRIES = 4000
"""Actions that a search tries at most. All three searches together mostly take hundredths of a
second, and two seconds where a crowded board cannot be explained."""
STRAYING_TRIES = 12_000
"""The same where pieces may move twice: after every action many more are possible."""
QUICK_TRIES = 250
"""For one of up to 60 boards that are tried in turn: all of them cost less than three searches."""


@dataclass(frozen=True)
class Way:
    """Actions that lead from the first board towards the second one. ``left_standing`` are cells of
    pieces that were taken on the way but still stand at its end."""

    steps: tuple[PlayedAction, ...]
    game: PalanqueeTurn
    left_standing: int = 0

    @property
    def actions(self) -> tuple[PalanqueeAction, ...]:
        """What was played."""
        return tuple(step.action for step in self.steps)


@dataclass
class _WaySearch:
    """A search for the ways to one board, shortest ways first.

    ``detours`` allows actions that leave no trace but the pieces they take; ``straying`` allows
    moving a piece that was just laid, and laying one where another was lifted.
    """

    goal: bytes
    colour: int
    forgiving: bool = False
    detours: bool = False
    straying: bool = False
    tries: int = 0
    most: int = MOST_TRIES
    nearest: Way | None = None
    seen: set[object] = field(default_factory=set)

    def ways(self, start: Way) -> Iterator[Way]:
        layer = [start]
        while layer:
            following: list[Way] = []
            for way in layer:
                if self.is_there(way):
                    yield way
                following += self.onward(way)
            layer = following

    def is_there(self, way: Way) -> bool:
        codes = way.game.position.pieces.codes
        if not way.left_standing:
            return codes == self.goal
        return all(
            code == wanted or way.left_standing >> cell & 1
            for cell, (code, wanted) in enumerate(zip(codes, self.goal, strict=True))
        )

    def onward(self, way: Way, tried: Iterable[PalanqueeAction] | None = None) -> Iterator[Way]:
        """The way with one more action, of those `tried` or of the candidates."""
        for action in self.candidates(way.game) if tried is None else tried:
            if self.tries >= self.most:
                return
            self.tries += 1
            step = way.game.attempt(action)
            if isinstance(step, PalanqueeRefusal):
                continue
            found = self.checked(way, step)
            if found is None:
                continue
            self.keep_nearest(found)
            key = (found.game.position, found.game.accounts, found.left_standing)
            if key not in self.seen and not self.needs_too_much(found):
                self.seen.add(key)
                yield found

    def candidates(self, game: PalanqueeTurn) -> Iterator[PalanqueeAction]:
        """Actions that may bring a board nearer to the goal, the likeliest first."""
        codes, goal, colour = game.position.pieces.codes, self.goal, self.colour
        pairs = list(enumerate(zip(codes, goal, strict=True)))
        missing = [c for c, (code, wanted) in pairs if wanted & COLOUR_BITS == colour and not code]
        changed = mask_of(c for c, (code, wanted) in pairs if code and code != wanted)
        surplus = changed & game.position.pieces.of_colour(colour)
        gone = changed & ~surplus
        if not game.begun:
            yield from (claim for claim in game.legal_claims() if gone >> claim.cell & 1)
        yield from _lays(game, goal, missing, surplus)
        for cell in cells_of(surplus):
            kind = ActionKind.HARVEST if codes[cell] & SEED else ActionKind.PRUNE
            yield PalanqueeAction(kind, cell)
        if self.detours:
            yield from _detours(game, missing, surplus, gone)
        if self.straying:
            yield from _strays(game, missing, surplus)

    def checked(self, way: Way, step: PlayedAction) -> Way | None:
        """The way with one more step, None where a piece went that is seen on the goal."""
        before, after = way.game.position.pieces.codes, step.game.position.pieces.codes
        still = 0
        lost = step.consequences.lost | (
            step.consequences.handling.taken if step.action.kind is ActionKind.CLAIM else 0
        )
        for cell in cells_of(lost):
            if before[cell] and before[cell] == self.goal[cell] != after[cell]:
                is_own = before[cell] == self.colour
                if not is_own and not self.forgiving:
                    return None  # an enemy piece that went does not come back
                still |= 1 << cell
        left = way.left_standing | still if self.forgiving else 0
        return Way((*way.steps, step), step.game, left)

    def needs_too_much(self, way: Way) -> bool:
        """Whether more own pieces are missing than actions are left."""
        codes, accounts = way.game.position.pieces.codes, way.game.accounts
        missing = sum(
            wanted & COLOUR_BITS == self.colour
            and code != wanted
            and not way.left_standing >> cell & 1
            for cell, (code, wanted) in enumerate(zip(codes, self.goal, strict=True))
        )
        used = max(found.bit_count() for found in accounts.spent)
        return missing > len(accounts.entitlements) - used

    def keep_nearest(self, way: Way) -> None:
        if self.nearest is None or self.difference(way) < self.difference(self.nearest):
            self.nearest = way

    def difference(self, way: Way) -> int:
        codes = way.game.position.pieces.codes
        return sum(code != wanted for code, wanted in zip(codes, self.goal, strict=True))


def lawful_ways(game: PalanqueeTurn, goal: bytes, *, quickly: bool = False) -> list[Way]:
    """The ways by which a turn leads to a board, codes of pieces, shortest first.

    Of ways that leave all players the same reserves only the shortest is kept. Roundabout ways are
    looked for only where there is no straight one, and not at all ``quickly``. Of 6,000 crowded
    turns that were played by chance four are not found.
    """
    colour = game.position.colour
    searches = [_WaySearch(goal, colour, most=QUICK_TRIES if quickly else MOST_TRIES)]
    if not quickly:
        searches.append(_WaySearch(goal, colour, detours=True))
        searches.append(_WaySearch(goal, colour, straying=True, most=STRAYING_TRIES))
    for search in searches:
        kept: dict[object, Way] = {}
        for way in search.ways(Way((), game)):
            kept.setdefault(way.game.position.reserve, way)
        if kept:
            return list(kept.values())
    return []


def whole_way(game: PalanqueeTurn, shorter: Way) -> Way | None:
    """A way to the same board and reserves on which every action was used, where the shortest one
    leaves some: of its actions some cancel out, or two of them look like one."""
    start = Way((), game)
    search = _WaySearch(shorter.game.position.pieces.codes, game.position.colour)
    # What leaves no trace can mostly come first: straight ways, and those after any one action.
    for first in chain([start], search.onward(start, game.legal_actions())):
        for way in search.ways(first):
            same = way.game.position.reserve == shorter.game.position.reserve
            if same and not way.game.owed:
                return way
    return None


def forgetful_way(game: PalanqueeTurn, goal: bytes) -> tuple[Way | None, Way]:
    """The shortest way on which taken pieces were left standing, and the nearest one. The nearest
    way is the one that leaves the fewest differences, where none leads there."""
    search = _WaySearch(goal, game.position.colour, forgiving=True)
    start = Way((), game)
    found = next(search.ways(start), None)
    nearest = search.nearest
    if nearest is None or search.difference(start) <= search.difference(nearest):
        nearest = start
    return found, nearest


def _lays(
    game: PalanqueeTurn, goal: bytes, missing: list[int], lifted: int
) -> Iterator[PalanqueeAction]:
    position = game.position
    for cell in missing:
        if goal[cell] & SEED:
            yield PalanqueeAction(ActionKind.GROW, cell, None, True)
            yield PalanqueeAction(ActionKind.SOW, cell)
        else:
            yield PalanqueeAction(ActionKind.GROW, cell)
    seeds = position.pieces.seeds_of(position.colour)
    sprouts = lifted & ~seeds
    centres = set(button_centres(position.pieces.of_colour(position.colour) ^ seeds))
    for cell in missing:
        if not goal[cell] & SEED:
            for lift in cells_of(sprouts):
                yield PalanqueeAction(ActionKind.MOVE, lift, cell)
                if lift in centres:
                    yield PalanqueeAction(ActionKind.HATCH, lift, cell)


def _detours(
    game: PalanqueeTurn, missing: list[int], surplus: int, gone: int
) -> Iterator[PalanqueeAction]:
    """Actions whose own piece does not stay, but that take others along."""
    pieces, colour = game.position.pieces, game.position.colour
    own_sprouts = pieces.of_colour(colour) & ~pieces.seeds_of(colour)
    wanted = gone | surplus
    if not wanted:
        return
    laying = [
        cell
        for cell in cells_of(pieces.empty & ~mask_of(missing))
        if _takes_only(game, cell, wanted)
    ]
    centres = button_centres(own_sprouts)
    for cell in laying:
        beside = NEIGHBOUR_MASKS[cell] & pieces.of_colour(colour)
        if beside:
            yield PalanqueeAction(ActionKind.GROW, cell)
        if is_saturated(pieces.occupied | 1 << cell, cell // RING):
            # A seed that goes with its column leaves no trace, but it is lost.
            yield PalanqueeAction(ActionKind.GROW, cell, None, True)
            yield PalanqueeAction(ActionKind.SOW, cell)
        for lift in cells_of(own_sprouts):
            if beside:
                yield PalanqueeAction(ActionKind.MOVE, lift, cell)
            elif lift in centres and WITHIN_FIVE[lift] >> cell & 1:
                yield PalanqueeAction(ActionKind.HATCH, lift, cell)
    for cell in cells_of(own_sprouts & ~surplus):
        lost = consequences(pieces, Handling(colour, 1 << cell)).lost
        if lost and not lost & ~wanted:
            yield PalanqueeAction(ActionKind.PRUNE, cell)
            for to in missing:
                yield PalanqueeAction(ActionKind.MOVE, cell, to)


def _strays(game: PalanqueeTurn, missing: list[int], surplus: int) -> Iterator[PalanqueeAction]:
    """Pieces that go on from where they were laid, or die there; others lifted to make room."""
    pieces, colour = game.position.pieces, game.position.colour
    own_sprouts = pieces.of_colour(colour) & ~pieces.seeds_of(colour)
    centres = set(button_centres(own_sprouts))
    empty = pieces.empty & ~mask_of(missing)
    near = [cell for cell in cells_of(empty) if NEIGHBOUR_MASKS[cell] & pieces.occupied]
    for lift in cells_of(own_sprouts):
        for cell in near if surplus >> lift & 1 else missing:
            yield PalanqueeAction(ActionKind.MOVE, lift, cell)
            if lift in centres and WITHIN_FIVE[lift] >> cell & 1:
                yield PalanqueeAction(ActionKind.HATCH, lift, cell)


def _takes_only(game: PalanqueeTurn, cell: int, wanted: int) -> bool:
    """Whether a piece laid on a cell captures or saturates, and nothing that is to stay."""
    pieces, colour = game.position.pieces, game.position.colour
    captured = mask_of(
        other for line in captured_lines(pieces.codes, cell, colour) for other in line.cells
    )
    if captured:
        return not captured & ~wanted
    return is_saturated(pieces.occupied | 1 << cell, cell // RING)
