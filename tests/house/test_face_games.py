"""Games by the public face: played, kept as records, gone on from these, and drawn."""

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from games_by_face import PLAYED, played
from house.test_face import FINISHED

import palago


@pytest.mark.parametrize(
    "game",
    [
        *map(played, PLAYED),
        FINISHED,
        palago.Game(board="0,0a 1,0c").play("0,1b 1,1a"),
        palago.Game(options={"fixed_start": "0,0a", "single_placement": True}).play("1,0c"),
        palago.Game("palanquee", board=played("palanquee").board).play("sow G4"),
        palago.judge("0,0a 1,0c", "0,0a 1,0c 2,0a 3,0a").after,
        palago.replay(palago.Record("palagonia", ["lay 1,0a 2,0a"], start="0,0a")).position,
    ],
    ids=repr,
)
def test_a_game_becomes_a_record_that_leads_to_it_again(game: Any) -> None:
    record = game.to_record()
    assert record.moves and record.result == (game.result or "")
    for form in ("json", "text", "sgf", "zip"):
        again = palago.replay(palago.read_record(palago.write_record(record, form)))
        assert again.positions[-2:] == (game.before, game) and not again.problems
        assert again.start.before is None


def ended(kind: str) -> Any:
    """A game of a kind that somebody has won."""
    if kind == "palago":
        return FINISHED
    if kind == "palagonia":
        game: Any = palago.Game(kind, players=("Ann", "Ben", "Cy"), options={"tiles": 5})
        return game.play("start 3 5 remove").play("lay 0,0a 1,0a 2,0a 3,0a 4,0a")
    if kind == "palagem":
        game = palago.Game(kind, players=("Ann", "Ben"))
        for action in ("choose aaaa", "choose bbbb", "0,0a", "1,0a", "0,1a", "1,1a"):
            game = game if game.over else game.play(action)
        return game
    position = palago.Game(kind, players=("Ann", "Ben")).play("sow c5").board.to_json()
    position["reserve"]["green"] = {"seeds": 0, "sprouts": 50}
    return palago.Game(kind, players=("Ann", "Ben"), board=json.dumps(position))


@pytest.mark.parametrize("kind", PLAYED)
def test_every_game_tells_alike_how_it_ended(kind: str) -> None:
    assert played(kind).ending is None and played(kind).outcome is None
    game = ended(kind)
    assert game.over and game.outcome and game.result == " and ".join(game.ending.winners)
    assert game.ending.reason and str(game.ending) == str(game.ending.sentence)


@pytest.mark.parametrize(
    ("kind", "actions"),
    [
        ("palago", ("0,0a 1,0c",)),
        ("palagonia", ("start 3 5 remove",)),
        ("palagem", ("choose abca",)),
        ("palanquee", ("sow C5", "sow M8")),
    ],
)
def test_games_with_the_same_plays_are_equal(kind: str, actions: tuple[str, ...]) -> None:
    players = {"palagonia": ("Ann", "Ben", "Cy"), "palago": ()}.get(kind, ("Ann", "Ben"))

    def begun() -> Any:
        game: Any = palago.Game(kind, players=players)
        for action in actions:
            game = game.play(action)
        return game

    assert begun() == begun() and len({begun(), begun()}) == 1
    assert begun() != palago.Game(kind, players=players)


def test_a_game_cannot_be_changed() -> None:
    game: Any = played("palago")
    with pytest.raises(AttributeError):
        game.to_move = "blue"
    assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)


def test_no_record_is_made_of_what_was_not_seen_or_not_chosen() -> None:
    game: Any = palago.Game("palagem", players=("Ann", "Ben"))
    with pytest.raises(ValueError, match="not chosen their palagems yet"):
        game.to_record()
    with pytest.raises(ValueError, match="Turns that nobody saw are missing"):
        played("palagem").gone_on(palago.Board("0,0a 1,0b 2,0a")).to_record()


def test_a_folder_of_records_becomes_a_table(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    for kind in PLAYED:
        path = tmp_path / "club" / f"{kind}.json"
        path.write_bytes(palago.write_record(played(kind).to_record()))
    (tmp_path / "notes.txt").write_text("Ann has lent us her tiles.\n")
    pandas = pytest.importorskip("pandas")
    rows = [palago.played_record(path.name, found) for path, found in palago.read_records(tmp_path)]
    table = pandas.DataFrame(rows)
    assert list(table.game) == sorted(PLAYED) and not any(table.problem)
    (tmp_path / "torn.sgf").write_text("(;GM[palago];W[0,0a")
    with pytest.warns(UserWarning, match=r"left out .*torn\.sgf: "):
        assert len(list(palago.read_records(tmp_path))) == len(PLAYED)
    with pytest.raises(ValueError, match=r"torn\.sgf: "):
        list(palago.read_records(str(tmp_path), strict=True))
    with pytest.raises(ValueError, match="there is no folder"):
        palago.read_records(tmp_path / "none")


@pytest.mark.parametrize("kind", PLAYED)
def test_a_game_shows_itself_in_a_notebook(kind: str) -> None:
    game = played(kind)
    assert game._repr_svg_().startswith("<svg") and game._repr_svg_() == game.board._repr_svg_()


def test_records_are_made_of_words_and_read_from_opened_files(tmp_path: Path) -> None:
    moves = ["0,0a 1,0c", "0,1b 1,1a"]
    record = palago.Record(moves=moves, players=["Ann", "Ben"])
    old = {"moves": moves, "options": {"tile_count": 60}}
    assert not palago.replay(palago.read_record(json.dumps(old))).problems, "of another version"
    assert record == palago.Record(
        moves=tuple(map(palago.RecordedTurn, moves)), players=("Ann", "Ben")
    )
    path = tmp_path / "game.sgf"
    path.write_bytes(palago.write_record(record, "sgf"))
    with path.open("rb") as file, path.open(encoding="utf-8") as text:
        given: Any = (file, text, bytearray(path.read_bytes()))
        assert {palago.read_record(one) for one in given} == {record}
    assert palago.read_record("0,0a 1,0c") == palago.Record(moves=moves[:1])


def test_marks_are_cells_tiles_or_words() -> None:
    board = palago.Board("0,0a 1,0c")
    marked = [palago.board_svg(board, marked=[one]) for one in ((0, 0), "0,0", board[0, 0])]
    assert len({*marked}) == 1
    printed = played("palanquee").board
    plain, ringed = palago.board_svg(printed), palago.board_svg(printed, marked=["c5"], title="x")
    assert plain == printed._repr_svg_() and 'aria-label="x"' in ringed
    assert ringed.count("<circle") > plain.count("<circle")


@pytest.mark.parametrize("kind", PLAYED)
def test_what_was_refused_in_a_worker_process_is_told_outside(kind: str) -> None:
    wrong = {"palagonia": "lay 9,9a 9,9b", "palanquee": "grow c6"}
    with pytest.raises(ValueError) as refused:
        played(kind).play(wrong.get(kind, "9,9a 9,9b"))
    again = pickle.loads(pickle.dumps(refused.value))
    assert type(again) is refused.type and str(again) == str(refused.value)
    assert vars(again) == vars(refused.value)
