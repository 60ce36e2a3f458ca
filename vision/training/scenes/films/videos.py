"""Generated videos of a table: tiles are laid, turned and taken by a hand, under a living camera.

A video is a script of acts on a staged table, painted once for each state of the board; a frame is
that with hand, bumps, drift, jumps of light and noise. All hangs on time, not on frames."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from .....calibration.arrays import Frame, Integers16, Picture
from .....engine.lattice import Cell, cell_centre
from .....engine.tiles.board import Board, Tile
from .. import light
from ..camera import aimed_camera
from ..dice.looks import random_die_look
from ..dice.staged import StagedDie, paint_dice, tumbling
from ..noise import Image
from ..textures import TEXTURES, texture
from ..tiles.editions import random_edition
from ..tiles.laying import LaidTile
from ..tiles.surface import LaidTable, plane_corners, thick_line, with_tiles
from .acts import PLAIN_LIGHT, REACH_SECONDS, Act, FilmedHand, FilmedPose, FilmedScene

DRIFT_SECONDS = 45.0
GRAIN_MARGIN = 64
QUIET_TEXTURES = ("plain", "wood", "cloth", "checks", "speckle", "rug")


@dataclass
class StagedTable:
    """One camera, one set and one light over a table, chosen by ``seed``; so is the hands'
    ``skin``, BGR.

    ``drift`` is how far, in pixels, the camera's stand gives way and comes back, slowly. ``margin``
    is how many pixels of the table are painted beyond each side of the first picture, for a camera
    that is aimed anew."""

    seed: int
    width: int = 960
    height: int = 540
    tiles_across: float = 13.0
    noise: float = 3.0
    drift: float = 0.0
    margin: int = 0
    dice_kind: str = "pips"

    def __post_init__(self) -> None:
        rng = np.random.default_rng((self.seed, 0))
        self.edition = random_edition(rng, "mild")
        self.camera = aimed_camera(
            self.width / self.tiles_across,
            (self.width / 2, self.height / 2),
            width=self.width,
            height=self.height,
            tilt=math.radians(float(rng.uniform(0, 40))),
            heading=float(rng.uniform(0, 2 * math.pi)),
            roll=float(rng.normal(0, 0.05)),
            focal_share=float(rng.uniform(0.8, 1.3)),
            k1=float(rng.uniform(-0.08, 0.02)),
        )
        self._wide = replace(
            self.camera, width=self.width + 2 * self.margin, height=self.height + 2 * self.margin
        )
        self._rays = self._wide.rays()
        ground = self._wide.plane_points(self._rays, 0.0)
        kind = str(rng.choice([name for name in QUIET_TEXTURES if name in TEXTURES]))
        step = float(np.median(np.abs(np.diff(ground[..., 0], axis=1))))
        self._table = texture(rng, kind, ground, step)
        self._light = light.illumination(rng, self._wide.height, self._wide.width, 0.6)
        self._lamp = (math.cos(float(rng.uniform(0, 6.28))), math.sin(float(rng.uniform(0, 6.28))))
        self.skin = np.array([70, 95, 150]) * float(rng.uniform(0.5, 1.4))
        if rng.random() < 0.3:
            self.skin = rng.uniform(20, 220, 3)
        self._bare = lru_cache(maxsize=4)(self._bare_table)
        self._wide_picture = lru_cache(maxsize=7)(self._paint)
        self._hand_angle = float(rng.uniform(0, 2 * math.pi))
        self.dice_look = random_die_look(np.random.default_rng((self.seed, 7)), self.dice_kind)

    def laid(self, tile: Tile) -> LaidTile:
        """The tile as a hand lays it: its own crookedness hangs on the cell alone."""
        rng = np.random.default_rng((self.seed, 1, tile.q + 1000, tile.r + 1000))
        x, y = np.array(cell_centre(tile.cell)) * 1.02 + rng.normal(0, 0.015, 2)
        return LaidTile(tile.cell, tile.rotation, float(x), float(y), float(rng.normal(0, 0.012)))

    def picture(self, board: Board) -> Frame:
        """The table (H, W, 3) uint8 BGR with a board on it and nothing else."""
        inner = slice(self.margin, -self.margin or None)
        return self._wide_picture(board, ())[inner, inner]

    def _paint(self, board: Board, dice: tuple[StagedDie, ...]) -> Frame:
        """The same with the margin around it, and dice."""
        picture = self._bare(board)
        if dice:
            picture = picture.copy()
            paint_dice(self.seed, picture, self._laid_table(board), self.dice_look, dice)
        lit = np.clip(picture * self._light * 0.8, 0, 1) ** (1 / 2.2)
        return np.asarray(np.clip(lit * 235, 0, 255), dtype=np.uint8)

    def _bare_table(self, board: Board) -> Image:
        """The table with tiles in linear light, before the lamps."""
        shading, painting = (np.random.default_rng((self.seed, k)) for k in (2, 3))
        side = self.width / self.tiles_across / math.sqrt(3.0)
        table = self._laid_table(board)
        return with_tiles(shading, painting, self._table.copy(), table, side)[0]

    def _laid_table(self, board: Board) -> LaidTable:
        tiles = [self.laid(tile) for tile in board]
        return LaidTable(self._wide, self._rays, tiles, self.edition, self._lamp)

    def place_of(self, cells: Sequence[Cell]) -> tuple[float, float]:
        """The pixel in the middle of some cells."""
        centres = np.array([cell_centre(cell) for cell in cells]) * 1.02
        x, y = self.camera.project(centres, self.edition.thickness).mean(axis=0)
        return float(x), float(y)

    def sees(self, cell: Cell, pose: FilmedPose | None = None, margin: float = 12.0) -> bool:
        """Whether a tile in this cell lies within the picture, ``margin`` pixels from its rim.
        Beyond the first picture's own margin there is no tile to be seen."""
        on_table = plane_corners(self.laid(Tile(*cell, 0)))
        corners = self.camera.project(on_table, self.edition.thickness)
        matrix = (pose or FilmedPose()).matrix(self.width, self.height)
        moved = corners @ matrix[:, :2].T + matrix[:, 2]
        far = np.array([self.width, self.height]) - margin
        beyond = ((corners < margin - self.margin) | (corners > far + self.margin)).any()
        return bool((moved >= margin).all() and (moved <= far).all() and not beyond)

    def frames(
        self, start: Board, acts: Sequence[Act], frame_rate: float
    ) -> Iterator[tuple[float, Frame]]:
        """The frames (h, w, 3) BGR with their times in seconds."""
        total = sum(act.seconds for act in acts)
        times = (index / frame_rate for index in range(int(total * frame_rate)))
        return self.frames_at(start, acts, times)

    def frames_at(
        self, start: Board, acts: Sequence[Act], times: Iterable[float]
    ) -> Iterator[tuple[float, Frame]]:
        """The frames (h, w, 3) BGR of some moments, in seconds."""
        grain = self._grain()
        chance = np.random.default_rng((self.seed, 5))
        for time in times:
            scene = self.scene(start, acts, time)
            picture = self._filmed(scene)
            if scene.light != PLAIN_LIGHT:
                picture = np.asarray(cv2.LUT(picture, _steps_of_light(scene.light)), dtype=np.uint8)
            noisy = cv2.add(picture, _shuffled(grain, chance), dtype=cv2.CV_8U)
            yield time, np.asarray(noisy, dtype=np.uint8)

    def scene(self, start: Board, acts: Sequence[Act], time: float) -> FilmedScene:
        """What there is to be seen at ``time`` seconds."""
        begins = np.cumsum([0.0, *(act.seconds for act in acts)])
        number = min(int(np.searchsorted(begins, time, side="right")), len(acts)) - 1
        act, since = acts[number], time - float(begins[number])
        pose = FilmedPose()
        for earlier in acts[:number]:
            pose = pose.after(earlier)
        handled = act.handled
        before = acts[number - 1].board if number else start
        hand = None
        if act.cells and since < handled:
            reach = min(1.0, since / REACH_SECONDS, (handled - since) / REACH_SECONDS)
            hand = FilmedHand(self.place_of(act.cells), reach, 2.0 * math.sin(since * 19.0))
        return FilmedScene(
            act.board if since >= handled / 2 or not act.cells else before,
            hand,
            self._moved(pose, act, since, time).matrix(self.width, self.height),
            _light_of(acts[max(0, number - 1)], act, since),
            _dice_of(acts[: number + 1], since),
        )

    def _moved(self, pose: FilmedPose, act: Act, since: float, time: float) -> FilmedPose:
        now = pose.after(act, min(1.0, since / act.travel) if act.travel else 1.0)
        sway = 2 * math.pi * time / DRIFT_SECONDS
        return replace(
            now, x=now.x + self.drift * math.sin(sway), y=now.y + self.drift * (math.cos(sway) - 1)
        )

    def _filmed(self, scene: FilmedScene) -> Frame:
        """The table as the camera sees it, in plain light and without noise."""
        picture = self._wide_picture(scene.board, scene.dice)
        if scene.hand is not None:
            picture = self._with_hand(picture, scene.hand)
        matrix = scene.matrix.copy()
        matrix[:, 2] -= matrix[:, :2] @ np.full(2, self.margin)
        if np.array_equal(matrix, np.eye(2, 3)):
            return picture
        size = (self.width, self.height)
        moved = cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, dtype=np.uint8)

    def _grain(self) -> Integers16:
        """The sensor's noise for a picture a little larger than a frame."""
        rng = np.random.default_rng((self.seed, 4))
        shape = (self.height + GRAIN_MARGIN, self.width + GRAIN_MARGIN, 3)
        noise = rng.standard_normal(shape, np.float32) * np.float32(self.noise)
        return np.asarray(np.rint(noise), dtype=np.int16)

    def hand_mask(self, hand: FilmedHand) -> Picture:
        """A forearm and fingers from beyond the picture's rim: 255 in the first picture with the
        margin around it (H + 2 margin, W + 2 margin)."""
        outwards = np.array([math.cos(self._hand_angle), math.sin(self._hand_angle)])
        across = np.array([-outwards[1], outwards[0]])
        size = self.width / self.tiles_across
        target = np.array(hand.target) + self.margin
        outside = target + outwards * (self.width * 0.9)
        tip = outside + (target - outside) * hand.reach + across * hand.tremble
        mask = np.zeros((self._wide.height, self._wide.width), np.uint8)
        palm = tip + outwards * size * 1.3
        for spread in (-0.55, -0.2, 0.15, 0.5):
            finger = tip + across * spread * size
            thick_line(mask, finger, palm + across * spread * size * 0.8, int(0.33 * size))
        thick_line(mask, palm, palm + outwards * self.width, int(1.2 * size))
        return mask

    def _with_hand(self, picture: Frame, hand: FilmedHand) -> Frame:
        mask = self.hand_mask(hand)
        if not mask.any():
            return picture
        weight = cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32) / np.float32(255)
        fallen = np.zeros_like(mask)
        fallen[9:, 6:] = mask[:-9, :-6]
        shadow = cv2.blur(cv2.blur(fallen, (17, 17)), (17, 17)).astype(np.float32)
        shaded = np.float32(1) - np.float32(0.35 / 255) * shadow
        skin = np.full_like(picture, np.clip(np.rint(self.skin), 0, 255).astype(np.uint8))
        bare = (np.float32(1) - weight) * shaded
        # The two weights do not add up to one: in the shadow some light is missing.
        covered = cv2.multiply(skin, cv2.merge([weight] * 3), dtype=cv2.CV_8U)
        rest = cv2.multiply(picture, cv2.merge([bare] * 3), dtype=cv2.CV_8U)
        return np.asarray(cv2.add(covered, rest), dtype=np.uint8)


