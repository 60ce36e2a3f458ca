"""From views of the ChArUco sheet to a camera's lens, or to the reason why that cannot be."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from ...engine.phrases import Phrase
from ..arrays import Floats, Floats32
from ..refusals import NotEnough, RefusedView
from .camera import CameraIdentity, CameraProfile
from .charuco import CharucoSheet, CharucoView
from .coverage import same_view, view_objection
from .lens import Lens

#: Fewer good views than this leave too much to chance.
FEWEST_VIEWS = 5
#: The focal length must be known to this share (one standard deviation).
FOCAL_UNCERTAINTY = 0.004
#: Minimum number of tilted views: those that look straight at the sheet leave the focal length
#: open, however many they are (Zhang 2000, section on degenerate configurations).
FEWEST_TILTED = 3
#: A view is tilted by this angle, in degrees, or more.
TILT = 10.0
#: A view is refused when its error is more than this many times the median view's,
OUTLYING = 2.5
#: and above this share of the picture's diagonal (1.3 pixels in 1920 x 1080): less does no harm.
SMALLEST_BAD_ERROR = 0.0006
#: Single corners are left out beyond this many robust standard deviations: a shadow's edge, a
#: glare spot, a corner at the sheet's bent rim.
STRAY = 4.5
#: Never more than this share of a view's corners are left out.
MOST_STRAYS = 0.15
#: An overall error above this share of the picture's diagonal is no calibration.
LARGEST_ERROR = 0.003
#: A further distortion term is believed when it lowers the squared error by this share.
WORTHWHILE = 0.05

_ONLY_ROUND = cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_ASPECT_RATIO
#: What keeps OpenCV from fitting more than k1; k1 and k2; these, p1 and p2; and k3, too.
_TERMS = (
    cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3 | _ONLY_ROUND,
    cv2.CALIB_FIX_K3 | _ONLY_ROUND,
    cv2.CALIB_FIX_K3,
    0,
)


@dataclass(frozen=True)
class UsedView:
    """A view behind the calibration: its error (root mean square, pixels) and its corners."""

    name: str
    error: float
    corners: int


@dataclass(frozen=True)
class Calibration:
    """A lens as fitted, how well, and what became of each view: ``rms`` is the reprojection error
    in pixels, ``deviations`` are standard deviations of the focal length, principal point (pixels)
    and distortion terms by name."""

    lens: Lens
    rms: float
    deviations: dict[str, float]
    used: tuple[UsedView, ...]
    refused: tuple[RefusedView, ...]

    @property
    def focal_uncertainty(self) -> float:
        """Standard deviation of the focal length as a share of it."""
        return self.deviations["focal"] / self.lens.focal[0]

    def as_profile(
        self, name: str, identity: CameraIdentity | None = None, created: str = ""
    ) -> CameraProfile:
        """The lens as a profile to keep."""
        return CameraProfile(
            name=name,
            lens=self.lens,
            identity=identity or CameraIdentity(),
            rms=self.rms,
            views=len(self.used),
            focal_uncertainty=self.focal_uncertainty,
            created=created,
        )


@dataclass(frozen=True, eq=False)
class _LensFit:
    matrix: Floats
    coefficients: Floats
    deviations: Floats
    residuals: list[Floats] = field(repr=False)
    tilts: list[float]

    @property
    def squared_error(self) -> float:
        return float(sum((residual**2).sum() for residual in self.residuals))


def calibrate(
    views: Iterable[CharucoView], sheet: CharucoSheet | None = None
) -> Calibration | NotEnough:
    """Calibrate a camera from views of the sheet.

    Method: Zhang (2000) as in OpenCV, with as many distortion terms as the views prove; views that
    disagree with the rest are refused and the fit repeated. The order of the views matters only
    in which of two equal ones is kept.
    """
    sheet = sheet or CharucoSheet()
    kept, refused = _usable(views)
    duplicates = [view for view in refused if view.is_twin]
    if len(kept) < FEWEST_VIEWS:
        return NotEnough(_too_few(len(kept), len(duplicates)), tuple(refused))
    fit = _best_fit(sheet, kept)
    if fit is not None:
        kept = [
            _without_strays(view, residual, _usual_error(fit))
            for view, residual in zip(kept, fit.residuals, strict=True)
        ]
        fit = _best_fit(sheet, kept)
    while fit is not None:
        errors = np.array([_rms(residual) for residual in fit.residuals])
        worst = int(errors.argmax())
        floor = SMALLEST_BAD_ERROR * float(np.hypot(*kept[0].image_size))
        if errors[worst] <= max(OUTLYING * float(np.median(errors)), floor):
            break
        refused.append(
            RefusedView(
                kept[worst].name,
                f"it disagrees with the others by {errors[worst]:.1f} pixels"
                " (a bent sheet, motion, or another zoom or focus?)",
            )
        )
        kept = kept[:worst] + kept[worst + 1 :]
        if len(kept) < FEWEST_VIEWS:
            return NotEnough(_too_few(len(kept), len(duplicates)), tuple(refused))
        fit = _best_fit(sheet, kept)
    if fit is None:
        return NotEnough(Phrase("unfit.no_lens"), tuple(refused))
    return _judged(fit, kept, refused)


def _usable(views: Iterable[CharucoView]) -> tuple[list[CharucoView], list[RefusedView]]:
    kept: list[CharucoView] = []
    refused: list[RefusedView] = []
    everything = list(views)
    sizes = [view.image_size for view in everything if not view_objection(view)]
    usual = max(set(sizes), key=sizes.count, default=None)
    for view in everything:
        objection = view_objection(view)
        reason = str(objection or "")
        if not reason and view.image_size != usual and usual is not None:
            reason = (
                f"the picture is {view.image_size[0]}x{view.image_size[1]} pixels, most are"
                f" {usual[0]}x{usual[1]}; a camera is calibrated at one size"
            )
        twin = None if reason else next((one for one in kept if same_view(view, one)), None)
        if twin is not None:
            reason = f"too like {twin.name or 'a view before'}"
        if reason:
            refused.append(RefusedView(view.name, reason, is_twin=twin is not None))
        else:
            kept.append(view)
    return kept, refused


def _usual_error(fit: _LensFit) -> float:
    """Standard deviation of a corner's distance that ignores the strays, pixels."""
    distances = np.linalg.norm(np.concatenate(fit.residuals), axis=1)
    # The median of a Rayleigh distribution is 1.177 standard deviations of each coordinate.
    return float(np.median(distances)) / 1.177


