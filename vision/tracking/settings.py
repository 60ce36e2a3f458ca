"""How long a tracker waits, and what it takes for a change."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TrackerSettings:
    """Times in seconds; differences in units of the board's contrast; shifts in small pixels.

    Over ``changed`` a cell looks otherwise than before; under ``unchanged`` it surely looks the
    same.
    """

    still: float = 0.4
    between_readings: float = 0.12
    calm_reading: float = 6.0
    confirming: float = 1.0
    patience_with_things: float = 2.5
    patience_with_hands: float = 6.0
    patience_with_motion: float = 3.0
    lost_after: float = 2.0
    restless_after: float = 2.0
    compare_with: float = 0.12
    changed: float = 0.26
    unchanged: float = 0.13
    moving: float = 0.16
    bump: float = 2.0
    light: float = 1.2
    least_confidence: float = 0.5
