"""The command line without a process of its own, which would load the same libraries each time.

That the command works from a terminal, with its streams and signals, is tried with real processes
in ``commands/test_command_streams.py``.
"""

import contextlib
import io
import sys
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from palago.webui.command_line import main


class Ran(NamedTuple):
    """What came of a command: its exit status and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


def palago(*words: str, stdin: str | bytes = "", cwd: Path | None = None) -> Ran:
    """Run a command in a folder."""
    out, err = io.StringIO(), io.StringIO()
    sent = io.BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode())
    typed = io.TextIOWrapper(io.BufferedReader(sent), encoding="utf-8")
    with (
        patch.object(sys, "stdin", typed),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        contextlib.chdir(cwd or Path.cwd()),
    ):
        status = main(list(words))
    return Ran(status, out.getvalue(), err.getvalue())