def _without_strays(view: CharucoView, residual: Floats, usual: float) -> CharucoView:
    distances = np.linalg.norm(residual, axis=1)
    stray = distances > STRAY * usual
    if not stray.any() or stray.mean() > MOST_STRAYS:
        return view
    return replace(view, ids=view.ids[~stray], corners=view.corners[~stray])


def _too_few(good: int, duplicates: int) -> Phrase:
    differ = "alike" if duplicates and good + duplicates >= FEWEST_VIEWS else "few_views"
    return Phrase(f"unfit.{differ}", {"good": good, "least": FEWEST_VIEWS})


def _best_fit(sheet: CharucoSheet, views: Sequence[CharucoView]) -> _LensFit | None:
    """The simplest lens that no further term improves by much."""
    best: _LensFit | None = None
    for flags in _TERMS:
        fit = _fit(sheet, views, flags, best)
        if fit is None:
            continue
        if best is None or fit.squared_error < (1 - WORTHWHILE) * best.squared_error:
            best = fit
    return best


def _fit(
    sheet: CharucoSheet, views: Sequence[CharucoView], flags: int, start: _LensFit | None
) -> _LensFit | None:
    width, height = views[0].image_size
    positions = sheet.corner_positions
    objects = [positions[view.ids].astype(np.float32) for view in views]
    images = [view.corners.astype(np.float32) for view in views]
    if start is None:
        matrix = _first_guess(objects, images, (width, height))
        coefficients = np.zeros(5)
    else:
        matrix, coefficients = start.matrix.copy(), start.coefficients.copy()
    criteria = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 200, 1e-12)
    try:
        _, fitted, terms_found, rotations, shifts, deviations, _, _ = cv2.calibrateCameraExtended(
            objects, images, (width, height), matrix, coefficients,
            flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS, criteria=criteria,
        )  # fmt: skip
    except cv2.error:
        return None
    matrix = np.asarray(fitted, dtype=np.float64)
    coefficients = np.ravel(np.asarray(terms_found, dtype=np.float64))[:5]
    residuals, tilts = [], []
    for object_points, image_points, rotation, shift in zip(
        objects, images, rotations, shifts, strict=True
    ):
        projected, _ = cv2.projectPoints(object_points, rotation, shift, matrix, coefficients)
        seen = np.asarray(projected, dtype=np.float64).reshape(-1, 2)
        residuals.append(seen - image_points.astype(np.float64))
        facing = float(cv2.Rodrigues(rotation)[0][2, 2])
        tilts.append(math.degrees(math.acos(min(1.0, abs(facing)))))
    spread = np.ravel(np.asarray(deviations, dtype=np.float64))
    fit = _LensFit(matrix, coefficients, spread, residuals, tilts)
    span = max(width, height)
    sound = (
        np.isfinite(matrix).all()
        and np.isfinite(coefficients).all()
        and 0.1 * span < matrix[0, 0] < 50 * span
        and -0.5 * width < matrix[0, 2] < 1.5 * width
        and -0.5 * height < matrix[1, 2] < 1.5 * height
    )
    return fit if sound else None


