"""Everything that stands on the table, in words, for people who check a position against their own table."""

from collections.abc import Collection, Iterator

from engine.core.actions import MASTER
from engine.core.text import counted, join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.placing import conflicts, counties, lords, tower
from engine.lancaster.sequence.entering import EnteringGoods
from engine.lancaster.sequence.rounds import STAGES, OneRound


def inventory(game: Lancaster, said: Collection[str], viewer: str) -> list[tuple[str, list[str]]]:
    """Return a heading and its lines for each part of the table, as a viewer may know it."""
    seats = [(f"{{{seat}}} ({game.own(seat)})", list(_owned(game, seat, viewer))) for seat in game.state.seats]
    parts = [
        ("Where the game stands", [_when(game)]),
        *seats,
        ("Conflicts", [_conflict(game, card, said) for card in game.state.conflicts]),
        ("Laws", list(_laws(game, said))),
        ("Counties", list(_counties(game))),
        ("The rest", list(_rest(game))),
        ("Piles", list(_piles(game, said))),
    ]
    return [(heading, lines) for heading, lines in parts if lines]


def _when(game: Lancaster) -> str:
    turn = game.state.turn
    step = next((step for step in game.state.steps if isinstance(step, OneRound)), None)
    stage = next((stage for stage in STAGES if step and stage not in step.begun), turn.phase)
    return f"Round {turn.round} of {game.catalog.rounds}, before the stage '{stage}'. {{{turn.start}}} begins it."


# ---------------------------------------------------------------------- each seat


def _owned(game: Lancaster, seat: str, viewer: str) -> Iterator[str]:
    if seat in game.state.gone:
        yield "has left the game"
        return
    player = game.player(seat)
    yield _goods(game, seat, viewer)
    if player.nobles:
        yield f"nobles: {join_words(f'{letter} ({game.catalog.counties[letter].name})' for letter in player.nobles)}"
    if player.tiles:
        yield f"extensions: {join_words(names.coded_tile(game, tile) for tile in player.tiles)}"
    for house in game.houses_of(seat):
        whose = "ally’s " if game.is_ally(house) else ""
        yield from (f"{whose}{line}" for line in _house(game, house))


def _goods(game: Lancaster, seat: str, viewer: str) -> str:
    """Return the goods that lie open, and those behind a screen that a viewer may know or are yet to be entered."""
    player = game.player(seat)
    hidden = {"gold": player.gold, "squires": player.squires}
    markers = {"voting_markers": player.voting_markers}
    open_ = {"seals": player.seals, "dishonor": player.dishonor, "bishops": player.bishops}
    if game.screens and game.option("hide_voting_markers"):
        hidden |= markers
    else:
        open_ = markers | open_
    step = next((step for step in game.state.steps if isinstance(step, EnteringGoods)), None)
    if step and seat in step.seats:
        behind = "behind the screen: still to be entered"
    elif game.screens and viewer != MASTER:
        behind = f"behind the screen, told to {{{seat}}} alone"
    else:
        behind = _amounts(hidden)
    told = [names.amount("power_points", player.points), _amounts(open_), behind]
    return "; ".join(part for part in told if part)


def _amounts(goods: dict[str, int]) -> str:
    """Amounts in a row, those of nothing too: somebody may have forgotten them."""
    return ", ".join(
        counted(number, "bishop") if good == "bishops" else names.amount(good, number) for good, number in goods.items()
    )


def _house(game: Lancaster, house: Colour) -> Iterator[str]:
    """Where the knights of a house stand, each by its strength, and its lord, offices and privileges."""
    places: dict[str, list[str]] = {}
    for knight in game.knights(house):
        places.setdefault(str(game.knight(knight).at), []).append(str(game.knight(knight).strength))
    for at, strengths in places.items():
        where = f"{names.coded(game, at)}{_space(at)}{_beside(game, at)}"
        yield f"{'knights' if len(strengths) > 1 else 'knight'} {', '.join(strengths)}: {where}"
    lord = game.house(house).lord
    if spots.kind(lord) == "office":
        yield f"lord: wants {names.spot(game, lord)}, with {lords.total(game, spots.name(lord))} in all"
    elif lord:
        yield f"lord: {lord}"
    held = [game.catalog.offices[office].name for office, holder in game.state.holders.items() if holder == house]
    if held:
        yield f"offices: {join_words(held)}"
    for piece in game.state.privileges:
        if piece.house == house:
            where = f"at {names.spot(game, piece.at)}{_space(piece.at)}" if piece.at else "kept"
            yield f"{names.PRIVILEGES[piece.kind]}, granted in round {piece.granted}: {where}"


