"""People who press, choose and type whatever they see, and all that Herald then sends to Discord, step by step."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from bot.discord_adapter import courier
from bot.discord_adapter.tournaments import TournamentClock
from bot.panels import answers, late_defer
from bot.panels.deciding import play
from bot.pictures import Pictures
from bot.services.clock import Clock
from bot.services.computer.regents import Regents
from bot.store import games
from bot.store.rows import SeatRecord, Status, Via
from bot.table.submission import Submission
from engine.core.actions import MASTER
from engine.core.computer.players import Seated
from tests.harness.reading import walk
from tests.harness.simcord import SETTLE, Hall, hall, laid

BUTTON, MENU, WORDS, PEOPLE = 2, 3, 4, 5
RADIO, CHECKS, CHECK = 21, 22, 23
"""Types of components of Discord."""

OUTSIDE = 0.15
"""How often somebody is in the channel rather than in a thread."""

NAMED = 0.4
"""How often somebody names what a command can do without."""

NUMBER_OF_TODAY = re.compile(r"(?<![0-9a-f])(\d{15,20}|[0-9a-f]{64}|[0-9a-f]{32})\b")
"""A number of Discord, or a fingerprint of something in which there is one."""

LEADS = (1, 3)
"""Styles of the buttons that lead on."""

INTEGER, BOOLEAN, USER, ROLE, NUMBER, FILE = 4, 5, 6, 8, 10, 11
"""Types of options of a command."""

T = TypeVar("T")

USUAL = (0.2, 0.04, 0.16, 0.1)
"""How often whoever is asked decides, hours pass, somebody uses a command, or looks at a message that all can see."""

MOST_PRESSES = 4
"""Presses of an official for what comes next."""

AT_TABLES = 8
"""Decisions at the tables of a tournament whenever they go on."""

START = 1_800_000_000.0
"""When every walk begins, in Unix seconds."""

DELETED = 0.2
"""How often a trouble is that a message is deleted."""

TROUBLES = (
    ("PATCH", "*/messages/*", 404, 10008),
    ("PATCH", "*/messages/*", 403, 50005),
    ("PATCH", "*/messages/*", 400, 30046),
    ("PATCH", "*/messages/*", 400, 50083),
    ("PATCH", "*", 500, 0),
    ("POST", "/channels/*/messages", 403, 50013),
    ("POST", "/channels/*/messages", 403, 50007),
    ("POST", "/channels/*/messages", 400, 50035),
    ("POST", "/channels/*/messages", 500, 0),
    ("POST", "/channels/*/threads", 400, 160006),
    ("POST", "/channels/*", 404, 10003),
    ("POST", "/interactions/*", 404, 10062),
    ("POST", "/interactions/*", 400, 40060),
    ("POST", "/webhooks/*", 500, 0),
    ("PUT", "*", 403, 50013),
    ("PUT", "*/pins/*", 400, 30003),
    ("GET", "*", 403, 50001),
    ("GET", "*", 404, 10008),
    ("DELETE", "*", 404, 10008),
    ("DELETE", "*", 403, 50013),
)
"""What Discord refuses now and then: a method, a path, its status and code."""

TYPED = ("", "1", "3", "ann", "percy", "york", "a good reason", "24h", "tomorrow")
"""What people type where nothing is offered."""


@dataclass(frozen=True)
class Walk:
    """A table, how many steps people take there, and from which chance."""

    title: str = ""
    """The game that is opened and begun beforehand; "" if nothing is."""
    event: str = ""
    """The game of which a tournament is announced beforehand; "" if none is."""
    steps: int = 200
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the command that opens the table or the tournament."""
    commands: tuple[str, ...] = ()
    """How the commands that are typed begin, in whole words; each beginning is as likely as any other."""
    often: tuple[float, float, float, float] = USUAL
    storms: float = 0.0
    """How often Discord refuses something, or a message of Herald's is deleted, in a step."""
    people: str = "ann ben cat dan"
    """Who is there, by name; somebody named twice does twice as much. The first is the game master or official."""
    seed: int = 1

    @property
    def about(self) -> str:
        """The game that most of it is about."""
        return self.title or self.event or "kingmaker"


