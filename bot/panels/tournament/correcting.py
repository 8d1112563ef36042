"""A result is corrected: written down, shown with all that follows from it, and counted when an official says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import discord
import msgspec

from bot import texts
from bot.errors import HeraldError, Refused
from bot.herald import Herald
from bot.panels.ids import Press, read_number
from bot.panels.modals import REASON, Line, modal
from bot.panels.panel import MENU, AnyRow, Button, Menu, Panel
from bot.panels.tournament.common import Verb, check_official, id_of, refresh, table_of
from bot.panels.verbs import FormHandler, FormOpener, Handler
from bot.store import drafts, tournaments
from bot.store.rows import Draft, gm_seat
from engine.core.actions import Choice
from engine.core.errors import EngineError
from engine.core.text import tidy
from engine.tournament import corrections, log, tournament, wording
from engine.tournament.blocked_tables import where
from engine.tournament.state import State, titled

Interaction = discord.Interaction[Any]


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """A correction as an official has written it, which does not count yet."""

    heat: int
    table: int

    result: str
    reason: str
    rule: str = ""

    ruling: int = 0
    """The number of the ruling that fell, where it is made good by this; 0 for none."""

    @property
    def tag(self) -> str:
        """Which table it is about, as a button names it."""
        return f"{self.heat}.{self.table}"

    @property
    def digest(self) -> str:
        """What tells it from any other, so that a button counts what stands above it and nothing else."""
        return sha256(msgspec.json.encode(self)).hexdigest()[:10]


async def results(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show the tables that have a result."""
    state = await _state(herald, interaction, press)
    found = [(heat, table, game.result) for heat, table, game in state.tables() if game.result]
    if not found:
        raise Refused("No game is over yet; there is no result to correct.")
    choices = [
        Choice(f"{heat}.{table}", titled(where(heat, table)), corrections.written(result, state.names))
        for heat, table, result in found[-MENU:]
    ]
    rows: list[AnyRow] = [
        Menu(id_of(Verb.CORRECT, press.subject), "Which result?", choices),
        [Button(id_of(Verb.FOR_OFFICIALS, press.subject), "Back")],
    ]
    text = "A result changes only by a ruling. The old result stays visible, and I work out the standings again."
    await refresh(interaction, Panel(text, title="Correct a result", rows=rows))


async def _state(herald: Herald, interaction: Interaction, press: Press) -> State:
    state = await herald.tournaments.state(press.subject)
    check_official(state, interaction.user.id)
    return state


async def form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form with a result as it is."""
    state = await _state(herald, interaction, press)
    data: Any = interaction.data or {}
    heat, table = table_of(str(next(iter(data.get("values", ())), "")))
    return form_of(press.subject, state, as_it_is(state, heat, table))


def as_it_is(state: State, heat: int, table: int) -> Written:
    """Return a result for an official to change; raises Refused if there is none yet."""
    found = state.game(heat, table).result
    if found is None:
        raise Refused("This game has no result yet.")
    return Written(heat=heat, table=table, result=corrections.written(found, state.names), reason="")


def form_of(tournament_id: str, state: State, written: Written) -> discord.ui.Modal:
    """Return the form that corrects a result, with what was written already."""
    hint = 'Ann 40 king, Ben 31 = "Cat, the Bold" 31'
    lines = [
        Line("result", "The result, the first place first", written.result, hint, long=True, most=1000),
        replace(REASON, value=written.reason),
        Line("rule", "By which rule", written.rule, required=False, most=40),
    ]
    sent = Press(Verb.CORRECT_SENT, tournament_id, topic=written.tag, detail=str(written.ruling or ""))
    return modal(sent, f"Correct {where(written.heat, written.table)}", lines)


async def sent(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Take the form of a correction."""
    heat, table = table_of(press.topic)
    found = Written(
        heat=heat,
        table=table,
        result=written["result"],
        reason=tidy(written["reason"], 400),
        rule=tidy(written.get("rule", "")),
        ruling=read_number(press.detail) if press.detail else 0,
    )
    await propose(herald, interaction, press.subject, found)


# ---------------------------------------------------------------------- before it counts


async def propose(herald: Herald, interaction: Interaction, tournament_id: str, written: Written) -> None:
    """Show an official what a correction would do, and keep it for the button; what cannot be read can be rewritten."""
    state = await herald.tournaments.state(tournament_id)
    check_official(state, interaction.user.id)
    game = state.game(written.heat, written.table)
    await _keep(herald, interaction, tournament_id, written, len(game.corrections))
    try:
        as_it_is(state, written.heat, written.table)
        after = await herald.tournaments.tried(tournament_id, await _entry(herald, interaction, tournament_id, written))
    except (EngineError, HeraldError) as refusal:
        again = [_again(tournament_id, written), _leave(tournament_id, written)]
        title = f"{titled(where(written.heat, written.table))}: not read"
        await refresh(interaction, Panel(texts.safe(str(refusal)), title=title, rows=[again]))
        return
    await refresh(interaction, panel(tournament_id, state, after, written))


async def _entry(herald: Herald, interaction: Interaction, tournament_id: str, written: Written) -> log.Corrected:
    by, rest = interaction.user.id, (written.heat, written.table, written.result, written.reason, written.rule)
    return await herald.tournaments.correction(tournament_id, by, *rest)


