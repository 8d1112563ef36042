"""What the channel of a tournament is told of what happens in it, with the buttons that belong to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from bot import texts
from bot.panels.panel import Button, Panel
from bot.panels.tournament.common import Verb, correction, id_of
from bot.panels.tournament.mending import mend_button
from bot.panels.tournament.message import final_buttons, house_rules
from bot.panels.tournament.rulings import appeal_button, opinion_buttons
from bot.services import outages
from bot.services.tournament.events import ANSWER
from bot.services.tournament.rulings import appeal_until
from bot.services.tournament.tables import opens, reserves
from engine.core.text import join_words
from engine.tournament import corrections, finalists, format_forms, log, rulings, seating, tournament, wording
from engine.tournament.blocked_tables import where
from engine.tournament.log import AnyEntry
from engine.tournament.state import Heat, State, heat_name, heat_title


class News(NamedTuple):
    """A piece of news; `asked` are the people whom it mentions."""

    text: str
    asked: Sequence[str] = ()
    buttons: Sequence[Button] = ()


class Told(NamedTuple):
    """What there is to know of an entry: the tournament's id, how it stood before and stands after it."""

    id: str
    before: State
    state: State
    entry: Any


def message(tournament_id: str, before: State, state: State, entry: AnyEntry) -> tuple[str, Panel] | None:
    """Return the mentions and the panel by which the channel is told of something; None where it need not be."""
    tell = TELL.get(type(entry))
    found = tell(Told(tournament_id, before, state, entry)) if tell else None
    if found is None:
        return None
    mentions = " ".join(f"<@{person}>" for person in dict.fromkeys(found.asked) if person.isdigit())
    rows = [found.buttons] if found.buttons else []
    return mentions, Panel(texts.with_names(found.text, state.names), rows=rows)


def before(state: State) -> State:
    """Return what is worth keeping of a tournament before the next entry is carried out."""
    return msgspec.structs.replace(state)


# ---------------------------------------------------------------------- by entry


def _changed(told: Told) -> News | None:
    lines = format_forms.differences(told.before.format, told.state.format)
    return News("\n".join(["**The format has changed**", *lines])) if lines else None


def _appointed(told: Told) -> News:
    state = told.state
    return News(f"{{{state.master}}} is game master; assistants: {wording.people(state.assistants)}.")


def _announced(told: Told) -> News:
    heat = told.state.heat(told.entry.heat)
    name = heat_title(heat.number)
    text = f"**{name}** is open for check-in.{_times(told.state, heat)}"
    text += " If you have not checked in by then, you do not play it [WBC-T07]."
    return News(text, tournament.missing(told.state, heat), [_check_in(told.id, heat), _rules_button(told.id)])


def _times(state: State, heat: Heat) -> str:
    """When a heat begins, where that was announced for later, and when it closes."""
    if not heat.start:
        return ""
    begins = datetime.fromisoformat(heat.start)
    closes = int((begins + timedelta(minutes=state.format.clock.grace)).timestamp())
    later = bool(heat.opened) and begins > datetime.fromisoformat(heat.opened)
    start = f" It begins <t:{int(begins.timestamp())}:f> and" if later else " It"
    return f"{start} closes <t:{closes}:{'f' if later else 'R'}>, or when it is seated."


def _check_in(tournament_id: str, heat: Heat) -> Button:
    return Button(id_of(Verb.CHECK_IN, tournament_id, heat.number), f"Check in: {heat_name(heat.number)}", "success")


def _rules_button(tournament_id: str) -> Button:
    return Button(id_of(Verb.HOUSE_RULES, tournament_id), "House rules")


def _reminded(told: Told) -> News:
    heat = told.state.heat(told.entry.heat)
    missing = tournament.missing(told.state, heat)
    if told.entry.short:
        there, least = len(heat.present), told.state.format.fewest
        text = (
            f"**{heat_title(heat.number)}** should close now, but a table needs {least} and only {there} have "
            "checked in. "
        )
        text += "It stays open until there are enough. Officials can call it off with *For officials*."
        return News(text, [*told.state.officials, *missing], [_check_in(told.id, heat)])
    return News(
        f"**{heat_title(heat.number)}** waits for you.{_times(told.state, heat)}", missing, [_check_in(told.id, heat)]
    )


