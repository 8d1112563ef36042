"""Raids, revolts and piracy: nobles who are called away (rules 3.2, 3.4)."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request, pass_offer
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import BishopCard, Call, EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces, peace
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.events import commission, danger, hospitality, landfall, leave_taking, piracy
from engine.kingmaker.trade import items, transfers


class Called(msgspec.Struct, omit_defaults=True):
    """A noble called to a place."""

    noble: str
    """The noble."""

    place: PlaceId
    """Where he is called to."""

    office: str
    """The office whose ships come with him; "" for none."""

    ships: int
    """How many of its ships come with him."""

    sent: str = ""
    """Who goes in his stead by commission; "" for nobody."""

    least: int = 0
    """The strength that a substitute needs, if fixed (rules 3.11); 0 if the noble's own strength is needed."""

    @property
    def goer(self) -> str:
        """Who sets out: the one called or his substitute."""
        return self.sent or self.noble


def raid(game: Kingmaker, card: EventCard) -> None:
    """Call everybody whom a raid, revolt or piracy names and who is in play [BASE-EVT-3]."""
    calls = [called for call in card.calls for called in _row(game, call)]
    if calls:
        _tell_by_what(game, card)
        game.push(Summons(calls, [call.noble for call in calls] if commission.played(game) else []))
    else:
        game.emit(
            "no_effect",
            "It calls nobody who is in play.",
            rule="BASE-EVT-3",
        )


def _tell_by_what(game: Kingmaker, card: EventCard) -> None:
    """Say whom a card calls: each noble by name, or by the title, the office or the bishop that he has."""
    reasons: dict[str, list[str]] = {}
    for call in card.calls:
        for noble, holding in _answering(game, call):
            told = "by name" if holding == noble else f"as {_holder(game, holding)}"
            reasons.setdefault(noble, [])
            reasons[noble] += [told] if told not in reasons[noble] else []
    alike: dict[str, list[str]] = {}
    for noble, why in reasons.items():
        alike.setdefault(" and ".join(why), []).append(f"{names.card(game, noble)} ({{{game.noble(noble).faction}}})")
    told = ", and ".join(f"{join_words(nobles)} {why}" for why, nobles in alike.items())
    game.emit("called_by", f"“{names.event(game, card.id)}” calls {told}.", about=list(reasons), rule="BASE-EVT-3")


def _holder(game: Kingmaker, holding: str) -> str:
    """Return what a noble is by a title or an office; one who has a bishop's card is its holder."""
    bishop = isinstance(game.catalog.cards[holding], BishopCard)
    return f"{'holder of ' if bishop else ''}{names.card(game, holding)}"


def _answering(game: Kingmaker, call: Call) -> Iterator[tuple[str, str]]:
    """Yield the nobles whom one row of a card calls, each with the card that is named; captives cannot hear it."""
    if not sites.on_map(game, call.place):
        return
    for card in (*call.nobles, *call.titles, *call.offices, *call.bishops):
        noble = forces.holder(game, card)
        if noble and not game.noble(noble).captor:
            yield noble, card


def _row(game: Kingmaker, call: Call) -> Iterator[Called]:
    """Yield the nobles whom one row of a card calls, by name, title, office or bishop, with the ships that it calls."""
    for noble, card in _answering(game, call):
        ships = call.ships.get(card, 0)
        yield Called(noble, call.place, card if ships else "", ships)


# ---------------------------------------------------------------------- who goes, and where to


def exempt(game: Kingmaker, at: Location) -> str:
    """Why somebody at a location need not answer a summons, in words; "" if he must (option `summons_exempt`)."""
    if not at:
        return "a captive"
    if game.option("summons_exempt") == "besieged_only":
        return "under siege" if sites.under_siege(game, at) else ""
    return commission.absence(game, at)


def exempt_rule(game: Kingmaker) -> str:
    """Return the rule that says who is exempt."""
    return "COV-5.8" if game.option("summons_exempt") == "besieged_only" else "BASE-EVT-4"


