"""What a plan may wait for in Lancaster: who holds what, whether a placing is worth it, and what is left."""

from collections.abc import Callable, Iterator, Sequence

from engine.core.actions import Draft, Offer
from engine.core.conditions import Condition, one_of
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.placing import privileges
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.views import HouseView, KnightView, LancasterView

NUMBERS = {str(number): str(number) for number in range(1, 9)}


def conditions(game: Lancaster, seat: str, offer: Offer) -> Sequence[Condition]:
    """Return what a plan for an offered action may wait for, the likeliest first."""
    return [*(_of_placing(game) if offer.action in (Place, Court) else ()), *_of_spaces(game), _of_means()]


# ---------------------------------------------------------------------- where one goes


def _of_placing(game: Lancaster) -> Iterator[Condition]:
    yield Condition("unheld", "while nobody holds it", _unheld)
    yield Condition("wins", "only while I would rank first and England would win", _wins(game))
    yield Condition("last", "if it is my last knight", lambda view, _, said: len(_at_court(view)) == 1)
    yield Condition("more", "while more of my knights are left", lambda view, _, said: len(_at_court(view)) > 1)


def _unheld(view: LancasterView, draft: Draft, said: Draft) -> bool:
    """Nobody stands where the token goes; at a conflict nobody at all."""
    to = str(draft.get("to", ""))
    name = spots.name(to)
    match spots.kind(to):
        case "county":
            return not any(county.house for county in view.counties if county.id == name)
        case "conflict":
            return not any(space.house for card in view.conflicts if card.id == name for space in card.spaces)
    return not any(office.applicant for office in view.offices if office.id == to)


def _wins(game: Lancaster) -> Callable[[LancasterView, Draft, Draft], bool]:
    """Whether a knight who goes to a conflict ranks first there, and France is beaten with him [LAN-BASE-43].

    Of equals the higher one ranks first [LAN-BASE-44]. His archer has a rank of his own, on the space below
    [LAN2-COURT-38]; elsewhere whoever may go there has won.
    """

    def wins(view: LancasterView, draft: Draft, said: Draft) -> bool:
        to = str(draft.get("to", ""))
        card = next((card for card in view.conflicts if card.id == spots.name(to)), None)
        if spots.kind(to) != "conflict" or card is None:
            return True
        house = next((house.id for house in _mine(view) for k in house.knights if k.id == draft.get("knight")), "")
        strengths = [space.strength for space in card.spaces]
        own = [place for place, space in enumerate(card.spaces) if space.house == house and not space.archer]
        free = [place for place, space in enumerate(card.spaces) if not space.house]
        if not own and not free:
            return False
        place = (own or free)[0]
        strengths[place] += _strength(game, view, draft)
        if "archer" in (draft.get("bring") or ()):
            if place + 1 not in free:
                return False
            strengths[place + 1] = game.catalog.privileges["archer"].strength
        first = strengths.index(max(strengths))
        return first == place and sum(strengths) >= game.catalog.conflicts[card.id].strength

    return wins


def _strength(game: Lancaster, view: LancasterView, draft: Draft) -> int:
    knights = {knight.id: knight.strength for house in view.houses for knight in house.knights}
    return knights.get(str(draft.get("knight", "")), 0) + privileges.strength(game, draft.get("bring") or ())


# ---------------------------------------------------------------------- how it stands


def _of_spaces(game: Lancaster) -> Iterator[Condition]:
    counties = {letter: names.spot(game, spots.county(letter)) for letter in game.state.counties}
    held = one_of("county", "Which county?", counties)
    yield Condition("empty", "while <county> is empty", _empty, (held,))
    houses = {colour: names.house(game, colour) for colour in game.state.houses}
    who = one_of("house", "Who?", houses)
    yield Condition("holds", "if <house> holds <county>", _holds, (who, held))
    if game.state.conflicts:
        cards = {card: game.catalog.conflicts[card].name for card in game.state.conflicts}
        card = one_of("conflict", "Which conflict?", cards)
        yield Condition("fights", "if <house> is at <conflict>", _fights, (who, card))


def _empty(view: LancasterView, draft: Draft, said: Draft) -> bool:
    return not any(county.house for county in view.counties if county.id == said["county"])


def _holds(view: LancasterView, draft: Draft, said: Draft) -> bool:
    return any(county.house == said["house"] for county in view.counties if county.id == said["county"])


def _fights(view: LancasterView, draft: Draft, said: Draft) -> bool:
    spaces = [space for card in view.conflicts if card.id == said["conflict"] for space in card.spaces]
    return any(space.house == said["house"] for space in spaces)


def _of_means() -> Condition:
    def enough(view: LancasterView, draft: Draft, said: Draft) -> bool:
        own = next((player.squires for player in view.players if player.id == view.viewer), None)
        return (own or 0) >= int(said["number"])

    many = one_of("number", "How many?", NUMBERS)
    return Condition("squires", "while I have <number> or more squires", enough, (many,))


def _mine(view: LancasterView) -> list[HouseView]:
    return [house for house in view.houses if house.seat == view.viewer]


def _at_court(view: LancasterView) -> list[KnightView]:
    return [knight for house in _mine(view) for knight in house.knights if knight.at == spots.COURT]
