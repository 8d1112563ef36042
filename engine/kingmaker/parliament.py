"""The Parliament phase: who may call Parliament, where it meets, and what it costs (rules 3.10, 5.1)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep, Step
from engine.kingmaker import (
    awards,
    ballots,
    cards,
    forces,
    geography,
    homecoming,
    locations,
    names,
    session,
    sites,
    succession,
    support,
)
from engine.kingmaker.game import Kingmaker
from engine.kingmaker.passing import Pass, pass_offer
from engine.kingmaker.session import Session, attending

CHANCELLOR = "chancellor_of_england"

__all__ = ["ACTIONS", "STEPS", "CallParliament", "ParliamentPhase", "Session", "attending"]


class CallParliament(Action, frozen=True):
    """Call Parliament to a place, spending one Writ for each noble of another faction who must come."""

    place: str
    nobles: list[str] = []


class ParliamentPhase(Step):
    """The active seat may call Parliament (D50) [BASE-PAR-1], unless an event makes one meet [BASE-EVT-16]."""

    def proceed(self, game: Kingmaker) -> bool:
        """Hold a Parliament that must be held; pass by where none can be called."""
        if game.state.turn.must_call:
            game.pop(self)
            _summoned_by_event(game)
            return True
        if may_call(game, game.active):
            return False
        game.pop(self)
        _explain(game, game.active)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask whether Parliament is called."""
        seat, number = game.active, len(writs(game, game.active))
        price = "your Writ compels one noble" if number == 1 else f"each of your {number} Writs compels one noble"
        prompt = f"You may call Parliament; {price} of another faction to come."
        offers = (_call_offer(game, seat), pass_offer("Call no Parliament"))
        return [Request(seat, "D50", prompt, offers, Pass)]

    def act(self, game: Kingmaker, seat: str, action: CallParliament | Pass) -> None:
        """Call Parliament, or go on without."""
        if isinstance(action, CallParliament):
            check_call(game, seat, action)
            game.pop(self)
            _spend_writs(game, seat, max(1, len(action.nobles)))
            convene(game, seat, action.place, [caller_noble(game, seat), *action.nobles], "BASE-PAR-2")
        else:
            game.pop(self)


def convene(game: Kingmaker, caller: str, place: str, compelled: Sequence[str], rule: str) -> None:
    """Open a Parliament, led by `caller`, to which these nobles must come."""
    text = f"Parliament meets at {names.place(place)}; {{{caller}}} leads it."
    text += f" {names.cards(compelled)} must be there." if compelled else ""
    at = locations.open_in(game.book.places[place].square)
    game.emit("parliament", text, about=[place, *compelled], track=[at], rule=rule)
    content = names.cards(awards.ordered(game)) if game.state.chancery else "nothing"
    game.emit("chancery", f"The Chancery holds {content}.", about=game.state.chancery, rule="BASE-PAR-5")
    going_home = [homecoming.Homecoming()] if game.option("return_from_parliament") == "secret" else []
    game.push(
        session.Attendance(game.clockwise(caller)),
        awards.business(game),
        support.Motions(),
        *going_home,
        Session(place, caller, list(compelled)),
    )


# ---------------------------------------------------------------------- the right to call


def caller_noble(game: Kingmaker, seat: str) -> str:
    """The noble at whose place a seat may call Parliament: the sole King's, or the Chancellor [BASE-PAR-1].

    Raises Illegal if the seat has neither the sole King nor the Chancellor's leave.
    """
    king = succession.sole_king(game)
    if king:
        if succession.seat_of(game, king) != seat:
            raise Illegal(f"Only the player who controls {names.heir(king)} may call Parliament.", "BASE-PAR-1")
        return game.heir(king).noble
    chancellor = chancellor_of(game, seat)
    if not game.state.turn.chancellor_may_call or not chancellor:
        raise Illegal("Without a sole King Parliament is called only by an event card.", "BASE-PAR-1")
    return chancellor


def chancellor_of(game: Kingmaker, seat: str) -> str:
    """A seat's noble who is Chancellor of England; "" if it has none."""
    noble = forces.holder(game, CHANCELLOR)
    return noble if noble in forces.nobles_of(game, seat) else ""


def writs(game: Kingmaker, seat: str) -> list[str]:
    """The Writs that a seat has kept."""
    return [card for card in game.faction(seat).retained if game.book.events[card].kind == "writ"]


