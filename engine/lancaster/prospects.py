"""What a seat is likely to do next, with what comes of it: knights and lords to place, ballots, answers (rules 6 to 8).

The order is that of the courtier, who sees no more than the seat does.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from random import Random

from engine.core import drafts
from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, Prospect, Request, Start
from engine.core.text import capital, counted, join_words
from engine.lancaster import courtier
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.common import upgrading
from engine.lancaster.common.building import Extend
from engine.lancaster.common.nobles import Invite, can_take
from engine.lancaster.common.upgrading import Upgrade
from engine.lancaster.outlook import Outlook
from engine.lancaster.parliament.choices import Buy, often
from engine.lancaster.parliament.voting import SIDES, Vote, Voting
from engine.lancaster.placing import conflicts, counties, lords, privileges, treasury
from engine.lancaster.placing.favours import WAIVE, TakeFavour
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.placing.treasury import Claim
from engine.lancaster.rewards.counties import March, Reap
from engine.lancaster.sequence.setup import ChooseTile
from engine.lancaster.views import view

Offers = Mapping[type[Action], Offer]


MOST = 12
"""Answers to a question that are listed; where there are more the others stand in its form."""


BEST = 2
"""Placements that stand first, however they are grouped below: a phone has room for as many lines."""

GROUPS = ("county", "conflict", "castle", "tower")
"""The kinds of spaces for knights, in the order in which a menu has them; the lord's follow."""


class Settled(Random):
    """Leaves nothing to chance: of what is worth the same the courtier takes the first."""

    def random(self) -> float:
        """Return 0."""
        return 0.0


def prospects(game: Lancaster, seat: str) -> Sequence[Prospect]:
    """Return what a seat is likely to do, that first which a courtier would do by what the seat sees."""
    asked = [request for request in game.top.requests(game) if request.seat == seat] if game.top else []
    offers: dict[type[Action], Offer] = {offer.action: offer for request in asked for offer in request.offers}
    if Place in offers or Court in offers:
        return list(_placements(game, seat, offers))
    if Vote in offers:
        return list(_ballots(game, seat))
    return list(_usual(game, seat, asked[0], offers)) if asked else ()


UNUSED = Start("unused", "Take one away: you get nothing, nobody else has it", TakeFavour, {"effect": WAIVE})
"""The form of a favour whose effect is left, so that nobody gets it this round [LAN-BASE-86]."""


def starts(game: Lancaster, seat: str) -> Sequence[Start]:
    """Return the form of a favour that is left unused, where a seat takes one."""
    asked = [request for request in game.top.requests(game) if request.seat == seat] if game.top else []
    return [UNUSED] if any(offer.action is TakeFavour for request in asked for offer in request.offers) else []


def _answer(game: Lancaster, seat: str, request: Request, offer: Offer) -> Action | None:
    """Return the courtier's answer to an offer by what the seat sees; None where he leaves it."""
    deed = courtier.DEEDS.get(offer.action)
    return deed(courtier.Asked(Outlook(view(game, seat), seat), request, offer, Settled())) if deed else None


def _usual(game: Lancaster, seat: str, request: Request, offers: Offers) -> Iterator[Prospect]:
    """Yield the answers to a question, first what a courtier would say; where he leaves it, that it is left."""
    known = next((offer for offer in offers.values() if offer.action in courtier.DEEDS), None)
    if known is None:
        return
    usual = _answer(game, seat, request, known)
    if usual is None and Pass in offers:
        yield Prospect(Pass(), offers[Pass].label, offers[Pass].hint, offers[Pass].label)
    others: Iterable[Action] = ()
    if not any(field.many and field.least for field in known.fields):
        others = (drafts.build(known, draft) for draft in islice(drafts.every(known, _none), MOST))
    for action in _answers(usual, others):
        words, hint = _said(known, action, alone=len(offers) == 1)
        short = _button(game, action, words) or words
        if isinstance(action, Invite):
            yield Prospect(action, short, "", short, likely=action == usual, plain=True)
        else:
            yield Prospect(action, words, _of_the_answer(game, action) or hint, short, likely=action == usual)


