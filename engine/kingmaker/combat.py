"""The Combat phase: combats are announced one at a time and each is finished before the next (rules 4.2.1)."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep, Step
from engine.kingmaker import (
    ambush,
    assassins,
    assault,
    battle,
    battle_table,
    captives,
    force_ids,
    forces,
    locations,
    muster,
    names,
    peace,
    retreat,
    sieges,
    sites,
)
from engine.kingmaker.game import Kingmaker
from engine.kingmaker.passing import Pass, pass_offer


class Attack(Action, frozen=True):
    """Attack a force in the open with a force of one's own."""

    force: str
    target: str


class BesiegeSite(Action, frozen=True, tag="siege"):
    """Attack a place with a force in the open of its square; under siege already, with all besiegers."""

    force: str
    site: str


class Sally(Action, frozen=True):
    """Attack the besiegers with nobles inside, and with `relief` forces in the open of the square."""

    nobles: list[str]
    relief: list[str] = []


class Ambush(Action, frozen=True):
    """Fall upon a force in the open that is more than four times as strong (option `ambush`).

    `heirs` names the one heir of the target whom the ambush is to hit, where heirs can be hit.
    """

    force: str
    target: str
    heirs: list[str] = []


class SendAssassin(Action, frozen=True):
    """Send a single untitled noble after one noble or heir of a force; "" is its strongest noble (option `ambush`)."""

    force: str
    target: str
    victim: str = ""


