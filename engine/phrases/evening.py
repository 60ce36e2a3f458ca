"""What cannot be done at this moment of a club night."""

from __future__ import annotations

from collections.abc import Mapping

EVENING_ENGLISH: Mapping[str, str] = {
    "evening_system": "An event is paired as one of {systems}.",
    "evening_seats": "{fewest} to {most} sit at a table.",
    "evening_name": "A player needs a name of up to {most} characters.",
    "evening_twice": "{name} takes part already.",
    "evening_unknown": "{name} is not among the players.",
    "evening_taken": "Another player is called {name} already: choose another name.",
    "evening_full": "An event has at most {most} players.",
    "evening_few": "A round needs two players.",
    "evening_playing": (
        "Still playing: table {tables}. Wait, or enter its result."
        "|Still playing: tables {tables}. Wait, or enter their results."
    ),
    "evening_rounds": "An event has at most {most} rounds.",
    "evening_all_met": "Everybody has met everybody.",
    "evening_no_table": "There is no table {table} in round {round}.",
    "evening_score": "A player gets 0 to 1 point a game.",
}
