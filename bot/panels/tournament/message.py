"""A tournament on Discord: the message with its buttons, and what officials are offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.model.people import read_time
from bot.panels.ids import Press, read_number
from bot.panels.modals import REASON, Line, modal
from bot.panels.panel import Button, Menu, Panel, buttons, opening
from bot.panels.tournament.common import Verb, check_official, id_of, refresh, say
from bot.panels.tournament.mending import mend_button
from bot.panels.verbs import FormHandler, FormOpener, Handler
from bot.store import people, tournaments
from bot.store.rows import TournamentGame, TournamentRecord
from engine.core.text import join_words, tidy
from engine.games import rules_of
from engine.tournament import clocks, finalists, log, names, rulings, seating, tournament, wording
from engine.tournament.blocked_tables import holds, where
from engine.tournament.format import Format
from engine.tournament.format_forms import span
from engine.tournament.log import FINAL, AnyEntry
from engine.tournament.state import Heat, State, heat_name, heat_title, titled

Interaction = discord.Interaction[Any]

LISTED = 12
"""Lines of the standings on the message of a tournament; all of them are one press away."""

LONGEST_AHEAD_S = 366 * 86400.0
"""Seconds that a heat can be announced ahead."""

MISSING = 20
"""People who are missing at a check-in that an official reads the names of."""

MENDED = 5
"""Rulings to be mended that have a button among what officials are offered."""

HEATS = 10
"""Heats that have buttons of their own; of a longer league one enters for all rounds."""


# ---------------------------------------------------------------------- the public message


def public(
    record: TournamentRecord, state: State, places: Sequence[TournamentGame], threads: Mapping[str, int]
) -> Panel:
    """Return the message of a tournament: what is played, who has entered, where it stands, and its buttons."""
    lines = [*_about(state.format), *_robin(state), *_over(record, state), ""]
    lines += _alike(state)
    for heat in [*state.heats, *([state.final] if state.final.announced or state.final.off else [])]:
        lines += _heat_lines(heat, finalists.qualified(state).finalists, places, threads)
    shown = wording.standing(state)[:LISTED]
    if shown:
        review = " (under review)" if tournament.under_review(state) else ""
        lines += ["", f"**Standings**{review}", *shown]
    honours = wording.honours(state)
    if honours:
        first = "" if tournament.unplayed(state) else "🏆 "
        lines += ["", f"{first}{honours[0]}", *honours[1:]]
    text = texts.with_names("\n".join(lines), state.names)
    return Panel(text, title=_title(state.format), rows=_rows(record.id, state), footer=f"Tournament {record.id}")


def _title(tournament_format: Format) -> str:
    return f"{tournament_format.title} {tournament_format.year}" if tournament_format.year else tournament_format.title


def _over(record: TournamentRecord, state: State) -> Iterator[str]:
    """When a tournament that is not over yet is so at the latest, as it is known at entry."""
    if tournament.over(state):
        return
    begun = [heat for heat in [*state.heats, state.final] if heat.start]
    last = begun[-1] if begun else state.heats[0]
    start = datetime.fromisoformat(last.start) if last.start else datetime.fromtimestamp(record.created, UTC)
    left = 0 if last is state.final else sum(heat.number >= last.number for heat in state.heats)
    if state.format.scheme == "knockout":
        yield "Heats follow until one player is left."
        return
    over = clocks.latest_finish(state.format.clock, start, left, final=bool(state.format.finalists))
    date = f"<t:{int(over.timestamp())}:f>"
    follows = f"Without a pause between heats it ends {date} at the latest."
    yield follows if begun else f"If it begins now, it ends {date} at the latest."


def _robin(state: State) -> Iterator[str]:
    """How many rounds let everybody meet everybody, where that is how people are seated, and there are others."""
    entered = len({person for heat in state.heats for person in heat.entered})
    rounds = seating.rounds_for_all(entered)
    if state.format.seating == "paired" and not state.begun and entered > 1 and rounds != state.format.heats:
        yield f"With {entered} people, everybody meets everybody in {rounds} round{'' if rounds == 1 else 's'}."


def _alike(state: State) -> Iterator[str]:
    """Tell people of the same name apart by mentions that ping nobody."""
    for group in names.alike(state.names):
        known = [f"{{{person}}} is <@{person}>" for person in group if person.isdigit()]
        if known:
            yield f"{join_words(known)}."


def _about(tournament_format: Format) -> list[str]:
    rules = rules_of(tournament_format.game)
    least, most = tournament_format.fewest, tournament_format.most
    heats = tournament_format.heats
    tables = f"{tournament_format.usual} players at a table, or {least} to {most} if that seats everybody"
    own = [f"{texts.safe(name)} {texts.safe(str(value))}" for name, value in sorted(tournament_format.options.items())]
    shape = {
        "heats": f"{heats} heat{'s' if heats > 1 else ''}, then a Final of {tournament_format.finalists}",
        "league": f"A league of {heats} rounds",
        "knockout": "A knock-out: the winner of each table plays the next heat",
    }[tournament_format.scheme]
    return [
        f"**{rules.title}**, {rules.variants[tournament_format.variant]}. {shape}; {tables}.",
        f"A game lasts {span(tournament_format.clock.heat)}"
        + (f", the Final {span(tournament_format.clock.final)}" if tournament_format.finalists else "")
        + f"; you can check in for a heat until {span(tournament_format.clock.grace)} after it begins.",
        *([f"House rules: {', '.join(own)}."] if own else []),
    ]


def _heat_lines(
    heat: Heat, finalists: Sequence[str], places: Sequence[TournamentGame], threads: Mapping[str, int]
) -> list[str]:
    """Return the public lines about a heat: who comes, or who plays where and how that came out."""
    name = heat_name(heat.number).removeprefix("the ").capitalize()
    if not heat.closed:
        start = f", starts <t:{_unix(heat.start)}:f>" if heat.start else ""
        there = f", {len(heat.present)} checked in" if heat.announced else ""
        coming = f"{len(finalists)} finalists" if heat.number == FINAL else f"{len(heat.entered)} entered"
        return [f"**{name}**: {coming}{start}{there}."]
    if heat.off:
        return [f"**{name}** was called off: {texts.safe(heat.off)}"]
    found = [f"**{name}**"]
    for number, game in enumerate(heat.games, start=1):
        place = next((one for one in places if (one.heat, one.number) == (heat.number, number)), None)
        link = f" <#{threads[place.game]}>" if place and place.game in threads else ""
        told = wording.outcome(game.result) if game.result else wording.people(game.people)
        found.append(f"Table {number}{link}: {told}")
    return found


def _unix(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp())


def _rows(tournament_id: str, state: State) -> list[Menu | Sequence[Button]]:
    open_heats = [heat for heat in state.heats if not heat.closed]
    rows: list[Menu | Sequence[Button]] = []
    if open_heats and len(state.heats) <= HEATS and state.format.scheme != "knockout":
        rows += buttons(
            [Button(id_of(Verb.ENTER, tournament_id, heat.number), f"I play heat {heat.number}") for heat in open_heats]
        )
    elif open_heats:
        rows.append([Button(id_of(Verb.ENTER, tournament_id, "all"), "I play")])
    coming = [heat for heat in [*open_heats, state.final] if heat.announced and not heat.closed]
    rows += [
        [Button(id_of(Verb.CHECK_IN, tournament_id, heat.number), f"Check in: {heat_name(heat.number)}", "success")]
        for heat in coming
    ]
    if tournament.final_to_come(state) or (state.final.announced and not state.final.closed):
        rows.append(final_buttons(tournament_id)[bool(state.final.announced) :])
    rows.append(
        [
            Button(id_of(Verb.STANDINGS, tournament_id), "Standings"),
            Button(id_of(Verb.HOUSE_RULES, tournament_id), "House rules"),
            Button(id_of(Verb.FOR_OFFICIALS, tournament_id), "For officials"),
        ]
    )
    return rows


def final_buttons(tournament_id: str) -> list[Button]:
    """Return the buttons by which finalists say whether they play the Final."""
    yes = Button(id_of(Verb.PLAY_FINAL, tournament_id, "yes"), "I play the Final", "success")
    return [yes, Button(id_of(Verb.PLAY_FINAL, tournament_id, "no"), "I do not play the Final")]


async def panel_of(herald: Herald, tournament_id: str) -> Panel:
    """Return the message of a tournament as it is now."""
    record, state, places, threads = await _known(herald, tournament_id)
    return public(record, state, places, threads)


async def _known(
    herald: Herald, tournament_id: str
) -> tuple[TournamentRecord, State, list[TournamentGame], dict[str, int]]:
    state = await herald.tournaments.state(tournament_id)
    async with herald.store.reading() as connection:
        record = await tournaments.get(connection, tournament_id)
        places = await tournaments.games_of(connection, tournament_id)
        threads = await tournaments.threads(connection, tournament_id)
    return record, state, places, threads


# ---------------------------------------------------------------------- what players press


async def _enter(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Enter for a heat, or withdraw from it."""
    heat = None if press.topic == "all" else read_number(press.topic)
    name = tidy(interaction.user.display_name)
    person = str(interaction.user.id)
    await herald.tournaments.enter(press.subject, person, name, heat, plays=press.detail != WITHDRAW)
    state = await herald.tournaments.state(press.subject)
    called = state.names[person]
    other = (
        "" if called == name else f" There is another {texts.safe(name)} already, so you are {texts.safe(called)} here."
    )
    shown = Panel(entered(state, person) + other, rows=withdrawals(press.subject, state, person))
    await interaction.followup.send(embed=shown.embed(), view=shown.view(), ephemeral=True)


