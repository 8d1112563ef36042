"""Set-up (rules 1)."""

from msgspec.structs import replace

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.text import counted, join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards, decks, piles
from engine.kingmaker.board.catalog import BishopCard, NobleCard, OfficeCard, Royal, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import place_menu, sites
from engine.kingmaker.board.state import Heir, State, Turn
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.sequence import ending, setup_plan
from engine.kingmaker.sequence.setup_plan import Plan
from engine.kingmaker.ships import harbours

DEALT = 36


def deal(game: Kingmaker) -> None:
    """Deal the Crown cards evenly, then more to seats without a noble [BASE-SET-2, COV-4.2]."""
    decks.hold_back(game)
    share = DEALT // len(game.state.seats)
    game.emit("dealt", f"Every seat is dealt {share} Crown cards.", rule="BASE-SET-2")
    for seat in game.state.seats:
        hand = [game.state.crown_deck.pop() for _ in range(share)]
        if not setup_plan.printed(game, hand, NobleCard):
            _draw_on(game, seat, hand)
        game.faction(seat).hand = hand
        game.emit("dealt", f"You are dealt {setup_plan.by_kind(game, hand)}.", to=[seat], about=hand, rule="BASE-SET-2")


def _draw_on(game: Kingmaker, seat: str, hand: list[str]) -> None:
    """Deal a seat further cards until a noble comes (option `no_noble_dealt`)."""
    dealt = list(hand)
    while not setup_plan.printed(game, hand, NobleCard):
        hand.append(game.state.crown_deck.pop())
    drawn = hand[len(dealt) :]
    if game.option("no_noble_dealt") == "draw_open":
        text = f"{{{seat}}} is dealt no noble: {names.cards(game, dealt)}. {{{seat}}} keeps them and "
        text += f"draws until a noble comes: {names.cards(game, drawn)}."
        game.emit("shown", text, about=hand, rule="WBC-C05")
    else:
        text = f"{{{seat}}} has no noble and draws until one comes: {counted(len(drawn), 'more card')}."
        game.emit("drawn_on", text, rule="BASE-SET-2")


class Allocate(Action, frozen=True):
    """Give a dealt card to a dealt noble."""

    card: str
    noble: str


class Station(Action, frozen=True):
    """Choose where a dealt noble starts."""

    noble: str
    at: Location


class Entrust(Action, frozen=True):
    """Let a noble hold a fortress that another own noble's card names."""

    place: PlaceId
    noble: str


class Ready(Action, frozen=True):
    """Declare the faction's set-up final."""


