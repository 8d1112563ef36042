"""Views of War Lord Tourney for tests of its pictures."""

from typing import Any

from engine.core.events import Event
from engine.warlord.board.board import board
from engine.warlord.board.catalog import units
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import Blow, Exchange, Fate, Fought, Line, Stroke
from engine.warlord.views import DuelView, FighterView, GraveView, PieceView, SideView, WarlordView

NAMES = {"ann": "Ann", "ben": "Benedict of Kent", "cat": "Katharina", "dan": "Dan", "zoe": "Zoe"}
SEATS = dict(zip(("red", "blue", "white", "gold"), NAMES, strict=False))


NOBODY = PieceId("")
LINES: dict[str, Line] = {"high": "high", "mid": "mid", "low": "low"}


def piece(piece_id: str, square: str = "", **more: Any) -> PieceView:
    """Return a piece by its id, such as red_footman_2; without a square it waits at the gatehouse."""
    side, _, rest = piece_id.partition("_")
    kind, _, number = rest.partition("_")
    facts: dict[str, Any] = {
        "name": f"{side.capitalize()} {units()[kind].name} {number}".strip(), "letter": units()[kind].letter + number,
        "kind": kind, "side": side, "status": "board" if square else "gatehouse", "holder": "", "wounds": 0,
        "weapon": "sword", "banners": 0, "victories": 0, "stricken": False, "risen": False, "lamed": False,
    } | more  # fmt: skip
    return PieceView(id=PieceId(piece_id), square=Square(square), **facts)


def side(side_id: str, number: int, on: str, pieces: list[PieceView], **more: Any) -> SideView:
    """Return a side of a board; who waits and who is held is seen from the pieces."""
    seat = board(on).seats.get(side_id)
    facts: dict[str, Any] = {
        "seat": SEATS.get(side_id, "zoe"), "castle_name": "", "castle": seat.castle if seat else "",
        "greens": list(seat.green) if seat else [], "ruined": False,
        "warlord": f"{side_id}_warlord", "lady": f"{side_id}_lady",
        "gatehouse": [piece.id for piece in pieces if piece.side == side_id and piece.status == "gatehouse"],
        "dungeon": [piece.id for piece in pieces if piece.holder == side_id],
    } | more  # fmt: skip
    return SideView(id=side_id, number=number, **facts)


def view(pieces: list[PieceView], on: str = "tourney_field", sides: tuple[str, ...] = (), **more: Any) -> WarlordView:
    """Return a view of a board with some pieces, changed by `more`."""
    known = sides or tuple(board(on).seats)
    facts: dict[str, Any] = {
        "viewer": "", "round": 7, "side": "red", "seat": "ann", "step": "movement", "quiet": 2, "graves": [],
        "ruins": [], "duel": None, "shot": None, "draw_offers": [], "plan": None, "plans": {}, "options": {},
    } | more  # fmt: skip
    rows = [side(side_id, number, on, pieces) for number, side_id in enumerate(known)]
    return WarlordView(board=on, pieces=pieces, sides=rows, **facts)


def first(on: str) -> WarlordView:
    """Return a board as it is set up."""
    pieces = [
        piece(f"{colour}_{kind}", getattr(seat, kind))
        for colour, seat in board(on).seats.items()
        for kind in ("warlord", "lady", "knight", "footman")
    ]
    return view(pieces, on, round=1)


def busy() -> WarlordView:
    """Return a crowded game of two with the Wizard, wounds, prisoners, graves and a duel."""
    pieces = [
        piece("red_warlord", "F1"), piece("red_lady", "F6", wounds=0), piece("red_knight", "E8", wounds=2),
        piece("red_footman_1", "G7", wounds=1, weapon="axe"), piece("red_footman_2", "H9", stricken=True),
        piece("red_sergeant", status="prison", holder="blue"), piece("red_bowman", "C4", lamed=True),
        piece("red_bishop", "D4"), piece("blue_warlord", "G16"), piece("blue_lady", "H10"),
        piece("blue_knight", "H10", weapon="spear"), piece("blue_footman_1", "E8"),
        piece("blue_footman_2", "H9", stricken=True), piece("blue_footman_3"), piece("blue_sergeant"),
        piece("blue_bowman", status="slain"), piece("blue_bishop", status="prison", holder="red"),
        PieceView(PieceId("wizard"), "the Wizard of the Woods", "Z", "wizard", "wizard", "board", Square("K10"), "", 0,
                  "sword", 0, 0, stricken=False, risen=False, lamed=False),
        PieceView(PieceId("wizard_footman_1"), "Risen Footman 1", "F1", "footman", "wizard", "board", Square("J9"),
                  "", 0, "sword", 0, 0, stricken=False, risen=True, lamed=False),
    ]  # fmt: skip
    graves = [
        GraveView("grave_1", Square("C9"), PieceId("blue_bowman"), "footman", "blue"),
        GraveView("grave_2", Square("G7"), PieceId("x"), "footman", "red"),
    ]
    return view(pieces, "tourney_field", ("red", "blue", "wizard"), graves=graves, duel=duel(), step="meetings")


CHANGES = [
    Event("moved", "Red Knight moves from G5 to E8.", subjects=("red_knight",), track=("G5", "F6", "F7", "E8")),
    Event("slain", "Blue Bowman is slain.", subjects=("blue_bowman",), track=("C9",)),
]


def fighter(piece_id: PieceId, **more: Any) -> FighterView:
    """Return a fighter of a duel."""
    facts: dict[str, Any] = {
        "attacks": piece_id.startswith("red"), "wounds": 0, "staggered": False, "felled": False, "high_ground": False,
        "sheet": [],
    } | more  # fmt: skip
    return FighterView(id=piece_id, **facts)


def fought(
    piece_id: PieceId, blow: Blow, guard: str, fate: Fate, wounds: int = 0, target: PieceId = NOBODY, **more: Any
) -> Fought:
    """Return what a fighter did in an exchange; `guard` are lines, by spaces."""
    return Fought(piece_id, Stroke(blow, [LINES[line] for line in guard.split()], target), fate, wounds, **more)


def duel(**more: Any) -> DuelView:
    """Return a running duel of one against one after two exchanges."""
    one, other = PieceId("red_knight"), PieceId("blue_footman_1")
    facts: dict[str, Any] = {
        "square": "E8", "fighters": [fighter(one, wounds=2), fighter(other, wounds=1)], "exchange": 3,
        "revealed": [
            Exchange(1, [
                fought(one, "mid", "mid low", "landed", 0, other), fought(other, "low", "low", "parried", 1, one),
            ]),
            Exchange(2, [
                fought(one, "high", "high", "spoiled", 1, other, staggered=True),
                fought(other, "low", "mid", "landed", 1, one),
            ]),
        ],
        "outcome": "",
    } | more  # fmt: skip
    return DuelView(**facts)


def pair() -> DuelView:
    """Return a duel of one against two that is over."""
    lone, one, two = PieceId("red_knight"), PieceId("blue_knight"), PieceId("blue_footman_1")
    return DuelView(
        Square("H10"),
        [fighter(lone, wounds=1, felled=True), fighter(one, felled=True, high_ground=True), fighter(two, wounds=1)],
        5,
        [
            Exchange(3, [
                fought(lone, "high", "high low", "landed", 0, one),
                fought(one, "mid", "mid low", "landed", 0, lone, felled=True),
                fought(two, "low", "low", "parried", 0, lone),
            ]),
            Exchange(4, [
                fought(lone, "low", "high", "landed", 1, two, felled=True),
                fought(two, "high", "mid", "landed", 1, lone),
            ]),
        ],
        "defenders",
    )  # fmt: skip
