"""The project's sources, each read and parsed once for all tests of the house."""

from __future__ import annotations

import ast
import functools
from pathlib import Path


@functools.cache
def parsed(path: Path) -> ast.Module:
    """A module's tree; nobody changes it."""
    return ast.parse(path.read_text(encoding="utf-8"))
