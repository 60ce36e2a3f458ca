"""Pieces stay what they are, however they are varied."""

from functools import cache

import pytest
from palago.vision.counters.shapes import COLUMNS, ROWS
from palago.vision.training.counters.kinds.cuts import SPARE, PieceCuts, cut_pieces
from palago.vision.training.counters.scenes import make_scene

torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")

from palago.vision.training.counters.kinds.varied_cuts import ENOUGH, Cuts, varied_cuts  # noqa: E402
from palago.vision.training.randomness import Randomness  # noqa: E402


@cache
def cuts_of_crowded() -> PieceCuts:
    """The pieces of a drawn board with more of them than are looked at in one step."""
    cuts = cut_pieces(make_scene(7_300_000))
    assert cuts is not None and len(cuts.seed) > ENOUGH
    return cuts


def kept() -> Cuts:
    return Cuts.of(cuts_of_crowded(), torch.device("cpu"))


def test_varied_pieces_keep_their_kinds_colours_and_lean() -> None:
    cuts, random = cuts_of_crowded(), Randomness(torch.device("cpu"))
    told = {
        (int(c), int(s), round(abs(float(x)), 5), round(float(y), 5))
        for c, s, (x, y) in zip(cuts.colour, cuts.seed, cuts.lean, strict=True)
    }
    for _ in range(6):
        varied = varied_cuts(random, [kept(), kept()])
        assert varied.seen.shape[1:] == (3, ROWS, COLUMNS)
        assert 0 < (varied.board == 0).sum() <= ENOUGH and 0 < (varied.board == 1).sum() <= ENOUGH
        assert varied.seen.min() >= 0 and varied.seen.max() <= 255
        for c, s, (x, y) in zip(varied.colour, varied.seed, varied.lean, strict=True):
            assert (int(c), int(s), round(abs(float(x)), 5), round(float(y), 5)) in told


def test_no_two_looks_at_a_board_are_alike() -> None:
    varied = varied_cuts(Randomness(torch.device("cpu")), [kept(), kept()])
    first, second = varied.seen[varied.board == 0], varied.seen[varied.board == 1]
    least = min(len(first), len(second))
    assert not torch.equal(first[:least], second[:least])


def test_a_varied_piece_stays_where_it_was_found_and_shows_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With nothing varied a piece is what the reader would cut."""
    for name in ("MOVED_TOGETHER", "MOVED_APART", "GROWN", "TURNED", "BLURRED", "NOISY", "FEWER"):
        monkeypatch.setattr(f"palago.vision.training.counters.kinds.varied_cuts.{name}", 0.0)
    cuts = kept()
    inner = cuts.seen[:, :, SPARE:-SPARE, SPARE:-SPARE].float()
    light = inner.mean(dim=(1, 2, 3))
    for _ in range(3):
        varied = varied_cuts(Randomness(torch.device("cpu")), [cuts])
        for seen, lean in zip(varied.seen, varied.lean, strict=True):
            # Whichever it is, mirrored or in other light: one of the board's has this shape.
            same = ((cuts.lean.abs() - lean.abs()).abs() < 1e-6).all(dim=1)
            patterns = inner[same].sum(dim=1)
            mine = seen.sum(dim=0)
            alike = [
                float(torch.corrcoef(torch.stack([mine.flatten(), p.flatten()]))[0, 1])
                for one in patterns
                for p in (one, one.flip(1))
            ]
            assert max(alike) > 0.97, (max(alike), light.mean())
