"""What people do most is few presses away: opening a menu and choosing from it are two."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.interventions import Edit
from bot.store import drafts
from bot.store.rows import Draft, Via
from engine.core.actions import Action
from engine.games import rules_of
from engine.kingmaker.board.ids import ForceId, Location, PlaceId
from engine.kingmaker.combat.combat import Attack
from engine.kingmaker.movement.land import Move as March
from engine.kingmaker.parliament.parliament import CallParliament
from engine.kingmaker.sequence.setup import Allocate
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.duel.fight import HandIn
from engine.warlord.movement.movement import Move
from tests.e2e.beginnings import evening_after, started
from tests.e2e.players import ButtonPlayer, Plan, is_done, plan_of, ways
from tests.e2e.table import Evening, evening
from tests.harness.reading import Json, buttons, selects, shown_in, text_of


async def arrange(night: Evening, *edits: dict[str, Any]) -> None:
    """Let the game master arrange the table."""
    herald = night.supervisor.herald
    for edit in edits:
        await herald.moderation.carry_out(night.game, int(night.people[0].id), Edit(edit, insist=True), Via.MASTER)
    await night.all_said()


def place(noble: str, seat: str, at: str) -> dict[str, Any]:
    """Put a noble into play."""
    return {"action": "place", "noble": noble, "seat": seat, "at": at}


def goto(phase: str) -> dict[str, Any]:
    """Go on with a phase of Ann's turn."""
    return {"action": "goto", "seat": "s1", "phase": phase}


async def ready(night: Evening) -> None:
    """Both have said that they are ready."""
    await night.open()
    await night.start(letters=False)
    for person in night.people:
        await person.slash("/kingmaker setup ready")
        await person.answer()


async def begun(night: Evening, *edits: dict[str, Any], **options: Any) -> dict[str, ButtonPlayer]:
    """Start a game, if there is none yet, that the game master arranges, and return who plays at which seat."""
    if not night.started:
        await night.open(**options)
        await night.start(letters=False)
    await arrange(night, *edits)
    return {f"s{n}": ButtonPlayer(person, night, Random(n)) for n, person in enumerate(night.people, 1)}


async def presses(player: ButtonPlayer, plan: Plan) -> int:
    """Let somebody carry a plan out, and return how often he presses on the panel of his options."""
    before = player.clicks + 1
    shown = await player.carry_out(plan)
    assert is_done(shown), text_of(shown)
    return player.clicks - before


async def planned(night: Evening, seat: str, action: Action) -> Plan:
    """Return an action as the answers to its questions."""
    async with night.reading() as live:
        return plan_of(live.table, seat, action)


async def page_with(player: ButtonPlayer, field: str) -> Json:
    """The page of somebody's options on which a question stands."""
    shown = await player.options()
    while not ways(shown, field):
        shown = await player.press(shown, "Other actions")
    return shown


def labels(shown: Json) -> list[str]:
    """The buttons of a panel."""
    return [button["label"] for button in buttons(shown)]


