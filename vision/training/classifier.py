"""Train the tile classifier: `python -m palago.vision.training.classifier`.

Scenes are generated, cut into faces by the reader's own steps, and a network of about 60 thousand
parameters learns which corner is the White tip.
"""

from __future__ import annotations

from .faces.found import faces_of_scene
from .faces.network import Recipe, run

RECIPE = Recipe("tile_classifier", faces_of_scene, dropout=0.1, scenes=4000, first_seed=510_000)

if __name__ == "__main__":
    run("classifier", __doc__, RECIPE)
