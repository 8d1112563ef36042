"""Battle odds (rules 4.3), and the possible results of a combat by public knowledge."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isclose, prod

from engine.core.text import percents
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.cards import decks, piles
from engine.kingmaker.board.catalog import EventCard, ours
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.tables import BattleOutcome
from engine.kingmaker.combat import casualties, vacillation_in_battle

BAD_WEATHER = "bad_weather"

SUCCEEDS = "the attack succeeds"
"""What the question about a battle says where its attack can succeed; computer players look for it."""


def column(one: int, other: int) -> str:
    """Return the highest odds of two totals, in favour of the smaller side; "" for equal totals [BASE-CMB-5]."""
    if one == other:
        return ""
    smaller, larger = sorted((one, other))
    reached = [(row, larger * row.smaller - row.larger * smaller) for row in ours().odds]
    return [row.odds for row, over in reached if over > 0 or (over == 0 and not row.strict)][-1]


def told(attack: tuple[str, int], defence: tuple[str, int], reached: str, card_odds: str, winner: str) -> str:
    """Return how a battle came out in a sentence, from the seat and the men of both sides; no `winner`, no decision."""
    (larger, most), (smaller, least) = (attack, defence) if attack[1] >= defence[1] else (defence, attack)
    sides = f"{{{larger}}}'s {most} men", f"{{{smaller}}}'s {least}"
    if not reached:
        return f"{sides[0]} meet {sides[1]}: with equal strength neither side can win."
    have = "a majority" if reached == "majority" else f"odds of {reached}"
    best = ours().odds[-1]
    over = reached == best.odds and most * best.smaller > least * best.larger
    capped = f" No odds above {best.odds} count." if over else ""
    needs = "on this card a majority is enough" if card_odds == "majority" else f"the card needs {card_odds} or better"
    if winner:
        return f"{sides[0]} defeat {sides[1]}: they have {have}, and {needs}.{capped}"
    return f"{sides[0]} cannot defeat {sides[1]}: they have {have}, but {needs}.{capped}"


def reaches(reached: str, card_odds: str) -> bool:
    """Whether a column is at least the odds of a card; never in bad weather or between equals [BASE-CMB-6, 9]."""
    order = [row.odds for row in ours().odds]
    return bool(reached) and card_odds in order and order.index(reached) >= order.index(card_odds)


def outcome(attack: int, defence: int, card_odds: str) -> BattleOutcome:
    """Return the result of a battle by card odds, as its line of the death table (RULING 84)."""
    if not reaches(column(attack, defence), card_odds):
        return "no_victory"
    return "major_victory" if attack > defence else "attack_fails"


@dataclass(frozen=True, slots=True)
class Preview:
    """The possible results of a combat, counted in equally likely cases.

    A case is an event card that may be turned; where dice follow the card, it is the card with what they show, or the
    part of it that they make. `attack_wins`, `hollow`, `defence_wins`, `indecisive`, `wavering` and `bad_weather` add
    up to `cards`.
    """

    attack: int
    """The men of the attack."""

    defence: int
    """The men of the defence."""

    cards: int
    """The number of cases."""

    bad_weather: int
    """The cases in which there is no fighting."""

    deaths: Mapping[str, float]
    """For each noble or heir who may die, the cases in which he does."""

    attackers: Sequence[str] = ()
    """The nobles of the attack, where it matters whether one of them lives."""

    attack_wins: float = 0
    """The cases in which the attack wins, and somebody lives to take captives or the place."""

    hollow: float = 0
    """The cases in which the attack would win, but all of its nobles die: nobody is taken, and no place."""

    defence_wins: float = 0
    """The cases in which the defence wins."""

    indecisive: float = 0
    """The cases in which there is fighting, and nobody wins."""

    wavering: int = 0
    """The cases in which somebody wavers, whose result is open."""

    column: str = ""
    """The odds that the two reach, as cards name them; "" between equals, and where odds decide nothing."""

    def percent(self, number: float) -> int:
        """Return a number of cards in per cent of all that may come."""
        return round(100 * number / self.cards) if self.cards else 0


def possible_cards(game: Kingmaker) -> list[EventCard]:
    """Return the event cards that may be turned next, as far as everybody can know (rules 11).

    Retained cards, cards out of the game, a card on the table and the top of the discard are public. A card that the
    attacker would keep counts for nothing, for another is turned in its place.
    """
    state = game.state
    out = {card for faction in state.factions.values() for card in faction.retained} | set(state.removed)
    out |= {step.event_card for step in game.steps}
    out |= {catastrophe.card for catastrophe in state.catastrophes}
    if state.event_deck:
        out |= {*state.event_discard[-1:], *state.event_aside}
    able = [game.catalog.events[card] for card in decks.event_cards(game) if card not in out]
    return [card for card in able if not piles.kept_from_combat(game, card)]


def in_fair_weather(pool: Sequence[EventCard]) -> list[EventCard]:
    """Return those of some cards with which there is fighting."""
    return [card for card in pool if card.odds != BAD_WEATHER]


def preview(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str], *, steady: bool = False) -> Preview:
    """Weigh a battle in the open (rules 4.3), or with `steady` one in which nobody wavers, from public knowledge alone.

    Where somebody may waver the cards that say so decide nothing; where nobody may they are drawn anew.
    """
    attack = forces.total(game, attackers, "attack")
    defence = forces.total(game, defenders, "defence")
    cards = possible_cards(game)
    pool = cards if steady else [card for card in cards if card.kind != vacillation_in_battle.KIND]
    may_waver = len(cards) - len(pool) if max(len(attackers), len(defenders)) > 1 else 0
    fair = in_fair_weather(pool)
    by_odds = {card_odds: outcome(attack, defence, card_odds) for card_odds in {card.odds for card in fair}}
    outcomes = Counter(by_odds[card.odds] for card in fair)
    hollow = sum(_none_lives(game, card, attackers) for card in fair if by_odds[card.odds] == "major_victory")
    return Preview(
        attack,
        defence,
        column=column(attack, defence),
        cards=len(pool) + may_waver,
        attackers=attackers,
        attack_wins=outcomes["major_victory"] - hollow,
        hollow=hollow,
        defence_wins=outcomes["attack_fails"],
        indecisive=outcomes["no_victory"],
        bad_weather=len(pool) - len(fair),
        deaths=_deaths(game, fair, [*attackers, *defenders]) | _heirs_dying(game, fair, [*attackers, *defenders]),
        wavering=may_waver,
    )


def siege_preview(game: Kingmaker, attackers: Sequence[str], place: PlaceId) -> Preview:
    """Weigh an attack on a place: any card but bad weather takes it, unless every attacker dies (rules 4.7.1, 4.7.2).

    Attackers who are too few may not draw a card, so that nobody dies and nothing can come of it.
    Where people die by percentage a case is a card with one such roll.
    """
    attack, defence = forces.total(game, attackers, "attack"), sieges.to_take(game, place)
    if attack < defence:
        return Preview(attack, defence, cards=0, bad_weather=0, deaths={})
    pool = possible_cards(game)
    fair = in_fair_weather(pool)
    inside = forces.nobles_at(game, locations.inside(place))
    unguarded = [heir for heir in forces.heirs_at(game, locations.inside(place)) if not game.heir(heir).noble]
    risks = casualties.risks(game, "major_victory", attackers, inside, unguarded)
    rolls = {risk.person: risk.percent for risk in risks}
    scale = 100 if rolls else 1
    listed = [*attackers, *inside] if _by_card(game) else []
    deaths = {noble: number * scale for noble, number in _deaths(game, fair, listed).items()}
    by_dice = _heirs_dying(game, fair, [*attackers, *inside], unguarded)
    hollow = _cases_none_lives(game, fair, attackers, rolls)
    return Preview(
        attack,
        defence,
        cards=len(pool) * scale,
        attackers=attackers,
        attack_wins=len(fair) * scale - hollow,
        hollow=hollow,
        bad_weather=(len(pool) - len(fair)) * scale,
        deaths=deaths
        | {person: len(fair) * percent for person, percent in rolls.items()}
        | {heir: number * scale for heir, number in by_dice.items()},
    )


def _cases_none_lives(
    game: Kingmaker, fair: Sequence[EventCard], attackers: Sequence[str], rolls: Mapping[str, int]
) -> float:
    """Return the number of cases in which no attacker lives to enter the place, by cards or by percentage `rolls`."""
    if _by_card(game):
        return sum(_none_lives(game, card, attackers) for card in fair) * (100 if rolls else 1)
    return round(len(fair) * 100 * prod(rolls.get(noble, 0) / 100 for noble in attackers))


def siege_words(game: Kingmaker, attackers: Sequence[str], place: PlaceId) -> str:
    """Return the possible results of an attack on a place, in words; the too weak may still be able to besiege."""
    weighed = siege_preview(game, sieges.stormers(game, attackers), place)
    if weighed.attack >= weighed.defence:
        lasting = place in game.state.sieges
        return words(game, weighed, siege="the siege goes on" if lasting else "no assault, a siege begins")
    if game.option("siege_rule") != "covault":
        weak = "too few, so the attack is wasted unless others join it"
        return f"{weighed.attack} men against {weighed.defence}: {weak}."
    men, least = sieges.men_to_hold(game, attackers), sieges.required(game, place)
    enough = f"too few to besiege it; that takes {least}"
    if men >= least:
        enough = "enough to lay siege, without a card or a risk, but not to take it"
    return f"{men} men against {weighed.defence}: {enough}."


def _deaths(game: Kingmaker, fair: Sequence[EventCard], nobles: Sequence[str]) -> dict[str, float]:
    deaths = {noble: sum(_chance(game, card, noble) for card in fair) for noble in nobles}
    return {noble: number for noble, number in deaths.items() if number}


def _none_lives(game: Kingmaker, card: EventCard, nobles: Sequence[str]) -> float:
    """Return the chance that a card kills all of some nobles."""
    return prod(_chance(game, card, noble) for noble in nobles) if _by_card(game) else 0


def _by_card(game: Kingmaker) -> bool:
    """Whether the card that decides a combat names the nobles whom it kills."""
    return game.option("noble_combat_death") == "card_list"


def _chance(game: Kingmaker, card: EventCard, noble: str) -> float:
    """Return the chance that a card kills a noble in a battle or siege, by its list or its table."""
    if card.nobles_killed_table:
        dies_on = game.catalog.nobles_killed.dies_on
        return casualties.chance(dies_on) if game.option("nobles_killed_table") == "on_card" else 0
    return float(noble in card.nobles_killed)


def _heirs_dying(
    game: Kingmaker, fair: Sequence[EventCard], nobles: Sequence[str], bystanders: Sequence[str] = ()
) -> dict[str, float]:
    """Return the heirs who roll two dice for their lives, each with the cases in which they die."""
    rolling = casualties.heirs_rolling(game, nobles, bystanders)
    return {heir: len(fair) * casualties.chance(game.catalog.heir_death.dies_on) for heir in rolling}


def words(game: Kingmaker, weighed: Preview, *, siege: str = "") -> str:
    """Return a preview in a few words: totals, odds and chances in per cent of the cards that may come.

    `siege` says what bad weather brings before walls; "" in the open.
    """
    told = _outcomes(game, weighed, siege)
    if weighed.column and told and not weighed.attack_wins:
        told.insert(0, f"the attack cannot succeed{' unless a noble wavers' if weighed.wavering else ''}")
    larger = "the attack" if weighed.attack > weighed.defence else "the defence"
    whose = f" for {larger}" if weighed.attack < weighed.defence and weighed.column[:1] in set("23456789") else ""
    odds = (
        f"counts as a majority for {larger}" if weighed.column == "majority" else f"counts as {weighed.column}{whose}"
    )
    reached = f" ({odds})" if weighed.column else ""
    outcomes = "; ".join(told) or "too few men for a battle"
    men = f"{weighed.attack} men{_attackers_only(game, weighed)}"
    return f"{men} against {weighed.defence}{reached}: {outcomes}.{_dangers(game, weighed)}"


def _attackers_only(game: Kingmaker, weighed: Preview) -> str:
    """Say how many of an attack's men count in attacks alone, of Town cards or troops who then go home; "" for none."""
    towns, once = town_men(game, weighed.attackers), forces.men_once(game, weighed.attackers)
    told = [f"{towns} from towns, in attacks only"] if towns > 0 else []
    told += [f"{once} from {names.card(game, forces.FRENCH)}, who then go home"] if once else []
    return f" ({'; '.join(told)})" if told else ""


