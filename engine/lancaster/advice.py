"""What a panel says to one player beside a question: the laws in full, their goods, and what the answers are worth."""

from collections.abc import Iterator, Mapping, Sequence

from engine.core.text import capital, counted, join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.catalog import Office
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.common import goods
from engine.lancaster.common.nobles import Inviting, can_take
from engine.lancaster.common.upgrading import Upgrading
from engine.lancaster.parliament.choices import Buying
from engine.lancaster.parliament.laws import worth_of_seals
from engine.lancaster.parliament.voting import Voting
from engine.lancaster.placing import conflicts, counties, knights, lords, privileges
from engine.lancaster.placing.favours import Favour
from engine.lancaster.placing.placing import Placing
from engine.lancaster.rewards.castles import Castles
from engine.lancaster.rewards.counties import Harvest, Marching, Reaping
from engine.lancaster.sequence.setup import ChoosingTiles

FEW = 2
"""Conflicts of which a player is told how England stands there; of more there is no room for it."""

CLOSED = 3
"""Spaces out of reach that are named to a player: for more a phone has no room."""

NOBLES = 3
"""Numbers of nobles of which a player is told the worth, from those that they have."""


def advice(game: Lancaster, seat: str) -> str:
    """Return what a player should know to answer what they are asked; "" where the question says it all."""
    match game.top:
        case Voting() as voting:
            return voting.read_out(game, seat)
        case Buying(law=law):
            return _buying(game, seat, game.catalog.laws[law].effect.cost)
        case ChoosingTiles():
            return f"{_goods(game, seat)} Your knights have strength {_strengths(game, game.own(seat))}."
        case Placing():
            warned = _dishonor(game, seat)
            mine = (_goods(game, seat), _to_place(game, seat), "" if warned else names.lead(game))
            known = (_privileges(game, seat), warned, *_closed(game, seat), *_first_round(game, seat))
            return " ".join(filter(None, (*mine, *known)))
        case Marching():
            return _dishonor(game, seat)
        case Favour(house=house) if not game.is_ally(house):
            return " ".join(filter(None, (_goods(game, seat), names.lead(game))))
        case Castles():
            return _goods(game, seat)
        case Upgrading(house=house) if not game.is_ally(house):
            first, second = game.catalog.places["knighthood"]
            return f"At the end the most strength of knights together brings {first} points, the second most {second}."
        case Inviting(house=house) if not game.is_ally(house):
            return _noble(game, seat)
        case Harvest(lanes=lanes):
            return _harvest(game, seat, lanes.get(seat, [])[-1:])
    return ""


def _buying(game: Lancaster, seat: str, cost: Mapping[str, int]) -> str:
    """Say how much a player has of what a law takes; of seals what they are worth."""
    if "seals" in cost:
        return worth_of_seals(game, seat)
    return f"You have {join_words(names.amount(good, goods.has(game, seat, good)) for good in cost)}."


def _harvest(game: Lancaster, seat: str, asked: object) -> str:
    match asked:
        case [Inviting(house=house)] if not game.is_ally(house):
            return _noble(game, seat)
        case [Reaping(letter=letter)]:
            return " ".join(filter(None, _county(game, seat, letter)))
        case [Marching()]:
            return _dishonor(game, seat)
    return ""


def _county(game: Lancaster, seat: str, letter: str) -> Iterator[str]:
    """Yield what a player should know who chooses between a county's noble and its reward."""
    holder = Colour(game.state.counties[letter].house)
    if not holder:
        return
    if not game.is_ally(holder) and can_take(game, holder, letter):
        price, have = game.catalog.both_price, goods.has(game, seat, "gold")
        yield _noble(game, seat)
        yield (
            f"Taking both costs {price} of your {have} gold."
            if have >= price
            else f"Taking both would cost {price} gold; you have {have}, and pay before you receive anything."
        )
    if game.catalog.counties[letter].reward.kind == "move_to_conflict":
        yield _dishonor(game, seat)


def _noble(game: Lancaster, seat: str) -> str:
    """Say what nobles bring a player: markers in the rounds to come, and points at the end, with the next ones."""
    owned, table = len(game.player(seat).nobles), game.catalog.noble_points
    known = range(max(1, owned), min(max(1, owned) + NOBLES, len(table)))
    numbers, points = ", ".join(map(str, known)), ", ".join(str(table[number]) for number in known)
    markers = "" if game.last_round else "A noble brings 1 voting marker every round. "
    return f"{markers}Points at the end for {numbers} nobles: {points}. You have {owned or 'none'}."


def _goods(game: Lancaster, seat: str) -> str:
    """Say what a player can spend on knights, offices and votes."""
    player, shown = game.player(seat), ["gold", "squires", "voting_markers"]
    have = [names.amount(good, goods.has(game, seat, good)) for good in shown]
    have += [names.amount("seals", player.seals)] if player.seals else []
    have += [names.amount("dishonor", player.dishonor)] if player.dishonor else []
    return f"You have {join_words(have)}."


def _privileges(game: Lancaster, seat: str) -> str:
    """Say what a player's knights may bring along this round; where one of several is chosen, how that is said."""
    kept = privileges.kinds(game, game.own(seat)) if game.knights(game.own(seat), spots.COURT) else []
    held = join_words(names.privilege_shortly(game, kind) for kind in kept)
    own = [one for one in knights.placeable(game, seat) if game.knight(one).house == game.own(seat)]
    uses = f"A line brings along {held} only if it says so"
    asked = f"{uses}; elsewhere press *Place a knight*, here or behind *Other actions*."
    return (asked if len(own) > 1 else f"A knight of yours may bring along {held}.") if kept else ""


