"""The referee: from two boards to the move that was played, or to what is wrong."""

import json
import random
from itertools import count

import pytest
from games_by_chance import random_game
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.lattice import Cell, Colour, neighbours
from palago.engine.palago.game import GameOptions, PalagoGame
from palago.engine.palago.move import Move
from palago.engine.palago.referee import game_of_board, judge
from palago.engine.palago.turn_rules import ViolationKind
from palago.engine.palago.verdict import PalagoVerdict
from palago.engine.tiles.alignment import align
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.endings import EVEN_ROTATIONS, endings, ends_the_game
from palago.engine.tiles.observation import Observation
from strategies import any_tiles, boards

LINE = Board.from_text("0,0a 1,0c 2,0b 0,1c")


def kinds(verdict: PalagoVerdict) -> list[ViolationKind]:
    return [violation.kind for violation in verdict.violations]


def whole_turn(rng: random.Random, game: PalagoGame) -> Move:
    return rng.choice([m for m in game.legal_actions() if len(m) == game.turn_rules.tiles])


def going_on(seed: int, turns: int, options: GameOptions | None = None) -> PalagoGame:
    """A random game of so many turns that has not ended."""
    games = (random_game(s, turns, options, whole_turn) for s in count(seed, 1000))
    return next(game for game in games if not game.over)


def another_view(board: Board, seed: int) -> Board:
    """The same table from another photo: shifted, and turned by a multiple of 120 degrees."""
    rng = random.Random(seed)
    return board.rotated(rng.randrange(3)).translated(rng.randrange(-9, 9), rng.randrange(-9, 9))


@settings(max_examples=25)
@given(boards(most=14), st.integers(0, 2), st.integers(-20, 20), st.integers(-20, 20))
def test_a_board_is_found_again_however_it_is_shifted_and_turned(
    board: Board, turns: int, dq: int, dr: int
) -> None:
    moved = board.rotated(turns).translated(dq, dr)
    way = align(board, moved)
    assert way.same == len(board)
    assert way.board(moved) == board
    assert all(way.cell_back(way.cell(tile.cell)) == tile.cell for tile in moved)


@pytest.mark.parametrize("seed", range(8))
def test_a_board_is_found_again_though_tiles_were_misread_moved_and_added(seed: int) -> None:
    rng = random.Random(seed)
    before = going_on(seed, 8).board
    first, second, gone = rng.sample(sorted(before.cells), 3)
    after = before.remove(gone)
    for cell in (first, second):
        after = after.turn(cell, (before[cell].rotation + rng.choice((1, 2, 3, 4, 5))) % 6)
    for _ in range(3):
        free = sorted(set(after.frontier()) - {gone})
        after = after.place(Tile(*rng.choice(free), 0))
    way = align(before, another_view(after, seed))
    assert (way.same, way.turned) == (13, 2)


@pytest.mark.parametrize("seed", range(12))
def test_a_legal_move_is_recognised_in_two_photos(seed: int) -> None:
    game = going_on(seed, 1 + seed % 7)
    move = random.Random(seed).choice(list(game.legal_actions()))
    after = game.play(move)
    verdict = judge(another_view(game.board, seed), another_view(after.board, seed + 1), game)
    assert verdict.legal and verdict.settled, str(verdict)
    # On a symmetrical board the same move may be found turned; the position is the same.
    assert verdict.after is not None
    assert verdict.after.board.canonical() == after.board.canonical()
    assert verdict.after.outcome == after.outcome or after.over
    assert verdict.move is not None
    if verdict.after.board == after.board:
        assert verdict.move.as_set == move.as_set
    json.dumps(verdict.to_json())


