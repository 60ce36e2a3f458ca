"""Photographs of tiles that someone printed and cut out, made from our own PDF sheet.

The page is rendered to pixels as a printer would lay it down; every tile is cut from it with an
unsteady hand (each edge up to a millimetre off, the white of the paper showing), curls a little,
and is laid by hand on a table under a lamp. A phone's picture of that is taken, and the truth
written beside it in the form that all generators share.

    python sample_images/printed_sheet.py --out FOLDER --count 20
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
from palago.calibration.arrays import Floats, Picture
from palago.calibration.cameras.lens import Lens
from palago.calibration.paper import PrintOptions, print_pdf
from palago.calibration.paper.sheet import PAPERS
from palago.calibration.paper.tile_face import PaperColours
from palago.calibration.paper.tiles import lay_out
from palago.calibration.sets.colour import linear_from_srgb, srgb_from_linear
from palago.calibration.sets.editions import Edition, edition_named, editions
from palago.engine.lattice import CORNER_OFFSETS, SQRT3, cell_centre, neighbours
from palago.engine.stamp import stamped
from palago.engine.tiles.board import Board, Tile

PER_MM = 8
Box = tuple[slice, slice]
EVERYWHERE: Box = (slice(None), slice(None))


@dataclass(frozen=True)
class Making:
    """How the tiles were made and laid, and how the picture was taken.

    ``cut_error`` mm is the most an edge is off; ``curl`` mm is how far a tile's edges stand up;
    ``gap`` and ``turn`` (degrees) are the hand's; ``tilt`` and ``heading`` (degrees) the camera's.
    """

    edition: str
    width_mm: float = 40.0
    cut_error: float = 1.0
    curl: float = 1.2
    gap: float = 0.8
    turn: float = 2.0
    tilt: float = 20.0
    heading: float = 0.0
    roll: float = 0.0
    k1: float = 0.0
    light: str = "lamp"
    noise: float = 3.0


@dataclass(frozen=True, eq=False)
class _Piece:
    """One tile on the table: where, how turned, its cut outline and how it curls.

    ``edges`` are the distances (mm) from the printed centre at which its six sides were cut.
    """

    tile: Tile
    centre: Floats
    angle: float
    edges: Floats
    curl: float
    curl_axis: float
    picture: int


@cache
def printed_faces(edition: Edition, width_mm: float) -> tuple[Picture, ...]:
    """Squares of the printed page round each tile and its surround (RGB, White tip upwards)."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tiles.pdf"
        colours = PaperColours(edition.white, edition.blue, edition.line)
        print_pdf(PrintOptions("tiles", colours, size=width_mm, count=6), file)
        page = pypdfium2.PdfDocument(file)[0].render(scale=25.4 * PER_MM / 72).to_pil()
        pixels = np.asarray(page.convert("RGB"))
    width, height = PAPERS["A4"]
    layout = lay_out(width, height, width_mm)
    used = layout.centres[:6]
    lowered = (used[-1][1] - layout.centres[-1][1]) / 2
    half = round((layout.side + 3) * PER_MM)
    faces = []
    for x, y in used:
        centre = (x * PER_MM - 0.5, (height - y + lowered) * PER_MM - 0.5)
        upright = cv2.getRotationMatrix2D(centre, layout.turn, 1.0)
        upright[:, 2] += half - np.array(centre)
        size = (2 * half + 1, 2 * half + 1)
        faces.append(cv2.warpAffine(pixels, upright, size, borderValue=(255, 255, 255)))
    return tuple(faces)


def photograph(
    board: Board, making: Making, seed: int, size: tuple[int, int] = (2000, 1500)
) -> tuple[Picture, dict[str, Any]]:
    """A photo (H, W, 3) BGR of a board made so, and its truth."""
    rng = np.random.default_rng(seed)
    edition = edition_named(making.edition)
    faces = [_ink_on_paper(face, rng) for face in printed_faces(edition, making.width_mm)]
    pieces = _centred([_laid(tile, making, len(faces), rng) for tile in board.tiles])
    camera = _aimed(pieces, making, size)
    ground = camera.on_table(0.0)
    scale = float(np.median(np.linalg.norm(np.diff(ground, axis=1), axis=-1)))
    softness = max(0.3, 0.4 * scale * PER_MM)
    faces = [cv2.GaussianBlur(face, (0, 0), softness) for face in faces]
    picture = _table(ground, rng)
    for piece in pieces:
        _shade(picture, ground, piece, camera)
    for piece in pieces:
        _paint(picture, ground, piece, faces[piece.picture], camera, scale)
    picture *= _light(ground, making, rng)
    developed = _developed(picture, making, rng)
    return developed, _truth(pieces, making, seed, camera, edition)


