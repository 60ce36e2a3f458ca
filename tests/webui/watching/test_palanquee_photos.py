"""Palanquée by camera on the page: photos are judged, corrected by touch, and confirmed."""

import json
import random
from typing import Any

import pytest
from asking import change, new_game
from board_photos import POSITION, board_photo
from palago.engine.palanquee.play.game import PalanqueeTurn
from palago.engine.palanquee.position_json import position_from_json
from palago.engine.palanquee.table.board import cell_from_name, cell_name
from palago.engine.palanquee.table.pieces import Piece
from palago.engine.palanquee.table.seen import opposite
from palago.webui.app import services_of
from palanquee_positions import chosen_action


def new(client: Any, **more: Any) -> str:
    begun = {"options": {"players": ["Ann", "Ben"]}, "board": POSITION} | more
    return str(new_game(client, "palanquee", **begun)["id"])


def standing(*added: tuple[str, str, str], without: str = "") -> list[Piece]:
    """The pieces of the position, with others added and some taken away."""
    pieces = [p for p in position_from_json(POSITION).pieces if cell_name(p.cell) not in without]
    more = [Piece(cell_from_name(cell), colour, kind == "seed") for cell, colour, kind in added]
    return [*pieces, *more]


def send(client: Any, game: str, pieces: Any, **more: Any) -> Any:
    photo = board_photo(pieces, **more)
    answer = client.post(f"/api/v1/games/{game}/photos", data=photo)
    assert answer.status_code == 201, answer.json
    return answer.json


def texts(shown: Any) -> str:
    return " ".join(item["text"] for item in shown["verdict"]["items"])


def test_a_game_of_three_is_played_by_photos_alone(client: Any) -> None:
    rng = random.Random(8)
    game = new(client, board=None, options={"players": ["Ann", "Ben", "Cy"]})
    now = PalanqueeTurn.start(("blue", "green", "red"))
    assert (
        "the turn is to sow a seed" in client.get(f"/api/v1/games/{game}").json["verdict"]["detail"]
    )
    for _ in range(9):
        while actions := now.legal_actions():
            now = now.play(chosen_action(rng, actions, now))
        shown = send(client, game, now.position.pieces)
        if not shown["verdict"]["can_confirm"]:  # two turns differ in who loses what
            change(client, game, "confirm", move=shown["verdict"]["choices"][0]["move"])
        else:
            assert shown["verdict"]["level"] == "fine" and shown["garden"]["is_seen"]
            change(client, game, "confirm")
        now = now.end_turn()
    shown = client.get(f"/api/v1/games/{game}").json
    assert shown["turn"] == "Ann" and len(shown["timeline"]) == 9
    assert set(shown["garden"]["pieces"]) == {
        cell_name(piece.cell) for piece in now.position.pieces
    }
    assert not shown["garden"]["is_seen"] and shown["photo"]  # the photo shows what was agreed on


def test_what_was_not_taken_off_is_named_at_once(client: Any) -> None:
    game = new(client)
    shown = send(client, game, standing(("J7", "blue", "sprout")))
    assert shown["verdict"]["level"] == "wrong"
    assert "Take it from the board: a sprout grows on J7 and captures K6." in texts(shown)
    for language, words in (
        ("fr", "une pousse croît en J7 et prend K6"),
        ("zh-Hant", "在 J7 長出芽，吃掉 K6"),
    ):
        said = client.get(f"/api/v1/games/{game}?language={language}").json
        assert words in texts(said) and "grow" not in texts(said)
    assert shown["turn"] == "Ann" and not shown["verdict"]["can_confirm"]
    assert shown["diagram"].count('class="mark"') == 2, "a projector shows the drawing alone"
    shown = change(client, game, "set_piece", cell="K6", colour=None, kind=None)
    assert shown["verdict"]["level"] == "fine" and shown["verdict"]["can_confirm"]
    shown = change(client, game, "confirm")
    assert shown["turn"] == "Ben" and "captured: K6" in shown["verdict"]["detail"]


def test_an_unsure_piece_is_asked_about_and_settled_by_a_touch(client: Any) -> None:
    game = new(client)
    shown = send(client, game, standing(("N7", "blue", "sprout")), unsure=["N7"])
    assert shown["verdict"]["level"] == "unsure" and not shown["verdict"]["can_confirm"]
    assert [p["unsure"] for p in shown["seen"]["pieces"] if p["cell"] == "N7"] == [True]
    shown = change(client, game, "set_piece", cell="N7", colour="blue", kind="sprout")
    assert shown["verdict"]["can_confirm"]
    assert change(client, game, "undo")["verdict"]["level"] == "unsure"


