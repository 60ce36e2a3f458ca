"""The shots of a film or of many photos as a game, with everything that needs a human look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ..games.protocols import AnyPlug, Game
from ..games.tables import TableCell, TableShape
from ..phrases import Phrase, by_sentence
from ..records.record import RecordedTurn
from .doubts import is_within, no_turn_ends
from .follower import Follower
from .progress import FIRST_PHOTO, WRONG_OR_MISSING
from .steps import FollowedTurn, News, NewsKind, Shot, Sighting
from .waiting import Halfway

UNOBEYED = Phrase("dice.unobeyed")


@dataclass(frozen=True)
class TwoTurns:
    """Two turns that one photo may show, and the first of them in words."""

    actions: tuple[str, str]
    said: Phrase


@dataclass(frozen=True)
class ToCheck:
    """Something that a person should look at: which photo or moment, and what about it.

    ``said`` is phrases, and what there is in English only. ``rolls`` are those of which one may
    have been rolled there, the likeliest first; ``beginners`` are players of whom one began,
    ``movers`` those of whom one is on turn now.
    ``two_turns`` may have been played where one was not allowed. ``gaps``: it may be said that a
    photo is missing before it (True), or that one turn broke the rules (False). ``unread`` says
    that nothing was read there.
    """

    source: str
    time: float
    said: tuple[Phrase | str, ...]
    rolls: tuple[tuple[str, ...], ...] = ()
    beginners: tuple[str, ...] = ()
    movers: tuple[str, ...] = ()
    unread: bool = False
    two_turns: tuple[TwoTurns, ...] = ()
    gaps: tuple[bool, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is said, in English."""
        return tuple(map(str, self.said))

    def to_json(self) -> dict[str, Any]:
        """The entry as plain JSON."""
        told = {"source": self.source, "time": round(self.time, 2), "what": list(self.sentences)}
        return {**told, "phrases": by_sentence(self.said)}


@dataclass(frozen=True)
class CountedGame:
    """A game with its players as far as its points can be counted, whose dice were seen.

    ``moves`` are those of its record: the number of a turn that was followed, or a roll.
    ``is_whole``: every turn is counted.
    """

    game: Game
    moves: tuple[RecordedTurn | int, ...]
    points: Mapping[str, int]
    is_whole: bool


@dataclass(frozen=True)
class FoundGame:
    """A game as far as shots have shown it. ``with_dice`` says that rolls were followed, too;
    ``counted`` is what they make of it, where its players are known."""

    follower: Follower
    to_check: tuple[ToCheck, ...]
    with_dice: bool = False
    counted: CountedGame | None = None


class GameFinder(Protocol):
    """Finds one game by what was agreed on, and by what people have said of its shots."""

    def find(self, shots: Sequence[Shot]) -> FoundGame:
        """The game that they show, in the order in which they were taken."""


def follower_at_table(plug: AnyPlug) -> Follower:
    """Follows a game that is being played, with its dice where it has any."""
    begun: Callable[[AnyPlug], Follower] = plug.at_table or Follower
    return begun(plug)


@dataclass(frozen=True)
class FinderByBoards:
    """A game that is followed from its boards alone, by what was agreed on.

    All boards of a film share one frame; photos were each taken on purpose. ``played`` (by source)
    is what was played as a person says; ``gaps`` whether photos are missing before a turn that
    ends there, or else that turn broke the rules.
    """

    plug: AnyPlug
    options: Mapping[str, Any]
    is_film: bool
    played: Mapping[str, Sequence[str]] = field(default_factory=dict)
    gaps: Mapping[str, bool] = field(default_factory=dict)

    def find(self, shots: Sequence[Shot]) -> FoundGame:
        """See :class:`GameFinder`."""
        following = self.plug.following
        boards = [shot.seen for shot in shots if shot.seen is not None]
        options = following.agreed(self.options, boards)
        follower = Follower(self.plug, options, on_purpose=not self.is_film, gaps=self.gaps)
        begun: list[ToCheck] = []
        open_news: News | None = None
        open_part: Halfway | None = None
        begun_turns: list[Halfway] = []
        for shot in shots:
            if shot.seen is None:
                if self.is_film:
                    follower, _ = follower.settle(shot.time)
                continue
            told = self.played.get(shot.source, ())
            sighting = Sighting(shot.seen, shot.time, shot.source, self.is_film)
            part = follower.halfway(sighting)
            follower, news = follower.told(told, sighting)
            most = following.turn_size(follower.game)[1]
            if news is not None and news.kind is NewsKind.START and len(shot.seen.board) > most:
                begun.append(to_check(shot.source, shot.time, (Phrase("digitise.had_begun"),)))
            settled = news is None or bool(news.steps) or news.kind is NewsKind.START
            open_news, open_part = (None, None) if settled else (news, part)
            if news is not None and news.kind is NewsKind.WAITING:
                begun_turns.append(part)
        follower, last = follower.finish()
        found = doubtful_shots(follower, begun)
        if last is not None and last.steps and open_news and open_news.kind is not NewsKind.WAITING:
            open_news = None  # it was taken as played
        if self.is_film:
            found += _ends_within(follower, begun_turns)
        named = {entry.source for entry in found}
        if open_news is not None and open_part is not None and open_news.source not in named:
            found.append(_no_end(follower, open_part))
        return FoundGame(follower, tuple(found))


