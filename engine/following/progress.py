"""A game as far as it was followed, and how it goes on by what was seen."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from ..games.onward import goes_on_from
from ..games.protocols import AnyPlug, Game, Start, Verdict
from ..games.tables import LyingPiece, LyingTable, SeenTable, Table, TableCell
from ..phrases import Phrase
from .doubts import doubts_of
from .steps import FollowedTurn, News, NewsKind, Sighting, changed_cells
from .waiting import Change, Halfway, is_turn

WRONG_OR_MISSING = Phrase("wrong_or_missing")
FIRST_PHOTO = Phrase("first_photo")


@dataclass(frozen=True)
class GameSoFar:
    """The game so far. Immutable.

    ``options`` are those that the game is played by; ``start`` is the game as it stood when a board
    was first seen, None before. ``begun`` are the tiles seen of a turn that was not complete: they
    tell which of two turns that are seen together came first. ``on_purpose`` says that every board
    is shown on purpose, as photos are; ``shown`` keeps those. ``unfinished`` is the last board that
    showed less than a whole turn. ``saw_start`` says that rolls before the first board showed that
    nothing had been played. At the sources ``gaps`` a turn ends, as a person says: where it is
    true, photos are missing before it; else that one turn broke the rules.
    """

    plug: AnyPlug
    options: Mapping[str, Any] = field(default_factory=dict)
    on_purpose: bool = False
    start: Game | None = None
    steps: tuple[FollowedTurn, ...] = ()
    change: Change | None = None
    begun: frozenset[LyingPiece] = frozenset()
    unfinished: Halfway | None = None
    shown: tuple[Halfway, ...] = ()
    saw_start: bool = False
    gaps: Mapping[str, bool] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game after the last turn that was followed."""
        if self.steps:
            return self.steps[-1].after
        return self.start or self.plug.start(Start(self.options))

    @property
    def start_board(self) -> Table | None:
        """The first board that was seen, or was known; None before."""
        return None if self.start is None else self.start.board

    def lies(self, shown: Game | Verdict) -> LyingTable:
        """What lies on the table of a game or of a verdict, to be compared cell by cell."""
        return self.plug.following.lying(shown.board)

    def judge(self, sighting: Sighting, game: Game | None = None) -> Verdict:
        """What a board means for the game, or for an earlier one."""
        game = self.game if game is None else game
        verdict: Verdict = self.plug.judge(game, sighting.seen, aligned=sighting.aligned)
        return verdict

    def knowing(self, game: Game) -> Self:
        """The same, where something more is known of the game than its table shows, such as a roll;
        the waiting board is judged again."""
        if self.steps:
            last = replace(self.steps[-1], after=game)
            known = replace(self, steps=(*self.steps[:-1], last))
        else:
            known = replace(self, start=game)
        return replace(known, change=known._judged_again(self.change))

    def _judged_again(self, change: Change | None) -> Change | None:
        if change is None:
            return None
        earlier = self._judged_again(change.earlier)
        if earlier is not None and not is_turn(earlier.verdict):
            earlier = None
        verdict = self.judge(change.sighting)
        return replace(change, verdict=verdict, board=self.lies(verdict), earlier=earlier)

    # -- going on ------------------------------------------------------------------------------

    def with_actions(
        self,
        actions: Sequence[str],
        sighting: Sighting,
        verdict: Verdict,
        parts: tuple[Halfway, ...] = (),
    ) -> tuple[Self, News]:
        """The game with turns that a board has shown; ``parts`` are boards on the way to it."""
        steps = self.steps_of(self.game, actions, sighting, verdict)
        # What a person has said of a turn puts no later one in doubt.
        told = (step.after for step in reversed(self.steps) if step.source in self.gaps)
        start = next(told, self.start)
        doubts = doubts_of(self.plug, start, self.game, steps[-1].after, parts)
        if not self.steps and self.on_purpose and not self.plug.is_whole and not self.saw_start:
            doubts = (*doubts, FIRST_PHOTO)
        steps = tuple(replace(step, doubts=doubts) for step in steps)
        grown = replace(
            self, steps=self.steps + steps, change=None, begun=frozenset(), unfinished=None
        )
        return grown, news_of(NewsKind.MOVE, sighting, steps, verdict)

    def steps_of(
        self, game: Game, actions: Sequence[str], sighting: Sighting, verdict: Verdict
    ) -> tuple[FollowedTurn, ...]:
        """Turns from a game on, with what is to be looked at."""
        seen = sighting.seen.moved(verdict.alignment).with_board(self.lies(verdict))
        steps = []
        for action in actions:
            after = game.play(action)
            cells = changed_cells(self.lies(game), self.lies(after))
            place = sighting.time, sighting.source
            steps.append(FollowedTurn(game, action, after, *place, *_sureness(seen, cells)))
            game = after
        return tuple(steps)

    def waiting_for(
        self, sighting: Sighting, verdict: Verdict, earlier: Change | None = None
    ) -> Self:
        """The game with something on the table that is no turn yet, or may not be a whole one."""
        parts = () if self.change is None else self.change.parts_on_the_way()
        return replace(
            self, change=Change(sighting, verdict, self.lies(verdict), earlier, parts=parts)
        )

    def with_tiles(self, tiles: Mapping[TableCell, LyingPiece | None]) -> Self | None:
        """The same game with some tiles read otherwise; None where it could not be played so."""
        steps: list[FollowedTurn] = []
        game = self.start or self.plug.start(Start(self.options))
        for step in self.steps:
            words = step.action
            for cell, tile in tiles.items():
                piece = self.lies(step.after).get(cell)
                words = words if piece is None else words.replace(str(piece), str(tile))
            try:
                after = game.play(words)
            except ValueError:
                return None
            unsure = tuple(cell for cell in step.unsure if cell not in tiles)
            steps.append(replace(step, before=game, action=words, after=after, unsure=unsure))
            game = after
        if all(step.action == old.action for step, old in zip(steps, self.steps, strict=True)):
            return None  # the notation does not name pieces by what they look like
        return replace(self, steps=tuple(steps), change=None)

    # -- against the rules ---------------------------------------------------------------------

    def as_played(self, change: Change) -> FollowedTurn | None:
        """A board against the rules as a step, marked; None where no game goes on from it."""
        seen = change.sighting.seen.moved(change.verdict.alignment).with_board(change.board)
        known = self.lies(self.game)
        added = tuple(piece.cell for piece in change.board if piece.cell not in known)
        cells = added if self.plug.is_whole else changed_cells(known, change.board)
        try:
            after = self.resumed(self.game, change.board, change.sighting.source)
        except ValueError:
            return None
        return FollowedTurn(
            self.game,
            self.plug.tried(self.game, change.verdict),
            after,
            change.sighting.time,
            change.sighting.source,
            *_sureness(seen, cells),
            doubts=(WRONG_OR_MISSING,) if self._is_asked(change.sighting) else (),
            verdict=change.verdict,
        )

    def with_breach(self, wrong: FollowedTurn) -> Self:
        """The game with a turn that was played against the rules."""
        steps = (*self.steps, wrong)
        return replace(self, steps=steps, change=None, begun=frozenset(), unfinished=None)

    def resumed(self, game: Game, board: LyingTable, source: str | None = None) -> Game:
        """The game that goes on from a board against the rules. Raises ValueError."""
        after: Game = goes_on_from(
            self.plug, game, board, counted=self.gaps.get(source or "", True)
        )
        return after

    def _is_asked(self, sighting: Sighting) -> bool:
        return self.on_purpose and sighting.source not in self.gaps

    def halfway(self, sighting: Sighting) -> Halfway:
        """A board, and what may be said of it where no turn ends there."""
        verdict = self.judge(sighting)
        board, known = self.lies(verdict), self.lies(self.game)
        is_hidden = self.plug.following.keeps_pieces and not known.cells <= board.cells
        if is_hidden or set(board) <= set(known):
            return Halfway(sighting, verdict)
        try:
            self.resumed(self.game, board)
        except ValueError:
            return Halfway(sighting, verdict)
        is_much = len(board) - len(known) > self.plug.following.turn_size(self.game)[1]
        return Halfway(sighting, verdict, (False, True) if is_much else (False,))

    def hid_pieces(self, board: LyingTable, later: LyingTable) -> bool:
        """Whether a board shows less than lay there: nothing was laid and nothing turned, or what
        it lacks lies in a later one again."""
        known = self.lies(self.game)
        return set(board) <= set(known) or bool((known.cells - board.cells) & later.cells)

    def begun_turn(self, verdict: Verdict) -> tuple[int, int] | None:
        """How many pieces lie there of a turn that has begun, and how many are still owed; None
        where turns lay more or fewer. They may come after a whole turn that nobody has seen by
        itself."""
        fewest, most = self.plug.following.turn_size(self.game)
        if fewest != most:
            return None
        laid = (len(self.lies(verdict)) - len(self.lies(self.game))) % most
        return laid, most - laid

    def is_taken_back(self, verdict: Verdict) -> bool:
        """Whether the board is the one before the last turn, of which no person has spoken."""
        last = self.steps[-1] if self.steps else None
        if last is None or last.source in self.gaps:
            return False
        return self.lies(verdict) == self.lies(last.before)


def news_of(
    kind: NewsKind,
    sighting: Sighting,
    steps: tuple[FollowedTurn, ...] = (),
    verdict: Verdict | None = None,
) -> News:
    """What a board meant."""
    return News(kind, sighting.time, sighting.source, steps, verdict)


def joined_news(first: News | None, second: News | None) -> News | None:
    """The news of two things that one board has shown."""
    if first is None or second is None:
        return first or second
    return replace(second, steps=(*first.steps, *second.steps))


def _sureness(seen: SeenTable, cells: Sequence[TableCell]) -> tuple[float, tuple[TableCell, ...]]:
    """The chance that all of these cells were seen right, and those that were not seen well."""
    confidence = math.prod(seen.confidence.get(cell, 1.0) for cell in cells)
    return confidence, tuple(cell for cell in cells if seen.is_unsure(cell))
