"""What whoever gives a reason in a tournament reads: what is asked, what was done, and who reads the reason."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.panels.ids import Press
from bot.panels.tournament import mending as mending_panel
from bot.panels.tournament import message, officials, rulings
from bot.panels.tournament.common import Verb
from bot.services.tournament.events import Tournaments, mark
from engine.tournament import log
from tests.referee.house import ANN, OWNER, House
from tests.referee.test_tournament_mending import by_word, mending
from tests.referee.test_tournament_tables import AL, Event
from tests.referee.test_tournaments import opened

FORMS = message.FORMS | officials.FORMS | rulings.FORMS | mending_panel.FORMS
SENT = message.SENT | officials.SENT | rulings.SENT | mending_panel.SENT

WHY = "Why? Everybody reads it."


def herald_of(house: House, events: Tournaments, event: Event | None = None) -> Any:
    """As much of Herald as the forms ask for."""
    parts = {"tournament_rulings": event.rulings, "tournament_mending": mending(event)} if event else {}
    return SimpleNamespace(tournaments=events, referee=house.referee, store=house.store, **parts)


async def given(herald: Any, user: int, press: Press, sent: Verb) -> tuple[str, list[str], str]:
    """The title and the lines of a form, and what is answered once it was sent."""
    answers: list[str] = []

    async def answer(content: str | None = None, embed: Any = None, view: Any = None) -> None:
        answers.append(content or embed.description)

    asked: Any = SimpleNamespace(user=SimpleNamespace(id=user), edit_original_response=answer)
    form = await FORMS[press.verb](herald, asked, press)
    assert form.custom_id.split(":")[1] == sent
    lines = [row["components"][0]["label"] for row in form.to_dict()["components"]]
    await SENT[sent](
        herald, asked, Press(sent, press.subject, press.stamp, press.topic, detail=press.detail), {"reason": "Rain."}
    )
    return form.title, lines, answers[-1]


async def heat_of_six(house: House) -> tuple[Tournaments, str]:
    """Six have checked in to the first heat, for two tables."""
    events, event = await opened(house)
    for user in range(101, 107):
        await events.append(event, log.Entered(person=str(user), name=f"P{user}", heats=(1,), by=str(user)))
    await events.announce(event, 1, OWNER)
    for user in range(101, 107):
        await events.append(event, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    return events, event


async def test_who_calls_a_heat_off(house: House) -> None:
    events, event = await heat_of_six(house)
    press = Press(Verb.CALL_OFF, event, topic="1")
    title, lines, said = await given(herald_of(house, events), OWNER, press, Verb.CALL_OFF_SENT)
    assert (title, lines) == ("Call heat 1 off", [WHY])
    assert said == "Heat 1 is called off. The channel reads it with your reason: Rain."


async def test_who_seats_a_heat_otherwise_than_drawn(house: House) -> None:
    events, event = await heat_of_six(house)
    drawn, _ = await events.drawn(event, 1)
    press = Press(Verb.SEAT_OTHERWISE, event, mark(drawn), "1", detail="0x3")
    title, lines, said = await given(herald_of(house, events), OWNER, press, Verb.SEAT_OTHERWISE_SENT)
    assert (title, lines) == ("Seats of heat 1", [WHY])
    assert said == (
        "Heat 1 is closed with the seats that you have exchanged; I am opening its tables. "
        "The channel reads them with your reason: Rain."
    )
    heat = (await events.state(event)).heat(1)
    assert heat.overridden == "Rain." and heat.games[0].people[0] == drawn.tables[1][0]


async def test_who_appeals(house: House) -> None:
    event = await by_word(house)
    press = Press(Verb.APPEAL, event.id, topic="1")
    title, lines, said = await given(herald_of(house, event.events, event), ANN, press, Verb.APPEAL_SENT)
    assert (title, lines) == ("Appeal against ruling 1", [WHY])
    assert said.startswith("You have appealed. The channel reads it with your reason.\nRuling 1 (heat 1, table 1): ")
    assert "\nAppeal: Rain.\nIt waits for " in said


async def test_who_leaves_a_table_unmended(house: House) -> None:
    event = await by_word(house)
    press = Press(Verb.LEAVE_UNMENDED, event.id, topic="1")
    title, lines, said = await given(herald_of(house, event.events, event), AL, press, Verb.LEAVE_UNMENDED_SENT)
    assert (title, lines) == ("Ruling 1: leave the table", [WHY])
    assert said.endswith(
        "It falls; the table is left as it is: Rain.\nThe table continues. The channel and its thread read this."
    )


async def test_who_has_mended_a_table_by_hand(house: House) -> None:
    event = await by_word(house)
    press = Press(Verb.MEND_BY_HAND, event.id, topic="1")
    title, lines, said = await given(herald_of(house, event.events, event), AL, press, Verb.MEND_BY_HAND_SENT)
    assert (title, lines) == ("Ruling 1: mended by hand", ["What did you change? Everybody reads it."])
    assert said.endswith(
        "an official has mended the table by hand: Rain.\nThe table continues. The channel and its thread read this."
    )
