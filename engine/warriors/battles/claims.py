"""With which number of a die leaders gain an area that nobody controls (rules 4.5)."""

from collections.abc import Sequence

from engine.warriors.battles import strength
from engine.warriors.board.game import Warriors


def threshold_of(game: Warriors, area: str, leaders: Sequence[str]) -> tuple[int, str]:
    """Return up to which number of a die leaders alone would control an area, and by which rule [WOG-4.5, 4.6]."""
    able = [leader_id for leader_id in leaders if not game.leader(leader_id).disgraced]
    if not able:
        return 0, "WOG-4.4"
    hired = mercenaries(game, leaders)
    if any(game.card(leader_id).home == area for leader_id in able):
        return game.catalog.home_control - hired, "WOG-4.5"
    return max(game.card(leader_id).rank for leader_id in able) - hired, "WOG-4.6"


def chance(game: Warriors, area: str, leaders: Sequence[str]) -> float:
    """Return how likely leaders alone would gain control of an area."""
    return min(strength.SIX, max(0, threshold_of(game, area, leaders)[0])) / strength.SIX


def mercenaries(game: Warriors, leaders: Sequence[str]) -> int:
    """Return how many mercenaries leaders have."""
    return sum(
        number
        for leader_id in leaders
        for kind, number in game.leader(leader_id).troops.items()
        if game.troop(kind).mercenary
    )
