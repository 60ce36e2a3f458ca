"""What stands in the JSON of a position, as types."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from .position import GAME
from .table.said import PieceSaid, WordList

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
