"""Movement: which squares a piece can reach, and the move of a turn (rules 4) [WLT-1.1 to WLT-2.2]."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from engine.core.actions import Action, Choice, Draft, Field, Listing, Offer
from engine.core.errors import Illegal
from engine.core.game import cached_while_waiting
from engine.core.text import counted
from engine.warlord.board import names
from engine.warlord.board.board import TURNS, Board, beyond, distance, leading, neighbours, place, steps_to, within
from engine.warlord.board.catalog import Mode, open_to, units
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOWHERE, PieceId, Square, chosen
from engine.warlord.board.state import WIZARD, Kind
from engine.warlord.movement import enchanted, enemy_squares, obstacles

Track = list[Square]
"""The squares of a way in order, the first and the last included."""

Onward = Callable[[Square, tuple[int, ...]], Iterable[Square]]
"""Returns the squares onto which a piece can step from a square, in some of the directions."""

MANNERS: dict[Kind, tuple[str, str]] = {
    "footman": ("one or two squares straight, or one diagonally", "WLT-1.1"),
    "warlord": ("one or two squares straight, or one diagonally", "WLT-1.2"),
    "knight": ("up to four squares", "WLT-1.3"),
    "lady": ("up to four squares", "WLT-1.4"),
    "sergeant": ("one or two squares diagonally, or one straight", "WLT-9.7"),
    "bowman": ("one or two squares straight, or one diagonally", "WLT-9.10"),
    "bishop": ("one or two squares straight, or one diagonally", "WLT-9.6"),
    "wizard": ("up to two squares", "WLT-9.5"),
}
"""How each kind of piece moves, with the rule that says so."""


@dataclass(frozen=True, eq=False)
class Manner:
    """How a piece moves."""

    modes: tuple[Mode, ...]
    """The ways of moving among which it chooses."""

    mounted: bool
    """Whether it rides."""

    far: int
    """The most steps that it can make."""


class Move(Action, frozen=True):
    """Move a piece to a square by any open way; out of an enchanted forest no square is named."""

    piece: PieceId
    to: Square = NOWHERE


# ---------------------------------------------------------------------- who may move


def check_mover(game: Warlord, side: str, piece_id: PieceId) -> None:
    """Raise Illegal unless a piece of the side may begin a move."""
    piece = game.state.pieces.get(piece_id)
    if piece is None:
        raise Illegal("Name a piece of your own.", "WLT-2.1")
    if piece.side == side and ready(game, piece_id):
        return
    name = names.piece(game, piece_id)
    if piece.side != side:
        raise Illegal(f"{name} is not yours; name a piece of your own.", "WLT-2.1")
    match piece.status:
        case "prison":
            raise Illegal(f"{name} lies in a dungeon until somebody frees him.", "WLT-4.1")
        case "gatehouse":
            raise Illegal(f"{name} waits at the gatehouse until the Castle is empty.", "WLT-8.1")
        case "slain" | "gone":
            raise Illegal(f"{name} is out of the game.", "WLT-2.1")
    if piece.stricken:
        raise Illegal(f"{name} lies stricken.", game.stricken_rule)
    if piece.lamed:
        raise Illegal(f"An arrow has lamed {name}; he moves again on your next turn.", "WLT-9.10")
    rule = "WLT-9.2" if game.number("moves_per_turn") > 1 else "WLT-2.1"
    again = Illegal(f"{name} does not move again before your next turn.", rule)
    raise obstacles.to_leave(game, piece_id) or again


def ready(game: Warlord, piece_id: PieceId) -> bool:
    """Tell whether a piece may begin a move."""
    piece = game.piece(piece_id)
    return piece.status == "board" and not (piece.stricken or piece.lamed or piece.moved)


# ---------------------------------------------------------------------- where to


def paths(game: Warlord, piece_id: PieceId, *, recalling: bool = False) -> Mapping[Square, Track]:
    """Every square on which a piece can end its move, with a shortest way there.

    A Lady who comes for `recalling` needs no room on the square: the piece that she sends home makes it.
    """
    return _paths(game, piece_id, recalling)


def reaches(game: Warlord, piece_id: PieceId, to: Square, *, recalling: bool = False) -> bool:
    """Tell whether a square is one of a piece's `paths`, which are not looked for where it is too far away."""
    near = distance(game.piece(piece_id).square, to) <= manner(game, piece_id).far
    return near and to in paths(game, piece_id, recalling=recalling)


