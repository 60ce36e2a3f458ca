"""A camera referees a game on the dashboard: what it confirms, and what it leaves to people."""

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest
from palago.calibration.arrays import Picture
from palago.calibration.profiles import tile_set_profiles
from palago.calibration.sets.fit import measure_tile_set
from palago.engine.tiles.board import Board
from palago.vision.readings.reading import Reading
from palago.vision.readings.warnings import HARD_TO_NAME
from palago.vision.tracking.events import EventKind
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from palago.webui.app import services_of
from palago.webui.jobs.calibration import measured_tiles
from palago.webui.profile_choice import FrameReader
from palago.webui.tables.sight import Sight
from palago.webui.watching.live_session import LiveSession
from palago.webui.watching.live_sessions import LiveSessions
from stage_reader import StageReader
from watching.live_pictures import readings_shown

BOARDS = tuple(
    Board.from_text(text)
    for text in ("0,0a 1,0c", "0,0a 1,0c 0,1b 1,1a", "0,0a 1,0c 0,1b 1,1a -1,1c -1,2a")
)
ACTS = (
    Act(BOARDS[0], wait=2.5),
    Act(BOARDS[1], ((0, 1), (1, 1)), wait=2.5),
    Act(BOARDS[2], ((-1, 1), (-1, 2)), wait=2.5),
)

Frames = Iterator[tuple[float, Picture]]


class Table:
    """A staged table, watched by a session; ``doubted`` is what the reader makes of its colours."""

    def __init__(
        self, app: Any, doubted: bool = False, acts: Sequence[Act] = ACTS, seed: int = 2
    ) -> None:
        self.parts = services_of(app)
        self.game = self.parts.desk.start({"kind": "palago", "title": "Live", "options": {}})
        self.reader = StageReader(StagedTable(seed, width=640, height=360), acts)
        self.doubted = doubted
        self.session = LiveSession(self.parts, self.game, self._read)
        self.frames = self._frames()

    def _frames(self) -> Frames:
        return self.reader.film(6.0)

    def _read(self, frame: Picture) -> Reading:
        reading = self.reader(frame)
        if not self.doubted:
            return reading
        tiles = tuple(replace(tile, confidence=0.55) for tile in reading.tiles)
        return replace(
            reading, tiles=tiles, white=(90, 110, 60), blue=(90, 109, 60), notes=(HARD_TO_NAME,)
        )

    def watch(self, until: float = 1e9, do: str | None = None) -> None:
        """Watch; once ``until`` is reached, a person changes the game as ``do`` says."""

        def frames() -> Frames:
            done = False
            for moment, frame in self.frames:
                if moment >= until and not done:
                    done = True
                    self._change(do)
                yield moment, frame

        self.session.run(frames(), threading.Event())

    def _change(self, what: str | None) -> None:
        if what == "flip":
            self.parts.desk.change(self.game, "colours_flipped", {}, None)
        elif what == "confirm":
            state = self.parts.desk.state(self.game)
            moves = list(state.verdict.actions)
            self.parts.desk.change(self.game, "move_confirmed", {"moves": moves}, None)

    @property
    def agreed(self) -> list[Board]:
        """The boards after the moves that were agreed on."""
        return [entry.board for entry in self.parts.desk.state(self.game).play.entries]


def same(boards: list[Board], truths: tuple[Board, ...]) -> bool:
    return [b.canonical() for b in boards] == [b.canonical() for b in truths]


