"""The Combat phase: combats are announced one at a time and each is finished before the next (rules 4.2.1)."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import structs

from engine.core.actions import Action, Choice, Draft, Field, Listing, Offer, Pass, Request, pass_offer
from engine.core.chapter import AnyTime, Chapter
from engine.core.errors import Illegal, allows
from engine.core.game import cached_while_waiting
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId, Location
from engine.kingmaker.board.people import force_ids, forces, peace
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.combat import (
    ambush,
    assassins,
    assault,
    attacks,
    battle,
    battle_table,
    besieging,
    captives,
    muster,
    muster_end,
    pardon,
    prizes,
    raising_sieges,
    report,
    retreat,
    sallies,
    sea_attacks,
    sea_battle,
    vacillation_in_battle,
)
from engine.kingmaker.overseas import refuge


class Attack(Action, frozen=True):
    """Attack a force in the open with a force of one's own."""

    force: ForceId
    target: ForceId

    card: str = ""
    """"ask" to be asked again before the card is drawn (option `fight_on`)."""


class Ambush(Action, frozen=True):
    """Fall upon a force in the open that is more than four times as strong (option `ambush`)."""

    force: ForceId
    """The force that does it."""

    target: ForceId
    """The force that it falls upon."""

    heirs: list[str] = []
    """The one heir of the target whom it is to hit, where heirs can be hit; empty for none."""


class SendAssassin(Action, frozen=True):
    """Send a single untitled noble after one noble or heir of a force (option `ambush`)."""

    force: ForceId
    """The force that the noble is."""

    target: ForceId
    """The force that he is sent to."""

    victim: str = ""
    """The noble or heir whom he is after; "" for the strongest noble."""


class CombatPhase(KingmakerStep):
    """The active seat announces combats, or ends the phase (D30) [BASE-CMB-1, BASE-CMB-2]."""

    def proceed(self, game: Kingmaker) -> bool:
        """Settle the fate of captives; announce sieges that landings force; end when nothing can be attacked."""
        if captives.open_ransom_at_once(game):
            return True
        if game.state.turn.must_besiege:
            besieging.announce_forced(game, game.state.turn.must_besiege.pop(0))
            return True
        with game.at_rest():
            if any(True for _ in offers(game, game.active)):
                return False
        self._end(game)
        return True

    def _end(self, game: Kingmaker) -> None:
        game.pop(self)
        refuge.end_errands(game, game.active)

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask for the next combat."""
        prompt = "Whom do you attack? Each noble fights once; survivors capture those they beat."
        able = (*offers(game, game.active), pass_offer("End the Combat phase"))
        return [Request(game.active, "D30", prompt, able, lambda: _errand(game, game.active) or Pass())]

    def act(self, game: Kingmaker, seat: str, action: Action) -> None:
        """Announce a combat or end the phase."""
        match action:
            case Attack():
                announce_battle(game, seat, action)
            case Ambush():
                announce_ambush(game, seat, action)
            case SendAssassin():
                announce_assassin(game, seat, action)
            case besieging.BesiegeSite():
                besieging.announce_siege(game, seat, action)
            case besieging.Sally():
                besieging.announce_sally(game, seat, action)
            case sea_attacks.AttackFleet():
                sea_attacks.announce(game, seat, action)
            case Pass():
                self._end(game)


def _errand(game: Kingmaker, seat: str) -> Action | None:
    """Return an attack by a noble who came overseas to fight and dies if he does not; None if none can be made."""
    for noble in [idle for idle in refuge.idle(game, seat) if game.noble(idle).faction == seat]:
        force, at = force_ids.force_id(game, noble), game.noble(noble).at
        for site in game.catalog.squares[refuge.place_of(game, noble)].places:
            if allows(besieging.check_siege, game, seat, force, site):
                return besieging.BesiegeSite(force, site)
        for target in force_ids.at(game, at):
            if allows(check_battle, game, seat, force, target):
                return Attack(force, target)
    return None


# ---------------------------------------------------------------------- battle and ambush


def check_battle(game: Kingmaker, seat: str, force: ForceId, target: ForceId) -> None:
    """Raise Illegal unless a force may give battle to another now [BASE-CMB-1, COV-5.15].

    By the table it takes men enough, with those of other players there who may yet join the attack (RULING 78).
    """
    enemies = check_target(game, seat, force, target)
    if not battle_table.by_table(game):
        return
    gathering = muster.Muster("battle", seat, force_ids.seat_of(target), force_ids.at_of(force), [force], [target])
    helpers = [ally for ally in gathering.outsiders(game) if "attack" in gathering.joinable_sides(game, ally)]
    own = forces.total(game, force_ids.all_members(game, [force, *helpers]), "attack")
    theirs = forces.total(game, enemies, "defence")
    if battle_table.column(game, own, theirs) is None:
        raise battle_table.too_few(own, theirs)


def check_target(game: Kingmaker, seat: str, force: ForceId, target: ForceId) -> list[str]:
    """Return the nobles of another force in the open that a force may attack now; raises Illegal if there are none."""
    own = attacks.check_own_force(game, seat, force)
    enemies = force_ids.members(game, target)
    if not enemies or force_ids.seat_of(target) == seat:
        raise Illegal("Choose another player's force as the target.", "BASE-CMB-1")
    if sieges.stand(game, force_ids.at_of(target)) != force_ids.at_of(force):
        where = locations.say(game, force_ids.at_of(target))
        raise Illegal(
            lambda: f"A force attacks only where it stands, not {names.cards(game, enemies)} {where}.", "BASE-CMB-1"
        )
    attacks.check_not_attacked(game, enemies)
    peace.check_attack(game, own, enemies, locations.square_of(force_ids.at_of(force)))
    return enemies


def check_ambush(game: Kingmaker, seat: str, force: ForceId, target: ForceId) -> None:
    """Raise Illegal unless a force may ambush another: less than a quarter of its strength [BASE-AMB-1]."""
    if not ambush.played(game):
        raise Illegal("Ambushes are not played at this table.", "BASE-AMB-1")
    check_target(game, seat, force, target)
    own = forces.total(game, force_ids.members(game, force), "attack")
    theirs = forces.total(game, force_ids.members(game, target), "defence")
    if not ambush.weak_enough(game, own, theirs):
        reason = f"{own} men are too many to ambush {theirs}: take less than a quarter of them, or give battle."
        raise Illegal(reason, "WBC-OPT-AMBUSH" if game.option("ambush") == "wbc" else "BASE-AMB-1")


def check_assassin(game: Kingmaker, seat: str, force: ForceId, target: ForceId, victim: str = "") -> None:
    """Raise Illegal unless a force is one untitled noble who may go as an assassin now [COV-5.15b]."""
    enemies = check_target(game, seat, force, target)
    assassins.check(game, force_ids.members(game, force), enemies, victim)


def announce_battle(game: Kingmaker, seat: str, action: Attack) -> None:
    """Announce a battle; the target's other forces there join unless they are held back (D33)."""
    check_battle(game, seat, action.force, action.target)
    attacks.check_card(game, action.card)
    target, at = force_ids.seat_of(action.target), force_ids.at_of(action.force)
    others = {f: force_ids.members(game, f) for f in _open_to_attack(game, at, target) if f != action.target}
    checks = attacks.check_not_attacked, peace.check_join
    joining = [f for f, nobles in others.items() if all(allows(check, game, nobles) for check in checks)]
    gathering = muster.Muster("battle", seat, target, at, [action.force], [action.target, *joining])
    gathering.announce(game, action.card)


