"""Calibration from views of the sheet: exact where it can be, and plain where it cannot."""

from collections.abc import Callable

import numpy as np
import pytest
from palago.calibration.arrays import Picture
from palago.calibration.cameras.charuco import CharucoSheet, CharucoView
from palago.calibration.cameras.coverage import CoverageTracker, Wish
from palago.calibration.cameras.fit import Calibration, calibrate
from palago.calibration.cameras.lens import Lens
from palago.calibration.refusals import NotEnough

SIZE = (640, 480)
LENS = Lens(SIZE, (500.0, 500.0), (324.0, 236.0), -0.2)
Pictures = list[Picture]
TakeViews = Callable[..., Pictures]


@pytest.fixture(scope="module")
def views(pictures: Pictures) -> list[CharucoView]:
    sheet = CharucoSheet()
    found = [sheet.find(picture) for picture in pictures]
    return [CharucoView(v.image_size, v.ids, v.corners, f"{n}.jpg") for n, v in enumerate(found)]


def test_the_known_lens_is_found(views: list[CharucoView]) -> None:
    result = calibrate(views)
    assert isinstance(result, Calibration)
    assert result.lens.focal[0] == pytest.approx(500, rel=0.003)
    assert result.lens.focal[1] == pytest.approx(500, rel=0.003)
    assert result.lens.principal == pytest.approx((324, 236), abs=1.5)
    assert result.lens.k1 == pytest.approx(-0.2, abs=0.005)
    assert result.rms < 0.2
    assert len(result.used) == len(views) and not result.refused
    profile = result.as_profile("webcam")
    points = np.random.default_rng(0).uniform((0, 0), SIZE, (100, 2))
    error = profile.lens_for(SIZE).undistort(points) - LENS.undistort(points)
    assert np.abs(error).max() < 2.0


def test_views_of_another_zoom_and_pictures_without_the_sheet_are_refused_by_name(
    take_views: TakeViews, views: list[CharucoView]
) -> None:
    zoomed = Lens(SIZE, (600.0, 600.0), (324.0, 236.0), -0.2)
    sheet = CharucoSheet()
    strange = sheet.find(take_views(zoomed, [(40, 60, 15, 0.1, 0.1, 1.2)])[0])
    empty = sheet.find(np.full((480, 640), 128, np.uint8))
    other_size = CharucoView((320, 240), views[0].ids, views[0].corners / 2, "small")
    result = calibrate(
        [
            *views,
            CharucoView(SIZE, strange.ids, strange.corners, "zoomed"),
            CharucoView(SIZE, empty.ids, empty.corners, "empty"),
            other_size,
            CharucoView(SIZE, views[0].ids, views[0].corners + 1, "again"),
        ]
    )
    assert isinstance(result, Calibration)
    reasons = {refused.name: refused.reason for refused in result.refused}
    assert "disagrees" in reasons["zoomed"]
    assert "not found" in reasons["empty"]
    assert "320x240" in reasons["small"]
    assert "too like 0.jpg" in reasons["again"]
    assert result.lens.focal[0] == pytest.approx(500, rel=0.005)


def test_a_few_wrong_corners_do_no_harm(views: list[CharucoView]) -> None:
    shadowed = views[0].corners.copy()
    shadowed[:3] += 4.0
    wrong = CharucoView(SIZE, views[0].ids, shadowed, "0.jpg")
    result = calibrate([wrong, *views[1:]])
    assert isinstance(result, Calibration)
    assert result.lens.focal[0] == pytest.approx(500, rel=0.005)
    assert result.lens.k1 == pytest.approx(-0.2, abs=0.01)


def test_too_few_views_are_said_to_be_too_few(views: list[CharucoView]) -> None:
    for count in range(5):
        result = calibrate(views[:count])
        assert isinstance(result, NotEnough) and not result
        assert f"too few views: {count} can be used" in result.reason


def test_repeated_views_are_said_to_be_too_alike(views: list[CharucoView]) -> None:
    jitter = np.random.default_rng(1)
    alike = [
        CharucoView(SIZE, views[0].ids, views[0].corners + jitter.normal(0, 2, (1, 2)), str(n))
        for n in range(12)
    ]
    result = calibrate(alike)
    assert isinstance(result, NotEnough)
    assert "too alike" in result.reason


def test_views_from_straight_above_are_said_to_be_too_alike(take_views: TakeViews) -> None:
    """However many: without a tilt the focal length stays open."""
    flat = [(0, 0, 20 * n, 0.1 * (n % 3 - 1), 0.05 * n - 0.1, 1.2 + 0.1 * n) for n in range(6)]
    sheet = CharucoSheet()
    result = calibrate([sheet.find(p) for p in take_views(LENS, flat)])
    assert isinstance(result, NotEnough)
    assert "too alike" in result.reason and "tilt" in result.reason


def test_guidance_asks_for_what_is_missing_and_refuses_what_is_known(pictures: Pictures) -> None:
    tracker = CoverageTracker()
    assert tracker.missing == (Wish.FIRST_VIEW,)
    tracker, first = tracker.add_found(tracker.sheet.find(pictures[0]))
    assert first.accepted and first.views == 1
    assert Wish.TILT_LEFT in first.missing and Wish.UPPER_LEFT in first.missing
    tracker, again = tracker.add_found(tracker.sheet.find(pictures[0]))
    assert not again.accepted and str(again.reason) == "too like a view before"
    tracker, blank = tracker.add_found(tracker.sheet.find(np.zeros((480, 640), np.uint8)))
    assert not blank.accepted and "not found" in str(blank.reason)
    for picture in pictures[1:]:
        tracker, last = tracker.add_found(tracker.sheet.find(picture))
    assert not set(last.missing) & {
        Wish.TILT_LEFT, Wish.TILT_RIGHT, Wish.TILT_UPPER, Wish.TILT_LOWER, Wish.MORE_VIEWS
    }  # fmt: skip
    assert sum(map(sum, last.covered)) > sum(map(sum, first.covered))


def test_each_tilt_is_recognised(photograph_sheet: Callable[..., Picture]) -> None:
    """A turn about the picture's x axis brings the lower side nearer, about y the right side."""
    sheet = CharucoSheet()
    seen = {}
    for name, rotation in {
        Wish.TILT_LOWER: (-0.5, 0.0, 0.0), Wish.TILT_UPPER: (0.5, 0.0, 0.0),
        Wish.TILT_RIGHT: (0.0, 0.5, 0.0), Wish.TILT_LEFT: (0.0, -0.5, 0.0),
    }.items():  # fmt: skip
        picture = photograph_sheet(LENS, rotation, (0.0, 0.0, 260.0))
        seen[name] = CoverageTracker(sheet).add_found(sheet.find(picture))[1].missing
    for name, missing in seen.items():
        assert name not in missing
        assert len({Wish.TILT_LEFT, Wish.TILT_RIGHT, Wish.TILT_UPPER, Wish.TILT_LOWER}
                   & set(missing)) == 3  # fmt: skip
