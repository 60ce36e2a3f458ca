"""A photo that has lost what it told beside the picture, and nothing of the picture."""

import contextlib
import io
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.vision.photos.without_metadata import NotUnderstood, bare
from PIL import ExifTags, Image, PngImagePlugin

SECRETS = (b"Hidden Street", b"SN-4711", b"2026:05:01", b"adobe:ns:meta")


def picture() -> Image.Image:
    rng = np.random.default_rng(5)
    return Image.fromarray(rng.integers(0, 255, (90, 120, 3), np.uint8))


def exif() -> Image.Exif:
    """EXIF as a phone writes it: orientation, camera, serial number, time and place."""
    known = Image.Exif()
    known[ExifTags.Base.Orientation] = 6
    known[ExifTags.Base.Make] = "Phones"
    known[ExifTags.Base.ImageDescription] = "Hidden Street 5"
    details = known.get_ifd(ExifTags.IFD.Exif)
    details[ExifTags.Base.BodySerialNumber] = "SN-4711"
    details[ExifTags.Base.DateTimeOriginal] = "2026:05:01 20:00:00"
    place = known.get_ifd(ExifTags.IFD.GPSInfo)
    place[ExifTags.GPS.GPSLatitudeRef] = "N"
    place[ExifTags.GPS.GPSLatitude] = (47.0, 22.0, 30.0)
    return known


def saved(kind: str, **more: Any) -> bytes:
    target = io.BytesIO()
    picture().save(target, kind, **more)
    return target.getvalue()


def telling(kind: str) -> bytes:
    """A picture of a kind, with all that it can tell."""
    xmp = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>Hidden Street</x:xmpmeta>"
    if kind == "PNG":
        words = PngImagePlugin.PngInfo()
        words.add_text("Comment", "Hidden Street")
        words.add_itxt("XML:com.adobe.xmp", xmp.decode())
        return saved("PNG", exif=exif(), pnginfo=words)
    if kind == "HEIF":
        heif = pytest.importorskip("pillow_heif", reason="the heic extra is not installed")
        heif.register_heif_opener()
        return saved("HEIF", exif=exif().tobytes(), xmp=xmp)
    if kind == "BMP":
        return saved("BMP") + b"Hidden Street"
    more = {"comment": b"Hidden Street"} if kind == "JPEG" else {}
    return saved(kind, exif=exif().tobytes(), xmp=xmp, **more)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "BMP"])
def test_nothing_is_told_and_every_pixel_stays(kind: str) -> None:
    data = telling(kind)
    assert any(secret in data for secret in SECRETS)
    without = bare(data)
    assert not [secret for secret in SECRETS if secret in without]
    with Image.open(io.BytesIO(without)) as left, Image.open(io.BytesIO(data)) as before:
        assert not dict(left.getexif()) and not left.info.get("xmp", b"").strip(b"\0")
        assert np.array_equal(np.asarray(left), np.asarray(before))
    assert bare(without) == without


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_that_tells_nothing_stays_as_it_is(kind: str) -> None:
    plain = saved(kind)
    assert bare(plain) == plain


def test_colours_keep_their_profile() -> None:
    profile = b"\0" * 36 + b"acsp" + b"\0" * 120
    for kind in ("JPEG", "PNG", "WEBP"):
        with Image.open(io.BytesIO(bare(saved(kind, icc_profile=profile, exif=exif())))) as left:
            assert left.info["icc_profile"] == profile


def test_progressive_and_cmyk_jpegs_stay_whole() -> None:
    target = io.BytesIO()
    picture().convert("CMYK").save(target, "JPEG", exif=exif())
    for data in (saved("JPEG", progressive=True, exif=exif()), target.getvalue()):
        with Image.open(io.BytesIO(bare(data))) as left, Image.open(io.BytesIO(data)) as before:
            assert left.mode == before.mode
            assert np.array_equal(np.asarray(left), np.asarray(before))


def test_what_a_phone_puts_behind_the_picture_goes_and_a_readable_note_stays() -> None:
    film = struct.pack(">I4s", 24, b"ftyp") + b"mp42" + b"\0" * 12 + b"Hidden Street"
    plain = saved("JPEG")
    for behind in (film, telling("JPEG"), b"Exif in words", b"x" * 70_000):
        assert bare(plain + behind) == plain
    noted = plain + b"\nTRUTH {}"
    assert bare(noted) == noted
    assert bare(noted, keeps_note=False) == plain


def test_what_is_built_wrongly_is_not_understood() -> None:
    for data in (b"", b"hello", b"\xff\xd8\xff", saved("JPEG")[:-30], saved("PNG")[:-20]):
        with pytest.raises(NotUnderstood):
            bare(data)


@settings(max_examples=150)
@given(
    kind=st.sampled_from(["JPEG", "PNG", "WEBP"]),
    changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=6),
    cut=st.integers(0, 400),
)
def test_whatever_was_damaged_it_answers(
    kind: str, changes: list[tuple[int, int]], cut: int
) -> None:
    data = bytearray(telling(kind))
    for place, value in changes:
        data[place % min(len(data), 900)] = value
    try:
        without = bare(bytes(data[: len(data) - cut]))
    except NotUnderstood:
        return
    assert len(without) <= len(data)
    assert bare(without) == without


@settings(max_examples=100)
@given(
    changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=6)
)
def test_whatever_was_damaged_in_a_heic_photo_it_answers(changes: list[tuple[int, int]]) -> None:
    data = bytearray(HEIC or pytest.skip("the heic extra is not installed"))
    for place, value in changes:
        data[place % min(len(data), 700)] = value
    with contextlib.suppress(NotUnderstood):
        assert len(bare(bytes(data))) == len(data)


def _heic() -> bytes:
    try:
        import pillow_heif  # noqa: F401
    except ImportError:
        return b""
    return telling("HEIF")


HEIC = _heic()
