"""``palago score`` and ``palago pay`` from outside."""

import json
from pathlib import Path
from xml.dom import minidom

from command_lines import palago
from palagonia_boards import EYE, SEVEN_POINTS, SNAIL, STARFISH, opened


def test_score_prints_every_loop_and_leg() -> None:
    status, out, _ = palago("score", SEVEN_POINTS.to_text())
    assert status == 0
    assert "White creature: 7 points, loops 5, legs 2." in out
    assert out.count("inner loop (Blue snail)") == 1
    assert "A bone does not score." in out
    assert "Blue Snail: 3 points" in out


def test_score_as_json_and_as_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(SEVEN_POINTS.to_json()))
    picture = tmp_path / "score.svg"
    status, out, _ = palago("score", str(file), "--json", "--out", str(picture))
    assert status == 0
    value = json.loads(out)
    assert sorted(creature["points"] for creature in value["creatures"]) == [0, 0, 0, 3, 7]
    svg = minidom.parse(str(picture))
    assert len(svg.getElementsByTagName("svg")) == 4  # one frame and three creatures


def test_score_of_a_table_without_closures() -> None:
    assert palago("score", "0,0a 1,0c")[:2] == (0, "Nothing is closed on this table.\n")
    assert "An eye does not score." in palago("score", EYE.to_text())[1]


def test_house_rules_on_the_command_line() -> None:
    assert "Blue bone: 3 points" in palago("score", SEVEN_POINTS.to_text(), "--bones")[1]
    assert "Fewer than 5 points" in palago("score", STARFISH.to_text(), "--least", "5")[1]
    assert "6 points" in palago("score", SNAIL.to_text(), "--rules", "solitaire")[1]
    assert "2 points" in palago("score", SNAIL.to_text(), "--rules", "one-die")[1]
    status, _, err = palago("score", SNAIL.to_text(), "--least", "-4")
    assert status == 2
    assert "least points must be" in err


def test_a_creature_is_saved_from_the_table(tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    words = ["score", STARFISH.to_text(), "--friendly", str(mine), "--rules", "solitaire"]
    status, out, _ = palago(*words, "--save", "Sea star")
    assert status == 0
    assert "White Sea star, a friendly creature: 8 points" in out
    assert "8 points" in palago(*words)[1]
    status, _, err = palago(*words, "--save", "Again")
    assert (status, "same shape" in err) == (2, True)
    status, _, err = palago("score", "0,0a", "--friendly", str(mine), "--save", "None")
    assert (status, "nothing to save" in err) == (2, True)
    assert palago("score", "0,0a 1,0a", "--save", "X")[0] == 2


def test_pay_lists_the_best_actions() -> None:
    board, closing = opened(STARFISH, 2, adjacent=False)
    status, out, _ = palago("pay", board.to_text(), "--roll", "2:rotate", "--options", "2")
    assert status == 0
    assert "at most 4 points now (exact)" in out
    assert f"4 points  {closing}" in out


def test_pay_as_json_says_how_far_it_came() -> None:
    words = ["pay", SEVEN_POINTS.to_text(), "--roll", "5:4", "--seconds", "0.1", "--json"]
    value = json.loads(palago(*words)[1])
    assert value["roll"] == "4:5"
    assert isinstance(value["complete"], bool)
    assert len(value["options"]) == 12
