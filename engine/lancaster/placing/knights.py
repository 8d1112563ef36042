"""A knight is placed: where he may go, and what follows there (rules 6.2 to 6.7)."""

from collections.abc import Iterator

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal, allows
from engine.core.game import cached_while_waiting
from engine.core.text import capital, join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.placing import castles, conflicts, counties, privileges, tower
from engine.lancaster.placing.favours import Favour


class Place(Action, frozen=True):
    """Place a knight from court `to` a county, castle space, conflict or the tower.

    `bring` are privileges that come along, `squires` a number of squires to a county.
    """

    knight: str
    to: str
    bring: list[str] = []
    squires: str = ""


# ---------------------------------------------------------------------- what can be placed


def placeable(game: Lancaster, seat: str) -> Iterator[str]:
    """Yield the knights at court with a legal space, one of each strength and house."""
    for colour in game.houses_of(seat):
        seen: set[int] = set()
        for knight in game.knights(colour, spots.COURT):
            strength = game.knight(knight).strength
            if strength not in seen and any(True for _ in _open(game, knight, None)):
                seen.add(strength)
                yield knight


@cached_while_waiting
def open_spots(game: Lancaster, knight: str, bring: tuple[str, ...] | None) -> list[str]:
    """Return the spaces for a knight with these privileges, squires counted in; with None whatever privileges help."""
    return list(_open(game, knight, bring))


def _open(game: Lancaster, knight: str, bring: tuple[str, ...] | None) -> Iterator[str]:
    house = game.knight(knight).house
    spaces: list[str] = [spots.county(letter) for letter in game.state.counties]
    spaces += [spots.castle(space) for space in castles.spaces(game, house)]
    spaces += [f"conflict:{card}" for card in game.state.conflicts]
    spaces += [spots.TOWER] if game.resentment else []
    ways = [list(bring or ())]
    if bring is None and "tudor_knight" in privileges.kinds(game, house):
        ways.append(["tudor_knight"])  # the one privilege that can open a space
    for spot in spaces:
        squires = str(counties.squires_to_spend(game, house)) if spots.kind(spot) == "county" else ""
        if any(allows(check_place, game, game.seat_of(house), Place(knight, spot, along, squires)) for along in ways):
            yield spot


# ---------------------------------------------------------------------- placing a knight


def check_place(game: Lancaster, seat: str, action: Place) -> None:
    """Raise Illegal unless a seat may place that knight of its own, or of its ally, there like that."""
    knight = game.state.knights.get(action.knight)
    if knight is None or knight.house not in game.houses_of(seat):
        raise Illegal("Name a knight who stands at your court.", "LAN-BASE-08")
    house = knight.house
    if knight.at != spots.COURT:
        reason = f"Name a knight who stands at your court. This one is not there: {names.spot(game, knight.at)}."
        raise Illegal(reason, "LAN-BASE-08")
    if action.squires and not action.squires.isdecimal():
        raise Illegal("Write the number of squires in digits.", "LAN-BASE-12")
    kind, name = spots.kind(action.to), spots.name(action.to)
    if "/" in action.to:
        raise Illegal(f"Name the card alone, conflict:{name}; the space follows from the rules.", "LAN-BASE-20")
    if kind != "county" and int(action.squires or 0):
        raise Illegal("Squires come only to a county; leave them out.", "LAN-BASE-23")
    if kind not in ("county", "conflict"):
        privileges.check_privileges(game, house, action.bring, kind)
    match kind:
        case "county":
            counties.check_county(game, house, action.knight, name, int(action.squires or 0), action.bring)
        case "conflict":
            conflicts.check_conflict(game, house, name, action.bring)
        case "castle":
            castles.check_castle(game, house, name)
        case "tower":
            tower.check_tower(game, action.knight)
        case _:
            reason = "A knight goes to a county, a castle space, a conflict or the tower; name one."
            raise Illegal(reason, "LAN-BASE-08")


def place(game: Lancaster, seat: str, action: Place) -> None:
    """Place a knight of a seat, or of its ally."""
    check_place(game, seat, action)
    house, squires = game.knight(action.knight).house, int(action.squires or 0)
    along = [
        *([names.amount("squires", squires)] if squires else []),
        *(names.privilege(game, kind) for kind in action.bring),
    ]
    who = f"{{{game.seat_of(house)}}} places {names.knight(game, action.knight)}"
    text = f"{who}{f' with {join_words(along)}' if along else ''} {names.at(game, action.to)}"
    if squires:
        text += f": total {game.knight(action.knight).strength + squires + privileges.strength(game, action.bring)}"
    game.emit("placed", f"{text}.", about=[house, spots.name(action.to)], track=[action.to], rule="LAN-BASE-08")
    match spots.kind(action.to):
        case "county":
            counties.enter(game, house, action.knight, spots.name(action.to), squires, action.bring)
        case "conflict":
            conflicts.enter(game, house, action.knight, spots.name(action.to), action.bring)
            game.push(Favour(house))
        case "castle":
            game.knight(action.knight).at = spots.castle(spots.name(action.to))
        case _:
            tower.enter(game, house, action.knight)


# ---------------------------------------------------------------------- how it is offered


def offer(game: Lancaster, able: list[str]) -> Offer:
    """Offer to place one of these knights (D03)."""

    def house(draft: Draft) -> Colour:
        return game.knight(draft["knight"]).house

    def knight(one: str) -> Choice:
        piece = game.knight(one)
        return Choice(one, f"Your {'ally’s ' if game.is_ally(piece.house) else ''}strength-{piece.strength} knight")

    def where_to(draft: Draft) -> list[Choice]:
        spaces = open_spots(game, draft["knight"], tuple(draft.get("bring") or ()))
        return [Choice(spot, *_described(game, house(draft), spot)) for spot in spaces]

    who = Field("knight", "Which knight?", lambda _: [knight(one) for one in able])
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
    return Offer(Place, "Place a knight", (who, along, where, squires), says="{knight} to {to}")


def _privilege_choices(game: Lancaster, draft: Draft) -> list[Choice]:
    picked = list(draft.get("bring", ()))
    house = game.knight(draft["knight"]).house
    more = [kind for kind in dict.fromkeys(privileges.kinds(game, house)) if kind not in picked]
    return [Choice(k, names.privilege(game, k)) for k in more if open_spots(game, draft["knight"], (*picked, k))]


def _described(game: Lancaster, house: Colour, spot: str) -> tuple[str, str]:
    """Return a space for a house's knight, and what it brings; of a conflict, the strength of England."""
    name, where = spots.name(spot), names.spot(game, spot)
    match spots.kind(spot):
        case "county":
            holder = game.state.counties[name].house
            there = f"{names.house(game, holder)} has {counties.total(game, name)}" if holder else "nobody"
            return where, f"{names.reward(game, name, house)}, or its noble; {there} there"
        case "conflict":
            return where, f"{conflicts.balance(game, name)}{conflicts.who_is_there(game, name)}"
        case "castle":
            return names.castle(game, spot, ally=game.is_ally(house)), names.pays(game, name, house)
        case _:
            room = game.catalog.tower_room - tower.inside(game)
            rids = "no dishonor marker" if game.is_ally(house) else "1 dishonor marker for each point of strength"
            return capital(where), f"rids you of {rids}; room for strength {room}"


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
