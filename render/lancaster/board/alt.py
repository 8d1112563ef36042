"""The alternative text of the board."""

from collections.abc import Mapping, Sequence

from engine.core.events import Event, name_seats
from engine.core.text import counted, join_words
from engine.lancaster.reports import PHASES
from engine.lancaster.views import ConflictView, CountyView, HouseView, LancasterView, PlayerView
from render.lancaster.board.words import PRIVILEGES, at_court, england, favour, goods, ranks, reward
from render.lancaster.edition import catalog
from render.wording import within_limit

NEWS = ("expelled", "battle", "vote_closes", "placed")
"""The kinds of event that are told, the most telling first."""


def board_alt(
    view: LancasterView, names: Mapping[str, str], changes: Sequence[Event] = (), *, expelling: bool = False
) -> str:
    """Return the alternative text of the board: who holds which county, who fights where, and who waits.

    `expelling` tells first what it takes to come to each county.
    """
    held = [county_words(view, county, names) for county in view.counties if county.house]
    free = [_free(county) for county in view.counties if not county.house]
    news = [name_seats(change.text, names) for kind in NEWS for change in changes if change.kind == kind]
    parts = [*([_expelling(view)] if expelling else []), headline(view, names), *held]
    parts += [f"Free counties, with the strength that a knight needs there: {'; '.join(free)}."] if free else []
    parts += [conflict_words(view, card, names) for card in view.conflicts]
    parts += [_house(view, house, names) for house in view.houses]
    parts += [f"The king's favours: {', '.join(map(favour, view.favours))}."] if view.favours else []
    return within_limit([*parts, *news])


def _expelling(view: LancasterView) -> str:
    told = [f"{catalog().counties[county.id].name} {_needs(county)}" for county in view.counties]
    return f"What a knight needs to come to a county: {'; '.join(told)}."


def _needs(county: CountyView) -> str:
    if "shield" in county.privileges:
        return "is closed by a shield"
    if county.house:
        return f"strength {county.total + 1}, which expels the knight there"
    return f"strength {catalog().counties[county.id].min_strength}"


def headline(view: LancasterView, names: Mapping[str, str]) -> str:
    """Return where the game stands in a sentence."""
    who = f" {names.get(view.seat, view.seat)} places the next piece." if view.seat else ""
    return f"Lancaster, round {view.round}. Phase: {PHASES[view.phase]}.{who}"


def county_words(view: LancasterView, county: CountyView, names: Mapping[str, str]) -> str:
    """Return a county that is held: who stands there with what."""
    name = catalog().counties[county.id].name
    facts = [goods("squires", county.squires)] if county.squires else []
    facts += [PRIVILEGES[kind].lower() for kind in county.privileges]
    with_ = f" ({join_words(facts)})" if facts else ""
    holder = spoken(view, county.house, names)
    return f"{name}: {holder} holds it with strength {county.total}{with_}; {counted(county.nobles, 'noble')} left."


def _free(county: CountyView) -> str:
    printed = catalog().counties[county.id]
    return f"{printed.name}, {printed.min_strength} ({reward(county.id)}, {counted(county.nobles, 'noble')})"


def conflict_words(view: LancasterView, card: ConflictView, names: Mapping[str, str]) -> str:
    """Return a conflict: both strengths, and who stands on which rank."""
    printed = catalog().conflicts[card.id]
    order = sorted(ranks(card.spaces).items(), key=lambda pair: pair[1])
    who = [
        f"{spoken(view, card.spaces[place].house, names)} {card.spaces[place].strength}"
        f"{' (archer)' if card.spaces[place].archer else ''}"
        for place, _ in order
    ]
    points = join_words(map(str, printed.points))
    told = f"{printed.name} (conflict of the {card.row} row; {points} points for the ranks)"
    strengths = f"England has strength {england(card)}, France {printed.strength}"
    there = f"by rank, {', '.join(who)}" if who else "no English knight is there"
    return f"{told}: {strengths}; {there}."


def spoken(view: LancasterView, house: str, names: Mapping[str, str]) -> str:
    """Return a house as it is spoken of: "Ann", "Ann's ally"."""
    found = next((one for one in view.houses if one.id == house), None)
    if found is None:
        return house
    who = names.get(found.seat, found.seat)
    return f"{who}'s ally" if found.ally else who


def _house(view: LancasterView, house: HouseView, names: Mapping[str, str]) -> str:
    waiting = [str(one.strength) for one in at_court(house)]
    if house.lord == "court":
        waiting.append("the lord")
    at = f"at court, by strength: {', '.join(waiting)}" if waiting else "nobody at court"
    owner = next((one for one in view.players if one.colour == house.id), None)
    facts = _owned(owner) if owner else []
    return f"{spoken(view, house.id, names)} ({house.id}): {', '.join([*facts, at])}."


def _owned(player: PlayerView) -> list[str]:
    return [
        counted(player.points, "point"),
        counted(len(player.nobles), "noble"),
        counted(len(player.tiles), "castle tile"),
    ]
