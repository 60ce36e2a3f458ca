"""Games of tiles on the free lattice: only these can be followed, and their tables are boards.

The protocols leave open what lies on a table, so the types say no more here.
"""

from __future__ import annotations

from typing import Any

Game = Any
"""A `games.protocols.Game` whose table is a `Board`."""
Verdict = Any
"""A `games.protocols.Verdict` on such a board."""
