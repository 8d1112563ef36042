"""What processes take of the processor, as Linux counts it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def seconds_of(pid: int) -> float:
    """Return the seconds that a process has taken, all its threads together; 0 if it is gone."""
    return _seconds(Path(f"/proc/{pid}/stat"))


def seconds_of_loop(pid: int) -> float:
    """Return the seconds that the first thread of a process has taken."""
    return _seconds(Path(f"/proc/{pid}/task/{pid}/stat"))


def seconds_of_children(pid: int) -> float:
    """Return the seconds that the processes have taken that a process has started and that still run."""
    return sum(seconds_of(child) for child in _children(pid))


def seconds_of_machine() -> float:
    """Return the seconds that all processors have worked."""
    user, nice, system, _, _, irq, soft, *_ = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:])
    return (user + nice + system + irq + soft) * TICK_S


def _children(pid: int) -> Iterator[int]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := _fields(entry / "stat")) and int(fields[1]) == pid:
            yield int(entry.name)


def _seconds(stat: Path) -> float:
    fields = _fields(stat)
    return (int(fields[11]) + int(fields[12])) * TICK_S if fields else 0.0


def _fields(stat: Path) -> list[str]:
    """Return the fields of a line of /proc behind the name of the program."""
    try:
        return stat.read_text().rpartition(")")[2].split()
    except OSError:
        return []
