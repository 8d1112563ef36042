"""A seat's likely marches and what comes of them (D20): to the goals of the steward, who sees what the seat sees."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from engine.core import drafts
from engine.core.actions import Offer, Pass, Prospect, values_of
from engine.core.text import capital, counted, join_words
from engine.kingmaker import reasons, steward, weighing
from engine.kingmaker.arrivals import Fight, arrived, battles, fortresses, heirs_inside, rivals_there, won
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.places.place_menu import NOBLE, YOURS
from engine.kingmaker.combat import odds
from engine.kingmaker.movement import fetching
from engine.kingmaker.movement.land import Move
from engine.kingmaker.outlook import FAR, NEAR, Outlook
from engine.kingmaker.refuges import (
    brings_heir,
    crowns,
    escapes,
    exposed,
    forsakes,
    given_up,
    in_danger,
    is_safe,
    leaves,
    peril,
    refuges,
    rescues,
    staked,
    storms,
)
from engine.kingmaker.usual_answers import LABEL
from engine.kingmaker.views import view
from engine.kingmaker.weighing import LIKELY

TOGETHER = 25
"""Letters of such a button for nobles who march together, which would otherwise be told from another by one of them."""

MOST = 8
"""The number of goals listed for one company; the form of the march has all of them."""

HEIR, PRIZE, WAY, HOME, WALLS, RISK, ELSEWHERE = range(7)
"""The ranks of destinations: where unguarded heirs can be had, what can be won, the way to a goal, own places, other
fortresses that can be stormed, a risk, nothing wanted."""

SAFE, OPEN, EXPOSED = 0, FAR, 2 * FAR
"""What ranks the ends of marches that fetch an heir: within own walls, in the open, and where enemies are stronger."""

STAY = "No march is likely to win anything this turn"
"""What is said where no march is proposed."""

NO_MORE = "No further march is likely to win anything"
"""The same once somebody has marched."""

RISKY = "All that you could win would leave you exposed"
"""The same where enemies are near all that could be won, or an heir would come beside them."""

COSTLY = " or give something up"
"""What is added where a march for it does."""

NO_NEED = ": nobody need move"
"""What is said besides where nobody of the seat's is in danger."""

FEW = {HEIR: 3, WAY: 2, HOME: 1, WALLS: 2}
"""How many destinations of a rank are listed for one company; the nearest to its goal."""

STORM = "% to storm "
"""What stands behind the chance to take a fortress that can be stormed."""

UNTOLD = (WAY, HOME, RISK, ELSEWHERE)
"""The ranks of destinations that do not say by themselves why the usual march leads there."""

HUNT = "get hold of "
"""The beginning of a reason to march towards an heir."""

RAID = "attack "
"""The beginning of a reason to march towards enemies or a fortress."""

SEVERAL = re.compile(r"[,;] (?![^(]*\))")
"""What stands between the forces and garrisons of a place in words."""

CHANCE = 20
"""The chance of success, in per cent, from which an attack is a risk that somebody may want to take."""

VARIETY = 3
"""The number of a company's goals that are listed before those of the next company."""

Rank = tuple[int, int, str]
"""A sort key of a destination: its rank, its distance to the goal, and its id."""

Ranked = tuple[Rank, Move]
"""A march with its rank."""


