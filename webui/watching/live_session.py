"""A camera that watches one game: its boards go to the table, sure moves are confirmed.

What the camera is not sure of is shown and left to the players, as with a photo. If a confirmed
move is put right on the table before play goes on, it is taken back and confirmed anew. Where it
matters which colour is White, and the camera cannot tell, nothing is confirmed until somebody has
settled it for the whole game: by changing the colours' names, or by confirming a first move.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Self

from ...calibration.arrays import Frame
from ...calibration.sets.colour import hex_code
from ...engine.following.steps import News, NewsKind, Shot, Sighting
from ...engine.games.protocols import Game
from ...engine.tiles.alignment import Alignment
from ...engine.tiles.diagram import SetColours
from ...vision.dice.filmed.watch import DiceWatch
from ...vision.dice.taught import TaughtFaces
from ...vision.readings.dice import DieReading
from ...vision.readings.naming import Naming
from ...vision.readings.reading import Reading
from ...vision.readings.warnings import HARD_TO_NAME
from ...vision.tracking.events import EventKind, TableEvent, WatchingPhase
from ...vision.tracking.tracker import Tracker
from ..games.entered import is_over
from ..games.game_pages import page_of, require_wanted
from ..games.play import ChangeRefused, actions_to_confirm, clears_table
from ..games.state import GameState
from ..games.ways_out import ways_out
from ..jobs.frames import jpeg
from ..profile_choice import FrameReader
from ..services import Services
from ..tables.sight import Sight
from ..texts import DEFAULT_LANGUAGE
from .intake import enter_seen, profiles
from .live_loop import WORDS_OF_PHASES, LiveLoop, with_doubts

SETTLED_EVERY_SECONDS = 0.5
"""Seconds between two looks at whether a turn that might go on is over: it is late by this at
most."""
QUIET_BEFORE_A_HALF_TURN = 8.0
"""Seconds after one tile until the half turn is shown. Sooner disturbs a player who still thinks;
later tells of a real mistake late."""


@dataclass
class LiveSession(LiveLoop):
    """Follows one game of tiles with one camera; ``taught`` are symbols on dice."""

    taught: tuple[TaughtFaces, ...] = ()
    _tracker: Tracker = field(init=False)
    _names_are_sure: bool = True
    _names_were_given: bool = False
    _is_crossed: bool = False
    _laid: Reading | None = None
    _held: tuple[Frame, Reading] | None = None
    _seen: Sighting | None = None
    _agreed: Game | None = None
    _told: tuple[DieReading, ...] | None = None
    _asks: tuple[str | None, int] = (None, 0)
    _is_cleared: bool = False
    _begun: dict[str, Any] | None = None
    _rolled: dict[str, Any] | None = None
    _settled: float = -1.0
    _changed_at: float = math.inf

    def __post_init__(self) -> None:
        self._tracker = Tracker(self.read)
        self._watch = DiceWatch(taught=self.taught)

    @classmethod
    def begin(cls, parts: Services, game: str, confirms: bool) -> Self:
        reader = FrameReader.as_chosen(**profiles(parts))
        return cls(parts, game, reader, confirms, taught=reader.taught)

    def _feed(self, frame: Frame, moment: float) -> tuple[TableEvent[Reading], ...]:
        events = super()._feed(frame, moment)
        self._hear_names(self._tracker.naming, frame, self._tracker.reading)
        return events

    def _go_on(self, frame: Frame, moment: float) -> None:
        """Look at the dice; a turn that might have gone on is over after a while."""
        tracker = self._tracker
        if self._has_dice:
            dice = self._watch.feed(frame, moment, tracker.reading)
            if dice is not None:
                tracker.see_dice(dice)
            self._told = dice or self._told
            if not tracker.is_unsettled:
                # Dice wait until the board is settled: seen later, it may have lain there first.
                self._see_dice(self._told, tracker.reading, moment)
                self._told = None
        if tracker.phase is not WatchingPhase.WATCHING:
            return
        if moment - self._changed_at >= QUIET_BEFORE_A_HALF_TURN:
            self._lay_held(None)
        self._see_better(frame, moment)
        if moment - self._settled >= SETTLED_EVERY_SECONDS:
            self._settled = moment
            self._settle(moment)

    def _say_state(self, events: tuple[TableEvent[Reading], ...]) -> None:
        phase = self._tracker.phase
        found = any(event.kind is EventKind.FOUND_AGAIN for event in events)
        light = any(event.kind is EventKind.LIGHT_CHANGED for event in events)
        key = "found" if found else "light" if light else WORDS_OF_PHASES[phase]
        needs = None
        if any(event.kind is EventKind.CLEARED for event in events):
            self._see_bare_table()
        play = self._play
        if self._tracker.sees_bare_table and play is not None and not len(play.board):
            key = "still"  # the game begins there
        if phase not in (WatchingPhase.MOVING, WatchingPhase.COVERED, WatchingPhase.LOST):
            key = self._asked() or key  # under a hand, too: who enters the roll is at it
        if phase is WatchingPhase.WATCHING:
            state = self.parts.desk.state(self.game)
            needs = needs_of(state)
            if state.play is not None and not self._names_are_known(state):
                needs = {"key": "names"} if state.verdict.actions else needs
            self._is_cleared &= needs is not None
        if self._is_cleared and (phase is WatchingPhase.LOST or needs is not None):
            self._tell("cleared")
        elif needs is not None and key == "still":
            self._tell(**needs)
        elif key == "still" and self._rolled is not None:
            self._tell("rolled", **self._rolled)
        elif key == "still" and self._tracker.unseen:
            self._tell("gone", count=self._tracker.unseen)
        elif self._begun is not None and key == "still" and self._is_as_agreed:
            self._tell(**self._begun)
        else:
            self._say(key)

    def _tell(self, key: str, **details: Any) -> None:
        dice = {"enters_dice": True} if self._has_dice else {}
        super()._tell(key, **details, **dice)

    def _show(self, frame: Frame) -> None:
        super()._show(frame)
        if not self._names_are_sure:
            self._learn_names()
            self._confirm_if_whole()

    def _shown(self, reading: Reading) -> dict[str, Any]:
        named = self._as_named(reading)
        told = named.to_json()
        return {**told, "tiles": with_doubts(told["tiles"], named.tiles)}

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
        play = self._play
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
        """Whether the colours' names need no word of a person, or have it. Before that nothing is
        confirmed here: whatever was confirmed, a person did it."""
        if self._names_are_sure or state.play is None:
            return self._names_are_sure
        return bool(state.play.entries) or not state.play.plug.names_matter

    # -- the game ----------------------------------------------------------------------------

    def _see(self, frame: Frame, reading: Reading, moment: float) -> None:
        """Lay a stable board on the game's table; but hold back a turn that has only begun."""
        self._changed_at = moment
        self._learn_names()
        self._held = frame, reading
        self._seen = Sighting(self._as_named(reading).observation(), moment)
        play = self._play
        news = self._agreed = None
        if play is not None and not self._is_over:
            self._agreed = play.game
            news = self._observe(play, self._seen)
        if news is None or news.kind is not NewsKind.WAITING:
            self._begun = None
            self._lay_held(news)
        elif self._follower is not None and news.verdict is not None:
            begun = self._follower.begun_turn(news.verdict)
            self._begun = begun and {"key": "begun", "count": begun[0], "owed": begun[1]}

    @property
    def _is_as_agreed(self) -> bool:
        """Whether nobody has changed the game since the last board was seen."""
        play = self._play
        return play is not None and play.game == self._agreed

    def _see_bare_table(self) -> None:
        """All tiles were taken away: the game begins there, or they have to come back."""
        play = self._play
        if play is None or len(play.board):
            self._is_cleared = self._entered() > 0
            return
        self._held = self._laid = self._seen = self._follower = None
        with suppress(ChangeRefused):
            self.parts.desk.change(self.game, "board_set", play.board.to_json(), None)

    def _settle(self, moment: float) -> None:
        """Nothing is over the table: a turn that might have gone on is over after a while."""
        play = self._play
        if play is None or self._is_over or self._seen is None:
            return
        if self._follower is None or not self._is_as_agreed:
            # Dice were entered, or something was taken back: what lies there is another turn now.
            self._agreed = play.game
            self._follower, _ = self._follower_of(play).observe(self._seen)
        self._follower, news = self._follower.settle(moment)
        if news is not None:
            self._confirm()

    def _see_better(self, frame: Frame, moment: float) -> None:
        """Lay a board again of which later looks are surer, unless somebody has corrected it."""
        laid, reading = self._laid, self._tracker.reading
        if laid is None or reading is None or all(tile.is_sure for tile in laid.tiles):
            return
        now = self._as_named(reading)
        is_same = [(t.cell, t.rotation) for t in now.tiles] == [
            (t.cell, t.rotation) for t in laid.tiles
        ]
        if not is_same or len(now.unsure_tiles) >= len(laid.unsure_tiles):
            return
        sight = Sight.of(self.parts.desk.state(self.game).sight)
        if sight.unsure and not sight.by_hand:
            self._see(frame, reading, moment)

    def _lay_held(self, news: News | None) -> None:
        """Lay the board seen last where it has not been laid; confirm what is legal and sure."""
        if self._held is None or self._is_over:
            return  # a finished game stays as it ended, until its end is taken back
        frame, seen = self._held
        self._held = None
        reading = self._laid = self._as_named(seen)
        self._take_back_amended(news)
        enter_seen(self.parts, self.game, jpeg(frame), reading.to_json())
        self._confirm_if_whole()

    def _confirm_if_whole(self) -> None:
        """In a game in which a legal change is a whole turn; others may go on."""
        play = self._play
        if play is not None and play.plug.is_whole:
            self._confirm()

    def _confirm(self) -> None:
        """Confirm what lies on the table, where it is legal and sure."""
        state = self.parts.desk.state(self.game)
        play = state.play
        if not self.confirms or not self._names_are_known(state) or play is None:
            return
        verdict = state.verdict
        is_sure = verdict.settled and verdict.actions and not verdict.unsure
        if is_sure and not asks_whose(state):
            with suppress(ChangeRefused):  # the next look decides
                actions = actions_to_confirm(verdict, None)
                require_wanted(state, actions)
                self._agree(*actions, by_camera=True, clears=clears_table(verdict))

    # -- the dice ------------------------------------------------------------------------------

    @property
    def _has_dice(self) -> bool:
        """Whether the game is one with dice, and the program does not throw them itself."""
        state = self.parts.desk.state(self.game)
        if state.play is None or not state.play.plug.has_dice or not self.confirms:
            return False
        return not page_of(state.kind).throws(state.options)

    def _see_dice(
        self, told: tuple[DieReading, ...] | None, reading: Reading | None, moment: float
    ) -> None:
        """Take the dice as they lie now, ``told`` where they have changed."""
        play = self._play
        if play is None:
            return
        seen = None if reading is None else self._as_named(reading).observation()
        way = Alignment(3 if self._is_crossed else 0)
        dice = None if told is None else tuple(die.moved(way).as_seen() for die in told)
        self._follower = self._follower_now(play).see_dice(Shot(moment, "", seen, dice))
        found = self._follower.due
        is_rolling = found.rolled and not found.actions
        self._rolled = {"rolls": found.rolled, "next": found.following} if is_rolling else None
        if found.actions:
            self._lay_held(None)
        if found.actions and asks_whose(self.parts.desk.state(self.game)):
            return  # a person confirms it, or takes the photo back
        if not all(self._agree(action, by_camera=True) for action in found.actions):
            return  # somebody has changed the table, or entered the roll by hand
        if told is not None or found.actions or found.question:
            self._asks = found.question, self._entered()

    def _asked(self) -> str | None:
        """What is asked about the dice, until somebody has entered it."""
        question, entered = self._asks
        return question if question and entered == self._entered() else None


