"""Cards and piles (rules 0.5): drawing, discarding, bringing into play, and what becomes of a dead noble's things."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal, allows
from engine.core.game import remembered
from engine.kingmaker.board import decks, forces, locations, names, plantagenets, sites
from engine.kingmaker.board.catalog import BishopCard, NobleCard, OfficeCard, ShipCard, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import Noble, Ship
from engine.kingmaker.board.steps import KingmakerStep

# ---------------------------------------------------------------------- piles


def draw_event(game: Kingmaker, purpose: str) -> str:
    """Take the top event card, after shuffling the discard into a new deck if there is none [BASE-EVT-2]."""
    if not game.state.event_deck:
        shuffle_events(game, "BASE-EVT-2")
    card = game.state.event_deck.pop()
    game.emit("event_card", f"The card turned for {purpose}: {names.event(card)}.", about=[card])
    return card


def shuffle_events(game: Kingmaker, rule: str) -> None:
    """Shuffle all event cards that are not kept, in force or out of the game into a new deck (rules 2.1, 3)."""
    state = game.state
    state.event_deck += [*state.event_discard, *state.event_aside]
    state.event_discard, state.event_aside = [], []
    game.dice.shuffle(state.event_deck, "shuffle the event discards into a new deck")
    game.emit("shuffle", "The event discards are shuffled into a new deck.", rule=rule)


def after_draw(game: Kingmaker, card: str) -> None:
    """Make a new deck after the last Gales, or after any Embassy, drawn for whatever [WBC-V02.7, COV-5.9]."""
    events, when = game.book.events, game.option("event_reshuffle")
    match events[card].kind:
        case "gales_at_sea" if when == "on_empty_and_last_gales":
            if not any(events[other].kind == "gales_at_sea" for other in game.state.event_deck):
                shuffle_events(game, "WBC-V02.7")
        case "embassy" if when == "on_empty_and_embassy":
            shuffle_events(game, "COV-5.9")


def discard_event(game: Kingmaker, card: str) -> None:
    """Put an event card on the discard."""
    game.state.event_discard.append(card)


def kept(game: Kingmaker, seat: str, kind: str) -> list[str]:
    """The event cards of a kind, such as "writ", that a seat has kept [BASE-EVT-13]."""
    return [card for card in game.faction(seat).retained if game.book.events[card].kind == kind]


def spend(game: Kingmaker, seat: str, kind: str, number: int = 1) -> list[str]:
    """Put so many kept event cards of a kind on the event discard, and return them [BASE-EVT-13]."""
    spent = kept(game, seat, kind)[:number]
    for card in spent:
        game.faction(seat).retained.remove(card)
        discard_event(game, card)
    return spent


def draw_crown(game: Kingmaker) -> str:
    """Take the top Crown card; "" if there is none. An office that has ended leaves the game [WBC-C08.2]."""
    card = _take_crown(game)
    while card and _has_ended(game, card):
        remove_from_game(game, card)
        card = _take_crown(game)
    return card


def _has_ended(game: Kingmaker, card: str) -> bool:
    """Whether a card is an office of a place that is no longer on the map."""
    office = isinstance(game.book.cards[card], OfficeCard)
    return office and any(place in game.state.fallen for place in sites.claims(game, card))


def remove_from_game(game: Kingmaker, card: str) -> None:
    """Take a Crown card out of the game for good."""
    game.state.removed.append(card)
    game.emit("removed", f"{names.card(card)} leaves the game.", about=[card], rule="WBC-C08.2")


def _take_crown(game: Kingmaker) -> str:
    """Take the top Crown card, shuffling the discard first if the deck is empty; "" if there is none [BASE-CRN-4]."""
    state = game.state
    if not state.crown_deck and game.option("ambush_draw_forfeit"):
        state.crown_deck_emptied = True
    if not state.crown_deck and state.crown_discard:
        state.crown_deck, state.crown_discard = state.crown_discard, []
        game.dice.shuffle(state.crown_deck, "shuffle the Crown discards into a new deck")
        game.emit("shuffle", "The Crown discards are shuffled into a new deck.", rule="BASE-CRN-4")
    return state.crown_deck.pop() if state.crown_deck else ""


def discard_crown(game: Kingmaker, card: str) -> None:
    """Put a lost Crown card on the discard, or under the deck (option `crown_discard`)."""
    if game.option("crown_discard") == "deck_bottom":
        game.state.crown_deck.insert(0, card)
    else:
        game.state.crown_discard.append(card)


def spend_crown(game: Kingmaker, seat: str, card: str) -> None:
    """Put a Crown card that a seat has used from its hand on the discard."""
    game.faction(seat).hand.remove(card)
    discard_crown(game, card)


def lose(game: Kingmaker, card: str) -> None:
    """Send a card that its noble loses for good where it belongs, ending its claims [BASE-DTH-1]."""
    sites.release_claims(game, card)
    printed = game.book.cards[card]
    to_chancery = isinstance(printed, TitleCard | OfficeCard) or (
        isinstance(printed, BishopCard) and game.option("bishop_loss_pile") == "chancery"
    )
    if isinstance(printed, NobleCard) and printed.plantagenet:
        game.state.aside.append(card)
    elif to_chancery:
        game.state.chancery.append(card)
    else:
        discard_crown(game, card)
    lose_ship(game, card)


def lose_ship(game: Kingmaker, card: str) -> None:
    """Take the ship of a lost Ship card off the map, or let its passengers finish their voyage [BASE-SEA-8]."""
    for ship in ships_of_card(game, card):
        counter = game.state.ships.get(ship)
        if counter is None:
            continue
        aboard = forces.nobles_at(game, locations.aboard(ship))
        if aboard and locations.kind(counter.at) == "sea":
            counter.voyage = game.noble(aboard[0]).faction
        elif not isinstance(game.book.cards[card], OfficeCard):
            remove_ship(game, ship)


def ships_of_card(game: Kingmaker, card: str) -> tuple[str, ...]:
    """The ships that a card commands: its own, those of the office, or the one that comes with a noble."""
    printed = game.book.cards[card]
    match printed:
        case ShipCard():
            return (card,)
        case OfficeCard():
            return printed.ships
        case NobleCard(ship=ship) if ship and decks.bound_ship(game, ship):
            return (ship,)
        case _:
            return ()


def commanding_card(game: Kingmaker, ship: str) -> str:
    """The card whose holder has a ship: an office, the noble with whom it comes [COV-5.26], or its own."""
    printed = game.book.ships[ship]
    if printed.owner != "card":
        return printed.owner.removeprefix("office:")
    return printed.with_noble if decks.bound_ship(game, ship) else ship


def launch(game: Kingmaker, card: str) -> None:
    """Put the ships that come into play with a card into their home ports, unless they are on the map.

    Lost ships of an office come back only when another faction has got it [WBC-V02.4].
    """
    seat = game.noble(forces.holder(game, card)).faction
    for ship in ships_of_card(game, card):
        if game.state.sunk.get(ship) == seat:
            continue
        game.state.sunk.pop(ship, None)
        at = locations.port(home_port(game, ship))
        kept = game.state.turn.phase == "setup" and game.option("port_exit_permission") == "forced_and_start"
        game.state.ships.setdefault(ship, Ship(at, from_start=kept))


def home_port(game: Kingmaker, ship: str) -> str:
    """The home port of a ship: Le Lucas has another where it comes with Stanley [COV-5.26]."""
    printed = game.book.ships[ship]
    return printed.home_port_with_noble if decks.bound_ship(game, ship) else printed.home_port


def remove_ship(game: Kingmaker, ship: str) -> None:
    """Take a ship in port off the map; whoever is aboard stands on the quay."""
    at = game.ship(ship).at
    for noble in forces.nobles_at(game, locations.aboard(ship)):
        forces.place_at(game, noble, locations.open_in(locations.square_of(at)))
    del game.state.ships[ship]
    game.emit("ship_lost", f"{game.book.ships[ship].name} is taken off the map.", about=[ship], rule="BASE-SEA-8")


# ---------------------------------------------------------------------- into play


def enter(game: Kingmaker, noble: str, seat: str, at: str) -> None:
    """Put a noble into play for a seat; his home castles that nobody holds become his faction's [BASE-CRN-3]."""
    game.state.nobles[noble] = Noble(faction=seat, at=at)
    sites.claim(game, noble, seat)
    launch(game, noble)