@pytest.mark.parametrize(
    ("after", "expected", "tiles"),
    [
        ("3,0a", {ViolationKind.WRONG_COUNT}, ((3, 0),)),
        ("", {ViolationKind.WRONG_COUNT}, ()),
        ("3,0a 4,0a 5,0a", {ViolationKind.WRONG_COUNT}, ((3, 0), (4, 0), (5, 0))),
        ("3,0a -1,0a", {ViolationKind.NOT_ADJACENT}, ((-1, 0), (3, 0))),
        ("9,0a 10,0a", {ViolationKind.NOT_TOUCHING}, ((9, 0), (10, 0))),
        ("3,0/1 4,0a", {ViolationKind.ODD_ROTATION}, ((3, 0),)),
        (
            "9,0a 12,0/3",
            {ViolationKind.NOT_TOUCHING, ViolationKind.NOT_ADJACENT, ViolationKind.ODD_ROTATION},
            ((12, 0),),
        ),
    ],
)
def test_every_broken_rule_is_named_with_its_tiles(
    after: str, expected: set[ViolationKind], tiles: tuple[Cell, ...]
) -> None:
    board = Board((*LINE, *Board.from_text(after)))
    verdict = judge(LINE, board)
    assert not verdict.legal and verdict.moves == () and verdict.after is None
    assert set(kinds(verdict)) == expected
    assert verdict.violations[0].tiles == tiles
    for violation in verdict.violations:
        assert str(violation.sentence) in str(verdict)
        for q, r in violation.tiles:
            assert f"{q},{r}" in str(violation.sentence)


@pytest.mark.parametrize("after", ["3,0a 3,0b", "2,0c 3,0a"])
def test_two_tiles_in_one_cell_are_one_sentence(after: str) -> None:
    verdict = judge(LINE, Board((*LINE, *Board.from_text(after))))
    assert [key for key in (v.sentence.key for v in verdict.violations) if "cell" in key] == [
        "two_in_one_cell"
    ]
    assert ViolationKind.NOT_ADJACENT not in kinds(verdict)
    with pytest.raises(ValueError, match=r"^A tile lies already at 3,0\.$"):
        PalagoGame.from_board(LINE, Colour.WHITE, GameOptions()).play("3,0a 3,0b")


def test_old_tiles_that_were_turned_moved_or_taken() -> None:
    game = going_on(1, 6)
    board = game.board
    new = Move.from_text(str(next(m for m in game.legal_actions() if len(m) == 2)))
    after = Board((*board, *new))
    old = board.tiles[4]
    beside = {n for tile in new for n in neighbours(tile.cell)}
    far = next(c for c in board.frontier() if c not in after and c not in beside)

    turned = judge(board, after.turn(old.cell, (old.rotation + 2) % 6), game)
    assert kinds(turned) == [ViolationKind.OLD_TILE_TURNED]
    assert turned.violations[0].tiles == (old.cell,)

    twisted = judge(board, after.turn(old.cell, (old.rotation + 1) % 6), game)
    assert kinds(twisted) == [ViolationKind.OLD_TILE_TURNED]

    loose = next(
        t for t in board.tiles if board.remove(t.cell).is_connected and t.cell not in beside
    )
    removed = judge(board, after.remove(loose.cell), game)
    assert ViolationKind.OLD_TILE_REMOVED in kinds(removed)
    assert removed.violations[0].tiles == (loose.cell,)

    moved = judge(board, after.remove(loose.cell).place(Tile(*far, loose.rotation)), game)
    assert ViolationKind.OLD_TILE_MOVED in kinds(moved)
    assert moved.violations[0].tiles == (loose.cell, far)

    alone = judge(board, board.remove(loose.cell), game)
    assert ViolationKind.OLD_TILE_REMOVED in kinds(alone)


def test_a_different_table_is_not_picked_to_pieces() -> None:
    verdict = judge(going_on(2, 8).board, going_on(3, 9).board)
    assert kinds(verdict) == [ViolationKind.DIFFERENT_BOARD]


def hole_board() -> tuple[Board, Tile]:
    """A single hole, and a tile that does not end the game in it."""
    board = Board(Tile(*cell, 0) for cell in neighbours((0, 0)))
    quiet = next(
        tile
        for rotation in EVEN_ROTATIONS
        if not ends_the_game(board, tile := Tile(0, 0, rotation))
    )
    return board, quiet


def test_a_tile_in_a_dead_hole() -> None:
    board, quiet = hole_board()
    other = Tile(*next(c for c in board.frontier() if c != (0, 0)), 0)
    verdict = judge(board, board.place(quiet).place(other), PalagoGame.from_board(board))
    assert ViolationKind.DEAD_HOLE in kinds(verdict)
    dead = next(v for v in verdict.violations if v.kind is ViolationKind.DEAD_HOLE)
    assert dead.tiles == ((0, 0),)
    anywhere = PalagoGame.from_board(board, options=GameOptions(place_anywhere=True))
    assert judge(board, board.place(quiet).place(other), anywhere).legal


