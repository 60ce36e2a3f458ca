"""The referee: two boards one after the other, and the turn that was played between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...games.findings import Finding, VerdictInWords
from ...phrases import Phrase
from ...tiles.alignment import Alignment
from ..play.actions import ActionKind, PalanqueeAction
from ..play.game import PalanqueeTurn
from ..play.leaves import button_centres
from ..play.match import END, PalanqueeMatch, palanquee_action_phrase
from ..play.rules import PalanqueeRefusal
from ..position import GAME, PalanqueePosition
from ..table.board import COLUMNS, NEIGHBOURS, cell_name, cells_of, mask_of, names_of, union_of
from ..table.pieces import COLOUR_BITS, COLOURS, SEED, Pieces
from ..table.seen import SeenBoard
from .between import Way, forgetful_way, lawful_ways, whole_way
from .doubtful import likely_board
from .status import named, status


@dataclass(frozen=True)
class PalanqueeAnswer:
    """One of several turns that may have been played; ``actions`` holds its words."""

    actions: tuple[str, ...]
    after: PalanqueeMatch


@dataclass(frozen=True, repr=False)
class PalanqueeVerdict(VerdictInWords):
    """What was played between two boards, or what is wrong.

    ``ways`` are the lawful turns that lead from one to the other, shortest first: more than one
    only where they differ in who loses what. ``forgetful``: no lawful turn leads there, but this
    one does if taken pieces are left standing. ``probably``: the board of a lawful turn, if only
    cells that were not seen well speak against it. ``missed``: no turn leads there, but these two
    do, one after the other.
    """

    before: PalanqueeMatch
    seen: SeenBoard
    ways: tuple[Way, ...] = ()
    wrong: tuple[Finding, ...] = ()
    forgetful: Way | None = None
    probably: Pieces | None = None
    missed: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the board follows from actions that the rules allow."""
        return bool(self.ways)

    @property
    def settled(self) -> bool:
        """Whether it is legal, whole, surely seen, and nothing is left to ask."""
        return len(self.ways) == 1 and not self.owed and not self.unsure

    @property
    def played(self) -> tuple[str, ...]:
        """The single actions that were played, on the shortest way."""
        return _texts(self.ways[0]) if self.ways else ()

    @property
    def seems_played(self) -> tuple[str, ...]:
        """The single actions that were played where taken pieces were left standing."""
        return () if self.forgetful is None else _texts(self.forgetful)

    @property
    def actions(self) -> tuple[str, ...]:
        """The turn as far as it was played, in one line of notation; empty where nothing was."""
        return _turn(self.played)

    @cached_property
    def answers(self) -> tuple[PalanqueeAnswer, ...]:
        """What may be said to the question which turn was played, or whether it is over. A whole
        turn that looks like these actions is searched for here: most verdicts are asked for none.
        """
        if self.missed:
            first, second = self.missed
            return (PalanqueeAnswer(self.missed, self.before.play(first).play(second)),)
        if len(self.ways) > 1:
            return tuple(PalanqueeAnswer(_turn(_texts(way)), self._after(way)) for way in self.ways)
        if not self.owed or not self.played:
            return ()
        # By the whole way nothing is forgotten, so nothing may be claimed.
        whole = whole_way(self.before.game, self.ways[0]) if self.probably is None else None
        found = (self.played, (*self.played, END), *([_texts(whole)] if whole else []))
        return tuple(
            PalanqueeAnswer(_turn(texts), self.before.play("; ".join(texts))) for texts in found
        )

    @property
    def after(self) -> PalanqueeMatch | None:
        """The match with that played, None where that is not known."""
        return self._after(self.ways[0]) if len(self.ways) == 1 else None

    @property
    def owed(self) -> int:
        """How many actions are still due."""
        return self.ways[0].game.owed if self.ways else 0

    @property
    def claims(self) -> list[PalanqueeAction]:
        """What opponents may claim if the turn ends here."""
        return self.ways[0].game.end_turn().legal_claims() if self.ways and self.owed else []

    @property
    def fresh(self) -> tuple[int, ...]:
        """The cells that have changed."""
        before = self.before.position.pieces.codes
        pairs = zip(before, self.seen.pieces.codes, strict=True)
        return tuple(cell for cell, (old, new) in enumerate(pairs) if old != new)

    @property
    def unsure(self) -> tuple[int, ...]:
        """The changed cells that were not seen well."""
        return tuple(cell for cell in self.fresh if self.seen.is_unsure(cell))

    @property
    def alignment(self) -> Alignment:
        """A printed board has one frame only."""
        return Alignment()

    @property
    def board(self) -> PalanqueePosition:
        """The board that was seen, with what else belongs to the position."""
        return replace(self.before.position, pieces=self.seen.pieces)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that is to be said, in the order in which players want to hear it."""
        return tuple(self._findings())

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON; ``position`` is the one after the actions."""
        way = self.ways[0] if len(self.ways) == 1 else None
        outcome = None if way is None else way.game.outcome
        return {
            "game": GAME,
            "legal": self.legal,
            "settled": self.settled,
            "mover": self.before.position.to_move,
            "actions": list(self.played),
            "steps": [step.to_json() for step in self.ways[0].steps] if self.ways else [],
            "ways": [list(_texts(way)) for way in self.ways],
            "owed": self.owed,
            "claims": [str(claim) for claim in self.claims],
            "over": outcome is not None,
            "winner": None if outcome is None else outcome.winner,
            "findings": [_finding_json(found) for found in self.findings],
            "sentences": [str(sentence) for sentence in self.sentences],
            "position": None if way is None else way.game.position.to_json(),
        }

    def _after(self, way: Way) -> PalanqueeMatch:
        return self.before.play("; ".join(_texts(way))) if way.actions else self.before

    def _findings(self) -> Iterator[Finding]:
        yield from self._played() if self.ways else self.wrong
        if self.unsure:
            phrase = Phrase("palanquee_unsure", {"cells": named(self.unsure)})
            yield Finding("unsure", phrase, self.unsure)

    def _played(self) -> Iterator[Finding]:
        mover = self.before.position.to_move
        for way in self.ways:
            cells = tuple(step.action.last_cell for step in way.steps)
            if way.actions:
                phrase = Phrase("palanquee_played", {"colour": mover, "actions": _texts(way)})
                yield Finding("fine", phrase, cells)
            else:
                yield Finding("info", Phrase("palanquee_nothing_played", {"colour": mover}))
            yield from _taken(way)
        if len(self.ways) > 1:
            yield Finding("unsure", Phrase("palanquee_several_ways"))
            return
        if self.owed:
            yield Finding("info", Phrase("palanquee_owed", {"count": self.owed, "colour": mover}))
            cells = tuple(claim.cell for claim in self.claims)
            if cells:
                phrase = Phrase("palanquee_may_claim", {"cells": tuple(map(cell_name, cells))})
                yield Finding("info", phrase, cells)
        outcome = self.ways[0].game.outcome
        if outcome is not None and outcome.winner is not None:
            yield Finding("win", Phrase("palanquee_wins", {"colour": outcome.winner}))
        elif outcome is not None:
            yield Finding("win", Phrase("palanquee_draw"))


