"""Victory (rules 8): the last King wins."""

from engine.kingmaker import locations, names, succession
from engine.kingmaker.game import Kingmaker
from engine.kingmaker.succession import BEAUFORT


def check(game: Kingmaker) -> None:
    """End the game when one seat has the only living heir as King in England, or when no heir can be left."""
    succession.keep_support(game)
    alive = [heir for heir, royal in game.state.heirs.items() if royal.alive]
    if not alive:
        _nobody_left(game)
    elif len(alive) == 1:
        _last_heir(game, alive[0])


def _last_heir(game: Kingmaker, heir: str) -> None:
    """The last heir wins for his seat if he is King and in England [BASE-VIC-1, BASE-VIC-2]."""
    royal = game.heir(heir)
    seat = succession.seat_of(game, heir)
    if not (royal.king and seat and locations.on_mainland(royal.at)):
        return
    past_beaufort = royal.house == "york" and BEAUFORT in game.state.nobles
    rule = "BASE-VIC-2" if past_beaufort else "BASE-VIC-1"
    reason = f"King {names.heir(heir)} is the last of the royal blood, {locations.say(royal.at)}: {{{seat}}} wins."
    game.finish([seat], reason, rule)


def _nobody_left(game: Kingmaker) -> None:
    """Without heirs the game is drawn, unless Beaufort may yet be crowned (rules 8.5, RULING 41)."""
    if game.state.heirs and BEAUFORT not in game.state.nobles:
        game.finish([], "No royal heir is left alive, and Beaufort is not in play: the game is drawn.", "BASE-VIC-1")
