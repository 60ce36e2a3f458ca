"""Pictures of a Palanquée board for the page: to touch, small ones, and a game that plays."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from ....engine.games.protocols import Start, Verdict
from ....engine.palanquee.play.match import PalanqueeMatch
from ....engine.palanquee.plug import PLUG
from ....engine.palanquee.position import PalanqueePosition
from ....engine.palanquee.table.board import cell_name, cells_of
from ....engine.palanquee.table.diagram import position_svg
from ....engine.palanquee.table.pieces import Piece, Pieces
from ...tables.board_sight import BoardSight
from ...tables.sight import SetColours
from ...texts import say, say_phrase
from ..pictures.animation import in_turn
from ..pictures.verdicts import verdict_json
from ..play import Entry
from ..state import GameState
from .going_on import is_under_way, unsure_cells


def palanquee_at_start() -> str:
    """The printed board with nothing on it."""
    return PLUG.table.draw(PLUG.start(Start({"players": ["1", "2"]})).board)


def palanquee_picture(state: GameState, shown: dict[str, Any]) -> str:
    """The board with the last action marked, what it took drawn faintly, and what is owed."""
    play, sight = state.playing, cast(BoardSight, state.sight)
    match = cast(PalanqueeMatch, play.game)
    if is_under_way(state, match):  # all of it is new: only doubts are marked
        badges = dict.fromkeys(unsure_cells(match, sight), "?")
        return position_svg(sight.standing(match.position), badges=badges)
    if not sight.lies_still(match.position):
        return _seen_picture(match.position, sight, state.verdict)
    badges = {} if play.over else _owed_badges(match)
    return position_svg(match.position.pieces, marked=match.fresh, gone=match.gone, badges=badges)


def board_picture(state: GameState, shown: dict[str, Any]) -> str:
    """The board as it was seen or agreed on, of a game without a page of its own."""
    agreed, sight = state.playing.board, cast(BoardSight, state.sight)
    if sight.lies_still(agreed):
        return position_svg(agreed.pieces)
    return _seen_picture(agreed, sight, state.verdict)


def _seen_picture(agreed: PalanqueePosition, sight: BoardSight, verdict: Verdict) -> str:
    """The board as it was seen: changes marked, doubts with a question mark, lost pieces faint."""
    standing = sight.standing(agreed)
    return position_svg(
        standing,
        marked=verdict.fresh,
        gone=_gone(agreed.pieces, standing),
        badges=dict.fromkeys(verdict.unsure, "?"),
    )


def _owed_badges(match: PalanqueeMatch) -> dict[int, str]:
    """How many actions are still due to each plant, at its first seed."""
    seeds = match.position.pieces.seeds_of(match.position.colour)
    return {
        next(cells_of(group & seeds or group)): str(count)
        for group, count in match.game.owed_by_group.items()
        if group
    }


def palanquee_step(
    shown: dict[str, Any],
    state: GameState,
    entry: Entry,
    before: PalanqueePosition | None,
    language: str,
) -> dict[str, Any]:
    """What changes in ``shown`` to tell of one action of the record."""
    now: PalanqueePosition = entry.board
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


def palanquee_thumbnail(
    position: PalanqueePosition, palette: SetColours, last: tuple[()] = ()
) -> str:
    """The board as SVG, small enough for a list."""
    return _small(position.pieces.codes)


def palanquee_animation(state: GameState) -> str:
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
