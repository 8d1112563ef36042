"""The panel of standing orders: those given, and buttons, menus and forms to give and to cancel them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord
import msgspec

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels import edits
from bot.panels.ids import Press
from bot.panels.panel import Button, Menu, Panel, buttons
from bot.services.standing_orders import DECLINE, DEFAULT, MAX_WORDS_CHARS, order_words
from bot.store.rows import GameRecord, Order
from bot.table.live_game import LiveGame
from engine.core.actions import Action, Choice, tag_of
from engine.core.rules import Plannable, Rules
from engine.games import rules_of

Interaction = discord.Interaction[Any]

FIELDS = 3
"""Fields of an answer that the form asks for; words and repetition come beside them."""


def panel(mine: Sequence[tuple[GameRecord, Order]], here: GameRecord | None, note: str = "") -> Panel:
    """Show a person's orders, with menus to cancel one and, at the table `here`, to give another."""
    lines = [
        f"**{order.id}** {texts.safe(game.title)}: {texts.safe(order_words(rules_of(game.rules), order))}"
        for game, order in mine
    ]
    rows: list[Menu | Sequence[Button]] = []
    if mine:
        chosen = [Choice(str(o.id), f"{o.id}: {order_words(rules_of(g.rules), o)}", g.title) for g, o in mine]
        rows.append(Menu(str(Press("stdrop", here.id if here else "")), "Cancel one", chosen))
    asked = rules_of(here.rules).plannable() if here else {}
    if here and asked:
        known = [Choice(decision, found.words) for decision, found in asked.items()]
        rows.append(Menu(str(Press("stask", here.id)), "Answer a question ahead", known))
    text = "\n".join(lines) or "You have given no standing order."
    text += (
        "\n-# A standing order answers for you when its question comes, if it is legal then; otherwise it is dropped "
        "and you are told. Nobody else sees it, and its answer comes after some minutes, like anybody's. "
        "An offer of trade cannot be answered ahead: it keeps nobody waiting, and you may take your time over it."
    )
    return Panel(f"{note}\n\n{text}" if note else text, title="Standing orders", rows=rows)


def question_panel(game: GameRecord, decision: str, rules: Rules[Any]) -> Panel:
    """Show the answers that a question may get ahead."""
    found = rules.plannable()[decision]
    row = [Button(_give(game.id, decision, DEFAULT), "Take the default")]
    if any(issubclass(kind, rules.refusals) for kind in found.answers):
        row.append(Button(_give(game.id, decision, DECLINE), "Decline"))
    for kind in found.answers:
        label = tag_of(kind).replace("_", " ").capitalize()
        row.append(Button(str(Press("stform", game.id, tag=f"{decision}.{tag_of(kind)}")), f"{label}…", "primary"))
    return Panel(f"**{found.words}**: what should be answered for you?", title="A standing order", rows=buttons(row))


def _give(game: str, decision: str, answer: str) -> str:
    return str(Press("stgive", game, tag=f"{decision}.{answer}"))


async def show(herald: Herald, interaction: Interaction, here: GameRecord | None, note: str = "") -> None:
    """Show a person's orders as the answer."""
    mine = await herald.standing_orders.of(interaction.user.id, here.id if here else "")
    shown = panel(mine, here, note)
    await interaction.edit_original_response(content=None, embed=shown.embed(), view=shown.view())


def meant(rules: Rules[Any], decision: str, tag: str) -> type[Action]:
    """Return the answer that is meant by its tag; raises Refused with those there are."""
    found = rules.plannable().get(decision, Plannable(""))
    for kind in found.answers:
        if tag_of(kind) == tag:
            return kind
    could = ", ".join([DEFAULT, DECLINE, *(tag_of(kind) for kind in found.answers)])
    raise Refused(f"'{texts.tidy(tag, 40)}' does not answer that question; choose one of {could}.")


async def give(
    herald: Herald,
    interaction: Interaction,
    game: GameRecord,
    decision: str,
    answer: str,
    given: Mapping[str, str],
    *,
    words: str = "",
    always: bool = False,
) -> None:
    """Give an order, its action read from what was written; then show all."""
    action: Action | str = answer
    if answer not in (DEFAULT, DECLINE):
        async with herald.referee.reading(game.id) as live:
            action = read(live, decision, answer, given)
    await herald.standing_orders.give(game.id, interaction.user.id, decision, action, words=words, always=always)
    await show(herald, interaction, game, "Noted.")


def read(live: LiveGame, decision: str, tag: str, given: Mapping[str, str]) -> Action:
    """Return the action of an order; raises Illegal for words that mean nothing."""
    kind = meant(live.table.rules, decision, tag)
    return edits.read(live.table, kind, given, live.names)


# ---------------------------------------------------------------------- what presses do


async def _game(herald: Herald, game_id: str) -> GameRecord | None:
    if not game_id:
        return None
    async with herald.referee.reading(game_id) as live:
        return live.game


async def drop(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Cancel an order."""
    await herald.standing_orders.cancel(interaction.user.id, int(values[0]))
    await show(herald, interaction, await _game(herald, press.game), f"Order {values[0]} is cancelled.")


async def ask(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show what a question may be answered with."""
    game = await _game(herald, press.game)
    assert game is not None
    shown = question_panel(game, values[0], rules_of(game.rules))
    await interaction.edit_original_response(content=None, embed=shown.embed(), view=shown.view())


async def give_plain(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Give an order that needs no more words."""
    game = await _game(herald, press.game)
    assert game is not None
    decision, _, answer = press.tag.partition(".")
    await give(herald, interaction, game, decision, answer, {})


async def form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for an answer: its fields, the words that the question must have in it, and how often."""
    decision, _, tag = press.tag.partition(".")
    game = await _game(herald, press.game)
    assert game is not None
    kind = meant(rules_of(game.rules), decision, tag)
    sent = str(Press("stgiven", press.game, tag=press.tag))
    modal = discord.ui.Modal(title=texts.clipped(edits.explained(kind), 45), custom_id=sent, timeout=None)
    fields = msgspec.structs.fields(kind)[:FIELDS]
    for field in fields:
        label = texts.clipped(field.name.replace("_", " ").capitalize(), 45)
        modal.add_item(discord.ui.TextInput(label=label, custom_id=field.name, required=field.required, max_length=100))
    for name, label, hint in (
        ("only-words", "Only if the question says (may be left out)", "a name or a place"),
        ("every-time", "Every time? (yes or no)", "no: once, then it is used up"),
    ):
        modal.add_item(
            discord.ui.TextInput(
                label=label, custom_id=name, placeholder=hint, required=False, max_length=MAX_WORDS_CHARS
            )
        )
    modal.stop()
    return modal


async def given(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Take the form of an answer."""
    game = await _game(herald, press.game)
    assert game is not None
    decision, _, answer = press.tag.partition(".")
    always = written.get("every-time", "").strip().casefold() in ("yes", "y", "true", "always")
    await give(herald, interaction, game, decision, answer, written, words=written.get("only-words", ""), always=always)


Handler = Callable[[Herald, Interaction, Press, Sequence[str]], Awaitable[None]]
Former = Callable[[Herald, Interaction, Press], Awaitable[discord.ui.Modal]]
Sent = Callable[[Herald, Interaction, Press, Mapping[str, str]], Awaitable[None]]

PRESSES: dict[str, Handler] = {"stdrop": drop, "stask": ask, "stgive": give_plain}
FORMS: dict[str, Former] = {"stform": form}
SENT: dict[str, Sent] = {"stgiven": given}
