"""Game records: four forms, branches, what is kept, what is refused, and playing them again."""

import hashlib
import io
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import palago.engine.records.record
import pytest
from games_by_chance import random_game
from hypothesis import example, given, settings
from palago.engine.palago.game import GameOptions, PalagoGame
from palago.engine.palago.move import Move
from palago.engine.records.files import FORMATS, read_record, write_record
from palago.engine.records.record import Record, RecordedTurn, RecordError, loads
from palago.engine.records.replay import replay
from palago.engine.records.zipped import RecordArchive, photo_hash, write_zip
from palago.engine.tiles.board import Board
from palago.engine.tiles.endings import endings
from record_strategies import records

SCHEMA = json.loads(
    Path(palago.engine.records.record.__file__).with_name("record.schema.json").read_text("utf-8")
)


@settings(max_examples=15)
@given(records)
@example(Record(comment="as `--o in a picture"))
@pytest.mark.parametrize("form", FORMATS)
def test_every_form_keeps_everything(form: str, record: Record) -> None:
    assert read_record(write_record(record, form)) == record


@settings(max_examples=15)
@given(records)
def test_json_records_keep_to_the_schema(record: Record) -> None:
    jsonschema.validate(json.loads(record.dumps()), SCHEMA)


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def quiet_move(rng: random.Random, game: PalagoGame) -> Move:
    """One that ends nothing, where there is any."""
    ending = {found.tile for found in endings(game.board)}
    quiet = [m for m in game.legal_actions() if not ending & m.as_set]
    return rng.choice(quiet or list(game.legal_actions()))


def random_record(seed: int, moves_at_most: int = 24, **options: Any) -> Record:
    """A record of a random legal game."""
    game = random_game(seed, moves_at_most, GameOptions(**options), quiet_move)
    return replace(game.to_record(), players=("Ann", "Ben"))


def test_a_record_replays() -> None:
    record = random_record(1)
    for form in FORMATS:
        again = replay(read_record(write_record(record, form)))
        assert not again.problems
        assert len(again.steps) == len(record.moves)
        assert again.position is not None and len(again.position.board) > 40
    assert again.result == "draw"


@pytest.mark.parametrize(
    "options", [{"single_placement": True, "tiles": 9}, {"place_anywhere": True, "tiles": 9}]
)
def test_variants_replay(options: dict[str, Any]) -> None:
    record = random_record(2, **options)
    assert not replay(read_record(record.dumps().encode())).problems


def test_where_a_record_first_goes_wrong_is_told() -> None:
    record = random_record(3, 8)
    broken = replace(
        record, moves=(*record.moves[:5], RecordedTurn("99,99a 99,98b"), *record.moves[6:])
    )
    found = replay(broken)
    assert len(found.steps) == 5
    assert str(found.problems[0]).startswith("turn 6, 99,99a 99,98b: No tile of")
    nonsense = replay(replace(record, moves=(RecordedTurn("hello"),)))
    assert "not a tile" in nonsense.problems[0].reason


def test_variations_are_checked_too() -> None:
    record = random_record(4, 6)
    good = tuple(RecordedTurn(t.move) for t in record.moves[2:5])
    bad = (RecordedTurn(record.moves[2].move), RecordedTurn("50,50a 51,50a"))
    turn = replace(record.moves[2], variations=(good, bad))
    found = replay(replace(record, moves=(*record.moves[:2], turn, *record.moves[3:])))
    assert len(found.steps) == 6
    (problem,) = found.problems
    assert problem.where == "turn 3, variation 2, turn 4"


def test_a_wrong_result_is_a_contradiction() -> None:
    record = random_record(5, tiles=6)
    result = replay(record).result
    assert result == "draw"
    assert not replay(replace(record, result="Draw")).problems
    (problem,) = replay(replace(record, result="white")).problems
    assert problem.where == "result"


def test_a_record_may_start_from_a_position() -> None:
    record = Record(
        start=Board.from_text("0,0a 1,0c"), moves=(RecordedTurn("2,0a 3,0a"),), to_move="blue"
    )
    found = replay(record)
    assert not found.problems and isinstance(found.position, PalagoGame)
    assert found.position.to_move.value == "white"
    impossible = replay(replace(record, start=Board.from_text("0,0a 5,0c")))
    assert "impossible" in impossible.problems[0].reason


def test_palagonia_and_palagem_replay() -> None:
    palagonia = Record(
        game="palagonia",
        players=("Ann", "Ben", "Cleo"),
        moves=tuple(map(RecordedTurn, ("start 3 2 2", "lay 0,0a 1,0a 0,1a", "roll 2:3"))),
    )
    assert not replay(palagonia).problems
    assert replay(replace(palagonia, moves=palagonia.moves[:1] + palagonia.moves[2:])).problems
    no_dice = Record(
        game="palagonia", moves=(RecordedTurn("lay 0,0a 1,0a"), RecordedTurn("remove 1,0"))
    )
    assert not replay(no_dice).problems
    assert replay(replace(no_dice, moves=(RecordedTurn("remove 5,0"),))).problems
    palagem = Record(
        game="palagem",
        options={"palagems": ["aabb", "ccab"]},
        moves=tuple(map(RecordedTurn, ("0,0a", "1,0a", "0,1b", "1,1b"))),
    )
    found = replay(palagem)
    assert not found.problems and found.result == "1"
    assert replay(replace(palagem, options={})).problems[0].where == "start"


