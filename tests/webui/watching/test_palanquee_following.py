"""Palanquée followed by a camera: a film becomes a record, a live game is refereed."""

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from asking import new_game
from board_photos import MARGIN, SCALE, picture_of
from palago.engine.following.follower import Follower
from palago.engine.following.shots import FinderByBoards
from palago.engine.following.steps import NewsKind, Sighting
from palago.engine.games.protocols import Start
from palago.engine.games.registry import plug_of
from palago.engine.palanquee.play.game import PalanqueeTurn
from palago.engine.palanquee.table.board import CELL_NAMES, cell_from_name, cell_name
from palago.engine.palanquee.table.drawn import HEIGHT, WIDTH, drawings_of
from palago.engine.palanquee.table.pieces import Piece, Pieces
from palago.engine.palanquee.table.seen import SeenBoard
from palago.engine.records.replay import replay
from palago.vision.counters.reader import GameReader, read_counters
from palago.vision.counters.readings.reading import BoardReading, CounterReading
from palago.vision.readings.warnings import CellWarning
from palago.vision.tracking import limits
from palago.vision.tracking.events import EventKind, WatchingPhase
from palago.vision.tracking.printed import PrintedBoardTracker
from palago.webui.app import services_of
from palago.webui.digitising.digitise import digitise
from palago.webui.digitising.record import digitised_record
from palago.webui.tables.shots import from_frames
from palago.webui.watching.live_board import LiveBoardSession
from palanquee_positions import chosen_action
from printed_boards import printed_board, seen_from_aside, with_counters
from watching.live_pictures import readings_shown

PLUG = plug_of("palanquee")
FRAME_SECONDS = 0.2


def boards_of_a_game(seed: int, turns: int) -> list[list[Pieces]]:
    """For each turn the boards that are seen in it, the last one at its end."""
    rng = random.Random(seed)
    game = PalanqueeTurn.start(("blue", "green", "red"))
    found = []
    for _ in range(turns):
        boards = []
        while actions := game.legal_actions():
            game = game.play(chosen_action(rng, actions, game))
            boards.append(game.position.pieces.lying)
        found.append(boards)
        game = game.end_turn()
        if game.outcome:
            break
    return found


def follow(boards: list[Pieces], **more: Any) -> tuple[Follower, list[NewsKind | None]]:
    colours = PLUG.following.agreed({}, [SeenBoard(board) for board in boards])
    follower, told = Follower(PLUG, colours, **more), []
    for number, board in enumerate(boards):
        sighting = Sighting(SeenBoard(board), 5.0 * number, str(number), aligned=True)
        follower, news = follower.observe(sighting)
        told.append(None if news is None else news.kind)
    return follower, told


@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_followed_board_by_board(seed: int) -> None:
    turns = boards_of_a_game(seed, 15)
    follower, _ = follow([board for boards in turns for board in boards])
    assert len(follower.steps) == len(turns)
    assert follower.lies(follower.game) == turns[-1][-1]


def test_nobody_says_how_many_pieces_a_turn_still_lays_where_it_may_lay_any() -> None:
    turns = boards_of_a_game(0, 5)
    follower, _ = follow([boards[-1] for boards in turns[:-1]])
    part = follower.judge(Sighting(SeenBoard(turns[-1][0]), 60.0, "part", aligned=True))
    assert follower.begun_turn(part) is None


def test_photos_of_whole_turns_are_enough() -> None:
    turns = boards_of_a_game(11, 12)
    follower, _ = follow([boards[-1] for boards in turns], on_purpose=True)
    assert len(follower.steps) == len(turns) and not follower.passed_over


def test_a_turn_that_is_seen_dimly_is_kept_and_marked_once_play_goes_on() -> None:
    turns = boards_of_a_game(3, 12)
    boards = [Pieces(), *(board for boards in turns for board in boards)]
    ends = {board for k, boards in enumerate(turns) if k % 3 == 0 for board in boards}
    follower = Follower(PLUG, PLUG.following.agreed({}, [SeenBoard(board) for board in boards]))
    for number, (before, board) in enumerate(zip(boards[:1] + boards, boards, strict=False)):
        fresh = {piece.cell for piece in set(board) - set(before)} if board in ends else set()
        seen = SeenBoard(board, dict.fromkeys(fresh, 0.9))
        follower, _ = follower.observe(Sighting(seen, 5.0 * number, str(number), aligned=True))
    follower, _ = follower.finish()
    assert len(follower.steps) == len(turns)
    assert follower.lies(follower.game) == turns[-1][-1]
    assert [step.needs_a_look for step in follower.steps[:9]] == [True, False, False] * 3


PINCER = [
    Piece(cell_from_name(cell.rstrip("*")), colour, cell.endswith("*"))
    for colour, cells in (("blue", "M6* L6 M7 L8 K7"), ("green", "I5* J6 K6"))
    for cell in cells.split()
]
#: With this one K6 is taken.
J7 = Piece(cell_from_name("J7"), "blue", False)


