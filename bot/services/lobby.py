"""The lobby: opening a table, taking seats at it, and starting the game."""

import asyncio
import dataclasses
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import Refused
from bot.model.time_control import TimeControl, preset
from bot.services.absence import Absences
from bot.store import games, outbox
from bot.store.database import Store
from bot.store.payloads import AnyPayload, Commitment, Log, OutboxMessage, Panel
from bot.store.rows import DeliveryOutcome, GameRecord, Opening, SeatRecord, Status, Via
from bot.table.referee import Referee
from bot.table.submission import Submission
from engine import RELEASE
from engine.core import dice
from engine.core.actions import MASTER, Note
from engine.core.computer.levels import offered, titled
from engine.core.errors import BadOptions, EngineError
from engine.core.events import Event
from engine.core.files import figures
from engine.core.files.figures import for_record
from engine.core.house_rules import value_words
from engine.core.position import Position, digest, recorded
from engine.core.record import chain
from engine.core.rehearsal import position_tells
from engine.core.rules import Rules
from engine.core.text import join_words

T = TypeVar("T")

LETTERS = "abcdefghjkmnpqrstuvwxyz"
DIGITS = "23456789"
LONGEST_WORD = 64
COMPUTERS = ("Alys", "Piers", "Maud", "Wat", "Isolde", "Osric", "Tamsin", "Godwin")
"""The names of computer players: of nobody on a board or a card, so that each means one only."""

WRITER_KNOWS = "The position has secrets of other players, and the game master knows them, so they take no seat."
WRITER_STAYS_OUT = (
    "Your position has secrets of other players, so you may not take a seat. To play, open a table with a "
    "position without them."
)

FILL = "fill the seats of"
"""The deed about computer players that only the game master may do, as a verb."""

INVITED = "You are invited to play again: take a seat with the button above. The seats are drawn by lot at the start."
"""The words of the invitation to the people of an earlier game."""

NO_CHANGES: Mapping[str, object] = {}
OURS: Mapping[str, str] = {}


@dataclass(frozen=True)
class TableInLobby:
    """A table that has not started, in a transaction in which it may be changed."""

    connection: AsyncConnection
    game: GameRecord
    rules: Rules[Any]
    seated: tuple[SeatRecord, ...]

    def check_master(self, user: int, deed: str) -> None:
        """Raise Refused for anybody but the game master; `deed` is what they alone may do to the table, as a verb."""
        if user != self.game.owner:
            raise Refused(f"Only the game master can {deed} {self.game.title}; ask the game master.")

    def computer_seat(self, seat: str) -> SeatRecord:
        """Return the seat of a computer player; raises Refused where it has none now."""
        found = next((one for one in self.seated if one.id == seat and not one.human), None)
        if found is None:
            raise Refused("That seat has no computer player now; look at the panel again.")
        return found


