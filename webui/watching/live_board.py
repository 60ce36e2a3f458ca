"""A camera that watches one game on a printed board: its boards go to the table, sure turns are
confirmed.

What is not lawful, not whole or not sure is shown and left to the players, as with a photo: so
pieces that should have been taken off are named at once. Where play went on before a turn was seen
whole, all turns that the follower made out are confirmed together.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ...calibration.arrays import Frame
from ...engine.following.follower import Follower
from ...engine.following.steps import FollowedTurn, News, NewsKind, Sighting, changed_cells
from ...vision.counters.readings.reading import BoardReading
from ...vision.photos.frames import SourceError
from ...vision.tracking.events import EventKind, WatchingPhase
from ...vision.tracking.printed import BoardEvent, PrintedBoardTracker
from ..games.play import ChangeRefused, confirmed
from ..jobs.frames import jpeg
from ..services import Services
from .intake import enter_seen
from .live_session import (
    SHOWN_EVERY_SECONDS,
    WORDS_OF_PHASES,
    follower_of,
    show_camera_picture,
    take_back,
)

logger = logging.getLogger(__name__)


@dataclass
class LiveBoardSession:
    """Follows one game with one camera. ``confirms``: sure and lawful turns need no tap."""

    parts: Services
    game: str
    read: Callable[[Frame], BoardReading]
    confirms: bool = True
    _follower: Follower | None = None

    def run(self, frames: Iterator[tuple[float, Frame]], stopped: threading.Event) -> None:
        """Watch until the frames end or ``stopped`` is set."""
        tracker = PrintedBoardTracker(self.read)
        shown = -1.0
        try:
            for moment, frame in frames:
                if stopped.is_set():
                    break
                events = tracker.feed(frame, moment)
                self._say_phase(tracker.state.phase, events)
                if moment - shown >= SHOWN_EVERY_SECONDS:
                    shown = moment
                    known = tracker.state.reading
                    reading = None if known is None else known.to_json()
                    show_camera_picture(self.parts.live, self.game, frame, reading)
                for event in events:
                    if event.kind is EventKind.BOARD_CHANGED and event.reading is not None:
                        self._see(frame, event.reading, event.rested or moment)
        except SourceError as error:
            logger.warning("the live camera has ended: %s", error)
        finally:
            self.parts.live.stop(self.game)

    def _say_phase(self, phase: WatchingPhase, events: tuple[BoardEvent, ...]) -> None:
        found = any(event.kind is EventKind.FOUND_AGAIN for event in events)
        self.parts.live.set_state(self.game, "found" if found else WORDS_OF_PHASES[phase])

    def _see(self, frame: Frame, reading: BoardReading, moment: float) -> None:
        """Lay a stable board on the game's table, and confirm the turns that it shows."""
        play = self.parts.desk.state(self.game).play
        if play is None or play.over:
            return  # a finished game stays as it ended
        sighting = Sighting(reading.observation(), moment, aligned=True)
        if self._follower is None or self._follower.game != play.game:
            self._follower = follower_of(self.parts.desk, self.game, play)
        self._follower, news = self._follower.observe(sighting)
        if news is not None and news.kind is NewsKind.AMENDED and self.confirms:
            take_back(self.parts.desk, self.game)
        self._lay(frame, reading.to_json())
        if news is not None and self.confirms:
            self._confirm(news, sighting)

    def _lay(self, frame: Frame, told: dict[str, Any]) -> None:
        try:
            enter_seen(self.parts, self.game, jpeg(frame), told)
        except ChangeRefused:
            return  # the game has ended in the same moment

    def _confirm(self, news: News, sighting: Sighting) -> None:
        """Confirm the turns that the board shows; a last one that was not seen well stays open."""
        turns = []
        for step in news.steps:
            lying = step_lying(self._follower, step)
            is_last = step is news.steps[-1] and news.kind is not NewsKind.WAITING
            if is_last and any(sighting.seen.is_unsure(c) for c in changed_cells(*lying)):
                break
            turns.append(step.action)
        if not turns:
            return
        try:
            kind, data = confirmed(*turns)
            self.parts.desk.change(self.game, kind, data, None)
        except ChangeRefused:
            # Somebody has changed the game in the same moment; the next board decides.
            return


def step_lying(follower: Follower | None, step: FollowedTurn) -> tuple[Any, Any]:
    """What lay there before a turn, and after it."""
    assert follower is not None  # it has told of the turn
    return follower.lies(step.before), follower.lies(step.after)