def judge(match: PalanqueeMatch, seen: SeenBoard, *, aligned: bool = False) -> PalanqueeVerdict:
    """What was played since the match's last action, or what is wrong with the board."""
    seen = seen.over(match.position.pieces)
    ways = lawful_ways(match.game, seen.pieces.codes)
    if ways:
        return PalanqueeVerdict(match, seen, tuple(ways))
    likely = likely_board(match, seen)
    if likely is not None:
        return PalanqueeVerdict(match, seen, likely.ways, probably=likely.pieces)
    seen = seen.over(match.position.pieces, match.position.players)
    forgetful, faults = _faults(match, seen.pieces)
    if forgetful is not None and not forgetful.left_standing & ~mask_of(seen.hidden):
        # Nobody can see whether what was taken has gone: that is asked, as of a piece seen badly.
        after = seen.with_board(forgetful.game.position.pieces)
        return PalanqueeVerdict(match, after, (forgetful,), probably=after.pieces)
    missed = _two_turns(match, seen.pieces)
    return PalanqueeVerdict(match, seen, (), tuple(faults), forgetful, missed=missed)


def _two_turns(match: PalanqueeMatch, seen: Pieces) -> tuple[str, ...]:
    """The only two whole turns that lead to a board, if the photo between them is missing."""
    mover = match.position.colour
    pairs = list(zip(match.position.pieces.codes, seen.codes, strict=True))
    # What others lost, the first turn may have taken, or they have moved it in the second one.
    for may_be_gone in (False, True):
        between = bytes(
            now
            if mover in {was & COLOUR_BITS, now & COLOUR_BITS} or (may_be_gone and not now)
            else was
            for was, now in pairs
        )
        first = _whole(match, between)
        second = _whole(match.play(first), seen.codes) if first else ""
        if second:
            return first, second
    return ()


