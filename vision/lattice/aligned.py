"""Arrays that belong together: the same row of each says something of the same thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Self

import numpy as np

from ...calibration.arrays import Flags, Indices

RowChoice = Flags | Indices | list[int]


class Aligned:
    """What a frozen dataclass of such arrays can do. A field may be of this kind itself; what is
    neither an array nor of this kind holds for all rows."""

    def __len__(self) -> int:
        return len(getattr(self, fields(self)[0].name))  # type: ignore[arg-type]

    def take(self, chosen: RowChoice) -> Self:
        """The chosen rows, by their indices, or by a flag (n,) for each."""
        rows = np.asarray(chosen) if len(chosen) else np.zeros(0, np.intp)
        return self._made(lambda own: own.take(rows) if isinstance(own, Aligned) else own[rows])

    def joined(self, *more: Self) -> Self:
        """These rows and then those of others."""
        return self._made(
            lambda own, *others: (
                own.joined(*others) if isinstance(own, Aligned) else np.concatenate([own, *others])
            ),
            *more,
        )

    def replaced(self, others: Self, chosen: Flags) -> Self:
        """These rows; the chosen ones, (n,), are another's."""

        def pick(own: Any, other: Any) -> Any:
            if isinstance(own, Aligned):
                return own.replaced(other, chosen)
            return np.where(chosen.reshape(-1, *[1] * (own.ndim - 1)), other, own)

        return self._made(pick, others)

    def _made(self, make: Callable[..., Any], *others: Self) -> Self:
        values = {}
        for field in fields(self):  # type: ignore[arg-type]
            parts = [getattr(one, field.name) for one in (self, *others)]
            is_aligned = isinstance(parts[0], Aligned | np.ndarray)
            values[field.name] = make(*parts) if is_aligned else parts[0]
        return type(self)(**values)
