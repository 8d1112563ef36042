"""Games that an earlier release left in the middle of something are taken up as they were, and play on.

Release 7294e1d wrote both files. `games_under_way.sql.xz` is its database: fourteen tables of every variant, played at
random by people, with questions open, trades offered, answers given ahead, clocks that run or stand still, a game
master's doings in the log, and the two latest snapshots of each. `moments.json.xz` has, for every variant and kind of
step, a state with such a step on its stack, and of every kind of action one as it stands in a log.
"""

import asyncio
import lzma
import shutil
import sqlite3
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.cli import main
from bot.model import interventions
from bot.services.computer.regents import Regents
from bot.store import drafts, game_log, games, motions, plans, timers, tournaments
from bot.store.payloads import Log
from bot.store.rows import GameRecord, Status
from bot.table import planning
from engine.core import orders
from engine.core.actions import MASTER, tag_of
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.orders import Scope, Then
from engine.core.record.changes import all_changes
from engine.core.table import Table
from engine.games import GAMES, rules_of
from tests.conformance.tables import KEY, livelier
from tests.harness import as_kind
from tests.harness.database import prepare
from tests.referee.house import OWNER, START, House, housed
from tests.referee.test_tournaments import kept
from tests.store import leaving

FOLDER = Path(__file__).parent
THEN = 1_790_330_000.0
"""Half an hour after the last table was left."""

UNDER_WAY = {
    "f4b4": ("base: a fight is mustered, and a trade is offered", "D32 D31"),
    "h9y7": ("base with optional votes: Parliament is called", "D52"),
    "u7z9": ("base: a captive's ransom is asked", "D44"),
    "k2u5": ("wbc: a King's Pardon may save a noble", "D42"),
    "y8y9": ("wbc: Parliament votes, and its time runs by the pace of the table", "D58 D58 D58 WBC-PARL"),
    "j6e9": ("wbc: a raid calls, and the clocks are stopped", "D10"),
    "j2e5": ("covault: a debate in Parliament", "D57"),
    "u8n2": ("covault: a fight is mustered, and players ask for a pause", "D31 D31"),
    "z3y2": ("covault: who comes to Parliament", "D53"),
    "a3a5": ("warlord: a duel", "W-07 W-07"),
    "y5d2": ("warlord with armies: a move", "W-03"),
    "a5h2": ("woods: the fate of who was felled", "W-08"),
    "a6h9": ("march: an arrow flies", "W-11 W-11"),
    "k2w2": ("four crowns: a duel", "W-07 W-07"),
}
"""What each table waits for."""

PLAYED_OTHERWISE = {
    "f4b4": "WBC-R02.7",
    "k2u5": "WBC-C19.4",
    "y8y9": "WBC-C19.4",
    "j6e9": "WBC-C19.4",
    "j2e5": "COV-8.6.12",
    "z3y2": "BASE-SET-3",
    "u8n2": "BASE-SET-3",
    "u7z9": "BASE-SET-3",
    "h9y7": "BASE-SET-3",
    "y5d2": "WLT-8.1",
    "a6h9": "WLT-8.1",
}
"""Tables whose old actions come out otherwise by the rules of today, with the rule that is played otherwise."""

CLOCK = f"{MASTER} WBC-PARL"
"""What tables of WBC wait for besides, once the votes are known: the ten minutes of Parliament [WBC-PARL]."""

