"""What a follower works with: games whose tables the plug compares cell by cell.

The protocols leave open what lies on a table, so the types say no more here.
"""

from __future__ import annotations

from typing import Any

AnyGame = Any
"""A `games.protocols.Game`."""
AnyVerdict = Any
"""A `games.protocols.Verdict` on its table."""
AnyTable = Any
"""What `Following.lying` makes of a table: equal where the same lies there; it has ``cells`` and
``get``, and its pieces, one by one, have a ``cell``."""
