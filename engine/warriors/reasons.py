"""Why a computer player did something, from what lies open: what an area is worth, and how a battle may end."""

from engine.core.actions import Action, Pass
from engine.core.text import often
from engine.warriors import outlook
from engine.warriors.battles.retreat import Force, LetStay, Retreat, Stay
from engine.warriors.battles.siege import GiveBattle, StandSiege
from engine.warriors.board import names
from engine.warriors.board.game import Warriors
from engine.warriors.evaluation import Prospects
from engine.warriors.impulses.impulses import Move, Unmark
from engine.warriors.leaders.arrivals import Place
from engine.warriors.leaders.captives import Ransom


def reason(game: Warriors, seat: str, action: Action) -> str:
    """Return why a side may have done something, as the game stood before; "" where there is nothing to say.

    The game holds nothing that not everybody may know.
    """
    if not game.has_side(seat):
        return ""
    prospects = Prospects(game, game.side(seat))
    match action:
        case Move():
            return _move(prospects, action)
        case Unmark():
            return f"Without the enemy's marker it can take {names.area(game, action.area)} this turn."
        case Place():
            near = [action.area, *game.catalog.near[action.area]]
            best = max(near, key=lambda area: prospects.gain(area, action.leader))
            return f"{names.area(game, action.area)} gives the best prospects: {_worth(prospects, best)}."
        case Ransom():
            name = names.leader(game, action.leader)
            return f"{name} is worth more than the ransom, and no longer scores for the enemy."
        case Pass() if game.state.turn.impulses.get(prospects.side):
            return "No impulse would have left it better off after the enemy's answer."
    return _in_battle(prospects, action) if game.state.battle else ""


def _worth(prospects: Prospects, area: str) -> str:
    points = prospects.points(area, prospects.side) / prospects.lasting
    name = names.area(prospects.game, area)
    return f"{name} is worth about {points:.1f} points a turn" if points else f"{name} is a way to other areas"


def _move(prospects: Prospects, move: Move) -> str:
    game, start = prospects.game, prospects.game.leader(move.leaders[0]).area
    foes = prospects.standing[move.to][prospects.foe]
    if foes:
        own = tuple(sorted({*prospects.standing[move.to][prospects.side], *move.leaders}))
        return f"{_worth(prospects, move.to)}, and it wins the battle there {often(prospects.likely(own, foes))}."
    if game.controller(move.to) == prospects.side:
        if prospects.risk(move.to, prospects.standing[move.to][prospects.side]) < 0:
            return f"The enemy could come to {names.area(game, move.to)}, which it holds; now the area is guarded."
        return f"From {names.area(game, move.to)} it reaches more than from {names.area(game, start)}."
    return f"{_worth(prospects, move.to)}, and no enemy is there."


def _in_battle(prospects: Prospects, action: Action) -> str:
    game = prospects.game
    area = game.battle.area
    own, foes = (prospects.standing[area][side] for side in (prospects.side, prospects.foe))
    if not own or not foes:
        return ""
    match action:
        case Stay() | LetStay() | GiveBattle():
            return f"If both fight on it wins {often(_won(prospects, area))}."
        case Retreat():
            return f"Had it stayed, it would have won {often(_won(prospects, area))}."
        case StandSiege():
            falls = outlook.siege_won(prospects.siege_number(area, own, foes))
            return f"The walls fall {often(falls)}; in the field it would win {often(_won(prospects, area))}."
        case Force():
            return "The enemy has to retreat, and loses men on the way."
    return ""


def _won(prospects: Prospects, area: str) -> float:
    ending = outlook.ending(prospects.game, area)
    return ending.english if prospects.side == "english" else ending.french
