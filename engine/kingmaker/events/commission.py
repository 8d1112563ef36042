"""Commission: a Writ sends another noble of the faction in place of the one called (rules 3.3) [WBC-OPT-COMMISSION]."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request, pass_offer
from engine.core.errors import Illegal, allows
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites


class Commission(Action, frozen=True):
    """Spend a Writ to send this noble in place of the one called."""

    noble: str


def absence(game: Kingmaker, at: Location) -> str:
    """Why somebody at a location cannot answer from there, in words; "" if he can [BASE-EVT-4, WBC-C07.1]."""
    if sites.under_siege(game, at):
        return "under siege"
    where = game.shore(at)
    if locations.kind(where) == "sea":
        return "at sea"
    return "" if locations.on_mainland(where) else "off the mainland"


def played(game: Kingmaker) -> bool:
    """Whether the table plays with commissions (option `commission`)."""
    return game.option("commission") == "on"


def check_substitute(game: Kingmaker, seat: str, noble: str, barred: Sequence[str], least: int) -> None:
    """Raise Illegal unless a noble may be sent: of the faction, free to go, strong enough [WBC-C07.1, WBC-C07.2]."""
    if noble not in game.state.nobles or game.noble(noble).faction != seat:
        raise Illegal("A commission goes to a noble of the same faction.", "WBC-C07.2")
    name = names.card(game, noble)
    if noble in barred:
        raise Illegal(f"{name} is called by this card too; send somebody else.", "WBC-OPT-COMMISSION")
    if game.noble(noble).captor:
        raise Illegal(f"{name} is a captive and cannot go.", "WBC-C07.1")
    if why := absence(game, game.noble(noble).at):
        raise Illegal(f"{name} is {why} and cannot take a commission.", "WBC-C07.1")
    men = forces.strength(game, noble, "commission")
    if men < least:
        raise Illegal(f"{name} brings {men} men; the commission needs {least} or more.", "WBC-C07.2")


def substitutes(game: Kingmaker, seat: str, barred: Sequence[str], least: int) -> list[str]:
    """Return the nobles whom `check_substitute` lets a seat send, if it can pay with a Writ."""
    if not played(game) or not piles.kept(game, seat, "writ"):
        return []
    own = forces.nobles_of(game, seat)
    return [noble for noble in own if allows(check_substitute, game, seat, noble, barred, least)]


def request(game: Kingmaker, called: str, place: PlaceId, able: Sequence[str]) -> Request:
    """Ask the owner of a noble who is called whether another goes instead (D11)."""
    prompt = (
        f"{names.card(game, called)} is called to {names.place(game, place)}. "
        f"You may spend a Writ to send another noble."
    )
    choices = [Choice(n, names.card(game, n), f"{forces.strength(game, n, 'commission')} men") for n in able]
    send = Offer(
        Commission,
        "Send another noble for a Writ",
        (Field("noble", "Whom?", lambda _: choices),),
        says="Spend a Writ to send {noble}",
    )
    return Request(game.noble(called).faction, "D11", prompt, (send, pass_offer("Send nobody else")), Pass)


def spend(game: Kingmaker, seat: str, called: str, noble: str) -> None:
    """Put the Writ on the event discard."""
    spent = piles.spend(game, seat, "writ")
    text = (
        f"{{{seat}}} spends a Writ: {names.card(game, noble)} goes by "
        f"commission in place of {names.card(game, called)}."
    )
    game.emit("commission", text, about=[noble, called, *spent], rule="WBC-OPT-COMMISSION")
