"""Masses of whole games of Lancaster: `python -m tests.lancaster.masses`, or `make test-long`.

Every game is played under all invariants, by the players that are named, over 2 to 5 seats and all variants in turn;
the second arithmetic judges it. What comes out is the balance of seats, laws and sources of power points that
docs/rules/lancaster.md keeps.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from bot.ops.simulate import computer_players
from engine.core.events import Event
from engine.core.table import Table
from engine.core.trials import simulation
from engine.lancaster.board.catalog import catalog
from engine.lancaster.rules import RULES
from tests import masses
from tests.masses import Tally

SEATS = (2, 3, 4, 5)
GAIN = re.compile(r"(\d+) power points?")
SOURCES = {"LAN-BASE-44": "conflicts with France", "LAN-BASE-78": "county rewards"}
"""Where power points come from during the rounds, by the rule of the event; what is left are laws."""


@dataclass
class Balance(Tally):
    """What many games have come to."""

    wins: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By number of seats, and by place from the first start player, 0 for himself; a shared victory in parts."""
    player_wins: Counter[tuple[int, str]] = field(default_factory=Counter)
    """By number of seats and computer player."""
    votes: Counter[tuple[str, bool]] = field(default_factory=Counter)
    """By law and whether it was approved."""
    points: Counter[str] = field(default_factory=Counter)
    """Power points by their source, of all players."""
    scores: Counter[int] = field(default_factory=Counter)
    """Final power points of all players, by number of seats."""
    players: Counter[int] = field(default_factory=Counter)
    """Games played, by number of seats."""


# ---------------------------------------------------------------------- playing


def balance(numbers: range, seed: int, players: tuple[str, ...], perturb: float) -> Balance:
    """Play games one after the other; their numbers decide seats, variant and dice."""
    found = Balance()
    for number in numbers:
        _play(found, number, seed, players, perturb)
    return found


def _play(found: Balance, number: int, seed: int, players: tuple[str, ...], perturb: float) -> None:
    known = computer_players(RULES)
    seats = SEATS[number % len(SEATS)]
    variants = list(RULES.variants)
    variant = variants[number // len(SEATS) % len(variants)]
    turned = number // (len(SEATS) * len(variants)) % len(players)
    order = [players[(place + turned) % len(players)] for place in range(seats)]
    starts: list[str] = []
    played = simulation.play(
        RULES,
        RULES.options(variant, {}),
        seats,
        seed=seed,
        number=number,
        players=[known[name] for name in order],
        perturb=perturb,
        after=partial(_note, found, starts),
    )
    assert played.ending == "won [LAN-BASE-88]", (number, played.ending)
    masses.judge(played.transcript)
    found.games, found.actions = found.games + 1, found.actions + played.actions
    found.players[seats] += 1
    for winner in played.winners:
        share = 1 / len(played.winners)
        place = int(winner[1:]) - 1
        found.wins[seats, (place + 1 - int(starts[0][1:])) % seats] += share  # type: ignore[assignment] # whoever shares a win has a part of it
        found.player_wins[seats, order[place]] += share  # type: ignore[assignment] # whoever shares a win has a part of it


def _note(found: Balance, starts: list[str], table: Table) -> None:
    if not starts:
        starts.append(table.game.state.turn.start)
    for event in table.game.events:
        _note_event(found, event)
    if table.result is not None:
        found.scores[len(table.seats)] += sum(player.points for player in table.game.state.players.values())
        for line in table.game.state.sheet:
            if line.what != "track":
                found.points[f"final: {line.what}"] += line.points


def _note_event(found: Balance, event: Event) -> None:
    if event.kind == "vote_closes":
        found.votes[str(event.report["law"]), event.outcome == "law approved"] += 1
    elif event.kind == "law" and " gives " in event.text:
        found.points["laws"] += sum(map(int, GAIN.findall(event.text)))
    elif event.kind == "gained" and (gained := GAIN.search(event.text)):
        found.points[SOURCES.get(event.rule, "laws")] += int(gained[1])


# ---------------------------------------------------------------------- telling


def tables(found: Balance) -> Iterator[str]:
    """Yield what came out as tables of Markdown."""
    yield f"{found.games} games, {found.actions / found.games:.0f} actions each, none of them broken or stuck."
    yield from _wins(found)
    yield from _sources(found)
    yield from _laws(found)


def _wins(found: Balance) -> Iterator[str]:
    yield "\n| seats | games | mean points | won, from the first start player on | won, by player |"
    yield "| --- | --- | --- | --- | --- |"
    for seats, games in sorted(found.players.items()):
        mean = found.scores[seats] / games / seats
        shares = " / ".join(f"{100 * found.wins[seats, place] / games:.0f}" for place in range(seats))
        names = sorted({name for number, name in found.player_wins if number == seats})
        by = ", ".join(f"{name} {100 * found.player_wins[seats, name] / games:.1f}" for name in names)
        yield f"| {seats} | {games} | {mean:.1f} | {shares} % | {by} % |"


def _sources(found: Balance) -> Iterator[str]:
    yield "\n| source of power points | a player and game |\n| --- | --- |"
    people = sum(seats * games for seats, games in found.players.items())
    for source, points in sorted(found.points.items(), key=lambda row: -row[1]):
        yield f"| {source} | {points / people:.1f} |"


def _laws(found: Balance) -> Iterator[str]:
    yield "\n| law | votes | approved |\n| --- | --- | --- |"
    for law in catalog().laws.values():
        passed, failed = found.votes[law.id, True], found.votes[law.id, False]
        if passed + failed:
            yield f"| {law.id} {law.title} | {passed + failed} | {100 * passed / (passed + failed):.0f} % |"


if __name__ == "__main__":
    masses.main(__doc__, Balance(), balance, tables, "courtier")
