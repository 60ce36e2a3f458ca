"""What games on a printed board do otherwise on the page than games of tiles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta

from ....engine.games.protocols import Verdict
from ....engine.palanquee.table.board import cell_name
from ....engine.palanquee.table.diagram import position_svg
from ....engine.palanquee.table.pieces import Piece, Pieces
from ....engine.tiles.diagram import SetColours
from ....vision.counters.seed_sign import SeedSign
from ...tables.board_sight import BoardSight, PrintedBoard, seeds_told_by
from ...tables.page import EventData
from ...texts import say, say_phrase, say_word
from ..changes import MOST_ACTION, GameChange
from ..page import AnyPage, GamePage, plain_view
from ..pictures.animation import in_turn
from ..pictures.verdicts import verdict_json
from ..play import Entry, confirmed
from ..state import GameState


def board_picture(state: GameState, shown: dict[str, Any]) -> str:
    """The board as it was seen or agreed on, of a game without a page of its own."""
    agreed, sight = state.playing.board, BoardSight.of(state.sight)
    if sight.lies_still(agreed):
        return position_svg(agreed.pieces, unseen=sight.seen.hidden)
    return seen_picture(agreed, sight, state.verdict)


def seen_picture(agreed: PrintedBoard, sight: BoardSight, verdict: Verdict) -> str:
    """The board as it was seen: changes and what is wrong marked, doubts with a question mark, lost
    pieces faint."""
    standing = sight.standing(agreed)
    wrong = (cell for found in verdict.findings if found.level == "wrong" for cell in found.cells)
    return position_svg(
        standing,
        marked=(*verdict.fresh, *wrong),
        gone=_gone(agreed.pieces, standing),
        badges=dict.fromkeys(verdict.unsure, "?"),
        unseen=sight.seen.hidden,
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


#: What is left to be done where the game was given up, and where a photo is to be judged first.
NOTHING_TO_DO: dict[str, Any] = {
    "legal": {},
    "led": {"move": {}, "hatch": {}},
    "owed": 0,
    "owed_by_plant": [],
    "can_end": False,
}


def printed_view(state: GameState, language: str) -> dict[str, Any]:
    """A game without a view of its own: its players by their colours, and what a photo shows."""
    shown, sight = plain_view(state, language), BoardSight.of(state.sight)
    agreed: PrintedBoard = state.playing.board
    for player, colour in zip(shown["players"], agreed.players, strict=False):
        player |= {"colour": colour, "colour_name": say_word(language, colour)}
    if not sight.lies_still(agreed):
        shown["garden"] = seen_garden(
            sight.standing(agreed), state.verdict.fresh, state.verdict.unsure
        )
    return shown | seeds_json(state)


def seen_garden(standing: Pieces, fresh: Iterable[int], unsure: Iterable[int]) -> dict[str, Any]:
    """What a photo shows, which is not what was agreed on: cells are corrected, not played."""
    return {
        **NOTHING_TO_DO,
        "pieces": pieces_json(standing),
        "latest": [cell_name(cell) for cell in fresh],
        "doubts": [cell_name(cell) for cell in unsure],
        "is_seen": True,
    }


def pieces_json(pieces: Pieces) -> dict[str, list[str]]:
    """Colour and kind of each piece by the name of its cell."""
    return {
        cell_name(cell): [colour, "seed" if is_seed else "sprout"]
        for cell, colour, is_seed in pieces
    }


def seeds_json(state: GameState) -> dict[str, Any]:
    """By what seeds are told at this table: as somebody has said, and as it is known by now."""
    known = state.sight.told_to_reader(state.options)["seeds_by"]
    return {"seeds_by": {"told": seeds_told_by(state.options), "known": known}}


class PrintedChange(GameChange):
    """A change that makes no sense where tiles lie."""

    def event(self, state: GameState) -> EventData:
        BoardSight.of(state.sight)
        return super().event(state)


class SetPiece(PrintedChange, tag="set_piece"):
    """What stands on a cell of a printed board, by somebody who knows better than the photo."""

    cell: str | None = None
    colour: str | None = None
    kind: str | None = None
    becomes = "piece_set"


class PutAside(PrintedChange, tag="put_aside"):
    """The photo is not about this game: the board stands as it was agreed on."""

    becomes = "photo_put_aside"


class TurnBoard(PrintedChange, tag="turn_board"):
    """The first photo, which shows no letters, was read from the board's other side."""

    becomes = "board_turned"


class SeedsBy(PrintedChange, tag="seeds_by"):
    """What tells a seed from a sprout at this table; null for what the photos show."""

    by: SeedSign | None = None
    becomes = "options_changed"
    reads_again = True

    def event(self, state: GameState) -> EventData:
        return super().event(state)[0], {"seeds_by": self.by}


class PlayAction(PrintedChange, tag="act", kw_only=True):
    """Play an action in the game's notation, on a printed board where pieces are set by touch."""

    action: Annotated[str, Meta(max_length=MOST_ACTION)]

    def event(self, state: GameState) -> EventData:
        super().event(state)
        return confirmed(self.action)


PAGE: AnyPage = GamePage(
    printed_view,
    picture=board_picture,
    step=printed_step,
    thumbnail=printed_thumbnail,
    animation=printed_animation,
)
