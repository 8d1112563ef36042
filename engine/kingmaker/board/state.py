"""The state of a game of Kingmaker: plain data with stable ids, without anything that the catalogue has."""

from typing import Literal

import msgspec

from engine.core.game import Part
from engine.core.game import State as CoreState
from engine.kingmaker.board.catalog import House
from engine.kingmaker.board.ids import NO_PLACE, NOWHERE, ItemWord, Location, PlaceId, SquareId

Phase = Literal["setup", "event", "movement", "combat", "parliament", "coronation", "crown"]
Purpose = Literal["enter", "enter_port", "leave_port", "board"]


class Noble(Part):
    """A noble in play."""

    faction: str
    """The seat that he serves; "" while he is abandoned."""

    at: Location = NOWHERE
    """His location (see locations.py); "" while he is a captive."""

    title: str = ""
    """His title card; "" if he has none, or one that is printed on his own card."""

    office: str = ""
    """His office card; "" if he holds none."""

    cards: list[str] = []
    """His other cards: bishops, mercenaries, towns and ships."""

    force: int = 0
    """Nobles of one faction with the same location and the same number are one force."""

    captor: str = ""
    """The seat whose captive he is; "" while he is free."""

    taken_at: Location = NOWHERE
    """The location where he was taken captive; "" while he is free."""

    moved: bool = False
    """Whether he has moved by land in this turn."""

    embarked: bool = False
    """Whether he has gone aboard a ship, or was carried by one, in this turn."""

    fought: bool = False
    """Whether he has fought in this turn."""

    weary: bool = False
    """Whether he was in a combat in his player's latest turn (option `alliance_rest_rule`)."""

    returned: bool = False
    """Whether he has returned from Parliament and is bound by the King's Peace (rules 5.8)."""

    barred: PlaceId = NO_PLACE
    """The fortress that he defended as a garrison ally, and may not attack until his player's turn is over."""


class Bar(Part):
    """Why a killed Duke may not return: until this heir dies or comes to another seat."""

    heir: str
    """The senior heir of his house when he was killed."""

    seat: str
    """The seat that had this heir."""


class Heir(Part):
    """A royal heir."""

    house: House
    """His house."""

    at: Location
    """His location; "" when he is dead."""

    noble: str = ""
    """The noble who controls him; "" if nobody does."""

    alive: bool = True
    """Whether he lives."""

    king: bool = False
    """Whether he is crowned."""

    deposed: bool = False
    """Whether Parliament has declared him illegitimate [COV-7.3.3]."""

    clock: int = 0
    """He dies unless he is back on the mainland at the end of his player's Movement phase of this round [COV-5.7].

    0 while he is not away.
    """

    clock_of: str = ""
    """The seat in whose Movement phase the time runs out, whoever controls him then; "" without a time limit."""

    haven: bool = False
    """Whether Carisbrooke counts as mainland for him [COV-8.6.4]."""


class Ship(Part):
    """A ship on the map."""

    at: Location
    """Where it lies: in a port or at sea."""

    steps: int = 0
    """The steps that it has sailed in this turn."""

    loaded_at: PlaceId = NO_PLACE
    """Where it has taken passengers aboard in this turn."""

    driven: bool = False
    """Whether an event has driven it into the port where it lies."""

    from_start: bool = False
    """Whether it is still in the port where it was set up."""

    voyage: str = ""
    """The seat that finishes the voyage of a ship whose card or office was lost at sea [BASE-SEA-8]."""

    returned: bool = False
    """Whether it has returned from Parliament and is bound by the King's Peace (rules 5.8)."""

    keeper: str = ""
    """The noble to whom control of the ship was given apart from its office."""

    pledged: str = ""
    """The noble who gets it when it reaches port [COV-8.7.4]."""

    lent: str = ""
    """The seat that has borrowed it [WBC-R02.5]."""


class Control(Part):
    """The holder of a fortress."""

    seat: str
    """The seat that holds it."""

    by: str
    """The card whose claim it is held by, or "capture"."""

    noble: str = ""
    """The noble to whom it is assigned; "" where factions hold places (option `site_holder`)."""


