"""Texts about places on the board."""

from collections.abc import Mapping

from engine.core.text import counted
from engine.lancaster.board.names import reward
from engine.lancaster.views import CountyView, LancasterView
from render.lancaster.board.alt import conflict_words, county_words
from render.lancaster.board.words import needed
from render.lancaster.edition import catalog
from render.picture_request import NothingToShow


def findable(view: LancasterView) -> Mapping[str, str]:
    """Return the counties and the conflicts that lie open, by id, with their names."""
    book = catalog()
    counties = {county.id: book.counties[county.id].name for county in view.counties}
    return counties | {card.id: book.conflicts[card.id].name for card in view.conflicts}


def county_of(view: LancasterView, thing: str) -> CountyView | None:
    """Return the county of this id, None where it is a conflict; NothingToShow if it is neither."""
    if thing not in findable(view):
        raise NothingToShow("There is no such place on the board: name a county or an open conflict.")
    return next((county for county in view.counties if county.id == thing), None)


def where(view: LancasterView, thing: str, names: Mapping[str, str]) -> str:
    """Say what a county or a conflict is about, and who is there."""
    county = county_of(view, thing)
    if county is None:
        return conflict_words(view, next(card for card in view.conflicts if card.id == thing), names)
    printed = catalog().counties[thing]
    given = reward(catalog(), thing)
    gives = f"It needs a strength-{printed.min_strength} knight and gives {given} or a noble, or both for gold."
    if county.house:
        return f"{county_words(view, county, names)} {gives} It {needed(county)}."
    return f"{printed.name}: nobody there, {counted(county.nobles, 'noble')} left. {gives}"
