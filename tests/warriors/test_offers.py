"""What offers of Warriors of God say beside their values: in which order, and with which hints."""

import pytest

from engine.core.actions import Pass
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.warriors.edits import Goto, SetControl, SetKing, SetLeader, SetLoose, SetRound, Station
from engine.warriors.prospects import prospects
from engine.warriors.realm.deploying import Deploy
from tests.warriors.tables import game, table


def hints(opened: Table, seat: str, tag: str, field: str, **draft: object) -> dict[str, str]:
    """The values of a field with their hints, in the order in which they are offered."""
    return {choice.value: choice.hint for choice in opened.offer(seat, tag).field(field).choices(draft)}


def test_a_place_is_home_or_against_enemies_or_both() -> None:
    opened = table(
        *(SetRound(9), Station("salisbury", "orleanais"), Station("clarence", "champagne")),
        *(SetControl(["champagne", "berry"], "french"), Goto("arrivals")),
    )
    for seat in ("ben", "ann"):
        opened.act(seat, opened.default(seat))
    found = hints(opened, "ben", "place", "area", leader="dunois")
    assert next(iter(found)) == "orleanais"
    assert found["orleanais"] == "home, against Thomas Montagu, Earl of Salisbury"
    assert found["champagne"] == "against Thomas, Duke of Clarence"
    assert (found["berry"], found["ireland"]) == ("1 point and 1 troop a turn", "neutral")


def test_a_move_tells_whom_it_meets_and_who_controls() -> None:
    opened = table(
        *(Station("edward_iii", "normandy"), Station("dunois", "anjou"), Station("talbot", "brittany")),
        *(SetControl(["picardy", "anjou"], "french"), SetControl(["brittany"], "english")),
    )
    found = hints(opened, "ann", "move", "to", leaders=["edward_iii"])
    assert found["anjou"] == "against Jean de Dunois"
    assert found["picardy"] == "the French control it"
    assert found["brittany"] == "you control it"
    assert found["orleanais"] == "1 point and 1 troop a turn"


def test_a_king_at_home_says_what_he_adds_if_he_stays() -> None:
    opened = table(Station("edward_iii", "england"), Station("talbot", "england"), SetKing("english", "edward_iii"))
    found = {choice.value: choice.hint for choice in opened.offer("ann", "move").field("leaders").choices({})}
    assert found == {"edward_iii": "England (if the King stays: +1 on initiative)", "talbot": "England"}


def test_groups_are_offered_with_their_stars_the_largest_first() -> None:
    opened = table(
        *(SetLeader(leader_id, "captured") for leader_id in ("jean_ii", "la_hire", "talbot", "fastolf")),
        Goto("captives"),
        exchange="ip_choice",
    )
    assert list(hints(opened, "ann", "exchange", "english").items()) == [
        ("fastolf+talbot", "3 stars"),
        ("fastolf", "1 star"),
    ]


def test_troops_that_would_be_lost_or_taken_from_the_enemy_or_that_nobody_may_command_are_told() -> None:
    opened = table(
        *(
            SetRound(4),
            SetControl(["aquitaine", "normandy", "poitou"], "english"),
            Station("john_chandos", "aquitaine"),
        ),
        *(Station("edward_balliol", "normandy", side="english"), Station("jean_ii", "poitou")),
        *(SetLoose("normandy", {"gunner": 1}), SetLoose("poitou", {"infantry": 2}), Goto("raising")),
    )
    prompts: list[str] = []
    said: list[str] = []
    while opened.game.state.turn.number == 4:
        asked = opened.requests()[0]
        prompts.append(asked.prompt)
        default = Pass() if asked.decision == "D-12" else asked.default()
        said += [event.text for event in opened.act(asked.seat, default).events]
    raised = "You may raise 6 pieces: 3 in Aquitaine, 2 in Normandy and 1 in Poitou."
    assert f"{raised} Room: Chandos 6, Balliol 6." in prompts
    (deploying,) = (prompt for prompt in prompts if "to leaders with room" in prompt)
    assert deploying.endswith(
        "Lost unless a leader comes: 1 gunner in Normandy (only for leaders English or French by birth) "
        "and 3 infantry in Poitou. Still to arrive: Richard II and Woodstock; for either side Lawgoch and Philip van "
        "Artevelde."
    )
    assert any("infantry in Poitou (which the English control) to Jean II" in text for text in said)
    (lost,) = (text for text in said if text.startswith("Troops without a leader are lost"))
    assert lost.endswith(
        "1 gunner in Normandy. Only leaders English or French by birth may command gunners, and none with room is "
        "in Normandy."
    )


