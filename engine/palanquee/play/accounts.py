"""Who may act how often in a turn: entitlements, where they lie, and which may have been used.

Every seed that stood at the start of the turn, every leaf and every parasite is one entitlement;
it lies where its seed, leaf or parasite lies, whatever merges or comes apart (rules, Palanquée 3).
An action names no account: a sequence is legal when each action can be paid by another entitlement
that lay in the acting group at that moment. So the accounts keep *every* set of entitlements that
may have paid for the actions so far.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from functools import cached_property

from ..table.board import ALL_CELLS, cells_of, mask_of
from ..table.pieces import Pieces
from .leaves import leaves_in

#: Extra actions of one plant or parasite, as it stood at the start of the turn (Palanquée 14).
MOST_EXTRA_ACTIONS = 2


class Source(enum.Enum):
    """What entitles to an action. START is the seed that a player with nothing sows."""

    SEED = "seed"
    PARASITE = "parasite"
    LEAF = "leaf"
    START = "start"


@dataclass(frozen=True)
class Entitlement:
    """One action in store. ``group`` numbers the group that held it at the start of the turn."""

    source: Source
    group: int


@dataclass(frozen=True)
class Accounts:
    """The entitlements of a turn, after some of its actions.

    ``places[n]`` are the cells where entitlement n lies now, none once it is lost. ``spent`` holds
    every set of entitlements, as bits, that may have paid for the actions so far.
    """

    entitlements: tuple[Entitlement, ...] = ()
    places: tuple[int, ...] = ()
    spent: frozenset[int] = frozenset({0})

    @classmethod
    def of_turn(cls, pieces: Pieces, colour: int) -> Accounts:
        """What a player is entitled to at the start of a turn."""
        entitlements, places = [], []
        groups = pieces.groups_of(colour)
        if not groups:
            return cls((Entitlement(Source.START, 0),), (0,))
        seeds = pieces.seeds_of(colour)
        for number, group in enumerate(groups):
            own_seeds = group & seeds
            if own_seeds:
                for seed in cells_of(own_seeds):
                    entitlements.append(Entitlement(Source.SEED, number))
                    places.append(1 << seed)
            elif group & pieces.parasites:
                entitlements.append(Entitlement(Source.PARASITE, number))
                places.append(group)
            else:
                continue  # isolated on a board that is not at rest
            for leaf in leaves_in(group ^ own_seeds):
                entitlements.append(Entitlement(Source.LEAF, number))
                places.append(leaf)
        return cls(tuple(entitlements), tuple(places))

    @cached_property
    def leaves(self) -> int:
        """The entitlements, as bits, that are leaves."""
        return self._of(Source.LEAF)

    def _of(self, source: Source) -> int:
        return mask_of(n for n, found in enumerate(self.entitlements) if found.source is source)

    def payers(self, acting: int, handles_seed: bool = False) -> int:
        """The entitlements, as bits, that lie in a set of cells and may pay for an action there.
        Extra actions and parasites' actions may not place or take a seed."""
        lying = mask_of(n for n, place in enumerate(self.places) if place & acting)
        return lying & self._of(Source.SEED) if handles_seed else lying

    def sowing_payers(self) -> int:
        """The entitlements that may pay for a sowing: any seed's that is still on the board."""
        return self._of(Source.START) | self.payers(ALL_CELLS, handles_seed=True)

    def touched(self, cells: int) -> int:
        """The leaves, as bits, that lose one of these cells."""
        return self.leaves & self.payers(cells)

    def pay(self, payers: int, touched: int = 0) -> frozenset[int]:
        """What may have been spent after one more action; nothing where it cannot be paid.

        ``touched`` are the leaves that the action touches: none of them may have been used, nor
        pay for it.
        """
        paid = set()
        for used in self.spent:
            if used & touched:
                continue
            for number in cells_of(payers & ~used & ~touched):
                if self._may_join(number, used):
                    paid.add(used | 1 << number)
        return frozenset(paid)

    def can_pay(self, payers: int, without: int = 0) -> bool:
        """Whether an action that touches no leaf can be paid, leaving aside some entitlements."""
        return any(
            self._may_join(number, used)
            for used in self.spent
            if not used & without
            for number in cells_of(payers & ~used & ~without)
        )

    def _may_join(self, number: int, used: int) -> bool:
        """Whether a leaf may be used beside others: disjoint, at most two of its group."""
        found = self.entitlements[number]
        if found.source is not Source.LEAF:
            return True
        siblings = [
            other
            for other in cells_of(used & self.leaves)
            if self.entitlements[other].group == found.group
        ]
        return len(siblings) < MOST_EXTRA_ACTIONS and not any(
            self.places[other] & self.places[number] for other in siblings
        )

    def after(
        self, spent: frozenset[int], stays: int, laid: int, lifted: int, grown_on: int
    ) -> Accounts:
        """The accounts after an action that was paid. All but ``spent`` are sets of cells.

        ``stays``: cells that this colour held all along. ``laid``: the cell of the laid piece, if
        it still stands. ``lifted``: where it came from. ``grown_on``: the seedless groups that it
        was added to; a parasite lies wherever its sprouts are.
        """
        places = []
        for found, place in zip(self.entitlements, self.places, strict=True):
            kept = place & stays
            if found.source is Source.LEAF and kept != place:
                kept = 0
            elif found.source is Source.PARASITE and place & (lifted | grown_on):
                kept |= laid
            places.append(kept)
        return replace(self, places=tuple(places), spent=spent)

    def most_left(self, live: int) -> int:
        """How many of the ``live`` entitlements, as bits, can still be used beside those spent."""
        return max(self._left(used, live).bit_count() for used in self.spent)

    def unused(self, live: int) -> int:
        """The ``live`` entitlements that are left, as many of them leaves as can be."""
        return min(
            (self._left(used, live) for used in self.spent),
            key=lambda left: ((left & ~self.leaves).bit_count(), left),
        )

    def _left(self, used: int, live: int) -> int:
        """A largest set of live entitlements that can still be used beside the used ones."""
        left = live & ~used & ~self.leaves
        by_group: dict[int, list[int]] = {}
        for number in cells_of(live & self.leaves & ~used):
            if self._may_join(number, used):
                by_group.setdefault(self.entitlements[number].group, []).append(number)
        for leaves in by_group.values():
            left |= self._most_leaves(leaves, used)
        return left

    def _most_leaves(self, leaves: list[int], used: int) -> int:
        for place, first in enumerate(leaves):
            for second in leaves[place + 1 :]:
                if self._may_join(second, used | 1 << first):
                    return 1 << first | 1 << second
        return 1 << leaves[0]
