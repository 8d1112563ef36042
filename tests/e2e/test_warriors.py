"""Warriors of God as players see it: impulses, odds, orders ahead, proposals taken whole, bids in secret."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from bot.panels.deciding import prospects
from bot.store import game_log
from bot.store.rows import Via
from engine.core.actions import Action, Pass
from engine.core.table import Table
from engine.warriors.board.game import Warriors
from engine.warriors.impulses.impulses import Move, PassAll
from engine.warriors.sequence.setup import Choose
from tests.e2e.beginnings import evening_after
from tests.e2e.players import ButtonPlayer, answers, button
from tests.e2e.table import Evening, evening
from tests.harness.reading import Json, buttons, selects, text_of
from tests.harness.sandbox import Person


async def told(person: Person, command: str, **options: Any) -> str:
    """What comes back to a command."""
    key = await person.slash(command, **options)
    return text_of(await person.expect(lambda message: answers(message, key)))


@asynccontextmanager
async def at_table(folder: Path, *, drawn: bool = False, **settings: str) -> AsyncIterator[Evening]:
    """A table of two with these settings; unless they bid, the host plays the English, and Blois is French."""
    if not settings:
        async with evening_after(begun, folder, "ann", "ben", drawn=drawn) as night:
            yield night
        return
    async with evening(folder, "ann", "ben", drawn=drawn) as night:
        await begun(night, **settings)
        yield night


async def begun(night: Evening, **settings: str) -> None:
    """The table is opened, set and started."""
    await night.open(game="warriors")
    for option, value in ({"sides": "host"} | settings).items():
        assert f"'{option}' is now" in await told(night.people[0], "/game settings", option=option, value=value)
    await night.start(letters=False)
    if settings.get("sides") != "bid":
        async with night.reading() as live:
            chooser = live.table.requests()[0].seat
        await act(night, chooser, Choose("jacob_artevelde" if chooser == "s1" else "charles_blois"))


def game(table: Table) -> Warriors:
    """The game of a table."""
    return cast("Warriors", table.game)


async def act(night: Evening, seat: str, action: Action) -> None:
    """Let somebody act without a word on Discord."""
    async with night.reading() as live:
        user = live.user_of(seat)
    assert user is not None
    await night.supervisor.herald.referee.submit(night.game, user, action)
    await night.all_said()


async def let_pass(night: Evening, seat: str) -> None:
    """Let others take their defaults until a seat is asked."""
    while (other := await seat_asked(night)) != seat:
        async with night.reading() as live:
            action = live.table.default(other)
        await act(night, other, action)


async def let_play(night: Evening, phase: str, *, planned: str = "") -> None:
    """Let everybody take the default until a phase has come; what is planned, the plans answer in their time."""
    while True:
        async with night.reading() as live:
            now, asked = game(live.table).state.turn.phase, live.table.requests()[0]
            action = asked.default()
        if now == phase:
            return
        if asked.decision == planned:
            await asyncio.sleep(0.02)
            continue
        await act(night, asked.seat, action)


async def seat_asked(night: Evening) -> str:
    """Who is asked, the first if there are several."""
    async with night.reading() as live:
        return str(live.table.requests()[0].seat)


# ---------------------------------------------------------------------- looking


async def test_the_panel_shows_the_map_and_commands_tell_odds_places_and_reasons(tmp_path: Path) -> None:
    async with at_table(tmp_path, drawn=True) as night:
        ann, ben = night.people
        panel = await night.panel(ben)
        assert "Turn 1 of 12, 1337 to 1346: Phase Two, impulses." in text_of(panel)
        assert "**The English**, King: Edward III" in text_of(panel)
        assert {"My options", "Map"} <= {one["label"] for one in buttons(panel)}
        hands = ButtonPlayer(ben, night, Random(1))
        shown = await hands.press(panel, "Map")
        assert shown["attachments"][0]["description"].startswith("The Hundred Years War, turn 1 of 12 (1337 to 1346)")
        await let_pass(night, "s1")
        done = await told(ann, "/warriors move", leaders="Edward III", to="Brittany")
        assert "Edward III moves from England to Brittany" in done
        odds = await told(ben, "/odds")
        assert "**Brittany**, Edward III against Charles de Blois:" in odds
        assert "hits on average" in odds and "The chances if both fight on to the end: the English win" in odds
        assert "If the turn were scored now" in odds
        everybody = await told(ben, "/where")
        assert "The English in Brittany: Edward III" in everybody
        assert "At the end of turn 1, to act on turn 2, come" in everybody
        assert "In the prison of the French: nobody." in everybody
        why = await told(ann, "/why", action="move", who="john_chandos", where="ile_de_france")
        assert "Ile-de-France is not next to England" in why and "**WOG-2.2**" in why
        why = await told(ann, "/why", action="move", who="edward_iii", where="poitou")
        assert "must be outnumbered" in why and "**WOG-2.10**" in why
        await night.check_wire()


async def test_a_place_or_a_leader_is_shown_on_the_map(tmp_path: Path) -> None:
    async with at_table(tmp_path, drawn=True) as night:
        ben = night.people[1]
        for name, says in (("Edward III", "England"), ("Gascony", "Gascony")):
            key = await ben.slash("/where", name=name)
            shown = await ben.expect(partial(answers, key=key))
            assert says in shown["attachments"][0]["description"]
        assert "comes at the end of turn" in await told(ben, "/where", name="Henry V")


# ---------------------------------------------------------------------- presses


async def test_a_likely_impulse_takes_three_presses(tmp_path: Path) -> None:
    async with at_table(tmp_path) as night:
        await let_pass(night, "s1")
        likely = ButtonPlayer(night.people[0], night, Random(1))
        shown = await likely.press(await likely.options(), "Edward III: Brittany")
        assert "Edward III moves from England to Brittany" in text_of(await likely.press(shown, "Do it"))
        assert likely.presses == 3


async def test_any_other_impulse_takes_three_presses(tmp_path: Path) -> None:
    async with at_table(tmp_path) as night:
        await let_pass(night, "s1")
        player = ButtonPlayer(night.people[0], night, Random(1))
        shown = await player.options()
        menu = next(menu for menu in selects(shown) if menu["placeholder"] == prospects.SUGGESTIONS)
        other = next(one["value"] for one in menu["options"] if one["label"].startswith("Normandy: Edward III"))
        shown = await player.press(await player.choose(shown, [other], menu["custom_id"]), "Do it")
        assert "Edward III moves from England to Normandy" in text_of(shown)
        assert player.clicks == 1 + 2 + 1, "a menu is opened first; *My options* comes before"


async def test_what_is_proposed_is_read_and_taken_with_two_presses(tmp_path: Path) -> None:
    async with at_table(tmp_path) as night:
        for phase, label, done in (
            ("raising", "Raise as proposed", "raise "),
            ("arrivals", "Take Balliol: Scotland", "Edward Balliol arrives"),
            ("assigning", "Assign as proposed", "assign "),
        ):
            await let_play(night, phase)
            person = await night.asked()
            player = ButtonPlayer(person, night, Random(1))
            shown = await player.options()
            assert "Proposed: " in text_of(shown)
            assert done in text_of(await player.press(shown, label))
            assert player.presses == 2


async def test_special_troops_are_chosen_from_one_menu_and_the_rest_is_infantry(tmp_path: Path) -> None:
    async with at_table(tmp_path) as night:
        await let_play(night, "raising")
        await let_pass(night, "s1")
        player = ButtonPlayer(night.people[0], night, Random(1))
        shown = await player.press(await player.options(), "Choose knights, longbowmen and gunners")
        (menu,) = selects(shown)
        shown = await player.choose(shown, ["knight_english:1@england", "longbow_english:1@england"], menu["custom_id"])
        if button(shown, "Do it"):
            shown = await player.press(shown, "Do it")
        assert "1 English knight, 1 English longbowman and 1 infantry in England" in text_of(shown)
        assert player.presses <= 5, "where gunners are proposed, other special troops stand behind *Other actions*"


# ---------------------------------------------------------------------- orders ahead


async def choose(player: ButtonPlayer, shown: Json, menu: str, value: str) -> Json:
    """Choose from one of several menus, named by the beginning of what it asks."""
    return await player.seen(await player.person.choose(shown, [value], placeholder=menu), shown)


async def test_a_queue_of_impulses_is_played_with_nobody_waited_for(tmp_path: Path) -> None:
    async with at_table(tmp_path) as night:
        ann, ben = night.people
        await let_pass(night, "s1")
        for leaders, to in (("philippe_vi", "normandy"), ("philippe_vi", "ile_de_france")):
            said = await told(
                ben, "/plan", question="D-02", answer="move", first=leaders, second=to, lasts="this round"
            )
            assert "Noted." in said
        assert "Move leaders: Philippe VI; Normandy" in said and "if I asked you now" in said
        for to in ("Ireland", "England"):
            assert "moves from" in await told(ann, "/warriors move", leaders="John Chandos", to=to)
            await ben.expect("Your plan has answered for you", channel=ben.dm())
            await let_pass(night, "s1")
        async with night.supervisor.herald.store.reading() as connection:
            moves = [one for one in await game_log.entries(connection, night.game) if one.via is Via.STANDING]
        assert len(moves) == 2 and {one.seat for one in moves} == {"s2"}
        await night.all_said()
        said = await night.said(ann)
        assert "Philippe VI moves from Ile-de-France to Normandy" in said
        await night.check_wire()


async def test_impulses_are_not_planned_where_the_table_does_without(tmp_path: Path) -> None:
    async with at_table(tmp_path, impulse_queue="false") as night:
        waits = night.people[0] if await seat_asked(night) == "s2" else night.people[1]
        shown = await ButtonPlayer(waits, night, Random(1)).options()
        assert "Plan ahead" not in [one["label"] for one in buttons(shown)]


async def test_a_battle_is_fought_by_standing_orders_given_by_panel_and_by_command(tmp_path: Path) -> None:
    """The French retreat to where there is room when they are likely to lose; the English stay."""
    async with at_table(tmp_path) as night:
        ann, ben = night.people
        player = ButtonPlayer(ben, night, Random(1))
        await ben.slash("/plan")
        shown = await ben.answer()
        shown = await choose(player, shown, "Which question do you answer ahead?", "D-08")
        key = await ben.press(shown, "Retreat…")
        form = await ben.modal()
        assert form["interaction_id"] == key
        shown = await player.seen(await ben.submit(form, {}), shown)
        shown = await choose(player, shown, "Do this only if", "losing")
        shown = await choose(player, shown, "How many percent?", "90")
        shown = await choose(player, shown, "How long this plan lasts", "always")
        shown = await player.press(shown, "Keep it")
        assert "if your chance to win is below 90% should both fight on" in text_of(shown)
        assert "Noted." in await told(ann, "/plan", question="D-08", answer="stay", lasts="always")
        await let_pass(night, "s1")
        await act(night, "s1", Move(["john_chandos"], "brittany"))
        for seat in ("s2", "s1"):
            if await seat_asked(night) == seat:
                async with night.reading() as live:
                    left = game(live.table).state.turn.impulses
                    side = game(live.table).side(seat)
                await act(night, seat, PassAll() if left[side] > 1 else Pass())
        await ben.expect("Your plan has answered for you: Retreat", channel=ben.dm())
        await night.until_told(ann, "The French retreat from Brittany", "The English pursue")
        await night.check_wire()


async def test_what_is_proposed_is_taken_by_a_standing_order(tmp_path: Path) -> None:
    async with at_table(tmp_path) as night:
        for person, label in zip(night.people, ("As proposed", "Default answer (safe)"), strict=True):
            player = ButtonPlayer(person, night, Random(1))
            await person.slash("/plan")
            shown = await choose(player, await person.answer(), "Which question do you answer ahead?", "D-11")
            shown = await player.press(shown, label)
            shown = await choose(player, shown, "How long this plan lasts", "always")
            assert "until you delete it" in text_of(await player.press(shown, "Keep it"))
        await let_play(night, "arrivals", planned="D-11")
        for person in night.people:
            await person.expect("Your plan has answered for you", channel=person.dm())
        await night.until_told(night.people[0], "The English raise", "The French raise")
        await night.check_wire()


# ---------------------------------------------------------------------- the table


async def test_bids_for_the_english_are_made_by_direct_message(tmp_path: Path) -> None:
    async with at_table(tmp_path, sides="bid") as night:
        ann, ben = night.people
        for person, points in ((ann, "2 points"), (ben, "5 points")):
            letter = await person.expect("A decision waits for you", channel=person.dm())
            await person.press(letter, points)
            await person.expect("You have decided", channel=person.dm())  # in place of the question
            if person is ann:
                await night.all_said()
                assert "2 points" not in await night.said(ben)
        await night.all_said()
        said = await night.said(ann)
        assert "The bids for the English: **Ann** 2 and **Ben** 5." in said
        assert "**Ben** plays the English, **Ann** the French." in said
        async with night.reading() as live:
            assert game(live.table).state.score == -5


@pytest.mark.parametrize(
    "settings",
    [{"siege_standing": "standing_order", "hit_allocation": "owner"}, {"deadline_impulse_hours": "12", "turns": "4"}],
)
async def test_options_are_chosen_when_the_table_is_opened(settings: dict[str, Any], tmp_path: Path) -> None:
    async with at_table(tmp_path, **settings) as night:
        async with night.reading() as live:
            assert {option: str(live.table.game.option(option)) for option in settings} == settings
            request = live.table.requests()[0]
        assert request.hours == (12.0 if "deadline_impulse_hours" in settings else None)
        await let_pass(night, "s1")
        ann = night.people[0]
        orders = {"least": "6"} if "siege_standing" in settings else {"order": "knights, infantry"}
        path = "siege" if "siege_standing" in settings else "losses"
        said = await told(ann, f"/warriors order {path}", **orders)
        assert (
            "Your men stay inside the walls when the siege number is 6 or more." in said
            or "In battles you lose knights and infantry first." in said
        )
        assert said not in await night.said(night.people[1])


async def test_what_is_wrong_is_told_in_a_sentence_with_its_rule(tmp_path: Path) -> None:
    async with at_table(tmp_path) as night:
        ann, ben = night.people
        await let_pass(night, "s1")
        for person, command, options, says in (
            (ann, "/warriors move", {"leaders": "Edward III", "to": "Ile-de-France"}, "[WOG-2.2]"),
            (ann, "/warriors move", {"leaders": "Philippe VI", "to": "Picardy"}, "[WOG-2.2]"),
            (ann, "/warriors unmark", {"area": "Normandy"}, "[WOG-2.11]"),
            (ann, "/warriors raise", {"troops": "infantry:3@england"}, "[WOG-5.1]"),
            (ann, "/warriors battle retreat", {"to": "England"}, "[WOG-3.38]"),
            (ann, "/warriors accept", {}, "[WOG-5.1]"),
            (ben, "/warriors move", {"leaders": "Philippe VI", "to": "Picardy"}, "The English have this impulse"),
            (ben, "/warriors order siege", {"least": "3"}, "[WOG-14.6]"),
        ):
            before = await night.state()
            said = await told(person, command, **options)
            assert said.startswith("⚠️ ") and "\n" not in said and says in said, said
            assert await night.state() == before
        await night.check_wire()
