"""A film of two games: the table is emptied between them, and the record is that of the first."""

from collections.abc import Iterator

from palago.engine.following.shots import FinderByBoards
from palago.engine.tiles.board import Board
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from palago.webui.digitising.digitise import Digitised, digitise, followed_plug
from palago.webui.tables.shots import from_frames
from stage_reader import StageReader

GAME = ("0,0a 1,0c", "0,1b 1,1a", "-1,1c -1,2a")


def laid(texts: tuple[str, ...], before: Board) -> Iterator[Act]:
    """One act a move, on a board that lies there."""
    for text in texts:
        tiles = Board.from_text(text)
        before = Board((*before, *tiles))
        yield Act(before, tuple(tiles.cells), wait=2.0)


def followed(*acts: Act) -> Digitised:
    reader = StageReader(StagedTable(2, 640, 360), acts)
    shots = list(from_frames(reader.film(5.0), reader, with_dice=False))
    return digitise(FinderByBoards(followed_plug("palago", {}), {}, is_film=True), shots)


def test_what_is_laid_on_the_emptied_table_is_another_game() -> None:
    first = list(laid(GAME, Board()))
    emptied = Act(Board(), tuple(first[-1].board.cells), wait=4.0)
    game = followed(Act(Board(), wait=1.0), *first, emptied, *laid(("0,0b 1,0a",), Board()))
    boards = [Board.from_text(step.after.board.to_text()).canonical() for step in game.steps]
    assert boards == [act.board.canonical() for act in first]
    (entry,) = game.to_check
    assert "another game" in entry.sentences[0]


def test_tiles_that_are_packed_away_after_the_game_are_no_doubt() -> None:
    first = list(laid(GAME, Board()))
    game = followed(
        Act(Board(), wait=1.0), *first, Act(Board(), tuple(first[-1].board.cells), wait=4.0)
    )
    assert len(game.steps) == len(first) and not game.to_check
