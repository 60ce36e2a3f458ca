"""Analysis of Palanquée positions, and the program that plays it."""

import random
from dataclasses import replace

import pytest
from further_cases import further
from hypothesis import given, settings
from hypothesis import strategies as st
from palago.engine.palanquee.advice.analysis import Analysis, captures_of, missing_to_saturate
from palago.engine.palanquee.advice.opponent import choose_turn
from palago.engine.palanquee.play.captures import is_saturated
from palago.engine.palanquee.play.game import PalanqueeTurn, PlayedAction
from palago.engine.palanquee.position import Reserve
from palago.engine.palanquee.table.board import CELLS
from palanquee_positions import LEAF, crowded_position, game, random_turn

SEEDS = st.integers(0, 1 << 32)


def shown(moment: PalanqueeTurn) -> dict:  # type: ignore[type-arg]
    return Analysis(moment).to_json()


def test_what_an_action_takes() -> None:
    found = shown(game(blue="K5* L6 M6 M7 M8 L9 K9 J9 I8 H8", green="I5* H5 J6 I6 J7 K7"))
    largest = found["captures"][0]
    assert largest["action"] == "grow H7" and largest["captured"] == ["I6", "J6"]
    assert largest["isolated"] == ["J7", "K7"] and largest["ways"] > 1


def test_what_the_next_player_could_take() -> None:
    found = shown(game(to_move="green", blue="M6* L6 M7 L8 K7", green="I5* J6 K6"))
    assert found["next_player"] == "blue"
    assert ["K6"] in [danger["captured"] for danger in found["dangers"]]


def test_forbidden_cells_and_why() -> None:
    found = shown(game(to_move="green", blue="M6* L7 M7 M8 K8 L9", green="J7* K7 J8 J9"))
    by_cell = {entry["cell"]: entry for entry in found["forbidden"]}
    assert by_cell["L8"]["why"] == "L8 would stand between L7 and L9."
    near = shown(game(turns=1, blue="M6* M7", green="M11*"))
    assert {entry["rule"] for entry in near["forbidden"]} == set()
    nearer = shown(game(turns=1, blue="M6* M7", green="M10*"))
    assert "M8" in {e["cell"] for e in nearer["forbidden"] if e["rule"] == "first turns"}


def test_buttons_and_leaves_there_and_nearly_there() -> None:
    whole = shown(game(blue=f"{LEAF} N4*", green="C9*"))["players"]["blue"]
    assert whole["leaves"] == [sorted(LEAF.split())] and whole["buttons"] == ["L5"]
    part = " ".join(word for word in LEAF.split() if word != "J5")
    nearly = shown(game(blue=f"{part} N4*", green="C9*"))["players"]["blue"]
    assert not nearly["leaves"] and nearly["buttons"] == ["L5"]
    assert {"cells": sorted(LEAF.split()), "missing": "J5"} in nearly["nearly_leaves"]
    ring = shown(game(blue="H7 H9 I7 I8 G7 G8 H6*", green="C14*"))["players"]["blue"]
    assert {"centre": "H8", "missing": "H8"} in ring["nearly_buttons"]


def test_sprouts_by_which_others_hang() -> None:
    found = shown(game(blue="C5* C6 C7 C8", green="P9*"))["hanging"]
    assert {entry["cell"]: entry["isolates"] for entry in found} == {
        "C6": ["C7", "C8"],
        "C7": ["C8"],
    }


@given(st.integers(0, (1 << CELLS) - 1), st.integers(0, 18))
def test_how_near_a_column_is_to_saturation(occupied: int, column: int) -> None:
    missing = missing_to_saturate(occupied, column)
    assert (missing == 0) == is_saturated(occupied, column)
    if missing:
        cells = [c for c in range(16 * column, 16 * column + 16) if not occupied >> c & 1]
        after = [missing_to_saturate(occupied | 1 << cell, column) for cell in cells]
        assert min(after) == missing - 1


@given(SEEDS)
@settings(max_examples=10)
def test_captures_are_what_playing_the_action_takes(seed: int) -> None:
    moment = PalanqueeTurn.at(crowded_position(random.Random(seed)))
    for capture in captures_of(moment):
        step = moment.attempt(capture.action)
        assert isinstance(step, PlayedAction) and step.consequences.lost == capture.taken


# -- the program that plays


def takes(moment: PalanqueeTurn, actions: tuple) -> bool:  # type: ignore[type-arg]
    enemies = moment.position.pieces.occupied & ~moment.position.pieces.of_colour(
        moment.position.colour
    )
    took = False
    for action in actions:
        step = moment.attempt(action)
        assert isinstance(step, PlayedAction)
        took |= bool(step.consequences.lost & enemies)
        moment = step.game
    assert moment.owed == 0  # a whole turn
    return took


@pytest.mark.parametrize("seed", [*range(3), *further(range(3, 12))])
def test_it_plays_whole_lawful_turns_and_takes_what_it_can(seed: int) -> None:
    moment = PalanqueeTurn.at(crowded_position(random.Random(seed), most=14))
    turn = choose_turn(moment, 1.0, random.Random(seed))
    assert takes(moment, turn) or not captures_of(moment)


def test_it_takes_with_two_actions() -> None:
    # J7 would capture K6, but is two steps away.
    moment = game(blue="M6* L6 M7* L8", green="I5* K6")
    assert takes(moment, choose_turn(moment, 2.0, random.Random(1)))
    # A parasite has to grow on E5 before the plant on B7 can take; even in a hurry.
    moment = PalanqueeTurn.at(crowded_position(random.Random(7000178), most=14))
    assert takes(moment, choose_turn(moment, 0.0, random.Random(1)))


def seeds_in_danger(moment: PalanqueeTurn) -> int:
    """How many seeds of who just acted the next player can take at once."""
    position = moment.position
    following = PalanqueeTurn.at(replace(position, to_move=position.next_player))
    seeds = position.pieces.seeds_of(position.colour)
    return max(((found.taken & seeds).bit_count() for found in captures_of(following)), default=0)


@pytest.mark.parametrize(("seed", "parry"), [(31, "prune A3"), (825, "prune A16")])
def test_it_sees_a_capture_against_it(seed: int, parry: str) -> None:
    moment = PalanqueeTurn.at(crowded_position(random.Random(seed), most=8))
    assert seeds_in_danger(moment) and not seeds_in_danger(moment.play(parry))
    turn = choose_turn(moment, 3.0, random.Random(1))
    assert not seeds_in_danger(moment.play_all(turn))


def test_it_begins_and_passes_when_nothing_can_be_played() -> None:
    start = PalanqueeTurn.start(("blue", "green"))
    assert len(choose_turn(start, 0.5, random.Random(3))) == 1
    over = PalanqueeTurn.at(replace(start.position, reserve=(Reserve(3, 50), Reserve(0, 50))))
    assert choose_turn(over, 0.5) == ()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_it_beats_chance(seed: int) -> None:
    rng = random.Random(seed)
    moment = PalanqueeTurn.start(("blue", "green"))
    for _ in range(150):
        if moment.position.to_move == "blue":
            moment = moment.play_all(choose_turn(moment, 1.0, rng))
        else:
            moment = [moment, *random_turn(rng, moment)][-1]
        if moment.outcome:
            break
        moment = moment.end_turn()
    assert moment.outcome is not None and moment.outcome.winner == "blue"
