"""What is asked about dice that were seen, in English."""

from __future__ import annotations

from collections.abc import Mapping

DICE_ENGLISH: Mapping[str, str] = {
    "dice.again": ("The dice were rolled again though nothing had been played: which roll counts?"),
    "dice.partly": ("Only one of the dice was seen to roll: was the other one part of this roll?"),
    "dice.pushed": (
        "The dice show what they showed before, a little aside: were they rolled, or pushed?"
    ),
    "dice.overlooked": "Not all dice of this roll were seen: what was rolled?",
    "dice.untold": "A die's face could not be told: what was rolled?",
    "dice.unsure": "A die was not seen well: did the dice show {roll}?",
    "dice.unobeyed": "No action was seen after this roll: was anything played?",
    "dice.no_roll": "No roll was seen before this action: what was rolled?",
    "dice.unfit": "What was played hardly fits the dice as they were seen: what was rolled?",
    "dice.double": "Was a double rolled here? Who has which points hangs on it.",
    "dice.began_unseen": (
        "The rolls for the start were not seen: {player} is taken to have begun. Who began?"
    ),
    "dice.began_unsure": (
        "Not all rolls for the start were seen well: {player} is taken to have begun. Who began?"
    ),
    "dice.not_counted": ("The points are counted up to action {number}, no further. {reason}."),
    "dice.cleared": "The table was cleared, and what follows is another game.",
    "dice.no_single_action": "What was done next was no single action.",
}