def announce_ambush(game: Kingmaker, seat: str, action: Ambush) -> None:
    """Announce an ambush: the two forces are alone with each other."""
    check_ambush(game, seat, action.force, action.target)
    ambush.check_heir(game, force_ids.members(game, action.target), action.heirs)
    target, at = force_ids.seat_of(action.target), force_ids.at_of(action.force)
    gathering = muster.Muster(
        "ambush", seat, target, at, [action.force], [action.target], victim=next(iter(action.heirs), "")
    )
    gathering.announce(game)


def announce_assassin(game: Kingmaker, seat: str, action: SendAssassin) -> None:
    """Announce an assassin's attack on one noble or heir (D40): nobody joins either side."""
    check_assassin(game, seat, action.force, action.target, action.victim)
    target, at = force_ids.seat_of(action.target), force_ids.at_of(action.force)
    victim = action.victim or assassins.victims(game, force_ids.members(game, action.target))[0]
    gathering = muster.Muster("assassin", seat, target, at, [action.force], [action.target], victim=victim)
    gathering.announce(game)


@cached_while_waiting
def _attackable(game: Kingmaker, seat: str, force: ForceId, check: Callable[..., None]) -> list[ForceId]:
    """Return the forces that a check lets a force of a seat attack."""
    there = [other for other in _open_to_attack(game, force_ids.at_of(force)) if force_ids.seat_of(other) != seat]
    return [target for target in there if allows(check, game, seat, force, target)]


@cached_while_waiting
def _open_to_attack(game: Kingmaker, at: Location, seat: str = "") -> list[ForceId]:
    """Return the forces to fight at a location, with those who besiege a place there from ships (RULING 93)."""
    ships = game.state.ships if sieges.from_aboard(game) else ()
    before = [aboard for aboard in map(locations.aboard, ships) if sieges.stand(game, aboard) == at]
    return [force for where in (at, *before) for force in force_ids.at(game, where, seat)]


