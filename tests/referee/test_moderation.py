"""What the game master interventions and the players agree on, outside the rules of the game."""

import asyncio
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.model import interventions
from bot.model.interventions import GoBack
from bot.services.computer.regents import Regents
from bot.services.moderation import Moderation
from bot.services.rulings import Rulings
from bot.store import game_log, games, motions
from bot.store.payloads import AppealCall, Ask, Log, MotionCall, Private
from bot.store.rows import MotionKind, Status, Telling, Via
from bot.table.live_game import LiveGame
from bot.table.submission import Submission
from engine.core.actions import Action
from engine.core.computer.deciding import Player
from engine.core.computer.players import RandomPlayer, Seated
from engine.games import rules_of
from engine.lancaster.courtier import Courtier
from engine.warlord.captain import Captain
from tests.referee.house import ANN, BEN, CAT, NAMES, OWNER, STRANGER, House, housed, killed_at_entry
from tests.referee.relay import Advance, Rest, Whisper

WALK, RUN = Advance("walk"), Advance("run")


@pytest.fixture
def moderation(house: House) -> Moderation:
    """Who carries interventions out."""
    return house.moderation


async def version(house: House, game_id: str) -> int:
    """Where a game stands."""
    return (await house.game(game_id)).version


async def moves(house: House, game_id: str) -> int:
    """How many actions of a game hold, but for what was only put on record."""
    return len(await Moderation(house.store, house.referee).lasting_actions(game_id))


async def places(house: House, game_id: str) -> dict[str, int]:
    """Where the runners are."""
    async with house.referee.reading(game_id) as live:
        return dict(live.table.game.state.places)


async def die(*_: object) -> None:
    """Stand for a Herald that is killed before it does anything."""
    raise SystemExit


async def decided_by_the_clock(house: House, game_id: str, after: float) -> None:
    """Check that a decision falls to the clock after so many hours, and not before."""
    before = await version(house, game_id)
    house.later(after - 0.1)
    await house.clock.tick()
    assert await version(house, game_id) == before
    house.later(0.2)
    await house.clock.tick()
    assert await version(house, game_id) == before + 1


async def headings(house: House) -> list[str]:
    """What the thread was told in one line above what happened."""
    await house.dispatcher.deliver_due()
    return [log.heading for log in house.courier.of(Log) if log.heading]


async def told(house: House) -> str:
    """All that the thread was told."""
    await house.dispatcher.deliver_due()
    return "\n".join(event.text for log in house.courier.of(Log) for event in log.events)


# ---------------------------------------------------------------- going back