def attach(game: Kingmaker, card: str, noble: str) -> None:
    """Lay a Crown card with a noble in play: as his title, his office, or among his cards."""
    person = game.noble(noble)
    printed = game.book.cards[card]
    if isinstance(printed, TitleCard):
        person.title = card
    elif isinstance(printed, OfficeCard):
        person.office = card
    else:
        person.cards.append(card)
    sites.claim(game, card, person.faction)
    launch(game, card)


def move_card(game: Kingmaker, card: str, noble: str) -> None:
    """Move a transferable card in play from the noble who has it to another."""
    giver = forces.holder(game, card)
    game.noble(giver).cards.remove(card)
    game.noble(noble).cards.append(card)
    sites.pass_claims(game, card, noble)
    if card in game.state.ships:
        game.ship(card).pledged = ""
        if game.noble(giver).faction != game.noble(noble).faction:
            game.ship(card).lent = ""


def check_fits(game: Kingmaker, card: str, noble: str) -> None:
    """Raise Illegal unless a noble can hold a title or office (any other card he can) [BASE-SET-3]."""
    person, printed = game.noble(noble), game.book.cards[card]
    titled = bool(person.title) or game.book.noble(noble).titled
    if isinstance(printed, TitleCard) and titled:
        raise Illegal(f"{names.card(noble)} has a title already; choose an untitled noble.", "BASE-SET-3")
    if isinstance(printed, OfficeCard) and not titled:
        raise Illegal(f"{names.card(noble)} has no title, so he can hold no office.", "BASE-SET-3")
    if isinstance(printed, OfficeCard) and person.office:
        raise Illegal(f"{names.card(noble)} holds an office already; choose another noble.", "BASE-SET-3")
    if isinstance(printed, BishopCard) and not plantagenets.may_hold_royalty(game, noble):
        raise Illegal(f"{names.card(noble)} can have no bishops; choose another noble.", "WBC-R05.1")
    if isinstance(printed, NobleCard):
        raise Illegal(f"{printed.name} is a noble and cannot be given to another.", "BASE-SET-3")


