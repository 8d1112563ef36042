"""Why a computer player did something, from public knowledge: the heir it was after, and the odds."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engine.core.actions import Action
from engine.core.text import join_words
from engine.kingmaker import views
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, ForceId, Location
from engine.kingmaker.board.people import forces
from engine.kingmaker.combat.besieging import BesiegeSite
from engine.kingmaker.combat.combat import Attack
from engine.kingmaker.crown.coronation import CrownHeir
from engine.kingmaker.crown.dukes import CallDuke
from engine.kingmaker.crown.regicide import KillHeir
from engine.kingmaker.movement.embarking import Embark
from engine.kingmaker.movement.land import Move
from engine.kingmaker.movement.sailing import Sail
from engine.kingmaker.movement.take_charge import TakeCharge
from engine.kingmaker.outlook import FAR, Outlook
from engine.kingmaker.parliament.parliament import CallParliament
from engine.kingmaker.steward import men
from engine.kingmaker.views import HeirView


def reason(game: Kingmaker, seat: str, action: Action) -> str:
    """Return the likely reason for a seat's action, given the game before it; "" if there is none to tell.

    The game passed in must hold public knowledge only.
    """
    tell = REASONS.get(type(action))
    return tell(game, Outlook(views.view(game, ""), seat, Random(0)), action) if tell else ""


def _names(game: Kingmaker, heirs: list[HeirView]) -> str:
    return join_words(names.heir(game, heir.id) for heir in heirs)


def _there(outlook: Outlook, at: Location) -> list[HeirView]:
    """Return the living heirs of other seats at a location."""
    return [heir for heir in outlook.living if heir.at == at and heir.seat != outlook.seat]


def _move(game: Kingmaker, outlook: Outlook, move: Move) -> str:
    if move.pick_up:
        return f"It takes {join_words(names.heir(game, heir) for heir in move.pick_up)} along before others do."
    return f"It wants to {aim(game, outlook, move) or shelter(game, move)}."


def aim(game: Kingmaker, outlook: Outlook, move: Move) -> str:
    """Return what the steward wants by a march, behind "to": "gather for the coronation of …"; "" if only safety."""
    leader = next((noble for noble in outlook.nobles if noble.id == move.nobles[0]), None)
    if leader is None:
        return ""

    def nearer(goal: Location) -> bool:
        return bool(goal) and outlook.distance(move.to, goal) < outlook.distance(leader.at, goal)

    if outlook.candidate is not None and nearer(outlook.altar):
        place = locations.say(game, outlook.altar)
        return f"gather for the coronation of {names.heir(game, outlook.candidate.id)} {place}"
    near = hunted(outlook, move)
    if near:
        return f"get hold of {_names(game, _there(outlook, near)) or 'the next heir'}, {locations.say(game, near)}"
    if nearer(outlook.spoils):
        return f"attack {_attacked(game, outlook)}"
    if outlook.wards and nearer(outlook.court):
        return f"bring men to {names.heir(game, outlook.wards[0].id)}, the most promising heir"
    return ""


def _attacked(game: Kingmaker, outlook: Outlook) -> str:
    """Return in words whom, or which place, the steward attacks where it hunts no heir."""
    at, seat = outlook.spoils, outlook.seat
    foes = next((one for one in forces.forces_at(game, at) if game.noble(one[0]).faction != seat), [])
    if foes:
        return f"{{{game.noble(foes[0]).faction}}}'s {names.cards(game, foes)} {locations.say(game, at)}"
    return locations.short(game, at)


def hunted(outlook: Outlook, move: Move) -> Location:
    """Return where the heir is whom a march brings nearer, the leader's goal or the nearest; NOWHERE for none.

    For none too where the steward is not after heirs now.
    """
    leader = next(noble for noble in outlook.nobles if noble.id == move.nobles[0])
    start, prey, goal = leader.at, {at for _, at in outlook.prey}, outlook.goal(leader)
    near = min(prey, key=lambda at: (at != goal, outlook.distance(start, at), at), default=outlook.quarry)
    away = outlook.distance(start, near) if outlook.target and near else FAR
    return near if away < FAR and outlook.distance(move.to, near) < away else NOWHERE


def shelter(game: Kingmaker, move: Move) -> str:
    """Return what a march is good for that brings nobody nearer to anything."""
    return f"keep {names.card(game, move.nobles[0])} with friends or away from stronger enemies"


def _men_words(outlook: Outlook, one: ForceId, other: ForceId) -> str:
    return f"{men(outlook, one)} men against {men(outlook, other)}"


def _attack(game: Kingmaker, outlook: Outlook, attack: Attack) -> str:
    seat, at, _ = attack.target.split("|")
    heirs = [heir for heir in outlook.living if heir.at == at and heir.seat == seat]
    prize = f", with {_names(game, heirs)} to win" if heirs else ""
    return f"The odds are good: {_men_words(outlook, attack.force, attack.target)}{prize}."


def _siege(game: Kingmaker, outlook: Outlook, siege: BesiegeSite) -> str:
    heirs = _there(outlook, locations.inside(siege.site))
    if heirs:
        return f"{_names(game, heirs)} {'are' if len(heirs) > 1 else 'is'} inside {names.place(game, siege.site)}."
    return f"{names.place(game, siege.site)} would strengthen it."


def _kill(game: Kingmaker, outlook: Outlook, deed: KillHeir) -> str:
    best = next((heir for heir in outlook.wards if heir.id != deed.heir), None)
    if best is None:
        return "It could not crown this heir, so nobody else shall."
    return f"Every other heir stands between {names.heir(game, best.id)} and victory."


def _crown(game: Kingmaker, outlook: Outlook, deed: Action) -> str:
    return "The last living King wins, and a King can call Parliament."


def _duke(game: Kingmaker, outlook: Outlook, deed: Action) -> str:
    return "The Duke serves whoever has the senior heir of his house."


def _call(game: Kingmaker, outlook: Outlook, deed: Action) -> str:
    return "It leads the Commons, so its nobles may get titles and offices from the Chancery." if outlook.leads else ""


def _charge(game: Kingmaker, outlook: Outlook, deed: TakeCharge) -> str:
    return f"Nobody protected {names.heir(game, deed.heir)}."


def _embark(game: Kingmaker, outlook: Outlook, deed: Embark) -> str:
    return _abroad(game, outlook) or "It wants to be home."


def _sail(game: Kingmaker, outlook: Outlook, deed: Sail) -> str:
    aboard = [heir for heir in outlook.wards if any(heir.noble in outlook.ships[ship].aboard for ship in deed.ships)]
    if aboard:
        return f"It brings {_names(game, aboard)} home: who is at sea can drown."
    return _abroad(game, outlook) or "Friends overseas have to be fetched."


def _abroad(game: Kingmaker, outlook: Outlook) -> str:
    heirs = _there(outlook, outlook.quarry)
    return f"{_names(game, heirs)} can be reached by sea only." if outlook.overseas and heirs else ""


REASONS: Mapping[type[Action], Callable[[Kingmaker, Outlook, Any], str]] = {
    Move: _move,
    Attack: _attack,
    BesiegeSite: _siege,
    KillHeir: _kill,
    CrownHeir: _crown,
    CallDuke: _duke,
    CallParliament: _call,
    TakeCharge: _charge,
    Embark: _embark,
    Sail: _sail,
}
"""The function that gives the reason, for each kind of public action."""
