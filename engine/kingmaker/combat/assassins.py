"""The assassin: one untitled noble against more than four times his men (rules 4.5.7) [COV-5.15b]."""

from collections.abc import Sequence

import msgspec

from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.combat import battle, battle_table, casualties, odds, report
from engine.kingmaker.combat.casualties import Risk
from engine.kingmaker.combat.losses import Toll

RULE = "COV-5.15b"


def sent(game: Kingmaker) -> bool:
    """Whether assassins are sent at this table (option `ambush`)."""
    return game.option("ambush") == "assassin"


def check(game: Kingmaker, assassins: Sequence[str], enemies: Sequence[str], victim: str) -> None:
    """Raise Illegal unless a force may send an assassin against another; victim "" is the default."""
    if not sent(game):
        raise Illegal("Assassins are not sent at this table.", RULE)
    if len(assassins) != 1 or game.catalog.noble(assassins[0]).titled or game.noble(assassins[0]).title:
        raise Illegal(lambda: f"{names.cards(game, assassins)} cannot: an assassin is a single untitled noble.", RULE)
    own, theirs = forces.total(game, assassins, "attack"), forces.total(game, enemies, "defence")
    if 4 * own >= theirs:
        reason = f"{own} men are too many for an assassin's attack on {theirs}: give battle instead."
        raise Illegal(reason, RULE)
    if victim and victim not in victims(game, enemies):
        raise Illegal("The victim is one noble or heir of the force that is attacked.", RULE)


def victims(game: Kingmaker, enemies: Sequence[str]) -> list[str]:
    """Return an assassin's victims, the default first: the strongest noble, other nobles, then heirs (D40)."""
    strongest = forces.strongest(game, enemies)
    others = [noble for noble in enemies if noble != strongest]
    return [*([strongest] if strongest else []), *others, *casualties.wards(game, enemies)]


class Assassination(KingmakerStep, battle.Fight):
    """Active combat of an assassin against a force: the attack fails, and he and his victim roll for their lives."""

    seat: str
    """The seat that sends him."""

    target: str
    """The seat that is attacked."""

    attackers: list[str]
    """The assassin alone; nobody once he has been spared."""

    defenders: list[str]
    """The force."""

    at: Location
    """Where it is attacked."""

    victim: str
    """The noble or heir whom he is after."""

    drawn: bool = msgspec.field(default=False, name="fought")
    """Whether the card for the weather has been turned."""

    toll: Toll | None = None
    """The dead, until it is carried out."""

    site: PlaceId = NO_PLACE
    """The besieged place from which he has sallied; "" for none."""

    def draw(self, game: Kingmaker) -> None:
        """Look at the weather, and let the assassin strike if it is fair."""
        battle.engage(game, self.attackers, self.defenders)
        if battle.fair_card(game, "weather", (self.seat, self.target), self.at, "COV-2.4"):
            (assassin,) = self.attackers
            text = f"{names.card(game, assassin)} tries to kill {names.thing(game, self.victim)} and fails."
            game.emit("battle", text, about=[assassin, self.victim], track=[self.at], rule=RULE)
            report.note(game, outcome="attack_fails", winner=self.target)
            dead = [risk.person for risk in risks(game, assassin, self.victim) if casualties.dies(game, risk)]
            self.reckon(game, casualties.dead_of(game, dead))

    def pay(self, game: Kingmaker, toll: Toll) -> None:
        """Kill the dead, and send the assassin home if he lives."""
        why = f"killed in an assassin's attack {locations.say(game, self.at)}"
        sallied = self.attackers if self.site else []
        battle_table.fail(game, self.target, self.attackers, self.defenders, toll, why, sallied, self.site)


def risks(game: Kingmaker, assassin: str, victim: str) -> list[Risk]:
    """Return the two who roll for their lives, on the assassin's line of the death table."""
    line = game.catalog.battle_deaths["assassin"]
    victim_dies = line.defending_noble if victim in game.state.nobles else line.defending_heir
    return [Risk(assassin, line.attacking_noble), Risk(victim, victim_dies)]


def preview(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str], victim: str) -> odds.Preview:
    """Weigh an assassin's attack: it fails unless the weather is bad, and two may die."""
    pool = odds.possible_cards(game)
    fair = len(odds.in_fair_weather(pool))
    return odds.Preview(
        forces.total(game, attackers, "attack"),
        forces.total(game, defenders, "defence"),
        column="less than 1:4",
        cards=len(pool) * 100,
        defence_wins=fair * 100,
        bad_weather=(len(pool) - fair) * 100,
        deaths={risk.person: fair * risk.percent for noble in attackers for risk in risks(game, noble, victim)},
    )
