"""Photos of a printed board for the tests, with what a stand-in reader is to read in them."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from palago.engine.palanquee.table.board import cell_name
from palago.engine.palanquee.table.drawn import HEIGHT, WIDTH, drawings_of, drawn_cells
from palago.engine.palanquee.table.pieces import Piece
from palago.vision.photos.photo import PhotoFile
from palago.webui.jobs.reading import write_copies
from palago.webui.workers.worker import JobRefused

MARK = b"\nBOARD "
SCALE = 30.0
MARGIN = 40.0
_COLOURS = {
    "blue": (196, 98, 43), "green": (72, 148, 58), "red": (46, 58, 207), "yellow": (44, 192, 240),
    "violet": (176, 75, 138),
}  # fmt: skip
#: Two players in the middle of a game.
POSITION: dict[str, Any] = {
    "game": "palanquee",
    "players": ["blue", "green"],
    "to_move": "blue",
    "turns": {"blue": 5, "green": 5},
    "pieces": [
        {"cell": cell, "colour": colour, "kind": "seed" if cell in ("M6", "I5") else "sprout"}
        for colour, cells in (("blue", "M6 L6 M7 L8 K7"), ("green", "I5 J6 K6"))
        for cell in cells.split()
    ],
}


def picture_of(pieces: Iterable[Piece]) -> np.ndarray[Any, Any]:
    """The board from above, BGR."""
    size = (round(HEIGHT * SCALE + 2 * MARGIN), round(WIDTH * SCALE + 2 * MARGIN))
    picture = np.full((*size, 3), (150, 180, 190), np.uint8)
    for cell in drawn_cells():
        corners = np.array([_pixel(corner) for corner in cell.corners]).round().astype(np.int32)
        cv2.fillPoly(picture, [corners], (236, 246, 251))
        cv2.polylines(picture, [corners], True, (90, 90, 90), 2)
    for piece in pieces:
        x, y = (round(v) for v in _pixel(drawings_of(cell_name(piece.cell))[0].centre))
        cv2.circle(picture, (x, y), 20, _COLOURS[piece.colour], -1)
        if piece.is_seed:
            cv2.circle(picture, (x, y), 10, (255, 255, 255), 3)
    return picture


def board_photo(
    pieces: Iterable[Piece],
    *,
    unsure: Iterable[str] = (),
    misread: Mapping[str, tuple[str, str]] | None = None,
    warnings: Iterable[tuple[str, str | None]] = (),
    seeds_by: str = "nothing",
) -> bytes:
    """A JPEG of the board; ``misread`` are cells read as another colour and kind, ``warnings``
    codes with the cell of which they speak, ``seeds_by`` by what seeds seem to be told."""
    pieces = list(pieces)
    _, coded = cv2.imencode(".jpg", picture_of(pieces), [cv2.IMWRITE_JPEG_QUALITY, 70])
    told = reading_of(pieces, unsure=unsure, misread=misread, warnings=warnings)
    return coded.tobytes() + MARK + json.dumps({**told, "seeds_by": seeds_by}).encode()


def reading_of(
    pieces: Iterable[Piece],
    *,
    unsure: Iterable[str] = (),
    misread: Mapping[str, tuple[str, str]] | None = None,
    warnings: Iterable[tuple[str, str | None]] = (),
) -> dict[str, Any]:
    """What the stand-in reader reads."""
    warnings = list(warnings)
    read = []
    for piece in pieces:
        name = cell_name(piece.cell)
        colour, kind = (misread or {}).get(name, (piece.colour, piece.kind))
        read.append(
            {
                "cell": name,
                "colour": colour,
                "kind": kind,
                "confidence": 0.6 if name in set(unsure) else 0.99,
                "center": list(_pixel(drawings_of(name)[0].centre)),
            }
        )
    corners = [_pixel(p) for p in ((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT))]
    width, height = round(WIDTH * SCALE + 2 * MARGIN), round(HEIGHT * SCALE + 2 * MARGIN)
    return {
        "game": "palanquee",
        "image": {"path": None, "width": width, "height": height},
        "pieces": read,
        "corners": [list(corner) for corner in corners],
        "warnings": [code for code, _ in warnings],
        "warning_codes": [
            {"code": c, "cells": [cell] if cell else [], "values": {}} for c, cell in warnings
        ],
        "seen": {
            "hidden": [cell for code, cell in warnings if code == "hidden"],
            "perhaps": [cell for code, cell in warnings if code == "perhaps"],
            "may_be_turned": any(code == "heading" for code, _ in warnings),
        },
    }


def _pixel(point: tuple[float, float]) -> tuple[float, float]:
    return MARGIN + SCALE * point[0], MARGIN + SCALE * point[1]


def read_board(
    path: str,
    shown: str | None = None,
    thumbnail: str | None = None,
    seeds_by: str | None = None,
    **profiles: Any,
) -> dict[str, Any]:
    """The stand-in for the reading job: gives back the truth behind the picture. Told what seeds
    are told by, it sees those that it has misread."""
    data = Path(path).read_bytes()
    write_copies(PhotoFile(data), shown, thumbnail)
    _, mark, truth = data.partition(MARK)
    if not mark:
        raise JobRefused("this photo has no truth behind it")
    found: dict[str, Any] = json.loads(truth)
    if seeds_by is not None:
        for piece in found["pieces"]:
            piece["confidence"] = 0.99
        found["seeds_by"] = seeds_by
    return found
