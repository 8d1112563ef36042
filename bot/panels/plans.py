"""The panels of plans: those made, what would happen now, and the form by which one more entry is made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import discord
import msgspec

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels import edits, making
from bot.panels.ids import Press
from bot.panels.making import LEFT_OPEN, Making
from bot.panels.panel import MENU, Button, Menu, Panel, buttons
from bot.services.plans import MAX_WORDS_CHARS, what_now
from bot.store import drafts as kept_drafts
from bot.store.rows import Draft, GameRecord, PlanRecord, Status, ahead_of
from bot.table import planning
from bot.table.live_game import LiveGame
from bot.table.planning import FALLBACKS, SCOPES, SEQUELS
from engine.core import drafts, orders
from engine.core.actions import Action, Choice, Field, Offer, tag_of
from engine.core.errors import Illegal
from engine.core.events import name_seats
from engine.core.orders import Entry, Otherwise, Scope, Then
from engine.core.rules import Plannable, Rules
from engine.core.table import Table
from engine.games import rules_of

Interaction = discord.Interaction[Any]

FIELDS = 3
"""Fields of an answer that the written form asks for; the words of the question come beside them."""

ALL_AT_ONCE = "default", "decline"

EXPLAINED = (
    "\n-# A plan answers for you when its question comes: by the first entry that is legal and whose conditions hold. "
    "Otherwise you are asked as usual. Nobody else sees it; a secret answer comes after some minutes, like anybody's. "
    "An offer of trade cannot be answered ahead: it keeps nobody waiting."
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
    world = orders.foreseen(live.table, plan.seat, plan.decision) or live.table.world(plan.seat, orders.SEED)
    entries = [name_seats(planning.entry_words(world, plan.seat, entry), live.names) for entry in plan.entries]
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
            yield f"-# if it were your turn now: {texts.safe(one.now)}"


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
        verbs = (("plup", "Up"), ("pldown", "Down"), ("plaway", "Take it away"))
        rows.append([Button(str(Press(verb, game, tag=picked)), label) for verb, label in verbs])
    asked = rules_of(here.rules).plannable() if here else {}
    if here and asked:
        known = [Choice(decision, found.words) for decision, found in asked.items()]
        rows.append(Menu(str(Press("plask", here.id)), "Plan ahead for a question", known))
    text = "\n".join(lines(mine, titles=here is None)) or "You have planned nothing."
    return Panel(f"{note}\n\n{text}{EXPLAINED}" if note else text + EXPLAINED, title="Plans", rows=rows)


async def show(
    herald: Herald, interaction: Interaction, here: GameRecord | None, note: str = "", picked: str = ""
) -> None:
    """Show a person's plans as the answer."""
    mine = []
    for game, plan in await herald.plans.of(interaction.user.id, here.id if here else ""):
        if game.status is Status.PLAYING:
            async with herald.referee.reading(game.id) as live:
                mine.append(told(live, plan))
    await _show(interaction, panel(mine, here, note, picked))


async def _show(interaction: Interaction, shown: Panel) -> None:
    await interaction.edit_original_response(content=None, embed=shown.embed(), view=shown.view(), attachments=[])


def button(game: str) -> Button:
    """Return the button by which somebody who waits plans ahead."""
    return Button(str(Press("plan", game)), "Plan ahead")


def offered(table: Table, seat: str, names: Mapping[str, str]) -> str:
    """Return the offer to plan ahead, to a seat that waits for its turn; "" where that makes no sense."""
    known = table.rules.plannable().values()
    if table.result is not None or table.request(seat) is not None or not any(one.ahead for one in known):
        return ""
    before = table.rules.seats_before(table.game, seat)
    if not before:
        return ""
    return f"Your turn comes after {texts.join_words([texts.safe(names.get(other, other)) for other in before])}."


# ---------------------------------------------------------------------- making an entry: what is shown