def panel(tournament_id: str, state: State, after: State, written: Written) -> Panel:
    """Return what a correction changes, what is odd about it, and the buttons by which it counts or does not."""
    old, new = (one.game(written.heat, written.table) for one in (state, after))
    assert old.result is not None and new.result is not None
    doubts = corrections.doubts(old.result, new.result)
    lines = corrections.differences(old.result, new.result) or ["The result stays as it is; the reason is on record."]
    lines += [f"⚠️ {doubt} Points decide the places [WBC-VIC.2]." for doubt in doubts[:DOUBTS]]
    lines += ["Insist only if a ruling says so; everybody will read that you insisted."] if doubts else []
    lines += ["", "**Consequences**", *_follows(state, after), "", "It does not count yet."]
    label, style = ("I insist: count it", "danger") if doubts else ("Count it", "success")
    count = Press(
        Verb.COUNT_RESULT,
        tournament_id,
        str(len(old.corrections)),
        written.tag,
        detail=f"{INSIST if doubts else ''}{written.digest}",
    )
    row = [Button(str(count), label, style), _again(tournament_id, written), _leave(tournament_id, written)]  # type: ignore[arg-type]
    text = texts.clipped(texts.with_names("\n".join(lines), state.names), texts.MESSAGE)
    return Panel(text, title=f"Correct {where(written.heat, written.table)}?", rows=[row])


INSIST = "insist-"
"""Before what a button counts although it is odd."""

DOUBTS = 5
"""How many odd things are shown before a correction counts."""


def _follows(state: State, after: State) -> list[str]:
    """Return the changes that a correction brings beside the result."""
    lines = wording.moves(state, after)
    if tournament.over(state):
        lines.append(wording.succession(state, after))
    return [*lines, "The results are under review until an official signs them."]


def _again(tournament_id: str, written: Written) -> Button:
    return Button(id_of(Verb.CORRECT_AGAIN, tournament_id, written.tag), "Change it…", "primary")


def _leave(tournament_id: str, written: Written) -> Button:
    return Button(id_of(Verb.LEAVE_RESULT, tournament_id, written.tag), "Leave it as it is")


async def rewrite(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form again with what was written."""
    state = await _state(herald, interaction, press)
    kept = await _kept(herald, interaction, press)
    return form_of(press.subject, state, msgspec.convert(kept.fields, Written))


async def count(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let a correction count that was shown."""
    await _state(herald, interaction, press)
    kept = await _kept(herald, interaction, press)
    written = msgspec.convert(kept.fields, Written)
    if (str(kept.version), written.digest) != (press.stamp, press.detail.removeprefix(INSIST)):
        raise Refused(REWRITTEN)
    entry = await _entry(herald, interaction, press.subject, written)
    state = await herald.tournaments.correct(press.subject, entry, kept.version, insist=press.detail.startswith(INSIST))
    if written.ruling:
        await herald.tournament_mending.corrected(press.subject, interaction.user.id, written.ruling)
    await _drop(herald, kept)
    await refresh(interaction, Panel(corrected(state, written.heat, written.table), title="It counts"))


def corrected(state: State, heat: int, table: int) -> str:
    """Return what the last correction of a result has changed."""
    game = state.game(heat, table)
    assert game.result is not None
    lines = corrections.differences(game.corrections[-1].result, game.result)
    said = "\n".join(lines) or "The result is the same as before; your reason is on record."
    return texts.with_names(f"{said}\nThe standings are under review until an official signs them.", state.names)


async def leave(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Forget a correction that was shown."""
    await _state(herald, interaction, press)
    await _drop(herald, await _kept(herald, interaction, press))
    await refresh(interaction, Panel("The result stays as it is.", title="Not corrected"))


# ---------------------------------------------------------------------- what is kept until then

REWRITTEN = "This correction has been decided or rewritten since; press “Correct a result” again."

TAG = "correction"
"""What is kept, among what an official of a game may have begun."""


async def _keep(herald: Herald, interaction: Interaction, tournament_id: str, written: Written, version: int) -> None:
    """Keep a correction beside the game of its table, until it counts or is left."""
    game = await _game(herald, tournament_id, written.heat, written.table)
    fields = msgspec.to_builtins(written)
    kept = Draft(game=game, seat=gm_seat(interaction.user.id), version=version, tag=TAG, fields=fields)
    async with herald.store.writing(game) as connection:
        await drafts.save(connection, kept)


async def _kept(herald: Herald, interaction: Interaction, press: Press) -> Draft:
    game = await _game(herald, press.subject, *table_of(press.topic))
    async with herald.store.reading() as connection:
        kept = await drafts.get(connection, game, gm_seat(interaction.user.id))
    if kept is None or kept.tag != TAG:
        raise Refused(REWRITTEN)
    return kept


async def _drop(herald: Herald, kept: Draft) -> None:
    async with herald.store.writing(kept.game) as connection:
        await drafts.drop(connection, kept.game, kept.seat)


async def _game(herald: Herald, tournament_id: str, heat: int, table: int) -> str:
    async with herald.store.reading() as connection:
        places = await tournaments.games_of(connection, tournament_id)
    found = [place.game for place in places if (place.heat, place.number) == (heat, table)]
    if not found:
        raise Refused("That table does not exist; press “Correct a result” again.")
    return found[0]


PRESSES: dict[str, Handler] = {Verb.RESULTS: results, Verb.COUNT_RESULT: count, Verb.LEAVE_RESULT: leave}
FORMS: dict[str, FormOpener] = {Verb.CORRECT: form, Verb.CORRECT_AGAIN: rewrite}
SENT: dict[str, FormHandler] = {Verb.CORRECT_SENT: sent}
