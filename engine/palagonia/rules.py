"""The numbered rules of Palagonia, refusals that name them, and the rules a house may change."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..lattice import Cell
from ..phrases import Phrase, Refused, Value, render
from ..tiles.board import TILES_IN_A_SET
from ..values import plain, value_of

MOST_PLAYERS_WITH_ONE_SET = 5
MOST_TILES_IN_A_BAG = 4 * TILES_IN_A_SET


class PalagoniaRule(enum.IntEnum):
    """The points of the rules, section Palagonia."""

    START = 1
    TURN = 2
    NUMBER = 3
    REMOVE = 4
    ROTATE = 5
    SCORING = 6
    SHARING = 7
    END = 8
    SOLITAIRE = 9

    @property
    def title(self) -> Phrase:
        """The rule's number and name."""
        return Phrase(f"palagonia.rule.{self.value}")


@dataclass(frozen=True)
class PalagoniaRefusal:
    """One rule that an action breaks: which rule, which cells, and a sentence for players."""

    rule: PalagoniaRule
    sentence: Phrase
    cells: tuple[Cell, ...] = ()

    @property
    def phrase(self) -> Phrase:
        """The sentence with the rule's title."""
        return Phrase("palagonia.by_rule", {"sentence": self.sentence, "rule": self.rule.title})

    def __str__(self) -> str:
        return render(self.phrase)

    def to_json(self) -> dict[str, Any]:
        """Rule, sentence and cells."""
        return {
            "rule": self.rule.value,
            "title": self.rule.title.to_json(),
            "sentence": self.sentence.to_json(),
            "tiles": [list(cell) for cell in self.cells],
        }


def refusal(
    rule: PalagoniaRule, key: str, *cells: Cell, **values: Value | Phrase
) -> PalagoniaRefusal:
    """A refusal whose sentence names its cells as ``tiles`` where it has any."""
    if cells:
        values["tiles"] = tuple(f"{q},{r}" for q, r in cells)
    return PalagoniaRefusal(rule, Phrase(f"palagonia.{key}", values), cells)


class IllegalPalagoniaAction(Refused):
    """An action that the rules refuse, with every rule that it breaks."""

    def __init__(self, *refusals: PalagoniaRefusal) -> None:
        super().__init__(" ".join(map(str, refusals)))
        self.sentences = tuple(found.sentence for found in refusals)
        self.refusals = refusals


class Counting(enum.Enum):
    """How a creature's points are counted."""

    LOOPS_AND_LEGS = "loops and legs"
    #: The designer's earlier version: limbs, animals, and closed shapes inside the animals.
    ISLANDS = "islands"


class HouseRulesError(Refused):
    """House rules that cannot be: the message says which and what is possible."""


@dataclass(frozen=True)
class HouseRules:
    """What players may agree on, under a name.

    ``tiles``: tiles in the bag at the start; None for one set up to five players and two beyond.
    ``least_points``: fewer points do not score. ``bones_score``: a bone is paid like any other.
    ``sharing``: the player before gets the points too. ``friendly_scores_double``: named shapes
    of a catalogue count twice. ``dice``: two, or one in the designer's earlier version.
    ``counting``: see :class:`Counting`.
    """

    name: str = "Palagonia"
    tiles: int | None = None
    least_points: int = 3
    bones_score: bool = False
    sharing: bool = True
    friendly_scores_double: bool = False
    dice: int = 2
    counting: Counting = Counting.LOOPS_AND_LEGS

    def __post_init__(self) -> None:
        if self.dice not in (1, 2):
            raise HouseRulesError(Phrase("palagonia.dice_count", {"given": self.dice}))
        if not 0 <= self.least_points <= 100:
            raise HouseRulesError(Phrase("palagonia.least_points", {"given": self.least_points}))
        if self.tiles is not None and not 5 <= self.tiles <= MOST_TILES_IN_A_BAG:
            given = {"most": MOST_TILES_IN_A_BAG, "given": self.tiles}
            raise HouseRulesError(Phrase("palagonia.bag_size", given))

    def tiles_for(self, players: int) -> int:
        """The tiles in the bag at the start of a game of so many players."""
        if self.tiles is not None:
            return self.tiles
        return TILES_IN_A_SET * (1 if players <= MOST_PLAYERS_WITH_ONE_SET else 2)

    def to_json(self) -> dict[str, Any]:
        """The rules as plain values."""
        return plain(self)

    @classmethod
    def from_json(cls, value: object) -> HouseRules:
        """Read :meth:`to_json`'s object; what is left out is as usual. Raises HouseRulesError."""
        rules = value_of(cls, value, HouseRulesError)
        return replace(rules, name=rules.name[:80])


PALAGONIA = HouseRules()
SOLITAIRE = HouseRules(name="Solitaire", sharing=False, friendly_scores_double=True)
ONE_DIE = HouseRules(
    name="One die", dice=1, counting=Counting.ISLANDS, least_points=1, bones_score=True
)
#: The rules that a player can choose by name.
NAMED_RULES: Mapping[str, HouseRules] = {
    "palagonia": PALAGONIA,
    "solitaire": SOLITAIRE,
    "one-die": ONE_DIE,
}
