"""A game of Palanquée as records and pages play it: names, and turns that end by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...games.protocols import Deed, GameEnding
from ...phrases import Phrase, Refused
from ...records.recorded_game import RecordedGame, listing
from ..position import PalanqueeOutcome, PalanqueePosition
from ..table.board import COLUMNS, cell_name, names_of
from ..table.pieces import Piece
from .actions import ActionKind, PalanqueeAction
from .game import PalanqueeTurn, PlayedAction
from .rules import PalanqueeRefusal

#: Ends a turn in which actions are still owed: they are forgotten then.
END = "end"


@dataclass(frozen=True, repr=False)
class PalanqueeMatch(RecordedGame):
    """One moment of a match. ``players`` are their names in the order of their turns.

    Actions are played one by one, or several of a turn with semicolons between them. A turn ends
    when nothing is owed any more, or with ``end``. ``turn_start`` is the position in which the
    turn began; ``fresh`` are the cells of the last action, ``gone`` the pieces that it took.
    ``events`` is all that was played in words, from the position ``begun`` on.
    """

    game: PalanqueeTurn
    players: tuple[str, ...]
    turn_start: PalanqueePosition
    deed: Deed | None = None
    fresh: tuple[int, ...] = ()
    gone: tuple[Piece, ...] = ()
    events: tuple[str, ...] = ()
    begun: PalanqueePosition | None = None
    kind: str = "palanquee"

    @classmethod
    def at(cls, position: PalanqueePosition, names: Sequence[str] = ()) -> PalanqueeMatch:
        """A match that goes on from the start of a turn; without names colours are the names."""
        names = tuple(names) or position.players
        return cls(PalanqueeTurn.at(position), names, position, begun=position)

    @property
    def beginning(self) -> tuple[PalanqueePosition | None, str]:
        """The position that it began from, which says itself who is to move; None for the empty
        board."""
        is_usual = self.begun == PalanqueePosition.start(self.position.players)
        return None if is_usual else self.begun, ""

    @property
    def position(self) -> PalanqueePosition:
        """The board as it stands, with what belongs to it."""
        return self.game.position

    @property
    def board(self) -> PalanqueePosition:
        """What lies on the table by what was agreed on."""
        return self.position

    @property
    def outcome(self) -> PalanqueeOutcome | None:
        """The colour that has won, None while the match goes on."""
        return self.game.outcome

    def _ended_by(self, outcome: PalanqueeOutcome) -> GameEnding:
        if outcome.winner is None:
            return GameEnding((), "nobody left", Phrase("palanquee_draw"))
        name = self.name_of(outcome.winner)
        return GameEnding((name,), "nobody else left", Phrase("palanquee_wins", {"colour": name}))

    @property
    def on_turn(self) -> str | None:
        """The name of who is to act, None where the match is over."""
        return None if self.over else self.name_of(self.position.to_move)

    def name_of(self, colour: str) -> str:
        """The name of who plays a colour."""
        return self.players[self.position.players.index(colour)]

    @listing
    def legal_actions(self) -> Iterator[PalanqueeAction]:
        """The legal actions one by one, what may be claimed first."""
        yield from self.game.legal_claims()
        yield from self.game.legal_actions()

    @property
    def turn_so_far(self) -> tuple[PalanqueePosition, tuple[str, ...]]:
        """The position at the start of this turn, and what was played in it."""
        return self.turn_start, tuple(str(action) for action in self.game.actions)

    def play(self, action: PalanqueeAction | str) -> PalanqueeMatch:
        """The match after one or more actions of a turn. Raises Refused with the reason."""
        match, deeds, fresh, gone = self, list[Deed](), list[int](), list[Piece]()
        for part in str(action).split(";"):
            match = match._ended() if part.strip() == END else match._acted(part.strip())
            deeds += [match.deed] if match.deed else []
            fresh += match.fresh
            gone += match.gone
        return replace(match, deed=_joined(deeds), fresh=tuple(fresh), gone=tuple(gone))

    def _acted(self, text: str) -> PalanqueeMatch:
        found = self.game.attempt(text)
        if isinstance(found, PalanqueeRefusal):
            raise Refused(found.why)
        lost = found.consequences.lost
        if found.action.kind is ActionKind.CLAIM:
            lost |= found.consequences.handling.taken
        match = replace(
            self,
            game=found.game,
            events=(*self.events, str(found.action)),
            deed=self._deed(found),
            fresh=_touched(found.action),
            gone=tuple(piece for piece in self.position.pieces if lost >> piece.cell & 1),
        )
        if not match.over and found.action.kind is not ActionKind.CLAIM and not found.game.owed:
            match = match._with_next_turn()
        return match

    def _ended(self) -> PalanqueeMatch:
        if self.over:
            raise Refused(Phrase("palanquee_over"))
        name = self.name_of(self.position.to_move)
        deed = Deed(name, END, phrase=Phrase("palanquee_ends", {"count": self.game.owed}))
        events = (*self.events, END)
        return replace(self, deed=deed, fresh=(), gone=(), events=events)._with_next_turn()

    def _with_next_turn(self) -> PalanqueeMatch:
        following = self.game.end_turn()
        return replace(self, game=following, turn_start=following.position)

    def _deed(self, step: PlayedAction) -> Deed:
        who = self.name_of(self.position.to_move)
        return Deed(who, str(step.action), phrase=step_phrase(step))


def _joined(deeds: Sequence[Deed]) -> Deed:
    """Several actions of a turn as one deed."""
    phrase, *later = (deed.phrase or Phrase("plain", {"text": deed.text}) for deed in deeds)
    for then in later:
        phrase = Phrase("palanquee_then", {"what": phrase, "then": then})
    return replace(deeds[0], text="; ".join(deed.text for deed in deeds), phrase=phrase)


def _touched(action: PalanqueeAction) -> tuple[int, ...]:
    return (action.cell,) if action.to is None else (action.cell, action.to)


def palanquee_action_phrase(action: PalanqueeAction) -> Phrase:
    """An action in words."""
    key = f"palanquee_do_{action.kind.value}{'_seed' if action.seed else ''}"
    values = {"cell": cell_name(action.cell)}
    if action.to is not None:
        values["to"] = cell_name(action.to)
    return Phrase(key, values)


def step_phrase(step: PlayedAction) -> Phrase:
    """An action in words, with what it took."""
    phrase, found = palanquee_action_phrase(step.action), step.consequences
    for key, cells in (("captures", found.captured), ("isolates", found.isolated)):
        if cells:
            phrase = Phrase(f"palanquee_{key}", {"what": phrase, "cells": tuple(names_of(cells))})
    if found.saturated:
        letters = tuple(COLUMNS[column] for column in found.saturated)
        phrase = Phrase("palanquee_saturates", {"what": phrase, "columns": letters})
    return phrase
