"""What players and officials of a tournament press, and what they are shown and told then."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from bot.errors import Refused
from bot.panels.ids import Press, parse
from bot.panels.panel import Panel
from bot.panels.tournament import mending as mending_panel
from bot.panels.tournament import message, rulings
from bot.panels.tournament.common import Verb
from bot.services.tournament.mending import Outlook
from engine.core.errors import Illegal
from engine.games import GAMES
from engine.tournament import log
from tests.bot.test_tournament_panels import at_table, buttons, crowded, labels, menus
from tests.referee.house import ANN, BEN, CAT, OWNER, STRANGER, House
from tests.referee.relay import Advance, Rest
from tests.referee.test_reason_forms import herald_of
from tests.referee.test_tournament_mending import by_word, mending, ruled, version
from tests.referee.test_tournament_mending import places as runners
from tests.referee.test_tournament_tables import AL
from tests.referee.test_tournaments import opened
from tests.tournament.event import opened as agreed
from tests.tournament.event import result

PRESSES = message.PRESSES | mending_panel.PRESSES | rulings.SENT


@pytest.fixture
def moderated(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The race is one of the games that Herald moderates."""
    monkeypatch.setitem(cast(Any, GAMES), house.rules.name, house.rules)


async def pressed(herald: Any, user: int, press: Press, values: Any = (), name: str = "Zoe") -> list[str]:
    """What somebody reads after a press: in place of what was pressed, marked with =, and beside it."""
    said: list[str] = []

    def words(content: str | None, embed: Any, view: Any) -> str:
        below = [item.label for item in view.children if hasattr(item, "label")] if view else []
        return "\n".join(filter(None, [content, embed and embed.description, " | ".join(below)]))

    async def edit(content: str | None = None, embed: Any = None, view: Any = None) -> None:
        said.append(f"={words(content, embed, view)}")

    async def send(content: str | None = None, *, embed: Any = None, view: Any = None, ephemeral: bool) -> None:
        assert ephemeral
        said.append(words(content, embed, view))

    person = SimpleNamespace(id=user, display_name=name, roles=[])
    asked = SimpleNamespace(user=person, edit_original_response=edit, followup=SimpleNamespace(send=send))
    await PRESSES[press.verb](herald, cast(Any, asked), press, values)
    return said


# ---------------------------------------------------------------------- players


async def test_who_enters_reads_what_they_play_and_can_withdraw(house: House) -> None:
    events, event = await opened(house, heats=2)
    herald = herald_of(house, events)
    first = Press(Verb.ENTER, event, topic="1")
    assert await pressed(herald, 99, first) == ["You play heat 1.\nI do not play heat 1"]
    every = Press(Verb.ENTER, event, topic="all")
    assert await pressed(herald, 99, every) == ["You play heat 1, heat 2.\nI do not play heat 1 | I do not play heat 2"]
    back = Press(Verb.ENTER, event, topic="2", detail=message.WITHDRAW)
    assert await pressed(herald, 99, back) == ["You play heat 1.\nI do not play heat 1"]
    assert await pressed(herald, 98, first) == [
        "You play heat 1. There is another Zoe already, so you are Zoe (2) here.\nI do not play heat 1"
    ]


def test_who_plays_many_heats_withdraws_from_all_at_once() -> None:
    found = agreed(heats=message.HEATS + 1)
    found.enter("101")
    assert [one.label for row in message.withdrawals("k7f2", found.state, "101") for one in row] == ["I do not play"]  # type: ignore[union-attr]
    assert message.withdrawals("k7f2", found.state, "102") == []


async def test_who_checks_in_is_told_what_comes_next(house: House) -> None:
    events, event = await opened(house)
    herald = herald_of(house, events)
    await events.announce(event, 1, OWNER)
    assert await pressed(herald, ANN, Press(Verb.CHECK_IN, event, topic="1")) == [
        "You are in heat 1. When it closes, I tell you at which table you play."
    ]
    assert (await events.state(event)).heats[0].present == [str(ANN)]


