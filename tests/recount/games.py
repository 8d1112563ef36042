"""The games that are judged by day, some of each title."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from bot.ops.simulate import computer_players
from engine.core.record import transcript
from engine.core.record.transcript import Transcript
from engine.core.trials import simulation
from engine.games import rules_of
from engine.recount.judging import Act
from tests.chronicles.games import GAMES, options_of

GOLDEN = Path(__file__).parents[1] / "golden"
TOLD = (
    "lancaster_for_four",
    "court_for_three",
    "lancaster_mixed_0",
    "four_crowns",
    "warlord_mixed_2",
    "warlord_mixed_3",
)
"""Games of the chronicles that are played again; of the other titles there are finished games."""


def records() -> dict[str, Transcript]:
    """Return the games by their names."""
    return {file.stem: transcript.load(file) for file in sorted(GOLDEN.glob("*.json"))} | {
        name: _played(name) for name in TOLD
    }


def _played(name: str) -> Transcript:
    game = GAMES[name]
    rules: Any = rules_of(game.title)
    options = rules.options(game.variant, options_of(game, rules.option_book))
    known = computer_players(rules)
    players = [known[player] for player in game.players]
    least, most = rules.seats(options)
    seats = min(max(game.seats, least), most)
    return simulation.play(rules, options, seats, seed=game.seed, players=players, careful=False).transcript


def acts(record: Transcript) -> Iterator[Act]:
    """Yield the actions of a game for its judge."""
    table = transcript.opened(rules_of(record.rules), record)
    before = table.snapshot()
    for entry, outcome in transcript.played(table, record):
        decoded: list[Any] = [msgspec.json.decode(state) for state in (before, table.snapshot())]
        yield Act(entry.number, entry.action, *decoded, outcome.events, outcome.draws)
        before = table.snapshot()
