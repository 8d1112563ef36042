"""The export of everything that the database holds about a person.

Every column of every table is either shown or withheld with a reason, so that nothing is kept in silence.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import ColumnElement, Table, false, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.store import privacy, tournaments
from bot.store.rows import DeliveryOutcome, ahead_of, gm_seat
from bot.store.schema import (
    actions,
    clocks,
    drafts,
    games,
    heartbeat,
    missed,
    motions,
    notices,
    outbox,
    outcomes,
    people,
    plans,
    rulings,
    seats,
    servers,
    session_starts,
    snapshots,
    timers,
    tournament_games,
    tournament_log,
)
from bot.store.schema import tournaments as tournament_table
from engine.tournament import tournament
from engine.tournament.ladder import Conduct
from engine.tournament.results import Result

ANOTHER = "another person"
"""The word that replaces everybody else's name in an entry."""

REACHED = (DeliveryOutcome.DELIVERED, DeliveryOutcome.READ, DeliveryOutcome.ANSWERED)
"""The outcomes of messages that their receiver has seen."""


class Subject(NamedTuple):
    """The person who asks, and where they are found."""

    user: int
    names: tuple[str, ...]
    """Every name under which they have played."""
    games: tuple[str, ...]
    """Every game in which they have left a trace."""
    held: tuple[tuple[str, str], ...]
    """The seats that they hold now, as game and seat."""
    masks: Mapping[str, Callable[[Any], Any]]
    """By tournament: what hides everybody else in an entry of its log."""


Part: TypeAlias = Callable[[Any, Mapping[str, Any], Subject], Any]
"""Returns what a person is shown of a value, given its row."""


class Shown(NamedTuple):
    """A column that the person is shown, in words, and which part of its value."""

    words: str
    part: Part = lambda value, row, subject: value


class Withheld(NamedTuple):
    """A column that the person is not shown."""

    reason: str


class Holding(NamedTuple):
    """What one table holds of people."""

    table: Table
    words: str
    columns: Mapping[str, Shown | Withheld]
    whose: Callable[[Subject], ColumnElement[bool]]
    """The condition for rows that may be a person's."""
    is_own: Callable[[Mapping[str, Any], Subject], bool] = lambda row, subject: True
    """Whether such a row is, where the database alone cannot tell."""


class Held(msgspec.Struct, frozen=True):
    """What a person is given of one table."""

    about: str
    columns: dict[str, str]
    """The meaning of each column."""
    rows: list[dict[str, Any]]


class Export(msgspec.Struct, frozen=True):
    """Everything that a person is given, with what it means and what is left out."""

    about: str
    person: str
    written: str
    held: dict[str, Held]
    left_out: dict[str, str]
    """By table, or table and column: why it is not here."""
    elsewhere: list[str]


ABOUT = (
    "This is everything that the database of this Herald stores about you. `held` has an entry for each kind of "
    "record: its meaning, the meaning of each column, and your rows. `left_out` names everything else in the "
    "database, and why it is not here: it is not about you, or it would show other people's secrets or those of a "
    "running game. All times are in UTC. /me forget deletes all that can be deleted."
)

ELSEWHERE = [
    "Messages, threads and pictures that Herald has posted are on Discord, under its terms; this file has "
    "the messages that Herald sent to you alone.",
    "Drawn pictures (in the folder pictures.cache) may show the names of players; Herald deletes them and "
    "draws new ones.",
    "Backups are copies of the database at an earlier time; the person who runs this Herald deletes old ones.",
    "The program's own log names games and seats, but no people.",
]


# ---------------------------------------------------------------------- parts of values


def moment(value: Any, row: Mapping[str, Any], subject: Subject) -> Any:
    """Return Unix seconds as a time in UTC."""
    return None if value is None else datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")


def json(value: Any, row: Mapping[str, Any], subject: Subject) -> Any:
    """Return what is written as JSON."""
    return msgspec.json.decode(value)


def is_you(value: Any, row: Mapping[str, Any], subject: Subject) -> bool:
    """Tell whether a column names the person, alone or among others."""
    return subject.user in value if isinstance(value, list) else value == subject.user


def _your_action(value: Any, row: Mapping[str, Any], subject: Subject) -> Any:
    return {"action": "opening"} if row["version"] == 0 else msgspec.json.decode(value)


