"""What belongs to no game: photos, readings, analyses, sheets, the session and the settings."""

from __future__ import annotations

from ....calibration.paper import papers_for
from ..routes.photos import COPIES
from .parts import LANGUAGE, PICTURE_BODY, answer, file, json_body, operation, query
from .schemas import OPEN_OBJECT, TEXT, Schema, ref

OTHER_PATHS: dict[str, Schema] = {
    "/photos/{digest}": {
        "get": operation(
            "A photo",
            {
                "200": file(
                    "The picture.",
                    *("image/jpeg", "image/png", "image/webp", "image/heif", "image/bmp"),
                )
            },
            "404 422 503",
            queries=(query("copy", {"type": "string", "enum": list(COPIES)}, "Which copy."),),
        ),
        "delete": operation(
            "Delete a photo for good",
            {"200": answer(OPEN_OBJECT, "What was deleted.")},
            "404",
            changes=True,
        ),
    },
    "/readings": {
        "post": operation(
            "The board in a photo; nothing is kept",
            {"200": answer(ref("Reading"), "The reading.")},
            "413 422 503",
            body=PICTURE_BODY,
            changes=True,
        )
    },
    "/analyses": {
        "post": operation(
            "Groups, closures, moves and threats of a board",
            {"200": answer(OPEN_OBJECT, "The analysis.")},
            "403 413 415 422",
            body=json_body(ref("Board")),
        )
    },
    "/session": {
        "get": operation(
            "Whether this browser may change games",
            {"200": answer(OPEN_OBJECT, "The session.")},
        ),
        "post": operation(
            "Show the PIN, or a key, and become a referee",
            {"200": answer(OPEN_OBJECT, "The session.")},
            "403 413 415 507",
            body=json_body({"type": "object", "properties": {"pin": TEXT, "key": TEXT}}),
        ),
        "delete": operation(
            "Give the right to change back",
            {"200": answer(OPEN_OBJECT, "The session.")},
            "403",
        ),
    },
    "/sessions": {
        "get": operation(
            "The browsers that may change games", {"200": answer(OPEN_OBJECT, "The sessions.")}
        ),
        "delete": operation(
            "End all sessions but one's own",
            {"200": answer(OPEN_OBJECT, "The sessions.")},
            changes=True,
        ),
    },
    "/sessions/{session}": {
        "delete": operation(
            "End a session",
            {"200": answer(OPEN_OBJECT, "The sessions.")},
            "404",
            changes=True,
        )
    },
    "/invitations": {
        "post": operation(
            "A code for one more referee, good once and for a few minutes",
            {"201": answer(OPEN_OBJECT, "Address, picture (SVG) and seconds.")},
            "413 415",
            body=json_body(
                {
                    "type": "object",
                    "properties": {
                        "game": {"type": "string", "maxLength": 32},
                        "hand_over": {"type": "boolean"},
                    },
                }
            ),
            changes=True,
        )
    },
    "/settings": {
        "get": operation("The settings", {"200": answer(OPEN_OBJECT, "The settings.")}),
        "put": operation(
            "Choose a set of tiles or a camera",
            {"200": answer(OPEN_OBJECT, "The settings.")},
            "413 415",
            body=json_body(
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
    "/learning": {
        "get": operation(
            "How the photos that people have confirmed were read",
            {"200": answer(OPEN_OBJECT, "Counts, a sentence, and what a file would share.")},
        ),
    },
    "/learning/photos.zip": {
        "get": operation(
            "The photos that had to be put right, with their boards",
            {"200": file("Photos and truth.", "application/zip")},
            "400",
        ),
    },
    "/friends": {
        "get": operation(
            "The friendly creatures",
            {"200": answer(OPEN_OBJECT, "Name, colour, tiles and picture of each.")},
            "422",
        ),
        "post": operation(
            "Save a closed creature from a game's table",
            {"201": answer(OPEN_OBJECT, "The list.")},
            "404 413 415 422",
            body=json_body(
                {
                    "type": "object",
                    "required": ["game", "name", "colour", "q", "r"],
                    "properties": {
                        "game": TEXT,
                        "name": {"type": "string", "maxLength": 60},
                        "colour": {"type": "string", "enum": ["white", "blue"]},
                        "q": {"type": "integer"},
                        "r": {"type": "integer"},
                    },
                    "description": "`q` and `r` name any tile that the creature touches.",
                }
            ),
            changes=True,
        ),
    },
    "/friends/{name}": {
        "delete": operation(
            "Take a creature off the list",
            {"200": answer(OPEN_OBJECT, "The list.")},
            "422",
            changes=True,
        )
    },
    "/sheets/{kind}.pdf": {
        "get": operation(
            "A sheet to print at full size",
            {"200": file("PDF.", "application/pdf")},
            queries=(
                query(
                    "paper",
                    {"type": "string", "enum": list(papers_for("palanquee"))},
                    "To print on.",
                ),
                LANGUAGE,
            ),
        )
    },
    "/openapi.json": {
        "get": operation("This description", {"200": answer(OPEN_OBJECT, "OpenAPI 3.1.")})
    },
}
