"""Ships that are lost, with everybody aboard: gales, storms, overloading (rules 3.8, 3.13, 3.14)."""

from collections.abc import Sequence

from engine.kingmaker.board import deaths, locations, names
from engine.kingmaker.board.cards import cards, piles
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.state import Ship
from engine.kingmaker.ships import nearest_ports


def gales(game: Kingmaker, _: EventCard) -> None:
    """Let every ship at sea go down with all aboard [WBC-V02.1, WBC-V02.6]."""
    ships = at_sea(game)
    if ships:
        sink(game, ships, "drowned in the gales", "WBC-V02.1")
    else:
        game.emit("no_effect", "No ship is at sea, so the gales do no harm.", rule="WBC-V02.1")


def at_sea(game: Kingmaker) -> list[str]:
    """Return the ships at sea, those in port left out."""
    return [ship for ship, counter in game.state.ships.items() if locations.kind(counter.at) == "sea"]


def sink(game: Kingmaker, ships: Sequence[str], why: str, rule: str) -> None:
    """Sink ships together: nobles and heirs aboard die, and the ships leave the map [WBC-V02.2, WBC-V02.3].

    Beaufort, if only battle kills him, is saved.
    """
    losers = {ship: _loser(game, ship) for ship in ships}
    decks = [locations.aboard(ship) for ship in ships]
    aboard = [noble for deck in decks for noble in forces.nobles_at(game, deck)]
    saved = [noble for noble in aboard if succession.falls_in_battle_only(game, noble)]
    heirs = [heir for deck in decks for heir in forces.heirs_at(game, deck) if heir not in aboard]
    for ship in ships:
        at = game.ship(ship).at
        text = f"{game.catalog.ships[ship].name} goes down {locations.say(game, at)}."
        game.emit("ship_sunk", text, about=[ship], track=[at], rule=rule)
    for heir in heirs:
        deaths.kill_heir(game, heir, why, rule)
    for noble in saved:
        _wash_ashore(game, noble)
    deaths.kill_nobles(game, [noble for noble in aboard if noble not in saved], why, rule)
    for ship in ships:
        if ship in game.state.ships:
            _take_off(game, ship, losers[ship])


def _wash_ashore(game: Kingmaker, noble: str) -> None:
    """Save a noble from a ship that goes down (RULING 33) [COV-4.8]."""
    at = nearest_ports.refuge(game, game.shore(game.noble(noble).at), noble)
    forces.place_at(game, noble, at)
    text = (
        f"{names.card(game, noble)} is washed ashore {locations.say(game, at)}: as an heir he can die only in battle."
    )
    game.emit("spared", text, about=[noble], track=[at], rule="COV-4.8")


def scuttle(game: Kingmaker, ship: str) -> None:
    """Let a victor sink a captured ship of an office, which may come back like other lost ships [WBC-V09.8]."""
    track = [game.ship(ship).at]
    _take_off(game, ship, _loser(game, ship))
    game.emit("ship_lost", f"{names.thing(game, ship)} is scuttled.", about=[ship], track=track, rule="WBC-V09.8")


def _loser(game: Kingmaker, ship: str) -> str:
    """Return the faction that loses an office's ship: the one with the office, whoever moves the ship [WBC-V02.4]."""
    noble = forces.holder(game, cards.commanding_card(game, ship))
    return game.noble(noble).faction if noble else ""


def _take_off(game: Kingmaker, ship: str, loser: str) -> None:
    """Take an empty ship off the map: its card is lost; one of an office can come back [WBC-V02.4, WBC-V02.5]."""
    del game.state.ships[ship]
    if game.catalog.ships[ship].owner != "card":
        game.state.sunk[ship] = loser
    elif noble := forces.holder(game, ship):
        forces.take_from(game, game.noble(noble), ship)
        piles.lose(game, ship)
        game.emit(
            "card_lost", f"{names.card(game, noble)} loses the card of {names.card(game, ship)}.", about=[ship, noble]
        )


def lost_ships(game: Kingmaker) -> list[str]:
    """Return the lost ships of offices that somebody in play holds: they could be brought back [WBC-V02.5]."""
    return [ship for ship in game.state.sunk if forces.holder(game, office_of(game, ship))]


def office_of(game: Kingmaker, ship: str) -> str:
    """Return the office to which a ship belongs."""
    return game.catalog.ships[ship].owner.removeprefix("office:")


def bring_back(game: Kingmaker, ship: str) -> None:
    """Put a lost ship into its home port again [WBC-V02.4, WBC-V02.5]."""
    game.state.sunk.pop(ship, None)
    game.state.ships[ship] = Ship(locations.port(game.catalog.ships[ship].home_port))
    text = f"{game.catalog.ships[ship].name} is at {names.place(game, game.catalog.ships[ship].home_port)} again."
    game.emit("ship_back", text, about=[ship], track=[game.ship(ship).at], rule="WBC-V02.5")
