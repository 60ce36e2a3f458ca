"""Outlines, loops and legs, against a painted picture and against counting the graph."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nested_shapes import nested_board
from palago.engine.analysis import closed_group_json
from palago.engine.lattice import corner_cells
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.groups import Group, tip_corner
from palago.engine.tiles.outlines import closed_curves, outline
from palagonia_boards import BONE, EYE, FIVE_DEEP, RING, SEVEN_POINTS, SNAIL, WORM, largest
from raster_reference import Picture, centre, paint
from strategies import boards, corner_position, dense_boards


def region_of(picture: Picture, group: Group) -> int:
    """The painted region of a closed group, looked up just inside one of its corners."""
    corner = min(group.corners)
    x, y = corner_position(corner)
    cx, cy = centre(*corner_cells(corner)[0])
    row, column = picture.pixel(x + 0.2 * (cx - x), y + 0.2 * (cy - y))
    return int(picture.regions[row, column])


def painted_count(board: Board, group: Group, picture: Picture) -> tuple[int, int, int, int]:
    """Loops, legs, internal legs and empty cells inside, from the picture."""
    region = region_of(picture, group)
    inner, empty = picture.count(region)
    filled = picture.filled(region)
    outside = {True: 0, False: 0}
    for corner in group.corners:
        tips = [
            cell
            for cell in corner_cells(corner)
            if tip_corner(cell, board[cell].rotation, corner.colour) == corner
        ]
        if len(tips) == 2:
            x, y = corner_position(corner)
            cx, cy = centre(*tips[0])
            # The arc is half a side from the corner; 0.6 on the way to the centre is beyond it.
            across = picture.pixel(x + 0.6 * (cx - x), y + 0.6 * (cy - y))
            outside[not filled[across]] += 1
    return inner + 1, outside[True], outside[False], empty


def assert_agrees_with_picture(board: Board) -> int:
    """Check every closed group of a board; the number of closed lines in the deepest one."""
    picture = paint(board)
    deepest = 0
    for group in board.closed_groups():
        shape = outline(board, group)
        found = (shape.loops, len(shape.legs), len(shape.internal_legs), len(shape.empty_inside))
        assert found == painted_count(board, group, picture), board.to_text()
        deepest = max(deepest, shape.loops)
    return deepest


@settings(max_examples=25)
@given(dense_boards())
def test_loops_and_legs_are_what_a_picture_shows(board: Board) -> None:
    assert_agrees_with_picture(board)


@pytest.mark.parametrize("seed", range(6))
def test_loops_and_legs_of_a_whole_set_are_what_a_picture_shows(seed: int) -> None:
    assert assert_agrees_with_picture(whole_set(random.Random(seed))) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, 306))
def test_loops_and_legs_of_many_boards_are_what_a_picture_shows(seed: int) -> None:
    assert_agrees_with_picture(whole_set(random.Random(seed)))


def whole_set(rng: random.Random) -> Board:
    """48 tiles, tightly packed, with up to two tiles left out of the middle."""
    cells = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
    cells.sort(key=lambda cell: (cell[0] ** 2 + cell[0] * cell[1] + cell[1] ** 2, cell))
    for _ in range(rng.randrange(3)):
        cells.remove(rng.choice(cells[:37]))
    return Board(Tile(*cell, rng.choice((0, 2, 4))) for cell in cells[:48])


@given(dense_boards(radius=3))
def test_own_inner_loops_are_straights_less_corners_and_one(board: Board) -> None:
    """Rules, "What the geometry gives": own inner loops = E − V + 1, tips = 3V − 2E."""
    for group in board.closed_groups():
        bordering = {
            curve for curve in closed_curves(board) if borders(board, group, curve.midpoints)
        }
        own_inner = group.straights - len(group.corners) + 1
        assert len(bordering) == own_inner + 1
        tips = sum(
            tip_corner(cell, board[cell].rotation, group.colour) in group.corners
            for cell in group.tiles
        )
        assert tips == 3 * len(group.corners) - 2 * group.straights
        shape = outline(board, group)
        assert shape.loops >= own_inner + 1
        assert shape.outer in bordering


def borders(board: Board, group: Group, midpoints: tuple[tuple[int, int], ...]) -> bool:
    """Whether a line runs along the group: it cuts an edge of which one end is the group's."""
    for doubled_q, doubled_r in midpoints:
        x = (3**0.5) * (doubled_q / 2 + doubled_r / 4)
        y = 0.75 * doubled_r
        for corner in group.corners:
            cx, cy = corner_position(corner)
            if (cx - x) ** 2 + (cy - y) ** 2 < 0.26:
                return True
    return False


