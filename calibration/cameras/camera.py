"""A camera's profile: its lens as calibrated, and the photos by which it is recognised."""

from __future__ import annotations

from dataclasses import dataclass

from .lens import Lens

#: Two sizes show the same view of one camera when their aspect ratios differ by less than this.
ASPECT_TOLERANCE = 0.01
#: Focal lengths as EXIF writes them are rounded; a lens is the same within this share.
FOCAL_TOLERANCE = 0.02


class ProfileMismatch(ValueError):
    """A profile was asked about a picture that its camera cannot have taken in that way."""


@dataclass(frozen=True)
class CameraIdentity:
    """What EXIF says of the camera behind a photo; ``None`` where it says nothing.

    ``focal_length`` is millimetres, ``focal_length_35mm`` the equivalent on 35 mm film, which
    also tells a digital zoom.
    """

    make: str | None = None
    model: str | None = None
    focal_length: float | None = None
    focal_length_35mm: float | None = None

    def same_camera(self, other: CameraIdentity) -> bool:
        """Whether both name the same camera and lens, and both name enough to tell."""
        if not self.model or not other.model or not self.focal_length or not other.focal_length:
            return False
        if _plain(self.make) != _plain(other.make) or _plain(self.model) != _plain(other.model):
            return False
        if not _close(self.focal_length, other.focal_length):
            return False
        if self.focal_length_35mm and other.focal_length_35mm:
            return _close(self.focal_length_35mm, other.focal_length_35mm)
        return True


@dataclass(frozen=True)
class CameraProfile:
    """A calibrated camera.

    ``lens`` is over the pictures as the camera stores them, before any EXIF orientation. ``rms``
    is the reprojection error in pixels, ``views`` the number of views behind it and
    ``focal_uncertainty`` the standard deviation of the focal length as a share of it.
    """

    name: str
    lens: Lens
    identity: CameraIdentity = CameraIdentity()
    rms: float = 0.0
    views: int = 0
    focal_uncertainty: float = 0.0
    created: str = ""

    def fits(self, image_size: tuple[int, int]) -> bool:
        """Whether an upright picture of (width, height) pixels can be this camera's whole view."""
        width, height = image_size
        return _same_aspect(self.lens.image_size, (width, height)) or _same_aspect(
            self.lens.image_size, (height, width)
        )

    def lens_for(self, image_size: tuple[int, int], orientation: int = 1) -> Lens:
        """The lens over an upright picture of (width, height) pixels.

        ``orientation`` is the photo's EXIF orientation, by which the upright picture came from the
        stored one. A portrait picture without one is taken as turned clockwise (orientation 6).

        Raises ProfileMismatch when the picture's aspect ratio is another one.
        """
        if orientation not in range(1, 9):
            orientation = 1
        width, height = image_size
        turned = orientation >= 5
        stored = (height, width) if turned else (width, height)
        if not _same_aspect(self.lens.image_size, stored):
            swapped = (stored[1], stored[0])
            if not _same_aspect(self.lens.image_size, swapped):
                own_width, own_height = self.lens.image_size
                raise ProfileMismatch(
                    f"The camera profile '{self.name}' is for pictures of {own_width}x{own_height}"
                    f" pixels or that shape; this picture is {width}x{height}."
                )
            orientation = 1 if turned else 6
            stored = swapped
        return self.lens.scaled(stored).oriented(orientation)


def _plain(text: str | None) -> str:
    return " ".join((text or "").replace("\0", " ").split()).casefold()


def _close(first: float, second: float) -> bool:
    return abs(first - second) <= FOCAL_TOLERANCE * max(first, second)


def _same_aspect(first: tuple[int, int], second: tuple[int, int]) -> bool:
    ratio = (first[0] * second[1]) / (first[1] * second[0])
    return abs(ratio - 1) <= ASPECT_TOLERANCE