class SettingUp(KingmakerStep):
    """Every seat allocates its cards and stations its nobles (D01, D02, D03).

    All at once and in secret, or one after the other, each in the sight of those who follow (option `setup_order`).
    """

    plans: dict[str, Plan] = {}
    """The plan of each seat."""

    waiting: list[str] = []
    """The seats that are still to set up one after the other, in order; empty where all do it at once."""

    def proceed(self, game: Kingmaker) -> bool:
        """Begin with a sensible plan for each seat; carry out the plans that are due."""
        if not self.plans:
            self.plans = {seat: setup_plan.default(game, game.faction(seat).hand) for seat in game.state.seats}
            self.waiting = _order(game)
            return True
        asked = self._asked(game)
        for seat in self.waiting or asked:
            self._keep_to_hand(game, seat)
        if not all(self.plans[seat].done for seat in asked):
            return False
        for seat in asked:
            _carry_out(game, seat, self.plans[seat])
        for seat in asked:
            leave_over(game, seat, game.faction(seat).hand)
        self.waiting = [seat for seat in self.waiting if seat not in asked]
        if not self.waiting:
            game.pop(self)
            decks.put_back(game)
            place_heirs(game)
            harbours.forget_the_start(game)
            choose_first_player(game)
        return True

    def _keep_to_hand(self, game: Kingmaker, seat: str) -> None:
        """Make a new plan for a seat whose cards the game master has changed."""
        plan, hand = self.plans[seat], game.faction(seat).hand
        if {*plan.places, *plan.cards} == {card for card in hand if not setup_plan.stays_in_hand(game, card)}:
            return
        self.plans[seat] = setup_plan.default(game, hand)
        game.emit(
            "planned_anew", "Your cards have changed, so I have planned your set-up again.", to=[seat], about=hand
        )

    def _asked(self, game: Kingmaker) -> list[str]:
        """Return the seats whose set-up is due: all that are left, or the next."""
        return self.waiting[:1] or list(self.plans)

    def progress(self, seat: str) -> str:
        """Return how far a seat is that has no nobles yet, in words that everybody may read."""
        if self.waiting and seat not in self.waiting[:1]:
            return "sets up later" if seat in self.waiting else ""
        return ("has set up; shown when all have" if self.plans[seat].done else "is setting up") if self.plans else ""

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask every seat that is due and not ready."""
        prompt = "Give your cards to your nobles and say where they start; a plan is ready."
        secret = game.option("setup_order") == "simultaneous"
        return [
            Request(seat, "D01", prompt, self._offers(game, seat), Ready, secret=secret, together=secret)
            for seat in self._asked(game)
            if not self.plans[seat].done
        ]

    def _offers(self, game: Kingmaker, seat: str) -> tuple[Offer, ...]:
        """Return the offers to declare a plan final, and to change any part of it that can be changed."""
        plan = self.plans[seat]
        changes = (allocation(game, plan), _stationing(game, plan), _keeping(game, plan))
        able = (offer for offer in changes if offer.fields[0].choices({}))
        shown = setup_plan.shown(game, plan, game.faction(seat).hand)
        return (Offer(Ready, "My faction is ready", remark=shown, ready=True), *able)

    def act(self, game: Kingmaker, seat: str, action: Allocate | Station | Entrust | Ready) -> None:
        """Change the plan, or make it final."""
        plan = self.plans[seat]
        match action:
            case Allocate():
                setup_plan.allocate(game, plan, action.card, action.noble)
            case Station():
                setup_plan.station(game, plan, action.noble, action.at)
            case Entrust():
                setup_plan.entrust(game, plan, action.place, action.noble)
            case Ready():
                plan.done = True
                game.emit("ready", f"{{{seat}}} is ready.")


def _order(game: Kingmaker) -> list[str]:
    """Return the order of setting up one by one, from the seat that a roll picks; none where all do it at once."""
    seats = game.state.seats
    if game.option("setup_order") == "simultaneous":
        return []
    first = game.dice.pick(seats, "who sets up first")
    place = seats.index(first)
    order = [*seats[place:], *seats[:place]]
    later = ", then ".join(f"{{{seat}}}" for seat in order[1:])
    text = f"By lot {{{first}}} sets up first, then {later}. Turns then go the same way round; "
    text += f"whoever has {names.card(game, forces.CHANCELLOR)} begins, or else the most senior bishop."
    game.emit("set_up_order", text, about=[first], rule="WBC-SETUP.1")
    return order


def allocation(game: Kingmaker, plan: Plan) -> Offer:
    """Offer to give a card of a plan to another of its nobles, or to one instead of what he has."""

    def now(card: str) -> str:
        if holder := plan.cards[card]:
            return f"now with {names.card(game, holder)}"
        able = setup_plan.takers(game, plan, card)
        given_up = setup_plan.displaced(game, plan, card, able[0]) if len(able) == 1 else ""
        if given_up:
            return f"{names.card(game, able[0])} then has it in place of {names.card(game, given_up)}"
        return "with no noble yet: it would go to the Chancery"

    def cards(_: Draft) -> list[Choice]:
        able = [card for card in plan.cards if setup_plan.takers(game, plan, card)]
        return [Choice(card, names.card(game, card), now(card)) for card in able]

    def takers(draft: Draft) -> list[Choice]:
        able = setup_plan.takers(game, plan, draft["card"])
        given_up = {noble: setup_plan.displaced(game, plan, draft["card"], noble) for noble in able}
        hints = {noble: f"in place of {names.card(game, card)}" if card else "" for noble, card in given_up.items()}
        return [Choice(noble, names.card(game, noble), hint) for noble, hint in hints.items()]

    label = "Give a card to another noble" if len(plan.places) > 1 else "Exchange a card"
    fields = Field("card", "Which card do you give?", cards), Field("noble", "To which noble?", takers)
    return Offer(Allocate, label, fields, reversible=True)


def _stationing(game: Kingmaker, plan: Plan) -> Offer:
    """Offer to start a noble of a plan elsewhere."""
    able = [Choice(noble, names.card(game, noble)) for noble in plan.places if setup_plan.elsewhere(game, plan, noble)]

    def elsewhere(draft: Draft) -> list[Choice]:
        home = game.catalog.noble(draft["noble"]).castles
        found = setup_plan.elsewhere(game, plan, draft["noble"])
        return [place_menu.choice(game, "", at, locations.label(game, at), home=home) for at in found]

    noble = Field("noble", "Which noble?", lambda _: able)
    at = Field("at", "Where does he start?", elsewhere, places=True)
    return Offer(Station, "Station a noble", (noble, at), reversible=True)


def _keeping(game: Kingmaker, plan: Plan) -> Offer:
    """Offer to let another noble of a plan hold a fortress."""
    holders = setup_plan.entrustable(game, plan)
    kept = {place: setup_plan.keeper(plan, place, holders) for place in holders if len(plan.places) > 1}
    held = [Choice(place, names.place(game, place), f"with {names.card(game, noble)}") for place, noble in kept.items()]
    place = Field("place", "Which fortress?", lambda _: held, places=True)

    def others(draft: Draft) -> list[Choice]:
        return [Choice(noble, names.card(game, noble)) for noble in plan.places if noble != kept[draft["place"]]]

    fields = place, Field("noble", "Who holds it?", others)
    return Offer(Entrust, "Let another noble hold a fortress", fields, reversible=True)


# ---------------------------------------------------------------------- carrying out


def _carry_out(game: Kingmaker, seat: str, plan: Plan) -> None:
    """Bring a seat's nobles and cards into play as it has planned [BASE-SET-5]."""
    text = f"{{{seat}}} sets up: {setup_plan.told(game, plan)}."
    game.emit("set_up", text, about=setup_plan.every_card(plan), rule="BASE-SET-5")
    first, hand = len(game.events), game.faction(seat).hand
    for noble, at in plan.places.items():
        hand.remove(noble)
        cards.enter(game, noble, seat, at)
    for card, noble in plan.cards.items():
        if noble:
            hand.remove(card)
            cards.attach(game, card, noble)
    for place in setup_plan.entrustable(game, plan):
        sites.assign(game, place, plan.keepers.get(place, sites.keeper(game, place)))
    _tell_places(game, seat, first)


