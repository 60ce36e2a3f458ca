"""Which action was played between two boards, whether the dice allow it, and what it earned whom.

Without a roll the verdict says which rolls would have allowed it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from ..creatures.friendly import NO_FRIENDS
from ..games.findings import Finding, VerdictInWords
from ..lattice import Cell
from ..phrases import Phrase
from ..tiles.alignment import Alignment, judged_best
from ..tiles.board import Board, Tile
from ..tiles.observation import Observation
from .actions import Lay, PalagoniaAction, Remove, Rotate, action_refusals
from .changes import MOST_WAYS, action_between, ways_of_two_turns
from .choices import choices_of, face_refusal, roll_refusal
from .dice import Roll
from .game import PalagoniaGame
from .points.payment import scores_of_action
from .points.scoring import Score, headline
from .rules import (
    PALAGONIA,
    IllegalPalagoniaAction,
    PalagoniaRefusal,
    PalagoniaRule,
    refusal,
)
from .turn import TurnPhase

UNMOVED = Alignment()

#: What may be wrong with the first tiles of a lay and be right once all of them lie there.
_UNFINISHED = frozenset(
    f"palagonia.{key}" for key in ("wrong_count", "not_thrown", "apart", "scattered", "hole")
)


@dataclass(frozen=True)
class FirstOfTwo:
    """The answer that two turns were played, and which of them was the first. ``second`` is held
    against its own roll, which nobody has told yet."""

    first: PalagoniaAction
    second: PalagoniaAction
    after: PalagoniaGame

    @property
    def actions(self) -> tuple[str, ...]:
        """The first turn's action in words."""
        return (str(self.first),)


