"""The benchmark counts what it says it counts."""

import json
import math
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from palago.engine.lattice import CORNER_OFFSETS, cell_centre, rotate_cell
from palago.vision.benchmark.compare import compare
from palago.vision.benchmark.report import level_rows, markdown, reliability_svg
from palago.vision.benchmark.tally import Tally, claimed_and_right, reliability
from palago.vision.benchmark.truth import Case, TrueTile, TruthError, find_cases
from palago.vision.readings.reading import Reading, TileReading
from palago.webui.command_line import main

SAMPLES = Path(__file__).resolve().parents[3] / "sample_images"
CELLS = ((0, 0), (1, 0), (0, 1), (2, -1), (-1, 1), (1, 1))
ROTATIONS = (0, 2, 4, 4, 0, 1)


def true_tile(cell: tuple[int, int], rotation: int) -> TrueTile:
    x, y = cell_centre(cell)
    corners = tuple((400 + 50 * (x + dx), 300 + 50 * (y + dy)) for dx, dy in CORNER_OFFSETS)
    return TrueTile(*cell, rotation, (400 + 50 * x, 300 + 50 * y), corners, 1.0)


def case_of(*tiles: TrueTile, level: str = "mild") -> Case:
    return Case(Path("p.jpg"), "p", "develop", {"level": level, "light": "lamp"}, tiles)


CASE = case_of(*(true_tile(c, k) for c, k in zip(CELLS, ROTATIONS, strict=True)))


def as_read(true: TrueTile, sixths: int, dq: int, dr: int, confidence: float) -> TileReading:
    """The tile as read in a frame that is turned counter-clockwise by sixths and shifted."""
    q, r = rotate_cell((true.q, true.r), sixths)
    turned = tuple(true.corners[(k - sixths) % 6] for k in range(6))
    rotation = (true.rotation + sixths) % 6
    return TileReading(q + dq, r + dr, rotation, confidence, true.center, turned)


def reading_of(case: Case, sixths: int = 0, dq: int = 0, dr: int = 0) -> Reading:
    tiles = tuple(as_read(true, sixths, dq, dr, 0.999) for true in case.tiles)
    return Reading("p.jpg", 800, 600, tiles=tiles, elapsed_ms={"decode": 5.0, "total": 40.0})


@given(st.sampled_from([0, 2, 4]), st.integers(-9, 9), st.integers(-9, 9))
def test_any_equivalent_frame_is_exactly_right(sixths: int, dq: int, dr: int) -> None:
    result = compare(CASE, reading_of(CASE, sixths, dq, dr))
    assert result.exact
    assert len(result.right) == result.read_right == result.expected == len(CELLS)


@pytest.mark.parametrize("sixths", [1, 3, 5])
def test_exchanged_colours_are_no_equivalent_frame(sixths: int) -> None:
    assert not compare(CASE, reading_of(CASE, sixths)).exact


@given(st.integers(0, 5), st.integers(1, 5), st.sampled_from([0, 2, 4]), st.floats(0, 1))
def test_one_turned_tile_is_counted_once(
    which: int, turn: int, sixths: int, confidence: float
) -> None:
    reading = reading_of(CASE, sixths)
    tiles = list(reading.tiles)
    tiles[which] = replace(
        tiles[which], rotation=(tiles[which].rotation + turn) % 6, confidence=confidence
    )
    result = compare(CASE, replace(reading, tiles=tuple(tiles)))
    assert (len(result.right), len(result.turned)) == (5, 1)
    assert result.found == 6
    assert result.read_right == 5
    assert not result.exact
    assert result.wrong_and_sure == (confidence >= 0.95)
    assert result.exact_or_marked == (confidence < 0.95)


def test_a_missed_tile_is_an_error_that_nothing_marks() -> None:
    reading = reading_of(CASE)
    result = compare(CASE, replace(reading, tiles=reading.tiles[1:]))
    assert len(result.missed) == 1
    assert not result.exact_or_marked


def test_a_hidden_tile_may_be_missed_but_not_misread() -> None:
    case = case_of(*CASE.tiles[:-1], replace(CASE.tiles[-1], visible=0.3))
    reading = reading_of(case)
    assert compare(case, replace(reading, tiles=reading.tiles[:-1])).exact
    wrong = replace(reading.tiles[-1], rotation=3)
    result = compare(case, replace(reading, tiles=(*reading.tiles[:-1], wrong)))
    assert result.read_right == result.expected == 5
    assert result.wrong_and_sure == 1


