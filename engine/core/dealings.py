"""Dealings between players: trades and votes, pair by pair, counted from public events.

The counts prove nothing: friends who trade look just like neighbours who both fear a third.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.core.text import counted


@dataclass(frozen=True)
class Traded:
    """A trade that was carried out."""

    by: str
    """The seat that offered it."""

    to: str
    """The seat that took it."""

    gave: int
    """How many things the first gave."""

    took: int
    """How many things it got for them; 0 for a gift."""


@dataclass(frozen=True)
class Voted:
    """A vote that was closed."""

    ayes: frozenset[str]
    """The seats that were for it."""

    nays: frozenset[str]
    """The seats that were against it."""

    favours: str = ""
    """The seat that gains by it, as the motion says; "" where it does not say."""


Dealing = Traded | Voted


HEADING = "Trades and votes between players, as everybody saw them. These are counts and accuse nobody:"
"""The heading above the lines of pairs."""


def lines(dealings: Iterable[Dealing], seats: Sequence[str]) -> list[str]:
    """Return a sentence for each pair of seats that has dealt with each other, those with most in common first.

    Seats are named as `{seat}`.
    """
    found = list(dealings)
    pairs = [(pair, _parts(found, *pair)) for pair in combinations(seats, 2)]
    told = [(_weight(found, *pair), pair, parts) for pair, parts in pairs if parts]
    told.sort(key=lambda one: -one[0])
    return [f"{{{one}}} and {{{other}}}: {'; '.join(parts)}." for _, (one, other), parts in told]


def _weight(dealings: Sequence[Dealing], one: str, other: str) -> int:
    """Return the sort key of a pair: their trades, and their votes for each other."""
    trades = sum(isinstance(each, Traded) and {each.by, each.to} == {one, other} for each in dealings)
    return 2 * trades + sum(_for(dealings, *pair)[0] for pair in ((one, other), (other, one)))


def _parts(dealings: Sequence[Dealing], one: str, other: str) -> list[str]:
    return [*_trades(dealings, one, other), *_votes(dealings, one, other)]


def _trades(dealings: Sequence[Dealing], one: str, other: str) -> Iterator[str]:
    trades = [each for each in dealings if isinstance(each, Traded) and {each.by, each.to} == {one, other}]
    if not trades:
        return
    given = {one: 0, other: 0}
    gifts = {one: 0, other: 0}
    for trade in trades:
        given[trade.by] += trade.gave
        given[trade.to] += trade.took
        gifts[trade.by] += not trade.took
    gave = ", ".join(f"{{{seat}}} gave {counted(number, 'thing')}" for seat, number in given.items())
    yield f"{counted(len(trades), 'trade')} ({gave})"
    yield from (f"{counted(number, 'gift')} by {{{seat}}}, for nothing" for seat, number in gifts.items() if number)


def _votes(dealings: Sequence[Dealing], one: str, other: str) -> Iterator[str]:
    sides: Mapping[str, list[bool | None]] = {
        seat: [_side(each, seat) for each in _ballots(dealings)] for seat in (one, other)
    }
    both = [(mine, theirs) for mine, theirs in zip(*sides.values(), strict=True) if None not in (mine, theirs)]
    if both:
        alike = sum(mine == theirs for mine, theirs in both)
        yield f"on the same side in {alike} of {counted(len(both), 'vote')}"
    for voter, helped in ((one, other), (other, one)):
        ayes, asked = _for(dealings, voter, helped)
        if asked:
            yield f"{{{voter}}} voted for {{{helped}}} {ayes} of {counted(asked, 'time')}"


def _ballots(dealings: Sequence[Dealing]) -> list[Voted]:
    return [each for each in dealings if isinstance(each, Voted)]


def _side(vote: Voted, seat: str) -> bool | None:
    """Return a seat's vote; None if it took no side."""
    return True if seat in vote.ayes else False if seat in vote.nays else None


def _for(dealings: Sequence[Dealing], voter: str, helped: str) -> tuple[int, int]:
    """Count one seat's votes in another's favour, and the votes in which it took a side."""
    sides = [_side(vote, voter) for vote in _ballots(dealings) if vote.favours == helped]
    return sides.count(True), len(sides) - sides.count(None)