class Told:
    """Tournaments that stand as they are given, and note what is appended."""

    def __init__(self, found: Any) -> None:
        self.found = found

    async def state(self, _: str) -> Any:
        return self.found.state

    async def append(self, _: str, entry: log.AnyEntry) -> Any:
        self.found.do(entry)
        return self.found.state


async def test_a_finalist_who_answers_is_told_what_follows() -> None:
    found = crowded()
    herald = SimpleNamespace(tournaments=Told(found))
    assert await pressed(herald, 101, Press(Verb.PLAY_FINAL, "k7f2", topic="yes")) == [
        "You play the Final; check in when it is announced."
    ]
    (said,) = await pressed(herald, 102, Press(Verb.PLAY_FINAL, "k7f2", topic="no"))
    assert said.startswith("You do not play it.")
    assert (found.state.confirmed, found.state.declined) == (["101"], ["102"])


async def test_the_standings_are_shown_with_reasons_or_that_there_are_none_yet() -> None:
    herald = SimpleNamespace(tournaments=Told(agreed()))
    press = Press(Verb.STANDINGS, "k7f2")
    assert await pressed(herald, 101, press) == ["No game is over yet."]
    herald = SimpleNamespace(tournaments=Told(crowded()))
    (said,) = await pressed(herald, 101, press)
    assert said.startswith("1. **P101**: ") and "in the Final with 90 points in heat 1" in said


@pytest.mark.usefixtures("moderated")
async def test_the_house_rules_are_shown_to_whoever_asks(house: House) -> None:
    events, event = await opened(house)
    (said,) = await pressed(herald_of(house, events), STRANGER, Press(Verb.HOUSE_RULES, event))
    assert said.startswith("Every table plays **Relay**, Relay, with all options at their defaults.")


# ---------------------------------------------------------------------- officials


