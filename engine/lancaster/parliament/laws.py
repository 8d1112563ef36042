"""What the laws in force do, one kind of effect after the other (rules 7.4, 7.6, 12)."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from engine.core.game import Part
from engine.core.steps import AnyStep, Step
from engine.core.text import join_words
from engine.lancaster.board import names
from engine.lancaster.board.catalog import Amounts, Compared, Effect
from engine.lancaster.board.game import Lancaster
from engine.lancaster.common import gains, goods
from engine.lancaster.parliament import measures
from engine.lancaster.parliament.choices import Absolving, Buying, Exchanging, for_what, often

REGISTERED: Mapping[str, str] = {
    "B01": "LAN-BASE-59",
    "B02": "LAN-BASE-67",
    "B03": "LAN-BASE-60",
    "B04": "LAN-BASE-68",
    "B05": "LAN-BASE-61",
    "B06": "LAN-BASE-69",
    "B07": "LAN-BASE-70",
    "B08": "LAN-BASE-71",
    "B09": "LAN-BASE-72",
    "B10": "LAN-BASE-62",
    "B11": "LAN-BASE-73",
    "B12": "LAN-BASE-74",
    "B13": "LAN-BASE-60",
    "B14": "LAN-BASE-63",
    "B15": "LAN-BASE-75",
    "B16": "LAN-BASE-68",
    "B17": "LAN-BASE-76",
    "B18": "LAN-BASE-77",
    "KL1": "LAN2-LAW-05",
    "KL2": "LAN2-LAW-07",
    "KL3": "LAN2-LAW-08",
    "KL4": "LAN2-LAW-09",
    "KL5": "LAN2-LAW-10",
    "KL6": "LAN2-LAW-13",
    "KL7": "LAN2-LAW-14",
    "KL8": "LAN2-LAW-15",
    **dict.fromkeys(("N01", "N02", "N03"), "LAN-BASE-120"),
    **dict.fromkeys(("N04", "N05", "N06", "N07"), "LAN-BASE-121"),
    **dict.fromkeys(("N08", "N09", "N10", "N11"), "LAN-BASE-122"),
    **dict.fromkeys(("N12", "N13", "N14", "N15"), "LAN-BASE-123"),
    **dict.fromkeys(("N16", "N17", "N18"), "LAN-BASE-124"),
}
"""The rule of the registry that each law stands for."""


DOES = {
    "upgrade": "lets {who} upgrade a knight",
    "upgrade_deployed": "lets {who} upgrade a placed knight",
    "extension": "lets {who} place an extension",
    "recruit": "lets {who} recruit a knight",
    "dishonor": "brings dishonor to {who}",
    "dishonor_removed": "lets {who} put back a dishonor marker, if they have one",
}
"""The effect of a law, by a gain that is no mere good."""


class Grant(Part):
    """A gain of a player by law, and how many times."""

    seat: str
    gain: Amounts
    times: int = 1


class Granting(Step):
    """A law gives what it gives, in turn order, each with his choices before the next [LAN-BASE-106]."""

    law: str
    grants: list[Grant]

    def proceed(self, game: Lancaster) -> bool:
        """Give the next player what is his."""
        self.grants = [grant for grant in self.grants if grant.seat in game.playing()]
        if not self.grants:
            game.pop(self)
            return True
        grant, *self.grants = self.grants
        if "dishonor_removed" in grant.gain:
            game.push(Absolving(grant.seat, self.law))
        else:
            why, told = names.law(game, self.law), _plain(game, self.law, grant)
            rule = REGISTERED[self.law]
            gains.give(game, grant.seat, grant.gain, why, rule, times=grant.times, law=True, announced=told)
        return True


def apply(game: Lancaster, law: str, noted: Mapping[str, int]) -> None:
    """Apply a law; `noted` are the voting markers that each player had left after the votes."""
    effect = game.catalog.laws[law].effect
    EFFECTS[effect.kind](game, law, effect, noted)


def _values(game: Lancaster, of: str, noted: Mapping[str, int]) -> dict[str, int]:
    if of == "voting_markers_after_vote":
        return {seat: noted[seat] for seat in game.order()}
    return {seat: measures.MEASURES[of](game, seat) for seat in game.order()}


def _highest(game: Lancaster, of: str, noted: Mapping[str, int]) -> list[str]:
    return measures.highest(game, _values(game, of, noted))


def _compared(game: Lancaster, effect: Effect, noted: Mapping[str, int]) -> list[tuple[Compared, list[str]]]:
    """Return the comparisons of a law, each with those who have the most."""
    return [(part, seats) for part in effect.parts if (seats := _highest(game, part.of, noted))]


def _grant(game: Lancaster, law: str, grants: list[Grant]) -> None:
    does = "has no effect this round"
    if grants and all(_plain(game, law, grant) for grant in grants):
        does = f"gives {join_words(map(_given, grants))}"
    elif grants:
        who = join_words(dict.fromkeys(f"{{{grant.seat}}}" for grant in grants))
        kind = next(iter(grants[0].gain))
        does = f"{DOES[kind].format(who=who)}{names.or_a_bishop(game, '') if 'upgrade' in kind else ''}"
    game.emit("law", f"The law {names.law(game, law)} {does}.", about=[law], rule=REGISTERED[law])
    if grants:
        game.push(Granting(law, grants))


def _plain(game: Lancaster, law: str, grant: Grant) -> bool:
    """Tell whether a law's announcement says all that it gives: goods alone, and the same kinds to everybody."""
    return game.catalog.laws[law].effect.kind != "most_each" and set(grant.gain) <= set(gains.GOODS)


