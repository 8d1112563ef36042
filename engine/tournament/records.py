"""The records of tournaments: champions by year, and each player's results."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from engine.core.files.catalog import DATA
from engine.core.text import join_words
from engine.tournament import tournament
from engine.tournament.results import Result
from engine.tournament.state import State


class Year(msgspec.Struct, frozen=True):
    """How a tournament of one year came out."""

    year: int
    champion: str
    """The name of who won, or of those who share the title; "" while that is open."""

    entrants: int
    """How many played in it."""

    places: tuple[str, ...] = ()
    """The names of the first places, where they are known."""

    master: str = ""
    """The name of its game master, where that is known."""

    title: str = ""
    """What it was called; "" where all years have the title of their event."""

    unplayed: bool = False
    """Whether all its heats were called off, so that nobody has won."""


class Event(msgspec.Struct, frozen=True):
    """A tournament that comes again every year."""

    title: str
    game: str
    years: tuple[Year, ...]
    """The earliest first."""


def handed_down(name: str) -> Event:
    """Return the years of an event that were played before Herald: `data/tournaments/<name>.toml`."""
    return msgspec.toml.decode((DATA / "tournaments" / f"{name}.toml").read_bytes(), type=Event)


def year_of(state: State) -> Year:
    """Return the line of history that a tournament makes."""
    order = sorted(tournament.places(state).items(), key=lambda pair: pair[1])
    first = [state.names[person] for person, place in order if place == 1]
    champion = join_words(first) if first else ""
    others = [state.names[person] for person, place in order[: state.format.widened] if place > 1]
    return Year(
        year=state.format.year,
        champion=champion,
        entrants=len(state.entrants()),
        places=(champion, *others) if champion else (),
        master=state.names[state.master],
        title=state.format.title,
        unplayed=tournament.unplayed(state),
    )


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has done in tournaments."""

    tournaments: int
    titles: int
    finals: int
    heats: int
    """Games played before Finals."""

    games: int
    """The same with Finals."""

    wins: int
    clear_wins: int
    """Games won with the sole King."""

    best: int
    """The most points in one game."""

    dropped: int
    """Games left before their end."""

    met: Mapping[str, tuple[int, int]]
    """By rival: how often he came out before the player met, and behind."""


def record_of(person: str, all_states: Iterable[State]) -> Record:
    """Return what a player has done, from tournaments in which he may have played."""
    states = [state for state in all_states if person in state.entrants()]
    played = [result for state in states for result in _results(state) if result.of(person)]
    finals = sum(any(result.of(person) for result in state.final.results()) for state in states)
    places = [place for result in played if (place := result.of(person))]
    return Record(
        tournaments=len(states),
        titles=sum(tournament.champion(state) == person for state in states),
        finals=finals,
        heats=len(played) - finals,
        games=len(played),
        wins=sum(place.place == 1 and place.person == person for place in places),
        clear_wins=sum(place.clear and place.person == person for place in places),
        best=max((place.points_of(person) for place in places), default=0),
        dropped=sum(place.dropped for place in places),
        met=met(person, played),
    )


def _results(state: State) -> list[Result]:
    return [result for heat in [*state.heats, state.final] for result in heat.results()]


def met(person: str, played: Iterable[Result]) -> dict[str, tuple[int, int]]:
    """Return whom a player has met, and how often each came out before him and behind him."""
    before: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    for result in played:
        own = result.of(person)
        for rival in result.places:
            if own and rival.person and rival.person != person:
                before[rival.person] += rival.place < own.place
                behind[rival.person] += rival.place > own.place
    return {rival: (before[rival], behind[rival]) for rival in sorted({*before, *behind})}


class Best(msgspec.Struct, frozen=True):
    """The most of something that players have reached."""

    what: str
    people: tuple[str, ...]
    figure: int


def bests(states: Iterable[State]) -> list[Best]:
    """Return who holds the records of some tournaments: most won, most sole Kings, most heats, the best total."""
    known = list(states)
    everybody = {person for state in known for person in state.entrants()}
    found = {person: record_of(person, known) for person in sorted(everybody)}
    return [best for what, figure in FEATS.items() if (best := _best(what, {p: figure(r) for p, r in found.items()}))]


def _best(what: str, figures: Mapping[str, int]) -> Best | None:
    most = max(figures.values(), default=0)
    return Best(what, tuple(person for person in figures if figures[person] == most), most) if most else None


FEATS: dict[str, Callable[[Record], int]] = {
    "tournaments won": lambda record: record.titles,
    "games with the sole King": lambda record: record.clear_wins,
    "best total of one game": lambda record: record.best,
    "heats played": lambda record: record.heats,
}
"""What records are kept of."""
