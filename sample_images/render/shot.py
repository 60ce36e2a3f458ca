"""What the plans of all pictures have in common: table, light, camera and hardships."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from .photo.camera import Camera, framed

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

    def camera(self, target: np.ndarray, fill: float) -> Camera:
        """The camera to which points (n, 3) take up such a share of the picture."""
        return framed(
            target, fill, self.off_centre, tilt=self.tilt, heading=self.heading, roll=self.roll,
            size=self.size, focal=max(self.size) * self.focal_mm / 36.0, k1=self.k1,
        )  # fmt: skip

    def truth(self, camera: Camera) -> dict[str, Any]:
        """What the truth about every picture begins with."""
        conditions = {
            "level": self.level, "hardships": list(self.hardships), "table": self.table,
            "light": self.light, "tilt_deg": round(self.tilt, 1),
            "heading_deg": round(self.heading, 1), "focal_mm": round(self.focal_mm, 1),
            "focal_px": round(camera.focal, 1), "k1": round(self.k1, 4),
            "glare": "glare" in self.hardships, "hand": self.hand, **self.words,
        }  # fmt: skip
        return {
            "generator": "cycles", "seed": self.seed, "split": self.split,
            "image": {"width": camera.width, "height": camera.height}, "conditions": conditions,
        }  # fmt: skip

    @property
    def split(self) -> str:
        """Whether the picture is to `develop` on, or only to `report` on."""
        raise NotImplementedError


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


def drawn_focus(
    rng: np.random.Generator,
    hardships: tuple[str, ...],
    f_stops: tuple[float, float],
    misfocus: tuple[float, float],
) -> dict[str, float]:
    """The `f_stop` and `misfocus` of a Shot: within these limits where it is to be defocused."""
    if "defocus" in hardships:
        stop, side = rng.uniform(*f_stops), rng.choice([-1, 1])
        return {"f_stop": float(stop), "misfocus": float(side * rng.uniform(*misfocus))}
    return {"f_stop": float(rng.uniform(9, 18)), "misfocus": float(rng.normal(0, 0.01))}
