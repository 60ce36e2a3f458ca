"""What an action earns: the creatures that it closes, and whether each of them is paid for.

Rules, section Palagonia, points 1, 6 and 7.
"""

from __future__ import annotations

from ...creatures.friendly import NO_FRIENDS, Catalogue
from ...phrases import Phrase
from ...tiles.board import Board
from ...tiles.endings import closes_a_creature
from ...tiles.outlines import closed_curves
from ..actions import Lay, PalagoniaAction, apply
from ..rules import PALAGONIA, HouseRules
from .scoring import Score, score


def scores_of_action(
    before: Board,
    action: PalagoniaAction,
    rules: HouseRules = PALAGONIA,
    friends: Catalogue = NO_FRIENDS,
) -> tuple[Score, ...]:
    """Each creature that an action closes, paid or with the reason why not.

    Each is judged by itself: all tiles played must be part of it. The first lay, Remove and
    Rotate pay nothing. Eyes are no creatures and are left out.
    """
    if isinstance(action, Lay) and not closes_a_creature(before, action.tiles):
        return ()
    after = apply(before, action)
    known = set(before.creatures())
    fresh = [group for group in after.creatures() if group not in known]
    if not fresh:
        return ()
    curves = closed_curves(after)
    scores = [score(after, group, rules, friends, curves) for group in fresh]
    return tuple(_judged(before, action, found) for found in scores)


def _judged(before: Board, action: PalagoniaAction, found: Score) -> Score:
    if not isinstance(action, Lay):
        return found.unpaid(Phrase("palagonia.score.not_a_number"))
    if not len(before):
        return found.unpaid(Phrase("palagonia.score.first_lay"))
    apart = tuple(
        f"{tile.q},{tile.r}" for tile in action.tiles if tile.cell not in found.group.tiles
    )
    if apart:
        return found.unpaid(Phrase("palagonia.score.not_all_tiles", {"tiles": apart}))
    return found


def points_of_action(
    before: Board,
    action: PalagoniaAction,
    rules: HouseRules = PALAGONIA,
    friends: Catalogue = NO_FRIENDS,
) -> int:
    """The points that an action earns in all."""
    return sum(found.points for found in scores_of_action(before, action, rules, friends))
