"""What masses of games are counted by: a few of them."""

from engine.warriors.rules import RULES
from tests.warriors.masses import Campaigns, campaigns, tables


def test_a_few_games_are_counted_whole() -> None:
    found = campaigns(range(4), 1, ("marshal", "random"), 0.05)
    other = Campaigns()
    other.add(found)
    assert other == found and found.games == 4
    assert found.played == dict.fromkeys(RULES.variants, 2)
    assert sum(found.wins.values()) == sum(found.endings.values()) == 4
    assert set(found.player_games.values()) == {1}, "every player on either side of either scenario"
    assert all(found.scored[variant, 1] == 2 for variant in RULES.variants)
    assert sum(found.turns.values()) == sum(found.scored.values())
    told = "\n".join(tables(found))
    assert told.startswith("4 games, ") and "| hyw | 2 |" in told and "| liw | english | marshal | 1 |" in told