WITHDRAW = "no"
"""What the button of a person who withdraws from a heat has in the place of a form."""


def withdrawals(tournament_id: str, state: State, person: str) -> list[Menu | Sequence[Button]]:
    """Return the buttons by which a person withdraws from the heats to come that they play."""
    coming = [heat.number for heat in state.heats if person in heat.entered and not heat.closed]
    if state.format.scheme == "knockout" or len(coming) > HEATS:
        labels = {"all": "I do not play"} if coming else {}
    else:
        labels = {str(number): f"I do not play heat {number}" for number in coming}
    row = [Button(id_of(Verb.ENTER, tournament_id, tag, WITHDRAW), said) for tag, said in labels.items()]
    return [*buttons(row)]


def entered(state: State, person: str) -> str:
    """Tell a person which heats to come they play, and where they have to check in; no heat that they missed."""
    coming = [heat for heat in state.heats if person in heat.entered and not heat.closed]
    if not coming:
        open_heats = any(not heat.closed for heat in state.heats)
        return "You are not down for any coming heat." if open_heats else "No more heats are to come."
    open_now = [heat_name(heat.number) for heat in coming if heat.announced and person not in heat.present]
    check_in = f" Check in for {join_words(open_now)} with the green button." if open_now else ""
    return f"You play {', '.join(heat_name(heat.number) for heat in coming)}.{check_in}"