class CombatPhase(Step):
    """The active seat announces combats, or ends the phase (D30) [BASE-CMB-1, BASE-CMB-2]."""

    def proceed(self, game: Kingmaker) -> bool:
        """Settle the fate of captives; announce sieges that landings force; end when nothing can be attacked."""
        if captives.settle_at_once(game):
            return True
        if game.state.turn.must_besiege:
            announce_forced(game, game.state.turn.must_besiege.pop(0))
            return True
        if offers(game, game.active):
            return False
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask for the next combat."""
        prompt = "Whom do you attack? End the phase when you have fought enough."
        able = (*offers(game, game.active), pass_offer("End the Combat phase"))
        return [Request(game.active, "D30", prompt, able, Pass)]

    def act(self, game: Kingmaker, seat: str, action: Action) -> None:
        """Announce a combat or end the phase."""
        match action:
            case Attack():
                announce_battle(game, seat, action)
            case Ambush():
                announce_ambush(game, seat, action)
            case SendAssassin():
                announce_assassin(game, seat, action)
            case BesiegeSite():
                announce_siege(game, seat, action)
            case Sally():
                announce_sally(game, seat, action)
            case Pass():
                game.pop(self)


# ---------------------------------------------------------------------- what every attack needs


def may(check: Callable[..., object], *arguments: Any) -> bool:
    """Whether a check raises nothing."""
    try:
        check(*arguments)
    except Illegal:
        return False
    return True


def check_own_force(game: Kingmaker, seat: str, force: str) -> list[str]:
    """Return the nobles of a force that may attack now; raises Illegal if it may not [BASE-CMB-1]."""
    nobles = force_ids.members(game, force)
    if force_ids.seat_of(force) != seat or not nobles:
        raise Illegal("Choose one of your own forces on the map.", "BASE-CMB-1")
    at = force_ids.at_of(force)
    if sites.under_siege(game, at):
        raise Illegal(f"Inside a besieged place {names.cards(nobles)} can only sally.", "BASE-SGE-8")
    if locations.kind(at) not in ("open", "area"):
        raise Illegal(f"Only a force in the open attacks, not {names.cards(nobles)} {locations.say(at)}.", "BASE-CMB-1")
    _check_fresh(game, nobles)
    peace.check_square(game, locations.square_of(at))
    return nobles


def _check_fresh(game: Kingmaker, nobles: Sequence[str]) -> None:
    tired = [noble for noble in nobles if game.noble(noble).fought]
    if tired:
        raise Illegal(f"{names.cards(tired)} cannot attack again in this phase.", _once(game))


def _once(game: Kingmaker) -> str:
    """The rule that nobody attacks or defends twice in a phase (option `defend_once`)."""
    return "COV-1.8" if game.option("defend_once") else "BASE-CMB-1"


def _check_not_attacked(game: Kingmaker, nobles: Sequence[str]) -> None:
    again = [noble for noble in nobles if noble in game.state.turn.attacked]
    if again:
        reason = f"{names.cards(again)} cannot be attacked again: whoever has defended in this phase is left alone."
        raise Illegal(reason, _once(game))


def _own_forces(game: Kingmaker, seat: str, targets: Callable[[str], Sequence[Choice]]) -> list[Choice]:
    """Choices among the forces of a seat in the open that have something to attack."""
    mine = dict.fromkeys(force_ids.force_id(game, noble) for noble in forces.nobles_of(game, seat))
    return [_own_choice(game, force) for force in mine if may(check_own_force, game, seat, force) and targets(force)]


def _own_choice(game: Kingmaker, force: str) -> Choice:
    men = forces.total(game, force_ids.members(game, force), "attack")
    return Choice(force, force_ids.say(game, force), f"{men} men {locations.say(force_ids.at_of(force))}")


# ---------------------------------------------------------------------- battle and ambush


def check_battle(game: Kingmaker, seat: str, force: str, target: str) -> None:
    """Raise Illegal unless a force may give battle to another now [BASE-CMB-1, COV-5.15]."""
    enemies = check_target(game, seat, force, target)
    if not battle_table.by_table(game):
        return
    own, theirs = _possible_attack(game, seat, force, target), forces.total(game, enemies, "defence")
    if battle_table.column(game, own, theirs) is None:
        reason = f"{own} men are too few to give battle to {theirs}: below 1:4 only an assassin attacks."
        raise Illegal(reason, "COV-5.15b")


def _possible_attack(game: Kingmaker, seat: str, force: str, target: str) -> int:
    """Men of a force with those of other players there who may yet join the attack (RULING 78)."""
    gathering = muster.Muster("battle", seat, force_ids.seat_of(target), force_ids.at_of(force), [force], [target])
    helpers = [ally for ally in gathering.outsiders(game) if gathering.may_join(game, ally, "attack")]
    return forces.total(game, force_ids.all_members(game, [force, *helpers]), "attack")


def check_target(game: Kingmaker, seat: str, force: str, target: str) -> list[str]:
    """Return the nobles of another force in the open that a force may attack now; raises Illegal if there are none."""
    own = check_own_force(game, seat, force)
    enemies = force_ids.members(game, target)
    if not enemies or force_ids.seat_of(target) == seat:
        raise Illegal("Choose a force of another player as target.", "BASE-CMB-1")
    if force_ids.at_of(target) != force_ids.at_of(force):
        where = locations.say(force_ids.at_of(target))
        raise Illegal(f"You attack beside your force only, not {names.cards(enemies)} {where}.", "BASE-CMB-1")
    _check_not_attacked(game, enemies)
    peace.check_attack(game, own, enemies, locations.square_of(force_ids.at_of(force)))
    return enemies


def check_ambush(game: Kingmaker, seat: str, force: str, target: str) -> None:
    """Raise Illegal unless a force may ambush another: less than a quarter of its strength [BASE-AMB-1]."""
    if game.option("ambush") not in ("classic", "wbc"):
        raise Illegal("Ambushes are not played at this table.", "BASE-AMB-1")
    check_target(game, seat, force, target)
    own = forces.total(game, force_ids.members(game, force), "attack")
    theirs = forces.total(game, force_ids.members(game, target), "defence")
    if not ambush.weak_enough(game, own, theirs):
        reason = f"{own} men are too many to ambush {theirs}: only less than a quarter can; give battle instead."
        raise Illegal(reason, "WBC-OPT-AMBUSH" if game.option("ambush") == "wbc" else "BASE-AMB-1")


def check_assassin(game: Kingmaker, seat: str, force: str, target: str, victim: str = "") -> None:
    """Raise Illegal unless a force is one untitled noble who may go as an assassin now [COV-5.15b]."""
    enemies = check_target(game, seat, force, target)
    assassins.check(game, force_ids.members(game, force), enemies, victim)


def announce_battle(game: Kingmaker, seat: str, action: Attack) -> None:
    """Announce a battle; the target's other forces there join unless they are held back (D33)."""
    check_battle(game, seat, action.force, action.target)
    target, at = force_ids.seat_of(action.target), force_ids.at_of(action.target)
    others = [force for force in force_ids.at(game, at, target) if force != action.target]
    rested = [f for f in others if may(_check_joins_defence, game, force_ids.members(game, f))]
    muster.convene(game, muster.Muster("battle", seat, target, at, [action.force], [action.target, *rested]))


