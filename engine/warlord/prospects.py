"""What a side is likely to do with its turn, with what comes of it: duels, moves, recalls and shots (rules 4 to 7).

The order is that of the captain, who sees no more than the side does.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.core.actions import Action, Offer, Pass, Prospect
from engine.core.text import counted, join_words
from engine.warlord import captain
from engine.warlord.board import names
from engine.warlord.board.board import distance
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.leaders import LEADERS, beheaded
from engine.warlord.board.state import WIZARD
from engine.warlord.duel import odds
from engine.warlord.meetings import roses, victory
from engine.warlord.meetings.bowmen import Shoot
from engine.warlord.movement import castle, enchanted, enemy_squares, movement
from engine.warlord.movement.movement import Move
from engine.warlord.outlook import Outlook
from engine.warlord.sequence import danger, wizard
from engine.warlord.sequence.freeing import Free, Freeing
from engine.warlord.sequence.recall import Recall
from engine.warlord.sequence.wizard import Raise
from engine.warlord.views import view

LIKELY = 0.5
"""The chance from which on people usually seek a duel."""

FORWARD = 0.2
"""What a step towards an enemy Green counts, beside what the captain makes of a move: people look forward first."""

LEAST = 1e-9
"""A difference between two positions that only comes of counting."""

VARIETY = 1
"""Moves of one piece that stand before those of others: a list of one piece's squares says little."""

LISTED = 13
"""Actions that are listed, the quiet ones no further than this: a menu of pieces and squares has every other."""

BEST = 6
"""Of the actions that a captain likes best so many are listed, whatever is said of them."""

BUTTON = 26
"""Letters of a button that has a reason behind a colon."""

PAIR = 2
"""Fighters on a square of whom a Lady takes one, and the other her."""

STORM = "Storm the Castle"
"""The button of a move into an enemy Castle."""

IDLE = "no move gains anything"
"""Why somebody would pass."""

IDLE_OR_RASH = f"{IDLE}, and the attack is lost more often than won"
"""The same where the attack that gains most is rash."""

IDLE_OR_LOST = f"{IDLE}, but one into danger or the enchanted forest"
"""The same where the move that gains most is for nothing."""

BY_CHANCE = "with blows by chance"
"""What the chances of a duel mean."""

ITS_END = "the victor slays or captures"
"""What becomes of the beaten, where the Wizard has no part in it."""

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

    loses: bool = False
    """Whether it only loses the piece."""

    rash: bool = False
    """Whether nobody is advised to make it: an attack that is lost more often than won, or a move for nothing."""

    idle: bool = False
    """Whether it leads into an enchanted forest, or into an enemy's reach, for no reason that can be told."""

    opens: bool = False
    """Whether it leaves the own Castle to whoever enters."""


def prospects(game: Warlord, seat: str) -> Sequence[Prospect]:
    """Return what a side could do with its turn that is worth a look, the best first, no piece too often above others.

    Of a piece's quiet moves of which the same is said the best is enough.
    """
    asked = [request for request in game.top.requests(game) if request.seat == seat] if game.top else []
    offers = {offer.action: offer for request in asked for offer in request.offers}
    if Free in offers and isinstance(game.top, Freeing):
        return [*game.top.prospects(game)]
    if not offers.keys() & {Move, Recall, Shoot, Raise}:
        return ()
    outlook = Outlook(view(game, seat), game.active)
    found = everything(game, outlook, offers)
    listed = _answering(game, [one.prospect for one in _differing(game, _varied(found), found[:BEST])])
    if found and (found[0].rash or outlook.shunned) and not listed[0].likely:
        listed = _instead(found, listed, worth=outlook.after_passing, passes=Pass in offers)
    return [*_raised(game, offers), *listed]


def everything(game: Warlord, outlook: Outlook, offers: Mapping[type[Action], Offer]) -> list[Weighed]:
    """Return every move, recall and shot of a side, the best first."""
    calm = [(worth - _hurry(game, outlook, action), action) for worth, action in captain.rated(outlook, offers)]
    rated = sorted(calm, key=lambda found: -found[0] - FORWARD * _gained(outlook, found[1]))
    return [_weighed(game, outlook, worth, action) for worth, action in rated]