@cached_while_waiting
def _paths(game: Warlord, piece_id: PieceId, recalling: bool) -> Mapping[Square, Track]:
    found, open_to_it = _passable(game, piece_id)
    crowded = [to for to in open_to_it & found.keys() if obstacles.to_stay(game, piece_id, to, less=int(recalling))]
    return {to: track for to, track in found.items() if to not in crowded} if crowded else found


@cached_while_waiting
def _passable(game: Warlord, piece_id: PieceId) -> tuple[dict[Square, Track], frozenset[Square]]:
    """Return a piece's ways, whether there is room at their ends or not, and the squares that may have no room."""
    if obstacles.to_leave(game, piece_id):
        return {}, frozenset()
    start, moves = game.piece(piece_id).square, manner(game, piece_id)
    noted = obstacles.noted(game, piece_id) & within(game.board, start, moves.far)
    closed = obstacles.closed(game, piece_id, noted)
    able = noted - closed
    ends = frozenset([square for square in able if obstacles.to_go_on(game, piece_id, square)])
    return _ways(game.board, start, moves, closed, ends), able


@lru_cache(8_192)
def _ways(
    board: Board, start: Square, manner: Manner, closed: frozenset[Square], ends: frozenset[Square]
) -> dict[Square, Track]:
    """Return the ways over the printed board past squares closed to a piece, up to where its move ends."""

    def onward(here: Square, directions: tuple[int, ...]) -> Iterable[Square]:
        return [to for to in leading(board, here, directions, mounted=manner.mounted) if to not in closed]

    return _spread(start, manner.modes, onward, ends)


def pattern(game: Warlord, piece_id: PieceId) -> dict[Square, Track]:
    """Return the squares that a piece could reach if nothing were on the board but squares."""

    def onward(here: Square, directions: tuple[int, ...]) -> Iterable[Square]:
        return [to for direction in directions if (to := beyond(game.board, here, direction))]

    return _spread(game.piece(piece_id).square, manner(game, piece_id).modes, onward, frozenset())


def manner(game: Warlord, piece_id: PieceId) -> Manner:
    """How a piece moves: mounted ones ride straight where the table says so."""
    return _manner(game.piece(piece_id).kind, straight=bool(game.option("knight_straight")))


@cache
def _manner(kind: Kind, *, straight: bool) -> Manner:
    unit = units()[kind]
    ridden = tuple(Mode(mode.dirs, mode.steps, straight=True) for mode in unit.move_modes)
    modes = ridden if unit.mounted and straight else unit.move_modes
    return Manner(modes, unit.mounted, max(mode.steps for mode in modes))


def _spread(start: Square, modes: Iterable[Mode], onward: Onward, ends: frozenset[Square]) -> dict[Square, Track]:
    """Return the squares at the ends of all ways by some modes, with a shortest way to each."""
    found: dict[Square, Track] = {}
    for mode in modes:
        turns = TURNS[mode.dirs]
        for directions in [(turn,) for turn in turns] if mode.straight else [turns]:
            for to, track in _grown(start, directions, mode.steps, onward, ends).items():
                if to not in found or len(track) < len(found[to]):
                    found[to] = track
    return found


@cache
def moves_to(board: Board, manner: Manner, goal: Square, closed: str = "") -> Mapping[Square, int]:
    """Return how many moves it is to a square from each from which the land leads there, with nobody in the way.

    `closed` is a kind of terrain to go around; who stands in it may leave it.
    """
    shut = frozenset(square for square in board.lie if closed and board.terrain(square) == closed)
    before: dict[Square, list[Square]] = {}
    for start in board.lie:
        for to in _ways(board, start, manner, shut, frozenset()):
            before.setdefault(to, []).append(start)
    away, rim = {goal: 0}, [goal]
    while rim:
        nearer = rim
        rim = list(dict.fromkeys(start for to in nearer for start in before.get(to, ()) if start not in away))
        away |= dict.fromkeys(rim, away[nearer[0]] + 1)
    return away


def _grown(
    start: Square, directions: tuple[int, ...], far: int, onward: Onward, ends: frozenset[Square]
) -> dict[Square, Track]:
    tracks: dict[Square, Track] = {start: [start]}
    edge = [start]
    for _ in range(far):
        reached: list[Square] = []
        for here in edge:
            for there in onward(here, directions):
                if there not in tracks:
                    tracks[there] = [*tracks[here], there]
                    reached.append(there)
        edge = [square for square in reached if square not in ends]
    del tracks[start]
    return tracks