@dataclass(frozen=True, repr=False)
class PalagoniaVerdict(VerdictInWords):
    """What was done between two boards; ``board`` is the later one in the earlier one's frame.

    ``action`` is None where no single action explains it; ``rolls`` are all rolls under which it
    would be legal. ``gains`` are points by player where a game was given; ``done`` says what was
    done and earned; on the cells ``unsure`` the verdict rests. ``may_be_two_turns``: illegal as one
    turn, legal as two; ``answers`` say which came first, where the roll is known and few orders are
    possible.
    """

    board: Board
    action: PalagoniaAction | None
    roll: Roll | None
    refusals: tuple[PalagoniaRefusal, ...]
    scores: tuple[Score, ...] = ()
    rolls: tuple[Roll, ...] = ()
    gains: tuple[int, ...] = ()
    done: tuple[Phrase, ...] = ()
    unsure: tuple[Cell, ...] = ()
    alignment: Alignment = UNMOVED
    after: Any = None
    may_be_two_turns: bool = False
    answers: tuple[FirstOfTwo, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether an action was played that the rules allow (and the roll, where it is known)."""
        return self.action is not None and not self.refusals and bool(self.rolls)

    @property
    def settled(self) -> bool:
        """Whether it is legal: what is allowed is never asked about in Palagonia."""
        return self.legal

    @property
    def actions(self) -> tuple[str, ...]:
        """The action in words, where it is legal."""
        return (str(self.action),) if self.legal else ()

    @property
    def fresh(self) -> tuple[Cell, ...]:
        """The cells that the action changed."""
        match self.action:
            case Lay(tiles):
                return tuple(tile.cell for tile in tiles)
            case Remove(cell) | Rotate(cell):
                return (cell,)
        return ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every rule that was broken, and what else it may be; or what was done and earned."""
        if not self.legal:
            wrong = (
                Finding("wrong", found.phrase, found.cells, found.rule.name.lower())
                for found in self.refusals
            )
            asked = Finding("unsure", Phrase("palagonia.two_turns"))
            return (*wrong, asked) if self.may_be_two_turns else tuple(wrong)
        level = "win" if self.points else "fine"
        first, *rest = self.done
        return (Finding(level, first, self.fresh), *(Finding(level, said) for said in rest))

    @property
    def points(self) -> int:
        """What the action earns, if it is legal."""
        return sum(found.points for found in self.scores) if self.legal else 0

    def to_json(self) -> dict[str, Any]:
        """The verdict in plain values."""
        return {
            "legal": self.legal,
            "action": str(self.action) if self.action else None,
            "roll": str(self.roll) if self.roll else None,
            "refusals": [found.to_json() for found in self.refusals],
            "rolls": [str(roll) for roll in self.rolls],
            "points": self.points,
            "gains": list(self.gains),
            "scores": [found.to_json() for found in self.scores],
            "sentences": [phrase.to_json() for phrase in self.sentences],
            "unsure": [list(cell) for cell in self.unsure],
            "board": self.board.to_json(),
            "alignment": self.alignment.to_json(),
        }


def tiles_to_finish(game: PalagoniaGame, verdict: PalagoniaVerdict) -> int:
    """How many tiles are still to be laid, where a die that can be obeyed asks for more; else 0."""
    return min(ways_to_finish(game, verdict)[0], default=0)


def ways_to_finish(
    game: PalagoniaGame, verdict: PalagoniaVerdict
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many tiles more, or how many fewer, would obey a die, where a lay has only begun. Nothing
    where no more tiles can be laid. A die that asks for no tiles asks to take all back."""
    action = verdict.action
    if verdict.legal or not isinstance(action, Lay) or game.phase is not TurnPhase.ACT:
        return (), ()
    laid = len(action.tiles)
    owed = {choice.face.number or 0 for choice in game.die_choices() if choice.legal}
    more = tuple(sorted(number - laid for number in owed if number > laid))
    if not more or not {found.sentence.key for found in verdict.refusals} <= _UNFINISHED:
        return (), ()
    return more, tuple(sorted(laid - number for number in owed if number < laid))


def judge(
    before: Board | Observation | None,
    after: Board | Observation,
    roll: Roll | None = None,
    game: PalagoniaGame | None = None,
    *,
    aligned: bool = False,
) -> PalagoniaVerdict:
    """What was played between two boards of one table.

    A game knows the position before, and ``before`` may be None. ``aligned`` says that the boards
    share a frame; else they are laid over each other by their common tiles.
    """
    seen = Observation.of(after)
    if game is not None:
        base = game.board
    else:
        base = Observation.of(before).board if before is not None else Board()

    def judged(alignment: Alignment) -> PalagoniaVerdict:
        return _judged(base, alignment, seen, roll, game)

    faults: Callable[[PalagoniaVerdict], int] = lambda verdict: len(verdict.refusals)  # noqa: E731
    best = judged_best(base, seen.board, judged, faults, aligned=aligned)
    return _with_doubts(_with_two_turns(best, base, roll, game), seen, before)


def _with_two_turns(
    verdict: PalagoniaVerdict, base: Board, roll: Roll | None, game: PalagoniaGame | None
) -> PalagoniaVerdict:
    """Whether a photo between two turns may be missing, where one turn is not allowed."""
    if verdict.legal or not verdict.refusals:
        return verdict
    if game is not None and (game.phase is not TurnPhase.ACT or tiles_to_finish(game, verdict)):
        return verdict
    roll = roll if game is None else game.roll
    ways = list(islice(ways_of_two_turns(base, verdict.board, roll), MOST_WAYS + 1))
    answers: tuple[FirstOfTwo, ...] = ()
    if game is not None and len(ways) <= MOST_WAYS:
        answers = tuple(
            FirstOfTwo(first, second, game.play(first))
            for first, second in ways
            if not game.refusals(first)
        )
    return replace(verdict, may_be_two_turns=bool(ways), answers=answers)


def _judged(
    base: Board,
    alignment: Alignment,
    seen: Observation,
    roll: Roll | None,
    game: PalagoniaGame | None,
) -> PalagoniaVerdict:
    board = seen.moved(alignment).over(base).board
    action, problems = action_between(base, board)
    verdict = PalagoniaVerdict(board, action, roll, tuple(problems), alignment=alignment)
    return verdict if action is None else _held_against_rules(verdict, base, action, game)


def _held_against_rules(
    verdict: PalagoniaVerdict, base: Board, action: PalagoniaAction, game: PalagoniaGame | None
) -> PalagoniaVerdict:
    on_board, roll = action_refusals(base, action), verdict.roll
    if isinstance(action, Lay) and action.face is None and roll is None:
        count = len(action.tiles)
        on_board = (refusal(PalagoniaRule.NUMBER, "no_such_number", count=count), *on_board)
    if game is not None and game.phase is TurnPhase.ROLL and roll is not None:
        try:
            game = game.throw(roll)
        except IllegalPalagoniaAction as problem:
            return replace(verdict, refusals=problem.refusals)
    rules = PALAGONIA if game is None else game.rules
    bag = max(0, rules.tiles_for(1) - len(base)) if game is None else game.bag
    rolls = () if on_board else rolls_that_allow(base, bag, action, rules.dice)
    if game is not None and game.phase is not TurnPhase.ROLL:
        on_board = game.refusals(action)
        verdict = replace(verdict, roll=game.roll)
    elif roll is not None:
        on_board = (*roll_refusal(base, roll, choices_of(base, bag, roll), action), *on_board)
    elif not on_board and not rolls and action.face is not None:
        # No die allows it: the bag is short.
        short = face_refusal(base, bag, action.face)
        on_board = (short,) if short else ()
    scores: tuple[Score, ...] = ()
    if not on_board:
        friends = NO_FRIENDS if game is None else game.friends
        scores = scores_of_action(base, action, rules, friends)
    judged = replace(verdict, refusals=on_board, scores=scores, rolls=rolls)
    return _with_gains(judged, game)


def rolls_that_allow(
    board: Board, bag: int, action: PalagoniaAction, dice: int
) -> tuple[Roll, ...]:
    """The rolls under which the dice allow an action, whatever it does on the board. The first lay
    of all is made by one die."""
    return tuple(
        roll
        for roll in Roll.all(dice if len(board) else 1)
        if not roll_refusal(board, roll, choices_of(board, bag, roll), action)
    )


def _with_gains(verdict: PalagoniaVerdict, game: PalagoniaGame | None) -> PalagoniaVerdict:
    """Who gets the points, in numbers where players are known, and in words."""
    if verdict.action is None or verdict.refusals:
        return verdict
    points = sum(found.points for found in verdict.scores)
    said = [_action_sentence(verdict.action), *map(headline, verdict.scores)]
    key = "nameless_shared"
    values: dict[str, str | int] = {"points": points}
    if game is not None:
        key = "kept" if not game.rules.sharing else "kept_extra" if game.extra else "shared"
        values["mover"] = game.players[game.mover]
        values["before"] = game.players[game.player_before(game.mover)]
    if points:
        said.append(Phrase(f"palagonia.{key}", values))
    if game is None or game.phase is not TurnPhase.ACT:
        return replace(verdict, done=tuple(said))
    after = game.play(verdict.action)
    said += after.messages()
    return replace(verdict, done=tuple(said), gains=after.history[-1].gains, after=after)


def _action_sentence(action: PalagoniaAction) -> Phrase:
    if isinstance(action, Lay):
        names = tuple(map(str, action.tiles))
        return Phrase("palagonia.played", {"count": len(names), "tiles": names})
    if isinstance(action, Rotate):
        tile = Tile(*action.cell, action.rotation)
        return Phrase("palagonia.rotated", {"tile": str(tile)})
    return Phrase("palagonia.removed", {"tiles": (f"{action.cell[0]},{action.cell[1]}",)})


def _with_doubts(
    verdict: PalagoniaVerdict, seen: Observation, before: Board | Observation | None
) -> PalagoniaVerdict:
    """Name the tiles that were not seen well and on which the verdict rests."""
    cells: set[Cell] = {cell for found in verdict.refusals for cell in found.cells}
    cells.update(verdict.fresh, *(found.group.tiles for found in verdict.scores))
    earlier = before if isinstance(before, Observation) else None
    laid = seen.moved(verdict.alignment)
    unsure = tuple(
        cell
        for cell in sorted(cells)
        if laid.is_unsure(cell) or (earlier is not None and earlier.is_unsure(cell))
    )
    return replace(verdict, unsure=unsure)
