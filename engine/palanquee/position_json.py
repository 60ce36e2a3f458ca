"""Positions read from JSON, as the program's files and commands write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .board import CellError, cell_from_name, cell_name
from .pieces import (
    COLOUR_BITS,
    NUMBERS,
    SEEDS_OF_A_PLAYER,
    SPROUTS_OF_A_PLAYER,
    Piece,
    Pieces,
)
from .position import GAME, Forgotten, PalanqueePosition, PositionError, Reserve, check_players

_KINDS = {"seed": True, "sprout": False}


def position_from_json(value: Any) -> PalanqueePosition:
    """A position from a JSON object. Raises PositionError with what is wrong and where."""
    found = _object(value, "a position")
    if found.get("game", GAME) != GAME:
        raise PositionError(f'"game" is {found["game"]!r}; a position of Palanquée says "{GAME}"')
    players = tuple(_strings(found.get("players"), "players"))
    check_players(players)
    to_move = found.get("to_move")
    if to_move not in players:
        raise PositionError(f'"to_move" is {to_move!r}; it must be one of {", ".join(players)}')
    standing, twice = _pieces(found.get("pieces"), players, "pieces")
    pieces = Pieces.of(standing, _parasites(found.get("parasites"), standing))
    return PalanqueePosition(
        players,
        to_move,
        pieces,
        _reserve(found.get("reserve"), players, pieces),
        _turns(found.get("turns"), players),
        _before(found.get("before_capture"), players),
        _forgotten(found.get("forgotten"), pieces),
        twice,
    )


def _object(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise PositionError(f"{what} must be a JSON object")
    return value


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise PositionError(f'"{what}" must be a list')
    return value


def _strings(value: Any, what: str) -> list[str]:
    found = _list(value, what)
    if not all(isinstance(entry, str) for entry in found):
        raise PositionError(f'"{what}" must be a list of words')
    return found


def _cell(value: Any, what: str) -> int:
    if not isinstance(value, str):
        raise PositionError(f'{value!r} in "{what}" is no cell: a cell is a word such as C5')
    try:
        return cell_from_name(value)
    except CellError as error:
        raise PositionError(str(error)) from None


def _count(value: Any, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise PositionError(f"{what} must be a whole number from 0, not {value!r}")
    return value


def _pieces(value: Any, players: tuple[str, ...], what: str) -> tuple[list[Piece], int]:
    """The pieces of a list, and the cells of which both drawings bear the same piece."""
    names: set[str] = set()
    pieces: dict[int, Piece] = {}
    twice = 0
    for entry in _list(value, what):
        found = _object(entry, f'each entry of "{what}"')
        name, colour, kind = str(found.get("cell")), found.get("colour"), found.get("kind")
        cell = _cell(found.get("cell"), what)
        if colour not in players:
            raise PositionError(f"the piece on {name} is {colour!r}; no player has that colour")
        if not isinstance(kind, str) or kind not in _KINDS:
            raise PositionError(f'the piece on {name} is a {kind!r}; it must be "seed" or "sprout"')
        piece = Piece(cell, colour, _KINDS[kind])
        if name in names:
            raise PositionError(f"two pieces stand on {name}")
        names.add(name)
        if cell in pieces:
            twice |= 1 << cell
        if pieces.setdefault(cell, piece) != piece:
            raise PositionError(
                f"different pieces stand on the two drawings of {cell_name(cell)}, which are one "
                "cell"
            )
    return list(pieces.values()), twice


def _parasites(value: Any, pieces: Iterable[Piece]) -> list[int] | None:
    if value is None:
        return None
    standing = {piece.cell for piece in pieces}
    cells = [_cell(name, "parasites") for name in _list(value, "parasites")]
    for cell in cells:
        if cell not in standing:
            raise PositionError(f'"parasites" names {cell_name(cell)}, but no piece stands there')
    return cells


def _reserve(value: Any, players: tuple[str, ...], pieces: Pieces) -> tuple[Reserve, ...]:
    given = {} if value is None else _object(value, '"reserve"')
    reserves = []
    for player in players:
        seeds, sprouts = pieces.count(NUMBERS[player])
        own = _object(given.get(player, {}), f'the reserve of "{player}"')
        reserves.append(
            Reserve(
                _count(own.get("seeds", max(0, SEEDS_OF_A_PLAYER - seeds)), f"{player}'s seeds"),
                _count(
                    own.get("sprouts", max(0, SPROUTS_OF_A_PLAYER - sprouts)),
                    f"{player}'s sprouts",
                ),
            )
        )
    return tuple(reserves)


def _turns(value: Any, players: tuple[str, ...]) -> tuple[int, ...]:
    given = {} if value is None else _object(value, '"turns"')
    return tuple(_count(given.get(player, 0), f"{player}'s turns") for player in players)


def _before(value: Any, players: tuple[str, ...]) -> bytes | None:
    if value is None:
        return None
    standing, _ = _pieces(value, players, "before_capture")
    return Pieces.of(standing).codes


def _forgotten(value: Any, pieces: Pieces) -> tuple[Forgotten, ...]:
    if value is None:
        return ()
    found = []
    for name, count in _object(value, '"forgotten"').items():
        cell = _cell(name, "forgotten")
        code = pieces.codes[cell]
        if not code:
            raise PositionError(f'"forgotten" names {name}, but no piece stands there')
        group = pieces.group_at(cell)
        seeds = group & pieces.seeds_of(code & COLOUR_BITS)
        if _count(count, f'"forgotten" for {name}'):
            found.append(Forgotten(seeds or group, count))
    return tuple(found)
