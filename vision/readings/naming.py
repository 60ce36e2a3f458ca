"""Which of the set's two colours is White, as all readings of one table say together.

A reading calls the lighter colour White; where the two are about equally light it doubts every
tile. That is one doubt about the whole table: here it is taken out of the tiles, to be settled
once, by all readings together or by one word of a person.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...calibration.sets.colour import lighter_by
from ...calibration.sets.tile_set import TileSetProfile, light_misfit, pair_distance
from ...engine.tiles.observation import CERTAIN, SURE
from .framing import turned_upright
from .reading import Reading, Srgb
from .warnings import HARD_TO_NAME

TYPICAL_LIGHTNESS_ERROR = 2.0
"""How far (L*) a camera typically misjudges by how much one of two colours is the lighter."""

UNNAMED = 0.9
"""The chance that the lighter colour is White, if something else than light makes that doubtful."""


@dataclass(frozen=True)
class Naming:
    """Whether the two colours have the right names in the board's own frame, as far as is known."""

    #: How much lighter (L*) the colour called White was seen than the other one: the mean of
    #: `gap_of` the readings. Negative where most of them would exchange the names.
    gap: float = 0.0
    #: Number of readings in that mean.
    readings: int = 0
    #: A person has decided.
    is_given: bool = False

    @property
    def chance(self) -> float:
        """The chance that the names are right, 0 to 1. Many readings in one light share its error,
        so they make the mean no surer than one."""
        if self.is_given:
            return 1.0
        likelier = naming_chance(abs(self.gap))
        return likelier if self.gap >= 0 else 1.0 - likelier

    @property
    def is_sure(self) -> bool:
        """Whether nobody has to be asked, be the names right or crossed."""
        return self.is_given or max(self.chance, 1.0 - self.chance) >= SURE

    def added(self, reading: Reading, is_crossed: bool = False) -> Naming:
        """With one more reading; ``is_crossed`` says that it names the colours otherwise."""
        gap = gap_of(reading)
        if gap is None:
            return self
        count = self.readings + 1
        signed = -gap if is_crossed else gap
        return replace(self, gap=self.gap + (signed - self.gap) / count, readings=count)

    def crossed(self) -> Naming:
        """The same evidence about the opposite names."""
        return replace(self, gap=-self.gap)


def naming_chance(gap: float) -> float:
    """The chance that the colour called White is the lighter one if it was seen to be lighter by
    `gap` (L*), and nothing else is known."""
    return 1.0 - 0.5 * math.exp(-max(gap, 0.0) / TYPICAL_LIGHTNESS_ERROR)


def _gap_for(chance: float) -> float:
    """The difference of lightness (L*) that gives this chance, see `naming_chance`."""
    return TYPICAL_LIGHTNESS_ERROR * math.log(0.5 / (1.0 - min(chance, CERTAIN)))


def chance_of_names(reading: Reading) -> float:
    """The chance that the colours have their right names, a factor in the confidence of all tiles;
    1 where the names are in no doubt."""
    return _reckoned(reading) if HARD_TO_NAME in reading.notes else 1.0


def _reckoned(reading: Reading) -> float:
    """The chance of the names that is part of the confidence. A reading of an earlier version does
    not say it: it follows from the two colours then."""
    if reading.white is None or reading.blue is None:
        return 1.0
    chance = reading.named
    if chance is None:
        chance = naming_chance(lighter_by(reading.white, reading.blue))
    is_by_light = chance < SURE or HARD_TO_NAME not in reading.notes
    return chance if is_by_light else UNNAMED


def gap_of(reading: Reading) -> float | None:
    """How much lighter (L*) a reading has seen its White, as `Naming` counts it; None where it has
    no colours. One that is not in doubt counts as clear: a calibrated set tells its names by
    itself."""
    if reading.white is None or reading.blue is None:
        return None
    if HARD_TO_NAME not in reading.notes:
        return max(abs(lighter_by(reading.white, reading.blue)), _gap_for(SURE))
    if reading.named is None:
        return lighter_by(reading.white, reading.blue)
    return _gap_for(max(reading.named, 0.5))


def with_names_given(reading: Reading) -> Reading:
    """The reading without the doubt about which colour is White, as if somebody had said it."""
    is_reckoned = reading.named is not None and reading.named < 1.0
    if not is_reckoned and HARD_TO_NAME not in reading.notes:
        return reading
    return _without_doubt_of_names(reading)


def named_by(reading: Reading, tile_set: TileSetProfile) -> Reading:
    """A reading with the names that a calibrated set gives its two colours. Where the set's White
    looks darker, White and Blue change names, and with them the frame."""
    if reading.white is None or reading.blue is None:
        return reading
    named = _without_doubt_of_names(reading)
    return turned_upright(named.renamed()) if is_swapped(reading, tile_set) else named


def is_swapped(reading: Reading, tile_set: TileSetProfile) -> bool:
    """Whether a reading names a set's two colours the other way round than the set does."""
    if reading.white is None or reading.blue is None:
        return False
    seen, own = (reading.white, reading.blue), (tile_set.white.srgb, tile_set.blue.srgb)
    return light_misfit(seen[::-1], own) < light_misfit(seen, own)


def with_names_doubted(reading: Reading) -> Reading:
    """A reading that may name the colours wrongly, though one of them looks plainly the lighter."""
    tiles = tuple(replace(t, confidence=t.confidence * UNNAMED) for t in reading.tiles)
    return replace(reading, tiles=tiles, notes=(*reading.notes, HARD_TO_NAME))


def _without_doubt_of_names(reading: Reading) -> Reading:
    chance = _reckoned(reading)
    tiles = tuple(
        replace(tile, confidence=min(tile.confidence / chance, reading.most))
        for tile in reading.tiles
    )
    return replace(reading, tiles=tiles, named=1.0).without_note(HARD_TO_NAME.code)


def common_names(readings: Sequence[Reading | None]) -> tuple[list[Reading | None], Naming]:
    """Readings of one set from several photos, all naming its two colours alike: one in doubt takes
    the names under which its colours are most like the clearest reading's."""
    naming = Naming()
    pairs = [
        (gap, (reading.white, reading.blue))
        for reading in readings
        if reading is not None and reading.white is not None and reading.blue is not None
        if (gap := gap_of(reading)) is not None
    ]
    if not pairs:
        return list(readings), naming
    _, clearest = max(pairs, key=lambda pair: pair[0])
    alike: list[Reading | None] = []
    for reading in readings:
        is_crossed = reading is not None and _is_crossed(reading, clearest)
        if reading is not None:
            naming = naming.added(reading, is_crossed)
            reading = with_names_given(reading)
        alike.append(reading.crossed() if reading is not None and is_crossed else reading)
    return alike, naming


def _is_crossed(reading: Reading, pair: tuple[Srgb, Srgb]) -> bool:
    """Whether a reading in doubt names its colours the other way round than the clearest `pair`."""
    if HARD_TO_NAME not in reading.notes or reading.white is None or reading.blue is None:
        return False
    straight = pair_distance(pair, (reading.white, reading.blue))
    return pair_distance(pair, (reading.blue, reading.white)) < straight
