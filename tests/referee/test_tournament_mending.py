"""Rulings that fall are undone at their tables, put back where they stand after all, and all that once."""

import msgspec
import pytest

from bot.errors import Refused
from bot.model import interventions
from bot.services.tournament import undoing as undoing_service
from bot.services.tournament.mending import TournamentMending
from bot.store.payloads import Log
from bot.store.rows import Via
from engine.core.actions import Action
from engine.core.errors import Illegal
from engine.tournament import rulings
from tests.referee.house import ANN, CAT, OWNER, House, killed_at_entry
from tests.referee.relay import Advance, Carry, Nightfall, Rest
from tests.referee.test_tournament_tables import AL, EVE, Event, playing
from tests.referee.test_tournaments import kept

pytestmark = pytest.mark.rule("WBC-T12")


def mending(event: Event) -> TournamentMending:
    return TournamentMending(event.house.store, event.events, event.tables)


async def version(event: Event) -> int:
    return (await event.house.game(await event.game())).version


async def places(event: Event) -> dict[str, int]:
    async with event.house.referee.reading(await event.game()) as live:
        found: dict[str, int] = live.table.game.state.places
        return dict(found)


async def ruled(house: House, *since: Action, upheld: bool = False) -> Event:
    """The game master has put Ann's runner on field 9, others have acted since, and it was judged."""
    event = await playing(house, assistants=(AL, CAT))
    carried = interventions.Edit(msgspec.to_builtins(Carry("s2", 9)))
    await house.moderation.carry_out(await event.game(), OWNER, carried, Via.MASTER)
    at = await version(event)
    for action in since:
        await house.do(await event.game(), action)
    await event.rulings.question(event.id, ANN, 1, 1, "A runner was moved.", "RELAY-1", ("", ""), at)
    await judged(event, OWNER, AL, CAT, upheld=upheld)
    return event


async def judged(event: Event, *judges: int, upheld: bool) -> None:
    for judge in judges:
        await event.rulings.judge(event.id, judge, 1, upheld, "I say so.")


async def test_a_table_waits_until_what_fell_is_undone(house: House) -> None:
    event = await ruled(house)
    assert await event.paused()
    await mending(event).mend(event.id, AL, 1, await version(event), again=False)
    assert (await places(event))["s2"] == 0
    assert not await event.paused()


async def test_what_came_after_is_done_again_as_far_as_nothing_is_drawn(house: House) -> None:
    event = await ruled(house, Rest(), Advance(), Rest())
    outlook = await mending(event).outlook(event.id, 1)
    assert outlook is not None
    assert (len(outlook.lost), len(outlook.again)) == (3, 1)
    async with house.referee.reading(await event.game()) as live:
        after_rest = live.table.seats[1]
    await mending(event).mend(event.id, AL, 1, outlook.version, again=True)
    assert (await places(event))["s2"] == 0
    async with house.referee.reading(await event.game()) as live:
        assert live.table.requests()[0].seat == after_rest


