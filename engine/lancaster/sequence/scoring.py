"""The final scoring, line by line, and the winner (rules 10)."""

from collections.abc import Callable, Sequence
from functools import partial

from engine.core.final_score import Tally
from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Line

Ranking = Callable[[str], tuple[int, ...]]
"""The sort key of players in a comparison: the measure, then the tie-breakers."""

TIES = {
    "knighthood": ("squires", "gold"),
    "castle": ("gold", "squires"),
    "dishonor": ("voting markers", "squires", "gold"),
}
"""The tie-breakers of each comparison, in order [LAN-BASE-56, LAN-BASE-57, LAN2-RES-21, LAN2-RES-22]."""

COMPARED = {"knighthood": "strength ", "castle": "extension tiles "}
"""What the first number of a comparison counts."""

MOST = ("the most", "the second most")
"""For what dishonor costs more, by place [LAN2-RES-18]."""


def score(game: Lancaster) -> None:
    """Score everything in its order, and end the game."""
    for seat in game.playing():
        game.state.sheet.append(Line(seat, "track", game.player(seat).points, "power points gained in five rounds"))
    _compare(game, "knighthood", _knighthood(game), "LAN-BASE-56")
    _compare(game, "castle", _castle(game), "LAN-BASE-57")
    for seat in game.playing():
        _nobles(game, seat)
        if game.court:
            _seals(game, seat)
    if game.resentment:
        _dishonor(game)
    _finish(game)


def _line(game: Lancaster, seat: str, what: str, points: int, why: str, rule: str) -> None:
    game.player(seat).points += points
    game.state.sheet.append(Line(seat, what, points, why))
    told = f"{{{seat}}}: {points} for {what} ({said(what, why)})."
    game.emit("scored", told, about=[seat], rule=rule)


def said(what: str, why: str) -> str:
    """Return the reason of a line with the thing that it counts: 'strength 12, place 1'."""
    if what == "seals":
        black, _, seals = why.partition(" times ")
        return f"{black} for lord and bishops, times {seals}"
    return f"{COMPARED.get(what, '')}{why}"


# ---------------------------------------------------------------------- comparisons


def places(seats: Sequence[str], ranking: Ranking) -> dict[str, int]:
    """Return the place of each player, 0 for the first; equals share the better one and the next are skipped (R21)."""
    values = {seat: ranking(seat) for seat in seats}
    return {seat: sum(other > values[seat] for other in values.values()) for seat in seats}


def strength(game: Lancaster, seat: str) -> int:
    """Return a player's knighthood: own knights in play, and the last round's Tudor knight [LAN-BASE-89]."""
    return game.strength_of(_in_play(game, seat)) + _tudor(game, game.own(seat))


def _in_play(game: Lancaster, seat: str) -> list[str]:
    """Return the own knights of a player that count for the knighthood, wherever they stand."""
    own = game.own(seat)
    return [knight for knight in game.knights(own) if game.knight(knight).at != spots.RESERVE]


def _tudor(game: Lancaster, own: str) -> int:
    """Return the Tudor knight of the last round's Chamberlain, who is not used any more [LAN2-COURT-72]."""
    granted = game.state.turn.round
    return sum(
        game.catalog.privileges["tudor_knight"].strength
        for piece in game.state.privileges
        if piece.kind == "tudor_knight" and piece.house == own and piece.granted == granted and not piece.at
    )


def _knighthood(game: Lancaster) -> Ranking:
    def ranking(seat: str) -> tuple[int, ...]:
        player = game.player(seat)
        return strength(game, seat), player.squires, player.gold

    return ranking


def _castle(game: Lancaster) -> Ranking:
    def ranking(seat: str) -> tuple[int, ...]:
        player = game.player(seat)
        return len(player.tiles), player.gold, player.squires

    return ranking


def _compare(game: Lancaster, what: str, ranking: Ranking, rule: str) -> None:
    points = game.catalog.places[what]
    for seat, place in places(game.playing(), ranking).items():
        gained = points[place] if place < len(points) else 0
        tudor = _tudor(game, game.own(seat)) if what == "knighthood" else 0
        within = f" with the Tudor knight's {tudor}" if tudor else ""  # [LAN2-COURT-72]
        why = f"{ranking(seat)[0]}{within}, place {place + 1}{_decided_by(game, seat, what, ranking)}"
        _line(game, seat, what, gained, why, rule)


def _decided_by(game: Lancaster, seat: str, what: str, ranking: Ranking) -> str:
    """Say what has told a player from those who have as much as he; nothing where that was not needed."""
    mine = ranking(seat)
    equal = [theirs for theirs in map(ranking, game.playing()) if theirs[0] == mine[0] and theirs != mine]
    decisive = [next(place for place, value in enumerate(theirs) if value != mine[place]) for theirs in equal]
    return f" by {TIES[what][max(decisive) - 1]}" if decisive else ""


# ---------------------------------------------------------------------- nobles, seals


def _nobles(game: Lancaster, seat: str) -> None:
    """Score the number of nobles by the table [LAN-BASE-58]."""
    number, table = len(game.player(seat).nobles), game.catalog.noble_points
    points = table[min(number, len(table) - 1)]
    _line(game, seat, "nobles", points, f"{number} {'noble' if number == 1 else 'nobles'}", "LAN-BASE-58")


