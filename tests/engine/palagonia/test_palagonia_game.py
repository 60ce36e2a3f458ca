"""Palagonia, rules 1, 2, 7 and 8: the start, turns, sharing, doubles and the end."""

import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from palago.engine.palagonia.actions import Lay, Remove, Rotate
from palago.engine.palagonia.dice import DieFace, Roll
from palago.engine.palagonia.game import GameError, PalagoniaGame
from palago.engine.palagonia.rules import (
    ONE_DIE,
    PALAGONIA,
    SOLITAIRE,
    HouseRules,
    IllegalPalagoniaAction,
    PalagoniaRule,
)
from palago.engine.palagonia.turn import TurnPhase
from palago.engine.tiles.board import Board, Tile
from palagonia_boards import SNAIL, STARFISH, hexagon, opened
from palagonia_games import NAMES, lay, new, some_lay

TWO, THREE, FOUR, FIVE, REMOVE, ROTATE = DieFace


def on_turn(board: Board, roll: str | None = None, *, bag: int | None = None, players: int = 3):  # type: ignore[no-untyped-def]
    """A game in which the first player is to roll, or has rolled."""
    game = replace(
        new(players),
        board=board,
        bag=48 - len(board) if bag is None else bag,
        phase=TurnPhase.ROLL,
        contenders=(),
        mover=0,
    )
    return game if roll is None else game.throw(Roll.from_text(roll))


def refused(game: PalagoniaGame, action: Lay | Remove | Rotate) -> list[tuple[PalagoniaRule, str]]:
    with pytest.raises(IllegalPalagoniaAction) as caught:
        game.play(action)
    found = caught.value.refusals
    assert found == game.refusals(action)
    for one in found:
        assert f"Palagonia {one.rule.value}" in str(one)
    return [(one.rule, one.sentence.key.removeprefix("palagonia.")) for one in found]


# -- the start (rule 1) --------------------------------------------------------------------------


def test_the_highest_number_starts_by_laying_exactly_that_many() -> None:
    game = new().roll_for_start([TWO, FOUR, REMOVE])
    assert (game.phase, game.mover, game.is_first_lay) == (TurnPhase.ACT, 1, True)
    assert refused(game, lay("0,0a 1,0a 2,0a")) == [(PalagoniaRule.START, "wrong_count")]
    laid = game.play(lay("0,0a 1,0a 2,0a 3,0b"))
    assert (laid.bag, laid.mover, laid.phase) == (44, 2, TurnPhase.ROLL)


def test_the_first_tiles_are_connected() -> None:
    game = new().roll_for_start([TWO, REMOVE, REMOVE])
    assert refused(game, lay("0,0a 3,0a")) == [(PalagoniaRule.START, "scattered")]


def test_ties_among_the_highest_roll_again() -> None:
    tied = new().roll_for_start([FIVE, TWO, FIVE])
    assert (tied.phase, tied.contenders) == (TurnPhase.START, (0, 2))
    again = tied.roll_for_start([ROTATE, REMOVE])
    assert again.contenders == (0, 2)
    settled = again.roll_for_start([TWO, THREE])
    assert (settled.mover, settled.roll) == (2, Roll.of((THREE,)))


def test_where_nobody_rolled_a_number_all_roll_again() -> None:
    game = new().roll_for_start([REMOVE, ROTATE, REMOVE])
    assert (game.phase, game.contenders) == (TurnPhase.START, (0, 1, 2))


def test_everybody_rolls_one_die_at_the_start() -> None:
    with pytest.raises(IllegalPalagoniaAction, match="3 players roll one die each; 2 dice"):
        new().roll_for_start([TWO, THREE])


def test_the_first_lay_does_not_score_and_is_no_double() -> None:
    bones = replace(PALAGONIA, bones_score=True)
    game = new(rules=bones).roll_for_start([FIVE, TWO, TWO])
    laid = game.play(lay("0,0b 0,1a 1,-1b 1,0b 2,-1c"))
    assert laid.points == (0, 0, 0)
    assert laid.mover == 1


