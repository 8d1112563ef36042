"""A seat's plan for its set-up: cards, starting places and fortresses of its nobles (rules 1.6)."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.core.errors import Illegal
from engine.core.text import capital, join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.catalog import (
    BishopCard,
    Card,
    NobleCard,
    OfficeCard,
    ShipCard,
    SpecialCard,
    TitleCard,
    TownCard,
)
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites


class Plan(msgspec.Struct, omit_defaults=True):
    """A seat's plan for its set-up."""

    cards: dict[str, str]
    """The noble who gets each card; "" for none."""

    places: dict[str, Location]
    """The location where each noble starts; "" while he has none."""

    done: bool
    """Whether the plan is final."""

    keepers: dict[PlaceId, str] = {}
    """The nobles who hold other fortresses than their own cards name, by place (option `site_holder`)."""


def default(game: Kingmaker, hand: Sequence[str]) -> Plan:
    """Titles to the strongest untitled nobles, offices to the strongest titled, the rest to the strongest (D01)."""
    nobles = sorted(printed(game, hand, NobleCard), key=lambda n: (-game.catalog.cards[n].strength, n))
    rest = [card for card in hand if card not in nobles and not stays_in_hand(game, card)]
    plan = Plan(dict.fromkeys(rest, ""), dict.fromkeys(nobles, NOWHERE), done=False)
    _give_out(game, plan)
    _restation(game, plan)
    return plan


def printed(game: Kingmaker, cards: Sequence[str], kind: type[Card]) -> list[str]:
    """Return those of these cards that are of a kind."""
    return [card for card in cards if isinstance(game.catalog.cards[card], kind)]


def stays_in_hand(game: Kingmaker, card: str) -> bool:
    """Whether a dealt card stays in hand: a Pardon, and troops that have to be fetched (rules 1.6.1)."""
    abroad = game.option("french_foot_soldiers") == "fetch_from_continent"
    return isinstance(game.catalog.cards[card], SpecialCard) or (abroad and card == "french_foot_soldiers")


def every_card(plan: Plan) -> list[str]:
    """Every card that a plan brings into play."""
    return [*plan.places, *(card for card, noble in plan.cards.items() if noble)]


def words(game: Kingmaker, plan: Plan) -> str:
    """Return a plan in words, one noble a line."""
    lines = []
    for noble, at in plan.places.items():
        held = names.alike(_named(game, card) for card, holder in plan.cards.items() if holder == noble)
        held += [names.place(game, place) for place, keeper in plan.keepers.items() if keeper == noble]
        held += [f"the ship {names.thing(game, ship)}" for ship in cards.ships_of_card(game, noble)]
        lines.append(f"{names.card(game, noble)} {locations.say(game, at)}" + (f": {join_words(held)}" if held else ""))
    return "\n".join(lines)


def _named(game: Kingmaker, card: str) -> str:
    """Return a card's name, of a town's with its kind, as heirs and Dukes are called like towns."""
    return f"{'the town ' if isinstance(game.catalog.cards[card], TownCard) else ''}{names.card(game, card)}"


KINDS = (
    ("noble", NobleCard),
    ("title", TitleCard),
    ("office", OfficeCard),
    ("bishop", BishopCard),
    ("town", TownCard),
    ("ship", ShipCard),
)
"""The kinds of Crown cards in the order in which a hand is told; all others need no name of their kind."""


def by_kind(game: Kingmaker, hand: Sequence[str]) -> str:
    """Return a hand in words, sorted by kind: 'the noble Hastings; the offices Marshal and Treasurer'."""
    told, left = [], list(hand)
    for word, kind in KINDS:
        found = printed(game, left, kind)
        left = [card for card in left if card not in found]
        told += [f"the {word}{'s' * (len(found) > 1)} {names.cards(game, found)}"] if found else []
    return "; ".join([*told, *([names.cards(game, left)] if left else [])])


def _why_left(game: Kingmaker, plan: Plan, left: Sequence[str]) -> str:
    """Say why no noble of a plan gets some cards; a title printed on a noble's own card is easily overlooked."""
    born = [names.card(game, noble) for noble in plan.places if game.catalog.noble(noble).titled]
    if not born or len(printed(game, left, TitleCard)) < len(left):
        return cards.needs(game, left)
    return f"each of your nobles has a title already ({join_words(born)} by birth)"


