"""Studies: trees of moves that people make together, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any, Literal, TypedDict

import msgspec
from flask import Response
from msgspec import UNSET, Meta, UnsetType

from ....engine.games.registry import plug_of
from ....engine.games.tables import tile_problems
from ....engine.palago.move import Move
from ....engine.palago.search.openings import openings
from ....engine.phrases import Phrase, reason_of
from ....engine.records.files import parse_record
from ....engine.records.record import Record, RecordedTurn, RecordError, parse_json
from ....engine.records.reviewed import annotated
from ....engine.records.study import (
    GLYPHS,
    MOST_CHAPTERS,
    MOST_COMMENT,
    MOST_MARKS,
    Chapter,
    NodePath,
    Study,
    StudyError,
    is_studied,
)
from ...games.changes import board_of
from ...games.kept.records import record_of
from ...games.play import ChangeRefused
from ...games.titles import MadeTitle, made_title_of
from ...sent import BadRequest, BoardSent, Id, QueryAsked, Sent, SideWord, Title, Version
from ...server.limits import HEAVY
from ...services import services
from ...studying.study_view import study_json, study_line
from ...texts import say, say_phrase
from .. import api
from ..answer_types import DeletedAnswer, StudiesAnswer, StudyAnswer
from ..fields import one_line
from ..language import language
from ..requests import guarded
from ..routes.records import download, file_name
from .reviews import proof_of

#: The study after a change, and where in the chapter the page goes on.
ChangedStudy = tuple[Study, NodePath | None]
MOST_MOVE, MOST_FILE, MOST_STEPS = 200, 250_000, 200
FILES = {"sgf": "application/x-go-sgf", "json": "application/json"}
PROVING_SECONDS, PROVING_MOVES = 8.0, 4

MoveText = Annotated[str, Meta(max_length=MOST_MOVE)]
FileText = Annotated[
    str, Meta(max_length=MOST_FILE, title=f"a file of up to {MOST_FILE} characters")
]
ChapterNumber = Annotated[int, Meta(ge=0, le=MOST_CHAPTERS)]
Steps = Annotated[
    tuple[Annotated[int, Meta(ge=0, lt=10_000, title="a list of numbers")], ...],
    Meta(max_length=MOST_STEPS, title="a list of numbers"),
]
_PLACES = "places, as in 0,0, or arrows, as in 0,0>1,0"
MarkText = Annotated[
    str, Meta(pattern=r"^-?\d{1,4},-?\d{1,4}(>-?\d{1,4},-?\d{1,4})?\Z", title=_PLACES)
]


class NewChapter(Sent):
    """A chapter: empty, or of a file, an opening or a board."""

    title: Title = ""
    record: FileText | None = None
    opening: Literal["a", "b", "c", "d", "e", "f"] | None = None
    board: BoardSent | None = None
    to_move: SideWord = "white"
    of_lines = frozenset(["record", "board"])


class NewStudy(NewChapter):
    """A study to begin with a chapter, or with a game, up to one of its moves.

    ``better`` are moves to be added there; with ``review`` the notes of the game's review are.
    """

    game: Id | None = None
    review: bool = False
    move: int | UnsetType = UNSET
    better: Annotated[
        tuple[MoveText, ...], Meta(max_length=MOST_STEPS, title="a list of moves")
    ] = ()


class PlaceInStudy(Sent):
    """A place in a study."""

    chapter: ChapterNumber = 0
    path: Steps = ()


class StudyChange(Sent, tag_field="change"):
    """A change of a study, and the version that was seen."""

    version: Version | None = None

    def changed(self, study: Study) -> ChangedStudy:
        """The study after it. Raises BadRequest, ChangeRefused, StudyError."""
        raise NotImplementedError


class AtPlace(StudyChange):
    """A change at a place in a study."""

    chapter: ChapterNumber = 0
    path: Steps = ()


class AddMove(AtPlace, tag="add_move", kw_only=True):
    """One more move."""

    move: MoveText

    def changed(self, study: Study) -> ChangedStudy:
        chapter, path = study.chapter(self.chapter).played(self.path, self.move)
        return study.with_chapter(self.chapter, chapter), path


class NoteMove(AtPlace, tag="note"):
    """Another comment, sign or marks at a move."""

    comment: Annotated[str, Meta(max_length=MOST_COMMENT)] | None = None
    glyph: Literal["", *GLYPHS] | None = None  # type: ignore[valid-type]
    marks: (
        Annotated[
            tuple[MarkText, ...],
            Meta(max_length=MOST_MARKS, title=f"a list of up to {MOST_MARKS} places or arrows"),
        ]
        | None
    ) = None
    of_lines = frozenset(["comment"])

    def changed(self, study: Study) -> ChangedStudy:
        values: dict[str, Any] = {}
        if self.comment is not None:
            kept = (one_line(line) if line else "" for line in self.comment.split("\n"))
            values["comment"] = "\n".join(kept).strip()
        if self.glyph is not None:
            values["glyph"] = self.glyph
        if self.marks is not None:
            values["marks"] = list(dict.fromkeys(self.marks))
        path, chapter = self.path, study.chapter(self.chapter)
        node = chapter.at(path).noted(**values)
        return study.with_chapter(self.chapter, chapter.with_node(path, node)), path


class DeleteBranch(AtPlace, tag="delete_branch"):
    """A move and all that follows it go."""

    def changed(self, study: Study) -> ChangedStudy:
        path = self.path
        chapter = study.chapter(self.chapter).without(path)
        return study.with_chapter(self.chapter, chapter), path[:-1]


class PromoteBranch(AtPlace, tag="promote"):
    """A variation becomes the main line."""

    def changed(self, study: Study) -> ChangedStudy:
        chapter, path = study.chapter(self.chapter).promoted(self.path)
        return study.with_chapter(self.chapter, chapter), path


class RenameStudy(StudyChange, tag="rename", kw_only=True):
    """Another title."""

    title: Title

    def changed(self, study: Study) -> ChangedStudy:
        return replace(study, title=self.title), None


class AddChapter(NewChapter, tag_field="change", tag="add_chapter"):
    """One more chapter, or all of a study's file."""

    version: Version | None = None

    def changed(self, study: Study) -> ChangedStudy:
        found = _chapters_of(self)
        if len(study.chapters) + len(found) > MOST_CHAPTERS:
            raise StudyError(f"a study has at most {MOST_CHAPTERS} chapters")
        return replace(study, chapters=(*study.chapters, *found)), ()


