"""Battle by table (rules 4.5): the weather, one roll on the table, rolls for lives, and what the result brings."""

from collections.abc import Sequence
from math import prod
from typing import Literal

from engine.core.actions import Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.kingmaker.board import deaths, locations, names, sieges
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import garrison
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.board.tables import BattleOutcome, BattleRow
from engine.kingmaker.combat import battle, captives, casualties, losses, odds, pardon, report, retreat, sallies
from engine.kingmaker.combat.losses import Combat, Toll
from engine.kingmaker.overseas import french

RESULTS: dict[BattleOutcome, str] = {
    "attack_fails": "that the attack fails",
    "no_victory": "no victory",
    "minor_victory": "a minor victory",
    "major_victory": "a major victory",
    "total_victory": "a total victory",
}

VICTORIES: tuple[BattleOutcome, ...] = ("minor_victory", "major_victory", "total_victory")


def by_table(game: Kingmaker) -> bool:
    """Whether battles are fought by the table (option `battle_rule`)."""
    return game.option("battle_rule") == "covault_table"


def column(game: Kingmaker, attack: int, defence: int) -> BattleRow | None:
    """Return the column for two totals, rounded down against the attacker; None below the lowest, 1:4 [COV-5.15]."""
    reached = [row for row in game.catalog.battle_rows if attack * row.defender >= defence * row.attacker]
    return reached[-1] if reached else None


def too_few(attack: int, defence: int) -> Illegal:
    """Why a force below the lowest column gives no battle [COV-5.15b]."""
    reason = f"{attack} men are too few for a battle against {defence}: below 1:4 only an assassin attacks."
    return Illegal(reason, "COV-5.15b")


def result(row: BattleRow, roll: int) -> BattleOutcome:
    """Return the result of a roll of percentile dice in a column."""
    return next(outcome for outcome, (first, last) in row.ranges().items() if first <= roll <= last)


