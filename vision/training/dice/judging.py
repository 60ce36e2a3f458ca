"""Fit what tells dice from other things: `python -m palago.vision.training.dice.judging`.

What the networks say of all candidates on tables drawn for nothing else, with dice and their likes,
gives the weights of the two scores of `palago.vision.dice.judging`, by logistic regression."""

from __future__ import annotations

import argparse
import math
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from ....calibration.arrays import Flags, Floats
from ....engine.lattice import CORNER_OFFSETS, cell_centre
from ...dice.camera import TableCamera, fit_cameras
from ...dice.die_states import STATES
from ...dice.faces import TOPS
from ...dice.judging import TOLD, PossibleDice, die_measures, face_measures
from ...dice.reader import LIKELY, possible_dice
from ...faces.logistic import logistic, logistic_weights
from ...fitted import store_numbers
from ...photos.shrink import Halves
from ..scenes.scene import Request, Scene, make_scene

FIRST_SEED = 55_000_000
SIZE = (800, 600)
TILE_WIDTHS = (62.0, 120.0)
SEEN_WITHIN = 0.01
"""How far from its place a tile is read, in tiles' widths (standard deviation)."""
WITHOUT_DICE, WITHOUT_BOARD, HARD = 3, 4, 5
"""Every third scene is without dice, of every fourth the board is not told, every fifth is hard."""
ON_DIE, OFF_DICE, MOST_WRONG = 0.5, 0.9, 0.5
"""A candidate is a die if it lies nearer than the first to a die's middle, in edges, and is no more
wrong than the last in its size (logarithm); none if it lies farther than the second from all."""
LEAST_VISIBLE = 0.3
"""Of dice of which less is seen nothing is learnt."""
RIDGE = 1.0


@dataclass(frozen=True)
class Looked:
    """The candidates of a scene; which are dice (n,), and at which the likeliest face is right."""

    found: PossibleDice
    is_die: Flags
    is_right: Flags


def drawn(seed: int) -> Scene:
    """A table with two to five dice and some like them, or bare; dice may touch, cubes be there."""
    rng = np.random.default_rng((seed, 22))
    bare = seed % WITHOUT_DICE == 0
    request = Request(
        *SIZE,
        level="mild" if (seed + 1) % HARD else "hard",
        content="board",
        tiles=int(rng.integers(2, 41)),
        tile_width=float(rng.uniform(*TILE_WIDTHS)),
        photographs=True,
        hands=0.1,
        dice=0 if bare else int(rng.integers(2, 6)),
        look_alikes=int(rng.integers(4, 9)) if bare else int(rng.integers(0, 4)),
        cubes=int(rng.integers(0, 3)),
        touching=float(rng.choice((0.0, 0.5))),
    )
    return make_scene(seed, request)


def looked_at(seed: int) -> Looked | None:
    """What is known of the candidates in a scene; None where there are none."""
    cv2.setNumThreads(1)
    scene = drawn(seed)
    rng = np.random.default_rng((seed, 23))
    cameras, width = board_of(scene.truth, rng) if seed % WITHOUT_BOARD else ((), None)
    found = possible_dice(Halves(scene.image), cameras, width, LIKELY)
    if found is None:
        return None
    kept, is_die, is_right = known_of(found, scene.truth["dice"])
    found = PossibleDice(
        found.seen.take(kept), found.ups[kept], found.states[kept], found.faces[kept],
        found.outlines[kept], found.colours[kept], found.gaps[kept], found.beside_a_board,
    )  # fmt: skip
    return Looked(found, is_die[kept], is_right[kept])


def board_of(
    truth: dict[str, Any], rng: np.random.Generator
) -> tuple[tuple[TableCamera, ...], float | None]:
    """The cameras that may be over a board read a little wrongly, and a tile's width there."""
    tiles = truth["tiles"]
    corners = np.array([tile["corners"] for tile in tiles])
    places = [cell_centre((tile["q"], tile["r"])) + np.array(CORNER_OFFSETS) for tile in tiles]
    spokes = np.linalg.norm(corners - corners.mean(axis=1, keepdims=True), axis=2)
    width = math.sqrt(3.0) * float(np.median(spokes.mean(axis=1)))
    seen = corners + SEEN_WITHIN * width * rng.normal(size=(len(tiles), 1, 2))
    return fit_cameras(np.array(places).reshape(-1, 2), seen.reshape(-1, 2), SIZE), width


def known_of(found: PossibleDice, dice: list[dict[str, Any]]) -> tuple[Flags, Flags, Flags]:
    """For each candidate: is it plain what it is, is it a die, is its likeliest face right."""
    count = len(found.seen)
    is_plain, is_die, is_right = np.ones(count, bool), np.zeros(count, bool), np.zeros(count, bool)
    for index in range(count if dice else 0):
        middle, side = found.seen.middles[index], found.seen.sides[index]
        gaps = [math.dist(die["middle"], middle) / die["side"] for die in dice]
        die = dice[int(np.argmin(gaps))]
        on_it = min(gaps) < ON_DIE and abs(math.log(side / die["side"])) < MOST_WRONG
        is_plain[index] = die["visible"] >= LEAST_VISIBLE if on_it else min(gaps) > OFF_DICE
        is_die[index] = on_it
        face = "sign" if die["kind"] == "signs" else die["face"]
        lies = on_it and die["state"] in ("lying", "hidden")
        is_right[index] = lies and TOPS[int(found.faces[index].argmax())] == face
    return is_plain, is_die, is_right


def fit(looked: list[Looked]) -> dict[str, list[float]]:
    """The weights of both scores."""
    rows = np.concatenate([die_measures(look.found) for look in looked])
    is_die = np.concatenate([look.is_die for look in looked])
    die = logistic_weights(rows, is_die, RIDGE)
    chances = logistic(rows @ die)
    states = np.concatenate([look.found.states for look in looked])
    faces = np.concatenate([look.found.faces for look in looked])
    told = tells_a_face(states, faces)
    right = np.concatenate([look.is_right for look in looked])[told]
    rows = face_measures(chances[told], states[told], faces[told])
    face = logistic_weights(rows, right, RIDGE)
    return {"die": np.round(die, 4).tolist(), "face": np.round(face, 4).tolist()}


def tells_a_face(states: Floats, faces: Floats) -> Flags:
    """Which candidates would be told with a face."""
    lies = np.isin(states[:, :-1].argmax(axis=1), [STATES.index(s) for s in ("lying", "hidden")])
    is_sign = faces.argmax(axis=1) == TOPS.index("sign")
    return np.asarray(lies & ~is_sign & (faces.max(axis=1) >= TOLD))


def main() -> None:
    """Draw, look, fit, and write the weights."""
    parser = argparse.ArgumentParser(
        "python -m palago.vision.training.dice.judging", description=__doc__
    )
    parser.add_argument("--scenes", type=int, default=1000, help="to learn from (1000)")
    parser.add_argument("--processes", type=int, default=2, help="that draw (2)")
    arguments = parser.parse_args()
    with ProcessPoolExecutor(arguments.processes) as pool:
        seeds = range(FIRST_SEED, FIRST_SEED + arguments.scenes)
        looked = [look for look in pool.map(looked_at, seeds) if look is not None]
    fitted = fit(looked)
    store_numbers("dice_judging", fitted)
    print(f"{sum(len(look.is_die) for look in looked)} candidates, {fitted}")


if __name__ == "__main__":
    main()
