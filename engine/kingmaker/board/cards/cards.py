"""Crown cards in play (rules 0.5, 2.8): who may hold which, and the ships that come with them."""

from collections.abc import Sequence

from engine.core.errors import Illegal, allows
from engine.core.game import cached_while_waiting
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import decks
from engine.kingmaker.board.catalog import BishopCard, NobleCard, OfficeCard, ShipCard, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces, plantagenets
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Noble, Ship

# ---------------------------------------------------------------------- into play


def enter(game: Kingmaker, noble: str, seat: str, at: Location) -> None:
    """Put a noble into play for a seat; his home castles that nobody holds become his faction's [BASE-CRN-3]."""
    forces.bring_in(game, noble, Noble(faction=seat, at=at))
    sites.claim(game, noble, seat)
    launch(game, noble)


def attach(game: Kingmaker, card: str, noble: str) -> None:
    """Lay a Crown card with a noble in play: as his title, his office, or among his cards."""
    forces.lay(game, card, noble)
    sites.claim(game, card, game.noble(noble).faction)
    launch(game, card)


def move_card(game: Kingmaker, card: str, noble: str) -> None:
    """Move a transferable card in play from the noble who has it to another."""
    giver = forces.holder(game, card)
    forces.take_from(game, game.noble(giver), card)
    forces.lay(game, card, noble)
    sites.pass_claims(game, card, noble)
    if card in game.state.ships:
        game.ship(card).pledged = ""
        if game.noble(giver).faction != game.noble(noble).faction:
            game.ship(card).lent = ""


def check_fits(game: Kingmaker, card: str, noble: str) -> None:
    """Raise Illegal unless a noble can hold a title or office (any other card he can) [BASE-SET-3]."""
    person, printed = game.noble(noble), game.catalog.cards[card]
    titled = bool(person.title) or game.catalog.noble(noble).titled
    if isinstance(printed, TitleCard) and titled:
        raise Illegal(lambda: f"{names.card(game, noble)} has a title already; choose an untitled noble.", "BASE-SET-3")
    if isinstance(printed, OfficeCard) and not titled:
        raise Illegal(lambda: f"{names.card(game, noble)} has no title, so he can hold no office.", "BASE-SET-3")
    if isinstance(printed, OfficeCard) and person.office:
        raise Illegal(lambda: f"{names.card(game, noble)} holds an office already; choose another noble.", "BASE-SET-3")
    if isinstance(printed, BishopCard) and not plantagenets.may_hold_royalty(game, noble):
        raise Illegal(lambda: f"{names.card(game, noble)} may hold no bishops; choose another noble.", "WBC-R05.1")
    if isinstance(printed, NobleCard):
        raise Illegal(f"{printed.name} is a noble and cannot be given to another noble.", "BASE-SET-3")


def needs(game: Kingmaker, cards: Sequence[str]) -> str:
    """Say what nobles titles and offices among some cards need; "" where none of the cards needs any [BASE-SET-3]."""
    printed = [type(game.catalog.cards[card]) for card in cards]
    said = {
        TitleCard: "only a noble who has no title can get a title",
        OfficeCard: "only a titled noble who has no office can get an office",
    }
    return " and ".join(words for kind, words in said.items() if kind in printed)


def fits(game: Kingmaker, card: str, noble: str) -> bool:
    """Whether the noble passes `check_fits` for the card."""
    return allows(check_fits, game, card, noble)


# ---------------------------------------------------------------------- their ships


def lose_ship(game: Kingmaker, card: str) -> None:
    """Take the ship of a lost Ship card off the map, or let its passengers finish their voyage [BASE-SEA-8]."""
    for ship in ships_of_card(game, card):
        counter = game.state.ships.get(ship)
        if counter is None:
            continue
        aboard = forces.nobles_at(game, locations.aboard(ship))
        if aboard and locations.kind(counter.at) == "sea":
            counter.voyage = game.noble(aboard[0]).faction
        elif not isinstance(game.catalog.cards[card], OfficeCard):
            remove_ship(game, ship)


def ships_of_card(game: Kingmaker, card: str) -> tuple[str, ...]:
    """Return the ships that a card commands: its own, those of the office, or the one that comes with a noble."""
    printed = game.catalog.cards[card]
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
    """Return the card whose holder controls a ship: an office, the noble with whom it comes [COV-5.26], or its own."""
    printed = game.catalog.ships[ship]
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


def home_port(game: Kingmaker, ship: str) -> PlaceId:
    """Return the home port of a ship: Le Lucas has another where it comes with Stanley [COV-5.26]."""
    printed = game.catalog.ships[ship]
    return printed.home_port_with_noble if decks.bound_ship(game, ship) else printed.home_port


def remove_ship(game: Kingmaker, ship: str) -> None:
    """Take a ship off the map; whoever is aboard in port stands on the quay, an heir left alone there too."""
    aboard, at = locations.aboard(ship), game.ship(ship).at
    if locations.kind(at) == "port":
        quay = locations.open_in(locations.square_of(at))
        for noble in forces.nobles_at(game, aboard):
            forces.place_at(game, noble, quay)
        for heir in forces.heirs_at(game, aboard):
            game.heir(heir).at = quay
    del game.state.ships[ship]
    game.emit("ship_lost", f"{game.catalog.ships[ship].name} is taken off the map.", about=[ship], rule="BASE-SEA-8")


@cached_while_waiting
def ship_master(game: Kingmaker, ship: str) -> str:
    """Return the seat that moves a ship: that of passengers who finish a voyage, else the borrower, else the owner."""
    counter = game.ship(ship)
    borrower = counter.lent if counter.lent and ship_keeper(game, ship) else ""
    return counter.voyage or borrower or ship_owner(game, ship)


def ship_owner(game: Kingmaker, ship: str) -> str:
    """Return the seat whose noble controls a ship; "" if nobody does, or he is a captive."""
    noble = ship_keeper(game, ship)
    return "" if not noble or game.noble(noble).captor else game.noble(noble).faction


def ship_keeper(game: Kingmaker, ship: str) -> str:
    """Return the noble who controls a ship: its receiver, or the holder of its card or office; "" if none."""
    keeper = game.ship(ship).keeper
    if keeper in game.state.nobles:
        return keeper
    return forces.holder(game, commanding_card(game, ship))
