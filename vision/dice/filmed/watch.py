"""Dice in the frames of a film or a live camera: looked for when something has changed.

A look costs little, but frames are many: a frame is looked at only while the picture differs from
those that were looked at. Patterns of a table, and whatever else resembles dice, have lain there
all along. So what lies still over several looks, where nothing lay before, is taken for a die on
far less evidence than one photo would need. Where a look is not enough, what has come is looked at
alone (`newcome`).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ....calibration.arrays import Frame, Integers16
from ...faces.logistic import log_odds
from ...photos.photo import Photo, load_photo
from ...photos.shrink import grey_copy
from ...readings.dice import DieReading
from ...readings.reading import Reading, TileReading
from ...tracking.camera.time_lapse import FEW_PLACES
from ...tracking.limits import STILL
from ..placing import perhaps_dice
from ..reader import JudgedDie
from ..taught import TaughtFaces
from .newcome import TableBefore, has_changed, part_about
from .resting import RestingDie

SeenDice = tuple[tuple[JudgedDie, DieReading], ...]

LONG_SIDE = 1280
"""Maximum pixels of the longer side at which frames are looked at."""
GLANCE_SIDE = 320
"""Pixels of the small picture in which it is seen that something moved."""
CHANGED = 14.0
"""Grey levels by which a place of the small picture differs if it has changed."""
REMEMBERED = 120
"""Number of different glances that are kept."""
HIDDEN_SECONDS = 2.5
"""A die that a hand covers no longer than this lies on; after a longer time it counts as new."""
HIDDEN_FRAMES = 5.0
"""The same in frames, where the film's clock is not the table's."""
SAME_PLACE = 0.35
"""Maximum distance between two looks at a die that has not moved, in edges."""
ON_A_TILE = 0.9
"""What lies nearer than this to a tile's middle, as a share of its side, lies on it."""
OVERLAPPING = 0.8
"""Two dice are never nearer to each other than this, in edges."""
BESIDE = 1.5
"""Maximum distance of a shadow from its die at which it may seem a die of its own, in edges."""
LOOKS_AT_ALIKE = 4
"""Number of looks at frames that show the same that are enough."""
PLAIN_DIE = 0.9
"""The chance that two looks, of which one in another frame, must give a plain die: what else has
come is looked at alone, too."""
MOST_LOOKS = 40.0
"""Looks that may be made at once."""
LOOKS_A_SECOND = 12.0
"""Looks that come back in each second of the film."""
TOGETHER_SECONDS = 1.0
"""The dice of a roll come to rest within this time."""
TOGETHER_FRAMES = 1.5
"""The same in frames, where the film's clock is not the table's."""
LEAST = 0.1
"""What is less likely a die than this is nothing."""


ALL_ALONG = float(log_odds(0.995))
"""The least evidence for a die that has lain there since the film began, or shows no face."""
ALONE = float(log_odds(0.9))
"""The least evidence for a die that has come, and for which no other one vouches."""
BACKING = float(log_odds(0.65))
"""The least evidence for a die that vouches for another one which came with it."""
IN_COMPANY = float(log_odds(0.4))
"""The least evidence for a die that has come, and for which another one vouches."""
IN_A_ROLL = float(log_odds(0.15))
"""The least evidence for a die that is as large as this table's dice and lands as rolled dice do:
together with one of them, or in turn with it, one taken up before the other lands."""
SIZES = (0.7, 1.4)
"""Least and most size of a table's dice, as shares of their median size."""
KNOWN_DICE = 3
"""Number of known dice before others are compared with them."""


@dataclass
class _StillTime:
    """A time in which all frames looked alike."""

    since: float
    glance: Integers16
    until: float = -math.inf
    looks: int = 0


@dataclass(frozen=True)
class LandedDice:
    """Dice that have come to lie at a time of the film, and those that lay there already."""

    time: float
    dice: tuple[DieReading, ...]


