"""The values of the API, as JSON Schemas."""

from __future__ import annotations

from typing import Any

from ....engine.evening.clock import KINDS as CLOCK_KINDS
from ....engine.games.registry import kinds
from ...games.state import ANALYSIS
from ..routes.changes import CHANGES

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
OPEN_OBJECT: Schema = {"type": "object", "additionalProperties": True}
VERSION_NUMBER: Schema = {"type": "integer", "minimum": 1, "maximum": 1_000_000_000}
MOVE_NUMBER: Schema = {"type": "integer", "minimum": 1, "maximum": 1_000_000}


def ref(name: str) -> Schema:
    """A reference to one of :data:`SCHEMAS`."""
    return {"$ref": f"#/components/schemas/{name}"}


SCHEMAS: dict[str, Schema] = {
    "Error": {
        "type": "object",
        "required": ["error"],
        "properties": {
            "error": {
                "type": "object",
                "required": ["code", "message"],
                "properties": {
                    "code": TEXT,
                    "message": TEXT,
                    "version": {"type": "integer"},
                },
            }
        },
    },
    "Tile": {
        "type": "object",
        "required": ["q", "r", "rotation"],
        "properties": {
            "q": {"type": "integer", "minimum": -10000, "maximum": 10000},
            "r": {"type": "integer", "minimum": -10000, "maximum": 10000},
            "rotation": {"type": "integer", "minimum": 0, "maximum": 5},
        },
    },
    "Board": {
        "type": "object",
        "required": ["tiles"],
        "properties": {"tiles": {"type": "array", "maxItems": 192, "items": ref("Tile")}},
    },
    "Summary": {
        "type": "object",
        "required": ["id", "kind", "title", "version", "created", "changed", "deleted"],
        "properties": {
            "id": TEXT,
            "kind": {"enum": [*kinds(), ANALYSIS]},
            "title": TEXT,
            "version": {"type": "integer"},
            "created": {"type": "string", "format": "date-time"},
            "changed": {"type": "string", "format": "date-time"},
            "deleted": {"type": "boolean"},
        },
    },
    "Game": {
        "allOf": [ref("Summary")],
        "type": "object",
        "required": ["verdict", "board", "tiles", "timeline", "turn", "over"],
        "properties": {
            "verdict": {
                "type": "object",
                "required": ["level", "text", "detail", "items", "can_confirm"],
                "properties": {
                    "level": {"enum": ["fine", "wrong", "unsure", "win", "info"]},
                    "text": TEXT,
                    "detail": TEXT,
                    "items": {"type": "array", "items": OPEN_OBJECT},
                    "can_confirm": {"type": "boolean"},
                    "choices": {
                        "type": "array",
                        "description": "The answers to what the referee asks, with pictures.",
                        "items": {
                            "type": "object",
                            "required": ["move", "text"],
                            "properties": {
                                "move": {"type": "string", "description": "confirm with it"},
                                "text": TEXT,
                                "caption": TEXT,
                                "picture": {"type": "string", "description": "SVG"},
                            },
                        },
                    },
                },
            },
            "board": {"type": "string", "description": "The table as text: `0,0a 1,0c`."},
            "tiles": {"type": "array", "items": ref("Tile")},
            "timeline": {"type": "array", "items": OPEN_OBJECT},
            "turn": {"type": ["string", "null"]},
            "over": {"type": "boolean"},
        },
    },
    "NewGame": {
        "type": "object",
        "required": ["kind"],
        "properties": {
            "kind": {"type": "string", "enum": [*kinds(), ANALYSIS]},
            "title": {"type": "string", "maxLength": 120},
            "options": {
                "type": "object",
                "description": (
                    "Palago: players (White's name first), tiles, single_placement, "
                    "place_anywhere, fixed_start, tie_break, to_move. Palagonia: players, "
                    "rules, tiles, least_points, bones_score, sharing, program_rolls. "
                    "Palagem: players, inversion. All: clock (kind, seconds, extra)."
                ),
            },
            "board": ref("Board"),
            "again": {
                "type": "string",
                "description": "A game of the same kind whose players and options are taken over.",
            },
            "from": {
                "type": "object",
                "required": ["game"],
                "properties": {"game": TEXT, "version": VERSION_NUMBER, "move": MOVE_NUMBER},
                "description": "Branch from a game as it stood.",
            },
        },
    },
    "Change": {
        "type": "object",
        "required": ["change"],
        "properties": {
            "change": {"type": "string", "enum": list(CHANGES)},
            "version": {
                **VERSION_NUMBER,
                "description": "The version that was seen; left out, the change comes last.",
            },
            "q": {"type": "integer"},
            "r": {"type": "integer"},
            "rotation": {"type": "integer"},
            "move": {"description": "confirm: the move chosen; comment: the number of the move."},
            "faces": {"type": "array", "items": TEXT},
            "title": TEXT,
            "text": TEXT,
            "board": {"description": "A board as JSON or text."},
            "show_threats": {"type": "boolean"},
            "players": {
                "type": "array",
                "items": TEXT,
                "description": "set_players: the names behind White and Blue.",
            },
            "colours": {
                "type": ["array", "null"],
                "items": TEXT,
                "description": "set_colours: what White's and Blue's colours are called.",
            },
            "by": {
                "type": ["string", "null"],
                "description": "seeds_by: what seeds are told by, null for what the photos show.",
            },
            "clock": {
                "type": ["object", "null"],
                "properties": {
                    "kind": {"type": "string", "enum": list(CLOCK_KINDS)},
                    "seconds": {"type": "number"},
                    "extra": {"type": "number"},
                },
                "description": "set_clock: the time control, null for no clock.",
            },
            "seconds": {"type": "integer", "description": "correct_clock: what is left."},
            "palagem": {"description": "choose: four letters a, b or c."},
            "player": {"type": "integer", "description": "claim: the player's number."},
        },
    },
    "Reading": {
        "type": "object",
        "required": ["image", "tiles", "warnings"],
        "properties": {
            "image": OPEN_OBJECT,
            "palette": {"type": ["object", "null"]},
            "tiles": {"type": "array", "items": ref("Tile")},
            "loose": {"type": "array"},
            "dice": {
                "type": "array",
                "items": OPEN_OBJECT,
                "description": "The dice: face, center, confidence, and how each lies.",
            },
            "warnings": {"type": "array", "items": TEXT},
            "warning_codes": {
                "type": "array",
                "items": OPEN_OBJECT,
                "description": "The warnings as codes with values and cells.",
            },
            "unseen": {
                "type": "array",
                "description": "Cells beside the board that the photo does not show.",
            },
        },
    },
}
