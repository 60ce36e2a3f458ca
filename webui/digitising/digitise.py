"""A folder of photos or a video becomes a game with everything that needs a human look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from ...calibration.sets.colour import hex_code
from ...engine.following.follower import Follower
from ...engine.following.steps import News, NewsKind, Sighting
from ...engine.games.protocols import GamePlug, Start
from ...engine.games.registry import plug_of
from ...engine.games.tables import TableShape
from ...engine.phrases import Phrase
from ..tables.choice import table_page
from ..tables.shots import CameraShot, with_settled_names

if TYPE_CHECKING:
    from ...vision.readings.naming import Naming
    from .digitise_dice import DiceFollowed

NOTHING_SEEN = Phrase("digitise.nothing_seen")


@dataclass(frozen=True)
class ToCheck:
    """Something that a person should look at: which photo or moment, and what about it.

    ``said`` is phrases, and what there is in English only. ``rolls`` are those of which one may
    have been rolled there, the likeliest first; ``beginners`` are players of whom one began,
    ``movers`` those of whom one is on turn now.
    ``two_turns`` are pairs of turns that may have been played where one was not allowed.
    ``unread`` says that nothing was read there.
    """

    source: str
    time: float
    said: tuple[Phrase | str, ...]
    rolls: tuple[tuple[str, ...], ...] = ()
    beginners: tuple[str, ...] = ()
    movers: tuple[str, ...] = ()
    unread: bool = False
    two_turns: tuple[tuple[str, str], ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is said, in English."""
        return tuple(map(str, self.said))

    def to_json(self) -> dict[str, Any]:
        """The entry as plain JSON."""
        return {"source": self.source, "time": round(self.time, 2), "what": list(self.sentences)}


@dataclass
class Digitised:
    """A game as far as it was followed: ``shots`` by source keep the pictures behind it,
    ``played`` is the game with its players and points, where the dice were seen; ``has_dice`` says
    that it is one whose rolls were followed.

    ``naming`` is how sure it is which of the two colours is White, one doubt about all turns.
    ``gaps`` are the sources at which a person has said that a photo is missing before them (True),
    or that rules were broken.
    """

    follower: Any
    naming: Naming | None = None
    to_check: list[ToCheck] = field(default_factory=list)
    shots: dict[str, CameraShot] = field(default_factory=dict)
    played: Any = None
    gaps: Mapping[str, bool] = field(default_factory=dict)
    has_dice: bool = False

    @property
    def steps(self) -> tuple[Any, ...]:
        """The turns that were followed."""
        steps: tuple[Any, ...] = self.follower.steps
        return steps

    @property
    def named(self) -> set[str]:
        """The photos and moments that a person should look at."""
        return {entry.source for entry in self.to_check}

    @property
    def repeats(self) -> tuple[str, ...]:
        """The photos that show no more than others do, at which a turn ends."""
        told = self.named | {step.source for step in self.steps}
        shown = (part.sighting.source for part in self.follower.shown)
        return tuple(source for source in shown if source not in told)

    @property
    def names_are_sure(self) -> bool:
        """Whether nobody has to say which of the two colours is White."""
        is_sure = self.naming is None or self.naming.is_sure
        return is_sure or not self.follower.plug.names_matter


def agreed(
    kind: str,
    options: Mapping[str, Any],
    players: Sequence[str] = (),
    palagems: Sequence[str] = (),
) -> dict[str, Any]:
    """What is agreed on of a game that is to be followed, asked before anything is read.

    Raises ValueError where nobody knows this kind of game, or where it cannot be played so.
    """
    known: dict[str, Any] = {**options, **({"palagems": list(palagems)} if palagems else {})}
    plug = plug_of(kind)
    if players and plug.dice is not None:
        plug.start(Start(players=tuple(players)))
    elif players and plug.players is not None:
        known["players"] = list(players)
    followed = followed_plug(kind, known)
    followed.options(followed.start(Start(known)))  # no record without what was agreed on
    return known


def followed_plug(kind: str, options: Mapping[str, Any]) -> GamePlug:
    """The game of a kind as it is followed from the table alone.

    Raises ValueError where nobody knows it, or where it cannot be played by these options.
    """
    plug = plug_of(kind)
    plug = plug.following.without_hidden or plug
    plug.start(Start(options))
    return plug


def digitise(
    followed: BoardsFollowed | DiceFollowed,
    shots: Iterable[CameraShot],
    are_crossed: bool | None = None,
) -> Digitised:
    """Follow a game through its shots, in the order in which ``followed`` wants to take them.

    ``are_crossed`` is a person's answer: whether White and Blue are the other way round.
    """
    named, naming = with_settled_names(shots, are_crossed)
    result = Digitised(None, naming, has_dice=followed.has_dice)
    for shot in followed.in_order(named):
        if shot.problem is not None:
            result.to_check.append(ToCheck(shot.source, shot.time, (shot.problem,), unread=True))
        result.to_check += followed.take(shot)
        if shot.seen is not None or (followed.has_dice and shot.dice):
            result.shots[shot.source] = shot
    followed.finish(result, named)
    return with_question_of_names(result, named)