def test_nothing_counts_once_the_camera_is_off(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(app)
    cameras, say = LiveSessions(table.parts), table.session._say_state
    counted: list[int] = []

    def switch_off() -> None:
        cameras.stop(table.game)
        counted.append(len(table.agreed))

    off = threading.Thread(target=switch_off)

    def say_state(events: Any) -> None:
        if any(event.kind is EventKind.BOARD_CHANGED for event in events) and off.ident is None:
            off.start()
            off.join(0.5)  # somebody is quick: the frame is seen, its turn not yet confirmed
        say(events)

    monkeypatch.setattr(table.session, "_say_state", say_state)
    monkeypatch.setattr(LiveSession, "begin", lambda *_: table.session)
    cameras.start(table.game, table.frames)
    while cameras.is_watched(table.game):
        time.sleep(0.05)
    off.join()
    assert counted == [len(table.agreed)]


def test_a_camera_takes_over_from_one_that_is_ending_and_says_where_one_still_watches(
    client: Any, app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    address, hub = f"/api/v1/games/{game}/watch", services_of(app).live
    on, said = threading.Event(), list[str]()

    def frames(source: str) -> Iterator[tuple[float, None]]:
        said.append(source)
        on.set()
        while True:
            time.sleep(0.2)
            yield 0.0, None

    monkeypatch.setattr("palago.vision.photos.frames.coming_back", frames)
    assert client.post(address, json={"camera": 0}).status_code == 201
    assert on.wait(5)
    refused = client.post(address, json={"camera": 1})
    assert refused.status_code == 503 and "still watches" in refused.json["error"]["message"]
    client.delete(address)
    assert client.post(address, json={"camera": 1}).status_code == 201
    while hub.state(game) is None:
        time.sleep(0.05)
    assert said == ["0", "1"]
    client.delete(address)


def test_sure_moves_are_confirmed_without_a_tap(app: Any) -> None:
    table = Table(app)
    table.watch()
    assert same(table.agreed, BOARDS)


def test_the_last_palagem_is_taken_off_when_a_camera_confirms_it(app: Any) -> None:
    acts = (
        Act(BOARDS[1], ((0, 1), (1, 1)), wait=1.2),
        Act(Board.from_text("0,0a 1,0c"), ((0, 1), (1, 1)), wait=3.0),
        Act(Board(), ((0, 0), (1, 0)), wait=3.0),
    )
    table = Table(app, acts=acts)
    names = {"players": ["Ann", "Bob"]}
    table.game = table.parts.desk.start({"kind": "palagem", "title": "Live", "options": names})
    table.session = LiveSession(table.parts, table.game, table.reader)
    game, client = f"/api/v1/games/{table.game}", app.test_client()
    client.post(f"{game}/changes", json={"change": "choose", "palagem": "aaaa"})
    table.watch()
    shown = client.get(game).json
    assert (shown["board"], shown["verdict"]["text"]) == ("", "Ann plays"), "the field is empty"


def test_the_live_picture_says_which_tiles_are_unsure(app: Any) -> None:
    table = Table(app)

    def read(frame: Picture) -> Reading:
        reading = table.reader(frame)
        doubted = (
            replace(tile, confidence=0.6, others={2: 0.4}) if tile.cell == (0, 0) else tile
            for tile in reading.tiles
        )
        return replace(reading, tiles=tuple(doubted))

    with table.parts.live.watching(table.game) as watcher:
        LiveSession(table.parts, table.game, read).run(table.frames, threading.Event())
        shown = readings_shown(watcher)
    tiles = [tile for reading in shown for tile in reading["tiles"]]
    assert {(tile["q"], tile["r"]) for tile in tiles if tile["unsure"]} == {(0, 0)}
    assert {tile["unsure"] for tile in tiles} == {False, True}


def test_a_turn_that_stays_half_is_shown_in_the_end(app: Any) -> None:
    half = Board.from_text("0,0a 1,0c 0,1b")
    table = Table(app, acts=(ACTS[0], Act(half, ((0, 1),), wait=11.0)))
    table.watch()
    state = table.parts.desk.state(table.game)
    assert len(Sight.of(state.sight).board) == 3 and len(table.agreed) == 1


def test_nothing_is_confirmed_while_nobody_knows_which_colour_is_white(app: Any) -> None:
    table = Table(app, doubted=True)
    table.watch()
    assert table.agreed == []
    sight = Sight.of(table.parts.desk.state(table.game).sight)
    assert sight.photo is not None and HARD_TO_NAME in sight.photo.warnings
    assert not sight.unsure


def test_one_confirmation_settles_the_colours_for_the_game(app: Any) -> None:
    table = Table(app, doubted=True)
    table.watch(until=2.0, do="confirm")
    assert same(table.agreed, BOARDS)


def test_one_change_of_names_settles_the_colours_for_the_game(app: Any) -> None:
    table = Table(app, doubted=True)
    table.watch(until=2.0, do="flip")
    assert len(table.agreed) == len(BOARDS)
    assert not same(table.agreed, BOARDS), "the names are the other way round now"
    sight = table.parts.desk.state(table.game).sight
    assert sight.photo is not None and HARD_TO_NAME not in sight.photo.warnings


def test_names_that_later_readings_put_right_are_put_right_before_anything_is_confirmed(
    app: Any,
) -> None:
    """The first reading takes the darker colour for the lighter one by a hair; later ones see."""
    table, seen = Table(app), []

    def read(frame: Picture) -> Reading:
        reading = table.reader(frame)
        seen.append(len(reading.tiles))
        if len(seen) > 2:
            return reading
        doubted = replace(reading, white=(90, 110, 60), blue=(90, 109, 60), notes=(HARD_TO_NAME,))
        return doubted.crossed()

    table.session.read = read
    table.watch()
    assert same(table.agreed, BOARDS)


def test_frames_are_read_with_the_set_that_matches(tmp_path: Path) -> None:
    frame = StagedTable(1003, tiles_across=12).picture(BOARDS[2])
    plain = FrameReader.as_chosen(str(tmp_path))(frame)
    photo = cv2.imencode(".png", frame)[1].tobytes()
    # This set's White is what looks darker.
    measured = measure_tile_set([measured_tiles(photo)], "ours", white_is_lighter=False)
    assert isinstance(measured, tuple)
    tile_set_profiles(tmp_path).save(measured[0])
    reader = FrameReader.as_chosen(str(tmp_path))
    assert plain.white is not None
    assert reader(frame).blue == plain.white
    assert reader.tile_set is not None and reader.tile_set.name == "ours"
    assert FrameReader.as_chosen(str(tmp_path), tile_set="gone")(frame).blue == plain.white
