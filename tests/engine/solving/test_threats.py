"""Immediate tactics, held to trying everything on the plain board."""

import random

import pytest
from further_cases import further
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.lattice import Colour
from palago.engine.palago.search.forcing import ThreatSearch
from palago.engine.palago.threats import analyse_threats, immediate_wins, list_parries
from palago.engine.tiles.board import Board, BoardError
from palago.engine.tiles.patterns import OPEN_MOUTH, THREE_TIPS, TWO_TIPS, find_patterns
from plain_threats import PlainThreats, plain_threats, random_position

#: Opening a and Blue's reply: White has to close the open mouth.
FORCED = Board.from_text("0,0a 1,0a -1,1c -1,2c")
ANY_POSITION = (st.integers(0, 10**9), st.integers(2, 46), st.sampled_from((0.0, 0.5, 0.9)))


def report_of(plain: PlainThreats) -> dict[str, object]:
    """The analysis' moves and threats as the plain board gives them, parries left out."""
    threats = {}
    for colour in Colour:
        wins = plain.wins(colour)
        threats[colour.value] = {
            "wins": [[str(tile) for tile in tiles] for tiles in wins],
            "singles": sum(len(tiles) == 1 for tiles in wins),
            "pairs": sum(len(tiles) == 2 for tiles in wins),
            "losing_singles": plain.losing_singles(colour),
        }
    moves = {
        "pairs": plain.pairs,
        "playable": plain.playable,
        "ending": sum(1 for _ in plain.single_endings),
    }
    return {"moves": moves, "threats": threats}


@settings(max_examples=30)
@given(*ANY_POSITION)
def test_moves_and_wins_are_those_of_the_plain_board(seed: int, tiles: int, tight: float) -> None:
    board = random_position(random.Random(seed), tiles, tight)
    shown = analyse_threats(board).to_json()
    for threats in shown["threats"].values():
        del threats["parries"]
    assert shown == report_of(plain_threats(board))


@pytest.mark.parametrize("seed", [*range(0, 12, 4), *further(set(range(12)) - {0, 4, 8})])
def test_parries_are_the_quiet_moves_that_leave_no_win(seed: int) -> None:
    board = random_position(random.Random(seed), 10 + 3 * seed, 0.6)
    plain = plain_threats(board)
    rng = random.Random(seed)
    for colour in Colour:
        parries = set(list_parries(board, colour))
        counted = analyse_threats(board, lists=False).of(colour).parries
        assert counted == (len(parries) if plain.wins(colour) else None)
        assert parries <= set(plain.quiet)
        for move in rng.sample(plain.quiet, min(6, len(plain.quiet))):
            left = plain_threats(Board((*board, *move))).wins(colour)
            assert (move in parries) == (not left)


@pytest.mark.parametrize("seed", [*range(0, 6, 2), *further(range(1, 6, 2))])
def test_attacks_threaten_and_leave_no_win(seed: int) -> None:
    board = random_position(random.Random(seed), 6 + 5 * seed, 0.6)
    colour = Colour.BLUE
    attacks = {move for move, _ in ThreatSearch(board).rated_attacks(colour)}
    quiet = plain_threats(board).quiet
    assert attacks <= set(quiet)
    chosen = random.Random(seed).sample(quiet, 5) + sorted(attacks)[:5]
    for move in chosen:
        after = plain_threats(Board((*board, *move)))
        attacking = bool(after.wins(colour)) and not after.wins(colour.other)
        assert (move in attacks) == attacking


def test_the_opening_a_of_the_source_forces_white_to_fill_the_open_mouth() -> None:
    report = analyse_threats(FORCED)
    assert report.white.wins == () and report.white.parries is None
    assert report.blue.pairs == 2 and not report.blue.is_fork
    parries = list_parries(FORCED, Colour.BLUE)
    assert report.blue.parries == len(parries) == 6
    mouth = next(p for p in find_patterns(FORCED) if p.name == OPEN_MOUTH)
    assert mouth.colour is Colour.BLUE and mouth.open_cells == ((0, 1),)


def test_a_fork_is_a_threat_that_nothing_parries() -> None:
    fork = Board.from_text("0,0a 0,1b -2,2c -1,1a -2,1b -1,0a -1,2c 0,2b")
    blue = analyse_threats(fork).blue
    assert blue.is_fork and blue.parries == 0
    wins = immediate_wins(fork, Colour.BLUE)
    assert [win.tiles for win in wins] == list(blue.wins or ())
    for win in wins:
        assert win.freedoms == len(win.tiles)
        assert win.closes and all(g.colour is Colour.BLUE and g.is_creature for g in win.closes)


def test_lists_can_be_left_out() -> None:
    shown = analyse_threats(FORCED, lists=False).to_json()
    assert "wins" not in shown["threats"]["blue"]
    assert shown["threats"]["blue"]["pairs"] == 2


def test_a_game_that_is_over_has_no_threats() -> None:
    bone = Board.from_text("0,0a 0,1b -2,2c -1,1a -2,1b -1,0a -1,2c 0,2b -2,3c -1,3b")
    assert bone.creatures()
    with pytest.raises(BoardError, match="over"):
        analyse_threats(bone)


def test_boards_with_problems_are_analysed_as_far_as_they_make_sense() -> None:
    odd = Board.from_text("0,0a 1,0/3 0,1b")
    assert analyse_threats(odd).to_json()["moves"]["pairs"] > 0
    apart = Board.from_text("0,0a 1,0a 900,0a 901,0a")
    near = Board.from_text("0,0a 1,0a")
    assert analyse_threats(apart).pairs == 2 * analyse_threats(near).pairs
    assert analyse_threats(Board()).to_json()["moves"]["pairs"] == 0


def test_analysing_one_board_leaves_nothing_behind_for_the_next() -> None:
    first = analyse_threats(FORCED)
    with pytest.raises(BoardError):
        analyse_threats(Board.from_text(" ".join(f"{3 * i},0a" for i in range(150))))
    assert analyse_threats(FORCED) == first


def test_three_tips_in_a_row_belong_to_both_players() -> None:
    row = Board.from_text("0,0a 1,0a 2,0a")
    found = {(pattern.name, pattern.colour) for pattern in find_patterns(row)}
    assert found == {(THREE_TIPS, Colour.WHITE), (THREE_TIPS, Colour.BLUE)}
    for thirds in range(3):
        assert len(find_patterns(row.rotated(thirds))) == 2


def test_a_row_that_is_covered_on_one_side_counts_for_the_other_colour_only() -> None:
    covered = Board.from_text("0,0a 1,0a 1,-1c")
    rows = [p for p in find_patterns(covered) if p.name == TWO_TIPS]
    assert [(p.colour, p.tiles) for p in rows] == [(Colour.BLUE, ((0, 0), (1, 0)))]
