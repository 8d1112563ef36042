"""The conditions of plans in Kingmaker: public strengths and odds, and the position of nobles."""

from collections.abc import Mapping, Sequence
from functools import cache

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.conditions import Condition, one_of
from engine.kingmaker import glossary
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import Catalog
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import force_ids, forces
from engine.kingmaker.combat import battle_table, besieging, combat, muster, muster_end, odds
from engine.kingmaker.combat.odds import Preview
from engine.kingmaker.movement import land
from engine.kingmaker.views import KingmakerView

PERCENT = {str(percent): f"{percent}%" for percent in (40, 50, 60, 70, 80, 90, 20, 30)}
MEN = {str(men): str(men) for men in (50, 100, 150, 200, 300, 400, 20, 30, 70, 600)}

ATTACKS: tuple[type[Action], ...] = (combat.Attack, besieging.BesiegeSite)
GATHERING: tuple[type[Action], ...] = (
    muster.StandReady,
    muster.Ally,
    muster.AdmitAlly,
    muster.HoldBack,
    muster.BringIn,
    muster_end.Draw,
    muster_end.Withdraw,
)


def conditions(game: Kingmaker, seat: str, offer: Offer) -> Sequence[Condition]:
    """Return the conditions for a plan of an offered action, the likeliest first."""
    found = []
    if offer.action in (*ATTACKS, *GATHERING):
        found += _of_combat(game)
    if offer.action in GATHERING:
        found.append(_of_strength(game))
    if offer.action is land.Move:
        found.append(Condition("unopposed", "while no noble of another player stands there", _unopposed))
    set_up = bool(game.state.heirs)
    return [*found, *([_stands(game)] if set_up else []), _held(game)]


# ---------------------------------------------------------------------- combat


def _of_combat(game: Kingmaker) -> list[Condition]:
    percent = one_of("percent", "How likely?", PERCENT)

    def likely(view: KingmakerView, draft: Draft, said: Draft) -> bool:
        chance = _success(game, draft)
        return chance is not None and chance >= int(said["percent"])

    def unlikely(view: KingmakerView, draft: Draft, said: Draft) -> bool:
        chance = _success(game, draft)
        return chance is not None and chance <= int(said["percent"])

    return [
        Condition("likely", "only if the attack succeeds in at least <percent> of 100 cases", likely, (percent,)),
        Condition("unlikely", "only if the attack succeeds in at most <percent> of 100 cases", unlikely, (percent,)),
    ]


def _success(game: Kingmaker, draft: Draft) -> int | None:
    """Return an attack's chance of success in per cent; None if there is no attack to weigh."""
    foreseen = _foreseen(game, draft)
    return None if foreseen is None else foreseen.percent(foreseen.attack_wins)


def _foreseen(game: Kingmaker, draft: Draft) -> Preview | None:
    """Weigh the combat that gathers, or the one that an action would announce."""
    gathering = game.under_way(muster.Muster)
    if gathering is not None and gathering.kind == "siege":
        return odds.siege_preview(game, gathering.attackers(game), gathering.site)
    if gathering is not None:
        if gathering.kind not in ("battle", "sally"):
            return None
        attackers, defenders = gathering.attackers(game), gathering.defenders(game)
        joining = force_ids.members(game, draft["force"]) if draft.get("side") else []
        (attackers if draft.get("side") == "attack" else defenders).extend(joining)
        return battle_table.forecast(game, attackers, defenders)
    if "target" in draft:
        sides = [force_ids.members(game, draft[name]) for name in ("force", "target")]
        return battle_table.forecast(game, *sides)
    if "site" in draft:
        return odds.siege_preview(game, force_ids.members(game, draft["force"]), draft["site"])
    return None


def _of_strength(game: Kingmaker) -> Condition:
    def stronger(view: KingmakerView, draft: Draft, said: Draft) -> bool:
        gathering = game.under_way(muster.Muster)
        return gathering is not None and forces.total(game, gathering.attackers(game), "attack") > int(said["men"])

    men = one_of("men", "How many men?", MEN)
    return Condition("stronger", "only if the attackers have more than <men> men", stronger, (men,))


# ---------------------------------------------------------------------- who stands where


def _unopposed(view: KingmakerView, draft: Draft, said: Draft) -> bool:
    return not any(noble.at == draft["to"] and noble.seat != view.viewer for noble in view.nobles)


def _stands(game: Kingmaker) -> Condition:
    def stands(view: KingmakerView, draft: Draft, said: Draft) -> bool:
        where = {noble.id: noble.at for noble in view.nobles} | {heir.id: heir.at for heir in view.heirs}
        return bool(where.get(said["who"]) == said["where"])

    people = {noble: names.thing(game, noble) for noble in sorted(game.state.nobles) if game.noble(noble).at}
    people |= {heir: names.heir(game, heir) for heir in game.state.heirs if game.heir(heir).alive}

    def places(draft: Draft) -> list[Choice]:
        who = draft.get("who", "")
        now = game.noble(who).at if who in game.state.nobles else game.heir(who).at if who in game.state.heirs else ""
        known = _standings(game.catalog)
        first = known.get(now) or Choice(now, locations.say(game, Location(now)))
        return [first, *(choice for at, choice in known.items() if at != now)] if now else [*known.values()]

    fields = (one_of("who", "Who?", people), Field("where", "Where?", places))
    return Condition("stands", "if <who> is <where>", stands, fields)


@cache
def _standings(printed: Catalog) -> Mapping[str, Choice]:
    """Where people can be waited for, all but the areas overseas."""
    return {
        at: Choice(at, said)
        for at, said in glossary.standings(printed).items()
        if locations.kind(Location(at)) != "area"
    }


def _held(game: Kingmaker) -> Condition:
    def held(view: KingmakerView, draft: Draft, said: Draft) -> bool:
        return any(site.id == said["place"] and site.seat == said["seat"] for site in view.sites)

    placed = {str(place): names.place(game, place) for place in game.catalog.places}
    seats = {seat: f"{{{seat}}}" for seat in game.state.seats}
    fields = (one_of("place", "Which place?", placed), one_of("seat", "Whose?", seats))
    return Condition("held", "while <place> belongs to <seat>", held, fields)
