"""The levels that tables are offered: what they are called, that they propose nothing to others, and say why."""

from random import Random
from typing import Any

import pytest

from engine.core import redeal
from engine.core.actions import MASTER
from engine.core.answering import why
from engine.core.computer.levels import LEVELS, described, offered, titled
from engine.core.computer.players import Seated
from engine.core.errors import NoWorld
from engine.core.rules import Rules
from engine.core.table import Table
from engine.games import GAMES, rules_of
from engine.warlord.sequence.draws import DULL
from tests.core.toy.rules import RULES as TOY
from tests.harness.rows import rows

WITH_LEVELS = sorted(name for name, rules in GAMES.items() if "easy" in rules.players)
"""The games whose easy player is there to be tried."""

LACKING = "Give `RULES` of {game} `players`, `judge` and `reasons`: docs/development.md, How to add a game, step 8."


def opened(rules: Rules[Any], seats: int) -> Table:
    names = [f"s{number}" for number in range(1, seats + 1)]
    return Table.new(rules, "levels", names, rules.options(rules.usual_variant, {}), b"levels".ljust(32, b"."))


def fewest(rules: Rules[Any]) -> int:
    return max(2, rules.seats(rules.options(rules.usual_variant, {}))[0])


@rows("game", sorted(GAMES))
def test_every_title_offers_the_three_levels_the_usual_one_first(game: str) -> None:
    assert tuple(offered(rules_of(game).players)) == LEVELS == ("usual", "easy", "hard"), LACKING.format(game=game)
    assert next(iter(rules_of(game).players)) == "usual"


def test_a_game_without_levels_offers_what_it_has_but_chance() -> None:
    assert offered(TOY.players) == [name for name in TOY.players if name != "random"]


def test_levels_are_called_by_name_and_described_by_what_they_do() -> None:
    assert (titled("usual"), titled("hard")) == ("computer player", "computer player (hard)")
    assert "second" in described("usual") and "two moves of five" in described("easy") and "plans" in described("hard")


@rows("game", WITH_LEVELS)
def test_an_easy_player_proposes_nothing_to_anybody_but_a_draw_in_a_dull_tourney(game: str) -> None:
    rules = rules_of(game)
    table, player = opened(rules, fewest(rules)), Seated(rules.players["easy"], 3)
    for number in range(250):
        if table.result is not None:
            break
        request = table.requests()[number % len(table.requests())]
        table.act(request.seat, request.default() if request.seat == MASTER else player.choose(table, request.seat))
        proposed = [one for seat in table.seats for one in rules.offering.proposals(table.game, seat)]
        dull = game == "warlord" and table.game.state.quiet >= DULL
        assert not [one.words for one in proposed if (one.waits or not one.own) and not dull]


@pytest.mark.parametrize("game", WITH_LEVELS)
def test_a_reason_depends_on_nothing_that_is_hidden(game: str) -> None:
    rules, said = rules_of(game), 0
    table, player = opened(rules, max(3, fewest(rules)) if game in ("kingmaker", "lancaster") else 2), None
    player = Seated(rules.players["easy"], 5)
    for number in range(60):
        request = next(one for one in table.requests() if one.seat != MASTER)
        action = player.choose(table, request.seat)
        try:
            other = rules.game(redeal.world(rules, table.game, "", Random(number)), table.game.dice)
        except NoWorld:
            other = table.game
        reason = why(rules, table.game, request.seat, action)
        assert why(rules, other, request.seat, action) == reason
        said += bool(reason)
        table.act(request.seat, action)
        if table.result is not None:
            break
    assert said >= 5, LACKING.format(game=game)
