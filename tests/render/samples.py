"""Views made by hand: what the pictures are tried on."""

from collections.abc import Sequence
from typing import Any

from engine.core.events import Event
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.views import (
    HeirView,
    KingmakerView,
    NobleView,
    ParliamentView,
    SeatView,
    ShipView,
    SiteView,
)

SEATS = ["ann", "ben", "cat", "dan", "eve", "fay", "gus"]
NAMES = {
    "ann": "Ann",
    "ben": "Benedict of Kent",
    "cat": "Cat",
    "dan": "Dan 🐉",
    "eve": "Eve",
    "fay": "Fay",
    "gus": "Gus",
}


def noble(name: str, seat: str, at: Location, strength: int = 20, **more: Any) -> NobleView:
    """Return a noble's view."""
    facts: dict[str, Any] = {
        "title": "", "office": "", "cards": [], "heirs": [], "captor": "", "besieged": False, "force": 0,
        "moved": False, "fought": False, "weary": False, "returned": False, "guards": [],
    } | more  # fmt: skip
    return NobleView(name, seat, at, strength, **facts)


def heir(name: str, house: str, at: str, who: str = "", seat: str = "", **more: bool) -> HeirView:
    """Return an heir's view."""
    facts = {"king": False, "alive": True, "senior": False} | more
    return HeirView(name, house, Location(at), who, seat, **facts, clock=0)


def ship(name: str, seat: str, at: str, aboard: Sequence[str] = ()) -> ShipView:
    """Return the view of a seat's own ship."""
    return ShipView(name, seat, seat, Location(at), list(aboard), pledged="", returned=False)


def site(name: str, seat: str, by: str, besieged_by: str, garrison: int) -> SiteView:
    """Return the view of a place that a faction holds."""
    return SiteView(PlaceId(name), seat, by, besieged_by, garrison, noble="", siege_turn=0)


def seat(name: str, number: int, **more: Any) -> SeatView:
    """Return a seat's view."""
    facts: dict[str, Any] = {
        "nobles": 3, "hand_size": 2, "retained": [], "commons": 12 + 5 * number, "lords": 4 + number,
        "eliminated": False, "forfeits_draw": False, "mixed_turns": 0,
    } | more  # fmt: skip
    return SeatView(name, number, **facts)


def view(**more: Any) -> KingmakerView:
    """Return a view of an empty board with seven seats, changed by `more`."""
    facts: dict[str, Any] = {
        "viewer": "", "round": 1, "phase": "event", "active": "ann",
        "seats": [seat(name, number) for number, name in enumerate(SEATS)],
        "nobles": [], "heirs": [], "awaited": [], "ships": [], "sites": [], "hand": [], "chancery": None,
        "event_discard_top": "", "crown_deck": 40, "crown_discard": 0, "crown_discard_top": "",
        "event_deck": 60, "event_discard": 3, "sole_king": "", "peace": [], "parliament": None, "winners": [],
        "catastrophes": [], "event_aside": [], "vacillating": "", "sunk": [], "fallen": [], "stays": [],
        "abandoned": [], "crown_discard_cards": None, "time_called": False, "last_turns": [], "event_set": "base",
        "ruled_corners": False, "crossings": [], "battle_table": False, "towns_stop": True,
    } | more  # fmt: skip
    return KingmakerView(**facts)


NOBLES = [
    noble("percy", "ann", Location("inside:york"), 130, cards=["archbishop_of_york", "saxons"], title="", office=""),
    noble("greystoke", "ann", Location("inside:york"), 10, title="earl_of_kent", office="treasurer_of_england"),
    noble("scrope", "ann", Location("inside:york"), 10),
    noble("clifford", "ann", Location("inside:skipton"), 10),
    noble("neville", "ben", Location("open:warwick"), 120, office="chancellor_of_england", heirs=["henry_vi"]),
    noble("hastings", "ben", Location("open:warwick"), 30, force=1),
    noble("audley", "ben", Location("open:warwick"), 10),
    noble("beaufort", "ben", Location("inside:corfe"), 30, besieged=True),
    noble("mowbray", "cat", Location("inside:framlingham"), 50, heirs=["edward_of_march"]),
    noble("howard", "cat", Location("inside:framlingham"), 10),
    noble("bourchier", "cat", Location("inside:london"), 40, office="constable_of_the_tower"),
    noble("cromwell", "cat", Location("inside:london"), 10),
    noble("stanley", "dan", Location("aboard:le_swan"), 50),
    noble("talbot", "dan", Location("aboard:le_swan"), 30, heirs=["richard_of_york"]),
    noble("grey", "dan", Location("inside:leicester"), 20),
    noble("courtenay", "eve", Location("inside:exeter"), 60),
    noble("pole", "eve", Location("inside:calais"), 40, office="captain_of_calais"),
    noble("berkeley", "eve", Location("open:bristol"), 10),
    noble("stafford", "fay", Location("inside:stafford"), 30),
    noble("herbert", "fay", Location("open:morgannwg"), 10),
    noble("roos", "fay", Location("area:ireland"), 20),
    noble("fitzalan", "gus", Location("open:corfe"), 30),
    noble("holland", "gus", Location("open:corfe"), 250, title="duke_of_exeter", office="marshal_of_england"),
    noble("plantagenet_york", "gus", Location("area:scotland"), 50),
]

