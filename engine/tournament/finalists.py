"""Who plays the Final: the finalists, the reserves, and what the game master is asked before that is settled."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.tournament.standings import WORDS, Line, standings
from engine.tournament.state import State

EVERYBODY = "all"
"""The answer that lets all play whom nothing divides, or who won with the sole King."""

BY_RULE = "by_rule"
"""The answer that leaves the number of seats as it is: the standings decide, at last the lot."""


Subject = Literal["sole_kings", "level", "sixth"]
"""More sole Kings than seats; level in everything; one cut by the tie-break alone."""


class Question(msgspec.Struct, frozen=True):
    """What the format leaves to the game master."""

    about: Subject

    people: list[str]
    """Whom it is about: between whom it decides. An answer holds for these people and no others."""

    facts: str
    """The facts for the game master, in sentences; `{person}` stands for a name."""

    choices: dict[str, str]
    """The answers, and what each would do."""

    default: str
    """The answer where he gives none in time."""

    rule: str
    """The rule that leaves it to him."""


class Qualified(msgspec.Struct, frozen=True):
    """Who may play the Final, as far as it is settled."""

    seats: int
    """How many seats it has; one that was added is gone with the last of those for whom it was."""

    finalists: list[str]
    """Who plays, in the order of the standings."""

    reserves: list[str]
    """Who comes after them, the first reserve first."""

    next_up: list[str]
    """Who moves up where a finalist does not play: one of them, or nobody, as in an enlarged Final (RULING 165)."""

    question: Question | None = None
    """What has to be answered first; the rest is then as its default would have it."""


def qualified(state: State) -> Qualified:
    """Return the finalists by the standings as they are, and by what has been decided.

    Whoever is out of the tournament, or has declined, is passed over, and the next in the standings moves up; but
    the seats that are added to a Final are for those for whom it was enlarged, and for nobody else (RULING 165).
    """
    able = [line for line in standings(state) if not line.dropped]
    usual = min(state.format.finalists, len(able))
    added, question = _added(state, able, usual)
    willing = [line.person for line in able if line.person not in state.declined]
    invited = [person for person in willing[usual:] if person in added.people]
    chosen = [*willing[:usual], *invited[: added.seats]]
    reserves = [person for person in willing if person not in chosen]
    moving = invited[added.seats :] if len(chosen) > usual else reserves
    return Qualified(max(usual, len(chosen)), chosen, reserves, moving[:1], question)


class _Added(msgspec.Struct, frozen=True):
    """The seats by which a Final is enlarged, and for whom."""

    seats: int = 0
    people: list[str] = []


def _added(state: State, able: Sequence[Line], usual: int) -> tuple[_Added, Question | None]:
    """Return the seats that are added, and what has to be asked to know it; once it is announced the default holds."""
    for ask in (_sole_kings, _level, _sixth):
        question = ask(state, able, usual)
        if question:
            answer = state.answer(question.about, question.people)
            answered = answer in question.choices
            wanted = answer if answered else question.default
            open_still = None if answered or state.final.announced else question
            return _by_answer(state, able, usual, question, wanted), open_still
    return _Added(), None


def _by_answer(state: State, able: Sequence[Line], usual: int, question: Question, answer: str) -> _Added:
    """Return the seats that an answer adds to a Final."""
    if answer != EVERYBODY:
        return _Added()
    if question.about == "sole_kings":
        return _Added(min(len(_kings(able)), state.format.most) - usual, question.people)
    return _Added(len(_cut_level(able, usual, question.about)), question.people)


def _kings(able: Sequence[Line]) -> list[Line]:
    return [line for line in able if line.clear_in]


def _sole_kings(state: State, able: Sequence[Line], seats: int) -> Question | None:
    """More have won with the sole King than the Final has seats: each advances, if a table can hold them [WBC-T02]."""
    kings = _kings(able)
    if len(kings) <= seats:
        return None
    fits = len(kings) <= state.format.most
    wide = min(len(kings), state.format.most)
    names = join_words(f"{{{line.person}}}" for line in kings)
    return Question(
        "sole_kings",
        [line.person for line in kings],
        f"{len(kings)} players have won with the sole King, and the Final has {seats} seats: {names}.",
        {
            EVERYBODY: f"A Final of {wide}" + ("." if fits else ", the most that a table holds, by their best totals."),
            BY_RULE: f"A Final of {seats}, by their best totals.",
        },
        EVERYBODY,
        "WBC-T02",
    )


def _level(state: State, able: Sequence[Line], seats: int) -> Question | None:
    """Nothing divides who is in from who is out; where a table cannot hold them all the lot decides."""
    out = _cut_level(able, seats, "level")
    if not out:
        return None
    inside = [line for line in able[:seats] if line.figures == able[seats].figures]
    people = [line.person for line in [*inside, *out]]
    names = join_words(f"{{{person}}}" for person in people)
    level = join_words(WORDS[what] for what in state.format.order)
    wide = seats + len(out)
    if wide > state.format.most:
        return None
    choices = {
        BY_RULE: f"The lot decides: {join_words(f'{{{line.person}}}' for line in inside)} in.",
        EVERYBODY: f"A Final of {wide}.",
    }
    return Question("level", people, f"{names} are level in {level}.", choices, BY_RULE, "WBC-T04")


def _sixth(state: State, able: Sequence[Line], seats: int) -> Question | None:
    """Exactly one is cut by the tie-break alone: the game master may enlarge the Final [WBC-T05]."""
    out = _cut_level(able, seats, "sixth")
    if len(out) != 1 or seats + 1 > state.format.widened:
        return None
    line = out[0]
    rival = able[seats - 1]
    facts = (
        f"{{{line.person}}} alone is out by the tie-break: {_points(line, 'best')} in the best heat like "
        f"{{{rival.person}}}, "
        f"but {_points(line, 'total')} against {_points(rival, 'total')} in all heats."
    )
    choices = {BY_RULE: f"A Final of {seats}.", EVERYBODY: f"A Final of {seats + 1}, with {{{line.person}}}."}
    level = [line.person for line in able[:seats] if _same(line, rival, whole=False)]
    return Question("sixth", [*level, line.person], facts, choices, BY_RULE, "WBC-T05")


def _points(line: Line, what: str) -> str:
    return f"{line.figures.get(what, 0):g}"


def _cut_level(able: Sequence[Line], seats: int, about: str) -> list[Line]:
    """Who is out although level with the last who is in: in everything ("level"), or in all but the tie-break."""
    if not 0 < seats < len(able):
        return []
    last = able[seats - 1]
    return [line for line in able[seats:] if _same(line, last, whole=about == "level")]


def _same(line: Line, other: Line, *, whole: bool) -> bool:
    """Whether two are level in all criteria, or in all but the last, which is the tie-break."""
    mine, theirs = list(line.figures.values()), list(other.figures.values())
    return mine == theirs if whole else mine[:-1] == theirs[:-1]


def answerable(state: State, about: str, answer: str) -> Question:
    """Return the question that is asked; raises Illegal where it is another, or has no such answer."""
    question = qualified(state).question
    if question is None or question.about != about:
        raise Illegal(_not_asked(about), "WBC-T05" if about == "sixth" else "WBC-T04")
    if answer not in question.choices:
        raise Illegal(f"Answer with one of: {join_words(question.choices)}.", question.rule)
    return question


def _not_asked(about: str) -> str:
    if about == "sixth":
        return "The Final can be enlarged only where the tie-break would cut exactly one player."
    return "This tournament has no such question to decide."
