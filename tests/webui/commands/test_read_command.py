"""``palago read`` as a player meets it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from command_lines import Ran, palago
from palago.vision.training.scenes.scene import Request, make_scene
from palago.webui.command_line import main
from palago.webui.commands.arguments import apart
from palago.webui.workers import worker


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    scene = make_scene(31, Request(800, 600, level="mild", content="board", tiles=9))
    cv2.imwrite(str(folder / "table.jpg"), scene.image)
    cv2.imwrite(str(folder / "dark.png"), np.zeros((60, 80, 3), np.uint8))
    (folder / "paper.jpg").write_bytes(b"%PDF-1.7")
    return folder


def palago_read(*words: object) -> Ran:
    return palago("read", *map(str, words))


def test_json_files_and_overlays(photos: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = palago_read(
        photos / "table.jpg", photos / "dark.png", "--json", "--out", out, "--overlay"
    )
    assert done.returncode == 0, done.stderr
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(printed[0]["tiles"]) == 9
    assert printed[1]["tiles"] == [] and "no board" in printed[1]["warnings"][0]
    assert json.loads((out / "table.json").read_text()) == printed[0]
    overlay = cv2.imread(str(out / "table.overlay.jpg"))
    assert overlay.shape == (600, 800, 3)
    assert sorted(path.name for path in out.iterdir()) == [
        "dark.json", "dark.overlay.jpg", "table.json", "table.overlay.jpg",
    ]  # fmt: skip


def test_what_is_no_photo_is_said_and_the_others_are_read(photos: Path) -> None:
    done = palago_read(photos / "paper.jpg", photos / "none.jpg", photos / "table.jpg")
    assert done.returncode == 2
    assert "PDF" in done.stderr and "there is no file" in done.stderr
    assert "Traceback" not in done.stderr
    assert "9 tiles" in done.stdout


def test_a_folder_that_cannot_be_made_is_named_with_why(photos: Path, tmp_path: Path) -> None:
    (tmp_path / "afile").touch()
    for words in ("afile", "afile/out"):
        done = palago("read", str(photos / "dark.png"), "--out", words, cwd=tmp_path)
        assert done.returncode == 2 and "afile is a file, no folder" in done.stderr
    if Path("/proc").exists():
        done = palago_read(photos / "dark.png", "--out", "/proc/x")
        assert done.returncode == 2 and "nothing can be made in /proc" in done.stderr


def test_an_unknown_set_is_named_with_those_that_are_known(photos: Path) -> None:
    done = palago_read(photos / "table.jpg", "--set", "nobody's")
    assert done.returncode == 2
    assert "nobody's" in done.stderr and "white-blue" in done.stderr


def test_a_photo_that_takes_too_long_is_given_up_in_a_sentence(
    photos: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(apart, "SECONDS_FOR_A_PHOTO", 0.0)
    monkeypatch.setattr(worker, "STARTING_SECONDS", 0.0)
    for command in (["read"], ["score"], ["judge", "0,0a 1,0a"]):
        assert main([*command, str(photos / "table.jpg")]) == 2
        said = capsys.readouterr()
        assert "table.jpg" in said.err and "given up" in said.err and said.out == ""


@pytest.mark.parametrize(
    ("game", "option", "value"),
    [
        ("palanquee", "--set", "orange"),
        ("palanquee", "--camera-profile", "phone"),
        ("palago", "--seeds-by", "cube"),
    ],
)
def test_an_option_of_another_kind_of_table_is_refused(
    photos: Path, game: str, option: str, value: str
) -> None:
    done = palago_read(photos / "table.jpg", "--game", game, option, value)
    assert done.returncode == 2 and not done.stdout
    assert f"a table of {game} is read without {option}: leave it out" in done.stderr
