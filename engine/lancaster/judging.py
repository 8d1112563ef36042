"""How the players that think judge a game of Lancaster: what everybody has, and what it promises, in power points."""

from collections.abc import Callable

from engine.core.computer.judge import Judge
from engine.core.computer.learnt import weights_of
from engine.lancaster import views
from engine.lancaster.board import spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.courtier import Courtier, thoughts
from engine.lancaster.outlook import DISHONOR, EXPELLED, PRIVILEGES, START, Outlook
from engine.lancaster.views import HouseView, KnightView

WAITING = (0.9, 0.7)
"""The value of a knight still to be placed, and of each point of his strength."""

ALLY = (0.4, 0.35)
"""The same for an ally's."""

LORD = 2.0
"""The value of a lord still to be placed."""


def lead(game: Lancaster, seat: str) -> float:
    """Return a seat's lead over its best rival in the game, in possessions and expectations.

    Who has left expects no more than the power points that he has; who is alone is ahead of nobody, by 0.
    """
    return traits(game, seat)["lead"]


PARTS = ("points", "kept", "houses", "cards", "laws", "start")
"""What a seat's possessions and expectations are counted in."""


def traits(game: Lancaster, seat: str) -> dict[str, float]:
    """Return a seat's lead over its best rival by what it is in, and how it counts when the end is near."""
    worths = {one: parts(game, one) for one in game.playing() if one != seat}
    own = parts(game, seat) if seat in game.playing() else {"points": float(game.player(seat).points)}
    best = max(worths.values(), key=lambda each: sum(each.values()), default=own)
    late = game.state.turn.round / game.catalog.rounds
    ahead = {name: own.get(name, 0.0) - best.get(name, 0.0) for name in PARTS}
    total = sum(own.values()) - sum(best.values())
    return {
        "lead": total,
        "late": late,
        "late_lead": late * total,
        **ahead,
        **{f"late_{name}": late * ahead[name] for name in ("points", "kept", "houses")},
        "margin": margin(game, seat),
    }


def margin(game: Lancaster, seat: str) -> float:
    """By how many power points a seat is ahead of its best rival still in the game; 0 for who is alone there."""
    own = game.player(seat).points
    return own - max((game.player(one).points for one in game.playing() if one != seat), default=own)


def worth(game: Lancaster, seat: str) -> float:
    """Return a seat's possessions and expectations."""
    return sum(parts(game, seat).values())


def parts(game: Lancaster, seat: str) -> dict[str, float]:
    """Return a seat's possessions and expectations by what they are in."""
    outlook = Outlook(views.view(game, seat), seat)
    own, placing = outlook.own, game.state.turn.phase == "place"
    laws = sum(likely * outlook.law(law, seat, outlook.all_counts[seat]) for law, likely in outlook.likely_laws)
    return {
        "points": own.points,
        "kept": _kept(outlook, outlook.rounds_left + placing),
        "houses": sum(_house(outlook, house, placing) for house in outlook.view.houses if house.seat == seat),
        "cards": sum(
            outlook.share(card.id, card.row, outlook.spaces[card.id], seat, _likely(outlook, card.id))
            for card in outlook.open
        ),
        "laws": laws if game.state.turn.phase in ("place", "parliament") else 0.0,
        "start": START if game.state.turn.named == seat and outlook.rounds_left else 0.0,
    }


def _kept(outlook: Outlook, rounds: int) -> float:
    """Return the worth of goods, seals, nobles, tiles, knights and privileges in later rounds and at the end."""
    own, left = outlook.own, outlook.rounds_left
    goods = sum(outlook.worth(good, rounds) * outlook.has(outlook.seat, good) for good in GOODS)
    nobles = sum(min(8.0, 1 + number + 0.8 * left) + 0.3 * left for number in range(len(own.nobles)))
    tiles = sum(outlook.tile(tile, left) for tile in own.tiles)
    knights = [k.strength for k in outlook.houses[own.colour].knights if k.at != spots.RESERVE]
    strong = sum(outlook.recruit(left) + (strength - 1) * outlook.upgrade(left) for strength in knights)
    granted = [p.kind for p in outlook.view.privileges if p.house == own.colour and not p.at]
    privileges = sum(PRIVILEGES.get(kind, 0.0) for kind in granted) if rounds else 0.0
    return goods + nobles + tiles + strong + privileges + 1.0 * left * own.bishops


GOODS = ("gold", "squires", "voting_markers", "seals", "dishonor")
"""The goods behind the screens."""


def _house(outlook: Outlook, house: HouseView, placing: bool) -> float:
    """Return the worth of a house's tokens this round."""
    found = sum(_knight(outlook, house, knight, placing) for knight in house.knights)
    if placing and house.lord == spots.COURT:
        found += LORD * (0.5 if house.ally else 1)
    for office in outlook.view.offices:
        if office.applicant == house.id:
            found += outlook.office(house.id, office.id) * outlook.lord_stays(office.total)
        elif office.holder == house.id and placing:
            found += outlook.office(house.id, office.id) * (0.4 if office.applicant else 0.7)
    return found


def _knight(outlook: Outlook, house: HouseView, knight: KnightView, placing: bool) -> float:
    match spots.kind(knight.at):
        case "county":
            letter = spots.name(knight.at)
            county = outlook.counties[letter]
            stays = 1.0 if not placing or "shield" in county.privileges else outlook.stays(letter, county.total)
            return stays * outlook.county(house.id, letter) + (1 - stays) * EXPELLED
        case "castle" if not house.ally:
            space = outlook.book.castle[spots.name(knight.at)]
            return max(0.0, outlook.space(space, outlook.rounds_left))
        case "castle":
            return 0.5 * outlook.space(outlook.book.ally_castle[spots.name(knight.at)], outlook.rounds_left)
        case "tower" if not house.ally:
            return 0.85 * DISHONOR * min(knight.strength, outlook.has(outlook.seat, "dishonor"))
    if placing and knight.at == spots.COURT:
        base, each = ALLY if house.ally else WAITING
        return base + each * knight.strength
    return 0.0


def _likely(outlook: Outlook, card: str) -> float:
    return outlook.victory(card, outlook.spaces[card], 0)


def turn(game: Lancaster) -> object:
    """Return the stage of the placing and the seat whose turn it is."""
    return game.state.turn.round, game.state.turn.phase, game.state.turn.seat


def horizon(game: Lancaster, seat: str) -> Callable[[Lancaster], bool]:
    """Return the end of the round."""
    begun = game.state.turn.round
    return lambda now: now.state.turn.round != begun


JUDGE = Judge(
    lead=lead,
    turn=turn,
    horizon=horizon,
    habit=Courtier(),
    prize=10.0,
    margin=margin,
    by_habit=frozenset({"D00", "D02"}),
    ideas=thoughts,
    traits=traits,
    weights=weights_of("lancaster"),
)
"""How Lancaster is judged."""
