"""The API's description, OpenAPI 3.1: kept by hand, and held to the routes by a test."""

from __future__ import annotations

import copy
import re

from flask import Response, jsonify

from ..server.routes import Right, right_for
from . import api
from .description.camera_paths import CAMERA_PATHS
from .description.club_paths import CLUB_PATHS
from .description.game_paths import GAME_PATHS
from .description.other_paths import OTHER_PATHS
from .description.schemas import SCHEMAS, TEXT, Schema
from .description.study_paths import STUDY_PATHS


def description() -> Schema:
    """The whole description."""
    paths = copy.deepcopy(GAME_PATHS | CAMERA_PATHS | CLUB_PATHS | STUDY_PATHS | OTHER_PATHS)
    for path, operations in paths.items():
        named = re.findall(r"{(\w+)}", path)
        for method, operation in operations.items():
            if right_for(method.upper(), _rule(path)) is Right.REFEREE:
                operation["security"] = [{"referee": []}, {}]
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
                "Programs on another machine send the PIN or key as `Authorization: Bearer PIN`. "
                "Every answer that is an error has a code for programs and a sentence for people."
            ),
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {"referee": {"type": "http", "scheme": "bearer"}},
        },
    }


def _rule(path: str) -> str:
    return "/api/v1" + path.replace("{", "<").replace("}", ">")


@api.get("/openapi.json")
def openapi() -> Response:
    """The API's description."""
    return jsonify(description())
