"""Set-up (rules 1)."""

from collections.abc import Sequence

import msgspec

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep, Step
from engine.kingmaker import cards, forces, locations, names, sites
from engine.kingmaker.catalog import BishopCard, Card, NobleCard, OfficeCard, SpecialCard, TitleCard
from engine.kingmaker.crown import empty_squares
from engine.kingmaker.game import Kingmaker
from engine.kingmaker.state import Heir, State, Turn

DEALT = 36


def build_decks(game: Kingmaker) -> None:
    """Take the cards of the chosen sets and shuffle each deck once [BASE-SET-1]."""
    state, book = game.state, game.book
    crown = {"basic": "base", "advanced": "wbc", "covault": "covault"}[str(game.option("crown_deck_set"))]
    event = {"basic": "base", "wbc_variant": "wbc", "covault": "covault"}[str(game.option("event_deck_set"))]
    state.crown_deck = [card.id for card in book.cards.values() if _copy(card.id) <= card.copies[crown]]
    state.event_deck = [card.id for card in book.events.values() if card.copies[event]]
    game.dice.shuffle(state.crown_deck, "shuffle the Crown deck")
    game.dice.shuffle(state.event_deck, "shuffle the Event deck")


def _copy(card: str) -> int:
    return int(card[-1]) if card[-1].isdigit() else 1


def deal(game: Kingmaker) -> None:
    """Deal the Crown cards evenly, and on to whoever has no noble [BASE-SET-2]."""
    share = DEALT // len(game.state.seats)
    for seat in game.state.seats:
        hand = [game.state.crown_deck.pop() for _ in range(share)]
        if not _printed(game, hand, NobleCard):
            _draw_on(game, seat, hand)
        game.faction(seat).hand = hand
        game.emit("dealt", f"You are dealt {names.cards(hand)}.", to=[seat], about=hand, rule="BASE-SET-2")
    game.emit("dealt", f"Every seat is dealt {share} Crown cards.", rule="BASE-SET-2")


def _draw_on(game: Kingmaker, seat: str, hand: list[str]) -> None:
    """Deal a seat further cards until a noble comes (option `no_noble_dealt`)."""
    dealt = list(hand)
    while not _printed(game, hand, NobleCard):
        hand.append(game.state.crown_deck.pop())
    drawn = hand[len(dealt) :]
    if game.option("no_noble_dealt") == "draw_open":
        text = f"{{{seat}}} has no noble, shows {names.cards(dealt)} and draws {names.cards(drawn)}."
        game.emit("shown", text, about=hand, rule="BASE-SET-2")
    else:
        text = f"{{{seat}}} has no noble; further cards are dealt until one comes: {len(drawn)}."
        game.emit("drawn_on", text, rule="BASE-SET-2")


class Plan(msgspec.Struct):
    """How a seat means to set up: card to noble, noble to location. `done` plans are final."""

    cards: dict[str, str]
    places: dict[str, str]
    done: bool = False


class Allocate(Action, frozen=True):
    """Give a dealt card to one of one's dealt nobles."""

    card: str
    noble: str


class Station(Action, frozen=True):
    """Say where a dealt noble starts."""

    noble: str
    at: str


class Ready(Action, frozen=True):
    """Declare the set-up of one's faction final."""


