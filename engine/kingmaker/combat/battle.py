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
from engine.kingmaker.combat.casualties import Fallen
from engine.kingmaker.combat.losses import DrawnCombat, Toll
from engine.kingmaker.overseas import french, refuge

Kind = Literal["battle", "sally", "ambush"]


class Battle(KingmakerStep, DrawnCombat):
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

    def draw(self, game: Kingmaker) -> None:
        """Let the card decide the battle or the ambush, unless the weather is bad or somebody wavers."""
        engage(game, self.attackers, self.defenders)
        card = turn_card(game, f"the battle {locations.say(game, self.at)}", self.seat)
        if card.odds == odds.BAD_WEATHER:
            text = f"Bad weather {locations.say(game, self.at)}: there is no fighting, and the attack is used up."
            rule = "BASE-AMB-3" if self.kind == "ambush" else "BASE-CMB-7"
            game.emit("bad_weather", text, track=[self.at], rule=rule)
        elif self.kind == "ambush":
            self._ambush(game, card)
        elif vacillation_in_battle.breaks_in(card):
            self._waver(game)
        else:
            self._fight(game, card)

    def _reckon(self, game: Kingmaker, price: Toll) -> None:
        """Note who dies and who is beaten, and let pardons be played before that is carried out."""
        self.toll = price
        french.spend(game, self.attackers)
        game.push(pardon.Mercy(price.lost(), self.at))

    def people(self) -> tuple[list[str], ...]:
        """Both sides, and those of the attackers who sallied."""
        return self.attackers, self.defenders, self.sallied

    def pay(self, game: Kingmaker, price: Toll) -> None:
        """Kill those whom the card or the dice have killed, and take the losers captive [BASE-CMB-8, BASE-CMB-10]."""
        if self.kind == "ambush":
            casualties.bury(game, price, ambush.why(game, self.at), ambush.rule_of(game), "WBC-R06.4")
        else:
            sallies.march_out(game, self.attackers, self.sallied, self.at)
            sieges.beaten(game, price.losers)
            casualties.bury(game, price, f"killed in the battle {locations.say(game, self.at)}", "BASE-CMB-8")
        if price.leader:
            self._victory(game, price)
        else:
            sallies.undecided(game, self.sallied, self.site, self.at)
        if self.kind == "ambush":
            ambush.forfeit(game, self.seat, self.attackers)

    def _victory(self, game: Kingmaker, price: Toll) -> None:
        sallies.ask_where_to_end(game, self.sallied, self.site, self.at)
        winners, losers = (forces.living(game, side) for side in (price.winners, price.losers))
        if winners:
            captives.take(game, losers, winners, price.leader, self.at)
        else:
            text = "Nobody on the winning side is left to take captives."
            game.emit("no_captors", text, track=[self.at], rule="BASE-CMB-10")

    # ------------------------------------------------------------------ wavering

    def _waver(self, game: Kingmaker) -> None:
        """Let one noble drop out of the battle; where the card is ignored, draw another."""
        noble = vacillation_in_battle.falter(game, self.attackers, self.defenders, self.at)
        self.drawn, self.wavered = bool(noble), bool(noble)
        if noble:
            report.spared(game, noble, "wavered")
            self.spare(game, noble)

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

    # ------------------------------------------------------------------ battle and sally

    def _fight(self, game: Kingmaker, card: EventCard) -> None:
        attack = forces.total(game, self.attackers, "attack")
        defence = forces.total(game, self.defenders, "defence")
        reached, outcome = odds.column(attack, defence), odds.outcome(attack, defence, card.odds)
        winner = {"major_victory": self.seat, "attack_fails": self.target}.get(outcome, "")
        text = odds.told((self.seat, attack), (self.target, defence), reached, card.odds, winner)
        rule = "BASE-CMB-6" if reached else "BASE-CMB-9"
        people = [*self.attackers, *self.defenders]
        game.emit("battle", text, about=people, track=[self.at], rule=rule)
        report.note(game, column=reached, outcome=outcome, winner=winner)
        price = _toll(casualties.fallen(game, card, outcome, self.attackers, self.defenders))
        if winner:
            sides = list(self.attackers), list(self.defenders)
            price.winners, price.losers = sides if outcome == "major_victory" else sides[::-1]
            price.leader = winner
        self._reckon(game, price)

    # ------------------------------------------------------------------ ambush

    def _ambush(self, game: Kingmaker, card: EventCard) -> None:
        price = _toll(ambush.victims(game, card, self.defenders, self.victim))
        price.winners, price.losers, price.leader = list(self.defenders), list(self.attackers), self.target
        ambush.tell(game, self.attackers, self.defenders, price, self.at)
        report.note(game, outcome="attack_fails", winner=self.target)
        self._reckon(game, price)


def _toll(dead: Fallen) -> Toll:
    return Toll(dead.nobles, dead.heirs)


def engage(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str]) -> None:
    """Note that nobles have fought in this phase, and who was attacked [BASE-CMB-1, COV-5.11]."""
    tires = game.option("alliance_rest_rule") == "no_combat_last_turn"
    for noble in (*attackers, *defenders):
        person = game.noble(noble)
        person.fought = True
        person.weary = person.weary or (tires and person.faction == game.active)
    game.state.turn.attacked += [noble for noble in defenders if noble not in game.state.turn.attacked]
    refuge.note_errands(game, attackers)


def turn_card(game: Kingmaker, purpose: str, attacker: str) -> EventCard:
    """Draw the event card of a combat and lay it on the discard; the attacking seat may keep some (rules 3.9).

    A royal death strikes at once; the last Gales, or in Covault any Embassy, makes a new deck (rules 3.7, 3.14, 3.18).
    """
    card = game.catalog.events[piles.draw_event(game, purpose)]
    while odds.kept(game, card):
        game.faction(attacker).retained.append(card.id)
        text = f"{{{attacker}}} keeps {card.title}; another card is turned."
        game.emit("kept", text, about=[card.id], rule="COV-5.14b")
        card = game.catalog.events[piles.draw_event(game, purpose)]
    report.note(game, card=card.id)
    piles.discard_event(game, card.id)
    royal_death.drawn_in_combat(game, card.id)
    piles.after_draw(game, card.id)
    return card
