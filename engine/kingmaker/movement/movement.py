"""The Movement phase: orders by land and sea in any order, forces, Free Moves, permissions (rules 2.2, 0.3)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import structs

from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, Request, distinct, pass_offer
from engine.core.chapter import AnyTime, Chapter
from engine.core.errors import Illegal, allows
from engine.core.text import counted, join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.movement import (
    embarking,
    land,
    landing,
    permissions,
    rescue,
    resuming,
    riding,
    sailing,
    take_charge,
    takeback,
)
from engine.kingmaker.overseas import heirs_abroad, refuge, stranded
from engine.kingmaker.ships import harbours, shipping

NAMED = 6
"""Names in the list of those who may still move; the others are counted."""


class Regroup(Action, frozen=True):
    """Make these nobles of one location a force of their own; all of the location become one force."""

    nobles: list[str]


class FreeMove(Action, frozen=True):
    """Spend a Free Move for a second move of a noble's force, or of a ship with its passengers."""

    mover: str


class TakeBack(Action, frozen=True):
    """Take back the last order of this phase."""


class MovementPhase(KingmakerStep):
    """The active seat moves its nobles and ships, one move each, until it passes (D20)."""

    begun: bool = False
    """Whether it has been told who has to come home, and the stranded have been seen to."""

    questions: list[permissions.Question] = []
    """The permissions that it has asked for in this phase."""

    orders: list[takeback.Order] = []
    """The orders that it can take back, in the order in which they were carried out."""

    def proceed(self, game: Kingmaker) -> bool:
        """Warn of those who have to come home; end the phase without asking when there is nothing to order."""
        if not self.begun and (heirs_abroad.must_return(game) or refuge.in_play(game)):
            self.begun = True
            heirs_abroad.warn(game, game.active)
            refuge.warn(game, game.active)
            if stranded.waiting(game, game.active):
                game.push(stranded.Stranded(game.active))
            return True
        if self.orders or self.questions:
            return False
        with game.at_rest():
            if any(True for _ in _moves(game, game.active)) or len(self._offers(game)) > 1:
                return False
        self._end(game)
        return True

    def _end(self, game: Kingmaker) -> None:
        for owner, questions in permissions.waiting(game, self.questions, game.active):
            places = join_words(permissions.name(game, question.site) for question in questions)
            game.emit("lapsed", f"The request to {{{owner}}} about {places} lapses.", rule="BASE-MOV-7")
        permissions.expire(game, game.active)
        game.pop(self)
        heirs_abroad.strike(game, game.active)
        refuge.expire(game, game.active)

    # ------------------------------------------------------------------ what is asked

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the mover for orders, and controllers for the permissions that he wants."""
        seat = game.active
        asked = list(permissions.waiting(game, self.questions, seat))
        offers = tuple(self._offers(game))
        able = any(offer.action in (land.Move, sailing.Sail, landing.Land, embarking.Embark) for offer in offers)
        prompt = "Each noble and ship may move once. End the phase when you are done."
        prompt = prompt if able else "Nothing of yours can move any more. End the phase when you are ready."
        undone = tuple(msgspec.json.encode(order.after).decode() for order in self.orders[-1:])
        orders = Request(
            seat,
            "D20",
            prompt,
            offers,
            lambda: rescue.order(game, seat) or Pass(),
            together=bool(asked),
            about=undone,  # its Undo is for this order
        )
        return [orders, *(permissions.answer_request(game, owner, questions, seat) for owner, questions in asked)]

    def _offers(self, game: Kingmaker) -> list[Offer]:
        seat = game.active
        moves = list(_moves(game, seat))
        orders = [structs.replace(o, reversible=takeback.allowed(game)) for o in (*moves, *_regroup_offer(game, seat))]
        able = moves or any(harbours.needs_leave(game, seat, ship) for ship in shipping.ships_of(game, seat))
        ask = permissions.ask_offer(game, self.questions, seat) if able else []
        guests = [] if self.orders else permissions.put_out_offer(game, seat)
        undoable = self.orders and takeback.allowed(game) and takeback.untouched(game, self.orders[-1])
        undo = [Offer(TakeBack, takeback.label(game, self.orders[-1]), undoes=True)] if undoable else []
        return [*orders, *guests, *ask, *undo, pass_offer("End the Movement phase", lambda: _who_is_left(moves))]

    # ------------------------------------------------------------------ what is done

    def act(self, game: Kingmaker, seat: str, action: Action) -> None:
        """Carry out an order of the mover, or a controller's answer."""
        match action:
            case Pass():
                self._end(game)
            case permissions.Ask():
                self.questions.append(permissions.ask(game, self.questions, seat, action))
            case permissions.Allow():
                permissions.check_answer(game, self.questions, seat, action)
                permissions.allow(game, seat, action)
            case permissions.Refuse():
                permissions.refuse(game, seat, permissions.check_answer(game, self.questions, seat, action))
            case permissions.PutOut():
                permissions.put_out(game, seat, action)
            case TakeBack():
                order = self.orders.pop()
                takeback.restore(game, seat, order)
                game.emit("taken_back", f"{{{seat}}} undoes the last order{takeback.words(game, order)}.")
            case _:
                order = takeback.begin(game)
                kept = list(game.faction(seat).retained)
                ORDERS[type(action)](game, seat, action)
                heirs_abroad.update_clocks(game)
                refuge.update_stays(game)
                spent = next((card for card in kept if card not in game.faction(seat).retained), "")
                takeback.finish(game, order, spent)
                self.orders.append(order)


