"""What a seat cannot know of Lancaster is dealt anew for those who decide on its behalf (rules 14)."""

from typing import Any

from engine.core.actions import MASTER, Action
from engine.core.table import Table
from engine.lancaster.board.catalog import catalog
from engine.lancaster.board.state import State
from engine.lancaster.edits import Goto, SetGoods, SetLaws, Stand
from engine.lancaster.parliament.voting import Voting
from tests.harness import as_kind
from tests.lancaster.tables import SEATS, game, table

SEEDS = 60
"""Worlds that are looked at: enough that whatever may differ does."""

GOODS = ("gold", "squires", "seals", "dishonor", "voting_markers")


def stocked(*edits: Action, variant: str = "henry", **options: Any) -> Table:
    """A table at which everybody has something of everything."""
    goods = [SetGoods(seat, good, place + 2) for place, seat in enumerate(SEATS) for good in GOODS]
    return table(*goods, *edits, variant=variant, **options)


def worlds(opened: Table, viewer: str) -> list[State]:
    """How the table may stand for all that a viewer knows."""
    return [game(opened.world(viewer, seed)).state for seed in range(SEEDS)]


def has(state: State, good: str) -> dict[str, int]:
    """What everybody has of a good."""
    return {seat: getattr(player, good) for seat, player in state.players.items()}


def values(found: list[State], good: str, seat: str) -> set[int]:
    """What a seat has of a good in some worlds."""
    return {has(state, good)[seat] for state in found}


def test_the_game_master_knows_everything() -> None:
    opened = stocked()
    true = game(opened).state
    for state in worlds(opened, MASTER):
        assert (state.laws, state.conflict_pile, state.players) == (true.laws, true.conflict_pile, true.players)


def test_a_seat_knows_what_lies_behind_its_own_screen() -> None:
    for good in GOODS:
        assert values(worlds(stocked(), "ben"), good, "ben") == {3}


def test_behind_other_screens_gold_and_squires_may_be_any_and_what_is_counted_is_somewhere() -> None:
    opened = stocked()
    found = worlds(opened, "ben")
    for good in ("gold", "squires"):
        assert values(found, good, "cat") == set(range(8))
    for good in ("seals", "dishonor"):
        total = sum(has(game(opened).state, good).values())
        assert {sum(has(state, good).values()) for state in found} == {total}
        assert len(values(found, good, "cat")) > 2
    assert values(found, "voting_markers", "cat") == {4}


def test_the_public_knows_nobodys_goods() -> None:
    assert all(len(values(worlds(stocked(), ""), "gold", seat)) > 4 for seat in SEATS)


def test_the_piles_are_shuffled_group_by_group_and_stage_by_stage() -> None:
    opened, book = stocked(), catalog()
    true, found = game(opened).state, worlds(stocked(), "ann")
    for state in found:
        assert sorted(state.laws.pile) == sorted(true.laws.pile)
        assert [book.laws[law].group for law in state.laws.pile] == sorted(
            book.laws[law].group for law in true.laws.pile
        )
        assert sorted(state.conflict_pile) == sorted(true.conflict_pile)
        stages = [book.conflicts[card].stage for card in state.conflict_pile]
        assert stages == sorted(stages)
        assert (state.laws.current, state.laws.proposed) == (true.laws.current, true.laws.proposed)
    for piles in ({tuple(state.laws.pile) for state in found}, {tuple(state.conflict_pile) for state in found}):
        assert len(piles) > SEEDS / 2


def test_who_is_asked_to_pay_squires_has_them() -> None:
    """Nobody is asked at a castle for what he cannot pay, so that the question tells of his squires."""
    opened = stocked(Stand("blue_2a", "castle:K6"), Goto("castles"), variant="base")
    found = worlds(opened, "ben")
    assert opened.asked("ann").decision == "D15"
    assert values(found, "squires", "cat") == {4} and len(values(found, "gold", "cat")) == 8


def test_votes_that_are_in_may_be_any_that_the_markers_allow() -> None:
    laws = (SetLaws(["B10", "B14", "B17"], []), SetLaws([], ["B04", "B05", "B06"]))
    opened = stocked(*laws, Goto("parliament"), vote_windows="batch")
    for seat in ("ben", "cat"):
        opened.act(seat, opened.default(seat))
    found = worlds(opened, "ben")
    *ballots, true = (as_kind(Voting, state.steps[-1]).ballots for state in (*found, game(opened).state))
    assert all(one["ben"] == true["ben"] for one in ballots)
    said = [[*one["cat"].values()] for one in ballots]
    assert {ballot.side for row in said for ballot in row} == {"yes", "no"}
    assert {sum(ballot.markers for ballot in row) for row in said} == set(range(5))


def test_who_may_put_a_marker_back_has_one() -> None:
    laws = (SetLaws(["KL2", "B14", "B17"], []), SetLaws([], ["B04", "B05", "B06"]))
    opened = stocked(Stand("green_2a", "county:C"), *laws, Goto("parliament"))
    while opened.requests()[0].decision != "D11":
        seat = opened.requests()[0].seat
        opened.act(seat, opened.default(seat))
    found = worlds(opened, "ben")
    assert values(found, "dishonor", "ann") == {2} and len(values(found, "seals", "ann")) > 2


def test_voting_markers_are_hidden_only_where_the_table_hides_them() -> None:
    """Those that came this round lay open when they came."""
    opened = stocked(hide_voting_markers=True)
    for player in game(opened).state.players.values():
        player.fresh_markers = 2
    found = worlds(opened, "ben")
    assert values(found, "voting_markers", "cat") == set(range(2, 8)) and values(found, "voting_markers", "ben") == {3}
