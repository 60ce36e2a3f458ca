"""A study as the page shows it: each node with whose move it is, what it leads to, and by whom."""

from __future__ import annotations

from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

import msgspec

from ...engine.games.protocols import Game
from ...engine.palago.search.openings import openings
from ...engine.records.record import Record
from ...engine.records.replay import Gap, after_turn, start_position
from ...engine.records.study import Chapter, StudyNode
from ..games.titles import MadeTitle
from ..texts import LANGUAGES, say, say_phrase
from ..texts.said_before import said_by_key
from .studies import KeptStudy


def title_in(tongue: str, title: str, *chapters: Chapter) -> str:
    """A title; one that the program has made, of an opening or for a game among the chapters, is
    said in the looker's language."""
    for chapter in chapters:
        with suppress(KeyError, msgspec.ValidationError):  # a file may hold anything
            made = msgspec.convert(chapter.head.extra["made_title"], MadeTitle)
            if title in {made.text, *(made.said(one) for one in LANGUAGES)}:
                return made.said(tongue)
    opening = _titles_of_openings().get(title)
    return title if opening is None else say(tongue, "study.opening", name=opening)


@cache
def _titles_of_openings() -> dict[str, str]:
    """The openings' names, by what studies that begin from them are called in every language:
    earlier versions kept the title alone."""
    names = [opening.name for opening in openings()]
    return {say(one, "study.opening", name=name): name for one in LANGUAGES for name in names}


@lru_cache(maxsize=64)
def study_json(kept: KeptStudy, tongue: str) -> dict[str, Any]:
    """A study as it stands, in a language."""
    return {
        "id": kept.id,
        "version": kept.version,
        "title": title_in(tongue, kept.study.title, *kept.study.chapters),
        "changed": kept.changed,
        "deleted": kept.deleted,
        "chapters": [_chapter_json(chapter, tongue) for chapter in kept.study.chapters],
    }


def study_line(kept: KeptStudy, tongue: str) -> dict[str, Any]:
    """A study in the list of all, in a language."""
    chapters = kept.study.chapters
    board = chapters[0].head.start if chapters else None
    node = chapters[0].root if chapters else None
    words = [] if board is None else [board.to_text()]
    while node is not None and node.children and len(words) < 8:
        node = node.children[0]
        words.append(node.turn.move)
    return {
        "id": kept.id,
        "title": title_in(tongue, kept.study.title, *kept.study.chapters),
        "changed": kept.changed,
        "deleted": kept.deleted,
        "chapters": [title_in(tongue, chapter.head.title, chapter) for chapter in chapters],
        "board": " ".join(words),
    }


def _chapter_json(chapter: Chapter, tongue: str) -> dict[str, Any]:
    head = chapter.head
    try:
        start: Game | None = start_position(head)
    except ValueError:
        start = None
    return {
        "title": title_in(tongue, head.title, chapter),
        "start": "" if head.start is None else head.start.to_text(),
        "players": list(head.players),
        "tree": _node_json(chapter.root, start, "", head, tongue),
    }


def _node_json(
    node: StudyNode, game: Game | None, who: str, head: Record, tongue: str, gap: Gap | None = None
) -> dict[str, Any]:
    """A node; from where a move of a record goes wrong on, the rest has no position. ``gap`` is
    why the game goes on from it though it is no legal turn: then its whole board is told."""
    turn = game.on_turn if game is not None else None
    shown: dict[str, Any] = {
        "move": node.turn.move,
        "board": game.board.to_text() if game is not None and gap is not None else "",
        "who": who,
        "colour": say(tongue, f"colour.{who}") if who in ("white", "blue") else who,
        "to_move": turn,
        "comment": said_by_key(tongue, node.turn.comment, node.turn.phrases),
        "glyph": node.glyph,
        "marks": list(node.marks),
        "ends": _ending(game, tongue),
        "gap": "" if gap is None else say_phrase(tongue, gap.phrase),
    }
    children = []
    for child in node.children:
        after: Game | None = None
        over: Gap | None = None
        if game is not None:
            with suppress(ValueError):
                after, over = after_turn(head, game, child.turn)
        mover = "" if over is not None and over.is_missing else turn or ""
        children.append(_node_json(child, after, mover, head, tongue, over))
    return shown | {"children": children}


def _ending(game: Game | None, tongue: str) -> str:
    if game is None or not game.over:
        return ""
    if game.result in ("white", "blue"):
        return say(tongue, "study.wins", colour=say(tongue, f"colour.{game.result}"))
    return say(tongue, "study.drawn")
