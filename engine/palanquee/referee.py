"""The referee: two boards one after the other, and the turn that was played between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..phrases import Phrase
from .actions import Action, Kind
from .answers import step_json
from .between import Way, forgetful_way, lawful_ways
from .board import COLUMNS, NEIGHBOURS, cell_name, cells_of, mask_of, names_of
from .game import Game
from .leaves import button_centres
from .pieces import COLOUR_BITS, COLOURS, SEED, Pieces
from .position_json import position_to_json
from .rules import Refusal
from .status import status


@dataclass(frozen=True)
class Finding:
    """Something to say of what was seen, and the cells that it speaks of.

    ``level`` is one of fine, info, wrong and win; ``rule`` is the rule that was broken.
    """

    level: str
    phrase: Phrase
    cells: tuple[int, ...] = ()
    rule: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The finding as plain JSON."""
        return {
            "level": self.level,
            "sentence": str(self.phrase),
            "cells": [cell_name(cell) for cell in self.cells],
        } | ({} if self.rule is None else {"rule": self.rule})


@dataclass(frozen=True)
class Verdict:
    """What was played between two boards, or what is wrong.

    ``ways`` are the lawful turns that lead from one to the other, shortest first: more than one
    only where they differ in who loses what.
    """

    before: Game
    seen: Pieces
    ways: tuple[Way, ...] = ()
    wrong: tuple[Finding, ...] = field(default_factory=tuple)

    @property
    def legal(self) -> bool:
        """Whether the board follows from actions that the rules allow."""
        return bool(self.ways)

    @property
    def settled(self) -> bool:
        """Whether it is legal, whole, and nothing is left to ask."""
        return len(self.ways) == 1 and self.owed == 0

    @property
    def actions(self) -> tuple[Action, ...]:
        """What was played, on the shortest way."""
        return self.ways[0].actions if self.ways else ()

    @property
    def after(self) -> Game | None:
        """The game with that played, still in its turn; None where that is not known."""
        return self.ways[0].game if len(self.ways) == 1 else None

    @property
    def owed(self) -> int:
        """How many actions are still due."""
        return self.ways[0].game.owed if self.ways else 0

    @property
    def claims(self) -> list[Action]:
        """What opponents may claim if the turn ends here."""
        return self.ways[0].game.end_turn().claims() if self.ways and self.owed else []

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that is to be said, in the order in which players want to hear it."""
        return tuple(self._findings()) if self.ways else self.wrong

    @property
    def sentences(self) -> tuple[Phrase, ...]:
        """All that is to be said, without the cells."""
        return tuple(found.phrase for found in self.findings)

    def __str__(self) -> str:
        return "\n".join(map(str, self.sentences))

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON; ``position`` is the one after the turn so far."""
        return {
            "game": "palanquee",
            "legal": self.legal,
            "settled": self.settled,
            "mover": self.before.position.to_move,
            "actions": [str(action) for action in self.actions],
            "steps": [step_json(step) for step in self.ways[0].steps] if self.ways else [],
            "ways": [[str(action) for action in way.actions] for way in self.ways],
            "owed": self.owed,
            "claims": [str(claim) for claim in self.claims],
            "over": self.after is not None and self.after.outcome is not None,
            "winner": self._winner,
            "findings": [found.to_json() for found in self.findings],
            "sentences": [str(sentence) for sentence in self.sentences],
            "position": None if self.after is None else position_to_json(self.after.position),
        }

    @property
    def _winner(self) -> str | None:
        outcome = None if self.after is None else self.after.outcome
        return None if outcome is None else outcome.winner

    def _findings(self) -> Iterator[Finding]:
        mover = self.before.position.to_move
        for way in self.ways:
            texts = tuple(str(action) for action in way.actions)
            cells = tuple(
                step.action.cell if step.action.to is None else step.action.to for step in way.steps
            )
            if texts:
                phrase = Phrase("palanquee_played", {"colour": mover, "actions": texts})
                yield Finding("fine", phrase, cells)
            else:
                yield Finding("info", Phrase("palanquee_nothing_played", {"colour": mover}))
            yield from _taken(way)
        if len(self.ways) > 1:
            yield Finding("unsure", Phrase("palanquee_several_ways"))
            return
        if self.owed:
            yield Finding("info", Phrase("palanquee_owed", {"count": self.owed, "colour": mover}))
            claimed = tuple(cell_name(claim.cell) for claim in self.claims)
            if claimed:
                cells = tuple(claim.cell for claim in self.claims)
                yield Finding("info", Phrase("palanquee_may_claim", {"cells": claimed}), cells)
        outcome = self.ways[0].game.outcome
        if outcome is not None and outcome.winner is not None:
            yield Finding("win", Phrase("palanquee_wins", {"colour": outcome.winner}))
        elif outcome is not None:
            yield Finding("win", Phrase("palanquee_draw"))


def judge(game: Game, seen: Pieces) -> Verdict:
    """What was played since the start of a turn, or what is wrong with the board that is seen."""
    ways = lawful_ways(game, seen.codes)
    if ways:
        return Verdict(game, seen, tuple(ways))
    return Verdict(game, seen, (), tuple(_faults(game, seen)))


