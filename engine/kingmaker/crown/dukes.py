"""The Dukes of Lancaster and York as nobles (rules 6.5, option `plantagenet` = senior_heir_noble)."""

import msgspec

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.data import strings_in
from engine.core.errors import Illegal, allows
from engine.core.text import join_words
from engine.kingmaker.board import deaths, locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.catalog import HOUSES
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import forces, plantagenets, succession
from engine.kingmaker.board.places import place_menu, sites
from engine.kingmaker.combat import captives
from engine.kingmaker.crown import allegiance, playing


class CallDuke(Action, frozen=True):
    """Put the Duke of one's senior heir into play, or take him over where he stands abandoned."""

    duke: str
    at: Location


# ---------------------------------------------------------------------- into play


def check_call(game: Kingmaker, seat: str, duke: str) -> None:
    """Raise Illegal unless a seat may call a Duke now [WBC-R05.2, WBC-C13.1]."""
    waiting = (*game.state.aside, *game.state.abandoned)
    if duke not in waiting or not game.catalog.noble(duke).plantagenet or not _are_nobles(game):
        raise Illegal("Choose a Plantagenet Duke who serves nobody yet.", "WBC-R05.2")
    if plantagenets.master(game, duke) != seat:
        house = plantagenets.house_of(duke).title()
        raise Illegal(lambda: f"{names.card(game, duke)} serves the player with {house}'s senior heir.", "WBC-C13.1")
    if duke in game.state.barred:
        heir = names.heir(game, game.state.barred[duke].heir)
        raise Illegal(
            lambda: (
                f"{names.card(game, duke)} was killed; he cannot return until {heir} dies or comes to another faction."
            ),
            "WBC-R05.2",
        )


def _are_nobles(game: Kingmaker) -> bool:
    return game.option("plantagenet") == "senior_heir_noble"


def callable_by(game: Kingmaker, seat: str) -> list[str]:
    """Return the Dukes whom a seat may call now."""
    waiting = [*game.state.aside, *game.state.abandoned] if _are_nobles(game) else []
    return [duke for duke in waiting if allows(check_call, game, seat, duke)]


def places(game: Kingmaker, seat: str, duke: str) -> list[Location]:
    """Where a Duke may appear: where he stands abandoned, or like any new noble (rules 2.8)."""
    abandoned = game.state.abandoned.get(duke)
    return [abandoned.at] if abandoned else playing.starting_places(game, seat, duke)


def call(game: Kingmaker, seat: str, action: CallDuke) -> None:
    """Bring a Duke into a seat's service, or raise Illegal."""
    check_call(game, seat, action.duke)
    legal = places(game, seat, action.duke)
    if action.at not in legal:
        where = join_words(locations.say(game, at) for at in legal[:8])
        raise Illegal(f"{names.card(game, action.duke)} can appear {where}.", "BASE-CRN-3")
    house = plantagenets.house_of(action.duke)
    heir = names.heir(game, succession.senior(game, house))
    text = (
        f"{{{seat}}} has {heir}, the senior heir of {house.title()}, and so calls the Duke "
        f"{names.card(game, action.duke)} into play "
        f"{locations.say(game, action.at)}."
    )
    game.emit("played", text, about=[action.duke], track=[action.at], rule="WBC-C13.1")
    if action.duke in game.state.abandoned:
        _take_over(game, action.duke, seat)
    else:
        game.state.aside.remove(action.duke)
        cards.enter(game, action.duke, seat, action.at)


def _take_over(game: Kingmaker, duke: str, seat: str) -> None:
    """Give an abandoned Duke a new master, with all that lies with him."""
    forces.bring_in(game, duke, game.state.abandoned.pop(duke))
    forces.serve(game, duke, seat)
    for card in forces.belongings(duke, game.noble(duke)):
        sites.claim(game, card, seat)
        cards.launch(game, card)
    allegiance.leave_walls(game, duke)


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer to call a Duke."""
    able = callable_by(game, seat)

    def legal(draft: Draft) -> list[Choice]:
        found = places(game, seat, draft["duke"])
        return [place_menu.choice(game, seat, at, locations.label(game, at)) for at in found]

    fields = (
        Field("duke", "Which Duke?", lambda _: [Choice(duke, names.card(game, duke)) for duke in able]),
        Field("at", "Where does he appear?", legal, places=True),
    )
    return [Offer(CallDuke, "Call a Plantagenet Duke", fields, says="Call {duke} to {at}")] if able else []


# ---------------------------------------------------------------------- following the senior heir


def follow_senior_heirs(game: Kingmaker) -> None:
    """Move every Duke to the seat of the senior heir of his house, unless a step that is under way names him."""
    if not _are_nobles(game):
        return
    plantagenets.lift_bars(game)
    for house in HOUSES:
        duke = plantagenets.card_of(house)
        if duke in game.state.nobles and plantagenets.master(game, duke) != game.noble(duke).faction:
            _follow(game, duke)


def _follow(game: Kingmaker, duke: str) -> None:
    if any(duke in strings_in(msgspec.to_builtins(step), keys=True) for step in game.state.steps):
        return
    person, master = game.noble(duke), plantagenets.master(game, duke)
    if person.captor and person.captor != master:
        return
    if not master:
        abandon(game, duke)
        return
    if person.captor:
        captives.free(game, duke)
    allegiance.change(game, duke, master)
    text = f"{names.card(game, duke)} serves whoever has the senior heir of his house, and is {{{master}}}'s now."
    game.emit("changed_side", text, about=[duke], track=[person.at], rule="WBC-R05.2")


def abandon(game: Kingmaker, duke: str) -> None:
    """Leave a Duke behind where he stands, with everything that lies with him [WBC-C17].

    In port he goes ashore; at sea he is lost (RULING 101).
    """
    house, seat = plantagenets.house_of(duke).title(), game.noble(duke).faction
    text = f"Nobody controls the senior heir of {house} now, so {names.card(game, duke)} leaves {{{seat}}}."
    game.emit("abandoned", text, about=[duke], track=[game.noble(duke).at], rule="WBC-C17")
    if not _go_ashore(game, duke):
        deaths.take_off(game, [duke])
        return
    for card in forces.belongings(duke, game.noble(duke)):
        sites.release_claims(game, card)
        # Let passengers of an abandoned Duke's ships finish their voyage [BASE-SEA-8].
        for ship in cards.ships_of_card(game, card):
            counter = game.state.ships.get(ship)
            aboard = forces.nobles_at(game, locations.aboard(ship))
            if counter and aboard and locations.kind(counter.at) == "sea":
                counter.voyage = game.noble(aboard[0]).faction
    sites.orphan(game, duke)
    for siege in game.state.sieges.values():
        siege.allies = [ally for ally in siege.allies if ally != duke]
    person = forces.take_out(game, duke)
    sites.abandon(game, person.faction)
    person.faction, person.force = "", 0
    game.state.abandoned[duke] = person


def _go_ashore(game: Kingmaker, duke: str) -> bool:
    """Put a Duke who is aboard in port on the quay; return whether he is now on land."""
    at = game.noble(duke).at
    if locations.kind(at) != "aboard":
        return True
    where = game.ship(locations.name(at)).at
    if locations.kind(where) == "sea":
        return False
    forces.place_at(game, duke, locations.open_in(locations.square_of(where)))
    return True
