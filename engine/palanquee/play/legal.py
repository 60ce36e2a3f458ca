"""All legal actions, found without playing each one.

To see what an action isolates takes long, and matters only where the laid piece would stand in a
line that an enemy captures. Three facts make most actions cheap:

- Taking pieces away never creates such a line: a cell that is safe for a new piece is safe for one
  lifted elsewhere.
- A threatening line goes only if one of its pieces goes.
- Lifting a sprout takes along only seedless parts of its own group, and parasites that touch those
  cells (or feed on such parasites).
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from ..position import PalanqueePosition
from ..table.board import (
    ALL_CELLS,
    NEIGHBOUR_MASKS,
    WITHIN_FIVE,
    WITHIN_TWO,
    cells_of,
    mask_of,
    union_of,
)
from ..table.pieces import SEED, joined_to, neighbours_of
from .accounts import Accounts
from .actions import ActionKind, PalanqueeAction
from .captures import captured_lines, threatening_lines
from .consequences import Handling, isolated_at_rest, settle
from .leaves import button_centres
from .rules import PalanqueeRefusal, living_enemies, living_groups, plan


class ActingMoment(Protocol):
    """What a turn shows of itself to who looks for its legal actions: see `PalanqueeTurn`."""

    @property
    def position(self) -> PalanqueePosition: ...
    @property
    def accounts(self) -> Accounts: ...
    @property
    def hatched(self) -> int: ...
    def attempt(self, action: PalanqueeAction, payers: int) -> object: ...


class ActingRight(enum.Enum):
    """Whether a group may act: not at all, if no used leaf is touched, or freely."""

    NONE = 0
    CAREFUL = 1
    FREE = 2


@dataclass(frozen=True)
class Landing:
    """What happens to a piece that is added on a cell, with nothing lifted.

    ``threatened`` is what it would be without its captures. ``threats`` are the sets of cells,
    ends included, of the lines that still threaten it after them; ``capturing_ends`` are the own
    pieces that help it capture.
    """

    threatened: bool
    captures: bool
    threats: tuple[int, ...] = ()
    capturing_ends: int = 0


def iterate_legal(game: ActingMoment, payers: int = -1) -> Iterator[PalanqueeAction]:
    """Every legal next action, in no order. ``payers`` leaves only some entitlements, as bits."""
    return _ActionSearch(game, payers).actions()


class _ActionSearch:
    """The legal actions of one moment, with what they share worked out once."""

    def __init__(self, game: ActingMoment, payers: int) -> None:
        self.game = game
        self.payers = payers
        self.position = game.position
        self.pieces = game.position.pieces
        self.codes = self.pieces.codes
        self.colour = game.position.colour
        self.own = self.pieces.of_colour(self.colour)
        self.seeds = self.pieces.seeds_of(self.colour)
        self.enemies = self.pieces.occupied & ~self.own
        self.groups = living_groups(self.position)
        self.known: dict[tuple[int, int, bool], Landing] = {}

    def actions(self) -> Iterator[PalanqueeAction]:
        """All of them."""
        for group in self.groups:
            right = self.right(group)
            if right is not ActingRight.NONE:
                yield from self._checked(self._prune(group), right)
        yield from self._grow(seed=False)
        yield from self._grow(seed=True)
        yield from self._sow()
        for group in self.groups:
            if (group & self.seeds).bit_count() > 1:
                yield from self._harvest(group)
            right = self.right(group)
            if right is not ActingRight.NONE:
                yield from self._checked(self._move(group), right)
                yield from self._checked(self._hatch(group), right)

    # -- what is paid how

    def right(self, acting: int, handles_seed: bool = False) -> ActingRight:
        """Whether a group can pay for an action, and whether leaves matter for it."""
        accounts = self.game.accounts
        payers = accounts.payers(acting, handles_seed) & self.payers
        if not payers or not accounts.can_pay(payers):
            return ActingRight.NONE
        if not accounts.leaves or accounts.can_pay(payers, without=accounts.leaves):
            return ActingRight.FREE
        return ActingRight.CAREFUL

    def _checked(
        self, actions: Iterator[PalanqueeAction], right: ActingRight
    ) -> Iterator[PalanqueeAction]:
        if right is ActingRight.FREE:
            return actions
        return (
            action
            for action in actions
            if not isinstance(self.game.attempt(action, self.payers), PalanqueeRefusal)
        )

    # -- the six kinds

    def _prune(self, group: int) -> Iterator[PalanqueeAction]:
        for cell in cells_of(group & ~self.seeds):
            yield PalanqueeAction(ActionKind.PRUNE, cell)

    def _grow(self, *, seed: bool) -> Iterator[PalanqueeAction]:
        reserve = self.position.own_reserve
        if not (reserve.seeds if seed else reserve.sprouts):
            return
        beside = {ActingRight.FREE: 0, ActingRight.CAREFUL: 0, ActingRight.NONE: 0}
        for group in self.groups:
            if group & self.seeds or not seed:
                beside[self.right(group, seed)] |= neighbours_of(group) & self.open
        code = self.colour + SEED * seed
        for right in (ActingRight.FREE, ActingRight.CAREFUL):
            cells = beside[right] & ~(
                beside[ActingRight.FREE] if right is ActingRight.CAREFUL else 0
            )
            found = (
                PalanqueeAction(ActionKind.GROW, cell, None, seed)
                for cell in cells_of(cells)
                if self._may_be_added(cell, code)
            )
            yield from self._checked(found, right)

    def _sow(self) -> Iterator[PalanqueeAction]:
        accounts = self.game.accounts
        payers = accounts.sowing_payers() & self.payers
        if not self.position.own_reserve.seeds or not accounts.can_pay(payers):
            return
        free = accounts.can_pay(payers, without=accounts.leaves)
        found = (
            PalanqueeAction(ActionKind.SOW, cell)
            for cell in cells_of(self.open)
            if self._may_be_added(cell, self.colour | SEED)
        )
        yield from self._checked(found, ActingRight.FREE if free else ActingRight.CAREFUL)

    def _harvest(self, group: int) -> Iterator[PalanqueeAction]:
        right = self.right(group, handles_seed=True)
        if right is ActingRight.NONE:
            return
        found = (PalanqueeAction(ActionKind.HARVEST, cell) for cell in cells_of(group & self.seeds))
        possible = (
            action
            for action in found
            if not isinstance(plan(self.position, 0, action), PalanqueeRefusal)
        )
        yield from self._checked(possible, right)

    def _move(self, group: int) -> Iterator[PalanqueeAction]:
        safe = self._safe_cells
        beside = beside_two = 0  # the cells that touch one piece of the group, and two
        for cell in cells_of(group):
            beside_two |= beside & NEIGHBOUR_MASKS[cell]
            beside |= NEIGHBOUR_MASKS[cell]
        for cell in cells_of(group & ~self.seeds):
            if group ^ 1 << cell:
                targets = self.open & (beside_two | beside & ~NEIGHBOUR_MASKS[cell])
            else:
                targets = NEIGHBOUR_MASKS[cell] & self.open & neighbours_of(self.enemies)
            for to in cells_of(targets & safe):
                yield PalanqueeAction(ActionKind.MOVE, cell, to)
            doubtful = targets & ~safe
            if doubtful:
                gone = self._may_vanish(group, cell)
                for to in cells_of(doubtful):
                    landing = self._landing(to, self.colour)
                    if self._holds(self._handling(cell, to), landing, gone):
                        yield PalanqueeAction(ActionKind.MOVE, cell, to)

    def _hatch(self, group: int) -> Iterator[PalanqueeAction]:
        if group & self.game.hatched:
            return
        for cell in button_centres(group & ~self.seeds):
            for to in cells_of(WITHIN_FIVE[cell] & self._hosts):
                handling = self._handling(cell, to, hatched=True)
                landing = self._landing(to, self.colour, hatched=True)
                if self._holds(handling, landing, 1 << cell):
                    yield PalanqueeAction(ActionKind.HATCH, cell, to)

    # -- cells

    @cached_property
    def open(self) -> int:
        """The empty cells on which a piece may be laid: in the first turns far from enemies."""
        if not self.position.careful:
            return self.pieces.empty
        return self.pieces.empty & ~union_of(WITHIN_TWO[enemy] for enemy in cells_of(self.enemies))

    @cached_property
    def _hosts(self) -> int:
        """The cells on which a hatched sprout may land."""
        hosts = neighbours_of(living_enemies(self.position)) & ALL_CELLS
        return self.open & hosts & ~neighbours_of(self.own)

    @cached_property
    def _safe_cells(self) -> int:
        """Open cells beside own pieces where any sprout may be laid, whatever it captures."""
        return mask_of(
            cell
            for cell in cells_of(self.open & neighbours_of(self.own))
            if self._is_safe(self._landing(cell, self.colour))
        )

    def _is_safe(self, landing: Landing) -> bool:
        return not landing.threatened and not (landing.captures and self.position.before_capture)

    # -- what happens to a piece on a cell

    def _landing(self, cell: int, code: int, hatched: bool = False) -> Landing:
        key = (cell, code, hatched)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._find_landing(cell, code, hatched)
        return found

    def _find_landing(self, cell: int, code: int, hatched: bool) -> Landing:
        threats = threatening_lines(self.codes, cell, self.colour)
        if not threats and not self.position.before_capture:
            return Landing(False, False)
        lines = captured_lines(self.codes, cell, self.colour)
        ends = mask_of(end for line in lines for end in line.ends) & ~(1 << cell)
        threatened = bool(threats)
        if threatened and (lines or not self._at_rest):
            handling = Handling(self.colour, laid=cell, code=code, as_parasite=hatched)
            threats = list(settle(self.pieces, handling)[1])
        return Landing(
            threatened,
            bool(lines),
            tuple(mask_of(line.cells) | mask_of(line.ends) for line in threats),
            ends,
        )

    @cached_property
    def _at_rest(self) -> bool:
        return not isolated_at_rest(self.pieces)

    def _handling(self, cell: int, to: int, hatched: bool = False) -> Handling:
        parasite = hatched or bool(self.pieces.parasites >> cell & 1)
        return Handling(self.colour, 1 << cell, to, self.colour, parasite)

    def _may_be_added(self, cell: int, code: int) -> bool:
        landing = self._landing(cell, code)
        if landing.threats:
            return False
        if not landing.captures or self.position.before_capture is None:
            return True
        handling = Handling(self.colour, laid=cell, code=code)
        return not self._repeats(handling)

    def _holds(self, handling: Handling, landing: Landing, gone: int) -> bool:
        """Whether a lifted piece may be laid; ``gone`` are the cells that the lifting may empty."""
        same_captures = not landing.capturing_ends & handling.taken
        if not landing.threatened or (same_captures and not landing.threats):
            return not (landing.captures and self._repeats(handling))
        if same_captures and self._at_rest and any(not line & gone for line in landing.threats):
            return False
        codes, threats = settle(self.pieces, handling)
        return not threats and not (landing.captures and codes == self.position.before_capture)

    def _repeats(self, handling: Handling) -> bool:
        before = self.position.before_capture
        if before is None or handling.laid is None or before[handling.laid] != handling.code:
            return False
        if any(before[cell] for cell in cells_of(handling.taken)):
            return False
        return settle(self.pieces, handling)[0] == before

    def _may_vanish(self, group: int, cell: int) -> int:
        """All cells that lifting a sprout of a group may empty; rather too many than too few. Among
        them are the cells where the sprout, laid again, may go with a part cut off."""
        rest = group ^ 1 << cell
        cut_off = rest & ~joined_to(rest & self.seeds, rest) if group & self.seeds else group
        gone = 1 << cell | cut_off | neighbours_of(cut_off)
        if neighbours_of(1 << cell | cut_off) & self.pieces.seedless:
            gone |= self.pieces.seedless
        return gone