class SettingUp(Step):
    """Every seat allocates its cards and stations its nobles, in secret until all are in (D01, D02)."""

    plans: dict[str, Plan] = {}

    def proceed(self, game: Kingmaker) -> bool:
        """Begin with a sensible plan for each seat; carry all plans out together."""
        if not self.plans:
            self.plans = {seat: default_plan(game, game.faction(seat).hand) for seat in game.state.seats}
            return True
        if not all(plan.done for plan in self.plans.values()):
            return False
        game.pop(self)
        for seat, plan in self.plans.items():
            _carry_out(game, seat, plan)
        _leave_over(game)
        place_heirs(game)
        choose_first_player(game)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask every seat that is not ready."""
        prompt = (
            "Give your cards to your nobles and say where each noble starts. A plan is ready; change what you like."
        )
        return [
            Request(seat, "D01", prompt, self._offers(game, seat), Ready, secret=True, together=True)
            for seat, plan in self.plans.items()
            if not plan.done
        ]

    def _offers(self, game: Kingmaker, seat: str) -> tuple[Offer, ...]:
        plan = self.plans[seat]
        return (
            Offer(Ready, "My faction is ready", hint=words(game, plan)),
            Offer(
                Allocate,
                "Give a card to a noble",
                (
                    Field("card", "Which card?", lambda _: _loose_cards(game, plan)),
                    Field("noble", "To which noble?", lambda d: _takers(game, plan, d)),
                ),
            ),
            Offer(
                Station,
                "Station a noble",
                (
                    Field("noble", "Which noble?", lambda _: [Choice(n, names.card(n)) for n in plan.places]),
                    Field("at", "Where does he start?", lambda d: _stations(game, plan, d)),
                ),
            ),
        )

    def act(self, game: Kingmaker, seat: str, action: Allocate | Station | Ready) -> None:
        """Change the plan, or make it final."""
        plan = self.plans[seat]
        match action:
            case Allocate():
                self._allocate(game, plan, action)
            case Station():
                self._station(game, plan, action)
            case Ready():
                plan.done = True
                game.emit("ready", f"{{{seat}}} is ready.")

    def _allocate(self, game: Kingmaker, plan: Plan, action: Allocate) -> None:
        if action.card not in plan.cards:
            raise Illegal("Choose one of the cards that you were dealt, not a noble.", "BASE-SET-3")
        if not action.noble:
            raise Illegal(f"{names.card(action.card)} can be given, so it must be; name a noble.", "BASE-SET-3")
        if action.noble not in plan.places:
            raise Illegal("Choose one of the nobles that you were dealt.", "BASE-SET-3")
        if not could_hold(game, plan, action.card, action.noble):
            reason = f"{names.card(action.noble)} cannot hold {names.card(action.card)}: a title is for a noble "
            raise Illegal(reason + "untitled by birth, an office for a titled one.", "BASE-SET-3")
        _make_way(game, plan, action.card, action.noble)
        plan.cards[action.card] = action.noble
        _drop_unfit(game, plan)
        _give_out(game, plan)
        _restation(game, plan)

    def _station(self, game: Kingmaker, plan: Plan, action: Station) -> None:
        if action.noble not in plan.places:
            raise Illegal("Choose one of the nobles that you were dealt.", "BASE-SET-5")
        legal = plan_stations(game, plan, action.noble)
        if action.at not in legal:
            where = names.listed(locations.say(at) for at in legal[:8])
            raise Illegal(f"{names.card(action.noble)} can start {where}.", "BASE-SET-5")
        plan.places[action.noble] = action.at


def _loose_cards(game: Kingmaker, plan: Plan) -> list[Choice]:
    return [
        Choice(card, names.card(card), f"with {names.card(noble)}" if noble else "nobody can hold it")
        for card, noble in plan.cards.items()
        if any(could_hold(game, plan, card, able) for able in plan.places)
    ]


def _takers(game: Kingmaker, plan: Plan, draft: Draft) -> list[Choice]:
    able = [noble for noble in plan.places if could_hold(game, plan, draft["card"], noble)]
    return [Choice(noble, names.card(noble)) for noble in able]


def _stations(game: Kingmaker, plan: Plan, draft: Draft) -> list[Choice]:
    return [Choice(at, locations.label(at)) for at in plan_stations(game, plan, draft["noble"])]


# ---------------------------------------------------------------------- plans


def _printed(game: Kingmaker, cards_: Sequence[str], kind: type[Card]) -> list[str]:
    return [card for card in cards_ if isinstance(game.book.cards[card], kind)]


def plan_fits(game: Kingmaker, plan: Plan, card: str, noble: str) -> bool:
    """Whether a noble of a plan can have a card, beside what the plan gives him [BASE-SET-3]."""
    printed = game.book.cards[card]
    others = [c for c, n in plan.cards.items() if n == noble and c != card]
    kind = type(printed)
    taken = kind in (TitleCard, OfficeCard) and _printed(game, others, kind)
    return could_hold(game, plan, card, noble) and not taken


def could_hold(game: Kingmaker, plan: Plan, card: str, noble: str) -> bool:
    """Whether a noble of a plan could have a card in the place of another title or office."""
    printed, titled = game.book.cards[card], game.book.noble(noble).titled
    if isinstance(printed, TitleCard):
        return not titled
    if isinstance(printed, OfficeCard):
        held = [c for c, n in plan.cards.items() if n == noble]
        return titled or bool(_printed(game, held, TitleCard))
    return True


def _make_way(game: Kingmaker, plan: Plan, card: str, noble: str) -> None:
    """Take from a noble of a plan the title or office in whose place a card comes."""
    kind = type(game.book.cards[card])
    for other in _printed(game, list(plan.cards), kind) if kind in (TitleCard, OfficeCard) else []:
        if plan.cards[other] == noble:
            plan.cards[other] = ""


def plan_stations(game: Kingmaker, plan: Plan, noble: str) -> list[str]:
    """Where a noble of a plan may start: a home castle, or a fortress that the faction's cards control."""
    castles = [locations.inside(place) for place in game.book.noble(noble).castles]
    named = [place for card in plan_cards(plan) for place in sites.claims(game, card)]
    fortresses = [locations.inside(place) for place in named if game.book.places[place].fortress]
    found = list(dict.fromkeys(castles + fortresses))
    outside = [locations.open_in(locations.square_of(castle)) for castle in castles]
    return [at for at in found if _plan_room(game, plan, noble, at)] or outside or empty_squares(game)


