"""Commands whose streams are full or closed, whose files are odd, whose output is no file."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from asking import until

COMMAND = [sys.executable, "-m", "palago.webui.command_line"]
BOARD = "0,0a 1,0c 0,1b"
SECONDS_TO_START = 2.0
"""What a command that counts creatures takes of the processor before it counts, with to spare."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell")


def shell(line: str, folder: Path, encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:
    """Run a line in which ``palago`` stands for the command."""
    line = line.replace("palago", " ".join(COMMAND))
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a stream that is always full")
@pytest.mark.parametrize("words", ["--help", "score board.txt", "replay board.txt --json"])
def test_a_full_stream_is_a_sentence(words: str, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("0,0a 1,0c\n")
    done = shell(f"palago {words} > /dev/full", tmp_path)
    assert done.returncode == 2
    assert "No space left" in done.stderr.splitlines()[-1] and "Traceback" not in done.stderr


def test_closed_streams(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(BOARD)
    closed = shell("palago score board.txt >&-", tmp_path)
    assert (closed.returncode, closed.stderr.count("\n")) == (2, 1)
    assert "standard output is closed" in closed.stderr
    deaf = shell("palago score - <&-", tmp_path)
    assert deaf.returncode == 2 and "Traceback" not in deaf.stderr
    mute = shell("palago score board.txt 2>&-", tmp_path)
    assert mute.returncode == 0 and mute.stdout.startswith("Nothing is closed")
    assert shell("palago score nowhere.txt 2>&-", tmp_path).returncode == 2
    assert shell("palago score nowhere.txt 2>/dev/full", tmp_path).returncode == 2


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        ("ascii", "score b*.txt"),
        ("utf-8", "score b*.txt"),
        ("ascii", "diagram b*é*.txt"),
        ("ascii", "replay binary.txt"),
    ],
)
def test_files_with_odd_names_on_a_terminal_that_knows_few_signs(
    encoding: str, words: str, tmp_path: Path
) -> None:
    name = os.fsdecode(b"b\xff \xc3\xa9 .txt")
    (tmp_path / name).write_text(BOARD)
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00\x01" * 50)
    done = shell(f"palago {words}", tmp_path, encoding)
    assert done.returncode in (0, 1, 2) and "Traceback" not in done.stderr, done.stderr


@pytest.mark.parametrize(
    "words", [f"diagram '{BOARD}'", "print tiles", "record game.txt --format json"]
)
def test_what_is_no_file_is_neither_replaced_nor_waited_for(words: str, tmp_path: Path) -> None:
    """As root, `palago print tiles --out /dev/null` put a sheet in the place of the device."""
    (tmp_path / "game.txt").write_text("0,0a 1,0c\n")
    os.mkfifo(tmp_path / "pipe")
    done = shell(f"timeout 60 palago {words} --out pipe", tmp_path)
    assert done.returncode == 2
    assert "no ordinary file" in done.stderr
    assert (tmp_path / "pipe").is_fifo()


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")
    (tmp_path / "game.txt").write_text("0,0a 1,0c\n")
    assert shell("palago record game.txt --out link.json", tmp_path).returncode == 0
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_text().startswith("{")


def reading_processes(marker: str) -> list[int]:
    """The processes that were started for a command with this word in its environment."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            try:
                if f"PALAGO_TEST={marker}".encode() in (process / "environ").read_bytes():
                    found.append(int(process.name))
            except OSError:
                continue
    return found


@pytest.fixture
def heeding_interrupts() -> Iterator[None]:
    """Commands hear Ctrl-C. What a shell without job control starts with ``&`` is deaf to it, and
    so is all that this starts: tests in the background would stop nothing."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeding_interrupts")
def test_counting_creatures_ends_with_ctrl_c() -> None:
    """The compiled search heard of it only when all was counted, hours later."""
    running = subprocess.Popen([*COMMAND, "creatures", "30", "--count"], stderr=subprocess.PIPE)
    counting = psutil.Process(running.pid)
    while counting.cpu_times().user < SECONDS_TO_START and running.poll() is None:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    assert b"Traceback" not in running.communicate(timeout=30)[1] and running.returncode != 0


@pytest.mark.usefixtures("heeding_interrupts")
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_stopping_digitise_leaves_no_process_behind(how: signal.Signals, tmp_path: Path) -> None:
    """It went on until the photos at work were read; killed, its workers stayed for ever."""
    photos = tmp_path / "photos"
    photos.mkdir()
    table = (Path(__file__).parents[3] / "sample_images" / "table.jpg").read_bytes()
    for number in range(40):
        (photos / f"{number}.jpg").write_bytes(table + b"%d" % number)
    marker = f"{how.name}-{tmp_path.name}-{os.getpid()}"
    running = subprocess.Popen(
        [*COMMAND, "digitise", "photos", "--out", "game.json", "--workers", "1"],
        cwd=tmp_path,
        env={**os.environ, "PALAGO_TEST": marker},
        stderr=subprocess.PIPE,
    )
    finished = tmp_path / "game.readings"
    until(lambda: list(finished.glob("*.json")), seconds=60)
    running.send_signal(how)
    begun = time.monotonic()
    said = running.communicate(timeout=60)[1]
    assert b"Traceback" not in said
    assert running.returncode == (130 if how is signal.SIGINT else -how)
    assert until(lambda: not reading_processes(marker), seconds=begun + 10 - time.monotonic())
