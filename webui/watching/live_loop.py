"""A camera that watches one game, whatever lies on its table: the loop of all live sessions."""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import cv2
import numpy as np

from ...calibration.arrays import Frame
from ...engine.following.follower import Follower
from ...engine.following.shots import follower_at_table
from ...engine.following.steps import FollowedTurn, News, NewsKind, Sighting
from ...vision.photos.frames import SourceError
from ...vision.tracking.events import EventKind, TableEvent, TableTracker, WatchingPhase
from ..games.entered import is_over
from ..games.play import ChangeRefused, Play, confirmed
from ..jobs.frames import jpeg
from ..services import Services

logger = logging.getLogger(__name__)

SHOWN_SIDE = 960
"""Pixels of the longer side of what the pages show: smaller is sent sooner, larger shows more."""
SHOWN_EVERY_SECONDS = 0.25
"""Often enough to see hands move; each picture has to be encoded and sent."""

LASTING_SECONDS = 2.5
"""Seconds that a look at the table takes before the pages are told of it: most are over sooner."""

WORDS_OF_PHASES = {
    WatchingPhase.SEARCHING: "reading",
    WatchingPhase.WATCHING: "still",
    WatchingPhase.HANDS: "hand",
    WatchingPhase.SETTLING: "changed",
    WatchingPhase.MOVING: "moved",
    WatchingPhase.COVERED: "covered",
    WatchingPhase.LOST: "lost",
}


class ReadPiece(Protocol):
    """A tile or counter of a reading."""

    @property
    def is_sure(self) -> bool:
        """Whether what was read can be relied on."""


def with_doubts(told: Sequence[Any], pieces: Iterable[ReadPiece]) -> list[dict[str, Any]]:
    """The JSON of pieces as pages draw them: with whether each is ``unsure``."""
    return [{**one, "unsure": not read.is_sure} for one, read in zip(told, pieces, strict=True)]