def _check_joins_defence(game: Kingmaker, nobles: Sequence[str]) -> None:
    _check_not_attacked(game, nobles)
    peace.check_join(game, nobles)


def announce_ambush(game: Kingmaker, seat: str, action: Ambush) -> None:
    """Announce an ambush: the two forces are alone with each other."""
    check_ambush(game, seat, action.force, action.target)
    ambush.check_marked(game, force_ids.members(game, action.target), action.heirs)
    target, at = force_ids.seat_of(action.target), force_ids.at_of(action.target)
    gathering = muster.Muster(
        "ambush", seat, target, at, [action.force], [action.target], victim=next(iter(action.heirs), "")
    )
    muster.convene(game, gathering)


def announce_assassin(game: Kingmaker, seat: str, action: SendAssassin) -> None:
    """Announce an assassin's attack on one noble or heir (D40): nobody joins either side."""
    check_assassin(game, seat, action.force, action.target, action.victim)
    target, at = force_ids.seat_of(action.target), force_ids.at_of(action.target)
    victim = action.victim or assassins.victims(game, force_ids.members(game, action.target))[0]
    gathering = muster.Muster("assassin", seat, target, at, [action.force], [action.target], victim=victim)
    muster.convene(game, gathering)


def _targets(game: Kingmaker, seat: str, force: str, check: Callable[..., None]) -> list[Choice]:
    found = [target for target in force_ids.at(game, force_ids.at_of(force)) if may(check, game, seat, force, target)]
    return [_target_choice(game, force, target) for target in found]


def _target_choice(game: Kingmaker, force: str, target: str) -> Choice:
    own = forces.total(game, force_ids.members(game, force), "attack")
    theirs = forces.total(game, force_ids.members(game, target), "defence")
    reached = battle_table.ratio_words(game, own, theirs)
    label = f"{force_ids.say(game, target)} ({{{force_ids.seat_of(target)}}})"
    return Choice(target, label, f"{own} against {theirs}: {reached}")


def _open_offer(game: Kingmaker, seat: str, action: type[Action], label: str, check: Callable[..., None]) -> Offer:
    def targets(force: str) -> list[Choice]:
        return _targets(game, seat, force, check)

    with_which = Field("force", "With which force?", lambda _: _own_forces(game, seat, targets))
    return Offer(action, label, (with_which, Field("target", "Whom?", lambda d: targets(d["force"]))))


def _assassin_offer(game: Kingmaker, seat: str) -> Offer:
    battle_offer = _open_offer(game, seat, SendAssassin, "Send an assassin", check_assassin)
    able = Field("victim", "After whose life?", lambda d: _victim_choices(game, d["target"]), least=0)
    return Offer(SendAssassin, battle_offer.label, (*battle_offer.fields, able))


def _victim_choices(game: Kingmaker, target: str) -> list[Choice]:
    able = assassins.victims(game, force_ids.members(game, target))
    return [Choice(person, names.thing(person)) for person in able]


def _ambush_offer(game: Kingmaker, seat: str) -> Offer:
    """An ambush names an heir of the target as well, if one is there to be hit (D39)."""
    plain = _open_offer(game, seat, Ambush, "Ambush a force", check_ambush)

    def able(draft: Draft) -> list[str]:
        return ambush.markable(game, force_ids.members(game, draft["target"]))

    def heirs(draft: Draft) -> list[Choice]:
        return [] if draft.get("heirs") else [Choice(heir, names.thing(heir)) for heir in able(draft)]

    marked = Field("heirs", "Which heir is to be hit?", heirs, many=True, when=lambda d: bool(able(d)))
    return Offer(Ambush, plain.label, (*plain.fields, marked))


# ---------------------------------------------------------------------- siege


def check_siege(game: Kingmaker, seat: str, force: str, site: str) -> None:
    """Raise Illegal unless a force may attack a place now, alone or with those who may join it [BASE-SGE-1]."""
    own = check_own_force(game, seat, force)
    if site not in game.book.places or sieges.outside(game, site) != force_ids.at_of(force):
        raise Illegal("Choose a place in the square of your force.", "BASE-SGE-1")
    _check_besiegeable(game, seat, site)
    peace.check_siege(game, own, site)
    if site in game.state.turn.besieged:
        raise Illegal(f"You have attacked {names.place(site)} in this phase already.", "BASE-CMB-1")
    needed, men = sieges.required(game, site), _possible_men(game, seat, force, site)
    if men < needed:
        raise Illegal(f"{names.place(site)} is attacked by {needed} men or more, and you have {men}.", "BASE-SGE-1")


