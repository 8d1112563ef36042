"""Plans in Lancaster: placings said ahead, in order of preference, with as few squires as are needed."""

from engine.core import orders
from engine.core.actions import Offer
from engine.core.orders import Chosen, Entry, Plan, Scope, Term
from engine.core.table import Table
from engine.lancaster.edits import Grant, OpenConflict, SetGoods, SetLord, SetRound, Stand
from engine.lancaster.placing.knights import Place
from tests.lancaster.tables import table


def look(opened: Table, *entries: Entry, seat: str = "ben") -> Chosen:
    """What a plan for the next placing of a seat leads to as things stand."""
    world = orders.foreseen(opened, seat, "D03")
    assert world is not None
    return orders.decide(world, seat, Plan("D03", entries))


def place(knight: str, to: str, *terms: Term, **said: object) -> Entry:
    """A knight goes somewhere; squires and privileges are left open unless they are said."""
    return Entry(action={"action": "place", "knight": knight, "to": to, **said}, terms=terms)


def test_as_few_squires_go_as_are_needed_and_no_more_than_was_said() -> None:
    opened = table(Stand("green_2a", "county:E"), SetGoods("cat", "squires", 4), Stand("yellow_2a", "court"))
    enough = Entry(action=place("yellow_2a", "county:E").action, most={"squires": "3"})
    assert look(opened, enough, seat="cat").action == Place("yellow_2a", "county:E", [], "1")
    fewer = Entry(action=place("yellow_2a", "county:E").action, most={"squires": "0"})
    chosen = look(opened, fewer, seat="cat")
    assert chosen.action is None and chosen.why[0].impossible


def test_the_next_entry_is_taken_where_a_county_is_held() -> None:
    opened = table(Stand("green_2a", "court"), SetGoods("ben", "squires", 2))
    first = place("green_2a", "county:E", Term("empty", {"county": "E"}))
    other = place("green_2a", "county:A", Term("unheld"))
    assert look(opened, first, other).place == 0
    opened = table(Stand("green_2a", "court"), Stand("blue_1a", "county:E"), SetGoods("ben", "squires", 2))
    chosen = look(opened, first, other)
    assert chosen.place == 1 and chosen.why[0].text == "Its condition is not met: while Norfolk is empty."


def test_a_conflict_is_joined_only_where_one_ranks_first_and_france_is_beaten() -> None:
    join = place("green_4", "conflict:C03", Term("wins"))
    weak = table(OpenConflict("C03", "lower", 0), Stand("green_4", "court"))
    assert look(weak, join).action is None
    strong = table(OpenConflict("C03", "lower", 0), Stand("green_4", "court"), Stand("blue_1a", "conflict:C03/1"))
    assert isinstance(look(strong, join).action, Place)
    beaten = table(OpenConflict("C03", "lower", 0), Stand("green_4", "court"), Stand("blue_4", "conflict:C03/1"))
    assert look(beaten, join).action is None


def test_the_archer_who_comes_along_has_a_rank_of_his_own() -> None:
    """A strength-2 knight and his archer of 2, on two spaces, do not rank before a strength-3 knight, but 4 does."""
    both = place("green_2a", "conflict:C03", Term("wins"), bring=["archer"])
    edits = (OpenConflict("C03", "lower", 0), SetRound(2), Stand("green_2a", "court"), Grant("green", "archer", 1))
    assert look(table(*edits, Stand("blue_3", "conflict:C03/1")), both).action is None
    knight = place("green_4", "conflict:C03", Term("wins"), bring=["archer"])
    joined = (*edits, Stand("green_4", "court"), Stand("blue_3", "conflict:C03/1"))
    assert isinstance(look(table(*joined), knight).action, Place)
    second = (*edits, Stand("green_4", "court"))
    assert isinstance(look(table(*second), knight).action, Place)
    full = (*second, Stand("blue_1a", "conflict:C03/2"))
    assert look(table(*full), knight).action is None


def test_placings_of_a_round_are_made_one_after_the_other() -> None:
    opened = table(Stand("green_2a", "court"), Stand("green_1a", "court"))
    plan: Plan | None = Plan("D03", (place("green_2a", "county:E"), place("green_1a", "castle:K1")), Scope.ROUND)
    done = []
    for _ in range(40):
        seat = opened.requests()[0].seat
        decision = opened.requests()[0].decision
        chosen = orders.choose(opened, seat, plan) if plan and (seat, decision) == ("ben", "D03") else Chosen()
        opened.act(seat, chosen.action or opened.default(seat))
        if chosen.action is not None and plan is not None:
            done.append(chosen.action)
            plan = orders.left(plan, chosen.place)
    assert [getattr(action, "to", "") for action in done] == ["county:E", "castle:K1"] and plan is None


