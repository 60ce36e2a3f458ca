"""Dice thrown into a scene: how they lie, lean and roll, what hides them, and the truth of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from .....calibration.arrays import Flags, Floats, Floats32, Integers16
from ..camera import Camera
from ..noise import Image
from ..tiles.surface import LaidTable
from . import look_alikes, looks
from .looks import RIGHT, SIDES, UP, Look
from .painting import DiePose, TableWithDice, projected, seen_size
from .solids import CORNERS, Solid

STATES = ("lying", "cocked", "rolling")
HIDDEN = 0.7
"""A lying die of whose top less than this share is seen is half hidden."""
TOLD = 0.33
"""And of whose top less than this is seen, shows no face."""
LEAN = (math.radians(10), math.radians(42))
BLUR_STEPS = 6


@dataclass(frozen=True)
class ThrownDie:
    """A die on the table. ``poses`` are several where it rolls."""

    look: Look
    layout: tuple[str, ...]
    poses: tuple[DiePose, ...]
    state: str

    @property
    def pose(self) -> DiePose:
        """Where it is in the middle of the time the shutter is open."""
        return self.poses[len(self.poses) // 2]

    @property
    def top(self) -> int:
        """Which of the SIDES looks up most."""
        return int(np.argmin((SIDES @ self.pose.turn.T)[:, 2]))

    @property
    def top_corners(self) -> Floats:
        """The corners (4, 3) of the top face in the table's frame, clockwise from above or not."""
        across, along = RIGHT[self.top], UP[self.top]
        own = [0.5 * SIDES[self.top] + x * across / 2 + y * along / 2
               for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]  # fmt: skip
        return self.pose.world(np.array(own))


@dataclass
class Thrown:
    """What was painted: the table with its picture, and the dice on it."""

    table: TableWithDice
    dice: list[ThrownDie] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)
    """How many pixels see each die's own +z side where nothing else hides it."""
    taken: list[tuple[float, float, float]] = field(default_factory=list)
    """The places on the table where something is, and how far it reaches."""

    @property
    def owner(self) -> Integers16:
        """The number of the die that each pixel (h, w) shows, -1 for none, -2 for other things."""
        return self.table.owner

    def place(self, index: int) -> Floats:
        """The pixel (2,) of a die's middle."""
        return np.asarray(projected(self.table.camera, self.dice[index].pose.middle[None])[0])

    def truth(self, covered: Flags) -> list[dict[str, Any]]:
        """The dice that the picture shows, as the truth of all generators tells of them: the
        uppermost ``face``, None for a sign that is none of Palagonia's, where the die rolls or too
        little is seen; ``side``, its edge in pixels seen head on; the pixels of its ``middle`` and
        its top's ``center``."""
        camera = self.table.camera
        entries = []
        for index, die in enumerate(self.dice):
            corners = projected(camera, die.top_corners)
            own = (self.owner == index) & ~covered
            area = abs(float(cv2.contourArea(corners.astype(np.float32))))
            visible = float((own & self.table.top).sum()) / max(self.whole[index], 1)
            visible *= _share_in_picture(corners, camera)
            if die.state == "rolling":
                visible = 1.0 if own.any() else 0.0
            middle = self.place(index)
            if not own.any() or visible < 0.05:
                inside = (middle > 0).all() and (middle < (camera.width, camera.height)).all()
                if not inside or own.sum() < 0.15 * area:
                    continue
            state = "hidden" if die.state == "lying" and visible < HIDDEN else die.state
            told = die.look.kind != "signs" and state != "rolling" and visible >= TOLD
            entries.append({
                "face": die.layout[die.top] if told else None,
                "center": np.round(corners.mean(axis=0), 2).tolist(),
                "corners": np.round(corners, 2).tolist(),
                "middle": np.round(middle, 2).tolist(),
                "side": round(die.pose.scale * seen_size(camera, die.pose.middle), 2),
                "up": np.round(_up_in_picture(camera, die.pose), 3).tolist(),
                "state": state,
                "kind": die.look.kind,
                "visible": round(visible, 3),
            })  # fmt: skip
        return entries


def _share_in_picture(corners: Floats, camera: Camera) -> float:
    """How much of a face (4, 2) in pixels lies within the picture."""
    frame = np.array([(0, 0), (camera.width, 0), (camera.width, camera.height), (0, camera.height)])
    hull = cv2.convexHull(corners.astype(np.float32))
    whole = float(cv2.contourArea(hull))
    if whole < 1.0:
        return 0.0
    inside, _ = cv2.intersectConvexConvex(hull, frame.astype(np.float32))
    return min(1.0, float(inside) / whole)


