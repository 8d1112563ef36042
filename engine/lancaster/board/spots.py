"""Where tokens stand, in words: court, reserve, tower, `county:A`, `castle:K1`, `conflict:C03/2`, `office:<id>`."""

from engine.lancaster.board.state import Spot

COURT = Spot("court")
RESERVE = Spot("reserve")
TOWER = Spot("tower")
TREASURY = "treasury"


def county(letter: str) -> Spot:
    """Return the space of a county."""
    return Spot(f"county:{letter}")


def castle(space: str) -> Spot:
    """Return a space of the own castle, K1 to K6, or of an ally's, L1 or L2."""
    return Spot(f"castle:{space}")


def conflict(card: str, place: int) -> Spot:
    """Return a space of a conflict; place 0 is the topmost."""
    return Spot(f"conflict:{card}/{place + 1}")


def office(name: str) -> Spot:
    """Return the lord's space of an office."""
    return Spot(f"office:{name}")


def kind(spot: str) -> str:
    """Return the kind of space: county, castle, conflict, office, court, reserve or tower."""
    return spot.partition(":")[0]


def name(spot: str) -> str:
    """Return the id of the county, castle space, card or office of a spot; "" for court, reserve and tower."""
    return spot.partition(":")[2].partition("/")[0]


def deployed(spot: str) -> bool:
    """Whether a knight there is deployed: in play and not at court (R07)."""
    return spot not in (COURT, RESERVE)
