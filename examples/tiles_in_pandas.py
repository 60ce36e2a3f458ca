# Needs: pandas
"""The tiles of a photo as a table for pandas: which rotations, how sure, where.

python tiles_in_pandas.py [PHOTO]
"""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd

import palago

TABLE = Path(__file__).resolve().parents[1] / "sample_images" / "table.jpg"


def main(photo: Path) -> None:
    tiles = pd.DataFrame(palago.read(photo).to_json()["tiles"])
    print(tiles[["q", "r", "rotation", "confidence"]].head())
    print(tiles.groupby("rotation")["confidence"].agg(["count", "min", "mean"]))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE)