def test_what_is_read_badly_does_not_shake_what_was_agreed_on(client: Any) -> None:
    game = new(client)
    added = ("N7", "blue", "sprout")
    shown = send(client, game, standing(added), unsure=["L6"], misread={"L6": ("green", "seed")})
    assert shown["verdict"]["level"] == "unsure" and "grows on N7" in texts(shown)
    hidden = send(
        client,
        game,
        standing(added, without="L6 M7"),
        warnings=[("hidden", "L6"), ("hidden", "M7")],
    )
    assert hidden["verdict"]["can_confirm"] and "2 cells are covered" in texts(hidden)
    turned = [Piece(_opposite(p.cell), p.colour, p.is_seed) for p in standing(added)]
    assert send(client, game, turned, warnings=[("heading", None)])["verdict"]["can_confirm"]


def test_a_board_that_is_read_the_other_way_round_is_corrected_where_it_is_drawn(
    client: Any,
) -> None:
    game = new(client)
    laid = standing(("N7", "blue", "sprout"), ("E9", "green", "sprout"))
    turned = [Piece(_opposite(p.cell), p.colour, p.is_seed) for p in laid]
    shown = send(client, game, turned, warnings=[("heading", None)])
    assert {piece["cell"] for piece in shown["seen"]["pieces"]} == set(shown["garden"]["pieces"])
    shown = change(client, game, "set_piece", cell="E9", colour=None, kind=None)
    assert "E9" not in shown["garden"]["pieces"] and shown["verdict"]["can_confirm"]


def test_a_first_photo_without_letters_is_turned_by_an_answer(client: Any) -> None:
    game, lain = new(client, board=None), [Piece(cell_from_name("M6"), "blue", True)]
    shown = send(client, game, lain, unsure=["M6"], warnings=[("heading", None)])
    assert shown["garden"]["may_turn"] and "M6" in shown["garden"]["pieces"]
    change(client, game, "set_piece", cell="M6", colour="blue", kind="seed")
    shown = change(client, game, "turn_board")
    (cell,) = shown["garden"]["pieces"]
    assert cell == cell_name(_opposite(cell_from_name("M6"))) and shown["verdict"]["can_confirm"]
    change(client, game, "confirm")
    shown = send(client, game, lain, warnings=[("heading", None)])
    assert set(shown["garden"]["pieces"]) == {cell}
    assert not send(client, game, [], warnings=[("heading", None)])["garden"]["may_turn"]


def test_whether_a_piece_was_taken_under_paper_is_asked(client: Any) -> None:
    game = new(client)
    laid = ("J7", "blue", "sprout")
    shown = send(client, game, standing(laid, without="K6"), warnings=[("hidden", "K6")])
    assert shown["verdict"]["level"] == "unsure" and shown["garden"]["doubts"] == ["K6"]
    assert shown["seen"]["hidden"] == ["K6"] and 'class="unseen"' in shown["diagram"]
    assert "Hatched cells were not seen" in texts(shown)
    shown = change(client, game, "set_piece", cell="K6", colour=None, kind=None)
    assert shown["verdict"]["can_confirm"] and 'class="unseen"' not in shown["diagram"]
    assert "covered" not in texts(shown)
    change(client, game, "undo")
    shown = send(client, game, standing(laid))
    assert "grows on J7 and captures K6" in texts(shown)  # there it is
    assert send(client, game, standing(laid, without="K6"))["verdict"]["can_confirm"]


def test_what_was_taken_in_the_turn_before_and_still_stands_is_named(client: Any) -> None:
    game = new(client)
    change(client, game, "act", action="grow J7")
    for more in ((), (("I6", "green", "sprout"),)):
        shown = send(client, game, standing(("J7", "blue", "sprout"), *more))
        assert "Should be off the board already: K6." in texts(shown)
    shown = change(client, game, "set_piece", cell="K6", colour=None, kind=None)
    assert shown["verdict"]["can_confirm"] and "grows on I6" in texts(shown)


def test_a_turn_that_ends_the_game_says_who_wins(client: Any) -> None:
    green = {"cell": "K6", "colour": "green", "kind": "seed"}
    blue = [piece for piece in POSITION["pieces"] if piece["colour"] == "blue"]
    left = {"pieces": [*blue, green], "reserve": {"green": {"seeds": 0}}}
    game = new(client, board=POSITION | left)
    shown = send(client, game, standing(("J7", "blue", "sprout"), without="I5 J6 K6"))["verdict"]
    assert (shown["level"], shown["text"], shown["can_confirm"]) == ("win", "Ann wins", True)
    assert change(client, game, "confirm")["over"]


