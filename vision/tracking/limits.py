"""How long a tracker waits, and what it takes for a change.

Times in seconds; differences in units of the board's contrast; shifts in small pixels. Tried out on
staged games with seeds below 2600 (see `benchmarks/following/live.py`).
"""

from __future__ import annotations

STILL = 0.4
"""Time without motion from which something lies still: hands that lay tiles pause for less."""
MOMENT = 0.12
"""Least time between two readings that have to agree, so that they do not share their noise. In
this time even a slow hand has moved."""
CONFIRMING = 1.0
"""Time after which a report is looked over, in case a reading missed something."""
CALM_READING = 6.0
"""Time between further readings while nothing changes."""
PATIENCE_WITH_THINGS = 2.5
"""Time after which what lies still on the board and is no tile belongs to the table, and what hides
tiles is no longer called a hand: it is none, if no arm leads there."""
PATIENCE_WITH_HANDS = 6.0
"""Time after which what covers tiles is no hand, though an arm may lead there."""
PATIENCE_WITH_MOTION = 3.0
"""Time of motion after which the board is read although something moves."""
PATIENCE_WITH_CAMERA = 2.0
"""Time after which a board that cannot be followed is lost; and a moving camera is held in a
hand."""
MOVING = 0.16
"""A cell moves if it differs by more than this from how it looked a moment ago."""
CHANGED = 0.26
"""Over this a cell looks otherwise than the board's last reading."""
UNCHANGED = 0.13
"""Under this it surely looks the same."""
BUMP = 2.0
"""A camera that shifts by more in a moment has moved: by less, noise seems to shift it, too."""
LIGHT = 1.2
"""A change of brightness by more than this factor makes a reading worth while."""
OTHER_LIGHT = 2.5
"""A table that became darker or brighter by more than this factor is covered, as is the lens, or
its lights are out: tiles that go change a camera's exposure by less."""
LEAST_CONFIDENCE = 0.5
"""A tile in a changed cell needs no more than this: it has to be seen twice."""
