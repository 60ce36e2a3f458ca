"""What a photo's reading warns of is said in the page's language, of the tiles as they lie."""

from typing import Any

import pytest
from asking import change
from palago.engine.tiles.board import Board
from palago.vision.readings.warnings import WARNINGS
from palago.webui.games.palago.threats import prepare_threats
from palago.webui.texts import LANGUAGES, say
from table_photos import photo_of

FOUR = Board.from_text("0,0b 1,0b 0,1c -1,1c")


def shown(client: Any, language: str, board: Board = FOUR, *warnings: str) -> dict[str, Any]:
    game = client.post("/api/v1/games", json={"kind": "analysis"}).json["id"]
    path = f"/api/v1/games/{game}/photos?language={language}"
    answer = client.post(path, data=photo_of(board, warnings=list(warnings)))
    assert answer.status_code == 201
    found: dict[str, Any] = answer.json
    return found


def texts(game: dict[str, Any]) -> list[str]:
    return [item["text"] for item in game["verdict"]["items"]]


@pytest.mark.parametrize("code", sorted(WARNINGS))
def test_every_warning_has_its_words(code: str) -> None:
    if code == "unsure":  # said by the verdict and by the mark on the tile
        return
    key = "verdict.no_board" if code == "no_board" else f"warning.{code}"
    values: dict[str, Any] = {"count": 3, "x": 1, "y": 2, "width": 64, "height": 48}
    said = {say(language, key, white="Red", **values) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES) and key not in said


def test_covered_tiles_are_lit_and_said_in_french(client: Any) -> None:
    lines = (
        WARNINGS["covered"].format(q=1, r=0),
        WARNINGS["cut_off"].format(q=0, r=1),
        WARNINGS["naming"],
    )
    game = shown(client, "fr", FOUR, *lines, "something new")
    items = {item["text"]: item["cells"] for item in game["verdict"]["items"]}
    assert items["1 tuile n’est vue qu’en partie\u00a0: cachée, ou dans un reflet\u00a0?"] == [
        [1, 0]
    ]
    assert items["1 tuile est coupée par le bord de la photo"] == [[0, 1]]
    assert "something new" in items
    swapping = [item["text"] for item in game["verdict"]["items"] if item["swaps"]]
    assert len(swapping) == 1 and "distingue mal" in swapping[0]
    assert "compte ici comme Blanc" not in swapping[0]  # this set's white is taken for White
    path = f"/api/v1/games/{game['id']}/changes?language=fr"
    turned = {"change": "turn_tile", "q": 1, "r": 0, "rotation": 0}
    after = client.post(path, json=turned).json
    assert not [text for text in texts(after) if "cachée" in text]
    assert [text for text in texts(after) if "distingue mal" in text]
    flipped = client.post(path, json={"change": "flip_colours"}).json
    assert not [text for text in texts(flipped) if "distingue mal" in text]


def test_a_board_whose_joining_tile_is_hidden_is_not_called_wrong(client: Any) -> None:
    parts = Board.from_text("0,0b 1,0b 3,0b 4,0b")
    game = shown(client, "en", parts, WARNINGS["parted"].format(count=2))
    assert game["verdict"]["level"] == "unsure"
    assert game["verdict"]["text"] == "Part of the board is hidden"
    assert not [text for text in texts(game) if "more than one piece" in text]
    assert [text for text in texts(game) if "2 parts" in text]
    told = {"code": "parted", "cells": [], "values": {"count": 2}}
    assert game["photo"]["warning_codes"] == [told], "the page is told the codes, too"
    assert game["photo"]["warnings"] == [WARNINGS["parted"].format(count=2)]
    assert "nothing lies over it" in game["verdict"]["detail"]
    cut = WARNINGS["cut_off"].format(q=1, r=0)
    game = shown(client, "en", parts, WARNINGS["parted"].format(count=2), cut)
    assert game["verdict"]["text"] == "Part of the board is cut off"
    assert "step back" in game["verdict"]["detail"]
    after = change(client, game["id"], "place_tile", q=9, r=9, rotation=0)
    assert after["verdict"]["level"] == "wrong"
    whole = shown(client, "en", parts)
    assert whole["verdict"]["level"] == "wrong"


def test_a_warning_follows_its_tile_into_the_games_frame(client: Any) -> None:
    game = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    path = f"/api/v1/games/{game}"
    client.post(f"{path}/photos", data=photo_of(Board.from_text("0,0b 1,0b")))
    client.post(f"{path}/changes", json={"change": "confirm"})
    moved = FOUR.translated(5, -2)
    covered = WARNINGS["covered"].format(q=6, r=-2)  # the tile at 1,0 of the game
    answer = client.post(f"{path}/photos", data=photo_of(moved, warnings=[covered])).json
    cells = [i["cells"] for i in answer["verdict"]["items"] if "seen only in part" in i["text"]]
    assert cells == [[[1, 0]]]


@pytest.mark.parametrize("kind", ["analysis", "palago"])
def test_a_photo_without_a_board_is_said_first_of_all(client: Any, kind: str) -> None:
    prepare_threats()  # nobody knows who threatens there, either
    game = client.post("/api/v1/games", json={"kind": kind}).json["id"]
    photo = photo_of(Board(), warnings=[WARNINGS["no_board"]])
    verdict = client.post(f"/api/v1/games/{game}/photos", data=photo).json["verdict"]
    assert verdict["level"] == "unsure" and verdict["text"] == "No board in this photo"
    assert "above" in verdict["detail"] and not verdict["can_confirm"] and not verdict["items"]
    assert "Undo" not in verdict["detail"]  # nothing lay there before


