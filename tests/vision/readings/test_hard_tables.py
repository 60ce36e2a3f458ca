"""Tables and sets that hide a board: a cloth of hexagons, colours hardly apart."""

import math
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from further_cases import further
from palago.calibration.arrays import Picture
from palago.engine.lattice import CORNER_OFFSETS, cell_centre
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.observation import SURE
from palago.vision import read
from palago.vision.benchmark.compare import compare
from palago.vision.benchmark.truth import case_of_truth
from palago.vision.missed.out_of_focus import find_out_of_focus
from palago.vision.photos.photo import PhotoFile
from palago.vision.table.lesson import named_truly
from palago.vision.training.scenes import scene as scenes
from palago.vision.training.scenes.noise import Image
from palago.vision.training.scenes.scene import Request, Scene, make_scene
from palago.vision.training.scenes.textures import honeycomb
from palago.vision.training.scenes.tiles import laying, patterns, surface
from palago.vision.training.scenes.tiles.editions import random_edition, scene_colour
from palago.vision.training.scenes.tiles.patterns import DrawnEdition

#: A set without wear, and a board of it from above in plain light.
PLAIN = replace(random_edition(np.random.default_rng(2), "mild"), grain=0.0, wear=0.0)
ASKED = Request(
    800, 600, level="mild", content="board", tilt_deg=0.0, hands=0.0, lens=(1.0, 0.0), edition=PLAIN
)


def scene_of(seed: int, tiles: int = 12, **edition: Any) -> Scene:
    """A board of a set like that."""
    own = replace(PLAIN, **edition)
    return make_scene(seed, replace(ASKED, tiles=tiles, odd_share=0.0, edition=own))


