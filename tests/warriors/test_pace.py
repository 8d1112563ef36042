"""How Warriors of God is paced by post: who is next, how often the game goes round, and what can be planned when."""

import pytest

from bot.table import telling
from engine.core.actions import Action, Pass
from engine.core.orders import foreseen
from engine.core.table import Table
from engine.warriors import edits
from engine.warriors.board.game import Warriors
from engine.warriors.edits import Goto, ScoreNow, SetControl, SetImpulses, SetLeader, SetRound, Station
from engine.warriors.rules import RULES
from tests.warriors.tables import asked, game, table
from tests.warriors.test_setup import begun

MOVERS = (Station("edward_iii", "england"), Station("jean_ii", "champagne"))


def in_impulses(english: int, french: int) -> Table:
    return table(*MOVERS, SetImpulses(english, french, "english"))


@pytest.mark.parametrize(("english", "french", "seat", "left"), [(3, 2, "ben", 5), (2, 0, "", 2), (1, 1, "ben", 2)])
def test_the_other_side_is_next_while_it_has_impulses(english: int, french: int, seat: str, left: int) -> None:
    opened = in_impulses(english, french)
    assert RULES.pace.next_seat(game(opened)) == seat
    waiting = game(opened)
    assert RULES.pace.handovers_left(waiting) == left + upkeep(waiting)


def test_a_side_whose_leaders_are_held_is_not_said_to_be_next() -> None:
    held = (Station("edward_iii", "champagne"), Station("jean_ii", "champagne"), Station("talbot", "wales"))
    assert RULES.pace.next_seat(game(table(*held, SetImpulses(3, 2, "english")))) == ""


def upkeep(waiting: Warriors) -> int:
    """The hand-overs of the phases after the impulses: nobody controls anything, and some leaders come."""
    arrives = [
        card for leader_id, card in waiting.catalog.leaders.items() if card.entry == waiting.state.turn.number + 1
    ]
    here = [card for card in arrives if card.id in waiting.state.leaders]
    return sum(card.nationality == "nonaligned" for card in here) + 2


def test_battles_and_the_other_phases_count_too() -> None:
    opened = in_impulses(1, 1)
    before = RULES.pace.handovers_left(game(opened))
    assert before is not None
    met = table(*MOVERS, Station("john_chandos", "champagne"), SetImpulses(1, 1, "english"))
    assert RULES.pace.handovers_left(game(met)) == before + 2
    landed = table(*MOVERS, SetControl(["england"], "english"), SetImpulses(1, 1, "english"))
    assert RULES.pace.handovers_left(game(landed)) == before + 3


def test_who_can_do_nothing_with_an_impulse_passes_in_one_sentence() -> None:
    opened = table(Station("edward_iii", "england"), SetImpulses(1, 1, "english"))
    outcome = opened.act("ann", Pass())
    shown = [event.text for event in telling.told(outcome.events, RULES)]
    assert "The French pass: they have no leader on the map." in shown
    assert not any("has only one choice" in line for line in shown)


def test_enemies_stand_first_among_destinations() -> None:
    opened = table(*MOVERS, Station("john_chandos", "ile_de_france"), SetControl(["normandy"], "english"))
    field = opened.offer("ann", "move").field("to")
    ranks = {choice.value: choice.rank for choice in field.choices({"leaders": ["john_chandos"]})}
    assert ranks["champagne"] == 0 and ranks["normandy"] == 2 and ranks["picardy"] == 1


def test_after_the_impulses_nobody_is_known_to_be_next() -> None:
    opened = table(SetControl(["england"], "english"), Goto("raising"))
    assert RULES.pace.next_seat(game(opened)) == ""
    raised = 1 + 1 + upkeep(game(opened)) + 1  # England raises, deploys, assigns
    assert RULES.pace.handovers_left(game(opened)) == raised


def test_play_can_be_scored_between_set_up_and_end() -> None:
    assert RULES.pace.end_of_play_edit(game(begun("hyw", 3, 3))) is None
    opened = in_impulses(3, 2)
    assert RULES.pace.end_of_play_edit(game(opened)) == ScoreNow()
    opened.act("master", edits.ScoreNow())
    assert RULES.pace.end_of_play_edit(game(opened)) is None


