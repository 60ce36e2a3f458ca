"""What pages are told beside the pictures of a live camera."""

from typing import Any

from palago.webui.live_hub import Watcher


def told(watcher: Watcher, name: str) -> list[dict[str, Any]]:
    """What a watcher was told by that name."""
    found = []
    while (message := watcher.take(0)) is not None:
        if message.name == name:
            found.append(dict(message.data))
    return found


def readings_shown(watcher: Watcher) -> list[Any]:
    """The readings that came with the pictures that a watcher was sent."""
    return [one["reading"] for one in told(watcher, "picture") if one["reading"] is not None]
