"""What presses do on the form of an entry of a plan: each goes one step on with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord
import msgspec

from bot.errors import Refused
from bot.herald import Herald
from bot.panels import answers
from bot.panels.answers import put
from bot.panels.filling.form import ALL, Looking
from bot.panels.ids import Press, read_one
from bot.panels.panel import Panel
from bot.panels.planning import making
from bot.panels.planning.entry import Desk, answers_panel, condition_of, next_panel
from bot.panels.planning.making import Making
from bot.panels.planning.plans import show
from bot.panels.verbs import Handler
from bot.store import drafts as kept_drafts
from bot.store.rows import Draft, PlanRecord, ahead_of
from bot.table.live_game import LiveGame
from engine.core import orders
from engine.core.actions import Offer
from engine.core.orders import IfNothingFits, Scope, Then

Interaction = discord.Interaction[Any]


@asynccontextmanager
async def desk_of(herald: Herald, interaction: Interaction, game: str, decision: str) -> Any:
    """Give the place at which somebody plans for a question; raises Refused where it cannot be planned for."""
    async with herald.referee.reading(game) as live:
        seat = live.seat_of(interaction.user.id)
        if decision not in live.table.rules.plans.plannable:
            raise Refused("You can no longer answer that ahead; /plan lists the questions that you can.")
        if live.table.result is not None:
            raise Refused("The game is over; there is nothing to plan.")
        yield await asyncio.to_thread(posed, live, seat, decision)


def posed(live: LiveGame, seat: str, decision: str) -> Desk:
    """Return the place at which somebody plans for a question, with the question if it can be foreseen."""
    world = orders.foreseen(live.table, seat, decision)
    return Desk(live, seat, world or orders.seen(live.table, seat), world is not None)


async def made_of(herald: Herald, game: str, seat: str, decision: str) -> Making:
    async with herald.store.reading() as connection:
        kept = await kept_drafts.get(connection, game, ahead_of(seat))
    if kept is None or kept.tag != decision:
        raise Refused("You have filled in this form elsewhere since; start again with /plan.")
    return msgspec.convert(kept.fields, Making)


async def keep_draft(herald: Herald, desk: Desk, made: Making) -> None:
    fields = msgspec.to_builtins(made)
    draft = Draft(
        game=desk.game, seat=ahead_of(desk.seat), version=desk.live.table.version, tag=made.decision, fields=fields
    )
    async with herald.store.writing(draft.game) as connection:
        await kept_drafts.save(connection, draft)


Step = Callable[[Desk, Making], Making]


async def _step(herald: Herald, interaction: Interaction, press: Press, step: Step) -> None:
    """Go one step on with an entry, and show what is asked next."""
    async with desk_of(herald, interaction, press.subject, press.topic) as desk:
        made = step(desk, await made_of(herald, press.subject, desk.seat, press.topic))
        await keep_draft(herald, desk, made)
        shown = next_panel(desk, made)
    await show_form(herald, interaction, desk, shown)


async def show_form(herald: Herald, interaction: Interaction, desk: Desk, panel: Panel) -> None:
    """Show what is asked next of an entry, with the map of the places on it as it would be in that turn.

    A map that takes longer to draw follows, unless somebody has pressed something on the panel since.
    """
    if panel.shows is None or desk.world is None:
        await put(interaction, panel)
        return
    drawing = answers.drawing(
        herald.pictures, desk.live.game.rules, panel.shows, desk.world.view(""), dict(desk.live.names)
    )
    message = await put(interaction, panel, await answers.soon(drawing))
    if not drawing.done():
        herald.late.finish(message.id, interaction.id, answers.add_picture(interaction, panel, drawing))


def _offer(desk: Desk, made: Making) -> Offer:
    return making.offer_of(desk.world, desk.seat, made)


async def ask(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show what a question may be answered with."""
    async with desk_of(herald, interaction, press.subject, values[0] if values else press.topic) as desk:
        shown = answers_panel(desk, values[0] if values else press.topic)
    await put(interaction, shown)


