"""Phase Four: who controls what (rules 6.5)."""

from engine.core.text import counted
from engine.warriors.battles import claims, strength
from engine.warriors.board import names
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import SIDES, Side


def determine(game: Warriors) -> None:
    """Check every contested area with leaders once, by id; then the marks go [WOG-4.1 to 4.7]."""
    game.state.aggressors = {}
    for area in sorted(area for area in game.catalog.areas if not game.area(area).neutral):
        for side in SIDES:
            if steady(game, area, side):
                _check(game, area, side)
    for leader in game.state.leaders.values():
        leader.disgraced = False


def steady(game: Warriors, area: str, side: Side) -> list[str]:
    """Return the leaders of a side in an area who are not disgraced."""
    return [leader_id for leader_id in game.here(area, side) if not game.leader(leader_id).disgraced]


def threshold(game: Warriors, area: str, side: Side) -> tuple[int, str]:
    """Return up to which number of a die a side would control an area, and by which rule [WOG-4.5, 4.6]."""
    return claims.threshold_of(game, area, game.here(area, side))


def _because(game: Warriors, area: str, side: Side, rule: str) -> str:
    """Say from what the number follows up to which a side controls an area."""
    stars = max(game.card(leader_id).rank for leader_id in steady(game, area, side))
    told = "at home" if rule == "WOG-4.5" else counted(stars, "star")
    hired = claims.mercenaries(game, game.here(area, side))
    return f"{told}, less {hired} for mercenaries" if hired else told


def _check(game: Warriors, area: str, side: Side) -> None:
    """Check an area in which a side stands alone, with a leader who is not disgraced."""
    holder, name = game.controller(area), names.area(game, area)
    if holder == side:
        return
    if holder is not None:
        del game.state.control[area]
        alone = f"where only {side.capitalize()} leaders stand; nobody controls it now"
        text = f"{names.opening(holder)} lose control of {name}, {alone}."
        game.emit("control", text, about=[area], rule="WOG-4.4", report={"area": area, "side": ""})
        return
    needed, rule = threshold(game, area, side)
    rolled = game.dice.roll(6, f"control of {name}")
    report = {"area": area, "roll": rolled, "needed": needed, "side": side if rolled <= needed else ""}
    roll = f"rolled {rolled}, needed {max(needed, 0)} or less: {_because(game, area, side, rule)}"
    if rolled <= needed:
        game.state.control[area] = side
        text = f"{names.opening(side)} gain control of {name} ({roll})."
        if needed >= strength.SIX:
            whose = names.leaders(game, [one for one in steady(game, area, side) if game.card(one).home == area])
            text = f"{names.opening(side)} gain control of {name}, the home of {whose} (sure at home; rolled {rolled})."
    else:
        text = f"{names.opening(side)} fail to gain control of {name} ({roll})."
    game.emit("control", text, about=[area], rule=rule, report=report)
