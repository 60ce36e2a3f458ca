"""One line under the verdict, and what it lights up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ....engine.lattice import Cell
from ....engine.tiles.board import BoardError, Tile


@dataclass(frozen=True)
class Item:
    """Something worth saying: a sentence, the cells it speaks of, and their exact shape.

    ``level`` is one of fine, wrong, unsure, win and info. ``path`` is an SVG path in units of the
    side, ``curve`` a closed line to draw; ``parts`` are items that belong to this one.
    ``creature`` is the colour of the closed creature that the item speaks of.
    """

    level: str
    text: str
    cells: tuple[Cell, ...] = ()
    path: str | None = None
    curve: str | None = None
    parts: tuple[Item, ...] = ()
    creature: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The item as the page needs it."""
        return {
            "level": self.level,
            "text": self.text,
            "cells": cells_json(self.cells),
            "path": self.path,
            "curve": self.curve,
            "creature": self.creature,
            "parts": [part.to_json() for part in self.parts],
        }


def cells_json(cells: Iterable[Cell]) -> list[list[int]]:
    """Cells as ``[q, r]`` pairs."""
    return [list(cell) for cell in cells]


def cells_in_words(words: list[str]) -> tuple[tuple[int, int], ...]:
    """The cells that a notation names; other words are passed over."""
    cells = []
    for word in words:
        try:
            cells.append(Tile.from_text(word if word[-1:].isalpha() else f"{word}a").cell)
        except BoardError:
            continue
    return tuple(cells)
