"""What a camera makes of a last turn that lies otherwise now, and of a game that goes on anew."""

from typing import Any

from palago.engine.tiles.board import Board
from palago.vision.training.scenes.films.acts import Act
from watching.test_live_needs import said_of
from watching.test_live_session import ACTS, BOARDS, Frames, Table, same

TURNED = Board.from_text("0,0a 1,0c 0,1a 1,1a")
AND_LAID = Board((*TURNED, *Board.from_text("-1,1a -1,2a")))
LAST = tuple(Board.from_text("-1,1a -1,2a").cells)


def test_a_tile_turned_while_the_next_ones_are_laid_is_asked_about(app: Any) -> None:
    table = Table(app, acts=(*ACTS[:2], Act(AND_LAID, ((0, 1), *LAST), wait=4.0)))
    said = said_of(table)
    assert same(table.agreed, BOARDS[:2]), "nothing that was agreed on changes in silence"
    verdict = table.parts.desk.state(table.game).verdict
    assert "The tile at 0,1 was turned; it lay there before." in str(verdict)
    assert said[-2:] == ["touched", "off"]


def test_a_tile_touched_and_laid_back_changes_nothing(app: Any) -> None:
    as_it_lay = Board((*BOARDS[1], *Board.from_text("-1,1c -1,2a")))
    acts = (
        *ACTS[:2],
        Act(Board((*TURNED, *Board.from_text("-1,1c -1,2a"))), ((0, 1), *LAST), wait=4.0),
        Act(as_it_lay, ((0, 1),), wait=4.0),
    )
    table = Table(app, acts=acts)
    table.watch()
    assert same(table.agreed, (*BOARDS[:2], as_it_lay))


def test_it_was_put_right_where_it_lies_so_without_the_new_tiles(app: Any) -> None:
    acts = (
        *ACTS[:2],
        Act(AND_LAID, ((0, 1), *LAST), wait=3.0),
        Act(TURNED, LAST, wait=3.0),
        Act(AND_LAID, LAST, wait=3.0),
    )
    table = Table(app, acts=acts)
    table.watch()
    assert same(table.agreed, (BOARDS[0], TURNED, AND_LAID))


def test_a_turn_put_right_before_play_goes_on_is_taken_anew_and_said(app: Any) -> None:
    table = Table(app, acts=(*ACTS[:2], Act(TURNED, ((0, 1),), wait=4.0)))
    said = said_of(table)
    assert same(table.agreed, (BOARDS[0], TURNED))
    assert said[-2:] == ["mended", "off"]


def place(table: Table, event: dict[str, Any] | None) -> None:
    """Have the game's place in a club night tell a result by hand, or none."""
    table.parts.desk.change(table.game, "options_changed", {"event": event}, None)


def test_what_was_laid_while_a_game_was_over_counts_once_that_is_taken_back(app: Any) -> None:
    table = Table(app, acts=(*ACTS, Act(BOARDS[2], ((0, 0),), wait=12.0)))
    frames = table.frames

    def watched() -> Frames:
        done: list[str] = []
        for moment, frame in frames:
            if not done and len(table.agreed) == 2:
                done.append("resigned")
                table.parts.desk.change(table.game, "resigned", {"by": "white"}, None)
            elif len(done) == 1 and moment > 15.0:
                done.append("undone")
                table.parts.desk.change(table.game, "undone", {}, None)
                place(table, {"id": "night", "round": 1, "table": 1, "score": [0, 1]})
            elif len(done) == 2 and moment > 16.0:
                done.append("taken back")
                assert len(table.agreed) == 2
                place(table, None)
            yield moment, frame

    table.frames = watched()
    table.watch()
    assert same(table.agreed, BOARDS)


def put_right_meanwhile(app: Any, table: Table, frames: Frames, moves: int) -> Frames:
    """The table's frames; once so many moves are agreed on the second one is put right."""
    desk, client = table.parts.desk, app.test_client()
    for moment, frame in frames:
        known = desk.state(table.game)
        if len(table.agreed) == moves and not known.corrected:
            tile = next(t for t in known.playing.entries[1].board if (t.q, t.r) == (0, 1))
            turned = {"q": 0, "r": 1, "rotation": (tile.rotation + 2) % 6}
            changes = [{"change": "turn_tile", **turned}, {"change": "confirm"}]
            body = {"version": desk.store.version(table.game), "move": 2, "changes": changes}
            answer = client.post(f"/api/v1/games/{table.game}/corrections", json=body)
            assert answer.json["correction"]["is_stored"], answer.json
        yield moment, frame


def test_a_record_that_is_put_right_meanwhile_stays_so(app: Any) -> None:
    """Though the camera goes on seeing the table as before: it takes nothing back."""
    table = Table(app, acts=(*ACTS, Act(BOARDS[2], ((0, 0),), wait=6.0)))
    table.frames = put_right_meanwhile(app, table, table.frames, len(BOARDS))
    table.watch()
    entries = table.parts.desk.state(table.game).playing.entries
    assert [bool(entry.read_as) for entry in entries] == [False, True, False]


def test_a_last_turn_that_lies_otherwise_than_it_was_put_right_is_asked_about(app: Any) -> None:
    """A tile of it is turned once more: that may be a player, or how it lay all the time."""
    table = Table(app, acts=(*ACTS[:2], Act(TURNED, ((0, 1),), wait=6.0)))
    table.frames = put_right_meanwhile(app, table, table.frames, 2)
    said = said_of(table)
    state = table.parts.desk.state(table.game)
    assert [bool(entry.read_as) for entry in state.playing.entries] == [False, True]
    assert "mended" not in said and said[-2] == "touched"
    assert "The tile at 0,1 was turned" in str(state.verdict)
