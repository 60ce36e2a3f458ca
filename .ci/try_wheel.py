"""Install the wheel of a folder into an empty environment outside the checkout, and use it.

    python .ci/try_wheel.py FOLDER

Reads a photo, judges a move, serves the first page, and says how long that took.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from urllib.request import urlopen

PHOTO = Path(__file__).resolve().parents[1] / "sample_images" / "table.jpg"


def main(folder: str) -> None:
    """Raises where anything does not work."""
    (wheel,) = Path(folder).resolve().glob("palago-*.whl")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        venv.create(place, with_pip=True)
        programs = Path(place) / ("Scripts" if sys.platform == "win32" else "bin")
        began = time.monotonic()
        pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
        subprocess.run(pip, check=True, cwd=place)
        print(f"installed in {time.monotonic() - began:.0f} s")
        palago = str(programs / "palago")
        try_page(palago, place)
        read = subprocess.run([palago, "read", str(PHOTO)], cwd=place, capture_output=True)
        assert b"20 tiles" in read.stdout, read.stderr.decode()
        judge = [palago, "judge", "0,0a 1,0c", "0,0a 1,0c 2,0a 3,0a"]
        subprocess.run(judge, check=True, cwd=place)


def try_page(palago: str, place: str) -> None:
    """Open the first page of a dashboard that was just installed."""
    began = time.monotonic()
    serve = [palago, "serve", "--port", "0", "--quiet", "--data", str(Path(place) / "data")]
    server = subprocess.Popen(serve, cwd=place, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        line = server.stdout.readline()
        address = re.search(r"http://\S+", line)
        assert address is not None, line
        with urlopen(address[0], timeout=60) as page:
            assert b"<html" in page.read()
        print(f"first page after {time.monotonic() - began:.1f} s")
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    main(sys.argv[1])
