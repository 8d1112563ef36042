"""Everything in a game of Warriors of God that has a name: what the arguments of actions can be about."""

from collections.abc import Mapping, Sequence

from engine.warriors.board import names
from engine.warriors.board.catalog import Catalog
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import SIDES


def cards(book: Catalog) -> Mapping[str, str]:
    """Leaders and areas, by id."""
    leaders = {
        card.id: f"{card.name}: {'★' * card.rank}, bravery {card.bravery}, battle {card.battle}"
        for card in book.leaders.values()
    }
    return leaders | {area.id: area.name for area in book.areas.values()}


def things(game: Warriors) -> Sequence[Mapping[str, str]]:
    """Sides, leaders, areas and troops, by id."""
    sides = {str(side): names.side(side) for side in SIDES}
    leaders = {leader_id: names.leader(game, leader_id) for leader_id in game.state.leaders}
    areas = {area_id: area.name for area_id, area in game.catalog.areas.items()}
    troops = {troop_id: troop.name for troop_id, troop in game.catalog.troops.items()}
    return [sides, leaders, areas, troops]
