"""Files that subcommands write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...errors import BadInput


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """While a file or folder is written. Raises BadInput where it cannot be."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from None


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
