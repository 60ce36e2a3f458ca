"""Measure the tile finder alone: tiles found, phantoms, corners, tips, and its time.

``python benchmarks/reading/detect.py [--scenes N] [--pictures FOLDER ...]`` rewrites ``detect.md``.
Generated scenes have seeds that training never uses; pictures are read with their truth files.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from palago.calibration.arrays import Floats, Picture
from palago.vision.finding.closer import CLEAR_SCORE
from palago.vision.finding.detect import Candidates, find_candidates

FIRST_SEED = 500_000_000
#: Tiles that are less visible, narrower (pixels, the long way) or whose two colours are closer (of
#: 255) than this count neither as found nor as missed.
LEAST_VISIBLE = 0.4
LEAST_WIDTH = 25.0
LEAST_CONTRAST = 9.0


@dataclass
class Tally:
    """Sums over the pictures of one condition."""

    pictures: int = 0
    tiles: int = 0
    found: int = 0
    phantoms: int = 0
    phantom_pictures: int = 0
    axes_right: int = 0
    tips_right: int = 0
    corner_errors: list[float] = field(default_factory=list)
    centre_errors: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        """One line of the table."""
        found = max(self.found, 1)
        corners = np.array(self.corner_errors or [0.0]) * 100
        centres = np.array(self.centre_errors or [0.0]) * 100
        return (
            f"| {name} | {self.pictures} | {self.tiles} "
            f"| {100 * self.found / max(self.tiles, 1):.2f} "
            f"| {self.phantoms} | {self.phantom_pictures} | {100 * self.axes_right / found:.2f} "
            f"| {100 * self.tips_right / found:.2f} | {np.median(centres):.1f} / "
            f"{np.percentile(centres, 95):.1f} | {np.median(corners):.1f} / "
            f"{np.percentile(corners, 95):.1f} |"
        )


HEADER = (
    "| condition | pictures | tiles | found % | phantoms | pictures with phantoms | axis right % "
    "| tip right % | centre error % of width, median / 95 % | corner error, median / 95 % |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def true_tiles(truth: dict[str, Any]) -> tuple[Floats, Floats]:
    """Corners (N, 6, 2), White tip first, and visible shares of all face-up tiles of a truth."""
    corners, visible = [], []
    for name in ("tiles", "second_group", "loose"):
        for tile in truth.get(name, []):
            if len(tile.get("corners", [])) != 6:
                continue
            points = np.roll(
                np.array(tile["corners"], float), -int(tile.get("rotation", 0)), axis=0
            )
            corners.append(points)
            washed_out = float(tile.get("contrast", 255.0)) < LEAST_CONTRAST
            visible.append(0.0 if washed_out else float(tile.get("visible", 1.0)))
    outlines = np.array(corners).reshape(-1, 6, 2)
    spans = np.linalg.norm(outlines[:, :, None] - outlines[:, None], axis=3)
    wide = spans.max(axis=(1, 2), initial=0.0) * 0.866
    return outlines, np.where(wide < LEAST_WIDTH, 0.0, visible)


def compare(found: Candidates, truth: dict[str, Any], tally: Tally) -> list[Floats]:
    """Add one picture to a tally; returns the centres of phantoms."""
    corners, visible = true_tiles(truth)
    centres = corners.mean(axis=1) if len(corners) else np.zeros((0, 2))
    across = np.roll(corners, -1, axis=1)
    areas = 0.5 * np.abs(
        (corners[..., 0] * across[..., 1] - corners[..., 1] * across[..., 0]).sum(axis=1)
    )
    widths = np.sqrt(areas * 2 / np.sqrt(3.0))
    clear = found.scores >= CLEAR_SCORE
    tally.pictures += 1
    tally.tiles += int((visible >= LEAST_VISIBLE).sum())
    taken: set[int] = set()
    phantoms = []
    for centre, outline in zip(found.centres[clear], found.corners[clear], strict=True):
        distance = np.linalg.norm(centres - centre, axis=1) / np.maximum(widths, 1)
        nearest = int(np.argmin(distance)) if len(distance) else -1
        if nearest < 0 or distance[nearest] > 0.35 or nearest in taken:
            if nearest < 0 or distance[nearest] > 0.6 or visible[nearest] >= LEAST_VISIBLE:
                phantoms.append(centre)
            continue
        taken.add(nearest)
        if visible[nearest] < LEAST_VISIBLE:
            continue
        wanted = corners[nearest]
        errors = [
            float(np.linalg.norm(np.roll(outline, turn, axis=0) - wanted, axis=1).mean())
            for turn in range(6)
        ]
        turn = int(np.argmin(errors))
        tally.found += 1
        tally.corner_errors.append(min(errors) / widths[nearest])
        tally.centre_errors.append(float(distance[nearest]))
        if "rotation" in _any_tile(truth):
            tally.axes_right += turn in (0, 3)
            tally.tips_right += turn == 0
    tally.phantoms += len(phantoms)
    tally.phantom_pictures += bool(phantoms)
    return phantoms


def _any_tile(truth: dict[str, Any]) -> dict[str, Any]:
    tiles: list[dict[str, Any]] = truth.get("tiles", [])
    return tiles[0] if tiles else {}


def generated(count: int) -> Iterator[tuple[str, Picture, dict[str, Any]]]:
    """Scenes of the fast generator with seeds apart from training's."""
    from palago.vision.training.scenes.scene import Request, make_scene

    sizes = ((1600, 1200), (800, 600), (640, 480), (1200, 1600))
    for index in range(count):
        width, height = sizes[index % len(sizes)]
        scene = make_scene(FIRST_SEED + index, Request(width, height))
        truth = scene.truth
        truth["loose"] = [
            {"corners": c.tolist(), "visible": v, "contrast": contrast, "rotation": 0}
            for (t, c, v), contrast in zip(scene.poses, scene.contrasts, strict=True)
            if t.group == "loose"
        ]
        yield str(FIRST_SEED + index), scene.image, truth


