"""Every button, menu and form asks who presses it: whoever may not do something changes nothing and learns nothing.

The table below is the whole of what can be pressed; a verb that is not in it fails.
"""

from __future__ import annotations

import asyncio
import dataclasses
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest

from bot.config import Config
from bot.delivery.deliveries import Item
from bot.discord_adapter.courier import DiscordCourier
from bot.herald import Herald
from bot.model import interventions
from bot.panels import router
from bot.panels.deciding import play, replies
from bot.panels.deciding.options import PENDING
from bot.panels.ids import Press, parse
from bot.panels.lesson import LessonPlay
from bot.panels.router import Router
from bot.panels.tournament import change as tournament_change
from bot.panels.tournament import correcting as tournament_correcting
from bot.panels.tournament import mending as tournament_mending
from bot.panels.tournament import message as tournament
from bot.panels.tournament import officials as tournament_officials
from bot.panels.tournament import rulings as tournament_rulings
from bot.services.computer import thinkers
from bot.services.computer.thinkers import Thinkers, worked_out
from bot.services.lessons import PUPIL, Lessons
from bot.services.rulings import Rulings
from bot.store import drafts, games, schema
from bot.store.payloads import Ask, Call
from bot.store.rows import Draft, MotionKind, OutboxRow, Status
from engine.core import redeal
from engine.core.actions import MASTER, Prospect
from engine.core.dice import Dice
from engine.core.orders import IfNothingFits, Scope, Then
from engine.core.table import Table
from engine.games import GAMES
from engine.kingmaker.rules import RULES
from engine.tournament.format import Format
from render import registry
from render.picture import Picture
from render.replay.course import Kept
from render.replay.page import Subject
from tests.fairness.evenings import play_on
from tests.harness import with_late_chances
from tests.referee.house import ANN, BEN, CAT, NAMES, OWNER, STRANGER, House, housed

KEY = b"key"

PEOPLE = {"game master": OWNER, "player": ANN, "other player": BEN, "assistant": CAT, "stranger": STRANGER}


@dataclass
class Pressed:
    """An interaction as Herald sees it, with all that it answers."""

    data: dict[str, Any]
    user: Any
    said: list[str] = field(default_factory=list)
    done: bool = False
    id: int = 9
    guild_id: int = 5
    channel_id: int = 700
    message: None = None
    channel: Any = None

    @property
    def response(self) -> Any:
        return SimpleNamespace(
            defer=self._defer,
            is_done=lambda: self.done,
            send_modal=self._modal,
            send_message=self._send,
            edit_message=self._send,
        )

    @property
    def followup(self) -> Any:
        return SimpleNamespace(send=self._send)

    async def _defer(self, **how: Any) -> None:
        self.done = True

    async def _modal(self, modal: discord.ui.Modal) -> None:
        self.done = True
        self.said.append(repr(modal.to_dict()))

    async def _send(self, content: str | None = "", **shown: Any) -> Any:
        self.done = True
        return await self.edit_original_response(content, **shown)

    def is_expired(self) -> bool:
        """Tell that the answer can no longer be removed."""
        return True

    async def edit_original_response(self, content: str | None = None, **shown: Any) -> Any:
        """Show something in place of what was pressed."""
        self.said.append((content or "") + _words(shown))
        return SimpleNamespace(id=1, message_id=1)


def _words(shown: Mapping[str, Any]) -> str:
    """All words of what is shown, those for whoever sees no picture among them."""
    files = [*(shown.get("attachments") or ()), *(shown.get("files") or ()), shown.get("file")]
    words = [file.description for file in files if isinstance(file, discord.File)]
    words += [repr(shown["embed"].to_dict())] if shown.get("embed") else []
    words += [repr(shown["view"].to_components())] if shown.get("view") else []
    return "\n".join(word or "" for word in words)


class Glimpses:
    """Draws nothing, and says of every picture which view it was drawn from."""

    async def draw(self, game: str, kind: str, view: msgspec.Struct, names: Mapping[str, str], **how: Any) -> Picture:
        """Return a picture whose words depend on everything in the view."""
        return Picture(b"", f"{kind} of {sha256(msgspec.json.encode(view)).hexdigest()}", 1, 1)

    async def cover(self, game: str) -> Picture:
        """Return the picture on the card of a game."""
        return Picture(b"", game, 1, 1)

    async def make_page(self, subject: Subject, kept: Sequence[Kept]) -> bytes:
        """A page that says whose it is, and whether it shows everything."""
        return f"of {subject.viewer or 'everybody'} {subject.secret}".encode()