@dataclass
class Walker:
    """Lets people do what they can, one after the other."""

    here: Hall
    given: Walk
    time: list[float]
    """What Herald's clock shows."""
    chance: Random = field(init=False)
    clock: Clock = field(init=False)
    keeper: TournamentClock = field(init=False)
    regents: Regents = field(init=False)
    known: dict[str, str] = field(default_factory=dict)
    """A short name of each number that Discord has given."""
    open: dict[str, Any] = field(default_factory=dict)
    """The private message that somebody looks at, by name."""
    chosen: Counter[str] = field(default_factory=Counter)
    """How often something of a kind was pressed or typed."""
    read: int = 0
    """How many requests have been told."""

    def __post_init__(self) -> None:
        self.chance = Random(self.given.seed)
        herald = self.here.herald
        self.clock = Clock(herald.store, herald.referee)
        self.regents = Regents(herald.store, herald.referee, 0.0, herald.thinkers)
        self.keeper = TournamentClock(herald, self.here.supervisor, self.clock.outages)

    async def steps(self) -> AsyncIterator[str]:
        """Yield what came of each step."""
        if self.given.title:
            await self._begin()
            yield self._told("The game begins.")
        if self.given.event:
            await self._announce()
            yield self._told("A tournament is announced.")
        for _ in range(self.given.steps):
            trouble = await self._storm() if self.chance.random() < self.given.storms else ""
            done = await self._step()
            await (self._looks_after() if self.given.event else self._said_all())
            self.here.env.backend.faults.clear()
            yield self._told(trouble + done)

    async def _said_all(self) -> None:
        """Wait until nothing more is sent."""
        sent = -1
        while sent != len(self.here.env.http_requests):
            sent = len(self.here.env.http_requests)
            await self.here.all_said()

    async def _begin(self) -> None:
        first, *others = self.here.players
        await self.here.open(first, game=self.given.title, **self.given.options)
        for name in others[:-1]:
            await self.here.players[name].slash("game join")
        await self.here.players[first].slash("game start")
        await self._said_all()

    async def _announce(self) -> None:
        first, *others = self.here.players.values()
        await first.slash("tournament create", title="Roses", game=self.given.event, **self.given.options)
        await self._looks_after()
        for player in others:
            await player.press(self._board(), "I play heat 1")
        await self._looks_after()

    async def _looks_after(self) -> None:
        """Let Herald look after its tournaments once."""
        await self.keeper.look()
        await self._said_all()

    async def _storm(self) -> str:
        """Let Discord refuse something in the next step, or somebody delete one of Herald's messages."""
        thread = self.here.thread
        if thread and self.chance.random() < DELETED and (found := thread.history()):
            message = self.chance.choice(found[-6:])
            self.here.env.backend.delete_message(message.channel.id, message.id)
            return f"A message is deleted: {message.content[:30]}\n"
        method, path, status, code = self.chance.choice(TROUBLES)
        self.here.env.inject_error(method, path, status=status, code=code, times=self.chance.choice([1, 1, 2, None]))
        return f"Discord refuses {method} {path} with {status} and {code}.\n"

    async def _step(self) -> str:
        name = self.chance.choice(self.given.people.split())
        self.here.thread = self.chance.choice(self.here.channel.threads[-2:] or [None])
        places = [self.here.thread or self.here.channel, self.here.channel]
        self.here.players[name].here = self.chance.choices(places, [1 - OUTSIDE, OUTSIDE])[0]
        plays, waits, types, looks = accumulate(self.given.often)
        kind = self.chance.random()
        if kind < plays:
            return await self._goes_on()
        if kind < waits:
            return await self._waits()
        if kind < types:
            return await self._types(name)
        message = self.open.get(name)
        if kind < looks or not _parts(message):
            message = self._public(name)
        if message is None:
            return await self._types(name)
        return await self._presses(name, message)

    def _public(self, name: str) -> Any:
        """A message that anybody can press, or one of this person's letters."""
        places = [self.here.thread or self.here.channel, self.here.players[name].actor.user.dm_channel]
        found = [message for place in places if place for message in place.history() if _parts(message)]
        return self.chance.choice(found[-6:]) if found else None

    async def _goes_on(self) -> str:
        """Let what is going on go on: a decision in a game, what comes next in a tournament."""
        if self.given.event and self.chance.random() < 0.5:
            return await self._leads()
        return "\n".join([await self._decides() for _ in range(AT_TABLES if self.given.event else 1)])

    async def _leads(self) -> str:
        """Let the official do what comes next, and everybody check in for it."""
        first, *others = self.here.players.values()
        done: list[str] = []
        for player in others:
            board = self._board()
            for part in [part for part in _parts(board) if "Check in" in part.get("label", "")]:
                await player.actor.click(board, custom_id=part["custom_id"])
        shown = _private(await first.actor.click(self._board(), label="For officials"))
        while (leading := [part for part in _parts(shown) if part.get("style") in LEADS]) and len(done) < MOST_PRESSES:
            done.append(leading[0]["label"])
            shown = _private(await first.actor.click(shown, custom_id=leading[0]["custom_id"]))
        return f"The official presses {done}"

    def _board(self) -> Any:
        """The message of the tournament."""
        found = [message for message in self.here.channel.history() if "For officials" in str(laid(message))]
        return found[-1]

    async def _decides(self) -> str:
        """Let whoever is asked decide as the game's usual player would."""
        record, seats = await self._game()
        if record is None:
            return "No game is played."
        async with self.here.herald.referee.reading(record.id) as live:
            asked = [one for one in live.table.requests() if one.seat != MASTER]
            if not asked:
                return "Nobody is asked."
            request = self.chance.choice(asked)
            player = Seated(next(iter(live.table.rules.players.values())), self.given.seed)
            action = player.choose(live.table, request.seat)
        user = next(one.user for one in seats if one.id == request.seat)
        await self.here.herald.referee.carry_out(
            record.id, lambda _: Submission(request.seat, action, user, Via.PLAYER)
        )
        return f"{request.seat} decides {action}"

    async def _waits(self) -> str:
        """Let hours pass, and Herald do what is due."""
        hours = self.chance.choice([1, 6, 25, 50])
        self.time[0] += 3600 * hours
        await self.clock.tick()
        record, _ = await self._game()
        if record is not None:
            await Regents(self.here.herald.store, self.here.herald.referee, 0.0, self.here.herald.thinkers).tick(
                record.id
            )
        return f"{hours} hours pass"

    async def _game(self) -> tuple[Any, Sequence[SeatRecord]]:
        async with self.here.herald.store.reading() as connection:
            played = await games.all_with(connection, Status.PLAYING)
            played = sorted(played, key=lambda game: game.id)
            if played and self.given.event:
                played = [self.chance.choice(played)]
            return (played[-1], await games.seats_of(connection, played[-1].id)) if played else (None, ())

    async def _presses(self, name: str, message: Any) -> str:
        part = self._rarest(_parts(message), _kind)
        actor = self.here.players[name].actor
        letters = actor.user.dm_channel
        if letters and _place(message) == letters.id:
            actor = actor.user
        if part["type"] == BUTTON:
            result = await actor.click(message, custom_id=part["custom_id"])
            done = f"presses {part.get('label')}"
        else:
            chosen = self._chosen(part)
            result = await actor.select(message, chosen, custom_id=part["custom_id"])
            done = f"chooses {chosen}"
        return f"{name} {done}{await self._seen(name, actor, result)}"

    def _rarest(self, found: Sequence[T], kind: Callable[[T], str]) -> T:
        """Return one of those of whose kind fewest were chosen before."""
        least = min(self.chosen[kind(one)] for one in found)
        one = self.chance.choice([one for one in found if self.chosen[kind(one)] == least])
        self.chosen[kind(one)] += 1
        return one

    def _chosen(self, menu: Mapping[str, Any]) -> list[Any]:
        if menu["type"] == PEOPLE:
            return [self.chance.choice([*self.here.players.values()]).actor]
        values = [option["value"] for option in menu["options"]]
        least, most = menu.get("min_values", 1), min(menu.get("max_values", 1), len(values))
        return self.chance.sample(values, self.chance.randint(min(least, most), most))

    async def _seen(self, name: str, actor: Any, result: Any) -> str:
        """Look at what came, and fill in a form."""
        done = ""
        while result.modal:
            values = {
                part["custom_id"]: self._filled(part)
                for part in walk(result.modal["components"])
                if "custom_id" in part
            }
            result = await actor.submit_modal(result, values)
            done += f" and writes {[*values.values()]}"
        self.open[name] = _private(result) or self.open.get(name)
        return done

    def _filled(self, part: Mapping[str, Any]) -> Any:
        if part["type"] == WORDS:
            words = self.chance.choice([part.get("value") or "yes", *TYPED])[: part.get("max_length")]
            return words or "yes" if part.get("required", True) else words
        if part["type"] == RADIO:
            return self.chance.choice(part["options"])["value"]
        if part["type"] == CHECK:
            return self.chance.random() < 0.5
        return self._chosen(part)

    async def _types(self, name: str) -> str:
        player = self.here.players[name]
        commands = sorted(player.actor.available_commands(player.here))
        group = self.chance.choice(self.given.commands or [*dict.fromkeys(one.split()[0] for one in commands)])
        command = self._rarest([one for one in commands if f"{one} ".startswith(f"{group} ")], str)
        given: dict[str, Any] = {}
        for option in self._options(command):
            if option["type"] != ROLE and (option.get("required") or self.chance.random() < NAMED):
                given[option["name"]] = await self._said(player, command, option, given)
        result = await player.actor.slash(player.here, command, **given)
        words = {key: str(getattr(value, "name", value)) for key, value in given.items()}
        return f"{name} types /{command} {words}{await self._seen(name, player.actor, result)}"

    def _options(self, command: str) -> Sequence[Mapping[str, Any]]:
        first, *rest = command.split()
        found = self.here.env.backend.find_command(first, self.here.channel.guild.id, type=1)
        for word in rest:
            found = next(one for one in found["options"] if one["name"] == word)
        return found.get("options") or ()

    async def _said(self, player: Any, command: str, option: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
        if option["type"] == USER:
            return self.chance.choice([*self.here.players.values()]).actor
        if option["type"] == FILE:
            return "notes.toml", b"what = 'nothing that Herald knows'"
        if option["type"] == BOOLEAN:
            return self.chance.random() < 0.5
        if option.get("autocomplete"):
            begun = self.chance.choice(["", "", "", "", "", "", "e"])
            shown = await player.actor.autocomplete(player.here, command, option["name"], begun, **given)
            found = [choice["value"] for choice in shown]
        else:
            found = [choice["value"] for choice in option.get("choices") or ()]
        if option["type"] in (INTEGER, NUMBER):
            least = int(option.get("min_value", 0))
            return int(self.chance.choice(found)) if found else self.chance.randint(least, least + 2)
        return self.chance.choice(found or [word for word in TYPED if word])[: option.get("max_length")]

    def _told(self, done: str) -> str:
        """What Herald has sent to Discord since the last step."""
        sent = self.here.env.http_requests[self.read :]
        self.read += len(sent)
        lines = [f"{one.method} {one.path} {json.dumps(one.json, sort_keys=True, default=str)}" for one in sent]
        return "\n".join(self._named(line) for line in [done, *lines])

    def _named(self, line: str) -> str:
        """A line without what differs from day to day."""
        line = re.sub(rf"\b{datetime.now().year}\b", "year", line)
        return NUMBER_OF_TODAY.sub(lambda found: self.known.setdefault(found[0], f"#{len(self.known)}"), line)


def _kind(part: Mapping[str, Any]) -> str:
    """What a button or menu is for: its verb, and what that is done with."""
    _, verb, _, _, topic, *_ = f"{part['custom_id']}::::".split(":")
    return f"{verb} {topic}"


def _private(result: Any) -> Any:
    """The message that came of it and that one person sees; None if none."""
    messages = [message for message in (result.response, *result.followups) if message and message.ephemeral]
    return messages[-1] if messages else None


def _place(message: Any) -> int:
    return int(getattr(message, "channel_id", None) or message.channel.id)


def _parts(message: Any) -> list[dict[str, Any]]:
    """What can be pressed of a message."""
    found = [part for part in walk(laid(message)) if part.get("custom_id") and not part.get("disabled")]
    return [part for part in found if part["type"] in (BUTTON, MENU, PEOPLE)]


IN_PLAY = ("game", "gm", "table", "options", "odds", "why", "hand", "plan", "me", "log", "rule", "answer")
"""Commands of games of all kinds."""

WALKS = {
    "kingmaker": Walk("kingmaker", commands=("kingmaker", *IN_PLAY)),
    "kingmaker_covault": Walk("kingmaker", options={"variant": "covault"}, commands=("kingmaker", *IN_PLAY), seed=2),
    "lancaster": Walk("lancaster", steps=120, commands=("lancaster", *IN_PLAY)),
    "warlord": Walk("warlord", commands=("warlord", *IN_PLAY)),
    "warriors": Walk("warriors", commands=("warriors", *IN_PLAY)),
    "master": Walk(
        "kingmaker",
        steps=400,
        commands=("gm", "table", "game"),
        often=(0.1, 0.04, 0.3, 0.05),
        people="ann ann ann ben cat dan",
        seed=3,
    ),
    "ahead": Walk("warriors", steps=300, commands=("plan", "me", "answer"), often=(0.1, 0.05, 0.2, 0.05), seed=4),
    "opening": Walk(commands=("game new",), often=(0.02, 0.01, 0.06, 0.05), people="ann ann ben cat", steps=400),
    "tournament": Walk(event="warlord", commands=("tournament", "ladder", "me")),
    "officials": Walk(
        event="warlord",
        commands=("tournament",),
        often=(0.15, 0.02, 0.15, 0.1),
        people="ann ann ann ann ben cat dan",
        seed=2,
    ),
    "storms": Walk("lancaster", commands=("lancaster", *IN_PLAY), storms=0.4, seed=5),
    "stormy_opening": Walk(commands=("game new", "table"), storms=0.4, people="ann ann ben cat", seed=6),
    "stormy_tournament": Walk(event="warlord", commands=("tournament", "ladder"), storms=0.4, seed=7),
}
"""Walks by name."""


HURRIED = ((courier, "WORDS_WAIT_S"), (answers, "DRAWN_S"), (late_defer, "SOON_S"), (play, "PATIENCE_S"))
"""The seconds for which Herald waits for a picture or an answer before it sends what there is."""


@contextmanager
def patiently() -> Iterator[None]:
    """Let Herald wait as long as it takes, so that a slow machine sends what a quick one does."""
    with ExitStack() as patched:
        for module, name in HURRIED:
            patched.enter_context(patch.object(module, name, SETTLE))
        yield


async def walked(given: Walk, folder: Path, drawers: Pictures) -> list[str]:
    """Return what came of each step of a walk."""
    moment = [START]
    people = dict.fromkeys(given.people.split())
    with patiently():
        async with hall(folder, drawers, *people, now=lambda: moment[0], stormy=given.storms > 0) as here:
            return [step async for step in Walker(here, given, moment).steps()]
