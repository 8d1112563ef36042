"""Combat at sea, from the draw to the prizes (rules 4.10)."""

from collections.abc import Sequence

from engine.kingmaker.board import deaths, locations
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.combat import battle, captives, casualties, odds, pardon, prizes, report
from engine.kingmaker.combat.losses import DrawnCombat, Toll
from engine.kingmaker.overseas import french
from engine.kingmaker.ships import nearest_ports, shipping


def fleet(game: Kingmaker, seat: str, sea: Location) -> list[str]:
    """Return the ships of a seat at sea at a location [WBC-V09.3]."""
    return [ship for ship in shipping.ships_of(game, seat) if game.ship(ship).at == sea]


class SeaBattle(KingmakerStep, DrawnCombat):
    """Active combat at sea: the passengers of two fleets fight at the location `at` [WBC-V09.2]."""

    seat: str
    """The seat that attacks."""

    target: str
    """The seat that is attacked."""

    attackers: list[str]
    """The passengers of the fleet that attacks."""

    defenders: list[str]
    """The passengers of the fleet that is attacked."""

    at: Location
    """The location where they fight."""

    drawn: bool = False
    """Whether the card has been turned."""

    toll: Toll | None = None
    """The dead and the beaten, until it is carried out."""

    def draw(self, game: Kingmaker) -> None:
        """Let the passengers fight, unless the weather is bad."""
        battle.engage(game, self.attackers, self.defenders)
        card = battle.turn_card(game, f"the battle {locations.say(game, self.at)}", self.seat)
        if card.odds == odds.BAD_WEATHER:
            text = f"Bad weather {locations.say(game, self.at)}: there is no fighting, and the attack is used up."
            game.emit("bad_weather", text, track=[self.at], rule="BASE-CMB-7")
            return
        self.toll = self._fight(game, card)
        french.spend(game, self.attackers)
        game.push(pardon.Mercy(self.toll.lost(), self.at))

    def _fight(self, game: Kingmaker, card: EventCard) -> Toll:
        """Compare the passengers, without bonus areas and Town-card men, and roll for lives [WBC-V09.2]."""
        attack = forces.total(game, self.attackers, "attack")
        defence = forces.total(game, self.defenders, "defence")
        reached, outcome = odds.column(attack, defence), odds.outcome(attack, defence, card.odds)
        winner = {"major_victory": self.seat, "attack_fails": self.target}.get(outcome, "")
        text = odds.told((self.seat, attack), (self.target, defence), reached, card.odds, winner)
        game.emit("battle", text, about=[*self.attackers, *self.defenders], track=[self.at], rule="WBC-V09.2")
        report.note(game, column=reached, outcome=outcome, winner=winner)
        dead = casualties.fallen(game, card, outcome, self.attackers, self.defenders)
        price = Toll(dead.nobles, dead.heirs)
        if winner:
            attackers_win = outcome == "major_victory"
            price.leader = winner
            price.winners = list(self.attackers if attackers_win else self.defenders)
            beaten = self.defenders if attackers_win else self.attackers
            ships = prizes.fleet_of(game, self.at, self._loser(price), beaten)
            price.losers = list(dict.fromkeys([*beaten, *shipping.passengers(game, ships)]))
        return price

    def people(self) -> tuple[list[str], ...]:
        """Both sides."""
        return self.attackers, self.defenders

    def pay(self, game: Kingmaker, price: Toll) -> None:
        """Kill the dead, and take the losers captive with their ships [WBC-V09.5, WBC-V09.6]."""
        victors = price.captors()
        beaten = prizes.fleet_of(game, self.at, self._loser(price), price.losers) if victors else []
        own = prizes.fleet_of(game, self.at, price.leader, price.winners) if victors else []
        for side in (self.attackers, self.defenders):
            _shelter_heirs(game, price.nobles, side)
        casualties.bury(game, price, f"killed in the battle {locations.say(game, self.at)}", "BASE-CMB-8")
        if victors:
            self._capture(game, price, victors, own, beaten)
        elif price.leader:
            text = "Nobody on the winning side is left to take captives."
            game.emit("no_captors", text, track=[self.at], rule="BASE-CMB-10")
        deaths.drown(game)

    def _loser(self, price: Toll) -> str:
        return self.target if price.leader == self.seat else self.seat

    def _capture(
        self, game: Kingmaker, price: Toll, victors: Sequence[str], own: Sequence[str], beaten: Sequence[str]
    ) -> None:
        leader = captives.commander(game, victors, price.leader)
        losers = forces.living(game, price.losers)
        booty = prizes.ship_cards(game, beaten, leader, losers)
        prizes.seize(game, beaten, leader)
        aboard = [heir for ship in (*own, *beaten) for heir in forces.heirs_at(game, locations.aboard(ship))]
        prey = [heir for heir in aboard if not game.heir(heir).noble]
        game.push(prizes.Prizes(leader, self.at, list(victors), list(losers), list(own), list(beaten)))
        shore = nearest_ports.quay(game, self.at, self._loser(price))
        captives.take(game, losers, victors, price.leader, shore, heirs=prey, booty=booty)


def _shelter_heirs(game: Kingmaker, dead: Sequence[str], side: Sequence[str]) -> None:
    """Heirs of the dead whom nobody of their force can take go to another of their faction in the fleet (RULING 90)."""
    for noble in [noble for noble in dead if noble in side]:
        others = [n for n in side if n not in dead and game.noble(n).faction == game.noble(noble).faction]
        if any(n in forces.force_of(game, noble) for n in others):
            continue
        guardian = forces.guardian(game, others)
        for heir in forces.heirs_of(game, noble) if guardian else ():
            if heir != noble:
                game.heir(heir).noble, game.heir(heir).at = guardian, game.noble(guardian).at
                deaths.tell_guardian(game, heir)
