"""A noble changes his faction with all that he has (rules 7.1) [WBC-R02.4]."""

from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.crown import playing


def check(game: Kingmaker, noble: str) -> None:
    """Raise Illegal unless a noble is where he can change his faction: on land, and in no combat announced."""
    if locations.kind(game.noble(noble).at) == "aboard":
        raise Illegal(lambda: f"{names.card(game, noble)} is aboard a ship; land him first.", "WBC-R02.4")
    if noble in playing.engaged(game):
        raise Illegal(
            lambda: f"{names.card(game, noble)} is engaged in combat; he stays on his side until it is over.",
            "WBC-R02.4",
        )


def change(game: Kingmaker, noble: str, seat: str) -> None:
    """Let a noble go over to another faction with title, office, cards, heirs and his castles (RULING 46).

    Lost ships of his office come back [WBC-V02.4].
    """
    forces.serve(game, noble, seat)
    for siege in game.state.sieges.values():
        siege.allies = [ally for ally in siege.allies if ally != noble]
    sites.follow(game, noble)
    for card in forces.belongings(noble, game.noble(noble)):
        sites.claim(game, card, seat)
    if office := game.noble(noble).office:
        cards.launch(game, office)
    leave_walls(game, noble)


def leave_walls(game: Kingmaker, noble: str) -> None:
    """Put a noble in the open if the place in which he is is not his new faction's [BASE-SIT-4]."""
    at = game.noble(noble).at
    if locations.kind(at) == "inside":
        sites.expel(game, locations.place_of(at))
        _leave_open_town(game, noble)


def _leave_open_town(game: Kingmaker, noble: str) -> None:
    """Put a noble who has left his faction out of its open town, which shelters one faction [BASE-SIT-5]."""
    person = game.noble(noble)
    if locations.kind(person.at) != "inside":
        return
    place = locations.place_of(person.at)
    if game.catalog.places[place].kind == "open_town" and sites.occupants(game, place, person.faction):
        outside = locations.open_in(game.catalog.places[place].square)
        forces.place_at(game, noble, outside)
        text = f"{names.card(game, noble)} leaves {names.place(game, place)} to those whom he has left."
        game.emit("expelled", text, about=[noble, place], track=[outside], rule="BASE-SIT-5")