def _instead(found: Sequence[Weighed], listed: Sequence[Prospect], *, worth: float, passes: bool) -> Sequence[Prospect]:
    """Put first what people do rather than the rash move that a captain would make: a fair move, or to pass."""
    fair = next((one for one in found if not one.rash and not one.loses), None)
    if fair and fair.prospect is listed[0] and fair.worth >= worth - LEAST:
        return [replace(listed[0], likely=True), *listed[1:]]
    why = IDLE_OR_LOST if found[0].idle else IDLE_OR_RASH if found[0].rash else IDLE
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
        return game.fighter(move.piece) if move.to == home else not _gives_up(game, move)

    saving = [one for one in found if saves(one)]
    others = [one for one in found if one not in saving]
    attacks = [one for one in others[:1] if one is found[0] and not _is_quiet(game, one)]
    likeliest = [replace(one, likely=not attacks) for one in saving[:1]]
    return [*attacks, *likeliest, *saving[1:], *others[len(attacks) :]]


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
    """Return actions without the moves that say the same of a piece as one before them, nor those beyond `LISTED`.

    The `best`, attacks, recalls and whatever else decides something stay in any case.
    """
    told: set[tuple[str, str]] = set()
    kept: list[Weighed] = []
    for one in found:
        quiet = one.who and _is_quiet(game, one.prospect)
        said = (one.who, str(one.prospect.outcome))
        if not quiet or one in best or (said not in told and len(kept) < LISTED):
            kept.append(one)
        told |= {said} if quiet else set()
    return kept


def _weighed(game: Warlord, outlook: Outlook, worth: float, action: Action) -> Weighed:
    better = worth > outlook.after_passing
    match action:
        case Move():
            better = better or (worth >= outlook.after_passing - LEAST and _gained(outlook, action) > 0)
            quiet = not action.to or not game.enemies_at(action.to, game.active)
            loses = not quiet and not better and _gives_up(game, action)
            plain = quiet and not (action.to in outlook.greens and game.fighter(action.piece))
            idle = quiet and (_is_lost(game, action) or _is_exposed(game, outlook, action))
            told = _move(game, outlook, action, better=better and not idle)
            rash = idle or _rash(game, action)
            opens = quiet and not castle.waiting(game, game.active) and _is_inside(game, action.piece)
            return Weighed(worth, action.piece if plain else "", told, loses, rash, idle, opens)
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
    told.append("uses your turn" if game.number("moves_per_turn") == 1 else "uses one of your moves")
    return Prospect(action, sent, "; ".join(told), f"Send home: {name}", better)


def _is_lost(game: Warlord, action: Move) -> bool:
    """Tell whether a move leads into an enchanted forest, out of which a die leads, and out of nobody's reach."""
    if not action.to or not enchanted.leads(game, game.active, action.to):
        return False
    here = game.piece(action.piece).square
    return not movement.menacing(game, action.piece, here) or bool(movement.menacing(game, action.piece, action.to))


def _is_exposed(game: Warlord, outlook: Outlook, action: Move) -> bool:
    """Tell whether a move ends where enemies can come, with nothing to say for it: no way onward, home or from others.

    Ladies, who fight nobody, ride into an enemy's reach to threaten somebody, or to free a friend.
    """
    piece, to = action.piece, action.to
    if (
        not to
        or piece in outlook.ladies
        or to in outlook.greens
        or _at_home(game, to)
        or _is_nearer(game, outlook, action)
    ):
        return False
    there = set(movement.menacing(game, piece, to))
    return bool(there) and not there < set(movement.menacing(game, piece, game.piece(piece).square))


def _by_die(game: Warlord, piece: PieceId) -> str:
    """Say where a die may lead a piece out of the enchanted forest, and into what danger."""
    ways = enchanted.ways_out(game, piece)
    if not ways:
        return "no way out is open now"
    met = [f"{names.pieces(game, foes)} on {to}" for to in ways if (foes := game.enemies_at(to, game.active))]
    menaced = [to for to in ways if movement.menacing(game, piece, to)]
    told = [f"a die picks its way to one of {counted(len(ways), 'square')}"]
    told += [f"it may meet {join_words(met)}"] if met else []
    told += [f"enemies can come to {len(menaced)} of them"] if menaced else []
    return "; ".join(told)