@dataclass
class DiceWatch:
    """Follows the dice of one table.

    ``spares``: not every frame of a lively film is looked at, whose clock is the table's.
    ``taught`` are symbols on dice that have been shown. ``told`` are the dice as they were told
    last, ``rested`` all that may be dice and has come to lie somewhere so far.
    """

    spares: bool = True
    taught: tuple[TaughtFaces, ...] = ()
    told: tuple[DieReading, ...] | None = None
    rested: list[RestingDie] = field(default_factory=list)
    _before: TableBefore = field(default_factory=TableBefore)
    _moments: deque[_StillTime] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    _began: float = math.inf
    _left: float = MOST_LOOKS
    _looks: int = 0
    _frames: int = 0
    _time: float = -math.inf
    _earlier: float = -math.inf

    def feed(
        self, frame: Frame, time: float, reading: Reading | None
    ) -> tuple[DieReading, ...] | None:
        """Take the next frame (H, W, 3) uint8 BGR, and the board in it if that is known.

        Gives the dice that lie there now once looks show that they have changed; None before.
        """
        passed = 0.0 if math.isinf(self._time) else max(0.0, time - self._time)
        self._earlier = self._time
        self._time, self._began = time, min(self._began, time)
        self._left = min(MOST_LOOKS, self._left + LOOKS_A_SECOND * passed)
        self._frames += 1
        moment = self._moment(frame, time)
        if moment.looks < LOOKS_AT_ALIKE * (1 + self._lacks_a_place):
            if self.spares and self._left < 1.0:
                return None
            self._look_at(frame, time, reading, moment)
        dice = tuple(
            replace(die.as_told(), lay=die.since <= self._began)
            for die in self.believed() if die.there_at == time
        )  # fmt: skip
        if self.told is not None and _are_alike(dice, self.told):
            return None
        self.told = dice
        return dice

    def _look_at(
        self, frame: Frame, time: float, reading: Reading | None, moment: _StillTime
    ) -> None:
        """Look for dice in a frame, and note what it shows."""
        self._looks += 1
        # A board of few tiles tells badly how far dice are seen: every second look does without.
        known = reading if self._looks % 2 or self._lacks_a_place else None
        tiles = () if reading is None else reading.tiles
        photo = load_photo(frame, long_side=LONG_SIDE)
        self._left -= 1.0
        moment.looks += 1
        self._take(self.look(photo, known), moment, tiles, photo)
        plain = [
            die for die in self.rested
            if die.there_at == time and die.looks > 1 and die.chance >= PLAIN_DIE
        ]  # fmt: skip
        places = np.array([die.reading.center for die in plain]).reshape(-1, 2)
        alone = self._before.newcome(
            photo, time, moment.since, self._together, photo.from_full(places)
        )
        if alone is not None:  # in the same frame: where they come late, it may be the last one
            self._left -= 1.0
            self._take(self.look(alone, known), moment, tiles, photo)
        self._before = self._before.then(photo, time, self._together)

    def look(self, photo: Photo, reading: Reading | None) -> SeenDice:
        """What may be dice in one picture."""
        return perhaps_dice(photo, () if reading is None else reading.tiles, self.taught, LEAST)

    @property
    def _lacks_a_place(self) -> bool:
        """Whether the board tells where some of the dice lie and not yet where the others do."""
        return len({die.place is None for die in self.told or ()}) > 1

    def believed(self) -> list[RestingDie]:
        """What rested and is a die as far as is known, in the order in which they came to rest."""
        alone = [die for die in self.rested if die.strength >= self._needed(die)]
        come = [
            die for die in self.rested
            if ALONE > die.strength >= IN_COMPANY and self._needed(die) == ALONE
        ]  # fmt: skip
        # Two that are weak and came together speak for each other.
        backing = [*alone, *(die for die in come if die.strength >= BACKING)]
        more = [die for die in come if any(self._came_with(die, other) for other in backing)]
        lone: list[RestingDie] = []
        for die in sorted((*alone, *more, *self._rolled(alone)), key=lambda die: -die.strength):
            if not any(_is_the_same(die, other) or self._is_shadow(die, other) for other in lone):
                lone.append(die)
        # One that rolled on vouches for the one that it became.
        rested = (die for die in lone if die.there_at - die.since >= self._rest)
        return sorted(rested, key=lambda die: die.since)

    def _rolled(self, known: Sequence[RestingDie]) -> list[RestingDie]:
        """Those that are weak, but look and behave as the known dice of this table do."""
        if len(known) < KNOWN_DICE:
            return []
        size = float(np.median([die.reading.side for die in known]))
        alike = [
            die for die in self.rested
            if ALL_ALONG > die.strength >= IN_A_ROLL and self._has_come(die)
            and SIZES[0] <= die.reading.side / size <= SIZES[1]
            and not any(die.since + self._together < other.since <= die.there_at
                        for other in known)  # nobody rolls around a die that lies on
        ]  # fmt: skip
        backing = [
            die for die in alike if die.strength >= BACKING and die.as_told().face is not None
        ]
        return [
            die for die in alike
            if any(self._came_with(die, other) or self._took_turns(die, other)
                   for other in (*known, *backing))
        ]  # fmt: skip

    def throws(self) -> Iterator[LandedDice]:
        """The dice that came to lie one after the other, with those that lay there then."""
        dice = self.believed()
        for number, die in enumerate(dice):
            following = dice[number + 1].since if number + 1 < len(dice) else math.inf
            if die.since > self._began and following - die.since > self._together:
                lying = [d for d in dice[: number + 1] if d.there_at >= die.since]
                yield LandedDice(die.since, tuple(d.as_told() for d in lying))

    def _came_with(self, die: RestingDie, other: RestingDie) -> bool:
        """Whether both came to lie at once, and apart from each other."""
        at_once = abs(die.since - other.since) <= self._together
        return at_once and die is not other and not _is_the_same(die, other)

    def _is_shadow(self, die: RestingDie, other: RestingDie) -> bool:
        """Whether something weak that shows no face came with a die, right beside it."""
        apart = math.dist(die.reading.center, other.reading.center)
        is_beside = self._came_with(die, other) and apart < BESIDE * other.reading.side
        return is_beside and die.strength < ALONE and die.as_told().face is None

    def _took_turns(self, one: RestingDie, two: RestingDie) -> bool:
        """Whether one of two was taken up shortly before the other came to lie."""
        first, second = sorted((one, two), key=lambda die: die.since)
        return 0.0 < second.since - first.there_at <= self._hidden

    @property
    def _rest(self) -> float:
        """Minimum seconds of the film that a die lies in one place, else it may roll on. Looks tell
        less: a camera in dim light shows one frame for a third of a second."""
        return STILL if self.spares else 0.0

    @property
    def _together(self) -> float:
        """Maximum seconds of the film within which the dice of a roll come to rest."""
        return TOGETHER_SECONDS if self.spares else TOGETHER_FRAMES * self._pace

    @property
    def _hidden(self) -> float:
        """Maximum seconds of the film that a die may be covered."""
        return HIDDEN_SECONDS if self.spares else HIDDEN_FRAMES * self._pace

    @property
    def _pace(self) -> float:
        """The seconds of the film from one frame to the next."""
        return (self._time - self._began) / max(1, self._frames - 1)

    def _needed(self, die: RestingDie) -> float:
        return ALONE if self._has_come(die) and die.as_told().face is not None else ALL_ALONG

    def _has_come(self, die: RestingDie) -> bool:
        """Whether something lies beside the tiles and has not lain there all along."""
        return die.since > self._began and not die.is_on_a_tile

    def _moment(self, frame: Frame, time: float) -> _StillTime:
        """The moment that a frame belongs to; what lies there as before is noted."""
        glance = _glance(frame)
        moment = self._moments[-1] if self._moments else None
        if moment is None or _differ(glance, moment.glance):
            moment = _StillTime(time, glance)
            self._moments.append(moment)
        moment.until = time
        share = GLANCE_SIDE / max(frame.shape)
        # What comes back to a place after longer than a hand covers it has been rolled there.
        self.rested = [
            die if self._was_gone(die)
            or has_changed(_patch(glance, die.reading, share), die.patch)
            else replace(die, there_at=time)
            for die in self.rested
        ]  # fmt: skip
        return moment

    def _take(
        self, look: SeenDice, moment: _StillTime, tiles: Sequence[TileReading], photo: Photo
    ) -> None:
        """Note what a look at a photo shows, among tiles that lie there."""
        share, time = GLANCE_SIDE / max(photo.width, photo.height), moment.until
        for seen, reading in look:
            patch = _patch(moment.glance, reading, share)
            number = next(
                (n for n, old in enumerate(self.rested) if self._is(old, seen, reading, time)), None
            )
            if number is None:
                middle, side = photo.from_full(np.array(reading.center)), seen.side
                not_yet = self._before.not_yet(photo, middle, side)
                since = self._came_after(not_yet, self._lies_since(patch, reading, share))
                self.rested.append(RestingDie.seen(seen, reading, since, time, patch))
            else:
                again = self.rested[number].seen_again(seen, reading, time, patch)
                self.rested[number] = again
        # What was seen once and is gone was a die that rolled, or nothing.
        self.rested = [
            replace(die, is_on_a_tile=die.is_on_a_tile or _is_on_one(die, tiles, time))
            for die in self.rested
            if die.looks > 1 or die.there_at == time
        ]

    def _lies_since(self, patch: Integers16, reading: DieReading, share: float) -> float:
        """Since when a place has looked as it does now, but for what passed over it."""
        since = self._moments[-1].since
        for moment in reversed(self._moments):
            if since - moment.until > self._hidden:
                break
            if not has_changed(_patch(moment.glance, reading, share), patch):
                since = moment.since
        return since

    def _came_after(self, not_yet: float, glanced: float) -> float:
        """Since when a thing has lain there: by the glances since ``glanced``; but a picture shows
        that it was ``not_yet`` there at a later time. Glances take dark things for their ground,
        and what was covered for long for new."""
        if math.isinf(not_yet):
            return min(self._began, glanced)
        if not_yet < glanced + self._together:
            return glanced
        return next((m.since for m in self._moments if m.since > not_yet), self._moments[-1].since)

    def _is(self, old: RestingDie, seen: JudgedDie, reading: DieReading, time: float) -> bool:
        """Whether what is seen now is something that was seen before and has not moved since."""
        near = math.dist(old.reading.center, reading.center) < SAME_PLACE * reading.side
        if not near and old.reading.place is not None and reading.place is not None:
            near = math.dist(old.reading.place, reading.place) < SAME_PLACE * reading.edge
        if not near or old.there_at == time:
            return near
        # The light may have changed, or the camera moved.
        return not self._was_gone(old) and old.shows_what(seen)

    def _was_gone(self, die: RestingDie) -> bool:
        """Whether frames before this one showed for long that it lies there no more."""
        return self._earlier - die.there_at > self._hidden


