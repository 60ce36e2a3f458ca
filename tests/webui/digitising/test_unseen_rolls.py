"""A roll that nobody saw is never written as if it had been seen."""

from digitising.test_gaps import TURNS, boards, shots
from palago.engine.tiles.observation import Observation
from palago.vision.readings.dice import DieReading, Face
from palago.webui.digitising.digitise import follow
from palago.webui.digitising.record import digitised_record
from palago.webui.digitising.settling import Settled
from palago.webui.tables.shots import CameraShot

NAMES = ("Anna", "Ben", "Cleo")
FITS = "This roll was not seen: it is one that fits what was played."
START_FITS = "Not all of these rolls for the start were seen: the others are such as fit."


def checks(taken: list[CameraShot], began: str) -> dict[str, tuple[str, ...]]:
    """What stands beside each roll of the record."""
    found = follow(taken, Settled(began=began), "palagonia", is_film=False, players=NAMES)
    record = digitised_record(found, "club night", None)
    assert record.players == NAMES
    rolls = [turn for turn in record.moves if turn.move.startswith(("start", "roll"))]
    return {f"{number} {turn.move}": turn.check for number, turn in enumerate(rolls)}


def test_rolls_of_photos_without_dice_are_marked_as_made_to_fit() -> None:
    found = checks(shots(*boards(TURNS)[:4], apart=10.0), "Anna")
    assert [words.split()[1] for words in found] == ["start", "roll", "roll", "roll"]
    first, *others = found.values()
    assert first == (START_FITS,) and others == [(FITS,)] * 3


def test_a_roll_that_was_seen_is_not() -> None:
    taken = shots(*boards(TURNS)[:3], apart=10.0)
    two: Face = "2"
    three: Face = "3"
    dice = tuple(
        DieReading(face, (0.0, 0.0), 0.999, place=(6.0 + at, 6.0), edge=0.6)
        for at, face in enumerate((two, three))
    )
    rolled = CameraShot(15.0, "dice.jpg", Observation(boards(TURNS)[1]), dice=dice)
    found = checks([*taken[:2], rolled, *taken[2:]], "Anna")
    told = [check for words, check in found.items() if words.split()[1:] == ["roll", "2:3"]]
    assert FITS not in told[-1] and FITS in told[0]
