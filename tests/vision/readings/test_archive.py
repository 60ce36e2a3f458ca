"""Many photos are read, here or on the workers of a scheduler; only what is true is stored."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from palago.engine.tiles.board import Board
from palago.vision.archive import ArchiveError, find_photos, read_archive
from palago.vision.readings.reading import Reading
from palago.vision.training.scenes.films.videos import StagedTable

BOARD = Board.from_text("0,0a 1,0c 0,1b 1,1a")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three photos of which two show a board, and a file that is no photo."""
    photos = tmp_path / "photos"
    photos.mkdir()
    stage = StagedTable(7, 640, 420, tiles_across=10)
    for number in range(2):
        cv2.imwrite(str(photos / f"{number}.png"), np.roll(stage.picture(BOARD), number, axis=1))
    (photos / "2.jpg").write_bytes(b"no photo at all")
    return photos


@pytest.fixture(params=[1])
def cluster(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A Dask scheduler in this process, with one worker unless a test asks for another number."""
    distributed = pytest.importorskip("distributed", reason="the extra 'dask' is not installed")
    with distributed.LocalCluster(
        n_workers=request.param,
        threads_per_worker=1,
        processes=False,
        dashboard_address=None,
        protocol="tcp",
        host="127.0.0.1",
    ) as running:
        yield running


def stored(cache: Path) -> list[dict[str, Any]]:
    return [json.loads(file.read_text()) for file in sorted(cache.glob("*.json"))]


def slowly(path: str) -> Reading:
    time.sleep(1.0)
    return Reading(path, 10, 10)


def test_the_same_work_runs_on_dask(cluster: Any, folder: Path, tmp_path: Path) -> None:
    photos = find_photos(folder)
    done = read_archive(photos, tmp_path / "there", scheduler=cluster.scheduler_address)
    boards = [read.reading.to_board().canonical() for read in done if read.reading is not None]
    assert boards == [BOARD.canonical()] * 2
    assert done[2].problem is not None and "photo" in done[2].problem
    assert len(stored(tmp_path / "there")) == 3, "that a file is no photo is true of it"


def test_what_a_worker_does_not_see_is_no_fact_about_the_photo(
    cluster: Any, folder: Path, tmp_path: Path
) -> None:
    photos = find_photos(folder)
    folder.rename(tmp_path / "elsewhere")
    with pytest.raises(ArchiveError, match=r"could not read 3 of 3 photos.*under the same path"):
        read_archive(photos, tmp_path / "cache", scheduler=cluster.scheduler_address)
    assert stored(tmp_path / "cache") == []
    (tmp_path / "elsewhere").rename(folder)
    done = read_archive(photos, tmp_path / "cache", scheduler=cluster.scheduler_address)
    assert sum(read.reading is not None for read in done) == 2


def test_another_file_of_that_name_is_not_taken_for_the_photo(
    cluster: Any, folder: Path, tmp_path: Path
) -> None:
    photos = find_photos(folder)
    (folder / "0.png").write_bytes((folder / "1.png").read_bytes())
    with pytest.raises(ArchiveError, match="is another file there"):
        read_archive(photos, tmp_path / "cache", scheduler=cluster.scheduler_address)
    assert len(stored(tmp_path / "cache")) == 2


@pytest.mark.parametrize("cluster", [0], indirect=True)
def test_workers_that_never_answer_are_given_up(cluster: Any, folder: Path, tmp_path: Path) -> None:
    began = time.monotonic()
    with pytest.raises(ArchiveError, match="have read no photo for 1 s:"):
        there = cluster.scheduler_address
        read_archive(find_photos(folder), tmp_path / "cache", scheduler=there, patience=1.0)
    assert time.monotonic() - began < 30


def test_a_scheduler_that_goes_away_is_said(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="the extra 'dask' is not installed")
    script = (
        "import distributed, time\n"
        "c = distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False,\n"
        "    dashboard_address=None, protocol='tcp', host='127.0.0.1')\n"
        "print(c.scheduler_address, flush=True)\n"
        "time.sleep(60)\n"
    )
    paths = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    threading.Timer(0.5, process.kill).start()
    with pytest.raises(ArchiveError, match=r"has gone|have read no photo"):
        how: Any = {"scheduler": address, "patience": 20.0, "read": slowly}
        read_archive(find_photos(folder), tmp_path / "cache", **how)
    process.wait()
    monkeypatch.setattr("palago.vision.archive.on_dask.SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(ArchiveError, match="does not answer"):
        read_archive(find_photos(folder), tmp_path / "other", scheduler=address)


def test_a_photo_that_cannot_be_opened_is_tried_again(folder: Path, tmp_path: Path) -> None:
    photos = find_photos(folder)
    gone = photos[0].path
    data = gone.read_bytes()
    gone.unlink()
    first = read_archive(photos, tmp_path / "cache", workers=1)
    assert first[0].reading is None and first[0].problem
    gone.write_bytes(data)
    again = read_archive(photos, tmp_path / "cache", workers=1)
    assert again[0].reading is not None
