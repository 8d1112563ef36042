"""The French before Calais: if nobody comes to its help it falls to the Continent for good (rules 3.11)."""

from typing import ClassVar

from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.events.summons import Called, Summons
from engine.kingmaker.overseas import french, refuge


def french_siege(game: Kingmaker, card: EventCard) -> None:
    """Call the Captain of Calais; the place falls if neither he nor a substitute answers [WBC-C08.1]."""
    captain = forces.holder(game, card.office)
    if not sites.on_map(game, card.place):
        text = f"{names.place(game, card.place)} belongs to the Continent already; nothing happens."
        game.emit("no_effect", text, rule="WBC-C08.1")
    elif not captain:
        fall(game, card.place, card.office)
    elif locations.square_of(game.shore(game.noble(captain).at)) == game.catalog.places[card.place].square:
        text = f"{names.card(game, captain)} is at {names.place(game, card.place)} and holds it against the French."
        game.emit("no_effect", text, about=[captain], rule="WBC-C08.1")
    else:
        called = Called(captain, card.place, "", 0, least=card.commission_minimum)
        game.push(FrenchSiege([called], [captain], place=card.place, office=card.office))


class FrenchSiege(Summons):
    """The Captain of Calais is called; if he cannot come, a substitute may be sent (D11) [WBC-C08.1]."""

    defends: ClassVar[bool] = True

    place: PlaceId = NO_PLACE
    """The place that the French besiege."""

    office: str = ""
    """The office of its captain."""

    def may_be_replaced(self, game: Kingmaker, noble: str) -> bool:
        """Whether a substitute may go: here also for a Captain who cannot answer (RULING 117)."""
        return True

    def end(self, game: Kingmaker) -> None:
        """Let the place fall if nobody has come to save it."""
        if not self.gone:
            fall(game, self.place, self.office)


def fall(game: Kingmaker, place: PlaceId, office: str) -> None:
    """Make a place part of the Continent, with all who are there, and end its office [WBC-C08.1, WBC-C08.2]."""
    text = (
        f"Nobody defends {names.place(game, place)}. It falls to the French, and belongs to the Continent from now on."
        f"{_taken_along(game, place)}"
    )
    game.emit("fallen", text, about=[place], track=[locations.open_in(french.CONTINENT)], rule="WBC-C08.1")
    _cut_off(game, place)
    game.state.fallen.append(place)
    end_office(game, office)


def _taken_along(game: Kingmaker, place: PlaceId) -> str:
    """Say who is at a place that falls, and so is on the Continent; "" where nobody is."""
    lost = (locations.inside(place), locations.open_in(game.catalog.places[place].square))
    there = [noble for noble, person in game.state.nobles.items() if person.at in lost]
    there += [heir for heir, royal in game.state.heirs.items() if royal.alive and royal.at in lost]
    people = list(dict.fromkeys(there))
    who = join_words(names.thing(game, one) for one in people)
    return f" {who} {'is' if len(people) == 1 else 'are'} there, and now on the Continent." if people else ""


def _cut_off(game: Kingmaker, place: PlaceId) -> None:
    """Put everybody at a place on the Continent, and end what was held there."""
    square, there = game.catalog.places[place].square, locations.open_in(french.CONTINENT)
    lost = (locations.inside(place), locations.open_in(square))
    state = game.state
    state.control.pop(place, None)
    state.sieges.pop(place, None)
    state.grants = [grant for grant in state.grants if grant.site != place]
    for noble, person in state.nobles.items():
        if person.at in lost:
            forces.place_at(game, noble, there)
    for duke in state.abandoned.values():
        duke.at = there if duke.at in lost else duke.at
    for royal in state.heirs.values():
        royal.at = there if royal.at in lost else royal.at
    for ship in state.ships.values():
        ship.at = locations.port(french.CONTINENT_PORT) if ship.at == locations.port(place) else ship.at
    refuge.annex(game, square, french.CONTINENT)


def end_office(game: Kingmaker, office: str) -> None:
    """Take an office out of the game, wherever it can be seen; in the Crown deck it waits to be drawn [WBC-C08.2]."""
    people = [*game.state.nobles.values(), *game.state.abandoned.values()]
    officers = [person for person in people if person.office == office]
    for person in officers:
        forces.take_from(game, person, office)
        sites.release_claims(game, office)
    open_piles = [game.state.chancery, game.state.crown_discard, *(f.hand for f in game.state.factions.values())]
    found = bool(officers) or any(office in pile for pile in open_piles)
    for pile in open_piles:
        if office in pile:
            pile.remove(office)
    if found:
        piles.remove_from_game(game, office)
