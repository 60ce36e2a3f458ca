"""What was fitted beside the networks: numbers in ``weights/NAME.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ..engine.stamp import require_stamp, stamped

WEIGHTS = Path(__file__).parent / "weights"


@cache
def fitted_numbers(name: str) -> Mapping[str, Any]:
    """The numbers of a file, by their names."""
    value: dict[str, Any] = json.loads((WEIGHTS / f"{name}.json").read_text(encoding="utf-8"))
    require_stamp("weights", value, is_named=False)
    return value


def store_numbers(
    name: str, numbers: Mapping[str, Any], *, folder: Path = WEIGHTS, indent: int | None = 2
) -> None:
    """Write numbers that were just fitted; they are read from now on."""
    told = json.dumps(stamped("weights", numbers), indent=indent)
    (folder / f"{name}.json").write_text(told + "\n", encoding="utf-8")
    fitted_numbers.cache_clear()