def pictured(folder: Path) -> Iterator[tuple[str, Picture, dict[str, Any]]]:
    """Pictures of a folder that have a truth file beside them."""
    for path in sorted(folder.rglob("*.truth.json")):
        stem = path.name.removesuffix(".truth.json")
        for suffix in (".jpg", ".jpeg", ".png", ".webp"):
            picture = path.with_name(stem + suffix)
            if picture.exists():
                image = cv2.imread(str(picture), cv2.IMREAD_COLOR)
                yield str(picture), np.asarray(image, np.uint8), json.loads(path.read_text())


def conditions_of(truth: dict[str, Any]) -> list[str]:
    """The rows of the table that a picture counts in."""
    known = truth.get("conditions", {})
    names = ["all", f"level {known.get('level', '?')}"]
    tilt = float(known.get("tilt_deg", 0))
    names.append("tilt 0-30" if tilt <= 30 else "tilt 30-45" if tilt <= 45 else "tilt 45-66")
    width = float(known.get("tile_width", 0) or 0)
    if width:
        names.append("tile under 40 px" if width < 40 else "tile 40 px and more")
    for flag in ("glare", "hard_shadow", "hand", "like_tile"):
        if known.get(flag):
            names.append(flag.replace("_", " "))
    if known.get("edition") in ("low contrast", "equal luminance", "grey pair"):
        names.append(f"edition {known['edition']}")
    if known.get("background") in ("honeycomb", "triangles"):
        names.append(f"background {known['background']}")
    if known.get("content", "board") != "board" or not truth.get("tiles"):
        names.append("no board")
    return names


