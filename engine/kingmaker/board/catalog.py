"""The printed things of Kingmaker: cards, places, squares, seas and tables, as they lie in `data/kingmaker`."""

from functools import cache, lru_cache
from typing import Literal, TypeVar

import msgspec

from engine.core.files.figures import Edition, EditionNumbers
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
    """The fields common to all Crown cards."""

    id: str
    """Its id."""

    name: str
    """Its printed name."""

    strength: int = 0
    """The men that it always gives."""

    lords: int = 0
    """The votes in the Lords that it gives."""

    commons: int = 0
    """The votes in the Commons that it gives."""

    controls: tuple[PlaceId, ...] = ()
    """The places that it claims."""

    copies: dict[str, int]
    """The number of copies in the deck, by deck set."""

    transfer: bool = False
    """Whether it passes between nobles, and is part of the spoils (rules 4.6, 7.1)."""


class NobleCard(Card, frozen=True):
    """A noble: Crown card and counter at once."""

    title: str
    """The title printed on it; "" if he has none."""

    titled: bool
    """Whether he is titled by birth: he takes no title card, and may hold an office."""

    rank: str
    """His rank: "lord", "earl" or "duke"."""

    castles: tuple[PlaceId, ...]
    """His home castles in order."""

    ship: str = ""
    """The ship that comes with him (option `stanley_ship`); "" for none."""

    plantagenet: str = ""
    """The house whose Duke the card is (rules 6.5); "" for all other nobles."""


class TitleCard(Card, frozen=True):
    """A title that an untitled noble may hold."""


class OfficeCard(Card, frozen=True):
    """An office of state."""

    bonus: int
    """The additional men while its holder stands in `bonus_area`."""

    bonus_area: str
    """Where that is."""

    ships: tuple[str, ...]
    """The ships that belong to it."""

    only_without_sole_king: bool = False
    """Whether its votes in the Commons count only while there is no sole King."""


class BishopCard(Card, frozen=True):
    """An archbishop or bishop."""

    bonus: int
    """The additional men while his noble stands in `bonus_area`."""

    bonus_area: str
    """Where that is."""

    see: PlaceId
    """The place of his cathedral."""

    seniority: int
    """His rank among the bishops; 1 is the most senior."""

    crowns_alone: bool
    """Whether he can crown alone; of the others it takes two."""


class MercenaryCard(Card, frozen=True):
    """Troops for hire, whom events send home by groups."""

    group: str
    """Their group."""


class TownCard(Card, frozen=True):
    """The card of one place."""

    place: PlaceId
    """The place."""

    attack_men: int
    """The men that it gives in attack (option `town_card_men`)."""


class ShipCard(Card, frozen=True):
    """A ship."""

    capacity: int
    """The men that may be aboard."""

    home_port: PlaceId
    """Where it comes into play."""

    owner: str
    """"card", or "office:<id>" where it belongs to an office and is no card."""

    with_noble: str = ""
    """The noble with whom it comes instead (option `stanley_ship`); "" for none."""

    home_port_with_noble: PlaceId = NO_PLACE
    """Its home port then."""


class SpecialCard(Card, frozen=True):
    """Any other Crown card (the King's Pardon)."""


class Call(msgspec.Struct, frozen=True):
    """One row of a raid, revolt or piracy: who must go where."""

    place: PlaceId
    """Where they must go."""

    nobles: tuple[str, ...] = ()
    """The nobles who are called by name."""

    titles: tuple[str, ...] = ()
    """The titles whose holders are called."""

    offices: tuple[str, ...] = ()
    """The offices whose holders are called."""

    bishops: tuple[str, ...] = ()
    """The bishops with whom nobles are called."""

    ships: dict[str, int] = {}
    """The number of ships that must come, by office."""


class EventCard(msgspec.Struct, frozen=True, kw_only=True):
    """An event card: its event half and its combat half."""

    id: str
    """Its id."""

    title: str
    """Its title."""

    kind: str
    """Its effect in the Event phase (rules 3.1), which decides which of the fields below it has."""

    copies: dict[str, int]
    """Whether it is shuffled in, by deck set: 1 or 0."""

    odds: str
    """The least odds of the larger side to the smaller at which the larger side wins; "bad_weather": there is no
    fighting."""

    nobles_killed: tuple[str, ...] = ()
    """The nobles who die if they took part in the combat, in printed order."""

    nobles_killed_table: bool = False
    """Whether two dice for each noble decide who dies, instead of printed names."""

    calls: tuple[Call, ...] = ()
    """Of a raid, revolt or piracy: who must go where."""

    places: tuple[PlaceId, ...] = ()
    """Of a plague: the places that it strikes."""

    place: PlaceId = NO_PLACE
    """Of an embassy or a French siege: the place."""

    groups: tuple[str, ...] = ()
    """Of mercenaries who go home: their groups."""

    office: str = ""
    """Of a French siege: the office that saves the place."""

    commission_minimum: int = 0
    """Of a French siege: the least strength of a substitute."""

    rounds: int = 0
    """Of a catastrophe: for how many rounds it is in force."""

    turns: int = 0
    """Of a refuge: how many turns it lasts."""

    cards: int = 0
    """Of treachery: how many cards are lost."""