def stackable(game: Warlord, side: str, square: Square) -> bool:
    """Tell whether one more piece of a side finds room on a square [WLT-5.3]."""
    return len(game.friends_at(square, side)) < game.room(side, square)


def adjacent(game: Warlord, piece_id: PieceId) -> list[Square]:
    """Return the squares next to a piece to which it can withdraw: open, with room, without enemies [WLT-9.11]."""
    piece = game.piece(piece_id)
    own = ("", piece.side)
    return [
        square
        for square in sorted(neighbours(game.board, piece.square), key=place)
        if game.board.castle_of(square) in own
        and not game.enemies_at(square, piece.side)
        and not obstacles.to_step(game, piece_id, piece.square, square)
        and not obstacles.to_stay(game, piece_id, square)
    ]


# ---------------------------------------------------------------------- why not


def objection(game: Warlord, piece_id: PieceId, to: Square) -> Illegal:
    """Why a piece cannot move to a square that is none of its `paths`."""
    if obstacle := obstacles.to_leave(game, piece_id):
        return obstacle
    if to == game.piece(piece_id).square:
        return Illegal(f"{names.piece(game, piece_id)} is there already; name another square, or pass.", "WLT-2.1")
    track = pattern(game, piece_id).get(to)
    if track is None:
        kind = game.piece(piece_id).kind
        how, rule = MANNERS[kind]
        manner = f"{'The' if kind == WIZARD else 'A'} {kind.capitalize()} moves {how}."
        return Illegal(manner if to in game.board.lie else f"The board has no square '{to}'.", rule)
    refusal = (
        obstacles.to_stand(game, piece_id, to)
        or obstacles.to_enter(game, piece_id, to)
        or obstacles.to_stay(game, piece_id, to)
        or enemy_squares.objection(game, piece_id, to)
    )
    return refusal or _on_the_way(game, piece_id, track)


def _on_the_way(game: Warlord, piece_id: PieceId, track: Track) -> Illegal:
    """Return the first obstacle on a way that cannot be gone."""
    for start, to in pairwise(track):
        found = obstacles.to_step(game, piece_id, start, to)
        if found is None and to != track[-1]:
            found = obstacles.to_go_on(game, piece_id, to)
        if found:
            return found
    raise AssertionError(f"the way is free along {track}")


# ---------------------------------------------------------------------- the action


def offer(game: Warlord, side: str) -> list[Offer]:
    """Offer to move a piece, if any of a side can."""
    if next(_movers(game, side), None) is None:
        return []
    fields = (
        Field(
            "piece", "Which piece?", lambda _: Listing(list(_movers(game, side)), lambda p: _mover(game, PieceId(p)))
        ),
        Field(
            "to",
            "Where to?",
            lambda draft: _goals(game, draft),
            when=lambda draft: not _wanders(game, draft),
            reach="piece",
            places=True,
        ),
    )
    return [Offer(Move, "Move a piece", fields, says="Move {piece} to {to}")]


def _movers(game: Warlord, side: str) -> Iterator[PieceId]:
    """Yield the pieces of a side that can move."""
    for piece in game.pieces_of(side):
        if ready(game, piece):
            lost = enchanted.holds(game, piece)
            if lost or (not obstacles.to_leave(game, piece) and (_steps_out(game, piece) or paths(game, piece))):
                yield piece


def _steps_out(game: Warlord, piece_id: PieceId) -> bool:
    """Whether a square lies beside a piece onto which it can go, with nothing there to look at: almost always."""
    beside = _beside(game.board, game.piece(piece_id).square, manner(game, piece_id))
    return not beside <= obstacles.noted(game, piece_id)


@cache
def _beside(board: Board, start: Square, manner: Manner) -> frozenset[Square]:
    """Return the squares that the land opens to a piece for its first step."""
    turns = [TURNS[mode.dirs] for mode in manner.modes]
    return frozenset(to for directions in turns for to in leading(board, start, directions, mounted=manner.mounted))


def _wanders(game: Warlord, draft: Draft) -> bool:
    piece = chosen(draft, "piece")
    return piece in game.state.pieces and enchanted.holds(game, piece)


