"""`herald tournament`: play a whole tournament with computer players and print how it went."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.ops.simulate import computer_players
from engine.core.errors import BadFile
from engine.core.rules import Rules
from engine.tournament import export, finalists, trial, wording
from engine.tournament.format import Format
from engine.tournament.state import Heat, State, heat_name, heat_title
from engine.tournament.trial import Trial

NAMED = re.compile(r"\{(-?\w+)\}")
"""Matches the placeholder of a person in a sentence."""


class Event:
    """A tournament that is played by computer players."""

    def __init__(
        self, rules: Rules[Any], tournament_format: Format, entrants: int, seed: int, players: list[str]
    ) -> None:
        known = computer_players(rules)
        play = trial.by_computer(rules, tournament_format, seed, [known[name] for name in players])
        self.course = Trial(tournament_format, entrants, seed, play)

    def played(self) -> Iterator[str]:
        """Yield how it goes, line by line: every heat as it is over, the standings, the Final and the places."""
        state = self.course.state
        yield f"{state.format.title}: {len(state.names) - len(state.officials)} have entered."
        for heat in self.course.play():
            yield ""
            yield from (_named(state, line) for line in _heat(heat))
        yield ""
        yield from (_named(state, line) for line in _end(state))

    def write(self, folder: Path) -> None:
        """Write its log, which can be carried out again, and the standings as a table."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "tournament.json").write_bytes(export.written(self.course.log))
        (folder / "standings.csv").write_text(export.as_csv(self.course.state), encoding="utf-8")


def replayed(path: Path) -> Iterator[str]:
    """Yield where an exported tournament stands when its log is carried out again; raises BadFile."""
    try:
        _, state = export.read(path.read_bytes())
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error
    for heat in [*state.heats, state.final]:
        if heat.closed:
            yield from (_named(state, line) for line in _heat(heat))
            yield ""
    yield from (_named(state, line) for line in _end(state))


def _heat(heat: Heat) -> Iterator[str]:
    if heat.off:
        yield f"{heat_title(heat.number)} was called off: {heat.off}"
        return
    yield f"{heat_name(heat.number).removeprefix('the ').capitalize()}: {len(heat.present)} have checked in."
    yield from wording.tables(heat)
    for number, game in enumerate(heat.games, start=1):
        if game.result:
            yield wording.result(heat.number, number, game.result)


def _end(state: State) -> Iterator[str]:
    yield "Standings:"
    yield from wording.standing(state)
    if state.format.finalists:
        chosen = finalists.qualified(state)
        yield f"Seats of the Final: {chosen.seats}; first reserve: {wording.people(chosen.next_up)}."
    yield ""
    yield from wording.honours(state)
    yield f"Entrants: {len(state.entrants())}."


def _named(state: State, line: str) -> str:
    return NAMED.sub(lambda found: state.names.get(found[1], found[1]), line)