def _of_the_answer(game: Lancaster, action: Action) -> str:
    """Say what an answer does on the board; "" where its question says that."""
    match action:
        case Upgrade(what=upgrading.BISHOP):
            return ""
        case Upgrade(what=knight):
            return _of_the_upgrade(game, knight)
        case March(to=card, bring=bring):
            return _of_the_march(game, card, bring)
        case _:
            return ""


def _of_the_march(game: Lancaster, card: str, bring: list[str]) -> str:
    """Say what a knight adds at a conflict to which he moves from his county, with the Tudor knight who is with him."""
    letter = next(one.id for one in game.catalog.counties.values() if one.reward.kind == "move_to_conflict")
    (knight,) = game.knights_at(spots.county(letter))
    along = [piece.kind for piece in game.privileges_at(spots.county(letter))]
    total = game.knight(knight).strength + privileges.strength(game, [*along, *bring])
    favour = _favour(game, game.knight(knight).house) if game.option("favour_on_dorset_move") else []
    return "; ".join([*favour, *_of_the_battle(game, Place(knight, f"conflict:{card}", bring), total)])


def _of_the_upgrade(game: Lancaster, knight_id: str) -> str:
    """Say what an upgrade does at once where the knight stands; "" where it does nothing yet."""
    knight = game.knight(knight_id)
    name = spots.name(knight.at)
    match spots.kind(knight.at):
        case "conflict":
            return "; ".join(_of_a_stronger(game, knight.house, name, knight.strength + 1))
        case "county":
            return f"a total of {counties.total(game, name) + 1} there"
        case _:
            return ""


def _of_a_stronger(game: Lancaster, house: Colour, card: str, strength: int) -> Iterator[str]:
    """Say how a battle stands once a knight there has a strength that is 1 more, and what his house scores then."""
    strengths, place = conflicts.totals(game, card), conflicts.space_for(game, house, card)
    assert place is not None
    own, printed, has = _spaces_of(game, house, card), game.catalog.conflicts[card], sum(strengths)
    before = _points(strengths, own, printed.points)
    strengths[place] += 1
    points, needed = _points(strengths, own, printed.points), printed.strength
    more = f" instead of {before}" if points > before else ""
    scored = points > 0 and not game.is_ally(house)
    if has >= needed:
        yield f"England wins already ({has} of {needed})"
        yield from [f"so far {counted(points, 'point')}{more or ', as now'}"] if scored else ()
    elif has + 1 == needed:
        yield f"England then wins ({needed} of {needed}, a tie is enough)"
        yield from [f"so far {counted(points, 'point')}{more}"] if scored else ()
    else:
        yield f"England then lacks {needed - has - 1}"
        yield from [f"if won, {counted(points, 'point')} so far{more}"] if scored and more else ()
        yield from _if_lost(game, card, house, strength)
    yield from _to_come(game, house)


def _none(field: Field, draft: Draft, found: Sequence[Choice]) -> str:
    """Pick nothing for a list."""
    return ""


def _answers(usual: Action | None, others: Iterable[Action]) -> Iterator[Action]:
    """Yield the usual answer, then the others, but no favour that is left unused: a form of its own has that."""
    yield from [usual] if usual is not None else []
    left = (action for action in others if action != usual)
    yield from (action for action in left if not (isinstance(action, TakeFavour) and action.effect))


def _button(game: Lancaster, action: Action, words: str) -> str:
    """Return what the button of an answer says; "" where its words are short enough."""
    match action:
        case TakeFavour():
            return FAVOURS.get(words, "")
        case Invite(county=letter):
            return f"{game.catalog.counties[letter].name} ({game.catalog.counties[letter].min_strength})"
        case Upgrade(what="bishop"):
            return "A bishop"
        case Upgrade(what=knight):
            strength = game.knight(knight).strength
            return f"{strength} to {strength + 1}: {upgrading.place_of(game, knight)}"
        case ChooseTile(tile=tile) | Extend(tile=tile):
            return game.catalog.castle[game.catalog.tiles[tile].space].name
        case Claim(good=good):
            return names.amount(good, game.state.treasury.get(good, 0))
        case Reap(take=take):
            return REAPED[take]
        case Buy(times=times):
            return f"Pay {often(int(times))}"
        case March(to=card):
            return names.spot(game, f"conflict:{card}")
        case _:
            return ""


