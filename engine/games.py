"""The games that Herald moderates.

A game is three modules: its rules (with the object RULES), its pictures and its commands. For every package of `engine`
beside the core these are engine.<game>.rules, render.<game>.pictures and bot.commands.<game>; a game that lies anywhere
else is registered. Here are only the names of the other two: the pictures and the bot import what they need.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import engine
from engine.core.errors import EngineError
from engine.core.rules import Rules


@dataclass(frozen=True)
class Package:
    """The names of the modules of a game."""

    rules: str
    """Where its `RULES` is."""

    pictures: str
    """Where its `PICTURES` is."""

    commands: str
    """Where its `COMMANDS` is."""


GAMES: dict[str, Rules[Any]] = {}
"""The rules by the name of the game."""

PACKAGES: dict[str, Package] = {}
"""The modules of every game."""

_REGISTERED: list[Package] = []


def register(rules: str, pictures: str, commands: str) -> Rules[Any]:
    """Let Herald moderate a game, given the names of its modules; return its rules.

    Do so before the bot starts: Discord hears of a game's commands once, and workers that draw of its pictures.
    """
    package = Package(rules, pictures, commands)
    _REGISTERED.append(package)
    return _add(package)


def registered() -> tuple[Package, ...]:
    """Return the games that were registered."""
    return tuple(_REGISTERED)


def adopt(packages: Iterable[Package]) -> None:
    """Register the games that another process has registered."""
    for package in packages:
        register(package.rules, package.pictures, package.commands)


def forget(name: str) -> None:
    """Take a registered game back."""
    _REGISTERED.remove(PACKAGES.pop(name))
    del GAMES[name]


def _add(package: Package) -> Rules[Any]:
    rules: Rules[Any] = import_module(package.rules).RULES
    GAMES[rules.name], PACKAGES[rules.name] = rules, package
    return rules


def _has_pictures(game: str) -> bool:
    """Tell whether a game has come as far as its pictures; before that no table can play it."""
    return any((Path(folder).parent / "render" / game / "pictures.py").is_file() for folder in engine.__path__)


for _module in iter_modules(engine.__path__):
    if _module.ispkg and _module.name != "core" and _has_pictures(_module.name):
        _game = _module.name
        _add(Package(f"engine.{_game}.rules", f"render.{_game}.pictures", f"bot.commands.{_game}"))

USUAL = "kingmaker"
"""The game that is meant where nothing tells which."""


def rules_of(name: str) -> Rules[Any]:
    """Return the rules of a game; raises EngineError if Herald does not moderate it."""
    if name not in GAMES:
        raise EngineError(f"Herald does not moderate '{name}'; it knows: {', '.join(GAMES)}.")
    return GAMES[name]
