"""The settings: config.toml, typed and checked; config.example.toml explains each."""

import ipaddress
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from bot.errors import ConfigError

TOKEN_VARIABLE = "HERALD_TOKEN"

Hours = Annotated[float, Meta(ge=0, le=24 * 365)]
Port = Annotated[int, Meta(ge=0, le=65535)]
Count = Annotated[int, Meta(ge=1)]


class Discord(Struct, frozen=True, forbid_unknown_fields=True):
    """How to reach Discord; `api` and `gateway` lead to another server that speaks its protocol."""

    token: str = ""
    api: str = ""
    gateway: str = ""
    trust_other_hosts: bool = False


class Database(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the games are kept."""

    path: Path = Path("var/herald.db")


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """What a new table starts with: `deadline_hours` for a decision, 0 for none."""

    deadline_hours: Hours = 48.0


class Sandbox(Struct, frozen=True, forbid_unknown_fields=True):
    """The local Discord of `herald sandbox`; port 0 takes any free one."""

    port: Port = 8420


class Pictures(Struct, frozen=True, forbid_unknown_fields=True):
    """Where drawn boards are cached, and how many are drawn at the same time."""

    cache: Path = Path("var/cache")
    workers: Count = 1


class Log(Struct, frozen=True, forbid_unknown_fields=True):
    """What is logged."""

    level: Literal["debug", "info", "warning", "error"] = "info"


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How many games are held in memory, and how many are served at the same time by the dispatcher."""

    tables: Count = 64
    deliveries: Count = 8


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting of Herald."""

    discord: Discord = Discord()
    database: Database = Database()
    play: Play = Play()
    sandbox: Sandbox = Sandbox()
    pictures: Pictures = Pictures()
    log: Log = Log()
    limits: Limits = Limits()

    def token(self) -> str:
        """Return Discord's token; raises ConfigError if none is set."""
        if not self.discord.token:
            raise ConfigError(
                f"Discord's token is missing: set discord.token in config.toml or {TOKEN_VARIABLE} in the environment, "
                "or try Herald without an account with 'herald sandbox'."
            )
        return self.discord.token


def load(path: Path, environ: Mapping[str, str], *, required: bool = True) -> Config:
    """Read the settings from `path`, the token rather from `environ`; raises ConfigError naming the setting.

    A missing file means the defaults, unless it is `required`.
    """
    config = _checked(path, _read(path, required))
    token = environ.get(TOKEN_VARIABLE, "").strip() or config.discord.token.strip()
    return msgspec.structs.replace(config, discord=msgspec.structs.replace(config.discord, token=token))


def _read(path: Path, required: bool) -> dict[str, object]:
    if not required and not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be read ({error.strerror}); copy config.example.toml there and fill it in."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}; compare it with config.example.toml.") from error


def _checked(path: Path, raw: dict[str, object]) -> Config:
    try:
        config = msgspec.convert(raw, Config, dec_hook=_path)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$.")
        where = f"setting {place.rstrip('`')}" if place else "the top level"
        raise ConfigError(f"{path}, {where}: {problem}; config.example.toml explains every setting.") from error
    for name, url, schemes in (
        ("discord.api", config.discord.api, ("http", "https")),
        ("discord.gateway", config.discord.gateway, ("ws", "wss")),
    ):
        _check_url(path, name, url, schemes, config.discord.trust_other_hosts)
    return config


def _path(kind: type, raw: object) -> object:
    """Return the value of a setting that TOML has no type for."""
    if kind is Path and isinstance(raw, str) and raw:
        return Path(raw)
    raise ValueError(f"'{raw}' is not the path of a file")


def _check_url(path: Path, name: str, url: str, schemes: tuple[str, ...], trusted: bool) -> None:
    if not url:
        return
    parts = urlsplit(url)
    if parts.scheme not in schemes or not parts.hostname:
        raise ConfigError(f"{path}, setting {name}: '{url}' is not a {schemes[0]} or {schemes[1]} address.")
    if not trusted and not _is_loopback(parts.hostname):
        raise ConfigError(
            f"{path}, setting {name}: the token would be sent to {parts.hostname}; "
            "use an address of this machine, or set discord.trust_other_hosts = true."
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