def test_nothing_is_played_before_the_start_and_nobody_starts_twice() -> None:
    assert refused(new(), lay("0,0a 1,0a")) == [(PalagoniaRule.START, "start_first")]
    with pytest.raises(IllegalPalagoniaAction, match="everybody still rolls"):
        new().throw(Roll.of((TWO, TWO)))
    with pytest.raises(IllegalPalagoniaAction, match="Ann must roll"):
        on_turn(hexagon(1)).roll_for_start([TWO, TWO, TWO])


# -- the turn (rule 2) ---------------------------------------------------------------------------


def test_both_dice_are_rolled_and_one_is_obeyed() -> None:
    game = on_turn(hexagon(1), "2:rotate")
    assert [choice.legal for choice in game.die_choices()] == [True, True]
    assert game.play(Rotate((0, 0), 2)).mover == 1
    assert game.play(some_lay(game)).mover == 1
    assert refused(game, Remove((1, 0))) == [(PalagoniaRule.TURN, "not_thrown")]


def test_the_dice_come_first() -> None:
    assert refused(on_turn(hexagon(1)), Remove((1, 0))) == [(PalagoniaRule.TURN, "roll_first")]
    with pytest.raises(IllegalPalagoniaAction, match="must be obeyed before the next"):
        on_turn(hexagon(1), "2:3").throw(Roll.of((TWO, THREE)))
    with pytest.raises(IllegalPalagoniaAction, match="rolled with 2 dice; 1"):
        on_turn(hexagon(1)).throw(Roll.of((TWO,)))


def test_a_number_is_played_to_the_tile() -> None:
    game = on_turn(hexagon(1), "3:remove")
    row = lay("2,0a 3,0a")
    assert refused(game, row) == [(PalagoniaRule.NUMBER, "wrong_count")]
    both = on_turn(hexagon(1), "3:4")
    assert refused(both, row) == [(PalagoniaRule.TURN, "not_thrown")]


def test_if_one_die_cannot_be_carried_out_the_other_must_be() -> None:
    game = on_turn(Board.from_text("0,0a 1,0a"), "rotate:3")
    (rotate,) = (choice for choice in game.die_choices() if not choice.legal)
    assert rotate.face is ROTATE
    assert "none can be rotated" in str(rotate.refusal)
    assert not game.must_remove
    assert all(isinstance(action, Lay) for action in islice(game.legal_actions(), 50))
    assert refused(game, Remove((0, 0))) == [(PalagoniaRule.TURN, "not_thrown")]
    assert refused(game, Rotate((0, 0), 2))[0] == (PalagoniaRule.ROTATE, "no_internal")


def test_if_neither_die_can_be_carried_out_an_external_tile_is_removed() -> None:
    game = on_turn(Board.from_text("0,0a 1,0a"), "rotate:rotate")
    assert game.must_remove
    assert set(game.legal_actions()) == {Remove((0, 0)), Remove((1, 0))}
    assert refused(game, Rotate((0, 0), 2))[0] == (PalagoniaRule.TURN, "must_remove")
    after = game.play(Remove((0, 0)))
    assert (after.bag, len(after.board)) == (47, 1)


def test_no_player_may_pass() -> None:
    game = on_turn(hexagon(1), "2:3")
    assert refused(game, Lay.of(()))


def test_a_removed_tile_goes_back_to_the_bag_and_is_used_again() -> None:
    game = on_turn(hexagon(1), "remove:2")
    assert game.play(Remove((1, 0))).bag == game.bag + 1


@pytest.mark.parametrize("double", ["2:2", "remove:remove", "rotate:rotate"])
def test_doubles_give_another_turn_symbols_too(double: str) -> None:
    game = on_turn(hexagon(1), double)
    after = game.play(game.random_action(random.Random(1)))
    assert (after.mover, after.extra, after.phase) == (0, True, TurnPhase.ROLL)


