"""Settings of the dashboard: the set of tiles and the camera that help with reading."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Response, jsonify

from ....calibration.profiles import (
    ProfileError,
    ProfileShelf,
    camera_profiles,
    tile_set_profiles,
)
from ...services import Services, services
from .. import api
from ..fields import BadRequest, json_body, text_field
from ..requests import guarded

PROFILES: dict[str, Callable[[Path], ProfileShelf[Any]]] = {
    "tile_set": tile_set_profiles,
    "camera": camera_profiles,
}


@api.get("/settings")
@guarded()
def show_settings() -> Response:
    """What is chosen, and what there is to choose from."""
    return jsonify(settings_json(services()))


@api.put("/settings")
@guarded()
def change_settings() -> Response:
    """Choose a set of tiles or a camera by name; null for none."""
    parts = services()
    body = json_body()
    for name, shelf in PROFILES.items():
        if name not in body:
            continue
        if body[name] is not None:
            wished = text_field(body, name, most=80)
            try:
                shelf(parts.configuration.data).get(wished)
            except ProfileError as error:
                raise BadRequest(str(error)) from None
        parts.events.change_setting(name, body[name])
    return jsonify(settings_json(parts))


def settings_json(parts: Services) -> dict[str, Any]:
    """The settings, the profiles that are kept, and how much the photos take."""
    chosen = parts.events.settings()
    shown: dict[str, Any] = {}
    for name, shelf in PROFILES.items():
        profiles, problems = shelf(parts.configuration.data).all()
        shown[name] = chosen.get(name)
        shown[f"{name}s"] = [profile.name for profile in profiles]
        shown.setdefault("problems", []).extend(problems)
    return shown
