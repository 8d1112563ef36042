"""Masses of whole tournaments under all invariants: with results out of a hat, or with games that are really played.

`python -m tests.tournament.masses --tournaments 200` for the first, `--game kingmaker` for the second.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any

import msgspec

from bot.ops.simulate import computer_players
from engine.games import GAMES, rules_of
from engine.tournament import standings, tournament, trial
from engine.tournament.format import PRESETS, Format, preset
from engine.tournament.results import Place, Result
from engine.tournament.trial import Trial
from tests import masses

FEWEST, MOST = 8, 64
"""People who enter a tournament out of a hat."""

REAL = 29
"""People who enter one with games that are really played."""


def formats() -> list[Format]:
    """Return every ready format of every game."""
    found = []
    for name, rules in GAMES.items():
        seats = rules.seats(rules.options(rules.usual_variant, {}))
        about: dict[str, Any] = {"year": 2007, "game": name, "variant": rules.usual_variant, "seats": seats}
        found += [preset(shape, title=f"{rules.title}, {shape}", **about) for shape in PRESETS]
    return found


def out_of_a_hat(seed: int) -> trial.Game:
    """Return what gives results at random, with many that are level, some sole Kings, and some who leave."""
    chance = Random(f"results of {seed}")

    def play(people: Sequence[str], number: int, final: bool) -> Result:
        points = [5 * chance.randint(-2, 12) for _ in people]
        king = chance.randrange(len(people)) if chance.random() < 0.2 else -1
        gone = [chance.random() < 0.03 and seat != king for seat in range(len(people))]
        order = [(seat != king, gone[seat], -points[seat]) for seat in range(len(people))]
        places = [
            Place(
                seat=f"s{seat + 1}",
                person=person,
                place=1 + sum(other < order[seat] for other in order),
                points=points[seat],
                clear=seat == king,
                dropped=gone[seat],
            )
            for seat, person in enumerate(people)
        ]
        return Result(places=tuple(sorted(places, key=lambda one: one.place)), ending="It is over.", game=f"g{number}")

    return play


def rough(seed: int) -> Trial:
    """Return a tournament out of a hat before it is played."""
    chance = Random(f"format of {seed}")
    known = formats()
    tournament_format = known[seed % len(known)]
    if tournament_format.scheme == "heats":
        tournament_format = msgspec.structs.replace(tournament_format, seating=chance.choice(["random", "weighed"]))
    return Trial(tournament_format, chance.randint(FEWEST, MOST), seed, out_of_a_hat(seed), rough=True)


def real(seed: int, game: str) -> Trial:
    """Return a tournament whose games computer players are to play, as `herald tournament` plays it."""
    rules = rules_of(game)
    seats = rules.seats(rules.options(rules.usual_variant, {}))
    tournament_format = preset(
        "wbc", title=rules.title, year=2007, game=game, variant=rules.competition.variant, seats=seats
    )
    players = [computer_players(rules)["fickle"]]
    return Trial(
        tournament_format, REAL, seed, trial.by_computer(rules, tournament_format, seed, players, masses.judge)
    )


def played(seed: int, game: str = "") -> Counter[str]:
    """Play a tournament to its end, and count what it has come to; raises BrokenInvariant."""
    course = real(seed, game) if game else rough(seed)
    found = Counter(tournaments=1)
    for heat in course.play():
        found["heats"] += 1
        found["seats"] += sum(len(table.began) for table in heat.games)
    state = course.state
    places = tournament.places(state)
    assert sorted(places) == sorted({*places, *(line.person for line in standings.standings(state))} - {""})
    found["games"] = course.games
    found["entrants"] = len(state.entrants())
    found["lots"] = sum(line.settled_by == "lot" for line in standings.standings(state))
    found["questions"] = len(state.decided)
    found["substitutes"] = sum(len(table.stand_ins) for heat in [*state.heats, state.final] for table in heat.games)
    found["corrections"] = sum(len(table.corrections) for heat in [*state.heats, state.final] for table in heat.games)
    found["enlarged Finals"] = len(state.final.present) > state.format.finalists > 0
    found["reserves who moved up"] = len(state.declined)
    return found


def main() -> None:
    """Play as the command line asks, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tournaments", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--game", default="", help="a game whose computer players really play")
    asked = parser.parse_args()
    begun, found = time.monotonic(), Counter[str]()
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for one in pool.map(partial(played, game=asked.game), range(asked.seed, asked.seed + asked.tournaments)):
            found.update(one)
    for name, count in found.items():
        print(f"{name:24}{count:>8}")
    print(f"{'seconds':24}{time.monotonic() - begun:>8.0f}")


if __name__ == "__main__":
    main()
