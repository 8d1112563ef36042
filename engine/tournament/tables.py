"""What the tables of a tournament are opened with."""

from collections.abc import Mapping
from typing import Any

from engine.core.rules import Rules
from engine.tournament.format import Format


def options_of(rules: Rules[Any], tournament_format: Format, *, final: bool) -> dict[str, object]:
    """Return the options of a table: the house rules, and what its game has for heats and Finals."""
    clock = tournament_format.clock
    own: dict[str, object] = {
        "tournament_role": "final" if final else "heat",
        **({"time_limit_rounds": clock.rounds} if clock.rounds else {}),
        **({"time_limit_rounds_final": clock.rounds_final} if clock.rounds_final else {}),
    }
    known = rules.options(tournament_format.variant, {})
    changes: Mapping[str, object] = {name: value for name, value in own.items() if name in known}
    return {**changes, **tournament_format.options}
