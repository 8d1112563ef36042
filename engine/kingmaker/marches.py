"""A seat's likely marches and what comes of them (D20): to the goals of the steward, who sees what the seat sees."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from engine.core import drafts
from engine.core.actions import Offer, Pass, Prospect, values_of
from engine.core.text import capital, counted, join_words
from engine.kingmaker import reasons, steward
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import place_menu, sites
from engine.kingmaker.board.state import copied
from engine.kingmaker.combat import battle_table, odds
from engine.kingmaker.combat.odds import Preview
from engine.kingmaker.movement import fetching
from engine.kingmaker.movement.land import Move
from engine.kingmaker.outlook import FAR, NEAR, Outlook
from engine.kingmaker.usual_answers import LABEL
from engine.kingmaker.views import view

LIKELY = 50
"""The chance of success, in per cent, from which people usually attack."""

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

RISKY = "Each march that is likely to win something leads into danger"
"""The same where enemies are near all that could be won, or an heir would come into the open."""

COSTLY = " or gives up a siege"
"""What is added where one of them does."""

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


class Fight(NamedTuple):
    """A battle that could be fought where a march ends."""

    foes: list[str]
    """The nobles of the rival force."""

    men: int
    """Their men."""

    own: int
    """The men of the seat's who are there then."""

    won: int
    """The chance to beat them, in per cent."""

    lost: int
    """The chance to be beaten by them, in per cent."""

    vain: int
    """The chance to win but die, in per cent."""

    better: bool
    """Whether the march raises it."""


def marches(game: Kingmaker, seat: str, offer: Offer) -> Iterator[Prospect]:
    """Yield likely marches, the first of them the usual one, and then the best goals of each company.

    An heir who is in danger comes within walls first, then an heir is fetched whom nobody protects; otherwise the usual
    march is the steward's, or else one that can win something safely. Where there is none, the phase usually ends; what
    the steward would do is listed all the same.
    """
    outlook = Outlook(view(game, seat), seat, Random(0))
    companies = list(_companies(game, outlook, offer))
    found = [goals for company in companies if (goals := _goals(game, outlook, offer, company))]
    found.sort(key=lambda goals: goals[0][0])
    guards = {heir.noble for heir in outlook.wards if outlook.danger(heir.at)}
    rescues = list(_rescues(outlook, offer, [company for company in companies if guards & set(company)]))
    fetched = [march for goals in found for rank, march in goals[:1] if rank[0] == HEIR and rank[1] < EXPOSED]
    theirs = [march for march in [steward.march(outlook, {offer.tag: offer})] if isinstance(march, Move)]
    usual = [*rescues, *fetched, *(march for march in theirs if _wise(game, outlook, march))]
    if not usual:
        ranked = sorted((one for goals in found for one in goals), key=lambda one: one[0])
        able = [march for rank, march in ranked if rank[0] in (PRIZE, WALLS)]
        usual = [march for march in able if _is_safe(game, outlook, march)][:1]
    if not usual:
        exposed = dict(_exposed(game, outlook))
        are = "is" if len(exposed) == 1 else "are"
        wins = able or any(march.pick_up for goals in found for _, march in goals)
        costly = COSTLY if any(_given_up(game, march) for march in able) else ""
        words = f"{RISKY}{costly}" if wins else STAY
        calm = "" if _staked(game, outlook) else NO_NEED
        words += f", but {join_words(exposed)} {are} in danger where they stand" if exposed else calm
        outcome = exposed[next(iter(exposed))] if len(exposed) == 1 else ""
        yield Prospect(Pass(), words, outcome, "End Movement")
    early = [march for goals in found for _, march in goals[:VARIETY]]
    late = [march for goals in found for _, march in goals[VARIETY:]]
    for march in _once([*usual, *early, *theirs, *late]):
        yield _march(game, outlook, offer, march, likely=march in usual[:1])


def _exposed(game: Kingmaker, outlook: Outlook) -> Iterator[tuple[str, str]]:
    """Yield the seat's nobles who are in danger where they stand, each with the danger."""
    for noble in outlook.nobles:
        if peril := outlook.peril(noble.at, outlook.men_at(noble.at), beside=outlook.guards(noble.id)):
            yield names.card(game, noble.id), peril


def _staked(game: Kingmaker, outlook: Outlook) -> bool:
    """Whether a noble who could fight where he stands may lose by his death the walls around an heir of the seat's."""
    walls = (locations.place_of(heir.at) for heir in outlook.wards if heir.at in outlook.own)
    held = [game.state.control[place] for place in walls]
    holders = filter(None, (control.noble or forces.holder(game, control.by) for control in held))
    return any(_rivals_there(game, outlook, game.noble(noble).at) for noble in holders)


