"""The page's questions and their answers at the command line: each by a name and a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..sent import tag_of
from ..tables.choice import table_page
from ..tables.page import TableDigitised
from ..texts import DEFAULT_LANGUAGE, say
from .digitise import Digitised
from .questions import questions_of
from .settling import Settled

#: What questions are called that are about no photo or moment alone.
COLOURS, WHOLE_GAME = "colours", "game"


class NoSuchAnswer(ValueError):
    """What was followed_by_answers is not asked, or not so; the message says what is."""


def followed_by_answers(
    settled: Settled, told: Sequence[str], follow: Callable[[Settled], Digitised]
) -> Digitised:
    """The game followed by answers, one after the other, as in ``photo 7.jpg=2``.

    An answer's number is its place among those that are offered when all before it are settled.
    Raises NoSuchAnswer.
    """
    game = follow(settled)
    for words in told:
        name, _, number = words.rpartition("=")
        asked = {
            called_in_answers(one): one for one in reversed(questions_of(game)) if one["answers"]
        }
        if name not in asked:
            known = ", ".join(asked) or "nothing"
            raise NoSuchAnswer(f"--answer {words}: asked about is {known}")
        offered = asked[name]["answers"]
        if not number.isdecimal() or not 1 <= int(number[:9]) <= len(offered):
            raise NoSuchAnswer(f"--answer {words}: {name} has answers 1 to {len(offered)}")
        answer = {"source": asked[name]["source"], **offered[int(number) - 1]["answer"]}
        settled = settled.with_answer(answer, game)
        game = follow(settled)
    return game


def called_in_answers(question: dict[str, Any]) -> str:
    """What a question is called: the photo or moment that it is about."""
    if any(answer["answer"]["what"] == "colours" for answer in question["answers"]):
        return COLOURS
    return str(question["source"]) or WHOLE_GAME


def questions_in_words(game: Digitised) -> Iterator[str]:
    """Each question on a line, and its answers by their numbers on the next."""
    table = table_page(game.follower.plug.table).digitised
    for question, entry in zip(questions_of(game), game.to_check, strict=True):
        yield f"{called_in_answers(question)}: {' '.join(entry.sentences)}"
        words = (_in_words(answer, table) for answer in question["answers"])
        offered = "; ".join(f"{number} {text}" for number, text in enumerate(words, 1))
        if offered:
            yield f"  = {offered}"


def _in_words(answer: dict[str, Any], table: TableDigitised) -> str:
    sent = answer["answer"]
    words = answer.get("words", "")
    if sent["what"] == tag_of(table.answered):
        words = table.named(sent)
    elif sent["what"] == "rolled":
        words = ":".join(sent["faces"])
    return f"{say(DEFAULT_LANGUAGE, 'digitise.' + answer['say'])} {words}".rstrip()
