"""A game as one SVG that plays by itself, tile by tile, in any browser."""

from __future__ import annotations

from ....engine.lattice import Cell
from ....engine.tiles.board import Board
from ....engine.tiles.diagram import board_svg
from ..state import GameState
from .colours import diagram_palette

SECONDS_A_MOVE = 1.2
SECONDS_AT_THE_END = 3.0


def tiles_animation(state: GameState) -> str:
    """The boards of a game one after the other, for ever.

    All tiles that ever lay are drawn at once; each is opaque while it lies. A tile that was turned
    is drawn once for each rotation.
    """
    boards = [entry.board for entry in state.play.entries] if state.play else []
    boards = boards or [state.sight.board]
    palette = diagram_palette(state.sight.palette)
    everything = Board({tile.cell: tile for board in boards for tile in board}.values())
    frame = board_svg(everything, palette=palette)
    head, _, _ = frame.partition("<g ")
    seconds = SECONDS_A_MOVE * len(boards) + SECONDS_AT_THE_END
    tiles = sorted({tile for board in boards for tile in board})
    drawn = []
    for tile in tiles:
        lies = [tile.cell in board and board[tile.cell] == tile for board in boards]
        picture = _one_tile(board_svg(Board([tile]), palette=palette), tile.cell)
        drawn.append(f"<g>{picture}{visibility(lies, seconds)}</g>")
    return f"{head}{''.join(drawn)}</svg>"


def _one_tile(svg: str, cell: Cell) -> str:
    """The drawing of one tile out of a picture of nothing else."""
    start = svg.index(f'<g class="tile" data-cell="{cell[0]},{cell[1]}">')
    return svg[start : svg.index("</g>", start) + len("</g>")]


def visibility(lies: list[bool], seconds: float) -> str:
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