class Start(msgspec.Struct, frozen=True):
    """Where an heir starts by a die."""

    rolls: tuple[int, ...]
    """The numbers of a d6."""

    place: PlaceId
    """Where he starts if one of them is rolled."""


class Royal(msgspec.Struct, frozen=True):
    """A royal heir."""

    id: str
    """His id."""

    name: str
    """His name."""

    house: House
    """His house."""

    style: str
    """Other names for him, such as "Henry of Lancaster" or "the Duke of York"."""

    succession: int
    """His place in the line of his house, from 1."""

    heir_sets: tuple[str, ...]
    """The sets of heirs that have him."""

    start: PlaceId
    """Where he starts."""

    dice_start: tuple[Start, ...]
    """His starting places by die roll; empty for an heir with a fixed place."""

    king_at_start: bool
    """Whether he is crowned at the start."""


class Place(msgspec.Struct, frozen=True):
    """A site."""

    id: PlaceId
    """Its id."""

    name: str
    """Its name."""

    kind: PlaceKind
    """Its kind."""

    fortress: bool
    """Whether it has walls, and can be controlled and besieged."""

    garrison: int
    """The men of its garrison."""

    capacity: int
    """The men for whom there is room inside."""

    commons: int
    """The votes in the Commons that its control gives."""

    cathedral: bool
    """Whether heirs can be crowned there."""

    port: bool
    """Whether it is a port."""

    mainland: bool
    """Whether it lies on the mainland."""

    square: SquareId
    """The square in which it lies."""

    control: str
    """The one card that claims it; "" for none."""


class PlaceKindRow(msgspec.Struct, frozen=True):
    """The fields common to all places of a kind."""

    id: str
    """The kind."""

    name: str
    """Its name."""

    inside: bool
    """Whether one can be inside."""

    parliament: bool
    """Whether Parliament can meet there."""

    garrison_when: Literal["always", "occupied", "never"]
    """When its garrison defends it."""


class Square(msgspec.Struct, frozen=True):
    """A square of the land."""

    id: SquareId
    """Its id."""

    name: str
    """Its name."""

    kind: Literal["land", "island", "area"]
    """"land" is the mainland, "island" lies off it, "area" is overseas."""

    terrain: Literal["open", "forest"]
    """Open country, or forest, which ends a march."""

    regions: tuple[str, ...]
    """The regions in which it lies."""

    orthogonal: tuple[SquareId, ...]
    """The squares that have a border with it."""

    diagonal: tuple[SquareId, ...]
    """The squares that touch it at or near a corner; both are legal steps."""

    places: tuple[PlaceId, ...]
    """The sites in it."""

    roads: tuple[str, ...]
    """The roads that lead through it."""


class Sea(msgspec.Struct, frozen=True):
    """A square of the sea."""

    id: SeaId
    """Its id."""

    name: str
    """Its name."""

    orthogonal: tuple[SeaId, ...]
    """The sea squares that have a border with it."""

    diagonal: tuple[SeaId, ...]
    """The sea squares that touch it at or near a corner."""


class Port(msgspec.Struct, frozen=True):
    """A port. Herald names ports by their place."""

    place: PlaceId
    """The place."""

    square: SquareId
    """The square in which it lies."""

    sea: tuple[SeaId, ...]
    """The sea squares to which it opens."""


class Road(msgspec.Struct, frozen=True):
    """A road."""

    id: str
    """Its id."""

    name: str
    """Its name."""

    squares: tuple[SquareId, ...]
    """The squares through which it leads, in order."""

    places: tuple[PlaceId, ...]
    """The sites on it, in order."""