def _called_off(told: Told) -> News:
    heat = told.state.heat(told.entry.heat)
    final = _final(told)
    text = f"**{heat_title(heat.number)}** is called off: {texts.safe(heat.off)}"
    if tournament.unplayed(told.state):
        text += f"\n{wording.NOBODY}"
    elif heat is told.state.final:
        text += "\nThe standings decide."
    return News("\n".join(filter(None, [text, final.text])), [*heat.idle, *final.asked], final.buttons)


def _seated(told: Told) -> News:
    state, heat = told.state, told.state.heat(told.entry.heat)
    lines = [f"**{heat_title(heat.number)} is seated**", *wording.tables(heat)]
    lines += [f"Without a seat: {wording.people(heat.idle)}."] if heat.idle else []
    lines += [f"{{{told.entry.by}}} changed the drawn seats: {texts.safe(heat.overridden)}"] if heat.overridden else []
    if tournament.unplayed(state):
        return News("\n".join([*lines, wording.NOBODY]), heat.present)
    lines += seating.unavoided(state, heat, [game.began for game in heat.games])
    lines += ["", "**Before the start**", house_rules(state.format)]
    return News("\n".join(lines), heat.present)


def _vacated(told: Told) -> News:
    state, entry = told.state, told.entry
    at = state.game(entry.heat, entry.table)
    why = f" ({texts.safe(entry.reason)})" if entry.reason else ""
    lines = [
        f"{{{entry.person}}} gives up a seat: {where(entry.heat, entry.table)}{why}. "
        "A computer player plays it meanwhile."
    ]
    ahead = reserves(state, entry.heat)
    if ahead:
        names = join_words(f"{{{person}}}" for person in ahead)
        lines.append(
            f"Reserves come first: {names}. From <t:{int(opens(state, at, entry.person).timestamp())}:f> "
            "anybody may take it."
        )
    else:
        lines.append("The first person to press the button plays on from here.")
    button = Button(
        id_of(Verb.TAKE_SEAT, told.id, f"{entry.heat}.{entry.table}", entry.person), "I take the seat", "success"
    )
    return News("\n".join(lines), ahead, [button])


def _substituted(told: Told) -> News:
    entry = told.entry
    at = where(entry.heat, entry.table)
    if entry.person == entry.out:
        return News(f"{{{entry.out}}} keeps the seat after all: {at}.")
    if not entry.person:
        return News(f"Nobody has taken {{{entry.out}}}'s seat: {at}. Its result counts for nobody.")
    return News(f"{{{entry.person}}} plays for {{{entry.out}}} from now on: {at}.")


def _corrected(told: Told) -> News:
    entry, game = told.entry, told.state.game(told.entry.heat, told.entry.table)
    lines = [f"**The result of {correction(entry)}**"]
    lines += corrections.differences(game.corrections[-1].result, entry.result)
    if doubts := corrections.doubts(game.corrections[-1].result, entry.result):
        lines += [*doubts, f"I asked {{{entry.by}}} to look again, and {{{entry.by}}} insists."]
    lines.append("I have worked out the standings again; they are under review until an official signs them.")
    if tournament.over(told.before):
        lines.append("Then I announce the champion again.")
    concerned = [*filter(None, game.people), *told.state.officials]
    new = [person for person, since in told.state.asked.items() if since == entry.time]
    if _asks_anew(told):
        return News("\n".join([*lines, _final(told).text]), concerned)
    if not new:
        return News("\n".join(lines), concerned)
    lines.append(f"{wording.people(new)} may play the Final now; say until {_answer(told)} whether you do.")
    return News("\n".join(lines), [*new, *concerned], final_buttons(told.id))


def _dropped(told: Told) -> News:
    """Tell who has left, and who moves up for a finalist."""
    state, person = told.state, told.entry.person
    gone = f"{{{person}}} has left the tournament{', the Final too' if state.format.finalists else ''}."
    if _asks_anew(told):
        return News(f"{gone}\n{_final(told).text}", state.officials)
    others = [one for one in state.dropped if one != person]
    moved = _moved_up(state, msgspec.structs.replace(state, dropped=others))
    if state.final.closed or not state.format.finalists or not moved or not all(heat.over for heat in state.heats):
        return News(gone, state.officials)
    text = f"{gone} {wording.people(moved)} moves up; say until {_answer(told)} whether you play the Final."
    return News(text, [*moved, *state.officials], [] if state.final.announced else final_buttons(told.id))


