"""What a process of ours holds and has used: read from Linux directly, elsewhere through psutil."""

from __future__ import annotations

import mmap
import os
from pathlib import Path

#: Where Linux shows its processes; other systems are asked through psutil.
_PROCESSES = Path("/proc")


def memory_of(process: int) -> int:
    """The bytes of memory that a process of this number holds, 0 where it has ended."""
    if not (_PROCESSES / "self" / "statm").exists():
        return _memory_by_psutil(process)
    try:
        pages = (_PROCESSES / str(process) / "statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * mmap.PAGESIZE


def processor_seconds_of(process: int) -> float:
    """The seconds of processor time that a process has had, 0 where it has ended."""
    if not hasattr(os, "sysconf") or not (_PROCESSES / "self" / "stat").exists():
        return _processor_seconds_by_psutil(process)
    try:
        text = (_PROCESSES / str(process) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0.0
    # The second field is the program's name in brackets, which may hold anything (proc(5)).
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _memory_by_psutil(process: int) -> int:
    import psutil

    try:
        return int(psutil.Process(process).memory_info().rss)
    except psutil.Error:
        return 0


def _processor_seconds_by_psutil(process: int) -> float:
    import psutil

    try:
        times = psutil.Process(process).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)
