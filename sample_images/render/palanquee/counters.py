"""Five kinds of counters, and what tells a seed from a sprout."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..build import box, lathe, mesh_of, place
from ..nodes import Shader, linear

Colour = tuple[float, float, float]
#: Paints, plastics and lacquers in which each colour is sold.
SWATCHES: dict[str, list[Colour]] = {
    "blue": [(28, 70, 160), (20, 52, 120), (50, 120, 200), (44, 84, 190)],
    "green": [(40, 130, 62), (30, 96, 50), (96, 168, 60), (20, 140, 100)],
    "red": [(190, 32, 34), (160, 24, 30), (220, 60, 44), (206, 30, 60)],
    "yellow": [(240, 200, 40), (226, 178, 30), (246, 220, 90), (250, 206, 20)],
    "violet": [(110, 54, 140), (84, 44, 120), (150, 92, 176), (128, 40, 120)],
}
COLOURS = tuple(SWATCHES)


@dataclass(frozen=True)
class Body:
    """A piece's shape: its mesh, its radius and height in metres."""

    mesh: Any
    radius: float
    height: float


class Set:
    """The counters of one table; ``side`` is a cell's side, metres."""

    def __init__(self, rng: np.random.Generator, kind: str, seeds_by: str, side: float) -> None:
        self.kind, self.seeds_by = kind, seeds_by
        swatch = int(rng.integers(4))
        mixed = rng.random() < 0.3
        self.inks = {
            name: swatches[int(rng.integers(4)) if mixed else swatch]
            for name, swatches in SWATCHES.items()
        }
        radius = {
            "printed": rng.uniform(0.5, 0.74), "draughts": rng.uniform(0.5, 0.76),
            "caps": 0.0145 / side, "sweets": rng.uniform(0.4, 0.58),
            "cubes": rng.uniform(0.36, 0.5),
        }[kind] * side  # fmt: skip
        if seeds_by == "size":
            radius = min(radius, 0.52 * side)
        self.sprout = self._body(rng, kind, radius, None)
        self.seed, self.mark = self.sprout, None
        if seeds_by == "size":
            self.seed = self._body(rng, kind, radius * rng.uniform(1.4, 1.65), None)
        elif seeds_by == "height":
            self.seed = self._body(rng, kind, radius, max(0.35 * side, 2.4 * self.sprout.height))
        elif seeds_by == "cube" and kind != "cubes":
            self.seed = self._body(rng, "cubes", rng.uniform(0.42, 0.52) * side, None)
        else:
            self.seeds_by = "mark"
            self.mark = str(rng.choice(["sticker", "ring", "cross", "two rings"]))
        self.ink_of_mark = {
            name: (236, 236, 230) if sum(ink) < 330 or name == "red" else (24, 24, 26)
            for name, ink in self.inks.items()
        }
        self.materials = {name: self._material(name, ink) for name, ink in self.inks.items()}
        self.mark_materials = {
            name: _plain("mark", ink, 0.5) for name, ink in self.ink_of_mark.items()
        }

    def _body(
        self, rng: np.random.Generator, kind: str, radius: float, height: float | None
    ) -> Body:
        if kind == "printed":
            height = height or float(rng.choice([0.0003, 0.001, 0.002]))
            return Body(
                lathe("disc", [(0, 0), (radius, 0), (radius, height), (0, height)]), radius, height
            )
        if kind == "draughts":
            height = height or float(rng.uniform(0.28, 0.42)) * radius
            bevel = 0.12 * radius
            profile = [(0, 0), (radius - bevel, 0), (radius, bevel), (radius, height - bevel),
                       (radius - bevel, height)]  # fmt: skip
            if rng.random() < 0.7:
                for share in (0.82, 0.58):
                    profile += [
                        (share * radius, height), ((share - 0.03) * radius, height - 0.06 * radius),
                        ((share - 0.08) * radius, height - 0.06 * radius),
                        ((share - 0.11) * radius, height),
                    ]  # fmt: skip
            profile.append((0, height))
            return Body(lathe("draught", profile, 64), radius, height)
        if kind == "caps":
            height = height or 0.006
            return Body(_cap(radius, height), radius, height)
        if kind == "sweets":
            height = height or float(rng.uniform(0.8, 1.1)) * radius
            angles = np.linspace(-math.pi / 2, math.pi / 2, 15)
            profile = [
                (radius * math.cos(a) ** 0.8, height / 2 * (1 + math.sin(a))) for a in angles
            ]
            return Body(lathe("sweet", profile, 48), radius, height)
        edge = radius * math.sqrt(2)
        height = height or edge
        return Body(box("cube", (edge, edge, height), 0.06 * edge), radius, height)

    def _material(self, name: str, ink: Colour) -> Any:
        roughness, coat, metal = {
            "printed": (0.6, 0.0, 0.0), "draughts": (0.35, 0.4, 0.0), "caps": (0.3, 0.6, 0.3),
            "sweets": (0.2, 0.8, 0.0), "cubes": (0.55, 0.05, 0.0),
        }[self.kind]  # fmt: skip
        return _plain(name, ink, roughness, coat, metal)

    def put(
        self,
        rng: np.random.Generator,
        at: np.ndarray,
        colour: str,
        kind: str,
        foot: float = 0.0,
        slope: np.ndarray | None = None,
    ) -> tuple[Any, np.ndarray]:
        """A piece whose bottom's middle is at ``at`` (m) on paper that rises by ``slope`` (2,); the
        object and points of its top."""
        body = self.seed if kind == "seed" else self.sprout
        turn = float(rng.uniform(0, math.tau))
        lean = rng.normal(0, 0.01, 2)
        up = np.array([0.0, 0.0, 1.0])
        if slope is not None:
            up[:2] = -slope
            up /= np.linalg.norm(up)
            c, s = math.cos(turn), math.sin(turn)
            x, y = c * up[0] + s * up[1], c * up[1] - s * up[0]
            lean += (-math.asin(y), math.atan2(x, up[2]))
        tilt = (float(lean[0]), float(lean[1]))
        bottom = np.asarray(at, float) + foot * up
        made = place(body.mesh, bottom.tolist(), turn, self.materials[colour], tilt)
        if kind == "seed" and self.mark is not None:
            top = (bottom + (body.height + 0.00025) * up).tolist()
            for mesh in _mark(self.mark, body.radius * (0.7 if self.kind == "cubes" else 1.0)):
                place(mesh, top, turn, self.mark_materials[colour], tilt)
        across = np.array([1.0, 0.0, -up[0] / up[2]])
        across /= np.linalg.norm(across)
        aside = np.cross(up, across)
        rings = [(0.0, 1), (0.35, 6), (0.6, 8)]
        points = [
            bottom
            + body.height * (0.999 if self.kind != "sweets" else (1 - 0.3 * share**2)) * up
            + share
            * body.radius
            * (math.cos(k * math.tau / n) * across + math.sin(k * math.tau / n) * aside)
            for share, n in rings
            for k in range(n)
        ]
        return made, np.array(points)


