"""What a process of ours holds and has used."""

from __future__ import annotations

import psutil


def memory_of(process: int) -> int:
    """The bytes of memory that a process of this number holds, 0 where it has ended."""
    try:
        return int(psutil.Process(process).memory_info().rss)
    except psutil.Error:
        return 0


def processor_seconds_of(process: int) -> float:
    """The seconds of processor time that a process has had, 0 where it has ended."""
    try:
        times = psutil.Process(process).cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)
