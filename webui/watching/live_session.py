"""A camera that watches one game: its boards go to the table, sure moves are confirmed.

What the camera is not sure of it shows and leaves to the players, as with a photo. A confirmed
move that is put right on the table before play goes on is taken back and confirmed anew. Where it
cannot tell which colour is White, and the game hangs on it, it confirms nothing until somebody
settles that for the whole game: by changing the colours' names, or by confirming a first move.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from ...calibration.arrays import Frame
from ...calibration.sets.colour import hex_code
from ...engine.following.follower import Follower
from ...engine.following.steps import FollowedTurn, News, NewsKind, Sighting
from ...engine.games.protocols import Game, TableDice
from ...engine.tiles.alignment import Alignment
from ...vision.dice.taught import TaughtFaces
from ...vision.dice.watch import DiceWatch
from ...vision.photos.frames import SourceError
from ...vision.readings.dice import DieReading
from ...vision.readings.naming import Naming
from ...vision.readings.reading import Reading
from ...vision.readings.warnings import HARD_TO_NAME
from ...vision.tracking.tracker import EventKind, TableEvent, Tracker, WatchingPhase
from ..games.kept.desk import Desk
from ..games.palago.program import require_wanted
from ..games.play import ChangeRefused, Play, actions_to_confirm, confirmed
from ..games.state import GameState
from ..jobs.frames import jpeg
from ..services import Services
from ..tables.sight import SetColours
from ..workers.worker import Busy, JobRefused, WorkerPool
from .intake import enter_seen
from .live_hub import LiveHub
from .needs import needs_of

logger = logging.getLogger(__name__)

FRAME_SIDE = 1280
SHOWN_SIDE = 960
SHOWN_EVERY_SECONDS = 0.25
PATIENCE_WITH_BROWSERS = 15.0
SETTLED_EVERY_SECONDS = 0.5
QUIET_BEFORE_A_HALF_TURN = 8.0

WORDS_OF_PHASES = {
    WatchingPhase.SEARCHING: "reading",
    WatchingPhase.WATCHING: "still",
    WatchingPhase.HANDS: "hand",
    WatchingPhase.SETTLING: "changed",
    WatchingPhase.MOVING: "moved",
    WatchingPhase.LOST: "lost",
}


@dataclass
class LiveSession:
    """Follows one game with one camera. ``confirms``: sure and legal moves need no tap.

    ``taught`` are symbols on dice that have been shown.
    """

    parts: Services
    game: str
    read: Callable[[Frame], Reading]
    confirms: bool = True
    taught: tuple[TaughtFaces, ...] = ()
    _names_are_sure: bool = True
    _names_were_given: bool = False
    _is_crossed: bool = False
    _laid: Reading | None = None
    _held: tuple[Frame, Reading] | None = None
    _follower: Follower | None = None
    _seen: Sighting | None = None
    _agreed: Game | None = None
    _dice: TableDice | None = None
    _asks: tuple[str | None, int] = (None, 0)
    _is_cleared: bool = False

    def run(self, frames: Iterator[tuple[float, Frame]], stopped: threading.Event) -> None:
        """Watch until the frames end or ``stopped`` is set."""
        tracker, watch = Tracker(self.read), DiceWatch(taught=self.taught)
        told: tuple[DieReading, ...] | None = None
        shown = settled = -1.0
        changed_at = math.inf
        try:
            for moment, frame in frames:
                if stopped.is_set():
                    break
                events = tracker.feed(frame, moment)
                self._hear_names(tracker.naming, frame, tracker.reading)
                self._say_state(tracker.phase, events)
                if moment - shown >= SHOWN_EVERY_SECONDS:
                    shown = moment
                    self._show(frame, tracker.reading)
                    if not self._names_are_sure:
                        self._learn_names()
                        self._confirm_if_whole()
                for event in events:
                    if event.kind is EventKind.BOARD_CHANGED and event.reading is not None:
                        changed_at = event.rested or moment
                        self._see(frame, event.reading, changed_at)
                if self._has_dice:
                    dice = watch.feed(frame, moment, tracker.reading)
                    if dice is not None:
                        tracker.see_dice(dice)
                    told = dice or told
                    if not tracker.is_unsettled:
                        # A board is told later than dice are: what lay there first comes first.
                        self._see_dice(told, tracker.reading)
                        told = None
                if tracker.phase is not WatchingPhase.WATCHING:
                    continue
                if moment - changed_at >= QUIET_BEFORE_A_HALF_TURN:
                    self._lay_held(None)
                if moment - settled >= SETTLED_EVERY_SECONDS:
                    settled = moment
                    self._settle(moment)
        except SourceError as error:
            logger.warning("the live camera has ended: %s", error)
        finally:
            self.parts.live.stop(self.game)

    def _say_state(self, phase: WatchingPhase, events: tuple[TableEvent, ...]) -> None:
        found = any(event.kind is EventKind.FOUND_AGAIN for event in events)
        light = any(event.kind is EventKind.LIGHT_CHANGED for event in events)
        key = "found" if found else "light" if light else WORDS_OF_PHASES[phase]
        needs = None
        if any(event.kind is EventKind.CLEARED for event in events):
            self._is_cleared = self._entered() > 0
        if phase in (WatchingPhase.SEARCHING, WatchingPhase.WATCHING):
            key = self._asked() or key
        if phase is WatchingPhase.WATCHING:
            needs = self._needs()
            self._is_cleared &= needs is not None
        if self._is_cleared and (phase is WatchingPhase.LOST or needs is not None):
            self.parts.live.set_state(self.game, "cleared")
        elif needs is not None and key == "still":
            self.parts.live.set_state(self.game, **needs)
        else:
            self.parts.live.set_state(self.game, key)

    def _needs(self) -> dict[str, Any] | None:
        """What has to be done at the table before the game can go on by itself."""
        state = self.parts.desk.state(self.game)
        return needs_of(state.play, state.sight)

    def _show(self, frame: Frame, reading: Reading | None) -> None:
        shown = None if reading is None else self._as_named(reading).to_json()
        show_camera_picture(self.parts.live, self.game, frame, shown)

    # -- the colours' names --------------------------------------------------------------------

    def _as_named(self, reading: Reading) -> Reading:
        """The reading under the names that the game uses, with the doubt that there may be."""
        named = reading.crossed() if self._is_crossed else reading
        if self._names_are_known(self.parts.desk.state(self.game)):
            return named
        return replace(named, notes=(*named.notes, HARD_TO_NAME))

    def _hear_names(self, naming: Naming, frame: Frame, reading: Reading | None) -> None:
        """Take what all readings together say of the names, until something is agreed on."""
        self._names_are_sure = self._names_were_given or naming.is_sure
        is_crossed = naming.is_sure and naming.chance < 0.5
        if self._names_were_given or self._is_crossed == is_crossed or reading is None:
            return
        play = self.parts.desk.state(self.game).play
        if play is not None and play.plug.names_matter and not play.entries:
            self._is_crossed = is_crossed
            self._held = frame, reading
            self._lay_held(None)

    def _learn_names(self) -> None:
        """Whether somebody has meanwhile changed the names of what was laid last."""
        laid = self._laid
        if laid is None or laid.white is None or laid.blue is None:
            return
        palette = self.parts.desk.state(self.game).sight.palette
        if palette == SetColours(hex_code(laid.blue), hex_code(laid.white)):
            self._laid = laid.crossed()
            self._is_crossed = not self._is_crossed
            self._names_are_sure = self._names_were_given = True

    def _names_are_known(self, state: GameState) -> bool:
        """Whether the colours' names need no word of a person, or have it.

        Before that nothing is confirmed here: whatever was confirmed, a person did it.
        """
        if self._names_are_sure or state.play is None:
            return self._names_are_sure
        return bool(state.play.entries) or not state.play.plug.names_matter

    # -- the game ----------------------------------------------------------------------------

    def _see(self, frame: Frame, reading: Reading, moment: float) -> None:
        """Lay a stable board on the game's table; but hold back a turn that has only begun."""
        self._learn_names()
        self._held = frame, reading
        self._seen = Sighting(self._as_named(reading).observation(), moment)
        play = self.parts.desk.state(self.game).play
        news = None
        if play is not None and not play.over:
            if self._follower is None or self._follower.game != play.game:
                self._follower = follower_of(self.parts.desk, self.game, play)
            self._agreed = play.game
            self._follower, news = self._follower.observe(self._seen)
        if news is None or news.kind is not NewsKind.WAITING:
            self._lay_held(news)

    def _settle(self, moment: float) -> None:
        """Nothing is over the table: a turn that might have gone on is over after a while."""
        play = self.parts.desk.state(self.game).play
        if play is None or self._seen is None:
            return
        if self._follower is None or play.game != self._agreed:
            # Dice were entered, or something was taken back: what lies there is another turn now.
            self._agreed = play.game
            self._follower, _ = follower_of(self.parts.desk, self.game, play).observe(self._seen)
        self._follower, news = self._follower.settle(moment)
        if news is not None:
            self._confirm()

    def _lay_held(self, news: News | None) -> None:
        """Lay the board seen last where it has not been laid; confirm what is legal and sure."""
        if self._held is None:
            return
        frame, seen = self._held
        self._held = None
        reading = self._laid = self._as_named(seen)
        if self.confirms and news is not None and news.kind is NewsKind.AMENDED:
            take_back(self.parts.desk, self.game)
        play = self.parts.desk.state(self.game).play
        if play is not None and play.over:
            return  # a finished game stays as it ended
        enter_seen(self.parts, self.game, jpeg(frame), reading.to_json())
        self._confirm_if_whole()

    def _confirm_if_whole(self) -> None:
        """In a game in which a legal change is a whole turn; others may go on."""
        play = self.parts.desk.state(self.game).play
        if play is not None and play.plug.is_whole:
            self._confirm()

    def _confirm(self) -> None:
        """Confirm what lies on the table, where it is legal and sure."""
        state = self.parts.desk.state(self.game)
        if not self.confirms or not self._names_are_known(state) or state.play is None:
            return
        try:
            self._confirm_actions(state, state.play)
        except ChangeRefused:
            # Somebody has changed the table in the same moment; the next look decides.
            return

    def _confirm_actions(self, state: GameState, play: Play) -> None:
        verdict = play.verdict(state.sight)
        if verdict.settled and verdict.actions and not verdict.unsure:
            actions = actions_to_confirm(play, state.sight, None)
            require_wanted(state, actions)
            kind, data = confirmed(*actions, by_camera=True)
            self.parts.desk.change(self.game, kind, data, None)

    # -- the dice ------------------------------------------------------------------------------

    @property
    def _has_dice(self) -> bool:
        """Whether the game is one with dice, and the program does not throw them itself."""
        state = self.parts.desk.state(self.game)
        if state.play is None or state.play.plug.dice is None or not self.confirms:
            return False
        if self._dice is None:
            self._dice = state.play.plug.dice()
        return not state.options.get("program_rolls", False)

    def _see_dice(self, told: tuple[DieReading, ...] | None, reading: Reading | None) -> None:
        """Take the dice as they lie now, ``told`` where they have changed."""
        play = self.parts.desk.state(self.game).play
        if self._dice is None or play is None:
            return
        seen = None if reading is None else self._as_named(reading).observation()
        if told is None:
            self._dice, found = self._dice.settle(play.game, seen)
        else:
            way = Alignment(3 if self._is_crossed else 0)
            dice = [die.moved(way).as_seen() for die in told]
            self._dice, found = self._dice.see(play.game, dice, seen)
        if found.actions:
            self._lay_held(None)
        try:
            for action in found.actions:
                kind, data = confirmed(action, by_camera=True)
                self.parts.desk.change(self.game, kind, data, None)
        except ChangeRefused:
            # Somebody has changed the table in the same moment, or entered the roll by hand.
            return
        if told is not None or found.actions or found.question:
            self._asks = found.question, self._entered()

    def _entered(self) -> int:
        """How much has happened in the game."""
        play = self.parts.desk.state(self.game).play
        return 0 if play is None else len(play.entries)

    def _asked(self) -> str | None:
        """What is asked about the dice, until somebody has entered it."""
        question, entered = self._asks
        return question if question and entered == self._entered() else None


