"""A game as one SVG that plays by itself, tile by tile, in any browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ....engine.tiles.board import Board, Tile
from ....engine.tiles.diagram import board_svg
from ..state import GameState
from .colours import diagram_palette

SECONDS_A_MOVE = 1.2
SECONDS_AT_THE_END = 3.0


def tiles_animation(state: GameState) -> str:
    """The boards of a game one after the other, for ever. All tiles that ever lay are drawn at
    once; each is opaque while it lies. A tile that was turned is drawn once for each rotation."""
    boards = [entry.board for entry in state.play.entries] if state.play else []
    boards = boards or [state.sight.lying(None)]
    palette = diagram_palette(state.sight.palette)
    everything = Board({tile.cell: tile for board in boards for tile in board}.values())
    head, _, _ = board_svg(everything, palette=palette).partition("<g ")

    def one_tile(tile: Tile) -> str:
        svg = board_svg(Board([tile]), palette=palette)
        start = svg.index(f'<g class="tile" data-cell="{tile.q},{tile.r}">')
        return svg[start : svg.index("</g>", start) + len("</g>")]

    return head + in_turn(boards, one_tile) + "</svg>"


def in_turn(boards: Sequence[Iterable[Any]], draw: Callable[[Any], str]) -> str:
    """The drawings of all pieces that ever lay; each is seen while it lies."""
    seconds = SECONDS_A_MOVE * len(boards) + SECONDS_AT_THE_END
    lying = [frozenset(board) for board in boards]
    return "".join(
        f"<g>{draw(piece)}{_visibility([piece in board for board in lying], seconds)}</g>"
        for piece in sorted(frozenset[Any]().union(*lying))
    )


def _visibility(lies: list[bool], seconds: float) -> str:
    """When a tile is to be seen: a value for each moment at which that changes."""
    values, times = [lies[0]], [0.0]
    for number, now in enumerate(lies):
        if now != values[-1]:
            values.append(now)
            times.append(number * SECONDS_A_MOVE / seconds)
    shown = ";".join("1" if value else "0" for value in values)
    moments = ";".join(f"{time:.4f}" for time in times)
    return (
        f'<animate attributeName="opacity" calcMode="discrete" dur="{seconds:.1f}s" '
        f'repeatCount="indefinite" values="{shown}" keyTimes="{moments}"/>'
    )
