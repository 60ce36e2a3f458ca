"""The verdict as the page and the API show it, of whatever game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .items import Item


def verdict_json(
    level: str,
    text: str,
    detail: str = "",
    items: Iterable[Item] = (),
    *,
    choices: Iterable[dict[str, Any]] = (),
    can_confirm: bool = False,
    can_accept: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """What is read across the table, the sentence under it, and all else that there is to say.

    ``choices`` are answers to the referee's question; ``more`` is what only some games tell.
    """
    return {
        "level": level,
        "text": text,
        "detail": detail,
        "items": [item.to_json() for item in items],
        "choices": list(choices),
        "can_confirm": can_confirm,
        "can_accept": can_accept,
        **more,
    }
