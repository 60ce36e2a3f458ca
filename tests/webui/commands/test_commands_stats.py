"""``palago stats``: what a folder of records tells, as text, JSON and CSV."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from command_lines import palago
from palago.engine.palago.search.openings import openings
from palago.engine.records.files import read_record, write_record
from palago.engine.records.record import Record, RecordedTurn

#: Opening a, won by Blue with the fourth move (a fork that White does not see).
WON = ("0,0a 1,0a", "-1,1c -1,2c", "2,-1a 3,-1a", "0,1a 1,1b")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "club"
    (folder / "2026").mkdir(parents=True)
    won = Record(moves=tuple(map(RecordedTurn, WON)), players=("Ann", "Ben"), title="final")
    (folder / "2026" / "final.json").write_text(won.dumps())
    turned = Record(
        moves=(RecordedTurn("5,5a 5,6b"), RecordedTurn("5,7a 6,6a")), players=("Ben", "Ann")
    )
    (folder / "open.json").write_text(turned.dumps())
    impossible = RecordedTurn(WON[0]), RecordedTurn("9,9a 10,9a")
    (folder / "wrong.json").write_text(Record(moves=impossible, players=("Ann", "Cleo")).dumps())
    (folder / "notes.json").write_text("{not a record")
    return folder


def test_a_folder_tells_openings_results_lengths_and_players(archive: Path) -> None:
    status, out, _ = palago("stats", str(archive), "--json")
    assert status == 1  # one is no record, one goes wrong
    told = json.loads(out)
    kind = told["kinds"]["palago"]
    assert (told["games"], told["problems"]) == (3, 1)
    assert kind["results"] == {"unfinished": 2, "blue": 1}
    assert kind["turns"] == {"shortest": 2, "median": 3, "longest": 4}
    assert kind["players"]["Ben"] == {"games": 2, "won": 1, "drawn": 0}
    assert kind["openings"]["a"]["games"] == 2 and len(kind["openings"]) == 2
    assert len(told["not_read"]) == 1 and "notes.json" in told["not_read"][0]
    final = next(game for game in told["list"] if game["title"] == "final")
    assert (final["winner"], final["opening"], final["pieces"]) == ("Ben", "a", 8)


def test_a_table_for_pandas_has_a_line_for_each_game(archive: Path, tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    status, out, _ = palago("stats", str(archive), "--csv", str(table))
    assert status == 1 and "opening a: 2 games" in out
    with table.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 and {row["players"] for row in rows} >= {"Ann; Ben"}
    assert sorted(row["turns"] for row in rows) == ["", "2", "4"]


def test_every_opening_pair_has_its_letter(tmp_path: Path) -> None:
    for opening in openings():
        record = Record(moves=(RecordedTurn(opening.board.to_text()),))
        (tmp_path / f"{opening.name}.json").write_text(record.dumps())
    (tmp_path / "film.readings").mkdir()  # what `palago digitise` leaves beside a record is none
    (tmp_path / "film.readings" / "0a.json").write_text('{"tiles": []}')
    assert palago("stats", str(tmp_path)).returncode == 0


def test_what_is_no_folder_is_said(tmp_path: Path) -> None:
    assert palago("stats", str(tmp_path / "nowhere")).returncode == 2
    status, _, err = palago("stats", str(tmp_path))
    assert status == 2 and "no records" in err


@pytest.mark.parametrize(
    "words", ["# Bring tiles.\n", "Snacks: Ben brings them\n", "bread, milk\n", "To buy:\n- milk\n"]
)
def test_notes_beside_the_records_are_no_unfinished_game(archive: Path, words: str) -> None:
    (archive / "notes.txt").write_text(words)
    status, out, _ = palago("stats", str(archive), "--json")
    told = json.loads(out)
    assert status == 1 and len(told["list"]) == 3
    assert told["no_records"] == [str(archive / "notes.txt")]
    assert not any("notes.txt" in sentence for sentence in told["not_read"])
    status, out, _ = palago("stats", str(archive / "notes.txt"))
    assert status == 1 and "Game: palago" in out  # it was named as one


def test_lengths_are_those_of_whole_games_and_a_game_counts_once(
    archive: Path, tmp_path: Path
) -> None:
    turns = list(map(RecordedTurn, WON))
    turns[1:3] = [RecordedTurn(f"{WON[1]} {WON[2]}", extra={"source": "photo 3.jpg"})]
    gap = Record(moves=tuple(turns), title="gap", extra={"gaps": {"photo 3.jpg": True}})
    (archive / "gap.json").write_text(gap.dumps())
    final = read_record(archive / "2026" / "final.json")
    noted = replace(
        final, comment="reviewed", moves=(replace(final.moves[0], comment="a"), *final.moves[1:])
    )
    (archive / "review.sgf").write_bytes(write_record(noted, "sgf"))
    (archive / "table.json").write_text('{"format": "palago-reading", "version": 1}')
    (archive / "list.json").write_text("[]")
    table = tmp_path / "games.csv"
    told = json.loads(palago("stats", str(archive), "--json", "--csv", str(table)).stdout)
    kind = told["kinds"]["palago"]
    assert (told["games"], kind["games"], kind["of_turns"]) == (4, 4, 2)
    assert kind["results"]["blue"] == 2
    assert kind["turns"] == {"shortest": 2, "median": 3, "longest": 4}
    assert told["same_games"] == {str(archive / "review.sgf"): str(archive / "2026" / "final.json")}
    assert told["no_records"] == [str(archive / "list.json"), str(archive / "table.json")]
    assert len(told["not_read"]) == 1
    (row,) = [one for one in csv.DictReader(table.open(encoding="utf-8")) if one["title"] == "gap"]
    assert (row["turns"], row["pieces"], row["missing"], row["problem"]) == ("", "", "2", "")
    for name in ("wrong.json", "notes.json"):
        (archive / name).unlink()
    status, said, _ = palago("stats", str(archive))
    assert status == 0 and "not counted in turns: 1 game with turns missing" in said
    assert "no records of games (2): " in said and "the same game as" in said
    assert palago("stats", str(archive / "table.json")).returncode == 1  # it was named as one
    (tmp_path / "readings").mkdir()
    (archive / "table.json").rename(tmp_path / "readings" / "table.json")
    status, _, said = palago("stats", str(tmp_path / "readings"), "--json")
    assert status == 2 and "readings is a record of a game" in said
