"""The settings: config.toml, typed and checked; config.example.toml explains each."""

import ipaddress
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import SplitResult, urlsplit

import msgspec
from msgspec import Meta, Struct

from bot.errors import ConfigError
from engine.core.files.given import NotToml, parsed
from engine.core.text import visible

TOKEN_VARIABLE = "HERALD_TOKEN"
DATABASE_VARIABLE = "HERALD_DATABASE_URL"

POSTGRESQL = ("postgresql", "postgresql+asyncpg")

Hours = Annotated[float, Meta(ge=0, le=24 * 365)]
Port = Annotated[int, Meta(ge=0, le=65535)]
Count = Annotated[int, Meta(ge=1, le=1000)]
Megabytes = Annotated[int, Meta(ge=1, le=1_000_000)]


class Discord(Struct, frozen=True, forbid_unknown_fields=True):
    """How to reach Discord; `api` and `gateway` lead to another server that speaks its protocol.

    This process serves `shards` of `shard_count`, or all of them where none is named.
    """

    token: str = ""
    api: str = ""
    gateway: str = ""
    trust_other_hosts: bool = False
    shards: tuple[int, ...] = ()
    shard_count: Annotated[int, Meta(ge=0, le=100_000)] = 0


class Database(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the games are kept: in a file, or at the `url` of a PostgreSQL database."""

    path: Path = Path("var/herald.db")
    url: str = ""

    @property
    def place(self) -> Path | str:
        """Where `Store.open` finds it."""
        return self.url or self.path


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """What a new table starts with: a `pace`, or `deadline_hours` for a decision, 0 for none.

    Computer players take `regent_seconds` over each decision.
    """

    pace: Literal["", "live", "fast", "daily", "relaxed"] = ""
    deadline_hours: Hours = 48.0
    regent_seconds: Annotated[float, Meta(ge=0, le=3600)] = 1.0


class Sandbox(Struct, frozen=True, forbid_unknown_fields=True):
    """The local Discord of `herald sandbox`; port 0 takes any free one."""

    port: Port = 8420


class Pictures(Struct, frozen=True, forbid_unknown_fields=True):
    """Where drawn boards are cached, and how many are drawn at the same time."""

    cache: Path = Path("var/cache")
    workers: Count = 1


class Log(Struct, frozen=True, forbid_unknown_fields=True):
    """The entries of a log."""

    level: Literal["debug", "info", "warning", "error"] = "info"


class Metrics(Struct, frozen=True, forbid_unknown_fields=True):
    """Where /metrics and /healthz are answered, and by what names of this machine; port 0 for not at all."""

    host: str = "127.0.0.1"
    port: Port = 0
    names: tuple[str, ...] = ()


class Web(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the pages of games are served, and by which `url` people reach that; port 0 for not at all.

    Pages with somebody's own hand in them go after `own_hours`.
    """

    host: str = "127.0.0.1"
    port: Port = 0
    url: str = ""
    folder: Path = Path("var/web")
    own_hours: Hours = 24.0

    @property
    def address(self) -> str:
        """What the addresses of pages begin with."""
        return self.url.rstrip("/") or f"http://{self.host}:{self.port}"


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How many megabytes games take in memory, and how many games are served at the same time by the dispatcher."""

    tables_mb: Megabytes = 96
    deliveries: Count = 8


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting of Herald. `figures` are files with the figures of other editions, by game."""

    discord: Discord = Discord()
    database: Database = Database()
    play: Play = Play()
    sandbox: Sandbox = Sandbox()
    pictures: Pictures = Pictures()
    log: Log = Log()
    metrics: Metrics = Metrics()
    web: Web = Web()
    limits: Limits = Limits()
    figures: dict[str, Path] = {}

    def token(self) -> str:
        """Return Discord's token; raises ConfigError if none is set."""
        token = self.discord.token.strip()
        if not token:
            raise ConfigError(
                f"Discord's token is missing: set discord.token in config.toml or {TOKEN_VARIABLE} in the environment, "
                "or try Herald without an account with 'herald sandbox'."
            )
        return token

    def secrets(self) -> list[str]:
        """Return what must not be seen in a log."""
        return [self.discord.token.strip(), urlsplit(self.database.url).password or ""]


def load(path: Path, environ: Mapping[str, str], *, required: bool = True) -> Config:
    """Read the settings from `path`, the secret ones rather from `environ`; raises ConfigError naming the setting.

    A missing file means the defaults, unless it is `required`.
    """
    raw = _read(path, required)
    for section, setting, variable in (("discord", "token", TOKEN_VARIABLE), ("database", "url", DATABASE_VARIABLE)):
        found = environ.get(variable, "").strip()
        if found:
            raw = {**raw, section: {**_section(raw, section), setting: found}}
    return _checked(path, raw)


def _section(raw: dict[str, object], name: str) -> dict[str, object]:
    found = raw.get(name, {})
    return found if isinstance(found, dict) else {}


def _read(path: Path, required: bool) -> dict[str, object]:
    if not required and not path.exists():
        return {}
    try:
        return parsed(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be read ({error.strerror}); copy config.example.toml there and fill it in."
        ) from error
    except NotToml as error:
        raise ConfigError(f"{path}: {error} Compare it with config.example.toml.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{path} is not a text file in UTF-8 ({error}); compare it with config.example.toml."
        ) from error


def _checked(path: Path, raw: dict[str, object]) -> Config:
    try:
        config = msgspec.convert(raw, Config, dec_hook=_path)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at `$.")
        where = f"setting {place.rstrip('`')}" if place else "the top level"
        raise ConfigError(f"{path}, {where}: {problem}; config.example.toml explains every setting.") from error
    _check_sharing(path, config)
    for name, url, schemes in (
        ("discord.api", config.discord.api, ("http", "https")),
        ("discord.gateway", config.discord.gateway, ("ws", "wss")),
    ):
        _check_url(path, name, url, schemes, config.discord.trust_other_hosts)
    return config


def _check_sharing(path: Path, config: Config) -> None:
    scheme = _address(path, "database.url", config.database.url).scheme
    if config.database.url and scheme not in POSTGRESQL:
        raise ConfigError(
            f"{path}, setting database.url: it begins with {' or '.join(POSTGRESQL)}, such as "
            "postgresql://herald@localhost/herald; for a file set database.path instead."
        )
    wrong = [shard for shard in config.discord.shards if not 0 <= shard < config.discord.shard_count]
    if wrong:
        raise ConfigError(
            f"{path}, setting discord.shards: there is no shard {wrong[0]} of {config.discord.shard_count}; "
            "count from 0, and set discord.shard_count to the total."
        )
    if config.discord.shards and not config.database.url:
        raise ConfigError(
            f"{path}, setting discord.shards: only a PostgreSQL database can be shared; set database.url, or no shards."
        )


def _path(kind: type, raw: object) -> object:
    """Return the value of a setting that TOML has no type for."""
    if kind is Path and isinstance(raw, str) and raw and "\0" not in raw:
        return Path(raw)
    raise ValueError(f"'{visible(str(raw))}' is not a file path")


def _check_url(path: Path, name: str, url: str, schemes: tuple[str, ...], trusted: bool) -> None:
    if not url:
        return
    parts = _address(path, name, url)
    if parts.scheme not in schemes or not parts.hostname:
        raise ConfigError(f"{path}, setting {name}: '{url}' is not a {schemes[0]} or {schemes[1]} address.")
    if not trusted and not _is_loopback(parts.hostname):
        raise ConfigError(
            f"{path}, setting {name}: the token would be sent to {parts.hostname}; "
            "use an address of this machine, or set discord.trust_other_hosts = true."
        )


def _address(path: Path, name: str, url: str) -> SplitResult:
    """Return the parts of an address; raises ConfigError without quoting it, since it may contain a password."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # what is no number is only noticed here
    except ValueError as error:
        raise ConfigError(f"{path}, setting {name}: this is not an address; config.example.toml shows one.") from error
    return parts


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