def test_doubles_go_on_as_long_as_they_come() -> None:
    game = on_turn(hexagon(2), "2:2")
    for roll in ("3:3", "remove:remove", "2:5"):
        game = game.play(game.random_action(random.Random(2))).throw(Roll.from_text(roll))
        assert (game.mover, game.extra) == (0, True)
    after = game.play(game.random_action(random.Random(3)))
    assert (after.mover, after.extra) == (1, False)


def test_a_forced_removal_on_a_double_keeps_the_extra_turn() -> None:
    game = on_turn(Board.from_text("0,0a 1,0a"), "rotate:rotate")
    after = game.play(Remove((0, 0)))
    assert (after.mover, after.extra) == (0, True)


def test_when_all_tiles_are_taken_from_the_table_everybody_starts_again() -> None:
    game = replace(on_turn(Board.from_text("0,0a"), "remove:2"), points=(4, 0, 4))
    empty = game.play(Remove((0, 0)))
    assert (empty.phase, empty.contenders, empty.bag) == (TurnPhase.START, (0, 1, 2), 48)
    assert empty.points == (4, 0, 4)
    assert empty.messages()[0].key == "palagonia.start_over"


# -- sharing (rule 7) ----------------------------------------------------------------------------


def scoring_turn(roll: str = "2:3", **more: Any) -> tuple[PalagoniaGame, Lay]:
    board, closing = opened(STARFISH, 2, adjacent=False)
    return on_turn(board, roll, **more), closing


def test_the_mover_and_the_player_before_both_get_the_points_in_full() -> None:
    game, closing = scoring_turn(players=4)
    after = game.play(closing)
    assert after.points == (4, 0, 0, 4)
    assert after.history[-1].gains == (4, 0, 0, 4)
    assert replace(game, mover=2).play(closing).points == (0, 4, 4, 0)


def test_on_an_extra_turn_the_mover_alone_gets_them() -> None:
    game, closing = scoring_turn()
    assert replace(game, extra=True).play(closing).points == (4, 0, 0)


def test_the_roll_of_a_double_itself_still_shares() -> None:
    game, closing = scoring_turn("2:2")
    after = game.play(closing)
    assert after.points == (4, 0, 4)
    assert after.extra


def test_sharing_can_be_switched_off_by_a_house_rule() -> None:
    game, closing = scoring_turn()
    alone = replace(game, rules=HouseRules(name="Each alone", sharing=False))
    assert alone.play(closing).points == (4, 0, 0)


def test_one_player_shares_with_nobody_and_friends_count_double() -> None:
    board, closing = opened(SNAIL, 2, adjacent=True)
    game = replace(
        PalagoniaGame.new(["Ann"], SOLITAIRE),
        board=board,
        bag=40,
        phase=TurnPhase.ROLL,
        contenders=(),
    ).throw(Roll.of((TWO, REMOVE)))
    after = game.play(closing)
    assert after.points == (6,)
    assert after.mover == 0


def test_solitaire_begins_like_any_game() -> None:
    game = PalagoniaGame.new(["Ann"], SOLITAIRE).roll_for_start([REMOVE]).roll_for_start([THREE])
    assert game.play(lay("0,0a 1,0a 2,0a")).mover == 0


# -- the end (rule 8) ----------------------------------------------------------------------------


def test_the_game_ends_when_an_obeyed_die_equals_the_tiles_left() -> None:
    game = on_turn(hexagon(1), "3:5", bag=3)
    after = game.play(some_lay(game))
    assert (after.phase, after.bag) == (TurnPhase.OVER, 0)
    assert after.outcome is not None
    assert refused(after, Remove((1, 0))) == [(PalagoniaRule.END, "over")]