def _tell_places(game: Kingmaker, seat: str, first: int) -> None:
    """Tell in one sentence what a seat holds, in place of a sentence for each noble since the `first` event."""
    held = [event for event in game.events[first:] if event.kind == "control"]
    game.events[first:] = [
        replace(event, text="") if event.kind == "control" else event for event in game.events[first:]
    ]
    if held:
        places = list(dict.fromkeys(names.place(game, PlaceId(event.subjects[0])) for event in held))
        game.emit("set_up", f"{{{seat}}} now holds {join_words(places)}.", rule="COV-8.1.1")


def leave_over(game: Kingmaker, seat: str, left: list[str]) -> None:
    """Send dealt cards that nobody could take to the Chancery, unseen, or to the discard [BASE-SET-4, COV-4.4]."""
    for card in [card for card in left if not setup_plan.stays_in_hand(game, card)]:
        game.faction(seat).hand.remove(card)
        if isinstance(game.catalog.cards[card], TitleCard | OfficeCard):
            game.state.chancery.append(card)
            game.emit(
                "left_over",
                f"{names.card(game, card)} goes to the Chancery: no noble of yours holds it.",
                to=[seat],
                about=[card],
            )
        else:
            piles.discard_crown(game, card)
            game.emit("left_over", f"{names.card(game, card)} goes to the Crown discard.", about=[card])


def lay_out_heirs(game: Kingmaker) -> None:
    """Put the heirs of the chosen set into the state, senior first, Henry VI crowned [BASE-SET-6]."""
    for royal in _chosen(game):
        game.state.heirs[royal.id] = Heir(royal.house, at=site_of(game, royal.start), king=royal.king_at_start)


def _chosen(game: Kingmaker) -> list[Royal]:
    """Return the heirs of the chosen set by house, senior first."""
    chosen = (royal for royal in game.catalog.royals.values() if game.option("heir_set") in royal.heir_sets)
    return sorted(chosen, key=lambda royal: (royal.house, royal.succession))


