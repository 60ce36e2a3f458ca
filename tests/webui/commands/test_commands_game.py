"""The commands about games from outside: judge, play, replay, record, creatures, creature."""

import json
from pathlib import Path

import pytest
from command_lines import palago
from palago.engine.palago.game import PalagoGame
from palago.engine.records.files import read_record
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.records.zipped import photo_hash
from palago.engine.tiles.board import Board

OPENING = "0,0a 1,0c"


def reading(board: Board, confidence: dict[tuple[int, int], float]) -> str:
    """A saved reading of a board, as the conventions' JSON."""
    tiles = [tile.to_json() | {"confidence": confidence.get(tile.cell, 0.999)} for tile in board]
    return json.dumps({"image": {"path": "x.jpg", "width": 9, "height": 9}, "tiles": tiles})


# -- judge -------------------------------------------------------------------------------------


def test_a_legal_move_is_judged_legal() -> None:
    status, out, _ = palago("judge", OPENING, f"{OPENING} 2,0a 3,0a")
    assert status == 0 and "Blue played 2,0a" in out
    status, out, _ = palago("judge", "", "4,4a 5,4b", "--json")
    verdict = json.loads(out)
    assert status == 0 and verdict["legal"] and verdict["mover"] == "white"
    assert verdict["move"] == "4,4a 5,4b"


def test_broken_rules_give_status_1_and_are_named(tmp_path: Path) -> None:
    picture = tmp_path / "wrong.svg"
    status, out, _ = palago(
        "judge", OPENING, f"{OPENING} 2,0/1 4,0a", "--json", "--out", str(picture)
    )
    verdict = json.loads(out)
    assert status == 1 and not verdict["legal"] and verdict["move"] is None
    kinds = {violation["kind"] for violation in verdict["violations"]}
    assert kinds == {"odd rotation", "not adjacent"}
    assert verdict["violations"][0]["tiles"] == [[2, 0]]
    assert picture.read_text().startswith("<svg")


def test_confidences_of_readings_flow_into_the_verdict(tmp_path: Path) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text(reading(Board.from_text(OPENING), {}))
    after.write_text(reading(Board.from_text(f"{OPENING} 2,0/1 3,0a"), {(2, 0): 0.5}))
    status, out, _ = palago("judge", str(before), str(after), "--json")
    verdict = json.loads(out)
    assert status == 1
    assert verdict["violations"][0]["unsure"] is True
    assert verdict["alternatives"] and verdict["alternatives"][0]["legal"]
    status, out, _ = palago("judge", str(before), str(after))
    assert "check" in out
    before.write_text(reading(Board.from_text("0,0a 1,0c 0,1c"), {(0, 1): 0.6}))
    after.write_text(reading(Board.from_text("0,0a 1,0c 0,1a 2,0a 3,0a"), {}))
    status, out, _ = palago("judge", str(before), str(after), "--json", "--tiles", "47")
    verdict = json.loads(out)
    assert [violation["unsure_tiles"] for violation in verdict["violations"]] == [[[0, 1]]]


def test_variants_and_records_tell_whose_turn_it_is(tmp_path: Path) -> None:
    status, out, _ = palago("judge", OPENING, f"{OPENING} 2,0a", "--single")
    assert status == 0 and "White played" in out
    status, _, _ = palago("judge", OPENING, f"{OPENING} 2,0a")
    assert status == 1
    status, _, _ = palago("judge", OPENING, f"{OPENING} 2,0a -1,0b", "--anywhere")
    assert status == 0
    record = tmp_path / "game.txt"
    record.write_text("0,0a 1,0c\n2,0a 3,0a\n")
    four = f"{OPENING} 2,0a 3,0a"
    status, out, _ = palago("judge", four, f"{four} 4,0a 5,0a", "--record", str(record))
    assert status == 0 and "White played" in out
    status, out, _ = palago(
        "judge", four, f"{four} 4,0a 5,0a", "--record", str(record), "--mover", "blue"
    )
    assert status == 1 and "White's turn" in out
    status, out, _ = palago("judge", OPENING, f"{OPENING} 2,0a 3,0a", "--to-move", "white")
    assert status == 0 and "White played" in out


def test_palagonia_is_judged_too() -> None:
    words = ("judge", OPENING, f"{OPENING} 2,0a 3,0a", "--game", "palagonia")
    assert palago(*words, "--roll", "2:3")[0] == 0
    assert palago(*words, "--roll", "4:5")[0] == 1


# -- records -------------------------------------------------------------------------------------