async def do(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Begin an entry: an action from the menu, the default, or to decline."""
    async with desk_of(herald, interaction, press.subject, press.topic) as desk:
        made = begun(desk, press.topic, values[0] if values else press.field_value, press.detail)
        await keep_draft(herald, desk, made)
        shown = next_panel(desk, made)
    await show_form(herald, interaction, desk, shown)


def begun(desk: Desk, decision: str, tag: str, plain: str = "") -> Making:
    """Return an entry that is begun; one for a turn of one's own lasts for its round."""
    ahead = desk.live.table.rules.plans.plannable[decision].ahead is not None
    rounds = desk.live.table.rules.pace.round(desk.live.table.game)
    scope = Scope.ROUND if ahead and rounds else Scope.QUESTION
    if plain in ("default", "decline"):
        return Making(decision=decision, answer="default" if plain == "default" else "decline", scope=scope)
    if plain:
        return Making(decision=decision, tag=plain, written={"action": plain}, scope=scope)
    return Making(decision=decision, tag=tag, scope=scope)


async def answer(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take the answer to a question of the action."""

    def step(desk: Desk, made: Making) -> Making:
        offer = _offer(desk, made)
        chosen = values or [press.value(making.legal(offer, made, press.field))]
        return making.answered(offer, made, press.field, chosen)

    await _step(herald, interaction, press, step)


async def end(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Leave what is open as it is, and say how long that lasts."""
    await _step(herald, interaction, press, _ended)


def _ended(desk: Desk, made: Making) -> Making:
    """Return an entry with everything that is open left as it is; raises Refused where something has to be said."""
    if made.answer != "action" or made.written is not None:
        return made
    whole = making.ended(_offer(desk, made), made)
    if whole is None:
        raise Refused("One question is not answered yet; answer it, or press “Fill in for me”.")
    return whole


async def leave_open(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Leave a question of the action open."""
    await _step(herald, interaction, press, lambda desk, made: making.left_open(_offer(desk, made), made, press.field))


async def turn(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Turn to another page of the choices, or to those that contain a word."""
    word = values[0] if values else ""
    async with desk_of(herald, interaction, press.subject, press.topic) as desk:
        made = await made_of(herald, press.subject, desk.seat, press.topic)
        shown = next_panel(desk, made, Looking(press.field, press.page, word) if word or press.page else ALL)
    await show_form(herald, interaction, desk, shown)


async def condition(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Add a condition."""
    await _step(
        herald,
        interaction,
        press,
        lambda desk, made: making.with_condition(made, condition_of(desk, made, values[0])),
    )


async def condition_answer(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take the answer to a question of a condition."""

    def step(desk: Desk, made: Making) -> Making:
        asked = made.asked.condition if made.asked else ""
        return making.condition_answered(made, condition_of(desk, made, asked), values[0])

    await _step(herald, interaction, press, step)


async def no_condition(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Leave a condition out after all."""
    await _step(herald, interaction, press, lambda desk, made: msgspec.structs.replace(made, asked=None))


async def lasting(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Say how long the plan lasts; what lasts for ever answers every time, unless something else is said then."""
    scope = read_one(Scope, values[0])
    changed: dict[str, Any] = {"scope": scope, "then": Then.AGAIN if scope is Scope.ALWAYS else Then.NEXT}
    await _step(herald, interaction, press, lambda desk, made: msgspec.structs.replace(made, **changed))


async def sequel(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Say what then."""
    then = read_one(Then, values[0])
    await _step(herald, interaction, press, lambda desk, made: msgspec.structs.replace(made, then=then))


async def fallback(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Say what is done if nothing fits."""
    otherwise = read_one(IfNothingFits, values[0])
    await _step(herald, interaction, press, lambda desk, made: msgspec.structs.replace(made, otherwise=otherwise))


async def keep(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Add the entry to the plans."""
    async with desk_of(herald, interaction, press.subject, press.topic) as desk:
        made = _ended(desk, await made_of(herald, press.subject, desk.seat, press.topic))
        game, seat = desk.live.game, desk.seat
    user = interaction.user.id
    given = await herald.plans.give(
        game.id, user, made.decision, made.entry(), scope=made.scope, otherwise=made.otherwise
    )
    async with herald.store.writing(game.id) as connection:
        await kept_drafts.drop(connection, game.id, ahead_of(seat))
    await show(
        herald,
        interaction,
        game,
        "Noted. For a second answer, used if this one does not fit, choose the question again.",
        last(given),
    )


def last(plan: PlanRecord) -> str:
    return f"{plan.id}.{len(plan.entries)}"


PRESSES: dict[str, Handler] = {
    "plask": ask,
    "pldo": do,
    "plsay": do,
    "plans": answer,
    "plskip": end,
    "plopen": leave_open,
    "plpage": turn,
    "plif": condition,
    "plifans": condition_answer,
    "plunif": no_condition,
    "plscope": lasting,
    "plthen": sequel,
    "plelse": fallback,
    "plkeep": keep,
}
