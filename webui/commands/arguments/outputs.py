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


def write_svg(path: str | Path, svg: str) -> None:
    """Write a picture. Raises BadInput where the file's name promises another kind, or it cannot
    be written."""
    path = Path(path)
    if path.suffix.lower() not in (".svg", ""):
        raise BadInput(
            f"{path} would not be what its name says: pictures are drawn as SVG, which browsers "
            f"open and print; name it {path.with_suffix('.svg').name}"
        )
    with writing(path):
        path.write_text(svg + "\n", encoding="utf-8")