def _your_message(value: Any, row: Mapping[str, Any], subject: Subject) -> Any:
    return msgspec.json.decode(value) if row["outcome"] in REACHED else "You have not read it yet."


def _your_motion(value: Any, row: Mapping[str, Any], subject: Subject) -> Any:
    return value if row["by"] == subject.user else None


def _your_verdict(value: Any, row: Mapping[str, Any], subject: Subject) -> Any:
    return value.get(str(subject.user))


def _your_names(value: Any, row: Mapping[str, Any], subject: Subject) -> list[str]:
    return [name for name in subject.names if name in value]


def _your_result(value: Any, row: Mapping[str, Any], subject: Subject) -> Any:
    place = msgspec.json.decode(value, type=Result).of(str(subject.user))
    if place is None:
        return None
    yours = msgspec.structs.replace(place, person="", tenures=())
    return msgspec.to_builtins(yours) | {"share": place.share_of(str(subject.user))}


def _your_conduct(value: Any, row: Mapping[str, Any], subject: Subject) -> Any:
    found = msgspec.json.decode(value, type=dict[str, Conduct]).get(str(subject.user))
    return found and msgspec.to_builtins(found)


def _your_entry(value: Any, row: Mapping[str, Any], subject: Subject) -> Any:
    return subject.masks[row["tournament"]](msgspec.json.decode(value))


# ---------------------------------------------------------------------- rows of a person


def _signed(table: Table) -> Callable[[Subject], ColumnElement[bool]]:
    return lambda subject: table.c.user == subject.user


def _seated(table: Table) -> Callable[[Subject], ColumnElement[bool]]:
    return lambda subject: tuple_(table.c.game, table.c.seat).in_(subject.held) if subject.held else false()


def _drafted(subject: Subject) -> ColumnElement[bool]:
    ahead = [(game, ahead_of(seat)) for game, seat in subject.held]
    seated = tuple_(drafts.c.game, drafts.c.seat).in_([*subject.held, *ahead]) if subject.held else false()
    return or_(seated, drafts.c.seat == gm_seat(subject.user))


def _in_games(column: Any) -> Callable[[Subject], ColumnElement[bool]]:
    return lambda subject: column.in_(subject.games)


def _nobody(subject: Subject) -> ColumnElement[bool]:
    return false()


def _mentioned(row: Mapping[str, Any], subject: Subject) -> bool:
    return privacy.mentions(dict(row), subject.user)


def _in_result(row: Mapping[str, Any], subject: Subject) -> bool:
    return any(privacy.mentions(msgspec.json.decode(row[name]), subject.user) for name in ("result", "conduct"))


def _in_entry(row: Mapping[str, Any], subject: Subject) -> bool:
    return privacy.mentions(msgspec.json.decode(row["entry"]), subject.user)


# ---------------------------------------------------------------------- the tables

NOT_OF_PEOPLE = "It is not about people."
GAME = Shown("The id of the game")
SEAT = Shown("Your seat in it")
NUMBER = Withheld("The number of the row in the database; it is not about you.")
SALT = Withheld("Random digits from which your anonymous mark in the game's record is made; /me forget deletes them.")
OF_THE_GAME = Withheld("It is about the game and not about you; /game export gives you the part that you may know.")
HIDDEN = Withheld("It would reveal hidden cards and dice; everybody can read it in the record once the game is over.")
PLACE = Withheld("The game's thread on Discord; it is not about you.")


def nothing(table: Table, reason: str, **others: Shown | Withheld) -> Holding:
    """Return a table that is left out as a whole, with the reason."""
    columns = {column.name: Withheld(reason) for column in table.columns} | others
    return Holding(table, reason, columns, _nobody)


