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
from engine.kingmaker import reasons, steward, weighing
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.places.place_menu import NOBLE, YOURS
from engine.kingmaker.board.state import copied
from engine.kingmaker.combat import battle_table, odds
from engine.kingmaker.combat.odds import Preview
from engine.kingmaker.movement import fetching
from engine.kingmaker.movement.land import Move
from engine.kingmaker.outlook import FAR, NEAR, Outlook
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

GAIN = 10
"""By how many per cent a march raises a chance that is worth coming into danger for, beside those who have moved."""

CHANCE = 20
"""The chance of success, in per cent, from which an attack is a risk that somebody may want to take."""

VARIETY = 3
"""The number of a company's goals that are listed before those of the next company."""

Rank = tuple[int, int, str]
"""A sort key of a destination: its rank, its distance to the goal, and its id."""

Ranked = tuple[Rank, Move]
"""A march with its rank."""


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

    before: int
    """The chance to beat them without the march; -1 where none of the seat's is there yet."""

    deaths: list[int]
    """The chances of those of the seat's who may die, in per cent."""

    @property
    def better(self) -> bool:
        """Whether the march raises the chance to beat them."""
        return self.won > self.before

    @property
    def helped(self) -> bool:
        """Whether it raises it much."""
        return self.won >= self.before + GAIN


def marches(game: Kingmaker, seat: str, offer: Offer) -> Iterator[Prospect]:
    """Yield likely marches, the first of them the usual one, and then the best goals of each company.

    An heir who is in danger comes within walls first, then an heir is fetched whom nobody protects. Where nothing can
    be won and nobody can be brought to safety, the phase usually ends; what the steward would do is listed all the
    same.
    """
    outlook = Outlook(view(game, seat), seat, Random(0))
    companies = list(_companies(game, outlook, offer))
    found = [goals for company in companies if (goals := _goals(game, outlook, offer, company))]
    found.sort(key=lambda goals: goals[0][0])
    guards = {heir.noble for heir in outlook.wards if outlook.danger(heir.at)}
    rescues = list(_rescues(outlook, offer, [company for company in companies if guards & set(company)]))
    fetched = [march for goals in found for rank, march in goals[:1] if rank[0] == HEIR and rank[1] < EXPOSED]
    theirs = [march for march in [steward.march(outlook, {offer.tag: offer})] if isinstance(march, Move)]
    ranked = sorted((one for goals in found for one in goals), key=lambda one: one[0])
    usual = [*rescues, *fetched] or list(_wanted(game, outlook, ranked, theirs))
    comers = [] if usual and usual[:1] != theirs else [n for one in theirs for n in _comers(game, outlook, offer, one)]
    usual = usual or (theirs if comers else list(_refuges(game, outlook, ranked))[:1])
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
    safe = (march for march in able if _is_safe(game, outlook, march))
    yield from (march for march in [*theirs, *able] if _supports(game, outlook, march))
    if wise and not outlook.target and not _wins(game, outlook, wise[0]):
        yield from (march for march in safe if _gains_votes(game, outlook, march))
    yield from wise
    yield from ([] if wise else safe)


