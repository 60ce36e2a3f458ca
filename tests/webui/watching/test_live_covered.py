"""What a live camera says, and draws, while the board is not to be seen as it was read."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cv2
import pytest
from palago.calibration.arrays import Picture
from palago.engine.tiles.board import Board
from palago.vision.readings.reading import Reading
from palago.vision.training.scenes.films.acts import Act
from watching.live_pictures import told
from watching.test_live_session import ACTS, BOARDS, Table, same

PAPER = (5.5, 15.5)
"""Seconds between which a newspaper lies on the board."""
PLAIN = 1003
"""A table on which there is nothing to be followed but the tiles."""


class CoveredTable(Table):
    """A table on which a newspaper lies for a while, over a share of the board; ``shown`` are what
    was said last and the cells outlined in each picture that pages were sent, ``said_at`` when each
    word was said first."""

    def __init__(self, app: Any, share: float, seed: int = 2) -> None:
        acts = (ACTS[0], Act(BOARDS[1], ((0, 1), (1, 1)), wait=16.0))
        super().__init__(app, acts=acts, seed=seed)
        places = [self.reader.stage.place_of([cell]) for cell in BOARDS[1].cells]
        xs, ys = [x for x, _ in places], [y for _, y in places]
        self.left, self.top = round(min(xs)) - 40, round(min(ys)) - 40
        self.right = round(self.left + share * (max(xs) + 40 - self.left))
        self.bottom = round(max(ys)) + 40
        self.is_covered = False
        self.shown: list[tuple[str, set[tuple[int, int]] | None]] = []
        self.said_at: dict[str, float] = {}

    def _frames(self) -> Iterator[tuple[float, Picture]]:
        for moment, frame in super()._frames():
            self.is_covered = PAPER[0] <= moment < PAPER[1]
            self.said_at.setdefault(
                (self.parts.live.state(self.game) or {"key": ""})["key"], moment
            )
            yield moment, self._papered(frame) if self.is_covered else frame

    def _papered(self, frame: Picture) -> Picture:
        papered = frame.copy()
        cv2.rectangle(papered, (self.left, self.top), (self.right, self.bottom), (200,) * 3, -1)
        return papered

    def _read(self, frame: Picture) -> Reading:
        reading = super()._read(frame)
        if not self.is_covered:
            return reading
        seen = (
            tile
            for tile in reading.tiles
            if not (self.left < tile.center[0] < self.right)
            or not (self.top < tile.center[1] < self.bottom)
        )
        return replace(reading, tiles=tuple(seen))

    def watch_pages(self) -> None:
        """Watch the film, and keep what pages are told."""
        with self.parts.live.watching(self.game) as watcher:
            self.watch()
            said = ""
            while (message := watcher.take(0)) is not None:
                if message.name == "live":
                    said = message.data["key"]
                elif message.name == "picture":
                    reading = message.data["reading"]
                    cells = reading and {(tile["q"], tile["r"]) for tile in reading["tiles"]}
                    self.shown.append((said, cells))


@pytest.mark.parametrize("share", [0.675, 1.0])
def test_a_board_under_a_newspaper_is_said_to_be_covered_until_it_is_lifted(
    app: Any, share: float
) -> None:
    table = CoveredTable(app, share)
    table.watch_pages()
    said = [word for word, _ in table.shown]
    assert "covered" in said and "lost" not in said
    assert said[-1] == "still" and same(table.agreed, BOARDS[:2])
    outlined = dict(table.shown)
    assert outlined["still"] == set(BOARDS[1].cells)
    assert outlined["hand"] is outlined["covered"] is None, "a reading over what is not the board"
    assert said[said.index("covered") - 1] == "changed", "what lies still is called no hand"


def test_on_a_plain_table_the_rim_of_the_picture_tells_that_the_board_is_covered(app: Any) -> None:
    table = CoveredTable(app, 1.0, PLAIN)
    table.left, table.top, table.right, table.bottom = 25, 25, 615, 335
    table.watch_pages()
    said = {word for word, _ in table.shown}
    assert "covered" in said and "lost" not in said
    assert table.shown[-1][0] == "still" and same(table.agreed, BOARDS[:2])


def test_a_tile_that_stays_hidden_or_was_pushed_away_is_soon_said(app: Any) -> None:
    table = CoveredTable(app, 0.45)
    table.watch_pages()
    assert table.said_at["gone"] < PAPER[0] + 3.0, "what no arm leads to is no hand"
    assert ("gone", {(1, 0), (1, 1)}) in table.shown, "the reading over what hides the others"
    assert table.shown[-1][0] == "still" and same(table.agreed, BOARDS[:2])


def test_a_hand_that_rests_on_the_board_for_some_seconds_covers_nothing(app: Any) -> None:
    acts = (Act(BOARDS[1], wait=2.0), Act(BOARDS[1], ((1, 0),), rest=5.0, wait=2.0))
    table = Table(app, acts=acts)
    with table.parts.live.watching(table.game) as watcher:
        table.watch()
        assert not {state["key"] for state in told(watcher, "live")} & {"gone", "covered"}


def test_half_a_turn_is_said_quietly_with_what_is_owed(app: Any) -> None:
    half = Board.from_text("0,0a 1,0c 0,1b")
    acts = (ACTS[0], Act(half, ((0, 1),), wait=5.0), Act(BOARDS[1], ((1, 1),), wait=2.5))
    table = Table(app, acts=acts)
    with table.parts.live.watching(table.game) as watcher:
        table.watch()
        states = told(watcher, "live")
    assert {"key": "begun", "count": 1, "owed": 1} in states
    assert not {state["key"] for state in states} & {"wrong", "asks", "gone", "missed"}
    assert states[-2:] == [{"key": "still"}, {"key": "off"}]
    assert same(table.agreed, BOARDS[:2])
    laid = [e for e in table.parts.events.events(table.game) if e.kind == "photo_read"]
    assert [len(event.data["reading"]["tiles"]) for event in laid] == [2, 4]
