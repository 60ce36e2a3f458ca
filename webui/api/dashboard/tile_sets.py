"""A set of tiles is taught by one photo or several: each is measured, and the set is kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from ....calibration.profiles import tile_set_profiles
from ....calibration.refusals import NotEnough
from ....calibration.sets.fit import PhotoMeasured, measure_tile_set
from ...calibrations import MOST_VIEWS, Calibrations
from ...games.play import ChangeRefused
from ...sent import Sent
from ...server.limits import HEAVY, UPLOADS
from ...services import parts
from ...texts import say_phrase
from .. import api
from ..language import language
from ..requests import PICTURE, guarded
from .calibrations import found_in_photo


class SetName(Sent):
    """What a set is to be called, and which of its two colours the players call White."""

    name: Annotated[str, Meta(max_length=60)]
    white: Literal["lighter", "darker"] = "lighter"


#: What a photo is called in the answers; without a name, by its number from 0.
PhotoName = Annotated[str, Meta(max_length=120)]


class TaughtPhoto(TypedDict):
    """How many tiles of a photo were measured, and why it does not count, null where it does."""

    name: str
    tiles: int
    reason: str | None


class TeachingAnswer(TypedDict):
    """The photos so far, as they were sent, each judged beside the others; and why no set can be
    kept of them, null where one can."""

    id: str
    photos: list[TaughtPhoto]
    missing: str | None


class TaughtSet(TypedDict):
    """A set as it is kept, and from how much it was measured."""

    name: str
    photos: int
    tiles: int


_taught = Calibrations[tuple[PhotoMeasured, ...]]()


@api.post("/tile-sets")
@guarded(rate=("heavy", HEAVY), status=201)
def begin_set() -> TeachingAnswer:
    """Begin to teach a set of tiles."""
    return _teaching_json(_taught.begin(()), ())


@api.post("/tile-sets/<taught>/photos")
@guarded(rate=("upload", UPLOADS), takes=PICTURE)
def add_photo(taught: str, *, name: PhotoName = "") -> TeachingAnswer:
    """One photo more of any board of the set."""
    if len(_taught.get(taught)) >= MOST_VIEWS:
        raise ChangeRefused.of("enough_views", count=MOST_VIEWS)
    found = PhotoMeasured.from_json(found_in_photo("find_tiles"))
    photos = _taught.change(
        taught, lambda seen: (*seen, replace(found, name=name or str(len(seen))))
    )
    return _teaching_json(taught, photos)


@api.post("/tile-sets/<taught>/finish")
@guarded(rate=("heavy", HEAVY))
def keep_set(taught: str, body: SetName) -> TaughtSet:
    """Keep the set under a name; photos that show its colours are read by it from then on."""
    result = measure_tile_set(
        _taught.get(taught),
        body.name,
        white_is_lighter=body.white == "lighter",
        created=date.today().isoformat(),
    )
    if isinstance(result, NotEnough):
        raise ChangeRefused.saying(result.sentence)
    profile, _ = result
    tile_set_profiles(parts.configuration.data).save(profile)
    return {"name": profile.name, "photos": profile.photos, "tiles": profile.tiles}


def _teaching_json(taught: str, photos: tuple[PhotoMeasured, ...]) -> TeachingAnswer:
    result = measure_tile_set(photos, "")
    refused = result.refused if isinstance(result, NotEnough) else result[1]
    reasons = {view.name: say_phrase(language(), view.sentence) for view in refused}
    return {
        "id": taught,
        "photos": [
            {"name": each.name, "tiles": len(each.white), "reason": reasons.get(each.name)}
            for each in photos
        ],
        "missing": say_phrase(language(), result.sentence)
        if isinstance(result, NotEnough)
        else None,
    }
