"""What the reading of a photo of tiles warns of, in the page's language."""

from __future__ import annotations

from dataclasses import replace

from ...vision.readings.warnings import FOREIGN, HARD_TO_NAME, TileWarning
from ..texts import say
from .page import PhotoDoubt
from .set_colours import USUAL, names_seen
from .sight import HIDDEN, Sight


def tile_doubts(sight: Sight, language: str) -> list[PhotoDoubt]:
    """Tiles that the photo shows in part, and what else is doubtful about it. Tiles that are only
    unsure are said in the verdict and marked on the table."""
    doubts: list[PhotoDoubt] = []
    if sight.shows_other_set:
        doubts.append(replace(PhotoDoubt.of("other_set", language), first=True))
    for why in HIDDEN:
        cells = tuple(sorted(cell for cell, tile in sight.tiles.items() if tile.hidden == why))
        if cells:
            doubts.append(PhotoDoubt.of(why, language, cells, count=len(cells)))
    for warning in _of_the_photo(sight):
        if warning.code == FOREIGN:
            doubts.append(PhotoDoubt(warning.words))
        elif warning.code not in ("no_board", "printed_board"):  # that is the verdict
            is_naming = warning.code == HARD_TO_NAME.code
            hue = names_seen(sight.palette)[0]
            key = "naming_white" if is_naming and hue == USUAL[0] else warning.code
            white = say(language, f"hue.{hue}")
            doubt = PhotoDoubt.of(key, language, warning.cells, white=white, **warning.values)
            # All tiles hang on it, and one answer settles it: so it is asked first.
            place = 0 if is_naming else len(doubts)
            doubts.insert(place, replace(doubt, swaps=is_naming))
    return doubts


def hides_what_joins(sight: Sight) -> bool:
    """Whether the board's pieces are those whose joining tiles the photo hides."""
    pieces = len(sight.board.components())
    parts = [w.values["count"] for w in _of_the_photo(sight) if w.code == "parted"]
    return any(1 < pieces <= count for count in parts)


def _of_the_photo(sight: Sight) -> tuple[TileWarning, ...]:
    """What is doubtful about the photo as a whole."""
    return sight.photo.warnings if sight.photo is not None else ()
