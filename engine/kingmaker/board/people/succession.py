"""The line of succession, Kings and Beaufort (rules 6.2 to 6.4)."""

from engine.core.game import cached_while_waiting
from engine.kingmaker.board import names
from engine.kingmaker.board.catalog import House
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import Heir

BEAUFORT = "beaufort"

DEPOSED = 50
"""How far a deposed King falls back in the line of his house: behind all but Beaufort [COV-7.3.3]."""


def line(game: Kingmaker, house: House) -> list[str]:
    """Return the living heirs of a house, senior first; a crowned Beaufort is the last of Lancaster [BASE-COR-2, 4]."""
    heirs = [heir for heir, royal in game.state.heirs.items() if royal.house == house and royal.alive]
    return sorted(heirs, key=lambda heir: _place_in_line(game, heir))


def _place_in_line(game: Kingmaker, heir: str) -> int:
    royal = game.catalog.royals.get(heir)
    return royal.succession + DEPOSED * game.heir(heir).deposed if royal else 99


@cached_while_waiting
def senior(game: Kingmaker, house: House) -> str:
    """Return the senior heir of a house; "" if none lives."""
    heirs = [heir for heir, royal in game.state.heirs.items() if royal.house == house and royal.alive]
    return min(heirs, key=lambda heir: _place_in_line(game, heir), default="")


def living(game: Kingmaker) -> list[str]:
    """All living heirs of both houses, a crowned Beaufort among them."""
    return [*line(game, "lancaster"), *line(game, "york")]


def kings(game: Kingmaker) -> list[str]:
    """Return the crowned heirs who live: at most one of each house [BASE-COR-3]."""
    return [heir for heir in living(game) if game.heir(heir).king]


@cached_while_waiting
def sole_king(game: Kingmaker) -> str:
    """Return the only King, or that one of two whom Parliament supports; "" if none [BASE-COR-3, BASE-PAR-10]."""
    crowned = kings(game)
    if len(crowned) == 1:
        return crowned[0]
    return game.state.support if game.state.support in crowned else ""


def seat_of(game: Kingmaker, heir: str) -> str:
    """Return the seat whose free noble controls an heir; "" if there is none."""
    person = game.state.nobles.get(game.heir(heir).noble)
    return person.faction if person and not person.captor else ""


def make_beaufort_heir(game: Kingmaker) -> None:
    """Let Beaufort in play be the last of Lancaster as soon as no other lives (option `beaufort_rule`) [COV-4.7]."""
    if game.option("beaufort_rule") != "heir_when_last" or BEAUFORT not in game.state.nobles:
        return
    heirs = game.state.heirs
    if not heirs or any(royal.alive and royal.house == "lancaster" for royal in heirs.values()):
        return
    game.state.heirs[BEAUFORT] = Heir(house="lancaster", at=game.noble(BEAUFORT).at, noble=BEAUFORT)
    text = f"No other Lancastrian lives: {names.card(game, BEAUFORT)} is the heir of Lancaster while he is in play."
    game.emit("beaufort", text, about=[BEAUFORT], rule="COV-4.7")


def falls_in_battle_only(game: Kingmaker, noble: str) -> bool:
    """Whether this is Beaufort as the last of Lancaster, whom nothing kills but battle (RULING 33) [COV-4.8]."""
    return noble == BEAUFORT in game.state.heirs and game.option("beaufort_rule") == "heir_when_last"


def end_support(game: Kingmaker) -> None:
    """Let Parliament's support end when one of the two Kings has died [BASE-PAR-10]."""
    if game.state.support and len(kings(game)) < 2:
        game.state.support = ""
