"""Which rows a table by condition has: words as they are, numbers in ranges that players know."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from .compare import BoardComparison

RANGES: dict[str, tuple[str, tuple[float, ...]]] = {
    "tilt_deg": ("tilt, degrees", (15, 30, 45)),
    "tile_px": ("tile width, pixels", (25, 40, 60, 90, 130, 200)),
    "tiles": ("tiles on the board", (1, 4, 9, 17, 31)),
    "k1": ("lens k1", (-0.15, -0.08, -0.03, 0.03)),
    "least_visible": ("least seen tile, share", (0.2, 0.5, 0.8, 0.98)),
    "gap": ("gap, share of the width", (0.01, 0.02, 0.03, 0.045)),
    "washed_out": ("tiles washed out", (1, 2)),
    "jpeg_quality": ("JPEG quality", (50, 75)),
}
"""Numbers that make rows: key in the truth → name, where one range ends and the next begins."""

WORDS = {
    "hardships": "hardship",
    "edition": "edition",
    "line": "line",
    "rim": "rim",
    "finish": "finish",
    "light": "light",
    "table": "table",
    "hand": "hand",
    "other_game": "without a board",
    "clutter": "clutter",
    "shape": "shape",
    "glare": "glare",
    "blur": "blur",
}
"""Words that make rows: key in the truth → name."""


def rows_of(comparisons: Iterable[BoardComparison]) -> dict[tuple[str, str], list[BoardComparison]]:
    """(condition, value) → comparisons, in the order in which the table prints them."""
    rows: dict[tuple[str, str], list[BoardComparison]] = {}
    order: dict[tuple[str, str], tuple[int, float, str]] = {}
    for comparison in comparisons:
        for place, (key, name) in enumerate(WORDS.items()):
            for word in words_of(comparison.case.conditions.get(key)):
                rows.setdefault((name, word), []).append(comparison)
                order[name, word] = (place, 0.0, word)
        for place, (key, (name, edges)) in enumerate(RANGES.items(), start=len(WORDS)):
            value = comparison.case.conditions.get(key)
            if isinstance(value, int | float) and not isinstance(value, bool):
                position = bisect_right(edges, value)
                word = _range_in_words(position, edges)
                rows.setdefault((name, word), []).append(comparison)
                order[name, word] = (place, position, word)
    return {row: rows[row] for row in sorted(rows, key=lambda row: order[row])}


def words_of(value: object) -> list[str]:
    """The words that a condition of a truth makes rows of."""
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return sorted({word for word in value if isinstance(word, str)}) or ["none"]
    return []


def _range_in_words(position: int, edges: tuple[float, ...]) -> str:
    if position == 0:
        return f"below {edges[0]:g}"
    if position == len(edges):
        return f"{edges[-1]:g} and more"
    return f"{edges[position - 1]:g} to {edges[position]:g}"
