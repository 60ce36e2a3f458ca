"""The networks for dice: one finds them, two say how they lie, one reads tops."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from ...dice import patches, tops
from ...dice.die_states import PLACED, STATES
from ...dice.faces import TOPS
from ..layers import Convolution, RowNetwork, convolutions


class DiceFinder(nn.Module):
    """From pictures (B, 3, H, W), BGR from 0 to 255, to maps (B, 4, H / STEP, W / STEP) of dice:
    the logit of a middle, the logarithm of the edge in pixels over `MIDDLE_SIDE`, the middle in
    steps."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(Convolution(3, 16, 2), Convolution(16, 24, 2))
        self.fine = Convolution(24, 24)
        self.around = nn.Sequential(
            Convolution(24, 40, 2), Convolution(40, 40), Convolution(40, 40), nn.Conv2d(40, 24, 1)
        )
        self.both = Convolution(24, 24)
        self.head = nn.Conv2d(24, 4, 1)
        nn.init.constant_(self.head.bias[0], -4.0)  # type: ignore[index,arg-type]

    def forward(self, pictures: Tensor) -> Tensor:
        """Maps (B, 4, h, w)."""
        stem = self.stem((pictures - 110.0) / 64.0)
        around = nn.functional.interpolate(self.around(stem), scale_factor=2.0, mode="nearest")
        return self.head(self.both(self.fine(stem) + around))  # type: ignore[no-any-return]


class DiceStates(RowNetwork):
    """From patches (B, 4, SIZE, SIZE) to logits (B, len(STATES)) and PLACED corrections."""

    def __init__(self) -> None:
        super().__init__(
            *convolutions(
                (4, 24, 2), (24, 32, 1), (32, 48, 2), (48, 64, 1), (64, 64, 2), (64, 64, 1)
            ),
            nn.Conv2d(64, 32, 1), nn.Flatten(), nn.Dropout(0.1),
            nn.Linear(32 * (patches.SIZE // 8) ** 2, 64), nn.ReLU(inplace=True),
            nn.Linear(64, len(STATES) + PLACED),
        )  # fmt: skip


class Shortcut(nn.Module):
    """Two convolutions added to what they see (He et al., "Deep residual learning", 2015)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = Convolution(channels, channels)
        self.second = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.parts = (self.second, self.norm)
        nn.init.zeros_(self.norm.weight)

    def forward(self, seen: Tensor) -> Tensor:
        """As large as `seen`."""
        return torch.relu(seen + self.norm(self.second(self.first(seen))))


class CloserLook(RowNetwork):
    """From patches (B, 4, SIZE, SIZE), as `DiceStates` takes them, to logits (B, len(STATES)),
    PLACED corrections, and logits (B, len(TOPS)) that are only learnt from."""

    def __init__(self) -> None:
        super().__init__(
            *convolutions((4, 24, 2), (24, 40, 1), (40, 64, 2)), Shortcut(64),
            Convolution(64, 96, 2), Shortcut(96),
            nn.Conv2d(96, 40, 1), nn.Flatten(), nn.Dropout(0.1),
            nn.Linear(40 * (patches.SIZE // 8) ** 2, 128), nn.ReLU(inplace=True),
            nn.Linear(128, len(STATES) + PLACED + len(TOPS)),
        )  # fmt: skip


class TopReader(RowNetwork):
    """From tops (B, 3, SIZE, SIZE) to logits (B, len(TOPS))."""

    def __init__(self) -> None:
        super().__init__(
            Convolution(3, 24), nn.MaxPool2d(2),
            Convolution(24, 48), Shortcut(48), nn.MaxPool2d(2),
            Convolution(48, 80), Shortcut(80), nn.MaxPool2d(2),
            nn.Conv2d(80, 40, 1), nn.Flatten(),
            nn.Dropout(0.1), nn.Linear(40 * (tops.SIZE // 8) ** 2, 64), nn.ReLU(inplace=True),
            nn.Linear(64, len(TOPS)),
        )  # fmt: skip
