"""Run the sandbox by itself: `python -m bot.sandbox --port 8400 --path var/sandbox.sqlite`."""

from __future__ import annotations

import argparse
import asyncio
import signal
from pathlib import Path

from bot.sandbox.server import Sandbox


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox", description="A strict local Discord.")
    parser.add_argument("--port", type=int, default=8400, help="0 takes any free port")
    parser.add_argument("--path", type=Path, default=None, help="where the world is kept; default: memory")
    parser.add_argument("--no-rate-limits", action="store_true", help="let the bot send as fast as it likes")
    arguments = parser.parse_args()
    sandbox = Sandbox(port=arguments.port, path=arguments.path, strict_rate_limits=not arguments.no_rate_limits)
    asyncio.run(_serve(sandbox))


async def _serve(sandbox: Sandbox) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, stop.set)
    await sandbox.start()
    print(f"Sandbox at {sandbox.url}, bot token {sandbox.token}", flush=True)
    await stop.wait()
    await sandbox.close()


if __name__ == "__main__":
    main()
