"""Herald in the local Discord, for play without an account: what `herald sandbox` runs."""

from __future__ import annotations

import errno

from bot.app import herald_at_work, until_stopped
from bot.config import Config
from bot.errors import ConfigError
from bot.sandbox import connect_discord_to
from bot.sandbox.server import Sandbox


async def run_sandbox(config: Config) -> None:
    """Serve the local Discord with Herald in it until stopped by a signal."""
    sandbox = await _opened(config)
    connect_discord_to(sandbox.api_url, sandbox.gateway_url)
    try:
        async with herald_at_work(config, sandbox.token, always_register=True) as supervisor:
            await (await supervisor.connected()).has_commands.wait()
            print(f"\nHerald's table is set: open {sandbox.url} and type /game new. Stop with Ctrl+C.\n", flush=True)
            await until_stopped(supervisor)
    finally:
        await sandbox.close()


async def _opened(config: Config) -> Sandbox:
    """Start the local Discord beside the database; raises ConfigError where it cannot be."""
    world = config.database.path.with_name("sandbox.db")
    try:
        world.parent.mkdir(parents=True, exist_ok=True)
        sandbox = Sandbox(port=config.sandbox.port, path=world)
        await sandbox.start()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ConfigError(
                f"Port {config.sandbox.port} of this machine is taken; stop the Herald that runs there, "
                "or set sandbox.port to another (0 takes any free one)."
            ) from error
        raise ConfigError(f"{world.parent} cannot be used ({error.strerror}); set another database.path.") from error
    return sandbox
