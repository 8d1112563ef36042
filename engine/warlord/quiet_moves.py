"""What is told of a move onto a square without enemies: its dangers, what it leads to, and a word for its button."""

from collections.abc import Iterator

from engine.core.actions import Action
from engine.core.game import cached_while_waiting
from engine.core.text import counted, join_words
from engine.warlord import encounters
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.duel import odds
from engine.warlord.meetings import bowmen
from engine.warlord.movement import castle, enchanted, enemy_squares, movement
from engine.warlord.movement.movement import Move
from engine.warlord.outlook import Outlook
from engine.warlord.sequence import danger

NO_MORE = "none of them forest"
"""What is said where the die is sure to lead a piece out of the forest."""

UNTIL = " until your next turn"
"""How long a piece is safe: left out where something else is said of it."""


def told(game: Warlord, outlook: Outlook, piece: PieceId, to: Square) -> Iterator[str]:
    """Yield what is good and bad about a square without enemies; the worst first, for a line is cut after parts."""
    (let_in, kept_out), let_past = _at_the_green(game, piece, to), _let_past(game, piece, to)
    costs = [f"opens your Green to {names.some(game, let_in, last='or')}"] if let_in else []
    costs += [f"lets {names.some(game, let_past, last='or')} attack on your Green"] if let_past else []
    costs += filter(None, [_left_alone(game, piece, to)])
    left = movement.left_behind(game, piece)
    costs += [] if castle.waiting(game, game.active) else left
    there, shooting = movement.threats(game, piece, to), bowmen.aiming(game, piece, to)
    shots = [f"{names.some(game, shooting, last='or')} can shoot him there"] if shooting else []
    if there:
        yield ", and ".join([*there, *_against_two(game, piece, to), *encounters.risked(game, piece)])
        yield from shots
        yield from costs
        yield from encounters.price(game, piece)
    elif costs or shots:
        yield f"{movement.safety(game).removesuffix(UNTIL)}, but {'; '.join([*costs, *shots])}"
    else:
        yield movement.safety(game)
    yield from left if castle.waiting(game, game.active) else ()
    if kept_out:
        yield f"guards your Green against {names.some(game, kept_out)}"
    if found := movement.goal_hint(game, piece, to):
        yield found
    if encounters.by_wizard(game, to):
        yield from encounters.raisable(game, [piece], to) if there else ["beside the Wizard: he attacks nobody"]
    if freed := outlook.freed_by(piece, to):
        yield f"frees {names.piece(game, freed)}"
    if game.fighter(piece):
        yield from _ahead(game, outlook, piece, to)
    elif piece in outlook.ladies:
        yield from _rose_to_come(game, outlook, piece, to)
        yield from _to_free(game, outlook, piece, to)
        yield from _homeward(outlook, piece, to)
    now, then = (movement.menacing(game, piece, square) for square in (outlook.now.where[piece], to))
    escaped = [p for p in now if p not in [*then, *let_in, *let_past]]
    if escaped and not shooting and set(then) <= set(now):
        yield f"escapes {names.some(game, escaped)}"


def _at_the_green(game: Warlord, piece: PieceId, to: Square) -> tuple[list[PieceId], list[PieceId]]:
    """Return the enemies to whom a move opens the own Green, and those whom it keeps from there or makes fight."""
    now, then = (danger.takers(seen, game.active) for seen in (game, movement.once_moved(game, piece, to)))
    return [p for p in then if p not in now], [p for p in now if p not in then]


def _let_past(game: Warlord, piece: PieceId, to: Square) -> list[PieceId]:
    """Return the enemies whose way to the own Green a move frees, to attack who guards it."""
    if game.active not in game.colours() or game.board.green_of(to) == game.active:
        return []
    guarded = [green for green in castle.greens(game, game.active) if danger.guards(game, game.active, green)]
    now, then = (
        {p for green in guarded for p in movement.comers(seen, game.active, green)}
        for seen in (game, movement.once_moved(game, piece, to))
    )
    return sorted(p for p in then - now if game.fighter(p) and p not in _at_the_green(game, piece, to)[0])


