"""Whatever the game master does with his hand, he is refused in a sentence, or the game plays on as it must."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.core.actions import MASTER, Action
from engine.core.players import RandomPlayer, Seated
from engine.core.table import Table
from tests.conformance.hand import edited
from tests.conformance.tables import GAMES, KEY, TITLES, livelier, opened

GAMES_BY_DAY, GAMES_AT_NIGHT = 1, 60
"""Games of each variant in which edits are made."""

BETWEEN = 45
"""Actions that are played from one position in which edits are made to the next, at most."""

POSITIONS = 4
"""Such positions of one game."""

AFTER = 25
"""Actions that are played after edits."""

pytestmark = pytest.mark.parametrize(("game", "variant"), TITLES)


@pytest.mark.parametrize("games", [GAMES_BY_DAY, pytest.param(GAMES_AT_NIGHT, marks=pytest.mark.nightly)])
def test_any_edit_is_refused_in_a_sentence_or_the_game_plays_on(game: str, variant: str, games: int) -> None:
    for number in range(games):
        for table in positions(game, variant, number):
            walk(table, Random(table.hash()))


def positions(game: str, variant: str, number: int) -> Iterator[Table]:
    """Yield some positions of a random game, each as a table of its own."""
    chance, rules = Random(f"{game} {variant} {number}"), GAMES[game]
    table = opened(rules, variant, chance.randint(2, 6), f"hand {number}")
    for _ in range(POSITIONS):
        _play(table, chance.randrange(BETWEEN), Seated(livelier(rules), number))
        if table.result is not None:
            return
        yield Table.restore(rules, table.snapshot(), KEY)


def walk(table: Table, chance: Random) -> list[Action]:
    """Let the game master edit what he likes, and play on; return what he has done."""
    done: list[Action] = []
    try:
        edited(table, chance, done)
        _play(table, AFTER, Seated(RandomPlayer(), 1))
    except Exception as trouble:
        trouble.add_note(f"{table.rules.headline(table.game)} after {done}")
        raise
    assert Table.restore(table.rules, table.snapshot(), KEY).hash() == table.hash()
    return done


def _play(table: Table, actions: int, player: Seated) -> None:
    for number in range(actions):
        if table.result is not None:
            return
        waiting = table.requests()
        seat = waiting[number % len(waiting)].seat
        table.act(seat, table.default(seat) if seat == MASTER else player.choose(table, seat))