def test_a_proposal_says_what_is_left_and_what_ends_with_it() -> None:
    opened = table(
        *(SetControl(["england", "wales"], "english"), Station("john_chandos", "england", {"infantry": 5})),
        *(SetLoose("wales", {"infantry": 3}), Goto("deploying")),
    )
    ready = next(one for one in opened.requests()[0].offers if one.ready)
    assert ready.hint == (
        "Proposed (then you are done): 1 infantry from Wales to England. Then without a leader: 2 pieces in Wales."
    )
    opened.act("ann", ready.action())
    while opened.requests()[0].decision != "D-18":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    assert opened.requests()[0].prompt.endswith("The rest is lost.")
    ready = next(one for one in opened.requests()[0].offers if one.ready)
    assert ready.hint.endswith("Lost: 2 infantry in Wales.")


def test_who_may_lead_knights_when_he_arrives_is_told() -> None:
    opened = table(
        *(SetRound(1), SetControl(["england"], "english"), Station("edward_iii", "brittany"), Goto("raising")),
    )
    ready = next(one for one in opened.offers("ann") if one.ready)
    assert ready.hint == (
        "Proposed: 3 English longbowmen in England. Knights from England need Edward III (out of reach in Brittany) or "
        "Black Prince (arrives later: place him with them): none are proposed. 3 pieces in England have no leader: "
        "lost to you unless one of yours arrives there."
    )


def test_a_levy_tells_who_finds_no_leader_once_troops_are_moved_as_is_proposed_then() -> None:
    own = (SetControl(["england", "wales"], "english"), Station("john_chandos", "wales", {"infantry": 3}))
    opened = table(SetRound(1), *own, Goto("raising"))
    ready = next(one for one in opened.offers("ann") if one.ready)
    assert ready.hint.endswith(
        " Even after you move troops, 1 piece in England has no leader: lost to you unless one of yours arrives there."
    )
    opened.act("ann", opened.default("ann"))
    assert "Lost unless a leader comes: 3 English longbowmen in England." in opened.asked("ann").prompt
    ready = next(one for one in opened.offers("ann") if one.ready)
    assert ready.hint.endswith(" Then without a leader: 1 piece in England.")


def test_the_enemys_troops_take_nobodys_room_when_it_is_told_who_finds_no_leader() -> None:
    own = (SetControl(["picardy", "normandy"], "english"), Station("edward_iii", "picardy"))
    theirs = (SetControl(["champagne"], "french"), SetLoose("champagne", {"infantry": 9}))
    opened = table(SetRound(1), *own, *theirs, Goto("raising"))
    opened.act("ben", opened.default("ben"))
    ready = next(one for one in opened.offers("ann") if one.ready)
    assert ready.hint.startswith("Proposed: ") and "leader yet" not in ready.hint


def test_areas_of_a_ransom_are_offered_with_their_worth() -> None:
    opened = table(SetLeader("jean_ii", "captured"), SetControl(["flanders", "berry"], "french"), Goto("captives"))
    found = hints(opened, "ben", "ransom", "area", leader="jean_ii")
    assert found == {
        "berry": "only with another area; 1 point and 1 troop a turn",
        "flanders": "enough; 2 points and 3 troops a turn",
    }


