"""What reading a photo costs, held against decoding the very same file.

The sample pictures of the develop part are drawn up to the sizes that phones give and get a
sensor's noise; each is read from its JPEG bytes, and decoded by itself right after. Photos without
a board are counted apart, since in them the reader has to look closer before it gives up.

    python benchmarks/reading/photo_sizes.py [--most 30]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from palago.vision import read
from palago.vision.benchmark.pages import markdown_table, write_results
from palago.vision.benchmark.timing import milliseconds
from palago.vision.benchmark.truth import Case, find_cases

ROOT = Path(__file__).resolve().parents[2]
#: Megapixels and the JPEG's width and height.
SIZES = {2: (1600, 1250), 12: (4000, 3000)}
NOISE, QUALITY, REPEATS = 3.0, 90, 3


@dataclass(frozen=True)
class Cost:
    """Milliseconds of one photo: read, and decoded only."""

    read: float
    decode: float


def enlarged(case: Case, size: tuple[int, int], rng: np.random.Generator) -> bytes:
    """The JPEG of a sample picture as a larger camera would give it."""
    picture = cv2.imread(str(case.photo))
    if picture is None:
        raise SystemExit(f"{case.photo} cannot be read")
    if picture.shape[0] > picture.shape[1]:
        picture = cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE)
    large = cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC).astype(np.float32)
    large += rng.normal(0.0, NOISE, large.shape)
    pixels = np.clip(large, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def cost_of(data: bytes) -> Cost:
    """The best of a few runs, one after the other."""
    packed = np.frombuffer(data, np.uint8)
    works = (lambda: read(data)), (lambda: cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return Cost(*(milliseconds(work, REPEATS, time.perf_counter) for work in works))


PEAK = """
import re, sys
from palago.vision import read
read(sys.argv[1])
print(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1])
"""


def peak_memory(data: bytes) -> float:
    """Megabytes that a fresh process has needed at most to read one photo (Linux only).

    Not from ``getrusage``, which hands the parent's peak down to the child.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "photo.jpg"
        file.write_bytes(data)
        command = [sys.executable, "-c", PEAK, str(file)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout) / 1024


def row(megapixels: int, what: str, costs: Sequence[Cost]) -> tuple[object, ...]:
    """One line of the table."""
    reading = np.array([cost.read for cost in costs])
    ratio = reading / np.array([cost.decode for cost in costs])
    times = (f"{np.median(reading):.0f}", f"{reading.max():.0f}")
    return (megapixels, what, len(costs), *times, f"{np.median(ratio):.1f}", f"{ratio.max():.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=30, help="photos of each kind")
    most = parser.parse_args().most
    cases = [c for c in find_cases(ROOT / "sample_images") if c.part == "develop"]
    kinds = {
        "with a board": [case for case in cases if case.tiles][:most],
        "without a board": [case for case in cases if not case.tiles][:most],
    }
    rng = np.random.default_rng(12)
    rows = []
    for megapixels, size in SIZES.items():
        for what, chosen in kinds.items():
            rows.append(row(megapixels, what, [cost_of(enlarged(c, size, rng)) for c in chosen]))
            print(*rows[-1], flush=True)
    largest = [enlarged(chosen[0], SIZES[12], rng) for chosen in kinds.values()]
    head = ("photos", "number", "ms, median", "ms, most", "times decoding, median", "most")
    write_results(
        __file__,
        "What reading a photo costs",
        "Rendered sample pictures (develop), enlarged, with noise, as JPEG. Milliseconds of the "
        f"wall clock in one process, the best of {REPEATS} runs; the ratio is to `cv2.imdecode` "
        "of the same file in the same process.",
        markdown_table("megapixels", head, rows),
        "Peak memory of a process that reads one photo of 12 megapixels: with a board "
        f"{peak_memory(largest[0]):.0f} MB, without {peak_memory(largest[1]):.0f} MB.",
    )


if __name__ == "__main__":
    main()
