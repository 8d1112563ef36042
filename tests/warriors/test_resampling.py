"""What a seat cannot know of Warriors of God is dealt anew for those who decide on its behalf (rules 11)."""

import pytest

from engine.core.actions import MASTER
from engine.core.table import Table
from engine.warriors.battles.losses import GROUPS
from engine.warriors.board.state import Side, Standing
from engine.warriors.edits import SetOrders, Station
from tests.warriors.tables import game, table

OWN = Standing(siege=3, losses=["gunners"])
THEIRS = Standing(siege=6, losses=["knights"])


def ordered() -> Table:
    return table(
        *(Station("edward_iii", "england"), Station("jean_ii", "champagne")),
        *(SetOrders("ann", OWN), SetOrders("ben", THEIRS)),
    )


@pytest.mark.parametrize(("viewer", "kept"), [("ann", "english"), ("ben", "french")])
def test_a_seat_keeps_its_own_orders_and_knows_no_others(viewer: str, kept: Side) -> None:
    opened = ordered()
    worlds = [game(opened.world(viewer, seed)).state.orders for seed in range(5)]
    other: Side = "french" if kept == "english" else "english"
    assert all(orders[kept] == (OWN if kept == "english" else THEIRS) for orders in worlds)
    assert len({str(orders[other]) for orders in worlds}) > 1
    for orders in worlds:
        siege = orders[other].siege
        assert siege is not None and 0 <= siege <= 12
        assert sorted(orders[other].losses) == sorted(GROUPS)


def test_whether_anything_is_ordered_is_hidden_too() -> None:
    opened = table(Station("edward_iii", "england"), Station("jean_ii", "champagne"))
    assert set(game(opened.world("ann", 1)).state.orders) == {"french"}
    assert set(game(opened.world("public", 1)).state.orders) == {"english", "french"}


def test_the_game_master_knows_all_orders() -> None:
    assert game(ordered().world(MASTER, 1)).state.orders == {"english": OWN, "french": THEIRS}
