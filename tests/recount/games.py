"""The games that are judged by day, some of each title."""

from collections.abc import Iterator, Mapping, Sequence
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
ON_POINTS = "three_crowns"
"""A game among three that points decide, of pieces slain and held: by what the document says of each."""


def records() -> dict[str, Transcript]:
    """Return the games by their names."""
    return {
        **{file.stem: transcript.load(file) for file in sorted(GOLDEN.glob("*.json"))},
        **{name: _played(name) for name in TOLD},
        ON_POINTS: _simulated("warlord", "crowns", {"round_limit": 8}, 3, 9, ["fickle"]),
    }


def _played(name: str) -> Transcript:
    game = GAMES[name]
    chosen = options_of(game, rules_of(game.title).option_book)
    return _simulated(game.title, game.variant, chosen, game.seats, game.seed, game.players)


def _simulated(
    title: str, variant: str, chosen: Mapping[str, Any], wished: int, seed: int, names: Sequence[str]
) -> Transcript:
    rules: Any = rules_of(title)
    options = rules.options(variant, chosen)
    known = computer_players(rules)
    least, most = rules.seats(options)
    seats = min(max(wished, least), most)
    players = [known[player] for player in names]
    return simulation.play(rules, options, seats, seed=seed, players=players, careful=False).transcript


def acts(record: Transcript) -> Iterator[Act]:
    """Yield the actions of a game for its judge."""
    table = transcript.opened(rules_of(record.rules), record)
    before = table.snapshot()
    for entry, outcome in transcript.played(table, record):
        then, now = (msgspec.json.decode(state) for state in (before, table.snapshot()))
        yield Act(entry.number, entry.action, then, now, outcome.events, outcome.draws)
        before = table.snapshot()