def _mover(game: Warlord, piece_id: PieceId) -> Choice:
    """Name a piece, where it stands and how it moves from there."""
    piece = game.piece(piece_id)
    how = f"moves {MANNERS[piece.kind][0]}{_ridden(game, piece_id)}"
    if enchanted.holds(game, piece_id):
        told = f"on {piece.square}; {enchanted.words(game, piece_id, piece.square)}"
        return Choice(piece_id, f"{names.own(game, piece_id)} out of the forest", told)
    walled = game.board.castle_of(piece.square) == piece.side
    where = "in your Castle; out only over its Green" if walled else f"on {piece.square}"
    return Choice(piece_id, names.own(game, piece_id), f"{where}; {how}")


def _ridden(game: Warlord, piece_id: PieceId) -> str:
    """Say by which ways a mounted piece moves, and that a Knight fights, or what a Lady does instead."""
    if not game.mounted(piece_id):
        return ""
    way = " in one open line" if game.option("knight_straight") else " by any open way"
    lady = "; captures Knights and Warlords, sends friends home" if game.piece(piece_id).kind == "lady" else "; fights"
    return f"{way}{lady}"


SAFE = "safe until your next turn"
"""What is said of a square onto which no enemy can come who could harm a piece there."""

NOBODY_COMES = "no enemy comes until your next turn"
"""The same where Bowmen could shoot from afar."""

PAIR = 2
"""Fighters of a side who find room on a square."""

NEAREST = 5
"""Squares that stand before the others because they are near an enemy's Green: as many as stand in a row of buttons."""


def _goals(game: Warlord, draft: Draft) -> Sequence[Choice]:
    """Return the squares to choose from: enemies, then Castles and Greens, then the rest from west to east.

    Their ranks put of the rest the few that are nearest to an enemy's Green first, for whoever may step onto it.
    """
    piece = chosen(draft, "piece")
    if piece not in game.state.pieces:
        return []
    reached, side = paths(game, piece).keys(), game.piece(piece).side
    fights = {square for square in reached & game.standing.able.keys() if game.enemies_at(square, side)}
    goals = [*sorted(fights, key=place), *sorted(reached - fights, key=game.board.order.__getitem__)]
    ways = _to_greens(game, piece) if game.fighter(piece) else []
    nearest = {to: min(((way[to], green) for green, way in ways if to in way), default=(0, NOWHERE)) for to in goals}
    first = sorted((to for to in goals if nearest[to][0]), key=lambda to: nearest[to][0])[:NEAREST]

    def worded(to: str) -> Choice:
        square = Square(to)
        home = square in fights or game.board.castle_of(square) or game.board.green_of(square)
        rank = 0 if home else 1 + first.index(square) if square in first else 1 + NEAREST
        told = left_behind(game, piece)
        told += [] if square in fights else threats(game, piece, square) or [safety(game)]
        told += filter(None, [goal_hint(game, piece, square)])
        told += [] if home or enchanted.leads(game, side, square) else _away(game, piece, square, nearest[square])
        return Choice(to, to, "; ".join(told), rank=rank)

    return Listing(goals, worded)


def left_behind(game: Warlord, piece_id: PieceId) -> list[str]:
    """Say who is in the own Castle once a piece has left it: the first of the gatehouse, or nobody [WLT-8.1]."""
    if not is_inside(game, piece_id):
        return []
    queue = game.state.gatehouses.get(game.piece(piece_id).side)
    return [f"{names.own(game, queue[0])} enters your Castle" if queue else "leaves your Castle empty"]


def is_inside(game: Warlord, piece_id: PieceId) -> bool:
    """Tell whether a piece stands in the Castle of its side."""
    piece = game.piece(piece_id)
    return game.board.castle_of(piece.square) == piece.side


def _to_greens(game: Warlord, piece_id: PieceId) -> list[tuple[Square, Mapping[Square, int]]]:
    """Return how many steps it is for a piece from each square to each of the enemies' Greens."""
    side, mounted = game.piece(piece_id).side, game.mounted(piece_id)
    rivals = [rival for rival in game.colours() if not game.friends(rival, side)]
    return [
        (green, steps_to(game.board, green, mounted=mounted))
        for rival in rivals
        for green in game.board.seats[rival].green
    ]


