"""Hostile files and requests, thrown at the program for a few minutes.

Fuzzing changes good files at random and hands them to every parser and decoder (`fuzz`).
Crowds hold slow connections open and send broken photos while pages and photos are asked for
(`load`). The kills end a server at random moments and look whether what it had confirmed is
still there, and whether anything else is (`kills`). All of it happens on this machine.

    python benchmarks/attack [--seconds 120] [--kills 200] [--kill-seconds 900]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fuzz import SLOW, fuzz
from kills import kills
from load import load

RESULTS = Path(__file__).parents[1] / "attack.md"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0, help="for all fuzzing together")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--kill-seconds", type=float, default=900.0, help="for the kills at most")
    wished = parser.parse_args()
    thrown = fuzz(wished.seconds)
    crowds = load()
    print("\n".join(crowds), flush=True)
    killed = kills(wished.kills, wished.kill_seconds)
    print(killed.line(), flush=True)
    text = [
        "# What hostile files and requests do",
        "",
        "Written by `make attack` (benchmarks/attack); everything on this machine. Seconds are",
        f"the processor's; slow is more than {SLOW:.0f} of them. Memory is the most that was held",
        "by the process that tried the inputs one after the other.",
        "",
        "| parser or decoder | inputs | tracebacks | slow | longest, s | memory, MB |",
        "|---|---:|---:|---:|---:|---:|",
        *(result.line(name) for name, result in thrown.items()),
        "",
        *(line for crowd in crowds for line in (crowd, "")),
        killed.line(),
    ]
    RESULTS.write_text("\n".join(text) + "\n", encoding="utf-8")
    is_clean = killed.is_clean and all(result.is_clean for result in thrown.values())
    return 0 if is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