def opens_the_way(game: Warlord, action: Move) -> bool:
    """Tell whether a move frees an enemy's way to the own Green, guarded or not; nothing that the captain sees."""
    if not action.to:
        return False
    let_in, _ = _at_the_green(game, action.piece, action.to)
    return bool(let_in or _let_past(game, action.piece, action.to))


def keeps_all_out(game: Warlord, action: Action) -> bool:
    """Tell whether no enemy could step onto the own Green after a move of a piece that does not guard the Castle."""
    if not isinstance(action, Move) or not action.to or movement.is_inside(game, action.piece):
        return False
    return not danger.takers(movement.once_moved(game, action.piece, action.to), game.active)


def backs(game: Warlord, action: Move) -> bool:
    """Tell whether a fighter joins another on the own Green against somebody who mostly loses to both."""
    return game.board.green_of(action.to) == game.active and bool(_against_two(game, action.piece, action.to))


def _against_two(game: Warlord, piece: PieceId, to: Square) -> list[str]:
    """Say how seldom an enemy beats a fighter and the one whom he joins, and how often he would beat that one."""
    friends = [p for p in game.friends_at(to, game.active) if p != piece and game.fighter(p)]
    enemies = [p for p in movement.menacing(game, piece, to) if game.fighter(p)]
    together = len(enemies) > 1 and game.number("moves_per_turn") > 1
    if len(friends) != 1 or not enemies or together or not game.fighter(piece):
        return []
    two, one = (odds.wins(game, enemies[0], to, fighters) for fighters in ([*friends, piece], friends))
    return [f"wins {two}% against two, not {one}%"] if two < one else []


@cached_while_waiting
def _left_alone(game: Warlord, piece: PieceId, to: Square) -> str:
    """Say that a fighter leaves another alone to enemies, whom the two mostly beat together (rules 7.4)."""
    here = game.piece(piece).square
    friends = [p for p in game.friends_at(here, game.active) if p != piece and game.fighter(p)]
    if len(friends) != 1 or not game.fighter(piece) or game.board.castle_of(here):
        return ""
    comers = movement.comers(movement.once_moved(game, piece, to), game.active, here)
    enemies = [p for p in comers if movement.harms(game, p, friends[0])]
    left = names.for_side(game, game.active, friends)
    return f"leaves {left} alone against {names.some(game, enemies, enchanted.comer)}" if enemies else ""


def _rose_to_come(game: Warlord, outlook: Outlook, lady: PieceId, to: Square) -> Iterator[str]:
    """Yield whom a Lady could capture next turn from a square, as the board stands, and who would capture her then."""
    then = game.moved(lady, to)
    near = movement.paths(then, lady)
    prey = [p for p in sorted(outlook.prey) if game.piece(p).square in near and game.piece(p).square != to]
    if prey:
        whom, stay = ("", "he stays") if len(prey) == 1 else ("one of ", "they stay")
        captors = [enemy_squares.captors(game, lady, game.enemies_at(game.piece(p).square, game.active)) for p in prey]
        lost = "; the other would capture her" if all(captors) else ""
        yield f"next turn she could capture {whom}{names.some(game, prey)}, if {stay}{lost}"


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
        yield "near enough to capture a Knight or Warlord who comes to your Green"


def _ahead(game: Warlord, outlook: Outlook, piece: PieceId, to: Square) -> Iterator[str]:
    """Yield how many moves a fighter is from the nearest enemy Green, in few words: many stand in a list."""
    start = outlook.now.where[piece]
    then = outlook.to_green(piece, to)
    if to in outlook.greens:
        yield _castle_next(game, piece, outlook.greens[to].castle)
    elif start in outlook.greens:
        yield f"leaves {names.side(outlook.greens[start].id)}'s Green"
    elif then and not _at_home(game, to) and not enchanted.leads(game, game.active, to):
        moves, now = _moves_to(game, outlook, piece, to, then.green)
        if moves:
            yield movement.far(game, piece, to, (moves, now), then.green)


