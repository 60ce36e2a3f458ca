"""Boards in, moves out: what digitising makes of pauses, hands and doubts."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.following.shots import FinderByBoards
from palago.engine.following.steps import FollowedTurn
from palago.engine.palagonia.actions import Lay, action_refusals
from palago.engine.records.replay import replay
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.observation import Observation
from palago.vision.readings.naming import Naming
from palago.vision.readings.reading import Reading, TileReading
from palago.vision.readings.warnings import HARD_TO_NAME
from palago.webui.digitising.digitise import Digitised, digitise, followed_plug
from palago.webui.digitising.questions import questions_of
from palago.webui.digitising.record import digitised_record
from palago.webui.digitising.settling import Settled
from palago.webui.tables.shots import CameraShot

START = Board.from_text("0,0a 1,0c 0,1b 1,1a")
TILES = Tile(2, 0, 0), Tile(2, 1, 2), Tile(2, -1, 4)


def shown(time: float, board: Board) -> CameraShot:
    return CameraShot(time, f"{time}", Observation(board))


def quiet(time: float) -> CameraShot:
    return CameraShot(time, f"{time}")


def film(kind: str, *shots: CameraShot, are_crossed: bool | None = None) -> Digitised:
    followed = FinderByBoards(followed_plug(kind, {}), {}, is_film=True)
    return digitise(followed, shots, Settled(crossed=are_crossed))


def photos(kind: str, *boards: Board) -> Digitised:
    shots = (shown(float(number), board) for number, board in enumerate(boards))
    return digitise(FinderByBoards(followed_plug(kind, {}), {}, is_film=False), shots)


def actions(*shots: CameraShot) -> tuple[FollowedTurn, ...]:
    return film("palagonia", *shots).steps


def test_a_turn_is_over_when_nothing_happens_and_no_hand_is_there() -> None:
    two = START.place(TILES[0]).place(TILES[1])
    three = two.place(TILES[2])
    steps = actions(shown(0, START), shown(5, two), quiet(7), quiet(8.5), shown(12, three))
    assert steps[0].action == str(Lay.of(TILES[:2])) and steps[0].time == 5
    # The same, but a hand is over the board all the time: it is one turn that goes on.
    steps = actions(shown(0, START), shown(5, two), quiet(7), shown(12, three))
    assert [step.action for step in steps] == [str(Lay.of(TILES))]


def test_the_first_lay_of_a_film_that_begins_with_an_empty_table_is_an_action() -> None:
    half = Board.from_text("0,0a 1,0c")
    game = film("palagonia", shown(5, half), shown(7, START), *map(quiet, (8, 9.5, 11)))
    assert [step.after.board for step in game.steps] == [START]
    assert not game.to_check
    record = digitised_record(game, "club night", None)
    assert len(record.moves) == 1 and not record.start
    assert record.moves[0].extra["seconds"] == 7
    replayed = replay(record)
    assert not replayed.problems and replayed.position is not None
    assert replayed.position.board == START


def test_a_board_that_lies_there_when_a_film_begins_was_not_laid_in_it() -> None:
    game = film("palagonia", shown(1, START), quiet(9))
    assert not game.steps and digitised_record(game, "club night", None).start == START


def test_a_film_in_which_no_board_was_seen_says_so() -> None:
    for kind in ("palagonia", "palago"):
        game = film(kind, quiet(1), quiet(9))
        assert not game.steps
        assert "no board was seen" in game.to_check[0].sentences[0]
        # No answer would change that, so none is offered.
        assert [question["answers"] for question in questions_of(game)] == [[]]


def reading(text: str, gap: int) -> Reading:
    """A reading whose two colours differ in lightness hardly at all, or clearly."""
    tiles = tuple(
        TileReading(tile.q, tile.r, tile.rotation, 0.99, (0.0, 0.0), ((0.0, 0.0),) * 6)
        for tile in Board.from_text(text)
    )
    notes = (HARD_TO_NAME,) if gap < 20 else ()
    return Reading(None, 10, 10, (100 + gap, 100, 100), (100, 100, 100), tiles, notes=notes)


def game_in(gap: int) -> list[CameraShot]:
    found, naming = [], Naming()
    for time, text in enumerate(("0,0a 1,0c", "0,0a 1,0c 0,1b 1,1a")):
        seen = reading(text, gap)
        naming = naming.added(seen)
        found.append(CameraShot(time, f"{time}", seen.observation(), seen, b"", naming=naming))
    return found


def test_a_doubt_about_the_colours_is_one_entry_for_the_whole_game() -> None:
    game = film("palago", *game_in(gap=2))
    assert len(game.steps) == 2 and not any(step.needs_a_look for step in game.steps)
    assert len(game.to_check) == 1 and "lighter" in game.to_check[0].sentences[0]
    record = digitised_record(game, "club night", None)
    assert all(turn.confidence is not None and turn.confidence < 0.95 for turn in record.moves)
    assert film("palago", *game_in(gap=80)).to_check == ()


def test_in_palagonia_nobody_is_asked_which_colour_is_white() -> None:
    game = film("palagonia", *game_in(gap=2))
    assert game.steps and game.names_are_sure
    assert not any("lighter" in str(entry.sentences) for entry in game.to_check)


def test_an_answer_settles_the_colours_of_the_whole_game() -> None:
    plain = film("palago", *game_in(gap=2), are_crossed=False)
    other = film("palago", *game_in(gap=2), are_crossed=True)
    assert plain.to_check == other.to_check == ()
    boards: list[list[Any]] = [[s.after.board for s in game.steps] for game in (plain, other)]
    assert boards[0][-1] == Board.from_text("0,0a 1,0c 0,1b 1,1a")
    assert [b.canonical() for b in boards[0]] != [b.canonical() for b in boards[1]]
    for game in (plain, other):
        record = digitised_record(game, "club night", None)
        assert all(turn.confidence is not None and turn.confidence > 0.95 for turn in record.moves)


APART = Tile(0, -1, 0), Tile(2, 1, 0)  # no lay: they do not touch each other
BETWEEN = Tile(1, -1, 0), Tile(2, -1, 2), Tile(2, 0, 0)


def test_an_unlawful_lay_is_never_joined_in_silence_with_the_next_one() -> None:
    """Of two lays the first breaks a rule; both together would be one lawful lay of five."""
    wrong = Board((*START, *APART))
    whole = Board((*wrong, *BETWEEN))
    assert action_refusals(START, Lay.of(APART)) and not action_refusals(
        START, Lay.of(APART + BETWEEN)
    )
    game = photos("palagonia", START, wrong, whole)
    named = {entry.source: " ".join(entry.sentences) for entry in game.to_check}
    assert "No turn ends" in named["1.0"] and "not connected" in named["1.0"]
    assert "Perhaps two turns" in named["2.0"] and str(Lay.of(BETWEEN)) in named["2.0"]
    joined = game.steps[-1]
    assert joined.after.board == whole and joined.needs_a_look
    assert digitised_record(game, "club night", None).moves[-1].check


def test_tiles_that_lie_apart_for_long_in_a_film_are_asked_about_too() -> None:
    wrong = Board((*START, *APART))
    whole = Board((*wrong, *BETWEEN))
    rest = [quiet(5 + step / 2) for step in range(10)]
    later = [quiet(13 + step / 2) for step in range(10)]
    game = film("palagonia", shown(0, START), shown(5, wrong), *rest, shown(12.5, whole), *later)
    assert [step.after.board for step in game.steps] == [whole]
    assert "Perhaps two turns" in " ".join(game.to_check[0].sentences)


@pytest.mark.parametrize("tiles", ["0,0a 1,0c", "0,0a 1,0c 0,1b", "0,0a 1,0c 0,1b 1,1a 2,0a"])
def test_a_first_photo_of_few_tiles_is_offered_as_the_first_lay(tiles: str) -> None:
    first = Board.from_text(tiles)
    game = photos("palagonia", first)
    (step,) = game.steps
    assert step.action == str(Lay.of(first.tiles)) and step.after.board == first
    assert "first turn of all" in " ".join(game.to_check[0].sentences)
    record = digitised_record(game, "club night", None)
    assert not record.start and replay(record).position is not None


def test_a_first_photo_of_many_tiles_is_where_the_game_goes_on_from() -> None:
    six = Board((*START, *TILES[:2]))
    game = photos("palagonia", six)
    assert not game.steps and digitised_record(game, "club night", None).start == six
    assert "had begun" in game.to_check[0].sentences[0]


@settings(max_examples=12)
@given(st.sampled_from(["palago", "palagonia"]), st.integers(0, 10_000))
def test_each_photo_ends_a_turn_or_is_named(kind: str, seed: int) -> None:
    """Whatever lies on the table: tiles are laid, turned and taken, by the rules or not."""
    rng = random.Random(seed)
    board = Board.from_text("0,0a 1,0c")
    boards = [board]
    for _ in range(6):
        for _ in range(rng.randrange(1, 4)):
            cell = rng.choice(board.frontier())
            board = board.place(Tile(*cell, rng.choice((0, 2, 4))))
        if rng.random() < 0.3:
            board = board.remove(rng.choice(sorted(board.cells)))
        if rng.random() < 0.2:
            cell = rng.choice(sorted(board.cells))
            board = board.turn(cell, (board[cell].rotation + 2) % 6)
        boards.append(board)
    game = photos(kind, *boards)
    ends = {step.after.board for step in game.steps} | {game.follower.start_board}
    for part in game.follower.shown:
        seen = part.verdict.board  # as it lies in the game's frame
        is_half = any(
            set(step.before.board) < set(seen) < set(step.after.board) for step in game.steps
        )
        is_told = seen in ends or part.sighting.source in game.named
        assert is_told or (kind == "palago" and is_half)
    assert {f"{float(n)}" for n in range(1, len(boards))} <= {
        part.sighting.source for part in game.follower.shown
    }
