"""What is installed and shipped: locked by hashes, with checksums and licences."""

import re
import tomllib
from pathlib import Path

import pytest
from palago.vision.weights_check import checked_weights
from palago.webui.command_line import main

ROOT = Path(__file__).parents[2]


def locked(name: str) -> dict[str, str]:
    """Package → version of a lock file, in which every package has a hash."""
    entries = re.split(r"\n(?=\S)", (ROOT / name).read_text("utf-8"))
    packages = [entry for entry in entries if not entry.startswith("#")]
    assert all("--hash=sha256:" in entry for entry in packages if entry.strip())
    return dict(re.findall(r"^([\w.-]+)==([^ ;\\]+)", "\n".join(packages), re.MULTILINE))


def plain(requirement: str) -> str:
    """The name of a package as lock files write it."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def test_the_lock_files_know_all_that_is_needed_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    runs, tests = locked("requirements-run.lock"), locked("requirements.lock")
    assert {plain(line) for line in project["dependencies"]} <= set(runs)
    assert {plain(line) for line in project["optional-dependencies"]["test"]} <= set(tests)
    assert runs.items() <= tests.items()


def test_the_weights_are_the_ones_that_were_trained() -> None:
    weights = checked_weights()
    assert weights.licence == "MIT"
    there = {path.name for path in (ROOT / "vision" / "weights").iterdir()} - {"CHECKSUMS"}
    assert set(weights.files) == there
    assert all(is_intact for _, is_intact in weights.files.values())


def test_licences_are_listed_by_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["licences"]) == 0
    listed = {line.split()[0].lower(): line for line in capsys.readouterr().out.splitlines()}
    for name in ("flask", "numpy", "tile_finder.onnx", "palago"):
        assert name in listed
    assert "BSD" in listed["flask"] and listed["palago"].endswith("MIT")
