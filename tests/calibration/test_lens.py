"""The lens: straightening undoes bending, and agrees with OpenCV's camera model."""

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from palago.calibration.cameras.camera import CameraIdentity, CameraProfile, ProfileMismatch
from palago.calibration.cameras.lens import Lens

radial_lenses = st.builds(
    Lens,
    image_size=st.just((1600, 1200)),
    focal=st.floats(800, 3000).map(lambda f: (f, f * 1.001)),
    principal=st.tuples(st.floats(700, 900), st.floats(500, 700)),
    k1=st.floats(-0.35, 0.35),
    k2=st.floats(-0.1, 0.15),
    k3=st.floats(-0.02, 0.02),
)
whole_lenses = st.builds(
    Lens,
    image_size=st.just((1600, 1200)),
    focal=st.floats(1300, 3000).map(lambda f: (f, f * 1.001)),
    principal=st.tuples(st.floats(700, 900), st.floats(500, 700)),
    k1=st.floats(-0.25, 0.25),
    k2=st.floats(-0.05, 0.1),
    p1=st.floats(-0.003, 0.003),
    p2=st.floats(-0.003, 0.003),
    k3=st.floats(-0.01, 0.01),
)
anywhere = st.lists(st.tuples(st.floats(-200, 1800), st.floats(-200, 1400)), min_size=1, max_size=9)
within = st.lists(st.tuples(st.floats(0, 1599), st.floats(0, 1199)), min_size=1, max_size=9)


TURNING_INSIDE_THE_PICTURE = Lens(
    (1600, 1200), (800.0, 800.8), (700.0, 500.0), k1=-0.125, k2=-0.015625, k3=0.00390625
)


@settings(max_examples=60)
@given(lens=radial_lenses, points=anywhere)
@example(lens=TURNING_INSIDE_THE_PICTURE, points=[(0.0, 0.0)])
def test_straightening_has_an_inverse_everywhere(
    lens: Lens, points: list[tuple[float, float]]
) -> None:
    straight = lens.undistort(points)
    assert np.isfinite(straight).all()
    assert np.abs(lens.distort(straight) - np.array(points)).max() < 1e-5


@settings(max_examples=60)
@given(lens=whole_lenses, points=within)
def test_straightening_undoes_tangential_terms_too(
    lens: Lens, points: list[tuple[float, float]]
) -> None:
    straight = lens.undistort(points)
    assert np.abs(lens.distort(straight) - np.array(points)).max() < 1e-5


def test_bending_agrees_with_opencv() -> None:
    lens = Lens((1600, 1200), (1300.0, 1290.0), (810.0, 590.0), -0.25, 0.08, 0.001, -0.002, 0.01)
    ideal = np.random.default_rng(3).uniform((200, 150), (1400, 1050), (200, 2))
    rays = np.concatenate([(ideal - lens.principal) / lens.focal, np.ones((200, 1))], axis=1)
    expected, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), lens.matrix, lens.coefficients)
    assert np.abs(lens.distort(ideal) - np.asarray(expected).reshape(-1, 2)).max() < 1e-6


def test_a_wide_lens_is_defined_in_the_very_corners() -> None:
    """With k1 = -0.3 alone the polynomial turns back before the corner of a wide picture."""
    lens = Lens((1600, 1200), (960.0, 960.0), (799.5, 599.5), -0.3)
    along_diagonal = np.linspace((799.5, 599.5), (0, 0), 200)
    radius = np.linalg.norm(lens.undistort(along_diagonal) - lens.principal, axis=1)
    assert (np.diff(radius) > 0).all()


def test_one_lens_over_every_size_and_orientation_of_one_photo() -> None:
    stored = Lens((400, 300), (360.0, 362.0), (205.0, 141.0), -0.2, 0.05, 0.002, -0.001)
    picture = np.zeros((300, 400), np.uint8)
    for orientation in range(1, 9):
        upright = oriented_by_hand(picture, orientation)
        lens = CameraProfile("c", stored).lens_for(upright.shape[::-1], orientation)
        for place in ((30, 40), (370, 20), (200, 280)):
            marked = picture.copy()
            marked[place[1], place[0]] = 255
            row, column = np.argwhere(oriented_by_hand(marked, orientation))[0]
            marked_straight = stored.undistort(np.array(place, dtype=float))
            offset = marked_straight - (np.array([399, 299]) / 2)
            straight = lens.undistort(np.array([column, row], dtype=float))
            middle = (np.array(upright.shape[::-1]) - 1) / 2
            # The straightened place moves with the picture as the place itself does.
            assert np.linalg.norm(straight - middle) == pytest.approx(np.linalg.norm(offset))
            back = lens.distort(straight)
            assert back == pytest.approx((column, row))
    half = CameraProfile("c", stored).lens_for((200, 150))
    small = half.undistort((100.0, 30.0))
    full = stored.undistort((200.5, 60.5))
    assert (np.array(small) + 0.5) * 2 - 0.5 == pytest.approx(np.array(full))


def oriented_by_hand(picture: np.ndarray, orientation: int) -> np.ndarray:
    """The upright picture of each EXIF orientation, as the standard's table describes it."""
    turned = {
        1: lambda p: p, 2: lambda p: p[:, ::-1], 3: lambda p: p[::-1, ::-1], 4: lambda p: p[::-1],
        5: lambda p: p.T, 6: lambda p: p[::-1].T, 7: lambda p: p[::-1, ::-1].T,
        8: lambda p: p[:, ::-1].T,
    }  # fmt: skip
    return turned[orientation](picture)


def test_a_picture_of_another_shape_is_refused_in_words() -> None:
    profile = CameraProfile("phone", Lens((4000, 3000), (3000.0, 3000.0), (2000.0, 1500.0)))
    assert profile.fits((2000, 1500)) and profile.fits((1500, 2000))
    assert not profile.fits((1920, 1080))
    with pytest.raises(ProfileMismatch, match="'phone' is for pictures of 4000x3000"):
        profile.lens_for((1920, 1080))


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (CameraIdentity("ACME ", "Phone 9", 4.25, 26.0), True),
        (CameraIdentity("Acme", "Phone 9", 4.2, 26.0), True),
        (CameraIdentity("Acme", "Phone 9", 4.25, None), True),
        (CameraIdentity("Acme", "Phone 9", 4.25, 52.0), False),  # zoomed in
        (CameraIdentity("Acme", "Phone 9", 1.8, 13.0), False),  # the wide angle lens
        (CameraIdentity("Acme", "Phone 8", 4.25, 26.0), False),
        (CameraIdentity(None, None, None, None), False),
    ],
)
def test_a_camera_is_known_by_make_model_and_focal_length(
    other: CameraIdentity, same: bool
) -> None:
    assert CameraIdentity("Acme", "Phone 9", 4.25, 26.0).same_camera(other) is same
