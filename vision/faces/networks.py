"""The small networks in ``weights/``, ready to run; a session may be shared between threads."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any


@cache
def network_session(name: str) -> Any:
    """The onnxruntime session of ``weights/NAME.onnx``."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Waiting threads sleep: whatever else runs on the machine may have the core.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Pictures come in every size; plans for each size would only be kept and never used again.
    options.enable_mem_pattern = False
    weights = files("palago.vision").joinpath("weights", f"{name}.onnx").read_bytes()
    return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
