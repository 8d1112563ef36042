"""Giving up a siege, or leaving that of another (rules 4.7.6; D87)."""

from engine.core.actions import Action, Choice, Field, Offer
from engine.core.errors import Illegal, allows
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId


class RaiseSiege(Action, frozen=True):
    """Give up a siege; an ally of the besieger leaves it (D87)."""

    site: PlaceId


def check_raise(game: Kingmaker, seat: str, site: PlaceId) -> None:
    """Raise Illegal unless a seat may give up its part in a siege now (rules 4.7.6)."""
    rule = sieges.cite(game, "BASE-SGE-7", "COV-6.4.1")
    siege = game.state.sieges.get(site)
    if siege is None:
        raise Illegal("That place is not under siege; choose one that you besiege.", rule)
    ours = [noble for noble in sieges.besiegers(game, site) if game.noble(noble).faction == seat]
    if not ours:
        raise Illegal(lambda: f"You do not besiege {names.castle(game, site)}.", rule)
    if siege.seat == seat:
        if game.active != seat and game.option("siege_rule") == "card_odds":
            raise Illegal("You can give up a siege only in your own turn.", rule)
        return
    if any(locations.kind(game.noble(noble).at) == "aboard" for noble in ours):
        raise Illegal(
            lambda: (
                f"Your nobles aboard must besiege {names.castle(game, site)} until "
                f"it falls or {{{siege.seat}}} gives up."
            ),
            "COV-8.6.10",
        )
    if game.active != seat:
        raise Illegal("You can leave another player's siege only in your own turn.", rule)


def give_up(game: Kingmaker, seat: str, action: RaiseSiege) -> None:
    """Raise the siege, or leave it if another faction leads it."""
    check_raise(game, seat, action.site)
    siege, rule = game.state.sieges[action.site], sieges.cite(game, "BASE-SGE-7", "COV-6.4.1")
    if siege.seat == seat:
        sieges.lift(game, action.site, f"{{{seat}}} gives it up", rule)
        return
    siege.allies = [noble for noble in siege.allies if game.noble(noble).faction != seat]
    text = f"{{{seat}}} leaves the siege of {names.castle(game, action.site)}."
    game.emit("siege_left", text, about=[action.site], rule=rule)


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer to give up sieges (D87)."""
    held = [place for place in game.state.sieges if allows(check_raise, game, seat, place)]
    lost = {place: sieges.shipborne(game, place) for place in held}
    choices = [
        Choice(place, names.castle(game, place), f"{names.cards(game, aboard)}, aboard, would die" if aboard else "")
        for place, aboard in lost.items()
    ]
    field = Field("site", "Which siege do you give up?", lambda _: choices, places=True)
    return [Offer(RaiseSiege, "Give up a siege", (field,), says="Give up the siege of {site}")] if held else []
