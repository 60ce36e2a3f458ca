"""The command line from outside: ``palago``, ``palago analyse`` and ``palago diagram``."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_lines import palago
from palagonia_boards import BONE

OPENING = "0,0a 1,0c"


def test_every_command_explains_itself_without_heavy_imports() -> None:
    code = (
        "import sys; from palago.webui.command_line import COMMANDS, main\n"
        "assert main(['--help']) == 0\n"
        "for name in COMMANDS:\n"
        "    assert main([name, '--help']) == 0, name\n"
        "heavy = {'numpy', 'cv2', 'numba', 'flask', 'sqlalchemy'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_an_unknown_command_gets_a_suggestion() -> None:
    done = palago("analyze")
    assert done.returncode == 2
    assert "Did you mean 'analyse'?" in done.stderr


def test_the_opening_pair_has_270_moves() -> None:
    """Rules, "What the geometry gives"."""
    done = palago("analyse", "-", stdin=OPENING)
    assert done.returncode == 0, done.stderr
    analysis = json.loads(done.stdout)
    assert analysis["moves"] == {"pairs": 270, "playable": 270, "ending": 0}
    assert analysis["tiles"] == 2 and analysis["over"] is False and analysis["status"] == []


def test_many_boards_come_back_in_order_with_their_names(tmp_path: Path) -> None:
    lines = [
        {"id": f"p{n}", "tiles": [{"q": q, "r": 0, "rotation": 0} for q in range(n)]}
        for n in range(1, 6)
    ]
    file = tmp_path / "boards.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    done = palago("analyse", str(file), "--no-lists")
    analyses = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(a["id"], a["tiles"]) for a in analyses] == [(f"p{n}", n) for n in range(1, 6)]
    assert all("wins" not in a["threats"]["white"] for a in analyses)


def test_a_finished_game_has_no_threats() -> None:
    analysis = json.loads(palago("analyse", "-", stdin=BONE.to_text()).stdout)
    assert analysis["over"] and "threats" not in analysis and "moves" not in analysis


@pytest.mark.parametrize("stdin", [
    "", "{", '{"tiles": 3}', '{"tiles": [{"q": 1000000000000000000, "r": 0, "rotation": 0}]}',
    '{"tiles": [{"q": NaN, "r": 0, "rotation": 0}]}',
    '{"tiles": [{"q": 0.0, "r": 0, "rotation": 0}]}',
    '{"tiles": [{"q": "0", "r": 0, "rotation": 0}]}',
    json.dumps({"tiles": [{"q": n, "r": 0, "rotation": 0} for n in range(100_000)]}), "\x00\x01",
])  # fmt: skip
def test_bad_boards_give_a_message_and_status_2(stdin: str) -> None:
    done = palago("analyse", "-", stdin=stdin)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("palago analyse: ")
    assert "Traceback" not in done.stderr


def test_a_missing_or_binary_file_gives_a_message(tmp_path: Path) -> None:
    binary = tmp_path / "photo.bin"
    binary.write_bytes(bytes(range(256)))
    for source in (str(tmp_path / "none.json"), str(binary), str(tmp_path)):
        done = palago("analyse", source)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_a_board_with_every_problem_is_analysed_as_far_as_it_goes() -> None:
    board = {"tiles": [{"q": q, "r": 5 * q, "rotation": q % 6} for q in range(60)]}
    board["tiles"].append(board["tiles"][0])
    done = palago("analyse", "-", stdin=json.dumps(board))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["status"] == [
        "odd rotation", "disconnected", "too many tiles", "duplicate cell",
    ]  # fmt: skip


def test_a_diagram_is_written(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    assert palago("diagram", OPENING, "--out", str(out), "--coordinates").returncode == 0
    assert out.read_text().startswith("<svg")
    assert palago("diagram", "0,0q").returncode == 2
