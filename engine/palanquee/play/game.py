"""A game of Palanquée: one moment of a turn, and everything that may be played from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..position import Forgotten, PalanqueeOutcome, PalanqueePosition, Reserve
from ..table.board import cell_name, cells_of, names_of
from ..table.pieces import NUMBERS, SEED, Pieces
from .accounts import Accounts, Source
from .actions import ActionError, ActionKind, PalanqueeAction
from .consequences import Consequences, Handling, consequences
from .legal import iterate_legal
from .rules import (
    ActionPlan,
    IllegalPalanqueeAction,
    PalanqueeRefusal,
    PalanqueeRule,
    plan,
    precedence_refusal,
    refuse,
)


@dataclass(frozen=True)
class PlayedAction:
    """An action that was played and what it caused."""

    action: PalanqueeAction
    consequences: Consequences
    game: PalanqueeTurn

    def to_json(self) -> dict[str, Any]:
        """The action and what it took, in letters."""
        return {"action": str(self.action), "legal": True} | self.consequences.to_json()


@dataclass(frozen=True)
class PalanqueeTurn:
    """One moment of a game. Every action gives a new one; begin with :meth:`start`.

    ``position`` is the board as it stands, ``actions`` what was played in this turn, claims
    included. ``hatched`` are the pieces of plants that have hatched in this turn, and
    ``before_capture`` the board before its last capturing action.
    """

    position: PalanqueePosition
    accounts: Accounts
    actions: tuple[PalanqueeAction, ...] = ()
    hatched: int = 0
    before_capture: bytes | None = None

    @classmethod
    def start(cls, players: Sequence[str]) -> PalanqueeTurn:
        """The empty board. Raises PositionError where these are no two to five colours."""
        return cls.at(PalanqueePosition.start(players))

    @classmethod
    def at(cls, position: PalanqueePosition) -> PalanqueeTurn:
        """The start of a turn of a game that goes on from a position."""
        return cls(position, Accounts.of_turn(position.pieces, position.colour))

    @property
    def begun(self) -> bool:
        """Whether the player on turn has acted: then nothing can be claimed any more."""
        return any(action.kind is not ActionKind.CLAIM for action in self.actions)

    @property
    def outcome(self) -> PalanqueeOutcome | None:
        """How the game ended, None while it goes on."""
        return self.position.outcome

    def attempt(
        self, action: PalanqueeAction | str, payers: int = -1
    ) -> PlayedAction | PalanqueeRefusal:
        """Play an action, or say which rule it breaks first. ``payers`` is the bit
        set of the entitlements that may pay for it; -1 for all."""
        if isinstance(action, str):
            text = action
            try:
                action = PalanqueeAction.from_text(text)
            except ActionError:
                return refuse(PalanqueeRule.FORMAT, "format", text=text)
        if action.kind is ActionKind.CLAIM:
            return self._claim(action)
        planned = plan(self.position, self.hatched, action)
        return (
            planned if isinstance(planned, PalanqueeRefusal) else self._act(action, planned, payers)
        )

    def play(self, action: PalanqueeAction | str) -> PalanqueeTurn:
        """The turn after an action. Raises IllegalPalanqueeAction."""
        step = self.attempt(action)
        if isinstance(step, PalanqueeRefusal):
            raise IllegalPalanqueeAction(step)
        return step.game

    def play_all(self, actions: Iterable[PalanqueeAction | str]) -> PalanqueeTurn:
        """The turn after some more of its actions. Raises IllegalPalanqueeAction."""
        game = self
        for action in actions:
            game = game.play(action)
        return game

    def legal_actions(self) -> list[PalanqueeAction]:
        """Every legal next action of the turn, claims apart."""
        return [] if self.outcome else list(iterate_legal(self))

    def legal_claims(self) -> list[PalanqueeAction]:
        """What opponents may claim before the first action (rules, Palanquée 5)."""
        if self.begun or self.outcome:
            return []
        pieces = self.position.pieces
        return [
            PalanqueeAction(ActionKind.CLAIM, cell)
            for forgotten in self.position.forgotten
            for cell in cells_of(forgotten.cells & pieces.occupied)
        ]

    @property
    def owed(self) -> int:
        """How many actions are still due on the board as it stands."""
        return 0 if self.outcome else self.accounts.most_left(self._live)

    @property
    def owed_by_group(self) -> dict[int, int]:
        """How many actions are still due to each of the mover's groups that have some."""
        counts: dict[int, int] = {}
        if self.outcome:
            return counts
        for number in cells_of(self.accounts.unused(self._live)):
            place = self.accounts.places[number]
            if place:
                group = self.position.pieces.group_at(next(cells_of(place)))
                counts[group] = counts.get(group, 0) + 1
        return counts

    @cached_property
    def _live(self) -> int:
        """The entitlements, as bits, that could pay for a legal action now."""
        return sum(
            1 << number
            for number in range(len(self.accounts.entitlements))
            if any(True for _ in iterate_legal(self, 1 << number))
        )

    def payers_of(self, planned: ActionPlan) -> int:
        """The entitlements, as bits, that may pay for a planned action."""
        if planned.sowing:
            return self.accounts.sowing_payers()
        return self.accounts.payers(planned.acting, planned.handles_seed)

    def end_turn(self) -> PalanqueeTurn:
        """The next player's turn. What is owed has been forgotten then, and may be claimed."""
        position = self.position
        turns = list(position.turns)
        turns[position.index] += 1
        return PalanqueeTurn.at(
            replace(
                position,
                to_move=position.next_player,
                turns=tuple(turns),
                before_capture=self.before_capture,
                forgotten=() if self.outcome else tuple(self._forgotten()),
            )
        )

    def _act(
        self, action: PalanqueeAction, planned: ActionPlan, allowed: int
    ) -> PlayedAction | PalanqueeRefusal:
        payers = self.payers_of(planned) & allowed
        spent = self.accounts.pay(payers)
        if not spent:
            return self._unpaid(action, planned)
        handling = planned.handling
        found = consequences(self.position.pieces, handling)
        touched = self.accounts.touched(handling.taken | found.lost)
        if touched:
            spent = self.accounts.pay(payers, touched)
            if not spent:
                return self._leaf_refusal(touched)
        if found.threats:
            return precedence_refusal(handling.laid or 0, found.threats[0])
        if found.captures and found.settled.codes == self.position.before_capture:
            return refuse(PalanqueeRule.REPETITION, "repetition", *cells_of(found.captured))
        if self.outcome:
            return refuse(PalanqueeRule.OVER, "over")
        return PlayedAction(action, found, self._after(action, planned, found, spent))

    def _after(
        self,
        action: PalanqueeAction,
        planned: ActionPlan,
        found: Consequences,
        spent: frozenset[int],
    ) -> PalanqueeTurn:
        handling, before = planned.handling, self.position.pieces
        stays = before.of_colour(handling.colour) & ~handling.taken & ~found.lost
        laid = 0 if handling.laid is None else 1 << handling.laid & ~found.lost
        hatched = self.hatched & stays
        if action.kind is ActionKind.HATCH:
            hatched |= planned.acting & stays
        elif planned.acting & self.hatched:
            hatched |= laid
        accounts = self.accounts.after(
            spent,
            stays,
            0 if action.kind is ActionKind.HATCH else laid,
            handling.taken,
            planned.grown_on,
        )
        own_seeds = (action.kind is ActionKind.HARVEST) - action.lays_seed
        return replace(
            self,
            position=replace(
                self.position,
                pieces=found.after,
                reserve=self._reserve(found.after, own_seeds),
                forgotten=(),
            ),
            accounts=accounts,
            actions=(*self.actions, action),
            hatched=hatched,
            before_capture=before.codes if found.captures else self.before_capture,
        )

    def _reserve(self, after: Pieces, own_seeds: int = 0) -> tuple[Reserve, ...]:
        """The reserves once sprouts that left the board are back, and own seeds came or went."""
        before = self.position.pieces
        return tuple(
            Reserve(
                reserve.seeds + own_seeds * (player == self.position.to_move),
                reserve.sprouts
                + before.codes.count(NUMBERS[player])
                - after.codes.count(NUMBERS[player]),
            )
            for player, reserve in zip(self.position.players, self.position.reserve, strict=True)
        )

    def _leaf_refusal(self, touched: int) -> PalanqueeRefusal:
        cells = self.accounts.places[next(cells_of(touched))]
        return refuse(PalanqueeRule.LEAF, "leaf", *cells_of(cells), cells=tuple(names_of(cells)))

    def _claim(self, action: PalanqueeAction) -> PlayedAction | PalanqueeRefusal:
        position, cell = self.position, action.cell
        code = position.pieces.codes[cell]
        is_parasite = bool(position.pieces.parasites >> cell & 1)
        if not code or code & 7 == position.colour or not (code & SEED or is_parasite):
            return refuse(PalanqueeRule.PIECE, "no_claim_piece", cell, cell=cell_name(cell))
        if self.begun:
            return refuse(PalanqueeRule.ACTIONS, "claim_late", cell)
        owed = next((one for one in position.forgotten if one.cells >> cell & 1), None)
        if owed is None:
            return refuse(PalanqueeRule.ACTIONS, "nothing_owed", cell, cell=cell_name(cell))
        if self.outcome:
            return refuse(PalanqueeRule.OVER, "over")
        taken = position.pieces.group_at(cell) if is_parasite else 1 << cell
        found = consequences(position.pieces, Handling(position.colour, taken))
        left = owed.cells & ~taken & ~found.lost
        forgotten = [one for one in position.forgotten if one is not owed]
        if owed.count > 1 and left:
            forgotten.append(Forgotten(left, owed.count - 1))
        after = replace(
            position,
            pieces=found.after,
            reserve=self._reserve(found.after),
            forgotten=tuple(forgotten),
        )
        return PlayedAction(
            action, found, replace(PalanqueeTurn.at(after), actions=(*self.actions, action))
        )

    def _forgotten(self) -> Iterator[Forgotten]:
        """What may be claimed of the player who ends the turn now, plant by plant."""
        pieces, colour = self.position.pieces, self.position.colour
        counts: dict[int, int] = {}
        unused = self.accounts.unused(self._live) & ~self.accounts.leaves
        for number in cells_of(unused):
            if self.accounts.entitlements[number].source is not Source.START:
                group = pieces.group_at(next(cells_of(self.accounts.places[number])))
                counts[group] = counts.get(group, 0) + 1
        for group, count in counts.items():
            seeds = group & pieces.seeds_of(colour)
            yield Forgotten(seeds or group, count if seeds else 1)

    def _unpaid(self, action: PalanqueeAction, planned: ActionPlan) -> PalanqueeRefusal:
        if planned.sowing:
            sources = {one.source for one in self.accounts.entitlements}
            had_seeds = sources & {Source.SEED, Source.START}
            key = "no_sowing_left" if had_seeds else "no_plant_to_sow"
            return refuse(PalanqueeRule.ACTIONS, key, colour=self.position.to_move)
        key = "no_seed_action_left" if planned.handles_seed else "no_action_left"
        return refuse(
            PalanqueeRule.ACTIONS,
            key,
            action.cell,
            *cells_of(planned.acting),
            cell=cell_name(action.cell),
        )
