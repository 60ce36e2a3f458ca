"""Palanquée's sheets as a printer sees them: rendered to pixels and measured."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from command_lines import palago
from palago.calibration.arrays import Flags, Floats, Picture
from palago.calibration.paper import PrintOptions, PrintProblem, print_pdf
from palago.calibration.sets.counter_palettes import counter_palettes
from palago.engine.palanquee.table.drawn import HEIGHT, WIDTH, drawn_cells
from palago.engine.palanquee.table.pieces import COLOURS
from printed_boards import TILES, printed_pages

PER_MM = 10


def pages(folder: Path, per_mm: int = PER_MM, **options: object) -> list[Picture]:
    """Every page as RGB pixels, ten to the millimetre."""
    printed = PrintOptions("palanquee", TILES, **options)  # type: ignore[arg-type]
    return printed_pages(printed, folder, per_mm * 25.4 / 72)


def red_and_blue(page: Picture) -> tuple[Flags, Flags]:
    red, _, blue = cv2.split(page)
    return cv2.subtract(red, blue) > 80, cv2.subtract(blue, red) > 80


def misses(page: Picture, corner: Floats, side: float) -> tuple[float, Floats]:
    """How much larger the printed board is than it should be, and how far (mm) its lines then lie
    from where they belong, at the middles of all sides.

    ``corner`` is about where the rectangle that holds the hexagons has its upper left corner, mm.
    """
    dark = 255.0 - np.minimum.reduce(cv2.split(page))
    reach = np.arange(-1.0, 1.001, 1 / PER_MM)
    offsets, rows = [], []
    for cell in drawn_cells():
        corners = np.array(cell.corners) * side + corner
        for first, second in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            middle, along = (first + second) / 2, (second - first) / side
            across = np.array([along[1], -along[0]])
            places = (middle + reach[:, None] * across) * PER_MM - 0.5
            profile = cv2.remap(dark, places.astype(np.float32)[None], None, cv2.INTER_LINEAR)[0]
            assert profile.max() > 80, f"no line round {cell}"
            offsets.append(float((profile * reach).sum() / profile.sum()))
            rows.append([*across, across @ (middle - corner)])
    shift, *_ = np.linalg.lstsq(np.array(rows), np.array(offsets), rcond=None)
    return float(shift[2]), np.abs(np.array(offsets) - np.array(rows) @ shift)


@pytest.mark.parametrize("paper", ["A3", "poster"])
def test_a_whole_board_is_true_and_has_its_colours_where_they_belong(
    tmp_path: Path, paper: str
) -> None:
    page = pages(tmp_path, paper=paper, only="board")[0]
    red, blue = red_and_blue(page)
    columns = np.flatnonzero(red.any(axis=0)) / PER_MM
    rows = np.flatnonzero(blue.any(axis=1)) / PER_MM
    side = (rows[-1] - rows[0]) / (HEIGHT + 0.07 * 3**0.5)
    assert columns[-1] - columns[0] == pytest.approx((WIDTH + 0.14) * side, abs=0.02 * side)
    growth, away = misses(page, np.array([columns[0], rows[0]]) + 0.06 * side, side)
    assert abs(growth) < 0.001 and away.max() < 0.2
    middle = page.shape[1] // 2
    assert not red[:, middle - 50 : middle + 50].any()
    top, bottom = np.flatnonzero(blue[:, middle])[[0, -1]]
    assert bottom - top > 0.9 * (rows[-1] - rows[0]) * PER_MM


def test_sheets_that_are_glued_make_one_true_board(tmp_path: Path) -> None:
    parts = pages(tmp_path, only="board", size=28.0)
    assert len(parts) == 6
    joined, at = parts[0], np.zeros(2, int)
    places = [at]
    for number, part in enumerate(parts[1:], start=1):
        before = number - 1 if number % 3 else number - 3
        # What both sheets show of the drawing: the strip at one's end is the other's beginning.
        grey = [cv2.cvtColor(page, cv2.COLOR_RGB2GRAY) for page in (parts[before], part)]
        inked = [np.argwhere(page[:-300] < 200) for page in grey]
        low, high = inked[1].min(axis=0), inked[1].max(axis=0)
        axis = 1 if number % 3 else 0
        patch = [slice(low[0] + 10, high[0] - 10), slice(low[1] + 10, high[1] - 10)]
        patch[axis] = slice(low[axis] + 10, low[axis] + 105)
        guess = np.array([0, 0])
        guess[axis] = inked[0].max(axis=0)[axis] - 120 - low[axis]
        near = [slice(s.start + g - 20, s.stop + g + 20) for s, g in zip(patch, guess, strict=True)]
        match = cv2.matchTemplate(grey[0][tuple(near)], grey[1][tuple(patch)], cv2.TM_CCOEFF_NORMED)
        _, best, _, where = cv2.minMaxLoc(match)
        assert best > 0.6
        places.append(places[before] + guess + np.array([where[1] - 20, where[0] - 20]))
    size = np.max(places, axis=0) + parts[0].shape[:2]
    joined = np.full((*size, 3), 255, np.uint8)
    for place, part in zip(places, parts, strict=True):
        window = joined[place[0] : place[0] + len(part) - 300, place[1] : place[1] + part.shape[1]]
        np.minimum(window, part[: len(window)], out=window)
    side = 28.0 / 3**0.5
    red, blue = red_and_blue(joined)
    columns, rows = np.flatnonzero(red.any(axis=0)), np.flatnonzero(blue.any(axis=1))
    growth, away = misses(joined, np.array([columns[0], rows[0]]) / PER_MM + 0.06 * side, side)
    # The cutting lines cross a few of the places that are measured.
    assert abs(growth) < 0.0004 and np.percentile(away, 97) < 0.2


def test_letters_run_from_right_to_left_and_small_ones_stand_below(tmp_path: Path) -> None:
    file = tmp_path / "board.pdf"
    print_pdf(PrintOptions("palanquee", TILES, paper="A3", only="board"), file)
    text = pypdfium2.PdfDocument(file)[0].get_textpage()
    seen: dict[str, list[tuple[float, float]]] = {}
    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        left, bottom, right, top = text.get_charbox(index)
        if top < 60:
            continue  # the words at the page's foot
        seen.setdefault(letter, []).append(((left + right) / 2, (bottom + top) / 2))
    highest = {letter: max(places, key=lambda p: p[1]) for letter, places in seen.items()}
    for first, second in zip("ABCDEFGHIJKLMNOPQR", "BCDEFGHIJKLMNOPQRS", strict=True):
        assert highest[first][0] > highest[second][0]
    for letter in "ABCDEFGHIJKLMNOPQRS":
        assert len(seen[letter]) >= 2 and min(p[1] for p in seen[letter]) > 600
        assert min(p[1] for p in seen[letter.lower()]) < 400


@pytest.mark.parametrize("palette", counter_palettes(), ids=lambda palette: palette.name)
def test_counters_have_their_size_colour_and_three_marked_seeds(
    tmp_path: Path, palette: object
) -> None:
    printed = pages(tmp_path, 5, only="counters", palette=palette)
    assert len(printed) == 3
    middles = []
    for page in printed:
        inked = (np.minimum.reduce(cv2.split(page)) < 160).astype(np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(inked)
        whole = [stat for stat in stats[1:] if stat[cv2.CC_STAT_HEIGHT] > 60]
        for disc in whole:
            assert disc[2:4] / 5 == pytest.approx([20.2, 20.2], abs=0.25)
        middles += [page[int(y + h / 2), int(x + w / 2)].astype(int) for x, y, w, h, _ in whole]
    assert len(middles) == 53 * len(COLOURS)
    for colour in COLOURS:
        ink = np.array(palette.colours[colour])  # type: ignore[attr-defined]
        assert sum(np.abs(middle - ink).max() < 3 for middle in middles) == 50


@pytest.mark.parametrize(("paper", "sheets"), [("A3", 2), ("poster", 2), ("letter", 9)])
def test_a_file_has_one_paper_and_says_legibly_how_sheets_are_glued(
    tmp_path: Path, paper: str, sheets: int
) -> None:
    print_pdf(PrintOptions("palanquee", TILES, paper=paper), tmp_path / "board.pdf")
    document = pypdfium2.PdfDocument(tmp_path / "board.pdf")
    assert len(document) == sheets and len({page.get_size() for page in document}) == 1
    if sheets < 9:
        return
    text = document[4].get_textpage()
    said = " ".join(text.get_text_range().split())
    assert "dashed strips of sheets 4 and 2" in said
    for index in range(text.count_chars()):
        _, bottom, _, top = text.get_charbox(index)
        if text.get_text_range(index, 1).isupper():
            assert top - bottom > 2.2 * 72 / 25.4, "letters are too small to read"


@pytest.mark.parametrize("options", [
    {"paper": "A3", "size": 28.0}, {"size": 5.0}, {"count": 0}, {"only": "rules"}, {"paper": "A5"},
])  # fmt: skip
def test_what_cannot_be_printed_is_refused(tmp_path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(PrintProblem):
        pages(tmp_path, **options)
    assert list(tmp_path.iterdir()) == []


def test_the_command_takes_palettes_and_large_paper(tmp_path: Path) -> None:
    to_file = "--out", str(tmp_path / "board.pdf")
    colours = "--colours", "colour-blind"
    assert palago("print", "palanquee", "--paper", "poster", *colours, *to_file).returncode == 0
    document = pypdfium2.PdfDocument(tmp_path / "board.pdf")
    assert document[0].get_size() == pytest.approx((500 * 72 / 25.4,) * 2, abs=0.1)
    assert len(document) == 2
    for line, said in (
        ("tiles --paper A2", "A2"),
        ("palanquee --colours #fff,#000", "not five colours"),
        ("dice --only board", "--only does nothing for dice"),
        ("dice --bleed 1", "--bleed does nothing for dice"),
        ("scorecard --size 40", "--size does nothing for scorecard"),
        ("scorecard --pieces 3", "--pieces does nothing for scorecard"),
    ):
        done = palago("print", *line.split(), *to_file)
        assert done.returncode == 2 and said in done.stderr
