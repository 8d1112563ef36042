"""A strict local Discord, for play without an account and for tests through the real client library.

Its server (`bot.sandbox.server`) needs the packages of the extra `sandbox`; to speak to one that runs needs none.
"""

from bot.sandbox.wire import NotLocal, connect_discord_to

__all__ = ["NotLocal", "connect_discord_to"]
