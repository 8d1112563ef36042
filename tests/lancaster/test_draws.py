"""What set-up draws may come out in any way (docs/rules/lancaster.md, section 4)."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from engine.core.errors import Illegal
from engine.core.table import Table
from engine.lancaster.board.catalog import catalog
from engine.lancaster.board.state import State
from engine.lancaster.rules import RULES
from tests.lancaster.tables import game, table

SEATS = ["ann", "ben", "cat", "dan"]
DEALS = 60
"""Enough that whatever may lie on top lies there once."""


def deals() -> Iterator[State]:
    """The same base game, set up with one key after the other."""
    for number in range(DEALS):
        yield Table.new(RULES, "deal", SEATS, RULES.options("base", {}), bytes([number]) * 32).game.state


@pytest.mark.rule("LAN-BASE-05")
def test_each_group_of_laws_is_shuffled() -> None:
    groups = {
        group: {law.id for law in catalog().laws.values() if (law.group, law.set) == (group, "base")}
        for group in range(5)
    }
    found = list(deals())
    assert {tuple(state.laws.current) for state in found} == set(permutations(groups[0]))
    for group, cards in groups.items():
        lying = [[*state.laws.current, *state.laws.proposed, *state.laws.pile] for state in found]
        assert {next(law for law in laws if law in cards) for laws in lying} == cards, group


@pytest.mark.rule("LAN-BASE-04")
def test_each_stage_of_conflicts_is_shuffled() -> None:
    stages = {card.id: card.stage for card in catalog().conflicts.values() if card.id not in ("C01", "C12")}
    for stage in (1, 2):
        first = {
            next(card for card in (*state.conflicts, *state.conflict_pile) if stages[card] == stage)
            for state in deals()
        }
        assert first == {card for card in stages if stages[card] == stage}


@pytest.mark.rule("LAN-BASE-08")
def test_anybody_may_be_start_player() -> None:
    assert {state.turn.start for state in deals()} == set(SEATS)


def test_cards_are_put_on_top_of_a_pile_and_the_others_keep_their_order() -> None:
    opened = table()
    state = game(opened).state
    for pile, found in (("laws", state.laws.pile), ("conflicts", state.conflict_pile)):
        before = list(found)
        opened.stack({pile: [before[3], before[1]]})
        assert found == [before[3], before[1], before[0], before[2], *before[4:]]


def test_only_what_lies_in_a_pile_is_put_on_top_of_it() -> None:
    opened = table()
    before = opened.snapshot()
    for piles, says in (
        ({"letters": ["B01"]}, "There is no pile 'letters'; the piles are laws and conflicts."),
        ({"laws": ["B77"]}, "B77 is not in the pile of laws."),
        ({"conflicts": [game(opened).state.conflict_pile[0], "C77"]}, "C77 is not in the pile of conflicts."),
    ):
        with pytest.raises(Illegal, match=says):
            opened.stack(piles)
    assert RULES.codec.encode(opened.game.state) == before
