"""Deal anew what a viewer cannot know: piles, ballots, first tiles, and goods behind the screens (rules 14)."""

from collections.abc import Collection, Sequence
from random import Random

from engine.core.actions import MASTER
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Ballot, Player, State
from engine.lancaster.parliament.choices import Absolving, Buying
from engine.lancaster.parliament.voting import Voting
from engine.lancaster.rewards.battles import Ransoming
from engine.lancaster.rewards.castles import Castles
from engine.lancaster.views import sees

ENDLESS = ("gold", "squires")
"""Goods behind a screen of which nobody can tell how many there are in all."""

COUNTED = ("dishonor", "seals")
"""Goods behind a screen of which all see how many are left on the regal board."""


def resample(game: Lancaster, copy: State, viewer: str, chance: Random) -> None:
    """Change at random, in a copy of the state, all that a viewer may not know."""
    if viewer == MASTER:
        return
    chance.shuffle(copy.laws.pile)
    chance.shuffle(copy.conflict_pile)
    told = _told(game)
    hidden = [player for seat, player in copy.players.items() if not sees(game, seat, viewer)]
    for player in hidden:
        _behind_the_screen(game, player, told, chance)
    for good in COUNTED:
        if good not in told:
            _deal(hidden, good, chance)
    for step in copy.steps:
        if isinstance(step, Voting):
            _ballots(copy, step, viewer, chance)


def _told(game: Lancaster) -> Collection[str]:
    """The goods of which the open question tells something: nobody is asked for what he cannot pay (R38)."""
    match game.top:
        case Ransoming():
            return ("gold",)
        case Castles():
            return ("squires",)
        case Absolving():
            return ("dishonor",)
        case Buying(law=law):
            return game.catalog.laws[law].effect.cost
        case _:
            return ()


def _behind_the_screen(game: Lancaster, player: Player, told: Collection[str], chance: Random) -> None:
    for good in ENDLESS:
        if good not in told:
            setattr(player, good, chance.randrange(8))
    if game.option("hide_voting_markers") and "voting_markers" not in told:
        player.voting_markers = player.fresh_markers + chance.randrange(6)


def _deal(players: Sequence[Player], good: str, chance: Random) -> None:
    """Deal out anew what some players have of a good, the same number in all."""
    owners = [chance.choice(players) for player in players for _ in range(getattr(player, good))]
    for player in players:
        setattr(player, good, sum(owner is player for owner in owners))


def _ballots(copy: State, vote: Voting, viewer: str, chance: Random) -> None:
    for seat, ballots in vote.ballots.items():
        if seat != viewer:
            left = copy.players[seat].voting_markers
            for law in ballots:
                used = chance.randint(0, left)
                left -= used
                ballots[law] = Ballot(chance.choice(("yes", "no")), used)