def _spend_writs(game: Kingmaker, seat: str, number: int) -> None:
    """Put Writs on the event discard [BASE-EVT-13]."""
    for card in writs(game, seat)[:number]:
        game.faction(seat).retained.remove(card)
        cards.discard_event(game, card)
    many = "a Writ" if number == 1 else f"{number} Writs"
    game.emit("writs_spent", f"{{{seat}}} spends {many}.", about=[seat], rule="BASE-EVT-13")


def check_right(game: Kingmaker, seat: str) -> list[str]:
    """Return the places where a seat may call Parliament now; raise Illegal if there are none (rules 5.1)."""
    noble = caller_noble(game, seat)
    if not writs(game, seat):
        raise Illegal("A call costs at least one Writ, and you have none.", "BASE-PAR-2")
    places = towns_of(game, noble)
    if not places:
        raise Illegal(
            f"{names.card(noble)} is {locations.say(game.noble(noble).at)}; Parliament meets where he is, at a city "
            "or town on the mainland that is not under siege.",
            "BASE-PAR-3",
        )
    return places


def check_call(game: Kingmaker, seat: str, action: CallParliament) -> None:
    """Raise Illegal unless the seat may call Parliament so [BASE-PAR-1, 2, 3, 4]."""
    if action.place not in check_right(game, seat):
        noble = names.card(caller_noble(game, seat))
        raise Illegal(f"Parliament meets at a city or town where {noble} is; a castle will not do.", "BASE-PAR-3")
    targets = summonable(game, seat)
    for noble in action.nobles:
        _check_target(game, noble, targets)
    if len(set(action.nobles)) < len(action.nobles):
        raise Illegal("Name every noble whom you summon once.", "BASE-PAR-2")
    if len(action.nobles) > len(writs(game, seat)):
        raise Illegal(f"Your Writs are enough for {len(writs(game, seat))}, one for each noble.", "BASE-PAR-2")
    if targets and not action.nobles:
        raise Illegal("Summon at least one noble of another faction; that is what the Writ is for.", "BASE-PAR-2")


def _check_target(game: Kingmaker, noble: str, targets: Sequence[str]) -> None:
    if noble in targets:
        return
    if noble in game.state.nobles and sites.under_siege(game, game.noble(noble).at):
        raise Illegal(f"{names.card(noble)} is under siege and cannot be summoned.", "BASE-PAR-4")
    raise Illegal("Summon nobles of other factions who are in play and free.", "BASE-PAR-2")


def may_call(game: Kingmaker, seat: str) -> bool:
    """Whether a seat may call Parliament now."""
    try:
        check_right(game, seat)
    except Illegal:
        return False
    return True


def _explain(game: Kingmaker, seat: str) -> None:
    """Tell the King's player or the Chancellor who holds a Writ why he cannot call."""
    if not writs(game, seat) or not (_controls_a_king(game, seat) or game.state.turn.chancellor_may_call):
        return
    try:
        check_right(game, seat)
    except Illegal as refusal:
        text = f"You cannot call Parliament: {refusal.reason}"
        game.emit("no_parliament", text, to=[seat], about=[seat], rule=refusal.rule)


def _controls_a_king(game: Kingmaker, seat: str) -> bool:
    return any(succession.seat_of(game, king) == seat for king in succession.kings(game))


def summonable(game: Kingmaker, seat: str) -> list[str]:
    """The nobles of other factions who can be compelled: neither captive nor under siege [BASE-PAR-4]."""
    return [
        noble
        for noble, person in game.state.nobles.items()
        if person.faction != seat and not person.captor and not sites.under_siege(game, person.at)
    ]


def _call_offer(game: Kingmaker, seat: str) -> Offer:
    targets, most = summonable(game, seat), len(writs(game, seat))

    def nobles(draft: Draft) -> list[Choice]:
        picks = draft.get("nobles", [])
        rest = [noble for noble in targets if noble not in picks] if len(picks) < most else []
        return awards.noble_choices(game, rest)

    places = [Choice(place, names.place(place)) for place in check_right(game, seat)]
    fields = (
        Field("place", "Where does Parliament meet?", lambda _: places),
        Field("nobles", "Whom do your Writs compel to come?", nobles, many=True, least=1 if targets else 0),
    )
    return Offer(CallParliament, "Call Parliament", fields)


