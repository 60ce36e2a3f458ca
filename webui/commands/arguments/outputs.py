"""Files that subcommands write, and the JSON that they print."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ....engine.stamp import stamped
from ...errors import BadInput


def print_json(what: str, value: Mapping[str, Any]) -> None:
    """Print one line of JSON, stamped with the format that it has."""
    print(json.dumps(stamped(what, value)))


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """While a file or folder is written. Raises BadInput where it cannot be."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from None


def write_json(path: str | Path, value: Any) -> None:
    """Write a file of JSON, in a folder that is made where it is not there. Raises BadInput."""
    with writing(path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def require_ending(path: Path, ending: str, why: str) -> None:
    """Refuse a file's name that promises another kind than is made. Raises BadInput."""
    if path.suffix.lower() not in (ending, ""):
        name = path.with_suffix(ending).name
        raise BadInput(f"{path} would not be what its name says: {why}; name it {name}")


def write_svg(path: str | Path, svg: str) -> None:
    """Write a picture. Raises BadInput where the file's name promises another kind, or it cannot
    be written."""
    path = Path(path)
    require_ending(path, ".svg", "pictures are drawn as SVG, which browsers open and print")
    with writing(path):
        path.write_text(svg + "\n", encoding="utf-8")


def add_flag(
    parser: argparse.ArgumentParser | argparse._ArgumentGroup, name: str, told: str
) -> None:
    """Declare it; ``told`` is what it does, for ``--help``."""
    parser.add_argument(name, action="store_true", help=told)
