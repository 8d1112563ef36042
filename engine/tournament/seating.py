"""Who plays at which table: tables of equal size, drawn from sealed dice that anybody can check [WBC-T10]."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from engine.core.dice import Dice, commitment, game_key
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.tournament.format import Format
from engine.tournament.state import Heat, State, heat_name

Tables = list[list[str]]
"""The people of each table in the order of play."""

TRIES = 50
"""So often tables are drawn until no game master sits without an assistant who can judge him."""

EXCHANGES = 400
"""So many exchanges of two people are tried where tables are bettered."""

REMATCH, NEIGHBOUR, PLACE = 100, 20, 10
"""What it costs that two meet again, sit side by side again, or that somebody begins at the same place again.

Each counts by its square, so that two who meet a third time weigh more than two pairs who meet a second time.
"""


def sizes(people: int, tournament_format: Format) -> list[int]:
    """Return the sizes of the tables for a number of people, the largest first; leave out those who do not fit.

    Sizes differ by one at most, and the number of tables is the one that comes nearest to the usual size.
    """
    for seated in range(people, tournament_format.fewest - 1, -1):
        able = [count for count in range(1, seated + 1) if _fit(seated, count, tournament_format)]
        if able:
            count = min(able, key=lambda count: (abs(seated / count - tournament_format.usual), count))
            small, large = divmod(seated, count)
            return [small + 1] * large + [small] * (count - large)
    return []


def _fit(people: int, tables: int, tournament_format: Format) -> bool:
    return tournament_format.fewest <= people // tables and -(-people // tables) <= tournament_format.most


class Drawn(NamedTuple):
    """The result of a draw."""

    tables: Tables
    idle: list[str]
    """Who has no seat."""

    why: str
    """Why the game master has none; "" where that is not so."""


def drawn(state: State, heat: Heat, secret: str) -> Drawn:
    """Draw the tables of a heat for those who are present, by the secret that was sealed before they came.

    Raises Illegal where the secret is not the sealed one, or there are too few people; who is left over in a knock-out
    goes on without a game.
    """
    sealed = bytes.fromhex(secret)
    if commitment(sealed) != heat.commitment:
        raise Illegal("This is not the secret that was sealed when the heat was announced.", "WBC-T10")
    stream = f"{state.format.title} {state.format.year} {heat_name(heat.number)} of {len(heat.present)}"
    dice = Dice(game_key(sealed, []), stream)
    people = list(heat.present)
    if len(people) < state.format.fewest and state.format.scheme != "knockout":
        raise Illegal(
            f"A table needs {state.format.fewest} people; {len(people)} checked in. Wait, or call the heat off.",
            "WBC-T10",
        )
    for _ in range(TRIES):
        tables, idle = _draw_once(state, heat, people, dice)
        # An assistant has to be left who does not play at the game master's table [WBC-T11].
        if all(judge_of(state, table) for table in tables if state.master in table):
            return Drawn(tables, idle, "")
    without = [person for person in people if person != state.master]
    tables, idle = _draw_once(state, heat, without, dice)
    why = f"{{{state.master}}} is the game master, and no assistant can be spared who does not play at their table."
    return Drawn(tables, [*idle, state.master], why)


def _draw_once(state: State, heat: Heat, people: Sequence[str], dice: Dice) -> tuple[Tables, list[str]]:
    """Shuffle, leave out whom no table can take (whoever was left out least), deal, and better where agreed."""
    order = list(people)
    dice.shuffle(order, "seating")
    tournament_format = state.format
    first = next((earlier for earlier in state.heats if earlier.games and earlier.number < heat.number), None)
    if tournament_format.seating == "paired" and first is not None:
        return _paired(state, heat, first, order)
    each = sizes(len(order), tournament_format)
    byes = Counter(person for earlier in state.heats if earlier is not heat for person in earlier.idle)
    idle = sorted(order, key=lambda person: byes[person])[: len(order) - sum(each)]
    seated = [person for person in order if person not in idle]
    tables = list(_dealt(seated, each))
    if tournament_format.seating == "weighed":
        _better(tables, Past(state, heat), dice)
    return tables, idle


def _dealt(people: list[str], each: Sequence[int]) -> Iterator[list[str]]:
    start = 0
    for size in each:
        yield people[start : start + size]
        start += size


def judge_of(state: State, table: Collection[str]) -> str:
    """Return an assistant who can judge at a table because he does not play there; "" if there is none [WBC-T11].

    Of several it is one who does not play at all, as far as the table tells: the first named.
    """
    return next((person for person in state.assistants if person not in table and person not in state.dropped), "")


# ---------------------------------------------------------------------- everybody meets everybody


def rounds_for_all(people: int) -> int:
    """Return the number of rounds, at tables of two, in which all people meet once."""
    return people - 1 + people % 2


def _paired(state: State, heat: Heat, first: Heat, order: Sequence[str]) -> tuple[Tables, list[str]]:
    """Let everybody go on to the next opponent, in the circle that the first draw has made.

    Whose opponent is not there meets somebody else whose is not, whom he has met least. Who has begun least begins.
    """
    past, place = Past(state, heat), {person: number for number, person in enumerate(order)}
    pairs = [pair for pair in _turned(_circle(state, first, order), heat.number - first.number) if {*pair} <= {*order}]
    left = sorted({*order} - {person for pair in pairs for person in pair}, key=lambda person: place[person])
    idle = [min(left, key=lambda person: (past.byes[person], place[person]))] if len(left) % 2 else []
    left = [person for person in left if person not in idle]
    while left:
        one = left.pop(0)
        other = min(left, key=lambda person: (past.met[tuple(sorted((one, person)))], place[person]))
        left.remove(other)
        pairs.append((one, other))
    tables = [sorted(pair, key=lambda person: (past.began[person, 0], place[person])) for pair in pairs]
    return sorted(tables, key=lambda table: place[table[0]]), idle


def _circle(state: State, first: Heat, order: Sequence[str]) -> list[str]:
    """Everybody who has been there so far or is now, those opposite each other who met first; "" is nobody."""
    seated = [person for earlier in state.heats for game in earlier.games for person in [*game.began, *earlier.idle]]
    pairs = [(game.began[0], game.began[1]) for game in first.games]
    known = {person for pair in pairs for person in pair}
    single = [person for person in dict.fromkeys([*first.idle, *seated, *order]) if person not in known]
    single += [""] if len(single) % 2 else []
    pairs += list(zip(single[::2], single[1::2], strict=True))
    return [*(one for one, _ in pairs), *reversed([other for _, other in pairs])]


def _turned(circle: Sequence[str], turns: int) -> Iterator[tuple[str, str]]:
    """Return the pairs after a number of turns: the first person stays, and all others move on by one each time."""
    fixed, *others = circle
    by = turns % len(others)
    now = [fixed, *others[len(others) - by :], *others[: len(others) - by]]
    return zip(now[: len(now) // 2], reversed(now[len(now) // 2 :]), strict=True)


# ---------------------------------------------------------------------- weighed seating


class Past:
    """Who has met whom in earlier heats, side by side, and where in the order of play each has begun."""

    def __init__(self, state: State, heat: Heat) -> None:
        games = [game.began for earlier in state.heats if earlier is not heat for game in earlier.games]
        self.byes = Counter(person for earlier in state.heats if earlier is not heat for person in earlier.idle)
        self.met = Counter(pair for table in games for pair in _pairs(table))
        self.beside = Counter(pair for table in games for pair in _neighbours(table))
        self.began = Counter((person, place) for table in games for place, person in enumerate(table))

    def cost(self, table: Sequence[str]) -> int:
        """Return the cost of letting people play at a table in an order."""
        again = sum(self.met[pair] ** 2 for pair in _pairs(table))
        beside = sum(self.beside[pair] ** 2 for pair in _neighbours(table))
        place = sum(self.began[person, place] ** 2 for place, person in enumerate(table))
        return REMATCH * again + NEIGHBOUR * beside + PLACE * place


def _pairs(table: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return combinations(sorted(table), 2)


def _neighbours(table: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the pairs who sit side by side; at a table of two nobody has another neighbour."""
    if len(table) > 2:
        yield from (tuple(sorted(pair)) for pair in pairwise([*table, table[0]]))