def shown(game: Kingmaker, plan: Plan, hand: Sequence[str] = ()) -> str:
    """Return a plan as its seat sees it: in words, and last the cards of its hand that no noble gets."""
    left = [card for card, noble in plan.cards.items() if not noble]
    kept = [card for card in hand if stays_in_hand(game, card)]
    goes = "they go" if len(left) > 1 else "it goes"
    able = any(takers(game, plan, card) for card in left)
    unless = ", unless you change that" if able else ""
    lost = f"{_why_left(game, plan, left)}. {capital(goes)} to the Chancery, for Parliament to give out{unless}."
    lines = [
        words(game, plan),
        f"{names.cards(game, left)}: {lost}" if left else "",
        f"Stays in your hand for later: {names.cards(game, kept)}" if kept else "",
    ]
    return "\n".join(line for line in lines if line)


def told(game: Kingmaker, plan: Plan) -> str:
    """Return a plan as one sentence: each noble with his place and all he holds."""
    return "; ".join(line.replace(": ", " with ", 1) for line in words(game, plan).splitlines())


# ---------------------------------------------------------------------- cards


def allocate(game: Kingmaker, plan: Plan, card: str, noble: str) -> None:
    """Give a card to a noble of a plan, and adjust the rest of it; raise Illegal if he cannot have it [BASE-SET-3]."""
    _check_allocate(game, plan, card, noble)
    if other := displaced(game, plan, card, noble):
        plan.cards[other] = ""
    plan.cards[card] = noble
    # Offices leave nobles who have lost the title that they need.
    for held, holder in plan.cards.items():
        if holder and not fits(game, plan, held, holder):
            plan.cards[held] = ""
    _give_out(game, plan)
    _restation(game, plan)
    plan.keepers = {place: keeper for place, keeper in plan.keepers.items() if place in entrustable(game, plan)}


def _check_allocate(game: Kingmaker, plan: Plan, card: str, noble: str) -> None:
    if card not in plan.cards:
        raise Illegal("Choose one of the cards that you were dealt, not a noble.", "BASE-SET-3")
    if not noble:
        rule = "COV-1.6" if sites.by_nobles(game) else "BASE-SET-3"
        raise Illegal(f"{names.card(game, card)} fits one of your nobles, so you must give it; name a noble.", rule)
    if noble not in plan.places:
        raise Illegal("Choose one of the nobles that you were dealt.", "BASE-SET-3")
    if not could_hold(game, plan, card, noble):
        reason = f"{names.card(game, noble)} cannot hold {names.card(game, card)}: a title is for a noble "
        raise Illegal(reason + "untitled by birth, an office for a titled one.", "BASE-SET-3")
    if plan.cards[card] == noble:
        raise Illegal(
            f"{names.card(game, noble)} has {names.card(game, card)} already; name another noble.", "BASE-SET-3"
        )


def takers(game: Kingmaker, plan: Plan, card: str) -> list[str]:
    """Return the nobles of a plan who could get a card, from its present holder or from the unused cards."""
    return [noble for noble in plan.places if noble != plan.cards[card] and could_hold(game, plan, card, noble)]


def fits(game: Kingmaker, plan: Plan, card: str, noble: str) -> bool:
    """Whether a noble of a plan can have a card in addition to his others [BASE-SET-3]."""
    others = [c for c, n in plan.cards.items() if n == noble and c != card]
    kind = type(game.catalog.cards[card])
    taken = kind in (TitleCard, OfficeCard) and printed(game, others, kind)
    return could_hold(game, plan, card, noble) and not taken


def could_hold(game: Kingmaker, plan: Plan, card: str, noble: str) -> bool:
    """Whether a noble of a plan could have a card in the place of another title or office."""
    shown, titled = game.catalog.cards[card], game.catalog.noble(noble).titled
    if isinstance(shown, TitleCard):
        return not titled
    if isinstance(shown, OfficeCard):
        held = [c for c, n in plan.cards.items() if n == noble]
        return titled or bool(printed(game, held, TitleCard))
    return True


def displaced(game: Kingmaker, plan: Plan, card: str, noble: str) -> str:
    """Return the title or office that a noble of a plan would give up for a card; "" for none."""
    kind = type(game.catalog.cards[card])
    alike = printed(game, list(plan.cards), kind) if kind in (TitleCard, OfficeCard) else []
    return next((other for other in alike if plan.cards[other] == noble and other != card), "")


