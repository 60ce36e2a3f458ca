"""Tests that run in forked processes count as they do in one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
from forks import run_in_forks

def pytest_runtestloop(session):
    return run_in_forks(session, 2)
"""
TESTS = {
    "one": "import warnings\n\ndef test_right():\n    warnings.warn('so it is warned')\n",
    "two": "def test_wrong():\n    print('so it is printed')\n    assert 1 == 2\n",
    "three": "import os\n\ndef test_dies():\n    os._exit(3)\n\ndef test_unrun():\n    pass\n",
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be forked here")
def test_what_fails_warns_or_dies_in_a_fork_is_told(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for name, text in TESTS.items():
        (tmp_path / f"test_{name}.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:anyio", "-p", "no:schemathesis"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "2 failed, 1 passed, 1 warning" in done.stdout, done.stdout
    for told in ("so it is printed", "so it is warned", "assert 1 == 2", "ended with 3"):
        assert told in done.stdout
