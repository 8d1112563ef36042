"""Captives: who takes them, spoils, ransom, release and execution (rules 4.6)."""

from collections.abc import Mapping, Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, Request, distinct, pass_offer
from engine.core.errors import Illegal
from engine.core.sealed import SimultaneousStep
from engine.kingmaker.board import deaths, locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.catalog import BishopCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import way_home
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.combat import retreat
from engine.kingmaker.overseas import heirs_abroad, refuge

# ---------------------------------------------------------------------- taking


def commander(game: Kingmaker, winners: Sequence[str], announcer: str) -> str:
    """Return the player of a side's strongest noble; among equals `announcer`, who led the side [BASE-CMB-11].

    In a battle by the table everything goes to the attacker, as long as a noble of his lives [COV-5.17].
    """
    by_table = game.option("battle_rule") == "covault_table"
    if by_table and any(game.noble(noble).faction == announcer for noble in winners):
        return announcer
    most = forces.strength(game, forces.strongest(game, winners), "defence")
    tied = [game.noble(noble).faction for noble in winners if forces.strength(game, noble, "defence") == most]
    return announcer if announcer in tied else sorted(tied)[0]


def take(
    game: Kingmaker,
    losers: Sequence[str],
    winners: Sequence[str],
    announcer: str,
    at: Location,
    *,
    heirs: Sequence[str] = (),
    booty: Sequence[str] = (),
) -> None:
    """Capture the surviving losers with their heirs, and their transferable cards (option `spoils`) [BASE-CMB-10].

    `announcer` is the player who led the winning side, `at` the location where a captive stands if he is freed
    and has nowhere to go. `heirs` and the cards of `booty` come with a captured place or ship. The commander may divide
    it all. Without winners nobody is captured (RULING 21); heirs whom only a Duke could take are left [WBC-R05.1].
    """
    if not winners:
        text = f"{{{announcer}}}'s side has won, but nobody of it lives to take captives."
        game.emit("no_captors", text, track=[at], rule="BASE-CMB-10")
        return
    leader = commander(game, winners, announcer)
    taken_heirs = [*heirs, *(heir for noble in losers for heir in forces.heirs_of(game, noble) if heir != noble)]
    spoils = list(booty)
    if game.option("spoils") != "heirs_only":
        theirs = [card for noble in losers for card in game.noble(noble).cards]
        spoils += [card for card in theirs if game.catalog.cards[card].transfer]
    mine = [noble for noble in winners if game.noble(noble).faction == leader]
    best, guardian = forces.strongest(game, mine), forces.guardian(game, mine) or forces.guardian(game, winners)
    if not guardian:
        for heir in taken_heirs:
            royal = game.heir(heir)
            royal.noble = ""
            text = f"{names.heir(game, heir)} is left without a protector {locations.say(game, royal.at)}."
            game.emit("heir_left", text, about=[heir], track=[royal.at], rule="WBC-R05.1")
        taken_heirs, spoils = [], [card for card in spoils if not _is_bishop(game, card)]
    for noble in losers:
        text = f"{names.card(game, noble)} ({{{game.noble(noble).faction}}}) is a captive of {{{leader}}}."
        game.emit("captured", text, about=[noble], track=[at], rule="BASE-CMB-10")
    for heir in taken_heirs:
        _give_heir(game, heir, guardian)
    whose = f"{names.card(game, losers[0])}'s " if len(losers) == 1 and not booty else ""
    _give_cards(game, {card: guardian if _is_bishop(game, card) else best for card in spoils}, whose)
    for noble in losers:
        forces.place_at(game, noble, NOWHERE)
        forces.make_captive(game, noble, leader)
        game.noble(noble).taken_at = at
    division = Division(leader, list(winners), list(losers), taken_heirs, spoils)
    if division.open_to_change(game):
        text = f"{{{leader}}} may give what was captured to other nobles before going on."
        game.emit("to_divide", text, about=[*taken_heirs, *spoils], rule="BASE-CMB-11")
    game.push(division)


def _is_bishop(game: Kingmaker, thing: str) -> bool:
    return isinstance(game.catalog.cards.get(thing), BishopCard)


