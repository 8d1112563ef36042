"""Vacillating allegiance in a battle: a noble goes home or stands aside (rules 4.4)."""

from collections.abc import Sequence

from engine.core.actions import Action, Offer, Request
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import way_home

KIND = "vacillating_allegiance"
"""The kind of the card that breaks in."""


class DrawAgain(Action, frozen=True):
    """Fight on without the noble who wavered: draw a new card."""


class BreakOff(Action, frozen=True):
    """Break off the battle after a noble has wavered; the attack is used up."""


def falter(game: Kingmaker, attackers: Sequence[str], defenders: Sequence[str], at: Location) -> str:
    """Let a noble of one side drop out of a battle; return him, or "" if the card is ignored [WBC-V04.3, V04.6]."""
    # The side that loses a noble, and its enemy; between equals the attacker's counts as larger (RULING 22).
    attack = forces.total(game, attackers, "attack")
    defence = forces.total(game, defenders, "defence")
    larger, smaller = (attackers, defenders) if attack >= defence else (defenders, attackers)
    roll = game.dice.roll(6, "whose force vacillates: 1-2 the larger, 3-6 the smaller")
    side, enemy = (larger, smaller) if roll in game.catalog.vacillating.larger_force_on else (smaller, larger)
    noble = game.dice.pick(side, "whose allegiance vacillates") if len(side) > 1 else side[0]
    seat = game.noble(noble).faction
    others = [other for other in side if other != noble]
    comrades = [other for other in others if game.noble(other).faction == seat]
    if not comrades:
        text = f"The card is ignored: {names.card(game, noble)} is the only noble of {{{seat}}} in this combat."
        game.emit("no_effect", f"{text} Another card is drawn.", about=[noble], track=[at], rule="WBC-V04.6")
        return ""
    own = forces.total(game, others, "attack" if side is attackers else "defence")
    against = forces.total(game, enemy, "defence" if side is attackers else "attack")
    _roll_allegiance(game, noble, comrades, own, against)
    return noble


def _roll_allegiance(game: Kingmaker, noble: str, comrades: Sequence[str], own: int, against: int) -> None:
    """Roll on the allegiance table whether he goes home or stands aside [WBC-V04.4].

    His heirs stay with the strongest of his comrades, those of his faction in the battle, who may have them, if any.
    """
    limit = home_up_to(game, own, against)
    roll = game.dice.roll(6, f"allegiance of {names.card(game, noble)}")
    where = game.noble(noble).at
    home = way_home.nearest_home(game, noble, where) if roll <= limit else where
    sums = (
        f"{names.card(game, noble)} wavers. His side has {own} men against {against}, so he leaves on 1-{limit}. "
        f"The die shows {roll}."
    )
    if home == where:
        text = f"{sums} He stands aside {locations.say(game, where)} and takes no part."
        game.emit("stands_aside", text, about=[noble], track=[where], rule="WBC-V04.4")
        return
    guardian = forces.guardian(game, comrades)
    for heir in forces.heirs_of(game, noble):
        if guardian and heir != noble:
            game.heir(heir).noble, game.heir(heir).at = guardian, game.noble(guardian).at
            text = f"{names.heir(game, heir)} stays with {names.card(game, guardian)}."
            game.emit("heir_passes", text, about=[heir, guardian], rule="WBC-V04.4")
    forces.place_at(game, noble, home)
    text = f"{sums} {forces.words(game, [noble])} goes home and stands {locations.say(game, home)} now."
    game.emit("moved", text, about=[noble], track=[where, home], rule="WBC-V04.4")


def home_up_to(game: Kingmaker, own: int, enemy: int) -> int:
    """Return the highest roll that sends a noble home, by his side's ratio without him, rounded down against it."""
    rows = game.catalog.vacillating.chart
    return next(row.returns_home_up_to for row in rows if own * row.enemy >= enemy * row.own)


def question(seat: str, words: str) -> Request:
    """Ask the attacker whether he fights on (D41) [WBC-V04.5]."""
    offers = (Offer(DrawAgain, "Draw a new card"), Offer(BreakOff, "Break off the battle"))
    return Request(seat, "D41", f"{words} Do you draw a new card, or break off the battle?", offers, BreakOff)
