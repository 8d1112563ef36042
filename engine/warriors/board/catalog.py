"""The printed things of Warriors of God: areas, borders, leaders, troops and charts, as in `data/warriors`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import msgspec

from engine.core.files.figures import Edition, EditionNumbers

GAME = "warriors"

Command = Literal["any", "national", "national_3star", "burgundian", "liw_english_longbow"]
"""The possible holders of a piece; see rules 3."""


class AreaCard(msgspec.Struct, frozen=True):
    """An area of the map; a `value` of 0 makes it neutral."""

    id: str
    name: str
    value: int
    country: str

    @property
    def neutral(self) -> bool:
        """Whether nobody can ever control it."""
        return self.value == 0


class Border(msgspec.Struct, frozen=True):
    """A land border between two areas; "none" where an edition has no border."""

    a: str
    b: str
    type: Literal["clear", "river", "obstructed", "none"]
    via: str = ""


class Sea(msgspec.Struct, frozen=True):
    """A sea connection."""

    a: str
    b: str
    name: str
    open: bool = True


class LeaderCard(msgspec.Struct, frozen=True):
    """A leader's counter. `entry` is the first turn on which he acts."""

    id: str
    name: str
    scenario: str
    entry: int
    nationality: Literal["english", "french", "nonaligned"]
    rank: int
    bravery: int
    battle: int
    home: str
    king: bool = False
    longbow: bool = False
    tags: tuple[str, ...] = ()
    special: Literal["", "jeanne_darc", "robin_hood", "commands_english_longbow"] = ""

    @property
    def burgundian(self) -> bool:
        """Whether he may hold Burgundian chevaliers from two stars on."""
        return "burgundian" in self.tags


class TroopCard(msgspec.Struct, frozen=True):
    """A kind of pieces of one strength point each. `counter_mix` is how many there are; -1 for no limit."""

    id: str
    name: str
    hits_absorbed: int
    counts_for_dice: bool
    longbow: bool
    gunner: bool
    raise_in: tuple[str, ...]
    per_area_per_turn: int
    counter_mix: int
    command: Mapping[str, Command]
    available: tuple[str, ...]
    home: str = ""
    """The neutral area to which mercenaries belong."""

    @property
    def knight(self) -> bool:
        """Whether it covers two hits."""
        return self.hits_absorbed > 1

    def native_to(self, area: AreaCard) -> bool:
        """Tell whether it can ever be raised in an area [WOG-5.2, 5.6, 5.10, 5.12]."""
        places = ("any_contested", area.country, f"value_{area.value}")
        return not area.neutral and any(place in self.raise_in for place in places)

    @property
    def mercenary(self) -> bool:
        """Whether it panics."""
        return bool(self.home)


class MercenaryHome(msgspec.Struct, frozen=True):
    """The mercenaries of a neutral area."""

    area: str
    pieces: int
    name: str


class Scenario(msgspec.Struct, frozen=True):
    """What one of the two games starts with."""

    id: str
    name: str
    english_king: str
    french_king: str
    control_english: tuple[str, ...]
    control_french: tuple[str, ...]
    gunners: bool
    aggressor_if_english_pick: str
    aggressor_area: str


class Years(msgspec.Struct, frozen=True, rename={"first": "from", "last": "to"}):
    """The years of a turn."""

    scenario: str
    turn: int
    first: int
    last: int


class Placed(msgspec.Struct, frozen=True):
    """A leader of the set-up."""

    scenario: str
    leader: str
    area: str
    troops: dict[str, int]


class InitiativeChart(msgspec.Struct, frozen=True):
    """What changes the initiative roll, and how many impulses follow."""

    king_home_bonus: int
    no_king_penalty: int
    impulses_base: int
    king_home: dict[str, str]


class SiegeChart(msgspec.Struct, frozen=True):
    """The parts of the siege number."""

    base: int
    max_gunner_points: int


class BattleChart(msgspec.Struct, frozen=True):
    """The numbers of a field battle."""

    hit_on: int
    knight_hits: int
    miss_limit: int
    pursuit_modifier: int


class Fates(msgspec.Struct, frozen=True):
    """A row of the Elimination Chart: killed up to a number of the die, else captured up to another, else routed."""

    killed: int
    captured: int
    rank: int = 0


class DeathChart(msgspec.Struct, frozen=True):
    """Up to which number of the die a leader dies, by his age from 1 on."""

    dies_on: tuple[int, ...]