def _plain(name: str, ink: Colour, roughness: float, coat: float = 0.0, metal: float = 0.0) -> Any:
    """One colour, a little different on each piece."""
    shader = Shader(name)
    chance = shader.node("ObjectInfo").outputs["Random"]
    tint = shader.ramp(chance, 0.0, 1.0, 0.93, 1.07)
    grey = shader.node("CombineColor", {0: tint, 1: tint, 2: tint}).outputs[0]
    colour = shader.mix(1.0, linear(ink), grey, "MULTIPLY")
    return shader.finish(
        Base_Color=colour, Roughness=roughness, Coat_Weight=coat, Coat_Roughness=0.1, Metallic=metal
    )


def _cap(radius: float, height: float) -> Any:
    """A crown cap with 21 teeth."""
    steps = 84
    profile = [
        (0.0, height),
        (0.6, height),
        (0.8, 0.93 * height),
        (0.88, 0.75 * height),
        (0.97, 0.0),
    ]
    vertices, faces = [], []
    for share, z in profile:
        for k in range(steps):
            angle = k * math.tau / steps
            teeth = 1 + (0.05 * math.cos(21 * angle) if z < 0.5 * height else 0.0)
            vertices.append(
                (
                    radius * share * teeth * math.cos(angle),
                    radius * share * teeth * math.sin(angle),
                    z,
                )
            )
    for ring in range(len(profile) - 1):
        for k in range(steps):
            a, b = ring * steps + k, ring * steps + (k + 1) % steps
            faces.append((a, a + steps, b + steps, b))
    return mesh_of("cap", vertices, faces, smooth=True)


def _mark(kind: str, radius: float) -> list[Any]:
    thin = 0.0002
    if kind == "sticker":
        return [lathe("sticker", [(0, thin), (0.45 * radius, thin), (0.46 * radius, 0)], 32)]
    if kind == "ring":
        return [_ring(0.4 * radius, 0.6 * radius, thin)]
    if kind == "two rings":
        dot = lathe("dot", [(0, thin), (0.2 * radius, thin)], 24)
        return [_ring(0.4 * radius, 0.58 * radius, thin), dot]
    bar = box("bar", (1.1 * radius, 0.2 * radius, thin), thin / 4)
    other = box("bar", (0.2 * radius, 1.1 * radius, thin), thin / 4)
    return [bar, other]


def _ring(inner: float, outer: float, height: float) -> Any:
    return lathe("ring", [(inner, 0), (inner, height), (outer, height), (outer, 0)], 48)
