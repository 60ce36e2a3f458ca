"""A set of tiles: its two colours, how far they vary, and what else is drawn on a tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from .colour import Srgb, linear_from_srgb, srgb_from_linear

#: Stray light that every photo has, as a share of full white; keeps logarithms of black finite.
STRAY_LIGHT = 0.02
#: Two pairs of colours are the same when their log ratios differ by less than this (root mean
#: square over the three channels, natural logarithm). Two lamps on one set differ by about 0.2.
SAME_PAIR = 0.45
#: The runner-up must be this many times further away, or the match is left open.
CLEARLY_FURTHER = 1.3
#: A lamp may change the channels against one another by this factor (natural logarithm).
LAMP_CAST = 1.6

#: Colours nearer than this (length of their log ratio) do not say in which direction they differ.
LEAST_STEP = 0.2
#: How many times nearer to each other light may bring the colours of a set.
MOST_FADED = 3.0

#: Factors by which light may multiply a channel of a set's colour in a photo.
LIGHTS = np.geomspace(0.03, 30.0, 61)
#: Shares of full white that haze or a reflection may add to all channels.
HAZES = np.array([0.0, 0.03, 0.1, 0.25, 0.5])


@dataclass(frozen=True)
class MeasuredColour:
    """A colour in sRGB and its spread over tiles and lights (s.d. in CIE Lab units)."""

    srgb: Srgb
    spread: float = 0.0


@dataclass(frozen=True)
class Stripe:
    """A line or rim: its colour, and its width as a share of the tile's width across flats."""

    srgb: Srgb
    width: float


@dataclass(frozen=True)
class TileSetProfile:
    """What is known of one set of tiles.

    ``white`` and ``blue`` are the two players' colours: White's need not be the lighter one.
    ``line`` runs between the colours, ``rim`` round the tile's face, both ``None`` where a set has
    none; ``body`` is what shows beside a tile's face (its side, or the gap). ``width_mm`` is the
    tile's width across flats where it is known.
    """

    name: str
    white: MeasuredColour
    blue: MeasuredColour
    line: Stripe | None = None
    rim: Stripe | None = None
    body: MeasuredColour | None = None
    width_mm: float | None = None
    photos: int = 0
    tiles: int = 0
    created: str = ""


def pair_distance(first: tuple[Srgb, Srgb], second: tuple[Srgb, Srgb]) -> float:
    """How different two pairs of colours are whatever the light; 0 for equal pairs.

    A lamp multiplies each linear channel of both colours alike, so the logarithm of their ratio
    stays (von Kries 1902). Infinite when the lamp that would be needed is none that exists.
    """
    first_white, first_blue = _logarithms(first)
    second_white, second_blue = _logarithms(second)
    lamp = ((second_white - first_white) + (second_blue - first_blue)) / 2
    if np.ptp(lamp) > LAMP_CAST:
        return float("inf")
    difference = (first_blue - first_white) - (second_blue - second_white)
    return float(np.sqrt(np.mean(difference**2)))


def pair_likenesses(
    first: Sequence[tuple[Srgb, Srgb]], second: Sequence[tuple[Srgb, Srgb]]
) -> Floats:
    """Likeness (n, m) of pairs of colours.

    A pair's direction is the logarithm of the ratio of its colours. The likeness is the cosine of
    the angle between two directions: 1 the same, -1 the opposite. It is 0 if no lamp turns one pair
    into the other. Haze and glare shorten the logarithm and hardly turn it; what more light than a
    photo can show makes of it, `light_misfit` knows.
    """
    steps, lamps = [], []
    for pairs in (first, second):
        logarithms = np.log(linear_from_srgb(np.array(pairs).reshape(-1, 2, 3)) + STRAY_LIGHT)
        steps.append(logarithms[:, 0] - logarithms[:, 1])
        lamps.append(logarithms.mean(axis=1))
    lengths = [np.linalg.norm(step, axis=1) for step in steps]
    shorter = np.minimum(lengths[0][:, None], lengths[1][None])
    longer = np.maximum(lengths[0][:, None], lengths[1][None])
    is_possible = np.ptp(lamps[1][None] - lamps[0][:, None], axis=2) <= LAMP_CAST
    is_possible &= longer <= MOST_FADED * shorter
    is_possible &= shorter >= LEAST_STEP
    cosines = (steps[0] @ steps[1].T) / np.maximum(shorter * longer, 1e-9)
    return np.asarray(np.where(is_possible, cosines, 0.0))


def light_misfit(seen: tuple[Srgb, Srgb], known: tuple[Srgb, Srgb]) -> float:
    """How badly any light explains that a photo shows a known pair of colours as it does: the root
    mean square over channels of what is left of both colours, in sRGB values; 0 if nothing is.

    Light multiplies each linear channel of both colours alike, haze adds to all, and a photo shows
    no more than full white: in far too much light red turns pale, and green may outshine it.
    """
    lit = LIGHTS[:, None, None, None] * linear_from_srgb(known)
    shown = srgb_from_linear(lit + HAZES[:, None, None])
    errors = ((shown - np.asarray(seen, np.float64)) ** 2).sum(axis=2).min(axis=0)
    return float(np.sqrt(errors.mean(axis=1).min()))


def match_tile_set(
    palette: tuple[Srgb, Srgb], profiles: Iterable[TileSetProfile]
) -> TileSetProfile | None:
    """The one profile whose two colours, whichever is called White, explain a palette read from a
    photo, if any. None when no profile is near, or when two are about as near as each other."""
    near: list[tuple[float, TileSetProfile]] = []
    for profile in profiles:
        pair = (profile.white.srgb, profile.blue.srgb)
        distances = (pair_distance(colours, palette) for colours in (pair, pair[::-1]))
        near.append((min(distances), profile))
    near.sort(key=lambda found: found[0])
    if not near or near[0][0] > SAME_PAIR:
        return None
    if len(near) > 1 and near[1][0] < CLEARLY_FURTHER * near[0][0] + 0.02:
        return None
    return near[0][1]


def _logarithms(pair: tuple[Srgb, Srgb]) -> Floats:
    return np.log(linear_from_srgb(pair) + STRAY_LIGHT)
