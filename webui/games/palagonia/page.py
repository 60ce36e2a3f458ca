"""What Palagonia does otherwise on the page than other games."""

from __future__ import annotations

from ..page import GamePage
from ..pictures.rule_pictures import PAIR, TURN, draw_closed_creature
from .advice import advise_palagonia
from .start import usual_options
from .view import palagonia_view, program_rolls

PAGE = GamePage(
    palagonia_view,
    advise_palagonia,
    usual_options,
    usual_players=3,
    counts_tiles=True,
    option_names=("program_rolls",),
    throws=program_rolls,
    rule_pictures={1: PAIR, 3: TURN, 6: draw_closed_creature},
)