def _who_is_left(moves: Sequence[Offer]) -> str:
    """Say who may still move: the nobles by land, and the ships."""
    fields = [offer.fields[0] for offer in moves if offer.action in (land.Move, sailing.Sail)]
    able = [choice.label for field in fields for choice in field.choices({field.name: []})]
    if len(able) > NAMED:
        able = [*able[: NAMED - 1], counted(len(able) - NAMED + 1, "other")]
    return f"{join_words(able)} may still move. If you end the phase, nobody else moves." if able else ""


def _moves(game: Kingmaker, seat: str) -> Iterator[Offer]:
    """Offer every kind of move that is possible now."""
    ways = (land.offers, take_charge.offers, embarking.offers, sailing.offers, landing.offers)
    by_card = (_free_move_offer, riding.offers, refuge.offers)
    return (offer for offers in (*ways, *by_card) for offer in offers(game, seat))


# ---------------------------------------------------------------------- forces


def regroup(game: Kingmaker, seat: str, order: Regroup) -> None:
    """Split a force, or merge forces of one location (rules 0.3) [BASE-MOV-6]."""
    if not order.nobles or not distinct(order.nobles):
        raise Illegal("Name the nobles who form a force, each once.", "BASE-MOV-6")
    for noble in order.nobles:
        land.check_own(game, seat, noble)
    at = game.noble(order.nobles[0]).at
    there = forces.nobles_at(game, at, seat)
    if not set(order.nobles) <= set(there):
        raise Illegal("Only nobles in the same location form a force.", "BASE-MOV-6")
    if len(there) < 2:
        raise Illegal(
            f"{names.card(game, there[0])} is alone there, so there is nothing to split or merge.", "BASE-MOV-6"
        )
    together = len(order.nobles) == len(there)
    number = 0 if together else max(game.noble(noble).force for noble in there) + 1
    for noble in order.nobles:
        game.noble(noble).force = number
    how = "form one force" if together or len(order.nobles) > 1 else "forms a force of his own"
    text = f"{names.cards(game, order.nobles)} {how} {locations.say(game, at)}."
    game.emit("regrouped", text, about=order.nobles, track=[at], rule="BASE-MOV-6")


def _force_now(game: Kingmaker, noble: str) -> str:
    """Say where a noble is, and with whom he forms a force."""
    others = [other for other in forces.force_of(game, noble) if other != noble]
    with_whom = f"one force with {names.cards(game, others)}" if others else "a force of his own"
    return f"{locations.say(game, game.noble(noble).at)}, {with_whom}"


def _regroup_offer(game: Kingmaker, seat: str) -> list[Offer]:
    own = forces.nobles_of(game, seat)
    able = [noble for noble in own if len(forces.nobles_at(game, game.noble(noble).at, seat)) > 1]

    def comrades(draft: Draft) -> list[Choice]:
        picked = draft.get("nobles", [])
        left = [n for n in able if n not in picked and (not picked or game.noble(n).at == game.noble(picked[0]).at)]
        return [Choice(noble, names.card(game, noble), _force_now(game, noble)) for noble in left]

    asked = "Which nobles form one force, apart from the others there? Each force fights, and is attacked, alone."
    field = Field("nobles", asked, comrades, many=True)
    return [Offer(Regroup, "Split or join forces", (field,))] if able else []


# ---------------------------------------------------------------------- Free Move