def _check_besiegeable(game: Kingmaker, seat: str, site: str) -> None:
    place = game.book.places[site]
    inside = forces.nobles_at(game, locations.inside(site))
    if not place.fortress and not (place.kind == "open_town" and inside):
        raise Illegal(f"{place.name} has no walls and nobody to defend it; it cannot be besieged.", "BASE-SIT-5")
    if sites.controller(game, site) == seat or any(game.noble(noble).faction == seat for noble in inside):
        raise Illegal(f"{place.name} is yours, or holds nobles of yours; choose another place.", "BASE-SGE-1")
    siege = game.state.sieges.get(site)
    if siege and siege.seat != seat:
        reason = f"{place.name} is besieged by {{{siege.seat}}} already; join as an ally when the attack comes."
        raise Illegal(reason, "BASE-SGE-1")


def _possible_men(game: Kingmaker, seat: str, force: str, site: str) -> int:
    """Men of a siege with every force of other players there that may yet join it."""
    gathering = _siege_muster(game, seat, force, site)
    joined = [*gathering.attack, *gathering.outsiders(game)]
    fresh = [noble for noble in force_ids.all_members(game, joined) if not game.noble(noble).fought]
    return forces.total(game, fresh, "attack")


def _siege_muster(game: Kingmaker, seat: str, force: str, site: str) -> muster.Muster:
    """A siege before it is announced: with the force named, or with all besiegers where it is under way."""
    under_way = [force_ids.force_id(game, noble) for noble in sieges.besiegers(game, site)]
    attack = list(dict.fromkeys([force, *under_way]))
    return muster.Muster("siege", seat, _defending_seat(game, site), sieges.outside(game, site), attack, [], site)


def _defending_seat(game: Kingmaker, site: str) -> str:
    """The player whom a siege is against: the controller, else that of the strongest noble inside."""
    strongest = forces.strongest(game, forces.nobles_at(game, locations.inside(site)))
    return sites.controller(game, site) or (game.noble(strongest).faction if strongest else "")


def announce_siege(game: Kingmaker, seat: str, action: BesiegeSite) -> None:
    """Announce the attack on a place (D36)."""
    check_siege(game, seat, action.force, action.site)
    muster.convene(game, _siege_muster(game, seat, action.force, action.site))


def announce_forced(game: Kingmaker, site: str) -> None:
    """Announce a siege that a landing has forced, with all of the seat's forces before the walls (rules 4.7.8)."""
    seat, at = game.active, sieges.outside(game, site)
    mine = [force for force in force_ids.at(game, at, seat) if may(check_siege, game, seat, force, site)]
    if not mine:
        text = f"{{{seat}}} cannot besiege {names.place(site)} as it should, and stays in the open."
        game.emit("called_off", text, track=[at], rule="BASE-SEA-5")
        return
    gathering = _siege_muster(game, seat, mine[0], site)
    gathering.attack = list(dict.fromkeys([*mine, *gathering.attack]))
    gathering.forced = True
    muster.convene(game, gathering)


def _sites(game: Kingmaker, seat: str, force: str) -> list[Choice]:
    square = locations.square_of(force_ids.at_of(force))
    found = [site for site in game.book.squares[square].places if may(check_siege, game, seat, force, site)]
    return [
        Choice(
            site, names.place(site), f"{_possible_men(game, seat, force, site)} of {sieges.required(game, site)} men"
        )
        for site in found
    ]


def _siege_offer(game: Kingmaker, seat: str) -> Offer:
    def targets(force: str) -> list[Choice]:
        return _sites(game, seat, force)

    with_which = Field("force", "With which force?", lambda _: _own_forces(game, seat, targets))
    return Offer(BesiegeSite, "Attack a place", (with_which, Field("site", "Which?", lambda d: targets(d["force"]))))


# ---------------------------------------------------------------------- sally


