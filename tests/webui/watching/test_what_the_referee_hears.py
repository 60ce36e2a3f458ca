"""All that the reader knows reaches the referee, by whatever way a photo comes."""

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from palago.calibration.arrays import Picture
from palago.engine.following.shots import FinderByBoards
from palago.engine.tiles.alignment import Alignment, align
from palago.engine.tiles.board import Board, Tile
from palago.vision.archive import ArchivedPhoto, ReadPhoto
from palago.vision.readings.naming import with_names_doubted
from palago.vision.readings.reading import COVERED, TOO_BRIGHT, Reading, TileReading
from palago.webui.command_line import main
from palago.webui.digitising.digitise import Digitised, digitise, followed_plug
from palago.webui.games.views import game_view
from palago.webui.jobs.frames import jpeg
from palago.webui.tables.shots import from_photos
from palago.webui.tables.sight import Sight
from palago.webui.watching.intake import enter_seen
from palago.webui.watching.live_session import LiveSession

BEFORE = Board.from_text("0,0a 1,0c 0,1b 1,1a -1,1b -1,2c 0,2b 1,2b 2,1a 2,2c")
TURN = Board.from_text("2,0a 3,0c")
WHOLE = Board((*BEFORE, *TURN))
OTHER = Board.from_text("0,0a 1,0a 2,0a 3,0a 0,1b 1,1a -1,2c 2,1c 0,2a -1,1c")
SIDE = 40.0


def seen(
    board: Board,
    *,
    perhaps_none: Tile | None = None,
    covered: tuple[int, int] | None = None,
    unseen: tuple[tuple[int, int], ...] = (),
) -> Reading:
    """The reading of a photo of a board, with one thing that the reader is not sure of."""
    tiles = []
    for tile in (*board, *([perhaps_none] if perhaps_none else [])):
        x, y = 400 + SIDE * 3**0.5 * (tile.q + tile.r / 2), 300 + 1.5 * SIDE * tile.r
        angles = np.arange(6) * np.pi / 3
        corners = tuple((x + SIDE * np.sin(a), y - SIDE * np.cos(a)) for a in angles)
        read = TileReading(tile.q, tile.r, tile.rotation, 0.999, (x, y), corners)
        if tile is perhaps_none:
            read = replace(read, confidence=0.6, others={None: 0.4})
        tiles.append(replace(read, hidden=COVERED if tile.cell == covered else None))
    return Reading(
        None, 800, 600, (240, 240, 240), (20, 40, 150), tuple(tiles), unseen=frozenset(unseen)
    )


def misread(board: Board, *cells: tuple[int, int]) -> Board:
    """The board with some of its tiles turned."""
    for cell in cells:
        board = board.turn(cell, (board[cell].rotation + 2) % 6)
    return board


def on_the_page(parts: Any, reading: Reading, tmp_path: Path) -> dict[str, Any]:
    data = {"kind": "palago", "title": "Game", "options": {}, "board": BEFORE.to_json()}
    game = parts.desk.start(data)
    photo = {"photo": "f" * 64, "reading": reading.to_json()}
    parts.desk.change(game, "photo_read", photo, None)
    verdict: dict[str, Any] = parts.desk.state(game).verdict.to_json()
    return verdict


def on_the_command_line(parts: Any, reading: Reading, tmp_path: Path) -> dict[str, Any]:
    file = tmp_path / "reading.json"
    file.write_text(json.dumps(reading.to_json()))
    with pytest.MonkeyPatch.context() as patch:
        said: list[str] = []
        patch.setattr("builtins.print", lambda *words, **_: said.append(str(words[0])))
        main(["judge", BEFORE.to_text(), str(file), "--json"])
    verdict: dict[str, Any] = json.loads(said[-1])
    return verdict


def digitised(tmp_path: Path, reading: Reading) -> Digitised:
    """The game that two photos show, the second of them read so."""
    photos = [
        ReadPhoto(ArchivedPhoto(tmp_path / f"{number}.jpg", str(number), float(number)), one, None)
        for number, one in enumerate((seen(BEFORE), reading))
    ]
    return digitise(
        FinderByBoards(followed_plug("palago", {}), {}, is_film=False), from_photos(photos)
    )


PATHS = (on_the_page, on_the_command_line)


