"""Phase Eleven: the score, and the end of the game (rules 6.12, 4.6)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.warriors.board import names
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Side


class Points(NamedTuple):
    """Points of a side, and for what."""

    side: Side
    number: int
    what: str
    rule: str


def points(game: Warriors) -> Iterator[Points]:
    """Yield everything that would be scored as the board stands."""
    yield from _areas(game)
    yield from _killed(game)
    yield from _prisons(game)


def _areas(game: Warriors) -> Iterator[Points]:
    """Yield the points of controlled areas [WOG-11.3 to 11.7]."""
    chart = game.catalog.score
    rules = {3: "WOG-11.3", 2: "WOG-11.4", 1: "WOG-11.5"}
    for area, side in sorted(game.state.control.items()):
        value, name = game.area(area).value, names.area(game, area)
        yield Points(side, chart.area_value[value - 1], name, rules[value])
        if area == game.catalog.initiative.king_home[enemy(side)]:
            rule = "WOG-11.6" if side == "english" else "WOG-11.7"
            yield Points(side, chart.capital, f"{name} as the enemy's own land", rule)


def _killed(game: Warriors) -> Iterator[Points]:
    """Enemy leaders killed in battle this turn [WOG-11.8 to 11.11]."""
    chart = game.catalog.score
    rules = {3: "WOG-11.8", 2: "WOG-11.9", 1: "WOG-11.10"}
    for leader_id, leader in sorted(game.state.leaders.items()):
        if leader.where != "killed" or not leader.side:
            continue
        rank, side, name = game.card(leader_id).rank, enemy(leader.side), names.leader(game, leader_id)
        yield Points(side, chart.killed[rank - 1], f"{name} killed", rules[rank])
        if leader.crowned:
            yield Points(side, chart.king, f"{name} was King", "WOG-11.11")


def _prisons(game: Warriors) -> Iterator[Points]:
    """Enemy leaders in prison [WOG-11.12]."""
    for side in SIDES:
        for leader_id in game.prisoners(side):
            number = game.catalog.score.prison_per_star * game.card(leader_id).rank
            yield Points(enemy(side), number, f"{names.leader(game, leader_id)} in prison", "WOG-11.12")


def score(game: Warriors) -> None:
    """Score the turn, take the killed out of the game, and see whether it is over [WOG-11.1, 11.2, 11.13]."""
    scored = list(points(game))
    total = {side: sum(one.number for one in scored if one.side == side) for side in SIDES}
    game.state.score += total["english"] - total["french"]
    rows = [{"side": one.side, "points": one.number, "what": one.what, "rule": one.rule} for one in scored]
    text = f"This turn the English score {total['english']}, the French {total['french']}. {_in_all(game)}"
    text += "".join(f"\n- {names.opening(side)}: {_listed(scored, side)}" for side in SIDES if total[side])
    game.emit("score", text, rule="WOG-11.2", report={"points": rows, "score": game.state.score})
    for leader in game.state.leaders.values():
        if leader.where == "killed":
            leader.where, leader.crowned = "dead", False
    if abs(game.state.score) >= game.number("sudden_death"):
        finish(game, f"With a lead of {abs(game.state.score)}", "WOG-13.2")
    elif game.last_turn:
        finish(game, "After the last turn", "WOG-13.3")


def _in_all(game: Warriors) -> str:
    """Say who leads now: 'The French now lead by 1.'."""
    score = game.state.score
    return f"The {'English' if score > 0 else 'French'} now lead by {abs(score)}." if score else "Nobody leads now."


def _listed(found: Sequence[Points], side: Side) -> str:
    """Return the points of a side, each with what it is for."""
    return ", ".join(f"{one.what} {one.number}" for one in found if one.side == side)


def finish(game: Warriors, when: str, rule: str) -> None:
    """End the game for the side in the lead; 0 is a draw [WOG-13.2, 13.3]."""
    lead = game.state.score
    game.state.turn.phase = "over"
    if not lead:
        game.finish([], f"{when} neither side leads: the game is drawn.", rule)
        return
    winner: Side = "english" if lead > 0 else "french"
    text = f"{when} {names.side(winner)} have won ({names.lead(lead)})."
    game.finish([game.seat(winner)], text, rule)
