"""What the README shows as Python runs as it stands, in the folder of the checkout."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from dashboards import start_dashboard
from palago.webui.server.configuration import Configuration

ROOT = Path(__file__).parents[2]
SNIPPETS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)
OF_THE_API = [code for code in SNIPPETS if "localhost" in code]
OF_THE_LIBRARY = [code for code in SNIPPETS if "localhost" not in code]


@pytest.mark.parametrize("code", OF_THE_LIBRARY, ids=lambda code: code.splitlines()[-1][:40])
def test_the_librarys_examples_print_something(code: str) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.strip(" \n[]")


@pytest.mark.parametrize("code", OF_THE_API, ids=lambda code: code.splitlines()[-1][:40])
def test_the_example_of_a_client_talks_to_a_server(code: str, tmp_path: Path) -> None:
    dashboard, stop = start_dashboard(Configuration(data=tmp_path / "data"))
    here = code.replace("http://localhost:8765", dashboard.url)
    try:
        shown = subprocess.run(
            [sys.executable, "-c", here], cwd=ROOT, capture_output=True, text=True, check=False
        )
    finally:
        stop()
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.strip()
