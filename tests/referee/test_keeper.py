"""The task that looks after tournaments: what its clocks do is done once, whenever Herald is interrupted."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import msgspec
import pytest

from bot.discord_adapter.tournaments import GONE_ROLE, TournamentClock
from bot.errors import HeraldError, Refused
from bot.model import interventions
from bot.pace import Busy
from bot.panels.mishaps import TOO_MANY_THREADS
from bot.services.forgetting import Forgetting
from bot.services.outages import Outages
from bot.services.tournament.events import Tournaments
from bot.services.tournament.tables import TournamentTables
from bot.store import games, tournaments
from bot.store.payloads import Log
from bot.store.rows import Status, TournamentGame, TournamentRecord
from engine.core.errors import Illegal
from engine.games import GAMES
from engine.tournament import finalists, log, standings
from engine.tournament.format import BY_POST
from engine.tournament.log import FINAL
from render.picture_request import NothingToShow
from tests.bot.test_posting import NEW, refusal
from tests.bot.test_posting import Channel as Posted
from tests.referee.house import ANN, OWNER, House
from tests.referee.relay import Carry, Pledge
from tests.referee.test_tournament_tables import AL, DAN, EVE, Event, questioned
from tests.referee.test_tournament_tables import playing as at_table
from tests.referee.test_tournaments import PEOPLE, RELAY, kept, opened, playing, seated
from tests.tournament.event import result

HEAT_HOURS = 4.0


class Killed(Exception):
    """Herald is killed at this point."""


def keeping(house: House, keeper: Tournaments) -> TournamentClock:
    """The task, with no Discord behind it."""
    tables = TournamentTables(house.store, house.referee, keeper)
    parts = {"referee": house.referee, "store": house.store, "lobby": house.lobby, "pictures": Unpainted()}
    metrics = SimpleNamespace(
        failures=SimpleNamespace(labels=lambda kind: SimpleNamespace(inc=lambda: FAILED.append(kind)))
    )
    herald = SimpleNamespace(
        tournaments=keeper, tournament_tables=tables, metrics=metrics, working=nullcontext, **parts
    )
    return TournamentClock(cast(Any, herald), cast(Any, None), Outages(house.store, house.referee))


FAILED: list[str] = []
"""What has failed as nobody foresaw."""


class Unpainted:
    """Draws no champion."""

    async def draw_tournament(self, *about: object) -> None:
        raise NothingToShow("There is no paint.")


async def look(house: House, keeper: Tournaments, event: str) -> None:
    """Let the clocks of a tournament do what they have come to."""
    for place in await places(house, event):
        await keeping(house, keeper).ring(place, await keeper.state(event))


async def places(house: House, event: str) -> list[TournamentGame]:
    async with house.store.reading() as connection:
        return await tournaments.games_of(connection, event)


async def told(house: House, game: str) -> str:
    """What the thread of a game was told."""
    logs = [row.payload for row in await house.rows(game) if isinstance(row.payload, Log)]
    return " ".join(event.text for log in logs for event in log.events)


async def test_who_is_killed_before_play_is_stopped_stops_it_at_the_next_look(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, event, game = await playing(house)
    await look(house, keeper, event)
    house.later(HEAT_HOURS)

    async def killed(*about: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(keeper, "ring", killed)
        with pytest.raises(Killed):
            await look(house, keeper, event)
    await look(house, keeper, event)
    assert (await house.game(game)).status is Status.OVER


async def test_a_moment_that_is_rung_twice_does_its_work_once(house: House) -> None:
    keeper, event, game = await playing(house)
    (place,) = await places(house, event)
    await keeper.ring(place, "stop")
    version = (await house.game(game)).version
    await keeper.ring(place, "stop")
    assert (await house.game(game)).version == version


async def test_a_game_without_a_last_round_plays_on_until_the_clock_stops_it(house: House) -> None:
    keeper, event, game = await playing(house)
    (place,) = await places(house, event)
    await keeper.ring(place, "last_round")
    assert (await house.game(game)).status is Status.PLAYING


@pytest.mark.rule("WBC-T08")
async def test_a_table_whose_time_is_over_in_its_set_up_is_stopped_once_it_has_begun(house: House) -> None:
    """Nothing is counted down to a stop that cannot come; the thread reads once what it waits for."""
    keeper, event, game = await setting_up(house)
    await look(house, keeper, event)
    house.later(HEAT_HOURS)
    await look(house, keeper, event)
    await look(house, keeper, event)
    said = await told(house, game)
    assert said.count("Time is over, but the set-up is not. Play stops as soon as it is") == 1
    assert "0 minutes" not in said and (await house.game(game)).status is Status.PLAYING
    for user in PEOPLE:
        await house.referee.submit(game, user, Pledge())
    await look(house, keeper, event)
    assert (await house.game(game)).status is Status.OVER


async def setting_up(house: House) -> tuple[Tournaments, str, str]:
    """A table that has just been opened: everybody has still to pledge."""
    keeper, event = await seated(house)
    (place,) = await keeper.unopened(event)
    await keeper.open_game(place)
    await keeper.start_game(place)
    return keeper, event, place.game


async def test_warnings_say_what_holds_of_any_game_and_come_once(house: House) -> None:
    keeper, event, game = await playing(house)
    await look(house, keeper, event)
    house.later(HEAT_HOURS - 0.5)
    await look(house, keeper, event)
    await look(house, keeper, event)
    said = await told(house, game)
    assert said.count("Time is called in 15 minutes.") == 1
    assert "last round" not in said


# ---------------------------------------------------------------------- the end


class Channel:
    """A channel that keeps what is sent, and fails as often as it is told to."""

    def __init__(self, failures: int = 0) -> None:
        self.failures, self.said, self.files = failures, list[str](), list[str]()

    async def send(self, text: str, *, files: list[discord.File], **about: Any) -> Any:
        if self.failures:
            self.failures -= 1
            raise OSError("Discord is away.")
        self.said.append(text)
        self.files += [file.filename for file in files]
        return SimpleNamespace(id=len(self.said), jump_url=f"https://discord.test/{len(self.said)}")

    def get_partial_message(self, number: int) -> Any:
        async def edit(*, content: str, attachments: list[object]) -> None:
            self.said[number - 1] = content

        return SimpleNamespace(edit=edit)


async def ends(house: House, keeper: Tournaments, event: str, channel: Channel) -> bool:
    """Let the keeper end what is over; return whether the tournament is listed as ended."""
    client: Any = SimpleNamespace(get_partial_messageable=lambda *about, **where: channel)
    async with house.store.reading() as connection:
        running = await tournaments.running(connection)
    for record in running:
        await keeping(house, keeper).end(client, record)
    async with house.store.reading() as connection:
        return (await tournaments.get(connection, event)).ended is not None


@pytest.mark.both
async def test_a_tournament_whose_heats_are_all_called_off_ends_without_a_champion(house: House) -> None:
    keeper, event = await opened(house, heats=2)
    channel = Channel()
    await keeper.append(event, log.CalledOff(heat=1, reason="Rain.", by=str(OWNER)))
    assert not await ends(house, keeper, event, channel)
    await keeper.append(event, log.CalledOff(heat=2, reason="Rain.", by=str(OWNER)))
    assert await ends(house, keeper, event, channel)
    assert await ends(house, keeper, event, channel)
    (said,) = channel.said
    assert said.startswith("**Spring** is over.\nNobody has won: no game was played.")
    assert said.endswith("The record is attached: its log.")
    assert channel.files == [f"{event}.json", f"{event}.csv"]
    with pytest.raises(Refused, match="all its heats were called off"):
        await keeper.change(event, OWNER, lambda tournament_format: msgspec.structs.replace(tournament_format, heats=3))
    await Forgetting(house.store, house.referee).person(ANN)
    assert str(ANN) not in (await keeper.state(event)).names


async def test_an_end_that_could_not_be_told_is_told_at_the_next_look(house: House) -> None:
    keeper, event = await opened(house)
    await keeper.append(event, log.CalledOff(heat=1, reason="Rain.", by=str(OWNER)))
    channel = Channel(failures=1)
    with pytest.raises(OSError):
        await ends(house, keeper, event, channel)
    assert await ends(house, keeper, event, channel)
    assert len(channel.said) == 1


async def all_over(house: House) -> tuple[Tournaments, str, Channel]:
    """The game of a league of one round is over and signed, and its champion is announced."""
    keeper, event, _ = await playing(house)
    people = (await keeper.state(event)).game(1, 1).people
    points = {person: 30 - 10 * place for place, person in enumerate(people)}
    await keeper.append(event, log.Finished(heat=1, table=1, result=result(points)))
    await keeper.append(event, log.Signed(heat=1, by=str(OWNER)))
    channel = Channel()
    assert await ends(house, keeper, event, channel)
    return keeper, event, channel


async def corrected(keeper: Tournaments, event: str) -> list[str]:
    """The last of the table comes first after all; return its people, the former champion first."""
    first, second, third = (await keeper.state(event)).game(1, 1).people
    new = result({first: 30, second: 20, third: 40})
    await keeper.append(event, log.Corrected(heat=1, table=1, result=new, reason="Miscounted.", by=str(OWNER)))
    return [first, second, third]


@pytest.mark.both
async def test_another_champion_is_announced_where_a_result_is_corrected_after_the_end(house: House) -> None:
    keeper, event, channel = await all_over(house)
    old, _, new = await corrected(keeper, event)
    names = (await keeper.state(event)).names
    assert not await ends(house, keeper, event, channel), "it waits for an official's signature"
    (waiting,) = channel.said
    assert "A result was corrected after this was announced" in waiting and "has to sign" in waiting
    assert f"Champion: **{names[old]}**" in waiting
    await keeper.append(event, log.Signed(heat=1, by=str(OWNER)))
    assert await ends(house, keeper, event, channel)
    former, said = channel.said
    assert "https://discord.test/2" in former and "That no longer holds" in former
    assert f"<@{new}>" in said and f"<@{old}>" in said
    assert f"The champion is now **{names[new]}**, and no longer **{names[old]}**." in said
    assert "heat 1, table 1 was corrected by **Olga**: Miscounted." in said
    assert f"Champion: **{names[new]}**" in said
    assert await ends(house, keeper, event, channel) and len(channel.said) == 2


async def test_what_changes_no_result_after_the_end_announces_nobody_anew(house: House) -> None:
    keeper, event, channel = await all_over(house)
    await keeper.append(event, log.Questioned(ruling=1, heat=1, table=1, text="A count.", by=str(ANN)))
    assert await ends(house, keeper, event, channel)
    assert len(channel.said) == 1


async def test_who_has_announced_before_a_correction_is_killed_announces_it_at_the_next_look(house: House) -> None:
    keeper, event, channel = await all_over(house)
    await corrected(keeper, event)
    await keeper.append(event, log.Signed(heat=1, by=str(OWNER)))
    channel.failures = 1
    with pytest.raises(OSError):
        await ends(house, keeper, event, channel)
    assert await ends(house, keeper, event, channel)
    assert len(channel.said) == 2


# ---------------------------------------------------------------------- what Discord has lost


class Guild:
    """A server that some have left, and on which a role is gone."""

    def __init__(self, gone: set[int]) -> None:
        self.gone, self.threads = gone, ()

    def get_role(self, role: int) -> None:
        return None

    async def fetch_member(self, person: int) -> None:
        if person in self.gone:
            raise discord.NotFound(cast(Any, SimpleNamespace(status=404, reason="Not Found")), "Unknown Member")


async def mended(house: House, keeper: Tournaments, event: str, gone: set[int]) -> None:
    """Let the keeper look after what Discord has lost."""
    async with house.store.reading() as connection:
        record = await tournaments.get(connection, event)
    client: Any = SimpleNamespace(get_guild=lambda guild: Guild(gone))
    task = keeping(house, keeper)
    for place in await places(house, event):
        await task.mend(client, record, place, await keeper.state(event))


async def test_for_who_has_left_the_server_a_substitute_is_sought(house: House) -> None:
    keeper, event, _ = await playing(house)
    await mended(house, keeper, event, {ANN})
    assert (await keeper.state(event)).heats[0].games[0].vacant == [str(ANN)]
    entry = (await keeper.log(event))[-1]
    assert isinstance(entry, log.Vacated) and entry.reason == "has left the server"


async def test_a_role_that_is_gone_is_missed_once(house: House) -> None:
    keeper, event, game = await playing(house)
    async with house.store.writing() as connection:
        await games.change(connection, game, assistant_role=77)
    await mended(house, keeper, event, set())
    await mended(house, keeper, event, set())
    assert (await told(house, game)).count("name another with /gm assistant") == 1
    assert (await house.game(game)).assistant_role is None


@pytest.mark.rule("WBC-T09")
async def test_the_last_round_of_the_final_is_begun_once_and_played_to_its_end(house: House) -> None:
    keeper, event, game = await playing(house)
    house.rules.pace = replace(
        house.rules.pace,
        last_round_edit=lambda race: Carry("s1", 5),
        in_last_round=lambda race: race.state.places["s1"] == 5,
    )
    final = TournamentGame(tournament=event, heat=FINAL, number=1, game=game)
    await keeper.ring(final, "last_round")
    await keeper.ring(final, "last_round")
    assert (await house.game(game)).status is Status.PLAYING


async def test_the_final_of_a_game_without_a_last_round_stops_when_time_is_called(house: House) -> None:
    keeper, event, game = await playing(house)
    await keeper.ring(TournamentGame(tournament=event, heat=FINAL, number=1, game=game), "last_round")
    assert (await house.game(game)).status is Status.OVER


# ---------------------------------------------------------------------- time that nobody could use


async def waiting_heat(house: House) -> tuple[Tournaments, str]:
    """A heat of an event by the clocks of the sheet that is open for check-in; three are there."""
    keeper, event = await opened(house)
    await keeper.announce(event, 1, OWNER)
    for user in PEOPLE:
        await keeper.append(event, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    await beat(house)
    return keeper, event


async def beat(house: House) -> None:
    """Herald is at work."""
    await Outages(house.store, house.referee).look()


async def on_time(house: House, keeper: Tournaments, event: str) -> None:
    """Herald is at work again, and does what time has brought."""
    await beat(house)
    await keeping(house, keeper).on_time(event)


@pytest.mark.rule("WBC-T07")
@pytest.mark.parametrize("minutes", [4, 60, 3000])
async def test_the_grace_of_a_heat_is_not_used_up_while_herald_is_away(house: House, minutes: int) -> None:
    keeper, event = await waiting_heat(house)
    house.later(1 / 60)
    await beat(house)
    house.later(minutes / 60)
    await on_time(house, keeper, event)
    assert not (await keeper.state(event)).heats[0].closed
    house.later(3 / 60)
    await on_time(house, keeper, event)
    assert not (await keeper.state(event)).heats[0].closed
    house.later(1.1 / 60)
    await on_time(house, keeper, event)
    assert (await keeper.state(event)).heats[0].closed


@pytest.mark.parametrize(("minutes", "credited"), [(8, False), (11, True)])
async def test_a_check_in_of_a_day_is_charged_for_as_much_as_any_clock(
    house: House, minutes: int, credited: bool
) -> None:
    keeper, event = await opened(house)
    agreed = msgspec.structs.replace((await keeper.state(event)).format, clock=BY_POST)
    await keeper.append(event, log.Changed(format=agreed, by=str(OWNER)))
    await keeper.announce(event, 1, OWNER)
    await beat(house)
    house.later(minutes / 60)
    await beat(house)
    assert any(isinstance(entry, log.Interrupted) for entry in await keeper.log(event)) == credited


async def test_a_start_that_is_still_to_come_stays_where_it_was_announced(house: House) -> None:
    keeper, event = await opened(house)
    start = datetime.fromtimestamp(house.time[0] + 5 * 3600, UTC).replace(microsecond=0)
    await keeper.announce(event, 1, OWNER, start)
    await beat(house)
    house.later(3)
    await beat(house)
    assert datetime.fromisoformat((await keeper.state(event)).heats[0].start) == start
    assert not any(isinstance(entry, log.Interrupted) for entry in await keeper.log(event))
    house.later(3)
    await beat(house)
    shifted = datetime.fromisoformat((await keeper.state(event)).heats[0].start)
    assert shifted.timestamp() == int(house.time[0])


async def test_reserves_come_first_for_as_long_as_they_could_press(house: House) -> None:
    event = await playing_with_reserve(house)
    house.later(3)
    await beat(house)
    with pytest.raises(Refused, match="reserves of this heat come first"):
        await event.tables.substitute(event.id, 1, 1, str(ANN), DAN, DAN, "Dan")


@pytest.mark.rule("WBC-T12")
async def test_an_appeal_is_possible_for_as_long_as_anybody_could_press(house: House) -> None:
    event = await at_table(house)
    await questioned(event)
    for judge in (OWNER, AL):
        await event.rulings.judge(event.id, judge, 1, True, "It is right.")
    await beat(house)
    house.later(3)
    await beat(house)
    await event.rulings.appeal(event.id, ANN, 1, "Nobody heard me.")
    assert (await event.state()).rulings[0].upheld is None


async def playing_with_reserve(house: House) -> Event:
    """Ann has given her seat up, and Eve is the reserve of the heat."""
    event = await at_table(house, more=(EVE,))
    await event.tables.give_up(event.id, ANN, ANN)
    await beat(house)
    return event


async def heat_is_over(house: House, people: tuple[int, ...]) -> tuple[Tournaments, str]:
    """One heat of two tables is over, and the Final has two seats."""
    keeper = kept(house)
    tournament_format = msgspec.structs.replace(RELAY, scheme="heats", finalists=2, widened=2, usual=2, most=2)
    record = await keeper.create(
        guild=5, channel=6, master=OWNER, name="Olga", tournament_format=tournament_format, assistants={}
    )
    for user in people:
        await keeper.append(record.id, log.Entered(person=str(user), name=f"P{user}", heats=(1,), by=str(user)))
    await keeper.announce(record.id, 1, OWNER)
    for user in people:
        await keeper.append(record.id, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    await keeper.close(record.id, 1, OWNER)
    for table, at in enumerate((await keeper.state(record.id)).heats[0].games, start=1):
        points = {person: 10 * table + place for place, person in enumerate(at.people)}
        await keeper.append(record.id, log.Finished(heat=1, table=table, result=result(points)))
    await beat(house)
    return keeper, record.id


async def minutes_go_by(house: House, minutes: int, keeper: Tournaments, event: str) -> None:
    """Herald is at work all the time."""
    for _ in range(minutes):
        house.later(1 / 60)
        await beat(house)
        await on_time(house, keeper, event)


@pytest.mark.rule("WBC-T03")
async def test_every_finalist_has_his_time_to_answer_also_who_moves_up(house: House) -> None:
    keeper, event = await heat_is_over(house, (11, 12, 13, 14))
    first, second, third, fourth = (line.person for line in standings.standings(await keeper.state(event)))
    await keeper.append(event, log.Confirmed(by=first, person=first))
    for minutes, other in ((14, second), (2, third), (12, third), (3, fourth), (40, fourth)):
        await minutes_go_by(house, minutes, keeper, event)
        assert finalists.qualified(await keeper.state(event)).finalists == [first, other]


async def test_finalists_wait_for_as_long_as_they_could_answer(house: House) -> None:
    keeper, event = await heat_is_over(house, (11, 12, 13, 14))
    before = finalists.qualified(await keeper.state(event)).finalists
    house.later(7)
    await on_time(house, keeper, event)
    assert finalists.qualified(await keeper.state(event)).finalists == before


async def reminded(keeper: Tournaments, event: str) -> bool:
    return any(isinstance(entry, log.Reminded) for entry in await keeper.log(event))


async def test_who_is_missing_is_asked_once_more_before_a_heat_closes(house: House) -> None:
    keeper, event = await opened(house)
    await keeper.announce(event, 1, OWNER)
    await keeper.append(event, log.CheckedIn(heat=1, person=str(ANN), by=str(ANN)))
    await minutes_go_by(house, 3, keeper, event)
    assert not await reminded(keeper, event)
    await minutes_go_by(house, 1, keeper, event)
    assert await reminded(keeper, event)
    await minutes_go_by(house, 5, keeper, event)
    asked = [entry for entry in await keeper.log(event) if isinstance(entry, log.Reminded) and not entry.short]
    assert len(asked) == 1


@pytest.mark.rule("WBC-T07")
async def test_a_heat_announced_for_later_asks_at_its_start_and_closes_five_minutes_after_it(house: House) -> None:
    keeper, event = await opened(house)
    start = datetime.fromtimestamp(house.time[0] + 600, UTC).replace(microsecond=0)
    await keeper.announce(event, 1, OWNER, start)
    for user in PEOPLE[:2]:
        await keeper.append(event, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    await minutes_go_by(house, 9, keeper, event)
    assert not await reminded(keeper, event)
    await minutes_go_by(house, 2, keeper, event)
    assert await reminded(keeper, event)
    await minutes_go_by(house, 3, keeper, event)
    assert not (await keeper.state(event)).heats[0].closed
    await minutes_go_by(house, 2, keeper, event)
    assert (await keeper.state(event)).heats[0].closed
    late = PEOPLE[2]
    with pytest.raises(Illegal, match="closed"):
        await keeper.append(event, log.CheckedIn(heat=1, person=str(late), by=str(late)))


async def test_a_heat_with_too_few_people_stays_open_and_officials_are_told_once(house: House) -> None:
    keeper, event = await opened(house)
    await keeper.announce(event, 1, OWNER)
    await keeper.append(event, log.CheckedIn(heat=1, person=str(ANN), by=str(ANN)))
    await minutes_go_by(house, 9, keeper, event)
    assert not (await keeper.state(event)).heats[0].closed
    assert [entry.short for entry in await keeper.log(event) if isinstance(entry, log.Reminded)] == [False, True]
    for user in PEOPLE[1:]:
        await keeper.append(event, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    await minutes_go_by(house, 1, keeper, event)
    assert (await keeper.state(event)).heats[0].closed


async def test_a_tournament_that_cannot_be_read_holds_up_no_clock(house: House) -> None:
    _, event = await waiting_heat(house)
    async with house.store.writing() as connection:
        await tournaments.append(connection, event, log.CheckedIn(heat=1, person="nobody"))
    game = await house.racing()
    house.later(3)
    await beat(house)
    assert (await house.timers(game))[0].due > house.time[0]


# ---------------------------------------------------------------------- what it does on Discord

CHANNEL = 6
"""Where the tournament is announced."""


class Table(discord.Thread):
    """A thread on the server."""

    def __init__(self, number: int, name: str, parent: int = CHANNEL) -> None:
        self.id, self.name, self.parent_id = number, name, parent


class Hall(discord.TextChannel):
    """The channel of a tournament, which refuses the next threads with what it is told."""

    def __init__(self, refuses: Sequence[Exception] = ()) -> None:
        self.id, self.refuses, self.threads_made = CHANNEL, list(refuses), list[Table]()
        self.guild = cast(Any, SimpleNamespace(me="Herald"))

    async def create_thread(self, *, name: str, **how: Any) -> Any:
        """Open a thread."""
        assert how == {"type": discord.ChannelType.public_thread, "auto_archive_duration": 10080}
        if self.refuses:
            raise self.refuses.pop(0)
        self.threads_made.append(Table(800 + len(self.threads_made), name))
        return self.threads_made[-1]

    def permissions_for(self, who: Any, /) -> discord.Permissions:
        """Return what Herald may do here."""
        allowed = discord.Permissions.all()
        allowed.create_public_threads = False
        return allowed


class Server:
    """A connection to a Discord of one server, with a channel for a tournament and what is posted there."""

    def __init__(self, *threads: Table, refuses: Sequence[Exception] = (), known: bool = True) -> None:
        self.hall, self.posted, self.threads, self.known = Hall(refuses), Posted(), threads, known

    def get_guild(self, guild: int) -> Any:
        """Return the server, with the threads that were there before."""
        members = SimpleNamespace(threads=self.threads, get_role=lambda role: role, fetch_member=self._member)
        return members if self.known else None

    async def _member(self, person: int) -> None:
        """Find everybody."""

    async def fetch_channel(self, number: int) -> Any:
        """Return the channel, or a thread that is there."""
        there = {CHANNEL: self.hall, **{one.id: one for one in (*self.threads, *self.hall.threads_made)}}
        if number not in there:
            raise refusal(404, 10003)
        return there[number]

    def get_channel(self, number: int) -> Any:
        """Return the channel as far as Herald knows it."""
        return self.hall if number == CHANNEL and self.known else None

    def get_partial_messageable(self, number: int, *, guild_id: int) -> Any:
        """Return the channel to post in."""
        assert (number, guild_id) == (CHANNEL, 5)
        return self.posted

    def said(self, nonce: str) -> list[str]:
        """What was posted with nonces that begin so."""
        return [
            one["content"] or one["embed"].description for one in self.posted.sent if one["nonce"].startswith(nonce)
        ]


@pytest.fixture
def moderated(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The race is one of the games that Herald moderates."""
    monkeypatch.setitem(cast(Any, GAMES), house.rules.name, house.rules)