@dataclass(frozen=True)
class Desk:
    """Where somebody makes an entry: the game as it stands, his seat, and a table of his own to look at.

    `posed` says whether the question is open on that table, as it would be asked now.
    """

    live: LiveGame
    seat: str
    world: Table
    posed: bool

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.live.game.id

    def named(self, words: str) -> str:
        """Return words with the players' names in them."""
        return name_seats(words, self.live.names)


def answers_panel(desk: Desk, decision: str) -> Panel:
    """Show what a question may be answered with ahead."""
    found = desk.live.table.rules.plannable()[decision]
    press = Press("pldo", desk.game, tag=decision)
    rows: list[Menu | Sequence[Button]] = []
    request = desk.world.request(desk.seat) if desk.posed else None
    if request is not None:
        able = [offer for offer in request.offers if issubclass(offer.action, found.answers) and not offer.drastic]
        menu = [Choice(offer.tag, desk.named(offer.label), desk.named(offer.hint)) for offer in able]
        if menu:
            rows.append(Menu(str(press), "When it is my turn", menu))
    row = [Button(str(replace(press, verb="plsay", form="default")), "Take the default")]
    if any(issubclass(kind, desk.live.table.rules.refusals) for kind in found.answers):
        row.append(Button(str(replace(press, verb="plsay", form="decline")), "Decline"))
    if request is None:
        row += [_written_button(desk.game, decision, kind) for kind in found.answers]
    row.append(Button(str(Press("plan", desk.game)), "My plans"))
    why = "" if desk.posed else "\nHow it will be asked is not known yet; say what you know, and leave the rest open."
    return Panel(f"**{found.words}**: what should be done?{why}", title="Plan ahead", rows=[*rows, *buttons(row)][:5])


def _written_button(game: str, decision: str, kind: type[Action]) -> Button:
    """Return the button for an answer that no panel can show yet: at once if it has no fields, else by a form."""
    label = tag_of(kind).replace("_", " ").capitalize()
    if not kind.__struct_fields__:
        return Button(str(Press("plsay", game, tag=decision, form=tag_of(kind))), label, "primary")
    label = f"{label}…"
    return Button(str(Press("plform", game, tag=f"{decision}.{tag_of(kind)}")), label, "primary")


def next_panel(desk: Desk, made: Making, page: int = 0, search: str = "") -> Panel:
    """Show what is asked next of an entry: its action, the fields of a condition, or how long it lasts."""
    if made.asked is not None:
        return _condition_panel(desk, made)
    if made.answer == "action" and made.written is None:
        offer = making.offer_of(desk.world, desk.seat, made)
        field = making.question(offer, made)
        if field is not None:
            return _field_panel(desk, made, offer, field, page, search)
    return _summary_panel(desk, made)


def _field_panel(desk: Desk, made: Making, offer: Offer, field: Field, page: int, search: str) -> Panel:
    press = Press("plans", desk.game, tag=made.decision, page=page)
    legal = [
        Choice(choice.value, desk.named(choice.label), desk.named(choice.hint))
        for choice in making.choices(field, made)
    ]
    found = [choice for choice in legal if search.casefold() in choice.label.casefold()] if search else legal
    shown = found[page * MENU : (page + 1) * MENU]
    rows: list[Menu | Sequence[Button]] = []
    if shown:
        most = len(shown) if field.many else 1
        rows.append(Menu(str(press), desk.named(field.prompt), shown, most=most))
    row = []
    if page > 0:
        row.append(Button(str(replace(press, verb="plpage", page=page - 1)), "Back"))
    if (page + 1) * MENU < len(found) and not search:
        row.append(Button(str(replace(press, verb="plpage", page=page + 1)), "More"))
    if len(legal) > MENU:
        row.append(Button(str(replace(press, verb="plfind", page=0)), "Search"))
    if field.least == 0 or len(drafts.gathered(made.draft)) >= field.least:
        done = "That is all" if drafts.gathered(made.draft) else "None"
        row.append(Button(str(replace(press, verb="plskip", page=0)), done))
    row.append(Button(str(replace(press, verb="plopen", page=0)), LEFT_OPEN))
    text = f"{_so_far(desk, made)}\n\n{desk.named(field.prompt)} ({len(legal)} possible)"
    return Panel(text, title="When it is my turn", rows=[*rows, row])


