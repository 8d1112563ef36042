"""How the game is won, lost or drawn (rules 8.4) [WLT-3.6, WLT-7.5, WLT-7.6]."""

from collections import Counter
from collections.abc import Sequence

from engine.core.final_score import Tally
from engine.core.text import counted, join_words
from engine.warlord.board import names
from engine.warlord.board.game import TEAMS, Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.leaders import leaders
from engine.warlord.board.state import WIZARD, Kind
from engine.warlord.meetings import elimination

ARMY_OF_THE_DEAD = 4
"""So many Risen at the end of a turn, and the Wizard has won."""

WORTH: Counter[Kind] = Counter(
    {"warlord": 5, "lady": 4, "knight": 3, "footman": 2, "sergeant": 2, "bowman": 2, "bishop": 1}
)
"""What a piece counts that is slain or held, where points decide."""

WON = "you win the game"
"""What is said to a side that wins by something."""

BOTH = (
    "the Warlord either captive or slain with nobody in his place, and the Lady captive or gone (given for his life, "
    "or made Warlord)"
)
"""How a side has lost both its leaders."""

TWO = 2
"""Castles in a game in which nobody is left over when one is lost."""


BY_RULE = (
    "which moves last each round, by fixed rules: raise the dead, else attack with a Risen, go to a grave, send a "
    "Risen to a Green, or hide in a forest"
)
"""What the Wizard does whom nobody leads, the first that he can [WLT-9.5]."""


def how_to_win(game: Warlord) -> str:
    """Say how the game is won at this table, as it begins."""
    if len(game.colours()) == TWO:
        told = (
            f"You win in either of two ways:\n- Take the enemy's Castle. A {_fighters(game)} of yours ends a turn on "
            "the Green before it, then on a later turn enters and beats the fighter inside. With no fighter inside (a "
            "Lady does not fight) it falls as you enter.\n"
            f"- Have the enemy lose Warlord and Lady at the same time: {BOTH}."
        )
    else:
        left = "team" if game.option("more_players") == "teams" else "player"
        told = (
            f"A player is out whose Castle is taken, or who has lost Warlord and Lady at the same time: {BOTH}. The "
            f"last {left} left wins."
        )
    lost = (
        f"If your Warlord is slain, a Knight may take his place, else a {_walkers(game)}, else the Lady: I ask you "
        "then. The new Warlord counts like the old one. If he is captured, nobody takes his place: only your Lady can "
        "free him, on the Green of the Castle that holds him."
    )
    here = " ".join(filter(None, (_castles(game), _wizard(game), _points_in_the_end(game))))
    return f"{told}\n{here}\n{lost}"


def _wizard(game: Warlord) -> str:
    """Say what the Wizard is about, where there is one [WLT-9.5]."""
    if WIZARD not in game.state.sides:
        return ""
    led = f"which {{{game.seat(WIZARD)}}} leads" if game.seat(WIZARD) else BY_RULE
    return (
        f"The Wizard of the Woods is a side of its own, {led}. He attacks nobody, but raises the slain from graves "
        f"beside him: these Risen fight for him. With {ARMY_OF_THE_DEAD} Risen, or if one takes a Castle, he wins and "
        "everybody else loses."
    )


def _fighters(game: Warlord) -> str:
    """Name the kinds of fighters in play: 'Warlord, Knight or Footman'."""
    found = [
        piece.kind for piece_id, piece in game.state.pieces.items() if piece.side != WIZARD and game.fighter(piece_id)
    ]
    kinds = [names.kind(kind) for kind in sorted({*found}, key=lambda kind: (WORTH[kind], kind), reverse=True)]
    return join_words(kinds).replace(" and ", " or ")


def _walkers(game: Warlord) -> str:
    """Name who may follow a Warlord without a free Knight [WLT-6.1]."""
    return "Footman or Sergeant" if game.number("sergeants") else "Footman"


def _castles(game: Warlord) -> str:
    """Say where each colour's Castle and Green are: "Red's Castle is F1, its Green F2; Blue's ..."."""
    seats = [(names.side(side), game.board.seats[side]) for side in game.colours()]
    told = [f"{name}'s Castle is {seat.castle}, its Green {join_words(sorted(seat.green))}" for name, seat in seats]
    return f"{'; '.join(told)}."