RETIRED = {"struck"}
"""Fields of a state that mean nothing any more: a Royal Death card strikes in every combat [WBC-V06]."""


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The old database as its release left it; nobody changes it."""
    path = tmp_path_factory.mktemp("left") / "herald.db"
    with sqlite3.connect(path) as old:
        old.executescript(lzma.decompress((FOLDER / "games_under_way.sql.xz").read_bytes()).decode())
    old.close()
    return path


@pytest.fixture(scope="module")
def taken_up(left: Path) -> Path:
    """The old database with the tables of today; nobody changes it."""
    path = left.with_name("today.db")
    shutil.copy(left, path)
    with ThreadPoolExecutor(1) as thread:  # whoever asks may have an event loop at work
        thread.submit(asyncio.run, prepare(path)).result()
    return path


@pytest.fixture
def saved(tmp_path: Path, taken_up: Path) -> Path:
    """The old database, as a file of today."""
    return Path(shutil.copy(taken_up, tmp_path / "herald.db"))


EACH = [pytest.param((game_id,), 100, 100, marks=pytest.mark.nightly, id=game_id) for game_id in UNDER_WAY]
"""A table alone, for as long as it takes until little of the earlier release is left on it."""


@pytest.mark.parametrize(("tables", "turns", "least"), [pytest.param(tuple(UNDER_WAY), 10, 6, id="all"), *EACH])
async def test_tables_are_taken_up_and_play_on(
    tables: tuple[str, ...], turns: int, least: int, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with housed(saved, start=THEN) as house:
        left = {game_id: await _as_it_was_left(house, game_id) for game_id in tables}
        await house.referee.adopt_rules()
        for game_id, before in left.items():
            if before.paused is not None:
                await house.moderation.intervene(game_id, OWNER, interventions.Resume())
            await _play_on(house, game_id, turns)
            assert await _over(house, game_id) or (await house.game(game_id)).version >= before.version + least, game_id
            assert any(item.game.id == game_id for item in house.courier.sent)
    for game_id in tables:
        await asyncio.to_thread(_replay, game_id, saved)
        told = "the states cannot be checked" if game_id in PLAYED_OTHERWISE else "every state are as recorded"
        assert told in capsys.readouterr().out, game_id


async def _as_it_was_left(house: House, game_id: str) -> GameRecord:
    """Look at a table: its log holds, its state is sound, and it waits for what it waited for."""
    before = await house.game(game_id)
    async with house.store.reading() as connection:
        log = await game_log.entries(connection, game_id)
    assert game_log.chain_problem(log, before.commitment) is None, game_id
    async with house.referee.reading(game_id) as live:
        assert live.table.rules.problems(live.table.game) == [], game_id
        assert " ".join(request.decision for request in live.table.requests()) == UNDER_WAY[game_id][1], game_id
    return before


CAME_LATER: dict[str, dict[str, object]] = {
    "k2u5": {"office_points": "plain_by_tens", "besieged_home": "before_walls"},
    "j2e5": {
        "last_king_place": "anywhere",
        "event_lock": False,
        "road_stops": "fortresses",
        "ship_guests": "grant",
        "coronation_bishops": "anybody",
    },
    "f4b4": {},
}
"""What tables have of options that the earlier release did not know: a wbc, a covault and a base table."""


async def test_tables_get_what_their_variants_say_of_newer_options_and_are_told(saved: Path) -> None:
    async with housed(saved, start=THEN) as house:
        before = {game_id: (await _options(house, game_id))[0] for game_id in CAME_LATER}
        await house.referee.adopt_rules()
        for game_id, later in CAME_LATER.items():
            options, of_the_variant = await _options(house, game_id)
            assert options == before[game_id] | later and not before[game_id].keys() & later.keys()
            assert of_the_variant.items() >= options.items()
            assert (await house.game(game_id)).options == before[game_id]
            (told,) = [row.payload for row in await house.rows(game_id) if _tells_of_new_rules(row.payload)]
            text = as_kind(Log, told).events[0].text
            for name, value in later.items():
                assert any(change.text in text for change in all_changes("kingmaker") if change.when == {name: [value]})


async def _options(house: House, game_id: str) -> tuple[dict[str, object], dict[str, object]]:
    """Return the options that a table plays by, and the same with what its variant says of those that it lacks."""
    async with house.referee.reading(game_id) as live:
        options = dict(live.table.game.state.options)
        return options, dict(live.table.rules.changed(live.game.variant, options, {}))


def _tells_of_new_rules(payload: object) -> bool:
    return isinstance(payload, Log) and any(event.kind == "new_rules" for event in payload.events)


async def _play_on(house: House, game_id: str, turns: int) -> None:
    """Let whoever is asked decide, a computer player for each; now and then an hour passes, and what is due is done.

    While nobody but the game master is asked, whose question is answered by the clock, nobody acts.
    """
    async with house.referee.reading(game_id) as live:
        player = Seated(livelier(live.table.rules), 3)
    chance = Random(3)
    for number in range(turns):
        if number % 25 == 0:
            await house.tick(1)
        async with house.referee.reading(game_id) as live:
            if live.table.result is not None:
                return
            asked = [request.seat for request in live.table.requests() if request.seat != MASTER]
            seat = chance.choice(asked or [MASTER])
            user = live.user_of(seat)
            action = player.choose(live.table, seat) if asked else None
        if action is None:
            await house.tick(1)
        elif user is None:
            await Regents(house.store, house.referee, pause=0).tick(game_id)
        else:
            await house.referee.submit(game_id, user, action)


async def _over(house: House, game_id: str) -> bool:
    async with house.referee.reading(game_id) as live:
        return live.table.result is not None


def _replay(game_id: str, saved: Path) -> None:
    """Check the whole record, from the first action of the earlier release to the last one of this."""
    config, out = saved.with_name("config.toml"), saved.with_name("record.json")
    config.write_text(f'[database]\npath = "{saved}"\n')
    assert main(["export", game_id, "--out", str(out), "--config", str(config)]) == 0
    assert main(["replay", str(out)]) == (game_id in PLAYED_OTHERWISE)


async def test_what_was_undone_can_still_be_gone_back_to(saved: Path) -> None:
    async with housed(saved, start=THEN) as house:
        version = (await house.game("f4b4")).version
        await house.moderation.intervene("f4b4", OWNER, interventions.GoBack(version - 1, version))
        async with house.referee.reading("f4b4") as live:
            assert live.table.version == version + 1 and live.table.rules.problems(live.table.game) == []


# ---------------------------------------------------------------- every kind of step, every kind of action


class Moment(msgspec.Struct, frozen=True):
    """A state with a kind of step on its stack, and the seats and decisions that it waits for."""

    game: str
    variant: str
    step: str
    asked: list[str]
    state: str


class Saved(msgspec.Struct, frozen=True):
    """An action as it stands in a log."""

    game: str
    tag: str
    action: dict[str, object]


class Samples(msgspec.Struct, frozen=True):
    """What is in the file."""

    moments: list[Moment]
    actions: list[Saved]


@pytest.fixture(scope="module")
def samples() -> Samples:
    """The states and actions of the earlier release."""
    return msgspec.json.decode(lzma.decompress((FOLDER / "moments.json.xz").read_bytes()), type=Samples)


@pytest.mark.parametrize("actions", [2, pytest.param(6, marks=pytest.mark.nightly)])
def test_every_kind_of_step_is_read_asks_the_same_and_goes_on(samples: Samples, actions: int) -> None:
    assert len(samples.moments) > 150
    for moment in samples.moments:
        rules = rules_of(moment.game)
        table = Table.restore(rules, moment.state.encode(), KEY)
        where = f"{moment.step} of {moment.variant}"
        asked = [f"{request.seat} {request.decision}" for request in table.requests()]
        assert [question for question in asked if question != CLOCK or CLOCK in moment.asked] == moment.asked, where
        assert rules.problems(table.game) == [], where
        assert msgspec.json.decode(table.snapshot()) == _without(RETIRED, moment.state), where
        _go_on(table, actions)


def _without(fields: set[str], state: str) -> dict[str, object]:
    return {name: value for name, value in msgspec.json.decode(state).items() if name not in fields}


def _go_on(table: Table, actions: int) -> None:
    player = Seated(RandomPlayer(), 2)
    for _ in range(actions):
        if table.result is None:
            seat = table.requests()[0].seat
            table.act(seat, table.default(seat) if seat == MASTER else player.choose(table, seat))


def test_every_kind_of_action_is_read_and_written_as_it_was(samples: Samples) -> None:
    assert len(samples.actions) > 150
    for saved in samples.actions:
        action = rules_of(saved.game).codec.decode_action(saved.action)
        assert tag_of(action) == saved.tag
        assert saved.action.items() <= msgspec.to_builtins(action).items(), "fields may be added, with defaults"


# ---------------------------------------------------------------- answers given ahead


async def test_answers_given_ahead_have_become_plans_that_answer(left: Path, saved: Path) -> None:
    with sqlite3.connect(left) as old:
        given = old.execute("SELECT game, seat, user, decision, words, answer, action, always FROM orders").fetchall()
    old.close()
    async with housed(saved, start=THEN) as house:
        async with house.store.reading() as connection:
            users = {row[2] for row in given}
            kept = [plan for user in sorted(users) for plan in await plans.of_user(connection, user)]
        assert len(kept) == len(given) > 0
        for game, seat, user, decision, words, answer, action, always in given:
            (plan,) = [plan for plan in kept if (plan.game, plan.user, plan.decision) == (game, user, decision)]
            (entry,) = plan.entries
            assert (plan.seat, plan.words, entry.answer) == (seat, words, answer)
            assert entry.action == msgspec.json.decode(action)
            assert (plan.scope, entry.then) == ((Scope.ALWAYS, Then.AGAIN) if always else (Scope.QUESTION, Then.NEXT))
            async with house.referee.reading(game) as live:
                assert planning.words(live, plan).endswith("if nothing fits, I ask you")
                request = live.table.request(seat)
                if request is not None and request.decision == decision:
                    assert orders.choose(live.table, seat, plan.plan).action is not None


# ---------------------------------------------------------------- release 1.1: all titles, forms, motions, a tournament


@pytest.fixture(scope="module")
def of_1_1(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database that release 1.1 left, with the tables of today; nobody changes it."""
    path = tmp_path_factory.mktemp("1.1") / "herald.db"
    with sqlite3.connect(path) as old:
        old.executescript(lzma.decompress(leaving.WHERE.read_bytes()).decode())
    old.close()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, prepare(path)).result()
    return path


