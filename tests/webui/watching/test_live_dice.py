"""A camera that sees the dice: a game of Palagonia from the first roll on without a tap.

Who reads the dice is told the truth here: what is tried is everything that comes after it.
"""

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from palago.calibration.arrays import Picture
from palago.engine.tiles.board import Board
from palago.vision.dice import placing
from palago.vision.training.scenes.dice.staged import StagedDie
from palago.vision.training.scenes.dice.told import DiceTold
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from palago.webui.games.views import game_view
from palago.webui.watching.live_session import LiveSession
from stage_reader import StageReader

THREE = Board.from_text("0,0a 1,0c 0,1b")
SIX = Board.from_text("0,0a 1,0c 0,1b 1,1a -1,1c -1,2a")
PLAYED = ("start 3 2 remove", "lay", "roll 3:remove", "lay", "roll 2:2")


def thrown(board: Board, number: int, *faces: str) -> Act:
    """Dice roll beside the board, each time elsewhere, and come to rest."""
    dice = tuple(
        StagedDie(face, -5.0 + 2.2 * k, -3.4 - 0.9 * (number % 2), 0.3 * number)
        for k, face in enumerate(faces, start=number % 3)
    )
    return Act(board, dice=dice, tumble=0.4, wait=1.4)


ACTS = (
    Act(Board(), wait=1.0),
    thrown(Board(), 0, "3"),
    thrown(Board(), 1, "2"),
    thrown(Board(), 2, "remove"),
    Act(THREE, tuple(THREE.cells), wait=1.8),
    thrown(THREE, 3, "3", "remove"),
    Act(SIX, ((1, 1), (-1, 1), (-1, 2)), wait=1.8),
    thrown(SIX, 4, "2", "2"),
)


def test_from_the_first_roll_on_nobody_taps(parts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = StagedTable(2, width=640, height=360)
    told, reader = DiceTold(stage), StageReader(stage, ACTS)
    monkeypatch.setattr(placing, "read_dice", told)
    players = ["Anna", "Ben", "Cleo"]
    data = {"kind": "palagonia", "title": "Live", "options": {"players": players}}
    game = parts.desk.start(data)
    said: list[str] = []
    before_tiles: list[dict[str, Any]] = []
    enters: set[bool] = set()

    def frames() -> Iterator[tuple[float, Picture]]:
        for moment, frame in reader.film(4.0, told):
            if 1.0 < moment < 8.0:
                state = {**parts.live.state(game)}
                enters.add(state.pop("enters_dice"))
                if state not in before_tiles:
                    before_tiles.append(state)
            text = game_view(parts.desk.state(game), "en")["verdict"]["text"]
            if text not in said:
                said.append(text)
            yield moment, frame

    LiveSession(parts, game, reader).run(frames(), threading.Event())
    play = parts.desk.state(game).play
    events = play.game.events
    assert tuple(event.split()[0] if event[0] == "l" else event for event in events) == PLAYED
    assert play.game.board.canonical() == SIX.canonical()
    assert "Ben: 3 or Remove" in said
    rolls = (("Anna", "3"), ("Ben", "2"))
    assert before_tiles == [
        {"key": "still"},
        {"key": "rolled", "rolls": rolls[:1], "next": "Ben"},
        {"key": "rolled", "rolls": rolls, "next": "Cleo"},
    ], "whose die was seen is told; a look at the first tiles is over in a moment"
    assert enters == {True}


def test_a_die_is_asked_for_only_after_it_has_lain_unsure_for_a_while(
    parts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts = (Act(Board(), wait=1.0), replace(thrown(Board(), 0, "3"), wait=6.0))
    stage = StagedTable(2, width=640, height=360)
    told, reader = DiceTold(stage), StageReader(stage, acts)
    monkeypatch.setattr(placing, "read_dice", lambda *_: [replace(d, face=None) for d in told()])
    data = {"kind": "palagonia", "title": "", "options": {"players": ["Anna", "Ben", "Cleo"]}}
    game = parts.desk.start(data)
    said: list[tuple[float, str]] = []

    def frames() -> Iterator[tuple[float, Picture]]:
        for moment, frame in reader.film(4.0, told):
            said.append((moment, (parts.live.state(game) or {"key": ""})["key"]))
            yield moment, frame

    LiveSession(parts, game, reader).run(frames(), threading.Event())
    asked = [moment for moment, key in said if key == "roll_unsure"]
    assert asked and asked[0] > 1.4 + 2.5, said
