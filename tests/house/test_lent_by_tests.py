"""Benchmarks and the documentation's scripts borrow from the tests: what they borrow is there."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LENDERS = (ROOT / "tests", ROOT / "tests" / "webui")
SCRIPTS = sorted(path for room in ("benchmarks", "docs") for path in (ROOT / room).rglob("*.py"))


def borrowed(script: Path) -> list[tuple[Path, str]]:
    """The tests' modules and their names that a script takes."""
    return [
        (module, alias.name)
        for node in ast.walk(ast.parse(script.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and not node.level
        for lender in LENDERS
        if (module := lender.joinpath(*node.module.split(".")).with_suffix(".py")).is_file()
        for alias in node.names
    ]


def named_in(module: Path) -> set[str]:
    """What stands at the top of a module."""
    names: set[str] = set()
    for node in ast.parse(module.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    return names


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_what_a_script_borrows_from_the_tests_is_there(script: Path) -> None:
    gone = [
        (module.name, name) for module, name in borrowed(script) if name not in named_in(module)
    ]
    assert not gone


def test_some_scripts_borrow() -> None:
    assert any(borrowed(script) for script in SCRIPTS)
