"""Other games on the table, and the furniture: what must not be taken for a Palago board."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np

from .. import build
from ..nodes import Shader, image_of, linear
from ..plan import Plan
from ..room import prints
from . import boards, tiles

if TYPE_CHECKING:
    from ..room.table import Table
    from .laid import Laid


def furniture(rng: np.random.Generator, top: Any, kind: str, span: float) -> None:
    """The table, the floor under it and, now and then, the table's near edge in the picture."""
    width, depth = rng.uniform(1.0, 2.2), rng.uniform(0.8, 1.3)
    # As far off its middle as the game leaves room for.
    spare = max(0.0, min(width, depth) / 2 - span - 0.05)
    shift = rng.uniform(-spare, spare, 2)
    slab = build.box("table", (width, depth, 0.03), 0.004)
    build.place(slab, (*shift, -0.03), rng.uniform(0, math.tau), top)
    ground = Shader("ground")
    vector = ground.coordinates("Object")
    tone = ground.noise(vector, 20.0, 3.0)
    light = tuple(float(v) for v in rng.uniform(40, 170, 3) * np.array([1, 0.9, 0.8]))
    colour = ground.mix(tone, linear(light), linear(tuple(0.7 * v for v in light)))
    build.place(
        build.plane("ground", 12, 12),
        (0, 0, -0.74),
        0,
        ground.finish(Base_Color=colour, Roughness=0.6),
    )


def lay_other_game(
    plan: Plan,
    rng: np.random.Generator,
    edition: tiles.Edition,
    mesh: Any,
    backs: list[Any],
    table: Table,
    grunge: Any,
    downs: Laid,
) -> np.ndarray:
    """Lay out what :attr:`Plan.other_game` names; the points (n, 3) the camera is to frame."""
    kind = plan.other_game
    if kind == "face-down only":
        for _ in range(int(rng.integers(4, 16))):
            spot = table.free_place(edition.side * rng.uniform(0.95, 1.05), 0, 0.16)
            if spot:
                downs.add(mesh, backs[rng.integers(2)], *spot, float(rng.uniform(0, math.tau)))
    elif kind in ("land hexagons", "curve hexagons", "glyph hexagons"):
        _hexagons(plan, rng, edition, table, grunge, kind)
    elif kind == "chess board":
        _chess_board(rng, table)
    reach = 0.2 if kind in ("land hexagons", "chess board") else 0.14
    return np.array([(x, y, 0.0) for x in (-reach, reach) for y in (-reach, reach)])


def _hexagons(
    plan: Plan,
    rng: np.random.Generator,
    edition: tiles.Edition,
    table: Table,
    grunge: Any,
    kind: str,
) -> None:
    """A cluster of another game's hexagons, laid like a board."""
    picture, side, thickness, body = {
        "land hexagons": (prints.land_hexagon, 0.042, 0.002, (190, 160, 120)),
        "curve hexagons": (prints.curve_hexagon, 0.029, 0.005, (30, 28, 28)),
        "glyph hexagons": (prints.glyph_hexagon, 0.022, 0.009, (30, 28, 28)),
    }[kind]
    other = replace(edition, side=side, rim=None, body=body, thickness=thickness, groove=0.0)
    shape = tiles.body_mesh(other)
    nothing = np.zeros((16, 16, 3))
    materials = [
        tiles.tile_material(other, picture(rng), nothing, f"other {k}", grunge) for k in range(6)
    ]
    cells = boards.random_cells(rng, int(rng.integers(7, 20)), "blob")
    if kind == "land hexagons":
        cells = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    gap = rng.uniform(0.0, 0.04)
    flat = np.array([(math.sqrt(3) * (q + r / 2), -1.5 * r) for q, r in cells]) * side * (1 + gap)
    frame = rng.uniform(0, math.tau)
    c, s = math.cos(frame), math.sin(frame)
    for x, y in flat - flat.mean(axis=0):
        spot = (c * x - s * y + rng.normal(0, 0.0003), s * x + c * y + rng.normal(0, 0.0003))
        if kind == "curve hexagons" and rng.random() < 0.2:
            # Some of these games lie with holes, or with stacked tiles.
            continue
        build.place(
            shape,
            (*spot, 0),
            frame + int(rng.integers(6)) * math.pi / 3 + rng.normal(0, 0.01),
            materials[rng.integers(6)],
        )
        table.take(*spot, side)
    if kind == "land hexagons":
        for _ in range(int(rng.integers(6, 20))):  # wooden roads and houses on the edges
            x, y = flat[rng.integers(len(flat))] * c + rng.uniform(-side, side, 2)
            colour = ((200, 40, 40), (40, 80, 170), (236, 140, 40), (236, 232, 220))[
                rng.integers(4)
            ]
            size = (0.025, 0.005, 0.005) if rng.random() < 0.6 else (0.01, 0.014, 0.013)
            build.place(
                build.box("piece", size, 0.0008),
                (x, y, 0.002),
                rng.uniform(0, 6.28),
                build.simple("piece", colour, 0.5),
            )


def _chess_board(rng: np.random.Generator, table: Table) -> None:
    """A chequered board with round men."""
    shader = Shader("chess")
    uv = shader.node("UVMap", uv_map="face").outputs[0]
    light = tuple(float(v) for v in rng.uniform(180, 240, 3))
    dark = tuple(float(v) for v in rng.uniform(20, 110, 3))
    checks = np.indices((8, 8)).sum(axis=0) % 2
    squares = np.where(checks[..., None] == 1, light, dark) / 255.0
    picture = image_of("squares", np.kron(squares, np.ones((32, 32, 1))))
    colour = shader.picture(picture, uv).outputs[0]
    turn = rng.uniform(0, math.tau)
    build.place(
        build.plane("board", 0.36, 0.36),
        (0, 0, 0.001),
        turn,
        shader.finish(Base_Color=colour, Roughness=0.3),
    )
    table.take(0, 0, 0.26)
    men = [build.simple("man", c, 0.35) for c in ((232, 222, 200), (40, 30, 26))]
    body = build.lathe(
        "man", [(0, 0), (0.015, 0), (0.016, 0.003), (0.016, 0.006), (0.013, 0.008), (0, 0.0075)], 40
    )
    for k in range(64):
        if rng.random() < 0.35:
            x, y = (k % 8 - 3.5) * 0.045, (k // 8 - 3.5) * 0.045
            c, s = math.cos(turn), math.sin(turn)
            build.place(body, (c * x - s * y, s * x + c * y, 0.001), 0, men[rng.integers(2)])
    bpy.context.view_layer.update()