def _plan_room(game: Kingmaker, plan: Plan, noble: str, at: str) -> bool:
    inside = [n for n, where in plan.places.items() if where == at or n == noble]
    men = sum(_plan_strength(game, plan, n, at) for n in inside)
    return men <= game.book.places[locations.name(at)].capacity


def _plan_strength(game: Kingmaker, plan: Plan, noble: str, at: str) -> int:
    """A noble's men by a plan, if he stood at a location."""
    held = [card for card, holder in plan.cards.items() if holder == noble]
    return sum(forces.men_of(game, card, at) for card in (noble, *held))


def plan_cards(plan: Plan) -> list[str]:
    """Every card that a plan brings into play."""
    return [*plan.places, *(card for card, noble in plan.cards.items() if noble)]


def default_plan(game: Kingmaker, hand: Sequence[str]) -> Plan:
    """Titles to the strongest untitled nobles, offices to the strongest titled, the rest to the strongest (D01)."""
    nobles = sorted(_printed(game, hand, NobleCard), key=lambda n: (-game.book.cards[n].strength, n))
    specials = _printed(game, hand, SpecialCard)
    rest = [card for card in hand if card not in nobles and card not in specials]
    plan = Plan(dict.fromkeys(rest, ""), dict.fromkeys(nobles, ""))
    _give_out(game, plan)
    _restation(game, plan)
    return plan


def _give_out(game: Kingmaker, plan: Plan) -> None:
    """Give every card that can be given, titles first, so that no plan leaves one out [BASE-SET-3]."""
    nobles = sorted(plan.places, key=lambda n: (-game.book.cards[n].strength, n))
    for kind in (TitleCard, OfficeCard, Card):
        for card in sorted(_printed(game, list(plan.cards), kind), key=lambda c: (-game.book.cards[c].strength, c)):
            if not plan.cards[card]:
                able = [noble for noble in nobles if plan_fits(game, plan, card, noble)]
                plan.cards[card] = able[0] if able else ""


def _restation(game: Kingmaker, plan: Plan) -> None:
    """Station every noble whose place the plan no longer allows at his first legal one (D02)."""
    for noble, at in plan.places.items():
        legal = plan_stations(game, plan, noble)
        if at not in legal:
            plan.places[noble] = legal[0]


def _drop_unfit(game: Kingmaker, plan: Plan) -> None:
    """Take offices back from nobles who have lost the title that they need."""
    for card, noble in plan.cards.items():
        if noble and not plan_fits(game, plan, card, noble):
            plan.cards[card] = ""


def words(game: Kingmaker, plan: Plan) -> str:
    """A plan in words, one noble a line."""
    lines = []
    for noble, at in plan.places.items():
        held = [card for card, holder in plan.cards.items() if holder == noble]
        lines.append(f"{names.card(noble)} {locations.say(at)}" + (f": {names.cards(held)}" if held else ""))
    return "\n".join(lines)


# ---------------------------------------------------------------------- carrying out


