"""State-based actions: consequences of a state, however it came about (rules 2.7, 4.7, 6-8)."""

from engine.kingmaker.board import deaths, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import succession
from engine.kingmaker.crown import dukes, hand, houses
from engine.kingmaker.overseas import heirs_abroad, refuge
from engine.kingmaker.sequence import victory
from engine.kingmaker.trade import fleet, trade


def apply(game: Kingmaker) -> None:
    """After every step raise failed sieges, drop lapsed offers, enforce the hand limit and check for victory."""
    if game.state.result is None and game.state.turn.phase != "setup":
        deaths.drown(game)
        heirs_abroad.update_clocks(game)
        refuge.update_stays(game)
        dukes.follow_senior_heirs(game)
        sieges.raise_failed(game)
        trade.lapse(game)
        fleet.deliver_pledged_ships(game)
        hand.enforce_hand_limit(game)
        succession.make_beaufort_heir(game)
        houses.note_houses(game)
        victory.check(game)