def test_taken_pieces_that_still_stand_are_named_and_play_goes_on() -> None:
    before = Pieces.of(PINCER).lying
    start = PLUG.start(Start({"colours": ["blue", "green"]}, before))
    follower = Follower(PLUG, start=start)
    grown = Pieces.of([*PINCER, J7]).lying
    follower, news = follower.observe(Sighting(SeenBoard(grown), 1.0, aligned=True))
    assert news is not None and news.kind is NewsKind.PROBLEM
    assert "Take it from the board" in str(news.sentences[0]) and "K6" in str(news.sentences[0])
    # Green plays before anybody has taken it off, and then it goes.
    later: Any = start.play("grow J7").play("grow I6")
    after = later.position.pieces.lying
    follower, news = follower.observe(Sighting(SeenBoard(after), 9.0, aligned=True))
    assert [step.action for step in follower.steps] == ["grow J7", "grow I6"]
    assert follower.steps[0].needs_a_look and not follower.steps[1].needs_a_look


def board_reading(board: Pieces) -> BoardReading:
    """What a reader reads of a board in the test's pictures."""
    pieces = tuple(map(_read, board))
    size = round(WIDTH * SCALE + 2 * MARGIN), round(HEIGHT * SCALE + 2 * MARGIN)
    corners = tuple(
        (MARGIN + SCALE * x, MARGIN + SCALE * y)
        for x, y in ((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT))
    )
    return BoardReading(None, *size, pieces, corners)


def _read(piece: Piece) -> CounterReading:
    name = cell_name(piece.cell)
    place = drawings_of(name)[0]
    x, y = place.centre
    kind = "seed" if piece.is_seed else "sprout"
    centre = (MARGIN + SCALE * x, MARGIN + SCALE * y)
    return CounterReading(name, piece.colour, kind, 0.99, centre)


class Film:
    """Frames of a table, a hand between two boards; ``read`` reads them."""

    def __init__(self, boards: list[Pieces], seconds: float = 1.6) -> None:
        self.boards = boards
        self.still = round(seconds / FRAME_SECONDS)

    def frames(self) -> Iterator[tuple[float, np.ndarray[Any, Any]]]:
        time = 0.0
        for number, board in enumerate(self.boards):
            picture = picture_of(board)
            picture[:8, :8] = number + 1  # by which the stand-in reader knows it
            for step in range(2):  # a hand that moves over the board
                frame = picture.copy()
                frame[200 + 90 * step : 700, 300:420] = (120, 150, 200)
                yield time, frame
                time += FRAME_SECONDS
            for _ in range(self.still):
                yield time, picture
                time += FRAME_SECONDS

    def read(self, frame: np.ndarray[Any, Any]) -> BoardReading:
        return board_reading(self.boards[int(frame[0, 0, 0]) - 1])


