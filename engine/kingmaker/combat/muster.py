"""The muster: an announced combat before the draw, when allies gather and cards are played (rules 4.2, 4.13)."""

from collections.abc import Sequence
from typing import Literal

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import Step
from engine.kingmaker.board import force_ids, forces, locations, names, peace, sites
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.combat import account, attacks, muster_end, sea_battle

Side = Literal["attack", "defence"]


class Ally(Action, frozen=True):
    """Offer to join one side of an announced combat with a force."""

    force: str
    side: str


class AdmitAlly(Action, frozen=True):
    """Ask another player's force to one's side, or accept its offer."""

    force: str


class HoldBack(Action, frozen=True):
    """Keep a force of the attacked player out of the battle."""

    force: str


class BringIn(Action, frozen=True):
    """Let a force that was held back join the defence again."""

    force: str


class StandReady(Action, frozen=True):
    """Have nothing more to do before the draw."""


class Muster(Step):
    """An announced combat: `seat` attacks at the location `at`; `target` is the attacked player, "" if there is none.

    `attack` and `defence` are forces; in a sally `sallying` are the nobles who come out of `site`. Of the defence the
    first force is the one attacked, in a siege the nobles inside `site` defend. `asked` seats have something to
    decide before the draw; `offered` and `wanted` are the two halves of an alliance. `engaged` are all nobles
    of both sides [BASE-TRD-3]. A `forced` siege cannot be called off. `victim` is whom an
    assassin is after, or the heir whom an ambush is to hit.
    """

    kind: account.Kind
    seat: str
    target: str
    at: str
    attack: list[str]
    defence: list[str]
    site: str = ""
    sallying: list[str] = []
    forced: bool = False
    victim: str = ""
    offered: dict[str, Side] = {}
    wanted: dict[str, list[Side]] = {}
    held: list[str] = []
    asked: list[str] = []
    ready: list[str] = []
    engaged: list[str] = []

    # ------------------------------------------------------------------ who takes part

    @property
    def alone(self) -> bool:
        """Whether two forces are alone with each other in a combat of this kind."""
        return self.kind in ("ambush", "assassin")

    def attackers(self, game: Kingmaker) -> list[str]:
        """The nobles of the attacking side who have not fought yet."""
        inside = set(forces.nobles_at(game, locations.inside(self.site))) if self.site else set()
        sallying = [noble for noble in self.sallying if noble in inside]
        everybody = [*sallying, *force_ids.all_members(game, self.attack)]
        return attacks.fresh(game, dict.fromkeys(everybody))

    def defenders(self, game: Kingmaker) -> list[str]:
        """The nobles of the defending side."""
        if self.kind == "siege":
            return forces.nobles_at(game, locations.inside(self.site))
        attacked = game.state.turn.attacked
        return [noble for noble in force_ids.all_members(game, self.defence) if noble not in attacked]

    def outsiders(self, game: Kingmaker) -> list[str]:
        """The forces of third players that may still join a side [BASE-CMB-4, COV-5.11]."""
        if self.alone:
            return []
        found = force_ids.at_sea(game, self.at) if self.kind == "sea" else force_ids.at(game, self.at)
        if self.kind == "sally":
            found += force_ids.at(game, locations.inside(self.site))
        return [force for force in found if self._sides(game, force) and self._rested(game, force)]

    def _rested(self, game: Kingmaker, force: str) -> bool:
        members = force_ids.members(game, force)
        fought = any(game.noble(noble).fought for noble in members)
        return not fought and not self._weary(game, force) and not peace.bound(game, members)

    def _weary(self, game: Kingmaker, force: str) -> bool:
        """Whether a force was in a combat in its player's last turn (option `alliance_rest_rule`) [COV-5.11]."""
        return rests(game) and any(game.noble(noble).weary for noble in force_ids.members(game, force))

    def may_join(self, game: Kingmaker, force: str, side: Side) -> bool:
        """Whether a force of a third player may join a side."""
        return force in self.outsiders(game) and side in self._sides(game, force)

    def _sides(self, game: Kingmaker, force: str) -> list[Side]:
        """The sides that a force could join: never against its own player's nobles."""
        seat = force_ids.seat_of(force)
        if force in self.attack or force in self.defence or seat in (self.seat, self.target):
            return []
        inside = locations.kind(force_ids.at_of(force)) == "inside"
        sides: list[Side] = ["attack"] if inside or self.kind == "siege" else ["attack", "defence"]
        with_attack = any(game.noble(noble).faction == seat for noble in self.attackers(game))
        with_defence = any(game.noble(noble).faction == seat for noble in self.defenders(game))
        barred = {"defence"} if with_attack else {"attack"} if with_defence else set()
        return [side for side in sides if side not in barred]

    def _leader(self, side: str) -> str:
        return self.seat if side == "attack" else self.target

    def _side_led_by(self, seat: str) -> Side:
        return "attack" if seat == self.seat else "defence"

    def own_others(self) -> list[str]:
        """The attacked player's forces beside the one attacked, which he may hold back (D33)."""
        if self.kind != "battle":
            return []
        return [force for force in self.defence[1:] if force_ids.seat_of(force) == self.target]

    # ------------------------------------------------------------------ flow

    def proceed(self, game: Kingmaker) -> bool:
        """Wait for those who have something to decide; drop a combat that has lost a side."""
        self.engaged = [*self.attackers(game), *self.defenders(game)]
        if self.attackers(game) and (self.defenders(game) or self._undefended(game)):
            if self.waiting(game) or not muster_end.nothing_but_holding(game, self):
                return False
            muster_end.hold(game, self)
            return True
        game.pop(self)
        game.emit("called_off", "There is nobody left to fight; the combat is called off.", track=[self.at])
        return True

    def _undefended(self, game: Kingmaker) -> bool:
        """Whether walls or ships without anybody are there to be attacked."""
        match self.kind:
            case "siege":
                return game.book.places[self.site].fortress
            case "sea":
                return bool(sea_battle.fleet(game, self.target, self.at))
            case _:
                return False

    def waiting(self, game: Kingmaker) -> list[str]:
        """The seats that the draw waits for, those who have left the game aside."""
        return [seat for seat in self.asked if seat not in self.ready and not game.faction(seat).gone]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask those who have something to decide, and then the attacker whether he draws."""
        waiting = self.waiting(game)
        if not waiting:
            return [muster_end.request(game, self)]
        return [self._gathering(game, seat, len(waiting) > 1) for seat in waiting]

    def _gathering(self, game: Kingmaker, seat: str, together: bool) -> Request:
        offers = [Offer(StandReady, "I am ready"), *self._gathering_offers(game, seat)]
        prompt = f"{self.words(game)} Say who joins, play what you want to play, and say when you are ready."
        return Request(seat, self._decision(game, seat), prompt, tuple(offers), StandReady, together=together)

    def _decision(self, game: Kingmaker, seat: str) -> str:
        if seat not in (self.seat, self.target):
            return "D31" if any(force_ids.seat_of(force) == seat for force in self.outsiders(game)) else "D34"
        if seat == self.target and (self.own_others() or self.held):
            return "D33"
        return "D32" if self.outsiders(game) and not binding(game) else "D34"

    def _gathering_offers(self, game: Kingmaker, seat: str) -> list[Offer]:
        offers = [
            Offer(
                Ally,
                "Offer to join a side",
                (
                    Field("force", "With which force?", lambda _: self._forces(game, self._my_outsiders(game, seat))),
                    Field("side", "Which side?", lambda d: self._side_choices(game, d)),
                ),
            ),
            self._force_offer(game, AdmitAlly, "Ask for, or accept, an ally", self._admissible(game, seat)),
            self._force_offer(game, HoldBack, "Hold a force back", self.own_others() if seat == self.target else []),
            self._force_offer(game, BringIn, "Let a force join", self.held if seat == self.target else []),
        ]
        if binding(game):
            offers = [offer for offer in offers if offer.action is not AdmitAlly]
        withdraw = [Offer(muster_end.Withdraw, "Call the attack off")] if seat == self.seat and not self.forced else []
        return [offer for offer in offers if offer.fields[0].choices({})] + withdraw

    def _force_offer(self, game: Kingmaker, action: type[Action], label: str, able: Sequence[str]) -> Offer:
        return Offer(action, label, (Field("force", "Which force?", lambda _: self._forces(game, able)),))

    def _forces(self, game: Kingmaker, able: Sequence[str]) -> list[Choice]:
        return [
            Choice(force, force_ids.say(game, force), f"{forces.total(game, members, 'defence')} men, {{{seat}}}")
            for force in able
            for members in [force_ids.members(game, force)]
            for seat in [force_ids.seat_of(force)]
        ]

    def _my_outsiders(self, game: Kingmaker, seat: str) -> list[str]:
        mine = [force for force in self.outsiders(game) if force_ids.seat_of(force) == seat]
        return [force for force in mine if self._open_sides(game, force)]

    def _open_sides(self, game: Kingmaker, force: str) -> list[Side]:
        return [side for side in self._sides(game, force) if self.offered.get(force) != side]

    def _side_choices(self, game: Kingmaker, draft: Draft) -> list[Choice]:
        labels = {"attack": f"With {{{self.seat}}}, who attacks", "defence": f"With {{{self.target}}}, who is attacked"}
        return [Choice(side, labels[side]) for side in self._open_sides(game, draft["force"])]

    def _admissible(self, game: Kingmaker, seat: str) -> list[str]:
        """The forces that a side's player may still ask to join him."""
        if seat not in (self.seat, self.target):
            return []
        side = self._side_led_by(seat)
        open_to = [force for force in self.outsiders(game) if side in self._sides(game, force)]
        return [force for force in open_to if side not in self.wanted.get(force, [])]

    def words(self, game: Kingmaker) -> str:
        """The combat in a sentence."""
        ours, theirs = names.cards(self.attackers(game)), names.cards(self.defenders(game))
        match self.kind:
            case "siege":
                inside = f" Inside: {theirs}." if self.defenders(game) else ""
                return f"{{{self.seat}}} attacks {names.place(self.site)} with {ours}.{inside}"
            case "sally":
                return f"{{{self.seat}}} sallies from {names.place(self.site)} with {ours} against {theirs}."
            case "ambush":
                aim = f", to hit {names.thing(self.victim)}" if self.victim else ""
                return f"{{{self.seat}}} ambushes {theirs} with {ours} {locations.say(self.at)}{aim}."
            case "assassin":
                victim = names.thing(self.victim)
                return f"{{{self.seat}}} sends {ours} as an assassin after {victim} {locations.say(self.at)}."
            case "sea":
                where = f"the ships of {{{self.target}}} {locations.say(self.at)}"
                return f"{{{self.seat}}} attacks {where} with {ours}; aboard there: {theirs}."
            case "battle":
                return f"{{{self.seat}}} attacks {{{self.target}}} {locations.say(self.at)}: {ours} against {theirs}."

    # ------------------------------------------------------------------ answers

    def act(self, game: Kingmaker, seat: str, action: Action) -> None:
        """Carry out what a seat decides in the muster."""
        match action:
            case Ally():
                self._ally(game, seat, action)
            case AdmitAlly():
                self._admit(game, seat, action.force)
            case HoldBack():
                self._move(game, seat, action.force, self.own_others(), "holds back")
            case BringIn():
                self._move(game, seat, action.force, self.held, "brings in")
            case StandReady():
                self.ready.append(seat)
                game.emit("ready", f"{{{seat}}} is ready.")
            case muster_end.Draw():
                muster_end.draw(game, self)
            case muster_end.HoldSiege():
                muster_end.hold(game, self)
            case muster_end.Withdraw():
                muster_end.withdraw(game, self)

    def _ally(self, game: Kingmaker, seat: str, action: Ally) -> None:
        if action.force not in self._my_outsiders(game, seat):
            latest = " in this phase or in your last turn" if rests(game) else ""
            raise Illegal(f"Offer a force of yours that is in the same place and has not fought{latest}.", _rule(game))
        side = next((side for side in self._open_sides(game, action.force) if side == action.side), None)
        if side is None:
            shut_in = binding(game) and self.kind == "siege"
            reason = "That force cannot offer itself to that side; choose another."
            raise Illegal(reason, "COV-5.11b" if shut_in else _rule(game))
        self.offered[action.force] = side
        who, leader = force_ids.say(game, action.force), self._leader(side)
        game.emit("alliance_offered", f"{{{seat}}} offers {{{leader}}} the help of {who}.", rule=_rule(game))
        if binding(game):
            self._join(game, action.force, side)
        else:
            self._conclude(game, action.force, side, leader)

    def _admit(self, game: Kingmaker, seat: str, force: str) -> None:
        if force not in self._admissible(game, seat):
            raise Illegal("Choose another player's force that can still join your side.", "BASE-CMB-4")
        side = self._side_led_by(seat)
        self.wanted.setdefault(force, []).append(side)
        owner = force_ids.seat_of(force)
        text = f"{{{seat}}} wants {force_ids.say(game, force)} of {{{owner}}} as allies."
        game.emit("alliance_wanted", text, rule="BASE-CMB-4")
        self._conclude(game, force, side, owner)

    def _conclude(self, game: Kingmaker, force: str, side: Side, other: str) -> None:
        """Make the alliance if both agree, else ask the other one again."""
        if self.offered.get(force) != side or side not in self.wanted.get(force, []):
            self.ready = [seat for seat in self.ready if seat != other]
            self.asked += [other] if other not in self.asked else []
            return
        self._join(game, force, side)

    def _join(self, game: Kingmaker, force: str, side: Side) -> None:
        (self.attack if side == "attack" else self.defence).append(force)
        del self.offered[force]
        self.wanted.pop(force, None)
        text = f"{{{force_ids.seat_of(force)}}} joins {{{self._leader(side)}}} with {force_ids.say(game, force)}."
        game.emit("alliance", text, about=force_ids.members(game, force), track=[self.at], rule=_rule(game))

    def _move(self, game: Kingmaker, seat: str, force: str, able: Sequence[str], verb: str) -> None:
        """Move a force of the attacked player into the battle or out of it (D33)."""
        if seat != self.target or force not in able:
            raise Illegal("Choose one of your other forces there, not the one that is attacked.", "BASE-CMB-3")
        source, goal = (self.held, self.defence) if force in self.held else (self.defence, self.held)
        source.remove(force)
        goal.append(force)
        text = f"{{{seat}}} {verb} {force_ids.say(game, force)}."
        game.emit("force_joins", text, about=force_ids.members(game, force), rule="BASE-CMB-3")


