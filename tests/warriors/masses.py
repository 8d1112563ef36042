"""Masses of whole games of Warriors of God: `python -m tests.warriors.masses`, or `make test-long`.

Every game is played under all invariants, by the players that are named, and judged by the second arithmetic; scenarios
and sides take turns. What comes out is how games end and the balance of the sides, which docs/rules/warriors.md keeps.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from bot.ops.simulate import computer_players
from engine.core.events import Event
from engine.core.table import Table
from engine.core.trials import simulation
from engine.warriors.board.state import SIDES
from engine.warriors.rules import RULES
from tests import masses
from tests.masses import Tally

ENDINGS = ("won [WOG-13.2]", "won [WOG-13.3]", "drawn [WOG-13.3]")
SEATS = {"s1": "english", "s2": "french"}
SOURCES = {"WOG-11.12": "prisoners"} | dict.fromkeys(
    ("WOG-11.8", "WOG-11.9", "WOG-11.10", "WOG-11.11"), "leaders killed"
)
"""What points are scored for, by their rule; what is left are areas."""


@dataclass
class Campaigns(Tally):
    """What many games have come to; the first key is the scenario."""

    played: Counter[str] = field(default_factory=Counter)
    length: Counter[str] = field(default_factory=Counter)
    """Actions of all games."""
    turns: Counter[str] = field(default_factory=Counter)
    handovers: Counter[str] = field(default_factory=Counter)
    """How often another player than before had to act, with nothing said ahead."""
    endings: Counter[tuple[str, str]] = field(default_factory=Counter)
    wins: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By side; "" for a draw."""
    player_wins: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By side and computer player."""
    player_games: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    leads: Counter[tuple[str, int]] = field(default_factory=Counter)
    """The sum of the English leads after each turn."""
    scored: Counter[tuple[str, int]] = field(default_factory=Counter)
    """How many games have scored each turn."""
    points: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By side and source."""
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)


# ---------------------------------------------------------------------- playing


def campaigns(numbers: range, seed: int, players: tuple[str, ...], perturb: float) -> Campaigns:
    """Play games one after the other; their numbers decide scenario, sides and dice."""
    found = Campaigns()
    for number in numbers:
        _play(found, number, seed, players, perturb)
    return found


def _play(found: Campaigns, number: int, seed: int, players: tuple[str, ...], perturb: float) -> None:
    known, variants = computer_players(RULES), list(RULES.variants)
    variant = variants[number % len(variants)]
    turned = number // len(variants) % len(players)
    order = [players[(place + turned) % len(players)] for place in range(2)]
    played = simulation.play(
        RULES,
        RULES.options(variant, {"sides": "host"}),
        2,
        seed=seed,
        number=number,
        players=[known[name] for name in order],
        perturb=perturb,
        after=partial(_note, found, variant),
    )
    assert played.ending in ENDINGS, (number, played.ending)
    masses.judge(played.transcript)
    found.games, found.actions = found.games + 1, found.actions + played.actions
    found.played[variant] += 1
    found.length[variant] += played.actions
    found.endings[variant, played.ending] += 1
    acting = [entry.seat for entry in played.transcript.entries]
    found.handovers[variant] += sum(one != other for one, other in pairwise(acting))
    winner = next((SEATS[seat] for seat in played.winners), "")
    found.wins[variant, winner] += 1
    for side, name in zip(SIDES, order, strict=True):
        found.player_games[variant, side, name] += 1
        found.player_wins[variant, side, name] += side == winner
    found.outcomes.update({(variant, what): many for what, many in played.outcomes.items()})


def _note(found: Campaigns, variant: str, table: Table) -> None:
    turn = 0
    for event in reversed(table.game.events):
        if event.kind == "score":
            turn = turn or _scored_turn(table)
            _note_score(found, variant, turn, event)


def _scored_turn(table: Table) -> int:
    """The turn that has just been scored: the last one, for the next has begun unless the game is over."""
    number: int = table.game.state.turn.number
    return number if table.result is not None else number - 1


def _note_score(found: Campaigns, variant: str, turn: int, event: Event) -> None:
    found.leads[variant, turn] += event.report["score"]
    found.scored[variant, turn] += 1
    found.turns[variant] += 1
    for row in event.report["points"]:
        found.points[variant, row["side"], SOURCES.get(row["rule"], "areas")] += row["points"]


# ---------------------------------------------------------------------- telling


def tables(found: Campaigns) -> Iterator[str]:
    """Yield what came out as tables of Markdown."""
    yield f"{found.games} games, {found.actions / found.games:.0f} actions each, none of them broken or stuck."
    yield from _ways(found)
    yield from _players(found)
    yield from _leads(found)
    yield from _sources(found)
    yield from _outcomes(found)


def _ways(found: Campaigns) -> Iterator[str]:
    yield "\n| scenario | games | English | French | drawn | by a lead of 30 | turns | actions | handed over |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for variant, games in sorted(found.played.items()):
        shares = " | ".join(f"{100 * found.wins[variant, side] / games:.1f} %" for side in (*SIDES, ""))
        sudden = f"{100 * found.endings[variant, ENDINGS[0]] / games:.0f} %"
        means = (found.turns, found.length, found.handovers)
        numbers = f"{means[0][variant] / games:.1f} | {means[1][variant] / games:.0f} | {means[2][variant] / games:.0f}"
        yield f"| {variant} | {games} | {shares} | {sudden} | {numbers} |"


def _players(found: Campaigns) -> Iterator[str]:
    yield "\n| scenario | side | player | games | won |\n| --- | --- | --- | --- | --- |"
    for (variant, side, name), games in sorted(found.player_games.items()):
        won = f"{100 * found.player_wins[variant, side, name] / games:.1f} %"
        yield f"| {variant} | {side} | {name} | {games} | {won} |"


def _leads(found: Campaigns) -> Iterator[str]:
    turns = sorted({turn for _, turn in found.scored})
    yield f"\n| English lead after turn | {' | '.join(map(str, turns))} |\n| --- |{' --- |' * len(turns)}"
    for variant in sorted(found.played):
        means = (found.leads[variant, turn] / max(1, found.scored[variant, turn]) for turn in turns)
        yield f"| {variant} | {' | '.join(f'{mean:.1f}' for mean in means)} |"


def _sources(found: Campaigns) -> Iterator[str]:
    yield "\n| points of a game for | scenario | English | French |\n| --- | --- | --- | --- |"
    for variant, games in sorted(found.played.items()):
        for source in ("areas", "prisoners", "leaders killed"):
            means = " | ".join(f"{found.points[variant, side, source] / games:.1f}" for side in SIDES)
            yield f"| {source} | {variant} | {means} |"


def _outcomes(found: Campaigns) -> Iterator[str]:
    yield "\n| came out | scenario | in a game |\n| --- | --- | --- |"
    for (variant, what), many in sorted(found.outcomes.items()):
        yield f"| {what} | {variant} | {many / found.played[variant]:.1f} |"


if __name__ == "__main__":
    masses.main(__doc__, Campaigns(), campaigns, tables, "marshal")
