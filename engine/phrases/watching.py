"""What is said of photos and films that become games, in English."""

from __future__ import annotations

from collections.abc import Mapping

WATCHING_ENGLISH: Mapping[str, str] = {
    "digitise.no_board": "no board in the photo",
    "digitise.photo_no_photo": "it is no photo, or damaged at its beginning",
    "digitise.photo_damaged": "the photo is damaged and cannot be read",
    "digitise.photo_cut_short": "the photo is cut short, its end is missing",
    "digitise.photo_too_large": "the photo has too many pixels",
    "digitise.photo_needs_heic": "HEIC photos need one more package: pip install 'palago[heic]'",
    "digitise.had_begun": "the game had begun before this photo",
    "digitise.cleared": (
        "all tiles were taken away before this, and other ones laid: from here on it is another "
        "game, which is not in this record"
    ),
    "digitise.nothing_seen": (
        "no board was seen: are all tiles in the picture, and does the camera rest now and then?"
    ),
    "digitise.which_colour": (
        "it is hard to tell which of the two colours is the lighter one: {white} was taken for "
        "White and {blue} for Blue"
    ),
    "digitise.unsure_tiles": "tiles that were not seen well: {cells}",
    "digitise.unsure_cells": "cells that were not seen well: {cells}",
}