@pytest.mark.parametrize("kind", ["analysis", "palago"])
def test_a_photo_of_the_other_board_is_called_so(client: Any, kind: str) -> None:
    path = f"/api/v1/games/{client.post('/api/v1/games', json={'kind': kind}).json['id']}"
    warnings = [WARNINGS["no_board"], WARNINGS["printed_board"]]
    photo = photo_of(Board(), warnings=warnings)
    verdict = client.post(f"{path}/photos", data=photo).json["verdict"]
    assert verdict["text"] == "This is the board of Palanquée"
    assert "Undo" not in verdict["detail"] and not verdict["items"]
    # On the first page nobody has said yet which game it is.
    begins = [choice["begins"] for choice in verdict["choices"]]
    assert begins == (["palanquee"] if kind == "analysis" else [])
    if kind == "palago":
        client.post(f"{path}/changes", json={"change": "undo"})
        client.post(f"{path}/photos", data=photo_of(Board.from_text("0,0b 1,0b")))
        client.post(f"{path}/changes", json={"change": "confirm"})
        verdict = client.post(f"{path}/photos", data=photo).json["verdict"]
        assert verdict["text"] == "This is the board of Palanquée"
        elsewhere = "A game of Palanquée is begun on the first page."
        assert verdict["detail"] == f"{elsewhere} Undo brings the table back."


def test_a_warning_stays_with_its_tile_when_the_colours_change_names(client: Any) -> None:
    game = shown(client, "en", FOUR, WARNINGS["covered"].format(q=-1, r=1))
    (before,) = (item for item in game["verdict"]["items"] if "seen only in part" in item["text"])
    assert before["cells"] == [[-1, 1]]
    flipped = change(client, game["id"], "flip_colours")
    (after,) = (item for item in flipped["verdict"]["items"] if "seen only in part" in item["text"])
    assert after["cells"] == [[1, -1]]
    corners = {
        (tile["q"], tile["r"]): tile["corners"][0]
        for shown in (game, flipped)
        for tile in shown["tiles"]
    }
    assert corners[1, -1] != corners[-1, 1]


def test_what_was_agreed_on_is_doubted_no_more(client: Any) -> None:
    game = client.post("/api/v1/games", json={"kind": "palago"}).json["id"]
    two = Board.from_text("0,0b 1,0b")
    doubts = [WARNINGS["covered"].format(q=1, r=0), WARNINGS["naming"]]
    photo = photo_of(two, unsure=((0, 0), (1, 0)), warnings=doubts)
    before = client.post(f"/api/v1/games/{game}/photos", data=photo).json["verdict"]
    assert before["text"] == "Please check 2 tiles" and before["can_confirm"]
    after = change(client, game, "confirm")
    assert after["verdict"]["text"] == "Blue to move" and not after["verdict"]["items"]
    assert not any(tile["unsure"] for tile in after["tiles"])
    confirmed = client.get("/api/v1/learning").json
    assert (confirmed["photos"], confirmed["right"], confirmed["wrong_and_sure"]) == (1, 2, 0)
    undone = client.post(f"/api/v1/games/{game}/changes", json={"change": "undo"}).json
    assert undone["verdict"]["text"] == "Please check 2 tiles"


def test_a_photo_of_another_set_is_asked_about_and_other_light_is_not(client: Any) -> None:
    pair = Board.from_text("0,0b 1,0b")
    game = f"/api/v1/games/{client.post('/api/v1/games', json={'kind': 'palago'}).json['id']}"
    client.post(f"{game}/photos", data=photo_of(pair))
    client.post(f"{game}/changes", json={"change": "confirm"})
    asked = []
    for white, blue in (([170, 160, 120], [28, 48, 95]), ([230, 60, 60], [40, 200, 90])):
        palette = {"white": white, "blue": blue}
        photo = photo_of(FOUR, palette=palette, unsure=((0, 1),), seed=white[0])
        shown = client.post(f"{game}/photos", data=photo).json
        assert shown["verdict"]["level"] == "unsure"
        asked.append(say("en", "warning.other_set") in texts(shown))
        # Whose photo it is comes before what is doubtful in it.
        assert (shown["verdict"]["text"] == say("en", "warning.other_set")) is asked[-1]
    assert asked == [False, True] and shown["verdict"]["detail"] == "Please check 1 tile"
    # Who confirms it has answered.
    agreed = client.post(f"{game}/changes", json={"change": "confirm"}).json
    assert say("en", "warning.other_set") not in texts(agreed)
    client.post(f"{game}/changes", json={"change": "undo"})
    options = {"players": ["Ann", "Bob", "Cleo"]}
    other = client.post("/api/v1/games", json={"kind": "palagonia", "options": options}).json["id"]
    client.post(f"/api/v1/games/{other}/photos", data=photo_of(pair))
    change(client, other, "roll", faces=["4", "2", "3"])
    first = client.post(f"/api/v1/games/{other}/photos", data=photo).json
    assert say("en", "warning.other_set") not in texts(first), "nothing was agreed on before"
    photo = photo_of(Board.from_text("0,0b"), palette=palette)
    other = client.post(f"{game}/photos", data=photo).json["verdict"]
    assert (other["text"], other["detail"]) == (say("en", "warning.other_set"), "Not allowed")
    assert not (other["can_accept"] or other["choices"])
