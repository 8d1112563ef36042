"""The value of things to a seat, in power points, from its view; the courtier decides by it."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.lancaster.board import spots
from engine.lancaster.board.catalog import CastleSpace, Catalog, Effect, catalog
from engine.lancaster.views import ConflictView, CountyView, HouseView, LancasterView, PlayerView, SpaceView

GOODS: Mapping[str, tuple[float, float, float]] = {
    "gold": (0.05, 0.6, 0.75),
    "squires": (0.05, 0.7, 0.9),
    "voting_markers": (0.02, 0.3, 0.45),
}
"""The value of one that can be used in no further round, in one, and in several."""

TOKEN = 2.2
"""The value of one more knight in each round."""

STRENGTH = 0.8
"""The value of one more point of strength, each round and for the knighthood at the end."""

LATER = 0.5
"""By how much a use of a token that nobody can take away is postponed."""

START = 3.5
"""The value of being start player: the first choice of favours, counties and places in France."""

EXPELLED = 1.2
"""The value left in a token that is expelled and placed again."""

DISHONOR = 1.6
"""The cost of a dishonor marker, including the risk of having the most."""

HIDDEN = {"gold": 3, "squires": 2, "voting_markers": 2, "seals": 2, "dishonor": 1}
"""The guess for each good behind another player's screen."""

PRIVILEGES = {"shield": 1.0, "archer": 2.5, "tudor_knight": 2.2}
"""The value of a privilege for the next round."""

MARCH = 1.5
"""The value of moving a knight to a conflict later."""

FAVOUR = 0.8
"""The value of a favour of the king that nobody else has taken."""

STUCK = 1.2
"""The cost of a knight who waits in France for the second battle."""

CAPTURED = 0.4
"""The share of a captured knight's value that is lost or paid as ransom."""

Counts = Counter[str]
"""The quantities of a seat that laws count, by name."""


@dataclass(frozen=True)
class Seen:
    """A space of a conflict as a courtier reckons with it."""

    house: str
    strength: int
    archer: bool = False
    knights: int = 0


