"""Heirs without a protector whom nobles fetch on their way (rules 2.3.7) [BASE-MOV-11]."""

from collections.abc import Mapping, Sequence

from engine.core.errors import Illegal, allows
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.places import sites
from engine.kingmaker.movement import ways

Takers = Mapping[str, str]
"""The heirs who are fetched, each with the noble who takes charge."""


def check_fetch(game: Kingmaker, seat: str, nobles: Sequence[str], heir: str) -> str:
    """Return which of the nobles takes charge of an heir where the heir is; raises Illegal [BASE-MOV-11]."""
    royal = game.state.heirs.get(heir)
    if royal is None or not royal.alive:
        raise Illegal("Choose a living royal heir.", "BASE-MOV-11")
    if royal.noble:
        raise Illegal(lambda: f"{names.heir(game, heir)} is with {names.card(game, royal.noble)}.", "BASE-MOV-11")
    guards = [noble for noble in forces.nobles_at(game, royal.at) if game.noble(noble).faction != seat]
    if guards:
        raise Illegal(
            lambda: f"{names.heir(game, heir)} is guarded by {names.cards(game, guards)} of another faction.",
            "BASE-MOV-11",
        )
    able = list(nobles)
    match locations.kind(royal.at):
        case "inside":
            able = _who_get_inside(game, seat, nobles, heir)
        case "aboard":
            able = [noble for noble in nobles if game.noble(noble).at == royal.at]
            if not able:
                reason = f"{names.heir(game, heir)} is aboard a ship, out of reach by land."
                raise Illegal(reason, "BASE-MOV-11")
    if not forces.guardians(game, able):
        raise Illegal(lambda: f"{names.cards(game, able)} cannot control heirs.", "WBC-R05.1")
    return forces.guardian(game, able)


def _who_get_inside(game: Kingmaker, seat: str, nobles: Sequence[str], heir: str) -> list[str]:
    """Return who can be where an heir is inside a place; raises Illegal if nobody can, or may take him there."""
    at = game.heir(heir).at
    place = locations.place_of(at)
    if not sites.friendly(game, place, seat):
        raise Illegal(
            lambda: (
                f"{names.heir(game, heir)} is inside {names.place(game, place)}, "
                f"which is not friendly to you; take it first."
            ),
            sites.closed_rule(game, place),
        )
    owner = sites.controller(game, place)
    if owner not in ("", seat) and game.option("passage_permission") == "garrison_alliance":
        raise Illegal(
            lambda: (
                f"{names.heir(game, heir)} is inside {names.place(game, place)} of "
                f"{{{owner}}}; garrison allies do nothing there, "
                f"only nobles of {{{owner}}} can take charge."
            ),
            "COV-8.5.2",
        )
    able = [n for n in nobles if game.noble(n).at == at or sites.may_enter(game, place, seat, [n])]
    if not able:
        sites.check_entry(game, place, seat, nobles[:1])
    return able


def fetchable(game: Kingmaker, seat: str, nobles: Sequence[str], fetched: Sequence[str] = ()) -> list[str]:
    """Return the further heirs whom a move of these nobles can fetch, beside those of `fetched`."""
    free = [heir for heir in free_heirs(game) if heir not in fetched]
    within = ways.leading(game, seat, nobles) if free else {}
    near = [heir for heir in free if locations.square_of(game.heir(heir).at) in within]
    able = [heir for heir in near if may_fetch(game, seat, nobles, heir)]
    if fetched:
        able = [heir for heir in able if ways.leading(game, seat, nobles, [*fetched, heir])]
    # Where a move has to end inside, everybody must be able to, and at one place only [WBC-C06].
    stops = {heir: halting(game, [*fetched, heir]) for heir in able}
    return [
        heir
        for heir, at in stops.items()
        if not at or (len(at) == 1 and sites.may_enter(game, locations.place_of(at[0]), seat, nobles))
    ]


def free_heirs(game: Kingmaker) -> list[str]:
    """Return the living heirs whom nobody controls."""
    return [heir for heir, royal in game.state.heirs.items() if royal.alive and not royal.noble]


def may_fetch(game: Kingmaker, seat: str, nobles: Sequence[str], heir: str) -> bool:
    """Whether `check_fetch` lets a noble take charge of an heir."""
    return allows(check_fetch, game, seat, nobles, heir)


def halting(game: Kingmaker, fetch: Sequence[str]) -> list[Location]:
    """Inside which places a move has to end because it fetches heirs there [WBC-C06]."""
    if not game.option("heir_pickup_stops"):
        return []
    return sorted({at for at in (game.heir(heir).at for heir in fetch) if locations.kind(at) == "inside"})


def tell_charge(game: Kingmaker, heir: str, noble: str, passed: Location = NOWHERE) -> None:
    """Say who has taken charge of an heir, and where if it was a place that a march only `passed`."""
    way, where = ("On the way ", f" {locations.say(game, passed)}") if passed else ("", "")
    text = f"{way}{names.card(game, noble)} takes charge of {names.heir(game, heir)}{where}."
    game.emit("heir_taken", text, about=[heir, noble], track=[game.noble(noble).at], rule="BASE-MOV-11")
    if game.option("sole_king_wins_at_time") and succession.kings(game) == [heir]:
        seat, king = game.noble(noble).faction, names.heir(game, heir)
        lead = f"If the game ended now, {{{seat}}} would win with {king}, the only King."
        game.emit("lead", lead, about=[heir], rule="WBC-VIC.1")
