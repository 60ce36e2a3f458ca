"""The profile documents: what stands in a file, as types, and the profiles that they say. What a
file claims is believed only inside the limits below; ``profile.schema.json`` is made of these
types."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from ..engine.values import strict_numbers, value_of
from ..engine.whole_file import why_not_opened
from .cameras.camera import CameraIdentity, CameraProfile
from .cameras.lens import Lens
from .sets.colour import hex_code, parse_hex
from .sets.dice import FACES, SIZE, DiceProfile
from .sets.tile_set import MeasuredColour, Stripe, TileSetProfile

VERSION = 1
#: A profile is one page of text; anything larger is something else.
LARGEST_FILE = 64 * 1024
LONGEST_TEXT = 120

LINE = f"a line of text of at most {LONGEST_TEXT} characters"
TextLine = Annotated[str, Meta(max_length=LONGEST_TEXT, title=LINE)]
TwoNumbers = Annotated[tuple[float, float], Meta(title="a list of 2 numbers")]
ImageSide = Annotated[int, Meta(ge=16, le=100_000)]
Term = Annotated[float, Meta(ge=-1e3, le=1e3)]
Amount = Annotated[float, Meta(ge=0, le=1e6)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
HexColour = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}\Z", title="a colour such as #1f3a8c")]
GreyLine = Annotated[str, Meta(pattern=rf"^[0-9a-fA-F]{{{2 * SIZE}}}\Z")]
Greys = Annotated[
    tuple[GreyLine, ...],
    Meta(
        min_length=SIZE,
        max_length=SIZE,
        title=f"{SIZE} lines of {SIZE} greys in two hexadecimal digits each",
    ),
]


class ProfileError(ValueError):
    """A profile cannot be read, kept or found; the message is a sentence for people."""


class ProfileFile(Struct, frozen=True, kw_only=True, tag_field="format"):
    """What all profiles have."""

    version: Annotated[int, Meta(ge=1)]
    name: TextLine
    created: TextLine | None = ""

    def __post_init__(self) -> None:
        if not any(character.isalnum() for character in self.name):
            raise ValueError('"name" must have at least one letter or digit')


class LensTerms(Struct, frozen=True):
    """The terms of a lens's distortion, as OpenCV numbers them."""

    k1: Term = 0.0
    k2: Term = 0.0
    p1: Term = 0.0
    p2: Term = 0.0
    k3: Term = 0.0


class CameraSaid(Struct, frozen=True):
    """What EXIF says of a camera."""

    make: TextLine | None = None
    model: TextLine | None = None
    focal_length_mm: Annotated[float, Meta(ge=0.1, le=5000)] | None = None
    focal_length_35mm: Annotated[float, Meta(ge=1, le=10_000)] | None = None


class CameraQuality(Struct, frozen=True):
    """How good a calibration is."""

    rms_px: Amount = 0.0
    views: Count = 0
    focal_uncertainty: Amount = 0.0


class CameraFile(ProfileFile, frozen=True, kw_only=True, tag="palago-camera-profile"):
    """A calibrated camera."""

    image_size: Annotated[tuple[ImageSide, ImageSide], Meta(title="two whole numbers of pixels")]
    focal: TwoNumbers
    principal: TwoNumbers
    distortion: LensTerms = LensTerms()
    camera: CameraSaid = CameraSaid()
    quality: CameraQuality = CameraQuality()

    def __post_init__(self) -> None:
        super().__post_init__()
        span = max(self.image_size)
        for name, pair, least, most in (
            ("focal", self.focal, 0.05 * span, 100 * span),
            ("principal", self.principal, -span, 2 * span),
        ):
            if not all(least <= number <= most for number in pair):
                raise ValueError(f'"{name}" must be a number from {least:g} to {most:g}')


class ColourSaid(Struct, frozen=True):
    """A colour and its spread."""

    srgb: HexColour
    spread: Annotated[float, Meta(ge=0, le=200)] = 0.0

    def measured(self) -> MeasuredColour:
        """The colour."""
        return MeasuredColour(parse_hex(self.srgb), self.spread)


