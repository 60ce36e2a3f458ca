"""Flat boards with answers, from generated scenes or from pictures with their truth; as files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ....calibration.arrays import Picture
from ....engine.palanquee.table.drawn import drawn_cells
from ....engine.palanquee.table.pieces import COLOURS
from ...benchmark.truth import SUFFIX, photo_beside
from ...counters.glance import USUAL_HEIGHT, USUAL_RADIUS
from ...counters.locating.locate import locate_board
from ...counters.reader import LONG_SIDE
from ...counters.rectify import CENTRES, CameraPlace, Rectified, coarser, rectify
from ...counters.seed_sign import WAYS
from ...photos.photo import load_photo
from .wanted_answers import LEAST_KIND, LEAST_VISIBLE, Answers, no_answers

PHOTOGRAPHED = 1.15
"""In a picture a piece shows this many times what its top alone shows: its side is seen, too."""


@dataclass(frozen=True)
class CounterSample:
    """A flat board and its answers."""

    rectified: Rectified
    answers: Answers


def sample_of(image: Picture, truth: dict[str, Any], zoom: float) -> CounterSample | None:
    """A sample from a picture and its truth, found and laid flat by the reader itself; `zoom` is
    the picture's size beside the truth's. None where its board is not found, or in another place.
    """
    board = locate_board(image)
    if board is None:
        return None
    rectified = rectify(image, board.view, board.drift)
    corners = board.view.to_table(np.array(truth["corners"]) * zoom)
    own = np.array([CENTRES.min(axis=0), CENTRES.max(axis=0)]).mean(axis=0)
    if np.hypot(*(corners.mean(axis=0) - own)) > 1.0:
        return None
    turned = bool(corners[0].sum() > corners[2].sum())
    conditions = truth["conditions"]
    answers = no_answers(len(CENTRES), WAYS.index(conditions["seeds_by"]))
    places = {(c.name, c.row): k for k, c in enumerate(drawn_cells())}

    def index(name: str, row: int) -> int:
        # The other way round the list of drawn cells runs backwards.
        k = places[name, row]
        return len(CENTRES) - 1 - k if turned else k

    for name, row in truth["hidden"]:
        answers.hidden[index(name, row)] = 1.0
        answers.matters[index(name, row)] = 0.2
    across = {(o["cell"], o["row"]) for o in truth["odd"] if o["what"] == "between"}
    for piece in truth["pieces"]:
        k = index(piece["cell"], piece["row"])
        foot = board.view.to_table(np.array([piece["center"]]) * zoom)[0]
        foot = foot - board.drift.at(foot[None])[0]
        if (piece["cell"], piece["row"]) in across:
            near = np.hypot(*(CENTRES - foot).T) < 1.3
            answers.matters[near & (answers.piece < 0.5)] = 0.0
        answers.piece[k] = 1.0
        answers.offset[k] = rectified.turn((foot - CENTRES[k])[None])[0]
        by = conditions["seeds_by"] if piece["kind"] == "seed" else None
        answers.cube[k] = by == "cube" or conditions["counters"] == "cubes"
        marked = by == "mark"
        answers.mark[k] = marked
        if "height" in piece:
            answers.radius[k] = piece["radius"] - USUAL_RADIUS
            answers.height[k] = piece["height"] - USUAL_HEIGHT
            answers.sized[k] = float(piece["visible"] >= LEAST_KIND)
        visible = piece["visible"] * PHOTOGRAPHED + 0.3 * marked
        answers.matters[k] = float(visible >= LEAST_VISIBLE)
        if visible >= LEAST_KIND:
            answers.colour[k] = COLOURS.index(piece["colour"])
            answers.seed[k] = piece["kind"] == "seed"
            answers.marked[k] = 1.0
    answers.matters[~rectified.shown] = 0.0
    return CounterSample(rectified, answers)


def save_sample(sample: CounterSample, path: Path) -> None:
    """Write a sample as one file."""
    r = sample.rectified
    photo = cv2.imencode(".webp", r.fine, [cv2.IMWRITE_WEBP_QUALITY, 93])[1]
    np.savez_compressed(
        path, photo=photo, size=r.image.shape[1::-1], matrix=r.matrix,
        camera=[*r.camera.foot, r.camera.height], shown=r.shown, **sample.answers.arrays(),
    )  # fmt: skip


def load_sample(path: Path) -> CounterSample:
    """Read what `save_sample` wrote."""
    with np.load(path) as data:
        values = {name: data[name] for name in data.files}
    photo, size, matrix, camera, shown = (
        values.pop(name) for name in ("photo", "size", "matrix", "camera", "shown")
    )
    fine = np.asarray(cv2.imdecode(photo, cv2.IMREAD_COLOR), np.uint8)
    place = CameraPlace(camera[:2], float(camera[2]))
    way = int(values.pop("way"))
    return CounterSample(
        Rectified(coarser(fine, size), fine, matrix, place, shown), Answers(**values, way=way)
    )


def laid_flat(folder: Path, out: Path) -> list[Path]:
    """The pictures' flat boards as files in a folder; what is there already is not done again."""
    paths = []
    for told in truths_in(folder):
        path = out / photo_beside(told).relative_to(folder).with_suffix(".npz")
        if not path.exists():
            sample = flat_sample(told)
            if sample is None:
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            save_sample(sample, path)
        paths.append(path)
    return paths


def truths_in(folder: Path) -> list[Path]:
    """The files in a folder that tell what is in the picture beside them."""
    return sorted(folder.rglob("*" + SUFFIX))


def flat_sample(truth_path: Path) -> CounterSample | None:
    """The flat board in the picture beside a truth; None where it cannot be laid flat."""
    truth = json.loads(truth_path.read_text(encoding="utf-8"))
    photo = load_photo(photo_beside(truth_path), long_side=LONG_SIDE)
    zoom = photo.image.shape[1] / truth["image"]["width"]
    return sample_of(np.asarray(photo.image), truth, zoom)
