"""The state of a War Lord Tourney: plain data with stable ids, nothing that the data files already say."""

from typing import Literal

from engine.core.game import Part
from engine.core.game import State as CoreState

Kind = Literal["warlord", "lady", "knight", "footman", "sergeant", "bowman", "bishop", "wizard"]
Status = Literal["board", "gatehouse", "prison", "slain", "gone"]
StepName = Literal["setup", "entry", "movement", "freeing", "meetings", "end"]
Line = Literal["high", "mid", "low"]
Blow = Literal["high", "mid", "low", "none"]
Fate = Literal["landed", "parried", "spoiled", "late", "none"]

WIZARD = "wizard"
"""The side of the Wizard of the Woods; every other side is called by its colour: red, blue, white, gold."""


class Piece(Part):
    """A piece of a side. Its id says what it began as ("red_footman_2"), `kind` what it is now.

    A piece with status "board" stands on `square`, one in "prison" lies in the dungeon of the side `holder`.
    `stricken` lies on its square (options 3, 4); a `risen` one was raised by the Wizard. `wounds`, `banners` and
    `victories` last; `moved` is of this turn, `lamed` says that an arrow holds it for its owner's next turn.
    """

    side: str
    kind: Kind
    status: Status = "board"
    square: str = ""
    holder: str = ""
    weapon: str = "sword"
    wounds: int = 0
    banners: int = 0
    victories: int = 0
    stricken: bool = False
    risen: bool = False
    moved: bool = False
    lamed: bool = False


class Grave(Part):
    """Where a fighter of a side fell (option 5); `piece` is the one who lies there."""

    square: str
    piece: str
    kind: Kind
    side: str


class Stroke(Part):
    """What a fighter does in an exchange: a blow at `target`, and the lines that he guards."""

    blow: Blow
    guard: list[Line]
    target: str = ""


class Fought(Part):
    """What came of a fighter's stroke: the `fate` of his blow, and how he stood after the exchange."""

    fighter: str
    stroke: Stroke
    fate: Fate
    wounds: int = 0
    staggered: bool = False
    felled: bool = False


class Exchange(Part):
    """One exchange of a duel as it was revealed."""

    number: int
    fought: list[Fought]


class Fighter(Part):
    """A fighter of a running duel; `staggered` holds for the next exchange, `high_ground` for the whole duel.

    `sheet` are the strokes handed in for the exchanges that come next, secret until all are in; `tables` says that
    his owner leaves them to the default tables. `kills` counts his killing blows. Who `withdrew` has
    left it (option 11, or out of the game).
    """

    attacks: bool
    wounds: int = 0
    staggered: bool = False
    felled: bool = False
    high_ground: bool = False
    kills: int = 0
    withdrew: bool = False
    sheet: list[Stroke] = []
    tables: bool = False


class Duel(Part):
    """A duel on a square: the running one, or the last.

    `exchange` is the number of the next exchange, `revealed` all exchanges so far. `outcome` is "" while it goes on,
    "attackers" or "defenders" when that side has won, "double_kill" when nobody stands, "parted" when an army has
    withdrawn (option 11).
    """

    square: str
    fighters: dict[str, Fighter]
    exchange: int = 1
    revealed: list[Exchange] = []
    outcome: str = ""


class Plan(Part):
    """What a seat chooses in secret before the game: weapons by piece, and the name of its Castle."""

    weapons: dict[str, str] = {}
    castle: str = ""
    done: bool = False


class Turn(Part):
    """Whose turn it is, and what has happened in it: `moves` made, whether a piece has `left` the Castle.

    `arrived` are the pieces that came onto a square this turn, in order: they are the movers of its meetings.
    `recalled` are those whom a Lady has sent home in it.
    """

    round: int = 1
    side: str = ""
    step: StepName = "setup"
    moves: int = 0
    left: bool = False
    arrived: list[str] = []
    recalled: list[str] = []


class State(CoreState, kw_only=True):
    """Everything that a War Lord Tourney has to remember.

    `sides` maps every side in play to its seat, in the order of turns; the seat of an automaton is "". `gatehouses`
    hold waiting pieces in the order of their arrival, `castles` the names of Castles, `fallen` the sides that are out
    of the game. `quiet` counts rounds without a capture, slaying, freeing or promotion, `eventful` says that this one
    has had one. `vacant` maps sides that may still name a successor to the Warlord they have lost, `bereaved` are
    those that have yet to be asked at once. `yielded` are sides that have given up. `spell_broken` makes the Wizard's
    side lose its next turn, `wizard_home` is where he began. `draw_offers` are the seats that have offered a draw.
    `duel` is the running duel or the last one.
    """

    sides: dict[str, str]
    turn: Turn
    pieces: dict[str, Piece] = {}
    gatehouses: dict[str, list[str]] = {}
    castles: dict[str, str] = {}
    graves: dict[str, Grave] = {}
    graves_dug: int = 0
    fallen: list[str] = []
    quiet: int = 0
    eventful: bool = False
    vacant: dict[str, str] = {}
    bereaved: list[str] = []
    yielded: list[str] = []
    spell_broken: bool = False
    wizard_home: str = ""
    draw_offers: list[str] = []
    duel: Duel | None = None
    plans: dict[str, Plan] = {}
