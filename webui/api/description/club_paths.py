"""An evening with many games: names, tables, clocks and events."""

from __future__ import annotations

from .parts import answer, operation
from .schemas import TEXT, Schema

CLUB_PATHS: dict[str, Schema] = {
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
