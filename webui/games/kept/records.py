"""Between a dashboard's game and the engine's game record."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ....engine.games.registry import plug_of
from ....engine.games.tables import Table
from ....engine.records.record import Record, RecordedTurn
from ....engine.tiles.board import BoardError, Tile
from ..names import COLOURS
from ..play import ChangeRefused, Entry, Play, confirmed
from ..state import GameState

EventData = tuple[str, dict[str, Any]]


def record_of(state: GameState) -> Record:
    """A game as a record to share. Raises ChangeRefused where there is nothing to record yet."""
    if state.play is None:
        raise ChangeRefused.of("no_moves_to_record")
    play = _with_the_program_named(state.play, state)
    try:
        options = dict(play.plug.options(play.game))
    except ValueError:
        raise ChangeRefused.of("still_choosing") from None
    start = state.options.get("start", state.start)
    return Record(
        game=state.kind,
        moves=tuple(
            RecordedTurn(move=played.action)
            if played.entry is None
            else _turn(played.entry, played.action, state)
            for played in play.played
            if not played.action.startswith("choose ")  # the options hold the palagems
        ),
        players=play.game.players or _names(state),
        options=options,
        start=None if start is None else play.plug.table.from_json(start),
        to_move="" if start is None else str(state.options.get("to_move", "")),
        title=state.title,
        date=(state.created or datetime.now(UTC)).date().isoformat(),
        result=play.result,
        resigned=play.resigned or "",
        comment=state.comments.get(0, ""),
    )


def _with_the_program_named(play: Play, state: GameState) -> Play:
    """Where nobody has named the players of a printed board, their colours stand for them; the
    program's are known by its name."""
    ours = state.agreed.program
    if not ours:
        return play
    names = (f"Palago ({who})" if who in ours else who for who in play.game.players)
    return play.renamed(tuple(names))


def _names(state: GameState) -> tuple[str, ...]:
    """The names behind two colours; where the program plays a colour, that is its name."""
    names, seat = state.agreed.names, state.agreed.partner
    if seat is None:
        return names
    white, blue = (*names, "", "")[:2]
    program = f"Palago ({seat.level})"
    return (white or program, blue) if seat.colour == COLOURS[0] else (white, blue or program)


def _turn(entry: Entry, words: str, state: GameState) -> RecordedTurn:
    return RecordedTurn(
        move=words,
        comment=state.comments.get(entry.number, ""),
        time=entry.at.isoformat(timespec="seconds"),
        photo=entry.photo or "",
        check=("accepted by the referee against the rules",) if entry.accepted else (),
    )


def game_of_record(record: Record) -> tuple[dict[str, Any], list[EventData]]:
    """What creates a record's game, and the events after that. Raises ChangeRefused."""
    options: dict[str, Any] = dict(record.options)
    if record.players:
        options = {"players": list(record.players), **options}
    first: dict[str, Any] = {"kind": record.game, "title": record.title[:120], "options": options}
    if record.start is not None:
        first["board"] = record.start.to_json()
        if plug_of(record.game).table.is_free:
            options["start"] = record.start.to_json()
        if record.to_move:
            options["to_move"] = record.to_move
    play = Play.start(record.game, options, record.start)
    game = play.game
    events: list[EventData] = _comment(0, record.comment)
    number = 0
    for turn in record.moves:
        event = confirmed(turn.move)
        try:
            game = game.play(turn.move)
        except ValueError as error:
            if not turn.check:
                raise ChangeRefused(f"{turn.move}: {error}") from None
            game = _accepted(play, game, turn)
            event[1]["accept"] = True
        if event[1].get("accept") or (game.deed is not None and game.deed.listed):
            number += 1
            is_free = play.plug.table.is_free
            laid = _laid(game.board, turn) if is_free else _photographed(game.board, turn)
            events += [*laid, event, *_comment(number, turn.comment)]
        else:
            events.append(event)
    if record.resigned:
        events.append(("resigned", {"by": record.resigned}))
    return first, events


def _accepted(play: Play, game: Any, turn: RecordedTurn) -> Any:
    """The game after a move against the rules that the record marks. Raises ChangeRefused."""
    try:
        board = game.board
        for word in turn.move.split():
            board = board.place(Tile.from_text(word))
        return play.plug.accept(game, board)
    except (BoardError, ValueError) as error:
        raise ChangeRefused(f"{turn.move}: {error}") from None


def _laid(board: Table, turn: RecordedTurn) -> list[EventData]:
    """The table after a turn, and the photo that the record has of it."""
    return [("board_set", board.to_json() | ({"photo": turn.photo} if turn.photo else {}))]


def _photographed(board: Table, turn: RecordedTurn) -> list[EventData]:
    """The photo that the record has of a printed board after a turn, showing what then stood
    there; nobody knows any more where in the photo."""
    if not turn.photo or not len(board):
        return []
    reading = {"pieces": board.to_json()["pieces"], "image": {}}
    return [("photo_read", {"photo": turn.photo, "reading": reading})]


def _comment(number: int, text: str) -> list[EventData]:
    return [("commented", {"move": number, "text": text})] if text else []
