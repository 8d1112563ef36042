"""What follows from an action, decided without a database."""

from collections.abc import Sequence, Set
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from msgspec import structs

from bot import texts
from bot.store.payloads import OVER, Answered, Ask, Call, Log, OutboxMessage, Picture, Private
from bot.store.rows import OutboxRow, SeatRecord, Telling, Via
from bot.table.effects import (
    ASK_ANEW,
    PAGE_CHARS,
    Past,
    QuestionKey,
    answered_alone,
    asks,
    closings,
    outcome_messages,
    pages,
    private_messages,
)
from bot.table.live_game import LiveGame
from bot.table.submission import Submission
from engine.core.actions import Pass
from engine.core.events import Event
from engine.core.table import Outcome
from engine.games import GAMES, rules_of
from tests.harness.rows import rows


class Seated:
    """A live game in which every seat is held."""

    def user_of(self, seat: str) -> int:
        return int(seat[1:])

    def regent_of(self, seat: str) -> str:
        return ""


SEATED: Any = Seated()
"""It stands for a live game: messages ask nothing else of one."""


def _row(number: int, *calls: Call, user: int | None = None) -> OutboxRow:
    return OutboxRow(
        id=number, game="k7f2", version=1, user=user, payload=Ask(calls), created=0, attempts=0, next_try=0
    )


def test_long_logs_are_split_so_that_discord_takes_each() -> None:
    events = [Event("said", "{s1} " + "x" * 300) for _ in range(20)]
    logs = list(pages(events, "Heading"))
    assert [event for log in logs for event in log.events] == events
    assert all(sum(len(event.text) + 36 for event in log.events) <= PAGE_CHARS for log in logs)
    assert [log.heading for log in logs] == ["Heading"] + [""] * (len(logs) - 1)


def test_a_heading_stands_alone_where_nothing_public_happened() -> None:
    assert list(pages([], "The game master overrules.")) == [Log((), "The game master overrules.")]
    assert list(pages([Event("silent", "")])) == []


def test_what_makes_one_sentence_stays_in_one_message() -> None:
    told, scored = Event("moved", "x" * 1500), [Event("scored", "y" * 200) for _ in range(4)]
    assert [log.events for log in pages([told, *scored])] == [(told,), tuple(scored)]


def test_what_somebody_has_chosen_is_not_repeated_to_him_unless_another_hand_chose() -> None:
    live: Any = Seated()
    live.table = SimpleNamespace(rules=rules_of("kingmaker"), seats=["s1", "s2"])
    ballot, news = Event("ballot", "Your ballot: aye.", ("s1",)), Event("traded_cards", "Your trade.", ("s1", "s2"))
    drawn = Event("hand", "You drew York.", ("s1",))
    left = Event("left_over", "Earl of Kent goes to the Chancery: no noble of yours holds it.", ("s1",))
    told = [OutboxMessage(Private("s1", (news,)), 1), OutboxMessage(Private("s2", (news,)), 2)]
    assert list(private_messages(live, [ballot, news, drawn, left], "s1")) == told
    assert list(private_messages(live, [ballot, drawn])) == [OutboxMessage(Private("s1", (ballot, drawn)), 1)]


def test_what_is_not_repeated_stands_in_the_answer_in_every_game() -> None:
    for rules in GAMES.values():
        assert rules.story.self_visible_events.isdisjoint({*texts.UNSAID, *rules.story.hidden_from_story})


def test_questions_for_the_thread_come_in_one_message_and_secret_ones_apart() -> None:
    ann, ben, cat = Call("s1", "D1", "?"), Call("s2", "D1", "?"), Call("s3", "D2", "?", secret=True)
    messages, dropped = asks(SEATED, [ann, cat, ben], [], set())
    assert messages == [OutboxMessage(Ask((cat,)), 3), OutboxMessage(Ask((ann, ben), alone=True))] and dropped == []


def test_an_outdated_message_is_replaced_by_what_is_still_asked() -> None:
    ann, ben, cat = Call("s1", "D1", "?"), Call("s2", "D1", "?"), Call("s3", "D1", "?")
    messages, dropped = asks(SEATED, [cat], [_row(4, ann, ben)], {ben.key})
    assert messages == [OutboxMessage(Ask((ben, cat), alone=True))] and dropped == [4]


