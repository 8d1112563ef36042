"""A tournament in words: standings that explain themselves, games, and what is announced. `{person}` is a name."""

from collections.abc import Iterable

from engine.core.text import counted, join_words
from engine.tournament import finalists, rulings, tournament
from engine.tournament.log import FINAL
from engine.tournament.records import Best, Year
from engine.tournament.results import Place, Result
from engine.tournament.standings import SHORT, Line, standings
from engine.tournament.state import Heat, Opinion, Ruling, State, heat_name


def standing(state: State) -> list[str]:
    """Return the standings, a line a person: place, figures, and why the person is in or out; none before a result."""
    if not any(heat.results_known for heat in state.heats):
        return []
    why = reasons(state)
    return [_line(state, line, why.get(line.person, "")) for line in standings(state)]


def _line(state: State, line: Line, why: str) -> str:
    text = f"{line.place}. {{{line.person}}}: {_figures(state, line)}"
    return f"{text} ({why})" if why else text


def reasons(state: State) -> dict[str, str]:
    """Return why each person of the standings is in the Final or how far from it; nothing where there is no Final."""
    if not state.format.finalists:
        return {}
    lines = standings(state)
    inside = set(finalists.qualified(state).finalists)
    last = next((line for line in reversed(lines) if line.person in inside), None)
    return {line.person: _why(state, line, line.person in inside, last) for line in lines}


def _figures(state: State, line: Line) -> str:
    shown = {what: f"{SHORT[what]}: {line.figures[what]:g}" for what in state.format.order if what != "clear_wins"}
    if "total" in shown and len(line.by_heat) > 1:
        shown["total"] += f" ({' + '.join(str(line.by_heat[heat]) for heat in sorted(line.by_heat))})"
    king = [f"won with the sole King in heat {line.clear_in}"] if line.clear_in else []
    return ", ".join([*king, *shown.values()])


def _why(state: State, line: Line, inside: bool, last: Line | None) -> str:
    """Why a person is in the Final, or how far from it."""
    if line.dropped:
        return "has left the tournament"
    if line.person in state.declined:
        return "has declined the Final"
    if inside:
        return (
            f"in the Final for the sole King in heat {line.clear_in}"
            if line.clear_in
            else f"in the Final with {line.figures.get('best', 0):g} points in heat {line.best_in}"
        )
    return _short_of(line, last) if last else "out"


def _short_of(line: Line, last: Line) -> str:
    """Return by how much a person missed the Final."""
    for what in line.figures:
        less = last.figures[what] - line.figures[what]
        if less > 0:
            return (
                "not in the Final: no win with the sole King"
                if what == "clear_wins"
                else f"not in the Final, {less:g} short in {SHORT[what]}"
            )
    return "not in the Final: equal to the last finalist, and the lot decided"


def result(number: int, table: int, played: Result) -> str:
    """Return how a game came out: 'Heat 2, table 1: {ann} wins with the sole King; then {ben} (40), {cat} (31).'"""
    where = heat_name(number).removeprefix("the ").capitalize()
    place = "" if number == FINAL else f", table {table}"
    return f"{where}{place}: {outcome(played)}"


def outcome(played: Result) -> str:
    """Return who came where in a game: '{ann} wins with the sole King; then {ben} (40) and {cat} (31).'"""
    groups: dict[int, list[Place]] = {}
    for place in sorted(played.places, key=lambda place: place.place):
        groups.setdefault(place.place, []).append(place)
    first, *others = groups.values()
    rest = f"; then {join_words(_names(group) + _points(group[0]) for group in others)}" if others else ""
    stopped = " It was stopped when its time was over." if played.adjudicated else ""
    return f"{_won(first)}{rest}.{stopped}"


def shares(played: Result) -> list[str]:
    """Return how the points of each seat that changed hands are shared: '40 points of {cat}'s seat: {ann} 24 (…)'."""
    return [_shared(place) for place in played.places if place.points and place.tenures]