@dataclass
class BoardsFollowed:
    """A game that is followed from its boards alone, by what was agreed on.

    All boards of a film share one frame; photos were each taken on purpose. ``played`` (by source)
    is what was played as a person says.
    """

    plug: GamePlug
    options: Mapping[str, Any]
    is_film: bool
    played: Mapping[str, Sequence[str]] = field(default_factory=dict)
    follower: Any = None
    has_dice: ClassVar[bool] = False
    _unsettled: News | None = None

    def in_order(self, shots: list[CameraShot]) -> list[CameraShot]:
        boards = [shot.seen for shot in shots if shot.seen is not None]
        options = self.plug.following.agreed(self.options, boards)
        self.follower = Follower(self.plug, options, on_purpose=not self.is_film)
        return shots

    def take(self, shot: CameraShot) -> Iterator[ToCheck]:
        if shot.seen is None:
            if self.is_film:
                self.follower, _ = self.follower.settle(shot.time)
            return
        sighting = Sighting(shot.seen, shot.time, shot.source, aligned=self.is_film)
        told = self.played.get(shot.source, ())
        self.follower, news = self.follower.told(told, sighting)
        most = self.plug.following.turn_size(self.follower.game)[1]
        if news is not None and news.kind is NewsKind.START and len(shot.seen.board) > most:
            yield ToCheck(shot.source, shot.time, (Phrase("digitise.had_begun"),))
        settled = news is None or bool(news.steps) or news.kind is NewsKind.START
        self._unsettled = None if settled else news

    def finish(self, game: Digitised, shots: Sequence[CameraShot]) -> None:
        game.follower, last = self.follower.finish()
        list_doubts(game)
        open_news = self._unsettled
        if open_news is None or open_news.source in game.named:
            return
        if open_news.kind is NewsKind.WAITING or last is None or not last.steps:
            said = _to_check(open_news.source, open_news.time, open_news.sentences)
            game.to_check.append(said)


def list_doubts(
    game: Digitised,
    of_rolls: Callable[[int], Sequence[Phrase]] = lambda number: (),
    rolls: Callable[[int], tuple[tuple[str, ...], ...]] = lambda number: (),
    two_turns: Callable[[int], tuple[tuple[str, str], ...]] = lambda number: (),
) -> None:
    """Name every step that wants a look, and every photo at which no turn ends.

    ``of_rolls``: by a step's number, doubts about the rolls before it.
    ``rolls``: what may have been rolled.
    ``two_turns``: the two turns that it may have been.
    """
    for number, step in enumerate(game.steps):
        shape = game.follower.plug.table
        words: tuple[Phrase | str, ...] = (*step.sentences, *unsure_words(shape, step.unsure))
        rolled = of_rolls(number)
        words = (*(words if step.needs_a_look else ()), *rolled)
        if words:
            asked = _to_check(step.source, step.time, words)
            hangs_on_it = rolled or step.verdict is not None
            of_step = replace(asked, rolls=rolls(number) if hangs_on_it else ())
            game.to_check.append(replace(of_step, two_turns=two_turns(number)))
    for board in game.follower.passed_over:
        if board.source not in game.named:
            game.to_check.append(_to_check(board.source, board.time, board.sentences))


def _to_check(source: str | None, time: float | None, sentences: Iterable[Phrase | str]) -> ToCheck:
    return ToCheck(source or "", time or 0.0, tuple(sentences))


def with_question_of_names(game: Digitised, shots: Sequence[CameraShot]) -> Digitised:
    """The list of things to check in order; first of all, once, which colour is White."""
    game.to_check.sort(key=lambda entry: entry.time)
    if not game.shots and not game.to_check:
        game.to_check.append(ToCheck("", 0.0, (NOTHING_SEEN,)))
    first = next((s for s in shots if s.reading is not None and s.reading.tiles), None)
    if game.names_are_sure or first is None or first.reading is None:
        return game
    white, blue = (hex_code(c or (0, 0, 0)) for c in (first.reading.white, first.reading.blue))
    question = Phrase("digitise.which_colour", {"white": white, "blue": blue})
    game.to_check.insert(0, ToCheck(first.source, first.time, (question,)))
    return game


def unsure_words(shape: TableShape, cells: Sequence[Any]) -> tuple[Phrase, ...]:
    """What is said of cells that were not seen well; nothing where there are none."""
    names = ", ".join(map(shape.cell_name, cells))
    return (Phrase(table_page(shape).unsure, {"cells": names}),) if cells else ()