FAVOURS = {
    "Upgrade a knight": "An upgrade",
    "Upgrade a knight or take a bishop": "Upgrade or bishop",
    "A noble of any county": "A noble",
}
"""What the button of a favour says whose words are too long for it."""

REAPED = {"noble": "The noble", "reward": "The reward", "both": "Both", "nothing": "Nothing"}
"""What the button of an answer about a county says."""


def _said(offer: Offer, action: Action, *, alone: bool) -> tuple[str, str]:
    """Return an answer in words with its outlook; one offered `alone`, or all that is asked for, is not named."""
    draft = {field.name: getattr(action, field.name) for field in offer.fields}
    said = {field.name: ", ".join(labels) for field, labels in drafts.said(offer, draft) if labels}
    answers = "; ".join(said.values())
    asked = [field for field, _ in drafts.said(offer, draft) if not field.many and draft[field.name]]
    chosen = [choice for field in asked for choice in field.choices(draft) if choice.value == draft[field.name]]
    named = not alone and not isinstance(action, Extend | March | Upgrade)
    words = offer.label if not answers else f"{offer.label}: {answers}" if named else capital(answers)
    words = drafts.sentence(offer, said) or words
    return words, "; ".join(choice.hint for choice in chosen if choice.hint) or offer.hint


# ---------------------------------------------------------------------- placing knights and lords


def _placements(game: Lancaster, seat: str, offers: Offers) -> Iterator[Prospect]:
    """Yield the best way to place a token on each space, the best of all first, then by kind of space.

    Each privilege comes along where it is best; where else it helps is another question. A lord who is listed with
    knights is listed alone, too, so that nobody believes he needs them. What brings nothing now is left to the form.
    """
    thought = courtier.ideas(Outlook(view(game, seat), seat), offers)
    best: dict[tuple[str, bool], Place | Court] = {}
    brought: set[str] = set()
    for place, idea in enumerate(sorted(thought, key=lambda idea: -idea.worth)):
        action = idea.action()
        if isinstance(action, Place | Court):
            along = set(action.bring) if isinstance(action, Place) else set()
            key = action.to, bool(along and place) or (isinstance(action, Court) and bool(action.knights))
            if key not in best and not (along & brought):
                best[key] = action
                brought |= along
    found = list(best.values())
    useful = [one for one in found if _brings_something(game, seat, one)] or found
    for action in [*useful[:BEST], *sorted(useful[BEST:], key=_group)]:
        yield _placement(game, action) if isinstance(action, Place) else _application(game, seat, action)


def _brings_something(game: Lancaster, seat: str, action: Place | Court) -> bool:
    """Whether a place is neither an empty treasury nor the tower for somebody without a dishonor marker."""
    if action.to == spots.TREASURY:
        return any(game.state.treasury.values())
    return action.to != spots.TOWER or game.player(seat).dishonor > 0


def _group(action: Place | Court) -> tuple[int, bool]:
    """Return the place of an action among the kinds of them in a menu: a lord alone stands before one with knights."""
    if isinstance(action, Court):
        return len(GROUPS), bool(action.knights)
    return GROUPS.index(spots.kind(action.to)), False


