"""Answers in words to what players ask between decisions: how the game and each house stand (rules 14)."""

from collections.abc import Iterable, Iterator
from functools import partial

from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.placing import conflicts, counties, lords, tower
from engine.lancaster.sequence import scoring

STRONGEST = (
    "If England wins, points go to the strongest there, then the next: all knights of a player together{archer}; of "
    "equals, whoever came first."
)
"""Who scores at a conflict, and in which order (rules 8.5); an archer comes from the king's court."""

PHASES = {
    "setup": "set-up",
    "place": "placing knights and lords",
    "parliament": "Parliament",
    "rewards": "rewards",
    "over": "the end",
}


# ---------------------------------------------------------------------- the game


def headline(game: Lancaster) -> str:
    """Round, phase and whose turn it is; then what lies open for everybody, a line each, until the game is over."""
    return "\n".join([_when(game), *(_open_to_all(game) if game.state.turn.phase != "over" else ())])


def _when(game: Lancaster) -> str:
    turn = game.state.turn
    whose = f" It is {{{turn.seat}}}'s turn." if turn.phase == "place" and turn.seat else ""
    return f"Round {turn.round} of {game.catalog.rounds} (start player {{{turn.start}}}): {PHASES[turn.phase]}.{whose}"


def _open_to_all(game: Lancaster) -> Iterator[str]:
    yield from (_conflict(game, card) for card in game.state.conflicts)
    if game.state.conflicts:
        yield STRONGEST.format(archer=", an archer by himself" * game.court)
    yield _counties(game)
    laws = game.state.laws
    yield f"In force: {join_words(map(partial(names.law, game), laws.current))}."
    if laws.proposed:
        yield f"Proposed: {join_words(map(partial(names.law, game), laws.proposed))}."
    if game.state.favours:
        yield f"Favours of the king still to be had: {'; '.join(map(partial(names.favour, game), game.state.favours))}."
    if game.court:
        bishops = f"Bishops still to be had: {game.state.bishops_left}."
        yield f"Still in the treasury: {names.amounts(game.state.treasury)}. {bishops}"
    if game.resentment:
        yield _tower(game)
        yield _dishonor(game)
    if game.screens:
        hidden = ["gold", "squires", *(["voting markers"] if game.option("hide_voting_markers") else [])]
        hidden += ["seals"] * game.court + ["dishonor markers"] * game.resentment
        yield f"Hidden behind the screens: {join_words(hidden)}."


def _conflict(game: Lancaster, card: str) -> str:
    printed, row = game.catalog.conflicts[card], game.state.conflicts[card].row
    points = ", ".join(map(str, printed.points))
    second = ", second battle" if row == "lower" else ""
    has, needed = sum(conflicts.totals(game, card)), printed.strength
    missing = ", enough to win" if has >= needed else f" ({needed - has} more)"
    return f"{printed.name}{second}: England has strength {has} and needs {needed}{missing}; power points {points}."


def _counties(game: Lancaster) -> str:
    """Return the strength that each county asks of a knight, the same for several: 'York and Chester 2'."""
    asks: dict[int, list[str]] = {}
    for county in game.catalog.counties.values():
        asks.setdefault(county.min_strength, []).append(county.name)
    said = [f"{join_words(asked)} {least}" for least, asked in sorted(asks.items())]
    return f"Strength that a county asks of a knight, squires not counted: {'; '.join(said)}."


def _tower(game: Lancaster) -> str:
    """Return what the tower does, and the room that is left."""
    room = game.catalog.tower_room - tower.inside(game)
    return (
        "The tower: a knight there takes a dishonor marker off his player for each point of his strength. Room left: "
        f"for a strength of {room} in all."
    )


def _dishonor(game: Lancaster) -> str:
    """Return the points that dishonor would cost if the game ended now (rules 10.5)."""
    larger, smaller = scoring.visible(game)
    more = [f"so far {larger} more off for the most markers"] if larger else []
    more += [f"{smaller} for the second most"] if smaller and not game.duel else []
    rises = ", rising as more are given out" if more and game.state.track[-1] else ""
    number = game.state.track[0]
    later = f"once {number} more {'is' if number == 1 else 'are'} given out, the most cost more"
    return f"Dishonor at the end: 1 power point off for each marker; {' and '.join(more) or later}{rises}."


# ---------------------------------------------------------------------- each house


def scores(game: Lancaster) -> list[tuple[str, str]]:
    """Return a few lines for each seat, all of it public: points, what lies open before it, and what stands where."""
    return [(f"{{{seat}}}", "\n".join(_standing(game, seat))) for seat in game.state.seats]


