"""The games of the gallery: how each was played, and its record with no more than who did what."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.core.computer.deciding import Players
from engine.core.computer.players import RandomPlayer
from engine.core.record import transcript
from engine.core.trials import simulation
from engine.games import rules_of

FOLDER = Path(__file__).parent
NAMES = ("Ann", "Benedict", "Cat", "Dan", "Eve", "Fay", "Gus")


class Recipe(NamedTuple):
    """How a game was played: by computer players who take the seats in turn."""

    game: str
    variant: str
    seats: int
    seed: int
    players: tuple[str, ...]


RECIPES = {
    "seven_seats": Recipe("kingmaker", "base", 7, 1, ("steward",)),
    "tournament": Recipe("kingmaker", "wbc", 6, 1, ("steward",)),
    "house_rules": Recipe("kingmaker", "covault", 6, 2, ("random", "fickle")),
    "tourney": Recipe("warlord", "march", 2, 1, ("captain", "fickle")),
    "king_henry": Recipe("lancaster", "henry", 4, 1, ("courtier",)),
    "hundred_years": Recipe("warriors", "hyw", 2, 1, ("marshal",)),
    "lion_in_winter": Recipe("warriors", "liw", 2, 1, ("marshal",)),
}


def called(name: str) -> str:
    """Return what the page calls a game."""
    return name.replace("_", " ")


def told(name: str) -> str:
    """Return which game it is, by its title, its variant and its seats."""
    how = RECIPES[name]
    return f"{rules_of(how.game).title}, `{how.variant}`, {how.seats} seats"


def load(name: str) -> transcript.Transcript:
    """Return the record of a game."""
    return transcript.read(_file(name).read_bytes())


def play(name: str) -> None:
    """Play a game anew and keep what is needed to draw it."""
    how = RECIPES[name]
    rules = rules_of(how.game)
    known: Players = {"random": RandomPlayer(), **rules.players}
    players = [known[player] for player in how.players]
    options = rules.options(how.variant, {})
    record = simulation.play(rules, options, how.seats, seed=how.seed, players=players, careful=False).transcript
    record.names = dict(zip(record.seats, NAMES, strict=False))
    record.entries = [msgspec.structs.replace(entry, hash="", draws=()) for entry in record.entries]
    _file(name).write_bytes(msgspec.json.encode(record))


def _file(name: str) -> Path:
    return FOLDER / f"{name}.json"
