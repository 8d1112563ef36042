"""Everything that stands on the table, in words, for people who check a position against their own table."""

from collections.abc import Collection, Iterator

from engine.core.actions import MASTER
from engine.core.text import join_words
from engine.warriors.board import names
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Side
from engine.warriors.sequence.turn import OneTurn


def inventory(game: Warriors, said: Collection[str], viewer: str) -> list[tuple[str, list[str]]]:
    """Return a heading and its lines for each part of the table; only standing orders are hidden."""
    if not game.state.sides:
        return [("Where the game stands", ["The sides have not been bid for yet."])]
    sides = [(f"{{{game.seat(side)}}} ({names.side(side)})", list(_lines(game, side, viewer))) for side in SIDES]
    parts = [
        ("Where the game stands", list(_when(game))),
        *sides,
        ("Areas", list(_areas(game))),
        ("Leaders off the map", list(_off(game, said))),
    ]
    return [(heading, lines) for heading, lines in parts if lines]


def _when(game: Warriors) -> Iterator[str]:
    turn = game.state.turn
    years = game.catalog.years[game.scenario.id, turn.number]
    step = next((step for step in game.state.steps if isinstance(step, OneTurn)), None)
    phase = step.to_come[0] if step and step.to_come else turn.phase
    when = f"Turn {turn.number} of {game.number('turns')}, {years.first} to {years.last}"
    yield f"{when}, at the beginning of {names.PHASES[phase]}."
    yield f"Score: {names.lead(game.state.score)}."


def _lines(game: Warriors, side: Side, viewer: str) -> Iterator[str]:
    """Yield the King, each army on the map, the prison, and what the side controls."""
    king = game.state.kings.get(side)
    yield f"King: {names.leader(game, king) if king else 'none'}"
    for area in game.catalog.areas:
        yield from (f"{names.area(game, area)}: {_army(game, leader_id)}" for leader_id in game.here(area, side))
    held = game.prisoners(enemy(side))
    yield f"in prison: {names.leaders(game, held) if held else 'nobody'}"
    controlled = game.controlled(side)
    listed = join_words(f"{names.area(game, area)} {game.area(area).value}" for area in controlled)
    yield f"controls, with what each raises: {listed or 'nothing'}"
    if viewer == MASTER and side in game.state.orders:
        yield f"standing orders, told to {{{game.seat(side)}}} alone, are set"


def _army(game: Warriors, leader_id: str) -> str:
    """Return a leader with the troops and what room is left for more."""
    leader = game.leader(leader_id)
    marks = " (disgraced)" if leader.disgraced else ""
    men = sum(leader.troops.values())
    room = men + game.capacity_left(leader_id)
    name = f"{names.leader(game, leader_id)} {names.rating(game, leader_id)}{marks}"
    return f"{name} with {names.troops(game, leader.troops)} ({men} of {room})"


def _areas(game: Warriors) -> Iterator[str]:
    """Yield the things in areas beside leaders: nobody's control, aggressors, troops without a leader."""
    free = [
        area_id for area_id, area in game.catalog.areas.items() if not area.neutral and not game.controller(area_id)
    ]
    yield f"controlled by nobody: {names.areas(game, free) if free else 'none'}"
    for area, side in game.state.aggressors.items():
        yield f"aggressor in {names.area(game, area)}: {names.side(side)}"
    for area, troops in game.state.loose.items():
        yield f"without a leader in {names.area(game, area)}: {names.troops(game, troops)}"
    if game.state.aside:
        yield f"mercenaries put aside: {names.troops(game, game.state.aside)}"


def _off(game: Warriors, said: Collection[str]) -> Iterator[str]:
    """Yield the fates of the other leaders: those of the file, and, turn by turn, those still to come."""
    words = {"routed": "routed", "pool": "in the pool", "killed": "killed this turn", "dead": "dead"}
    leaders = game.state.leaders
    for where, told in words.items():
        if found := sorted(leader_id for leader_id, leader in leaders.items() if leader.where == where):
            yield f"{told}: {names.leaders(game, found)}"
    entries = {
        leader_id: game.card(leader_id).entry for leader_id, leader in leaders.items() if leader.where == "future"
    }
    if late := sorted(leader_id for leader_id, entry in entries.items() if entry <= game.state.turn.number):
        yield f"still to come, although their turn is over (name those who are elsewhere): {names.leaders(game, late)}"
    for turn in sorted({entry for entry in entries.values() if entry > game.state.turn.number}):
        found = sorted(leader_id for leader_id, entry in entries.items() if entry == turn)
        yield f"still to come, for turn {turn}: {names.leaders(game, found)}"
