"""Attacks on places, and sallies out of them: who may, and how they are announced (rules 4.7)."""

from collections.abc import Sequence

from msgspec import structs

from engine.core.actions import Action, Choice, Draft, Field, Listing, Offer, distinct
from engine.core.errors import Illegal, allows
from engine.core.game import cached_while_waiting
from engine.core.text import join_words
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_SQUARE, ForceId, PlaceId
from engine.kingmaker.board.people import force_ids, forces, peace
from engine.kingmaker.board.places import garrison, sites
from engine.kingmaker.combat import assassins, attacks, muster, odds, sides


class BesiegeSite(Action, frozen=True, tag="siege"):
    """Attack a place with a force in the open of its square; under siege already, with all besiegers."""

    force: ForceId
    site: PlaceId

    card: str = ""
    """"ask" to be asked again before the card is drawn (option `fight_on`)."""


class Sally(Action, frozen=True):
    """Attack the besiegers with nobles inside a place, or send one of them after one of the besiegers."""

    nobles: list[str]
    """The nobles who come out."""

    relief: list[ForceId] = []
    """Forces in the open of the square that attack with them."""

    victim: str = ""
    """The noble or heir of the besiegers after whom a single untitled noble goes as an assassin; "" for a battle."""


# ---------------------------------------------------------------------- sieges


def check_siege(game: Kingmaker, seat: str, force: ForceId, site: PlaceId) -> None:
    """Raise Illegal unless a force may attack a place now, alone or with those who may join it [BASE-SGE-1]."""
    if site not in game.catalog.places:
        raise Illegal("Choose a place in the square of your force.", "BASE-SGE-1")
    own = attacks.check_own_force(game, seat, force, sieges.grounds(game, site))
    if force_ids.at_of(force) not in sieges.grounds(game, site):
        raise Illegal("Choose a place in the square of your force.", "BASE-SGE-1")
    _check_besiegeable(game, seat, site)
    peace.check_siege(game, own, site)
    garrison.check_may_attack(game, own, site)
    if site in game.state.turn.besieged:
        raise Illegal(lambda: f"You have attacked {names.place(game, site)} in this phase already.", "BASE-CMB-1")
    _check_besieging_men(game, _siege_muster(game, seat, [force], site))


def _check_besieging_men(game: Kingmaker, gathering: muster.Muster) -> None:
    """Raise Illegal unless there are men enough, with all who may yet join, to do anything at the place."""
    site, able = gathering.site, _possible_besiegers(game, gathering)
    men = sieges.men_to_hold(game, able)
    if not sieges.suffice(game, site, able):
        raise Illegal(
            lambda: (
                f"{names.place(game, site)} is attacked by "
                f"{sieges.required(game, site)} men or more, and you have {men}."
            ),
            sieges.cite(game, "BASE-SGE-1", "COV-2.5"),
        )
    held = site in game.state.sieges and not gathering.outsiders(game)
    if held and sieges.men_to_take(game, able) < sieges.to_take(game, site):
        raise Illegal(
            lambda: (
                f"{sieges.to_take(game, site)} men can take "
                f"{names.place(game, site)}; your {men} hold the siege as it is."
            ),
            "COV-6.1",
        )


def _check_besiegeable(game: Kingmaker, seat: str, site: PlaceId) -> None:
    place = game.catalog.places[site]
    inside = forces.nobles_at(game, locations.inside(site))
    if not place.fortress and not (place.kind == "open_town" and inside):
        raise Illegal(f"{place.name} has no walls and no defenders, so it cannot be besieged.", "BASE-SIT-5")
    if sites.controller(game, site) == seat or any(game.noble(noble).faction == seat for noble in inside):
        raise Illegal(f"{place.name} is yours, or your nobles are inside; choose another place.", "BASE-SGE-1")
    siege = game.state.sieges.get(site)
    if siege and siege.seat != seat:
        reason = f"{place.name} is besieged by {{{siege.seat}}} already; join as an ally when the attack comes."
        raise Illegal(reason, "BASE-SGE-1")


def _possible_besiegers(game: Kingmaker, gathering: muster.Muster) -> list[str]:
    """Return the nobles of a siege with every force of other players there that may yet join it."""
    joined = [*gathering.attack, *gathering.outsiders(game)]
    return attacks.fresh(game, force_ids.all_members(game, joined))


def _siege_muster(game: Kingmaker, seat: str, own: Sequence[ForceId], site: PlaceId) -> muster.Muster:
    """Return a siege before it is announced: with the forces named, and with all besiegers where it is under way.

    It is against the controller of the place, else against the player of the strongest noble inside.
    """
    under_way = [force_ids.force_id(game, noble) for noble in sieges.besiegers(game, site)]
    attack = list(dict.fromkeys([*own, *under_way]))
    strongest = forces.strongest(game, forces.nobles_at(game, locations.inside(site)))
    target = sites.controller(game, site) or (game.noble(strongest).faction if strongest else "")
    return muster.Muster("siege", seat, target, sieges.outside(game, site), attack, [], site)


