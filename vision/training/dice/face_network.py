"""The network that reads dice: which face is on top, and whether the die lies at all."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from ...dice.faces import FACES, STATES
from ...dice.patches import SIZE


class DiceReader(nn.Module):
    """From patches (B, 4, SIZE, SIZE) to logits (B, len(FACES)) and (B, len(STATES)), and the signs
    on the top as (B, MARKS) numbers of length one, by which taught symbols are told apart."""

    def __init__(self) -> None:
        super().__init__()

        def block(inputs: int, outputs: int, stride: int) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
                nn.BatchNorm2d(outputs),
                nn.ReLU(inplace=True),
            )

        self.body = nn.Sequential(
            block(4, 20, 2), block(20, 28, 1), block(28, 36, 2), block(36, 48, 1),
            block(48, 48, 2), nn.Flatten(), nn.Dropout(0.15),
            nn.Linear(48 * (SIZE // 8) ** 2, 96), nn.ReLU(inplace=True), nn.Dropout(0.1),
        )  # fmt: skip
        self.face = nn.Linear(96, len(FACES))
        self.state = nn.Linear(96, len(STATES))

    def forward(self, patches: Tensor) -> Tensor:
        """Logits of the faces and of the states, one after the other."""
        seen = self.body(patches)
        return torch.cat([self.face(seen), self.state(seen)], dim=1)
