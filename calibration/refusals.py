"""A calibration that did not come about, and why."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.phrases import Phrase


@dataclass(frozen=True)
class RefusedView:
    """A view or photo that was not used, and why; ``is_twin``: it shows what another one shows."""

    name: str
    sentence: Phrase | str
    is_twin: bool = False

    @property
    def reason(self) -> str:
        """Why it was not used, in English."""
        return str(self.sentence)


@dataclass(frozen=True)
class NotEnough:
    """No calibration, and why not. Falsy, so that ``if not result`` reads well."""

    sentence: Phrase | str
    refused: tuple[RefusedView, ...] = ()

    @property
    def reason(self) -> str:
        """Why there is none, in English."""
        return str(self.sentence)

    def __bool__(self) -> bool:
        return False