def test_the_last_knight_and_the_squires_that_are_left_are_looked_at() -> None:
    opened = table(SetGoods("ben", "squires", 1))
    for term, fits in ((Term("last"), False), (Term("more"), True), (Term("squires", {"number": "2"}), False)):
        assert (look(opened, Entry("default", terms=(term,))).action is not None) == fits
    held = Term("holds", {"house": "green", "county": "E"})
    assert look(opened, Entry("default", terms=(held,))).action is None


def test_a_conflict_without_room_is_not_won() -> None:
    """A placing of which everything has been said is looked at even where it cannot be made any more."""
    whole = Entry(action=orders.whole(Place("green_4", "conflict:C03", [], "0")), terms=(Term("wins"),))
    held = [Stand(f"{house}_1a", f"conflict:C03/{place}") for place, house in enumerate(("blue", "yellow", "red"), 1)]
    full = look(table(OpenConflict("C03", "lower", 0), Stand("green_4", "court"), *held), whole)
    assert full.action is None and not full.why[0].impossible
    joined = (*held[:2], Stand("green_1a", "conflict:C03/3"))
    chosen = look(table(OpenConflict("C03", "lower", 0), Stand("green_4", "court"), *joined), whole)
    assert isinstance(chosen.action, Place)


# ---------------------------------------------------------------------- each condition, when it holds and when not


def holds(opened: Table, condition: str, to: str = "", **said: str) -> bool:
    """Whether a condition holds for ben's strength-2 knight who would go somewhere."""
    known = opened.rules.plans.conditions(opened.game, "ben", Offer(Place, ""))
    found = next(one for one in known if one.id == condition)
    return found.holds(opened.view("ben"), {"knight": "green_2a", "to": to}, said)


def test_a_county_is_empty_or_held_by_a_house() -> None:
    opened = table(Stand("blue_1a", "county:E"))
    assert holds(opened, "empty", county="A") and not holds(opened, "empty", county="E")
    assert holds(opened, "holds", house="blue", county="E")
    assert not holds(opened, "holds", house="blue", county="A") and not holds(opened, "holds", house="red", county="E")


def test_a_house_is_at_a_conflict_or_not() -> None:
    opened = table(OpenConflict("C03", "lower", 0), OpenConflict("C05", "lower", 1), Stand("blue_1a", "conflict:C03/1"))
    assert holds(opened, "fights", house="blue", conflict="C03")
    assert not holds(opened, "fights", house="blue", conflict="C05")
    assert not holds(opened, "fights", house="green", conflict="C03")


def test_nobody_holds_the_space_where_the_token_goes() -> None:
    opened = table(
        *(OpenConflict("C03", "lower", 0), OpenConflict("C05", "lower", 1), Stand("blue_1a", "conflict:C03/1")),
        *(Stand("blue_2a", "county:E"), SetLord("red", "office:chancellor")),
    )
    held = {"county:E": False, "county:A": True, "conflict:C03": False, "conflict:C05": True}
    held |= {"chancellor": False, "constable": True}
    assert {to: holds(opened, "unheld", to) for to in held} == held


def test_squires_and_knights_that_are_left_are_counted() -> None:
    opened = table(SetGoods("ben", "squires", 3))
    assert holds(opened, "squires", number="3") and not holds(opened, "squires", number="4")
    assert holds(opened, "more") and not holds(opened, "last")
    alone = table(Stand("green_1a", "reserve"))
    assert holds(alone, "last") and not holds(alone, "more")
    gone = table(Stand("green_1a", "reserve"), Stand("green_2a", "reserve"))
    assert not holds(gone, "last") and not holds(gone, "more")


def test_elsewhere_whoever_may_go_has_won() -> None:
    opened = table(OpenConflict("C03", "lower", 0), Stand("blue_4", "conflict:C03/1"))
    assert holds(opened, "wins", "county:E") and holds(opened, "wins", "castle:K1")
    assert not holds(opened, "wins", "conflict:C03")