def _application(game: Lancaster, seat: str, action: Court) -> Prospect:
    house = lords.house_of(game, seat, action)
    whose, total = "Your ally's lord" if game.is_ally(house) else "Your lord", lords.total_of(game, action)
    if action.to == spots.TREASURY:
        return Prospect(action, f"{whose} goes to the treasury", treasury.claimed(game, house), "Treasury")
    office, present = game.catalog.offices[action.to], game.state.stacks.get(action.to)
    does = [lords.brought_by(game, house, action.to, shortly=True)]
    if present is not None:
        does += [f"expels {names.house(game, present.house)}'s lord (total {lords.total(game, action.to)})"]
    brought = _supporters(game, action)
    expelled = f"{total + 1} or more expels {'them' if brought else 'him'}"
    does += [expelled if _others_apply(game, seat, action, total) else "nobody left can expel him"]
    paid = "" if game.is_ally(house) else f", pays {names.amounts(office.tribute)}"
    short = office.name.split()[-1]
    means = f"(total {total}{paid})"
    alone = f"{whose} alone applies for {office.name} {means}"
    words = f"{whose} for {short} {means} with {join_words(brought)}" if brought else alone
    return Prospect(action, words, "; ".join(does), f"Apply: {short}")


def _others_apply(game: Lancaster, seat: str, action: Court, total: int) -> bool:
    """Whether others have a lord to place who reaches more than a total, or get one back who is expelled."""
    waiting = [house for one in game.playing() if one != seat for house in lords.at_court(game, one)]
    reach = max((lords.highest_total(game, house) for house in waiting), default=0)
    beaten = min([total, *(lords.total(game, office) for office in game.state.stacks)])
    return action.to in game.state.stacks or reach > beaten


def _supporters(game: Lancaster, action: Court) -> list[str]:
    """Return who comes with a lord in so few words that a menu names all of them: 'knights 1 + 2', 'Tudor knight'."""
    strengths = [str(game.knight(knight).strength) for knight in action.knights]
    along = [f"knight{'s' * (len(strengths) > 1)} {' + '.join(strengths)}"] if strengths else []
    along += [counted(number, "bishop")] if (number := int(action.bishops or 0)) else []
    return [*along, *(["Tudor knight"] if action.tudor == lords.TUDOR else [])]


def _placement(game: Lancaster, action: Place) -> Prospect:
    knight = game.knight(action.knight)
    whose = "Your ally's" if game.is_ally(knight.house) else "Your"
    squires = int(action.squires or 0)
    brought = join_words(names.privilege_shortly(game, kind) for kind in action.bring)
    along = f" with {brought}" if action.bring else ""
    where = names.spot(game, action.to)
    to = names.castle(game, action.to, ally=game.is_ally(knight.house)) if spots.kind(action.to) == "castle" else where
    spent = f" with {names.amount('squires', squires)}" if squires else ""
    words = f"{whose} strength-{knight.strength} knight{along} to {to}{spent}"
    total = knight.strength + squires + privileges.strength(game, action.bring)
    return Prospect(action, words, "; ".join([_comes_of(game, action, total), *_of_the_squires(game, action)]), where)


def _squires_needed(game: Lancaster, action: Place) -> int:
    """Return how many squires it takes to place a knight with what he brings; 0 where squires do not come."""
    if spots.kind(action.to) != "county":
        return 0
    house = game.knight(action.knight).house
    return counties.least_squires(game, house, action.knight, spots.name(action.to), action.bring)


def _of_the_squires(game: Lancaster, action: Place) -> Iterator[str]:
    """Say what a player's own castle lacks once squires are spent, and how fewer of them are sent, if need be."""
    squires, house = int(action.squires or 0), game.knight(action.knight).house
    if squires and (short := [*_short_in_castle(game, house, game.player(game.seat_of(house)).squires - squires)]):
        yield f"too few squires are left for your {join_words(short)}"
    if squires > _squires_needed(game, action):
        yield "for fewer squires press it, then “Choose again”"


def _short_in_castle(game: Lancaster, house: Colour, left: int) -> Iterator[str]:
    """Yield the extensions of a player's castle that cannot be paid with the squires left: 'Muster Yard'."""
    for tile in game.player(game.seat_of(house)).tiles:
        space = game.catalog.castle[game.catalog.tiles[tile].space]
        if space.cost.get("squires", 0) > left:
            yield space.name


