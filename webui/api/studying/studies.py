"""Studies: trees of moves that people make together, chapter by chapter."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Response, jsonify

from ....engine.palago.search.openings import openings
from ....engine.phrases import Refused
from ....engine.records.files import parse_record
from ....engine.records.record import Record, RecordedTurn, RecordError, parse_json
from ....engine.records.reviewed import annotated
from ....engine.records.study import (
    FORMAT,
    GLYPHS,
    MOST_CHAPTERS,
    MOST_COMMENT,
    MOST_MARKS,
    STUDIED,
    Chapter,
    Path,
    Study,
    StudyError,
)
from ...games.play import ChangeRefused
from ...games.records import record_of
from ...server.limits import HEAVY
from ...services import services
from ...studying.study_view import study_json, study_line
from ...texts import say, say_phrase
from .. import api
from ..fields import (
    BadRequest,
    board_field,
    choice_argument,
    choice_field,
    json_body,
    number_field,
    text_field,
    version_field,
)
from ..language import language
from ..requests import guarded
from ..routes.records import download, file_name

Body = dict[str, Any]
#: The study after a change, and where in the chapter the page goes on.
Changed = tuple[Study, Path | None]
MOST_TITLE, MOST_MOVE, MOST_FILE, MOST_STEPS = 120, 200, 250_000, 200
FILES = {"sgf": "application/x-go-sgf", "json": "application/json"}
_MARK = re.compile(r"-?\d{1,4},-?\d{1,4}(>-?\d{1,4},-?\d{1,4})?")
PROVING_SECONDS, PROVING_MOVES = 8.0, 4


@api.get("/studies")
@guarded()
def list_studies() -> Response:
    """The studies, the one changed last first."""
    return jsonify(studies=[study_line(kept) for kept in services().studies.listed()])


@api.post("/studies")
@guarded()
def start_study() -> tuple[Response, int]:
    """Begin a study: empty, or of a game (``game``; with its ``review``), an opening, a board."""
    body = json_body()
    chapter, path = _first_chapter(body)
    title = text_field(body, "title", most=MOST_TITLE, default="") or chapter.head.title
    kept = services().studies.create(Study(title, (chapter,)))
    return jsonify({**study_json(kept, language()), "path": path}), 201


@api.get("/studies/<study>")
@guarded()
def show_study(study: str) -> Response:
    """One study with all its chapters."""
    return jsonify(study_json(services().studies.get(study), language()))


@api.post("/studies/<study>/changes")
@guarded()
def change_study(study: str) -> Response:
    """Change a study; the version seen comes along, so that nobody's change is lost."""
    body = json_body()
    how = CHANGES[choice_field(body, "change", tuple(CHANGES))]
    reached: list[Path | None] = []

    def changed(now: Study) -> Study:
        try:
            after, path = how(now, body)
        except Refused as error:
            raise ChangeRefused.saying(*error.sentences) from None
        except ValueError as error:
            raise ChangeRefused(str(error)) from None
        reached.append(path)
        return after

    kept = services().studies.change(study, version_field(body), changed)
    return jsonify({**study_json(kept, language()), "path": reached[-1]})


@api.delete("/studies/<study>")
@guarded()
def delete_study(study: str) -> Response:
    """Delete a study for good."""
    services().studies.delete(study)
    return jsonify(deleted=study)


@api.get("/studies/<study>/file")
@guarded(rate=("heavy", HEAVY))
def export_study(study: str) -> Response:
    """The study as a file: SGF with a game for each chapter, or JSON."""
    wished = choice_argument("format", FILES, "sgf")
    kept = services().studies.get(study)
    text = kept.study.to_sgf() if wished == "sgf" else kept.study.dumps()
    name = file_name(kept.study.title or "study", wished)
    return download(text.encode("utf-8", "replace"), FILES[wished], name)


