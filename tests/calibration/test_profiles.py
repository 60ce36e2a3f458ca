"""Profile files: kept, shared, matched, and refused in words when they are broken."""

import json
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from palago.calibration.cameras.camera import CameraIdentity, CameraProfile
from palago.calibration.cameras.exif import camera_identity
from palago.calibration.cameras.lens import Lens
from palago.calibration.profiles import (
    ProfileError,
    camera_profiles,
    data_folder,
    dice_profiles,
    match_camera,
    tile_set_profiles,
)
from palago.calibration.sets.colour import linear_from_srgb, rounded, srgb_from_linear
from palago.calibration.sets.dice import DiceProfile
from palago.calibration.sets.editions import editions
from palago.calibration.sets.tile_set import MeasuredColour, Stripe, TileSetProfile, match_tile_set
from PIL import Image

RUNES = DiceProfile("Runes", (("3", tuple(bytes([k] * 24) for k in range(24))),), "2026-01-02")
PHONE = CameraProfile(
    "Phone 9, main",
    Lens((4000, 3000), (3010.5, 3010.5), (2004.0, 1490.0), -0.12, 0.03, 0.001, -0.001, 0.002),
    CameraIdentity("Acme", "Phone 9", 4.25, 26.0),
    rms=0.31,
    views=14,
    focal_uncertainty=0.0004,
    created="2026-01-02",
)
CLUB = TileSetProfile(
    "Club set",
    MeasuredColour((236, 232, 220), 3.2),
    MeasuredColour((31, 58, 140), 4.0),
    line=Stripe((20, 20, 20), 0.025),
    rim=None,
    body=MeasuredColour((40, 40, 40), 0.0),
    width_mm=36.5,
    photos=3,
    tiles=51,
)


def test_profiles_survive_being_kept_and_shared(tmp_path: Path) -> None:
    shelf: Any
    profile: Any
    for shelf, profile in (
        (camera_profiles(tmp_path), PHONE),
        (tile_set_profiles(tmp_path), CLUB),
        (dice_profiles(tmp_path), RUNES),
    ):
        shelf.save(profile)
        assert shelf.get(profile.name.upper()) == profile
        with pytest.raises(ProfileError, match=f"file of the .* profile '{profile.name}'"):
            shelf.save(replace(profile, name=f"../{profile.name} 🐢"))
        assert shelf.get(profile.name) == profile
        shelf.save(profile)
        shelf.export_file(profile.name, tmp_path / "shared.json")
        shelf.delete(profile.name)
        assert shelf.all() == ((), ())
        assert shelf.import_file(tmp_path / "shared.json") == profile
        with pytest.raises(ProfileError, match="already"):
            shelf.import_file(tmp_path / "shared.json")
        with pytest.raises(ProfileError, match=r"no .* profile 'nobody'\. Kept are: '"):
            shelf.get("nobody")


def test_files_follow_the_published_schema(tmp_path: Path) -> None:
    schema = json.loads(
        resources.files("palago.calibration").joinpath("profile.schema.json").read_text()
    )
    camera_file = camera_profiles(tmp_path).save(PHONE)
    set_files = [tile_set_profiles(tmp_path).save(e.as_profile()) for e in editions()]
    for file in (camera_file, *set_files, dice_profiles(tmp_path).save(RUNES)):
        jsonschema.validate(json.loads(file.read_text()), schema)


