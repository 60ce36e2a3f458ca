"""A camera that watches one game on a printed board: its boards go to the table, sure turns are
confirmed.

What is not lawful, not whole or not sure is shown and left to the players, as with a photo: so
pieces that should have been taken off are named at once. If play went on before a turn was seen
whole, all the turns that were made out are confirmed together.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from ...calibration.arrays import Frame
from ...engine.following.steps import News, NewsKind, Sighting, changed_cells
from ...vision.counters.reader import GameReader, read_counters
from ...vision.counters.readings.reading import BoardReading
from ...vision.tracking.printed import PrintedBoardTracker
from ..games.play import ChangeRefused
from ..jobs.frames import jpeg
from ..services import Services
from .intake import enter_seen
from .live_loop import LiveLoop, with_doubts


@dataclass
class LiveBoardSession(LiveLoop):
    """Follows one game on a printed board with one camera."""

    _seen_after_end: tuple[Frame, BoardReading, float] | None = None

    def __post_init__(self) -> None:
        self._tracker = PrintedBoardTracker(self.read)

    @classmethod
    def begin(cls, parts: Services, game: str, confirms: bool) -> Self:
        def seeds_by_given() -> Any:
            state = parts.desk.state(game)
            return state.sight.told_to_reader(state.options)["seeds_by"]

        return cls(parts, game, GameReader(read_counters, seeds_by_given), confirms)

    def _shown(self, reading: BoardReading) -> dict[str, Any]:
        shown = reading.to_json()
        return {**shown, "pieces": with_doubts(shown["pieces"], reading.pieces)}

    def _see(self, frame: Frame, reading: BoardReading, moment: float) -> None:
        """Lay a stable board on the game's table, and confirm the turns that it shows."""
        play = self._play
        self._seen_after_end = None
        if play is None or self._is_over:
            self._seen_after_end = frame, reading, moment
            return  # a finished game stays as it ended, until its end is undone
        sighting = Sighting(reading.observation(), moment, aligned=True)
        news = self._observe(play, sighting)
        self._take_back_amended(news)
        with suppress(ChangeRefused):  # the game has ended in the same moment
            enter_seen(self.parts, self.game, jpeg(frame), reading.to_json())
        turns = self._sure_turns(news, sighting)
        if turns and self.confirms:
            self._agree(*turns)  # else the next board decides

    def _go_on(self, frame: Frame, moment: float) -> None:
        """What was laid while the game was over counts once its end is undone."""
        if self._seen_after_end is not None and self._play is not None and not self._is_over:
            self._see(*self._seen_after_end)

    def _sure_turns(self, news: News | None, sighting: Sighting) -> list[str]:
        """The turns that the board shows; a last one that was not seen well stays open."""
        turns: list[str] = []
        if news is None or self._follower is None:
            return turns
        for step in news.steps:
            lying = self._follower.lies(step.before), self._follower.lies(step.after)
            is_last = step is news.steps[-1] and news.kind is not NewsKind.WAITING
            if is_last and any(sighting.seen.is_unsure(c) for c in changed_cells(*lying)):
                break
            turns.append(step.action)
        return turns
