"""The rules that are always on: sieges, offers, Dukes, full hands, victory (rules 2.7, 4.7, 6.5, 7, 8)."""

from engine.kingmaker.board import sieges, succession
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.crown import dukes, hand, houses
from engine.kingmaker.overseas import exile, refuge
from engine.kingmaker.sequence import victory
from engine.kingmaker.trade import fleet, trade


def keep(game: Kingmaker) -> None:
    """Look after every step whether a siege is raised, an offer lapses, a hand is too full, or somebody has won."""
    if game.state.result is None and game.state.turn.phase != "setup":
        exile.watch(game)
        refuge.settle(game)
        dukes.keep(game)
        sieges.raise_failed(game)
        trade.lapse(game)
        fleet.settle(game)
        hand.keep(game)
        succession.keep_beaufort(game)
        houses.keep(game)
        victory.check(game)
