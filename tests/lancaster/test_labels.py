"""What stands on the choices that Lancaster offers: what a player needs to know in order to choose."""

import pytest

from engine.core.errors import Illegal
from engine.core.table import Table
from engine.lancaster.edits import Goto, SetGoods, SetLaws, SetLord, SetNobles, SetTreasury, Stand
from engine.lancaster.placing.lords import Court
from engine.lancaster.rewards.counties import Reap
from tests.lancaster.tables import asked, game, table


def labels(opened: Table, seat: str, action: str, field: str, **draft: object) -> dict[str, str]:
    """The choices of a field with their words."""
    return {choice.value: choice.label for choice in opened.complete(seat, action, draft, field)}


def words(opened: Table, **draft: object) -> dict[str, tuple[str, str]]:
    """The spaces for a knight of ann, each with more about it."""
    return {choice.value: (choice.label, choice.hint) for choice in opened.complete("ann", "place", draft, "to")}


@pytest.mark.rule("LAN2-COURT-17")
def test_an_office_tells_its_tribute_and_what_is_to_be_beaten() -> None:
    opened = table(
        SetLord("green", "office:constable"), Stand("green_2a", "office:constable"), Stand("blue_3", "court")
    )
    shown = labels(opened, "ann", "court", "to")
    assert shown["chancellor"] == "Lord High Chancellor (costs 1 voting marker)"
    assert shown["constable"] == "Lord High Constable (costs 1 squire, a total over 3 needed)"
    assert shown["treasury"] == "The treasury"
    hints = {choice.value: choice.hint for choice in opened.complete("ann", "court", {}, "to")}
    assert (
        hints["chancellor"]
        == "2 seals (2 points at the end) and next round the shield (with a knight to a county: nobody can expel him)"
    )


@pytest.mark.rule("LAN2-2P-04")
def test_no_tribute_is_asked_of_an_ally_s_lord() -> None:
    opened = table(SetLord("green", "office:constable"), SetGoods("ann", "gold", 0), seats=("ann", "ben"))
    shown = labels(opened, "ann", "court", "to", lord="yellow")
    assert shown["chamberlain"] == "Lord Great Chamberlain"
    assert shown["constable"] == "Lord High Constable (a total over 1 needed)"


@pytest.mark.rule("LAN2-2P-02")
def test_an_ally_s_lord_is_told_from_one_s_own() -> None:
    shown = labels(table(seats=("ann", "ben")), "ann", "court", "lord")
    assert shown == {"blue": "Your own lord", "yellow": "Your ally's lord"}


@pytest.mark.rule("LAN2-COURT-53", "LAN2-2P-09")
@pytest.mark.parametrize(
    ("knight", "said"),
    [
        ("blue_3", "a bishop"),
        ("yellow_3", "put a bishop into the box"),
    ],
)
def test_a_bishop_is_told_from_one_that_goes_to_the_box(knight: str, said: str) -> None:
    opened = table(Stand(knight, "county:F"), Goto("counties"), seats=("ann", "ben"))
    opened.act("ann", Reap("reward"))
    assert labels(opened, "ann", "upgrade", "what")["bishop"] == said


@pytest.mark.rule("LAN2-COURT-23")
def test_the_treasury_tells_what_lies_there() -> None:
    opened = table(SetTreasury("gold", 2), SetTreasury("squires", 1))
    (lying,) = (one.hint for one in opened.complete("ann", "court", {}, "to") if one.value == "treasury")
    assert lying == "at once you take all of one kind: 2 gold or 1 squire"
    opened.act("ann", Court("treasury"))
    assert labels(opened, "ann", "claim", "good") == {"gold": "2 gold", "squires": "1 squire"}


@pytest.mark.rule("LAN-BASE-13")
def test_a_county_tells_who_holds_it_and_squires_tell_the_total() -> None:
    opened = table(Stand("green_2a", "county:C", 1))
    assert words(opened, knight="blue_2a")["county:C"] == ("Stafford", "3 squires, or its noble; {ben} has 3 there")
    assert labels(opened, "ann", "place", "squires", knight="blue_2a", to="county:C") == {"2": "2 squires (total 4)"}


