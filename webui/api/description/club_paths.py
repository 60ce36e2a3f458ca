"""An evening with many games: names, tables, clocks and events."""

from __future__ import annotations

from .parts import answer, operation
from .schemas import TEXT, Schema

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
}