def destination(game: Kingmaker, noble: str, place: PlaceId, *, inside: bool = True) -> Location:
    """Where a noble who is called to a place stands: inside if he may and wants to, else in the open [BASE-EVT-5]."""
    within = locations.inside(place)
    stays = game.noble(noble).at == within
    if stays or (inside and sites.may_enter(game, place, game.noble(noble).faction, [noble])):
        return within
    return locations.open_in(game.catalog.places[place].square)


def usual_end(game: Kingmaker, noble: str, place: PlaceId) -> Location:
    """Where a noble who is called to a place stands if nobody says otherwise (option `default_location`)."""
    return destination(game, noble, place, inside=game.option("default_location") != "outside")


def go(
    game: Kingmaker,
    noble: str,
    place: PlaceId,
    rule: str = "BASE-EVT-3",
    *,
    called: bool = True,
    inside: bool = True,
) -> None:
    """Move a noble, with his cards and heirs, to the place that calls him; from a ship by way of a port.

    Where everybody aboard lands in that port, the caller lands them first (landfall.calls_in). He ends `inside` the
    place if he may.

    Nobles who go along without being `called` keep the King's Peace (RULING 147).
    """
    if locations.kind(game.noble(noble).at) == "aboard":
        landfall.leave_ship(game, locations.name(game.noble(noble).at))
    came_from, at = game.noble(noble).at, destination(game, noble, place, inside=inside)
    forces.place_at(game, noble, at)
    where, stands = names.place(game, place), locations.say(game, at)
    stands = "there" if stands == f"in {where}" else stands.removesuffix(f" at {where}").removesuffix(f" {where}")
    if at == locations.inside(place) and sites.controller(game, place) == game.noble(noble).faction:
        stands += f", because {{{game.noble(noble).faction}}} holds it"
    text = f"{forces.owned(game, noble)} is called to {where} and now stands {stands}."
    game.emit("moved", text, about=[noble], track=[came_from, at], rule=rule)
    if called and at != came_from:
        peace.excuse(game, noble)


def host(game: Kingmaker, nobles: Sequence[str], place: PlaceId) -> str:
    """Return the seat that decides whether a place is friendly to nobles called there; "" if nobody has to."""
    if game.noble(nobles[0]).at == locations.inside(place) or not hospitality.has_room(game, place, nobles):
        return ""
    return hospitality.host(game, place, game.noble(nobles[0]).faction)


# ---------------------------------------------------------------------- raids, one noble after the other


class StayWith(Action, frozen=True):
    """Leave the heir of a noble who is called away with another own noble there."""

    noble: str


class GoAlong(Action, frozen=True):
    """Let the heir go with the noble who is called away."""


class EndInside(Action, frozen=True, tag="called_inside"):
    """Let a noble who is called to an own place go inside."""


def may_choose_inside(game: Kingmaker, nobles: Sequence[str], place: PlaceId) -> bool:
    """Whether the owner of nobles who are called to a place has to say if they go inside [WBC-R08.1]."""
    if game.option("default_location") != "outside":
        return False
    within = locations.inside(place)
    return any(game.noble(noble).at != within == destination(game, noble, place) for noble in nobles)


SAFE = "Safer: whoever attacks must beat the garrison of {} as well. The rules leave them outside if you say nothing."
"""What walls are good for, with the men of the garrison."""


def ask_inside(game: Kingmaker, nobles: Sequence[str], place: PlaceId) -> Request:
    """Ask the owner of nobles who are called to a place that they may enter whether they go inside (D10)."""
    is_called, goes = ("is called", "Does he go") if len(nobles) == 1 else ("are called", "Do they go")
    where = names.place(game, place)
    mine = sites.controller(game, place) == game.noble(nobles[0]).faction
    is_open = game.catalog.places[place].kind == "open_town"
    why = "which is yours" if mine else "an open town that anybody may enter" if is_open else "which lets you in"
    prompt = f"{names.cards(game, nobles)} {is_called} to {where}, {why}. {goes} inside?"
    remark = SAFE.format(game.catalog.places[place].garrison)
    offers = (pass_offer(f"Stay in the open at {where}"), Offer(EndInside, f"Go inside {where}", remark=remark))
    return Request(game.noble(nobles[0]).faction, "D10", prompt, offers, Pass)


class EntrustHeir(Action, frozen=True):
    """Ask another player to take the heir of a noble who is called away into the charge of a noble of his there."""

    noble: str