class Lobby:
    """Opens, fills and starts tables. `entropy(n)` gives n unpredictable bytes.

    `figures` are those of other editions with which new tables play, by game, as they stand in a record.
    """

    def __init__(
        self,
        store: Store,
        referee: Referee,
        *,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        deadline_hours: float = 48.0,
        pace: str = "",
        figures: Mapping[str, str] = OURS,
    ) -> None:
        self._store = store
        self._referee = referee
        self._entropy = entropy
        self._deadline_hours = deadline_hours
        self._pace = pace
        self._figures = figures

    async def open_game(
        self,
        *,
        guild: int,
        channel: int,
        owner: int,
        rules: str,
        variant: str,
        changes: Mapping[str, object] = NO_CHANGES,
        title: str = "",
        thread: int | None = None,
        deadline_hours: float | None = None,
        pace: str = "",
        game_id: str = "",
        rated: bool = False,
        position: Position | None = None,
        told: Sequence[str] = (),
        like: GameRecord | None = None,
    ) -> GameRecord:
        """Open a table with its game master; the commitment to the dice waits for its thread (`move_to_thread`).

        It is played at a preset `pace` or with these hours for a decision; `free_id` may have set its id aside. It may
        go on from a `position`, which the messages `told` describe, and be `rated` for the server's ladder. `like`
        another table, it has its pace, figures and way of telling, and draws seats by lot. Raises EngineError.
        """
        played = self._referee.rules_of(rules)
        options = played.options(variant, {**played.option_book.by_post, **changes})
        hours, tempo = self._tempo(played, pace, deadline_hours)
        secret = self._entropy(32)
        async with self._store.writing() as connection:
            game = GameRecord(
                id=game_id or await self.free_id(connection),
                rules=played.name,
                rules_version=played.version,
                variant=variant,
                options=options,
                title=title or played.title,
                guild=guild,
                channel=channel,
                thread=thread,
                owner=owner,
                commitment=dice.commitment(secret),
                secret=secret.hex(),
                deadline_hours=hours,
                pace=tempo,
                figures=self._figures.get(played.name, ""),
                position=position.text() if position else "",
                created=self._referee.now(),
                rated=rated,
            )
            game = _like(game, like) if like else game
            await games.add(connection, game)
            pages = [Log((Event("position", page),), apart=True) for page in told]
            await self._announce(connection, game, Commitment(game.commitment), *pages, Panel())
        if await self._writer_knows(game):
            async with self._store.writing(game.id) as connection:
                await self._announce(connection, game, Log((Event("position", WRITER_KNOWS),)))
        self._referee.publish(game.id)
        return game

    def _tempo(self, rules: Rules[Any], name: str, hours: float | None) -> tuple[float, TimeControl]:
        """Return the hours for a decision and a new table's pace, from a preset or the server's habit; `hours` win."""
        chosen = name or ("" if hours is not None else self._pace)
        usual, pace = preset(chosen, rules.pace.decision_kinds) if chosen else (self._deadline_hours, TimeControl())
        return (usual if hours is None else hours), pace

    async def change(self, game_id: str, user: int, changes: Mapping[str, object]) -> GameRecord:
        """Set options of a table that has not started, as its game master; raises BadOptions."""

        async def work(table: TableInLobby) -> GameRecord:
            table.check_master(user, "change")
            options = table.rules.changed(table.game.variant, table.game.options, changes)
            await games.set_options(table.connection, game_id, options)
            book = table.rules.option_book.by_id
            now = ((book[name], value_words(options[name])) for name in changes)
            told = (f"A house rule is changed: {one.id} is now {words}. ({one.text})" for one, words in now)
            await self._tell(table, *(Event("option", text) for text in told))
            return replace(table.game, options=options)

        return await self._in_lobby(game_id, work)

    async def change_variant(self, game_id: str, user: int, variant: str) -> GameRecord:
        """Let a table that has not started play another variant, as its game master.

        Its house rules stay as far as that variant takes them.
        """

        async def work(table: TableInLobby) -> GameRecord:
            table.check_master(user, "change")
            rules, game = table.rules, table.game
            if game.position:
                raise Refused("This game continues from a position, which fixes what is played; open another table.")
            options = _options_of(rules, variant, rules.option_book.by_hand(game.variant, game.options))
            if len(table.seated) > (most := rules.seats(options)[1]):
                name, seated = rules.variants[variant], len(table.seated)
                raise Refused(f"{name} takes {most} players at most, and {seated} have a seat; somebody has to leave.")
            await games.change(table.connection, game_id, variant=variant, options=options)
            await self._tell(table, Event("option", f"This table plays {rules.variants[variant]} now."))
            return replace(game, variant=variant, options=options)

        return await self._in_lobby(game_id, work)

    async def give_figures(self, game_id: str, user: int, text: str) -> GameRecord:
        """Let a table that has not started play with the figures of a file, as its game master; raises BadFigures.

        A file that says nothing but ours lets it play with ours.
        """

        async def work(table: TableInLobby) -> GameRecord:
            table.check_master(user, "change")
            own = await asyncio.to_thread(table.rules.read_figures, text)
            game = replace(table.game, figures=for_record(table.game.rules, own))
            await games.change(table.connection, game_id, figures=game.figures)
            await self._tell(table, Event("figures", f"{texts.edition(game.figures)} {_differing(own)}".strip()))
            return game

        return await self._in_lobby(game_id, work)

    async def move_to_thread(self, game_id: str, guild: int, channel: int, thread: int) -> None:
        """Say in which thread a game is played from now on; what found no thread goes there, and so does its panel."""

        async def work() -> None:
            async with self._store.writing(game_id) as connection:
                place = {"guild": guild, "channel": channel, "thread": thread, "panel": None, "lost": None}
                await games.change(connection, game_id, **place)
                await outbox.revive(connection, game_id, DeliveryOutcome.HOMELESS, self._referee.now())
                await self._announce(connection, await games.get(connection, game_id), Panel())

        await self._referee.alone(game_id, work)

    async def look_for_thread(self, thread: int) -> None:
        """Write to the thread of a game anew, if one is played there: so it is found out that it is gone."""
        async with self._store.reading() as connection:
            if not await games.has_thread(connection, thread):
                return
            game = await games.in_thread(connection, thread)

        async def work() -> None:
            async with self._store.writing(game.id) as connection:
                await self._announce(connection, game, Panel())

        if game.status is not Status.OVER:
            await self._referee.alone(game.id, work)

    async def join(self, game_id: str, user: int, name: str, word: str = "", place: str = "") -> SeatRecord:
        """Take a seat; `word` is the player's own contribution to the dice, which everybody is told.

        At a table that goes on from a position `place` says whose; whoever sits there already may change to it.
        In a game that has started the seat is a new one, where the rules allow that; its dice are keyed by then.
        """
        async with self._store.reading() as connection:
            game = await games.get(connection, game_id)
        if user == game.owner and await self._writer_knows(game):
            raise Refused(WRITER_STAYS_OUT)
        if game.status is Status.PLAYING:
            seat = await self._referee.admit(game_id, user, name)
            await Absences(self._store, self._referee).refresh(game_id, user)
            return seat

        async def work(table: TableInLobby) -> SeatRecord:
            mine = next((seat for seat in table.seated if seat.user == user), None)
            if mine is None:
                return await self._sit(table, user, name, word=word, place=place)
            if not place:
                title = table.game.title
                raise Refused(f"You have a seat in {title} already; wait for the start, or leave it first.")
            without_me = tuple(seat for seat in table.seated if seat is not mine)
            return await self._sit(
                dataclasses.replace(table, seated=without_me), user, name, word=mine.word, place=place
            )

        return await self._in_lobby(game_id, work)

    async def fill(self, game_id: str, user: int, player: str) -> SeatRecord:
        """Give a seat to a computer player, as the game master of a table that has not started."""

        async def work(table: TableInLobby) -> SeatRecord:
            table.check_master(user, FILL)
            _check_player(table.rules, player)
            number = 1 + sum(not seat.human for seat in table.seated)
            name = _unused_name({seat.name.casefold() for seat in table.seated}, f"{player} {number}")
            return await self._sit(table, -number, name, regent=player)

        return await self._in_lobby(game_id, work)

    async def let_play(self, game_id: str, user: int, seat: str, player: str) -> SeatRecord:
        """Let another computer player have the seat of one, as the game master of a table that has not started."""

        async def work(table: TableInLobby) -> SeatRecord:
            table.check_master(user, FILL)
            _check_player(table.rules, player)
            before = table.computer_seat(seat)
            after = replace(before, regent=player)
            seats = [after if one is before else one for one in table.seated]
            await games.seat_all(table.connection, game_id, seats)
            told = f"{texts.safe(after.name)} is now the computer player {player}."
            await self._tell(table, Event("joined", told))
            return after

        return await self._in_lobby(game_id, work)

    async def free_seat(self, game_id: str, user: int, seat: str) -> None:
        """Take the seat of a computer player from it, as the game master of a table that has not started."""

        async def work(table: TableInLobby) -> None:
            table.check_master(user, FILL)
            gone = table.computer_seat(seat)
            staying = [one for one in table.seated if one is not gone]
            seats = staying if table.game.position else moved_up(staying)
            await games.seat_all(table.connection, game_id, seats)
            await self._tell(table, Event("left", f"{texts.safe(gone.name)}, a computer player, leaves its seat."))

        await self._in_lobby(game_id, work)

    async def open_again(self, before: GameRecord, thread: int, user: int, name: str, title: str) -> GameRecord:
        """Open a table for the people of a game that is over: the same settings, and its seats drawn by lot.

        Whoever opens it has a seat, and so have the computer players; the others are invited by a ping.
        """
        known = self._referee.rules_of(before.rules).option_book.by_id
        async with self._store.reading() as connection:
            seats = await games.seats_of(connection, before.id)
        game = await self.open_game(
            guild=before.guild,
            channel=before.channel,
            thread=thread,
            owner=user,
            rules=before.rules,
            variant=before.variant,
            title=title,
            changes={option: value for option, value in before.options.items() if option in known},
            rated=before.rated,
            like=before,
        )
        await self.join(game.id, user, name)
        for seat in seats:
            if not seat.human:
                await self.fill(game.id, user, seat.regent)
        invited = tuple(seat.user for seat in seats if seat.human and seat.left is None and seat.user != user)
        if invited:
            async with self._store.writing(game.id) as connection:
                await self._announce(connection, game, Log((Event("note", INVITED),), heard=invited))
            self._referee.publish(game.id)
        return game

    async def _draw_lots(self, game_id: str, user: int) -> None:
        """Draw the seats of a table by lot that was opened for the same people as another."""

        async def work(table: TableInLobby) -> None:
            if not table.game.again or len(table.seated) < 2 or user != table.game.owner:
                return
            seats = list(table.seated)
            Random(self._entropy(16)).shuffle(seats)
            await games.seat_all(table.connection, game_id, moved_up(seats))
            names = join_words(texts.safe(seat.name) for seat in seats)
            await self._tell(table, Event("note", f"The seats are drawn by lot. In order: {names}."))

        await self._in_lobby(game_id, work)

    async def _sit(
        self, table: TableInLobby, user: int, name: str, *, word: str = "", regent: str = "", place: str = ""
    ) -> SeatRecord:
        game, rules, seated = table.game, table.rules, table.seated
        most = most_seats(game, rules)
        if len(seated) >= most:
            raise Refused(f"{game.title} is full: {rules.title} takes {most} players at most.")
        seat = SeatRecord(
            game=game.id,
            id=_free_place(game, seated, name, place),
            user=user,
            name=name,
            word=" ".join(word.split())[:LONGEST_WORD],
            salt=secrets.token_hex(16),
            joined=self._referee.now(),
            regent=regent,
        )
        await games.seat_all(table.connection, game.id, [*seated, seat])
        who = f"{texts.safe(name)}, a {titled(regent)}," if regent else texts.safe(name)
        taken = f"the place of {texts.safe(places(game)[seat.id])}" if game.position else "a seat"
        told = f"{who} takes {taken} ({len(seated) + 1} of {most}){_given(seat.word)}."
        await self._tell(table, Event("joined", told))
        return seat

    async def leave(self, game_id: str, user: int) -> None:
        """Give a seat up. Before the start those who joined later move up; afterwards the seat is closed."""
        async with self._store.reading() as connection:
            game = await games.get(connection, game_id)
        if game.status in (Status.LOBBY, Status.OVER):
            await self._stand_up(game_id, user)
        else:
            await self._referee.leave(game_id, user)

    async def _stand_up(self, game_id: str, user: int) -> None:

        async def work(table: TableInLobby) -> None:
            name = _held(table.game, table.seated, user).name
            staying = [seat for seat in table.seated if seat.user != user]
            seats = staying if table.game.position else moved_up(staying)
            await games.seat_all(table.connection, game_id, seats)
            most = most_seats(table.game, table.rules)
            await self._tell(table, Event("left", f"{texts.safe(name)} gives up the seat ({len(staying)} of {most})."))

        await self._in_lobby(game_id, work)

    async def start(self, game_id: str, user: int) -> None:
        """Begin the game, as its game master: the dice are keyed and the table is set up."""
        await self._draw_lots(game_id, user)

        async def work() -> None:
            async with self._store.reading() as connection:
                table = await self._table_in_lobby(connection, game_id)
            table.check_master(user, "start")
            game, rules, seated = table.game, table.rules, table.seated
            least, most = rules.seats(game.options)
            if game.position:
                game, seated, least = at_their_places(game, seated)
            if len(seated) > most:
                raise Refused(f"{rules.title} takes {most} players at most; {len(seated)} joined.")
            if len(seated) < least:
                needed = f"{rules.title} needs {least} players or more; {len(seated)} joined"
                raise Refused(f"{needed}: invite others, or fill seats with “Add a computer player” or /table fill.")
            opening = _opening(game, seated)
            try:
                await self._referee.open_table(game, seated, opening, user)
            except EngineError as error:
                if not game.position:
                    raise
                raise Refused(f"The position no longer fits the options of this table: {error}") from error

        await self._referee.alone(game_id, work)
        if await self._writer_knows(await self._game(game_id)):
            note = Submission(MASTER, Note(WRITER_KNOWS, looked=True), user, Via.MASTER)
            await self._referee.carry_out(game_id, lambda _: note)
        await Absences(self._store, self._referee).refresh(game_id)

    async def _game(self, game_id: str) -> GameRecord:
        async with self._store.reading() as connection:
            return await games.get(connection, game_id)

    async def _writer_knows(self, game: GameRecord) -> bool:
        """Whether the position with which a table begins says something hidden, which its game master knows."""
        if not game.position:
            return False
        rules = self._referee.rules_of(game.rules).with_figures(figures.recorded(game.rules, game.figures))
        return await asyncio.to_thread(position_tells, rules, game.position, game.options)

    async def free_id(self, connection: AsyncConnection) -> str:
        """Return a short id that is easy to read and to say, such as k7f2."""
        while True:
            first, *rest = self._entropy(4)
            kinds = (DIGITS, LETTERS, DIGITS)
            game_id = LETTERS[first % len(LETTERS)]
            game_id += "".join(kind[byte % len(kind)] for kind, byte in zip(kinds, rest, strict=True))
            if not await games.exists(connection, game_id):
                return game_id

    async def _in_lobby(self, game_id: str, work: Callable[[TableInLobby], Awaitable[T]]) -> T:
        """Do `work` alone on a table that has not started, in one transaction; raises Refused where it has."""

        async def alone() -> T:
            async with self._store.writing(game_id) as connection:
                return await work(await self._table_in_lobby(connection, game_id))

        return await self._referee.alone(game_id, alone)

    async def _table_in_lobby(self, connection: AsyncConnection, game_id: str) -> TableInLobby:
        game = await games.get(connection, game_id)
        if game.status is not Status.LOBBY:
            raise Refused(f"{game.title} has already started; open or join another game.")
        seated = await games.seats_of(connection, game_id)
        return TableInLobby(connection, game, self._referee.rules_of(game.rules), seated)

    async def _tell(self, table: TableInLobby, *events: Event) -> None:
        """Tell the table what has happened, and draw its panel anew."""
        await self._announce(table.connection, table.game, Log(events), Panel())

    async def _announce(self, connection: AsyncConnection, game: GameRecord, *payloads: AnyPayload) -> None:
        messages = [OutboxMessage(payload) for payload in payloads]
        await outbox.add(connection, game.id, game.version, messages, self._referee.now())