def fits(game: Kingmaker, card: str, noble: str) -> bool:
    """Whether `check_fits` lets the noble have the card."""
    return allows(check_fits, game, card, noble)


@remembered
def ship_master(game: Kingmaker, ship: str) -> str:
    """The seat that moves a ship: whose passengers finish the voyage, who has borrowed it, or who owns it."""
    counter = game.ship(ship)
    borrower = counter.lent if ship_keeper(game, ship) else ""
    return counter.voyage or borrower or ship_owner(game, ship)


def ship_owner(game: Kingmaker, ship: str) -> str:
    """The seat whose noble controls a ship; "" if nobody does, or he is a captive."""
    noble = ship_keeper(game, ship)
    return "" if not noble or game.noble(noble).captor else game.noble(noble).faction


def ship_keeper(game: Kingmaker, ship: str) -> str:
    """The noble who controls a ship: to whom it was given, or who holds its card or office; "" if nobody does."""
    keeper = game.ship(ship).keeper
    if keeper in game.state.nobles:
        return keeper
    return forces.holder(game, commanding_card(game, ship))


# ---------------------------------------------------------------------- death


def kill_heir(game: Kingmaker, heir: str, why: str, rule: str = "BASE-CAP-4") -> None:
    """Take an heir out of the game for good."""
    royal = game.heir(heir)
    at = royal.at
    royal.alive, royal.king, royal.noble, royal.at = False, False, "", ""
    game.emit("died", f"{names.heir(heir)} is dead: {why}.", about=[heir], track=[at] if at else [], rule=rule)


