"""What each closed creature on a table would score in Palagonia.

python score_palagonia.py [PHOTO]
"""

from __future__ import annotations

import sys
from pathlib import Path

import palago

TABLE = Path(__file__).resolve().parents[1] / "sample_images" / "table.jpg"


def main(photo: Path) -> None:
    scores = palago.score(palago.read(photo))
    for found in scores:
        print(f"{found.points} points: {found.loops} loops and {found.legs} legs")
    print(f"{len(scores)} closed groups")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE)
