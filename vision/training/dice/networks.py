"""The three networks for dice: one finds them, one says how they lie, one reads tops."""

from __future__ import annotations

from torch import Tensor, nn

from ...dice import patches, tops
from ...dice.faces import FACES
from ...dice.states import PLACED, STATES


def _block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class DiceFinder(nn.Module):
    """From pictures (B, 3, H, W), BGR from 0 to 255, to maps (B, 4, H / STEP, W / STEP).

    At every fourth pixel: how likely a die's middle is there, as a logit, the logarithm of the
    die's edge in pixels over `MIDDLE_SIDE`, and where the middle is, in steps of the map.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_block(3, 16, 2), _block(16, 24, 2))
        self.fine = _block(24, 24)
        self.around = nn.Sequential(
            _block(24, 40, 2), _block(40, 40), _block(40, 40), nn.Conv2d(40, 24, 1)
        )
        self.both = _block(24, 24)
        self.head = nn.Conv2d(24, 4, 1)
        nn.init.constant_(self.head.bias[0], -4.0)  # type: ignore[index,arg-type]

    def forward(self, pictures: Tensor) -> Tensor:
        """Maps (B, 4, h, w)."""
        seen = self.stem((pictures - 110.0) / 64.0)
        around = nn.functional.interpolate(self.around(seen), scale_factor=2.0, mode="nearest")
        return self.head(self.both(self.fine(seen) + around))  # type: ignore[no-any-return]


class DiceStates(nn.Module):
    """From patches (B, 4, SIZE, SIZE) to logits (B, len(STATES)) and PLACED corrections."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(4, 24, 2), _block(24, 32), _block(32, 48, 2), _block(48, 64), _block(64, 64, 2),
            _block(64, 64), nn.Conv2d(64, 32, 1), nn.Flatten(), nn.Dropout(0.1),
            nn.Linear(32 * (patches.SIZE // 8) ** 2, 64), nn.ReLU(inplace=True),
            nn.Linear(64, len(STATES) + PLACED),
        )  # fmt: skip

    def forward(self, seen: Tensor) -> Tensor:
        """Logits and corrections (B, len(STATES) + PLACED)."""
        return self.body(seen)  # type: ignore[no-any-return]


class TopReader(nn.Module):
    """From tops (B, 3, SIZE, SIZE) to logits (B, len(FACES))."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(3, 24), nn.MaxPool2d(2), _block(24, 40), _block(40, 48), nn.MaxPool2d(2),
            _block(48, 72), _block(72, 72), nn.MaxPool2d(2), nn.Conv2d(72, 40, 1), nn.Flatten(),
            nn.Dropout(0.1), nn.Linear(40 * (tops.SIZE // 8) ** 2, 64), nn.ReLU(inplace=True),
            nn.Linear(64, len(FACES)),
        )  # fmt: skip

    def forward(self, seen: Tensor) -> Tensor:
        """Logits (B, len(FACES))."""
        return self.body(seen)  # type: ignore[no-any-return]