def _given(grant: Grant) -> str:
    """Return a grant in words: '{ann} 2 squires'."""
    return f"{{{grant.seat}}} {names.amounts({good: number * grant.times for good, number in grant.gain.items()})}"


def _ask(game: Lancaster, law: str, step: AnyStep, told: str) -> None:
    """Push a step that asks each player in turn; `told` says what about."""
    text = f"The law {names.law(game, law)}: {told}."
    game.emit("law", text, about=[law], rule=REGISTERED[law])
    game.push(step)


# ---------------------------------------------------------------------- the kinds of effect, as in rules 7.6


def _most(game: Lancaster, law: str, effect: Effect, noted: Mapping[str, int]) -> None:
    """Every player with the highest value, at least 1, gets the gain (R08)."""
    _grant(game, law, [Grant(seat, effect.gain) for seat in _highest(game, effect.of, noted)])


def _most_loses(game: Lancaster, law: str, effect: Effect, noted: Mapping[str, int]) -> None:
    """Let whoever has the most give up the amount, or all they have [LAN2-LAW-05, LAN2-LAW-16]."""
    losses = [(part, seat) for part, seats in _compared(game, effect, noted) for seat in seats]
    if not losses:
        _grant(game, law, [])
    for part, seat in losses:
        lost = min(part.lose, goods.has(game, seat, part.of))
        goods.pay(game, seat, {part.of: lost})
        given = f"has {names.MEASURES[part.of]} and gives up {names.amount(part.of, lost)}"
        text = f"The law {names.law(game, law)}: {{{seat}}} {given}."
        game.emit("law", text, about=[law, seat], rule=REGISTERED[law])


def _most_each(game: Lancaster, law: str, effect: Effect, noted: Mapping[str, int]) -> None:
    """Each comparison for itself [LAN2-LAW-17]."""
    compared = _compared(game, effect, noted)
    told = "; ".join(_having(seats, part.of) for part, seats in compared) or "nobody has the most of anything"
    game.emit("law", f"The law {names.law(game, law)}: {told}.", about=[law], rule=REGISTERED[law])
    game.push(Granting(law, [Grant(seat, part.gain) for part, seats in compared for seat in seats]))


def _having(seats: Sequence[str], of: str) -> str:
    """Say who has the most of something: "{ann} and {ben} have the most gold"."""
    verb = "has" if len(seats) == 1 else "have"
    return f"{join_words(f'{{{seat}}}' for seat in seats)} {verb} {names.MEASURES[of]}"


def _fewest(game: Lancaster, law: str, effect: Effect, noted: Mapping[str, int]) -> None:
    """Every player with the lowest value gets the gain; 0 counts."""
    _grant(game, law, [Grant(seat, effect.gain) for seat in measures.lowest(_values(game, effect.of, noted))])


