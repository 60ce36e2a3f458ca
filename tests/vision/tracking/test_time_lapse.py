"""Films whose clock is not the table's: every turn that two frames show is found."""

import random
from collections.abc import Iterator
from itertools import islice

import cv2
import numpy as np
import pytest
from further_cases import further
from palago.calibration.arrays import Picture
from palago.engine.palago.game import GameOptions, PalagoGame
from palago.engine.tiles.board import Board, Tile
from palago.vision import read
from palago.vision.readings.reading import Reading, TileReading
from palago.vision.tracking.camera.time_lapse import is_same, runs_by_another_clock, stills
from palago.vision.training.scenes.films.acts import (
    PLAIN_LIGHT,
    FilmedHand,
    FilmedPose,
    FilmedScene,
)
from palago.vision.training.scenes.films.videos import StagedTable

Film = list[tuple[float, Picture]]
SIZE = (640, 360)


def time_lapse(seed: int, turns: int, rate: float = 10.0) -> tuple[Film, list[Board]]:
    """A film in which a hand is in every second frame, and each turn clear in two of them."""
    rng, noise = random.Random(seed), np.random.default_rng(seed)
    table = StagedTable(seed, *SIZE, tiles_across=11)
    game = PalagoGame(GameOptions())
    film: Film = []
    boards: list[Board] = []

    def shoot(board: Board, hand: FilmedHand | None) -> None:
        clear = table._filmed(FilmedScene(board, hand, FilmedPose().matrix(*SIZE), PLAIN_LIGHT))
        grain = noise.normal(0, 2, clear.shape).astype(np.int16)
        picture = np.asarray(cv2.add(clear, grain, dtype=cv2.CV_8U), np.uint8)
        film.append((len(film) / rate, picture))

    while len(boards) < turns:
        after = game.play(str(rng.choice(list(islice(game.legal_actions(), 300)))))
        if not all(table.sees(tile.cell, margin=30) for tile in after.board):
            break
        x, y = table.place_of([t.cell for t in after.board if t.cell not in game.board])
        for _ in range(2):
            shoot(after.board, None)
            near = (x + rng.uniform(-40, 40), y + rng.uniform(-40, 40))
            shoot(after.board, FilmedHand(near, rng.uniform(0.6, 1.0), rng.uniform(-15, 15)))
        game = after
        boards.append(game.board)
    return film, boards


@pytest.mark.parametrize("seed", [4, *further([8])])
def test_every_turn_of_a_time_lapse_is_found_once(seed: int) -> None:
    film, boards = time_lapse(seed, 4)
    assert len(boards) >= 3
    assert runs_by_another_clock(film)
    found = [still.reading.to_board() for still in stills(film, read)]
    assert len(found) == len(boards)
    assert all(is_same(one, two) for one, two in zip(found, boards, strict=True))


def test_the_same_film_at_another_speed_gives_the_same_boards() -> None:
    slow, _ = time_lapse(4, 2, rate=3.0)
    fast, _ = time_lapse(4, 2, rate=30.0)
    one, two = ([still.reading.to_board() for still in stills(film, read)] for film in (slow, fast))
    assert one == two


def test_what_hands_leave_to_be_seen_is_no_board_and_two_clear_frames_are_enough() -> None:
    """Hands often reach over the same tiles twice, and one tile may really have been removed."""
    tiles = [Tile(q, 0, 0) for q in range(5)]
    film: Film = []
    shown: dict[bytes, Board] = {}

    def shoot(lying: int, seen: int, *, arm: bool = False) -> None:
        frame = np.full((90, 160, 3), 90, np.uint8)
        for number in range(lying):
            frame[40:48, 20 + 10 * number : 28 + 10 * number] = 200 - 20 * number
        if arm:
            frame[:50, 15 + 10 * seen : 90] = 120 + len(film) % 2
        film.append((len(film) / 10, frame))
        shown[frame.tobytes()] = Board(tiles[:seen])

    laid = [(2, 2), (2, 2), (5, 3), (5, 3), (5, 5), (5, 3), (5, 5)]
    for lying, seen in (*laid, (4, 2), (4, 4), (4, 2), (4, 4)):
        shoot(lying, seen, arm=seen < lying)

    def told(frame: Picture) -> Reading:
        lying = shown[frame.tobytes()]
        seen = (TileReading(t.q, t.r, 0, 0.99, (0.0, 0.0), ()) for t in lying)
        return Reading(None, 160, 90, tiles=tuple(seen))

    assert [len(still.reading.tiles) for still in stills(film, told)] == [2, 5, 4]


def test_a_camera_over_a_table_keeps_the_table_s_time() -> None:
    def film() -> Iterator[tuple[float, Picture]]:
        rng = np.random.default_rng(1)
        table = rng.integers(0, 255, (90, 160, 3)).astype(np.uint8)
        for number in range(200):
            frame = table.copy()
            if number % 50 < 8:  # a hand for under a second of every five
                frame[20:60, 10 + 8 * (number % 50) : 60 + 8 * (number % 50)] = 120
            yield number / 10, frame

    assert not runs_by_another_clock(film())
    assert not runs_by_another_clock([])
