"""Errors for people."""

from __future__ import annotations

from pathlib import Path


class BadInput(Exception):
    """What was wrong, with what, and what to do. The command line prints it and exits with 2."""


def unreadable(name: str | Path, error: Exception) -> BadInput:
    """That a file cannot be opened, and what to do."""
    if isinstance(error, FileNotFoundError):
        return BadInput(f"there is no file {name}: check its name and folder")
    if isinstance(error, IsADirectoryError):
        return BadInput(f"{name} is a folder: name a file in it")
    return BadInput(f"cannot read {name}: {getattr(error, 'strerror', None) or error}")