def _dice_of(acts: Sequence[Act], since: float) -> tuple[StagedDie, ...]:
    """The dice at a moment of the last of these acts."""
    act = acts[-1]
    before = next((a.dice for a in reversed(acts[:-1]) if a.dice is not None), ())
    if act.dice is None or since < act.handled / 2:
        return before
    fallen = since - act.handled / 2
    if fallen >= act.tumble:
        return act.dice
    # What has come to rest stays where it is; the others tumble.
    share = round(fallen / act.tumble, 2)
    return tuple(die if die in before else tumbling(die, share) for die in act.dice)


def _light_of(before: Act, act: Act, since: float) -> tuple[float, float, float]:
    """The light of blue, green and red at a moment of an act."""
    share = min(1.0, since / act.fade) if act.fade else 1.0
    earlier, later = (np.array(a.tint) * a.gain for a in (before, act))
    blue, green, red = earlier + share * (later - earlier)
    return float(blue), float(green), float(red)


def _steps_of_light(light: tuple[float, float, float]) -> Picture:
    """What the 256 values of blue, green and red become in a light, (1, 256, 3)."""
    values = np.arange(256)[None, :, None] * np.array(light)
    return np.asarray(np.clip(np.rint(values), 0, 255), dtype=np.uint8)


def _shuffled(grain: Integers16, rng: np.random.Generator) -> Integers16:
    """Another piece of the noise for each frame: to make new noise would take most of the time."""
    y, x = rng.integers(0, GRAIN_MARGIN, 2)
    height, width = grain.shape[0] - GRAIN_MARGIN, grain.shape[1] - GRAIN_MARGIN
    return grain[y : y + height, x : x + width]
