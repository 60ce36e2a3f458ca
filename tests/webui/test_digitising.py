"""Boards in, moves out: what digitising makes of pauses, hands and doubts."""

from __future__ import annotations

from palago.engine.board import Board, Tile
from palago.engine.observation import Observation
from palago.engine.palagonia.actions import Lay
from palago.engine.palagonia.follower import ActionStep
from palago.webui.digitising import digitise_palagonia
from palago.webui.sightings import Sighting

START = Board.from_text("0,0a 1,0c 0,1b 1,1a")
TILES = Tile(2, 0, 0), Tile(2, 1, 2), Tile(2, -1, 4)


def shown(time: float, board: Board) -> Sighting:
    return Sighting(time, f"{time}", Observation(board))


def quiet(time: float) -> Sighting:
    return Sighting(time, f"{time}")


def actions(*sightings: Sighting) -> list[ActionStep]:
    game = digitise_palagonia(sightings, aligned=True, patience=3.0)
    return [step for step in game.steps if isinstance(step, ActionStep)]


def test_a_turn_is_over_when_nothing_happens_and_no_hand_is_there() -> None:
    two = START.place(TILES[0]).place(TILES[1])
    three = two.place(TILES[2])
    steps = actions(shown(0, START), shown(5, two), quiet(7), quiet(8.5), shown(12, three))
    assert steps[0].action == Lay(TILES[:2]) and steps[0].time == 5
    # The same, but a hand is over the board all the time: it is one turn that goes on.
    steps = actions(shown(0, START), shown(5, two), quiet(7), shown(12, three))
    assert [step.action for step in steps] == [Lay(TILES)]