def test_two_turns_in_one_photo_are_played_by_one_answer(client: Any) -> None:
    blue, green = ("J7", "blue", "sprout"), ("I6", "green", "sprout")  # J7 takes K6
    game = new(client)
    shown = send(client, game, standing(blue, green, without="K6"))
    assert (shown["verdict"]["level"], shown["verdict"]["text"]) == ("unsure", "Turns missing")
    (both,) = shown["verdict"]["choices"]
    assert both["text"] == "A sprout grows on J7; captured: K6 / a sprout grows on I6"
    change(client, game, "confirm", move=both["move"])
    shown = client.get(f"/api/v1/games/{game}").json
    assert [one["number"] for one in shown["timeline"]] == [1, 2] and shown["turn"] == "Ann"
    game, covered = new(client), [("hidden", "N7")]
    shown = send(client, game, standing(green), warnings=covered)
    assert "Is a photo missing?" in texts(shown) and not shown["verdict"]["choices"]
    shown = change(client, game, "set_piece", cell="N7", colour="blue", kind="sprout")
    assert [choice["move"] for choice in shown["verdict"]["choices"]] == ["grow N7 / grow I6"]


def test_a_piece_on_another_one_is_no_turn(client: Any) -> None:
    stacked = {"L8": ("green", "sprout")}
    shown = send(client, new(client), standing(("N7", "blue", "sprout")), misread=stacked)
    assert "Green is seen where another piece stood: L8." in texts(shown)


def _opposite(cell: int) -> int:
    assert opposite(opposite(cell)) == cell
    return opposite(cell)


def test_a_turn_that_is_not_whole_is_asked_about(client: Any) -> None:
    seeds = [{"cell": "N6", "colour": "blue", "kind": "seed"}]
    game = new(client, board=POSITION | {"pieces": [*POSITION["pieces"], *seeds]})
    shown = send(
        client,
        game,
        [*standing(("N7", "blue", "sprout")), Piece(cell_from_name("N6"), "blue", True)],
    )
    assert "1 action left" in shown["verdict"]["text"]
    going_on, over, whole = shown["verdict"]["choices"]
    assert whole["move"] == "grow J8; move J8 N7"
    shown = change(client, game, "confirm", move=going_on["move"])
    # By its first seed, as the badge on the board, not by L6.
    assert shown["turn"] == "Ann" and "M6: 1 action left" in texts(shown)
    change(client, game, "undo")
    shown = change(client, game, "confirm", move=over["move"])
    assert shown["turn"] == "Ben" and shown["garden"]["legal"]["claim"] == ["M6", "N6"]


def test_what_tells_seeds_is_told_by_a_tap_or_found_by_the_first_photos(client: Any) -> None:
    game, added = new(client), standing(("N7", "blue", "sprout"))
    shown = send(client, game, added, unsure=["N7"], seeds_by="size")
    assert shown["verdict"]["level"] == "unsure" and shown["seeds_by"]["known"] is None
    shown = change(client, game, "seeds_by", by="mark")  # the same photo is read anew
    assert shown["verdict"]["can_confirm"] and shown["seeds_by"]["told"] == "mark"
    assert change(client, game, "seeds_by", by=None)["verdict"]["level"] == "unsure"
    change(client, game, "seeds_by", status=400, by="smell")
    for cell in ("O1", "O3"):
        shown = send(client, game, standing((cell, "blue", "sprout")), seeds_by="size")
    assert shown["seeds_by"] == {"told": None, "known": "size"}
    assert send(client, game, added, unsure=["N7"])["verdict"]["can_confirm"]


def test_a_lone_piece_that_shows_no_sign_is_asked_about_by_one_tap(client: Any) -> None:
    game = new(client, board=None)
    seed = Piece(cell_from_name("M6"), "blue", True)
    shown = send(client, game, [seed], unsure=["M6"], warnings=[("seeds", None)])
    assert shown["verdict"]["text"] == "Please check 1 piece"
    assert "a tap at “Seeds are told by”" in shown["verdict"]["detail"]


def test_a_game_goes_on_from_a_photographed_board(client: Any) -> None:
    game = new(client, board=None)
    shown = send(client, game, standing(), unsure=["L6"])
    assert shown["verdict"]["level"] == "unsure" and not shown["verdict"]["can_confirm"]
    assert ["L6"] in [item["cells"] for item in shown["verdict"]["items"]]
    ann, ben = shown["verdict"]["choices"]
    assert (ann["text"], ben["text"]) == ("Ann (Blue) is to move", "Ben (Green) is to move")
    shown = change(client, game, ben["change"], to_move=ben["to_move"])
    assert shown["turn"] == "Ben" and not shown["timeline"] and not shown["garden"]["is_seen"]
    assert {c for c, (colour, _) in shown["garden"]["pieces"].items() if colour == "green"} == {
        "I5",
        "J6",
        "K6",
    }
    assert shown["players"][1]["seeds"] == 2 and shown["players"][1]["sprouts"] == 48
    shown = send(client, game, standing(("I6", "green", "sprout")))
    assert shown["verdict"]["can_confirm"], shown["verdict"]
    shown = change(client, game, "confirm")
    assert shown["turn"] == "Ann" and len(shown["timeline"]) == 1 and shown["timeline"][0]["photo"]

    record = json.loads(client.get(f"/api/v1/games/{game}/record?format=json").data)
    assert record["start"]["to_move"] == "green" and len(record["start"]["pieces"]) == 8
    for _ in range(3):  # the turn, its photo, and the beginning
        shown = change(client, game, "undo")
    assert [choice["to_move"] for choice in shown["verdict"]["choices"]] == ["blue", "green"]


