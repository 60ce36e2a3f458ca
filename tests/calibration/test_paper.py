"""The sheets as a printer sees them: rendered to pixels, measured, and looked at."""

import re
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from command_lines import palago
from palago.calibration.arrays import Flags, Floats, Picture
from palago.calibration.cameras.charuco import CharucoSheet
from palago.calibration.paper import KINDS, PrintOptions, PrintProblem, print_pdf
from palago.calibration.paper.document import DICE_EDGES
from palago.calibration.paper.sheet import PAPERS
from palago.calibration.paper.texts import LANGUAGES, texts_in
from palago.calibration.paper.tile_face import PaperColours
from palago.calibration.sets.editions import edition_named
from printed_boards import printed_pages

PER_MM = 10
RED, BLUE = (224, 40, 40), (40, 60, 200)
BOTH_SEEN = PaperColours(white=RED, blue=BLUE)


def pages(options: PrintOptions, folder: Path) -> list[Picture]:
    """Every page as RGB pixels, ten to the millimetre."""
    return printed_pages(options, folder, PER_MM * 25.4 / 72)


def near(page: Picture, colour: tuple[int, int, int]) -> Flags:
    low, high = (np.clip(np.array(colour) + side * 59, 0, 255) for side in (-1, 1))
    return cv2.inRange(page, low, high) > 0


@pytest.mark.parametrize("paper", PAPERS)
def test_the_largest_dice_fit_on_every_paper(paper: str, tmp_path: Path) -> None:
    for page in pages(PrintOptions("dice", BOTH_SEEN, paper, DICE_EDGES[1]), tmp_path):
        inked, rim = page.min(axis=2) < 250, round(5 * PER_MM)
        assert inked.any()
        inked[rim:-rim, rim:-rim] = False
        assert not inked.any(), "something is cut off at the edge"


