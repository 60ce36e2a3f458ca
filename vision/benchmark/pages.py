"""Pages of results, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path


def share(part: int, whole: int, places: int = 1) -> str:
    """A share in per cent with its counts, or a dash where there is nothing to count."""
    return f"{100 * part / whole:.{places}f} % ({part}/{whole})" if whole else "–"


def markdown_table(first: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table whose rows begin with words, which `first` calls, and go on in numbers."""
    written = ["| " + " | ".join(map(str, line)) + " |" for line in ((first, *head), *rows)]
    return "\n".join([written[0], "|---|" + "---:|" * len(head), *written[1:]])


def joined_sections(*sections: str) -> str:
    """The text of a page."""
    return "\n\n".join(section.rstrip() for section in sections) + "\n"


def write_page(path: Path, *sections: str) -> str:
    """Write the sections of a page, making its folder; the whole text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = joined_sections(*sections)
    path.write_text(text, encoding="utf-8")
    return text


def write_results(script: str, title: str, *sections: str) -> None:
    """Print what a script in a room of `benchmarks/` has found, and write it as the page that is
    called like the script."""
    place = Path(script).resolve()
    written = f"Written by `python {'/'.join(place.parts[-3:])}`."
    print(write_page(place.parents[1] / f"{place.stem}.md", f"# {title}", written, *sections))
