"""What a side is likely to do with its turn, with what comes of it: duels, moves, recalls and shots (rules 4 to 7).

The order is that of the captain, who sees no more than the side does.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.core.actions import Action, Offer, Pass, Prospect
from engine.warlord import captain, encounters, quiet_moves
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.leaders import LEADERS
from engine.warlord.meetings.bowmen import Shoot
from engine.warlord.movement import castle, movement
from engine.warlord.movement.movement import Move
from engine.warlord.outlook import Outlook
from engine.warlord.sequence import danger, wizard
from engine.warlord.sequence.freeing import Free, Freeing
from engine.warlord.sequence.recall import Recall
from engine.warlord.sequence.setup import Ready
from engine.warlord.sequence.wizard import Raise
from engine.warlord.views import view

FORWARD = 0.2
"""What a step towards an enemy Green counts, beside what the captain makes of a move: people look forward first."""

VARIETY = 1
"""Moves of one piece that stand before those of others: a list of one piece's squares says little."""

LISTED = 13
"""Actions that are listed first, the quiet ones no further than this."""

MOST = 25
"""Actions that are listed with further quiet ones: a menu of pieces and squares has every other."""

BEST = 6
"""Of the actions that a captain likes best so many are listed, whatever is said of them."""

CARE = 1.0
"""What it counts that no enemy can come to a fighter, where the captain is indifferent: people look for safety then."""

BUTTON = 25
"""Letters of a button that has a reason behind a colon: with the dots behind them so many stand beside a line."""

IDLE = "I see no move that gains more than it risks"
"""Why somebody would pass."""

IDLE_OR_RASH = f"{IDLE}; the attack is lost more often than won"
"""The same where the attack that gains most is rash."""

LAST = 2
"""The place of a move that only loses a piece, below those that are fair (0) and those that others displace (1)."""


class Weighed(NamedTuple):
    """A prospect as it is sorted."""

    worth: float
    """What the captain makes of it."""

    who: str
    """The piece that acts; "" for one that attacks or goes to an enemy Green.

    Such a move never stands below others for what its piece could do besides.
    """

    prospect: Prospect

    forward: float = 0
    """What the steps count that it brings a fighter nearer to an enemy Green."""

    loses: bool = False
    """Whether it only loses the piece."""

    rash: bool = False
    """Whether nobody is advised to make it: an attack that is lost more often than won, or a move for nothing."""

    idle: bool = False
    """Whether it leads into an enchanted forest, or into an enemy's reach, for no reason that can be told."""

    opens: bool = False
    """Whether it leaves the own Castle to whoever enters."""

    @property
    def careless(self) -> bool:
        """Whether it is better left, whatever the captain makes of it."""
        return self.rash or self.loses or self.opens


def prospects(game: Warlord, seat: str) -> Sequence[Prospect]:
    """Return what a side could do with its turn that is worth a look, the best first, no piece too often above others.

    Of a piece's quiet moves of which the same is said all but the best come behind the others.
    """
    asked = [request for request in game.top.requests(game) if request.seat == seat] if game.top else []
    offers = {offer.action: offer for request in asked for offer in request.offers}
    if Free in offers and isinstance(game.top, Freeing):
        return [*game.top.prospects(game)]
    if Ready in offers:
        return [Prospect(Ready(), "", likely=True)]
    if not offers.keys() & {Move, Recall, Shoot, Raise}:
        return ()
    outlook = Outlook(view(game, seat), game.active)
    found = everything(game, outlook, offers)
    differing = [one.prospect for one in _differing(game, _varied(found), found[:BEST])]
    listed = _guarding(game, _answering(game, differing))
    if found and not listed[0].likely:
        listed = _instead(found, listed, worth=outlook.after_passing, passes=Pass in offers)
    return [*_raised(game, offers), *listed]


def everything(game: Warlord, outlook: Outlook, offers: Mapping[type[Action], Offer]) -> list[Weighed]:
    """Return every move, recall and shot of a side, the best first."""
    calm = [(worth - _hurry(game, outlook, action), action) for worth, action in captain.rated(outlook, offers)]
    found = [_weighed(game, outlook, worth, action) for worth, action in calm]
    return sorted(found, key=lambda one: CARE * _is_in_reach(game, outlook, one.prospect) - one.worth - one.forward)


def _is_in_reach(game: Warlord, outlook: Outlook, one: Prospect) -> bool:
    """Tell whether a fighter would come where enemies can attack, and not onto a Green."""
    action = one.action
    if not isinstance(action, Move) or not action.to or not _is_quiet(game, one) or not game.fighter(action.piece):
        return False
    home = game.board.green_of(action.to) or game.board.castle_of(action.to)
    return not home and bool(movement.menacing(game, action.piece, action.to))


