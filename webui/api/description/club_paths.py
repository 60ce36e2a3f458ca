"""An evening with many games: names, tables, clocks and events."""

from __future__ import annotations

from ....engine.evening.evening import SYSTEMS
from ....engine.games.registry import kinds
from .parts import LANGUAGE, answer, file, json_body, operation, query
from .schemas import OPEN_OBJECT, TEXT, VERSION_NUMBER, Schema

CLUB_PATHS: dict[str, Schema] = {
    "/time": {
        "get": operation(
            "The server's time, by which clocks are reckoned",
            {
                "200": answer(
                    {
                        "type": "object",
                        "required": ["now"],
                        "properties": {"now": {"type": "number"}},
                    },
                    "Seconds since 1970.",
                )
            },
        )
    },
    "/players": {
        "get": operation(
            "The names of all who have played here, those who played last first",
            {
                "200": answer(
                    {
                        "type": "object",
                        "required": ["players"],
                        "properties": {"players": {"type": "array", "items": TEXT}},
                    },
                    "The names.",
                )
            },
        )
    },
    "/stream": {
        "get": operation(
            "Server-sent events of all games and events: hello, change, event",
            {"200": file("The stream.", "text/event-stream")},
            "503",
        )
    },
    "/tables": {
        "get": operation(
            "All games that go on, or those of an event's last round",
            {"200": answer(OPEN_OBJECT, "The tables, each with what the referee says.")},
            "404",
            queries=(query("event", TEXT, "An event."), LANGUAGE),
        )
    },
    "/events": {
        "get": operation("Club nights", {"200": answer(OPEN_OBJECT, "The events.")}),
        "post": operation(
            "Begin a club night or tournament",
            {"201": answer(OPEN_OBJECT, "The event.")},
            "413 415 422",
            body=json_body(
                {
                    "type": "object",
                    "required": ["title", "kind"],
                    "properties": {
                        "title": {"type": "string", "maxLength": 80},
                        "kind": {"type": "string", "enum": list(kinds())},
                        "system": {"type": "string", "enum": list(SYSTEMS)},
                        "players": {"type": "array", "items": TEXT},
                        "rounds": {"type": ["integer", "null"]},
                        "seats": {"type": ["integer", "null"]},
                        "clock": {"type": ["object", "null"]},
                        "options": {"type": "object"},
                    },
                }
            ),
            queries=(LANGUAGE,),
            changes=True,
        ),
    },
    "/events/{event}": {
        "get": operation(
            "One event: people, rounds, results, standings",
            {"200": answer(OPEN_OBJECT, "The event.")},
            "404",
            queries=(LANGUAGE,),
        ),
        "delete": operation(
            "Forget an event; its games stay",
            {"200": answer(OPEN_OBJECT, "Its name.")},
            "404",
            changes=True,
        ),
    },
    "/events/{event}/changes": {
        "post": operation(
            "Change an event",
            {"200": answer(OPEN_OBJECT, "The event.")},
            "404 409 413 415 422",
            body=json_body(
                {
                    "type": "object",
                    "required": ["change"],
                    "properties": {
                        "change": {
                            "type": "string",
                            "enum": ["join", "leave", "score", "drop_round", "next_round"],
                        },
                        "version": VERSION_NUMBER,
                        "name": TEXT,
                        "round": {"type": "integer"},
                        "table": {"type": "integer"},
                        "score": {"type": ["array", "null"], "items": {"type": "number"}},
                    },
                }
            ),
            queries=(LANGUAGE,),
            changes=True,
        )
    },
    "/events/{event}/standings.csv": {
        "get": operation(
            "Standings and results for a spreadsheet",
            {"200": file("CSV.", "text/csv")},
            "404",
        )
    },
}
