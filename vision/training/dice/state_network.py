"""The network that says whether something is a die, how it lies, and where it is."""

from __future__ import annotations

from torch import Tensor, nn

from ...dice.patches import SIZE
from ...dice.states import PLACED, STATES


class DiceStates(nn.Module):
    """From patches (B, 4, SIZE, SIZE) to logits (B, len(STATES)) and PLACED corrections."""

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
            block(48, 48, 2), nn.Conv2d(48, 24, 1), nn.Flatten(), nn.Dropout(0.15),
            nn.Linear(24 * (SIZE // 8) ** 2, 48), nn.ReLU(inplace=True),
            nn.Linear(48, len(STATES) + PLACED),
        )  # fmt: skip

    def forward(self, patches: Tensor) -> Tensor:
        """Logits and corrections (B, len(STATES) + PLACED)."""
        return self.body(patches)  # type: ignore[no-any-return]