async def record_of(house: House, event: str) -> TournamentRecord:
    async with house.store.reading() as connection:
        return await tournaments.get(connection, event)


async def looked(house: House, task: TournamentClock, event: str, server: Server) -> None:
    """Let the task look after a tournament once."""
    await task._look_after(cast(Any, server), await record_of(house, event))


@pytest.mark.usefixtures("moderated")
async def test_a_table_that_was_drawn_is_opened_in_a_thread_and_begins_once(house: House) -> None:
    keeper, event = await seated(house)
    task, server = keeping(house, keeper), Server()
    for _ in range(2):
        await looked(house, task, event, server)
    assert [thread.name for thread in server.hall.threads_made] == ["Spring: Heat 1, table 1"]
    (place,) = await places(house, event)
    game = await house.game(place.game)
    assert (game.status, game.guild, game.channel, game.thread) == (Status.PLAYING, 5, CHANNEL, 800)
    task.wake("another game")
    assert not task._news.is_set()
    task.wake(place.game)
    assert task._news.is_set()


@pytest.mark.usefixtures("moderated")
async def test_the_thread_that_was_made_before_an_interruption_is_taken(house: House) -> None:
    keeper, event = await seated(house)
    name = "Spring: Heat 1, table 1"
    others = (Table(701, "Spring: Heat 1, table 2"), Table(702, name, parent=77))
    server = Server(*others, Table(703, name))
    await looked(house, keeping(house, keeper), event, server)
    (place,) = await places(house, event)
    assert (await house.game(place.game)).thread == 703 and server.hall.threads_made == []


