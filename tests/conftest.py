"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# No test is about speed: a busy machine must not fail one.
settings.register_profile("palago", deadline=None)
settings.load_profile("palago")
