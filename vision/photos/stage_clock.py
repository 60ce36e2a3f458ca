"""How long each stage of reading a photo takes."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass
class StageClock:
    """Milliseconds by stage, summed over repeats."""

    elapsed: dict[str, float] = field(default_factory=dict)
    _last: float = field(default_factory=time.perf_counter)

    def finish(self, stage: str) -> None:
        """Book the time since the last stage ended."""
        now = time.perf_counter()
        self.elapsed[stage] = self.elapsed.get(stage, 0.0) + 1000.0 * (now - self._last)
        self._last = now

    def with_total(self) -> dict[str, float]:
        """All stages and their sum."""
        return {**self.elapsed, "total": sum(self.elapsed.values())}
