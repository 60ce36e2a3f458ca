"""Requests to a dashboard."""

from __future__ import annotations

import json
from typing import Any
from urllib.request import Request, urlopen


class Client:
    """Asks the dashboard at an address."""

    def __init__(self, url: str) -> None:
        self.url = url

    def get(self, path: str) -> bytes:
        """A page, or whatever else lies there."""
        return bytes(urlopen(self.url + path).read())

    def json(self, path: str) -> Any:
        """What the API tells."""
        return json.loads(self.get(f"/api/v1{path}"))

    def post(self, path: str, body: object, kind: str = "application/json") -> Any:
        """Send JSON, or bytes as they are, to the API."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = Request(f"{self.url}/api/v1{path}", data, {"Content-Type": kind})
        with urlopen(request) as answer:
            return json.load(answer)

    def send(self, game: str, photo: bytes) -> Any:
        """Send a photo of a game's table."""
        return self.post(f"/games/{game}/photos", photo, "image/jpeg")
