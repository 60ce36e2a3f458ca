"""Which die of a roll can be obeyed, and whether a roll allows an action (rules 2, 5 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..phrases import Phrase
from ..tiles.board import Board
from .actions import Lay, PalagoniaAction, Remove, laying_rule
from .dice import DieFace, Roll
from .legal import internal_cells, removable_cells
from .rules import PalagoniaRefusal, PalagoniaRule, refusal


@dataclass(frozen=True)
class DieChoice:
    """One face of a roll, and why it cannot be obeyed where it cannot."""

    face: DieFace
    refusal: PalagoniaRefusal | None

    @property
    def legal(self) -> bool:
        """Whether this die can be obeyed."""
        return self.refusal is None

    def to_json(self) -> dict[str, Any]:
        """The face and the refusal."""
        return {
            "face": self.face.value,
            "legal": self.legal,
            "refusal": self.refusal.to_json() if self.refusal else None,
        }


def choices_of(board: Board, bag: int, roll: Roll) -> tuple[DieChoice, ...]:
    """Each face of a roll once, with what stands against it."""
    return tuple(
        DieChoice(face, face_refusal(board, bag, face)) for face in dict.fromkeys(roll.faces)
    )


def face_refusal(board: Board, bag: int, face: DieFace) -> PalagoniaRefusal | None:
    """Why a face cannot be obeyed on a board with so many tiles in the bag, None where it can.
    There is always room for a number's tiles, outward from the rim: only the bag can be short."""
    if face.number is not None:
        if face.number > bag:
            return refusal(PalagoniaRule.END, "bag", expected=face.number, left=bag)
        return None
    if face is DieFace.ROTATE:
        return None if internal_cells(board) else refusal(PalagoniaRule.ROTATE, "no_internal")
    return None if removable_cells(board) else refusal(PalagoniaRule.REMOVE, "nothing_to_remove")


def roll_refusal(
    board: Board, roll: Roll, choices: Sequence[DieChoice], action: PalagoniaAction
) -> tuple[PalagoniaRefusal, ...]:
    """Why the dice do not allow an action, whatever it does on the board."""
    if not any(choice.legal for choice in choices):
        if isinstance(action, Remove):
            return ()
        return (refusal(PalagoniaRule.TURN, "must_remove"),)
    if action.face in roll.faces:
        chosen = next(choice for choice in choices if choice.face is action.face)
        return (chosen.refusal,) if chosen.refusal is not None else ()
    asked = tuple(str(face.number) for face in roll.faces if face.number is not None)
    if isinstance(action, Lay) and len(set(asked)) == 1:
        count = len(action.tiles)
        rule = laying_rule(board)
        return (refusal(rule, "wrong_count", expected=int(asked[0]), count=count),)
    return (
        refusal(
            PalagoniaRule.TURN,
            "not_thrown",
            roll=roll_phrase(roll),
            action=palagonia_action_phrase(action),
        ),
    )


def roll_phrase(roll: Roll) -> Phrase:
    """The faces of a roll as a sentence names them, in whatever language it is said."""
    faces = dict(zip(("first", "second"), (face.value for face in roll.faces), strict=False))
    return Phrase(f"palagonia.faces.{len(faces)}", faces)


def palagonia_action_phrase(action: PalagoniaAction) -> Phrase:
    """What an action is, whatever its tiles."""
    if isinstance(action, Lay):
        return Phrase("palagonia.action.lay", {"count": len(action.tiles)})
    kind = "remove" if isinstance(action, Remove) else "rotate"
    return Phrase(f"palagonia.action.{kind}")