def on_a_cloth_of_hexagons(scene: Scene, pitch: float) -> Picture:
    """The scene with grey hexagons, so many tiles wide, drawn on the table beside the tiles."""
    picture = np.full_like(scene.image, 190)
    side = pitch * scene.truth["conditions"]["tile_width"] / math.sqrt(3.0)
    for q in range(-30, 60):
        for r in range(40):
            x, y = cell_centre((q - r // 2, r))
            corners = np.array([(x + dx, y + dy) for dx, dy in CORNER_OFFSETS]) * side
            cv2.polylines(picture, [np.rint(corners).astype(np.int32)], True, (90, 90, 90), 2)
    own = np.zeros(picture.shape[:2], np.uint8)
    for tile in scene.truth["tiles"]:
        cv2.fillConvexPoly(own, np.rint(tile["corners"]).astype(np.int32), 255)
    return np.where(own[..., None] > 0, scene.image, picture).astype(np.uint8)


@pytest.mark.parametrize(("seed", "tiles", "pitch"), [(7, 12, 0.8), *further([(306, 6, 0.75)])])
def test_a_cloth_of_hexagons_does_not_pull_the_board_out_of_its_lattice(
    seed: int, tiles: int, pitch: float
) -> None:
    scene = scene_of(seed, tiles)
    found = compare(case_of_truth(scene.truth), read(on_a_cloth_of_hexagons(scene, pitch)))
    assert found.exact_or_marked


@pytest.mark.parametrize(
    ("seed", "level"),
    [(43_100_035, "mild"), *further([(43_200_010, "hard")])],
    ids=["cable", "stripes"],
)
def test_what_lies_or_falls_on_a_floor_of_hexagons_is_no_sure_board(
    seed: int, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenes, "TEXTURES", {"honeycomb": honeycomb})
    scene = make_scene(seed, Request(1000, 750, level=level, content="empty"))
    assert not any(tile.is_sure for tile in read(scene.image).tiles)


@pytest.mark.parametrize("moved", [0.0, 0.3], ids=["in its cell", "moved"])
def test_a_tile_beyond_a_card_is_of_the_board_if_it_lies_in_its_cell(moved: float) -> None:
    """One tile lies alone beyond a card that covers the tile between it and the board."""
    cells = [(0, 0), (1, 0), (0, 1), (1, -1), (-1, 1), (-1, 0), (2, 0), (3, 0)]
    scene = make_scene(26, replace(ASKED, board=Board(Tile(*cell, 0) for cell in cells)))
    picture = scene.image.copy()
    corners = {(tile["q"], tile["r"]): np.array(tile["corners"]) for tile in scene.truth["tiles"]}
    own = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(own, np.rint(corners[3, 0]).astype(np.int32), 255)
    if moved:
        away = np.rint(moved * (corners[1, 0] - corners[0, 0]).mean(axis=0)).astype(int)
        picture[own > 0] = picture[5, 5]
        y, x = np.nonzero(own)
        picture[y + away[1], x + away[0]] = scene.image[y, x]
    card = cv2.boxPoints(cv2.minAreaRect(corners[2, 0].astype(np.float32)))
    cv2.fillConvexPoly(picture, np.rint(card).astype(np.int32), (235, 240, 240))
    reading = read(picture)
    assert len(reading.tiles) == (6 if moved else 7)
    assert not compare(case_of_truth(scene.truth), reading).wrong
    assert sum(not tile.is_sure for tile in reading.tiles) == (0 if moved else 1)


@pytest.mark.parametrize(("others", "loose"), [(0, 0), (1, 1), (0.4, 0)])
def test_one_tile_among_others_may_not_be_the_board(others: float, loose: int) -> None:
    """Nobody can say which of two tiles that lie apart is the board, be one of them hardly seen."""
    asked = replace(ASKED, tile_width=100.0, board=Board([Tile(0, 0, 0)]))
    picture = make_scene(26, asked).image
    tile = picture[230:370, 330:470].copy()
    if others:
        hazy = others * tile[::-1, ::-1] + (1 - others) * tile.mean()
        picture[430:570, 60:200] = cv2.GaussianBlur(hazy, (0, 0), 0.1 + 12 * (1 - others))
    reading = read(picture)
    assert len(reading.tiles) == 1 and len(reading.loose) == loose
    assert reading.tiles[0].is_sure != bool(others)


def test_out_of_focus_a_board_is_seen_whichever_of_its_colours_is_the_lighter() -> None:
    scene = scene_of(5, white=scene_colour((225, 110, 60)), blue=scene_colour((70, 150, 110)))
    found = find_out_of_focus(PhotoFile(scene.image).at(), lambda _: None)
    assert found is not None and len(found[1].faces) == 12
    assert found[1].palette.naming_chance < SURE


@pytest.mark.parametrize(
    ("width", "height", "tiles", "tile_width", "apart", "bright"),
    [(1600, 1100, 12, 44.0, 1 / 6, (0.25, 1.0)), (800, 550, 9, 110.0, 1 / 5, (0.12, 0.12))],
    ids=["small tiles, in White", "large tiles, in both"],
)
def test_a_board_with_a_pattern_in_its_colours_is_read(
    width: int, height: int, tiles: int, tile_width: float, apart: float,
    bright: tuple[float, float], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def painted(edition: DrawnEdition, u: Image, v: Image, pixel: Image, _: Image) -> Image:
        """Squares such a part of a tile apart, so `bright` beside White and Blue."""
        period = np.float32(math.sqrt(3.0) * apart)
        dark = np.sin(2 * np.pi * u / period) * np.sin(2 * np.pi * v / period) > 0
        face = patterns.paint_palago(edition, u, v, pixel)
        share = np.where(patterns.palago_side(u, v) > 0, bright[0], bright[1])
        return np.asarray(np.where(dark[..., None], face * share[..., None], face), np.float32)

    monkeypatch.setattr(surface, "paint_palago", painted)
    asked = replace(ASKED, width=width, height=height, tiles=tiles, tile_width=tile_width)
    scene = make_scene(4, replace(asked, odd_share=0.0))
    case = case_of_truth(scene.truth)
    reading = read(scene.image, with_dice=False)
    found = compare(case, named_truly(reading, case) or reading)
    assert found.exact


def test_a_relief_in_one_colour_is_read_by_its_grooves() -> None:
    ground = np.array([0.25, 0.3, 0.4], np.float32)
    colours: dict[str, Any] = {"white": ground * 1.13, "blue": ground, "line": ground * 0.5}
    scene = scene_of(3, grain=0.06, line_width=0.05, **colours)
    case = case_of_truth(scene.truth)
    named = named_truly(read(scene.image), case)
    assert named is not None
    found = compare(case, named)
    assert found.found == found.expected and not found.wrong_and_sure


def test_a_fault_of_half_a_tile_makes_two_boards_and_none_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng([1013, 77])
    edition, tiles = random_edition(rng, "mild"), int(rng.integers(8, 28))
    lay_board = laying.lay_board
    beyond: set[Any] = set()

    def lay_with_a_fault(*how: Any, **more: Any) -> Any:
        laid = lay_board(*how, **more)
        across = [tile.y - math.sqrt(3.0) * tile.x for tile in laid]
        middle = sorted(across)[len(laid) // 2]
        beyond.update(t.cell for t, off in zip(laid, across, strict=True) if off > middle + 1e-6)
        half = math.sqrt(3.0) / 4.0, 0.75  # of a tile, along the row
        return [
            replace(t, x=t.x + half[0], y=t.y + half[1]) if t.cell in beyond else t for t in laid
        ]

    monkeypatch.setattr(scenes, "lay_board", lay_with_a_fault)
    asked = Request(
        1100, 825, level="mild", content="board", tiles=tiles, odd_share=0.0, hands=0.0,
        edition=edition,
    )  # fmt: skip
    scene = make_scene(1013, asked)
    sure = [tile.center for tile in read(scene.image).tiles if tile.is_sure]
    true = {(t["q"], t["r"]): t["center"] for t in scene.truth["tiles"]}
    sides = {min(true, key=lambda cell: math.dist(true[cell], at)) in beyond for at in sure}
    assert sure and len(sides) == 1
