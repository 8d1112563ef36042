"""A whole position in words, for people who compare it with their own table."""

from collections.abc import Collection, Iterator, Sequence

from engine.core.actions import MASTER
from engine.core.text import counted, join_words
from engine.kingmaker import views
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.catalog import BishopCard, MercenaryCard, NobleCard, ShipCard, TownCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Control
from engine.kingmaker.reports import headline, score_lines

KINDS = {BishopCard: "bishop", MercenaryCard: "mercenaries", TownCard: "town", ShipCard: "ship"}
"""The names of a noble's other cards."""


def inventory(game: Kingmaker, said: Collection[str], viewer: str) -> list[tuple[str, list[str]]]:
    """Return a heading and its lines for each part of the position, as a viewer may know it.

    `said` are the ids that the position's file names; any other heir is marked as being where heirs start.
    """
    seats = [(f"{{{seat}}}", list(_faction(game, seat, viewer))) for seat in game.state.seats]
    parts = [
        ("Where the game stands", [headline(game), *_in_force(game)]),
        *seats,
        ("Heirs", [_heir(game, heir, said) for heir in game.state.heirs]),
        ("Sieges", [_siege(game, place) for place in game.state.sieges] or ["no siege"]),
        ("Ships", list(_ships(game, viewer)) or ["no ship is on the map"]),
        ("Piles", list(_piles(game, viewer))),
    ]
    return [(heading, lines) for heading, lines in parts if lines]


def _in_force(game: Kingmaker) -> Iterator[str]:
    """Yield the lasting effects: the King's Peace, past Parliaments, who may stay overseas, and fallen places."""
    state = game.state
    for square, seat in state.peace.items():
        yield f"The King's Peace holds around {names.square(game, square)} to {{{seat}}}'s next turn."
    if state.peace_over:
        yield f"The last King's Peace ended in {{{state.peace_over.seat}}}'s turn of round {state.peace_over.round}."
    for who, number in state.calls.items():
        yield f"{names.thing(game, who)} has called Parliament {counted(number, 'time')}."
    yield from (f"{names.place(game, place)} has fallen to the Continent." for place in state.fallen)
    if state.sunk:
        yield f"Lost ships: {join_words(names.thing(game, one) for one in state.sunk)}."


# ---------------------------------------------------------------------- factions


def _faction(game: Kingmaker, seat: str, viewer: str) -> Iterator[str]:
    """Yield the lines of a faction: nobles with their men, captives, places and cards in hand."""
    if game.faction(seat).gone:
        yield "has left the game"
        return
    own = forces.nobles_of(game, seat)
    yield from (_noble(game, noble) for noble in own if not game.noble(noble).captor)
    if not own:
        yield "no nobles"
    for noble in forces.captives_of(game, seat):
        person = game.noble(noble)
        taken = f", taken {locations.say(game, person.taken_at)}" if person.taken_at else ""
        yield f"holds {names.card(game, noble)} ({{{person.faction}}}) captive{taken}: {_made_of(game, noble)}"
    held = {place: control for place, control in game.state.control.items() if control.seat == seat}
    if held:
        yield f"holds {join_words(_place(game, place, control) for place, control in held.items())}"
    yield "; ".join(score_lines(game, seat))
    if viewer == MASTER and (hand := game.faction(seat).hand):
        yield f"in hand, known only to {{{seat}}}: {names.cards(game, hand)}"


def _noble(game: Kingmaker, noble: str) -> str:
    """Return a noble, where they stand, and with what."""
    person = game.noble(noble)
    heirs = [names.heir(game, heir) for heir in forces.heirs_of(game, noble) if heir != noble]
    marks = ["keeps the King's Peace"] * person.returned + ["has fought"] * person.weary
    parts = [
        f"{names.card(game, noble)} {locations.say(game, person.at)}: {_made_of(game, noble)}",
        f"with {join_words(heirs)}" if heirs else "",
        *marks,
    ]
    return "; ".join(part for part in parts if part)


def _made_of(game: Kingmaker, noble: str) -> str:
    """Return a noble's men with their sources: '80 men = own 30, title Earl of Kent 10, mercenaries Saxons 20'."""
    person = game.noble(noble)
    printed = game.catalog.noble(noble)
    title = f" ({printed.title})" if printed.title else ""
    held = [("own", noble), ("title", person.title), ("office", person.office)]
    held += [(_kind(game, card), card) for card in person.cards]
    parts = [_men(game, kind, card, noble) for kind, card in held if card]
    guards = next((one.guards for one in views.view(game, "").nobles if one.id == noble), [])
    parts += [f"royal guard {names.card(game, card)} {game.catalog.cards[card].strength}" for card in guards]
    return f"{forces.strength(game, noble, 'defence')} men{title} = {', '.join(parts)}"


