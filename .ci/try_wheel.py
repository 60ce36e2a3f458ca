"""Build the wheel twice, install it into an empty environment outside the checkout, and use it.

    python .ci/try_wheel.py [FOLDER]

The two builds, from a copy of the checkout and from the source distribution, must give the same
bytes. Then photos are read, by the command and by a program that imports palago, a move is judged,
and a dashboard started with nothing: it shows the sample table and serves the guide. mypy must know
the types of the installed package.
All of that once more with site-packages and home that cannot be written to, where the system lets
us ask for that. The wheel is left in FOLDER where one is named.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
PHOTO = ROOT / "sample_images" / "table.jpg"
COUNTERS = ROOT / "sample_images" / "palanquee" / "develop" / "0000.jpg"
#: Where tools lie that neither this Python nor the empty environment may have.
TOOLS = "tools"
#: The user without rights.
NOBODY = 65534
NOT_COPIED = (
    ".git", ".venv", ".typing", "*.egg-info", "build", "dist", "site", "develop", "report", "render"
)  # fmt: skip
#: What a program does that imports palago.
PROGRAM = "import palago, sys; print(len(palago.read(sys.argv[1]).tiles))"
#: What a type checker must find right: it is wrong where what palago gives is of any type.
TYPED = """
from typing import assert_type
import palago
from palago.engine.palago.search.solver import Solution
from palago.engine.records.record import Record
from palago.vision.readings.reading import Reading
assert_type(palago.solve("0,0a 1,0c", "white"), Solution)
assert_type(palago.read("table.jpg"), Reading)
assert_type(palago.Game().play("0,0a 1,0c").to_record(), Record)
palago.no_such_name  # type: ignore[attr-defined]
palago.board_svg("0,0a", coordinate=True)  # type: ignore[call-arg]
"""


def main(folder: str | None) -> None:
    """Raises where anything does not work."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        os.chmod(place, 0o755)  # who is not root is to see it, too
        wheel = build_twice(Path(place))
        if folder is not None:
            Path(folder).mkdir(exist_ok=True)
            shutil.copy(wheel, folder)
        environment = Path(place) / "environment"
        venv.create(environment, with_pip=True)
        programs = environment / ("Scripts" if sys.platform == "win32" else "bin")
        began = time.monotonic()
        pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
        subprocess.run(pip, check=True, cwd=place)
        print(f"installed in {time.monotonic() - began:.0f} s", flush=True)
        check_types(programs / "python", Path(place))
        home = Path(place) / "home"
        home.mkdir()
        use(programs, home, home)
        with nothing_writable(environment, home):
            print("now with site-packages and home that cannot be written to", flush=True)
            use(programs, Path(tempfile.mkdtemp(dir=place)), home)


def build_twice(place: Path) -> Path:
    """The wheel, built from the checkout and from its source distribution: the same bytes."""
    copy = place / "sources"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
    hashes = []
    for sources in (source_distribution(copy, place), copy):
        out = place / f"wheel-{len(hashes)}"
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        subprocess.run([*pip, "--wheel-dir", str(out), str(sources)], check=True)
        (wheel,) = out.glob("palago-*.whl")
        hashes.append(hashlib.sha256(wheel.read_bytes()).hexdigest())
    shutil.rmtree(copy)
    assert hashes[0] == hashes[1], "the checkout and its source distribution give different wheels"
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, sha256 {hashes[0]}", flush=True)
    return wheel


def source_distribution(sources: Path, place: Path) -> Path:
    """The archive of the sources, made by what pyproject.toml names to build with.

    These tools are laid in the folder TOOLS, with mypy.
    """
    needed = tomllib.loads((sources / "pyproject.toml").read_text("utf-8"))["build-system"]
    tools = place / TOOLS
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tools)]
    subprocess.run([*pip, *needed["requires"], "mypy"], check=True)
    code = f"import {needed['build-backend']} as made; made.build_sdist(r'{place}')"
    around = os.environ | {"PYTHONPATH": os.pathsep.join([str(tools), *needed["backend-path"]])}
    made = [sys.executable, "-c", code]
    subprocess.run(made, check=True, cwd=sources, env=around, stdout=subprocess.DEVNULL)
    (archive,) = place.glob("palago-*.tar.gz")
    return archive


