"""Pictures of Palanquée boards, painted slice by slice, the far pieces first.

No network and no fitted score has learnt from these, and nothing was set by them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from palago.calibration.arrays import Floats, Floats32, Picture
from palago.calibration.paper.palanquee.board import BoardDrawing
from palago.engine.palanquee.table.drawn import DrawnCell, drawn_cells, edges
from palago.engine.palanquee.table.pieces import SEEDS_OF_A_PLAYER
from skimage import color, data

WIDTH, HEIGHT = 1632, 1224
FINER = 2
"""Pixels each way for one of the picture, while it is painted."""
MARGIN, PER_MM, CELL = 8.0, 4.0, 26.0
"""Room round the drawing, its pixels per mm, and the height of a cell, mm."""
#: Hues (degrees) and lightness of what is sold as each colour, in CIE Lab.
HUES = {
    "blue": (262, 285, 38), "green": (125, 160, 50), "red": (22, 38, 44), "yellow": (80, 98, 78),
    "violet": (305, 325, 37),
}  # fmt: skip
#: The pieces' radius and height, and what may tell their seeds. Lengths are shares of a cell.
SETS = {
    "draughts": (0.37, 0.20, ("stacked", "sticker", "cube")),
    "caps": (0.40, 0.17, ("turned over", "sticker", "cube")),
    "beads": (0.32, 0.30, ("size", "sticker", "cube")),
    "cubes": (0.27, 0.49, ("size", "sticker", "pawn")),
    "buttons": (0.34, 0.09, ("size", "stacked", "cube")),
    "tokens": (0.36, 0.06, ("sticker", "stacked", "cube", "pawn")),
}
ROUND = np.linspace(0, 2 * math.pi, 49)[:-1]
SQUARE = np.arange(4) * math.pi / 2


@dataclass(frozen=True)
class Camera:
    """Where the camera stands: rows of `turn` are right, down and forward on the table."""

    turn: Floats
    middle: Floats
    distance: float
    focal: float

    def pixels(self, places: Floats) -> Floats:
        """Places (..., 3) in mm, z up, in the finer picture (..., 2)."""
        at = (np.asarray(places, float) - self.middle) @ self.turn.T
        depth = at[..., 2:] + self.distance
        return np.asarray(self.focal * at[..., :2] / depth + np.array([WIDTH, HEIGHT]))


@dataclass(frozen=True)
class Body:
    """A piece as it is painted: lengths in mm; `mark` is what its top bears."""

    shape: str
    radius: float
    height: float
    mark: str = ""


@dataclass(frozen=True)
class Painted:
    """A picture, what it shows as (colour, kind) by cell, and what its pieces are."""

    picture: Picture
    pieces: dict[str, tuple[str, str]]
    counters: str
    seeds_by: str


def camera_over(rng: np.random.Generator, size: tuple[float, float], *, hard: bool) -> Camera:
    """A camera from which a sheet (mm) just fits the picture."""
    tilt = math.radians(rng.uniform(25, 58) if hard else rng.uniform(8, 42))
    turn = math.radians(rng.normal(0, 12) + (180 if rng.random() < 0.15 else 0))
    c, s, u, v = math.cos(tilt), math.sin(tilt), math.cos(turn), math.sin(turn)
    down = np.array([[1, 0, 0], [0, c, -s], [0, -s, -c]])
    turned = down @ np.array([[u, -v, 0], [v, u, 0], [0, 0, 1]])
    middle, fill = np.array([*size, 0.0]) / 2, rng.uniform(0.8, 0.96)
    camera = Camera(turned, middle, 3.0 * max(size), rng.uniform(0.75, 1.15) * FINER * WIDTH)
    for _ in range(40):
        beside = np.abs(camera.pixels(corners_of(size)) - (WIDTH, HEIGHT)) / (WIDTH, HEIGHT)
        camera = Camera(
            turned, middle, camera.distance * (1 + 0.5 * (beside.max() - fill)), camera.focal
        )
    return camera


def corners_of(size: tuple[float, float]) -> Floats:
    """The corners (4, 3) of a sheet on the table, mm."""
    return np.array([[0, 0, 0], [size[0], 0, 0], [*size, 0], [0, size[1], 0]], float)


def draw_board(rng: np.random.Generator) -> tuple[Picture, BoardDrawing]:
    """The sheet with PER_MM pixels a mm, its lines straight or drawn by hand."""
    board = BoardDrawing(CELL)
    size = [round((length + 2 * MARGIN) * PER_MM) for length in board.size]
    sheet = np.full((size[1], size[0], 3), rng.integers(222, 252, 3), np.uint8)
    ink, by_hand = int(rng.integers(30, 110)), rng.random() < 0.25
    thick = max(1, round(CELL * PER_MM * rng.uniform(0.015, 0.05)))

    def line(places: Any, colour: tuple[int, int, int], width: int, *, closed: bool) -> None:
        points = np.array([on_sheet(board, place) for place in places]) * PER_MM
        points += rng.normal(0, 0.012 * CELL * PER_MM * by_hand, points.shape)
        fixed = np.round(points * 8).astype(np.int32)
        cv2.polylines(sheet, [fixed], closed, colour, width, cv2.LINE_AA, 3)

    for cell in drawn_cells():
        line(cell.corners, (ink, ink, ink), thick, closed=True)
        if cell.letter:
            x, y = (round(v * PER_MM) for v in on_sheet(board, cell.centre))
            grow = CELL * PER_MM / 75
            at = (x - round(9 * grow), y + round(10 * grow))
            cv2.putText(sheet, cell.letter, at, cv2.FONT_HERSHEY_SIMPLEX, grow, (ink,) * 3, 2)
    for name, places in edges().items():
        colour = (40, 40, 200) if name in ("left", "right") else (175, 85, 30)
        line(places, colour, round(CELL * PER_MM * 0.07), closed=False)
    return sheet, board


def on_sheet(board: BoardDrawing, place: tuple[float, float]) -> tuple[float, float]:
    """A place of the drawn board, in sides, in mm from the sheet's upper left corner."""
    return (
        MARGIN + board.surround + place[0] * board.side,
        MARGIN + board.surround + place[1] * board.side,
    )


