"""What a side is likely to do with its turn, with what comes of it: duels, moves, recalls and shots (rules 4 to 7).

The order is that of the captain, who sees no more than the side does.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from engine.core.actions import Action, Prospect
from engine.core.text import counted, join_words
from engine.warlord import captain
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.duel import odds
from engine.warlord.meetings import roses
from engine.warlord.meetings.bowmen import Shoot
from engine.warlord.movement import castle, enemy_squares, movement
from engine.warlord.movement.movement import Move
from engine.warlord.outlook import Outlook
from engine.warlord.sequence import wizard
from engine.warlord.sequence.recall import Recall
from engine.warlord.sequence.wizard import Raise
from engine.warlord.views import view

LIKELY = 0.5
"""The chance from which on people usually seek a duel."""

FORWARD = 0.2
"""What a step towards an enemy Green counts, beside what the captain makes of a move: people look forward first."""

VARIETY = 1
"""Moves of one piece that stand before those of others: a list of one piece's squares says little."""

NAMED = 2
"""Enemies that could come onto a square who are named; the others are counted."""

LAST = 2
"""The place of a move that only loses a piece, below those that are fair (0) and those that others displace (1)."""


class Weighed(NamedTuple):
    """A prospect as it is sorted."""

    worth: float
    """What the captain makes of it."""

    who: str
    """The piece that acts; "" for one that attacks, which never stands below others for what it could do besides."""

    prospect: Prospect

    loses: bool = False
    """Whether it only loses the piece."""


def prospects(game: Warlord, seat: str) -> Sequence[Prospect]:
    """Return everything that a side can do with its turn, the best first, and no piece too often above the others."""
    asked = [request for request in game.top.requests(game) if request.seat == seat] if game.top else []
    offers = {offer.action: offer for request in asked for offer in request.offers}
    if not offers.keys() & {Move, Recall, Shoot, Raise}:
        return ()
    outlook = Outlook(view(game, seat), game.active)
    rated = sorted(captain.rated(outlook, offers), key=lambda found: -found[0] - FORWARD * _gained(outlook, found[1]))
    found = [_weighed(game, outlook, worth, action) for worth, action in rated]
    return [*_raised(game, offers), *(one.prospect for one in _varied(found))]


def _gained(outlook: Outlook, action: Action) -> int:
    """Return how many steps a move brings a fighter nearer to the enemy Green that is nearest to it then."""
    if not isinstance(action, Move) or not action.to or not outlook.fights[action.piece]:
        return 0
    now, then = (outlook.to_green(action.piece, square) for square in (outlook.now.where[action.piece], action.to))
    return now.steps - then.steps if now and then and now.green == then.green else 0


def _raised(game: Warlord, offers: Collection[type[Action]]) -> Iterator[Prospect]:
    """Yield the dead whom the Wizard can raise, who come first with the captain too."""
    for grave in wizard.in_reach(game) if Raise in offers else ():
        label = wizard.label(game, grave)
        yield Prospect(Raise(grave), f"Raise {label}", "it fights for you from now on", "Raise")


def _varied(found: Sequence[Weighed]) -> Sequence[Weighed]:
    """Put what a piece could do besides its best below what others could, and recalls that are not best of all.

    A move that only loses a piece comes last. The best attack stands right after what is best of all, for nobody should
    miss it.
    """
    often: dict[str, int] = {}
    places: list[int] = []
    for one in found:
        often[one.who] = often.get(one.who, 0) + bool(one.who)
        recalled = isinstance(one.prospect.action, Recall) and bool(places)
        places.append(LAST if one.loses else int(often[one.who] > VARIETY or recalled))
    order = [one for late in range(LAST + 1) for one, place in zip(found, places, strict=True) if place == late]
    attack = next((place for place, one in enumerate(order) if place and not one.who and not one.loses), 0)
    return [*order[:1], order[attack], *order[1:attack], *order[attack + 1 :]] if attack else order


def _weighed(game: Warlord, outlook: Outlook, worth: float, action: Action) -> Weighed:
    better = worth > outlook.after_passing
    match action:
        case Move():
            quiet = not action.to or not game.enemies_at(action.to, game.active)
            loses = not quiet and not better and _gives_up(game, action)
            return Weighed(worth, action.piece if quiet else "", _move(game, outlook, action, better=better), loses)
        case Recall():
            sent = f"{names.piece(game, action.lady)} sends {names.piece(game, action.piece)} home to your Castle"
            inside = castle.occupant(game, game.active)
            out = f"; {names.piece(game, inside)} makes room and steps out to {action.green}" if action.green else ""
            return Weighed(worth, action.lady, Prospect(action, sent, f"this is your move{out}", "Send home", better))
        case Shoot():
            shot = f"{names.piece(game, action.bowman)} shoots at {names.piece(game, action.target)}"
            hit = "the arrow hits 67% of the time if Herald chooses for both; HIGH wounds twice"
            return Weighed(worth, action.bowman, Prospect(action, shot, hit, "Shoot", better))
    raise AssertionError(f"the captain weighs no {action}")


