"""The list of games, searched and filtered, and the names that were played under."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal, TypedDict, cast

from msgspec import Meta

from ....engine.games.registry import kinds
from ...games.clocks import now
from ...games.kept.lines import list_line_json
from ...games.state import ANALYSIS
from ...sent import BadRequest, QueryAsked
from ...server.access import require_referee
from ...services import parts
from ...store.lines import ListFilter
from .. import api
from ..answer_types import GameKind, GameLine, GamesAnswer, PlayersAnswer
from ..fields import one_line, require_one_of
from ..language import language
from ..requests import guarded
from ..routes.games import summaries_json

USUALLY_LISTED, MOST_LISTED = 60, 200
MOST_TEXT = 80
MOST_OFFSET = 1_000_000
#: Minutes between the reader's clock and UTC; no place on Earth is further off.
MOST_ZONE = 14 * 60
STATES = {"": None, "running": False, "finished": True}


ShortWords = Annotated[str, Meta(max_length=MOST_TEXT)]


class GamesWanted(QueryAsked):
    """Which games are wanted: words of titles and names, a player, a kind, a day."""

    q: ShortWords = ""
    player: ShortWords = ""
    kind: GameKind = ""
    state: Literal["", "running", "finished"] = ""
    deleted: str = ""
    day: str = ""
    #: Minutes from the reader's clock to UTC.
    zone: Annotated[int, Meta(ge=-MOST_ZONE, le=MOST_ZONE)] = 0
    most: Annotated[int, Meta(ge=1, le=MOST_LISTED)] = USUALLY_LISTED
    after: Annotated[int, Meta(ge=0, le=MOST_OFFSET)] = 0


@api.get("/games")
@guarded()
def list_games(query: GamesWanted) -> GamesAnswer:
    """The games, the one changed last first; with ``deleted=true`` those in the bin."""
    wish = _wish(query)
    if wish.deleted:
        require_referee()
    lines = parts.lines
    complete = lines.catch_up()
    found = lines.store.find(wish, query.most, query.after)
    tongue = language()
    shown = [
        told | list_line_json(line, tongue)
        for told, (_, line) in zip(summaries_json([game for game, _ in found]), found, strict=True)
    ]
    return {
        "games": cast("list[GameLine]", shown),
        "count": lines.store.count(wish),
        "complete": complete,
    }


@api.get("/players")
@guarded(answer=PlayersAnswer)
def list_players() -> dict[str, Any]:
    """The names of all who have played here, those who played last first."""
    lines = parts.lines
    lines.catch_up()
    return {"players": lines.store.names()}


def _wish(query: GamesWanted) -> ListFilter:
    """Which games the query asks for. Raises BadRequest."""
    require_one_of("kind", query.kind, (*kinds(), ANALYSIS, ""))
    since, until = _day(query)
    return ListFilter(
        text=one_line(query.q),
        player=one_line(query.player),
        kind=query.kind,
        since=since,
        until=until,
        over=STATES[query.state],
        deleted=query.deleted == "true",
    )


def _day(query: GamesWanted) -> tuple[Any, Any]:
    """The day that is asked for, in the reader's own time: ``zone`` is minutes before UTC."""
    if not query.day:
        return None, None
    try:
        if len(query.day) != len("2026-01-31"):
            raise ValueError
        midnight = datetime.fromisoformat(query.day).replace(tzinfo=UTC)
        begins = midnight + timedelta(minutes=query.zone)
        return begins, begins + timedelta(days=1)
    except (ValueError, OverflowError):
        raise BadRequest('"day" must be a date such as 2026-01-31') from None


class TimeAnswer(TypedDict):
    """Seconds since 1970."""

    now: float


@api.get("/time")
@guarded()
def tell_time() -> TimeAnswer:
    """Seconds since 1970 by the server's clock."""
    return {"now": now()}