@pytest.mark.parametrize("path", PATHS)
def test_perhaps_nothing_lies_there(path: Callable[..., Any], parts: Any, tmp_path: Path) -> None:
    verdict = path(parts, seen(WHOLE, perhaps_none=Tile(6, 0, 0)), tmp_path)
    assert not verdict["settled"]
    best = verdict["alternatives"][0]
    assert best["legal"] and len(Board.from_text(best["board"])) == len(WHOLE)


@pytest.mark.parametrize("path", PATHS)
def test_a_tile_beside_a_covered_one_may_be_hidden(
    path: Callable[..., Any], parts: Any, tmp_path: Path
) -> None:
    verdict = path(parts, seen(WHOLE.remove((0, 0)), covered=(1, 0)), tmp_path)
    assert [v["kind"] for v in verdict["violations"]] == ["old tile removed"]
    assert verdict["violations"][0]["unsure"]
    assert verdict["alternatives"][0]["legal"]


@pytest.mark.parametrize("path", PATHS)
def test_what_the_photo_does_not_show_is_not_missing(
    path: Callable[..., Any], parts: Any, tmp_path: Path
) -> None:
    verdict = path(parts, seen(WHOLE.remove((0, 0)), unseen=((0, 0),)), tmp_path)
    assert verdict["settled"] and not verdict["violations"]


@pytest.mark.parametrize(
    ("reading", "doubtful"),
    [
        (seen(WHOLE, perhaps_none=Tile(6, 0, 0)), (6, 0)),
        (seen(WHOLE.remove((0, 0)), covered=(1, 0)), (0, 0)),
        (seen(WHOLE.remove((0, 0)), unseen=((0, 0),)), None),
    ],
    ids=["perhaps nothing", "beside a covered tile", "not in the photo"],
)
def test_photos_are_followed_by_what_probably_lies_there(
    reading: Reading, doubtful: tuple[int, int] | None, tmp_path: Path
) -> None:
    game = digitised(tmp_path, reading)
    (step,) = game.steps
    assert step.after.board == WHOLE and step.action == TURN.to_text()
    assert step.unsure == (() if doubtful is None else (doubtful,))
    named = [entry.source for entry in game.to_check]
    assert named == ["0.jpg"] + ([] if doubtful is None else ["1.jpg"])


def test_a_live_camera_that_does_not_see_the_whole_board_referees_what_it_sees(parts: Any) -> None:
    """Where the picture ends, a tile that lay there before lies there still."""
    data = {"kind": "palago", "title": "Live", "options": {}, "board": BEFORE.to_json()}
    game = parts.desk.start(data)
    shown = seen(WHOLE.remove((0, 0)), unseen=((0, 0),))
    frame = np.random.default_rng(1).integers(60, 70, (600, 800, 3)).astype(np.uint8)

    def read(_: Picture) -> Reading:
        return shown

    frames = ((moment / 10, frame) for moment in range(60))
    LiveSession(parts, game, read).run(frames, threading.Event())
    entries = parts.desk.state(game).play.entries
    assert [entry.board.canonical() for entry in entries] == [WHOLE.canonical()]


@pytest.mark.parametrize("is_doubted", [True, False])
def test_a_photo_with_the_colours_named_otherwise_goes_on_in_the_games_names(
    is_doubted: bool,
) -> None:
    crossed = seen(WHOLE).crossed()
    if is_doubted:
        crossed = with_names_doubted(crossed)
    named = Sight(reading=crossed, digest="photo").named_like(BEFORE)
    assert align(BEFORE, named.board).same == len(BEFORE)
    assert all(tile.is_sure for tile in named.reading.tiles) and not named.reading.notes
    assert named.palette.white == Sight().palette.blue  # what was called Blue is White


def test_a_few_tiles_cannot_tell_how_the_game_named_the_colours() -> None:
    two = Board.from_text("0,0a 1,0c")
    sight = Sight(reading=with_names_doubted(seen(two)), digest="photo")
    assert sight.named_like(two) is sight


def test_a_tile_that_lies_as_it_was_agreed_on_is_not_asked_for_again() -> None:
    agreed, turned, new = (1, 1), (0, 2), TURN.tiles[0].cell
    reading = seen(misread(WHOLE, turned))
    doubtful = (agreed, turned, new)
    tiles = tuple(
        replace(tile, confidence=0.5 if tile.cell in doubtful else 0.99, hidden=COVERED)
        for tile in reading.tiles
    )
    moved = replace(reading, tiles=tiles, most=0.9).moved(Alignment(2, (3, 1)))
    sight = Sight(reading=moved, digest="photo")
    known = sight.known_by(BEFORE, names_matter=True, keeps_pieces=False)
    way = align(WHOLE, known.board)
    assert {way.cell(tile.cell) for tile in known.reading.unsure_tiles} == {turned, new}
    other = sight.known_by(OTHER, names_matter=True, keeps_pieces=False)
    assert len(other.reading.unsure_tiles) == 3  # a board that lay there never


