"""Club nights: their rounds start games, and their standings follow what the games say."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from ...engine.evening.evening import Evening, Pairing
from ...engine.evening.standings import DRAW, LOSS, WIN
from ...engine.games.registry import plug_of
from ...engine.values import plain
from ..games.clocks import now
from ..games.game_pages import page_of
from ..games.kept.lines import list_line_json, sides_said
from ..games.names import winning_seats
from ..games.state import EventPlace
from ..games.titles import MadeTitle
from ..services import Services
from ..store.evenings import KeptEvening
from ..store.lines import ListedGame
from ..store.stored import UnknownGame
from ..texts import LANGUAGES, say

USUAL_TITLE = "page.evening_place"

EveningChange = Callable[[Evening], Evening]


def change_evening(parts: Services, name: str, version: int, change: EveningChange) -> None:
    """Change an evening. Raises UnknownEvening, VersionConflict, EveningError, ChangeRefused."""
    kept = parts.evenings.get(name)
    parts.evenings.change(name, version, kept.title, change(kept.evening))


def next_round(parts: Services, name: str, version: int, language: str) -> None:
    """Pair the next round and start its games. The round is kept first: of two who ask at once only
    one starts games. Raises UnknownEvening, VersionConflict, ValueError."""
    kept = parts.evenings.get(name)
    outcomes = outcomes_of(parts, kept.evening)
    change_evening(parts, name, version, lambda evening: evening.next_round(outcomes))
    paired = parts.evenings.get(name)
    number = len(paired.evening.rounds)
    games: dict[int, str] = {}
    try:
        for pairing in paired.evening.rounds[-1]:
            if not pairing.is_bye:
                games[pairing.table] = _started(parts, paired, pairing, number, language)
    except ValueError:  # by what was agreed on no game can begin: no round without games
        change_evening(parts, name, paired.version, Evening.without_round)
        for game in games.values():
            parts.desk.change(game, "game_deleted", {}, None)
        raise
    change_evening(parts, name, paired.version, lambda evening: evening.with_games(games))


def _started(
    parts: Services, kept: KeptEvening, pairing: Pairing, number: int, language: str
) -> str:
    details = kept.evening.details
    kind = str(details["kind"])
    place = {"id": kept.id, "round": number, "table": pairing.table}
    options = {**details.get("options", {}), "players": list(pairing.seats), "event": place}
    if details.get("clock") is not None:
        options["clock"] = details["clock"]
    options = page_of(kind).complete_options(options, parts.configuration.data)
    values: dict[str, str | int] = {"title": kept.title, "round": number, "table": pairing.table}
    is_usual = called_evening(kept.title, language) == say(language, USUAL_TITLE)
    made = MadeTitle("evening.game", values, MadeTitle(USUAL_TITLE) if is_usual else None)
    title = made.begins(language)
    return parts.desk.start({"kind": kind, **title, "options": options})


def rename_in_games(parts: Services, name: str, player: str, to: str) -> None:
    """Call a player otherwise in an event's games, where nobody did so before. Raises
    UnknownEvening."""
    for pairing in parts.evenings.get(name).evening.pairings:
        if not pairing.game or to not in pairing.seats:
            continue
        with suppress(UnknownGame):
            players = parts.desk.state(pairing.game).players
            told = {"players": [to if one == player else one for one in players]}
            if player in players:
                parts.desk.change(pairing.game, "options_changed", told, None)


def tell_game(parts: Services, name: str, number: int, table: int) -> None:
    """Have a table's game say the score that stands in its event by hand. Raises UnknownEvening."""
    for pairing in parts.evenings.get(name).evening.rounds[number - 1]:
        if pairing.table == table and pairing.game:
            place = EventPlace(name, number, table, pairing.score)
            with suppress(UnknownGame):
                parts.desk.change(pairing.game, "options_changed", {"event": plain(place)}, None)


def outcomes_of(parts: Services, evening: Evening) -> dict[str, tuple[float, ...] | None]:
    """What the games of an event gave to their players, as far as they have ended."""
    lines = lines_of(parts, evening)
    return {
        pairing.game: _score(pairing, lines.get(pairing.game))
        for pairing in evening.pairings
        if pairing.game
    }


def lines_of(parts: Services, evening: Evening) -> dict[str, ListedGame]:
    """The lines of an event's games, up to date; a game that was deleted for good has none."""
    parts.lines.catch_up()
    return parts.lines.store.lines([p.game for p in evening.pairings if p.game])


