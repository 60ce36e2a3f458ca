"""Threats by trying everything on the plain board: what the compiled kernel must agree with."""

import random
from dataclasses import dataclass

from palago.engine.lattice import Cell, Colour, neighbours
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.endings import EVEN_ROTATIONS, colours_closed

Tiles = tuple[Tile, ...]


@dataclass(frozen=True)
class PlainThreats:
    """Every move of one or two tiles, by what it does. Sets of tiles are sorted."""

    pairs: int
    playable: int
    single_endings: dict[Tile, frozenset[Colour]]
    pair_endings: dict[Tiles, frozenset[Colour]]
    quiet: tuple[Tiles, ...]

    def wins(self, colour: Colour) -> list[Tiles]:
        singles = [(tile,) for tile, closed in self.single_endings.items() if closed == {colour}]
        pairs = [tiles for tiles, closed in self.pair_endings.items() if closed == {colour}]
        return sorted(singles) + sorted(pairs)

    def losing_singles(self, colour: Colour) -> int:
        return sum(closed != {colour} for closed in self.single_endings.values())


def plain_threats(board: Board) -> PlainThreats:
    rotations = dict(board.rotations)
    single_endings: dict[Tile, frozenset[Colour]] = {}
    for cell in board.frontier():
        for rotation in EVEN_ROTATIONS:
            rotations[cell] = rotation
            closed = colours_closed(rotations, Tile(*cell, rotation))
            if closed:
                single_endings[Tile(*cell, rotation)] = closed
        del rotations[cell]
    pairs = playable = 0
    pair_endings: dict[Tiles, frozenset[Colour]] = {}
    quiet: list[Tiles] = []
    for first, second in _places(board):
        for one in EVEN_ROTATIONS:
            for other in EVEN_ROTATIONS:
                tiles = Tile(*first, one), Tile(*second, other)
                ending = [tile in single_endings for tile in tiles]
                pairs += 1
                playable += not all(ending)
                if any(ending):
                    continue
                rotations[first], rotations[second] = one, other
                closed = colours_closed(rotations, tiles[0]) | colours_closed(rotations, tiles[1])
                del rotations[first], rotations[second]
                if closed:
                    pair_endings[tiles] = closed
                else:
                    quiet.append(tiles)
    return PlainThreats(pairs, playable, single_endings, pair_endings, tuple(quiet))


def _places(board: Board) -> list[tuple[Cell, Cell]]:
    frontier = board.frontier()
    found = {
        tuple(sorted((cell, other)))
        for cell in frontier
        for other in neighbours(cell)
        if other not in board
    }
    return sorted((first, second) for first, second in found)


def random_position(
    rng: random.Random, tiles: int, tightness: float = 0.5, nearest: int = 4
) -> Board:
    """A board grown tile by tile on which no creature is closed; smaller where none fits.

    ``tightness`` is how often, 0 to 1, a tile goes to one of the ``nearest`` cells, those with the
    most neighbours.
    """
    board = Board((Tile(0, 0, rng.choice(EVEN_ROTATIONS)),))
    for _ in range(20 * tiles):
        if len(board) == tiles:
            break
        cells = list(board.frontier())
        if rng.random() < tightness:
            cells.sort(key=lambda cell: -sum(near in board for near in neighbours(cell)))
            cells = cells[:nearest]
        tile = Tile(*rng.choice(cells), rng.choice(EVEN_ROTATIONS))
        after = board.place(tile)
        if not colours_closed(after.rotations, tile):
            board = after
    return board
