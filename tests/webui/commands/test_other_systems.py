"""The program on systems that are not Unix, as far as that can be seen on one that is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]

#: A quick part of the suite that starts processes, reads photos, keeps files and serves pages.
QUICK_PART = (
    "webui/server/test_worker.py::test_a_job_that_holds_too_much_memory_is_ended_where_the_system_sets_no_limit",
    "webui/commands/test_read_command.py::test_json_files_and_overlays",
    "webui/commands/test_read_command.py::test_what_is_no_photo_is_said_and_the_others_are_read",
    "webui/watching/test_photos_in.py::test_what_is_no_photo_is_refused_in_a_sentence",
    "webui/watching/test_photos_in.py::test_a_deleted_photo_is_gone_and_the_game_stays",
    "engine/solving/test_kernel.py::test_nothing_is_kept_where_nothing_can_be_written",
)


def passes_without_unix(parts: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *(str(TESTS / part) for part in parts)],
        cwd=TESTS.parent,
        env=os.environ | {"PYTHONPATH": str(TESTS / "without_unix")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:]


def test_a_quick_part_of_the_suite_passes_without_what_only_unix_has() -> None:
    passes_without_unix(QUICK_PART)


@pytest.mark.slow
def test_all_that_workers_do_passes_without_what_only_unix_has() -> None:
    passes_without_unix(("webui/server/test_worker.py",))


def test_what_a_terminal_cannot_show_is_no_reason_to_fail() -> None:
    words = ["threats", "--help"], ["serve", "--help"], ["print", "--help"]
    for command in words:
        done = subprocess.run(
            [sys.executable, "-m", "palago.webui.command_line", *command],
            env=os.environ | {"PYTHONIOENCODING": "ascii"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0 and done.stderr == ""


def test_other_code_is_left_alone() -> None:
    """The stand-in for another system hides from us what it hides, and from nobody else."""
    code = "import os, resource; from palago.webui.workers import worker_process as w; "
    check = "print(hasattr(os, 'nice'), hasattr(w.os, 'nice'))"
    done = subprocess.run(
        [sys.executable, "-c", code + check],
        env=os.environ | {"PYTHONPATH": str(TESTS / "without_unix")},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "True False\n", done.stderr
