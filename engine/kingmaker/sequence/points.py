"""Points at the end of a tournament game (rules 8.3)."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from engine.core.final_score import Tally
from engine.core.text import counted
from engine.kingmaker.board.catalog import BishopCard, MercenaryCard, OfficeCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.people.succession import BEAUFORT
from engine.kingmaker.parliament import votes

MEN_A_POINT = 10
TROOPS_A_POINT = 30
WITHOUT_HEIR = 25


class Count(NamedTuple):
    """The points of a seat by source."""

    votes: int
    """For votes in both Houses."""

    men: int
    """For the men of its nobles, their titles and offices."""

    troops: int
    """For the men of bishops, mercenaries and the bonus of offices."""

    without_heir: int
    """The points taken off where it has no heir."""

    @property
    def total(self) -> int:
        """All points together."""
        return self.votes + self.men + self.troops - self.without_heir


class Rank(NamedTuple):
    """A seat's place in the count."""

    place: int
    """The place, from 1; seats with equal points share one [WBC-VIC.2]."""

    seat: str
    """The seat."""

    score: Count
    """Its points."""


def at_the_end(game: Kingmaker) -> Kingmaker:
    """Return the board as it counts at the end: without Parliament's support for one of two Kings [WBC-C12]."""
    return Kingmaker(msgspec.structs.replace(game.state, support=""), game.dice)


def count(game: Kingmaker, seat: str) -> Count:
    """Return a seat's points on a board [WBC-VIC.5, WBC-VIC.6, WBC-VIC.7, WBC-VIC.8]."""
    nobles = forces.nobles_of(game, seat)
    # Beaufort counts as an heir even while he is none [WBC-VIC.8].
    heir = BEAUFORT in nobles or any(succession.seat_of(game, heir) == seat for heir in succession.living(game))
    return Count(
        votes=votes.commons(game, seat) + votes.lords(game, seat, nobles),
        men=sum(men for noble in nobles for _, men in _men(game, noble)) // MEN_A_POINT,
        troops=sum(men for noble in nobles for _, men in _troops(game, noble)) // TROOPS_A_POINT,
        without_heir=0 if heir else WITHOUT_HEIR,
    )


Men = tuple[str, int]
"""A card, and the men that it gives."""


def _men(game: Kingmaker, noble: str) -> list[Men]:
    """Return the men of a noble, his title and, by the option `office_points`, his office, as printed (RULING 39)."""
    person = game.noble(noble)
    held = [person.title] if _offices_by_thirties(game) else [person.title, person.office]
    return [(card, game.catalog.cards[card].strength) for card in (noble, *held) if card]


def _troops(game: Kingmaker, noble: str) -> list[Men]:
    """Return the men from a noble's bishops, mercenaries and office bonus where he stands (RULING 39)."""
    person = game.noble(noble)
    plain = game.catalog.cards[person.office].strength if person.office and not _offices_by_thirties(game) else 0
    office = [(person.office, forces.men_of(game, person.office, person.at) - plain)] if person.office else []
    hired = [card for card in person.cards if isinstance(game.catalog.cards[card], BishopCard | MercenaryCard)]
    return [*office, *((card, forces.men_of(game, card, person.at)) for card in hired)]


def _offices_by_thirties(game: Kingmaker) -> bool:
    """Whether all the men of an office count by thirties, and not those of its bonus alone [WBC-VIC.6, WBC-VIC.7]."""
    return game.option("office_points") == "all_by_thirties"


def ranking(game: Kingmaker) -> list[Rank]:
    """Return the seats that are still in the game, most points first [WBC-VIC.2]."""
    board = at_the_end(game)
    counts = {seat: count(board, seat) for seat in game.clockwise(game.state.seats[0]) if not game.faction(seat).gone}
    totals = [points.total for points in counts.values()]
    ranks = [Rank(1 + sum(other > points.total for other in totals), seat, points) for seat, points in counts.items()]
    return sorted(ranks, key=lambda rank: rank.place)


