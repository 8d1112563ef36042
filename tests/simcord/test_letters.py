"""A sentence with what somebody asks of another, and the letters that show what came of it."""

from __future__ import annotations

from typing import Any

from bot.store import games
from bot.store.rows import Status, Via
from bot.table.submission import Submission
from engine.kingmaker.movement.permissions import Ask, Refuse
from tests.harness.simcord import Hall, Player, Seen, seen

PROMISE = "If you take it I vote for you; *word* of {s1}."


async def letters_of(player: Player) -> Seen:
    """Read one's letters, from the panel of one's options."""
    helped = await player.press((await player.slash("options")).message, "Help")
    return await player.press(helped.message, "Letters")


async def submit(here: Hall, action: Any, seat: str) -> None:
    """Let a seat act."""
    async with here.herald.store.reading() as connection:
        (record,) = await games.all_with(connection, Status.PLAYING)
        user = {one.id: one.user for one in await games.seats_of(connection, record.id)}[seat]
    await here.herald.referee.carry_out(record.id, lambda _: Submission(seat, action, user, Via.PLAYER))
    await here.all_said()


async def asked(here: Hall) -> Ask:
    """Let Ann ask Ben whether she may use a place of his."""
    async with here.herald.store.reading() as connection:
        (record,) = await games.all_with(connection, Status.PLAYING)
    async with here.herald.referee.reading(record.id) as live:
        offer = next(one for one in live.table.offers("s1") if one.action is Ask)
        site = offer.fields[0].choices({})[0].value
        action = Ask(site, offer.fields[1].choices({"site": site})[0].value)  # type: ignore[arg-type]
    await submit(here, action, "s1")
    return action


async def write(player: Player, shown: Seen, label: str, words: str) -> Seen:
    """Press the button that says something with it, and send the form."""
    form = await player.actor.click(shown.message, label=label)
    return seen(await player.actor.submit_modal(form, {"words": words}))


async def test_a_request_takes_a_sentence_that_only_two_read(game: Hall) -> None:
    ann, ben, cat = (game.players[name] for name in ("ann", "ben", "cat"))
    await asked(game)
    shown = await letters_of(ann)
    assert "**ann** asks **ben** for permission to go inside" in shown.text
    (label,) = [one for one in shown.labels() if one.startswith("Add a sentence for ben")]
    told = await write(ann, shown, label, PROMISE)
    assert "ben reads" in told.text
    await game.all_said()
    assert "If you take it I vote for you" in game.letters("ben")
    assert "If you take it" not in game.said() and "If you take it" not in game.letters("cat")
    assert "*word*" not in game.letters("ben").replace(r"\*word\*", "")
    for player in (ann, ben):
        letters = await letters_of(player)
        assert "If you take it I vote for you" in letters.text
    assert "You have no seat" in "\n".join((await cat.slash("options")).more or [(await cat.slash("options")).text])


async def test_letters_say_what_came_of_it_and_nothing_is_added_afterwards(game: Hall) -> None:
    ann, ben = game.players["ann"], game.players["ben"]
    order = await asked(game)
    before = await letters_of(ann)
    label = next(one for one in before.labels() if one.startswith("Add a sentence"))
    await submit(game, Refuse(order.site, order.purpose), "s2")
    late = seen(await ann.actor.click(before.message, label=label))
    assert "no longer open" in "\n".join(late.more) + late.text
    for player in (ann, ben):
        letters = await letters_of(player)
        assert "**ben** refuses" in letters.text and not letters.labels()


async def test_a_sentence_is_no_action_that_could_be_taken_back(game: Hall) -> None:
    ann = game.players["ann"]
    await asked(game)
    shown = await letters_of(ann)
    await write(ann, shown, shown.labels()[0], "Please!")
    options = await ann.slash("options")
    assert not any(label.startswith("Undo") for label in options.labels())  # somebody else is asked already
    lists = await ann.press(options.message, "Help")
    confirm = await ann.press(lists.message, "Undo")
    assert "Please!" not in confirm.text and "asks" in confirm.text
