"""What a seat usually answers where it is asked a single question, each answer with what comes of it.

The panel puts the first of them first. Nothing here knows more than the seat does: the questions and the cards named
are the seat's own, the marches and votes of others are left alone.
"""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from engine.core import drafts
from engine.core.actions import Action, Offer, Prospect, Request
from engine.core.text import clipped, counted, join_words
from engine.kingmaker import advice, steward
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import Card, ShipCard, TownCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import force_ids, forces, succession
from engine.kingmaker.board.places import place_menu, sites
from engine.kingmaker.combat import muster_end
from engine.kingmaker.combat.assault import GoingInside, GoInside
from engine.kingmaker.combat.captives import Execute
from engine.kingmaker.combat.muster import Ally, Muster
from engine.kingmaker.combat.muster_end import Draw, HoldSiege
from engine.kingmaker.combat.pardon import PlayPardon
from engine.kingmaker.combat.sides import Sides
from engine.kingmaker.crown import playing
from engine.kingmaker.crown.coronation import CrownHeir, crownable, place_of
from engine.kingmaker.crown.crown_phase import CrownPhase
from engine.kingmaker.crown.playing import Play
from engine.kingmaker.events.embassy import Travel
from engine.kingmaker.outlook import Outlook, plagues
from engine.kingmaker.parliament import awards, session
from engine.kingmaker.parliament.awards import AcceptAward, DeclineAward, OrderBusiness, Propose
from engine.kingmaker.parliament.excuses import Excuse
from engine.kingmaker.parliament.parliament import CallParliament
from engine.kingmaker.parliament.session import Attend, sitting
from engine.kingmaker.views import view

LABEL = 18
"""Letters of a button beside a line."""

WAYS = 5
"""Ways of playing a card that are listed; its form has the others."""


def answers(game: Kingmaker, seat: str, request: Request) -> Iterator[Prospect]:
    """Yield what a seat usually answers to its question, the most wanted first; nothing where that is not plain."""
    found = [
        one
        for offer in request.offers
        if offer.action in USUAL
        for one in USUAL[offer.action](game, seat, request, offer)
    ]
    yield from sorted(found, key=lambda one: not one.likely)


def _button(words: str, otherwise: str = "") -> str:
    """Return the words of a button, or others where they are too long for it."""
    return otherwise if otherwise and len(words) > LABEL else clipped(words, LABEL)


# ---------------------------------------------------------------------- cards


