"""A position: who plays, whose turn it is, what stands where and what is in reserve."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..phrases import Phrase
from ..stamp import stamped
from .table.board import cell_from_name, cell_name, names_of
from .table.diagram import position_svg
from .table.pieces import (
    COLOURS,
    NO_PIECES,
    NUMBERS,
    SEEDS_OF_A_PLAYER,
    SPROUTS_OF_A_PLAYER,
    Piece,
    Pieces,
)
from .table.pieces_json import PositionError

GAME = "palanquee"
#: The format of a position's JSON.
POSITION = "palanquee-position"

FEWEST_PLAYERS, MOST_PLAYERS = 2, len(COLOURS)

#: In each player's first turns nothing is laid nearer than 3 to an enemy piece (Palanquée 6).
CAREFUL_TURNS = 3


@dataclass(frozen=True)
class Reserve:
    """The pieces of one player that are not on the board and not out of the game."""

    seeds: int = SEEDS_OF_A_PLAYER
    sprouts: int = SPROUTS_OF_A_PLAYER

    @classmethod
    def beside(cls, pieces: Pieces, player: str) -> Reserve:
        """What a player has left who has lost nothing from the game."""
        seeds, sprouts = pieces.count(NUMBERS[player])
        return cls(max(0, SEEDS_OF_A_PLAYER - seeds), max(0, SPROUTS_OF_A_PLAYER - sprouts))


@dataclass(frozen=True)
class Forgotten:
    """Actions that the player before left out: of a plant, or of a parasite. ``cells`` are the
    plant's seeds, or the whole parasite. ``count`` seeds may be claimed."""

    cells: int
    count: int


@dataclass(frozen=True)
class PalanqueeOutcome:
    """How a game ended: the colour that won, None for a draw."""

    winner: str | None


@dataclass(frozen=True)
class PalanqueePosition:
    """Everything that a stranger needs to go on with a game at the start of a turn.

    ``players`` are colours in the order of their turns; ``reserve`` and ``turns`` (turns
    completed) follow that order. ``before_capture`` are the codes of the pieces as they stood
    before the previous player's last capturing action. ``drawn_on_both`` are cells of which a
    piece lay on both drawings; that is an error of the board.
    """

    players: tuple[str, ...]
    to_move: str
    pieces: Pieces = NO_PIECES
    reserve: tuple[Reserve, ...] = ()
    turns: tuple[int, ...] = ()
    before_capture: bytes | None = None
    forgotten: tuple[Forgotten, ...] = ()
    drawn_on_both: int = 0

    def __repr__(self) -> str:
        return f"<PalanqueePosition {self.to_move} to move: {self.pieces!r}>"

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self, *, marked: Iterable[int | str] = (), title: str = "", scale: float = 22.0) -> str:
        """The picture, with rings round ``marked`` cells, also in words; ``scale`` as in
        :func:`position_svg`. Raises CellError."""
        cells = [cell_from_name(one.upper()) if isinstance(one, str) else one for one in marked]
        return position_svg(self.pieces, names=True, marked=cells, title=title, scale=scale)

    @classmethod
    def start(cls, players: Sequence[str]) -> PalanqueePosition:
        """The empty board, the first of the players to move. Raises PositionError."""
        check_players(players)
        count = len(players)
        return cls(tuple(players), players[0], reserve=(Reserve(),) * count, turns=(0,) * count)

    @property
    def index(self) -> int:
        """The place of the player on turn in the order of turns."""
        return self.players.index(self.to_move)

    @property
    def colour(self) -> int:
        """The number, 1 to 5, of the colour of the player on turn."""
        return NUMBERS[self.to_move]

    @property
    def own_reserve(self) -> Reserve:
        """What the player on turn has in reserve."""
        return self.reserve[self.index]

    @property
    def careful(self) -> bool:
        """Whether the player on turn must keep a distance of 3 to enemy pieces."""
        return self.turns[self.index] < CAREFUL_TURNS

    @cached_property
    def still_in(self) -> tuple[str, ...]:
        """The players who are not out: with a piece on the board or a seed in reserve."""
        return tuple(
            player
            for player, reserve in zip(self.players, self.reserve, strict=True)
            if reserve.seeds or self.pieces.of_colour(NUMBERS[player])
        )

    @property
    def outcome(self) -> PalanqueeOutcome | None:
        """How the game ended: the last player who is not out wins; all out together is a draw
        (rules, Palanquée 15)."""
        if len(self.still_in) > 1:
            return None
        return PalanqueeOutcome(self.still_in[0] if self.still_in else None)

    @property
    def next_player(self) -> str:
        """Who has the next turn."""
        count = len(self.players)
        for step in range(1, count + 1):
            player = self.players[(self.index + step) % count]
            if player in self.still_in:
                return player
        return self.to_move

    def __len__(self) -> int:
        return len(self.pieces)

    def to_json(self) -> dict[str, Any]:
        """The position as JSON; ``forgotten`` only where something is."""
        players = self.players
        shown: dict[str, Any] = {
            "game": GAME,
            "players": list(players),
            "to_move": self.to_move,
            "turns": dict(zip(players, self.turns, strict=True)),
            "pieces": _pieces_json(self.pieces),
            "reserve": {
                player: {"seeds": reserve.seeds, "sprouts": reserve.sprouts}
                for player, reserve in zip(players, self.reserve, strict=True)
            },
            "parasites": sorted(names_of(group)[0] for group in self.pieces.parasite_groups()),
            "before_capture": None
            if self.before_capture is None
            else _pieces_json(Pieces(self.before_capture)),
        }
        if self.forgotten:
            shown["forgotten"] = {names_of(one.cells)[0]: one.count for one in self.forgotten}
        return stamped(POSITION, shown)

    def to_text(self) -> str:
        """The position on one line."""
        return json.dumps(self.to_json(), separators=(",", ":"))


def _pieces_json(pieces: Iterable[Piece]) -> list[dict[str, str]]:
    return [
        {"cell": cell_name(piece.cell), "colour": piece.colour, "kind": piece.kind}
        for piece in pieces
    ]


def check_players(players: Sequence[str]) -> None:
    """Raise PositionError unless these are two to five different colours."""
    for player in players:
        if player not in COLOURS:
            raise PositionError(f"{player!r} is no player: colours are {', '.join(COLOURS)}")
    if len(set(players)) != len(players):
        raise PositionError(Phrase("palanquee_same_colour"))
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise PositionError(Phrase("palanquee_players", {"given": len(players)}))
