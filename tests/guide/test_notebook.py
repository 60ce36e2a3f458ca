"""The notebook among the examples runs as it stands, without a network, and shows pictures."""

import ast
import json
import socket
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "first_look.ipynb"
#: What a notebook asks an object for, the better ones first.
PICTURES = ("_repr_html_", "_repr_svg_")


def shown_by(code: str, names: dict[str, Any]) -> object:
    """Run a cell as a notebook does; the value of its last line, None where that is no value."""
    lines = ast.parse(code).body
    last = lines.pop() if lines and isinstance(lines[-1], ast.Expr) else None
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_notebook_runs_and_shows_what_it_has_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pandas")

    def refuse(*_: object) -> None:
        raise AssertionError("the notebook calls somebody")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.chdir(NOTEBOOK.parent)
    names: dict[str, Any] = {}
    pictures = 0
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        value = shown_by("".join(cell["source"]), names)
        shown = [getattr(value, name)() for name in PICTURES if hasattr(value, name)]
        kept = [out for out in cell["outputs"] if out["output_type"] == "execute_result"]
        assert len(kept) == (value is not None), "the notebook was not run before it was kept"
        pictures += sum("<svg" in picture or "<img" in picture for picture in shown)
        told = "".join(
            "".join(out["text"]) for out in cell["outputs"] if out["output_type"] == "stream"
        )
        assert capsys.readouterr().out == told
    assert pictures == 5