def _give_out(game: Kingmaker, plan: Plan) -> None:
    """Give every card that can be given, titles first, so that no plan leaves one out [BASE-SET-3]."""
    nobles = sorted(plan.places, key=lambda n: (-game.catalog.cards[n].strength, n))
    for kind in (TitleCard, OfficeCard, Card):
        for card in sorted(printed(game, list(plan.cards), kind), key=lambda c: (-game.catalog.cards[c].strength, c)):
            if not plan.cards[card]:
                able = [noble for noble in nobles if fits(game, plan, card, noble)]
                plan.cards[card] = able[0] if able else ""


# ---------------------------------------------------------------------- starting places


def station(game: Kingmaker, plan: Plan, noble: str, at: Location) -> None:
    """Start a noble of a plan at a location; raises Illegal [BASE-SET-5]."""
    if noble not in plan.places:
        raise Illegal("Choose one of the nobles that you were dealt.", "BASE-SET-5")
    legal = stations(game, plan, noble)
    if at not in legal:
        where = join_words(locations.say(game, at) for at in legal[:8])
        raise Illegal(f"{names.card(game, noble)} can start {where}.", "BASE-SET-5")
    if at == plan.places[noble]:
        raise Illegal(
            f"{names.card(game, noble)} starts {locations.say(game, at)} already; name another place.", "BASE-SET-5"
        )
    plan.places[noble] = at


def stations(game: Kingmaker, plan: Plan, noble: str) -> list[Location]:
    """Where a noble of a plan may start: a home castle, or a fortress that the faction's cards control."""
    castles = [locations.inside(place) for place in game.catalog.noble(noble).castles]
    named = [place for card in every_card(plan) for place in sites.claims(game, card)]
    fortresses = [locations.inside(place) for place in named if game.catalog.places[place].fortress]
    found = list(dict.fromkeys(castles + fortresses))
    outside = [locations.open_in(locations.square_of(castle)) for castle in castles]
    return [at for at in found if _has_room(game, plan, noble, at)] or outside


def elsewhere(game: Kingmaker, plan: Plan, noble: str) -> list[Location]:
    """Where a noble of a plan could start instead."""
    return [at for at in stations(game, plan, noble) if at != plan.places[noble]]


def _has_room(game: Kingmaker, plan: Plan, noble: str, at: Location) -> bool:
    """Whether a place holds a noble of a plan with all the men whom the plan stations there."""
    inside = [n for n, where in plan.places.items() if where == at or n == noble]
    held = [card for card, holder in plan.cards.items() if holder in inside]
    men = sum(forces.men_of(game, card, at) for card in (*inside, *held))
    return men <= game.catalog.places[locations.place_of(at)].capacity


def _restation(game: Kingmaker, plan: Plan) -> None:
    """Station every noble whose place the plan no longer allows at his first legal one (D02)."""
    for noble, at in plan.places.items():
        legal = stations(game, plan, noble)
        if at not in legal:
            plan.places[noble] = legal[0]


# ---------------------------------------------------------------------- holders of fortresses


def entrust(game: Kingmaker, plan: Plan, place: PlaceId, noble: str) -> None:
    """Let a noble of a plan hold a fortress that another's card names (D03); raises Illegal [COV-5.5, COV-8.1.1]."""
    holders = entrustable(game, plan)
    if place not in holders:
        reason = "Choose a fortress named on your cards. A place with a Town card goes to the noble who has the card."
        raise Illegal(reason, "COV-8.1.1")
    if noble not in plan.places:
        raise Illegal(f"{names.place(game, place)} must be held by one of your nobles; name one.", "COV-5.5")
    if noble == keeper(plan, place, holders):
        raise Illegal(
            f"{names.card(game, noble)} holds {names.place(game, place)} already; name another noble.", "COV-5.5"
        )
    plan.keepers[place] = noble
    if noble == holders[place]:
        del plan.keepers[place]


def keeper(plan: Plan, place: PlaceId, holders: Mapping[PlaceId, str]) -> str:
    """Return the noble who holds a fortress by a plan: the one whose card names it, if no other is to."""
    return plan.keepers.get(place, holders[place])


def entrustable(game: Kingmaker, plan: Plan) -> dict[PlaceId, str]:
    """Return the fortresses that the cards of a plan name, without Town cards, each with the noble whose card it is."""
    if not sites.by_nobles(game):
        return {}
    return {
        place: plan.cards.get(card, card)
        for card in every_card(plan)
        if not isinstance(game.catalog.cards[card], TownCard)
        for place in sites.claims(game, card)
        if game.catalog.places[place].fortress
    }
