"""What every game tells of its pace: kinds of decisions, what can be answered ahead, who is next, how it is closed."""

import pytest

from engine.core.actions import MASTER
from engine.core.players import RandomPlayer
from engine.games import GAMES
from tests.conformance.tables import TITLES, opened


@pytest.mark.parametrize("game", GAMES)
def test_kinds_of_decisions_are_apart_and_have_names(game: str) -> None:
    kinds = GAMES[game].paces()
    decisions = [decision for kind in kinds for decision in kind.decisions]
    assert len(decisions) == len(set(decisions))
    assert len({kind.id for kind in kinds}) == len(kinds) and all(kind.words and kind.share > 0 for kind in kinds)


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_answered_ahead_has_answers_of_the_game(game: str) -> None:
    rules = GAMES[game]
    assert set(rules.refusals) <= set(rules.actions)
    for asked in rules.foreseen().values():
        assert asked.words and set(asked.answers) <= set(rules.actions)
        assert all(len(kind.__struct_fields__) <= 3 for kind in asked.answers)


@pytest.mark.parametrize(("game", "variant"), TITLES)
def test_who_is_next_gets_the_turn_and_play_can_be_closed(game: str, variant: str) -> None:
    table = opened(GAMES[game], variant, 2)
    chance = RandomPlayer(4)
    for _ in range(60):
        upcoming = table.rules.upcoming(table.game)
        assert upcoming in ("", *table.seats)
        asked = [request for request in table.requests() if request.seat != MASTER]
        if table.result is not None or not asked:
            break
        table.act(asked[0].seat, chance.choose(table, asked[0].seat))
    closing = table.rules.closing(table.game)
    if closing is not None:
        table.act(MASTER, closing)
        assert table.rules.closing(table.game) is None
