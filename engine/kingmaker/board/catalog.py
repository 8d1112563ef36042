"""The printed things of Kingmaker: cards, places, squares, seas and tables, as they lie in `data/kingmaker`."""

from functools import cache
from typing import Literal, TypeVar

import msgspec

from engine.core.catalog import row, rows
from engine.kingmaker.board.ids import NO_PLACE, PlaceId, SeaId, SquareId
from engine.kingmaker.board.tables import (
    AmbushNumbers,
    BattleDeath,
    BattleRow,
    DeathDice,
    Odds,
    RoyalDeaths,
    RoyalVotes,
    SiegeNumbers,
    StormNumbers,
    Vacillating,
)

GAME = "kingmaker"

C = TypeVar("C", bound="Card")

House = Literal["lancaster", "york"]
HOUSES: tuple[House, ...] = ("lancaster", "york")
PlaceKind = Literal["city", "town", "royal_castle", "noble_castle", "open_town", "unfortified_town", "area"]


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """What every Crown card has. `copies` says how many each deck set shuffles in."""

    id: str
    name: str
    strength: int = 0
    lords: int = 0
    commons: int = 0
    controls: tuple[PlaceId, ...] = ()
    copies: dict[str, int]
    transfer: bool = False


class NobleCard(Card, frozen=True):
    """A noble: Crown card and counter at once. `castles` are his home castles in order."""

    title: str
    titled: bool
    rank: str
    castles: tuple[PlaceId, ...]
    ship: str = ""
    plantagenet: str = ""


class TitleCard(Card, frozen=True):
    """A title that an untitled noble may hold."""


class OfficeCard(Card, frozen=True):
    """An office of state; `bonus` counts while its holder stands in `bonus_area`."""

    bonus: int
    bonus_area: str
    ships: tuple[str, ...]
    only_without_sole_king: bool = False


class BishopCard(Card, frozen=True):
    """An archbishop or bishop; `seniority` 1 is the most senior."""

    bonus: int
    bonus_area: str
    see: PlaceId
    seniority: int
    crowns_alone: bool


class MercenaryCard(Card, frozen=True):
    """Troops for hire, sent home by events that name their `group`."""

    group: str


class TownCard(Card, frozen=True):
    """The card of one place, with the men whom it gives in attack (option `town_card_men`)."""

    place: PlaceId
    attack_men: int


class ShipCard(Card, frozen=True):
    """A ship. `owner` is "card", or "office:<id>" where the ship belongs to an office and is no card.

    It may come with the noble `with_noble` instead (option `stanley_ship`), at another home port.
    """

    capacity: int
    home_port: PlaceId
    owner: str
    with_noble: str = ""
    home_port_with_noble: PlaceId = NO_PLACE


class SpecialCard(Card, frozen=True):
    """Any other Crown card (the King's Pardon)."""


class Call(msgspec.Struct, frozen=True):
    """One row of a raid: who must go to `place`; `ships` come with an office in a piracy."""

    place: PlaceId
    nobles: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    offices: tuple[str, ...] = ()
    bishops: tuple[str, ...] = ()
    ships: dict[str, int] = {}


class EventCard(msgspec.Struct, frozen=True, kw_only=True):
    """An event card: its event part (`kind` and parameters) and its combat part (`odds`, `nobles_killed`).

    `rounds` are a catastrophe's, `turns` a refuge's, `cards` what treachery takes; `office` and
    `commission_minimum` say who saves a besieged place.
    """

    id: str
    title: str
    kind: str
    copies: dict[str, int]
    odds: str
    nobles_killed: tuple[str, ...] = ()
    nobles_killed_table: bool = False
    calls: tuple[Call, ...] = ()
    places: tuple[PlaceId, ...] = ()
    place: PlaceId = NO_PLACE
    groups: tuple[str, ...] = ()
    office: str = ""
    commission_minimum: int = 0
    rounds: int = 0
    turns: int = 0
    cards: int = 0


class Start(msgspec.Struct, frozen=True):
    """Where an heir starts when a d6 shows one of `rolls`."""

    rolls: tuple[int, ...]
    place: PlaceId


class Royal(msgspec.Struct, frozen=True):
    """A royal heir; `succession` is his place in the line of his house, `style` how he is addressed."""

    id: str
    name: str
    house: House
    style: str
    succession: int
    heir_sets: tuple[str, ...]
    start: PlaceId
    dice_start: tuple[Start, ...]
    king_at_start: bool


class Place(msgspec.Struct, frozen=True):
    """A site. `control` names the one card that claims it, or is ""."""

    id: PlaceId
    name: str
    kind: PlaceKind
    fortress: bool
    garrison: int
    capacity: int
    commons: int
    cathedral: bool
    port: bool
    mainland: bool
    square: SquareId
    control: str


class PlaceKindRow(msgspec.Struct, frozen=True):
    """What places of a kind have in common."""

    id: str
    name: str
    inside: bool
    parliament: bool
    garrison_when: Literal["always", "occupied", "never"]


class Square(msgspec.Struct, frozen=True):
    """A land area; both kinds of neighbours are legal steps."""

    id: SquareId
    name: str
    kind: Literal["land", "island", "area"]
    terrain: Literal["open", "forest"]
    regions: tuple[str, ...]
    orthogonal: tuple[SquareId, ...]
    diagonal: tuple[SquareId, ...]
    places: tuple[PlaceId, ...]
    roads: tuple[str, ...]


