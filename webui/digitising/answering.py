"""The page's questions and their answers at the command line: each by a name and a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from ...engine.phrases import Phrase
from ..games.names import called
from ..sent import tag_of
from ..tables.choice import table_page
from ..tables.page import TableDigitised
from ..texts import DEFAULT_LANGUAGE, say
from .digitise import Digitised
from .questions import questions_of
from .settling import Settled

#: What questions are called that are about no photo or moment alone.
COLOURS, TABLES, WHOLE_GAME = "colours", "tables", "game"

NOT_ASKED_NOW = (
    "after the answers before it, or of these players, this is no longer asked: leave it out, or "
    "say it before them"
)

#: Where the numbers begin of what is offered only once the players are named. Those of all other
#: answers stay below: they are the same whether the players are named or not.
WITH_PLAYERS = 101

#: An answer as it is sent, and the key of its text: one and the same under one number.
Offered = tuple[str, dict[str, Any]]


class NoSuchAnswer(ValueError):
    """An answer to what is not asked, or not so; the message says what is."""


@dataclass(frozen=True)
class AnsweredGame:
    """A game, and by what questions are called all answers that were ever offered to them, by
    their numbers.

    A number never shifts: what is offered only when others are settled comes behind all that was
    offered before.
    """

    game: Digitised
    numbered: Mapping[str, Mapping[int, Offered]]

    def answer(self, words: str) -> dict[str, Any]:
        """What ``photo 7.jpg=2`` says of it, as it is sent. Raises NoSuchAnswer."""
        name, _, number = words.rpartition("=")
        now = _offered_now(self.game)
        if not number.isdecimal():
            example = f"{next(iter(now), 'photo 7.jpg')}=1"
            raise _no_such(words, f"say a question's name and an answer's number, as '{example}'")
        if name not in self.numbered:
            asked = f"asked about is {', '.join(now)}" if now else "nothing is asked"
            raise _no_such(words, asked)
        known = self.numbered[name]
        chosen = known.get(int(number[:9]))
        if chosen is None:
            raise _no_such(words, f"{name} has answers {_spans(known)}")
        if chosen not in now.get(name, ()):
            raise _no_such(words, NOT_ASKED_NOW)
        return chosen[1]


def followed_by_answers(
    settled: Settled,
    told: Sequence[str],
    follow: Callable[[Settled], Digitised],
    unnamed: Callable[[Settled], Digitised] | None = None,
) -> AnsweredGame:
    """The game followed by answers, one after the other, as in ``photo 7.jpg=2``.

    A number means what it meant when its question was first asked; ``unnamed`` follows the game as
    it was asked about before its players were named. Raises NoSuchAnswer.
    """

    def asked(known: Mapping[str, Mapping[int, Offered]]) -> AnsweredGame:
        game = follow(settled)
        if unnamed is None:
            return AnsweredGame(game, _numbered(known, game, 1))
        known = _numbered(known, unnamed(settled), 1)
        return AnsweredGame(game, _numbered(known, game, WITH_PLAYERS))

    answered = asked({})
    for words in told:
        settled = settled.with_answer(answered.answer(words), answered.game)
        answered = asked(answered.numbered)
    return answered


def _numbered(
    known: Mapping[str, Mapping[int, Offered]], game: Digitised, first: int
) -> dict[str, dict[int, Offered]]:
    """What is known, and behind it what a game offers more, from the number ``first`` on."""
    numbered = {name: dict(answers) for name, answers in known.items()}
    for name, offered in _offered_now(game).items():
        answers = numbered.setdefault(name, {})
        taken = (n for n in answers if (n < WITH_PLAYERS) == (first < WITH_PLAYERS))
        fresh = count(max(taken, default=first - 1) + 1)
        answers |= {next(fresh): one for one in offered if one not in answers.values()}
    return numbered


def _spans(numbers: Iterable[int]) -> str:
    """Numbers in words: 1 to 5, or 1 to 5 and 101 to 103."""
    parts = [n for n in numbers if n < WITH_PLAYERS], [n for n in numbers if n >= WITH_PLAYERS]
    return " and ".join(f"{min(part)} to {max(part)}" for part in parts if part)


def called_in_answers(question: dict[str, Any]) -> str:
    """What a question is called: the photo or moment that it is about."""
    sent = {answer["answer"]["what"] for answer in question["answers"]}
    if "colours" in sent:
        return COLOURS
    if "table" in sent:
        return TABLES
    return str(question["source"]) or WHOLE_GAME


def questions_in_words(answered: AnsweredGame, names: tuple[str, ...] = ()) -> Iterator[str]:
    """Each question on a line, and below it its answers, each after its number. ``names`` are those
    behind two colours."""
    game = answered.game
    table = table_page(game.follower.plug.table).digitised
    for question, entry in zip(questions_of(game), game.to_check, strict=True):
        name = called_in_answers(question)
        yield f"{name}: {' '.join(entry.sentences)}"
        numbers = {
            number: _in_words(answer, table, names)
            for answer in question["answers"]
            for number, known in answered.numbered[name].items()
            if known == _sent(question, answer)
        }
        yield from (f"  {number} {numbers[number]}" for number in sorted(numbers))


def _offered_now(game: Digitised) -> dict[str, list[Offered]]:
    """What may be answered now, by what the questions are called."""
    offered: dict[str, list[Offered]] = {}
    for question in questions_of(game):
        for answer in question["answers"]:
            offered.setdefault(called_in_answers(question), []).append(_sent(question, answer))
    return offered


def _sent(question: dict[str, Any], answer: dict[str, Any]) -> Offered:
    return answer["say"], {"source": question["source"], **answer["answer"]}


def _no_such(words: str, why: str) -> NoSuchAnswer:
    return NoSuchAnswer(f"--answer '{words}': {why}")


def _in_words(answer: dict[str, Any], table: TableDigitised, names: tuple[str, ...] = ()) -> str:
    sent = answer["answer"]
    words = answer.get("words", "")
    if players := answer.get("players"):
        turns = zip(players, sent["actions"], strict=True)
        words = ", then ".join(
            f"{called(names, who, DEFAULT_LANGUAGE)} {action}" for who, action in turns
        )
    if sent["what"] == tag_of(table.answered):
        words = table.named(sent)
    elif sent["what"] == "table" and "said" in answer:
        words = str(Phrase.from_json(answer["said"]))
    elif sent["what"] == "rolled":
        words = ":".join(sent["faces"])
    return f"{say(DEFAULT_LANGUAGE, 'digitise.' + answer['say'])} {words}".rstrip()
