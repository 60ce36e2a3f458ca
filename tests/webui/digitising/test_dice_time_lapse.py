"""Films of dice by another clock than the table's: each turn clear in two frames, at any pace."""

from collections.abc import Iterator, Sequence

import pytest
from palago.calibration.arrays import Picture
from palago.engine.palagonia.at_table.shots_with_dice import FinderWithDice
from palago.vision.dice import placing
from palago.vision.training.scenes.dice.told import DiceTold
from palago.vision.training.scenes.films.acts import Act
from palago.vision.training.scenes.films.videos import StagedTable
from palago.webui.digitising.digitise import Digitised, digitise
from palago.webui.tables.shots import from_stills
from stage_reader import StageReader
from watching.test_dice_photos import counted
from watching.test_live_dice import ACTS, PLAYED


def moments(acts: Sequence[Act], clear: int) -> Iterator[float]:
    """One moment of each hand or tumbling die, and so many clear ones after it."""
    begun = 0.0
    for act in acts:
        busy = act.handled + act.tumble
        if busy:
            yield begun + busy / 2
        yield from (begun + busy + 0.2 + 0.3 * number for number in range(clear))
        begun += act.seconds


def filmed(monkeypatch: pytest.MonkeyPatch, acts: Sequence[Act], pace: float) -> Digitised:
    """What becomes of a film with a frame every ``pace`` seconds."""
    stage = StagedTable(2, width=640, height=360)
    told, reader = DiceTold(stage), StageReader(stage, acts)
    monkeypatch.setattr(placing, "read_dice", told)
    wanted = list(moments(acts, 2))

    def frames() -> Iterator[tuple[float, Picture]]:
        number = 0
        for moment, frame in reader.film(10.0, told):
            if number < len(wanted) and moment >= wanted[number] - 0.05:
                yield number * pace, frame
                number += 1

    shots = from_stills(frames(), reader)
    return digitise(FinderWithDice(is_film=False, players=("Anna", "Ben", "Cleo")), shots)


def played(found: Digitised) -> tuple[str, ...]:
    events = counted(found).events
    return tuple(event.split()[0] if event[0] == "l" else event for event in events)


@pytest.mark.parametrize("pace", [0.15, 0.5])
def test_a_game_seen_clear_in_two_frames_a_turn_is_recorded_whole(
    monkeypatch: pytest.MonkeyPatch, pace: float
) -> None:
    found = filmed(monkeypatch, ACTS, pace)
    assert played(found) == PLAYED[:-1]
    assert [len(step.after.board) for step in found.steps] == [3, 6]


def test_a_film_cut_together_without_a_turn_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = (*ACTS[:5], *ACTS[6:])  # the roll before the second lay is cut out
    found = filmed(monkeypatch, cut, 0.4)
    assert len(found.steps) == 2
    assert str(counted(found).points) == "(0, 0, 0)"
