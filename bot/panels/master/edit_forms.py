"""An edit of the game master by menus: the same form as a player's, with every edit as an offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, get_args, get_origin

import discord
import msgspec

from bot.herald import Herald
from bot.panels import answers, edits
from bot.panels.deciding import replies
from bot.panels.deciding.replies import Reply, SeatContext
from bot.panels.filling.wording import search_form
from bot.panels.ids import Press, parse
from bot.panels.master import gm_auth, moderation
from bot.panels.panel import Button, Menu, Panel, People, flat
from bot.panels.verbs import FormOpener, Handler
from bot.services.rehearsals import known_table
from bot.store import drafts as kept_drafts
from bot.store.rows import Draft, GameRecord, gm_seat
from bot.table.live_game import LiveGame
from engine.core import drafts
from engine.core.actions import MASTER, Action, Choice, Field, Offer, always, tag_of
from engine.core.actions import Draft as Fields
from engine.core.errors import Illegal
from engine.core.events import name_seats
from engine.core.table import Table

Interaction = discord.Interaction[Any]

# ---------------------------------------------------------------------- edits as offers


class MasterTable(Table):
    """A table as its game master sees it: each edit is an offer, with the choices of its fields."""

    def offer(self, seat: str, tag: str) -> Offer:
        """Return the edit of a tag as an offer; raises Illegal if there is none that menus can ask for."""
        kind = edits.kinds(self.rules.edits).get(tag)
        offer = offer_of(self, kind) if kind else None
        if offer is None:
            raise Illegal("That kind of change does not exist; use /gm edit again.")
        return offer


def offer_of(table: Table, kind: type[Action]) -> Offer | None:
    """Return an edit as an offer; None where a field is of a sort that no menu can have, or there are only numbers.

    What need not be said is not asked for where there is nothing to choose from, such as ships before any is afloat.
    """
    fields = edits.asked_fields(table.rules, kind)
    found = [(field, _field(table, kind, field)) for field in fields]
    asked = tuple(question for _, question in found if question)
    left = [field for field, question in found if not question and not (field.type is str and not field.required)]
    numbers = all(field.type in (int, bool) for field in fields)
    if left or not asked or numbers:
        return None
    return Offer(kind, tag_of(kind).replace("_", " ").capitalize(), asked, edits.explained(kind).partition(": ")[2])


def _field(table: Table, kind: type[Action], field: msgspec.structs.FieldInfo) -> Field | None:
    """Return the question that fills a field in."""
    many, repeats = get_origin(field.type) is list, table.rules.editing.may_repeat(kind, field.name)
    if get_origin(field.type) is dict or (many and get_args(field.type) == (int,) and not repeats):
        return None
    later = table.rules.editing.choices(table.game, kind, field.name, {}) is not None
    if not later and not edits.choices(table, kind, field.name, {}):
        return None
    left = partial(_left, table, kind, field.name, many and not repeats)
    least = 0 if many or edits.may_be_left(table, kind, field) else 1
    asked = edits.asked(table.rules, kind, field.name)
    return Field(
        field.name, asked, left, many=many, least=least, when=always if least else lambda draft: bool(left(draft))
    )


def _left(table: Table, kind: type[Action], name: str, once: bool, draft: Fields) -> list[Choice]:
    """Return the choices that are left; of a list, those not in it yet."""
    before = {said: value for said, value in draft.items() if value not in ("", [])}
    found = edits.choices(table, kind, name, before)
    return [choice for choice in found if not once or choice.value not in draft.get(name, ())]


def action_of(offer: Offer, draft: Fields) -> Action:
    """Return the edit of a complete draft; what was left stays as the edit has it. Raises Illegal if it is no edit."""
    optional = {field.name for field in edits.fields_of(offer.action) if not field.required}
    said = {name: value for name, value in draft.items() if value not in ("", []) or name not in optional}
    try:
        return msgspec.convert(edits.put_together(offer.action, said), type=offer.action, strict=False)
    except msgspec.ValidationError as error:
        raise Illegal("That form is out of date; start again with /gm edit.") from error


# ---------------------------------------------------------------------- while somebody types


def completions(live: LiveGame, user: int, what: str, written: Sequence[str], place: int) -> Mapping[str, str]:
    """Return what can be meant by the answer in a place of an edit, by those before it; of a list, what may be added.

    They are what is written, each with its words; none where it is no edit, or asks for no more.
    """
    kind = edits.kinds(live.table.rules.edits).get(what)
    fields = edits.asked_fields(live.table.rules, kind) if kind else []
    if kind is None or place >= len(fields):
        return {}
    desk, field = _desk(live, user).table, fields[place]
    said = dict(zip((field.name for field in fields), written[:place], strict=False))
    many = get_origin(field.type) in (list, dict)
    *done, _ = written[place].split(",") if many else [""]
    before = {name: value for name, value in said.items() if value}
    listed = "".join(f"{word.strip()}, " for word in done)
    found = edits.choices(desk, kind, field.name, before | ({field.name: done} if done else {}))
    return {listed + one.value: listed + name_seats(one.label, live.names) for one in found}


# ---------------------------------------------------------------------- on the panel

VERBS = {"set": "gmset", "out": "gmout", "page": "gmpage", "find": "gmfind", "back": "gmback", "go": "gmgo"}
"""The verbs of a player's form, and what they are on the game master's."""


async def begin(herald: Herald, interaction: Interaction, game: GameRecord, kind: type[Action]) -> bool:
    """Show the form of an edit; False where it cannot be asked for by menus."""
    async with herald.referee.reading(game.id) as live:
        try:
            here = _desk(live, interaction.user.id)
        except Illegal:
            return False
        offer = offer_of(here.table, kind)
        if offer is None:
            return False
        reply = replies.written(here, offer.tag, {}) if drafts.question(offer, {}) else None
    if reply is None or reply.panel is None:
        return False
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _answer(herald, interaction, live, reply)
    return True


def _desk(live: LiveGame, user: int) -> SeatContext:
    """Return the game master's place at the table, which reveals nothing that they may not know."""
    known = known_table(live, user)
    table = MasterTable(known.rules, known.game, careful=False)
    return SeatContext(live.game, table, MASTER, live.names, live.table.version)


