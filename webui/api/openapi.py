"""The API's description, OpenAPI 3.1: kept by hand, and held to the routes by a test."""

from __future__ import annotations

from flask import Response, jsonify

from . import api
from .live import STATES
from .openapi_schemas import OPEN_OBJECT, SCHEMAS, TEXT, VERSION_NUMBER, Schema, ref
from .photos import COPIES
from .records import FORMATS


def _answer(schema: Schema, what: str) -> Schema:
    return {"description": what, "content": {"application/json": {"schema": schema}}}


def _file(what: str, *kinds: str) -> Schema:
    return {"description": what, "content": {kind: {"schema": {}} for kind in kinds}}


#: What can go wrong, by status.
PROBLEMS: dict[str, str] = {
    "400": "A field is missing or wrong.",
    "401": "The PIN is needed, or it is wrong.",
    "403": "The request came from another site's page.",
    "404": "There is no such thing.",
    "409": "Somebody else changed the game first; `error.version` is where it stands.",
    "413": "Too large.",
    "415": "Send JSON.",
    "422": "It cannot be done; the message says why.",
    "429": "Too many requests; `Retry-After` says when to come again.",
    "503": "Busy; `Retry-After` says when to come again.",
}


def _operation(
    summary: str,
    answers: dict[str, Schema],
    problems: str = "",
    *,
    body: Schema | None = None,
    query: tuple[Schema, ...] = (),
    changes: bool = False,
) -> Schema:
    codes = ["400", *problems.split(), *(("401", "403", "429") if changes else ("401", "429"))]
    described: Schema = {
        "summary": summary,
        "responses": answers
        | {code: _answer(ref("Error"), PROBLEMS[code]) for code in sorted(set(codes))},
    }
    if body is not None:
        described["requestBody"] = {"required": True, "content": body}
    if query:
        described["parameters"] = list(query)
    if changes:
        described["security"] = [{}, {"pin": []}]
    return described


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _query(name: str, schema: Schema, description: str) -> Schema:
    return {"name": name, "in": "query", "schema": schema, "description": description}


PICTURE_BODY: Schema = {
    **{
        kind: {"schema": {"type": "string", "format": "binary"}}
        for kind in ("image/jpeg", "image/png", "image/webp", "image/heif")
    },
    "multipart/form-data": {
        "schema": {
            "type": "object",
            "properties": {"photo": {"type": "string", "format": "binary"}},
            "required": ["photo"],
        }
    },
}
LANGUAGE = _query("language", {"type": "string", "enum": ["en", "fr", "zh-Hant"]}, "Of the words.")
AT = _query("at", VERSION_NUMBER, "A version of the game; without it, now.")
GAME_ANSWER = _answer(ref("Game"), "The game.")


