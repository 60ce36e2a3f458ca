"""Cameras: of the server, live ones, and their calibration."""

from __future__ import annotations

from ..routes.live import STATES
from .parts import GAME_ANSWER, PICTURE_BODY, answer, file, json_body, operation, query
from .schemas import OPEN_OBJECT, Schema

CAMERA_PATHS: dict[str, Schema] = {
    "/games/{game}/webcam": {
        "post": operation(
            "Take a photo with a camera of the server",
            {"201": GAME_ANSWER},
            "404 409 413 415 422 503",
            body=json_body(
                {
                    "type": "object",
                    "properties": {"camera": {"type": "integer", "minimum": 0, "maximum": 9}},
                }
            ),
            changes=True,
        )
    },
    "/games/{game}/watch": {
        "post": operation(
            "Have a camera of the server watch a game",
            {"201": answer(OPEN_OBJECT, "What it says of itself.")},
            "404 413 415 422 503",
            body=json_body(
                {
                    "type": "object",
                    "properties": {"camera": {"type": "integer", "minimum": 0, "maximum": 9}},
                }
            ),
            changes=True,
        ),
        "delete": operation(
            "End the camera that watches a game",
            {"200": answer(OPEN_OBJECT, "Its state.")},
            "404",
            changes=True,
        ),
    },
    "/games/{game}/frames": {
        "post": operation(
            "Hand over a frame of a live camera",
            {"200": answer(OPEN_OBJECT, "Whether it was taken, and when to send the next.")},
            "404 413 422",
            body=PICTURE_BODY,
            changes=True,
        )
    },
    "/games/{game}/frame": {
        "get": operation(
            "The newest picture of the live camera",
            {"200": file("JPEG.", "image/jpeg")},
            "404",
            queries=(query("number", {"type": "integer"}, "Of the picture; not looked at."),),
        )
    },
    "/games/{game}/live": {
        "get": operation(
            "What the live camera says of itself",
            {"200": answer(OPEN_OBJECT, "Its state.")},
            "404",
        ),
        "put": operation(
            "Say what a live camera sees",
            {"200": answer(OPEN_OBJECT, "Its state.")},
            "404 413 415",
            body=json_body(
                {
                    "type": "object",
                    "required": ["state"],
                    "properties": {"state": {"type": "string", "enum": list(STATES)}},
                }
            ),
            changes=True,
        ),
    },
    "/calibrations": {
        "post": operation(
            "Begin to calibrate a camera",
            {"201": answer(OPEN_OBJECT, "What to photograph.")},
            changes=True,
        )
    },
    "/calibrations/{calibration}/views": {
        "post": operation(
            "One photo of the sheet",
            {"200": answer(OPEN_OBJECT, "What is still missing.")},
            "404 413 422 503",
            body=PICTURE_BODY,
            changes=True,
        )
    },
    "/calibrations/{calibration}/finish": {
        "post": operation(
            "Calibrate from the views taken",
            {"200": answer(OPEN_OBJECT, "The camera's name and its error.")},
            "404 413 415 422 503",
            body=json_body(
                {
                    "type": "object",
                    "required": ["name"],
                    "properties": {"name": {"type": "string", "maxLength": 60}},
                }
            ),
            changes=True,
        )
    },
}