def table_texture(rng: np.random.Generator, size: int = 900) -> Floats:
    """What lies below the board (size, size, 3)."""
    kind = str(rng.choice(("brick", "grass", "gravel", "wood", "wood", "cloth", "plain")))
    if kind in ("brick", "grass", "gravel"):
        grey = cv2.resize(getattr(data, kind)(), (size, size))
        return np.asarray(grey[..., None] * rng.uniform(0.6, 1.2, 3))
    tone = (
        rng.uniform((50, 90, 130), (110, 150, 200)) if kind == "wood" else rng.uniform(40, 220, 3)
    )
    table = np.ones((size, size, 3)) * tone + rng.normal(0, 2, (size, size, 1))
    down, right = np.mgrid[:size, :size]
    if kind == "wood":
        bent = cv2.GaussianBlur(rng.normal(0, 30, (size, size)), (0, 0), 15)
        table += 12 * np.sin(down * 0.25 + bent)[..., None]
    elif kind == "cloth":
        step = int(rng.integers(20, 60))
        table *= (0.94 + 0.12 * ((right // step + down // step) % 2))[..., None]
    return np.asarray(table)


def position(rng: np.random.Generator, colours: list[str]) -> dict[str, tuple[str, str, DrawnCell]]:
    """Plants that grow from one or two seeds of each colour: (colour, kind, drawing) by cell."""
    drawn = drawn_cells()
    centres = np.array([cell.centre for cell in drawn])
    taken: dict[str, tuple[str, str, DrawnCell]] = {}
    grown: list[tuple[str, int]] = []
    for colour in colours:
        for _ in range(int(rng.integers(1, 3))):
            at = int(rng.integers(len(drawn)))
            if drawn[at].name not in taken:
                taken[drawn[at].name] = colour, "seed", drawn[at]
                grown.append((colour, at))
    wanted = int(rng.integers(8, 70))
    for _ in range(60 * wanted):
        colour, beside = grown[int(rng.integers(len(grown)))]
        at = int(rng.choice(np.flatnonzero(np.hypot(*(centres - centres[beside]).T) < 1.9)))
        if len(taken) < wanted and drawn[at].name not in taken:
            seeds = sum(piece[:2] == (colour, "seed") for piece in taken.values())
            is_seed = rng.random() < 0.06 and seeds < SEEDS_OF_A_PLAYER
            taken[drawn[at].name] = colour, "seed" if is_seed else "sprout", drawn[at]
            grown.append((colour, at))
    return taken


def bodies(rng: np.random.Generator) -> tuple[str, str, Body, Body]:
    """A set, what tells its seeds, and how its sprouts and its seeds are made."""
    name = str(rng.choice(list(SETS)))
    radius, height, signs = SETS[name]
    sign = str(rng.choice(signs))
    radius, height = radius * CELL * rng.uniform(0.9, 1.08), height * CELL * rng.uniform(0.85, 1.15)
    sprout = Body(name, radius, height)
    seed = {
        "stacked": Body(name, radius, 2 * height, sign),
        "size": Body(name, min(1.37 * radius, 0.5 * CELL), 1.3 * height),
        "cube": Body("cubes", 0.27 * CELL, 0.5 * CELL),
        "pawn": Body("pawns", 0.25 * CELL, 0.75 * CELL),
    }.get(sign, Body(name, radius, height, sign))
    return name, sign, sprout, seed


class Brush:
    """Paints bodies into a picture (h, w, 3) of floats; light comes from `lamp`, a step (2,)."""

    def __init__(self, canvas: Floats32, camera: Camera, lamp: Floats) -> None:
        self.canvas, self.camera, self.lamp = canvas, camera, lamp

    def ring(self, body: Body, at: Floats, share: float, height: float, turn: float) -> Floats:
        """The outline (n, 3) at a height, by a share of the radius."""
        square = body.shape == "cubes"
        angles = turn + (SQUARE if square else ROUND)
        radius = share * body.radius * (math.sqrt(2) if square else 1.0)
        rim = radius * (1 + 0.05 * np.cos(21 * angles)) if body.shape == "caps" else radius
        x, y = at[0] + rim * np.cos(angles), at[1] + rim * np.sin(angles)
        return np.stack([x, y, np.full(len(angles), height)], axis=-1)

    def fill(self, places: Floats, colour: Floats) -> None:
        """Fill an outline (n, 3)."""
        fixed = np.round(self.camera.pixels(places) * 16).astype(np.int32)
        cv2.fillPoly(self.canvas, [fixed], np.clip(colour, 0, 255).tolist(), cv2.LINE_8, 4)

    def paint(self, body: Body, at: Floats, turn: float, colour: Floats) -> None:
        """One piece that stands at a place (2,), mm."""
        if body.shape in ("beads", "pawns"):
            for share in np.linspace(0, 1, 24):
                self.fill(
                    self.ring(body, at, self._profile(body, share), share * body.height, turn),
                    colour * (0.6 + 0.4 * share),
                )
        else:
            self._walls(body, at, turn, colour)
            self.fill(self.ring(body, at, self._top(body), body.height, turn), 0.95 * colour)
            self._pattern(body, at, turn, colour)
        light = np.full(3, 242.0)
        if body.mark == "sticker":
            self.fill(self.ring(Body("", body.radius, 0), at, 0.42, body.height, turn), light)
        elif body.mark == "turned over":
            for share, tone in ((0.82, 0.75), (0.5, 0.65)):
                self.fill(self.ring(body, at, share, 0.95 * body.height, turn), tone * light)

    def _profile(self, body: Body, share: float) -> float:
        if body.shape == "beads":
            return math.sqrt(max(0.004, 1 - share**2))
        neck, head = 1 - 1.1 * share, 0.6 * math.sqrt(max(0.0, 1 - ((share - 0.8) / 0.2) ** 2))
        return max(0.05, neck if share < 0.55 else 0.0, head)

    def _top(self, body: Body) -> float:
        return 0.88 if body.shape == "caps" else 1.0

    def _walls(self, body: Body, at: Floats, turn: float, colour: Floats) -> None:
        low = self.ring(body, at, 1.0, 0.0, turn)
        high = self.ring(body, at, self._top(body), body.height, turn)
        seen = -self.camera.turn[2, :2]
        for k in range(len(low)):
            wall = np.array([low[k - 1], low[k], high[k], high[k - 1]])
            out = wall[:2, :2].mean(axis=0) - at
            out /= np.hypot(*out)
            if out @ seen > -0.15:
                rib = 0.85 + 0.3 * (k % 2) if body.shape == "caps" else 1.0
                self.fill(wall, colour * rib * (0.55 + 0.28 * max(0.0, out @ self.lamp)))
        if body.mark == "stacked":
            seam = [low[k] * (1, 1, 0) + (0, 0, body.height / 2) for k in range(len(low))]
            front = [place for place in seam if (place[:2] - at) @ seen > 0]
            if body.shape != "cubes" and len(front) > 2:
                order = np.argsort([(p[:2] - at) @ np.array([-seen[1], seen[0]]) for p in front])
                points = self.camera.pixels(np.array(front)[order])
                fixed = np.round(points * 16).astype(np.int32)
                cv2.polylines(self.canvas, [fixed], False, (0.4 * colour).tolist(), 2, 8, 4)

    def _pattern(self, body: Body, at: Floats, turn: float, colour: Floats) -> None:
        rings = {"draughts": (0.85, 0.6), "caps": (0.55,), "buttons": (0.78,)}.get(body.shape, ())
        light = 225.0 if colour.mean() < 150 else 60.0
        tone = np.full(3, light) if body.shape == "caps" else 0.65 * colour
        for part in rings:
            points = self.camera.pixels(self.ring(body, at, part, body.height, turn))
            fixed = np.round(points * 16).astype(np.int32)
            cv2.polylines(self.canvas, [fixed], True, tone.tolist(), 2, 8, 4)
        for k in range(4 if body.shape == "buttons" else 0):
            hole = at + 0.25 * body.radius * np.array(
                [math.cos(turn + k * math.pi / 2), math.sin(turn + k * math.pi / 2)]
            )
            self.fill(self.ring(Body("", body.radius, 0), hole, 0.09, body.height, 0), colour / 4)


def paint(seed: int, *, hard: bool) -> Painted:
    """The picture with this seed."""
    rng = np.random.default_rng((seed, 77))
    sheet, board = draw_board(rng)
    size = (sheet.shape[1] / PER_MM, sheet.shape[0] / PER_MM)
    camera = camera_over(rng, size, hard=hard)
    canvas = _laid(rng, sheet, size, camera)
    name, sign, sprout, seed_body = bodies(rng)
    colours = [str(one) for one in rng.permutation(list(HUES))[: int(rng.integers(2, 6))]]
    tones = {colour: _tone(rng, colour) for colour in colours}
    taken, jitter = position(rng, colours), (0.09 if hard else 0.05) * CELL
    turn = rng.uniform(0, 2 * math.pi)
    brush = Brush(canvas, camera, np.array([math.cos(turn), math.sin(turn)]))
    put = []
    for colour, kind, drawing in taken.values():
        at = np.array(on_sheet(board, drawing.centre)) + rng.normal(0, jitter, 2)
        tone = tones[colour] * rng.uniform(0.93, 1.07)
        body = seed_body if kind == "seed" else sprout
        put.append((body, at, rng.uniform(0, 2 * math.pi), tone))
    _shade(rng, brush, put)
    for body, at, turn, tone in sorted(put, key=lambda one: -float(camera.turn[2, :2] @ one[1])):
        brush.paint(body, at, turn, tone)
    pieces = {cell: (colour, kind) for cell, (colour, kind, _) in taken.items()}
    return Painted(_photographed(rng, canvas, hard=hard), pieces, name, sign)


def _tone(rng: np.random.Generator, colour: str) -> Floats:
    low, high, light = HUES[colour]
    hue, chroma = math.radians(rng.uniform(low, high)), rng.uniform(38, 62)
    lab = [light + rng.uniform(-8, 8), chroma * math.cos(hue), chroma * math.sin(hue)]
    return np.asarray(color.lab2rgb([[lab]])[0, 0, ::-1] * 255)


def _laid(
    rng: np.random.Generator, sheet: Picture, size: tuple[float, float], camera: Camera
) -> Floats32:
    """The table with the sheet on it."""
    shape, reach = (FINER * WIDTH, FINER * HEIGHT), 1.6 * max(size)
    table = table_texture(rng)
    around = (corners_of((1.0, 1.0)) - (0.5, 0.5, 0)) * reach + camera.middle

    def warped(picture: Any, places: Floats) -> Any:
        high, wide = picture.shape[:2]
        own = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        matrix = cv2.getPerspectiveTransform(own, camera.pixels(places).astype(np.float32))
        border = cv2.BORDER_REFLECT if picture is table else cv2.BORDER_CONSTANT
        return np.asarray(cv2.warpPerspective(picture, matrix, shape, borderMode=border))

    canvas = warped(table, around).astype(np.float32)
    inside = warped(np.full(sheet.shape, 255, np.uint8), corners_of(size)) > 127
    under = cv2.GaussianBlur(np.roll(inside, (9, 9), (0, 1)).astype(np.float32), (0, 0), 5)
    canvas *= 1 - 0.35 * under
    return np.where(inside, warped(sheet, corners_of(size)), canvas).astype(np.float32)


def _shade(rng: np.random.Generator, brush: Brush, put: list[Any]) -> None:
    shadow: Any = np.zeros(brush.canvas.shape[:2], np.float32)
    long = rng.uniform(0.4, 1.4)
    for body, at, turn, _ in put:
        feet = brush.ring(body, at, 1.0, 0.0, turn)
        thrown = brush.ring(body, at - brush.lamp * body.height * long, 0.95, 0.0, turn)
        points = brush.camera.pixels(np.concatenate([feet, thrown]))
        cv2.fillConvexPoly(shadow, cv2.convexHull(np.round(points).astype(np.int32)), 1.0)
    shadow = cv2.GaussianBlur(shadow, (0, 0), rng.uniform(2, 9))
    brush.canvas[:] *= (1 - rng.uniform(0.25, 0.55) * shadow)[..., None]


def _photographed(rng: np.random.Generator, canvas: Floats32, *, hard: bool) -> Picture:
    photo: Any = cv2.resize(canvas, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    down, right = np.mgrid[:HEIGHT, :WIDTH] / np.array([HEIGHT, WIDTH])[:, None, None] - 0.5
    angle, warm = rng.uniform(0, 2 * math.pi), rng.uniform(-0.1, 0.1) * (1 + hard)
    across = right * math.cos(angle) + down * math.sin(angle)
    photo = photo * (1 + rng.uniform(0.05, 0.3) * across)[..., None]
    photo *= np.array([1 - warm, 1, 1 + warm]) * rng.uniform(0.75, 1.1)
    if hard:
        photo *= (1 - 0.45 / (1 + np.exp(-80 * (across - rng.uniform(-0.3, 0.3)))))[..., None]
    photo = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.4, 0.9) * (1 + hard))
    photo += rng.normal(0, rng.uniform(1, 3) * (1 + 1.5 * hard), photo.shape)
    small = cv2.imencode(".jpg", np.clip(photo, 0, 255).astype(np.uint8), [1, 82])[1]
    return np.asarray(cv2.imdecode(small, cv2.IMREAD_COLOR), np.uint8)