def _shared(place: Place) -> str:
    turns = sum(tenure.turns for tenure in place.tenures)
    held: dict[str, int] = {}
    for tenure in place.tenures:
        held[tenure.person] = held.get(tenure.person, 0) + tenure.turns
    said = [
        f"{{{person}}} {place.points_of(person)} for {many} of {counted(turns, 'turn')}"
        if person
        else f"nobody {place.points_of(person)} for {many} that a computer player took"
        for person, many in held.items()
        if many
    ]
    return f"The {counted(place.points, 'point')} of {_names([place])} are shared: {', '.join(said)}."


def _names(group: Iterable[Place]) -> str:
    return join_words(f"{{{place.person}}}" if place.person else "a computer player" for place in group)


def _points(place: Place) -> str:
    return f" ({place.points})" if place.points else ""


def _won(group: list[Place]) -> str:
    verb = "wins" if len(group) == 1 else "share the first place"
    points = f" with {counted(group[0].points, 'point')}" if group[0].points else ""
    how = " with the sole King" if group[0].clear else points
    return f"{_names(group)} {verb}{how}"


def tables(heat: Heat) -> list[str]:
    """Return who plays where, a line a table, in the order of play."""
    return [f"Table {number}: {people(game.began)}" for number, game in enumerate(heat.games, 1)]


def people(found: Iterable[str]) -> str:
    """Return people in a row; a computer player has no name here."""
    return join_words(f"{{{person}}}" if person else "a computer player" for person in found) or "nobody"


ORDINALS = ("Champion", "Second", "Third", "Fourth", "Fifth", "Sixth")
"""What the places are called that are announced."""


NOBODY = "Nobody has won: no game was played."
"""What is said where all heats were called off."""


def honours(state: State) -> list[str]:
    """Return the places of the tournament in words, once it is over: 'Champion: {ann}'; or that nobody has won."""
    if tournament.unplayed(state):
        return [NOBODY]
    groups: dict[int, list[str]] = {}
    for person, place in sorted(tournament.places(state).items(), key=lambda pair: pair[1]):
        groups.setdefault(place, []).append(f"{{{person}}}")
    return [
        f"{ORDINALS[place - 1]}: {join_words(people)}" for place, people in groups.items() if place <= len(ORDINALS)
    ]


def honoured(state: State, before: State | None) -> list[str]:
    """Return whose place is announced; where something was announced before, only who had another place then."""
    now, then = _announced(state), _announced(before) if before else {}
    return [person for person in {**then, **now} if now.get(person) != then.get(person)]


def _announced(state: State) -> dict[str, int]:
    return {person: place for person, place in tournament.places(state).items() if place <= len(ORDINALS)}


def succession(before: State, state: State) -> str:
    """Return who is champion now in place of whom."""
    old, new = tournament.champion(before), tournament.champion(state)
    if old == new:
        return f"The champion is still {people([new])}." if new else "Nobody is champion alone."
    gone = f", and no longer {people([old])}" if old else ""
    return f"The champion is now {people([new])}{gone}." if new else f"Nobody is champion alone{gone}."


def moves(before: State, state: State) -> list[str]:
    """Return who has another place in the standings than before, and who is in or out of a Final that is to come."""
    old, new = ({line.person: line.place for line in standings(one)} for one in (before, state))
    moved = [(person, old[person], place) for person, place in new.items() if old[person] != place]
    lines = [f"{{{person}}}: {was} → {place} in the standings" for person, was, place in moved] or [STAYS]
    if not state.format.finalists or state.final.closed or any(not heat.over for heat in state.heats):
        return lines
    was, now = (finalists.qualified(one).finalists for one in (before, state))
    came, went = [one for one in now if one not in was], [one for one in was if one not in now]
    lines += [f"In the Final: {people(came)}."] if came else []
    return [*lines, *([f"Out of the Final: {people(went)}."] if went else [])]


STAYS = "Nobody's place in the standings changes."
"""What follows for the standings from a correction that moves nobody there."""


