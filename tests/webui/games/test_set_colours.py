"""The set's own colours: called as they are seen, or as people told."""

import sqlite3
from typing import Any

import pytest
from asking import ask, lay, new_game
from dashboards import opened
from palago.engine.tiles.board import Board
from palago.engine.tiles.diagram import SetColours
from palago.webui.app import close_app
from palago.webui.tables.set_colours import hue_name, names_seen
from table_photos import photo_of

PAIR = Board.from_text("0,0b 1,0b")
RED_AND_YELLOW = {"white": [240, 205, 60], "blue": [176, 32, 36]}


@pytest.mark.parametrize(
    ("css", "name"),
    [
        ("#ece8dc", "white"),
        ("#2646a0", "blue"),
        ("#b02024", "red"),
        ("#f0cd3c", "yellow"),
        ("#1e7a3c", "green"),
        ("#f08020", "orange"),
        ("#6a3fa0", "violet"),
        ("#101010", "black"),
        ("#8a8a8a", "grey"),
        ("#5a3418", "brown"),
        ("#f4efe2", "white"),
        ("#2b4c9b", "blue"),
        ("#f4a0b4", "pink"),
    ],
)
def test_plain_words_for_colours(css: str, name: str) -> None:
    assert hue_name(css) == name


@pytest.mark.parametrize(
    ("light", "dark", "names"),
    [
        ("#868b83", "#2b3157", ("white", "blue")),  # white and blue, photographed in a dim room
        ("#c7ae85", "#2b4c9b", ("white", "blue")),  # and under a warm lamp
        ("#d0a51d", "#c42a25", ("yellow", "red")),
    ],
)
def test_the_light_gives_no_names(light: str, dark: str, names: tuple[str, str]) -> None:
    assert names_seen(SetColours(light, dark)) == names


def test_a_set_is_called_as_its_photo_shows_it(client: Any) -> None:
    game = new_game(client)["id"]
    path = f"/api/v1/games/{game}"
    assert client.get(path).json["verdict"]["text"] == "White to move"
    client.post(f"{path}/photos", data=photo_of(PAIR, palette=RED_AND_YELLOW))
    shown = client.get(path).json
    assert shown["verdict"]["text"] == "Yellow: legal move"
    assert shown["verdict"]["detail"].startswith("Yellow played")
    assert shown["colours"] == ["Yellow", "Red"]
    french = client.get(path, headers={"Accept-Language": "fr"}).json
    assert french["verdict"]["text"].startswith("Jaune")
    ask(client, game, "confirm")
    assert client.get(f"{path}?move=1").json["verdict"]["text"] == "Move 1: Yellow"


def test_names_stay_while_a_game_goes_on_whatever_the_light(client: Any) -> None:
    """A dark green that one photo shows as black is not another player."""
    game = new_game(client)["id"]
    path = f"/api/v1/games/{game}"
    light, dark = [134, 82, 187], [28, 40, 19]
    client.post(f"{path}/photos", data=photo_of(PAIR, palette={"white": light, "blue": dark}))
    ask(client, game, "confirm")
    assert client.get(path).json["verdict"]["text"] == "Green to move"
    more, darker = Board.from_text("0,0b 1,0b 2,0b 3,0b"), {"white": light, "blue": [18, 22, 16]}
    shown = client.post(f"{path}/photos", data=photo_of(more, palette=darker)).json
    assert shown["verdict"]["text"] == "Green: legal move" and shown["colours"][1] == "Green"
    ask(client, game, "undo"), ask(client, game, "undo"), ask(client, game, "undo")
    shown = client.post(f"{path}/photos", data=photo_of(PAIR, palette=darker)).json
    assert shown["colours"] == ["Violet", "Black"], "until a move is agreed on the photo tells"


def test_told_names_stand_before_seen_ones(client: Any) -> None:
    game = new_game(client, options={"players": ["Ann", "Ben"]})["id"]
    path = f"/api/v1/games/{game}"
    named = ask(client, game, "set_colours", colours=["Ivory", "Night"]).json
    assert named["verdict"]["text"] == "Ann (Ivory) to move"
    client.post(f"{path}/photos", data=photo_of(PAIR, palette=RED_AND_YELLOW))
    assert client.get(path).json["colours"] == ["Ivory", "Night"]
    named = ask(client, game, "set_colours", colours=["blue", "green"]).json
    assert named["colours"] == ["Light Blue", "Green"], "records call the other one Blue"
    assert ask(client, game, "set_colours", colours=["X", "X"]).status_code == 422
    assert ask(client, game, "set_colours", colours="X").status_code == 400
    assert ask(client, game, "set_colours", colours=None).json["colours"] == ["Yellow", "Red"]
    other = new_game(client)
    assert other["verdict"]["text"] == "White to move", "each game speaks of its own set"
    ask(client, other["id"], "set_colours", colours=["red", "white"])
    lay(client, other["id"], "0,0a 1,0c")
    ended = ask(client, other["id"], "resign", by="white").json["verdict"]["text"]
    assert ended == "Red resigns; Dark White wins."


def test_two_colours_that_look_alike_keep_the_games_names(client: Any) -> None:
    game = new_game(client)["id"]
    path = f"/api/v1/games/{game}"
    alike = {"white": [90, 140, 220], "blue": [20, 40, 140]}
    client.post(f"{path}/photos", data=photo_of(PAIR, palette=alike))
    assert client.get(path).json["colours"] is None


def test_the_list_the_bin_and_the_evening_call_a_set_as_its_game_does(client: Any) -> None:
    sent = {"title": "Club", "kind": "palago", "players": ["Ann", "Ben"]}
    event = client.post("/api/v1/events", json=sent).json["id"]
    rounds = client.post(f"/api/v1/events/{event}/changes", json={"change": "next_round"}).json
    game = rounds["rounds"][0]["pairings"][0]["game"]
    path = f"/api/v1/games/{game}"
    client.post(f"{path}/photos", data=photo_of(PAIR, palette=RED_AND_YELLOW))
    ask(client, game, "confirm")

    def turns(language: str) -> set[str]:
        spoken = {"headers": {"Accept-Language": language}}
        (line,) = client.get("/api/v1/games", **spoken).json["games"]
        (table,) = client.get(f"/api/v1/tables?event={event}", **spoken).json["tables"]
        shown = client.get(f"/api/v1/events/{event}", **spoken).json["rounds"][0]["pairings"][0]
        assert line["turn"] in client.get(path, **spoken).json["verdict"]["text"]
        return {line["turn"], table["turn"], shown["turn"]}

    assert turns("en") == {"Ben (Red)"} and turns("fr") == {"Ben (Rouge)"}
    ask(client, game, "set_colours", colours=["Ivory", "Night"])
    assert turns("zh-Hant") == {"Ben\uff08Night\uff09"}
    ask(client, game, "delete")
    (binned,) = client.get("/api/v1/games?deleted=true").json["games"]
    assert binned["turn"] == "Ben (Night)"
    assert client.delete(path).status_code == 200


def test_the_lines_of_an_earlier_program_come_to_name_the_colours(
    configuration: Any, client: Any
) -> None:
    game = new_game(client)["id"]
    client.post(f"/api/v1/games/{game}/photos", data=photo_of(PAIR, palette=RED_AND_YELLOW))
    assert client.get("/api/v1/games").json["games"][0]["turn"] == "Yellow"
    close_app(client.application)
    with sqlite3.connect(configuration.data / "games.sqlite") as database:
        database.execute("DROP TABLE game_line_colours")
    with opened(configuration) as app:
        assert app.test_client().get("/api/v1/games").json["games"][0]["turn"] == "Yellow"
