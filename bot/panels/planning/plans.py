"""The panel of a person's plans: those made, what would happen now, and how they are put in order."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels import answers
from bot.panels.ids import Press
from bot.panels.panel import Button, Menu, Panel
from bot.panels.verbs import Handler
from bot.services.plans import what_now
from bot.store.rows import GameRecord, PlanRecord, Status
from bot.table import planning
from bot.table.live_game import LiveGame
from bot.table.planning import FALLBACKS, SCOPES
from engine.core import orders
from engine.core.actions import Choice
from engine.core.events import name_seats
from engine.core.table import Table
from engine.games import rules_of

Interaction = discord.Interaction[Any]

EXPLAINED = (
    "\n-# When a question comes, I give the first of your answers that is legal and whose conditions are met. If "
    "there is none, I ask you as usual. Nobody else sees your plans, and I give a secret answer some minutes later, as "
    "if you had typed it. You cannot plan an answer to a trade offer, because the game never waits for one."
)

ALWAYS = (
    "From now on I give that answer for you, until you delete it here. I take as long over it as you would, so nobody "
    "can tell."
)

# ---------------------------------------------------------------------- what has been planned


@dataclass(frozen=True)
class Told:
    """A plan in words: its question, its entries in order, how long it lasts, and what it would do now."""

    plan: PlanRecord
    title: str
    question: str
    entries: Sequence[str]
    lasts: str
    now: str


def told(live: LiveGame, plan: PlanRecord) -> Told:
    """Return a plan in words, as its owner reads them."""
    world = orders.foreseen(live.table, plan.seat, plan.decision) or orders.seen(live.table, plan.seat)
    entries = [name_seats(planning.entry_words(live, world, plan.seat, entry), live.names) for entry in plan.entries]
    lasts = f"{SCOPES[plan.scope]}; {FALLBACKS[plan.otherwise]}"
    now = name_seats(what_now(live, plan), live.names) if live.table.result is None else ""
    return Told(plan, live.game.title, planning.question_words(live, plan), entries, lasts, now)


def lines(mine: Sequence[Told], *, titles: bool) -> Iterator[str]:
    """Yield the lines of the list of plans."""
    for one in mine:
        where = f"{texts.safe(one.title)}: " if titles else ""
        yield f"**{where}{texts.safe(one.question)}** ({one.lasts})"
        for place, entry in enumerate(one.entries, 1):
            yield f"{one.plan.id}.{place} {texts.safe(entry)}"
        if one.now:
            yield f"-# if I asked you now: {texts.safe(one.now)}"


def panel(mine: Sequence[Told], here: GameRecord | None, note: str = "", picked: str = "") -> Panel:
    """Show a person's plans; at the table `here` with menus to change them and to make another."""
    rows: list[Menu | Sequence[Button]] = []
    numbered = [
        Choice(f"{one.plan.id}.{place}", f"{one.plan.id}.{place} {entry}", one.title)
        for one in mine
        for place, entry in enumerate(one.entries, 1)
    ]
    game = here.id if here else ""
    if numbered:
        rows.append(Menu(str(Press("plpick", game)), f"Change {picked or 'one'}", numbered))
    if picked in [choice.value for choice in numbered]:
        verbs = (("plup", "Up"), ("pldown", "Down"), ("plaway", "Delete it"))
        rows.append([Button(str(Press(verb, game, topic=picked)), label) for verb, label in verbs])
    asked = rules_of(here.rules).plans.plannable if here else {}
    if here and asked:
        known = [Choice(decision, found.words) for decision, found in asked.items()]
        rows.append(Menu(str(Press("plask", here.id)), "Which question do you answer ahead?", known))
    text = "\n".join(lines(mine, titles=here is None)) or "You have no plans."
    return Panel(f"{note}\n\n{text}{EXPLAINED}" if note else text + EXPLAINED, title="Plans", rows=rows)


async def show(
    herald: Herald, interaction: Interaction, here: GameRecord | None, note: str = "", picked: str = ""
) -> None:
    """Show a person's plans as the answer."""
    mine = []
    for game, plan in await herald.plans.of(interaction.user.id, here.id if here else ""):
        if game.status is Status.PLAYING:
            async with herald.referee.reading(game.id) as live:
                mine.append(await asyncio.to_thread(told, live, plan))
    await answers.put(interaction, panel(mine, here, note, picked))


def button(game: str) -> Button:
    """Return the button by which somebody who waits plans ahead."""
    return Button(str(Press("plan", game)), "Plan ahead")


def offered(table: Table, seat: str, names: Mapping[str, str]) -> str:
    """Return the offer to plan ahead, to a seat that waits for its turn; "" where that makes no sense."""
    known = table.rules.plans.plannable.values()
    if table.result is not None or table.request(seat) is not None or not any(one.ahead for one in known):
        return ""
    before = table.rules.pace.seats_before(table.game, seat)
    if not before:
        return ""
    said = [texts.safe(names.get(other, other)) for other in before]
    if before[0] != table.rules.pace.active(table.game):
        return f"Your turn comes after {texts.join_words(said)}."
    turn, *others = [f"{name}'s" for name in said]
    if table.rules.pace.amid_turn(table.game):
        then = f"it is {texts.join_words(others)} turn, then yours" if others else "it is your turn"
        return f"{said[0]} still has a choice to make; then {then}."
    return f"It is {turn} turn{f', then {texts.join_words(others)}' if others else ''}, then yours."


# ---------------------------------------------------------------------- changing what there is


async def _game(herald: Herald, game_id: str) -> GameRecord | None:
    if not game_id:
        return None
    async with herald.referee.reading(game_id) as live:
        return live.game


async def plans(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show a person's plans; where there are none, at once what can be planned for one's next turn."""
    game = await _game(herald, press.subject)
    await show(herald, interaction, game)


async def pick(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show what can be done with an entry."""
    await show(herald, interaction, await _game(herald, press.subject), picked=values[0])


async def up(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Prefer an entry to the one before it."""
    await _moved(herald, interaction, press, -1)


async def down(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Prefer the next entry to this one."""
    await _moved(herald, interaction, press, 1)


async def _moved(herald: Herald, interaction: Interaction, press: Press, by: int) -> None:
    number, place = _numbers(press.topic)
    await herald.plans.move(interaction.user.id, number, place, by)
    await show(herald, interaction, await _game(herald, press.subject))


async def away(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take an entry away."""
    await herald.plans.take_away(interaction.user.id, *_numbers(press.topic))
    await show(herald, interaction, await _game(herald, press.subject), f"{press.topic} is deleted.")


async def always(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let what somebody has answered alike be their answer until they say otherwise, and show their plans."""
    await herald.plans.always(press.subject, interaction.user.id, press.topic)
    await show(herald, interaction, await _game(herald, press.subject), ALWAYS)


def _numbers(tag: str) -> tuple[int, int]:
    """Return the number of a plan and the place of an entry in it, from 0; raises Refused for anything else."""
    plan, _, place = tag.partition(".")
    if not (plan.isdigit() and place.isdigit()):
        raise Refused("Give the number of an entry as /plan shows it, such as 12.1.")
    return int(plan), int(place) - 1


PRESSES: dict[str, Handler] = {
    "plan": plans,
    "plpick": pick,
    "plup": up,
    "pldown": down,
    "plaway": away,
    "always": always,
}
