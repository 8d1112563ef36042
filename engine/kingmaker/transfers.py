"""Passing things between one's own nobles (rules 7.2)."""

from collections.abc import Callable
from typing import Any

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal
from engine.core.steps import AnyStep
from engine.kingmaker import forces, locations, names, things
from engine.kingmaker.game import Kingmaker


class Transfer(Action, frozen=True):
    """Pass a bishop, mercenary, Town or Ship card or an heir to another of one's nobles in the same place."""

    thing: str
    noble: str


def check(game: Kingmaker, seat: str, thing: str, noble: str) -> None:
    """Raise Illegal unless a seat may pass a thing to one of its nobles [BASE-TRD-2, BASE-SGE-6]."""
    if thing not in game.book.cards and thing not in game.book.royals:
        raise Illegal(f"There is nothing called '{thing}'; choose from the list.", "BASE-TRD-2")
    giver = things.bearer(game, thing)
    if not giver or game.noble(giver).faction != seat:
        raise Illegal(f"None of your nobles has {names.thing(thing)}.", "BASE-TRD-2")
    if noble not in forces.nobles_of(game, seat):
        raise Illegal("Choose one of your own nobles in play.", "BASE-TRD-2")
    things.check_pass(game, thing, noble)


def transfer(game: Kingmaker, seat: str, action: Transfer) -> None:
    """Pass a thing on, or raise Illegal; whoever asks has made sure that the moment is right."""
    check(game, seat, action.thing, action.noble)
    giver = things.bearer(game, action.thing)
    things.hand_over(game, action.thing, action.noble)
    text = f"{{{seat}}}: {names.card(giver)} passes {names.thing(action.thing)} to {names.card(action.noble)}."
    where = game.noble(action.noble).at
    game.emit("transferred", text, about=[action.thing, giver, action.noble], track=[where], rule="BASE-TRD-2")


def transfer_in_turn(game: Kingmaker, seat: str, action: Transfer) -> None:
    """Pass a thing on in one's own turn."""
    if seat != game.active:
        reason = "Your nobles pass things to one another in your own turn only; wait for it, or trade."
        raise Illegal(reason, "BASE-TRD-2")
    transfer(game, seat, action)


def offers(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer what the seat's nobles could pass to one another now."""
    movable = _movable(game, seat)
    if not movable:
        return []
    what = Field("thing", "What?", lambda _: [_choice(game, thing) for thing in movable])
    whom = Field("noble", "To which noble?", lambda draft: _receivers(game, draft, movable))
    return [Offer(Transfer, "Pass something between your nobles", (what, whom))]


def _movable(game: Kingmaker, seat: str) -> dict[str, list[str]]:
    nobles = forces.nobles_of(game, seat)
    found = {thing: _able(game, seat, thing, nobles) for noble in nobles for thing in things.borne_by(game, noble)}
    return {thing: able for thing, able in found.items() if able}


def _able(game: Kingmaker, seat: str, thing: str, nobles: list[str]) -> list[str]:
    return [noble for noble in nobles if _may(game, seat, thing, noble)]


def _may(game: Kingmaker, seat: str, thing: str, noble: str) -> bool:
    try:
        check(game, seat, thing, noble)
    except Illegal:
        return False
    return True


def _choice(game: Kingmaker, thing: str) -> Choice:
    return Choice(thing, names.thing(thing), f"with {names.card(things.bearer(game, thing))}")


def _receivers(game: Kingmaker, draft: Draft, movable: dict[str, list[str]]) -> list[Choice]:
    able = movable.get(draft["thing"], [])
    return [Choice(noble, names.card(noble), locations.say(game.noble(noble).at)) for noble in able]


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer the active seat to pass things between its nobles."""
    return offers(game, seat) if seat == game.active else []


STEPS: tuple[type[AnyStep], ...] = ()
ACTIONS: tuple[type[Action], ...] = (Transfer,)
ANY_TIME: dict[type[Action], Callable[[Kingmaker, str, Any], None]] = {Transfer: transfer_in_turn}
