"""What pictures call leaders, areas, sides and troops."""

from collections.abc import Mapping, Sequence

from engine.core.text import join_words
from engine.warriors.board.names import PHASES, PIECES, short_names
from engine.warriors.board.state import Troops
from engine.warriors.views import LeaderView, SideView, WarriorsView
from render.warriors.edition import catalog
from render.wording import player

SIDES = {"english": "the English", "french": "the French", "": "nobody"}
COUNTRYMEN = {"english": "English", "french": "French", "": "nobody's"}


def short(leader: str) -> str:
    """Return what a counter calls a leader: a name of his, or what follows the comma of the full one."""
    return short_names().get(leader) or named(leader).rpartition(", ")[2]


def named(leader: str) -> str:
    """Return the full name of a leader."""
    return catalog().leaders[leader].name


def area_name(area: str) -> str:
    """Return the name of an area."""
    return catalog().areas[area].name


def side_name(side: str) -> str:
    """Return a side at the beginning of a sentence."""
    return f"T{SIDES[side][1:]}"


def rating(leader: LeaderView) -> str:
    """Return bravery and battle rating."""
    return f"{leader.bravery}-{leader.battle}"


def stars(rank: int) -> str:
    """Return a rank in words: "1 star", "3 stars"."""
    return f"{rank} star{'' if rank == 1 else 's'}"


def pieces(kind: str, number: int) -> str:
    """Return a number of pieces of a kind in words."""
    if kind in PIECES:
        return f"{number} {PIECES[kind][number != 1]}"
    return f"{number} of the {catalog().troops[kind].name}"


def plural(kind: str) -> str:
    """Return what several pieces of a kind are called."""
    return PIECES[kind][1] if kind in PIECES else f"the {catalog().troops[kind].name}"


def troops(found: Troops) -> str:
    """Return pieces in words; "no troops" for none."""
    return join_words(pieces(kind, number) for kind, number in in_order(found)) if found else "no troops"


def in_order(found: Troops) -> list[tuple[str, int]]:
    """Return pieces by kind in the order in which the troops are printed."""
    return [(kind, found[kind]) for kind in catalog().troops if found.get(kind)]


def grouped(found: Troops) -> list[tuple[str, int]]:
    """Return pieces by kind, mercenaries of all bands together as "mercenary"."""
    plain = [(kind, number) for kind, number in in_order(found) if not catalog().troops[kind].mercenary]
    hired = sum(number for kind, number in found.items() if catalog().troops[kind].mercenary)
    return [*plain, *([("mercenary", hired)] if hired else [])]


def of_side(view: WarriorsView, side: str) -> SideView:
    """Return a side."""
    return next(one for one in view.sides if one.id == side)


def by_id(view: WarriorsView) -> Mapping[str, LeaderView]:
    """Return the leaders by id."""
    return {leader.id: leader for leader in view.leaders}


def serves(leader: LeaderView, side: str) -> bool:
    """Tell whether a leader is on a side, or will be."""
    return (leader.side or leader.nationality) == side


def who(view: WarriorsView, side: str, names: Mapping[str, str]) -> str:
    """Return who plays a side, "" before the sides are known."""
    seat = of_side(view, side).seat
    return player(names, seat) if seat else ""


def phase(view: WarriorsView) -> str:
    """Return the phase without its number, such as "impulses"."""
    return PHASES[view.phase].rpartition(", ")[2]


def years(scenario: str, turn: int) -> str:
    """Return the years of a turn: "1337–46", "1397–1406"."""
    span = catalog().years[scenario, turn]
    same = span.first // 100 == span.last // 100
    return f"{span.first}–{span.last % 100:02}" if same else f"{span.first}–{span.last}"


def lead(score: int) -> str:
    """Return the score as it is spoken of: "English lead 8"."""
    return "No lead" if score == 0 else f"{'English' if score > 0 else 'French'} lead {abs(score)}"


def lead_words(score: int) -> str:
    """Return the score as a clause: "the English lead by 8"."""
    return "nobody leads" if score == 0 else f"{SIDES['english' if score > 0 else 'french']} lead by {abs(score)}"


def by_merit(leaders: Sequence[LeaderView]) -> list[LeaderView]:
    """Return leaders with the King first, then by rank, battle and bravery."""
    return sorted(leaders, key=lambda one: (not one.crown, -one.rank, -one.battle, -one.bravery, one.id))