def _per(game: Lancaster, law: str, effect: Effect, noted: Mapping[str, int]) -> None:
    """Every player gets the gain once for each full step that is counted."""
    counted = {seat: measures.COUNTERS[effect.count](game, seat) // effect.step for seat in game.order()}
    _grant(game, law, [Grant(seat, effect.gain, times) for seat, times in counted.items() if times])


def _buy(game: Lancaster, law: str, effect: Effect, noted: Mapping[str, int]) -> None:
    """Ask in turn order how often each pays the cost, up to the limit."""
    step = Buying(law, game.order())
    able = any(step.most(game, seat) for seat in game.playing())
    price = f"{names.amounts(effect.cost)} {for_what(effect.gain)}{'' if effect.max else ', any number of times'}"
    _ask(game, law, step, f"in turn order, each player may pay {price}" if able else "nobody can pay for it")


def _if(game: Lancaster, law: str, effect: Effect, noted: Mapping[str, int]) -> None:
    """Every player who meets the condition gets, or may take, the gain."""
    meets = measures.CONDITIONS[effect.condition]
    _grant(game, law, [Grant(seat, effect.gain) for seat in game.order() if meets(game, seat)])


def _swap(game: Lancaster, law: str, effect: Effect, noted: Mapping[str, int]) -> None:
    """Ask in turn order who exchanges a deployed strength-3 knight (R42)."""
    able = any(measures.may_exchange(game, seat) for seat in game.playing())
    _ask(
        game,
        law,
        Exchanging(game.order()),
        "in turn order, each may exchange a knight" if able else "nobody can exchange a knight",
    )


EFFECTS: Mapping[str, Callable[[Lancaster, str, Effect, Mapping[str, int]], None]] = {
    "most": _most,
    "most_loses": _most_loses,
    "most_each": _most_each,
    "fewest": _fewest,
    "per": _per,
    "buy": _buy,
    "if": _if,
    "swap_3_4": _swap,
}
"""The handlers of rules 7.6."""


# ---------------------------------------------------------------------- what a law is worth to one player

BOUGHT = " The markers come after the votes, for the next round's."
"""What becomes of voting markers that a law would sell [LAN-BASE-34]."""

PUBLIC = ("nobles", "extensions", "strength_in_conflicts", "strength_in_counties")
"""The measures that everybody can see."""


First = Mapping[str, Counter[str]]
"""What other laws bring each player before a law is applied, by the names of gains."""


def for_player(game: Lancaster, seat: str, law: str) -> str:
    """Say what a law would bring a player and the others, from what they may see; "" where screens hide that.

    That is as if it took effect now, and after the laws that surely come before it, where these make it worth more.
    """
    effect = game.catalog.laws[law].effect
    match effect.kind:
        case "buy":
            return _for_a_price(game, seat, law, effect)
        case "swap_3_4":
            able = measures.may_exchange(game, seat)
            return "You could exchange now." if able else "You have nobody to exchange now."
    of = effect.count or effect.of
    before, first = _earlier(game, law, {"extension"} if of == "extensions" else ())
    earlier = join_words(before)
    now, then = _times(game, effect, {}), _times(game, effect, first)
    if not now:
        return ""
    own = _gained(game, seat, effect.gain, now[seat])
    if then[seat] > now[seat]:
        given = names.gain(first[seat], 1)
        own += f"; after {earlier}, applied first ({given}): {_gained(game, seat, effect.gain, then[seat])}"
    others = {one: _gained(game, one, effect.gain, times) for one, times in then.items() if times and one != seat}
    after = f", after {earlier}" if any(then[one] != now[one] for one in others) else ""
    whom = "you" if others or then[seat] > now[seat] else "you alone" if now[seat] else "everybody"
    return " ".join([f"For {whom} now: {own}.", *_to_others(others, after)])


def _to_others(gains: Mapping[str, str], after: str) -> Iterator[str]:
    """Yield what a law brings the others, who gain the same together, if need be `after` other laws."""
    for gain in dict.fromkeys(gains.values()):
        who = [f"{{{seat}}}" for seat in gains if gains[seat] == gain]
        yield f"For {join_words(who)}{after}: {gain}{' each' * (len(who) > 1)}."


def _for_a_price(game: Lancaster, seat: str, law: str, effect: Effect) -> str:
    """Say how often a player could pay for a law; what the supply has left would tell what others hold."""
    if "seals" in effect.cost:
        return worth_of_seals(game, seat)
    sure, coming = _earlier(game, law, effect.cost)
    maybe, possible = _earlier(game, law, effect.cost, sure=False)
    now, then, most = (_able(game, seat, effect, more) for more in (Counter[str](), coming[seat], possible[seat]))
    told = f"You could pay {often(now)} now" if now else "You cannot pay now"
    if most > then:
        stay = "stay in force, they give" if len(maybe) > 1 else "stays in force, it gives"
        told += f"; if {join_words(maybe)} {stay} you {names.gain(possible[seat], 1)} first: {often(most)}"
    elif then > now:
        told += f"; after {join_words(sure)}, applied first ({names.gain(coming[seat], 1)}): {often(then)}"
    return f"{told}.{BOUGHT if 'voting_markers' in effect.gain and not game.last_round else ''}"


def _able(game: Lancaster, seat: str, effect: Effect, more: Counter[str]) -> int:
    """Return how often a player could pay the price of a law with some goods more."""
    able = min((goods.has(game, seat, good) + more[good]) // price for good, price in effect.cost.items())
    return min(able, effect.max or able)


def worth_of_seals(game: Lancaster, seat: str) -> str:
    """Say how many seals a player has, and what each is worth to them [LAN2-COURT-57]."""
    have, worth = goods.has(game, seat, "seals"), names.amount("power_points", 1 + game.player(seat).bishops)
    each = {0: "", 1: f", worth {worth} at the end"}.get(have, f", each worth {worth} at the end")
    return f"You have {names.amount('seals', have)}{each}."


def _earlier(game: Lancaster, law: str, wanted: Collection[str], *, sure: bool = True) -> tuple[list[str], First]:
    """Return the laws that come before one that is voted on and bring what is wanted, and how much to whom.

    Either those that are `sure` to, or also those that go only if other laws are approved. An approved law stands
    last and drives out the oldest; they are applied oldest first [LAN-BASE-31, LAN-BASE-33].
    """
    titles, first = [], {seat: Counter[str]() for seat in game.order()}
    proposed, current = game.state.laws.proposed, game.state.laws.current
    for one in current[len(proposed) if sure else 1 :] if law in proposed else ():
        effect = game.catalog.laws[one].effect
        gain = {what: number for what, number in effect.gain.items() if what in wanted}
        given = {seat: times for seat, times in _times(game, effect, first).items() if gain and times}
        titles += [names.law(game, one)] if given else []
        for seat, times in given.items():
            first[seat].update({what: number * times for what, number in gain.items()})
    return titles, first


def _times(game: Lancaster, effect: Effect, first: First) -> dict[str, int]:
    """Return how often a law gives its gain to each player, counting what comes first; {} where screens hide that."""

    def value(seat: str, measure: measures.Measure, of: str) -> int:
        more = first[seat]["extension"] if first and of == "extensions" else 0
        return min(measure(game, seat) + more, len(game.catalog.tiles)) if more else measure(game, seat)

    match effect.kind:
        case "per" if effect.count != "seals":
            measure = measures.COUNTERS[effect.count]
            return {seat: value(seat, measure, effect.count) // effect.step for seat in game.order()}
        case "if":
            return {seat: int(measures.CONDITIONS[effect.condition](game, seat)) for seat in game.order()}
        case "most" | "fewest" if effect.of in PUBLIC:
            values = {seat: value(seat, measures.MEASURES[effect.of], effect.of) for seat in game.order()}
            best = measures.highest(game, values) if effect.kind == "most" else measures.lowest(values)
            return {seat: int(seat in best) for seat in values}
    return {}


def _gained(game: Lancaster, seat: str, gain: Amounts, times: int) -> str:
    """Return what a law gives a player so many times: 'an upgrade or a bishop'."""
    bishop = times and "upgrade" in gain and names.or_a_bishop(game, game.own(seat))
    return f"{names.gain(gain, times)}{' or a bishop' if bishop else ''}"


def compared(game: Lancaster, seat: str, law: str) -> str:
    """Say how much a player has of what a law compares behind the screens; "" for a law that does not."""
    effect = game.catalog.laws[law].effect
    found = [part.of for part in effect.parts] or [effect.of]
    held = [names.amount(good, goods.has(game, seat, good)) for good in found if good in names.GOODS]
    others = _dishonor_of_others(game, seat) if "dishonor" in found else ""
    return f"You have {join_words(held)}{others}.{_or_a_bishop(game, seat, effect)}" if held else ""


def _or_a_bishop(game: Lancaster, seat: str, effect: Effect) -> str:
    """Say that a player may take a bishop where a law lets upgrade; "" where they may not."""
    upgrades = any("upgrade" in kind for gain in (effect.gain, *(part.gain for part in effect.parts)) for kind in gain)
    able = upgrades and names.or_a_bishop(game, game.own(seat))
    return " Instead of upgrading you may take a bishop." if able else ""


def _dishonor_of_others(game: Lancaster, seat: str) -> str:
    """Say how many dishonor markers the others have, as far as what lies open shows it; "" where it does not.

    With screens, they have what is missing on the regal board. That does not show it once somebody has left, whose
    markers are missing, too; nor once the box is empty, though markers are still given.
    """
    others = [other for other in game.order() if other != seat]
    have = names.amount("dishonor", sum(goods.has(game, other, "dishonor") for other in others))
    if not game.screens:
        return f"; {{{others[0]}}} has {have}"
    shown = not game.state.gone and goods.on_the_regal_board(game).get("dishonor")
    return f"; the others have {have} together" if shown else ""
