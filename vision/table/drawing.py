"""From confirmed photos to what is drawn on a table's tiles: the line between the colours, the rim
and the body, measured as for a calibrated set. Nothing in the reader needs them: they say what the
set looks like, and print it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from ...calibration.sets.colour import rounded
from ...calibration.sets.fit import SIDE, TileDrawing, measure_drawing
from ...calibration.sets.tile_set import MeasuredColour, Stripe
from ..photos.photo import Photo
from ..readings.measured import photo_of
from ..readings.reading import TileReading

Coloured = TypeVar("Coloured", Stripe, MeasuredColour)


def drawing_seen(photo: Photo, right: Sequence[TileReading]) -> TileDrawing | None:
    """What is drawn on tiles that were read right and are clearly seen; None where they are few."""
    clear = [tile for tile in right if tile.is_sure and tile.hidden is None]
    # Those that are enlarged more than twice to be measured show their lines as blur.
    least = SIDE * max(photo.scale)
    wide = [t for t in clear if math.dist(t.white_tip, t.blue_tip) >= least]
    return measure_drawing(photo_of(photo, wide))


def remembered(seen: Mapping[str, TileDrawing], kept_back: Callable[[str], bool]) -> TileDrawing:
    """What is drawn on the tiles that most photos show, as the middle of them. A line or rim is
    remembered only if most of the photos that are `kept_back`, two at least, show one of about that
    width, too: blur and slant change it by less than half."""
    held = [drawing for photo, drawing in seen.items() if kept_back(photo)]
    if len(held) < 2:
        return TileDrawing()
    rest = [drawing for photo, drawing in seen.items() if not kept_back(photo)]
    bodies = [each.body for each in seen.values() if each.body is not None]
    body = MeasuredColour(_middle(bodies)) if 2 * len(bodies) > len(seen) else None
    return TileDrawing(
        _stripe([each.line for each in rest], [each.line for each in held]),
        _stripe([each.rim for each in rest], [each.rim for each in held]),
        body,
        sum(each.tiles for each in seen.values()),
    )


def _stripe(rest: Sequence[Stripe | None], held: Sequence[Stripe | None]) -> Stripe | None:
    shown = [stripe for stripe in rest if stripe is not None]
    if 2 * len(shown) <= len(rest):
        return None
    width = float(np.median([stripe.width for stripe in shown]))
    alike = [s for s in held if s is not None and 2 * abs(s.width - width) < width]
    return Stripe(_middle(shown), width) if 2 * len(alike) > len(held) else None


def _middle(parts: Sequence[Coloured]) -> tuple[int, int, int]:
    return rounded(np.median([part.srgb for part in parts], axis=0))