def second_movers(game: Kingmaker, seat: str) -> list[str]:
    """Return the nobles and ships that have moved once and can be given a second move [BASE-EVT-14]."""
    nobles = [noble for noble in forces.nobles_of(game, seat) if game.noble(noble).moved]
    ships = [ship for ship in shipping.ships_of(game, seat) if game.ship(ship).steps]
    left = [mover for mover in (*nobles, *ships) if mover not in game.state.turn.extra]
    return [mover for mover in left if allows(_check_not_bound, game, mover)]


def _check_not_bound(game: Kingmaker, mover: str) -> None:
    """Raise Illegal for a noble or a ship that has to stay where it has come: to besiege, or to guard an heir."""
    if mover in game.state.nobles:
        land.check_not_bound(game, mover)
    elif sites.storming_ship(game, mover):
        place = names.place(game, shipping.port_of(game, mover))
        raise Illegal(f"{_name(game, mover)} has come to {place} to besiege it and stays.", "COV-8.6.9")


def free_move(game: Kingmaker, seat: str, order: FreeMove) -> None:
    """Spend a Free Move (D22) [BASE-EVT-14]."""
    if not piles.kept(game, seat, "free_move"):
        raise Illegal("You have no Free Move to spend.", "BASE-EVT-14")
    if order.mover not in second_movers(game, seat):
        raise _no_second_move(game, seat, order.mover)
    spent = piles.spend(game, seat, "free_move")
    movers = _freed(game, seat, order.mover)
    for mover in movers:
        if mover in game.state.nobles:
            game.noble(mover).moved = False
            resuming.begin_anew(game, [mover])
        else:
            game.ship(mover).steps = 0
    game.state.turn.extra += movers
    text = f"{{{seat}}} spends a Free Move: {join_words(_name(game, mover) for mover in movers)} may move once more."
    game.emit("free_move", text, about=[*spent, *movers], rule="BASE-EVT-14")


def _no_second_move(game: Kingmaker, seat: str, mover: str) -> Illegal:
    """Why a noble or a ship cannot be given a second move."""
    if mover not in (*forces.nobles_of(game, seat), *shipping.ships_of(game, seat)):
        return Illegal("Choose a noble or a ship of yours that has moved this turn.", "BASE-EVT-14")
    name = _name(game, mover)
    try:
        _check_not_bound(game, mover)
    except Illegal as refusal:
        return refusal
    if mover in game.state.turn.extra:
        return Illegal(f"{name} has had a second move this turn; there is no third.", "BASE-EVT-14")
    if mover in game.state.nobles and game.noble(mover).embarked:
        return Illegal(f"{name} travels by ship this turn; a Free Move lets the ship move again.", "BASE-EVT-14")
    return Illegal(f"{name} has not moved yet this turn; a Free Move is for a second move.", "BASE-EVT-14")


def _freed(game: Kingmaker, seat: str, mover: str) -> list[str]:
    """Return whom a Free Move lets move again together: a ship, or those of a noble's force who have moved."""
    if mover not in game.state.nobles:
        return [mover]
    able = second_movers(game, seat)
    return [noble for noble in forces.force_of(game, mover) if noble in able]


def _free_move_offer(game: Kingmaker, seat: str) -> list[Offer]:
    held = riding.serves(game, "extra_move") and piles.kept(game, seat, "free_move")
    able = second_movers(game, seat) if held else []
    others = {mover: [other for other in _freed(game, seat, mover) if other != mover] for mover in able}
    hints = {mover: f"with {names.cards(game, company)}" if company else "" for mover, company in others.items()}
    who = Field("mover", "Who moves again?", lambda _: [Choice(m, _name(game, m), hints[m]) for m in able])
    return [Offer(FreeMove, "Spend a Free Move", (who,))] if able else []


def _name(game: Kingmaker, mover: str) -> str:
    return game.catalog.ships[mover].name if mover in game.catalog.ships else names.card(game, mover)


ORDERS: dict[type[Action], Callable[[Kingmaker, str, Any], None]] = {
    land.Move: land.move,
    take_charge.TakeCharge: take_charge.take_charge,
    embarking.Embark: embarking.embark,
    sailing.Sail: sailing.sail,
    landing.Land: landing.land_nobles,
    Regroup: regroup,
    FreeMove: free_move,
    riding.RidePast: riding.ride,
    refuge.Refuge: refuge.order,
}
"""The orders that can be taken back, each with the function that carries it out."""


CHAPTER = Chapter(
    steps=(MovementPhase,),
    actions=(*ORDERS, TakeBack, permissions.Ask, permissions.Refuse, permissions.PutOut),
    any_time=(AnyTime(permissions.any_time, {permissions.Allow: permissions.allow}),),
)
