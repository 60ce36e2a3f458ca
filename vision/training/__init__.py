"""Generated scenes (by numpy and OpenCV alone) and the training of networks (extra ``train``). The
shipped tile finder took ``python -m palago.vision.training`` three runs, some 7,000 steps of eight
samples, under two hours on a busy core."""

import sys
from types import TracebackType

#: What the extra ``train`` brings.
_EXTRA = ("torch", "onnx", "pypdfium2", "skimage")


def _say_what_is_missing(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """One sentence in place of a traceback where the extra was not installed."""
    if isinstance(error, ModuleNotFoundError) and error.name in _EXTRA:
        print(f"{error.name} is missing: install palago[train] to train", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


if sys.argv[:1] == ["-m"]:  # a command begins: Python looks for its module
    sys.excepthook = _say_what_is_missing