def inline(workers: int, niceness: int) -> Executor:
    """Hire whoever works things out in a thread."""
    return ThreadPoolExecutor(workers)


@dataclass
class Parlour:
    """A game of Kingmaker in its middle, with something open for everybody to press."""

    house: House
    file: Path
    herald: Herald
    game: str
    owner: int
    motion: int
    ruling: int
    table: Table
    worlds: dict[tuple[str, int], Table] = field(default_factory=dict)
    """What has been dealt anew, by whoever could not tell it from the true one, and the seed."""

    def seat_of(self, user: int) -> str:
        """The seat of somebody, "" for none."""
        return {ANN: "s1", BEN: "s2"}.get(user, "")

    async def press(self, who: int, name: str, verb: Verb) -> str:
        """Return everything that somebody is answered to a press or a form, also later."""
        return "\n".join(await self.answers(who, name, verb))

    async def answers(self, who: int, name: str, verb: Verb) -> list[str]:
        """Return the same, each answer by itself, in order."""
        inputs = [{"components": [{"custom_id": one, "value": value}]} for one, value in verb.written.items()]
        data: dict[str, Any] = {"custom_id": str(Press(name, self.game, verb.stamp, verb.tag))}
        data |= {"values": list(verb.values)} if verb.values else {}
        data |= {"components": inputs} if verb.written else {}
        name = NAMES.get(who, "Stan")
        user = SimpleNamespace(id=who, roles=[], display_name=name, name=name, mention=f"<@{who}>")
        pressed = Pressed(data, user)
        await Router(self.herald).handle(pressed)  # type: ignore[arg-type] # a press without Discord
        await asyncio.gather(*self.herald.late.tasks.values())
        return pressed.said

    def everything(self) -> dict[str, list[Any]]:
        """Return all that the database holds, but for the states that belong to its actions."""
        with closing(sqlite3.connect(self.file)) as database:
            return {
                name: sorted(database.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
                for name in schema.metadata.tables
                if name != "snapshots"
            }

    @contextmanager
    def unchanged(self) -> Iterator[Callable[[], bool]]:
        """Give what tells whether the database holds what it does now; it reads it where somebody has written."""
        before = self.everything()
        with closing(sqlite3.connect(self.file)) as watching:

            def written() -> int:
                return int(watching.execute("PRAGMA data_version").fetchone()[0])

            first = written()
            yield lambda: written() == first or self.everything() == before

    def deal_anew(self, viewer: str, seed: int) -> None:
        """Let lie otherwise in memory what a seat, or the public, may not know; with seed 0 as it lies in truth."""
        if seed == 0:
            self.worlds[viewer, seed] = self.table
        if (viewer, seed) not in self.worlds:
            rules = self.table.rules
            state = redeal.world(rules, self.table.game, viewer, Random(seed))
            self.worlds[viewer, seed] = Table(rules, rules.game(state, Dice(KEY, state.game_id, state.draws)))
        self.herald.thinkers = Thinkers(inline)  # who has thought about no other world
        tables: Any = self.house.referee._tables
        tables.hold(self.game, self.worlds[viewer, seed], tables._live[self.game][1])


@asynccontextmanager
async def parlour(folder: Path, owner: int) -> AsyncIterator[Parlour]:
    """Sit down at the table of a game master who plays, or of one who does not; Cat assists."""
    file = folder / "herald.db"
    async with housed(file, RULES) as house:
        game = await house.lobby.open_game(guild=5, channel=6, thread=7, owner=owner, rules=RULES.name, variant="base")
        for user in (ANN, BEN):
            await house.lobby.join(game.id, user, NAMES[user])
        await house.lobby.start(game.id, owner)
        await play_on(house, game.id, 30, 3)
        administration, rulings = house.moderation.administration, Rulings(house.store, house.referee)
        await administration.appoint(await house.game(game.id), owner, "Cat assists.", assistants=[CAT])
        number = await rulings.rule(await house.game(game.id), owner, "Ships sail.")
        await rulings.appeal(5, BEN, number, "They do not.")
        await house.moderation.propose(game.id, ANN, MotionKind.PAUSE, interventions.Pause())
        motion = (await house.motion(game.id)).id
        pictures: Any = Glimpses()
        stamp, metrics = folder / "stamp", house.referee.metrics
        parts = (house.store, house.referee, house.lobby, pictures, stamp, house.moderation, rulings, metrics)
        async with house.referee.reading(game.id) as live:
            table = live.table
        yield Parlour(house, file, Herald(Config(), *parts), game.id, owner, motion, number, table)


# ---------------------------------------------------------------- who may press what


ANYBODY = frozenset({"game master", "assistant", "player", "other player", "stranger"})
"""What shows what everybody may know, or changes one's own settings alone."""

PLAYERS = frozenset({"player", "other player"})
MASTERS = frozenset({"game master"})
VOTERS = frozenset({"other player"})
JUDGES = frozenset({"game master", "assistant"})
NOBODY: frozenset[str] = frozenset()
"""What nobody can do any more in the middle of a game."""


@dataclass(frozen=True)
class Verb:
    """Who may press it, and what is pressed."""

    may: frozenset[str]
    tag: str = ""
    stamp: str = ""
    values: tuple[str, ...] = ()
    written: Mapping[str, str] = field(default_factory=dict)
    looks: bool = True
    """Whether it only shows something."""


def verbs(here: Parlour) -> dict[str, Verb]:
    """Everything that can be pressed, as it would stand on a panel now."""
    now = str(here.table.version)
    seat = here.table.requests()[0].seat
    request = here.table.request(seat)
    assert request is not None
    offered = request.offers[0].tag
    act = partial(Verb, MASTERS, looks=False)
    plan = partial(Verb, PLAYERS, looks=False)
    own = partial(Verb, ANYBODY, looks=False)
    edit = {"card": here.table.game.state.factions["s2"].hand[0], "seat": "s1"}
    return {
        **dict.fromkeys(registry.buttons("kingmaker").keys() - {"hand"}, Verb(ANYBODY)),
        "log": Verb(ANYBODY),
        "seats": Verb(ANYBODY),
        "phase": Verb(ANYBODY, "5"),
        "near": Verb(ANYBODY, "s1"),
        "find": Verb(ANYBODY),
        "rules": Verb(ANYBODY, stamp="kingmaker/base"),
        "leaflet": Verb(ANYBODY, "card", stamp="kingmaker/base"),
        "plfind": Verb(ANYBODY, "D01"),
        "mine": Verb(PLAYERS),
        "hand": Verb(PLAYERS),
        "leave": Verb(PLAYERS, looks=False),
        "join": Verb(NOBODY),
        "start": Verb(NOBODY),
        # what a seat decides
        "do": Verb(PLAYERS, offered, looks=False),
        "begin": Verb(PLAYERS, offered),
        "odds": Verb(ANYBODY),
        "whynot": Verb(PLAYERS),
        "aids": Verb(PLAYERS),
        "whybar": Verb(PLAYERS, values=("attack",)),
        "whydid": Verb(ANYBODY),
        "missing": Verb(PLAYERS, offered),
        "misspage": Verb(PLAYERS, offered, values=("1",)),
        "missed": Verb(PLAYERS, offered, values=("x",)),
        "standin": Verb(PLAYERS),
        "together": Verb(PLAYERS),
        "quit": Verb(PLAYERS),
        "pause": Verb(NOBODY),
        "resume": Verb(PLAYERS, looks=False),
        "endgame": Verb(ANYBODY),
        "ended": Verb(PLAYERS, written={"reason": "It is late."}, looks=False),
        "mistake": Verb(ANYBODY),
        "mistaken": Verb(PLAYERS, written={"reason": "A noble moved twice."}, looks=False),
        "standby": Verb(PLAYERS, values=("usual",), looks=False),
        "takeback": Verb(PLAYERS),
        "tookback": Verb(PLAYERS, stamp="1"),
        "whole": Verb(PLAYERS, offered),
        "pick": Verb(PLAYERS, values=(offered,)),
        "fill": Verb(PLAYERS, offered),
        "filled": Verb(PLAYERS, offered, looks=False),
        "set": Verb(PLAYERS, offered, values=("x",), looks=False),
        "out": Verb(PLAYERS, offered, values=("x",), looks=False),
        "page": Verb(PLAYERS, offered),
        "found": Verb(PLAYERS, offered, written={"word": "a"}),
        "go": Verb(PLAYERS, offered, looks=False),
        "back": Verb(PLAYERS, offered),
        "opts": Verb(PLAYERS),
        "relieve": Verb(PLAYERS, looks=False),
        # what a game master decides
        "moments": Verb(MASTERS, stamp="9"),
        "moment": Verb(MASTERS, stamp=now, values=("5",)),
        "goback": act("5", now),
        "confirm": act("", now),
        "edit": act("drop", now),
        "insist": act("drop", now),
        "gmlook": act("drop", now),
        "edited": Verb(MASTERS, "hand", written=edit),
        "amend": Verb(NOBODY, stamp=now),
        "unedit": own(),
        **dict.fromkeys(("gmset", "gmout", "gmpage", "gmback", "gmgo", "gmfound"), Verb(MASTERS, "place")),
        "gmfind": Verb(ANYBODY, "place"),
        "gmmore": act("s2"),
        "gmdefault": act("s2"),
        "gmregent": act("s2"),
        "pcset": act(values=("leisurely",)),
        "pcdue": act(values=("default",)),
        "pcaway": act(values=("stop",)),
        "pcquiet": act(),
        "pcplans": act(),
        "pcown": Verb(MASTERS),
        "pctimes": act(written={"hours": "12"}),
        # the lobby
        "computer": Verb(NOBODY),
        "level": Verb(NOBODY, "s2", values=("random",), looks=False),
        "pace": Verb(ANYBODY),
        **dict.fromkeys(("house", "houses"), Verb(ANYBODY)),
        "houseopt": Verb(PLAYERS | MASTERS, values=("late_join",)),
        "houseset": Verb(PLAYERS | MASTERS, "late_join", values=("true",), looks=False),
        "variant": Verb(NOBODY, values=("wbc",), looks=False),
        "replay": Verb(ANYBODY),
        "since": Verb(PLAYERS),
        "sincego": Verb(PLAYERS, "5"),
        "tablepage": Verb(NOBODY, values=("another",)),
        "again": Verb(NOBODY, looks=False),
        # another table, which is opened in no thread, and a lesson, of which nobody has begun one
        "nwgame": Verb(ANYBODY),
        "nwset": Verb(ANYBODY, stamp="kingmaker/base"),
        "nwopen": Verb(NOBODY, stamp="kingmaker/base", looks=False),
        "learn": Verb(ANYBODY, "kingmaker", looks=False),
        **dict.fromkeys(("lsplay", "lsleave", "lsshow"), Verb(NOBODY)),
        # letters
        "letters": Verb(PLAYERS),
        "word": Verb(NOBODY, "s2"),
        "worded": Verb(NOBODY, "s2", written={"words": "Please."}, looks=False),
        # a tournament, which this game is not
        **dict.fromkeys(TOURNAMENTS, Verb(NOBODY, "1", written={"reason": "Enough.", "start": "in 2h"})),
        # what others are asked
        "aye": Verb(VOTERS, str(here.motion), looks=False),
        "nay": Verb(VOTERS | {"player"}, str(here.motion), looks=False),
        "what": Verb(NOBODY, str(here.motion)),
        "uphold": Verb(JUDGES, str(here.ruling), looks=False),
        "overturn": Verb(JUDGES, str(here.ruling), looks=False),
        # plans
        "plan": Verb(ANYBODY),
        "plpick": Verb(ANYBODY, values=("1.1",)),
        "always": Verb(NOBODY, "D20", looks=False),
        **{verb: plan("1.1", values=("D01",)) for verb in ("plup", "pldown", "plaway")},
        **{verb: plan("D01", values=("D01",), written={"word": "a"}) for verb in PLANNING},
        "plscope": plan("D01", values=(Scope.QUESTION,)),
        "plthen": plan("D01", values=(Then.NEXT,)),
        "plelse": plan("D01", values=(IfNothingFits.ASK,)),
        # one's own settings
        **dict.fromkeys(
            ("menotify", "menext", "meback", "meexport", "meforget", "meforgotten", "mekeep"), own(values=("each",))
        ),
        "metables": own(values=()),
        "meabsent": own(values=("3d",)),
        **dict.fromkeys(("mezone", "mequiet", "meaway"), Verb(ANYBODY)),
        "mezoned": own(written={"zone": "London"}),
        "mequieted": own(written={"hours": "none"}),
        "meleave": own(written={"from": "", "until": "2d"}),
    }


TOURNAMENTS = {
    *(
        verb
        for panels in (tournament, tournament_change, tournament_correcting, tournament_mending, tournament_officials)
        for table in (panels.PRESSES, panels.FORMS, panels.SENT)
        for verb in table
    ),
    *tournament_rulings.FORMS,
    *tournament_rulings.SENT,
}
"""Everything that can be pressed of tournaments."""

PLANNING = (
    *("plask", "pldo", "plsay", "plans", "plskip", "plopen", "plpage", "plif", "plifans", "plunif"),
    *("plkeep", "plform", "plgiven", "plfound"),
)
"""What makes a plan, step by step; each begins with what has been kept of it, and so refuses where there is nothing."""


@pytest.fixture(params=["who does not play", "who plays"])
async def here(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Parlour]:
    """The table of a game master; what is likely is waited for, however long that takes."""
    monkeypatch.setattr(play, "PATIENCE_S", None)
    async with parlour(tmp_path, OWNER if request.param == "who does not play" else ANN) as found:
        for user in PEOPLE.values():
            async with found.house.store.writing() as connection:  # as if everybody had been asked "Really?"
                kept = interventions.End("Enough.")
                await drafts.save(
                    connection,
                    Draft(
                        game=found.game,
                        seat=f"{MASTER}:{user}",
                        version=found.table.version,
                        tag="decree",
                        fields=msgspec.to_builtins(kept),
                    ),
                )
        yield found


AT_ONE_TABLE = pytest.mark.parametrize("here", ["who does not play"], indirect=True)
"""What is the same whether the game master plays or not."""

ALL_OF_THEM = pytest.mark.parametrize("everybody", [False, pytest.param(True, marks=pytest.mark.nightly)])
"""What nobody can do, and in two worlds what one may not, is tried by one or another; at night by everybody."""


@AT_ONE_TABLE
async def test_every_verb_has_its_place_in_the_table(here: Parlour) -> None:
    known = {*router.IN_PLACE, *router.FORMS, *router.SENT, *replies.PRESSES, *router.SHOWERS, *router.BESIDE}
    known |= {verb for game in GAMES for verb in registry.buttons(game)} & registry.buttons("kingmaker").keys()
    assert known | {"find", "edited", "mine"} == verbs(here).keys()


def people(here: Parlour, verb: Verb, *, may: bool) -> Iterator[tuple[str, int]]:
    """Those who may press something, or who may not."""
    plays = here.owner == ANN
    for role, user in PEOPLE.items():
        if plays and role in ("game master", "player"):
            allowed = bool(verb.may & {"game master", "player"})
        else:
            allowed = role in verb.may
        if allowed is may and not (plays and user == OWNER):
            yield role, user


@ALL_OF_THEM
async def test_whoever_may_not_press_something_is_refused_and_changes_nothing(here: Parlour, everybody: bool) -> None:
    with here.unchanged() as unchanged:
        for number, (name, verb) in enumerate(verbs(here).items()):
            refused = [*people(here, verb, may=False)]
            if verb.may == NOBODY and not everybody:
                refused = [refused[number % len(refused)]]
            for role, user in refused:
                said = await here.press(user, name, verb)
                assert "⚠️" in said and "went wrong" not in said, (name, role, said)
                assert unchanged(), (name, role)


@AT_ONE_TABLE
async def test_a_change_would_be_noticed(here: Parlour) -> None:
    with here.unchanged() as unchanged:
        await here.press(ANN, "mine", verbs(here)["mine"])
        assert unchanged()
        await here.press(ANN, "leave", verbs(here)["leave"])
        assert not unchanged()


@AT_ONE_TABLE
async def test_nobody_but_officials_leads_a_tournament(here: Parlour) -> None:
    record = await here.herald.tournaments.create(
        guild=5,
        channel=6,
        master=OWNER,
        name="Olga",
        tournament_format=Format(title="Cup", year=0, game="kingmaker", variant="wbc"),
        assistants={CAT: "Cat"},
    )
    before = here.everything()
    event = dataclasses.replace(here, game=record.id)
    for name in ("trun", "topen", "tdraw", "tseat", "tsign", "tanswer", "there", "tfinal"):
        for user in (ANN, BEN, STRANGER):
            said = await event.press(user, name, Verb(NOBODY, "1"))
            assert "⚠️" in said and "went wrong" not in said, (name, user, said)
            assert here.everything() == before, (name, user)
    assert "Announce heat 1" in await event.press(CAT, "trun", Verb(JUDGES))


@AT_ONE_TABLE
async def test_only_the_game_master_changes_house_rules_before_the_start_and_nobody_after_the_end(
    here: Parlour,
) -> None:
    about: dict[str, Any] = {"guild": 5, "channel": 6, "thread": 8, "owner": OWNER, "rules": "warriors"}
    record = await here.house.lobby.open_game(variant="hyw", **about)
    table = dataclasses.replace(here, game=record.id)
    option, value = Verb(NOBODY, values=("turns",)), Verb(NOBODY, "turns", values=("8",))
    with here.unchanged() as unchanged:
        for user in (ANN, CAT, STRANGER):
            for name, verb in (("houseopt", option), ("houseset", value), ("variant", Verb(NOBODY, values=("liw",)))):
                assert "⚠️ Only the game master can change" in await table.press(user, name, verb)
            looked = await table.press(user, "houses", option)
            assert "The game master changes options here." in looked and "custom_id" not in looked
        assert unchanged()
    assert "`turns` is now **8**." in await table.press(OWNER, "houseset", value)
    assert "⚠️ 'turns' is 8 already; choose another value." in await table.press(OWNER, "houseset", value)
    async with here.house.store.writing(record.id) as connection:
        await games.change(connection, record.id, status=Status.OVER)
    for name, verb in (("houseopt", option), ("houseset", value)):
        assert "is not being played now, so its house rules stay" in await table.press(OWNER, name, verb)


FORGED = ("", "x", "-1", "0", "7", "9" * 18, "1.1.1", "٣", "9" * 30)
"""What stands in no id that Herald makes, or in another place."""


@AT_ONE_TABLE
async def test_a_forged_id_is_refused_in_a_sentence(here: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    cup = Format(title="Cup", year=0, game="kingmaker", variant="wbc")
    about: dict[str, Any] = {"guild": 5, "channel": 6, "master": OWNER, "name": "Olga", "assistants": {}}
    event = await here.herald.tournaments.create(**about, tournament_format=cup)
    tournament_here = dataclasses.replace(here, game=event.id)
    failed: dict[str, str] = {}
    for name, verb in verbs(here).items():
        place, who = (tournament_here, OWNER) if name in TOURNAMENTS else (here, BEN)
        for forged in FORGED:
            for changed in (
                {"tag": forged},
                {"stamp": forged},
                {"tag": forged, "stamp": forged},
                {"values": (forged,)},
            ):
                said = await place.press(who, name, dataclasses.replace(verb, **changed))
                if "went wrong" in said:
                    failed[name] = f"{changed}: {caplog.text[-300:]}"
    assert not failed, "\n".join(f"{name} {why}" for name, why in failed.items())


@ALL_OF_THEM
async def test_what_is_answered_does_not_depend_on_what_one_may_not_know(here: Parlour, everybody: bool) -> None:
    for role, user in PEOPLE.items():
        viewer = here.seat_of(user)
        for number, (name, verb) in enumerate(verbs(here).items()):
            allowed = role in {found for found, _ in people(here, verb, may=True)}
            if (allowed or verb.may == ANYBODY) and not verb.looks:
                continue
            if not allowed and not everybody and role != [*PEOPLE][number % len(PEOPLE)]:
                continue
            told = []
            for seed in (0, 1):
                here.deal_anew(viewer, seed)
                told.append(await here.press(user, name, verb))
            assert told[0] == told[1] and told[0], (name, role)


async def waited_for(here: Parlour, verb: str, patience: float | None, patch: pytest.MonkeyPatch) -> list[list[str]]:
    """What somebody who is asked for a decision is shown with this patience, at once and later, in two worlds."""
    patch.setattr(play, "PATIENCE_S", patience)
    seat = here.table.requests()[0].seat
    user = next(user for user in PEOPLE.values() if here.seat_of(user) == seat)
    shown = []
    for seed in (0, 1):
        here.deal_anew(seat, seed)
        shown.append(await here.answers(user, verb, verbs(here)[verb]))
    return shown


def ids_on(panel: str) -> list[str]:
    """The buttons and menus of a panel, in their order."""
    return re.findall(r"'custom_id': '([^']*)'", panel)


def stamps(panel: str) -> set[str]:
    """The questions for which the buttons of a panel stand."""
    return {press.stamp for one in ids_on(panel) if (press := parse(one)) is not None}


@AT_ONE_TABLE
@pytest.mark.parametrize("verb", ["mine", "opts"])
async def test_whether_odds_come_at_once_or_later_tells_nothing_hidden(
    here: Parlour, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_late_chances(monkeypatch, RULES)
    early, late = [await waited_for(here, verb, patience, monkeypatch) for patience in (None, 0.0)]
    assert early[0] == early[1] and late[0] == late[1]
    (whole,), (first, second) = early[0], late[0]
    assert second == whole and ":whole:" in whole
    pending = repr(PENDING)[1:-1]
    assert pending in first and pending not in whole
    assert ids_on(first) == ids_on(whole) and stamps(whole) != set()


async def by_letter(here: Parlour, patience: float | None, patch: pytest.MonkeyPatch) -> list[str]:
    """What somebody who is asked for a decision is told by direct message, in two worlds."""
    request, game = here.table.requests()[0], here.game
    user = next(user for user in PEOPLE.values() if here.seat_of(user) == request.seat)
    ask = Ask((Call(request.seat, request.decision, request.prompt, secret=True),))
    about: dict[str, Any] = {"id": 1, "game": game, "version": here.table.version, "user": user, "payload": ask}
    row = OutboxRow(**about, created=0, attempts=0, next_try=0)
    supervisor: Any = SimpleNamespace()
    courier, shown = DiscordCourier(here.herald, supervisor), []
    for seed in (0, 1):
        here.deal_anew(request.seat, seed)
        async with here.house.referee.reading(game) as live:
            item = Item(row, live.game, live.seats)
        shown.append(repr(await courier.message_of(item)))
    return shown


async def in_a_lesson(here: Parlour, patience: float | None, patch: pytest.MonkeyPatch) -> list[str]:
    """What a pupil is shown, in two worlds."""
    lesson = await Lessons(bytes).begin(RULES.name, ANN, NAMES[ANN])
    lesson.act(lesson.advice(), lesson.table.version)  # of the set-up nothing is likely
    one, another = lesson.table, lesson.table.world(PUPIL, 1)
    interaction: Any = SimpleNamespace(user=SimpleNamespace(id=ANN))
    shown = []
    for lesson.table in (one, another):
        here.herald.thinkers = Thinkers(inline)
        shown.append(repr(await LessonPlay(here.herald, interaction, lesson).everything()))
    return shown


async def on_my_options(here: Parlour, patience: float | None, patch: pytest.MonkeyPatch) -> list[list[str]]:
    """What somebody is shown who presses *My options*, in two worlds."""
    return await waited_for(here, "mine", patience, patch)


@AT_ONE_TABLE
@pytest.mark.parametrize("told", [on_my_options, by_letter, in_a_lesson])
async def test_what_is_likely_is_worked_out_in_a_world_that_the_seat_cannot_tell_from_the_true_one(
    here: Parlour, told: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is likely says here how everything lies: that shows only where it comes of the true table."""

    def leaking(game: str, snapshot: bytes, seat: str) -> list[Prospect]:
        lies = sha256(snapshot).hexdigest()
        return [replace(one, words=f"{one.words} {lies}") for one in worked_out(game, snapshot, seat)]

    monkeypatch.setattr(thinkers, "listed", leaking)
    one, another = await told(here, None, monkeypatch)
    assert one == another, "not even then it knows"
    monkeypatch.setattr(thinkers, "imagined", lambda game, snapshot, seat: snapshot)
    for patience in (None, 0.0):
        one, another = await told(here, patience, monkeypatch)
        assert one != another


@AT_ONE_TABLE
async def test_a_hand_is_shown_to_its_own_seat_alone(here: Parlour) -> None:
    """The test above would notice: what a player is shown of his own hand differs from what another is shown."""
    hand = verbs(here)["hand"]
    assert await here.press(ANN, "hand", hand) != await here.press(BEN, "hand", hand)
    shown = []
    for seed in (1, 2):
        here.deal_anew("s2", seed)
        shown.append(await here.press(ANN, "hand", hand))
    assert shown[0] != shown[1]