def _play(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield the ways of playing the card just drawn: home, or with the strongest noble, first.

    Those into danger, or overseas, come after the others.
    """
    top = game.top
    if not isinstance(top, CrownPhase) or not playing.playable(game, seat, top.card):
        return
    card, outlook = game.catalog.cards[top.card], Outlook(view(game, seat), seat, Random(0))

    def worse(way: Play) -> bool:
        at_risk = way.at and _peril(outlook, card, way.at)
        return bool(at_risk) if way.at else not locations.on_mainland(game.noble(way.noble).at)

    for way in sorted(playing.ways(game, seat, top.card), key=worse)[:WAYS]:
        if way.at:
            gain = advice.brings(game, card)
            peril = _peril(outlook, card, way.at)
            words = f"{card.name} comes into play {_where(game, card, way.at)} ({_there(game, seat, card, way.at)})"
            told = "; ".join(filter(None, (gain, _homes(game, card), peril)))
            yield Prospect(way, words, told, _button(f"At {locations.short(game, way.at)}"))
        else:
            noble = names.card(game, way.noble)
            goes = names.verb(game, [top.card], "goes", "go")
            at, men = game.noble(way.noble).at, forces.strength(game, way.noble, "defence")
            words = (
                f"{card.name} {goes} to {noble} ({men} men{_here_alone(game, way.noble)}), {locations.say(game, at)}"
            )
            peril = outlook.peril(at, outlook.men_at(at) + card.strength, called=locations.short(game, at))
            told = "; ".join(filter(None, (_gain(game, card), peril)))
            yield Prospect(way, words, told, _button(f"To {noble}"))


def _peril(outlook: Outlook, card: Card, at: Location) -> str:
    """Say who could overwhelm a noble where he comes into play, with those of his side who are there; "" for nobody."""
    return outlook.peril(at, card.strength + outlook.men_at(at))


def _here_alone(game: Kingmaker, noble: str) -> str:
    """Say how many of a noble's men count where he is alone; "" for none."""
    if game.state.catastrophes:
        return ""
    held = [card for card in (game.noble(noble).office, *game.noble(noble).cards) if card]
    bonus = sum(forces.men_of(game, card, game.noble(noble).at) - game.catalog.cards[card].strength for card in held)
    return f", {bonus} of them here only" if bonus > 0 else ""


def _where(game: Kingmaker, card: Card, at: Location) -> str:
    """Return where a noble comes into play; a castle that bears his name is called one."""
    named = locations.short(game, at) == card.name and locations.kind(at) == "inside"
    return f"inside the castle {card.name}" if named else locations.say(game, at)


def _there(game: Kingmaker, seat: str, card: Card, at: Location) -> str:
    """Return what a noble finds where he comes into play; the garrison of his home, if nobody holds it, becomes his."""
    there = place_menu.choice(game, seat, at, "").hint
    home = locations.kind(at) == "inside" and locations.place_of(at) in sites.claims(game, card.id)
    return there.replace("neutral ", "") if home else there


def _homes(game: Kingmaker, card: Card) -> str:
    """Say which places a noble brings his player, wherever he comes into play; "" for none."""
    held = [names.castle(game, place) for place in _claimed(game, card)]
    return f"you then hold {join_words(held)}" if held else ""


def _claimed(game: Kingmaker, card: Card) -> list[PlaceId]:
    """Return the places that come with a card, as nobody controls them."""
    claimed = (place for place in sites.claims(game, card.id) if not sites.controller(game, place))
    return [place for place in claimed if sites.on_map(game, place)]


def _gain(game: Kingmaker, card: Card) -> str:
    """Return what a card adds to what a noble has: men, votes, and the places that come with it."""
    match card:
        case ShipCard():
            return f"it can carry {card.capacity} men"
        case TownCard():
            added = card.attack_men if game.option("town_card_men") != "none" else 0
            brings = f"{added} men in an attack" if added else ""
        case _:
            brings = advice.brings(game, card)
    return _with_places(game, card, f"adds {brings}" if brings else "")


def worth(game: Kingmaker, card: Card) -> str:
    """Return what a title or an office gives one's own noble: men, votes, and the places that come with it."""
    return _with_places(game, card, advice.brings(game, card))


def _with_places(game: Kingmaker, card: Card, brings: str) -> str:
    held = [_place_gain(game, place) for place in _claimed(game, card)]
    return "; ".join(filter(None, (brings, f"you then hold {join_words(held)}" if held else "")))


def _place_gain(game: Kingmaker, place: PlaceId) -> str:
    """Return a place that a card brings, with what it gives: 'Exeter (garrison 200, 2 votes in the Commons)'."""
    site = game.catalog.places[place]
    parts = [f"garrison {site.garrison}"] if site.garrison else []
    parts += [f"{counted(site.commons, 'vote')} in the Commons"] if site.commons else []
    listed = ", ".join(parts)
    return f"{names.place(game, place)} ({listed})" if listed else names.place(game, place)


def _pardon(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    default = request.default()
    if isinstance(default, PlayPardon):
        noble = names.card(game, default.noble)
        words = f"{noble} lives, and goes home or to a place near by with all their cards and heirs"
        yield Prospect(default, words, "the King's Pardon is used up", _button(f"Save {noble}"))


def _coronation(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    for heir in crownable(game, seat):
        words = f"{names.heir(game, heir)} would be crowned {locations.say(game, place_of(game, heir))}"
        outcome = "the only King can call Parliament with a Writ"
        if succession.kings(game):
            outcome = "there would be two Kings: neither can call Parliament until one has the support of both Houses"
        outcome += "; you win with a King once all other heirs are dead"
        yield Prospect(CrownHeir(heir), words, outcome, _button(f"Crown {names.heir(game, heir)}", "Crown this heir"))


# ---------------------------------------------------------------------- combats


def _drawing(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield the draw that decides a combat; its odds stand in the question."""
    words, short = "The card that is turned now decides the attack", "Draw the card"
    if any(other.action is HoldSiege for other in request.offers) and isinstance(game.top, Sides):
        unless = _unless_they_die(game, game.top)
        words = f"One card is turned for the weather: fair, you take the place{unless}; bad, you only besiege it"
        short = "Take the place"
    yield Prospect(Draw(), words, "", short, likely=_favoured(game))


def _unless_they_die(game: Kingmaker, sides: Sides) -> str:
    """Say how likely nobody lives to enter a place that is taken; "" where that cannot happen."""
    weighed = muster_end.preview(game, sides)
    if not weighed.hollow:
        return ""
    who = f"{names.card(game, weighed.attackers[0])} dies" if len(weighed.attackers) == 1 else "all attackers die"
    return f", unless {who} ({weighed.percent(weighed.hollow) or 'less than 1'}%)"


def _holding(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield the siege without a draw; it is what people usually do where the place is unlikely to be taken."""
    siege = game.state.sieges.get(game.top.site) if isinstance(game.top, Sides) else None
    turn, wears = siege.turn if siege else 1, game.catalog.siege.decay_turn
    words = f"{offer.label}: no card is turned, and nobody dies; this is turn {turn} of your siege"
    if turn < wears and game.option("garrison_decay") != "none":
        words += f", and from turn {wears} on the garrison counts only a quarter"
    yield Prospect(HoldSiege(), words, "", offer.label, likely=not _favoured(game))


def _joining(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield each way to join somebody else's fight, with the odds that it would have then."""
    gathering = game.top
    if not isinstance(gathering, Muster):
        return
    for draft in drafts.every(offer):
        ally = drafts.build(offer, draft)
        if isinstance(ally, Ally):
            nobles = force_ids.members(game, ally.force)
            joins = names.verb(game, nobles, "joins", "join")
            words = f"{names.cards(game, nobles)} {joins} {gathering.leader_words(ally.side)}"
            then = muster_end.chances(game, gathering.joined_by(ally.force, ally.side))
            yield Prospect(ally, words, then, f"Join {{{gathering.leader(ally.side)}}}", likely=False)


def _favoured(game: Kingmaker) -> bool:
    """Whether the attack that is announced is more likely to succeed than not."""
    if not isinstance(game.top, Sides) or not muster_end.may_draw(game, game.top):
        return False
    weighed = muster_end.preview(game, game.top)
    return 2 * weighed.attack_wins >= weighed.cards


def _execution(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield the execution of all captives at once, where there are several."""
    everybody = request.default()
    if isinstance(everybody, Execute) and len(everybody.nobles) > 1:
        words = f"{names.cards(game, everybody.nobles)} are executed"
        yield Prospect(everybody, words, "", f"Execute all {len(everybody.nobles)}", likely=False)


def _inside(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield the nobles who may go inside, first whom the default sends: the garrison fights for whoever is inside."""
    if not isinstance(game.top, GoingInside):
        return
    default = request.default()
    first = default.noble if isinstance(default, GoInside) else ""
    able = [choice.value for choice in offer.field("noble").choices({})]
    place = game.top.place
    walls = game.catalog.places[place].garrison
    struck = "; a plague can strike there" if place in plagues() else ""
    for noble in sorted(able, key=lambda each: each != first):
        men, name = forces.strength(game, noble, "capacity"), names.card(game, noble)
        outcome = f"{men} men; attackers must beat the garrison of {walls} as well{struck}"
        yield Prospect(GoInside(noble), f"{name} goes inside", outcome, _button(f"Send {name}"), noble == first)


def _travel(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield who sets out with the King: as many as keep him safe, which may be nobody; and his noble alone."""
    usual = request.default()
    if not offer.fields or not isinstance(usual, Travel):
        return
    if usual.companions:
        who = names.cards(game, usual.companions)
        yield Prospect(usual, offer.says.format(companions=who), "", f"Take {len(usual.companions)} along")
    yield Prospect(Travel(), offer.says_none, "", "Only these two", likely=not usual.companions)


# ---------------------------------------------------------------------- Parliament


def _call(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield the call that the steward would make, if any."""
    outlook = Outlook(view(game, seat), seat, Random(0), request.prompt)
    call = steward.call_parliament(outlook, {offer.tag: offer})
    if isinstance(call, CallParliament):
        where = names.place(game, call.place)
        must = f", and {names.cards(game, call.nobles)} must come (by Writ)" if call.nobles else ""
        known = [card for card in awards.ordered(game) if card in (outlook.view.chancery or ())]
        outcome = f"it gives out {names.cards(game, known)}" if known else ""
        yield Prospect(call, f"Parliament meets at {where}{must}", outcome, _button(f"Call it to {where}", "Call it"))


def _attend(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield that those come who can be spared, as the steward sees it, and that nobody comes who need not."""
    outlook = Outlook(view(game, seat), seat, Random(0), request.prompt)
    going = steward.attend(outlook, {offer.tag: offer})
    bound = names.cards(game, session.bound_of(game, seat)) if session.bound_of(game, seat) else ""
    if isinstance(going, Attend) and going.nobles:
        verb = "comes" if len(going.nobles) == 1 else "come"
        words = f"{names.cards(game, going.nobles)} {verb}{' as well' if bound else ''}"
        yield Prospect(going, words, "they vote in the Lords, and may be given titles and offices", "Send them")
    words = f"Nobody comes but {bound}" if bound else "Nobody comes"
    yield Prospect(Attend(), words, "your votes in the Commons count all the same", "Send nobody", likely=not going)


def _excuse(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield that those stay away whom the sea excuses, and that everybody comes."""
    default = request.default()
    free = default.nobles if isinstance(default, Excuse) else []
    if free:
        stay = names.verb(game, free, "stays", "stay")
        yield Prospect(default, f"{names.cards(game, free)} {stay} away, for nothing", "", "Excuse them")
    outcome = "they vote in the Lords, and go home to their castles afterwards"
    yield Prospect(Excuse(), "All your nobles come", outcome, "Send everybody", likely=not free)


def _order(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield the usual order of business: titles before offices, the strongest first."""
    field, order = offer.field("cards"), list[str]()
    while found := field.choices({"cards": order}):
        order = [*order, found[0].value]
    if order:
        words = f"In this order: {join_words(names.card(game, card) for card in order)}"
        yield Prospect(OrderBusiness(order), words, "", "Take this order")


def _propose(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    """Yield the seat's own nobles who can have the card, the strongest first."""
    card = game.catalog.cards[sitting(game).card]
    for choice in offer.field("noble").choices({}):
        if game.noble(choice.value).faction == seat:
            words = f"Your {names.card(game, choice.value)} as {card.name}"
            yield Prospect(Propose(choice.value), words, worth(game, card), _button(f"Propose {choice.label}"))


def _accept(game: Kingmaker, seat: str, request: Request, offer: Offer) -> Iterator[Prospect]:
    now = sitting(game)
    card, noble = game.catalog.cards[now.card], names.card(game, now.proposed)
    yield Prospect(AcceptAward(), f"{noble} becomes {card.name}", worth(game, card), "Accept")
    yield Prospect(DeclineAward(), f"{noble} declines", "it may be offered to somebody else", "Decline", likely=False)


USUAL: Mapping[type[Action], Callable[[Kingmaker, str, Request, Offer], Iterator[Prospect]]] = {
    Play: _play,
    PlayPardon: _pardon,
    CrownHeir: _coronation,
    Ally: _joining,
    Draw: _drawing,
    HoldSiege: _holding,
    Execute: _execution,
    GoInside: _inside,
    Travel: _travel,
    CallParliament: _call,
    Attend: _attend,
    Excuse: _excuse,
    OrderBusiness: _order,
    Propose: _propose,
    AcceptAward: _accept,
}
"""The usual answers of each kind."""
