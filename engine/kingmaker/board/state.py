"""The state of a game of Kingmaker: plain data with stable ids, nothing that the catalogue already says."""

from typing import Literal

import msgspec

from engine.core.game import Part
from engine.core.game import State as CoreState
from engine.kingmaker.board.catalog import House

Phase = Literal["setup", "event", "movement", "combat", "parliament", "coronation", "crown"]
Purpose = Literal["enter", "enter_port", "leave_port", "board"]


class Noble(Part):
    """A noble in play.

    `at` is his location (see locations.py), "" while he is a captive of the seat `captor`, taken at `taken_at`.
    `cards` are his bishops, mercenaries, towns and ships. Nobles of one faction with the same location and the
    same number `force` are one force. `moved` (by land), `embarked` (or was carried) and `fought` are of this turn.
    `weary` says that he was in a combat in his player's latest turn (option `alliance_rest_rule`).
    `returned` from Parliament he is bound by the King's Peace (rules 5.8).
    `barred` is the fortress that he defended as a garrison ally and may not attack until his player's turn is over.
    """

    faction: str
    at: str = ""
    title: str = ""
    office: str = ""
    cards: list[str] = []
    force: int = 0
    captor: str = ""
    taken_at: str = ""
    moved: bool = False
    embarked: bool = False
    fought: bool = False
    weary: bool = False
    returned: bool = False
    barred: str = ""


class Bar(Part):
    """Why a killed Duke may not return: this is still the senior heir of his house, and still this seat's."""

    heir: str
    seat: str


class Heir(Part):
    """A royal heir; `noble` controls him, or nobody. A dead one has no location.

    Who is `deposed` has been declared illegitimate by Parliament [COV-7.3.3].
    Where heirs must return to the mainland, one who is away dies at the end of his player's Movement phase of round
    `clock` (0: he is not away); `haven` says that Carisbrooke is mainland to him [COV-5.7, COV-8.6.4].
    """

    house: House
    at: str
    noble: str = ""
    alive: bool = True
    king: bool = False
    deposed: bool = False
    clock: int = 0
    haven: bool = False


class Ship(Part):
    """A ship on the map. `steps` taken and `loaded_at` (where it took passengers) are of this turn.

    `driven` says that an event drove it into the port where it lies, `from_start` that it has not left the port
    where it was set up. `voyage` names the seat that finishes the
    voyage of a ship whose card or office was lost at sea [BASE-SEA-8]. One that has `returned` from Parliament is
    bound by the King's Peace (rules 5.8). `keeper` is the noble to whom control of the ship was given apart from its
    office, `pledged` the one who gets it when it reaches port [COV-8.7.4], `lent` the seat that has borrowed it
    [WBC-R02.5].
    """

    at: str
    steps: int = 0
    loaded_at: str = ""
    driven: bool = False
    from_start: bool = False
    voyage: str = ""
    returned: bool = False
    keeper: str = ""
    pledged: str = ""
    lent: str = ""


class Control(Part):
    """Who holds a fortress: through "capture", or through the claim of the card `by`.

    `noble` is the one to whom it is assigned, "" where factions hold places (option `site_holder`).
    """

    seat: str
    by: str
    noble: str = ""


class Siege(Part):
    """A siege laid by `seat`. All its nobles in the open of the square besiege, and so do `allies` (nobles).

    Of those whom the King's Peace binds only `homesick` take part: they have laid it to their own home [COV-7.4.5.3].
    Those aboard ships in the port besiege too where the option `ship_siege_failure` is "killed". `turn` counts
    the besieger's Combat phases in which the siege has stood.
    """

    seat: str
    allies: list[str] = []
    homesick: list[str] = []
    turn: int = 1


class Stay(Part):
    """What lets nobles of a seat be in a place of refuge, an overseas square (rules 3.15).

    `why` is "refuge" under the Refuge card `card` in force, "errand" for who came to fight or to capture, "french"
    for who fetches the French foot soldiers, "stranded" for who is there against his player's will. Whoever needs a
    refuge must be gone by the end of the seat's Movement phase of round `until`; 0 while the errand goes on. `since`
    is the round in which it began. `ship` says that a ship of the seat lies in port there with which they can leave,
    `stranded` that they have lost it, or have never had one, against their player's will.
    """

    place: str
    seat: str
    why: Literal["refuge", "errand", "french", "stranded"]
    nobles: list[str]
    since: int
    until: int = 0
    card: str = ""
    ship: bool = False
    stranded: bool = False