def _space(at: str) -> str:
    return f", space {at.rpartition('/')[2]}" if spots.kind(at) == "conflict" else ""


def _beside(game: Lancaster, at: str) -> str:
    """Return the squires with a knight on a county, with what both come to."""
    county = game.state.counties.get(spots.name(at)) if spots.kind(at) == "county" else None
    if county is None:
        return ""
    squires = f", with {counted(county.squires, 'squire')}" if county.squires else ""
    return f" (county {spots.name(at)}){squires}, {counties.total(game, spots.name(at))} in all"


# ---------------------------------------------------------------------- the board


def _conflict(game: Lancaster, card: str, said: Collection[str]) -> str:
    """Return a conflict with its place, its strength, and who stands on each space."""
    printed, lying = game.catalog.conflicts[card], game.state.conflicts[card]
    column = ("left", "right")[lying.column]
    held = [_held(game, card, place) for place, space in enumerate(lying.spaces) if space.house]
    return (
        f"{card} {printed.name}{_source(card, said)}, {lying.row} row, {column}: "
        f"{sum(conflicts.totals(game, card))} of {printed.strength}; {join_words(held) or 'nobody stands there'}"
    )


def _held(game: Lancaster, card: str, place: int) -> str:
    space = game.state.conflicts[card].spaces[place]
    archer = " (archer)" if space.archer else ""
    return f"space {place + 1} {names.house(game, space.house)} {conflicts.total(game, card, place)}{archer}"


def _laws(game: Lancaster, said: Collection[str]) -> Iterator[str]:
    laws = game.state.laws
    for what, found in (("in force", laws.current), ("proposed", laws.proposed)):
        listed = [f"{law} {names.law(game, law)}{_source(law, said)}" for law in found]
        yield f"{what}: {', '.join(listed) or 'none'}"


def _counties(game: Lancaster) -> Iterator[str]:
    left = [f"{letter} {county.nobles}" for letter, county in game.state.counties.items()]
    yield f"nobles left: {', '.join(left)}"


def _rest(game: Lancaster) -> Iterator[str]:
    state = game.state
    if state.favours:
        yield f"favours: {join_words(names.favour(game, tile) for tile in state.favours)}"
    if game.court:
        yield f"treasury: {names.amounts(state.treasury)}"
        yield f"bishops on the regal board: {state.bishops_left}"
    if game.resentment:
        yield f"tower: {tower.inside(game)} of {game.catalog.tower_room}"
        yield f"dishonor track, from the left: {' '.join(map(str, state.track))}"


def _piles(game: Lancaster, said: Collection[str]) -> Iterator[str]:
    """How much is shuffled, and the cards that the file has put away."""
    state, book = game.state, game.catalog
    yield f"shuffled: {counted(len(state.laws.pile), 'law')} and {counted(len(state.conflict_pile), 'conflict')}"
    there = {*state.laws.pile, *state.laws.current, *state.laws.proposed, *state.conflict_pile, *state.conflicts}
    gone = [f"{law} {names.law(game, law)}" for law in book.laws if law in said and law not in there]
    gone += [f"{card} {book.conflicts[card].name}" for card in book.conflicts if card in said and card not in there]
    if gone:
        yield f"put away: {', '.join(gone)}"


def _source(card: str, said: Collection[str]) -> str:
    """Return the note on a card that lies open because it was dealt, and not because the file names it."""
    return "" if card in said else " (dealt; the file does not name it)"
