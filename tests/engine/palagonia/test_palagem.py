"""Palagem: the palagems, finding them, playing, claims and the inversion variant."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.lattice import neighbours
from palago.engine.palagem.game import PalagemGame, PalagemOptions
from palago.engine.palagem.pattern import RHOMBUS, Palagem, PalagemError, must_change, palagems_on
from palago.engine.tiles.board import Board, Tile
from strategies import boards

import palago

palagems = st.text(alphabet="abc", min_size=4, max_size=4).map(Palagem)


def all_palagems() -> tuple[Palagem, ...]:
    """Every palagem, found by making all patterns and telling apart those that can be turned."""
    boards = {
        Board(Tile(*cell, rotation) for cell, rotation in zip(RHOMBUS, rotations, strict=True))
        .canonical()
        for rotations in product((0, 2, 4), repeat=len(RHOMBUS))
    }  # fmt: skip
    return tuple(sorted(Palagem.of_board(board) for board in boards))


def two(
    first: str = "aabc", second: str = "cbaa", options: PalagemOptions | None = None
) -> PalagemGame:
    return PalagemGame.new([Palagem(first), Palagem(second)], ["Ann", "Ben"], options)


def lay(game: PalagemGame, words: str) -> PalagemGame:
    for word in words.split(";"):
        game = game.play(word)
    return game


def test_81_palagems_and_45_when_colours_may_be_swapped() -> None:
    assert len(all_palagems()) == len(set(all_palagems())) == 81
    assert len({frozenset((one, one.inverted())) for one in all_palagems()}) == 45


@given(palagems, st.integers(0, 2), st.integers(-9, 9), st.integers(-9, 9))
def test_a_palagem_is_found_wherever_and_however_it_lies(
    palagem: Palagem, thirds: int, q: int, r: int
) -> None:
    board = palagem.placed((q, r), thirds)
    assert Palagem.of_board(board) == palagem
    assert list(palagems_on(board)) == [(palagem, board)]


@given(palagems)
def test_inversion_swaps_the_colours(palagem: Palagem) -> None:
    """Turning by 180 degrees with the same rotations swaps what is White and what is Blue."""
    swapped = Board(Tile(-tile.q, -tile.r, tile.rotation) for tile in palagem.board)
    assert Palagem.of_board(swapped) == palagem.inverted()
    assert palagem.inverted().inverted() == palagem


@settings(max_examples=20)
@given(boards(least=4, most=12))
def test_all_palagems_on_a_board_are_found(board: Board) -> None:
    """Against looking at every four tiles that make a rhombus."""
    expected = set()
    for palagem in all_palagems():
        for cell in board.cells:
            for thirds in range(3):
                placed = palagem.placed(cell, thirds)
                if set(placed.tiles) <= set(board.tiles):
                    expected.add((palagem, placed))
    assert set(palagems_on(board)) == expected
    some = next(iter(board.cells))
    assert set(palagems_on(board, some)) == {(p, b) for p, b in expected if some in b.cells}


def test_equal_palagems_are_changed_by_the_player_earlier_in_order() -> None:
    with pytest.raises(PalagemError, match=r"Ann and Ben.*earlier"):
        two("abca", "abca")
    assert must_change([Palagem("aaaa"), Palagem("abca"), Palagem("abca")]) == (1, 2)
    assert must_change([Palagem("abcc"), Palagem("ccba")]) is None
    assert must_change([Palagem("abcc"), Palagem("ccba")], inversion=True) == (0, 1)


def test_where_tiles_may_be_laid() -> None:
    game = two()
    assert game.legal_places() == ((0, 0),)
    game = lay(game, "0,0a")
    assert set(game.legal_places()) == set(neighbours((0, 0)))
    with pytest.raises(PalagemError, match="second tile must touch"):
        lay(game, "5,5a")
    game = lay(game, "1,0a")
    assert game.legal_places() == ((0, 1), (1, -1))
    with pytest.raises(PalagemError, match="touches 1 tile"):
        lay(game, "2,0a")
    with pytest.raises(PalagemError, match="lies already"):
        lay(game, "1,0b")
    with pytest.raises(PalagemError, match="colours do not match"):
        lay(game, "0,1/3")


def test_whoever_completes_it_the_owner_of_the_palagem_wins() -> None:
    # Ann lays the tile that completes Ben's palagem, turned by 120 degrees.
    placed = Palagem("cbaa").placed((0, 0), 1)
    for last_mover in ("Ann", "Ben"):
        game = two() if last_mover == "Ben" else two("cbaa", "aabc")
        left = list(placed)
        while left:
            tile = next(t for t in left if t.cell in game.legal_places())
            left.remove(tile)
            game = game.play(tile)
        outcome = game.outcome
        assert outcome is not None and outcome.loser is None
        owner = game.palagems.index(Palagem("cbaa"))
        assert outcome.winners == (owner,)
        assert game.result == game.players[owner]
        assert game.players[owner] in str(outcome.sentence(game.players))
        with pytest.raises(PalagemError, match="over"):
            game.play(Tile(9, 9, 0))


def test_making_the_palagems_of_several_players_loses_for_the_mover() -> None:
    rng = random.Random(2)
    for _ in range(10_000):
        chosen = rng.sample(all_palagems(), 3)
        game = PalagemGame.new(chosen, ["Ann", "Ben", "Cleo"])
        while not game.over and len(game.board) < 12:
            game = game.play(Tile(*rng.choice(game.legal_places()), rng.choice((0, 2, 4))))
        outcome = game.outcome
        if outcome is not None and outcome.loser is not None:
            assert len(outcome.made) > 1
            assert outcome.loser == (len(game.events) - 1) % 3
            assert outcome.loser not in outcome.winners and len(outcome.winners) == 2
            assert "loses" in str(outcome.sentence(game.players))
            return
    raise AssertionError("no such game came up")


def test_the_inversion_variant() -> None:
    inverted = Palagem("aabc").inverted().placed((0, 0), 0)
    order = [inverted[cell] for cell in ((0, 0), (1, 0), (0, 1), (1, 1))]
    plain = two("aabc", "bbbb")
    swapped = two("aabc", "bbbb", PalagemOptions(inversion=True))
    for tile in order:
        plain, swapped = plain.play(tile), swapped.play(tile)
    assert not plain.over
    assert swapped.outcome is not None and swapped.outcome.winners == (0,)


def test_claims_right_and_wrong() -> None:
    game = two("aaaa", "bbbb", PalagemOptions(claims=True))
    game = lay(game, "0,0a;1,0a;0,1a")
    assert game.mover == 1
    wrong = game.claim(0)  # Ann, who is not on turn, misses her next one
    assert not wrong.over
    after = lay(wrong, "1,1a")
    assert not after.over and after.mover == 1
    right = after.claim(0)
    assert right.outcome is not None and right.outcome.winners == (0,)
    on_turn = game.claim(1)  # Ben is on turn and misses this one
    assert on_turn.mover == 0
    with pytest.raises(PalagemError, match="nothing to claim"):
        two().claim(0)
    overlooked = lay(after, "2,0b")
    assert overlooked.claim(1).outcome.winners == (0,)


def test_when_the_bag_is_empty_a_tile_is_taken_from_the_field() -> None:
    game = two("aaaa", "bbbb", PalagemOptions(tiles=5))
    game = lay(game, "0,0a;1,0b;0,1c;1,1a;2,0c")
    assert game.tiles_left == 0
    with pytest.raises(PalagemError, match="bag is empty"):
        lay(game, "2,-1a")
    with pytest.raises(PalagemError, match="elsewhere"):
        lay(game, "take 0,0 0,0b")
    with pytest.raises(PalagemError, match="free edges"):
        lay(game, "take 1,0 2,1a")
    assert (0, 0) in game.takeable() and (1, 0) not in game.takeable()
    moved = lay(game, "take 0,0 2,1a")
    assert moved.board.cells == (game.board.cells - {(0, 0)}) | {(2, 1)}
    assert moved.mover != game.mover
    early = lay(two(), "0,0a;1,0a")
    with pytest.raises(PalagemError, match="tiles in the bag"):
        lay(early, "take 0,0 0,1a")


@pytest.mark.parametrize("players", [2, 3, 6])
def test_random_games(players: int) -> None:
    rng = random.Random(players)
    for _ in range(5):
        game = PalagemGame.new(
            rng.sample(all_palagems(), players), options=PalagemOptions(tiles=14)
        )
        start = PalagemGame.from_json(game.options_json())
        assert start == game
        for _ in range(60):
            if game.over:
                break
            if game.tiles_left:
                game = game.play(Tile(*rng.choice(game.legal_places()), rng.choice((0, 2, 4))))
                continue
            taken = rng.choice(game.takeable())
            rest = game.board.remove(taken)
            places = [cell for cell in game.legal_places(rest) if cell != taken]
            game = game.play(Tile(*rng.choice(places), rng.choice((0, 2, 4))), taken)
            assert len(game.board) == 14 and game.board.is_connected
        replayed = start
        for event in game.events:
            replayed = replayed.play(event)
        assert replayed == game


@given(st.text(max_size=30))
def test_any_words_are_a_move_or_a_reason(words: str) -> None:
    try:
        lay(two(), "0,0a").play(words)
    except PalagemError as error:
        assert str(error)


def test_a_tile_that_is_gone_is_named_as_that() -> None:
    game = two().play("0,0a").play("1,0a")
    gone = palago.judge(game.board, "0,0a", game)
    assert not gone.legal and "The tile at 1,0 was taken away." in map(str, gone.sentences)
    same = palago.judge(game.board, "0,0a 1,0a", game)
    assert "No tile was added." in map(str, same.sentences)