def test_a_question_tells_whether_the_thread_asks_others_still() -> None:
    ann, ben = Call("s1", "D1", "?"), Call("s2", "D1", "?")
    messages, _ = asks(SEATED, [ann], [], {ben.key})
    assert messages == [OutboxMessage(Ask((ann,), alone=False))]


def test_a_message_that_still_holds_is_left_alone() -> None:
    ann, ben = Call("s1", "D1", "?"), Call("s2", "D1", "?", secret=True)
    assert asks(SEATED, [], [_row(4, ann), _row(5, ben, user=2)], {ann.key, ben.key}) == ([], [])


def test_the_end_of_a_round_says_who_leads_and_a_quiet_turn_of_a_computer_player_has_no_map() -> None:
    rules = rules_of("warlord")
    rules = replace(rules, words=replace(rules.words, lead=lambda _: "{s1} leads with 3 points; {s2} has 1."))
    moved, over = Event("moved", "Red Knight moves from F2 to F4."), Event("turn_over", "The turn is over.")

    def told(by: str, *events: Event, rounded: bool = False) -> list[object]:
        table: Any = Stopped()
        table.rules = rules
        captain = SeatRecord(game="g", id="s2", user=-1, name="Captain", word="", joined=0, regent="captain")
        live = replace(told_as(Telling.STORY), table=table, seats=(captain,))
        sent = outcome_messages(live, Outcome(7, events, ()), Submission(by, Pass(), None, Via.REGENT), rounded=rounded)
        return [message.payload for message in sent]

    for by, rounded in (("s1", True), ("s2", True), ("s1", False)):
        logs = [payload for payload in told(by, moved, over, rounded=rounded) if isinstance(payload, Log)]
        leads = [event.text for log in logs for event in log.events if event.kind == "lead"]
        assert leads == ["{s1} leads with 3 points; {s2} has 1."] * rounded
    assert told("s1", moved, over)[-1] == Picture("map", chapter=True)
    (quiet,) = told("s2", moved, over)
    assert isinstance(quiet, Log) and [event.kind for event in quiet.events] == ["moved", "turn_over"]
    assert Picture("map", chapter=True) in told("s2", moved, Event("captured", "Red Lady is taken."), over)


FIGHTS = [Event("fought", "", report={"kind": "battle"}), Event("fought", "", report={"kind": "siege"})]
PHASE_END = Event("phase_end", "The combat phase is over.")
TURN_END = Event("turn_end", "")
TURN = Event("turn", "Round 2: it is {s2}'s turn.")


def told_as(telling: Telling) -> LiveGame:
    """A game whose table tells in one of the ways, and has stopped."""
    game: Any = SimpleNamespace(telling=telling)
    table: Any = Stopped()
    nothing: Any = None
    return LiveGame(game, (), table, nothing)


def pictures(telling: Telling, *events: Event) -> list[Picture]:
    """Return the pictures that a table with a way of telling shows of events."""
    live = told_as(telling)
    sent = outcome_messages(live, Outcome(7, events, ()), ASK_ANEW)
    return [message.payload for message in sent if isinstance(message.payload, Picture)]


def test_every_combat_gets_a_card_of_its_own_before_the_map() -> None:
    cards = [Picture("battle", (fight,)) for fight in FIGHTS]
    assert pictures(Telling.EVERYTHING, *FIGHTS, PHASE_END) == [*cards, Picture("map")]
    assert pictures(Telling.STORY, *FIGHTS, PHASE_END, TURN_END) == [*cards, Picture("map", chapter=True)]


def test_the_story_shows_one_map_at_the_end_of_a_turn_and_one_after_each_phase_where_a_table_wants_it() -> None:
    assert pictures(Telling.STORY, PHASE_END) == []
    assert pictures(Telling.PHASES, PHASE_END) == [Picture("map")]
    assert pictures(Telling.STORY, PHASE_END, TURN_END, TURN, PHASE_END) == [Picture("map", chapter=True)]


