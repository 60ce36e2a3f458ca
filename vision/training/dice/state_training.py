"""Train what knows dice from other things: `python -m palago.vision.training.dice states`.

It sees what the finder points at in generated scenes: dice, at places and sizes as wrong as the
finder's are, and what the finder took for dice. Dice whose tops show nothing, or that the network
for tops cannot read where they lie exactly, are left out: learning that blots are dice makes dice
of blots.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ...dice import finder
from ...dice.patches import UNKNOWN_LEAN, die_patches, network_input
from ...dice.states import PLACED, STATES, in_patches
from ...dice.tops import network_tops, top_patch
from ...faces.networks import network_answer, softmax
from ...photos.shrink import Halves
from .bare import BarePicture, bare_pictures
from .finder_training import mark_flat_dice
from .samples import DiceSample
from .state_network import DiceStates
from .top_pool import face_number, top_square
from .variation import varied

BATCH, RATE = 128, 3e-3
LEAST_SIDE = 8.0
LEAST_TOLD = 0.1
"""What is on top has to be so likely for the network for tops."""
OFF_DICE = 0.9
"""What the finder points at so many edges away from every die is none."""
BARE_SIZES = (1.0, 0.75, 1.35)
SHAKES = ((0.15, 0.16), (0.07, 0.08))
"""How far, in edges, and in size each of the patches cut of a die is beside it: as the finder is,
and as the network itself is that looks again."""
MOST_NONE = 14
"""Of a scene no more patches than this are of what is no die."""


@dataclass(frozen=True)
class LabelledDice:
    """Of n candidates: patches (n, SIZE, SIZE, 3), what is known of the lean, the number of the
    state, the scene's seed, the edge in pixels, and the corrections (n, PLACED) that the network
    is to find."""

    patches: NDArray[np.uint8]
    leans: NDArray[np.float64]
    states: NDArray[np.int64]
    seeds: NDArray[np.int64]
    sides: NDArray[np.float64]
    placed: NDArray[np.float64]


def labelled_dice(samples: Sequence[DiceSample]) -> LabelledDice:
    """All dice of samples, and what the finder takes for dice besides, there and elsewhere."""
    parts = [part for sample in samples if (part := _of_sample(sample)) is not None]
    for number, picture in enumerate(bare_pictures()):
        parts += [_of_bare(number, picture, size) for size in BARE_SIZES]
    columns = [np.concatenate([part[k] for part in parts]) for k in range(6)]
    return LabelledDice(*columns)


def _of_bare(number: int, picture: BarePicture, size: float) -> tuple[NDArray[np.generic], ...]:
    """What the finder points at in a picture without dice, taking its tiles for ``size`` times as
    wide as they are."""
    rng = np.random.default_rng((number, 12))
    halves = Halves(picture.image)
    seen = finder.find_dice(halves, picture.tile_width and size * picture.tile_width)
    told = [
        _told_up(rng, rng.uniform(0, 0.9) * np.array([rng.normal(0, 0.15), -1.0]))
        for _ in seen.sides
    ]
    ups = np.array([up for up, _ in told]).reshape(-1, 2)
    return (
        die_patches(halves, seen.middles, seen.sides, ups),
        np.array([lean for _, lean in told]),
        np.full(len(seen), STATES.index("none")),
        np.full(len(seen), 10 * number + 1),
        seen.sides,
        np.zeros((len(seen), PLACED)),
    )


def _of_sample(sample: DiceSample) -> tuple[NDArray[np.generic], ...] | None:
    rng = np.random.default_rng((sample.seed, 11))
    image = sample.image()
    mark_flat_dice(sample, image)
    halves = Halves(image)
    places: list[tuple[NDArray[np.float64], float, NDArray[np.float64], float, int]] = []
    truth: list[NDArray[np.float64]] = []
    usable = [
        die
        for die in sample.dice
        if die["side"] >= LEAST_SIDE
        and die["contrast"] > 0
        and (die["visible"] >= 0.2 or die["state"] == "rolling")
    ]
    for die, is_legible in zip(usable, _legible(halves, usable), strict=True):
        if not is_legible:
            continue
        for shaken, grown in SHAKES:
            shake = rng.normal(0, shaken, 2) * die["side"]
            side = die["side"] * float(np.exp(rng.normal(0, grown)))
            up, lean = _told_up(rng, np.array(die["up"]))
            middle = np.array(die["middle"]) + shake
            places.append((middle, side, up, lean, STATES.index(die["state"])))
            truth.append(np.array([*(-shake / side), math.log(die["side"] / side), *die["up"]]))
    seen, others = _candidates(rng, halves, sample), 0
    for middle, side in zip(seen.middles, seen.sides, strict=True):
        gaps = [
            np.linalg.norm(middle - np.array(die["middle"])) / max(die["side"], 1.0)
            for die in sample.dice
        ]
        if min(gaps, default=9.0) < OFF_DICE or others == MOST_NONE:
            continue
        others += 1
        up, lean = _told_up(rng, rng.uniform(0, 0.9) * np.array([rng.normal(0, 0.15), -1.0]))
        places.append((middle, float(side), up, lean, STATES.index("none")))
        truth.append(np.zeros(PLACED))
    if not places:
        return None
    middles, sides = np.array([p[0] for p in places]), np.array([p[1] for p in places])
    ups, leans = np.array([p[2] for p in places]), np.array([p[3] for p in places])
    placed = np.array(truth)
    return (
        die_patches(halves, middles, sides, ups),
        leans,
        np.array([p[4] for p in places]),
        np.full(len(places), sample.seed),
        sides,
        np.column_stack(
            [in_patches(placed[:, :2], ups), placed[:, 2], in_patches(placed[:, 3:], ups)]
        ),
    )


def _legible(halves: Halves, dice: Sequence[dict[str, Any]]) -> list[bool]:
    """Of which dice it can be told what they show, or need not be."""
    if not dice:
        return []
    squares = [top_square(np.array(die["corners"])) for die in dice]
    tops = np.stack([top_patch(halves, center, edges) for center, edges in squares])
    chances = softmax(network_answer("dice_tops", network_tops(tops)).astype(np.float64))
    faces = [face_number(die) if die["state"] == "lying" else None for die in dice]
    return [
        face is None or chance[face] >= LEAST_TOLD
        for face, chance in zip(faces, chances, strict=True)
    ]


def _candidates(rng: np.random.Generator, halves: Halves, sample: DiceSample) -> finder.DiceFound:
    """What the finder points at, doubtful places too."""
    return finder.find_dice(halves, sample.tile_width * float(np.exp(rng.normal(0, 0.15))), 0.12)


def _told_up(
    rng: np.random.Generator, up: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """The way up as a board tells it, a little wrong, or, without one, that of the picture."""
    length = float(np.linalg.norm(up))
    if rng.random() < 0.35:
        turn = rng.normal(0, 0.06)
        return np.array([np.sin(turn), -np.cos(turn)]), UNKNOWN_LEAN
    if length < 0.12:
        turn = rng.uniform(0, 2 * np.pi)
        return np.array([np.sin(turn), -np.cos(turn)]), length
    turn = rng.normal(0, 0.1)
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s], [s, c]]) @ up, length + float(rng.normal(0, 0.05))


def train_states(dice: LabelledDice, steps: int, checkpoint: Path) -> DiceStates:
    """Train for so many steps of BATCH on the scenes whose seed is not a multiple of ten, and
    report on those that are; goes on from the checkpoint where there is one."""
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    model = DiceStates().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if checkpoint.exists():
        model.load_state_dict(torch.load(checkpoint))
        rng = np.random.default_rng(checkpoint.stat().st_mtime_ns)
    held_out = dice.seeds % 10 == 0
    learn = np.flatnonzero(~held_out)
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=3e-3)
    for step in range(1, steps + 1):
        for group in optimiser.param_groups:
            falling = 0.5 * (1 + math.cos(math.pi * step / steps))
            group["lr"] = RATE * min(1.0, step / 100) * (0.01 + 0.99 * falling)
        model.train()
        chosen = rng.choice(learn, BATCH)
        drawn = [varied(rng, dice.patches[k], dice.placed[k]) for k in chosen]
        seen = network_input(np.stack([patch for patch, _ in drawn]), dice.leans[chosen])
        with torch.autocast("cpu", torch.bfloat16):
            told = model(torch.from_numpy(seen).to(memory_format=torch.channels_last))
        loss = loss_of(
            told.float(),
            torch.from_numpy(dice.states[chosen]),
            torch.from_numpy(np.stack([placed for _, placed in drawn])),
        )
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        if step % 500 == 0 or step == steps:
            print(f"step {step}: {report(model, dice, np.flatnonzero(held_out))}", flush=True)
            torch.save(model.state_dict(), checkpoint)
    return model


def loss_of(told: Tensor, states: Tensor, placed: Tensor) -> Tensor:
    """Cross entropy of the states, and absolute deviations of the corrections of real dice."""
    loss = nn.functional.cross_entropy(told[:, : len(STATES)], states, label_smoothing=0.005)
    real = (states != STATES.index("none")).float()[:, None]
    apart = (told[:, len(STATES) :] - placed.float()).abs() * real
    return loss + apart.sum() / (PLACED * real.sum().clamp(min=1.0))


def scores_of(model: DiceStates, dice: LabelledDice, chosen: NDArray[np.intp]) -> Tensor:
    """What the network says of the chosen patches."""
    model.eval()
    with torch.no_grad():
        return torch.cat(
            [
                model(torch.from_numpy(network_input(dice.patches[part], dice.leans[part])))
                for part in np.array_split(chosen, max(1, len(chosen) // 500))
            ]
        )


def report(model: DiceStates, dice: LabelledDice, chosen: NDArray[np.intp]) -> str:
    """Errors on the chosen dice, in words."""
    told = scores_of(model, dice, chosen)
    state = torch.softmax(told[:, : len(STATES)], dim=1).numpy()
    apart = (told[:, len(STATES) :].numpy() - dice.placed[chosen])[dice.states[chosen] == 0]
    states, sides = dice.states[chosen], dice.sides[chosen]
    none = STATES.index("none")
    lying, said_none = states == 0, state[:, none] > 0.5
    parts = [f"phantoms {(~said_none)[states == none].mean():.4f}"]
    for low, high in ((8, 14), (14, 20), (20, 200)):
        within = lying & (sides >= low) & (sides < high)
        if within.any():
            parts.append(f"missed {low}-{high} px {said_none[within].mean():.4f}")
    parts.append(f"lying but not said so {(state.argmax(axis=1) != 0)[lying].mean():.4f}")
    beside = np.hypot(apart[:, 0], apart[:, 1])
    parts.append(f"beside {np.median(beside):.3f}, at most {np.percentile(beside, 95):.3f}")
    return ", ".join(parts)