@api.post("/studies/<study>/proof")
@guarded(rate=("heavy", HEAVY))
def prove_in_study(study: str) -> Response:
    """Who wins by force at a place in a study, and the proof of it; ``proof`` is null where nothing
    was found within the effort."""
    body = json_body()
    chapter = services().studies.get(study).study.chapter(_chapter_number(body))
    game = chapter.position(_path(body))
    options = getattr(game, "options", None)
    if game.over or not len(game.board) or options is None or not options.is_usual:
        raise ChangeRefused.of("no_advice")
    proof = services().thinkers.run(
        "palago.webui.jobs.reviewing:prove",
        {
            "board": game.board.to_text(),
            "to_move": game.on_turn,
            "tiles": options.tiles,
            "moves": PROVING_MOVES,
            "seconds": PROVING_SECONDS,
        },
        seconds=PROVING_SECONDS + 25.0,
    )
    tongue = language()
    if proof is None:
        return jsonify(proof=None, text=say(tongue, "study.no_win", moves=PROVING_MOVES))
    winner = say(tongue, f"colour.{proof['winner']}")
    return jsonify(
        proof=proof, text=say(tongue, "study.forced", colour=winner, count=proof["moves"])
    )


# -- beginning -----------------------------------------------------------------------------------


def _first_chapter(body: Body) -> tuple[Chapter, Path]:
    title = text_field(body, "title", most=MOST_TITLE, default="")
    if body.get("game") is not None:
        return _chapter_of_game(body)
    return _new_chapter(body, title), ()


def _chapter_of_game(body: Body) -> tuple[Chapter, Path]:
    """A game as a chapter, up to one of its moves, with its review's notes where asked for."""
    game = text_field(body, "game", most=32)
    state = services().desk.state(game)
    if state.kind not in STUDIED:
        raise ChangeRefused.of("no_study")
    kept = services().reviews.of(game) if body.get("review") is True else None
    tongue = language()
    if kept is None:
        record = record_of(state)
    else:
        noted = Record.from_json(kept.record)
        record = annotated(noted, kept.finished(), lambda phrase: say_phrase(tongue, phrase))
    chapter = _chapter_of(record)
    move = number_field(body, "move", 0, len(record.moves), default=0)
    path = (0,) * move
    better = body.get("better", [])
    if not isinstance(better, list) or len(better) > MOST_STEPS:
        raise BadRequest('"better" must be a list of moves')
    for word in better:
        try:
            chapter, path = chapter.played(path, text_field({"move": word}, "move", most=MOST_MOVE))
        except ValueError as error:
            raise ChangeRefused(str(error)) from None
    return chapter, path


def _new_chapter(body: Body, title: str) -> Chapter:
    """An empty chapter, one that starts from an opening or a board, or a file's."""
    if body.get("record") is not None:
        return _chapter_of(_record_field(body))
    known = {opening.name: opening for opening in openings()}
    if body.get("opening") is not None:
        name = choice_field(body, "opening", tuple(known))
        told = say(language(), "study.opening", name=name)
        record = Record(title=title or told, moves=(RecordedTurn(known[name].board.to_text()),))
        return _chapter_of(record)
    if body.get("board") is not None:
        board = board_field(body, "board")
        to_move = choice_field(body, "to_move", ("white", "blue"), "white")
        if not len(board) or board.status():
            raise ChangeRefused.of("bad_board", why=", ".join(board.status()) or "0")
        return Chapter(Record(title=title, start=board, to_move=to_move))
    return Chapter(Record(title=title))


def _record_field(body: Body) -> Record:
    text = body["record"]
    if not isinstance(text, str) or len(text) > MOST_FILE:
        raise BadRequest(f'"record" must be a file of up to {MOST_FILE} characters')
    try:
        return parse_record(text)
    except RecordError as error:
        raise ChangeRefused(str(error)) from None


def _chapter_of(record: Record) -> Chapter:
    if record.game not in STUDIED:
        raise ChangeRefused.of("no_study")
    try:
        return Chapter.from_record(record)
    except StudyError as error:
        raise ChangeRefused(str(error)) from None


# -- changing ------------------------------------------------------------------------------------


def _chapter_number(body: Body) -> int:
    return number_field(body, "chapter", 0, MOST_CHAPTERS, default=0)


