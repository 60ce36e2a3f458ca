"""A game at the table, of whatever kind: what was agreed on, and what the referee says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any, Generic, TypeAlias

from ...engine.games.onward import goes_on_from, holds_several_turns
from ...engine.games.protocols import AnyPlug, Game, GivenGame, Start, Verdict
from ...engine.games.registry import kinds, plug_of
from ...engine.games.resigning import resigners, won_by_resigning
from ...engine.games.tables import Table
from ...engine.phrases import Phrase
from ..refusal import Refusal
from ..store.stored import StoredEvent
from ..tables.choice import table_events
from ..tables.page import TableSight


class ChangeRefused(Refusal, ValueError):
    """The change makes no sense in this game; the message says why."""


@contextmanager
def refusing_changes() -> Iterator[None]:
    """What is refused in here, by whatever game, is a change that is refused. Raises
    ChangeRefused."""
    try:
        yield
    except ValueError as error:
        raise ChangeRefused.because(error) from None


@dataclass(frozen=True)
class Entry:
    """One line of the timeline: a move or an action that was agreed on.

    ``who`` is a colour's word or a player's name, empty where turns are missing; ``board`` is the
    table after it, in the shape of this kind of game; ``accepted`` says that the referee accepted
    it against the rules.
    """

    number: int
    who: str
    text: str
    board: Any
    version: int
    at: datetime
    photo: str | None
    accepted: bool = False
    points: Mapping[str, int] | None = None
    #: The move in words, where ``text`` is a notation of English ones.
    phrase: Phrase | None = None
    #: What a person should still look at.
    check: tuple[str, ...] = ()
    #: Which of the program's own sentences these are.
    phrases: Mapping[str, Any] = field(default_factory=dict)
    #: What it was read as before a person put it right.
    read_as: str = ""

    def renamed(self, called: Mapping[str, str]) -> Entry:
        """The same line where players are called otherwise."""
        points = self.points and {called.get(who, who): won for who, won in self.points.items()}
        return replace(self, who=called.get(self.who, self.who), points=points)


@dataclass(frozen=True)
class Played:
    """An action in the game's notation, and its line of the timeline where it has one."""

    action: str
    entry: Entry | None = None