def _score(pairing: Pairing, line: ListedGame | None) -> tuple[float, ...] | None:
    if line is None or not line.over:
        return None
    # By seat: in the game they may be called otherwise.
    won = winning_seats(line.players, line.winner)
    if not won:
        return (DRAW,) * len(pairing.seats)
    shared = WIN if len(won) == 1 else DRAW
    return tuple(shared if seat in won else LOSS for seat in range(len(pairing.seats)))


def evening_json(parts: Services, kept: KeptEvening, language: str) -> dict[str, Any]:
    """An event as the page shows it."""
    evening = kept.evening
    lines = lines_of(parts, evening)
    outcomes = outcomes_of(parts, evening)
    return {
        **evening_line(kept, language),
        "kind": evening.details.get("kind"),
        "seats": evening.seats,
        "clock": evening.details.get("clock"),
        "planned": evening.rounds_planned,
        "over": evening.all_played(outcomes),
        "people": [asdict(one) | {"present": one.left is None} for one in evening.people],
        "rounds": [
            {
                "number": number,
                "pairings": [
                    _pairing_json(evening, pairing, lines, outcomes, language)
                    for pairing in pairings
                ],
            }
            for number, pairings in enumerate(evening.rounds, start=1)
        ],
        "tie_breaks": evening.tie_breaks,
        "standings": list(map(asdict, evening.standings(outcomes))),
        "now": now(),
    }


def called_evening(title: str, language: str) -> str:
    """An event's title; the usual one, whoever kept it, in the language of who looks."""
    is_usual = title in (say(tongue, USUAL_TITLE) for tongue in LANGUAGES)
    return say(language, USUAL_TITLE) if is_usual else title


def evening_line(kept: KeptEvening, language: str) -> dict[str, Any]:
    """An event's line in the list."""
    evening = kept.evening
    return {
        "id": kept.id,
        "version": kept.version,
        "title": called_evening(kept.title, language),
        "system": evening.system,
        "round": len(evening.rounds),
        "players": len(evening.people),
        "created": kept.created.isoformat(timespec="seconds"),
        "changed": kept.changed.isoformat(timespec="seconds"),
        "deleted": kept.deleted,
    }


def _pairing_json(
    evening: Evening,
    pairing: Pairing,
    lines: Mapping[str, ListedGame],
    outcomes: Mapping[str, Any],
    language: str,
) -> dict[str, Any]:
    line, score = lines.get(pairing.game), pairing.scored(outcomes)
    has_colours = plug_of(str(evening.details["kind"])).players is None
    names_colours = has_colours and not pairing.is_bye
    return {
        "table": pairing.table,
        "seats": list(pairing.seats),
        "bye": pairing.is_bye,
        "game": pairing.game or None,
        "score": None if score is None else list(score),
        "by_hand": pairing.score is not None,
        "turn": None if line is None else list_line_json(line, language)["turn"],
        "said": sides_said(pairing.seats, line, language) if names_colours else list(pairing.seats),
    }


def standings_csv(parts: Services, kept: KeptEvening, language: str) -> str:
    """The table as a file for a spreadsheet: a line for each player, then one for each game.

    A name that a spreadsheet would take for a formula is written as text.
    """
    outcomes = outcomes_of(parts, kept.evening)
    written = io.StringIO()
    # Where a comma stands in numbers, spreadsheets want other signs between the cells.
    decimal = say(language, "evening.csv_decimal")
    table = csv.writer(written, delimiter="," if decimal == "." else ";")
    table.writerow(say(language, "evening.csv_standings").split(","))
    for row in kept.evening.standings(outcomes):
        counted = row.points, row.played, row.wins, row.buchholz, row.sonneborn
        cells = [str(number).replace(".", decimal) for number in counted]
        table.writerow([row.place, _plain(row.name), *cells])
    table.writerow([])
    seats = say(language, "evening.csv_seats").split(",")[: kept.evening.seats]
    scores = [say(language, "evening.csv_score", seat=seat) for seat in seats]
    table.writerow([*say(language, "evening.csv_results").split(","), *seats, *scores])
    for number, pairings in enumerate(kept.evening.rounds, start=1):
        for pairing in pairings:
            score = [str(one).replace(".", decimal) for one in pairing.scored(outcomes) or ()]
            names = [_plain(seat) for seat in pairing.seats]
            cells = [*_filled(names, len(seats)), *_filled(score, len(seats))]
            table.writerow([number, pairing.table or "", *cells])
    return "\ufeff" + written.getvalue()


def _filled(values: list[Any], size: int) -> list[Any]:
    return [*values, *[""] * size][:size]


def _plain(text: str) -> str:
    return f"'{text}" if unicodedata.normalize("NFKC", text[:1]) in tuple("=+-@\t\r") else text
