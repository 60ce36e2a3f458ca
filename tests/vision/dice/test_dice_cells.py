"""Which cells dice change beside a board."""

from palago.engine.lattice import cell_centre, neighbours
from palago.vision.readings.dice import DieReading
from palago.vision.tracking.tracker import DiceCells


def die(place: tuple[float, float] | None) -> DieReading:
    return DieReading("3", (0.0, 0.0), 0.99, 20.0, "lying", place, 0.6)


def test_a_die_changes_the_cell_under_it_and_where_it_lay_before() -> None:
    first = DiceCells().now([die(cell_centre((3, -2)))])
    assert (3, -2) in first.changed and first.changed <= {(3, -2), *neighbours((3, -2))}
    then = first.now([die(cell_centre((-4, 1)))])
    assert {(3, -2), (-4, 1)} <= then.changed
    assert (3, -2) in then.now([die(cell_centre((-4, 1)))]).changed, "told anew, it has not moved"
    assert (3, -2) not in then.now([die(cell_centre((5, 1)))]).changed


def test_dice_far_from_any_board_change_no_cell() -> None:
    assert not DiceCells().now([die(None)]).changed
