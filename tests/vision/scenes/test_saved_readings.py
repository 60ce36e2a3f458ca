"""A change to the reader is held against what was read before it, photo by photo."""

import json
import shutil
from pathlib import Path

import pytest
from palago.vision.benchmark.saved_readings import SavedReadings, changes_in_readings
from palago.webui.command_line import main

SAMPLES = Path(__file__).resolve().parents[3] / "sample_images"
READ = {"0,0": ("2", 0.998), "1,0": ("4", 0.61)}


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (READ, []),
        (READ | {"1,0": ("4", 0.611)}, []),
        (READ | {"1,0": ("4", 0.613)}, ["a 1,0: 4 (0.610) → 4 (0.613)"]),
        (READ | {"0,0": ("0", 0.998)}, ["a 0,0: 2 (0.998) → 0 (0.998)"]),
        (READ | {"0,1": ("0", 0.9)}, ["a 0,1: nothing → 0 (0.900)"]),
        ({"0,0": READ["0,0"]}, ["a 1,0: 4 (0.610) → nothing"]),
    ],
)
def test_every_tile_that_is_read_otherwise_is_named(
    now: dict[str, tuple[str, float]], told: list[str]
) -> None:
    before = SavedReadings({"a": READ, "b": READ})
    assert list(changes_in_readings(before, SavedReadings({"a": now}))) == told


def test_a_photo_that_was_not_read_before_is_named() -> None:
    now = SavedReadings({"a": READ, "c": {}})
    assert [*changes_in_readings(SavedReadings({"a": READ}), now)] == ["c: was not read before"]


@pytest.mark.parametrize(
    ("game", "photo"), [("palago", "table"), ("palanquee", "palanquee/develop/0000")]
)
def test_the_command_saves_and_holds(
    game: str, photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ending in (".jpg", ".truth.json"):
        shutil.copy(SAMPLES / (photo + ending), tmp_path)
    saved = tmp_path / "readings.json"
    asked = ["bench", "read", str(tmp_path), "--game", game]
    assert main([*asked, "--readings", str(saved)]) == 0
    before = json.loads(saved.read_text("utf-8"))
    ((name, places),) = before["photos"].items()
    assert (before["format"], name) == ("palago-readings", Path(photo).name) and len(places) > 15
    assert main([*asked, "--compare", str(saved)]) == 0
    assert "→" not in capsys.readouterr().out

    place = sorted(places)[3]
    places[place][0] = "something else"
    saved.write_text(json.dumps(before), "utf-8")
    assert main([*asked, "--compare", str(saved)]) == 1
    assert f"\n{name} {place}: something else (" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "palago-record", "photos": {}}'])
def test_what_holds_no_readings_is_named(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("table.jpg", "table.truth.json"):
        shutil.copy(SAMPLES / name, tmp_path / name)
    (tmp_path / "old.json").write_text(text)
    assert main(["bench", "read", str(tmp_path), "--compare", str(tmp_path / "old.json")]) == 2
    assert "old.json holds no readings" in capsys.readouterr().err
