"""The muster: an announced combat before the draw, when allies gather and cards are played (rules 4.2, 4.13)."""

from collections.abc import Iterator, Sequence

from msgspec import structs

from engine.core.actions import Action, Choice, Draft, Field, Offer, Proposal, Request, Start
from engine.core.errors import Illegal
from engine.kingmaker.board import names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId
from engine.kingmaker.board.people import force_ids, forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.combat import attacks, casualties, muster_end, sea_battle, sides
from engine.kingmaker.combat.sides import Side, Sides
from engine.kingmaker.overseas import refuge


class Ally(Action, frozen=True):
    """Offer to join one side of an announced combat with a force."""

    force: ForceId
    side: str


class AdmitAlly(Action, frozen=True):
    """Ask another player's force to one's side, or accept its offer."""

    force: ForceId


class HoldBack(Action, frozen=True):
    """Keep a force of the attacked player out of the battle."""

    force: ForceId


class BringIn(Action, frozen=True):
    """Let a force that was held back join the defence again."""

    force: ForceId


class StandReady(Action, frozen=True):
    """Have nothing more to do before the draw."""


class Muster(Sides):
    """The gathering of both sides before the draw."""

    offered: dict[ForceId, Side] = {}
    """The one half of an alliance: the side that a force has offered to join, by force."""

    wanted: dict[ForceId, list[Side]] = {}
    """The other half: the sides that would have a force, by force."""

    held: list[ForceId] = []
    """The attacked player's forces that he keeps out."""

    asked: list[str] = []
    """The seats that have something to decide before the draw."""

    ready: list[str] = []
    """Those of them that have said that they are ready."""

    fight_on: bool = False
    """Whether the card is drawn once all are ready, if nothing has changed (option `fight_on`)."""

    men: list[int] = []
    """The men of attack and defence when the combat was announced."""

    engaged: list[str] = []
    """All nobles of both sides, who can get no card that came from another player in this turn [BASE-TRD-3]."""

    def announce(self, game: Kingmaker, card: str = attacks.ASK) -> None:
        """Announce the combat and find out who has something to decide before the draw (rules 4.2.1).

        Whoever fights on if nothing changes has nothing to say but which of his other forces join.
        """
        game.push(self)
        self.asked = [] if self.alone else self._to_ask(game)
        if game.option("fight_on") and card != attacks.ASK:
            self.fight_on, self.men = True, self.strengths(game)
            if not self._my_outsiders(game, self.seat):
                self.ready.append(self.seat)
        rule = "BASE-SGE-1" if self.kind == "siege" else "BASE-CMB-1"
        people = [*self.attackers(game), *self.defenders(game)]
        game.emit("announced", self.words(game) if self._tells(game) else "", about=people, track=[self.at], rule=rule)

    def _tells(self, game: Kingmaker) -> bool:
        """Whether the announcement is told: not where all that can follow is a siege, which tells as much itself."""
        return self.kind != "siege" or bool(self.asked) or muster_end.may_draw(game, self)

    def _to_ask(self, game: Kingmaker) -> list[str]:
        """Return the seats with a choice to make; whoever could only say yes is not asked (rules 4.2.2).

        A defender may hold forces back, play from a hand (besieged nobles get no cards) or kill heirs.
        """
        asked = {force_ids.seat_of(force) for force in self.outsiders(game)}
        if asked and not sides.binding(game):
            asked |= {self.seat} if self.kind == "siege" else {self.seat, self.target}
        defenders = self.defenders(game)
        for seat in {game.noble(noble).faction for noble in defenders}:
            mine = [noble for noble in defenders if game.noble(noble).faction == seat]
            plays = game.faction(seat).hand and not any(sites.under_siege(game, game.noble(noble).at) for noble in mine)
            if plays or casualties.wards(game, mine) or (seat == self.target and self.own_others()):
                asked.add(seat)
        return [seat for seat in game.clockwise() if seat in asked]

    def own_others(self) -> list[ForceId]:
        """Return the defender's other forces there, which may be held back (D33)."""
        if self.kind != "battle":
            return []
        return [force for force in self.defence[1:] if force_ids.seat_of(force) == self.target]

    def leader(self, side: str) -> str:
        return self.seat if side == "attack" else self.target

    def _side_led_by(self, seat: str) -> Side:
        return "attack" if seat == self.seat else "defence"

    def proceed(self, game: Kingmaker) -> bool:
        """Wait for those who have something to decide; drop a combat that has lost a side."""
        self.engaged = [*self.attackers(game), *self.defenders(game)]
        if not self.attackers(game) or not (self.defenders(game) or self._undefended(game)):
            game.pop(self)
            refuge.note_errands(game, self.attackers(game))
            game.emit("called_off", "Nobody is left to fight; the combat is off.", track=[self.at])
            return True
        if self.waiting(game):
            return False
        unchanged = self.fight_on and self.men == self.strengths(game) and not muster_end.has_choice(game, self)
        if unchanged and muster_end.may_draw(game, self):
            muster_end.draw(game, self)
            return True
        if muster_end.nothing_but_holding(game, self):
            muster_end.hold(game, self, announced=self._tells(game))
            return True
        return False

    def strengths(self, game: Kingmaker) -> list[int]:
        """Return the men of attack and defence."""
        own, theirs = self.attackers(game), self.defenders(game)
        return [forces.total(game, own, "attack"), forces.total(game, theirs, "defence")]

    def _undefended(self, game: Kingmaker) -> bool:
        """Whether walls or ships without anybody are there to be attacked."""
        match self.kind:
            case "siege":
                return game.catalog.places[self.site].fortress
            case "sea":
                return bool(sea_battle.fleet(game, self.target, self.at))
            case _:
                return False

    def waiting(self, game: Kingmaker) -> list[str]:
        """Return the seats that the draw waits for, those who have left the game aside."""
        return [seat for seat in self.asked if seat not in self.ready and not game.faction(seat).gone]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask those who have something to decide, and then the attacker whether he draws."""
        waiting, together = self.waiting(game), len(self.waiting(game)) > 1
        if not waiting:
            return [muster_end.request(game, self)]
        offers = {
            seat: (Offer(StandReady, self._to_go_on(game, seat), ready=True), *self._offers(game, seat))
            for seat in waiting
        }
        return [
            Request(
                seat, self._decision(game, seat), self._prompt(game, seat), offers[seat], StandReady, together=together
            )
            for seat in waiting
        ]

    def _prompt(self, game: Kingmaker, seat: str) -> str:
        """Return the question to a seat: what it may still do, and that all wait until it is ready."""
        if self._stays_out(game, seat):
            return f"{self.words(game)} {self._join_or_not(game, seat)}"
        able = {
            "D31": "Your offer to join stands.",
            "D32": "You may bring in allies and play cards.",
            "D33": "Bring in allies, hold forces of yours back, and play your cards.",
            "D34": "You may still play cards, if you have any that fit.",
        }
        return f"{self.words(game)} {able[self._decision(game, seat)]} Say when you are ready."

    def _stays_out(self, game: Kingmaker, seat: str) -> bool:
        """Whether a third player takes no part in the combat unless it offers to join."""
        offers = any(force_ids.seat_of(force) == seat for force in self.offered)
        return self._decision(game, seat) == "D31" and not offers

    def _to_go_on(self, game: Kingmaker, seat: str) -> str:
        """Return what a seat says that has nothing more to do before the draw."""
        return "Stay out" if self._stays_out(game, seat) else "I am ready"

    def _join_or_not(self, game: Kingmaker, seat: str) -> str:
        """Ask a third player whether it joins: where the other side has to accept that, it only offers to."""
        nobles = force_ids.all_members(game, self._my_outsiders(game, seat))
        there = f"Your {names.cards(game, nobles)} {names.verb(game, nobles, 'is', 'are')} there"
        if sides.binding(game):
            return f"{there}: join {self._whom(game, seat)}, or stay out?"
        return f"{there}: offer to join {self._whom(game, seat)}, or stay out? An offer counts once it is accepted."

    def _whom(self, game: Kingmaker, seat: str) -> str:
        """Say whom a seat's forces may offer to join."""
        able = {side for force in self._my_outsiders(game, seat) for side in self._open_sides(game, force)}
        return ", or ".join(self.leader_words(side) for side in ("attack", "defence") if side in able) or "a side"

    def leader_words(self, side: str) -> str:
        """Return in words who leads a side: '{ann}, who attacks'."""
        return f"{{{self.leader(side)}}}, who {'attacks' if side == 'attack' else 'is attacked'}"

    def _decision(self, game: Kingmaker, seat: str) -> str:
        """Return the number of a seat's decision, by what it has to decide (rules 10.4)."""
        if seat not in (self.seat, self.target):
            return "D31" if any(force_ids.seat_of(force) == seat for force in self.outsiders(game)) else "D34"
        if seat == self.target and (self.own_others() or self.held):
            return "D33"
        return "D32" if self.outsiders(game) and not sides.binding(game) else "D34"

    def _offers(self, game: Kingmaker, seat: str) -> Iterator[Offer]:
        """Yield what a seat may do before the draw."""

        def offer(action: type[Action], label: str, forces_: Sequence[ForceId]) -> Offer:
            return Offer(action, label, (Field("force", "Which force?", lambda _: self._forces(game, forces_)),))

        def sides_of(draft: Draft) -> list[Choice]:
            return [
                Choice(side, f"With {self.leader_words(side)}", f"{attack} men against {defence} then")
                for side in self._open_sides(game, draft["force"])
                for attack, defence in [self._joined(game, draft["force"], side)]
            ]

        if own := self._my_outsiders(game, seat):
            force = Field("force", "With which force?", lambda _: self._forces(game, own))
            yield Offer(Ally, "Offer to join a side", (force, Field("side", "Which side?", sides_of)))
        if not sides.binding(game) and (able := self._admissible(game, seat)):
            yield offer(AdmitAlly, "Ask another force to join you", able)
        if seat == self.target and (others := self.own_others()):
            yield offer(HoldBack, "Hold a force back", others)
        if seat == self.target and self.held:
            yield offer(BringIn, "Let a force join", self.held)
        if seat == self.seat and not self.forced:
            yield Offer(muster_end.Withdraw, "Call the attack off", forgoes=True)

    def proposals(self, game: Kingmaker, seat: str) -> Iterator[Proposal]:
        """Yield who offers a seat his help, and who wants its own (D31, D32); the other half makes the alliance."""
        waits = seat in self.waiting(game)
        for force, side in self.offered.items():
            helper = force_ids.seat_of(force)
            if seat == self.leader(side) != helper and force in self._admissible(game, seat):
                words = f"{{{helper}}} offers you the help of {force_ids.say(game, force)}."
                accept = Start(f"admit-{force}", "Accept", AdmitAlly, {"force": force})
                yield self._proposal(game, f"help-{force}", words, (force, side), accept, helper, waits=waits)
        for force, side in ((force, side) for force, sides_ in self.wanted.items() for side in sides_):
            if force_ids.seat_of(force) == seat and force in self._my_outsiders(game, seat):
                words = f"{{{self.leader(side)}}} asks you for the help of {force_ids.say(game, force)}."
                join = Start(f"join-{side}-{force}", "Join", Ally, {"force": force, "side": side})
                asks = self.leader(side)
                yield self._proposal(game, f"wanted-{side}-{force}", words, (force, side), join, asks, waits=waits)

    def _proposal(
        self, game: Kingmaker, name: str, words: str, who: tuple[ForceId, Side], answer: Start, by: str, *, waits: bool
    ) -> Proposal:
        """Return a letter about an alliance, with the strengths of both sides before and after it."""
        force, side = who
        attack, defence = self.strengths(game)
        joined = self._joined(game, force, side)
        effect = (
            f"{self.words(game)} It is {attack} men against {defence} now, "
            f"and {joined[0]} against {joined[1]} with that help."
        )
        return Proposal(name, force_ids.say(game, force), words, effect, (answer,), waits=waits, by=by)

    def joined_by(self, force: ForceId, side: str) -> "Muster":
        """Return the muster as it would be with a further force on a side."""
        if side == "attack":
            return structs.replace(self, attack=[*self.attack, force])
        return structs.replace(self, defence=[*self.defence, force])

    def _joined(self, game: Kingmaker, force: ForceId, side: Side) -> tuple[int, int]:
        """Return the men of attack and defence once a force has joined a side."""
        attack, defence = self.strengths(game)
        men = forces.total(game, force_ids.members(game, force), "attack" if side == "attack" else "defence")
        return (attack + men, defence) if side == "attack" else (attack, defence + men)

    def _forces(self, game: Kingmaker, able: Sequence[ForceId]) -> list[Choice]:
        return [
            Choice(force, force_ids.say(game, force), f"{forces.total(game, members, 'defence')} men, {{{seat}}}")
            for force in able
            for members in [force_ids.members(game, force)]
            for seat in [force_ids.seat_of(force)]
        ]

    def _my_outsiders(self, game: Kingmaker, seat: str) -> list[ForceId]:
        mine = [force for force in self.outsiders(game) if force_ids.seat_of(force) == seat]
        return [force for force in mine if self._open_sides(game, force)]

    def _open_sides(self, game: Kingmaker, force: ForceId) -> list[Side]:
        return [side for side in self.joinable_sides(game, force) if self.offered.get(force) != side]

    def _admissible(self, game: Kingmaker, seat: str) -> list[ForceId]:
        """Return the forces that a side's player may still ask to join him."""
        if seat not in (self.seat, self.target):
            return []
        side = self._side_led_by(seat)
        open_to = [force for force in self.outsiders(game) if side in self.joinable_sides(game, force)]
        return [force for force in open_to if side not in self.wanted.get(force, [])]

    # ------------------------------------------------------------------ answers

    def act(self, game: Kingmaker, seat: str, action: Action) -> None:
        """Carry out a seat's action in the muster."""
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
                game.emit("mustered", f"{{{seat}}} is ready.")
            case muster_end.Draw():
                muster_end.draw(game, self)
            case muster_end.HoldSiege():
                muster_end.hold(game, self, announced=self._tells(game))
            case muster_end.Withdraw():
                muster_end.withdraw(game, self, early=bool(self.waiting(game)))

    def _ally(self, game: Kingmaker, seat: str, action: Ally) -> None:
        if action.force not in self._my_outsiders(game, seat):
            latest = " in this phase or in your last turn" if sides.allies_rest(game) else ""
            raise Illegal(
                f"Offer a force of yours that is in the same place and has not fought{latest}.", alliance_rule(game)
            )
        side = next((side for side in self._open_sides(game, action.force) if side == action.side), None)
        if side is None:
            shut_in = sides.binding(game) and self.kind == "siege"
            reason = "That force cannot offer itself to that side; choose another."
            raise Illegal(reason, "COV-5.11b" if shut_in else alliance_rule(game))
        self.offered[action.force] = side
        who, leader = force_ids.say(game, action.force), self.leader(side)
        if seat != leader:
            game.emit(
                "alliance_offered", f"{{{seat}}} offers {{{leader}}} the help of {who}.", rule=alliance_rule(game)
            )
        if sides.binding(game):
            self._join(game, action.force, side)
        else:
            self._conclude(game, action.force, side, leader)

    def _admit(self, game: Kingmaker, seat: str, force: ForceId) -> None:
        if force not in self._admissible(game, seat):
            raise Illegal("Choose another player's force that can still join your side.", "BASE-CMB-4")
        side = self._side_led_by(seat)
        self.wanted.setdefault(force, []).append(side)
        owner = force_ids.seat_of(force)
        text = f"{{{seat}}} wants {force_ids.say(game, force)} ({{{owner}}}) as allies."
        game.emit("alliance_wanted", text, rule="BASE-CMB-4")
        self._conclude(game, force, side, owner)

    def _conclude(self, game: Kingmaker, force: ForceId, side: Side, other: str) -> None:
        """Make the alliance if both agree, else ask the other one again."""
        if self.offered.get(force) != side or side not in self.wanted.get(force, []):
            self.ready = [seat for seat in self.ready if seat != other]
            self.asked += [other] if other not in self.asked else []
            return
        self._join(game, force, side)

    def helped_by(self, game: Kingmaker, seat: str, action: Ally | AdmitAlly) -> str:
        """Return who leads the side that a force joins by an action; "" where the other half is still missing."""
        if isinstance(action, AdmitAlly):
            side = self._side_led_by(seat)
            return seat if self.offered.get(action.force) == side else ""
        wanted = sides.binding(game) or action.side in self.wanted.get(action.force, [])
        return self.leader(action.side) if wanted else ""

    def _join(self, game: Kingmaker, force: ForceId, side: Side) -> None:
        (self.attack if side == "attack" else self.defence).append(force)
        del self.offered[force]
        self.wanted.pop(force, None)
        seat, leader, who = force_ids.seat_of(force), self.leader(side), force_ids.say(game, force)
        joins = names.verb(game, force_ids.members(game, force), "joins", "join")
        text = f"{who} ({{{seat}}}) {joins} in." if seat == leader else f"{{{seat}}} joins {{{leader}}} with {who}."
        game.emit("alliance", text, about=force_ids.members(game, force), track=[self.at], rule=alliance_rule(game))

    def _move(self, game: Kingmaker, seat: str, force: ForceId, able: Sequence[ForceId], verb: str) -> None:
        """Move a force of the attacked player into the battle or out of it (D33)."""
        if seat != self.target or force not in able:
            raise Illegal("Choose one of your other forces there, not the one that is attacked.", "BASE-CMB-3")
        source, target = (self.held, self.defence) if force in self.held else (self.defence, self.held)
        source.remove(force)
        target.append(force)
        text = f"{{{seat}}} {verb} {force_ids.say(game, force)}."
        game.emit("force_joins", text, about=force_ids.members(game, force), rule="BASE-CMB-3")


def alliance_rule(game: Kingmaker) -> str:
    """Return the rule of alliances at this table."""
    return "COV-5.11" if sides.binding(game) or sides.allies_rest(game) else "BASE-CMB-4"