HEIRS = [
    heir("henry_vi", "lancaster", "open:warwick", "neville", "ben", king=True, senior=True),
    heir("margaret_of_anjou", "lancaster", "inside:fotheringhay"),
    heir("edward_of_lancaster", "lancaster", "inside:coventry"),
    heir("richard_of_york", "york", "aboard:le_swan", "talbot", "dan", senior=True),
    heir("edward_of_march", "york", "inside:framlingham", "mowbray", "cat"),
    heir("george_of_clarence", "york", "inside:cardigan"),
    heir("richard_of_gloucester", "york", "inside:calais"),
]

SHIPS = [
    ship("le_swan", "dan", "sea:irish_sea", ["stanley", "talbot"]),
    ship("le_grace_dieu", "cat", "port:southampton"),
    ship("le_george", "ann", "sea:dogger_bank"),
    ship("le_margaret", "eve", "port:calais"),
    ship("le_trinity", "", "port:plymouth"),
    ship("le_anthony", "fay", "area:ireland"),
]

SITES = [
    site("york", "ann", "archbishop_of_york", "", 300),
    site("skipton", "ann", "clifford", "", 100),
    site("alnwick", "ann", "percy", "", 100),
    site("cockermouth", "ann", "percy", "", 100),
    site("bolton", "ann", "scrope", "", 100),
    site("warwick", "ben", "neville", "", 100),
    site("middleham", "ben", "neville", "", 100),
    site("caernarvon", "ben", "chancellor_of_england", "", 200),
    site("corfe", "ben", "beaufort", "gus", 25),
    site("framlingham", "cat", "mowbray", "", 100),
    site("london", "cat", "constable_of_the_tower", "", 300),
    site("tattershall", "cat", "cromwell", "", 100),
    site("leicester", "dan", "card_leicester", "", 200),
    site("lathom", "dan", "stanley", "", 100),
    site("nottingham", "dan", "capture", "", 200),
    site("exeter", "eve", "capture", "", 200),
    site("okehampton", "eve", "courtenay", "", 100),
    site("calais", "eve", "captain_of_calais", "", 200),
    site("stafford", "fay", "stafford", "", 100),
    site("brecon", "fay", "stafford", "", 100),
    site("raglan", "fay", "herbert", "", 100),
    site("arundel", "gus", "fitzalan", "", 100),
    site("clun", "gus", "fitzalan", "", 100),
]

CHANGES = [
    Event("moved", "{ann} moves Percy from Durham to York.", subjects=("percy",), track=("open:durham", "inside:york")),
    Event(
        "moved",
        "{gus} marches Holland by road from London to Corfe.",
        subjects=("holland",),
        track=("inside:london", "open:windsor", "open:winchester", "open:corfe"),
    ),
    Event("battle", "{ben} beats {gus} at Coventry.", subjects=("neville",), track=("open:coventry",)),
    Event("siege", "{gus} besieges Corfe.", subjects=("holland",), track=("inside:corfe",)),
    Event("died", "Scrope dies of the plague at Norwich.", subjects=("scrope",), track=("inside:norwich",)),
]


def busy() -> KingmakerView:
    """Return a crowded game of seven."""
    return view(
        round=4,
        phase="movement",
        active="ben",
        nobles=NOBLES,
        heirs=HEIRS,
        ships=SHIPS,
        sites=SITES,
        sole_king="henry_vi",
    )


def parliament(**more: Any) -> KingmakerView:
    """Return a Parliament that debates a card; `more` changes the Parliament."""
    facts: dict[str, Any] = {
        "place": "coventry",
        "caller": "ben",
        "attending": ["neville", "audley", "percy", "mowbray", "stafford", "courtenay"],
        "votes": {name: [9 + 6 * number, 3 + 2 * number] for number, name in enumerate(SEATS)},
        "card": "earl_of_richmond",
        "proposed": "audley",
        "answered": ["ann", "cat"],
        "ballots": {},
        "excused": [],
        "debated": "",
    } | more
    return view(
        round=6,
        phase="parliament",
        active="ben",
        nobles=NOBLES,
        heirs=HEIRS,
        sites=SITES,
        sole_king="henry_vi",
        chancery=["earl_of_richmond", "marshal_of_england", "bishop_of_lincoln"],
        parliament=ParliamentView(**facts),
    )
