"""``palago calibrate`` from the outside: files in, profiles and sentences out."""

import json
from pathlib import Path

import cv2
import pytest
from command_lines import palago
from palago.calibration.arrays import Picture
from palago.calibration.cameras.camera import CameraProfile
from palago.calibration.cameras.exif import camera_identity
from palago.calibration.cameras.lens import Lens
from palago.calibration.profiles import camera_profiles, match_camera, tile_set_profiles
from palago.calibration.sets.tile_set import MeasuredColour, TileSetProfile
from PIL import Image

Pictures = list[Picture]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("PALAGO_DATA", str(folder))
    return folder


def calibrate(*words: str, status: int = 0) -> tuple[str, str]:
    """What ``palago calibrate`` prints, and what it says beside it."""
    done = palago("calibrate", *words)
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


def saved(pictures: Pictures, folder: Path) -> list[str]:
    """The pictures as a phone would store them: half of them turned, with EXIF."""
    files = []
    for number, picture in enumerate(pictures):
        exif = Image.Exif()
        exif[0x010F], exif[0x0110] = "Acme", "Phone 9"
        exif.get_ifd(0x8769)[0x920A] = 4.25
        exif[0x0112] = 6 if number % 2 else 1
        file = folder / f"view{number}.jpg"
        Image.fromarray(picture).save(file, quality=95, exif=exif)
        files.append(str(file))
    return files


def test_a_phone_is_calibrated_and_then_recognised(
    tmp_path: Path, pictures: Pictures, webcam: Lens
) -> None:
    files = saved(pictures, tmp_path)
    damaged = tmp_path / "damaged.jpg"
    damaged.write_bytes(Path(files[0]).read_bytes()[:500])
    answer = json.loads(calibrate("camera", str(damaged), *files, "--json")[0])
    assert answer["result"] == "calibrated" and answer["rms_px"] < 0.3
    assert answer["profile"]["name"] == "Phone 9 4.25 mm"
    assert [view["name"] for view in answer["refused"]] == ["damaged.jpg"]
    assert [view["name"] for view in answer["used"]] == [Path(file).name for file in files]
    profiles, problems = camera_profiles().all()
    assert not problems and len(profiles) == 1
    lens = profiles[0].lens
    assert lens.image_size == (640, 480)
    assert lens.focal[0] == pytest.approx(webcam.focal[0], rel=0.005)
    assert lens.k1 == pytest.approx(webcam.k1, abs=0.01)
    assert lens.principal == pytest.approx(webcam.principal, abs=2)
    assert match_camera(camera_identity(Path(files[0])), (480, 640), profiles) == profiles[0]


def test_a_camera_is_calibrated_live_from_its_frames(tmp_path: Path, pictures: Pictures) -> None:
    video = tmp_path / "video.avi"
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 480))
    assert writer.isOpened()
    for picture in pictures:
        for _ in range(2):  # the sheet rests for two frames
            writer.write(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
    writer.release()
    out, err = calibrate("camera", "--camera", str(video), "--name", "over the table")
    assert "[1 views] Tilt the sheet" in err
    assert "from 8 views" in out and "reprojection error" in out
    assert camera_profiles().get("over the table").views == 8


def test_too_few_or_strange_photos_are_explained(tmp_path: Path, pictures: Pictures) -> None:
    files = saved(pictures[:2], tmp_path)
    out, err = calibrate("camera", *files, files[0], status=2)
    assert "too few views: 2 can be used" in err and "view0.jpg: too like view0.jpg" in out
    assert "--camera" in calibrate("camera", status=2)[1]
    text = tmp_path / "notes.jpg"
    text.write_text("no photo")
    out, err = calibrate("camera", str(text), status=2)
    assert "refused  notes.jpg: " in out and "too few views: 0" in err
    for more in (["--sheet", "many"], ["--sheet", "9x7", "--marker", "50"], ["--name", "//"]):
        calibrate("camera", files[0], *more, status=2)
    blank = tmp_path / "blank.png"
    Image.new("RGB", (640, 480), (120, 110, 90)).save(blank)
    assert "only 0 tiles" in calibrate("set", str(blank), "--name", "club", status=2)[1]
    table = Path(__file__).parents[2] / "sample_images" / "table.jpg"
    told, _ = calibrate("set", str(text), str(table), "--name", "club")
    assert 0 <= told.find("refused  notes.jpg: ") < told.find(" kept in ")
    assert "replaced the earlier one in " in calibrate("set", str(table), "--name", "club")[0]
    calibrate("camera", "--camera", str(tmp_path / "none.mp4"), status=2)
    assert camera_profiles().all() == ((), ())


def test_profiles_are_listed_shared_and_forgotten(tmp_path: Path) -> None:
    camera_profiles().save(
        CameraProfile("webcam", Lens((640, 480), (500.0, 500.0), (320.0, 240.0)))
    )
    tile_set_profiles().save(
        TileSetProfile("club", MeasuredColour((230, 230, 220)), MeasuredColour((30, 60, 140)))
    )
    listing = json.loads(calibrate("list", "--json")[0])
    assert [camera["name"] for camera in listing["cameras"]] == ["webcam"]
    assert [tiles["name"] for tiles in listing["sets"]] == ["club"]
    for kind, name in (("camera", "webcam"), ("set", "club")):
        file = tmp_path / f"{kind}.json"
        calibrate("export", kind, name, str(file))
        assert "already" in calibrate("import", str(file), status=2)[1]
        calibrate("delete", kind, name)
        assert "Kept are: none" in calibrate("delete", kind, name, status=2)[1]
        calibrate("import", str(file))
        calibrate("show", kind, name)
    file = tmp_path / "again.json"
    calibrate("export", "club", str(file))
    assert file.exists()
    assert "no profile 'nix': 'palago calibrate list'" in calibrate("show", "nix", status=2)[1]
    camera_profiles().save(CameraProfile("club", Lens((64, 48), (50.0, 50.0), (32.0, 24.0))))
    assert "a camera and a set profile 'club'" in calibrate("delete", "club", status=2)[1]
    calibrate("delete", "camera", "club")
    foreign = tmp_path / "foreign.json"
    foreign.write_text('{"format": "another program"}')
    told = calibrate("import", str(foreign), status=2)[1]
    assert "foreign.json: this is no Palago profile" in told