@pytest.mark.rule("LAN-BASE-40")
def test_a_castle_space_and_its_tile_tell_what_they_pay_on_a_button() -> None:
    shown = words(table(seats=("ann", "ben")), knight="blue_2a")
    assert shown["castle:K4"] == ("Great Hall (castle)", "1 gold and 1 voting marker")
    assert shown["castle:K5"] == ("Tiltyard (castle)", "pay 1 squire to upgrade a knight or take a bishop")
    allied = words(table(seats=("ann", "ben")), knight="yellow_2a")
    assert allied["castle:L2"] == ("Ally's Muster Yard", "recruit a strength-1 knight")
    tiles = table(Stand("blue_3", "county:D"), Goto("counties"), seats=("ann", "ben"))
    tiles.act("ann", Reap("reward"))
    assert labels(tiles, "ann", "extend", "tile")["X6"] == "Muster Yard"


@pytest.mark.rule("LAN-BASE-35")
def test_a_noble_and_a_reward_begin_with_a_capital_on_their_buttons() -> None:
    opened = table(Stand("blue_3", "county:C"), Goto("counties"), seats=("ann", "ben"))
    assert [*labels(opened, "ann", "reap", "take").values()] == ["The noble of Stafford", "3 squires", "Nothing"]
    opened.act("ann", Reap("noble"))
    again = table(SetNobles("ann", ["C"]), Stand("blue_3", "county:C"), Goto("counties"), seats=("ann", "ben"))
    with pytest.raises(Illegal, match="The noble of Stafford sits at your table already"):
        again.act("ann", Reap("noble"))


@pytest.mark.rule("LAN2-RES-04")
def test_the_tower_tells_what_room_is_left() -> None:
    told = "rids you of 1 dishonor marker for each point of strength; room for strength 5"
    assert words(table(), knight="blue_2a")["tower"] == ("The tower", told)


@pytest.mark.rule("LAN-BASE-117")
def test_an_ally_s_knights_are_told_from_one_s_own() -> None:
    shown = labels(table(seats=("ann", "ben")), "ann", "place", "knight")
    assert (shown["blue_2a"], shown["yellow_2a"]) == ("Your strength-2 knight", "Your ally’s strength-2 knight")


@pytest.mark.rule("LAN-BASE-31")
@pytest.mark.parametrize(
    ("windows", "told"),
    [
        ("sequential", "If it passes, Stewardship goes: "),
        ("batch", "In force now, Stewardship: "),
    ],
)
def test_a_vote_tells_which_law_goes_for_one_that_is_approved(windows: str, told: str) -> None:
    laws = SetLaws(["B03", "B04", "B05"], ["B06", "B07", "B08"])
    opened = table(laws, Goto("parliament"), vote_windows=windows, variant="base")
    request = opened.request("ann")
    assert request is not None and " A tie means yes." in request.prompt
    several = "Each approved law replaces the oldest in force, first Stewardship." in request.prompt
    assert several == (windows == "batch")
    read = opened.rules.words.advice(opened.game, "ann")
    assert f"{told}3 power points for every 2 counties in which you have a knight." in read


@pytest.mark.rule("LAN2-COURT-09")
def test_nobody_is_asked_to_place_what_he_has_not() -> None:
    opened = table(variant="court", seats=("ann", "ben", "cat"))
    both = opened.request("ann")
    assert both is not None and both.prompt == "It is your turn: place a knight or your lord."
    for knight in game(opened).state.knights:
        opened.arrange(Stand(knight, "reserve"))
    alone = opened.request("ann")
    assert alone is not None and alone.prompt == "It is your turn: place your lord."


@pytest.mark.rule("LAN-BASE-106")
@pytest.mark.parametrize(
    ("law", "prompt"),
    [
        ("B05", "Royal Levy: you may pay 1 squire and 1 gold for 3 power points, any number of times."),
        ("N05", "Call to Arms: you may pay 2 squires to recruit a strength-1 knight."),
    ],
)
def test_who_may_buy_by_a_law_is_asked_and_does_not_read_the_law_twice(law: str, prompt: str) -> None:
    laws, squires = SetLaws([law, "B03", "B06"], ["B07", "B08", "B09"]), SetGoods("ann", "squires", 3)
    opened = table(laws, squires, Goto("parliament"))
    while "D09" in asked(opened).values():
        seat = opened.requests()[0].seat
        opened.act(seat, opened.default(seat))
    request = opened.request("ann")
    assert request is not None and request.prompt == prompt
