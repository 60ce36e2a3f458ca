"""Palanquée's board and counters in photos: found, named, read honestly, and nowhere else."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from palago.calibration.arrays import Floats32, Picture
from palago.engine.palanquee.table.board import cell_from_name
from palago.engine.palanquee.table.drawn import HEIGHT, WIDTH, drawings_of, drawn_cells
from palago.engine.palanquee.table.pieces import Piece
from palago.vision import read
from palago.vision.benchmark.counters import compare_counters, find_counter_cases
from palago.vision.counters.glance import MEASURES, OUTPUTS, glance_of_answers
from palago.vision.counters.hues import by_hue, odds_by_hue
from palago.vision.counters.locating.locate import locate_board
from palago.vision.counters.outlines.empty_board import bare_board
from palago.vision.counters.outlines.standing import odds_of_pieces
from palago.vision.counters.reader import read_counters
from palago.vision.counters.rectify import (
    CENTRES,
    CameraPlace,
    Rectified,
    coarser,
    fine_size,
    flat_frame,
)
from palago.webui.command_line import main
from printed_boards import place_on, printed_board, seen_from_aside, with_counters

SAMPLES = Path(__file__).resolve().parents[3] / "sample_images"
DEVELOP = SAMPLES / "palanquee" / "develop"


@pytest.mark.parametrize("turned", [False, True])
def test_the_printed_sheet_is_read_back_whichever_way_it_lies(tmp_path: Path, turned: bool) -> None:
    page = printed_board(tmp_path)
    # A blue disc of our own on C5, drawn on the page.
    corner, side = place_on(page)
    x, y = np.array(drawings_of("C5")[0].centre) * side + corner
    cv2.circle(page, (round(x), round(y)), round(0.62 * side), (160, 70, 20), -1, cv2.LINE_AA)
    photo, matrix = seen_from_aside(page, turned)
    # Two lie on the table beside it: one of the same colour, and a coin.
    cv2.circle(photo, (100, 700), 20, (160, 70, 20), -1, cv2.LINE_AA)
    cv2.circle(photo, (1500, 500), 20, (90, 150, 190), -1, cv2.LINE_AA)
    reading = read_counters(photo)
    assert [(piece.colour, np.round(piece.center, -1).tolist()) for piece in reading.beside] == [
        ("blue", [100, 700])
    ]
    assert [(piece.cell, piece.colour) for piece in reading.pieces] == [("C5", "blue")]
    expected = cv2.perspectiveTransform(np.array([[[x, y]]], np.float32), matrix)[0, 0]
    assert np.hypot(*(np.array(reading.pieces[0].center) - expected)) < 12
    s_top, a_top, a_bottom, s_bottom = (np.array(corner) for corner in reading.corners)
    across = np.hypot(*(a_top - s_top)) + np.hypot(*(a_bottom - s_bottom))
    assert across > 900
    assert (s_top[0] < a_top[0]) != turned


def test_without_letters_the_photo_s_side_says_which_way_round(tmp_path: Path) -> None:
    page = printed_board(tmp_path)
    corner, side = place_on(page)
    for cell in drawn_cells():
        if cell.letter:
            x, y = np.array(cell.centre) * side + corner
            cv2.circle(page, (round(x), round(y)), round(0.7 * side), (255, 255, 255), -1)
    photo, _ = seen_from_aside(page, turned=True)
    reading = read_counters(photo)
    assert "heading" in {warning.code for warning in reading.warnings}
    s_top, a_top, _, s_bottom = (np.array(corner) for corner in reading.corners)
    assert s_top[0] < a_top[0] and s_top[1] < s_bottom[1]


@pytest.mark.parametrize(("chance", "sure"), [(0.9, 0), (0.97, 1)])
def test_where_the_board_s_place_is_doubtful_nothing_is_sure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chance: float, sure: int
) -> None:
    page = printed_board(tmp_path)
    photo, _ = seen_from_aside(
        with_counters(page, [Piece(40, "violet", is_seed=True)]), turned=False
    )
    board = locate_board(photo)
    assert board is not None
    told = replace(board, chance=chance)
    monkeypatch.setattr("palago.vision.counters.reader.locate_board", lambda _: told)
    reading = read_counters(photo)
    assert len(reading.pieces) == 1
    assert sum(piece.is_sure for piece in reading.pieces) == sure
    assert ("where" in {warning.code for warning in reading.warnings}) != bool(sure)


def test_pictures_are_read_and_errors_are_marked() -> None:
    cases = [c for c in find_counter_cases(DEVELOP) if c.level == "mild"][:3]
    found = [compare_counters(case, read_counters(case.photo)) for case in cases]
    pieces = sum(len(set(case.pieces) - case.free) for case in cases)
    assert sum(c.right for c in found) >= 0.95 * pieces
    assert sum(len(c.missed) + len(c.phantoms) for c in found) <= 0.05 * pieces
    assert sum(c.sure_errors for c in found) <= 0.01 * pieces


def test_who_looks_like_the_others_of_a_colour_has_its_name() -> None:
    shares = np.full((9, 5), 0.01) + 0.95 * np.eye(5)[[2, 2, 2, 2, 3, 3, 3, 3, 0]]
    hues = np.array(
        [[40, 170, 160], [42, 172, 158], [39, 168, 161], [41, 171, 160]] * 2 + [[30.0, 140, 90]]
    )
    hues[4:8, 1:] = [[128, 190], [129, 188], [127, 191], [170, 159]]  # the last one looks red
    shares[7] = (0.0, 0.0, 0.1, 0.9, 0.0)
    named = by_hue(shares, hues)
    assert named.argmax(axis=1).tolist() == [2, 2, 2, 2, 3, 3, 3, 2, 0]
    assert named[8, 0] > 0.9  # the only one of its colour keeps its name


def test_what_looks_like_no_other_piece_is_not_sure_of_its_name() -> None:
    shares = np.full((11, 5), 0.001) + 0.995 * np.eye(5)[[2] * 5 + [3] * 5 + [0]]
    hues = np.array([[40.0, 170, 160]] * 5 + [[40.0, 128, 190]] * 5 + [[30.0, 140, 90]])
    alike = odds_by_hue(shares, hues)
    assert alike.min() == alike.max() > 3  # the only one of its colour may look as it will
    hues[4] = (70, 128, 90)  # a thing on the board, or a glass before a piece
    odds = odds_by_hue(shares, hues)
    assert odds[4] == 0 and np.array_equal(np.delete(odds, 4), np.delete(alike, 4))


def test_a_cell_unlike_the_bare_board_holds_a_piece_and_one_like_it_none() -> None:
    camera = CameraPlace(np.array([14.0, 14.0]), 40.0)
    matrix, size = flat_frame(camera)
    fine = np.full((*fine_size(size)[::-1], 3), 215, np.uint8)
    every = np.ones(len(CENTRES), bool)
    flat = Rectified(coarser(fine, size), fine, matrix, camera, every)
    answers = np.zeros((len(CENTRES), OUTPUTS))
    answers[:, 0], answers[:, MEASURES.index("hidden")] = -8.0, -8.0
    taken, doubtful, unlike = range(40, 48), range(100, 110), 120
    answers[taken, 0], answers[doubtful, 0], answers[unlike, 0] = 8.0, 0.0, -1.0
    for index in (*taken, *doubtful[:5]):
        x, y = np.round(flat.to_fine(CENTRES[index])).astype(int).tolist()
        cv2.circle(fine, (x, y), 25, (160, 70, 20), -1)
    # A colour that no other piece has; and half a light on the board.
    x, y = np.round(flat.to_fine(CENTRES[unlike])).astype(int).tolist()
    cv2.circle(fine, (x, y), 25, (20, 160, 60), -1)
    fine[: len(fine) // 2] //= 2
    seen = glance_of_answers(answers, np.zeros(3, np.float32))
    odds = odds_of_pieces(flat, seen, bare_board(flat, seen))
    there = {*taken, *doubtful[:5], unlike}
    assert set(np.flatnonzero(odds > 1).tolist()) == there
    assert odds[doubtful[5:]].max() < -1
    assert odds_of_pieces(flat, seen, None)[unlike] < 0


def papered(picture: Path, paper: Floats32) -> Picture:
    """A sample picture with light paper of this outline (1, n, 2), in sides, on its board."""
    corners = json.loads(picture.with_suffix(".truth.json").read_text(encoding="utf-8"))["corners"]
    board = [(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)]
    view = cv2.getPerspectiveTransform(np.array(board, np.float32), np.array(corners, np.float32))
    photo = np.asarray(cv2.imread(str(picture)), np.uint8)
    outline = np.round(cv2.perspectiveTransform(paper, view)).astype(np.int32)
    cv2.fillPoly(photo, [outline], (205, 215, 218), cv2.LINE_AA)
    return photo


@pytest.mark.parametrize("number", ["0006", "0008", "0012"])
def test_two_cells_under_a_slip_of_paper_are_not_read_as_empty(number: str) -> None:
    picture = DEVELOP / f"{number}.jpg"
    held = {"M6", "M7", "L6", "L7", "L8", "N6", "N7", "N8", "M5", "M8"}
    truth = json.loads(picture.with_suffix(".truth.json").read_text(encoding="utf-8"))
    assert not held & {piece["cell"] for piece in truth["pieces"]}
    (x, top), (_, bottom) = (drawings_of(cell)[0].centre for cell in ("M6", "M7"))
    slip = [(x - 1, top - 1), (x + 1, top - 1), (x + 1, bottom + 1), (x - 1, bottom + 1)]
    reading = read_counters(papered(picture, np.array([slip], np.float32)))
    assert reading.cells_named("hidden") == {"M6", "M7"}


def test_cells_under_light_paper_are_not_read_as_empty() -> None:
    paper = np.array([[[3, 5], [15, 3], [17, 15], [5, 17]]], np.float32)
    reading = read_counters(papered(sorted(DEVELOP.glob("*.jpg"))[0], paper))
    inside = {c.name: cv2.pointPolygonTest(paper[0], c.centre, True) for c in drawn_cells()}
    hidden = reading.cells_named("hidden")
    under = {name for name, depth in inside.items() if depth > 0.9}
    assert len(under - hidden) < 0.1 * len(under)
    assert all(inside[name] > -1 for name in hidden)


@pytest.mark.parametrize(
    ("is_marked", "others", "told", "by", "is_sure"),
    [
        (False, 0, None, "nothing", False),  # large, tall, or a sprout: who knows
        (False, 0, "mark", "mark", False),  # it bears none
        (False, 0, "size", "size", True),
        (True, 0, None, "mark", True),
        (True, 1, None, "mark", True),
    ],
)
def test_a_lone_piece_is_of_a_sure_kind_only_where_it_shows_its_sign(
    tmp_path: Path, is_marked: bool, others: int, told: Any, by: str, is_sure: bool
) -> None:
    laid = [Piece(cell_from_name("J9"), "violet", is_marked)]
    laid += [Piece(cell_from_name("J10"), "violet", False)] * others
    photo = seen_from_aside(with_counters(printed_board(tmp_path), laid), turned=False)[0]
    reading = read_counters(photo, told)
    piece = next(piece for piece in reading.pieces if piece.cell == "J9")
    assert (piece.kind, reading.seeds_by, piece.is_sure) == ("seed", by, is_sure)
    assert (by == "nothing") == any(warning.code == "seeds" for warning in reading.warnings)


def test_a_board_is_read_whose_letters_the_photo_cuts_off() -> None:
    photo = np.asarray(cv2.imread(str(DEVELOP / "0003.jpg")), np.uint8)
    reading = read_counters(photo[: round(0.8 * len(photo))])
    assert reading.pieces and reading.cells_named("cut_board")


def test_no_board_is_seen_on_other_tables() -> None:
    others = [path for path in sorted((SAMPLES / "develop").glob("*.jpg")) if "1" in path.stem]
    for photo in [SAMPLES / "table.jpg", others[0]]:
        reading = read_counters(photo)
        assert reading.pieces == () and reading.corners == ()
        assert reading.sentences[0] == "no Palanquée board was found in this photo"


def test_the_tile_reader_sees_no_tiles_on_the_printed_board() -> None:
    for photo in sorted(DEVELOP.glob("*.jpg"))[:2]:
        assert read(photo).tiles == ()


def test_the_command_prints_the_specified_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = sorted(DEVELOP.glob("*.jpg"))[0]
    out = ["--out", str(tmp_path), "--overlay"]
    assert main(["read", "--game", "palanquee", str(photo), "--json", *out]) == 0
    answer = json.loads(capsys.readouterr().out)
    names = {cell.name for cell in drawn_cells()}
    assert answer["pieces"] and len(answer["corners"]) == 4
    for piece in answer["pieces"]:
        assert piece["cell"] in names and 0 <= piece["confidence"] <= 1
        assert piece["kind"] in ("seed", "sprout")
        assert piece["colour"] in ("blue", "green", "red", "yellow", "violet")
    assert (tmp_path / f"{photo.stem}.overlay.jpg").stat().st_size > 10_000
    assert main(["read", "--game", "palanquee", str(SAMPLES / "README.md"), "--json"]) == 2


def test_the_drawn_board_has_its_twice_drawn_cells() -> None:
    assert len(drawn_cells()) == 313 and len({cell.name for cell in drawn_cells()}) == 304
    for name in ("B1", "B17", "R1"):
        first, second = drawings_of(name)
        assert first.name == second.name and second.centre[1] - first.centre[1] > HEIGHT - 2