# -- hand-written files ------------------------------------------------------------------------

TEXT = """\
Game: palago
White: Ann
Blue: Ben
Tiles: 48

# a friendly game
1. 0,0a 1,0c
2. 0,1b 1,1a ; a quiet reply
  / -1,1c -1,2a ; this was better
    -2,2a -2,3b
  / 2,0a 3,0a
3. 2,1a 2,2b {"confidence": 0.5}
"""


def test_text_written_by_hand() -> None:
    record = read_record(TEXT.replace("\n", "\r\n").encode("utf-8-sig"))
    assert record.players == ("Ann", "Ben")
    assert [turn.move for turn in record.moves] == ["0,0a 1,0c", "0,1b 1,1a", "2,1a 2,2b"]
    reply = record.moves[1]
    assert reply.comment == "a quiet reply"
    assert [[t.move for t in line] for line in reply.variations] == [
        ["-1,1c -1,2a", "-2,2a -2,3b"],
        ["2,0a 3,0a"],
    ]
    assert record.moves[2].confidence == 0.5
    assert record.comment == "a friendly game"
    assert record.extra == {"tiles": "48"}
    plain = read_record(b"0,0a 1,0c\n0,1b 1,1a")
    assert [turn.move for turn in plain.moves] == ["0,0a 1,0c", "0,1b 1,1a"]


def test_an_sgf_in_which_one_colour_moves_twice_says_so() -> None:
    moves = ";W[0,0a 1,0c];W[0,1b 1,1a];B[2,1a 2,2b];B[-1,0a -2,0b];W[3,3a]"
    record = read_record(f"(;GM[palago]{moves})".encode())
    said = [" ".join(turn.check) for turn in record.moves]
    told = "in the file it was {} who played this".format
    assert said == ["", told("White"), "", told("Blue"), ""]
    assert read_record(write_record(record, "sgf")) == record
    assert not any(
        turn.check for turn in read_record(f"(;GM[palago]AP[palago:1]{moves})".encode()).moves
    )


def test_sgf_written_by_hand() -> None:
    text = (
        "(;GM[palago]SZ[48]PW[Ann]PB[Ben \\] the great]XX[kept]\n"
        ";W[0,0a 1,0c] ;B[0,1b 1,1a]C[quiet](;W[2,1a 2,2b])(;W[-1,0a -2,0b]YY[1][2];B[3,3a 4,3a]))"
    )
    record = read_record(text.encode())
    assert record.players == ("Ann", "Ben ] the great")
    assert record.options == {"tiles": 48}
    assert [t.move for t in record.moves] == ["0,0a 1,0c", "0,1b 1,1a", "2,1a 2,2b"]
    ((first, second),) = record.moves[2].variations
    assert (first.move, second.move) == ("-1,0a -2,0b", "3,3a 4,3a")
    again = read_record(write_record(record, "sgf"))
    assert again == record
    written = write_record(record, "sgf").decode()
    assert "XX[kept]" in written and "YY[1][2]" in written
    assert written.count(";W[") + written.count(";B[") == 5


def test_unknown_fields_survive() -> None:
    value = json.loads(random_record(6, 3).dumps())
    value |= {"weather": {"sun": True}}
    value["moves"][1] |= {"mood": "grim"}
    for form in FORMATS:
        record = read_record(write_record(loads(json.dumps(value)), form))
        assert json.loads(record.dumps()) == value


def test_a_picture_of_the_play_server_is_a_start_position() -> None:
    picture = "  .--oo\n o   oo\\\nooo  oo )\n o   oo/\n  `--oo\n"
    record = read_record(picture.encode())
    assert record.start is not None and len(record.start) == 1 and not record.moves


# -- photos --------------------------------------------------------------------------------------


def zipped(record: Record, photos: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    write_zip(target, record, photos.get)
    return target.getvalue()


def test_photos_travel_in_the_zip() -> None:
    pictures = [b"first picture", b"second picture"]
    names = [photo_hash(p) for p in pictures]
    assert names[0] == hashlib.sha256(pictures[0]).hexdigest()
    record = Record(
        moves=(RecordedTurn("0,0a 1,0c", photo=names[0]), RecordedTurn("2,0a 3,0a", photo=names[1]))
    )
    data = zipped(record, dict(zip(names, pictures, strict=True)))
    archive = RecordArchive(data)
    assert archive.record == record == read_record(data)
    assert dict(archive.photos()) == dict(zip(names, pictures, strict=True))
    assert archive.missing == ()
    assert zipped(record, dict(zip(names, pictures, strict=True))) == data
    partial = RecordArchive(zipped(record, {names[0]: pictures[0]}))
    assert partial.missing == (names[1],) and len(dict(partial.photos())) == 1


def test_a_false_photo_is_refused() -> None:
    record = Record(moves=(RecordedTurn("0,0a 1,0c", photo="ab" * 32),))
    with pytest.raises(RecordError, match="not the one it should be"):
        dict(RecordArchive(zipped(record, {"ab" * 32: b"something else"})).photos())