@pytest.mark.parametrize("keeps_pieces", [True, False])
def test_a_tile_of_which_nothing_is_seen_lies_as_it_was_agreed_on(keeps_pieces: bool) -> None:
    """Only where nobody may turn it or take it away it is not even asked for."""
    dazzled, faint, new = (1, 1), (0, 2), TURN.tiles[0].cell
    reading = seen(misread(WHOLE, dazzled, faint, new))
    guesses = {dazzled: 0.03, faint: 0.5, new: 0.03}
    tiles = tuple(
        replace(tile, confidence=guesses[tile.cell], hidden=TOO_BRIGHT)
        if tile.cell in guesses
        else tile
        for tile in reading.tiles
    )
    sight = Sight(reading=replace(reading, tiles=tiles), digest="photo")
    known = sight.known_by(BEFORE, names_matter=True, keeps_pieces=keeps_pieces)
    assert known.board[dazzled].rotation == BEFORE[dazzled].rotation
    assert known.board[faint].rotation != BEFORE[faint].rotation  # the photo speaks against it
    assert known.tiles[dazzled].unsure is not keeps_pieces
    assert known.tiles[faint].unsure and known.tiles[new].confidence == 0.03


@pytest.mark.parametrize("others", [1, 2])
def test_four_tiles_are_known_again_by_three_of_them_and_their_cells(others: int) -> None:
    four = Board.from_text("0,0a 1,0c 0,1b 1,1a")
    reading = seen(misread(four, *list(four.cells)[:others]))
    tiles = tuple(replace(tile, confidence=0.8) for tile in reading.tiles)
    sight = Sight(reading=replace(reading, tiles=tiles), digest="photo")
    known = sight.known_by(four, names_matter=True, keeps_pieces=True)
    assert known.unsure == (1 if others == 1 else 4)


@pytest.mark.parametrize(("others", "left_open"), [(0, 0), (2, 8)])
def test_light_that_hides_most_of_a_board_does_not_hide_which_board_it_is(
    others: int, left_open: int
) -> None:
    """It is known again by the tiles of which the photo shows something."""
    *dazzled, one, two, three, four = BEFORE.cells
    reading = seen(misread(WHOLE, *dazzled, *(one, two)[:others]))
    tiles = (
        replace(t, confidence=0.1, hidden=TOO_BRIGHT)
        if t.cell in dazzled
        else replace(t, confidence=0.8 if t.cell in (three, four) else 0.999)
        for t in reading.tiles
    )
    sight = Sight(reading=replace(reading, tiles=tuple(tiles)), digest="photo")
    known = sight.known_by(BEFORE, names_matter=True, keeps_pieces=True)
    assert known.unsure == left_open
    assert (known.board == WHOLE) is not bool(others)


@pytest.mark.parametrize("is_crossed", [True, False])
def test_where_names_do_not_matter_a_few_tiles_name_the_colours(is_crossed: bool) -> None:
    three = Board.from_text("0,0a 1,0c 0,1b")
    reading = with_names_doubted(seen(Board((*three, Tile(1, 1, 0)))))
    sight = Sight(reading=reading.crossed() if is_crossed else reading, digest="photo")
    named = sight.named_either_way(three)
    assert align(three, named.board).same == len(three) and not named.reading.notes


@pytest.mark.parametrize(("kind", "asks"), [("palago", True), ("palagonia", False)])
def test_which_colour_is_white_is_asked_where_it_matters(parts: Any, kind: str, asks: bool) -> None:
    players = {"players": ["Anna", "Ben", "Cleo"]} if kind == "palagonia" else {}
    game = parts.desk.start({"kind": kind, "title": "Club", "options": players})
    reading = with_names_doubted(seen(Board.from_text("0,0a 1,0c")))
    picture = np.full((600, 800, 3), 90, np.uint8)
    enter_seen(parts, game, jpeg(picture), reading.to_json())
    items = game_view(parts.desk.state(game), "en")["verdict"]["items"]
    assert any(item["swaps"] for item in items) is asks