def _away(game: Warlord, piece_id: PieceId, to: Square, nearest: tuple[int, Square]) -> list[str]:
    """Say how many turns a piece needs from a square to the enemy Green that is nearest, if it ever comes there."""
    _, green = nearest
    closed = "forest" if enchanted.leads_all(game, game.piece(piece_id).side) else ""
    away = moves_to(game.board, manner(game, piece_id), green, closed) if green else {}
    now = away.get(game.piece(piece_id).square)
    return [far(game, piece_id, to, (away[to], now), green)] if away.get(to) else []


def far(game: Warlord, piece_id: PieceId, to: Square, turns: tuple[int, int | None], green: Square) -> str:
    """Say how many turns a piece needs to a Green after a move, and from where it stands, and who bars the last."""
    moves, now = turns
    way = f"{counted(moves, 'turn')} to {names.side(game.board.green_of(green))}'s Green"
    barred = ", now blocked" if moves == 1 and green not in paths(game.moved(piece_id, to), piece_id) else ""
    if moves == now:
        return f"still {way}{barred}"
    return f"{way} instead of {now}{barred}" if now else f"{way}{barred}"


def goal_hint(game: Warlord, piece_id: PieceId, to: Square) -> str:
    """Return the things that a piece finds on a square: enemies, the land where it is no open ground, and friends."""
    side = game.piece(piece_id).side
    enemies, friends = game.enemies_at(to, side), game.friends_at(to, side)
    captors = enemy_squares.captors(game, piece_id, enemies)
    met = f"meets {names.pieces(game, enemies)}" if enemies else ""
    lost = f"would be captured by {names.pieces(game, captors)}" if captors else ""
    joined = f"joins {names.for_side(game, side, friends)}" if friends else ""
    land = "" if is_inside(game, piece_id) and game.board.green_of(to) == side else _land(game, piece_id, to)
    kept_out = _risen_kept_out(game, piece_id, to) if game.piece(piece_id).kind == "bishop" else ""
    return "; ".join(part for part in (met, lost, kept_out, land, joined) if part)


def _risen_kept_out(game: Warlord, bishop: PieceId, to: Square) -> str:
    """Say that a Bishop comes beside his Green: no Risen steps onto it then, but every other enemy may [WLT-9.6]."""
    here, side = game.piece(bishop).square, game.piece(bishop).side
    greens = game.board.seats[side].green if WIZARD in game.playing() else ()
    near = any(distance(to, green) <= 1 < distance(here, green) for green in greens)
    return "no Risen can come to your Green; enemies still can" if near else ""


def _land(game: Warlord, piece_id: PieceId, square: Square) -> str:
    """Say what a piece finds on a square besides open ground; "" for that."""
    owner, terrain = game.board.castle_of(square) or game.board.green_of(square), game.board.terrain(square)
    side, ground = game.piece(piece_id).side, game.board.ground(square).name
    if owner:
        whose = "your" if owner == side else f"{names.side(owner)}'s"
        return f"{whose} {ground.removeprefix('Castle ')}"
    if enchanted.leads(game, side, square):
        return enchanted.words(game, piece_id, square)
    closed = "" if open_to(terrain, mounted=True) else ", closed to riders"
    return "" if terrain == "open" else f"{ground.lower()}{closed}"


def threats(game: Warlord, piece: PieceId, square: Square) -> list[str]:
    """Say which enemies could come to a piece on a square next turn, and whether there would be a duel."""
    enemies, side = menacing(game, piece, square), game.piece(piece).side
    friends = [p for p in game.friends_at(square, side) if p != piece]
    guards = [p for p in friends if game.fighter(p)]
    whom = "him" if game.fighter(piece) or game.piece(piece).kind != "lady" else "her"
    meet = f"attack {names.for_side(game, side, guards)}" if guards else f"capture {whom}"
    fighters, ladies = ([p for p in enemies if game.fighter(p) is fights] for fights in (True, False))
    told = []
    if fighters:
        together = at_once(game, fighters) and (game.fighter(piece) or bool(guards))
        who = names.some(game, fighters, enchanted.comer, "and" if together else "or")
        told += [f"{who} can {'attack' if game.fighter(piece) else meet} there{_both(fighters) if together else ''}"]
    if ladies:
        told += [f"{names.some(game, ladies, last='or')} can capture {whom}{'' if told else ' there'} without a duel"]
    return told


def _both(fighters: Sequence[PieceId]) -> str:
    return " together" if len(fighters) == PAIR else ", two at once"


