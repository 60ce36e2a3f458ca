"""The JSON API, version 1: what the pages use, and anybody else's program."""

from __future__ import annotations

from flask import Blueprint

from ..games.game_pages import load_pages

api = Blueprint("api", __name__)
load_pages()  # a route takes those of the games' changes that are known when it is made

from . import openapi  # noqa: E402, F401 - it adds its route
from .club import evenings, lists  # noqa: E402, F401 - they add theirs
from .dashboard import calibrations, learning, session, settings, sheets, tile_sets  # noqa: E402, F401
from .routes import advice, corrections, friends, games, live, photos, readings, records, stream  # noqa: E402, F401
from .studying import digitisings, openings, pictures, puzzles, reviews, studies  # noqa: E402, F401
