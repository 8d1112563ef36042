"""What the map shows, in words, for those who cannot see it."""

from collections.abc import Mapping, Sequence

from engine.core.events import Event, name_seats
from engine.core.text import join_words
from engine.warriors.board.state import SIDES
from engine.warriors.views import AreaView, LeaderView, WarriorsView
from render.warriors.board import words
from render.warriors.edition import catalog
from render.wording import within_limit

NEWS = (
    "battle_over",
    "fate",
    "captured",
    "crowned",
    "control",
    "unmark",
    "death",
    "score",
    "disgrace",
    "move",
    "placed",
)
"""The kinds of event that are told, the most telling first."""


def board_alt(
    view: WarriorsView, names: Mapping[str, str], changes: Sequence[Event] = (), layer: Sequence[str] = ()
) -> str:
    """Return the alternative text of the map: the score, who controls what, who stands where, and what has changed.

    What a `layer` tells comes first.
    """
    parts = [*layer, headline(view, names)]
    parts += [f"{words.side_name(side)} control {held(view, side)}." for side in SIDES]
    parts += [line for side in SIDES if (line := prison(view, side))]
    fought_first = sorted(view.areas, key=lambda area: not area.aggressor)
    parts += [line for area in fought_first if (line := area_words(view, area))]
    parts += beside(view)
    news = [name_seats(change.text, names) for kind in NEWS for change in changes if change.kind == kind]
    return within_limit([*parts, *news])


def headline(view: WarriorsView, names: Mapping[str, str]) -> str:
    """Return where the game stands in a sentence."""
    title = catalog().scenarios[view.scenario].name
    first, last = view.years
    seat = f" {names.get(view.active, view.active)} has the next impulse." if view.active else ""
    when = f"turn {view.turn} of {view.turns} ({first} to {last}). Phase: {words.phase(view)}"
    return f"{title}, {when}. The score: {words.lead_words(view.score)}.{seat}"


def held(view: WarriorsView, side: str) -> str:
    """Return what a side controls, each area with its value."""
    own = [area for area in view.areas if area.control == side]
    return join_words(f"{words.area_name(area.id)} (value {area.value})" for area in own) if own else "nothing"


def area_words(view: WarriorsView, area: AreaView) -> str:
    """Return who stands in an area, "" for nobody."""
    leaders = words.by_id(view)
    parts = []
    for side in ("english", "french", ""):
        own = words.by_merit([leaders[leader_id] for leader_id in area.leaders if leaders[leader_id].side == side])
        if own:
            title = {"english": "the English", "french": "the French", "": "leaders on no side"}[side]
            attacks = " (the aggressors)" if area.aggressor == side and side else ""
            parts.append(f"{title}{attacks}: {join_words(leader_words(one) for one in own)}")
    if area.loose:
        parts.append(f"without a leader: {words.troops(area.loose)}")
    return f"In {words.area_name(area.id)}, {'; '.join(parts)}." if parts else ""


def leader_words(leader: LeaderView) -> str:
    """Return a leader with the ratings, each with its name, and the troops."""
    marks = [mark for mark, is_so in (("King", leader.crown), ("disgraced", leader.disgraced)) if is_so]
    ratings = f"{words.stars(leader.rank)}, bravery {leader.bravery}, battle {leader.battle}"
    told = ", ".join([*marks, ratings])
    army = ", ".join(brief(kind, number) for kind, number in words.grouped(leader.troops))
    return f"{words.short(leader.id)} ({told}; {army or 'no troops'})"


BRIEF = {
    "infantry": ("infantry", "infantry"), "knight_english": ("knight", "knights"),
    "knight_french": ("chevalier", "chevaliers"), "knight_burgundian": ("Burgundian", "Burgundians"),
    "longbow_english": ("longbow", "longbows"), "longbow_welsh": ("Welsh longbow", "Welsh longbows"),
    "gunner": ("gunner", "gunners"), "mercenary": ("mercenary", "mercenaries"),
}  # fmt: skip
"""One and several pieces of a kind, in the fewest words."""


def brief(kind: str, number: int) -> str:
    """Return a number of pieces in the fewest words: "3 infantry"."""
    return f"{number} {BRIEF[kind][number != 1]}"


def prison(view: WarriorsView, side: str) -> str:
    """Return whom a side holds, "" for nobody."""
    found = words.of_side(view, side).prison
    leaders = words.by_id(view)
    told = join_words(f"{words.named(leader_id)} ({words.stars(leaders[leader_id].rank)})" for leader_id in found)
    return f"Prisoners of {words.SIDES[side]}: {told}." if found else ""


def beside(view: WarriorsView) -> list[str]:
    """Return who is routed, who was killed, who is to be placed, and who comes next."""
    parts = []
    for where, what in (("routed", "Routed"), ("killed", "Killed this turn"), ("pool", "To be placed")):
        found = [leader.id for leader in view.leaders if leader.where == where]
        if found:
            parts.append(f"{what}: {join_words(map(words.named, found))}.")
    coming = [leader.id for leader in view.leaders if leader.where == "future" and leader.entry == view.turn + 1]
    if coming:
        parts.append(f"To come next turn: {join_words(map(words.named, coming))}.")
    return parts
