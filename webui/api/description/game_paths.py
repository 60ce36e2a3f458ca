"""Games: their changes, photos, advice and records."""

from __future__ import annotations

from ....engine.games.registry import kinds
from ...games.state import ANALYSIS
from ..routes.records import FORMATS
from .parts import (
    AT,
    GAME_ANSWER,
    LANGUAGE,
    MOVE,
    PICTURE_BODY,
    answer,
    file,
    json_body,
    operation,
    query,
)
from .schemas import OPEN_OBJECT, VERSION_NUMBER, Schema, ref

#: One place on a tile, or four corners of it, in pixels of the full photo.
POINTS: Schema = {
    "type": "array",
    "minItems": 1,
    "maxItems": 4,
    "items": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}},
}

GAME_PATHS: dict[str, Schema] = {
    "/games": {
        "get": operation(
            "The games, the one changed last first",
            {
                "200": answer(
                    {
                        "type": "object",
                        "required": ["games"],
                        "properties": {"games": {"type": "array", "items": ref("Summary")}},
                    },
                    "The games.",
                )
            },
            queries=(
                query("deleted", {"type": "string", "enum": ["true", "false"]}, "The bin."),
                query("q", {"type": "string", "maxLength": 80}, "Words of titles and names."),
                query("player", {"type": "string", "maxLength": 80}, "A player's name."),
                query("kind", {"type": "string", "enum": [*kinds(), ANALYSIS]}, "Of the game."),
                query("state", {"type": "string", "enum": ["running", "finished"]}, "Which."),
                query("day", {"type": "string", "format": "date"}, "On which it was changed."),
                query(
                    "zone",
                    {"type": "integer", "minimum": -840, "maximum": 840},
                    "Minutes from the reader's clock to UTC.",
                ),
                query("most", {"type": "integer", "minimum": 1, "maximum": 200}, "How many."),
                query("after", {"type": "integer", "minimum": 0, "maximum": 1_000_000}, "Skip."),
                LANGUAGE,
            ),
        ),
        "post": operation(
            "Start a game",
            {"201": GAME_ANSWER},
            "404 413 415 422",
            body=json_body(ref("NewGame")),
            queries=(LANGUAGE,),
            changes=True,
        ),
    },
    "/games/{game}": {
        "get": operation(
            "One game, now or as it stood",
            {"200": GAME_ANSWER},
            "404",
            queries=(AT, MOVE, LANGUAGE),
        ),
        "delete": operation(
            "Delete a game in the bin for good, with its photos",
            {"200": answer(OPEN_OBJECT, "What was deleted.")},
            "404 422",
            changes=True,
        ),
    },
    "/games/{game}/changes": {
        "post": operation(
            "Change a game",
            {"200": GAME_ANSWER},
            "404 409 413 415 422",
            body=json_body(ref("Change")),
            queries=(LANGUAGE,),
            changes=True,
        )
    },
    "/games/{game}/photos": {
        "post": operation(
            "Read a photo of the table into a game",
            {"201": GAME_ANSWER},
            "404 409 413 422 503",
            body=PICTURE_BODY,
            queries=(query("version", VERSION_NUMBER, "The version that was seen."), LANGUAGE),
            changes=True,
        )
    },
    "/games/{game}/photos/shown": {
        "post": operation(
            "Find the board of the game's photo from a tile at which a person points",
            {"201": GAME_ANSWER},
            "404 409 413 415 422 503",
            body=json_body(
                {
                    "type": "object",
                    "required": ["points"],
                    "properties": {"points": POINTS},
                }
            ),
            changes=True,
        )
    },
    "/games/{game}/readings": {
        "post": operation(
            "Lay the board of a reading made elsewhere on the table",
            {"201": GAME_ANSWER},
            "404 409 413 415 422",
            body=json_body(
                {
                    "type": "object",
                    "required": ["reading"],
                    "properties": {"reading": ref("Reading")},
                }
            ),
            changes=True,
        )
    },
    "/games/{game}/advice": {
        "post": operation(
            "What to play, where advice is shown",
            {"200": answer(OPEN_OBJECT, "What was found, in words.")},
            "404 413 415 422 503",
            body=json_body(
                {
                    "type": "object",
                    "properties": {
                        "colour": {"type": "string", "enum": ["white", "blue"]},
                        "seconds": {"type": "integer", "minimum": 1, "maximum": 20},
                    },
                }
            ),
            changes=True,
        )
    },
    "/games/{game}/events": {
        "get": operation(
            "Everything that ever happened in a game",
            {"200": answer(OPEN_OBJECT, "The events.")},
            "404",
            queries=(
                query(
                    "after",
                    {"type": "integer", "minimum": 0, "maximum": 1_000_000_000},
                    "Only events after this version.",
                ),
            ),
        )
    },
    "/games/{game}/diagram.svg": {
        "get": operation(
            "The board as a picture",
            {"200": file("SVG.", "image/svg+xml")},
            "404",
            queries=(AT, MOVE),
        )
    },
    "/games/{game}/animation.svg": {
        "get": operation(
            "The game as a picture that moves",
            {"200": file("SVG.", "image/svg+xml")},
            "404",
        )
    },
    "/games/{game}/record": {
        "get": operation(
            "The game as a file",
            {"200": file("The file.", *(kind for _, kind in FORMATS.values()))},
            "404 422",
            queries=(query("format", {"type": "string", "enum": list(FORMATS)}, "Of the file."),),
        )
    },
    "/games/{game}/stream": {
        "get": operation(
            "Server-sent events: hello, change, live, picture",
            {"200": file("The stream.", "text/event-stream")},
            "404 503",
        )
    },
    "/imports": {
        "post": operation(
            "A game from a file",
            {"201": GAME_ANSWER},
            "409 413 422",
            body={
                kind: {"schema": {"type": "string", "format": "binary"}}
                for kind in ("application/zip", "application/octet-stream", "text/plain")
            },
            changes=True,
        )
    },
}
