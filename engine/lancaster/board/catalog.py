"""The printed things of Lancaster: counties, conflicts, castles, offices and laws, as they lie in `data/lancaster`."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import msgspec

from engine.core.files.figures import Edition, EditionNumbers
from engine.lancaster.board.state import PrivilegeKind

GAME = "lancaster"

Amounts = dict[str, int]
"""Goods and other gains by name: {"gold": 2, "upgrade": 1}."""


class Reward(msgspec.Struct, frozen=True):
    """The reward that a county offers instead of its noble."""

    kind: str
    amount: int = 1


class CountyCard(msgspec.Struct, frozen=True):
    """A county. `min_strength` is what a knight needs by himself; `ally_can_use` is for two players."""

    id: str
    name: str
    min_strength: int
    reward: Reward
    noble_name: str
    ally_can_use: bool


class ConflictCard(msgspec.Struct, frozen=True):
    """A conflict with France: its strength, and the power points for ranks 1, 2 and 3."""

    id: str
    name: str
    stage: int
    strength: int
    points: tuple[int, int, int]


class Favour(msgspec.Struct, frozen=True):
    """A tile of the king's favour."""

    id: str
    kind: Literal["gold", "squires", "upgrade", "noble"]
    amount: int


class CastleSpace(msgspec.Struct, frozen=True):
    """A space of a castle: goods at once, or an action that may cost goods."""

    id: str
    name: str
    gain: Amounts = {}
    cost: Amounts = {}
    action: Literal["", "upgrade", "recruit"] = ""


class Extension(msgspec.Struct, frozen=True):
    """An extension tile and the castle space that it covers."""

    id: str
    space: str


class Office(msgspec.Struct, frozen=True):
    """An office of the king: its tribute, and what its holder receives each round, in the last one differently."""

    id: str
    name: str
    tribute: Amounts
    seals: int
    privilege: PrivilegeKind
    seals_round5: int
    privilege_round5: PrivilegeKind | Literal[""]


class PrivilegeCard(msgspec.Struct, frozen=True):
    """How many pieces of a privilege there are, and how strong one is."""

    id: str
    count: int
    strength: int


class Compared(msgspec.Struct, frozen=True):
    """One comparison of a law with two: what is compared, and what the highest gains or loses."""

    of: str
    gain: Amounts = {}
    lose: int = 0


class Effect(msgspec.Struct, frozen=True):
    """The effect of a law; see rules 7.6 for each kind."""

    kind: Literal["most", "most_loses", "most_each", "fewest", "per", "buy", "if", "swap_3_4"]
    of: str = ""
    count: str = ""
    step: int = 1
    gain: Amounts = {}
    cost: Amounts = {}
    max: int = 0
    condition: str = ""
    parts: tuple[Compared, ...] = ()


class Law(msgspec.Struct, frozen=True):
    """A law card; `group` is the number on its back."""

    id: str
    set: Literal["base", "king", "new"]
    group: int
    title: str
    text: str
    effect: Effect


class Table(msgspec.Struct, frozen=True):
    """The figures that depend on the number of players."""

    players: int
    nobles_per_county: int
    bishops: int
    dishonor_per_space: int
    tower_knight: int
    conflict_remove: tuple[str, ...]
    favours_used: tuple[str, ...]


class KnightKind(msgspec.Struct, frozen=True):
    """How many knights of a strength a house has, and how many stand at court when the game begins."""

    strength: int
    count: int
    start_own: int
    start_ally: int


class StartGoods(msgspec.Struct, frozen=True):
    """The goods that a player begins with; the row of a module replaces what it names."""

    module: str
    gold: int | None = None
    squires: int | None = None
    voting_markers: int | None = None


class TrackSpace(msgspec.Struct, frozen=True):
    """A space of the dishonor track, with what it costs those who have the most."""

    position: int
    larger: int
    smaller: int


class NobleScore(msgspec.Struct, frozen=True):
    """The power points for a number of nobles."""

    nobles: int
    points: int


class FinalScore(msgspec.Struct, frozen=True, kw_only=True):
    """The power points for the first and the second place of a comparison at the end."""

    id: str
    points: tuple[int, ...] = ()


@dataclass(frozen=True)
class Catalog:
    """All printed things, by id."""

    counties: dict[str, CountyCard]
    conflicts: dict[str, ConflictCard]
    favours: dict[str, Favour]
    castle: dict[str, CastleSpace]
    ally_castle: dict[str, CastleSpace]
    tiles: dict[str, Extension]
    offices: dict[str, Office]
    privileges: dict[str, PrivilegeCard]
    laws: dict[str, Law]
    tables: dict[int, Table]
    knights: tuple[KnightKind, ...]
    start_goods: dict[str, StartGoods]
    colours: tuple[str, ...]
    track: tuple[TrackSpace, ...]
    noble_points: tuple[int, ...]
    places: dict[str, tuple[int, ...]]
    both_price: int
    seals: int
    dishonor_markers: int
    most_bishops: int
    tower_room: int
    supply: dict[str, int]
    ransom: int
    rounds: int


def catalog(figures: EditionNumbers | None = None) -> Catalog:
    """Return the printed things of an edition: ours, or with these figures in place of ours."""
    return _catalog(msgspec.json.encode(figures or {}, order="sorted"))


@lru_cache(maxsize=64)
def _catalog(figures: bytes) -> Catalog:
    """Read the data files, once for each edition."""
    data = Edition(GAME, msgspec.json.decode(figures))
    final = data.rows("castle", "final_score", FinalScore)
    box = {row["id"]: row["count"] for row in data.file("setup")["component"]}
    return Catalog(
        counties={county.id: county for county in data.rows("counties", "county", CountyCard)},
        conflicts={card.id: card for card in data.rows("conflicts", "conflict", ConflictCard)},
        favours={tile.id: tile for tile in data.rows("conflicts", "favour", Favour)},
        castle={space.id: space for space in data.rows("castle", "space", CastleSpace)},
        ally_castle={space.id: space for space in data.rows("castle", "ally_space", CastleSpace)},
        tiles={tile.id: tile for tile in data.rows("castle", "extension", Extension)},
        offices={office.id: office for office in data.rows("court", "office", Office)},
        privileges={piece.id: piece for piece in data.rows("court", "privilege", PrivilegeCard)},
        laws={law.id: law for law in data.rows("laws", "law", Law)},
        tables={table.players: table for table in data.rows("setup", "players", Table)},
        knights=tuple(data.rows("setup", "knight_type", KnightKind)),
        start_goods={goods.module: goods for goods in data.rows("setup", "start_goods", StartGoods)},
        colours=tuple(row["id"] for row in data.file("setup")["colour"]),
        track=tuple(data.rows("resentment", "track_space", TrackSpace)),
        noble_points=tuple(row.points for row in data.rows("castle", "noble_score", NobleScore)),
        places={score.id: score.points for score in final if score.points},
        both_price=data.file("counties")["meta"]["both_price_gold"],
        seals=data.file("court")["meta"]["seals_total"],
        dishonor_markers=data.file("resentment")["meta"]["markers_total"],
        most_bishops=data.file("court")["meta"]["max_bishops_per_player"],
        tower_room=data.file("resentment")["tower"]["capacity"],
        supply={"gold": box["gold"], "squires": box["squire"], "voting_markers": box["voting_marker"]},
        ransom=data.file("conflicts")["ransom"]["gold_per_strength"],
        rounds=data.file("setup")["meta"]["rounds"],
    )
