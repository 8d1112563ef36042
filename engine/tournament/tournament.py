"""A tournament in the making: each entry of its log is checked and carried out."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from engine.core.errors import Illegal
from engine.tournament import finalists, interruptions, log, names, rulings, seating, standings
from engine.tournament.format import MOST_HEATS, Format
from engine.tournament.log import FINAL, AnyEntry
from engine.tournament.results import Result
from engine.tournament.state import Correction, Decision, Game, Heat, State, heat_name, heat_title


def opened(entry: log.Opened) -> State:
    """Return a tournament that has just been announced."""
    called: dict[str, str] = {}
    for person, name in {entry.master: entry.name or entry.master, **entry.assistants}.items():
        names.call(called, person, name)
    return State(
        format=entry.format,
        master=entry.master,
        assistants=list(entry.assistants),
        names=called,
        heats=_heats(entry.format, {}),
        final=Heat(FINAL),
    )


def _heats(tournament_format: Format, known: Mapping[int, Heat]) -> list[Heat]:
    """Return the heats of a format; a knock-out begins with one, and goes on while more than one person is left.

    Raises Illegal for more than anybody plays.
    """
    if tournament_format.heats > MOST_HEATS:
        raise Illegal(f"A tournament has at most {MOST_HEATS} heats.", "WBC-T01")
    count = 1 if tournament_format.scheme == "knockout" else tournament_format.heats
    return [known.get(number, Heat(number)) for number in range(1, count + 1)]


def replayed(entries: Iterable[AnyEntry]) -> State:
    """Return where a tournament stands after its log; raises Illegal where an entry was not possible."""
    first, *others = entries
    if not isinstance(first, log.Opened):
        raise Illegal("The log of a tournament begins with how it was opened.")
    state = opened(first)
    for entry in others:
        carry_out(state, entry)
    return state


def carry_out(state: State, entry: AnyEntry) -> None:
    """Carry an entry out; raises Illegal, and changes nothing, where that is not possible."""
    kind = type(entry)
    if isinstance(entry, log.Opened):
        raise Illegal("A tournament is opened once, at the beginning of its log.")
    if kind in FOR_OFFICIALS and entry.by and entry.by not in state.officials:
        reason = "Only the game master and the assistants of this tournament can do that; ask one of them."
        raise Illegal(reason, "WBC-T11")
    CARRY_OUT[kind](state, entry)
    # Finalists are asked from when they qualify or move up; nobody is while the game master has a question to answer,
    # and the game master is asked from when that question stands.
    if not final_to_come(state):
        return
    qualified = finalists.qualified(state)
    open_now = [qualified.question.facts] if qualified.question else []
    state.pending = {facts: state.pending.get(facts, entry.time) for facts in open_now}
    people = [] if qualified.question else qualified.finalists
    state.asked = {person: state.asked.get(person, entry.time) for person in people}


def final_to_come(state: State) -> bool:
    """Return whether all heats are over, and the Final is neither announced nor called off, and can be played."""
    final = state.final
    to_come = bool(state.format.finalists) and not final.announced and not final.off
    return to_come and all(heat.over for heat in state.heats) and not unplayed(state)


# ---------------------------------------------------------------------- what was agreed, and who leads


def _change(state: State, entry: log.Changed) -> None:
    if state.begun:
        raise Illegal("The first heat is seated: the agreed format holds until the end.", "WBC-T01")
    old, new = state.format, entry.format
    if any(heat.announced for heat in state.heats) and (old.title, old.year) != (new.title, new.year):
        raise Illegal("A draw is sealed under the present title and year; they do not change any more.", "WBC-T10")
    entered = {heat.number: heat for heat in state.heats}
    state.heats = _heats(entry.format, entered)
    state.format = entry.format


def _appoint(state: State, entry: log.Appointed) -> None:
    if entry.master in entry.assistants:
        raise Illegal("The game master cannot also be an assistant; name somebody else.", "WBC-T11")
    state.master, state.assistants = entry.master, list(entry.assistants)
    master = entry.name or state.names.get(entry.master, entry.master)
    for person, name in {entry.master: master, **entry.assistants}.items():
        names.call(state.names, person, name)


# ---------------------------------------------------------------------- coming in


def _enter(state: State, entry: log.Entered) -> None:
    for number in entry.heats:
        if state.heat(number).closed and entry.person not in state.heat(number).entered:
            raise Illegal(f"{heat_title(number)} is closed to everybody without a seat.", "WBC-T07")
    if FINAL in entry.heats:
        raise Illegal("Players do not enter for the Final; they advance to it.", "WBC-T01")
    if state.format.scheme == "knockout" and entry.heats not in ((), (1,)):
        raise Illegal("In a knock-out, enter for the first round.", "WBC-T01")
    names.call(state.names, entry.person, entry.name)
    state.dropped = [person for person in state.dropped if person != entry.person]
    for heat in state.heats:
        if not heat.closed:
            _only(heat.entered, entry.person, heat.number in entry.heats)
            _only(heat.present, entry.person, heat.number in entry.heats and entry.person in heat.present)


def _only(people: list[str], person: str, wanted: bool) -> None:
    """Let a person be in a list or not, and others as they are."""
    if wanted and person not in people:
        people.append(person)
    if not wanted and person in people:
        people.remove(person)


def _announce(state: State, entry: log.Announced) -> None:
    if state.format.scheme == "knockout" and entry.heat > 1:
        left = remaining(state)
        if entry.heat == len(state.heats) + 1 and len(left) > 1:
            state.heats.append(Heat(entry.heat, entered=left))
    heat = state.heat(entry.heat)
    if heat.announced or heat.off:
        raise Illegal(f"{heat_title(heat.number)} is {'called off' if heat.off else 'announced already'}.")
    if heat.number == FINAL:
        _check_final(state)
    heat.commitment, heat.start, heat.opened = entry.commitment, entry.start or entry.time, entry.time


def _check_final(state: State) -> finalists.Qualified:
    """Return the players of the Final; raise Illegal before they are settled."""
    open_heats = [heat for heat in state.heats if not heat.over]
    if open_heats:
        raise Illegal(f"First {heat_name(open_heats[0].number)} has to be played.", "WBC-T01")
    found = finalists.qualified(state)
    if found.question:
        raise Illegal(f"First decide who plays the Final: {found.question.facts}", found.question.rule)
    return found


def remaining(state: State) -> list[str]:
    """Return who is left in a knock-out: one of each table, and who had a bye; raises Illegal before a round is over.

    Of several who share the first place it is the one who stands first in the standings.
    """
    heat = state.heats[-1]
    if not heat.over:
        raise Illegal(f"First {heat_name(heat.number)} has to be played.", "WBC-T01")
    place = {line.person: line.place for line in standings.standings(state)}
    won = [min(result.winners(), key=lambda person: place[person]) for result in heat.results() if result.winners()]
    return [person for person in [*won, *heat.idle] if person not in state.dropped]


def _coming(state: State, number: int, closed: str, rule: str) -> Heat:
    """Return the heat that is announced and not closed; raise Illegal for any other."""
    heat = state.heat(number)
    name = heat_title(heat.number)
    if heat.closed:
        raise Illegal(f"{name} {closed}", rule)
    if not heat.announced:
        raise Illegal(f"{name} has to be announced first; its game master does that with “For officials”.", rule)
    return heat


def _remind(state: State, entry: log.Reminded) -> None:
    heat = _coming(state, entry.heat, "is closed.", "WBC-T07")
    if heat.short if entry.short else heat.reminded:
        raise Illegal("They have been asked once more already.", "WBC-T07")
    heat.reminded, heat.short = True, heat.short or entry.short


def _call_off(state: State, entry: log.CalledOff) -> None:
    heat = state.heat(entry.heat)
    if heat.closed:
        raise Illegal(f"{heat_title(heat.number)} is closed; stop its tables with /gm instead.", "WBC-T01")
    if state.format.scheme == "knockout":
        raise Illegal("In a knock-out everybody who is present plays on; seat the round.", "WBC-T01")
    if not entry.reason:
        raise Illegal("Say why; everybody reads it.", "WBC-T01")
    if heat is state.final:
        _check_final(state)
        state.asked = {}
    heat.off, heat.idle = entry.reason, list(heat.present)


def missing(state: State, heat: Heat) -> list[str]:
    """Return who means to play a heat, or advances to the Final, and has not checked in."""
    coming = finalists.qualified(state).finalists if heat is state.final else heat.entered
    return [person for person in coming if person not in heat.present]


def _check_in(state: State, entry: log.CheckedIn) -> None:
    heat = _coming(state, entry.heat, "is closed to everybody without a seat.", "WBC-T07")
    if heat.number == FINAL and entry.person not in finalists.qualified(state).finalists:
        raise Illegal(NO_FINALIST, "WBC-T03")
    if heat.number != FINAL and entry.person not in heat.entered:
        name = heat_name(heat.number)
        raise Illegal(
            f"You have not entered for {name}. Press “I play {name}” on the tournament's message, then check in.",
            "WBC-T07",
        )
    _only(heat.present, entry.person, True)


# ---------------------------------------------------------------------- seating and results


def _seat(state: State, entry: log.Seated) -> None:
    heat = _coming(state, entry.heat, "is seated already.", "WBC-T10")
    drawn = seating.drawn(state, heat, entry.secret)
    tables = [list(table) for table in entry.tables] or drawn.tables
    if entry.tables:
        seating.check_tables(state, heat, tables)
        if not entry.reason:
            raise Illegal("Say why the tables differ from the draw.", "WBC-T10")
    heat.secret, heat.overridden = entry.secret, entry.reason if entry.tables else ""
    heat.games = [Game(people=list(table), began=list(table)) for table in tables]
    heat.idle = [person for person in heat.present if not any(person in table for table in tables)]


def _held(state: State, heat: int, table: int, person: str) -> Game:
    """Return the table at which a person holds a seat; raise Illegal without one, or after the game."""
    game = state.game(heat, table)
    if game.result:
        raise Illegal("This game is over; nobody can take a seat now.")
    if person not in game.people:
        raise Illegal("That player holds no seat at this table, or somebody has taken it over already.")
    return game


def _vacate(state: State, entry: log.Vacated) -> None:
    game = _held(state, entry.heat, entry.table, entry.person)
    if entry.person in game.vacant:
        raise Illegal("That seat is already looking for a substitute.")
    game.vacated[entry.person] = game.sought[entry.person] = entry.time


def _substitute(state: State, entry: log.Substituted) -> None:
    game = _held(state, entry.heat, entry.table, entry.out)
    if entry.person == entry.out:
        if entry.person not in game.vacated:
            raise Illegal("That player holds this seat already.")
        del game.vacated[entry.person]
        return
    rest = [person for person in game.people if person != entry.out]
    if entry.by and entry.person == state.master and not seating.judge_of(state, rest):
        raise Illegal(
            f"{{{state.master}}} is the game master: name an assistant who does not play at this table.", "WBC-T11"
        )
    elsewhere = any(entry.person in other.people for other in state.heat(entry.heat).games)
    if entry.person and entry.by and elsewhere:
        raise Illegal(f"{{{entry.person}}} plays in this heat already.", "WBC-T10")
    game.people[game.people.index(entry.out)] = entry.person
    game.stand_ins.append((entry.out, entry.person))
    if entry.person:
        names.call(state.names, entry.person, entry.name or state.names.get(entry.person, entry.person))


def _finish(state: State, entry: log.Finished) -> None:
    game = state.game(entry.heat, entry.table)
    if game.result:
        raise Illegal("This game has its result; only a ruling changes it.")
    _check_result(game, entry.result)
    game.result = entry.result


def _check_result(game: Game, result: Result) -> None:
    """Refuse a result of other people, or with places that cannot be."""
    held = sorted(place.person for place in result.places)
    if held != sorted(game.people):
        raise Illegal("The result must name the people at this table, and nobody else.")
    places = sorted(place.place for place in result.places)
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise Illegal("The places of a result count from 1, and after two firsts comes a third.")


def _correct(state: State, entry: log.Corrected) -> None:
    game = state.game(entry.heat, entry.table)
    if not game.result:
        raise Illegal("This game has no result yet.")
    if not entry.reason:
        raise Illegal("Say why the result changes; the reason stays visible.")
    _check_result(game, entry.result)
    game.corrections.append(Correction(game.result, entry.by, entry.reason, entry.rule))
    game.result = entry.result
    state.heat(entry.heat).signed.clear()


def _sign(state: State, entry: log.Signed) -> None:
    heat = state.heat(entry.heat)
    if not heat.over:
        raise Illegal(f"{heat_title(heat.number)} is not over; sign it when all its games have results.")
    _only(heat.signed, entry.by, True)


def under_review(state: State) -> bool:
    """Tell whether a heat's results wait for an official's signature."""
    return any(heat.over and heat.games and not heat.signed for heat in [*state.heats, state.final])


# ---------------------------------------------------------------------- leaving, and the Final


def _drop(state: State, entry: log.Dropped) -> None:
    _only(state.dropped, entry.person, True)
    for heat in [*state.heats, state.final]:
        if not heat.closed:
            _only(heat.entered, entry.person, False)
            _only(heat.present, entry.person, False)


def outside(state: State) -> list[str]:
    """Return who can be let in again: whoever has left, or does not play the Final, until that is seated."""
    if state.final.closed or over(state):
        return []
    return list(dict.fromkeys([*state.dropped, *state.declined]))


def _readmit(state: State, entry: log.Readmitted) -> None:
    if state.final.closed or over(state):
        raise Illegal("The Final is seated, or all games are over; nobody can come back in.", "WBC-T07")
    if entry.person not in outside(state):
        raise Illegal("That player has not left; they enter with “I play”.")
    _only(state.dropped, entry.person, False)
    _only(state.declined, entry.person, False)
    if state.final.announced:
        playing = finalists.qualified(state).finalists
        state.final.present = [person for person in state.final.present if person in playing]


NO_FINALIST = "Only finalists can do that; `/tournament standings` says who they are."
"""What others are told who would play the Final."""


def _check_finalist(state: State, person: str) -> None:
    found = _check_final(state)
    if state.final.closed:
        raise Illegal("The Final is seated.", "WBC-T07")
    if person not in found.finalists:
        raise Illegal(NO_FINALIST, "WBC-T03")


def _confirm(state: State, entry: log.Confirmed) -> None:
    _check_finalist(state, entry.person)
    _only(state.confirmed, entry.person, True)


def _decline(state: State, entry: log.Declined) -> None:
    _check_finalist(state, entry.person)
    _only(state.confirmed, entry.person, False)
    _only(state.declined, entry.person, True)
    _only(state.final.present, entry.person, False)


def _decide(state: State, entry: log.Decided) -> None:
    if state.final.announced:
        raise Illegal("The Final is announced; its seats do not change any more.", "WBC-T05")
    if any(not heat.over for heat in state.heats):
        raise Illegal("Wait until all heats are played.", "WBC-T01")
    question = finalists.answerable(state, entry.question, entry.answer)
    state.decided.append(Decision(question.about, question.people, entry.answer, entry.by))


def champion(state: State) -> str:
    """Return who has won the tournament; "" while that is open, or where several share the first place."""
    first = places(state)
    won = [person for person, place in first.items() if place == 1]
    return won[0] if len(won) == 1 else ""


def places(state: State) -> dict[str, int]:
    """Return the places once all is over: of the Final and then of the standings, or of the last round."""
    if state.format.finalists and not state.final.off:
        result = next(state.final.results(), None)
        final = {place.person: place.place for place in result.places if place.person} if result else {}
        others = [line.person for line in standings.standings(state) if line.person not in final] if final else []
        return final | {person: place for place, person in enumerate(others, start=len(final) + 1)}
    if any(not heat.over for heat in state.heats):
        return {}
    if state.format.scheme == "knockout" and len(remaining(state)) > 1:
        return {}
    return {line.person: line.place for line in standings.standings(state)}


def over(state: State) -> bool:
    """Return whether nothing is left to be played: there are places, or there never will be."""
    return unplayed(state) or bool(places(state))


def unplayed(state: State) -> bool:
    """Return whether no game is played at all: every heat was called off, or nobody had anybody to play with.

    Nobody qualifies for a Final then [WBC-T01], and nobody has won.
    """
    return all(heat.closed and not heat.games for heat in state.heats)


CARRY_OUT: dict[type[Any], Callable[[State, Any], None]] = {
    log.Changed: _change,
    log.Appointed: _appoint,
    log.Entered: _enter,
    log.Announced: _announce,
    log.CheckedIn: _check_in,
    log.Reminded: _remind,
    log.CalledOff: _call_off,
    log.Seated: _seat,
    log.Vacated: _vacate,
    log.Substituted: _substitute,
    log.Finished: _finish,
    log.Corrected: _correct,
    log.Dropped: _drop,
    log.Readmitted: _readmit,
    log.Confirmed: _confirm,
    log.Declined: _decline,
    log.Decided: _decide,
    log.Signed: _sign,
    log.Questioned: rulings.question,
    log.Judged: rulings.judge,
    log.Appealed: rulings.appeal,
    log.Interrupted: interruptions.interrupt,
    log.Mended: rulings.mend,
    log.Traced: rulings.trace,
}

FOR_OFFICIALS = frozenset(
    {
        log.Changed,
        log.Appointed,
        log.Announced,
        log.Seated,
        log.Corrected,
        log.Decided,
        log.Signed,
        log.Judged,
        log.Mended,
        log.Traced,
        log.CalledOff,
        log.Readmitted,
    }
)
"""What only officials do; Herald does it by itself too."""


WORDS = ("reason", "text", "before", "after")
"""Where an entry has what somebody has written."""


def forgotten(
    entries: Iterable[AnyEntry], person: str, alias: str, name: str, clean: Callable[[str], str] = str
) -> list[AnyEntry]:
    """Return a log in which an alias stands for a person, and another name for his, wherever they stood.

    `clean` takes the person out of what others have written. Draws and standings stay as they are: they go by the order
    in which people came, not by who they are; and so does the title of the tournament, by which they are drawn.
    """

    def renamed(raw: Any) -> Any:
        if isinstance(raw, list | tuple):
            return [renamed(part) for part in raw]
        if not isinstance(raw, dict):
            return alias if raw == person else raw
        without = {(alias if key == person else key): renamed(value) for key, value in raw.items()}
        without |= {key: clean(without[key]) for key in WORDS if isinstance(without.get(key), str)}
        if person in (raw.get("person"), raw.get("master")) and "name" in without:
            without["name"] = name
        if person in raw:
            without[alias] = name
        return without

    return [msgspec.convert(renamed(msgspec.to_builtins(entry)), type(entry)) for entry in entries]