def _points_in_the_end(game: Warlord) -> str:
    limit = game.number("round_limit")
    kinds = dict.fromkeys(piece.kind for piece in game.state.pieces.values() if WORTH[piece.kind])
    worth = ", ".join(f"{names.kind(kind)} {WORTH[kind]}" for kind in sorted(kinds, key=lambda kind: -WORTH[kind]))
    told = f"Otherwise most points win after round {limit}: they are for enemies slain or held ({worth})."
    return told if limit else ""


def _decides(game: Warlord, loser: str) -> bool:
    """Tell whether the game is over once a side has lost."""
    left = [side for side in game.colours() if side != loser]
    return all(game.friends(left[0], side) for side in left)


def wins(game: Warlord, side: str, loser: str) -> str:
    """Say to a side what it means to beat another; the Wizard wins nothing by that alone [WLT-9.5]."""
    return WON if side != WIZARD and _decides(game, loser) else f"{names.side(loser)} is out"


def storms(game: Warlord, side: str, owner: str) -> str:
    """Say to a side what it means to take a Castle, which is all that the Wizard needs [WLT-3.6, WLT-9.5]."""
    return WON if side == WIZARD else wins(game, side, owner)


def loses(game: Warlord, loser: str) -> str:
    """Say to a side what it means to be beaten."""
    return "you lose the game" if _decides(game, loser) else "you are out"


def enter_castle(game: Warlord, square: Square) -> None:
    """Let a fighter who stands alone in an enemy Castle capture it [WLT-3.6]."""
    owner = game.board.castle_of(square)
    takers = [p for p in game.at(square) if game.fighter(p)]
    if owner not in game.colours() or not takers or game.friends(owner, game.piece(takers[0]).side):
        return
    taker, name = game.piece(takers[0]).side, names.piece(game, takers[0])
    text = f"{name} has taken {names.castle(game, owner)}."
    game.emit("castle", text, about=[takers[0], owner], track=[square], rule="WLT-3.6")
    game.state.eventful = True
    if taker == WIZARD:
        _wizard_wins(game, f"The Wizard of the Woods wins: {text}")
    else:
        lose(game, [owner], text, "WLT-3.6")


def check(game: Warlord) -> None:
    """Step 5: see who has lost both Warlord and Lady, and whether the Wizard commands the dead [WLT-7.5, WLT-7.6]."""
    losers = [side for side in game.colours() if not leaders(game, side)]
    if losers:
        text = f"{_listed(losers)} lost both Warlord and Lady."
        lose(game, losers, text, "WLT-7.6")
    risen = [p for p in game.pieces_of(WIZARD) if game.piece(p).risen]
    if game.state.result is None and len(risen) >= ARMY_OF_THE_DEAD:
        _wizard_wins(game, f"The Wizard of the Woods wins: he commands {len(risen)} Risen.")


def _wizard_wins(game: Warlord, reason: str) -> None:
    seat = game.seat(WIZARD)
    game.finish([seat] if seat else [], reason, "WLT-9.5")


def lose(game: Warlord, losers: Sequence[str], reason: str, rule: str) -> None:
    """Let sides lose; the last one, or the last team, wins. If nobody is left the game is drawn."""
    left = [side for side in game.colours() if side not in losers]
    if not left:
        game.finish([], f"{reason} The game is drawn.", rule)
    elif all(game.friends(left[0], side) for side in left):
        winners = [side for side in game.state.sides if side != WIZARD and game.friends(side, left[0])]
        seats = [game.seat(side) for side in winners]
        game.finish(seats, f"{reason} {_named(seats)} won.", rule)
    else:
        for side in losers:
            elimination.eliminate(game, side, reason if side == losers[0] else "")


def _named(seats: Sequence[str]) -> str:
    """Players in a row, to be followed by what they have done: '{ann} has', '{ann} and {ben} have'."""
    return _having([f"{{{seat}}}" for seat in seats])