def check_sally(game: Kingmaker, seat: str, nobles: Sequence[str], relief: Sequence[str]) -> str:
    """Return the besieged place that these nobles may sally from; raises Illegal if they may not [BASE-SGE-8]."""
    if not nobles or len(set(nobles)) < len(nobles) or not set(nobles) <= set(forces.nobles_of(game, seat)):
        raise Illegal("Name each of your besieged nobles who sally once.", "BASE-SGE-8")
    places = {game.noble(noble).at for noble in nobles}
    at = places.pop()
    if places or not sites.under_siege(game, at):
        raise Illegal("Only nobles inside one besieged place can sally.", "BASE-SGE-8")
    site = locations.name(at)
    _check_fresh(game, nobles)
    peace.check_attack(game, nobles, sieges.besiegers(game, site), locations.square_of(at))
    _check_not_attacked(game, sieges.besiegers(game, site))
    _check_relief(game, seat, site, relief)
    return site


def _check_relief(game: Kingmaker, seat: str, site: str, relief: Sequence[str]) -> None:
    if len(set(relief)) < len(relief):
        raise Illegal("Name each relieving force once.", "BASE-SGE-8")
    besieging = {game.noble(noble).faction for noble in sieges.besiegers(game, site)}
    for force in relief:
        peace.check_join(game, check_own_force(game, seat, force))
        if force_ids.at_of(force) != sieges.outside(game, site) or seat in besieging:
            raise Illegal(f"Only a force in the open at {names.place(site)} can relieve it.", "BASE-SGE-8")


def announce_sally(game: Kingmaker, seat: str, action: Sally) -> None:
    """Announce a sally against all the besiegers (D37)."""
    site = check_sally(game, seat, action.nobles, action.relief)
    besieging = [force_ids.force_id(game, noble) for noble in sieges.besiegers(game, site)]
    muster.convene(
        game,
        muster.Muster(
            "sally",
            seat,
            game.state.sieges[site].seat,
            sieges.outside(game, site),
            list(action.relief),
            list(dict.fromkeys(besieging)),
            site,
            list(action.nobles),
        ),
    )


def _sally_choices(game: Kingmaker, seat: str, picked: Sequence[str]) -> list[Choice]:
    able = [
        n for n in forces.nobles_of(game, seat) if n not in picked and may(check_sally, game, seat, [*picked, n], [])
    ]
    return [
        Choice(
            noble,
            names.card(noble),
            f"{forces.strength(game, noble, 'attack')} men {locations.say(game.noble(noble).at)}",
        )
        for noble in able
    ]


def _relief_choices(game: Kingmaker, seat: str, nobles: Sequence[str], picked: Sequence[str]) -> list[Choice]:
    site = check_sally(game, seat, nobles, [])
    there = [force for force in force_ids.at(game, sieges.outside(game, site), seat) if force not in picked]
    return [_own_choice(game, force) for force in there if may(_check_relief, game, seat, site, [*picked, force])]


def _sally_offer(game: Kingmaker, seat: str) -> Offer:
    who = Field("nobles", "Who sallies?", lambda d: _sally_choices(game, seat, d.get("nobles", [])), many=True)
    relief = Field(
        "relief",
        "Which forces outside join?",
        lambda d: _relief_choices(game, seat, d["nobles"], d.get("relief", [])),
        many=True,
        least=0,
    )
    return Offer(Sally, "Sally against the besiegers", (who, relief))


# ---------------------------------------------------------------------- all together


def offers(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer every combat that a seat may announce now."""
    found = [
        _open_offer(game, seat, Attack, "Attack a force", check_battle),
        _siege_offer(game, seat),
        _sally_offer(game, seat),
        _assassin_offer(game, seat),
        _ambush_offer(game, seat),
    ]
    return [offer for offer in found if offer.fields[0].choices({})]


STEPS: tuple[type[AnyStep], ...] = (
    CombatPhase,
    *muster.STEPS,
    *battle.STEPS,
    *battle_table.STEPS,
    *assassins.STEPS,
    *retreat.STEPS,
    *assault.STEPS,
)
ACTIONS: tuple[type[Action], ...] = (
    Attack,
    BesiegeSite,
    Sally,
    Ambush,
    SendAssassin,
    *retreat.ACTIONS,
    *muster.ACTIONS,
    *battle.ACTIONS,
    *assault.ACTIONS,
)
