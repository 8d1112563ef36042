"""The state of a game of Warriors of God, as plain data."""

from typing import Literal

from engine.core.game import Part
from engine.core.game import State as CoreState

Side = Literal["english", "french"]
"""One of the two players' sides; a player is English or French."""

SIDES: tuple[Side, Side] = ("english", "french")

Where = Literal["future", "pool", "map", "captured", "routed", "killed", "dead"]
"""The state of a leader."""

Phase = Literal[
    "setup",
    "initiative",
    "impulses",
    "battles",
    "control",
    "raising",
    "deploying",
    "captives",
    "deaths",
    "arrivals",
    "assigning",
    "scoring",
    "over",
]

Troops = dict[str, int]
"""Pieces by kind, none of them 0."""


class Leader(Part):
    """A leader in play."""

    where: Where = "future"
    """The leader's fate."""

    side: Side | Literal[""] = ""
    """The side that he serves, or has served; "" for a non-aligned leader whom nobody has taken."""

    area: str = ""
    """Where he stands while he is on the map."""

    troops: Troops = {}
    """His army."""

    disgraced: bool = False
    """Whether he has run away this turn."""

    crowned: bool = False
    """Whether he was King when he was killed this turn."""


class Battle(Part):
    """The battle that is being fought."""

    area: str
    """Where."""

    aggressor: Side
    """The side that has come to fight."""

    commanders: dict[Side, str] = {}
    """The battle commanders named so far."""

    kind: Literal["", "siege", "field"] = ""
    """The kind of fight; "" until it is known."""

    besieged: Side | Literal[""] = ""
    """The side inside the walls."""

    stage: Literal["naming", "round", "after", "first", "second", "going", "pursuit", "leaving", "fleeing", "over"] = (
        "naming"
    )
    """What comes next."""

    round: int = 0
    """The rounds fought."""

    misses: int = 0
    """Rounds in a row in which the aggressor has hit nothing, 3 at most."""

    hits: dict[Side, int] = {}
    """What each side has still to lose for this round."""

    retreating: Side | Literal[""] = ""
    """The side that gives way."""

    forced: bool = False
    """Whether it has to."""

    to: str = ""
    """Where it goes; "" where there is no way."""

    going: list[str] = []
    """The leaders who go there, once that is settled."""


class Fate(Part):
    """The fate of a leader by the Elimination Chart."""

    leader: str
    """Who."""

    roll: int
    """The die."""

    fate: str
    """Killed, captured or routed."""


class Clash(Part):
    """A round of a battle, a pursuit or an assault, with what was lost in it."""

    kind: Literal["round", "pursuit", "assault"]
    """What it was."""

    rolls: dict[Side, list[int]] = {}
    """The dice of each side that rolled."""

    plus: dict[Side, int] = {}
    """The number that each side added to its dice."""

    hits: dict[Side, int] = {}
    """The hits that each side scored."""

    misses: int = 0
    """The miss counter after it."""

    jeanne: int = 0
    """The die against English bravery for Jeanne d'Arc; 0 where she did not lead."""

    silent: Side | Literal[""] = ""
    """The side that rolled no dice because of her."""

    number: int = 0
    """The siege number of an assault."""

    lost: dict[Side, Troops] = {}
    """The troops that each side lost."""

    fates: list[Fate] = []
    """The leaders who were hit."""


class Record(Part):
    """The battle that is being fought, or the last one, from its first roll to its last."""

    turn: int
    """The turn on which it was fought."""

    area: str
    """Where."""

    aggressor: Side
    """The side that had come to fight."""

    armies: dict[Side, dict[str, Troops]] = {}
    """The leaders of each side at its beginning, with their troops."""

    kings: list[str] = []
    """Those of them who were Kings."""

    commanders: dict[Side, str] = {}
    """The battle commanders."""

    kind: Literal["", "siege", "field"] = ""
    """The kind of fight; "" until it is known."""

    besieged: Side | Literal[""] = ""
    """The side inside the walls."""

    clashes: list[Clash] = []
    """Rounds, the pursuit, or the assault."""

    retreating: Side | Literal[""] = ""
    """The side that gave way."""

    forced: bool = False
    """Whether it had to."""

    gone: dict[str, str] = {}
    """The leaders who got away, with their refuges."""

    taken: list[str] = []
    """Who was captured because there was no way out."""

    over: bool = False
    """Whether it is over."""

    holds: Side | Literal[""] = ""
    """The side that holds the field; "" where nobody is left."""


Group = Literal["infantry", "gunners", "knights", "longbowmen", "mercenaries"]
"""A kind of troops as standing orders name it."""


class Standing(Part):
    """The secret standing orders of a player for all their battles."""

    siege: int | None = None
    """He is besieged from this siege number on; None: as the default says."""

    losses: list[Group] = []
    """The kinds of troops in the order in which he loses them; what is missing follows in the usual order."""


class Turn(Part):
    """Where the turn stands."""

    number: int = 1
    """The turn, from 1."""

    phase: Phase = "setup"
    """The phase."""

    first: Side = "english"
    """The side with the initiative."""

    impulses: dict[Side, int] = {}
    """The impulses that each side has left."""

    moving: Side = "english"
    """The side whose impulse it is."""


class State(CoreState, kw_only=True, omit_defaults=True):
    """A game of Warriors of God."""

    sides: dict[Side, str] = {}
    """The seat of each side; none before the bids for the English are opened."""

    score: int = 0
    """The English lead; below 0 a French one."""

    turn: Turn
    """Where the turn stands."""

    control: dict[str, Side] = {}
    """Who controls each area that somebody controls."""

    aggressors: dict[str, Side] = {}
    """The aggressor markers, by area."""

    leaders: dict[str, Leader] = {}
    """The leaders of the scenario."""

    kings: dict[Side, str] = {}
    """The Kings; a side without King is missing."""

    loose: dict[str, Troops] = {}
    """Troops without a leader, by area (Phases Five to Ten)."""

    aside: Troops = {}
    """Mercenaries that were lost; they go home in Phase Five."""

    battle: Battle | None = None
    """The battle that is being fought."""

    orders: dict[Side, Standing] = {}
    """The standing orders of each side."""

    record: Record | None = None
    """The battle that is being fought, or the last one, as it went."""
