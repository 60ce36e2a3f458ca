"""What the reading of a photo warns of, in the page's language."""

from __future__ import annotations

from typing import Any

from ....vision.readings.warnings import parse_warning, warn
from ...texts import say
from ..sight import HIDDEN, Sight
from .items import Item


def photo_items(sight: Sight, language: str) -> list[Item]:
    """Tiles that the photo shows in part, and what else is doubtful about it.

    Tiles that are only unsure are said in the verdict and marked on the table.
    """
    items = []
    for why in HIDDEN:
        cells = tuple(sorted(cell for cell, tile in sight.tiles.items() if tile.hidden == why))
        if cells:
            items.append(Item("unsure", say(language, f"warning.{why}", count=len(cells)), cells))
    for sentence in sight.photo.warnings if sight.photo else ():
        known = parse_warning(sentence)
        if known is None:
            items.append(Item("unsure", sentence))
        elif known.code != "no_board":  # that is the verdict
            items.append(Item("unsure", say(language, f"warning.{known.code}", **known.values)))
    return items


def hides_what_joins(sight: Sight) -> bool:
    """Whether the board's pieces are those whose joining tiles the photo hides."""
    pieces = len(sight.board.components())
    known = map(parse_warning, sight.photo.warnings if sight.photo else ())
    parts = [found.values["count"] for found in known if found and found.code == "parted"]
    return any(1 < pieces <= count for count in parts)


def without_board(sight: Sight, language: str) -> dict[str, Any] | None:
    """The headline for a photo in which no board was found, None for any other sight."""
    if sight.tiles or sight.photo is None or warn("no_board") not in sight.photo.warnings:
        return None
    return {
        "level": "unsure",
        "text": say(language, "verdict.no_board"),
        "detail": say(language, "verdict.no_board_help"),
    }
