"""Why a computer player placed somebody, from what everybody can see: what the space promises, and how surely."""

from engine.core.actions import Action
from engine.core.text import counted, often
from engine.lancaster import views
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.outlook import Outlook
from engine.lancaster.placing.favours import Favour, TakeFavour
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import LORD, Court
from engine.lancaster.placing.treasury import Claim

LITTLE = 0.5
"""Smaller values are not told in points."""


def reason(game: Lancaster, seat: str, action: Action) -> str:
    """Return why a seat may have placed somebody, as the game stood before; "" where there is nothing to say.

    The game holds nothing that not everybody may know.
    """
    outlook = Outlook(views.view(game, ""), seat)
    match action:
        case Place():
            return _placed(game, outlook, action)
        case Court(to=spots.TREASURY):
            return "Nobody can take goods from the treasury away from it again."
        case Court():
            return _court(game, outlook, action)
        case TakeFavour():
            house = game.top.house if isinstance(game.top, Favour) else outlook.own.colour
            return f"This favour helps it most: {names.favour(game, action.tile, house)}."
        case Claim():
            return f"It needs {names.amount(action.good, 2).removeprefix('2 ')} most of all goods in the treasury."
    return ""


def _points(worth: float) -> str:
    """Return a worth in words: 'about 3 power points'."""
    return f"about {counted(max(1, round(worth)), 'power point')}"


def _placed(game: Lancaster, outlook: Outlook, action: Place) -> str:
    house = next(house for house in outlook.view.houses if any(knight.id == action.knight for knight in house.knights))
    strength = next(knight.strength for knight in house.knights if knight.id == action.knight)
    name = spots.name(action.to)
    match spots.kind(action.to):
        case "county":
            return _county(game, outlook, house.id, action, strength)
        case "conflict":
            after = outlook.joined(name, house.id, strength, action.bring)
            gained = outlook.war(name, after, strength) - outlook.war(name, outlook.spaces[name])
            favour = " and a favour of the King" if outlook.view.favours else ""
            likely = outlook.victory(name, after, strength)
            worth = f"{_points(gained)}{favour}" if gained >= LITTLE else "a favour of the King"
            return f"{names.spot(game, action.to)} promises {worth}; England wins there {often(likely)}."
        case "castle":
            return f"The castle space {names.brings(game, name)}. Nobody can expel this knight."
        case _:
            return "The tower takes dishonor away, which costs power points at the end."


def _county(game: Lancaster, outlook: Outlook, house: str, action: Place, strength: int) -> str:
    letter = spots.name(action.to)
    total = strength + int(action.squires or 0) + 2 * ("tudor_knight" in action.bring)
    stays = 1.0 if "shield" in action.bring else outlook.stays(letter, total)
    gain = f"{names.spot(game, action.to)} gives a noble, or its reward: {names.reward(game, letter)}"
    expelled = outlook.counties[letter].house
    hurt = f" {names.house(game, expelled)} loses as much." if expelled and expelled != house else ""
    return f"{gain}. The knight stays there {often(stays)}.{hurt}"


def _court(game: Lancaster, outlook: Outlook, action: Court) -> str:
    lord = action.lord or outlook.own.colour
    strengths = {knight.id: knight.strength for house in outlook.view.houses for knight in house.knights}
    total = LORD + sum(strengths[knight] for knight in action.knights) + int(action.bishops or 0)
    worth = outlook.office(lord, action.to)
    return f"The office is worth {_points(worth)}; the lord keeps it {often(outlook.lord_stays(total))}."