class Summons(KingmakerStep):
    """The nobles called by a card go, one after the other; their owners may leave heirs behind (D10) [BASE-EVT-7].

    The fields from `commissioned` on are about the first of `calls`.
    """

    defends: ClassVar[bool] = False
    """Whether those called come to defend the place, and so go inside unasked."""

    calls: list[Called]
    """The calls that are still to be answered."""

    named: list[str] = []
    """All nobles whom the card calls, where commissions are played."""

    gone: list[str] = []
    """The nobles who have answered the card."""

    commissioned: bool = False
    """Whether the noble's owner has decided who goes: the noble or a substitute."""

    parted: bool = False
    """Whether the noble has taken leave, passing things to others or getting some."""

    held: list[str] | None = None
    """The heirs that he had before the leave-taking, still to be decided about; None if there was none."""

    decided: list[str] = []
    """Those of them who go along."""

    declined: list[str] = []
    """The nobles of other seats who have been asked to take an heir."""

    asked: list[str] = []
    """The seats that have been asked whether the place is friendly to him."""

    answered: bool = False
    """Whether he has answered, and his ships after him: the next one follows."""

    inside: bool | None = None
    """Whether he ends inside the place (option `default_location`); None until his owner is asked."""

    def proceed(self, game: Kingmaker) -> bool:
        """Send the next noble, unless somebody has to decide something first."""
        if self.answered:
            self._turn_to_next(game)
        if not self.calls:
            game.pop(self)
            self.end(game)
            return True
        if self._substitutes(game):
            return False
        if self._takes_leave(game, self.calls[0]):
            return True
        if self._heir(game):
            return False
        call = self.calls[0]
        goes = self._goes(game, call)
        if goes and landfall.calls_in(game, game.noble(call.goer).at):
            return True
        owner = self._host(game, call) if goes else ""
        if owner and owner not in self.asked:
            self.asked.append(owner)
            guest = game.noble(call.goer).faction
            game.push(hospitality.Reception(owner, guest, call.place, names.card(game, call.goer), hospitality.BY_LAND))
            return True
        # His owner may have to say whether he goes inside the place [WBC-R08.1].
        unasked = goes and self.inside is None and not self.defends
        if unasked and may_choose_inside(game, [call.goer], call.place):
            return False
        self._answer(game, call)
        return True

    def _host(self, game: Kingmaker, call: Called) -> str:
        """Return the seat that says whether the place is friendly to arrivals, or to the ships that come with them."""
        by_land = host(game, [call.goer], call.place)
        return by_land or (hospitality.host(game, call.place, game.noble(call.goer).faction) if call.ships else "")

    def _turn_to_next(self, game: Kingmaker) -> None:
        """Withdraw the permissions that were given for this noble, and turn to the next call."""
        call = self.calls.pop(0)
        if self.asked and call.goer in game.state.nobles:
            hospitality.close(game, call.place, game.noble(call.goer).faction, hospitality.BY_LAND)
        self.commissioned, self.parted, self.decided, self.declined, self.asked = False, False, [], [], []
        self.held, self.answered, self.inside = None, False, None

    def _takes_leave(self, game: Kingmaker, call: Called) -> bool:
        """Let a noble who is about to go pass cards to comrades, or get some, once [WBC-C20.1]."""
        if self.parted or not self._goes(game, call) or not leave_taking.played(game):
            return False
        self.parted, self.held = True, forces.heirs_of(game, call.goer)
        game.push(leave_taking.LeaveTaking(call.goer, call.place))
        return True

    def end(self, game: Kingmaker) -> None:
        """Finish the card when all have answered; a raid needs nothing."""

    def _goes(self, game: Kingmaker, call: Called) -> bool:
        """Whether the one called, or his substitute, has to set out now."""
        goer = call.goer
        return goer in game.state.nobles and goer not in self.gone and not exempt(game, game.noble(goer).at)

    def _answer(self, game: Kingmaker, call: Called) -> None:
        """Let the one called, or his substitute, go if he must, and the ships of his office with him."""
        alive = call.goer in game.state.nobles
        why = exempt(game, game.noble(call.goer).at) if alive else ""
        if call.goer in self.gone and alive:
            text = f"The card calls {names.card(game, call.goer)} for a second reason too; nothing more comes of that."
            game.emit("called_again", text, about=[call.goer], rule="BASE-EVT-6")
        elif why and call.goer not in [later.goer for later in self.calls[1:]]:
            text = f"{names.card(game, call.goer)} is {why} and need not go to {names.place(game, call.place)}."
            game.emit("exempt", text, about=[call.goer], rule=exempt_rule(game))
        elif alive and not why:
            self.gone += [call.noble, call.sent] if call.sent else [call.noble]
            go(game, call.goer, call.place, inside=self.inside is not False)
        if call.ships and call.noble in game.state.nobles:
            answers = call.noble in self.gone and not call.sent
            piracy.call(game, call.noble, call.office, call.place, call.ships, answers)
        self.answered = True

    # ------------------------------------------------------------------ what is asked

    def _substitutes(self, game: Kingmaker) -> list[str]:
        """Those whom a commission could send in place of the noble called next [WBC-OPT-COMMISSION]."""
        call = self.calls[0]
        if self.commissioned or call.noble not in game.state.nobles or call.noble in self.gone:
            return []
        if not self.may_be_replaced(game, call.noble):
            return []
        seat, barred = game.noble(call.noble).faction, [*self.named, *self.gone]
        return commission.substitutes(game, seat, barred, self._least(game))

    def may_be_replaced(self, game: Kingmaker, noble: str) -> bool:
        """Whether a substitute may go for a noble: only if the noble could answer the call too [WBC-C07.1]."""
        return not commission.absence(game, game.noble(noble).at)

    def _least(self, game: Kingmaker) -> int:
        call = self.calls[0]
        return call.least or forces.strength(game, call.noble, "commission")

    def _heir(self, game: Kingmaker) -> str:
        """Return the heir about whom the owner of the noble called next has to decide; "" if there is none."""
        call = self.calls[0]
        if not self._goes(game, call):
            return ""
        held = forces.heirs_of(game, call.goer)
        got = [] if self.held is None else [heir for heir in held if heir not in self.held]
        open_ = [heir for heir in held if heir not in (*self.decided, *got, call.goer)]
        able = can_keep_heirs(game, call.goer) or (open_ and self._takers(game, open_[0]))
        return open_[0] if open_ and able else ""

    def _takers(self, game: Kingmaker, heir: str) -> list[str]:
        """Return the nobles of other seats who could take charge of an heir, and have not declined [WBC-C16]."""
        if game.option("card_transfer_reach") != "same_square_ships_anywhere":
            return []
        goer = game.heir(heir).noble
        others = [n for n, person in game.state.nobles.items() if person.faction != game.noble(goer).faction]
        return [noble for noble in others if noble not in self.declined and items.can_pass(game, heir, noble)]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask whether somebody else goes, or whether the heir goes along."""
        call = self.calls[0]
        if able := self._substitutes(game):
            return [commission.request(game, call.noble, call.place, able)]
        heir, seat = self._heir(game), game.noble(call.goer).faction
        if not heir:
            return [ask_inside(game, [call.goer], call.place)]
        where, royal = names.place(game, call.place), names.heir(game, heir)
        at = usual_end(game, call.goer, call.place)
        ends = "inside" if locations.kind(at) == "inside" else "in the open"
        peril = danger.words(game, at, [call.goer])
        called = f"{names.card(game, call.goer)} is called to {where} ({ends})."
        stay = self._stays_among(game, call.goer)
        prompt = " ".join(part for part in (called, peril, stay, f"Does {royal} go with him?") if part)
        others = [Choice(noble, names.card(game, noble)) for noble in can_keep_heirs(game, call.goer)]
        takers = [Choice(n, names.card(game, n), f"{{{game.noble(n).faction}}}'s") for n in self._takers(game, heir)]
        stays = Field("noble", f"With whom does {names.heir(game, heir)} stay?", lambda _: others)
        asks = Field("noble", f"Who shall take charge of {names.heir(game, heir)}?", lambda _: takers)
        offers = (
            *([Offer(StayWith, f"{royal} stays", (stays,), says=f"{royal} stays with {{noble}}")] if others else []),
            *([Offer(EntrustHeir, f"Ask another player to take {names.heir(game, heir)}", (asks,))] if takers else []),
            Offer(GoAlong, f"{names.heir(game, heir)} goes along"),
            *transfers.offers(game, seat),
        )
        keeper = forces.guardian(game, [n for n in forces.force_of(game, call.goer) if n != call.goer])
        return [Request(seat, "D10", prompt, offers, lambda: StayWith(keeper) if keeper else GoAlong(), about=(heir,))]

    def _stays_among(self, game: Kingmaker, goer: str) -> str:
        """Say which enemy is stronger than those with whom an heir could stay; "" for none."""
        at = game.noble(goer).at
        left = forces.comrades(game, goer) if locations.square_of(at) else []
        peril = danger.words(game, at, left) if left else ""
        return f"Whoever stays is {locations.say(game, at)}: {peril}" if peril else ""

    # ------------------------------------------------------------------ what is answered

    def act(self, game: Kingmaker, seat: str, action: Action) -> None:
        """Note the owner's choice."""
        match action:
            case Pass() if self._substitutes(game):
                self.commissioned = True
            case Pass():
                self.inside = False
            case commission.Commission():
                self._send(game, seat, action.noble)
            case transfers.Transfer():
                transfers.transfer(game, seat, action)
            case GoAlong():
                self.decided = [*self.decided, self._heir(game)]
            case EndInside():
                self.inside = True
            case StayWith():
                self._leave(game, self._heir(game), action.noble)
            case EntrustHeir():
                self._entrust(game, self._heir(game), action.noble)

    def _send(self, game: Kingmaker, seat: str, noble: str) -> None:
        commission.check_substitute(game, seat, noble, [*self.named, *self.gone], self._least(game))
        call = self.calls[0]
        commission.spend(game, seat, call.noble, noble)
        call.sent, self.commissioned = noble, True

    def _leave(self, game: Kingmaker, heir: str, noble: str) -> None:
        if noble not in can_keep_heirs(game, self.calls[0].goer):
            reason = f"{names.heir(game, heir)} can only stay with another of your nobles in the same place."
            raise Illegal(reason, "BASE-EVT-7")
        items.hand_over(game, heir, noble)
        text = f"{names.heir(game, heir)} stays behind with {names.card(game, noble)}."
        game.emit("heir_stays", text, about=[heir, noble], rule="BASE-EVT-7")

    def _entrust(self, game: Kingmaker, heir: str, noble: str) -> None:
        if noble not in self._takers(game, heir):
            reason = f"{names.heir(game, heir)} can be offered only to a noble in the same square, once to each."
            raise Illegal(reason, "WBC-C16")
        self.declined = [*self.declined, noble]
        game.push(Entrusted(heir, noble))