@dataclass(frozen=True, eq=False)
class PlayOf(Generic[GivenGame]):
    """A game as far as it was agreed on. ``game`` is the engine's, of the kind ``plug`` tells.

    ``resigned`` is the side that gave it up: a colour's word or a player's name. ``earlier`` is the
    play before the last action.
    """

    plug: AnyPlug
    game: GivenGame
    played: tuple[Played, ...] = ()
    resigned: str | None = None
    earlier: PlayOf[GivenGame] | None = None

    @classmethod
    def start(cls, kind: str, options: Mapping[str, Any], board: Table | None = None) -> Play:
        """A new game, or one that goes on from a position. Raises ValueError."""
        plug = plug_of(kind)
        first = plug.table.first_turn
        to_move = "" if board is None or not len(board) else str(options.get("to_move", first))
        return cls.begun(plug, Start(options, board, to_move))

    @classmethod
    def begun(cls, plug: AnyPlug, start: Start) -> Play:
        """A game as it starts. Raises ValueError."""
        return PlayOf(plug, plug.start(start))

    @property
    def board(self) -> Any:
        """The table that was agreed on last, in the shape of this kind of game."""
        return self.game.board

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.over) or self.resigned is not None

    @property
    def result(self) -> str:
        """The winner as records write it, "draw", or empty while the game goes on."""
        if self.resigned is not None:
            return won_by_resigning(self.plug, self.game, self.resigned)
        return str(self.game.result or "")

    @property
    def on_turn(self) -> str | None:
        """The side that is to act, None where none is."""
        return None if self.over else self.game.on_turn

    @property
    def resigners(self) -> tuple[str, ...]:
        """The sides of which each may give the game up."""
        return () if self.over else resigners(self.plug, self.game)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The timeline."""
        return tuple(played.entry for played in self.played if played.entry is not None)

    def judge(self, seen: Any, *, aligned: bool = False) -> Verdict:
        """What was played since the last action that was agreed on, or what is wrong. ``aligned``
        says that what is seen shares the game's frame."""
        verdict: Verdict = self.plug.judge(self.game, seen, aligned=aligned)
        return verdict

    def after(self: Play, event: StoredEvent, sight: TableSight) -> Play:
        """The play after one of :data:`PLAY_EVENTS`. Raises ValueError."""
        if event.kind == "resigned":
            won_by_resigning(self.plug, self.game, event.data["by"])  # raises where nobody can
            return replace(self, resigned=event.data["by"])
        if event.data.get("accept"):
            return self._accepted(event, sight)
        play = self.earlier if event.data.get("instead") else self
        if play is None:
            raise ChangeRefused.of("nothing_to_confirm")
        for action in _actions(event):
            play = play._with(action, event, sight)
        return play

    def renamed(self, names: tuple[str, ...]) -> Play:
        """The same play by players who are called otherwise, each in their own seat.

        Where the sides are colours, or these are not one name a player, nothing changes.
        """
        before = tuple(self.game.players)
        if not len(names) == len(set(names)) == len(before):
            return self
        called = dict(zip(before, names, strict=True))
        played = tuple(
            one if one.entry is None else replace(one, entry=one.entry.renamed(called))
            for one in self.played
        )
        game = self.plug.renamed(self.game, names)
        resigned = called.get(self.resigned or "", self.resigned)
        earlier = self.earlier and self.earlier.renamed(names)
        return PlayOf(self.plug, game, played, resigned, earlier)

    def checked(self, number: int) -> PlayOf[GivenGame]:
        """The same play once a person has found a move right."""
        played = tuple(
            replace(one, entry=replace(one.entry, check=()))
            if one.entry is not None and one.entry.number == number
            else one
            for one in self.played
        )
        return replace(self, played=played)

    def _with(self: Play, action: str, event: StoredEvent, sight: TableSight) -> Play:
        game = self.game.play(action)
        deed = game.deed
        entry = None
        if deed is not None and deed.listed:
            entry = self._entry(deed.who, deed.text, game.board, event, sight)
            entry = replace(entry, points=deed.points, phrase=deed.phrase)
        played = (*self.played, Played(action, entry))
        # One step back is enough: a chain of all plays would grow with the square of their number.
        return replace(self, game=game, played=played, earlier=replace(self, earlier=None))

    def _accepted(self: Play, event: StoredEvent, sight: TableSight) -> Play:
        """The referee lets the table stand as it lies, whatever the rules say."""
        board, counted = sight.seen.board, event.data.get("counted")
        if counted is None:  # the referee says so at the table
            game = self.plug.accept(self.game, board)
        else:
            told = {"counted": counted, "to_move": event.data.get("to_move", "")}
            game = goes_on_from(self.plug, self.game, board, **told)
        added = self.plug.tried(self.game, self.plug.judge(self.game, sight.seen, aligned=True))
        is_unsaid = self.plug.following.seated is not None  # its pieces tell no turns
        is_missing = counted and (is_unsaid or holds_several_turns(self.plug, self.game, board))
        who = "" if is_missing else self.game.on_turn or ""
        entry = self._entry(who, added, game.board, event, sight)
        phrase = game.deed.phrase if is_missing and game.deed is not None else None
        played = Played(added, replace(entry, accepted=True, phrase=phrase))
        return replace(self, game=game, played=(*self.played, played), earlier=None)

    def _entry(
        self, who: str, text: str, board: Table, event: StoredEvent, sight: TableSight
    ) -> Entry:
        photo = sight.photo.digest if sight.photo else None
        check, phrases = tuple(event.data.get("check", ())), event.data.get("phrases", {})
        number, at = len(self.entries) + 1, event.at
        entry = Entry(number, who, text, board, event.version, at, photo, check=check)
        read_as = event.data.get("read_as", "")  # of all moves that were agreed on together
        is_as_read = text in (apart := read_as.split(" / ")) and len(apart) > 1
        return replace(entry, phrases=phrases, read_as="" if is_as_read else read_as)


#: One of whatever kind.
Play: TypeAlias = PlayOf[Game]


@cache
def happens_on_the_table() -> frozenset[str]:
    """The events on the table. Nothing more happens there once a game is over: see `Desk`."""
    return frozenset(("photo_read", "board_set", "begun_here", *table_events()))


#: What earlier versions stored of actions, and the words of the action, by its fields.
EARLIER_EVENTS = {
    event: words for kind in kinds() for event, words in plug_of(kind).earlier_events.items()
}
#: Events that a game's play understands; all others are about the table.
PLAY_EVENTS = frozenset(("move_confirmed", "resigned", *EARLIER_EVENTS))


def confirmed(
    *actions: str, by_camera: bool = False, clears: bool = False
) -> tuple[str, dict[str, Any]]:
    """The event that says what was agreed on, whether a camera did so by itself, and whether all
    that lies on the table is then taken off."""
    said = {"camera": by_camera, "clears": clears}
    return "move_confirmed", {"moves": list(actions)} | {key: True for key in said if said[key]}


def clears_table(verdict: Verdict) -> bool:
    """Whether play goes on from an empty table: Palagem does, and what lies there as the last
    palagem goes into the bag."""
    return verdict.after is not None and not len(verdict.after.board)


def _actions(event: StoredEvent) -> tuple[str, ...]:
    """What an event says was played, in the game's notation."""
    if event.kind == "move_confirmed":
        return tuple(event.data["moves"])
    return (EARLIER_EVENTS[event.kind].format_map(event.data),)


def actions_to_confirm(verdict: Verdict, chosen: str | None) -> tuple[str, ...]:
    """What a confirmation means: what the verdict says, or the answer that was chosen.

    Raises ChangeRefused.
    """
    if chosen is None:
        if not verdict.settled or not verdict.actions or verdict.after is None:
            raise ChangeRefused.of("nothing_to_confirm")
        return verdict.actions
    for answer in verdict.answers:
        if " / ".join(answer.actions) == chosen:
            return answer.actions
    raise ChangeRefused.of("not_offered")
