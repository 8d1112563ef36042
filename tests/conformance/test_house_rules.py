"""House rules that change in the middle of a game: each option changes and the game plays on, or is refused."""

from collections.abc import Iterator
from random import Random
from typing import Any, cast

import msgspec
import pytest

from engine.core.actions import MASTER, Action, HouseRule
from engine.core.computer.players import Seated
from engine.core.errors import Illegal
from engine.core.files.options import Option
from engine.core.house_rules import under_way
from engine.core.table import Table
from tests.conformance.tables import GAMES, KEY, every_title, livelier, opened

ACTIONS = 400
"""Actions that are played by day with house rules that change among them, and twenty times as many at night."""


@every_title
@pytest.mark.parametrize("games", [1, pytest.param(20, marks=pytest.mark.nightly)])
def test_any_option_changes_in_the_middle_of_a_game_or_says_why_not(game: str, variant: str, games: int) -> None:
    for number in range(games):
        table = opened(GAMES[game], variant, 3 + number % 3, f"house {number}")
        done = _played(table, Random(f"{game} {variant} {number}"), number)
        again = opened(GAMES[game], variant, 3 + number % 3, f"house {number}")
        for seat, action in done:
            again.act(seat, table.rules.codec.decode_action(_plain(action)))
        assert again.hash() == table.hash()


def _plain(action: Action) -> Any:
    return msgspec.to_builtins(action)


def _played(table: Table, chance: Random, seed: int) -> list[tuple[str, Action]]:
    """Play on, and try every option once in between; return what was done."""
    done: list[tuple[str, Action]] = []
    options = list(table.rules.option_book.option)
    chance.shuffle(options)
    player = Seated(livelier(table.rules), seed)
    for number in range(ACTIONS):
        for option in options[number::ACTIONS]:
            if table.result is None:
                done += [(MASTER, rule) for rule in _taken(table, option)]
        if table.result is not None:
            break
        waiting = table.requests()
        seat = waiting[number % len(waiting)].seat
        action = table.default(seat) if seat == MASTER else player.choose(table, seat)
        try:
            table.act(seat, action)
        except Exception as trouble:
            trouble.add_note(f"amended: {table.game.state.amended} at {under_way(table.game)}")
            raise
        done.append((seat, action))
    assert Table.restore(table.rules, table.snapshot(), KEY).hash() == table.hash()
    return done


def _taken(table: Table, option: Option) -> Iterator[HouseRule]:
    """Try other values of an option until one is taken; an option that is declared fixed refuses them all."""
    for rule in _changes(table, option):
        before = table.hash()
        try:
            table.act(MASTER, rule)
        except Illegal as refusal:
            assert table.hash() == before and str(refusal).endswith(".")
            continue
        assert option.until == "end" and table.game.option(option.id) == rule.options[option.id]
        yield rule
        return


def _changes(table: Table, option: Option) -> Iterator[HouseRule]:
    """The changes of an option alone, and then together with each that makes no sense without it."""
    values = _others(option, table.game.option(option.id))
    yield from (HouseRule({option.id: value}) for value in values)
    catalogue = table.rules.option_book
    partners = {name: None for clash in catalogue.clash if option.id in clash.when for name in clash.when}
    for name in (name for name in partners if name != option.id):
        for other in _others(catalogue.by_id[name], table.game.option(name)):
            yield from (HouseRule({option.id: value, name: other}) for value in values)


def _others(option: Option, now: object) -> list[object]:
    values: list[object] = list(option.values)
    if option.type == "flag":
        values = [True, False]
    elif option.type == "integer":
        values = [option.least + 9, option.least + 4, *option.words, option.least]
        values = [value for value in values if option.accepts(value)]
    elif option.type == "subset":
        values = [[value] for value in option.values] + [list(option.values), []]
    return [value for value in values if value != now]


def test_every_option_says_until_when_it_may_change_or_why_not() -> None:
    for game, rules in GAMES.items():
        for option in rules.option_book.option:
            fixed = option.until == "start"
            assert bool(option.why) == fixed and not (fixed and option.not_during), f"{game}: {option.id}"
            assert {moment.id for moment in rules.option_book.moment} >= set(option.not_during)
        known = {str(cast(Any, step).__struct_config__.tag) for step in rules.steps}
        assert known >= {step for moment in rules.option_book.moment for step in moment.steps}