def _seals(game: Lancaster, seat: str) -> None:
    """Score the lord and the bishops, times the seals [LAN2-COURT-57]."""
    player = game.player(seat)
    black = 1 + player.bishops
    why = f"{black} times {player.seals} {'seal' if player.seals == 1 else 'seals'}"
    _line(game, seat, "seals", black * player.seals, why, "LAN2-COURT-57")


# ---------------------------------------------------------------------- dishonor


def visible(game: Lancaster) -> tuple[int, int]:
    """Return the numbers of the rightmost space of the track that is empty; 0 and 0 if none is (R32) [LAN2-RES-23]."""
    empty = [space for space, markers in zip(game.catalog.track, game.state.track, strict=True) if not markers]
    return (empty[-1].larger, empty[-1].smaller) if empty else (0, 0)


def _disgrace(game: Lancaster) -> Ranking:
    """Return the seat with more dishonor: more markers, then more voting markers, squires and gold, or fewer (R49)."""
    sign = 1 if game.option("dishonor_tie") == "more_counts_as_most" else -1

    def ranking(seat: str) -> tuple[int, ...]:
        player = game.player(seat)
        return player.dishonor, sign * player.voting_markers, sign * player.squires, sign * player.gold

    return ranking


def _dishonor(game: Lancaster) -> None:
    """Take a point a marker, more from those with the most; with two players only from the first (rules 10.5, 11.3)."""
    larger, smaller = visible(game)
    extra = (larger,) if game.duel else (larger, smaller)
    ranking = _disgrace(game)
    for seat, place in places(game.playing(), ranking).items():
        markers = game.player(seat).dishonor
        more = extra[place] if markers and place < len(extra) else 0
        why = names.amount("dishonor", markers)
        if more:
            why += f" and {more} for {MOST[place]}{_decided_by(game, seat, 'dishonor', ranking)}"
        _line(game, seat, "dishonor", -(markers + more), why, "LAN2-RES-18" if more else "LAN2-RES-17")


# ---------------------------------------------------------------------- winner


def _ranking(game: Lancaster, seat: str) -> tuple[int, ...]:
    """Return the order of places: power points, then knighthood, then nobles [LAN-BASE-88]."""
    player = game.player(seat)
    return player.points, strength(game, seat), len(player.nobles)


def _finish(game: Lancaster) -> None:
    """Let the first win, or several share the victory [LAN-BASE-88]."""
    winners = [seat for seat, place in places(game.playing(), partial(_ranking, game)).items() if place == 0]
    game.state.turn.phase = "over"
    points = game.player(winners[0]).points
    who = join_words(f"{{{seat}}}" for seat in winners)
    verb = "wins" if len(winners) == 1 else "share the victory"
    game.emit("final", f"In the end: {standing(game)}.", about=game.playing(), rule="LAN-BASE-88")
    for seat in game.playing():
        lines = [line for line in game.state.sheet if line.seat == seat]
        told = "".join(
            f"\n- {line.what} {line.points}: {said(line.what, line.why)}{_made_of(game, line)}" for line in lines
        )
        game.emit("sum", f"{{{seat}}} {game.player(seat).points}:{told}", about=[seat], rule="LAN-BASE-88")
    game.finish(winners, f"{who} {verb} with {names.amount('power_points', points)}.", "LAN-BASE-88")


def _made_of(game: Lancaster, line: Line) -> str:
    """Return the parts that a line of the sheet counts, where its reason only says how much that is."""
    player = game.player(line.seat)
    match line.what:
        case "knighthood":
            strengths = sorted((game.knight(knight).strength for knight in _in_play(game, line.seat)), reverse=True)
            tudor = _tudor(game, game.own(line.seat))
            counted = " + ".join([*map(str, strengths), *([f"{tudor} of the Tudor knight"] if tudor else [])])
        case "castle":
            counted = ", ".join(names.tile(game, tile) for tile in player.tiles)
        case "nobles":
            counted = ", ".join(names.noble(game, noble) for noble in player.nobles)
        case _:
            counted = ""
    return f" ({counted})" if counted else ""


def standing(game: Lancaster) -> str:
    """Return the power points of everybody, the most first: '{ann} 12, {ben} 9'."""
    first = sorted(game.playing(), key=lambda seat: -game.player(seat).points)
    return ", ".join(f"{{{seat}}} {game.player(seat).points}" for seat in first)


def tallies(game: Lancaster) -> list[Tally]:
    """Return each player's score: power points, line by line once they are scored, and the tie-breakers."""
    return [_tally(game, seat) for seat in game.state.seats]


def _tally(game: Lancaster, seat: str) -> Tally:
    parts: dict[str, int] = {}
    for line in game.state.sheet:
        if line.seat == seat:
            parts[line.what] = parts.get(line.what, 0) + line.points
    points, *level = _ranking(game, seat)
    return Tally(seat=seat, parts=parts or {"track": points}, level=tuple(level), gone=seat not in game.playing())