def _ends_within(follower: Follower, begun: Iterable[Halfway]) -> Iterator[ToCheck]:
    """The moments at which a turn may have ended that only had begun, for what was taken as one
    breaks the rules."""
    plug = follower.plug
    answered = [step for step in follower.steps if step.verdict is not None]
    wrong = [step for step in answered if step.source not in follower.gaps]
    for part in begun:
        lies = plug.following.lying(part.verdict.board)
        if any(is_within(plug, step, lies) for step in wrong):
            yield _no_end(follower, part)


def _no_end(follower: Follower, part: Halfway) -> ToCheck:
    asked = to_check(part.sighting.source, part.sighting.time, no_turn_ends(part.verdict))
    return replace(asked, gaps=tuple(gap for gap in part.gaps if follower.on_purpose or not gap))


def _gaps_of(follower: Follower, step: FollowedTurn, said: Sequence[Phrase]) -> tuple[bool, ...]:
    """What may be said of photos missing before a turn; a film misses none."""
    if WRONG_OR_MISSING in said:
        return (False, True)
    if FIRST_PHOTO in said:
        return (True,)
    fewest, most = follower.plug.following.turn_size(step.before)
    laid = len(step.after.board) - len(step.before.board)
    return (False,) if step.verdict is not None and fewest == most < laid else ()


def doubtful_shots(
    follower: Follower,
    known: Iterable[ToCheck] = (),
    of_rolls: Callable[[int], Sequence[Phrase]] = lambda number: (),
    rolls: Callable[[int], tuple[tuple[str, ...], ...]] = lambda number: (),
    two_turns: Callable[[int], tuple[TwoTurns, ...]] = lambda number: (),
) -> list[ToCheck]:
    """All that wants a look: what is ``known`` to, steps, and photos at which no turn ends.

    ``of_rolls``: by a step's number, doubts about the rolls before it.
    ``rolls``: what may have been rolled.
    ``two_turns``: the two turns that it may have been.
    """
    found = list(known)
    for number, step in enumerate(follower.steps):
        unsure = unsure_words(follower.plug.table, step.unsure)
        rolled = of_rolls(number)
        words = (*((*step.sentences, *unsure) if step.needs_a_look else ()), *rolled)
        if words:
            asked = to_check(step.source, step.time, words)
            hangs_on_it = rolled or step.verdict is not None
            of_step = replace(asked, rolls=rolls(number) if hangs_on_it else ())
            gaps = _gaps_of(follower, step, words)
            asked = replace(of_step, two_turns=two_turns(number), gaps=gaps)
            if asked not in found:  # two turns of one photo may be doubtful alike
                found.append(asked)
    named = {entry.source for entry in found}
    for board in follower.passed_over:
        if board.source not in named:
            named_over = to_check(board.source, board.time, board.sentences)
            found.append(replace(named_over, gaps=board.gaps))
            named.add(board.source or "")
    return found


def to_check(source: str | None, time: float | None, said: Iterable[Phrase | str]) -> ToCheck:
    """An entry about a photo or moment, or about none."""
    return ToCheck(source or "", time or 0.0, tuple(said))


def unsure_words(shape: TableShape, cells: Sequence[TableCell]) -> tuple[Phrase, ...]:
    """What is said of cells that were not seen well; nothing where there are none."""
    names = ", ".join(map(shape.cell_name, cells))
    return (Phrase(shape.unsure, {"cells": names}),) if cells else ()
