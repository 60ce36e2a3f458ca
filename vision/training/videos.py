"""Generated videos of a table: tiles are laid, turned and taken by a hand, under a living camera.

A video is a script of acts on a staged table. The table is painted once for each state of the
board; a frame is that picture with the hand over it, the camera's bumps, the light's jumps and
the sensor's noise. Everything hangs on time, not on frames, so any frame rate shows the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from ...engine.board import Board, Tile
from ...engine.lattice import Cell, cell_centre
from . import light
from .camera import Camera, aimed_camera
from .editions import random_edition
from .laying import LaidTile
from .surface import draw_walls, paint_tops, see_tops
from .textures import TEXTURES, texture

Frame = NDArray[np.uint8]

REACH_SECONDS = 0.45
QUIET_TEXTURES = ("plain", "wood", "cloth", "checks", "speckle", "rug")


@dataclass(frozen=True)
class Act:
    """Something that happens: ``board`` is how the table stands when the hand has left.

    ``cells`` is where the hand goes (nowhere without cells), ``rest`` how long it stays, ``wait``
    how long nothing happens afterwards; ``bump`` shifts the camera in pixels, ``gain`` sets the
    light from then on.
    """

    board: Board
    cells: tuple[Cell, ...] = ()
    rest: float = 0.3
    wait: float = 1.6
    bump: tuple[float, float] = (0.0, 0.0)
    gain: float = 1.0

    @property
    def seconds(self) -> float:
        """How long the act lasts, the wait included."""
        return (2 * REACH_SECONDS + self.rest if self.cells else 0.0) + self.wait


@dataclass
class StagedTable:
    """One camera, one set and one light over a table, chosen by ``seed``."""

    seed: int
    width: int = 960
    height: int = 540
    tiles_across: float = 13.0
    noise: float = 3.0
    _painted: dict[Board, Frame] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rng = np.random.default_rng((self.seed, 0))
        self.edition = random_edition(rng, "mild")
        self.camera = aimed_camera(
            self.width,
            self.height,
            tilt=math.radians(float(rng.uniform(0, 40))),
            heading=float(rng.uniform(0, 2 * math.pi)),
            roll=float(rng.normal(0, 0.05)),
            tile_width=self.width / self.tiles_across,
            aim=(self.width / 2, self.height / 2),
            focal_share=float(rng.uniform(0.8, 1.3)),
            k1=float(rng.uniform(-0.08, 0.02)),
        )
        self._rays = self.camera.rays()
        ground = self.camera.plane_points(self._rays, 0.0)
        kind = str(rng.choice([name for name in QUIET_TEXTURES if name in TEXTURES]))
        step = float(np.median(np.abs(np.diff(ground[..., 0], axis=1))))
        self._table = texture(rng, kind, ground[..., 0], ground[..., 1], step)
        self._light = light.illumination(rng, self.height, self.width, 0.6)
        self._lamp = (math.cos(float(rng.uniform(0, 6.28))), math.sin(float(rng.uniform(0, 6.28))))
        self._skin = np.array([70, 95, 150]) * float(rng.uniform(0.5, 1.4))
        if rng.random() < 0.3:
            self._skin = rng.uniform(20, 220, 3)
        self._hand_angle = float(rng.uniform(0, 2 * math.pi))

    def laid(self, tile: Tile) -> LaidTile:
        """The tile as a hand lays it: its own crookedness hangs on the cell alone."""
        rng = np.random.default_rng((self.seed, 1, tile.q + 1000, tile.r + 1000))
        x, y = np.array(cell_centre(tile.cell)) * 1.02 + rng.normal(0, 0.015, 2)
        return LaidTile(tile.cell, tile.rotation, float(x), float(y), float(rng.normal(0, 0.012)))

    def picture(self, board: Board) -> Frame:
        """The table (H, W, 3) uint8 BGR with a board on it and nothing else."""
        if board not in self._painted:
            if len(self._painted) > 6:
                self._painted.pop(next(iter(self._painted)))
            self._painted[board] = self._paint([self.laid(tile) for tile in board])
        return self._painted[board]

    def _paint(self, tiles: Sequence[LaidTile]) -> Frame:
        camera: Camera = self.camera
        tops = camera.plane_points(self._rays, self.edition.thickness)
        step = np.abs(np.diff(tops, axis=1, append=tops[:, -1:] * 2 - tops[:, -2:-1])).max(axis=2)
        pixel = np.clip(step, 1e-3, 1.0).astype(np.float32)
        picture = self._table.copy()
        side = self.width / self.tiles_across / math.sqrt(3.0)
        if tiles:
            shade_rng = np.random.default_rng((self.seed, 2))
            thickness = self.edition.thickness
            shade = light.tile_shadows(shade_rng, camera, tiles, thickness, self._lamp, side)
            picture *= shade[..., None]
            draw_walls(
                picture, camera, tiles, thickness, [self.edition.body] * len(tiles), self._lamp
            )
            seen = see_tops(camera, tiles, tops, thickness, 0.0)
            face_rng = np.random.default_rng((self.seed, 3))
            faces, alpha = paint_tops(face_rng, tiles, seen, self.edition, pixel, self._lamp)
            picture = picture * (1 - alpha[..., None]) + faces * alpha[..., None]
        lit = np.clip(picture * self._light * 0.8, 0, 1) ** (1 / 2.2)
        return np.asarray(np.clip(lit * 235, 0, 255), dtype=np.uint8)

    def place_of(self, cells: Sequence[Cell]) -> tuple[float, float]:
        """The pixel in the middle of some cells."""
        centres = np.array([cell_centre(cell) for cell in cells]) * 1.02
        x, y = self.camera.project(centres, self.edition.thickness).mean(axis=0)
        return float(x), float(y)

    def frames(
        self, start: Board, acts: Sequence[Act], frame_rate: float
    ) -> Iterator[tuple[float, Frame]]:
        """The frames with their times in seconds."""
        noise = np.random.default_rng((self.seed, 4))
        total = sum(act.seconds for act in acts)
        begins = np.cumsum([0.0, *(act.seconds for act in acts)])
        for index in range(int(total * frame_rate)):
            time = index / frame_rate
            number = int(np.searchsorted(begins, time, side="right")) - 1
            before = acts[number - 1].board if number else start
            yield time, self._frame(before, acts, number, time - float(begins[number]), noise)

    def _frame(
        self,
        before: Board,
        acts: Sequence[Act],
        number: int,
        since: float,
        noise: np.random.Generator,
    ) -> Frame:
        act = acts[number]
        handled = 2 * REACH_SECONDS + act.rest if act.cells else 0.0
        board = act.board if since >= handled / 2 or not act.cells else before
        picture = self.picture(board).astype(np.float32)
        if act.cells and since < handled:
            reach = min(1.0, since / REACH_SECONDS, (handled - since) / REACH_SECONDS)
            tremble = 2.0 * math.sin(since * 19.0)
            self._draw_hand(picture, self.place_of(act.cells), reach, tremble)
        shift = sum((np.array(a.bump) for a in acts[: number + 1]), np.zeros(2))
        matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
        moved = cv2.warpAffine(
            picture, matrix, (self.width, self.height), borderMode=cv2.BORDER_REPLICATE
        )
        grain = noise.standard_normal(picture.shape, np.float32) * np.float32(self.noise)
        return np.asarray(np.clip(moved * act.gain + grain, 0, 255), dtype=np.uint8)

    def _draw_hand(
        self,
        picture: NDArray[np.float32],
        target: tuple[float, float],
        reach: float,
        tremble: float,
    ) -> None:
        """A forearm and fingers from the picture's rim to ``target``; ``reach`` 0 is outside."""
        way = np.array([math.cos(self._hand_angle), math.sin(self._hand_angle)])
        across = np.array([-way[1], way[0]])
        size = self.width / self.tiles_across
        outside = np.array(target) + way * (self.width * 0.9)
        tip = outside + (np.array(target) - outside) * reach + across * tremble
        mask = np.zeros(picture.shape[:2], np.uint8)
        palm = tip + way * size * 1.3
        for spread in (-0.55, -0.2, 0.15, 0.5):
            finger = tip + across * spread * size
            _thick_line(mask, finger, palm + across * spread * size * 0.8, 0.33 * size)
        _thick_line(mask, palm, palm + way * self.width, 1.2 * size)
        weight = cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32)[..., None] / 255
        shadow = cv2.GaussianBlur(np.roll(mask, (9, 6), (0, 1)), (0, 0), 7.0)
        picture *= 1 - 0.35 * (shadow.astype(np.float32)[..., None] / 255)
        picture *= 1 - weight
        picture += self._skin.astype(np.float32) * weight


def _thick_line(
    mask: NDArray[np.uint8], start: NDArray[np.float64], end: NDArray[np.float64], width: float
) -> None:
    limit = 20_000
    a, b = np.clip(start, -limit, limit), np.clip(end, -limit, limit)
    cv2.line(
        mask, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 255, max(2, int(width)), cv2.LINE_AA
    )