def test_impulses_are_planned_while_the_other_side_moves() -> None:
    opened = in_impulses(3, 2)
    ahead = foreseen(opened, "ben", "D-02")
    assert ahead is not None and asked(ahead) == {"ben": "D-02"}
    assert asked(opened) == {"ann": "D-02"}


@pytest.mark.parametrize("opened", [in_impulses(3, 0), table(SetControl(["england"], "english"), Goto("raising"))])
def test_impulses_are_not_planned_without_any_left(opened: Table) -> None:
    assert foreseen(opened, "ben", "D-02") is None


def test_everything_but_the_set_up_can_be_planned() -> None:
    kinds = {decision for kind in RULES.pace.decision_kinds for decision in kind.decisions}
    assert [kind.id for kind in RULES.pace.decision_kinds] == ["setup", "impulse", "battle", "upkeep"]
    assert kinds == {f"D-{number:02}" for number in range(1, 20)}
    assert kinds - set(RULES.plans.plannable) == {"D-01", "D-19"}
    assert all(plannable.in_turn is (decision != "D-06") for decision, plannable in RULES.plans.plannable.items())


def test_what_can_be_planned_has_a_question_and_answers() -> None:
    for plannable in RULES.plans.plannable.values():
        assert isinstance(plannable.words, str) and plannable.answers
        assert all(issubclass(action, Action) for action in plannable.answers)


def test_no_answer_in_impulses_and_battles_is_offered_for_good() -> None:
    """A plan with a condition can give it; the same answer three times is no reason for a fourth."""
    offered = {decision for decision, plannable in RULES.plans.plannable.items() if plannable.habitual}
    assert offered.isdisjoint({"D-02", "D-05", "D-07", "D-08"})
    assert {"D-11", "D-12", "D-14", "D-18"} <= offered


def test_who_decides_the_same_thing_again_is_asked_about_something_new() -> None:
    """The key of a decision changes with every impulse, every round of a battle and every leader who is placed."""
    opened = in_impulses(3, 2)
    keys = [RULES.pace.decision_key(game(opened))]
    for seat in ("ann", "ben", "ann"):
        opened.act(seat, opened.default(seat))
        keys.append(RULES.pace.decision_key(game(opened)))
    fighting = table(
        *(Station("talbot", "anjou"), Station("dunois", "anjou"), SetControl(["anjou"], "french")), Goto("battles")
    )
    keys.append(RULES.pace.decision_key(game(fighting)))
    fighting.game.dice.force(6, [1, 1])
    fighting.act("ben", fighting.rules.codec.decode_action({"action": "give_battle"}))
    keys.append(RULES.pace.decision_key(game(fighting)))
    placing = table(SetLeader("hotspur", "routed"), Goto("arrivals"))
    for seat in ("ben", "ann", "ben"):
        keys.append(RULES.pace.decision_key(game(placing)))
        placing.act(seat, placing.default(seat))
    assert len(keys) == len(set(keys)) == 9


def test_where_no_leader_comes_nobody_hands_over_for_arrivals() -> None:
    """Of two impulses and nothing else: nobody controls anything, sits in prison, or comes next turn."""
    before = game(in_impulses(1, 1))
    coming = [leader_id for leader_id, leader in before.state.leaders.items() if leader.where == "future"]
    gone = [SetLeader(leader_id, "dead") for leader_id in coming if before.card(leader_id).entry == 2]
    nobody = table(*MOVERS, SetImpulses(1, 1, "english"), *gone)
    assert RULES.pace.handovers_left(game(nobody)) == 2
    waiting = table(*MOVERS, SetImpulses(1, 1, "english"), *gone, SetLeader("talbot", "pool"))
    assert RULES.pace.handovers_left(game(waiting)) == 2 + 2
    captive = table(*MOVERS, SetImpulses(1, 1, "english"), *gone, SetLeader("talbot", "captured"))
    assert RULES.pace.handovers_left(game(captive)) == 2 + 1


def test_the_last_turn_ends_with_the_battles() -> None:
    """Nobody raises, deploys, arrives or assigns for a turn that does not come."""
    last = table(*MOVERS, SetRound(12), SetControl(["england"], "english"), SetImpulses(2, 1, "english"))
    assert RULES.pace.handovers_left(game(last)) == 3
