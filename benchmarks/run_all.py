"""Run every benchmark in the folders here, one after the other; each rewrites its results.

What writes no results is a part of another script, or the attack, which has a command of its own.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> int:
    failed = []
    for script in sorted(HERE.glob("*/*.py")):
        if "write_results(" not in script.read_text(encoding="utf-8"):
            continue
        print(f"== {script.stem}", flush=True)
        if subprocess.run([sys.executable, str(script)], cwd=HERE.parent).returncode:
            failed.append(script.name)
    bench = [sys.executable, "-m", "palago.webui.command_line", "bench", "read", "sample_images"]
    for page, of_game in (("reading", []), ("counters", ["--game", "palanquee"])):
        print(f"== {page}", flush=True)
        out = ["--out", f"benchmarks/{page}.md"]
        if subprocess.run([*bench, *of_game, *out], cwd=HERE.parent).returncode == 2:
            failed.append(page)
    if failed:
        print("failed:", ", ".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
