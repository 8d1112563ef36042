"""Plague, and mercenaries who go home (rules 3.5, 3.6)."""

from engine.core.text import join_words
from engine.kingmaker.board import deaths, locations, names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.catalog import EventCard, MercenaryCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces, succession

# ---------------------------------------------------------------------- mercenaries go home


def mercenaries_go_home(game: Kingmaker, card: EventCard) -> None:
    """Send the mercenaries of the groups named, from every noble in play, to the Crown discard [BASE-EVT-17]."""
    printed = game.catalog.cards.values()
    named = [hired.id for hired in printed if isinstance(hired, MercenaryCard) and hired.group in card.groups]
    people = game.state.nobles.items()
    found = ((noble, [held for held in person.cards if held in named]) for noble, person in people)
    leaving = [(noble, helds) for noble, helds in found if helds]
    for noble, helds in leaving:
        for held in helds:
            forces.take_from(game, game.noble(noble), held)
            piles.lose(game, held)
        text = f"{names.cards(game, helds)} leave {names.card(game, noble)} and go home."
        game.emit("mercenaries_left", text, about=[*helds, noble], rule="BASE-EVT-17")
    if not leaving:
        game.emit("no_effect", "None of these mercenaries is in play; nothing happens.", rule="BASE-EVT-17")


# ---------------------------------------------------------------------- plague


def plague(game: Kingmaker, card: EventCard) -> None:
    """Let everybody inside the places named, and aboard ships in their ports, die at once [BASE-EVT-9]."""
    stricken = [at for place in card.places for at in (locations.inside(place), *_decks(game, place))]
    there = [noble for at in stricken for noble in forces.nobles_at(game, at)]
    heirs = [heir for at in stricken for heir in forces.heirs_at(game, at) if heir not in there]
    nobles = [noble for noble in there if not succession.falls_in_battle_only(game, noble)]
    why = f"of the plague in {join_words(names.place(game, place) for place in card.places)}"
    for heir in heirs:
        deaths.kill_heir(game, heir, why, "BASE-EVT-9")
    deaths.kill_nobles(game, nobles, why, "BASE-EVT-9")
    for noble in [noble for noble in there if noble not in nobles]:
        text = f"The plague spares {names.card(game, noble)}: as an heir he can die only in battle."
        game.emit("spared", text, about=[noble], rule="COV-4.8")
    if not there and not heirs:
        game.emit("no_effect", "Nobody is there, so nobody dies.", about=card.places, rule="BASE-EVT-9")


def _decks(game: Kingmaker, place: PlaceId) -> list[Location]:
    """Return where people are aboard ships in the port of a place."""
    port = locations.port(place)
    return [locations.aboard(ship) for ship, counter in game.state.ships.items() if counter.at == port]
