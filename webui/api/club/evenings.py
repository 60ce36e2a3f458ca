"""Club nights and tournaments: people, rounds, results, standings."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from flask import Response
from msgspec import Meta, field

from ....engine.evening.evening import (
    FEWEST_SEATS,
    MOST_PEOPLE,
    MOST_ROUNDS,
    MOST_SEATS,
    SYSTEMS,
    Evening,
    EveningError,
)
from ....engine.games.registry import kinds, plug_of
from ...evening.evening_files import export_evening
from ...evening.evenings import (
    change_evening,
    evening_json,
    evening_line,
    next_round,
    rename_in_games,
    standings_csv,
    tell_game,
)
from ...evening.playing_tables import tables_json
from ...games.game_pages import check_options
from ...sent import BadRequest, ClockSent, Name, Sent, Version
from ...server.access import require_referee
from ...server.limits import HEAVY
from ...services import parts
from ...store.stored import UnknownGame
from .. import api
from ..answer_types import DeletedAnswer, EveningAnswer, EveningsAnswer, GameKind, TableAnswer
from ..fields import require_one_of
from ..language import language
from ..requests import guarded
from ..routes.records import download, file_name

TableNumber = Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]
Round = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


class NewEvening(Sent):
    """A club night or tournament to begin."""

    kind: GameKind
    title: Annotated[str, Meta(max_length=80)]
    system: Literal[SYSTEMS] = SYSTEMS[0]  # type: ignore[valid-type]
    players: Annotated[
        tuple[Name, ...], Meta(max_length=MOST_PEOPLE, title=f"a list of up to {MOST_PEOPLE} names")
    ] = ()
    rounds: Round | None = None
    seats: int | None = None
    clock: ClockSent | None = None
    options: dict[str, Any] = field(default_factory=dict)


class EveningChangeSent(Sent, tag_field="change"):
    """A change of an event, and the version that was seen."""

    version: Version | None = None

    def changed(self, evening: Evening) -> Evening:
        """The evening after it. Raises EveningError."""
        raise NotImplementedError


class Join(EveningChangeSent, tag="join", kw_only=True):
    """Somebody comes."""

    name: Name

    def changed(self, evening: Evening) -> Evening:
        return evening.joined(self.name)


class Leave(Join, tag="leave", kw_only=True):
    """Somebody goes."""

    def changed(self, evening: Evening) -> Evening:
        return evening.left(self.name)


class Rename(Join, tag="rename", kw_only=True):
    """Somebody is called otherwise, in the event's games too."""

    to: Name

    def changed(self, evening: Evening) -> Evening:
        return evening.renamed(self.name, self.to)


class EnterScore(EveningChangeSent, tag="score", kw_only=True):
    """A result by hand; null for what the game says."""

    round: Round
    table: TableNumber
    score: Annotated[tuple[float, ...], Meta(title="a list of numbers")] | None = None

    def changed(self, evening: Evening) -> Evening:
        return evening.with_score(self.round, self.table, self.score)


class DropRound(EveningChangeSent, tag="drop_round"):
    """Take the last round back, as long as nobody has played in it."""

    def changed(self, evening: Evening) -> Evening:
        pairings = evening.rounds[-1] if evening.rounds else ()
        begun = tuple(str(p.table) for p in pairings if p.score is not None or _is_begun(p.game))
        if begun:
            raise EveningError.of("begun", count=len(begun), tables=begun)
        for pairing in pairings:
            if pairing.game:
                parts.desk.change(pairing.game, "game_deleted", {}, None)
        return evening.without_round()


class LastRound(EveningChangeSent, tag="last_round"):
    """Have no round follow the one that is paired."""

    def changed(self, evening: Evening) -> Evening:
        return evening.without_more_rounds()


class NextRound(EveningChangeSent, tag="next_round"):
    """Pair the next round and start its games."""


class BinEvening(EveningChangeSent, tag="delete"):
    """Into the bin; its games stay."""


class RestoreEvening(EveningChangeSent, tag="restore"):
    """Back from the bin."""


class TablesAnswer(TypedDict):
    """The games on the tables, the one that ``ended`` a moment ago where none was touched since,
    the ``latest`` of them, null at a club night, and the server's time."""

    tables: list[TableAnswer]
    ended: str | None
    latest: str | None
    now: float


