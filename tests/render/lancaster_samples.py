"""Views of Lancaster for tests of its pictures."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.events import Event
from engine.lancaster.board.catalog import catalog
from engine.lancaster.board.state import Ballot, Line
from engine.lancaster.views import (
    ConflictView,
    CountyView,
    HouseView,
    KnightView,
    LancasterView,
    LawsView,
    OfficeView,
    PlayerView,
    PrivilegeView,
    SpaceView,
    VoteView,
)

NAMES = {"ann": "Ann", "ben": "Benedict of Kent", "cat": "Katharina", "dan": "Dan", "eve": "Eve the Bold"}
COLOURS = dict(zip(NAMES, ("blue", "green", "yellow", "red", "purple"), strict=True))
STRENGTHS = (1, 1, 1, 2, 2, 3, 4)
LETTERS = "ABCDEFGHI"
SUPPLY = {"shield": 2, "archer": 3, "tudor_knight": 3, "seals": 24, "dishonor": 14}
MODULES = {"court": True, "resentment": True}


def house(
    colour: str, seat: str, spots: Mapping[int, str] = {}, *, ally: bool = False, lord: str = "court"
) -> HouseView:
    """Return a house whose knights are in the reserve but for some, by their place in STRENGTHS."""
    knights = [
        KnightView(f"{colour}_{place}", strength, spots.get(place, "reserve"))
        for place, strength in enumerate(STRENGTHS)
    ]
    return HouseView(colour, seat, ally, lord, knights)


def player(seat: str, **more: Any) -> PlayerView:
    """Return a player; without goods that are named, they are hidden."""
    facts: dict[str, Any] = {
        "ally": "", "points": 0, "gold": None, "squires": None, "voting_markers": 2, "seals": None, "dishonor": None,
        "bishops": 0, "nobles": [], "tiles": ["X1"],
    } | more  # fmt: skip
    return PlayerView(id=seat, colour=COLOURS[seat], **facts)


def county(
    letter: str, holder: str = "", total: int = 0, squires: int = 0, *privileges: str, nobles: int = 4
) -> CountyView:
    """Return a county."""
    return CountyView(letter, nobles, holder, squires, total, list(privileges))


def conflict(card: str, row: str, column: int, *spaces: tuple[str, int], archer: int = -1) -> ConflictView:
    """Return a conflict with its taken spaces, from the topmost; `archer` is the place of one, if any."""
    taken = [SpaceView(house, place == archer, strength) for place, (house, strength) in enumerate(spaces)]
    return ConflictView(card, row, column, [*taken, *[SpaceView("", False, 0)] * (3 - len(taken))])


def view(**more: Any) -> LancasterView:
    """Return a game of five before the first turn, changed by `more`."""
    facts: dict[str, Any] = {
        "viewer": "", "round": 1, "phase": "place", "seat": "ann", "start": "ann", "named": "",
        "players": [player(seat) for seat in NAMES],
        "houses": [house(colour, seat, {0: "court", 3: "court"}) for seat, colour in COLOURS.items()],
        "counties": [county(letter) for letter in LETTERS],
        "conflicts": [conflict("C03", "upper", 1), conflict("C04", "upper", 2)],
        "conflict_pile": 8, "favours": ["F1", "F2", "F3", "F4", "F5", "F6"],
        "offices": [OfficeView(office, "", "", 0, 0) for office in catalog().offices],
        "treasury": {}, "privileges": [], "bishops_left": 9, "supply": SUPPLY, "neutral_knight": 0,
        "tower": 0, "track": [4] * 6,
        "laws": LawsView(["B01", "B02", "B03"], ["B04", "B05", "B06"], 12), "vote": None, "tile": "", "tiles": {},
        "piles": {}, "sheet": [], "options": MODULES,
    } | more  # fmt: skip
    return LancasterView(**facts)


def busy() -> LancasterView:
    """Return a game of five in the fourth round, with everything on the board that there can be."""
    houses = [
        house("blue", "ann", {0: "county:A", 3: "county:D", 5: "conflict:C11/1", 6: "conflict:C11/1", 1: "court"},
              lord="office:chancellor"),
        house("green", "ben", {3: "county:B", 5: "county:G", 4: "office:constable", 0: "office:constable",
                               6: "conflict:C12/1"}, lord="office:constable"),
        house("yellow", "cat", {0: "county:E", 3: "county:F", 4: "conflict:C11/2", 1: "castle:K3"}, lord="treasury"),
        house("red", "dan", {0: "county:C", 3: "county:H", 5: "tower", 1: "castle:K5", 6: "court"}, lord="treasury"),
        house("purple", "eve", {3: "county:I", 0: "tower", 4: "conflict:C09/1", 1: "castle:K6"}),
    ]  # fmt: skip
    players = [
        player("ann", points=41, nobles=["A", "D", "F", "I"], tiles=["X1", "X3", "X4"], bishops=2),
        player("ben", points=104, nobles=["B", "C", "G"], tiles=["X2"], bishops=3),
        player("cat", points=7, nobles=[], tiles=["X5", "X6"]),
        player("dan", points=23, nobles=list(LETTERS), tiles=["X1", "X2", "X3", "X4", "X5", "X6"], bishops=1),
        player("eve", points=18, nobles=["H"], tiles=["X4"]),
    ]
    counties = [
        county("A", "blue", 1), county("B", "green", 5, 3), county("C", "red", 12, 11, nobles=0),
        county("D", "blue", 7, 3, "shield", "tudor_knight"), county("E", "yellow", 1), county("F", "yellow", 3, 1),
        county("G", "green", 6, 1, "tudor_knight"), county("H", "red", 2, nobles=1),
        county("I", "purple", 3, 1, "shield"),
    ]  # fmt: skip
    conflicts = [
        conflict("C11", "upper", 1, ("blue", 7), ("yellow", 4), ("yellow", 2), archer=2),
        conflict("C12", "upper", 2, ("green", 4)),
        conflict("C09", "lower", 1, ("purple", 2)),
        conflict("C10", "lower", 2),
    ]
    privileges = [
        PrivilegeView("shield", "blue", 2, "county:D"), PrivilegeView("tudor_knight", "blue", 2, "county:D"),
        PrivilegeView("tudor_knight", "green", 2, "county:G"), PrivilegeView("shield", "purple", 2, "county:I"),
        PrivilegeView("tudor_knight", "yellow", 2, "conflict:C11/2"), PrivilegeView("archer", "red", 3, ""),
        PrivilegeView("archer", "yellow", 2, "conflict:C11/3"), PrivilegeView("archer", "blue", 4, ""),
    ]  # fmt: skip
    offices = [
        OfficeView("chancellor", "green", "blue", 3, 2), OfficeView("constable", "", "green", 7, 3),
        OfficeView("chamberlain", "purple", "", 0, 0),
    ]  # fmt: skip
    return view(
        round=4, seat="dan", start="cat", players=players, houses=houses, counties=counties, conflicts=conflicts,
        privileges=privileges, offices=offices, treasury={"gold": 5, "squires": 2, "voting_markers": 3}, bishops_left=3,
        tower=4, track=[0, 0, 2, 4, 4, 4], favours=["F1", "F3", "F6"], conflict_pile=2,
        laws=LawsView(["B04", "KL1", "B07"], ["KL5", "KL6", "KL2"], 6),
    )  # fmt: skip


def pair(**more: Any) -> LancasterView:
    """Return a game of two with allies and open goods."""
    houses = [
        house("blue", "ann", {0: "county:A", 3: "court"}), house("green", "ben", {0: "court"}),
        house("red", "ann", {3: "castle:L1"}, ally=True, lord="treasury"),
        house("purple", "ben", {3: "conflict:C03/1"}, ally=True),
    ]  # fmt: skip
    goods = {"gold": 3, "squires": 1, "seals": 2, "dishonor": 0}
    players = [player("ann", ally="red", points=5, **goods), player("ben", ally="purple", **goods)]
    facts: dict[str, Any] = {
        "players": players, "houses": houses, "counties": [county("A", "blue", 1), *map(county, LETTERS[1:])],
        "conflicts": [conflict("C03", "upper", 1, ("purple", 2))], "neutral_knight": 4, "tower": 4,
    } | more  # fmt: skip
    return view(**facts)


def screened() -> LancasterView:
    """Return the busy game as Dan sees it."""
    own = {"gold": 12, "squires": 8, "voting_markers": 5, "seals": 4, "dishonor": 3}
    seen = busy()
    players = [msgspec.structs.replace(one, **own) if one.id == "dan" else one for one in seen.players]
    return msgspec.structs.replace(seen, viewer="dan", players=players)


def voting() -> LancasterView:
    """Return the busy game in Parliament, as Dan sees it, who has voted on the first of two laws."""
    vote = VoteView(["KL5", "KL6"], ["cat"], {"KL5": Ballot("no", 3)}, {})
    return msgspec.structs.replace(screened(), phase="parliament", seat="", vote=vote)


def over() -> LancasterView:
    """Return a game of three that is over, with its score sheet."""
    lines = {
        "ann": ((30, "power points gained in five rounds"), (8, "14, place 1"), (0, "2, place 3"), (10, "4 nobles"),
                (16, "4 times 4 seals"), (-9, "3 dishonor markers and 6 for the most")),
        "ben": ((41, "power points gained in five rounds"), (4, "12, place 2"), (8, "5, place 1"), (1, "1 noble"),
                (0, "1 times 0 seals"), (-2, "2 dishonor markers")),
        "cat": ((2, "power points gained in five rounds"), (0, "5, place 3"), (4, "3, place 2"), (0, "0 nobles"),
                (2, "1 times 2 seals"), (-12, "9 dishonor markers and 3 for the second most")),
    }  # fmt: skip
    whats = ("track", "knighthood", "castle", "nobles", "seals", "dishonor")
    sheet = [
        Line(seat, what, points, why)
        for seat, rows in lines.items()
        for what, (points, why) in zip(whats, rows, strict=True)
    ]
    players = [player(seat, points=sum(points for points, _ in rows)) for seat, rows in lines.items()]
    houses = [house(COLOURS[seat], seat) for seat in lines]
    return view(round=5, phase="over", seat="", players=players, houses=houses, sheet=sheet)


CHANGES = [
    Event("placed", "{ann} places a strength-2 knight: York.", track=("county:A",)),
    Event("expelled", "The knight of {ben} goes home from York.", track=("county:A",)),
    Event("placed", "{cat} places a strength-1 knight with 1 squire: Surrey.", track=("county:I",)),
]

BALLOTS = Event(
    "vote_closes",
    "Voice of Parliament: ...",
    report={
        "law": "KL5",
        "ballots": {"ann": ["yes", 0], "ben": ["no", 7], "cat": ["yes", 4], "dan": ["no", 0], "eve": ["yes", 3]},
        "yes": 10,
        "no": 9,
    },
)

BATTLE = Event(
    "battle",
    "Rouen: England 13, France 9. England wins.",
    report={
        "card": "C11",
        "row": "lower",
        "england": 13,
        "france": 9,
        "spaces": [
            {"house": "blue", "archer": False, "strength": 7},
            {"house": "yellow", "archer": False, "strength": 4},
            {"house": "yellow", "archer": True, "strength": 2},
        ],
    },
)
