"""The API's description, OpenAPI 3.1: kept by hand, and held to the routes by a test."""

from __future__ import annotations

import copy
import re

from flask import Response, jsonify

from . import api
from .description.camera_paths import CAMERA_PATHS
from .description.game_paths import GAME_PATHS
from .description.other_paths import OTHER_PATHS
from .description.schemas import SCHEMAS, TEXT, Schema


def description() -> Schema:
    """The whole description."""
    paths = copy.deepcopy(GAME_PATHS | CAMERA_PATHS | OTHER_PATHS)
    for path, operations in paths.items():
        named = re.findall(r"{(\w+)}", path)
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