def _dishonor(game: Lancaster, seat: str) -> str:
    """Name the conflicts that bring a player dishonor as they stand: lost, and no knight there, who could still come.

    Where a player has only their lord to place, it is too late for that.
    """
    absent = [card for card in _lost(game) if card not in game.fought(game.own(seat))] if game.resentment else []
    left = len(game.knights(game.own(seat), spots.COURT)) if isinstance(game.top, Placing) else 1
    if not absent or not left:
        return ""
    few = len(absent) <= FEW
    shown = [names.spot(game, f"conflict:{card}") + (_short(game, card) if few else "") for card in absent]
    there = join_words(shown).replace(" and ", " or ")
    return f"You have no knight at {there}: {'each ' if len(absent) > 1 else ''}1 dishonor marker if lost."


def _short(game: Lancaster, card: str) -> str:
    """Return how England stands at a conflict that is lost so far: ' (1 of 4)'."""
    return f" ({sum(conflicts.totals(game, card))} of {game.catalog.conflicts[card].strength})"


def _to_place(game: Lancaster, seat: str) -> str:
    """Say whom a player has still to place: 'To place: knights of strength 1 and 2, lord; ally: lord.'."""
    waiting = [(game.is_ally(house), ", ".join(_waiting(game, house))) for house in game.houses_of(seat)]
    fighting = len(game.on(game.own(seat), "conflict"))
    away = f" In France: {counted(fighting, 'knight')}." if fighting else ""
    return f"To place: {'; '.join(f'ally: {who}' if ally else who for ally, who in waiting if who)}.{away}"


def _waiting(game: Lancaster, house: Colour) -> Iterator[str]:
    """Yield the knights and the lord of a house that stand at court: 'a strength-2 knight', 'lord'."""
    if there := game.knights(house, spots.COURT):
        yield names.knights(game, there)
    if house in lords.at_court(game, game.seat_of(house)):
        yield "lord"


def _strengths(game: Lancaster, house: Colour) -> str:
    """Return the strengths of a house's knights at court in a row: '1, 1 and 2'."""
    return join_words(str(game.knight(knight).strength) for knight in game.knights(house, spots.COURT))


def _closed(game: Lancaster, seat: str) -> Iterator[str]:
    """Say whom a player can expel from no county or office now, the first of them, and for which they cannot pay."""
    held = [*_held_counties(game, seat), *_held_offices(game, seat)]
    if held:
        yield f"You cannot expel {_first_of(held, CLOSED)}."
    if dear := [*_dear_offices(game, seat)]:
        yield f"You cannot pay for {_first_of(dear, max(CLOSED - len(held), 1))}."


def _first_of(found: Sequence[str], most: int) -> str:
    """Return the first of some things, and that there are others: 'York, Chester or others'."""
    *named, last = [*found[:most], *(["others"] if len(found) > most else [])]
    return f"{', '.join(named)} or {last}" if named else last


def _held_counties(game: Lancaster, seat: str) -> Iterator[str]:
    """Yield the rivals, with their totals or shields, who hold a county against all knights that may enter it."""
    strongest = max((game.knight(knight).strength for knight in game.knights(game.own(seat), spots.COURT)), default=0)
    free = {spot for knight in knights.placeable(game, seat) for spot in knights.open_spots(game, knight, None)}
    for letter, county in game.catalog.counties.items():
        held = game.state.counties[letter]
        rival = held.house and game.seat_of(held.house) != seat
        if rival and spots.county(letter) not in free and strongest >= county.min_strength:
            why = "shield" if counties.shielded(game, letter) else counties.total(game, letter)
            yield f"{{{game.seat_of(held.house)}}} ({why}) from {county.name}"


def _held_offices(game: Lancaster, seat: str) -> Iterator[str]:
    """Yield the rivals, with their totals, whose lords a player's own, waiting at court, cannot beat."""
    for office in _offices(game, seat, able=True):
        if (beaten := lords.total(game, office.id)) >= lords.highest_total(game, game.own(seat)):
            holder = names.house(game, game.state.stacks[office.id].house)
            yield f"{holder} ({beaten}) from {office.name.split()[-1]}"


def _dear_offices(game: Lancaster, seat: str) -> Iterator[str]:
    """Yield the offices for which a player's own lord, waiting at court, cannot pay, each with its price."""
    for office in _offices(game, seat, able=False):
        yield f"{office.name.split()[-1]} ({names.amounts(office.tribute)})"


def _offices(game: Lancaster, seat: str, *, able: bool) -> Iterator[Office]:
    """Yield the offices for which a player's own lord, waiting at court, is able to pay, or is not."""
    if not game.duel and game.own(seat) in lords.at_court(game, seat):
        for office in game.catalog.offices.values():
            if bool(goods.affordable(game, seat, office.tribute)) == able:
                yield office


def _first_round(game: Lancaster, seat: str) -> Iterator[str]:
    """Say in the first round when a county pays, and what; and what never comes back, expelled or not."""
    if game.state.turn.round > 1:
        return
    spent = ["the lord's payment"] if game.court and lords.at_court(game, seat) else []
    if any(True for _ in knights.placeable(game, seat)):
        yield f"Counties pay after the votes: reward or noble, or both for {game.catalog.both_price} gold."
        spent = ["a knight's squires", *spent]
    if spent:
        are = "are" if len(spent) > 1 or "squires" in spent[0] else "is"
        yield f"{capital(join_words(spent))} {are} spent, even if he is expelled."


def _lost(game: Lancaster) -> Iterator[str]:
    """Yield the conflicts that England loses as they stand."""
    for card in game.state.conflicts:
        if conflicts.missing(game, card) > 0:
            yield card
