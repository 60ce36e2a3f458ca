"""What the referee says of a table by the API: no question whose answer it then refuses."""

from datetime import UTC, datetime
from typing import Any

import pytest
from asking import change, lay, new_game
from palago.engine.tiles.board import Board
from palago.webui.app import services_of
from palago.webui.watching.live_session import needs_of
from table_photos import photo_of

#: Blue wins where 0,-2 was first, White where 1,-2 was.
BEFORE_THE_END = "0,0a 0,-1b -1,0b 1,-1b -2,0c 1,0a 2,0c -1,-1b -1,1b 2,1a 2,-2c 3,-3a"
THE_END = f"{BEFORE_THE_END} 1,-2b 0,-2a"
#: The boards of a game that White wins in its fifth turn, of one tile.
WON = [
    board := "0,0a 1,0c",
    board := f"{board} 1,-1c 2,-2b",
    board := f"{board} 2,0b 3,-1a",
    board := f"{board} 0,-2b 1,-2c",
    f"{board} 0,-1c",
]
PAIR = "0,0b 1,0b"
MISSED = "0,0b 1,0b 1,1b 1,2a -2,2c -1,1b"


def start(client: Any, kind: str = "palago", **more: Any) -> str:
    return str(new_game(client, kind, **more)["id"])


def refused(client: Any, game: str, name: str, **details: Any) -> str:
    return str(change(client, game, name, 422, **details)["error"]["message"])


def show(client: Any, game: str, board: str) -> Any:
    """Send a photo of a board."""
    photo = photo_of(Board.from_text(board), size=(640, 480))
    answer = client.post(f"/api/v1/games/{game}/photos", data=photo)
    assert answer.status_code == 201, answer.json
    return answer.json


def play(client: Any, game: str, board: str) -> Any:
    """Send a photo of a board, and confirm what it shows."""
    show(client, game, board)
    return change(client, game, "confirm")


def levels(state: Any) -> list[str]:
    return [item["level"] for item in state["verdict"]["items"]]


def won(client: Any) -> tuple[str, Any]:
    """A game that ended with the answer to a question; its other tile still lies there."""
    game = start(client, board=BEFORE_THE_END)
    show(client, game, THE_END)
    return game, change(client, game, "confirm", move="0,-2a")


@pytest.mark.parametrize("chosen", [0, 1])
def test_a_missed_turn_is_asked_about_and_either_answer_records_both_moves(
    client: Any, chosen: int
) -> None:
    game = start(client)
    play(client, game, PAIR)
    asked = show(client, game, MISSED)["verdict"]
    assert asked["text"] == "Which 2 tiles were laid first?"
    assert asked["legal"] and len(asked["choices"]) == 2
    move = asked["choices"][chosen]["move"]
    state = change(client, game, "confirm", move=move)
    assert [entry["move"] for entry in state["timeline"]][1:] == move.split(" / ")
    assert state["turn"] == "blue" and "wrong" not in levels(state)
    # One answer was given, and one undo takes it back.
    assert len(change(client, game, "undo")["timeline"]) == 1


def test_two_moves_recorded_at_once_are_two_steps_of_the_record(client: Any) -> None:
    game = start(client)
    play(client, game, PAIR)
    change(client, game, "set_players", players=["Ann", "Ben"])
    choices = show(client, game, MISSED)["verdict"]["choices"]
    assert choices[0]["caption"].startswith("1 Ben (Blue), 2 Ann (White)")
    change(client, game, "set_players", players=["", ""])
    change(client, game, "confirm", move=choices[0]["move"])
    boards = []
    for number in (1, 2, 3):
        step = client.get(f"/api/v1/games/{game}?move={number}").json
        assert step["move"] == number
        assert step["verdict"]["text"] == f"Move {number}: {'Blue' if number == 2 else 'White'}"
        assert step["verdict"]["detail"].startswith(step["timeline"][number - 1]["who"])
        assert "show the table" not in step["verdict"]["detail"]
        assert len(step["fresh"]) == 2 and not step["verdict"]["can_confirm"]
        boards.append(len(step["board"].split()))
    assert boards == [2, 4, 6]
    assert client.get(f"/api/v1/games/{game}?move=4").status_code == 400
    small = client.get(f"/api/v1/games/{game}/diagram.svg?move=2").text
    assert small.count('class="tile"') == 4
    body = {"kind": "analysis", "from": {"game": game, "version": step["at"], "move": 2}}
    branch = client.post("/api/v1/games", json=body).json
    assert len(branch["board"].split()) == 4


