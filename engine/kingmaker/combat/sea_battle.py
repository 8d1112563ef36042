"""Combat at sea, from the draw to the prizes (rules 4.10)."""

from collections.abc import Sequence

from engine.kingmaker.board import deaths, locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.combat import battle, captives, casualties, prizes
from engine.kingmaker.combat.losses import Toll
from engine.kingmaker.ships import nearest_ports, shipping


def fleet(game: Kingmaker, seat: str, sea: Location) -> list[str]:
    """Return the ships of a seat at sea at a location [WBC-V09.3]."""
    return [ship for ship in shipping.ships_of(game, seat) if game.ship(ship).at == sea]


class SeaBattle(KingmakerStep, battle.Fight):
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
        """Let the passengers fight as on land, unless the weather is bad; nobody wavers [WBC-V04.7, WBC-V09.2]."""
        battle.engage(game, self.attackers, self.defenders)
        card = battle.fair_card(game, "battle", (self.seat, self.target), self.at, "BASE-CMB-7")
        if card is None:
            return
        toll = self.by_odds(game, card, "WBC-V09.2")
        if toll.leader:
            ships = prizes.fleet_of(game, self.at, self._loser(toll), toll.losers)
            toll.losers = list(dict.fromkeys([*toll.losers, *shipping.passengers(game, ships)]))
        self.reckon(game, toll)

    def pay(self, game: Kingmaker, toll: Toll) -> None:
        """Kill the dead, and take the losers captive with their ships [WBC-V09.5, WBC-V09.6]."""
        victors = toll.captors()
        beaten = prizes.fleet_of(game, self.at, self._loser(toll), toll.losers) if victors else []
        own = prizes.fleet_of(game, self.at, toll.leader, toll.winners) if victors else []
        for side in (self.attackers, self.defenders):
            _shelter_heirs(game, toll.nobles, side)
        casualties.kill_together(game, toll, f"killed in the battle {locations.say(game, self.at)}", "BASE-CMB-8")
        if victors:
            losers = forces.living(game, toll.losers)
            leader = captives.commander(game, victors, toll.leader)
            booty = prizes.ship_cards(game, beaten, leader, losers)
            prizes.seize(game, beaten, leader)
            aboard = [heir for ship in (*own, *beaten) for heir in forces.heirs_at(game, locations.aboard(ship))]
            heirs = [heir for heir in aboard if not game.heir(heir).noble]
            game.push(prizes.Prizes(leader, self.at, list(victors), list(losers), list(own), list(beaten)))
            shore = nearest_ports.quay(game, self.at, self._loser(toll))
            captives.take(game, losers, victors, toll.leader, shore, heirs=heirs, booty=booty)
        elif toll.leader:
            captives.take(game, [], [], toll.leader, self.at)
        deaths.drown(game)

    def _loser(self, toll: Toll) -> str:
        return self.target if toll.leader == self.seat else self.seat


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
