"""Sets with patterns, near colours, cards, printed matter and another game, as the finder learns
from them."""

import numpy as np
import pytest
from palago.vision.training.finder import samples
from palago.vision.training.scenes.scene import Request, Scene, make_scene
from palago.vision.training.scenes.tiles.editions import (
    in_near_colours,
    lab,
    random_edition,
    with_prints,
)
from palago.vision.training.scenes.tiles.prints import KINDS, under_print

SMALL = Request(320, 240, level="mild", content="board", tiles=6, hands=0.0)


def plain_scene(seed: int, **more: float) -> Scene:
    return make_scene(seed, Request(**{**vars(SMALL), **more}))


@pytest.mark.parametrize("seed", range(12))
def test_a_pattern_leaves_the_lighter_colour_the_lighter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    edition = with_prints(rng, random_edition(rng, "mild"))
    side = np.linspace(-0.8, 0.8, 40, dtype=np.float32)
    u, v = (each.ravel() for each in np.meshgrid(side, side))
    pixel = np.full_like(u, 0.02)
    means = [
        colour if design is None else under_print(colour, design, u, v, pixel).mean(axis=0)
        for colour, design in zip((edition.white, edition.blue), edition.prints, strict=True)
    ]
    assert any(design is not None and design.kind in KINDS for design in edition.prints)
    assert lab(means[0])[0] > lab(means[1])[0]


@pytest.mark.parametrize("seed", range(12))
def test_near_colours_are_near_and_the_lighter_is_white(seed: int) -> None:
    rng = np.random.default_rng(seed)
    edition = in_near_colours(rng, random_edition(rng, "mild"))
    white, blue = lab(edition.white), lab(edition.blue)
    assert white[0] >= blue[0]
    assert np.linalg.norm(white - blue) < 60


def test_cards_cover_tiles_and_are_told_of() -> None:
    bare, under = plain_scene(3), plain_scene(3, cards=3)
    shares = [np.array([pose.visible for pose in scene.poses]) for scene in (bare, under)]
    assert (shares[1] <= shares[0] + 0.02).all()
    assert shares[1].sum() < shares[0].sum() - 0.5


def test_printed_matter_lies_under_the_tiles() -> None:
    scene = plain_scene(4, lettered=1.0)
    assert scene.truth["conditions"]["background"] == "printed matter"
    assert len(scene.truth["tiles"]) == 6
    assert not np.array_equal(scene.image, plain_scene(4).image)


def test_a_palanquee_board_is_shown_as_what_is_no_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "PALANQUEE", 1.0)
    sample = samples.make_finder_sample(5)
    assert len(sample.corners) == len(sample.palago) == len(sample.visible) == 0
    image = sample.image()
    assert image.shape == (samples.SAMPLE_SIZE, samples.SAMPLE_SIZE, 3)
    assert image.std() > 5.0  # cells and their lines, not one colour
