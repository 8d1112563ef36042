"""What a map shows as changed: since the person last looked, else since the last map."""

from msgspec import json

from bot.model import interventions
from bot.store.payloads import Picture
from bot.store.rows import ActionRecord, Via
from bot.table.unseen import MapChanges, changes_of_last_chapter, changes_since_look
from engine.core.events import Event
from engine.games import rules_of
from tests.referee.house import ANN, BEN, OWNER, House
from tests.referee.relay import Advance, Rest, Whisper, relay

STRANGER = 77


async def look(house: House, game_id: str, user: int) -> MapChanges:
    async with house.store.writing() as connection:
        return await changes_since_look(connection, await house.game(game_id), user, relay().story.pictures)


def kinds(seen: MapChanges) -> list[str]:
    return [event.kind for event in seen.changes]


async def test_who_looks_again_sees_what_has_happened_since(house: House) -> None:
    game_id = await house.racing()
    assert not (await look(house, game_id, ANN)).since_last_look
    for _ in range(3):
        await house.do(game_id, Rest())
    seen = await look(house, game_id, ANN)
    assert seen.since_last_look and kinds(seen) == ["rested", "rested", "phase_end", "rested"]
    await house.do(game_id, Rest())
    assert kinds(await look(house, game_id, ANN)) == ["rested", "phase_end"]


def turn(version: int, seat: str, *kinds: str) -> ActionRecord:
    """A turn of War Lord that one action makes up."""
    events = json.encode([Event(kind, f"{seat} {kind}") for kind in (*kinds, "turn_over")]).decode()
    return ActionRecord(
        game="g", version=version, seat=seat, user=None, via=Via.REGENT, action='{"action":"pass"}', state_hash="",
        draws="[]", events=events, time=0.0, prev_hash="",
    )  # fmt: skip


def test_the_map_of_a_turn_also_shows_the_quiet_turns_of_computer_players_before_it() -> None:
    story = rules_of("warlord").story
    turns = [turn(1, "ann", "moved"), turn(2, "bot", "moved"), turn(3, "bot2", "moved"), turn(4, "ann", "captured")]
    shown = changes_of_last_chapter(turns, story, {"bot", "bot2"})
    assert [event.text for event in shown if event.kind != "turn_over"] == ["bot moved", "bot2 moved", "ann captured"]
    loud = [turns[0], turn(2, "bot", "captured"), *turns[2:]]
    shown = changes_of_last_chapter(loud, story, {"bot", "bot2"})
    assert [event.text for event in shown if event.kind != "turn_over"] == ["bot2 moved", "ann captured"]
    assert len(changes_of_last_chapter(turns, story, ())) == 2, "people's quiet turns have maps of their own"


async def test_everybody_has_looks_of_his_own(house: House) -> None:
    game_id = await house.racing()
    await look(house, game_id, ANN)
    await house.do(game_id, Rest())
    await look(house, game_id, BEN)
    await house.do(game_id, Rest())
    assert kinds(await look(house, game_id, ANN)) == ["rested", "rested", "phase_end"]
    assert kinds(await look(house, game_id, BEN)) == ["rested", "phase_end"]


async def test_who_has_seen_all_or_does_not_play_sees_what_is_new_since_the_last_map(house: House) -> None:
    game_id = await house.racing()
    for _ in range(3):
        await house.do(game_id, Rest())
    await look(house, game_id, ANN)
    for user in (ANN, STRANGER):
        seen = await look(house, game_id, user)
        assert not seen.since_last_look and kinds(seen) == ["rested"]


async def test_right_after_a_map_its_own_changes_are_shown_once_more(house: House) -> None:
    game_id = await house.racing()
    for _ in range(4):
        await house.do(game_id, Rest())
    assert kinds(await look(house, game_id, STRANGER)) == ["rested", "rested", "phase_end"]


async def test_nothing_is_shown_that_only_others_may_know(house: House) -> None:
    game_id = await house.racing()
    await look(house, game_id, ANN)
    await house.referee.submit(game_id, ANN, Whisper("s2"))
    assert "whispered" not in kinds(await look(house, game_id, ANN))


async def test_what_was_taken_back_is_not_shown(house: House) -> None:
    game_id = await house.racing()
    for _ in range(2):
        await house.do(game_id, Rest())
    held, shown = (await house.game(game_id)).version, kinds(await look(house, game_id, STRANGER))
    for _ in range(2):
        await house.do(game_id, Advance("walk"))
    version = (await house.game(game_id)).version
    await house.moderation.intervene(game_id, OWNER, interventions.GoBack(held, version))
    assert kinds(await look(house, game_id, STRANGER)) == shown
    await house.do(game_id, Rest())
    assert kinds(await look(house, game_id, STRANGER)) == ["rested"]


async def test_the_map_is_posted_anew_when_the_game_goes_back(house: House) -> None:
    game_id = await house.racing()
    await house.do(game_id, Rest())
    await house.dispatcher.deliver_due()
    before = len(house.courier.of(Picture))
    version = (await house.game(game_id)).version
    await house.moderation.intervene(game_id, OWNER, interventions.GoBack(version - 1, version))
    await house.dispatcher.deliver_due()
    assert len(house.courier.of(Picture)) == before + 1