def _taken(way: Way) -> Iterator[Finding]:
    for key, cells in (
        ("captured", _union(way, "captured")),
        ("isolated_now", _union(way, "isolated")),
    ):
        if cells:
            phrase = Phrase(f"palanquee_{key}", {"cells": tuple(names_of(cells))})
            yield Finding("info", phrase, tuple(cells_of(cells)))
    columns = [column for step in way.steps for column in step.consequences.saturated]
    if columns:
        letters = tuple(COLUMNS[column] for column in columns)
        yield Finding("info", Phrase("palanquee_emptied", {"columns": letters}))


def _union(way: Way, kind: str) -> int:
    cells = 0
    for step in way.steps:
        cells |= getattr(step.consequences, kind)
    return cells


# -- what is wrong


def _faults(game: Game, seen: Pieces) -> Iterator[Finding]:
    strange = list(_strange_pieces(game, seen))
    if strange:
        yield from strange
        return
    found, nearest = forgetful_way(game, seen.codes)
    if found is not None:
        yield from _left_standing(found)
        return
    yield from _unexplained(nearest, seen)


def _strange_pieces(game: Game, seen: Pieces) -> Iterator[Finding]:
    """Pieces of other players that were added: no action does that."""
    before, mover = game.position.pieces.codes, game.position.colour
    for cell, (code, now) in enumerate(zip(before, seen.codes, strict=True)):
        if now and now & COLOUR_BITS != mover and now != code:
            values = {"cell": cell_name(cell), "colour": COLOURS[(now & COLOUR_BITS) - 1]}
            yield Finding("wrong", Phrase("palanquee_not_its_turn", values), (cell,))


def _left_standing(way: Way) -> Iterator[Finding]:
    """What should have been taken from the board."""
    texts = tuple(str(action) for action in way.actions)
    for step in way.steps:
        found = step.consequences
        for key, cells in (
            ("should_be_captured", found.captured),
            ("should_be_isolated", found.isolated),
            ("should_be_saturated", found.saturated_cells),
        ):
            left = cells & way.left_standing
            if left:
                phrase = Phrase(
                    f"palanquee_{key}",
                    {"action": str(step.action), "cells": tuple(names_of(left))},
                )
                yield Finding("wrong", phrase, tuple(cells_of(left)))
    if len(texts) > 1:
        yield Finding("info", Phrase("palanquee_seems_played", {"actions": texts}))


def _unexplained(way: Way, seen: Pieces) -> Iterator[Finding]:
    """What remains unexplained after the way that leads nearest to the board that is seen."""
    game = way.game
    codes, mover = game.position.pieces.codes, game.position.colour
    if way.actions:
        texts = tuple(str(action) for action in way.actions)
        yield Finding("info", Phrase("palanquee_seems_played", {"actions": texts}))
    added = [
        c for c, now in enumerate(seen.codes) if now & COLOUR_BITS == mover and now != codes[c]
    ]
    lifted = [
        c for c, code in enumerate(codes) if code & COLOUR_BITS == mover and not seen.codes[c]
    ]
    gone = [
        c
        for c, code in enumerate(codes)
        if code and code & COLOUR_BITS != mover and seen.codes[c] != code
    ]
    yield from _refusals(game, seen, added, lifted)
    if gone:
        names = tuple(names_of(mask_of(gone)))
        yield Finding("wrong", Phrase("palanquee_gone", {"cells": names}), tuple(gone))
    for fault in status(game.position):
        yield Finding("wrong", fault.sentence, fault.cells)


def _refusals(game: Game, seen: Pieces, added: list[int], lifted: list[int]) -> Iterator[Finding]:
    """Why the pieces that the mover added or took away cannot have been played."""
    lifted = list(lifted)
    for cell in added:
        action = _likely_action(game, seen, cell, lifted)
        if action.kind in (Kind.MOVE, Kind.HATCH):
            lifted.remove(action.cell)
        yield _refusal_finding(game, action)
    for cell in lifted:
        is_seed = bool(game.position.pieces.codes[cell] & SEED)
        yield _refusal_finding(game, Action(Kind.HARVEST if is_seed else Kind.PRUNE, cell))


def _likely_action(game: Game, seen: Pieces, cell: int, lifted: list[int]) -> Action:
    """What was probably meant by a piece that the mover added."""
    pieces, colour = game.position.pieces, game.position.colour
    if pieces.codes[cell]:
        return Action(Kind.GROW, cell)  # another piece stands there: the refusal says so
    touches = any(pieces.codes[n] & COLOUR_BITS == colour for n in NEIGHBOURS[cell])
    if seen.codes[cell] & SEED:
        return Action(Kind.GROW, cell, None, True) if touches else Action(Kind.SOW, cell)
    sprouts = [c for c in lifted if not pieces.codes[c] & SEED]
    if not sprouts:
        return Action(Kind.GROW, cell)
    centres = button_centres(pieces.of_colour(colour) ^ pieces.seeds_of(colour))
    hatching = [c for c in sprouts if c in centres]
    if hatching and not touches:
        return Action(Kind.HATCH, hatching[0], cell)
    return Action(Kind.MOVE, sprouts[0], cell)


def _refusal_finding(game: Game, action: Action) -> Finding:
    found = game.attempt(action)
    if isinstance(found, Refusal):
        return Finding("wrong", found.why, found.cells, found.rule.value)
    # The action alone is legal: what follows from it is not what is seen.
    values = {"action": str(action)}
    return Finding("wrong", Phrase("palanquee_does_not_lead_there", values), (action.cell,))
