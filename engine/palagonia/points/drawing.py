"""Scores drawn: each closed creature by itself, its loops numbered and its legs marked."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from ...phrases import render
from ...tiles.board import Board
from ...tiles.diagram import board_svg, curve_path, line_path, midpoint_place
from ...tiles.outlines import Midpoint
from .scoring import Loop, Score, headline

SCALE = 40.0
_CAPTION_HEIGHT = 34
_LARGEST_WIDTH = 1400
#: Told apart by their dashes as well as by their colours.
_OUTER = 'stroke="#d9480f" stroke-width=".16"'
_INNER = 'stroke="#ae3ec9" stroke-width=".13" stroke-dasharray=".34 .12"'
_LEG = 'stroke="#2f9e44" stroke-width=".3" stroke-linecap="round" stroke-opacity=".75"'


def scores_svg(board: Board, scores: Iterable[Score]) -> str:
    """The board once for every closed creature, side by side; eyes are left out.

    Loops bear numbers, the outer one 1; legs bear L and a number. Without a creature the board
    alone is drawn.
    """
    creatures = [found for found in scores if found.group.straights]
    if not creatures:
        return board_svg(board, scale=SCALE, title="No creature is closed")
    panels = []
    left = top = row_height = widest = 0.0
    for found in creatures:
        picture, width, height = _panel(board, found)
        if left and left + width > _LARGEST_WIDTH:
            left, top, row_height = 0.0, top + row_height, 0.0
        words = escape(render(headline(found)))
        panels.append(
            f'<g transform="translate({left:.0f} {top:.0f})">'
            f'<text x="8" y="23" font-family="sans-serif" font-size="15">{words}</text>'
            f'<g transform="translate(0 {_CAPTION_HEIGHT})">{picture}</g></g>'
        )
        # A caption may be wider than a small board: about half its size a letter.
        left += max(width, 8.0 * len(words))
        widest = max(widest, left)
        row_height = max(row_height, height + _CAPTION_HEIGHT)
    height = top + row_height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="palagonia-scores" width="{widest:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {widest:.0f} {height:.0f}">{"".join(panels)}</svg>'
    )


def _panel(board: Board, found: Score) -> tuple[str, float, float]:
    """One creature on the board, with the picture's width and height in pixels."""
    svg = board_svg(board, filled=[found.group], scale=SCALE, title=render(headline(found)))
    width, height = (float(svg.split(f'{side}="')[1].split('"')[0]) for side in ("width", "height"))
    loops = [loop for loop in (found.outer, *found.inner) if loop is not None]
    taken = {leg.midpoints[2] for leg in found.legs}
    marks = [_loop(loop, number, taken) for number, loop in enumerate(loops, 1)]
    for number, leg in enumerate(found.legs, 1):
        path = line_path(leg.midpoints, (*leg.tiles, leg.tiles[0]))
        marks.append(f'<path class="leg" d="{path}" fill="none" {_LEG}/>')
        marks.append(_label(f"L{number}", leg.midpoints[2]))
    return svg.removesuffix("</svg>") + "".join(marks) + "</svg>", width, height


def _loop(loop: Loop, number: int, taken: set[Midpoint]) -> str:
    """A loop and its number, where no leg's label stands."""
    style = _INNER if loop.depth else _OUTER
    path = f'<path class="loop" d="{curve_path(loop.curve)}" fill="none" {style}/>'
    return path + _label(str(number), next(m for m in loop.curve.midpoints if m not in taken))


def _label(words: str, midpoint: Midpoint) -> str:
    x, y = midpoint_place(midpoint)
    return (
        f'<circle cx="{x:.3f}" cy="{y:.3f}" r=".27" fill="#fff" stroke="#15161a" '
        f'stroke-width=".04"/><text x="{x:.3f}" y="{y + 0.12:.3f}" font-size=".34" '
        f'font-family="sans-serif" text-anchor="middle">{escape(words)}</text>'
    )
