"""What masses of games are counted by: a few of them."""

from tests.lancaster.masses import Balance, balance, tables


def test_a_few_games_are_counted_whole() -> None:
    found = balance(range(4), 1, ("courtier", "random"), 0.05)
    other = Balance()
    other.add(found)
    assert other == found and found.games == 4
    assert found.players == {2: 1, 3: 1, 4: 1, 5: 1}
    assert sum(found.wins.values()) == sum(found.player_wins.values()) == 4
    assert sum(found.votes.values()) == 4 * 15
    assert sum(found.points.values()) == sum(found.scores.values()), "points of no known source"
    told = "\n".join(tables(found))
    assert told.startswith("4 games, ") and "| conflicts with France |" in told and "B04 Votes for Sale" in told
