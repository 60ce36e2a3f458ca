"""How likely the board lies at a place: one fitted score of what lines, letters and cells say.

It is a logistic function of a few measures, fitted on drawn tables with boards that are hard to
find and with what looks like one (`palago.vision.training.counters.place` makes
`weights/counters_place.json`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....calibration.arrays import Floats, Picture
from ....engine.tiles.observation import SURE
from ...faces.logistic import logistic
from ...fitted import fitted_numbers
from .extent import BoardPlace, FoundPlaces
from .letters import Heading, read_heading

LIKELY = 0.5
"""A place that is less likely is none."""
LARGEST_LEAD = 60.0
"""A lead of more sides says no more."""
PLACE_MEASURES = ("constant", "lines", "beyond", "lead", "way", "reach")
"""What speaks for a place:

lines, beyond: the shares of sides that are drawn on the board and just outside;
lead: by how much lines and letters are more for it than for any other place, as a logarithm;
way: how much more the letters are for one way round than for the other, as a logarithm: hardly
more, where no board lies at the place;
reach: the share of its cells near which cells were found; a view drawn out from few does not hold.
"""


@dataclass(frozen=True)
class JudgedPlace:
    """A place, what its letters say, and how likely the board is there, 0 to 1."""

    place: BoardPlace
    heading: Heading
    chance: float

    @property
    def is_sure(self) -> bool:
        """Whether it can be relied on."""
        return self.chance >= SURE


def judge_places(image: Picture, found: FoundPlaces) -> JudgedPlace:
    """The likeliest of the places that were found in a picture (h, w, 3) BGR."""
    headings = [read_heading(image, place.view) for place in found.places]
    fitted = fitted_numbers("counters_place")
    best, measures = place_measures(found, headings, fitted["letters"])
    chance = float(logistic(measures @ np.array(fitted["place"])))
    return JudgedPlace(found.places[best], headings[best], chance)


def place_measures(
    found: FoundPlaces, headings: Sequence[Heading], letters: float
) -> tuple[int, Floats]:
    """The best place, its PLACE_MEASURES (6,); `letters` is the worth of likeness 1, in sides."""
    worth = [p.fit + letters * h.likeness for p, h in zip(found.places, headings, strict=True)]
    order = np.argsort(-np.array(worth))
    best = int(order[0])
    second = max([found.next_fit, *(worth[k] for k in order[1:])])
    lead = min(max(worth[best] - second, 0.0), LARGEST_LEAD)
    place, heading = found.places[best], headings[best]
    return best, np.array([
        1.0, place.lines, place.beyond, np.log1p(lead), np.log1p(heading.evidence), place.reach
    ])  # fmt: skip
