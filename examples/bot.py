"""A bot that plays Palago against itself over the dashboard's API, as two players would.

    python bot.py [ADDRESS]

Without an address it starts a dashboard of its own on this machine, and ends it again.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from typing import Any
from urllib.request import Request, urlopen

import palago

MOVES = 4


def ask(api: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(api + path, data, {"Content-Type": "application/json"})) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def play(api: str) -> None:
    """Lay tiles on the dashboard's table, and confirm what its referee finds legal."""
    shown = ask(api, "/games", {"kind": "palago", "title": "Bot against bot"})
    path = f"/games/{shown['id']}/changes"
    game = palago.Game("palago")
    for _ in range(MOVES):
        move = next(iter(game.legal_actions()))
        for tile in palago.Board(str(move)):
            change = {"change": "place_tile", "q": tile.q, "r": tile.r, "rotation": tile.rotation}
            shown = ask(api, path, change)
        print(shown["verdict"]["text"])
        if not shown["verdict"]["can_confirm"]:
            print(shown["verdict"]["detail"])
            break
        shown = ask(api, path, {"change": "confirm"})
        game = game.play(move)
    print(len(palago.Board(shown["board"])), "tiles on the dashboard's table")


def main() -> None:
    if len(sys.argv) > 1:
        play(sys.argv[1].rstrip("/") + "/api/v1")
        return
    with tempfile.TemporaryDirectory() as folder:
        serve = [sys.executable, "-m", "palago.webui.command_line", "serve", "--quiet"]
        serve += ["--host", "127.0.0.1", "--port", "0", "--data", folder]
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            address = re.search(r"http://\S+?(?=/?\s)", server.stdout.readline())
            assert address is not None
            play(address[0] + "/api/v1")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
