"""The local Discord, as a process of its own, until it is ended: `python -m tests.bench.load.discord FILE LIMITS`.

It keeps its world in a file, with Discord's rate limits if LIMITS is 1, and first writes a line with its address.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.sandbox.server import Sandbox


async def serve(path: Path, *, limits: bool) -> None:
    """Serve for ever."""
    sandbox = Sandbox(path=path, strict_rate_limits=limits)
    await sandbox.start()
    print(sandbox.url, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), limits=sys.argv[2] == "1"))