def _better(tables: Tables, past: Past, dice: Dice) -> None:
    """Exchange two people wherever it costs less afterwards, trying exchanges as the dice name them."""
    spots = [(table, seat) for table, people in enumerate(tables) for seat in range(len(people))]
    costs = [past.cost(table) for table in tables]
    for _ in range(EXCHANGES if len(spots) > 1 else 0):
        if not any(costs):
            return
        one, other = dice.pick(spots, "exchange", hidden=True), dice.pick(spots, "exchange", hidden=True)
        _exchange(tables, one, other)
        new = {table: past.cost(tables[table]) for table in {one[0], other[0]}}
        if sum(new.values()) <= sum(costs[table] for table in new):
            for table, cost in new.items():
                costs[table] = cost
        else:
            _exchange(tables, one, other)


def _exchange(tables: Tables, one: tuple[int, int], other: tuple[int, int]) -> None:
    (a, b), (c, d) = one, other
    tables[a][b], tables[c][d] = tables[c][d], tables[a][b]


def unavoided(state: State, heat: Heat, tables: Sequence[Sequence[str]]) -> list[str]:
    """Return what a seating could not avoid, a sentence each: `{person}` stands for a name.

    That people meet again is nothing to be told where there is one table.
    """
    past = Past(state, heat)
    found = []
    for number, table in enumerate(tables, start=1):
        again = [f"{{{a}}} with {{{b}}}" for a, b in _pairs(table) if past.met[a, b] and len(tables) > 1]
        beside = [f"{{{a}}} beside {{{b}}}" for a, b in _neighbours(table) if past.beside[a, b]]
        begun = [f"{{{person}}}" for place, person in enumerate(table) if not place and past.began[person, 0]]
        found += [f"Table {number}: {'; '.join(again)} once more, as in an earlier heat."] if again else []
        found += [f"Table {number}: {'; '.join(beside)} once more, as in an earlier heat."] if beside else []
        found += [f"Table {number}: {join_words(begun)} goes first once more, as in an earlier heat."] if begun else []
    return found