def test_with_four_tiles_left_and_three_and_five_thrown_three_must_be_played() -> None:
    game = on_turn(hexagon(1), "3:5", bag=4)
    assert [(choice.face, choice.legal) for choice in game.die_choices()] == [
        (THREE, True),
        (FIVE, False),
    ]
    five = lay("2,0a 3,0a 4,0a 5,0a 6,0a")
    assert refused(game, five) == [(PalagoniaRule.END, "bag")]
    assert game.play(some_lay(game)).bag == 1


def test_if_both_dice_are_legal_the_player_chooses_whether_to_end() -> None:
    game = on_turn(hexagon(1), "3:2", bag=3)
    for face, is_over in ((TWO, False), (THREE, True)):
        action = next(action for action in game.legal_actions() if action.face is face)
        assert game.play(action).over == is_over


def test_if_neither_die_is_legal_a_tile_is_removed_and_play_goes_on() -> None:
    game = on_turn(hexagon(1), "3:5", bag=2)
    assert game.must_remove
    after = game.play(Remove((1, 0)))
    assert (after.phase, after.bag) == (TurnPhase.ROLL, 3)


def test_the_last_tiles_score_too() -> None:
    game, closing = scoring_turn("2:5", bag=2)
    after = game.play(closing)
    assert after.phase is TurnPhase.OVER
    assert after.points == (4, 0, 4)


def test_a_double_gives_no_turn_after_the_end() -> None:
    game = on_turn(hexagon(1), "3:3", bag=3)
    assert game.play(some_lay(game)).phase is TurnPhase.OVER


def test_most_points_win_and_equal_points_share() -> None:
    over = replace(on_turn(hexagon(1)), phase=TurnPhase.OVER, points=(5, 9, 9))
    outcome = over.outcome
    assert outcome is not None
    assert outcome.winners == (1, 2)
    assert str(over.messages()[0]) == "Bob and Cho share the win with 9 points each."
    alone = replace(over, points=(5, 9, 8)).outcome
    assert alone is not None
    assert alone.winners == (1,)


def test_teams_add_up_their_points() -> None:
    game = PalagoniaGame.new(NAMES, teams=("red", "green", "red", "green"))
    over = replace(game, phase=TurnPhase.OVER, points=(5, 9, 8, 3))
    outcome = over.outcome
    assert outcome is not None
    assert (outcome.team_points, outcome.winning_teams) == ({"red": 13, "green": 12}, ("red",))
    assert "red wins with 13" in str(over.messages()[0])


# -- players and bag -----------------------------------------------------------------------------


def test_more_than_five_players_get_a_second_set() -> None:
    for players, bag in ((3, 48), (5, 48), (6, 96), (8, 96)):
        assert PalagoniaGame.new([f"P{i}" for i in range(players)]).bag == bag
    assert PalagoniaGame.new(NAMES, HouseRules(tiles=30)).bag == 30


@pytest.mark.parametrize(("players", "teams", "wrong"), [
    ([], (), "1 to 16 players"), ([f"P{i}" for i in range(17)], (), "1 to 16 players"),
    (["Ann", "Bob"], (), "same points"), (["Ann", "ann", "Bob"], (), "same name"),
    (["Ann", "", "Bob"], (), "needs a name"), (["Ann", "Bob", "Cho"], ("red",), "needs a team"),
])  # fmt: skip
def test_games_that_cannot_be_are_refused(
    players: list[str], teams: tuple[str, ...], wrong: str
) -> None:
    with pytest.raises(GameError, match=wrong):
        PalagoniaGame.new(players, teams=teams)


def test_the_one_die_version_is_played_with_one_die() -> None:
    game = PalagoniaGame.new(NAMES, ONE_DIE).roll_for_start([FIVE, TWO, TWO, TWO])
    game = game.play(some_lay(game)).throw(Roll.from_text("2"))
    game = game.play(some_lay(game)).throw(Roll.from_text("1"))
    assert game.roll == Roll.of((REMOVE,))
    assert game.mover == 2


def test_tiles_are_values() -> None:
    assert lay("1,0a 0,0a") == Lay.of((Tile(0, 0, 0), Tile(1, 0, 0)))