HOLDINGS: tuple[Holding, ...] = (
    Holding(
        people,
        "Your own settings, for all tables.",
        {
            "user": Shown("Your user ID on Discord"),
            "zone": Shown("Your time zone"),
            "quiet_from": Shown("When your quiet hours begin, in minutes after midnight"),
            "quiet_to": Shown("When they end"),
            "notify": Shown("When Herald writes to you"),
            "heads_up": Shown("Whether you are told that you are next"),
            "away_from": Shown("From when you are away", moment),
            "away_until": Shown("Until when", moment),
            "change": Shown("When your tables are next told of it", moment),
        },
        _signed(people),
    ),
    Holding(
        notices,
        "Whether your direct messages were closed to Herald.",
        {"user": Shown("Your user ID on Discord"), "told": Shown("When a thread was told so", moment)},
        _signed(notices),
    ),
    Holding(
        games,
        "The games in which you play or have played, or have decided anything.",
        {
            "id": GAME,
            "title": Shown("Its title"),
            "rules": Shown("Which game is played"),
            "variant": Shown("In which variant"),
            "status": Shown("Whether it is open, running or over"),
            "created": Shown("When it was opened", moment),
            "guild": Shown("The server"),
            "owner": Shown("Whether you are its game master", is_you),
            "assistants": Shown("Whether you are an assistant of the game master", is_you),
            "position": Shown("Your names in the position from which it began", _your_names),
            "secret": HIDDEN,
            "commitment": OF_THE_GAME,
            "assistant_role": Withheld("A role on the server; Herald does not know who has it."),
            "master_role": Withheld("A role on the server; Herald does not know who has it."),
            **dict.fromkeys(("channel", "thread", "panel"), PLACE),
            **dict.fromkeys(
                ("rules_version", "options", "fault", "version", "deadline_hours", "paused", "lost", "aside"),
                OF_THE_GAME,
            ),
            **dict.fromkeys(("pace", "figures", "telling", "rated", "again"), OF_THE_GAME),
        },
        _in_games(games.c.id),
    ),
    Holding(
        seats,
        "The seats that you hold or have held.",
        {
            "number": NUMBER,
            "game": GAME,
            "id": SEAT,
            "user": Shown("Your user ID on Discord"),
            "name": Shown("Your name at the table"),
            "word": Shown("The word that you added to the dice"),
            "salt": SALT,
            "joined": Shown("When you joined", moment),
            "left": Shown("When you left", moment),
            "regent": Shown("Which computer player decides for you"),
            "stead": Shown("The reason for that"),
            "away": Shown("Since when the table knows that you are away", moment),
            "looked": Shown("The number of the last action when you last asked for the map"),
        },
        _signed(seats),
    ),
    Holding(
        actions,
        "What you have done in games, as player or game master.",
        {
            "game": GAME,
            "version": Shown("The number of the action in the game"),
            "seat": Shown("The seat that it was for; another than yours where you were game master"),
            "user": Shown("Your user ID on Discord"),
            "via": Shown("How it was made, such as by a button or a plan"),
            "action": Shown("What you did", _your_action),
            "time": Shown("When", moment),
            **dict.fromkeys(("salt", "who"), SALT),
            **dict.fromkeys(("state_hash", "prev_hash", "hash"), OF_THE_GAME),
            "draws": HIDDEN,
            "events": Withheld(
                "Its result, also for other players; /log and /game export give you the part that you may know."
            ),
        },
        _signed(actions),
    ),
    Holding(
        timers,
        "Your deadlines and other timers.",
        {
            "game": GAME,
            "seat": SEAT,
            "kind": Shown("What happens at that time"),
            "decision": Shown("The decision that it is about"),
            "due": Shown("When it is due", moment),
            "asked": Shown("When you were asked", moment),
            "stopped": Shown("Since when the clock stands", moment),
        },
        _seated(timers),
    ),
    Holding(
        outbox,
        "Herald's messages to you, sent or not sent yet. Its messages in threads can be read there.",
        {
            "id": NUMBER,
            "game": GAME,
            "version": Shown("The number of the action to which it belongs"),
            "kind": Shown("What kind of message"),
            "user": Shown("Your user ID on Discord"),
            "payload": Shown("What it says, if you have read it", _your_message),
            "created": Shown("When it was written", moment),
            "attempts": Shown("How often it could not be sent"),
            "next_try": Shown("The time from which it may be sent", moment),
            "outcome": Shown("Its outcome"),
            "settled": Shown("When", moment),
            "message": Shown("Its ID on Discord"),
            "piled": Shown("Whether it is kept for your digest"),
            "page": NUMBER,
        },
        _signed(outbox),
    ),
    Holding(
        drafts,
        "Forms that you have begun to fill in.",
        {
            "game": GAME,
            "seat": Shown("Your seat, or that it is a plan's or a game master's"),
            "version": Shown("The number of the last action at that time"),
            "tag": Shown("The kind of action"),
            "fields": Shown("What you have filled in"),
        },
        _drafted,
    ),
    Holding(
        plans,
        "Your plans: what you have answered ahead.",
        {
            "id": NUMBER,
            "game": GAME,
            "seat": SEAT,
            "user": Shown("Your user ID on Discord"),
            "decision": Shown("The question that it answers"),
            "words": Shown("Words that the question must contain"),
            "entries": Shown("Your answers, in order of preference"),
            "scope": Shown("How long it lasts"),
            "otherwise": Shown("What happens if nothing fits"),
            "round": Shown("The round with which it ends"),
            "rank": Shown("Its place among your plans"),
            "passed": Shown("The number of the action after which no entry fitted"),
            "usual": Shown("Whether it is your usual answer, which comes as late as one by hand"),
            "warned": Shown("Whether you were told that its first entry is impossible"),
            "created": Shown("When you made it", moment),
        },
        _signed(plans),
    ),
    Holding(
        clocks,
        "How much time the seats that you hold have used.",
        {
            "game": GAME,
            "seat": SEAT,
            "left": Shown("The seconds left on its clock"),
            "used": Shown("The seconds used in all"),
            "answers": Shown("How many answers came in time"),
            "longest": Shown("The longest answer, in seconds"),
        },
        _seated(clocks),
    ),
    Holding(
        missed,
        "The deadlines that you have missed.",
        {
            "id": NUMBER,
            "game": GAME,
            "seat": SEAT,
            "user": Shown("Your user ID on Discord"),
            "decision": Shown("The decision"),
            "what": Shown("Its outcome"),
            "time": Shown("When", moment),
        },
        _signed(missed),
    ),
    Holding(
        motions,
        "Your proposals to other players, and theirs to you.",
        {
            "id": Shown("Its number"),
            "game": GAME,
            "kind": Shown("What it asks for"),
            "by": Shown("Whether you asked for it", is_you),
            "words": Shown("What everybody was told"),
            "about": Shown("What it would do, if you asked for it", _your_motion),
            "voters": Shown("Whether you were asked", is_you),
            "needed": Shown("The number of people who had to agree"),
            "ayes": Shown("Whether you agreed", is_you),
            "nays": Shown("Whether you were against it", is_you),
            "created": Shown("When", moment),
            "outcome": Shown("Its outcome"),
        },
        _in_games(motions.c.game),
        _mentioned,
    ),
    Holding(
        rulings,
        "Your rulings as game master, and the appeals that you judge.",
        {
            "id": Shown("Its number"),
            "game": GAME,
            "guild": Shown("The server"),
            "user": Shown("Whether it is your ruling", is_you),
            "text": Shown("The ruling, as everybody reads it"),
            "created": Shown("When", moment),
            "appeal": Shown("Why it should be overturned, as everybody reads it"),
            "judges": Shown("Whether you were asked about the appeal", is_you),
            "verdicts": Shown("Whether you upheld it", _your_verdict),
            "outcome": Shown("The outcome of the appeal"),
        },
        _in_games(rulings.c.game),
        _mentioned,
    ),
    Holding(
        tournament_log,
        f"Your part in tournaments; everybody else is called '{ANOTHER}'.",
        {
            "tournament": Shown("The tournament"),
            "number": Shown("The number of the entry in its log"),
            "entry": Shown("What happened", _your_entry),
        },
        lambda subject: tournament_log.c.entry.contains(str(subject.user)),
        _in_entry,
    ),
    Holding(
        outcomes,
        "Results of your games that count for a ladder.",
        {
            "game": GAME,
            "guild": Shown("The server"),
            "rules": Shown("Which game was played"),
            "ended": Shown("When it ended", moment),
            "result": Shown("Your own place and points", _your_result),
            "conduct": Shown("How many of your decisions came in time, and how many did not", _your_conduct),
        },
        lambda subject: or_(
            *(column.contains(str(subject.user)) for column in (outcomes.c.result, outcomes.c.conduct))
        ),
        _in_result,
    ),
    nothing(
        snapshots, "Positions of games name seats and no people; /game export gives you the part that your seat sees."
    ),
    nothing(
        tournament_table,
        "The channels of tournaments and the secrets of their draws; the people are in tournament_log.",
    ),
    nothing(
        tournament_games,
        "The game at each table of a tournament. It names no people.",
    ),
    nothing(servers, f"Whether a server has a ladder. {NOT_OF_PEOPLE}"),
    nothing(heartbeat, f"When Herald last ran. {NOT_OF_PEOPLE}"),
    nothing(session_starts, f"When Herald connected to Discord. {NOT_OF_PEOPLE}"),
)