class Siege(Part):
    """A siege. All nobles of its seat in the open of the square besiege."""

    seat: str
    """The seat that has laid it."""

    allies: list[str] = []
    """Nobles of other seats who besiege too."""

    homesick: list[str] = []
    """The besiegers who are bound by the King's Peace and take part because it is their own home [COV-7.4.5.3]."""

    men: list[str] = []
    """The nobles of its seat who have laid it beside another siege in the square: they hold no other.

    Empty where it is held by all of its seat before the place who hold no other.
    """

    turn: int = 1
    """The number of Combat phases of the besieger in which the siege has stood, this one included."""


class Stay(Part):
    """A seat's permission to stay in a place of refuge, an overseas square (rules 3.15)."""

    place: SquareId
    """The overseas square."""

    seat: str
    """The seat whose nobles they are."""

    why: Literal["refuge", "errand", "french", "stranded"]
    """The reason: a Refuge card, an errand (a fight or a capture), fetching the French, or being stranded."""

    nobles: list[str]
    """The nobles whom it covers, of other seats too if they have received one of its heirs."""

    since: int
    """The round in which it began."""

    until: int = 0
    """The round by the end of whose Movement phase of the seat they must be gone; 0 while the errand goes on."""

    card: str = ""
    """The Refuge card in force; "" for an errand."""

    ship: bool = False
    """Whether the seat has a ship in port there to take them away."""

    stranded: bool = False
    """Whether they have lost that ship, or have never had one, against the will of their player."""

    heirs: dict[str, str] = {}
    """The heirs who share it, whoever has them now, each with the noble who came with them (RULING 167)."""


class Faction(Part):
    """A seat's possessions off the map."""

    hand: list[str] = []
    """Its Crown cards in hand."""

    retained: list[str] = []
    """The event cards that it has kept."""

    gone: bool = False
    """Whether it has left the game and takes no turns."""

    leaving: bool = False
    """Whether it is about to leave: its gifts wait for the game master."""

    forfeits_draw: bool = False
    """Whether it does not draw in its next Crown phase, for a noble lost in an ambush."""

    houses: list[House] = []
    """The houses of whose heirs it has some, in the order in which it got them (rules 6.7)."""

    mixed_turns: int = 0
    """The turns that it has begun with heirs of both houses (rules 6.7)."""

    newcomer: bool = False
    """Whether it has joined late and is still to be dealt cards."""


class Grant(Part):
    """A permission that lasts for the rest of the grantee's Movement phase (rules 7.5)."""

    site: str
    """The place."""

    by: str
    """The seat that has given it."""

    to: str
    """The seat that may use it."""

    purpose: Purpose
    """The permitted use of the place; "board" is for a ship in its port."""


class TradeOffer(Part):
    """An exchange that waits for an answer."""

    number: int
    """Its number in the game."""

    by: str
    """The seat that offers it."""

    to: str
    """The seat that is to answer."""

    give: list[ItemWord]
    """What the offerer gives (see trade/items.py for how it is named)."""

    take: list[ItemWord]
    """The price that the offerer asks."""

    held: bool = False
    """Whether it is a gift that has been accepted and waits for the game master [WBC-C11.2]."""


class TurnRef(msgspec.Struct, frozen=True, omit_defaults=True):
    """The turn of a seat in a round."""

    round: int
    """The round."""

    seat: str
    """The seat whose turn it is."""


class Catastrophe(Part):
    """A catastrophe in force."""

    card: str
    """Its event card, which lies open."""

    begun: TurnRef
    """The turn in which it began."""

    rounds: int
    """For how many rounds it is in force."""


class March(Part):
    """How far a move by land has brought a noble this turn."""

    by: str = ""
    """"road", or across "country"; "both" while it can have been either; "" before the first square."""

    steps: int = 0
    """The number of squares; across country while that is possible."""

    over: bool = False
    """Whether the move is over."""

    onward: bool = False
    """Whether he goes on after he has given or taken something on the way [WBC-R02.7]."""


