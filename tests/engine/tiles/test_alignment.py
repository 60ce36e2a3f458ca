"""Of several alignments of two boards that are as good, the one under which least is wrong."""

from collections.abc import Callable

from palago.engine.tiles.alignment import Alignment, alignments, judged_best
from palago.engine.tiles.board import Board

FIXED, MOVING = Board("0,0a 1,0a 2,0a"), Board("5,5a")
WAYS = alignments(FIXED, MOVING)


def judged(
    faults: Callable[[Alignment], int], aligned: bool = False
) -> tuple[Alignment, list[Alignment]]:
    """The alignment that is chosen, and all that were judged."""
    looked_at: list[Alignment] = []

    def noted(way: Alignment) -> Alignment:
        looked_at.append(way)
        return way

    return judged_best(FIXED, MOVING, noted, faults, aligned=aligned), looked_at


def test_nothing_is_judged_after_one_without_faults() -> None:
    assert len(WAYS) == 3, "a tile may be any of the three"
    assert judged(lambda way: WAYS.index(way) == 0) == (WAYS[1], [*WAYS[:2]])


def test_the_fewest_faults_count_and_the_first_of_equals() -> None:
    assert judged(lambda way: (2, 1, 1)[WAYS.index(way)]) == (WAYS[1], [*WAYS])


def test_boards_that_share_a_frame_are_judged_once() -> None:
    assert judged(lambda way: 1, aligned=True) == (Alignment(), [Alignment()])