def _give_heir(game: Kingmaker, heir: str, noble: str) -> None:
    royal = game.heir(heir)
    royal.noble, royal.at = noble, game.noble(noble).at
    heirs_abroad.won(game, heir)
    refuge.won(game, heir)
    text = f"{names.heir(game, heir)} is in the hands of {names.card(game, noble)} ({{{game.noble(noble).faction}}})."
    game.emit("heir_captured", text, about=[heir, noble], track=[royal.at], rule="BASE-CMB-10")


def _give_cards(game: Kingmaker, takers: Mapping[str, str], whose: str = "") -> None:
    """Lay captured cards with nobles, and tell each noble's together, and `whose` they were."""
    for card, noble in takers.items():
        cards.move_card(game, card, noble)
    for noble in dict.fromkeys(takers.values()):
        own = [card for card, taker in takers.items() if taker == noble]
        goes = names.verb(game, own, "goes", "go")
        taken = f"{whose}{names.cards(game, own)}"
        text = f"{taken} {goes} to {names.card(game, noble)} ({{{game.noble(noble).faction}}})."
        game.emit("spoils", text, about=[*own, noble], rule="BASE-CMB-10")


# ---------------------------------------------------------------------- the commander's division


class Divide(Action, frozen=True):
    """Give a captive to a seat of the winning side, or a captured heir or card to one of its nobles."""

    thing: str
    to: str


