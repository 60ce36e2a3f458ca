"""The profile documents: JSON to profile with every field checked, and back.

The same rules as ``profile.schema.json`` states for other programs; a file is data only, and what
it claims is believed only inside the limits below.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

from .cameras.camera import CameraIdentity, CameraProfile
from .cameras.lens import Lens
from .sets.colour import Srgb, hex_code, parse_hex
from .sets.dice import FACES, SIZE, DiceProfile
from .sets.tile_set import MeasuredColour, Stripe, TileSetProfile

CAMERA_FORMAT = "palago-camera-profile"
TILE_SET_FORMAT = "palago-set-profile"
DICE_FORMAT = "palago-dice-profile"
VERSION = 1
#: A profile is one page of text; anything larger is something else.
LARGEST_FILE = 64 * 1024
LONGEST_TEXT = 120
_TERMS = ("k1", "k2", "p1", "p2", "k3")


class ProfileError(ValueError):
    """A profile cannot be read, kept or found; the message is a sentence for people."""


def read_document(path: Path) -> object:
    """The JSON value in a small text file. Raises ProfileError."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as problem:
        raise ProfileError(f"the file cannot be read: {problem.strerror}.") from None
    if len(content) > LARGEST_FILE:
        raise ProfileError("the file is too large for a profile (over 64 kB).")
    return parse_document(content)