class StripeSaid(Struct, frozen=True):
    """A line or rim."""

    srgb: HexColour
    width: Annotated[float, Meta(ge=0, le=0.5)] = 0.0

    def stripe(self) -> Stripe:
        """The stripe."""
        return Stripe(parse_hex(self.srgb), self.width)


class MeasuredFrom(Struct, frozen=True):
    """From how much something was measured."""

    photos: Count = 0
    tiles: Count = 0


class TileSetFile(ProfileFile, frozen=True, kw_only=True, tag="palago-set-profile"):
    """A set of tiles."""

    white: ColourSaid
    blue: ColourSaid
    line: StripeSaid | None = None
    rim: StripeSaid | None = None
    body: ColourSaid | None = None
    width_mm: Annotated[float, Meta(ge=1, le=1000)] | None = None
    measured_from: MeasuredFrom = MeasuredFrom()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.white.srgb.lower() == self.blue.srgb.lower():
            raise ValueError("the two colours of a set must differ")


class DiceFile(ProfileFile, frozen=True, kw_only=True, tag="palago-dice-profile"):
    """Pictures of the faces of some dice."""

    faces: Annotated[
        dict[Literal[FACES], Greys],  # type: ignore[valid-type]
        Meta(min_length=1, title=f"pictures of some of: {', '.join(FACES)}"),
    ]


_KINDS: dict[str, type[ProfileFile]] = {
    "camera": CameraFile, "set": TileSetFile, "dice": DiceFile
}  # fmt: skip
FORMATS = {str(kind.__struct_config__.tag): name for name, kind in _KINDS.items()}
AnyProfile = TypeVar("AnyProfile", bound=ProfileFile)


