"""Nothing leaves the machine, and nothing of a vendor's is left on it."""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PHOTO = ROOT / "sample_images" / "table.jpg"
PALAGO = [sys.executable, "-m", "palago.webui.command_line"]

#: Put before the system's library: no name has an address, and whoever asks is written down; so
#: is who connects to another machine. 192.0.2.1 is an address of nobody (RFC 5737): the dashboard
#: asks which way would lead there to learn its own address, and sends nothing.
WATCH = r"""
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell(const char *what, const char *whom) {
    FILE *log = fopen(getenv("WATCH_LOG"), "a");
    if (log) { fprintf(log, "%s %s\n", what, whom); fclose(log); }
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **found) {
    int (*usual)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
        dlsym(RTLD_NEXT, "getaddrinfo");
    char place[16];
    if (!node || inet_pton(AF_INET, node, place) == 1 || inet_pton(AF_INET6, node, place) == 1)
        return usual(node, service, hints, found);
    tell("looks up", node);
    return EAI_FAIL;
}

struct hostent *gethostbyname(const char *node) { tell("looks up", node); return NULL; }

int connect(int socket, const struct sockaddr *to, socklen_t length) {
    int (*usual)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
    char place[64] = "";
    if (to->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)to)->sin_addr, place, sizeof place);
    if (to->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)to)->sin6_addr, place, sizeof place);
    if (*place && strncmp(place, "127.", 4) && strcmp(place, "::1") && strcmp(place, "192.0.2.1")) {
        tell("connects to", place);
        errno = ENETUNREACH;
        return -1;
    }
    return usual(socket, to, length);
}
"""


@pytest.fixture(scope="module")
def watch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that watches, where this machine can make one."""
    folder = tmp_path_factory.mktemp("watch")
    compiler = shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("needs a C compiler on Linux to watch what libraries do")
    (folder / "watch.c").write_text(WATCH, encoding="utf-8")
    command = [compiler, "-shared", "-fPIC", "-o", "watch.so", "watch.c", "-ldl"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "watch.so"


@pytest.fixture
def watched(watch: Path, tmp_path: Path) -> dict[str, str]:
    """An environment with an empty home, in which it is written down who calls out."""
    home = tmp_path / "home"
    home.mkdir()
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "PALAGO_", "ORT_"))}
    (tmp_path / "log").touch()
    return kept | {"HOME": str(home), "LD_PRELOAD": str(watch), "WATCH_LOG": str(tmp_path / "log")}


def strangers_in(home: str) -> list[str]:
    """Files in a home folder that are not ours."""
    ours = ("/.cache/palago/", "/.local/share/palago/")
    files = (str(path)[len(home) :] for path in Path(home).rglob("*") if path.is_file())
    return [name for name in files if not name.startswith(ours)]


def test_the_watch_sees_who_calls_out(watched: dict[str, str]) -> None:
    code = "import socket; socket.getaddrinfo('example.org', 80)"
    subprocess.run([sys.executable, "-c", code], env=watched, stderr=subprocess.DEVNULL)
    code = "import socket; socket.create_connection(('198.51.100.7', 80))"
    subprocess.run([sys.executable, "-c", code], env=watched, stderr=subprocess.DEVNULL)
    log = Path(watched["WATCH_LOG"]).read_text(encoding="utf-8")
    assert log.splitlines() == ["looks up example.org", "connects to 198.51.100.7"]


def test_reading_a_photo_calls_nobody_and_leaves_nothing(watched: dict[str, str]) -> None:
    done = subprocess.run(
        [*PALAGO, "read", str(PHOTO)], env=watched, capture_output=True, text=True, timeout=120
    )
    assert "20 tiles" in done.stdout, done.stderr
    assert Path(watched["WATCH_LOG"]).read_text(encoding="utf-8") == ""
    assert strangers_in(watched["HOME"]) == []


def test_the_dashboard_calls_nobody_and_leaves_only_its_own(watched: dict[str, str]) -> None:
    command = [*PALAGO, "serve", "--port", "0", "--photo", str(PHOTO)]
    process = subprocess.Popen(command, env=watched, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == f"reading {PHOTO} …\n"  # it may take a while
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        page = urllib.request.urlopen(address[0], timeout=60).read().decode()
        assert "<svg" in page
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
    assert Path(watched["WATCH_LOG"]).read_text(encoding="utf-8") == ""
    assert strangers_in(watched["HOME"]) == []
