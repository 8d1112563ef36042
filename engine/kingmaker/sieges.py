"""Sieges that are laid, held and raised (rules 4.7)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.core.actions import Action, Choice, Field, Offer
from engine.core.errors import Illegal
from engine.core.steps import AnyStep
from engine.kingmaker import forces, locations, names, peace, sites
from engine.kingmaker.game import Kingmaker
from engine.kingmaker.state import Siege


def outside(game: Kingmaker, place: str) -> str:
    """The location from which a site is besieged: in the open in its square."""
    return locations.open_in(game.book.places[place].square)


def required(game: Kingmaker, place: str) -> int:
    """Men needed to attack a site or to hold its siege: its garrison and all nobles inside [BASE-SGE-1, 9]."""
    return sites.garrison(game, place) + forces.total(game, forces.nobles_at(game, locations.inside(place)), "defence")


def besiegers(game: Kingmaker, place: str) -> list[str]:
    """The nobles who besiege a site: all of the besieging faction in the open there, and its allies."""
    siege = game.state.sieges.get(place)
    if siege is None:
        return []
    there = [noble for noble in forces.nobles_at(game, outside(game, place)) if peace.takes_part(game, noble, place)]
    return [noble for noble in there if game.noble(noble).faction == siege.seat or noble in siege.allies]


def besiege_strength(game: Kingmaker, place: str) -> int:
    """Men of the besiegers of a site."""
    return forces.total(game, besiegers(game, place), "attack")


def lay(game: Kingmaker, place: str, seat: str, attackers: Sequence[str]) -> None:
    """Put a site under siege by a seat, with the other factions' attackers as allies [BASE-SGE-3]."""
    allies = [noble for noble in attackers if game.noble(noble).faction != seat]
    game.state.sieges[place] = Siege(seat, allies)
    peace.lay_at_home(game, place, attackers)
    text = f"{names.place(place)} is under siege by {{{seat}}}."
    game.emit("siege", text, about=[place], track=[locations.inside(place)], rule="BASE-SGE-3")


# ---------------------------------------------------------------------- raising


def raise_failed(game: Kingmaker) -> None:
    """Raise every siege whose besiegers are gone or too weak, or that has nothing left to besiege [BASE-SGE-7]."""
    for place in list(game.state.sieges):
        why = _failing(game, place)
        if why:
            lift(game, place, why)


def _failing(game: Kingmaker, place: str) -> str:
    seat = game.state.sieges[place].seat
    if not forces.nobles_at(game, outside(game, place), seat):
        return "no besieger is left"
    if sites.controller(game, place) == seat:
        return f"it is {{{seat}}}'s now"
    if game.book.places[place].kind == "open_town" and not sites.occupants(game, place, seat):
        return "nobody is inside any more"
    if besiege_strength(game, place) < required(game, place):
        return f"{besiege_strength(game, place)} men are too few against {required(game, place)}"
    return ""


def lift(game: Kingmaker, place: str, why: str) -> None:
    """End a siege; the garrison is at full strength at once [BASE-SGE-7]."""
    del game.state.sieges[place]
    text = f"The siege of {names.place(place)} is raised: {why}."
    game.emit("siege_raised", text, about=[place], track=[locations.inside(place)], rule="BASE-SGE-7")


def beaten(game: Kingmaker, losers: Iterable[str]) -> None:
    """Raise every siege of which a besieger has lost a battle [BASE-SGE-7]."""
    lost = set(losers)
    for place in list(game.state.sieges):
        if lost & set(besiegers(game, place)):
            lift(game, place, "the besiegers are beaten")


class RaiseSiege(Action, frozen=True):
    """Give up a siege in one's own turn; an ally of the besieger leaves it (D87)."""

    site: str


def check_raise(game: Kingmaker, seat: str, site: str) -> None:
    """Raise Illegal unless a seat may give up its part in a siege now (rules 4.7.6)."""
    if site not in game.state.sieges:
        raise Illegal("That place is not under siege; choose one that you besiege.", "BASE-SGE-7")
    if not any(game.noble(noble).faction == seat for noble in besiegers(game, site)):
        raise Illegal(f"You do not besiege {names.place(site)}.", "BASE-SGE-7")
    if game.active != seat:
        raise Illegal("You can give up a siege in your own turn only.", "BASE-SGE-7")


def may_raise(game: Kingmaker, seat: str, site: str) -> bool:
    """Whether `check_raise` lets a seat give up a siege."""
    try:
        check_raise(game, seat, site)
    except Illegal:
        return False
    return True


def give_up(game: Kingmaker, seat: str, action: RaiseSiege) -> None:
    """Raise the siege, or leave it if another faction leads it."""
    check_raise(game, seat, action.site)
    siege = game.state.sieges[action.site]
    if siege.seat == seat:
        lift(game, action.site, f"{{{seat}}} gives it up")
        return
    siege.allies = [noble for noble in siege.allies if game.noble(noble).faction != seat]
    text = f"{{{seat}}} takes no more part in the siege of {names.place(action.site)}."
    game.emit("siege_left", text, about=[action.site], rule="BASE-SGE-7")


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer to give up sieges (D87)."""
    held = [place for place in game.state.sieges if may_raise(game, seat, place)]
    choices = [Choice(place, names.place(place)) for place in held]
    field = Field("site", "Which siege do you give up?", lambda _: choices)
    return [Offer(RaiseSiege, "Give up a siege", (field,))] if held else []


STEPS: tuple[type[AnyStep], ...] = ()
ACTIONS: tuple[type[Action], ...] = (RaiseSiege,)

ANY_TIME: dict[type[Action], Callable[[Kingmaker, str, Any], None]] = {RaiseSiege: give_up}