def test_a_photo_of_two_moves_is_headed_by_both_players(client: Any) -> None:
    game = start(client)
    play(client, game, PAIR)
    change(client, game, "set_players", players=["Ann", "Ben"])
    verdict = show(client, game, f"{PAIR} -1,0b -1,-1c -1,-2b -1,-3b")["verdict"]
    assert verdict["can_confirm"] and not verdict["choices"]
    assert verdict["text"] == "Two legal moves: Ben (Blue), then Ann (White)"


def test_the_answer_that_ends_the_game_is_a_win_at_once(client: Any) -> None:
    game = start(client, board=BEFORE_THE_END)
    asked = show(client, game, THE_END)["verdict"]
    assert asked["text"] == "Which tile was laid first?" and asked["detail"]
    assert {choice["move"] for choice in asked["choices"]} == {"0,-2a", "1,-2b"}
    for choice in asked["choices"]:
        assert choice["picture"].startswith("<svg") and choice["picture"].count("plate") == 2
        assert "wins" in choice["caption"] and "," not in choice["caption"].split(":")[0]
    state = change(client, game, "confirm", move="0,-2a")
    assert state["verdict"]["level"] == "win"
    assert state["verdict"]["text"].startswith("Blue wins")
    assert "wrong" not in levels(state) and state["result"]["winner"] == "blue"


def test_the_winning_creature_is_lit_from_the_verdict_on(client: Any) -> None:
    game = start(client, board=BEFORE_THE_END)
    # The far tile was first here: the game went on, and the near one closed the creature.
    seen = show(client, game, f"{BEFORE_THE_END} 0,-2a")
    change(client, game, "confirm")
    after = client.get(f"/api/v1/games/{game}").json
    step = client.get(f"/api/v1/games/{game}?move=1").json
    for state in (seen, after, step):
        assert state["verdict"]["level"] == "win"
        (lit,) = [item for item in state["verdict"]["items"] if item["lit"]]
        assert lit["creature"] == "blue" and lit["path"]
        assert [piece[:2] for piece in lit["pieces"]] == lit["cells"]


def test_a_finished_game_is_locked_until_its_end_is_undone(client: Any) -> None:
    game, _ = won(client)
    photos = client.get(f"/api/v1/games/{game}").json["version"]
    for name, details in (
        ("place_tile", {"q": 5, "r": 5, "rotation": 0}),
        ("turn_tile", {"q": 0, "r": 0, "rotation": 2}), ("remove_tile", {"q": 0, "r": 0}),
        ("set_board", {"board": PAIR}), ("put_back", {}), ("flip_colours", {}), ("accept", {}),
        ("confirm", {}),
    ):  # fmt: skip
        assert "game is over" in refused(client, game, name, **details) or name == "confirm"
    answer = client.post(f"/api/v1/games/{game}/photos", data=photo_of(Board.from_text(PAIR)))
    assert answer.status_code == 422 and "game is over" in answer.json["error"]["message"]
    assert client.get(f"/api/v1/games/{game}").json["version"] == photos
    assert not change(client, game, "undo")["over"]
    change(client, game, "place_tile", q=5, r=5, rotation=0)


def test_a_new_game_begins_with_the_same_players_and_rules(client: Any) -> None:
    options = {"players": ["Ann", "Bob", "Cleo"], "tiles": 60}
    game = start(client, "palagonia", options=options)
    change(client, game, "set_options", show_threats=True)
    again = client.post("/api/v1/games", json={"kind": "palagonia", "again": game}).json
    assert [player["name"] for player in again["players"]] == ["Ann", "Bob", "Cleo"]
    assert again["tiles_left"] == 60 and not again["shows_threats"]
    other = client.post("/api/v1/games", json={"kind": "palago", "again": game})
    assert other.status_code == 400


