"""The steward's reading of a seat's view: whom to hunt, whom to crown, who is in danger."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import BishopCard, OfficeCard, Place, TitleCard, ours
from engine.kingmaker.board.ids import NOWHERE, ForceId, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.people.succession import BEAUFORT
from engine.kingmaker.board.places import geography
from engine.kingmaker.views import HeirView, KingmakerView, NobleView, ShipView

FAR = 99
"""The distance to a place that cannot be reached by land."""

MAX_SIEGE_TURNS = 3
"""Turns for which the steward holds a siege."""

ODDS = 1.5
"""The odds at which the steward attacks; where the battle table is used, 1 to 1 is enough."""

NEAR = 5
"""The distance at which enemies are a danger: the squares of one turn's march across country."""

LATE = 10
"""The round of a tournament game from which everything is thrown at another seat's only King."""

PATIENCE = 12
"""Rounds after which a seat that is behind lowers its odds against an heir's guards by 0.5."""


MIXED = 2
"""The turns with heirs of both houses after which the steward keeps one house only."""


@dataclass
class Outlook:
    """A seat's view, with everything that the steward concludes from it."""

    view: KingmakerView
    """Its view."""

    seat: str
    """The seat."""

    chance: Random
    """The source of the steward's random choices."""

    asked: str = ""
    """The question that the seat is asked; "" where it does not matter."""

    about: Sequence[str] = ()
    """The ids that it asks about."""

    @cached_property
    def nobles(self) -> list[NobleView]:
        """The seat's nobles on the map, the strongest first."""
        mine = [noble for noble in self.view.nobles if noble.seat == self.seat and not noble.captor]
        return sorted(mine, key=lambda noble: (-noble.strength, noble.id))

    @cached_property
    def living(self) -> list[HeirView]:
        """The heirs who live."""
        return [heir for heir in self.view.heirs if heir.alive]

    @cached_property
    def wards(self) -> list[HeirView]:
        """The seat's own heirs, the most promising first: a King, then seniors."""
        mine = [heir for heir in self.living if heir.seat == self.seat]
        return sorted(mine, key=lambda heir: (not heir.king, not heir.senior, heir.id))

    @cached_property
    def clergy(self) -> list[NobleView]:
        """The seat's nobles whose bishops together can crown an heir; empty if they cannot."""
        holders = [noble for noble in self.nobles if _bishops(noble)]
        alone = [noble for noble in holders if any(bishop.crowns_alone for bishop in _bishops(noble))]
        return alone[:1] or (holders if sum(len(_bishops(noble)) for noble in holders) > 1 else [])

    @cached_property
    def candidate(self) -> HeirView | None:
        """The heir whom the seat could crown beside no King of his house and no only King of its own: a senior."""
        if self.reigns:
            return None
        crowned = {heir.house for heir in self.living if heir.king}
        return next((heir for heir in self.wards if heir.senior and heir.house not in crowned), None)

    def distance(self, a: str, b: str) -> int:
        """Squares between two locations by land; FAR where there is no way."""
        one, other = locations.square_of(a), locations.square_of(b)
        if not one or not other:
            return FAR
        return geography.distances_on(self.view.ruled_corners, tuple(self.view.crossings), one).get(other, FAR)

    @cached_property
    def beaufort(self) -> NobleView | None:
        """Beaufort, once he may be crowned: no other heir of Lancaster lives."""
        if any(heir.house == "lancaster" for heir in self.living):
            return None
        return next((noble for noble in self.view.nobles if noble.id == BEAUFORT and not noble.captor), None)

    @cached_property
    def claimant(self) -> str:
        """The noble who must attend the coronation: the candidate's guard, or the seat's Beaufort; "" for nobody."""
        if self.candidate is not None:
            return self.candidate.noble
        return BEAUFORT if self.beaufort in self.nobles else ""

    @cached_property
    def ahead(self) -> bool:
        """Whether the seat's King is the last heir alive, and wins as soon as he is in England."""
        return [heir.id for heir in self.living] == [heir.id for heir in self.wards if heir.king]

    @cached_property
    def hopeless(self) -> bool:
        """Whether, late in the game, the seat can neither crown an heir nor bring its King home: a draw is better."""
        if any(heir.king for heir in self.living):
            return self.ahead and bool(self.exile) and self.view.round > 8 * PATIENCE
        return not self.clergy and self.view.round > 4 * PATIENCE

    @cached_property
    def reigns(self) -> bool:
        """Whether one of the seat's heirs is the only King."""
        return any(heir.id == self.view.sole_king for heir in self.wards)

    @cached_property
    def rivals(self) -> list[HeirView]:
        """The own heirs to be killed: where that wins the game, and those of a second house before a rule takes them.

        The others are kept: plague, battle and events take heirs, and whoever has lost the last has nobody to crown.
        """
        if self.hopeless:
            return self.wards
        if any(heir.king for heir in self.wards):
            others = self.wards[1:]
            if len(self.wards) == len(self.living):
                return others
            return [heir for heir in others if heir.king and self.view.time_called]
        mixed = any(seat.id == self.seat and seat.mixed_turns >= MIXED for seat in self.view.seats)
        return [heir for heir in self.wards if mixed and heir.house != self.wards[0].house]

    @cached_property
    def altar(self) -> Location:
        """The nearest cathedral for the coronation: in a place that the seat controls, or in a town without walls.

        One where the heir and his company are strong enough against the enemies near it comes first.
        """
        start = next((noble.at for noble in self.nobles if noble.id == self.claimant), NOWHERE)
        if not start or not self.clergy:
            return NOWHERE
        own = {site.id for site in self.view.sites if site.seat == self.seat}
        cathedrals = [place for place in ours().places.values() if place.cathedral]
        fit = [
            locations.inside(place.id) if place.fortress else locations.open_in(place.square)
            for place in cathedrals
            if place.id in own or place.kind == "unfortified_town"
        ]
        company = [noble.id for noble in self.nobles if noble.at == start]

        def order(at: Location) -> tuple[bool, int, Location]:
            return self.margin(at, self.men_at(at, company)) < 0, self.distance(start, at), at

        return min(fit, key=order, default=NOWHERE)

    @cached_property
    def captain(self) -> NobleView | None:
        """The strongest noble on the mainland who does not keep the King, else the strongest of all."""
        return next(iter(self.field), self.nobles[0] if self.nobles else None)

    @cached_property
    def camp(self) -> Location:
        """The captain's location, or the location of his ship if he is aboard."""
        if self.captain is None:
            return NOWHERE
        at = self.captain.at
        return self.anchorage(at) if locations.kind(at) == "aboard" else at

    @cached_property
    def prey(self) -> list[tuple[str, Location]]:
        """The seats and locations of other players' heirs; those of Beaufort if he alone can still be King."""
        if self.living or self.beaufort is None or self.beaufort.seat == self.seat:
            return [(heir.seat, heir.at) for heir in self.living if heir.seat != self.seat and heir.at]
        return [(self.beaufort.seat, self.beaufort.at)]

    @cached_property
    def quarry(self) -> Location:
        """The location of the prey: one at hand, else a King whom the seat can take, else the nearest to its captain.

        Late in a tournament game it is another seat's only King, who wins unless he is taken.
        """
        if self.captain is None:
            return NOWHERE
        if self.usurper and self.distance(self.camp, self.usurper) < FAR:
            return self.usurper
        thrones = {heir.at for heir in self.living if heir.king and self.distance(self.camp, heir.at) < FAR}

        def order(at: Location) -> tuple[bool, bool, bool, bool, int, Location]:
            far, king = self.distance(self.camp, at), at in thrones and self.takes(at)
            return not self.at_hand(at), not king, far == FAR, at in self.errands.values(), far, at

        return min((at for _, at in self.prey), key=order, default=NOWHERE)

    def at_hand(self, at: Location) -> bool:
        """Whether the captain can take a location in this turn, with all who guard no heir and can be there, too.

        Whoever has marched already counts only where he is now.
        """
        there = [n for n in self.field if self.distance(n.at, at) <= (0 if n.moved else NEAR)]
        men = sum(noble.strength for noble in there if not self.guards(noble.id))
        return self.captain in there and at not in self.errands.values() and men >= self.resistance(at)

    @cached_property
    def errands(self) -> dict[str, Location]:
        """Which noble fetches which heir whom nobody protects, in the open or within the seat's own walls: the nearest.

        One is enough for it, and the others hunt with the captain. He guards no heir, and will be safe there.
        """
        found: dict[str, Location] = {}
        for at in sorted({at for seat, at in self.prey if not seat and not self.resistance(at)}):
            able = [n for n in self.field if n.id not in found and self._can_fetch(n, at)]
            if able:
                found[min(able, key=lambda n: (self.distance(n.at, at), n.strength, n.id)).id] = at
        return found

    def _can_fetch(self, noble: NobleView, at: Location) -> bool:
        tied = noble in (self.captain, *self.clergy) or noble.id == self.claimant
        free = not (tied or self.guards(noble.id) or self.needed(noble))
        return free and self.distance(noble.at, at) <= 2 * NEAR and self.margin(at, self.men_at(at, [noble.id])) >= 0

    # ------------------------------------------------------------------ strength

    @cached_property
    def host(self) -> int:
        """The men of the seat's field army."""
        return sum(noble.strength for noble in self.field)

    @cached_property
    def field(self) -> list[NobleView]:
        """The seat's nobles on the mainland, the strongest first, without whoever keeps the King out of battles."""
        ashore = (noble for noble in self.nobles if locations.on_mainland(noble.at))
        return [noble for noble in ashore if not (self.keep and self.guards(noble.id))]

    def takes(self, at: Location) -> bool:
        """Whether the seat's men on the mainland are enough to beat whoever is at a location."""
        return self.host >= self.resistance(at)

    @cached_property
    def target(self) -> Location:
        """The quarry if all who can be there in two turns are enough for it; "" for none.

        At tournaments, where time is short, else the nearest such heir whom nobody has.
        """
        if self.overseas:
            return self.quarry
        hurried = self.view.event_set == "wbc"

        def order(at: Location) -> tuple[bool, bool, int, Location]:
            return at != self.quarry, at in self.errands.values(), self.distance(self.camp, at), at

        free = (at for seat, at in self.prey if hurried and not seat and self.distance(self.camp, at) < FAR)
        able = (at for at in (self.quarry, *free) if at and self.grasps(at))
        return min(able, key=order, default=NOWHERE)

    def grasps(self, at: Location) -> bool:
        """Whether the seat's men who can be at a location within two turns are enough to beat whoever is there.

        At tournaments guards of heirs do not count where it is too dangerous for them, as they will not come.
        """
        near = [noble for noble in self.field if self.distance(noble.at, at) <= 2 * NEAR]
        men = sum(noble.strength for noble in near)
        wary = self.view.event_set == "wbc" and not self.ahead
        if wary and self.margin(locations.open_in(locations.square_of(at)), men) < 0:
            men = sum(noble.strength for noble in near if not self.guards(noble.id))
        return men >= self.resistance(at)

    def resistance(self, at: Location) -> float:
        """Return the men needed to take a place, or to fight the strongest enemies in the open at a location."""
        others = [noble for noble in self.view.nobles if noble.at == at and noble.seat != self.seat]
        if locations.kind(at) == "inside":
            walls = 0 if at in self.own else self.garrison(locations.place_of(at))
            return walls + sum(noble.strength for noble in others)
        return ODDS * max((men for (_, stack), men in self.stacks.items() if stack == at), default=0)

    def to_besiege(self, at: Location) -> float:
        """Return the men needed to take a place, or to lay siege to it where half of them are enough for that."""
        return self.resistance(at) / (1 + self.view.battle_table)

    @cached_property
    def own(self) -> set[Location]:
        """The insides of the places that the seat controls."""
        return {locations.inside(site.id) for site in self.view.sites if site.seat == self.seat}

    def garrison(self, place: PlaceId) -> int:
        """Return the men of a place without the nobles inside."""
        site = next((site for site in self.view.sites if site.id == place), None)
        return site.garrison if site else ours().places[place].garrison

    @cached_property
    def spoils(self) -> Location:
        """The nearest enemies or fortress with votes that the seat can beat, once no heir is left to hunt; "" for none.

        Places and bishops give votes, and votes decide the game when time is up.
        """
        if self.captain is None or self.target or self.ahead:
            return NOWHERE
        found = [at for at in (*self._weak(), *self._walls()) if self.distance(self.camp, at) < FAR]
        return min(found, key=lambda at: (self.distance(self.camp, at), at), default=NOWHERE)

    def idles(self, noble: NobleView) -> bool:
        """Whether a noble of the strongest company, who has no way to his goal, may seek something else to do."""
        tied = noble.at == self.settled or (self.reigns and self.guards(noble.id))
        return noble.at == self.camp and not tied and self.distance(noble.at, self.goal(noble)) > 0

    def windfall(self, start: Location) -> Location:
        """Return the nearest heir, enemies or walls that a company can beat alone in this turn, and be safe; or ""."""
        men = self.men_at(start)

        def able(at: Location) -> bool:
            near = self.distance(start, at) <= NEAR and men >= self.resistance(at)
            return near and self.margin(locations.open_in(locations.square_of(at)), men) >= 0

        found = [at for at in (*(at for _, at in self.prey), *self._weak(), *self._walls()) if able(at)]
        return min(found, key=lambda at: (self.distance(start, at), at), default=NOWHERE)

    def _weak(self) -> Iterator[Location]:
        for _, at in self.stacks:
            if locations.on_mainland(at) and locations.square_of(at) not in self.view.peace and self.grasps(at):
                yield at

    def _walls(self) -> Iterator[Location]:
        held = {site.id: site.seat for site in self.view.sites}
        for place in ours().places.values():
            at = locations.inside(place.id)
            if _has_votes(place) and held.get(place.id) != self.seat and self.grasps(at):
                yield at

    @cached_property
    def usurper(self) -> Location:
        """The location of another seat's only King late in a tournament game, if the seat can crown nobody; else ""."""
        if self.view.event_set != "wbc" or self.view.round < LATE or (self.candidate and self.altar):
            return NOWHERE
        theirs = (heir for heir in self.living if heir.id == self.view.sole_king and heir.seat != self.seat)
        return next((heir.at for heir in theirs), NOWHERE)

    def next_door(self, here: Location, goal: Location) -> bool:
        """Whether somebody is inside one place, and his goal, which can be taken, is another of the same square."""
        walls = locations.kind(here) == locations.kind(goal) == "inside" and here != goal
        wanted = goal in (self.target, self.spoils)
        return walls and wanted and self.distance(here, goal) == 0 and self.takes(goal)

    def lays_siege(self, place: PlaceId) -> bool:
        """Whether the seat besieges a place."""
        return any(site.id == place and site.besieged_by == self.seat for site in self.view.sites)

    @cached_property
    def overseas(self) -> bool:
        """Whether the quarry cannot be reached by land."""
        return bool(self.quarry) and self.distance(self.camp, self.quarry) == FAR

    # ------------------------------------------------------------------ danger

    @cached_property
    def stacks(self) -> dict[tuple[str, Location], int]:
        """The men of each other seat at each location on land."""
        found: dict[tuple[str, Location], int] = {}
        for noble in self.view.nobles:
            if noble.seat != self.seat and not noble.captor and locations.square_of(noble.at):
                found[noble.seat, noble.at] = found.get((noble.seat, noble.at), 0) + noble.strength
        return found

    def menace(self, at: Location, within: int = NEAR) -> int:
        """Return the most men whom one other seat has `within` this distance of a square."""
        found: dict[str, int] = {}
        for (seat, stack), men in self.stacks.items():
            if self.distance(stack, at) <= within:
                found[seat] = found.get(seat, 0) + men
        return max(found.values(), default=0)

    def danger(self, at: Location) -> str:
        """Say which stronger seat is near the seat's nobles where they stand, or can storm the walls; "" for none."""
        return self.peril(at, self.men_at(at), beside=True)

    def peril(self, at: Location, men: int, *, beside: bool = False, called: str = "") -> str:
        """Say which other seat could come next turn with men enough to overwhelm these, or to storm the walls there.

        They are told as they count there: some count in one area alone, or in an attack. It takes ODDS in the open. For
        an heir everybody counts who is stronger, and also those `beside` him already.
        The place is `called` by its name beside words about another one.
        """
        near = {seat: 0 for seat, _ in self.stacks}
        for one in self.view.nobles:
            if (one.seat, one.at) in self.stacks and (beside or one.at != at) and self._comes(one, at):
                near[one.seat] += self.attackers(one, at)
        seat, most = max(near.items(), key=lambda found: found[1], default=("", 0))
        walled = locations.kind(at) == "inside"
        walls = self.garrison(locations.place_of(at)) if walled else 0
        needed = men + walls if walled else men + 1 if beside else ODDS * men
        if not most or most < needed:
            return ""
        yours = f"your {men}{f' and a garrison of {walls}' if walls else ''}"
        reach = f"within {NEAR} squares{f' of {called}' if called else ''}"
        return f"{{{seat}}} has {most} men {reach}, against {yours}"

    def _comes(self, noble: NobleView, at: Location) -> bool:
        """Whether a noble can march to a location in one turn: nobody does out of a place under siege."""
        away = self.distance(noble.at, at)
        return away <= NEAR and not (noble.besieged and away)

    def attackers(self, noble: NobleView, at: Location) -> int:
        """Return the men with whom a noble could attack at a location, with those who go home after it."""
        held = (noble.id, noble.title, noble.office, *noble.cards)
        french = forces.FRENCH in held and forces.men_together(ours(), held, noble.at) > noble.strength
        once = french and not self.view.catastrophes
        return self.men_of(noble, at) + (ours().cards[forces.FRENCH].strength if once else 0)

    def margin(self, at: Location, men: int) -> float:
        """Return by how many men those at a location are stronger than any other seat can be there next turn.

        The longer a game lasts, the less the steward fears; otherwise some games would never end.
        """
        walls = self.garrison(locations.place_of(at)) if locations.kind(at) == "inside" else 0
        return (1 + 0.5 * (self.view.round // (2 * PATIENCE))) * men + walls - self.menace(at)

    def men_at(self, at: Location, group: Sequence[str] = ()) -> int:
        """Return the seat's men at a location, once a group has come there too."""
        return sum(self.men_of(noble, at) for noble in self.nobles if noble.at == at or noble.id in group)

    def men_of(self, noble: NobleView, at: Location) -> int:
        """Return a noble's men once they are at a location: some offices and bishops give more in one area."""
        held = (noble.office, *noble.cards)
        there, here = (forces.men_together(ours(), held, where) for where in (at, noble.at))
        return noble.strength + (there - here) * (not self.view.catastrophes)

    def strength(self, at: Location, without: Sequence[str] = ()) -> int:
        """Return the men of the seat's own nobles on a square, `without` some of them."""
        square = locations.square_of(at)
        here = [n for n in self.nobles if locations.square_of(n.at) == square and n.id not in without]
        return sum(noble.strength for noble in here)

    def needed(self, noble: NobleView) -> bool:
        """Whether a noble must stay with the most promising heir, whom the others there could not protect alone."""
        ward = self.wards[0] if self.wards else None
        if ward is None or ward.noble in ("", noble.id) or ward.at != noble.at:
            return False
        return self.strength(ward.at, [noble.id]) < self.menace(ward.at)

    def safe(self, at: Location, group: Sequence[str], *, with_heirs: bool = False) -> bool:
        """Whether a group is strong enough to stand beside the enemies in a square; with an heir, all who are near.

        The longer a game lasts, the bolder the steward gets; otherwise some games would never end.
        """
        if not self.ahead and (with_heirs or any(map(self.guards, group))):
            return self.margin(at, self.men_at(at, group)) >= 0
        if self.usurper:
            return True
        men = self.men_at(at, group)
        bold = ODDS + 0.5 * (self.view.round // PATIENCE)
        return locations.kind(at) == "inside" or self.ahead or self.menace(at, within=0) < bold * max(men, 1)

    @cached_property
    def rally(self) -> Location:
        """The location of the strongest noble, where nobles gather who are too weak alone."""
        return self.camp if self.captain and locations.on_mainland(self.camp) else NOWHERE

    def guards(self, noble: str) -> bool:
        """Whether a noble protects an heir who is not to be risked: any, but only the King while he reigns alone."""
        return any(heir.noble == noble for heir in self.wards[: 1 if self.reigns else None])

    def goal(self, noble: NobleView) -> Location:
        """Return where a noble ought to go; a noble who protects an heir stays off ships."""
        if noble.at == self.settled:
            return NOWHERE
        if self.keep and self.guards(noble.id):
            return self.keep
        if self.besought and self.court:
            return self.court
        if self.altar and (noble in self.clergy or noble.id == self.claimant):
            return self.altar
        if noble.id in self.errands:
            return self.errands[noble.id]
        if self.overseas:
            return self.altar if self.guards(noble.id) else self.harbour or self.quarry
        return self.target or self.altar or self.spoils or self.court or self.rally

    @cached_property
    def keep(self) -> Location:
        """Where a tournament's only King waits until time is called: own walls nearby, safe and without plague; or "".

        He wins if he lives then; an heir can die in any battle, and a plague takes everybody who is inside.
        """
        if not self.reigns or self.view.event_set != "wbc" or self.view.round > 2 * PATIENCE:
            return NOWHERE
        king, own = self.wards[0], [site.id for site in self.view.sites if site.seat == self.seat]
        fit = [locations.inside(at) for at in own if ours().places[at].fortress and at not in plagues()]
        near = [at for at in fit if self.distance(king.at, at) < FAR and locations.on_mainland(at)]
        men = sum(noble.strength for noble in self.nobles if noble.id == king.noble)

        def order(at: Location) -> tuple[bool, bool, int, Location]:
            weak = self.margin(at, max(men, self.men_at(at))) < 0
            return weak, at != king.at, self.distance(king.at, at), at

        return min(near, key=order, default=NOWHERE)

    @cached_property
    def besought(self) -> bool:
        """Whether such a King needs more men around him against the enemies who are near."""
        return bool(self.keep) and self.margin(self.wards[0].at, self.men_at(self.wards[0].at)) < 0

    @cached_property
    def settled(self) -> Location:
        """The location of the seat's King once time is called and he reigns alone: he wins if he stays alive."""
        king = next((heir for heir in self.wards if heir.id == self.view.sole_king), None)
        return king.at if king and self.view.time_called else NOWHERE

    def risks_king(self, at: Location) -> bool:
        """Whether a battle fought from a location would risk a King who need only live to win."""
        return bool(at) and (at == self.settled or (bool(self.keep) and at == self.wards[0].at))

    @cached_property
    def court(self) -> Location:
        """The location of the seat's most promising heir, where the others gather to protect him; "" without heirs."""
        return self.wards[0].at if self.wards and locations.square_of(self.wards[0].at) else NOWHERE

    def is_prey(self, force: ForceId) -> bool:
        """Whether a force protects a hunted heir, or stands where an unprotected one is."""
        seat, at, _ = force.split("|")
        return any(where == at and whose in ("", seat) for whose, where in self.prey)

    def wanted(self, target: ForceId) -> float:
        """Return the odds at which the steward attacks a force.

        Against an heir's guards, a seat that is behind accepts worse odds the longer the game lasts, so that games end.
        """
        odds = 1.0 if self.view.battle_table else ODDS
        return self._dared(odds) if self.is_prey(target) else odds

    def wanted_at_sea(self, sea: Location, seat: str) -> float:
        """Return the odds at which the steward attacks a fleet."""
        hunted = any(whose == seat and at != sea and self.anchorage(at) == sea for whose, at in self.prey)
        return self._dared(ODDS) if hunted else ODDS

    def _dared(self, odds: float) -> float:
        return odds if self.ahead else max(0.0, odds - 0.5 * (self.view.round // PATIENCE))

    def besieges(self, noble: NobleView) -> bool:
        """Whether a noble takes part in a siege by the seat that has not lasted too long."""
        held = [
            site for site in self.view.sites if site.besieged_by == self.seat and site.siege_turn <= MAX_SIEGE_TURNS
        ]
        return noble.at in [locations.open_in(ours().places[site.id].square) for site in held]

    @cached_property
    def harbour(self) -> Location:
        """The square of the nearest mainland port with one of the seat's ships; "" if there is none."""
        quays = [ship.at for ship in self.view.ships if ship.seat == self.seat and locations.on_mainland(ship.at)]
        squares = [locations.open_in(locations.square_of(at)) for at in quays]
        return min(squares, key=lambda at: (self.distance(self.camp, at), at), default=NOWHERE)

    # ------------------------------------------------------------------ Parliament

    def gains(self, noble: NobleView) -> bool:
        """Whether a noble could get a title or an office from the Chancery; always, if its cards are hidden."""
        chancery = [ours().cards[card] for card in self.view.chancery or ()]
        offices = self.view.chancery is None or any(isinstance(card, OfficeCard) for card in chancery)
        titles = self.view.chancery is None or any(isinstance(card, TitleCard) for card in chancery)
        titled = bool(noble.title) or ours().noble(noble.id).titled
        return offices and not noble.office if titled else titles

    @cached_property
    def leads(self) -> bool:
        """Whether the seat has more votes in the Commons than all others together."""
        commons = {seat.id: seat.commons for seat in self.view.seats}
        return 2 * commons[self.seat] > sum(commons.values())

    @cached_property
    def carries(self) -> bool:
        """Whether the seat outvotes all others together in both Houses, or no vote has been taken yet."""
        session = self.view.parliament
        if session is None or not session.ballots:
            return True
        own = session.votes.get(self.seat, [0, 0])
        return all(2 * own[house] > sum(votes[house] for votes in session.votes.values()) for house in (0, 1))

    def comers(self, able: Sequence[str]) -> list[str]:
        """Return the nobles who can be spared for Parliament: none who guard an heir, are needed to, or besiege.

        Return nobody if nobody has anything to gain there.
        """
        going: list[str] = []
        court = self.wards[0].at if self.wards else NOWHERE
        for noble in self.nobles:
            free = noble.id in able and not self.guards(noble.id) and not self.besieges(noble)
            if free and self.strength(court, [*going, noble.id]) >= (self.menace(court) if court else 0):
                going.append(noble.id)
        there = self.view.parliament.attending if self.view.parliament else []
        voices = [noble for noble in self.nobles if noble.id in going or noble.id in there]
        return going if any(map(self.gains, voices)) else []

    # ------------------------------------------------------------------ at sea

    @cached_property
    def exile(self) -> Location:
        """The overseas port where the seat's people wait to be fetched, the most promising heir first; "" for nobody.

        Nobles without heirs are fetched only while the quarry is not overseas.
        """
        heirs = [heir.at for heir in self.wards]
        nobles = [] if self.overseas else [noble.at for noble in self.nobles]
        ashore = (at for at in (*heirs, *nobles) if locations.square_of(at))
        return next((port_of(at) for at in ashore if not locations.on_mainland(at)), NOWHERE)

    def crew(self, ship: ShipView) -> list[str]:
        """Return the seat's nobles aboard a ship."""
        return [noble.id for noble in self.nobles if noble.id in ship.aboard]

    def bound_for(self, ship: ShipView) -> Location:
        """Return the port that a ship should sail to; "" if it has nothing to do at sea.

        A ship with an heir aboard sails home; then heirs overseas are fetched; any other crew goes to the quarry.
        """
        crew = self.crew(ship)
        if any(map(self.guards, crew)):
            return self.haven(ship.at)
        if self.exile:
            return self.exile
        if not crew:
            return NOWHERE
        return self.anchorage(self.quarry) if self.overseas else self.haven(ship.at)

    def anchorage(self, at: Location) -> Location:
        """Return where a ship can meet somebody: the port of their location, or where their own ship lies."""
        ship = self.ships.get(locations.name(at)) if locations.kind(at) == "aboard" else None
        return ship.at if ship else port_of(at)

    def haven(self, at: Location) -> Location:
        """Return the nearest mainland port by sea that no other seat controls."""
        others = {site.id for site in self.view.sites if site.seat not in ("", self.seat)}
        ports = [locations.port(port.place) for port in ours().ports.values() if port.place not in others]
        home = [port for port in ports if locations.on_mainland(port)]
        return min(home, key=lambda port: (leagues(at, port), port), default=NOWHERE)

    @cached_property
    def ships(self) -> dict[str, ShipView]:
        """The ships by their ids."""
        return {ship.id: ship for ship in self.view.ships}


def plagues() -> set[PlaceId]:
    """Return the places where an event card can bring a plague, which takes everybody inside."""
    return {place for card in ours().events.values() for place in card.places}


def _has_votes(place: Place) -> bool:
    return place.fortress and place.mainland and place.commons > 0


def _bishops(noble: NobleView) -> list[BishopCard]:
    cards = [ours().cards[card] for card in noble.cards]
    return [card for card in cards if isinstance(card, BishopCard)]


def port_of(at: Location) -> Location:
    """Return the port of a location's square; London where there is none."""
    square = locations.square_of(at)
    place = next((port.place for port in ours().ports.values() if port.square == square), PlaceId("london"))
    return locations.port(place)


def leagues(a: Location, b: Location) -> int:
    """Return the distance by sea between two ports or seas."""
    found = 0 if a == b else geography.sea_distance(a, b)
    return FAR if found is None else found
