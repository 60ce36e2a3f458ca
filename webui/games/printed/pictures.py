"""Pictures of a printed board for the page: to touch, small ones, and a game that plays."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ....engine.games.protocols import Verdict
from ....engine.palanquee.table.board import cell_name
from ....engine.palanquee.table.diagram import position_svg
from ....engine.palanquee.table.pieces import Piece, Pieces
from ...tables.board_sight import BoardSight, PrintedBoard
from ...tables.sight import SetColours
from ...texts import say, say_phrase
from ..pictures.animation import in_turn
from ..pictures.verdicts import verdict_json
from ..play import Entry
from ..state import GameState


def board_picture(state: GameState, shown: dict[str, Any]) -> str:
    """The board as it was seen or agreed on, of a game without a page of its own."""
    agreed, sight = state.playing.board, BoardSight.of(state.sight)
    if sight.lies_still(agreed):
        return position_svg(agreed.pieces)
    return seen_picture(agreed, sight, state.verdict)


def seen_picture(agreed: PrintedBoard, sight: BoardSight, verdict: Verdict) -> str:
    """The board as it was seen: changes marked, doubts with a question mark, lost pieces faint."""
    standing = sight.standing(agreed)
    return position_svg(
        standing,
        marked=verdict.fresh,
        gone=_gone(agreed.pieces, standing),
        badges=dict.fromkeys(verdict.unsure, "?"),
    )


def printed_step(
    shown: dict[str, Any],
    state: GameState,
    entry: Entry,
    before: PrintedBoard | None,
    language: str,
) -> dict[str, Any]:
    """What changes in ``shown`` to tell of one action of the record."""
    now: PrintedBoard = entry.board
    old = Pieces().codes if before is None else before.pieces.codes
    fresh = tuple(cell for cell, code in enumerate(now.pieces.codes) if code and code != old[cell])
    gone = () if before is None else _gone(before.pieces, now.pieces)
    told = "" if entry.phrase is None else say_phrase(language, entry.phrase)
    ends = shown["over"] and shown["timeline"][-1]["number"] == entry.number
    verdict = verdict_json(
        "win" if ends else "fine",
        say(language, "step.move", number=entry.number, who=entry.who),
        shown["verdict"]["text"] if ends else told[:1].upper() + told[1:],
    )
    return {
        "board": now.to_text(),
        "fresh": [cell_name(cell) for cell in fresh],
        "verdict": verdict,
        "over": ends,
        "move": entry.number,
        "diagram": position_svg(now.pieces, marked=fresh, gone=gone),
    }


def _gone(before: Pieces, after: Pieces) -> tuple[Piece, ...]:
    return tuple(piece for piece in before if not after.codes[piece.cell])


@lru_cache(maxsize=1024)
def _small(codes: bytes) -> str:
    return position_svg(Pieces(codes), scale=8)


def printed_thumbnail(position: PrintedBoard, palette: SetColours, last: tuple[()] = ()) -> str:
    """The board as SVG, small enough for a list."""
    return _small(position.pieces.codes)


def printed_animation(state: GameState) -> str:
    """The boards of a game one after the other, for ever: each piece is seen while it stands."""
    play = state.playing
    boards = [entry.board.pieces for entry in play.entries] or [play.board.pieces]
    empty = position_svg(Pieces())
    return empty.removesuffix("</svg>") + in_turn(boards, _alone) + "</svg>"


def _alone(piece: Piece) -> str:
    """A piece with its two parts, as it is drawn inside the board's edges."""
    svg = position_svg(Pieces.of([piece], [piece.cell]))
    drawn, rest = "", svg[svg.index('<g class="cells">') :]
    while '<g class="piece"' in rest:
        start = rest.index('<g class="piece"')
        end = rest.index("</g></g>", start) + len("</g></g>")
        drawn, rest = drawn + rest[start:end], rest[end:]
    return drawn
