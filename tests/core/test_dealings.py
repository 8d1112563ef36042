"""Who has dealt with whom: counted pair by pair from what everybody was told, and from nothing else."""

import re
from typing import Any

from engine.core.dealings import Traded, Voted, lines
from engine.core.events import Event
from engine.core.table import Table
from engine.core.trials import simulation
from engine.games import GAMES, rules_of
from tests.harness.rows import rows

ANN, BEN, CAT = "ann", "ben", "cat"
SEATS = [ANN, BEN, CAT]


def vote(ayes: str, nays: str, favours: str = "") -> Voted:
    return Voted(frozenset(ayes.split()), frozenset(nays.split()), favours)


def test_a_pair_is_told_with_its_trades_and_its_votes_and_who_gave_what_for_nothing() -> None:
    found = lines(
        [
            *(Traded(ANN, BEN, 2, 0), Traded(BEN, ANN, 1, 3)),
            *(vote("ann ben", "cat", BEN), vote("ann cat", "ben", BEN), vote("ben", "ann")),
        ],
        SEATS,
    )
    assert found[0] == (
        "{ann} and {ben}: 2 trades ({ann} gave 5 things, {ben} gave 1 thing); 1 gift by {ann}, for nothing; "
        "on the same side in 1 of 3 votes; {ann} voted for {ben} 2 of 2 times."
    )
    assert found[1:] == [
        "{ben} and {cat}: on the same side in 0 of 2 votes; {cat} voted for {ben} 1 of 2 times.",
        "{ann} and {cat}: on the same side in 1 of 2 votes.",
    ]


def test_who_takes_no_side_counts_for_nothing_and_who_has_dealt_with_nobody_is_not_told() -> None:
    assert lines([vote("ann", "", BEN)], SEATS) == ["{ann} and {ben}: {ann} voted for {ben} 1 of 1 time."]
    assert lines([], SEATS) == []


def test_those_with_most_in_common_stand_first() -> None:
    found = lines([vote("ann cat", "", CAT), *[Traded(BEN, CAT, 1, 1)] * 3], SEATS)
    assert found[0].startswith("{ben} and {cat}") and len(found) == 2


@rows(
    "told, gave, took",
    [
        ("{ann} gives Duke of York for nothing", 1, 0),
        ("{ann} gives Saxons, 2 cards from the hand and le Swan for Bishop of Durham", 4, 1),
        ("{ann} gives 1 card from the hand for 3 cards from the hand", 1, 3),
    ],
)
def test_a_trade_is_read_from_what_everybody_was_told(told: str, gave: int, took: int) -> None:
    rules, text = rules_of("kingmaker"), f"{{ann}} and {{ben}} trade: {told}."
    assert rules.story.dealing(Event("traded", text)) == Traded(ANN, BEN, gave, took)
    assert rules.story.dealing(Event("traded", text, seats=("ann", "ben"))) is None


@rows("variant", ["wbc", "covault"])
def test_every_trade_and_vote_of_a_game_of_kingmaker_is_understood_as_it_came_out(variant: str) -> None:
    rules = rules_of("kingmaker")
    seen: list[tuple[Event, Any]] = []
    options = rules.options(variant, {})

    def look(table: Table) -> None:
        told = [event for event in table.game.events if event.kind in ("traded", "vote_closes")]
        seen.extend((event, rules.story.dealing(event)) for event in told)

    for number in (1, 2):
        simulation.play(rules, options, 4, seed=3, number=number, limit=700, careful=False, after=look)
    assert {type(dealt) for _, dealt in seen} == {Traded, Voted}
    for event, dealt in seen:
        if isinstance(dealt, Voted):
            votes = {seat: int(number) for seat, number in re.findall(r"\{(\w+)\} \w+ \((\d+) Commons", event.text)}
            ayes, nays = map(int, re.findall(r"^Commons (\d+) to (\d+)", event.text, re.MULTILINE)[0])
            assert sum(votes[seat] for seat in dealt.ayes) == ayes
            assert sum(votes[seat] for seat in dealt.nays) == nays
        elif isinstance(dealt, Traded):
            assert (" for nothing." in event.text) == (dealt.took == 0) and dealt.gave


def test_every_vote_of_a_game_of_lancaster_is_understood_as_it_came_out() -> None:
    rules = rules_of("lancaster")
    seen: list[tuple[Event, Any]] = []

    def look(table: Table) -> None:
        seen.extend((event, rules.story.dealing(event)) for event in table.game.events if event.kind == "vote_closes")

    simulation.play(rules, rules.options("base", {}), 4, seed=3, limit=700, careful=False, after=look)
    assert len(seen) == 15
    for event, dealt in seen:
        assert isinstance(dealt, Voted)
        assert {seat for seat in dealt.ayes if f"{{{seat}}} yes" in event.text} == dealt.ayes
        assert {seat for seat in dealt.nays if f"{{{seat}}} no" in event.text} == dealt.nays
        assert len(dealt.ayes) + len(dealt.nays) == 4


def test_in_games_without_trades_and_votes_there_is_nothing_to_tell() -> None:
    assert all(GAMES[game].story.dealing(Event("traded", "x")) is None for game in ("warlord", "warriors"))