def _standing(game: Lancaster, seat: str) -> Iterator[str]:
    if seat in game.state.gone:
        yield "has left the game"
        return
    yield _owned(game, seat)
    for house in game.houses_of(seat):
        yield from (
            f"Ally, {line}" if game.is_ally(house) else line[:1].upper() + line[1:] for line in _stands(game, house)
        )


def _owned(game: Lancaster, seat: str) -> str:
    player = game.player(seat)
    shown = {} if game.screens and game.option("hide_voting_markers") else {"voting_markers": player.voting_markers}
    if not game.screens:
        shown |= {"gold": player.gold, "squires": player.squires, "seals": player.seals, "dishonor": player.dishonor}
    parts = [
        f"**{names.amount('power_points', player.points)}**",
        *(names.amount(good, number) for good, number in shown.items() if number),
        *([f"noble{'s' * (len(player.nobles) > 1)} of {_names(game, player.nobles)}"] if player.nobles else []),
        *([f"extension{'s' * (len(player.tiles) > 1)}: {_tiles(game, player.tiles)}"] if player.tiles else []),
        *([f"bishops: {player.bishops}"] if player.bishops else []),
    ]
    return ", ".join(parts)


def _stands(game: Lancaster, house: Colour) -> Iterator[str]:
    """Yield a house's positions, a line for each kind of space."""
    held = [_county(game, letter) for letter in game.held(house)]
    fought = [_fought(game, house, card) for card in game.state.conflicts]
    spaces = dict.fromkeys(str(game.knight(knight).at) for knight in game.on(house, "castle"))
    castle = [f"{names.spot(game, spot)} ({', '.join(_knights_in(game, house, spot))})" for spot in spaces]
    lines = {
        "counties": held,
        "conflicts": [place for place in fought if place],
        "castle": castle,
        "tower": _knights_in(game, house, str(spots.TOWER)),
        "king's court": _court_places(game, house),
        "not placed": [place for place in _waiting(game, house) if place],
        "may bring along": [names.privilege_shortly(game, kind) for kind in _to_bring(game, house)],
        "offices held": [
            game.catalog.offices[office].name for office, holder in game.state.holders.items() if holder == house
        ],
    }
    return (f"{what}: {', '.join(places)}" for what, places in lines.items() if places)


def _to_bring(game: Lancaster, house: Colour) -> list[str]:
    """Return the privileges that a knight can still bring along this round, or one of the next round."""
    kept = [piece for piece in game.state.privileges if piece.house == house and not piece.at]
    able = game.state.turn.phase == "place" and game.knights(house, spots.COURT)
    return [piece.kind for piece in kept if able or piece.granted == game.state.turn.round]


def _county(game: Lancaster, letter: str) -> str:
    shield = ", shield" if counties.shielded(game, letter) else ""
    return f"{names.spot(game, spots.county(letter))} (strength {counties.total(game, letter)}{shield})"


def _fought(game: Lancaster, house: Colour, card: str) -> str:
    """Return the spaces of a house on a card, with what stands on each: 'Caen (strength 1, archer 2)'."""
    strengths = [
        f"{'archer' if space.archer else 'strength'} {conflicts.total(game, card, place)}"
        for place, space in enumerate(game.state.conflicts[card].spaces)
        if space.house == house
    ]
    return f"{names.spot(game, f'conflict:{card}')} ({', '.join(strengths)})" if strengths else ""


def _names(game: Lancaster, letters: Iterable[str]) -> str:
    return join_words(game.catalog.counties[letter].name for letter in letters)


def _tiles(game: Lancaster, tiles: Iterable[str]) -> str:
    return join_words(names.tile(game, tile) for tile in tiles)


def _knights_in(game: Lancaster, house: Colour, spot: str) -> list[str]:
    """Return the knights of a house in its castle or the tower: 'strength 4'."""
    return [f"strength {game.knight(knight).strength}" for knight in game.knights(house, spot)]


def _court_places(game: Lancaster, house: Colour) -> list[str]:
    """Where the lord of a house stands, if he is placed, and with which total."""
    lord = game.house(house).lord
    if spots.kind(lord) == "office":
        office = spots.name(lord)
        there = game.knights_at(spots.office(office))
        along = f", with {names.knights(game, there)}" if there else ""
        return [f"lord applies for {names.spot(game, lord)} (total {lords.total(game, office)}{along})"]
    return ["lord in the treasury"] if lord == spots.TREASURY else []


def _waiting(game: Lancaster, house: Colour) -> list[str]:
    """Return the pieces still to be placed: knights, and the lord."""
    there = game.knights(house, spots.COURT)
    lord = "the lord" if game.house(house).lord == spots.COURT else ""
    return [names.knights(game, there) if there else "", lord]
