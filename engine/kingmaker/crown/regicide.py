"""Killing one's own heirs (rules 6.6)."""

from engine.core.actions import Action, Choice, Field, Offer
from engine.core.errors import Illegal
from engine.core.text import counted
from engine.kingmaker.board import deaths, locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.combat.sides import Sides


class KillHeir(Action, frozen=True):
    """Kill an heir in the charge of an own noble."""

    heir: str


def victims(game: Kingmaker, seat: str) -> list[str]:
    """Return the heirs whom a seat may kill; Beaufort is a noble and not among them."""
    return [
        heir
        for heir, royal in game.state.heirs.items()
        if royal.alive and heir in game.catalog.royals and forces.seat_of_heir(game, heir) == seat
    ]


def kill_heir(game: Kingmaker, seat: str, action: KillHeir) -> None:
    """Take an heir out of the game for good, or raise Illegal [BASE-CAP-4]."""
    if action.heir not in victims(game, seat):
        raise Illegal("You can kill only a living heir whom one of your nobles controls.", "BASE-CAP-4")
    deaths.kill_heir(game, action.heir, "killed", by=seat)


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer to kill one's own heirs (D84)."""
    choices = [
        Choice(heir, names.heir(game, heir), locations.say(game, game.heir(heir).at)) for heir in victims(game, seat)
    ]
    left = sum(royal.alive for royal in game.state.heirs.values()) - 1
    whom = Field("heir", "Whom?", lambda _: choices)
    seldom = not any(in_danger(game, heir) for heir in victims(game, seat))
    label, follows = (
        "Kill one of your heirs",
        f"the heir is out of the game for good; {counted(left, 'heir')} would be left",
    )
    offer = Offer(KillHeir, label, (whom,), follows, forgoes=True, seldom=seldom, says="Kill {heir}")
    return [offer] if choices else []


def in_danger(game: Kingmaker, heir: str) -> bool:
    """Whether an heir is with a noble who is under attack, and could fall into other hands."""
    noble = game.heir(heir).noble
    return any(isinstance(step, Sides) and noble in step.defenders(game) for step in game.state.steps)