def test_the_data_folder_is_named_by_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PALAGO_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("PALAGO_DATA")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)  # Windows' own place
    for home in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(home, "/home/player")
    assert data_folder() == Path("/home/player/.local/share/palago")
    for home in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(home, str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    assert data_folder() == tmp_path / "elsewhere" / "palago"
    earlier = tmp_path / ".local" / "share" / "palago"
    earlier.mkdir(parents=True)
    assert data_folder() == earlier
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    earlier.rmdir()
    assert data_folder() == earlier


CAMERA = camera_profiles(Path()).to_json(PHONE)
SET = tile_set_profiles(Path()).to_json(CLUB)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not readable as JSON"),
        (b"\xff\xd8\xff\xe0 a photo", "not readable as JSON"),
        (b"[" * 50_000, "not readable as JSON"),
        (b'{"format": NaN}', "not readable as JSON"),
        (b" " * 70_000, "too large"),
        (b'{"name": "x"}', "no Palago camera profile"),
        (b"[1, 2]", "no Palago camera profile"),
        (json.dumps(SET).encode(), "this is a set profile, not a camera profile"),
        (json.dumps({**CAMERA, "version": 2}).encode(), "version 2; this program reads up to"),
        (json.dumps({**CAMERA, "version": "1"}).encode(), '"version" must be'),
        (json.dumps({**CAMERA, "name": "../.."}).encode(), '"name" must have'),
        (json.dumps({**CAMERA, "name": "a\nb"}).encode(), '"name" must be a line of text'),
        (json.dumps({**CAMERA, "image_size": [0, 3000]}).encode(), '"image_size" must be'),
        (json.dumps({**CAMERA, "image_size": [4000.5, 3000]}).encode(), '"image_size" must be'),
        (json.dumps({**CAMERA, "focal": [3000]}).encode(), '"focal" must be a list of 2'),
        (json.dumps({**CAMERA, "focal": [True, 1]}).encode(), '"focal" must be'),
        (json.dumps({**CAMERA, "focal": [1e999, 1]}).encode().replace(b"Infinity", b"1e999"),
         '"focal" must be'),
        (json.dumps({**CAMERA, "distortion": {"k1": "wide"}}).encode(),
         '"k1" of "distortion" must be'),
        (json.dumps({**CAMERA, "distortion": 5}).encode(), '"distortion" must be an object'),
    ],
)  # fmt: skip
def test_a_broken_or_foreign_camera_file_says_what_is_wrong(
    tmp_path: Path, content: bytes, words: str
) -> None:
    file = tmp_path / "profiles" / "cameras" / "bad.json"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    camera_profiles(tmp_path).save(PHONE)
    profiles, problems = camera_profiles(tmp_path).all()
    assert profiles == (PHONE,)
    assert len(problems) == 1 and "bad.json" in problems[0] and words in problems[0]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"white": None}, '"white" must be'),
        ({"white": {"srgb": "white"}}, '"srgb" of "white"'),
        ({"white": SET["blue"]}, "must differ"),
        ({"line": {"srgb": "#000000", "width": 7}}, '"width" of "line" must be a number'),
        ({"width_mm": -3}, '"width_mm" must be'),
        ({"measured_from": {"photos": 1e12}}, '"photos" of "measured_from"'),
    ],
)
def test_a_broken_set_file_says_what_is_wrong(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    file = tmp_path / "set.json"
    file.write_text(json.dumps({**SET, **change}))
    with pytest.raises(ProfileError, match=words):
        tile_set_profiles(tmp_path).import_file(file)


@pytest.mark.parametrize("faces", [{}, {"7": []}, {"3": ["00"]}, {"3": [5] * 24}, "3"])
def test_a_broken_dice_file_says_what_is_wrong(tmp_path: Path, faces: object) -> None:
    file = tmp_path / "dice.json"
    file.write_text(json.dumps(dice_profiles(tmp_path).to_json(RUNES) | {"faces": faces}))
    with pytest.raises(ProfileError, match='"faces"'):
        dice_profiles(tmp_path).import_file(file)


def test_a_camera_is_found_by_the_photo_it_took(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x010F], exif[0x0110] = "Acme", "Phone 9"
    details = exif.get_ifd(0x8769)
    details[0x920A], details[0xA405] = 4.25, 26
    photo = tmp_path / "photo.jpg"
    Image.new("RGB", (400, 300)).save(photo, exif=exif)
    wide = replace(PHONE, name="wide", identity=CameraIdentity("Acme", "Phone 9", 1.8, 13.0))
    identity = camera_identity(photo)
    assert match_camera(identity, (400, 300), [wide, PHONE]) == PHONE
    assert match_camera(identity, (300, 400), [wide, PHONE]) == PHONE
    assert match_camera(identity, (1920, 1080), [wide, PHONE]) is None
    assert match_camera(camera_identity(b"no photo"), (400, 300), [PHONE]) is None


def test_a_set_is_known_by_its_colours_under_any_lamp() -> None:
    profiles = [edition.as_profile() for edition in editions() if edition.name != "paper"]
    by_name = {profile.name: profile for profile in profiles}
    for name in ("white-blue", "yellow-red", "white-orange"):
        profile = by_name[name]
        for lamp in ((1.0, 1.0, 1.0), (1.0, 0.8, 0.5), (0.5, 0.5, 0.55)):
            seen: Any = (under(lamp, profile.white.srgb), under(lamp, profile.blue.srgb))
            assert match_tile_set(seen, profiles) == profile
            assert match_tile_set((seen[1], seen[0]), profiles) == profile
    assert match_tile_set(((120, 200, 60), (200, 60, 200)), profiles) is None
    assert match_tile_set(((236, 232, 220), (31, 58, 140)), []) is None


def under(lamp: tuple[float, float, float], srgb: tuple[int, int, int]) -> tuple[int, ...]:
    """A colour as a camera without white balance sees it under a lamp."""
    linear = linear_from_srgb(srgb) * np.array(lamp)
    return rounded(srgb_from_linear(linear))
