"""Who dies in a combat (rules 4.3.2, 4.5.4): by the card's list, the Nobles Killed Table, two dice or percentage."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.core.text import join_words
from engine.kingmaker.board import deaths, names
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.tables import BattleOutcome
from engine.kingmaker.combat.losses import Toll


class Risk(NamedTuple):
    """Somebody in a combat, and the percentage at which he dies."""

    person: str
    """The noble or heir."""

    percent: int
    """The percentage."""


def fallen(
    game: Kingmaker,
    card: EventCard,
    outcome: BattleOutcome,
    attackers: Sequence[str],
    defenders: Sequence[str],
    bystanders: Sequence[str] = (),
) -> Toll:
    """Find out who dies in a combat that came to `outcome`; `bystanders` are heirs whom nobody controls (RULING 53)."""
    everybody = [*attackers, *defenders]
    listed = listed_dead(game, card, everybody)
    rolled = [risk.person for risk in risks(game, outcome, attackers, defenders, bystanders) if dies(game, risk)]
    return dead_of(game, [*listed, *rolled, *heirs_by_dice(game, everybody, bystanders)])


def dead_of(game: Kingmaker, dead: Sequence[str]) -> Toll:
    """Part the dead into nobles and heirs; a Beaufort who is both dies as a noble."""
    people = list(dict.fromkeys(dead))
    nobles = [person for person in people if person in game.state.nobles]
    return Toll(nobles, [person for person in people if person not in nobles])


# ---------------------------------------------------------------------- by the card and by two dice


def listed_dead(game: Kingmaker, card: EventCard, nobles: Sequence[str]) -> list[str]:
    """Return a combat's nobles whom the card kills, by its list or its table [BASE-CMB-8, WBC-ADV-NKT]."""
    if game.option("noble_combat_death") != "card_list":
        return []
    if card.nobles_killed_table:
        return by_table(game, nobles) if game.option("nobles_killed_table") == "on_card" else []
    return [noble for noble in card.nobles_killed if noble in nobles]


def named(game: Kingmaker, card: EventCard, nobles: Sequence[str]) -> str:
    """Say which of a combat's nobles the card itself kills; "" where it kills none [BASE-CMB-8]."""
    by_dice = card.nobles_killed_table or game.option("noble_combat_death") != "card_list"
    dead = [] if by_dice else [noble for noble in card.nobles_killed if noble in nobles]
    return f" Named on the card, and killed: {names.cards(game, dead)}." if dead else ""


def by_table(game: Kingmaker, nobles: Sequence[str], rule: str = "WBC-ADV-NKT") -> list[str]:
    """Return the nobles whom the Nobles Killed Table kills, two dice each [WBC-ADV-NKT, WBC-R06.3]."""
    rolls = {noble: game.two_dice(f"Nobles Killed Table: {names.card(game, noble)}") for noble in nobles}
    dead = [noble for noble, roll in rolls.items() if roll in game.catalog.nobles_killed.dies_on]
    _tell(game, "nobles", game.catalog.nobles_killed.dies_on, rolls, dead, rule)
    return dead


def heirs_by_dice(game: Kingmaker, nobles: Sequence[str], bystanders: Sequence[str] = ()) -> list[str]:
    """Return the heirs of some nobles, and others there, whom two dice kill (option `heir_combat_death`) [WBC-R10]."""
    heirs = heirs_rolling(game, nobles, bystanders)
    rolls = {heir: game.two_dice(f"fate of {names.thing(game, heir)} in the fighting") for heir in heirs}
    dead = [heir for heir, roll in rolls.items() if roll in game.catalog.heir_death.dies_on]
    _tell(game, "heirs", game.catalog.heir_death.dies_on, rolls, dead, "WBC-R10")
    return dead


def heirs_rolling(game: Kingmaker, nobles: Sequence[str], bystanders: Sequence[str] = ()) -> list[str]:
    """Return the heirs who roll two dice for their lives: those with some nobles, and others there."""
    if game.option("heir_combat_death") != "two_dice_2":
        return []
    return [*(heir for noble in nobles for heir in at_risk(game, noble)), *bystanders]


