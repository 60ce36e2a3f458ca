"""After a missed turn a camera says what it sees and needs, and goes on by itself."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import pytest
from palago.calibration.arrays import Frame
from palago.engine.tiles.board import Board
from palago.vision.readings.reading import Reading
from palago.vision.training.scenes.films.acts import Act
from palago.webui.api.routes.live import LiveWord
from palago.webui.app import services_of
from palago.webui.texts import LANGUAGES, texts
from palago.webui.watching.live_session import LiveSession, needs_of
from watching.live_pictures import told
from watching.test_live_session import ACTS, BOARDS, Table, same

FOUR_MORE = ((0, 1), (1, 1), (-1, 1), (-1, 2))
RED, GREEN = (230, 60, 60), (40, 200, 90)
SIX_MORE = Board((*BOARDS[2], *Board.from_text("2,0a 3,0a")))


def needs(app: Any, *boards: Board, confirm: int = 1) -> dict[str, Any] | None:
    """What a camera would say of a game whose first boards were confirmed."""
    desk = services_of(app).desk
    game = desk.start({"kind": "palago", "title": "", "options": {}})
    client = app.test_client()
    for number, board in enumerate(boards, start=1):
        desk.change(game, "board_set", board.to_json(), None)
        if number <= confirm:
            client.post(f"/api/v1/games/{game}/changes", json={"change": "confirm"})
    return needs_of(desk.state(game))


def test_each_trouble_is_named_with_what_would_mend_it(app: Any) -> None:
    assert needs(app, BOARDS[0]) is None
    assert needs(app, BOARDS[0], BOARDS[1]) is None, "a legal turn that waits for its confirmation"
    assert needs(app, BOARDS[0], Board((*BOARDS[0], *Board.from_text("0,1b")))) is None, "begun"
    assert needs(app, BOARDS[0], SIX_MORE) == {"key": "missed", "count": 6, "most": 2}
    assert needs(app, BOARDS[0], BOARDS[1], BOARDS[0], confirm=2) == {"key": "gone", "count": 2}
    apart = Board((*BOARDS[0], *Board.from_text("5,0a 6,0a")))
    assert needs(app, BOARDS[0], apart) == {"key": "wrong"}


def said_of(table: Table) -> list[str]:
    """What is said of a live camera while it watches its film; the API and the texts know it."""
    with table.parts.live.watching(table.game) as watcher:
        table.watch()
        said = [state["key"] for state in told(watcher, "live")]
    assert set(said) <= set(get_args(LiveWord))
    return said


def test_pages_have_a_sentence_for_every_word_of_a_live_camera() -> None:
    for language in LANGUAGES:
        assert {f"page.live_{word}" for word in get_args(LiveWord)} <= set(texts(language))


@pytest.mark.parametrize("later", [True, False])
def test_a_tile_that_cannot_be_told_is_said_until_a_later_look_tells_it(
    app: Any, later: bool
) -> None:
    table = Table(app, acts=(ACTS[0], Act(BOARDS[1], ((0, 1), (1, 1)), wait=9.0)))
    looks: list[int] = []

    def read(frame: Any) -> Reading:
        reading = table.reader(frame)
        looks.extend([1] * (len(reading.tiles) == 4))
        if later and len(looks) > 2:
            return reading
        tiles = tuple(
            replace(tile, confidence=0.7, others={2: 0.3}) if tile.cell == (0, 1) else tile
            for tile in reading.tiles
        )
        return replace(reading, tiles=tiles)

    table.session = LiveSession(table.parts, table.game, read)
    said = said_of(table)
    assert "unsure" in said and said[-2] == ("still" if later else "unsure")
    assert same(table.agreed, BOARDS[: 2 if later else 1])


def test_it_goes_on_when_the_table_makes_sense_again(app: Any) -> None:
    acts = (
        Act(BOARDS[0], wait=2.5),
        Act(SIX_MORE, FOUR_MORE, wait=3.5),
        Act(BOARDS[1], FOUR_MORE, wait=3.5),
    )
    table = Table(app, acts=acts)
    said = said_of(table)
    assert "missed" in said
    assert same(table.agreed, BOARDS[:2])


def test_a_camera_without_pictures_is_said_to_give_none_until_it_goes_on(app: Any) -> None:
    table = Table(app)

    def asleep() -> Iterator[tuple[float, Frame | None]]:
        for number, (moment, frame) in enumerate(table.frames):
            later = 60.0 * (number >= 20)
            if number == 20:
                yield moment + later, None
            yield moment + later, frame

    with table.parts.live.watching(table.game) as watcher:
        table.session.run(asleep(), threading.Event())
        said = [state["key"] for state in told(watcher, "live")]
    assert said[said.index("cut") + 1] != "off" and same(table.agreed, BOARDS)


def test_colours_that_are_not_sure_are_said_to_wait_for_a_word(app: Any) -> None:
    said = said_of(Table(app, doubted=True, acts=(Act(BOARDS[0], wait=2.5),)))
    assert said[-2:] == ["names", "off"]


def test_a_turn_in_the_colours_of_another_set_waits_for_a_word(app: Any) -> None:
    table = Table(app, acts=(Act(BOARDS[0], wait=2.5), Act(BOARDS[1], ((0, 1), (1, 1)), wait=4.0)))

    def read(frame: Any) -> Reading:
        reading = table.reader(frame)
        is_later = len(reading.tiles) == 4
        return replace(reading, white=RED, blue=GREEN) if is_later else reading

    table.session = LiveSession(table.parts, table.game, read)
    assert said_of(table)[-2:] == ["asks", "off"]
    assert same(table.agreed, BOARDS[:1])


def test_a_table_that_is_emptied_before_the_game_begins_is_watched_as_it_is(app: Any) -> None:
    every = tuple(BOARDS[1].cells)
    said = said_of(Table(app, acts=(Act(BOARDS[1], wait=2.5), Act(Board(), every, wait=8.0))))
    assert said[-2:] == ["still", "off"], said


def test_an_emptied_table_is_said_until_it_is_as_it_was(app: Any) -> None:
    every = tuple(BOARDS[1].cells)
    acts = (
        Act(BOARDS[0], wait=2.5),
        Act(BOARDS[1], ((0, 1), (1, 1)), wait=2.5),
        Act(Board(), every, wait=4.0),
        Act(BOARDS[0], every, wait=3.0),
        Act(BOARDS[1], ((0, 1), (1, 1)), wait=4.0),
    )
    table = Table(app, acts=acts)
    said = said_of(table)
    assert "cleared" in said and said[-2:] == ["still", "off"]
    assert same(table.agreed, BOARDS[:2])
