"""What Palagem does otherwise on the page than other games."""

from __future__ import annotations

from ..page import GamePage
from ..pictures.rule_pictures import PAIR, RHOMBUS, TURN
from . import changes  # noqa: F401 - what can be asked for here
from .view import palagem_view

PAGE = GamePage(palagem_view, rule_pictures={1: RHOMBUS, 2: PAIR, 3: TURN})
