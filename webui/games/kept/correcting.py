"""A move of the record that was read wrongly: put right in its place, and all after it played anew.

What a person changes counts from the moment before the move was agreed on. The engine says of each
later turn whether it still fits (`turn_anew`). One event holds all of it, so that one undo takes it
back; what was stored before stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ....engine.games.anew import said_anew, turn_anew
from ....engine.games.protocols import Deed
from ....engine.phrases import Phrase, sentences_of
from ...store.stored import RECORD_CORRECTED, StoredEvent
from ...tables.page import EventData
from ..play import PLAY_EVENTS, ChangeRefused, Entry, happens_on_the_table, refusing_changes
from ..state import GameState, after_event
from .desk import Marks, Memory
from .event_format import CORRECTING, check_event
from .history import Counted, told_at

#: The events that show a whole table.
NEW_SIGHTS = ("photo_read", "board_set")
#: By the number of an event what counts in its place.
Instead = dict[str, list[dict[str, Any] | None]]


class AskedChange(Protocol):
    """A change that somebody asks for."""

    def event(self, state: GameState) -> EventData:
        """The event that it becomes. Raises ChangeRefused."""


@dataclass(frozen=True)
class Correction:
    """A correction as far as it was told: ``state`` is the game with the table that is being put
    right, or with the move once it ``is_whole``. ``said`` is what it changes. ``why`` later moves
    fit no more, of which the numbers are ``lost``. ``rolls`` says that the move obeyed a roll."""

    state: GameState
    number: int
    rolls: bool
    is_whole: bool = False
    said: tuple[Phrase, ...] = ()
    why: tuple[Phrase | str, ...] = ()
    lost: tuple[int, ...] = ()
    event: EventData | None = None


class Corrector:
    """Puts one move of a game right, the game as it stood at a version."""

    def __init__(self, memory: Memory, game: str, history: Marks, number: int) -> None:
        """Raises ChangeRefused where the game has no such move."""
        self._memory, self._game, self._path = memory, game, history.path
        self._now = memory.folded(game, self._path)
        entries = self._now.playing.entries
        if not 1 <= number <= len(entries):
            raise ChangeRefused.of("no_such_move", number=number)
        self._events = memory.events(game, self._path)
        agreed = entries[number - 1].version
        #: The first of the moves that were agreed on together.
        self._first = next(entry.number for entry in entries if entry.version == agreed)
        versions = [version for version, _ in self._path]
        self._end = versions.index(agreed)
        begins = entries[self._first - 2].version if self._first > 1 else versions[0]
        self._begin = versions.index(begins) + 1
        self._number = number

    def corrected(self, changes: Iterable[AskedChange], *, before_roll: bool) -> Correction:
        """What the changes make of it, from the table as it was seen then; ``before_roll``: the
        dice are told anew, too. Raises ChangeRefused."""
        state, instead, rolls = self._opened(before_roll)
        told: list[dict[str, Any]] = []
        for change in changes:
            if self._is_whole(state):
                raise ChangeRefused.of("correction_whole")
            kind, data = change.event(state)
            if kind not in CORRECTING:
                raise ChangeRefused.of("not_in_correction")
            with refusing_changes():
                check_event(kind, data)
                state = after_event(state, self._event(kind, data))
            told.append({"kind": kind, "data": data})
        begun = Correction(state, self._number, rolls)
        if not self._is_whole(state):
            return begun
        if self._is_same(state):
            return replace(begun, is_whole=True)
        was = self._entries(self._now)[self._number - 1]
        told[-1]["data"] = {**told[-1]["data"], "read_as": was.read_as or was.text}
        instead[str(self._path[self._end][0])] += told
        return self._went_on(begun, instead)

    def _entries(self, state: GameState) -> tuple[Entry, ...]:
        return state.playing.entries

    def _event(self, kind: str, data: Mapping[str, Any]) -> StoredEvent:
        """A new event at the moment when the move was agreed on."""
        own = self._events[self._path[self._end][0]]
        return replace(own, kind=kind, data=data)

    def _is_whole(self, state: GameState) -> bool:
        return len(self._entries(state)) >= self._first

    def _is_same(self, state: GameState) -> bool:
        """Whether it is what the record holds already."""
        then = self._memory.folded(self._game, self._path[: self._end + 1]).playing
        return bool(then.game == state.playing.game)

    def _opened(self, before_roll: bool) -> tuple[GameState, Instead, bool]:
        """The game before the move, with all that was seen by then; what no longer counts of its
        events, and whether it obeyed a roll."""
        state = known = self._memory.folded(self._game, self._path[: self._begin])
        instead: Instead = {}
        rolls = False
        for place in self._path[self._begin : self._end + 1]:
            raw, kept = self._raw(place), list[dict[str, Any] | None]()
            for event, stored in zip(told_at(place, self._events), raw, strict=True):
                known = _gone_on(known, event)
                try:
                    after, moved = in_frame(after_event(state, event), known, event)
                except ValueError:  # it goes back to what no longer counts
                    continue
                if event.kind in PLAY_EVENTS:
                    is_roll = len(self._entries(after)) == len(self._entries(state))
                    is_roll &= not (event.data.get("instead") and event.data["moves"])
                    rolls |= is_roll
                    if before_roll or not is_roll:
                        continue
                state = after
                kept += [stored, *moved]
            if kept != raw or place[1]:
                instead[str(place[0])] = kept
        return state, instead, rolls

    # -- the moves after it --------------------------------------------------------------------

    def _went_on(self, begun: Correction, instead: Instead) -> Correction:
        rest = _Rest(begun.state, instead)
        for at in range(self._end + 1, len(self._path)):
            place = self._path[at]
            known = self._memory.folded(self._game, self._path[:at])
            rest.take(place, known, list(told_at(place, self._events)), self._raw(place))
        was, now = (list(map(_deed, self._entries(s))) for s in (self._now, rest.state))
        return replace(
            begun,
            is_whole=True,
            said=said_anew(self._number, was, now),
            why=rest.why,
            lost=tuple(range(len(now) + 1, len(was) + 1)) if rest.why else (),
            event=(RECORD_CORRECTED, {"move": self._number, "instead": instead}),
        )

    def _raw(self, place: Counted) -> list[dict[str, Any] | None]:
        """What counts at a place, as a correction stores it."""
        version, by = place
        return list(self._events[by].data["instead"][str(version)]) if by else [None]


@dataclass
class _Rest:
    """The game after a corrected move, as far as it was played anew; what does not count any more
    is written into ``instead``."""

    state: GameState
    instead: Instead
    why: tuple[Phrase | str, ...] = ()
    number: int = 0
    #: What was believed to lie there while the latest turn that fits was played, and what did.
    boards: tuple[Any, Any] | None = None

    def take(
        self,
        place: Counted,
        known: GameState,
        events: Sequence[StoredEvent],
        raw: list[dict[str, Any] | None],
    ) -> None:
        """Go on by what counts at a place; ``known`` is the game before it as it was believed."""
        kept: list[dict[str, Any] | None] = []
        for event, stored in zip(events, raw, strict=True):
            if event.kind in PLAY_EVENTS:
                kept += self._play(known, event, stored)
            elif not self._is_of_lost(event):
                kept += self._see(event, stored)
            known = _gone_on(known, event)
            self.state, moved = in_frame(self.state, known, event)
            kept += moved
        if kept and events[0].kind in happens_on_the_table():
            kept += self._mended(known, events[0])
        if kept != [None] or place[1]:
            self.instead[str(place[0])] = kept

    def _play(
        self, known: GameState, event: StoredEvent, stored: dict[str, Any] | None
    ) -> list[dict[str, Any] | None]:
        if self.why:
            return []
        data = dict(event.data)
        try:
            if event.kind == "move_confirmed" and not data.get("accept"):
                games = known.playing, self.state.playing
                if data.get("instead"):
                    games = games[0].earlier or games[0], games[1].earlier or games[1]
                moves = turn_anew(games[0].plug, games[0].game, data["moves"], games[1].game)
                if list(moves) != list(data["moves"]):
                    stored = {"kind": event.kind, "data": {**data, "moves": list(moves)}}
                    event = replace(event, data=stored["data"])
            self.state = after_event(self.state, event)
        except ValueError as error:
            self.why = sentences_of(error)
            self.number = len(self.state.playing.entries) + 1
            return []
        return [stored]

    def _is_of_lost(self, event: StoredEvent) -> bool:
        """Whether it speaks of a move that fits no more."""
        speaks = event.kind in ("commented", "move_checked")
        return bool(self.why) and speaks and int(event.data["move"]) >= self.number

    def _see(
        self, event: StoredEvent, stored: dict[str, Any] | None
    ) -> list[dict[str, Any] | None]:
        try:
            self.state = after_event(self.state, event)
        except ValueError:  # laid on what no longer lies there, or lies there already
            return []
        return [stored]

    def _mended(self, known: GameState, event: StoredEvent) -> Iterator[dict[str, Any]]:
        """What has been misread in a later sight, too, put right there."""
        if not self.why or self.boards is None:
            self.boards = known.playing.board, self.state.playing.board
        table = self.state.table.games
        for kind, data in table.put_right(self.state.sight, *self.boards):
            self.state = after_event(self.state, replace(event, kind=kind, data=data))
            yield {"kind": kind, "data": data}


def in_frame(
    state: GameState, known: GameState, event: StoredEvent
) -> tuple[GameState, list[dict[str, Any]]]:
    """A game that has just seen a table, which lies as the same one was ``known`` to, and the
    events that bring it there."""
    moved: list[dict[str, Any]] = []
    if event.kind in NEW_SIGHTS:
        for kind, data in state.table.games.in_frame(state.sight, known.sight):
            state = after_event(state, replace(event, kind=kind, data=data))
            moved.append({"kind": kind, "data": data})
    return state, moved


def _gone_on(state: GameState, event: StoredEvent) -> GameState:
    try:
        return after_event(state, event)
    except ValueError:
        return state


def _deed(entry: Entry) -> Deed:
    return Deed(entry.who, entry.text, entry.points, entry.phrase)
