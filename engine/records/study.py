"""A study: chapters, each a tree of moves with comments and marks, kept as a record is.

A chapter is a record whose variations are the branches. Nothing of a record is lost by studying
it: each node of the tree carries the whole turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from msgspec import Meta

from ..games.protocols import Game
from ..games.registry import kinds, plug_of
from ..phrases import Phrase, Refused, sentences_of
from ..stamp import require_stamp, stamped
from ..values import fits, value_of
from .record import Record, RecordedTurn, RecordError, check_depth
from .replay import after_turn, start_position
from .sgf import write_sgf

MOST_CHAPTERS = 64
MOST_NODES = 2_000
#: Longer than any game of Palago; a tree is walked by recursion.
DEEPEST = 150
MOST_COMMENT = 2_000
MOST_MARKS = 60
#: What may be said of a move in a sign, as in chess: good, mistake, brilliant, blunder, and so on.
GLYPHS = ("!", "?", "!!", "??", "!?", "?!")

#: Which child at each step, from the start of the chapter on.
NodePath = tuple[int, ...]


def is_studied(kind: str) -> bool:
    """Whether a kind of table is a game that is studied."""
    return kind in kinds() and plug_of(kind).is_studied


class StudyError(Refused):
    """Something that cannot be done in a study, or a file that is none."""


@dataclass(frozen=True)
class StudyNode:
    """A move with all that is noted at it, and the moves that follow; the first is the main line.
    At the start of a chapter the move is empty."""

    turn: RecordedTurn
    children: tuple[StudyNode, ...] = ()

    @property
    def glyph(self) -> str:
        """The sign that stands at the move, one of :data:`GLYPHS`, or nothing."""
        sign = self.turn.extra.get("glyph", "")
        return sign if sign in GLYPHS else ""

    @property
    def marks(self) -> tuple[str, ...]:
        """Rings and arrows on the board: ``0,0`` and ``0,0>1,0``."""
        marks = self.turn.extra.get("marks", ())
        return tuple(marks) if fits(tuple[str, ...], marks) else ()

    def noted(self, **values: Any) -> StudyNode:
        """The node with another ``comment``, ``glyph`` or ``marks``."""
        extra = dict(self.turn.extra)
        comment = values.pop("comment", self.turn.comment)
        for name, value in values.items():
            extra.pop(name, None)
            if value:
                extra[name] = value
        return replace(self, turn=replace(self.turn, comment=comment, extra=extra))

    def walk(self) -> Iterator[StudyNode]:
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Chapter:
    """One tree. ``head`` is the record without its moves: title, start, agreements, players."""

    head: Record = field(default_factory=Record)
    root: StudyNode = field(default_factory=lambda: StudyNode(RecordedTurn("")))

    @classmethod
    def from_record(cls, record: Record) -> Chapter:
        """A record to study. Raises StudyError where its tree is too large."""
        extra = dict(record.extra)
        marks = {"marks": extra.pop("marks")} if "marks" in extra else {}
        first = RecordedTurn("", comment=record.comment, extra=marks)
        root = StudyNode(first, _children(record.moves, 0))
        if sum(1 for _ in root.walk()) > MOST_NODES:
            raise StudyError(_too_many_moves())
        return cls(replace(record, moves=(), comment="", extra=extra), root)

    def to_record(self) -> Record:
        """The chapter as a record, its branches as variations."""
        marks = {"marks": list(self.root.marks)} if self.root.marks else {}
        return replace(
            self.head,
            moves=_line(self.root),
            comment=self.root.turn.comment,
            extra={**self.head.extra, **marks},
        )

    def at(self, path: NodePath) -> StudyNode:
        """The node at a path. Raises StudyError."""
        node = self.root
        for step in path:
            if not 0 <= step < len(node.children):
                raise StudyError(Phrase("study.no_move"))
            node = node.children[step]
        return node

    def position(self, path: NodePath) -> Game:
        """The game after the moves of a path. Raises StudyError."""
        try:
            game = start_position(self.head)
            node = self.root
            for step in path:
                node = node.children[step]
                game, _ = after_turn(self.head, game, node.turn)
        except (ValueError, IndexError) as error:
            raise StudyError(*sentences_of(error)) from None
        return game

    def played(self, path: NodePath, move: str) -> tuple[Chapter, NodePath]:
        """A move after a path by the rules: a new branch, or the one that is there already. Raises
        StudyError where there is no room, ValueError where the rules forbid the move."""
        node = self.at(path)
        words = frozenset(move.split())
        for index, child in enumerate(node.children):
            if frozenset(child.turn.move.split()) == words:
                return self, (*path, index)
        self.position(path).play(move)
        if len(path) >= DEEPEST or sum(1 for _ in self.root.walk()) >= MOST_NODES:
            raise StudyError(_too_many_moves())
        grown = replace(node, children=(*node.children, StudyNode(RecordedTurn(move))))
        return self.with_node(path, grown), (*path, len(node.children))

    def with_node(self, path: NodePath, node: StudyNode) -> Chapter:
        """The chapter with another node at a path."""
        return replace(self, root=_put(self.root, path, node))

    def without(self, path: NodePath) -> Chapter:
        """The chapter without a move and all that follows it. Raises StudyError."""
        self.at(path)
        if not path:
            raise StudyError(Phrase("study.start_stays"))
        above = self.at(path[:-1])
        left = (*above.children[: path[-1]], *above.children[path[-1] + 1 :])
        return self.with_node(path[:-1], replace(above, children=left))

    def promoted(self, path: NodePath) -> tuple[Chapter, NodePath]:
        """The chapter with the line of a path as its main line. Raises StudyError."""
        chapter = self
        self.at(path)
        for length in range(len(path)):
            above, step = chapter.at((0,) * length), path[length]
            first = above.children[step]
            others = (*above.children[:step], *above.children[step + 1 :])
            grown = replace(above, children=(first, *others))
            chapter = chapter.with_node((0,) * length, grown)
        return chapter, (0,) * len(path)


@dataclass(frozen=True)
class StudySaid:
    """A study as the file has it."""

    chapters: Annotated[
        tuple[dict[str, Any], ...],
        Meta(max_length=MOST_CHAPTERS, title=f"a list of at most {MOST_CHAPTERS} chapters"),
    ]
    title: str = ""


@dataclass(frozen=True)
class Study:
    """Chapters under a title."""

    title: str = ""
    chapters: tuple[Chapter, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The study as plain JSON: its chapters as records."""
        chapters = [chapter.to_record().to_json() for chapter in self.chapters]
        return stamped("study", {"title": self.title, "chapters": chapters})

    def to_sgf(self) -> str:
        """All chapters as one SGF file of several games."""
        return "".join(write_sgf(chapter.to_record()) for chapter in self.chapters)

    @classmethod
    def from_json(cls, value: object) -> Study:
        """Read :meth:`to_json`'s object, or a record as a study of one chapter. Raises
        StudyError."""
        try:
            check_depth(value)
            if not isinstance(value, dict) or value.get("format") != "palago-study":
                return cls.of_record(Record.from_json(value))
            require_stamp("study", value, StudyError)
            said = value_of(StudySaid, value, StudyError)
            chapters = tuple(map(Chapter.from_record, map(Record.from_json, said.chapters)))
        except RecordError as error:
            raise StudyError(str(error)) from None
        return cls(said.title[:120], chapters)

    @classmethod
    def of_record(cls, record: Record) -> Study:
        """A record as a study of one chapter. Raises StudyError."""
        return cls(record.title, (Chapter.from_record(record),))

    def dumps(self) -> str:
        """The study as a JSON file."""
        return json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n"

    def with_chapter(self, number: int, chapter: Chapter) -> Study:
        """The study with another chapter in the place of one. Raises StudyError."""
        self.chapter(number)
        return replace(
            self, chapters=(*self.chapters[:number], chapter, *self.chapters[number + 1 :])
        )

    def chapter(self, number: int) -> Chapter:
        """A chapter by its number from 0. Raises StudyError."""
        if not 0 <= number < len(self.chapters):
            raise StudyError(Phrase("study.no_chapter"))
        return self.chapters[number]


def _too_many_moves() -> Phrase:
    return Phrase("study.too_many_moves", {"most": MOST_NODES, "deepest": DEEPEST})


def _put(node: StudyNode, path: NodePath, new: StudyNode) -> StudyNode:
    if not path:
        return new
    step, *rest = path
    child = _put(node.children[step], tuple(rest), new)
    return replace(node, children=(*node.children[:step], child, *node.children[step + 1 :]))


def _line(node: StudyNode) -> tuple[RecordedTurn, ...]:
    """What follows a node as a line of play: its first child's, the others as variations."""
    turns = []
    while node.children:
        main, *others = node.children
        turns.append(main.turn.branching(*((other.turn, *_line(other)) for other in others)))
        node = main
    return tuple(turns)


def _children(line: tuple[RecordedTurn, ...], depth: int) -> tuple[StudyNode, ...]:
    if not line:
        return ()
    if depth > DEEPEST:
        raise StudyError(_too_many_moves())
    first, *rest = line
    main = StudyNode(replace(first, variations=()), _children(tuple(rest), depth + 1))
    branches = [_children(other, depth) for other in first.variations]
    return (main, *(node for branch in branches for node in branch))