def _target_choice(game: Kingmaker, force: ForceId, target: ForceId) -> Choice:
    own = forces.total(game, force_ids.members(game, force), "attack")
    theirs = forces.total(game, force_ids.members(game, target), "defence")
    reached = battle_table.ratio_words(game, own, theirs)
    label = f"{force_ids.say(game, target)} ({{{force_ids.seat_of(target)}}})"
    return Choice(target, label, f"{own} against {theirs}: {reached}")


def _open_offer(game: Kingmaker, seat: str, action: type[Action], label: str, check: Callable[..., None]) -> Offer:
    def targets(force: ForceId) -> Sequence[Choice]:
        able = _attackable(game, seat, force, check)
        return Listing(able, lambda target: _target_choice(game, force, ForceId(target)))

    with_which = Field("force", "With which force?", lambda _: attacks.own_forces(game, seat, targets))
    return Offer(action, label, (with_which, Field("target", "Whom?", lambda d: targets(d["force"]))))


def _assassin_offer(game: Kingmaker, seat: str) -> Offer:
    battle_offer = _open_offer(game, seat, SendAssassin, "Send an assassin", check_assassin)

    def victims(draft: Draft) -> list[Choice]:
        able = assassins.victims(game, force_ids.members(game, draft["target"]))
        return [Choice(person, names.thing(game, person)) for person in able]

    whose = Field("victim", "Whom does the assassin attack?", victims, least=0)
    return Offer(SendAssassin, battle_offer.label, (*battle_offer.fields, whose))


def _ambush_offer(game: Kingmaker, seat: str) -> Offer:
    """Return the offer of an ambush, which names an heir of the target too if one is there to be hit (D39)."""
    plain = _open_offer(game, seat, Ambush, "Ambush nobles", check_ambush)

    def able(draft: Draft) -> list[str]:
        return ambush.possible_heirs(game, force_ids.members(game, draft["target"]))

    def heirs(draft: Draft) -> list[Choice]:
        return [] if draft.get("heirs") else [Choice(heir, names.thing(game, heir)) for heir in able(draft)]

    marked = Field("heirs", "Which heir is the target?", heirs, many=True, when=lambda d: bool(able(d)))
    return Offer(Ambush, plain.label, (*plain.fields, marked))


# ---------------------------------------------------------------------- all together


def offers(game: Kingmaker, seat: str) -> Iterator[Offer]:
    """Offer every combat that a seat may announce now."""
    return (offer for offer in _kinds(game, seat) if offer.fields[0].choices({}))


def _kinds(game: Kingmaker, seat: str) -> Iterator[Offer]:
    """Yield an offer for every kind of combat that is fought at this table."""
    battle_offer = _open_offer(game, seat, Attack, "Attack nobles in the open", check_battle)
    fields = (*battle_offer.fields, *attacks.card_fields(game))
    attack = structs.replace(battle_offer, fields=fields, says="Attack {target} with {force}")
    yield structs.replace(attack, otherwise=attacks.otherwise(attack, "Attack others in the open"))
    yield besieging.siege_offer(game, seat)
    yield besieging.sally_offer(game, seat)
    if assassins.sent(game):
        yield _assassin_offer(game, seat)
    if sea_attacks.fought(game):
        yield sea_attacks.offer(game, seat)
    if ambush.played(game):
        yield _ambush_offer(game, seat)


# ---------------------------------------------------------------------- the chapter

CHAPTER = Chapter(
    steps=(
        *(CombatPhase, report.CombatReport, muster.Muster, battle.Battle, sallies.AfterSally, pardon.KingsPardon),
        *(battle_table.TableBattle, battle_table.HeirsOfAttackers, assassins.Assassination, retreat.Retreat),
        *(assault.Assault, assault.GoingInside, assault.AssigningPlace, sea_battle.SeaBattle, prizes.Prizes),
        *(captives.Division, captives.FateOfCaptives),
    ),
    actions=(
        *(Attack, besieging.BesiegeSite, besieging.Sally, Ambush, SendAssassin, sea_attacks.AttackFleet),
        *(muster.Ally, muster.AdmitAlly, muster.HoldBack, muster.BringIn, muster.StandReady),
        *(muster_end.Draw, muster_end.HoldSiege, muster_end.Withdraw, sallies.EndInside),
        *(vacillation_in_battle.DrawAgain, vacillation_in_battle.BreakOff, pardon.PlayPardon, retreat.GoHome),
        *(assault.GoInside, assault.NameKeeper, prizes.Scuttle, prizes.MakePort),
        *(captives.Divide, captives.Execute),
    ),
    any_time=(
        AnyTime(raising_sieges.any_time, {raising_sieges.RaiseSiege: raising_sieges.give_up}),
        AnyTime(captives.any_time, {captives.Release: captives.release}),
    ),
)
