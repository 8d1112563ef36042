"""The King's Peace: who may neither move nor fight after a Parliament, and until when (rules 5.8)."""

from collections.abc import Iterable, Sequence

from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId, SquareId
from engine.kingmaker.board.people import forces

# ---------------------------------------------------------------------- its beginning and its end


def begin(game: Kingmaker, place: PlaceId, caller: str, returned: Iterable[str]) -> None:
    """Let the peace begin as Parliament is dismissed; who `returned` home is bound by it [BASE-PAR-6, COV-7.4.5]."""
    square = game.catalog.places[place].square
    game.state.peace[square] = caller
    text = f"Parliament is dismissed. The King's Peace holds until {{{caller}}}'s next turn: "
    text += f"nobody may fight in the square of {names.square(game, square)}."
    game.emit("dismissed", text, about=[place], track=[locations.open_in(square)], rule=_square_rule(game))
    if binds(game):
        _bind(game, list(returned))


def _bind(game: Kingmaker, returned: Sequence[str]) -> None:
    for ship in [ship for ship in returned if ship in game.state.ships]:
        game.ship(ship).returned = True
    nobles = [noble for noble in returned if noble in game.state.nobles]
    for noble in nobles:
        game.noble(noble).returned = True
    if nobles:
        text = f"Until then {names.cards(game, nobles)} {names.verb(game, nobles, 'keeps', 'keep')} the peace at home, "
        text += "can neither move nor attack, and cannot be attacked."
        game.emit("peace", text, about=nobles, rule="COV-7.4.5")


def end(game: Kingmaker, seat: str) -> None:
    """End the peace of the Parliament that a seat has called, just before its turn begins."""
    for square in [square for square, caller in game.state.peace.items() if caller == seat]:
        lift(game, square)


def lift(game: Kingmaker, square: SquareId) -> None:
    """End the peace of a square; with the last square, everything that the peace forbade ends."""
    game.state.peace.pop(square, None)
    game.state.peace_over = game.now()
    if game.state.peace:
        return
    nobles = [noble for noble in game.state.nobles.values() if noble.returned]
    ships = [ship for ship in game.state.ships.values() if ship.returned]
    for noble in nobles:
        noble.returned = False
    for ship in ships:
        ship.returned = False
    for siege in game.state.sieges.values():
        siege.homesick = []
    if nobles or ships or binds(game):  # the table may have changed its house rule since
        game.emit("peace_over", "The King's Peace is over.", rule="COV-7.4.5")


def excuse(game: Kingmaker, noble: str) -> None:
    """Free a noble whom an event card has called to a new place from the bonds of the peace [COV-7.4.5.6]."""
    person = game.noble(noble)
    if person.returned:
        person.returned = False
        text = f"{names.card(game, noble)} is no longer bound by the King's Peace."
        game.emit("excused", text, about=[noble], rule="COV-7.4.5.6")


# ---------------------------------------------------------------------- what it forbids


def binds(game: Kingmaker) -> bool:
    """Whether the peace binds those who have returned home, everywhere (option `kings_peace`)."""
    return game.option("kings_peace") == "home_round"


def _square_rule(game: Kingmaker) -> str:
    return "COV-7.4.5.1" if binds(game) else "BASE-PAR-6"


def check_square(game: Kingmaker, square: SquareId) -> None:
    """Raise Illegal if the peace holds in a square: nobody may fight there [BASE-PAR-6, COV-7.4.5.1]."""
    if square in game.state.peace:
        raise Illegal(
            lambda: f"The King's Peace holds at {names.square(game, square)}; nobody may fight there.",
            _square_rule(game),
        )


def bound(game: Kingmaker, nobles: Iterable[str]) -> list[str]:
    """Return those of these nobles who have returned from Parliament and keep the peace."""
    return [noble for noble in nobles if game.noble(noble).returned]


