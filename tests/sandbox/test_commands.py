"""Slash commands: registered, written, filled in, refused."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.sandbox import permissions
from bot.sandbox.attachments import keep
from bot.sandbox.command_access import hindrance, offered
from bot.sandbox.model import Upload
from bot.sandbox.options import Commands, Filled
from bot.sandbox.payloads import Payloads
from bot.sandbox.permissions import Permission
from bot.sandbox.person_web import PersonError
from bot.sandbox.world import World
from tests.harness.reading import Json
from tests.harness.rows import rows
from tests.harness.sandbox import DrivenSandbox, NotSeen, Person, SandboxRefused
from tests.sandbox.clerk import Clerk


async def test_a_slash_command_is_answered(ann: Person, ben: Person) -> None:
    await ann.slash("/game new", variant="base", seats=7)
    assert (await ann.answer())["content"] == "A base game with 7 seats"
    seen = await ben.expect("A base game")
    assert seen["interaction"]["name"] == "game new"
    assert seen["type"] == discord.MessageType.chat_input_command.value
    about = seen["interaction_metadata"]
    assert (about["user"]["username"], about["type"], about["command_type"]) == ("ann", 2, 1)


async def test_people_and_channels_are_resolved(ann: Person, ben: Person) -> None:
    await ann.slash("/game invite", who=ben, at="table-talk")
    await ann.expect("Ben is invited to table-talk")


async def test_autocomplete_knows_the_other_options(ann: Person) -> None:
    choices = await ann.autocomplete("/game move", "to", "ca", nobles="Percy")
    assert choices == [("Calais (Percy)", "calais"), ("Carlisle (Percy)", "carlisle")]


async def test_what_does_not_come_is_told_with_what_came(ann: Person) -> None:
    await ann.slash("/game new", variant="base")
    ann.forget()
    with pytest.raises(NotSeen, match=r"did not see 'A base game' within 0.05 s. What came:\s+.*A base game"):
        await ann.expect("A base game", timeout=0.05)


async def test_a_command_works_in_a_dm(ann: Person) -> None:
    await ann.slash("/game new", channel=ann.dm(), variant="wbc")
    await ann.expect("A wbc game", channel=ann.dm())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "needs the option variant"),
        ({"variant": "covault"}, "must be one of: base, wbc"),
        ({"variant": "base", "seats": 8}, "must be between 2 and 7"),
        ({"variant": "base", "seats": True}, "not of the type"),
    ],
)
async def test_options_are_checked(ann: Person, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SandboxRefused, match=sentence):
        await ann.slash("/game new", **options)


async def test_default_permissions_hide_a_command(ann: Person, ben: Person) -> None:
    await ann.slash("/odds")
    await ann.expect("Two to one")
    with pytest.raises(AssertionError, match="no command /odds"):
        await ben.slash("/odds")


async def test_commands_are_offered_as_registered(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    world = await ann.refresh()
    game = next(c for c in world["commands"] if c["name"] == "game")
    assert game["contexts"] == [0, 1, 2]
    assert [o["name"] for o in game["options"]][:3] == ["new", "invite", "move"]
    before = {c.name: c.id for c in await clerk.tree.fetch_commands()}
    clerk.tree.remove_command("odds")
    await clerk.tree.sync()
    after = {c.name: c.id for c in await clerk.tree.fetch_commands()}
    assert after == {"game": before["game"]}
    await ann.frame("COMMANDS_UPDATE")


def option(kind: int, **more: Any) -> Json:
    return {"type": kind, "name": "it", **more}


class Desk:
    """A world in which one command is registered, and Ben fills it in."""

    def __init__(self, *options: Json, **more: Any) -> None:
        self.world = World(None)
        self.told = Payloads(self.world, "http://here")
        self.ann, self.ben = list(self.world.people.values())[:2]
        self.talk = next(c for c in self.world.channels.values() if c.name == "table-talk")
        self.world.save_command({"id": "1", "name": "game", "options": [*options], **more})

    def filled(self, *given: Json, typing: bool = False, **more: Any) -> Filled:
        """The command as it goes to the bot."""
        data = {"id": "1", "name": "game", "options": [*given], **more}
        return Commands(self.world, self.told).fill(data, self.ben, self.talk, typing=typing)


def word(value: Any, **more: Any) -> Json:
    return {"name": "it", "value": value, **more}


@rows("asked, value, why", [
    (option(3), "x", ""), (option(3), 5, "not of the type"), (option(3, max_length=2), "xx", ""),
    (option(3, max_length=2), "xxx", "length of the option it must be between None and 2"),
    (option(3, min_length=2), "xx", ""), (option(3, min_length=2), "x", "length of the option it must be"),
    (option(3), "x" * 6000, ""), (option(3), "x" * 6001, "6000 characters"), (option(4), 5, ""),
    (option(4), True, "not of the type"), (option(4), 5.0, "not of the type"), (option(4), 2**53, ""),
    (option(4), 2**53 + 1, "not of the type"), (option(4), -(2**53), ""), (option(4, min_value=2), 2, ""),
    (option(4, min_value=2), 1, "value of the option it must be between 2 and None"), (option(4, max_value=7), 7, ""),
    (option(4, max_value=7), 8, "value of the option it must be"), (option(5), True, ""), (option(5), False, ""),
    (option(5), 1, "not of the type"), (option(10), 5.5, ""), (option(10), 5, ""), (option(10), "5", "not of the type"),
    (option(10), True, "not of the type"), (option(10, max_value=0), 0.5, "value of the option"),
    (option(3, choices=[{"name": "A", "value": "a"}]), "a", ""),
    (option(3, choices=[{"name": "A", "value": "a"}, {"name": "B", "value": "b"}]), "c", "must be one of: A, B"),
])  # fmt: skip
def test_an_option_takes_what_it_is_made_for(asked: Json, value: Any, why: str) -> None:
    desk = Desk(asked)
    if why:
        with pytest.raises(PersonError, match=why):
            desk.filled(word(value))
    else:
        data = desk.filled(word(value)).data
        assert data == {"id": "1", "name": "game", "type": 1, "options": [word(value) | {"type": asked["type"]}]}


@rows("kind, chosen, resolved", [
    (6, "ben", ["users", "members"]), (6, "role", []), (6, "talk", []), (7, "talk", ["channels"]), (7, "dm", []),
    (7, "ben", []), (8, "role", ["roles"]), (8, "ben", []), (9, "role", ["roles"]), (9, "ben", ["users", "members"]),
    (9, "talk", []), (11, "file", ["attachments"]), (11, "ben", []), (6, "bot", ["users", "members"]),
])  # fmt: skip
def test_what_is_chosen_comes_with_what_it_is(kind: int, chosen: str, resolved: list[str]) -> None:
    desk = Desk(option(kind))
    told, guild = desk.told, desk.world.guild
    file = keep(desk.world, "0", Upload("a.txt", b"x", "text/plain"))
    key = {
        "ben": desk.ben.id, "role": guild.bot_role_id, "talk": desk.talk.id, "file": file.id, "bot": guild.bot_id,
        "dm": desk.world.dm_with(desk.ben.id).id,
    }[chosen]  # fmt: skip
    if not resolved:
        with pytest.raises(PersonError, match=f"nothing with the id {key} for the option it"):
            desk.filled(word(key))
        return
    bits = {"permissions": str(int(permissions.EVERYONE))}
    things: dict[str, Any] = {
        "users": lambda: told.user(key), "roles": lambda: told.roles()[1], "attachments": lambda: told.attachment(file),
        "members": lambda: {k: v for k, v in told.member(key).items() if k != "user"} | bits,
        "channels": lambda: told.channel(desk.talk) | bits,
    }  # fmt: skip
    assert desk.filled(word(key)).data["resolved"] == {name: {key: things[name]()} for name in resolved}


@rows("types, fine", [(None, True), ([0, 5], True), ([5], False)])
def test_a_channel_is_of_a_kind_that_was_asked_for(types: list[int] | None, *, fine: bool) -> None:
    desk = Desk(option(7, channel_types=types))
    if fine:
        desk.filled(word(desk.talk.id))
    else:
        with pytest.raises(PersonError):
            desk.filled(word(desk.talk.id))


def test_a_command_that_is_not_for_somebody_is_forbidden_to_them() -> None:
    with pytest.raises(PersonError, match="You do not have the permission to use /game") as refused:
        Desk(default_member_permissions=MANAGE).filled()
    assert refused.value.status == 403


def test_a_subcommand_is_chosen_and_named_whole() -> None:
    inner = {"type": 1, "name": "new", "options": [option(3, required=True)]}
    desk = Desk({"type": 2, "name": "table", "options": [inner]}, {"type": 1, "name": "list"}, guild_id="7")
    given = {"name": "table", "options": [{"name": "new", "options": [word("x")]}]}
    filled = desk.filled(given)
    options = [{"name": "new", "type": 1, "options": [word("x") | {"type": 3}]}]
    assert filled.name == "game table new" and filled.data["guild_id"] == "7"
    assert filled.data["options"] == [{"name": "table", "type": 2, "options": options}]
    for wrong, why in (
        ([], "Choose one of /game's subcommands: table, list"), ([given, {"name": "list"}], "Choose one"),
        ([{"name": "lost"}], "no option lost"),
        ([{"name": "table", "options": [{"name": "new"}]}], "/game table new needs the option it"),
        ([{"name": "list", "options": [word("x")]}], "/game list has no option it"),
    ):  # fmt: skip
        with pytest.raises(PersonError, match=why):
            desk.filled(*wrong)


def test_while_an_option_is_written_others_may_be_missing() -> None:
    desk = Desk(option(3, autocomplete=True), {"type": 3, "name": "must", "required": True})
    filled = desk.filled(word(None, focused=True), typing=True)
    assert (filled.focused_type, filled.data["options"]) == (3, [word("", focused=True, type=3)])
    assert desk.filled(word("Ca", focused=True), typing=True).data["options"][0]["value"] == "Ca"
    for given, typing, why in (
        ([word("x")], True, "No option is focused"), ([word("x")], False, "needs the option must"),
        ([{"name": "must", "focused": True}], True, "must has no autocomplete"),
    ):  # fmt: skip
        with pytest.raises(PersonError, match=why):
            desk.filled(*given, typing=typing)
    for name, key in (("other", "1"), ("game", "2")):
        with pytest.raises(PersonError, match="There is no command") as unknown:
            desk.filled(name=name, id=key)
        assert unknown.value.status == 404


MANAGE = str(int(Permission.MANAGE_CHANNELS))


@rows("more, by, where, why", [
    ({}, "ben", "talk", ""), ({}, "ben", "dm", ""), ({"contexts": [0]}, "ben", "talk", ""),
    ({"contexts": [0]}, "ben", "dm", "cannot be used in a DM"), ({"contexts": [1]}, "ben", "dm", ""),
    ({"contexts": [1]}, "ben", "talk", "cannot be used on a server"), ({"guild_id": "7"}, "ben", "dm", "in a DM"),
    ({"guild_id": "7"}, "ben", "talk", ""), ({"dm_permission": False}, "ben", "dm", "in a DM"),
    ({"dm_permission": True}, "ben", "dm", ""), ({"dm_permission": False}, "ben", "talk", ""),
    ({"default_member_permissions": MANAGE}, "ben", "talk", "You do not have the permission to use /game"),
    ({"default_member_permissions": MANAGE}, "ann", "talk", ""),
    ({"default_member_permissions": MANAGE}, "ben", "dm", ""),
    ({"default_member_permissions": "0"}, "ben", "talk", "permission"),
    ({"default_member_permissions": "0"}, "ann", "talk", ""),
    ({"default_member_permissions": "2048"}, "ben", "talk", ""),
    ({"default_member_permissions": "2048"}, "ben", None, ""),
    ({"default_member_permissions": MANAGE}, "ben", None, "have"),
])  # fmt: skip
def test_a_command_is_for_whom_and_where_the_bot_has_said(more: Json, by: str, where: str | None, why: str) -> None:
    desk = Desk(**more)
    person = {"ann": desk.ann, "ben": desk.ben}[by]
    channel = {"talk": desk.talk, "dm": desk.world.dm_with(person.id), None: None}[where]
    found = hindrance(desk.world, desk.world.commands["1"], person, channel)
    assert (why in found) if why and found else not (why or found)
    assert where or bool(offered(desk.world, person)) is not bool(why)