class RenameChapter(StudyChange, tag="rename_chapter", kw_only=True):
    """Another title of a chapter."""

    title: Title
    chapter: ChapterNumber = 0

    def changed(self, study: Study) -> ChangedStudy:
        chapter = study.chapter(self.chapter)
        named = replace(chapter, head=replace(chapter.head, title=self.title))
        return study.with_chapter(self.chapter, named), None


class DeleteChapter(StudyChange, tag="delete_chapter"):
    """A chapter goes."""

    chapter: ChapterNumber = 0

    def changed(self, study: Study) -> ChangedStudy:
        study.chapter(self.chapter)
        left = (*study.chapters[: self.chapter], *study.chapters[self.chapter + 1 :])
        return replace(study, chapters=left or (Chapter(),)), ()


class StudyFileWanted(QueryAsked):
    """In which form a study is wanted."""

    format: Literal["sgf", "json"] = "sgf"


@api.get("/studies")
@guarded(answer=StudiesAnswer)
def list_studies() -> dict[str, Any]:
    """The studies, the one changed last first."""
    tongue = language()
    return {"studies": [study_line(kept, tongue) for kept in services().studies.listed()]}


@api.post("/studies")
@guarded(status=201, answer=StudyAnswer)
def start_study(body: NewStudy) -> dict[str, Any]:
    """Begin a study: empty, or of a game (``game``; with its ``review``), an opening, a board."""
    chapter, path = (_new_chapter(body), ()) if body.game is None else _chapter_of_game(body)
    kept = services().studies.create(Study(body.title or chapter.head.title, (chapter,)))
    return {**study_json(kept, language()), "path": path}


@api.get("/studies/<study>")
@guarded(answer=StudyAnswer)
def show_study(study: str) -> dict[str, Any]:
    """One study with all its chapters."""
    return study_json(services().studies.get(study), language())


@api.post("/studies/<study>/changes")
@guarded(answer=StudyAnswer)
def change_study(study: str, body: StudyChange | AddChapter) -> dict[str, Any]:
    """Change a study; the version seen comes along, so that nobody's change is lost."""
    reached: list[NodePath | None] = []

    def changed(now: Study) -> Study:
        try:
            after, path = body.changed(now)
        except ValueError as error:
            raise ChangeRefused.because(error) from None
        reached.append(path)
        return after

    kept = services().studies.change(study, body.version, changed)
    return {**study_json(kept, language()), "path": reached[-1]}


@api.delete("/studies/<study>")
@guarded(answer=DeletedAnswer)
def delete_study(study: str) -> dict[str, Any]:
    """Delete a study for good."""
    services().studies.delete(study)
    return {"deleted": study}


@api.get("/studies/<study>/file")
@guarded(rate=("heavy", HEAVY), gives=tuple(FILES.values()))
def export_study(study: str, query: StudyFileWanted) -> Response:
    """The study as a file: SGF with a game for each chapter, or JSON."""
    kept = services().studies.get(study)
    text = kept.study.to_sgf() if query.format == "sgf" else kept.study.dumps()
    name = file_name(kept.study.title or "study", query.format)
    return download(text.encode("utf-8", "replace"), FILES[query.format], name)