def check_attack(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str], square: SquareId) -> None:
    """Raise Illegal if the peace forbids that these nobles attack those, in a square."""
    check_square(game, square)
    if idle := bound(game, attackers):
        raise Illegal(lambda: f"{_they_keep(game, idle)} and cannot attack.", _bound_by(game, idle[0]))
    check_safe(game, defenders)


def check_safe(game: Kingmaker, defenders: Iterable[str]) -> None:
    """Raise Illegal if one of those attacked has returned home from Parliament [COV-7.4.5.5, COV-7.4.5.7]."""
    if safe := bound(game, defenders):
        raise Illegal(lambda: f"{_they_keep(game, safe)} and cannot be attacked.", "COV-7.4.5.5")


def check_siege(game: Kingmaker, attackers: Sequence[str], place: PlaceId) -> None:
    """Raise Illegal if the peace forbids that these nobles lay siege to a place, or go on with it [COV-7.4.5.3]."""
    check_square(game, game.catalog.places[place].square)
    check_safe(game, forces.nobles_at(game, locations.inside(place)))
    siege = game.state.sieges.get(place)
    for noble in bound(game, attackers):
        if place not in game.catalog.noble(noble).castles:
            reason = f"{_they_keep(game, [noble])}; he can besiege only his own home castle."
            raise Illegal(reason, "COV-7.4.5.3")
        if siege and noble not in siege.homesick:
            reason = (
                f"{_they_keep(game, [noble])} and cannot join the siege of "
                f"{names.place(game, place)}, which is under way."
            )
            raise Illegal(reason, "COV-7.4.5.3")


def check_join(game: Kingmaker, nobles: Iterable[str]) -> None:
    """Raise Illegal if one of these nobles may not join a combat of others [COV-7.4.5.7]."""
    if idle := bound(game, nobles):
        raise Illegal(lambda: f"{_they_keep(game, idle)} and cannot join a fight.", "COV-7.4.5.7")


def check_move(game: Kingmaker, noble: str) -> None:
    """Raise Illegal if a noble keeps the peace and may not leave his place [COV-7.4.5.2, COV-7.4.5.3]."""
    if game.noble(noble).returned:
        raise Illegal(lambda: f"{_they_keep(game, [noble])} and cannot move until it is over.", _bound_by(game, noble))


def check_ship(game: Kingmaker, ship: str) -> None:
    """Raise Illegal if a ship has returned from Parliament: it lies idle until the peace is over [COV-7.4.5.4]."""
    if game.ship(ship).returned:
        name = game.catalog.ships[ship].name
        raise Illegal(f"{name} has come home from Parliament and stays in port during the King's Peace.", "COV-7.4.5.4")


def _they_keep(game: Kingmaker, nobles: Sequence[str]) -> str:
    where = "at home" if all(_at_home(game, noble) for noble in nobles) else "before home"
    return f"{names.cards(game, nobles)} {names.verb(game, nobles, 'keeps', 'keep')} the King's Peace {where}"


def _at_home(game: Kingmaker, noble: str) -> bool:
    """Whether a noble who has returned from Parliament is inside his castle, and not before a lost one."""
    return locations.kind(game.noble(noble).at) == "inside"


def _bound_by(game: Kingmaker, noble: str) -> str:
    """Return the rule that binds a noble: that for nobles inside their home, or before the walls of a lost one."""
    return "COV-7.4.5.2" if _at_home(game, noble) else "COV-7.4.5.3"


# ---------------------------------------------------------------------- sieges


def takes_part(game: Kingmaker, noble: str, place: PlaceId) -> bool:
    """Whether a noble before the walls of a besieged place counts among its besiegers [COV-7.4.5.3, COV-7.4.5.7]."""
    return not game.noble(noble).returned or noble in game.state.sieges[place].homesick


def lay_at_home(game: Kingmaker, place: PlaceId, attackers: Iterable[str]) -> None:
    """Note which besiegers lay siege to their own home castle in the peace [COV-7.4.5.3]."""
    siege = game.state.sieges[place]
    siege.homesick += [noble for noble in bound(game, attackers) if noble not in siege.homesick]
