"""What a panel says to one player beside a question: the laws in full, their goods, and what the answers are worth."""

from collections.abc import Iterator, Mapping

from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.common import goods
from engine.lancaster.common.nobles import Inviting, can_take
from engine.lancaster.parliament.choices import Buying
from engine.lancaster.parliament.voting import Voting
from engine.lancaster.placing import conflicts, privileges
from engine.lancaster.placing.favours import Favour
from engine.lancaster.placing.placing import Placing
from engine.lancaster.rewards.castles import Castles
from engine.lancaster.rewards.counties import Harvest, Reaping

ORDINALS = {1: "first", 2: "second", 3: "third"}


def advice(game: Lancaster, seat: str) -> str:
    """Return what a player should know to answer what they are asked; "" where the question says it all."""
    match game.top:
        case Voting() as voting:
            return voting.read_out(game, seat)
        case Buying(law=law):
            return _buying(game, seat, game.catalog.laws[law].effect.cost)
        case Placing():
            known = (_goods(game, seat), names.lead(game), _privileges(game, seat), _dishonor(game, seat))
            return " ".join(filter(None, known))
        case Favour(house=house) if not game.is_ally(house):
            return " ".join(filter(None, (_goods(game, seat), names.lead(game))))
        case Castles():
            return _goods(game, seat)
        case Inviting(house=house) if not game.is_ally(house):
            return _noble(game, seat)
        case Harvest(lanes=lanes):
            return _harvest(game, seat, lanes.get(seat, [])[-1:])
    return ""


def _buying(game: Lancaster, seat: str, cost: Mapping[str, int]) -> str:
    """Say how much a player has of what a law takes; of seals what they are worth [LAN2-COURT-57]."""
    have = f"You have {join_words(names.amount(good, goods.has(game, seat, good)) for good in cost)}."
    if "seals" not in cost:
        return have
    return f"{have} At the end each seal is worth {names.amount('power_points', 1 + game.player(seat).bishops)} to you."


def _harvest(game: Lancaster, seat: str, asked: object) -> str:
    match asked:
        case [Inviting(house=house)] if not game.is_ally(house):
            return _noble(game, seat)
        case [Reaping(letter=letter)]:
            holder = Colour(game.state.counties[letter].house)
            if not holder or game.is_ally(holder) or not can_take(game, holder, letter):
                return ""
            price, have = game.catalog.both_price, goods.has(game, seat, "gold")
            both = (
                f"Both cost {price} of your {have} gold."
                if have >= price
                else f"Both cost {price} gold; you have {have}."
            )
            return f"{_noble(game, seat)} {both}"
    return ""


def _noble(game: Lancaster, seat: str) -> str:
    """Say what one more noble brings a player: markers in the rounds to come, and points at the end."""
    number, table = len(game.player(seat).nobles), game.catalog.noble_points
    more = table[min(number + 1, len(table) - 1)] - table[min(number, len(table) - 1)]
    which = ORDINALS.get(number + 1, f"{number + 1}th")
    markers = "" if game.last_round else "1 voting marker every round and "
    points = f"{more} more power point{'s' * (more != 1)}" if number else names.amount("power_points", more)
    return f"A noble, your {which}, brings {markers}{points} at the end."


def _goods(game: Lancaster, seat: str) -> str:
    """Say what a player can spend on knights, offices and votes."""
    shown = ["gold", "squires", "voting_markers", *(["dishonor"] if game.player(seat).dishonor else [])]
    return f"You have {join_words(names.amount(good, goods.has(game, seat, good)) for good in shown)}."


def _privileges(game: Lancaster, seat: str) -> str:
    """Say what a player's knights may bring along this round, and how."""
    kept = privileges.kinds(game, game.own(seat)) if game.knights(game.own(seat), spots.COURT) else []
    held = join_words(names.privilege(game, kind) for kind in kept)
    return f"A knight may bring {held}: *Place a knight* asks whether he does." if kept else ""


def _dishonor(game: Lancaster, seat: str) -> str:
    """Name at the last knight the conflicts that bring a player dishonor as they stand: lost, and no knight there."""
    if not game.resentment or len(game.knights(game.own(seat), spots.COURT)) != 1:
        return ""
    absent = [names.spot(game, f"conflict:{card}") for card in _lost(game) if card not in game.fought(game.own(seat))]
    if not absent:
        return ""
    loss = "if England loses there" if len(absent) == 1 else "for each of these battles that England loses"
    return f"Your last knight: you have nobody at {' or '.join(absent)}, and get 1 dishonor marker {loss}."


def _lost(game: Lancaster) -> Iterator[str]:
    """Yield the conflicts that England loses as they stand."""
    for card in game.state.conflicts:
        if sum(conflicts.totals(game, card)) < game.catalog.conflicts[card].strength:
            yield card
