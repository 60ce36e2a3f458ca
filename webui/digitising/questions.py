"""The doubts about a film or photos as questions, each with answers that are one tap."""

from __future__ import annotations

from typing import Any

from ...engine.following.progress import WRONG_OR_MISSING
from ...engine.following.steps import FollowedTurn
from ...engine.lattice import Cell
from ...engine.phrases import Phrase
from ...engine.tiles.board import Board, Tile
from ...engine.tiles.endings import EVEN_ROTATIONS
from .digitise import Digitised, ToCheck

#: Of one photo no more tiles are asked for; the others are asked when these are settled.
MOST_TILES_ASKED = 4
#: An action leaves so many rolls open.
MOST_ROLLS_ASKED = 6


def questions_of(game: Digitised) -> list[dict[str, Any]]:
    """All questions in the order of the game, as JSON.

    Each has its ``source`` (the photo or the moment), ``what`` is doubtful in words, the ``board``
    as it is taken to lie with ``marked`` cells, and ``answers``: what is sent back, under ``say``
    the key of a text, and where it is a board, how it would lie.
    """
    steps: dict[str, FollowedTurn] = {}
    for step in game.steps:
        steps.setdefault(step.source or "", step)
    names_asked = not game.names_are_sure and bool(game.to_check)
    asked = []
    for number, entry in enumerate(game.to_check):
        if number == 0 and names_asked:
            asked.append(_about_colours(game, entry))
        else:
            asked.append(_about(game, entry, steps.get(entry.source)))
    return asked


def _about_colours(game: Digitised, entry: ToCheck) -> dict[str, Any]:
    return {
        "source": entry.source,
        "time": entry.time,
        "what": _told(entry),
        "board": game.steps[0].after.board.to_text() if game.steps else "",
        "marked": "",
        "answers": [
            {"answer": {"what": "colours", "crossed": False}, "say": "colours_right"},
            {"answer": {"what": "colours", "crossed": True}, "say": "colours_crossed"},
        ],
    }


def _about(game: Digitised, entry: ToCheck, step: FollowedTurn | None) -> dict[str, Any]:
    board = Board()
    cells: tuple[Cell, ...] = ()
    answers: list[dict[str, Any]] = []
    verdict = None
    if step is not None:
        board, cells, verdict = step.after.board, step.unsure, step.verdict
    else:
        part = next((p for p in game.follower.shown if p.sighting.source == entry.source), None)
        if part is None and game.follower.change is not None:
            part = game.follower.change
        if part is not None and part.sighting.source == entry.source:
            board, verdict = part.verdict.board, part.verdict
    for cell in cells[:MOST_TILES_ASKED]:
        answers += _tile_answers(board, cell, others=len(cells) == 1)
    for answer in () if verdict is None else verdict.answers:
        laid = answer.after.board
        answers.append(
            {
                "answer": {"what": "played", "actions": list(answer.actions)},
                "say": "played_so",
                "words": " / ".join(answer.actions),
                "board": laid.to_text(),
                "numbers": _cells_text(
                    Tile.from_text(word).cell
                    for action in answer.actions
                    for word in action.split()
                    if "," in word
                ),
            }
        )
    answers += _dice_answers(entry)
    if any(said == WRONG_OR_MISSING for said in entry.said):
        answers.append({"answer": {"what": "gap", "missing": False}, "say": "one_turn"})
        answers.append({"answer": {"what": "gap", "missing": True}, "say": "photo_missing"})
    elif not (entry.unread and entry.source):  # it can be left out, but nothing of it be right
        answers.append({"answer": {"what": "fine"}, "say": "fine"})
    if entry.source:
        answers.append({"answer": {"what": "skip"}, "say": "skip"})
    return {
        "source": entry.source,
        "time": entry.time,
        "what": _told(entry),
        "board": board.to_text(),
        "marked": _cells_text(cells),
        "answers": answers,
    }


def _dice_answers(entry: ToCheck) -> list[dict[str, Any]]:
    """What the dice may have shown, and who may have begun."""
    rolled = [
        {"answer": {"what": "rolled", "faces": list(faces)}, "say": "rolled"}
        for faces in entry.rolls[:MOST_ROLLS_ASKED]
    ]
    began = [
        {"answer": {"what": "began", "player": name}, "say": "began", "words": name}
        for name in entry.beginners
    ]
    return rolled + began


def _tile_answers(board: Board, cell: Cell, others: bool) -> list[dict[str, Any]]:
    """The ways in which a tile may lie that was not seen well."""
    place = {"what": "tile", "cell": list(cell)}
    found = [
        {
            "answer": {**place, "rotation": rotation},
            "say": "tile_as_read" if board[cell].rotation == rotation else "tile_so",
            "board": Board((*board.remove(cell), Tile(*cell, rotation))).to_text(),
            "marked": _cells_text([cell]),
        }
        for rotation in EVEN_ROTATIONS
        if cell in board
    ]
    if others and cell in board:
        found.append({"answer": {**place, "rotation": None}, "say": "no_tile"})
    return found


def _told(entry: ToCheck) -> list[Any]:
    """What is doubtful: phrases as JSON, and sentences that are there in English only."""
    return [one.to_json() if isinstance(one, Phrase) else one for one in entry.said]


def _cells_text(cells: Any) -> str:
    return " ".join(f"{q},{r}" for q, r in cells)
