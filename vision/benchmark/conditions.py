"""Which rows a table by condition has: words as they are, numbers in ranges that players know."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from .compare import Comparison

RANGES: dict[str, tuple[str, tuple[float, ...]]] = {
    "tilt_deg": ("tilt, degrees", (0, 15, 30, 45, 60, 90)),
    "tile_px": ("tile width, pixels", (0, 25, 40, 60, 90, 130, 200, 10_000)),
    "tiles": ("tiles on the board", (0, 1, 4, 9, 17, 31, 200)),
    "k1": ("lens k1", (-1, -0.15, -0.08, -0.03, 0.03, 1)),
    "least_visible": ("least seen tile, share", (0, 0.2, 0.5, 0.8, 0.98, 1.01)),
    "gap": ("gap, share of the width", (0, 0.01, 0.02, 0.03, 0.045, 1)),
    "jpeg_quality": ("JPEG quality", (0, 50, 75, 101)),
}
"""Numbers that make rows: key in the truth → name, edges of the ranges (low included)."""

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


def rows_of(comparisons: Iterable[Comparison]) -> dict[tuple[str, str], list[Comparison]]:
    """(condition, value) → comparisons, in the order in which the table prints them."""
    rows: dict[tuple[str, str], list[Comparison]] = {}
    order: dict[tuple[str, str], tuple[int, float, str]] = {}
    for comparison in comparisons:
        for place, (key, name) in enumerate(WORDS.items()):
            for word in _words(comparison.case.conditions.get(key)):
                rows.setdefault((name, word), []).append(comparison)
                order[name, word] = (place, 0.0, word)
        for place, (key, (name, edges)) in enumerate(RANGES.items(), start=len(WORDS)):
            found = _range(comparison.case.conditions.get(key), edges)
            if found is not None:
                word = _range_in_words(*found)
                rows.setdefault((name, word), []).append(comparison)
                order[name, word] = (place, found[0], word)
    return {row: rows[row] for row in sorted(rows, key=lambda row: order[row])}


def _words(value: Any) -> list[str]:
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return sorted({word for word in value if isinstance(word, str)}) or ["none"]
    return []


def _range(value: Any, edges: tuple[float, ...]) -> tuple[float, float] | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    for low, high in pairwise(edges):
        if low <= value < high:
            return low, high
    return None


def _range_in_words(low: float, high: float) -> str:
    if high >= 90 and low < 1:
        return f"below {high:g}"
    return f"{low:g} and more" if high >= 200 or high == 1.01 else f"{low:g} to {high:g}"
