"""Defensive garrison alliances: nobles inside another player's fortress (rules 4.8, option `passage_permission`)."""

from collections.abc import Iterable, Sequence

from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites


def allied_to(game: Kingmaker, noble: str) -> PlaceId:
    """Return the fortress of others that a noble defends as a garrison ally; "" if there is none [COV-8.5.1]."""
    person = game.noble(noble)
    place = locations.place_of(person.at) if locations.kind(person.at) == "inside" else NO_PLACE
    if not place or game.option("passage_permission") != "garrison_alliance":
        return NO_PLACE
    foreign = game.catalog.places[place].fortress and sites.controller(game, place) != person.faction
    return place if foreign else NO_PLACE


def bind(game: Kingmaker, seat: str) -> None:
    """At the start of a seat's Movement phase: whoever leaves a garrison may not attack it this turn [COV-8.5.2]."""
    for noble in forces.nobles_of(game, seat):
        game.noble(noble).barred = allied_to(game, noble) or game.noble(noble).barred


def stay_out(game: Kingmaker, nobles: Iterable[str], place: PlaceId) -> None:
    """Bar allies who sallied and stay in the open from attacking the place in their next turn [COV-8.5.4]."""
    if game.option("passage_permission") != "garrison_alliance":
        return
    for noble in nobles:
        if sites.controller(game, place) != game.noble(noble).faction:
            game.noble(noble).barred = place


def unbind(game: Kingmaker, seat: str) -> None:
    """Lift the bars of a seat whose turn is over."""
    for person in game.state.nobles.values():
        if person.faction == seat:
            person.barred = NO_PLACE


def check_may_attack(game: Kingmaker, nobles: Iterable[str], place: PlaceId) -> None:
    """Raise Illegal for nobles who have just defended a place as garrison allies [COV-8.5.2, COV-8.5.4]."""
    barred = [noble for noble in nobles if game.noble(noble).barred == place]
    if barred:
        raise Illegal(
            lambda: (
                f"{names.cards(game, barred)} left the garrison of "
                f"{names.place(game, place)} and cannot attack it this turn."
            ),
            "COV-8.5.2" if any(game.noble(noble).moved for noble in barred) else "COV-8.5.4",
        )


def check_leads_sally(game: Kingmaker, nobles: Iterable[str]) -> None:
    """Raise Illegal for garrison allies who would sally by themselves [COV-8.5.4]."""
    allies = [noble for noble in nobles if allied_to(game, noble)]
    if allies:
        place = names.place(game, allied_to(game, allies[0]))
        raise Illegal(
            lambda: f"{names.cards(game, allies)} can join a sally of those who hold {place}, not begin one.",
            "COV-8.5.4",
        )


def hold_on(game: Kingmaker, place: PlaceId, fallen: Sequence[str]) -> None:
    """Let a place whose keeper falls in a sally that is beaten pass to another noble of his, while an ally is inside.

    Its original owner retains control of it then (RULING 172) [COV-8.5.5].
    """
    keeper = sites.keeper(game, place)
    if keeper not in fallen or not any(allied_to(game, n) for n in forces.nobles_at(game, locations.inside(place))):
        return
    heirs = [noble for noble in forces.nobles_of(game, game.noble(keeper).faction) if noble not in fallen]
    if heirs:
        sites.assign(game, place, forces.strongest(game, heirs))


def check_crowned_at_home(game: Kingmaker, noble: str) -> None:
    """Raise Illegal where an heir would be crowned in the hands of a garrison ally [COV-8.5.2]."""
    if place := allied_to(game, noble):
        ally, where = names.card(game, noble), names.place(game, place)
        reason = f"{ally} is only a garrison ally inside {where} and cannot crown anybody there."
        raise Illegal(reason, "COV-8.5.2")
