"""How long a tracker waits, and what it takes for a change."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TrackerSettings:
    """Times in seconds; differences in units of the board's contrast; shifts in small pixels. Tried
    out on staged games with seeds below 2600 (see `benchmarks/following/live.py`)."""

    still: float = 0.4
    """What has not moved for so long lies still: hands that lay tiles pause for less."""
    moment: float = 0.12
    """Two readings that have to agree are so far apart, so that they do not share their noise. In
    this time even a slow hand has moved."""
    confirming: float = 1.0
    """A report is looked over after so long, in case a reading missed something ..."""
    calm_reading: float = 6.0
    """... and then, while nothing changes, so often."""
    patience_with_things: float = 2.5
    """What has lain on the board so long and is no tile belongs to the table."""
    patience_with_hands: float = 6.0
    """No hand covers all of a board so long."""
    patience_with_motion: float = 3.0
    """When something has moved for so long, a reading is ventured all the same."""
    patience_with_camera: float = 2.0
    """A board that cannot be followed so long is lost. A camera that has moved so long is held in a
    hand."""
    moving: float = 0.16
    """A cell moves if it differs by more than this from how it looked a moment ago."""
    changed: float = 0.26
    """Over this a cell looks otherwise than the board's last reading."""
    unchanged: float = 0.13
    """Under this it surely looks the same."""
    bump: float = 2.0
    """A camera that shifts by more in a moment has moved: by less, noise seems to shift it, too."""
    light: float = 1.2
    """A change of brightness by more than this factor makes a reading worth while."""
    least_confidence: float = 0.5
    """A tile in a changed cell needs no more than this: it has to be seen twice."""