def _instead(found: Sequence[Weighed], listed: Sequence[Prospect], *, worth: float, passes: bool) -> Sequence[Prospect]:
    """Put first what people do rather than a careless move: another that gains, an even duel, or to pass.

    `worth` is what passing is worth.
    """
    able = [one for one in found if not one.careless]
    first = next((one for one in able if one.prospect is listed[0]), None)
    fair = first or max(able, key=lambda one: one.worth, default=None)
    if fair and fair.worth + fair.forward > worth + encounters.LEAST:
        return [replace(fair.prospect, likely=True), *(one for one in listed if one is not fair.prospect)]
    why = IDLE_OR_RASH if found[0].rash and not found[0].idle else IDLE
    return [Prospect(Pass(), "Pass", why, "Pass", likely=True), *listed] if passes else listed


def _hurry(game: Warlord, outlook: Outlook, action: Action) -> float:
    """Return what a quiet move of a Lady or a Warlord counts with the captain only because it leads towards enemies.

    He rides to and fro with them as enemies come and go; people keep both where they are wanted.
    """
    if not isinstance(action, Move) or not action.to or game.piece(action.piece).kind not in LEADERS:
        return 0
    if game.enemies_at(action.to, game.active) or action.to in outlook.greens:
        return 0
    return max(0, outlook.pressed(outlook.now.moved(action.piece, action.to)) - outlook.pressed(outlook.now))


def _answering(game: Warlord, found: Sequence[Prospect]) -> Sequence[Prospect]:
    """Put what saves the Castle first, where an enemy stands on its Green, or after an attack that is best of all.

    The captain thinks little of it, for the odds inside are the same; but people drive him off.
    """
    besieged = {game.piece(p).square for p in danger.besiegers(game, game.active)}
    if not besieged or not found:
        return found
    home = game.board.seats[game.active].castle

    def saves(one: Prospect) -> bool:
        move = one.action
        if not isinstance(move, Move) or move.to not in {home, *besieged}:
            return False
        return game.fighter(move.piece) if move.to == home else not encounters.gives_up(game, move)

    saving = [one for one in found if saves(one)]
    others = [one for one in found if one not in saving]
    attacks = [one for one in others[:1] if one is found[0] and not _is_quiet(game, one)]
    likeliest = [replace(one, likely=not attacks) for one in saving[:1]]
    return [*attacks, *likeliest, *saving[1:], *others[len(attacks) :]]


def _guarding(game: Warlord, found: Sequence[Prospect]) -> Sequence[Prospect]:
    """Put the best move that keeps all enemies from the own Green right after the first, where some could step onto it.

    The captain often rather goes for theirs; but nobody should miss it.
    """
    if not danger.takers(game, game.active):
        return found
    guard = next((one for one in found if _is_quiet(game, one) and quiet_moves.keeps_all_out(game, one.action)), None)
    others = [one for one in found if one is not guard]
    return [*others[:1], guard, *others[1:]] if guard and guard is not found[0] else found


