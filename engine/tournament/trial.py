"""Whole tournaments between computer players, under invariants."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from engine.core.computer.deciding import Player
from engine.core.dice import commitment
from engine.core.errors import BrokenInvariant
from engine.core.record.transcript import Transcript
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.trials import simulation
from engine.tournament import export, finalists, log, seating, standings, tournament
from engine.tournament.format import Format
from engine.tournament.log import FINAL, AnyEntry
from engine.tournament.results import Result, of_game
from engine.tournament.state import Heat, State, heat_name
from engine.tournament.tables import options_of

Game = Callable[[Sequence[str], int, bool], Result]
"""What plays a game: the people in the order of play, its number, and whether it is the Final."""

ABSENT, DROPS = 0.15, 0.05
"""How likely somebody does not come to a heat for which he has entered, and leaves the tournament after it."""

HAZARD = 0.1
"""In a rough tournament, how likely a seat of a table changes hands, a result is corrected, a question is answered."""


class Trial:
    """A tournament that is played, with its log.

    In a `rough` one the game master plays, too, seats change hands, results are corrected, and he answers as he likes.
    """

    def __init__(self, tournament_format: Format, entrants: int, seed: int, play: Game, *, rough: bool = False) -> None:
        self.chance = Random(seed)
        self.seed = seed
        self.play_game = play
        self.rough = rough
        self.games = 0
        opening = log.Opened(
            format=tournament_format, master="gm", name="the game master", assistants={"assistant": "the assistant"}
        )
        self.log: list[AnyEntry] = [opening]
        self.state = tournament.opened(opening)
        for number in range(1, entrants + 1):
            heats = self._wished(tournament_format)
            self.append(log.Entered(person=f"p{number}", name=f"Player {number}", heats=heats))
        if rough:
            self.append(log.Entered(person="gm", name="the game master", heats=self._wished(tournament_format)))

    def _wished(self, tournament_format: Format) -> tuple[int, ...]:
        """Return the heats for which somebody enters: most for all, some for a few; for all rounds of a league."""
        if tournament_format.scheme == "knockout":
            return (1,)
        every = tuple(range(1, tournament_format.heats + 1))
        if tournament_format.scheme == "league" or self.chance.random() < 0.7:
            return every
        return tuple(sorted(self.chance.sample(every, self.chance.randint(1, len(every)))))

    def append(self, entry: AnyEntry) -> None:
        """Carry an entry out and log it."""
        tournament.carry_out(self.state, entry)
        self.log.append(entry)

    def play(self) -> Iterator[Heat]:
        """Play all heats and the Final; yield each when it is over."""
        number = 0
        while self._goes_on(number):
            number += 1
            yield self._play_heat(number)
            for person in self.state.heat(number).present:
                if self.chance.random() < DROPS:
                    self.append(log.Dropped(person=person))
        if self.state.format.finalists:
            yield self._play_final()

    def _goes_on(self, played: int) -> bool:
        """Return whether another heat follows."""
        if self.state.format.scheme == "knockout":
            return not played or len(tournament.remaining(self.state)) > 1
        return played < len(self.state.heats)

    def _play_heat(self, number: int, coming: Sequence[str] = ()) -> Heat:
        secret = sha256(f"herald tournament {self.seed} {number}".encode()).digest()
        self.append(log.Announced(heat=number, commitment=commitment(secret)))
        heat = self.state.heat(number)
        for person in list(coming or heat.entered):
            if number == FINAL or self.chance.random() >= ABSENT:
                self.append(log.CheckedIn(heat=number, person=person))
        self.append(log.Seated(heat=number, secret=secret.hex()))
        for table in range(1, len(heat.games) + 1):
            if self._hazard():
                out = self.chance.choice(self.state.game(number, table).people)
                came = self.chance.choice([f"s{self.games}", ""])
                self.append(log.Substituted(heat=number, table=table, out=out, person=came, name=f"Substitute {came}"))
            self.append(log.Finished(heat=number, table=table, result=self._played(number, table)))
        self.append(log.Signed(heat=number, by="gm"))
        check(self.state, self.log)
        for table in range(1, len(heat.games) + 1):
            if self._hazard():
                ruled = self._played(number, table)
                self.append(log.Corrected(heat=number, table=table, result=ruled, reason="So it was.", by="assistant"))
                self.append(log.Signed(heat=number, by="assistant"))
                check(self.state, self.log)
        return heat

    def _played(self, heat: int, table: int) -> Result:
        self.games += 1
        return self.play_game(self.state.game(heat, table).people, self.games, heat == FINAL)

    def _hazard(self) -> bool:
        return self.rough and self.chance.random() < HAZARD

    def _play_final(self) -> Heat:
        while question := finalists.qualified(self.state).question:
            answer = self.chance.choice(list(question.choices)) if self.rough else question.default
            self.append(log.Decided(question=question.about, answer=answer))
        missing = [person for person in finalists.qualified(self.state).finalists if self.chance.random() < ABSENT]
        for person in missing:
            self.append(log.Declined(person=person))
        for person in finalists.qualified(self.state).finalists:
            self.append(log.Confirmed(person=person))
        return self._play_heat(FINAL, finalists.qualified(self.state).finalists)


def check(state: State, entries: Sequence[AnyEntry]) -> None:
    """Raise BrokenInvariant where a tournament is not as it must be."""
    problems = [*_seats_wrong(state), *_standings_wrong(state)]
    if export.read(export.written(entries))[1] != state:
        problems.append("replaying the log gives another state of the tournament")
    if msgspec.json.decode(msgspec.json.encode(state), type=State) != state:
        problems.append("the state of the tournament is read differently from how it was written")
    if problems:
        raise BrokenInvariant(problems)


def _seats_wrong(state: State) -> Iterator[str]:
    for heat in [*state.heats, state.final]:
        seated = [person for game in heat.games for person in game.began]
        if len(seated) != len(set(seated)):
            yield f"somebody sits twice in {heat_name(heat.number)}"
        if heat.closed and {*seated, *heat.idle} != set(heat.present):
            yield f"in {heat_name(heat.number)} other people are seated than checked in"
        if heat.games and not heat.overridden and len(heat.idle) > _without_a_seat(state, heat):
            yield f"in {heat_name(heat.number)} somebody has no seat although there was one"
        sizes = [len(game.began) for game in heat.games]
        if sizes and not heat.overridden and sorted(sizes, reverse=True) != seating.sizes(len(seated), state.format):
            yield f"the tables of {heat_name(heat.number)} are not of equal size as far as they go"
        for number, game in enumerate(heat.games, start=1):
            if state.master in game.began and not seating.judge_of(state, game.began):
                yield f"nobody can judge the game master at table {number} of {heat_name(heat.number)}"


def _without_a_seat(state: State, heat: Heat) -> int:
    """How many who checked in have no seat of right: whom no table can take, and a game master without an assistant."""
    coming = [person for person in heat.present if person != state.master or person not in heat.idle]
    return len(heat.present) - sum(seating.sizes(len(coming), state.format))


def _standings_wrong(state: State) -> Iterator[str]:
    lines = standings.standings(state)
    if [line.place for line in lines] != list(range(1, len(lines) + 1)):
        yield "the standings are no strict order"
    if {line.person for line in lines} != set(state.entrants()):
        yield "the standings list other people than have been seated"
    for before, after in pairwise(lines):
        ahead: dict[str, float] = {what: before.figures[what] - after.figures[what] for what in state.format.order}
        settled = next((what for what, by in ahead.items() if by), "lot")
        if before.settled_by != settled:
            yield f"what put {before.person} before {after.person} is not explained"
        if before.dropped == after.dropped and ahead.get(settled, 0) < 0:
            yield f"{before.person} stands before {after.person} with less"


def by_computer(
    rules: Rules[Any],
    tournament_format: Format,
    seed: int,
    players: Sequence[Player],
    look: Callable[[Transcript], None] | None = None,
) -> Game:
    """Return what plays the games of a tournament with computer players, each person always by the same one.

    `look` sees the record of every game.
    """

    def play(people: Sequence[str], number: int, final: bool) -> Result:
        options = rules.options(tournament_format.variant, options_of(rules, tournament_format, final=final))
        last: list[Table] = []
        played = simulation.play(
            rules,
            options,
            len(people),
            seed=seed,
            number=number,
            players=[players[int("".join(filter(str.isdigit, person)) or 0) % len(players)] for person in people],
            after=lambda table: last.__setitem__(slice(None), [table]),
        )
        if look:
            look(played.transcript)
        table = last[0]
        names = dict(zip(played.transcript.seats, people, strict=True))
        return of_game(rules.competition.tallies(table.game), table.result, names, {}, f"game {number}")

    return play
