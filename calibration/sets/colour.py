"""The little colour science that profiles need: sRGB, linear light and CIE Lab (D65).

Formulas: IEC 61966-2-1 for sRGB, CIE 15 for Lab.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats

Srgb = tuple[int, int, int]

_XYZ_FROM_LINEAR = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE_POINT = _XYZ_FROM_LINEAR.sum(axis=1)

BRIGHTEST = 246.0
"""Level from which a channel may be brighter than the photo can show."""
PERHAPS_BRIGHTEST = 235.0
"""Level of a mean over many places from which some of them may be `BRIGHTEST`."""
STOP = 4.0 / 3.0
"""Factor between two levels of a channel that stand for about twice the light."""
GREY, SAID_BY_GREY = 3.0, 6.0
"""Maximum difference of the channels of a shade of grey; and how many times less a difference in
lightness between two of them says than one between colours."""


def linear_from_srgb(srgb: ArrayLike) -> Floats:
    """Linear light, 0 to 1, of sRGB values 0 to 255; shape (..., 3) in and out."""
    value = np.asarray(srgb, dtype=np.float64) / 255.0
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def srgb_from_linear(linear: ArrayLike) -> Floats:
    """sRGB values 0 to 255 of linear light 0 to 1; shape (..., 3) in and out."""
    value = np.clip(np.asarray(linear, dtype=np.float64), 0.0, 1.0)
    return 255.0 * np.where(value <= 0.0031308, value * 12.92, 1.055 * value ** (1 / 2.4) - 0.055)


def lab_from_srgb(srgb: ArrayLike) -> Floats:
    """CIE L*, a*, b* of sRGB values 0 to 255; shape (..., 3) in and out."""
    relative = linear_from_srgb(srgb) @ _XYZ_FROM_LINEAR.T / _WHITE_POINT
    cube = np.where(relative > 216 / 24389, np.cbrt(relative), (relative * 24389 / 27 + 16) / 116)
    x, y, z = cube[..., 0], cube[..., 1], cube[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def lightness(srgb: ArrayLike) -> Floats:
    """CIE L*, 0 to 100, of sRGB values 0 to 255 (..., 3)."""
    return lab_from_srgb(srgb)[..., 0]


def lighter_by(first: ArrayLike, second: ArrayLike) -> float:
    """How much lighter (L*) the first of two sRGB colours (3,), 0 to 255, is known to be than the
    second, negative where it is darker. It is known less than it seems in two cases:

    Where the darker one is as bright as a photo can show it may be brighter by a stop: in strong
    light red seems darker than a grey that it outshines. Then nothing may be known, 0.

    A photo in shades of grey says little, for nobody knows how it weighs the colours: of eight
    drawn boards in such photos two were 8 and 18 L* apart the wrong way round.
    """
    pair = np.array([first, second], np.float64)
    gap = float(np.subtract(*lightness(pair)))
    lighter, darker = pair if gap >= 0 else pair[::-1]
    perhaps = np.where(darker >= PERHAPS_BRIGHTEST, STOP * darker, darker)
    known = max(0.0, float(lightness(lighter) - lightness(perhaps)))
    if np.ptp(pair, axis=1).max() <= GREY:
        known /= SAID_BY_GREY
    return known if gap >= 0 else -known


def rounded(srgb: ArrayLike) -> Srgb:
    """An sRGB triple of whole numbers 0 to 255."""
    red, green, blue = np.clip(np.rint(np.asarray(srgb, dtype=np.float64)), 0, 255).astype(int)
    return int(red), int(green), int(blue)


def hex_code(srgb: Srgb) -> str:
    """``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*srgb)


def parse_hex(text: str) -> Srgb:
    """The colour of ``#rrggbb`` or ``#rgb``. Raises ValueError with a sentence otherwise."""
    digits = text.strip().removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    if len(digits) != 6 or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
        raise ValueError(f"'{text}' is no colour; write six hexadecimal digits, as in #1f3a8c.")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