def at_once(game: Warlord, fighters: Sequence[PieceId]) -> bool:
    """Tell whether two of some enemies could come to a square in one turn, to fight there together (rules 9.2)."""
    sides = [game.piece(p).side for p in fighters]
    return game.number("moves_per_turn") > 1 and any(sides.count(side) > 1 for side in sides)


def safety(game: Warlord) -> str:
    """Say that no enemy could come to a piece on a square next turn and harm it, if `threats` has nobody."""
    archers = any(one.kind == "bowman" for one in game.state.pieces.values())
    return NOBODY_COMES if archers else SAFE


@cached_while_waiting
def menacing(game: Warlord, piece: PieceId, square: Square) -> list[PieceId]:
    """Return the enemies who could come to a piece next turn and do it harm, once it has moved to a square."""
    then = once_moved(game, piece, square)
    return [p for p in comers(then, game.piece(piece).side, square) if harms(game, p, piece)]


def harms(game: Warlord, enemy: PieceId, piece: PieceId) -> bool:
    """Tell whether an enemy who came to a piece's square would endanger it: no Lady does a Footman any harm."""
    heeds = game.chivalrous(piece) or game.piece(piece).kind == "lady"
    return game.fighter(enemy) or (heeds and game.piece(enemy).kind == "lady")


def once_moved(game: Warlord, piece: PieceId, to: Square) -> Warlord:
    """Return the game as it stands once a piece has moved to a square: it frees the way that it stood in.

    Where no enemy comes to either square it bars nobody's way, and the game itself will do; but a Bishop bars Risen.
    """
    mover = game.piece(piece)
    matters = mover.kind == "bishop" or any(comers(game, mover.side, square) for square in (mover.square, to))
    return game.moved(piece, to) if matters and mover.square != to else game


@cached_while_waiting
def comers(game: Warlord, side: str, square: Square) -> list[PieceId]:
    """Return which able enemies of a side could come to a square, were it their turn."""
    enemies = (p for at in game.standing.able for p in game.enemies_at(at, side))
    return sorted(p for p in enemies if _comes(game, p, square))


def _comes(game: Warlord, enemy: PieceId, square: Square) -> bool:
    if game.piece(enemy).lamed:
        return False
    return square in enchanted.ways_out(game, enemy) if enchanted.holds(game, enemy) else reaches(game, enemy, square)


def check(game: Warlord, side: str, action: Move) -> None:
    """Raise Illegal unless a side may move a piece so."""
    check_mover(game, side, action.piece)
    if enchanted.holds(game, action.piece):
        enchanted.check_unnamed(game, action.piece, action.to)
    elif action.to not in paths(game, action.piece):
        raise objection(game, action.piece, action.to)


def carry_out(game: Warlord, side: str, action: Move) -> None:
    """Let a side move a piece; raises Illegal."""
    with game.as_asked():
        check(game, side, action)
        lost = enchanted.holds(game, action.piece)
        track = [] if lost else paths(game, action.piece)[action.to]
    game.piece(action.piece).moved = True
    walk(game, action.piece, enchanted.way_out(game, action.piece) if lost else track, lost=lost)


def walk(game: Warlord, piece_id: PieceId, track: Track, *, lost: bool = False) -> None:
    """Lead a piece along a way; whoever it meets at the end it meets as the mover.

    Who is `lost` in an enchanted forest follows a die.
    """
    piece = game.piece(piece_id)
    start, end = track[0], track[-1]
    if start == end:
        return
    if game.board.castle_of(start) == piece.side:
        game.state.turn.left = True
    game.stand(piece_id, end)
    game.state.turn.arrived.append(piece_id)
    owner, into = game.board.castle_of(end) or game.board.green_of(end), game.board.ground(end).name
    enemy = owner and owner not in game.ruins() and not game.friends(owner, piece.side)
    where = f", {names.side(owner)}'s {into.removeprefix('Castle ')}" if enemy else ""
    still = lost and enchanted.leads(game, piece.side, end)
    does = "wanders in" if still else "leaves"
    goes = f"{does} the enchanted forest on {start}: a die sends him" if lost else f"moves from {start}"
    text = f"{names.piece(game, piece_id)} {goes} to {end}{where}{', still in it' if still else ''}."
    rule = "WLT-9.12" if lost else MANNERS[piece.kind][1]
    game.emit("moved", text, about=[piece_id], track=track, rule=rule)
