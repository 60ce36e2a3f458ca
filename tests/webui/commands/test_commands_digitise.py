"""``palago digitise`` from outside: photos and videos become records, whatever interrupts them."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import psutil
import pytest
from asking import until
from camera_films import write_film
from command_lines import palago
from palago.engine.records.files import read_record
from palago.engine.records.zipped import RecordArchive, photo_hash
from palago.engine.tiles.board import Board, Tile
from palago.vision.archive import find_photos, read_archive
from palago.vision.dice.filmed.watch import DiceWatch
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from PIL import Image

BOARDS = [Board.from_text("0,0a 1,0c")]
for laid in ("0,1a 1,1b", "2,0a 2,1c", "0,2b 1,2a"):
    BOARDS.append(Board((*BOARDS[-1], *(Tile.from_text(word) for word in laid.split()))))

#: Where it is not about processes at once: a second one would only load the same libraries.
ONE = ("--workers", "1")

#: Something dark that is somewhere else in each.
PICTURES = [np.full((90, 160, 3), 120, np.uint8) for _ in range(3)]
for number, picture in enumerate(PICTURES):
    picture[30:60, 20 + 40 * number : 50 + 40 * number] = 40


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Photos of a game of four moves, named so that plain sorting would put 10 before 9."""
    folder = tmp_path_factory.mktemp("game")
    stage = StagedTable(7, 640, 360, tiles_across=11)
    for number, board in enumerate(BOARDS):
        cv2.imwrite(str(folder / f"photo {number + 8}.jpg"), stage.picture(board))
    return folder


