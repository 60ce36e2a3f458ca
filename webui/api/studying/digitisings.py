"""Films and photos dropped on the page: sent in pieces, read in the background, asked about."""

from __future__ import annotations

from itertools import count
from types import new_class
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict, cast

from flask import Response, request, send_file
from msgspec import Meta

from ....engine.games.protocols import AskedOption
from ....engine.games.registry import kinds, plug_of
from ....engine.games.seats import MOST_PLAYERS
from ....engine.phrases import Phrase
from ....engine.records.record import USUAL_GAME
from ....engine.values import plain
from ...digitising.place import LATEST
from ...digitising.queue import DONE, Digitising
from ...exchange import import_file
from ...games.names import called
from ...games.play import ChangeRefused
from ...sent import BadRequest, Name, Sent, Title, tag_of
from ...server.limits import HEAVY, MOST_PIECE_BYTES, UPLOADS
from ...services import parts
from ...tables.choice import table_of
from ...tables.page import AnswerSent
from ...texts import in_a_row, say, say_phrase
from .. import api
from ..answer_types import DeletedAnswer, GameAnswer, GameKind
from ..fields import require_one_of, sent_bytes
from ..language import language
from ..problems import problem
from ..requests import ANY_BYTES, guarded
from ..routes.games import shown

#: The key of what is said of a game that cannot be counted from its beginning.
BEGINS_LATE = "digitise_begins_late"
MOST_FILE_BYTES = 1_000_000_000_000


FileName = Annotated[str, Meta(min_length=1, max_length=300, title="the name of a file")]
PlaceInFile = Annotated[int, Meta(ge=0, le=MOST_FILE_BYTES)]
PlayersNamed = Annotated[
    tuple[Name, ...], Meta(max_length=MOST_PLAYERS, title=f"a list of {MOST_PLAYERS} names at most")
]


class DigitisingWanted(Sent):
    """A film or photos that become a game."""

    kind: GameKind = USUAL_GAME
    title: Title = ""
    players: PlayersNamed = ()


class PlayersSent(Sent):
    """Who plays, as they sit."""

    players: PlayersNamed


def _words_of(one: AskedOption) -> Any:
    word = Annotated[str, Meta(max_length=one.longest)]
    limit = Meta(max_length=MOST_PLAYERS, title=f"a list of {MOST_PLAYERS} {one.name} at most")
    return Annotated[tuple[word, ...], limit]


if TYPE_CHECKING:
    NewDigitising = DigitisingWanted
else:  # with what the plugs ask for, which no photo tells
    _ASKED = {one.name: _words_of(one) for kind in kinds() for one in plug_of(kind).asked}
    _BODY = {"__doc__": DigitisingWanted.__doc__, "__annotations__": _ASKED}
    _BODY |= dict.fromkeys(_ASKED, ())
    NewDigitising = new_class(
        "NewDigitising", (DigitisingWanted,), exec_body=lambda body: body.update(_BODY)
    )


for _kind in kinds():
    table_of(_kind)  # from here on it is known what may be answered about its cells


class DigitisingLine(TypedDict):
    """A film or photos in the list: how far they are, and how much was found and is asked."""

    id: str
    kind: GameKind
    title: str
    status: str
    created: str
    game: str | None
    questions: int
    moves: int


class DigitisingsAnswer(TypedDict):
    """All that were dropped here, the newest first."""

    digitisings: list[DigitisingLine]


class AnswerOffered(TypedDict):
    """An answer to be sent back as it is, in words, and with the board that it would lead to."""

    answer: dict[str, Any]
    say: str
    text: str
    words: NotRequired[str]
    board: NotRequired[str]
    marked: NotRequired[str]
    numbers: NotRequired[str]
    chosen: NotRequired[bool]


class QuestionAsked(TypedDict):
    """What is doubtful in the photo or moment ``source``, and what may be said to it."""

    source: str | None
    time: float | None
    what: str
    board: str
    marked: str
    heading: NotRequired[int]
    answers: list[AnswerOffered]


class DigitisingAnswer(DigitisingLine):
    """One of them: what was ``played``, ``why`` it went wrong or becomes no game, and what is
    ``asked``; ``colours`` of the set as ``/diagram.svg`` takes them. ``repeats`` are photos that
    show no more than others. ``lacks_players``: it becomes a game only once they are named.
    ``wants_other_files``: what was sent is refused, or shows nothing, however often it is tried.
    ``tables``: which of several tables the photos seem to show, as a question that can be answered
    otherwise later. ``can_undo``: the last answer can be taken back."""

    players: list[str]
    lacks_players: bool
    wants_other_files: bool
    waits_behind: int
    progress: dict[str, Any]
    board: str
    colours: str
    result: str
    played: list[str]
    repeats: list[str]
    why: str
    asked: list[QuestionAsked]
    tables: QuestionAsked | None
    can_undo: bool


