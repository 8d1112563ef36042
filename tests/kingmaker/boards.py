"""Boards laid out for tests: nothing dealt, nobody asked, exactly what the test puts there."""

from collections.abc import Callable, Mapping

import pytest

from engine.core.dice import Dice
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.state import Phase
from engine.kingmaker.edits import card_edits, edits
from engine.kingmaker.rules import RULES

SEATS = ("ann", "ben", "cat")

BY_TABLE: dict[str, object] = {
    "battle_rule": "covault_table",
    "noble_combat_death": "covault_percent",
    "heir_combat_death": "covault_percent",
    "ambush": "assassin",
    "alliance_rule": "offer_binding",
    "alliance_rest_rule": "no_combat_last_turn",
    "defend_once": True,
    "failed_attack": "home",
    "spoils": "heirs_only",
    "ransom_window": "immediate",
}
"""Options under which battles are fought by the table."""

BY_CHOICE: dict[str, object] = {
    **BY_TABLE,
    "siege_rule": "covault",
    "ship_siege_failure": "killed",
    "garrison_decay": "quarter_on_third_turn",
    "passage_permission": "garrison_alliance",
    "site_holder": "noble",
}
"""Options under which besiegers choose between holding a siege and concluding it, in ships too."""


def empty(options: Mapping[str, object] | None = None, variant: str = "base") -> Kingmaker:
    """A board with the heirs on their starts and no noble; it does not flow by itself."""
    return RULES.bare("test", SEATS, RULES.options(variant, options or {}), Dice(bytes(32), "test"))


def put(game: Kingmaker, noble: str, seat: str, at: str, *held: str) -> None:
    """Put a noble into play with cards of any kind."""
    card_edits.take_out(game, noble)
    cards.enter(game, noble, seat, Location(at))
    for card in held:
        card_edits.take_out(game, card)
        cards.attach(game, card, noble)


def hold(game: Kingmaker, seat: str, card: str) -> None:
    """Put a Crown card into a hand."""
    card_edits.take_out(game, card)
    game.faction(seat).hand.append(card)


def guard(game: Kingmaker, heir: str, noble: str) -> None:
    """Give an heir into the charge of a noble."""
    game.heir(heir).noble, game.heir(heir).at = noble, game.noble(noble).at


def only(game: Kingmaker, *heirs: str) -> None:
    """Let no other heirs live than these."""
    for heir, royal in game.state.heirs.items():
        royal.alive = heir in heirs
        royal.at = royal.at if royal.alive else Location("")


def retain(game: Kingmaker, seat: str, *events: str) -> None:
    """Let a seat keep event cards."""
    for card in events:
        card_edits.take_out(game, card)
        game.faction(seat).retained.append(card)


def chancery(game: Kingmaker, *held: str) -> None:
    """Put cards into the Chancery."""
    for card in held:
        card_edits.take_out(game, card)
        game.state.chancery.append(card)


def begin(game: Kingmaker, phase: Phase, seat: str = "ann") -> Table:
    """Open the table at the beginning of a phase of a seat's turn."""
    edits.EDITS.carry_out(game, edits.Goto(seat=seat, phase=phase))
    game.flow()
    return Table(RULES, game)


def refusal(deed: Callable[..., object], *arguments: object) -> str:
    """The rule that a check, or an action, cites when it is refused."""
    with pytest.raises(Illegal) as refused:
        deed(*arguments)
    return refused.value.rule


def game_of(table: Table) -> Kingmaker:
    """Return the game of a table."""
    assert isinstance(table.game, Kingmaker)
    return table.game