def _like(game: GameRecord, like: GameRecord) -> GameRecord:
    """Return a new table that has the settings of an earlier one; a day on which time was called was its own."""
    return replace(
        game,
        deadline_hours=like.deadline_hours,
        pace=replace(like.pace, closes=None),
        figures=like.figures,
        telling=like.telling,
        again=like.id,
    )


def _options_of(rules: Rules[Any], variant: str, by_hand: Mapping[str, object]) -> dict[str, object]:
    """Return the options of a variant by post with those house rules that it takes."""
    options = dict(rules.option_book.by_post)
    for name, value in by_hand.items():
        try:
            rules.options(variant, {**options, name: value})
        except BadOptions:
            continue
        options[name] = value
    return rules.options(variant, options)


def _check_player(rules: Rules[Any], player: str) -> None:
    if player not in rules.players:
        raise Refused(f"There is no computer player '{player}'; choose one of {', '.join(offered(rules.players))}.")


def _unused_name(taken: Collection[str], otherwise: str) -> str:
    """Return a name for a computer player that nobody at the table has."""
    return next((name for name in COMPUTERS if name.casefold() not in taken), otherwise)


def _differing(figures: Mapping[str, object]) -> str:
    if not figures:
        return ""
    return f"{len(figures)} of them differ from Herald's." if len(figures) > 1 else "One of them differs from Herald's."


