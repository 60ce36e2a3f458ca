"""What the closer look at dice learns from."""

from typing import Any

import pytest
from palago.vision.dice.die_states import STATES
from palago.vision.training.dice.samples import make_sample

torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")

NONE = STATES.index("none")


@pytest.fixture(scope="module")
def lesson() -> Any:
    """Parts of tables with dice on them and with what looks like some, seen by shipped networks."""
    from palago.vision.fitted import WEIGHTS
    from palago.vision.training.dice.bank import Bank
    from palago.vision.training.dice.closer_training import CloserLoss
    from palago.vision.training.dice.finder_training import FinderLoss, crops
    from palago.vision.training.dice.networks import CloserLook, DiceFinder, DiceStates
    from palago.vision.training.dice.state_training import StateLoss
    from palago.vision.training.weights import restore

    bank = Bank(8, torch.device("cpu"))
    bank.add([make_sample(seed) for seed in range(60_000_001, 60_000_009)])
    finder, states = DiceFinder(), DiceStates()
    restore(finder, WEIGHTS / "dice_finder.onnx", crops(bank, FinderLoss(finder, bank).among)[0])
    restore(states, WEIGHTS / "dice_states.onnx", StateLoss(states, finder, bank).batch()[0])
    return CloserLoss(CloserLook(), finder.eval(), states.eval(), bank)


def test_likely_dice_lie_where_the_truth_has_dice_or_none(lesson: Any) -> None:
    known, bank = lesson.known, lesson.bank
    gaps = torch.linalg.vector_norm(
        known.places[:, None, :2] - bank.dice[known.samples, :, :2], dim=2
    )
    gaps = gaps / bank.dice[known.samples, :, 2].clamp(min=1.0)
    nearest = torch.where(bank.has_die[known.samples], gaps, 9.0).min(dim=1).values
    assert (known.states != NONE).sum() > 10 and (known.states == NONE).sum() > 3
    assert (nearest[known.states != NONE] < 0.5).all()
    assert (nearest[known.states == NONE] > 0.9).all()


def test_a_patch_says_by_how_much_it_misses_its_die(lesson: Any) -> None:
    seen, chosen, wanted = lesson.batch()
    assert len(seen) == len(chosen.faces) == len(wanted)
    missed = wanted[chosen.states != NONE, :2].abs()
    assert 0.02 < float(missed.median()) < 0.2 and float(missed.max()) < 1.2
