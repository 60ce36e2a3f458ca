"""``palago palanquee`` from outside: positions in, answers out, as the formats say."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from command_lines import palago

PLAIN = {
    "game": "palanquee",
    "id": "p1",
    "players": ["blue", "green"],
    "to_move": "blue",
    "turns": {"blue": 4, "green": 4},
    "pieces": [
        {"cell": "C5", "colour": "blue", "kind": "seed"},
        {"cell": "C6", "colour": "blue", "kind": "sprout"},
        {"cell": "L9", "colour": "green", "kind": "seed"},
    ],
}


def palanquee(what: str, *values: Any, options: Sequence[str] = ()) -> tuple[int, list[Any], str]:
    """The status of ``palago palanquee WHAT -`` on values or on text, its answers, what it says."""
    text = "\n".join(v if isinstance(v, str) else json.dumps(v) for v in values)
    status, out, err = palago("palanquee", what, "-", *options, stdin=text)
    return status, [json.loads(line) for line in out.splitlines()], err


def test_legal_lists_every_first_action_sorted_as_text() -> None:
    status, (answer,), _ = palanquee("legal", PLAIN)
    assert status == 0 and answer["id"] == "p1"
    assert set(answer) == {"format", "version", "id", "actions"}
    actions = answer["actions"]
    assert actions == sorted(actions) and len(actions) == len(set(actions))
    assert {"grow C7", "grow C7 seed", "move C6 B5", "prune C6", "sow B1"} <= set(actions)
    assert not {"harvest C5", "sow B17", "grow C6", "move C6 C7"} & set(actions)


def test_a_reading_is_answered_with_who_is_taken_to_be_on_turn_and_its_doubts() -> None:
    doubt = "C6 is unsure (71%)"
    seen = {"format": "palago-board-reading", "pieces": PLAIN["pieces"], "warnings": [doubt]}
    status, (answer,), said = palanquee("legal", seen)
    assert status == 0 and answer["to_move"] == "blue" and answer["doubts"] == [doubt]
    assert "blue is taken to be on turn" in said and doubt in said and "--to-move" in said
    _, (told,), said = palanquee("legal", seen, options=["--to-move", "green"])
    assert told["to_move"] == "green" and "taken" not in said


def test_play_tells_each_step_and_the_position() -> None:
    given = PLAIN | {"actions": ["grow C7"]}
    status, (answer,), _ = palanquee("play", given)
    assert status == 0
    assert answer["steps"] == [
        {"action": "grow C7", "legal": True, "captured": [], "isolated": [], "saturated": []}
    ]
    assert answer["owed"] == 0 and answer["over"] is False and answer["winner"] is None
    position = answer["position"]
    assert position["to_move"] == "blue" and position["turns"] == PLAIN["turns"]
    assert position["before_capture"] is None and position["parasites"] == []
    assert position["reserve"]["blue"] == {"seeds": 2, "sprouts": 48}
    assert {"cell": "C7", "colour": "blue", "kind": "sprout"} in position["pieces"]
    assert (position["format"], position["version"]) == ("palago-palanquee-position", 1)
    # The position that comes out goes in again, but none that a later version wrote.
    assert palanquee("legal", position)[0] == 0
    status, (refused,), _ = palanquee("legal", position | {"version": 2})
    assert status == 2 and "bring the program up to date" in refused["error"]


def test_a_refused_action_names_its_rule_and_ends_the_play() -> None:
    given = PLAIN | {"actions": ["grow C7", "grow C8", "grow C9"]}
    status, (answer,), _ = palanquee("play", given)
    assert status == 0 and len(answer["steps"]) == 2
    refused = answer["steps"][1]
    assert refused["legal"] is False and refused["rule"] == "actions" and "C8" in refused["why"]
    assert len(answer["position"]["pieces"]) == 4  # the one before it


@pytest.mark.parametrize(("action", "rule"), [
    ("jump C5", "format"), ("grow", "format"), ("grow C17", "format"), ("grow C7 sprout", "format"),
    ("move C6", "format"), (7, "format"), ("prune C5", "piece"), ("move L9 L10", "piece"),
    ("harvest C6", "piece"), ("grow L9", "cell"), ("move C6 C6", "cell"), ("grow H8", "touch"),
    ("move C6 H8", "touch"), ("harvest C5", "harvest"), ("hatch C6 K9", "hatch"),
])  # fmt: skip
def test_the_first_rule_that_applies(action: Any, rule: str) -> None:
    status, (answer,), _ = palanquee("play", PLAIN | {"actions": [action]})
    assert status == 0 and answer["steps"][0]["rule"] == rule


def test_cells_have_one_name_whatever_was_given() -> None:
    given = PLAIN | {"actions": ["sow B17"]}
    given["pieces"] = [*PLAIN["pieces"], {"cell": "D17", "colour": "green", "kind": "seed"}]
    _, (answer,), _ = palanquee("play", given)
    assert answer["steps"][0]["action"] == "sow B1"
    cells = {piece["cell"] for piece in answer["position"]["pieces"]}
    assert {"B1", "D1"} <= cells and not {"B17", "D17"} & cells


def test_reserves_default_entry_by_entry() -> None:
    given = PLAIN | {"reserve": {"green": {"seeds": 0}}, "actions": []}
    _, (answer,), _ = palanquee("play", given)
    assert answer["position"]["reserve"] == {
        "blue": {"seeds": 2, "sprouts": 49},
        "green": {"seeds": 0, "sprouts": 50},
    }
    assert answer["owed"] == 1


@pytest.mark.parametrize(("change", "words"), [
    ({"game": "chess"}, "chess"), ({"players": ["blue"]}, "two to five"),
    ({"players": ["blue", "white"]}, "'white'"), ({"to_move": "red"}, "to_move"),
    ({"pieces": None}, "pieces"),
    ({"pieces": [{"cell": "Z9", "colour": "blue", "kind": "seed"}]}, "Z9"),
    ({"pieces": [{"cell": "C5", "colour": "red", "kind": "seed"}]}, "red"),
    ({"pieces": [{"cell": "C5", "colour": "blue", "kind": "tree"}]}, "tree"),
    ({"pieces": [{"cell": "C5", "colour": "blue", "kind": "seed"}] * 2}, "two pieces"),
    ({"pieces": [{"cell": "C5", "colour": [], "kind": "seed"}]}, "colour"),
    ({"parasites": ["H9"]}, "H9"), ({"turns": {"blue": -1}}, "turns"),
    ({"reserve": {"blue": {"seeds": "many"}}}, "seeds"), ({"id": []}, "id"),
])  # fmt: skip
def test_a_bad_position_gives_an_error_on_its_line(change: dict[str, Any], words: str) -> None:
    status, answers, _ = palanquee("legal", PLAIN, PLAIN | change, PLAIN)
    assert status == 2 and [("error" in answer) for answer in answers] == [False, True, False]
    assert words in answers[1]["error"]
    assert "id" in answers[1]


def test_pieces_may_be_laid_near_others_where_a_photo_shows_a_game_under_way() -> None:
    pieces: Any = [*PLAIN["pieces"], {"cell": "C3", "colour": "green", "kind": "seed"}]
    reading = {"format": "palago-board-reading", "pieces": pieces}
    assert "sow D4" in palanquee("legal", reading)[1][0]["actions"]


def test_lines_that_are_no_json_do_not_hide_the_others() -> None:
    status, answers, _ = palanquee("legal", PLAIN, '{"players": [}', PLAIN)
    assert status == 2 and "line 2" in answers[1]["error"] and "actions" in answers[2]
    status, (answer,), _ = palanquee("play", json.dumps(PLAIN, indent=2))
    assert status == 0 and answer["id"] == "p1"
    status, answers, err = palanquee("legal", "")
    assert status == 2 and not answers and "empty" in err


def test_a_board_not_at_rest_is_answered_with_its_faults() -> None:
    pieces = [
        *PLAIN["pieces"],
        {"cell": "C7", "colour": "green", "kind": "sprout"},
        {"cell": "C8", "colour": "blue", "kind": "sprout"},
        {"cell": "B17", "colour": "blue", "kind": "seed"},
        {"cell": "B1", "colour": "blue", "kind": "seed"},
    ]
    status, (answer,), _ = palanquee("legal", PLAIN | {"pieces": pieces, "parasites": []})
    assert status == 0 and "grow C4" in answer["actions"]
    said = "\n".join(answer["warnings"])
    assert "Between C6 and C8, C7 should have been captured" in said
    assert (
        "Blue, isolated, cannot stay: C8." in said and "Green, isolated, cannot stay: C7." in said
    )
    assert "both drawings of B1" in said


def test_claims() -> None:
    given = PLAIN | {"to_move": "green", "forgotten": {"C6": 1}, "actions": ["claim C5"]}
    status, (answer,), _ = palanquee("play", given)
    step = answer["steps"][0]
    assert status == 0 and step["legal"] and step["isolated"] == ["C6"]
    assert answer["position"]["reserve"]["blue"] == {"seeds": 2, "sprouts": 50}
    assert "forgotten" not in answer["position"]
    for change, rule in (
        ({"forgotten": {}}, "actions"),
        ({"actions": ["claim C6"]}, "piece"),
        ({"actions": ["claim L9"]}, "piece"),
        ({"actions": ["grow L10", "claim C5"]}, "actions"),
    ):
        _, (answer,), _ = palanquee("play", given | change)
        assert answer["steps"][-1]["rule"] == rule


# -- judge, diagram, replay ------------------------------------------------------------------------


def written(folder: Path, name: str, value: Any) -> str:
    path = folder / name
    path.write_text(json.dumps(value))
    return str(path)


def judged(folder: Path, cell: str, *options: str, **seen: float) -> tuple[int, str]:
    """The status and words of ``palago judge`` where Blue has grown on a cell of PLAIN."""
    grown = {"cell": cell, "colour": "blue", "kind": "sprout"} | seen
    before = written(folder, "before.json", PLAIN)
    after = written(folder, "after.json", {"pieces": [*PLAIN["pieces"], grown]})
    return palago("judge", before, after, "--game", "palanquee", *options)[:2]


def test_judge_tells_the_turn_between_two_positions(tmp_path: Path) -> None:
    assert judged(tmp_path, "C7") == (0, "Blue played: grow C7.\n")
    verdict = json.loads(judged(tmp_path, "C7", "--json")[1])
    assert verdict["legal"] and verdict["settled"] and verdict["actions"] == ["grow C7"]
    status, out = judged(tmp_path, "C7", "--to-move", "green", "--json")
    verdict = json.loads(out)
    assert status == 1 and not verdict["legal"] and "C7" in verdict["sentences"][0]


def test_judge_names_the_rule_and_draws_the_cells(tmp_path: Path) -> None:
    picture = tmp_path / "wrong.svg"
    status, out = judged(tmp_path, "H8", "--json", "--out", str(picture))
    verdict = json.loads(out)
    assert status == 1 and verdict["findings"][0]["rule"] == "touch"
    assert verdict["findings"][0]["cells"] == ["H8"]
    assert 'class="mark"' in picture.read_text()


def test_judge_doubts_what_was_not_seen_well(tmp_path: Path) -> None:
    status, out = judged(tmp_path, "C7", confidence=0.6)
    assert status == 1 and "Not seen well: C7" in out


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ("{}", "pieces"),
        ('{"pieces": [{"cell": "C99", "colour": "blue", "kind": "seed"}]}', "C99"),
        ("[1]", "pieces"),
        ("no such file", "no such file"),
    ],
)
def test_judge_says_what_is_wrong_with_its_input(tmp_path: Path, after: str, words: str) -> None:
    before = written(tmp_path, "before.json", PLAIN)
    path = tmp_path / "after.json"
    path.write_text(after)
    given = str(path) if after[0] in "{[" else after
    status, _, err = palago("judge", before, given, "--game", "palanquee")
    assert status == 2 and words in err


def test_diagram_draws_a_position(tmp_path: Path) -> None:
    pieces = [*PLAIN["pieces"], {"cell": "B1", "colour": "green", "kind": "sprout"}]
    source = written(tmp_path, "position.json", PLAIN | {"pieces": pieces})
    status, out, _ = palago("diagram", source)
    assert status == 0 and out.startswith("<svg")
    # B1 is drawn at the top and at the bottom, and each once more beyond the other blue edge.
    main_part = out[out.index('class="cells"') :]
    assert main_part.count('data-cell="B1"') == 2 and main_part.count('data-cell="C5"') == 1
    assert main_part.count('data-kind="seed"') == 2
    assert "C5</text>" in palago("diagram", source, "--coordinates")[1]
    picture = tmp_path / "picture.svg"
    assert palago("diagram", source, "--out", str(picture))[0] == 0
    assert picture.read_text().startswith("<svg")
    broken = written(tmp_path, "broken.json", PLAIN | {"players": []})
    status, _, err = palago("diagram", broken)
    assert status == 2 and "players" in err


def recorded(folder: Path, *moves: str) -> str:
    """The path of a record of Palanquée."""
    record = {"format": "palago-record", "version": 1, "game": "palanquee", "players": ["A", "B"]}
    return written(folder, "record.json", record | {"moves": moves})


def test_replay_and_record_know_palanquee(tmp_path: Path) -> None:
    source = recorded(tmp_path, "sow C5", "sow P9", "grow C6", "grow C7")
    status, out, _ = palago("replay", source, "--boards")
    assert status == 1 and "turn 4, grow C7: C7 touches no plant" in out
    assert "\n  5 " in out and "B" in out
    text = tmp_path / "record.txt"
    assert palago("record", source, "--out", str(text))[0] == 0
    assert "sow C5" in text.read_text()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--data", "anywhere"], "--data is for tiles"),
        (["--json"], "--json is for tiles"),
        (["--profiles"], "--profiles is for tiles"),
        (["--part", "none"], "it has develop"),
        (["--limit", "0"], "1 or more"),
    ],
)
def test_what_measuring_counters_cannot_do_is_refused(more: list[str], said: str) -> None:
    command = "bench", "read", "--game", "palanquee", "sample_images/palanquee/develop"
    status, _, err = palago(*command, *more)
    assert status == 2 and said in err


@pytest.mark.parametrize("text", ['{"game": "palanquee"}', '{"game"'])
def test_a_damaged_truth_about_a_printed_board_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "one.jpg").write_bytes(b"")
    (tmp_path / "one.truth.json").write_text(text)
    status, _, err = palago("bench", "read", str(tmp_path), "--game", "palanquee")
    assert status == 2 and "one.truth.json is no truth about a photo" in err


def test_a_record_of_another_game_is_named(tmp_path: Path) -> None:
    source = recorded(tmp_path, "sow C5")
    status, _, err = palago("judge", "--record", source, "0,0a 1,0c", "0,0a 1,0c 2,0a")
    assert status == 2 and "record of a game of palanquee" in err and "0,0a 1,0c" in err
    status, _, err = palago("judge", "--game", "palago", "--record", source, "", "0,0a 1,0c")
    assert status == 2 and "palanquee" in err and "not of palago" in err


def test_the_legal_actions_on_a_photographed_board() -> None:
    photo = Path(__file__).parents[3] / "sample_images" / "palanquee" / "develop" / "0000.jpg"
    status, out, _ = palago("palanquee", "legal", str(photo))
    assert status == 0 and "grow A10" in json.loads(out)["actions"]
