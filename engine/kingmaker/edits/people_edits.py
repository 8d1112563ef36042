"""The game master's edits of nobles and heirs: where they are, whose they are, and whether they live."""

from collections.abc import Mapping

from engine.core.actions import Action
from engine.core.editing.edits import Handler
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.kingmaker.board import deaths, locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.crown import allegiance, coronation
from engine.kingmaker.edits import card_edits


class Place(Action, frozen=True):
    """Put a noble on the map, into play for a player if need be; the noble's heirs go along."""

    noble: str
    at: Location
    seat: str = ""


class Remove(Action, frozen=True):
    """Take a noble with all cards off the map, as after a death."""

    noble: str


class SetHeir(Action, frozen=True, tag="heir"):
    """Put an heir into the charge of a noble, or uncontrolled at a location."""

    heir: str
    noble: str = ""
    at: Location = NOWHERE


class Crown(Action, frozen=True):
    """Make an heir King."""

    heir: str


class Uncrown(Action, frozen=True):
    """Make a King an uncrowned heir again."""

    heir: str


class Kill(Action, frozen=True):
    """Let a noble or an heir die."""

    person: str


class SetCaptive(Action, frozen=True, tag="capture"):
    """Make a noble the captive of a seat."""

    noble: str
    seat: str


class SetForce(Action, frozen=True, tag="force"):
    """Say in which force a noble stands, by its number in that place."""

    noble: str
    number: int


class SetWeary(Action, frozen=True, tag="weary"):
    """Say whether a noble was in a combat in the latest turn of the player."""

    noble: str
    weary: bool = True


# ---------------------------------------------------------------------- how each is carried out


def _check_stand(at: Location) -> None:
    if locations.kind(at) in ("port", "sea"):
        raise Illegal("Only ships lie in ports and at sea; say inside, in the open, or aboard which ship.")


def _place(game: Kingmaker, edit: Place) -> None:
    _check_stand(edit.at)
    put(game, edit.noble, edit.at, edit.seat)


def put(game: Kingmaker, noble: str, at: Location, seat: str) -> None:
    """Put a noble at a location with his heirs; if he is not in play, he enters it for the seat or the active one."""
    if noble not in game.state.nobles:
        card_edits.take_out(game, noble)
        cards.enter(game, noble, seat or game.active, at)
        return
    person = game.noble(noble)
    person.taken_at = NOWHERE
    forces.make_captive(game, noble, "")
    if seat and seat != person.faction:
        allegiance.change(game, noble, seat)
    forces.place_at(game, noble, at)


def _set_heir(game: Kingmaker, edit: SetHeir) -> None:
    if edit.noble and not forces.guardians(game, [edit.noble]):
        raise Illegal(f"{names.card(game, edit.noble)} cannot control heirs; choose another noble.", "WBC-R05.1")
    _check_stand(edit.at)
    if edit.heir == succession.BEAUFORT:
        name = names.card(game, edit.heir)
        reason = f"{name} is a noble and became an heir only by his crown; place him as a noble instead."
        raise Illegal(reason, "BASE-COR-4")
    heir = game.heir(edit.heir)
    heir.alive, heir.clock, heir.clock_of = True, 0, ""
    heir.noble = edit.noble
    heir.at = game.noble(edit.noble).at if edit.noble else edit.at


def _crown(game: Kingmaker, edit: Crown) -> None:
    if not game.state.heirs:
        reason = f"The heirs are placed when the set-up is over; crown {names.heir(game, edit.heir)} then."
        raise Illegal(reason, "BASE-SET-6")
    coronation.crown(game, edit.heir)
    for heir, other in game.state.heirs.items():
        if other.house == game.heir(edit.heir).house:
            other.king = heir == edit.heir


def _uncrown(game: Kingmaker, edit: Uncrown) -> None:
    game.heir(edit.heir).king = False
    if edit.heir == succession.BEAUFORT and game.option("beaufort_rule") == "heir_if_crowned":
        game.state.heirs.pop(edit.heir)


def _kill(game: Kingmaker, edit: Kill) -> None:
    if edit.person in game.state.nobles:
        deaths.kill_nobles(game, [edit.person], "by the game master's ruling")
    elif edit.person in game.state.heirs and game.heir(edit.person).alive:
        deaths.kill_heir(game, edit.person, "by the game master's ruling")
    else:
        raise Illegal(f"Nobody called '{edit.person}' is alive in this game.")


def _captive(game: Kingmaker, edit: SetCaptive) -> None:
    person, heirs = game.noble(edit.noble), [heir for heir in forces.heirs_of(game, edit.noble) if heir != edit.noble]
    if heirs:
        reason = (
            f"{names.card(game, edit.noble)} has "
            f"{join_words(names.heir(game, one) for one in heirs)}; give his heirs to another first."
        )
        raise Illegal(reason, "BASE-CMB-10")
    person.taken_at = person.at
    forces.put_back(game, edit.noble, NOWHERE, person.force)
    forces.make_captive(game, edit.noble, edit.seat)
    if edit.noble in game.state.heirs:
        game.heir(edit.noble).at = NOWHERE


def _force(game: Kingmaker, edit: SetForce) -> None:
    game.noble(edit.noble).force = edit.number


def _weary(game: Kingmaker, edit: SetWeary) -> None:
    game.noble(edit.noble).weary = edit.weary


HANDLERS: Mapping[type[Action], Handler] = {
    Place: _place,
    Remove: lambda game, edit: deaths.kill_nobles(game, [edit.noble], "taken off the map"),
    SetHeir: _set_heir,
    Crown: _crown,
    Uncrown: _uncrown,
    Kill: _kill,
    SetCaptive: _captive,
    SetForce: _force,
    SetWeary: _weary,
}
