"""One line under the verdict, and what it lights up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ....engine.lattice import Cell
from ....engine.tiles.board import Board, BoardError, Tile
from ....engine.tiles.diagram import SetColours, ghost_svg, group_path, group_pieces
from ....engine.tiles.groups import Group
from ...tables.page import TableSight
from .colours import diagram_palette


@dataclass(frozen=True)
class Item:
    """Something worth saying: a sentence, the cells it speaks of, and their exact shape.

    ``level`` is one of fine, wrong, unsure, win and info. ``path`` is an SVG path in units of the
    side, ``curve`` a closed line to draw; ``parts`` are items that belong to this one.
    ``creature`` is the colour of the closed creature that the item speaks of, ``pieces`` the path
    of each tile's part of it; ``lit`` says that it is lit up without being asked for. ``threat``
    is the colour whose threat the item tells of: advice that tells it to its end stands for both.
    ``ghosts`` are drawings of tiles as they would lie, ``move`` what lays them, in words.
    ``swaps`` says that swapping the two colours' names is an answer. ``step`` is the number of the
    move in the record to which it leads.
    """

    level: str
    text: str
    cells: tuple[Any, ...] = ()
    path: str | None = None
    curve: str | None = None
    parts: tuple[Item, ...] = ()
    creature: str | None = None
    pieces: Mapping[Cell, str] = field(default_factory=dict)
    lit: bool = False
    threat: str | None = None
    ghosts: Mapping[Cell, str] = field(default_factory=dict)
    move: str = ""
    swaps: bool = False
    step: int = 0

    @classmethod
    def of_group(
        cls,
        level: str,
        text: str,
        group: Group,
        board: Board,
        *,
        parts: tuple[Item, ...] = (),
        lit: bool = False,
    ) -> Item:
        """An item that speaks of a group on the board."""
        return cls(
            level,
            text,
            tuple(sorted(group.tiles)),
            group_path(group, board),
            parts=parts,
            creature=group.colour.value if group.is_creature else None,
            pieces=group_pieces(group, board),
            lit=lit,
        )

    def to_json(self) -> dict[str, Any]:
        """The item as the page needs it."""
        return {
            **vars(self),
            "cells": places_json(self.cells),
            "pieces": [[*cell, path] for cell, path in self.pieces.items()],
            "ghosts": [[*cell, drawing] for cell, drawing in self.ghosts.items()],
            "parts": [part.to_json() for part in self.parts],
        }


def photo_items(sight: TableSight, language: str) -> list[Item]:
    """What is doubtful about the photo, beside single pieces."""
    doubts = sight.doubts(language)
    return [Item("unsure", doubt.text, doubt.cells, swaps=doubt.swaps) for doubt in doubts]


def places_json(cells: Iterable[Any]) -> list[Any]:
    """Cells as ``[q, r]`` pairs; those of a printed board by their names."""
    return [cell if isinstance(cell, str) else list(cell) for cell in cells]


def suggestion(
    level: str, text: str, words: list[str], palette: SetColours, *, is_playable: bool = True
) -> Item:
    """An item that suggests tiles in words, drawn as they would lie in the set's own colours."""
    tiles = tiles_in_words(words)
    drawings = {tile.cell: ghost_svg(tile, diagram_palette(palette)) for tile in tiles}
    move = " ".join(map(str, tiles)) if is_playable else ""
    return Item(level, text, cells_in_words(words), ghosts=drawings, move=move)


def tiles_in_words(words: list[str]) -> tuple[Tile, ...]:
    """The tiles that a notation names whole; other words are passed over."""
    tiles = []
    for word in words:
        try:
            tiles.append(Tile.from_text(word))
        except BoardError:
            continue
    return tuple(tiles)


def cells_in_words(words: list[str]) -> tuple[tuple[int, int], ...]:
    """The cells that a notation names; other words are passed over."""
    cells = []
    for word in words:
        try:
            cells.append(Tile.from_text(word if word[-1:].isalpha() else f"{word}a").cell)
        except BoardError:
            continue
    return tuple(cells)