class ForcedAnswer(TypedDict):
    """Who wins by force, in words, and the whole proof, None where none was found."""

    proof: dict[str, Any] | None
    text: str


@api.post("/studies/<study>/proof")
@guarded(rate=("heavy", HEAVY), answer=ForcedAnswer)
def prove_in_study(study: str, body: PlaceInStudy) -> dict[str, Any]:
    """Who wins by force at a place in a study, and the proof of it; ``proof`` is null where nothing
    was found within the effort."""
    chapter = services().studies.get(study).study.chapter(body.chapter)
    game = chapter.position(body.path)
    searched = plug_of(chapter.head.game).to_prove(game)
    if searched is None:
        raise ChangeRefused.of("no_advice")
    proof = proof_of(searched, PROVING_MOVES, PROVING_SECONDS)
    tongue = language()
    if proof is None:
        return {"proof": None, "text": say(tongue, "study.no_win", moves=PROVING_MOVES)}
    winner = say(tongue, f"colour.{proof['winner']}")
    text = say(tongue, "study.forced", colour=winner, count=proof["moves"])
    return {"proof": proof, "text": text}


# -- beginning -----------------------------------------------------------------------------------


def _chapter_of_game(body: NewStudy) -> tuple[Chapter, NodePath]:
    """A game as a chapter, up to one of its moves, with its review's notes where asked for."""
    game = str(body.game)
    state = services().desk.state(game)
    if not is_studied(state.kind):
        raise ChangeRefused.of("no_study")
    kept = services().reviews.of(game) if body.review else None
    tongue = language()
    if kept is None:
        record = record_of(state)
    else:
        noted = Record.from_json(kept.record)
        record = annotated(noted, kept.as_review(), lambda phrase: say_phrase(tongue, phrase))
    events = services().events
    made = made_title_of(events, events.summary(game))
    if made is not None:
        record = _titled(record, made)
    chapter, most = _chapter_of(record), len(record.moves)
    move = most if body.move is UNSET else body.move
    if not 0 <= move <= most:
        raise BadRequest(f'"move" must be a whole number from 0 to {most}')
    path: NodePath = (0,) * move
    for word in body.better:
        try:
            chapter, path = chapter.played(path, word)
        except ValueError as error:
            raise ChangeRefused.because(error) from None
    return chapter, path


def _new_chapter(body: NewChapter) -> Chapter:
    """An empty chapter, one that starts from an opening or a board, or a file's."""
    if body.record is not None:
        with _files_refused():
            return _chapter_of(_require_moves(parse_record(body.record)))
    if body.opening is not None:
        known = {opening.name: opening for opening in openings()}
        made = MadeTitle("study.opening", {"name": body.opening})
        moves = (RecordedTurn(known[body.opening].board.to_text()),)
        record = Record(title=body.title or made.said(language()), moves=moves)
        return _chapter_of(record if body.title else _titled(record, made))
    if body.board is not None:
        board = board_of(body.board)
        if not len(board):
            raise ChangeRefused.of("no_tiles")
        problems = tile_problems(board, {})
        if problems:
            raise ChangeRefused.saying(Phrase("start_impossible", {"problems": problems}))
        return Chapter(Record(title=body.title, start=board, to_move=body.to_move))
    return Chapter(Record(title=body.title))


def _titled(record: Record, made: MadeTitle) -> Record:
    """A record that tells that its title was made by the program."""
    told = msgspec.to_builtins(msgspec.structs.replace(made, text=record.title))
    return replace(record, extra={**record.extra, "made_title": told})


def _require_moves(record: Record) -> Record:
    """Any text can be taken for a record: refuse one that does not even begin with tiles."""
    try:
        if is_studied(record.game) and record.moves and record.moves[0].move:
            Move.from_text(record.moves[0].move)
    except ValueError as error:
        raise RecordError(reason_of(error)) from None
    return record


def _chapters_of(body: NewChapter) -> list[Chapter]:
    """The chapters of a file: a record's one, or all of a study's."""
    if body.record is None or '"palago-study"' not in body.record[:200]:
        return [_new_chapter(body)]
    with _files_refused():
        return list(Study.from_json(parse_json(body.record)).chapters)


@contextmanager
def _files_refused() -> Iterator[None]:
    """Say in the reader's language that a file is none. Raises ChangeRefused."""
    try:
        yield
    except (RecordError, StudyError) as error:
        raise ChangeRefused.of("no_study_file", why=reason_of(error)) from None


def _chapter_of(record: Record) -> Chapter:
    if not is_studied(record.game):
        raise ChangeRefused.of("no_study")
    return Chapter.from_record(record)
