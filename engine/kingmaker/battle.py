"""Battles by card odds, sallies and ambushes, from the draw to the last consequence (rules 4.3, 4.7.9, 4.12)."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep, Step
from engine.kingmaker import captives, cards, casualties, forces, locations, names, odds, sieges
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
        self._march_out(game)
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
            self._victory(game, leader, _living(game, winners), _living(game, losers))
        else:
            self._back_inside(game)

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
        self._ask_where_to_end(game)
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
        self._victory(game, self.target, _living(game, self.defenders), self.attackers)

    # ------------------------------------------------------------------ out of the gates and back

    def _march_out(self, game: Kingmaker) -> None:
        """Bring those who sally into the open, as one force with their own relief and apart from others."""
        for seat in sorted({game.noble(noble).faction for noble in self.sallied}):
            there = forces.nobles_at(game, self.at, seat)
            apart = max((game.noble(noble).force for noble in there), default=-1) + 1
            ours = [noble for noble in self.attackers if game.noble(noble).faction == seat]
            for noble in ours:
                forces.place_at(game, noble, self.at)
                game.noble(noble).force = apart

    def _back_inside(self, game: Kingmaker) -> None:
        """After an undecided sally its survivors are inside again and the siege goes on [BASE-SGE-8]."""
        survivors = _living(game, self.sallied)
        for noble in survivors:
            forces.place_at(game, noble, locations.inside(self.site))
        if survivors:
            text = f"Back inside {names.place(self.site)}: {names.cards(survivors)}; the siege goes on."
            game.emit("back_inside", text, about=survivors, rule="BASE-SGE-8")

    def _ask_where_to_end(self, game: Kingmaker) -> None:
        won = [noble for noble in _living(game, self.sallied) if not game.noble(noble).captor]
        for seat in sorted({game.noble(noble).faction for noble in won}):
            theirs = [noble for noble in won if game.noble(noble).faction == seat]
            game.push(AfterSally(seat, self.site, self.at, theirs))


def _outcome(decided: bool, attackers_stronger: bool) -> BattleOutcome:
    """The line of the death table that a battle by card odds stands on (RULING 77)."""
    if not decided:
        return "no_victory"
    return "major_victory" if attackers_stronger else "attack_fails"


def engage(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str]) -> None:
    """Note that nobles have fought in this phase, and who was attacked [BASE-CMB-1]."""
    for noble in (*attackers, *defenders):
        game.noble(noble).fought = True
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


def _living(game: Kingmaker, nobles: Sequence[str]) -> list[str]:
    return [noble for noble in nobles if noble in game.state.nobles]


class EndInside(Action, frozen=True):
    """After a victorious sally: these nobles go back inside, the others stay in the open."""

    nobles: list[str]


class AfterSally(Step):
    """Those who sallied and won say who ends inside and who in the open (rules 4.7.9)."""

    seat: str
    site: str
    at: str
    nobles: list[str]

    def proceed(self, game: Kingmaker) -> bool:
        """Drop the question when nobody who sallied stands there any more."""
        if self._there(game):
            return False
        game.pop(self)
        return True

    def _there(self, game: Kingmaker) -> list[str]:
        there = forces.nobles_at(game, self.at, self.seat)
        return [noble for noble in self.nobles if noble in there]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the player of those who sallied."""
        able = self._there(game)
        prompt = f"The siege of {names.place(self.site)} is raised. Who goes back inside? The others stay in the open."
        field = Field(
            "nobles",
            "Who goes inside?",
            lambda d: [Choice(n, names.card(n)) for n in able if n not in d.get("nobles", [])],
            many=True,
            least=0,
        )
        offer = Offer(EndInside, "Say who goes inside", (field,))
        return [Request(self.seat, "D38", prompt, (offer,), lambda: EndInside(able))]

    def act(self, game: Kingmaker, seat: str, action: EndInside) -> None:
        """Put the chosen ones inside."""
        able = self._there(game)
        if not set(action.nobles) <= set(able) or len(set(action.nobles)) < len(action.nobles):
            raise Illegal("Name each noble who sallied once.", "BASE-SGE-8")
        game.pop(self)
        for noble in action.nobles:
            forces.place_at(game, noble, locations.inside(self.site))
        if action.nobles:
            text = f"Back inside {names.place(self.site)}: {names.cards(action.nobles)}."
            game.emit("back_inside", text, about=action.nobles, rule="BASE-SGE-8")


STEPS: tuple[type[AnyStep], ...] = (Battle, AfterSally)
ACTIONS: tuple[type[Action], ...] = (EndInside,)