def _castle_next(game: Warlord, piece: PieceId, at: Square) -> str:
    """Say whom a fighter on an enemy's Green may fight for the Castle next turn, or that nobody there fights."""
    inside = [p for p in game.enemies_at(at, game.active) if game.fighter(p)]
    does = f"fight {names.pieces(game, inside)} for the Castle" if inside else "take the Castle, which has no fighter"
    return f"next turn {names.own(game, piece)} may {does}"


def in_a_word(game: Warlord, outlook: Outlook, action: Move) -> str:
    """Return why a piece would go to a square on which nobody threatens it, for its button; "" without a short reason.

    It says no more than what `_quiet` says at length.
    """
    piece, to = action.piece, action.to
    if movement.menacing(game, piece, to) or enchanted.leads(game, game.active, to) or to in outlook.greens:
        return ""
    if movement.is_inside(game, piece) or _left_alone(game, piece, to) or opens_the_way(game, action):
        return ""
    if bowmen.aiming(game, piece, to):
        return ""
    if _at_home(game, to):
        if game.piece(piece).kind == "bishop":
            return ""
        return "own Green" if game.board.green_of(to) else "own Castle"
    if movement.menacing(game, piece, game.piece(piece).square):
        return "safer"
    return "nearer" if _is_nearer(game, outlook, action) else ""


def is_exposed(game: Warlord, outlook: Outlook, action: Move) -> bool:
    """Tell whether a move ends where enemies can come, with nothing to say for it: no way onward, home or from others.

    Where two can come at once to one the way onward says nothing for it.
    Ladies, who fight nobody, ride into an enemy's reach to threaten somebody, or to free a friend.
    """
    piece, to = action.piece, action.to
    if not to or piece in outlook.ladies or to in outlook.greens or _at_home(game, to):
        return False
    there, here = (set(movement.menacing(game, piece, square)) for square in (to, game.piece(piece).square))
    if _is_nearer(game, outlook, action):
        return _is_outnumbered(game, piece, to) and not _is_outnumbered(game, piece, game.piece(piece).square)
    return bool(there) and not there < here


def _is_outnumbered(game: Warlord, piece: PieceId, square: Square) -> bool:
    """Tell whether two could come at once to a fighter who would stand there alone: they mostly win (rules 7.4)."""
    friends = [p for p in game.friends_at(square, game.active) if p != piece and game.fighter(p)]
    enemies = [p for p in movement.menacing(game, piece, square) if game.fighter(p)]
    return not friends and movement.at_once(game, enemies)


def is_lost(game: Warlord, action: Move) -> bool:
    """Tell whether a move leads into an enchanted forest, out of which a die leads, and out of nobody's reach."""
    if not action.to or not enchanted.leads(game, game.active, action.to):
        return False
    here = game.piece(action.piece).square
    return not movement.menacing(game, action.piece, here) or bool(movement.menacing(game, action.piece, action.to))


def by_die(game: Warlord, piece: PieceId) -> str:
    """Say where a die may lead a piece out of the enchanted forest, and into what danger."""
    ways = enchanted.ways_out(game, piece)
    if not ways:
        return "no way out is open now"
    met = [f"{names.pieces(game, foes)} on {to}" for to in ways if (foes := game.enemies_at(to, game.active))]
    menaced = [to for to in ways if movement.menacing(game, piece, to)]
    again = enchanted.again(game, piece, ways)
    forest = f"{again} of them forest again" if again else NO_MORE
    told = [f"a die picks one of {counted(len(ways), 'square')}, {forest}"]
    told += [f"may meet {join_words(met, 'or')}"] if met else []
    told += [f"in danger on {len(menaced)} of them"] if menaced else []
    return "; ".join(told)


def _at_home(game: Warlord, square: Square) -> bool:
    return game.active in (game.board.green_of(square), game.board.castle_of(square))


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
