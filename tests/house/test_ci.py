"""What public forges are told to run is what runs here, and what they are told of is there."""

import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    (file,) = (ROOT / ".github" / "workflows").iterdir()
    found: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))["jobs"]
    return found


def commands(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def test_the_suite_there_is_the_suite_here(jobs: dict[str, Any]) -> None:
    assert commands(jobs["suite"]) == [".ci/run"]
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert script.rstrip().splitlines()[-1] == "make test"
    rules = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert {"test", "check", "tests", "quick"} <= set(rules)
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o100, "it can be run"


def test_every_step_names_what_there_is(jobs: dict[str, Any]) -> None:
    for job in jobs.values():
        for line in commands(job):
            for word in line.split():
                if word.startswith(("tests/", ".ci/")):
                    assert (ROOT / word).exists(), word
                if extras := re.match(r"\.\[(.+)\]", word):
                    assert set(extras[1].split(",")) <= set(PROJECT["optional-dependencies"])


def test_the_three_systems_the_oldest_and_a_newer_python_are_tried(jobs: dict[str, Any]) -> None:
    oldest = PROJECT["requires-python"].removeprefix(">=")
    for name in ("systems", "wheel"):
        matrix = jobs[name]["strategy"]["matrix"]
        assert [system.split("-")[0] for system in matrix["os"]] == ["ubuntu", "windows", "macos"]
        assert matrix["python"][0] == oldest and len(matrix["python"]) > 1
    assert commands(jobs["wheel"]) == ["python .ci/try_wheel.py"]


def test_a_package_index_shows_no_broken_link() -> None:
    page = runpy.run_path(str(ROOT / "packaging" / "index_page.py"))
    readme = (ROOT / "README.md").read_text("utf-8")
    relative = re.compile(r"\]\((?!https?://|#)")
    assert relative.search(readme)
    for address in ("", "https://forge.example/us/palago"):
        shown = page["readme_for_index"](readme, address)
        assert not relative.search(shown) and "Your first evening".lower() in shown.lower()
    assert "https://forge.example/us/palago/raw/main/docs/pictures/laptop-win.webp" in shown