def town_men(game: Kingmaker, nobles: Sequence[str]) -> int:
    """Return how many of some nobles' men in an attack come of Town cards."""
    return forces.total(game, nobles, "siege") - forces.total(game, nobles, "defence")


def _outcomes(game: Kingmaker, weighed: Preview, siege: str) -> list[str]:
    """Return what may come of a combat, each with its chance, what decides first."""
    weather = f"bad weather ({siege})" if siege else "bad weather"
    chances = (
        (weighed.attack_wins, "the place falls" if siege else f"{SUCCEEDS}{_survived(game, weighed)}"),
        (weighed.hollow, _in_vain(game, weighed, siege)),
        (weighed.defence_wins, "the defence wins"),
        (weighed.indecisive, "undecided"),
        (weighed.wavering, "a noble drops out (the attacker may then stop)"),
        (weighed.bad_weather, weather),
    )
    shares = percents(number / weighed.cards for number, _ in chances) if weighed.cards else [0] * len(chances)
    return [
        f"{what} {share or 'less than 1'}%" for share, (number, what) in zip(shares, chances, strict=True) if number
    ]


def _survived(game: Kingmaker, weighed: Preview) -> str:
    """Return in words that a single attacker lives, where the chance that he wins but dies is told apart."""
    alone = len(weighed.attackers) == 1 and weighed.hollow
    return f" and {names.card(game, weighed.attackers[0])} lives" if alone else ""


def _in_vain(game: Kingmaker, weighed: Preview, siege: str) -> str:
    """Return in words that an attack succeeds, and none of its nobles lives to have anything of it."""
    alone = names.card(game, weighed.attackers[0]) if len(weighed.attackers) == 1 else ""
    if siege:
        return f"{alone} dies (the place holds out)" if alone else "all attackers die (the place holds out)"
    return f"{alone} wins but dies" if alone else "all attackers die"


def _dangers(game: Kingmaker, weighed: Preview) -> str:
    """Say who may die, without a single attacker whose death is told as one of the outcomes."""
    told = weighed.attackers[:1] if len(weighed.attackers) == 1 and weighed.hollow else ()
    dying = [
        f"{names.thing(game, person)} {weighed.percent(number) or 'less than 1'}%"
        for person, number in weighed.deaths.items()
        if person not in told or not isclose(number, weighed.hollow)
    ]
    return f" Could die: {', '.join(dying)}." if dying else ""