def _move(game: Warlord, outlook: Outlook, action: Move, *, better: bool) -> Prospect:
    name, start = names.own(game, action.piece), game.piece(action.piece).square
    if not action.to:
        words = f"{name} leaves the enchanted forest on {start}"
        return Prospect(action, words, _by_die(game, action.piece), f"{name} leaves", better)
    if game.board.castle_of(action.to) not in ("", game.active):
        return _storm(game, action, better=better)
    # Of a veteran, who has two names, a button has room for one.
    goes, short = f"{name}, {start} to {action.to}", f"{name.partition(' (')[0]} to {action.to}"
    foes = game.enemies_at(action.to, game.active)
    if not foes:
        told = "; ".join(_quiet(game, outlook, action.piece, action.to))
        why = _in_a_word(game, outlook, action)
        label = f"{short}: {why}" if why else short
        return Prospect(action, goes, told, label, better, plain=bool(why) and len(label) <= BUTTON)
    if not game.fighter(action.piece):
        words = f"{goes}, meets {names.pieces(game, foes)}"
        return Prospect(action, words, _met(game, action.piece, foes), short, better)
    return _attack(game, action, foes, better=better)


def _attack(game: Warlord, action: Move, foes: Sequence[PieceId], *, better: bool) -> Prospect:
    """Say what comes of it when a fighter comes upon enemies: those who do not fight fall to whoever wins."""
    name = names.own(game, action.piece)
    goes = f"{name}, {game.piece(action.piece).square} to {action.to},"
    fighters, others = _parted(game, foes)
    loser = beheaded(game, foes)
    if not fighters:
        told = ["no fighter is there", *([victory.wins(game, game.active, loser)] if loser else [])]
        return Prospect(action, f"{goes} {_fall(game, foes)}", ", and ".join(told), f"{name}: take {action.to}", better)
    fight = odds.duel_to_come(game, action.piece, action.to, fighters)
    # First what decides the game: where room is short the end of a line is cut.
    told = [f"{victory.wins(game, game.active, loser)} if {_him(game, fighters)} captured"] if loser else []
    told += [*_risked(game, action.piece), odds.words(game, fight), *_price(game, action.piece)]
    told += [*_raisable(game, [action.piece, *fighters], action.to), BY_CHANCE, *_end(game, action.piece, fighters)]
    seek = better and odds.chances(game, fight).attackers >= LIKELY
    too = f", and {_fall(game, others)} too if he wins" if others else ""
    words = f"{goes} attacks {names.pieces(game, fighters)}{too}"
    return Prospect(action, words, "; ".join(told), f"{name}: attack {action.to}", seek)


def _fall(game: Warlord, others: Sequence[PieceId]) -> str:
    """Say what a fighter does to those who do not fight: he slays the Wizard, and all Risen with him [WLT-9.5]."""
    wizard = [p for p in others if game.piece(p).kind == WIZARD]
    taken = [p for p in others if p not in wizard]
    told = [f"captures {names.pieces(game, taken)}"] if taken else []
    told += ["slays the Wizard, and with him all Risen"] if wizard else []
    return " and ".join(told)


def _end(game: Warlord, piece: PieceId, fighters: Sequence[PieceId]) -> list[str]:
    """Say what becomes of the beaten; among Risen nobody has a choice [WLT-3.11, WLT-9.5]."""
    return [] if any(game.piece(p).risen for p in (piece, *fighters)) else [ITS_END]


def _raisable(game: Warlord, pieces: Sequence[PieceId], square: Square) -> list[str]:
    """Say that the Wizard, an enemy, could raise who falls on a square: not beside a Bishop [WLT-9.5, WLT-9.6]."""
    mortal = [p for p in pieces if game.fighter(p) and not game.piece(p).risen]
    raised = mortal and _by_wizard(game, square) and not enemy_squares.bishop_near(game, square)
    return ["the Wizard beside it can raise the slain"] if raised else []


