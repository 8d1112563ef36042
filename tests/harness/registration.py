"""Slash commands that are registered already: they are the same in every test, so the first of a process does it."""

from pathlib import Path
from typing import Any

from bot.discord_adapter.client import HeraldClient, commands_as_sent, commands_stamp
from tests.harness.reading import Json
from tests.harness.sandbox import DrivenSandbox

_sent: list[dict[str, Any]] = []
"""The commands as Herald has sent them to the first sandbox of this process."""

_kept: list[Json] = []
"""The same as that sandbox has kept them."""


def register(sandbox: DrivenSandbox, stamp: Path) -> None:
    """Let a fresh sandbox know the commands, and Herald, by the file with their stamp, that it does.

    Herald finds the stamp wrong where its commands are others by now, and registers them. Whoever looks at the sandbox
    already waits to be told of commands, so there Herald registers them too.
    """
    if not _kept or sandbox.is_visited or sandbox.world.commands or stamp.exists():
        return
    for command in _kept:
        sandbox.world.save_command({**command, "application_id": sandbox.world.guild.bot_id})
    stamp.write_text(commands_stamp(_sent, sandbox.application_id))


def remember(client: HeraldClient, sandbox: DrivenSandbox) -> None:
    """Keep the commands that a client has registered, if it is the first."""
    if not _kept:
        _sent.extend(commands_as_sent(client.tree))
        _kept.extend(sandbox.world.commands.values())
