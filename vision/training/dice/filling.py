"""Samples made by other processes, which leave them in files, and put into the bank while the
finder learns.

python -m palago.vision.training.dice.filling FOLDER NUMBER PROCESSES FIRST_SEED BARE_CUTS
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from .samples import DiceSample, bare_pictures, bare_samples, make_sample

if TYPE_CHECKING:
    from .bank import Bank

SHARD = 16
FIRST_SHARDS = 2
"""So many files of drawn samples are made before those without dice."""
POLL = 0.2


class Filling:
    """Processes that make samples until they are stopped, and the bank that takes them."""

    def __init__(self, bank: Bank, processes: int, first_seed: int, bare_cuts: int) -> None:
        self.bank = bank
        self.folder = tempfile.TemporaryDirectory()
        words = [str(processes), str(first_seed), str(bare_cuts)]
        command = [sys.executable, "-m", __spec__.name, self.folder.name]
        self.makers = [subprocess.Popen([*command, str(k), *words]) for k in range(processes)]

    def take(self) -> None:
        """Put into the bank what has been made by now."""
        for path in sorted(Path(self.folder.name).glob("*.shard")):
            self.bank.add(pickle.loads(path.read_bytes()))
            path.unlink()

    def wait_for(self, count: int) -> None:
        """Wait until the bank holds so many samples."""
        while self.bank.count < min(count, self.bank.room):
            if all(maker.poll() is not None for maker in self.makers):
                raise SystemExit("No process makes samples any more: see above why.")
            time.sleep(POLL)
            self.take()

    def stop(self) -> None:
        """Stop the processes."""
        for maker in self.makers:
            maker.terminate()
        for maker in self.makers:
            maker.wait()
        self.folder.cleanup()
        print(f"{self.bank.count} samples", flush=True)


def make_shards(folder: Path, number: int, processes: int, first_seed: int, cuts: int) -> None:
    """Make the share of process `number` of so many, without end."""
    cv2.setNumThreads(1)
    made = 0

    def keep(samples: list[DiceSample]) -> None:
        nonlocal made
        made += 1
        unfinished = folder / f"{number}_{made}.part"
        unfinished.write_bytes(pickle.dumps(samples))
        unfinished.rename(unfinished.with_suffix(".shard"))

    shard = number
    while True:
        if shard == number + FIRST_SHARDS * processes:
            for picture in range(number, len(bare_pictures()), processes):
                keep(bare_samples(picture, cuts))
        seed = first_seed + shard * SHARD
        keep([make_sample(k) for k in range(seed, seed + SHARD)])
        shard += processes


if __name__ == "__main__":
    make_shards(Path(sys.argv[1]), *(int(word) for word in sys.argv[2:]))