async def _check_in(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Be there."""
    heat = read_number(press.topic)
    entry = log.CheckedIn(by=str(interaction.user.id), heat=heat, person=str(interaction.user.id))
    await herald.tournaments.append(press.subject, entry)
    await say(interaction, f"You are in {heat_name(heat)}. When it closes, I tell you at which table you play.")


async def _final(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Confirm that one plays the Final, or leave it to the first reserve."""
    person = str(interaction.user.id)
    entry: AnyEntry = log.Confirmed(by=person, person=person)
    if press.topic == "no":
        entry = log.Declined(by=person, person=person)
    before = finalists.qualified(await herald.tournaments.state(press.subject)).finalists
    state = await herald.tournaments.append(press.subject, entry)
    moved = [one for one in finalists.qualified(state).finalists if one not in before]
    up = f" {wording.people(moved)} moves up." if moved else ""
    said = "You play the Final; check in when it is announced." if press.topic == "yes" else f"You do not play it.{up}"
    await say(interaction, texts.with_names(said, state.names))


async def _lines(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show the standings, every line with its reason."""
    state = await herald.tournaments.state(press.subject)
    lines = texts.with_names("\n".join(wording.standing(state)), state.names)
    for page in texts.pages(lines or "No game is over yet.")[:5]:
        await say(interaction, page)


async def _house(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show the house rules: what every table of the tournament plays otherwise than its variant."""
    tournament_format = (await herald.tournaments.state(press.subject)).format
    for page in texts.pages(house_rules(tournament_format))[:5]:
        await say(interaction, page)


def house_rules(tournament_format: Format) -> str:
    """Return what every table of a tournament plays, and where each rule can be looked up."""
    rules = rules_of(tournament_format.game)
    own = [f"{texts.safe(name)} {texts.safe(str(value))}" for name, value in sorted(tournament_format.options.items())]
    usual = f"with {join_words(own)}" if own else "with all options at their defaults"
    lines = [f"Every table plays **{rules.title}**, {rules.variants[tournament_format.variant]}, {usual}."]
    points = [f"**A heat**: {_course(tournament_format, final=False)}"]
    points += [f"**The Final**: {_course(tournament_format, final=True)}"] if tournament_format.finalists else []
    return "\n".join([*lines, *(f"- {point}" for point in (*points, *CONDUCT))])


def _course(tournament_format: Format, *, final: bool) -> str:
    """Return how the clock ends a game, to be read before the start."""
    said = {event.kind: span(event.minutes) for event in clocks.events(tournament_format.clock, final=final)}
    if "time" in said:
        return f"time is called after {said['time']}; then each player has one more turn."
    if final:
        return (
            f"after {said['last_round']} you finish the round that is being played, and then play one last round, "
            "beginning with the first player."
        )
    return (
        f"after {said['last_round']} the last round begins at once, with the player whose turn it is; after "
        f"{said['stop']} play stops, and the points at that moment count."
    )


CONDUCT = (
    "**Gifts**: do not give things away without a good reason; if in doubt, ask the game master first. I tell the "
    "officials about gifts late in a game, and about gifts of players who leave.",
    "**Leaving**: use `/tournament drop` to leave this heat or the whole tournament, and I look for a substitute.",
    "**A ruling that you doubt**: press *Question this…* below it, or use `/tournament question`; other "
    "officials decide with the game master.",
    "**Rules**: `/rule` finds a rule, and `/why` says why you cannot do something.",
)
"""What holds at every table of every tournament."""


# ---------------------------------------------------------------------- what officials press


async def show_official(herald: Herald, interaction: Interaction, tournament_id: str) -> None:
    """Show an official what can be done now."""
    state = await herald.tournaments.state(tournament_id)
    check_official(state, interaction.user.id)
    found = official(tournament_id, state)
    await interaction.followup.send(embed=found.embed(), view=found.view(), ephemeral=True)


def official(tournament_id: str, state: State) -> Panel:
    """Return what an official can do now, and the open questions."""
    lines: list[str] = []
    found: list[Button] = []
    for heat in state.heats:
        found += _heat_buttons(tournament_id, state, heat)
    if state.format.scheme == "knockout" and state.heats[-1].over and len(tournament.remaining(state)) > 1:
        number = len(state.heats) + 1
        found.append(Button(id_of(Verb.ANNOUNCE, tournament_id, number), f"Announce heat {number}", "primary"))
    if state.format.finalists and all(heat.over for heat in state.heats) and not tournament.unplayed(state):
        lines += _final_lines(state)
        found += _final_buttons(tournament_id, state)
    found += _standing_buttons(tournament_id, state)
    lines += [f"⏸️ {titled(where(one.heat, one.table))}: {one.why} [{one.rule}]" for one in holds(state)]
    review = "Results are **under review** until an official signs them." if tournament.under_review(state) else ""
    text = "\n".join(line for line in (*_stages(state), *lines, review) if line) or "There is nothing to do now."
    return Panel(
        texts.with_names(text, state.names), title=f"{_title(state.format)}: for officials", rows=buttons(found)
    )


def _stages(state: State) -> Iterator[str]:
    """Where each heat stands that is not over, for officials: who is there, what is played, what waits for them."""
    for heat in [*state.heats, *([state.final] if state.final.announced else [])]:
        name = heat_title(heat.number)
        if heat.off:
            continue
        if not heat.announced:
            yield f"**{name}**: {len(heat.entered)} have entered. Announce it to open check-in."
            return
        if not heat.closed:
            closes = _closes(state, heat)
            missing = wording.people(tournament.missing(state, heat)[:MISSING])
            yield f"**{name}** closes <t:{closes}:R>: {len(heat.present)} have checked in. Still missing: {missing}."
        elif not heat.over:
            over = sum(game.result is not None for game in heat.games)
            yield f"**{name}** is being played: {over} of {len(heat.games)} tables are over."


def _closes(state: State, heat: Heat) -> int:
    grace = timedelta(minutes=state.format.clock.grace)
    return int((datetime.fromisoformat(heat.start) + grace).timestamp()) if heat.start else 0


def _standing_buttons(tournament_id: str, state: State) -> list[Button]:
    """Return the buttons that an official always has, as far as there is anything to use them on."""
    found = [] if state.begun or tournament.over(state) else [Button(id_of(Verb.CHANGE, tournament_id), "Change")]
    found.append(Button(id_of(Verb.OFFICIALS, tournament_id), "Officials"))
    if any(not game.result for _, _, game in state.tables()):
        found.append(Button(id_of(Verb.SUBSTITUTES, tournament_id), "Substitutes"))
    if tournament.outside(state):
        found.append(Button(id_of(Verb.WHO_LEFT, tournament_id), "Let somebody in again"))
    if any(game.result for _, _, game in state.tables()):
        found.append(Button(id_of(Verb.RESULTS, tournament_id), "Correct a result"))
    waiting = [number for number, ruling in enumerate(state.rulings, start=1) if rulings.to_mend(ruling)]
    return found + [mend_button(tournament_id, number, f"Mend ruling {number}…") for number in waiting[:MENDED]]


def _heat_buttons(tournament_id: str, state: State, heat: Heat) -> list[Button]:
    name = heat_name(heat.number)
    off = Button(id_of(Verb.CALL_OFF, tournament_id, heat.number), f"Call {name} off…", "danger")
    if heat.off:
        return []
    if not heat.announced:
        known = [other for other in state.heats if not other.announced and not other.off]
        before = [other for other in known if other.number < heat.number]
        now = Button(id_of(Verb.ANNOUNCE, tournament_id, heat.number), f"Announce {name}", "primary")
        later = Button(id_of(Verb.ANNOUNCE_LATER, tournament_id, heat.number), f"Set a time for {name}…")
        going = state.begun or any(other.off for other in state.heats)
        return [] if before else [now, later, *([off] if going else [])]
    if not heat.closed:
        seat = Button(id_of(Verb.DRAW_SEATS, tournament_id, heat.number), opening(f"Seat {name}"), "primary")
        return [seat] if state.format.scheme == "knockout" else [seat, off]
    if heat.over and not heat.signed:
        return [Button(id_of(Verb.SIGN, tournament_id, heat.number), f"Sign {name}", "success")]
    return []


def _final_lines(state: State) -> list[str]:
    chosen = finalists.qualified(state)
    lines = [f"Finalists: {wording.people(chosen.finalists)}. First reserve: {wording.people(chosen.next_up)}."]
    silent = [person for person in chosen.finalists if person not in (*state.confirmed, *state.final.present)]
    if silent and not state.final.closed and not chosen.question:
        lines.append(f"Not answered yet: {wording.people(silent)}.")
    if chosen.question:
        lines += [f"**{chosen.question.facts}** [{chosen.question.rule}]"]
        lines += [f"- {text}" for text in chosen.question.choices.values()]
    return lines


def _final_buttons(tournament_id: str, state: State) -> list[Button]:
    question = finalists.qualified(state).question
    if question:
        words = {finalists.EVERYBODY: "Enlarge the Final", finalists.BY_RULE: "Leave it as it is"}
        return [
            Button(id_of(Verb.ANSWER, tournament_id, question.about, answer), words[answer])
            for answer in question.choices
        ]
    return _heat_buttons(tournament_id, state, state.final)


async def _official_panel(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    await show_official(herald, interaction, press.subject)


async def _announce(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Open a heat for check-in; it begins now, and closes when its grace is over."""
    heat = read_number(press.topic)
    check_official(await herald.tournaments.state(press.subject), interaction.user.id)
    state = await herald.tournaments.announce(press.subject, heat, interaction.user.id)
    await refresh(interaction, official(press.subject, state))
    await say(interaction, announced(state, heat))


def announced(state: State, number: int) -> str:
    """Tell an official what comes of an announcement."""
    closes = _closes(state, state.heat(number))
    name = heat_title(number)
    return (
        f"{name} is open for check-in, and I have told everybody who plays it. It closes <t:{closes}:f>, and I "
        "seat it then. You can look at the seats before, and close it sooner."
    )


async def _later_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Ask when a heat begins."""
    check_official(await herald.tournaments.state(press.subject), interaction.user.id)
    line = Line(
        "start", "When does it begin? In your own time", hint="2026-03-28 18:00, tomorrow 20:00, in 2h", most=40
    )
    return modal(
        Press(Verb.ANNOUNCE_LATER_SENT, press.subject, topic=press.topic),
        f"Announce {heat_name(read_number(press.topic))}",
        [line],
    )


async def _later(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Announce a heat that begins at a time."""
    state = await announce_at(herald, press.subject, read_number(press.topic), interaction.user.id, written["start"])
    await interaction.edit_original_response(content=announced(state, read_number(press.topic)), embed=None, view=None)


async def _off_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Ask why a heat is not played."""
    check_official(await herald.tournaments.state(press.subject), interaction.user.id)
    return modal(
        Press(Verb.CALL_OFF_SENT, press.subject, topic=press.topic),
        f"Call {heat_name(read_number(press.topic))} off",
        [REASON],
    )


async def _off(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Call a heat off."""
    heat = read_number(press.topic)
    reason = tidy(written["reason"], 400)
    await herald.tournaments.append(press.subject, log.CalledOff(by=str(interaction.user.id), heat=heat, reason=reason))
    said = f"{heat_title(heat)} is called off. The channel reads it with your reason: {texts.safe(reason)}"
    await interaction.edit_original_response(content=said, embed=None, view=None)


async def announce_at(herald: Herald, tournament_id: str, heat: int, user: int, start: str) -> State:
    """Announce a heat that begins at a time, as an official writes it; raises Refused."""
    check_official(await herald.tournaments.state(tournament_id), user)
    now = herald.referee.now()
    async with herald.store.reading() as connection:
        begins = read_time(start, await people.get(connection, user), now)
    if not now <= begins <= now + LONGEST_AHEAD_S:
        raise Refused("Write a day and hour within the next year, in your own time.")
    return await herald.tournaments.announce(tournament_id, heat, user, datetime.fromtimestamp(begins, UTC))


async def _sign(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Vouch for the results of a heat."""
    entry = log.Signed(by=str(interaction.user.id), heat=read_number(press.topic))
    state = await herald.tournaments.append(press.subject, entry)
    await refresh(interaction, official(press.subject, state))


async def _answer(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Answer what the format leaves to the game master."""
    check_official(await herald.tournaments.state(press.subject), interaction.user.id)
    about: Any = press.topic
    entry = log.Decided(by=str(interaction.user.id), question=about, answer=press.detail)
    state = await herald.tournaments.append(press.subject, entry)
    await refresh(interaction, official(press.subject, state))


PRESSES: dict[str, Handler] = {
    Verb.ENTER: _enter,
    Verb.CHECK_IN: _check_in,
    Verb.PLAY_FINAL: _final,
    Verb.STANDINGS: _lines,
    Verb.HOUSE_RULES: _house,
    Verb.FOR_OFFICIALS: _official_panel,
    Verb.ANNOUNCE: _announce,
    Verb.SIGN: _sign,
    Verb.ANSWER: _answer,
}
"""The handlers of a tournament's buttons."""
FORMS: dict[str, FormOpener] = {Verb.ANNOUNCE_LATER: _later_form, Verb.CALL_OFF: _off_form}
SENT: dict[str, FormHandler] = {Verb.ANNOUNCE_LATER_SENT: _later, Verb.CALL_OFF_SENT: _off}
