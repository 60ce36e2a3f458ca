"""Run every benchmark in the folders here, one after the other; each rewrites its results."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
NOT_ALONE = {
    "client.py",
    "watchers.py",
    "evening_devices.py",
    "evening_games.py",
    "evening_measures.py",
    "live_games.py",
}


def main() -> int:
    failed = []
    for script in sorted(HERE.glob("*/*.py")):
        if script.parent.name == "attack" or script.name in NOT_ALONE:
            continue
        print(f"== {script.stem}", flush=True)
        if subprocess.run([sys.executable, str(script)], cwd=HERE.parent).returncode:
            failed.append(script.name)
    print("== reading", flush=True)
    bench = [sys.executable, "-m", "palago.webui.command_line", "bench", "read", "sample_images"]
    page = ["--out", "benchmarks/reading.md"]
    if subprocess.run([*bench, *page], cwd=HERE.parent).returncode == 2:
        failed.append("reading")
    print("== counters", flush=True)
    page = ["--game", "palanquee", "--out", "benchmarks/counters.md"]
    if subprocess.run([*bench, *page], cwd=HERE.parent).returncode == 2:
        failed.append("counters")
    if failed:
        print("failed:", ", ".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