class Crossing(msgspec.Struct, frozen=True):
    """Two squares that count as adjacent."""

    id: str
    """Its id."""

    squares: tuple[SquareId, SquareId]
    """The squares."""

    option: str
    """The option that must be on; "" for always."""

    first_step: bool
    """Whether it can only be the first step of a march."""


class CornerRuling(msgspec.Struct, frozen=True):
    """A tournament's ruling on whether two squares touch."""

    squares: tuple[SquareId, SquareId]
    """The squares."""

    connected: bool
    """Whether they do."""


class BonusArea(msgspec.Struct, frozen=True):
    """Where the bonus of an office or a bishop counts."""

    id: str
    """Its id."""

    name: str
    """Its name."""

    squares: tuple[SquareId, ...]
    """The squares of it; empty where it is a region."""

    region: str
    """The region; "" where it is some squares."""


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

    def __init__(self, data: Edition) -> None:
        self.cards: dict[str, Card] = {}
        for file, key, kind in CARD_KINDS:
            for card in data.rows(file, key, kind):
                self._add(card)
        self.ships = {ship.id: ship for ship in data.rows("crown", "ship", ShipCard)}
        self.cards |= {ship.id: ship for ship in self.ships.values() if ship.owner == "card"}
        self.events = {event.id: event for event in data.rows("events", "event", EventCard)}
        self.royals = {royal.id: royal for royal in data.rows("royals", "royal", Royal)}
        self.votes = data.row("royals", "votes", RoyalVotes)
        self.royal_deaths = data.row("tables", "royal_death", RoyalDeaths).results
        self.storm = data.row("tables", "storm", StormNumbers)
        self._read_map(data)

    def _add(self, card: Card) -> None:
        self.cards[card.id] = card
        for copy in range(2, max(card.copies.values()) + 1):
            twin = msgspec.structs.replace(card, id=f"{card.id}_{copy}")
            self.cards[twin.id] = twin

    def _read_map(self, data: Edition) -> None:
        self.places = {place.id: place for place in data.rows("places", "place", Place)}
        self.place_kinds = {kind.id: kind for kind in data.rows("tables", "place_kind", PlaceKindRow)}
        self.squares = {square.id: square for square in data.rows("map", "square", Square)}
        self.seas = {sea.id: sea for sea in data.rows("map", "sea", Sea)}
        self.ports = {port.place: port for port in data.rows("map", "port", Port)}
        self.roads = {road.id: road for road in data.rows("map", "road", Road)}
        self.crossings = data.rows("map", "crossing", Crossing)
        self.corner_rulings = data.rows("map", "ruling", CornerRuling)
        self.siege = data.row("tables", "siege", SiegeNumbers)
        self.odds = data.rows("tables", "odds", Odds)
        self.nobles_killed = data.row("tables", "nobles_killed", DeathDice)
        self.heir_death = data.row("tables", "heir_death", DeathDice)
        self.ambush = data.row("tables", "ambush", AmbushNumbers)
        self.vacillating = data.row("tables", "vacillating", Vacillating)
        self.battle_rows = data.rows("tables", "battle_result", BattleRow)
        self.battle_deaths = {row.result: row for row in data.rows("tables", "battle_death", BattleDeath)}
        self.bonus_areas = {area.id: area for area in data.rows("crown", "bonus_area", BonusArea)}
        self.sea_ports = {sea: [p.place for p in self.ports.values() if sea in p.sea] for sea in self.seas}

    @property
    def catalog(self) -> "Catalog":
        """The catalogue itself, for naming things without a game (see `names.Printed`)."""
        return self

    def noble(self, card: str) -> NobleCard:
        """Return the noble card `card`; KeyError if there is none."""
        return self._of(card, NobleCard)

    def office(self, card: str) -> OfficeCard:
        """Return the office card `card`; KeyError if there is none."""
        return self._of(card, OfficeCard)

    def _of(self, card: str, kind: type[C]) -> C:
        found = self.cards[card]
        assert isinstance(found, kind), f"{card} is no such card"
        return found


def catalog(figures: EditionNumbers | None = None) -> Catalog:
    """Return the printed things of an edition: our own, or our own with these figures changed."""
    return _catalog(msgspec.json.encode(figures, order="sorted")) if figures else ours()


@cache
def ours() -> Catalog:
    """Return our own edition. Squares, seas, roads, ports and the list of places are the same in every edition."""
    return Catalog(Edition(GAME, {}))


@lru_cache(maxsize=64)
def _catalog(figures: bytes) -> Catalog:
    """Read the data files, once for each edition."""
    return Catalog(Edition(GAME, msgspec.json.decode(figures)))