def _readmitted(told: Told) -> News:
    """Tell who is in again, and who makes room in the Final."""
    state, person = told.state, told.entry.person
    lines = [f"{{{person}}} is back in the tournament; {{{told.entry.by}}} let them in."]
    if _asks_anew(told):
        return News("\n".join([*lines, _final(told).text]), [person, *state.officials])
    if not state.format.finalists or not all(heat.over for heat in state.heats) or person not in _finalists(state):
        return News(lines[0], [person])
    gone = _moved_up(_without(state, person), state)
    lines += [f"{wording.people(gone)} leaves the Final."] if gone else []
    lines.append(f"{{{person}}} may play the Final; say until {_answer(told)} whether you do.")
    return News("\n".join(lines), [person, *gone], [] if state.final.announced else final_buttons(told.id))


def _without(state: State, person: str) -> State:
    """How a tournament would stand if somebody had left."""
    return msgspec.structs.replace(state, dropped=[*state.dropped, person])


def _asks_anew(told: Told) -> bool:
    """Return whether the game master has a new question to answer first."""
    return tournament.final_to_come(told.state) and bool(told.state.pending.keys() - told.before.pending.keys())


def _moved_up(state: State, other: State) -> list[str]:
    """Return the people who may play the Final only now."""
    return [person for person in _finalists(state) if person not in _finalists(other)]


def _answer(told: Told) -> str:
    """Until when somebody answers who is asked now."""
    return _moment(told.entry.time, ANSWER[told.state.format.clock.by_post])


def _questioned(told: Told) -> News:
    return _open_ruling(told, told.entry.ruling)


def _judged(told: Told) -> News | None:
    number = told.entry.ruling
    found, until = rulings.find(told.state, number), appeal_until(told.state, number)
    if found.upheld is None or until is None:
        return None
    text = wording.ruling(told.state, number)
    mends = [mend_button(told.id, number)] if rulings.to_mend(found) else []
    asked = rulings.menders(told.state, found) if mends else []
    if found.appeal:
        return News(f"{text}\nIt was judged twice, so that is final. Find it with /rulings.", asked, mends)
    text += (
        f"\nA player of the table can appeal until <t:{int(until.timestamp())}:f>; other officials judge the appeal."
    )
    return News(text, asked, [*mends, appeal_button(told.id, number)])


def _mended(told: Told) -> News:
    found = rulings.find(told.state, told.entry.ruling)
    return News(
        f"Ruling {told.entry.ruling} ({where(found.heat, found.table)}) {HOW[told.entry.how]}, by {{{told.entry.by}}}."
        + (f" {texts.safe(told.entry.reason)}" if told.entry.reason else "")
    )


HOW: Mapping[log.Mending, str] = {
    "undone": "is undone, and the table continues",
    "restored": "holds again, and the table continues",
    "corrected": "is corrected in the result",
    "by_hand": "was put right by hand",
    "left": "stays as it is at the table",
}
"""What the channel is told of a table that was put right."""


def _open_ruling(told: Told, number: int) -> News:
    found = rulings.find(told.state, number)
    waits = rulings.awaited(told.state, found)
    text = f"⚖️ {wording.ruling(told.state, number)}\nThe table's clocks stand still until then [WBC-T12]."
    return News(text, waits, opinion_buttons(told.id, number))


def _interrupted(told: Told) -> News:
    """Say what is put off by it, as far as a moment is named anywhere."""
    state = told.state
    grace = timedelta(minutes=state.format.clock.grace)
    heats = [heat for heat in [*state.heats, state.final] if heat.announced and not heat.closed and heat.start]
    moved = [f"{heat_title(heat.number)} closes {_moment(heat.start, grace)}." for heat in heats]
    lines = [outages.said(told.entry.seconds), *moved]
    for heat, table, game in state.tables():
        lines += [
            f"{{{person}}}'s seat, {where(heat, table)}, is for the reserves until {_moment(since, grace)}."
            for person, since in game.sought.items()
            if person in game.vacant and since
        ]
    return News("\n".join(lines))


