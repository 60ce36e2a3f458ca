"""Palagonia followed by its dice: rolls end turns, say what was owed, and count the points."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from further_cases import further
from palago.engine.following.steps import DiceOutcome, Shot, Sighting
from palago.engine.palagonia.actions import Lay
from palago.engine.palagonia.at_table.dice_at_table import ROLL_UNSURE, START_WHO, FollowerAtTable
from palago.engine.palagonia.at_table.dice_follower import AGAIN, NO_ROLL, FollowerWithDice
from palago.engine.palagonia.at_table.played import played_game
from palago.engine.palagonia.at_table.rolls import count_of_players
from palago.engine.palagonia.dice import DieFace, Roll
from palago.engine.palagonia.game import PalagoniaGame
from palago.engine.palagonia.plug import PLUG
from palago.engine.palagonia.turn import TurnPhase
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.dice_seen import DieSeen
from palago.engine.tiles.observation import Observation
from palagonia_games import thrown

START = Board.from_text("0,0a 1,0c 0,1b 1,1a")
TILES = (Tile(2, 0, 0), Tile(2, 1, 2), Tile(3, 0, 4))


class Thrower:
    """Throws dice to a new place of the table each time."""

    def __init__(self) -> None:
        self.throws = 0

    def dice(self, *faces: str, confidence: float = 0.99) -> list[DieSeen]:
        self.throws += 1
        x = -9.0 + 3.1 * (self.throws % 7)
        return [DieSeen(face, confidence, (x, 8.0 + 1.3 * k), 0.6) for k, face in enumerate(faces)]


def rolled(dice: Sequence[DieSeen], time: float = 0.0, seen: Observation | None = None) -> Shot:
    """A sighting of dice."""
    return Shot(time, "", seen, tuple(dice))


def show(follower: FollowerWithDice, board: Board, time: float | None = None) -> FollowerWithDice:
    """Show a board on which nothing is over before the dice or time say so."""
    follower, news = follower.see_board(Sighting(Observation(board), time, aligned=True))
    assert news is None or not news.steps
    return follower


def show_event(
    follower: FollowerWithDice, thrower: Thrower, game: PalagoniaGame, lacking: int = 0
) -> FollowerWithDice:
    """Show what came last in a game: dice, all but so many of them, or the board."""
    what, *words = game.events[-1].split()
    throws = {"start": [[face] for face in words], "roll": [words[0].split(":")]}.get(what, [])
    for faces in throws:
        dice = thrower.dice(*faces)[: len(faces) - lacking]
        follower = follower.see_dice(rolled(dice), whole=True)
    return show(follower, game.board)


def begun(board: Board = START) -> FollowerWithDice:
    return show(FollowerWithDice(), board, 0.0)


def test_a_new_roll_ends_the_turn_before_it_without_any_pause() -> None:
    thrower, follower = Thrower(), begun()
    follower = follower.see_dice(rolled(thrower.dice("2", "remove"), 0.3))
    two = START.place(TILES[0]).place(TILES[1])
    follower = show(follower, two, 0.6)
    follower = follower.see_dice(rolled(thrower.dice("3", "rotate"), 0.9))
    (step,) = follower.steps
    assert step.action == str(Lay.of(TILES[:2])) and step.verdict is None
    throw = follower.roll_of(0)
    assert throw is not None and throw.roll == Roll.of((DieFace.TWO, DieFace.REMOVE))
    assert follower.doubts_of(0) == ()


def test_three_tiles_on_a_roll_of_two_and_five_are_named() -> None:
    thrower, follower = Thrower(), begun()
    follower = follower.see_dice(rolled(thrower.dice("2", "5"), 1.0))
    three = START.place(TILES[0]).place(TILES[1]).place(TILES[2])
    follower = show(follower, three, 2.0)
    follower = follower.see_dice(rolled(thrower.dice("3", "rotate"), 9.0))
    (step,) = follower.steps
    assert step.verdict is not None and step.needs_a_look
    assert any("2" in text and "5" in text for text in map(str, step.sentences))


def test_dice_left_over_do_not_end_a_turn() -> None:
    thrower, follower = Thrower(), begun()
    lying = thrower.dice("5", "remove")
    follower = follower.see_dice(rolled(lying, 1.0))
    board = START
    for number, tile in enumerate(TILES):
        board = board.place(tile)
        follower = show(follower, board, 2.0 + number)
        follower = follower.see_dice(rolled(lying, 2.5 + number))
        assert not follower.steps


def test_dice_seen_only_after_the_first_tiles_belong_to_them() -> None:
    thrower, follower = Thrower(), begun()
    follower = show(follower, START.place(TILES[0]), 1.0)
    follower = follower.see_dice(rolled(thrower.dice("3", "rotate"), 2.0))
    assert not follower.steps
    three = START.place(TILES[0]).place(TILES[1]).place(TILES[2])
    follower = show(follower, three, 3.0)
    follower = follower.see_dice(rolled(thrower.dice("2", "2"), 4.0))
    assert [step.action for step in follower.steps] == [str(Lay.of(TILES))]
    assert follower.steps[0].verdict is None and follower.doubts_of(0) == ()


def test_a_roll_that_is_rolled_again_is_asked_about_and_refuses_nothing() -> None:
    thrower, follower = Thrower(), begun()
    follower = follower.see_dice(rolled(thrower.dice("5", "5"), 1.0))
    follower = follower.see_dice(rolled(thrower.dice("remove", "3"), 2.0))
    two = START.place(TILES[0]).place(TILES[1])
    follower = show(follower, two, 3.0)
    follower = follower.see_dice(rolled(thrower.dice("4", "rotate"), 4.0))
    (step,) = follower.steps
    assert step.verdict is None
    assert AGAIN in follower.doubts_of(0)


def test_an_action_without_a_roll_is_named_only_where_dice_are_seen_at_all() -> None:
    two = START.place(TILES[0]).place(TILES[1])
    follower = show(begun(), two, 3.0)
    follower, news = follower.settle()
    assert news is not None and news.steps and follower.doubts_of(0) == ()
    follower = follower.see_dice(rolled(Thrower().dice("3", "3"), 4.0))
    assert follower.doubts_of(0) == (NO_ROLL,)


def test_a_die_that_leans_makes_no_roll() -> None:
    follower = begun().see_dice(
        rolled([DieSeen("3", 0.99, (5, 5), 0.6), DieSeen(None, 0.9, (6, 5), 0.6, False)])
    )
    assert not follower.throws


@pytest.mark.parametrize("seed", [0, *further(range(1, 6))])
def test_whole_games_are_counted_from_dice_and_boards_alone(seed: int) -> None:
    rng = random.Random(seed)
    players = ("Anna", "Ben", "Cleo", "Dan")[: 3 + seed % 2]
    game, thrower = PalagoniaGame.new(players), Thrower()
    follower = FollowerWithDice(players=len(players))
    while len(game.history) < 25 and not game.over:
        is_due = game.phase is not TurnPhase.ACT
        game = thrown(game, rng) if is_due else game.play(game.random_action(rng))
        follower = show_event(follower, thrower, game)
    follower, _ = follower.finish()
    played = played_game(follower, players)
    assert played is not None and played.is_whole and not played.doubts
    assert all(step.verdict is None for step in follower.steps)
    assert not any(follower.doubts_of(number) for number in range(len(follower.steps)))
    assert played.game.points == game.points
    assert played.game.events == game.events
    unnamed = played_game(follower)
    assert unnamed is None or unnamed.game.points == game.points


def test_on_an_emptied_table_everybody_rolls_for_the_start_again() -> None:
    game, thrower = PalagoniaGame.new(("Anna", "Ben", "Cleo")), Thrower()
    follower = FollowerWithDice(players=3)
    for words in (
        "start 2 remove rotate", "lay 0,-1a 0,0a", "roll 2:remove", "remove 0,0",
        "roll remove:rotate", "remove 0,-1", "start 4 remove 4", "start 3 4",
        "lay 0,-2b 0,-1a 0,0b 1,0c", "roll 3:remove", "remove 1,0",
    ):  # fmt: skip
        game = game.play(words)
        follower = show_event(follower, thrower, game)
    played = played_game(follower.finish()[0], game.players)
    assert played is not None and played.is_whole and not played.doubts
    assert played.game.events == game.events


def test_a_table_that_is_cleared_ends_what_is_counted() -> None:
    thrower, follower = Thrower(), show(FollowerWithDice(players=3), Board())
    two_more = START.place(TILES[0]).place(TILES[1])
    for faces, board in (
        ("4", None), ("2", None), ("remove", START), ("2 rotate", two_more), ("2 3", Board()),
        ("3", None), ("2", None), ("4", Board.from_text("0,-2b 0,-1a 0,0b 1,0c")),
    ):  # fmt: skip
        follower = follower.see_dice(rolled(thrower.dice(*faces.split())), whole=True)
        follower = follower if board is None else show(follower, board)
    played = played_game(follower.finish()[0], ("Anna", "Ben", "Cleo"))
    assert played is not None and not played.is_whole and len(played.game.history) == 2
    assert "another game" in str(played.doubts[0])


def test_an_unsure_roll_for_the_start_is_told_by_what_is_laid_on_it() -> None:
    game, thrower = PalagoniaGame.new(("Anna", "Ben", "Cleo")), Thrower()
    table = begun = FollowerAtTable(PLUG, start=game)
    laid = Observation(START.remove((1, 1)))
    for face, confidence in (("3", 0.9), ("2", 0.99), ("remove", 0.99)):
        table = table.see_dice(rolled(thrower.dice(face, confidence=confidence)))
        assert not table.due.actions
    assert table.see_dice(Shot(0.0, "", laid)).due.actions == ("start 3 2 remove",)
    assert table.see_dice(Shot(0.0, "", Observation(START))).due.question == START_WHO
    found = begun.see_dice(rolled(thrower.dice("rotate"), seen=laid)).due
    assert found.question == START_WHO, "a die of another roll, where tiles lie already"


def test_dice_that_lie_there_before_anybody_has_rolled_for_the_start_are_nobodys() -> None:
    table = FollowerAtTable(PLUG, start=PalagoniaGame.new(("Anna", "Ben", "Cleo")))
    thrower = Thrower()
    one, two = thrower.dice("4", "4")
    lone = table.see_dice(rolled([replace(two, lay=True)], 0.5)).see_dice(Shot(9.0, ""))
    table = table.see_dice(rolled([one, two], 0.5)).see_dice(Shot(9.0, ""))
    assert table.due == lone.due == DiceOutcome() and not lone.started, "one that lay there, too"
    (anna,) = thrower.dice("3")
    table = table.see_dice(rolled([anna, two], 10.0))
    so_far = DiceOutcome(rolled=(("Anna", "3"),), following="Ben")
    assert table.due == so_far, "the other die still lies there"
    at_once = rolled([anna, *thrower.dice("2", "remove")], 12.0)
    assert table.see_dice(at_once).due.question == START_WHO, "Anna has rolled, and others have"
    table = table.see_dice(rolled([anna, *thrower.dice("2")], 12.0))
    table = table.see_dice(rolled(thrower.dice("remove"), 14.0))
    assert table.due.actions == ("start 3 2 remove",)


def test_dice_are_a_roll_once_all_of_them_are_measured_by_the_board() -> None:
    game = PalagoniaGame.new(("Anna", "Ben", "Cleo")).play("start 3 2 remove")
    game = game.play("lay 0,0a 1,0c 0,1b")
    one, two = Thrower().dice("3", "remove")
    early = replace(two, place=(645.0, 129.0), edge=16.0, by_board=False)
    table = FollowerAtTable(PLUG, start=game).see_dice(rolled([one, early], 1.0))
    assert table.due == DiceOutcome()
    for dice in ([one, early], [one]):
        lone = table.see_dice(rolled(dice, 1.5)).see_dice(Shot(3.0, ""))
        assert lone.due == DiceOutcome()
        lone = lone.see_dice(Shot(4.6, ""))
        assert lone.due.question == ROLL_UNSURE, "nobody waits in silence"
        assert lone.see_dice(rolled([], 6.0)).due == DiceOutcome(), "they were taken up"
        assert lone.see_dice(rolled([one, two], 6.0)).due.actions == ("roll 3:remove",)
    table = table.see_dice(rolled([one, two], 2.0))
    assert table.due.actions == ("roll 3:remove",)
    table = replace(table, start=game.play("roll 3:remove")).see_dice(rolled([one, two], 9.0))
    assert table.due == DiceOutcome(), "the same dice are no other roll"


def test_a_plain_face_needs_no_question_though_the_die_may_not_lie_quite_flat() -> None:
    game = PalagoniaGame.new(("Anna", "Ben", "Cleo")).play("start 3 2 remove")
    game = game.play("lay 0,0a 1,0c 0,1b")
    table, dice = FollowerAtTable(PLUG, start=game), Thrower().dice("2", "5", confidence=0.93)
    assert table.see_dice(rolled(dice), whole=True).due == DiceOutcome(question=ROLL_UNSURE)
    plain = [replace(die, chances=((str(die.face), 1.0),)) for die in dice]
    assert table.see_dice(rolled(plain)).due.actions == ("roll 2:5",)
    less = [replace(die, confidence=0.91) for die in plain]
    asked = table.see_dice(rolled(less), whole=True).due.question
    assert asked == ROLL_UNSURE, "it may be no die"


def test_what_was_rolled_is_asked_only_once_dice_have_lain_unsure_for_some_seconds() -> None:
    game = PalagoniaGame.new(("Anna", "Ben", "Cleo")).play("start 3 2 remove")
    game = game.play("lay 0,0a 1,0c 0,1b")
    table, dice = FollowerAtTable(PLUG, start=game), Thrower().dice("2", "5", confidence=0.5)
    seen = table.see_dice(rolled(dice, 20.0))
    waiting = seen.see_dice(Shot(22.0, ""))
    assert seen.due == waiting.due == DiceOutcome()
    assert waiting.see_dice(Shot(24.0, "")).due.question == ROLL_UNSURE
    late = seen.see_dice(Shot(30.0, ""))
    assert late.due == DiceOutcome(), "a camera that shows little: one look more tells little"
    assert late.see_dice(Shot(40.0, "")).due.question == ROLL_UNSURE
    sure = [replace(die, confidence=0.99) for die in dice]
    assert waiting.see_dice(rolled(sure, 22.5)).due.actions == ("roll 2:5",)


def test_the_number_of_players_follows_from_their_rolls_for_the_start() -> None:
    def faces(text: str) -> list[DieFace]:
        return [DieFace.from_text(word) for word in text.split()]

    assert count_of_players(faces("3 5 2")) == 3
    assert count_of_players(faces("5 5 2 3 4")) == 3
    assert count_of_players(faces("rotate remove remove 2 3 rotate")) == 0, "three or six"
    assert count_of_players(faces("4")) == 0
    assert count_of_players(faces("5 2 3 5 3 4")) == 4
    assert count_of_players(faces("3 2 2 2 2 2 2")) == 7


# -- dice that are seen badly ----------------------------------------------------------------------


def scoring_game(
    rng: random.Random, overlooked: int | None = None
) -> tuple[PalagoniaGame, FollowerWithDice]:
    """A game in which points fall, and what is followed of it if one die of a roll is unseen."""
    game, thrower = PalagoniaGame.new(("Anna", "Ben", "Cleo")), Thrower()
    follower = FollowerWithDice(players=3)
    while len(game.history) < 10:
        lacking = int(len(game.history) == overlooked)
        if game.phase is TurnPhase.ACT:
            tried = [game.play(game.random_action(rng)) for _ in range(40)]
            game = max(tried, key=lambda after: after.history[-1].points)
        else:
            game = thrown(game, rng)
        follower = show_event(follower, thrower, game, lacking)
    return game, follower.finish()[0]


@pytest.mark.parametrize(("seed", "asked"), [(0, True), (4, False), *further([(11, True)])])
def test_a_die_that_was_overlooked_is_asked_about_only_where_points_hang_on_it(
    seed: int, asked: bool
) -> None:
    game, follower = scoring_game(random.Random(seed), overlooked=2)
    played = played_game(follower, game.players)
    assert played is not None and played.is_whole
    assert played.asked == (frozenset({2}) if asked else frozenset())
    assert any(game.points) is asked, "without points nothing can hang on a die"
    assert asked or played.game.points == game.points
    assert asked or game.players[game.mover] in played.movers, "who is next hangs on it"


def test_what_was_played_tells_the_face_of_a_die_that_was_hard_to_see() -> None:
    thrower, follower = Thrower(), begun()
    spread = tuple((face.value, 0.5 if face.value in "34" else 0.0) for face in DieFace)
    hard, easy = thrower.dice("4", "remove", confidence=0.5)
    hard = replace(hard, chances=spread)
    follower = follower.see_dice(rolled([hard, replace(easy, confidence=0.99)], 1.0))
    follower = show(follower, START.place(TILES[0]).place(TILES[1]).place(TILES[2]), 2.0)
    follower = follower.finish()[0]
    likely = {roll: chance for roll, chance in follower.chances_of(0).items()
              if DieFace.THREE in roll.faces}  # fmt: skip
    assert str(max(likely, key=lambda roll: likely[roll])) == "3:remove"
    assert follower.steps[0].verdict is None


def test_a_start_roll_that_was_overlooked_is_placed_where_time_passed() -> None:
    thrower, follower = Thrower(), FollowerWithDice(players=4)
    for time, face in ((1.0, "2"), (3.0, "3"), (7.0, "4")):
        follower = follower.see_dice(rolled(thrower.dice(face), time), whole=True)
    board = Board.from_text("0,0a 1,0c 0,1b 1,1a")
    follower = show(show(follower, Board(), 8.0), board, 9.0).finish()[0]
    played = played_game(follower, ("Anna", "Ben", "Cleo", "Dan"))
    assert played is not None and played.game.players[played.game.history[0].mover] == "Dan"
