"""Friendly creatures: named shapes that score double when one plays alone (rule 9)."""

import json
from pathlib import Path

import pytest
from palago.engine.creatures.friendly import (
    Catalogue,
    FriendlyError,
    load_catalogue,
    save_catalogue,
    shipped_catalogue,
)
from palago.engine.creatures.shapes import shape_key, shape_name
from palago.engine.palagonia.points.scoring import score
from palago.engine.palagonia.rules import PALAGONIA, SOLITAIRE
from palago.engine.tiles.board import Board, Tile
from palago.engine.tiles.outlines import closed_curves
from palagonia_boards import EYE, SEVEN_POINTS, SNAIL, WORM, hexagon, largest

HEAD = {"format": "palago friendly creatures", "version": 1}


def test_friendly_creatures_score_double_in_solitaire_alone() -> None:
    friends = shipped_catalogue()
    found = score(SNAIL, largest(SNAIL), SOLITAIRE, friends)
    assert (found.friendly, found.points, found.doubled) == ("Snail", 6, True)
    assert score(SNAIL, largest(SNAIL), PALAGONIA, friends).points == 3
    assert score(SNAIL, largest(SNAIL), SOLITAIRE).points == 3
    assert score(WORM, largest(WORM), SOLITAIRE, friends).points == 3


@pytest.mark.parametrize("sixths", range(6))
def test_friendly_creatures_are_known_in_any_rotation_and_colour(sixths: int) -> None:
    tiles = list(SNAIL)
    for _ in range(sixths):
        tiles = [Tile(-t.r, t.q + t.r, (t.rotation + 4) % 6) for t in tiles]
    turned = Board(tiles).translated(5, -3)
    assert shipped_catalogue().name_of(turned, largest(turned)) == "Snail"


def test_mirror_images_are_other_shapes() -> None:
    mirrored = Board(Tile(-t.q - t.r, t.r, -t.rotation % 6) for t in SNAIL)
    assert shape_key(mirrored, largest(mirrored)) != shape_key(SNAIL, largest(SNAIL))
    assert shipped_catalogue().name_of(mirrored, largest(mirrored)) == "Snail, left-handed"


def test_what_lies_inside_does_not_matter_for_a_name() -> None:
    inside = score(SEVEN_POINTS, largest(SEVEN_POINTS), SOLITAIRE, shipped_catalogue())
    snails = [g for g in SEVEN_POINTS.creatures() if shape_name(SEVEN_POINTS, g) == "snail"]
    assert inside.friendly is None
    assert [shipped_catalogue().name_of(SEVEN_POINTS, g) is not None for g in snails] == [True]


def test_a_creature_is_saved_from_the_table_under_a_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    mine = Catalogue().with_creature("Seven", SEVEN_POINTS, largest(SEVEN_POINTS))
    save_catalogue(mine, file)
    again = load_catalogue(file)
    assert again == mine
    turned = SEVEN_POINTS.rotated(1).translated(3, 3)
    assert again.name_of(turned, largest(turned)) == "Seven"
    assert again.without("seven") == Catalogue()
    assert score(turned, largest(turned), SOLITAIRE, again).points == 14


def test_a_catalogue_refuses_what_cannot_be() -> None:
    friends = shipped_catalogue()
    with pytest.raises(FriendlyError, match="same shape"):
        friends.with_creature("Another snail", SNAIL, largest(SNAIL))
    with pytest.raises(FriendlyError, match="two friendly creatures named"):
        friends.with_creature("snail", WORM, largest(WORM))
    with pytest.raises(FriendlyError, match="only a closed creature"):
        friends.with_creature("Eye", EYE, largest(EYE))
    with pytest.raises(FriendlyError, match="name of 1 to 60"):
        friends.with_creature("  ", WORM, largest(WORM))
    with pytest.raises(FriendlyError, match="no friendly creature is named"):
        friends.without("Dragon")


@pytest.mark.parametrize("text", [
    "", "[]", "{}", "[" * 100_000, json.dumps(HEAD | {"version": 2}),
    json.dumps(HEAD | {"creatures": 5}), json.dumps(HEAD | {"creatures": [3]}),
    json.dumps(HEAD | {"creatures": [{"name": "x"}]}),
    json.dumps(HEAD | {"creatures": [{"name": "x", "tiles": "0,0a"}]}),
    json.dumps(HEAD | {"creatures": [{"name": "x", "tiles": "0,0a", "colour": "red"}]}),
])  # fmt: skip
def test_broken_catalogue_files_give_a_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text(text)
    with pytest.raises(FriendlyError, match=r"broken\.json"):
        load_catalogue(file)


def test_catalogues_that_cannot_be_opened_give_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FriendlyError, match="there is no file"):
        load_catalogue(tmp_path / "none.json")
    (tmp_path / "photo.json").write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(FriendlyError, match="not a text file"):
        load_catalogue(tmp_path / "photo.json")
    with pytest.raises(FriendlyError, match="cannot write"):
        save_catalogue(Catalogue(), tmp_path / "no folder" / "x.json")


def test_all_shipped_friends_score() -> None:
    for friend in shipped_catalogue().creatures:
        assert score(friend.board, friend.group).points >= 3
    assert closed_curves(hexagon(0)) == ()