def hexagons(page: Picture) -> list[Floats]:
    """Outlines (mm) of the painted hexagons, without the thin cut marks."""
    painted = (np.minimum.reduce(cv2.split(page)) < 150).astype(np.uint8)
    thick = cv2.morphologyEx(painted, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    outlines, _ = cv2.findContours(thick, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    large = [outline.reshape(-1, 2) for outline in outlines if cv2.contourArea(outline) > 20_000]
    return [np.asarray((outline + 0.5) / PER_MM, np.float64) for outline in large]


def middle_of(outline: Floats) -> Floats:
    """The middle of the area inside an outline."""
    moments = cv2.moments(outline.astype(np.float32))
    return np.array([moments["m10"], moments["m01"]]) / moments["m00"]


def widths(outline: Floats) -> list[float]:
    """Extent of an outline across its three pairs of sides, mm; pixels are counted whole."""
    middle = middle_of(outline)
    found = []
    hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2)
    for angle in np.radians(np.arange(0, 180, 1)):
        along = (hull - middle) @ np.array([np.cos(angle), np.sin(angle)])
        found.append(np.ptp(along) + 1 / PER_MM)
    third = np.array(found).reshape(3, 60)
    return list(third.min(axis=1))


@pytest.mark.parametrize(("paper", "size"), [("A4", 40.0), ("letter", 33.0)])
def test_tiles_are_true_to_size_and_backs_lie_behind_fronts(
    tmp_path: Path, paper: str, size: float
) -> None:
    printed = pages(PrintOptions("tiles", BOTH_SEEN, paper=paper, size=size), tmp_path)
    assert printed[0].shape[1::-1] == pytest.approx(np.array(PAPERS[paper]) * PER_MM, abs=1)
    assert len(printed) % 2 == 0
    total, of_red = 0, 0
    for front, back in zip(printed[::2], printed[1::2], strict=True):
        fronts, backs = hexagons(front), hexagons(back)
        assert len(fronts) == len(backs)
        total += len(fronts)
        for outline in (*fronts, *backs):
            assert widths(outline) == pytest.approx([size] * 3, abs=0.2)
        for outline in backs:
            x, y = (middle_of(outline) * PER_MM).astype(int)
            of_red += bool(near(back[y : y + 1, x : x + 1], RED).all())
        # Turned over on the long edge, a back falls on its front.
        width = front.shape[1] / PER_MM
        turned = sorted((width - x, y) for x, y in map(middle_of, backs))
        facing = [middle_of(outline) for outline in fronts]
        for x, y in turned:
            assert min(np.hypot(x - u, y - v) for u, v in facing) < 0.15
    assert total == 48 and of_red == 24


def test_a_tile_has_the_pattern_of_the_game(tmp_path: Path) -> None:
    page = pages(PrintOptions("tiles", BOTH_SEEN, size=60.0, count=1), tmp_path)[0]
    outline = hexagons(page)[0]
    centre, side = middle_of(outline), 60.0 / np.sqrt(3)
    wrong = checked = 0
    for x, y in np.random.default_rng(0).uniform(-1, 1, (4000, 2)):
        inside = max(abs(x), abs(x / 2 + y * 3**0.5 / 2), abs(x / 2 - y * 3**0.5 / 2)) < 0.83
        tip_of_white, tip_of_blue = np.hypot(x, y + 1), np.hypot(x, y - 1)
        to_line = min(abs(y), abs(tip_of_white - 0.5), abs(tip_of_blue - 0.5))
        if not inside or to_line < 0.04:
            continue
        white = tip_of_white < 0.5 or (y > 0 and tip_of_blue > 0.5)
        # One of the two headings in which tiles are laid out: 30 degrees clockwise, or none.
        expected = RED if white else BLUE
        seen = []
        for turn in (0.0, np.radians(30)):
            u, v = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
            column, row = ((centre + side * np.array([u, v])) * PER_MM).astype(int)
            seen.append(bool(near(page[row : row + 1, column : column + 1], expected).all()))
        checked += 1
        wrong += np.array(seen) == False  # noqa: E712
    assert checked > 1500
    assert min(np.atleast_1d(wrong)) == 0


@pytest.mark.parametrize(
    ("kind", "paper"), [("tiles", "A4"), ("charuco", "letter"), ("dice", "A4")]
)
def test_the_ruler_is_true(tmp_path: Path, kind: str, paper: str) -> None:
    page = pages(PrintOptions(kind, BOTH_SEEN, paper=paper), tmp_path)[0]
    ink = 1 - np.maximum.reduce(cv2.split(page)) / 255
    # The foot line of the ruler is the only thin line of that length near the foot of the page.
    foot = np.flatnonzero((ink[-130:] > 0.4).sum(axis=1) > 900)[-1] + len(page) - 130
    across = ink[foot - 15]
    runs = np.split(np.arange(len(across)), np.flatnonzero(np.diff((across > 0.1).astype(int))) + 1)
    ticks = [np.average(run, weights=across[run]) for run in runs if across[run[0]] > 0.1]
    ruler = np.array(
        [tick for tick in ticks if (ink[foot, round(tick) - 2 : round(tick) + 3] > 0.4).any()]
    )
    assert len(ruler) == 101
    assert (ruler[-1] - ruler[0]) / PER_MM == pytest.approx(100.0, abs=0.05)
    assert np.abs(np.diff(ruler) / PER_MM - 1.0).max() < 0.05


@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_the_charuco_sheet_is_found_whole_and_true(tmp_path: Path, paper: str) -> None:
    page = pages(PrintOptions("charuco", BOTH_SEEN, paper=paper), tmp_path)[0]
    sheet = CharucoSheet()
    view = sheet.find(np.ascontiguousarray(page[..., ::-1]))
    assert len(view) == 60
    positions = sheet.corner_positions[view.ids][:, :2]
    measured = (view.corners + 0.5) / PER_MM
    shift = (measured - positions).mean(axis=0)
    assert np.abs(measured - positions - shift).max() < 0.2


def test_every_sheet_is_made_in_every_language_and_stays_on_the_paper(tmp_path: Path) -> None:
    edition = edition_named("white/blue")
    colours = PaperColours(edition.white, edition.blue, edition.line)
    for kind in KINDS:
        for language in LANGUAGES:
            file = tmp_path / f"{kind}-{language}.pdf"
            print_pdf(PrintOptions(kind, colours, language=language, paper="letter"), file)
            document, words = pypdfium2.PdfDocument(file), ""
            for page in document:
                pixels = np.asarray(page.render(scale=1).to_pil().convert("L"))
                border = np.concatenate(
                    [pixels[:12].ravel(), pixels[-12:].ravel(), pixels[:, :12].ravel()]
                )
                assert (border > 240).all(), f"{kind} in {language} runs into the margin"
                words += page.get_textpage().get_text_range()
            assert not re.search(r"^[，。；：！？、）」]", words, re.MULTILINE), kind
            assert language != "fr" or not re.search(r"\d\.\d", words), kind
            if kind == "rules":
                games = ("Palago", "Palagonia", "Palagem", "Palanquée")
                sheets = len(document)
                assert all(words.count(game) > sheets for game in games), "a game has no rules"
            if kind in ("dice", "scorecard"):
                title = {"dice": "dice_title", "scorecard": "scorecard_title"}[kind]
                assert getattr(texts_in(language), title) in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_below_the_score_card_stands_alone(tmp_path: Path, language: str) -> None:
    print_pdf(PrintOptions("scorecard", BOTH_SEEN, language=language), tmp_path / "card.pdf")
    with pypdfium2.PdfDocument(tmp_path / "card.pdf") as document:
        lines = document[0].get_textpage().get_text_range().splitlines()
    total = lines.index(texts_in(language).scorecard_total)
    assert len(lines[total + 1 :]) == len(texts_in(language).scorecard_notes)


def test_the_same_options_give_the_same_file(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        print_pdf(PrintOptions("tiles", BOTH_SEEN), tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


@pytest.mark.parametrize("options", [
    {"kind": "tiles", "size": 500.0}, {"kind": "tiles", "size": float("nan")},
    {"kind": "tiles", "count": 0}, {"kind": "tiles", "bleed": 9.0},
    {"kind": "charuco", "size": 60.0}, {"kind": "dice", "size": 2.0}, {"kind": "poster"},
])  # fmt: skip
def test_what_cannot_be_printed_is_refused_and_leaves_no_file(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    with pytest.raises(PrintProblem):
        print_pdf(PrintOptions(colours=BOTH_SEEN, **options), tmp_path / "sheet.pdf")
    assert list(tmp_path.iterdir()) == []


def test_the_command_prints_and_explains(tmp_path: Path) -> None:
    file = tmp_path / "tiles.pdf"
    done = palago("print", "tiles", "--colours", "#fff,#0072b2", "--out", str(file))
    assert done.returncode == 0 and len(pypdfium2.PdfDocument(file)) == 6
    for colours, said in (
        ("plaid", "no edition 'plaid'"),
        ("#fff", "not two colours"),
        ("red,blue", "white-red"),
        ("red,blue", "--list-colours"),
    ):
        done = palago("print", "tiles", "--colours", colours, "--out", str(file))
        assert done.returncode == 2 and said in done.stderr
    done = palago("print", "dice", "--out", str(file / "dice.pdf"))
    assert done.returncode == 2 and "tiles.pdf is a file, no folder" in done.stderr
