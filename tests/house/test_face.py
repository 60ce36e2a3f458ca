"""The public face: what `import palago` gives, and that it says what the parts say."""

import itertools
import json
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from games_by_face import played
from PIL import Image

import palago

TABLE = Path(__file__).parents[2] / "sample_images" / "table.jpg"
STARFISH = "-1,-1b -1,0a 0,-1a 0,0c 0,1a 1,-2b 1,-1b 1,0c 2,-2c"
PAIR = "0,0a 1,0c"
#: A White bone is one tile from being closed.
THREE_OF_FIVE = "0,0b 1,0b 0,1c -1,1c 2,-1a 1,1c -1,2a 0,-1b 2,0a 1,-1c"
FINISHED = palago.Game(board=THREE_OF_FIVE, to_move="white").play("-1,0b")


def test_nothing_heavy_is_loaded_before_it_is_needed() -> None:
    code = "import sys, palago; print(*{'numpy', 'cv2', 'numba', 'flask'} & set(sys.modules))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == ""


def test_completion_shows_the_face_alone() -> None:
    assert {"read", "Board", "judge"} < set(dir(palago))
    assert not {"annotations", "Any", "TYPE_CHECKING"} & set(dir(palago))


def test_all_that_it_names_is_there() -> None:
    for name in palago.__all__:
        assert getattr(palago, name) is not None
    assert palago.kinds()[0] == "palago" and issubclass(palago.PhotoError, ValueError)


def test_boards_and_games_are_written_as_words() -> None:
    board = palago.Board("0,0a 1,0c")
    assert eval(repr(board), {"Board": palago.Board}) == board
    game = palago.Game("palago").play("0,0a 1,0c")
    assert game.board == board and game.on_turn == "blue"


def test_what_is_no_board_and_no_game_is_refused_with_what_is_one() -> None:
    wrong: Any = None
    for ask in (palago.score, palago.threats):
        with pytest.raises(TypeError, match="a Board, a Reading or tiles in words, not None"):
            ask(wrong)
    wrong = np.zeros((3, 3))
    with pytest.raises(ValueError, match="made of tiles or of one text"):
        palago.Board(wrong)
    for wrong in ([], None, 5):
        for use in (palago.Game, lambda kind: palago.judge("", "0,0a 1,0c", kind)):
            with pytest.raises(ValueError, match="known are palago"):
                use(wrong)


def test_what_it_gives_is_shown_on_a_line() -> None:
    game = palago.Game("palago").play("0,0a 1,0c")
    wrong = palago.Record(moves=["0,0a 1,0c", "9,0a 8,8a"])
    shown = [
        palago.replay(wrong),
        *palago.replay(wrong).problems,
        *palago.judge(game, "0,0a 1,0c 2,1a 5,0a").findings,
        *(palago.Game(kind, players=("Ann", "Ben", "Cy")) for kind in ("palagonia", "palagem")),
        palago.Game("palanquee", players=("Ann", "Ben")),
        game,
        palago.judge("0,0a 1,0c", "0,0a 1,0c 2,0a 3,0a", game),
        palago.judge("0,0a 1,0c", "0,0a 1,0c 2,0a", game),
        palago.judge("0,0a 1,0c", "0,0a 1,0c 2,0a 3,0a", "palagonia", roll="2:5"),
        palago.threats(THREE_OF_FIVE),
        palago.threats(THREE_OF_FIVE).white,
        palago.solve(THREE_OF_FIVE, "white", seconds=5),
        played("palanquee").board,
        palago.read(TABLE).observation(),
        *palago.Board(STARFISH).groups(),
        game.to_record(),
        *game.to_record().moves,
        palago.replay(game.to_record()),
        palago.replay(palago.Record("palagonia", (palago.RecordedTurn("lay 0,0a 1,0a"),))).position,
        *palago.score(STARFISH),
    ]
    assert repr(shown[-1]) == "<Score of white starfish: points 4, loops 1, legs 3>"
    for one in shown:
        assert len(repr(one)) < 130 and "\n" not in repr(one), repr(one)
        assert not re.search(r"\b1 \w+s\b", repr(one)), repr(one)