def marches(game: Kingmaker, seat: str, offer: Offer) -> Iterator[Prospect]:
    """Yield likely marches, the first of them the usual one, and then the best goals of each company.

    An heir who is in danger comes within walls first, then an heir is fetched whom nobody protects, and one is crowned
    who can be. Where nothing can be won and nobody can be brought to safety, the phase usually ends; what the steward
    would do is listed all the same.
    """
    outlook = Outlook(view(game, seat), seat, Random(0))
    companies = list(_companies(game, outlook, offer))
    found = [goals for company in companies if (goals := _goals(game, outlook, offer, company))]
    found.sort(key=lambda goals: goals[0][0])
    ranked = sorted((one for goals in found for one in goals), key=lambda one: one[0])
    perilous = {heir.at for heir in outlook.wards if outlook.danger(heir.at) and not storms(game, outlook, heir.at)}
    guards = {heir.noble for heir in outlook.wards if heir.at in perilous}
    saved = [march for _, march in ranked if march.to in perilous and _opens_walls(game, outlook, march)]
    saved += rescues(outlook, offer, [company for company in companies if guards & set(company)])
    crowned = [march for _, march in ranked if crowns(game, outlook, march) and is_safe(game, outlook, march)]
    fetched = [march for goals in found for rank, march in goals[:1] if rank[0] == HEIR and rank[1] < EXPOSED]
    theirs = [march for march in [steward.march(outlook, {offer.tag: offer})] if isinstance(march, Move)]
    usual = [*saved, *fetched, *crowned[:1]] or list(_wanted(game, outlook, ranked, theirs))
    comers = [] if usual and usual[:1] != theirs else [n for one in theirs for n in _comers(game, outlook, offer, one)]
    usual = usual or (
        theirs if comers else list(refuges(game, outlook, [*(march for _, march in ranked), *theirs]))[:1]
    )
    if not usual:
        yield _staying(game, outlook, offer, ranked)
    early = [march for goals in found for _, march in goals[:VARIETY]]
    late = [march for goals in found for _, march in goals[VARIETY:]]
    for march in _once([*usual, *early, *theirs, *late]):
        likely = march in usual[:1]
        yield _march(game, outlook, offer, march, likely=likely, comers=comers if likely else [])


def _wanted(game: Kingmaker, outlook: Outlook, ranked: Sequence[Ranked], theirs: Sequence[Move]) -> Iterator[Move]:
    """Yield what is done where no heir is fetched: help for an attack, the steward's march, and what is won safely.

    What is won at once comes before a way to places and bishops whose votes are all that the steward is after.
    """
    able = [march for rank, march in ranked if rank[0] in (PRIZE, WALLS)]
    wise = [march for march in theirs if _wise(game, outlook, march)]
    also = [march for march in theirs if march not in able and _wins(game, outlook, march)]
    stormed = [march for march in also if not _adds_nothing(game, outlook, march)]
    safe = (march for march in [*able, *stormed] if is_safe(game, outlook, march))
    yield from (march for march in [*theirs, *able] if _supports(game, outlook, march))
    if wise and not outlook.target and not _wins(game, outlook, wise[0]):
        yield from (march for march in safe if _gains_votes(game, outlook, march))
    yield from wise
    yield from ([] if wise else safe)


