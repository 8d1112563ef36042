"""Worlds in which hidden cards lie otherwise: castles that are called like nobles stay what they are."""

import pytest

from engine.core.table import Table
from engine.kingmaker.edits.map_edits import LaySiege, SetControl
from engine.kingmaker.resampling import _places_kept
from engine.kingmaker.rules import RULES

NAMESAKES = ("berkeley", "greystoke", "stafford")


@pytest.mark.parametrize("place", NAMESAKES)
def test_a_castle_does_not_change_places_with_the_noble_of_its_name(place: str) -> None:
    table = Table.new(RULES, "g", ["ann", "ben"], RULES.options("base", {}), b"key")
    viewer = next(seat for seat in table.seats if place not in table.game.state.factions[seat].hand)
    table.arrange(SetControl(place, "ann"))
    table.arrange(LaySiege(place, "ben"))
    lies = set()
    for seed in range(20):
        world = table.world(viewer, seed)
        assert set(world.game.state.control) == {place} and set(world.game.state.sieges) == {place}
        lies.add(world.game.state.crown_deck.index(place) if place in world.game.state.crown_deck else -1)
    assert len(lies) > 1


def test_no_other_castle_is_called_like_a_card() -> None:
    game = Table.new(RULES, "g", ["ann", "ben"], RULES.options("base", {}), b"key").game
    assert sorted({*game.catalog.places} & {*game.catalog.cards}) == sorted(NAMESAKES)


def test_what_a_list_of_places_names_stays_what_it_is() -> None:
    """Only places: what else a list holds changes with the cards."""
    before = {"stays": [{"place": "stafford", "nobles": ["stafford"]}], "sites": ["york"]}
    after = {"stays": [{"place": "percy", "nobles": ["percy"]}], "sites": ["york"]}
    assert _places_kept(before, after) == {"stays": [{"place": "stafford", "nobles": ["percy"]}], "sites": ["york"]}