def _whole(match: PalanqueeMatch, codes: bytes) -> str:
    """The only whole turn that leads to a board, in notation; empty where there is none."""
    ways = [] if match.over else lawful_ways(match.game, codes, quickly=True)
    return "; ".join(_texts(ways[0])) if len(ways) == 1 and not ways[0].game.owed else ""


def _turn(actions: Sequence[str]) -> tuple[str, ...]:
    """Actions as one line of a record; none where there are none."""
    return ("; ".join(actions),) if actions else ()


def _texts(way: Way) -> tuple[str, ...]:
    return tuple(str(action) for action in way.actions)


def _finding_json(found: Finding) -> dict[str, Any]:
    shown = {
        "level": found.level,
        "sentence": str(found.phrase),
        "cells": [cell_name(cell) for cell in found.cells],
    }
    return shown | ({"rule": found.rule} if found.rule else {})


def _of_cells(level: str, key: str, cells: int, **values: Phrase | int) -> Finding:
    """A finding whose sentence names its cells."""
    phrase = Phrase(f"palanquee_{key}", {**values, "cells": tuple(names_of(cells))})
    return Finding(level, phrase, tuple(cells_of(cells)))


def _taken(way: Way) -> Iterator[Finding]:
    for key, cells in (
        ("captured", union_of(step.consequences.captured for step in way.steps)),
        ("isolated_now", union_of(step.consequences.isolated for step in way.steps)),
    ):
        if cells:
            yield _of_cells("info", key, cells)
    columns = [column for step in way.steps for column in step.consequences.saturated]
    if columns:
        letters = tuple(COLUMNS[column] for column in columns)
        yield Finding("info", Phrase("palanquee_emptied", {"columns": letters}))


# -- what is wrong


def _faults(match: PalanqueeMatch, seen: Pieces) -> tuple[Way | None, list[Finding]]:
    still = mask_of(p.cell for p in match.gone if seen.get(p.cell) == p)
    if still:
        return None, [_of_cells("wrong", "still_stands", still)]
    game = match.game
    strange = list(_strange_pieces(game, seen))
    if strange:
        return None, strange
    found, nearest = forgetful_way(game, seen.codes)
    if found is not None:
        return found, list(_left_standing(found))
    return None, list(_unexplained(nearest, seen))


def _strange_pieces(game: PalanqueeTurn, seen: Pieces) -> Iterator[Finding]:
    """Pieces of other players that were added: no action does that. One sentence for each colour
    on empty cells, and one where other pieces stood."""
    before, mover = game.position.pieces.codes, game.position.colour
    added: dict[tuple[str, bool], list[int]] = {}
    for cell, (code, now) in enumerate(zip(before, seen.codes, strict=True)):
        if now and now & COLOUR_BITS != mover and now != code:
            colour = COLOURS[(now & COLOUR_BITS) - 1]
            added.setdefault((colour, bool(code)), []).append(cell)
    for (colour, another_stood), cells in added.items():
        key = "palanquee_another_stood" if another_stood else "palanquee_not_its_turn"
        if colour not in game.position.players:
            key = "palanquee_no_player"
        phrase = Phrase(key, {"cells": named(cells), "colour": colour, "count": len(cells)})
        yield Finding("wrong", phrase, tuple(cells))