def _opens_walls(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether a march makes those who stand where it ends strong enough to be safe within walls there; at no cost."""
    free = not (brings_heir(outlook, march) or given_up(game, outlook, march) or forsakes(game, outlook, march))
    return free and storms(arrived(game, march), outlook, march.to, march.nobles)


def _gains_votes(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether a march leads to a fortress with votes."""
    return any(game.catalog.places[place].commons for place in fortresses(game, outlook, march))


def _supports(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether a march makes an attack likely, and much likelier than those can make it who have come there already.

    It brings no heir, leaves nobody alone, and gives up no siege.
    """
    there = [one for one in forces.nobles_at(game, march.to, outlook.seat) if game.noble(one).moved]
    if not there or brings_heir(outlook, march):
        return False
    if given_up(game, outlook, march) or forsakes(game, outlook, march):
        return False
    then = arrived(game, march)
    fights = battles(then, outlook, march)
    if any(fight.before >= 0 and fight.helped and fight.won >= LIKELY for fight in fights):
        return True
    before = sieges.men_to_take(game, there)
    men = sieges.men_to_take(then, forces.nobles_at(then, march.to, outlook.seat))
    return any(before < sieges.to_take(then, place) <= men for place in fortresses(game, outlook, march))


def _comers(game: Kingmaker, outlook: Outlook, offer: Offer, march: Move) -> list[str]:
    """Return who else can still come to where a march ends, if all are likely to win there together, and are safe."""
    if march.pick_up or given_up(game, outlook, march) or brings_heir(outlook, march):
        return []
    free = {choice.value for choice in offer.field("nobles").choices({"nobles": []})} - {*march.nobles}
    able = [n.id for n in outlook.nobles if n.id in free and not (outlook.guards(n.id) or outlook.needed(n))]
    to = offer.field("to")
    comers = [noble for noble in able if march.to in values_of(to.choices({"nobles": [noble], "pick_up": []}))]
    together = Move([*march.nobles, *comers], march.to)
    if not comers or _wins(game, outlook, march) or in_danger(game, outlook, together):
        return []
    return comers if _wins(game, outlook, together) else []


def _wins(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether those who stand where a march has ended are likely to win a fight there, or can storm the walls."""
    then = arrived(game, march)
    men = sieges.men_to_take(then, forces.nobles_at(then, march.to, outlook.seat))
    stormed = any(men >= sieges.to_take(then, place) for place in fortresses(game, outlook, march))
    return stormed or any(fight.won >= LIKELY for fight in battles(then, outlook, march))


def _staying(game: Kingmaker, outlook: Outlook, offer: Offer, ranked: Sequence[Ranked]) -> Prospect:
    """Return the end of the phase: why no march is the usual one, what can then be attacked, and who is in danger."""
    free = {choice.value for choice in offer.field("nobles").choices({"nobles": []})}
    perils = dict(exposed(game, outlook))
    able = [noble for noble in perils if noble in free]
    stuck = [names.card(game, noble) for noble in perils if noble not in free]
    prizes = [march for rank, march in ranked if rank[0] in (PRIZE, WALLS)]
    wins = prizes or any(march.pick_up for _, march in ranked)
    costly = COSTLY if any(given_up(game, outlook, march) for march in prizes) else ""
    moved = any(game.noble(noble.id).moved for noble in outlook.nobles)
    best = weighing.best_attack(game, outlook.seat)
    within = any(outlook.danger(heir.at) and storms(game, outlook, heir.at) for heir in outlook.wards)
    told = [f"{RISKY}{costly}" if wins else NO_MORE if moved else STAY]
    inside = ", and then be safe inside" if within else ""
    attack = [f"When you end Movement you can attack {best}{inside}"] if best else []
    told = [*attack, *told] if wins else [*told, *attack]
    stand = "stands" if len(stuck) == 1 else "stand"
    told += [f"Afterwards {join_words(stuck)} {stand} near stronger enemies"] if stuck else []
    danger = f"{_with_heirs(game, able)} {_stands(able)}" if able else ""
    if danger:
        told = [*told, danger] if len(told) > 1 else [f"{told[0]}, but {danger}"]
    calm = not perils and not best and not staked(game, outlook)
    outcome = perils[able[0]] if len(able) == 1 else ""
    return Prospect(Pass(), ". ".join(told) + (NO_NEED if calm else ""), outcome, "End the Movement phase")


def _stands(nobles: Sequence[str]) -> str:
    return "is in danger where he stands" if len(nobles) == 1 else "are in danger where they stand"


def _with_heirs(game: Kingmaker, nobles: Sequence[str]) -> str:
    """Return nobles in words, each with the heirs whom he protects."""
    heirs = [[names.heir(game, heir) for heir in forces.heirs_of(game, noble)] for noble in nobles]
    found = zip((names.card(game, noble) for noble in nobles), heirs, strict=True)
    return join_words(f"{noble} with {join_words(along)}" if along else noble for noble, along in found)


def _sensible(outlook: Outlook, march: Move) -> bool:
    """Whether a march fetches an heir, goes safely to friends, or leads to what can be taken next turn."""
    if march.pick_up:
        return True
    goal, _ = _goal(outlook, march.nobles)
    if goal and goal in {*(at for _, at in outlook.prey), outlook.spoils} - outlook.own:
        return _in_reach(outlook, march, goal)
    return not outlook.peril(march.to, outlook.men_at(march.to, march.nobles))


def _wise(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether a sensible march fetches an heir, or leads into no danger and is good for something."""
    if march.pick_up or not _sensible(outlook, march):
        return bool(march.pick_up)
    good = escapes(game, outlook, march) or not _adds_nothing(game, outlook, march)
    return bool(good) and not in_danger(game, outlook, march)


def _adds_nothing(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether those who stand where a march ends can attack as well, or nearly so, without it."""
    if not forces.nobles_at(game, march.to, outlook.seat):
        return False
    then = arrived(game, march)
    fights = battles(then, outlook, march)
    men = [sieges.men_to_take(one, forces.nobles_at(one, march.to, outlook.seat)) for one in (game, then)]
    stormed = [[n >= sieges.to_take(then, place) for n in men] for place in fortresses(game, outlook, march)]
    better = any(fight.helped for fight in fights) or any(able > before for before, able in stormed)
    return not better and (any(fight.won for fight in fights) or any(able for _, able in stormed))


def _in_reach(outlook: Outlook, march: Move, goal: Location) -> bool:
    """Whether a march leads so near an enemy's place that it can be taken next turn with all who are near it then.

    It takes the men who march, unless they are enough alone, and all together have to be strong enough against the
    enemies near the end of the march.
    """
    near = [n for n in outlook.nobles if n.id in march.nobles or outlook.distance(n.at, goal) <= NEAR]
    men, needed = sum(outlook.men_of(noble, goal) for noble in near), outlook.resistance(goal)
    coming = sum(outlook.men_of(noble, goal) for noble in near if noble.id in march.nobles)
    adds = coming >= needed or men - coming < needed
    able = outlook.distance(march.to, goal) <= NEAR and men >= needed and adds
    return able and not outlook.peril(march.to, men)


def _once(marches: Sequence[Move]) -> Iterator[Move]:
    """Yield marches without those that differ from an earlier one in the order of their nobles alone."""
    seen: list[tuple[list[str], Location, list[str]]] = []
    for march in marches:
        same = sorted(march.nobles), march.to, sorted(march.pick_up)
        if same not in seen:
            seen.append(same)
            yield march


def _companies(game: Kingmaker, outlook: Outlook, offer: Offer) -> Iterator[list[str]]:
    """Yield the nobles who may march together from each place, the strongest group first, then each noble alone."""
    movers = {choice.value for choice in offer.field("nobles").choices({"nobles": []})}
    at = dict.fromkeys(noble.at for noble in outlook.nobles if noble.id in movers)
    companies = [[noble.id for noble in outlook.nobles if noble.id in movers and noble.at == here] for here in at]
    field = offer.field("nobles")
    for company in companies:
        together = company[:1]
        for noble in company[1:]:
            together += [noble] if noble in {one.value for one in field.choices({"nobles": together})} else []
        yield together
    yield from ([noble] for company in companies if len(company) > 1 for noble in company)


def _goals(game: Kingmaker, outlook: Outlook, offer: Offer, company: list[str]) -> list[Ranked]:
    """Return a company's marches with their ranks, the likeliest first, without those that lead to nothing wanted."""
    draft = drafts.autofill(offer, {"nobles": company})
    if "pick_up" not in draft and offer.field("pick_up").when(draft):
        picked: list[str] = []
        while found := offer.field("pick_up").choices({**draft, "pick_up": picked}):
            picked.append(found[0].value)
        draft["pick_up"] = picked
    ends = [Location(choice) for choice in values_of(offer.field("to").choices(draft))]
    marches = [Move(company, to, draft.get("pick_up", [])) for to in ends]
    ranked = sorted(((_rank(game, outlook, march), march) for march in marches), key=lambda one: one[0])
    seen: Counter[int] = Counter()
    wanted = []
    for rank, march in ranked:
        seen[rank[0]] += 1
        if rank[0] < ELSEWHERE and seen[rank[0]] <= FEW.get(rank[0], MOST):
            wanted.append((rank, march))
    return wanted[:MOST]


def _rank(game: Kingmaker, outlook: Outlook, march: Move) -> Rank:
    """Return the rank of a march, how near it leads to the goal of its company, and where it ends."""
    to, (goal, left) = march.to, _goal(outlook, march.nobles)
    away = outlook.distance(to, goal) if goal else FAR
    own = locations.kind(to) == "inside" and sites.controller(game, locations.place_of(to)) == outlook.seat
    castles = list(fortresses(game, outlook, march))
    fights, able = [], list[PlaceId]()
    if castles or rivals_there(game, outlook, to):
        then = arrived(game, march)
        fights = battles(then, outlook, march)
        men = sieges.men_to_take(then, forces.nobles_at(then, to, outlook.seat))
        able = [place for place in castles if men >= sieges.to_take(then, place)]
    chance = max((fight.won for fight in fights if fight.helped), default=0)
    fetches = bool(march.pick_up) or any(game.heir(heir).at == to for heir in fetching.free_heirs(game))
    threat = outlook.peril(to, outlook.men_at(to, march.nobles), beside=True) if fetches else ""
    ranks = {
        HEIR: fetches and (to in outlook.own or not threat),
        PRIZE: chance >= LIKELY or any(heirs_inside(outlook, place) for place in able),
        WAY: bool(goal) and (to == goal or away < left) and not fights and _sensible(outlook, march),
        HOME: own,
        WALLS: bool(able),
        RISK: chance >= CHANCE,
    }
    rank = next((rank for rank, holds in ranks.items() if holds), ELSEWHERE)
    walls = SAFE if to in outlook.own else OPEN
    return rank, (EXPOSED if threat else walls) + min(away, FAR - 1) if rank == HEIR else away, to


def _goal(outlook: Outlook, company: Sequence[str]) -> tuple[Location, int]:
    """Return the goal of a company's leader, and its distance now."""
    leader = next(noble for noble in outlook.nobles if noble.id == company[0])
    goal = outlook.goal(leader)
    return goal, outlook.distance(leader.at, goal) if goal else FAR


def _march(
    game: Kingmaker, outlook: Outlook, offer: Offer, march: Move, *, likely: bool, comers: Sequence[str]
) -> Prospect:
    draft = {"nobles": march.nobles, "pick_up": march.pick_up}
    choice = next(one for one in offer.field("to").choices(draft) if one.value == march.to)
    who = names.cards(game, march.nobles)
    place, _, there = choice.label.partition(": ")
    far = choice.hint.replace(" across country", "")
    way = "into" if locations.kind(march.to) == "inside" else "to"
    words = f"{who} {way} {place.removesuffix(' (inside)')}{f' ({far})' if far else ''}"
    start = game.noble(march.nobles[0]).at
    for at in dict.fromkeys(game.heir(heir).at for heir in march.pick_up):
        taken = [heir for heir in march.pick_up if game.heir(heir).at == at]
        heirs = join_words(names.heir(game, heir) for heir in taken)
        near = locations.square_of(at) in (locations.square_of(start), locations.square_of(march.to))
        words += f", taking charge of {heirs}" if near else f", fetching {heirs} from {locations.short(game, at)}"
        said = [f"the heir {names.heir(game, heir)}" for heir in taken]
        there = _without(there, [*said, *(names.monarch(game, heir) for heir in taken)])
    if locations.square_of(start) == locations.square_of(march.to) and not march.pick_up:
        there, way = "", "into" if locations.kind(march.to) == "inside" else "out of"
        place = locations.short(game, march.to if way == "into" else start)
        words = f"{who} {way} {place}{'' if way == 'into' else ', into the open'}"
    outcome = partial(_comes_of_march, game, outlook, march, there, usual=likely)
    if comers:
        outcome = partial(_comes_of_all, game, outlook, march, there, comers)
    end = f"{way} {locations.short(game, march.to)}"
    short, most = f"{_mover(game, outlook, march)}{end}", LABEL if len(march.nobles) == 1 else TOGETHER
    return Prospect(march, words, outcome, capital(short if len(short) <= most else end), likely)


def _without(there: str, said: Sequence[str]) -> str:
    """Return what is found somewhere without what is said of it already."""
    return ", ".join(part for part in SEVERAL.split(there) if part not in said)


def _without_forces(there: str, met: Sequence[str]) -> str:
    """Return what is found somewhere without the forces whose odds are told already."""
    known = tuple(f"{alike}{force} (" for force in met for alike in ("", NOBLE))
    return ", ".join(part for part in SEVERAL.split(there) if not part.startswith(known)) if met else there


def _without_own(there: str) -> str:
    """Return what is found somewhere without the seat's own forces, who are told of with the odds."""
    return ", ".join(part for part in SEVERAL.split(there) if not (part.startswith(YOURS) and part.endswith("men)")))


def _mover(game: Kingmaker, outlook: Outlook, march: Move) -> str:
    """Return who marches, for the button of a march that others who stand there could make as well; else ""."""
    start = next(noble.at for noble in outlook.nobles if noble.id == march.nobles[0])
    if sum(noble.at == start for noble in outlook.nobles) < 2:
        return ""
    here, there = len(march.nobles), sum(noble.at == start for noble in outlook.nobles)
    if here == 1:
        return f"{names.card(game, march.nobles[0])} "
    return f"{here} of {there} " if here < there else "Both " if here == 2 else "All "


def _comes_of_march(game: Kingmaker, outlook: Outlook, march: Move, there: str, *, usual: bool) -> str:
    """Say the odds of attacks on whoever is `there`, who and what that is, and what the march is good for.

    Who or what is given up comes first and then what can be won, because a menu cuts the end off, but for the `usual`
    march, which comes with its reason. A goal that is found is not named again, nor one that the march does not bring
    nearer.
    """
    then = arrived(game, march)
    fights, walls = battles(then, outlook, march), list(_walls(then, outlook, march))
    threat = peril(outlook, march)
    odds_there = [*_attacks_there(then, fights, march), *([threat] if threat else [])]
    winnable = any(fight.helped and fight.won >= LIKELY for fight in fights)
    able = [] if winnable else [told for told in walls if STORM in told]
    gain = crowns(game, outlook, march)
    first = [f"you can then crown {gain}"] if gain else []
    first += filter(
        None, (forsakes(game, outlook, march) or leaves(game, outlook, march), given_up(game, outlook, march))
    )
    parts = [*first, *able, *odds_there, *(told for told in walls if told not in able)]
    there = _without_forces(there, [forces.words(game, fight.foes) for fight in fights])
    there = _without_own(there) if fights or walls else there
    parts += [*_outside(game, outlook, march), *([there] if there else [])]
    goal, left = _goal(outlook, march.nobles)
    away = outlook.distance(march.to, goal) if goal and march.to != goal else 0
    found = list(_found(game, outlook, goal, "; ".join(parts), march)) if goal and not away else []
    takes = bool(goal) and not away and any(STORM in told for told in walls)
    told = bool(march.pick_up or found or fights or gain) or not usual or takes
    told = told or _rank(game, outlook, march)[0] not in UNTOLD
    escape = escapes(game, outlook, march) if usual and not march.pick_up else ""
    aim = (
        "" if told or escape else reasons.aim(game, outlook, march) or ("" if threat else reasons.shelter(game, march))
    )
    parts += found
    if escape:
        early = not (fights or walls) or _adds_nothing(game, outlook, march)
        parts.insert(len(first) if early else len(parts), f"out of danger: {escape}")
    fetched = any(game.heir(heir).at == goal for heir in march.pick_up)
    if aim:
        parts.insert(0, _towards(game, outlook, march, aim))
    elif goal and away and away < left and not fetched and (away <= NEAR or not parts):
        parts.append(_approach(game, outlook, march, goal))
    return "; ".join(parts)


def _comes_of_all(game: Kingmaker, outlook: Outlook, march: Move, there: str, comers: Sequence[str]) -> str:
    """Say what comes of a march if others join it there in this phase."""
    together = Move([*march.nobles, *comers], march.to)
    return f"if {names.cards(game, comers)} come too, {_comes_of_march(game, outlook, together, there, usual=True)}"


def _towards(game: Kingmaker, outlook: Outlook, march: Move, aim: str) -> str:
    """Say what a march aims at, or how far it still leaves whoever is to be got hold of or attacked."""
    if aim.startswith(HUNT):
        return _approach(game, outlook, march, reasons.hunted(outlook, march))
    if aim.startswith(RAID) and outlook.distance(march.to, outlook.spoils):
        return _approach(game, outlook, march, outlook.spoils)
    return f"to {aim}"


def _approach(game: Kingmaker, outlook: Outlook, march: Move, goal: Location) -> str:
    """Say how far a march still leaves a company from a goal, and then how many men it takes to storm the walls."""
    away, sought = outlook.distance(march.to, goal), _sought(game, outlook, goal)
    if away and locations.kind(goal) == "inside":
        place, named = locations.place_of(goal), locations.short(game, goal)
        if game.catalog.places[place].fortress and sites.controller(game, place) != outlook.seat:
            sought += f" ({sieges.to_take(game, place)} men hold {'it' if sought == named else named})"
    return f"towards {sought}, then {counted(away, 'square')} away" if away else f"to {HUNT}{sought}"


def _attacks_there(game: Kingmaker, fights: Sequence[Fight], march: Move) -> Iterator[str]:
    """Yield the odds of these battles, with who stands there besides."""
    others = [noble for noble in forces.force_of(game, march.nobles[0]) if noble not in march.nobles]
    along = f"with {names.cards(game, others)}, " if others else ""
    for fight in fights:
        faction = game.noble(fight.foes[0]).faction
        theirs = f"{{{faction}}}'s {forces.words(game, fight.foes)} ({fight.men} men)"
        already = "" if fight.better or not fight.won else ", as likely without this march"
        instead = f" instead of {fight.before}%" if fight.better and fight.before > 0 else ""
        chance = f"{fight.won}%{instead} to beat {theirs} there{already}{_losses(fight)}"
        yield f"{along}{chance if fight.won else f'you could not beat {theirs} there'}"


def _losses(fight: Fight) -> str:
    """Say how likely the seat is beaten, or wins but dies; where neither is likely, that its nobles may die."""
    told = [f"{fight.lost}% to be beaten"] if fight.lost else []
    told += [f"{fight.vain}% to win but die"] if fight.vain else []
    if not told and fight.deaths:
        least, most = min(fight.deaths), max(fight.deaths)
        told = [f"each may die ({least}%)" if least == most else f"each may die ({least}-{most}%)"]
    return "".join(f", {one}" for one in told)


def _outside(game: Kingmaker, outlook: Outlook, march: Move) -> Iterator[str]:
    """Yield the rivals who stand before the walls behind which a march ends."""
    if locations.kind(march.to) == "inside":
        for foes in rivals_there(game, outlook, locations.open_in(locations.square_of(march.to))):
            whose, men = game.noble(foes[0]).faction, forces.total(game, foes, "defence")
            yield f"{{{whose}}}'s {forces.words(game, foes)} ({men} men) outside"


def _walls(game: Kingmaker, outlook: Outlook, march: Move) -> Iterator[str]:
    """Say how likely the seat's men storm a fortress there, and that they are too few where heirs are."""
    own = forces.nobles_at(game, march.to, outlook.seat)
    others = [noble for noble in own if noble not in march.nobles]
    along = f"with {names.cards(game, others)}, " if others else ""
    for place in fortresses(game, outlook, march):
        if heirs_inside(outlook, place) or sieges.men_to_hold(game, own) >= sieges.required(game, place):
            already = others and sieges.men_to_take(game, others) >= sieges.to_take(game, place)
            told = _enough(game, place, own, names.castle(game, place))
            yield along + told.replace(" (your ", ", as likely without this march (your ") if already else along + told


def _enough(game: Kingmaker, place: PlaceId, own: Sequence[str], name: str) -> str:
    """Say whether nobles have the men to storm a fortress, or else to besiege it, and how many that takes."""
    takes, men, least = sieges.to_take(game, place), sieges.men_to_take(game, own), sieges.required(game, place)
    towns = odds.town_men(game, sieges.stormers(game, own))
    sides = f"(your {f'{men - towns} + {towns} from towns' if towns else men} against {takes})"
    if men >= takes:
        weighed = odds.siege_preview(game, sieges.stormers(game, own), place)
        vain = weighed.percent(weighed.hollow)
        votes = game.catalog.places[place].commons
        brings = f"brings {counted(votes, 'vote')}" if votes else "brings no votes"
        return f"{won(weighed)}{STORM}{name}{f', {vain}% to die there' if vain else ''} {sides}, {brings}"
    if least < takes and sieges.men_to_hold(game, own) >= least:
        return f"enough to besiege {name}, too few to storm it {sides}"
    return f"too few to storm {name} {sides}"


def _found(game: Kingmaker, outlook: Outlook, goal: Location, there: str, march: Move) -> Iterator[str]:
    """Yield in words what a company has come for: an heir who is not named `there` yet, or a coronation."""
    left = [heir.id for heir in outlook.living if heir.at == goal and heir.id not in march.pick_up]
    heirs = [names.heir(game, heir) for heir in left]
    at = "here" if march.to == goal else locations.say(game, goal)
    if any(heir not in there for heir in heirs):
        yield f"the heir {heirs[0]} is {at}" if len(heirs) == 1 else f"the heirs {join_words(heirs)} are {at}"
    elif not heirs and goal == outlook.altar:
        yield "an heir can be crowned here"


def _sought(game: Kingmaker, outlook: Outlook, goal: Location) -> str:
    """Return in words what a company is on its way to: heirs, a coronation, rivals, friends, or just the place."""
    if heirs := [names.heir(game, heir.id) for heir in outlook.living if heir.at == goal]:
        return join_words(heirs)
    place = locations.short(game, goal)
    if goal == outlook.altar:
        return f"{place}, where an heir can be crowned"
    if rivals := rivals_there(game, outlook, goal):
        return f"{{{game.noble(rivals[0][0]).faction}}}'s {names.cards(game, rivals[0])} at {place}"
    friends = forces.nobles_at(game, goal, outlook.seat)
    return f"your {names.cards(game, friends)} at {place}" if friends else place