def measure(
    pictures: Iterator[tuple[str, Picture, dict[str, Any]]], worst: Path | None
) -> tuple[dict[str, Tally], list[float]]:
    """Tallies by condition and the milliseconds of processor time of each picture."""
    tallies: dict[str, Tally] = {}
    times = []
    for name, image, truth in pictures:
        start = time.process_time()
        found = find_candidates(image)
        times.append(1000 * (time.process_time() - start))
        single = Tally()
        phantoms = compare(found, truth, single)
        for condition in conditions_of(truth):
            compare(found, truth, tallies.setdefault(condition, Tally()))
        if worst and (phantoms or single.found < 0.95 * single.tiles):
            worst.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(worst / (Path(name).stem + ".jpg")), drawn(image, found, truth))
            print(Path(name).stem, f"found {single.found}/{single.tiles} phantoms {len(phantoms)}")
    return tallies, times


def drawn(image: Picture, found: Candidates, truth: dict[str, Any]) -> Picture:
    """The picture with the truth in green and candidates in red, their light tips as dots."""
    canvas = image.copy()
    for corners in true_tiles(truth)[0]:
        cv2.polylines(
            canvas, [np.round(corners * 16).astype(np.int32)], True, (0, 255, 0), 1, 16, 4
        )
    for corners, score in zip(found.corners, found.scores, strict=True):
        colour = (0, 0, 255) if score >= CLEAR_SCORE else (255, 0, 255)
        outline = np.round(corners * 16).astype(np.int32)
        cv2.polylines(canvas, [outline], True, colour, 1, cv2.LINE_AA, 4)
        tip = tuple(int(v) for v in corners[0])
        cv2.circle(canvas, tip, 2, colour, -1)
    return canvas


def speed() -> list[str]:
    """Lines on processor time, all threads together, beside ``cv2.imdecode`` of the same picture.

    The best of seven runs in one process, so that other work on the machine counts little.
    """
    from palago.vision.training.scenes.scene import Request, make_scene

    request = Request(1600, 1200, level="mild", content="board", tiles=24, tilt_deg=30.0)
    scene = make_scene(FIRST_SEED, request).image
    lines = ["## Time", ""]
    for name, size in (("2 megapixels", (1600, 1200)), ("12 megapixels", (4000, 3000))):
        image = cv2.resize(scene, size, interpolation=cv2.INTER_CUBIC)
        coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        decode = _best_of(lambda coded=coded: cv2.imdecode(coded, cv2.IMREAD_COLOR))  # type: ignore[misc]
        find = _best_of(lambda image=image: find_candidates(image))  # type: ignore[misc]
        lines.append(
            f"- {name}: finding takes {1000 * find:.0f} ms of processor time, all threads "
            f"together: {find / decode:.2f} times what decoding takes."
        )
    return [*lines, ""]


def _best_of(action: Callable[[], object], times: int = 7) -> float:
    seconds = []
    for _ in range(times):
        start = time.process_time()
        action()
        seconds.append(time.process_time() - start)
    return min(seconds)


def main() -> None:
    """Measure and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--pictures", type=Path, nargs="*", default=[])
    parser.add_argument("--worst", type=Path, help="folder for overlays of pictures with errors")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "detect.md")
    arguments = parser.parse_args()
    sets = [
        (
            "Generated scenes (fast generator, seeds apart from training)",
            generated(arguments.scenes),
        )
    ]
    sets += [(f"Pictures in {folder.name}", pictured(folder)) for folder in arguments.pictures]
    lines = ["# The tile finder alone", "", __doc__.splitlines()[0], ""]
    for title, pictures in sets:
        tallies, times = measure(pictures, arguments.worst)
        if not times:
            continue
        lines += [f"## {title}", "", HEADER]
        lines += [tallies[name].row(name) for name in sorted(tallies)]
        lines += ["", f"Milliseconds of processor time a picture, median {np.median(times):.0f}, "
                  f"90 % {np.percentile(times, 90):.0f}.", ""]  # fmt: skip
    lines += speed()
    text = "\n".join(lines)
    arguments.out.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
