"""What each closed creature on a table would score in Palagonia; without a photo, a starfish.

python score_palagonia.py [PHOTO]
"""

from __future__ import annotations

import sys

import palago

STARFISH = "-1,-1b -1,0a 0,-1a 0,0c 0,1a 1,-2b 1,-1b 1,0c 2,-2c"


def main(photo: str | None) -> None:
    scores = palago.score(STARFISH if photo is None else palago.read(photo))
    for found in scores:
        print(f"points: {found.points}, loops: {found.loops}, legs: {len(found.legs)}")
    print("closed groups:", len(scores))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