def _kind(game: Kingmaker, card: str) -> str:
    printed = game.catalog.cards[card]
    return next((word for kind, word in KINDS.items() if isinstance(printed, kind)), "card")


def _men(game: Kingmaker, kind: str, card: str, noble: str) -> str:
    """Return a card with the men that it gives where the noble is: 'office Marshal of England 30'."""
    men = forces.men_of(game, card, game.noble(noble).at)
    name = "" if isinstance(game.catalog.cards[card], NobleCard) else f" {names.card(game, card)}"
    return f"{kind}{name} {men}" if men or not name else f"{kind}{name}"


def _place(game: Kingmaker, place: PlaceId, control: Control) -> str:
    by = "captured" if control.by == sites.CAPTURE else f"by {names.card(game, control.by)}"
    keeper = control.noble if control.noble not in ("", control.by) else ""
    return f"{names.place(game, place)} ({by}{f', kept by {names.card(game, keeper)}' if keeper else ''})"


# ---------------------------------------------------------------------- heirs, sieges, ships


def _heir(game: Kingmaker, heir: str, said: Collection[str]) -> str:
    royal = game.heir(heir)
    marks = [royal.house.capitalize(), *["King"] * royal.king, *["deposed"] * royal.deposed]
    if not royal.alive:
        where = "dead"
    elif royal.noble:
        where = f"with {names.card(game, royal.noble)} {locations.say(game, royal.at)}"
    else:
        where = f"alone {locations.say(game, royal.at)}"
    source = "as the file says" if heir in said else "the usual start; the file leaves this heir out"
    return f"{names.heir(game, heir)} ({', '.join(marks)}): {where} ({source})"


def _siege(game: Kingmaker, place: PlaceId) -> str:
    """Return a siege with its turn, and the men on both sides: those outside, and those who defend."""
    siege = game.state.sieges[place]
    outside = sieges.besiegers(game, place)
    inside = forces.nobles_at(game, locations.inside(place))
    garrison = sites.garrison(game, place)
    attackers = _mustered(game, outside, "siege")
    defenders = [*[f"garrison {garrison}"] * bool(garrison), *_mustered(game, inside, "defence")]
    return (
        f"{names.place(game, place)}, besieged by {{{siege.seat}}}, turn {siege.turn} of the siege: "
        f"{sieges.men_to_hold(game, outside)} men outside ({join_words(attackers) or 'nobody'}); "
        f"{sieges.defence(game, place)} inside ({join_words(defenders) or 'nobody'})"
    )


def _mustered(game: Kingmaker, nobles: Sequence[str], context: forces.Context) -> list[str]:
    return [f"{names.card(game, noble)} {forces.strength(game, noble, context)}" for noble in nobles]


def _ships(game: Kingmaker, viewer: str) -> Iterator[str]:
    for ship in views.view(game, viewer).ships:
        whose = f"{{{ship.owner}}}'s" if ship.owner else "nobody's"
        whose += f", lent to {{{ship.seat}}}" if ship.seat not in ("", ship.owner) else ""
        aboard = names.cards(game, ship.aboard) if ship.aboard else "nobody"
        yield f"{names.thing(game, ship.id)} {locations.say(game, ship.at)}, {whose}; aboard: {aboard}"


# ---------------------------------------------------------------------- piles


def _piles(game: Kingmaker, viewer: str) -> Iterator[str]:
    """Yield the contents of the piles: the cards of an open pile, the number of cards of a closed one."""
    state, seen = game.state, views.view(game, viewer)
    yield f"Crown discard: {_pile(game, state.crown_discard, viewer == MASTER or seen.crown_discard_cards is not None)}"
    yield f"event discard: {_pile(game, state.event_discard, open_=True)}"
    yield f"Chancery: {_pile(game, state.chancery, seen.chancery is not None)}"
    yield from (
        f"{what}: {_pile(game, pile, open_=True)}"
        for what, pile in (("out of the game", state.removed), ("set aside", [*state.aside, *state.event_aside]))
        if pile
    )
    yield f"shuffled: {len(state.crown_deck)} Crown cards and {len(state.event_deck)} event cards"
    yield from (f"in force: {names.event(game, one.id)}" for one in seen.catastrophes)


def _pile(game: Kingmaker, cards: Sequence[str], open_: bool) -> str:
    """Return the cards of a pile with their number, the last one on top."""
    if not cards:
        return "empty"
    top = names.thing(game, cards[-1])
    named = join_words(names.alike(names.thing(game, one) for one in cards)) if open_ else f"face down, {top} on top"
    return f"{counted(len(cards), 'card')} ({named})"
