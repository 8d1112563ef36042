"""Items that can change hands (rules 7.1, 7.2), their names in offers, and the conditions.

A bare id is a card in the hand or a retained event card; `bishop_of_durham>percy` is something in play that goes to
Percy: a card, an heir, a noble with all his cards and heirs, a ship, or with `place:york>percy` the control of a place;
`captive:percy` is a captive who goes free.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from engine.core.errors import Illegal, allows
from engine.core.game import cached_while_waiting
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards, decks
from engine.kingmaker.board.catalog import (
    BishopCard,
    Card,
    MercenaryCard,
    NobleCard,
    OfficeCard,
    ShipCard,
    TitleCard,
    TownCard,
)
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ItemWord, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.combat import captives
from engine.kingmaker.crown import allegiance, playing
from engine.kingmaker.movement import resuming
from engine.kingmaker.ships import shipping
from engine.kingmaker.trade import fleet, terms
from engine.kingmaker.trade.terms import Reach

Form = Literal["hand", "retained", "passed", "captive"]

PLACE = terms.PLACE


class Item(msgspec.Struct, frozen=True):
    """Something that changes hands."""

    form: Form
    """The sort of thing."""

    id: str
    """Its id."""

    noble: str = ""
    """The noble who receives it, if it is in play; "" for what goes into a hand."""


def read(game: Kingmaker, word: ItemWord) -> Item:
    """Return the item that a word names; raise Illegal if it names none."""
    if word.startswith("captive:"):
        thing = Item("captive", word.removeprefix("captive:"))
        known = thing.id in game.state.nobles
    elif ">" in word:
        id_, _, noble = word.partition(">")
        thing = Item("passed", id_, noble)
        known = is_known(game, id_) and noble in game.state.nobles
    else:
        thing = Item("retained" if word in game.catalog.events else "hand", word)
        known = word in game.catalog.cards or word in game.catalog.events
    if not known:
        raise Illegal(f"'{word}' cannot change hands; choose from the list.", terms.of(game).rest)
    return thing


def noble_in(word: ItemWord) -> str:
    """Return the noble whom a word names: the captive, or the receiver; "" if it names none."""
    return word.removeprefix("captive:") if word.startswith("captive:") else word.partition(">")[2]


def is_known(game: Kingmaker, thing: str) -> bool:
    """Whether something of this name may be in play."""
    if thing.startswith(PLACE):
        return PlaceId(thing.removeprefix(PLACE)) in game.catalog.places
    return thing in game.catalog.cards or thing in game.catalog.ships or thing in game.state.heirs


def write(thing: Item) -> ItemWord:
    """Return the word for a thing."""
    if thing.form == "captive":
        return ItemWord(f"captive:{thing.id}")
    return ItemWord(f"{thing.id}>{thing.noble}" if thing.noble else thing.id)


def say(game: Kingmaker, thing: Item) -> str:
    """Return a thing in plain words."""
    match thing.form:
        case "captive":
            return f"the freedom of {names.card(game, thing.id)}"
        case "passed" if terms.kind_of(game, thing.id) == "noble":
            return f"{names.card(game, thing.id)} with all his cards and heirs (to {names.card(game, thing.noble)})"
        case "passed" if thing.id.startswith(PLACE):
            return f"the fortress {names.thing(game, thing.id)} (to {names.card(game, thing.noble)})"
        case "passed":
            return f"{names.thing(game, thing.id)} (to {names.card(game, thing.noble)})"
        case _:
            return names.thing(game, thing.id)


def title(game: Kingmaker, thing: Item) -> str:
    """Return the kind of a thing, as in a list: 'Leicester, town card', 'Leicester, the fortress'."""
    if thing.id.startswith(PLACE):
        return f"{names.thing(game, thing.id)}, the fortress"
    match thing.form:
        case "captive":
            return f"{names.card(game, thing.id)}, set free"
        case "retained":
            return f"{names.thing(game, thing.id)}, event card"
        case "passed" if terms.kind_of(game, thing.id) == "noble":
            return f"{names.card(game, thing.id)} with all his cards and heirs"
    if thing.id in game.catalog.royals:
        return f"{names.thing(game, thing.id)}, royal heir"
    printed = game.catalog.cards.get(thing.id)
    return next(
        (f"{names.card(game, thing.id)}, {word}" for kind, word in KINDS if isinstance(printed, kind)),
        names.thing(game, thing.id),
    )


KINDS: tuple[tuple[type[Card], str], ...] = (
    (NobleCard, "noble"),
    (TitleCard, "title"),
    (OfficeCard, "office"),
    (BishopCard, "bishop"),
    (MercenaryCard, "mercenaries"),
    (TownCard, "town card"),
    (ShipCard, "ship"),
)
"""The sort of item for each kind of card."""


# ---------------------------------------------------------------------- between nobles


@cached_while_waiting
def bearer(game: Kingmaker, thing: str) -> str:
    """Return the noble who has something in play; "" if nobody has."""
    if thing.startswith(PLACE):
        return _lord(game, PlaceId(thing.removeprefix(PLACE)))
    if thing in game.catalog.royals:
        royal = game.state.heirs.get(thing)
        return royal.noble if royal and royal.alive else ""
    if thing in game.state.ships:
        return cards.ship_keeper(game, thing)
    return forces.holder(game, thing)


def _lord(game: Kingmaker, place: PlaceId) -> str:
    """Return the noble who gives a place away: its holder, or the strongest noble of the faction that holds it."""
    seat = sites.controller(game, place)
    return sites.keeper(game, place) or forces.strongest(game, forces.nobles_of(game, seat) if seat else [])


def borne_by(game: Kingmaker, noble: str) -> list[str]:
    """Return a noble's items that can be given: cards, heirs, and by the table's rules places and ships."""
    held = [*game.noble(noble).cards, *(heir for heir in forces.heirs_of(game, noble) if heir in game.catalog.royals)]
    kinds = terms.of(game).kinds
    if "vessel" in kinds:
        held += [ship for ship in _vessels(game).get(noble, ()) if ship not in held]
    if "place" in kinds:
        own = game.noble(noble).faction
        held += [f"{PLACE}{at}" for at in _estates(game).get(noble, ()) if sites.controller(game, at) == own]
    return held


@cached_while_waiting
def _vessels(game: Kingmaker) -> dict[str, list[str]]:
    """Return the ships by the noble who has them."""
    found: dict[str, list[str]] = {}
    for ship in game.state.ships:
        found.setdefault(bearer(game, ship), []).append(ship)
    return found


@cached_while_waiting
def _estates(game: Kingmaker) -> dict[str, list[PlaceId]]:
    """Return the places that are held, by the noble through whom they are given."""
    found: dict[str, list[PlaceId]] = {}
    for place in game.state.control:
        found.setdefault(_lord(game, place), []).append(place)
    return found


def check_pass(game: Kingmaker, thing: str, noble: str) -> None:
    """Raise Illegal unless an item in play can pass to `noble` now, as the only item of an exchange."""
    _check_way(game, thing, noble)
    check_room_together(game, [Item("passed", thing, noble)])


def _check_way(game: Kingmaker, thing: str, noble: str) -> None:
    """Raise Illegal unless an item in play can pass to a noble, without regard to the room aboard his ship."""
    reaches = terms.check_kind(game, thing)
    giver = bearer(game, thing)
    if not giver:
        raise Illegal(lambda: f"No noble has {names.thing(game, thing)} now.", reaches.rule)
    if giver == noble:
        raise Illegal(lambda: f"{names.card(game, noble)} has {names.thing(game, thing)} already.", reaches.rule)
    # A captive gives to his captor only, to buy his freedom, and is given nothing (RULING 141).
    captor = game.noble(giver).captor
    if captor and game.noble(noble).faction != captor:
        raise Illegal(
            lambda: (
                f"{names.card(game, giver)} is a captive; what he has goes to nobles "
                f"of {{{captor}}}, to buy his freedom."
            ),
            terms.of(game).ransom,
        )
    _check_at_large(game, thing, giver, reaches)
    if game.noble(noble).captor:
        raise Illegal(
            lambda: f"{names.card(game, noble)} is a captive and cannot be given anything; free him first.",
            terms.of(game).ransom,
        )
    _check_at_large(game, thing, noble, reaches)
    _check_nothing_added(game, thing, giver, noble)
    terms.check_reach(game, giver, noble, reaches)
    _check_taker(game, thing, noble)
    if thing in game.state.ships:
        fleet.check_free(game, thing)


def near(game: Kingmaker, thing: str, nobles: Sequence[str]) -> list[str]:
    """Return those nobles who are near enough to get an item in play; `check_pass` refuses all others."""
    giver, kind = bearer(game, thing), terms.kind_of(game, thing)
    reaches = terms.of(game).kinds.get(kind) if kind else None
    if not giver or reaches is None:
        return []
    return [noble for noble in nobles if terms.within(game, giver, noble, reaches.extent)]


def can_pass(game: Kingmaker, thing: str, noble: str) -> bool:
    """Whether a noble is in play and an item passes `check_pass` for him now."""
    return noble in game.state.nobles and allows(check_pass, game, thing, noble)


def _check_at_large(game: Kingmaker, thing: str, noble: str, reaches: Reach) -> None:
    """Raise Illegal for a noble under siege or at sea, if the table forbids giving there; ships may pass at sea."""
    shut_in, at = terms.of(game).shut_in, game.noble(noble).at
    if shut_in and sites.under_siege(game, at):
        raise Illegal(lambda: f"{names.card(game, noble)} is under siege and cannot give or take anything.", shut_in)
    adrift = thing in game.catalog.ships and reaches.extent == "anywhere"
    if shut_in and not adrift and locations.kind(game.shore(at)) == "sea":
        raise Illegal(lambda: f"{names.card(game, noble)} is at sea; wait until he is in port.", reaches.rule)


def _check_nothing_added(game: Kingmaker, thing: str, giver: str, taker: str) -> None:
    """Raise Illegal where a Crown card would come to somebody under siege from outside [COV-5.12, COV-6.2.2]."""
    at = game.noble(taker).at
    # The Town card of a place goes along with it.
    card = sites.town_card(game, PlaceId(thing.removeprefix(PLACE))) if thing.startswith(PLACE) else thing
    if card not in game.catalog.cards or not forces.holder(game, card):
        return
    if locations.kind(at) == "aboard" and sites.storming_ship(game, locations.name(at)):
        raise Illegal(
            lambda: f"{names.card(game, taker)} besieges a port from a ship and cannot be given Crown cards.",
            "COV-5.12",
        )
    if sites.under_siege(game, at) and game.noble(giver).at != at:
        raise Illegal(
            lambda: f"{names.card(game, taker)} is under siege; no Crown card reaches him from outside.", "COV-6.2.2"
        )


def check_room_together(game: Kingmaker, wanted: Sequence[Item]) -> None:
    """Raise Illegal where an exchange brings more men to a ship at sea than it holds [BASE-SEA-3, COV-5.22].

    Those who leave the ship by it make room for others.
    """
    coming: Counter[Location] = Counter()
    for thing in wanted:
        giver = bearer(game, thing.id) if thing.form == "passed" else ""
        if giver not in ("", thing.id) and game.noble(giver).at != game.noble(thing.noble).at:
            coming[game.noble(thing.noble).at] += _men(game, thing.id)
            coming[game.noble(giver).at] -= _men(game, thing.id)
    for at, men in coming.items():
        # A noble alone aboard is held by any ship [COV-5.22].
        alone = bool(game.option("ship_min_one_noble")) and len(forces.nobles_at(game, at)) == 1
        if locations.kind(game.shore(at)) == "sea" and not alone:
            shipping.check_men(game, locations.name(at), men)


def _men(game: Kingmaker, thing: str) -> int:
    return game.catalog.cards[thing].strength if thing in game.catalog.cards else 0


def _check_taker(game: Kingmaker, thing: str, noble: str) -> None:
    """Raise Illegal unless a noble may have a thing by transfer [COV-5.24, WBC-R05.1, BASE-TRD-3]."""
    bishop = isinstance(game.catalog.cards.get(thing), BishopCard)
    has_one = any(isinstance(game.catalog.cards[card], BishopCard) for card in game.noble(noble).cards)
    if bishop and has_one and game.option("bishop_transfer_limit") == "one":
        raise Illegal(
            lambda: f"{names.card(game, noble)} has a bishop already and cannot be given a second one.", "COV-5.24"
        )
    if game.catalog.noble(noble).plantagenet and (bishop or thing in game.catalog.royals):
        raise Illegal(lambda: f"{names.card(game, noble)} can have neither bishops nor heirs.", "WBC-R05.1")
    if noble in playing.engaged(game) and _barred_from_combat(game, thing, noble):
        raise Illegal(
            lambda: f"{names.card(game, noble)} is engaged in combat and cannot be given a card from another player.",
            "BASE-TRD-3",
        )


def _barred_from_combat(game: Kingmaker, thing: str, noble: str) -> bool:
    """Whether a card comes from another player in this turn, or would by this (option `traded_card_in_combat`)."""
    if thing not in game.catalog.cards or game.option("traded_card_in_combat") != "not_allocatable":
        return False
    foreign = game.noble(bearer(game, thing)).faction != game.noble(noble).faction
    return foreign or thing in game.state.turn.traded


def hand_over(game: Kingmaker, thing: str, noble: str) -> None:
    """Give an item in play to another noble, and let both move on. The caller has done the checks."""
    resuming.reopen(game, [bearer(game, thing), noble])
    if thing.startswith(PLACE):
        sites.capture(game, PlaceId(thing.removeprefix(PLACE)), game.noble(noble).faction, noble)
    elif thing in game.catalog.royals:
        game.heir(thing).noble = noble
        game.heir(thing).at = game.noble(noble).at
    elif thing in game.state.nobles:
        allegiance.change(game, thing, game.noble(noble).faction)
    elif thing in game.state.ships:
        fleet.hand_over(game, thing, noble)
    else:
        cards.move_card(game, thing, noble)


# ---------------------------------------------------------------------- between seats


def check_deliver(game: Kingmaker, thing: Item, giver: str, taker: str) -> None:
    """Raise Illegal unless `giver` can give a thing to `taker` now [BASE-TRD-1, BASE-TRD-2, BASE-CAP-1]."""
    match thing.form:
        case "hand":
            terms.check_hand(game, thing.id)
            if thing.id not in game.faction(giver).hand:
                raise Illegal(
                    lambda: f"{{{giver}}} does not hold {names.thing(game, thing.id)} in hand.", terms.of(game).hand
                )
        case "retained":
            terms.check_event(game, thing.id)
            if thing.id not in game.faction(giver).retained:
                raise Illegal(lambda: f"{{{giver}}} has not kept {names.event(game, thing.id)}.", terms.of(game).hand)
        case "captive":
            _check_captive(game, thing.id, giver, taker)
        case "passed":
            _check_in_play(game, thing, giver, taker)


def _check_captive(game: Kingmaker, noble: str, giver: str, taker: str) -> None:
    if noble not in game.state.nobles or game.noble(noble).captor != giver:
        raise Illegal(lambda: f"{names.card(game, noble)} is no captive of {{{giver}}}.", "BASE-CAP-1")
    if game.noble(noble).faction != taker:
        raise Illegal(lambda: f"{names.card(game, noble)} can be freed only to his own faction.", "BASE-CAP-1")


def _check_in_play(game: Kingmaker, thing: Item, giver: str, taker: str) -> None:
    _check_way(game, thing.id, thing.noble)
    owner = game.noble(bearer(game, thing.id)).faction
    if owner != giver or game.noble(thing.noble).faction != taker:
        raise Illegal(
            lambda: (
                f"{names.thing(game, thing.id)} cannot go from {{{giver}}} to {names.card(game, thing.noble)}; "
                "choose from the list."
            ),
            terms.check_kind(game, thing.id).rule,
        )
    if thing.id in game.state.nobles:
        allegiance.check(game, thing.id)
    if thing.id in game.state.ships:
        fleet.check_empty(game, thing.id, taker)


def deliver(game: Kingmaker, thing: Item, giver: str, taker: str) -> None:
    """Deliver one item of a trade. The caller has done the checks."""
    match thing.form:
        case "hand":
            game.faction(giver).hand.remove(thing.id)
            game.faction(taker).hand.append(thing.id)
            game.state.turn.traded.append(thing.id)
        case "retained":
            game.faction(giver).retained.remove(thing.id)
            game.faction(taker).retained.append(thing.id)
        case "captive":
            captives.free(game, thing.id)
        case "passed":
            if thing.id in game.state.nobles:
                game.state.turn.traded += forces.belongings(thing.id, game.noble(thing.id))
            elif thing.id in game.catalog.cards:
                game.state.turn.traded.append(thing.id)
            hand_over(game, thing.id, thing.noble)


def open_things(game: Kingmaker, giver: str, taker: str) -> Iterator[Item]:
    """Yield the public items that `giver` could give to `taker` now, without cards in hand."""
    return (thing for thing in _lying_open(game, giver, taker) if allows(check_deliver, game, thing, giver, taker))


def _lying_open(game: Kingmaker, giver: str, taker: str) -> Iterator[Item]:
    taken = [noble for noble in forces.captives_of(game, taker) if game.noble(noble).faction == giver]
    receivers = forces.nobles_of(game, taker)
    for noble in (*forces.nobles_of(game, giver), *taken) if receivers else ():
        for id_ in (*borne_by(game, noble), noble):
            yield from (Item("passed", id_, receiver) for receiver in near(game, id_, receivers))
    yield from (Item("retained", card) for card in game.faction(giver).retained)
    yield from (Item("captive", noble) for noble in forces.captives_of(game, giver))


def kept_openly(game: Kingmaker) -> bool:
    """Whether everybody sees the event cards that a player keeps [WBC-R04.2]."""
    return game.option("retained_event_visibility") == "open"


def in_hand(game: Kingmaker, cards_: list[str]) -> Iterator[Item]:
    """Return the cards in hand that may be traded, out of some."""
    return (Item("hand", card) for card in cards_ if allows(terms.check_hand, game, card))


def unseen(game: Kingmaker, seat: str) -> list[str]:
    """Return the Crown cards that a seat cannot place: they may be in the Crown deck, a hand or the Chancery."""
    state = game.state
    seen = {*game.faction(seat).hand, *state.crown_discard, *state.removed}
    if game.option("chancery_visibility") == "open":
        seen.update(state.chancery)
    for noble, person in (*state.nobles.items(), *state.abandoned.items()):
        seen.update(forces.belongings(noble, person))
    return [card for card in decks.crown_cards(game) if card not in seen]
