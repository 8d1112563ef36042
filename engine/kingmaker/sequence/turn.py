"""The turn: six phases in fixed order, one seat after the other (rules 2) [BASE-TRN-1]."""

from engine.core.steps import AnyStep
from engine.kingmaker.board import sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE
from engine.kingmaker.board.people import forces, peace
from engine.kingmaker.board.places import garrison
from engine.kingmaker.board.state import Noble, Phase, Turn
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.combat import captives, combat
from engine.kingmaker.crown import coronation, crown_phase, houses
from engine.kingmaker.events import catastrophe, events
from engine.kingmaker.movement import movement
from engine.kingmaker.overseas import refuge
from engine.kingmaker.parliament import must_meet, parliament
from engine.kingmaker.sequence import ending, newcomers
from engine.kingmaker.ships import harbours


class Round(KingmakerStep):
    """The step at the bottom of the stack, which gives the seats their turns, clockwise, and never ends by itself."""

    def proceed(self, game: Kingmaker) -> bool:
        """Begin the turn that `game.state.turn` stands for."""
        turn = game.state.turn
        game.push(OneTurn())
        game.emit("turn", f"Round {turn.round}: it is {{{turn.seat}}}'s turn.", about=[turn.seat])
        houses.begin_turn(game)
        if newcomers.due(game, turn.seat):
            game.push(newcomers.Redeal(turn.seat))
        return True


class OneTurn(KingmakerStep):
    """One seat's turn. A seat without nobles has only the Event and Crown phases [BASE-TRN-2]."""

    begun: list[Phase] = []
    """The phases that have been entered."""

    def proceed(self, game: Kingmaker) -> bool:
        """Enter the next phase, or end the turn."""
        phase = next((phase for phase in PHASES if phase not in self.begun), None)
        if phase is None:
            game.pop(self)
            game.push(captives.FateOfCaptives(), EndOfTurn())
            return True
        self.begun = [*self.begun, phase]
        if must_meet.skips(game, phase):
            return True
        if phase in ALWAYS or forces.nobles_of(game, game.active) or must_meet.meets_without_nobles(game, phase):
            game.state.turn.phase = phase
            game.emit("phase", f"{{{game.active}}}: {phase} phase.", about=[game.active])
            match phase:
                case "movement":
                    garrison.bind(game, game.active)
                case "combat":
                    sieges.next_turn(game, game.active)
                    refuge.warn_idle(game, game.active)
            game.push(PHASES[phase](), EndOfPhase())
        return True


class EndOfPhase(KingmakerStep):
    """The moment after a phase, when the map is drawn."""

    def proceed(self, game: Kingmaker) -> bool:
        """Mark the end of the phase in the log."""
        game.pop(self)
        game.emit("phase_end", f"The {game.state.turn.phase} phase is over.", about=[game.state.turn.phase])
        return True


class EndOfTurn(KingmakerStep):
    """The moment when the next seat's turn begins."""

    def proceed(self, game: Kingmaker) -> bool:
        """Clear the effects of this turn, and begin the next; after the last turn decide who has won."""
        game.pop(self)
        game.emit("turn_end", "", about=[game.active])
        if ending.turn_over(game, *following(game)):
            ending.stop_play(game)
        else:
            pass_on(game)
        return True


def pass_on(game: Kingmaker) -> None:
    """Give the turn to the next seat that is still in the game."""
    garrison.unbind(game, game.active)
    seat, number = following(game)
    game.state.turn = Turn(round=number, seat=seat, phase="event")
    peace.end(game, seat)
    catastrophe.end_due(game)
    for noble in game.state.nobles.values():
        refresh(noble)
        noble.weary = noble.weary and noble.faction != seat
    for ship in game.state.ships.values():
        ship.steps, ship.loaded_at = 0, NO_PLACE
    harbours.forget_the_start(game)


def following(game: Kingmaker) -> tuple[str, int]:
    """Return the seat whose turn is next, and the round of that turn."""
    now = game.state.turn
    seat = next((seat for seat in game.clockwise(now.seat) if seat != now.seat), now.seat)
    wraps = game.place_in_round(seat) <= game.place_in_round(now.seat)
    return seat, now.round + wraps


def refresh(noble: Noble) -> None:
    """Let a noble move and fight again."""
    noble.moved = noble.embarked = noble.fought = False


PHASES: dict[Phase, type[AnyStep]] = {
    "event": events.EventPhase,
    "movement": movement.MovementPhase,
    "combat": combat.CombatPhase,
    "parliament": parliament.ParliamentPhase,
    "coronation": coronation.CoronationPhase,
    "crown": crown_phase.CrownPhase,
}
ALWAYS = ("event", "crown")