# ---------------------------------------------------------------------- the place


def serves(game: Kingmaker, place: str) -> bool:
    """Whether Parliament may meet at a place: a city or town of the mainland, not under siege [BASE-PAR-3]."""
    site = game.book.places[place]
    return game.book.place_kinds[site.kind].parliament and site.mainland and place not in game.state.sieges


def towns_of(game: Kingmaker, noble: str) -> list[str]:
    """The Parliament towns at which a noble is: inside one that is friendly to him, or in the open beside it."""
    at = game.noble(noble).at
    match locations.kind(at):
        case "inside":
            place = locations.name(at)
            at_home = sites.friendly(game, place, game.noble(noble).faction)
            return [place] if at_home and serves(game, place) else []
        case "open":
            return [place for place in game.book.squares[locations.name(at)].places if serves(game, place)]
        case _:
            return []


def nearest_towns(game: Kingmaker, seat: str) -> list[str]:
    """The Parliament towns nearest to the strongest noble of a seat who stands on the mainland; else London."""
    on_land = [n for n in forces.nobles_of(game, seat) if locations.on_mainland(game.noble(n).at)]
    if not on_land:
        return ["london"]
    square = locations.square_of(game.noble(forces.strongest(game, on_land)).at)
    far = geography.land_distances(game, square)
    reach = {p.id: far[p.square] for p in game.book.places.values() if serves(game, p.id) and p.square in far}
    return [place for place, steps in reach.items() if steps == min(reach.values())]


# ---------------------------------------------------------------------- a Parliament that must be held


class ChoosePlace(Action, frozen=True):
    """Say at which of several places Parliament meets."""

    place: str


class PlaceOfParliament(Step):
    """The leader of a Parliament that must be held chooses among equally good places (D51) [BASE-EVT-16]."""

    leader: str
    chancellor: str
    places: list[str]

    def proceed(self, game: Kingmaker) -> bool:
        """Meet at once where there is only one place; without its leader no Parliament meets."""
        if game.faction(self.leader).gone:
            game.pop(self)
        elif len(self.places) > 1:
            return False
        else:
            self._meet(game, self.places[0])
        return True

    def _meet(self, game: Kingmaker, place: str) -> None:
        game.pop(self)
        convene(game, self.leader, place, [self.chancellor] if self.chancellor else [], "BASE-EVT-16")

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the leader."""
        choices = [Choice(place, names.place(place)) for place in self.places]
        prompt = "Parliament must be held, and you lead it. Where does it meet?"
        offer = Offer(ChoosePlace, "Choose the place", (Field("place", "Where?", lambda _: choices),))
        return [Request(self.leader, "D51", prompt, (offer,), lambda: ChoosePlace(min(self.places)))]

    def act(self, game: Kingmaker, seat: str, action: ChoosePlace) -> None:
        """Meet there."""
        if action.place not in self.places:
            words = names.listed(map(names.place, self.places))
            raise Illegal(f"This Parliament can meet at {words}; choose one of them.", "BASE-EVT-16")
        self._meet(game, action.place)


def _summoned_by_event(game: Kingmaker) -> None:
    """Hold the Parliament of the event card, led by the Chancellor's player, else by the drawer [BASE-EVT-16]."""
    if succession.sole_king(game):
        text = "There is a sole King by now; no Parliament need be summoned."
        game.emit("no_effect", text, rule="BASE-EVT-16")
        return
    leader = next((seat for seat in game.clockwise() if chancellor_of(game, seat)), game.active)
    chancellor = chancellor_of(game, leader)
    there = towns_of(game, chancellor) if chancellor else []
    game.push(PlaceOfParliament(leader, chancellor if there else "", there or nearest_towns(game, leader)))


# ---------------------------------------------------------------------- the chapter


CHAPTERS = (session, awards, ballots, support, homecoming)

STEPS: tuple[type[AnyStep], ...] = (
    ParliamentPhase,
    PlaceOfParliament,
    *(step for chapter in CHAPTERS for step in chapter.STEPS),
)
ACTIONS: tuple[type[Action], ...] = (
    CallParliament,
    ChoosePlace,
    *(action for chapter in CHAPTERS for action in chapter.ACTIONS),
)
