"""What a seat could fight where a march ends: rival forces and fortresses, with the odds of battles."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import copied
from engine.kingmaker.combat import battle_table
from engine.kingmaker.combat.odds import Preview
from engine.kingmaker.movement.land import Move
from engine.kingmaker.outlook import Outlook

MOST = 8
"""The number of rival forces at one place whose battles are weighed."""

GAIN = 10
"""By how many per cent a march raises a chance that is worth coming into danger for, beside those who have moved."""


class Fight(NamedTuple):
    """A battle that could be fought where a march ends."""

    foes: list[str]
    """The nobles of the rival force."""

    men: int
    """Their men."""

    own: int
    """The men of the seat's who are there then."""

    won: int
    """The chance to beat them, in per cent."""

    lost: int
    """The chance to be beaten by them, in per cent."""

    vain: int
    """The chance to win but die, in per cent."""

    before: int
    """The chance to beat them without the march; -1 where none of the seat's is there yet."""

    deaths: list[int]
    """The chances of those of the seat's who may die, in per cent."""

    @property
    def better(self) -> bool:
        """Whether the march raises the chance to beat them."""
        return self.won > self.before

    @property
    def helped(self) -> bool:
        """Whether it raises it much."""
        return self.won >= self.before + GAIN


def heirs_inside(outlook: Outlook, place: PlaceId) -> list[str]:
    """Return the heirs of other seats inside a place."""
    inside = locations.inside(place)
    return [heir.id for heir in outlook.living if heir.at == inside and heir.seat != outlook.seat]


def rivals_there(game: Kingmaker, outlook: Outlook, at: Location) -> list[list[str]]:
    """Return the rival forces at a location."""
    return [foes for foes in forces.forces_at(game, at) if game.noble(foes[0]).faction != outlook.seat]


def battles(game: Kingmaker, outlook: Outlook, march: Move) -> list[Fight]:
    """Return the battles that all of the seat's who stand where a march has ended could fight there."""
    own = forces.force_of(game, march.nobles[0])
    others = [noble for noble in own if noble not in march.nobles]
    found = []
    for foes in rivals_there(game, outlook, march.to)[:MOST]:
        weighed = battle_table.forecast(game, own, foes)
        before = won(battle_table.forecast(game, others, foes)) if others else -1
        lost, vain = weighed.percent(weighed.defence_wins), weighed.percent(weighed.hollow)
        deaths = [weighed.percent(number) for person, number in weighed.deaths.items() if person in own]
        found.append(Fight(foes, weighed.defence, weighed.attack, won(weighed), lost, vain, before, deaths))
    return found


def won(weighed: Preview) -> int:
    return weighed.percent(weighed.attack_wins)


def arrived(game: Kingmaker, march: Move) -> Kingmaker:
    """Return the game as it stands after a march, to weigh attacks in: some men count in one area alone."""
    then = Kingmaker(copied(game.state), game.dice)
    for noble in march.nobles:
        forces.place_at(then, noble, march.to)
    return then


def fortresses(game: Kingmaker, outlook: Outlook, march: Move) -> Iterator[PlaceId]:
    """Yield the fortresses that a march may have come for: that of its name, and any in which heirs are."""
    square = locations.square_of(march.to)
    if not square or locations.kind(march.to) != "open":
        return
    there = locations.short(game, march.to)
    for place in game.catalog.squares[square].places:
        left = [heir for heir in heirs_inside(outlook, place) if heir not in march.pick_up]
        wanted = left or names.place(game, place) == there
        held = sites.controller(game, place) == outlook.seat
        if wanted and not held and game.catalog.places[place].fortress and sites.on_map(game, place):
            yield place