class PieceAnswer(TypedDict):
    """How much of the file is there, in bytes."""

    size: int


@api.get("/digitisings")
@guarded()
def list_digitisings() -> DigitisingsAnswer:
    """All that were dropped here, the newest first."""
    return {"digitisings": [_summary(one) for one in parts.digitisings.all()]}


@api.post("/digitisings")
@guarded(rate=("heavy", HEAVY), status=201)
def begin_digitising(body: NewDigitising) -> DigitisingAnswer:
    """A new one, to be filled with files."""
    require_one_of("kind", body.kind, kinds())
    asked = ((one.name, getattr(body, one.name)) for one in plug_of(body.kind).asked)
    options = {name: list(words) for name, words in asked if words}
    begun = parts.digitisings.begin(body.kind, body.title, body.players, options)
    return _shown(begun)


@api.get("/digitisings/<digitising>")
@guarded()
def show_digitising(digitising: str) -> DigitisingAnswer:
    """How far it is, what is being seen, and what is asked."""
    return _shown(parts.digitisings.of(digitising))


@api.post("/digitisings/<digitising>/files")
@guarded(rate=("upload", UPLOADS), takes=ANY_BYTES)
def send_piece(digitising: str, *, name: FileName, at: PlaceInFile = 0) -> PieceAnswer:
    """A piece of a file: ``name`` is the file's, ``at`` where the piece begins. The answer says how
    much of the file is there: a sender that was interrupted goes on from there."""
    data = sent_bytes(request.stream, MOST_PIECE_BYTES)
    if len(data) > MOST_PIECE_BYTES:
        raise BadRequest(f"send pieces of {MOST_PIECE_BYTES // 1_000_000} MB at most")
    return {"size": parts.digitisings.add(digitising, name, at, data)}


@api.post("/digitisings/<digitising>/start")
@guarded(rate=("heavy", HEAVY))
def start_digitising(digitising: str) -> DigitisingAnswer:
    """All is sent: have it read when its turn comes."""
    return _shown(parts.digitisings.start(digitising))


@api.post("/digitisings/<digitising>/answers")
@guarded()
def answer_question(digitising: str, body: AnswerSent) -> DigitisingAnswer:
    """Settle a question; all later turns follow from the answer."""
    return _shown(parts.digitisings.answer(digitising, plain(body)))


@api.delete("/digitisings/<digitising>/answers")
@guarded()
def take_answer_back(digitising: str) -> DigitisingAnswer:
    """Take the last answer back; all later turns follow again."""
    return _shown(parts.digitisings.take_back(digitising))


@api.post("/digitisings/<digitising>/players")
@guarded()
def name_players(digitising: str, body: PlayersSent) -> DigitisingAnswer:
    """Say who plays, at any time: what was answered stays, and more may be asked."""
    return _shown(parts.digitisings.name_players(digitising, body.players))


@api.post("/digitisings/<digitising>/game")
@guarded(rate=("heavy", HEAVY), status=201)
def make_game(digitising: str) -> GameAnswer:
    """Make a game of what was found, like any other, with the photos behind its moves."""
    one, place = parts.digitisings.of(digitising), parts.digitisings.place(digitising)
    if one.status != DONE or not one.found.get("moves"):
        raise ChangeRefused.of("digitise_no_moves")
    if _begins_late(one):
        raise ChangeRefused.of(BEGINS_LATE)
    if _lacks_players(one):
        raise ChangeRefused.of("digitise_lacks_players")
    game = import_file(parts, place.game.read_bytes(), most_unpacked=place.game.stat().st_size * 3)
    parts.digitisings.note_game(digitising, game)
    return shown(game)


@api.get("/digitisings/<digitising>/picture")
@guarded(gives=("image/jpeg",))
def show_picture(digitising: str, *, source: str = "") -> Response | tuple[Response, int]:
    """A small copy of the photo or moment ``source``; without one, what is being seen."""
    path = parts.digitisings.place(digitising).picture(source or LATEST)
    if not path.is_file():
        return problem(404, "unknown_photo")
    response = send_file(path.resolve(), mimetype="image/jpeg", max_age=0)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@api.delete("/digitisings/<digitising>")
