"""The pages of the guide, made from ``docs/``: for a wheel, or by hand into a folder."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def build_guide(target: Path) -> None:
    """Make the guide's pages. Needs MkDocs, and no network."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(target), strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)


if __name__ == "__main__":
    build_guide(Path(sys.argv[1]).resolve())
    print(f"The guide is in {sys.argv[1]}/index.html")
