"""What happens to several is told in one sentence, and nothing of it is lost."""

from collections.abc import Sequence

from engine.core.event_grouping import Series, gathered
from engine.core.events import Event
from engine.kingmaker.event_grouping import SERIES as KINGMAKER

DEAD = Series("died", "<who> is dead: <why>.", "<each> are dead: <why>.")
CONTROL = Series("control", "<where> is open (<roll>).", "Open are <each>.", "<where> (<roll>)")


def told(*texts: str, kind: str = "died", series: Sequence[Series] = (DEAD,)) -> list[str]:
    """Return what is told of events with these texts; a text in capitals is an event of another kind."""
    events = [Event("turn" if text.isupper() else kind, text) for text in texts]
    return [event.text for event in gathered(events, series, ("turn",))]


def test_several_stand_in_one_sentence_where_the_first_stood() -> None:
    assert told("Percy is dead: killed.", "A LINE", "Percy is dead: killed.")[0] == "Percy is dead: killed."
    assert told("Percy is dead: killed.", "Roos is dead: killed.", "Grey is dead: killed.") == [
        "Percy, Roos and Grey are dead: killed."
    ]


def test_what_differs_in_more_than_the_name_stays_apart() -> None:
    both = ["Percy is dead: killed.", "Roos is dead: of the plague."]
    assert told(*both) == both


def test_what_comes_between_keeps_its_place() -> None:
    assert told("Percy is dead: killed.", "It rains.", "Roos is dead: killed.") == [
        "Percy and Roos are dead: killed.",
        "It rains.",
    ]


def test_cards_that_nobody_at_parliament_can_hold_are_named_in_one_sentence() -> None:
    cards = ["Earl of Kent", "Duke of Exeter"]
    each = [f"Nobody at Parliament can hold {card}; it stays in the Chancery." for card in cards]
    assert told(*each, kind="stays", series=KINGMAKER) == [
        "Nobody at Parliament can hold Earl of Kent and Duke of Exeter; they stay in the Chancery."
    ]


def test_no_sentence_goes_past_a_heading() -> None:
    apart = ["Percy is dead: killed.", "ROUND 2", "Roos is dead: killed."]
    assert told(*apart) == apart


def test_an_item_may_be_more_than_a_name() -> None:
    assert told("York is open (3).", "Kent is open (4).", kind="control", series=(CONTROL,)) == [
        "Open are York (3) and Kent (4)."
    ]
    assert told("York is open (3).", kind="control", series=(CONTROL,)) == ["York is open (3)."]


def test_an_event_of_another_kind_is_left_alone() -> None:
    both = ["Percy is dead: killed.", "Roos is dead: killed."]
    assert told(*both, kind="rumour") == both


def test_players_are_named_in_it() -> None:
    assert told("{s1} is dead: killed.", "{s2} is dead: killed.") == ["{s1} and {s2} are dead: killed."]