@given(dense_boards(), st.integers(0, 2), st.integers(-9, 9), st.integers(-9, 9))
def test_counts_do_not_hang_on_where_and_how_the_board_lies(
    board: Board, thirds: int, dq: int, dr: int
) -> None:
    assert sorted(counts(board)) == sorted(counts(board.rotated(thirds).translated(dq, dr)))


def counts(board: Board) -> Iterator[tuple[str, int, int, int, int, int, int]]:
    for group in board.closed_groups():
        shape = outline(board, group)
        yield (
            group.colour.value,
            shape.loops,
            len(shape.legs),
            len(shape.internal_legs),
            len(shape.empty_inside),
            shape.count,
            closed_group_json(board, group)["points"],
        )


@given(dense_boards())
def test_swapping_the_colours_swaps_the_shapes(board: Board) -> None:
    """A turn by 60 degrees takes White corners to Blue ones: the same lines, colours swapped."""
    turned = Board(Tile(-tile.r, tile.q + tile.r, (tile.rotation + 4) % 6) for tile in board)
    swap = {"white": "blue", "blue": "white"}
    assert sorted(counts(turned)) == sorted((swap[c], *rest) for c, *rest in counts(board))


@given(boards(most=14))
def test_every_tile_of_an_outer_loop_belongs_to_the_group(board: Board) -> None:
    for group in board.closed_groups():
        assert set(outline(board, group).outer.tiles) <= group.tiles


@given(dense_boards())
@settings(max_examples=30)
def test_curves_run_through_neighbouring_tiles_and_come_back(board: Board) -> None:
    for curve in closed_curves(board):
        assert len(curve.midpoints) == len(curve.tiles)
        onward = curve.midpoints[1:] + curve.midpoints[:1]
        for cell, start, end in zip(curve.tiles, curve.midpoints, onward, strict=True):
            for q, r in (start, end):
                assert (abs(q - 2 * cell[0]), abs(r - 2 * cell[1])) in ((1, 0), (0, 1), (1, 1))


def test_an_open_group_has_no_outline() -> None:
    board = Board.from_text("0,0a 1,0c")
    with pytest.raises(ValueError, match="only a closed group"):
        outline(board, board.groups()[0])


def test_an_odd_tile_breaks_the_line() -> None:
    board = EYE.turn((0, -1), 3)
    for group in board.closed_groups():
        with pytest.raises(ValueError, match="odd rotation"):
            outline(board, group)


@pytest.mark.parametrize(("board", "loops", "legs", "paid", "reason"), [
    (EYE, 1, 0, 0, "an eye does not score"), (BONE, 1, 2, 0, "a bone does not score"),
    (RING, 2, 0, 0, "1 or 2 points do not score"), (SNAIL, 2, 1, 3, None), (WORM, 1, 2, 3, None),
    (SEVEN_POINTS, 5, 2, 7, None), (FIVE_DEEP, 5, 0, 5, None),
])  # fmt: skip
def test_known_shapes_are_counted_and_paid(
    board: Board, loops: int, legs: int, paid: int, reason: str | None
) -> None:
    group = largest(board)
    shape = outline(board, group)
    assert (shape.loops, len(shape.legs)) == (loops, legs)
    told = closed_group_json(board, group)
    assert (told["points"], told.get("reason")) == (paid, reason)
    assert_agrees_with_picture(board)


def nested_boards(seeds: range) -> Iterator[tuple[int, Board]]:
    for seed in seeds:
        rng = random.Random(seed)
        board = nested_board(rng, rng.randrange(1, 5))
        if board is not None:
            yield seed, board


def test_nested_shapes_with_legs_inside_and_out_are_what_a_picture_shows() -> None:
    internal = 0
    for _, board in nested_boards(range(12)):
        assert_agrees_with_picture(board)
        internal += sum(len(outline(board, g).internal_legs) for g in board.closed_groups())
    assert internal > 0


@pytest.mark.parametrize("seed", range(4))
def test_an_empty_cell_deep_inside_is_found_and_nothing_is_paid(seed: int) -> None:
    board = nested_board(random.Random(seed), depth=4)
    assert board is not None
    emptied = board.remove((0, 0))  # one tile of the eye in the middle
    assert_agrees_with_picture(emptied)
    outermost = largest(emptied)
    assert outline(emptied, outermost).empty_inside == ((0, 0),)
    told = closed_group_json(emptied, outermost)
    assert told["reason"] == "an empty cell inside: the creature is not closed"
    assert told["points"] == 0


@pytest.mark.slow
def test_hundreds_of_nested_shapes_are_what_a_picture_shows() -> None:
    for seed, board in nested_boards(range(100, 400)):
        assert_agrees_with_picture(board)
        emptied = board.remove(random.Random(seed).choice([tile.cell for tile in board]))
        assert_agrees_with_picture(emptied)
