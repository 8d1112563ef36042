"""The invariants of a game of Lancaster (rules 19)."""

from collections import Counter
from collections.abc import Iterator

from engine.core.text import join_words
from engine.lancaster.board import spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.placing import tower

OWNED = ("gold", "squires", "voting_markers", "seals", "dishonor")
"""Goods that are never negative."""


def problems(game: Lancaster) -> list[str]:
    """Return every invariant that is broken, in words."""
    checks = (_knights, _counties, _conflicts, _court, _privileges, _goods, _nobles, _laws, _tower)
    return [problem for check in checks for problem in check(game)]


def _knights(game: Lancaster) -> Iterator[str]:
    """Seven knights of each house, each where knights may stand, one on a space."""
    for colour in game.state.houses:
        number = len(game.knights(colour))
        if number != sum(kind.count for kind in game.catalog.knights):
            yield f"{colour} has {number} knights"
        stands = [at for k in game.knights(colour) if spots.kind(at := game.knight(k).at) == "castle"]
        if len(set(stands)) < len(stands):
            yield f"two knights of {colour} share a castle space"
    for knight_id, knight in game.state.knights.items():
        kind, name = spots.kind(knight.at), spots.name(knight.at)
        if kind == "county" and game.state.counties[name].house != knight.house:
            yield f"{knight_id} stands in county {name}, which he does not hold"
        if kind == "conflict" and name not in game.state.conflicts:
            yield f"{knight_id} stands at {name}, which is not open"
        if kind == "office" and (name not in game.state.stacks or game.state.stacks[name].house != knight.house):
            yield f"{knight_id} supports nobody at {name}"


def _counties(game: Lancaster) -> Iterator[str]:
    """One knight holds a county; squires stand with a knight."""
    for letter, county in game.state.counties.items():
        standing = len(game.knights_at(spots.county(letter)))
        if standing != bool(county.house):
            yield f"county {letter} is held by {county.house or 'nobody'} with {standing} knights"
        if county.squires and not county.house:
            yield f"{county.squires} squires stand alone in county {letter}"


def _conflicts(game: Lancaster) -> Iterator[str]:
    """Check that a house holds at most one space with knights and one with an archer, and takes them with pieces."""
    places = Counter((conflict.row, conflict.column) for conflict in game.state.conflicts.values())
    if any(number > 1 for number in places.values()):
        yield "two conflicts lie in one place"
    for card, conflict in game.state.conflicts.items():
        held = [space.house for space in conflict.spaces if space.house and not space.archer]
        if len(set(held)) < len(held):
            yield f"a house holds two spaces of {card}"
        for place, space in enumerate(conflict.spaces):
            spot = spots.conflict(card, place)
            archers = [piece.house for piece in game.privileges_at(spot) if piece.kind == "archer"]
            houses = {game.knight(knight).house for knight in game.knights_at(spot)}
            if space.archer and archers != [space.house]:
                yield f"no archer of {space.house} stands at {spot}"
            if not space.archer and houses != ({space.house} if space.house else set()):
                yield f"{spot} belongs to {space.house or 'nobody'}, but there are {sorted(houses)}"


def _court(game: Lancaster) -> Iterator[str]:
    """Lords stand where their stacks are; bishops add up."""
    for colour, house in game.state.houses.items():
        stacks = [office for office, stack in game.state.stacks.items() if stack.house == colour]
        wanted = [spots.name(house.lord)] if spots.kind(house.lord) == "office" else []
        if stacks != wanted:
            yield f"the lord of {colour} stands at '{house.lord}', his stacks at {stacks}"
    bishops = sum(player.bishops for player in game.state.players.values())
    total = bishops + game.state.bishops_left + game.state.bishops_removed
    if game.court and total != game.figures.bishops:
        yield f"there are {total} bishops, not {game.figures.bishops}"
    for seat, player in game.state.players.items():
        if player.bishops > game.catalog.most_bishops:
            yield f"{seat} has {player.bishops} bishops"


def _privileges(game: Lancaster) -> Iterator[str]:
    """No more privileges are out than there are, each with its house; one of a kind and a round is kept at most."""
    for kind, number in Counter(piece.kind for piece in game.state.privileges).items():
        if number > game.catalog.privileges[kind].count:
            yield f"{number} of {kind} are in play"
    kept = Counter((piece.kind, piece.granted) for piece in game.state.privileges if not piece.at)
    if any(number > 1 for number in kept.values()):
        yield "a privilege was granted twice in a round"
    for piece in game.state.privileges:
        if piece.at and _host(game, piece.at) != piece.house:
            yield f"{piece.kind} of {piece.house} stands alone at {piece.at}"


def _host(game: Lancaster, at: str) -> str:
    """Return the house to which a space belongs; "" for nobody's."""
    name = spots.name(at)
    match spots.kind(at):
        case "county":
            return game.state.counties[name].house
        case "conflict" if name in game.state.conflicts:
            return game.state.conflicts[name].spaces[int(at.rpartition("/")[2]) - 1].house
        case "office" if name in game.state.stacks:
            return game.state.stacks[name].house
        case _:
            return ""


def _goods(game: Lancaster) -> Iterator[str]:
    """Nobody owes goods; 24 seals."""
    for seat, player in game.state.players.items():
        owned = {good: getattr(player, good) for good in (*OWNED, "fresh_markers")}
        yield from (f"{seat} has {number} {good.replace('_', ' ')}" for good, number in owned.items() if number < 0)
        if player.fresh_markers > player.voting_markers:
            yield f"{seat} has {player.voting_markers} voting markers, {player.fresh_markers} of this round among them"
    seals = sum(player.seals for player in game.state.players.values())
    if seals > game.catalog.seals:
        yield f"the players have {seals} seals, and there are {game.catalog.seals}"


def _nobles(game: Lancaster) -> Iterator[str]:
    """Nobody has two nobles of a letter, and no letter has more than there were."""
    for seat, player in game.state.players.items():
        if len(set(player.nobles)) < len(player.nobles):
            yield f"{seat} has a noble twice ({' '.join(player.nobles)})"
    for letter, county in game.state.counties.items():
        owned = sum(letter in player.nobles for player in game.state.players.values())
        if not 0 <= county.nobles <= game.figures.nobles_per_county - owned:
            most = game.figures.nobles_per_county
            yield f"county {letter} has {most} nobles; {owned} are at tables, and {county.nobles} are left there"


def _laws(game: Lancaster) -> Iterator[str]:
    """Three laws are in force, and no law is in two places."""
    laws = game.state.laws
    if len(laws.current) != 3:
        yield f"three laws are in force, not {len(laws.current)} ({join_words(laws.current)})"
    places = Counter([*laws.current, *laws.proposed, *laws.pile])
    yield from (f"the law {law} lies in {number} places" for law, number in places.items() if number > 1)


def _tower(game: Lancaster) -> Iterator[str]:
    """Check that the tower was not overfull when its last knight came; upgrades on the spot pass (R12)."""
    inside = game.knights_at(spots.TOWER)
    if tower.inside(game) - len(inside) * 3 > game.catalog.tower_room:
        yield f"the tower holds {tower.inside(game)}"
