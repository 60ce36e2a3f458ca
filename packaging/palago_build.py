"""How a wheel is built: the guide and the sample photo are put into it, and nothing else differs.

A wheel carries what a checkout has elsewhere: the pages of the guide (made from ``docs/``) and the
photo that a new dashboard shows. Times inside it are fixed, so that two builds of the same files
give the same bytes.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from guide_pages import build_guide
from index_page import write_index_page
from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parents[1]
CARRIED = ROOT / "webui" / "carried"
#: 1 January 2026: who wants another moment sets SOURCE_DATE_EPOCH.
MOMENT = "1767225600"


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What makes the guide's pages; who works in a checkout does without it."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), "mkdocs>=1.6"]


def build_wheel(
    wheel_directory: str,
    config_settings: Any = None,
    metadata_directory: str | None = None,
) -> str:
    """A wheel with the guide and the sample photo."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", MOMENT)
    os.umask(0o022)  # the rights of files stand in a wheel, too
    shutil.rmtree(ROOT / "build", ignore_errors=True)  # what an earlier build left
    carry()
    try:
        name = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        address = os.environ.get("PALAGO_REPOSITORY", "")
        write_index_page(Path(wheel_directory) / name, readme, address)
        return name
    finally:
        shutil.rmtree(ROOT / "build", ignore_errors=True)
        shutil.rmtree(CARRIED, ignore_errors=True)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """The sources; what is in them stands in MANIFEST.in."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", MOMENT)
    return build_meta.build_sdist(sdist_directory, config_settings)


def carry() -> None:
    """Lay the guide and the sample photo where the package takes them along."""
    shutil.rmtree(CARRIED, ignore_errors=True)
    CARRIED.mkdir()
    shutil.copyfile(ROOT / "sample_images" / "table.jpg", CARRIED / "table.jpg")
    build_guide(CARRIED / "help")
