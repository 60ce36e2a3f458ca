"""Fit what tells a board's place from others: ``python -m palago.vision.training.counters.place``.

Tables are drawn with boards, most of them hard to find (`tables.boards.HARDSHIPS`), and without
(`tables.others.KINDS`). In each photo every place is judged that the reader would look at if it
never stopped. What letters count beside lines is fitted to honeycombs with right and wrong places,
then the score to the best place of each. The reader takes the likeliest of many, which is right
more often than others that look the same: two more numbers fit the score to those alone."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats
from ...counters.locating.extent import HALF_TURN, FoundPlaces
from ...counters.locating.judging import place_measures
from ...counters.locating.letters import Heading, read_heading
from ...counters.locating.locate import pictures_to_search, possible_places
from ...counters.rectify import CENTRES
from ...faces.logistic import believed, logistic_weights
from ...fitted import WEIGHTS, store_numbers
from ...lattice.plane import TableView
from .tables.boards import Photographed, photograph_board
from .tables.others import photograph_other

OFF, RIGHT = 0.4, 0.97
"""A place is right if this share of the shown cells are seen less than OFF sides beside it."""
RIDGE = 0.3
CAUTION = 0.5
"""How strongly the score is held as it is when it is fitted to the likeliest places."""


@dataclass(frozen=True)
class PlacesSeen:
    """The places that a honeycomb leaves open, their letters, and which are right (n,)."""

    found: FoundPlaces
    headings: Sequence[Heading]
    right: Flags


def looked_at(photo: Photographed) -> list[PlacesSeen]:
    """All that the reader might find in a photo."""
    looked = []
    for picture, is_last in pictures_to_search(photo.image):
        scale = picture.shape[1] / photo.image.shape[1]
        for look in possible_places(picture, is_last=is_last):
            for _, found in look:
                headings = [read_heading(picture, place.view) for place in found.places]
                right = [is_right(place.view, photo, scale) for place in found.places]
                looked.append(PlacesSeen(found, headings, np.array(right)))
    return looked


def _looked_at(photograph: Callable[[int], Photographed], seed: int) -> list[PlacesSeen]:
    cv2.setNumThreads(1)
    return looked_at(photograph(seed))


def is_right(view: TableView, photo: Photographed, scale: float = 1.0) -> bool:
    """Whether a view shows the cells where a photo `scale` times as large has them, or turned."""
    if not photo.shown.any():
        return False
    meant, seen = CENTRES[photo.shown], photo.centres[photo.shown] * scale
    ways = (view, view.after_mapping(HALF_TURN))
    gaps = [np.hypot(*(way.to_table(seen) - meant).T) for way in ways]
    return max(float(np.mean(gap < OFF)) for gap in gaps) >= RIGHT


def fit(photos: Sequence[Sequence[PlacesSeen]]) -> dict[str, Any]:
    """The numbers of `locating.judging`, from what was looked at in each photo."""
    letters = _fit_letters([look for looked in photos for look in looked])
    rows, right, owner = [], [], []
    for number, looked in enumerate(photos):
        for look in looked:
            best, measures = place_measures(look.found, look.headings, letters)
            rows.append(measures)
            right.append(look.right[best])
            owner.append(number)
    table, truth, photo = np.array(rows), np.array(right), np.array(owner)
    weights = logistic_weights(table, truth, RIDGE)
    score = table @ weights
    likeliest = np.array([
        own[np.argmax(score[own])] for own in (np.flatnonzero(photo == k) for k in np.unique(photo))
    ])  # fmt: skip
    constant, factor = believed(score[likeliest], truth[likeliest], CAUTION)
    weights = factor * weights
    weights[0] += constant
    return {"letters": round(letters, 3), "place": np.round(weights, 4).tolist()}


def _fit_letters(looked: Sequence[PlacesSeen]) -> float:
    """How many sides of lines the letters' likeness counts."""
    rows: list[Floats] = []
    for look in looked:
        worth = np.array([
            (place.fit, heading.likeness)
            for place, heading in zip(look.found.places, look.headings, strict=True)
        ])  # fmt: skip
        if look.right.any():
            rows += [worth[look.right][0] - other for other in worth[~look.right]]
    better = np.array(rows)
    lines, letters = logistic_weights(better, np.ones(len(better), bool), RIDGE)
    return float(letters / lines)


def main() -> None:
    """Draw, look, fit, and write the numbers."""
    parser = argparse.ArgumentParser(
        "python -m palago.vision.training.counters.place", description=__doc__
    )
    parser.add_argument("--boards", type=int, default=196, help="tables with a board (196)")
    parser.add_argument("--others", type=int, default=120, help="tables without one (120)")
    parser.add_argument("--processes", type=int, default=2, help="that draw and look (2)")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="folder for the numbers")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.processes) as pool:
        photos = [
            *pool.map(partial(_looked_at, photograph_board), range(arguments.boards)),
            *pool.map(partial(_looked_at, photograph_other), range(arguments.others)),
        ]
    photos = [looked for looked in photos if looked]
    fitted = fit(photos)
    store_numbers("counters_place", fitted, folder=arguments.out)
    print(f"{sum(map(len, photos))} honeycombs in {len(photos)} photos, {fitted}")


if __name__ == "__main__":
    main()
