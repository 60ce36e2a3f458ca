"""Between a dashboard's game and the engine's game record."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ....engine.games.registry import plug_of
from ....engine.phrases import Phrase, reason_of
from ....engine.records.record import Record, RecordedTurn
from ....engine.records.replay import after_turn, counts_turns, to_move
from ....engine.tiles.board import Board
from ....engine.values import value_of
from ...tables.choice import table_page
from ..game_pages import page_of
from ..play import ChangeRefused, Entry, Play, confirmed
from ..state import GameState
from .event_format import MOST_WORDS

EventData = tuple[str, dict[str, Any]]
MOST_DOUBTS = 50
#: What stands with a move against the rules that a person has let stand.
ACCEPTED = ("accepted by the referee against the rules",)
#: What stands with what lay there after turns that were not seen.
TURNS_MISSING = ("turns are missing before this table",)


@dataclass(frozen=True)
class DoubtSaid:
    """An entry of a record's ``to_check``: what is doubtful in a photo or moment."""

    source: str = ""
    time: float = 0.0
    what: tuple[str, ...] = ()
    phrases: Mapping[str, Any] = field(default_factory=dict)

    @property
    def asked_at(self) -> tuple[float, bool]:
        """Its time, and whether it is of a photo or moment, which comes after what is of none."""
        return self.time, bool(self.source)

    @property
    def words(self) -> tuple[str, ...]:
        """All of it, each by the name of its photo or moment."""
        return tuple(f"{self.source}: {said}" if self.source else said for said in self.what)


def record_of(state: GameState) -> Record:
    """A game as a record to share. Raises ChangeRefused where there is nothing to record yet."""
    if state.play is None:
        raise ChangeRefused.of("no_moves_to_record")
    play, names = page_of(state.kind).program.named(state.play, state)
    try:
        options = dict(play.plug.options(play.game))
    except ValueError:
        raise ChangeRefused.of("still_choosing") from None
    start = state.options.get("start", state.start)
    on_turn = _followers(play)
    gaps = {
        _source(entry): entry.who in ("", on_turn[entry.number])
        for entry in play.entries
        if entry.accepted
    }
    return Record(
        game=state.kind,
        moves=tuple(
            RecordedTurn(move=played.action)
            if played.entry is None
            else _turn(played.entry, played.action, on_turn[played.entry.number], state)
            for played in play.played
            if play.plug.is_recorded(played.action)
        ),
        players=play.game.players or names,
        options=options,
        start=None if start is None else play.plug.table.from_json(start),
        to_move="" if start is None else str(state.options.get("to_move", "")),
        title=state.title,
        date=(state.created or datetime.now(UTC)).date().isoformat(),
        result=play.result,
        resigned=play.resigned or "",
        comment=state.comments.get(0, ""),
        extra={"gaps": gaps} if gaps else {},
    )


def _followers(play: Play) -> dict[int, str | None]:
    """Who was on turn after each entry, by its number. Photos are missing at a move against the
    rules that nobody is known to have played, or whose player moved twice in a row."""
    on_turn = [*(entry.who for entry in play.entries[1:]), play.game.on_turn]
    return {entry.number: who for entry, who in zip(play.entries, on_turn, strict=False)}


def _source(entry: Entry) -> str:
    return f"move {entry.number}"


def _turn(entry: Entry, words: str, following: str | None, state: GameState) -> RecordedTurn:
    let_stand = () if not entry.accepted else ACCEPTED if entry.who else TURNS_MISSING
    extra = {"source": _source(entry)} if entry.accepted else {}
    extra |= {"read_as": entry.read_as} if entry.read_as else {}
    if entry.accepted and following and state.playing.plug.following.seated is not None:
        extra["to_move"] = following  # its pieces do not tell
    if entry.accepted and isinstance(entry.board, Board):
        extra["board"] = entry.board.to_text()  # the words name no old tile that was turned
    return RecordedTurn(
        move=words,
        comment=state.comments.get(entry.number, ""),
        time=entry.at.isoformat(timespec="seconds"),
        photo=entry.photo or "",
        check=entry.check or let_stand,
        phrases=entry.phrases if entry.check else {},
        extra=extra,
    )