@guarded(answer=DeletedAnswer)
def delete_digitising(digitising: str) -> dict[str, Any]:
    """Delete it with all that was sent; a game that was made of it stays."""
    parts.digitisings.forget(digitising)
    return {"deleted": digitising}


def _summary(one: Digitising) -> DigitisingLine:
    return {
        "id": one.name,
        "kind": one.kind,
        "title": one.title,
        "status": one.status,
        "created": one.created,
        "game": one.made or None,
        "questions": sum(bool(asked["answers"]) for asked in one.found.get("questions", ())),
        "moves": len(one.found.get("moves", ())),
    }


def _begins_late(one: Digitising) -> bool:
    """Whether it becomes no game, for it had begun before what was sent."""
    return one.status == DONE and bool(one.found.get("begins_late"))


def _lacks_players(one: Digitising) -> bool:
    """Whether it cannot become a game before its players are named."""
    earlier = one.found.get("lacks_dice", False)  # as earlier versions kept it
    return bool(one.found.get("lacks_players", earlier))


def _shown(one: Digitising) -> DigitisingAnswer:
    """It as the page shows it, in the request's language."""
    tongue = language()
    found = one.found
    return {
        **_summary(one),
        "players": list(one.players),
        "lacks_players": _lacks_players(one),
        "wants_other_files": one.wants_other_files,
        "waits_behind": parts.digitisings.waits_behind(one.name),
        "progress": parts.digitisings.place(one.name).progress(),
        "board": found.get("board", ""),
        "colours": found.get("colours", ""),
        "result": found.get("result", ""),
        "played": found.get("moves", []),
        "repeats": found.get("repeats", []),
        "why": _why(one, tongue),
        "asked": [_question(entry, one, tongue) for entry in found.get("questions", ())],
        "tables": _question(tables, one, tongue) if (tables := found.get("tables")) else None,
        "can_undo": one.status == DONE and one.earlier is not None,
    }


def _why(one: Digitising, tongue: str) -> str:
    if _begins_late(one):
        return ChangeRefused.of(BEGINS_LATE).said(tongue)
    if one.nothing_seen:
        return in_a_row([_said(part, tongue) for part in one.nothing_seen])
    return "" if one.refusal is None else one.refusal.said(tongue)


def _question(entry: dict[str, Any], one: Digitising, tongue: str) -> QuestionAsked:
    words = [_said(part, tongue) for part in entry["what"]]
    answers = [
        {**answer, "text": say(tongue, f"digitise.{answer['say']}"), **_words(answer, one, tongue)}
        for answer in entry["answers"]
    ]
    return cast("QuestionAsked", {**entry, "what": in_a_row(words), "answers": answers})


def _words(answer: dict[str, Any], one: Digitising, tongue: str) -> dict[str, str]:
    """What an answer names, where a language has words for it."""
    sent, table = answer["answer"], table_of(one.kind).digitised
    if "said" in answer:
        cells = answer.get("cells", "")  # which of several alike it is
        told = _said(answer["said"], tongue) + (f" ({cells})" if cells else "")
        who = answer.get("mover")
        return {"words": _whose(who, answer["turn"], told, tongue) if who else told}
    if sent["what"] == tag_of(table.answered) and (told := table.words(sent, tongue)):
        return {"words": told}
    if len(players := answer.get("players", ())) > 1:
        names = [called(one.players, who, tongue) for who in players]
        return {"words": _turns(names, answer.get("turn", 1), sent["actions"], tongue)}
    faces = [
        face if face.isdigit() else say(tongue, f"page.face_{face}")
        for face in sent.get("faces", ())
    ]
    return {"words": " + ".join(faces)} if faces else {}


def _turns(names: list[str], first: int, actions: list[str], tongue: str) -> str:
    """Whose tiles are which, by their numbers in the picture: "Ann, turn 2: 1, 2 → Ben, turn 3: 3,
    4"."""
    number, turns = count(1), []
    for turn, (who, action) in enumerate(zip(names, actions, strict=True), first):
        own = [str(next(number)) for word in action.split() if "," in word]
        turns.append(_whose(who, turn, ", ".join(own).replace(" ", "\u00a0"), tongue))
    return " → ".join(turns)


def _whose(who: str, turn: int, what: str, tongue: str) -> str:
    return say(tongue, "digitise.whose_turn", player=who, number=turn, what=what)


def _said(part: Any, tongue: str) -> str:
    return say_phrase(tongue, Phrase.from_json(part)) if isinstance(part, dict) else str(part)
