"""Phase 1: in turn order each player places one knight or lord, until nobody can (rules 6.1)."""

from collections.abc import Callable, Iterator, Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal, allows
from engine.core.steps import Step
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.placing import applying, castles, conflicts, counties, court, defaults, privileges, tower
from engine.lancaster.placing.court import Court
from engine.lancaster.placing.favours import Favour
from engine.lancaster.placing.treasury import Treasury


class Place(Action, frozen=True):
    """Place a knight from court `to` a county, castle space, conflict or the tower.

    `bring` are privileges that come along, `squires` a number of squires to a county.
    """

    knight: str
    to: str
    bring: list[str] = []
    squires: str = ""


class Placing(Step):
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
        prompt = "It is your turn: place a knight or your lord." if game.court else "It is your turn: place a knight."
        return [Request(seat, "D03", prompt, tuple(offers(game, seat)), lambda: defaults.placement(game, seat))]

    def act(self, game: Lancaster, seat: str, action: Place | Court) -> None:
        """Place a token, and let what follows be asked."""
        match action:
            case Place():
                _place(game, seat, action)
            case Court():
                _court(game, seat, action)
        self.placed = True


# ---------------------------------------------------------------------- what can be placed


def can_place(game: Lancaster, seat: str) -> bool:
    """Whether a player has a placeable token: a lord always is (rules 6.1)."""
    return bool(court.lords(game, seat)) or any(True for _ in _placeable(game, seat))


def _placeable(game: Lancaster, seat: str) -> Iterator[str]:
    """The knights at court with a legal space, one of each strength and house."""
    for colour in game.houses_of(seat):
        seen: set[int] = set()
        for knight in game.knights(colour, spots.COURT):
            strength = game.knight(knight).strength
            if strength not in seen and open_spots(game, knight, None):
                seen.add(strength)
                yield knight


def open_spots(game: Lancaster, knight: str, bring: Sequence[str] | None) -> list[str]:
    """The spaces for a knight with these privileges, squires counted in; with None whatever privileges help."""
    house = game.knight(knight).house
    found = [spots.county(letter) for letter in game.state.counties]
    found += [spots.castle(space) for space in castles.spaces(game, house)]
    found += [f"conflict:{card}" for card in game.state.conflicts]
    found += [spots.TOWER] if game.resentment else []
    sets = _helpful(game, house) if bring is None else [list(bring)]
    return [spot for spot in found if any(_reaches(game, house, knight, spot, help_) for help_ in sets)]


def _helpful(game: Lancaster, house: Colour) -> list[list[str]]:
    """Nothing, and the one privilege that can open a space: the Tudor knight."""
    return [[], *([["tudor_knight"]] if "tudor_knight" in privileges.kinds(game, house) else [])]


def _reaches(game: Lancaster, house: Colour, knight: str, spot: str, bring: Sequence[str]) -> bool:
    squires = counties.squires_to_spend(game, house) if spots.kind(spot) == "county" else 0
    return allows(check_place, game, house, Place(knight, spot, list(bring), str(squires)))


# ---------------------------------------------------------------------- placing a knight


def check_place(game: Lancaster, house: Colour, action: Place) -> None:
    """Raise Illegal unless a knight of a house may go there like that."""
    knight = game.state.knights.get(action.knight)
    if knight is None or knight.house != house or knight.at != spots.COURT:
        raise Illegal("Name a knight who stands at your court.", "LAN-BASE-08")
    if action.squires and not action.squires.isdigit():
        raise Illegal("Say how many squires as a number.", "LAN-BASE-12")
    kind, name = spots.kind(action.to), spots.name(action.to)
    if kind != "county" and int(action.squires or 0):
        raise Illegal("Squires come only to a county; leave them out.", "LAN-BASE-23")
    if kind == "county":
        counties.check_county(game, house, action.knight, name, int(action.squires or 0), action.bring)
    elif kind == "conflict":
        conflicts.check_conflict(game, house, name, action.bring)
    else:
        privileges.check_privileges(game, house, action.bring, kind)
        _check_alone(game, house, action, kind, name)


def _check_alone(game: Lancaster, house: Colour, action: Place, kind: str, name: str) -> None:
    match kind:
        case "castle":
            castles.check_castle(game, house, name)
        case "tower":
            tower.check_tower(game, action.knight)
        case _:
            reason = "A knight goes to a county, a castle space, a conflict or the tower; name one."
            raise Illegal(reason, "LAN-BASE-08")


def _place(game: Lancaster, seat: str, action: Place) -> None:
    knight = game.state.knights.get(action.knight)
    if knight is None or knight.house not in game.houses_of(seat):
        raise Illegal("Name a knight who stands at your court.", "LAN-BASE-08")
    house = knight.house
    check_place(game, house, action)
    _tell(game, house, action)
    match spots.kind(action.to):
        case "county":
            squires = int(action.squires or 0)
            counties.enter(game, house, action.knight, spots.name(action.to), squires, action.bring)
        case "conflict":
            conflicts.enter(game, house, action.knight, spots.name(action.to), action.bring)
            game.push(Favour(house))
        case "castle":
            game.knight(action.knight).at = spots.castle(spots.name(action.to))
        case _:
            tower.enter(game, house, action.knight)