def test_a_move_laid_by_touch_has_begun_after_its_first_tile(client: Any) -> None:
    game = start(client)
    for tile, text in (
        ({"q": 0, "r": 0}, "One more tile"),
        ({"q": 1, "r": 0}, "White: legal move"),
    ):
        state = change(client, game, "place_tile", **tile, rotation=2)
        assert state["verdict"]["text"] == text
        assert "wrong" not in levels(state)
    change(client, game, "confirm")
    state = change(client, game, "place_tile", q=0, r=1, rotation=0)
    assert state["verdict"]["text"] == "One more tile" and state["verdict"]["level"] == "info"
    assert not state["verdict"]["can_confirm"] and not state["verdict"]["can_accept"]
    state = change(client, game, "turn_tile", q=0, r=1, rotation=1)
    assert state["verdict"]["level"] == "wrong"


def test_three_tiles_are_told_as_a_turn_and_more_or_as_one_too_many(client: Any) -> None:
    game = start(client)
    play(client, game, PAIR)
    verdict = show(client, game, f"{PAIR} 2,0b 3,0b 4,0b")["verdict"]
    assert (verdict["text"], verdict["can_confirm"]) == ("One more tile", False)
    assert verdict["detail"].startswith("3 tiles are new: one turn, and the beginning of the next.")
    assert verdict["detail"].endswith("take back 1.")
    (way,) = verdict["choices"]
    assert way["text"] == "Two turns, one with too few tiles: Blue to move"
    after = change(client, game, way["change"], counted=way["counted"])
    assert (after["turn"], after["timeline"][1]["accepted"]) == ("blue", True)
    partner = {"colour": "blue", "level": "learner", "at_table": True}
    against = new_game(client, "palago", options={"partner": partner})["id"]
    verdict = show(client, against, f"{PAIR} 2,0b")["verdict"]
    assert (verdict["level"], verdict["text"]) == ("wrong", "Take 1 tile back")
    assert "the program plays next" in verdict["detail"], "it has begun no turn"


def test_a_palagem_is_right_once_it_is_whole_and_sure_and_then_taken_off(client: Any) -> None:
    game = start(client, "palagem", options={"players": ["Ann", "Bob"]})
    rhombus = Board.from_text("0,0a 1,0c 0,1b 1,1a")
    photo = photo_of(rhombus, unsure=((1, 1),))
    verdict = client.post(f"/api/v1/games/{game}/photos", data=photo).json["verdict"]
    assert (verdict["level"], verdict["text"]) == ("unsure", "Please check 1 tile")
    assert verdict["can_confirm"], "who has looked may confirm"
    change(client, game, "confirm")
    verdict = lay(client, game, rhombus.to_text())["verdict"]  # Bob's is the same
    assert verdict["text"] == "Ann chooses a palagem" and "the same" in verdict["detail"]
    begun = change(client, game, "set_board", board="0,0a 1,0a")["verdict"]
    assert (begun["level"], begun["items"]) == ("info", []), "two tiles of four are nothing wrong"
    state = lay(client, game, "0,0a 1,0a 0,1a 1,1a")
    assert (state["board"], state["verdict"]["text"]) == ("", "Ann plays"), "the field is empty"
    assert state["players"][1]["pictured"] == "Palagem: top row a c, bottom row b a"


def test_a_lay_of_palagonia_has_begun_until_a_die_is_obeyed(client: Any) -> None:
    game = start(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})
    change(client, game, "roll", faces=["4", "2", "3"])
    said = []
    for q in range(5):
        said.append(change(client, game, "place_tile", q=q, r=0, rotation=0)["verdict"]["text"])
    assert said == ["3 more tiles", "2 more tiles", "One more tile", "Ann: legal", "Not allowed"]


@pytest.mark.parametrize(
    ("faces", "laid", "text"),
    [
        (["2", "5"], 1, "2 or 5 owed, 1 laid: add 1 or 4"),
        (["2", "5"], 3, "2 or 5 owed, 3 laid: add 2 or take 1 back"),
        (["4", "5"], 3, "4 or 5 owed, 3 laid: add 1 or 2"),
        (["4", "remove"], 3, "4 or Remove owed, 3 laid: add 1 or take 3 back"),
        (["4", "4"], 3, "One more tile"),
        (["4", "rotate"], 3, "One more tile"),  # no tile lies there that could be turned
        (["2", "rotate"], 3, "Not allowed"),
    ],
)
def test_a_lay_that_has_begun_is_told_all_ways_to_end_it(
    client: Any, faces: list[str], laid: int, text: str
) -> None:
    game = start(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})
    change(client, game, "roll", faces=["2", "3", "4"])
    lay(client, game, "0,0a 1,0a 2,0a 3,0a")
    change(client, game, "roll", faces=faces)
    lies = " ".join(f"{q},0a" for q in range(4 + laid))
    verdict = change(client, game, "set_board", board=lies)["verdict"]
    assert verdict["text"] == text
    if text != "Not allowed":
        assert verdict["detail"] == "Ann plays" and verdict["level"] == "info"
        state = services_of(client.application).desk.state(game)
        assert needs_of(state) is None, "the camera says nothing beside it"


