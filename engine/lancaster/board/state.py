"""The state of a game of Lancaster: plain data, without functions or printed figures."""

from typing import Literal, NewType

import msgspec

from engine.core.game import Part
from engine.core.game import State as CoreState

Colour = NewType("Colour", str)
"""The colour of a house: blue, green, yellow, red or purple."""

KnightId = NewType("KnightId", str)
"""A knight: his colour, his strength, and a letter where a house has several: `blue_1a`, `red_4`."""

Spot = NewType("Spot", str)
"""Where a token stands: `court`, `reserve`, `tower`, or a space such as `county:A` (see spots.py)."""

PrivilegeKind = Literal["shield", "archer", "tudor_knight"]

Side = Literal["yes", "no"]
"""How a ballot is cast."""

PhaseName = Literal["setup", "place", "parliament", "rewards", "over"]


class Knight(Part):
    """A wooden knight of a house."""

    house: Colour
    strength: int
    """1 to 4; it never changes: an upgrade exchanges two knights."""
    at: Spot
    """Where he stands."""


class House(Part):
    """A colour in play: the house of a player, or of his ally."""

    seat: str
    """The player who leads it."""
    ally: bool = False
    """Whether it is the house of an ally (rules 11)."""
    lord: str = ""
    """Where the lord stands: `court`, `treasury` or `office:<id>`; "" without the module court."""


class Player(Part):
    """The possessions of a player. A colour's knights are in State.knights, its lord in State.houses."""

    colour: Colour
    ally: str = ""
    """The colour of his ally; "" with more than two players."""
    gold: int = 0
    squires: int = 0
    voting_markers: int = 0
    fresh_markers: int = 0
    """How many of the voting markers laws of this round have given: they are kept (rules 7.5)."""
    seals: int = 0
    bishops: int = 0
    """All his bishops, at court or in his lord's stack."""
    dishonor: int = 0
    points: int = 0
    """Power points on the track; they may be negative at the end."""
    nobles: list[str] = []
    """The letters of his nobles, in the order in which they came."""
    tiles: list[str] = []
    """The extension tiles in his castle."""


class County(Part):
    """The knight and squires in a county."""

    nobles: int = 0
    """Nobles of its letter that are left."""
    house: str = ""
    """The house of the knight that holds it; "" for nobody's."""
    squires: int = 0
    """Squires that stand with the knight."""


class Space(Part):
    """One of the three spaces of a conflict."""

    house: str = ""
    """Its owner; "" while it is free."""
    archer: bool = False
    """Whether an archer holds it, and no knight."""


class Conflict(Part):
    """A conflict card that lies open."""

    row: Literal["upper", "lower"]
    column: int
    spaces: list[Space]
    """From the topmost down."""


class Stack(Part):
    """A lord's application for an office; his knights and Tudor knight stand at `office:<id>`."""

    house: Colour
    bishops: int = 0


class Privilege(Part):
    """A shield, an archer or a Tudor knight that is not on its supply space."""

    kind: PrivilegeKind
    house: Colour
    granted: int
    """The round in whose phase 3 it was given; it can be used in the next round."""
    at: str = ""
    """Where it was placed; "" while its holder keeps it."""


class Ballot(Part):
    """A vote for (`yes`) or against a law, with voting markers."""

    side: Side
    markers: int = 0


class Laws(Part):
    """The parliament board."""

    pile: list[str] = []
    """The laws still to be proposed, the next first; secret."""
    current: list[str] = []
    """The three laws in force, from left to right."""
    proposed: list[str] = []
    """The laws still to be voted on this round, from left to right."""


class Turn(Part):
    """Where the game stands."""

    round: int = 1
    phase: PhaseName = "setup"
    seat: str = ""
    """The seat that places next."""
    start: str = ""
    """The start player of the round."""
    named: str = ""
    """The start player that Surrey's reward has named for the next round; "" for none."""


class Line(Part):
    """A line of the score sheet."""

    seat: str
    what: str
    """The heading: `knighthood`, `castle`, `nobles`, `seals`, `dishonor`, `track` (the points before the scoring)."""
    points: int
    why: str


class State(CoreState, kw_only=True):
    """Everything that a game of Lancaster has to remember."""

    turn: Turn
    gone: list[str] = []
    """Seats that the game master has closed."""
    players: dict[str, Player] = {}
    """By seat."""
    houses: dict[str, House] = {}
    """By colour; with two players also those of the allies."""
    knights: dict[str, Knight] = {}
    """By id; seven of each house."""
    counties: dict[str, County] = {}
    """By letter."""
    conflicts: dict[str, Conflict] = {}
    """The cards that lie open, by id."""
    conflict_pile: list[str] = []
    """The conflicts still to be turned up, the next first; secret."""
    favours: list[str] = []
    """The king's favour tiles that lie face up."""
    laws: Laws = msgspec.field(default_factory=Laws)
    stacks: dict[str, Stack] = {}
    """Lords who apply, by office."""
    holders: dict[str, str] = {}
    """The house that holds an office, by office."""
    treasury: dict[str, int] = {}
    """The tribute in the treasury, by good."""
    privileges: list[Privilege] = []
    bishops_left: int = 0
    """Bishops on the regal board."""
    bishops_removed: int = 0
    """Bishops that allies have put back into the box."""
    neutral_knight: int = 0
    """The strength of the neutral knight in the tower; 0 for none."""
    track: list[int] = []
    """Dishonor markers on each space of the track, from the left."""
    sheet: list[Line] = []
    """The final scoring."""