def test_phantoms_and_tiles_in_wrong_cells() -> None:
    reading = reading_of(CASE)
    elsewhere = replace(reading.tiles[0], q=9, center=(50.0, 50.0))
    result = compare(CASE, replace(reading, tiles=(*reading.tiles, elsewhere)))
    assert result.phantoms == (elsewhere,)
    moved = replace(reading.tiles[3], q=5)
    result = compare(CASE, replace(reading, tiles=(*reading.tiles[:3], moved, *reading.tiles[4:])))
    assert result.misplaced == (moved,)


def test_a_phantom_board_is_told_from_an_empty_reading() -> None:
    empty = case_of(level="none")
    nothing = compare(empty, Reading("p.jpg", 800, 600))
    something = compare(empty, reading_of(CASE))
    assert Tally.of([nothing]).phantom_boards == 0
    assert Tally.of([nothing, something]).phantom_boards == 1
    assert Tally.of([nothing, something]).boards == 0


def test_reliability_of_known_confidences() -> None:
    claimed = np.array([0.97] * 100 + [0.65] * 20)
    right = np.array([True] * 97 + [False] * 3 + [True] * 13 + [False] * 7)
    honest = reliability(claimed, right)
    assert honest.ece == pytest.approx(0.0, abs=1e-9)
    assert (honest.sure, honest.sure_and_wrong) == (100, 3)
    assert honest.brier == pytest.approx(
        (97 * 0.0009 + 3 * 0.9409 + 13 * 0.1225 + 7 * 0.4225) / 120
    )
    boastful = reliability(np.ones(10), np.array([True] * 5 + [False] * 5))
    assert boastful.ece == pytest.approx(0.5)


def test_the_page_names_parts_levels_conditions_and_errors() -> None:
    good = compare(CASE, reading_of(CASE), decode_ms=4.0)
    reading = reading_of(CASE)
    bad = compare(CASE, replace(reading, tiles=reading.tiles[1:]), decode_ms=4.0)
    page = markdown([good, bad], command="palago bench read photos", errors=[(bad, "errors/p.jpg")])
    assert "| mild | 2 | 12 | 91.7 % (11/12)" in page
    assert "light: lamp" in page
    assert "1 missed" in page
    assert "errors/p.jpg" in page
    assert [name for name, _ in level_rows([good, bad])] == ["mild", "all"]
    assert reliability_svg(reliability(*claimed_and_right([good, bad]))).startswith("<svg")


def test_the_command_measures_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("table.jpg", "table.truth.json"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    page = tmp_path / "out" / "reading.md"
    assert main(["bench", "read", str(tmp_path), "--out", str(page)]) == 0
    told = capsys.readouterr()
    assert "boards exactly right" in told.out and not told.err  # a bar is for terminals
    assert "100.0 % (1/1)" in page.read_text()
    assert f"`palago bench read {tmp_path.name} --out reading.md`" in page.read_text()
    assert (page.parent / "reading-reliability.svg").exists()
    assert main(["bench", "read", str(tmp_path), "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    assert counts["develop"]["mild"]["boards"] == 1


@pytest.mark.parametrize("text", ["{", "[]", '{"tiles": [{"q": 0}]}', '{"tiles": 3}', "null"])
def test_a_broken_truth_is_named(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jpg").write_bytes(b"")
    (tmp_path / "a.truth.json").write_text(text)
    with pytest.raises(TruthError, match=r"a\.truth\.json"):
        find_cases(tmp_path)
    assert main(["bench", "read", str(tmp_path)]) == 2
    assert "a.truth.json" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["nowhere"], [".", "--part", "none such"], [".", "--limit", "0"]]
)
def test_bad_requests(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("table.jpg", "table.truth.json"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    assert main(["bench", "read", str(tmp_path / words[0]), *words[1:]]) == 2
    assert capsys.readouterr().err.strip()


def test_a_photo_that_is_none_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.jpg").write_bytes(b"%PDF-1.4")
    (tmp_path / "a.truth.json").write_text('{"tiles": []}')
    assert main(["bench", "read", str(tmp_path)]) == 2
    assert "a.jpg" in capsys.readouterr().err


def test_inradius() -> None:
    assert true_tile((0, 0), 0).inradius == pytest.approx(50 * math.sqrt(3) / 2)