def test_the_end_of_one_turn_and_the_beginning_of_the_next_are_told_apart() -> None:
    live = told_as(Telling.STORY)
    drawn, called = Event("drawn", "{s1} draws a card."), Event("event", "Plague in Lincoln.")
    sent = outcome_messages(live, Outcome(7, (drawn, PHASE_END, TURN_END, TURN, called), ()), ASK_ANEW)
    logs = [message.payload for message in sent if isinstance(message.payload, Log)]
    assert [[event.kind for event in log.events] for log in logs] == [["drawn", "phase_end"], ["turn", "event"]]


class Stopped:
    """A table between two decisions, with nothing on it."""

    rules = rules_of("kingmaker")
    rules = replace(rules, words=replace(rules.words, lead=lambda _: ""))
    game = None
    seats: tuple[str, ...] = ()
    result = None


# ---------------------------------------------------------------- what asks in a direct message

SECRET = Call("s1", "D2", "?", secret=True)


def closed(
    *waiting: Call,
    rows: Sequence[OutboxRow],
    by: Submission,
    still: Set[QuestionKey] = frozenset(),
    asked: bool = False,
) -> list[OutboxMessage]:
    """The edits of the direct messages that asked what is over; `asked` says whether the seat has more to decide."""
    return list(closings(over(*waiting, rows=rows, by=by, still=still, asked=asked), by))


def over(
    *waiting: Call,
    rows: Sequence[OutboxRow],
    by: Submission,
    still: Set[QuestionKey] = frozenset(),
    asked: bool = False,
) -> list[tuple[OutboxRow, Call]]:
    """The direct messages whose question is over."""
    live: Any = SimpleNamespace(table=SimpleNamespace(request=lambda seat: asked or None))
    return list(answered_alone(live, Past(waiting, asked_alone=rows), by, still))


def asking(number: int, *calls: Call) -> OutboxRow:
    return structs.replace(_row(number, *calls, user=1), message=900 + number)


def test_a_direct_message_that_asked_in_secret_says_what_became_of_its_question() -> None:
    by = Submission("s1", Pass(), 1, Via.DEADLINE, answers=True)
    newer, older = asking(5, SECRET), asking(4, SECRET)
    other = asking(6, structs.replace(SECRET, seat="s2"))
    told = [OutboxMessage(Answered(905, SECRET, "The deadline passed, so I chose for you."), 1)]
    assert closed(SECRET, rows=[other, newer, older], by=by) == told
    assert closed(SECRET, rows=[other], by=by) == []
    assert closed(SECRET, rows=[newer], by=by, still={SECRET.key}) == [], "it is still open"
    assert closed(structs.replace(SECRET, secret=False), rows=[newer], by=by) == []
    assert closed(SECRET, rows=[structs.replace(newer, message=None)], by=by) == [], "it has not been sent"


def test_the_message_whose_button_was_pressed_is_answered_itself() -> None:
    pressed = Submission("s1", Pass(), 1, Via.PLAYER, answers=True, pressed=905)
    row = asking(5, SECRET)
    assert closed(SECRET, rows=[row], by=pressed) == []
    assert over(SECRET, rows=[row], by=pressed) == [(row, SECRET)]
    assert over(SECRET, rows=[row], by=pressed, asked=True) == [], "its player has more to decide there"
    assert over(SECRET, rows=[asking(6, SECRET)], by=pressed, asked=True) == [(asking(6, SECRET), SECRET)]


@rows(
    "by, says",
    [
        (Submission("s1", Pass(), 1, Via.PLAYER, answers=True), ""),
        (Submission("s1", Pass(), 9, Via.MASTER, answers=True), "The game master has decided for you."),
        (
            Submission("s1", Pass(), None, Via.STANDING, answers=True, answer="abstain"),
            "Your plan has decided: abstain.",
        ),
        (Submission("s1", Pass(), None, Via.UPDATE, answers=True), "Somebody has decided for you."),
        (Submission("s2", Pass(), 2, Via.PLAYER, answers=True), OVER),
        (Submission("s1", Pass(), 1, Via.PLAYER), OVER),
    ],
)
def test_what_became_of_a_question_says_who_has_decided(by: Submission, says: str) -> None:
    (message,) = closed(SECRET, rows=[asking(5, SECRET)], by=by)
    assert message == OutboxMessage(Answered(905, SECRET, says), 1)