def exchanged(tables: Sequence[Sequence[str]], swaps: Sequence[tuple[int, int]]) -> Tables:
    """Return tables in which pairs of people have changed seats; raise Illegal where nobody sits.

    A person is named by their place when all tables are counted through, from 0.
    """
    people = [person for table in tables for person in table]
    if any(not 0 <= place < len(people) for swap in swaps for place in swap):
        raise Illegal("Nobody sits there any more; look at the draw again.", "WBC-T10")
    for one, other in swaps:
        people[one], people[other] = people[other], people[one]
    return list(_dealt(people, [len(table) for table in tables]))


def check_tables(state: State, heat: Heat, tables: Sequence[Sequence[str]]) -> None:
    """Raise Illegal where tables that an official sets cannot be played."""
    people = [person for table in tables for person in table]
    twice = [person for person, times in Counter(people).items() if times > 1]
    strangers = [person for person in people if person not in heat.present]
    if twice:
        raise Illegal(f"{{{twice[0]}}} sits in two places; give each one seat.", "WBC-T10")
    if strangers:
        raise Illegal(f"{{{strangers[0]}}} has not checked in for {heat_name(heat.number)}.", "WBC-T07")
    for number, table in enumerate(tables, start=1):
        if not state.format.fewest <= len(table) <= state.format.most:
            span = f"{state.format.fewest} to {state.format.most}"
            raise Illegal(f"Table {number} has {len(table)} people; a table has {span}.", "WBC-T10")
        if state.master in table and not judge_of(state, table):
            raise Illegal(
                f"{{{state.master}}} is the game master: name an assistant who does not play at their table.", "WBC-T11"
            )
