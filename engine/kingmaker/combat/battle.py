"""Battles by card odds, sallies and ambushes, from the draw to the last consequence (rules 4.3, 4.7.9, 4.12)."""

from collections.abc import Sequence
from typing import Literal

from engine.core.actions import Request
from engine.kingmaker.board import locations, royal_death, sieges
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.combat import ambush, captives, casualties, odds, pardon, report, sallies, vacillation_in_battle
from engine.kingmaker.combat.losses import DrawnCombat, Toll
from engine.kingmaker.overseas import french, refuge


def engage(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str]) -> None:
    """Note that nobles have fought in this phase, and who was attacked [BASE-CMB-1, COV-5.11]."""
    tires = game.option("alliance_rest_rule") == "no_combat_last_turn"
    for noble in (*attackers, *defenders):
        person = game.noble(noble)
        person.fought = True
        person.weary = person.weary or (tires and person.faction == game.active)
    known = game.state.turn.attacked
    known += [noble for noble in defenders if noble not in known and _left_alone(game, noble, defenders)]
    refuge.note_errands(game, attackers)


def _left_alone(game: Kingmaker, noble: str, defenders: Sequence[str]) -> bool:
    """Tell whether a defender is not attacked again in this phase: an ally is only where he defends once, too.

    The first of the defenders is of the force that was attacked (option `defend_once`) [BASE-CMB-1, COV-1.8].
    """
    return bool(game.option("defend_once")) or game.noble(noble).faction == game.noble(defenders[0]).faction


def turn_card(game: Kingmaker, purpose: str, attacker: str) -> EventCard:
    """Draw the event card of a combat and lay it on the discard; the attacking seat may keep some (rules 3.9).

    A royal death strikes at once; the last Gales, or in Covault any Embassy, makes a new deck (rules 3.7, 3.14, 3.18).
    """
    card = game.catalog.events[piles.draw_event(game, purpose, in_combat=True)]
    while piles.kept_from_combat(game, card):
        game.faction(attacker).retained.append(card.id)
        text = f"{{{attacker}}} keeps this card, and another is turned in its place."
        game.emit("kept", text, about=[card.id], rule="COV-5.14b")
        card = game.catalog.events[piles.draw_event(game, purpose, in_combat=True)]
    report.note(game, card=card.id)
    piles.discard_event(game, card.id)
    royal_death.drawn_in_combat(game, card.id)
    piles.after_draw(game, card.id)
    return card


def fair_card(game: Kingmaker, purpose: str, sides: tuple[str, str], at: Location, rule: str) -> EventCard | None:
    """Turn the card of a combat in the open; None in bad weather: the attack comes to nothing [BASE-CMB-7, COV-2.4].

    The `sides` are the seat that attacks, and the one that is attacked.
    """
    seat, target = sides
    card = turn_card(game, f"the {purpose} {locations.say(game, at)}", seat)
    if card.odds != odds.BAD_WEATHER:
        return card
    text = f"Bad weather {locations.say(game, at)}: nobody fights, and {{{seat}}}'s attack on {{{target}}} is used up."
    game.emit("bad_weather", text, track=[at], rule=rule)
    return None


class Fight(DrawnCombat):
    """A combat of two sides, in the open or at sea, decided by a card; it has the fields that are named here."""

    seat: str
    target: str
    defenders: list[str]
    at: Location

    def people(self) -> tuple[list[str], ...]:
        """Return both sides."""
        return self.attackers, self.defenders

    def by_odds(self, game: Kingmaker, card: EventCard, rule: str = "") -> Toll:
        """Let the card decide: say who dies, and which side is beaten [BASE-CMB-5, BASE-CMB-6, BASE-CMB-9]."""
        attack = forces.total(game, self.attackers, "attack")
        defence = forces.total(game, self.defenders, "defence")
        reached, outcome = odds.column(attack, defence), odds.outcome(attack, defence, card.odds)
        winner = {"major_victory": self.seat, "attack_fails": self.target}.get(outcome, "")
        text = odds.told((self.seat, attack), (self.target, defence), reached, card.odds, winner)
        text += casualties.named(game, card, [*self.attackers, *self.defenders])
        rule = rule or ("BASE-CMB-6" if reached else "BASE-CMB-9")
        game.emit("battle", text, about=[*self.attackers, *self.defenders], track=[self.at], rule=rule)
        report.note(game, column=reached, outcome=outcome, winner=winner)
        toll = casualties.fallen(game, card, outcome, self.attackers, self.defenders)
        if winner:
            sides = list(self.attackers), list(self.defenders)
            toll.winners, toll.losers = sides if outcome == "major_victory" else sides[::-1]
            toll.leader = winner
        return toll

    def reckon(self, game: Kingmaker, toll: Toll) -> None:
        """Note who dies and who is beaten; pardons are played before it is carried out (rules 4.9, 4.11)."""
        self.toll = toll
        french.spend(game, self.attackers)
        game.push(pardon.KingsPardon(toll.lost(), self.at))