def asks_whose(state: GameState) -> bool:
    """Whether the referee asks, before all else, if what is seen is this game's table."""
    return any(doubt.first for doubt in state.sight.doubts(DEFAULT_LANGUAGE))


def needs_of(state: GameState) -> dict[str, Any] | None:
    """What a camera needs to go on by itself after it missed a turn, or saw a wrong one: a text of
    the page (``live_…``) and what to put in; None where nothing is needed."""
    play, sight = state.play, state.sight
    if play is None or is_over(state) or sight.lies_still(play.board):
        return None
    verdict = state.verdict
    if verdict.answers or asks_whose(state):
        return {"key": "asks"}
    unsure = {"key": "unsure", "count": sight.unsure} if sight.unsure else None
    if verdict.legal:
        return unsure if verdict.unsure else None
    if play.plug.is_begun(play.game, verdict):
        return None
    seen = sight.aligned(play.judge).seen.board
    agreed = play.plug.following.lying(play.board)
    added = sum(cell not in agreed.cells for cell in seen.cells)
    gone = sum(cell not in seen.cells for cell in agreed.cells)
    most = play.plug.following.turn_size(play.game)[1]
    if gone:
        return {"key": "gone", "count": gone}
    if unsure:
        return unsure
    if added > most:
        return {"key": "missed", "count": added, "most": most}
    is_touched = any(seen.get(cell) != agreed.get(cell) for cell in agreed.cells)
    if is_touched and ways_out(state, DEFAULT_LANGUAGE):
        return {"key": "touched"}
    return {"key": "wrong"}
