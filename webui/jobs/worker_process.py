"""A process that does jobs: one JSON line in, one JSON line out (see :mod:`.worker`)."""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

from .worker import MOST_BYTES_OF_MEMORY, JobRefused


def main() -> None:
    """Answer requests until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    _limit_ourselves()
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever a library prints must not be taken for an answer
    for line in sys.stdin.buffer:
        answers.write(json.dumps(_answer(json.loads(line))).encode() + b"\n")


def _limit_ourselves() -> None:
    """Let the system refuse memory and leave the processor to others, where it can do that.

    Everywhere else :mod:`.worker` watches from outside.
    """
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES_OF_MEMORY, MOST_BYTES_OF_MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # Windows has no such limits, and macOS refuses this one
    if hasattr(os, "nice"):
        os.nice(5)
    elif sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        job = _function(request["job"])
        if request["arguments"] is None:
            warm_up = getattr(sys.modules[job.__module__], "warm_up", None)
            return {"result": warm_up() if warm_up else None}
        return {"result": job(**request["arguments"])}
    except JobRefused as refusal:
        return _refused(refusal)
    except MemoryError:
        return _refused(JobRefused.of("too_much_memory"))
    except Exception:
        traceback.print_exc()
        return _refused(JobRefused.of("job_failed"))


def _refused(refusal: JobRefused) -> dict[str, Any]:
    return {"refused": str(refusal), "key": refusal.key, "details": refusal.details}


def _function(name: str) -> Callable[..., Any]:
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found


if __name__ == "__main__":
    main()