@pytest.mark.parametrize(
    ("kind", "begun"),
    [
        ("palago", {"board": BEFORE_THE_END}),
        ("palagonia", {"options": {"players": ["Ann", "Bob", "Cleo"]}}),
        ("palagem", {"options": {"players": ["Ann", "Bob"], "palagems": ["aaaa", "aaab"]}}),
    ],
)
def test_many_missing_tiles_are_one_sentence(client: Any, kind: str, begun: Any) -> None:
    game = start(client, kind, **begun)
    if kind == "palagonia":
        change(client, game, "roll", faces=["5", "2", "3"])
        lay(client, game, "0,0a 1,0b 2,0a 3,0a 4,0b")
        change(client, game, "roll", faces=["2", "remove"])
        lay(client, game, "0,0a 1,0b 2,0a 3,0a 4,0b 5,0a 6,0a")
        change(client, game, "roll", faces=["3", "remove"])
    elif kind == "palagem":
        for board in ("0,0a", "0,0a 1,0b", "0,0a 1,0b 0,1c", "0,0a 1,0b 0,1c 1,1c"):
            lay(client, game, board)
    tiles = client.get(f"/api/v1/games/{game}").json["board"].split()
    state = change(client, game, "set_board", board=" ".join(tiles[:-3]))
    (told,) = (item for item in state["verdict"]["items"] if item["level"] == "wrong")
    assert told["text"].startswith("3 tiles are missing: is this the right table?")
    assert len(told["cells"]) == 3


def test_both_dice_of_a_double_are_shown(client: Any) -> None:
    players = ["Ann", "Bob", "Cleo"]
    game = start(client, "palagonia", options={"players": players, "program_rolls": True})
    asked = client.get(f"/api/v1/games/{game}").json["verdict"]["detail"]
    assert asked == "The program rolls: tap \u201cRoll\u201d.", "nobody has dice to tell of"
    change(client, game, "roll", faces=["2", "rotate", "remove"])
    lay(client, game, "0,0a 1,0a")
    state = change(client, game, "roll", faces=["3", "3"])
    assert [die["face"] for die in state["dice"]["faces"]] == ["3", "3"]


def test_palagem_names_its_players_and_asks_for_what_can_be_laid(client: Any) -> None:
    options = {"players": ["Player 1", "Player 2"], "palagems": ["aaaa", "aaab"]}
    game = start(client, "palagem", options=options)
    asked = []
    for board in ("0,0a", "0,0a 1,0a", "0,0a 1,0a 0,1a", "0,0a 1,0a 0,1a 1,1a"):
        asked.append(client.get(f"/api/v1/games/{game}").json["verdict"]["detail"])
        seen = change(client, game, "set_board", board=board)
        state = change(client, game, "confirm")
    assert asked == [
        "Lay the first tile.",
        "Lay one tile beside the first.",
        "Lay one tile that touches two.",
        "Lay one tile that touches two.",
    ]
    for each in (seen, state):
        assert each["verdict"]["text"].startswith("Player 1 wins")
        assert [item["lit"] for item in each["verdict"]["items"]] == [True]
    assert "game is over" in refused(client, game, "set_board", board="0,0a")


def test_games_of_earlier_versions_with_tables_after_their_end_still_open(client: Any) -> None:
    """Those hold events that a finished game takes no more."""
    game, state = won(client)
    events = services_of(client.application).events
    data = {"q": 6, "r": 6, "rotation": 0}
    events.append(game, "tile_placed", data, version=state["version"], at=datetime.now(UTC))
    shown = client.get(f"/api/v1/games/{game}").json
    assert shown["over"] and shown["verdict"]["text"].startswith("Blue wins")