class Turn(Part):
    """The current turn, and the events in it that still count."""

    round: int = 1
    """The number of the round, from 1."""

    seat: str = ""
    """The active seat; "" before the first turn."""

    phase: Phase = "setup"
    """The phase."""

    attacked: list[str] = []
    """The nobles whom the active seat may not attack again in this phase."""

    besieged: list[PlaceId] = []
    """The places that it has attacked in this phase."""

    must_besiege: list[PlaceId] = []
    """The places that a landing forces it to attack."""

    extra: list[str] = []
    """The nobles and ships to which a Free Move has given a second move."""

    traded: list[str] = []
    """The cards that were got from another player in this turn."""

    drowned: bool = False
    """Whether besiegers have died aboard with a siege that was raised."""

    staying: list[str] = []
    """The nobles who have picked up an heir inside a place and stay there for the turn [WBC-C06]."""

    chancellor_may_call: bool = False
    """Whether the active seat may call Parliament by an event card [BASE-EVT-15]."""

    must_call: bool = False
    """Whether an event makes Parliament meet in this turn [BASE-EVT-16]."""

    vacillating: str = ""
    """The noble who neither moves nor attacks in this turn; "" if there is none."""

    marches: dict[str, March] = {}
    """The moves by land so far, by noble."""

    errands: list[str] = []
    """The nobles overseas who have fought, or captured an heir, in this turn [WBC-V03]."""


class State(CoreState, kw_only=True):
    """Everything that a game of Kingmaker has to remember. Of every pile the last card is the top."""

    factions: dict[str, Faction]
    """The factions by seat."""

    turn: Turn
    """The current turn, and the events in it that still count."""

    first: str = ""
    """The seat that began the game; "" until it is known."""

    nobles: dict[str, Noble] = {}
    """The nobles in play, captives among them."""

    heirs: dict[str, Heir] = {}
    """The royal heirs of the game, dead ones too."""

    ships: dict[str, Ship] = {}
    """The ships on the map."""

    control: dict[PlaceId, Control] = {}
    """The holders of fortresses, by place."""

    sieges: dict[PlaceId, Siege] = {}
    """The sieges, by place."""

    peace: dict[SquareId, str] = {}
    """The squares where the King's Peace holds, each with the caller in whose next turn it ends."""

    time_called: bool = False
    """Whether play ends with the last turns."""

    last_turns: list[str] = []
    """The seats that still have a turn once time is called."""

    peace_over: TurnRef | None = None
    """The turn in which the last King's Peace ended; None before that."""

    calls: dict[str, int] = {}
    """The number of Parliaments called by each King or Chancellor, by heir or card."""

    support: str = ""
    """The King whom Parliament has made sole King; "" if it has made none."""

    stays: list[Stay] = []
    """The conditions for nobles in places of refuge."""

    french_voyage: bool = False
    """Whether the French foot soldiers have yet to be put ashore for the first time (rules 4.11)."""

    grants: list[Grant] = []
    """The permissions in force."""

    trades: list[TradeOffer] = []
    """The offers to trade that wait for an answer."""

    trades_made: int = 0
    """The number of trade offers so far; the next one gets the next number."""

    crown_deck: list[str] = []
    """The Crown deck."""

    crown_deck_emptied: bool = False
    """Whether the Crown deck has run out once; noted only with the option `ambush_draw_forfeit`."""

    crown_discard: list[str] = []
    """The Crown discard."""

    event_deck: list[str] = []
    """The Event deck."""

    event_discard: list[str] = []
    """The event discard."""

    event_aside: list[str] = []
    """The event cards that wait for the next shuffle."""

    catastrophes: list[Catastrophe] = []
    """The catastrophes in force."""

    sunk: dict[str, str] = {}
    """The lost ships of offices, each with the seat that then had the office."""

    fallen: list[PlaceId] = []
    """The places that belong to the Continent for good."""

    chancery: list[str] = []
    """The Chancery."""

    removed: list[str] = []
    """The cards that are out of the game."""

    aside: list[str] = []
    """The cards beside the decks: the Plantagenets, and during the set-up the Constable."""

    abandoned: dict[str, Noble] = {}
    """The Dukes without a master, who stand where they were left (rules 6.5)."""

    barred: dict[str, Bar] = {}
    """The killed Dukes who may not return yet, and why (rules 6.5)."""


_DECODER = msgspec.json.Decoder(State)


def copied(state: State) -> State:
    """Return a copy of a state, in which no step is under way: a twentieth of the time that `deepcopy` takes."""
    return _DECODER.decode(msgspec.json.encode(msgspec.structs.replace(state, steps=[])))