class Sea(msgspec.Struct, frozen=True):
    """A sea square."""

    id: SeaId
    name: str
    orthogonal: tuple[SeaId, ...]
    diagonal: tuple[SeaId, ...]


class Port(msgspec.Struct, frozen=True):
    """The port of a site, and the sea squares that it opens to. Herald names ports by their place."""

    place: PlaceId
    square: SquareId
    sea: tuple[SeaId, ...]


class Road(msgspec.Struct, frozen=True):
    """A chain of squares, and the sites that lie on it."""

    id: str
    name: str
    squares: tuple[SquareId, ...]
    places: tuple[PlaceId, ...]


class Crossing(msgspec.Struct, frozen=True):
    """Two squares that count as adjacent where `option` is on ("": always)."""

    id: str
    squares: tuple[SquareId, SquareId]
    option: str
    first_step: bool


class CornerRuling(msgspec.Struct, frozen=True):
    """A tournament's ruling on whether two squares touch."""

    squares: tuple[SquareId, SquareId]
    connected: bool


class BonusArea(msgspec.Struct, frozen=True):
    """Where the bonus of an office or a bishop counts: these squares, or those of a region."""

    id: str
    name: str
    squares: tuple[SquareId, ...]
    region: str


CARD_KINDS: tuple[tuple[str, str, type[Card]], ...] = (
    ("nobles", "noble", NobleCard),
    ("crown", "title", TitleCard),
    ("crown", "office", OfficeCard),
    ("crown", "bishop", BishopCard),
    ("crown", "mercenary", MercenaryCard),
    ("crown", "town_card", TownCard),
    ("crown", "special", SpecialCard),
)


class Catalog:
    """Everything printed, by id. A card of which a deck has two copies has a second id ending in `_2`."""

    def __init__(self) -> None:
        self.cards: dict[str, Card] = {}
        for file, key, kind in CARD_KINDS:
            for card in rows(GAME, file, key, kind):
                self._add(card)
        self.ships = {ship.id: ship for ship in rows(GAME, "crown", "ship", ShipCard)}
        self.cards |= {ship.id: ship for ship in self.ships.values() if ship.owner == "card"}
        self.events = {event.id: event for event in rows(GAME, "events", "event", EventCard)}
        self.royals = {royal.id: royal for royal in rows(GAME, "royals", "royal", Royal)}
        self.votes = row(GAME, "royals", "votes", RoyalVotes)
        self.royal_deaths = row(GAME, "tables", "royal_death", RoyalDeaths).results
        self.storm = row(GAME, "tables", "storm", StormNumbers)
        self._read_map()

    def _add(self, card: Card) -> None:
        self.cards[card.id] = card
        for copy in range(2, max(card.copies.values()) + 1):
            twin = msgspec.structs.replace(card, id=f"{card.id}_{copy}")
            self.cards[twin.id] = twin

    def _read_map(self) -> None:
        self.places = {place.id: place for place in rows(GAME, "places", "place", Place)}
        self.place_kinds = {kind.id: kind for kind in rows(GAME, "tables", "place_kind", PlaceKindRow)}
        self.squares = {square.id: square for square in rows(GAME, "map", "square", Square)}
        self.seas = {sea.id: sea for sea in rows(GAME, "map", "sea", Sea)}
        self.ports = {port.place: port for port in rows(GAME, "map", "port", Port)}
        self.roads = {road.id: road for road in rows(GAME, "map", "road", Road)}
        self.crossings = rows(GAME, "map", "crossing", Crossing)
        self.corner_rulings = rows(GAME, "map", "ruling", CornerRuling)
        self.siege = row(GAME, "tables", "siege", SiegeNumbers)
        self.odds = rows(GAME, "tables", "odds", Odds)
        self.nobles_killed = row(GAME, "tables", "nobles_killed", DeathDice)
        self.heir_death = row(GAME, "tables", "heir_death", DeathDice)
        self.ambush = row(GAME, "tables", "ambush", AmbushNumbers)
        self.vacillating = row(GAME, "tables", "vacillating", Vacillating)
        self.battle_rows = rows(GAME, "tables", "battle_result", BattleRow)
        self.battle_deaths = {row.result: row for row in rows(GAME, "tables", "battle_death", BattleDeath)}
        self.bonus_areas = {area.id: area for area in rows(GAME, "crown", "bonus_area", BonusArea)}
        self.sea_ports = {sea: [p.place for p in self.ports.values() if sea in p.sea] for sea in self.seas}

    def noble(self, card: str) -> NobleCard:
        """Return the noble card `card`; KeyError if there is none."""
        return self._of(card, NobleCard)

    def office(self, card: str) -> OfficeCard:
        """Return the office card `card`; KeyError if there is none."""
        return self._of(card, OfficeCard)

    def bishop(self, card: str) -> BishopCard:
        """Return the bishop card `card`; KeyError if there is none."""
        return self._of(card, BishopCard)

    def _of(self, card: str, kind: type[C]) -> C:
        found = self.cards[card]
        if not isinstance(found, kind):
            raise KeyError(card)
        return found


@cache
def catalog() -> Catalog:
    """Return the catalogue; it is read once and never changes."""
    return Catalog()
