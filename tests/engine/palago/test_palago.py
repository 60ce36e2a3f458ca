"""The two-player game: every rule of the rules' section Palago, seen from outside."""

import random
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.lattice import Cell, Colour, neighbours
from palago.engine.palago.game import EndReason, GameOptions, IllegalMove, OptionsError, PalagoGame
from palago.engine.palago.move import Move
from palago.engine.palago.turn_rules import ViolationKind
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.endings import (
    EVEN_ROTATIONS,
    creatures_closed,
    endings,
    ends_the_game,
    groups_safe_by_holes,
    seki_cells,
)
from strategies import boards, dense_boards, opening_pairs

VARIANTS = (
    GameOptions(),
    GameOptions(single_placement=True),
    GameOptions(tiles=20, place_anywhere=True),
    GameOptions(fixed_start=Tile(0, 0, 2)),
    GameOptions(tiles=9, tie_break=True),
    GameOptions(tiles=12, fixed_start=Tile(3, -1, 0), single_placement=True),
)

#: The finished game of the rules, which test_atlas draws: Blue has closed a bone.
FINISHED = Board.from_text(
    "-1,1b -1,2a 0,0b 0,1c 0,2a 0,3c 1,0a 1,1c 1,2b 1,3b 2,0c 2,1a 2,2b 2,3c"
)


def play(text: str, options: GameOptions | None = None) -> PalagoGame:
    game = PalagoGame(options)
    for line in text.split("/"):
        game = game.play(Move.from_text(line))
    return game


def test_270_moves_answer_every_opening() -> None:
    for opening in opening_pairs():
        game = PalagoGame().play(Move(opening.tiles))
        assert game.count_moves().legal == 270
        assert game.to_move is Colour.BLUE and game.turn == 2


def test_the_finished_game_of_the_play_server() -> None:
    outcome = PalagoGame.from_board(FINISHED, Colour.WHITE).outcome
    assert outcome is not None and outcome.winner is Colour.BLUE


@settings(max_examples=10)
@given(boards(least=2, most=9), st.sampled_from(VARIANTS[:3]))
def test_listed_moves_are_exactly_those_that_can_be_played(
    board: Board, options: GameOptions
) -> None:
    """Tries every set of tiles near the board, in every order."""
    game = PalagoGame.from_board(board, Colour.WHITE, options)
    near = {n for cell in board.frontier() for n in (cell, *neighbours(cell))} - board.cells
    cells = sorted(near)
    if options.place_anywhere:  # too many pairs to try with all rotations
        cells = cells[:8]
    tiles = [Tile(*cell, rotation) for cell in cells for rotation in EVEN_ROTATIONS]
    playable = set()
    for number in (1, 2):
        for chosen in combinations(tiles, number):
            if (
                number == 2
                and options == VARIANTS[0]
                and chosen[1].cell not in neighbours(chosen[0].cell)
            ):
                continue
            for order in permutations(chosen):
                try:
                    game.play(Move(order))
                except IllegalMove:
                    continue
                playable.add(frozenset(order))
    listed = [move.as_set for move in game.legal_actions()]
    assert len(set(listed)) == len(listed) == game.count_moves().legal
    chosen_cells = set(cells)
    assert playable == {s for s in listed if all(tile.cell in chosen_cells for tile in s)}


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: str(options.to_json()))
def test_random_games_to_the_end(options: GameOptions) -> None:
    rng = random.Random(20080)
    for _ in range(2):
        game = PalagoGame(options)
        while not game.over:
            moves = list(game.legal_actions())
            assert len(moves) == game.count_moves().legal
            before = game
            endings_here = {ending.tile for ending in endings(game.board)}
            # Prefer the moves that end the game now and then, so that all endings come up.
            ending_moves = [move for move in moves if endings_here & move.as_set]
            pick = ending_moves if ending_moves and rng.random() < 0.3 else moves
            game = game.play(rng.choice(pick))
            assert game.turn == before.turn + 1
            assert game.to_move is before.to_move.other
            assert game.history[:-1] == before.history
            assert len(game.board) == len(before.board) + len(game.history[-1])
            assert game.board.is_connected
            assert bool(game.board.creatures()) == (
                game.outcome is not None and bool(game.outcome.closures)
            )
        assert not list(game.legal_actions()) and game.count_moves().legal == 0
        outcome = game.outcome
        assert outcome is not None
        mover = game.to_move.other
        closed = {group.colour for group in game.board.creatures()}
        if closed:
            assert outcome.winner is (mover if closed == {mover} else mover.other)
        else:
            assert len(game.board) == options.tiles


