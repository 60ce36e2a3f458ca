"""The command line, run in the tests' own process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest
from palago.webui.command_line import main


@pytest.fixture
def palago(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Run the command line; its status, standard output and standard error."""

    def run(*words: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        status = main(list(words))
        out, err = capsys.readouterr()
        return status, out, err

    return run