@dataclass(frozen=True, eq=False)
class _Camera:
    """A pinhole with a lens; ``turn`` and ``shift`` take the table's frame (mm, z down) to its."""

    lens: Lens
    turn: Floats
    shift: Floats

    @cached_property
    def rays(self) -> Floats:
        """The direction (H, W, 3) in the table's frame of each pixel's ray."""
        width, height = self.lens.image_size
        pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1)
        straight = self.lens.undistort(pixels) if self.lens.k1 else pixels
        rays = (straight - self.lens.principal) / self.lens.focal
        return np.concatenate([rays, np.ones((height, width, 1))], axis=-1) @ self.turn

    def on_table(self, height: Floats | float, box: Box = EVERYWHERE) -> Floats:
        """Where the rays of a part of the picture meet the table lifted by ``height`` mm; mm."""
        directions = self.rays[box]
        origin = -self.turn.T @ self.shift
        reach = (-height - origin[2]) / directions[..., 2]
        met: Floats = origin[:2] + directions[..., :2] * reach[..., None]
        return met

    def sees(self, places: Floats) -> Floats:
        """Pixels of places (N, 3) mm over the table."""
        there = places @ self.turn.T + self.shift
        straight = there[:, :2] / there[:, 2:] * self.lens.focal + self.lens.principal
        return self.lens.distort(straight)


def _laid(tile: Tile, making: Making, pictures: int, rng: np.random.Generator) -> _Piece:
    pitch = (making.width_mm + making.gap) / SQRT3
    off = np.clip(rng.normal(0, 0.5, 2), -1, 1) * making.gap
    angle = 60 * tile.rotation + float(np.clip(rng.normal(0, 0.5), -1, 1)) * making.turn
    return _Piece(
        tile,
        np.array(cell_centre(tile.cell)) * pitch + off,
        math.radians(angle),
        making.width_mm / 2 + rng.uniform(-making.cut_error, making.cut_error, 6),
        making.curl * float(rng.uniform(0, 1)),
        float(rng.uniform(0, math.pi)),
        int(rng.integers(pictures)),
    )


def _centred(pieces: Sequence[_Piece]) -> list[_Piece]:
    places = np.array([piece.centre for piece in pieces])
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    return [replace(piece, centre=piece.centre - middle) for piece in pieces]


def _aimed(pieces: Sequence[_Piece], making: Making, size: tuple[int, int]) -> _Camera:
    """The camera near enough for the board to fill about three quarters of the picture."""
    width, height = size
    focal = 0.85 * width
    lens = Lens(size, (focal, focal), ((width - 1) / 2, (height - 1) / 2), making.k1)
    tilt, heading, roll = np.radians([making.tilt, making.heading, making.roll])
    turn = _about(2, roll) @ _about(0, -tilt) @ _about(2, heading)
    ends = np.array([[*piece.centre, 0.0] for piece in pieces])
    reach = making.width_mm
    ends = np.concatenate(
        [ends + np.array([dx, dy, 0]) for dx in (-reach, reach) for dy in (-reach, reach)]
    )
    distance = 100.0
    while True:
        camera = _Camera(lens, turn, np.array([0.0, 0.0, distance]))
        in_front = (ends @ turn.T)[:, 2] + distance > 50
        pixels = camera.sees(ends)
        margin = np.abs(pixels - (np.array(size) - 1) / 2) / (np.array(size) / 2)
        if in_front.all() and margin.max() < 0.9:
            return camera
        distance *= 1.06


def _about(axis: int, angle: float) -> Floats:
    vector = np.zeros(3)
    vector[axis] = angle
    return np.asarray(cv2.Rodrigues(vector)[0], dtype=np.float64)


