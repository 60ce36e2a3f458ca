"""Palanquée from sight: two boards alone, and a game that is followed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...games.protocols import Between, Following
from ...games.tables import require_same
from ..play.match import END, PalanqueeMatch
from ..position import CAREFUL_TURNS, FEWEST_PLAYERS, PalanqueePosition, Reserve, check_players
from ..table.board import cell_name
from ..table.pieces import COLOURS, Pieces
from ..table.pieces_json import PositionError
from ..table.seen import SeenBoard
from .referee import PalanqueeVerdict, judge

#: More pieces than a turn lays: a seed each, and two leaves.
MOST_LAID = 8
#: A colour that no more of the boards show was misread.
RARE = 0.1


def between(given: Between) -> PalanqueeVerdict:
    """Two boards as they were seen, or positions. Raises PositionError, and ValueError where
    the first board is not the game's.

    A reading does not tell whose turn it is: where nobody says so, it is the one colour whose turn
    explains the second board.
    """
    after = _board(given.after)
    if isinstance(given.game, PalanqueeMatch):
        if given.before is not None:
            pieces = given.game.position.pieces
            require_same(pieces.lying, _board(given.before).over(pieces), cell_name)
        return judge(given.game, after)
    to_move = given.to_move or given.mover
    if isinstance(given.before, PalanqueePosition):
        position = given.before
        return judge(
            PalanqueeMatch.at(with_turn(position, to_move) if to_move else position), after
        )
    return _between_readings(_board(given.before), after, to_move)


def _board(seen: SeenBoard | PalanqueePosition | None) -> SeenBoard:
    if isinstance(seen, SeenBoard):
        return seen
    return SeenBoard(Pieces() if seen is None else seen.pieces)


def _between_readings(before: SeenBoard, after: SeenBoard, to_move: str) -> PalanqueeVerdict:
    seen = set(before.colours) | set(after.colours) | ({to_move} if to_move else set())
    players = tuple(colour for colour in COLOURS if colour in seen)
    if len(players) < FEWEST_PLAYERS:
        players = (players + tuple(c for c in COLOURS if c not in seen))[:FEWEST_PLAYERS]
    after = after.over(before.board)
    movers = (to_move,) if to_move else after.movers_since(before.board) or players
    found = [
        judge(PalanqueeMatch.at(position_of(before.pieces, players, mover)), after)
        for mover in movers
    ]
    return next((verdict for verdict in found if verdict.legal), found[0])


def position_of(standing: Pieces, players: tuple[str, ...], to_move: str) -> PalanqueePosition:
    """A position in the middle of a game: only what stands there is known. Raises PositionError."""
    check_players(players)
    _require_player(to_move, players)
    pieces = Pieces.of(standing)
    reserve = tuple(Reserve.beside(pieces, player) for player in players)
    turns = (turns_behind(len(pieces), len(players)),) * len(players)
    return PalanqueePosition(players, to_move, pieces, reserve, turns)


def turns_behind(pieces: int, players: int) -> int:
    """How many turns each player counts as having had where only so many pieces are known."""
    return CAREFUL_TURNS if pieces > players else 0


def with_turn(position: PalanqueePosition, colour: str) -> PalanqueePosition:
    """The same position with another one on turn. Raises PositionError."""
    _require_player(colour, position.players)
    return replace(position, to_move=colour)


def _require_player(colour: str, players: Sequence[str]) -> None:
    if colour not in players:
        raise PositionError(f"{colour!r} does not play here: {', '.join(players)} do")


# -- a game that is followed


def _cut_short(match: PalanqueeMatch, verdict: PalanqueeVerdict) -> tuple[str, ...]:
    """The turn that a board shows where it is not whole, or where taken pieces still stand."""
    actions = verdict.played or verdict.seems_played
    if verdict.before != match or not actions or (verdict.legal and not verdict.owed):
        return ()
    text = "; ".join(actions)
    after = match.play(text)
    goes_on = after.turn_start == match.turn_start and not after.over
    return (f"{text}; {END}" if goes_on else text,)


def _agreed(options: Mapping[str, Any], boards: Sequence[SeenBoard]) -> Mapping[str, Any]:
    """The colours that play, in the order in which they were first seen."""
    if options.get("colours"):
        return options
    kept: dict[str, int] = {}
    for board, following in zip(boards, [*boards[1:], *boards[-1:]], strict=True):
        for colour in board.colours:
            if colour in following.colours:  # what was misread is hardly misread twice
                kept[colour] = kept.get(colour, 0) + 1
    found = tuple(colour for colour, count in kept.items() if count > RARE * len(boards))
    others = tuple(colour for colour in COLOURS if colour not in found)
    count = len(options.get("players", ())) or max(len(found), FEWEST_PLAYERS)
    return {**options, "colours": list((found + others)[:count])}


FOLLOWING = Following(
    # The first turn of all sows one seed.
    lambda match: (0, MOST_LAID) if len(match.position.pieces) else (1, 1),
    lying=lambda table: table.lying if isinstance(table, Pieces) else table.pieces.lying,
    likeliest=lambda verdict: verdict.probably,
    cut_short=_cut_short,
    agreed=_agreed,
)