def announce_siege(game: Kingmaker, seat: str, action: BesiegeSite) -> None:
    """Announce the attack on a place (D36)."""
    check_siege(game, seat, action.force, action.site)
    attacks.check_card(game, action.card)
    _siege_muster(game, seat, [action.force], action.site).announce(game, action.card)


def announce_forced(game: Kingmaker, site: PlaceId) -> None:
    """Announce a siege that a landing has forced, with all of the seat's forces before the walls (rules 4.7.8)."""
    seat, siege = game.active, game.state.sieges.get(site)
    arrived = sieges.before(game, site, seat)
    if sites.friendly(game, site, seat):
        return
    if siege and siege.seat != seat:
        sieges.join(game, site, arrived)
        joins = names.verb(game, arrived, "joins", "join")
        text = (
            f"{names.cards(game, arrived)} ({{{seat}}}) {joins} {{{siege.seat}}} "
            f"in the siege of {names.place(game, site)}."
        )
        game.emit("alliance", text, about=[site, *arrived], track=[locations.inside(site)], rule="COV-8.6.9")
        return
    check, grounds = attacks.check_own_force, sieges.grounds(game, site)
    own = dict.fromkeys(force_ids.force_id(game, noble) for noble in arrived)
    gathering = _siege_muster(game, seat, [force for force in own if allows(check, game, seat, force, grounds)], site)
    if not allows(_check_forced, game, gathering):
        text = f"{{{seat}}} has to besiege {names.place(game, site)} but has too few men."
        rule = sieges.cite(game, "BASE-SEA-5", "COV-8.6.10")
        game.emit("called_off", text, track=[sieges.outside(game, site)], rule=rule)
        sieges.fail_landing(game, site, arrived)
        return
    gathering.forced = True
    gathering.announce(game)


def _check_forced(game: Kingmaker, gathering: muster.Muster) -> None:
    own = force_ids.all_members(game, gathering.attack)
    _check_besiegeable(game, gathering.seat, gathering.site)
    peace.check_siege(game, own, gathering.site)
    if gathering.site not in game.state.sieges:
        _check_besieging_men(game, gathering)


@cached_while_waiting
def _besiegeable(game: Kingmaker, seat: str, force: ForceId) -> list[PlaceId]:
    """Return the places that a force of a seat may attack now."""
    at = force_ids.at_of(force)
    square = NO_SQUARE if locations.kind(at) == "inside" else attacks.square_of(game, at)
    near = game.catalog.squares[square].places if square else ()
    return [site for site in near if allows(check_siege, game, seat, force, site)]


def _site_choice(game: Kingmaker, seat: str, force: ForceId, site: PlaceId) -> Choice:
    gathering = _siege_muster(game, seat, [force], site)
    own = gathering.attackers(game)
    men, least, full = sieges.men_to_take(game, own), sieges.required(game, site), sieges.to_take(game, site)
    weighed = odds.siege_preview(game, sieges.stormers(game, own), site)
    chance = f": falls {weighed.percent(weighed.attack_wins)}%" if men >= full else ""
    hint = f"{men} men against {full}{chance}" + (f", {least} to lay siege" if least < full else "")
    more = sieges.men_to_take(game, _possible_besiegers(game, gathering)) - men
    joining = (
        "others there could join you" if sieges.suffice(game, site, own) else "useless unless others there join you"
    )
    hint += f"; {joining} with {more}" if more else ""
    if given_up := sieges.abandons(game, site, force_ids.all_members(game, [force])):
        listed = join_words(names.place(game, one) for one in given_up)
        hint += f"; besieging it gives up the siege of {listed}"
    return Choice(site, names.place(game, site), hint)


def siege_offer(game: Kingmaker, seat: str) -> Offer:
    def targets(force: ForceId) -> Sequence[Choice]:
        places = _besiegeable(game, seat, force)
        return Listing(places, lambda site: _site_choice(game, seat, force, PlaceId(site)))

    def able(_: Draft) -> Sequence[Choice]:
        mine = dict.fromkeys(force_ids.force_id(game, noble) for noble in forces.nobles_of(game, seat))
        return attacks.own_choices(game, [force for force in mine if targets(force)])

    with_which = Field("force", "With which force?", able)
    which = Field("site", "Which place?", lambda d: targets(d["force"]), reach="force", places=True)
    # Who may besiege instead is asked again anyway, and brings in no allies before where offers to join bind.
    asked_again = game.option("siege_rule") == "covault" and sides.binding(game)
    fields = (with_which, which, *(() if asked_again else attacks.card_fields(game)))
    offer = Offer(BesiegeSite, "Attack a place", fields, says="Attack {site} with {force}")
    return structs.replace(offer, otherwise=attacks.otherwise(offer, "Attack another place"))


# ---------------------------------------------------------------------- sallies


