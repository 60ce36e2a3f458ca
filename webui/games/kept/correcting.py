"""A move of the record that was read wrongly: put right in its place, and all after it played anew.

What a person changes counts from the moment before the move was agreed on. The engine says of each
later turn whether it still fits (`turn_anew`). One event holds all of it, so that one undo takes it
back; what was stored before stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ....engine.games.anew import said_anew, turn_anew
from ....engine.games.protocols import Deed
from ....engine.phrases import Phrase, sentences_of
from ...store.stored import RECORD_CORRECTED, StoredEvent
from ...tables.page import EventData
from ..play import PLAY_EVENTS, ChangeRefused, Entry, happens_on_the_table, refusing_changes
from ..state import GameState, after_event
from .desk import Marks, Memory, require_none_entered
from .event_format import CORRECTING, MOST_WORDS, check_event
from .history import Counted, told_at

#: The events that show a whole table.
NEW_SIGHTS = ("photo_read", "board_set")
#: An event as a correction stores it, None where it counts as it was stored itself.
InPlace = dict[str, Any] | None


@dataclass(frozen=True)
class Correction:
    """A correction as far as it was told: ``state`` is the game with the table that is being put
    right, or with the ``moves`` once they are whole: those that were agreed on together. ``said``
    is what it changes. ``why`` later moves fit no more, of which the numbers are ``lost``.
    ``rolls`` says that the moves obeyed a roll."""

    state: GameState
    moves: range
    rolls: bool
    is_whole: bool
    said: tuple[Phrase, ...] = ()
    why: tuple[Phrase | str, ...] = ()
    lost: tuple[int, ...] = ()
    event: EventData | None = None


class Corrector:
    """Puts one move of a game right, the game as it stood at a version, and with it those that
    were agreed on at once."""

    def __init__(self, memory: Memory, game: str, history: Marks, number: int) -> None:
        """Raises ChangeRefused where the game has no such move, or its result was entered."""
        self._number, self._path = number, history.path
        now = memory.folded(game, self._path)
        require_none_entered(now)
        self._were = entries = now.playing.entries
        if not 1 <= number <= len(entries):
            raise ChangeRefused.of("no_such_move", number=number)
        self._events = memory.events(game, self._path)
        agreed = entries[number - 1].version
        together = [entry.number for entry in entries if entry.version == agreed]
        self._moves = range(together[0], together[-1] + 1)
        versions = [version for version, _ in self._path]
        self._end = versions.index(agreed)
        before = self._moves[0] - 2
        self._begin = versions.index(entries[before].version if before >= 0 else versions[0]) + 1
        #: The game as it was believed to be, as it is anew, and what counts by an event's number.
        self._known = self._state = memory.folded(game, self._path[: self._begin])
        self._instead: dict[str, list[InPlace]] = {}
        self._rolls = self._before_roll = self._is_later = False
        self._why: tuple[Phrase | str, ...] = ()
        #: What was believed to lie there while the latest turn that fits was played, and what did.
        self._boards: tuple[Any, Any] | None = None

    def corrected(
        self, changes: Iterable[Callable[[GameState], EventData]], *, before_roll: bool
    ) -> Correction:
        """What the changes, events by the game before them, make of it, from the table as it was
        seen then; ``before_roll``: the dice are told anew, too. Raises ChangeRefused."""
        self._before_roll = before_roll
        for place in self._path[self._begin : self._end + 1]:
            self._go_past(place)
        agreed, told = self._path[self._end][0], list[EventData]()
        for change in changes:
            if self._is_whole:
                raise ChangeRefused.of("correction_whole")
            kind, data = change(self._state)
            if kind not in CORRECTING:
                raise ChangeRefused.of("not_in_correction")
            with refusing_changes():
                check_event(kind, data)
                event = replace(self._events[agreed], kind=kind, data=data)
                self._state = after_event(self._state, event)
            told.append((kind, data))
        begun = Correction(self._state, self._moves, self._rolls, self._is_whole)
        if not self._is_whole or self._state.playing.game == self._known.playing.game:
            return begun
        read = [self._were[number - 1] for number in self._moves]
        read_as = read[0].read_as or " / ".join(entry.text for entry in read)
        told[-1] = kind, {**data, "read_as": read_as[:MOST_WORDS]}
        self._instead[str(agreed)] += [{"kind": kind, "data": data} for kind, data in told]
        self._is_later = True
        for place in self._path[self._end + 1 :]:
            self._go_past(place)
        lost = range(len(self._entries) + 1, len(self._were) + 1) if self._why else ()
        return replace(
            begun,
            said=said_anew(self._moves, _deeds(self._were), _deeds(self._entries)),
            why=self._why,
            lost=tuple(lost),
            event=(RECORD_CORRECTED, {"move": self._number, "instead": self._instead}),
        )

    @property
    def _entries(self) -> tuple[Entry, ...]:
        return self._state.playing.entries

    @property
    def _is_whole(self) -> bool:
        return len(self._entries) >= self._moves[0]

    def _go_past(self, place: Counted) -> None:
        """Go on by what counts at a place; what of it does so no more is left out."""
        version, by = place
        raw = self._events[by].data["instead"][str(version)] if by else [None]
        kept: list[InPlace] = []
        for stored, event in zip(raw, told_at(place, self._events), strict=True):
            known = self._known
            with suppress(ValueError):  # as the correction before it left something out
                self._known = after_event(known, event)
            try:
                taken = self._taken(known, event)
                if taken is None:
                    continue
                self._state = after_event(self._state, taken)
            except ValueError as error:  # laid on what no longer lies there, or against the rules
                if self._is_later and event.kind in PLAY_EVENTS:
                    self._why = sentences_of(error)
                continue
            kept.append(stored if taken is event else {"kind": taken.kind, "data": taken.data})
            kept += self._in_frame(event)
            if self._is_later and event.kind in happens_on_the_table():
                kept += self._mended(event)
        if by or kept != raw:
            self._instead[str(version)] = kept

    def _taken(self, known: GameState, event: StoredEvent) -> StoredEvent | None:
        """What counts of an event in the game that is put right, before which another one was
        ``known``. Raises ValueError where it fits no more."""
        moves = len(self._entries)
        if event.kind not in PLAY_EVENTS:
            is_lost = bool(self._why) and event.kind in ("commented", "move_checked")
            return None if is_lost and int(event.data["move"]) > moves else event
        if self._is_later:
            return None if self._why else self._anew(known, event)
        after = after_event(self._state, event).playing
        is_roll = len(after.entries) == moves
        is_roll &= not (event.data.get("instead") and event.data["moves"])
        self._rolls |= is_roll
        return event if is_roll and not self._before_roll else None

    def _anew(self, known: GameState, event: StoredEvent) -> StoredEvent:
        """A later turn in the words that it has now. Raises ValueError where it fits no more."""
        if event.kind != "move_confirmed" or event.data.get("accept"):
            return event
        was, now = known.playing, self._state.playing
        if event.data.get("instead"):
            was, now = was.earlier or was, now.earlier or now
        moves = list(turn_anew(was.plug, was.game, event.data["moves"], now.game))
        is_same = moves == list(event.data["moves"])
        return event if is_same else replace(event, data={**event.data, "moves": moves})

    def _in_frame(self, event: StoredEvent) -> Iterator[InPlace]:
        """What brings a table that was just seen to where the same one was known to lie."""
        if event.kind in NEW_SIGHTS:
            table = self._state.table.games
            yield from self._happen(event, table.in_frame(self._state.sight, self._known.sight))

    def _mended(self, event: StoredEvent) -> Iterator[InPlace]:
        """What has been misread in a later sight, too, put right there."""
        if not self._why or self._boards is None:
            self._boards = self._known.playing.board, self._state.playing.board
        table = self._state.table.games
        yield from self._happen(event, table.put_right(self._state.sight, *self._boards))

    def _happen(self, beside: StoredEvent, events: Iterable[EventData]) -> Iterator[InPlace]:
        for kind, data in events:
            self._state = after_event(self._state, replace(beside, kind=kind, data=data))
            yield {"kind": kind, "data": data}


def _deeds(entries: Sequence[Entry]) -> list[Deed]:
    return [Deed(entry.who, entry.text, entry.points, entry.phrase) for entry in entries]
