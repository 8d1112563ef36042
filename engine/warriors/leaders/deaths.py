"""Phase Eight: which leaders die (rules 6.9, 4.2)."""

from engine.warriors.board import armies, names
from engine.warriors.board.game import Warriors

MORTAL = ("map", "captured", "routed")
"""Where leaders are whose fate is rolled for [WOG-8.1]."""


def age(game: Warriors, leader_id: str) -> int:
    """Return on how many turns a leader has acted."""
    return game.state.turn.number - game.card(leader_id).entry + 1


def threshold(game: Warriors, leader_id: str) -> int:
    """Return up to which number of a die a leader dies this turn [WOG-8.2, 14.2]."""
    chart = game.catalog.death[str(game.option("death_chart"))].dies_on
    return chart[min(max(age(game, leader_id), 1), len(chart)) - 1]


def check(game: Warriors) -> None:
    """Roll for every leader, by id."""
    mortal = sorted(leader_id for leader_id, leader in game.state.leaders.items() if leader.where in MORTAL)
    rolls = {leader_id: game.dice.roll(6, f"death: {names.leader(game, leader_id)}") for leader_id in mortal}
    dying = [leader_id for leader_id in mortal if rolls[leader_id] <= threshold(game, leader_id)]
    if dying:
        game.emit("deaths", "All leaders roll for their lives; the longer they have acted, the sooner they die.")
    for leader_id in dying:
        _die(game, leader_id, rolls[leader_id], threshold(game, leader_id))


def _die(game: Warriors, leader_id: str, rolled: int, needed: int) -> None:
    """Take a dead leader off the board; his troops stay behind [WOG-8.3, 8.4]."""
    leader, crown = game.leader(leader_id), names.king(game, leader_id)
    who = (
        f"{names.leader(game, leader_id)}{crown}"
        if leader_id in game.state.kings.values()
        else names.led(game, [leader_id])
    )
    where = {"captured": " in prison", "routed": "" if game.last_turn else " before he is back"}.get(leader.where, "")
    alone = "stands" if sum(leader.troops.values()) == 1 else "stand"
    left = f"; {names.troops(game, leader.troops)} {alone} without a leader" if leader.troops else ""
    place = f" in {names.area(game, leader.area)}" if leader.area else where
    if leader.area and leader.troops:
        armies.abandon(game, leader_id)
    leader.where, leader.area, leader.disgraced = "dead", "", False
    armies.uncrown(game, leader_id)
    text = f"{who} dies a natural death{place} (rolled {rolled}, dies on {needed} or less){left}."
    report = {"leader": leader_id, "roll": rolled, "needed": needed}
    game.emit("death", text, about=[leader_id], rule="WOG-8.3", report=report, outcome="natural death")
