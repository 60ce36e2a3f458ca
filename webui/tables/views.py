"""A game as the page and the API show it: a JSON object, worded in one language."""

from __future__ import annotations

from typing import Any

from ...engine.board import Board
from ...engine.creature import closed_curves, outline
from ...engine.diagram import Palette as DiagramPalette
from ...engine.diagram import board_svg, group_path
from ...engine.groups import Group
from ..texts import say
from .sight import SeenTile, Sight
from .state import State


def game_view(state: State, language: str) -> dict[str, Any]:
    """Everything that the page of one game shows."""
    board = state.sight.board
    items = [*problem_items(board, language), *closed_items(board, language)]
    return {
        "kind": state.kind,
        "title": state.title,
        "options": dict(state.options),
        "photo": state.sight.photo.to_json() if state.sight.photo else None,
        "palette": {"white": state.sight.palette.white, "blue": state.sight.palette.blue},
        "tiles": [_tile_json(cell, tile) for cell, tile in sorted(state.sight.tiles.items())],
        "frontier": [list(cell) for cell in board.frontier() or ((0, 0),)],
        "diagram": diagram(state.sight),
        "verdict": verdict(board, state.sight, items, language),
    }


def diagram(sight: Sight) -> str:
    """The table as SVG, with places to touch where a tile could be added."""
    board = sight.board
    colours = DiagramPalette(white=sight.palette.white, blue=sight.palette.blue)
    return board_svg(
        board,
        palette=colours,
        confidence=sight.confidences,
        empty=board.frontier() or ((0, 0),),
    )


def verdict(
    board: Board, sight: Sight, items: list[dict[str, Any]], language: str
) -> dict[str, Any]:
    """The headline for the whole table, and the items under it."""
    unsure = sum(tile.unsure for tile in sight.tiles.values())
    if not sight.tiles:
        key, level, count = "verdict.empty", "info", 0
    elif any(item["level"] == "wrong" for item in items):
        key, level, count = "verdict.problems", "wrong", len(items)
    elif unsure:
        key, level, count = "verdict.unsure", "unsure", unsure
    else:
        key, level, count = "verdict.board", "fine", len(board)
    return {"level": level, "text": say(language, key, count=count), "items": items}


def problem_items(board: Board, language: str) -> list[dict[str, Any]]:
    """What is wrong with a board wherever it came from."""
    return [
        {
            "level": "wrong",
            "text": say(language, f"status.{problem.replace(' ', '_')}"),
            "cells": [
                list(tile.cell) for tile in board if problem == "odd rotation" and tile.rotation % 2
            ],
        }
        for problem in board.status()
    ]


def closed_items(board: Board, language: str) -> list[dict[str, Any]]:
    """The closed groups, each with the outline of what belongs to it."""
    curves = closed_curves(board)
    items = []
    for group in board.closed_groups():
        colour = say(language, f"colour.{group.colour.value}")
        if group.is_eye:
            text = say(language, "closed.eye", colour=colour)
        else:
            text = say(
                language, "closed.creature", colour=colour, count=group.straights
            ) + _counted(board, group, curves, language)
        items.append(
            {
                "level": "info" if group.is_eye else "win",
                "text": text,
                "cells": [list(cell) for cell in sorted(group.tiles)],
                "path": group_path(group, board),
            }
        )
    return items


def _counted(board: Board, group: Group, curves: Any, language: str) -> str:
    try:
        shape = outline(board, group, curves)
    except ValueError:
        return ""
    words = say(language, "closed.loops", count=shape.loops)
    legs = say(language, "closed.legs", count=len(shape.legs))
    return f" ({words}, {legs})"


def _tile_json(cell: tuple[int, int], tile: SeenTile) -> dict[str, Any]:
    return {
        "q": cell[0],
        "r": cell[1],
        "rotation": tile.rotation,
        "confidence": tile.confidence,
        "unsure": tile.unsure,
        "corners": [list(corner) for corner in tile.corners] or None,
    }
