"""The log of a game as somebody reads it: lately, by phase, of a player, about a name, with what was taken back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.errors import Refused
from bot.panels.reading import log
from bot.panels.reading.log import GameLog, read_log, show_log
from bot.store.rows import ActionRecord, GameRecord, SeatRecord, Via
from engine.core.actions import Pass, Rewind
from engine.core.errors import Illegal
from engine.core.events import Event
from tests.harness.rows import rows
from tests.referee.house import ANN, STRANGER, House

GAME = GameRecord(
    id="k7f2", rules="kingmaker", rules_version="1", variant="base", options={}, title="War", guild=1, channel=2,
    owner=3, commitment="", secret="", deadline_hours=0, created=0,
)  # fmt: skip

SEATS = [
    SeatRecord(game="k7f2", id=seat, user=9, name=name, word="", joined=0)
    for seat, name in (("s1", "Ann"), ("s2", "Ben"))
]


def entry(version: int, seat: str, *events: Event, action: Any = None) -> ActionRecord:
    raw = msgspec.json.encode(action or Pass()).decode()
    return ActionRecord(
        game="k7f2", version=version, seat=seat, user=None, via=Via.PLAYER, action=raw, state_hash="", draws="[]",
        events=msgspec.json.encode(events).decode(), time=0, prev_hash="",
    )  # fmt: skip


OPENED = Event("opened", "The game begins.")
TURN = Event("turn", "Round 1: it is {s1}'s turn.")
PHASE, COMBAT = Event("phase", "Movement phase."), Event("phase", "Combat phase.")
MARCH = Event("moved", "{s1}'s Percy goes to York.", subjects=("percy", "s1"))
DRAWN = Event("drawn", "You drew Ely.", ("s1",))
OFFER = Event("offer", "{s2} offers {s1} Ely.", ("s1", "s2"))
FIGHT = Event("fought", "Percy is beaten by {s2}.", subjects=("percy",))
GONE = Event("moved", "{s2}'s Neville goes to Kent.")

LOG = [
    entry(0, "", OPENED),
    entry(1, "s1", TURN, PHASE, MARCH),
    entry(2, "s1", DRAWN, OFFER),
    entry(3, "s1", COMBAT, FIGHT),
    entry(4, "s2", GONE),
    entry(5, "s2", Event("rewound", "One action is undone."), action=Rewind(3)),
]


def kept(me: str = "s1") -> GameLog:
    return GameLog(GAME, LOG, SEATS, me)


def texts(events: list[Event]) -> list[str]:
    return [event.text for event in events]


UNDONE = "~~{s2}'s Neville goes to Kent.~~"


def test_a_phase_is_called_by_its_turn_and_the_latest_stands_first() -> None:
    assert kept().phases() == {
        "2": "Round 1: it is Ann's turn. Combat phase.",
        "1": "Round 1: it is Ann's turn. Movement phase.",
        "0": "Before the first turn",
    }


@rows(
    "about, player, phase, found",
    [
        ("", "", "Movement phase", [TURN.text, PHASE.text, MARCH.text, DRAWN.text, OFFER.text]),
        ("", "", "0", [OPENED.text]),
        ("york", "", "", [MARCH.text]),
        ("ann's", "", "", [TURN.text, MARCH.text]),
        ("percy", "", "", [MARCH.text, FIGHT.text]),
        ("percy", "", "Combat", [FIGHT.text]),
        ("", "Ben", "", [OFFER.text, FIGHT.text, UNDONE, "One action is undone."]),
        ("neville", "Ben", "", [UNDONE]),
        ("neville", "Ann", "", []),
        ("", "s1", "Combat", [COMBAT.text, FIGHT.text]),
    ],
)
def test_what_fits_everything_that_is_asked_for_is_found(about: str, player: str, phase: str, found: list[str]) -> None:
    assert texts(kept().found(about, player, phase)) == found


def test_who_is_asked_for_has_to_be_at_the_table() -> None:
    with pytest.raises(Illegal, match="is not possible; choose one of: Ann, Ben"):
        kept().found("", "Cat", "")


def test_nobody_finds_what_they_may_not_know_and_what_was_taken_back_is_struck_out() -> None:
    assert texts(kept("").found("ely", "", "")) == []
    assert texts(kept("s1").latest())[-2:] == [UNDONE, "One action is undone."]
    assert DRAWN.text in texts(kept("s1").latest()) and DRAWN.text not in texts(kept("s2").latest())
    late = GameLog(GAME, [entry(number, "s1", Event("said", f"{number}")) for number in range(20)], SEATS, "s1")
    assert texts(late.latest()) == [f"{number}" for number in range(8, 20)]


def test_letters_are_what_was_asked_of_somebody_or_by_them() -> None:
    assert texts(kept("s1").letters({"offer", "moved"})) == [MARCH.text, OFFER.text]
    assert kept("s1").letters({"none"}) == []
    assert texts(kept("s2").letters({"offer", "moved"})) == [OFFER.text, UNDONE]


class Asked:
    """Somebody who asks, and what they are answered."""

    def __init__(self, user: int = ANN) -> None:
        self.user, self.said, self.more = SimpleNamespace(id=user), list[str](), list[str]()
        self.followup = SimpleNamespace(send=self._send)

    async def edit_original_response(self, content: str) -> None:
        """Answer."""
        self.said.append(content)

    async def _send(self, content: str, *, ephemeral: bool) -> None:
        assert ephemeral
        self.more.append(content)


async def test_the_answer_has_three_messages_at_most_and_says_if_that_is_not_all(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await house.racing()
    herald: Any = SimpleNamespace(store=house.store)
    asked: Any = Asked()
    for pages, said, more in (
        (["a"], ["a"], []),
        (["a", "b", "c"], ["a"], ["b", "c"]),
        (["a", "b", "c", "d"], ["-# Only the last part is shown; name a phase to see less at once.\nb"], ["c", "d"]),
    ):
        asked.said, asked.more = [], []
        monkeypatch.setattr(log, "_pages", lambda *about, pages=pages: [*pages])
        await show_log(herald, asked, game)
        assert (asked.said, asked.more) == (said, more)
    monkeypatch.setattr(log, "_pages", lambda *about: [])
    with pytest.raises(Refused, match="nothing about that"):
        await show_log(herald, asked, game)


async def test_a_game_that_has_not_begun_has_no_log_and_a_stranger_reads_what_everybody_knows(house: House) -> None:
    herald: Any = SimpleNamespace(store=house.store)
    waiting = await house.opened(thread=701)
    with pytest.raises(Refused):
        await read_log(herald, waiting, ANN)
    game = await house.racing()
    mine, theirs = [await read_log(herald, game, user) for user in (ANN, STRANGER)]
    assert mine.me and not theirs.me
    (dealt,) = mine.found("number", "", "")
    assert dealt.text.startswith("Your number is ")
    assert theirs.found("number", "", "") == []