def _by_wizard(game: Warlord, square: Square) -> bool:
    """Tell whether the Wizard stands on a square or next to it, and belongs to others."""
    own = [game.piece(p) for p in game.pieces_of(WIZARD) if game.piece(p).kind == WIZARD]
    return game.active != WIZARD and any(distance(one.square, square) <= 1 for one in own)


def _rash(game: Warlord, action: Move) -> bool:
    """Tell whether a fighter comes upon enemies who win more often than he."""
    fighters, _ = _parted(game, game.enemies_at(action.to, game.active) if action.to else ())
    if not fighters or not game.fighter(action.piece):
        return False
    found = odds.chances(game, odds.duel_to_come(game, action.piece, action.to, fighters))
    return found.attackers < found.defenders - LEAST


def _storm(game: Warlord, action: Move, *, better: bool) -> Prospect:
    """Say what comes of it when a fighter enters an enemy Castle: it is his if no enemy fighter is left in it."""
    name, owner = names.own(game, action.piece), game.board.castle_of(action.to)
    fighters, others = _parted(game, game.enemies_at(action.to, game.active))
    wins, enters = victory.storms(game, game.active, owner), f"{name} enters {names.side(owner)}'s Castle"
    if not fighters:
        there = f"only {names.pieces(game, others)} is inside" if others else "nobody is inside"
        return Prospect(action, enters, f"{there}: {wins}", STORM, better)
    fight = odds.duel_to_come(game, action.piece, action.to, fighters)
    seek = better and odds.chances(game, fight).attackers >= LIKELY
    words = f"{enters} and fights {names.pieces(game, fighters)}"
    told = [f"{wins} if your {name} wins", *_risked(game, action.piece), odds.words(game, fight)]
    told += [*_price(game, action.piece), BY_CHANCE]
    return Prospect(action, words, "; ".join(told), STORM, seek)


def _risked(game: Warlord, piece: PieceId) -> list[str]:
    """Say that the game is at stake where the last of Warlord and Lady could be captured [WLT-7.6]."""
    side = beheaded(game, [piece])
    return [f"{victory.loses(game, side)} if your {names.own(game, piece)} is captured"] if side else []


def _price(game: Warlord, piece: PieceId) -> list[str]:
    """Say what it costs if a Warlord is captured while his Lady is free [WLT-7.6]: last, where a line may be cut."""
    if game.piece(piece).kind != "warlord" or beheaded(game, [piece]):
        return []
    return [f"if he is captured, {victory.loses(game, game.active)} once your Lady is too"]


def _parted(game: Warlord, pieces: Sequence[PieceId]) -> tuple[list[PieceId], list[PieceId]]:
    """Return the fighters among some pieces, and the others."""
    return [p for p in pieces if game.fighter(p)], [p for p in pieces if not game.fighter(p)]


def _him(game: Warlord, pieces: Sequence[PieceId]) -> str:
    return f"{names.pieces(game, pieces)} {'is' if len(pieces) == 1 else 'are'}"


def _gives_up(game: Warlord, action: Move) -> bool:
    """Tell whether a piece that moves onto enemies is captured by them, as a Lady also is by another Lady."""
    foes = game.enemies_at(action.to, game.active)
    return bool(enemy_squares.captors(game, action.piece, foes)) or _two_ladies(game, action.piece, foes)


def _two_ladies(game: Warlord, piece: PieceId, foes: list[PieceId]) -> bool:
    return all(any(game.piece(p).kind == "lady" for p in found) for found in ([piece], foes))