def test_no_game_goes_on_from_a_board_that_cannot_stand(client: Any) -> None:
    game = new(client, board=None)
    shown = send(client, game, standing(("B3", "red", "seed"), ("C12", "blue", "sprout")))
    assert shown["verdict"]["level"] == "wrong" and not shown["verdict"]["choices"]
    assert "Red" in texts(shown) and "C12" in texts(shown)
    refused = change(client, game, "begin_here", 422, to_move="blue")
    assert "red" in str(refused).lower()
    change(client, game, "set_piece", cell="B3", colour=None, kind=None)
    refused = change(client, game, "begin_here", 422, to_move="blue")
    assert "C12" in str(refused)
    shown = change(client, game, "set_piece", cell="C12", colour=None, kind=None)
    assert len(shown["verdict"]["choices"]) == 2
    change(client, game, "begin_here", 422, to_move="red")  # nobody plays it
    change(client, game, "begin_here", to_move="blue")
    change(client, game, "begin_here", 422, to_move="blue")  # it has begun


@pytest.mark.parametrize(
    ("code", "part", "by_photo", "live"),
    [
        ("hidden", "is hidden", "nothing lies over it", "Take away what lies over it"),
        ("cut_board", "is cut off", "step back", "move the camera back"),
    ],
)
def test_what_is_not_seen_of_the_first_board_is_to_be_brought_in_sight(
    client: Any, code: str, part: str, by_photo: str, live: str
) -> None:
    game, hub = new(client, board=None), services_of(client.application).live
    for pieces in (standing(), standing()[:1]):  # under way, and a first turn
        shown = send(client, game, pieces, warnings=[(code, "A1")])["verdict"]
        assert (shown["level"], shown["text"]) == ("unsure", f"Part of the board {part}")
        assert by_photo in shown["detail"] and "1 cell " in str(shown)
        hub.set_state(game, "still")
        shown = client.get(f"/api/v1/games/{game}").json["verdict"]
        assert live in str(shown) and by_photo not in str(shown)
        hub.tell_off(game)
        shown = send(client, game, pieces)["verdict"]
        assert part not in str(shown)


def test_a_camera_that_watches_asks_for_no_photo_of_what_is_covered_or_cut(client: Any) -> None:
    game, hub = new(client), services_of(client.application).live
    for pieces in (standing(), standing(("A1", "green", "sprout"))):  # nothing new, and wrong
        shown = send(client, game, pieces, warnings=[("hidden", "A4"), ("cut_board", "S4")])
        assert "nothing lies over it" in texts(shown) and "step back" in texts(shown)
        hub.set_state(game, "still")
        said = texts(client.get(f"/api/v1/games/{game}").json)
        assert "camera goes on by itself" in said and "move the camera back" in said
        assert "nothing lies over it" not in said
        hub.tell_off(game)


def test_a_photo_of_something_else_is_put_aside(client: Any) -> None:
    game = new(client)
    shown = send(client, game, standing(("A1", "green", "sprout")))
    assert shown["verdict"]["level"] == "wrong"
    shown = change(client, game, "put_aside")
    assert not shown["garden"]["is_seen"] and shown["photo"] is None
    assert shown["verdict"]["text"].startswith("Ann")
    change(client, game, "set_piece", status=422, cell="Z9")
    change(client, game, "set_piece", status=422, cell="C5", colour="pink", kind="seed")
    tiles = new_game(client)["id"]
    change(client, tiles, "set_piece", status=422, cell="C5")


def test_no_board_in_the_photo(client: Any) -> None:
    game = new(client)
    photo = board_photo([], warnings=[("no_board", None)])
    photo = photo.replace(b'"corners": [[', b'"corners": [], "were": [[')
    shown = client.post(f"/api/v1/games/{game}/photos", data=photo).json
    assert shown["verdict"]["level"] == "unsure" and shown["turn"] == "Ann"
    assert change(client, game, "act", action="grow J7")["turn"] == "Ben"


@pytest.mark.parametrize("reading", [[], {}, {"pieces": [{"cell": "Z1"}]}])
def test_a_reading_from_elsewhere_that_is_none_is_refused(client: Any, reading: Any) -> None:
    game = new(client)
    answer = client.post(f"/api/v1/games/{game}/readings", json={"reading": reading})
    assert answer.status_code == 422 and answer.json["error"]["message"]
