"""Profiles that match a photo are used by themselves."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest
from palago.calibration.cameras.camera import CameraIdentity, CameraProfile
from palago.calibration.cameras.lens import Lens
from palago.calibration.profiles import camera_profiles, tile_set_profiles
from palago.calibration.sets.fit import measure_tile_set
from palago.calibration.sets.tile_set import MeasuredColour, TileSetProfile
from palago.vision import read
from palago.vision.photos.photo import load_photo
from palago.vision.readings.reading import Reading
from palago.vision.table.known_table import KnownTable
from palago.vision.training.scenes.scene import Request, Scene
from palago.webui.command_line import main
from palago.webui.jobs.calibration import measured_tiles
from palago.webui.profile_choice import FrameReader, KeptProfiles
from PIL import Image

SIZE = (1000, 750)
WIDE = Lens(SIZE, (850.0, 850.0), (499.5, 374.5), -0.3)


@pytest.fixture(scope="module")
def photo(drawn_tiles: Callable[..., Scene]) -> bytes:
    """Twelve tiles at 45 degrees through a wide lens, as a phone's JPEG."""
    request = Request(*SIZE, tiles=12, tilt_deg=45.0, lens=(WIDE.focal[0] / SIZE[0], WIDE.k1))
    picture = drawn_tiles("white/blue", 5, request).image
    exif = Image.Exif()
    exif[0x010F], exif[0x0110] = "Acme", "Phone 9"
    exif.get_ifd(0x8769)[0x920A] = 4.25
    file = io.BytesIO()
    Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)).save(
        file, "JPEG", quality=92, exif=exif
    )
    return file.getvalue()


def test_the_camera_is_chosen_by_exif(photo: bytes, tmp_path: Path) -> None:
    phone = CameraProfile("phone", WIDE, CameraIdentity("Acme", "Phone 9", 4.25))
    other = CameraProfile("other", WIDE, CameraIdentity("Acme", "Phone 8", 4.25))
    for profile in (phone, other):
        camera_profiles(tmp_path).save(profile)
    kept = KeptProfiles.in_folder(tmp_path)
    assert kept.camera_of(photo) == phone
    assert kept.camera_of(b"no photo") is None
    assert len(kept.read(photo).tiles) == 12
    assert (
        kept.read(photo).to_board().canonical() == read(photo, camera=phone).to_board().canonical()
    )


def test_a_set_whose_white_is_the_darker_colour_names_the_colours(
    photo: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = read(photo)
    measured = measure_tile_set([measured_tiles(photo)], "club", white_is_lighter=False)
    assert isinstance(measured, tuple)
    monkeypatch.setenv("PALAGO_DATA", str(tmp_path))
    tile_set_profiles().save(measured[0])
    chosen = KeptProfiles.in_folder().read(photo)
    assert plain.white is not None and chosen.white is not None
    assert sum(chosen.white) < sum(plain.white)
    assert chosen.blue == plain.white
    tips = {tile.center: tile.white_tip for tile in plain.tiles}
    assert all(tips[tile.center] == tile.blue_tip for tile in chosen.tiles)
    file = tmp_path / "photo.jpg"
    file.write_bytes(photo)
    assert main(["read", str(file), "--json"]) == 0
    assert f'"white": {list(chosen.white)}' in capsys.readouterr().out


def test_a_photo_is_read_once_to_name_its_colours(
    photo: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = measure_tile_set([measured_tiles(photo)], "club", white_is_lighter=False)
    assert isinstance(measured, tuple)
    tile_set_profiles(tmp_path).save(measured[0])
    times = []

    def counted(*words: Any, **options: Any) -> Reading:
        times.append(1)
        return read(*words, **options)

    monkeypatch.setattr("palago.webui.profile_choice.read", counted)
    frame = load_photo(photo).image
    assert KeptProfiles.in_folder(tmp_path).read(photo).white is not None and len(times) == 1
    assert FrameReader.as_chosen(str(tmp_path))(frame).white is not None and len(times) == 2


def test_a_camera_forgets_with_the_dashboard_what_photos_have_taught(
    photo: bytes, tmp_path: Path
) -> None:
    frame = load_photo(photo).image
    plain = read(frame, with_dice=False)
    assert plain.white is not None and plain.blue is not None
    crossed = TileSetProfile("crossed", MeasuredColour(plain.blue), MeasuredColour(plain.white))
    learned = tmp_path / "table.json"
    learned.write_text(json.dumps(KnownTable((crossed,), photos=3).to_json()))
    watching = FrameReader.as_chosen(str(tmp_path))
    assert watching(frame).white == plain.blue
    learned.unlink()
    assert watching(frame).white == plain.white
