"""Victory (rules 8): the last King wins."""

from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import succession
from engine.kingmaker.board.people.succession import BEAUFORT
from engine.kingmaker.board.places import sites
from engine.kingmaker.overseas import heirs_abroad
from engine.kingmaker.sequence import ending

RECORDED = {
    "ashby": "Ashby",
    "berwick": "Berwick",
    "kingston": "Kingston",
    "newark": "Newark",
    "newcastle": "Newcastle",
}
"""Squares by the names that they had once: the reason of a result is kept in the state, and records compare states."""


def check(game: Kingmaker) -> None:
    """End the game when one seat has the only living heir as King, or when no heir can be left."""
    succession.end_support(game)
    alive = [heir for heir, royal in game.state.heirs.items() if royal.alive]
    if len(alive) == 1:
        _last_heir(game, alive[0])
    elif not alive and not ending.reckoning(game):
        _nobody_left(game)


def _last_heir(game: Kingmaker, heir: str) -> None:
    """Let the seat of the last heir win if he is King and in the right place [BASE-VIC-1, 2, COV-3.1, COV-4.9]."""
    royal = game.heir(heir)
    seat = succession.seat_of(game, heir)
    # Where the last King wins is an option, `last_king_place` [COV-3.1].
    if royal.king and seat and (game.option("last_king_place") == "anywhere" or in_england(game, royal.at, seat)):
        reason = (
            f"{names.monarch(game, heir)} is the last of the royal blood, {_recorded(game, royal.at)}: {{{seat}}} wins."
        )
        # Another rule lets him win where Beaufort is in play and does not prevent it.
        besides = BEAUFORT in game.state.nobles and heir != BEAUFORT
        rule = "BASE-VIC-2" if besides and royal.house == "york" else "BASE-VIC-1"
        if game.option("beaufort_rule") == "heir_when_last":
            rule = "COV-4.9" if besides else "COV-3.1"
        game.finish([seat], reason, rule)


def _recorded(game: Kingmaker, at: Location) -> str:
    if locations.kind(at) == "open" and (square := locations.square_of(at)) in RECORDED:
        return f"in the open at {RECORDED[square]}"
    return locations.say(game, at)


def in_england(game: Kingmaker, at: Location, seat: str) -> bool:
    """Whether a location counts as in England for a seat.

    The mainland does; where heirs must return to it, so does Carisbrooke for the seat that controls it.
    """
    own_isle = (
        game.option("heir_overseas") == "must_return"
        and locations.square_of(at) == game.catalog.places[heirs_abroad.HAVEN].square
        and sites.controller(game, heirs_abroad.HAVEN) == seat
    )
    return locations.on_mainland(at) or own_isle


def _nobody_left(game: Kingmaker) -> None:
    """Without heirs the game is over, unless Beaufort may yet be crowned (rules 8.5, RULING 41)."""
    if not game.state.heirs or BEAUFORT in game.state.nobles:
        return
    if game.option("end_rule") == "last_king_only":
        reason = f"No royal heir is left alive, and {names.card(game, BEAUFORT)} is not in play: the game is drawn."
        game.finish([], reason, "BASE-VIC-1")
    else:
        game.emit("heirs_gone", "No royal heir is left alive.", rule="BASE-VIC-1")
        ending.stop_play(game)
