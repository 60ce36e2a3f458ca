"""Photographed turns, of which a tile may be misread and put right, for tests of what that
teaches."""

from typing import Any

from asking import change
from palago.engine.tiles.alignment import alignments
from palago.engine.tiles.board import Board
from table_photos import photo_of


def photographed(
    client: Any,
    game: str,
    board: Board,
    misread: dict[tuple[int, int], int] | None = None,
    seed: int = 0,
) -> None:
    """Photograph a turn, put right the one tile that was misread, if any, and confirm."""
    photo = photo_of(board, misread=misread, seed=seed)
    tiles = client.post(f"/api/v1/games/{game}/photos", data=photo).json["tiles"]
    if misread:
        change(client, game, "turn_tile", **_put_right(tiles, board))
    change(client, game, "confirm")


def is_same(board: Board, other: Board) -> bool:
    """Whether two boards are one, in whatever frames."""
    return any(Board(way.tile(tile) for tile in board) == other for way in alignments(board, other))


def _put_right(tiles: list[dict[str, Any]], board: Board) -> dict[str, int]:
    """The one tile that makes the board the true one if it is turned, in the game's frame."""
    for tile in tiles:
        for rotation in (0, 2, 4):
            turned = {**tile, "rotation": rotation}
            table = Board.from_json({"tiles": [turned if t is tile else t for t in tiles]})
            if rotation != tile["rotation"] and is_same(table, board):
                return {name: turned[name] for name in ("q", "r", "rotation")}
    raise AssertionError("no tile alone was misread")
