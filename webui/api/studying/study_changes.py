"""The changes of a study, and what it becomes by each."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import Meta

from ....engine.records.study import (
    GLYPHS,
    MOST_CHAPTERS,
    MOST_COMMENT,
    MOST_MARKS,
    Chapter,
    NodePath,
    Study,
    StudyError,
)
from ...sent import Sent, Title, Version
from ..fields import one_line
from .study_chapters import MOST_STEPS, MoveText, NewChapter, chapters_of

#: The study after a change, and where in the chapter the page goes on.
ChangedStudy = tuple[Study, NodePath | None]

ChapterNumber = Annotated[int, Meta(ge=0, le=MOST_CHAPTERS)]
Steps = Annotated[
    tuple[Annotated[int, Meta(ge=0, lt=10_000, title="a list of numbers")], ...],
    Meta(max_length=MOST_STEPS, title="a list of numbers"),
]
_PLACES = "places, as in 0,0, or arrows, as in 0,0>1,0"
MarkText = Annotated[
    str, Meta(pattern=r"^-?\d{1,4},-?\d{1,4}(>-?\d{1,4},-?\d{1,4})?\Z", title=_PLACES)
]


class PlaceInStudy(Sent):
    """A place in a study."""

    chapter: ChapterNumber = 0
    path: Steps = ()


class StudyChange(Sent, tag_field="change"):
    """A change of a study, and the version that was seen."""

    version: Version | None = None

    def changed(self, study: Study) -> ChangedStudy:
        """The study after it, by itself as it was. Raises BadRequest, ChangeRefused, StudyError."""
        return study, None


class BinStudy(StudyChange, tag="delete"):
    """Into the bin."""


class RestoreStudy(StudyChange, tag="restore"):
    """Back from the bin."""


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
        found = chapters_of(self)
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
