"""What can change hands (rules 7.1, 7.2), how it is named, and between which nobles.

A bare id is a card in the hand or a retained event card; `bishop_of_durham>percy` is a card in play or an heir that
goes to Percy; `captive:percy` is a captive who goes free.
"""

from typing import Literal

import msgspec

from engine.core.errors import Illegal
from engine.kingmaker import captives, cards, crown, forces, locations, names, session, sites
from engine.kingmaker.catalog import NobleCard, OfficeCard, ShipCard, TitleCard
from engine.kingmaker.game import Kingmaker

Form = Literal["hand", "retained", "card", "heir", "captive"]


class Thing(msgspec.Struct, frozen=True):
    """Something that changes hands; `noble` is who receives a card in play or an heir."""

    form: Form
    id: str
    noble: str = ""


def read(game: Kingmaker, word: str) -> Thing:
    """Return the thing that a word names; raises Illegal if it names none."""
    if word.startswith("captive:"):
        thing = Thing("captive", word.removeprefix("captive:"))
        known = thing.id in game.state.nobles
    elif ">" in word:
        id_, _, noble = word.partition(">")
        thing = Thing("heir" if id_ in game.book.royals else "card", id_, noble)
        known = (id_ in game.book.cards or id_ in game.state.heirs) and noble in game.state.nobles
    else:
        thing = Thing("retained" if word in game.book.events else "hand", word)
        known = word in game.book.cards or word in game.book.events
    if not known:
        raise Illegal(f"'{word}' is nothing that can change hands; choose from the list.", "BASE-TRD-2")
    return thing


def write(thing: Thing) -> str:
    """Return the word for a thing."""
    if thing.form == "captive":
        return f"captive:{thing.id}"
    return f"{thing.id}>{thing.noble}" if thing.noble else thing.id


def say(thing: Thing) -> str:
    """A thing in plain words."""
    match thing.form:
        case "captive":
            return f"the freedom of {names.card(thing.id)}"
        case "card" | "heir":
            return f"{names.thing(thing.id)} (to {names.card(thing.noble)})"
        case _:
            return names.thing(thing.id)


# ---------------------------------------------------------------------- between nobles


def check_noble(game: Kingmaker, noble: str) -> None:
    """Raise Illegal unless things can be given or taken through a noble now [BASE-SGE-6, BASE-TRD-2]."""
    person = game.noble(noble)
    if person.captor:
        raise Illegal(f"{names.card(noble)} is a captive; free him first.", "BASE-TRD-2")
    if sites.under_siege(game, person.at):
        raise Illegal(f"{names.card(noble)} is under siege; he can give and take nothing.", "BASE-SGE-6")
    if locations.kind(person.at) == "aboard" and locations.kind(game.ship(locations.name(person.at)).at) == "sea":
        raise Illegal(f"{names.card(noble)} is at sea; wait until he is in port.", "BASE-TRD-2")


def together(game: Kingmaker, one: str, other: str) -> bool:
    """Whether two nobles are in the same location, or both attend Parliament (RULING 31)."""
    attending = session.attending(game)
    return game.noble(one).at == game.noble(other).at or (one in attending and other in attending)


def bearer(game: Kingmaker, thing: str) -> str:
    """The noble who has a card in play or an heir; "" if nobody has."""
    if thing in game.book.royals:
        royal = game.state.heirs.get(thing)
        return royal.noble if royal and royal.alive else ""
    return forces.holder(game, thing)


def check_pass(game: Kingmaker, thing: str, noble: str) -> None:
    """Raise Illegal unless a card in play or an heir can go from the noble who has it to `noble` now [BASE-TRD-2]."""
    giver = bearer(game, thing)
    if thing not in game.book.royals:
        check_kind(game, thing)
    if not giver:
        raise Illegal(f"No noble has {names.thing(thing)} now.", "BASE-TRD-2")
    if giver == noble:
        raise Illegal(f"{names.card(noble)} has {names.thing(thing)} already.", "BASE-TRD-2")
    for person in (giver, noble):
        check_noble(game, person)
    if not together(game, giver, noble):
        reason = f"{names.card(giver)} and {names.card(noble)} are not in the same place; bring them together first."
        raise Illegal(reason, "BASE-TRD-2")
    if noble in crown.engaged(game) and _got_by_trade(game, thing, noble):
        reason = f"{names.card(noble)} is engaged in combat and can get no card that came from another player."
        raise Illegal(reason, "BASE-TRD-3")


def check_kind(game: Kingmaker, card: str) -> None:
    """Raise Illegal unless a card in play is of a kind that can pass to another noble [BASE-TRD-2]."""
    printed = game.book.cards[card]
    if isinstance(printed, TitleCard | OfficeCard):
        raise Illegal(f"{printed.name} is a title or an office; those never change hands.", "BASE-TRD-2")
    if isinstance(printed, NobleCard):
        raise Illegal(f"{printed.name} is a noble in play; he stays with his faction.", "BASE-TRD-2")


def _got_by_trade(game: Kingmaker, thing: str, noble: str) -> bool:
    """Whether a card comes from another player in this turn, or would by this."""
    if thing in game.book.royals:
        return False
    foreign = game.noble(bearer(game, thing)).faction != game.noble(noble).faction
    return foreign or thing in game.state.turn.traded


