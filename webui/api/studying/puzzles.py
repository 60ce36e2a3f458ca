"""Puzzles: which there are, what an answer is worth, and the solution for who asks for it."""

from __future__ import annotations

import re
from typing import Annotated, Any, TypedDict

from flask import abort
from msgspec import Meta

from ....engine.palago.puzzles.puzzle import LEVELS_OF_PUZZLES, Puzzle
from ....engine.phrases import Phrase
from ...sent import BadRequest, SideWord
from ...services import parts
from ...studying.shelf import puzzles_of
from ...texts import in_a_row, say, say_phrase
from .. import api
from ..language import language
from ..requests import guarded

ANSWERING = "palago.webui.games.palago.thinking:judge_answer"
MOST_TEXT = 200
SECONDS_FOR_AN_ANSWER = 20.0
_OF_THE_PROGRAM = re.compile(r"(\d+)/(\d+)")


MOVES = "moves with / between them, as in 1,0a 1,1b/2,0c"


MovesText = Annotated[str, Meta(max_length=MOST_TEXT, title=MOVES)]


class PuzzleLevel(TypedDict):
    """A level in words, and the names of its puzzles."""

    level: int
    text: str
    puzzles: list[str]


class PuzzlesAnswer(TypedDict):
    """All puzzles by level."""

    levels: list[PuzzleLevel]


class PuzzleShown(TypedDict):
    """A puzzle: ``task`` says what is asked for, in ``own_moves`` moves."""

    name: str
    kind: str
    level: int
    board: str
    to_move: SideWord
    own_moves: int
    task: str
    source: str


class JudgedAnswer(TypedDict):
    """What moves are worth: the board after them, and the reply with the colour it is by."""

    status: str
    board: str
    reply: str
    replied: str
    text: str


class SolutionMove(TypedDict):
    """A move of the solution, and whose it is."""

    move: str
    who: str


class SolutionAnswer(TypedDict):
    """The solution's moves in turn."""

    line: list[SolutionMove]


@api.get("/puzzles")
@guarded()
def list_puzzles() -> PuzzlesAnswer:
    """All puzzles by level, without their solutions."""
    tongue = language()
    parts.thinkers.warm_up(ANSWERING)
    known = _puzzles()
    levels: list[PuzzleLevel] = []
    for level in range(1, LEVELS_OF_PUZZLES + 1):
        names = [puzzle.name for puzzle in known if puzzle.level == level]
        text = say(tongue, f"puzzle.level_{level}")
        levels.append({"level": level, "text": text, "puzzles": names})
    return {"levels": levels}


@api.get("/puzzles/<puzzle>")
@guarded()
def show_puzzle(puzzle: str) -> PuzzleShown:
    """One puzzle: the position, and what is asked for."""
    return _shown(_puzzle(puzzle), language())


@api.get("/puzzles/<puzzle>/answer")
@guarded(answer=JudgedAnswer)
def answer_puzzle(puzzle: str, *, moves: MovesText = "") -> dict[str, Any]:
    """What the moves so far are worth, with the reply to them; nothing is kept of it."""
    found, tongue = _puzzle(puzzle), language()
    played = [move.strip() for move in moves.split("/")]
    if not all(played):
        raise BadRequest(f'"moves" must be {MOVES}')
    told: dict[str, Any] = parts.thinkers.run(
        ANSWERING, {"puzzle": found.to_json(), "moves": played}, seconds=SECONDS_FOR_AN_ANSWER
    )
    phrases = told.pop("phrases")
    if told["status"] == "not_legal" and len(played[-1].split()) == 1:  # no fault: only begun
        return {**told, "status": "begun", "text": say(tongue, "verdict.more_tiles", count=1)}
    return {**told, "text": in_a_row(say_phrase(tongue, Phrase.from_json(p)) for p in phrases)}


@api.get("/puzzles/<puzzle>/solution")
@guarded()
def solve_puzzle(puzzle: str) -> SolutionAnswer:
    """The solution's moves in turn, each with whose it is."""
    found, tongue = _puzzle(puzzle), language()
    colours = (found.to_move, found.to_move.other)
    line: list[SolutionMove] = [
        {"move": str(move), "who": say(tongue, f"colour.{colours[number % 2].value}")}
        for number, move in enumerate(found.line)
    ]
    return {"line": line}


def _puzzles() -> tuple[Puzzle, ...]:
    return puzzles_of(parts.configuration.data)


def _puzzle(name: str) -> Puzzle:
    found = next((puzzle for puzzle in _puzzles() if puzzle.name == name), None)
    return abort(404) if found is None else found


def _shown(puzzle: Puzzle, tongue: str) -> PuzzleShown:
    colour = say(tongue, f"colour.{puzzle.to_move.value}")
    other = say(tongue, f"colour.{puzzle.to_move.other.value}")
    by_program = _OF_THE_PROGRAM.fullmatch(puzzle.source)
    title, _, number = puzzle.source.rpartition("/")
    gaps = {"title": title, "number": number}
    source = say(tongue, "puzzle.from_program" if by_program else "puzzle.from_record", **gaps)
    return {
        "name": puzzle.name,
        "kind": puzzle.kind,
        "level": puzzle.level,
        "board": puzzle.board.to_text(),
        "to_move": puzzle.to_move.value,
        "own_moves": puzzle.own_moves,
        "task": say(tongue, f"puzzle.{puzzle.kind}", colour=colour, other=other),
        "source": source if title else "",
    }
