"""The play server's picture of a board in plain characters: read it, and draw it.

The server sends its games as text, with flat-top hexagons of five lines each. Dark's half of
every tile is filled with the letter o, Light's half is blank::

      .--oo          .--oo          .--oo
     o   oo\\        /    oo        / ooo \\
    ooo  oo )      oooo    )      oooo    )
     o   oo/        \\ ooo /        \\    oo
      `--oo          `--oo          `--oo

        a              b              c

Tiles of one column lie four lines apart; the next column to the right starts six characters
further and two lines lower or higher. Neighbours share the line between them, which is then not
drawn. The picture above and the rule of the shared line are those of the server's help page
(Richard's Play-by-eMail Server, Palago, 2009).

Turned clockwise by 30 degrees the picture becomes a board of ours with Dark as Blue: all
rotations come out even.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..lattice import Cell, neighbours, rotate_cell
from ..tiles.board import MOST_TILES, Board, BoardError, Tile

COLUMN_WIDTH, TILE_HEIGHT, COLUMN_DROP = 6, 4, 2
MOST_CHARACTERS = 200_000

#: The server's letter → our rotation, and the places (line, character) of its letters o.
ROTATIONS = {"a": 2, "b": 4, "c": 0}
LETTERS = {rotation: letter for letter, rotation in ROTATIONS.items()}
_PICTURES = {
    "a": ("  .--oo", " o   oo\\", "ooo  oo )", " o   oo/", "  `--oo"),
    "b": ("  .--oo", " /    oo", "oooo    )", " \\ ooo /", "  `--oo"),
    "c": ("  .--oo", " / ooo \\", "oooo    )", " \\    oo", "  `--oo"),
}
_FILLED = {
    letter: frozenset(
        (y, x) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign == "o"
    )
    for letter, lines in _PICTURES.items()
}
#: No tile has more letters o than this, however the mail has mangled it.
_MOST_SIGNS = 2 * max(map(len, _FILLED.values()))
#: A place inside the tile that is filled for this letter only.
_TELLING = {"a": (2, 5), "b": (3, 4), "c": (1, 4)}
#: Share of the letters o that may be missing or too many, as mail now and then mangles a line.
_MOST_MISFITS = 0.1

TextPlace = tuple[int, int]


def flat_top_tile(q: int, r: int, letter: str) -> Tile:
    """A tile of the server's frame (columns q to the right, r down; letters for Dark) in ours.
    Raises BoardError where the letter is not a, b or c."""
    if letter not in ROTATIONS:
        raise BoardError(f"{letter[:20]!r} is no rotation on the play server: it has a, b and c")
    return Tile(*rotate_cell((q, r), 1), ROTATIONS[letter])


def _corner(cell: Cell) -> TextPlace:
    """Line and character of the upper left end of a tile's picture, in the server's frame."""
    q, r = cell
    return TILE_HEIGHT * r + COLUMN_DROP * q, COLUMN_WIDTH * q


def parse_ascii_board(text: str) -> Board:
    """The board in a picture of the play server; the upper left tile lies at 0,0. Other text around
    it and quoting with ``>`` do no harm. Raises BoardError where there is no such picture or it
    does not come out even."""
    filled = _filled_places(text)
    if not filled:
        raise BoardError("there is no picture of a board here: no letters o drawn as tiles")
    if len(filled) > MOST_TILES * _MOST_SIGNS:
        raise BoardError(f"a board has at most {MOST_TILES} tiles; there are more here")
    best: Mapping[Cell, str] = {}
    least_left = len(filled) + 1
    for y in range(TILE_HEIGHT):
        for x in range(COLUMN_WIDTH):
            tiles = _tiles_at(filled, (y, x))
            left = len(filled ^ _places_of(tiles, (y, x)))
            if left < least_left:
                best, least_left = tiles, left
    if not best or least_left > _MOST_MISFITS * len(filled):
        raise BoardError(
            "this picture is not one of the play server's: "
            f"{least_left} characters do not fit any arrangement of tiles"
        )
    first_q, first_r = min(best)
    return Board(flat_top_tile(q - first_q, r - first_r, letter) for (q, r), letter in best.items())


def _filled_places(text: str) -> frozenset[TextPlace]:
    """Where the letters o of the picture stand. Lines with other words in them are left out."""
    if len(text) > MOST_CHARACTERS:
        raise BoardError(f"a picture of a board has at most {MOST_CHARACTERS} characters")
    places = set()
    for y, raw in enumerate(text.splitlines()):
        line = raw.expandtabs().lower()
        if not any(sign.isalpha() and sign != "o" for sign in line):
            places |= {(y, x) for x, sign in enumerate(line) if sign == "o"}
    return frozenset(places)


def _tiles_at(filled: frozenset[TextPlace], origin: TextPlace) -> dict[Cell, str]:
    """Cell → letter for every place of the grid where a tile's own sign stands."""
    found: dict[Cell, str] = {}
    for y, x in filled:
        for letter, (dy, dx) in _TELLING.items():
            down, right = y - dy - origin[0], x - dx - origin[1]
            q, over = divmod(right, COLUMN_WIDTH)
            r, below = divmod(down - COLUMN_DROP * q, TILE_HEIGHT)
            if over == below == 0:
                found[q, r] = letter
    return found


