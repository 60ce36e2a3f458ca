"""``palago completion``: a script by which a shell completes commands, options and their values."""

from __future__ import annotations

import argparse
import importlib
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from ..usage.table import COMMANDS

SHELLS = ("bash", "zsh", "fish")


@dataclass(frozen=True)
class KnownOption:
    """An option's names, what it does in a few words, and the values to choose from."""

    names: tuple[str, ...]
    words: str
    takes_value: bool
    values: tuple[str, ...]


@dataclass(frozen=True)
class Offer:
    """What may follow a command, such as ``solve`` or ``calibrate set``."""

    command: str
    words: str
    options: tuple[KnownOption, ...]
    values: tuple[str, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``palago completion``."""
    parser.add_argument("shell", choices=SHELLS, help="whose script to print")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    scripts = {"bash": _bash, "zsh": _zsh, "fish": _fish}
    print(scripts[args.shell](list(offers())))
    return 0


def offers() -> Iterator[Offer]:
    """What may follow each command, from the commands' own parsers."""
    for name, (module, what) in COMMANDS.items():
        parser = argparse.ArgumentParser(prog=f"palago {name}")
        importlib.import_module(f"palago.webui.commands.{module}").add_arguments(parser)
        yield from _offers_of(name, what, parser)


def _offers_of(name: str, what: str, parser: argparse.ArgumentParser) -> Iterator[Offer]:
    options: list[KnownOption] = []
    values: list[str] = []
    for action in parser._actions:
        choices = tuple(map(str, action.choices or ()))
        if action.option_strings:
            names = tuple(action.option_strings)
            takes_value = action.nargs != 0
            options.append(KnownOption(names, action.help or "", takes_value, choices))
            continue
        values += choices
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for word, inner in action.choices.items():
                yield from _offers_of(f"{name} {word}", helps.get(word, ""), inner)
    yield Offer(name, what, tuple(options), tuple(values))


def _bash(known: list[Offer]) -> str:
    lines = [
        "_palago() {",
        "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} offered=",
        "  local one=${COMP_WORDS[1]} two=${COMP_WORDS[2]}",
        "  if [ $COMP_CWORD -eq 1 ]; then",
        f"    offered={shlex.quote(' '.join(_commands(known)))}",
        "  else",
        *_cases(known, "    "),
        "  fi",
        '  [[ $current == -* ]] || offered=$(printf "%s\\n" $offered | grep -v "^-")',
        '  COMPREPLY=( $(compgen -W "$offered" -- "$current") )',
        "}",
        "complete -o default -F _palago palago",
    ]
    return "\n".join(lines)


def _zsh(known: list[Offer]) -> str:
    described = [
        shlex.quote(f"{offer.command}:{offer.words}") for offer in known if " " not in offer.command
    ]
    lines = [
        "#compdef palago",
        "_palago() {",
        "  local one=$words[2] two=$words[3] before=$words[CURRENT-1] offered=",
        "  if (( CURRENT == 2 )); then",
        f"    local -a commands=({' '.join(described)})",
        "    _describe command commands",
        "    return",
        "  fi",
        *_cases(known, "  "),
        "  if [[ $PREFIX == -* ]]; then compadd -- ${(M)${=offered}:#-*}; return; fi",
        "  compadd -- ${${=offered}:#-*}",
        "  _files",
        "}",
        'if [ "$funcstack[1]" = _palago ]; then _palago "$@"; else compdef _palago palago; fi',
    ]
    return "\n".join(lines)


def _cases(known: list[Offer], indent: str) -> list[str]:
    """The values of the option before, else what may follow the command; longer names first."""
    ordered = sorted(known, key=lambda offer: -offer.command.count(" "))
    lines = []
    for offer in ordered:
        subject = '"$one $two $before"' if " " in offer.command else '"$one $before"'
        for option in offer.options:
            if option.values:
                pattern = "|".join(shlex.quote(f"{offer.command} {name}") for name in option.names)
                lines.append(f"case {subject} in {pattern})")
                lines.append(f"  offered={shlex.quote(' '.join(option.values))};; esac")
    lines.append('if [ -z "$offered" ]; then case "$one $two" in')
    for offer in ordered:
        pattern = shlex.quote(offer.command) + ("" if " " in offer.command else "\\ *")
        names = [name for option in offer.options for name in option.names]
        words = " ".join([*offer.values, *(name for name in names if name.startswith("--"))])
        lines.append(f"  {pattern}) offered={shlex.quote(words)};;")
    lines.append("esac; fi")
    return [indent + line for line in lines]


def _fish(known: list[Offer]) -> str:
    commands = " ".join(_commands(known))
    lines = ["complete -c palago -n __fish_use_subcommand -f"]
    for offer in known:
        first, _, second = offer.command.partition(" ")
        seen = f"__fish_seen_subcommand_from {first}"
        if second:
            seen += f"; and __fish_seen_subcommand_from {second}"
        else:
            about = shlex.quote(offer.words)
            lines.append(f"complete -c palago -n __fish_use_subcommand -a {first} -d {about}")
        if offer.values:
            values = shlex.quote(" ".join(offer.values))
            lines.append(f"complete -c palago -n {shlex.quote(seen)} -a {values}")
        for option in offer.options:
            lines.append(f"complete -c palago -n {shlex.quote(seen)} {_fish_option(option)}")
    return "\n".join([f"# the commands: {commands}", *lines])


def _fish_option(option: KnownOption) -> str:
    names = [
        f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
    ]
    if option.values:
        names.append(f"-xa {shlex.quote(' '.join(option.values))}")
    elif option.takes_value:
        names.append("-r")
    return f"{' '.join(names)} -d {shlex.quote(option.words)}"


def _commands(known: list[Offer]) -> list[str]:
    return [offer.command for offer in known if " " not in offer.command]
