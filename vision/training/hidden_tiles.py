"""Train the network for tiles seen in part: `python -m palago.vision.training.hidden_tiles`.

The scenes have hands and other things over the board. The network (some 80 thousand parameters)
sees cells beside plainly seen tiles. It learns which corner is the White tip, or that no tile lies
there.
"""

from __future__ import annotations

from .faces.network import Recipe, run
from .faces.partly_seen_cells import hidden_faces_of_scene

RECIPE = Recipe(
    "hidden_tile", hidden_faces_of_scene, dropout=0.2, scenes=10_000, first_seed=7_000_000
)

if __name__ == "__main__":
    run("hidden_tiles", __doc__, RECIPE)