def game_of_record(record: Record) -> tuple[dict[str, Any], list[EventData]]:
    """What creates a record's game, and the events after that. Raises ChangeRefused."""
    options: dict[str, Any] = dict(record.options)
    if record.players:
        options = {"players": list(record.players), **options}
    first: dict[str, Any] = {"kind": record.game, "title": record.title[:120], "options": options}
    table = table_page(plug_of(record.game).table)
    if record.start is not None:
        first["board"] = record.start.to_json()
        options |= table.games.start_options(record.start)
        if record.to_move:
            options["to_move"] = record.to_move
    play = Play.start(record.game, options, record.start)
    game = play.game
    events: list[EventData] = _comment(0, record.comment)
    listed = record.extra.get("to_check", [])
    doubts = _Doubts(value_of(list[DoubtSaid], listed, ChangeRefused.saying))
    number = 0
    of_rolls: list[DoubtSaid] = []
    last: EventData | None = None
    for turn in record.moves:
        event = confirmed(turn.move)
        try:
            game, gap = after_turn(record, game, turn)
        except ValueError as error:
            values = {"where": turn.move, "why": reason_of(error)}
            raise ChangeRefused.saying(Phrase("record.place", values)) from None
        if gap is not None:
            event[1].update(accept=True, counted=counts_turns(record, turn), to_move=to_move(turn))
        if event[1].get("accept") or (game.deed is not None and game.deed.listed):
            number += 1
            _mark(event, [*of_rolls, *doubts.of(turn)])
            if isinstance(turn.extra.get("read_as"), str):
                event[1]["read_as"] = turn.extra["read_as"]
            last, of_rolls = event, []
            laid = table.games.photo_events(game.board, turn.photo)
            events += [*laid, event, *_comment(number, turn.comment)]
        else:  # what is doubtful about a roll stands with the action that obeyed it
            of_rolls += doubts.of(turn)
            events.append(event)
    if last is not None:
        _mark(last, [*of_rolls, *doubts.waiting])
    if record.resigned:
        events.append(("resigned", {"by": record.resigned}))
    return first, events


@dataclass
class _Doubts:
    """What a record says that a person should still look at, in the order of its moves."""

    waiting: list[DoubtSaid]

    def of(self, turn: RecordedTurn) -> list[DoubtSaid]:
        """What stands with a move, and what is asked of photos before it that show none."""
        said = () if turn.check in (ACCEPTED, TURNS_MISSING) else turn.check
        seconds, source = turn.extra.get("seconds"), turn.extra.get("source")
        time = seconds if isinstance(seconds, int | float) else -math.inf
        # What is asked of no photo stands with the one of its time.
        until = time, False
        here = [one for one in self.waiting if one.source == source or one.asked_at <= until]
        self.waiting = [one for one in self.waiting if one not in here]
        more = (one for one in here if one.source != source or not said)
        return [DoubtSaid(what=said, phrases=turn.phrases), *more]


def _mark(event: EventData, doubts: list[DoubtSaid]) -> None:
    """Have a move say what a person should look at."""
    check, phrases = event[1].pop("check", []), event[1].pop("phrases", {})
    for doubt in doubts:
        for words, sentence in list(zip(doubt.words, doubt.what, strict=True))[:MOST_DOUBTS]:
            check.append(words[:MOST_WORDS])
            if sentence in doubt.phrases:
                phrases[sentence] = doubt.phrases[sentence]
    event[1].update({"check": check[:MOST_DOUBTS]} if check else {})
    event[1].update({"phrases": phrases} if phrases else {})


def _comment(number: int, text: str) -> list[EventData]:
    return [("commented", {"move": number, "text": text})] if text else []
