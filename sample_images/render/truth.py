"""What a scene's picture shows, written down."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from . import build
from .board import tiles
from .board.laid import Laid, face_samples
from .photo.camera import Camera
from .plan import Plan


def truth_of(
    plan: Plan, camera: Camera, laid: Laid, second: Laid, loose: Laid, downs: Laid
) -> dict[str, Any]:
    """What the picture shows, in its pixels, and under which conditions it was taken."""
    samples = face_samples()
    groups = {"tiles": laid, "second_group": second, "loose": loose, "face_down": downs}
    tops = [
        (made, group.face(k, samples))
        for group in groups.values()
        for k, made in enumerate(group.objects)
    ]
    shares = iter(build.visible_shares(camera, tops))
    entries = {name: _entries(camera, group, shares) for name, group in groups.items()}
    board = entries["tiles"]
    tile_px = [
        float(np.mean([math.dist(c[1], c[5]), math.dist(c[2], c[4])]))
        for c in (entry["corners"] for entry in board)
    ]
    truth = plan.truth(camera)
    conditions = truth["conditions"]
    is_hidden = min((e["visible"] for e in board), default=1) < 0.8
    if plan.level == "mild" and (is_hidden or min(tile_px, default=99) < 30):
        conditions["level"] = "hard"
    conditions.update(
        other_game=plan.other_game, tiles=len(board), shape=plan.shape if board else None,
        odd=plan.odd, edition=plan.edition, gap=round(plan.gap, 4),
        tile_px=round(float(np.mean(tile_px)), 1) if tile_px else None,
        least_visible=min((e["visible"] for e in board), default=None),
    )  # fmt: skip
    for name, group in entries.items():
        truth[name] = [entry for entry in group if entry["visible"] > 0]
    return truth


def _entries(camera: Camera, group: Laid, shares: Iterator[float]) -> list[dict[str, Any]]:
    """What the truth says of each tile of a group; with cell and rotation where it has them."""
    entries: list[dict[str, Any]] = []
    for k in range(len(group.objects)):
        entries.append({
            "center": camera.told(group.face(k, np.zeros((1, 2))))[0],
            "corners": camera.told(group.face(k, tiles.hexagon())),
            "visible": next(shares),
        })  # fmt: skip
    for entry, ((q, r), rotation) in zip(entries, group.placed, strict=False):
        entry.update(q=q, r=r, rotation=rotation)
    return entries
