"""Whole games of Palanquée by chance, and what holds at every moment of them."""

import random
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from palago.engine.palanquee.judging.status import status
from palago.engine.palanquee.play.actions import PalanqueeAction
from palago.engine.palanquee.play.game import PalanqueeTurn
from palago.engine.palanquee.play.rules import PalanqueeRefusal, PalanqueeRule
from palago.engine.palanquee.position import PalanqueePosition
from palago.engine.palanquee.position_json import position_from_json
from palago.engine.palanquee.table.board import RING, cell_at, column_of, height_of
from palago.engine.palanquee.table.pieces import COLOURS, NUMBERS, Piece, Pieces
from palanquee_positions import any_action, chosen_action, crowded_position

SEEDS = st.integers(0, 1 << 32)


def lost_seeds(position: PalanqueePosition) -> list[int]:
    return [
        3 - position.pieces.count(NUMBERS[player])[0] - reserve.seeds
        for player, reserve in zip(position.players, position.reserve, strict=True)
    ]


def check_moment(game: PalanqueeTurn, lost: list[int]) -> list[int]:
    """What holds after every action; the seeds lost so far, which never come back."""
    position = game.position
    assert not status(position)
    for player, reserve in zip(position.players, position.reserve, strict=True):
        assert position.pieces.count(NUMBERS[player])[1] + reserve.sprouts == 50
        assert reserve.seeds >= 0
    now = lost_seeds(position)
    assert all(old <= new <= 3 for old, new in zip(lost, now, strict=True))
    return now


def play_by_chance(seed: int, turns: int) -> PalanqueeTurn:
    """A game of some turns, now and then with a turn that is left unfinished, and claims."""
    rng = random.Random(seed)
    game = PalanqueeTurn.start(rng.sample(COLOURS, rng.randint(2, 5)))
    lost = lost_seeds(game.position)
    for _ in range(turns):
        claims = game.legal_claims()
        if claims and rng.random() < 0.5:
            game = game.play(rng.choice(claims))
            lost = check_moment(game, lost)
        while actions := game.legal_actions():
            if rng.random() < 0.02:
                break
            text = any_action(rng, game)
            found = game.attempt(text)
            if isinstance(found, PalanqueeRefusal):
                assert (
                    found.rule is PalanqueeRule.FORMAT
                    or PalanqueeAction.from_text(text) not in actions
                )
            else:
                assert found.action in actions
            game = game.play(chosen_action(rng, actions, game))
            lost = check_moment(game, lost)
        else:
            assert game.owed == 0
        if game.outcome:
            return game
        game = game.end_turn()
        written = game.position.to_json()
        assert position_from_json(written) == game.position
    return game


@pytest.mark.parametrize("seed", range(6))
def test_games_by_chance(seed: int) -> None:
    play_by_chance(seed, turns=18)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_games_by_chance(hundred: int) -> None:
    ended = sum(
        play_by_chance(seed, turns=160).outcome is not None
        for seed in range(100 * hundred, 100 * hundred + 100)
    )
    assert ended


# -- symmetries


def moved(cell: int, turned: int, upside_down: bool, swapped: bool) -> int:
    """A cell after turning the cylinder, and after its two reflections."""
    column, height = column_of(cell), height_of(cell)
    column = 18 - column if swapped else column
    height = -height if upside_down else height
    return cell_at(column, (height + 2 * turned) % (2 * RING))


@given(SEEDS, st.integers(0, RING - 1), st.booleans(), st.booleans())
@settings(max_examples=12)
def test_the_boards_symmetries_change_nothing(
    seed: int, turned: int, upside_down: bool, swapped: bool
) -> None:
    def there(cell: int) -> int:
        return moved(cell, turned, upside_down, swapped)

    position = crowded_position(random.Random(seed))
    twin = replace(
        position,
        pieces=Pieces.of([Piece(there(c), colour, kind) for c, colour, kind in position.pieces]),
    )
    # Turning moves the cells that are drawn twice, by which a column may be saturated or not.
    assume(not status(twin))
    game, other = PalanqueeTurn.at(position), PalanqueeTurn.at(twin)
    assert game.owed == other.owed
    expected = {
        action._replace(cell=there(action.cell), to=None if action.to is None else there(action.to))
        for action in game.legal_actions()
    }
    assert expected == set(other.legal_actions())
