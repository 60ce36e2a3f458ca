"""What pages are told beside the pictures of a live camera."""

from __future__ import annotations

from typing import Any

from palago.webui.live_hub import Watcher


def readings_shown(watcher: Watcher) -> list[Any]:
    """The readings that came with the pictures that a watcher was sent."""
    found = []
    while (message := watcher.take(0)) is not None:
        if message.name == "picture" and message.data["reading"] is not None:
            found.append(message.data["reading"])
    return found
