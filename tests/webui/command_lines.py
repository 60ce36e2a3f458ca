"""The command line without a process of its own, which would load the same libraries each time.

That the command works from a terminal, with its streams and signals, is tried with real processes
in ``commands/test_command_streams.py``.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from palago.webui.command_line import main


def palago(
    *words: str, stdin: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; its status and what it wrote."""
    out, err = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    with (
        patch.object(sys, "stdin", typed),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        contextlib.chdir(cwd or Path.cwd()),
    ):
        status = main(list(words))
    return subprocess.CompletedProcess(list(words), status, out.getvalue(), err.getvalue())