Kind = Literal["battle", "sally", "ambush"]


class Battle(KingmakerStep, Fight):
    """Active combat in the open, decided by the odds of the event card."""

    kind: Kind
    """Its kind."""

    seat: str
    """The seat that attacks."""

    target: str
    """The seat that is attacked."""

    attackers: list[str]
    """The nobles who attack, allies among them."""

    defenders: list[str]
    """The nobles who defend, allies among them."""

    at: Location
    """The location where it is fought."""

    site: PlaceId = NO_PLACE
    """The besieged place from which some have sallied; "" for none."""

    sallied: list[str] = []
    """The attackers who have sallied from it."""

    victim: str = ""
    """The heir whom an ambush is to hit; "" for none."""

    drawn: bool = False
    """Whether the card has been turned."""

    wavered: bool = False
    """Whether a noble has wavered, and the attacker is to say whether he draws again."""

    toll: Toll | None = None
    """The dead and the beaten, until it is carried out."""

    def proceed(self, game: Kingmaker) -> bool:
        """Go on unless a noble has wavered: then the attacker is asked."""
        return not self.wavered and super().proceed(game)

    def people(self) -> tuple[list[str], ...]:
        """Return both sides, and those of the attackers who sallied."""
        return self.attackers, self.defenders, self.sallied

    def draw(self, game: Kingmaker) -> None:
        """Let the card decide the battle or the ambush, unless the weather is bad or somebody wavers."""
        engage(game, self.attackers, self.defenders)
        ambushed = self.kind == "ambush"
        card = fair_card(game, "battle", (self.seat, self.target), self.at, "BASE-AMB-3" if ambushed else "BASE-CMB-7")
        if card is None:
            return
        if ambushed:
            toll = ambush.victims(game, card, self.defenders, self.victim)
            toll.winners, toll.losers, toll.leader = list(self.defenders), list(self.attackers), self.target
            ambush.tell(game, self.attackers, self.defenders, toll, self.at)
            report.note(game, outcome="attack_fails", winner=self.target)
            self.reckon(game, toll)
        elif card.kind == vacillation_in_battle.KIND:
            noble = vacillation_in_battle.falter(game, self.attackers, self.defenders, self.at)
            self.drawn, self.wavered = bool(noble), bool(noble)
            if noble:
                report.spared(game, noble, "wavered")
                self.spare(game, noble)
        else:
            self.reckon(game, self.by_odds(game, card))

    def pay(self, game: Kingmaker, toll: Toll) -> None:
        """Kill those whom the card or the dice have killed, and take the losers captive [BASE-CMB-8, BASE-CMB-10]."""
        if self.kind == "ambush":
            why = f"killed from ambush {locations.say(game, self.at)}"
            casualties.kill_together(game, toll, why, ambush.rule_of(game), "WBC-R06.4")
        else:
            sallies.march_out(game, self.attackers, self.sallied, self.at)
            sieges.beaten(game, toll.losers)
            why = f"killed in the battle {locations.say(game, self.at)}"
            casualties.kill_together(game, toll, why, "BASE-CMB-8")
        if toll.leader:
            sallies.ask_where_to_end(game, self.sallied, self.site, self.at)
            winners, losers = (forces.living(game, side) for side in (toll.winners, toll.losers))
            captives.take(game, losers, winners, toll.leader, self.at)
        else:
            sallies.undecided(game, self.sallied, self.site, self.at)
        if self.kind == "ambush":
            ambush.forfeit(game, self.seat, self.attackers)

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the attacker after a noble has wavered."""
        weighed = odds.preview(game, self.attackers, self.defenders)
        return [vacillation_in_battle.question(self.seat, odds.words(game, weighed))]

    def act(
        self, game: Kingmaker, seat: str, action: vacillation_in_battle.DrawAgain | vacillation_in_battle.BreakOff
    ) -> None:
        """Draw a new card, or break the battle off [WBC-V04.5]."""
        self.wavered = False
        if isinstance(action, vacillation_in_battle.DrawAgain):
            self.drawn = False
            return
        text = f"{{{seat}}} breaks off the battle; the attack is used up."
        game.emit("called_off", text, track=[self.at], rule="WBC-V04.5")