def can_keep_heirs(game: Kingmaker, noble: str) -> list[str]:
    """Return the other nobles of the same seat with whom the heirs of a noble can stay: those in the same location.

    Where things pass from noble to noble in a whole square, heirs do so too [WBC-C16].
    """
    there, heirs = forces.comrades(game, noble), forces.heirs_of(game, noble)
    wide = bool(heirs) and game.option("card_transfer_reach") == "same_square_ships_anywhere"
    own = forces.nobles_of(game, game.noble(noble).faction) if wide else []
    near = [other for other in own if other not in (noble, *there) and items.can_pass(game, heirs[0], other)]
    return [*forces.guardians(game, there), *near]


class TakeHeir(Action, frozen=True):
    """Take the heir that another player entrusts to an own noble."""


class Entrusted(leave_taking.HeirAsked):
    """Another player is asked to take an heir into his noble's charge [WBC-C16]."""

    declining = "does not take"

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the other player."""
        giver = game.noble(game.heir(self.heir).noble).faction
        heir = names.heir(game, self.heir)
        prompt = f"{{{giver}}} offers to leave {heir} with {names.card(game, self.noble)}. Do you accept?"
        offers = (Offer(TakeHeir, f"Take {heir}"), Offer(Pass, "Decline"))
        return [Request(game.noble(self.noble).faction, "D10", prompt, offers, Pass)]
