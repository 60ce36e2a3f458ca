"""A toy game that shows all that a game needs: two players lay a tile each; the sixth one wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from palago.engine.games.findings import Finding, VerdictInWords
from palago.engine.games.protocols import Deed, GameEnding, GamePlug, Start
from palago.engine.lattice import Cell
from palago.engine.phrases import Phrase, Refused
from palago.engine.records.recorded_game import RecordedGame
from palago.engine.tiles.alignment import Alignment, align
from palago.engine.tiles.board import Board, BoardError, Tile
from palago.engine.tiles.observation import Observation

PLAYED = "sixth"
TILES_TO_WIN = 6


@dataclass(frozen=True, repr=False)
class Sixth(RecordedGame):
    """A game at one moment."""

    players: tuple[str, ...] = ("Ann", "Ben")
    board: Board = field(default_factory=Board)
    deed: Deed | None = None
    kind: str = PLAYED
    events: tuple[str, ...] = ()
    beginning: tuple[Board | None, str] = None, ""

    @property
    def outcome(self) -> str | None:
        return self.players[(len(self.board) - 1) % 2] if len(self.board) >= TILES_TO_WIN else None

    def _ended_by(self, outcome: str) -> GameEnding:
        return GameEnding(
            (outcome,), "sixth tile", Phrase("plain", {"text": f"{outcome} laid it."})
        )

    @property
    def on_turn(self) -> str | None:
        return None if self.over else self.players[len(self.board) % 2]

    def legal_actions(self) -> Iterator[Tile]:
        for cell in self.board.frontier() or ((0, 0),):
            yield from (Tile(*cell, rotation) for rotation in (0, 2, 4))

    def play(self, action: str) -> Sixth:
        try:
            tile = Tile.from_text(action)
            board = self.board.place(tile)
        except BoardError as error:
            raise Refused(str(error)) from None
        if self.over:
            raise Refused(Phrase("after_end", {"tiles": (action,)}))
        if not board.is_connected:
            raise Refused(Phrase("not_touching", {"tiles": (f"{tile.q},{tile.r}",)}))
        deed = Deed(self.on_turn or "", action)
        return replace(self, board=board, deed=deed, events=(*self.events, action))


@dataclass(frozen=True, repr=False)
class SixthVerdict(VerdictInWords):
    """What was laid since the last turn, or why it is no turn."""

    board: Board
    alignment: Alignment
    fresh: tuple[Cell, ...]
    actions: tuple[str, ...] = ()
    after: Sixth | None = None
    findings: tuple[Finding, ...] = ()
    answers: tuple[()] = ()
    unsure: tuple[Cell, ...] = ()

    @property
    def legal(self) -> bool:
        return self.after is not None

    @property
    def settled(self) -> bool:
        return self.legal

    def to_json(self) -> dict[str, Any]:
        return {"legal": self.legal, "actions": list(self.actions)}


def judge(game: Sixth, seen: Observation, *, aligned: bool = False) -> SixthVerdict:
    """The one tile that was laid."""
    way = Alignment() if aligned else align(game.board, seen.board)
    board = way.board(seen.board)
    added = [tile for tile in board if tile.cell not in game.board]
    fresh = tuple(tile.cell for tile in added)
    unsure = tuple(cell for cell in fresh if seen.is_unsure(way.cell_back(cell)))
    if len(added) != 1 or len(board) != len(game.board) + 1:
        said = Phrase("plain", {"text": "One tile a turn is laid."})
        return SixthVerdict(board, way, fresh, findings=(Finding("wrong", said, fresh),))
    try:
        after = game.play(str(added[0]))
    except Refused as error:
        said = Phrase("plain", {"text": str(error)})
        return SixthVerdict(board, way, fresh, findings=(Finding("wrong", said, fresh),))
    said = Phrase("legal_move", {"colour": game.on_turn or "", "tiles": (str(added[0]),)})
    found = (Finding("fine", said, fresh),)
    return SixthVerdict(board, way, fresh, (str(added[0]),), after, found, unsure=unsure)


def start(begin: Start) -> Sixth:
    players = begin.players or tuple(begin.options.get("players", ("Ann", "Ben")))
    return Sixth(players, begin.board or Board(), beginning=(begin.board, begin.to_move))


def options(game: Sixth) -> Mapping[str, Any]:
    return {}


PLUG = GamePlug(PLAYED, start, judge, options, players=(2, 2))
