"""A bishop's escort past fortresses: the Free Move that opens the road to one noble (rules 2.3.3) [COV-5.20]."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, distinct
from engine.core.errors import Illegal, allows
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.catalog import BishopCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import place_menu
from engine.kingmaker.movement import fetching, land, ways
from engine.kingmaker.movement.ways import Way


class RidePast(Action, frozen=True):
    """Spend a Free Move to let one noble with a bishop ride past unfriendly places along a road."""

    nobles: list[str]
    """The noble."""

    to: Location
    """Where he goes."""

    pick_up: list[str] = []
    """The heirs whom he fetches on the way."""


def serves(game: Kingmaker, use: str) -> bool:
    """Whether a Free Move can be spent in a certain way at this table (option `free_move_uses`)."""
    return game.includes("free_move_uses", use)


# ---------------------------------------------------------------------- who may ride, and where to


def check_rider(game: Kingmaker, seat: str, nobles: Sequence[str]) -> None:
    """Raise Illegal unless one noble with a bishop may ride past fortresses now [COV-5.20]."""
    if not piles.kept(game, seat, "free_move"):
        raise Illegal("You have no Free Move to spend.", "COV-5.20")
    if len(nobles) != 1:
        raise Illegal("Only one noble can ride past fortresses, alone.", "COV-5.20")
    land.check_mover(game, seat, nobles[0])
    if not any(isinstance(game.catalog.cards[card], BishopCard) for card in game.noble(nobles[0]).cards):
        raise Illegal(lambda: f"{names.card(game, nobles[0])} has no bishop whose escort opens the road.", "COV-5.20")


def goals(game: Kingmaker, seat: str, noble: str, fetch: Sequence[str]) -> dict[Location, Way]:
    """Where a rider can end that is out of reach without a Free Move, with the way there."""
    visit = frozenset(locations.square_of(game.heir(heir).at) for heir in fetch)
    roads = ways.by_road(game, [noble], visit, frozenset())
    ordinary = land.destinations(game, seat, [noble], fetch)
    return {at: way for at, way in land.ends(game, seat, [noble], roads, fetch).items() if at not in ordinary}


def ride(game: Kingmaker, seat: str, order: RidePast) -> None:
    """Carry out a ride past fortresses."""
    check_rider(game, seat, order.nobles)
    takers = {heir: fetching.check_fetch(game, seat, order.nobles, heir) for heir in order.pick_up}
    way = goals(game, seat, order.nobles[0], order.pick_up).get(order.to)
    if way is None or not distinct(order.pick_up):
        reason = "Choose a place on the road beyond an unfriendly fortress; elsewhere you do not need the card."
        raise Illegal(reason, "COV-5.20")
    spent = piles.spend(game, seat, "free_move")
    text = f"{{{seat}}} spends a Free Move: {names.card(game, order.nobles[0])} rides past every fortress on the road."
    game.emit("free_move", text, about=[*spent, *order.nobles], rule="COV-5.20")
    land.travel(game, land.Move(order.nobles, order.to, order.pick_up), [way], takers)


# ---------------------------------------------------------------------- what is offered


def offers(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer the ride to every noble who could profit from it."""
    if not serves(game, "road_bypass") or not piles.kept(game, seat, "free_move"):
        return []
    able = [noble for noble in forces.nobles_of(game, seat) if allows(check_rider, game, seat, [noble])]
    riders = [noble for noble in able if goals(game, seat, noble, [])]
    if not riders:
        return []

    def alone(draft: Draft) -> list[Choice]:
        left = [] if draft.get("nobles") else riders
        return [Choice(noble, names.card(game, noble), locations.say(game, game.noble(noble).at)) for noble in left]

    def on_the_way(draft: Draft) -> list[Choice]:
        noble, fetched = draft["nobles"][0], draft.get("pick_up", [])
        able = [heir for heir in fetching.free_heirs(game) if heir not in fetched]
        able = [h for h in able if all(fetching.may_fetch(game, seat, [noble], one) for one in (*fetched, h))]
        fit = [heir for heir in able if goals(game, seat, noble, [*fetched, heir])]
        return [Choice(heir, names.heir(game, heir), locations.say(game, game.heir(heir).at)) for heir in fit]

    def ends(draft: Draft) -> list[Choice]:
        reached = goals(game, seat, draft["nobles"][0], draft.get("pick_up", []))
        return sorted(
            (place_menu.choice(game, seat, at, locations.label(game, at)) for at in reached),
            key=lambda choice: choice.label,
        )

    fields = (
        Field("nobles", "Which noble rides, alone?", alone, many=True),
        Field("pick_up", "Whom does he fetch?", on_the_way, many=True, least=0, when=lambda d: bool(on_the_way(d))),
        Field("to", "Where to?", ends, reach="nobles", places=True),
    )
    return [Offer(RidePast, "Spend a Free Move to ride past fortresses", fields)]
