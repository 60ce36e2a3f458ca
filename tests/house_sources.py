"""The project's sources, each read and parsed once for all tests of the house."""

import ast
import functools
from pathlib import Path


@functools.cache
def parsed(path: Path) -> ast.Module:
    """A module's tree; nobody changes it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def imports(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """All statements of a module that import, wherever they stand."""
    nodes = ast.walk(parsed(path))
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))