def check_sally(game: Kingmaker, seat: str, nobles: Sequence[str], relief: Sequence[ForceId]) -> PlaceId:
    """Return the besieged place that these nobles may sally from; raises Illegal if they may not [BASE-SGE-8]."""
    if not nobles or not distinct(nobles) or not set(nobles) <= set(forces.nobles_of(game, seat)):
        raise Illegal("Name the besieged nobles who sally, each once.", "BASE-SGE-8")
    places = {game.noble(noble).at for noble in nobles}
    at = places.pop()
    if places or locations.kind(at) != "inside" or not sites.under_siege(game, at):
        raise Illegal("Only nobles inside one besieged place can sally.", "BASE-SGE-8")
    site = locations.place_of(at)
    garrison.check_leads_sally(game, nobles)
    attacks.check_fresh(game, nobles)
    peace.check_attack(game, nobles, sieges.besiegers(game, site), locations.square_of(at))
    attacks.check_not_attacked(game, sieges.besiegers(game, site))
    _check_relief(game, seat, site, relief)
    return site


def _check_relief(game: Kingmaker, seat: str, site: PlaceId, relief: Sequence[ForceId]) -> None:
    if not distinct(relief):
        raise Illegal("Name the relieving forces, each once.", "BASE-SGE-8")
    besieging = {game.noble(noble).faction for noble in sieges.besiegers(game, site)}
    for force in relief:
        peace.check_join(game, attacks.check_own_force(game, seat, force))
        if force_ids.at_of(force) != sieges.outside(game, site) or seat in besieging:
            raise Illegal(
                lambda: f"Only a force in the open at {names.place(game, site)} can relieve it.", "BASE-SGE-8"
            )


def check_assassin(game: Kingmaker, seat: str, nobles: Sequence[str], relief: Sequence[ForceId], victim: str) -> None:
    """Raise Illegal unless one of the besieged may sally as an assassin against the besiegers [COV-5.15b]."""
    site = check_sally(game, seat, nobles, relief)
    if relief:
        raise Illegal("An assassin goes alone; name no relieving force.", assassins.RULE)
    assassins.check(game, nobles, sieges.besiegers(game, site), victim)


def announce_sally(game: Kingmaker, seat: str, action: Sally) -> None:
    """Announce a sally against all the besiegers (D37), or an assassin's (D40)."""
    site = check_sally(game, seat, action.nobles, action.relief)
    if action.victim:
        check_assassin(game, seat, action.nobles, action.relief, action.victim)
    besieging = dict.fromkeys(force_ids.force_id(game, noble) for noble in sieges.besiegers(game, site))
    gathering = muster.Muster(
        "assassin" if action.victim else "sally",
        seat,
        game.state.sieges[site].seat,
        sieges.outside(game, site),
        list(action.relief),
        list(besieging),
        site,
        list(action.nobles),
        victim=action.victim,
    )
    gathering.announce(game)


def _sally_choices(game: Kingmaker, seat: str, picked: Sequence[str]) -> list[Choice]:
    besieged = [noble for noble in forces.nobles_of(game, seat) if sites.under_siege(game, game.noble(noble).at)]
    left = [noble for noble in besieged if noble not in picked]
    able = [noble for noble in left if allows(check_sally, game, seat, [*picked, noble], [])]
    return [
        Choice(
            noble,
            names.card(game, noble),
            f"{forces.strength(game, noble, 'attack')} men {locations.say(game, game.noble(noble).at)}",
        )
        for noble in able
    ]


def _relief_choices(game: Kingmaker, seat: str, nobles: Sequence[str], picked: Sequence[ForceId]) -> list[Choice]:
    site = check_sally(game, seat, nobles, [])
    there = [force for force in force_ids.at(game, sieges.outside(game, site), seat) if force not in picked]
    able = [force for force in there if allows(_check_relief, game, seat, site, [*picked, force])]
    return [attacks.own_choice(game, force) for force in able]


def sally_offer(game: Kingmaker, seat: str) -> Offer:
    who = Field("nobles", "Who sallies?", lambda d: _sally_choices(game, seat, d.get("nobles", [])), many=True)
    relief = Field(
        "relief",
        "Which forces outside join?",
        lambda d: _relief_choices(game, seat, d["nobles"], d.get("relief", [])),
        many=True,
        least=0,
    )

    def victims(draft: Draft) -> list[Choice]:
        nobles, joining = draft["nobles"], draft.get("relief", [])
        if not allows(check_assassin, game, seat, nobles, joining, ""):
            return []
        besieging = sieges.besiegers(game, check_sally(game, seat, nobles, joining))
        return [Choice(person, names.thing(game, person)) for person in assassins.victims(game, besieging)]

    whom = "Whom does the assassin attack?"
    victim = Field("victim", whom, victims, least=0, when=lambda d: bool(victims(d)))
    return Offer(Sally, "Sally against the besiegers", (who, relief, victim))
