"""A game of Palagonia: players, dice, bag, turns, points and the end. Immutable.

Readings where the sources are silent: a tie at the start is rolled off by the tied players alone,
and the number that decides says how many tiles are laid; when the last tile is taken from the
table, everybody rolls to start again and keeps the points made so far.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from ..creatures.friendly import NO_FRIENDS, Catalogue, shipped_catalogue
from ..games.protocols import UNSEEN, Deed, GameEnding
from ..games.seats import MOST_PLAYERS
from ..phrases import Phrase, Refused
from ..records.recorded_game import RecordedGame, listing
from ..tiles.board import Board, BoardError
from .actions import PalagoniaAction, action_from_text, action_refusals, apply, tiles_drawn
from .choices import DieChoice, choices_of, palagonia_action_phrase, roll_phrase, roll_refusal
from .dice import DiceError, DieFace, Roll
from .legal import legal_actions, random_action
from .points.payment import scores_of_action
from .points.scoring import Score
from .rules import (
    PALAGONIA,
    HouseRules,
    IllegalPalagoniaAction,
    PalagoniaRefusal,
    PalagoniaRule,
    refusal,
)
from .turn import PalagoniaOutcome, PalagoniaTurn, TurnPhase

LONGEST_NAME = 60
#: Rolls and actions of one game; a long evening has some two hundred.
MOST_EVENTS = 10_000


class GameError(Refused):
    """A game that cannot be set up or read; the message says what to change."""


@dataclass(frozen=True, repr=False)
class PalagoniaGame(RecordedGame):
    """One moment of a game; begin with :meth:`new`. ``contenders`` roll for the start,
    ``start_roll`` is what the last of those rolls showed; ``mover`` is on turn; ``extra``: a
    double gave this turn. ``events`` is the whole game in words, which :meth:`play` takes one
    by one, but for turns that were not seen."""

    kind: ClassVar[str] = "palagonia"

    players: tuple[str, ...]
    rules: HouseRules = PALAGONIA
    friends: Catalogue = NO_FRIENDS
    teams: tuple[str, ...] = ()
    board: Board = field(default_factory=Board)
    bag: int = 0
    phase: TurnPhase = TurnPhase.START
    contenders: tuple[int, ...] = ()
    start_roll: tuple[tuple[int, DieFace], ...] = ()
    mover: int = 0
    roll: Roll | None = None
    extra: bool = False
    points: tuple[int, ...] = ()
    history: tuple[PalagoniaTurn, ...] = ()
    events: tuple[str, ...] = ()

    @classmethod
    def new(
        cls,
        players: Sequence[str],
        rules: HouseRules = PALAGONIA,
        friends: Catalogue | None = None,
        teams: Sequence[str] = (),
    ) -> PalagoniaGame:
        """A game in which everybody is about to roll for the start.

        One player alone plays solitaire. ``friends`` is the list of friendly creatures; None for
        the one that comes with the program where the rules need one. ``teams`` names each
        player's team. Raises GameError.
        """
        if friends is None:
            friends = shipped_catalogue() if rules.friendly_scores_double else NO_FRIENDS
        names = tuple(_checked_name(name) for name in players)
        if len({name.casefold() for name in names}) < len(names):
            raise GameError(Phrase("same_names"))
        if not 1 <= len(names) <= MOST_PLAYERS:
            counts = {"most": MOST_PLAYERS, "given": len(names)}
            raise GameError(Phrase("palagonia.player_count", counts))
        if len(names) == 2 and rules.sharing:
            raise GameError(Phrase("palagonia.two_share"))
        if teams and len(teams) != len(names):
            raise GameError(Phrase("palagonia.teams"))
        tiles = rules.tiles_for(len(names))
        return cls(
            names,
            rules,
            friends,
            tuple(_checked_name(team) for team in teams),
            bag=tiles,
            contenders=tuple(range(len(names))),
            points=(0,) * len(names),
        )

    # -- the start -----------------------------------------------------------------------------

    def roll_for_start(self, faces: Sequence[DieFace]) -> PalagoniaGame:
        """Each contender's die, in the order of :attr:`contenders`. The highest number begins;
        those tied for it roll again; without a number, all do. Raises IllegalPalagoniaAction."""
        if self.phase is not TurnPhase.START:
            raise IllegalPalagoniaAction(self._not_now())
        if len(faces) != len(self.contenders):
            counts = {"expected": len(self.contenders), "count": len(faces)}
            raise IllegalPalagoniaAction(refusal(PalagoniaRule.START, "start_dice", **counts))
        highest = max(face.number or 0 for face in faces)
        best = tuple(
            player
            for player, face in zip(self.contenders, faces, strict=True)
            if face.number == highest
        )
        noted = replace(
            self._noted("start " + " ".join(face.value for face in faces)),
            start_roll=tuple(zip(self.contenders, faces, strict=True)),
        )
        if not best:
            return noted
        if len(best) > 1:
            return replace(noted, contenders=best)
        roll = Roll.of((DieFace.of_number(highest),))
        return replace(noted, contenders=(), phase=TurnPhase.ACT, mover=best[0], roll=roll)

    # -- a turn --------------------------------------------------------------------------------

    @property
    def is_first_lay(self) -> bool:
        """Whether the player who begins is about to lay the first tiles."""
        return self.phase is TurnPhase.ACT and not len(self.board)

    def throw(self, roll: Roll) -> PalagoniaGame:
        """What the mover's dice show. Raises IllegalPalagoniaAction."""
        if self.phase is not TurnPhase.ROLL:
            raise IllegalPalagoniaAction(self._not_now())
        if len(roll.faces) != self.rules.dice:
            counts = {"expected": self.rules.dice, "count": len(roll.faces)}
            raise IllegalPalagoniaAction(refusal(PalagoniaRule.TURN, "wrong_dice", **counts))
        return replace(self._noted(f"roll {roll}"), roll=roll, phase=TurnPhase.ACT)

    def die_choices(self) -> tuple[DieChoice, ...]:
        """Each face of the roll once: whether it can be obeyed, and if not why."""
        if self.phase is not TurnPhase.ACT or self.roll is None:
            return ()
        return choices_of(self.board, self.bag, self.roll)

    @property
    def must_remove(self) -> bool:
        """Whether no die of the roll can be obeyed, so that an external tile is removed."""
        choices = self.die_choices()
        return bool(choices) and not any(choice.legal for choice in choices)

    def refusals(self, action: PalagoniaAction) -> tuple[PalagoniaRefusal, ...]:
        """Every rule that an action would break now; empty where it is legal."""
        if self.phase is not TurnPhase.ACT or self.roll is None:
            return (self._not_now(),)
        wrong_die = roll_refusal(self.board, self.roll, self.die_choices(), action)
        return (*wrong_die, *action_refusals(self.board, action))

    @listing
    def legal_actions(self) -> Iterator[PalagoniaAction]:
        """Every legal action of the roll, lazily and each once."""
        for face in self._obeyable():
            yield from legal_actions(self.board, face)

    def random_action(self, rng: random.Random) -> PalagoniaAction:
        """Some legal action of the roll, quickly. Raises IllegalPalagoniaAction before a roll."""
        faces = self._obeyable()
        chosen = random_action(self.board, rng.choice(faces), rng) if faces else None
        if chosen is None:
            raise IllegalPalagoniaAction(self._not_now())
        return chosen

    def _obeyable(self) -> list[DieFace]:
        if self.must_remove:
            return [DieFace.REMOVE]
        return [choice.face for choice in self.die_choices() if choice.legal]

    def play(self, action: PalagoniaAction | str) -> PalagoniaGame:
        """The game after a legal action, or in words, as what dice show: ``start 3 5 remove``,
        ``roll 3:5``.

        Raises IllegalPalagoniaAction with every rule that it breaks, GameError for words that are
        none.
        """
        if not isinstance(action, PalagoniaAction):
            return self._after_event(str(action))
        problems = self.refusals(action)
        if problems or self.roll is None:
            raise IllegalPalagoniaAction(*problems)
        scores = scores_of_action(self.board, action, self.rules, self.friends)
        earned = sum(found.points for found in scores)
        gains = self._gains(earned)
        turn = PalagoniaTurn(self.mover, self.roll, action, scores, earned, gains, self.extra)
        after = replace(
            self._noted(str(action)),
            board=apply(self.board, action),
            bag=self.bag - tiles_drawn(action),
            points=tuple(had + won for had, won in zip(self.points, gains, strict=True)),
            history=(*self.history, turn),
            roll=None,
        )
        return after._moved_on(self.roll)

    def gone_on(self, board: Board) -> PalagoniaGame:
        """The game as players go on from a board to which nobody saw them come: nobody is paid for
        what was closed meanwhile, and the next player in order is on turn, unless somebody says who
        is. Raises GameError, IllegalPalagoniaAction."""
        if self.phase not in (TurnPhase.ROLL, TurnPhase.ACT):
            raise IllegalPalagoniaAction(self._not_now())
        bag = self.bag + len(self.board) - len(board)
        if bag < 0 or not len(board) or board.status(len(board)):
            raise GameError(Phrase("cannot_accept"))
        after = replace(self._noted(UNSEEN), board=board, bag=bag, roll=None)
        return after._moved_on(None)

    def seated(self, player: str) -> PalagoniaGame:
        """The same moment with this player on turn. Raises GameError."""
        if player not in self.players:
            raise GameError(Phrase("palagonia.nobody", {"player": player}))
        return replace(self, mover=self.players.index(player))

    def _gains(self, earned: int) -> tuple[int, ...]:
        """Rule 7: the mover and the player before; on an extra turn the mover alone."""
        winners = {self.mover}
        if self.rules.sharing and not self.extra:
            winners.add(self.player_before(self.mover))
        return tuple(earned if player in winners else 0 for player in range(len(self.players)))

    def player_before(self, player: int) -> int:
        """The player who sits before another."""
        return (player - 1) % len(self.players)

    def _moved_on(self, roll: Roll | None) -> PalagoniaGame:
        """Who rolls next: a double gives another turn; the end (rules, Palagonia 2 and 8)."""
        if self.bag == 0:
            return replace(self, phase=TurnPhase.OVER, extra=False)
        if not len(self.board):
            everybody = tuple(range(len(self.players)))
            return replace(
                self, phase=TurnPhase.START, contenders=everybody, start_roll=(), extra=False
            )
        if roll is not None and roll.is_double:
            return replace(self, phase=TurnPhase.ROLL, extra=True)
        following = (self.mover + 1) % len(self.players)
        return replace(self, phase=TurnPhase.ROLL, extra=False, mover=following)

    # -- the end -------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is TurnPhase.OVER

    def _ended_by(self, outcome: PalagoniaOutcome) -> GameEnding:
        winners = outcome.winning_teams or tuple(self.players[p] for p in outcome.winners)
        most = max(outcome.team_points.values(), default=max(outcome.points))
        key = "shares" if len(winners) > 1 else "wins"
        said = Phrase(f"palagonia.{key}", {"players": winners, "points": most})
        return GameEnding(winners, "tiles ran out", said)

    @property
    def on_turn(self) -> str | None:
        """The player who is to roll or to act; None while all roll for the start, and at the end"""
        return self.players[self.mover] if self.phase in (TurnPhase.ROLL, TurnPhase.ACT) else None

    @property
    def just_closed(self) -> tuple[Score, ...]:
        """The creatures that the last action closed, until somebody rolls again."""
        if not self.history or self.roll is not None or self.events[-1] == UNSEEN:
            return ()
        return self.history[-1].scores

    @property
    def deed(self) -> Deed | None:
        """The last event: a roll, or an action with its points."""
        if not self.events:
            return None
        words = self.events[-1]
        if words.startswith(("start ", "roll ")):
            return Deed(self.on_turn or "", words, listed=False)
        if words == UNSEEN:
            return Deed("", words, phrase=Phrase("palagonia.unpaid"))
        turn = self.history[-1]
        points = {name: gain for name, gain in zip(self.players, turn.gains, strict=True) if gain}
        text = f"{turn.roll}: {turn.action}"
        return Deed(self.players[turn.mover], text, points, palagonia_action_phrase(turn.action))

    @property
    def outcome(self) -> PalagoniaOutcome | None:
        """Who has won, None while the game goes on."""
        if self.phase is not TurnPhase.OVER:
            return None
        most = max(self.points)
        totals: dict[str, int] = {}
        for team, won in zip(self.teams, self.points, strict=False):
            totals[team] = totals.get(team, 0) + won
        best = max(totals.values(), default=0)
        return PalagoniaOutcome(
            self.points,
            tuple(player for player, won in enumerate(self.points) if won == most),
            totals,
            tuple(team for team, won in totals.items() if won == best),
        )

    # -- saying and saving -----------------------------------------------------------------------

    def messages(self) -> tuple[Phrase, ...]:
        """What there is to say now: who is asked for what, or who has won."""
        mover = self.players[self.mover]
        if self.phase is TurnPhase.START:
            names = tuple(self.players[player] for player in self.contenders)
            rolls = Phrase("palagonia.start_rolls", {"players": names})
            return (Phrase("palagonia.start_over"), rolls) if self.history else (rolls,)
        if self.phase is TurnPhase.ROLL:
            key = "another_turn" if self.extra else "next_turn"
            return (Phrase(f"palagonia.{key}", {"player": mover}),)
        if self.phase is TurnPhase.ACT:
            if self.is_first_lay and self.roll is not None:
                number = self.roll.faces[0].number or 0
                return (Phrase("palagonia.start_begins", {"player": mover, "number": number}),)
            return (Phrase("palagonia.must_remove"),) if self.must_remove else ()
        return () if self.ending is None else (self.ending.sentence,)

    def _after_event(self, event: str) -> PalagoniaGame:
        word, _, rest = event.strip().partition(" ")
        try:
            if word == "start":
                return self.roll_for_start([DieFace.from_text(face) for face in rest.split()])
            if word == "roll":
                return self.throw(Roll.from_text(rest))
            return self.play(action_from_text(event))
        except (BoardError, DiceError) as error:
            raise GameError(*error.sentences) from None

    def _noted(self, event: str) -> PalagoniaGame:
        if len(self.events) >= MOST_EVENTS:
            raise GameError(Phrase("palagonia.most_events", {"most": MOST_EVENTS}))
        return replace(self, events=(*self.events, event))

    def _not_now(self) -> PalagoniaRefusal:
        """Why nothing of another kind can be done in this phase."""
        if self.phase is TurnPhase.START:
            return refusal(PalagoniaRule.START, "start_first")
        mover = self.players[self.mover]
        if self.phase is TurnPhase.ROLL:
            return refusal(PalagoniaRule.TURN, "roll_first", player=mover)
        if self.phase is TurnPhase.ACT and self.roll is not None:
            return refusal(PalagoniaRule.TURN, "roll_obeyed_first", roll=roll_phrase(self.roll))
        return refusal(PalagoniaRule.END, "over")


def _checked_name(name: str) -> str:
    if not 1 <= len(name.strip()) <= LONGEST_NAME:
        raise GameError(Phrase("palagonia.name", {"most": LONGEST_NAME}))
    return name.strip()