def _comes_of(game: Lancaster, action: Place, total: int) -> str:
    name = spots.name(action.to)
    match spots.kind(action.to):
        case "county":
            holder, held = game.state.counties[name].house, counties.total(game, name)
            expelled = f"expels {names.house(game, holder)}'s knight (total {held}); " if holder else ""
            house = game.knight(action.knight).house
            brings = _county_brings(game, house, name)
            free = not holder and not _left_to_place(game, house)
            least, squires = _squires_needed(game, action), int(action.squires or 0)
            fewer = f"with {names.amount('squires', least)}" if least else "without squires"
            less = f", {total - squires + least + 1} {fewer}" if squires > least else ""
            kept = "nobody has a knight left to expel him" if free else f"{total + 1} or more expels him{less}"
            kept = "nobody can expel him" if "shield" in action.bring else kept
            return f"{expelled}{brings}; total {total}; {kept}"
        case "conflict":
            favour = _favour(game, game.knight(action.knight).house)
            return "; ".join([*favour, *_of_the_battle(game, action, total)])
        case "castle":
            return f"after the votes, {names.brings(game, name, game.knight(action.knight).house)}"
        case _:
            return _of_the_tower(game, action)


def _county_brings(game: Lancaster, house: Colour, letter: str) -> str:
    """Return what a house may take from a county; an ally's noble leaves the game [LAN-BASE-117]."""
    noble = can_take(game, house, letter)
    if not game.is_ally(house):
        return names.reward(game, letter, house) + (", or its noble" if noble else "")
    able = game.catalog.counties[letter].ally_can_use
    reward = names.reward(game, letter, house) if able else "no reward for an ally"
    return f"{reward}{', or its noble leaves the game' if noble else ''}"


def _favour(game: Lancaster, house: Colour) -> list[str]:
    """Return that a favour of the king comes with a knight, and which it is where there is one left; else nothing.

    An ally gets no goods, so that his last one is not named.
    """
    left = game.state.favours
    named = len(left) == 1 and not game.is_ally(house)
    return [f"a favour now: {names.favour(game, left[0], house)}" if named else "a favour now"] if left else []


def _of_the_battle(game: Lancaster, action: Place, total: int) -> Iterator[str]:
    """Say how a knight leaves a battle, the points of his house there, and what becomes of him if it is lost.

    A full panel cuts the end of it, so that a second defeat stands before the points. Where England wins only with
    him, his house owes him all its points there.
    """
    card, house = spots.name(action.to), game.knight(action.knight).house
    strengths, place = conflicts.totals(game, card), conflicts.space_for(game, house, card)
    assert place is not None
    there = sum(strengths)
    own = _spaces_of(game, house, card)
    printed = game.catalog.conflicts[card]
    before = _points(strengths, own, printed.points)
    own |= {place}
    strengths[place] += total
    archer = 0
    if "archer" in action.bring:
        strengths[place + 1] = game.catalog.privileges["archer"].strength
        own.add(place + 1)
        archer = _points(strengths, {place + 1}, printed.points)
    points = _points(strengths, own, printed.points)
    needed, with_him = printed.strength, sum(strengths)
    decides = there < needed <= with_him
    scored = points > 0 and not game.is_ally(house)
    apart = f", {archer} of them the archer's" if archer else "" if decides else _compared(before, points)
    scores = f"{counted(points, 'point')}{apart}" if scored else "no points"
    if with_him >= needed:
        wins = f"with him England wins ({with_him}" if decides else f"England wins already ({there}"
        yield f"{wins} of {needed}): so far {scores}"
    else:
        yield f"with him England lacks {needed - with_him}"
        first = scored and not archer and not before and strengths.index(max(strengths)) == place
        lead = _while_first(game, house, strengths[place]) if first else ""
        won = f"if won, {scores}{lead}" if lead else f"if won, so far {scores}"
        lost = _if_lost(game, card, house, game.knight(action.knight).strength)
        second = game.state.conflicts[card].row == "lower"
        yield from (*lost, won) if second else (won, *lost)
    yield from _to_come(game, house) if scored else ()


def _while_first(game: Lancaster, house: Colour, strength: int) -> str:
    """Say what ends the lead of a house at a battle that others may still win for England; "" where nobody can."""
    coming = game.state.turn.phase == "place" and _left_to_place(game, house)
    return f" while nobody has more than {strength}" if coming else ""


