"""Games: list, start, look at, change, delete, bring back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, cast

from flask import Response, request
from msgspec import Meta, field

from ....engine.games.registry import kinds
from ....engine.phrases import Phrase
from ...games.changes import GameChange, board_of
from ...games.clocks import now
from ...games.game_pages import check_options, options_in_words, page_of
from ...games.kept.records import game_of_record, record_of
from ...games.play import ChangeRefused, Entry
from ...games.state import ANALYSIS, GameState
from ...games.titles import MadeTitle, made_title_of, titles_in
from ...games.views import (
    game_view,
    move_view,
    said_with_doubts,
    seen_at,
    small_picture,
    watched_view,
)
from ...sent import MOST_MOVES, BadRequest, BoardSent, Id, MoveNumber, Sent, Title, Version
from ...server.access import may_change
from ...services import parts
from ...store.stored import GameSummary
from ...tables.choice import shape_of, table_of
from ...texts.said_before import said_before
from ...watching.intake import read_again
from .. import api
from ..answer_types import DeletedAnswer, GameAnswer, GameKind, HistoryAnswer, SummaryAnswer
from ..fields import require_one_of
from ..language import language
from ..requests import guarded

#: What is agreed on of a game.
AgreedOn = Annotated[dict[str, Any], Meta(description=options_in_words())]


class GameSource(Sent):
    """Where a game goes on from: another game as it stood."""

    game: Id
    version: Version | None = None
    move: Annotated[int, Meta(ge=0, le=MOST_MOVES)] | None = None


class NewGame(Sent):
    """A game to start: a new one, one with what was agreed on ``again``, or one that goes on."""

    kind: GameKind
    title: Title = ""
    made_title: MadeTitle | None = None
    options: AgreedOn = field(default_factory=dict)
    board: BoardSent | None = None
    again: Id | None = None
    source: Annotated[GameSource | None, Meta(title='an object with "game" and "version"')] = field(
        default=None, name="from"
    )
    of_lines = frozenset(["board", "options"])


VersionBefore = Annotated[int, Meta(ge=0, le=1_000_000_000)]


@api.post("/games")
@guarded(status=201)
def start_game(body: NewGame) -> GameAnswer:
    """Start a game."""
    require_one_of("kind", body.kind, (*kinds(), ANALYSIS))
    options = body.options
    check_options(body.kind, options)
    data: dict[str, Any] = {"kind": body.kind, "title": body.title}
    if body.made_title is not None:
        data |= _made_title(body.made_title, body.source).begins(language())
    if body.again is not None:
        options = _same_options(body.again, body.kind)
    table = table_of(body.kind)
    if body.source is not None and table.games.keeps_moves:
        return shown(_line_of_play(body.source, data | {"options": options}))
    data["options"] = page_of(body.kind).complete_options(options, parts.configuration.data)
    if body.source is not None:
        data |= _branch(body.source, body.kind)
    elif body.board is not None:
        data["board"] = _start_board(body.kind, body.board)
    return shown(parts.desk.start(data))


def _made_title(made: MadeTitle, source: GameSource | None) -> MadeTitle:
    """A title of the program's own, with that of the game from which it goes on.

    Raises UnknownGame, BadRequest.
    """
    events = parts.events
    if source is not None:
        game = events.summary(source.game)
        plain = None if game.title else MadeTitle(f"page.kind_{game.kind}")
        made = MadeTitle(made.key, {"title": game.title}, made_title_of(events, game) or plain)
    try:
        made.said(language())
    except KeyError as error:
        raise BadRequest(f'"made_title" lacks the value {error}') from None
    return made


def _start_board(kind: str, value: object) -> dict[str, Any]:
    """The board from which a game of a kind is to start. Raises ChangeRefused."""
    board = board_of(value, shape_of(kind))
    faults = table_of(kind).games.start_faults(shape_of(kind), board)
    if faults:
        raise ChangeRefused.saying(Phrase("start_impossible", {"problems": faults}))
    shown: dict[str, Any] = board.to_json()
    return shown


def _same_options(game: str, kind: str) -> dict[str, Any]:
    """What the players of another game had agreed on. Raises UnknownGame, BadRequest."""
    state = parts.desk.state(game)
    if state.kind != kind:
        raise BadRequest(f'"again" must be a game of {kind}')
    own = {"show_threats", "to_move", "event"}
    own |= set() if state.play is None else set(state.play.plug.of_one_game)
    return {name: value for name, value in state.options.items() if name not in own}


def _branch(source: GameSource, kind: str) -> dict[str, Any]:
    """The board of another game as it stood, to go on from. Raises BadRequest, UnknownGame."""
    game, version = source.game, source.version
    state = parts.desk.state(game, version)
    if state.shape != shape_of(kind):
        raise BadRequest(f'"from" must be a game on a table of {shape_of(kind).name}')
    board = None if state.play is None else state.play.board
    if version is None or board is None:
        board = state.sight.lying(board)
    if source.move is not None:
        board = known_entry(state, source.move).board
    return {"board": board.to_json(), "from": {"game": game, "version": version}}


def _line_of_play(source: GameSource, data: dict[str, Any]) -> str:
    """A game of its own with the moves of another one up to one of them, to be tried otherwise.

    Raises BadRequest, UnknownGame, ChangeRefused.
    """
    desk = parts.desk
    state = desk.state(source.game, source.version)
    if state.kind != data["kind"]:
        raise BadRequest(f'"from" must be a game of {data["kind"]}')
    record = record_of(state)
    number = len(record.moves) if source.move is None else source.move
    if number > len(record.moves):
        raise BadRequest(f'"move" must be a whole number from 0 to {len(record.moves)}')
    first, events = game_of_record(replace(record, moves=record.moves[:number], resigned=""))
    first["options"] = {**first["options"], **data["options"]}
    titled = {name: data[name] for name in ("title", "made_title") if name in data}
    game = desk.start(first | titled)
    for kind, content in events:
        desk.change(game, kind, content, None)
    return game


@api.get("/games/<game>")
@guarded()
def show_game(
    game: str, *, at: Version | None = None, move: MoveNumber | None = None
) -> GameAnswer:
    """One game as it stands, as it stood at a version, or as a move of its record left it."""
    return shown(game, at) if move is None else shown_move(game, move)


@api.post("/games/<game>/changes")
@guarded()
def change_game(game: str, body: GameChange) -> GameAnswer:
    """Change a game; the version seen comes along, so that nobody's change is lost."""
    desk = parts.desk
    stands = desk.store.version(game)
    kind, data = body.event(desk.state(game, min(body.version or stands, stands)))
    desk.change(game, kind, data, body.version)
    if body.reads_again:
        read_again(parts, game)
    return shown(game)


