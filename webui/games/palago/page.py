"""What Palago does otherwise on the page than other games."""

from __future__ import annotations

from ..page import PAIR, TURN, GamePage, draw_closed_creature, draw_eye
from .advice import advise_palago
from .program import ColourOfProgram
from .view import palago_view

PAGE = GamePage(
    palago_view,
    advise_palago,
    program=ColourOfProgram(),
    counts_tiles=True,
    option_names=("partner",),
    rule_pictures={1: PAIR, 2: TURN, 3: draw_closed_creature, 5: draw_eye},
)