@pytest.mark.parametrize("language", ["en", "fr", "zh-Hant"])
def test_two_turns_of_palagonia_in_one_photo_are_asked_about(client: Any, language: str) -> None:
    game = start(client, "palagonia", options={"players": ["Ann", "Bob", "Cleo"]})
    change(client, game, "roll", faces=["4", "2", "3"])
    first = "0,0a 1,0a 2,0a 3,0a"
    play(client, game, first)
    change(client, game, "roll", faces=["2", "3"])
    show(client, game, f"{first} 4,0a 5,0a 6,0a 7,0a 8,0a")
    client.set_cookie("language", language)
    verdict = client.get(f"/api/v1/games/{game}?language={language}").json["verdict"]
    assert verdict["level"] == "unsure" and not verdict["can_confirm"]
    assert verdict["detail"] and "palagonia." not in verdict["text"] + verdict["detail"]
    assert [item["level"] for item in verdict["items"]][:2] == ["wrong", "unsure"]
    *two, one, _, _, cleo = verdict["choices"]  # or turns are missing
    assert cleo["to_move"] == "Cleo"
    # One turn with a mistake is put right, and shown again.
    again = change(client, game, one["change"])
    assert again["turn"] == "Bob" and not again["verdict"]["choices"] and not again["fresh"]
    change(client, game, "undo")
    assert all(choice["picture"] and choice["text"] for choice in two)
    if language == "en":
        assert verdict["text"] == "One turn with a mistake, or two turns?"
        assert "2 and 3" in verdict["detail"] and "photo" in verdict["detail"]
        assert "none of the moves" in refused(client, game, "confirm", move="lay 4,0a 6,0a")
    # The answer "two turns": what came second lies there, and follows once its dice are known.
    came_first = next(choice for choice in two if choice["move"] == "lay 4,0a 5,0a")
    assert came_first["caption"].startswith("1 Bob") and came_first["cells"] == [[4, 0], [5, 0]]
    told = change(client, game, "confirm", move=came_first["move"])
    assert told["turn"] == "Cleo" and told["dice"]["needed"] == 2
    assert change(client, game, "roll", faces=["3", "4"])["verdict"]["level"] == "fine"
    assert len(change(client, game, "confirm")["timeline"]) == 3


@pytest.mark.parametrize(
    ("before", "faces", "seen", "first"),
    [
        ("0,0a 1,0b 2,0c", ["4", "5"], "1,0b 2,0c 3,0a 4,0a", None),
        ("0,0a 1,0b 2,0c", ["remove", "3"], "1,0b 2,0c 3,0a 4,0a", "remove 0,0"),
    ],
)
def test_of_two_turns_only_what_the_roll_allows_may_be_the_first(
    client: Any, before: str, faces: list[str], seen: str, first: str | None
) -> None:
    game = start(client, "palagonia", options={"players": ["Ann", "Bob"]})
    change(client, game, "roll", faces=["3", "2"])
    lay(client, game, before)
    change(client, game, "roll", faces=faces)
    choices = change(client, game, "set_board", board=seen)["verdict"]["choices"]
    offered = [choice["move"] for choice in choices if not choice.get("change")]
    assert (offered == [first]) if first else not offered


def test_another_table_breaks_no_rule_and_undo_brings_this_one_back(client: Any) -> None:
    row = " ".join(f"{number},0b" for number in range(9))
    block = " ".join(f"{q},{r}{'ac'[(q + r) % 2]}" for q in range(4) for r in range(3))
    palago = start(client, board="0,0a 1,0c 0,1b 1,1a -1,1c -1,2a")
    palagonia = start(client, "palagonia", options={"players": ["Ann", "Bob"]})
    change(client, palagonia, "roll", faces=["4", "2"])
    change(client, palagonia, "set_board", board=block)
    change(client, palagonia, "accept", counted=True, to_move="Ann")
    change(client, palagonia, "roll", faces=["2", "3"])
    for game in (palago, palagonia):
        told = show(client, game, row)["verdict"]
        assert told["level"] == "unsure" and told["text"].startswith("This is not the same table")
        assert told["detail"] == "Undo brings the table back." and not told["choices"]
        assert not change(client, game, "undo")["fresh"]
