"""The state of a War Lord Tourney: plain data with stable ids, nothing that the data files already say."""

from typing import Literal

from engine.core.game import Part
from engine.core.game import State as CoreState
from engine.warlord.board.ids import NOBODY, NOWHERE, PieceId, Square

Kind = Literal["warlord", "lady", "knight", "footman", "sergeant", "bowman", "bishop", "wizard"]
Status = Literal["board", "gatehouse", "prison", "slain", "gone"]
StepName = Literal["setup", "entry", "movement", "freeing", "meetings", "end"]
Line = Literal["high", "mid", "low"]
Blow = Literal["high", "mid", "low", "none"]
Fate = Literal["landed", "parried", "spoiled", "late", "none"]

WIZARD = "wizard"
"""The side of the Wizard of the Woods; every other side is called by its colour: red, blue, white, gold."""


class Piece(Part):
    """A piece of a side. Its id says what it began as ("red_footman_2")."""

    side: str
    """The side that it belongs to."""

    kind: Kind
    """What it is now; a successor or a veteran is not what it began as."""

    status: Status = "board"
    """Where it is kept: on the board, waiting at the gatehouse, in a dungeon, slain, or out of the game."""

    square: Square = NOWHERE
    """Where it stands; "" off the board."""

    holder: str = ""
    """The side in whose dungeon it lies; "" if it is free."""

    weapon: str = "sword"
    """What it fights with (option 10)."""

    wounds: int = 0
    """Wounds that it has kept (option 1)."""

    banners: int = 0
    """Banners that its army has left (option 11)."""

    victories: int = 0
    """Battles that it has won, for veterans (option 13)."""

    stricken: bool = False
    """Whether it lies on its square after a double kill (options 3, 4)."""

    risen: bool = False
    """Whether the Wizard has raised it from the dead (option 5)."""

    moved: bool = False
    """Whether it has moved in this turn."""

    lamed: bool = False
    """Whether an arrow keeps it from moving in its owner's next turn (option 10)."""

    @property
    def living(self) -> bool:
        """Whether it is in the game, free or not."""
        return self.status not in ("slain", "gone")


class Grave(Part):
    """Where a fighter fell (option 5)."""

    square: Square
    """Where it lies."""

    piece: PieceId
    """Who lies there."""

    kind: Kind
    """What he was when he fell."""

    side: str
    """The side that he fought for."""


class Stroke(Part):
    """A fighter's stroke in an exchange."""

    blow: Blow
    """The line of his blow."""

    guard: list[Line]
    """The lines that he guards."""

    target: PieceId = NOBODY
    """The enemy at whom he strikes; "" where there is only one."""


class Fought(Part):
    """The result of a fighter's stroke."""

    fighter: PieceId
    """Who struck."""

    stroke: Stroke
    """What he chose."""

    fate: Fate
    """What became of his blow."""

    wounds: int = 0
    """His wounds after the exchange."""

    staggered: bool = False
    """Whether he strikes no blow in the next exchange."""

    felled: bool = False
    """Whether he has been felled by now."""


class Exchange(Part):
    """One exchange of a duel as it was revealed."""

    number: int
    """Which exchange of the duel it was, from 1."""

    fought: list[Fought]
    """What each fighter did in it."""


class Fighter(Part):
    """A fighter of a running duel."""

    attacks: bool
    """Whether he is on the side that came onto the square."""

    wounds: int = 0
    """His wounds now."""

    staggered: bool = False
    """Whether he strikes no blow in the next exchange."""

    felled: bool = False
    """Whether a killing blow has struck him."""

    high_ground: bool = False
    """Whether he stood on the hill first, for the whole duel (option 8)."""

    kills: int = 0
    """The killing blows that he has struck."""

    withdrew: bool = False
    """Whether he has left the duel (option 11, or out of the game)."""

    sheet: list[Stroke] = []
    """The strokes handed in for the exchanges that come next, secret until all are in."""

    tables: bool = False
    """Whether his owner leaves them to the default tables."""


class Duel(Part):
    """A duel on a square: the running one, or the last."""

    square: Square
    """Where it is fought."""

    fighters: dict[PieceId, Fighter]
    """Who fights in it, by piece."""

    exchange: int = 1
    """The number of the next exchange."""

    revealed: list[Exchange] = []
    """All exchanges so far."""

    outcome: str = ""
    """Which side has won, "attackers" or "defenders"; "double_kill": nobody stands; "parted": an army has withdrawn.

    It is "" while the duel goes on.
    """


class Plan(Part):
    """What a seat chooses in secret before the game."""

    weapons: dict[PieceId, str] = {}
    """Weapons by piece (option 10)."""

    castle: str = ""
    """The name of its Castle (option 6)."""

    done: bool = False
    """Whether it has said that it is ready."""


class Turn(Part):
    """Whose turn it is, and what has happened in it."""

    round: int = 1
    """One turn of every side is a round; the first is 1."""

    side: str = ""
    """The side whose turn it is."""

    step: StepName = "setup"
    """The step of the move sequence."""

    moves: int = 0
    """Moves that have been made."""

    left: bool = False
    """Whether a piece has left the Castle."""

    arrived: list[PieceId] = []
    """The pieces that came onto a square, in order: they are the movers of its meetings."""

    recalled: list[PieceId] = []
    """Nothing depends on this; it stands in games that were saved when it told whom a Lady had sent home."""


class State(CoreState, kw_only=True):
    """Everything that a War Lord Tourney has to remember."""

    sides: dict[str, str]
    """The seat of every side in play, in the order of turns; that of an automaton is ""."""

    turn: Turn
    """The turn that is played."""

    pieces: dict[PieceId, Piece] = {}
    """Every piece, by its id."""

    gatehouses: dict[str, list[PieceId]] = {}
    """The pieces that wait at the gatehouse of a side, in the order of their arrival."""

    castles: dict[str, str] = {}
    """The names of Castles, by side (option 6)."""

    graves: dict[str, Grave] = {}
    """The graves, by id."""

    graves_dug: int = 0
    """How many graves there have ever been, for the ids of new ones."""

    fallen: list[str] = []
    """The sides that are out of the game."""

    quiet: int = 0
    """Rounds in a row without a capture, slaying, freeing or promotion."""

    eventful: bool = False
    """Whether this round has had one."""

    vacant: dict[str, PieceId] = {}
    """The Warlord whom a side has lost, where it may still name a successor."""

    bereaved: list[str] = []
    """The sides that have yet to be asked for one at once."""

    yielded: list[str] = []
    """The sides that have given up."""

    spell_broken: bool = False
    """Whether the Wizard's side loses its next turn (option 6)."""

    wizard_home: Square = NOWHERE
    """The square where the Wizard began."""

    draw_offers: list[str] = []
    """The seats that have offered a draw."""

    duel: Duel | None = None
    """The running duel, or the last one; None before the first."""

    plans: dict[str, Plan] = {}
    """What seats have chosen before the game, by seat."""
