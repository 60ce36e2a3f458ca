"""Small files that claim to be large: refused before they are decoded, or decoded within limits."""

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from further_cases import further
from palago.calibration.cameras.exif import camera_identity
from palago.vision.photos.photo import PhotoError, PhotoFile, load_photo
from PIL import Image, PngImagePlugin

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(name: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(name + content))
    return struct.pack(">I", len(content)) + name + content + check


def png(width: int, height: int, depth: int, colour: int, channels: int) -> bytes:
    """A PNG of zeros: as small as a file of this size can be."""
    row = bytes(1 + width * depth * channels // 8)
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def saved(mode: str, size: tuple[int, int], kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    colour = (10, 20, 30, 40)[: len(mode)]
    Image.new(mode, size, colour if len(mode) > 1 else 10).save(buffer, kind, **options)
    return buffer.getvalue()


def endless_chunk(name: bytes, length: int) -> bytes:
    """A PNG of 45 bytes with a chunk that claims to go on for so long."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 1000, 1000, 8, 6, 0, 0, 0))
    return SIGNATURE + header + struct.pack(">I", length) + name + b"IEND"


@pytest.mark.parametrize("name", [b"IDAT", b"zTXt", b"IEND"])
@pytest.mark.parametrize("length", [0xFFFFFFFF, 0x7FFFFFFF, 100])
def test_a_png_whose_chunks_are_longer_than_the_file_is_cut_short(name: bytes, length: int) -> None:
    with pytest.raises(PhotoError, match=r"cut short|damaged"):
        load_photo(endless_chunk(name, length))


def test_what_would_be_too_large_decoded_is_refused_unseen() -> None:
    # Neither is decoded here: 959 and 478 MB would have to be.
    header = struct.pack(">IIBBBBB", 10_950, 10_950, 16, 6, 0, 0, 0)
    pixels = chunk(b"IDAT", bytes(1_000_000))
    sixteen_bit = SIGNATURE + chunk(b"IHDR", header) + pixels + chunk(b"IEND", b"")
    with pytest.raises(PhotoError, match="959 MB") as refused:
        load_photo(sixteen_bit)
    assert refused.value.code == "too_large"
    jpeg = saved("CMYK", (1000, 1000), "JPEG")
    with pytest.raises(PhotoError, match="too large") as refused:
        load_photo(jpeg.replace(b"\x03\xe8\x03\xe8", b"\x2b\0\x2b\0"))
    assert refused.value.code == "too_large"


def test_a_jpeg_of_thousands_of_scans_is_refused() -> None:
    data = saved("RGB", (4000, 3000), "JPEG", progressive=True)
    load_photo(data)
    last_scan = data[data.rfind(b"\xff\xda") : -2]
    with pytest.raises(PhotoError, match="too long to decode"):
        load_photo(data[:-2] + 500 * last_scan + b"\xff\xd9")


def test_chunks_without_pixels_are_not_handed_to_the_decoder() -> None:
    buffer = io.BytesIO()
    frames = [Image.new("RGB", (40, 30), colour) for colour in ("red", "blue")]
    frames[0].save(buffer, "PNG", save_all=True, append_images=frames[1:])
    assert load_photo(buffer.getvalue()).image[0, 0].tolist() == [0, 0, 255]


def test_the_header_of_a_png_is_read_without_decoding_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow's own search for EXIF decodes a PNG to its end: 0.9 GB for the file of 1 MB above."""
    data = saved("RGB", (40, 30), "PNG")

    def decode(image: object) -> None:
        raise AssertionError("the pixels were decoded")

    monkeypatch.setattr(PngImagePlugin.PngImageFile, "load", decode)
    assert camera_identity(data).make is None
    load_photo(data)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_looked_at_twice_is_the_same_each_time(kind: str) -> None:
    noise = np.random.default_rng(4).integers(0, 255, (900, 1200, 3), np.uint8)
    buffer = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(noise).save(buffer, kind, quality=90, exif=exif)
    file = PhotoFile(buffer.getvalue())
    for side in (300, 600, 1200, 300):
        again = load_photo(buffer.getvalue(), long_side=side)
        assert np.array_equal(file.at(side).image, again.image)
        assert (file.at(side).width, file.at(side).height) == (900, 1200)


PEAK = """
import re, sys
from palago.vision.photos.photo import load_photo
def peak():
    return int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) * 1024
before = peak()
photo = load_photo(sys.argv[1])
print((peak() - before) / photo.width / photo.height)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux to be measured")
@pytest.mark.parametrize(
    ("name", "most"), [("cmyk.jpg", 4), *further([("alpha.webp", 16), ("16 bit.png", 24)])]
)
def test_decoding_needs_few_bytes_for_each_pixel(name: str, most: float, tmp_path: Path) -> None:
    """They took 36, 14 and 44 bytes a pixel when whole pictures were converted at once."""
    size = (4000, 3000)
    files = {
        "alpha.webp": lambda: saved("RGBA", size, "WEBP", lossless=True, method=0),
        "cmyk.jpg": lambda: saved("CMYK", size, "JPEG", quality=30),
        "16 bit.png": lambda: png(*size, 16, 6, 4),
    }
    file = tmp_path / name
    file.write_bytes(files[name]())
    command = [sys.executable, "-c", PEAK, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert float(done.stdout) < most
