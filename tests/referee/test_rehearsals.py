"""What a game master learns by edits: nothing in silence, whether he plays or not, and his assistants neither."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from bot.errors import Refused
from bot.model import interventions
from bot.services import rehearsals
from bot.services.moderation import Moderation
from bot.store import game_log, games
from bot.store.payloads import Notice
from bot.table import log_view
from bot.table.live_game import seat_held
from engine.core import redeal, rehearsal
from engine.core.actions import MASTER, Action, Overrule
from engine.core.dice import Dice
from engine.core.errors import EngineError, Illegal
from engine.core.rehearsal import Rehearsal
from engine.core.table import Table
from engine.lancaster.board.game import Lancaster
from engine.lancaster.edits import PutAway, ScoreNow, SetGoods, SetRound
from engine.lancaster.rules import RULES
from engine.tournament import log
from tests.harness import as_kind
from tests.referee.house import ANN, BEN, CAT, NAMES, OWNER, House, housed
from tests.referee.test_tournament_tables import AL
from tests.referee.test_tournaments import RELAY, kept

ASSISTANT_ROLE, DIRECTOR = 555, 77


@dataclass
class Desk:
    """A table of Lancaster whose laws have been drawn in secret, with the desk of its game master."""

    house: House
    moderation: Moderation
    game: str

    async def edit(self, action: Action, user: int = OWNER) -> str:
        """Do an edit, or ask for its confirmation."""
        return await self.moderation.intervene(self.game, user, interventions.Edit(msgspec.to_builtins(action)))

    async def lookers(self) -> set[int]:
        """Those who know something hidden, by the log."""
        async with self.house.store.reading() as connection:
            return log_view.lookers(await game_log.entries(connection, self.game))

    async def version(self) -> int:
        return (await self.house.game(self.game)).version

    async def told(self) -> str:
        await self.house.dispatcher.deliver_due()
        return self.house.said()

    async def in_no_pile(self, viewer: str) -> PutAway:
        """An edit that is refused because of the laws that were drawn, which a viewer does not know."""
        async with self.house.referee.reading(self.game) as live:
            for law in as_kind(Lancaster, live.table.game).catalog.laws:
                edit = PutAway([law])
                refusal = live.table.objection(MASTER, edit)
                if refusal and rehearsal.tells(live.table, MASTER, edit, viewer, str(refusal)):
                    return edit
        raise AssertionError("every refusal is plain to see")

    async def assisted(self) -> None:
        """Let Cat assist, and whoever has a role."""
        async with self.house.store.writing() as connection:
            await games.change(connection, self.game, assistants=[CAT], assistant_role=ASSISTANT_ROLE)


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """The game master is Olga; Ann and Ben play."""
    async with housed(tmp_path / "herald.db", RULES) as house:
        changes = {"new_laws": True, "law_preset": "random"}
        game = await house.lobby.open_game(
            guild=5, channel=6, thread=7, owner=OWNER, rules=RULES.name, variant="base", changes=changes
        )
        for user in (ANN, BEN, OWNER + 50):
            await house.lobby.join(game.id, user, NAMES.get(user, "Dora"))
        await house.lobby.start(game.id, OWNER)
        yield Desk(house, house.moderation, game.id)


@pytest.fixture
async def playing(desk: Desk) -> Desk:
    """The game master is Ann, who plays; Cat assists."""
    async with desk.house.store.writing() as connection:
        await games.change(connection, desk.game, owner=ANN)
    await desk.assisted()
    return desk


async def test_a_rehearsal_leaves_no_trace_and_shows_nothing_hidden(desk: Desk) -> None:
    before = await desk.version()
    for user in (OWNER, ANN):
        found = await desk.moderation.rehearsals.rehearse(desk.game, user, ScoreNow())
        assert found.dealt
    assert await desk.version() == before and not await desk.lookers()


async def test_whoever_looks_at_all_of_it_is_announced_first_and_takes_no_seat(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[bool] = []
    real = rehearsal.open_rehearsal

    def counted(table: Table, action: Action) -> Rehearsal:
        shown.append(table.version > before)
        return real(table, action)

    before = await desk.version()
    monkeypatch.setattr(rehearsal, "open_rehearsal", counted)
    found = await desk.moderation.rehearsals.look(desk.game, OWNER, SetGoods("s1", "gold", 9))
    assert shown == [True] and await desk.lookers() == {OWNER} and not found.dealt
    assert any("gold" in line and "9" in line for line in found.changes)
    assert rehearsals.LOOKED in await desk.told()
    with pytest.raises(Refused, match="has looked at hidden"):
        await desk.moderation.intervene(desk.game, OWNER, interventions.Replace("s1", OWNER, "Olga"))


async def test_who_plays_looks_at_nothing(playing: Desk) -> None:
    with pytest.raises(Refused, match="You play"):
        await playing.moderation.rehearsals.look(playing.game, ANN, SetGoods("s1", "gold", 9))
    assert not await playing.lookers()


async def test_an_edit_that_hidden_things_refuse_counts_as_a_look(desk: Desk) -> None:
    edit = await desk.in_no_pile("")
    with pytest.raises(Illegal, match="lies in no pile"):
        await desk.edit(edit)
    assert await desk.lookers() == {OWNER} and rehearsals.REFUSED in await desk.told()


async def test_an_edit_that_anybody_would_see_refused_is_none(desk: Desk) -> None:
    before = await desk.version()
    with pytest.raises(Illegal, match="The game has 5 rounds"):
        await desk.edit(SetRound(77))
    assert await desk.version() == before


async def test_what_somebody_forces_upon_hidden_things_is_seen_through_as_well(desk: Desk) -> None:
    edit = await desk.in_no_pile("")
    with pytest.raises(Illegal):
        await desk.moderation.intervene(desk.game, OWNER, interventions.Edit(msgspec.to_builtins(edit), insist=True))
    assert await desk.lookers() == {OWNER}


@pytest.mark.parametrize(
    ("edit", "knows"),
    [(SetRound(2), False), (SetGoods("s1", "points", 7), False), (SetGoods("s1", "gold", 7), True)],
)
async def test_edits_of_public_things_bar_nobody_and_those_of_hidden_things_do(
    desk: Desk, edit: Action, knows: bool
) -> None:
    await desk.edit(edit)
    assert await desk.lookers() == ({OWNER} if knows else set())
    assert (rehearsals.KNOWN in await desk.told()) is knows
    async with desk.house.referee.reading(desk.game) as live:
        assert rehearsals.decides_hidden(live, MASTER, Overrule(edit)) is knows


async def test_where_no_deal_fits_nothing_is_shown_and_every_refusal_counts(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_world(table: Table, seat: str, seed: int) -> Table:
        raise EngineError("no deal fits")

    monkeypatch.setattr(Table, "world", no_world)
    found = await desk.moderation.rehearsals.rehearse(desk.game, OWNER, SetRound(2))
    assert not found.changes and found.refusable and found.dealt
    await desk.edit(SetRound(2))
    assert not await desk.lookers()
    with pytest.raises(Illegal, match="The game has 5 rounds"):
        await desk.edit(SetRound(77))
    assert await desk.lookers() == {OWNER}


async def test_an_assistant_is_not_told_why_hidden_things_refuse_an_edit(playing: Desk) -> None:
    edit = await playing.in_no_pile("s1")
    await playing.edit(edit, ANN)
    motion = await playing.house.motion(playing.game)
    with pytest.raises(Refused, match="The reason is secret"):
        await playing.moderation.answer(playing.game, motion.id, CAT, aye=True)
    assert await playing.lookers() == {ANN}
    told = await playing.told()
    assert rehearsals.REFUSED in told and "is no longer possible" in told and "no pile" not in told


async def test_what_an_assistant_reads_of_hidden_things_is_told_to_everybody(playing: Desk) -> None:
    await playing.edit(SetGoods("s2", "gold", 9), ANN)
    motion = await playing.house.motion(playing.game)
    await playing.house.dispatcher.deliver_due()
    assert not [sent for sent in playing.house.to(CAT) if isinstance(sent, Notice) and "gold" in sent.text]
    details = await playing.moderation.details_for(playing.game, motion.id, 99, roles=[ASSISTANT_ROLE])
    assert "gold, 9" in details and await playing.lookers() == {99}
    assert rehearsals.READ in await playing.told()


async def test_what_an_assistant_reads_of_public_things_is_sent_to_him(playing: Desk) -> None:
    await playing.edit(SetRound(2), ANN)
    motion = await playing.house.motion(playing.game)
    assert motion.words == "set round 2"
    await playing.house.dispatcher.deliver_due()
    assert [sent for sent in playing.house.to(CAT) if isinstance(sent, Notice) and "set round 2" in sent.text]
    await playing.moderation.details_for(playing.game, motion.id, CAT)
    assert not await playing.lookers()


async def test_who_acts_for_a_seat_in_secret_knows_what_it_has_decided(desk: Desk) -> None:
    async with desk.house.referee.reading(desk.game) as live:
        request = live.table.requests()[0]
        action = request.default()
    act = interventions.ActFor(request.seat, {"action": request.offers[0].tag, **msgspec.to_builtins(action)})
    await desk.moderation.intervene(desk.game, OWNER, act)
    assert await desk.lookers() == ({OWNER} if request.secret else set())


# ---------------------------------------------------------------- tournaments, and other servers


async def at_tournament(house: House) -> Desk:
    """A table of a tournament at which its game master Olga plays with Ann and Ben; Al assists."""
    events = kept(house)
    cup = replace(RELAY, game=RULES.name, variant="base")
    record = await events.create(
        guild=5, channel=6, master=OWNER, name="Olga", tournament_format=cup, assistants={AL: "Al"}
    )
    for user in (OWNER, ANN, BEN):
        entered = log.Entered(person=str(user), name=NAMES[user], heats=(1,), by=str(user))
        await events.append(record.id, entered)
    await events.announce(record.id, 1, OWNER)
    for user in (OWNER, ANN, BEN):
        await events.append(record.id, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    await events.close(record.id, 1, OWNER, [[str(user) for user in (OWNER, ANN, BEN)]], "As the test needs it.")
    (place,) = await events.unopened(record.id)
    await events.open_game(place)
    await events.start_game(place)
    return Desk(house, house.moderation, place.game)


async def deal_anew(desk: Desk, viewer: str, seed: int) -> None:
    """Let lie otherwise in memory what a viewer may not know."""
    tables = desk.house.referee._tables
    async with desk.house.referee.reading(desk.game) as live:
        rules = live.table.rules
        state = redeal.world(rules, live.table.game, viewer, Random(seed))
        key = live.table.game.dice.key
        tables.hold(desk.game, Table(rules, rules.game(state, Dice(key, state.game_id, state.draws))), live.log_end)


async def test_the_officials_of_a_tournament_learn_as_little(tmp_path: Path) -> None:
    """Its game master, who plays, and an assistant and a director, who do not, rehearse in the same way as others."""
    async with housed(tmp_path / "herald.db", RULES) as house:
        desk = await at_tournament(house)
        for user in (OWNER, AL, DIRECTOR):
            async with house.referee.reading(desk.game) as live:
                viewer = seat_held(live.seats, user)
            assert (viewer != "") is (user == OWNER)
            found = []
            for seed in (1, 2, 3):
                await deal_anew(desk, viewer, seed)
                edits = (ScoreNow(), SetGoods("s2", "gold", 3))
                found.append([await desk.moderation.rehearsals.rehearse(desk.game, user, edit) for edit in edits])
            assert found[0] == found[1] == found[2]
        assert not await desk.lookers()
        with pytest.raises(Refused, match="You play"):
            await desk.moderation.rehearsals.look(desk.game, OWNER, ScoreNow())
        for user in (AL, DIRECTOR):
            with pytest.raises(Refused, match="Only the game master"):
                await desk.edit(ScoreNow(), user)
        assert "asked an assistant to confirm" in await desk.edit(SetGoods("s2", "gold", 3), OWNER)
        motion = await house.motion(desk.game)
        await desk.moderation.details_for(desk.game, motion.id, AL)
        assert await desk.lookers() == {AL}


async def test_a_game_master_of_another_server_is_none_here(desk: Desk) -> None:
    there, here = 901, 902
    async with desk.house.store.writing() as connection:
        await games.change(connection, desk.game, master_role=here)
    for roles in ([], [there]):
        with pytest.raises(Refused, match="Only the game master"):
            await desk.moderation.intervene(desk.game, DIRECTOR, interventions.Edit({"action": "score_now"}), roles)
    assert not await desk.lookers()