def _met(game: Warlord, piece: PieceId, foes: list[PieceId]) -> str:
    """Say what comes of it when a piece that does not fight meets enemies."""
    lady = game.piece(piece).kind == "lady"
    heeding = roses.heed(game, foes) if lady else []
    fighters = [p for p in foes if game.fighter(p)]
    # Where two fighters stand she takes one alone [WLT-5.8].
    taken = heeding if len(fighters) < PAIR else heeding[:1]
    loser = beheaded(game, taken)
    wins = f", and {victory.wins(game, game.active, loser)}" if loser else ""
    if _two_ladies(game, piece, foes):
        gallant = [p for p in taken if game.fighter(p)]
        too = f"; {names.pieces(game, gallant)} yields to her" if gallant else ""
        return f"the two Ladies capture each other{too}{wins}"
    if game.piece(piece).kind == "bishop" and any(game.piece(p).side == WIZARD for p in foes):
        return _confronted(game, foes)
    captors = enemy_squares.captors(game, piece, foes)
    yields = f"{names.pieces(game, taken)} yields to her without a duel: he is captured{wins}" if taken else ""
    lost = f"{names.pieces(game, captors)} would capture {'her' if lady else 'him'}" if captors else ""
    risked = _risked(game, piece) if captors else []
    return "; ".join(part for part in (yields, lost, *risked) if part)


def _confronted(game: Warlord, foes: Sequence[PieceId]) -> str:
    """Say what a Bishop does to the Risen and the Wizard onto whom he comes [WLT-9.6]."""
    risen = [p for p in foes if game.piece(p).risen]
    told = [f"destroys {names.pieces(game, risen)}"] if risen else []
    told += ["sends the Wizard away, who loses his next turn"] if len(risen) < len(foes) else []
    return "; ".join(told)


def _quiet(game: Warlord, outlook: Outlook, piece: PieceId, to: Square) -> Iterator[str]:
    """Yield what is good and bad about a square without enemies."""
    here, there = (movement.threats(game, piece, square) for square in (outlook.now.where[piece], to))
    if there:
        # First, and in one part, for a line is cut after parts.
        yield ", and ".join([*there, *_risked(game, piece)])
    elif not enchanted.leads(game, game.active, to):
        yield movement.safety(game)
    yield from _left_behind(game, piece)
    if found := movement.goal_hint(game, piece, to):
        yield found
    if _by_wizard(game, to):
        yield from _raisable(game, [piece], to) if there else ["beside the Wizard, who attacks nobody"]
    if freed := outlook.freed_by(piece, to):
        yield f"frees {names.piece(game, freed)}"
    if game.fighter(piece):
        yield from _ahead(game, outlook, piece, to)
    elif piece in outlook.ladies:
        yield from _rose_to_come(game, outlook, piece, to)
        yield from _to_free(game, outlook, piece, to)
        yield from _homeward(outlook, piece, to)
    yield from _price(game, piece) if there else ()
    if not here:
        return
    menacing, still = (
        [p for p in outlook.menacing.get(square, []) if movement.harms(game, p, piece)]
        for square in (outlook.now.where[piece], to)
    )
    takers = [p for p in menacing if game.fighter(p)] if _leaves_open(game, piece) else []
    if takers:
        yield f"leaves your Green to {names.some(game, takers)}"
    elif escaped := [p for p in menacing if p not in still]:
        yield f"no longer in reach of {names.some(game, escaped)}"


def _is_inside(game: Warlord, piece: PieceId) -> bool:
    """Tell whether a piece stands in the Castle of its side."""
    return game.board.castle_of(game.piece(piece).square) == game.active


def _left_behind(game: Warlord, piece: PieceId) -> Iterator[str]:
    """Say who is in the own Castle once a piece has left it: the first of the gatehouse, or nobody [WLT-8.1]."""
    if _is_inside(game, piece):
        queue = castle.waiting(game, game.active)
        yield f"{names.own(game, queue[0])} enters your Castle" if queue else "leaves your Castle empty"


def _leaves_open(game: Warlord, piece: PieceId) -> bool:
    """Tell whether a piece is the only fighter on its side's Green, so that an enemy finds nobody there without it."""
    here = game.piece(piece).square
    others = [p for p in game.friends_at(here, game.active) if p != piece and game.fighter(p)]
    return game.board.green_of(here) == game.active and game.fighter(piece) and not others


