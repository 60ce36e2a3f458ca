"""From generated scenes to what the network for counters learns from: flat boards with answers.

The boards are found and laid flat by the reader itself, so that the network learns on what it will
be shown, misplaced lines and all.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....engine.palanquee.drawn import drawn_cells
from ...counters.glance import USUAL_HEIGHT, USUAL_RADIUS
from ...counters.locate import locate_board
from ...counters.pose import CameraPlace
from ...counters.rectify import CENTRES, Rectified, rectify

#: Answers for each drawn cell: those of `glance.OUTPUTS`, then whether each of the first, the
#: second, the middle five and the last is to be learnt.
ANSWERS = 12
LEAST_VISIBLE = 0.2
"""A piece of which less is seen need not be found."""
SHOWN_MARK = 0.5


@dataclass(frozen=True)
class CounterSample:
    """A flat board and its answers (n, ANSWERS)."""

    rectified: Rectified
    answers: NDArray[np.float32]


def sample_of(image: NDArray[np.uint8], truth: dict[str, Any]) -> CounterSample | None:
    """A sample from a scene's picture and truth; None where its board is not found."""
    board = locate_board(image)
    if board is None:
        return None
    rectified = rectify(image, board.view, board.drift)
    corners = board.view.to_table(np.array(truth["corners"]))
    answers = np.zeros((len(CENTRES), ANSWERS), np.float32)
    answers[:, 8:10] = 1.0
    answers[:, 9] = 0.0
    answers[:, 11] = 1.0
    turned = _is_turned(corners)
    if turned is None:
        return None
    places = {(c.name, c.row): k for k, c in enumerate(drawn_cells())}
    for name, row in truth["hidden"]:
        index = _index(places[name, row], turned)
        answers[index, 7] = 1.0
        answers[index, 8] = 0.2
    odd = {(o["cell"], o["row"]) for o in truth["odd"] if "cell" in o}
    for piece in truth["pieces"]:
        index = _index(places[piece["cell"], piece["row"]], turned)
        foot = board.view.to_table(np.array([piece["center"]]))[0]
        foot = foot - board.drift.at(foot[None])[0]
        offset = rectified.turn((foot - CENTRES[index])[None])[0]
        answers[index, :7] = (
            1.0, piece["marked"], *offset, piece["radius"] - USUAL_RADIUS,
            piece["height"] - USUAL_HEIGHT, piece["shape"] == "cube",
        )  # fmt: skip
        seen = piece["visible"] >= LEAST_VISIBLE
        is_odd = (piece["cell"], piece["row"]) in odd
        answers[index, 8] = float(seen and not is_odd)
        answers[index, 9] = float(piece["visible"] >= SHOWN_MARK and not is_odd)
        answers[index, 10] = float(seen)
    return CounterSample(rectified, answers)


def _is_turned(corners: NDArray[np.float64]) -> bool | None:
    """Whether the reader has the board the other way round than the truth; None where it has it
    in another place."""
    own = np.array([CENTRES.min(axis=0), CENTRES.max(axis=0)])
    middle = own.mean(axis=0)
    if np.hypot(*(corners.mean(axis=0) - middle)) > 1.0:
        return None
    return bool(corners[0].sum() > corners[2].sum())


def _index(cell: int, turned: bool) -> int:
    """The place in the list of drawn cells; the other way round it runs backwards."""
    return len(CENTRES) - 1 - cell if turned else cell


def save_sample(sample: CounterSample, path: Path) -> None:
    """Write a sample as one file."""
    r = sample.rectified
    np.savez_compressed(
        path, image=r.image, matrix=r.matrix, foot=r.camera.foot, height=r.camera.height,
        shown=r.shown, answers=sample.answers,
    )  # fmt: skip


def load_sample(path: Path) -> CounterSample:
    """Read what `save_sample` wrote."""
    with np.load(path) as data:
        camera = CameraPlace(data["foot"], float(data["height"]))
        rectified = Rectified(data["image"], data["matrix"], camera, data["shown"])
        return CounterSample(rectified, data["answers"])