def _path(body: Body) -> Path:
    steps = body.get("path", [])
    is_path = isinstance(steps, list) and len(steps) <= MOST_STEPS
    if not is_path or not all(type(step) is int and 0 <= step < 10_000 for step in steps):
        raise BadRequest('"path" must be a list of numbers')
    return tuple(steps)


def _add_move(study: Study, body: Body) -> Changed:
    number = _chapter_number(body)
    move = text_field(body, "move", most=MOST_MOVE)
    chapter, path = study.chapter(number).played(_path(body), move)
    return study.with_chapter(number, chapter), path


def _note(study: Study, body: Body) -> Changed:
    """Another comment, sign or marks at a move."""
    values: dict[str, Any] = {}
    if body.get("comment") is not None:
        text = body["comment"]
        if not isinstance(text, str) or len(text) > MOST_COMMENT:
            raise BadRequest(f'"comment" may have {MOST_COMMENT} characters at most')
        values["comment"] = "".join(c for c in text if c.isprintable() or c == "\n").strip()
    if body.get("glyph") is not None:
        values["glyph"] = choice_field(body, "glyph", ("", *GLYPHS))
    if body.get("marks") is not None:
        marks = body["marks"]
        if not isinstance(marks, list) or len(marks) > MOST_MARKS:
            raise BadRequest(f'"marks" must be a list of up to {MOST_MARKS} places or arrows')
        if not all(isinstance(mark, str) and _MARK.fullmatch(mark) for mark in marks):
            raise BadRequest('"marks" must be places, as in 0,0, or arrows, as in 0,0>1,0')
        values["marks"] = list(dict.fromkeys(marks))
    number, path = _chapter_number(body), _path(body)
    chapter = study.chapter(number)
    node = chapter.at(path).noted(**values)
    return study.with_chapter(number, chapter.with_node(path, node)), path


def _delete_branch(study: Study, body: Body) -> Changed:
    number, path = _chapter_number(body), _path(body)
    return study.with_chapter(number, study.chapter(number).without(path)), path[:-1]


def _promote(study: Study, body: Body) -> Changed:
    number = _chapter_number(body)
    chapter, path = study.chapter(number).promoted(_path(body))
    return study.with_chapter(number, chapter), path


def _rename(study: Study, body: Body) -> Changed:
    return replace(study, title=text_field(body, "title", most=MOST_TITLE)), None


def _add_chapter(study: Study, body: Body) -> Changed:
    title = text_field(body, "title", most=MOST_TITLE, default="")
    found = [_new_chapter(body, title)] if body.get("record") is None else _chapters_of(body)
    if len(study.chapters) + len(found) > MOST_CHAPTERS:
        raise StudyError(f"a study has at most {MOST_CHAPTERS} chapters")
    return replace(study, chapters=(*study.chapters, *found)), ()


def _chapters_of(body: Body) -> list[Chapter]:
    """The chapters of a file: a record's one, or all of a study's."""
    text = body["record"]
    if isinstance(text, str) and f'"{FORMAT}"' in text[:200]:
        try:
            return list(Study.from_json(parse_json(text)).chapters)
        except RecordError as error:
            raise ChangeRefused(str(error)) from None
    return [_chapter_of(_record_field(body))]


def _rename_chapter(study: Study, body: Body) -> Changed:
    number = _chapter_number(body)
    chapter = study.chapter(number)
    title = text_field(body, "title", most=MOST_TITLE)
    named = replace(chapter, head=replace(chapter.head, title=title))
    return study.with_chapter(number, named), None


def _delete_chapter(study: Study, body: Body) -> Changed:
    number = _chapter_number(body)
    study.chapter(number)
    left = (*study.chapters[:number], *study.chapters[number + 1 :])
    return replace(study, chapters=left or (Chapter(),)), ()


CHANGES: dict[str, Callable[[Study, Body], Changed]] = {
    "add_move": _add_move,
    "note": _note,
    "delete_branch": _delete_branch,
    "promote": _promote,
    "rename": _rename,
    "add_chapter": _add_chapter,
    "rename_chapter": _rename_chapter,
    "delete_chapter": _delete_chapter,
}
