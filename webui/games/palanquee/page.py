"""What Palanquée does otherwise on the page than other games on a printed board."""

from __future__ import annotations

from dataclasses import replace

from ..printed import page as printed
from .pictures import palanquee_at_start, palanquee_picture
from .program import ColoursOfProgram, advise_palanquee
from .view import palanquee_view

PAGE = replace(
    printed.PAGE,
    view=palanquee_view,
    advise=advise_palanquee,
    picture=palanquee_picture,
    program=ColoursOfProgram(),
    option_names=("program", "seeds_by"),
    rule_pictures={1: palanquee_at_start},
)
