"""Taking back orders of the running Movement phase (rules 2, `move_takeback`)."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from engine.core.errors import Illegal, allows
from engine.core.text import join_words
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.state import Heir, March, Ship, Siege, Stay

T = TypeVar("T")


class Stand(msgspec.Struct):
    """Where a noble is, and what he has done this turn."""

    at: Location
    """His location."""

    force: int
    """The number of his force."""

    moved: bool
    """Whether he has moved by land."""

    embarked: bool
    """Whether he has gone aboard a ship, or was carried by one."""


class Counters(msgspec.Struct):
    """Where counters of the map are, by id."""

    nobles: dict[str, Stand]
    """The nobles."""

    heirs: dict[str, Heir]
    """The heirs."""

    ships: dict[str, Ship]
    """The ships."""


class Order(msgspec.Struct, omit_defaults=True):
    """An order that was carried out, with what is needed to take it back."""

    before: Counters
    """The counters that it has changed, as they were before it."""

    after: Counters
    """The same counters as they were after it."""

    sieges: dict[PlaceId, Siege]
    """The sieges before it."""

    extra: list[str]
    """The nobles and ships with a second move before it."""

    must_besiege: list[PlaceId]
    """The places that a landing forced the seat to attack, before it."""

    card: str
    """The event card that it has spent; "" for none."""

    staying: list[str] = []
    """The nobles who stayed where they had picked up an heir, before it."""

    stays: list[Stay] = []
    """What let nobles be in overseas squares, before it."""

    french_voyage: bool = False
    """Whether the French foot soldiers had yet to be put ashore, before it."""

    ended: list[str] = []
    """The cards of the refuges that it has ended."""

    marches: dict[str, March] = {}
    """The moves by land so far, before it."""


def counters(game: Kingmaker) -> Counters:
    """Look where everything is; heirs and ships are those of the state."""
    return _counters_of(game, game.state.nobles)


def _counters_of(game: Kingmaker, nobles: Iterable[str]) -> Counters:
    """Look where some nobles in play are, and everything else."""
    people = game.state.nobles
    stands = {name: Stand(n.at, n.force, n.moved, n.embarked) for name in nobles if (n := people.get(name))}
    return Counters(stands, game.state.heirs, game.state.ships)


def kept(seen: Counters) -> Counters:
    """Copy where everything was seen, for after it has changed."""
    copy = msgspec.structs.replace
    heirs = {name: copy(heir) for name, heir in seen.heirs.items()}
    return Counters(seen.nobles, heirs, {name: copy(ship) for name, ship in seen.ships.items()})


def allowed(game: Kingmaker) -> bool:
    """Whether players may change their minds until the next phase (option `move_takeback`) [WBC-C18]."""
    return game.option("move_takeback") == "until_next_phase"


def begin(game: Kingmaker) -> Order:
    """Remember everything before an order is carried out."""
    state, everything = game.state, kept(counters(game))
    turn = state.turn
    return Order(
        everything,
        everything,
        sieges=dict(state.sieges),
        extra=list(turn.extra),
        must_besiege=list(turn.must_besiege),
        card="",
        staying=list(turn.staying),
        stays=copies(state.stays),
        french_voyage=state.french_voyage,
        marches={noble: msgspec.structs.replace(march) for noble, march in turn.marches.items()},
    )


def copies(stays: list[Stay]) -> list[Stay]:
    """Copy what lets nobles be in places of refuge."""
    return [msgspec.structs.replace(stay, nobles=list(stay.nobles)) for stay in stays]


def finish(game: Kingmaker, order: Order, card: str) -> None:
    """Keep of an order only what it has changed, and the card that it has spent."""
    after = counters(game)
    order.before, order.after = _only_changed(order.before, after), kept(_only_changed(after, order.before))
    in_force = [stay.card for stay in game.state.stays]
    order.card, order.ended = card, [stay.card for stay in order.stays if stay.card and stay.card not in in_force]


def _only_changed(one: Counters, other: Counters) -> Counters:
    return Counters(
        _differing(one.nobles, other.nobles), _differing(one.heirs, other.heirs), _differing(one.ships, other.ships)
    )


def _differing(one: dict[str, T], other: dict[str, T]) -> dict[str, T]:
    return {name: counter for name, counter in one.items() if other.get(name) != counter}


def check_untouched(game: Kingmaker, order: Order) -> None:
    """Raise Illegal if anything that an order changed has been changed again since, or it has cost besiegers' lives."""
    if game.state.turn.drowned:
        raise Illegal("Besiegers died when the siege was raised, so that order cannot be undone.", "COV-6.4.6")
    now = _counters_of(game, order.before.nobles.keys() | order.after.nobles.keys())
    pairs = (
        (order.before.nobles, order.after.nobles, now.nobles),
        (order.before.heirs, order.after.heirs, now.heirs),
        (order.before.ships, order.after.ships, now.ships),
    )
    changed = any(
        current.get(name) != after.get(name) for before, after, current in pairs for name in (*before, *after)
    )
    # An heir may have been given to a noble where his order had taken him.
    before = order.before.nobles
    gone = {noble for noble, stand in order.after.nobles.items() if noble in before and before[noble].at != stand.at}
    joined = any(heir.noble in gone and name not in order.after.heirs for name, heir in now.heirs.items())
    if changed or joined:
        reason = "The last piece that moved has been affected by something since, so that order cannot be undone."
        raise Illegal(reason, "WBC-C18")