def test_where_to_retreat_is_offered_with_the_room_there() -> None:
    leaders = ("philippe_vi", "dunois", "la_hire")
    opened = table(
        *(Station(leader_id, "anjou") for leader_id in leaders),
        *(Station("henry_v", "anjou"), Station("talbot", "wales"), Station("albret", "gascony")),
    )
    opened.game.dice.force(6, [1] * 20)
    opened.act("master", Goto("battles"))
    found = hints(opened, "ben", "retreat", "to")
    assert found["brittany"] == found["orleanais"] == "nobody controls it"
    assert found["poitou"] == found["berry"] == "only 2 of 3 can go, the other is captured; nobody controls it"
    assert list(found)[:2] == ["brittany", "orleanais"]


def test_what_is_not_offered_has_its_reason() -> None:
    opened = table(Station("edward_iii", "normandy"), Station("jean_ii", "champagne"))
    with pytest.raises(Illegal, match="You nowhere outnumber the enemy by two at an enemy marker"):
        opened.offer("ann", "unmark")
    held = table(
        *(Station("edward_iii", "normandy"), Station("talbot", "wales"), Station("fastolf", "wales")),
        *(SetControl(["normandy", "wales"], "french"), Station("jean_ii", "champagne")),
    )
    assert held.offer("ann", "unmark")
    stuck = table(
        *(Station("fastolf", "wales"), Station("dunois", "wales"), Station("la_hire", "berry")), Goto("impulses")
    )
    with pytest.raises(Illegal, match="None of your leaders may leave his area"):
        stuck.offer("ann", "move")


def test_raising_and_assigning_nothing_is_an_answer() -> None:
    raising = table(SetControl(["england"], "english"), Goto("raising"))
    assert raising.offer("ann", "raise").field("troops").least == 0
    assert raising.offer("ann", "levy").field("troops").least == 0
    lying = (
        Station("talbot", "england"),
        SetLoose("england", {"infantry": 2}),
        SetControl(["england", "wales"], "english"),
    )
    assigning = table(*lying, Goto("assigning"))
    assert assigning.offer("ann", "assign").field("troops").least == 0
    assert assigning.offer("ann", "allot").field("troops").least == 1
    assert table(*lying, Goto("deploying")).offer("ann", "deploy").field("troops").least == 1


def test_losses_may_be_left_open() -> None:
    opened = table(
        *(Station("dunois", "anjou", {"infantry": 2, "longbow_welsh": 2}), Station("talbot", "anjou", {"infantry": 3})),
        *(Station("fastolf", "wales"), Station("la_hire", "gascony")),
        hit_allocation="owner",
    )
    opened.game.dice.force(6, [6, 1, 1, 1, *[1] * 12])
    opened.act("master", Goto("battles"))
    assert opened.offer("ben", "lose").field("pieces").least == 0


def test_orders_for_battles_can_be_given_otherwise_later() -> None:
    opened = table(Station("edward_iii", "normandy"), siege_standing="standing_order")
    assert all(opened.offer("ann", tag).reversible for tag in ("order_siege", "order_losses"))


def test_nobody_moves_with_a_leader_who_is_not_his_or_not_on_the_map() -> None:
    opened = table(Station("edward_iii", "normandy"), Station("philippe_vi", "champagne"))
    for picked in ("philippe_vi", "john_chandos"):
        assert hints(opened, "ann", "move", "leaders", leaders=[picked]) == {}
        assert hints(opened, "ann", "move", "to", leaders=[picked]) == {}
    assert hints(opened, "ann", "move", "leaders", leaders=[]) == {"edward_iii": "Normandy"}


def test_what_a_dead_leader_leaves_where_nobody_comes_is_lost_in_words_too() -> None:
    lying = SetLoose("flanders", {"infantry": 4}), SetLoose("champagne", {"infantry": 2})
    opened = table(SetRound(1), SetControl(["champagne"], "french"), *lying, Goto("arrivals"))
    while opened.requests()[0].decision != "D-16" or opened.requests()[0].seat != "ben":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    ready = next(one for one in opened.offers("ben") if one.ready)
    assert ready.hint.endswith(
        " Lost then: 2 infantry in Champagne. Lost to both, as nobody can arrive there: 4 infantry in Flanders."
    )


