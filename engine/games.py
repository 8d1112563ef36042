"""The games that Herald moderates."""

from typing import Any

from engine.core.errors import EngineError
from engine.core.rules import Rules
from engine.kingmaker.rules import RULES as KINGMAKER

GAMES: dict[str, Rules[Any]] = {KINGMAKER.name: KINGMAKER}


def rules_of(name: str) -> Rules[Any]:
    """Return the rules of a game; raises EngineError if Herald does not moderate it."""
    if name not in GAMES:
        raise EngineError(f"Herald does not moderate '{name}'; it knows: {', '.join(GAMES)}.")
    return GAMES[name]
