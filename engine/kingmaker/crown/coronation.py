"""The Coronation phase (rules 6.1, 6.4)."""

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request, pass_offer
from engine.core.errors import Illegal, allows
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import BishopCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, PlaceId
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.people.succession import BEAUFORT
from engine.kingmaker.board.places import garrison, sites
from engine.kingmaker.board.state import Heir
from engine.kingmaker.board.steps import KingmakerStep


class CrownHeir(Action, frozen=True):
    """Crown an heir that one of the seat's nobles controls."""

    heir: str


class CoronationPhase(KingmakerStep):
    """The active seat may crown heirs that it controls (D70) [BASE-COR-1]."""

    def proceed(self, game: Kingmaker) -> bool:
        """Pass by when nobody can be crowned."""
        if crownable(game, game.active):
            return False
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask whom to crown."""
        able = [
            Choice(h, names.heir(game, h), locations.say(game, place_of(game, h))) for h in crownable(game, game.active)
        ]
        prompt = f"Crown {join_words(choice.label for choice in able)}?"
        crown = Offer(
            CrownHeir, "Crown an heir", (Field("heir", "Whom do you crown?", lambda _: able),), says="Crown {heir}"
        )
        return [Request(game.active, "D70", prompt, (crown, pass_offer("Crown nobody")), Pass)]

    def act(self, game: Kingmaker, seat: str, action: CrownHeir | Pass) -> None:
        """Crown, or go on without."""
        if isinstance(action, Pass):
            game.pop(self)
            return
        check_coronation(game, seat, action.heir)
        crown(game, action.heir)
        at = game.heir(action.heir).at
        cathedral = names.place(game, cathedral_at(game, seat, at))
        text = f"{{{seat}}} has {names.heir(game, action.heir)} crowned in the cathedral of {cathedral}."
        game.emit("crowned", text, about=[action.heir], track=[at], rule="BASE-COR-1")
        if len(succession.kings(game)) > 1:
            kings = join_words(names.heir(game, king) for king in succession.kings(game))
            game.emit("two_kings", f"There are two Kings now: {kings}.", rule="BASE-COR-3")


def crown(game: Kingmaker, heir: str) -> None:
    """Make an heir King; Beaufort becomes an heir by it, the last of Lancaster [BASE-COR-4]."""
    if heir == BEAUFORT:
        at = game.noble(BEAUFORT).at
        game.state.heirs[BEAUFORT] = Heir(house="lancaster", at=at, noble=BEAUFORT)
    game.heir(heir).king = True


def crownable(game: Kingmaker, seat: str) -> list[str]:
    """Return the heirs whom a seat could crown where they are now."""
    heirs = dict.fromkeys([*game.state.heirs, BEAUFORT])
    return [heir for heir in heirs if allows(check_coronation, game, seat, heir)]


def check_coronation(game: Kingmaker, seat: str, heir: str) -> None:
    """Raise Illegal unless the seat may crown the heir now [BASE-COR-1, 2, 3, 4]."""
    noble = guardian(game, heir)
    if noble not in forces.nobles_of(game, seat):
        raise Illegal("You can crown only an heir whom one of your free nobles controls.", "BASE-COR-1")
    _check_claim(game, heir)
    garrison.check_crowned_at_home(game, noble)
    if not cathedral_at(game, seat, game.noble(noble).at):
        raise Illegal(
            lambda: (
                f"{names.heir(game, heir)} is "
                f"{locations.say(game, game.noble(noble).at)}; bring him inside a friendly city or "
                "town with a cathedral that is not under siege, or to the square of an unfortified one."
            ),
            "BASE-COR-1",
        )
    if not can_anoint(clergy_at(game, seat, game.noble(noble).at)):
        whose = "" if _anybodys(game) else " of yours"
        raise Illegal(
            lambda: f"An archbishop or two bishops{whose} must be with {names.heir(game, heir)}.", "BASE-COR-1"
        )


def guardian(game: Kingmaker, heir: str) -> str:
    """Return the noble who controls an heir, or may become one: Beaufort is his own; "" if there is none."""
    royal = game.state.heirs.get(heir)
    if royal is None:
        return BEAUFORT if heir == BEAUFORT and BEAUFORT in game.state.nobles else ""
    return royal.noble if royal.alive else ""


def place_of(game: Kingmaker, heir: str) -> Location:
    """Return the location where an heir, or Beaufort, would be crowned."""
    return game.noble(guardian(game, heir)).at


def _check_claim(game: Kingmaker, heir: str) -> None:
    """Raise Illegal unless the heir is next in his house's line, and the house has no King."""
    if heir == BEAUFORT and BEAUFORT not in game.state.heirs:
        if elder := succession.senior(game, "lancaster"):
            raise Illegal(
                lambda: f"{names.heir(game, heir)} cannot be crowned while {names.heir(game, elder)} lives.",
                "BASE-COR-4",
            )
        return
    house = game.heir(heir).house
    if king := next((king for king in succession.kings(game) if game.heir(king).house == house), ""):
        raise Illegal(lambda: f"{names.monarch(game, king)} of {house.title()} is alive.", "BASE-COR-3")
    elder = succession.senior(game, house)
    if elder != heir:
        raise Illegal(
            lambda: f"{names.heir(game, elder)} is alive and is ahead of {names.heir(game, heir)}.", "BASE-COR-2"
        )


def cathedral_at(game: Kingmaker, seat: str, at: Location) -> PlaceId:
    """Return the cathedral town or city in which a seat's nobles at a location stand to crown; "" if there is none."""
    match locations.kind(at):
        case "inside":
            place = locations.place_of(at)
            fit = sites.status(game, place, seat) == "friendly" and not sites.under_siege(game, at)
            return place if fit and _serves(game, place, ("city", "town", "open_town")) else NO_PLACE
        case "open":
            around = game.catalog.squares[locations.square_of(at)].places
            return next((place for place in around if _serves(game, place, ("unfortified_town",))), NO_PLACE)
        case _:
            return NO_PLACE


def _serves(game: Kingmaker, place: PlaceId, kinds: tuple[str, ...]) -> bool:
    site = game.catalog.places[place]
    return site.cathedral and site.mainland and site.kind in kinds


def clergy_at(game: Kingmaker, seat: str, at: Location) -> list[BishopCard]:
    """Return the bishops attending at a location: with a seat's nobles, or anybody's (option `coronation_bishops`)."""
    nobles = forces.nobles_at(game, at, "" if _anybodys(game) else seat)
    held = [game.catalog.cards[card] for noble in nobles for card in game.noble(noble).cards]
    return [card for card in held if isinstance(card, BishopCard)]


def _anybodys(game: Kingmaker) -> bool:
    """Whether bishops of other players serve at a coronation too [COV-2.7]."""
    return game.option("coronation_bishops") == "anybody"


def can_anoint(clergy: list[BishopCard]) -> bool:
    """Whether these bishops can crown: an archbishop alone, others by two."""
    return len(clergy) >= 2 or any(bishop.crowns_alone for bishop in clergy)