def parse_document(content: bytes) -> object:
    """The JSON value in some bytes. Raises ProfileError."""
    try:
        document: object = json.loads(content.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise ProfileError("this is no profile: it is not readable as JSON text.") from None
    return document


def kind_of(document: object) -> str:
    """``camera``, ``set`` or ``dice``. Raises ProfileError when a document is none of them."""
    kinds = {CAMERA_FORMAT: "camera", TILE_SET_FORMAT: "set", DICE_FORMAT: "dice"}
    kind = document.get("format") if isinstance(document, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        raise ProfileError("this is no Palago profile of a camera, a set or dice.")
    return kinds[kind]


def check_name(name: str) -> None:
    """Raise ProfileError when a profile cannot have that name."""
    _Fields({"name": name}, "").name()


def camera_to_json(profile: CameraProfile) -> dict[str, object]:
    """A camera profile as a JSON document."""
    lens, identity = profile.lens, profile.identity
    return {
        "format": CAMERA_FORMAT,
        "version": VERSION,
        "name": profile.name,
        "created": profile.created,
        "image_size": list(lens.image_size),
        "focal": list(lens.focal),
        "principal": list(lens.principal),
        "distortion": {
            "k1": lens.k1, "k2": lens.k2, "p1": lens.p1, "p2": lens.p2, "k3": lens.k3
        },
        "camera": {
            "make": identity.make,
            "model": identity.model,
            "focal_length_mm": identity.focal_length,
            "focal_length_35mm": identity.focal_length_35mm,
        },
        "quality": {
            "rms_px": profile.rms,
            "views": profile.views,
            "focal_uncertainty": profile.focal_uncertainty,
        },
    }  # fmt: skip


def camera_from_json(document: object) -> CameraProfile:
    """The camera profile in a JSON document. Raises ProfileError naming the wrong field."""
    fields = _Fields(_checked_kind(document, CAMERA_FORMAT, "camera"), "")
    width, height = fields.numbers("image_size", 2, 16, 100_000)
    if width != int(width) or height != int(height):
        raise ProfileError("'image_size' must be two whole numbers of pixels.")
    span = max(width, height)
    focal = fields.numbers("focal", 2, 0.05 * span, 100 * span)
    principal = fields.numbers("principal", 2, -span, 2 * span)
    distortion = fields.section("distortion")
    terms = {name: distortion.number(name, -1e3, 1e3, 0.0) for name in _TERMS}
    camera, quality = fields.section("camera"), fields.section("quality")
    identity = CameraIdentity(
        camera.text("make"),
        camera.text("model"),
        camera.optional_number("focal_length_mm", 0.1, 5000),
        camera.optional_number("focal_length_35mm", 1, 10_000),
    )
    lens = Lens(
        (int(width), int(height)), (focal[0], focal[1]), (principal[0], principal[1]), **terms
    )
    return CameraProfile(
        name=fields.name(),
        lens=lens,
        identity=identity,
        rms=quality.number("rms_px", 0, 1e6, 0.0),
        views=int(quality.number("views", 0, 1e6, 0.0)),
        focal_uncertainty=quality.number("focal_uncertainty", 0, 1e6, 0.0),
        created=fields.text("created") or "",
    )


def tile_set_to_json(profile: TileSetProfile) -> dict[str, object]:
    """A set profile as a JSON document."""
    return {
        "format": TILE_SET_FORMAT,
        "version": VERSION,
        "name": profile.name,
        "created": profile.created,
        "white": _colour_to_json(profile.white),
        "blue": _colour_to_json(profile.blue),
        "line": _stripe_to_json(profile.line),
        "rim": _stripe_to_json(profile.rim),
        "body": _colour_to_json(profile.body) if profile.body else None,
        "width_mm": profile.width_mm,
        "measured_from": {"photos": profile.photos, "tiles": profile.tiles},
    }


def tile_set_from_json(document: object) -> TileSetProfile:
    """The set profile in a JSON document. Raises ProfileError naming the wrong field."""
    fields = _Fields(_checked_kind(document, TILE_SET_FORMAT, "set"), "")
    white, blue = fields.colour("white"), fields.colour("blue")
    if white is None or blue is None:
        raise ProfileError("'white' and 'blue' must both be given.")
    if white.srgb == blue.srgb:
        raise ProfileError("the two colours of a set must differ.")
    counts = fields.section("measured_from")
    return TileSetProfile(
        name=fields.name(),
        white=white,
        blue=blue,
        line=fields.stripe("line"),
        rim=fields.stripe("rim"),
        body=fields.colour("body"),
        width_mm=fields.optional_number("width_mm", 1, 1000),
        photos=int(counts.number("photos", 0, 1e6, 0.0)),
        tiles=int(counts.number("tiles", 0, 1e6, 0.0)),
        created=fields.text("created") or "",
    )


def dice_to_json(profile: DiceProfile) -> dict[str, object]:
    """A dice profile as a JSON document."""
    return {
        "format": DICE_FORMAT,
        "version": VERSION,
        "name": profile.name,
        "created": profile.created,
        "faces": {face: [row.hex() for row in rows] for face, rows in profile.pictures},
    }


def dice_from_json(document: object) -> DiceProfile:
    """The dice profile in a JSON document. Raises ProfileError naming the wrong field."""
    values = _checked_kind(document, DICE_FORMAT, "dice")
    fields = _Fields(values, "")
    faces = values.get("faces")
    if not isinstance(faces, dict) or not faces or not set(faces) <= set(FACES):
        raise ProfileError(f"'faces' must give pictures of some of: {', '.join(FACES)}.")
    pictures = tuple((face, _picture(face, rows)) for face, rows in faces.items())
    return DiceProfile(fields.name(), pictures, fields.text("created") or "")


def _picture(face: str, rows: object) -> tuple[bytes, ...]:
    try:
        if not isinstance(rows, list) or len(rows) != SIZE:
            raise ValueError
        picture = tuple(bytes.fromhex(row) for row in rows)
        if any(len(row) != SIZE for row in picture):
            raise ValueError
    except (ValueError, TypeError):
        raise ProfileError(
            f"'faces.{face}' must be {SIZE} lines of {SIZE} greys in two hexadecimal digits each."
        ) from None
    return picture


def _checked_kind(document: object, wanted: str, what: str) -> Mapping[str, object]:
    if not isinstance(document, dict) or "format" not in document:
        raise ProfileError(f"this is no Palago {what} profile.")
    found = document["format"]
    if found != wanted:
        kinds = {
            CAMERA_FORMAT: "a camera profile",
            TILE_SET_FORMAT: "a set profile",
            DICE_FORMAT: "a dice profile",
        }
        is_what = kinds.get(found, "something else") if isinstance(found, str) else "something else"
        raise ProfileError(f"this is {is_what}, not a {what} profile.")
    version = document.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ProfileError("'version' must be a whole number from 1.")
    if version > VERSION:
        raise ProfileError(
            f"this profile has version {version}; this program reads up to version {VERSION}."
            " Update the program."
        )
    return document


class _Fields:
    """The fields of one JSON object, each read with its limits."""

    def __init__(self, values: Mapping[str, object], path: str) -> None:
        self._values = values
        self._path = path

    def section(self, key: str) -> _Fields:
        value = self._values.get(key)
        if value is None:
            value = {}
        if not isinstance(value, dict):
            raise ProfileError(f"'{self._path}{key}' must be an object.")
        return _Fields(value, f"{self._path}{key}.")

    def text(self, key: str) -> str | None:
        value = self._values.get(key)
        if value is None:
            return None
        if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
            raise ProfileError(
                f"'{self._path}{key}' must be a line of text of at most {LONGEST_TEXT} characters."
            )
        return value

    def name(self) -> str:
        name = (self.text("name") or "").strip()
        if not any(character.isalnum() for character in name):
            raise ProfileError("'name' must have at least one letter or digit.")
        return name

    def number(self, key: str, low: float, high: float, default: float) -> float:
        value = self.optional_number(key, low, high)
        return default if value is None else value

    def optional_number(self, key: str, low: float, high: float) -> float | None:
        value = self._values.get(key)
        return None if value is None else self._number(value, key, low, high)

    def numbers(self, key: str, count: int, low: float, high: float) -> list[float]:
        value = self._values.get(key)
        if not isinstance(value, list) or len(value) != count:
            raise ProfileError(f"'{self._path}{key}' must be a list of {count} numbers.")
        return [self._number(number, key, low, high) for number in value]

    def colour(self, key: str) -> MeasuredColour | None:
        if self._values.get(key) is None:
            return None
        section = self.section(key)
        return MeasuredColour(section.srgb(), section.number("spread", 0, 200, 0.0))

    def stripe(self, key: str) -> Stripe | None:
        if self._values.get(key) is None:
            return None
        section = self.section(key)
        return Stripe(section.srgb(), section.number("width", 0, 0.5, 0.0))

    def srgb(self) -> Srgb:
        value = self.text("srgb")
        if value is None:
            raise ProfileError(f"'{self._path}srgb' is missing.")
        try:
            return parse_hex(value)
        except ValueError as problem:
            raise ProfileError(f"'{self._path}srgb': {problem}") from None

    def _number(self, value: object, key: str, low: float, high: float) -> float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not low <= value <= high or not math.isfinite(value):  # type: ignore[operator, arg-type]
            raise ProfileError(f"'{self._path}{key}' must be a number from {low:g} to {high:g}.")
        return float(value)  # type: ignore[arg-type]


def _colour_to_json(colour: MeasuredColour) -> dict[str, object]:
    return {"srgb": hex_code(colour.srgb), "spread": round(colour.spread, 2)}


def _stripe_to_json(stripe: Stripe | None) -> dict[str, object] | None:
    if stripe is None:
        return None
    return {"srgb": hex_code(stripe.srgb), "width": round(stripe.width, 4)}


def _refuse_constant(text: str) -> object:
    raise ValueError(text)
