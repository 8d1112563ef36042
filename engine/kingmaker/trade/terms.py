"""The terms of trade and their distances (rules 7.1): a table for the values of `card_transfer_reach`."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
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
from engine.kingmaker.board.people import forces
from engine.kingmaker.parliament import session

Kind = Literal["bishop", "mercenary", "town", "ship", "vessel", "place", "heir", "noble"]
"""Sorts of things in play; a "vessel" is a ship without a card of its own."""

Extent = Literal["location", "square", "anywhere"]

PLACE = "place:"
"""The prefix of the word for the control of a place."""

KINDS: tuple[tuple[type[Card], Kind], ...] = (
    (BishopCard, "bishop"),
    (MercenaryCard, "mercenary"),
    (TownCard, "town"),
    (ShipCard, "ship"),
    (NobleCard, "noble"),
)


class Reach(NamedTuple):
    """The distance at which two nobles can pass an item on, and its rule."""

    extent: Extent
    rule: str


class Terms(NamedTuple):
    """The terms of trade for one value of `card_transfer_reach`.

    Where it forbids something, it names the rule that does.
    """

    kinds: Mapping[Kind, Reach]
    """How far each kind of thing passes between nobles in play."""

    awards: str
    """The rule that keeps titles and offices where they are."""

    rest: str
    """The rule that keeps everything else where it is."""

    hand: str
    """The rule by which cards in a hand are traded."""

    own_turn: str
    """The rule by which one's own nobles pass things to one another in one's own turn only; "" if they may always."""

    answering: bool = False
    """Whether they also do so before one of them answers a raid or revolt."""

    awards_in_hand: bool = True
    """Whether titles and offices in the hand may be traded."""

    events: tuple[str, ...] = ()
    """Which kinds of kept event cards may be traded; empty: all of them."""

    shut_in: str = "BASE-SGE-6"
    """The rule by which nobles under siege, and those at sea, give and take nothing; where it is "", nothing but Crown
    cards is kept from the besieged."""

    ransom: str = "BASE-CAP-1"
    """The rule by which a captive gives what he has to nobody but his captor."""


def _all(kinds: tuple[Kind, ...], extent: Extent, rule: str) -> dict[Kind, Reach]:
    return {kind: Reach(extent, rule) for kind in kinds}


TERMS: dict[str, Terms] = {
    "same_location": Terms(
        _all(("bishop", "mercenary", "town", "ship", "heir", "noble"), "location", "BASE-TRD-2"),
        awards="BASE-TRD-2",
        rest="BASE-TRD-2",
        hand="BASE-TRD-1",
        own_turn="BASE-TRD-2",
    ),
    "same_square_ships_anywhere": Terms(
        {
            **_all(("bishop", "mercenary", "town", "noble"), "square", "WBC-R02.1"),
            "heir": Reach("square", "WBC-R02.6"),
            "ship": Reach("anywhere", "WBC-R02.5"),
        },
        awards="WBC-R02.8",
        rest="WBC-R02.4",
        hand="WBC-R02.2",
        own_turn="WBC-C20.1",
        answering=True,
        awards_in_hand=False,
        events=("writ", "free_move"),
    ),
    "places_and_ships_anywhere": Terms(
        {
            **_all(("bishop", "mercenary", "heir", "noble"), "square", "COV-8.7.5"),
            **_all(("town", "place", "ship", "vessel"), "anywhere", "COV-8.7.3"),
        },
        awards="COV-8.7.7",
        rest="COV-8.7.3",
        hand="COV-8.7.2",
        own_turn="",
        shut_in="",
        ransom="COV-5.19",
    ),
}


def of(game: Kingmaker) -> Terms:
    """Return the terms of trade at this table."""
    return TERMS[str(game.option("card_transfer_reach"))]


# ---------------------------------------------------------------------- kinds of things


def kind_of(game: Kingmaker, thing: str) -> Kind | None:
    """Return the kind of a thing in play; None for what never passes, such as titles and offices."""
    if thing.startswith(PLACE):
        return "place"
    if thing in game.catalog.royals:
        return "heir"
    if thing in game.catalog.ships and not forces.holder(game, thing):
        return "vessel"
    return next((kind for printed, kind in KINDS if isinstance(game.catalog.cards[thing], printed)), None)


def check_kind(game: Kingmaker, thing: str) -> Reach:
    """Return the distance at which an item in play can be passed; raise Illegal if such items stay with their noble."""
    kind = kind_of(game, thing)
    if kind is None:
        raise Illegal(
            lambda: f"{names.thing(game, thing)} is a title or an office, and those never change hands.",
            of(game).awards,
        )
    if kind == "noble":
        _check_noble(game, thing)
    if kind not in of(game).kinds:
        raise Illegal(lambda: f"{names.thing(game, thing)} cannot change hands.", of(game).rest)
    return of(game).kinds[kind]


def _check_noble(game: Kingmaker, noble: str) -> None:
    """Raise Illegal unless nobles in play may change their faction (option `noble_transfer`) [WBC-R02.4]."""
    match game.option("noble_transfer"):
        case "never":
            raise Illegal(lambda: f"{names.card(game, noble)} is a noble, and nobles never change hands.", "COV-8.7.1")
        case "hand_only":
            raise Illegal(
                lambda: f"{names.card(game, noble)} is a noble in play and stays with his faction.", "BASE-TRD-2"
            )
    if game.catalog.noble(noble).plantagenet:
        raise Illegal(
            lambda: f"{names.card(game, noble)} follows the senior heir of his house and nobody else.", "WBC-R02.4"
        )


def check_hand(game: Kingmaker, card: str) -> None:
    """Raise Illegal unless a card in the hand is one of those that may change hands."""
    printed = game.catalog.cards[card]
    if isinstance(printed, NobleCard) and game.option("noble_transfer") == "never":
        raise Illegal(f"{printed.name} is a noble, and nobles never change hands.", "COV-8.7.1")
    if isinstance(printed, TitleCard | OfficeCard) and not of(game).awards_in_hand:
        raise Illegal(f"{printed.name} is a title or an office, and those are never traded.", of(game).awards)


def check_event(game: Kingmaker, card: str) -> None:
    """Raise Illegal unless a kept event card is one of those that may change hands."""
    printed, tradable = game.catalog.events[card], of(game).events
    if tradable and printed.kind not in tradable:
        raise Illegal(f"{printed.title} stays with the player who drew it.", of(game).rest)


# ---------------------------------------------------------------------- distance


def check_reach(game: Kingmaker, giver: str, taker: str, reach: Reach) -> None:
    """Raise Illegal unless two nobles are near enough to each other to pass something on."""
    if not within(game, giver, taker, reach.extent):
        near = "in the same square" if reach.extent == "square" else "in the same place"
        raise Illegal(
            lambda: (
                f"{names.card(game, giver)} and {names.card(game, taker)} are not {near}; bring them together first."
            ),
            reach.rule,
        )


def within(game: Kingmaker, one: str, other: str, extent: Extent) -> bool:
    """Whether two nobles are near enough; at Parliament all are (RULING 31)."""
    if extent == "anywhere" or game.noble(one).at == game.noble(other).at:
        return True
    if extent == "square" and square_of(game, one) == square_of(game, other):
        return True
    attending = session.attending(game)
    return one in attending and other in attending


def square_of(game: Kingmaker, noble: str) -> str:
    """Return the square of a noble, of land or of the sea; aboard a ship in port it is that of the port (RULING 109).

    A captive is where he was taken (RULING 141).
    """
    person = game.noble(noble)
    shore = game.shore(person.taken_at if person.captor else person.at)
    return locations.square_of(shore) or shore
