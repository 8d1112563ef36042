"""Invariants (rules 15): everything that can be wrong with a state, each as a sentence."""

from collections import Counter
from collections.abc import Collection, Iterator

from engine.core.game import cached_by_options
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.cards import decks
from engine.kingmaker.board.catalog import BishopCard, OfficeCard, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces, plantagenets
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Control
from engine.kingmaker.crown import hand
from engine.kingmaker.sequence import setup


def problems(game: Kingmaker) -> list[str]:
    """Return everything that is wrong; empty if the state is sound."""
    checks = (
        _hands,
        _crown_cards,
        _event_cards,
        _nobles,
        _heirs,
        _kings,
        _insides,
        _ships,
        _control,
        _sieges,
        _peace,
        _events,
    )
    return [problem for check in checks for problem in check(game)]


def _crown_cards(game: Kingmaker) -> Iterator[str]:
    """Every Crown card is in exactly one place."""
    state = game.state
    where = Counter(state.crown_deck + state.crown_discard + state.chancery + state.removed + state.aside)
    for faction in state.factions.values():
        where.update(faction.hand)
    for noble, person in (*state.nobles.items(), *state.abandoned.items()):
        where.update(forces.belongings(noble, person))
    due = _crown_cards_due(game)
    for card in _misplaced(where, due, game.catalog.cards):
        yield f"{names.card(game, card)} ({card}) is in {where[card]} places instead of {due[card]}"


@cached_by_options
def _crown_cards_due(game: Kingmaker) -> Counter[str]:
    return Counter((*decks.crown_cards(game), *decks.dukes(game)))


def _misplaced(where: Counter[str], due: Counter[str], known: Collection[str]) -> list[str]:
    """Return the known cards that are nowhere, or in more than one place."""
    if {card: number for card, number in where.items() if card in known} == due:
        return []
    return [card for card in known if where[card] != due[card]]


def _event_cards(game: Kingmaker) -> Iterator[str]:
    """Every event card is in exactly one place; one on the table belongs to the step that resolves it."""
    state = game.state
    where = Counter(state.event_deck + state.event_discard + state.removed + state.event_aside)
    where.update(catastrophe.card for catastrophe in state.catastrophes)
    for faction in state.factions.values():
        where.update(faction.retained)
    where.update(stay.card for stay in state.stays if stay.card)
    where.update(step.event_card for step in game.steps if step.event_card)
    for card in _misplaced(where, _event_cards_due(game), game.catalog.events):
        yield f"the event '{names.event(game, card)}' ({card}) is in {where[card]} places"


@cached_by_options
def _event_cards_due(game: Kingmaker) -> Counter[str]:
    return Counter(decks.event_cards(game))


def _nobles(game: Kingmaker) -> Iterator[str]:
    """Check that a noble is either on the map or a captive, and holds no more cards than he may."""
    for noble, person in game.state.nobles.items():
        if bool(person.at) == bool(person.captor):
            yield f"{names.card(game, noble)} is at '{person.at}' and captive of '{person.captor}'"
        if person.faction not in game.state.factions:
            yield f"{names.card(game, noble)} belongs to the unknown seat '{person.faction}'"
        if person.title and not isinstance(game.catalog.cards[person.title], TitleCard):
            yield f"{names.card(game, noble)} holds {person.title} as a title"
        if person.office and not isinstance(game.catalog.cards[person.office], OfficeCard):
            yield f"{names.card(game, noble)} holds {person.office} as an office"
        titled = game.catalog.noble(noble).titled
        if (titled and person.title) or (person.office and not titled and not person.title):
            yield f"{names.card(game, noble)} has a title or an office that he cannot have"
        if not plantagenets.may_hold_royalty(game, noble) and _royalty(game, noble):
            yield f"{names.card(game, noble)} has heirs or bishops, which no Duke may have"


def _royalty(game: Kingmaker, noble: str) -> list[str]:
    """Return the heirs and bishops of a noble."""
    bishops = [card for card in game.noble(noble).cards if isinstance(game.catalog.cards[card], BishopCard)]
    return [*bishops, *forces.heirs_of(game, noble)]


def _heirs(game: Kingmaker) -> Iterator[str]:
    """Check that a living heir is somewhere, and with his noble; a crowned, captive Beaufort is off the map."""
    for heir, royal in game.state.heirs.items():
        captive = heir in game.state.nobles and bool(game.noble(heir).captor)
        if royal.alive and royal.noble and game.noble(royal.noble).at != royal.at:
            yield f"{names.heir(game, heir)} is not where {names.card(game, royal.noble)} is"
        if (royal.alive and not captive) != bool(royal.at):
            yield f"{names.heir(game, heir)} is {'alive' if royal.alive else 'dead'} at '{royal.at}'"