def _is_quiet(game: Warlord, one: Prospect) -> bool:
    """Tell whether a prospect is a move onto a square without enemies."""
    return isinstance(one.action, Move) and not (one.action.to and game.enemies_at(one.action.to, game.active))


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

    A move that only loses a piece comes last. The best attack, or step onto an enemy Green, stands right after what is
    best of all, for nobody should miss it.
    """
    often: dict[str, int] = {}
    places: list[int] = []
    for one in found:
        often[one.who] = often.get(one.who, 0) + bool(one.who)
        recalled = isinstance(one.prospect.action, Recall) and bool(places)
        late = often[one.who] > VARIETY or recalled or one.rash or one.opens
        places.append(LAST if one.loses else int(late))
    order = [one for late in range(LAST + 1) for one, place in zip(found, places, strict=True) if place == late]
    sound = (place for place, one in enumerate(order) if place and not (one.who or one.loses or one.rash))
    attack = next(sound, 0)
    return [*order[:1], order[attack], *order[1:attack], *order[attack + 1 :]] if attack else order


def _differing(game: Warlord, found: Sequence[Weighed], best: Sequence[Weighed]) -> Sequence[Weighed]:
    """Return actions, last the moves that say the same of a piece as one before them, or are beyond `LISTED`.

    Of these no more than make `MOST`. The `best`, attacks, recalls and whatever else decides something come first, and
    what only loses a piece last of all.
    """
    told: set[tuple[str, str]] = set()
    kept: list[Weighed] = []
    more: list[Weighed] = []
    for one in found:
        quiet = one.who and _is_quiet(game, one.prospect)
        said = (one.who, str(one.prospect.outcome))
        if not quiet or one in best or (said not in told and len(kept) < LISTED):
            kept.append(one)
        else:
            more.append(one)
        told |= {said} if quiet else set()
    filled = [*kept, *more[: max(0, MOST - len(kept))]]
    return sorted(filled, key=lambda one: one.loses)


def _weighed(game: Warlord, outlook: Outlook, worth: float, action: Action) -> Weighed:
    better = worth > outlook.after_passing
    match action:
        case Move():
            forward = FORWARD * _gained(outlook, action)
            better = better or (forward > 0 and worth + forward > outlook.after_passing)
            quiet = not action.to or not game.enemies_at(action.to, game.active)
            loses = not quiet and not better and encounters.gives_up(game, action)
            plain = quiet and not (action.to in outlook.greens and game.fighter(action.piece))
            idle = quiet and (quiet_moves.is_lost(game, action) or quiet_moves.is_exposed(game, outlook, action))
            idle = idle or (quiet and action.to not in outlook.greens and quiet_moves.opens_the_way(game, action))
            told = _move(game, outlook, action, better=better and not idle)
            rash = idle or encounters.is_rash(game, action)
            opens = quiet and not castle.waiting(game, game.active) and movement.is_inside(game, action.piece)
            opens = opens and not quiet_moves.backs(game, action)
            return Weighed(worth, action.piece if plain else "", told, forward, loses, rash, idle, opens)
        case Recall():
            return Weighed(worth, action.lady, _recall(game, action, better=better))
        case Shoot():
            shot = f"{names.own(game, action.bowman)} shoots at {names.piece(game, action.target)}"
            hit = "the arrow hits 67% of the time if both choose by chance; HIGH wounds twice"
            return Weighed(worth, action.bowman, Prospect(action, shot, hit, "Shoot", better))
    raise AssertionError(f"the captain weighs no {action}")


# ---------------------------------------------------------------------- moves


def _recall(game: Warlord, action: Recall, *, better: bool) -> Prospect:
    """Say what a Lady does who sends somebody home, and what it costs: the move of the turn (R-WLT-15)."""
    to, inside = game.piece(action.piece).square, castle.occupant(game, game.active)
    name, goes = names.own(game, action.piece), f" to {to}," if to != game.piece(action.lady).square else ""
    sent = f"{names.own(game, action.lady)}{goes} sends {name} home"
    if castle.waiting(game, game.active):
        told = [f"{name} waits at your gatehouse until the Castle is empty"]
    else:
        told = [f"{name} then stands in your Castle"]
    if action.green:
        foes = game.enemies_at(action.green, game.active)
        meets = f" and meets {names.pieces(game, foes)}" if foes else ""
        told.append(f"{names.own(game, inside)} steps out of it to {action.green}{meets}")
    told = [*_left_by(game, action), *told]
    told.append("uses your turn" if game.number("moves_per_turn") == 1 else "uses one of your moves")
    return Prospect(action, sent, "; ".join(told), f"Send home: {names.brief(game, action.piece)}", better)


def _left_by(game: Warlord, action: Recall) -> list[str]:
    """Say who can capture a Lady, or attack whom she joins, where she comes to send somebody home from."""
    lady, square = action.lady, game.piece(action.piece).square
    then = game.moved(lady, square).moved(action.piece, castle.square(game, game.active))
    if action.green:
        then = then.moved(castle.occupant(game, game.active), action.green)
    return [", and ".join(told)] if (told := movement.threats(then, lady, square)) else []


def _move(game: Warlord, outlook: Outlook, action: Move, *, better: bool) -> Prospect:
    name, start = names.own(game, action.piece), game.piece(action.piece).square
    if not action.to:
        words = f"{name} tries to leave the forest on {start}"
        short = f"{names.brief(game, action.piece)}: leave forest"
        return Prospect(action, words, quiet_moves.by_die(game, action.piece), short, better)
    if game.board.castle_of(action.to) not in ("", game.active):
        return encounters.storm(game, action, better=better)
    goes, short = f"{name}, {start} to {action.to}", f"{names.brief(game, action.piece)} to {action.to}"
    foes = game.enemies_at(action.to, game.active)
    if not foes:
        told = "; ".join(quiet_moves.told(game, outlook, action.piece, action.to))
        why = quiet_moves.in_a_word(game, outlook, action)
        whole = f"{short}: {why}"
        plain = bool(why) and len(whole) <= BUTTON
        return Prospect(action, goes, told, whole if plain else short, better, plain=plain)
    if not game.fighter(action.piece):
        words = f"{goes}, meets {names.pieces(game, foes)}"
        return Prospect(action, words, encounters.met(game, action.piece, foes), short, better)
    return encounters.attack(game, action, foes, better=better)
