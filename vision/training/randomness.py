"""Random numbers where a network learns."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor


class Randomness:
    """Random numbers on a device and beside it, the same in every run."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.generator = torch.Generator(device).manual_seed(1)
        self.beside = np.random.default_rng(1)

    def uniform(self, low: float, high: float, *shape: int) -> Tensor:
        """Random numbers."""
        values = torch.rand(shape, generator=self.generator, device=self.device)
        return low + (high - low) * values

    def normal(self, *shape: int) -> Tensor:
        """Random numbers about 0 that spread by 1."""
        return torch.randn(shape, generator=self.generator, device=self.device)