@given(dense_boards())
def test_creatures_closed_by_a_tile_are_those_of_the_whole_board(board: Board) -> None:
    for tile in board.tiles[::3]:
        found = creatures_closed(board.rotations, tile)
        expected = [g for g in board.creatures() if tile.cell in g.tiles]
        assert list(found) == expected


@settings(max_examples=15)
@given(dense_boards())
def test_endings_are_the_tiles_that_close_a_creature(board: Board) -> None:
    listed = {ending.tile: ending.colours for ending in endings(board)}
    before = {(g.colour, g.corners) for g in board.creatures()}
    for cell in board.frontier():
        for rotation in EVEN_ROTATIONS:
            tile = Tile(*cell, rotation)
            after = board.place(tile).creatures()
            new = {g.colour for g in after if (g.colour, g.corners) not in before}
            assert listed.get(tile, frozenset()) == new
            assert ends_the_game(board, tile) == new


def nearly_closed() -> tuple[Board, Tile, Cell]:
    """A board on which one tile closes a Blue bone, and an empty cell beside that tile."""
    (creature,) = FINISHED.creatures()
    for cell in sorted(creature.tiles):
        board = FINISHED.remove(cell)
        free = [n for n in neighbours(cell) if n not in board]
        if board.is_connected and free:
            return board, FINISHED[cell], free[0]
    raise AssertionError("no such tile")


def test_the_first_tile_that_closes_a_creature_ends_the_game() -> None:
    board, closing, beside = nearly_closed()
    second = Tile(*beside, 0)
    for mover in Colour:
        game = PalagoGame.from_board(board, mover)
        finished = game.play(Move.of(closing))
        outcome = finished.outcome
        assert outcome is not None and outcome.winner is Colour.BLUE
        assert outcome.reason is (
            EndReason.OWN_CREATURE if mover is Colour.BLUE else EndReason.OPPONENTS_MISTAKE
        )
        with pytest.raises(IllegalMove, match="ended the game") as caught:
            game.play(Move.of(closing, second))
        assert caught.value.kind is ViolationKind.AFTER_THE_END
        assert caught.value.tiles == (beside,)
        assert game.play(Move.of(second, closing)).outcome is not None
        with pytest.raises(IllegalMove, match="over"):
            finished.play(Move.of(second))


def test_the_far_tile_may_be_placed_first() -> None:
    game = play("0,0a 1,0c")
    assert (
        game.play(Move.from_text("3,0a 2,0a")).board == game.play(Move.from_text("2,0a 3,0a")).board
    )


@pytest.mark.parametrize(
    ("move", "kind", "tiles"),
    [
        ("2,0a", ViolationKind.WRONG_COUNT, ((2, 0),)),
        ("2,0a 3,0a 4,0a", ViolationKind.WRONG_COUNT, ((2, 0), (3, 0), (4, 0))),
        ("2,0a -1,0a", ViolationKind.NOT_ADJACENT, ((2, 0), (-1, 0))),
        ("5,0a 6,0a", ViolationKind.NOT_TOUCHING, ((5, 0), (6, 0))),
        ("2,0/1 3,0a", ViolationKind.ODD_ROTATION, ((2, 0),)),
        ("0,0a 0,1a", ViolationKind.CELL_TAKEN, ((0, 0),)),
        ("2,0a 2,0b", ViolationKind.CELL_TAKEN, ((2, 0),)),
    ],
)
def test_an_illegal_move_names_its_rule_and_tiles(
    move: str, kind: ViolationKind, tiles: tuple[Cell, ...]
) -> None:
    with pytest.raises(IllegalMove) as caught:
        play("0,0a 1,0c").play(Move.from_text(move))
    assert caught.value.kind is kind
    assert caught.value.tiles == tiles
    assert f"{tiles[0][0]},{tiles[0][1]}" in str(caught.value)


def test_a_single_hole_takes_no_two_tile_move() -> None:
    board = Board(Tile(*cell, 0) for cell in neighbours((0, 0)))
    assert board.holes() == ((0, 0),)
    game = PalagoGame.from_board(board)
    assert all((0, 0) not in {t.cell for t in m} or len(m) == 1 for m in game.legal_actions())
    quiet = next(
        Tile(0, 0, rotation)
        for rotation in EVEN_ROTATIONS
        if not ends_the_game(board, Tile(0, 0, rotation))
    )
    for move in (Move.of(quiet), Move.of(quiet, Tile(3, 0, 0))):
        with pytest.raises(IllegalMove) as caught:
            game.play(move)
        assert ViolationKind.DEAD_HOLE in {v.kind for v in caught.value.violations}
    anywhere = PalagoGame.from_board(board, options=GameOptions(place_anywhere=True))
    assert anywhere.play(Move.of(quiet, Tile(2, 0, 0))).board.holes() == ()
    single = PalagoGame.from_board(board, options=GameOptions(single_placement=True))
    assert single.play(Move.of(quiet)).board.holes() == ()


