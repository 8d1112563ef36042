"""Points an unmodified discord.py at a local server instead of Discord."""

from __future__ import annotations

import ipaddress

import yarl
from discord import asset, gateway, http


class NotLocal(ValueError):
    """The address is not on this machine; the bot token must not go there."""


def connect_discord_to(api_url: str, gateway_url: str) -> None:
    """Let every Discord client of this process talk to these addresses; refuses (`NotLocal`) other machines.

    `api_url` is the REST root with its version, `gateway_url` the WebSocket's address.
    """
    for url in (api_url, gateway_url):
        require_loopback(yarl.URL(url).host or "")
    api = yarl.URL(api_url)
    http.Route.BASE = api_url.rstrip("/")
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    asset.Asset.BASE = str(api.origin())


def require_loopback(host: str) -> None:
    """Refuse (`NotLocal`) a host that is not this machine."""
    if host == "localhost":
        return
    try:
        local = ipaddress.ip_address(host).is_loopback
    except ValueError:
        local = False
    if not local:
        raise NotLocal(f"{host or 'an empty host'} is not this machine: use 127.0.0.1.")