def finished_game() -> PalagoGame:
    """A game that ends as soon as one tile can end it, by a creature."""

    def ending(rng: random.Random, game: PalagoGame) -> Move:
        singles = [Move.of(found.tile) for found in endings(game.board)]
        return rng.choice(singles or list(game.legal_actions()))

    games = (random_game(seed, 48, choose=ending) for seed in count(77))
    return next(game for game in games if game.outcome and game.outcome.closures)


def test_play_after_the_end_and_out_of_turn() -> None:
    game = finished_game()
    more = Board((*game.board, Tile(*game.board.frontier()[0], 0)))
    assert kinds(judge(game.board, more, game)) == [ViolationKind.AFTER_THE_END]
    assert judge(game.board, game.board, game).violations == ()

    playing = going_on(5, 3)
    move = next(m for m in playing.legal_actions() if len(m) == 2)
    after = playing.play(move)
    right = judge(playing.board, after.board, playing, mover=playing.to_move)
    wrong = judge(playing.board, after.board, playing, mover=playing.to_move.other)
    assert right.legal
    assert kinds(wrong) == [ViolationKind.WRONG_TURN]
    assert playing.to_move.value.title() in str(wrong)


def test_a_violation_that_rests_on_an_unsure_tile_says_so() -> None:
    board = Board((*LINE, *Board.from_text("3,0/1 4,0a")))
    sure = judge(LINE, Observation(board, {(3, 0): 0.99, (4, 0): 0.7}))
    assert kinds(sure) == [ViolationKind.ODD_ROTATION]
    assert sure.violations[0].unsure == ()
    unsure = judge(LINE, Observation(board, {(3, 0): 0.6}))
    assert unsure.violations[0].unsure == ((3, 0),)
    assert "check" in str(unsure)
    assert unsure.violations[0].to_json()["unsure"] is True


def test_two_explanations_are_kept_with_their_weights() -> None:
    game = going_on(6, 6)
    old = game.board.tiles[3]
    move = next(m for m in game.legal_actions() if len(m) == 2)
    turned = (old.rotation + 2) % 6
    after = Board((*game.board, *move)).turn(old.cell, turned)
    doubt = Observation(after, {old.cell: 0.6}, {old.cell: {turned: 0.6, old.rotation: 0.4}})
    verdict = judge(game.board, doubt, game)
    assert kinds(verdict) == [ViolationKind.OLD_TILE_TURNED]
    best, other = verdict.alternatives
    assert best.legal and best.moves[0].as_set == move.as_set
    assert not other.legal and other.violations[0].kind is ViolationKind.OLD_TILE_TURNED
    assert best.weight > 0.9 and best.weight + other.weight == pytest.approx(1)
    assert judge(game.board, after, game).alternatives == ()


def test_a_tile_misread_before_was_not_turned() -> None:
    before = Observation(LINE, {(2, 0): 0.5})
    after = Board((*LINE, *Board.from_text("3,0a 4,0a"))).turn((2, 0), 0)
    verdict = judge(before, after)
    assert kinds(verdict) == [ViolationKind.OLD_TILE_TURNED]
    assert verdict.violations[0].unsure == ((2, 0),)
    assert verdict.alternatives[0].legal


def test_what_a_hand_covers_is_not_missing() -> None:
    after = Board((*LINE, *Board.from_text("3,0a 4,0a"))).remove((0, 1))
    assert ViolationKind.OLD_TILE_REMOVED in kinds(judge(LINE, after))
    assert judge(LINE, Observation(after, hidden=frozenset({(0, 1)}))).legal


def test_closures_and_eyes_are_told() -> None:
    game = finished_game()
    last = game.history[-1]
    earlier = PalagoGame.from_board(
        Board(t for t in game.board if t not in last.as_set), game.to_move.other
    )
    verdict = judge(earlier.board, game.board, earlier)
    assert verdict.outcome is not None and game.outcome is not None
    assert verdict.outcome.winner is game.outcome.winner
    assert any(group.is_creature for group in verdict.closures)
    assert "creature closed" in str(verdict)


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        (GameOptions(single_placement=True), 9),
        (GameOptions(place_anywhere=True), 6),
        (GameOptions(fixed_start=Tile(0, 0, 0)), 1),
        (GameOptions(fixed_start=Tile(0, 0, 0)), 5),
    ],
)
def test_variants(options: GameOptions, moves: int) -> None:
    game = going_on(moves, moves, options)
    assert game_of_board(game.board, options).to_move is game.to_move
    for move in list(game.legal_actions())[::40]:
        after = game.play(move)
        verdict = judge(another_view(game.board, 1), another_view(after.board, 2), game)
        assert verdict.settled, str(verdict)
        assert verdict.after is not None
        assert verdict.after.to_move is after.to_move