def site_of(game: Kingmaker, place: PlaceId) -> Location:
    """Return where those are who start in a place."""
    site = game.catalog.places[place]
    return locations.open_in(site.square) if site.kind == "area" else locations.inside(place)


def awaited_heirs(game: Kingmaker) -> list[Royal]:
    """Return the heirs who will stand at their starts when the set-up is over; [] afterwards, or where dice decide."""
    return [] if game.state.heirs or game.option("heir_placement") == "dice" else _chosen(game)


def starts_of_heirs(game: Kingmaker) -> str:
    """Say where the heirs will stand when the set-up is over, the King first; "" where dice decide that."""
    awaited = sorted(awaited_heirs(game), key=lambda royal: not royal.king_at_start)
    listed = [f"{names.place(game, royal.start)}{' (the King)' * royal.king_at_start}" for royal in awaited]
    return f"Heirs start in {join_words(listed)}." if listed else ""


def place_heirs(game: Kingmaker) -> None:
    """Place the heirs uncontrolled on their starting sites, fixed or by dice [BASE-SET-6, WBC-V08.1]."""
    lay_out_heirs(game)
    by_dice = game.option("heir_placement") == "dice"
    rule = "WBC-V08.1" if by_dice else "BASE-SET-6"
    for heir, counter in game.state.heirs.items():
        if by_dice:
            shown = game.dice.roll(6, f"starting place of {names.heir(game, heir)}")
            start = next(start for start in game.catalog.royals[heir].dice_start if shown in start.rolls)
            counter.at = site_of(game, start.place)
        game.emit("heir_placed", "", about=[heir], track=[counter.at], rule=rule)
    where = "; ".join(
        f"{names.heir(game, heir)} {locations.say(game, counter.at)}" for heir, counter in game.state.heirs.items()
    )
    game.emit("heirs", f"The heirs wait for a protector: {where}.", about=list(game.state.heirs), rule=rule)


# ---------------------------------------------------------------------- who begins


def choose_first_player(game: Kingmaker) -> None:
    """Let the Chancellor's player begin, else the most senior cleric's, else the one with most troops [BASE-SET-7]."""
    card = _first_card(game)
    first = game.noble(forces.holder(game, card)).faction if card else _first_by_troops(game)
    why = f"{{{first}}}'s nobles have most men, and nobody has {names.card(game, forces.CHANCELLOR)} or a bishop"
    if card:
        bishop = isinstance(game.catalog.cards[card], BishopCard)
        verb = "has the most senior bishop," if bishop else "is"
        why = f"{names.card(game, forces.holder(game, card))} {verb} {names.card(game, card)}"
        why = f"nobody has {names.card(game, forces.CHANCELLOR)}, and {why}" if bishop else why
    game.state.first = first
    game.state.turn = Turn(seat=first, phase="event")
    later = ", then ".join(f"{{{seat}}}" for seat in game.clockwise(first)[1:])
    text = f"{{{first}}} plays first, because {why}; then {later}."
    game.emit("first_player", text, about=[first], rule="BASE-SET-7")
    game.emit("how_to_win", ending.how_to_win(game))


def _first_card(game: Kingmaker) -> str:
    """Return the card that lets its seat begin: the Chancellor's, else that of the most senior cleric; "" for none."""
    clerics = [card for card in game.catalog.cards.values() if isinstance(card, BishopCard)]
    ranking = [forces.CHANCELLOR, *(c.id for c in sorted(clerics, key=lambda cleric: cleric.seniority))]
    return next((card for card in ranking if forces.holder(game, card)), "")


def _first_by_troops(game: Kingmaker) -> str:
    """Return the seat with most men of nobles, titles, offices and bishops; dice decide among equals."""
    troops = dict.fromkeys(game.state.seats, 0)
    for noble, person in game.state.nobles.items():
        bishops = setup_plan.printed(game, person.cards, BishopCard)
        held = [card for card in (noble, person.title, person.office, *bishops) if card]
        troops[person.faction] += sum(game.catalog.cards[card].strength for card in held)
    most = max(troops.values())
    tied = [seat for seat, men in troops.items() if men == most]
    return tied[0] if len(tied) == 1 else game.dice.pick(tied, "first player among those with equal troops")


def begun(state: State) -> bool:
    """Whether the set-up is over."""
    return state.turn.phase != "setup"