class ScoreChart(msgspec.Struct, frozen=True):
    """What is scored in Phase Eleven; lists are by value or rank from 1 to 3."""

    area_value: tuple[int, int, int]
    capital: int
    killed: tuple[int, int, int]
    king: int
    prison_per_star: int


class Limits(msgspec.Struct, frozen=True):
    """How many leaders cross a border at once."""

    clear: int
    river: int
    obstructed: int
    sea_to_friendly_controlled: int
    sea_to_other: int
    sea_english_from_friendly_controlled: int


@dataclass(frozen=True)
class Catalog:
    """Everything printed, by id."""

    areas: Mapping[str, AreaCard]
    borders: Mapping[frozenset[str], str]
    """The type of the border between two areas; "sea" for a connection."""

    near: Mapping[str, tuple[str, ...]]
    """The areas next to each, in the order of their ids."""

    ways: Mapping[frozenset[str], str]
    """What a border or connection is called, such as Seine."""

    leaders: Mapping[str, LeaderCard]
    troops: Mapping[str, TroopCard]
    """The kinds of troops; mercenaries by their homes, as `mercenary_brabant`."""

    scenarios: Mapping[str, Scenario]
    years: Mapping[tuple[str, int], Years]
    setup: tuple[Placed, ...]
    limits: Limits
    initiative: InitiativeChart
    siege: SiegeChart
    battle: BattleChart
    strength_per_star: int
    home_control: int
    fates: Mapping[int, Fates]
    fates_flat: Fates
    death: Mapping[str, DeathChart]
    score: ScoreChart


def catalog(figures: EditionNumbers | None = None) -> Catalog:
    """Return the printed things, with figures of an edition in place of ours."""
    return _catalog(msgspec.json.encode(figures or {}, order="sorted"))


@lru_cache(maxsize=64)
def _catalog(figures: bytes) -> Catalog:
    """Read the data files, once for each edition."""
    data = Edition(GAME, msgspec.json.decode(figures))
    areas = {area.id: area for area in data.rows("areas", "area", AreaCard)}
    land = [border for border in data.rows("areas", "border", Border) if border.type != "none"]
    sea = [way for way in data.rows("areas", "sea", Sea) if way.open]
    borders = {frozenset((one.a, one.b)): str(one.type) for one in land}
    borders |= {frozenset((one.a, one.b)): "sea" for one in sea}
    names = {frozenset((one.a, one.b)): one.via for one in land} | {frozenset((one.a, one.b)): one.name for one in sea}
    return Catalog(
        areas=areas,
        borders=borders,
        near={area: tuple(sorted(other for other in areas if frozenset((area, other)) in borders)) for area in areas},
        ways=names,
        leaders={leader.id: leader for leader in data.rows("leaders", "leader", LeaderCard)},
        troops=_troops(data),
        scenarios={one.id: one for one in data.rows("scenarios", "scenario", Scenario)},
        years={(one.scenario, one.turn): one for one in data.rows("scenarios", "turn", Years)},
        setup=tuple(data.rows("scenarios", "setup", Placed)),
        limits=data.row("areas", "border_limits", Limits),
        initiative=data.row("charts", "initiative", InitiativeChart),
        siege=data.row("charts", "siege", SiegeChart),
        battle=data.row("charts", "battle", BattleChart),
        strength_per_star=data.file("charts")["command"]["strength_per_star"],
        home_control=data.file("charts")["control"]["home_base"],
        fates={row.rank: row for row in data.rows("charts", "elimination", Fates)},
        fates_flat=data.row("charts", "elimination_flat", Fates),
        death={
            "linear": data.row("charts", "death", DeathChart),
            "gentle": data.row("charts", "death_gentle", DeathChart),
        },
        score=data.row("charts", "score", ScoreChart),
    )


def _troops(data: Edition) -> dict[str, TroopCard]:
    """Return the kinds of troops, with the mercenaries of each neutral area as a kind of their own."""
    printed = {troop.id: troop for troop in data.rows("troops", "troop", TroopCard)}
    common = printed.pop("mercenary")
    for home in data.rows("troops", "mercenary_home", MercenaryHome):
        leader_id = f"mercenary_{home.area}"
        printed[leader_id] = msgspec.structs.replace(
            common, id=leader_id, name=home.name, counter_mix=home.pieces, home=home.area, per_area_per_turn=0
        )
    return printed