class Division(KingmakerStep):
    """The commander divides captives, heirs and spoils, if there is anything to choose (D43) [BASE-CMB-11]."""

    seat: str
    """The commander."""

    winners: list[str]
    """The nobles who have won."""

    captives: list[str]
    """The nobles who have been taken captive."""

    heirs: list[str]
    """The heirs who have been taken."""

    cards: list[str]
    """The cards that have been taken."""

    def proceed(self, game: Kingmaker) -> bool:
        """Drop the question if there is only one possible division, and forget spoils that are gone."""
        self.captives = [noble for noble in forces.living(game, self.captives) if game.noble(noble).captor]
        self.heirs = [heir for heir in self.heirs if game.heir(heir).noble]
        self.cards = [card for card in self.cards if forces.holder(game, card)]
        if self.open_to_change(game):
            return False
        game.pop(self)
        return True

    def open_to_change(self, game: Kingmaker) -> bool:
        """Whether somebody else on the winning side may have any of it."""
        return bool(self._things(game))

    def _things(self, game: Kingmaker) -> list[str]:
        return [t for t in (*self.captives, *self.heirs, *self.cards) if self._takers(game, t)]

    def _takers(self, game: Kingmaker, thing: str) -> list[str]:
        """Return the seats or nobles that may get a thing and do not have it."""
        winners = [noble for noble in self.winners if noble in game.state.nobles]
        if thing in self.captives:
            seats = sorted({game.noble(noble).faction for noble in winners})
            return [seat for seat in seats if seat != game.noble(thing).captor]
        has = game.heir(thing).noble if thing in self.heirs else forces.holder(game, thing)
        return [noble for noble in self._able(game, thing) if noble != has]

    def _able(self, game: Kingmaker, thing: str) -> list[str]:
        """Return the winners who may have a thing; no Duke may have an heir or a bishop [WBC-R05.1]."""
        winners = [noble for noble in self.winners if noble in game.state.nobles]
        royalty = thing in self.heirs or _is_bishop(game, thing)
        return forces.guardians(game, winners) if royalty else winners

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the commander."""
        prompt = f"Who on your side gets what was taken? As it stands: {self._words(game)}."
        fields = (
            Field(
                "thing",
                self._which(game),
                lambda _: [Choice(t, self._name(game, t)) for t in self._things(game)],
            ),
            Field("to", "To whom?", lambda d: self._choices(game, d)),
        )
        offers = (
            Offer(Divide, "Change the division", fields, says="Give {thing} to {to}"),
            pass_offer("Keep this division"),
        )
        return [Request(self.seat, "D43", prompt, offers, Pass, about=self._holders(game))]

    def _which(self, game: Kingmaker) -> str:
        """Ask which of the things that can go to somebody else, by their kinds."""
        able = self._things(game)
        kinds = {"captive": self.captives, "heir": self.heirs, "card": self.cards}
        return f"Which {' or '.join(kind for kind, of_it in kinds.items() if any(one in able for one in of_it))}?"

    def _holders(self, game: Kingmaker) -> tuple[str, ...]:
        """Return who has each thing now: the seat of a captive, the noble of an heir or a card."""
        captors = (game.noble(noble).captor for noble in self.captives)
        guardians = (game.heir(heir).noble for heir in self.heirs)
        return (*captors, *guardians, *(forces.holder(game, card) for card in self.cards))

    def _name(self, game: Kingmaker, thing: str) -> str:
        return names.heir(game, thing) if thing in self.heirs else names.card(game, thing)

    def _choices(self, game: Kingmaker, draft: Draft) -> list[Choice]:
        thing = draft["thing"]
        takers = self._takers(game, thing) if thing in self._things(game) else []
        return [Choice(to, f"{{{to}}}" if thing in self.captives else names.card(game, to)) for to in takers]

    def _words(self, game: Kingmaker) -> str:
        captives = [f"{names.card(game, noble)} to {{{game.noble(noble).captor}}}" for noble in self.captives]
        heirs = [f"{names.heir(game, heir)} to {names.card(game, game.heir(heir).noble)}" for heir in self.heirs]
        spoils = [f"{names.card(game, card)} to {names.card(game, forces.holder(game, card))}" for card in self.cards]
        return ", ".join(captives + heirs + spoils)

    def act(self, game: Kingmaker, seat: str, action: Divide | Pass) -> None:
        """Give one thing to another, or leave the division as it is."""
        if isinstance(action, Pass):
            game.pop(self)
            return
        if action.to in self.winners and action.to not in self._able(game, action.thing):
            raise Illegal(f"{names.card(game, action.to)} cannot have {self._name(game, action.thing)}.", "WBC-R05.1")
        if action.thing not in self._things(game):
            raise Illegal(
                "That was not taken in this combat; choose one of its captives, heirs or cards.", "BASE-CMB-11"
            )
        if action.to not in self._takers(game, action.thing):
            raise Illegal(
                f"{self._name(game, action.thing)} can go only to somebody on the winning side.", "BASE-CMB-11"
            )
        if action.thing in self.captives:
            forces.make_captive(game, action.thing, action.to)
            text = f"{names.card(game, action.thing)} is handed over to {{{action.to}}}."
            game.emit("captured", text, about=[action.thing], rule="BASE-CMB-11")
        elif action.thing in self.heirs:
            _give_heir(game, action.thing, action.to)
        else:
            _give_cards(game, {action.thing: action.to})


# ---------------------------------------------------------------------- fate


def at_once(game: Kingmaker) -> bool:
    """Whether the ransom window opens right after a combat, and not at the end of the turn (option `ransom_window`)."""
    return game.option("ransom_window") == "immediate"


def open_ransom_at_once(game: Kingmaker) -> bool:
    """Open the ransom window of a combat that is over; tell whether there is anybody to ransom [COV-5.19]."""
    opens = at_once(game) and any(person.captor for person in game.state.nobles.values())
    if opens:
        game.push(FateOfCaptives())
    return opens


def free(game: Kingmaker, noble: str) -> None:
    """Give a captive back to his player, with his title and office; he has fought this phase [BASE-CAP-1, 5]."""
    person = game.noble(noble)
    at = person.taken_at if at_once(game) else way_home.return_place(game, noble)
    person.taken_at, person.fought = NOWHERE, True
    forces.make_captive(game, noble, "")
    forces.place_at(game, noble, at)
    if at_once(game):
        game.emit("freed", f"{names.card(game, noble)} ({{{person.faction}}}) is free.", about=[noble], rule="COV-5.19")
        retreat.send_home(game, [noble], "COV-5.19")
        return
    text = f"{names.card(game, noble)} is free and returns to {{{person.faction}}}, {locations.say(game, at)}."
    game.emit("freed", text, about=[noble], track=[at], rule="BASE-CAP-5")


def execute(game: Kingmaker, nobles: Sequence[str]) -> None:
    """Put captives to death [BASE-CAP-2, COV-5.19b]."""
    rule = "COV-5.19b" if at_once(game) else "BASE-CAP-2"
    for seat in sorted({game.noble(noble).captor for noble in nobles}):
        theirs = [noble for noble in nobles if game.noble(noble).captor == seat]
        deaths.kill_nobles(game, theirs, f"executed by {{{seat}}}", rule)


class Release(Action, frozen=True):
    """Let a captive go for nothing."""

    noble: str


class Execute(Action, frozen=True):
    """Put captives to death when the time for ransom is over."""

    nobles: list[str]


def check_captive(game: Kingmaker, seat: str, noble: str, rule: str) -> None:
    """Raise Illegal unless a noble is the captive of a seat."""
    if noble not in forces.captives_of(game, seat):
        raise Illegal("Choose a noble who is your captive.", rule)


def release(game: Kingmaker, seat: str, action: Release) -> None:
    """Carry out a release [BASE-CAP-3]."""
    check_captive(game, seat, action.noble, "BASE-CAP-3")
    game.emit(
        "released", f"{{{seat}}} lets {names.card(game, action.noble)} go.", about=[action.noble], rule="BASE-CAP-3"
    )
    free(game, action.noble)


def _captive_choices(game: Kingmaker, seat: str, but: Sequence[str] = ()) -> list[Choice]:
    held = [noble for noble in forces.captives_of(game, seat) if noble not in but]
    return [Choice(noble, names.card(game, noble), f"{{{game.noble(noble).faction}}}") for noble in held]


def release_offer(game: Kingmaker, seat: str) -> Offer:
    """Offer a captor to let a captive go [BASE-CAP-3]."""
    field = Field("noble", "Whom do you let go?", lambda _: _captive_choices(game, seat))
    return Offer(Release, "Release a captive for nothing", (field,), says="Release {noble} for nothing")


class FateOfCaptives(SimultaneousStep, KingmakerStep):
    """The end of the ransom window: whoever has not been ransomed or released is executed (D44) [BASE-CAP-2, COV-5.19].

    Ransoms may be agreed on while the captors think; a captive who is freed leaves the question.
    """

    def waiting(self, game: Kingmaker) -> list[str]:
        """Return the seats that hold captives."""
        return [seat for seat in game.clockwise() if forces.captives_of(game, seat)]

    def ask(self, game: Kingmaker, seat: str) -> Request:
        """Ask the captor which captives are executed; the others are released."""
        held = forces.captives_of(game, seat)
        moment = "The fight is over." if at_once(game) else "The turn ends."
        yours = names.verb(game, held, "Your captive", "Your captives")
        prompt = f"{moment} {yours} {names.cards(game, held)} will be executed unless released or ransomed now."
        whom = "Whom? I ask you again about the others." if len(held) > 1 else "Whom?"
        field = Field("nobles", whom, lambda d: _captive_choices(game, seat, d.get("nobles", [])), many=True)
        offers = (Offer(Execute, "Execute captives", (field,), says="Execute {nobles}"), release_offer(game, seat))
        return Request(seat, "D44", prompt, offers, lambda: Execute(list(held)))

    def act(self, game: Kingmaker, seat: str, action: Execute | Release) -> None:
        """Execute or release."""
        if isinstance(action, Release):
            release(game, seat, action)
            return
        for noble in action.nobles:
            check_captive(game, seat, noble, "BASE-CAP-2")
        if not action.nobles or not distinct(action.nobles):
            raise Illegal("Name the captives to execute, each once.", "BASE-CAP-2")
        execute(game, action.nobles)


def outlook(game: Kingmaker, seat: str) -> str:
    """Say what will be decided about a seat's captives, and when; "" without captives, and where that is asked now."""
    held = forces.captives_of(game, seat)
    if not held or at_once(game) or isinstance(game.top, FateOfCaptives):
        return ""
    yours = names.verb(game, held, "is your captive", "are your captives")
    return f"{names.cards(game, held)} {yours}. When this turn ends I ask you: execute, release or ransom?"


def why_not_execute(game: Kingmaker, seat: str) -> Illegal:
    """Return why a seat cannot execute anybody now: it is asked later, or has no captive."""
    held = forces.captives_of(game, seat)
    if held and not at_once(game):
        return Illegal(f"Not yet: I ask you about {names.cards(game, held)} when this turn ends.", "BASE-CAP-2")
    return Illegal("You have no captive.", "BASE-CAP-2")


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer to release captives; at the end of the turn the captors are asked anyway [BASE-CAP-3]."""
    asked = isinstance(game.top, FateOfCaptives)
    return [release_offer(game, seat)] if forces.captives_of(game, seat) and not asked else []