def _given(word: str) -> str:
    return f", with the word {texts.code(word)} for the dice" if word else ""


def _opening(game: GameRecord, seated: Sequence[SeatRecord]) -> Opening:
    return Opening(
        tuple(seat.id for seat in seated),
        {seat.id: seat.word for seat in seated},
        game.rules,
        game.rules_version,
        RELEASE,
        game.options,
        chain.of_figures(game.figures),
        digest(game.position),
    )


def places(game: GameRecord) -> dict[str, str]:
    """Return the name of each seat's player in the position that a table goes on from; empty without a position."""
    position = recorded(game.position)
    return {_seat_id(place): name for place, name in enumerate(position.seats)} if position else {}


def without_places(game: GameRecord, seats: Collection[str]) -> str:
    """Return the text of a table's position in which the places of these seats have no people's names any more."""
    position = recorded(game.position)
    if position is None:
        return ""
    whose = [seat if seat in seats else name for seat, name in places(game).items()]
    return position.of_seats(whose).text()


def most_seats(game: GameRecord, rules: Rules[Any]) -> int:
    """Return how many players a table takes: as many as its position has, where it goes on from one."""
    return len(places(game)) or rules.seats(game.options)[1]


def _free_place(game: GameRecord, seated: Sequence[SeatRecord], name: str, wanted: str) -> str:
    """Return the seat that somebody gets: the one they want, the one with their name, or the next."""
    known = places(game)
    if not known:
        if wanted:
            raise Refused("This table begins with the set-up, where every place is the same; leave out the place.")
        return _seat_id(len(seated))
    taken = {seat.id for seat in seated}
    free = {place: whose for place, whose in known.items() if place not in taken}
    for word in filter(None, (wanted, name)):
        named = next((place for place, whose in free.items() if whose.casefold() == word.casefold()), "")
        if named:
            return named
        if word == wanted:
            left = join_words(texts.safe(whose) for whose in free.values())
            raise Refused(f"The place of {texts.safe(wanted)} is not free; choose one of: {left}.")
    return next(iter(free))


def at_their_places(game: GameRecord, seated: Sequence[SeatRecord]) -> tuple[GameRecord, tuple[SeatRecord, ...], int]:
    """Return a table that is about to go on from a position, its seats in their order, and how many it needs.

    The position names the seats as the table does from then on, so that nobody's name is kept in it.
    """
    position, order = recorded(game.position), list(places(game))
    assert position is not None
    text = position.of_seats(order).text()
    return replace(game, position=text), tuple(sorted(seated, key=lambda seat: order.index(seat.id))), len(order)


def _seat_id(place: int) -> str:
    return f"s{place + 1}"


def moved_up(staying: Iterable[SeatRecord]) -> list[SeatRecord]:
    """Return the seats of those who stay at a table that has not started, numbered without a gap."""
    return [replace(seat, id=_seat_id(place)) for place, seat in enumerate(staying)]


def _held(game: GameRecord, seats: tuple[SeatRecord, ...], user: int) -> SeatRecord:
    """Return the seat that a user holds."""
    for seat in seats:
        if seat.user == user and seat.left is None:
            return seat
    raise Refused(f"You have no seat in {game.title}; there is nothing to give up.")
