"""What follows from an action, decided without a database."""

from bot.store.payloads import Ask, Call, Log, OutboxMessage, Picture
from bot.store.rows import OutboxRow
from bot.table.effects import ASK_ANEW, PAGE_CHARS, asks, outcome_messages, pages
from bot.table.live_game import LiveGame
from engine.core.events import Event
from engine.core.table import Outcome
from engine.games import rules_of


class Seated:
    """A live game in which every seat is held."""

    def user_of(self, seat: str) -> int:
        return int(seat[1:])

    def regent_of(self, seat: str) -> str:
        return ""


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


def test_questions_for_the_thread_come_in_one_message_and_secret_ones_apart() -> None:
    ann, ben, cat = Call("s1", "D1", "?"), Call("s2", "D1", "?"), Call("s3", "D2", "?", secret=True)
    messages, dropped = asks(Seated(), [ann, cat, ben], [], set())
    assert messages == [OutboxMessage(Ask((cat,)), 3), OutboxMessage(Ask((ann, ben)))] and dropped == []


def test_an_outdated_message_is_replaced_by_what_is_still_asked() -> None:
    ann, ben, cat = Call("s1", "D1", "?"), Call("s2", "D1", "?"), Call("s3", "D1", "?")
    messages, dropped = asks(Seated(), [cat], [_row(4, ann, ben)], {ben.key})
    assert messages == [OutboxMessage(Ask((ben, cat)))] and dropped == [4]


def test_a_message_that_still_holds_is_left_alone() -> None:
    ann, ben = Call("s1", "D1", "?"), Call("s2", "D1", "?", secret=True)
    assert asks(Seated(), [], [_row(4, ann), _row(5, ben, user=2)], {ann.key, ben.key}) == ([], [])


def test_every_combat_gets_a_card_of_its_own_before_the_map() -> None:
    fights = [Event("fought", "", report={"kind": "battle"}), Event("fought", "", report={"kind": "siege"})]
    outcome = Outcome(7, (*fights, Event("phase_end", "The combat phase is over.")), ())
    live = LiveGame(None, (), Stopped(), None)  # type: ignore[arg-type]
    shown = [
        message.payload for message in outcome_messages(live, outcome, ASK_ANEW) if isinstance(message.payload, Picture)
    ]
    assert shown == [Picture("battle", (fights[0],)), Picture("battle", (fights[1],)), Picture("map")]


class Stopped:
    """A table between two decisions."""

    rules = rules_of("kingmaker")
    seats: tuple[str, ...] = ()
    result = None