def _is_on_one(die: RestingDie, tiles: Sequence[TileReading], time: float) -> bool:
    """Whether something that lies there now lies on a tile."""
    return die.there_at == time and any(
        math.dist(die.reading.center, tile.center)
        < ON_A_TILE * math.dist(tile.center, tile.corners[0])
        for tile in tiles
    )


def _is_the_same(one: RestingDie, two: RestingDie) -> bool:
    """Whether two lie in one place at one time: a die that was seen at two places of its own."""
    apart = math.dist(one.reading.center, two.reading.center)
    at_once = one.since <= two.there_at and two.since <= one.there_at
    return at_once and apart < OVERLAPPING * max(one.reading.side, two.reading.side)


def _are_alike(one: tuple[DieReading, ...], two: tuple[DieReading, ...]) -> bool:
    """Whether the same dice are told twice, as sure of them, with a board or without."""
    return len(one) == len(two) and all(
        math.dist(a.center, b.center) < SAME_PLACE * max(a.side, b.side)
        and (a.face, a.state, a.as_seen().is_sure, a.place is None)
        == (b.face, b.state, b.as_seen().is_sure, b.place is None)
        for a, b in zip(one, two, strict=True)
    )


def _glance(frame: Frame) -> Integers16:
    """A small grey copy of a frame; a lamp that flickers changes nothing in it."""
    grey = grey_copy(frame, GLANCE_SIDE)
    return grey - np.int16(np.median(grey))


def _patch(glance: Integers16, die: DieReading, share: float) -> Integers16:
    """What a glance shows where a die lies."""
    side = max(3.0, share * die.side)
    return glance[part_about(glance.shape, share * np.array(die.center), side)]


def _differ(one: Integers16, two: Integers16) -> bool:
    return one.shape != two.shape or int((np.abs(one - two) > CHANGED).sum()) >= FEW_PLACES
