"""Train the tile classifier: `python -m palago.vision.training.classifier`.

Scenes are generated, cut into faces by the reader's own steps, and a network of about 60 thousand
parameters learns which corner is the White tip.
"""

from __future__ import annotations

from ..classify import PATCH_SIZE
from .classifier_data import faces_of_scene
from .face_network import Defaults, FaceNetwork, run

if __name__ == "__main__":
    run(
        __doc__,
        FaceNetwork(PATCH_SIZE, dropout=0.1),
        faces_of_scene,
        Defaults("tile_classifier", scenes=4000, first_seed=510_000),
    )
