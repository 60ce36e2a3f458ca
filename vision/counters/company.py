"""Pieces beside one another: what a colour or a kind is, a photo's pieces say together.

One piece alone does not tell whether it is large, or a dark violet or a light blue. A third network
compares it with all others and with those of its colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...calibration.arrays import Floats, Floats32, Indices
from ...engine.palanquee.table.pieces import COLOURS
from ..faces.networks import network_answer, softmax
from .glance import LOOKS, Glance
from .seed_sign import WAYS, SeedSign, any_way, one_hot_sign

#: What the network is told of a piece, and what it answers: colours, none, and what seeds are.
TOLD = LOOKS * 6 + len(COLOURS) + 3 + 2 + len(WAYS) + 1
ANSWERS = len(COLOURS) + 1 + len(WAYS)


@dataclass(frozen=True)
class Company:
    """What n pieces tell of one another.

    colours (n, 5): shares of each piece's possible colours.
    seed (n, 4): log odds that it is a seed, for each way of marking seeds.
    ways (4,): how likely each way is.
    """

    colours: Floats
    seed: Floats
    ways: Floats


def compare_pieces(seen: Glance, pieces: Indices, way: SeedSign | None = None) -> Company:
    """Compare the pieces in these drawn cells (n,). `way` is what seeds are told by, if known."""
    if len(pieces) == 0:
        return Company(np.zeros((0, len(COLOURS))), np.zeros((0, len(WAYS))), any_way())

    def answer(told_way: SeedSign | None) -> Floats:
        told = told_of(seen.looks[pieces], seen.colours[pieces], seen.usual, told_way)
        return network_answer("counters_company", told).astype(np.float64)

    answers = answer(way)
    colours, ways = answers[:, : len(COLOURS)], answers[:, len(COLOURS) + 1 :]
    seed = [answer(one)[:, len(COLOURS)] for one in WAYS]
    return Company(softmax(colours), np.stack(seed, axis=1), softmax(ways.mean(axis=0)[None])[0])


def told_of(looks: Floats, colours: Floats, usual: Floats32, way: SeedSign | None) -> Floats32:
    """What the network is told of each of some pieces, (n, TOLD)."""
    count = len(looks)
    *alike, number = among_alike(looks, colours.argmax(axis=1))
    every = [looks.mean(axis=0), looks.max(axis=0), usual, [np.log(count) / 5], one_hot_sign(way)]
    general = np.tile(np.concatenate(every), (count, 1))
    return np.concatenate(
        [looks, *alike, softmax(colours), number, general], axis=1, dtype=np.float32
    )


def among_alike(values: NDArray[Any], colours: Indices) -> list[NDArray[Any]]:
    """How each piece compares with those of its colour, as the networks are told it: the mean, the
    most and the least of their values, each (n, k), and the logarithm of their number (n, 1)."""
    told = [np.zeros_like(values) for _ in range(3)] + [np.zeros((len(values), 1), values.dtype)]
    for colour in np.unique(colours):
        alike = colours == colour
        few = values[alike]
        of_few = few.mean(axis=0), few.max(axis=0), few.min(axis=0), np.log(len(few)) / 4
        for one, value in zip(told, of_few, strict=True):
            one[alike] = value
    return told