def read_document(path: Path) -> object:
    """The JSON value in a small text file. Raises ProfileError."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as problem:
        raise ProfileError(why_not_opened(path.name, problem)) from None
    if len(content) > LARGEST_FILE:
        raise ProfileError("the file is too large for a profile (over 64 kB).")
    return parse_document(content)


def parse_document(content: bytes) -> object:
    """The JSON value in some bytes. Raises ProfileError."""
    try:
        no_number = strict_numbers(ValueError)["parse_constant"]
        document: object = json.loads(content.decode("utf-8"), parse_constant=no_number)
    except (ValueError, RecursionError):
        raise ProfileError("this is no profile: it is not readable as JSON text.") from None
    return document


def kind_of(document: object) -> str:
    """``camera``, ``set`` or ``dice``. Raises ProfileError when a document is none of them."""
    found = document.get("format") if isinstance(document, dict) else None
    if not isinstance(found, str) or found not in FORMATS:
        raise ProfileError("this is no Palago profile of a camera, a set or dice.")
    return FORMATS[found]


def check_name(name: str) -> None:
    """Raise ProfileError when a profile cannot have that name."""
    _read(ProfileFile, {"format": "ProfileFile", "version": VERSION, "name": name})


def camera_to_json(profile: CameraProfile) -> dict[str, object]:
    """A camera profile as a JSON document."""
    lens, said = profile.lens, profile.identity
    return _written(
        CameraFile(
            version=VERSION,
            name=profile.name,
            created=profile.created,
            image_size=lens.image_size,
            focal=lens.focal,
            principal=lens.principal,
            distortion=LensTerms(lens.k1, lens.k2, lens.p1, lens.p2, lens.k3),
            camera=CameraSaid(said.make, said.model, said.focal_length, said.focal_length_35mm),
            quality=CameraQuality(profile.rms, profile.views, profile.focal_uncertainty),
        )
    )


def camera_from_json(document: object) -> CameraProfile:
    """The camera profile in a JSON document. Raises ProfileError naming the wrong field."""
    file = _read(CameraFile, document)
    said, terms = file.camera, file.distortion
    return CameraProfile(
        file.name.strip(),
        Lens(file.image_size, file.focal, file.principal, **msgspec.structs.asdict(terms)),
        CameraIdentity(said.make, said.model, said.focal_length_mm, said.focal_length_35mm),
        file.quality.rms_px,
        file.quality.views,
        file.quality.focal_uncertainty,
        file.created or "",
    )


def tile_set_to_json(profile: TileSetProfile) -> dict[str, object]:
    """A set profile as a JSON document."""
    return _written(
        TileSetFile(
            version=VERSION,
            name=profile.name,
            created=profile.created,
            white=_colour_said(profile.white),
            blue=_colour_said(profile.blue),
            line=_stripe_said(profile.line) if profile.line else None,
            rim=_stripe_said(profile.rim) if profile.rim else None,
            body=_colour_said(profile.body) if profile.body else None,
            width_mm=profile.width_mm,
            measured_from=MeasuredFrom(profile.photos, profile.tiles),
        )
    )


def tile_set_from_json(document: object) -> TileSetProfile:
    """The set profile in a JSON document. Raises ProfileError naming the wrong field."""
    file = _read(TileSetFile, document)
    return TileSetProfile(
        file.name.strip(),
        file.white.measured(),
        file.blue.measured(),
        line=file.line.stripe() if file.line else None,
        rim=file.rim.stripe() if file.rim else None,
        body=file.body.measured() if file.body else None,
        width_mm=file.width_mm,
        photos=file.measured_from.photos,
        tiles=file.measured_from.tiles,
        created=file.created or "",
    )


def dice_to_json(profile: DiceProfile) -> dict[str, object]:
    """A dice profile as a JSON document."""
    faces = {face: tuple(row.hex() for row in rows) for face, rows in profile.pictures}
    return _written(
        DiceFile(version=VERSION, name=profile.name, created=profile.created, faces=faces)
    )


def dice_from_json(document: object) -> DiceProfile:
    """The dice profile in a JSON document. Raises ProfileError naming the wrong field."""
    file = _read(DiceFile, document)
    pictures = ((face, tuple(map(bytes.fromhex, rows))) for face, rows in file.faces.items())
    return DiceProfile(file.name.strip(), tuple(pictures), file.created or "")


def _read(kind: type[AnyProfile], document: object) -> AnyProfile:
    """A file of a kind. Raises ProfileError."""
    wanted = str(kind.__struct_config__.tag)
    what = FORMATS.get(wanted, "")
    if not isinstance(document, Mapping) or "format" not in document:
        raise ProfileError(f"this is no Palago {what} profile.")
    found = document["format"]
    if found != wanted:
        named = FORMATS.get(found) if isinstance(found, str) else None
        is_what = "something else" if named is None else f"a {named} profile"
        raise ProfileError(f"this is {is_what}, not a {what} profile.")
    version: Any = document.get("version")
    if type(version) is int and version > VERSION:
        raise ProfileError(
            f"this profile has version {version}; this program reads up to version {VERSION}."
            " Update the program."
        )
    return value_of(kind, _filled(document), lambda problem: ProfileError(f"{problem}."))


def _written(file: ProfileFile) -> dict[str, object]:
    document: dict[str, object] = msgspec.json.decode(msgspec.json.encode(file))
    return document


def _filled(value: object, name: str = "") -> object:
    """A JSON value without its nulls: they count as left out. Raises ProfileError."""
    if isinstance(value, dict):
        return {key: _filled(entry, str(key)) for key, entry in value.items() if entry is not None}
    if isinstance(value, str) and not value.isprintable():
        raise ProfileError(f'"{name}" must be {LINE}.')
    return value


def _colour_said(colour: MeasuredColour) -> ColourSaid:
    return ColourSaid(hex_code(colour.srgb), round(colour.spread, 2))


def _stripe_said(stripe: Stripe) -> StripeSaid:
    return StripeSaid(hex_code(stripe.srgb), round(stripe.width, 4))
