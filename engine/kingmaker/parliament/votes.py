"""Votes in the Commons and the Lords (rules 5.3) [BASE-PAR-12]."""

from collections.abc import Iterator, Sequence

from engine.kingmaker.board import names
from engine.kingmaker.board.catalog import HOUSES, Card, OfficeCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.places import sites

Part = tuple[str, int]
"""A source of votes in words, and its number of votes."""


def commons(game: Kingmaker, seat: str) -> int:
    """Return a seat's votes in the Commons: everything that it controls on the map, near or far."""
    return sum(votes for _, votes in commons_parts(game, seat))


def lords(game: Kingmaker, seat: str, attending: Sequence[str]) -> int:
    """Return a seat's votes in the Lords: its nobles among `attending`, and what they hold."""
    return sum(votes for _, votes in lords_parts(game, seat, attending))


def commons_parts(game: Kingmaker, seat: str) -> list[Part]:
    """Where a seat's votes in the Commons come from."""
    nobles = forces.nobles_of(game, seat)
    parts = [*_of_the_king(game, nobles), *_of_senior_heirs(game, nobles, game.catalog.votes.senior_heir_commons)]
    parts += [(card.name, card.commons) for card in _held(game, nobles) if _counts(game, card)]
    parts += [(names.place(game, place), game.catalog.places[place].commons) for place in sites.held_by(game, seat)]
    return [(name, votes) for name, votes in parts if votes]


def lords_parts(game: Kingmaker, seat: str, attending: Sequence[str]) -> list[Part]:
    """Where a seat's votes in the Lords come from, if `attending` are the nobles at Parliament."""
    nobles = [noble for noble in forces.nobles_of(game, seat) if noble in attending]
    parts = list(_of_senior_heirs(game, nobles, game.catalog.votes.senior_heir_lords))
    parts += [(card.name, card.lords) for card in _held(game, nobles)]
    return [(name, votes) for name, votes in parts if votes]


def told(parts: Sequence[Part]) -> str:
    """Return a sum with its parts: '16 (Percy 12, York 4)'."""
    listed = ", ".join(f"{name} {number}" for name, number in parts)
    return f"{sum(number for _, number in parts)}" + (f" ({listed})" if listed else "")


def silent_parts(game: Kingmaker, seat: str) -> list[Part]:
    """Return the sources that give no votes in the Commons while there is a sole King."""
    held = _held(game, forces.nobles_of(game, seat))
    return [(card.name, card.commons) for card in held if card.commons and not _counts(game, card)]


def _of_the_king(game: Kingmaker, nobles: Sequence[str]) -> Iterator[Part]:
    king = succession.sole_king(game)
    if king and game.heir(king).noble in nobles:
        yield f"the sole King, {names.heir(game, king)}", game.catalog.votes.sole_king_commons


def _of_senior_heirs(game: Kingmaker, nobles: Sequence[str], votes: int) -> Iterator[Part]:
    for house in HOUSES:
        heir = succession.senior(game, house)
        if heir and game.heir(heir).noble in nobles:
            yield f"{names.heir(game, heir)}, senior heir of {house.title()}", votes


def _held(game: Kingmaker, nobles: Sequence[str]) -> Iterator[Card]:
    """Yield the nobles, and the cards with them."""
    for noble in nobles:
        yield from (game.catalog.cards[card] for card in forces.belongings(noble, game.noble(noble)))


def _counts(game: Kingmaker, card: Card) -> bool:
    """Whether a card's Commons votes count: the Chancellor's only while there is no sole King."""
    silenced = isinstance(card, OfficeCard) and card.only_without_sole_king
    return not silenced or not succession.sole_king(game)
