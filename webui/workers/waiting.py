"""Whose turn it is where many want one of a few places: each sender's turn in its order.

Who sends many photos waits for them to be read one after the other; who sends one waits for one of
everybody else's. When too many wait in all, the last one of whoever has most of them is sent away.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass

_sender: ContextVar[str] = ContextVar("sender", default="")


def work_for(sender: str) -> None:
    """Note for whom this thread works from now on, until it works for somebody else."""
    _sender.set(sender)


def this_sender() -> str:
    """For whom this thread works; empty for the dashboard itself."""
    return _sender.get()


class Busy(Exception):
    """Come again in ``seconds``. ``code`` says why: ``busy`` where too many wait, ``paused``."""

    def __init__(self, seconds: float = 2.0, code: str = "busy") -> None:
        super().__init__(f"too many are waiting: try again in {seconds:.0f} s")
        self.seconds = seconds
        self.code = code


@dataclass(eq=False)
class _Ticket:
    """One who waits: called in, sent away, or neither yet."""

    called: bool = False
    sent_away: bool = False

    @property
    def is_settled(self) -> bool:
        return self.called or self.sent_away


class Turns:
    """``places`` at once; at most ``most_waiting`` wait."""

    def __init__(self, places: int, most_waiting: int) -> None:
        self._changed = threading.Condition()
        self._free = places
        self._most_waiting = most_waiting
        self._lanes: OrderedDict[str, deque[_Ticket]] = OrderedDict()
        self._closed = False

    @contextmanager
    def one(self, sender: str, patience: float) -> Iterator[None]:
        """Hold a place. Raises Busy where none comes free in so many seconds, or too many wait."""
        with self._changed:
            if self._closed:
                raise Busy
            ticket = self._joined(sender)
            self._changed.wait_for(lambda: ticket.is_settled, patience)
            if not ticket.called:
                self._leave(sender, ticket)
                raise Busy
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._call_in()

    def close(self) -> None:
        """Send away all who wait, and whoever comes later."""
        with self._changed:
            self._closed = True
            for ticket in [ticket for lane in self._lanes.values() for ticket in lane]:
                ticket.sent_away = True
            self._changed.notify_all()

    def _joined(self, sender: str) -> _Ticket:
        """A ticket at the end of the sender's lane. Raises Busy."""
        if self._free == 0 and sum(map(len, self._lanes.values())) >= self._most_waiting:
            longest = max(self._lanes, key=lambda name: len(self._lanes[name]), default=sender)
            if len(self._lanes.get(longest, ())) <= len(self._lanes.get(sender, ())) + 1:
                raise Busy
            self._lanes[longest][-1].sent_away = True
            self._leave(longest, self._lanes[longest][-1])
        ticket = _Ticket()
        self._lanes.setdefault(sender, deque()).append(ticket)
        self._call_in()
        return ticket

    def _call_in(self) -> None:
        while self._free and self._lanes:
            sender, lane = next(iter(self._lanes.items()))
            lane.popleft().called = True
            self._free -= 1
            if lane:
                self._lanes.move_to_end(sender)
            else:
                del self._lanes[sender]
        self._changed.notify_all()

    def _leave(self, sender: str, ticket: _Ticket) -> None:
        lane = self._lanes.get(sender, deque())
        with suppress(ValueError):
            lane.remove(ticket)
        if not lane:
            self._lanes.pop(sender, None)
        self._changed.notify_all()


class Pauses:
    """Senders of what had to be given up by force wait before the next, twice as long each time. A
    short pause is waited for here, by one request of a sender at a time."""

    FIRST, LONGEST, FORGOTTEN_AFTER = 2.0, 120.0, 600.0
    WAITED_FOR = 5.0
    MOST_SENDERS = 1000

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock, self._sleep = clock, sleep
        self._lock = threading.Lock()
        self._counts: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._waiting: set[str] = set()

    def begin(self, sender: str) -> None:
        """Count one more that had to be given up."""
        if not sender:
            return
        with self._lock:
            now = self._clock()
            count, since = self._counts.pop(sender, (0, now))
            self._counts[sender] = (1 if now - since > self.FORGOTTEN_AFTER else count + 1, now)
            if len(self._counts) > self.MOST_SENDERS:
                self._counts.popitem(last=False)

    def wait(self, sender: str) -> None:
        """Return when the sender may go on. Raises Busy where that takes longer."""
        with self._lock:
            left = self._left(sender)
            if left <= 0:
                return
            if left > self.WAITED_FOR or sender in self._waiting:
                raise Busy(left, "paused")
            self._waiting.add(sender)
        try:
            self._sleep(left)
        finally:
            with self._lock:
                self._waiting.discard(sender)

    def _left(self, sender: str) -> float:
        count, since = self._counts.get(sender, (0, 0.0))
        if not count:
            return 0.0
        pause = min(self.FIRST * 2.0 ** min(count - 1, 30), self.LONGEST)
        return since + pause - self._clock()