# ---------------------------------------------------------------------- moves


def _move(game: Warlord, outlook: Outlook, action: Move, *, better: bool) -> Prospect:
    name, start = names.piece(game, action.piece), game.piece(action.piece).square
    if not action.to:
        lost = "the way out of the enchanted forest is random"
        return Prospect(action, f"{name} from {start}", lost, "Move", better)
    short = f"{game.piece(action.piece).kind.capitalize()} to {action.to}"
    foes = game.enemies_at(action.to, game.active)
    if not foes:
        told = "; ".join(_quiet(game, outlook, action.piece, action.to))
        own = name.removeprefix(f"{names.side(game.active)} ")
        return Prospect(action, f"{own}, {start} to {action.to}", told, short, better, plain=True)
    words, fighters = (
        f"{name} to {action.to} against {names.pieces(game, foes)}",
        [foe for foe in foes if game.fighter(foe)],
    )
    if not game.fighter(action.piece):
        return Prospect(action, words, _met(game, action.piece, foes), short, better)
    if not fighters:
        return Prospect(action, words, "no fighter defends that square", short, better)
    fight = odds.duel_to_come(game, action.piece, action.to, fighters)
    seek = better and odds.chances(game, fight).attackers >= LIKELY
    words = f"{name} attacks {names.pieces(game, foes)} on {action.to}"
    return Prospect(action, words, f"in the duel {odds.words(game, fight)}", "Attack", seek)


def _gives_up(game: Warlord, action: Move) -> bool:
    """Tell whether a piece that moves onto enemies is captured by them, as a Lady also is by another Lady."""
    foes = game.enemies_at(action.to, game.active)
    return bool(enemy_squares.captors(game, action.piece, foes)) or _two_ladies(game, action.piece, foes)


def _two_ladies(game: Warlord, piece: PieceId, foes: list[PieceId]) -> bool:
    return all(any(game.piece(p).kind == "lady" for p in found) for found in ([piece], foes))


def _met(game: Warlord, piece: PieceId, foes: list[PieceId]) -> str:
    """Say what comes of it when a piece that does not fight meets enemies."""
    if _two_ladies(game, piece, foes):
        return "the two Ladies capture each other"
    taken = roses.heed(game, foes)[:1] if game.piece(piece).kind == "lady" else []
    captors = enemy_squares.captors(game, piece, foes)
    yields = f"{names.pieces(game, taken)} yields to her rose" if taken else ""
    lost = f"{names.pieces(game, captors)} would capture {names.piece(game, piece)}" if captors else ""
    return "; ".join(part for part in (yields, lost) if part)


def _quiet(game: Warlord, outlook: Outlook, piece: PieceId, to: Square) -> Iterator[str]:
    """Yield what is good and bad about a square without enemies."""
    if found := movement.goal_hint(game, piece, to):
        yield found
    if freed := outlook.freed_by(piece, to):
        yield f"frees {names.piece(game, freed)}"
    if game.fighter(piece):
        yield from _ahead(outlook, piece, to)
    elif piece in outlook.ladies:
        prey = [p for p in sorted(outlook.prey) if outlook.threatens(piece, to, p)]
        yield from [f"her rose then reaches {_some(game, prey)}"] if prey else []
    here, there = (outlook.menacing.get(square, []) for square in (outlook.now.where[piece], to))
    if there:
        yield f"{_some(game, there)} can attack there"
    elif here:
        yield f"out of reach of {_some(game, here)}"


def _ahead(outlook: Outlook, piece: PieceId, to: Square) -> Iterator[str]:
    """Yield how far a fighter is from the nearest enemy Green, in few words: several moves stand below one another."""
    then = outlook.to_green(piece, to)
    if then and then.steps:
        farther = ", farther than now" if _gained(outlook, Move(piece, to)) < 0 else ""
        yield f"{counted(then.steps, 'square')} from {names.side(then.owner)}'s Green{farther}"


def _some(game: Warlord, pieces: Sequence[PieceId]) -> str:
    named = [names.piece(game, piece) for piece in pieces[:NAMED]]
    more = len(pieces) - NAMED
    return join_words([*named, counted(more, "other")] if more > 0 else named)