def _rescues(outlook: Outlook, offer: Offer, guards: Sequence[list[str]]) -> Iterator[Move]:
    """Yield marches that bring companies with heirs in danger to safety within own walls, the safest first."""
    found: list[tuple[float, Move]] = []
    for company in guards:
        for to in map(Location, values_of(offer.field("to").choices({"nobles": company, "pick_up": []}))):
            men = outlook.men_at(to, company)
            if to in outlook.own and not outlook.peril(to, men, beside=True):
                found.append((outlook.margin(to, men), Move(company, to)))
    yield from (move for _, move in sorted(found, key=lambda one: (-one[0], one[1].to))[:VARIETY])


def _sensible(outlook: Outlook, march: Move) -> bool:
    """Whether a march fetches an heir, goes safely to friends, or leads to what can be taken next turn."""
    if march.pick_up:
        return True
    goal, _ = _goal(outlook, march.nobles)
    if goal and goal in {*(at for _, at in outlook.prey), outlook.spoils} - outlook.own:
        return _in_reach(outlook, march, goal)
    return not outlook.peril(march.to, outlook.men_at(march.to, march.nobles))


def _wise(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether a sensible march fetches an heir, or leads into no danger."""
    return _sensible(outlook, march) and (bool(march.pick_up) or not _in_danger(game, outlook, march))


def _in_danger(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether a march leads somebody into danger.

    Enemies who are far stronger are near its end, some who are as strong stand there, or stronger ones beside whoever
    stays behind.
    """
    if _forsakes(game, outlook, march):
        return True
    then = _arrived(game, march) if _rivals_there(game, outlook, march.to) else game
    beside = any(fight.men >= fight.own for fight in _fights(then, outlook, march))
    return beside or bool(outlook.peril(march.to, outlook.men_at(march.to, march.nobles)))


def _forsakes(game: Kingmaker, outlook: Outlook, march: Move) -> str:
    """Say whom a march leaves alone in the open with a stronger rival force, as they have moved; "" for nobody."""
    start = game.noble(march.nobles[0]).at
    stay = (noble for noble in forces.nobles_at(game, start, outlook.seat) if game.noble(noble).moved)
    left = [noble for noble in stay if noble not in march.nobles]
    men = forces.total(game, left, "defence")
    for foes in _rivals_there(game, outlook, start) if left else ():
        if (theirs := forces.total(game, foes, "attack")) > men:
            whose = f"{{{game.noble(foes[0]).faction}}}'s {forces.words(game, foes)} ({theirs} men)"
            return f"leaves {names.cards(game, left)} with {whose}"
    return ""


def _is_safe(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether a march brings no heir into the open, and nobody into danger, and gives up no siege."""
    guarded = any(map(outlook.guards, march.nobles))
    return not (guarded or _given_up(game, march) or _in_danger(game, outlook, march))


def _given_up(game: Kingmaker, march: Move) -> str:
    """Say which sieges are raised by a march of those who hold them; "" for none."""
    held = (place for place in game.state.sieges if set(march.nobles) & {*sieges.besiegers(game, place)})
    raised = [names.place(game, place) for place in held if sieges.failing(game, place, march.nobles)]
    return f"gives up the siege of {join_words(raised)}" if raised else ""


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


def _goals(game: Kingmaker, outlook: Outlook, offer: Offer, company: list[str]) -> list[tuple[Rank, Move]]:
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
    fortresses = list(_fortresses(game, outlook, march))
    fights, able = [], list[PlaceId]()
    if fortresses or _rivals_there(game, outlook, to):
        then = _arrived(game, march)
        fights = _fights(then, outlook, march)
        men = sieges.men_to_take(then, forces.nobles_at(then, to, outlook.seat))
        able = [place for place in fortresses if men >= sieges.to_take(then, place)]
    chance = max((fight.won for fight in fights if fight.better), default=0)
    fetches = bool(march.pick_up) or any(game.heir(heir).at == to for heir in fetching.free_heirs(game))
    peril = outlook.peril(to, outlook.men_at(to, march.nobles), beside=True) if fetches else ""
    ranks = {
        HEIR: fetches and (to in outlook.own or not peril),
        PRIZE: chance >= LIKELY or any(_heirs_inside(outlook, place) for place in able),
        WAY: bool(goal) and (to == goal or away < left) and not fights and _sensible(outlook, march),
        HOME: own,
        WALLS: bool(able),
        RISK: chance >= CHANCE,
    }
    rank = next((rank for rank, holds in ranks.items() if holds), ELSEWHERE)
    walls = SAFE if to in outlook.own else OPEN
    return rank, (EXPOSED if peril else walls) + min(away, FAR - 1) if rank == HEIR else away, to


def _heirs_inside(outlook: Outlook, place: PlaceId) -> list[str]:
    """Return the heirs of other seats inside a place."""
    inside = locations.inside(place)
    return [heir.id for heir in outlook.living if heir.at == inside and heir.seat != outlook.seat]


def _goal(outlook: Outlook, company: Sequence[str]) -> tuple[Location, int]:
    """Return the goal of a company's leader, and its distance now."""
    leader = next(noble for noble in outlook.nobles if noble.id == company[0])
    goal = outlook.goal(leader)
    return goal, outlook.distance(leader.at, goal) if goal else FAR


def _march(game: Kingmaker, outlook: Outlook, offer: Offer, march: Move, *, likely: bool) -> Prospect:
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
    end = f"{way} {locations.short(game, march.to)}"
    short, most = f"{_mover(game, outlook, march)}{end}", LABEL if len(march.nobles) == 1 else TOGETHER
    return Prospect(march, words, outcome, capital(short if len(short) <= most else end), likely)


def _without(there: str, said: Sequence[str]) -> str:
    """Return what is found somewhere without what is said of it already."""
    return ", ".join(part for part in SEVERAL.split(there) if part not in said)


def _without_forces(there: str, met: Sequence[str]) -> str:
    """Return what is found somewhere without the forces whose odds are told already."""
    known = tuple(f"{alike}{force} (" for force in met for alike in ("", place_menu.NOBLE))
    return ", ".join(part for part in SEVERAL.split(there) if not part.startswith(known)) if met else there


def _mover(game: Kingmaker, outlook: Outlook, march: Move) -> str:
    """Return who marches, for the button of a march that others who stand there could make as well; else ""."""
    start = next(noble.at for noble in outlook.nobles if noble.id == march.nobles[0])
    if sum(noble.at == start for noble in outlook.nobles) < 2:
        return ""
    several = {1: f"{names.card(game, march.nobles[0])} ", 2: "Both "}
    return several.get(len(march.nobles), "All ")


def _comes_of_march(game: Kingmaker, outlook: Outlook, march: Move, there: str, *, usual: bool) -> str:
    """Say the odds of attacks on whoever is `there`, who and what that is, and what the march is good for.

    Who or what is given up comes first and then what can be won, because a menu cuts the end off, but for the `usual`
    march, which comes with its reason. A goal that is found is not named again, nor one that the march does not bring
    nearer.
    """
    then = _arrived(game, march)
    fights, walls = _fights(then, outlook, march), list(_walls(then, outlook, march))
    peril = outlook.peril(march.to, outlook.men_at(march.to, march.nobles))
    odds_there = [*_attacks_there(then, fights, march), *([peril] if peril else [])]
    winnable = any(fight.won >= LIKELY for fight in fights)
    able = [] if winnable else [told for told in walls if STORM in told]
    losses = filter(None, (_forsakes(game, outlook, march), _given_up(game, march)))
    parts = [*losses, *able, *odds_there, *(told for told in walls if told not in able)]
    there = _without_forces(there, [forces.words(game, fight.foes) for fight in fights])
    parts += [*_outside(game, outlook, march), *([there] if there else [])]
    goal, left = _goal(outlook, march.nobles)
    away = outlook.distance(march.to, goal) if goal and march.to != goal else 0
    found = list(_found(game, outlook, goal, "; ".join(parts), march)) if goal and not away else []
    takes = bool(goal) and not away and any(STORM in told for told in walls)
    told = bool(march.pick_up or found) or not usual or takes or _rank(game, outlook, march)[0] not in UNTOLD
    aim = "" if told else reasons.aim(game, outlook, march) or ("" if peril else reasons.shelter(game, march))
    parts += found
    fetched = any(game.heir(heir).at == goal for heir in march.pick_up)
    if aim:
        parts.insert(0, _towards(game, outlook, march, aim))
    elif goal and away and away < left and not fetched and (away <= NEAR or not parts):
        parts.append(_approach(game, outlook, march, goal))
    return "; ".join(parts)


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
    return f"then still {counted(away, 'square')} from {sought}" if away else f"to {HUNT}{sought}"


def _rivals_there(game: Kingmaker, outlook: Outlook, at: Location) -> list[list[str]]:
    """Return the rival forces at a location."""
    return [foes for foes in forces.forces_at(game, at) if game.noble(foes[0]).faction != outlook.seat]


def _fights(game: Kingmaker, outlook: Outlook, march: Move) -> list[Fight]:
    """Return the battles that all of the seat's who stand where a march has ended could fight there."""
    own = forces.force_of(game, march.nobles[0])
    others = [noble for noble in own if noble not in march.nobles]
    found = []
    for foes in _rivals_there(game, outlook, march.to)[:MOST]:
        weighed = battle_table.forecast(game, own, foes)
        before = _won(battle_table.forecast(game, others, foes)) if others else -1
        lost, vain = weighed.percent(weighed.defence_wins), weighed.percent(weighed.hollow)
        better = _won(weighed) > before
        found.append(Fight(foes, weighed.defence, weighed.attack, _won(weighed), lost, vain, better))
    return found


def _won(weighed: Preview) -> int:
    return weighed.percent(weighed.attack_wins)


def _attacks_there(game: Kingmaker, fights: Sequence[Fight], march: Move) -> Iterator[str]:
    """Yield the odds of these battles, with who stands there besides."""
    others = [noble for noble in forces.force_of(game, march.nobles[0]) if noble not in march.nobles]
    along = f"with {names.cards(game, others)}, " if others else ""
    for fight in fights:
        faction = game.noble(fight.foes[0]).faction
        theirs = f"{{{faction}}}'s {forces.words(game, fight.foes)} ({fight.men} men)"
        already = "" if fight.better or not fight.won else ", as likely without this march"
        losses = [f"{fight.lost}% to be beaten"] if fight.lost or not fight.vain else []
        losses += [f"{fight.vain}% to win but die"] if fight.vain else []
        chance = f"{fight.won}% to beat {theirs} there, {', '.join(losses)}"
        chance = chance if fight.won else f"you could not beat {theirs} there"
        yield f"{along}{chance}{already}"


def _outside(game: Kingmaker, outlook: Outlook, march: Move) -> Iterator[str]:
    """Yield the rivals who stand before the walls behind which a march ends."""
    if locations.kind(march.to) == "inside":
        for foes in _rivals_there(game, outlook, locations.open_in(locations.square_of(march.to))):
            whose, men = game.noble(foes[0]).faction, forces.total(game, foes, "defence")
            yield f"{{{whose}}}'s {forces.words(game, foes)} ({men} men) outside"


def _arrived(game: Kingmaker, march: Move) -> Kingmaker:
    """Return the game as it stands after a march, to weigh attacks in: some men count in one area alone."""
    then = Kingmaker(copied(game.state), game.dice)
    for noble in march.nobles:
        forces.place_at(then, noble, march.to)
    return then


def _fortresses(game: Kingmaker, outlook: Outlook, march: Move) -> Iterator[PlaceId]:
    """Yield the fortresses that a march may have come for: that of its name, and any in which heirs are."""
    square = locations.square_of(march.to)
    if not square or locations.kind(march.to) != "open":
        return
    there = locations.short(game, march.to)
    for place in game.catalog.squares[square].places:
        left = [heir for heir in _heirs_inside(outlook, place) if heir not in march.pick_up]
        wanted = left or names.place(game, place) == there
        held = sites.controller(game, place) == outlook.seat
        if wanted and not held and game.catalog.places[place].fortress and sites.on_map(game, place):
            yield place


def _walls(game: Kingmaker, outlook: Outlook, march: Move) -> Iterator[str]:
    """Say how likely the seat's men storm a fortress there, and that they are too few where heirs are."""
    own = forces.nobles_at(game, march.to, outlook.seat)
    others = [noble for noble in own if noble not in march.nobles]
    along = f"with {names.cards(game, others)}, " if others else ""
    for place in _fortresses(game, outlook, march):
        if _heirs_inside(outlook, place) or sieges.men_to_hold(game, own) >= sieges.required(game, place):
            yield along + _enough(game, place, own, names.castle(game, place))


def _enough(game: Kingmaker, place: PlaceId, own: Sequence[str], name: str) -> str:
    """Say whether nobles have the men to storm a fortress, or else to besiege it, and how many that takes."""
    takes, men, least = sieges.to_take(game, place), sieges.men_to_take(game, own), sieges.required(game, place)
    towns = odds.town_men(game, sieges.stormers(game, own))
    sides = f"(your {f'{men - towns} + {towns} from towns' if towns else men} against {takes})"
    if men >= takes:
        weighed = odds.siege_preview(game, sieges.stormers(game, own), place)
        vain = weighed.percent(weighed.hollow)
        return f"{_won(weighed)}{STORM}{name}{f', {vain}% to die there' if vain else ''} {sides}"
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
    if rivals := _rivals_there(game, outlook, goal):
        return f"{{{game.noble(rivals[0][0]).faction}}}'s {names.cards(game, rivals[0])} at {place}"
    friends = forces.nobles_at(game, goal, outlook.seat)
    return f"your {names.cards(game, friends)} at {place}" if friends else place
