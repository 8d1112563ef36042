"""What Herald does in a thread on Discord, and what it does next where Discord refuses that."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from aiohttp import ClientError
from discord.components import _component_factory  # what a message that was fetched has below it
from msgspec import structs

from bot.delivery.deliveries import (
    Closed,
    Delivered,
    DeliveryProblem,
    Gone,
    Item,
    Page,
    Rejected,
    TryLater,
    Unreachable,
)
from bot.discord_adapter import board, messages
from bot.discord_adapter.courier import DiscordCourier
from bot.discord_adapter.messages import Roster
from bot.panels.panel import Button, Panel
from bot.store.payloads import (
    Anchor,
    Answered,
    AnyPayload,
    AppealCall,
    Call,
    Commitment,
    HeadsUp,
    Keyed,
    Log,
    MotionCall,
    Notice,
    Nudge,
    Overdue,
    Private,
    Proposed,
    Reminder,
    Reveal,
    StoodIn,
    StoryPicture,
    Trouble,
)
from bot.store.rows import OutboxRow
from engine.core.events import Event
from render.picture import Picture
from tests.bot.test_messages import ANN, BEN, GAME, ROSTER

NOW = discord.utils.time_snowflake(datetime.now(UTC))
YOUNG, NEW, OLD = NOW, NOW + 1, discord.utils.time_snowflake(datetime.now(UTC) - timedelta(hours=2))


def age(value: object) -> str | None:
    """Name a message by its age: its number is another at each run."""
    return {YOUNG: "young", OLD: "old"}.get(value) if isinstance(value, int) else None


SHOWN = Panel("Percy is at York.", title="War", rows=[[Button("h:mine:k7f2", "My options")]], footer="k7f2")


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """What discord.py raises where Discord refuses something."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    usual = discord.DiscordServerError if status >= 500 else discord.HTTPException
    response: Any = SimpleNamespace(status=status, reason="No", headers={"Retry-After": "7"} if status == 429 else {})
    return kinds.get(status, usual)(response, {"code": code, "message": "No."})


class Channel(discord.PartialMessageable):
    """A thread that notes what is done in it, and refuses what it is told to refuse, once for each error."""

    def __init__(self) -> None:
        self.id = 7
        self.done: list[str] = []
        self.refuses: dict[str, list[Exception]] = {}
        self.stands: dict[int, Message] = {}
        self.lines: list[Any] = []
        self.sent: list[dict[str, Any]] = []
        self.instead: Panel | None = None
        """What an earlier attempt has posted, which Discord finds by its nonce."""

    def does(self, what: str) -> None:
        """Note something, and refuse it if so told."""
        self.done.append(what)
        if self.refuses.get(what.partition(" ")[0]):
            raise self.refuses[what.partition(" ")[0]].pop(0)

    async def send(self, content: str | None = None, **shown: Any) -> Any:
        """Post a message."""
        self.does("send")
        number = NEW + len(self.sent)
        self.sent.append({"content": content, **shown})
        posted = self.stands[number] = Message(self, number, content or "")
        embed, view = shown.get("embed"), shown.get("view")
        if self.instead is not None:
            embed, view = self.instead.embed(), self.instead.view()
        posted.show(embed, view)
        posted.attachments = [SimpleNamespace(filename=file.filename) for file in shown.get("files", ())]
        return posted

    def get_partial_message(self, message_id: int, /) -> Any:
        """Return a message that may stand here."""
        return self.stands.setdefault(message_id, Message(self, message_id))

    async def history(self, **about: Any) -> AsyncIterator[Any]:
        """Yield what stands below."""
        self.does("history")
        for line in self.lines:
            yield line


class Message:
    """A message in a channel."""

    def __init__(self, channel: Channel, number: int, content: str = "") -> None:
        self.channel, self.id, self.content = channel, number, content
        self.embeds: list[discord.Embed] = []
        self.components: list[Any] = []
        self.attachments: list[Any] = []
        self.edits: list[dict[str, Any]] = []

    def show(self, embed: discord.Embed | None, view: discord.ui.View | None) -> None:
        """Show an embed with what stands below it."""
        self.embeds = [embed] if embed else []
        self.components = [_component_factory(cast(Any, row)) for row in view.to_components()] if view else []

    async def edit(self, **shown: Any) -> None:
        """Change it."""
        self.channel.does(f"edit {self.name}")
        self.edits.append(shown)

    async def fetch(self) -> Message:
        """Read it."""
        self.channel.does(f"fetch {self.name}")
        return self

    async def delete(self) -> None:
        """Delete it."""
        self.channel.does(f"delete {self.name}")

    async def pin(self) -> None:
        """Pin it."""
        self.channel.does(f"pin {self.name}")

    @property
    def name(self) -> str:
        """What the tests call it."""
        return {YOUNG: "young", OLD: "old"}.get(self.id, "new")


