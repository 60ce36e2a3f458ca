"""What a board may be that is no turn as it lies: two turns, one put right, a tile misread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..games.protocols import Game, Verdict
from .progress import joined_news, news_of
from .steps import News, NewsKind, Sighting, changed_cells, said_of
from .waiting import is_turn

if TYPE_CHECKING:
    from .follower import Follower

    Followed = tuple[Follower, News | None]
    Attempt = Callable[[Follower, Sighting, Verdict], Followed | None]


def told_apart(now: Follower, sighting: Sighting, verdict: Verdict) -> Followed | None:
    """Two turns at once: the tiles that were seen before the others belong to the first."""
    if not now.begun:
        return None
    fitting = []
    for actions in (answer.actions for answer in verdict.answers if len(answer.actions) == 2):
        first = frozenset(now.lies(now.game.play(actions[0]))) - frozenset(now.lies(now.game))
        if now.begun <= first or first <= now.begun:
            fitting.append(actions)
    if len(fitting) != 1:
        return None
    return now.with_actions(fitting[0], sighting, verdict)


def put_right(now: Follower, sighting: Sighting, verdict: Verdict) -> Followed | None:
    """The last turn lies otherwise now: its player has put it right before play went on."""
    if not now.steps or not now.plug.amends(now.game, verdict):
        return None
    last = now.steps[-1]
    touched = set(changed_cells(now.lies(last.before), now.lies(last.after)))
    again = now.judge(sighting, last.before)
    actions = _put_right_actions(now, last.before, again, touched)
    if not actions:
        return None
    steps = now.steps_of(last.before, actions, sighting, again)
    if len(steps) > 1:
        # Put right before the other played, or misread now: who can tell is asked.
        lies, lay = now.lies(verdict), now.lies(now.game)
        turned = (cell for cell in touched if lies.get(cell) != lay.get(cell))
        steps = (replace(steps[0], unsure=tuple(sorted(turned))), *steps[1:])
    mended = replace(now, steps=now.steps[:-1] + steps, change=None, begun=frozenset())
    return mended, news_of(NewsKind.AMENDED, sighting, steps, again)


def _put_right_actions(
    now: Follower, before: Game, again: Verdict, touched: set[Any]
) -> tuple[str, ...]:
    """The actions of the last turn as it lies now, and of the next one if that was seen with it;
    none where the table tells neither."""
    answers = [answer.actions for answer in again.answers]
    found = [again.actions] if is_turn(again) else answers
    one = [actions for actions in found if len(actions) == 1]
    two = [
        actions
        for actions in found
        if len(actions) == 2
        and set(changed_cells(now.lies(before), now.lies(before.play(actions[0])))) == touched
    ]
    fitting = one or two
    return fitting[0] if len(fitting) == 1 else ()


def read_better(now: Follower, sighting: Sighting, verdict: Verdict) -> Followed | None:
    """An old tile seems turned, but it was read without being sure: now it is read better."""
    doubtful = {cell for step in now.steps for cell in step.unsure}
    lies, lay = now.lies(verdict), now.lies(now.game)
    cells = {piece.cell for piece in lay if lies.get(piece.cell) != piece}
    seen = sighting.seen.moved(verdict.alignment)
    if not cells or not cells <= doubtful & lies.cells:
        return None
    if any(seen.is_unsure(cell) for cell in cells):
        return None
    mended = now.with_tiles({cell: lies.get(cell) for cell in cells})
    if mended is None:
        return None
    follower, more = mended.take(sighting)
    return follower, more or news_of(NewsKind.AMENDED, sighting, mended.steps, verdict)


def read_otherwise(now: Follower, sighting: Sighting, verdict: Verdict) -> Followed | None:
    """What was not seen well probably is something else, and then all is as it should be."""
    board = now.plug.following.likeliest(verdict)
    if board is None:
        return None
    if board == now.lies(now.game):
        return now, None
    seen = sighting.seen.moved(verdict.alignment).with_board(board)
    probably = replace(sighting, seen=seen, aligned=True)
    again = now.judge(probably)
    if not is_turn(again):
        return None
    follower, news = now.with_actions(again.actions, probably, again)
    last = follower.steps[-1]
    doubtful = {*last.unsure, *changed_cells(now.lies(verdict), board)}
    marked = replace(last, unsure=tuple(sorted(doubtful)))
    told = replace(news, steps=(*news.steps[:-1], marked))
    return replace(follower, steps=(*follower.steps[:-1], marked)), told


def taken_apart(now: Follower, sighting: Sighting, verdict: Verdict) -> Followed | None:
    """What waited was a whole turn and another one, and this board goes beyond them."""
    before = now.change
    earlier = None if before is None else before.earlier
    if before is None or earlier is None or is_turn(before.verdict):
        return None
    follower, news = now.with_actions(
        earlier.verdict.actions, earlier.sighting, earlier.verdict, earlier.parts
    )
    later = follower.judge(before.sighting)
    if not is_turn(later):
        return None
    waiting = replace(before, verdict=later, board=follower.lies(later), earlier=None)
    follower, more = replace(follower, change=waiting).take(sighting)
    return follower, joined_news(news, more)


def cut_short(now: Follower, sighting: Sighting, verdict: Verdict) -> Followed | None:
    """Play went on though the last turn was not whole when it was seen; not where this board can be
    the whole of it, however dimly it is seen."""
    part = now.unfinished
    if verdict.legal and verdict.actions:
        return None
    actions = () if part is None else now.plug.following.cut_short(now.game, part.verdict)
    if part is None or not actions:
        return None
    shorter, news = now.with_actions(actions, part.sighting, part.verdict)
    onward = shorter.judge(sighting)
    if not is_turn(onward) and not shorter.plug.is_begun(shorter.game, onward):
        return None
    last = replace(shorter.steps[-1], doubts=said_of(part.verdict))
    told = replace(news, steps=(*news.steps[:-1], last))
    follower, more = replace(shorter, steps=(*shorter.steps[:-1], last)).take(sighting)
    return follower, joined_news(told, more)


def seen_dimly(now: Follower, sighting: Sighting, verdict: Verdict) -> Followed | None:
    """Play went on from a board that can be one turn only, but that was not seen well enough to be
    taken at once: it was played, and stays marked."""
    change = now.change
    if change is None or verdict.legal or not change.verdict.legal or is_turn(change.verdict):
        return None
    if not change.verdict.actions:
        return None
    follower, news = now.with_actions(change.verdict.actions, change.sighting, change.verdict)
    onward = follower.judge(sighting)
    if not onward.legal or not onward.actions:
        return None
    follower, more = follower.take(sighting)
    return follower, joined_news(news, more)


def played_on(now: Follower, sighting: Sighting, verdict: Verdict) -> Followed | None:
    """Play went on from a board against the rules: it is taken as played, and marked.

    Not where pieces are only missing, or came back, in a game in which nobody takes any away: then
    something probably lay over them.
    """
    change = now.change
    if change is None or is_turn(change.verdict) or change.earlier is not None:
        return None
    if now.plug.following.keeps_pieces and now.hid_pieces(change.board, now.lies(verdict)):
        return None
    goes_on = change.is_rested and change.lies_still(now.lies(now.game), now.lies(verdict))
    if not now.plug.is_whole and not goes_on:
        return None
    wrong = now.as_played(change)
    if wrong is None:
        return None
    grown = replace(now, steps=(*now.steps, wrong), change=None, begun=frozenset())
    onward = grown.judge(sighting)
    if is_turn(onward):
        if not now.plug.is_whole:
            grown = grown.waiting_for(sighting, onward)
            return grown, news_of(NewsKind.ACCEPTED, sighting, (wrong,), onward)
        grown, news = grown.with_actions(onward.actions, sighting, onward)
        return grown, news_of(NewsKind.ACCEPTED, sighting, (wrong, *news.steps), onward)
    lies, lay = grown.lies(onward), grown.lies(wrong.after)
    laid = frozenset(lies) - frozenset(lay)
    untouched = all(lies.get(piece.cell) == piece for piece in lay)
    most = now.plug.following.turn_size(now.game)[1]
    if now.plug.is_whole and untouched and now.plug.is_begun(wrong.after, onward):
        if len(lay.cells - now.lies(now.game).cells) % most:
            # That board held the beginning of a turn, which is complete now.
            return now.unfinished_or_wrong(sighting, verdict)
        # The next turn has begun on it; the question stays open until that turn is complete.
        waiting = replace(now, begun=laid)
        return waiting, news_of(NewsKind.WAITING, sighting, (), onward)
    if not now.plug.is_whole or (untouched and len(laid) >= most):
        grown, news = grown.unfinished_or_wrong(sighting, onward)
        return grown, replace(news, steps=(wrong, *news.steps))
    return None


ATTEMPTS: tuple[Attempt, ...] = (
    told_apart,
    put_right,
    read_better,
    read_otherwise,
    taken_apart,
    seen_dimly,
    cut_short,
    played_on,
)
