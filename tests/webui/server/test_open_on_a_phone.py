"""The settings show an address that a phone can open, never one that means the phone itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest


@pytest.mark.parametrize("asked", ["http://localhost:8765", "http://127.0.0.1:8765"])
def test_the_address_is_never_that_of_this_machine_alone(configuration: Any, asked: str) -> None:
    from palago.webui.app import close_app, create_app

    seen = {}
    for address in (None, "192.0.2.7"):
        app = create_app(replace(configuration, address=address))
        seen[address] = app.test_client().get("/settings", base_url=asked).text
        close_app(app)
    assert "http://192.0.2.7:8765/" in seen["192.0.2.7"] and "/qr.svg" in seen["192.0.2.7"]
    # Where no phone can reach it, no code pretends so.
    assert "/qr.svg" not in seen[None] and "Only this machine" in seen[None]
    assert f"<code>{asked}" not in seen[None] + seen["192.0.2.7"]