def _left_standing(way: Way) -> Iterator[Finding]:
    """What should have been taken from the board."""
    for step in way.steps:
        found = step.consequences
        for key, cells in (
            ("should_be_captured", found.captured),
            ("should_be_isolated", found.isolated),
            ("should_be_saturated", found.saturated_cells),
        ):
            left = cells & way.left_standing
            if left:
                action = palanquee_action_phrase(step.action)
                yield _of_cells("wrong", key, left, action=action, count=left.bit_count())
    if len(way.steps) > 1:
        yield Finding("info", Phrase("palanquee_seems_played", {"actions": _texts(way)}))


def _unexplained(way: Way, seen: Pieces) -> Iterator[Finding]:
    """What remains unexplained after the way that leads nearest to the board that is seen."""
    game = way.game
    codes, mover = game.position.pieces.codes, game.position.colour
    if way.actions:
        yield Finding("info", Phrase("palanquee_seems_played", {"actions": _texts(way)}))
    cells = list(enumerate(zip(codes, seen.codes, strict=True)))
    added = [c for c, (was, now) in cells if now & COLOUR_BITS == mover and now != was]
    lifted = [c for c, (was, now) in cells if was & COLOUR_BITS == mover and not now]
    gone = [c for c, (was, now) in cells if was and was & COLOUR_BITS != mover and now != was]
    yield from _refusals(game, seen, added, lifted)
    if gone:
        yield Finding("wrong", Phrase("palanquee_gone", {"cells": named(gone)}), tuple(gone))
    for fault in status(game.position):
        yield Finding("wrong", fault.sentence, fault.cells)


def _refusals(
    game: PalanqueeTurn, seen: Pieces, added: list[int], lifted: list[int]
) -> Iterator[Finding]:
    """Why the pieces that the mover added or took away cannot have been played."""
    lifted = list(lifted)
    for cell in added:
        action = _likely_action(game, seen, cell, lifted)
        if action.kind in (ActionKind.MOVE, ActionKind.HATCH):
            lifted.remove(action.cell)
        yield _refusal_finding(game, action)
    for cell in lifted:
        is_seed = game.position.pieces.codes[cell] & SEED
        kind = ActionKind.HARVEST if is_seed else ActionKind.PRUNE
        yield _refusal_finding(game, PalanqueeAction(kind, cell))


def _likely_action(
    game: PalanqueeTurn, seen: Pieces, cell: int, lifted: list[int]
) -> PalanqueeAction:
    """What was probably meant by a piece that the mover added."""
    pieces, colour = game.position.pieces, game.position.colour
    if pieces.codes[cell]:
        # Another piece stands there: the refusal says so.
        return PalanqueeAction(ActionKind.GROW, cell)
    touches = any(pieces.codes[n] & COLOUR_BITS == colour for n in NEIGHBOURS[cell])
    if seen.codes[cell] & SEED:
        kind = ActionKind.GROW if touches else ActionKind.SOW
        return PalanqueeAction(kind, cell, seed=touches)
    sprouts = [c for c in lifted if not pieces.codes[c] & SEED]
    if not sprouts:
        return PalanqueeAction(ActionKind.GROW, cell)
    centres = button_centres(pieces.of_colour(colour) ^ pieces.seeds_of(colour))
    hatching = [c for c in sprouts if c in centres]
    if hatching and not touches:
        return PalanqueeAction(ActionKind.HATCH, hatching[0], cell)
    return PalanqueeAction(ActionKind.MOVE, sprouts[0], cell)


def _refusal_finding(game: PalanqueeTurn, action: PalanqueeAction) -> Finding:
    found = game.attempt(action)
    if isinstance(found, PalanqueeRefusal):
        return Finding("wrong", found.why, found.cells, found.rule.value)
    # The action alone is legal: what follows from it is not what is seen.
    values = {"action": palanquee_action_phrase(action)}
    return Finding("wrong", Phrase("palanquee_does_not_lead_there", values), (action.cell,))