@dataclass
class LiveLoop:
    """Follows one game with one camera. ``confirms``: sure and lawful turns need no tap.
    ``counting`` is held while a frame changes the game: who switches off under it is sure that
    nothing counts afterwards.

    Each kind of table says how its frames are taken, what is shown of them, and what a stable board
    means for its game.
    """

    parts: Services
    game: str
    read: Callable[[Frame], Any]
    confirms: bool = True
    _follower: Follower | None = None
    _mended: int = 0
    _now: float = 0.0
    _last_said: float = -math.inf
    counting: threading.Lock = field(init=False, default_factory=threading.Lock)
    _tracker: TableTracker[Any] = field(init=False)

    def run(self, frames: Iterator[tuple[float, Frame | None]], stopped: threading.Event) -> None:
        """Watch until the frames end or ``stopped`` is set; None: the camera gives none now."""
        shown = -1.0
        try:
            for moment, frame in frames:
                if stopped.is_set():
                    break
                self._now = moment
                if frame is None:
                    with self.counting:
                        if not stopped.is_set():
                            self._tell("cut")
                    continue
                events = self._feed(frame, moment)
                with self.counting:
                    if stopped.is_set():
                        break  # while the frame was read: what is said now would stay on the pages
                    self._say_state(events)
                    if moment - shown >= SHOWN_EVERY_SECONDS:
                        shown = moment
                        self._show(frame)
                    for event in events:
                        if event.kind is EventKind.BOARD_CHANGED and event.reading is not None:
                            self._see(frame, event.reading, event.rested or moment)
                    self._go_on(frame, moment)
        except SourceError as error:
            logger.warning("the live camera has ended: %s", error)
        finally:
            self.parts.live.tell_off(self.game)

    def _feed(self, frame: Frame, moment: float) -> tuple[TableEvent[Any], ...]:
        """What has happened on the table."""
        return self._tracker.feed(frame, moment)

    def _say_state(self, events: tuple[TableEvent[Any], ...]) -> None:
        """Tell the pages in a word what is seen."""
        found = any(event.kind is EventKind.FOUND_AGAIN for event in events)
        word = "found" if found else WORDS_OF_PHASES[self._tracker.phase]
        self._say(word)

    def _tell(self, key: str, **details: Any) -> None:
        """Have the pages say one of their texts (``live_…``)."""
        self.parts.live.set_state(self.game, key, **details)

    def _say(self, word: str) -> None:
        """Say a word; where nothing moves, that the last turn was put right, if it was. A look that
        is over in a moment is not worth a word."""
        if word != "reading":
            self._last_said = self._now
        elif self._now - self._last_said < LASTING_SECONDS:
            return
        if word == "still" and 0 < self._mended == self._entered():
            self._tell("mended", number=self._mended)
        else:
            self._tell(word)

    def _shown(self, reading: Any) -> dict[str, Any]:
        """A reading as the pages show it: its JSON, with which of its pieces are unsure."""
        raise NotImplementedError

    def _show(self, frame: Frame) -> None:
        """Show a frame on the pages, with what of the reading is seen in it."""
        reading = self._tracker.in_sight
        height, width = frame.shape[:2]
        share = min(1.0, SHOWN_SIDE / max(height, width))
        size = (round(width * share), round(height * share))
        small = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        shown = None if reading is None else self._shown(reading)
        self.parts.live.show_picture(self.game, jpeg(small, 70), shown)

    def _see(self, frame: Frame, reading: Any, moment: float) -> None:
        """Take a board that lies still since a moment."""
        raise NotImplementedError

    def _go_on(self, frame: Frame, moment: float) -> None:
        """What else there is to do after a frame."""

    # -- the game ------------------------------------------------------------------------------

    @property
    def _play(self) -> Play | None:
        return self.parts.desk.state(self.game).play

    @property
    def _corrected(self) -> int:
        """The number of the last correction of the record."""
        return self.parts.desk.state(self.game).corrected

    @property
    def _is_over(self) -> bool:
        return is_over(self.parts.desk.state(self.game))

    def _observe(self, play: Play, sighting: Sighting) -> News | None:
        """What a board means for the game as it was agreed on. Where play has gone on already, a
        last turn that lies otherwise may have been put right or touched: the players are asked, as
        they are where an earlier one was put right meanwhile, which must not be taken back."""
        before = self._follower_now(play)
        self._follower, news = before.observe(sighting)
        is_later = any(one.version < self._corrected for one in play.entries[-1:])
        is_asked = is_later or (news is not None and len(news.steps) > 1)
        if news is not None and news.kind is NewsKind.AMENDED and is_asked:
            self._follower, news = before, None
        return news

    def _follower_now(self, play: Play) -> Follower:
        """The follower of the game as it was agreed on."""
        if self._follower is None or self._follower.game != play.game:
            return self._follower_of(play)
        return self._follower

    def _follower_of(self, play: Play) -> Follower:
        """A follower that knows the last turn, in case its player puts it right, and the dice that
        lie there."""
        steps: tuple[FollowedTurn, ...] = ()
        if play.entries:
            last = play.entries[-1]
            before = self.parts.desk.before_move(self.game, last.number)
            if before is not None:  # nobody has undone it in this moment
                steps = (FollowedTurn(before.playing.game, last.text, play.game, None, None, 1.0),)
        known = self._follower or follower_at_table(play.plug)
        return replace(
            known, start=play.game, steps=steps, change=None, begun=frozenset(), unfinished=None
        )

    def _take_back_amended(self, news: News | None) -> None:
        """Undo up to and including the last confirmation, where its player has put it right."""
        if not self.confirms or news is None or news.kind is not NewsKind.AMENDED:
            return
        play = self._play
        known = len(play.entries) if play is not None else 0
        while play is not None and len(play.entries) == known and known:
            self.parts.desk.change(self.game, "undone", {}, None)
            play = self._play
        self._mended = known

    def _entered(self) -> int:
        """How much has happened in the game."""
        play = self._play
        return 0 if play is None else len(play.entries)

    def _agree(self, *actions: str, by_camera: bool = False, clears: bool = False) -> bool:
        """Confirm actions; False where somebody has changed the game in the same moment."""
        kind, data = confirmed(*actions, by_camera=by_camera, clears=clears)
        try:
            self.parts.desk.change(self.game, kind, data, None)
        except ChangeRefused:
            return False
        return True