def _condition_panel(desk: Desk, made: Making) -> Panel:
    condition = _condition(desk, made, made.asked.condition if made.asked else "")
    assert made.asked is not None
    field = making.open_field(condition, made.asked)
    assert field is not None
    choices = [Choice(choice.value, desk.named(choice.label)) for choice in field.choices(made.asked.said)]
    rows: list[Menu | Sequence[Button]] = [
        Menu(str(Press("plifans", desk.game, tag=made.decision)), desk.named(field.prompt), choices)
    ]
    row = [Button(str(Press("plunif", desk.game, tag=made.decision)), "Without it")]
    if len(choices) > MENU:
        row.insert(0, Button(str(Press("plfind", desk.game, tag=made.decision, form="if")), "Search"))
    text = f"{_so_far(desk, made)}\n\n…{desk.named(condition.said(made.asked.said))}"
    return Panel(text, title="When it is my turn", rows=[*rows, row])


def _condition(desk: Desk, made: Making, id: str) -> Any:
    known = making.known_conditions(desk.world, desk.seat, made)
    found = next((condition for condition in known if condition.id == id), None)
    if found is None:
        raise Refused("That condition means nothing here (any more); begin again with /plan.")
    return found


def _so_far(desk: Desk, made: Making) -> str:
    found = desk.live.table.rules.plannable()[made.decision]
    entry = planning.entry_words(desk.world, desk.seat, made.entry())
    return f"**{found.words}**: {texts.safe(desk.named(entry))}"


def _summary_panel(desk: Desk, made: Making) -> Panel:
    """Show an entry with everything that may be said besides: conditions, how long it lasts, and what then."""
    tag = made.decision
    known = making.known_conditions(desk.world, desk.seat, made)
    rows: list[Menu | Sequence[Button]] = []
    if known:
        menu = [Choice(condition.id, desk.named(condition.said({}))) for condition in known]
        rows.append(Menu(str(Press("plif", desk.game, tag=tag)), "Only if… (as many as you like)", menu))
    scopes = [scope for scope in Scope if scope is not Scope.ROUND or desk.world.rules.round(desk.world.game)]
    rows += [
        _setting(desk, "plscope", tag, "How long", {scope: SCOPES[scope] for scope in scopes}),
        _setting(desk, "plthen", tag, "Once it has answered", SEQUELS),
        _setting(desk, "plelse", tag, "If nothing fits", FALLBACKS),
    ]
    row = [
        Button(str(Press("plkeep", desk.game, tag=tag)), "Keep it", "success"),
        Button(str(Press("plask", desk.game, tag=tag)), "Start over"),
        Button(str(Press("plan", desk.game)), "My plans"),
    ]
    said = f"-# {SCOPES[made.scope]}; {SEQUELS[made.then]}; {FALLBACKS[made.otherwise]}"
    return Panel(f"{_so_far(desk, made)}\n{said}", title="When it is my turn", rows=[*rows, row])


def _setting(desk: Desk, verb: str, tag: str, prompt: str, words: Mapping[Any, str]) -> Menu:
    return Menu(
        str(Press(verb, desk.game, tag=tag)), prompt, [Choice(str(value), said) for value, said in words.items()]
    )


# ---------------------------------------------------------------------- making an entry: what presses do


@asynccontextmanager
async def _desk(herald: Herald, interaction: Interaction, game: str, decision: str) -> Any:
    """Give the place at which somebody plans for a question; raises Refused where it cannot be planned for."""
    async with herald.referee.reading(game) as live:
        seat = live.seat_of(interaction.user.id)
        if decision not in live.table.rules.plannable():
            raise Refused("That cannot be answered ahead (any more); /plan has the questions that can.")
        if live.table.result is not None:
            raise Refused("The game is over; there is nothing to plan.")
        posed = orders.foreseen(live.table, seat, decision)
        yield Desk(live, seat, posed or live.table.world(seat, orders.SEED), posed is not None)