def _listed(sides: Sequence[str]) -> str:
    """Sides in a row, to be followed by what they have done: 'Red has', 'Red and Blue have'."""
    return _having([names.side(side) for side in sides])


def _having(found: Sequence[str]) -> str:
    return join_words(found) + (" has" if len(found) == 1 else " have")


def yield_up(game: Warlord) -> None:
    """Let those lose who have given up [WLT-6.5]."""
    sides, game.state.yielded = game.state.yielded, []
    if WIZARD in sides:
        elimination.banish(game)
    losers = [side for side in sides if side in game.colours()]
    if losers:
        text = f"{_listed(losers)} given up."
        lose(game, losers, text, "WLT-6.5")


# ---------------------------------------------------------------------- quiet rounds, points


def end_round(game: Warlord) -> None:
    """Count quiet rounds; the game may be drawn, or decided on points [WLT-7.6]."""
    state = game.state
    state.quiet = 0 if state.eventful else state.quiet + 1
    state.eventful = False
    limit, quiet = game.number("round_limit"), game.number("quiet_rounds")
    if limit and state.turn.round >= limit:
        on_points(game)
    elif quiet and state.quiet >= quiet:
        rounds = counted(quiet, "round")
        game.finish([], f"{rounds} without a capture, slaying, freeing or promotion: a draw.", "WLT-7.6")


def on_points(game: Warlord) -> None:
    """Let points decide."""
    points = {side: points_of(game, side) for side in game.colours()}
    best = max(points.values())
    winners = [side for side, number in points.items() if number == best]
    told = join_words(f"{names.side(side)} {number}" for side, number in points.items())
    for side, number in points.items():
        game.emit("points_parts", f"{names.side(side)} {number}: {_parts(game, side)}.", about=[side], rule="WLT-7.6")
    if all(game.friends(winners[0], side) for side in winners):
        seats = [game.seat(side) for side in game.state.sides if game.friends(side, winners[0])]
        game.finish(seats, f"The last round is over; points: {told}. {_named(seats)} won.", "WLT-7.6")
    else:
        game.finish([], f"The last round is over; points: {told}. A draw.", "WLT-7.6")


def points_of(game: Warlord, side: str) -> int:
    """Return the points of a side and its partner: enemy pieces slain, or held by them."""
    return sum(WORTH[game.piece(piece).kind] for piece in _counted(game, side))


def points_words(game: Warlord, side: str) -> str:
    """Return a side's points, and the pieces that they are for: '3 points: Blue Knight 3 (held)'."""
    number = points_of(game, side)
    return f"{counted(number, 'point')}: {_parts(game, side)}" if number else "no points yet"


def _counted(game: Warlord, side: str) -> list[PieceId]:
    """Return the enemy pieces that count for a side and its partner, as slain or held by them."""
    team = (side, TEAMS[side]) if game.option("more_players") == "teams" else (side,)
    return [
        piece_id
        for piece_id, piece in game.state.pieces.items()
        if not game.friends(piece.side, side) and (piece.status == "slain" or piece.holder in team)
    ]


def _parts(game: Warlord, side: str) -> str:
    """Return the pieces that count for a side, slain or held, each with its points."""
    said = [
        f"{names.piece(game, piece)} {WORTH[game.piece(piece).kind]} "
        f"({'slain' if game.piece(piece).status == 'slain' else 'held'})"
        for piece in _counted(game, side)
        if WORTH[game.piece(piece).kind]
    ]
    return ", ".join(said) or "no enemy slain or held"


def tallies(game: Warlord) -> list[Tally]:
    """Return each player's score: their sides' points in limited rounds [WLT-7.6], and sides still in play."""
    return [
        _tally(game, seat, [side for side in game.colours() if game.seat(side) == seat]) for seat in game.state.seats
    ]


def _tally(game: Warlord, seat: str, sides: Sequence[str]) -> Tally:
    points = {"points": sum(points_of(game, side) for side in sides)} if game.number("round_limit") else {}
    return Tally(seat=seat, parts=points, level=(len(sides),))
