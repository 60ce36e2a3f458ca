"""``palago threats``, ``solve``, ``openings`` and ``verify`` from the outside."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_lines import palago
from palago.engine.palago.puzzles.generating import PuzzleGame
from palago.engine.palago.puzzles.puzzle import Puzzle, PuzzleKind, puzzles_that_came

FORCED = "0,0a 1,0a -1,1c -1,2c"
FORK = "0,0a 0,1b -2,2c -1,1a -2,1b -1,0a -1,2c 0,2b"


def shown(*words: str, status: int = 0) -> str:
    done = palago(*words)
    assert done.returncode == status
    return done.stdout


def test_threats_are_told_in_words() -> None:
    words = shown("threats", FORCED, "--parries")
    assert "White threatens nothing." in words
    assert "0,1a 1,1b        two-freedom threat" in words
    assert "White has 6 moves that parry." in words
    assert "    0,1b 0,2c" in words
    assert "Blue: open mouth, tiles -1,1 0,0" in words
    assert "A fork: no single move of White parries." in shown("threats", FORK)


def test_threats_as_json_carry_the_analysis_and_more() -> None:
    told = json.loads(shown("threats", FORCED, "--json"))
    blue = told["threats"]["blue"]
    assert (blue["singles"], blue["pairs"], blue["parries"], blue["fork"]) == (0, 2, 6, False)
    assert [threat["freedoms"] for threat in blue["threats"]] == [2, 2]
    assert all(threat["closes"] for threat in blue["threats"])
    assert told["moves"]["ending"] == 0 and told["seki"] == [] and told["safe_groups"] == []


def test_a_win_is_told_and_its_proof_checked(tmp_path: Path) -> None:
    proof = str(tmp_path / "proof.json")
    words = shown("solve", FORCED, "--to-move", "white", "--moves", "2", "--proof", proof)
    assert words.startswith("Blue wins by force in 2 moves.")
    assert "  white " in words.splitlines()[1] and "  blue  " in words.splitlines()[2]
    assert "holds" in shown("verify", proof)
    text = Path(proof).read_text().replace('"moves": 2', '"moves": 1')
    Path(proof).write_text(text)
    assert json.loads(shown("verify", proof, "--json", status=1))["holds"] is False
    none = str(tmp_path / "none.json")
    failed = palago("solve", "0,0a 1,-1b", "--to-move", "blue", "--moves", "1", "--proof", none)
    assert failed.returncode == 1
    assert f"nothing is settled, so {none} is not written" in failed.stderr


def test_a_solution_as_json_is_that_of_the_conventions() -> None:
    told = json.loads(
        shown("solve", "0,0a 0,1b", "--to-move", "blue", "--moves", "3", "--all", "--json")
    )
    conventions = {"result", "moves", "line", "first_moves", "nodes", "seconds"}
    assert set(told) == {"format", "version"} | conventions
    assert (told["result"], told["moves"], len(told["line"])) == ("win", 3, 5)
    assert told["line"][0] in told["first_moves"] and None in told["line"]


def test_the_openings_are_listed_with_what_is_proved() -> None:
    printed = json.loads(shown("openings", "--json"))
    assert (printed["format"], printed["version"]) == ("palago-openings", 1)
    told = printed["openings"]
    assert [entry["name"] for entry in told] == list("abcdef")
    assert [entry.get("moves") for entry in told] == [3, 3, 4, 5, 5, None]
    assert "Blue wins in 4 moves" in shown("openings", "c")
    words = shown("openings", "a", "--prove", "--seconds", "0.001")
    assert "not proved in 0.001 seconds" in words and "not settled" not in words


@pytest.mark.parametrize("many", [1, 4, 10, 23])
def test_as_many_puzzles_are_made_as_were_asked_for(
    many: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def generate(
        wanted: dict[PuzzleKind, int], games: Iterator[PuzzleGame], *others: object
    ) -> list[Puzzle]:
        """As if each kind that is wanted had been found."""
        assert next(games).source == "game"
        found = {puzzle.kind: puzzle for puzzle in puzzles_that_came()}
        return [found[kind] for kind, count in wanted.items() for _ in range(count)]

    monkeypatch.setattr("palago.engine.palago.puzzles.generating.generate", generate)
    (tmp_path / "a.txt").write_text("Things to buy")
    (tmp_path / "game.txt").write_text("0,0a 1,0c")
    mine = str(tmp_path / "mine.json")
    out = shown("puzzles", mine, "--make", str(many), "--records", str(tmp_path))
    assert out.startswith(f"{many} puzzle")
    assert many != 10 or "win in 1: 1\n" in out
