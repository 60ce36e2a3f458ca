"""A calibration that did not come about, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RefusedView:
    """A view or photo that was not used, and why; ``is_twin``: it shows what another one shows."""

    name: str
    reason: str
    is_twin: bool = False


@dataclass(frozen=True)
class NotEnough:
    """No calibration, and why not. Falsy, so that ``if not result`` reads well."""

    reason: str
    refused: tuple[RefusedView, ...] = ()

    def __bool__(self) -> bool:
        return False