class Faction(Part):
    """What a seat has besides what is on the map. `gone` seats have left the game and take no turns; gifts
    of those who are `leaving` wait for the game master.

    `forfeits_draw` seats do not draw in their next Crown phase, for a noble lost in an ambush.
    `houses` are those of whose heirs it has some, in the order in which it got them, and `mixed_turns` the turns that
    it has begun with heirs of both (kept where rules 6.7 hold). A `newcomer` has joined late and is still to be dealt
    cards.
    """

    hand: list[str] = []
    retained: list[str] = []
    gone: bool = False
    leaving: bool = False
    forfeits_draw: bool = False
    houses: list[House] = []
    mixed_turns: int = 0
    newcomer: bool = False


class Grant(Part):
    """A permission to use a site, or to "board" a ship, for the rest of the grantee's Movement phase (rules 7.5)."""

    site: str
    by: str
    to: str
    purpose: Purpose


class TradeOffer(Part):
    """An exchange that waits for `to`: things that `by` gives and takes (see trade.py for how things are named).

    A gift that is `held` has been accepted and waits for the game master [WBC-C11.2].
    """

    number: int
    by: str
    to: str
    give: list[str]
    take: list[str]
    held: bool = False


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """The turn of a seat in a round."""

    round: int
    seat: str


class Catastrophe(Part):
    """A catastrophe in force for so many rounds; its card lies open."""

    card: str
    begun: Moment
    rounds: int


class March(Part):
    """How far a move by land has brought a noble this turn: by "road" or across "country", over so many squares.

    One that is not `over` goes `onward` after he has given or taken something on the way [WBC-R02.7].
    """

    by: str = ""
    steps: int = 0
    over: bool = False
    onward: bool = False


class Turn(Part):
    """Whose turn it is, and what has happened in it.

    `attacked` are nobles whose force the active seat has attacked, `besieged` sites it has attacked, in this
    phase. `must_besiege` are sites that a landing forces it to attack. `extra` are nobles or ships to which a
    Free Move has given a second move. `traded` are cards got from another player in this turn. `staying` are nobles
    who have picked up an heir inside a place and stay there for the turn [WBC-C06]. `vacillating` is the noble who
    neither moves nor attacks in it. `drowned` says that besiegers have died aboard with a siege that was raised.
    `marches` are the moves by land so far. `errands` are nobles overseas who have fought, or captured an heir, in it.
    """

    round: int = 1
    seat: str = ""
    phase: Phase = "setup"
    attacked: list[str] = []
    besieged: list[str] = []
    must_besiege: list[str] = []
    extra: list[str] = []
    traded: list[str] = []
    drowned: bool = False
    staying: list[str] = []
    chancellor_may_call: bool = False
    must_call: bool = False
    vacillating: str = ""
    marches: dict[str, March] = {}
    errands: list[str] = []


class State(CoreState, kw_only=True):
    """Everything that a game of Kingmaker has to remember.

    Of every pile the last card is the top; `aside` are cards that lie beside the decks: the Plantagenets, and during
    the set-up the Constable. `abandoned` are Dukes without a master, who stand where they were left; `barred` those
    who may not return yet (rules 6.5). `peace` maps Parliament squares to the caller in whose next turn the
    King's Peace ends. `support` is the King whom Parliament has made sole King. `first` is the seat that began.
    With the turn `peace_over` the last King's Peace ended; `calls` counts those of each King or Chancellor.
    `crown_deck_emptied` says that the Crown deck has run out once, where that matters.
    Once time is called, `last_turns` are the seats that still have a turn.
    `event_aside` are event cards that wait for the next shuffle. `sunk` maps ships of offices that were lost to the
    seat which then had the office. `fallen` are places that belong to the Continent for good.
    `stays` let nobles be in places of refuge. `french_voyage` says that the French foot soldiers have yet to be put
    ashore for the first time (rules 4.11).
    """

    factions: dict[str, Faction]
    turn: Turn
    first: str = ""
    nobles: dict[str, Noble] = {}
    heirs: dict[str, Heir] = {}
    ships: dict[str, Ship] = {}
    control: dict[str, Control] = {}
    sieges: dict[str, Siege] = {}
    peace: dict[str, str] = {}
    time_called: bool = False
    last_turns: list[str] = []
    peace_over: Moment | None = None
    calls: dict[str, int] = {}
    support: str = ""
    stays: list[Stay] = []
    french_voyage: bool = False
    grants: list[Grant] = []
    trades: list[TradeOffer] = []
    trades_made: int = 0
    crown_deck: list[str] = []
    crown_deck_emptied: bool = False
    crown_discard: list[str] = []
    event_deck: list[str] = []
    event_discard: list[str] = []
    event_aside: list[str] = []
    catastrophes: list[Catastrophe] = []
    sunk: dict[str, str] = {}
    fallen: list[str] = []
    chancery: list[str] = []
    removed: list[str] = []
    aside: list[str] = []
    abandoned: dict[str, Noble] = {}
    barred: dict[str, Bar] = {}
