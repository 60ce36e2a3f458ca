"""Pieces beside one another: what a colour or a kind is, a photo's pieces say together.

One piece alone does not tell whether it is large or has a mark, nor whether it is a dark violet or
a light blue. A third network compares each piece with all others and with those of
its colour, and names colour and kind; all together say what seeds are told by.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..faces.networks import network_answer, softmax
from .glance import LOOKS, NAMES, Glance
from .way import WAYS, Way, any_way

Floats = NDArray[np.float64]
#: What the network is told of a piece, and what it answers: colours, none, and what seeds are.
TOLD = LOOKS * 6 + len(NAMES) + 3 + 2 + len(WAYS) + 1
ANSWERS = len(NAMES) + 1 + len(WAYS)


@dataclass(frozen=True)
class Company:
    """For each of some pieces the shares of its possible colours (n, 5) and the log odds that it
    is a seed, were seeds told in each of the ways (n, 4); for all of them the shares of the ways
    (4,)."""

    colours: Floats
    seed: Floats
    ways: Floats


def compare(seen: Glance, pieces: NDArray[np.intp], way: Way | None = None) -> Company:
    """Compare the pieces in the drawn cells of these indices; `way` is what seeds are told by,
    where that is known."""
    if len(pieces) == 0:
        return Company(np.zeros((0, len(NAMES))), np.zeros((0, len(WAYS))), any_way())

    def answer(told_way: Way | None) -> Floats:
        told = told_of(seen.looks[pieces], seen.colours[pieces], seen.usual, told_way)
        return network_answer("counters_company", told).astype(np.float64)

    answers = answer(way)
    colours, ways = answers[:, : len(NAMES)], answers[:, len(NAMES) + 1 :]
    seed = [answer(one)[:, len(NAMES)] for one in WAYS]
    return Company(softmax(colours), np.stack(seed, axis=1), softmax(ways.mean(axis=0)[None])[0])


def told_of(
    looks: Floats, colours: Floats, usual: NDArray[np.float32], way: Way | None
) -> NDArray[np.float32]:
    """What the network is told of each of some pieces, (n, TOLD)."""
    count = len(looks)
    own = colours.argmax(axis=1)
    mean, most, least = (np.zeros((count, LOOKS)) for _ in range(3))
    number = np.zeros((count, 1))
    for colour in set(own.tolist()):
        alike = own == colour
        mean[alike] = looks[alike].mean(axis=0)
        most[alike], least[alike] = looks[alike].max(axis=0), looks[alike].min(axis=0)
        number[alike] = np.log(alike.sum()) / 4
    hint = np.zeros(len(WAYS) + 1)
    hint[len(WAYS) if way is None else WAYS.index(way)] = 1.0
    every = [looks.mean(axis=0), looks.max(axis=0), usual, [np.log(count) / 5], hint]
    general = np.tile(np.concatenate(every), (count, 1))
    return np.concatenate(
        [looks, mean, most, least, softmax(colours), number, general], axis=1, dtype=np.float32
    )
