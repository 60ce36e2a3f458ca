"""What the networks are built of."""

from __future__ import annotations

from torch import Tensor, nn


class Convolution(nn.Sequential):
    """A convolution of 3 by 3 pixels, batch norm and ReLU."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> None:
        convolution = nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation=dilation, bias=False)
        norm = nn.BatchNorm2d(outputs)
        super().__init__(convolution, norm, nn.ReLU(inplace=True))
        self.parts = (convolution, norm)


def convolutions(*sizes: tuple[int, int, int]) -> list[Convolution]:
    """One after the other, given by the channels that come in and go out and by the stride."""
    return [Convolution(*size) for size in sizes]


class RowNetwork(nn.Module):
    """Layers one after the other, `body`, that answer row by row."""

    def __init__(self, *layers: nn.Module) -> None:
        super().__init__()
        self.body = nn.Sequential(*layers)

    def forward(self, rows: Tensor) -> Tensor:
        """The last layer's answers (B, n) to B rows."""
        return self.body(rows)  # type: ignore[no-any-return]