def _gains_votes(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether a march leads to a fortress with votes."""
    return any(game.catalog.places[place].commons for place in _fortresses(game, outlook, march))


def _supports(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether a march makes an attack likely, and much likelier than those can make it who have come there already.

    It brings no heir, leaves nobody alone, and gives up no siege.
    """
    there = [one for one in forces.nobles_at(game, march.to, outlook.seat) if game.noble(one).moved]
    if not there or any(map(outlook.guards, march.nobles)):
        return False
    if _given_up(game, march) or _forsakes(game, outlook, march):
        return False
    then = _arrived(game, march)
    fights = _fights(then, outlook, march)
    if any(fight.before >= 0 and fight.helped and fight.won >= LIKELY for fight in fights):
        return True
    before = sieges.men_to_take(game, there)
    men = sieges.men_to_take(then, forces.nobles_at(then, march.to, outlook.seat))
    return any(before < sieges.to_take(then, place) <= men for place in _fortresses(game, outlook, march))


def _comers(game: Kingmaker, outlook: Outlook, offer: Offer, march: Move) -> list[str]:
    """Return who else can still come to where a march ends, if all are likely to win there together, and are safe."""
    if march.pick_up or _given_up(game, march) or any(map(outlook.guards, march.nobles)):
        return []
    free = {choice.value for choice in offer.field("nobles").choices({"nobles": []})} - {*march.nobles}
    able = [n.id for n in outlook.nobles if n.id in free and not (outlook.guards(n.id) or outlook.needed(n))]
    to = offer.field("to")
    comers = [noble for noble in able if march.to in values_of(to.choices({"nobles": [noble], "pick_up": []}))]
    together = Move([*march.nobles, *comers], march.to)
    if not comers or _wins(game, outlook, march) or _in_danger(game, outlook, together):
        return []
    return comers if _wins(game, outlook, together) else []


def _wins(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether those who stand where a march has ended are likely to win a fight there, or can storm the walls."""
    then = _arrived(game, march)
    men = sieges.men_to_take(then, forces.nobles_at(then, march.to, outlook.seat))
    stormed = any(men >= sieges.to_take(then, place) for place in _fortresses(game, outlook, march))
    return stormed or any(fight.won >= LIKELY for fight in _fights(then, outlook, march))


def _refuges(game: Kingmaker, outlook: Outlook, ranked: Sequence[Ranked]) -> Iterator[Move]:
    """Yield marches of nobles who are in danger to own walls where they are not."""
    for rank, march in ranked:
        if rank[0] == HOME and _escapes(game, outlook, march) and _is_safe(game, outlook, march):
            yield march


def _escapes(game: Kingmaker, outlook: Outlook, march: Move) -> str:
    """Say which danger a march brings its nobles out of; "" for none."""
    start, men = game.noble(march.nobles[0]).at, outlook.men_at(march.to, march.nobles)
    peril = outlook.peril(start, outlook.men_at(start), called=locations.short(game, start))
    return "" if outlook.peril(march.to, men) else peril


def _staying(game: Kingmaker, outlook: Outlook, offer: Offer, ranked: Sequence[Ranked]) -> Prospect:
    """Return the end of the phase: why no march is the usual one, what can then be attacked, and who is in danger."""
    free = {choice.value for choice in offer.field("nobles").choices({"nobles": []})}
    exposed = dict(_exposed(outlook))
    able = [names.card(game, noble) for noble in exposed if noble in free]
    stuck = [names.card(game, noble) for noble in exposed if noble not in free]
    won = [march for rank, march in ranked if rank[0] in (PRIZE, WALLS)]
    wins = won or any(march.pick_up for _, march in ranked)
    costly = COSTLY if any(_given_up(game, march) for march in won) else ""
    moved = any(game.noble(noble.id).moved for noble in outlook.nobles)
    best = weighing.best_attack(game, outlook.seat)
    told = [f"{RISKY}{costly}" if wins else NO_MORE if moved else STAY]
    told += [f"When you end Movement you can attack {best}"] if best else []
    stand = "stands" if len(stuck) == 1 else "stand"
    told += [f"Afterwards {join_words(stuck)} {stand} near stronger enemies"] if stuck else []
    danger = f"{join_words(able)} {'is' if len(able) == 1 else 'are'} in danger where they stand" if able else ""
    if danger:
        told = [*told, danger] if len(told) > 1 else [f"{told[0]}, but {danger}"]
    calm = not exposed and not best and not _staked(game, outlook)
    outcome = exposed[next(noble for noble in exposed if noble in free)] if len(able) == 1 else ""
    return Prospect(Pass(), ". ".join(told) + (NO_NEED if calm else ""), outcome, "End the Movement phase")


def _exposed(outlook: Outlook) -> Iterator[tuple[str, str]]:
    """Yield the seat's nobles who are in danger where they stand, each with the danger."""
    for noble in outlook.nobles:
        if peril := outlook.peril(noble.at, outlook.men_at(noble.at), beside=outlook.guards(noble.id)):
            yield noble.id, peril


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
    """Whether a sensible march fetches an heir, or leads into no danger and is good for something."""
    if march.pick_up or not _sensible(outlook, march):
        return bool(march.pick_up)
    good = _escapes(game, outlook, march) or not _adds_nothing(game, outlook, march)
    return bool(good) and not _in_danger(game, outlook, march)


def _adds_nothing(game: Kingmaker, outlook: Outlook, march: Move) -> bool:
    """Whether those who stand where a march ends can attack as well, or nearly so, without it."""
    if not forces.nobles_at(game, march.to, outlook.seat):
        return False
    then = _arrived(game, march)
    fights = _fights(then, outlook, march)
    men = [sieges.men_to_take(one, forces.nobles_at(one, march.to, outlook.seat)) for one in (game, then)]
    stormed = [[n >= sieges.to_take(then, place) for n in men] for place in _fortresses(game, outlook, march)]
    better = any(fight.helped for fight in fights) or any(able > before for before, able in stormed)
    return not better and (any(fight.won for fight in fights) or any(able for _, able in stormed))


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
    fortresses = list(_fortresses(game, outlook, march))
    fights, able = [], list[PlaceId]()
    if fortresses or _rivals_there(game, outlook, to):
        then = _arrived(game, march)
        fights = _fights(then, outlook, march)
        men = sieges.men_to_take(then, forces.nobles_at(then, to, outlook.seat))
        able = [place for place in fortresses if men >= sieges.to_take(then, place)]
    chance = max((fight.won for fight in fights if fight.helped), default=0)
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
    winnable = any(fight.helped and fight.won >= LIKELY for fight in fights)
    able = [] if winnable else [told for told in walls if STORM in told]
    losses = filter(None, (_forsakes(game, outlook, march), _given_up(game, march)))
    parts = [*losses, *able, *odds_there, *(told for told in walls if told not in able)]
    there = _without_forces(there, [forces.words(game, fight.foes) for fight in fights])
    there = _without_own(there) if fights or walls else there
    parts += [*_outside(game, outlook, march), *([there] if there else [])]
    goal, left = _goal(outlook, march.nobles)
    away = outlook.distance(march.to, goal) if goal and march.to != goal else 0
    found = list(_found(game, outlook, goal, "; ".join(parts), march)) if goal and not away else []
    takes = bool(goal) and not away and any(STORM in told for told in walls)
    told = bool(march.pick_up or found or fights) or not usual or takes
    told = told or _rank(game, outlook, march)[0] not in UNTOLD
    escape = _escapes(game, outlook, march) if usual and not march.pick_up else ""
    aim = "" if told or escape else reasons.aim(game, outlook, march) or ("" if peril else reasons.shelter(game, march))
    parts += found
    if escape:
        first = not (fights or walls) or _adds_nothing(game, outlook, march)
        parts.insert(0 if first else len(parts), f"out of danger: {escape}")
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
        deaths = [weighed.percent(number) for person, number in weighed.deaths.items() if person in own]
        found.append(Fight(foes, weighed.defence, weighed.attack, _won(weighed), lost, vain, before, deaths))
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
        return f"{_won(weighed)}{STORM}{name}{f', {vain}% to die there' if vain else ''} {sides}, {brings}"
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