def _carry_out(game: Kingmaker, seat: str, plan: Plan) -> None:
    hand = game.faction(seat).hand
    for noble, at in plan.places.items():
        hand.remove(noble)
        cards.enter(game, noble, seat, at)
    for card, noble in plan.cards.items():
        if noble:
            hand.remove(card)
            cards.attach(game, card, noble)
    game.emit("set_up", f"{{{seat}}} sets up:\n{words(game, plan)}", about=plan_cards(plan), rule="BASE-SET-5")


def _leave_over(game: Kingmaker) -> None:
    """Send what nobody could take to the Chancery, unseen, or to the discard [BASE-SET-4]."""
    for seat in game.state.seats:
        hand = game.faction(seat).hand
        for card in [card for card in hand if not isinstance(game.book.cards[card], SpecialCard)]:
            hand.remove(card)
            if isinstance(game.book.cards[card], TitleCard | OfficeCard):
                game.state.chancery.append(card)
                game.emit("left_over", f"{names.card(card)} goes to the Chancery.", to=[seat], about=[card])
            else:
                cards.discard_crown(game, card)
                game.emit("left_over", f"{names.card(card)} goes to the Crown discard.", about=[card])


def lay_out_heirs(game: Kingmaker) -> None:
    """Put the heirs of the chosen set into the state, senior first, Henry VI crowned [BASE-SET-6]."""
    chosen = [royal for royal in game.book.royals.values() if game.option("heir_set") in royal.heir_sets]
    for royal in sorted(chosen, key=lambda royal: (royal.house, royal.succession)):
        game.state.heirs[royal.id] = Heir(royal.house, at=_site(game, royal.start), king=royal.king_at_start)


def _site(game: Kingmaker, place: str) -> str:
    site = game.book.places[place]
    return locations.open_in(site.square) if site.kind == "area" else locations.inside(place)


def place_heirs(game: Kingmaker) -> None:
    """Place the heirs uncontrolled on their starting sites, fixed or by dice [BASE-SET-6]."""
    lay_out_heirs(game)
    for heir, counter in game.state.heirs.items():
        if game.option("heir_placement") == "dice":
            shown = game.dice.roll(6, f"starting place of {names.heir(heir)}")
            start = next(start for start in game.book.royals[heir].dice_start if shown in start.rolls)
            counter.at = _site(game, start.place)
        text = f"{names.heir(heir)} is {locations.say(counter.at)}, with nobody to protect them."
        game.emit("heir_placed", text, about=[heir], track=[counter.at], rule="BASE-SET-6")


def choose_first_player(game: Kingmaker) -> None:
    """The Chancellor's player begins, else the most senior cleric's, else the one with most troops [BASE-SET-7]."""
    first = _first_by_card(game) or _first_by_troops(game)
    game.state.first = first
    game.state.turn = Turn(seat=first, phase="event")
    game.emit("first_player", f"{{{first}}} plays first.", about=[first], rule="BASE-SET-7")


def _first_by_card(game: Kingmaker) -> str:
    clerics = [card for card in game.book.cards.values() if isinstance(card, BishopCard)]
    ranking = ["chancellor_of_england", *(c.id for c in sorted(clerics, key=lambda cleric: cleric.seniority))]
    holders = [forces.holder(game, card) for card in ranking]
    return next((game.noble(noble).faction for noble in holders if noble), "")


def _first_by_troops(game: Kingmaker) -> str:
    troops = {seat: sum(_permanent(game, n) for n in forces.nobles_of(game, seat)) for seat in game.state.seats}
    most = max(troops.values())
    tied = [seat for seat, men in troops.items() if men == most]
    return tied[0] if len(tied) == 1 else game.dice.pick(tied, "first player among those with equal troops")


def _permanent(game: Kingmaker, noble: str) -> int:
    person = game.noble(noble)
    bishops = _printed(game, person.cards, BishopCard)
    held = [card for card in (noble, person.title, person.office, *bishops) if card]
    return sum(game.book.cards[card].strength for card in held)


def begun(state: State) -> bool:
    """Whether the set-up is over."""
    return state.turn.phase != "setup"


STEPS: tuple[type[AnyStep], ...] = (SettingUp,)
ACTIONS: tuple[type[Action], ...] = (Allocate, Station, Ready)