@pytest.mark.usefixtures("moderated")
async def test_a_thread_in_which_another_game_is_played_is_not_taken(house: House) -> None:
    await house.opened(thread=703)
    keeper, event = await seated(house)
    server = Server(Table(703, "Spring: Heat 1, table 1"))
    await looked(house, keeping(house, keeper), event, server)
    (place,) = await places(house, event)
    assert (await house.game(place.game)).thread == 800


TWO = msgspec.structs.replace(RELAY, usual=2, most=2)


async def two_tables(house: House) -> tuple[Tournaments, str]:
    """A heat of two tables that are drawn, but not opened yet."""
    keeper = kept(house)
    record = await keeper.create(guild=5, channel=6, master=OWNER, name="Olga", tournament_format=TWO, assistants={})
    people = (*PEOPLE, DAN)
    for user in people:
        await keeper.append(record.id, log.Entered(person=str(user), name=f"P{user}", heats=(1,), by=str(user)))
    await keeper.announce(record.id, 1, OWNER)
    for user in people:
        await keeper.append(record.id, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    await keeper.close(record.id, 1, OWNER)
    return keeper, record.id


@pytest.mark.parametrize(
    ("error", "why", "said"),
    [
        (Busy(120.0), "slow", "⏳ Still to be opened in heat 1: 2 tables. Discord lets me open the next in 2 minutes;"),
        (refusal(403), "shut", "⚠️ Herald lacks permissions in <#6>: Create Public Threads."),
        (refusal(400, TOO_MANY_THREADS), "shut", "⚠️ This server has as many active threads as Discord allows"),
    ],
)
@pytest.mark.usefixtures("moderated")
async def test_where_discord_opens_no_thread_the_channel_is_told_once_and_the_tables_wait(
    house: House, error: Exception, why: str, said: str
) -> None:
    keeper, event = await two_tables(house)
    task, server = keeping(house, keeper), Server(refuses=[error, error])
    for _ in range(2):
        await looked(house, task, event, server)
        assert server.hall.threads_made == []
    (told_once,) = server.said(f"t-{event}-{why}-1")
    assert (told_once.startswith(said) and "and I go on then" in told_once) or why == "slow"
    await looked(house, task, event, server)
    assert len(server.hall.threads_made) == 2


@pytest.mark.parametrize(("error", "counted"), [(refusal(503), False), (OSError("away"), False), (KeyError("x"), True)])
@pytest.mark.usefixtures("moderated")
async def test_what_fails_at_one_table_holds_up_no_other(house: House, error: Exception, counted: bool) -> None:
    keeper, event = await two_tables(house)
    server = Server(refuses=[error])
    FAILED.clear()
    await looked(house, keeping(house, keeper), event, server)
    assert [thread.name for thread in server.hall.threads_made] == ["Spring: Heat 1, table 2"]
    assert ["tournaments"] * counted == FAILED and server.said(f"t-{event}-s") == []


async def test_a_channel_that_is_none_for_text_opens_no_table(house: House) -> None:
    keeper, event = await seated(house)
    server = Server(Table(CHANNEL, "forum"))
    with pytest.raises(HeraldError, match="not a text channel"):
        await keeping(house, keeper)._thread(cast(Any, server), await record_of(house, event), "Spring")


@pytest.mark.usefixtures("moderated")
async def test_the_channel_is_told_of_each_entry_once_and_its_message_is_edited_where_something_changes(
    house: House,
) -> None:
    keeper, event = await opened(house)
    await keeper.announce(event, 1, OWNER)
    task, server = keeping(house, keeper), Server()
    await looked(house, task, event, server)
    entries = await keeper.log(event)
    announced = next(n for n, entry in enumerate(entries) if isinstance(entry, log.Announced))
    (news,) = [one for one in server.posted.sent if one["nonce"] == f"t-{event}-{announced}"]
    assert "is open for check-in" in news["embed"].description and f"<@{ANN}>" in news["content"]
    assert news["allowed_mentions"].to_dict() == {"parse": ["users"]}
    assert (await record_of(house, event)).told == len(entries)
    board_message = (await record_of(house, event)).message
    assert board_message == NEW + 1
    done = [*server.posted.done]
    await looked(house, task, event, server)
    assert server.posted.done == done, "nothing has changed"
    await keeper.append(event, log.CheckedIn(heat=1, person=str(ANN), by=str(ANN)))
    await looked(house, task, event, server)
    assert server.posted.done == [*done, "edit new"] and len(server.posted.sent) == 2
    await looked(house, keeping(house, keeper), event, server)
    assert len(server.posted.sent) == 2, "nor is anything told again after a restart"


async def lost_thread(house: House) -> tuple[Tournaments, str, TournamentClock, Server, str]:
    """A table is being played whose thread is marked as lost."""
    keeper, event = await seated(house)
    task, server = keeping(house, keeper), Server()
    await looked(house, task, event, server)
    (place,) = await places(house, event)
    async with house.store.writing() as connection:
        await games.change(connection, place.game, lost=house.time[0])
    return keeper, event, task, server, place.game


@pytest.mark.usefixtures("moderated")
async def test_a_table_whose_thread_was_deleted_goes_on_in_another(house: House) -> None:
    _, event, task, server, game = await lost_thread(house)
    await looked(house, task, event, server)
    assert len(server.hall.threads_made) == 1, "it is still there"
    server.hall.threads_made[0].id = 1
    await looked(house, task, event, server)
    found = await house.game(game)
    assert (found.thread, found.lost) == (801, None)
    assert "The thread of this table was deleted; the game continues here." in await told(house, game)


@pytest.mark.usefixtures("moderated")
async def test_a_role_or_a_person_on_a_server_that_herald_does_not_know_now_is_not_missed(house: House) -> None:
    keeper, event, game = await playing(house)
    async with house.store.writing() as connection:
        await games.change(connection, game, master_role=77)
    server = Server(known=False)
    await looked(house, keeping(house, keeper), event, server)
    assert GONE_ROLE not in await told(house, game) and (await house.game(game)).master_role == 77
    assert (await keeper.state(event)).heats[0].games[0].vacant == []


@pytest.mark.parametrize(("error", "raised"), [(refusal(404), False), (refusal(403), True), (refusal(500), True)])
async def test_an_announcement_says_once_that_it_holds_no_longer_unless_it_is_gone(
    house: House, error: Exception, raised: bool
) -> None:
    task, channel = keeping(house, kept(house)), Posted()
    channel.refuses = {"edit": [error]}
    if raised:
        with pytest.raises(discord.HTTPException):
            await task._supersede(channel, NEW, "It holds no longer.")
    for _ in range(2):
        await task._supersede(channel, NEW, "It holds no longer.")
    assert channel.done == ["edit new"] * (1 + raised)
    if raised:
        assert channel.stands[NEW].edits == [{"content": "It holds no longer.", "attachments": []}]


@pytest.mark.rule("WBC-T05")
async def test_for_a_game_master_who_does_not_answer_the_default_holds_after_the_patience(house: House) -> None:
    keeper, event = await heat_is_over(house, (11, 12, 13, 14))
    state = await keeper.state(event)
    asked = datetime.fromtimestamp(house.time[0], UTC)
    question = finalists.Question("level", [], "Two are level.", {"both": "Both.", "lot": "Lot."}, "both", "WBC-T05")
    task = keeping(house, keeper)
    state.pending["level"] = asked.isoformat()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(finalists, "qualified", lambda state: SimpleNamespace(question=question))
        appended: list[log.AnyEntry] = []

        async def append(_: str, entry: log.AnyEntry) -> None:
            appended.append(entry)

        patch.setattr(keeper, "append", append)
        for minutes in (14, 15):
            await task._settle_final(event, state, asked + timedelta(minutes=minutes))
    assert appended == [log.Decided(question="level", answer="both")]


@pytest.mark.usefixtures("moderated")
async def test_one_look_rings_the_clock_of_a_table_and_the_next_takes_its_result(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    keeper, event, game = await playing(house)
    task, server = keeping(house, keeper), Server()
    await looked(house, task, event, server)
    house.later(HEAT_HOURS)
    await looked(house, task, event, server)
    assert (await house.game(game)).status is Status.OVER and caplog.records == []
    await looked(house, task, event, server)
    assert (await keeper.state(event)).game(1, 1).result


async def test_no_clock_rings_at_a_table_that_is_over_or_was_deleted(house: House) -> None:
    keeper, event, game = await playing(house)
    await look(house, keeper, event)
    await house.moderation.intervene(game, OWNER, interventions.End("It is late."))
    said = await told(house, game)
    house.later(HEAT_HOURS)
    await look(house, keeper, event)
    (place,) = await places(house, event)
    assert await told(house, game) == said and place.announced == ()
    await keeping(house, keeper).ring(msgspec.structs.replace(place, game="gone"), await keeper.state(event))
