"""Settings of the dashboard: the set of tiles and the camera that help with reading."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from ....calibration.profiles import ProfileError, ProfileShelf, camera_profiles, tile_set_profiles
from ...sent import BadRequest, Sent
from ...services import parts
from .. import api
from ..answer_types import SettingsAnswer
from ..requests import guarded

PROFILES: dict[str, Callable[[Path], ProfileShelf[Any]]] = {
    "tile_set": tile_set_profiles,
    "camera": camera_profiles,
}


ProfileName = Annotated[str, Meta(max_length=80)]


class SettingsWanted(Sent):
    """A set of tiles or a camera by name; null for none."""

    tile_set: ProfileName | UnsetType | None = UNSET
    camera: ProfileName | UnsetType | None = UNSET


@api.get("/settings")
@guarded(answer=SettingsAnswer)
def show_settings() -> dict[str, Any]:
    """What is chosen, and what there is to choose from."""
    return settings_json()


@api.put("/settings")
@guarded(answer=SettingsAnswer)
def change_settings(body: SettingsWanted) -> dict[str, Any]:
    """Choose a set of tiles or a camera by name; null for none."""
    for name, shelf in PROFILES.items():
        wished = getattr(body, name)
        if wished is UNSET:
            continue
        if wished is not None:
            try:
                shelf(parts.configuration.data).get(wished)
            except ProfileError as error:
                raise BadRequest(str(error)) from None
        parts.events.change_setting(name, wished)
    return settings_json()


def settings_json() -> dict[str, Any]:
    """The settings, the profiles that are kept, and how much the photos take."""
    chosen = parts.events.settings()
    shown: dict[str, Any] = {}
    for name, shelf in PROFILES.items():
        profiles, problems = shelf(parts.configuration.data).all()
        shown[name] = chosen.get(name)
        shown[f"{name}s"] = [profile.name for profile in profiles]
        shown.setdefault("problems", []).extend(problems)
    return shown
