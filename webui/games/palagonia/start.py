"""What a game of Palagonia takes along from the data folder when it starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ....engine.creatures.friendly import FriendlyError
from ....engine.palagonia.plug import house_rules
from ....engine.palagonia.rules import HouseRulesError
from ...store.files.friends import friendly_creatures
from ..page_options import PageOptions
from ..play import ChangeRefused


def usual_options(options: dict[str, Any], data: Path) -> dict[str, Any]:
    """What people expect: with two at the table nobody shares; solitaire has its list.

    Raises ChangeRefused.
    """
    if len(PageOptions.of(options).players) == 2 and not {"sharing", "rules"} & set(options):
        options = {**options, "sharing": False}
    return _with_friends(options, data)


def _with_friends(options: dict[str, Any], data: Path) -> dict[str, Any]:
    """Solitaire is played with the list of friendly creatures as it is today.

    The user's own list in the data folder stands for the one that comes with the program. Raises
    ChangeRefused.
    """
    try:
        rules = house_rules(options)
        if not rules.friendly_scores_double or "friends" in options:
            return options
        return {**options, "friends": friendly_creatures(data).to_json()}
    except (FriendlyError, HouseRulesError) as error:
        raise ChangeRefused(str(error)) from None
