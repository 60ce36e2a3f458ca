"""The small networks in ``weights/``, run by OpenCV: nothing else has to be installed for them, and
nothing that runs them reports to anybody."""

from __future__ import annotations

import threading
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ...calibration.arrays import Floats32, Indices, Picture

#: OpenCV's older way to run a network: in 5.0 it is still the faster one for small networks.
ENGINE = cv2.dnn.ENGINE_CLASSIC


class _Networks(threading.local):
    """The networks that a thread has used: one may not be run by two threads at a time."""

    def __init__(self) -> None:
        self.ready: dict[str, Any] = {}


_networks = _Networks()


def network_answer(name: str, values: NDArray[Any]) -> Floats32:
    """What ``weights/NAME.onnx`` answers to ``values``, both in the shapes it was trained with."""
    network = _networks.ready.get(name)
    if network is None:
        network = _networks.ready[name] = _load(name)
        if "Gemm" in network.getLayerTypes():
            _ask_about_many(network, values[:1])
    network.setInput(np.ascontiguousarray(values, np.float32))
    # The network keeps its answer's memory and writes the next answer there.
    return np.array(network.forward(), np.float32)


def network_maps(name: str, picture: Picture, multiple: int = 16) -> Floats32:
    """The maps (channels, rows, columns) that ``weights/NAME.onnx`` draws of a picture (h, w, 3)
    BGR, which its rim continues until its sides are multiples of so many pixels."""
    below, right = (-side % multiple for side in picture.shape[:2])
    padded = cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_REPLICATE)
    return np.asarray(network_answer(name, padded.transpose(2, 0, 1)[None])[0])


def peaks_in(heat: Floats32, least: float) -> tuple[Indices, Indices]:
    """Rows and columns of the places of a map (h, w) that are `least` at least, and highest among
    their neighbours."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= least))
    return rows, columns


def softmax(values: NDArray[Any]) -> NDArray[Any]:
    """Shares (..., k) from unnormalised log odds."""
    shares = np.exp(values - values.max(axis=-1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def _ask_about_many(network: Any, row: NDArray[Any]) -> None:
    """The first question to a network that ends in whole matrices.

    OpenCV 5.0 chooses then how it multiplies them. What it takes for 12 rows or fewer writes beyond
    its memory as soon as it is asked about more, and on Windows that ends the process.
    """
    network.setInput(np.repeat(row, 16, axis=0).astype(np.float32))
    network.forward()


def use_network(name: str, path: Path) -> None:
    """Take this file instead of ``weights/NAME.onnx`` in this thread: what was just trained."""
    _networks.ready[name] = cv2.dnn.readNetFromONNX(str(path), ENGINE)


def _load(name: str) -> Any:
    weights = files("palago.vision").joinpath("weights", f"{name}.onnx")
    with as_file(weights) as path:
        try:
            return cv2.dnn.readNetFromONNX(str(path), ENGINE)
        except cv2.error:
            # OpenCV does not find every path on Windows. From bytes it takes its slower engine,
            # whatever is asked for.
            return cv2.dnn.readNetFromONNX(np.frombuffer(path.read_bytes(), np.uint8))
