"""Train one of the small networks that look at single faces.

`python -m palago.vision.training.faces tile_classifier`: some 60 thousand parameters that tell
which corner of a found face is the White tip, from faces that the reader's own steps cut from
generated scenes. `... faces hidden_tile`: some 80 thousand for tiles seen in part, or none, beside
plainly seen ones, from scenes with hands and other things over the board."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...faces.classify import CHANNELS
from ...fitted import WEIGHTS
from ..weights import export_rows
from .found import faces_of_scene
from .labelled import LabelledFaces
from .network import make_faces, train_faces
from .partly_seen_cells import hidden_faces_of_scene


@dataclass(frozen=True)
class Recipe:
    """What makes a network unless told otherwise: its dropout, and faces of so many scenes."""

    faces_of_scene: Callable[[int], LabelledFaces | None]
    dropout: float
    scenes: int
    first_seed: int


RECIPES = {
    "tile_classifier": Recipe(faces_of_scene, 0.1, scenes=4000, first_seed=510_000),
    "hidden_tile": Recipe(hidden_faces_of_scene, 0.2, scenes=10_000, first_seed=7_000_000),
}


def main() -> None:
    """Generate, train, report, export."""
    parser = argparse.ArgumentParser("python -m palago.vision.training.faces", description=__doc__)
    parser.add_argument("network", choices=RECIPES)
    parser.add_argument("--scenes", type=int, help="scenes to generate (4000, or 10000)")
    parser.add_argument("--first-seed", type=int, help="number of the first scene")
    parser.add_argument("--store", type=Path, help="keep the generated faces in this .npz file")
    parser.add_argument("--epochs", type=int, default=12, help="times over all faces (12)")
    parser.add_argument("--minutes", type=float, default=30.0, help="stop after these minutes (30)")
    parser.add_argument("--out", type=Path, help="ONNX file (the shipped one)")
    arguments = parser.parse_args()
    recipe = RECIPES[arguments.network]
    first, scenes = arguments.first_seed or recipe.first_seed, arguments.scenes or recipe.scenes
    faces = make_faces(recipe.faces_of_scene, range(first, first + scenes), arguments.store)
    network = train_faces(faces, recipe.dropout, arguments.epochs, arguments.minutes)
    out = arguments.out or WEIGHTS / f"{arguments.network}.onnx"
    export_rows(network, (CHANNELS, network.patch_size, network.patch_size), out)


if __name__ == "__main__":
    main()
