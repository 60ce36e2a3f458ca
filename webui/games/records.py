"""Between a dashboard's game and the engine's game record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from ...engine.palagem.pattern import PalagemError
from ...engine.palago.move import Move
from ...engine.palagonia.game import Game as PalagoniaGame
from ...engine.palagonia.game import GameError
from ...engine.palagonia.rules import IllegalAction
from ...engine.records.record import PALAGEM, PALAGO, PALAGONIA, Record, Turn
from ...engine.tiles.board import Board, BoardError
from .palagem.play import PalagemPlay
from .palago.play import PalagoPlay
from .palagonia.play import PalagoniaPlay
from .play import ChangeRefused, Entry
from .state import State

NewEvent = tuple[str, dict[str, Any]]


def record_of(state: State) -> Record:
    """A game as a record to share. Raises ChangeRefused where there is nothing to record."""
    play = state.play
    when = (state.created or datetime.now(UTC)).date().isoformat()
    comment = state.comments.get(0, "")
    if isinstance(play, PalagoPlay):
        outcome = play.game.outcome()
        winner = "draw" if outcome is None or outcome.winner is None else outcome.winner.value
        start = _start_of(state)
        return Record(
            game=PALAGO,
            moves=tuple(_turn(entry, entry.text, state) for entry in play.entries),
            options=play.game.options.to_json(),
            start=start,
            to_move=str(state.options.get("to_move", "")) if start else "",
            title=state.title,
            date=when,
            result="" if outcome is None else winner,
            comment=comment,
        )
    if isinstance(play, PalagoniaPlay):
        result = play.game.outcome()
        winners = [] if result is None else [play.game.players[p] for p in result.winners]
        return Record(
            game=PALAGONIA,
            moves=tuple(_palagonia_turns(play, state)),
            players=play.game.players,
            options={
                "rules": play.game.rules.to_json(),
                "friends": play.game.friends.to_json(),
                "teams": list(play.game.teams),
            },
            title=state.title,
            date=when,
            result=" and ".join(winners),
            comment=comment,
        )
    if isinstance(play, PalagemPlay) and play.game is not None:
        return Record(
            game=PALAGEM,
            moves=tuple(_palagem_turns(play, play.game.events, state)),
            players=play.players,
            options=play.game.options_json(),
            title=state.title,
            date=when,
            result=play.game.result or "",
            comment=comment,
        )
    raise ChangeRefused.of("no_moves_to_record")


def _start_of(state: State) -> Board | None:
    board = state.options.get("start")
    return None if board is None else Board.from_json(board)


def _turn(entry: Entry, words: str, state: State) -> Turn:
    return Turn(
        move=words,
        comment=state.comments.get(entry.number, ""),
        time=entry.at.isoformat(timespec="seconds"),
        photo=entry.photo or "",
        check=("accepted by the referee against the rules",) if entry.accepted else (),
    )


def _palagonia_turns(play: PalagoniaPlay, state: State) -> Iterator[Turn]:
    entries = iter(play.entries)
    for words in play.game.events:
        if words.startswith(("start ", "roll ")):
            yield Turn(move=words)
        else:
            yield _turn(next(entries), words, state)


def _palagem_turns(play: PalagemPlay, events: tuple[str, ...], state: State) -> Iterator[Turn]:
    entries = iter(play.entries)
    for words in events:
        if words.startswith("claim "):
            yield Turn(move=words)
        else:
            yield _turn(next(entries), words, state)


def _palagem_events(record: Record) -> tuple[dict[str, Any], list[NewEvent]]:
    options: dict[str, Any] = {"players": list(record.players), **record.options}
    first = {"kind": PALAGEM, "title": record.title[:120], "options": options}
    game = PalagemPlay.start(options).game
    if game is None:
        raise ChangeRefused("this record does not name the players' palagems")
    events: list[NewEvent] = _comment(0, record.comment)
    number = 0
    for turn in record.moves:
        try:
            game = game.after_event(turn.move)
        except PalagemError as error:
            raise ChangeRefused(f"{turn.move}: {error}") from None
        events.append(_laid(game.board, turn))
        events.append(("action_confirmed", {"action": turn.move}))
        if not turn.move.startswith("claim "):
            number += 1
            events += _comment(number, turn.comment)
    return first, events


def game_of_record(record: Record) -> tuple[dict[str, Any], list[NewEvent]]:
    """What creates a record's game, and the events after that. Raises ChangeRefused."""
    if record.game == PALAGO:
        return _palago_events(record)
    if record.game == PALAGONIA:
        return _palagonia_events(record)
    return _palagem_events(record)


def _palago_events(record: Record) -> tuple[dict[str, Any], list[NewEvent]]:
    options = dict(record.options)
    first: dict[str, Any] = {"kind": PALAGO, "title": record.title[:120], "options": options}
    board = Board()
    if record.start is not None:
        board = record.start
        first["board"] = board.to_json()
        options["start"] = board.to_json()
        if record.to_move:
            options["to_move"] = record.to_move
    play = PalagoPlay.start(options, board)
    board = play.board
    events: list[NewEvent] = _comment(0, record.comment)
    for number, turn in enumerate(record.moves, start=1):
        try:
            tiles = Move.from_text(turn.move).tiles
            for tile in tiles:
                board = board.place(tile)
        except BoardError as error:
            raise ChangeRefused(f"move {number}: {error}") from None
        events.append(_laid(board, turn))
        confirmed: dict[str, Any] = {"moves": [turn.move]}
        if turn.check:
            confirmed["accept"] = True
        events.append(("move_confirmed", confirmed))
        events += _comment(number, turn.comment)
    return first, events


def _palagonia_events(record: Record) -> tuple[dict[str, Any], list[NewEvent]]:
    options: dict[str, Any] = {"players": list(record.players), **record.options}
    first = {"kind": PALAGONIA, "title": record.title[:120], "options": options}
    game: PalagoniaGame = PalagoniaPlay.start(options).game
    events: list[NewEvent] = _comment(0, record.comment)
    number = 0
    for turn in record.moves:
        try:
            game = game.after_event(turn.move)
        except (GameError, IllegalAction) as error:
            raise ChangeRefused(f"{turn.move}: {error}") from None
        if turn.move.startswith(("start ", "roll ")):
            events.append(("dice_rolled", {"dice": turn.move}))
            continue
        number += 1
        events.append(_laid(game.board, turn))
        events.append(("action_confirmed", {"action": turn.move}))
        events += _comment(number, turn.comment)
    return first, events


def _laid(board: Board, turn: Turn) -> NewEvent:
    """The table after a turn, and the photo that the record has of it."""
    return "board_set", board.to_json() | ({"photo": turn.photo} if turn.photo else {})


def _comment(number: int, text: str) -> list[NewEvent]:
    return [("commented", {"move": number, "text": text})] if text else []
