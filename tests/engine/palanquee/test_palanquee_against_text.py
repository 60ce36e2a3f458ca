"""The engine's Palanquée beside the plain one of ``plain_palanquee``: the same at every step."""

import random
from dataclasses import replace
from typing import Any

import plain_palanquee as plain
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.palanquee.judging.status import status
from palago.engine.palanquee.play.game import PalanqueeTurn
from palago.engine.palanquee.play.rules import PalanqueeRefusal
from palago.engine.palanquee.position_json import position_from_json
from palago.engine.palanquee.table.board import COLUMNS, names_of
from palanquee_positions import any_action, chosen_action, crowded_position

SEEDS = st.integers(0, 1 << 32)


def outcome_of(game: PalanqueeTurn, text: str) -> tuple[PalanqueeTurn, Any]:
    """The game after an action and what it caused, or the rule by which it was refused."""
    found = game.attempt(text)
    if isinstance(found, PalanqueeRefusal):
        assert str(found)
        return game, found.rule.value
    seen = found.consequences
    return found.game, {
        "captured": names_of(seen.captured),
        "isolated": names_of(seen.isolated),
        "saturated": sorted(COLUMNS[column] for column in seen.saturated),
    }


def plain_outcome_of(turn: plain.Turn, text: str) -> Any:
    try:
        return turn.play(text)
    except plain.Refused as refused:
        return str(refused)


def agree_on_turns(seed: int, turns: int, tries: int, owed: bool) -> None:
    """Play some turns by chance in both, and hold everything that can be seen against each other.

    Half of the actions are legal ones, the others may break any rule.
    """
    rng = random.Random(seed)
    position = crowded_position(rng, careful=rng.random() < 0.1)
    for _ in range(turns):
        game = PalanqueeTurn.at(position)
        written = position.to_json()
        assert position_from_json(written) == position
        turn = plain.Turn(written)
        legal = sorted(map(str, game.legal_actions()))
        assert legal == ([] if turn.over() else plain.legal(turn))
        for _ in range(tries):
            actions = game.legal_actions()
            likely = actions and rng.random() < 0.5
            text = str(chosen_action(rng, actions, game)) if likely else any_action(rng, game)
            game, found = outcome_of(game, text)
            assert found == plain_outcome_of(turn, text), text
            agree_on_board(game, turn)
        if owed:
            assert sorted(map(str, game.legal_actions())) == plain.legal(turn)
            assert game.owed == plain.owed(turn)
        position = replace(game.end_turn().position, forgotten=())
        if position.outcome:
            return


def agree_on_board(game: PalanqueeTurn, turn: plain.Turn) -> None:
    position = game.position
    assert not status(position)
    standing = {
        plain.cell(one["cell"]): (one["colour"], one["kind"])
        for one in position.to_json()["pieces"]
    }
    assert standing == turn.board
    assert turn.reserve == {
        player: {"seeds": reserve.seeds, "sprouts": reserve.sprouts}
        for player, reserve in zip(position.players, position.reserve, strict=True)
    }
    assert (position.outcome is not None) == turn.over()


@given(SEEDS)
@settings(max_examples=4)
def test_legal_actions_and_turns_are_those_of_the_text(seed: int) -> None:
    agree_on_turns(seed, turns=2, tries=10, owed=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(400))
def test_many_turns_are_those_of_the_text(seed: int) -> None:
    agree_on_turns(seed, turns=4, tries=14, owed=seed % 4 == 0)