def hand_over(game: Kingmaker, thing: str, noble: str) -> None:
    """Give a card in play or an heir to another noble."""
    if thing in game.book.royals:
        game.heir(thing).noble = noble
        game.heir(thing).at = game.noble(noble).at
    else:
        cards.move_card(game, thing, noble)


def borne_by(game: Kingmaker, noble: str) -> list[str]:
    """What a noble has that can pass to another: bishops, mercenaries, Town and Ship cards, and heirs."""
    return [*game.noble(noble).cards, *(heir for heir in forces.heirs_of(game, noble) if heir in game.book.royals)]


# ---------------------------------------------------------------------- between seats


def check_deliver(game: Kingmaker, thing: Thing, giver: str, taker: str) -> None:
    """Raise Illegal unless `giver` can give a thing to `taker` now [BASE-TRD-1, BASE-TRD-2, BASE-CAP-1]."""
    match thing.form:
        case "hand" if thing.id not in game.faction(giver).hand:
            raise Illegal(f"{{{giver}}} does not hold {names.thing(thing.id)} in hand.", "BASE-TRD-1")
        case "retained" if thing.id not in game.faction(giver).retained:
            raise Illegal(f"{{{giver}}} has not kept {names.event(thing.id)}.", "BASE-TRD-1")
        case "captive":
            _check_captive(game, thing.id, giver, taker)
        case "card" | "heir":
            _check_in_play(game, thing, giver, taker)


def _check_captive(game: Kingmaker, noble: str, giver: str, taker: str) -> None:
    if noble not in game.state.nobles or game.noble(noble).captor != giver:
        raise Illegal(f"{names.card(noble)} is no captive of {{{giver}}}.", "BASE-CAP-1")
    if game.noble(noble).faction != taker:
        raise Illegal(f"{names.card(noble)} can only go free to his own faction.", "BASE-CAP-1")


def _check_in_play(game: Kingmaker, thing: Thing, giver: str, taker: str) -> None:
    owner = bearer(game, thing.id)
    check_pass(game, thing.id, thing.noble)
    if game.noble(owner).faction != giver or game.noble(thing.noble).faction != taker:
        reason = (
            f"{names.thing(thing.id)} cannot go from {{{giver}}} to {names.card(thing.noble)}; choose from the list."
        )
        raise Illegal(reason, "BASE-TRD-2")
    printed = game.book.cards.get(thing.id)
    if isinstance(printed, ShipCard) and thing.id in game.state.ships and _carries(game, thing.id):
        reason = f"{printed.name} has people aboard; land them before the ship changes hands."
        raise Illegal(reason, "BASE-TRD-2")


def _carries(game: Kingmaker, ship: str) -> bool:
    at = locations.aboard(ship)
    return bool(forces.nobles_at(game, at) or forces.heirs_at(game, at))


def deliver(game: Kingmaker, thing: Thing, giver: str, taker: str) -> None:
    """Carry over one thing of a trade; the checks are done before."""
    match thing.form:
        case "hand":
            game.faction(giver).hand.remove(thing.id)
            game.faction(taker).hand.append(thing.id)
        case "retained":
            game.faction(giver).retained.remove(thing.id)
            game.faction(taker).retained.append(thing.id)
        case "captive":
            captives.free(game, thing.id)
        case "card" | "heir":
            hand_over(game, thing.id, thing.noble)
    if thing.form in ("hand", "card"):
        game.state.turn.traded.append(thing.id)


def can_deliver(game: Kingmaker, thing: Thing, giver: str, taker: str) -> bool:
    """Whether `check_deliver` lets a thing change hands now."""
    try:
        check_deliver(game, thing, giver, taker)
    except Illegal:
        return False
    return True


def open_things(game: Kingmaker, giver: str, taker: str) -> list[Thing]:
    """What `giver` could give to `taker` now, of everything that lies open: no cards in hand."""
    retained = [Thing("retained", card) for card in game.faction(giver).retained]
    free = [Thing("captive", noble) for noble in forces.captives_of(game, giver)]
    passed = [
        Thing("heir" if id_ in game.book.royals else "card", id_, receiver)
        for noble in forces.nobles_of(game, giver)
        for id_ in borne_by(game, noble)
        for receiver in forces.nobles_of(game, taker)
    ]
    return [thing for thing in (*passed, *retained, *free) if can_deliver(game, thing, giver, taker)]


def unseen(game: Kingmaker, seat: str) -> list[str]:
    """The Crown cards whose place a seat does not know: they may be in the Crown deck, a hand or the Chancery."""
    state = game.state
    seen = {*game.faction(seat).hand, *state.crown_discard, *state.removed}
    if game.option("chancery_visibility") == "open":
        seen.update(state.chancery)
    for noble, person in state.nobles.items():
        seen.update((noble, person.title, person.office, *person.cards))
    deck = {"basic": "base", "advanced": "wbc", "covault": "covault"}[str(game.option("crown_deck_set"))]
    return [card for card, printed in game.book.cards.items() if printed.copies[deck] and card not in seen]
