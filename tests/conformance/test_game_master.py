"""Whatever the game master does with his hand, he is refused in a sentence, or the game plays on as it must."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.core.actions import MASTER, Action
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from tests.conformance.hand import edited
from tests.conformance.tables import GAMES, KEY, every_title, livelier, moments, opened

EVERY = 55
"""Moments of the games that several tests look at from one in which edits are made by day to the next."""

AT_NIGHT = 60
"""Games of each variant in which edits are made at night."""

BETWEEN = 45
"""Actions that are played from one position in which edits are made to the next, at most."""

POSITIONS = 4
"""Such positions of one game."""

AFTER = 25
"""Actions that are played after edits."""


@every_title
def test_any_edit_is_refused_in_a_sentence_or_the_game_plays_on(game: str, variant: str) -> None:
    for _, table in moments(game, variant, EVERY):
        walk(table, Random(table.hash()))


@pytest.mark.nightly
@every_title
def test_so_it_is_in_many_games_for_few_and_many(game: str, variant: str) -> None:
    for number in range(AT_NIGHT):
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
        trouble.add_note(f"{table.rules.words.headline(table.game)} after {done}")
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