def test_the_referee_takes_boards_texts_and_games() -> None:
    game = palago.Game("palago").play("0,0a 1,0c")
    verdict = palago.judge("0,0a 1,0c", "0,0a 1,0c 2,0a 3,0a", game)
    assert verdict and verdict.legal and verdict.actions == ("2,0a 3,0a",)
    assert palago.judge(game, game.play("2,0a 3,0a")) == verdict
    assert not palago.judge("0,0a 1,0c", "0,0a 1,0c 5,0a", game)
    assert not palago.judge(palago.Board("0,0a 1,0c"), "0,0a 1,0c 2,0a").legal
    lay = palago.judge("0,0a 1,0c", "0,0a 1,0c 2,0a 3,0a", "palagonia", roll="2:5")
    assert lay.legal and str(lay.action) == lay.actions[0]
    assert str(verdict.move) == "2,0a 3,0a" and not verdict.outcome and not verdict.violations
    assert not palago.judge("", "0,0a 1,0c", "palagonia", roll=5)


def test_what_is_no_board_is_said_in_a_sentence() -> None:
    for wrong in (["0,0a"], [1], 5, None):
        with pytest.raises(ValueError, match="a board is made of tiles or of one text"):
            palago.Board(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="tiles in words, not of type int"):
        palago.score(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the second board is missing"):
        palago.judge("0,0a 1,0c", None)
    game: Any = palago.Game()
    for use in (palago.replay, palago.write_record, lambda given: palago.played_record("", given)):
        with pytest.raises(TypeError, match=r"not a PalagoGame: a game has to_record\(\)"):
            use(game)
    assert palago.Game("palago", board="0,0a 1,0c", to_move="white").on_turn == "white"


def test_every_verdict_says_what_is_wrong_when_it_is_printed() -> None:
    before, after = "0,0a 1,0c", "0,0a 1,0c 2,0a"
    for game, roll in ((palago.Game("palago").play(before), ""), ("palagonia", "3:4")):
        verdict = palago.judge(before, after, game, roll=roll)
        assert not verdict.legal and str(verdict).endswith((".", ")."))
        assert verdict.findings[0].rule == ("turn" if roll else "wrong count")
    palagem = palago.judge(played("palagem"), "0,0a 1,0b 2,0a")
    assert [finding.rule for finding in palagem.findings] == ["touch two"]


def test_threats_scores_and_wins_are_one_call_away() -> None:
    assert palago.threats(THREE_OF_FIVE).white.singles + palago.threats(THREE_OF_FIVE).white.pairs
    assert palago.solve(THREE_OF_FIVE, "white", seconds=5).result == "win"
    assert palago.score("0,0a 1,0c") == ()


def test_a_photo_is_read_alike_however_it_is_given() -> None:
    data, reading = TABLE.read_bytes(), palago.read(TABLE)
    with Image.open(TABLE) as picture, TABLE.open(encoding="utf-8") as text:
        upright = np.ascontiguousarray(np.asarray(picture.convert("RGB"))[:, :, ::-1])
        for given in (str(TABLE), data, bytearray(data), memoryview(data), picture, text):
            again = palago.read(given)
            assert again == reading and len({again, reading}) == 1, "however long it took"
    assert palago.read(upright).to_board() == reading.to_board()
    assert palago.judge(reading, reading).legal is False  # nothing was added
    assert palago.Record(start=reading) == palago.Record(start=reading.to_board())


def test_a_reading_shows_itself_in_a_notebook() -> None:
    reading = palago.read(TABLE)
    assert repr(reading).count("\n") == 0 and "tiles" in repr(reading)
    assert len(repr(reading.tiles[0])) < 100, repr(reading.tiles[0])
    shown = reading._repr_html_()
    assert "data:image/jpeg;base64," in shown
    with TABLE.open("rb") as file:
        opened = palago.read(file)
    assert "<svg" in opened._repr_html_()
    with pytest.raises(palago.PhotoError, match="give the photo"):
        opened.overlay()
    assert np.array_equal(opened.overlay(TABLE), reading.overlay())
    with pytest.raises(palago.PhotoError, match="not the photo that was read"):
        reading.overlay(np.zeros((30, 30, 3), np.uint8))


def test_it_knows_its_version() -> None:
    assert palago.__version__ == version("palago")


def test_a_printed_board_is_read_and_judged_with_its_doubts() -> None:
    photo = TABLE.parent / "palanquee" / "develop" / "0024.jpg"
    reading = palago.read(photo, "palanquee")
    assert f"{len(reading.pieces)} pieces, " in repr(reading) and reading.unsure_pieces
    assert len(repr(reading.observation())) < 130
    assert len(palago.Game("palanquee", board=reading).board) == len(reading.pieces)
    verdict = palago.judge(reading, reading, "palanquee")
    assert verdict.legal and not verdict.actions  # nobody has played
    assert palago.judge(reading, reading.observation(), "palanquee").actions == verdict.actions
    with pytest.raises(TypeError, match="not of type BoardReading"):
        palago.judge(reading, reading)


def test_a_first_board_that_is_not_the_games_is_refused() -> None:
    game = palago.Game("palago").play("0,0a 1,0c")
    for before in ("0,0a", "0,0b 1,0b"):
        with pytest.raises(ValueError, match="not the game's, which differs at"):
            palago.judge(before, "0,0a 1,0c 2,0a 3,0a", game)
    for same in (None, game.board, "5,5a 6,5c"):
        assert palago.judge(same, "0,0a 1,0c 2,0a 3,0a", game).legal
    match = palago.Game("palanquee").play("sow C5").play("sow M8")
    played = match.play("grow C6")
    assert palago.judge(match.board, played.board, match).actions == ("grow C6",)
    with pytest.raises(ValueError, match="not the game's, which differs at C6: give"):
        palago.judge(played.board, played.board, match)
    unsure = [piece | {"confidence": 0.6} for piece in played.board.to_json()["pieces"]]
    seen = palago.BoardReading.from_json({"pieces": unsure})
    assert palago.judge(seen, played.board, match).actions == ("grow C6",)


def test_words_and_names_are_taken_wherever_tiles_and_colours_are(tmp_path: Path) -> None:
    board = palago.Board("0,0a 1,0c").place("2,0a")
    assert str(board) == board.to_text() and palago.board_svg(str(board)) == palago.board_svg(board)
    assert "2,0" in board and "2,0a" in board and "2,0b" not in board and "x" not in board
    assert palago.solve(THREE_OF_FIVE, "White", seconds=5).result == "win"
    wrong: Any = np.zeros((3, 3))
    for ask in (lambda: palago.Game(board=wrong), lambda: palago.board_svg(wrong)):
        with pytest.raises(ValueError, match="a board is made of tiles or of one text"):
            ask()
    record = palago.Record(moves=(palago.RecordedTurn("0,0a 1,0c"),))
    data = palago.write_record(record, "text")
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    for source in (data, data.decode(), path, str(path)):
        assert palago.read_record(source) == record


@pytest.mark.parametrize("kind", ["palago", "palagem", "palanquee", "palagonia"])
def test_every_game_plays_its_actions_and_refuses_what_is_none(kind: str) -> None:
    players = () if kind == "palago" else ("Ann", "Ben", "Cy")
    game: Any = palago.Game(kind, players=players)
    for wrong in (5, None, ["0,0a"]):
        with pytest.raises(ValueError, match=r"5|None|0,0a|palagems|start"):
            game.play(wrong)
    game = played(kind) if kind != "palagonia" else played(kind).play("lay 5,0a 6,0a")
    for action in itertools.islice(game.legal_actions(), 1):
        assert game.play(action) == game.play(str(action))
        for one in (action, str(action)):
            assert one in game.legal_actions() and game.is_legal(one)
    for no in ("x", None, "9,9a 9,9b"):
        assert no not in game.legal_actions() and not game.is_legal(no)


def test_cells_of_the_printed_board_may_be_written_small() -> None:
    match = palago.Game("palanquee").play("sow c5").play("sow m8")
    assert match.play("grow c6").deed.text == "grow C6"


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: palago.Tile(0, 0, "a"), "a rotation is 0 to 5, not 'a'"),  # type: ignore[arg-type]
        (lambda: palago.Tile("0", "0", 0), "whole numbers, not '0', '0'"),  # type: ignore[arg-type]
        (lambda: palago.Tile(0.5, 0, 0), "whole numbers, not 0.5, 0"),  # type: ignore[arg-type]
        (lambda: palago.Board("0,0a").rotated("x"), "steps of 120°, not 'x'"),  # type: ignore[arg-type]
        (lambda: palago.solve("0,0a 1,0c", "white", seconds="x"), "must be a number, not 'x'"),  # type: ignore[arg-type]
        (lambda: palago.judge("", "0,0a 1,0c", options=5), "options have names, .*: 5 has none"),
        *(
            (
                lambda use=use: use("table.jpg"),
                r"a photo is read first by palago\.read\('table\.jpg'",
            )
            for use in (palago.Board, palago.score, palago.board_svg)
        ),
        (lambda: palago.read(""), "no photo is named"),
        (lambda: palago.read_record("none.json"), r"there is no file 'none\.json': check"),
        (lambda: palago.Board("0,0z"), "'0,0z' is not a tile"),
        (lambda: palago.Board("0,0a").place("x"), "'x' is not a tile"),
        (lambda: palago.Board("0,0a").place(None), "None is not a tile"),  # type: ignore[arg-type]
        (lambda: palago.Board("0,0a").get("x"), "a cell is .*, not 'x'"),
        (lambda: palago.Board("0.0a 1.0c"), "'0.0a' is not a tile"),
        (lambda: palago.Tile(0, 0, True), "a rotation is 0 to 5, not True"),
        (lambda: palago.Tile(0, 0, 2.0), "a rotation is 0 to 5, not 2.0"),  # type: ignore[arg-type]
        (lambda: palago.Tile(False, 0, 0), "whole numbers, not False, 0"),
        (lambda: palago.Record(start="x"), "\"start\": 'x' is not a tile"),
        (lambda: palago.Tile(0, 0, 7), "a rotation is 0 to 5, not 7"),
        (lambda: palago.Game("chess"), "known are palago"),
        (lambda: palago.Game("palagem"), r'palago\.Game\("palagem", players=\('),
        (lambda: palago.Game("palagonia"), r'palago\.Game\("palagonia", players=\('),
        (lambda: palago.judge(PAIR, PAIR, "palagem"), r'palago\.Game\("palagem", players=\('),
        (lambda: palago.judge(PAIR, PAIR, "palanquee"), "these are tiles.*game of palanquee"),
        (lambda: palago.judge(PAIR, PAIR, palago.Game("palanquee")), "these are tiles.*palanquee"),
        (lambda: palago.judge("", PAIR, roll="2:3"), "no dice in palago"),
        (lambda: palago.judge("", PAIR, options={"tile_count": 60}), "tile_count is no option of"),
        (lambda: palago.Game(options={"tile_count": 60}), "tile_count is no option of .*; .*tiles"),
        (lambda: palago.Game(options=[5]), "5 is no option of palago"),
        (lambda: palago.Game(board=PAIR, to_move="red"), "nobody plays red here"),
        (lambda: palago.solve(PAIR, "red"), "nobody plays red here"),
        (lambda: palago.Game(to_move="blue"), "blue cannot begin on the empty table"),
        (lambda: palago.Game("palagonia", players="Ann"), "must be a list of .* names, not 'Ann'"),
        (lambda: palago.Game("palagem", players=(1, 2)), "a list of .* names"),  # type: ignore[arg-type]
        (lambda: palago.Record(moves="0,0a"), "must be a list, not '0,0a'"),  # type: ignore[arg-type]
        (lambda: palago.Record(moves=[5]), 'must be an object with "move"'),  # type: ignore[arg-type]
        (lambda: palago.board_svg("0,0a", marked=["x"]), "a cell is .*, not 'x'"),
        (lambda: palago.board_svg("0,0a", marked=[5]), "a cell is .*, not 5"),  # type: ignore[list-item]
        (lambda: palago.board_svg("0,0a", arrows=[(0, 0)]), "arrows are pairs of cells, .*not"),  # type: ignore[list-item]
        (lambda: palago.board_svg("0,0a", arrows=5), "arrows are pairs of cells, .*not 5"),  # type: ignore[arg-type]
        (lambda: palago.board_svg("0,0a", ghosts=["x"]), 'ghosts are tiles, as .*, not .*"?x'),
        (lambda: palago.board_svg("0,0a", scale="big"), "scale is a number .*, not 'big'"),  # type: ignore[arg-type]
        (lambda: palago.board_svg(played("palanquee"), scale=0), "above 0, not 0"),
        (lambda: palago.board_svg(played("palanquee"), arrows=()), "marked, .*, not arrows"),
        (lambda: palago.Record(start=7), '"start": .*'),  # type: ignore[arg-type]
        (lambda: replace(palago.Record(), options=7), '"options" must be an object, not 7'),  # type: ignore[arg-type]
        (lambda: palago.Record(options=["players"]), '"options" must be an object'),  # type: ignore[arg-type]
        (lambda: palago.Record("palanquee", start=palago.Board("0,0a")), "these are tiles"),
        (lambda: palago.Record(start=played("palanquee").board), '"start": a board is a Board'),
        (lambda: palago.Record(options={"players": {1}}), r'"options" holds .*, not \{1\}'),
        (lambda: palago.Record("chess"), "'chess' is no game .*known are palago"),
        (lambda: palago.Record(options={"tile_count": 60}), "tile_count is no option of palago"),
        (lambda: palago.threats(FINISHED), "the game is over"),
        (lambda: palago.threats(""), "the board is empty"),
        (lambda: palago.threats(palago.Game()), "the board is empty"),
        (lambda: palago.threats("0,0a 5,5a"), "no game goes on from this board: disconnected"),
        (lambda: palago.solve("0,0a 5,5a", "white"), "no game goes on from this board"),
        (lambda: palago.solve("0,0a 1,0c"), "a board does not tell who is to move"),
        (lambda: palago.threats(played("palagonia")), "Palago alone, not of a game of palagonia"),
        (lambda: palago.Game("palanquee", board=palago.Board("0,0a")), "these are tiles"),
        (lambda: palago.Game("palanquee", board="x"), "a position of Palanquée is one JSON object"),
        (lambda: played("palagem", board="0,0a"), "starts from the empty table"),
        (lambda: palago.Board("0,0a").remove("1,0"), "no tile lies at 1,0"),
        (lambda: palago.Record(date=date(2026, 5, 1)), '"date" must be words'),  # type: ignore[arg-type]
        (lambda: palago.solve(FINISHED), "the game is over"),
        (lambda: palago.Board(palago.read(TABLE)), r"a reading has to_board\(\)"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(ask: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ask()


def test_a_game_stands_for_its_board() -> None:
    game = palago.Game("palago", board=THREE_OF_FIVE, to_move="white")
    assert palago.threats(game) == palago.threats(THREE_OF_FIVE)
    assert palago.solve(game, seconds=5).result == "win"
    assert palago.score(palago.Game("palago", board="0,0a 1,0c")) == ()


def test_what_one_call_gives_the_next_one_takes() -> None:
    game = palago.Game(board=THREE_OF_FIVE, to_move="white")
    assert palago.solve(game.board, game.to_move, seconds=5) == palago.solve(game, seconds=5)
    won = game.play((palago.threats(game).white.wins or ())[0])
    assert won == FINISHED and repr(won) == "<PalagoGame over, white, 11 pieces on the table>"
    assert str(won.outcome and won.outcome.winner) == won.result
    assert palago.judge(game, won.board) == palago.judge(None, won.board, game)
    last = won.history[-1]
    assert palago.board_svg(won, last=last) == palago.board_svg(won.board, last=[(-1, 0)])
    in_words = palago.board_svg(game, arrows=[("0,0", "1,0")], ghosts=["-1,0b"])
    assert in_words == palago.board_svg(game, arrows=[((0, 0), (1, 0))], ghosts=last)
    reading = palago.read(TABLE)
    assert palago.Game(board=reading).board == reading.to_board()


def test_a_board_contains_its_tiles() -> None:
    board = palago.Board(palago.Tile(*row) for row in np.array([[0, 0, 0], [1, 0, 4]]))
    assert json.dumps(board.to_json()) == json.dumps(palago.Board("0,0a 1,0c").to_json())
    assert all(tile in board and tile.cell in board for tile in board)
    assert palago.Tile(0, 0, 2) not in board and (5, 5) not in board
    assert "1,0c" in board and "1,0" in board and "1,0a" not in board and "2,0" not in board
    assert board.get("1,0") == board["1,0"] == board[1, 0] and board.get("2,0") is None


def test_a_reading_of_a_printed_board_shows_itself_in_a_notebook() -> None:
    photo = TABLE.parent / "palanquee" / "develop" / "0024.jpg"
    assert "data:image/jpeg;base64," in palago.read(photo, "palanquee")._repr_html_()
    with photo.open("rb") as file:
        assert "<svg" in palago.read(file, "palanquee")._repr_html_()
