"""The command line explains itself: examples, one meaning for each option, completion by Tab."""

import argparse
import contextlib
import importlib
import json
import shlex
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_lines import palago
from palago.engine.games.registry import kinds
from palago.webui.command_line import main
from palago.webui.usage.command_parser import CommandParser
from palago.webui.usage.examples import EXAMPLES
from palago.webui.usage.table import COMMANDS, RENAMED

#: Options that mean the same in all commands, though their arguments are written differently.
ONE_MEANING = {"--out", "--name", "--camera"}


def parsers() -> Iterator[tuple[str, CommandParser]]:
    """Every command and what of it, with its parser."""
    for name, (module, _) in COMMANDS.items():
        parser = CommandParser(prog=f"palago {name}")
        importlib.import_module(f"palago.webui.commands.{module}").add_arguments(parser)
        yield name, parser
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                yield from ((f"{name} {word}", inner) for word, inner in action.choices.items())


PARSERS = dict(parsers())


def typed(line: str) -> Iterator[list[str]]:
    """The words of each ``palago`` in an example, without what the shell does."""
    for part in line.partition("  # ")[0].split("|"):
        words = shlex.split(part)
        ends = [number for number, word in enumerate(words) if word in ("<", ">")]
        yield words[1 : min(ends, default=len(words))]


@pytest.mark.parametrize("name", PARSERS)
def test_every_help_has_examples_that_are_understood(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert EXAMPLES[name]
    for line in EXAMPLES[name]:
        for command, *words in typed(line):
            PARSERS[command].parse_args(words)
    with contextlib.suppress(SystemExit):
        main([*name.split(), "--help"])
    assert EXAMPLES[name][0].partition("  # ")[0] in capsys.readouterr().out


def test_an_option_means_the_same_in_every_command() -> None:
    taken = defaultdict(set)
    for parser in PARSERS.values():
        for action in parser._actions:
            kind = getattr(action.type, "__name__", "")
            for name in action.option_strings:
                taken[name].add((action.nargs, kind, str(action.metavar).lower()))
    different = {name: kinds for name, kinds in taken.items() if len(kinds) > 1}
    assert different.keys() <= ONE_MEANING, different


@pytest.mark.parametrize("command", RENAMED)
def test_old_names_of_options_still_lead_to_the_new_ones(command: str) -> None:
    known = {
        name
        for word, parser in PARSERS.items()
        if word.split()[0] == command
        for action in parser._actions
        for name in action.option_strings
    }
    assert set(RENAMED[command].values()) <= known


def test_an_old_name_works_and_says_the_new_one() -> None:
    status, out, err = palago("creatures", "7", "--only", "--count", "--json")
    assert status == 0 and list(json.loads(out)["counts"]) == ["7"] and "--exactly" in err


def test_the_shell_completes() -> None:
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    status, script, _ = palago("completion", "bash")
    assert status == 0
    asked = {
        "palago so": "solve",
        "palago solve --to-move ": "white blue",
        "palago calibrate se": "set",
        "palago calibrate set x.jpg --wh": "--white",
    }
    for line, wanted in asked.items():
        words = " ".join(shlex.quote(word) for word in line.split(" "))
        code = f"COMP_WORDS=({words}); COMP_CWORD={line.count(' ')}; _shtab_palago"
        done = subprocess.run(
            ["bash", "-c", f"{script}\n{code}; echo ${{COMPREPLY[*]}}"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == wanted, line
    for shell in ("zsh", "fish"):
        status, script, _ = palago("completion", shell)
        assert status == 0 and "lighter darker" in script


def test_the_first_page_of_help_names_every_game() -> None:
    said = palago("--help").stdout
    assert all(kind in said for kind in kinds())


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("judge 0,0a", "AFTER is missing: tiles such as '0,0a 1,0c', "),
        ("pay '7 8'", "--roll is missing: the dice, for example 3:5"),
        ("print foo", "'foo' is none of 'tiles', 'charuco', 'dice', "),
        ("print tiles --size x", "--size takes a number, not 'x'"),
        ("calibrate", "WHAT is missing: camera, set, dice, "),
        ("calibrate set a.jpg", "--name is missing: the profile's name"),
        ("play --out", "--out takes something after it"),
        ("calibrate camera --squre 3", "palago calibrate camera: it does not know: --squre"),
        ("palanquee legal x --jsn", "palago palanquee legal: it does not know: --jsn"),
        ("licences x", "it does not know: x"),
    ],
)
def test_what_is_wrong_with_a_command_line_is_told_in_one_sentence(line: str, told: str) -> None:
    status, _, err = palago(*shlex.split(line))
    sentence, hint = err.splitlines()
    assert status == 2 and sentence.startswith("palago ") and told in sentence
    assert hint == f"'{sentence.partition(':')[0]} --help' says more."


def test_a_file_whose_name_looks_like_an_option_is_told_how_to_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-t.txt").write_text("0,0a 1,0c")
    status, _, err = palago("analyse", "-t.txt")
    assert status == 2 and "for the file of that name write ./-t.txt" in err
    assert palago("analyse", "./-t.txt")[0] == 0
    assert "./" not in palago("analyse", "-u.txt")[2]


def test_a_board_may_begin_with_a_negative_coordinate() -> None:
    status, out, _ = palago("diagram", "-1,0a")
    assert status == 0 and 'data-cell="-1,0"' in out