# ---------------------------------------------------------------------- the export


async def export(connection: AsyncConnection, user: int, now: float) -> Export:
    """Return everything that a person may read of what is held of them."""
    subject = await _subject(connection, user)
    held = {
        holding.table.name: Held(holding.words, _meanings(holding), await _rows(connection, holding, subject))
        for holding in HOLDINGS
        if holding.whose is not _nobody
    }
    return Export(ABOUT, str(user), str(moment(now, {}, subject)), held, _left_out(), ELSEWHERE)


def written(found: Export) -> bytes:
    """Return what a person is given as JSON that people can read."""
    return msgspec.json.format(msgspec.json.encode(found))


def _meanings(holding: Holding) -> dict[str, str]:
    return {name: column.words for name, column in holding.columns.items() if isinstance(column, Shown)}


def _left_out() -> dict[str, str]:
    """Return the reasons for everything that is withheld, with one line for a whole table."""
    reasons: dict[str, str] = {}
    for holding in HOLDINGS:
        if holding.whose is _nobody:
            reasons[holding.table.name] = holding.words
            continue
        hidden = {name: column.reason for name, column in holding.columns.items() if isinstance(column, Withheld)}
        reasons |= {f"{holding.table.name}.{name}": reason for name, reason in hidden.items()}
    return reasons


