"""Read every photo of a folder, and say what lies on each table.

python read_a_folder.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import palago

SAMPLES = Path(__file__).resolve().parents[1] / "sample_images"


def main(folder: Path) -> None:
    for photo in sorted(folder.glob("*.jpg")):
        try:
            reading = palago.read(photo)
        except palago.PhotoError as error:
            print(error)
            continue
        unsure = len(reading.unsure_tiles)
        print(f"{photo.name}: {len(reading.tiles)} tiles, {unsure} unsure")
        print(" ", reading.to_board().to_text())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES)