async def test_a_card_is_given_at_set_up_in_three_presses(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        async with night.reading() as live:
            offer = live.table.offer("s1", "allocate")
            card = offer.fields[0].choices({})[0].value
            noble = offer.fields[1].choices({"card": card})[-1].value
        assert await presses(ann, await planned(night, "s1", Allocate(card, noble))) <= 3


async def test_a_noble_is_moved_where_hardly_anybody_goes_in_five_presses_and_back_in_one(tmp_path: Path) -> None:
    async with evening_after(ready, tmp_path, "ann", "ben") as night:
        people = await begun(
            night,
            place("percy", "s1", "open:york"),
            place("neville", "s1", "open:york"),
            goto("movement"),
        )
        before = await night.state()
        march = await planned(night, "s1", March(nobles=["percy"], to=Location("open:airedale")))
        assert await presses(people["s1"], march) <= 5
        shown = await people["s1"].options()
        assert "Neville" in text_of(shown) and "may still move" in text_of(shown)
        await people["s1"].press(shown, "Undo")
        assert await night.state() != before
        async with night.reading() as live:
            assert live.table.game.state.nobles["percy"].at == "open:york"


async def test_a_march_is_planned_on_one_panel_with_the_presses_of_a_direct_one(tmp_path: Path) -> None:
    async with evening_after(ready, tmp_path, "ann", "ben") as night:
        people = await begun(
            night,
            place("percy", "s2", "open:york"),
            place("neville", "s2", "open:york"),
            place("berkeley", "s1", "open:coventry"),
            goto("movement"),
        )
        ben = people["s2"]
        shown = await ben.press(await ben.options(), "Plan ahead")
        plan = next(
            decision for decision, found in rules_of("kingmaker").plans.plannable.items() if March in found.answers
        )
        shown = await ben.seen(await ben.person.choose(shown, [plan], placeholder="Which question"), shown)
        form = await ben.press(shown, "Move by land")
        form = await ben.go(
            form, next(way for way in ways(form, "nobles") if "percy" in (*way.values, *way.custom_id.split("=")))
        )
        assert ways(form, "nobles") and "Fill in for me: Where to?" in labels(form)
        goal = "open:airedale"
        while not (there := [w for w in ways(form, "to") if goal in w.values or w.custom_id.endswith(f"={goal}")]):
            form = await ben.press(form, next(label for label in labels(form) if label.startswith("More")))
        form = await ben.go(form, there[0])
        assert "Percy" in text_of(form) and "Airedale" in text_of(form)
        assert "1.1 " in text_of(await ben.press(form, "Keep it"))


async def test_the_reach_of_a_noble_is_shown_where_he_is_sent(tmp_path: Path) -> None:
    async with evening_after(ready, tmp_path, "ann", "ben") as night:
        people = await begun(
            night,
            place("percy", "s1", "open:york"),
            place("berkeley", "s2", "open:airedale"),
            goto("movement"),
        )
        ann = people["s1"]
        options = await page_with(ann, "nobles")
        asked = await ann.go(
            options, next(way for way in ways(options, "nobles") if "percy" in f"{way.custom_id} {way.values}")
        )
        assert shown_in(asked)[0]["media"]["url"].partition("?")[0].endswith("board.png")
        assert "Airedale: Berkeley (Ben, " in text_of(asked)


async def test_the_board_is_shown_where_a_knight_is_placed_and_where_the_last_of_them_is(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben", "cat") as night:
        first = {"action": "round", "number": 1, "start": "s1"}
        people = await begun(night, first, {"action": "goto", "stage": "place"}, game="lancaster", variant="base")
        options = await page_with(people["s1"], "knight")
        asked = await people["s1"].go(options, ways(options, "knight")[0])
        async with night.reading() as live:
            least = next(knight for knight in live.table.game.state.knights if knight.startswith("blue_1"))
        await arrange(night, {"action": "stand", "knight": least, "at": "castle:K1"})
        alone = await people["s1"].options()
        assert "Your strength-2 knight" in text_of(alone) and not ways(alone, "knight")
        assert [len(shown_in(shown)) for shown in (asked, alone, options)] == [1, 1, 0]


async def test_a_form_that_is_begun_again_as_it_was_is_kept_once_and_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening_after(ready, tmp_path, "ann", "ben") as night:
        people = await begun(
            night, place("percy", "s1", "open:york"), place("neville", "s1", "open:york"), goto("movement")
        )
        kept: list[Draft] = []
        save = drafts.save

        async def noted(connection: AsyncConnection, draft: Draft) -> None:
            kept.append(draft)
            await save(connection, draft)

        monkeypatch.setattr(drafts, "save", noted)
        ann = people["s1"]
        options = await page_with(ann, "nobles")
        percy, neville = (
            next(way for way in ways(options, "nobles") if noble in f"{way.custom_id} {way.values}")
            for noble in ("percy", "neville")
        )
        for way, so_far in ((percy, 1), (percy, 1), (neville, 2), (percy, 3)):
            asked = await ann.go(await page_with(ann, "nobles"), way)
            assert shown_in(asked)[0]["media"]["url"].partition("?")[0].endswith("board.png")
            assert len(kept) == so_far
        assert all(noble in str(draft.fields) for draft, noble in zip(kept, ("percy", "neville", "percy"), strict=True))


async def test_an_attack_with_one_possible_target_takes_two_presses(tmp_path: Path) -> None:
    async with evening_after(ready, tmp_path, "ann", "ben") as night:
        people = await begun(
            night,
            place("percy", "s1", "open:airedale"),
            place("berkeley", "s2", "open:airedale"),
            goto("combat"),
        )
        async with night.reading() as live:
            offer = live.table.offer("s1", "attack")
            force = offer.fields[0].choices({})[0].value
            target = offer.fields[1].choices({"force": force})[0].value
        attack = await planned(night, "s1", Attack(ForceId(force), ForceId(target)))
        assert await presses(people["s1"], attack) == 2


async def test_parliament_is_called_in_three_presses(tmp_path: Path) -> None:
    async with evening_after(ready, tmp_path, "ann", "ben") as night:
        people = await begun(
            night,
            place("clifford", "s1", "open:coventry"),
            {"action": "heir", "heir": "henry_vi", "noble": "clifford"},
            place("scrope", "s2", "open:york"),
            {"action": "retain", "card": "writ_1", "seat": "s1"},
            {"action": "goto", "seat": "s1", "phase": "parliament"},
        )
        call = CallParliament(PlaceId("coventry"), ["scrope"])
        assert await presses(people["s1"], await planned(night, "s1", call)) <= 3


async def test_a_war_lord_moves_a_piece_in_three_presses_and_hands_a_sheet_in_with_three(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        people = await begun(
            night,
            {"action": "place", "piece": "red_knight", "square": "D8"},
            {"action": "place", "piece": "blue_knight", "square": "D10"},
            game="warlord",
        )
        async with night.reading() as live:
            seat = live.table.requests()[0].seat
            mover, foe = ("red_knight", "D10") if live.table.game.state.sides["red"] == seat else ("blue_knight", "D8")
        assert await presses(people[seat], await planned(night, seat, Move(PieceId(mover), Square(foe)))) <= 3
        async with night.reading() as live:
            offer = live.table.offer(seat, "hand_in")
            draft: dict[str, Any] = {}
            for field in offer.fields:
                draft[field.name] = field.choices(draft)[0].value
        assert await presses(people[seat], await planned(night, seat, HandIn(**draft))) <= 3


IN_YORK = (
    place("percy", "s1", "open:york"),
    place("berkeley", "s2", "open:york"),
    {"action": "give", "card": "bishop_of_durham", "noble": "percy"},
    {"action": "give", "card": "saxons", "noble": "berkeley"},
)
"""Two nobles of two players in one place, each with a card to trade."""


async def test_an_offer_comes_by_letter_with_its_answers_and_a_counter_offer_sets_out_from_it(tmp_path: Path) -> None:
    async with evening_after(ready, tmp_path, "ann", "ben") as night:
        people = await begun(night, *IN_YORK, goto("movement"))
        ann, ben = people["s1"], people["s2"]
        offer = Plan("offer_trade", {"to": ["s2"], "give": ["bishop_of_durham>berkeley"], "take": []})
        await night.all_said()
        pings = (await night.said(ben.person)).count(str(ben.person.id))
        await ann.carry_out(offer)
        letter = await ben.person.expect("Bishop of Durham", channel=ben.person.dm())
        assert labels(letter) == ["Accept…", "Decline…", "Counter…"]
        assert "with Percy now, then with Berkeley" in text_of(letter)
        own = await ann.person.expect("with Percy now, then with Berkeley", channel=ann.person.dm())
        assert labels(own) == ["Withdraw…"]
        await night.all_said()
        assert (await night.said(ben.person)).count(str(ben.person.id)) == pings
        shown = await ben.options()
        assert "Offers to you (the game does not wait for your answer)" in text_of(shown) and {
            "Accept…",
            "Decline…",
            "Counter…",
        } <= {*labels(shown)}
        await ben.person.slash("/mine")
        assert "you have an offer" in text_of(await ben.person.answer())
        form = await ben.press(shown, "Counter")
        assert "Bishop of Durham" in text_of(form)
        accepted = await ben.press(await ben.options(), "Accept")
        assert "from Percy to Berkeley" in text_of(accepted)
        assert is_done(await ben.press(accepted, "Do it"))
        async with night.reading() as live:
            assert "bishop_of_durham" in live.table.game.state.nobles["berkeley"].cards


async def test_a_trade_is_asked_for_by_menus_that_say_which_side_is_which(tmp_path: Path) -> None:
    async with evening_after(ready, tmp_path, "ann", "ben") as night:
        people = await begun(night, *IN_YORK, goto("movement"))
        ann, ben = people["s1"], people["s2"]
        shown = await ann.press(await ann.options(), "Offer a trade: Ben…")
        assert "With whom? **Ben**" in text_of(shown) and "What do you give them?" in text_of(shown)
        given = next(way for way in ways(shown, "give") if "bishop_of_durham" in f"{way.custom_id} {way.values}")
        shown = await ann.go(shown, given)
        assert "What do you give them? **Bishop of Durham" in text_of(shown)
        sides = [menu["placeholder"].partition("?")[0] for menu in selects(shown)]
        assert len(sides) == len(set(sides)), "one menu a thing"
        assert "What do they give you for it?" in text_of(shown)
        assert "Add a sentence for Ben" in text_of(await ann.press(shown, "Do it"))
        await night.all_said()
        letters = await ben.press(await ben.press(await ben.options(), "Help"), "Letters")
        assert "gives Bishop of Durham" in text_of(letters) and "for nothing" in text_of(letters)
        declined = await ben.press(await ben.options(), "Decline")
        assert is_done(await ben.press(declined, "Do it"))
        letters = await ann.press(await ann.press(await ann.options(), "Help"), "Letters")
        assert "declines offer 1" in text_of(letters)
        await night.check_wire()


async def test_a_captor_asks_for_a_ransom_where_he_decides_about_the_captive(tmp_path: Path) -> None:
    async with evening_after(ready, tmp_path, "ann", "ben") as night:
        people = await begun(
            night,
            place("percy", "s1", "open:york"),
            place("berkeley", "s2", "open:coventry"),
            place("neville", "s2", "open:york"),
            {"action": "give", "card": "saxons", "noble": "neville"},
            {"action": "capture", "noble": "berkeley", "seat": "s1"},
            goto("movement"),
        )
        ann, ben = people["s1"], people["s2"]
        shown = await ann.options()
        while not any(label.startswith("Release Berkeley") for label in labels(shown)):
            shown = await ann.press(shown, "Other actions")
        form = await ann.press(shown, "Ask a ransom for Berkeley")
        assert "What do you give them? **Berkeley, set free**" in text_of(form)
        wanted = next(way for way in ways(form, "take") if "saxons>percy" in f"{way.custom_id} {way.values}")
        asked = await ann.go(form, wanted)
        assert is_done(await ann.press(asked, "Do it"))
        letter = await ben.person.expect("Berkeley: **Ann**'s captive now", channel=ben.person.dm())
        assert labels(letter) == ["Accept…", "Decline…", "Counter…"]
        accepted = await ben.press(await ben.options(), "Accept")
        assert is_done(await ben.press(accepted, "Do it"))
        async with night.reading() as live:
            nobles = live.table.game.state.nobles
            assert nobles["berkeley"].captor == "" and "saxons" in nobles["percy"].cards


async def asked_for_entry(night: Evening) -> tuple[ButtonPlayer, Json]:
    """Let Ann ask to enter York; return Ben, whose place it is, and the letter that asks him."""
    people = await begun(
        night,
        place("percy", "s1", "open:york"),
        place("berkeley", "s2", "inside:york"),
        {"action": "control", "place": "york", "seat": "s2"},
        goto("movement"),
    )
    ann, ben = people["s1"], people["s2"]
    assert is_done(await ann.carry_out(Plan("ask", {"site": ["york"], "purpose": ["enter"]})))
    return ben, await ben.person.expect("go inside York or pass through it.", channel=ben.person.dm())


async def test_a_letter_that_is_answered_elsewhere_keeps_its_words_and_loses_its_buttons(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        ben, letter = await asked_for_entry(night)
        assert is_done(await ben.carry_out(Plan("refuse", {"site": ["york"], "purpose": ["enter"]})))
        closed = await ben.person.expect(lambda message: message["id"] == letter["id"], channel=ben.person.dm())
        assert labels(closed) == [] and "go inside York or pass through it." in text_of(closed)


async def test_a_permission_is_asked_and_given_by_letter(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        ben, letter = await asked_for_entry(night)
        assert labels(letter) == ["Allow…", "Refuse…"] and "no rule lets you end it earlier" in text_of(letter)
        await ben.person.press(letter, "Allow")
        form = await ben.person.expect("Which place or ship? **York**", channel=ben.person.dm())
        await ben.person.press(form, "Do it")
        await ben.person.expect("✅", channel=ben.person.dm())
        async with night.reading() as live:
            assert [(grant.site, grant.to) for grant in live.table.game.state.grants] == [("york", "s1")]
