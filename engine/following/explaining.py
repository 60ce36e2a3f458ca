"""What a board may be that is no turn as it lies: two turns, one put right, a tile misread."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from ..games.protocols import Game, Verdict
from ..games.tables import TableCell
from .progress import GameSoFar, joined_news, news_of
from .steps import News, NewsKind, Sighting, changed_cells, said_of
from .waiting import Change, Halfway, is_turn

Explainer = TypeVar("Explainer", bound="BoardExplainer")


@dataclass(frozen=True)
class BoardExplainer(GameSoFar, ABC):
    """The game so far, and what a board may mean for it that is no turn as it lies. An attempt to
    explain a board gives None where it cannot."""

    @abstractmethod
    def take(self, sighting: Sighting) -> tuple[Self, News | None]:
        """Take a board of a game that has begun."""

    def explained(self, sighting: Sighting, verdict: Verdict) -> tuple[Self, News | None]:
        """What a board means that is no turn as it lies. Where a person has said that one turn
        broke the rules, it is none that kept to them, read otherwise."""
        attempts = [self.taken_apart, self.seen_dimly, self.cut_short, self.played_on]
        if self.gaps.get(sighting.source or "") is not False:
            lawful = [self.told_apart, self.put_right, self.read_better, self.read_otherwise]
            attempts = [*lawful, *attempts]
        for attempt in attempts:
            found = attempt(sighting, verdict)
            if found is not None:
                return found
        return self.unfinished_or_wrong(sighting, verdict)

    def told_apart(self, sighting: Sighting, verdict: Verdict) -> tuple[Self, News | None] | None:
        """Two turns at once: the tiles that were seen before the others belong to the first."""
        if not self.begun:
            return None
        fitting = []
        for actions in (answer.actions for answer in verdict.answers if len(answer.actions) == 2):
            played = frozenset(self.lies(self.game.play(actions[0])))
            first = played - frozenset(self.lies(self.game))
            if self.begun <= first or first <= self.begun:
                fitting.append(actions)
        if len(fitting) != 1:
            return None
        return self.with_actions(fitting[0], sighting, verdict)

    def put_right(self, sighting: Sighting, verdict: Verdict) -> tuple[Self, News | None] | None:
        """The last turn lies otherwise now: its player has put it right before play went on."""
        if not self.steps or not self.plug.amends(self.game, verdict):
            return None
        last = self.steps[-1]
        if last.source in self.gaps:  # a person has said that it ended so
            return None
        touched = set(changed_cells(self.lies(last.before), self.lies(last.after)))
        again = self.judge(sighting, last.before)
        actions = _put_right_actions(self, last.before, again, touched)
        if not actions:
            return None
        steps = self.steps_of(last.before, actions, sighting, again)
        if len(steps) > 1:
            # Put right before the other played, or misread now: who can tell is asked.
            lies, lay = self.lies(verdict), self.lies(self.game)
            turned = (cell for cell in touched if lies.get(cell) != lay.get(cell))
            steps = (replace(steps[0], unsure=tuple(sorted(turned))), *steps[1:])
        mended = replace(self, steps=self.steps[:-1] + steps, change=None, begun=frozenset())
        return mended, news_of(NewsKind.AMENDED, sighting, steps, again)

    def read_better(self, sighting: Sighting, verdict: Verdict) -> tuple[Self, News | None] | None:
        """An old tile seems turned, but it was read without being sure: now it is read better."""
        doubtful = {cell for step in self.steps for cell in step.unsure}
        lies, lay = self.lies(verdict), self.lies(self.game)
        cells = {piece.cell for piece in lay if lies.get(piece.cell) != piece}
        seen = sighting.seen.moved(verdict.alignment)
        if not cells or not cells <= doubtful & lies.cells:
            return None
        if any(seen.is_unsure(cell) for cell in cells):
            return None
        mended = self.with_tiles({cell: lies.get(cell) for cell in cells})
        if mended is None:
            return None
        follower, more = mended.take(sighting)
        return follower, more or news_of(NewsKind.AMENDED, sighting, mended.steps, verdict)

    def read_otherwise(
        self, sighting: Sighting, verdict: Verdict
    ) -> tuple[Self, News | None] | None:
        """What was not seen well probably is something else, and then all is as it should be."""
        board = self.plug.following.likeliest(verdict)
        if board is None:
            return None
        if board == self.lies(self.game):
            return self, None
        seen = sighting.seen.moved(verdict.alignment).with_board(board)
        probably = replace(sighting, seen=seen, aligned=True)
        again = self.judge(probably)
        if not is_turn(again):
            return None
        follower, news = self.with_actions(again.actions, probably, again)
        doubtful = {*follower.steps[-1].unsure, *changed_cells(self.lies(verdict), board)}
        return _with_last(follower, news, unsure=tuple(sorted(doubtful)))

    def taken_apart(self, sighting: Sighting, verdict: Verdict) -> tuple[Self, News | None] | None:
        """What waited was a whole turn and another one, and this board goes beyond them."""
        before = self.change
        earlier = None if before is None else before.earlier
        if before is None or earlier is None or is_turn(before.verdict):
            return None
        follower, news = self.with_actions(
            earlier.verdict.actions, earlier.sighting, earlier.verdict, earlier.parts
        )
        later = follower.judge(before.sighting)
        if not is_turn(later):
            return None
        waiting = replace(before, verdict=later, board=follower.lies(later), earlier=None)
        follower, more = replace(follower, change=waiting).take(sighting)
        return follower, joined_news(news, more)

    def cut_short(self, sighting: Sighting, verdict: Verdict) -> tuple[Self, News | None] | None:
        """Play went on though the last turn was not whole when it was seen; not where this board
        can be the whole of it, however dimly it is seen."""
        part = self.unfinished
        if verdict.legal and verdict.actions:
            return None
        actions = () if part is None else self.plug.following.cut_short(self.game, part.verdict)
        if part is None or not actions:
            return None
        shorter, news = self.with_actions(actions, part.sighting, part.verdict)
        onward = shorter.judge(sighting)
        if not is_turn(onward) and not shorter.plug.is_begun(shorter.game, onward):
            return None
        shorter, told = _with_last(shorter, news, doubts=said_of(part.verdict))
        follower, more = shorter.take(sighting)
        return follower, joined_news(told, more)

    def seen_dimly(self, sighting: Sighting, verdict: Verdict) -> tuple[Self, News | None] | None:
        """Settle a board that only one turn explains, but that was not seen well enough to be taken
        at once. Play went on from it, so that turn was played; it stays marked."""
        change = self.change
        if change is None or verdict.legal or not change.verdict.legal or is_turn(change.verdict):
            return None
        if not change.verdict.actions:
            return None
        actions, shown = change.verdict.actions, change.sighting
        try:
            follower, news = self.with_actions(actions, shown, change.verdict)
        except ValueError:  # it obeys a roll that nobody has told yet
            return None
        onward = follower.judge(sighting)
        if not onward.legal or not onward.actions:
            return None
        follower, more = follower.take(sighting)
        return follower, joined_news(news, more)

    def played_on(self, sighting: Sighting, verdict: Verdict) -> tuple[Self, News | None] | None:
        """Play went on from a board against the rules: it is taken as played, and marked.

        Not where pieces are only missing, or came back, in a game in which nobody takes any away:
        then something probably lay over them.
        """
        change = self.change
        if change is None or is_turn(change.verdict) or change.earlier is not None:
            return None
        if self.plug.following.keeps_pieces and self.hid_pieces(change.board, self.lies(verdict)):
            return None
        goes_on = change.is_rested and change.lies_still(self.lies(self.game), self.lies(verdict))
        if not self.plug.is_whole and not goes_on:
            return None
        wrong = self.as_played(change)
        if wrong is None:
            return None
        grown = self.with_breach(wrong)
        onward = grown.judge(sighting)
        if is_turn(onward):
            if not self.plug.is_whole:
                grown = grown.waiting_for(sighting, onward)
                return grown, news_of(NewsKind.ACCEPTED, sighting, (wrong,), onward)
            grown, news = grown.with_actions(onward.actions, sighting, onward)
            return grown, news_of(NewsKind.ACCEPTED, sighting, (wrong, *news.steps), onward)
        lies, lay = grown.lies(onward), grown.lies(wrong.after)
        laid = frozenset(lies) - frozenset(lay)
        if sighting.source in self.gaps:
            grown, news = grown.unfinished_or_wrong(sighting, onward)
            return grown, replace(news, steps=(wrong, *news.steps))
        untouched = all(lies.get(piece.cell) == piece for piece in lay)
        most = self.plug.following.turn_size(self.game)[1]
        if self.plug.is_whole and untouched and self.plug.is_begun(wrong.after, onward):
            if len(lay.cells - self.lies(self.game).cells) % most:
                # That board held the beginning of a turn, which is complete now.
                return self.unfinished_or_wrong(sighting, verdict)
            # The next turn has begun on it; the question stays open until that turn is complete.
            waiting = replace(self, begun=laid)
            return waiting, news_of(NewsKind.WAITING, sighting, (), onward)
        if not self.plug.is_whole or (untouched and len(laid) >= most):
            grown, news = grown.unfinished_or_wrong(sighting, onward)
            return grown, replace(news, steps=(wrong, *news.steps))
        return None

    def unfinished_or_wrong(self, sighting: Sighting, verdict: Verdict) -> tuple[Self, News]:
        """A board that nothing explains: a turn that has begun, or something to be put right."""
        change = self.change
        if sighting.source in self.gaps:
            ended = self.as_played(Change(sighting, verdict, self.lies(verdict)))
            if ended is not None:
                return self.with_breach(ended), news_of(
                    NewsKind.ACCEPTED, sighting, (ended,), verdict
                )
        if self.plug.is_whole and self.plug.is_begun(self.game, verdict):
            added = frozenset(self.lies(verdict)) - frozenset(self.lies(self.game))
            waiting = news_of(NewsKind.WAITING, sighting, (), verdict)
            if change is not None and added <= set(change.board):
                # Tiles of a turn were taken off again: what is left did not come before them.
                return self, waiting
            part = Halfway(sighting, verdict)
            return replace(self, change=None, begun=added, unfinished=part), waiting
        earlier = None
        if change is not None and not self.plug.is_whole:
            earlier = change if is_turn(change.verdict) else change.earlier
        follower = self.waiting_for(sighting, verdict, earlier)
        problem = follower.change
        if change is not None and problem is not None:
            if problem.touches_old_pieces(self.lies(self.game)):
                is_same = change.touches_old_pieces(self.lies(self.game))
                problem = replace(problem, instead_of=change.instead_of if is_same else change)
            follower = replace(follower, change=problem)
        if self.plug.following.cut_short(self.game, verdict):
            follower = replace(follower, unfinished=Halfway(sighting, verdict))
        kind = NewsKind.QUESTION if verdict.legal or verdict.answers else NewsKind.PROBLEM
        if self.is_taken_back(verdict):
            kind = NewsKind.TAKEN_BACK
        return follower, news_of(kind, sighting, (), verdict)


def _with_last(follower: Explainer, news: News, **changes: Any) -> tuple[Explainer, News]:
    """The same with something else known of the last turn, which the news tell of."""
    last = replace(follower.steps[-1], **changes)
    told = replace(news, steps=(*news.steps[:-1], last))
    return replace(follower, steps=(*follower.steps[:-1], last)), told


def _put_right_actions(
    now: GameSoFar, before: Game, again: Verdict, touched: set[TableCell]
) -> tuple[str, ...]:
    """The actions of the last turn as it lies now, and of the next one if that was seen with it;
    none where the table tells neither."""
    found = [again.actions] if is_turn(again) else [answer.actions for answer in again.answers]
    one = [actions for actions in found if len(actions) == 1]
    two = [
        actions
        for actions in found
        if len(actions) == 2
        and set(changed_cells(now.lies(before), now.lies(before.play(actions[0])))) == touched
    ]
    fitting = one or two
    return fitting[0] if len(fitting) == 1 else ()