def ruling(state: State, number: int) -> str:
    """Return how a questioned ruling stands: what was ruled, what each official thinks, and what was decided."""
    found = state.rulings[number - 1]
    where = heat_name(found.heat) if found.heat == FINAL else f"{heat_name(found.heat)}, table {found.table}"
    rule = f" [{found.rule}]" if found.rule else ""
    lines = [f"Ruling {number} ({where}): {found.text}{rule}"]
    lines += [f"Before it: {found.before}"] if found.before else []
    lines += [f"After it: {found.after}"] if found.after else []
    lines += [_opinion(opinion) for opinion in found.earlier]
    lines += [f"Appeal: {found.appeal}"] if found.appeal else []
    lines += [_opinion(opinion) for opinion in found.opinions]
    if found.upheld is None:
        return "\n".join([*lines, f"It waits for {people(rulings.awaited(state, found))}."])
    return "\n".join([*lines, _decision(found)])


def _opinion(opinion: Opinion) -> str:
    return (
        f"- {{{opinion.official}}}: {'the ruling stands' if opinion.upheld else 'the ruling falls'}. {opinion.reason}"
    )


def verdict(state: State, number: int) -> str:
    """Return what the table of a ruling reads once it is decided: what stands or falls, why, and what follows."""
    found = state.rulings[number - 1]
    rule = f" [{found.rule}]" if found.rule else ""
    last = " after the appeal" if found.appeal else ""
    lines = [f"⚖️ Ruling {number} {'stands' if found.upheld else 'falls'}{last}: {found.text}{rule}"]
    lines += [_opinion(opinion) for opinion in found.opinions if opinion.upheld == found.upheld]
    return "\n".join([*lines, _decision(found)])


def mended(state: State, number: int) -> str:
    """Return what the table of a ruling reads once it was put right."""
    return f"⚖️ Ruling {number}: {_decision(state.rulings[number - 1])}"


MENDED = {
    "undone": "It falls, and is undone at the table.",
    "restored": "It stands, and is put back at the table.",
    "corrected": "It falls; the result is corrected.",
}
"""How a ruling stands that was mended."""


def _decision(found: Ruling) -> str:
    """Return the decision on a ruling, and its effect at the table."""
    verb = "stands" if found.upheld else "falls"
    if wanted := rulings.to_mend(found):
        what = "put back" if wanted == "restored" else wanted
        return f"It {verb}; at the table it is to be {what}, by an official who does not play there, with *Mend…*."
    if found.mended == "by_hand":
        return f"It {verb}; an official has mended the table by hand: {found.left}"
    if found.left:
        return f"It {verb}; the table is left as it is: {found.left}"
    return MENDED.get(found.mended, f"It {verb}.")


def precedent(state: State, number: int) -> str:
    """Return a decided ruling in a line or a few, as it is looked up later: what was ruled, the decision, and why."""
    found = state.rulings[number - 1]
    rule = f" [{found.rule}]" if found.rule else ""
    reasons = " ".join(opinion.reason for opinion in found.opinions if opinion.upheld == found.upheld)
    decision = "stands" if found.upheld else "falls"
    return f"“{found.text}”{rule} {decision}{' after an appeal' if found.appeal else ''}: {reasons}"


def year(found: Year) -> str:
    """Return a line of history: '2006: Dale Long (29 entrants)'."""
    title = f", {found.title}" if found.title else ""
    when = f"{found.year}{title}" if found.year else found.title
    champion = found.champion or ("nobody has won" if found.unplayed else "no champion yet")
    entrants = f" ({counted(found.entrants, 'entrant')})" if found.entrants else ""
    others = f"; then {', '.join(found.places[1:])}" if found.places[1:] else ""
    master = f"; game master {found.master}" if found.master else ""
    return f"{when}: {champion}{entrants}{others}{master}"


def best(found: Best) -> str:
    """Return a record in words: 'Best total of one game: {ann} (74)'."""
    return f"{found.what.capitalize()}: {people(found.people)} ({found.figure})"
