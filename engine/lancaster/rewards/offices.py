"""The offices are filled, and everybody goes home from court (rules 8.1)."""

from engine.core.text import capital
from engine.lancaster.board import names, spots
from engine.lancaster.board.catalog import Office
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour, Privilege
from engine.lancaster.common import goods
from engine.lancaster.placing import lords


def fill(game: Lancaster) -> None:
    """Give each office to who applied, or to who holds it; then lords and supporters go to their courts."""
    if not game.court:
        return
    for office in _in_order(game):
        _fill(game, office)
    for applied in list(game.state.stacks):
        lords.leave(game, applied)
    for house in game.state.houses.values():
        house.lord = spots.COURT


def _in_order(game: Lancaster) -> list[Office]:
    """Return the offices in their order; where too few seals are left, those of who comes first in turn order (R20)."""
    offices = list(game.catalog.offices.values())
    if sum(_seals(game, office) for office in offices) <= goods.left(game, "seals"):
        return offices
    order = game.order()
    return sorted(offices, key=lambda office: order.index(game.seat_of(_holder(game, office) or game.own(order[0]))))


def _holder(game: Lancaster, office: Office) -> Colour:
    """Return the house that gets an office: the applicant, else the holder; "" for none."""
    stack, former = game.state.stacks.get(office.id), game.state.holders.get(office.id, "")
    return stack.house if stack else Colour(former)


def _seals(game: Lancaster, office: Office) -> int:
    """Return the seals that come with an office now: for a player, never for an ally [LAN2-2P-07]."""
    holder = _holder(game, office)
    if not holder or game.is_ally(holder):
        return 0
    return office.seals_round5 if game.last_round else office.seals


def _fill(game: Lancaster, office: Office) -> None:
    former = game.state.holders.get(office.id, "")
    holder = _holder(game, office)
    if not holder:
        game.emit("office", f"Nobody applies for {office.name}.", about=[office.id], rule="LAN2-COURT-30")
        return
    game.state.holders[office.id] = holder
    who = names.house(game, holder)
    if holder == former:
        text, rule = f"{who} keeps the office of {office.name}", "LAN2-COURT-29"
    else:
        text, rule = f"{who} becomes {office.name}", "LAN2-COURT-31" if former else "LAN2-COURT-26"
    brings = names.office(game, office.id, ally=game.is_ally(holder), last=game.last_round)
    told = f"{capital(text)}{'' if brings == names.NOTHING else f': {brings}'}."
    game.emit("office", told, about=[office.id, holder], rule=rule)
    # Seals for a player, never for an ally; and a privilege for the next round [LAN2-2P-07, LAN2-COURT-36].
    last, seals = game.last_round, _seals(game, office)
    if seals:
        goods.gain(game, game.seat_of(holder), {"seals": seals}, "LAN2-COURT-26", office.name, announced=True)
    privilege = office.privilege_round5 if last else office.privilege
    if privilege:
        pieces = [piece for piece in game.state.privileges if piece.kind == privilege]
        granted = any(piece.granted == game.state.turn.round and not piece.at for piece in pieces)
        if not granted and len(pieces) < game.catalog.privileges[privilege].count:
            game.state.privileges.append(Privilege(privilege, holder, game.state.turn.round))
