"""What a player wants to see in a Palanquée position, as lines under the verdict: advice."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine.palanquee.advice.analysis import Analysis, Capture
from ....engine.palanquee.play.game import PalanqueeTurn
from ....engine.palanquee.play.match import palanquee_action_phrase
from ....engine.palanquee.table.board import cell_name, names_of
from ...texts import say, say_phrase
from ..pictures.items import Item

#: Lines of a kind at most, and pieces that a column may lack to be named.
MOST_LINES = 4
NEAR_SATURATION = 2


def study_items(game: PalanqueeTurn, language: str) -> list[Item]:
    """Captures, dangers, forbidden cells, columns nearly full, buttons, leaves, hanging sprouts."""
    found = Analysis(game)
    items = [_capture("fine", "takes", one, language) for one in found.captures[:MOST_LINES]]
    items += [_capture("wrong", "danger", one, language) for one in found.dangers[:MOST_LINES]]
    return [*items, *_forbidden(found, language), *_figures(found, language)]


def _capture(level: str, key: str, capture: Capture, language: str) -> Item:
    taken = tuple(names_of(capture.taken))
    text = say(
        language,
        f"palanquee.{key}",
        what=say_phrase(language, palanquee_action_phrase(capture.action)),
        count=len(taken),
    )
    target = () if capture.action.target is None else (cell_name(capture.action.target),)
    return Item(level, text, (*target, *taken))


def _forbidden(found: Analysis, language: str) -> Iterator[Item]:
    if not found.forbidden:
        return
    parts = tuple(
        Item("info", say_phrase(language, refusal.why), tuple(map(cell_name, refusal.cells)))
        for refusal in found.forbidden.values()
    )
    cells = tuple(map(cell_name, found.forbidden))
    text = say(language, "palanquee.forbidden", count=len(cells))
    yield Item("info", text, cells, parts=parts)


def _figures(found: Analysis, language: str) -> Iterator[Item]:
    position = found.game.position
    occupied = position.pieces.occupied
    for letter, missing in found.columns.items():
        if 0 < missing <= NEAR_SATURATION:
            cells = tuple(name for name in names_of(occupied) if name[0] == letter)
            text = say(language, "palanquee.column", column=letter, count=missing)
            yield Item("unsure", text, cells)
    centres, buttons = found.buttons(position.to_move)
    whole, leaves = found.leaves(position.to_move)
    for key, cells in (
        ("buttons", tuple(map(cell_name, centres))),
        ("leaves", tuple(name for leaf in whole for name in names_of(leaf))),
        ("nearly_button", tuple(cell_name(missing) for _, missing in buttons)),
        ("nearly_leaf", tuple(cell_name(missing) for _, missing in leaves)),
        ("hanging", tuple(map(cell_name, found.hanging))),
    ):
        if cells:
            yield Item("info", say(language, f"palanquee.{key}"), tuple(dict.fromkeys(cells)))
