"""The guide is true: its programs run, its commands are understood, its formats can be read."""

import importlib
import json
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from palago.calibration.profile_format import camera_from_json, tile_set_from_json
from palago.engine.evening.evening_file import EveningFile
from palago.engine.palanquee.position_json import position_from_json
from palago.engine.records.files import read_record
from palago.engine.tiles.board import Board
from palago.vision.readings.reading import Reading
from palago.webui.usage.command_parser import CommandParser
from palago.webui.usage.table import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.S | re.M)


def commands() -> list[str]:
    """Every line of README and guide that begins with ``palago``."""
    found = {
        line.split("  #")[0].strip()
        for page in (ROOT / "README.md", *PAGES)
        for block in blocks(page, "(?:|sh|console)")
        for line in block.splitlines()
        if line.startswith("palago ")
    }
    return sorted(found)


def test_the_tours_programs_run_as_they_stand(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    shutil.copy(ROOT / "sample_images" / "table.jpg", tmp_path)
    code = "\n".join(blocks(ROOT / "docs" / "library" / "tutorial.md", "python"))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("20 tiles") and "first.sgf  palago" in done.stdout


def test_the_archives_program_runs_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    shutil.copy(ROOT / "sample_images" / "table.jpg", tmp_path / "photos")
    (code,) = blocks(ROOT / "docs" / "organisers" / "many-machines.md", "python")
    (tmp_path / "archive.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "archive.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "1 of 1\ntable.jpg -3,1a" in done.stdout


@pytest.mark.parametrize("line", commands())
def test_every_command_is_understood(line: str) -> None:
    name, *words = shlex.split(line)[1:]
    parser = CommandParser(prog=f"palago {name}")
    importlib.import_module(f"palago.webui.commands.{COMMANDS[name][0]}").add_arguments(parser)
    parser.parse_args(words)


def read_json(value: dict[str, Any]) -> object:
    """A document as the program that it is for reads it."""
    if "image" in value:
        return Reading.from_json(value)
    if value.get("format") == "palago-record":
        return read_record(json.dumps(value).encode())
    if value.get("game") == "palanquee":
        return position_from_json(value)
    if value.get("format") == "palago-set-profile":
        return tile_set_from_json(value)
    if value.get("format") == "palago-camera-profile":
        return camera_from_json(value)
    if value.get("format") == "palago-evening":
        return EveningFile.from_json(value)
    return Board.from_json(value)


def test_the_formats_examples_can_be_read() -> None:
    page = ROOT / "docs" / "library" / "formats.md"
    documents = [read_json(json.loads(block)) for block in blocks(page, "json")]
    assert len(documents) == 7
    board, *records = blocks(page, "text")
    assert len(Board.from_text(board.strip())) == 2
    assert [len(read_record(text.encode()).moves) for text in records] == [2, 2]


def test_the_players_part_is_there_in_three_languages() -> None:
    wanted = {"first-evening.md", "camera.md", "signs.md", "not-found.md"}
    guide = ROOT / "docs" / "guide"
    assert wanted <= {path.name for path in guide.glob("*.md")}
    for language in ("fr", "zh-Hant"):
        assert {path.name for path in (guide / language).glob("*.md")} == wanted | {"rules.md"}


class _Links(HTMLParser):
    """What a page links to, and the names of its places."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.places.add(known.get("id") or "")
        self.targets += [known[name] or "" for name in ("href", "src") if name in known]


def test_the_guide_is_built_and_no_link_in_it_is_broken(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    command = [sys.executable, str(ROOT / "packaging" / "guide_pages.py"), str(tmp_path / "site")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    site = tmp_path / "site"
    pages = {path: _Links(path.read_text("utf-8")) for path in site.rglob("*.html")}
    assert len(pages) > 25
    for path, links in pages.items():
        for target in links.targets:
            file, _, place = target.partition("#")
            if "://" in target or target.startswith("mailto:"):
                continue
            there = (path.parent / file).resolve() if file else path
            assert there.is_file(), f"{path.name} links to {target}"
            if place and there in pages:
                assert place in pages[there].places, f"{path.name} links to {target}"
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    found = {entry["location"].split("#")[0] for entry in index["docs"] if "骨頭" in entry["text"]}
    assert found == {"guide/zh-Hant/rules.html"}
    reference = (site / "library" / "reference.html").read_text("utf-8")
    assert "Read the board in a photo" in reference and "GamePlug" in reference


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_run(
    example: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = example.read_text("utf-8")
    for module in re.findall(r"^# Needs: (\w+)", first, re.M):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(example)])
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out.strip()