def _table(ground: Floats, rng: np.random.Generator) -> Floats:
    """The bare table in linear light: boards of wood, or cloth."""
    colour = np.array(_TABLES[int(rng.integers(len(_TABLES)))])
    stretch = (1.0, 12.0) if rng.random() < 0.6 else (1.0, 1.0)
    total = np.ones(ground.shape[:2])
    for grain, strength in ((160.0, 0.18), (40.0, 0.12), (6.0, 0.10), (1.5, 0.05)):
        noise = np.pad(rng.normal(0, 1, (256, 256)), (0, 1), "wrap").astype(np.float32)
        at = (ground / grain * np.array(stretch) / max(stretch)).astype(np.float32) % 256
        field = cv2.remap(noise, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
        total += strength * field
    picture: Floats = colour * np.clip(total, 0.3, 2)[..., None]
    return picture


#: Linear light of dark wood, light wood, grey cloth, green cloth, a white table.
_TABLES = (
    (0.10, 0.055, 0.03), (0.38, 0.25, 0.14), (0.14, 0.14, 0.15), (0.03, 0.11, 0.06),
    (0.62, 0.60, 0.56),
)  # fmt: skip


def _ink_on_paper(face: Picture, rng: np.random.Generator) -> Floats:
    """Linear light of a printed face: paper that is not quite white, ink that is not quite even."""
    linear = linear_from_srgb(face)
    paper = np.array([0.86, 0.86, 0.84]) * (1 + 0.01 * rng.normal(0, 1, 3))
    bands = 1 + 0.012 * np.sin(np.arange(len(face)) / PER_MM * 2 * math.pi / rng.uniform(3, 9))
    grain = cv2.GaussianBlur(rng.normal(0, 0.05, face.shape[:2]), (0, 0), 2)
    ink = 1 - (1 - linear) * 0.93 * bands[:, None, None] * (1 + grain[..., None])
    printed: Floats = paper * np.clip(ink, 0.02, 1)
    return printed


def _shade(picture: Floats, ground: Floats, piece: _Piece, camera: _Camera) -> None:
    """The soft shadow that a tile's edge throws on the table."""
    box = _neighbourhood(piece, camera)
    near = ground[box] - piece.centre
    outside = _beyond_cut(near + np.array([0.9, 0.6]), piece)
    depth = 0.5 * np.clip(1 - outside / (1.2 + piece.curl), 0, 1)
    picture[box] *= 1 - depth[..., None]


def _paint(
    picture: Floats, ground: Floats, piece: _Piece, face: Floats, camera: _Camera, scale: float
) -> None:
    """Lay one tile into the picture; its curl moves it a little against the table."""
    box = _neighbourhood(piece, camera)
    near = ground[box] - piece.centre
    for _ in range(3):
        height = _height(near, piece)
        near = camera.on_table(height, box) - piece.centre
    own = near @ _about(2, piece.angle)[:2, :2]
    at = (own * PER_MM + (len(face) - 1) / 2).astype(np.float32)
    colours = cv2.remap(
        face, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    direction = np.array([math.cos(piece.curl_axis), math.sin(piece.curl_axis)])
    slope = 2 * piece.curl * (near @ direction) / float(piece.edges.mean()) ** 2
    colours = colours * (1 + 0.8 * slope * float(direction @ [-0.8, -0.6]))[..., None]
    share = np.clip(0.5 - _beyond_cut(near, piece) / scale, 0, 1)[..., None]
    picture[box] = (1 - share) * picture[box] + share * colours


def _neighbourhood(piece: _Piece, camera: _Camera) -> Box:
    """The part of the picture round a tile."""
    reach = float(piece.edges.max()) * 1.4
    angles = np.arange(16) * math.pi / 8
    ring = piece.centre + reach * np.column_stack([np.cos(angles), np.sin(angles)])
    pixels = camera.sees(np.column_stack([ring, np.zeros(16)]))
    low = np.maximum(np.floor(pixels.min(axis=0)).astype(int), 0)
    high = np.maximum(np.ceil(pixels.max(axis=0)).astype(int) + 1, 0)
    return slice(low[1], high[1]), slice(low[0], high[0])


def _beyond_cut(near: Floats, piece: _Piece) -> Floats:
    """Signed distance (mm) beyond the nearest cut edge, negative on the tile."""
    own = near @ _about(2, piece.angle)[:2, :2]
    angles = np.arange(6) * math.pi / 3
    normals = np.stack([np.cos(angles), np.sin(angles)])
    beyond: Floats = (own @ normals - piece.edges).max(axis=-1)
    return beyond


def _height(near: Floats, piece: _Piece) -> Floats:
    direction = np.array([math.cos(piece.curl_axis), math.sin(piece.curl_axis)])
    height: Floats = piece.curl * (near @ direction / float(piece.edges.mean())) ** 2
    return np.minimum(height, 2 * piece.curl)


def _light(ground: Floats, making: Making, rng: np.random.Generator) -> Floats:
    """Illumination (H, W, 3): a lamp to one side, or daylight."""
    colour = np.array([1.0, 0.8, 0.55]) if making.light == "lamp" else np.array([0.95, 1.0, 1.05])
    strength = 0.5 if making.light == "lamp" else 0.15
    heading = rng.uniform(0, 2 * math.pi)
    along = ground @ np.array([math.cos(heading), math.sin(heading)])
    span = float(np.ptp(along)) or 1.0
    field = 1 + strength * np.clip((along - along.mean()) / span, -1, 1)
    light: Floats = colour * field[..., None]
    return light


def _developed(picture: Floats, making: Making, rng: np.random.Generator) -> Picture:
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    balance = 1 / np.maximum(soft.reshape(-1, 3).mean(axis=0), 1e-6)
    soft *= 0.6 * balance / balance.mean() + 0.4
    soft *= 0.9 / np.percentile(soft, 99.5)
    noise = rng.normal(0, making.noise, soft.shape)
    srgb = srgb_from_linear(soft) + noise
    return np.ascontiguousarray(np.clip(srgb, 0, 255).astype(np.uint8)[..., ::-1])


def _truth(
    pieces: Sequence[_Piece], making: Making, seed: int, camera: _Camera, edition: Edition
) -> dict[str, Any]:
    side = making.width_mm / SQRT3
    tiles = []
    for piece in pieces:
        upright = _about(2, piece.angle - math.radians(60 * piece.tile.rotation))[:2, :2]
        flat = np.array([(0.0, 0.0), *CORNER_OFFSETS]) * side @ upright.T
        places = np.column_stack([flat + piece.centre, -_height(flat, piece)])
        pixels = camera.sees(places).round(2).tolist()
        seen = {"center": pixels[0], "corners": pixels[1:], "visible": 1.0}
        tiles.append({**piece.tile.to_json(), **seen})
    return {
        "generator": "printed",
        "seed": seed,
        "conditions": {"tilt_deg": making.tilt, **asdict(making)},
        "palette": {"white": list(edition.white), "blue": list(edition.blue)},
        "tiles": tiles,
        "second_group": [],
        "loose": [],
        "face_down": [],
    }


def random_board(count: int, rng: np.random.Generator) -> Board:
    """A connected board of legal rotations, grown at random, rather round than long."""
    tiles = {(0, 0): int(2 * rng.integers(3))}
    while len(tiles) < count:
        edge = [cell for lying in tiles for cell in neighbours(lying) if cell not in tiles]
        # A cell that touches more tiles stands in the list more often.
        tiles[edge[int(rng.integers(len(edge)))]] = int(2 * rng.integers(3))
    return Board(Tile(q, r, rotation) for (q, r), rotation in tiles.items())


def random_making(rng: np.random.Generator, **fixed: Any) -> Making:
    """How some player's home-made tiles might look."""
    choice: dict[str, Any] = {
        "edition": editions()[int(rng.integers(6))].name,
        "tilt": float(rng.uniform(0, 45)),
        "heading": float(rng.uniform(0, 360)),
        "roll": float(rng.uniform(-10, 10)),
        "cut_error": float(rng.uniform(0.3, 1.0)),
        "curl": float(rng.uniform(0.3, 1.5)),
        "gap": float(rng.uniform(0.2, 1.5)),
        "turn": float(rng.uniform(0.5, 4.0)),
        "light": "lamp" if rng.random() < 0.5 else "daylight",
    }
    return Making(**{**choice, **fixed})


def main() -> None:
    """Write photos and their truths."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for seed in range(args.seed, args.seed + args.count):
        rng = np.random.default_rng(seed)
        board = random_board(int(rng.integers(5, 31)), rng)
        picture, truth = photograph(board, random_making(rng), seed)
        stem = args.out / f"printed-{seed:03d}"
        cv2.imwrite(str(stem.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
        stem.with_suffix(".truth.json").write_text(
            json.dumps(stamped("truth", truth)) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