def _kings(game: Kingmaker) -> Iterator[str]:
    """Each house has at most one King, and he is alive."""
    kings = [heir for heir, royal in game.state.heirs.items() if royal.king]
    for house, number in Counter(game.heir(heir).house for heir in kings).items():
        if number > 1:
            yield f"{house} has {number} Kings"
    yield from (f"the King {names.heir(game, heir)} is dead" for heir in kings if not game.heir(heir).alive)


def _insides(game: Kingmaker) -> Iterator[str]:
    """Nobles inside an open town are of one faction; nobody is inside where there is no inside."""
    for noble, person in game.state.nobles.items():
        if locations.kind(person.at) != "inside":
            continue
        place = locations.place_of(person.at)
        site = game.catalog.places[place]
        if not game.catalog.place_kinds[site.kind].inside:
            yield f"{names.card(game, noble)} is inside {site.name}, which has no inside"
        if site.kind == "open_town" and sites.occupants(game, place, person.faction):
            yield f"{site.name} is occupied by several factions"


def _ships(game: Kingmaker) -> Iterator[str]:
    """Ships are in port or at sea, and not overloaded, unless passengers have gained strength on the way."""
    for ship, counter in game.state.ships.items():
        if locations.kind(counter.at) not in ("port", "sea"):
            yield f"{game.catalog.ships[ship].name} is at '{counter.at}'"
    for noble, person in game.state.nobles.items():
        if locations.kind(person.at) == "aboard" and locations.name(person.at) not in game.state.ships:
            yield f"{names.card(game, noble)} is aboard a ship that is not on the map"


def _control(game: Kingmaker) -> Iterator[str]:
    """Only fortresses are controlled; a claim's card is in play with the controlling faction."""
    holders = {card: noble for noble, person in game.state.nobles.items() for card in forces.belongings(noble, person)}
    assigned = sites.by_nobles(game)
    for place, control in game.state.control.items():
        if not game.catalog.places[place].fortress:
            yield f"{names.place(game, place)} is controlled, but is no fortress"
        if assigned or control.noble:
            yield from _keeper(game, place, control)
        if control.by == sites.CAPTURE:
            continue
        noble = holders.get(control.by, "")
        if not noble or game.noble(noble).faction != control.seat:
            yield (
                f"{names.place(game, place)} is claimed through {control.by}, which "
                f"{control.seat} does not have in play"
            )


def _keeper(game: Kingmaker, place: PlaceId, control: Control) -> Iterator[str]:
    """Where nobles hold places, each place names a noble of its faction, who also holds the card that claims it."""
    person = game.state.nobles.get(control.noble)
    if sites.by_nobles(game) != bool(control.noble):
        yield f"{names.place(game, place)} is assigned to '{control.noble}'"
    elif control.noble and (person is None or person.faction != control.seat):
        yield f"{names.place(game, place)} is assigned to {control.noble}, who is no noble of {control.seat}"
    if control.noble and control.by not in (sites.CAPTURE, control.noble):
        holder = forces.holder(game, control.by)
        if holder != control.noble:
            yield f"{names.place(game, place)} is assigned to {control.noble}, but {holder} has {control.by}"


def _hands(game: Kingmaker) -> Iterator[str]:
    """No hand is over its limit, except while its owner is asked to discard."""
    if game.state.result is None and setup.begun(game.state) and not hand.waits(game):
        yield from (f"{seat} holds too many cards" for seat in hand.too_full(game))


def _sieges(game: Kingmaker) -> Iterator[str]:
    """Check that a siege has besiegers before the place, in the open or aboard, who are strong enough."""
    for place, siege in game.state.sieges.items():
        if why := sieges.failing(game, place):
            yield f"the siege of {names.place(game, place)} by {siege.seat} stands, although {why}"


def _peace(game: Kingmaker) -> Iterator[str]:
    """Nobody is bound by a King's Peace that is over."""
    if game.state.peace:
        return
    yield from (f"{names.card(game, n)} keeps a peace that is over" for n, p in game.state.nobles.items() if p.returned)
    yield from (
        f"{game.catalog.ships[s].name} keeps a peace that is over" for s, c in game.state.ships.items() if c.returned
    )


def _events(game: Kingmaker) -> Iterator[str]:
    """Check that a vacillating noble is of the active seat, unless a Duke; lost ships and places are off the map.

    A Duke of Lancaster or York joins the faction of the senior heir at any time, even while he vacillates
    [WBC-C13.1].
    """
    state = game.state
    waverer = state.turn.vacillating
    steady = waverer not in state.nobles or game.catalog.noble(waverer).plantagenet
    if not steady and game.noble(waverer).faction != game.active:
        yield f"{names.card(game, waverer)} vacillates in the turn of another seat"
    yield from (f"{ship} is both sunk and on the map" for ship in state.sunk if ship in state.ships)
    for place in state.fallen:
        there = (locations.inside(place), locations.open_in(game.catalog.places[place].square))
        held = place in state.control or any(noble.at in there for noble in state.nobles.values())
        if held or any(royal.at in there for royal in state.heirs.values()):
            yield f"{names.place(game, place)} has fallen to the Continent, yet somebody is there"