@api.get("/tables")
@guarded(answer=TablesAnswer)
def list_tables(*, event: str = "") -> dict[str, Any]:
    """All games that go on, with ``event`` those of its last round."""
    return tables_json(parts, event or None, language())


@api.get("/events")
@guarded(answer=EveningsAnswer)
def list_evenings(*, deleted: str = "") -> dict[str, Any]:
    """The events, the one changed last first; with ``deleted=true`` those in the bin."""
    if is_binned := deleted == "true":
        require_referee()
    found = parts.evenings.listed(deleted=is_binned)
    return {"events": [evening_line(kept, language()) for kept in found]}


@api.post("/events")
@guarded(status=201, answer=EveningAnswer)
def start_evening(body: NewEvening) -> dict[str, Any]:
    """Begin an event."""
    require_one_of("kind", body.kind, kinds())
    details: dict[str, Any] = {"kind": body.kind}
    check_options(body.kind, body.options)
    if body.options:
        details["options"] = body.options
    if body.clock is not None:
        details["clock"] = body.clock.to_json()
    evening = Evening(body.system, wanted=body.rounds, details=details, seats=_seats(body))
    begun = evening.with_people(body.players)
    return _shown(parts.evenings.create(body.title, begun))


@api.get("/events/<event>")
@guarded(answer=EveningAnswer)
def show_evening(event: str) -> dict[str, Any]:
    """One event with its rounds and standings."""
    return _shown(event)


@api.post("/events/<event>/changes")
@guarded(rate=("heavy", HEAVY), answer=EveningAnswer)
def change_of_evening(event: str, body: EveningChangeSent) -> dict[str, Any]:
    """Change an event: people, rounds, results; the version seen comes along."""
    version = body.version or parts.evenings.get(event).version
    if isinstance(body, NextRound):
        next_round(parts, event, version, language())
    elif isinstance(body, BinEvening | RestoreEvening):
        parts.evenings.put(event, in_bin=isinstance(body, BinEvening))
    else:
        change_evening(parts, event, version, body.changed)
        if isinstance(body, Rename):
            rename_in_games(parts, event, body.name, body.to)
        if isinstance(body, EnterScore):
            tell_game(parts, event, body.round, body.table)
    return _shown(event)


@api.delete("/events/<event>")
@guarded(answer=DeletedAnswer)
def delete_evening(event: str) -> dict[str, Any]:
    """Delete an event for good, from the bin or at once; its games stay."""
    parts.evenings.delete(event)
    return {"deleted": event}


@api.get("/events/<event>/standings.csv")
@guarded(gives=("text/csv",))
def export_standings(event: str) -> Response:
    """Standings and results for a spreadsheet."""
    kept = parts.evenings.get(event)
    sheet = standings_csv(parts, kept, language()).encode()
    return download(sheet, "text/csv", file_name(kept.title, "csv"))


@api.get("/events/<event>/file")
@guarded(rate=("heavy", HEAVY), gives=("application/zip",))
def save_evening(event: str) -> Response:
    """An event and its games as one file.

    Its photos are in it as far as the file stays small enough to be sent as an import.
    """
    kept = parts.evenings.get(event)
    data, has_photos = export_evening(parts, kept)
    title = kept.title if has_photos else f"{kept.title} without photos"
    return download(data, "application/zip", file_name(title, "zip"))


def _shown(event: str) -> dict[str, Any]:
    return evening_json(parts, parts.evenings.get(event), language())


def _seats(body: NewEvening) -> int:
    """How many are to sit at a table: what the game is for. Raises BadRequest."""
    if body.seats is None:
        return FEWEST_SEATS
    _, most = plug_of(body.kind).players or (FEWEST_SEATS, FEWEST_SEATS)
    most = min(most, MOST_SEATS)
    if not FEWEST_SEATS <= body.seats <= most:
        raise BadRequest(f'"seats" must be a whole number from {FEWEST_SEATS} to {most}')
    return body.seats


def _is_begun(game: str) -> bool:
    try:
        state = parts.desk.state(game)
    except UnknownGame:
        return False
    return state.play is not None and bool(state.play.entries)
