"""What confirmed photos teach of a table: the names of its colours, and how sure to be."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from palago.calibration.sets.colour import lighter_by
from palago.calibration.sets.fit import TileDrawing
from palago.calibration.sets.tile_set import MeasuredColour, Stripe
from palago.engine.values import value_of
from palago.vision.benchmark.truth import Case, TrueTile
from palago.vision.readings.framing import less_sure
from palago.vision.readings.naming import is_swapped, named_by, naming_chance
from palago.vision.readings.reading import COVERED, Reading, Srgb, TileReading
from palago.vision.readings.warnings import HARD_TO_NAME
from palago.vision.table.colours import learned_sets, set_seen
from palago.vision.table.fit import fitted_trust
from palago.vision.table.known_table import FILE, KnownTable
from palago.vision.table.lesson import Lesson, is_kept_back, lesson_of, named_truly
from palago.vision.table.trust import TableTrust

RED, GREEN = (200, 45, 40), (70, 140, 60)
CORNERS = ((0.0, -1.0), (0.9, -0.5), (0.9, 0.5), (0.0, 1.0), (-0.9, 0.5), (-0.9, -0.5))


def in_light(colour: Srgb, rng: random.Random) -> Srgb:
    """A colour as a lamp of some warmth shows it."""
    red, green, blue = (min(255, round(c * rng.uniform(0.85, 1.15))) for c in colour)
    return red, green, blue


def lesson(
    number: int, white: Srgb = RED, blue: Srgb = GREEN, faces: Sequence[tuple[float, bool]] = ()
) -> Lesson:
    rng = random.Random(number)
    return Lesson(f"photo {number}", tuple(faces), in_light(white, rng), in_light(blue, rng))


def reading(white: Srgb, blue: Srgb, *confidences: float, hidden: str | None = None) -> Reading:
    tiles = tuple(
        TileReading(q, 0, 2, confidence, (0.0, 0.0), CORNERS, hidden)
        for q, confidence in enumerate(confidences)
    )
    return Reading(None, 100, 100, white, blue, tiles, notes=(HARD_TO_NAME,))


def test_a_set_is_named_as_people_named_it_in_whatever_light() -> None:
    sets = learned_sets([lesson(n) for n in range(6)])
    assert len(sets) == 1 and sets[0].photos == 6
    seen = reading(in_light(GREEN, random.Random(9)), in_light(RED, random.Random(10)), 0.8)
    found = set_seen(seen, sets)
    assert found is not None
    named = named_by(seen, found)
    assert named.white == seen.blue and named.notes == () and named.tiles[0].confidence > 0.85


def test_the_first_photo_names_its_set_until_people_disagree() -> None:
    (first,) = learned_sets([lesson(0)])
    seen = reading(in_light(GREEN, random.Random(9)), in_light(RED, random.Random(10)), 0.8)
    assert set_seen(seen, [first]) == first and is_swapped(seen, first)
    assert learned_sets([lesson(0), lesson(1, GREEN, RED)]) == ()
    mixed = [lesson(n, *((RED, GREEN) if n % 2 else (GREEN, RED))) for n in range(12)]
    assert learned_sets(mixed) == ()


RIM, LINE = Stripe((90, 90, 90), 0.06), Stripe((10, 10, 10), 0.03)


def drawn(number: int, rim: Stripe | None = RIM, line: Stripe | None = None) -> Lesson:
    body = MeasuredColour((120, 110, 100))
    return replace(lesson(number), drawing=TileDrawing(line, rim, body, tiles=5))


def test_a_sets_drawing_is_what_most_of_its_photos_show() -> None:
    darker = Stripe((80, 80, 80), 0.07)
    photos = [
        drawn(n, darker if n % 5 == 0 else RIM, LINE if n % 4 == 0 else None) for n in range(30)
    ]
    (known,) = learned_sets(photos)
    assert known.rim == RIM and known.line is None and known.tiles == 150
    assert known.body == MeasuredColour((120, 110, 100))
    (again,) = KnownTable.from_json(KnownTable((known,)).to_json()).sets
    assert again.rim == RIM
    assert learned_sets(photos[:1])[0].rim is None  # one photo may lie in strange light
    assert learned_sets([lesson(n) for n in range(30)])[0].rim is None


@pytest.mark.parametrize("seen", [None, Stripe((90, 90, 90), 0.12)])
def test_a_rim_that_photos_kept_back_do_not_show_is_not_remembered(seen: Stripe | None) -> None:
    photos = [drawn(n) for n in range(30)]
    otherwise = [replace(each, drawing=TileDrawing(rim=seen)) for each in photos]
    kept_back = [is_kept_back(each.photo) for each in photos]
    assert 3 < sum(kept_back) < 20
    chosen = zip(photos, otherwise, kept_back, strict=True)
    assert learned_sets([b if held else a for a, b, held in chosen])[0].rim is None


def test_another_set_is_none_of_the_table() -> None:
    known = KnownTable(learned_sets([lesson(n) for n in range(6)]), TableTrust(2.0, 1.0))
    other = reading((240, 230, 220), (30, 60, 140), 0.8)
    assert known.set_of(other) is None and known.trusted(other) is other


def test_a_reader_that_was_too_modest_is_believed_more_and_one_that_was_too_bold_less() -> None:
    modest = [lesson(n, faces=[(0.85, True), (0.9, True), (0.99, True)] * 3) for n in range(30)]
    trust = fitted_trust(modest)
    assert trust.shift > 0.5 and trust.of(0.9) > 0.95
    bold = [lesson(n, faces=[(0.97, n % 3 > 0), (0.99, True), (0.9, n % 2 > 0)]) for n in range(60)]
    assert fitted_trust(bold).of(0.97) < 0.95
    assert fitted_trust(modest[:5]).is_plain  # five photos are too few to say anything


def test_what_may_never_be_sure_stays_unsure() -> None:
    trust = TableTrust(3.0, 1.0)
    small = less_sure(reading(RED, GREEN, 0.99, 0.85), 0.9)
    assert all(tile.confidence <= 0.9 for tile in trust.applied(small).tiles)
    covered = reading(RED, GREEN, 0.88, hidden=COVERED)
    assert trust.applied(covered).tiles == covered.tiles
    # Nor does it become sure once its colours are known.
    known = learned_sets([lesson(n) for n in range(6)])[0]
    assert all(tile.confidence <= 0.9 for tile in named_by(small, known).tiles)
    assert trust.applied(replace(reading(RED, GREEN, 0.9), notes=())).tiles[0].confidence > 0.95


def test_whether_a_tile_lies_there_at_all_a_table_does_not_teach() -> None:
    seen = replace(reading(RED, GREEN, 0.9, 0.9), notes=())
    doubts: Sequence[dict[int | None, float]] = ({4: 0.1}, {None: 0.08, 4: 0.02})
    tiles = (replace(t, others=o) for t, o in zip(seen.tiles, doubts, strict=True))
    told = TableTrust(3.0, 1.0).applied(replace(seen, tiles=tuple(tiles)))
    assert [tile.is_sure for tile in told.tiles] == [True, False]


def test_a_tile_that_hangs_by_little_on_the_board_stays_unsure_at_a_known_table() -> None:
    board = reading(RED, GREEN, 0.9, 0.9, 0.9, 0.9)
    away = replace(board, tiles=(*board.tiles[:3], replace(board.tiles[3], q=7)), notes=())
    told = TableTrust(3.0, 1.0).applied(away)
    assert [tile.confidence > 0.95 for tile in told.tiles] == [True, True, True, False]
    # Nor where the doubt about the names is reckoned out again by colours that were rounded since:
    # that leaves such a tile a hair above what it may have.
    known = learned_sets([lesson(n, (236, 232, 220), (31, 58, 140)) for n in range(6)])[0]
    for number in range(20):
        white, blue = (150 + number, 150, 150), (60 + 2 * number, 90, 140)
        chance = naming_chance(lighter_by(white, blue) + 0.2)
        tiles = tuple(replace(tile, confidence=tile.confidence * chance) for tile in away.tiles)
        named = named_by(replace(away, white=white, blue=blue, tiles=tiles), known)
        assert named.tiles[3].confidence > 0.9
        told = TableTrust(3.0, 1.0).applied(named)
        assert [tile.confidence > 0.95 for tile in told.tiles] == [True, True, True, False]


def test_a_known_table_is_kept_and_a_damaged_file_is_as_none(tmp_path: Path) -> None:
    known = KnownTable(learned_sets([lesson(n) for n in range(6)]), TableTrust(1.2, 1.1), 6)
    again = KnownTable.from_json(known.to_json())
    assert again.trust == known.trust and again.sets[0].white.srgb == known.sets[0].white.srgb
    assert KnownTable.in_folder(tmp_path) == KnownTable()
    for damaged in ("", "[1]", '{"format": "palago-known-table", "version": 1, "trust": 7}'):
        (tmp_path / FILE).write_text(damaged)
        assert KnownTable.in_folder(tmp_path) == KnownTable()
    assert value_of(Lesson, lesson(1, faces=[(0.5, True)]).to_json()) == lesson(
        1, faces=[(0.5, True)]
    )


def test_far_too_much_light_hides_no_set_but_where_there_are_several() -> None:
    known = KnownTable(learned_sets([lesson(n) for n in range(6)]), TableTrust(2.0, 1.0))
    pale = reading((117, 218, 184), (242, 151, 191), 0.99)
    found = known.set_of(pale)
    assert found is not None and is_swapped(pale, found)
    # Far too much light, in which the learned set's Blue is by far the lighter of the two.
    for white, blue in (((254, 255, 255), (255, 211, 216)), ((190, 251, 185), (224, 103, 119))):
        burnt = replace(reading(white, blue, 0.99), notes=())
        found = known.set_of(burnt)
        assert found is not None and is_swapped(burnt, found)
    # Where another set is about as usual, such a light leaves the names open.
    others = [lesson(n, (240, 235, 220), (30, 60, 140)) for n in range(10, 16)]
    both = KnownTable(learned_sets([*map(lesson, range(6)), *others]), TableTrust(2.0, 1.0))
    assert len(both.sets) == 2 and both.set_of(burnt) is None
    doubted = both.trusted(burnt)
    assert HARD_TO_NAME in doubted.notes and not doubted.tiles[0].is_sure
    assert both.trusted(burnt, is_named=True) is burnt
    clear = replace(reading((240, 235, 220), (30, 60, 140), 0.99), notes=())
    assert known.trusted(clear) is clear  # another set, which the light names


def test_whoever_plays_is_asked_once_for_names_that_the_light_does_not_make_plain() -> None:
    nothing_known = KnownTable()
    first = replace(reading((74, 139, 64), (177, 50, 41), 0.99), notes=())
    asked = nothing_known.trusted(first, is_played=True)
    assert HARD_TO_NAME in asked.notes and not asked.tiles[0].is_sure
    assert nothing_known.trusted(first) is first  # a file that nobody looks at
    plain = replace(reading((240, 235, 220), (30, 60, 140), 0.99), notes=())
    assert nothing_known.trusted(plain, is_played=True) is plain


def test_a_single_tile_names_no_colours() -> None:
    alone = replace(reading(RED, GREEN, 0.99), notes=())
    tile = alone.tiles[0]
    lies = TrueTile(0, 0, tile.rotation, (0.0, 0.0), CORNERS)
    case = Case(Path("photo"), "photo", "all", {}, (lies,))
    assert named_truly(alone, case) is None and lesson_of("photo", alone, case) is None
