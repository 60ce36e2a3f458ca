"""The board on its sheet: the print as a picture, the paper as a surface that does not lie flat."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.palanquee.table import drawn

from ..nodes import Shader, image_of

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Print:
    """How a board is printed; lengths in sides, colours sRGB."""

    line_width: float
    line: Colour
    fill: Colour
    second: Colour | None
    red: Colour
    blue: Colour
    edge_width: float
    straight_edges: bool
    letter_size: float
    letters: Colour
    sheet: Colour
    margin: float
    shiny: float


def random_print(rng: np.random.Generator) -> Print:
    """White paper more often than not; also parchment, green, grey, brown and black boards."""
    styles = [
        ((250, 250, 248), (60, 60, 60), None, (252, 252, 250)),
        ((250, 250, 248), (150, 150, 150), None, (252, 252, 250)),
        ((250, 250, 248), (20, 20, 20), (226, 232, 226), (252, 252, 250)),
        ((238, 226, 196), (96, 66, 40), None, (238, 226, 196)),
        ((176, 202, 150), (40, 70, 36), (190, 212, 164), (176, 202, 150)),
        ((196, 160, 116), (70, 44, 24), (184, 146, 102), (120, 82, 50)),
        ((70, 84, 78), (226, 230, 220), None, (50, 60, 56)),
        ((206, 212, 220), (250, 250, 250), None, (232, 236, 240)),
    ]
    weights = np.array([4, 2, 2, 2, 1, 1, 1, 1])
    fill, line, second, sheet = styles[int(rng.choice(len(styles), p=weights / weights.sum()))]
    return Print(
        line_width=float(math.exp(rng.uniform(math.log(0.02), math.log(0.1)))),
        line=line, fill=fill, second=second,
        red=tuple(int(v) for v in rng.normal((200, 40, 38), 14).clip(0, 255)),
        blue=tuple(int(v) for v in rng.normal((36, 80, 180), 16).clip(0, 255)),
        edge_width=float(rng.uniform(0.07, 0.24)), straight_edges=bool(rng.random() < 0.25),
        letter_size=float(rng.uniform(0.6, 1.1)), letters=line, sheet=sheet,
        margin=float(rng.uniform(0.5, 2.0)), shiny=float(rng.choice([0.7, 0.5, 0.25])),
    )  # fmt: skip


def draw_print(
    rng: np.random.Generator, look: Print, seams: bool, per_side: int = 56
) -> np.ndarray:
    """The sheet (h, w, 3) of 0..1, ``margin`` sides round the board."""
    size = (
        round((drawn.WIDTH + 2 * look.margin) * per_side),
        round((drawn.HEIGHT + 2 * look.margin) * per_side),
    )
    image = Image.new("RGB", size, look.sheet)
    pen = ImageDraw.Draw(image)

    def at(places: Any) -> list[tuple[float, float]]:
        return [((x + look.margin) * per_side, (y + look.margin) * per_side) for x, y in places]

    font = ImageFont.load_default(round(look.letter_size * 1.25 * per_side))
    for cell in drawn.drawn_cells():
        fill = look.second if look.second and cell.column % 2 else look.fill
        pen.polygon(at(cell.corners), fill=fill)
    width = max(1, round(look.line_width * per_side))
    for cell in drawn.drawn_cells():
        pen.line([*at(cell.corners), *at(cell.corners[:2])], look.line, width, joint="curve")
    for name, places in drawn.edges().items():
        colour = look.red if name in ("left", "right") else look.blue
        if look.straight_edges:
            x = {"left": -0.1, "right": drawn.WIDTH + 0.1}.get(name)
            y = {"top": -0.1, "bottom": drawn.HEIGHT + 0.1}.get(name)
            places = [
                (
                    x if x is not None else end * drawn.WIDTH,
                    y if y is not None else end * drawn.HEIGHT,
                )
                for end in (0.0, 1.0)
            ]
        pen.line(at(places), colour, max(2, round(look.edge_width * per_side)), joint="curve")
    for cell in drawn.drawn_cells():
        if cell.letter:
            pen.text(at([cell.centre])[0], cell.letter, look.letters, font, anchor="mm")
    pixels = np.asarray(image, np.float32) / 255
    return _glued(rng, pixels) if seams else pixels


def _glued(rng: np.random.Generator, pixels: np.ndarray) -> np.ndarray:
    """Six sheets that do not meet perfectly: shifted by up to a millimetre or two."""
    height, width = pixels.shape[:2]
    result = pixels.copy()
    for column in range(3):
        for row in range(2):
            box = (
                width * column // 3,
                height * row // 2,
                width * (column + 1) // 3,
                height * (row + 1) // 2,
            )
            turn = math.radians(rng.normal(0, 0.12))
            dx, dy = rng.normal(0, 1.6, 2)
            moved = Image.fromarray((pixels * 255).astype(np.uint8)).transform(
                (width, height), Image.Transform.AFFINE,
                (math.cos(turn), math.sin(turn), dx, -math.sin(turn), math.cos(turn), dy),
                Image.Resampling.BILINEAR,
            )  # fmt: skip
            part = np.asarray(moved, np.float32)[box[1] : box[3], box[0] : box[2]] / 255
            result[box[1] : box[3], box[0] : box[2]] = part * rng.uniform(0.97, 1.0)
    for column in (1, 2):
        result[:, width * column // 3 : width * column // 3 + 2] *= 0.75
    result[height // 2 : height // 2 + 2] *= 0.75
    return result


class Sheet:
    """The paper on the table: a grid of points with their heights, board frame turned by
    ``turn`` (radians, counter-clockwise). Lengths in metres."""

    def __init__(
        self, rng: np.random.Generator, look: Print, side: float, waves: float, turn: float
    ) -> None:
        self.side, self.turn = side, turn
        self.width = (drawn.WIDTH + 2 * look.margin) * side
        self.height = (drawn.HEIGHT + 2 * look.margin) * side
        self.bumps = [
            (
                float(rng.uniform(0.1, 1.0)) * waves,
                rng.uniform(1.5, 5.0, 2) * rng.choice([-1, 1], 2),
                float(rng.uniform(0, math.tau)),
            )
            for _ in range(4)
        ]
        self.curl = waves * rng.uniform(0, 2.5, 4)

    def rise(self, u: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Height over the table (m) at shares of the sheet's width and height."""
        z = sum(
            amount * (0.5 + 0.5 * np.sin(math.pi * (f[0] * u + f[1] * v) + phase))
            for amount, f, phase in self.bumps
        )
        for k, amount in enumerate(self.curl):
            x, y = (u if k % 2 else 1 - u), (v if k // 2 else 1 - v)
            z = z + amount * np.clip(x + y - 1.4, 0, 1) ** 2 * 4
        return np.asarray(z + 0.0002)

    def world(self, places: np.ndarray) -> np.ndarray:
        """World points (n, 3) of places (n, 2) of the drawn board, in sides."""
        x = (places[:, 0] - drawn.WIDTH / 2) * self.side
        y = -(places[:, 1] - drawn.HEIGHT / 2) * self.side
        z = self.rise(x / self.width + 0.5, 0.5 - y / self.height)
        c, s = math.cos(self.turn), math.sin(self.turn)
        return np.stack([c * x - s * y, s * x + c * y, z], axis=1)

    def seat(self, place: np.ndarray, radius: float) -> tuple[np.ndarray, np.ndarray]:
        """Where (m) a piece of this radius (m) lies at a place (2,) of the drawn board, and by how
        much the paper under it rises along x and y (2,): nothing of it sinks into the paper."""
        turns = np.arange(12) * math.tau / 12
        ring = np.stack([np.cos(turns), np.sin(turns)], axis=1) * radius / self.side
        under = self.world(place + np.concatenate([[[0.0, 0.0]], 0.5 * ring, ring]))
        away = np.column_stack([np.ones(len(under)), under[:, :2] - under[0, :2]])
        fitted = np.linalg.lstsq(away, under[:, 2], rcond=None)[0]
        rise = float(np.max(under[:, 2] - away @ fitted))
        return np.array([*under[0, :2], fitted[0] + max(0.0, rise)]), fitted[1:]

    def build(self, rng: np.random.Generator, picture: np.ndarray, shiny: float) -> Any:
        """The mesh with its print."""
        count = 70
        v, u = np.meshgrid(np.linspace(0, 1, count), np.linspace(0, 1, count), indexing="ij")
        x, y = (u - 0.5) * self.width, (0.5 - v) * self.height
        z = self.rise(u, v)
        vertices = np.stack([x, y, z], axis=-1).reshape(-1, 3)
        faces = [
            (r * count + c, (r + 1) * count + c, (r + 1) * count + c + 1, r * count + c + 1)
            for r in range(count - 1)
            for c in range(count - 1)
        ]
        mesh = bpy.data.meshes.new("sheet")
        mesh.from_pydata(vertices.tolist(), [], faces)
        mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
        uv = mesh.uv_layers.new(name="face")
        flat = np.stack([u, 1 - v], axis=-1).reshape(-1, 2)
        for loop in mesh.loops:
            uv.data[loop.index].uv = flat[loop.vertex_index]
        shader = Shader("paper")
        where = shader.node("UVMap", uv_map="face").outputs[0]
        colour = shader.picture(image_of("print", picture), where, interpolation="Cubic").outputs[0]
        fibres = shader.noise(shader.coordinates("Object"), 900.0, 2.0)
        mesh.materials.append(
            shader.finish(
                Base_Color=colour, Roughness=shiny, Normal=shader.bump(fibres, 0.15, 0.0002)
            )
        )
        made = bpy.data.objects.new("sheet", mesh)
        made.rotation_euler = (0, 0, self.turn)
        bpy.context.collection.objects.link(made)
        return made
