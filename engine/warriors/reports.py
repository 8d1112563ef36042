"""Answers in words to what players ask between decisions: how the game and each side stand."""

from collections.abc import Iterator

from engine.warriors.battles import battles
from engine.warriors.battles.strength import SIX
from engine.warriors.board import names
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Side
from engine.warriors.leaders import deaths
from engine.warriors.sequence import scoring

FIGHTING = ("impulses", "battles")
"""The phases in which battles are brought about and fought."""

NO_KING = "no King (-1 on initiative)"


def headline(game: Warriors) -> str:
    """Turn, phase and score; whose impulse it is."""
    turn = game.state.turn
    years = game.catalog.years[game.scenario.id, turn.number]
    when = f"Turn {turn.number} of {game.number('turns')}, {years.first} to {years.last}: {names.PHASES[turn.phase]}."
    wins = f"whoever leads by {game.number('sudden_death')} wins at once"
    score = game.state.score
    leads = f"the {'English' if score > 0 else 'French'} lead by {abs(score)}" if score else "nobody leads"
    lines = [when, f"Score: **{leads}**; {wins}."]
    if turn.phase == "impulses":
        left = turn.impulses.get(turn.moving, 0)
        lines.append(f"{names.opening(turn.moving)} have the next impulse, {left} left.")
    if game.state.battle is not None:
        where = names.area(game, game.state.battle.area)
        lines.append(f"The battle of {where} is being fought.")
    now = game.state.battle.area if game.state.battle else ""
    if turn.phase in FIGHTING and (coming := [area for area in battles.battlefields(game) if area != now]):
        lines.append(f"Battles to come: {names.areas(game, coming)}.")
    return "\n".join([*lines, *_loose(game)])


def scores(game: Warriors) -> list[tuple[str, str]]:
    """Return a few lines for each seat, all of it public."""
    if not game.state.sides:
        return [(f"{{{seat}}}", "has not bid yet") for seat in game.state.seats]
    return [(f"{{{game.seat(side)}}}", "\n".join(_standing(game, side))) for side in SIDES]


def _standing(game: Warriors, side: Side) -> Iterator[str]:
    king = game.state.kings.get(side)
    yield f"**{names.opening(side)}**, {f'King: {names.leader(game, king)}' if king else NO_KING}"
    yield f"Controls: {names.areas(game, game.controlled(side)) if game.controlled(side) else 'nothing'}"
    for area in game.catalog.areas:
        if found := game.here(area, side):
            yield f"{names.area(game, area)}: {'; '.join(_army(game, leader_id) for leader_id in found)}"
    if held := game.prisoners(enemy(side)):
        yield f"Holds in prison: {names.leaders(game, held)}"


def _loose(game: Warriors) -> Iterator[str]:
    """Tell of the troops without a leader, which belong to nobody [WOG-10.4]."""
    if lying := {area: troops for area in game.catalog.areas if (troops := game.state.loose.get(area))}:
        told = "; ".join(f"{names.area(game, area)} {names.troops(game, troops)}" for area, troops in lying.items())
        yield f"Troops without a leader (at the end of the turn leaders there take them, the rest is lost): {told}."


def _army(game: Warriors, leader_id: str) -> str:
    troops = game.leader(leader_id).troops
    marks = " (disgraced)" if game.leader(leader_id).disgraced else ""
    return f"{names.leader(game, leader_id)} {names.rating(game, leader_id)}{marks} with {names.troops(game, troops)}"


def where(game: Warriors, viewer: str) -> str:
    """Where each side's leaders stand, who is in prison or routed, and who arrives when."""
    lines = [*(line for side in SIDES for line in _stand(game, side)), *_loose(game)]
    lines += [f"In the prison of {names.side(enemy(side))}: {_named(game, game.prisoners(side))}." for side in SIDES]
    routed = sorted(leader_id for leader_id, leader in game.state.leaders.items() if leader.where == "routed")
    back, free = ("", "") if game.last_turn else (", back when leaders arrive", names.free(game, routed))
    lines.append(f"Routed{back}: {_named(game, routed)}.{free}")
    lines += _mortal(game)
    for turn in range(game.state.turn.number + 1, game.number("turns") + 1):
        coming = [leader_id for leader_id, leader in game.state.leaders.items() if leader.where == "future"]
        found = sorted(leader_id for leader_id in coming if game.card(leader_id).entry == turn)
        if found:
            who = "; ".join(_coming(game, leader_id) for leader_id in found)
            lines.append(f"At the end of turn {turn - 1}, to act on turn {turn}, come {who}.")
    return "\n".join(lines)


def _mortal(game: Warriors) -> Iterator[str]:
    """Tell how likely each leader dies a natural death this turn [WOG-8.2]."""
    chances: dict[int, list[str]] = {}
    for leader_id, leader in sorted(game.state.leaders.items()):
        if leader.where in deaths.MORTAL:
            chances.setdefault(deaths.threshold(game, leader_id), []).append(leader_id)
    told = "; ".join(f"{100 * number / SIX:.0f}% {names.leaders(game, ids)}" for number, ids in sorted(chances.items()))
    if told:
        yield f"Natural deaths at the end of this turn: {told}."


def _stand(game: Warriors, side: Side) -> Iterator[str]:
    """Where the leaders of a side stand, an area a line."""
    for area in game.catalog.areas:
        if found := game.here(area, side):
            armies = "; ".join(_army(game, leader_id) for leader_id in found)
            yield f"{names.opening(side)} in {names.area(game, area)}: {armies}."


def _coming(game: Warriors, leader_id: str) -> str:
    """Return a leader of the future with his side and his home."""
    card = game.card(leader_id)
    whose = {"english": "English", "french": "French", "nonaligned": "non-aligned"}[card.nationality]
    return f"{card.name} {names.rating(game, leader_id)} ({whose}, {names.area(game, card.home)})"


def _named(game: Warriors, leaders: list[str]) -> str:
    return names.leaders(game, leaders) if leaders else "nobody"


def points(game: Warriors, viewer: str) -> str:
    """Return the score of the board as it stands."""
    found = list(scoring.points(game))
    lines = []
    for side in SIDES:
        own = [one for one in found if one.side == side]
        told = "; ".join(f"{one.what} {one.number}" for one in own)
        lines.append(f"{names.opening(side)}: {sum(one.number for one in own)} ({told or 'nothing'}).")
    return "\n".join(lines)
