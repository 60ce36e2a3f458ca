"""How a study, or one more chapter of it, is begun: empty, or from a game, file or board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ....engine.games.tables import tile_problems
from ....engine.palago.move import Move
from ....engine.palago.search.openings import openings
from ....engine.phrases import Phrase, reason_of
from ....engine.records.files import parse_record
from ....engine.records.record import Record, RecordedTurn, RecordError, parse_json
from ....engine.records.reviewed import annotated
from ....engine.records.study import Chapter, NodePath, Study, StudyError, is_studied
from ...games.changes import board_of
from ...games.kept.records import record_of
from ...games.play import ChangeRefused, refusing_changes
from ...games.titles import MadeTitle, made_title_of
from ...sent import BadRequest, BoardSent, Id, Sent, SideWord, Title
from ...services import parts
from ...texts import say_phrase
from ..language import language

MOST_MOVE, MOST_FILE, MOST_STEPS = 200, 250_000, 200

MoveText = Annotated[str, Meta(max_length=MOST_MOVE)]
FileText = Annotated[
    str, Meta(max_length=MOST_FILE, title=f"a file of up to {MOST_FILE} characters")
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


def chapter_of_game(body: NewStudy) -> tuple[Chapter, NodePath]:
    """A game as a chapter, up to one of its moves, with its review's notes where asked for. Raises
    UnknownGame, ChangeRefused, BadRequest."""
    game = str(body.game)
    state = parts.desk.state(game)
    if not is_studied(state.kind):
        raise ChangeRefused.of("no_study")
    kept = parts.reviews.of(game) if body.review else None
    tongue = language()
    if kept is None:
        record = record_of(state)
    else:
        noted = Record.from_json(kept.record)
        record = annotated(noted, kept.as_review(), lambda phrase: say_phrase(tongue, phrase))
    events = parts.events
    made = made_title_of(events, events.summary(game))
    if made is not None:
        record = _titled(record, made)
    chapter, most = _chapter_of(record), len(record.moves)
    move = most if body.move is UNSET else body.move
    if not 0 <= move <= most:
        raise BadRequest(f'"move" must be a whole number from 0 to {most}')
    path: NodePath = (0,) * move
    for word in body.better:
        with refusing_changes():
            chapter, path = chapter.played(path, word)
    return chapter, path


def new_chapter(body: NewChapter) -> Chapter:
    """An empty chapter, one that starts from an opening or a board, or a file's. Raises
    ChangeRefused."""
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


def chapters_of(body: NewChapter) -> list[Chapter]:
    """The chapters of a file: a record's one, or all of a study's. Raises ChangeRefused."""
    if body.record is None or '"palago-study"' not in body.record[:200]:
        return [new_chapter(body)]
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
