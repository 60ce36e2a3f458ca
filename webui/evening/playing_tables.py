"""All tables that are playing, as one screen shows them."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from ..games.clocks import now
from ..games.kept.lines import list_line_json
from ..games.state import ANALYSIS
from ..games.titles import titles_in
from ..games.views import game_view
from ..services import Services
from ..store.lines import ListedGame, ListFilter
from ..store.stored import GameSummary, UnknownGame

MOST_TABLES = 40
#: How long the game that ended last is still to be seen where no other goes on.
SHOWN_AFTER_ITS_END = timedelta(minutes=10)
#: A game that nobody touched for so long has been left: its table is not playing.
LEFT_AFTER = timedelta(hours=2)
#: What the referee says that somebody at the table has to answer or to put right.
ASKING = ("unsure", "wrong")


def tables_json(parts: Services, event: str | None, language: str) -> dict[str, Any]:
    """The games that go on, or those of an event's last round; the one that ``ended`` a moment ago,
    where none was touched since, and the ``latest`` of all these. Raises UnknownEvening."""
    parts.lines.catch_up()
    ended = latest = None
    if event is None:
        moment = datetime.now(UTC)
        found = _games(parts, ListFilter(over=False))[:MOST_TABLES]
        won = _games(parts, ListFilter(over=True, since=moment - SHOWN_AFTER_ITS_END))[:1]
        if won and (not found or found[0][0].changed <= won[0][0].changed):
            ended = won[0][0].id
        latest = ended or (found[0][0].id if found else None)
        newest = [] if ended else found[:1]  # of all that were left it is the one to go on with
        found = [one for one in found if one[0].changed > moment - LEFT_AFTER] or newest
        found.sort(key=lambda pair: pair[0].created)  # a table keeps its place on the screen
        numbers: dict[str, int] = {}
    else:
        rounds = parts.evenings.get(event).evening.rounds
        numbers = {p.game: p.table for p in (rounds[-1] if rounds else ()) if p.game}
        found = []
        for game in numbers:
            with suppress(UnknownGame):
                found.append((parts.events.summary(game), parts.lines.store.line(game)))
    return {
        "tables": [
            {**_table(parts, game, line, language), "number": numbers.get(game.id)}
            for game, line in found
        ],
        "ended": ended,
        "latest": latest,
        "now": now(),
    }


def _games(parts: Services, wish: ListFilter) -> list[tuple[GameSummary, ListedGame | None]]:
    """What was played, the one changed last first."""
    found = parts.lines.store.find(wish, 2 * MOST_TABLES)
    return [(game, line) for game, line in found if game.kind != ANALYSIS]


def _table(
    parts: Services, game: GameSummary, line: ListedGame | None, language: str
) -> dict[str, Any]:
    view = parts.desk.view(game.id, game.version, language, game_view)
    verdict = view["verdict"]
    asks = bool(verdict["choices"]) or verdict["level"] in ASKING
    return {
        "id": game.id,
        "kind": game.kind,
        "title": titles_in(language, parts.events, game)[game.id],
        "version": game.version,
        **list_line_json(line, language),
        "level": verdict["level"],
        "says": verdict["text"],
        "asks": asks and not view["over"],
        "clock": view["clock"],
        "entered_alone": view.get("entered_alone"),
        # Where the result was entered by hand, nothing was counted here.
        "points": [
            [player["name"], None if view.get("entered") else player["points"]]
            for player in view["players"]
        ],
    }