def _moment(since: str, wait: timedelta) -> str:
    """Return when a wait is over, shown in each reader's own time zone."""
    began = datetime.fromisoformat(since) if since else datetime.fromtimestamp(0, UTC)
    return f"<t:{int((began + wait).timestamp())}:f>"


def _finished(told: Told) -> News | None:
    """When a heat is over: how it came out, what officials do now, and who is asked about the Final."""
    heat = told.state.heat(told.entry.heat)
    if not heat.over:
        return None
    lines = [f"**{heat_title(heat.number)} is over**"]
    lines += [wording.result(heat.number, n, game.result) for n, game in enumerate(heat.games, 1) if game.result]
    lines += [line for result in heat.results() for line in wording.shares(result)]
    if told.state.format.scheme == "knockout":
        left = tournament.remaining(told.state)
        lines += [f"{wording.people(left)} go on."] if len(left) > 1 else []
    lines.append("The heat is under review until an official signs it with *For officials*.")
    office = Button(id_of(Verb.FOR_OFFICIALS, told.id), "For officials")
    final = _final(told)
    asked = [*told.state.officials, *final.asked]
    return News("\n".join([*lines, *([final.text] if final.text else [])]), asked, [*final.buttons, office])


def _final(told: Told) -> News:
    """Return the question before the Final, for the game master or the finalists; nothing before all heats are over."""
    state = told.state
    found, until = finalists.qualified(state), _answer(told)
    if not tournament.final_to_come(state):
        return News("")
    if found.question:
        lines = [f"**Before the Final**: {found.question.facts} [{found.question.rule}]"]
        lines += [f"- {text}" for text in found.question.choices.values()]
        default = found.question.choices[found.question.default]
        return News(
            "\n".join(
                [
                    *lines,
                    f"The game master answers with *For officials*. If there is no answer, from {until} on: {default}",
                ]
            )
        )
    to_ask = [person for person in found.finalists if person not in state.confirmed]
    text = f"**The Final**: {wording.people(found.finalists)}. Say by {until} whether you play it."
    if found.next_up:
        text += f" If you do not answer, the next player moves up; first reserve: {wording.people(found.next_up)}."
    return News(text, to_ask, final_buttons(told.id))


def _decided(told: Told) -> News:
    entry = told.entry
    by = f"{{{entry.by}}} has decided" if entry.by else "Nobody has answered in time, so the default holds"
    final = _final(told)
    text = f"{by}: the Final has {finalists.qualified(told.state).seats} seats."
    return News(f"{text}\n{final.text}", final.asked, final.buttons)


def _finalists(state: State) -> list[str]:
    return finalists.qualified(state).finalists


def _declined(told: Told) -> News:
    moved = _moved_up(told.state, _undeclined(told))
    why = "" if told.entry.by else " (no answer in time)"
    gone = f"{{{told.entry.person}}} does not play the Final{why}."
    if not moved:
        return News(f"{gone} Nobody moves up; the Final has {len(_finalists(told.state))} players.")
    text = f"{gone} {wording.people(moved)} moves up; say until {_answer(told)} whether you play it."
    return News(text, moved, [] if told.state.final.announced else final_buttons(told.id))


def _undeclined(told: Told) -> State:
    others = [person for person in told.state.declined if person != told.entry.person]
    return msgspec.structs.replace(told.state, declined=others)


TELL: Mapping[type[Any], Callable[[Told], News | None]] = {
    log.Changed: _changed,
    log.Appointed: _appointed,
    log.Announced: _announced,
    log.Reminded: _reminded,
    log.CalledOff: _called_off,
    log.Seated: _seated,
    log.Vacated: _vacated,
    log.Substituted: _substituted,
    log.Finished: _finished,
    log.Corrected: _corrected,
    log.Dropped: _dropped,
    log.Readmitted: _readmitted,
    log.Questioned: _questioned,
    log.Judged: _judged,
    log.Appealed: _questioned,
    log.Decided: _decided,
    log.Declined: _declined,
    log.Interrupted: _interrupted,
    log.Mended: _mended,
}
"""What is told of each kind of entry; of the others the message of the tournament says enough."""