async def test_what_release_1_1_left_is_taken_up_and_goes_on(tmp_path: Path, of_1_1: Path) -> None:
    """Each variant plays on, plans and forms are read, motions are decided, and the tournament ends its heat."""
    place = Path(shutil.copy(of_1_1, tmp_path / "herald.db"))
    async with housed(place, start=START + 3600 * 400) as house:
        await house.referee.adopt_rules()
        async with house.store.reading() as connection:
            tables = await games.all_with(connection, Status.PLAYING)
        assert {(game.rules, game.variant) for game in tables} == {
            (title, variant) for title in {game.rules for game in tables} for variant in GAMES[title].variants
        }
        counted = Counter[str]()
        for game in tables:
            async with house.store.reading() as connection:
                counted["plans"] += len(await plans.of_game(connection, game.id))
                counted["motions"] += len(await motions.open_ones(connection, game.id))
                counted["timers"] += len(await timers.of_game(connection, game.id))
                seats = [seat.id for seat in await games.seats_of(connection, game.id)]
                counted["forms"] += len([one for seat in seats if (one := await drafts.get(connection, game.id, seat))])
            if game.paused is not None:
                await house.moderation.intervene(game.id, OWNER, interventions.Resume())
            await _play_on(house, game.id, 12)
            async with house.referee.reading(game.id) as live:
                assert live.table.rules.problems(live.table.game) == []
        assert counted["plans"] > 50 and counted["motions"] >= 4 and counted["timers"] > 10 and counted["forms"] >= 4


async def test_the_tournament_of_release_1_1_goes_on(tmp_path: Path, of_1_1: Path) -> None:
    place = Path(shutil.copy(of_1_1, tmp_path / "herald.db"))
    async with housed(place, start=START + 3600 * 400) as house:
        async with house.store.reading() as connection:
            (event,) = await tournaments.running(connection)
        events = kept(house)
        for heat in (await events.state(event.id)).heats[:1]:
            assert len(heat.games) == 2 and not any(game.result for game in heat.games)
        async with house.store.reading() as connection:
            tables = [place.game for place in await tournaments.games_of(connection, event.id)]
        for table in tables:
            await house.moderation.intervene(table, OWNER, interventions.End("The time is over.", ("s1",)))
            await events.collect(table)
        assert all(game.result for game in (await events.state(event.id)).heats[0].games)
        await events.announce(event.id, 2, OWNER)