def client(channel: Channel) -> Any:
    """A connection that knows one thread."""

    async def fetch_channel(number: int) -> Any:
        assert number == channel.id
        thread = cast(Any, object.__new__(discord.Thread))

        async def edit(*, archived: bool) -> None:
            channel.does(f"archived={archived}")

        return _Woken(thread, edit)

    return SimpleNamespace(
        fetch_channel=fetch_channel,
        get_partial_messageable=lambda number, guild_id: channel,
        get_channel=lambda number: None,
    )


class _Woken(discord.Thread):
    """A thread that can be woken."""

    def __init__(self, _: Any, edit: Any) -> None:
        self._edit = edit

    async def edit(self, **how: Any) -> Any:
        """Wake it."""
        await self._edit(**how)


# ---------------------------------------------------------------------- the pinned panel


async def show(channel: Channel, old: int | None = None) -> board.Shown:
    return await board.shown(client(channel), channel, old, SHOWN, "nonce")


POSTED = ["send", "pin new", "history"]


async def test_a_first_panel_is_posted_and_pinned_and_discords_line_about_that_deleted() -> None:
    channel = Channel()
    kinds, deleted = discord.MessageType, list[int]()

    def line(number: int, kind: discord.MessageType, of: int | None) -> Any:
        async def delete() -> None:
            deleted.append(number)

        reference = SimpleNamespace(message_id=of) if of else None
        return SimpleNamespace(type=kind, reference=reference, delete=delete)

    channel.lines = [
        line(1, kinds.pins_add, NEW),
        line(2, kinds.pins_add, YOUNG),
        line(3, kinds.reply, NEW),
        line(4, kinds.default, None),
    ]
    assert await show(channel) == board.Shown(NEW, pinned=True)
    assert (channel.done, deleted, channel.sent[0]["nonce"]) == (POSTED, [1], "nonce")


@pytest.mark.parametrize(
    ("old", "refuses", "done"),
    [
        (YOUNG, {}, ["edit young"]),
        (YOUNG, {"edit": [refusal(400, board.ARCHIVED)]}, ["edit young", "archived=False", "edit young"]),
        (YOUNG, {"edit": [refusal(404, board.DELETED)]}, ["edit young", *POSTED, "delete young"]),
        (YOUNG, {"edit": [refusal(400, board.TOO_OLD)]}, ["edit young", *POSTED, "delete young"]),
        (YOUNG, {"edit": [refusal(429)]}, ["edit young", *POSTED, "delete young"]),
        (YOUNG, {"edit": [refusal(429)], "delete": [refusal(404)]}, ["edit young", *POSTED, "delete young"]),
        (OLD, {}, ["fetch old", *POSTED, "delete old"]),
        (OLD, {"fetch": [refusal(403)]}, ["fetch old", *POSTED, "delete old"]),
        (OLD, {"fetch": [refusal(404, board.DELETED)]}, ["fetch old", *POSTED, "delete old"]),
        (None, {"pin": [refusal(403)]}, ["send", "pin new"]),
        (None, {"history": [refusal(403)]}, POSTED),
    ],
    ids=age,
)
async def test_a_panel_is_edited_while_it_is_young_and_posted_anew_where_that_is_refused(
    old: int | None, refuses: dict[str, list[Exception]], done: list[str]
) -> None:
    channel = Channel()
    channel.refuses = refuses
    where = await show(channel, old)
    assert channel.done == done
    assert where == board.Shown(NEW if "send" in done else YOUNG, pinned="pin" not in refuses)


@pytest.mark.parametrize(
    ("old", "at", "error"),
    [
        (YOUNG, "edit", refusal(403)),
        (YOUNG, "edit", refusal(400)),
        (YOUNG, "edit", refusal(503)),
        (OLD, "fetch", refusal(503)),
        *((None, at, refusal(status)) for at in ("pin", "history") for status in (429, 500)),
        *((OLD, "delete", refusal(status)) for status in (429, 500)),
    ],
    ids=age,
)
async def test_whatever_else_discord_refuses_of_a_panel_is_tried_again_later(
    old: int | None, at: str, error: discord.HTTPException
) -> None:
    channel = Channel()
    channel.refuses = {at: [error]}
    with pytest.raises(type(error)):
        await show(channel, old)


