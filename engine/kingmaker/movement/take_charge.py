"""Taking charge of heirs without moving: they are where a noble is, with nobody to protect them (rules 2.3.7)."""

from collections.abc import Iterator

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal, allows
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.movement import fetching, land
from engine.kingmaker.overseas import refuge


class TakeCharge(Action, frozen=True):
    """Let a noble take charge of an heir who is in his location, with nobody to protect them."""

    heir: str
    noble: str


def check_charge(game: Kingmaker, seat: str, heir: str, noble: str) -> None:
    """Raise Illegal unless a noble may take charge of an heir in his own location [BASE-MOV-11]."""
    land.check_own(game, seat, noble)
    fetching.check_fetch(game, seat, [noble], heir)
    if game.noble(noble).at != game.heir(heir).at:
        raise Illegal(
            lambda: f"{names.card(game, noble)} is not where {names.heir(game, heir)} is; move there first.",
            "BASE-MOV-11",
        )


def take_charge(game: Kingmaker, seat: str, order: TakeCharge) -> None:
    """Put an heir into a noble's charge."""
    check_charge(game, seat, order.heir, order.noble)
    stays = fetching.halting(game, [order.heir])
    game.heir(order.heir).noble = order.noble
    fetching.tell_charge(game, order.heir, order.noble)
    if stays:
        game.state.turn.staying.append(order.noble)
    refuge.note_errands(game, forces.nobles_at(game, game.noble(order.noble).at, seat))


# ---------------------------------------------------------------------- what is offered


def offers(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer the heirs that may be taken charge of now."""

    def wards() -> Iterator[str]:
        here = {game.noble(noble).at for noble in forces.nobles_of(game, seat)}
        free = (heir for heir in fetching.free_heirs(game) if game.heir(heir).at in here)
        return (heir for heir in free if _guardians(game, seat, heir))

    if not any(True for _ in wards()):
        return []

    def heirs(_: Draft) -> list[Choice]:
        return [Choice(heir, names.heir(game, heir), locations.say(game, game.heir(heir).at)) for heir in wards()]

    def guardians(draft: Draft) -> list[Choice]:
        return [Choice(noble, names.card(game, noble)) for noble in _guardians(game, seat, draft["heir"])]

    fields = (Field("heir", "Of whom?", heirs), Field("noble", "Which noble?", guardians))
    return [Offer(TakeCharge, "Take charge of an heir", fields)]


def _guardians(game: Kingmaker, seat: str, heir: str) -> list[str]:
    here = forces.nobles_at(game, game.heir(heir).at, seat)
    return [noble for noble in here if allows(check_charge, game, seat, heir, noble)]
