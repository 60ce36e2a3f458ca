"""After the game: reviews, and pictures of positions."""

from __future__ import annotations

from ..studying.reviews import FORMATS
from .parts import GAME_ANSWER, LANGUAGE, answer, file, json_body, operation, query
from .schemas import MOVE_NUMBER, OPEN_OBJECT, TEXT, Schema

REVIEW = answer(OPEN_OBJECT, "The review as far as it is.")
PUZZLE = answer(OPEN_OBJECT, "The position, and what is asked for.")
STUDY = answer(OPEN_OBJECT, "The study, and `path`, where it goes on.")
DIGITISING = answer(OPEN_OBJECT, "It, as far as it is.")
TILES = {"type": "string", "maxLength": 4000}

STUDY_PATHS: dict[str, Schema] = {
    "/games/{game}/partner": {
        "post": operation(
            "Have the program play where it is on turn",
            {"200": GAME_ANSWER},
            "404 422",
            changes=True,
        )
    },
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
    "/digitisings": {
        "get": operation(
            "What was dropped on the page", {"200": answer(OPEN_OBJECT, "All of it.")}
        ),
        "post": operation(
            "Begin with a film or photos that become a game",
            {"201": DIGITISING},
            "413 415 422",
            body=json_body(
                {
                    "type": "object",
                    "properties": {
                        "kind": {"enum": ["palago", "palagonia", "palagem"]},
                        "title": {"type": "string", "maxLength": 120},
                        "players": {
                            "type": "array",
                            "maxItems": 8,
                            "items": {"type": "string", "maxLength": 40},
                        },
                    },
                }
            ),
            changes=True,
        ),
    },
    "/digitisings/{digitising}": {
        "get": operation(
            "How far it is, and what is asked", {"200": DIGITISING}, "404", queries=(LANGUAGE,)
        ),
        "delete": operation(
            "Delete it with all that was sent",
            {"200": answer(OPEN_OBJECT, "What was deleted.")},
            "404",
            changes=True,
        ),
    },
    "/digitisings/{digitising}/files": {
        "post": operation(
            "Send a piece of a file, 8 MB at most",
            {"200": answer(OPEN_OBJECT, "How much of the file is there.")},
            "404 413 422 503 507",
            body={"application/octet-stream": {"schema": {}}},
            queries=(
                query("name", TEXT, "The file's name."),
                query("at", {"type": "integer", "minimum": 0}, "Where the piece begins."),
            ),
            changes=True,
        )
    },
    "/digitisings/{digitising}/start": {
        "post": operation(
            "Have it read when its turn comes", {"200": DIGITISING}, "404 422", changes=True
        )
    },
    "/digitisings/{digitising}/answers": {
        "post": operation(
            "Settle a question",
            {"200": DIGITISING},
            "404 413 415 422 503",
            body=json_body(
                {
                    "type": "object",
                    "required": ["what", "source"],
                    "properties": {
                        "what": {"enum": ["colours", "fine", "skip", "tile", "played"]},
                        "source": {"type": "string", "maxLength": 300},
                        "crossed": {"type": "boolean"},
                        "cell": {"type": "array", "items": {"type": "integer"}},
                        "rotation": {"type": ["integer", "null"]},
                        "actions": {"type": "array", "items": TEXT},
                    },
                }
            ),
            changes=True,
        )
    },
    "/digitisings/{digitising}/game": {
        "post": operation("Make a game of it", {"201": GAME_ANSWER}, "404 422 503", changes=True)
    },
    "/digitisings/{digitising}/picture": {
        "get": operation(
            "A small copy of a photo or moment; without `source`, what is being seen",
            {"200": file("The picture.", "image/jpeg")},
            "404",
            queries=(query("source", TEXT, "The photo or moment."),),
        )
    },
    "/puzzles": {
        "get": operation(
            "The puzzles by level, without solutions",
            {"200": answer(OPEN_OBJECT, "The levels.")},
            queries=(LANGUAGE,),
        )
    },
    "/puzzles/{puzzle}": {
        "get": operation("One puzzle", {"200": PUZZLE}, "404", queries=(LANGUAGE,))
    },
    "/puzzles/{puzzle}/answer": {
        "get": operation(
            "What an answer is worth",
            {"200": answer(OPEN_OBJECT, "`solved`, `goes_on`, `wrong` or `not_legal`, and why.")},
            "404 422 503",
            queries=(query("moves", TILES, "The moves so far, / between them."), LANGUAGE),
        )
    },
    "/puzzles/{puzzle}/solution": {
        "get": operation(
            "The moves of the solution",
            {"200": answer(OPEN_OBJECT, "The line.")},
            "404",
            queries=(LANGUAGE,),
        )
    },
    "/openings": {
        "get": operation(
            "The six openings and what is proved of them",
            {"200": answer(OPEN_OBJECT, "They.")},
            queries=(LANGUAGE,),
        )
    },
    "/openings/{opening}/proof": {
        "get": operation("The proof of an opening", {"200": answer(OPEN_OBJECT, "A proof.")}, "404")
    },
    "/studies": {
        "get": operation("The studies", {"200": answer(OPEN_OBJECT, "All of them.")}),
        "post": operation(
            "Begin a study",
            {"201": STUDY},
            "404 413 415 422",
            body=json_body(
                {
                    "type": "object",
                    "properties": {
                        "title": {"type": "string", "maxLength": 120},
                        "game": {"type": "string", "maxLength": 32},
                        "review": {"type": "boolean"},
                        "move": {"type": "integer", "minimum": 0},
                        "better": {"type": "array", "items": TEXT},
                        "opening": {"enum": list("abcdef")},
                        "board": TEXT,
                        "to_move": {"enum": ["white", "blue"]},
                        "record": TEXT,
                    },
                }
            ),
            queries=(LANGUAGE,),
            changes=True,
        ),
    },
    "/studies/{study}": {
        "get": operation(
            "One study with its trees of moves", {"200": STUDY}, "404", queries=(LANGUAGE,)
        ),
        "delete": operation(
            "Delete a study for good",
            {"200": answer(OPEN_OBJECT, "Its name.")},
            "404",
            changes=True,
        ),
    },
    "/studies/{study}/changes": {
        "post": operation(
            "Change a study",
            {"200": STUDY},
            "404 409 413 415 422",
            body=json_body(
                {
                    "type": "object",
                    "required": ["change"],
                    "properties": {
                        "change": {
                            "enum": [
                                *("add_move", "note", "delete_branch", "promote", "rename"),
                                *("add_chapter", "rename_chapter", "delete_chapter"),
                            ]
                        },
                        "version": {"type": ["integer", "null"]},
                        "chapter": {"type": "integer", "minimum": 0},
                        "path": {"type": "array", "items": {"type": "integer", "minimum": 0}},
                        "move": {"type": "string", "maxLength": 200},
                        "comment": {"type": "string", "maxLength": 2000},
                        "glyph": {"enum": ["", "!", "?", "!!", "??", "!?", "?!"]},
                        "marks": {"type": "array", "maxItems": 60, "items": TEXT},
                        "title": {"type": "string", "maxLength": 120},
                        "record": TEXT,
                    },
                }
            ),
            queries=(LANGUAGE,),
            changes=True,
        )
    },
    "/studies/{study}/file": {
        "get": operation(
            "The study as a file",
            {"200": file("The file.", "application/x-go-sgf", "application/json")},
            "404",
            queries=(query("format", {"enum": ["sgf", "json"]}, "Of the file."),),
        )
    },
    "/studies/{study}/proof": {
        "post": operation(
            "Who wins by force at a place in a study",
            {"200": answer(OPEN_OBJECT, "A sentence, and the proof or null.")},
            "404 413 415 422 503",
            body=json_body(
                {
                    "type": "object",
                    "properties": {
                        "chapter": {"type": "integer", "minimum": 0},
                        "path": {"type": "array", "items": {"type": "integer", "minimum": 0}},
                    },
                }
            ),
            queries=(LANGUAGE,),
            changes=True,
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
                query("last", TILES, "Cells of the move that was made last."),
                query("empty", TEXT, "`true`: with places to touch."),
            ),
        )
    },
}
