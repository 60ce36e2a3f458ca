"""A calibration that did not come about, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RefusedView:
    """A view or photo that was not used, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class NotEnough:
    """No calibration, and why not. Falsy, so that ``if not result`` reads well."""

    reason: str
    refused: tuple[RefusedView, ...] = ()

    def __bool__(self) -> bool:
        return False
