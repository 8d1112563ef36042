"""Deal anew what a viewer cannot know: the standing orders of others (rules 11)."""

from random import Random

from engine.warriors.battles.losses import GROUPS
from engine.warriors.battles.standing import HIGHEST
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import SIDES, Standing, State


def resample(game: Warriors, copy: State, viewer: str, chance: Random) -> None:
    """Change at random, in a copy of the state, all that a viewer may not know; whether it is said is hidden, too."""
    for side in SIDES:
        if game.seat(side) and game.seat(side) != viewer:
            order = Standing(siege=chance.randint(0, HIGHEST), losses=chance.sample(GROUPS, len(GROUPS)))
            copy.orders[side] = order