def test_a_film_of_a_printed_board_is_read_and_becomes_a_record(tmp_path: Path) -> None:
    page = printed_board(tmp_path)
    turns = boards_of_a_game(3, 5)
    boards = [Pieces(), *(board for boards in turns for board in boards)]
    stills = [seen_from_aside(with_counters(page, board), turned=False)[0] for board in boards]
    frames = ((FRAME_SECONDS * k, stills[k // 8]) for k in range(8 * len(stills)))
    shots = list(
        from_frames(frames, GameReader(read_counters), with_dice=False, track=PrintedBoardTracker)
    )
    game = digitise(FinderByBoards(PLUG, {"players": ["Ann", "Ben", "Cy"]}, is_film=True), shots)
    record = digitised_record(game, "evening", None)
    found: Any = replay(record)
    assert record.players == ("Ann", "Ben", "Cy") and len(record.moves) == len(turns)
    assert not found.problems and found.position is not None
    assert found.position.position.pieces.lying == turns[-1][-1]


@pytest.mark.parametrize("share", [0.3, 0.8])
def test_what_stays_covered_is_not_drawn_and_most_of_the_pieces_are_said(share: float) -> None:
    board = boards_of_a_game(3, 9)[-1][-1]
    whole, picture = board_reading(board), picture_of(board)
    hidden = {piece.cell for piece in whole.pieces[: round(share * len(whole.pieces))]}
    empty = [name for name in CELL_NAMES if name not in {piece.cell for piece in whole.pieces}]
    papered = picture.copy()
    papered[100:500, 100:500] = 205

    def read(frame: np.ndarray[Any, Any]) -> BoardReading:
        if frame is not papered:
            return whole
        seen = tuple(piece for piece in whole.pieces if piece.cell not in hidden)
        covered = tuple(CellWarning("hidden", (name,)) for name in (*hidden, *empty[:30]))
        return replace(whole, pieces=seen, warnings=covered)

    tracker, drawn = PrintedBoardTracker(read), 0
    said: list[WatchingPhase] = []
    for number in range(70):
        is_papered = 10 <= number < 55
        tracker.feed(papered if is_papered else picture, FRAME_SECONDS * number)
        said += [tracker.phase] if tracker.phase not in said[-1:] else []
        if is_papered and tracker.in_sight is not None:
            drawn = len(tracker.in_sight.pieces)
            assert not hidden & {piece.cell for piece in tracker.in_sight.pieces}
    assert (WatchingPhase.COVERED in said) == (share > 0.5) == (not drawn)
    assert said[-1] is WatchingPhase.WATCHING and tracker.in_sight == whole


def test_a_part_that_is_bare_again_is_hatched_no_longer(client: Any) -> None:
    board = boards_of_a_game(3, 1)[-1][-1]
    game = new_game(client, "palanquee", options={"players": ["Ann", "Ben", "Cy"]})["id"]
    lain = {piece.cell for piece in board_reading(board).pieces}
    empty = [name for name in CELL_NAMES if name not in lain]
    bare, part, papered = (picture_of(board) for _ in range(3))
    papered[100:300, 100:300] = part[100:200, 100:300] = 205
    covered = {id(papered): 9, id(part): 4, id(bare): 0}

    def read(frame: np.ndarray[Any, Any]) -> BoardReading:
        warnings = tuple(CellWarning("hidden", (name,)) for name in empty[: covered[id(frame)]])
        return replace(board_reading(board), warnings=warnings)

    session = LiveBoardSession(services_of(client.application), game, read)
    for begun, frame in enumerate((papered, part, bare)):
        frames = ((FRAME_SECONDS * (20 * begun + k), frame) for k in range(20))
        session.run(frames, threading.Event())
        shown = client.get(f"/api/v1/games/{game}").json
        assert set(shown["seen"]["hidden"]) == set(empty[: covered[id(frame)]])
        assert ("Part of the board is hidden" in str(shown["verdict"])) == (frame is not bare)
        assert len(shown["timeline"]) == 1


def test_paper_that_lies_there_from_the_start_is_no_hand_and_a_doubted_cell_no_news() -> None:
    boards = [Pieces(), Pieces.of([J7])]
    pictures = [picture_of(board) for board in boards]
    doubts = iter(range(1000))

    def read(frame: np.ndarray[Any, Any]) -> BoardReading:
        covered = [*CELL_NAMES[:40], CELL_NAMES[50 + next(doubts) % 9]]
        warnings = tuple(CellWarning("hidden", (name,)) for name in covered)
        return replace(board_reading(boards[frame is pictures[1]]), warnings=warnings)

    tracker, laid_at = PrintedBoardTracker(read), 2.0
    times = [FRAME_SECONDS * number for number in range(150)]
    events = [event for t in times for event in tracker.feed(pictures[t >= laid_at], t)]
    reports = [event for event in events if event.kind is EventKind.BOARD_CHANGED]
    assert [len(event.reading.pieces) for event in reports if event.reading] == [0, 1]
    assert reports[1].time - laid_at < limits.PATIENCE_WITH_HANDS / 4


@pytest.mark.parametrize("dim", [False, True])
def test_a_live_game_is_refereed(client: Any, dim: bool) -> None:
    turns = boards_of_a_game(3, 9)
    game = new_game(client, "palanquee", options={"players": ["Ann", "Ben", "Cy"]})["id"]
    film = Film([Pieces(), *(board for boards in turns for board in boards)])
    parts = services_of(client.application)
    # Now and then a piece is never seen well; nobody taps, and play goes on.
    badly = {cell_name(p.cell) for p in set(turns[6][-1]) - set(turns[5][-1])} if dim else set()

    def read(frame: np.ndarray[Any, Any]) -> BoardReading:
        reading = film.read(frame)
        pieces = (replace(p, confidence=0.9) if p.cell in badly else p for p in reading.pieces)
        return replace(reading, pieces=tuple(pieces))

    with parts.live.watching(game) as watcher:
        LiveBoardSession(parts, game, read).run(film.frames(), threading.Event())
        told = [piece for reading in readings_shown(watcher) for piece in reading["pieces"]]
    assert told and {piece["cell"] for piece in told if piece["unsure"]} == badly
    shown = client.get(f"/api/v1/games/{game}").json
    assert len(shown["timeline"]) == len(turns) and shown["turn"] == "Ann"
    assert not shown["garden"]["is_seen"] and shown["photo"]


def test_a_taken_piece_that_still_stands_before_the_camera_is_named_at_once(
    client: Any, tmp_path: Path
) -> None:
    page = printed_board(tmp_path)
    stills = [
        seen_from_aside(with_counters(page, board), turned=False)[0]
        for board in (PINCER, [*PINCER, J7])
    ]
    lying = [{"cell": cell_name(p.cell), "colour": p.colour, "kind": p.kind} for p in PINCER]
    board = {
        "game": "palanquee", "players": ["blue", "green"], "to_move": "blue",
        "turns": {"blue": 5, "green": 5}, "pieces": lying,
    }  # fmt: skip
    game = new_game(client, "palanquee", options={"players": ["Ann", "Ben"]}, board=board)["id"]
    frames = ((FRAME_SECONDS * k, stills[k // 10]) for k in range(20))
    parts = services_of(client.application)
    LiveBoardSession(parts, game, GameReader(read_counters)).run(frames, threading.Event())
    shown = client.get(f"/api/v1/games/{game}").json
    told = " ".join(item["text"] for item in shown["verdict"]["items"])
    assert "K6" in told and "Take it from the board" in told
