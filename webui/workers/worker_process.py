"""A process that does jobs: one message in, one message out (see :mod:`.worker`)."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from pkgutil import resolve_name
from queue import SimpleQueue
from typing import Any

from ..refusal import is_refusal
from .worker import IN_BACKGROUND, MOST_BYTES_OF_MEMORY, JobRefused, read_message, write_message


def main() -> None:
    """Answer requests until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    _limit_ourselves()
    logging.getLogger("palago").setLevel(logging.ERROR)  # the dashboard has said it before us
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not be taken for an answer
    requests: SimpleQueue[tuple[Any, bytes]] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    while True:
        write_message(answers, *_answer(*requests.get()))


def _listen(requests: SimpleQueue[tuple[Any, bytes]]) -> None:
    """Take requests until the server has ended; then nobody waits for an answer any more."""
    while (request := read_message(sys.stdin.buffer)) is not None:
        requests.put(request)
    os._exit(0)


def _limit_ourselves() -> None:
    """Let the system refuse memory and leave the processor to others, where it can do that.
    Everywhere else :mod:`.worker` watches from outside."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # Not the address space: threads and libraries reserve much more than they use.
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES_OF_MEMORY, MOST_BYTES_OF_MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # Windows has no such limits, and macOS refuses this one
    if hasattr(os, "nice"):
        os.nice(12 if IN_BACKGROUND in sys.argv[1:] else 5)
    elif sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)


def _answer(request: dict[str, Any], attached: bytes) -> tuple[dict[str, Any], bytes]:
    try:
        job: Callable[..., Any] = resolve_name(request["job"])
        if request["arguments"] is None:
            warm_up = getattr(sys.modules[job.__module__], "warm_up", None)
            return {"result": warm_up() if warm_up else None}, b""
        given = job(*([attached] if attached else []), **request["arguments"])
        if isinstance(given, tuple):
            return {"result": given[0]}, given[1]
        return {"result": given}, b""
    except MemoryError:
        return JobRefused.of("too_much_memory").to_json(), b""
    except Exception as error:
        if is_refusal(error):
            return JobRefused.because(error).to_json(), b""
        traceback.print_exc()
        return JobRefused.of("job_failed").to_json(), b""


if __name__ == "__main__":
    main()
