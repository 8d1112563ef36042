"""A strict local Discord, for play without an account and for tests through the real client library."""

from bot.sandbox.server import Sandbox
from bot.sandbox.wire import NotLocal, connect_discord_to

__all__ = ["NotLocal", "Sandbox", "connect_discord_to"]
