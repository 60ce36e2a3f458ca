"""The list of friendly creatures: the user's own in the data folder, else the one shipped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from ....engine.creatures.friendly import (
    SHIPPED_FILE,
    Catalogue,
    load_catalogue,
    save_catalogue,
    shipped_catalogue,
)

_changing = threading.Lock()


def friendly_creatures(data: Path) -> Catalogue:
    """The list as it is now. Raises FriendlyError."""
    own = data / SHIPPED_FILE.name
    return load_catalogue(own) if own.is_file() else shipped_catalogue()


def change_friends(data: Path, change: Callable[[Catalogue], Catalogue]) -> Catalogue:
    """Change the list and keep it as the user's own. Raises FriendlyError."""
    with _changing:
        changed = change(friendly_creatures(data))
        save_catalogue(changed, data / SHIPPED_FILE.name)
    return changed
