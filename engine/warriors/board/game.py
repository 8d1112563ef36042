"""A game of Warriors of God in play, with the look-ups that every chapter needs."""

from collections.abc import Iterator

from engine.core.dice import Dice
from engine.core.game import Game, cached_while_waiting
from engine.warriors.board.catalog import AreaCard, Catalog, LeaderCard, Scenario, TroopCard, catalog
from engine.warriors.board.state import SIDES, Battle, Leader, Side, State, Troops


def enemy(side: Side) -> Side:
    """Return the other side."""
    return "french" if side == "english" else "english"


class Warriors(Game[State]):
    """A game of Warriors of God."""

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.catalog: Catalog = catalog(state.figures)
        """The printed figures that this table plays with."""

    # ------------------------------------------------------------------ the table

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played."""
        return self.catalog.scenarios[str(self.option("scenario"))]

    @property
    def last_turn(self) -> bool:
        """Whether this is the last turn [WOG-12.2, WOG-14.8]."""
        return self.state.turn.number >= self.number("turns")

    @property
    def first(self) -> Side:
        """The side with the initiative."""
        return self.state.turn.first

    @property
    def second(self) -> Side:
        """The side without it."""
        return enemy(self.first)

    def seat(self, side: Side) -> str:
        """Return the seat of a side; "" before the sides are known."""
        return self.state.sides.get(side, "")

    def side(self, seat: str) -> Side:
        """Return the side of a seat, which must have one."""
        return next(side for side in SIDES if self.seat(side) == seat)

    def has_side(self, seat: str) -> bool:
        """Tell whether a seat has a side yet."""
        return seat in self.state.sides.values()

    @property
    def battle(self) -> Battle:
        """The battle that is being fought."""
        assert self.state.battle is not None
        return self.state.battle

    # ------------------------------------------------------------------ areas

    def area(self, area_id: str) -> AreaCard:
        """Return an area as it is printed."""
        return self.catalog.areas[area_id]

    def controller(self, area: str) -> Side | None:
        """Return who controls an area."""
        return self.state.control.get(area)

    def controlled(self, side: Side) -> list[str]:
        """Return the areas that a side controls, by id."""
        return sorted(area for area, holder in self.state.control.items() if holder == side)

    # ------------------------------------------------------------------ leaders

    def leader(self, leader_id: str) -> Leader:
        """Return a leader as he stands."""
        return self.state.leaders[leader_id]

    def card(self, leader_id: str) -> LeaderCard:
        """Return a leader as he is printed."""
        return self.catalog.leaders[leader_id]

    def here(self, area: str, side: Side) -> list[str]:
        """Return the leaders of a side in an area, by id."""
        if self.cache is not None:
            return _standing(self).get((area, side), [])
        leaders = self.state.leaders.items()  # while things change, one area is found sooner than all are sorted
        return sorted([leader_id for leader_id, leader in leaders if leader.area == area and leader.side == side])

    def on_map(self, side: Side) -> list[str]:
        """Return the leaders of a side on the map, by id."""
        found = self.state.leaders.items()
        return sorted(leader_id for leader_id, leader in found if leader.where == "map" and leader.side == side)

    def prisoners(self, side: Side) -> list[str]:
        """Return the leaders of a side who sit in the enemy's prison, by id."""
        found = self.state.leaders.items()
        return sorted(leader_id for leader_id, leader in found if leader.where == "captured" and leader.side == side)

    def is_king(self, leader_id: str) -> bool:
        """Tell whether a leader wears a crown."""
        return leader_id in self.state.kings.values()

    def by_merit(self, leaders: list[str]) -> list[str]:
        """Return leaders by rank, then battle, the best first, then by id."""
        return sorted(
            leaders, key=lambda leader_id: (-self.card(leader_id).rank, -self.card(leader_id).battle, leader_id)
        )

    # ------------------------------------------------------------------ troops

    def troop(self, kind: str) -> TroopCard:
        """Return a kind of troops as it is printed."""
        return self.catalog.troops[kind]

    def capacity_left(self, leader_id: str) -> int:
        """Return how many more strength points a leader can command [WOG-10.5]."""
        return self.catalog.strength_per_star * self.card(leader_id).rank - sum(self.leader(leader_id).troops.values())

    def stocks(self) -> Iterator[Troops]:
        """Yield all heaps of pieces: those of leaders, those without a leader, and those put aside."""
        yield from (leader.troops for leader in self.state.leaders.values())
        yield from self.state.loose.values()
        yield self.state.aside

    def supply(self, kind: str) -> int | None:
        """Return how many pieces of a kind are left, mercenaries at home; None for no limit [WOG-5.15]."""
        mix = self.troop(kind).counter_mix
        return None if mix < 0 else mix - _taken(self).get(kind, 0)

    def may_hold(self, leader_id: str, kind: str) -> bool:
        """Tell whether a leader may command troops of a kind, room left aside [WOG-5.5, 5.8, 5.9, 5.11]."""
        card, rule = self.card(leader_id), self.troop(kind).command[self.scenario.id]
        national = card.nationality != "nonaligned"
        match rule:
            case "any":
                return True
            case "national":
                return national
            case "national_3star":
                return national and card.rank == 3
            case "burgundian":
                return (national and card.rank == 3) or (card.burgundian and card.rank >= 2)
            case "liw_english_longbow":
                return card.special in ("commands_english_longbow", "robin_hood")


@cached_while_waiting
def _standing(game: Warriors) -> dict[tuple[str, str], list[str]]:
    """Return the leaders who are in an area by it and by side, each side's by id."""
    found: dict[tuple[str, str], list[str]] = {}
    leaders = game.state.leaders
    for leader_id in sorted([leader_id for leader_id, leader in leaders.items() if leader.area]):
        found.setdefault((leaders[leader_id].area, leaders[leader_id].side), []).append(leader_id)
    return found


@cached_while_waiting
def _taken(game: Warriors) -> Troops:
    """How many pieces of each kind lie in all heaps together."""
    found: Troops = {}
    for stock in game.stocks():
        for kind, number in stock.items():
            found[kind] = found.get(kind, 0) + number
    return found


def add(troops: Troops, kind: str, number: int) -> None:
    """Add pieces to a heap, or take them off it."""
    left = troops.get(kind, 0) + number
    troops.pop(kind, None)
    if left:
        troops[kind] = left
