"""The table of a scene: what room is taken on it, the hand over it, the light, and its picture."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import bpy
import numpy as np

from .. import build
from ..board import others
from ..photo import develop
from ..photo.camera import Camera
from ..shot import Shot
from . import clutter, hand, lights


class Table:
    """Keeps account of what room is taken, so that nothing stands in anything else."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.taken: list[tuple[float, float, float]] = []

    def take(self, x: float, y: float, radius: float) -> None:
        self.taken.append((x, y, radius))

    def free_place(
        self,
        radius: float,
        nearest: float,
        farthest: float,
        about: tuple[float, float] = (0.0, 0.0),
    ) -> tuple[float, float] | None:
        """A free round place between two distances from a point, near ones first."""
        for attempt in range(200):
            away = nearest + (farthest - nearest) * self.rng.random() * (0.3 + attempt / 285)
            angle = self.rng.uniform(0, math.tau)
            x, y = about[0] + away * math.cos(angle), about[1] + away * math.sin(angle)
            if all(math.hypot(x - a, y - b) > radius + c for a, b, c in self.taken):
                self.take(x, y, radius)
                return x, y
        return None

    def clutter(
        self, names: tuple[str, ...], nearest: Callable[[float], float], farthest: float
    ) -> list[str]:
        """Put things where there is room for them, no nearer to the middle than something with
        their radius may be; the names of those that were put."""
        placed = []
        for name in names:
            maker, radius = clutter.THINGS[name]
            spot = self.free_place(radius, nearest(radius), farthest)
            if spot:
                maker(self.rng, spot)
                placed.append(name)
        bpy.context.view_layer.update()
        return placed


def put_hand(
    plan: Shot, rng: np.random.Generator, reach: Callable[[np.ndarray], tuple[np.ndarray, float]]
) -> None:
    """A hand that comes from somewhere near the players' side; `reach` gives the place (2,) and the
    height of its fingertips from the direction (2,) in which it reaches."""
    pose = hand.POSES[rng.integers(len(hand.POSES))]
    dress = str(rng.choice(["bare", "bare", "sleeve", "glove"]))
    reach_from = math.radians(plan.heading) + rng.normal(math.pi, 0.9)
    inwards = np.array([-math.sin(reach_from), -math.cos(reach_from)])
    tip, height = reach(inwards)
    at = (float(tip[0]), float(tip[1]), height)
    hand.add_hand(rng, at, math.atan2(float(inwards[1]), float(inwards[0])), pose, dress)
    plan.words.update(hand_pose=pose, hand_dress=dress)


def set_up(
    plan: Shot, rng: np.random.Generator, top: Any, span: float, camera: Camera,
    target: np.ndarray, scale: float,
) -> float:  # fmt: skip
    """Put a table with this top under everything, light it, and aim at the target (n, 3); the
    lamp's colour in kelvin. `scale`: rendered pixels a pixel of the picture."""
    others.furniture(rng, top, plan.table, span)
    mirrored = "glare" in plan.hardships
    light = lights.light_table(
        rng, plan.light, plan.heading + rng.normal(0, 6) if mirrored else None,
        90 - plan.tilt + rng.normal(0, 5), bool(plan.hardships),
    )  # fmt: skip
    middle = target.mean(axis=0) - np.array(camera.position)
    sharp_at = float(middle @ np.array(camera.axes[2])) * (1 + plan.misfocus)
    build.set_camera(camera, camera.render_margin(), scale, sharp_at, plan.f_stop)
    bpy.context.view_layer.update()
    return float(light["kelvin"])  # type: ignore[arg-type]


def take(
    plan: Shot, rng: np.random.Generator, camera: Camera, kelvin: float, samples: int,
    threads: int, most_bytes: int,
) -> tuple[np.ndarray, bytes, dict[str, Any]]:  # fmt: skip
    """The picture, its JPEG, and what its truth says of how it was developed."""
    linear_light = build.take_picture(samples, threads)
    settings = _development(plan, rng, kelvin)
    picture = develop.develop(linear_light, camera, camera.render_margin(), settings, rng)
    data, quality = develop.jpeg(picture, settings.quality, most_bytes)
    words = {
        "jpeg_quality": quality, "noise": round(settings.noise, 2),
        "motion_px": round(settings.motion, 1), "kelvin": round(kelvin),
    }  # fmt: skip
    return picture, data, words


def _development(plan: Shot, rng: np.random.Generator, kelvin: float) -> develop.Development:
    """The phone's settings: it balances most of the lamp's colour away, not all."""
    share = rng.uniform(0.6, 1.0)
    gains = 1.0 / lights.blackbody(kelvin) ** share
    gains = gains / gains[1] * np.array([1, rng.uniform(0.97, 1.03), 1])
    noisy = "noise" in plan.hardships
    dim = plan.light in ("evening", "desk lamp")
    scale = max(plan.size) / 1280
    return develop.Development(
        exposure=plan.exposure,
        white_balance=tuple(float(g) for g in gains),
        noise=float(rng.uniform(5, 9) if noisy else rng.uniform(0.8, 3.5 if dim else 2.0)),
        motion=float(rng.uniform(4, 9) * scale if "motion" in plan.hardships else 0.0),
        motion_angle=float(rng.uniform(0, math.pi)),
        vignette=float(rng.uniform(0.02, 0.3)),
        contrast=float(rng.uniform(0.0, 0.45)),
        saturation=float(rng.uniform(0.9, 1.25)),
        sharpening=float(rng.uniform(0.1, 0.8)),
        quality=int(rng.integers(38, 50) if noisy else rng.integers(70, 92)),
        smear=float(rng.uniform(0.5, 1.2) if noisy else rng.uniform(0, 0.5)),
    )