async def _rows(connection: AsyncConnection, holding: Holding, subject: Subject) -> list[dict[str, Any]]:
    table = holding.table
    query = select(table).where(holding.whose(subject)).order_by(*table.primary_key.columns)
    rows = [dict(row._mapping) for row in await connection.execute(query)]
    shown = {name: column for name, column in holding.columns.items() if isinstance(column, Shown)}
    return [
        {name: column.part(row[name], row, subject) for name, column in shown.items()}
        for row in rows
        if holding.is_own(row, subject)
    ]


async def _subject(connection: AsyncConnection, user: int) -> Subject:
    holds = (seats.c.user == user) & seats.c.left.is_(None)
    held = (await connection.execute(select(seats.c.game, seats.c.id).where(holds))).all()
    names = tuple(await privacy.names_of(connection, user))
    found = tuple(await privacy.traces(connection, user))
    masks = await _masks(connection, user, names)
    return Subject(user, names, found, tuple((row.game, row.id) for row in held), masks)


async def _masks(connection: AsyncConnection, user: int, names: Sequence[str]) -> dict[str, Callable[[Any], Any]]:
    """Return by tournament what hides everybody but one person in it."""
    log = tournament_log.c
    query = select(log.tournament).where(log.entry.contains(str(user))).distinct()
    masks: dict[str, Callable[[Any], Any]] = {}
    for one in list(await connection.scalars(query)):
        state = tournament.replayed(await tournaments.log(connection, one))
        own = {*names, state.names.get(str(user), "")}
        others = {name for person, name in state.names.items() if person != str(user)} - own
        numbers = {*state.names, state.master, *state.assistants} - {str(user)}
        masks[one] = _mask(numbers, {form for name in others for form in (name, texts.safe(name))})
    return masks


def _mask(numbers: Collection[str], names: Collection[str]) -> Callable[[Any], Any]:
    """Return what puts ANOTHER in place of these people in a value of any shape."""
    forms = sorted({form for form in (*numbers, *names) if form}, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, forms))})(?!\w)" if forms else r"(?!)")

    def masked(value: Any) -> Any:
        match value:
            case dict():
                return {ANOTHER if key in numbers else key: masked(part) for key, part in value.items()}
            case list():
                return [masked(part) for part in value]
            case str():
                return pattern.sub(ANOTHER, value)
            case _:
                return value

    return masked
