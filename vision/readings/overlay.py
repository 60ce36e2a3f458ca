"""The reading drawn over its photo: outlines, lines, confidence by colour and by shape, labels."""

from __future__ import annotations

import cv2
import numpy as np

from ...calibration.arrays import Floats, Picture
from ...engine.tiles.board import Tile
from ..photos.photo import Photo
from .dice import DieReading
from .reading import Reading, TileReading

Bgr = tuple[int, int, int]

#: BGR. Shapes tell tiles apart, too: a sure one has a full outline and a disc, an unsure one a
#: dashed outline and a triangle, one that is turned the wrong way a square.
_SURE = (60, 170, 30)
_UNSURE = (0, 120, 255)
_ODD = (200, 40, 200)
INK = (20, 20, 20)
PAPER = (255, 255, 255)
_LOOSE = (200, 160, 0)


def draw_overlay(photo: Photo, reading: Reading) -> Picture:
    """The photo (at the size it was read at, BGR) with its reading drawn over it."""
    picture = np.ascontiguousarray(photo.image.copy())
    for tile in reading.tiles:
        _draw_tile(picture, photo, tile)
    for loose in reading.loose:
        x, y = _whole(photo.from_full(np.array(loose.center)))
        size = max(8, picture.shape[1] // 90)
        cv2.drawMarker(picture, (x, y), PAPER, cv2.MARKER_TILTED_CROSS, size + 4, 5, cv2.LINE_AA)
        cv2.drawMarker(picture, (x, y), _LOOSE, cv2.MARKER_TILTED_CROSS, size, 2, cv2.LINE_AA)
        _label(picture, "loose", (x, y + size), 0.45)
    for die in reading.dice:
        _draw_die(picture, photo, die)
    return picture


def _draw_die(picture: Picture, photo: Photo, die: DieReading) -> None:
    """A round frame about its top, dashed where the face is not sure, and what it shows."""
    centre = photo.from_full(np.array(die.center))
    radius = max(6.0, 0.75 * die.side / float(np.mean(photo.scale)))
    sure = die.as_seen().is_sure
    colour = _SURE if sure else _UNSURE
    arcs = [(0, 360)] if sure else [(start, start + 40) for start in range(0, 360, 60)]
    for start, end in arcs:
        for ink, width in ((PAPER, 4), (colour, 2)):
            axes = (round(radius), round(radius))
            cv2.ellipse(picture, _whole(centre), axes, 0, start, end, ink, width, cv2.LINE_AA)
    text = die.face or ("?" if die.state == "lying" else die.state)
    if die.face is not None and not sure:
        text += f" {die.confidence:.0%}?"
    _label(picture, text, _whole(centre + np.array([0.0, radius + 9.0])), 0.45)


def _draw_tile(picture: Picture, photo: Photo, tile: TileReading) -> None:
    corners, centre = (photo.from_full(np.array(at)) for at in (tile.corners, tile.center))
    side = float(np.linalg.norm(corners - centre, axis=1).mean())
    sure = tile.is_sure
    colour = _ODD if tile.rotation % 2 else _SURE if sure else _UNSURE
    thickness = max(1, round(side / 18))
    for first, second in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        _edge(picture, first, second, colour, thickness, dashed=not sure)
    for stroke in _drawing(tile, corners, centre):
        points = np.rint(stroke * 8).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(picture, [points], False, PAPER, thickness + 2, cv2.LINE_AA, 3)
        cv2.polylines(picture, [points], False, INK, thickness, cv2.LINE_AA, 3)
    tip = centre + 0.72 * (corners[tile.rotation] - centre)
    _mark(picture, tip, max(3.0, 0.13 * side), colour, tile)
    if side > 16:  # smaller letters cannot be read
        text = str(Tile(tile.q, tile.r, tile.rotation))
        if not sure:
            text += f" {tile.confidence:.0%}?"
        _label(picture, text, _whole(centre), min(0.9, side / 90))


def _drawing(tile: TileReading, corners: Floats, centre: Floats) -> list[Floats]:
    """The straight and the two arcs in the picture, by the affine map of this hexagon."""
    k = tile.rotation
    middle = 0.5 * (corners + np.roll(corners, -1, axis=0))
    straight = np.stack([middle[(k + 1) % 6], middle[(k + 4) % 6]])
    strokes = [straight]
    for tip in (k, (k + 3) % 6):
        outward = corners[tip] - centre
        across = corners[(tip + 1) % 6] - corners[(tip - 1) % 6]
        angles = np.linspace(-np.pi / 3, np.pi / 3, 13)
        inward = -outward[None] * np.cos(angles)[:, None]
        sideways = across[None] / np.sqrt(3.0) * np.sin(angles)[:, None]
        strokes.append(corners[tip] + 0.5 * (inward + sideways))
    return strokes


def _edge(
    picture: Picture, first: Floats, second: Floats, colour: Bgr, thickness: int, *, dashed: bool
) -> None:
    shares = [(0.0, 1.0)] if not dashed else [(0.0, 0.2), (0.4, 0.6), (0.8, 1.0)]
    for start, end in shares:
        a, b = first + start * (second - first), first + end * (second - first)
        cv2.line(picture, _whole(a), _whole(b), PAPER, thickness + 2, cv2.LINE_AA)
        cv2.line(picture, _whole(a), _whole(b), colour, thickness, cv2.LINE_AA)


def _mark(picture: Picture, place: Floats, size: float, colour: Bgr, tile: TileReading) -> None:
    """At the White tip: a disc for sure, a triangle for unsure, a square for a wrong-way tile."""
    if tile.rotation % 2:
        shape = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    elif tile.is_sure:
        angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        shape = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    else:
        shape = 1.3 * np.array([[0, -1], [0.87, 0.5], [-0.87, 0.5]], np.float64)
    points = np.rint((place + size * shape) * 8).astype(np.int32).reshape(-1, 1, 2)
    cv2.fillPoly(picture, [points], colour, cv2.LINE_AA, 3)
    cv2.polylines(picture, [points], True, PAPER, 1, cv2.LINE_AA, 3)


def _label(picture: Picture, text: str, place: tuple[int, int], size: float) -> None:
    write_on(picture, text, place, max(size, 0.35), INK, (PAPER, 3))


def write_on(
    picture: Picture, text: str, middle: tuple[int, int], size: float, ink: Bgr,
    rim: tuple[Bgr, int],
) -> None:  # fmt: skip
    """Write on a picture round a place; ``rim`` is the colour and width of what keeps the letters
    apart from the picture."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 2)
    x, y = middle[0] - width // 2, middle[1] + height // 2
    # A greater thickness is a bolder letter, and no rim about it: so it is written round the place.
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    around = np.rint(rim[1] * np.stack([np.cos(angles), np.sin(angles)], axis=1)).astype(int)
    for colour, (across, down) in [*((rim[0], place) for place in around.tolist()), (ink, (0, 0))]:
        origin = (x + across, y + down)
        cv2.putText(picture, text, origin, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 2, cv2.LINE_AA)


def _whole(place: Floats) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))