def test_a_record_is_replayed_and_its_first_mistake_told(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text("0,0a 1,0c\n2,0a 3,0a\n")
    bad.write_text("0,0a 1,0c\n2,0a 3,0a\n9,9a 9,8a\n4,0a 5,0a\n")
    status, out, _ = palago("replay", str(good), "--boards")
    assert status == 0 and "Every turn is legal (2)" in out and "[3,0a]" not in out
    status, out, _ = palago("replay", str(bad))
    assert status == 1 and "Wrong: turn 3, 9,9a 9,8a: " in out
    status, out, _ = palago("replay", str(bad), "--json")
    found = json.loads(out)
    assert status == 1 and found["legal_turns"] == 2 and found["problems"][0]["where"] == "turn 3"
    status, out, _ = palago("replay", "-", stdin=good.read_text())
    assert status == 0


@pytest.mark.parametrize("is_missing", [True, False])
def test_a_replay_goes_over_what_a_person_has_said(is_missing: bool) -> None:
    four = '0,0a 1,0c\n2,0a 3,0a 4,0a 5,0a {"source": "b.jpg"}\n6,0a 7,0a\n'
    text = f"Other: {json.dumps({'gaps': {'b.jpg': is_missing}})}\n{four}"
    status, out, _ = palago("replay", "-", stdin=text)
    assert status == (0 if is_missing else 1) and "3. 6,0a 7,0a" in out
    if is_missing:
        assert "Turns are missing here" in out and "turn that was seen is legal (2)" in out
    else:
        assert "Let stand against the rules" in out and "Wrong: turn 2, 2,0a 3,0a" in out
    told = json.loads(palago("replay", "-", "--json", stdin=text)[1])
    assert (told["legal_turns"], told["turns_missing"]) == (2, [2] if is_missing else [])


def test_records_are_converted(tmp_path: Path) -> None:
    source = tmp_path / "game.txt"
    source.write_text("White: Ann\nBlue: Ben\n\n0,0a 1,0c ; hello\n2,0a 3,0a\n")
    expected = read_record(source.read_bytes())
    for name in ("game.json", "game.sgf", "game.zip", "new/folder/again.txt"):
        target = tmp_path / name
        assert palago("record", str(source), "--out", str(target))[0] == 0
        assert read_record(target.read_bytes()) == expected
        source = target
    status, out, _ = palago("record", str(source), "--json")
    assert status == 0 and json.loads(out)["players"] == ["Ann", "Ben"]
    assert palago("record", str(source), "--out", str(tmp_path / "x.doc"))[0] == 2
    assert palago("record", str(source), "--format", "zip")[0] == 2
    sgf = tmp_path / "both.sgf"
    status, out, _ = palago("record", str(source), "--json", "--out", str(sgf))
    assert status == 0 and json.loads(out)["players"] == ["Ann", "Ben"]
    assert sgf.read_text().startswith("(;")
    assert palago("record", str(source), "--format", "json", "--out", str(sgf))[0] == 2
    bare = str(tmp_path / "game.json")
    status, out, error = palago("record", bare, "--photos", str(tmp_path))
    assert status == 2 and not out and "--out NAME.zip" in error
    board = "0,0a 1,0c"
    for before in (board, f"{board} 2,0b 3,0b"):
        status, out, error = palago("judge", before, f"{board} 2,0a 3,0a", "--record", bare)
        assert status == 2 and not out and "differs at 2,0; 3,0: give the game" in error
    four = f"{board} 2,0a 3,0a"
    shown = [
        palago("judge", before, f"{four} 4,0a 5,0a", "--record", bare) for before in ("", four)
    ]
    assert shown[0] == shown[1] and shown[0][0] == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("name,points\nAnn,3\n", "begins with “name,points”"),
        ("# a list\nlist: of mine\n\nmilk\n", "begins with “milk”"),
        ("[]", "an object in braces"),
    ],
)
def test_any_text_is_no_record(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "list.txt").write_text(text)
    out = tmp_path / "made.sgf"
    status, _, error = palago("record", str(tmp_path / "list.txt"), "--out", str(out))
    assert status == 2 and why in error and not out.exists()


def test_photos_are_packed_and_unpacked(tmp_path: Path) -> None:
    photo = b"not really a photo"
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "IMG_1.jpg").write_bytes(photo)
    name = photo_hash(photo)
    record = Record(
        moves=(RecordedTurn(OPENING, photo=name), RecordedTurn("2,0a 3,0a", photo="cd" * 32))
    )
    (tmp_path / "game.json").write_text(record.dumps())
    packed = tmp_path / "game.zip"
    status, _, err = palago(
        "record",
        str(tmp_path / "game.json"),
        "--out",
        str(packed),
        "--photos",
        str(tmp_path / "photos"),
    )
    assert status == 0 and "holds 1 of 2 photos; not found: cdcdcd" in err
    (tmp_path / "empty").mkdir()
    none = "record", str(tmp_path / "game.json"), "--out", str(tmp_path / "none.zip")
    status, _, err = palago(*none, "--photos", str(tmp_path / "empty"))
    assert status == 1 and "none.zip holds none of its photos (2)" in err
    again = tmp_path / "again.json"
    out = tmp_path / "unpacked"
    words = ("record", str(packed), "--out", str(again), "--photos", str(out))
    assert palago(*words)[0] == 0
    assert (out / name).read_bytes() == photo
    assert read_record(again.read_bytes()) == record