async def test_an_old_panel_that_says_so_already_stays_whatever_became_of_spaces() -> None:
    channel = Channel()
    there = channel.get_partial_message(OLD)
    there.show(replace(SHOWN, text=f" {SHOWN.text} ").embed(), SHOWN.view())
    assert await show(channel, OLD) == board.Shown(OLD, pinned=True) and channel.done == ["fetch old"]
    for other in (replace(SHOWN, rows=()), replace(SHOWN, footer=""), replace(SHOWN, fields=[("Pace", "Slow")])):
        there.show(other.embed(), other.view() if other.rows else None)
        assert (await show(channel, OLD)).message >= NEW


async def test_a_panel_that_an_earlier_attempt_has_posted_is_brought_up_to_date() -> None:
    channel = Channel()
    channel.instead = replace(SHOWN, text="Percy is at Ely.")
    await show(channel)
    assert channel.done == ["send", "edit new", "pin new", "history"]


def test_each_panel_that_is_replaced_has_a_nonce_of_its_own() -> None:
    assert board.nonce_of("k7f2", 7, 1) == board.nonce_of("k7f2", 7, 1) != board.nonce_of("k7f2", 7, 2)
    assert len(board.nonce_of("k7f2", 7, None)) == 25


def test_a_message_is_too_old_to_be_edited_by_its_code_or_by_too_many_requests_once_it_is_old() -> None:
    assert board.too_old(refusal(400, board.TOO_OLD), YOUNG) and board.too_old(refusal(429), OLD)
    assert not board.too_old(refusal(429), YOUNG) and not board.too_old(refusal(400), OLD)


# ---------------------------------------------------------------------- the courier


def item(payload: AnyPayload, user: int | None = None, number: int = 1, silent: frozenset[int] = frozenset()) -> Item:
    row = OutboxRow(id=number, game="k7f2", version=5, user=user, payload=payload, created=0, attempts=0, next_try=0)
    return Item(row, GAME, (ANN, BEN), silent)


def courier(channel: Channel) -> DiscordCourier:
    """Who delivers to one thread; it counts the pictures that are left out in `lost`."""

    async def connected() -> Any:
        return client(channel)

    async def create_dm(to: Any) -> Any:
        return channel

    failures = SimpleNamespace(labels=lambda kind: SimpleNamespace(inc=lambda: channel.done.append(f"lost {kind}")))
    herald = SimpleNamespace(
        metrics=SimpleNamespace(failures=failures), web_pages=SimpleNamespace(address=lambda game, version: "")
    )
    return DiscordCourier(cast(Any, herald), cast(Any, SimpleNamespace(connected=connected)))


MOVE = Call("s1", "D01", "{s1}, move.", due=1000.0)


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        (one, messages.__dict__[name](one, replace(ROSTER, seats=(ANN, BEN))))
        for name, one in (
            ("commitment", Commitment("c0ffee")),
            ("keyed", Keyed({"s1": "rose"}, "beef")),
            ("heads_up", HeadsUp("s1")),
            ("overdue", Overdue(MOVE, passed=True)),
            ("stood_in", StoodIn("s1", "steward")),
            ("private", Private("s1", (Event("hand", "You drew York."),))),
            ("nudge", Nudge(11, "s1", decides=True, explain=False)),
            ("reveal", Reveal("5ec", "c0", {}, (), "Time is up.")),
            ("motion", MotionCall(4, 11, "undo", "go back", (12,), 1)),
            ("appeal", AppealCall(2, 11, "No.", "Late.", (3,))),
        )
    ]
    + [
        (Anchor("a1" * 32), messages.anchor(Anchor("a1" * 32))),
        (Notice("Mind."), messages.notice(Notice("Mind."))),
        (Trouble("Mind."), messages.trouble(Trouble("Mind."))),
        (Proposed("s1"), messages.Message()),
        (StoryPicture("story"), messages.Message()),
    ],
)
async def test_every_payload_has_its_own_words(payload: AnyPayload, said: messages.Message) -> None:
    assert await courier(Channel()).message_of(item(payload)) == replace(said, users=list(said.users))


async def test_a_reminder_is_worded_for_its_player_alone_or_for_the_thread_and_pings_nobody_who_wants_no_ping() -> None:
    told = courier(Channel())
    alone, thread = [messages.reminder(Reminder(MOVE), Roster(GAME, (ANN, BEN)), alone=one) for one in (True, False)]
    assert (await told.message_of(item(Reminder(MOVE), user=11))).text == alone.text
    assert await told.message_of(item(Reminder(MOVE))) == thread
    assert (await told.message_of(item(Reminder(MOVE), silent=frozenset({11})))).users == []


