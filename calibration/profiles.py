"""Profiles kept as JSON files in the data folder: saved, listed, imported, exported, matched."""

from __future__ import annotations

import json
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from ..engine.whole_file import whole_file
from .cameras.camera import CameraIdentity, CameraProfile
from .profile_format import (
    ProfileError,
    camera_from_json,
    camera_to_json,
    dice_from_json,
    dice_to_json,
    read_document,
    tile_set_from_json,
    tile_set_to_json,
)
from .sets.dice import DiceProfile
from .sets.tile_set import TileSetProfile

Profile = TypeVar("Profile", CameraProfile, TileSetProfile, DiceProfile)

#: File names that Windows keeps for its devices.
RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
}
#: Maximum number of files in one folder that are read: nobody has that many cameras.
MOST_PROFILES = 500

__all__ = [
    "MissingProfile",
    "ProfileError",
    "ProfileShelf",
    "camera_profiles",
    "data_folder",
    "dice_profiles",
    "match_camera",
    "tile_set_profiles",
]


class MissingProfile(ProfileError):
    """No profile of that name is kept."""


def data_folder() -> Path:
    """Where this user's data is kept: ``$PALAGO_DATA``, else ``~/.local/share/palago``, or where
    that is not there, ``$XDG_DATA_HOME/palago``; on Windows ``%LOCALAPPDATA%\\palago``."""
    named = os.environ.get("PALAGO_DATA")
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local) / "palago"
    usual = Path.home() / ".local" / "share" / "palago"
    wished = Path(os.environ.get("XDG_DATA_HOME", ""))
    # Earlier versions knew the usual place alone; a relative path counts for nothing (XDG).
    return wished / "palago" if wished.is_absolute() and not usual.exists() else usual


@dataclass(frozen=True)
class ProfileShelf(Generic[Profile]):
    """One folder of profiles of one kind. Names are unique up to case and punctuation."""

    folder: Path
    what: str
    from_json: Callable[[object], Profile]
    to_json: Callable[[Profile], dict[str, object]]

    def all(self) -> tuple[tuple[Profile, ...], tuple[str, ...]]:
        """Every profile in order of its file's name, and a sentence for each unreadable file."""
        profiles: list[Profile] = []
        problems: list[str] = []
        for path in self._files():
            try:
                profiles.append(self.read_file(path))
            except ProfileError as problem:
                problems.append(str(problem))
        return tuple(profiles), tuple(problems)

    def get(self, name: str) -> Profile:
        """The profile of that name. Raises MissingProfile, naming those that are kept."""
        path = self._path(name)
        if path.is_file():
            return self.read_file(path)
        kept = ", ".join(f"'{profile.name}'" for profile in self.all()[0]) or "none"
        raise MissingProfile(f"There is no {self.what} profile '{name}'. Kept are: {kept}.")

    def save(self, profile: Profile, *, replace: bool = True) -> Path:
        """Keep a profile under its name; the file appears whole or not at all.

        Raises ProfileError when the name is taken and ``replace`` is false, when another name has
        the same file, or when the profile or the folder does not allow it.
        """
        path = self._path(profile.name)
        document = self.to_json(profile)
        self.from_json(document)
        if path.exists():
            if not replace:
                raise ProfileError(f"There is already a {self.what} profile '{profile.name}'.")
            self._require_alike(path, profile.name)
        _write(path, document)
        return path

    def keeps(self, name: str) -> bool:
        """Whether a profile of that name is kept."""
        return self._path(name).is_file()

    def delete(self, name: str) -> None:
        """Forget a profile. Raises MissingProfile."""
        if not self.keeps(name):
            self.get(name)
        self._path(name).unlink(missing_ok=True)

    def import_file(self, source: Path, *, replace: bool = False) -> Profile:
        """Keep a copy of a profile file that someone shared. Raises ProfileError."""
        profile = self.read_file(source)
        self.save(profile, replace=replace)
        return profile

    def export_file(self, name: str, target: Path) -> None:
        """Write a profile as a file to share. Raises MissingProfile or ProfileError."""
        _write(target, self.to_json(self.get(name)))

    def read_file(self, path: Path) -> Profile:
        """The profile in a file. Raises ProfileError that names the file and what is wrong."""
        try:
            return self.from_json(read_document(path))
        except ProfileError as problem:
            raise ProfileError(f"{path.name}: {problem}") from None

    def _require_alike(self, path: Path, name: str) -> None:
        """Names that differ by more than case can have one file: neither is lost to the other."""
        try:
            kept = self.read_file(path).name
        except ProfileError:
            return  # what cannot be read is lost already
        if kept.casefold() != name.casefold():
            raise ProfileError(
                f"'{name}' would be kept in the file of the {self.what} profile '{kept}':"
                " choose a name that differs from it in a letter or a digit."
            )

    def _files(self) -> list[Path]:
        if not self.folder.is_dir():
            return []
        return sorted(self.folder.glob("*.json"))[:MOST_PROFILES]

    def _path(self, name: str) -> Path:
        return self.folder / f"{file_stem(name)}.json"


def camera_profiles(folder: Path | None = None) -> ProfileShelf[CameraProfile]:
    """The shelf of camera profiles under a data folder (default: this user's)."""
    place = (folder or data_folder()) / "profiles" / "cameras"
    return ProfileShelf(place, "camera", camera_from_json, camera_to_json)


def tile_set_profiles(folder: Path | None = None) -> ProfileShelf[TileSetProfile]:
    """The shelf of set profiles under a data folder (default: this user's)."""
    place = (folder or data_folder()) / "profiles" / "sets"
    return ProfileShelf(place, "set", tile_set_from_json, tile_set_to_json)


def dice_profiles(folder: Path | None = None) -> ProfileShelf[DiceProfile]:
    """The shelf of dice profiles under a data folder (default: this user's)."""
    place = (folder or data_folder()) / "profiles" / "dice"
    return ProfileShelf(place, "dice", dice_from_json, dice_to_json)


def match_camera(
    identity: CameraIdentity, image_size: tuple[int, int], profiles: Iterable[CameraProfile]
) -> CameraProfile | None:
    """The profile of the camera that took a photo, by EXIF make, model and focal length. Of several
    the one with the least uncertain focal length; None when none fits the photo."""
    fitting = [
        profile
        for profile in profiles
        if profile.identity.same_camera(identity) and profile.fits(image_size)
    ]
    return min(fitting, key=lambda profile: profile.focal_uncertainty, default=None)


def file_stem(name: str) -> str:
    """A file name for a profile's name that is safe on every system. Raises ProfileError when
    nothing of the name is left."""
    spelled = unicodedata.normalize("NFKC", name).casefold()
    stem = re.sub(r"[^\w]+", "-", spelled).strip("-_")
    if not stem:
        raise ProfileError("A profile needs a name with at least one letter or digit.")
    return "profile-" + stem if stem in RESERVED else stem[:80]


def _write(path: Path, document: dict[str, object]) -> None:
    """Write a file that appears whole or not at all. Raises ProfileError."""
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as draft:
            draft.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise ProfileError(f"{path} cannot be written: {problem.strerror}.") from None
