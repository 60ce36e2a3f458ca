"""Where a board lies is told by one score: right places are likely, what looks alike is not."""

import numpy as np
import pytest
from further_cases import further
from palago.calibration.arrays import Floats
from palago.vision.counters.locating.extent import BoardPlace, FoundPlaces
from palago.vision.counters.locating.judging import PLACE_MEASURES, place_measures
from palago.vision.counters.locating.letters import Heading
from palago.vision.counters.locating.locate import locate_board
from palago.vision.faces.logistic import logistic
from palago.vision.lattice.plane import DivisionLens, TableView
from palago.vision.training.counters.place import PlacesSeen, fit, is_right
from palago.vision.training.counters.tables.boards import HARDSHIPS, photograph_board
from palago.vision.training.counters.tables.others import photograph_other

VIEW = TableView(np.eye(3), DivisionLens((100, 100)))


@pytest.mark.parametrize(
    "seed", [HARDSHIPS.index("cut"), *further(range(HARDSHIPS.index("cut") + 7, 35, 7))]
)
def test_a_drawn_board_is_found_where_it_was_drawn(seed: int) -> None:
    photo = photograph_board(seed)
    board = locate_board(photo.image)
    assert board is not None and board.chance > 0.5
    assert is_right(board.view, photo)


@pytest.mark.parametrize("seed", [3, *further((0, 1, 4, 18))])
def test_no_board_is_seen_on_tables_with_other_games(seed: int) -> None:
    """The first one is a map of hexagons that the photo cuts, about as large as the board."""
    photo = photograph_other(seed)
    assert not photo.shown.any()
    assert locate_board(photo.image) is None


def place(fit: float, lines: float, beyond: float = 0.1) -> BoardPlace:
    return BoardPlace(VIEW, fit, lines, beyond, reach=0.9)


def letters(likeness: float) -> Heading:
    return Heading(turned=False, evidence=likeness / 3, likeness=likeness)


def chance_of(found: FoundPlaces, headings: list[Heading], fitted: dict[str, list[float]]) -> float:
    weights: Floats = np.array(fitted["place"])
    assert len(weights) == len(PLACE_MEASURES)
    best, measures = place_measures(found, headings, float(np.array(fitted["letters"])))
    assert best == 0
    return float(logistic(measures @ weights))


def test_the_fit_learns_that_clear_outlines_and_letters_tell_a_board() -> None:
    rng = np.random.default_rng(5)
    photos = []
    for k in range(80):
        is_board = k % 2 == 0
        worth = float(rng.uniform(100, 300))
        both = place(worth, rng.uniform(0.7, 1.0)), place(worth + rng.normal(0, 3), 0.7)
        headings = [letters(rng.uniform(8, 20) if is_board else rng.uniform(0, 1)), letters(0.5)]
        looked = PlacesSeen(FoundPlaces(both, worth - 25), headings, np.array([is_board, False]))
        photos.append([looked])
    fitted = fit(photos)
    assert fitted["letters"] > 0
    open_place = FoundPlaces((place(200, 0.9), place(199, 0.9)), 170.0)
    assert chance_of(open_place, [letters(15), letters(0.5)], fitted) > 0.9
    assert chance_of(open_place, [letters(0.6), letters(0.4)], fitted) < 0.2


def test_letters_choose_between_places_whose_lines_fit_alike() -> None:
    open_place = FoundPlaces((place(200, 0.9), place(199, 0.9)), 170.0)
    best, _ = place_measures(open_place, [letters(0.5), letters(15)], letters=2.0)
    assert best == 1