def kill_nobles(game: Kingmaker, dead: Sequence[str], why: str, rule: str = "BASE-DTH-1") -> None:
    """Take nobles who die together off the map, with their cards; their heirs pass to others [BASE-DTH-1, 2].

    Heirs die too where everybody in the place dies: the caller kills them first.
    """
    for noble in dead:
        at = game.noble(noble).at
        game.emit("died", f"{names.card(noble)} is dead: {why}.", about=[noble], track=[at] if at else [], rule=rule)
    for noble in dead:
        if noble in game.state.heirs and game.heir(noble).alive:
            kill_heir(game, noble, why, rule)
    for noble in dead:
        if not plantagenets.may_hold_royalty(game, noble):
            plantagenets.bar(game, noble)
    orphans = [(heir, noble) for noble in dead for heir in forces.heirs_of(game, noble)]
    for heir, noble in orphans:
        _bereave(game, heir, noble, [n for n in forces.force_of(game, noble) if n not in dead])
    take_off(game, dead)


def take_off(game: Kingmaker, nobles: Sequence[str]) -> None:
    """Take nobles off the map together, and send all their cards where they belong [BASE-DTH-1, BASE-SIT-3]."""
    gone = {noble: game.state.nobles.pop(noble) for noble in nobles}
    for siege in game.state.sieges.values():
        siege.allies = [ally for ally in siege.allies if ally not in gone]
    for noble, person in gone.items():
        for card in [card for card in (person.title, person.office, *person.cards, noble) if card]:
            lose(game, card)
        sites.orphan(game, noble)
    for seat in sorted({person.faction for person in gone.values()}):
        sites.abandon(game, seat)


def _bereave(game: Kingmaker, heir: str, noble: str, comrades: list[str]) -> None:
    """Give an heir whose noble dies to another of the force, asking where there is a choice [BASE-DTH-2]."""
    comrades = forces.guardians(game, comrades)
    game.heir(heir).noble = forces.strongest(game, comrades)
    if not comrades:
        text = f"{names.heir(heir)} is left without a protector {locations.say(game.heir(heir).at)}."
        game.emit("heir_left", text, about=[heir], rule="BASE-DTH-2")
    elif len(comrades) > 1:
        game.push(Bereavement(game.noble(noble).faction, heir, comrades))
    else:
        told_guardian(game, heir)


def told_guardian(game: Kingmaker, heir: str) -> None:
    """Say who controls an heir now."""
    text = f"{names.heir(heir)} is with {names.card(game.heir(heir).noble)} now."
    game.emit("heir_passes", text, about=[heir, game.heir(heir).noble], rule="BASE-DTH-2")


class Guard(Action, frozen=True):
    """Name the noble who takes the heirs of a dead one."""

    noble: str


class Bereavement(KingmakerStep):
    """The owner of a dead noble's heir says which of his other nobles there takes the heir (D47) [BASE-DTH-2]."""

    seat: str
    heir: str
    nobles: list[str]

    def proceed(self, game: Kingmaker) -> bool:
        """Drop the question when there is no choice left."""
        if game.heir(self.heir).alive and len(self._able(game)) > 1:
            return False
        game.pop(self)
        return True

    def _able(self, game: Kingmaker) -> list[str]:
        at = game.heir(self.heir).at
        return [n for n in self.nobles if n in game.state.nobles and game.noble(n).at == at]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the owner."""
        able = self._able(game)
        choices = [Choice(noble, names.card(noble)) for noble in able]
        prompt = f"Who takes charge of {names.heir(self.heir)}?"
        offer = Offer(Guard, "Name a protector", (Field("noble", prompt, lambda _: choices),))
        return [Request(self.seat, "D47", prompt, (offer,), lambda: Guard(forces.strongest(game, able)))]

    def act(self, game: Kingmaker, seat: str, action: Guard) -> None:
        """Hand the heir over."""
        if action.noble not in self._able(game):
            raise Illegal(f"Choose a noble of the same force as {names.heir(self.heir)}.", "BASE-DTH-2")
        game.heir(self.heir).noble = action.noble
        told_guardian(game, self.heir)
        game.pop(self)