@pytest.fixture(scope="module")
def whole(photos: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which all photos became a record once, with what was read of each."""
    folder = tmp_path_factory.mktemp("whole")
    done = palago("digitise", str(photos), "--out", "game.json", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


def read_before(whole: Path, folder: Path) -> None:
    """What was read of the photos lies here, too."""
    shutil.copytree(whole / "game.readings", folder / "game.readings")


def boards_of(record_file: Path) -> list[Board]:
    record = read_record(record_file.read_bytes())
    board, boards = Board(), []
    for turn in record.moves:
        for word in turn.move.split():
            board = board.place(Tile.from_text(word))
        boards.append(board)
    return boards


def same(first: list[Board], second: list[Board]) -> bool:
    return [b.canonical() for b in first] == [b.canonical() for b in second]


def test_a_folder_of_photos_becomes_a_record(photos: Path, whole: Path) -> None:
    assert same(boards_of(whole / "game.json"), BOARDS)
    record = read_record((whole / "game.json").read_bytes())
    hashes = {photo_hash(path.read_bytes()) for path in photos.iterdir()}
    assert record.photos == hashes
    assert all(turn.confidence is not None and turn.confidence > 0.5 for turn in record.moves)


def test_the_photos_travel_in_a_zip(photos: Path, whole: Path, tmp_path: Path) -> None:
    read_before(whole, tmp_path)
    done = palago("digitise", str(photos), *ONE, "--out", "game.zip", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    archive = RecordArchive((tmp_path / "game.zip").read_bytes())
    assert {name for name, _ in archive.photos()} == archive.record.photos
    assert len(archive.record.photos) == len(BOARDS)


def test_a_file_that_keeps_what_is_said_shows_now_and_then_how_far_it_is(
    photos: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("palago.webui.commands.arguments.outputs.SECONDS_BETWEEN_LINES", 0.0)
    read_before(whole, tmp_path)
    done = palago("digitise", str(photos), *ONE, "--out", "game.json", cwd=tmp_path)
    assert "4 of 4 photos read\n" in done.stderr
    write_film(tmp_path / "film.y4m", [(picture, 1) for picture in PICTURES])
    done = palago("digitise", "film.y4m", cwd=tmp_path)
    assert "0:00.5 of the film read\n" in done.stderr


def test_the_two_players_of_palago_stand_in_the_record(
    photos: Path, whole: Path, tmp_path: Path
) -> None:
    read_before(whole, tmp_path)
    command = ("digitise", str(photos), *ONE, "--out", "game.json")
    done = palago(*command, "--players", "Ann,Ben", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    unnamed = read_record(whole / "game.json")
    assert read_record(tmp_path / "game.json") == replace(unnamed, players=("Ann", "Ben"))


def test_what_needs_a_look_is_listed(photos: Path, whole: Path, tmp_path: Path) -> None:
    """A photo without a board, files that are no photos, and a move that is missing."""
    read_before(whole, tmp_path)
    shutil.copytree(photos, tmp_path / "shots", ignore=shutil.ignore_patterns("photo 8.jpg"))
    for name in ("photo 20.jpg", "._photo 9.jpg", "points.pdf", "old.palago.json", "game.json"):
        (tmp_path / "shots" / name).write_bytes(b"no photo at all")
    done = palago("digitise", "shots", *ONE, "--out", "game.json", "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert "photo 20.jpg: it is no photo, or damaged at its beginning" in done.stderr
    assert "asks each by a tap" in done.stderr
    assert "Left out: points.pdf\n" in done.stderr and "._photo" not in done.stderr
    record = json.loads(done.stdout)
    assert any(entry["source"] == "photo 20.jpg" for entry in record["to_check"])
    assert len(record["to_check"]) >= 2 or same(boards_of(tmp_path / "game.json"), BOARDS)


def test_what_is_asked_is_answered_by_its_number(photos: Path, whole: Path, tmp_path: Path) -> None:
    """A photo is missing: which of two moves came first is told, and all later moves follow."""
    read_before(whole, tmp_path)
    shutil.copytree(photos, tmp_path / "shots", ignore=shutil.ignore_patterns("photo 10.jpg"))
    command = ("digitise", "shots", *ONE, "--out", "game.json")
    asked = palago(*command, cwd=tmp_path)
    assert asked.returncode == 1
    lines = [line for line in asked.stderr.splitlines() if line.startswith("    ")]
    answers = [line.split(maxsplit=1)[1] for line in lines]
    played = [answer for answer in answers if answer.startswith("This was played")]
    assert len(played) == 2 and "A photo is missing before it" in answers
    for number, answer in enumerate(played, 1):
        done = palago(*command, "--answer", f"photo 11.jpg={number}", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        record = read_record((tmp_path / "game.json").read_bytes())
        moves = [turn.move for turn in record.moves]
        assert answer.endswith(f"White {moves[2]}, then Blue {moves[3]}") and len(moves) == 4
    missing = answers.index("A photo is missing before it") + 1
    done = palago(*command, "--answer", f"photo 11.jpg={missing}", cwd=tmp_path)
    record = read_record((tmp_path / "game.json").read_bytes())
    assert done.returncode == 0 and record.extra["gaps"] == {"photo 11.jpg": True}
    for wrong, said in (("photo 11.jpg=9", "answers 1 to"), ("photo 8.jpg=1", "photo 11.jpg")):
        refused = palago(*command, "--answer", wrong, cwd=tmp_path)
        assert refused.returncode == 2 and said in refused.stderr


def test_what_no_answer_would_change_is_said_and_not_asked(tmp_path: Path) -> None:
    (tmp_path / "shots").mkdir()
    (tmp_path / "shots" / "letter.jpg").write_text("no photo at all")
    command = ("digitise", "shots", *ONE, "--out", "game.json")
    asked = palago(*command, cwd=tmp_path)
    for said in ("1 Ignore this photo or moment", "--answer PHOTO=NUMBER"):
        assert said in asked.stderr
    left_out = (*command, "--answer", "letter.jpg=1")
    told = palago(*left_out, cwd=tmp_path)
    assert told.returncode == 1 and "no board was seen" in told.stderr
    assert "--answer" not in told.stderr
    refused = palago(*left_out, "--answer", "game=1", cwd=tmp_path)
    assert refused.returncode == 2 and "nothing is asked" in refused.stderr


def test_a_killed_run_goes_on_where_it_stopped(photos: Path, whole: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "palago.webui.command_line", "digitise", str(photos)]
    process = subprocess.Popen([*command, *ONE, "--out", "killed.json"], cwd=tmp_path)
    readings = tmp_path / "killed.readings"
    until(lambda: list(readings.glob("*.json")), seconds=120)
    for one in (*psutil.Process(process.pid).children(recursive=True), process):
        one.kill()
    process.wait()
    before = {path.name: path.stat().st_mtime_ns for path in readings.glob("*.json")}
    assert before, "the run was killed before it had read anything"
    done = palago("digitise", str(photos), *ONE, "--out", "killed.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    after = {path.name: path.stat().st_mtime_ns for path in readings.glob("*.json")}
    assert {name: after[name] for name in before} == before, "a photo was read twice"
    first, second = whole / "game.json", tmp_path / "killed.json"
    assert json.loads(first.read_text()) == json.loads(second.read_text())


def test_readings_of_an_older_reader_are_made_anew(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "shot.png"), StagedTable(3, 640, 360).picture(BOARDS[0]))
    photos, kept = find_photos(tmp_path), tmp_path / "kept"
    (first,) = read_archive(photos, kept, workers=1)
    (file,) = kept.glob("*.json")
    change: dict[str, Any]
    for change in ({"tiles": []}, {"reader": "an older one", "tiles": []}):
        file.write_text(json.dumps(json.loads(file.read_text()) | change))
        (again,) = read_archive(photos, kept, workers=1)
        assert first.reading is not None and again.reading is not None
        expected = first.reading.to_board() if "reader" in change else Board()
        assert again.reading.to_board() == expected


def test_photos_are_ordered_by_the_cameras_clock_where_it_is_known(tmp_path: Path) -> None:
    for name, moment in (("a", "2026:01:01 12:00:05"), ("b", "2026:01:01 12:00:01")):
        exif = Image.Exif()
        exif[0x0132] = moment
        Image.new("RGB", (64, 48)).save(tmp_path / f"{name}.jpg", exif=exif)
    assert [photo.path.stem for photo in find_photos(tmp_path)] == ["b", "a"]
    Image.new("RGB", (64, 48)).save(tmp_path / "c10.jpg")
    Image.new("RGB", (64, 49)).save(tmp_path / "c9.jpg")
    assert [photo.path.stem for photo in find_photos(tmp_path)] == ["a", "b", "c9", "c10"]


@pytest.mark.slow
def test_a_video_becomes_a_record(tmp_path: Path) -> None:
    stage = StagedTable(7)
    video = tmp_path / "game.mp4"
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"mp4v"), 10, (960, 540))
    acts = [Act(BOARDS[0], wait=2.0)]
    for before, after in pairwise(BOARDS):
        new = tuple(sorted(after.cells - before.cells))
        acts.append(Act(after, new, wait=2.5))
    for _, frame in stage.frames(BOARDS[0], acts, 10.0):
        writer.write(frame)
    writer.release()
    done = palago("digitise", str(video), "--out", "game.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert same(boards_of(tmp_path / "game.json"), BOARDS)


@pytest.mark.parametrize(("game", "seen"), [("palago", set()), ("palagonia", {(90, 160, 3)})])
@pytest.mark.parametrize("seconds", [1.0, 3.0], ids=["time-lapse", "film"])
def test_only_films_of_games_with_dice_are_searched_for_them(
    game: str, seen: set[Any], seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To a game without dice they mean nothing, and looking for them takes time."""
    looks = set()

    def look(watch: DiceWatch, photo: Any, *_: Any) -> tuple[()]:
        looks.add(photo.image.shape)
        return ()

    monkeypatch.setattr(DiceWatch, "look", look)
    write_film(tmp_path / "film.y4m", [(picture, seconds) for picture in PICTURES])
    assert palago("digitise", "film.y4m", "--game", game, cwd=tmp_path).returncode == 1
    assert looks == seen


@pytest.mark.parametrize("seconds", [1.0, 3.0])
def test_live_leads_whoever_gives_it_a_time_lapse_here(
    seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_film(tmp_path / "film.y4m", [(picture, seconds) for picture in PICTURES])
    monkeypatch.setattr("palago.webui.serving.serve", lambda *_: 0)
    status, _, err = palago("live", "--camera", str(tmp_path / "film.y4m"))
    assert status == 0 and ("'palago digitise' records it whole" in err) == (seconds < 2)


@pytest.mark.parametrize(("words", "message"), [
    (("nowhere",), "there is no file or folder nowhere"),
    (("both",), "not of both: evening.mp4, later.MOV came with photos in both"),
    (("films",),
     f"there are no photos in films: give a film itself, such as {Path('films/game.mp4')}"),
    (("empty",), "there are no photos in"), (("text.mp4",), "is no video that can be read"),
    (("empty", "--out", "game.pdf"), "its name has to end with"),
    (("empty", "--tiles", "1"), "A game has 2 to"),
    (("empty", "--players", "Ann"), "palago has two players: name both, White first"),
    (("empty", "--players", "Ann,Ben,Cleo"), "palago has two players"),
    (("empty", "--palagems", "AABC,DDEF"), "--palagems is said for palagem, not for palago"),
    (("empty", "--game", "palanquee", "--tiles", "48"),
     "--tiles is said for palago or palagonia or palagem, not for palanquee"),
    (("empty", "--game", "palagonia", "--single"),
     "--single is said for palago, not for palagonia"),
    (("empty", "--game", "palagem", "--anywhere"), "--anywhere is said for palago"),
])  # fmt: skip
def test_what_cannot_be_digitised_is_said(
    words: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.mp4").write_text("no video")
    for name in ("both/1.jpg", "both/later.MOV", "both/evening.mp4", "films/game.mp4"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("neither")
    done = palago("digitise", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr and "Traceback" not in done.stderr


def test_the_players_are_asked_for_before_anything_is_answered(
    photos: Path, whole: Path, tmp_path: Path
) -> None:
    read_before(whole, tmp_path)
    command = ("digitise", str(photos), *ONE, "--out", "game.json", "--game", "palagonia")
    assert "say --players" in palago(*command, cwd=tmp_path).stderr
    named = palago(*command, "--players", "Ann,Ben,Cleo", cwd=tmp_path)
    assert "say --players" not in named.stderr
