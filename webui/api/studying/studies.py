"""Studies: trees of moves that people make together, chapter by chapter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, TypedDict

from flask import Response

from ....engine.games.registry import plug_of
from ....engine.records.study import NodePath, Study
from ...games.play import ChangeRefused, refusing_changes
from ...server.access import require_referee
from ...server.limits import HEAVY
from ...services import parts
from ...studying.studies import KeptStudy
from ...studying.study_view import study_json, study_line
from ...texts import say
from .. import api
from ..answer_types import DeletedAnswer, StudiesAnswer, StudyAnswer
from ..language import language
from ..requests import guarded
from ..routes.records import JSON, SGF, download, file_name
from .reviews import proof_of
from .study_changes import AddChapter, BinStudy, PlaceInStudy, RestoreStudy, StudyChange
from .study_chapters import NewStudy, chapter_of_game, new_chapter

PROVING_SECONDS, PROVING_MOVES = 8.0, 4


@api.get("/studies")
@guarded(answer=StudiesAnswer)
def list_studies(*, deleted: str = "") -> dict[str, Any]:
    """The studies, the one changed last first; with ``deleted=true`` those in the bin."""
    tongue, is_binned = language(), deleted == "true"
    if is_binned:
        require_referee()
    found = parts.studies.listed(deleted=is_binned)
    return {"studies": [study_line(kept, tongue) for kept in found]}


@api.post("/studies")
@guarded(status=201, answer=StudyAnswer)
def start_study(body: NewStudy) -> dict[str, Any]:
    """Begin a study: empty, or of a game (``game``; with its ``review``), an opening, a board."""
    chapter, path = (new_chapter(body), ()) if body.game is None else chapter_of_game(body)
    kept = parts.studies.create(Study(body.title or chapter.head.title, (chapter,)))
    return {**study_json(kept, language()), "path": path}


@api.get("/studies/<study>")
@guarded(answer=StudyAnswer)
def show_study(study: str) -> dict[str, Any]:
    """One study with all its chapters."""
    return study_json(parts.studies.get(study), language())


@api.post("/studies/<study>/changes")
@guarded(answer=StudyAnswer)
def change_study(study: str, body: StudyChange | AddChapter) -> dict[str, Any]:
    """Change a study; the version seen comes along, so that nobody's change is lost."""
    reached: list[NodePath | None] = []

    def changed(now: KeptStudy) -> KeptStudy:
        with refusing_changes():
            after, path = body.changed(now.study)
        reached.append(path)
        deleted = isinstance(body, BinStudy) or (now.deleted and not isinstance(body, RestoreStudy))
        return replace(now, study=after, deleted=deleted)

    kept = parts.studies.change(study, body.version, changed)
    return {**study_json(kept, language()), "path": reached[-1]}


@api.delete("/studies/<study>")
@guarded(answer=DeletedAnswer)
def delete_study(study: str) -> dict[str, Any]:
    """Delete a study for good. It must be in the bin."""
    if not parts.studies.get(study).deleted:
        raise ChangeRefused.of("not_in_bin")
    parts.studies.delete(study)
    return {"deleted": study}


@api.get("/studies/<study>/file")
@guarded(rate=("heavy", HEAVY), gives=(SGF, JSON))
def export_study(study: str, *, format: Literal["sgf", "json"] = "sgf") -> Response:
    """The study as a file: SGF with a game for each chapter, or JSON."""
    kept = parts.studies.get(study)
    name = file_name(kept.study.title or "study", format)
    kind, text = (SGF, kept.study.to_sgf()) if format == "sgf" else (JSON, kept.study.dumps())
    return download(text.encode("utf-8", "replace"), kind, name)


class ForcedAnswer(TypedDict):
    """Who wins by force, in words, and the whole proof, None where none was found."""

    proof: dict[str, Any] | None
    text: str


@api.post("/studies/<study>/proof")
@guarded(rate=("heavy", HEAVY), answer=ForcedAnswer)
def prove_in_study(study: str, body: PlaceInStudy) -> dict[str, Any]:
    """Who wins by force at a place in a study, and the proof of it; ``proof`` is null where nothing
    was found within the effort."""
    chapter = parts.studies.get(study).study.chapter(body.chapter)
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
