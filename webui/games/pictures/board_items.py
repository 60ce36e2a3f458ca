"""What can be said of a board whatever the game: problems, closed groups, holes."""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.lattice import corner_cells
from ....engine.tiles.board import DISCONNECTED, ODD_ROTATION, Board
from ....engine.tiles.diagram import curve_path
from ....engine.tiles.endings import groups_safe_by_holes
from ....engine.tiles.groups import Group
from ....engine.tiles.outlines import Curve, Outline, closed_curves, outline
from ...texts import say
from .items import Item


def problem_items(board: Board, language: str, *, is_whole: bool = True) -> list[Item]:
    """What is wrong with a board wherever it came from. Where the board ``is_whole``, all that lies
    on the table is known: pieces of it that do not hang together are wrong then."""
    items = []
    for problem in board.status():
        if problem == DISCONNECTED and not is_whole:
            continue
        cells = tuple(t.cell for t in board if problem == ODD_ROTATION and t.rotation % 2)
        text = say(language, f"status.{problem.replace(' ', '_')}", count=len(cells))
        items.append(Item("wrong", text, cells))
    return items


def closed_items(board: Board, language: str, groups: Iterable[Group] | None = None) -> list[Item]:
    """The closed groups, all of them or some, each with its loops and legs as parts."""
    curves = closed_curves(board)
    items = []
    for group in board.closed_groups() if groups is None else groups:
        colour = say(language, f"colour.{group.colour.value}")
        if group.is_eye:
            text = say(language, "closed.eye", colour=colour)
            items.append(Item.of_group("info", text, group, board))
            continue
        text = say(language, "closed.creature", colour=colour, count=group.straights)
        parts = group_parts(board, group, language, curves)
        items.append(Item.of_group("win", text, group, board, parts=parts))
    return items


def group_parts(
    board: Board, group: Group, language: str, curves: tuple[Curve, ...] | None = None
) -> tuple[Item, ...]:
    """A closed creature's loops and legs; none where a misplaced tile breaks its line."""
    try:
        return tuple(shape_parts(outline(board, group, curves), language))
    except ValueError:  # the misplaced tile is an item of its own
        return ()


def shape_parts(shape: Outline, language: str) -> list[Item]:
    """A creature's loops and legs one by one."""
    outer = Item(
        "info", say(language, "shape.outer"), shape.outer.tiles, curve=curve_path(shape.outer)
    )
    inner = [
        Item(
            "info",
            say(language, "shape.inner", number=number),
            curve.tiles,
            curve=curve_path(curve),
        )
        for number, curve in enumerate(shape.inner, start=1)
    ]
    legs = [
        Item("info", say(language, "shape.leg", number=number), corner_cells(leg))
        for number, leg in enumerate(shape.legs, start=1)
    ]
    return [outer, *inner, *legs]


def hole_items(board: Board, language: str) -> list[Item]:
    """Single holes, and the groups that two of them keep open for ever."""
    items = []
    holes = board.holes()
    if holes:
        items.append(Item("info", say(language, "board.holes", count=len(holes)), holes))
    for group in groups_safe_by_holes(board):
        items.append(_safe(group, board, language))
    return items


def _safe(group: Group, board: Board, language: str) -> Item:
    colour = say(language, f"colour.{group.colour.value}")
    text = say(language, "board.safe", colour=colour)
    return Item.of_group("info", text, group, board)
