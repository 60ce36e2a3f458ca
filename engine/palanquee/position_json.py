"""Positions read from JSON, as the program's files and commands write them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta, Struct

from ..stamp import require_stamp
from .position import GAME, POSITION, Forgotten, PalanqueePosition, Reserve, check_players
from .table.board import cell_name
from .table.pieces import COLOUR_BITS, Piece, Pieces
from .table.pieces_json import PieceSaid, PositionError, WordList, cell_named, said_in


def position_from_json(value: object) -> PalanqueePosition:
    """A position from a JSON object; earlier versions wrote neither format nor version. Raises
    PositionError with what is wrong and where."""
    found = said_in(PositionSaid, value)
    require_stamp(POSITION, value, PositionError, is_named=False)
    if found.game != GAME:
        raise PositionError(f'"game" is {found.game!r}; a position of Palanquée says "{GAME}"')
    players = found.players
    check_players(players)
    if found.to_move not in players:
        raise PositionError(
            f'"to_move" is {found.to_move!r}; it must be one of {", ".join(players)}'
        )
    standing, twice = _pieces(found.pieces, players)
    pieces = Pieces.of(standing, _parasites(found.parasites, standing))
    before = found.before_capture
    turns = found.turns or {}
    return PalanqueePosition(
        players,
        found.to_move,
        pieces,
        tuple(_reserve(player, found.reserve or {}, pieces) for player in players),
        tuple(turns.get(player, 0) for player in players),
        None if before is None else Pieces.of(_pieces(before, players)[0]).codes,
        _forgotten(found.forgotten or {}, pieces),
        twice,
    )


def _pieces(said: Iterable[PieceSaid], players: tuple[str, ...]) -> tuple[list[Piece], int]:
    """The pieces of a list, and the cells of which both drawings bear the same piece."""
    names: set[str] = set()
    pieces: dict[int, Piece] = {}
    twice = 0
    for entry in said:
        piece = entry.piece(players, "no player has that colour")
        if entry.cell in names:
            raise PositionError(f"two pieces stand on {entry.cell}")
        names.add(entry.cell)
        if piece.cell in pieces:
            twice |= 1 << piece.cell
        if pieces.setdefault(piece.cell, piece) != piece:
            raise PositionError(
                f"different pieces stand on the two drawings of {cell_name(piece.cell)}, which are "
                "one cell"
            )
    return list(pieces.values()), twice


def _parasites(names: Iterable[str] | None, pieces: Iterable[Piece]) -> list[int] | None:
    if names is None:
        return None
    standing = {piece.cell for piece in pieces}
    cells = [cell_named(name) for name in names]
    for cell in cells:
        if cell not in standing:
            raise PositionError(f'"parasites" names {cell_name(cell)}, but no piece stands there')
    return cells


def _reserve(player: str, said: dict[str, ReserveSaid], pieces: Pieces) -> Reserve:
    own, left = said.get(player, ReserveSaid()), Reserve.beside(pieces, player)
    return Reserve(
        left.seeds if own.seeds is None else own.seeds,
        left.sprouts if own.sprouts is None else own.sprouts,
    )


def _forgotten(said: dict[str, int], pieces: Pieces) -> tuple[Forgotten, ...]:
    found = []
    for name, count in said.items():
        cell = cell_named(name)
        code = pieces.codes[cell]
        if not code:
            raise PositionError(f'"forgotten" names {name}, but no piece stands there')
        group = pieces.group_at(cell)
        seeds = group & pieces.seeds_of(code & COLOUR_BITS)
        if count:
            found.append(Forgotten(seeds or group, count))
    return tuple(found)


PieceCount = Annotated[int, Meta(ge=0)]


class ReserveSaid(Struct, frozen=True):
    """What a player has in reserve; None for what is not on the board."""

    seeds: PieceCount | None = None
    sprouts: PieceCount | None = None


class PositionSaid(Struct, frozen=True):
    """A position."""

    players: WordList
    to_move: str
    pieces: tuple[PieceSaid, ...]
    game: str = GAME
    parasites: WordList | None = None
    reserve: dict[str, ReserveSaid] | None = None
    turns: dict[str, PieceCount] | None = None
    before_capture: tuple[PieceSaid, ...] | None = None
    forgotten: dict[str, PieceCount] | None = None


class QuestionSaid(Struct, frozen=True):
    """What stands beside a position: its name, and actions to be played in it."""

    id: Annotated[str | int | None, Meta(title="a word or a whole number")] = None
    actions: Annotated[tuple[Any, ...], Meta(title="a list of texts")] = ()