def _paths() -> dict[str, Schema]:
    game_404 = "404"
    return {
        "/games": {
            "get": _operation(
                "The games, the one changed last first",
                {
                    "200": _answer(
                        {
                            "type": "object",
                            "required": ["games"],
                            "properties": {"games": {"type": "array", "items": ref("Summary")}},
                        },
                        "The games.",
                    )
                },
                query=(
                    _query("deleted", {"type": "string", "enum": ["true", "false"]}, "The bin."),
                ),
            ),
            "post": _operation(
                "Start a game",
                {"201": GAME_ANSWER},
                "404 413 415 422",
                body=_json(ref("NewGame")),
                query=(LANGUAGE,),
                changes=True,
            ),
        },
        "/games/{game}": {
            "get": _operation(
                "One game, now or as it stood", {"200": GAME_ANSWER}, game_404, query=(AT, LANGUAGE)
            ),
            "delete": _operation(
                "Delete a game in the bin for good, with its photos",
                {"200": _answer(OPEN_OBJECT, "What was deleted.")},
                "404 422",
                changes=True,
            ),
        },
        "/games/{game}/changes": {
            "post": _operation(
                "Change a game",
                {"200": GAME_ANSWER},
                "404 409 413 415 422",
                body=_json(ref("Change")),
                query=(LANGUAGE,),
                changes=True,
            )
        },
        "/games/{game}/photos": {
            "post": _operation(
                "Read a photo of the table into a game",
                {"201": GAME_ANSWER},
                "404 409 413 422 503",
                body=PICTURE_BODY,
                query=(_query("version", VERSION_NUMBER, "The version that was seen."), LANGUAGE),
                changes=True,
            )
        },
        "/games/{game}/readings": {
            "post": _operation(
                "Lay the board of a reading made elsewhere on the table",
                {"201": GAME_ANSWER},
                "404 409 413 415 422",
                body=_json(
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
            "post": _operation(
                "What to play, where advice is shown",
                {"200": _answer(OPEN_OBJECT, "What was found, in words.")},
                "404 413 415 422 503",
                body=_json(
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
        "/games/{game}/webcam": {
            "post": _operation(
                "Take a photo with a camera of the server",
                {"201": GAME_ANSWER},
                "404 409 413 415 422 503",
                body=_json(
                    {
                        "type": "object",
                        "properties": {"camera": {"type": "integer", "minimum": 0, "maximum": 9}},
                    }
                ),
                changes=True,
            )
        },
        "/games/{game}/events": {
            "get": _operation(
                "Everything that ever happened in a game",
                {"200": _answer(OPEN_OBJECT, "The events.")},
                game_404,
                query=(
                    _query(
                        "after",
                        {"type": "integer", "minimum": 0, "maximum": 1_000_000_000},
                        "Only events after this version.",
                    ),
                ),
            )
        },
        "/games/{game}/diagram.svg": {
            "get": _operation(
                "The board as a picture",
                {"200": _file("SVG.", "image/svg+xml")},
                game_404,
                query=(AT,),
            )
        },
        "/games/{game}/animation.svg": {
            "get": _operation(
                "The game as a picture that moves",
                {"200": _file("SVG.", "image/svg+xml")},
                game_404,
            )
        },
        "/games/{game}/record": {
            "get": _operation(
                "The game as a file",
                {"200": _file("The file.", *(kind for _, kind in FORMATS.values()))},
                "404 422",
                query=(
                    _query("format", {"type": "string", "enum": list(FORMATS)}, "Of the file."),
                ),
            )
        },
        "/games/{game}/stream": {
            "get": _operation(
                "Server-sent events: hello, change, live, picture",
                {"200": _file("The stream.", "text/event-stream")},
                "404 503",
            )
        },
        "/games/{game}/frames": {
            "post": _operation(
                "Hand over a frame of a live camera",
                {"200": _answer(OPEN_OBJECT, "Whether it was taken, and when to send the next.")},
                "404 413 422",
                body=PICTURE_BODY,
                changes=True,
            )
        },
        "/games/{game}/frame": {
            "get": _operation(
                "The newest picture of the live camera",
                {"200": _file("JPEG.", "image/jpeg")},
                game_404,
                query=(_query("number", {"type": "integer"}, "Of the picture; not looked at."),),
            )
        },
        "/games/{game}/live": {
            "get": _operation(
                "What the live camera says of itself",
                {"200": _answer(OPEN_OBJECT, "Its state.")},
                game_404,
            ),
            "put": _operation(
                "Say what a live camera sees",
                {"200": _answer(OPEN_OBJECT, "Its state.")},
                "404 413 415",
                body=_json(
                    {
                        "type": "object",
                        "required": ["state"],
                        "properties": {"state": {"type": "string", "enum": list(STATES)}},
                    }
                ),
                changes=True,
            ),
        },
        "/photos/{digest}": {
            "get": _operation(
                "A photo",
                {
                    "200": _file(
                        "The picture.",
                        *("image/jpeg", "image/png", "image/webp", "image/heif", "image/bmp"),
                    )
                },
                "404 422 503",
                query=(_query("copy", {"type": "string", "enum": list(COPIES)}, "Which copy."),),
            ),
            "delete": _operation(
                "Delete a photo for good",
                {"200": _answer(OPEN_OBJECT, "What was deleted.")},
                "404",
                changes=True,
            ),
        },
        "/imports": {
            "post": _operation(
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
        "/readings": {
            "post": _operation(
                "The board in a photo; nothing is kept",
                {"200": _answer(ref("Reading"), "The reading.")},
                "413 422 503",
                body=PICTURE_BODY,
                changes=True,
            )
        },
        "/analyses": {
            "post": _operation(
                "Groups, closures, moves and threats of a board",
                {"200": _answer(OPEN_OBJECT, "The analysis.")},
                "403 413 415 422",
                body=_json(ref("Board")),
            )
        },
        "/session": {
            "get": _operation(
                "Whether this browser may change games",
                {"200": _answer(OPEN_OBJECT, "The session.")},
            ),
            "post": _operation(
                "Show the PIN",
                {"200": _answer(OPEN_OBJECT, "The session.")},
                "403 413 415",
                body=_json({"type": "object", "required": ["pin"], "properties": {"pin": TEXT}}),
            ),
            "delete": _operation(
                "Give the right to change back",
                {"200": _answer(OPEN_OBJECT, "The session.")},
                "403",
            ),
        },
        "/settings": {
            "get": _operation("The settings", {"200": _answer(OPEN_OBJECT, "The settings.")}),
            "put": _operation(
                "Choose a set of tiles or a camera",
                {"200": _answer(OPEN_OBJECT, "The settings.")},
                "413 415",
                body=_json(
                    {
                        "type": "object",
                        "properties": {
                            "tile_set": {"type": ["string", "null"]},
                            "camera": {"type": ["string", "null"]},
                        },
                    }
                ),
                changes=True,
            ),
        },
        "/calibrations": {
            "post": _operation(
                "Begin to calibrate a camera",
                {"201": _answer(OPEN_OBJECT, "What to photograph.")},
                changes=True,
            )
        },
        "/calibrations/{calibration}/views": {
            "post": _operation(
                "One photo of the sheet",
                {"200": _answer(OPEN_OBJECT, "What is still missing.")},
                "404 413 422 503",
                body=PICTURE_BODY,
                changes=True,
            )
        },
        "/calibrations/{calibration}/finish": {
            "post": _operation(
                "Calibrate from the views taken",
                {"200": _answer(OPEN_OBJECT, "The camera's name and its error.")},
                "404 413 415 422 503",
                body=_json(
                    {
                        "type": "object",
                        "required": ["name"],
                        "properties": {"name": {"type": "string", "maxLength": 60}},
                    }
                ),
                changes=True,
            )
        },
        "/openapi.json": {
            "get": _operation("This description", {"200": _answer(OPEN_OBJECT, "OpenAPI 3.1.")})
        },
    }


def description() -> Schema:
    """The whole description."""
    paths = _paths()
    for path, operations in paths.items():
        named = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        for operation in operations.values():
            for name in named:
                operation.setdefault("parameters", []).append(
                    {"name": name, "in": "path", "required": True, "schema": TEXT}
                )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Palago dashboard",
            "version": "1",
            "description": (
                "Programs send the PIN, where one is set, as `Authorization: Bearer PIN`. "
                "Every answer that is an error has a code for programs and a sentence for people."
            ),
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {"pin": {"type": "http", "scheme": "bearer"}},
        },
    }


@api.get("/openapi.json")
def openapi() -> Response:
    """The API's description."""
    return jsonify(description())