def words(rank: Rank) -> str:
    """Return a rank in words: '1. ann: 45 points (votes 31, men 9, troops 5)'."""
    score = rank.score
    parts = f"votes {score.votes}, men {score.men}, troops {score.troops}"
    off = f", without an heir -{score.without_heir}" if score.without_heir else ""
    return f"{rank.place}. {{{rank.seat}}}: {counted(score.total, 'point')} ({parts}{off})"


def parts(game: Kingmaker, rank: Rank) -> str:
    """Explain a seat's points: each sum with its parts, and why a bonus did not count."""
    board, score = at_the_end(game), rank.score
    nobles = forces.nobles_of(board, rank.seat)
    commons = votes.told(votes.commons_parts(board, rank.seat))
    lords = votes.told(votes.lords_parts(board, rank.seat, nobles))
    cards = game.catalog.cards
    men = votes.told([(cards[card].name, men) for noble in nobles for card, men in _men(board, noble) if men])
    hired = [(noble, card, men) for noble in nobles for card, men in _troops(board, noble) if men]
    areas = {card: _bonus_area(board, noble, card) for noble, card, _ in hired}
    troops = votes.told(
        [(cards[card].name + (f" ({areas[card]})" if areas[card] else ""), men) for _, card, men in hired]
    )
    lines = [
        f"{{{rank.seat}}}'s {counted(score.total, 'point')}:",
        f"votes {score.votes}: Commons {commons}, Lords {lords}",
        f"men {score.men}, one for every {MEN_A_POINT} of {men}",
        f"troops {score.troops}, one for every {TROOPS_A_POINT} of {troops}",
        *([f"without an heir -{score.without_heir}"] if score.without_heir else []),
        *(f"not counted: {missed}" for missed in _missed(board, rank.seat)),
    ]
    return "\n- ".join(lines)


def _bonus_area(game: Kingmaker, noble: str, card: str) -> str:
    """Where the bonus of a noble's card counts, if he stands there; "" where it does not count, or there is none."""
    printed = game.catalog.cards[card]
    if not isinstance(printed, OfficeCard | BishopCard) or not printed.bonus:
        return ""
    counts = forces.men_of(game, card, game.noble(noble).at) > printed.strength
    return game.catalog.bonus_areas[printed.bonus_area].name if counts else ""


def _missed(game: Kingmaker, seat: str) -> Iterator[str]:
    """Yield the possessions of a seat that would count in another place, or without a sole King."""
    for noble in forces.nobles_of(game, seat):
        person = game.noble(noble)
        for held in filter(None, (person.office, *person.cards)):
            card = game.catalog.cards[held]
            if isinstance(card, OfficeCard | BishopCard) and card.bonus and not _bonus_area(game, noble, held):
                area = game.catalog.bonus_areas[card.bonus_area].name
                yield f"{card.bonus} men of {card.name}, who count only on land there ({area})"
    for name, number in votes.silent_parts(game, seat):
        yield f"{counted(number, 'vote')} of {name} in the Commons, which count only while there is no sole King"


def tallies(game: Kingmaker) -> list[Tally]:
    """Return each seat's score: its points if the table counts them, and whether it has the only King [WBC-VIC.1]."""
    counts = {rank.seat: rank.score for rank in ranking(game)} if game.option("end_rule") == "wbc_points" else {}
    kings = succession.kings(game)
    sole = succession.seat_of(game, kings[0]) if len(kings) == 1 else ""
    by_kind: dict[str, dict[str, int]] = {
        seat: {"votes": score.votes, "men": score.men, "troops": score.troops, "without an heir": -score.without_heir}
        for seat, score in counts.items()
    }
    return [
        Tally(seat=seat, parts=by_kind.get(seat, {}), clear=seat == sole, gone=game.faction(seat).gone)
        for seat in game.state.seats
    ]
