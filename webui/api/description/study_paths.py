"""After the game: reviews, and pictures of positions."""

from __future__ import annotations

from ..studying.reviews import FORMATS
from .parts import LANGUAGE, answer, file, json_body, operation, query
from .schemas import MOVE_NUMBER, OPEN_OBJECT, TEXT, Schema

REVIEW = answer(OPEN_OBJECT, "The review as far as it is.")
TILES = {"type": "string", "maxLength": 4000}

STUDY_PATHS: dict[str, Schema] = {
    "/games/{game}/review": {
        "get": operation(
            "The review of a game as far as it is", {"200": REVIEW}, "404", queries=(LANGUAGE,)
        ),
        "post": operation(
            "Ask for a review of a finished game",
            {"200": REVIEW},
            "404 413 415 422",
            body=json_body(
                {
                    "type": "object",
                    "properties": {"effort": {"enum": ["quick", "usual", "thorough"]}},
                }
            ),
            queries=(LANGUAGE,),
            changes=True,
        ),
        "delete": operation(
            "Let a review rest as far as it is", {"200": REVIEW}, "404", changes=True
        ),
    },
    "/games/{game}/review/file": {
        "get": operation(
            "The record with the review's notes, or the review as JSON",
            {"200": file("The file.", *(kind for _, kind in FORMATS.values()))},
            "404 422",
            queries=(query("format", {"enum": list(FORMATS)}, "Of the file."), LANGUAGE),
        )
    },
    "/games/{game}/review/proof": {
        "get": operation(
            "The proof of what a review says of a position",
            {"200": answer(OPEN_OBJECT, "A proof, as `palago solve --proof` writes it.")},
            "404 422 503",
            queries=(
                query("move", MOVE_NUMBER, "The position before this move."),
                query("after", {"enum": ["true", "false"]}, "The position after it instead."),
            ),
        )
    },
    "/diagram.svg": {
        "get": operation(
            "A position as a picture",
            {"200": file("The picture.", "image/svg+xml")},
            queries=(
                query("board", TILES, "The tiles, as in `0,0a 1,0c`."),
                query("ghosts", TILES, "Tiles drawn pale, as they would lie."),
                query("marked", TILES, "Cells to be ringed, as in `0,0 1,0`."),
                query("numbers", TILES, "Cells to be numbered in their order."),
                query("from", TILES, "Cells where arrows begin."),
                query("to", TILES, "Cells where they end."),
                query("empty", TEXT, "`true`: with places to touch."),
            ),
        )
    },
}