async def fill_in(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Answer a press on the form of an edit."""
    await gm_auth.game_of(herald, interaction, press.subject)
    async with herald.store.reading() as connection:
        kept = await kept_drafts.get(connection, press.subject, gm_seat(interaction.user.id))
    async with herald.referee.reading(press.subject) as live:
        here, verb = replace(_desk(live, interaction.user.id), kept=kept), PLAYERS[press.verb]
        if verb == "go":
            offer = here.table.offer(MASTER, press.topic)
            draft = drafts.rebuilt(offer, kept.fields) if kept and kept.tag == press.topic else {}
            action = action_of(offer, drafts.close_list(offer, draft) or draft)
        else:
            reply = replies.reply(here, replace(press, verb=verb, stamp=""), values)
    if verb == "go":
        await moderation.rehearse(herald, interaction, press.subject, action)
    else:
        await _answer(herald, interaction, live, reply)


PLAYERS = {master: player for player, master in VERBS.items()} | {"gmfound": "found"}


async def _answer(herald: Herald, interaction: Interaction, live: LiveGame, reply: Reply) -> None:
    assert reply.panel is not None
    if reply.keep is not None:
        tag, fields = reply.keep
        seat = gm_seat(interaction.user.id)
        kept = Draft(game=live.game.id, seat=seat, version=live.table.version, tag=tag, fields=fields)
        async with herald.store.writing(live.game.id) as connection:
            await kept_drafts.save(connection, kept)
    panel = masterly(reply.panel)
    await answers.put(interaction, panel)


def masterly(panel: Panel) -> Panel:
    """Return a player's form as the game master's: its buttons lead to edits."""
    rows = [_menu(row) if isinstance(row, Menu) else _buttons(row) for row in flat(panel.rows)]
    return replace(panel, rows=[row for row in rows if row], shows=None)


def _menu(menu: Menu) -> Menu:
    return replace(menu, id=_id(menu.id))


def _buttons(row: People | Sequence[Button]) -> list[Button]:
    return [] if isinstance(row, People) else [found for button in row if (found := _button(button))]


def _button(button: Button) -> Button | None:
    press = parse(button.id)
    if press is None or press.verb in ("opts", "missing"):
        return None
    label = "Show what it does" if press.verb == "go" else button.label
    return replace(button, id=_id(button.id), label=label)


def _id(custom_id: str) -> str:
    press = parse(custom_id)
    assert press is not None
    return str(replace(press, verb=VERBS[press.verb], stamp=""))


async def search(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Ask for a word to look for among many choices."""
    return search_form(press, "gmfound")


PRESSES: dict[str, Handler] = {verb: fill_in for verb in PLAYERS if verb != "gmfind"}
FORMS: dict[str, FormOpener] = {"gmfind": search}
