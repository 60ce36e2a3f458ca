"""What a package index shows: README's links and pictures lead to the project's address there.

README is written to be read in a checkout, where ``docs/pictures/…`` is a file. On an index such a
link leads nowhere: with the project's address (``PALAGO_REPOSITORY`` while the wheel is built) it
becomes a whole one, without it the words stay and the link and the picture go.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zipfile
from pathlib import Path

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)\s]+)\)")
#: On the index's page → behind the project's address.
_PLACES = {"Source": "", "Documentation": "/blob/main/docs/index.md", "Issues": "/issues",
           "Changelog": "/blob/main/CHANGELOG.md"}  # fmt: skip


def readme_for_index(readme: str, address: str) -> str:
    """README with whole links, or without those that would be broken."""

    def whole(match: re.Match[str]) -> str:
        mark, words, target = match.groups()
        if not address:
            return "" if mark else words
        return f"{mark}[{words}]({address}/{'raw' if mark else 'blob'}/main/{target})"

    return re.sub(r"\n{3,}", "\n\n", _LINK.sub(whole, readme))


def write_index_page(wheel: Path, readme: str, address: str) -> None:
    """Put README as an index shows it, and the project's links, into a wheel's metadata."""
    address = address.rstrip("/")
    with zipfile.ZipFile(wheel) as archive:
        files = [(info, archive.read(info)) for info in archive.infolist()]
    metadata = next(info.filename for info, _ in files if info.filename.endswith("/METADATA"))
    record = next(info.filename for info, _ in files if info.filename.endswith("/RECORD"))
    before = next(data for info, data in files if info.filename == metadata).decode()
    head, _, _ = before.partition("\n\n")
    links = [f"Project-URL: {name}, {address}{place}" for name, place in _PLACES.items()]
    body = readme_for_index(readme, address)
    after = "\n".join([head, *(links if address else [])]) + "\n\n" + body
    changed = {metadata: after.encode()}
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for info, data in files:
            if info.filename == record:
                data = _with_new_hash(data.decode(), metadata, changed[metadata]).encode()
            archive.writestr(info, changed.get(info.filename, data), zipfile.ZIP_DEFLATED)


def _with_new_hash(record: str, name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    line = f"{name},sha256={digest},{len(data)}"
    return "\n".join(line if kept.startswith(f"{name},") else kept for kept in record.split("\n"))