def throw(
    rng: np.random.Generator, picture: Image, laid: LaidTable, count: int, others: int, cubes: int,
    touching: float,
) -> Thrown:  # fmt: skip
    """Paint ``count`` dice, ``others`` and marked ``cubes`` that are none over a table in linear
    light. So large a share of the dice as ``touching`` stand face to face with another one."""
    table = TableWithDice.bare(rng, picture, laid)
    thrown = Thrown(table)
    sets = [looks.random_die_look(rng) for _ in range(max(1, math.ceil(count / 2)))]
    things: list[Any] = []
    for k in range(count):
        if touching and rng.random() < touching:
            dice = [thing for thing in things if thing.state == "lying"]
            beside = _face_to_face(rng, thrown, dice)
            if beside is not None:
                things.append(beside)
                continue
        look = sets[int(rng.integers(len(sets)))] if rng.random() < 0.7 else sets[k // 2]
        spot = _free_spot(rng, thrown, 0.75 * look.edge, close=rng.random() < 0.3)
        if spot is not None:
            things.append(_die(rng, look, spot, table.height_at(spot)))
    for k in range(others + cubes):
        thing = look_alikes.random_thing(rng) if k < others else look_alikes.marked_cube(rng)
        scale = float(rng.uniform(0.36, 0.9))
        spot = _free_spot(rng, thrown, thing.solid.reach * scale, close=False)
        if spot is not None:
            middle = np.array([*spot, -table.height_at(spot) - thing.solid.half[2] * scale])
            pose = DiePose(about_up(float(rng.uniform(0, math.tau))), middle, scale)
            things.append((thing, pose))
    # What is farther away is painted first.
    things.sort(key=lambda thing: -float(np.linalg.norm(_pose_of(thing).middle - table.eye)))
    for thing in things:
        _paint(rng, thrown, thing)
    return thrown


def _pose_of(thing: Any) -> DiePose:
    return thing.pose if isinstance(thing, ThrownDie) else thing[1]


def _paint(rng: np.random.Generator, thrown: Thrown, thing: Any) -> None:
    pose, table = _pose_of(thing), thrown.table
    if isinstance(thing, ThrownDie):
        look, layout = thing.look, thing.layout
        solid: Solid = look.solid
        grain = rng.normal(0, 1, (5, 3)) * rng.uniform(2, 9)

        def albedo(points: Floats) -> tuple[Floats32, Floats32]:
            colours, marked = looks.albedo(look, layout, points)
            if look.grain > 0:
                marble = np.sin(points @ grain.T).sum(axis=1) / 3
                colours = colours * np.exp(look.grain * marble * (1 - marked))[:, None]
            opacity = 1 - look.clear * (1 - marked)
            return np.asarray(colours, np.float32), np.asarray(opacity, np.float32)

        index, gloss, poses = len(thrown.dice), look.gloss, thing.poses
        thrown.dice.append(thing)
    else:
        solid, albedo, gloss = thing[0].solid, thing[0].albedo, thing[0].gloss
        index, poses = -2, (pose,)
    corners = pose.world(0.93 * (CORNERS * np.array(solid.half)))
    table.cast_shadow(rng, corners, table.height_at(pose.middle[:2]))
    seen = table.paint(solid, poses, albedo, gloss, index)
    if index >= 0:
        thrown.whole.append(seen)


def _die(
    rng: np.random.Generator, look: Look, spot: tuple[float, float], base: float
) -> ThrownDie:  # fmt: skip
    state = str(rng.choice(STATES, p=(0.86, 0.1, 0.04)))
    turn = about_up(float(rng.uniform(0, math.tau)))
    if state == "cocked":
        away = float(rng.uniform(0, math.tau))
        axis = np.array([-math.sin(away), math.cos(away), 0.0])
        angle = float(rng.uniform(*LEAN)) if rng.random() < 0.8 else float(rng.uniform(0.7, 0.95))
        turn = rotation(axis * angle) @ turn
    elif state == "rolling":
        turn = rotation(rng.normal(0, 2, 3)) @ turn
    else:
        turn = rotation(rng.normal(0, math.radians(0.7), 3)) @ turn
    reach = float((CORNERS / 2 @ turn.T)[:, 2].max())
    if state != "lying":
        reach -= 0.4 * look.solid.rounding
    lift = float(rng.uniform(0, 0.6)) if state == "rolling" else 0.0
    middle = np.array([*spot, -base - (reach + lift) * look.edge])
    poses: tuple[DiePose, ...] = (DiePose(turn, middle, look.edge),)
    if state == "rolling":
        heading = float(rng.uniform(0, math.tau))
        far = float(rng.uniform(0.35, 1.6)) * look.edge
        step = np.array([math.cos(heading), math.sin(heading), 0.0])
        spin = np.array([-math.sin(heading), math.cos(heading), 0.0]) * far / (0.5 * look.edge)
        poses = tuple(
            DiePose(rotation(share * spin) @ turn, middle + share * far * step, look.edge)
            for share in np.linspace(-0.5, 0.5, BLUR_STEPS)
        )
    return ThrownDie(look, looks.random_layout(rng), poses, state)


def _free_spot(
    rng: np.random.Generator, thrown: Thrown, radius: float, *, close: bool
) -> tuple[float, float] | None:
    """Somewhere on the table that the picture shows, ``close`` to another thing or not."""
    camera, taken = thrown.table.camera, thrown.taken
    rays_at = np.array([camera.width, camera.height])
    for attempt in range(12):
        if close and taken and attempt < 6:
            x, y, other = taken[int(rng.integers(len(taken)))]
            heading = rng.uniform(0, math.tau)
            away = (radius + other) * rng.uniform(0.8, 1.15)
            spot = np.array([x + away * math.cos(heading), y + away * math.sin(heading)])
        else:
            pixel = rng.uniform(-0.01, 1.01, 2) * rays_at
            spot = _on_table(camera, pixel)
        pixel = camera.project(spot[None])[0]
        shown = (pixel > -5).all() and (pixel < rays_at + 5).all()
        least = 0.78 if close else 1.0
        if shown and all(
            math.hypot(spot[0] - x, spot[1] - y) > least * (radius + r) for x, y, r in taken
        ):
            taken.append((float(spot[0]), float(spot[1]), radius))
            return float(spot[0]), float(spot[1])
    return None


def _face_to_face(
    rng: np.random.Generator, thrown: Thrown, dice: Sequence[ThrownDie]
) -> ThrownDie | None:
    """A die of the same set, side along side with one of ``dice``; None where there is no room."""
    if not dice:
        return None
    camera = thrown.table.camera
    other = dice[int(rng.integers(len(dice)))]
    turn = other.pose.turn @ rotation(np.array([0.0, 0.0, math.pi / 2 * int(rng.integers(4))]))
    edge, radius = other.look.edge, 0.75 * other.look.edge
    across, along = turn[:2, 0], turn[:2, 1]
    step = (1 + rng.uniform(0, 0.04)) * across + rng.choice((0.0, rng.uniform(-0.7, 0.7))) * along
    x, y = other.pose.middle[:2] + edge * step
    pixel, size = camera.project(np.array([[x, y]]))[0], (camera.width, camera.height)
    is_free = all(
        math.hypot(x - cx, y - cy) > 0.78 * (radius + r)
        for cx, cy, r in thrown.taken
        if math.dist((cx, cy), other.pose.middle[:2]) > 1e-9
    )
    if not is_free or (pixel < 0).any() or (pixel > size).any():
        return None
    thrown.taken.append((float(x), float(y), radius))
    middle = np.array([x, y, -thrown.table.height_at((x, y)) - 0.5 * edge])
    poses = (DiePose(turn, middle, edge),)
    return ThrownDie(other.look, looks.random_layout(rng), poses, "lying")


def _on_table(camera: Camera, pixel: Floats) -> Floats:
    """The place on the table seen at a pixel, the lens's bend left out."""
    ray = (pixel + 0.5 - np.array([camera.width, camera.height]) / 2) / camera.focal
    columns = np.column_stack([camera.rotation[:, 0], camera.rotation[:, 1], camera.translation])
    place = np.linalg.solve(columns, np.array([*ray, 1.0]))
    return np.asarray(place[:2] / (place[2] if abs(place[2]) > 1e-9 else 1e-9))


def _up_in_picture(camera: Camera, pose: DiePose) -> Floats:
    """Where a step of one edge upwards leads in the picture, in edges seen head on (2,)."""
    ends = np.stack([pose.middle, pose.middle - np.array([0, 0, 0.5 * pose.scale])])
    low, high = projected(camera, ends)
    return np.asarray((high - low) / (0.5 * pose.scale * seen_size(camera, pose.middle)))


def about_up(angle: float) -> Floats:
    """The matrix (3, 3) from a die's frame, z up, to the table's, z down, turned by an angle."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, s, 0.0], [s, -c, 0.0], [0.0, 0.0, -1.0]])


def rotation(vector: Floats) -> Floats:
    """The matrix (3, 3) of the turn about a vector (3,) by its length in radians (Rodrigues)."""
    return np.asarray(cv2.Rodrigues(np.asarray(vector, np.float64))[0])
