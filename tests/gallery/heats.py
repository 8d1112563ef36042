"""The tournament of the gallery: three heats and a Final of Kingmaker between 29 computer players, and its log."""

from pathlib import Path
from typing import Any

import msgspec

from bot.ops.simulate import computer_players
from engine.games import rules_of
from engine.tournament import export, log, trial
from engine.tournament.format import preset
from engine.tournament.state import State

GAME = "heats"
FILE = Path(__file__).parent / "heats.json"
ENTRANTS, SEED = 29, 2007
NAMES = (
    *("Ann", "Benedict", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lou", "Max", "Ned", "Ola"),
    *("Pat", "Quentin", "Rob", "Sue", "Tom", "Ursula", "Val", "Wat", "Xenia", "Yve", "Zoe", "Margery", "Cuthbert"),
    "Philippa",
)
MASTER = "Olga"


def state() -> State:
    """Return where the tournament stands at its end."""
    return export.read(FILE.read_bytes())[1]


def play() -> None:
    """Play the tournament anew and keep its log."""
    rules = rules_of("kingmaker")
    seats = rules.seats(rules.options("wbc", {}))
    tournament_format = preset("wbc", title="Kingmaker by Post", year=2026, game=rules.name, variant="wbc", seats=seats)
    game = trial.by_computer(rules, tournament_format, SEED, [computer_players(rules)["fickle"]])
    course = trial.Trial(tournament_format, ENTRANTS, SEED, game)
    for _ in course.play():
        pass
    FILE.write_bytes(export.written(map(named, course.log)))


def named(entry: Any) -> Any:
    """Return an entry with the names of the gallery."""
    if isinstance(entry, log.Entered):
        return msgspec.structs.replace(entry, name=NAMES[int(entry.person[1:]) - 1])
    return msgspec.structs.replace(entry, name=MASTER) if isinstance(entry, log.Opened) else entry