def _first_guess(objects: list[Floats32], images: list[Floats32], size: tuple[int, int]) -> Floats:
    guess = np.asarray(cv2.initCameraMatrix2D(objects, images, size, 1.0), dtype=np.float64)
    span = max(size)
    if not 0.3 * span < guess[0, 0] < 10 * span:
        guess[0, 0] = guess[1, 1] = span
    guess[0, 2], guess[1, 2] = (size[0] - 1) / 2, (size[1] - 1) / 2
    guess[1, 1] = guess[0, 0]
    return guess


def _judged(
    fit: _LensFit, views: Sequence[CharucoView], refused: Sequence[RefusedView]
) -> Calibration | NotEnough:
    width, height = views[0].image_size
    rms = _rms(np.concatenate(fit.residuals))
    if rms > LARGEST_ERROR * float(np.hypot(width, height)):
        return NotEnough(Phrase("unfit.contradict", {"pixels": math.ceil(rms)}), tuple(refused))
    tilted = sum(tilt >= TILT for tilt in fit.tilts)
    if tilted < FEWEST_TILTED:
        values = {"degrees": int(TILT), "tilted": tilted, "least": FEWEST_TILTED}
        return NotEnough(Phrase("unfit.flat", values), tuple(refused))
    k1, k2, p1, p2, k3 = fit.coefficients.tolist()
    lens = Lens(
        (width, height),
        (float(fit.matrix[0, 0]), float(fit.matrix[1, 1])),
        (float(fit.matrix[0, 2]), float(fit.matrix[1, 2])),
        k1, k2, p1, p2, k3,
    )  # fmt: skip
    # Where the aspect ratio is held, OpenCV gives the focal length's deviation with fy alone.
    focal = float(fit.deviations[:2].max())
    names = ("principal_x", "principal_y", "k1", "k2", "p1", "p2", "k3")
    deviations = {"focal": focal, **dict(zip(names, fit.deviations[2:9].tolist(), strict=True))}
    if deviations["focal"] > FOCAL_UNCERTAINTY * lens.focal[0]:
        return NotEnough(Phrase("unfit.focal"), tuple(refused))
    used = tuple(
        UsedView(view.name, _rms(residual), len(view))
        for view, residual in zip(views, fit.residuals, strict=True)
    )
    return Calibration(lens, rms, deviations, used, tuple(refused))


def _rms(residuals: Floats) -> float:
    return float(np.sqrt((residuals**2).sum(axis=-1).mean()))
