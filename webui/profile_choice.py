"""Which profiles a photo is read with: those that were named, else those that match the photo."""

from __future__ import annotations

import io
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from PIL import Image

from ..calibration.arrays import Picture
from ..calibration.cameras.camera import CameraProfile
from ..calibration.cameras.exif import camera_identity
from ..calibration.profiles import (
    Profile,
    ProfileError,
    ProfileShelf,
    camera_profiles,
    dice_profiles,
    match_camera,
    tile_set_profiles,
)
from ..calibration.profiles import data_folder as default_folder
from ..calibration.sets.dice import DiceProfile
from ..calibration.sets.tile_set import TileSetProfile, match_tile_set
from ..vision import read
from ..vision.dice.taught import TaughtFaces, taught_faces
from ..vision.missed.shown import ShownTile
from ..vision.photos.photo import PhotoFile
from ..vision.readings.naming import is_swapped, named_by
from ..vision.readings.reading import Reading
from ..vision.table.known_table import FILE, KnownTable


@dataclass(frozen=True)
class KeptProfiles:
    """The profiles in the data folder, each used for the photos that match it, and what confirmed
    photos have taught."""

    cameras: tuple[CameraProfile, ...] = ()
    sets: tuple[TileSetProfile, ...] = ()
    dice: tuple[DiceProfile, ...] = ()
    table: KnownTable = field(default_factory=KnownTable)

    @classmethod
    def in_folder(cls, data_folder: Path | None = None) -> KeptProfiles:
        """All that is known in a data folder (default: this user's)."""
        table = KnownTable.in_folder(data_folder or default_folder())
        shelves = camera_profiles(data_folder), tile_set_profiles(data_folder)
        cameras, sets = shelves[0].all()[0], shelves[1].all()[0]
        return cls(cameras, sets, dice_profiles(data_folder).all()[0], table)

    @cached_property
    def taught(self) -> tuple[TaughtFaces, ...]:
        """The symbols on dice that have been shown."""
        return tuple(taught_faces(dict(profile.pictures)) for profile in self.dice)

    def read(
        self,
        source: str | Path | bytes,
        *,
        tile_set: TileSetProfile | None = None,
        camera: CameraProfile | None = None,
        file: PhotoFile | None = None,
        shown: ShownTile | None = None,
        with_dice: bool = True,
        is_played: bool = False,
    ) -> Reading:
        """Read a photo with the profiles named, or those that its EXIF and its colours tell, and
        with the confidence of this table.

        ``file`` is the same photo, decoded before; ``shown`` is where a person sees a tile; without
        ``with_dice`` nobody looks for dice; ``is_played`` says that somebody at the table can be
        asked. Raises PhotoError where there is no photo.
        """
        camera = camera or self.camera_of(source)
        photo = source if file is None else file
        reading = read(
            photo,
            tile_set=tile_set,
            camera=camera,
            with_dice=with_dice,
            taught=self.taught if with_dice else (),
            shown=shown,
        )
        if tile_set is not None:
            return self.table.trusted(reading, is_named=True)
        is_named = self._kept(reading) is not None
        return self.table.trusted(self.named(reading), is_named=is_named, is_played=is_played)

    def named(self, reading: Reading) -> Reading:
        """A reading with its colours named as in the kept set that matches it."""
        matching = self.set_of(reading)
        return reading if matching is None else named_by(reading, matching)

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
        """The set whose colours a reading clearly shows, where knowing it changes something: a kept
        set, else one that confirmed photos have taught.

        A set whose White is the lighter colour changes nothing, unless that was hard to tell.
        """
        if reading.white is None or reading.blue is None:
            return None
        found = self._kept(reading) or self.table.set_of(reading)
        if found is None or (not is_swapped(reading, found) and not reading.unsure_tiles):
            return None
        return found

    def _kept(self, reading: Reading) -> TileSetProfile | None:
        """The kept set whose colours a reading shows."""
        if reading.white is None or reading.blue is None:
            return None
        return match_tile_set((reading.white, reading.blue), self.sets)


class FrameReader:
    """Reads the boards in the frames of one camera that watches one table with one set; dice are
    watched apart, between two boards too.

    The lens is that of the camera named: frames tell no camera by themselves. The set is the one
    named, else the one that matches; once found, it serves for all later frames. What photos have
    taught is forgotten as soon as the file ``learned`` is there no more.
    """

    def __init__(
        self,
        kept: KeptProfiles,
        *,
        tile_set: TileSetProfile | None = None,
        camera: CameraProfile | None = None,
        learned: Path | None = None,
    ) -> None:
        self._kept = kept
        self._camera = camera
        self._learned = learned
        self.tile_set = tile_set

    @property
    def taught(self) -> tuple[TaughtFaces, ...]:
        """The symbols on dice that have been shown."""
        return self._kept.taught

    @classmethod
    def as_chosen(
        cls, data_folder: str | None = None, tile_set: str | None = None, camera: str | None = None
    ) -> FrameReader:
        """With the profiles of a data folder (default: this user's), the named ones first. A
        profile that was chosen once and is there no more is done without."""
        folder = None if data_folder is None else Path(data_folder)
        sets, cameras = tile_set_profiles(folder), camera_profiles(folder)
        return cls(
            KeptProfiles.in_folder(folder),
            tile_set=_kept(sets, tile_set),
            camera=_kept(cameras, camera),
            learned=(folder or default_folder()) / FILE,
        )

    def __call__(self, frame: Picture) -> Reading:
        """The reading of a frame (H, W, 3) uint8 BGR."""
        table = self._kept.table
        if table != KnownTable() and self._learned is not None and not self._learned.exists():
            self.tile_set = None if self.tile_set in table.sets else self.tile_set
            self._kept = replace(self._kept, table=KnownTable())
        reading = read(frame, tile_set=self.tile_set, camera=self._camera, with_dice=False)
        if self.tile_set is None:
            self.tile_set = self._kept.set_of(reading)
            if self.tile_set is not None:
                reading = named_by(reading, self.tile_set)
        return self._kept.table.trusted(reading, is_named=self.tile_set is not None)


def _kept(store: ProfileShelf[Profile], name: str | None) -> Profile | None:
    try:
        return None if name is None else store.get(name)
    except ProfileError:
        return None