class Outlook:
    """The view of a seat, and its valuation."""

    def __init__(self, view: LancasterView, seat: str) -> None:
        self.view, self.seat = view, seat
        self.book: Catalog = catalog(view.figures)
        self.players = {player.id: player for player in view.players}
        self.houses = {house.id: house for house in view.houses}
        self.own: PlayerView = self.players[seat]
        self.rivals = [player for player in view.players if player.id != seat]
        self.rounds_left = self.book.rounds - view.round
        self.duel = len(view.players) == 2
        self.spite = 1.0 if self.duel else 0.35 / (len(view.players) - 1)
        """How much of what a rival loses is one's own gain."""
        self.counties: dict[str, CountyView] = {county.id: county for county in view.counties}
        self._laws: dict[tuple[str, int], float] = {}

    # ------------------------------------------------------------------ goods

    def has(self, seat: str, good: str) -> int:
        """How much a seat has, guessed where it is hidden."""
        number = getattr(self.players[seat], good)
        return HIDDEN[good] if number is None else int(number)

    def worth(self, good: str, rounds: int) -> float:
        """Return the worth of one of a good that can be used for a number of rounds."""
        match good:
            case "power_points":
                return 1.0
            case "seals":
                return self.seal
            case "dishonor":
                return -DISHONOR
            case _:
                return GOODS[good][min(rounds, 2)]

    @property
    def seal(self) -> float:
        """What a seal is worth: the lord and the bishops that one will have."""
        return 1 + min(self.book.most_bishops, self.own.bishops + 0.25 * self.rounds_left)

    def bishop(self, house: str) -> float:
        """Return a bishop's worth: his seals at the end, and his support."""
        if self.houses[house].ally:
            return 0.4
        seals = self.has(self.seat, "seals") + 0.7 * self.rounds_left
        return seals + 0.3 * self.rounds_left

    def gains(self, gain: Mapping[str, int], rounds: int) -> float:
        """Return the worth of a law's or a castle space's gain to an average player."""
        return sum(self._gain(what, rounds) * number for what, number in gain.items())

    def _gain(self, what: str, rounds: int) -> float:
        match what:
            case "recruit":
                return self.recruit(rounds)
            case "upgrade" | "upgrade_deployed":
                return self.upgrade(rounds)
            case "extension":
                return 1.0 + 1.3 * rounds
            case "dishonor_removed":
                return DISHONOR
            case _:
                return self.worth(what, rounds)

    def upgrade(self, rounds: float) -> float:
        """Return the worth of one more strength for a number of rounds."""
        return 0.7 + STRENGTH * rounds

    def recruit(self, rounds: float) -> float:
        """Return the worth of one more strength-1 knight for a number of rounds."""
        return 0.5 + TOKEN * rounds

    # ------------------------------------------------------------------ nobles, tiles, castles

    def noble(self, seat: str) -> float:
        """Return the worth of another noble: each makes the next one worth more."""
        number = len(self.players[seat].nobles)
        return min(8.0, 1 + number + 0.8 * self.rounds_left) + 0.3 * self.rounds_left if number < 8 else 0.2

    def takes_noble(self, seat: str, letter: str) -> bool:
        """Whether a seat can take the noble of a county."""
        return self.counties[letter].nobles > 0 and letter not in self.players[seat].nobles

    def tile(self, tile: str, rounds: int) -> float:
        """Return the worth of an extension tile that pays for a number of rounds, and at the end."""
        space = self.book.castle[self.book.tiles[tile].space]
        return 1.0 + sum(max(0.0, self.space(space, later)) for later in range(rounds))

    def space(self, space: CastleSpace, rounds: int) -> float:
        """Return the pay of a castle space, with a number of rounds left; an ally's costs nothing and pays the ally."""
        gained = self.gains(space.gain, rounds) - sum(self.worth(g, rounds) * n for g, n in space.cost.items())
        match space.action:
            case "upgrade":
                return gained + self.upgrade(rounds)
            case "recruit":
                return gained + self.recruit(rounds)
            case _:
                return gained

    def castle_lacks(self, squires: int) -> float:
        """Return the worth of the extensions of one's own castle that cannot be paid for once squires are spent."""
        have = self.has(self.seat, "squires")
        spaces = (self.book.castle[self.book.tiles[tile].space] for tile in self.own.tiles)
        lacking = (space for space in spaces if have - squires < space.cost.get("squires", 0) <= have)
        return sum(max(0.0, self.space(space, self.rounds_left)) for space in lacking)

    # ------------------------------------------------------------------ counties

    def reward(self, house: str, letter: str) -> float:
        """Return the worth of a county's reward to the seat that leads a house."""
        ally, rounds = self.houses[house].ally, self.rounds_left
        reward = self.book.counties[letter].reward
        match reward.kind:
            case "recruit":
                able = any(k.strength == 1 and k.at == spots.RESERVE for k in self.houses[house].knights)
                return self.recruit(rounds) * (0.5 if ally else 1) if able else 0.0
            case "upgrade":
                return self.upgrade(rounds) * (0.5 if ally else 1)
            case "move_to_conflict":
                return self.march(house, letter) if self.view.phase == "rewards" else MARCH
            case "choose_start_player":
                return START if rounds else 0.0
            case _ if ally:
                return 0.0
            case "extension":
                return 1.5 + 1.3 * rounds if len(self.players[self.houses[house].seat].tiles) < 6 else 0.0
            case good:
                return self.worth(good, rounds) * reward.amount

    def march(self, house: str, letter: str) -> float:
        """Return the worth of moving the knight of a house from a county to the best conflict, or nowhere."""
        marching = [knight.strength for knight in self.houses[house].knights if knight.at == spots.county(letter)]
        favour = FAVOUR if self.view.favours else 0.0
        gains = [
            self.war(card, self.joined(card, house, strength, ())) - self.war(card, spaces) + favour
            for strength in marching
            for card, spaces in self.spaces.items()
            if any(not space.house or (space.house == house and not space.archer) for space in spaces)
        ]
        return max([0.0, *gains])

    def county(self, house: str, letter: str) -> float:
        """Return the worth of a county to the seat that leads a house, if its knight stays there."""
        seat = self.houses[house].seat
        reward = self.reward(house, letter)
        if not self.takes_noble(seat, letter):
            return reward
        if self.houses[house].ally:
            return max(reward, 0.4)
        noble = self.noble(seat)
        price = self.book.both_price
        both = noble + reward - price * self.worth("gold", self.rounds_left)
        return max(noble, reward, both if self.has(seat, "gold") >= price else 0.0)

    def stays(self, letter: str, total: int) -> float:
        """How likely a knight with a total stays in a county until all are placed."""
        likely, minimum = 1.0, self.book.counties[letter].min_strength
        for rival in self.rivals:
            reach = max((self._reach(house, minimum) for house in self._houses(rival.id)), default=0)
            if reach > total:
                likely *= 1 - min(0.5, 0.22 + 0.06 * (reach - total))
        return likely

    def _houses(self, seat: str) -> Iterator[HouseView]:
        return (house for house in self.view.houses if house.seat == seat)

    def _reach(self, house: HouseView, minimum: int) -> int:
        """Return the highest total with which a knight of a house could still come to a county."""
        tudor = 2 if "tudor_knight" in self.privileges(house.id) else 0
        fit = [k.strength + tudor for k in house.knights if k.at == spots.COURT and k.strength + tudor >= minimum]
        squires = 0 if house.ally else self.has(house.seat, "squires")
        return max(fit) + squires if fit else 0

    def privileges(self, house: str) -> list[str]:
        """Return the privileges that a house can still use this round."""
        now = self.view.round
        return [p.kind for p in self.view.privileges if p.house == house and not p.at and p.granted < now]

    # ------------------------------------------------------------------ conflicts

    @cached_property
    def waiting(self) -> int:
        """The strength of all knights that are still to be placed; those at home after Parliament are not."""
        if self.view.phase == "rewards":
            return 0
        return sum(k.strength for house in self.view.houses for k in house.knights if k.at == spots.COURT)

    @cached_property
    def spaces(self) -> dict[str, list[Seen]]:
        """The spaces of each open conflict."""
        return {card.id: [self._seen(card, n, space) for n, space in enumerate(card.spaces)] for card in self.open}

    @property
    def open(self) -> Sequence[ConflictView]:
        """The conflicts that lie open."""
        return self.view.conflicts

    def _seen(self, card: ConflictView, place: int, space: SpaceView) -> Seen:
        knights = 0
        if space.house and not space.archer:
            at = spots.conflict(card.id, place)
            knights = sum(knight.at == at for knight in self.houses[space.house].knights)
        return Seen(space.house, space.strength, space.archer, knights)

    def joined(self, card: str, house: str, strength: int, bring: Sequence[str]) -> list[Seen]:
        """Return the spaces of a conflict after a knight has joined it, by the rules of the topmost free space."""
        spaces = list(self.spaces[card])
        own = [n for n, space in enumerate(spaces) if space.house == house and not space.archer]
        free = [n for n, space in enumerate(spaces) if not space.house]
        place = (own or free)[0]
        more = strength + (2 if "tudor_knight" in bring else 0)
        before = spaces[place]
        spaces[place] = Seen(house, before.strength + more, False, before.knights + 1)
        if "archer" in bring and place + 1 < len(spaces):
            spaces[place + 1] = Seen(house, 2, True)
        return spaces

    def war(self, card: str, spaces: Sequence[Seen], spent: int = 0) -> float:
        """Return the worth of a conflict to the seat, less that to the others; `spent` strength no longer waits."""
        row = next(conflict.row for conflict in self.open if conflict.id == card)
        likely = self.victory(card, spaces, spent)
        own = self.share(card, row, spaces, self.seat, likely)
        return own - self.spite * sum(self.share(card, row, spaces, rival.id, likely) for rival in self.rivals)

    def stronger(self, house: str, at: str) -> float:
        """Return what one more strength of a knight brings at once at the conflict where he stands; 0 elsewhere."""
        if spots.kind(at) != "conflict":
            return 0.0
        card = spots.name(at)
        spaces = self.spaces[card]
        own = [space.house == house and not space.archer for space in spaces]
        raised = [replace(one, strength=one.strength + more) for one, more in zip(spaces, own, strict=True)]
        return self.war(card, raised) - self.war(card, spaces)

    def victory(self, card: str, spaces: Sequence[Seen], spent: int) -> float:
        """How likely England wins: what is missing against what may still come."""
        missing = self.book.conflicts[card].strength - sum(space.strength for space in spaces)
        if missing <= 0:
            return 1.0
        coming = 0.4 * (self.waiting - spent) / len(self.open)
        return 1 / (1 + math.exp((missing - coming) / 1.1))

    def share(self, card: str, row: str, spaces: Sequence[Seen], seat: str, likely: float) -> float:
        """Return the worth of a conflict to one seat."""
        colour = self.players[seat].colour
        taken = sorted((n for n, s in enumerate(spaces) if s.house), key=lambda n: (-spaces[n].strength, n))
        ranks = zip(taken, self.book.conflicts[card].points, strict=False)
        points = sum(worth for place, worth in ranks if spaces[place].house == colour)
        own = [space for space in spaces if space.house == colour and not space.archer]
        lost = 0.0
        if row == "upper" and self.rounds_left:
            lost = 0.5 * points - sum(STUCK * space.knights + 0.3 * space.strength for space in own)
        elif row == "lower":
            lost = -sum(CAPTURED * self.recruit(self.rounds_left) * space.knights + space.strength for space in own)
        if not own and self.view.track:
            lost -= DISHONOR
        return likely * points + (1 - likely) * lost

    # ------------------------------------------------------------------ offices

    def office(self, house: str, office: str) -> float:
        """Return the worth of an office to a house this round."""
        card, last = self.book.offices[office], not self.rounds_left
        seals = card.seals_round5 if last else card.seals
        privilege = card.privilege_round5 if last else card.privilege
        ally = self.houses[house].ally
        worth = (0.0 if ally else self.seal * seals) + (0.0 if last else PRIVILEGES.get(privilege, 0.0))
        return worth + (1.2 if last and privilege and not ally else 0.0)

    def lord_stays(self, total: int) -> float:
        """How likely a lord with a total is not expelled from an office."""
        likely = 1.0
        for rival in self.rivals:
            for house in self._houses(rival.id):
                if house.lord == spots.COURT:
                    knights = sum(knight.strength for knight in house.knights if knight.at == spots.COURT)
                    bishops = 0 if house.ally else rival.bishops
                    likely *= 0.8 if 1 + bishops + knights > total else 1.0
        return likely

    # ------------------------------------------------------------------ laws

    def counts(self, seat: str) -> Counts:
        """Return the numbers that laws count and compare of a seat."""
        player = self.players[seat]
        knights = [knight for knight in self.houses[player.colour].knights if spots.deployed(knight.at)]
        counted: Counts = Counter(f"deployed_{knight.strength}" for knight in knights)
        for knight in knights:
            match spots.kind(knight.at):
                case "county":
                    counted["counties"] += 1
                    counted["strength_in_counties"] += knight.strength
                case "castle":
                    counted["castle_knights"] += 1
                case "tower":
                    counted["tower_knights"] += 1
                case "conflict":
                    counted["strength_in_conflicts"] += knight.strength
        counted["conflicts"] = len({spots.name(k.at) for k in knights if spots.kind(k.at) == "conflict"})
        counted["nobles"], counted["extensions"] = len(player.nobles), len(player.tiles)
        counted["bishops"] = player.bishops
        for good in HIDDEN:
            counted[good] = self.has(seat, good)
        counted["voting_markers_after_vote"] = counted["voting_markers"]
        return counted

    @cached_property
    def all_counts(self) -> dict[str, Counts]:
        """What laws count of every seat."""
        return {seat: self.counts(seat) for seat in self.players}

    def law(self, law: str, seat: str, counts: Counts) -> float:
        """Return a law's worth to a seat with these counts, were it applied now."""
        effect = self.book.laws[law].effect
        rounds = self.rounds_left
        others = [self.all_counts[other] for other in self.players if other != seat]
        match effect.kind:
            case "per":
                times = counts[effect.count] / effect.step
                return (0.75 * int(times) + 0.25 * times) * self.gains(effect.gain, rounds)
            case "most":
                return self._compared(effect.of, counts, others) * self.gains(effect.gain, rounds)
            case "most_each":
                return sum(self._compared(p.of, counts, others) * self.gains(p.gain, rounds) for p in effect.parts)
            case "most_loses":
                return -sum(
                    self._compared(p.of, counts, others) * min(p.lose, counts[p.of]) * self.worth(p.of, rounds)
                    for p in effect.parts
                )
            case "fewest":
                least = all(counts[effect.of] <= other[effect.of] for other in others)
                return self.gains(effect.gain, rounds) * (1.0 if least else 0.0)
            case "if":
                return self.gains(effect.gain, rounds) if _meets(effect.condition, counts) else 0.0
            case "buy":
                return self.price(effect, counts) * self._times(effect, counts)
            case _:
                return 1.5 if counts["deployed_3"] else 0.0

    def _compared(self, of: str, counts: Counts, others: Sequence[Counts]) -> float:
        """How likely a seat has the most of something; what is hidden is a guess."""
        if not counts[of]:
            return 0.0
        most = max(other[of] for other in others)
        guessed = of in ("gold", "squires") and not self.duel
        if guessed:
            return 1 / (1 + math.exp(most - counts[of]))
        return 1.0 if counts[of] >= most else 0.0

    def price(self, effect: Effect, counts: Counts) -> float:
        """Return the gain of paying a law's price once; never less than nothing."""
        cost = sum(self.worth(good, self.rounds_left) * number for good, number in effect.cost.items())
        return max(0.0, self.gains(effect.gain, self.rounds_left) - cost)

    def _times(self, effect: Effect, counts: Counts) -> int:
        able = min(counts[good] // number for good, number in effect.cost.items())
        return min(able, effect.max) if effect.max else able

    def net(self, law: str) -> float:
        """Return a law's worth to the seat beyond its average worth to the others."""
        given = {seat: self.law(law, seat, counts) for seat, counts in self.all_counts.items()}
        others = [value for seat, value in given.items() if seat != self.seat]
        return given[self.seat] - sum(others) / len(others)

    @cached_property
    def likely_laws(self) -> list[tuple[str, float]]:
        """The laws that may be applied this round, each with how likely it is."""
        current, proposed = self.view.laws.current, self.view.laws.proposed
        chances = (0.2, 0.5, 0.8)
        return [*zip(current, chances, strict=False), *((law, 0.5) for law in proposed)]

    def deployed(self, kind: str, strength: int, *, again: bool = False) -> float:
        """Return what laws make one more knight on a space worth; `again` if the conflict has one."""
        key = (f"{kind}{again}", strength)
        if key not in self._laws:
            before = self.all_counts[self.seat]
            after = before + Counter({f"deployed_{strength}": 1})
            after.update(_added(kind, strength, again))
            self._laws[key] = sum(
                likely * (self.law(law, self.seat, after) - self.law(law, self.seat, before))
                for law, likely in self.likely_laws
            )
        return self._laws[key]


def _added(kind: str, strength: int, again: bool) -> dict[str, int]:
    match kind:
        case "county":
            return {"counties": 1, "strength_in_counties": strength}
        case "conflict":
            return {"conflicts": 0 if again else 1, "strength_in_conflicts": strength}
        case "castle":
            return {"castle_knights": 1}
        case "tower":
            return {"tower_knights": 1}
        case _:
            return {}


def _meets(condition: str, counts: Counts) -> bool:
    match condition:
        case "no_deployed_2":
            return not counts["deployed_2"]
        case "three_deployed_1":
            return counts["deployed_1"] >= 3
        case "no_bishop":
            return not counts["bishops"] and counts["dishonor"] > 0
        case _:
            return all(counts[kind] for kind in ("counties", "conflicts", "castle_knights"))
