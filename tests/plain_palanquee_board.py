"""The board of Palanquée once more: slow, and shares no code with the program.

Cells are (column, height in half cells); the board is a dictionary. Every rule is looked at in
the order in which the text names it. Positions and answers are the JSON of the command line.
"""

from collections import deque
from functools import cache
from typing import Any

Cell = tuple[int, int]
Piece = tuple[str, str]
Board = dict[Cell, Piece]

LETTERS = "ABCDEFGHIJKLMNOPQRS"
#: The six steps in the order of a clock's hand; opposite ones are three apart.
STEPS = [(0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1)]
SEED, SPROUT = "seed", "sprout"


class Refused(Exception):
    """An action that is not legal; the argument is the rule."""


def cell(name: str) -> Cell:
    column, number = LETTERS.index(name[0]), int(name[1:])
    if name[1:] != str(number) or not 1 <= number <= (17 if column % 2 else 16):
        raise ValueError(name)
    return column, (2 * number - 2 if column % 2 else 2 * number - 1) % 32


def name(at: Cell) -> str:
    column, height = at
    return f"{LETTERS[column]}{(height + 2) // 2 if column % 2 else (height + 1) // 2}"


ALL = [(i, h) for i in range(19) for h in range(32) if h % 2 != i % 2]


def step(at: Cell, way: Cell) -> Cell | None:
    i, h = at[0] + way[0], (at[1] + way[1]) % 32
    return (i, h) if 0 <= i <= 18 else None


AROUND = {at: [found for way in STEPS if (found := step(at, way))] for at in ALL}


@cache
def distances(start: Cell) -> dict[Cell, int]:
    far = {start: 0}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        for other in AROUND[at]:
            if other not in far:
                far[other] = far[at] + 1
                queue.append(other)
    return far


def all_leaves() -> set[frozenset[Cell]]:
    leaves = set()
    for corner in ALL:
        for number, way in enumerate(STEPS):
            aside = STEPS[(number + 1) % 6]
            cells = {
                (
                    corner[0] + a * way[0] + b * aside[0],
                    (corner[1] + a * way[1] + b * aside[1]) % 32,
                )
                for a in range(4)
                for b in range(4 - a)
            }
            if all(0 <= i <= 18 for i, _ in cells):
                leaves.add(frozenset(cells))
    return leaves


LEAVES = all_leaves()


# -- groups --------------------------------------------------------------------------------------


def group(board: Board, start: Cell) -> frozenset[Cell]:
    colour = board[start][0]
    found, todo = {start}, [start]
    while todo:
        for other in AROUND[todo.pop()]:
            if other in board and board[other][0] == colour and other not in found:
                found.add(other)
                todo.append(other)
    return frozenset(found)


def groups(board: Board, colour: str | None = None) -> list[frozenset[Cell]]:
    found: list[frozenset[Cell]] = []
    seen: set[Cell] = set()
    for at in sorted(board):
        if at not in seen and colour in (None, board[at][0]):
            found.append(group(board, at))
            seen |= found[-1]
    return found


def has_seed(board: Board, cells: frozenset[Cell]) -> bool:
    return any(board[at][1] == SEED for at in cells)


def living_groups(board: Board, parasites: set[Cell]) -> list[frozenset[Cell]]:
    """Plants, and seedless groups of parasites' sprouts that touch an enemy group that lives."""
    found = groups(board)
    living = [cells for cells in found if has_seed(board, cells)]
    while True:
        alive = {at for cells in living for at in cells}
        more = [
            cells
            for cells in found
            if cells not in living
            and cells & parasites
            and any(
                other in alive and board[other][0] != board[at][0]
                for at in cells
                for other in AROUND[at]
            )
        ]
        if not more:
            return living
        living += more


# -- what an action causes -----------------------------------------------------------------------


def captured(board: Board, laid: Cell) -> set[Cell]:
    colour, taken = board[laid][0], set()
    for way in STEPS:
        line: list[Cell] = []
        at = step(laid, way)
        while at is not None and at in board and board[at][0] != colour:
            line.append(at)
            at = step(at, way)
        if at is None:
            if len({board[one][0] for one in line}) == 1:
                taken |= set(line)
        elif at in board and at != laid:
            taken |= set(line)
    return taken


def would_be_captured(board: Board, laid: Cell) -> bool:
    """Whether an enemy could have captured a line through a piece, whoever laid the ends."""
    colour = board[laid][0]
    for enemy in {found for found, _ in board.values()} - {colour}:
        for way, back in zip(STEPS[:3], STEPS[3:], strict=True):
            ends = []
            for direction in (way, back):
                at = step(laid, direction)
                while at is not None and at != laid and at in board and board[at][0] != enemy:
                    at = step(at, direction)
                if at is not None and at in board and board[at][0] == enemy:
                    ends.append(at)
            if len(set(ends)) == 2:
                return True
    for number, way in enumerate(STEPS):
        if way[0] == 0:
            continue
        at = step(laid, way)
        while at is not None and at in board and board[at][0] == colour:
            at = step(at, way)
        if at is not None:
            continue  # the line does not reach the edge on this side
        back = STEPS[(number + 3) % 6]
        at = step(laid, back)
        while at is not None and at in board and board[at][0] == colour:
            at = step(at, back)
        if at is not None and at in board:
            return True
    return False


def saturated(board: Board) -> list[int]:
    columns = []
    for column in range(19):
        empty = [at for at in ALL if at[0] == column and at not in board]
        pairs = any(step(at, (0, 2)) in empty for at in empty)
        if not pairs and not (column % 2 and (column, 0) in empty):
            columns.append(column)
    return columns


def consequences(
    board: Board, parasites: set[Cell], laid: Cell | None
) -> tuple[dict[str, Any], Board, Board]:
    """What follows, the board after step 3, and the board at the end. Nothing is refused here."""
    board = dict(board)
    taken = captured(board, laid) if laid else set()
    for at in taken:
        del board[at]
    isolated = set(board) - {at for cells in living_groups(board, parasites) for at in cells}
    for at in isolated:
        del board[at]
    settled = dict(board)
    full = saturated(board)
    gone = {at for at in board if at[0] in full}
    for at in gone:
        del board[at]
    later = set(board) - {at for cells in living_groups(board, parasites) for at in cells}
    for at in later:
        del board[at]
    found = {"captured": taken, "isolated": isolated | later, "saturated": full, "gone": gone}
    return found, settled, board


# -- a turn --------------------------------------------------------------------------------------
