"""A move in the middle of a game that was read as sure but wrong, put right in its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asking import change, lay, new_game
from board_photos import board_photo
from dashboards import client_of
from palago.engine.palanquee.table.board import cell_from_name
from palago.engine.palanquee.table.pieces import Piece
from palago.engine.tiles.board import Board
from palago.webui.app import services_of
from palago.webui.games.kept.event_format import FormatError, check_event
from table_photos import photo_of

TURNS = ("0,0b 1,0b", "-1,1c 0,1c", "2,0b 2,1c", "-2,1a -2,2a")
BOARDS = [" ".join(TURNS[: number + 1]) for number in range(len(TURNS))]
CONFIRM = {"change": "confirm"}
TWO: dict[str, Any] = {"players": ["Ann", "Ben"]}


def now(client: Any, game: str) -> Any:
    shown = client.get(f"/api/v1/games/{game}").json
    return {name: value for name, value in shown.items() if name != "now"}


def laid_game(client: Any, kind: str = "palago", **more: Any) -> str:
    game = str(new_game(client, kind, **more)["id"])
    for board in BOARDS:
        lay(client, game, board)
    return game


def correct(
    client: Any, game: str, move: int, *changes: Any, status: int = 200, **more: Any
) -> Any:
    version = client.get(f"/api/v1/games/{game}").json["version"]
    body = {"version": version, "move": move, "changes": changes, **more}
    answer = client.post(f"/api/v1/games/{game}/corrections", json=body)
    assert answer.status_code == status, answer.json
    return answer.json


def turned(q: int, r: int, rotation: int) -> dict[str, Any]:
    return {"change": "turn_tile", "q": q, "r": r, "rotation": rotation}


def moves(shown: Any) -> list[str]:
    return [entry["move"] for entry in shown["timeline"]]


def test_a_move_is_put_right_and_the_later_ones_stand(client: Any) -> None:
    game = laid_game(client)
    before = now(client, game)
    opened = correct(client, game, 3)
    assert set(opened["board"].split()) == set(BOARDS[2].split()), "the table after that move"
    assert opened["verdict"]["can_confirm"] and not opened["correction"]["is_whole"]
    correct(client, game, 3, turned(2, 0, 4))
    assert now(client, game) == before, "nothing is stored before it is confirmed"
    done = correct(client, game, 3, turned(2, 0, 4), CONFIRM)
    assert done["correction"]["text"] == "Move 3 is put right. Move 4 stands as it was."
    assert moves(done) == [*TURNS[:2], "2,0c 2,1c", TURNS[3]]
    assert "2,0c" in done["board"].split() and done["verdict"]["level"] == "info"
    assert [entry["read_as"] for entry in done["timeline"]] == ["", "", TURNS[2], ""]


def test_pictures_and_steps_of_later_moves_show_the_tile_as_it_truly_lay(client: Any) -> None:
    game = laid_game(client)
    correct(client, game, 2, turned(-1, 1, 2), CONFIRM)
    for number in (2, 4):
        step = client.get(f"/api/v1/games/{game}?move={number}").json
        assert "-1,1b" in step["board"].split() and step["move"] == number
        version = now(client, game)["timeline"][number - 1]["version"]
        path = f"/api/v1/games/{game}/diagram.svg?move={number}&at="
        known = client.get(f"{path}{version}").data
        change(client, game, "undo")
        assert (
            client.get(f"{path}{now(client, game)['timeline'][number - 1]['version']}").data
            != known
        )
        change(client, game, "redo")


def test_one_undo_takes_it_back_and_redo_brings_it_again(client: Any) -> None:
    game = laid_game(client)
    done = correct(client, game, 3, turned(2, 0, 4), CONFIRM)
    assert moves(change(client, game, "undo")) == list(TURNS)
    assert moves(change(client, game, "redo")) == moves(done)
    change(client, game, "undo")
    assert moves(change(client, game, "undo")) == list(TURNS[:3]), "then the last turn"


def test_a_move_may_be_put_right_twice_and_then_others(client: Any) -> None:
    game = laid_game(client)
    correct(client, game, 3, turned(2, 0, 4), CONFIRM)
    correct(client, game, 3, turned(2, 0, 0), CONFIRM)
    done = correct(client, game, 1, turned(1, 0, 0), CONFIRM)
    assert moves(done) == ["0,0b 1,0a", TURNS[1], "2,0a 2,1c", TURNS[3]]
    assert done["timeline"][2]["read_as"] == TURNS[2], "as it was read at first"
    assert done["verdict"]["level"] == "info", "the table lies as it was put right"
    lay(client, game, done["board"] + " 3,0c 3,1c")
    assert len(moves(change(client, game, "undo"))) == 4


def test_two_tiles_of_the_last_move_are_put_right_one_after_the_other(client: Any) -> None:
    game = laid_game(client)
    correct(client, game, 4, turned(-2, 1, 2), CONFIRM)
    done = correct(client, game, 4, turned(-2, 2, 2), CONFIRM)
    assert moves(done)[3] == "-2,1b -2,2b"
    assert {"-2,1b", "-2,2b"} <= set(done["board"].split()) and done["verdict"]["level"] == "info"


def test_what_is_confirmed_as_it_was_changes_nothing(client: Any) -> None:
    game = laid_game(client)
    before = now(client, game)
    same = correct(client, game, 3, CONFIRM)["correction"]
    assert same["is_whole"] and not same["is_stored"]
    assert same["text"] == "Move 3 stays as it was."
    assert now(client, game) == before


MOVED = ({"change": "remove_tile", "q": 2, "r": 0}, {"change": "remove_tile", "q": 2, "r": 1})
BESIDE = ({"change": "place_tile", "q": -2, "r": 1, "rotation": 2},
          {"change": "place_tile", "q": -2, "r": 2, "rotation": 2})  # fmt: skip


def test_a_later_move_that_fits_no_more_is_taken_away_only_where_asked_for(client: Any) -> None:
    game = laid_game(client)
    before = now(client, game)
    asked = correct(client, game, 3, *MOVED, *BESIDE, CONFIRM)["correction"]
    assert asked["is_whole"] and not asked["is_stored"] and asked["lost"] == [4]
    assert "Move 4 no longer fits: A tile lies already at -2,1" in asked["text"]
    assert now(client, game) == before, "and nothing was lost"
    done = correct(client, game, 3, *MOVED, *BESIDE, CONFIRM, take_away=True)
    assert moves(done) == [*TURNS[:2], "-2,1b -2,2b"]
    assert moves(change(client, game, "undo")) == list(TURNS)


def test_a_correction_that_comes_too_late_is_refused(client: Any) -> None:
    game = laid_game(client)
    version = now(client, game)["version"]
    lay(client, game, " ".join((*BOARDS[3:], "3,0b 3,1b")))
    body = {"version": version, "move": 3, "changes": [turned(2, 0, 4), CONFIRM]}
    answer = client.post(f"/api/v1/games/{game}/corrections", json=body)
    assert answer.status_code == 409
    assert len(moves(now(client, game))) == 5


@pytest.mark.parametrize(
    ("move", "changes", "status"),
    [
        (9, (), 422),
        (0, (), 400),
        (3, ({"change": "undo"},), 422),
        (3, ({"change": "resign", "by": "white"},), 422),
        (3, (CONFIRM, CONFIRM), 422),
        (3, (turned(9, 9, 0),), 422),
        (3, ({"change": "nonsense"},), 400),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(
    client: Any, move: int, changes: Any, status: int
) -> None:
    game = laid_game(client)
    refused = correct(client, game, move, *changes, status=status)
    assert refused["error"]["message"]
    assert moves(now(client, game)) == list(TURNS)


def test_a_misread_tile_is_put_right_in_the_later_photos_too(client: Any) -> None:
    game = str(new_game(client)["id"])
    for number, board in enumerate(BOARDS):
        whole = Board.from_text(board)
        misread = {(2, 0): 4} if number >= 2 else None
        around = Board.from_text(BOARDS[-1])
        photo = photo_of(whole, misread=misread, seed=number, around=around)
        assert client.post(f"/api/v1/games/{game}/photos", data=photo).status_code == 201
        change(client, game, "confirm")
    assert moves(now(client, game))[2] == "2,0c 2,1c"
    opened = correct(client, game, 3)
    assert opened["photo"]["digest"] == now(client, game)["timeline"][2]["photo"]
    done = correct(client, game, 3, turned(2, 0, 2), CONFIRM)
    assert moves(done) == list(TURNS)
    assert done["verdict"]["level"] == "info" and set(done["board"].split()) == set(
        BOARDS[3].split()
    )
    assert [e["photo"] for e in done["timeline"]] == [
        e["photo"] for e in now(client, game)["timeline"]
    ]
    assert done["timeline"][3]["photo"], "and the photos stay"


def test_a_piece_of_palanquee_that_was_misread_is_put_right(client: Any) -> None:
    game = str(new_game(client, "palanquee", options=TWO)["id"])
    turns = (
        ("C5", "blue", True),
        ("H9", "green", True),
        ("C6", "blue", False),
        ("H10", "green", False),
    )
    pieces = [Piece(cell_from_name(cell), colour, seed) for cell, colour, seed in turns]
    for number in range(1, 5):
        misread = {"C6": ("blue", "seed")} if number > 2 else None
        photo = board_photo(pieces[:number], misread=misread)
        assert client.post(f"/api/v1/games/{game}/photos", data=photo).status_code == 201
        change(client, game, "confirm")
    assert moves(now(client, game))[2] == "grow C6 seed"
    sprout = {"change": "set_piece", "cell": "C6", "colour": "blue", "kind": "sprout"}
    done = correct(client, game, 3, sprout, CONFIRM)
    assert moves(done) == ["sow C5", "sow H9", "grow C6", "grow H10"]
    assert "Move 3 is now: " in done["correction"]["text"]
    assert done["verdict"]["level"] != "wrong" and not done["garden"].get("is_seen")


def test_an_action_of_palanquee_that_was_touched_wrongly_is_played_otherwise(client: Any) -> None:
    game = str(new_game(client, "palanquee", options=TWO)["id"])
    for action in ("sow C5", "sow H9", "grow C6", "grow H10", "move C6 C4"):
        change(client, game, "act", action=action)
    done = correct(client, game, 3, {"change": "act", "action": "grow D5"})
    assert moves(done) == ["sow C5", "sow H9", "grow D5", "grow H10", "move D5 C4"]
    assert "Move 4 stands as it was." in done["correction"]["text"]


def palagonia(client: Any) -> str:
    game = str(new_game(client, "palagonia", options={"players": ["Ann", "Ben", "Cy"]})["id"])
    change(client, game, "roll", faces=["3", "2", "2"])
    lay(client, game, "-2,1a -1,1a 0,0a")
    for faces, board in (
        (["2", "3"], "-2,1a -1,1a 0,0a 0,-1a 1,-2c"),
        (["2", "2"], "-2,1a -1,1a 0,0a 0,-1a 1,-2c -3,1a -3,2b"),
    ):
        change(client, game, "roll", faces=faces)
        lay(client, game, board)
    return game


def test_a_roll_of_palagonia_is_put_right(client: Any) -> None:
    game = palagonia(client)
    before = now(client, game)
    assert len(moves(before)) == 3
    opened = correct(client, game, 2)
    assert opened["correction"]["rolls"] and not opened["dice"]["needed"]
    opened = correct(client, game, 2, before_roll=True)
    assert opened["dice"]["needed"] == 2
    told = {"change": "roll", "faces": ["2", "4"]}
    done = correct(client, game, 2, told, CONFIRM, before_roll=True)
    assert [told.partition(": ")[2] for told in moves(done)] == [
        told.partition(": ")[2] for told in moves(before)
    ]
    record = client.get(f"/api/v1/games/{game}/record?format=json").json
    assert [turn["move"] for turn in record["moves"]][2] == "roll 2:4"
    wrong = {"change": "roll", "faces": ["3", "4"]}
    refused = correct(client, game, 2, wrong, CONFIRM, before_roll=True, status=422)
    assert refused["error"]["message"]
    assert not correct(client, game, 3, turned(-3, 2, 4), CONFIRM)["correction"]["lost"]


def test_a_tile_of_palagem_is_put_right(client: Any) -> None:
    game = str(new_game(client, "palagem", options={**TWO, "palagems": ["aaaa", "aaab"]})["id"])
    for board in ("0,0a", "0,0a 1,0a", "0,0a 1,0a 0,1b"):
        lay(client, game, board)
    done = correct(client, game, 2, turned(1, 0, 4), CONFIRM)
    assert moves(done) == ["0,0a", "1,0c", "0,1b"]
    change(client, game, "undo")
    correct(client, game, 1, turned(0, 0, 2), CONFIRM)
    later = correct(client, game, 2)
    assert set(later["board"].split()) == {"0,0b", "1,0a"}, "the frame is the same"
    assert later["verdict"]["move"] == "1,0a"


def test_the_record_notes_it_and_it_comes_back_from_files(client: Any) -> None:
    game = laid_game(client)
    correct(client, game, 3, turned(2, 0, 4), CONFIRM)
    record = client.get(f"/api/v1/games/{game}/record?format=json").json
    assert record["moves"][2]["move"] == "2,0c 2,1c"
    assert record["moves"][2]["read_as"] == TURNS[2]
    whole = client.get(f"/api/v1/games/{game}/record?format=zip").data
    for data in (whole, json.dumps(record).encode()):
        again = client.post("/api/v1/imports", data=data).json
        assert moves(again) == moves(now(client, game))
        assert again["timeline"][2]["read_as"] == TURNS[2]
    first = client.post("/api/v1/imports", data=whole).json
    assert moves(change(client, first["id"], "undo")) == list(TURNS)


def test_a_record_from_a_file_is_put_right_as_well(client: Any) -> None:
    record = {"game": "palago", "moves": list(TURNS)}
    game = client.post("/api/v1/imports", data=json.dumps(record).encode()).json["id"]
    done = correct(client, game, 1, turned(1, 0, 4), CONFIRM)
    assert moves(done) == ["0,0b 1,0c", *TURNS[1:]]
    assert done["verdict"]["level"] == "info", "the table lies as the record says"


def test_who_went_on_after_turns_that_were_missed_is_put_right(client: Any) -> None:
    """A wrong player of Palagonia: the same table, and somebody else is on turn after it."""
    game = str(new_game(client, "palagonia", options={"players": ["Ann", "Ben", "Cy"]})["id"])
    change(client, game, "roll", faces=["3", "2", "2"])
    lay(client, game, "-2,1a -1,1a 0,0a")
    more = "-2,1a -1,1a 0,0a 0,-1a 1,-2c -3,1a -3,2b -4,3a -4,4b 2,-3a 2,-4b"
    change(client, game, "set_board", board=more)
    missed = {"change": "accept", "counted": True}
    shown = change(client, game, "accept", counted=True, to_move="Ben")
    assert shown["turn"] == "Ben" and shown["timeline"][1]["accepted"]
    done = correct(client, game, 2, {**missed, "to_move": "Cy"})
    assert done["correction"]["is_stored"] and done["turn"] == "Cy"
    assert change(client, game, "undo")["turn"] == "Ben"


def test_a_turn_that_its_player_put_right_before_play_went_on_is_put_right_again(
    client: Any,
) -> None:
    game = str(new_game(client)["id"])
    around = Board.from_text(BOARDS[-1])
    seen = [BOARDS[0], BOARDS[1], BOARDS[1].replace("0,1c", "0,1a"), BOARDS[2]]
    for number, board in enumerate(seen):
        if number == 3:
            board = board.replace("0,1c", "0,1a")
        photo = photo_of(Board.from_text(board), seed=number, around=around)
        assert client.post(f"/api/v1/games/{game}/photos", data=photo).status_code == 201
        change(client, game, "put_right" if number == 2 else "confirm")
    assert moves(now(client, game)) == [TURNS[0], "-1,1c 0,1a", TURNS[2]]
    done = correct(client, game, 2, turned(-1, 1, 2), CONFIRM)
    assert moves(done) == [TURNS[0], "-1,1b 0,1a", TURNS[2]]
    assert done["verdict"]["level"] == "info"
    assert moves(change(client, game, "undo")) == [TURNS[0], "-1,1c 0,1a", TURNS[2]]


def test_a_resignation_that_is_no_longer_possible_is_taken_back_and_said(client: Any) -> None:
    """The last move had won: nobody could give the game up after it."""
    game = str(new_game(client)["id"])
    board = ""
    for turn in ("0,0a -1,1b", "-2,2b -3,3a", "-2,3a -1,2a", "1,0a 2,0a"):
        before, board = board, f"{board} {turn}".strip()
        lay(client, game, board)
    assert change(client, game, "resign", by="white")["result"]["winner"] == "blue"
    won = {"change": "set_board", "board": f"{before} -1,3a 0,2c"}
    done = correct(client, game, 4, won, CONFIRM)
    text = "Move 4 is put right. White cannot give this game up."
    assert done["correction"]["text"] == text
    assert not done["correction"]["lost"] and done["over"] and len(moves(done)) == 4
    assert "resign" not in done["verdict"]["text"]
    assert "White resigns" in change(client, game, "undo")["verdict"]["text"]


def test_moves_that_were_confirmed_together_are_put_right_together(client: Any) -> None:
    game = str(new_game(client)["id"])
    lay(client, game, BOARDS[0])
    change(client, game, "set_board", board=BOARDS[2])
    change(client, game, "confirm", move=" / ".join(TURNS[1:3]))
    lay(client, game, BOARDS[3])
    assert moves(now(client, game)) == list(TURNS)
    opened = {number: correct(client, game, number)["correction"] for number in (1, 2, 3, 4)}
    assert [opened[number]["together"] for number in opened] == [[1], [2, 3], [2, 3], [4]]
    confirmed = {**CONFIRM, "move": f"{TURNS[1]} / 2,0c 2,1c"}
    done = correct(client, game, 2, turned(2, 0, 4), confirmed)
    assert moves(done) == [*TURNS[:2], "2,0c 2,1c", TURNS[3]]
    assert done["correction"]["text"] == "Move 3 is put right. Move 4 stands as it was."
    assert [entry["read_as"] for entry in done["timeline"]] == ["", "", " / ".join(TURNS[1:3]), ""]


def test_what_people_entered_as_the_result_is_not_changed_by_a_correction(
    client: Any, parts: Any
) -> None:
    """It is refused at once, not after all has been put right."""
    game = laid_game(client)
    night = {"id": "night", "round": 1, "table": 1}
    parts.desk.change(game, "options_changed", {"event": {**night, "score": [0, 1]}}, None)
    refused = correct(client, game, 3, status=422)["error"]["message"]
    assert "entered by hand" in refused
    parts.desk.change(game, "options_changed", {"event": night}, None)
    assert correct(client, game, 3, turned(2, 0, 4), CONFIRM)["correction"]["is_stored"]


def test_of_two_people_who_put_a_game_right_at_once_the_later_one_is_told(client: Any) -> None:
    game = laid_game(client)
    seen = now(client, game)["version"]
    correct(client, game, 3, turned(2, 0, 4), CONFIRM)
    second = {"version": seen, "move": 2, "changes": [turned(-1, 1, 2), CONFIRM]}
    answer = client.post(f"/api/v1/games/{game}/corrections", json=second)
    assert answer.status_code == 409 and answer.json["error"]["message"]
    assert moves(correct(client, game, 2, turned(-1, 1, 2), CONFIRM))[1:3] == [
        "-1,1b 0,1c",
        "2,0c 2,1c",
    ], "and may go on from what the first one did"


@pytest.mark.parametrize("ahead", [1, 2])
def test_a_version_to_come_is_not_taken_for_known(client: Any, ahead: int) -> None:
    game = laid_game(client)
    version = now(client, game)["version"] + ahead
    body = {"version": version, "move": 3, "changes": [turned(2, 0, 4), CONFIRM]}
    assert client.post(f"/api/v1/games/{game}/corrections", json=body).status_code == 409
    there = {"kind": "palago", "from": {"game": game, "version": version}}
    assert client.post("/api/v1/games", json=there).status_code == 404
    for left in range(ahead):
        assert moves(change(client, game, "undo")) == list(TURNS[: 3 - left // 2])


def test_a_move_that_was_undone_meanwhile_is_nothing_that_a_camera_goes_back_to(
    client: Any,
) -> None:
    game, desk = laid_game(client), services_of(client.application).desk
    assert len(desk.before_move(game, 4).playing.entries) == 3
    change(client, game, "undo")
    assert desk.before_move(game, 4) is None


def test_photos_are_learned_from_anew_where_a_move_is_put_right(configuration: Any) -> None:
    with client_of(configuration) as client:
        game = laid_game(client)
    with client_of(configuration) as client:
        learner = services_of(client.application).learner
        assert not learner.is_at_work
        correct(client, game, 3, turned(2, 0, 4), CONFIRM)
        assert learner.is_at_work


@pytest.mark.parametrize("said", [{"kind": ["undone"]}, {"kind": "undone"}, {}])
def test_a_files_correction_that_is_none_is_refused_in_words(said: dict[str, Any]) -> None:
    with pytest.raises(FormatError, match="what happens at the table"):
        check_event("record_corrected", {"move": 1, "instead": {"3": [{"data": {}, **said}]}})
