"""Phase 1: in turn order each player places one knight or lord, until nobody can (rules 6.1)."""

from engine.core.actions import Choice, Draft, Field, Offer, Request
from engine.core.chapter import Chapter
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.board.steps import LancasterStep
from engine.lancaster.placing import applying, counties, court, defaults, knights, privileges, tower
from engine.lancaster.placing.court import Court
from engine.lancaster.placing.favours import Favour, TakeFavour
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.treasury import Claim, Treasury


class Placing(LancasterStep):
    """The placing of a round; `placed` says that the active player has placed his token."""

    placed: bool = False

    def proceed(self, game: Lancaster) -> bool:
        """Hand over to the next player who can place; end the phase when nobody can [LAN-BASE-09, LAN-BASE-105]."""
        turn = game.state.turn
        if self.placed:
            self.placed = False
            turn.seat = game.after(turn.seat)
        able = next((seat for seat in game.clockwise(turn.seat) if can_place(game, seat)), "")
        if not able:
            game.pop(self)
            game.emit("phase_end", "All knights and lords are placed.", rule="LAN-BASE-105")
            return True
        turn.seat = able
        return False

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask the active player (D03)."""
        seat = game.state.turn.seat
        able = tuple(offers(game, seat))
        tokens = " or ".join("a knight" if offer.action is Place else "your lord" for offer in able)
        prompt = f"It is your turn: place {tokens}."
        return [Request(seat, "D03", prompt, able, lambda: defaults.placement(game, seat))]

    def act(self, game: Lancaster, seat: str, action: Place | Court) -> None:
        """Place a token, and let what follows be asked."""
        match action:
            case Place():
                knights.place(game, seat, action)
            case Court():
                court.place(game, seat, action)
        self.placed = True


def can_place(game: Lancaster, seat: str) -> bool:
    """Whether a player has a placeable token: a lord always is (rules 6.1)."""
    return bool(court.lords(game, seat)) or any(True for _ in knights.placeable(game, seat))


# ---------------------------------------------------------------------- how it is offered


def offers(game: Lancaster, seat: str) -> list[Offer]:
    """Offer to place a knight, or a lord."""
    placeable = list(knights.placeable(game, seat))
    return [*([_knight_offer(game, placeable)] if placeable else []), *applying.offers(game, seat)]


def _knight_offer(game: Lancaster, placeable: list[str]) -> Offer:
    def house(draft: Draft) -> Colour:
        return game.knight(draft["knight"]).house

    def knight(one: str) -> Choice:
        piece = game.knight(one)
        return Choice(one, f"Your {'ally’s ' if game.is_ally(piece.house) else ''}strength-{piece.strength} knight")

    def where_to(draft: Draft) -> list[Choice]:
        able = knights.open_spots(game, draft["knight"], draft.get("bring") or [])
        return [Choice(spot, describe(game, spot)) for spot in able]

    who = Field("knight", "Which knight?", lambda _: [knight(one) for one in placeable])
    along = Field(
        "bring",
        "With which privilege?",
        lambda draft: _privilege_choices(game, draft),
        many=True,
        least=0,
        when=lambda draft: bool(privileges.kinds(game, house(draft))),
    )
    where = Field("to", "Where to?", where_to, places=True)
    squires = Field(
        "squires",
        "With how many squires?",
        lambda draft: _squire_choices(game, draft),
        when=lambda draft: spots.kind(draft.get("to", "")) == "county" and not game.is_ally(house(draft)),
        means=names.number_said,
    )
    return Offer(Place, "Place a knight", (who, along, where, squires))


def _privilege_choices(game: Lancaster, draft: Draft) -> list[Choice]:
    picked = list(draft.get("bring", ()))
    house = game.knight(draft["knight"]).house
    more = [kind for kind in dict.fromkeys(privileges.kinds(game, house)) if kind not in picked]
    return [Choice(k, names.PRIVILEGES[k]) for k in more if knights.open_spots(game, draft["knight"], [*picked, k])]


def describe(game: Lancaster, spot: str) -> str:
    """Return a space with its holder, strength of France, pay or room."""
    name = spots.name(spot)
    match spots.kind(spot):
        case "county" if game.state.counties[name].house:
            holder = names.house(game, game.state.counties[name].house)
            return f"{names.spot(game, spot)}, {holder} has {counties.total(game, name)} there"
        case "county":
            return f"{names.spot(game, spot)}, nobody there: {names.reward(game, name)}"
        case "conflict":
            return f"{names.spot(game, spot)}, France has {game.catalog.conflicts[name].strength}"
        case "castle":
            return f"Castle, {names.spot(game, spot)}: {names.pays(game, name)}"
        case "tower":
            return f"The tower, room for strength {game.catalog.tower_room - tower.inside(game)}"
        case _:
            return names.spot(game, spot)


def _squire_choices(game: Lancaster, draft: Draft) -> list[Choice]:
    knight, letter, bring = draft["knight"], spots.name(draft["to"]), draft.get("bring") or []
    house = game.knight(knight).house
    own = game.knight(knight).strength + privileges.strength(game, bring)
    least = counties.least_squires(game, house, knight, letter, bring)
    most = counties.squires_to_spend(game, house)
    return [
        Choice(str(number), f"{names.amount('squires', number)} (total {own + number})")
        for number in range(least, most + 1)
    ]


CHAPTER = Chapter(steps=(Placing, Favour, Treasury), actions=(Place, Court, TakeFavour, Claim))