class TableBattle(KingmakerStep, Combat):
    """Active combat in the open, decided by the battle table."""

    kind: Literal["battle", "sally"]
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

    stage: Literal["weather", "aftermath", "over"] = "weather"
    """The next stage: the weather and the roll, then the consequences of the roll; then it is over."""

    outcome: BattleOutcome = "no_victory"
    """What the table has said; it counts for nothing before the roll."""

    dead: list[str] = []
    """The nobles who die."""

    dead_heirs: list[str] = []
    """The heirs who die."""

    def proceed(self, game: Kingmaker) -> bool:
        """Look at the weather and roll; then carry the result out; then see the questions that follow answered."""
        match self.stage:
            case "weather":
                self.stage = "over"
                battle.engage(game, self.attackers, self.defenders)
                if card := battle.fair_card(
                    game, "weather of the battle", (self.seat, self.target), self.at, "COV-2.4"
                ):
                    self.stage = "aftermath"
                    self._fight(game, card)
            case "aftermath":
                self.stage = "over"
                self._consequences(game)
            case "over":
                game.pop(self)
        return True

    def _fight(self, game: Kingmaker, card: EventCard) -> None:
        """Roll for the result and for every life [COV-5.15, COV-5.16b]."""
        attack = forces.total(game, self.attackers, "attack")
        defence = forces.total(game, self.defenders, "defence")
        row = column(game, attack, defence) or game.catalog.battle_rows[0]
        roll = game.dice.roll(100, f"battle {locations.say(game, self.at)} at {row.odds}")
        self.outcome = result(row, roll)
        text = f"{{{self.seat}}}'s {attack} men attack {{{self.target}}}'s {defence} at {row.odds}. "
        whose = f" for {{{self.seat}}}" if self.outcome in VICTORIES else ""
        first, last = row.ranges()[self.outcome]
        stay = "; both sides stay where they are" if self.outcome == "no_victory" else ""
        text += f"The die shows {roll}; {first} to {last} means {RESULTS[self.outcome]}{whose}{stay}."
        game.emit("battle", text, about=[*self.attackers, *self.defenders], track=[self.at], rule="COV-5.15")
        winner = self.seat if self.outcome in VICTORIES else self.target if self.outcome == "attack_fails" else ""
        report.note(game, column=row.odds, roll=roll, outcome=self.outcome, winner=winner)
        sallies.march_out(game, self.attackers, self.sallied, self.at)
        dead = casualties.fallen(game, card, self.outcome, self.attackers, self.defenders)
        self.dead, self.dead_heirs = dead.nobles, dead.heirs
        french.spend(game, self.attackers)
        won = self.outcome in VICTORIES and any(noble not in self.dead for noble in self.attackers)
        captured = [noble for noble in self.defenders if noble not in self.dead] if won else []
        game.push(pardon.KingsPardon([*self.dead, *captured], self.at))

    def spare(self, game: Kingmaker, noble: str) -> None:
        """Let a noble take no part in what follows."""
        saved = [noble, *forces.heirs_of(game, noble)]
        for people in (self.attackers, self.defenders, self.sallied, self.dead, self.dead_heirs):
            losses.strike_out(people, saved)

    def _consequences(self, game: Kingmaker) -> None:
        """Kill the dead, and take the defenders captive or send the attackers home (rules 4.5.5)."""
        dead = Toll(self.dead, self.dead_heirs)
        why = f"killed in the battle {locations.say(game, self.at)}"
        match self.outcome:
            case "attack_fails":
                fail(game, self.target, self.attackers, self.defenders, dead, why, self.sallied, self.site)
            case "no_victory":
                casualties.kill_together(game, dead, why, "COV-5.16b")
                sallies.undecided(game, self.sallied, self.site, self.at)
            case _:
                self._victory(game, dead, why)

    def _victory(self, game: Kingmaker, dead: Toll, why: str) -> None:
        """Take all defenders who live, with the heirs of all; without a living victor take nobody [COV-5.17]."""
        sieges.beaten(game, self.defenders)
        victors = [noble for noble in self.attackers if noble not in dead.nobles]
        heirs = casualties.wards(game, dead.nobles if victors else self.defenders)
        for heir in heirs:
            game.heir(heir).noble = ""
        casualties.kill_together(game, dead, why, "COV-5.16b")
        heirs = [heir for heir in heirs if game.heir(heir).alive]
        if victors:
            sallies.ask_where_to_end(game, self.sallied, self.site, self.at)
            captives.take(game, forces.living(game, self.defenders), victors, self.seat, self.at, heirs=heirs)
            return
        text = f"None of {{{self.seat}}}'s attackers lives to take captives"
        if heirs:
            listed, are = join_words(names.heir(game, one) for one in heirs), names.verb(game, heirs, "is", "are")
            text += f"; {listed} {are} left in the open without a protector"
        game.emit("no_captors", f"{text}.", about=heirs, track=[self.at], rule="COV-5.17")


# ---------------------------------------------------------------------- an attack that fails


def fail(
    game: Kingmaker,
    target: str,
    attackers: Sequence[str],
    defenders: Sequence[str],
    dead: Toll,
    why: str,
    sallied: Sequence[str] = (),
    site: PlaceId = NO_PLACE,
) -> None:
    """Send home the attackers who live, with their heirs; if none does, the defenders get these [COV-5.16, 5.17b]."""
    survivors = [noble for noble in attackers if noble not in dead.nobles]
    heirs = casualties.wards(game, attackers)
    if game.option("failed_attack") == "home":
        retreat.send_home(game, survivors, "COV-5.16", site)
    if site in game.state.control:
        garrison.hold_on(game, site, dead.nobles)
    casualties.kill_together(game, dead, why, "COV-5.16b")
    if game.option("failed_attack") == "stay":
        sallies.back_inside(game, sallied, site)
    orphans = [heir for heir in heirs if game.heir(heir).alive and not game.heir(heir).noble]
    if survivors:
        give_heirs(game, orphans, forces.guardian(game, survivors))
    elif orphans and (able := forces.guardians(game, forces.living(game, defenders))):
        # The attacked player names who gets the heirs; if only his allies live, their commander does (RULING 80).
        theirs = any(game.noble(noble).faction == target for noble in able)
        game.push(HeirsOfAttackers(target if theirs else captives.commander(game, able, target), orphans, able))