async def _made(herald: Herald, game: str, seat: str, decision: str) -> Making:
    async with herald.store.reading() as connection:
        kept = await kept_drafts.get(connection, game, ahead_of(seat))
    if kept is None or kept.tag != decision:
        raise Refused("This form has been filled in elsewhere since then; begin again with /plan.")
    return msgspec.convert(kept.fields, Making)


async def _keep(herald: Herald, desk: Desk, made: Making) -> None:
    fields = msgspec.to_builtins(made)
    draft = Draft(
        game=desk.game, seat=ahead_of(desk.seat), version=desk.live.table.version, tag=made.decision, fields=fields
    )
    async with herald.store.writing() as connection:
        await kept_drafts.save(connection, draft)


Step = Callable[[Desk, Making], Making]


async def _step(herald: Herald, interaction: Interaction, press: Press, step: Step) -> None:
    """Go one step on with an entry, and show what is asked next."""
    async with _desk(herald, interaction, press.game, press.tag) as desk:
        made = step(desk, await _made(herald, press.game, desk.seat, press.tag))
        await _keep(herald, desk, made)
        shown = next_panel(desk, made)
    await _show(interaction, shown)


def _offer(desk: Desk, made: Making) -> Offer:
    return making.offer_of(desk.world, desk.seat, made)