def binding(game: Kingmaker) -> bool:
    """Whether whoever offers an alliance is an ally at once (option `alliance_rule`) [COV-5.11]."""
    return game.option("alliance_rule") == "offer_binding"


def rests(game: Kingmaker) -> bool:
    """Whether forces that fought in their player's last turn cannot ally (option `alliance_rest_rule`) [COV-5.11]."""
    return game.option("alliance_rest_rule") == "no_combat_last_turn"


def _rule(game: Kingmaker) -> str:
    """The rule of alliances at this table."""
    return "COV-5.11" if binding(game) or rests(game) else "BASE-CMB-4"


def convene(game: Kingmaker, muster: Muster) -> None:
    """Announce a combat and find out who has something to decide before the draw."""
    game.push(muster)
    muster.asked = _to_ask(game, muster)
    people = [*muster.attackers(game), *muster.defenders(game)]
    rule = "BASE-SGE-1" if muster.kind == "siege" else "BASE-CMB-1"
    game.emit("announced", muster.words(game), about=people, track=[muster.at], rule=rule)


def _to_ask(game: Kingmaker, muster: Muster) -> list[str]:
    """The seats with a choice to make; whoever could only say yes is not asked (rules 4.2.2)."""
    if muster.alone:
        return []
    outsiders = {force_ids.seat_of(force) for force in muster.outsiders(game)}
    leaders = {muster.seat} | ({muster.target} - {""} if muster.kind != "siege" else set())
    defending = {game.noble(noble).faction for noble in muster.defenders(game)}
    asked = outsiders | (leaders if outsiders and not binding(game) else set())
    asked |= {seat for seat in defending if _may_prepare(game, muster, seat)}
    return [seat for seat in game.clockwise() if seat in asked]


def _may_prepare(game: Kingmaker, muster: Muster, seat: str) -> bool:
    """Whether a defender may hold forces back, play from a hand (besieged nobles get no cards) or kill heirs."""
    mine = [noble for noble in muster.defenders(game) if game.noble(noble).faction == seat]
    gets_cards = not any(sites.under_siege(game, game.noble(noble).at) for noble in mine)
    others = seat == muster.target and bool(muster.own_others())
    has_heirs = any(forces.heirs_of(game, noble) for noble in mine)
    return others or has_heirs or (gets_cards and bool(game.faction(seat).hand))
