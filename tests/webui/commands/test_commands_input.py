"""Boards on the command line: words, JSON, photos and standard input, alike for every command."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from command_lines import palago
from palago.engine.records.files import write_record
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.records.sgf import read_sgf, write_sgf
from palago.engine.records.text import read_text
from palago.engine.tiles.board import Board
from PIL import Image

BOARD = Board.from_text("0,0a 1,0c 0,1c")
HERE = Path(__file__).as_posix()
PHOTO = Path(__file__).parents[3] / "sample_images" / "table.jpg"
COMMANDS = (
    ("analyse", "--no-lists"), ("threats",), ("score",), ("diagram",),
    ("pay", "--roll", "3:5", "--seconds", "0.01"),
)  # fmt: skip


def told(*words: str, stdin: bytes = b"", status: int = 0) -> str:
    """What a command prints, given this on standard input."""
    done = palago(*words, stdin=stdin)
    assert done.returncode == status
    return done.stdout if status == 0 else done.stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no file without an end here")
@pytest.mark.parametrize("command", [("analyse",), ("palanquee", "legal")])
def test_a_line_without_an_end_is_given_up(command: tuple[str, ...]) -> None:
    assert "too long a line" in told(*command, "/dev/zero", status=2)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_board_may_come_in_any_way(tmp_path: Path, command: tuple[str, ...]) -> None:
    words, whole = BOARD.to_text(), json.dumps(BOARD.to_json())
    (tmp_path / "board.json").write_text(whole, encoding="utf-8")
    (tmp_path / "board.txt").write_text(words, encoding="utf-8")
    expected = told(*command, words)
    assert expected.strip()
    for source in ("board.json", "board.txt"):
        assert told(*command, str(tmp_path / source)) == expected
    assert told(*command, whole) == expected, "the JSON itself"
    for sent in (words, whole):
        assert told(*command, "-", stdin=sent.encode()) == expected


def test_the_play_servers_picture_may_come_on_standard_input() -> None:
    picture = b"  .--oo\n o   oo\\\nooo  oo )\n o   oo/\n  `--oo\n"
    assert "White played 0,0b" in told("judge", "", "-", "--single", stdin=picture)
    assert told("diagram", "-", stdin=picture) == told("diagram", "0,0b")


def test_a_reading_keeps_its_doubts_on_standard_input() -> None:
    tile = {"q": 0, "r": 0, "rotation": 0, "confidence": 0.3}
    reading = json.dumps({"image": {"path": "x.jpg"}, "tiles": [tile]})
    for source, sent in (("-", reading.encode()), (reading, b"")):
        told_words = told("judge", "", source, "--single", stdin=sent)
        assert "allows more than one explanation" in told_words


def test_a_photo_may_come_by_name_without_a_name_or_on_standard_input(tmp_path: Path) -> None:
    (tmp_path / "nameless").write_bytes(PHOTO.read_bytes())
    expected = json.loads(told("analyse", "--no-lists", str(PHOTO)))
    assert expected["tiles"] == 20
    assert json.loads(told("analyse", "--no-lists", str(tmp_path / "nameless"))) == expected
    sent = told("analyse", "--no-lists", "-", stdin=PHOTO.read_bytes())
    assert json.loads(sent) == expected
    assert "standard input: 20 tiles" in told("read", "-", stdin=PHOTO.read_bytes())


def test_what_is_found_on_a_board_that_no_game_has_is_told_with_a_doubt() -> None:
    for command in ("threats", "score", "diagram"):
        status, _, err = palago(command, "0,0a 7,7b")
        assert status == 0 and "no game has such a board: disconnected" in err
    for words in (["threats"], ["score"], ["diagram"], ["pay", "--roll", "2"], ["judge", ""]):
        assert "2 tiles lie in the cell 0,0" in told(*words, "0,0a 0,0b", status=2)


def test_a_record_is_not_taken_for_a_bad_board() -> None:
    record = '{"format": "palago-record", "moves": []}'
    assert "no board but 'palago-record'" in told("score", record, status=2)
    assert "degrees" in told("diagram", "0,0a", "--heading", "nan", status=2)


def test_of_a_record_the_last_board_is_looked_at(tmp_path: Path) -> None:
    record = Record(moves=tuple(map(RecordedTurn, ("0,0a 1,0c", "0,1b 1,1a"))))
    expected = told("threats", "0,0a 1,0c 0,1b 1,1a")
    for form in ("json", "text", "sgf", "zip"):
        (tmp_path / form).write_bytes(write_record(record, form))
        assert told("threats", str(tmp_path / form)) == expected
    assert told("threats", "-", stdin=write_record(record, "sgf")) == expected
    printed = Record(game="palanquee", moves=(RecordedTurn("sow C5"),), players=("Ann", "Ben"))
    (tmp_path / "printed.sgf").write_bytes(write_record(printed, "sgf"))
    said = told("threats", str(tmp_path / "printed.sgf"), status=2)
    assert "a record of palanquee, which is not played with tiles" in said


def test_what_is_no_board_and_no_photo_is_said() -> None:
    assert "standard input" in told("threats", "-", stdin=b"nonsense", status=2)
    assert "standard input" in told("threats", "-", stdin=b"\xff\xd8\xff broken", status=2)
    assert "not a picture" in told("read", "-", stdin=b"nonsense", status=2)
    assert "no board is given" in told("threats", "", status=2)
    assert "no position is given" in told("palanquee", "legal", "", status=2)
    assert "7 8: check its name and folder; tiles are written '0,0a" in told(
        "threats", "7 8", status=2
    )
    assert "/ is a folder: name a file in it" in told("threats", "/", status=2)
    for words in (
        ("record",),
        ("threats",),
        ("score", "0,0a", "--friendly"),
        ("calibrate", "import"),
    ):
        assert "there is no file no-such: check its name" in told(*words, "no-such", status=2)
    assert "holds 2 boards" in told("threats", "-", stdin=b"0,0a\n0,0b\n", status=2)


def test_what_cannot_be_worked_with_is_refused_with_what_to_do(tmp_path: Path) -> None:
    folder = str(tmp_path)
    for words, said in (
        (("diagram", "0,0a", "--out", folder), "it is a folder; name a file in it"),
        (("print", "rules", "--out", folder), "it is a folder; name a file in it"),
        (("diagram", "0,0a", "--out", "-"), "what is written needs a file's name"),
        (("puzzles", f"{folder}/new.json", "--make", "1", "--records", folder), "no records in"),
        (("digitise", str(PHOTO)), "'palago read' reads one photo"),
    ):
        assert said in told(*words, status=2)


def test_what_is_no_film_is_told_in_one_line(tmp_path: Path) -> None:
    """By a process of its own: what FFmpeg says itself goes by no stream of Python's."""
    (tmp_path / "cut.mp4").write_bytes(b"no film")
    code = "from palago.webui.command_line import main; main(['digitise', 'cut.mp4'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.PIPE)
    assert done.stderr.startswith(b"palago digitise: cut.mp4 is no video")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_photo_without_a_board_is_no_empty_table(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    """Nobody threatens anything, and nothing is closed: that would be said of what was not seen."""
    bare = tmp_path / "bare.png"
    Image.new("RGB", (640, 480), (90, 120, 60)).save(bare)
    said = told(*command, str(bare), status=2)
    assert "bare.png: no board was found in this photo" in said


def test_a_photo_of_the_printed_board_leads_to_who_reads_it() -> None:
    photo = str(PHOTO.parent / "palanquee" / "develop" / "0009.jpg")
    assert "palago read --game palanquee" in told("read", photo)
    assert "palago read --game palanquee" in told("score", photo, status=2)
    said = told("judge", "0,0a 1,0c", photo, status=2)
    assert "palago read --game palanquee" in said and "nothing to judge" in said


def test_nothing_is_said_of_what_is_not_there(tmp_path: Path) -> None:
    out = str(tmp_path / "sheet.pdf")
    assert "ruler" in told("print", "dice", "--out", out)
    assert "100 %" in (said := told("print", "scorecard", "--out", out)) and "ruler" not in said
    first_lay = tmp_path / "game.txt"
    first_lay.write_text("Game: palagonia\nlay 0,0a 1,0a\n")
    assert "No turn was played that can be reviewed" in told("review", str(first_lay))


def test_sgf_says_which_version_of_sgf_it_is() -> None:
    record = read_text("0,0a 1,0c\n2,0a 3,0a\n")
    text = write_sgf(record)
    assert text.startswith("(;FF[4]GM[palago]")
    assert read_sgf(text) == record
    assert read_sgf(text.replace("FF[4]", "")) == record


@pytest.mark.parametrize(
    ("command", "ending", "made"),
    [
        (("print", "tiles"), ".docx", "tiles.pdf"),
        (("review", "no-such-record"), ".pdf", ".sgf"),
        (("record", "no-such-record"), ".docx", ".json"),
        (("diagram", "0,0a"), ".png", "tiles.svg"),
        (("creature", "4b+5c"), ".png", "tiles.svg"),
        (("score", "0,0a"), ".png", "tiles.svg"),
        (("judge", "0,0a 1,0c", "0,0a 1,0c 2,0a 3,0a"), ".png", "tiles.svg"),
    ],
)
def test_no_file_is_written_under_the_name_of_another_kind(
    tmp_path: Path, command: tuple[str, ...], ending: str, made: str
) -> None:
    out = tmp_path / f"tiles{ending}"
    assert made in told(*command, "--out", str(out), status=2)
    assert not out.exists()


@pytest.mark.parametrize("line", [
    "judge '0,0a 1,0c' 0,0z", "judge '0,0a 1,0c' /no/such/file.json",
    "judge '0,0a 1,0c' '0,0a 1,0c' --game /no/such/record",
    "judge '0,0a 1,0c' '0,0a 1,0c' --tiles 1", "judge '0,0a 1,0c' '0,0a 1,0c' --single --anywhere",
    "judge '0,0a 1,0c' '0,0a 1,0c' --fixed-start 0,0/1",
    "judge '0,0a 1,0c' '0,0a 1,0c' --game palagonia --roll 9:9", "replay /no/such/record",
    "replay /", "record /no/such/record", "creature ''", "creature 4b", "creature hello",
    "creatures 99", "creatures 0", "creatures 30", f"play --out {HERE}/x.json",
    "play --out game.doc", "play --against blue --single", "score 'no such file'", "score 0,0x",
    "score 0,0a --friendly 'no such file'", f"score '0,0a 1,0a' --out {HERE}/x.svg",
    "pay '0,0a 1,0a' --roll 9", "pay '0,0a 5,5a' --roll 2", "pay '0,0a 1,0a' --roll 2 --options 0",
    "pay '0,0a 1,0a' --roll 2 --bag -1", "pay '0,0a 1,0a' --roll 2 --seconds -1",
    "pay '0,0a 1,0a' --roll 2 --seconds nan", "pay '0,0a 1,0a'",
    "solve '0,0a 1,0a' --to-move blue --moves 0", "solve '0,0a 1,0a' --to-move blue --seconds nan",
    "solve '0,0a 9,9a' --to-move blue", "solve '0,0a 1,0a' --to-move red",
    "solve nonsense --to-move blue", "threats 0,0x", "openings g", "verify f",
    "verify no-such-file", f"verify {HERE}",
])  # fmt: skip
def test_bad_input_gives_a_sentence_and_status_2(line: str) -> None:
    command, *words = shlex.split(line)
    said = told(command, *words, status=2)
    assert said.startswith(f"palago {command}: ")
    assert "Traceback" not in said and "Expecting value" not in said
