"""A dashboard in a process of its own, for the attack: asked over the network, and killed."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

TABLE = Path(__file__).resolve().parents[2] / "sample_images" / "table.jpg"


class Server:
    """A dashboard at an address that only this machine has, with temporary files of its own."""

    def __init__(self, data: Path, temporary: Path | None = None) -> None:
        command = [sys.executable, "-m", "palago.webui.command_line", "serve", "--quiet"]
        command += ["--open", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
        around = dict(os.environ) | ({} if temporary is None else {"TMPDIR": str(temporary)})
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=around)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None, "the server does not say where it is"
        self.host = urlsplit(found[0]).hostname or ""
        self.port = urlsplit(found[0]).port or 0

    def connected(self, source: str) -> socket.socket:
        """A connection from an address of this machine, or from wherever it can be."""
        there = (self.host, self.port)
        try:
            return socket.create_connection(there, timeout=60, source_address=(source, 0))
        except OSError:
            return socket.create_connection(there, timeout=60)

    def ask(
        self, method: str, path: str, value: object = None, source: str | None = None
    ) -> tuple[int, bytes]:
        """Status and body of an answer; ``value`` is sent as JSON, or as it is where it is bytes.
        Asked from the address ``source`` of this machine if one is given.

        Raises OSError or http.client.HTTPException where the server has gone.
        """
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        if source is not None:
            connection.sock = self.connected(source)
        body = value if value is None or isinstance(value, bytes) else json.dumps(value)
        headers = {} if not isinstance(body, str) else {"Content-Type": "application/json"}
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def get(self, path: str) -> dict[str, object]:
        """The JSON under a path of the API."""
        found: dict[str, object] = json.loads(self.ask("GET", f"/api/v1{path}")[1])
        return found

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