def check_types(python: Path, place: Path) -> None:
    """Have mypy look at a program that uses the installed package."""
    program = place / "typed.py"
    program.write_text(TYPED, "utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python)]
    around = os.environ | {"PYTHONPATH": str(place / TOOLS)}
    subprocess.run([*mypy, str(program)], check=True, cwd=place, env=around)


def use(programs: Path, place: Path, home: Path) -> None:
    """Read, judge and serve from an installed wheel."""
    palago = str(programs / "palago")
    around = os.environ | {"HOME": str(home), "USERPROFILE": str(home), "XDG_CACHE_HOME": ""}
    photo = Path(shutil.copy(PHOTO, place))
    who: dict[str, Any] = {}
    if is_root_among_others():  # to root everything is writable
        who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        for path in (place, photo):
            os.chown(path, NOBODY, NOBODY)
    told = {"cwd": place, "env": around, "capture_output": True, **who}
    read = subprocess.run([palago, "read", str(photo)], **told)
    assert b"20 tiles" in read.stdout, read.stderr.decode()
    imported = [str(programs / "python"), "-c", PROGRAM, str(photo)]
    seen = subprocess.run(imported, **told)
    assert seen.stdout.split() == [b"20"], seen.stderr.decode()
    counters = shutil.copy(COUNTERS, place)
    seen = subprocess.run([palago, "read", "--game", "palanquee", str(counters)], **told)
    assert b"50 pieces" in seen.stdout, seen.stderr.decode()
    judge = [palago, "judge", "0,0a 1,0c", "0,0a 1,0c 2,0a 3,0a"]
    subprocess.run(judge, check=True, cwd=place, env=around, stdout=subprocess.DEVNULL, **who)
    try_page(palago, place, around, who)


def is_root_among_others() -> bool:
    """Whether we are root, and another user could run this Python, too."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return False
    python = Path(sys.executable).resolve()
    return all(path.stat().st_mode & 0o001 for path in (python, *python.parents))


def try_page(palago: str, place: Path, around: dict[str, str], who: dict[str, Any]) -> None:
    """Open the first page of a dashboard that was just installed, its sample and its guide."""
    began = time.monotonic()
    serve = [palago, "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(place / "data")]
    server = subprocess.Popen(
        serve, cwd=place, env=around, stdout=subprocess.PIPE, text=True, **who
    )
    assert server.stdout is not None
    try:
        line = server.stdout.readline()
        address = re.search(r"http://\S+", line)
        assert address is not None, line
        with urlopen(address[0], timeout=60) as page:
            assert b"<html" in page.read()
        print(f"first page after {time.monotonic() - began:.1f} s", flush=True)
        with urlopen(address[0] + "help", timeout=60) as page:
            assert b"first-evening" in page.read()
        while b"Sample table" not in urlopen(address[0] + "api/v1/games", timeout=60).read():
            assert time.monotonic() - began < 120, "the sample table does not come"
            time.sleep(0.5)
        print(f"sample table after {time.monotonic() - began:.1f} s", flush=True)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


@contextlib.contextmanager
def nothing_writable(*folders: Path) -> Iterator[None]:
    """Take the right to write away, as far as the system obeys; see `is_root_among_others`."""
    known = [path for folder in folders for path in (folder, *folder.rglob("*"))]
    rights = {path: path.stat().st_mode for path in known if not path.is_symlink()}
    for path, mode in rights.items():
        path.chmod(mode & ~0o222)
    try:
        yield
    finally:
        for path, mode in rights.items():
            path.chmod(mode)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