def _rose_to_come(game: Warlord, outlook: Outlook, lady: PieceId, to: Square) -> Iterator[str]:
    """Yield whom a Lady could capture next turn from a square; she enters no Castle [WLT-3.5]."""
    outside = [p for p in sorted(outlook.prey) if game.piece(p).square not in game.board.castles]
    if prey := [p for p in outside if outlook.threatens(lady, to, p)]:
        whom, first = ("", "he moves") if len(prey) == 1 else ("one of ", "they move")
        yield f"on your next turn she could capture {whom}{names.some(game, prey)} without a duel, but {first} first"


def _to_free(game: Warlord, outlook: Outlook, lady: PieceId, to: Square) -> Iterator[str]:
    """Say that a Lady comes nearer to a Green where she can free somebody [WLT-4.2]."""
    held = {p: holder for p, holder in outlook.now.held.items() if game.piece(p).side == game.piece(lady).side}
    ways = movement.manner(game, lady)
    for green, rival in outlook.greens.items():
        friends = [p for p, holder in held.items() if holder == rival.id]
        away = movement.moves_to(game.board, ways, green, outlook.shunned)
        here, there = (away.get(square, 0) for square in (outlook.now.where[lady], to))
        if friends and 0 < there < here:
            yield f"{counted(there, 'turn')} to {names.side(rival.id)}'s Green, to free {names.some(game, friends)}"
            return


def _homeward(outlook: Outlook, lady: PieceId, to: Square) -> Iterator[str]:
    """Say that a Lady comes near enough to her own Green to capture a Knight there."""
    greens = outlook.home.greens if outlook.home else ()
    near = [any(outlook.is_near(lady, square, green) for green in greens) for square in (outlook.now.where[lady], to)]
    if near == [False, True] and to not in greens:
        yield "1 turn to your own Green"


def _ahead(game: Warlord, outlook: Outlook, piece: PieceId, to: Square) -> Iterator[str]:
    """Yield how many moves a fighter is from the nearest enemy Green, in few words: many stand in a list."""
    start = outlook.now.where[piece]
    then = outlook.to_green(piece, to)
    if to in outlook.greens:
        yield "on your next turn he may enter the Castle"
    elif start in outlook.greens:
        yield f"leaves {names.side(outlook.greens[start].id)}'s Green"
    elif then and not _at_home(game, to) and not enchanted.leads(game, game.active, to):
        moves, now = _moves_to(game, outlook, piece, to, then.green)
        if moves:
            yield _far(moves, now, names.side(then.owner))


def _in_a_word(game: Warlord, outlook: Outlook, action: Move) -> str:
    """Return why a piece would go to a square on which nobody threatens it, for its button; "" without a short reason.

    It says no more than what `_quiet` says at length.
    """
    piece, to = action.piece, action.to
    if movement.menacing(game, piece, to) or enchanted.leads(game, game.active, to) or to in outlook.greens:
        return ""
    if _is_inside(game, piece):
        return ""
    if _at_home(game, to):
        return "home"
    if movement.menacing(game, piece, game.piece(piece).square):
        return "safer"
    return "nearer" if _is_nearer(game, outlook, action) else ""


def _is_nearer(game: Warlord, outlook: Outlook, action: Move) -> bool:
    """Tell whether a fighter needs fewer moves then to the nearest enemy Green."""
    if not game.fighter(action.piece) or not (way := outlook.to_green(action.piece, action.to)):
        return False
    then, now = _moves_to(game, outlook, action.piece, action.to, way.green)
    return now is not None and then is not None and then < now


def _moves_to(
    game: Warlord, outlook: Outlook, piece: PieceId, to: Square, green: Square
) -> tuple[int | None, int | None]:
    """Return how many moves a piece needs to a Green from a square, and from where it stands; None if no way leads."""
    away = movement.moves_to(game.board, movement.manner(game, piece), green, outlook.shunned)
    return away.get(to), away.get(outlook.now.where[piece])


def _at_home(game: Warlord, square: Square) -> bool:
    return game.active in (game.board.green_of(square), game.board.castle_of(square))


def _far(moves: int, now: int | None, whose: str) -> str:
    """Say how many turns a piece needs to a Green after a move, and how many from where it stands."""
    way = f"{counted(moves, 'turn')} to {whose}'s Green"
    if moves == now:
        return f"still {way}"
    return way if now is None else f"{way} instead of {now}"