# -- play ----------------------------------------------------------------------------------------


def test_what_could_not_be_kept_is_not_begun(tmp_path: Path) -> None:
    (tmp_path / "x.sgf").mkdir()
    status, out, error = palago("play", "--out", str(tmp_path / "x.sgf"), stdin=f"{OPENING}\n")
    assert status == 2 and not out and "it is a folder; name a file in it" in error


def test_a_game_is_played_from_text_moves(tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    moves = f"{OPENING}\n2,0a 9,9a\nnonsense\nmoves\n2,0a 3,0a\nundo\nhelp\npicture\n2,0b 3,0a\n"
    status, out, _ = palago("play", "--out", str(record), stdin=moves)
    assert status == 0
    assert "Not allowed: The tiles at 2,0 and 9,9 do not touch each other." in out
    assert "270 legal moves" in out and "is not a tile" in out
    assert [t.move for t in read_record(record.read_bytes()).moves] == [OPENING, "2,0b 3,0a"]


def test_a_played_game_ends_with_its_winner() -> None:
    moves = f"{OPENING}\n" + "".join(f"{q},0a {q + 1},0a\n" for q in range(2, 6, 2))
    status, out, _ = palago("play", "--tiles", "6", "--tie-break", "--picture", stdin=moves)
    assert status == 0 and "White wins on the tie-break" in out


def test_the_program_plays_a_colour() -> None:
    status, out, _ = palago(
        "play", "--against", "blue", "--seconds", "0.3", stdin=f"{OPENING}\nquit\n"
    )
    assert status == 0 and "Blue plays " in out
    words = out.split("Blue plays ")[1].splitlines()[0]
    assert PalagoGame().play(OPENING).play(words).turn == 3


# -- creatures -----------------------------------------------------------------------------------


def test_the_atlas_is_counted_and_listed() -> None:
    status, out, _ = palago("creatures", "10", "--count", "--json")
    counts = json.loads(out)
    assert status == 0
    assert counts["counts"] == {"3": 1, "5": 1, "6": 1, "7": 3, "8": 4, "9": 14, "10": 23}
    status, out, _ = palago("creatures", "7", "--json")
    listed = json.loads(out)
    assert listed["creatures"]["3"] == ["4b+5c"] and len(listed["creatures"]["7"]) == 3
    status, out, _ = palago("creatures", "7", "--exactly")
    assert len(out.splitlines()) == 3
    assert "exactly 4 tiles" in palago("creatures", "4", "--exactly")[2]
    status, out, _ = palago("creatures", "7", "--count")
    assert out.splitlines()[-1].split() == ["all", "6"]
    assert json.loads(palago("creatures", "0", "--count", "--json")[1])["counts"] == {}


def test_a_creature_is_drawn_and_scored(tmp_path: Path) -> None:
    example = "0a+1c+2a+2c+2c+2c+3b+2c3a+4a----3b"
    status, out, _ = palago("creature", example, "--json")
    entry = json.loads(out)
    assert status == 0
    assert (len(entry["tiles"]), entry["corners"], entry["straights"]) == (12, 7, 7)
    assert (entry["loops"], entry["legs"], entry["points"]) == (2, 2, 4)
    assert entry["sum"] == example
    picture = tmp_path / "eye.svg"
    status, out, _ = palago("creature", "4b+5c", "--out", str(picture))
    assert status == 0 and "an eye does not score" in out and "`--oo" in out
    assert "<svg" in picture.read_text()


def test_the_play_servers_picture_is_a_board_for_every_command(tmp_path: Path) -> None:
    picture = tmp_path / "mail.txt"
    picture.write_text("Board 7:\n\n  .--oo\n o   oo\\\nooo  oo )\n o   oo/\n  `--oo\n")
    status, out, _ = palago("judge", "", str(picture), "--single")
    assert status == 0 and "White played 0,0b" in out
    status, out, _ = palago("record", str(picture), "--json")
    assert json.loads(out)["start"]["tiles"] == [{"q": 0, "r": 0, "rotation": 2}]
    picture.write_text("`--o\n oo o\n")
    assert palago("judge", "", str(picture))[0] == 2


def test_a_program_plays_by_lines_of_json_and_resigns(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    lines = f"{OPENING}\n9,9a 9,8a\nresign\n"
    status, out, _ = palago("play", "--json", "--out", str(record), stdin=lines)
    begun, moved, wrong, resigned, _ = [json.loads(line) for line in out.splitlines()]
    assert status == 0 and begun["to_move"] == "white" and not begun["over"]
    assert moved["last"] == OPENING and moved["error"] is None
    assert wrong["error"].startswith("Not allowed") and wrong["board"] == moved["board"]
    assert resigned["resigned"] == "blue" and resigned["winner"] == "white" and resigned["over"]
    kept = read_record(record.read_bytes())
    assert kept.result == "white" and "Blue resigns" in kept.comment
