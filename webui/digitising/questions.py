"""The doubts about a film or photos as questions, each with answers that are one tap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine.following.doubts import ENDS_NO_TURN
from ...engine.following.progress import FIRST_PHOTO, WRONG_OR_MISSING
from ...engine.following.shots import UNOBEYED, ToCheck, TwoTurns
from ...engine.following.steps import FollowedTurn
from ...engine.games.protocols import Game, Verdict
from ...engine.phrases import Phrase
from ...engine.tiles.alignment import Alignment
from ...engine.tiles.board import Board
from ..tables.choice import table_page
from .digitise import WHICH_COLOUR, Digitised
from .several_tables import ONE_TABLE, SEVERAL_TABLES, question_of_tables

#: Of one photo no more tiles are asked for; the others are asked when these are settled.
MOST_TILES_ASKED = 4
#: Maximum number of rolls that are offered as answers.
MOST_ROLLS_ASKED = 6
#: What it means that all is right, where something else than a board is asked about.
_FINE = ((ENDS_NO_TURN, "no_turn"), (FIRST_PHOTO, "first_turn"), (UNOBEYED, "nothing_played"))


def questions_of(game: Digitised) -> list[dict[str, Any]]:
    """All questions in the order of the game, as JSON.

    Each has its ``source`` (the photo or the moment), in words ``what`` is doubtful, the ``board``
    as it is taken to lie, its ``marked`` cells, and by how many degrees the photo shows it turned
    clockwise (``heading``). Each of its ``answers`` has what is sent back, the key of its text
    (``say``), and the board that would lie there if it were so. Where nothing was seen at all
    there is nothing to answer.
    """
    steps = {step.source or "": step for step in reversed(game.steps)}  # the first of each
    asked = []
    for entry in game.to_check:
        key = entry.said[0].key if isinstance(entry.said[0], Phrase) else ""
        if key == WHICH_COLOUR:
            asked.append(_about_colours(game, entry))
        elif key == SEVERAL_TABLES:
            asked.append(about_tables(game))
        else:
            asked.append(_about(game, entry, steps.get(entry.source)))
    return asked


def _question(
    entry: ToCheck,
    answers: list[dict[str, Any]],
    board: str = "",
    marked: str = "",
    heading: int = 0,
) -> dict[str, Any]:
    """What is doubtful (phrases as JSON, and sentences that are there in English only)."""
    what = [one.to_json() if isinstance(one, Phrase) else one for one in entry.said]
    told = {"source": entry.source, "time": entry.time, "what": what}
    return {**told, "board": board, "marked": marked, "heading": heading, "answers": answers}


def _answer(what: str, say: str = "", **told: Any) -> dict[str, Any]:
    """An answer as it is sent, and the key of its text."""
    return {"answer": {"what": what, **told}, "say": say or what}


def about_tables(game: Digitised) -> dict[str, Any]:
    """Of which of several tables the record is, each with its last board; ``chosen`` is the one
    that it is of now."""
    answers: list[dict[str, Any]] = [
        {
            **_answer("table", "this_table", first=table.sources[0]),
            "said": table.photos.to_json(),
            "board": table.board.to_text(),
            "chosen": table is game.table,
        }
        for table in game.tables
    ]
    one = _answer("table", "one_table", first=ONE_TABLE)
    return _question(
        question_of_tables(game.tables), [*answers, {**one, "chosen": game.table is None}]
    )


def _about_colours(game: Digitised, entry: ToCheck) -> dict[str, Any]:
    words = game.follower.plug.table.piece_words
    ways = {"colours_right": False, "colours_crossed": True}
    answers = [_answer("colours", say, crossed=crossed) for say, crossed in ways.items()]
    return _question(entry, answers, words(game.steps[0].after.board) if game.steps else "")


def _about(game: Digitised, entry: ToCheck, step: FollowedTurn | None) -> dict[str, Any]:
    shape = game.follower.plug.table
    table = table_page(shape).digitised
    board: Any = None
    cells: tuple[Any, ...] = ()
    answers: list[dict[str, Any]] = []
    verdict: Verdict | None = None
    if step is not None:
        board, cells, verdict = step.after.board, step.unsure, step.verdict
    else:
        waiting = () if game.follower.change is None else (game.follower.change,)
        parts = (*game.follower.shown, *waiting)
        verdict = next((one.verdict for one in parts if one.sighting.source == entry.source), None)
        board = None if verdict is None else verdict.board
    ways = {part.sighting.source: part.verdict.alignment for part in game.follower.shown}
    way, shot = ways.get(entry.source, Alignment()), game.shots.get(entry.source)
    for cell in cells[:MOST_TILES_ASKED]:
        answers += table.doubt_answers(board, cell, len(cells) == 1, game.shots[entry.source].seen)
    is_open = verdict is not None and entry.source not in game.gaps
    before, turn = _game_before(game, entry.source)
    for answer in verdict.answers if verdict is not None and is_open else ():
        who = {"players": _players_of(answer.actions, before), "turn": turn}
        answers.append(_played("played_so", answer.actions) | who | table.played_so(answer))
    who = {"mover": _mover_of(game, turn), "turn": turn}
    answers += [_two_turns(board, turns) | who for turns in entry.two_turns]
    answers += _dice_answers(entry)
    answers += [_answer("gap", _gap(entry, missing), missing=missing) for missing in entry.gaps]
    # What was not read can be left out, but nothing of it be right.
    if WRONG_OR_MISSING not in entry.said and not entry.unread:
        say = next((say for said, say in _FINE if said in entry.said), "fine")
        if step is not None and verdict is not None and entry.gaps == (False,):
            say = "turns_by_tiles"  # a film, which misses no photo
        answers.append(_answer("fine", say))
    if entry.source:
        answers.append(_answer("skip"))
    wrong = () if verdict is None else (one for one in verdict.findings if one.level != "fine")
    spoken_of = cells or tuple(dict.fromkeys(cell for found in wrong for cell in found.cells))
    return _question(
        entry,
        answers,
        "" if board is None else shape.piece_words(board),
        " ".join(map(shape.cell_name, spoken_of)),
        0 if shot is None else table.heading(shot.reading, way),
    )


def _game_before(game: Digitised, source: str) -> tuple[Game | None, int]:
    """The game as far as it was followed before a photo or moment, None where nothing was; and the
    number of the next turn."""
    taken = list(game.shots)
    earlier = taken[: taken.index(source)] if source in taken else []
    steps = [step for step in game.steps if step.source in earlier]
    later = [step for step in game.steps if step.source not in earlier]
    before = steps[-1].after if steps else later[0].before if later else game.follower.start
    return before, len(steps) + 1


def _mover_of(game: Digitised, turn: int) -> str:
    """Who is to play a turn before which all points can be counted, and none after it."""
    counted = game.counted
    if counted is None or sum(isinstance(one, int) for one in counted.moves) != turn - 1:
        return ""
    return counted.game.on_turn or ""


def _players_of(actions: Sequence[str], game: Game | None) -> list[str]:
    """Who played each of some actions: colours' words or names; nobody where that is not known."""
    players = []
    for action in actions:
        if game is None:
            return []
        players.append(game.on_turn or "")
        try:
            game = game.play(action)
        except ValueError:
            return []
    return players


