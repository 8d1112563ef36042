"""The attack on a place, from the draw to the victors' entry (rules 4.7.1 to 4.7.3)."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request, pass_offer
from engine.core.errors import Illegal
from engine.core.text import counted, join_words
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.combat import battle, captives, casualties, odds, pardon, report
from engine.kingmaker.combat.losses import DrawnCombat, Toll
from engine.kingmaker.overseas import french


class Assault(KingmakerStep, DrawnCombat):
    """Active combat for a place: bad weather leaves it under siege, any other card takes it [BASE-SGE-2, COV-6.1]."""

    seat: str
    """The seat that attacks."""

    attackers: list[str]
    """The nobles who attack."""

    place: PlaceId
    """The place."""

    drawn: bool = False
    """Whether the card has been turned."""

    toll: Toll | None = None
    """The dead and the beaten, until it is carried out."""

    def draw(self, game: Kingmaker) -> None:
        """Turn the card: bad weather leaves the place under siege, any other says who dies and who is beaten."""
        inside = forces.nobles_at(game, self._inside)
        battle.engage(game, self.attackers, inside)
        game.state.turn.besieged.append(self.place)
        card = battle.turn_card(game, f"the siege of {names.castle(game, self.place)}", self.seat)
        if card.odds == odds.BAD_WEATHER:
            rule = sieges.cite(game, "BASE-SGE-3", "COV-6.1.1")
            sieges.lay(game, self.place, self.seat, self.attackers, rule, "Bad weather: ")
            return
        men, needed = forces.total(game, self.attackers, "attack"), sieges.to_take(game, self.place)
        text = f"{{{self.seat}}}'s {men} men storm {names.castle(game, self.place)}, held by {needed}. "
        text += f"The weather is fair, and they are enough.{casualties.named(game, card, [*self.attackers, *inside])}"
        game.emit("siege", text, about=[self.place, *self.attackers], track=[self._inside], rule="BASE-SGE-1")
        unguarded = [heir for heir in forces.heirs_at(game, self._inside) if not game.heir(heir).noble]
        toll = casualties.fallen(game, card, "major_victory", self.attackers, inside, unguarded)
        toll.winners, toll.losers, toll.leader = list(self.attackers), list(inside), self.seat
        self.toll = toll
        falling = self.place if toll.captors() else NO_PLACE
        game.push(pardon.KingsPardon(toll.lost(), sieges.outside(game, self.place), falling))

    def pay(self, game: Kingmaker, toll: Toll) -> None:
        """Kill the dead; if an attacker lives the place falls, and those inside are taken captive."""
        french.spend(game, self.attackers)
        winners, losers = toll.captors(), toll.captured()
        report.note(game, outcome="major_victory" if winners else "no_victory", winner=self.seat if winners else "")
        for noble in losers:
            forces.place_at(game, noble, sieges.outside(game, self.place))
        rule = sieges.cite(game, "BASE-SGE-11", "COV-6.1.2")
        before = len(game.events)
        casualties.kill_together(game, toll, f"killed in the siege of {names.castle(game, self.place)}", rule)
        if winners:
            self._leave_untold(game, before)
            self._fall(game, winners, losers)
        else:
            text = f"None of {{{self.seat}}}'s attackers lives: {names.castle(game, self.place)} holds out."
            game.emit("siege", text, about=[self.place], track=[self._inside], rule=rule)

    def _leave_untold(self, game: Kingmaker, before: int) -> None:
        """Leave out of the story that the place has lost its keeper, as it falls at once."""
        game.events[before:] = [
            replace(event, text="") if event.kind == "control" and event.subjects == (self.place,) else event
            for event in game.events[before:]
        ]

    @property
    def _inside(self) -> Location:
        return locations.inside(self.place)

    def _fall(self, game: Kingmaker, winners: Sequence[str], losers: Sequence[str]) -> None:
        """Hand the place over, with everybody and everything in it [BASE-SGE-4, BASE-SGE-10, COV-6.1.2]."""
        game.state.sieges.pop(self.place, None)
        # The faction to which the place falls: the one that attacks. Where nobles hold places and all of its own have
        # died, it is the one of its allies that takes the captives (RULING 166) [COV-8.1.1].
        alone = sites.by_nobles(game) and not _of(game, winners, self.seat)
        seat = captives.commander(game, winners, self.seat) if alone else self.seat
        victors = _of(game, winners, seat)
        site = game.catalog.places[self.place]
        gains = [f"a garrison of {site.garrison}"] if site.garrison else []
        gains += [f"{counted(site.commons, 'vote')} in the Commons"] if site.commons else []
        brings = f", with {join_words(gains)}" if gains else ""
        owner = sites.controller(game, self.place)
        loser = f" ({{{owner}}})" if owner else ""
        text = f"{names.castle(game, self.place)}{loser} falls to {{{seat}}}{brings}."
        rule = sieges.cite(game, "BASE-SGE-4", "COV-6.1.2")
        game.emit("siege", text, about=[self.place], track=[self._inside], rule=rule)
        sites.capture(game, self.place, seat, forces.strongest(game, victors))
        heirs = [heir for heir in forces.heirs_at(game, self._inside) if not game.heir(heir).noble]
        taken = [*heirs, *(heir for noble in losers for heir in forces.heirs_of(game, noble) if heir != noble)]
        game.push(GoingInside(seat, self.place, victors, taken if game.option("heir_pickup_stops") else []))
        if sites.by_nobles(game):
            game.push(AssigningPlace(seat, self.place, victors))
        # The Town card of the place follows it, if another faction has it in play elsewhere than with a captive.
        card = sites.town_card(game, self.place)
        holder = forces.holder(game, card) if card else ""
        follows = holder and holder not in losers and game.noble(holder).faction != seat
        where = sieges.outside(game, self.place)
        captives.take(game, losers, winners, self.seat, where, heirs=heirs, booty=[card] if follows else [])


def _of(game: Kingmaker, nobles: Sequence[str], seat: str) -> list[str]:
    return [noble for noble in nobles if game.noble(noble).faction == seat]


class GoInside(Action, frozen=True):
    """Send a victorious noble into the captured place."""

    noble: str


class GoingInside(KingmakerStep, tag="occupation"):
    """The victors go inside as far as there is room; where not all fit, their player says who (D45) [BASE-SGE-5].

    Who has taken one of the `heirs` inside must be there with him, and so must his comrades [WBC-C06]. Where nobody
    has, the victors may stay in the open, if nobles are outside unless their player says otherwise [WBC-R08.1].
    """

    seat: str
    """The victors' seat."""

    place: PlaceId
    """The place that they have taken."""

    nobles: list[str]
    """The victors."""

    heirs: list[str] = []
    """The heirs who were taken inside."""

    def proceed(self, game: Kingmaker) -> bool:
        """Let everybody in if all fit and must go, or nobody if no more do."""
        for noble in self._fitting(game):
            if noble in self._captors(game) and sites.may_enter(game, self.place, self.seat, [noble]):
                self._enter(game, [noble])
        fitting = self._fitting(game)
        if fitting and (self._may_stay_out(game) or not sites.may_enter(game, self.place, self.seat, fitting)):
            return False
        self._enter(game, fitting)
        game.pop(self)
        return True

    def _captors(self, game: Kingmaker) -> list[str]:
        """Return the nobles who have the heirs that were taken inside."""
        return [game.heir(heir).noble for heir in self.heirs if game.heir(heir).noble]

    def _may_stay_out(self, game: Kingmaker) -> bool:
        return game.option("default_location") == "outside" and not self._captors(game)

    def _fitting(self, game: Kingmaker) -> list[str]:
        """Return the nobles still outside for each of whom, taken alone, there is room."""
        there = sieges.before(game, self.place, self.seat)
        waiting = [noble for noble in self.nobles if noble in there]
        return [noble for noble in waiting if sites.may_enter(game, self.place, self.seat, [noble])]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask who goes in next."""
        fitting = self._fitting(game)
        choices = [Choice(n, names.card(game, n), f"{forces.strength(game, n, 'capacity')} men") for n in fitting]
        offer = Offer(
            GoInside, "Send a noble inside", (Field("noble", "Who?", lambda _: choices),), says="Send {noble} inside"
        )
        stay = [pass_offer("Stay in the open")] if self._may_stay_out(game) else []
        strongest = forces.strongest(game, fitting, "capacity")
        place, room = names.castle(game, self.place), sites.room(game, self.place)
        prompt = f"{place} is yours. Who goes inside? You can send one after another; the others stay in the open."
        if len(fitting) == 1:
            prompt = f"{place} is yours. Does {names.card(game, fitting[0])} go inside?"
        if not sites.may_enter(game, self.place, self.seat, fitting):
            prompt = f"{place} has room for {room} more men, not for all of yours. Who goes inside first?"
        return [Request(self.seat, "D45", prompt, (offer, *stay), lambda: GoInside(strongest))]

    def act(self, game: Kingmaker, seat: str, action: GoInside | Pass) -> None:
        """Send one in, or leave the others in the open."""
        if isinstance(action, Pass):
            game.pop(self)
            return
        if action.noble not in self._fitting(game):
            raise Illegal("Choose one of the victors outside for whom there is room.", "BASE-SGE-5")
        self._enter(game, [action.noble])

    def _enter(self, game: Kingmaker, nobles: Sequence[str]) -> None:
        at = locations.inside(self.place)
        for noble in nobles:
            forces.place_at(game, noble, at)
        if nobles:
            text = (
                f"{forces.words(game, nobles)} "
                f"{names.verb(game, nobles, 'goes', 'go')} inside {names.castle(game, self.place)}."
            )
            game.emit("moved", text, about=nobles, track=[sieges.outside(game, self.place), at], rule="BASE-SGE-5")


class NameKeeper(Action, frozen=True):
    """Assign a captured place to one of the nobles who took it."""

    noble: str


class AssigningPlace(KingmakerStep, tag="keeping"):
    """Where nobles hold places: the captor names the besieger to whom the place is assigned (D45) [COV-8.1.1]."""

    seat: str
    """The captor."""

    place: PlaceId
    """The place."""

    nobles: list[str]
    """The besiegers whom he may name."""

    def proceed(self, game: Kingmaker) -> bool:
        """Drop the question where there is no choice."""
        if sites.keeper(game, self.place) and len(self._able(game)) > 1:
            return False
        game.pop(self)
        return True

    def _able(self, game: Kingmaker) -> list[str]:
        return [noble for noble in self.nobles if noble in forces.nobles_of(game, self.seat)]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the captor."""
        able = self._able(game)
        place = names.castle(game, self.place)
        held = game.state.control.get(self.place)
        now = f" (now: {names.card(game, held.noble)})" if held and held.noble in able else ""
        prompt = f"Which of your nobles shall hold {place}?{now}"
        choices = [Choice(noble, names.card(game, noble)) for noble in able]
        who = Field("noble", "Who?", lambda _: choices)
        offer = Offer(NameKeeper, "Name the noble who holds the place", (who,), says="{noble} holds the place")
        return [Request(self.seat, "D45", prompt, (offer,), lambda: NameKeeper(forces.strongest(game, able)))]

    def act(self, game: Kingmaker, seat: str, action: NameKeeper) -> None:
        """Assign the place."""
        if action.noble not in self._able(game):
            raise Illegal(f"Choose one of your nobles who took {names.castle(game, self.place)}.", "COV-8.1.1")
        sites.assign(game, self.place, action.noble)
        game.pop(self)