def chance(sums: Sequence[int]) -> float:
    """Return the chance that two dice show one of these sums."""
    return sum(6 - abs(7 - number) for number in sums) / 36


def at_risk(game: Kingmaker, noble: str) -> list[str]:
    """Return a noble's heirs who may die as heirs; a crowned Beaufort by `beaufort_rule` [WBC-C13.2, COV-4.8]."""
    royals = forces.heirs_of(game, noble)
    return royals if game.option("beaufort_rule") == "heir_if_crowned" else wards(game, [noble])


def _tell(
    game: Kingmaker, who: str, kills: Sequence[int], rolls: Mapping[str, int], dead: Sequence[str], rule: str
) -> None:
    if rolls:
        each = "By this card each" if rule == "WBC-ADV-NKT" else "Each"
        listed = join_words(f"{names.thing(game, person)} {roll}" for person, roll in rolls.items())
        spared = "" if dead else "; none of them dies"
        killing = f"only a {' or a '.join(map(str, kills))} is deadly"
        text = f"{each} of the {who} there rolls two dice, and {killing}: {listed}{spared}."
        if len(rolls) == 1:
            ((person, roll),) = rolls.items()
            comes = "which kills" if dead else "which does no harm"
            text = f"{names.thing(game, person)} rolls two dice, and {killing}: {roll}, {comes}."
        game.emit("death_roll", text, about=list(rolls), rule=rule)


# ---------------------------------------------------------------------- by percentage


def risks(
    game: Kingmaker,
    outcome: BattleOutcome,
    attackers: Sequence[str],
    defenders: Sequence[str],
    bystanders: Sequence[str] = (),
) -> Iterator[Risk]:
    """Everybody who rolls against a percentage: attackers before defenders, nobles before heirs, by id [COV-5.16b]."""
    line = game.catalog.battle_deaths[outcome]
    sides = (
        (attackers, (), line.attacking_noble, line.attacking_heir),
        (defenders, bystanders, line.defending_noble, line.defending_heir),
    )
    for nobles, others, noble_dies, heir_dies in sides:
        if game.option("noble_combat_death") == "covault_percent":
            yield from (Risk(noble, noble_dies) for noble in sorted(nobles))
        if game.option("heir_combat_death") == "covault_percent":
            yield from (Risk(heir, heir_dies) for heir in sorted([*others, *wards(game, nobles)]))


def wards(game: Kingmaker, nobles: Sequence[str]) -> list[str]:
    """Return the heirs whom some nobles control; a Beaufort counts as a noble only [COV-4.8]."""
    return [heir for noble in nobles for heir in forces.heirs_of(game, noble) if heir in game.catalog.royals]


def dies(game: Kingmaker, risk: Risk) -> bool:
    """Roll for somebody's life and tell everybody the roll [COV-5.16b]."""
    name = names.thing(game, risk.person)
    roll = game.dice.roll(100, f"death of {name} in combat: dies on {risk.percent} or less")
    fate = "is struck down" if roll <= risk.percent else "lives"
    text = f"{name} {fate}: the die shows {roll}, and {risk.percent} or less kills."
    game.emit("death_roll", text, about=[risk.person], rule="COV-5.16b")
    return roll <= risk.percent


def kill_together(game: Kingmaker, dead: Toll, why: str, rule: str, heir_rule: str = "") -> None:
    """Kill all who fell in a combat together; some may be dead already, with a siege that the combat has broken.

    `heir_rule` is the rule by which heirs die, if it is another.
    """
    by = heir_rule or ("WBC-R10" if game.option("heir_combat_death") == "two_dice_2" else "COV-5.16b")
    for heir in dead.heirs:
        if game.heir(heir).alive:
            deaths.kill_heir(game, heir, why, by)
    deaths.kill_nobles(game, forces.living(game, dead.nobles), why, rule)
