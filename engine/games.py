"""The games that Herald moderates: every package of `engine` beside the core whose `rules` module has RULES."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import engine
from engine.core.errors import EngineError
from engine.core.rules import Rules


def _found() -> dict[str, Rules[Any]]:
    packages = [module.name for module in iter_modules(engine.__path__) if module.ispkg and module.name != "core"]
    games: list[Rules[Any]] = [import_module(f"engine.{package}.rules").RULES for package in packages]
    return {game.name: game for game in games}


GAMES = _found()
"""The rules by the name of the game."""

USUAL = next(iter(GAMES))
"""The game that is meant where nothing tells which."""


def rules_of(name: str) -> Rules[Any]:
    """Return the rules of a game; raises EngineError if Herald does not moderate it."""
    if name not in GAMES:
        raise EngineError(f"Herald does not moderate '{name}'; it knows: {', '.join(GAMES)}.")
    return GAMES[name]