def _to_come(game: Lancaster, house: Colour) -> Iterator[str]:
    """Say which knights the others have still to place, who may change a battle; of several players, how many."""
    coming = _left_to_place(game, house) if game.state.turn.phase == "place" else {}
    if len(coming) == 1:
        ((seat, left),) = coming.items()
        yield f"{{{seat}}} has {names.knights(game, left)} to come"
    elif coming:
        yield f"others have {sum(map(len, coming.values()))} knights to come"


def _left_to_place(game: Lancaster, house: Colour) -> dict[str, list[str]]:
    """Return the knights that the players other than a house's have at court; only players who have some."""
    others = [other for other in game.playing() if other != game.seat_of(house)]
    left = {one: [knight for own in game.houses_of(one) for knight in game.knights(own, spots.COURT)] for one in others}
    return {other: knights for other, knights in left.items() if knights}


def _compared(before: int, points: int) -> str:
    """Return how the points of a house at a conflict compare with those that it has without one more knight."""
    if not before:
        return ""
    return f" with him, {before} without" if points > before else ", as without him"


def _spaces_of(game: Lancaster, house: Colour, card: str) -> set[int]:
    """Return the spaces of a conflict on which a house or its archer stands."""
    return {n for n, space in enumerate(game.state.conflicts[card].spaces) if space.house == house}


def _points(strengths: Sequence[int], own: Collection[int], worths: Sequence[int]) -> int:
    """Return the points of those spaces of a conflict that are one's own: the strongest score, of equals the first."""
    ranked = sorted((n for n, strength in enumerate(strengths) if strength), key=lambda n: (-strengths[n], n))
    return sum(worth for n, worth in zip(ranked, worths, strict=False) if n in own)


def _if_lost(game: Lancaster, card: str, house: Colour, strength: int) -> Iterator[str]:
    """Say what becomes of a knight at a conflict if England loses, unless he goes home [LAN-BASE-46, LAN-BASE-48]."""
    if game.state.conflicts[card].row == "lower":
        price = strength * game.catalog.ransom
        lost = "he is gone" if game.is_ally(house) else f"pay {price} gold or lose him"
        yield from [f"if lost, {lost}"] if game.option("ransom") else []
    elif not game.last_round:
        yield "if lost, he fights on next round"


def _of_the_tower(game: Lancaster, action: Place) -> str:
    """Say how many dishonor markers a knight in the tower takes off his player [LAN2-RES-05]."""
    knight = game.knight(action.knight)
    if game.is_ally(knight.house):
        return "an ally takes off none of your dishonor markers"
    returned = min(knight.strength, game.player(game.seat_of(knight.house)).dishonor)
    return (
        f"takes {names.amount('dishonor', returned)} off you" if returned else "no use now: you have no dishonor marker"
    )


# ---------------------------------------------------------------------- ballots


def _ballots(game: Lancaster, seat: str) -> Iterator[Prospect]:
    """Yes and no to each law, always in this order and neither proposed, so that a vote looks the same to everybody.

    A law that is voted on alone has a button for every number of markers; the question names it.
    """
    if not isinstance(game.top, Voting):
        return
    laws = game.top.missing(game, seat)
    if len(laws) == 1:
        for number, side in product(range(game.top.left(game, seat, laws[0]) + 1), SIDES):
            yield _ballot(Vote(laws[0], side, str(number)))
        return
    for law, side in product(laws, SIDES):
        said = f"Vote {side} on {names.law(game, law)}"
        yield Prospect(Vote(law, side, "0"), said, "1 vote, without markers", f"Vote {side}", likely=False)


def _ballot(action: Vote) -> Prospect:
    """Return a ballot whose button says all of it: 'Yes: 1 vote', 'No +2', with 2 voting markers."""
    side, number = SIDES[action.side], int(action.markers)
    short = f"{side} +{number}" if number else f"{side}: 1 vote"
    words = f"{short}: {1 + number} votes" if number else short
    return Prospect(action, words, "", short, likely=False, plain=True)