async def test_a_message_is_sent_with_its_nonce_and_may_ping_only_whom_it_is_for() -> None:
    channel = Channel()
    assert await courier(channel).deliver(item(Nudge(11, "s1", decides=True, explain=False))) == Delivered(NEW)
    (sent,) = channel.sent
    allowed = sent["allowed_mentions"].to_dict()
    assert (sent["nonce"], allowed) == ("k7f2:1", {"parse": [], "users": [11]})
    assert await courier(channel).deliver(item(Proposed("s1"))) == Delivered() and len(channel.sent) == 1


async def test_a_message_that_is_too_long_as_text_is_an_embed_that_pings_beside_it() -> None:
    channel = Channel()
    await courier(channel).deliver(item(Log((Event("said", "x" * 2001),), heard=(11, 12))))
    (sent,) = channel.sent
    assert sent["content"] == "<@11> <@12>" and sent["embed"].description.startswith("x" * 2001)


@pytest.mark.parametrize(
    ("error", "kind", "seconds"),
    [
        (refusal(429), TryLater, 7.0),
        (refusal(503), TryLater, None),
        (ClientError("gone"), TryLater, None),
        (TimeoutError("slow"), TryLater, None),
        (RuntimeError("closed"), TryLater, None),
        (refusal(403, 50007), Unreachable, None),
        (refusal(403, 50013), Gone, None),
        (refusal(404, 10008), Closed, None),
        (refusal(400), Rejected, None),
    ],
)
async def test_what_discord_refuses_is_told_to_the_dispatcher(
    error: Exception, kind: type[DeliveryProblem], seconds: float | None
) -> None:
    channel = Channel()
    channel.refuses = {"send": [error]}
    with pytest.raises(DeliveryProblem) as raised:
        await courier(channel).deliver(item(Notice("Mind.")))
    assert type(raised.value) is kind and getattr(raised.value, "seconds", None) == seconds


async def test_where_a_game_has_no_thread_its_messages_wait_for_one() -> None:
    homeless = replace(item(Notice("Mind.")), game=structs.replace(GAME, thread=None))
    with pytest.raises(Gone, match="has no thread"):
        await courier(Channel()).deliver(homeless)


PICTURE = Picture(b"png", "York", 1, 1)


class Drawing(DiscordCourier):
    """A courier of messages with one picture."""

    async def _picture_of(self, item: Item) -> Picture:
        return PICTURE


@pytest.mark.parametrize(
    ("status", "code", "again"), [(400, 0, True), (403, 50013, True), (413, 0, True), (503, 0, False)]
)
async def test_a_message_goes_out_without_a_picture_that_discord_does_not_take(
    status: int, code: int, again: bool
) -> None:
    channel = Channel()
    channel.refuses = {"send": [refusal(status, code)]}
    there = courier(channel)
    told = Drawing(there.herald, there.supervisor)
    if not again:
        with pytest.raises(TryLater):
            await told.deliver(item(Notice("Mind.")))
        return
    assert await told.deliver(item(Notice("Mind."))) == Delivered(NEW)
    assert channel.done == ["send", "lost pictures", "send"]
    assert "file" not in channel.sent[0] and channel.sent[0]["content"] == "Mind."
    channel.refuses, channel.done[:] = {"send": [refusal(status, code)]}, []
    assert await told.deliver(item(Proposed("s1"))) == Delivered() and channel.done == ["send", "lost pictures"]


async def test_messages_for_one_person_go_out_in_pieces_that_repeat_nothing() -> None:
    channel = Channel()
    held = [item(Notice("word " * 300), number=number) for number in (1, 2)]
    there = courier(channel)
    there._channel = lambda *about: asyncio.sleep(0, channel)  # type: ignore[method-assign]
    assert await there.deliver_digest(held) == Delivered(NEW + 1)
    first, second = (sent["nonce"] for sent in channel.sent)
    assert (first[-2:], second[-2:], first[:-2]) == ("-0", "-1", second[:-2])


# ---------------------------------------------------------------------- a page of the story


def page(message: int | None = None, replaces: int | None = None) -> Page:
    return Page([item(Log((Event("moved", "Percy marches."),), heard=(11,)))], 1, message, replaces)


TEXT = "Percy marches.\n<@11>"