def _places_of(tiles: Mapping[Cell, str], origin: TextPlace) -> frozenset[TextPlace]:
    return frozenset(
        (origin[0] + top + dy, origin[1] + left + dx)
        for cell, letter in tiles.items()
        for top, left in (_corner(cell),)
        for dy, dx in _FILLED[letter]
    )


def draw_ascii_board(board: Board, marked: Iterable[Cell] = ()) -> str:
    """The board as the play server would draw it, Blue as Dark.

    Tiles of odd rotation, which the server does not know, show a question mark; ``marked`` cells
    of ours show a star in their middle.
    """
    stars = {rotate_cell(cell, -1) for cell in marked}
    tiles = {rotate_cell(tile.cell, -1): LETTERS.get(tile.rotation, "?") for tile in board}
    signs: dict[TextPlace, str] = {}
    for cell, letter in tiles.items():
        top, left = _corner(cell)
        signs |= {(top + y, left + x): sign for (y, x), sign in _outline(cell, tiles).items()}
        middle = "*" if cell in stars else "?" if letter == "?" else None
        if middle:
            signs[top + 2, left + 4] = middle
    for cell, letter in tiles.items():
        top, left = _corner(cell)
        signs |= {(top + y, left + x): "o" for y, x in _FILLED.get(letter, ())}
    if not signs:
        return ""
    first_line, last_line = min(y for y, _ in signs), max(y for y, _ in signs)
    first_sign, last_sign = min(x for _, x in signs), max(x for _, x in signs)
    return "\n".join(
        "".join(signs.get((y, x), " ") for x in range(first_sign, last_sign + 1)).rstrip()
        for y in range(first_line, last_line + 1)
    )


def _outline(cell: Cell, tiles: Mapping[Cell, str]) -> dict[TextPlace, str]:
    """The signs round one tile: edges towards empty cells, and Light's three corners.

    In the server's frame the neighbours are, clockwise from the lower right: lower right, below,
    lower left, upper left, above, upper right.
    """
    lower_right, below, lower_left, upper_left, above, upper_right = (
        neighbour in tiles for neighbour in neighbours(cell)
    )
    signs: dict[TextPlace, str] = {}
    edges = (
        (upper_left, ((1, 1, "/"),)),
        (lower_left, ((3, 1, "\\"),)),
        (upper_right, ((1, 7, "\\"),)),
        (lower_right, ((3, 7, "/"),)),
        (above, ((0, 3, "-"), (0, 4, "-"))),
        (below, ((4, 3, "-"), (4, 4, "-"))),
    )
    for is_shared, drawn in edges:
        if not is_shared:
            signs |= {(y, x): sign for y, x, sign in drawn}
    # A corner's sign shows which way the rim bends there; where three tiles meet it is a dot.
    signs[0, 2] = "." if upper_left == above else ")" if above else "`"
    signs[4, 2] = ")" if below and not lower_left else "." if lower_left else "`"
    signs[2, 8] = "." if upper_right else "`" if lower_right else ")"
    return signs