def follower_of(desk: Desk, game: str, play: Play) -> Follower:
    """A follower that knows the last turn, in case its player puts it right."""
    steps: tuple[FollowedTurn, ...] = ()
    if play.entries:
        last = play.entries[-1]
        before = desk.state(game, last.version - 1).play
        if before is not None:
            steps = (FollowedTurn(before.game, last.text, play.game, None, None, 1.0),)
    return Follower(play.plug, start=play.game, steps=steps)


def take_back(desk: Desk, game: str) -> None:
    """Undo up to and including the last confirmation."""
    play = desk.state(game).play
    known = len(play.entries) if play is not None else 0
    while play is not None and len(play.entries) == known and known:
        desk.change(game, "undone", {}, None)
        play = desk.state(game).play


def show_camera_picture(
    hub: LiveHub, game: str, frame: Frame, reading: dict[str, Any] | None
) -> None:
    """Show a camera's frame on the pages, with what was read in it."""
    height, width = frame.shape[:2]
    share = min(1.0, SHOWN_SIDE / max(height, width))
    size = (round(width * share), round(height * share))
    small = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    hub.show_picture(game, jpeg(small, 70), reading)


def frames_from_browser(
    hub: LiveHub, decoders: WorkerPool, game: str
) -> Iterator[tuple[float, Frame]]:
    """The frames that a browser sends, until it has sent none for a while.

    They are decoded by a process apart; what it cannot or may not decode is left out.
    """
    started = time.monotonic()
    while (data := hub.take_frame(game, PATIENCE_WITH_BROWSERS)) is not None:
        try:
            decoded = decoders.run_with(
                data,
                "palago.webui.jobs.frames:decode_frame",
                {"long_side": FRAME_SIDE},
                sender=f"camera {game}",
            )
        except JobRefused:
            continue
        except Busy as busy:
            time.sleep(min(busy.seconds, 1.0))
            continue
        height, width = decoded.result
        yield (
            time.monotonic() - started,
            np.frombuffer(decoded.attached, np.uint8).reshape(height, width, 3).copy(),
        )
