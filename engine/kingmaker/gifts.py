"""Gifts between players, which tournament officials review if their timing is odd [WBC-T12]."""

from collections.abc import Callable
from typing import Any

from engine.core.actions import Action
from engine.core.parts import Gift
from engine.kingmaker.board import names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import force_ids
from engine.kingmaker.combat import captives, muster
from engine.kingmaker.events import hospitality, leave_taking, summons
from engine.kingmaker.movement import permissions
from engine.kingmaker.parliament import illegitimacy, other_business
from engine.kingmaker.trade import fleet, trade


def _released(game: Kingmaker, seat: str, action: captives.Release) -> Gift | None:
    owner = game.noble(action.noble).faction
    return Gift(seat, f"{{{seat}}} lets {names.card(game, action.noble)} ({{{owner}}}) go for nothing.")


def _lent(game: Kingmaker, seat: str, action: fleet.LendShip) -> Gift | None:
    return Gift(seat, f"{{{seat}}} lends {names.thing(game, action.ship)} to {{{action.to}}} for nothing.")


def _helped(game: Kingmaker, seat: str, action: muster.Ally | muster.AdmitAlly) -> Gift | None:
    """Return the gift of help in a combat, once both sides have agreed to the alliance."""
    top = game.top
    helped = top.helped_by(game, seat, action) if isinstance(top, muster.Muster) else ""
    giver = force_ids.seat_of(action.force)
    if not helped or helped == giver:
        return None
    return Gift(giver, f"{{{giver}}} helps {{{helped}}} in a combat with {force_ids.say(game, action.force)}.")


def _allowed(game: Kingmaker, seat: str, action: permissions.Allow) -> Gift | None:
    return Gift(seat, f"{{{seat}}} allows {{{action.seat}}} to {permissions.where(game, action.purpose, action.site)}.")


def _welcomed(game: Kingmaker, seat: str, action: hospitality.Welcome) -> Gift | None:
    top = game.top
    if not isinstance(top, hospitality.Reception):
        return None
    return Gift(seat, f"{{{seat}}} lets {top.who} ({{{top.guest}}}) into {names.place(game, top.place)}.")


def _parted(game: Kingmaker, seat: str, action: leave_taking.PartWithHeir) -> Gift | None:
    top = game.top
    return _heir(game, seat, top.heir, top.noble) if isinstance(top, leave_taking.AskedFor) else None


def _entrusted(game: Kingmaker, seat: str, action: summons.TakeHeir) -> Gift | None:
    top = game.top
    if not isinstance(top, summons.Entrusted):
        return None
    return _heir(game, game.noble(game.heir(top.heir).noble).faction, top.heir, top.noble)


def _handed(game: Kingmaker, seat: str, action: illegitimacy.HandKing) -> Gift | None:
    """Return the gift of a King who has to change nobles, if one of the giver's own nobles could have had him."""
    top = game.top
    if not isinstance(top, illegitimacy.FailedAccusation) or game.noble(action.noble).faction == seat:
        return None
    return _heir(game, seat, top.king, action.noble) if top.could_keep(game) else None


def _heir(game: Kingmaker, giver: str, heir: str, noble: str) -> Gift:
    taker = game.noble(noble).faction
    return Gift(
        giver, f"{{{giver}}} gives {names.heir(game, heir)} to {names.card(game, noble)} ({{{taker}}}) for nothing."
    )


def _passed_on(game: Kingmaker, seat: str, action: other_business.PassOn) -> Gift | None:
    taker = game.noble(action.noble).faction
    if taker == seat:
        return None
    text = (
        f"{{{seat}}} moves that {names.card(game, action.card)} passes to "
        f"{names.card(game, action.noble)} ({{{taker}}})."
    )
    return Gift(seat, text)


GIFTS: dict[type[Action], Callable[[Kingmaker, str, Any], Gift | None]] = {
    trade.AcceptTrade: trade.given_away,
    captives.Release: _released,
    fleet.LendShip: _lent,
    muster.Ally: _helped,
    muster.AdmitAlly: _helped,
    permissions.Allow: _allowed,
    hospitality.Welcome: _welcomed,
    leave_taking.PartWithHeir: _parted,
    summons.TakeHeir: _entrusted,
    illegitimacy.HandKing: _handed,
    other_business.PassOn: _passed_on,
}
"""The gift finder of each action, given the game before it; None if the action is no gift."""


def given_away(game: Kingmaker, seat: str, action: Action) -> Gift | None:
    """Return the gift that an action of a seat makes to another player."""
    found = GIFTS.get(type(action))
    return found(game, seat, action) if found else None