def _gap(entry: ToCheck, is_missing: bool) -> str:
    if UNOBEYED in entry.said:
        return "later_missing"
    if not is_missing:  # it kept to the rules where only later photos speak against it
        return "turn_ended" if entry.said == (ENDS_NO_TURN,) else "one_turn"
    return "had_begun" if FIRST_PHOTO in entry.said else "photo_missing"


def _played(say: str, actions: Sequence[str]) -> dict[str, Any]:
    return {**_answer("played", say, actions=list(actions)), "words": " / ".join(actions)}


def _two_turns(board: Board, turns: TwoTurns) -> dict[str, Any]:
    """Two turns that one photo may show, their tiles numbered by which came first."""
    return _played("two_turns", turns.actions) | {
        "cells": " → ".join(" ".join(_cells_of(action)) for action in turns.actions),
        "said": turns.said.to_json(),
        "board": board.to_text(),
        "numbers": " ".join("/".join(_cells_of(action)) for action in turns.actions),
    }


def _cells_of(action: str) -> list[str]:
    """The cells that an action with tiles names."""
    return [word.rstrip("abc") for word in action.split() if "," in word]


def _dice_answers(entry: ToCheck) -> list[dict[str, Any]]:
    """What the dice may have shown, who may have begun, and who may be on turn."""
    rolled = [_answer("rolled", faces=list(faces)) for faces in entry.rolls[:MOST_ROLLS_ASKED]]
    named = [
        {**_answer(what, player=name), "words": name}
        for what, names in (("began", entry.beginners), ("on_turn", entry.movers))
        for name in names
    ]
    return rolled + named