async def test_the_game_master_goes_back_and_nothing_is_forgotten(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    before = await places(house, game_id)
    first = await house.do(game_id, WALK)
    now = await version(house, game_id)
    assert (
        await moderation.intervene(game_id, OWNER, GoBack(now - 1, now))
        == "The game has gone back to the position after action 2."
    )
    assert await places(house, game_id) == before
    assert any(heading.startswith("The game master goes back") for heading in await headings(house))
    again = await house.do(game_id, WALK)
    async with house.store.reading() as connection:
        log = await game_log.entries(connection, game_id)
        assert game_log.chain_problem(log, (await games.get(connection, game_id)).commitment) is None
    assert [entry.version for entry in log] == list(range(now + 3))
    draws = [entry.numbers()[0].counter for entry in log if entry.version in (first.version, again.version)]
    assert len(set(draws)) == 2


async def test_a_stale_wish_to_go_back_is_refused(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    now = await version(house, game_id)
    await house.do(game_id, WALK)
    with pytest.raises(Refused, match="moved on"):
        await moderation.intervene(game_id, OWNER, GoBack(now - 1, now))


async def test_a_reroll_is_a_new_visible_draw(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    await house.do(game_id, WALK)
    now = await version(house, game_id)
    await moderation.intervene(game_id, OWNER, interventions.Reroll(now))
    async with house.store.reading() as connection:
        log = await game_log.entries(connection, game_id)
    assert [entry.via for entry in log[-3:]] == [Via.PLAYER, Via.MASTER, Via.MASTER]
    assert log[-1].action == log[-3].action
    assert log[-1].numbers()[0].counter == log[-3].numbers()[0].counter + 1


async def test_a_reroll_is_done_as_a_whole_or_not_at_all(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    await house.do(game_id, WALK)
    now = await version(house, game_id)
    with killed_at_entry(2):
        await moderation.intervene(game_id, OWNER, interventions.Reroll(now))
    anew = house.restarted()
    assert await version(anew, game_id) == now
    await anew.moderation.intervene(game_id, OWNER, interventions.Reroll(now))
    assert await version(anew, game_id) == now + 2


async def test_what_drew_nothing_cannot_be_rolled_again(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    await house.do(game_id, Rest())
    with pytest.raises(Refused, match="rolled nothing"):
        await moderation.intervene(game_id, OWNER, interventions.Reroll(await version(house, game_id)))


async def test_a_player_takes_back_at_once_what_nobody_has_built_on(house: House, moderation: Moderation) -> None:
    game_id = await house.started()
    await house.referee.submit(game_id, ANN, Whisper("s1"))
    assert "have asked the others" in await moderation.take_back(game_id, ANN)  # a private_note has been heard


async def test_a_roll_is_taken_back_only_by_consent(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    start = await places(house, game_id)
    (mover,) = await house.waits_for(game_id)
    await house.do(game_id, WALK)
    async with house.referee.reading(game_id) as live:
        assert await moderation.undoable(live, mover) == ""  # no panel has a button for it
    assert "have asked the others" in await moderation.take_back(game_id, mover)
    await house.dispatcher.deliver_due()
    (call,) = house.courier.of(MotionCall)
    other = BEN if mover == ANN else ANN
    assert call.voters == (other,) and "undoing" in call.words
    with pytest.raises(Refused, match="did not ask"):
        await moderation.answer(game_id, call.motion, STRANGER, aye=True)
    assert "carried" in await moderation.answer(game_id, call.motion, other, aye=True)
    assert await places(house, game_id) == start
    assert any(h.startswith("The players have agreed to go back") for h in await headings(house))
    with pytest.raises(Refused, match="decided"):
        await moderation.answer(game_id, call.motion, other, aye=False)


async def test_nothing_is_taken_back_at_once_that_has_turned_something_up_for_everybody(tmp_path: Path) -> None:
    """Whoever has read next round's laws and conflicts would choose otherwise."""
    async with housed(tmp_path / "herald.db", rules_of("lancaster")) as house:
        game = await house.lobby.open_game(guild=5, channel=6, owner=OWNER, rules="lancaster", variant="henry")
        for user in (ANN, BEN):
            await house.lobby.join(game.id, user, NAMES[user])
        await house.lobby.start(game.id, OWNER)
        player, shown = Seated(RandomPlayer(), 5), 0
        while shown < 3:
            async with house.referee.reading(game.id) as live:
                seat = live.table.requests()[0].seat
                holder, action = live.user_of(seat), player.choose(live.table, seat)
            assert holder is not None
            outcome = await house.referee.submit(game.id, holder, action)
            if any(event.kind == "proposed" for event in outcome.events):
                shown += 1
                async with house.referee.reading(game.id) as live:
                    assert await house.moderation.undoable(live, holder) == ""


@dataclass(frozen=True)
class Slip:
    """A table at which Ann moves, and computer players answer at once."""

    game: str
    variant: str
    player: Player
    people: tuple[int, ...]
    is_undone: bool


SLIPS = {
    "computers alone": Slip("warlord", "base", Captain(), (ANN,), is_undone=True),
    "a person, too": Slip("warlord", "crowns", Captain(), (ANN, BEN), is_undone=False),
    "what is hidden may have come to light": Slip("lancaster", "henry", Courtier(), (ANN,), is_undone=False),
}


@pytest.mark.parametrize("slip", SLIPS.values(), ids=SLIPS)
async def test_a_slip_of_the_thumb_is_taken_back_after_computer_players_have_answered(
    slip: Slip, tmp_path: Path
) -> None:
    """Nobody is wronged by it where nobody else plays, nothing is hidden, and nothing has been rolled or turned up."""
    async with housed(tmp_path / "herald.db", rules_of(slip.game)) as house:
        game = await house.lobby.open_game(guild=5, channel=6, owner=OWNER, rules=slip.game, variant=slip.variant)
        for user in slip.people:
            await house.lobby.join(game.id, user, NAMES[user])
        for _ in slip.people:
            await house.lobby.fill(game.id, OWNER, "usual")
        await house.lobby.start(game.id, OWNER)
        player, moved, answered = Seated(slip.player, 5), False, False
        while not answered:
            async with house.referee.reading(game.id) as live:
                asked = live.table.requests()[0]
                holder, action = live.user_of(asked.seat), player.choose(live.table, asked.seat)
            if holder is None:
                await house.referee.carry_out(game.id, partial(_of_a_computer, asked.seat, action))
                answered = moved
            else:
                await house.referee.submit(game.id, holder, action)
                moved = moved or (holder == ANN and asked.decision in ("W-03", "D03"))
        async with house.referee.reading(game.id) as live:
            assert bool(await house.moderation.undoable(live, ANN)) is slip.is_undone
        assert ("is undone" in await house.moderation.take_back(game.id, ANN)) is slip.is_undone
        async with house.referee.reading(game.id) as live:
            assert live.user_of(live.table.requests()[0].seat) == ANN or not slip.is_undone


def _of_a_computer(seat: str, action: Action, live: LiveGame) -> Submission:
    return Submission(seat, action, None, Via.REGENT)


# ---------------------------------------------------------------- clocks


async def test_paused_clocks_stand_and_run_on_with_what_was_left(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(deadline_hours=10)
    house.later(4)
    await moderation.intervene(game_id, OWNER, interventions.Pause())
    before = await moves(house, game_id)
    house.later(1000)
    await house.clock.tick()
    assert await moves(house, game_id) == before
    await moderation.intervene(game_id, OWNER, interventions.Resume())
    house.later(5.9)
    await house.clock.tick()
    assert await moves(house, game_id) == before
    house.later(0.2)
    await house.clock.tick()
    assert await moves(house, game_id) == before + 1
    with pytest.raises(Refused, match="are running"):
        await moderation.intervene(game_id, OWNER, interventions.Resume())


@pytest.mark.both
async def test_more_time_is_given_to_one_or_to_all(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(deadline_hours=10)
    (late,) = [timer.seat for timer in await house.timers(game_id) if timer.kind == "deadline"]
    await moderation.intervene(game_id, OWNER, interventions.Extend(5, late))
    await decided_by_the_clock(house, game_id, after=15)


async def test_time_that_was_given_is_taken_back_but_nobody_is_cut_off(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(deadline_hours=10)
    (late,) = [timer.seat for timer in await house.timers(game_id) if timer.kind == "deadline"]
    await moderation.intervene(game_id, OWNER, interventions.Extend(5, late))
    assert "taken 5 hours back from" in await moderation.intervene(game_id, OWNER, interventions.Extend(-5, late))
    assert "has 5 hours less" in await told(house)
    with pytest.raises(Refused, match="less time left than that"):
        await moderation.intervene(game_id, OWNER, interventions.Extend(-10))
    with pytest.raises(Refused, match="how many hours"):
        await moderation.intervene(game_id, OWNER, interventions.Extend(0))
    await decided_by_the_clock(house, game_id, after=10)


async def test_players_pause_by_majority(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    await moderation.propose(game_id, ANN, MotionKind.PAUSE, interventions.Pause())
    with pytest.raises(Refused, match="has proposed that already"):
        await moderation.propose(game_id, BEN, MotionKind.PAUSE, interventions.Pause())
    motion = await house.motion(game_id)
    assert motion.needed == 1
    await moderation.answer(game_id, motion.id, BEN, aye=True)
    assert (await house.game(game_id)).paused is not None


async def test_what_is_carried_but_not_done_when_herald_dies_is_done_with_one_more_aye(
    house: House, moderation: Moderation, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    await moderation.propose(game_id, ANN, MotionKind.PAUSE, interventions.Pause())
    motion = await house.motion(game_id)
    with monkeypatch.context() as patch:
        patch.setattr(moderation, "carry_out", die)
        with pytest.raises(SystemExit):
            await moderation.answer(game_id, motion.id, BEN, aye=True)
    assert (await house.game(game_id)).paused is None
    assert "carried" in await moderation.answer(game_id, motion.id, BEN, aye=True)
    assert (await house.game(game_id)).paused is not None


async def test_what_two_people_carry_at_once_is_done_once(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    await moderation.propose(game_id, ANN, MotionKind.PAUSE, interventions.Pause())
    motion = await house.motion(game_id)
    ayes = [moderation.answer(game_id, motion.id, user, aye=True) for user in (BEN, CAT)]
    said = await asyncio.gather(*ayes, return_exceptions=True)
    assert {type(answer) for answer in said} == {str, Refused}
    assert (await told(house)).count("cannot be done") == 0


async def test_one_nay_keeps_a_game_from_being_ended(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    await moderation.propose(game_id, ANN, MotionKind.END, interventions.End("we are tired"))
    motion = await house.motion(game_id)
    assert "more" in await moderation.answer(game_id, motion.id, BEN, aye=True)
    assert "lost" in await moderation.answer(game_id, motion.id, CAT, aye=False)
    assert (await house.game(game_id)).status is Status.PLAYING
    assert "is lost" in await told(house)


async def test_what_is_carried_but_cannot_be_done_any_more_is_told(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    await moderation.propose(game_id, ANN, MotionKind.PAUSE, interventions.Pause())
    await moderation.intervene(game_id, OWNER, interventions.Pause())
    motion = await house.motion(game_id)
    with pytest.raises(Refused, match="stand still already"):
        await moderation.answer(game_id, motion.id, BEN, aye=True)
    assert "The motion to stop the clocks is carried, but it is no longer possible." in await told(house)


# ---------------------------------------------------------------- seats


async def test_a_new_player_gets_the_seat_with_its_secrets(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    await moderation.intervene(game_id, OWNER, interventions.Replace("s1", CAT, "Cat"))
    await house.dispatcher.deliver_due()
    (news,) = [item.payload for item in house.courier.sent if item.user == CAT and isinstance(item.payload, Private)]
    assert "Your number is" in " ".join(event.text for event in news.events)
    with pytest.raises(Refused, match="no seat"):
        await house.referee.submit(game_id, ANN, Whisper("s2"))
    await house.referee.submit(game_id, CAT, Whisper("s2"))
    await moderation.intervene(game_id, OWNER, interventions.Replace("s1", ANN, "Ann"))
    await house.referee.submit(game_id, ANN, Whisper("s2"))


async def test_a_regent_decides_until_the_player_is_back(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    regents = Regents(house.store, house.referee, pause=0)
    for user in (ANN, BEN):
        await moderation.set_own_regent(game_id, user, "random")
    assert await house.timers(game_id) == []
    before = await moves(house, game_id)
    await regents.tick(game_id)
    assert await moves(house, game_id) == before + 1
    async with house.store.reading() as connection:
        assert (await game_log.entries(connection, game_id))[-1].via is Via.REGENT
    for user in (ANN, BEN):
        await moderation.set_own_regent(game_id, user, "")
    await regents.tick(game_id)
    assert await moves(house, game_id) == before + 1
    assert "decides again in person" in await told(house)
    assert house.courier.of(Ask)


async def test_a_seat_is_filled_with_a_computer_player(house: House, moderation: Moderation) -> None:
    game_id = await house.opened(users=(ANN,))
    with pytest.raises(Refused, match="There is no computer player"):
        await house.lobby.fill(game_id, OWNER, "genius")
    await house.lobby.fill(game_id, OWNER, "random")
    await house.lobby.start(game_id, OWNER)
    await Regents(house.store, house.referee, pause=0).tick(game_id)
    assert await version(house, game_id) == 1
    await house.dispatcher.deliver_due()
    assert {item.user for item in house.courier.sent} == {None, ANN}


# ---------------------------------------------------------------- a game master who plays


async def test_a_game_master_who_plays_needs_an_assistant(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(OWNER, BEN))
    now = await version(house, game_id)
    await house.do(game_id, WALK)
    wish = GoBack(now, now + 1)
    with pytest.raises(Refused, match="name one"):
        await moderation.intervene(game_id, OWNER, wish)
    async with house.store.writing() as connection:
        await games.change(connection, game_id, assistants=[CAT])
    assert "to confirm" in await moderation.intervene(game_id, OWNER, wish)
    assert await version(house, game_id) == now + 1
    await house.dispatcher.deliver_due()
    (call,) = house.courier.of(MotionCall)
    with pytest.raises(Refused, match="did not ask"):
        await moderation.answer(game_id, call.motion, BEN, aye=True)
    await moderation.answer(game_id, call.motion, CAT, aye=True)
    assert await version(house, game_id) == now + 2


@pytest.mark.both
async def test_an_assistant_by_role_confirms_as_well(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(OWNER, BEN))
    async with house.store.writing() as connection:
        await games.change(connection, game_id, assistant_role=555)
    async with house.referee.reading(game_id) as live:
        waiting = live.table.requests()[0].seat
    await moderation.intervene(game_id, OWNER, interventions.TakeDefault(waiting))
    motion = await house.motion(game_id)
    with pytest.raises(Refused, match="did not ask"):
        await moderation.answer(game_id, motion.id, CAT, aye=True, roles=[1])
    assert "carried" in await moderation.answer(game_id, motion.id, CAT, aye=True, roles=[555])


async def test_an_assistant_by_role_may_look_at_what_is_to_be_confirmed_but_no_player(
    house: House, moderation: Moderation
) -> None:
    game_id = await house.racing(users=(OWNER, BEN))
    async with house.store.writing() as connection:
        await games.change(connection, game_id, assistant_role=555)
    await moderation.intervene(game_id, OWNER, interventions.Edit({"action": "drop", "seat": "s2"}))
    motion = await house.motion(game_id)
    assert await moderation.details_for(game_id, motion.id, CAT, roles=[555]) == "close **Ben**'s seat"
    with pytest.raises(Refused, match="did not ask"):
        await moderation.details_for(game_id, motion.id, CAT)
    with pytest.raises(Refused, match="would show you secrets"):
        await moderation.details_for(game_id, motion.id, BEN, roles=[555])


async def test_only_the_game_master_decrees(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    with pytest.raises(Refused, match="Only the game master"):
        await moderation.intervene(game_id, ANN, interventions.Pause())
    await moderation.intervene(game_id, OWNER, interventions.End("the pub is closing", ("s2",)))
    game = await house.game(game_id)
    assert game.status is Status.OVER
    with pytest.raises(Refused, match="any more"):
        await moderation.intervene(game_id, OWNER, interventions.Pause())


# ---------------------------------------------------------------- rulings


@pytest.mark.both
async def test_rulings_are_kept_found_and_appealed(house: House) -> None:
    rulings = Rulings(house.store, house.referee)
    game_id = await house.racing()
    game = await house.game(game_id)
    number = await rulings.rule(game, OWNER, "Ties are run again.")
    async with house.store.reading() as connection:
        assert [r.id for r in await motions.rulings_of(connection, 5, "ties")] == [number]
        assert await motions.rulings_of(connection, 5, "dragons") == []
    with pytest.raises(Refused, match="no assistant"):
        await rulings.appeal(5, ANN, number, "They never were.")
    async with house.store.writing() as connection:
        await games.change(connection, game_id, assistants=[CAT])
    await rulings.appeal(5, ANN, number, "They never were.")
    await house.dispatcher.deliver_due()
    assert [call.ruling for call in house.courier.of(AppealCall)] == [number]
    assert "other judge has to answer" in await rulings.answer(game_id, OWNER, number, uphold=True)
    assert "disagree" in await rulings.answer(game_id, CAT, number, uphold=False)
    assert "overturned" in await rulings.answer(game_id, OWNER, number, uphold=False)
    with pytest.raises(Refused, match="is decided"):
        await rulings.answer(game_id, CAT, number, uphold=True)


async def test_the_thread_tells_as_much_as_its_game_master_wants(house: House) -> None:
    game_id = await house.started()
    with pytest.raises(Refused):
        await house.moderation.set_telling(game_id, ANN, Telling.EVERYTHING)
    await house.moderation.set_telling(game_id, OWNER, Telling.EVERYTHING)
    assert (await house.game(game_id)).telling is Telling.EVERYTHING
    said = [one.payload for one in await house.rows(game_id) if isinstance(one.payload, Log)]
    assert any(event.text.startswith("From now on this thread tells ") for log in said for event in log.events)
