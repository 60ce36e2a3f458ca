"""A game that is followed from sight: stable boards in, the turns that were played out.

A camera, or a folder of photos, shows one board after the other. The follower holds the game up to
the last turn that was surely played, and says what each new board means: a turn, a turn put right,
one not finished yet, a question, or something against the rules. What it has said stands until the
table shows otherwise; then it says so.

A legal change need not be a whole turn: two tiles may be all, or the first two of five. Then the
follower waits a while. Photos are taken on purpose: each counts as the end of a turn, and one that
is none is named (`passed_over`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from ..games.protocols import Start
from .doubts import passed_over
from .explaining import BoardExplainer
from .progress import joined_news, news_of
from .steps import DiceOutcome, News, NewsKind, PassedOver, Shot, Sighting
from .waiting import Halfway, is_turn

PATIENCE_SECONDS = 2.5
"""Seconds that a board lies free before it counts as a turn, its pauses added up."""
LAID_AFTER_SECONDS = 2.5
"""A first board seen before this second of a film lay there when it began."""


@dataclass(frozen=True)
class Follower(BoardExplainer):
    """The game so far. Immutable: `observe`, `settle` and `finish` give the next one. ``due`` is
    what its dice mean for who can be asked at once."""

    due: DiceOutcome = field(default_factory=DiceOutcome)

    def see_dice(self, shot: Shot, *, whole: bool = False) -> Self:
        """Take the dice of a shot before its board, None where the same lie there; ``whole``: no
        more of them will be seen. In games without dice they mean nothing."""
        return self

    def observe(self, sighting: Sighting) -> tuple[Self, News | None]:
        """Take the next stable board; no news where nothing is new. A board shown on purpose
        completes what waited: the news then tell of both."""
        if self.start is None:
            return self._begin(sighting)
        if not self.on_purpose:
            return self.take(sighting)
        follower, settled = self.settle(sighting.moment)
        shown = (*follower.shown, follower.halfway(sighting))
        follower, news = replace(follower, shown=shown).take(sighting)
        return follower, joined_news(settled, news)

    def told(self, actions: Sequence[str], sighting: Sighting) -> tuple[Self, News | None]:
        """Take a board for which a person has said what was played. Without actions, or with
        actions that cannot be played, it is taken as any other."""
        if not actions:
            return self.observe(sighting)
        follower, settled = (self, None) if self.start is None else self.settle()
        wrong = None if follower.change is None else follower.as_played(follower.change)
        # What is still asked about was played before it all the same.
        for before in (follower,) if wrong is None else (follower, follower.with_breach(wrong)):
            verdict = before.judge(sighting)
            try:
                after, news = before.with_actions(actions, sighting, verdict)
            except ValueError:
                continue
            if wrong is not None and before is not follower:
                news = replace(news, steps=(wrong, *news.steps))
            if self.on_purpose:
                after = replace(after, shown=(*after.shown, Halfway(sighting, verdict)))
            return after, joined_news(settled, news)
        return self.observe(sighting)

    def take(self, sighting: Sighting) -> tuple[Self, News | None]:
        """Take a board of a game that has begun."""
        verdict = self.judge(sighting)
        if self.lies(verdict) == self.lies(self.game):
            return replace(self, change=None, begun=frozenset(), unfinished=None), None
        if is_turn(verdict):
            if self.plug.is_whole:
                return self.with_actions(verdict.actions, sighting, verdict)
            return self.waiting_for(sighting, verdict), None
        if self.change is not None and self.change.instead_of is not None:
            earlier = self.change.instead_of
            if self.lies(verdict) == earlier.board:
                # The old piece lies as it lay: what was open before is open again.
                return replace(self, change=earlier), None
        return self.explained(sighting, verdict)

    def settle(self, time: float = math.inf) -> tuple[Self, News | None]:
        """Take what waits as a turn if it has lain free for long enough by ``time``, when nothing
        lies over the table.

        If it is no turn now but was one before more came, that was the turn, and the rest begins
        another.
        """
        waiting = self.change
        if waiting is None or self.plug.is_whole:
            return self, None
        if time < math.inf and not self.on_purpose:
            waiting = waiting.seen_free(time)
            if waiting.sighting.time is not None and waiting.pause < PATIENCE_SECONDS:
                return replace(self, change=waiting), None
        turn = waiting if is_turn(waiting.verdict) else waiting.earlier
        if turn is None:
            return replace(self, change=replace(waiting, is_rested=True)), None
        follower, news = self.with_actions(
            turn.verdict.actions, turn.sighting, turn.verdict, turn.parts
        )
        if turn is waiting:
            return follower, news
        verdict = follower.judge(waiting.sighting)
        rest = replace(waiting, verdict=verdict, board=follower.lies(verdict), earlier=None)
        follower, last = replace(follower, change=rest).settle(time)
        return follower, joined_news(news, last)

    def finish(self, *, takes_back: bool = True) -> tuple[Self, News | None]:
        """Nothing more will be seen: what lies there against the rules is taken as played, marked.
        A last turn whose pieces were taken off again was taken back, if anything can be."""
        follower, news = self.settle()
        change = follower.change
        if change is None:
            return follower, news
        if takes_back and follower.is_taken_back(change.verdict):
            shorter = replace(follower, steps=follower.steps[:-1], change=None)
            return shorter, news_of(NewsKind.TAKEN_BACK, change.sighting, (), change.verdict)
        wrong = follower.as_played(change)
        if wrong is None or (self.plug.is_whole and not wrong.action):
            return follower, news
        # What has begun after it stays begun.
        grown = replace(follower, steps=(*follower.steps, wrong), change=None)
        last = news_of(NewsKind.ACCEPTED, change.sighting, (wrong,), change.verdict)
        return grown, joined_news(news, last)

    @property
    def passed_over(self) -> tuple[PassedOver, ...]:
        """The boards shown on purpose though no turn ends there, and what to say of each."""
        return passed_over(self.plug, self.start, self.steps, self.shown, self.gaps)

    # -- the beginning -------------------------------------------------------------------------

    def _begin(self, sighting: Sighting) -> tuple[Self, News | None]:
        """The first board: an opening on the empty table, or a game that had begun before. A board
        that whole turns cannot have laid is in the middle of one."""
        opening = replace(self, start=self.plug.start(Start(self.options)))
        fewest, most = self.plug.following.turn_size(opening.game)
        laid = len(sighting.seen.board) - len(opening.lies(opening.game))
        verdict = opening.judge(sighting)
        shown = (*self.shown, opening.halfway(sighting)) if self.on_purpose else ()
        told = self.gaps.get(sighting.source or "")
        may_be_first = self._may_be_first(sighting, opening, laid, most)
        # Where a turn has one size, a person has spoken of a wrong one; else of an earlier one.
        if may_be_first if told is None else self.plug.is_whole or not told:
            return replace(opening, shown=shown).take(sighting)
        if fewest == most and laid % most:
            waiting = news_of(NewsKind.WAITING, sighting, (), verdict)
            return replace(self, shown=shown), waiting
        try:
            game = self.plug.start(Start(self.options, sighting.seen.board))
        except ValueError:  # a board that cannot be, or that was not seen well
            game = self.resumed(opening.game, sighting.seen.board)
        return replace(self, start=game), news_of(NewsKind.START, sighting)

    def _may_be_first(self, sighting: Sighting, opening: Self, laid: int, most: int) -> bool:
        """Whether the first board may be what the first turn laid on the empty table."""
        if len(opening.lies(opening.game)) or laid > most:
            return len(opening.lies(opening.game)) > 0
        if self.plug.is_whole:
            return True
        if self.on_purpose:
            return is_turn(opening.judge(sighting))
        return sighting.aligned and (sighting.time or 0.0) >= LAID_AFTER_SECONDS
