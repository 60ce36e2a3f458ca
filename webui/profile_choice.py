"""Which profiles a photo is read with: those that were named, else those that match the photo."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from ..calibration.camera import CameraProfile
from ..calibration.exif import camera_identity
from ..calibration.profiles import camera_profiles, match_camera, tile_set_profiles
from ..calibration.tile_set import TileSetProfile, match_tile_set
from ..vision import read
from ..vision.reading import Reading


@dataclass(frozen=True)
class KeptProfiles:
    """The profiles in the data folder, to be matched with photos by themselves."""

    cameras: tuple[CameraProfile, ...] = ()
    sets: tuple[TileSetProfile, ...] = ()

    @classmethod
    def in_folder(cls, data_folder: Path | None = None) -> KeptProfiles:
        """All readable profiles of a data folder (default: this user's)."""
        return cls(camera_profiles(data_folder).all()[0], tile_set_profiles(data_folder).all()[0])

    def read(
        self,
        source: str | Path | bytes,
        *,
        tile_set: TileSetProfile | None = None,
        camera: CameraProfile | None = None,
    ) -> Reading:
        """Read a photo with the profiles named, else with the camera that its EXIF tells and the
        set that its colours tell.

        Raises PhotoError where there is no photo.
        """
        camera = camera or self.camera_of(source)
        reading = read(source, tile_set=tile_set, camera=camera)
        if tile_set is None:
            matching = self.set_of(reading)
            if matching is not None:
                return read(source, tile_set=matching, camera=camera)
        return reading

    def camera_of(self, source: str | Path | bytes) -> CameraProfile | None:
        """The kept camera that took a photo, by EXIF; None where none did, or none can be told."""
        if not self.cameras:
            return None
        source = Path(source) if isinstance(source, str) else source
        try:
            with Image.open(io.BytesIO(source) if isinstance(source, bytes) else source) as image:
                size = image.size
        except (OSError, ValueError, Image.DecompressionBombError):
            return None
        return match_camera(camera_identity(source), size, self.cameras)

    def set_of(self, reading: Reading) -> TileSetProfile | None:
        """The kept set that changes what a reading says, if its colours are clearly that set's.

        A set whose White is the lighter colour says no more than the reading already does, unless
        that was hard to tell.
        """
        if reading.white is None or reading.blue is None or not self.sets:
            return None
        match = match_tile_set((reading.white, reading.blue), self.sets)
        if match is None or (not match.swapped and not reading.unsure_tiles):
            return None
        return match.profile


def read_with_kept_profiles(source: str) -> Reading:
    """Read a photo with the kept profiles that match it. Raises PhotoError."""
    return KeptProfiles.in_folder().read(source)