async def test_an_official_who_looks_learns_nothing_of_what_would_be_refused(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = await ruled(house, Rest(), Rest())
    tried: list[object] = []

    def noted(table: object, entry: object) -> bool:
        tried.append(entry)
        return False

    monkeypatch.setattr(undoing_service, "_goes", noted)
    outlook = await mending(event).outlook(event.id, 1)
    assert outlook is not None and len(outlook.again) == 2 and not tried
    await mending(event).mend(event.id, AL, 1, outlook.version, again=True)
    assert len(tried) == 1


@pytest.mark.parametrize("at", [1, 2, 3, 4])
async def test_what_is_done_again_goes_on_after_a_restart_wherever_herald_was_killed(house: House, at: int) -> None:
    """The first entry goes back to before the ruling, then come two rests; last is noted that the table goes on."""
    event = await ruled(house, Rest(), Rest())
    before = await version(event)
    with killed_at_entry(at):
        await mending(event).mend(event.id, AL, 1, before, again=True)
    anew = house.restarted()
    event = Event(anew, kept(anew), event.id)
    assert (await version(event), (await places(event))["s2"]) in ((before, 9), (before + 3, 0)), (
        "it is one transaction"
    )
    assert await event.paused(), "nobody plays on in between"
    mending(event)
    await event.tables.keep(event.id)
    await event.tables.keep(event.id)
    assert (await version(event), (await places(event))["s2"]) == (before + 4, 0)
    async with anew.referee.reading(await event.game()) as live:
        assert live.table.requests()[0].seat == live.table.seats[2]
    assert rulings.to_mend((await event.state()).rulings[0]) == "" and not await event.paused()


async def test_without_that_the_table_stands_as_before_the_ruling(house: House) -> None:
    event = await ruled(house, Rest())
    await mending(event).mend(event.id, AL, 1, await version(event), again=False)
    async with house.referee.reading(await event.game()) as live:
        assert live.table.requests()[0].seat == live.table.seats[0]


async def test_who_looked_before_the_game_moved_on_looks_again(house: House) -> None:
    event = await ruled(house)
    looked = await version(event)
    await house.do(await event.game(), Rest())
    with pytest.raises(Refused, match="moved on since you looked"):
        await mending(event).mend(event.id, AL, 1, looked, again=False)
    assert rulings.to_mend((await event.state()).rulings[0]) == "undone"


@pytest.mark.parametrize("who", [OWNER, ANN])
async def test_who_plays_at_the_table_does_not_mend_it(house: House, who: int) -> None:
    event = await ruled(house)
    with pytest.raises(Illegal):
        await mending(event).mend(event.id, who, 1, await version(event), again=False)
    assert (await places(event))["s2"] == 9


async def test_what_stands_after_an_appeal_is_put_back(house: House) -> None:
    event = await ruled(house)
    await mending(event).mend(event.id, AL, 1, await version(event), again=False)
    await house.do(await event.game(), Rest())
    await event.events.appoint(event.id, OWNER, add=(EVE, "Eve"))
    await event.rulings.appeal(event.id, ANN, 1, "He was there.")
    await judged(event, EVE, upheld=True)
    assert await event.paused()
    outlook = await mending(event).outlook(event.id, 1)
    assert outlook is not None and len(outlook.lost) == 1
    await mending(event).mend(event.id, AL, 1, outlook.version, again=False)
    assert (await places(event))["s2"] == 9
    assert not await event.paused()


async def test_a_ruling_that_the_table_has_gone_back_from_by_itself_is_only_confirmed(house: House) -> None:
    event = await ruled(house)
    ruling = (await event.state()).rulings[0]
    back = interventions.GoBack(ruling.version - 1, await version(event))
    await house.moderation.carry_out(await event.game(), OWNER, back, Via.MASTER)
    outlook = await mending(event).outlook(event.id, 1)
    assert outlook is not None and outlook.back_to is None
    await mending(event).mend(event.id, AL, 1, await version(event), again=False)
    assert not await event.paused()


async def test_a_table_is_left_as_it_is_with_a_reason(house: House) -> None:
    event = await ruled(house)
    await mending(event).leave(event.id, AL, 1, "It made no difference.")
    assert (await places(event))["s2"] == 9
    assert not await event.paused()


async def test_of_a_game_that_is_over_only_the_result_is_corrected(house: House) -> None:
    event = await ruled(house)
    finished = interventions.Edit(msgspec.to_builtins(Nightfall()))
    await house.moderation.carry_out(await event.game(), OWNER, finished, Via.MASTER)
    await event.events.collect(await event.game())
    assert await mending(event).outlook(event.id, 1) is None
    with pytest.raises(Refused, match="correct its result"):
        await mending(event).mend(event.id, AL, 1, await version(event), again=False)
    state = await mending(event).corrected(event.id, AL, 1)
    assert rulings.to_mend(state.rulings[0]) == ""


async def test_what_stands_needs_no_mending(house: House) -> None:
    event = await ruled(house, upheld=True)
    assert not await event.paused()
    with pytest.raises(Illegal, match="Nothing is left to mend"):
        await mending(event).mend(event.id, AL, 1, await version(event), again=False)


# ---------------------------------------------------------------------- where the game master does not play


async def by_word(house: House) -> Event:
    """Al, who plays nowhere, leads; his ruling about Ann's runner was questioned by its words alone, and fell."""
    event = await playing(house, assistants=(CAT,))
    await event.events.appoint(event.id, OWNER, master=(AL, "Al"), add=(CAT, "Cat"))
    await event.tables.keep(event.id)
    carried = interventions.Edit(msgspec.to_builtins(Carry("s2", 9)))
    await house.moderation.carry_out(await event.game(), AL, carried, Via.MASTER)
    await event.rulings.question(event.id, ANN, 1, 1, "A runner was moved.", "RELAY-1")
    await judged(event, AL, CAT, upheld=False)
    return event


async def heard(event: Event) -> list[tuple[str, tuple[int, ...]]]:
    """What the thread was told in messages of their own, and whom these pinged."""
    rows = await event.house.rows(await event.game())
    told = [row.payload for row in rows if isinstance(row.payload, Log) and not row.payload.ruled]
    logs = [payload for payload in told if payload.heard]
    return [(one.text, found.heard) for found in logs for one in found.events]


async def test_the_thread_reads_what_has_fallen_and_what_follows_and_its_players_are_pinged(house: House) -> None:
    event = await by_word(house)
    assert await event.paused()
    ((said, pinged),) = await heard(event)
    assert said.startswith("⚖️ Ruling 1 falls: A runner was moved. [RELAY-1]") and "I say so." in said
    assert "it is to be undone, by an official who does not play there, with *Mend…*." in said
    assert {OWNER, ANN, AL, CAT} <= {*pinged}


async def test_which_action_it_was_is_said_afterwards_and_undone(house: House) -> None:
    event = await by_word(house)
    (found,) = await mending(event).candidates(event.id, 1)
    with pytest.raises(Refused, match="which action of the game master"):
        await mending(event).mend(event.id, AL, 1, await version(event), again=False)
    with pytest.raises(Refused, match="has been undone since"):
        await mending(event).trace(event.id, AL, 1, found.version + 1)
    await mending(event).trace(event.id, AL, 1, found.version)
    await mending(event).mend(event.id, AL, 1, await version(event), again=False)
    assert (await places(event))["s2"] == 0
    assert not await event.paused()
    assert (await heard(event))[-1][0] == "⚖️ Ruling 1: It falls, and is undone at the table."


async def test_what_was_mended_by_hand_is_told_and_the_table_goes_on(house: House) -> None:
    event = await by_word(house)
    await mending(event).by_hand(event.id, AL, 1, "The runner is back.")
    assert not await event.paused()
    assert (await heard(event))[-1][0].endswith("mended the table by hand: The runner is back.")
