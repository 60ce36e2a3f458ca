"""Was the move between two photos legal? Without photos, the sample table with a tile taken off.

python judge_two_photos.py [BEFORE AFTER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import palago

TABLE = Path(__file__).resolve().parents[1] / "sample_images" / "table.jpg"


def main(before: palago.Board | str, after: str) -> None:
    first = palago.read(before) if isinstance(before, str) else before
    verdict = palago.judge(first, palago.read(after))
    print("legal" if verdict.legal else "not legal")
    print(verdict)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        main(sys.argv[1], sys.argv[2])
    else:
        board = palago.read(TABLE).to_board()
        last = max(board, key=lambda tile: tile.cell)
        main(board.remove(last.cell), str(TABLE))
