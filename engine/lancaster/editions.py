"""The conditions on printed figures, so that an edition can be played."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from engine.core.files.figures import EditionNumbers, Fault, described
from engine.lancaster.board.catalog import GAME, Catalog, Compared, Effect, catalog
from engine.lancaster.parliament import measures

NEW_CONFLICTS = 2
"""Conflicts that are turned up each round."""

NOTED = "voting_markers_after_vote"
"""A further measure of laws, noted after the votes."""

GAINS = frozenset(
    {
        *("gold", "squires", "voting_markers", "power_points", "seals", "dishonor", "dishonor_removed"),
        *("upgrade", "upgrade_deployed", "recruit", "extension"),
    }
)
"""The gains that laws can give."""

COSTS = ("gold", "squires", "voting_markers", "seals")
"""In what laws can be paid."""

LOSSES = ("gold", "squires", "voting_markers", "seals")
"""The goods that laws can take."""

MOST = 20
"""The largest amount that a law gives, takes or asks for."""

PARAMETERS: Mapping[str, frozenset[str]] = {
    "most": frozenset({"of", "gain"}),
    "most_loses": frozenset({"parts"}),
    "most_each": frozenset({"parts"}),
    "fewest": frozenset({"of", "gain"}),
    "per": frozenset({"count", "step", "gain"}),
    "buy": frozenset({"cost", "gain", "max"}),
    "if": frozenset({"condition", "gain"}),
    "swap_3_4": frozenset(),
}
"""The parameters of each kind of effect."""

LAWS_OF_GROUPS = {"base": (3, 4, 4, 4, 3), "new": (3, 4, 4, 4, 3), "king": (0, 0, 4, 4, 0)}
"""The laws of each group, by set: so that every set fills the board and five rounds."""


def faults(figures: EditionNumbers) -> Iterator[Fault]:
    """Yield what is wrong with an edition, in the order of the file; effects of laws are looked at first of all."""
    broken = list(_effects(figures))
    yield from broken
    if broken:
        return
    book = catalog(figures)
    for check in (_players, _knights, _counties, _conflicts, _castle, _final, _offices, _tower, _laws):
        yield from check(book)


# ---------------------------------------------------------------------- set-up


def _players(book: Catalog) -> Iterator[Fault]:
    cards = NEW_CONFLICTS * book.rounds
    for number, table in book.tables.items():
        if len(book.conflicts) - len(table.conflict_remove) != cards:
            left_out = len(book.conflicts) - cards
            reason = f"A game takes {cards} conflicts: leave out {left_out} of the {len(book.conflicts)}."
            yield Fault(f"players.{number}.conflict_remove", reason)
        kinds = {book.favours[tile].kind for tile in table.favours_used}
        if len(kinds) < 4:
            reason = "A game needs favours of all four kinds (gold, squires, upgrade, noble); add the missing kind."
            yield Fault(f"players.{number}.favours_used", reason)
        if table.dishonor_per_space * len(book.track) > book.dishonor_markers:
            most = book.dishonor_markers // len(book.track)
            reason = f"The {book.dishonor_markers} markers in the box are too few for that; write {most} at most."
            yield Fault(f"players.{number}.dishonor_per_space", reason)
        if table.tower_knight > book.tower_room:
            reason = f"The neutral knight has to fit into the tower; write {book.tower_room} at most."
            yield Fault(f"players.{number}.tower_knight", reason)


def _knights(book: Catalog) -> Iterator[Fault]:
    for kind in book.knights:
        for field, number in (("start_own", kind.start_own), ("start_ally", kind.start_ally)):
            if number > kind.count:
                reason = f"A house has {kind.count} strength-{kind.strength} knights; write {kind.count} at most."
                yield Fault(f"knight.{kind.strength}.{field}", reason)
    for field, total in (
        ("start_own", sum(kind.start_own for kind in book.knights)),
        ("start_ally", sum(kind.start_ally for kind in book.knights)),
    ):
        if not total:
            yield Fault(f"knight.1.{field}", "Somebody has to stand at court when the game begins; write 1 at least.")


# ---------------------------------------------------------------------- the board


def _counties(book: Catalog) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for letter, county in book.counties.items():
        kind, address = county.reward.kind, f"county.{letter}.reward"
        if kind in seen:
            reason = f"Nine counties have nine rewards, and {seen[kind]} also gives {kind}; change one of them."
            yield Fault(f"{address}.kind", reason)
        seen[kind] = county.name
        if kind == "gold" and county.reward.amount <= book.both_price:
            reason = (
                f"A reward of gold must exceed the {book.both_price} gold that noble and reward cost together; "
                "write more, or lower the price."
            )
            yield Fault(f"{address}.amount", reason)


def _conflicts(book: Catalog) -> Iterator[Fault]:
    weakest = min((card.strength for card in book.conflicts.values() if card.stage == 2), default=99)
    for card_id, card in book.conflicts.items():
        first, second, third = card.points
        if not first > second > third:
            yield Fault(
                f"conflict.{card_id}.points", "A better rank scores more; write the points from the most to the least."
            )
        if card.stage == 1 and card.strength > weakest:
            reason = (
                f"No conflict of stage 1 is stronger than one of stage 2; write {weakest} at most, or change the stage."
            )
            yield Fault(f"conflict.{card_id}.strength", reason)
    for stage in (1, 2):
        if not any(card.stage == stage for card in book.conflicts.values()):
            yield Fault("conflict.C01.stage", f"There must be conflicts of both stages; give some stage {stage}.")


def _castle(book: Catalog) -> Iterator[Fault]:
    for space_id, space in book.castle.items():
        if bool(space.gain) == bool(space.action):
            yield Fault(
                f"castle.{space_id}.gain", "A space has a gain or an action, not both; leave one of them empty."
            )
        elif bool(space.action) != bool(space.cost):
            yield Fault(f"castle.{space_id}.cost", "An action has a price, and a gain has none; change the cost.")
    if {space.action for space in book.ally_castle.values()} != {"upgrade", "recruit"}:
        yield Fault("ally_castle.L1.action", "An ally's castle upgrades on one space and recruits on the other.")


def _final(book: Catalog) -> Iterator[Fault]:
    for number, (fewer, more) in enumerate(zip(book.noble_points, book.noble_points[1:], strict=False), 1):
        if more < fewer:
            yield Fault(f"nobles.{number}.points", f"More nobles never score less; write {fewer} at least.")
    for what, (first, second) in book.places.items():
        if second > first:
            yield Fault(f"final.{what}.points", "The first place scores no less than the second; swap the numbers.")


# ---------------------------------------------------------------------- the king's court, the king's resentment


def _offices(book: Catalog) -> Iterator[Fault]:
    for field, privileges in (
        ("privilege", [office.privilege for office in book.offices.values()]),
        ("privilege_round5", [office.privilege_round5 for office in book.offices.values() if office.privilege_round5]),
    ):
        if len(set(privileges)) < len(privileges):
            reason = "No two offices give the same privilege; give each its own."
            yield Fault(f"office.{next(iter(book.offices))}.{field}", reason)


def _tower(book: Catalog) -> Iterator[Fault]:
    for space in book.track:
        if space.larger <= space.smaller:
            reason = "The most dishonored lose more than the next; write a larger number."
            yield Fault(f"track.{space.position}.larger", reason)
    for before, space in zip(book.track, book.track[1:], strict=False):
        for field, grows in (("larger", space.larger > before.larger), ("smaller", space.smaller > before.smaller)):
            if not grows:
                reason = f"The numbers of the track grow; write more than on space {before.position}."
                yield Fault(f"track.{space.position}.{field}", reason)


# ---------------------------------------------------------------------- laws


def _laws(book: Catalog) -> Iterator[Fault]:
    for name, wanted in LAWS_OF_GROUPS.items():
        found = [law for law in book.laws.values() if law.set == name]
        for group, number in enumerate(wanted):
            here = [law for law in found if law.group == group]
            if len(here) != number:
                told = next((law for law in here), found[0])
                reason = f"Group {group} of these laws has {number} cards, not {len(here)}; give another law its group."
                yield Fault(f"law.{told.id}.group", reason)


def _effects(figures: EditionNumbers) -> Iterator[Fault]:
    """Yield the faults in the effects that an edition changes."""
    for address, value in figures.items():
        group, row, field = described(GAME).places[address]
        if group.id != "law" or field.id != "effect":
            continue
        try:
            effect = msgspec.convert(value, Effect)
        except msgspec.ValidationError as error:
            yield Fault(address, f"Herald cannot read the effect of {row}: {error}; write it like another law's.")
            continue
        reason = _wrong_parameters(value) or _wrong_effect(effect)
        if reason:
            yield Fault(address, f"The effect of {row} does not work: {reason}.")


def _wrong_parameters(value: Mapping[str, object]) -> str:
    kind, said = str(value["kind"]), {*value} - {"kind"}
    wanted = PARAMETERS[kind]
    if said == wanted:
        return ""
    return f"an effect of the kind {kind} has {', '.join(sorted(wanted)) or 'no other field'}; write nothing else"


def _wrong_effect(effect: Effect) -> str:
    """Why an effect cannot be carried out; "" if it can."""
    parts = effect.parts or (Compared(effect.of, effect.gain),)
    of = [part.of for part in parts] if effect.kind in ("most", "fewest", "most_each") else []
    lost = [part.of for part in parts] if effect.kind == "most_loses" else []
    gains = [good for part in parts for good in (*part.gain, *effect.gain)]
    return (
        _unknown("of", of, [*measures.MEASURES, NOTED])
        or _unknown("of", lost, LOSSES)
        or _unknown("count", [effect.count] if effect.kind == "per" else [], measures.COUNTERS)
        or _unknown("condition", [effect.condition] if effect.kind == "if" else [], measures.CONDITIONS)
        or _unknown("gain", gains, GAINS)
        or _unknown("cost", effect.cost, COSTS)
        or ("a price is missing; say what it costs" if effect.kind == "buy" and not effect.cost else "")
        or ("" if all(1 <= number <= MOST for number in _numbers(effect)) else f"write amounts from 1 to {MOST}")
    )


def _numbers(effect: Effect) -> Iterator[int]:
    """Every number of an effect; a `max` of 0 stands for no limit."""
    yield from (effect.step, effect.max or 1, *effect.gain.values(), *effect.cost.values())
    for part in effect.parts:
        yield from (*part.gain.values(), part.lose or 1)


def _unknown(what: str, found: Iterable[str], known: Iterable[str]) -> str:
    legal = sorted(known)
    wrong = next((one for one in found if one not in legal), None)
    return "" if wrong is None else f"there is no '{what}' called '{wrong}'; write one of {', '.join(legal)}"
