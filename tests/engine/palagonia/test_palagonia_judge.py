"""Palagonia's referee: which action was played between two boards, was it legal, what it earned."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.palagonia.actions import Lay, Remove, Rotate, action_refusals, apply
from palago.engine.palagonia.dice import DieFace, Roll
from palago.engine.palagonia.game import PalagoniaGame
from palago.engine.palagonia.legal import random_action
from palago.engine.palagonia.referee import PalagoniaVerdict, judge
from palago.engine.palagonia.rules import ONE_DIE
from palago.engine.palagonia.turn import TurnPhase
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.observation import Observation
from palagonia_boards import BONE, SEVEN_POINTS, STARFISH, WORM, hexagon, opened, packed
from palagonia_games import thrown
from strategies import any_tiles

ROSETTE = hexagon(1)
TWO_MORE = Board((*ROSETTE, Tile(2, 0, 0), Tile(3, 0, 0)))


def keys(verdict: PalagoniaVerdict) -> list[str]:
    return [found.sentence.key.removeprefix("palagonia.") for found in verdict.refusals]


def waiting(board: Board, bag: int, phase: TurnPhase = TurnPhase.ROLL) -> PalagoniaGame:
    """A game in which somebody is about to roll."""
    new = PalagoniaGame.new(("Ann", "Bob", "Cho"))
    return replace(new, board=board, bag=bag, phase=phase, contenders=())


@given(st.integers(0, 10_000), st.sampled_from(DieFace), st.integers(0, 2), st.integers(-9, 9))
def test_every_legal_action_is_recognised_however_the_photos_lie(
    seed: int, face: DieFace, thirds: int, shift: int
) -> None:
    rng = random.Random(seed)
    before = packed(rng, 18)
    action = random_action(before, face, rng)
    if action is None:
        return
    after = apply(before, action)
    seen = after.rotated(thirds).translated(shift, -shift)
    verdict = judge(before, seen, Roll.of((face, face)))
    assert verdict.legal
    # Where the board looks like itself elsewhere another action may explain it just as well.
    assert verdict.board.canonical() == after.canonical()
    assert action_refusals(before, action) == ()
    assert json.dumps(verdict.to_json())


def test_a_closing_is_judged_and_shared() -> None:
    before, closing = opened(STARFISH, 2, adjacent=False)
    verdict = judge(before, STARFISH, Roll.from_text("2:5"))
    assert verdict.legal
    assert verdict.action == closing
    assert verdict.points == 4
    said = " ".join(map(str, verdict.sentences))
    assert "White starfish: 4 points" in said
    # Nobody told whether a double gave this turn.
    assert "the player before does too, unless a double gave the turn" in said


def test_a_refusal_is_said_wherever_the_verdict_is_printed() -> None:
    before = Board.from_text("0,0a 1,0c")
    verdict = judge(before, Board.from_text("0,0a 1,0c 2,0a 3,0a"), Roll.from_text("3:remove"))
    assert str(verdict) == "Exactly 3 tiles must be played; 2 were (Palagonia 3, a number)."
    assert "Exactly 3 tiles" in repr(verdict)
    assert [said["text"] for said in verdict.to_json()["sentences"]] == [str(verdict)]


def test_what_does_not_score_says_why() -> None:
    before, _ = opened(BONE, 2, adjacent=False)
    verdict = judge(before, BONE, Roll.from_text("2:5"))
    assert verdict.legal
    assert verdict.points == 0
    assert "A bone does not score." in " ".join(map(str, verdict.sentences))


def test_a_game_tells_who_gets_what_and_goes_on() -> None:
    before, closing = opened(STARFISH, 2, adjacent=False)
    game, roll = waiting(before, 40), Roll.from_text("2:rotate")
    unrolled = judge(None, STARFISH, game=game)
    assert unrolled.after is None
    assert Roll.from_text("2:2") in unrolled.rolls
    seen = STARFISH.rotated(1).translated(4, 4)
    for verdict in (judge(None, seen, roll, game), judge(None, seen, game=game.throw(roll))):
        assert verdict.gains == (4, 0, 4)
        assert verdict.after is not None
        assert verdict.after.points == (4, 0, 4)
        assert verdict.after.mover == 1
        said = " ".join(map(str, verdict.sentences))
        assert "Ann and Cho get 4 points each." in said
        assert "It is Bob's turn." in said
    assert verdict.action is not None
    assert str(verdict.action) == str(closing)


def test_in_a_game_of_one_die_rolls_of_one_die_are_offered() -> None:
    game = replace(waiting(opened(STARFISH, 2, adjacent=False)[0], 40), rules=ONE_DIE)
    assert judge(None, STARFISH, game=game).rolls == (Roll.from_text("2"),)


def test_without_a_roll_the_rolls_that_allow_it_are_named() -> None:
    rotated = judge(ROSETTE, ROSETTE.turn((0, 0), 2))
    assert rotated.action == Rotate((0, 0), 2)
    assert all(DieFace.ROTATE in roll.faces for roll in rotated.rolls)
    assert len(rotated.rolls) == 6
    laid = judge(ROSETTE, TWO_MORE)
    assert all(DieFace.TWO in roll.faces for roll in laid.rolls)


def test_a_removal_may_be_forced_by_rolls_that_allow_nothing() -> None:
    row = Board.from_text("0,0a 1,0c")
    removed = judge(row, row.remove((1, 0)), aligned=True)
    assert removed.action == Remove((1, 0))
    assert Roll.from_text("rotate:rotate") in removed.rolls
    assert Roll.from_text("rotate:2") not in removed.rolls
    nearly_empty = judge(None, row.remove((1, 0)), game=waiting(row, 2), aligned=True)
    assert Roll.from_text("3:5") in nearly_empty.rolls
    assert Roll.from_text("2:5") not in nearly_empty.rolls


def test_the_first_lay_is_made_by_one_die() -> None:
    first = judge(Board(), Board.from_text("0,0a 1,0a 2,0a"))
    assert first.legal
    assert first.rolls == (Roll.of((DieFace.THREE,)),)
    assert judge(None, Board.from_text("0,0a 1,0a")).legal


ONE_MORE, LARGE, TWICE = Board((*ROSETTE, Tile(2, 0, 0))), hexagon(2), hexagon(2, 2)
RING = Board(tile for tile in ROSETTE if tile.cell not in ((0, 0), (1, 0), (0, 1)))


@pytest.mark.parametrize(
    ("before", "after", "roll", "said"),
    [
        (ROSETTE, TWO_MORE, "3:rotate", "wrong_count"),
        (ROSETTE, TWO_MORE, "3:4", "not_thrown"),
        (ROSETTE, ONE_MORE, "", "no_such_number"),
        (ROSETTE, ONE_MORE, "remove:rotate", "not_thrown"),
        (ROSETTE, ROSETTE, "2:3", "no_passing"),
        # Only one action.
        (TWICE, TWICE.remove((2, 0)).remove((-2, 0)), "", "remove_one"),
        (TWICE, TWICE.turn((0, 0), 0).turn((1, 0), 4), "", "rotate_one"),
        (TWICE, TWICE.turn((0, 0), 0).place("3,0a").place("4,0a"), "", "several_actions"),
        (TWICE, TWICE.remove((2, 0)).place("3,-3b"), "", "moved"),
        (RING, RING.place("1,0a").place("0,1a"), "2:3", "hole"),
        (LARGE, LARGE.remove((0, 0)), "remove:2", "remove_internal"),
        (LARGE, LARGE.turn((0, 0), 3), "rotate:2", "odd"),
        (LARGE, LARGE.turn((2, 0), 2), "rotate:2", "rotate_external"),
    ],
)
def test_what_is_unlawful_names_its_rule(before: Board, after: Board, roll: str, said: str) -> None:
    told = Roll.from_text(roll) if roll else None
    verdict = judge(before, after, told, aligned=before is not ROSETTE)
    assert keys(verdict) == [said] and not verdict.legal
    assert said != "hole" or ("Palagonia 3" in str(verdict.refusals[0]) and verdict.rolls == ())


@pytest.mark.parametrize(
    ("bag", "phase", "said"), [(1, TurnPhase.ROLL, "bag"), (0, TurnPhase.OVER, "over")]
)
def test_what_a_game_does_not_allow_is_said(bag: int, phase: TurnPhase, said: str) -> None:
    verdict = judge(None, TWO_MORE, game=waiting(ROSETTE, bag, phase), aligned=True)
    assert keys(verdict) == [said] and not verdict.legal


def test_another_table_is_recognised_as_such() -> None:
    assert "different_board" in keys(judge(SEVEN_POINTS, packed(random.Random(1), 30)))


def test_unsure_tiles_are_named() -> None:
    before, closing = opened(WORM, 2, adjacent=False)
    doubtful = closing.tiles[0].cell
    seen = Observation(WORM, {doubtful: 0.6})
    verdict = judge(before, seen, Roll.from_text("2:3"), aligned=True)
    assert verdict.legal
    assert verdict.unsure == (doubtful,)
    assert judge(before, WORM, Roll.from_text("2:3"), aligned=True).unsure == ()


def test_what_a_hand_covers_lies_as_it_lay() -> None:
    board = hexagon(2)
    seen = Observation(board.remove((0, 0)).turn((1, 0), 2), hidden=frozenset({(0, 0)}))
    verdict = judge(board, seen, Roll.from_text("rotate:2"), aligned=True)
    assert verdict.action == Rotate((1, 0), 2)


@pytest.mark.parametrize("roll", list(Roll.all()))
def test_the_rolls_named_are_those_that_a_game_allows(roll: Roll) -> None:
    game = waiting(ROSETTE, 3)
    actions: tuple[Lay | Remove | Rotate, ...] = (
        Remove((1, 0)),
        Rotate((0, 0), 2),
        Lay.of((Tile(2, 0, 0), Tile(3, 0, 0))),
        Lay.of((Tile(2, 0, 0), Tile(3, 0, 0), Tile(4, 0, 0), Tile(5, 0, 0))),
    )
    for action in actions:
        verdict = judge(None, apply(ROSETTE, action), game=game, aligned=True)
        assert (roll in verdict.rolls) == (game.throw(roll).refusals(action) == ())


@given(any_tiles(), any_tiles(), st.sampled_from([None, *Roll.all()]))
@settings(max_examples=60)
def test_whatever_a_camera_sees_gets_a_verdict(
    before: list[Tile], after: list[Tile], roll: Roll | None
) -> None:
    verdict = judge(Board(before), Board(after), roll)
    assert verdict.legal or verdict.refusals
    assert json.dumps(verdict.to_json())
    assert all(map(str, verdict.refusals))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_is_refereed_from_its_boards(seed: int) -> None:
    rng = random.Random(seed)
    game = PalagoniaGame.new(("Ann", "Bob", "Cho", "Dan"))
    while not game.over:
        before, game = game, thrown(game, rng)
        if game.phase is TurnPhase.START:
            continue
        action, rolled = game.random_action(rng), game
        game = game.play(action)
        if before.phase is TurnPhase.ROLL:
            verdict = judge(None, apply(before.board, action), rolled.roll, before, aligned=True)
            assert verdict.legal
            assert rolled.roll in verdict.rolls
            assert verdict.action == action
            assert verdict.after == game
            assert verdict.gains == game.history[-1].gains


@pytest.mark.parametrize(
    ("roll", "change"),
    [
        ("2:3", "five laid"),
        ("2:5", "seven laid"),
        ("remove:5", "removed and two laid"),
        ("remove:rotate", "four laid"),  # one of five where the removed one lay
    ],
)
def test_where_two_turns_may_lie_between_both_readings_are_named(roll: str, change: str) -> None:
    left = ROSETTE.remove((1, 0)) if change.startswith("removed") else ROSETTE
    counts = {"five laid": 5, "seven laid": 7, "removed and two laid": 2, "four laid": 4}
    count = counts[change]
    after = Board((*left, *(Tile(-2 - i, 0, 0) for i in range(count))))
    verdict = judge(ROSETTE, after, Roll.from_text(roll), aligned=True)
    assert not verdict.legal and verdict.refusals
    asked = [found for found in verdict.findings if found.level == "unsure"]
    assert [found.phrase.key for found in asked] == ["palagonia.two_turns"]
    assert "two turns" in str(verdict)


@pytest.mark.parametrize(("roll", "count"), [("4:4", 5), ("2:3", 8 + 1), ("remove:rotate", 5)])
def test_what_two_turns_do_not_explain_is_only_refused(roll: str, count: int) -> None:
    after = Board((*ROSETTE, *(Tile(-2 - i, 0, 0) for i in range(count))))
    verdict = judge(ROSETTE, after, Roll.from_text(roll), aligned=True)
    assert {found.level for found in verdict.findings} == {"wrong"}