async def ask(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show what a question may be answered with."""
    async with _desk(herald, interaction, press.game, values[0] if values else press.tag) as desk:
        shown = answers_panel(desk, values[0] if values else press.tag)
    await _show(interaction, shown)


async def do(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Begin an entry: an action from the menu, the default, or to decline."""
    async with _desk(herald, interaction, press.game, press.tag) as desk:
        made = begun(desk, press.tag, values[0] if values else "", press.form)
        await _keep(herald, desk, made)
        shown = next_panel(desk, made)
    await _show(interaction, shown)


def begun(desk: Desk, decision: str, tag: str, plain: str = "") -> Making:
    """Return an entry that is begun; one for a turn of one's own lasts for its round."""
    ahead = desk.live.table.rules.plannable()[decision].ahead is not None
    rounds = desk.world.rules.round(desk.world.game)
    scope = Scope.ROUND if ahead and rounds else Scope.QUESTION
    if plain in ALL_AT_ONCE:
        return Making(decision=decision, answer="default" if plain == "default" else "decline", scope=scope)
    if plain:
        return Making(decision=decision, tag=plain, written={"action": plain}, scope=scope)
    return Making(decision=decision, tag=tag, scope=scope)


async def answer(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take the answer to a question of the action."""
    await _step(herald, interaction, press, lambda desk, made: making.answered(_offer(desk, made), made, values))


async def end(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """End a list, or choose nothing."""
    await _step(herald, interaction, press, lambda desk, made: making.ended(_offer(desk, made), made))


async def leave_open(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Leave a question of the action open."""
    await _step(herald, interaction, press, lambda desk, made: making.left_open(_offer(desk, made), made))


async def turn(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Turn to another page of the choices, or to those that contain a word."""
    async with _desk(herald, interaction, press.game, press.tag) as desk:
        made = await _made(herald, press.game, desk.seat, press.tag)
        shown = next_panel(desk, made, press.page, values[0] if values else "")
    await _show(interaction, shown)


async def condition(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Add a condition."""
    await _step(
        herald,
        interaction,
        press,
        lambda desk, made: making.with_condition(made, _condition(desk, made, values[0])),
    )


async def condition_answer(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take the answer to a question of a condition."""

    def step(desk: Desk, made: Making) -> Making:
        asked = made.asked.condition if made.asked else ""
        return making.condition_answered(made, _condition(desk, made, asked), values[0])

    await _step(herald, interaction, press, step)


async def no_condition(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Leave a condition out after all."""
    await _step(herald, interaction, press, lambda desk, made: msgspec.structs.replace(made, asked=None))


async def lasting(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Say how long the plan lasts; what lasts for ever answers every time, unless something else is said then."""
    scope = Scope(values[0])
    changed: dict[str, Any] = {"scope": scope, "then": Then.AGAIN if scope is Scope.ALWAYS else Then.NEXT}
    await _step(herald, interaction, press, lambda desk, made: msgspec.structs.replace(made, **changed))


async def sequel(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Say what then."""
    then = Then(values[0])
    await _step(herald, interaction, press, lambda desk, made: msgspec.structs.replace(made, then=then))


async def fallback(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Say what is done if nothing fits."""
    otherwise = Otherwise(values[0])
    await _step(herald, interaction, press, lambda desk, made: msgspec.structs.replace(made, otherwise=otherwise))


async def keep(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Add the entry to the plans."""
    async with _desk(herald, interaction, press.game, press.tag) as desk:
        made = await _made(herald, press.game, desk.seat, press.tag)
        game, seat = desk.live.game, desk.seat
        if made.answer == "action" and made.written is None and making.question(_offer(desk, made), made):
            raise Refused("One question is still open; answer it, or leave it open.")
    user = interaction.user.id
    given = await herald.plans.give(
        game.id, user, made.decision, made.entry(), scope=made.scope, otherwise=made.otherwise
    )
    async with herald.store.writing() as connection:
        await kept_drafts.drop(connection, game.id, ahead_of(seat))
    await show(herald, interaction, game, "Noted. For what else you would do choose the question again.", _last(given))


def _last(plan: PlanRecord) -> str:
    return f"{plan.id}.{len(plan.entries)}"


# ---------------------------------------------------------------------- the written form


def meant(rules: Rules[Any], decision: str, tag: str) -> type[Action]:
    """Return the answer that is meant by its tag; raises Refused with those there are."""
    found = rules.plannable().get(decision, Plannable(""))
    for kind in found.answers:
        if tag_of(kind) == tag:
            return kind
    could = ", ".join([*ALL_AT_ONCE, *(tag_of(kind) for kind in found.answers)])
    raise Refused(f"'{texts.tidy(tag, 40)}' does not answer that question; choose one of {could}.")


def written_entry(live: LiveGame, decision: str, tag: str, given: Mapping[str, str]) -> Entry:
    """Return an entry from what was written; fields of which nothing was written stay open."""
    if tag in ALL_AT_ONCE:
        return Entry("default" if tag == "default" else "decline")
    kind = meant(live.table.rules, decision, tag)
    return Entry(action=edits.plain(live.table, kind, given, live.names))


async def form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for an answer that no panel can show yet: its fields, and words of the question."""
    decision, _, tag = press.tag.partition(".")
    async with herald.referee.reading(press.game) as live:
        kind = meant(live.table.rules, decision, tag)
    sent = str(Press("plgiven", press.game, tag=press.tag))
    modal = discord.ui.Modal(title=texts.clipped(edits.explained(kind), 45), custom_id=sent, timeout=None)
    inputs = [
        (field.name, field.name.replace("_", " ").capitalize()) for field in msgspec.structs.fields(kind)[:FIELDS]
    ]
    for name, label in [*inputs, ("only-words", "Only if the question says")]:
        hint = "a name or a place; may be left out" if name == "only-words" else "may be left open"
        modal.add_item(
            discord.ui.TextInput(
                label=texts.clipped(label, 45),
                custom_id=name,
                placeholder=hint,
                required=False,
                max_length=MAX_WORDS_CHARS if name == "only-words" else 100,
            )
        )
    modal.stop()
    return modal


async def given(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Take the form of an answer."""
    decision, _, tag = press.tag.partition(".")
    words = written.get("only-words", "").strip()
    async with _desk(herald, interaction, press.game, decision) as desk:
        entry = written_entry(desk.live, decision, tag, written)
        game = desk.live.game
        if not words:
            made = Making(
                decision=decision, tag=tag, written=dict(entry.action), scope=begun(desk, decision, tag).scope
            )
            await _keep(herald, desk, made)
            shown = next_panel(desk, made)
    if not words:
        await _show(interaction, shown)
        return
    await give(herald, interaction, game, decision, entry, words=words)


async def give(
    herald: Herald,
    interaction: Interaction,
    game: GameRecord,
    decision: str,
    entry: Entry,
    *,
    words: str = "",
    scope: Scope = Scope.QUESTION,
) -> None:
    """Add an entry that was said in one go; then show all plans."""
    found = await herald.plans.give(game.id, interaction.user.id, decision, entry, words=words, scope=scope)
    await show(herald, interaction, game, "Noted.", _last(found))


async def search(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form that asks for a word to look for among many choices."""
    modal = discord.ui.Modal(title="Search", custom_id=str(replace(press, verb="plfound")), timeout=None)
    modal.add_item(discord.ui.TextInput(label="A part of the name", custom_id="word", max_length=40))
    modal.stop()
    return modal


async def found(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Show the choices that contain a word."""
    word = written.get("word", "")
    if press.form != "if":
        await turn(herald, interaction, replace(press, page=0), [word])
        return
    async with _desk(herald, interaction, press.game, press.tag) as desk:
        made = await _made(herald, press.game, desk.seat, press.tag)
        shown = _fitting(_condition_panel(desk, made), word)
    await _show(interaction, shown)


def _fitting(shown: Panel, word: str) -> Panel:
    """Return a panel with only those choices of its menu that contain a word."""
    menu = shown.rows[0]
    assert isinstance(menu, Menu)
    fitting = [choice for choice in menu.choices if word.casefold() in choice.label.casefold()]
    if not fitting:
        raise Illegal("Nothing fits; search again.")
    return replace(shown, rows=[replace(menu, choices=fitting), *shown.rows[1:]])


# ---------------------------------------------------------------------- changing what there is


async def _game(herald: Herald, game_id: str) -> GameRecord | None:
    if not game_id:
        return None
    async with herald.referee.reading(game_id) as live:
        return live.game


async def plans(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show a person's plans; where there are none, at once what can be planned for one's next turn."""
    game = await _game(herald, press.game)
    await show(herald, interaction, game)


async def pick(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show what can be done with an entry."""
    await show(herald, interaction, await _game(herald, press.game), picked=values[0])


async def up(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Prefer an entry to the one before it."""
    await _moved(herald, interaction, press, -1)


async def down(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Prefer the next entry to this one."""
    await _moved(herald, interaction, press, 1)


async def _moved(herald: Herald, interaction: Interaction, press: Press, by: int) -> None:
    number, place = _numbers(press.tag)
    await herald.plans.move(interaction.user.id, number, place, by)
    await show(herald, interaction, await _game(herald, press.game))


async def away(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take an entry away."""
    await herald.plans.take_away(interaction.user.id, *_numbers(press.tag))
    await show(herald, interaction, await _game(herald, press.game), f"{press.tag} is gone.")


def _numbers(tag: str) -> tuple[int, int]:
    """Return the number of a plan and the place of an entry in it, from 0; raises Refused for what is none."""
    plan, _, place = tag.partition(".")
    if not (plan.isdigit() and place.isdigit()):
        raise Refused("Name an entry of your plans as /plan does, such as 12.1.")
    return int(plan), int(place) - 1


Handler = Callable[[Herald, Interaction, Press, Sequence[str]], Awaitable[None]]
Former = Callable[[Herald, Interaction, Press], Awaitable[discord.ui.Modal]]
Sent = Callable[[Herald, Interaction, Press, Mapping[str, str]], Awaitable[None]]

PRESSES: dict[str, Handler] = {
    "plan": plans,
    "plpick": pick,
    "plup": up,
    "pldown": down,
    "plaway": away,
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
FORMS: dict[str, Former] = {"plform": form, "plfind": search}
SENT: dict[str, Sent] = {"plgiven": given, "plfound": found}
