"""Many records at once: what was played in each, and what all of them tell together."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from ..games.registry import plug_of
from ..values import plain
from .record import Record, RecordedTurn
from .replay import replay


@dataclass(frozen=True)
class PlayedRecord:
    """One game in a few words.

    ``opening`` is the name that its kind of game has for how it began, empty where it has none.
    ``turns`` are its moves, ``pieces`` those on the table in the end: None where turns are missing
    or the record goes wrong. ``result`` is as records write it, ``winner`` the name behind it where
    one is known. ``problem`` says where the record goes wrong, ``missing`` at which of its moves
    turns are missing; both are empty where that is nowhere.
    """

    source: str
    game: str
    title: str
    date: str
    players: tuple[str, ...]
    opening: str
    turns: int | None
    pieces: int | None
    result: str
    winner: str
    problem: str
    missing: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The row as plain JSON."""
        return plain(self)

    def as_row(self) -> list[str]:
        """The row as texts, in the order of the columns: nothing where a number is not known, and
        semicolons between the entries of a list."""
        return ["; ".join(map(str, _listed(getattr(self, name)))) for name in COLUMNS]


def _listed(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else () if value is None else (value,)


#: The columns of a table of games, in order.
COLUMNS = tuple(column.name for column in fields(PlayedRecord))


def played_record(source: str, record: Record) -> PlayedRecord:
    """What a record tells, played again by the rules."""
    played = replay(record)
    plug = plug_of(record.game)
    result = played.result or record.result
    players, is_whole = record.players, not (played.missing or played.problems)
    sides = dict(zip(("white", "blue"), players, strict=False)) if plug.players is None else {}
    return PlayedRecord(
        source,
        record.game,
        record.title,
        record.date,
        players,
        plug.opening(played.positions) if played.positions else "",
        len(played.steps) if is_whole else None,
        len(played.position.board) if is_whole and played.position is not None else None,
        result,
        "" if result == "draw" else sides.get(result, "" if plug.players is None else result),
        str(played.problems[0]) if played.problems else "",
        played.missing,
    )


def as_played(record: Record) -> Record:
    """What two files of one game have in common: kind, players, date, start and moves."""
    moves = tuple(RecordedTurn(turn.move) for turn in record.moves)
    start = record.start
    return Record(record.game, moves, record.players, start=start, date=record.date)


def summary(rows: Sequence[PlayedRecord]) -> dict[str, Any]:
    """What the games of a collection tell together, as plain JSON, by kind of game.

    Of each kind: results, lengths in turns (of the games of ``of_turns``), openings with their
    results, players with the games that they played and won.
    """
    kinds: dict[str, list[PlayedRecord]] = defaultdict(list)
    for row in rows:
        kinds[row.game].append(row)
    return {
        "games": len(rows),
        "problems": sum(bool(row.problem) for row in rows),
        "kinds": {kind: _of_kind(games) for kind, games in sorted(kinds.items())},
    }


def _of_kind(games: Sequence[PlayedRecord]) -> dict[str, Any]:
    openings: dict[str, list[PlayedRecord]] = defaultdict(list)
    players: dict[str, list[PlayedRecord]] = defaultdict(list)
    for row in games:
        if row.opening:
            openings[row.opening].append(row)
        for name in set(row.players):
            players[name].append(row)
    turns = [row.turns for row in games if row.turns is not None]
    return {
        "games": len(games),
        "results": _results(games),
        "turns": _lengths(turns),
        "of_turns": len(turns),
        "openings": {
            name: {"games": len(found), "results": _results(found)}
            for name, found in sorted(openings.items())
        },
        "players": {
            name: {
                "games": len(found),
                "won": sum(row.winner == name for row in found),
                "drawn": sum(row.result == "draw" for row in found),
            }
            for name, found in sorted(players.items(), key=lambda item: (-len(item[1]), item[0]))
        },
    }


def _results(games: Iterable[PlayedRecord]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for row in games:
        counts[row.result or "unfinished"] += 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _lengths(turns: Iterable[int]) -> dict[str, float]:
    lengths = sorted(turns)
    if not lengths:
        return {}
    return {"shortest": lengths[0], "median": statistics.median(lengths), "longest": lengths[-1]}
