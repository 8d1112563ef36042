"""The five rounds, each with its phases in their order (rules 5)."""

from collections.abc import Callable, Mapping

from engine.core.steps import Step
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import PhaseName
from engine.lancaster.parliament.parliament import Parliament
from engine.lancaster.placing.placing import Placing
from engine.lancaster.rewards import battles, castles, offices, rewards
from engine.lancaster.rewards.counties import Harvest
from engine.lancaster.sequence import scoring


class Rounds(Step):
    """The game itself: round after round."""

    def proceed(self, game: Lancaster) -> bool:
        """Begin the round that `game.state.turn` stands for."""
        turn = game.state.turn
        game.emit("round", f"Round {turn.round}: {{{turn.start}}} begins.", about=[turn.start], rule="LAN-BASE-07")
        game.push(OneRound())
        return True


class OneRound(Step):
    """One round, stage after stage; `begun` are those that have been entered."""

    begun: list[str] = []

    def proceed(self, game: Lancaster) -> bool:
        """Enter the next stage, or end the round."""
        stage = next((stage for stage in STAGES if stage not in self.begun), "")
        if stage:
            self.begun = [*self.begun, stage]
            game.state.turn.phase, enter = STAGES[stage]
            enter(game)
            return True
        game.pop(self)
        turn = game.state.turn
        text = f"Round {turn.round} is over. Power points: {scoring.standing(game)}."
        game.emit("round_end", text, rule="LAN-BASE-07")
        if game.last_round:
            scoring.score(game)
        else:
            turn.round += 1
        return True


def _place(game: Lancaster) -> None:
    """Let the start player begin (rules 6.1)."""
    game.state.turn.seat = game.state.turn.start
    game.push(Placing())


STAGES: Mapping[str, tuple[PhaseName, Callable[[Lancaster], None]]] = {
    "place": ("place", _place),
    "parliament": ("parliament", lambda game: game.push(Parliament())),
    "offices": ("rewards", offices.fill),
    "tower": ("rewards", rewards.clear_tower),
    "counties": ("rewards", lambda game: game.push(Harvest(left=list(game.state.counties)))),
    "castles": ("rewards", castles.evaluate),
    "conflicts": ("rewards", lambda game: game.push(battles.Battles(battles.order(game)))),
    "upkeep": ("rewards", rewards.upkeep),
}
"""The stages of a round, with the phase that each belongs to (rules 5.1, 8)."""
