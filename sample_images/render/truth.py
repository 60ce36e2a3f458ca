"""What a scene's picture shows, written down."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.lattice import Cell

from . import build
from .board import tiles
from .board.laid import Laid, face_samples
from .photo.camera import Camera
from .plan import Plan


def truth_of(
    plan: Plan,
    camera: Camera,
    laid: Laid,
    cells: list[Cell],
    rotations: list[int],
    second: Laid,
    second_cells: list[Cell],
    second_rotations: list[int],
    loose: Laid,
    downs: Laid,
) -> dict[str, Any]:
    """What the picture shows, in its pixels, and under which conditions it was taken."""
    samples, outline = face_samples(), tiles.hexagon()
    everything = [(laid, k) for k in range(len(laid.poses))]
    everything += [(second, k) for k in range(len(second.poses))]
    everything += [(loose, k) for k in range(len(loose.poses))]
    everything += [(downs, k) for k in range(len(downs.poses))]
    shares = build.visible_shares(
        camera, [(group.objects[k], group.face(k, samples)) for group, k in everything]
    )

    def rounded(points: np.ndarray) -> list[list[float]]:
        return [[round(float(v), 2) for v in point] for point in points]

    entries = []
    for (group, k), share in zip(everything, shares, strict=True):
        corners = camera.project(group.face(k, outline))
        centre = camera.project(group.face(k, np.zeros((1, 2))))[0]
        entries.append(
            {"center": rounded(centre[None])[0], "corners": rounded(corners), "visible": share}
        )
    board, rest = entries[: len(laid.poses)], entries[len(laid.poses) :]
    for entry, (q, r), rotation in zip(board, cells, rotations, strict=False):
        entry.update(q=q, r=r, rotation=rotation)
    for entry, (q, r), rotation in zip(rest, second_cells, second_rotations, strict=False):
        entry.update(q=q, r=r, rotation=rotation)
    others_count = len(second.poses)
    tile_px = [
        float(
            np.mean(
                [
                    np.hypot(*np.subtract(e["corners"][1], e["corners"][5])),
                    np.hypot(*np.subtract(e["corners"][2], e["corners"][4])),
                ]
            )
        )
        for e in board
    ]
    level = plan.level
    if level == "mild" and (
        min((e["visible"] for e in board), default=1) < 0.8 or min(tile_px, default=99) < 30
    ):
        level = "hard"
    conditions = {
        "level": level,
        "hardships": list(plan.hardships),
        "other_game": plan.other_game,
        "tiles": len(board),
        "shape": plan.shape if board else None,
        "odd": plan.odd,
        "edition": plan.edition,
        "table": plan.table,
        "light": plan.light,
        "tilt_deg": round(plan.tilt, 1),
        "heading_deg": round(plan.heading, 1),
        "focal_mm": round(plan.focal_mm, 1),
        "focal_px": round(camera.focal, 1),
        "k1": round(plan.k1, 4),
        "gap": round(plan.gap, 4),
        "glare": "glare" in plan.hardships,
        "hand": plan.hand,
        "tile_px": round(float(np.mean(tile_px)), 1) if tile_px else None,
        "least_visible": min((e["visible"] for e in board), default=None),
        **plan.words,
    }
    return {
        "generator": "cycles",
        "seed": plan.seed,
        "split": plan.split,
        "image": {"width": camera.width, "height": camera.height},
        "conditions": conditions,
        "palette": {},
        "tiles": [e for e in board if e["visible"] > 0],
        "second_group": [e for e in rest[:others_count] if e["visible"] > 0],
        "loose": [
            e for e in rest[others_count : others_count + len(loose.poses)] if e["visible"] > 0
        ],
        "face_down": [e for e in rest[others_count + len(loose.poses) :] if e["visible"] > 0],
    }
