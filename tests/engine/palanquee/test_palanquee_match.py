"""Matches of Palanquée: turns that end by themselves, records of them, and what goes wrong."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.games.protocols import Start
from palago.engine.games.registry import plug_of
from palago.engine.palanquee.play.match import PalanqueeMatch
from palago.engine.palanquee.position import PalanqueePosition
from palago.engine.palanquee.table.pieces_json import PositionError
from palago.engine.phrases import Refused
from palago.engine.records.files import read_record, write_record
from palago.engine.records.record import Record, RecordedTurn
from palago.engine.records.replay import replay
from palanquee_positions import chosen_action, crowded_position, game

PLUG = plug_of("palanquee")


def chance_record(seed: int, actions: int) -> tuple[Record, PalanqueeMatch]:
    """A record of some actions by chance, from a position, with a branch, and where it leads."""
    rng = random.Random(seed)
    start = crowded_position(rng, most=12)
    names = tuple(f"Player {n}" for n in range(len(start.players)))
    match = PalanqueeMatch.at(start, names)
    moves: list[RecordedTurn] = []
    for _ in range(actions):
        legal = match.game.legal_actions()
        if match.over or not legal:
            break
        text = "end" if rng.random() < 0.1 else str(chosen_action(rng, legal, match.game))
        other = (RecordedTurn(str(rng.choice(legal))),) if rng.random() < 0.3 else ()
        moves.append(RecordedTurn(text).branching(other))
        match = match.play(text)
    return replace(match.to_record(), moves=tuple(moves)), match


@given(st.integers(0, 1 << 32))
@settings(max_examples=8)
def test_records_in_all_forms_replay_to_the_same_match(seed: int) -> None:
    record, match = chance_record(seed, 8)
    for form in ("json", "text", "sgf"):
        again = read_record(write_record(record, form))
        assert again == record, form
        found = replay(again)
        assert not found.problems and isinstance(found.position, PalanqueeMatch)
        assert found.position.position == match.position and found.result == match.result


def test_a_new_match() -> None:
    match = PLUG.start(Start({}, None, "", ("Ann", "Ben", "Cy")))
    assert isinstance(match, PalanqueeMatch) and match.players == ("Ann", "Ben", "Cy")
    assert match.position.players == ("blue", "green", "red") and match.on_turn == "Ann"
    chosen = PLUG.start(Start({"players": ["Ann", "Ben"], "colours": ["violet", "yellow"]}))
    assert isinstance(chosen, PalanqueeMatch) and chosen.position.to_move == "violet"
    assert PLUG.start(Start({"players": ["red", "blue"]})).on_turn == "red"
    for bad in (
        {"players": ["Ann"]},
        {"players": ["Ann", "Ann"]},
        {"players": ["Ann", "Ben"], "colours": ["blue"]},
        {"players": ["Ann", "Ben"], "colours": ["blue", "black"]},
        {"players": [f"Player {n}" for n in range(6)]},
    ):
        with pytest.raises(PositionError):
            PLUG.start(Start(bad))


def test_turns_end_by_themselves_or_are_ended() -> None:
    match = PLUG.start(Start({"players": ["Ann", "Ben"]})).play("sow C5")
    assert match.on_turn == "Ben" and match.deed is not None and match.deed.who == "Ann"
    assert str(match.deed.phrase) == "a seed is sown on C5"
    match = match.play("sow P9").play("grow C6 seed").play("grow P10")
    assert match.on_turn == "Ann"
    match = match.play("grow C7")  # one of two actions
    assert match.on_turn == "Ann"
    ended = match.play("end")
    assert ended.on_turn == "Ben"
    assert str(ended.deed.phrase) == "the turn ends; 1 action is forgotten"
    claimed = ended.play("claim C6")
    assert claimed.on_turn == "Ben" and claimed.play("grow P11").on_turn == "Ann"
    assert match.play("grow C8; grow P11").on_turn == "Ann"


def test_what_cannot_be_played_is_refused_with_its_reason() -> None:
    match = PLUG.start(Start({"players": ["Ann", "Ben"]}))
    with pytest.raises(Refused, match="the turn is to sow a seed"):
        match.play("grow C5")
    record = Record(game="palanquee", moves=(RecordedTurn("sow C5"), RecordedTurn("sow C6")))
    (problem,) = replay(record).problems
    assert problem.where == "turn 2" and "less than 3" in problem.reason


def test_a_start_that_is_not_at_rest_is_named() -> None:
    position = game(blue="C5* C7*", green="C6*").position.to_json()
    value = {"format": "palago-record", "game": "palanquee", "moves": [], "start": position}
    found = replay(Record.from_json(value))
    assert "C6 should have been captured" in str(found.problems[0])
    assert isinstance(Record.from_json(value).start, PalanqueePosition)
