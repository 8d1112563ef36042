"""Short words for pictures: rewards, favours, houses with their players, and the order of ranks."""

from collections.abc import Mapping, Sequence

from engine.core.events import Event
from engine.lancaster.board.names import GOODS
from engine.lancaster.views import ConflictView, CountyView, HouseView, KnightView, LancasterView, SpaceView
from render.lancaster.edition import catalog
from render.wording import player

REWARDS: Mapping[str, str] = {
    "recruit": "new knight",
    "upgrade": "upgrade",
    "extension": "castle tile",
    "move_to_conflict": "to France",
    "choose_start_player": "starts next",
}
"""The rewards that are no goods, in a word or two."""

SHORT: Mapping[str, tuple[str, str]] = {
    **GOODS,
    "voting_markers": ("vote", "votes"),
    "power_points": ("point", "points"),
}
PRIVILEGES: Mapping[str, str] = {"shield": "Shield", "archer": "Archer", "tudor_knight": "Tudor knight"}
PLACES = ("1st", "2nd", "3rd")


def goods(kind: str, number: int) -> str:
    """Return an amount in the fewest words: "4 gold", "3 votes"."""
    one, several = SHORT[kind]
    return f"{number} {one if number == 1 else several}"


def reward(county: str) -> str:
    """Return the reward of a county in a word or two."""
    found = catalog().counties[county].reward
    return REWARDS.get(found.kind) or goods(found.kind, found.amount)


def favour(tile: str) -> str:
    """Return a favour of the king in a word or two."""
    found = catalog().favours[tile]
    return found.kind if found.kind in ("upgrade", "noble") else goods(found.kind, found.amount)


def houses(view: LancasterView) -> Mapping[str, HouseView]:
    """Return the houses in play by colour."""
    return {house.id: house for house in view.houses}


def order(view: LancasterView) -> list[HouseView]:
    """Return the houses in table order, allies below their players."""
    seats = [player.id for player in view.players]
    return sorted(view.houses, key=lambda house: (seats.index(house.seat), house.ally))


def house_name(view: LancasterView, house: str, names: Mapping[str, str]) -> str:
    """Return a house by its player: "Ann", or "Ally of Ann"."""
    found = houses(view).get(house)
    if found is None:
        return house.capitalize()
    who = player(names, found.seat)
    return f"Ally of {who}" if found.ally else who


def ranks(spaces: Sequence[SpaceView]) -> dict[int, int]:
    """Return the rank of each taken space by its place, 0 for the first: the strongest, of equals the higher one."""
    taken = [place for place, space in enumerate(spaces) if space.house]
    order = sorted(taken, key=lambda place: (-spaces[place].strength, place))
    return {place: rank for rank, place in enumerate(order)}


def england(conflict: ConflictView) -> int:
    """Return the strength of England in a conflict."""
    return sum(space.strength for space in conflict.spaces)


def standing(view: LancasterView, at: str) -> list[KnightView]:
    """Return the knights on a spot, house by house."""
    return [one for house in view.houses for one in house.knights if one.at == at]


def at_court(house: HouseView) -> list[KnightView]:
    """Return the knights of a house who can still be placed."""
    return [one for one in house.knights if one.at == "court"]


def latest(changes: Sequence[Event]) -> list[str]:
    """Return the spot that was taken last, if any."""
    taken = [change.track[-1] for change in changes if change.kind == "placed" and change.track]
    return taken[-1:]


def needed(county: CountyView) -> str:
    """Return in a few words what it takes to come to a county."""
    if "shield" in county.privileges:
        return "behind a shield"
    if county.house:
        return f"takes {county.total + 1} to expel"
    return f"takes a strength-{catalog().counties[county.id].min_strength} knight"
