"""Hooks of the guide: the reference is made from the docstrings, and outside links lead nowhere.

MkDocs calls these functions while it builds.
"""

from __future__ import annotations

import ast
import copy
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

PAGE = "library/reference.md"
ROOT = Path(__file__).resolve().parents[1]
#: Module → what of it is for others. Everything else is an affair of the house.
PUBLIC: dict[str, tuple[str, ...]] = {
    "palago": ("read", "Game", "judge", "score", "threats", "solve"),
    "palago.engine.tiles.board": ("Tile", "Board"),
    "palago.engine.tiles.diagram": ("board_svg", "Drawing"),
    "palago.engine.tiles.observation": ("Observation",),
    "palago.engine.palago.move": ("Move",),
    "palago.engine.palago.search.levels": ("Level", "choose_at"),
    "palago.engine.palago.search.solver": ("Solution",),
    "palago.engine.palago.threats": ("ThreatReport", "ColourThreats"),
    "palago.engine.palagonia.points.scoring": ("Score",),
    "palago.engine.games.protocols": ("Game", "GameEnding", "Verdict", "GamePlug", "Start"),
    "palago.engine.games.findings": ("Finding",),
    "palago.engine.records.recorded_game": ("RecordedGame",),
    "palago.engine.games.registry": ("kinds", "plug_of", "register"),
    "palago.engine.records.record": ("Record", "RecordedTurn"),
    "palago.engine.records.files": ("read_record", "read_records", "write_record"),
    "palago.engine.records.replay": ("replay", "Replay", "ReplayedTurn", "Problem"),
    "palago.engine.records.collection": ("played_record", "PlayedRecord"),
    "palago.engine.records.reviewed": ("review", "Review"),
    "palago.engine.games.reviewing": ("Effort", "Remark"),
    "palago.engine.analysis": ("analyse",),
    "palago.vision.reader": ("read",),
    "palago.vision.readings.reading": ("Reading", "TileReading"),
    "palago.vision.counters.readings.reading": ("BoardReading", "CounterReading"),
    "palago.vision.photos.header": ("PhotoError",),
    "palago.vision.archive.folder": ("find_photos",),
    "palago.vision.archive": ("ReadPhoto", "read_archive"),
}


def on_files(files: Files, config: Any) -> Files:
    """Add the page of the reference."""
    files.append(File.generated(config, PAGE, content=reference()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Take the links away that lead to files which are not in the guide."""

    def kept(match: re.Match[str]) -> str:
        words, target = match[1], match[2]
        is_outside = target.startswith("../") and not (
            Path(config.docs_dir) / page.file.src_uri
        ).parent.joinpath(target.split("#")[0]).resolve().is_relative_to(config.docs_dir)
        return words if is_outside else match[0]

    return re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", kept, markdown)


def reference() -> str:
    """The page: every public name with its signature and docstring."""
    lines = ["# Reference", "", "Made from the docstrings. `help(palago)` shows the same.", ""]
    for name, members in PUBLIC.items():
        module = ast.parse(_file_of(name).read_text(encoding="utf-8"))
        known = {
            node.name: node
            for node in module.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        lines += [f"## {name}", "", _text(module), ""]
        for member in members:
            lines += _entry(known[member], _file_of(name).read_text(encoding="utf-8").splitlines())
    return "\n".join(lines)


def _file_of(module: str) -> Path:
    """Where a module lies in the checkout: read, not imported, so that nothing else is needed."""
    parts = module.split(".")
    folder = ROOT.joinpath(*(parts[1:] if len(parts) > 1 else parts))
    return folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")


def _entry(node: ast.FunctionDef | ast.ClassDef, source: list[str]) -> list[str]:
    lines = [f"### {node.name}", "", "```python", _signature(node), "```", "", _text(node), ""]
    if isinstance(node, ast.FunctionDef):
        return lines
    for member in node.body:
        if isinstance(member, ast.AnnAssign) and (told := _comment_above(member.lineno, source)):
            lines.append(f"- `{ast.unparse(member.target)}`: {told}")
        if not isinstance(member, ast.FunctionDef) or member.name.startswith("_"):
            continue
        is_property = any(getattr(d, "id", "") == "property" for d in member.decorator_list)
        shown = member.name if is_property else _signature(member)
        if text := _text(member):
            lines.append(f"- `{shown}`: {' '.join(text.split())}")
    return [*lines, ""]


def _comment_above(line: int, source: list[str]) -> str:
    """What stands in ``#:`` comments above a line, counted from 1."""
    told: list[str] = []
    while source[line - 2 - len(told)].lstrip().startswith("#: "):
        told.insert(0, source[line - 2 - len(told)].strip()[3:])
    return " ".join(told)


def _text(node: ast.Module | ast.FunctionDef | ast.ClassDef) -> str:
    """A docstring as Markdown; its examples are code."""
    text = (ast.get_docstring(node) or "").replace("``", "`")
    return re.sub(r"(?m)^>>> .*(\n.+)*", lambda found: f"```text\n{found[0]}\n```", text)


def _signature(node: ast.FunctionDef | ast.ClassDef) -> str:
    if isinstance(node, ast.FunctionDef):
        takes = copy.deepcopy(node.args)
        if takes.args and takes.args[0].arg in ("self", "cls"):
            del takes.args[0]
        gives = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        return f"{node.name}({ast.unparse(takes)}){gives}"
    made = [b for b in node.body if isinstance(b, ast.FunctionDef) and b.name == "__init__"]
    if made:
        return _signature(made[0]).replace("__init__", node.name).replace(" -> None", "")
    fields = [
        f"{b.target.id}: {ast.unparse(b.annotation)}"
        + (f" = {ast.unparse(b.value)}" if b.value is not None and not _is_field(b.value) else "")
        for b in node.body
        if isinstance(b, ast.AnnAssign)
        and isinstance(b.target, ast.Name)
        and not b.target.id.startswith("_")
    ]
    return f"{node.name}({', '.join(fields)})"


def _is_field(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and getattr(value.func, "id", "") == "field"
