"""Boards in, moves out: what digitising makes of pauses, hands and doubts."""

from __future__ import annotations

from palago.engine.palago.game import GameOptions
from palago.engine.palagonia.actions import Lay
from palago.engine.palagonia.follower import ActionStep
from palago.engine.records.replay import replay
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.observation import Observation
from palago.vision.readings.naming import Naming
from palago.vision.readings.reading import Reading, TileReading
from palago.vision.readings.warnings import HARD_TO_NAME
from palago.webui.watching.digitised_record import record_of
from palago.webui.watching.digitising import digitise_palago, digitise_palagonia
from palago.webui.watching.sightings import Sighting

START = Board.from_text("0,0a 1,0c 0,1b 1,1a")
TILES = Tile(2, 0, 0), Tile(2, 1, 2), Tile(2, -1, 4)


def shown(time: float, board: Board) -> Sighting:
    return Sighting(time, f"{time}", Observation(board))


def quiet(time: float) -> Sighting:
    return Sighting(time, f"{time}")


def actions(*sightings: Sighting) -> list[ActionStep]:
    game = digitise_palagonia(sightings, aligned=True, patience=3.0)
    return [step for step in game.steps if isinstance(step, ActionStep)]


def test_a_turn_is_over_when_nothing_happens_and_no_hand_is_there() -> None:
    two = START.place(TILES[0]).place(TILES[1])
    three = two.place(TILES[2])
    steps = actions(shown(0, START), shown(5, two), quiet(7), quiet(8.5), shown(12, three))
    assert steps[0].action == Lay(TILES[:2]) and steps[0].time == 5
    # The same, but a hand is over the board all the time: it is one turn that goes on.
    steps = actions(shown(0, START), shown(5, two), quiet(7), shown(12, three))
    assert [step.action for step in steps] == [Lay(TILES)]


def test_the_first_lay_of_a_film_that_begins_with_an_empty_table_is_an_action() -> None:
    half = Board.from_text("0,0a 1,0c")
    film = [shown(5, half), shown(7, START), quiet(8), quiet(11)]
    game = digitise_palagonia(film, aligned=True, patience=3.0)
    assert [step.after for step in game.steps] == [START]
    assert not game.to_check
    record = record_of(game, "club night", None)
    assert len(record.moves) == 1 and not record.start
    assert record.moves[0].extra["seconds"] == 7
    replayed = replay(record)
    assert not replayed.problems and replayed.position is not None
    assert replayed.position.board == START


def test_a_board_that_lies_there_when_a_film_begins_was_not_laid_in_it() -> None:
    game = digitise_palagonia([shown(1, START), quiet(9)], aligned=True, patience=3.0)
    assert not game.steps and record_of(game, "club night", None).start == START


def test_a_film_in_which_no_board_was_seen_says_so() -> None:
    for game in (
        digitise_palagonia([quiet(1), quiet(9)], aligned=True, patience=3.0),
        digitise_palago([quiet(1), quiet(9)], GameOptions(), aligned=True),
    ):
        assert not game.steps
        assert "no board was seen" in game.to_check[0].sentences[0]


def reading(text: str, gap: int) -> Reading:
    """A reading whose two colours differ in lightness hardly at all, or clearly."""
    tiles = tuple(
        TileReading(tile.q, tile.r, tile.rotation, 0.99, (0.0, 0.0), ((0.0, 0.0),) * 6)
        for tile in Board.from_text(text)
    )
    return Reading(
        None,
        10,
        10,
        (100 + gap, 100, 100),
        (100, 100, 100),
        tiles,
        notes=(HARD_TO_NAME,) if gap < 20 else (),
    )


def game_in(gap: int) -> list[Sighting]:
    found, naming = [], Naming()
    for time, text in enumerate(("0,0a 1,0c", "0,0a 1,0c 0,1b 1,1a")):
        seen = reading(text, gap)
        naming = naming.added(seen)
        found.append(Sighting(time, f"{time}", seen.observation(), seen, b"", naming=naming))
    return found


def test_a_doubt_about_the_colours_is_one_entry_for_the_whole_game() -> None:
    game = digitise_palago(game_in(gap=2), GameOptions(), aligned=True)
    assert len(game.steps) == 2 and not any(step.needs_a_look for step in game.steps)
    assert len(game.to_check) == 1 and "lighter" in game.to_check[0].sentences[0]
    record = record_of(game, "club night", None)
    assert all(turn.confidence is not None and turn.confidence < 0.95 for turn in record.moves)


def test_an_answer_settles_the_colours_of_the_whole_game() -> None:
    plain = digitise_palago(game_in(gap=2), GameOptions(), True, are_crossed=False)
    other = digitise_palago(game_in(gap=2), GameOptions(), True, are_crossed=True)
    assert plain.to_check == other.to_check == []
    boards = [[step.after.board for step in game.steps] for game in (plain, other)]
    assert boards[0][-1] == Board.from_text("0,0a 1,0c 0,1b 1,1a")
    assert [b.canonical() for b in boards[0]] != [b.canonical() for b in boards[1]]
    for game in (plain, other):
        record = record_of(game, "club night", None)
        assert all(turn.confidence is not None and turn.confidence > 0.95 for turn in record.moves)


def test_clear_colours_are_not_asked_about() -> None:
    assert digitise_palago(game_in(gap=80), GameOptions(), aligned=True).to_check == []