def test_the_number_of_tiles_tells_whose_turn_it_is() -> None:
    for options in (
        GameOptions(),
        GameOptions(single_placement=True),
        GameOptions(fixed_start=Tile(0, 0, 0)),
        GameOptions(fixed_start=Tile(0, 0, 0), single_placement=True),
    ):
        game = PalagoGame(options)
        for _ in range(5):
            assert game_of_board(game.board, options).to_move is game.to_move
            game = game.play(next(m for m in game.legal_actions()))


def test_the_empty_table_and_the_opening() -> None:
    opening = Board.from_text("7,3a 8,3c")
    verdict = judge(Board(), opening)
    assert verdict.legal and verdict.mover is Colour.WHITE
    apart = judge(Board(), Board.from_text("7,3a 9,3c"))
    assert kinds(apart) == [ViolationKind.NOT_ADJACENT]


@settings(max_examples=30)
@given(any_tiles(), any_tiles(), st.sampled_from([None, *Colour]), st.data())
def test_any_two_boards_get_a_verdict(
    before: list[Tile], after: list[Tile], mover: Colour | None, data: st.DataObject
) -> None:
    confidence = {tile.cell: data.draw(st.floats(0, 1)) for tile in after[:3]}
    verdict = judge(Board(before), Observation(Board((*before, *after)), confidence), mover=mover)
    assert str(verdict)
    assert verdict.legal == (not verdict.violations) or verdict.order_matters
    json.dumps(verdict.to_json())


TURN = Board.from_text("3,0a 4,0a")


def test_a_tile_that_is_perhaps_none_may_be_none() -> None:
    """Three tiles seem to be added; the reader is not sure that the third is there at all."""
    seen = Board((*LINE, *TURN, Tile(4, 1, 0)))
    phantom = (4, 1)
    doubt = Observation(seen, {phantom: 0.6}, nothing={phantom: 0.4})
    verdict = judge(LINE, doubt)
    assert kinds(verdict) == [ViolationKind.WRONG_COUNT]
    assert verdict.violations[0].unsure == (phantom,)
    best = verdict.alternatives[0]
    assert best.legal and phantom not in best.board and best.moves[0].as_set == set(TURN)
    turned = judge(LINE, Observation(seen, {phantom: 0.6}))
    assert all(phantom in alternative.board for alternative in turned.alternatives)


def test_the_readers_own_alternatives_are_weighed() -> None:
    """The tile laid is of odd rotation as read; the reader thinks it may be rotation 4."""
    seen = Board((*LINE, Tile(3, 0, 1), Tile(4, 0, 0)))
    doubt = Observation(seen, {(3, 0): 0.7}, {(3, 0): {4: 0.3}})
    verdict = judge(LINE, doubt)
    assert kinds(verdict) == [ViolationKind.ODD_ROTATION]
    assert [a.board[3, 0].rotation for a in verdict.alternatives] == [4, 1]
    assert verdict.alternatives[0].legal


def test_a_tile_missing_beside_a_covered_one_may_lie_there_still() -> None:
    gone = (0, 1)
    after = Board((*LINE, *TURN)).remove(gone)
    plain = judge(LINE, Observation(after))
    assert kinds(plain) == [ViolationKind.OLD_TILE_REMOVED] and not plain.violations[0].unsure
    beside = next(n for n in neighbours(gone) if n in after)
    verdict = judge(LINE, Observation(after, partly=frozenset({beside})))
    assert verdict.violations[0].unsure == (gone,)
    assert verdict.alternatives[0].legal and gone in verdict.alternatives[0].board


def test_the_doubt_about_the_colours_names_makes_no_other_tile_likelier() -> None:
    """All confidences are low, but the reader knows of nothing else that the tiles may be."""
    seen = Board((*LINE, *TURN))
    doubt = Observation(
        seen, dict.fromkeys(seen.cells, 0.6), {tile.cell: {2: 0.001} for tile in seen}
    )
    verdict = judge(LINE, doubt)
    assert verdict.legal
    assert verdict.alternatives[0].weight > 0.9 and verdict.alternatives[0].board == seen