def untouched(game: Kingmaker, order: Order) -> bool:
    """Whether an order can still be taken back."""
    return allows(check_untouched, game, order)


def restore(game: Kingmaker, seat: str, order: Order) -> None:
    """Put everything back as it was before an order."""
    check_untouched(game, order)
    state = game.state
    for noble, stand in order.before.nobles.items():
        person = game.noble(noble)
        person.moved, person.embarked = stand.moved, stand.embarked
        forces.put_back(game, noble, stand.at, stand.force)
    state.heirs |= order.before.heirs
    state.ships |= order.before.ships
    state.sieges |= {place: siege for place, siege in order.sieges.items() if sieges.before(game, place, siege.seat)}
    state.turn.extra, state.turn.must_besiege = order.extra, order.must_besiege
    state.turn.staying, state.french_voyage = order.staying, order.french_voyage
    state.turn.marches = order.marches
    back = [*order.ended, order.card]
    state.event_discard = [card for card in state.event_discard if card not in back]
    state.stays = [stay for stay in order.stays if not stay.card or stay.card not in state.event_discard]
    if order.card:
        game.faction(seat).retained.append(order.card)


def label(game: Kingmaker, order: Order) -> str:
    """Return the words of the button that undoes an order: "Undo: Percy and Scrope from York to Coventry"."""
    ways: dict[tuple[Location, Location], list[str]] = {}
    for who, before, after in _moved(order):
        ways.setdefault((before, after), []).append(names.thing(game, who))
    told = [f"{join_words(who)} {_way(game, before, after)}" for (before, after), who in ways.items()]
    return f"Undo: {join_words(told)}" if told else "Undo"


def _way(game: Kingmaker, before: Location, after: Location) -> str:
    start, end = locations.short(game, before), locations.short(game, after)
    return f"from {start} to {end}" if start != end else f"who now stand {locations.say(game, after)}"


def words(game: Kingmaker, order: Order) -> str:
    """Return where those whom an order had moved are again: ': Percy and Scrope are inside York again'."""
    back: dict[Location, list[str]] = {}
    for who, before, _ in _moved(order):
        back.setdefault(before, []).append(who)
    told = [
        f"{join_words(names.thing(game, one) for one in who)} {names.verb(game, who, 'is', 'are')} "
        f"{locations.say(game, at)}"
        for at, who in back.items()
    ]
    return f": {join_words(told)} again" if told else ""


def _moved(order: Order) -> Iterator[tuple[str, Location, Location]]:
    """Yield the nobles and ships that an order has moved, each with where it was before and after."""
    for noble, stand in order.before.nobles.items():
        if noble in order.after.nobles and stand.at != order.after.nobles[noble].at:
            yield noble, stand.at, order.after.nobles[noble].at
    for ship, counter in order.before.ships.items():
        if ship in order.after.ships and counter.at != order.after.ships[ship].at:
            yield ship, counter.at, order.after.ships[ship].at