@pytest.mark.usefixtures("moderated")
async def test_officials_open_a_heat_and_sign_it_from_the_panel_that_then_shows_what_is_next(house: House) -> None:
    events, event = await opened(house)
    herald = herald_of(house, events)
    for verb in (Verb.FOR_OFFICIALS, Verb.ANNOUNCE):
        with pytest.raises(Refused, match="Only the game master and the assistants"):
            await pressed(herald, STRANGER, Press(verb, event, topic="1"))
    (shown,) = await pressed(herald, OWNER, Press(Verb.FOR_OFFICIALS, event))
    assert shown == (
        "**Heat 1**: 3 have entered. Announce it to open check-in.\n"
        "Announce heat 1 | Set a time for heat 1… | Change | Officials"
    )
    panel, told = await pressed(herald, OWNER, Press(Verb.ANNOUNCE, event, topic="1"))
    assert panel.startswith("=**Heat 1** closes <t:") and "Seat heat 1… | Call heat 1 off…" in panel
    assert told.startswith(
        "Heat 1 is open for check-in, and I have told everybody who plays it. It closes <t:1000300:f>"
    )
    for user in (ANN, BEN, CAT):
        await events.append(event, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    await events.close(event, 1, OWNER)
    people = (await events.state(event)).game(1, 1).people
    await events.append(event, log.Finished(heat=1, table=1, result=result(dict(zip(people, (3, 2, 1), strict=True)))))
    (shown,) = await pressed(herald, OWNER, Press(Verb.FOR_OFFICIALS, event))
    assert shown == (
        "Results are **under review** until an official signs them.\nSign heat 1 | Officials | Correct a result"
    )
    (signed,) = await pressed(herald, OWNER, Press(Verb.SIGN, event, topic="1"))
    assert signed == "=There is nothing to do now.\nOfficials | Correct a result"


@pytest.mark.parametrize("start", ["in 2h", "in 400 days", "in -1h"])
async def test_a_heat_is_announced_for_a_moment_within_a_year(house: House, start: str) -> None:
    events, event = await opened(house)
    herald = herald_of(house, events)
    with pytest.raises(Refused, match="Only the game master"):
        await message.announce_at(herald, event, 1, STRANGER, start)
    if start != "in 2h":
        with pytest.raises(Refused):
            await message.announce_at(herald, event, 1, OWNER, start)
        return
    state = await message.announce_at(herald, event, 1, OWNER, start)
    assert message.announced(state, 1).count(f"<t:{int(house.time[0]) + 7200 + 300}:f>") == 1


@pytest.mark.rule("WBC-T05")
async def test_officials_read_what_the_format_leaves_to_the_game_master_and_answer_by_a_button() -> None:
    found = crowded()
    found.do(log.Dropped(person="105", time="2026-01-01T12:00:00+00:00"))
    shown = message.official("k7f2", found.state)
    assert "First reserve: **P107**" in shown.text and "\n- A Final of 5." in shown.text
    assert labels(shown)[:4] == ["Sign heat 1", "Sign heat 2", "Leave it as it is", "Enlarge the Final"]
    herald = SimpleNamespace(tournaments=Told(found))
    press = parse(buttons(shown)[2].id)
    assert press is not None
    with pytest.raises(Refused, match="Only the game master"):
        await pressed(herald, 101, press)
    (after,) = await pressed(herald, 20, press)
    assert "Enlarge the Final" not in after and "Announce the Final" in after


def test_a_knock_out_of_more_than_one_announces_its_next_heat_and_a_table_that_stands_says_why() -> None:
    found = agreed(msgspec.structs.replace(agreed().state.format, scheme="knockout", heats=1, finalists=0))
    found.enter("101", "102", "103", "104", "105", "106")
    found.start(1, ("101", "102", "103"), ("104", "105", "106"))
    found.finish(1, 1, {"101": 3, "102": 2, "103": 1})
    assert "Announce heat 2" not in labels(message.official("k7f2", found.state))
    found.finish(1, 2, {"104": 3, "105": 2, "106": 1})
    assert "Announce heat 2" in labels(message.official("k7f2", found.state))


# ---------------------------------------------------------------------- rulings that are mended


async def test_an_official_sees_what_undoing_a_ruling_brings_and_does_it(house: House) -> None:
    event = await ruled(house, Rest(), Advance())
    herald = herald_of(house, event.events, event)
    look = Press(Verb.MEND, event.id, topic="1")
    for user in (ANN, STRANGER):
        with pytest.raises(Refused, match="who does not play at that table"):
            await pressed(herald, user, look)
    (shown,) = await pressed(herald, AL, look)
    lines = shown.splitlines()
    assert "The table goes back to its position before the ruling." in lines
    assert any(line.startswith("Since then: ") and " rests. " in line for line in lines)
    assert "I can repeat for you: 1 of 2 actions, up to the first die or card. I stop" in shown
    assert lines[-1] == (
        "Undo it, and do the rest again | Undo it, and the actions after it | Mended by hand… | Leave it as it is…"
    )
    at = str(await version(event))
    (done,) = await pressed(herald, AL, Press(Verb.MEND_BY, event.id, at, "1", detail="again"))
    assert done.endswith("\nThe table continues. The channel and its thread read this.") and done.startswith(
        "=Ruling 1"
    )
    assert (await runners(event))["s2"] == 0
    with pytest.raises(Refused, match="no longer needs mending"):
        await pressed(herald, AL, look)


async def test_which_action_a_ruling_was_is_chosen_from_a_menu(house: House) -> None:
    event = await by_word(house)
    herald = herald_of(house, event.events, event)
    (shown,) = await pressed(herald, AL, Press(Verb.MEND, event.id, topic="1"))
    assert mending_panel.BY_WORD in shown and shown.endswith("\nMended by hand… | Leave it as it is…")
    (candidate,) = await mending(event).candidates(event.id, 1)
    trace = Press(Verb.MEND_FROM, event.id, topic="1")
    (traced,) = await pressed(herald, AL, trace, [str(candidate.version)])
    assert traced.startswith("=Ruling 1") and "Nobody has acted since." in traced and "\nUndo it | Mended" in traced


ENTRY: Any = SimpleNamespace(version=7, events="[]", happened=list)


def table_of(text: str) -> Any:
    """An action that everybody has heard of."""
    heard = SimpleNamespace(seats=None, text=text)
    return SimpleNamespace(version=7, happened=lambda: [heard])


def mended(outlook: Outlook | None, *, at: int = 5, upheld: bool = False, undone: int = 0, **more: Any) -> Panel:
    found = at_table()
    found.do(log.Questioned(ruling=1, heat=1, table=1, text="No.", rule="WBC-T09", by="101", version=at))
    for judge in ("20", "21", "22"):
        found.do(log.Judged(ruling=1, upheld=upheld, reason="So.", by=judge))
    found.state.rulings[0].undone_at = undone
    return mending_panel.panel("k7f2", found.state, 1, outlook, **more)


def outlook(*lost: Any, again: int = 0, back_to: int | None = 4) -> Outlook:
    return Outlook(9, 9, back_to, lost, lost[:again])


@pytest.mark.parametrize(
    ("shown", "says", "below"),
    [
        (mended(None), mending_panel.OVER[0], ["Correct the result…", "Leave it as it is…"]),
        (
            mended(outlook(back_to=None)),
            "The table no longer shows the ruling. Confirm that, and the table continues.",
            ["Undo it", "Mended by hand…", "Leave it as it is…"],
        ),
        (
            mended(outlook(table_of("{s1} rests."))),
            "Since then: **P101** rests.\nI can repeat none of it.",
            ["Undo it, and the actions after it", "Mended by hand…", "Leave it as it is…"],
        ),
        (
            mended(outlook(table_of(""), again=1)),
            "Since then: hidden decisions.\nI can repeat for you: all of it. I stop at the first action that is no "
            "longer possible.",
            [
                "Undo it, and do the rest again",
                "Undo it, and the actions after it",
                "Mended by hand…",
                "Leave it as it is…",
            ],
        ),
        (
            mended(outlook(table_of("{s9} rests.")), upheld=True, undone=8),
            "The table goes back to its position before the ruling was undone.\nSince then: s9 rests.",
            ["Put it back, and the actions after it", "Mended by hand…", "Leave it as it is…"],
        ),
    ],
)
def test_what_mending_brings_stands_above_the_buttons_that_do_it(shown: Panel, says: str, below: list[str]) -> None:
    assert shown.text.endswith(says) and labels(shown) == below
    assert shown.title == "Ruling 1, heat 1, table 1" and menus(shown) == []


def test_the_actions_that_may_be_meant_are_listed_where_nobody_has_said_which() -> None:
    shown = mended(outlook(), at=0, candidates=[table_of("The hand of {s2}.")] * 30)
    (menu,) = menus(shown)
    assert len(menu.choices) == 25
    assert (menu.choices[0].value, menu.choices[0].label, menu.choices[0].hint) == (
        "7",
        "The hand of P102.",
        "Action 7",
    )
    assert menus(mended(outlook(), at=5, candidates=[table_of("x")])) == [] == menus(mended(outlook(), at=0))


async def test_the_form_of_a_correction_is_filled_in_with_the_ruling(house: House) -> None:
    event = await ruled(house)
    await event.finish()
    herald = herald_of(house, event.events, event)
    asked: Any = SimpleNamespace(user=SimpleNamespace(id=AL))
    form = await mending_panel.fix_form(herald, asked, Press(Verb.MEND_BY_CORRECTION, event.id, topic="1"))
    written = repr(form.to_dict())
    assert "Ruling 1 falls." in written and "RELAY-1" in written


# ---------------------------------------------------------------------- rulings that are questioned


@pytest.mark.usefixtures("moderated")
async def test_who_questions_a_ruling_reads_it_with_the_state_before_and_after(house: House) -> None:
    event = await ruled(house)
    herald, game, at = herald_of(house, event.events, event), await event.game(), await version(event)
    sent = Press(Verb.QUESTION_SENT, game, topic=str(at))
    (said,) = await pressed(herald, ANN, sent, cast(Any, {"reason": " It was  *mine*. ", "rule": "RELAY-2"}))
    assert said.startswith(
        "=You have questioned it. The clocks of your table stand still until it is judged.\nRuling 2 (heat 1, "
    )
    assert "Questioned: It was ∗mine∗. [RELAY-2]" in said and "\nBefore it: " in said and "\nAfter it: " in said
    found = (await event.state()).rulings[1]
    assert (found.version, found.rule, found.asked_by) == (at, "RELAY-2", str(ANN))
    with pytest.raises(Refused, match="was not a ruling of the game master"):
        await pressed(herald, ANN, Press(Verb.QUESTION_SENT, game, topic="1"), cast(Any, {"reason": "x"}))


async def test_a_table_of_no_tournament_has_another_way_to_appeal(house: House) -> None:
    events, _ = await opened(house)
    game = await house.racing()
    herald, asked = herald_of(house, events), cast(Any, SimpleNamespace(user=SimpleNamespace(id=ANN)))
    with pytest.raises(Refused, match="appeal with /table appeal"):
        await rulings.question_form(herald, asked, Press(Verb.QUESTION, game, topic="1"))


async def test_the_form_of_a_question_asks_for_the_reason_and_leaves_the_rule_open(house: House) -> None:
    event = await ruled(house)
    herald, asked = herald_of(house, event.events, event), cast(Any, SimpleNamespace(user=SimpleNamespace(id=ANN)))
    form = await rulings.question_form(herald, asked, Press(Verb.QUESTION, await event.game(), topic="4"))
    fields = [row["components"][0] for row in form.to_dict()["components"]]
    assert [(field["label"], field["required"]) for field in fields] == [
        ("What is wrong with it? Everybody reads it.", True),
        ("By which rule, if you know it", False),
    ]
    sent = parse(form.custom_id)
    assert sent is not None and (sent.verb, sent.topic, fields[1]["max_length"]) == (Verb.QUESTION_SENT, "4", 40)


@pytest.mark.parametrize(("answer", "upheld"), [("stands", True), ("falls", False)])
async def test_an_official_judges_by_a_form_and_reads_that_it_is_noted(house: House, answer: str, upheld: bool) -> None:
    event = await by_word(house)
    await event.rulings.appeal(event.id, ANN, 1, "Nobody heard me.")
    herald = herald_of(house, event.events, event)
    asked = cast(Any, SimpleNamespace(user=SimpleNamespace(id=STRANGER)))
    judge = Press(Verb.JUDGE, event.id, topic="1", detail=answer)
    with pytest.raises(Refused, match="Only the game master"):
        await rulings.judge_form(herald, asked, judge)
    asked.user.id = AL
    form = await rulings.judge_form(herald, asked, judge)
    assert form.title == f"Ruling 1 {answer}"
    sent = parse(form.custom_id)
    assert sent is not None
    (said,) = await pressed(herald, AL, sent, cast(Any, {"reason": "As the book says."}))
    assert said.startswith(
        "=Your opinion is noted. The channel reads it with your reason once all have judged.\nRuling 1"
    )
    (opinion,) = (await event.state()).rulings[0].opinions
    assert (opinion.upheld, opinion.reason) == (upheld, "As the book says.")
    with pytest.raises((Refused, Illegal)):
        await pressed(herald, STRANGER, sent, cast(Any, {"reason": "Me too."}))