def _tell(game: Lancaster, house: Colour, action: Place) -> None:
    squires = [names.amount("squires", int(action.squires))] if int(action.squires or 0) else []
    along = names.listed([*squires, *(names.PRIVILEGES[kind] for kind in action.bring)])
    who = f"{{{game.seat_of(house)}}} places {names.knight(game, action.knight)}"
    text = f"{who}{f' with {along}' if squires or action.bring else ''}: {names.spot(action.to)}."
    game.emit("placed", text, about=[house, spots.name(action.to)], track=[action.to], rule="LAN-BASE-08")


def _court(game: Lancaster, seat: str, action: Court) -> None:
    court.check_court(game, seat, action)
    house = court.enter(game, seat, action)
    whose = "the lord of the ally of" if game.is_ally(house) else "the lord of"
    strength = "" if action.to == spots.TREASURY else f", total {court.total(game, action.to)}"
    at = spots.TREASURY if action.to == spots.TREASURY else spots.office(action.to)
    text = f"{whose.capitalize()} {{{seat}}} goes to court: {names.spot(at)}{strength}."
    game.emit("lord", text, about=[house, action.to], track=[at], rule="LAN2-COURT-09")
    if action.to == spots.TREASURY:
        game.push(Treasury(house))


# ---------------------------------------------------------------------- how it is offered


def offers(game: Lancaster, seat: str) -> list[Offer]:
    """Offer to place a knight, or a lord."""
    placeable = list(_placeable(game, seat))
    return [*([_knight_offer(game, placeable)] if placeable else []), *applying.offers(game, seat)]


def _knight_offer(game: Lancaster, placeable: list[str]) -> Offer:
    def house(draft: Draft) -> Colour:
        return game.knight(draft["knight"]).house

    who = Field("knight", "Which knight?", lambda _: [Choice(k, f"your {_short(game, k)}") for k in placeable])
    along = Field(
        "bring",
        "With which privilege?",
        lambda draft: _privilege_choices(game, draft),
        many=True,
        least=0,
        when=lambda draft: bool(privileges.kinds(game, house(draft))),
    )
    where = Field("to", "Where to?", lambda draft: _spot_choices(game, draft))
    squires = Field(
        "squires",
        "With how many squires?",
        lambda draft: _squire_choices(game, draft),
        when=lambda draft: spots.kind(draft.get("to", "")) == "county" and not game.is_ally(house(draft)),
    )
    return Offer(Place, "Place a knight", (who, along, where, squires))


def _short(game: Lancaster, knight: str) -> str:
    found = game.knight(knight)
    return f"{'ally’s ' if game.is_ally(found.house) else ''}knight of {found.strength}"


def _privilege_choices(game: Lancaster, draft: Draft) -> list[Choice]:
    picked = list(draft.get("bring", ()))
    house = game.knight(draft["knight"]).house
    more = [kind for kind in dict.fromkeys(privileges.kinds(game, house)) if kind not in picked]
    return [Choice(k, names.PRIVILEGES[k]) for k in more if open_spots(game, draft["knight"], [*picked, k])]


def _spot_choices(game: Lancaster, draft: Draft) -> list[Choice]:
    return [Choice(spot, describe(game, spot)) for spot in open_spots(game, draft["knight"], draft.get("bring") or [])]


def describe(game: Lancaster, spot: str) -> str:
    """A space with what a player wants to know of it: whom he expels, what France has, what room is left."""
    name = spots.name(spot)
    match spots.kind(spot):
        case "county" if game.state.counties[name].house:
            holder = names.house(game, game.state.counties[name].house)
            return f"{names.spot(spot)}, held by {holder} with {counties.total(game, name)}"
        case "conflict":
            return f"{names.spot(spot)}, France has {game.catalog.conflicts[name].strength}"
        case "tower":
            return f"the tower, room for {game.catalog.tower_room - tower.inside(game)}"
        case _:
            return names.spot(spot)


def _squire_choices(game: Lancaster, draft: Draft) -> list[Choice]:
    knight, letter, bring = draft["knight"], spots.name(draft["to"]), draft.get("bring") or []
    house = game.knight(knight).house
    own = game.knight(knight).strength + privileges.strength(game, bring)
    least = counties.least_squires(game, house, knight, letter, bring)
    most = counties.squires_to_spend(game, house)
    words: Callable[[int], str] = lambda number: f"{names.amount('squires', number)} (total {own + number})"
    return [Choice(str(number), words(number)) for number in range(least, most + 1)]
