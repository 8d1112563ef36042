"""Views of Warriors of God for tests of its pictures: ann plays the English, ben the French."""

from functools import cache
from typing import Any

import msgspec

from engine.core.actions import Action
from engine.core.events import Event
from engine.warriors.board.state import Clash, Fate, Record, Standing
from engine.warriors.edits import (
    SetAggressor,
    SetControl,
    SetDisgraced,
    SetKing,
    SetLeader,
    SetLoose,
    SetOrders,
    SetRound,
    SetScore,
    Station,
)
from engine.warriors.views import LeaderView, WarriorsView
from render.picture_request import Frame
from tests.warriors.tables import table

NAMES = {"ann": "Ann", "ben": "Benedict of Kent"}

EDITS: tuple[Action, ...] = (
    SetRound(4),
    SetScore(-7),
    Station("edward_iii", "normandy", {"infantry": 4, "knight_english": 2, "longbow_english": 3}),
    Station("john_chandos", "normandy", {"infantry": 2}),
    Station("jean_montfort", "brittany", {"mercenary_brabant": 2, "infantry": 1}, "english"),
    Station("captal_de_buch", "gascony", {}),
    Station("philippe_vi", "ile_de_france", {"infantry": 5, "knight_french": 3, "gunner": 1}),
    Station("du_guesclin", "normandy", {"infantry": 6}),
    Station("louis_dampierre", "orleanais", {"infantry": 3}),
    Station("owain_lawgoch", "wales", {"longbow_welsh": 2}, "french"),
    SetLeader("jean_ii", "captured", "french"),
    SetLeader("lionel_antwerp", "routed", "english"),
    SetDisgraced("louis_dampierre", True),
    SetKing("english", "edward_iii"),
    SetKing("french", "philippe_vi"),
    SetControl(["england", "gascony", "wales"], "english"),
    SetControl(["ile_de_france", "champagne", "normandy"], "french"),
    SetAggressor("normandy", "english"),
    SetLoose("england", {"infantry": 3, "longbow_english": 1}),
    SetOrders("ann", Standing(siege=3, losses=["infantry"])),
)

CHANGES = [
    Event(
        "move", "Edward III and John Chandos move from England to Normandy.",
        subjects=("edward_iii", "john_chandos"), track=("england", "normandy"),
    ),
    Event("unmark", "The English remove the marker of the French in Anjou.", subjects=("anjou",)),
]  # fmt: skip


@cache
def busy() -> WarriorsView:
    """Return the view of onlookers in the middle of a war."""
    return seen("")


@cache
def seen(viewer: str) -> WarriorsView:
    """Return a view of the middle of a war."""
    found = table(*EDITS).view(viewer)
    assert isinstance(found, WarriorsView)
    return found


@cache
def lion() -> WarriorsView:
    """Return the other scenario with an empty map."""
    found = table(variant="liw").view("")
    assert isinstance(found, WarriorsView)
    return found


def changed(**more: Any) -> WarriorsView:
    """Return the busy view, changed."""
    return msgspec.structs.replace(busy(), **more)


def leader(leader_id: str, **more: Any) -> WarriorsView:
    """Return the busy view with a leader changed, moved with his area if that is among the changes."""
    leaders = [msgspec.structs.replace(one, **more) if one.id == leader_id else one for one in busy().leaders]
    areas = []
    for area in busy().areas:
        here = [one.id for one in leaders if one.where == "map" and one.area == area.id]
        areas.append(msgspec.structs.replace(area, leaders=here))
    return changed(leaders=leaders, areas=areas)


def crowd(english: int = 8, french: int = 6, area: str = "berry") -> WarriorsView:
    """Return a view with many leaders of both sides in one area in the middle of the map."""
    troops: tuple[dict[str, int], ...] = (
        {"infantry": 5, "knight_english": 1, "longbow_english": 2, "gunner": 1},
        {"infantry": 6},
        {},
    )
    numbers = {"english": english, "french": french}
    found: list[LeaderView] = []
    for one in busy().leaders:
        side = one.nationality
        if numbers.get(side, 0):
            numbers[side] -= 1
            army = troops[numbers[side] % 3]
            one = msgspec.structs.replace(one, where="map", side=side, area=area, troops=army)
        elif one.where == "map":
            one = msgspec.structs.replace(one, where="dead", area="", troops={})
        found.append(one)
    here = [one.id for one in found if one.where == "map"]
    areas = [msgspec.structs.replace(one, leaders=here if one.id == area else []) for one in busy().areas]
    return changed(leaders=found, areas=areas)


def fought(**more: Any) -> Record:
    """Return a field battle of two rounds with a pursuit: the French retreat, one is killed, the other gets away."""
    facts: dict[str, Any] = {
        "turn": 4, "area": "normandy", "aggressor": "english", "kind": "field", "kings": ["edward_iii"],
        "armies": {
            "english": {"edward_iii": {"infantry": 4, "knight_english": 2}, "john_chandos": {"infantry": 2}},
            "french": {"du_guesclin": {"infantry": 6}, "olivier_clisson": {"infantry": 1}},
        },
        "commanders": {"english": "edward_iii", "french": "du_guesclin"},
        "clashes": [
            Clash(
                kind="round", rolls={"english": [6, 5, 1], "french": [2, 3]}, plus={"english": 1, "french": 0},
                hits={"english": 2, "french": 0}, lost={"french": {"infantry": 2}},
            ),
            Clash(
                kind="round", rolls={"english": [1, 2, 3], "french": [6, 6]}, plus={"english": 1, "french": 0},
                hits={"english": 0, "french": 2}, misses=1, lost={"english": {"knight_english": 1}},
            ),
            Clash(
                kind="pursuit", rolls={"english": [6, 4, 4]}, plus={"english": 2}, hits={"english": 3},
                lost={"french": {"infantry": 1}}, fates=[Fate(leader="olivier_clisson", roll=1, fate="killed")],
            ),
        ],
        "retreating": "french", "gone": {"du_guesclin": "brittany"}, "over": True, "holds": "english",
    } | more  # fmt: skip
    return Record(**facts)


def siege(rolled: int = 6, **more: Any) -> Record:
    """Return an assault against the siege number 5: the French are besieged."""
    won = rolled > 5
    facts: dict[str, Any] = {
        "kind": "siege", "besieged": "french", "retreating": "", "holds": "english" if won else "french",
        "clashes": [Clash(kind="assault", rolls={"english": [rolled]}, number=5)],
        "gone": {} if won else {"edward_iii": "brittany", "john_chandos": "anjou"},
        "taken": ["du_guesclin", "olivier_clisson"] if won else [],
    } | more  # fmt: skip
    return fought(**facts)


def over(record: Record) -> Event:
    """Return the event that tells of the end of a battle."""
    return Event("battle_over", "The battle is over.", report={"record": msgspec.to_builtins(record)})


def scored(turn: int, english: int, french: int, lead: int) -> Event:
    """What is told when a turn is scored."""
    points = [{"side": "english", "points": english}, {"side": "french", "points": french}]
    return Event("score", "They score.", report={"points": points, "score": lead})


def war(*last: Event, winners: list[str] | None = None) -> list[Frame]:
    """Three turns with a field battle and a siege, and what happens at the end."""
    first = changed(turn=1, score=0)
    second = changed(turn=2, score=3)
    end = changed(turn=3, score=-2, winners=winners, phase="over")
    return [
        Frame(first),
        Frame(first, (over(fought(turn=1)), scored(1, 6, 3, 3))),
        Frame(second, (over(siege(turn=2)), scored(2, 2, 7, -2))),
        Frame(end, (scored(3, 1, 1, -2), *last)),
    ]