def test_place_anywhere_keeps_the_palago_in_one_piece() -> None:
    game = play("0,0a 1,0c", GameOptions(place_anywhere=True))
    assert game.play(Move.from_text("-1,0a 2,0a")).board.is_connected
    assert game.play(Move.from_text("3,0a 2,0a")).board.is_connected
    with pytest.raises(IllegalMove, match="hang together"):
        game.play(Move.from_text("-1,0a 5,0a"))


def test_a_fixed_start_counts_as_the_openers_first_tile() -> None:
    options = GameOptions(fixed_start=Tile(0, 0, 0))
    game = PalagoGame(options)
    assert game.to_move is Colour.WHITE and game.count_moves().legal == 18
    after = game.play(Move.from_text("1,0c"))
    assert after.to_move is Colour.BLUE and after.count_moves().legal == 270
    with pytest.raises(IllegalMove):
        game.play(Move.from_text("1,0c 2,0a"))
    assert after.tiles_left == 46


def test_an_odd_number_of_tiles_leaves_one_for_the_last_turn() -> None:
    game = play("0,0a 1,0a/2,0a 3,0a", GameOptions(tiles=5))
    assert game.tiles_left == 1
    assert all(len(move) == 1 for move in game.legal_actions())
    assert game.count_moves().legal == 3 * len(game.board.frontier())
    outcome = game.play(Move.from_text("4,0a")).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, EndReason.TILES_RAN_OUT)


def test_the_tie_break_counts_straights_of_the_largest_open_group() -> None:
    rng = random.Random(5)
    seen = set()
    for _ in range(60):
        game = PalagoGame(GameOptions(tiles=6, tie_break=True))
        while not game.over:
            game = game.play(rng.choice(list(game.legal_actions())))
        outcome = game.outcome
        assert outcome is not None
        if outcome.closures:
            continue
        largest = {
            colour: max(g.straights for g in game.board.groups() if g.colour is colour)
            for colour in Colour
        }
        assert outcome.largest_open == largest
        white, blue = largest[Colour.WHITE], largest[Colour.BLUE]
        expected = None if white == blue else Colour.WHITE if white > blue else Colour.BLUE
        assert outcome.winner is expected
        seen.add(outcome.winner)
    assert len(seen) == 3


def disc(radius: int, holes: set[Cell], rng: random.Random) -> Board:
    """A hexagon of cells filled at random but for the holes."""
    span = range(-radius, radius + 1)
    cells = {(q, r) for q in span for r in span if abs(q + r) <= radius} - holes
    return Board(Tile(*cell, rng.choice(EVEN_ROTATIONS)) for cell in sorted(cells))


def test_seki_cells_lose_for_whoever_fills_them() -> None:
    """A hole in many boards, against playing each tile into it for each colour."""
    rng = random.Random(11)
    found = 0
    while found < 3:
        board = disc(2, {(0, 0)}, rng)
        if board.creatures():
            continue
        winners = []
        for rotation in EVEN_ROTATIONS:
            for mover in Colour:
                try:
                    after = PalagoGame.from_board(board, mover).play(Move.of(Tile(0, 0, rotation)))
                except IllegalMove:
                    continue
                outcome = after.outcome
                assert outcome is not None
                winners.append(outcome.winner is mover)
        is_seki = bool(winners) and not any(winners)
        assert ((0, 0) in seki_cells(board)) == is_seki
        found += is_seki


def test_groups_with_two_holes_are_never_closed() -> None:
    rng = random.Random(3)
    games = 0
    while games < 6:
        board = disc(2, {(-1, 0), (1, 0)}, rng)
        safe = groups_safe_by_holes(board)
        game = PalagoGame.from_board(board, options=GameOptions(tiles=30))
        if not safe or game.over:
            continue
        games += 1
        while not game.over:
            moves = list(game.legal_actions())
            endings_here = [move for move in moves if len(move) == 1]
            game = game.play(rng.choice(endings_here or moves))
        closed = {corner for creature in game.board.creatures() for corner in creature.corners}
        assert not any(group.corners & closed for group in safe)


def test_options_that_make_no_game() -> None:
    with pytest.raises(OptionsError, match="2 to"):
        GameOptions(tiles=1)
    with pytest.raises(OptionsError, match="cannot go together"):
        GameOptions(single_placement=True, place_anywhere=True)
    with pytest.raises(OptionsError, match="even"):
        GameOptions(fixed_start=Tile(0, 0, 1))


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: str(options.to_json()))
def test_options_round_trip(options: GameOptions) -> None:
    assert GameOptions.from_json(options.to_json()) == options