async def test_a_page_is_posted_and_what_it_replaces_is_deleted() -> None:
    channel = Channel()
    assert await courier(channel).deliver_page(page(replaces=YOUNG)) == Delivered(NEW)
    assert channel.done == ["send", "delete young"]
    assert (channel.sent[0]["content"], channel.sent[0]["nonce"]) == (TEXT, "k7f2:1")


@pytest.mark.parametrize(
    ("message", "refuses", "says", "done"),
    [
        (YOUNG, {}, "", ["edit young"]),
        (OLD, {"edit": [refusal(429)]}, f" {TEXT} ", ["edit old", "fetch old"]),
        (YOUNG, {"edit": [refusal(400, board.TOO_OLD)]}, TEXT, ["edit young", "fetch young"]),
    ],
    ids=age,
)
async def test_a_page_goes_on_in_its_message_which_may_say_so_already(
    message: int, refuses: dict[str, list[Exception]], says: str, done: list[str]
) -> None:
    channel = Channel()
    channel.refuses = refuses
    channel.get_partial_message(message).content = says
    assert await courier(channel).deliver_page(page(message)) == Delivered(message)
    assert channel.done == done


@pytest.mark.parametrize(
    ("message", "refuses", "kind"),
    [
        (YOUNG, {"edit": [refusal(400, board.ARCHIVED)]}, Closed),
        (YOUNG, {"edit": [refusal(400, board.TOO_OLD)]}, Closed),
        (OLD, {"edit": [refusal(429)], "fetch": [refusal(403)]}, Closed),
        (YOUNG, {"edit": [refusal(429)]}, TryLater),
        (YOUNG, {"edit": [refusal(503)]}, TryLater),
    ],
    ids=age,
)
async def test_a_page_that_can_be_edited_no_more_needs_a_new_message(
    message: int, refuses: dict[str, list[Exception]], kind: type[DeliveryProblem]
) -> None:
    channel = Channel()
    channel.refuses = refuses
    with pytest.raises(DeliveryProblem) as raised:
        await courier(channel).deliver_page(page(message))
    assert type(raised.value) is kind


@pytest.mark.parametrize(
    ("lines", "refuses", "last"),
    [
        ([SimpleNamespace(id=YOUNG, reactions=[])], {}, True),
        ([SimpleNamespace(id=YOUNG, reactions=["👍"])], {}, False),
        ([SimpleNamespace(id=NEW, reactions=[])], {}, False),
        ([], {}, False),
        ([SimpleNamespace(id=YOUNG, reactions=[])], {"history": [refusal(403)]}, False),
    ],
    ids=age,
)
async def test_a_message_is_the_last_while_nobody_has_written_or_reacted_below_it(
    lines: list[Any], refuses: dict[str, list[Exception]], last: bool
) -> None:
    channel = Channel()
    channel.lines, channel.refuses = lines, refuses
    assert await courier(channel).is_last(item(Notice("Mind.")), YOUNG) is last


# ---------------------------------------------------------------------- what is over in a direct message


class Letters(discord.DMChannel):
    """The direct messages of one person."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def get_partial_message(self, message_id: int, /) -> Any:
        """Return a message of them."""
        return self._channel.get_partial_message(message_id)


async def closed(channel: Channel, over: Answered) -> Delivered:
    there = courier(channel)
    there._channel = lambda *about: asyncio.sleep(0, Letters(channel))  # type: ignore[method-assign]
    return await there.deliver(item(over, user=11))


async def test_a_question_that_is_over_says_so_and_a_letter_loses_its_buttons_alone() -> None:
    channel = Channel()
    assert await closed(channel, Answered(YOUNG, MOVE, "Your plan has decided.")) == Delivered()
    assert await closed(channel, Answered(YOUNG)) == Delivered()
    question, letter = channel.stands[YOUNG].edits
    assert (question["content"], question["embed"], letter) == (None, None, {"view": None})
    said = repr(question["view"].to_components())
    assert "Your plan has decided." in said and "I had asked in <#7>: Ann, move." in said


async def test_a_question_that_its_player_answered_elsewhere_goes() -> None:
    channel = Channel()
    assert await closed(channel, Answered(YOUNG, MOVE)) == Delivered()
    assert [each for each in channel.done if each.startswith("delete")]


async def test_a_direct_message_that_can_be_edited_no_more_stays() -> None:
    channel = Channel()
    channel.refuses = {"edit": [refusal(404), refusal(500)]}
    assert await closed(channel, Answered(YOUNG)) == Delivered()
    with pytest.raises(TryLater):
        await closed(channel, Answered(YOUNG))
