"""What the plans of all pictures have in common: table, light, camera and hardships."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

LIGHTS = ("daylight", "overcast", "ceiling lamp", "desk lamp", "mixed", "evening", "strips")
SIZES = ((1280, 960), (1280, 960), (960, 1280), (1360, 1020), (1280, 720), (1200, 900), (900, 1200))
LARGE = (4000, 3000)


@dataclass(kw_only=True)
class Shot:
    """One picture to take; `fill` is how much of it what lies there takes up, `misfocus` by how
    much of its distance the camera is out of focus, `words` what the truth tells besides."""

    seed: int
    level: str
    hardships: tuple[str, ...]
    table: str
    light: str
    tilt: float
    heading: float
    roll: float
    focal_mm: float
    k1: float
    size: tuple[int, int]
    fill: float
    off_centre: tuple[float, float]
    f_stop: float
    misfocus: float
    clutter: tuple[str, ...]
    hand: str | None
    exposure: float  # stops
    words: dict[str, object] = field(default_factory=dict)


class View(NamedTuple):
    """How a picture is taken, under the names that a Shot has."""

    tilt: float
    size: tuple[int, int]
    focal_mm: float
    k1: float
    light: str


def drawn_hardships(
    rng: np.random.Generator, known: tuple[str, ...], first: int
) -> tuple[str, ...]:
    """The one with this number, and mostly another one."""
    one = known[first % len(known)]
    other = known[rng.integers(len(known))]
    return (one,) if rng.random() < 0.5 or one == other else (one, other)


def drawn_view(rng: np.random.Generator, hardships: tuple[str, ...], is_large: bool) -> View:
    """A camera and a light as the hardships want them."""
    tilt = float(rng.uniform(45, 60) if "steep" in hardships else rng.beta(1.3, 1.5) * 45)
    size = SIZES[rng.integers(len(SIZES))]
    if is_large:
        size = LARGE
    focal = float(rng.choice([24, 26, 26, 28, 35, 50]) + rng.uniform(-1, 1))
    k1 = float(rng.normal(0, 0.025))
    if "wide angle" in hardships:
        focal, k1 = float(rng.uniform(15, 22)), float(-rng.uniform(0.05, 0.3))
    corner = np.hypot(*size) / max(size) * 18 / focal
    k1 = float(np.clip(k1, -0.1 / corner**2, 0.06))
    light = str(rng.choice(LIGHTS))
    return View(tilt, size, focal, k1, "sun" if "hard shadow" in hardships else light)
