"""Who dies in a combat (rules 4.3.2, 4.5.4): nobles by the card's list or by percentage, heirs by percentage or not."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.kingmaker import cards, forces, names
from engine.kingmaker.catalog import BattleOutcome, EventCard
from engine.kingmaker.game import Kingmaker


class Fallen(NamedTuple):
    """The nobles and the heirs who die together in a combat."""

    nobles: list[str]
    heirs: list[str]


class Risk(NamedTuple):
    """Somebody in a combat, and the percentage at which he dies."""

    person: str
    percent: int


def fallen(
    game: Kingmaker,
    card: EventCard,
    outcome: BattleOutcome,
    attackers: Sequence[str],
    defenders: Sequence[str],
    bystanders: Sequence[str] = (),
) -> Fallen:
    """Find out who dies in a combat that came to `outcome`; `bystanders` are heirs whom nobody controls (RULING 53)."""
    listed = listed_dead(game, card, [*attackers, *defenders])
    rolled = [risk.person for risk in risks(game, outcome, attackers, defenders, bystanders) if dies(game, risk)]
    return Fallen(
        [*listed, *(person for person in rolled if person in game.state.nobles)],
        [person for person in rolled if person in game.book.royals],
    )


def listed_dead(game: Kingmaker, card: EventCard, nobles: Sequence[str]) -> list[str]:
    """The nobles of a combat on the card's list (option `noble_combat_death`) [BASE-CMB-8]."""
    if game.option("noble_combat_death") != "card_list":
        return []
    return [noble for noble in card.nobles_killed if noble in nobles]


def risks(
    game: Kingmaker,
    outcome: BattleOutcome,
    attackers: Sequence[str],
    defenders: Sequence[str],
    bystanders: Sequence[str] = (),
) -> Iterator[Risk]:
    """Everybody who rolls against a percentage: attackers before defenders, nobles before heirs, by id [COV-5.16b]."""
    line = game.book.battle_deaths[outcome]
    yield from _side(game, attackers, [], line.attacking_noble, line.attacking_heir)
    yield from _side(game, defenders, bystanders, line.defending_noble, line.defending_heir)


def _side(
    game: Kingmaker, nobles: Sequence[str], bystanders: Sequence[str], noble_dies: int, heir_dies: int
) -> Iterator[Risk]:
    heirs = [*bystanders, *wards(game, nobles)]
    if game.option("noble_combat_death") == "covault_percent":
        yield from (Risk(noble, noble_dies) for noble in sorted(nobles))
    if game.option("heir_combat_death") == "covault_percent":
        yield from (Risk(heir, heir_dies) for heir in sorted(heirs))


def wards(game: Kingmaker, nobles: Sequence[str]) -> list[str]:
    """The heirs whom some nobles control; a Beaufort counts as a noble only [COV-4.8]."""
    return [heir for noble in nobles for heir in forces.heirs_of(game, noble) if heir in game.book.royals]


def dies(game: Kingmaker, risk: Risk) -> bool:
    """Roll for somebody's life; the roll is told whether he lives or dies [COV-5.16b]."""
    name = names.thing(risk.person)
    roll = game.dice.roll(100, f"death of {name} in combat: dies on {risk.percent} or less")
    fate = "dies" if roll <= risk.percent else "lives"
    text = f"{name} {fate}: {roll}, where {risk.percent} or less is death."
    game.emit("death_roll", text, about=[risk.person], rule="COV-5.16b")
    return roll <= risk.percent


def bury(game: Kingmaker, dead: Fallen, why: str, rule: str) -> None:
    """Let all who fell in a combat die together."""
    for heir in dead.heirs:
        cards.kill_heir(game, heir, why, rule)
    cards.kill_nobles(game, dead.nobles, why, rule)
