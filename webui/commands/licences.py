"""``palago licences``: the packages of others that run with it, and the networks, with licences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Any

from ...vision.weights_check import checked_weights
from ..usage.command_parser import CommandParser, Namespace
from .arguments.outputs import print_json


def add_arguments(parser: CommandParser) -> None:
    parser.option("--json", "print a line of JSON for each part")


def run(args: Namespace) -> int:
    """Print the parts. 1 where a network is not the one that was trained for this version."""
    parts = [_described(found) for found in sorted(_used("palago"), key=lambda d: d.name.lower())]
    weights = checked_weights()
    parts += [
        {"name": name, "version": checksum[:12], "licence": weights.licence, "intact": is_intact}
        for name, (checksum, is_intact) in weights.files.items()
    ]
    for part in parts:
        if args.json:
            print_json("licence", part)
        else:
            damaged = "" if part.get("intact", True) else "  (not the file that was trained)"
            print(f"{part['name']:<28} {part['version']:<14} {part['licence']}{damaged}")
    return 0 if all(part.get("intact", True) for part in parts) else 1


def _used(name: str) -> Iterator[Distribution]:
    """A package and all that it needs, as far as it is installed here."""
    waiting, seen = [name], set()
    while waiting:
        wanted = waiting.pop()
        try:
            found = distribution(wanted)
        except PackageNotFoundError:
            continue  # for another system, or an extra that is not installed
        if found.name.lower() in seen:
            continue
        seen.add(found.name.lower())
        yield found
        # A line of requirements begins with the package's name (PEP 508).
        waiting += re.findall(r"^[\w.-]+", "\n".join(found.requires or ()), re.MULTILINE)


def _described(found: Distribution) -> dict[str, Any]:
    said = found.metadata
    kinds = [
        line.rpartition("::")[2].strip()
        for line in said.get_all("Classifier") or ()
        if line.startswith("License ::")
    ]
    words = _field(found, "License-Expression") or " or ".join(kinds) or _field(found, "License")
    licence = words.strip().splitlines()[0][:100] if words.strip() else "see its files"
    return {"name": found.name, "version": found.version, "licence": licence}


def _field(found: Distribution, name: str) -> str:
    """A field of a package's description, empty where it has none."""
    values = found.metadata.get_all(name) or [""]
    return str(values[0])