def give_heirs(game: Kingmaker, heirs: Sequence[str], noble: str) -> None:
    """Give heirs of the fallen to a noble; with "" nobody is there to have them."""
    for heir in heirs if noble else []:
        game.heir(heir).noble, game.heir(heir).at = noble, game.noble(noble).at
        deaths.tell_guardian(game, heir)


class HeirsOfAttackers(KingmakerStep, tag="wardship"):
    """The defender says which noble of his side gets the heirs of attackers who are all dead (D48) [COV-5.17b]."""

    seat: str
    """The defender."""

    heirs: list[str]
    """The heirs."""

    nobles: list[str]
    """The nobles among whom he chooses."""

    def proceed(self, game: Kingmaker) -> bool:
        """Hand the heirs over where there is no choice."""
        able = self._able(game)
        if len(able) > 1:
            return False
        game.pop(self)
        give_heirs(game, self.heirs, "".join(able))
        return True

    def _able(self, game: Kingmaker) -> list[str]:
        return forces.guardians(game, forces.living(game, self.nobles))

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the defender."""
        able = self._able(game)
        prompt = (
            f"The attackers are all dead. Who takes charge of "
            f"{join_words(names.heir(game, one) for one in self.heirs)}?"
        )
        choices = [Choice(noble, names.card(game, noble), f"{{{game.noble(noble).faction}}}") for noble in able]
        offer = Offer(deaths.Guard, "Name a protector", (Field("noble", "Who?", lambda _: choices),))
        return [Request(self.seat, "D48", prompt, (offer,), lambda: deaths.Guard(forces.strongest(game, able)))]

    def act(self, game: Kingmaker, seat: str, action: deaths.Guard) -> None:
        """Hand the heirs over."""
        if action.noble not in self._able(game):
            raise Illegal("Choose one of the surviving defenders.", "COV-5.17b")
        game.pop(self)
        give_heirs(game, self.heirs, action.noble)


# ---------------------------------------------------------------------- what everybody can know before


def forecast(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str]) -> odds.Preview:
    """Return the possible results of a battle, by cards or by the table (option `battle_rule`)."""
    return preview(game, attackers, defenders) if by_table(game) else odds.preview(game, attackers, defenders)


def preview(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str]) -> odds.Preview:
    """Weigh a battle by the table; every card, roll for the result and roll for a life is a case of its own."""
    attack = forces.total(game, attackers, "attack")
    defence = forces.total(game, defenders, "defence")
    row = column(game, attack, defence)
    pool = odds.possible_cards(game) if row else []
    fair = len(odds.in_fair_weather(pool))
    chances = {outcome: last - first + 1 for outcome, (first, last) in row.ranges().items()} if row else {}
    dying: dict[str, int] = {}
    hollow = 0.0
    for outcome, percent in chances.items():
        rolls = {risk.person: risk.percent for risk in casualties.risks(game, outcome, attackers, defenders)}
        for person, risk in rolls.items():
            dying[person] = dying.get(person, 0) + fair * percent * risk
        if outcome in VICTORIES:
            hollow += fair * percent * 100 * prod(rolls.get(noble, 0) / 100 for noble in attackers)
    return odds.Preview(
        attack,
        defence,
        column=ratio_words(game, attack, defence),
        cards=len(pool) * 100 * 100,
        attackers=attackers,
        attack_wins=sum(fair * chances.get(victory, 0) * 100 for victory in VICTORIES) - hollow,
        hollow=hollow,
        defence_wins=fair * chances.get("attack_fails", 0) * 100,
        indecisive=fair * chances.get("no_victory", 0) * 100,
        bad_weather=(len(pool) - fair) * 100 * 100,
        deaths=dying,
    )


def ratio_words(game: Kingmaker, attack: int, defence: int) -> str:
    """Return the odds of a battle in words, as the table or the cards count them."""
    if not by_table(game):
        return odds.column(attack, defence) or "even"
    row = column(game, attack, defence)
    return row.odds if row else "less than 1:4"