def test_troops_that_enemies_may_still_come_and_take_are_not_called_lost() -> None:
    """The Black Prince, at home in Aquitaine, has room for 6 pieces beside his infantry; anybody may go to Savoy."""
    lying = (SetLoose(area, {"infantry": many}) for area, many in (("aquitaine", 8), ("savoy", 2), ("berry", 1)))
    opened = table(SetRound(1), SetControl(["aquitaine"], "french"), *lying, Goto("arrivals"))
    while opened.requests()[0].decision != "D-16" or opened.requests()[0].seat != "ben":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    ready = next(one for one in opened.offers("ben") if one.ready)
    assert ready.hint.endswith(
        " Lost then: 2 infantry in Aquitaine. Lost to both, as nobody can arrive there: 1 infantry in Berry. The "
        "English may come and take: 6 infantry in Aquitaine and 2 infantry in Savoy."
    )


def test_leaders_with_room_for_some_of_the_troops_beside_them_are_not_called_full() -> None:
    own = SetControl(["aquitaine", "england", "wales"], "english"), SetLoose("england", {"infantry": 1})
    here = Station("john_chandos", "aquitaine", {"infantry": 4}), SetLoose("aquitaine", {"infantry": 3})
    opened = table(*own, *here, Goto("deploying"))
    assert "1 infantry in Aquitaine (Chandos has room for only 2)" in opened.asked("ann").prompt


def test_infantry_is_told_to_be_had_only_at_home_unless_it_is_had_everywhere() -> None:
    (here, everywhere) = (table(Goto("arrivals"), free_infantry_everywhere=free) for free in (False, True))
    assert "infantry only at home" in here.asked("ben").prompt
    assert "only at home" not in everywhere.asked("ben").prompt


def test_troops_that_find_nobody_are_brought_together_for_a_leader_who_comes() -> None:
    own = SetControl(["champagne", "ile_de_france", "aquitaine"], "french"), Station("jean_ii", "scotland")
    lying = (SetLoose(area, {"infantry": 2}) for area in ("champagne", "ile_de_france", "aquitaine"))
    opened = table(SetRound(1), *own, *lying, Goto("deploying"))
    prompt = opened.requests()[0].prompt
    assert "2 infantry in Aquitaine (cannot be moved)" in prompt
    assert "The English may place Black Prince in Aquitaine, at home, to take troops." in prompt
    (found,) = (one for one in prospects(game(opened), "ben") if isinstance(one.action, Deploy))
    assert found.words == "Bring 2 infantry from Ile-de-France to Champagne"
    assert found.outcome == "a leader whom you place there can take over 4 pieces then"
    opened.act("ben", found.action)
    assert not any(isinstance(one.action, Deploy) for one in prospects(game(opened), "ben"))


def test_longbowmen_whom_everybody_may_command_are_gathered_too() -> None:
    own = SetControl(["england", "wales"], "english"), SetLoose("england", {"longbow_english": 3})
    opened = table(SetRound(1), *own, SetLoose("wales", {"longbow_welsh": 1}), Goto("deploying"))
    (found,) = (one for one in prospects(game(opened), "ann") if isinstance(one.action, Deploy))
    assert found.words == "Bring 1 Welsh longbowman from Wales to England"


def test_what_only_some_may_command_is_not_promised_to_a_leader_who_comes() -> None:
    own = SetControl(["champagne", "ile_de_france"], "french"), Station("jean_ii", "scotland")
    lying = (
        SetLoose("champagne", {"knight_burgundian": 2, "infantry": 1}),
        SetLoose("ile_de_france", {"infantry": 2}),
    )
    opened = table(SetRound(1), *own, *lying, Goto("deploying"))
    (found,) = (one for one in prospects(game(opened), "ben") if isinstance(one.action, Deploy))
    assert found.words == "Bring 1 infantry from Champagne to Ile-de-France"
    assert found.outcome == "a leader whom you place there can take over 3 pieces then"
