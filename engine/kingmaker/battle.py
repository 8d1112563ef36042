"""Battles by card odds, sallies and ambushes, from the draw to the last consequence (rules 4.3, 4.7.9, 4.12)."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from engine.core.actions import Action
from engine.core.steps import AnyStep, Step
from engine.kingmaker import captives, cards, casualties, forces, locations, names, odds, sallies, sieges
from engine.kingmaker.catalog import BattleOutcome, EventCard
from engine.kingmaker.game import Kingmaker

Kind = Literal["battle", "sally", "ambush"]


class Battle(Step):
    """Active combat in the open: `seat` with its side attacks `target` with its side at the location `at`.

    `sallied` are the attackers who came out of the besieged `site`.
    """

    locked: ClassVar[bool] = True

    kind: Kind
    seat: str
    target: str
    attackers: list[str]
    defenders: list[str]
    at: str
    site: str = ""
    sallied: list[str] = []
    drawn: bool = False

    def proceed(self, game: Kingmaker) -> bool:
        """Draw and resolve; the battle is over when the questions that follow are answered."""
        if self.drawn:
            game.pop(self)
            return True
        self.drawn = True
        engage(game, self.attackers, self.defenders)
        card = turn_card(game, f"the battle {locations.say(self.at)}", self.seat)
        if card.odds == odds.BAD_WEATHER:
            text = f"Bad weather {locations.say(self.at)}: there is no fighting, and the attack is used up."
            rule = "BASE-AMB-3" if self.kind == "ambush" else "BASE-CMB-7"
            game.emit("bad_weather", text, track=[self.at], rule=rule)
        elif self.kind == "ambush":
            self._ambush(game, card)
        else:
            self._fight(game, card)
        return True

    # ------------------------------------------------------------------ battle and sally

    def _fight(self, game: Kingmaker, card: EventCard) -> None:
        attack = forces.total(game, self.attackers, "attack")
        defence = forces.total(game, self.defenders, "defence")
        reached = odds.column(max(attack, defence), min(attack, defence))
        sallies.march_out(game, self.attackers, self.sallied, self.at)
        decided = odds.reaches(reached, card.odds)
        self._tell(game, attack, defence, reached, card, decided)
        winners, losers = self._sides(attack > defence)
        leader = self.seat if attack > defence else self.target
        outcome = _outcome(decided, attack > defence)
        dead = casualties.fallen(game, card, outcome, self.attackers, self.defenders)
        if decided:
            sieges.beaten(game, losers)
        casualties.bury(game, dead, f"killed in the battle {locations.say(self.at)}", "BASE-CMB-8")
        if decided:
            self._victory(game, leader, forces.living(game, winners), forces.living(game, losers))
        else:
            sallies.back_inside(game, self.sallied, self.site)

    def _sides(self, attackers_first: bool) -> tuple[list[str], list[str]]:
        return (self.attackers, self.defenders) if attackers_first else (self.defenders, self.attackers)

    def _tell(self, game: Kingmaker, attack: int, defence: int, reached: str, card: EventCard, decided: bool) -> None:
        totals = f"{attack} men of {{{self.seat}}} against {defence} of {{{self.target}}}"
        wins = self.seat if attack > defence else self.target
        if not reached:
            text, rule = f"{totals}: equal strength, so neither side can win.", "BASE-CMB-9"
        elif decided:
            text = f"{totals}, odds {reached}; the card asks for {card.odds}: {{{wins}}} wins the battle."
            rule = "BASE-CMB-6"
        else:
            text = f"{totals}, odds {reached}; the card asks for {card.odds}: the battle is indecisive."
            rule = "BASE-CMB-6"
        people = [*self.attackers, *self.defenders]
        game.emit("battle", text, about=people, track=[self.at], rule=rule)

    def _victory(self, game: Kingmaker, leader: str, winners: Sequence[str], losers: Sequence[str]) -> None:
        sallies.ask_where_to_end(game, self.sallied, self.site, self.at)
        if winners:
            captives.take(game, losers, winners, leader, self.at)
        else:
            text = "Nobody of the winning side is left to take captives."
            game.emit("no_captors", text, track=[self.at], rule="BASE-CMB-10")

    # ------------------------------------------------------------------ ambush

    def _ambush(self, game: Kingmaker, card: EventCard) -> None:
        victim = odds.first_listed(card, self.defenders)
        hit = f"kills {names.card(victim)}" if victim else "hits nobody"
        text = f"The ambush of {names.cards(self.attackers)} {hit}, and the ambushers are beaten."
        game.emit("battle", text, about=[*self.attackers, *self.defenders], track=[self.at], rule="BASE-AMB-2")
        if victim:
            cards.kill_nobles(game, [victim], f"killed from ambush {locations.say(self.at)}", "BASE-AMB-2")
        self._victory(game, self.target, forces.living(game, self.defenders), self.attackers)


def _outcome(decided: bool, attackers_stronger: bool) -> BattleOutcome:
    """The line of the death table that a battle by card odds stands on (RULING 77)."""
    if not decided:
        return "no_victory"
    return "major_victory" if attackers_stronger else "attack_fails"


def engage(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str]) -> None:
    """Note that nobles have fought in this phase, and who was attacked [BASE-CMB-1, COV-5.11]."""
    tires = game.option("alliance_rest_rule") == "no_combat_last_turn"
    for noble in (*attackers, *defenders):
        person = game.noble(noble)
        person.fought = True
        person.weary = person.weary or (tires and person.faction == game.active)
    game.state.turn.attacked += [noble for noble in defenders if noble not in game.state.turn.attacked]


def turn_card(game: Kingmaker, purpose: str, attacker: str) -> EventCard:
    """Draw the event card of a combat and lay it on the discard; the attacking seat may keep some (rules 3.9)."""
    card = game.book.events[cards.draw_event(game, purpose)]
    while odds.kept(game, card):
        game.faction(attacker).retained.append(card.id)
        text = f"{{{attacker}}} keeps {card.title}, and another card is turned."
        game.emit("kept", text, about=[card.id], rule="COV-5.14b")
        card = game.book.events[cards.draw_event(game, purpose)]
    cards.discard_event(game, card.id)
    return card


STEPS: tuple[type[AnyStep], ...] = (Battle, *sallies.STEPS)
ACTIONS: tuple[type[Action], ...] = sallies.ACTIONS