@api.get("/games/<game>/events")
@guarded(answer=HistoryAnswer)
def audit(game: str, *, after: VersionBefore = 0) -> dict[str, Any]:
    """Everything that ever happened in a game, in order: nothing is erased."""
    events = parts.events.events(game, after)
    return {"events": [event.to_json() for event in events]}


@api.get("/games/<game>/diagram.svg")
@guarded(gives=("image/svg+xml",))
def draw_game(game: str, *, at: Version | None = None, move: MoveNumber | None = None) -> Response:
    """What lies on the table as a small picture; ``at`` a version, or what a ``move`` left."""
    version = _known_version(game, at)
    mark = f"{game}-{version}-{move or 0}"
    if request.if_none_match.contains(mark):
        response = Response(status=304)
    else:
        state = parts.desk.state(game, version)
        if move is not None:
            known_entry(state, move)
        response = Response(small_picture(state, move), mimetype="image/svg+xml")
    response.set_etag(mark)
    response.headers["Cache-Control"] = "private, no-cache"  # a version may be deleted
    return response


def _known_version(game: str, at: int | None) -> int:
    version = parts.events.version(game)
    if at is not None and at > version:
        raise BadRequest(f'"at" must be a version up to {version}')
    return version if at is None else at


@api.delete("/games/<game>")
@guarded(answer=DeletedAnswer)
def purge_game(game: str) -> dict[str, Any]:
    """Delete a game for good, and the photos that no other game shows. It must be in the bin."""
    if not parts.events.summary(game).deleted:
        raise ChangeRefused.of("not_in_bin")
    parts.reviews.forget(game)  # first: once the game is gone, nobody would find its review
    with parts.photos.changing:
        photos = parts.events.purge(game)
        parts.photos.delete_unshown(photos)
    return {"deleted": game, "photos": len(photos)}


def shown(game: str, at: int | None = None) -> GameAnswer:
    """A game's JSON in the request's language; comments are for referees."""
    summary = parts.events.summary(game)
    version = summary.version if at is None else _known_version(game, at)
    live = parts.live.state(game)
    seen = (watched_view, "watched") if live else (game_view, None)
    view = parts.desk.view(game, version, language(), *seen)
    if live and live.get("enters_dice") and "watched" in view["verdict"]:
        view = {**view, "verdict": {**view["verdict"], "detail": view["verdict"]["watched"]}}
    answer = {
        **summaries_json([summary])[0],
        "at": version,
        **(view if may_change() else {**view, "comments": {}}),
        "now": now(),
        "live": live,
        "watchers": parts.live.watchers(game),
    }
    return cast("GameAnswer", answer)


def shown_move(game: str, number: int) -> GameAnswer:
    """A game's JSON as one move of its record left it. Raises BadRequest."""
    state_now = parts.desk.state(game)
    entry = known_entry(state_now, number)
    at = seen_at(entry, state_now)

    def make(state: GameState, tongue: str) -> dict[str, Any]:
        return move_view(state, number, tongue)

    answer = {
        **summaries_json([parts.events.summary(game)])[0],
        "at": at,
        **parts.desk.view(game, at, language(), make, number),
        "live": None,
        "watchers": parts.live.watchers(game),
    }
    check = [said_before(language(), words, entry.phrases) for words in entry.check]
    verdict = said_with_doubts(answer["verdict"], check)  # settled ones are none any more
    return cast("GameAnswer", {**answer, "verdict": verdict})


def known_entry(state: GameState, number: int) -> Entry:
    """A move of a game's record. Raises BadRequest."""
    entries = () if state.play is None else state.play.entries
    if not 1 <= number <= len(entries):
        raise BadRequest(f'"move" must be the number of a move, up to {len(entries)}')
    return entries[number - 1]


def summaries_json(games: Sequence[GameSummary]) -> list[SummaryAnswer]:
    """Games' lines in the list, in the request's language."""
    titles = titles_in(language(), parts.events, *games)
    return [_summary_json(game, titles[game.id]) for game in games]


def _summary_json(summary: GameSummary, title: str) -> SummaryAnswer:
    times = {
        name: getattr(summary, name).isoformat("T", "seconds") for name in ("created", "changed")
    }
    return cast("SummaryAnswer", {**vars(summary), "title": title, **times})
