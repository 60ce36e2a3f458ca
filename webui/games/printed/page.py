"""What games on a printed board do otherwise on the page than games of tiles."""

from __future__ import annotations

from ..page import GamePage
from . import changes  # noqa: F401 - what can be asked for here
from .pictures import board_picture, printed_animation, printed_step, printed_thumbnail
from .seen import printed_view

PAGE = GamePage(
    printed_view,
    picture=board_picture,
    step=printed_step,
    thumbnail=printed_thumbnail,
    animation=printed_animation,
)
