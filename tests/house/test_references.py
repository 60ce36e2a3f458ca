"""What comments and docstrings point at is there: modules, classes, functions, fields."""

import ast
import builtins
import re
from functools import cache
from pathlib import Path

from house_sources import parsed

ROOT = Path(__file__).parents[2]
PACKAGES = ("calibration", "engine", "vision", "webui")
OF_OTHERS = {"str", "time.monotonic"}
ROLE = re.compile(r":(?:mod|func|class|data|meth|attr):`~?([^`]+)`")
DOTTED = re.compile(r"(?<!\w)`{1,2}((?:[a-z_]+\.)+[A-Za-z_]+)`{1,2}")
RAISES = re.compile(r"\bRaises ([^.]*)")
CLASS = re.compile(r"\b[A-Z][a-z][A-Za-z]+\b")
FILE = re.compile(r"`([a-z_/]+\.py)`")
ENDINGS = {"json", "md", "py", "zip", "txt", "sgf", "onnx", "pdf", "html", "js", "toml", "jpg"}


@cache
def names() -> frozenset[str]:
    """All modules and what stands in them, with dots, and each without its first parts."""
    found: set[str] = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            module = ["palago", *(part for part in parts if part != "__init__")]
            found.add(".".join(module))
            _add(parsed(path), module, found)
    return frozenset(
        ".".join(name.split(".")[k:]) for name in found for k in range(name.count(".") + 1)
    )


def _add(tree: ast.Module | ast.ClassDef, above: list[str], found: set[str]) -> None:
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(".".join([*above, node.name]))
        if isinstance(node, ast.FunctionDef):
            own = (n for n in ast.walk(node) if isinstance(n, ast.Attribute))
            found.update(".".join([*above, n.attr]) for n in own if isinstance(n.ctx, ast.Store))
        if isinstance(node, ast.ClassDef):
            _add(node, [*above, node.name], found)
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        found.update(".".join([*above, t.id]) for t in targets if isinstance(t, ast.Name))


def test_files_that_pages_name_are_there() -> None:
    """A page may name a file by its last folders alone."""
    rooms = (*PACKAGES, "benchmarks", "packaging", "tests")
    files = [f"/{p.relative_to(ROOT)}" for room in rooms for p in (ROOT / room).rglob("*.py")]
    pages = [ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    told = {(page.name, name) for page in pages for name in FILE.findall(page.read_text("utf-8"))}
    assert len(told) > 50
    lost = {one for one in told if not any(path.endswith(f"/{one[1]}") for path in files)}
    assert not lost


def test_what_docstrings_point_at_is_there() -> None:
    modules = {name for name in names() if (ROOT / name.replace(".", "/")).is_dir()}
    modules |= {path.stem for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    known, lost = names() | OF_OTHERS, []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            told = [name.lstrip(".") for name in ROLE.findall(text)]
            told += [
                name
                for name in DOTTED.findall(text)
                if name.split(".")[0] in {*modules, "palago"} and name.split(".")[-1] not in ENDINGS
            ]
            raised = [n for words in RAISES.findall(text) for n in CLASS.findall(words)]
            told += [n for n in raised if not hasattr(builtins, n) and f"pickle.{n}" not in text]
            lost += [f"{path.relative_to(ROOT)}: {n}" for n in told if n not in known]
    assert not lost, "\n".join(lost)
