"""Every kind of file that arrives instead of a good photo, and every kind of good photo."""

import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from palago.vision.photos.photo import PhotoError, load_photo
from PIL import Image, ImageOps


def four_fields(height: int = 40, width: int = 60) -> np.ndarray:
    """Four fields of colour, BGR; no two corners alike, so that every turn and flip shows."""
    picture = np.full((height, width, 3), 230, np.uint8)
    picture[: height // 2, : width // 2] = (30, 20, 250)
    picture[height // 2 :, : width // 2] = (20, 240, 10)
    picture[: height // 2, width // 2 :] = (200, 30, 20)
    return picture


def encoded(picture: np.ndarray, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    mode = options.pop("mode", "RGB")
    Image.fromarray(picture[:, :, ::-1]).convert(str(mode)).save(buffer, kind, **options)
    return buffer.getvalue()


def png_claiming(width: int, height: int) -> bytes:
    def chunk(name: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + content))
        return struct.pack(">I", len(content)) + name + content + check

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + body + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_applied(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(four_fields(), kind, exif=exif, quality=95)
    photo = load_photo(data)
    with Image.open(io.BytesIO(data)) as image:
        wanted = np.asarray(ImageOps.exif_transpose(image).convert("RGB"))[:, :, ::-1]
    assert photo.image.shape == wanted.shape
    assert (photo.height, photo.width) == wanted.shape[:2]
    assert np.abs(photo.image.astype(int) - wanted).mean() < 6


@pytest.mark.parametrize(
    "data",
    [
        encoded(four_fields(), "JPEG", mode="CMYK", quality=95),
        encoded(four_fields(), "PNG", mode="RGBA"),
        encoded(four_fields(), "PNG", mode="P"),
        encoded(four_fields(), "BMP"),
        cv2.imencode(".png", four_fields().astype(np.uint16) * 257)[1].tobytes(),
    ],
    ids=["cmyk", "alpha", "palette", "bmp", "16 bit"],
)
def test_unusual_pixels_come_out_right(data: bytes) -> None:
    difference = load_photo(data).image.astype(int) - four_fields()
    # A web palette is coarse; the fields must still be the right ones.
    assert np.abs(difference).mean() < 30


@pytest.mark.parametrize("mode", ["L", "1", "LA", "I;16"])
def test_grey_pictures_have_three_equal_channels(mode: str) -> None:
    if mode == "I;16":
        grey = cv2.cvtColor(four_fields(), cv2.COLOR_BGR2GRAY).astype(np.uint16) * 257
        data = cv2.imencode(".png", grey)[1].tobytes()
    else:
        data = encoded(four_fields(), "PNG", mode=mode)
    image = load_photo(data).image
    assert image.shape == (40, 60, 3)
    assert np.ptp(image, axis=2).max() == 0


def test_what_is_transparent_is_paper_not_the_colour_hidden_below() -> None:
    picture = np.zeros((8, 8, 4), np.uint8)
    image = load_photo(cv2.imencode(".png", picture)[1].tobytes()).image
    assert (image == 128).all()


def test_heic_is_read_where_its_package_is_installed() -> None:
    heif = pytest.importorskip("pillow_heif")
    heif.register_heif_opener()
    photo = load_photo(encoded(four_fields(64, 96), "HEIF", quality=90))
    assert np.abs(photo.image.astype(int) - four_fields(64, 96)).mean() < 12


@pytest.mark.parametrize(("data", "words"), [
    (b"", "empty"), (b"%PDF-1.7\n1 0 obj", "PDF"), (b"\n%PDF-1.7\n", "PDF"),
    (b"GIF89a" + bytes(40), "GIF"), (b"PK\3\4" + bytes(40), "zip"),
    (b"just some words", "not a picture"), (b"just some words", "WebP or HEIC"),
    (b"\0\0\0 ftypisom" + bytes(40), "a video .'palago digitise'"),
    (b"\xff\xd8\xff\xe0", "picture|damaged"), (encoded(four_fields(), "JPEG")[:-2], "cut short"),
    (encoded(four_fields(400, 600), "JPEG")[:2000], "cut short"),
    (encoded(four_fields(), "PNG")[:-12], "cut short"),
    (encoded(four_fields(), "WEBP")[:-12], "cut short|damaged"),
    (png_claiming(30_000, 30_000), "too large"), (png_claiming(12_000, 12_000), "too large"),
    (png_claiming(9_000, 9_000), "damaged"),
])  # fmt: skip
def test_what_is_no_photo_gets_a_sentence(data: bytes, words: str) -> None:
    with pytest.raises(PhotoError, match=words):
        load_photo(data, name="table.jpg")


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match=r"there is no file .*: check its name"):
        load_photo(tmp_path / "none.jpg")
    with pytest.raises(PhotoError, match="folder"):
        load_photo(tmp_path)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_bytes_flipped_anywhere_never_crash(kind: str) -> None:
    good = encoded(np.random.default_rng(3).integers(0, 255, (60, 80, 3), np.uint8), kind)
    rng = np.random.default_rng(5)
    for _ in range(60):
        data = bytearray(good)
        for at in rng.integers(0, len(data), 3):
            data[at] = int(rng.integers(256))
        try:
            photo = load_photo(bytes(data))
        except PhotoError:
            continue
        assert photo.image.dtype == np.uint8


def test_a_large_jpeg_is_read_smaller_and_positions_lead_back() -> None:
    picture = np.zeros((3000, 4000, 3), np.uint8)
    picture[1000:1010, 3000:3010] = 255
    photo = load_photo(encoded(picture, "JPEG"))
    assert (photo.width, photo.height) == (4000, 3000)
    assert photo.image.shape[1] <= 2000
    rows, columns = np.nonzero(photo.image[:, :, 0] > 127)
    centre = photo.to_full(np.array([columns.mean(), rows.mean()]))
    assert centre == pytest.approx([3004.5, 1004.5], abs=1.0)


def test_arrays_are_photos_too() -> None:
    assert load_photo(np.zeros((1, 1, 3), np.uint8)).image.shape == (1, 1, 3)
    assert load_photo(np.zeros((5, 7), np.uint8)).image.shape == (5, 7, 3)
    for wrong in (np.zeros((0, 4, 3), np.uint8), np.zeros((4, 4, 3)), np.zeros((2, 2, 2, 2))):
        with pytest.raises(PhotoError):
            load_photo(wrong)


def test_what_is_no_photo_at_all_is_named() -> None:
    with pytest.raises(TypeError, match="a path, a file opened by"):
        load_photo([])  # type: ignore[arg-type]
