"""What a side's panel lists for its impulse, its battles, its troops and its arrivals, with what comes of each."""

from engine.core.actions import Action, Pass, Prospect
from engine.core.table import Table
from engine.warriors.battles.siege import Flee, StandSiege
from engine.warriors.board.names import short_names, worth
from engine.warriors.board.state import Side
from engine.warriors.edits import Goto, SetControl, SetImpulses, SetLeader, SetLoose, SetRound, Station
from engine.warriors.impulses.impulses import Move, Unmark
from engine.warriors.leaders import reception
from engine.warriors.leaders.arrivals import Place
from engine.warriors.prospects import BUTTON, LABEL, MOST, ROOM, VARIETY, foreseen, prospects
from tests.warriors.tables import game, table


def listed(opened: Table, seat: str = "ann") -> list[Prospect]:
    return list(prospects(game(opened), seat))


def told(found: list[Prospect], action: Action) -> str:
    one = next(one for one in found if one.action == action)
    return one.outcome if isinstance(one.outcome, str) else one.outcome()


def test_a_move_says_what_becomes_of_the_area() -> None:
    found = listed(
        table(
            Station("edward_iii", "normandy"),
            SetControl(["picardy"], "french"),
            SetControl(["brittany"], "english"),
            Station("jean_ii", "champagne"),
        )
    )
    assert told(found, Move(["edward_iii"], "anjou")) == (
        "50% (★★★) to gain it unless driven out (strength 1 against up to 1); 1 point and 2 troops a turn"
    )
    assert told(found, Move(["edward_iii"], "picardy")) == (
        "ends French control unless driven out (1 against up to 1); then 50% next turn; cannot leave alone"
    )
    assert told(found, Move(["edward_iii"], "brittany")) == (
        "guards 1 point and 2 troops a turn (strength 1 against up to 1)"
    )


def test_a_way_on_is_none_that_leads_back_or_was_open_before() -> None:
    found = listed(table(Station("edward_iii", "brittany"), SetControl(["anjou"], "english")))
    assert told(found, Move(["edward_iii"], "anjou")) == (
        "you control it, and no enemy can come; from there you can go to Berry; 1 point and 2 troops a turn"
    )


def test_a_group_can_remove_the_marker_of_what_it_takes() -> None:
    two = (Station("edward_iii", "normandy"), Station("talbot", "normandy"))
    found = listed(table(*two, SetControl(["picardy"], "french"), Station("jean_ii", "champagne")))
    assert told(found, Move(["edward_iii", "talbot"], "picardy")) == (
        "1 more impulse removes the French marker: then 50% to gain it this turn; strength 2 against up to 1"
    )


def test_a_move_against_enemies_has_the_odds_of_field_and_siege() -> None:
    strong = Station("edward_iii", "normandy", {"longbow_english": 3})
    found = listed(table(strong, Station("dunois", "anjou"), SetControl(["anjou"], "french")))
    said = told(found, Move(["edward_iii"], "anjou"))
    assert said == "if they stay inside: you win 17% (else flee), in the field: win more than 99%; cannot leave alone"


def test_beside_the_walls_there_is_room_to_say_that_nobody_can_go_on() -> None:
    own, foe = (Station(one, area, {"infantry": 3}) for one, area in (("talbot", "normandy"), ("dunois", "anjou")))
    found = listed(table(own, foe, SetControl(["anjou"], "french")))
    assert told(found, Move(["talbot"], "anjou")) == (
        "if they stay inside: you win 33% (else flee), in the field: win 84%, lose 15%; cannot leave alone"
    )


def test_a_move_says_what_is_left_of_a_battle_if_all_enemies_come_who_can() -> None:
    own = (Station("talbot", "normandy", {"infantry": 4}), Station("dunois", "anjou", {"infantry": 1}))
    far = Station("jean_ii", "berry", {"infantry": 8})
    said = told(listed(table(*own, far)), Move(["talbot"], "anjou"))
    assert "; win " in said and said.endswith("if Jean II (9) comes; cannot leave alone")
    weak = told(listed(table(*own, Station("fastolf", "wales"))), Move(["talbot"], "anjou"))
    assert "if " not in weak


def test_whoever_can_turn_a_lost_battle_with_one_more_impulse_is_proposed_first() -> None:
    lost = [Station("talbot", "picardy"), Station("dunois", "picardy", {"infantry": 6})]
    near = [SetControl(["normandy"], "english"), Station("edward_iii", "anjou", {"infantry": 8})]
    first, *_ = listed(table(*lost, *near))
    assert first.action == Move(["edward_iii"], "normandy") and first.likely
    assert told([first], first.action).startswith("next impulse Picardy: from ")
    late = listed(table(*lost, *near, SetImpulses(1, 1, "english")))
    assert not [one for one in late if "next impulse" in one.comes_of], "there is no next impulse"


def test_enemies_own_land_is_worth_more() -> None:
    opened = table()
    assert worth(game(opened), "england", "french") == "3 points and 3 troops a turn"
    assert worth(game(opened), "england", "english") == "2 points and 3 troops a turn"


def test_an_attack_says_first_how_strong_both_sides_are_together() -> None:
    there = Station("talbot", "anjou", {"infantry": 2})
    found = listed(table(Station("edward_iii", "normandy", {"infantry": 3}), there, Station("dunois", "anjou")))
    (words,) = (one.words for one in found if one.action == Move(["edward_iii"], "anjou"))
    assert words == ("Anjou with Talbot, 7 against 1: Edward III (4) from Normandy (giving up a 50% chance there)")


def test_an_enemy_who_can_take_what_is_left_behind_is_told_of() -> None:
    held = (Station("edward_iii", "normandy"), SetControl(["normandy"], "english"), Station("jean_ii", "picardy"))
    (words,) = (one.words for one in listed(table(*held)) if one.action == Move(["edward_iii"], "anjou"))
    assert words == "Anjou: Edward III from Normandy (leaves it open to the French)"


def words_of(opened: Table, action: Action) -> str:
    return next(one.words for one in listed(opened) if one.action == action)


def test_a_move_says_what_it_gives_up_where_it_begins() -> None:
    home = table(Station("henry_grosmont", "normandy"), Station("jean_ii", "champagne"))
    assert (
        words_of(home, Move(["henry_grosmont"], "anjou"))
        == "Anjou: Grosmont from Normandy (giving up a 33% chance there)"
    )
    sure = table(Station("henry_grosmont", "england"), Station("jean_ii", "champagne"))
    assert "Wales: Grosmont from England (giving up a sure gain there, if held)" in words_of(
        sure, Move(["henry_grosmont"], "wales")
    )
    both = (Station("edward_iii", "normandy"), Station("henry_grosmont", "normandy"), Station("jean_ii", "champagne"))
    assert "(chance there falls from 50% to 33%)" in words_of(table(*both), Move(["edward_iii"], "anjou"))
    fought = table(*both, Station("dunois", "normandy"))
    assert "(battle there: from 90% to 60%, 1 more can come)" in words_of(fought, Move(["edward_iii"], "england"))


def test_whoever_would_leave_friends_the_weaker_once_all_enemies_have_come_is_not_proposed() -> None:
    own = (Station(one, "flanders", {"infantry": 5}) for one in ("edward_iii", "henry_grosmont"))
    met = (*own, Station("dunois", "flanders", {"infantry": 2}))
    for coming, likely in (({}, True), ({"infantry": 3}, False)):
        found = listed(table(*met, Station("jean_ii", "champagne", coming)))
        assert {one.likely for one in found if one.words} == {likely}, "each leaves 6 against 3"


def test_nobody_is_proposed_to_leave_a_battle_that_is_mostly_lost_then() -> None:
    own = (Station("john_chandos", "flanders"), Station("jacob_artevelde", "flanders", {"infantry": 3}, "english"))
    met = (*own, Station("jean_ii", "flanders", {"infantry": 3}), SetControl(["scotland", "picardy"], "french"))
    found = listed(table(*met))
    assert found[0] == Prospect(Pass(), ""), "to pass is green"
    assert not any(one.likely for one in found[1:])
    (words,) = (one.words for one in found if one.action == Move(["john_chandos"], "scotland"))
    assert words == "Scotland: Chandos from Flanders (battle there: from 75% to 14%)"


def test_nobody_is_proposed_to_leave_an_area_open_for_one_that_brings_no_more() -> None:
    held = SetControl(["ile_de_france", "picardy"], "french"), Station("edward_iii", "england", {"infantry": 3})
    found = listed(table(*held, Station("jean_ii", "ile_de_france"), SetImpulses(2, 2, "french")), "ben")
    assert not any(one.likely for one in found if one.action == Move(["jean_ii"], "picardy"))
    assert told(found, Move(["jean_ii"], "picardy")) == (
        "only behind its walls you keep 1 point and 1 troop a turn (strength 1 against up to 4)"
    )


def test_what_is_filled_in_by_hand_says_what_comes_of_it_too() -> None:
    own = (Station("louis_dampierre", "picardy", {"infantry": 4}, "french"), SetControl(["england"], "english"))
    opened = table(*own, Station("jacob_artevelde", "england", {"infantry": 3}, "english"))
    found = foreseen(game(opened), "ben", Move(["louis_dampierre"], "england"))
    assert found and found.words.startswith("England, 5 against 4: Dampierre from Picardy")
    assert (
        found.outcome == "if they stay inside: you win 0% and flee, in the field: win 14%, lose 85%; cannot leave alone"
    )
    assert foreseen(game(opened), "ben", Pass()) is None


def test_enemies_who_can_still_come_and_walls_stand_in_one_with_the_chances_in_the_field() -> None:
    opened = table(Station("talbot", "normandy"), Station("dunois", "anjou"), Station("jean_ii", "berry"))
    assert "in the field; win 27% if Jean II (1) comes" in told(listed(opened), Move(["talbot"], "anjou"))
    opened = table(Station("talbot", "normandy"), Station("dunois", "anjou"), SetControl(["anjou"], "english"))
    assert "behind your walls, or win " in told(listed(opened), Move(["talbot"], "anjou"))


def test_leaders_are_proposed_where_they_command_most_troops_and_what_is_left_is_told() -> None:
    lying = {"knight_french": 6, "infantry": 7}
    own = (SetControl(["flanders", "ile_de_france"], "french"), SetLoose("flanders", lying))
    opened = table(SetRound(1), *own, Goto("arrivals"))
    while opened.requests()[0].decision != "D-16" or opened.requests()[0].seat != "ben":
        opened.act(opened.requests()[0].seat, Place(*_free(opened)))
    (offer,) = (one for one in opened.requests()[0].offers if one.ready)
    assert offer.hint == (
        "Proposed: Jean II in Flanders: can take 9 of the 13 pieces there. John the "
        "Blind in Luxembourg: at home, with 2 infantry; nobody controls it. Lost then: 4 infantry in Flanders."
    )


def test_a_proposal_names_the_enemies_whom_a_leader_meets() -> None:
    opened = table(SetRound(9), Station("salisbury", "orleanais"), Goto("arrivals"))
    while opened.requests()[0].decision != "D-16" or opened.requests()[0].seat != "ben":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    (offer,) = (one for one in opened.requests()[0].offers if one.ready)
    assert "Dunois in Orleanais: at home, with 2 infantry; 3 against 1 (Salisbury)" in offer.hint


def _free(opened: Table) -> tuple[str, str]:
    """Place a leader who is free, or of the English, at home."""
    offer = next(one for one in opened.requests()[0].offers if one.action is Place)
    leader = offer.field("leader").choices({})[0].value
    return leader, game(opened).card(leader).home


def test_strength_next_door_counts_what_it_can_take_up() -> None:
    near = (Station("salisbury", "orleanais"), SetLoose("orleanais", {"infantry": 2, "gunner": 1}))
    opened = table(SetRound(9), *near, SetControl(["berry"], "french"), Goto("arrivals"))
    while opened.requests()[0].decision != "D-16" or opened.requests()[0].seat != "ben":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    found = listed(opened, "ben")
    assert told(found, Place("dunois", "berry")).startswith("next to Orleanais (English 1, up to 3)")
    assert reception.facts(game(opened), "french", "dunois", "orleanais", 2) == [
        "at home, with 2 infantry",
        "5 against 1 (Salisbury)",
        "you take the 3 pieces there first",
    ]
    game(opened).state.turn.first = "french"
    assert reception.facts(game(opened), "french", "dunois", "orleanais", 2)[1:] == [
        "3 against 3 (Salisbury)",
        "the English take the 3 pieces there first",
    ]


def test_nothing_can_prevent_what_nobody_can_come_to() -> None:
    opened = table(
        Station("edward_iii", "normandy"), SetControl(["picardy"], "french"), Station("jean_ii", "champagne")
    )
    game(opened).state.turn.impulses["french"] = 0
    found = listed(opened)
    assert (
        told(found, Move(["edward_iii"], "anjou"))
        == "50% (★★★) to gain it after the battles; 1 point and 2 troops a turn"
    )
    assert told(found, Move(["edward_iii"], "picardy")) == (
        "ends French control after the battles; then 50% next turn; cannot leave alone"
    )


def test_the_odds_of_battles_to_come_do_not_leave_out_the_walls() -> None:
    walls = SetControl(["ile_de_france", "anjou"], "french")
    met = (Station("jean_ii", "ile_de_france"), Station("edward_iii", "ile_de_france"))
    free = (Station("fastolf", "wales"), Station("la_hire", "gascony"))
    opened = table(*met, Station("talbot", "anjou"), Station("dunois", "anjou"), walls, *free)
    advice = opened.rules.words.advice
    assert advice(game(opened), "ann") == (
        "Your chance to win if nobody else comes: Ile-de-France 0% if the French stay behind walls, as they may "
        "choose (then you flee), 45% in the field; Anjou 33% if the French stay behind walls, as they may choose (if "
        "these hold, you flee), 62% in the field."
    )
    opened.act("ann", Pass())
    assert advice(game(opened), "ben") == (
        "Your chance to win if nobody else comes: Ile-de-France 100% behind your walls, 45% in the field; "
        "Anjou 67% behind your walls, 25% in the field."
    )


def test_no_line_of_a_menu_is_cut() -> None:
    both: dict[Side, tuple[str, str, str]] = {
        "english": ("normandy", "ile_de_france", "anjou"),
        "french": ("orleanais", "champagne", "picardy"),
    }
    cards = [card for card in game(table()).catalog.leaders.values() if card.scenario == "hyw"]
    longest = sorted(cards, key=lambda card: -len(short_names().get(card.id, card.name)))
    edits: list[Action] = []
    for side, areas in both.items():
        own = [card for card in longest if card.nationality == side][:9]
        edits += [Station(card.id, areas[place % 3], {"infantry": 2}) for place, card in enumerate(own)]
        edits.append(SetControl(list(areas), side))
    found = listed(table(*edits))
    assert len(found) == MOST
    assert not [one for one in found if len(one.words) > LABEL or len(one.comes_of) > ROOM]
    assert all(len(one.short) <= BUTTON for one in found)
    few = (Station("john_chandos", "england", {"infantry": 3}), SetControl(["england"], "english"))
    foes = (Station("charles_blois", "aquitaine", {"infantry": 3}, side="french"), Station("jean_ii", "normandy"))
    assert words_of(table(*few, *foes), Move(["john_chandos"], "aquitaine")) == (
        "Aquitaine, 4 against 4: Chandos from England (leaves it open to the French)"
    ), "with the name of the enemy and dots it would have 101 letters"


def test_land_that_nobody_can_control_is_left_to_the_form() -> None:
    found = listed(table(Station("john_chandos", "england"), Station("jean_ii", "champagne")))
    to = [one.action.to for one in found if isinstance(one.action, Move)]
    assert to and "ireland" not in to


def test_no_area_fills_the_list() -> None:
    leaders = [Station(one, "normandy") for one in ("edward_iii", "talbot", "fastolf")]
    found = listed(table(*leaders, Station("jean_ii", "champagne")))
    to = [one.action.to for one in found if isinstance(one.action, Move)]
    assert max(to[:5].count(area) for area in to) <= VARIETY
    assert len(to) <= MOST


def test_a_gain_that_is_there_already_is_no_gain_of_those_who_join() -> None:
    home = Station("jacob_artevelde", "flanders", side="english")
    found = listed(table(home, Station("edward_iii", "england"), Station("jean_ii", "picardy")))
    assert told(found, Move(["edward_iii"], "flanders")) == (
        "strengthens Jacob van Artevelde, who already gains it unless driven out (strength 2 against up to 1)"
    )


def test_a_battle_that_is_as_good_as_lost_is_not_suggested() -> None:
    strong = Station("philippe_vi", "anjou", {"infantry": 9})
    found = [one.action for one in listed(table(Station("fastolf", "poitou"), strong))]
    assert Move(["fastolf"], "anjou") not in found and Move(["fastolf"], "berry") in found


def test_a_battle_that_the_enemys_walls_mostly_decide_is_suggested_last_and_not_likely() -> None:
    met = (Station("edward_iii", "normandy", {"longbow_english": 3}), Station("dunois", "anjou"))
    attack = Move(["edward_iii"], "anjou")
    for walls, likely in (((), True), ((SetControl(["anjou"], "french"),), False)):
        found = listed(table(*met, *walls))
        (one,) = (one for one in found if one.action == attack)
        assert (one.likely, one == found[-1]) == (likely, not likely), "his chance at the walls is 17%"


def test_a_marker_to_be_removed_is_listed() -> None:
    held = (Station("talbot", "wales"), Station("fastolf", "wales"), SetControl(["wales"], "french"))
    found = {str(one.action): one.words for one in listed(table(*held, Station("jean_ii", "champagne")))[:5]}
    assert found[str(Unmark("wales"))] == "Wales: remove the control marker of the French"
    assert told(listed(table(*held)), Unmark("wales")) == (
        "the French lose it at once; 33% (★★) to gain it after the battles"
    )
    met = (Station("john_chandos", "wales"), Station("dunois", "wales"))
    assert told(listed(table(*held, *met)), Unmark("wales")) == (
        "the French lose it, and its walls, at once; 33% (★★) to gain it if you win the battle"
    )


def test_battles_are_listed_with_their_odds_and_the_other_side_sees_none() -> None:
    met = [
        Station("edward_iii", "normandy"), Station("philippe_vi", "normandy"),
        Station("talbot", "anjou"), Station("dunois", "anjou"),
    ]  # fmt: skip
    opened = table(*met)
    opened.act("master", Goto("battles"))
    seat, other = (opened.requests()[0].seat, "ben")
    assert seat == "ann"
    first = listed(opened)[0]
    assert first.words == "Anjou, 1 against 1: Talbot against Dunois"
    assert "% in the field" in told(listed(opened), first.action)
    assert not listed(opened, other)


def test_mercenaries_are_listed_for_those_who_have_room() -> None:
    opened = table(
        Station("edward_iii", "england"), SetControl(["england"], "english"), SetLoose("england", {"infantry": 1}),
        Station("jean_ii", "champagne"), Goto("deploying"),
    )  # fmt: skip
    while opened.requests() and opened.requests()[0].decision != "D-12":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    found = listed(opened, opened.requests()[0].seat)
    one = next(one for one in found if "2 mercenaries (Irish kerns) for Edward III in England" in one.words)
    assert one.outcome == "room for 7 more; in rolls for control 17% with them, not 50%; one hit takes all of them"


def test_gunners_say_whose_place_they_take_and_who_can_command_them() -> None:
    held = SetControl(["aquitaine", "normandy"], "english")
    near = (Station("john_chandos", "aquitaine", {"infantry": 3}), SetControl(["poitou"], "french"))
    opened = table(SetRound(4), held, *near, Station("jean_ii", "champagne"), Goto("raising"))
    while opened.requests()[0].seat != "ann":
        opened.act("ben", opened.default("ben"))
    (one,) = listed(opened)
    assert one.words == "Swap 1 infantry for 1 gunner in Aquitaine"
    assert one.outcome == "for Chandos; no strength, +1 to storm walls"


def test_a_ransom_is_paid_with_an_area_where_no_troops_are_lost_with_control() -> None:
    held = (SetControl(["champagne", "normandy"], "french"), SetLoose("normandy", {"infantry": 4}))
    own = (SetLeader("jean_montfort", "captured", "french"), Station("edward_balliol", "normandy", side="french"))
    opened = table(*held, *own, Goto("captives"))
    (one,) = listed(opened, "ben")
    assert one.words == "Give up Champagne to free Jean de Montfort"
    areas = {choice.value: choice.hint for choice in opened.offer("ben", "ransom").field("area").choices(AREA)}
    assert areas == {
        "champagne": "enough; 1 point and 2 troops a turn",
        "normandy": "enough; 1 point and 2 troops a turn; 4 infantry there are lost if Balliol dies (17%)",
    }


AREA = {"leader": "jean_montfort"}


def test_a_ransom_is_explained_once_and_the_one_that_is_worth_its_price_is_listed() -> None:
    opened = table(SetLeader("jean_ii", "captured"), SetControl(["flanders", "berry"], "french"), Goto("captives"))
    (one,) = listed(opened, "ben")
    assert (one.words, one.comes_of) == ("Give up Flanders to free Jean II", "costs you 2 points and 3 troops a turn")
    assert opened.asked("ben").prompt == (
        "In the prison of the English: Jean II, for whom they score 3 points every turn. To free Jean II, give up "
        "areas that raise 3 troops or more together; then nobody controls them. He comes back when leaders arrive; "
        "17% to die before."
    )


def test_a_leader_whom_either_side_may_take_is_not_said_to_come_back() -> None:
    opened = table(
        SetLeader("charles_blois", "captured", "french"), SetControl(["normandy"], "french"), Goto("captives")
    )
    assert opened.asked("ben").prompt.endswith(
        " When leaders arrive, either side may take him (you choose first); 17% to die before."
    )


def test_of_several_prisoners_each_says_how_he_comes_back() -> None:
    prisoners = [SetLeader("jean_ii", "captured"), SetLeader("charles_blois", "captured", "french")]
    opened = table(*prisoners, SetControl(["flanders", "normandy"], "french"), Goto("captives"))
    assert opened.asked("ben").prompt.endswith(
        "give up areas that raise at least as many troops together as he has stars; then nobody controls them."
    )
    found = {one.value: one.hint for one in opened.complete("ben", "ransom", {}, "leader")}
    assert found["jean_ii"].endswith("; he comes back when leaders arrive; 17% to die before")


def test_a_leader_who_is_proposed_in_an_area_is_not_listed_there_again() -> None:
    opened = table(SetControl(["england"], "english"), Goto("arrivals"))
    assert opened.default("ben") == Place("edward_balliol", "scotland")
    found = [one.action for one in listed(opened, "ben")]
    assert Place("edward_balliol", "scotland") not in found and Place("jean_montfort", "brittany") in found


def test_arrivals_say_who_is_met_and_what_waits() -> None:
    opened = table(
        *(SetRound(9), Station("salisbury", "orleanais"), Station("clarence", "champagne")),
        *(SetControl(["champagne", "berry"], "french"), SetLoose("berry", {"infantry": 2}), Goto("arrivals")),
    )
    for seat in ("ben", "ann"):
        opened.act(seat, opened.default(seat))
    found = listed(opened, "ben")
    assert told(found, Place("dunois", "orleanais")) == "at home, with 2 infantry; 3 against 1 (Salisbury)"
    (words,) = (one.words for one in found if one.action == Place("dunois", "orleanais"))
    assert words == "Dunois (★★ 3-5) in Orleanais"
    assert Place("dunois", "berry") not in [one.action for one in found], "it is proposed"
    assert reception.facts(game(opened), "french", "dunois", "berry", 0) == [
        "can take the 2 pieces there",
        "next to Orleanais (English 1)",
    ]


def test_an_arrival_says_how_many_of_the_troops_there_a_leader_can_take_and_who_takes_them_first() -> None:
    lying = SetLoose("berry", {"infantry": 9, "knight_french": 2})
    own = (SetControl(["berry"], "french"), Station("salisbury", "orleanais"), Station("la_hire", "champagne"))
    opened = table(SetRound(9), *own, lying, Goto("arrivals"))
    while opened.requests()[0].decision != "D-16":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    assert reception.facts(game(opened), "french", "dunois", "berry", 0)[0] == (
        "9 of the 11 pieces there find a leader, without this one only 6"
    )
    game(opened).state.loose["berry"]["infantry"] = 13
    assert reception.facts(game(opened), "french", "dunois", "berry", 0)[0] == (
        "12 of the 15 pieces there find a leader, without this one only 6"
    )


def test_an_arrival_takes_no_troops_for_which_those_there_or_those_who_come_before_have_room() -> None:
    lying = (SetLoose("berry", {"infantry": 4, "knight_french": 1}), SetLoose("champagne", {"infantry": 9}))
    own = (SetControl(["berry", "champagne"], "french"), Station("jean_ii", "berry", {"infantry": 4}))
    opened = table(*own, *lying, Goto("arrivals"))
    there = game(opened)
    assert (
        reception.facts(there, "french", "edward_balliol", "berry", 0)[0]
        == "Jean II can already take the 5 pieces there"
    )
    there.leader("jean_ii").troops["infantry"] = 6
    assert (
        reception.facts(there, "french", "edward_balliol", "berry", 0)[0]
        == "the 5 pieces there find a leader, without this one only 3"
    )
    assert reception.facts(there, "french", "edward_balliol", "champagne", 0)[0] == "can take 6 of the 9 pieces there"
    found = reception.facts(there, "french", "edward_balliol", "champagne", 0, [("jean_montfort", 0)])
    assert found[0] == "the 9 pieces there find a leader, without this one only 6"


def test_what_is_lost_when_leaders_have_come_is_what_the_default_of_the_assignment_leaves() -> None:
    lying = {"infantry": 1, "knight_french": 1, "knight_english": 1}
    own = (SetControl(["brittany"], "english"), Station("edward_iii", "brittany", {"infantry": 7}))
    others = (SetLeader(leader_id, "dead") for leader_id in ("charles_blois", "jean_montfort"))
    opened = table(SetRound(1), *own, *others, SetLoose("brittany", lying), Goto("arrivals"))
    while opened.requests()[0].decision != "D-16" or opened.requests()[0].seat != "ann":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    (offer,) = (one for one in opened.requests()[0].offers if one.ready)
    assert offer.hint.endswith(" Lost then: 1 infantry in Brittany.")
    while opened.requests()[0].decision != "D-18":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    (offer,) = (one for one in opened.asked("ann").offers if one.ready)
    assert offer.hint.endswith(" Lost: 1 infantry in Brittany (Edward III has room for only 2).")


def test_troops_that_enemies_beside_them_may_take_are_not_lost_to_whoever_is_asked_at_the_same_time() -> None:
    french = (SetControl(["scotland", "picardy"], "french"), Station("jean_ii", "picardy"))
    lying = (SetLoose("scotland", {"infantry": 1}), SetLoose("picardy", {"infantry": 2}))
    opened = table(*french, *lying, Station("edward_balliol", "scotland", side="english"), Goto("assigning"))
    (offer,) = (one for one in opened.asked("ben").offers if one.ready)
    assert offer.hint.endswith("to Jean II. The English may take: 1 infantry in Scotland.")


def test_that_somebody_cannot_go_on_is_told_only_where_there_is_another_impulse() -> None:
    opened = table(Station("edward_iii", "normandy"), SetControl(["picardy"], "french"), Station("dunois", "anjou"))
    assert told(listed(opened), Move(["edward_iii"], "anjou")).endswith("; cannot leave alone")
    game(opened).state.turn.impulses = {"english": 1, "french": 0}
    found = listed(opened)
    assert "stuck" not in told(found, Move(["edward_iii"], "anjou"))
    assert told(found, Move(["edward_iii"], "picardy")) == (
        "ends French control after the battles; then 50% next turn; 1 point and 1 troop a turn"
    )


def test_who_flees_is_told_what_there_is_to_gain_and_who_is_near() -> None:
    met = (Station("john_chandos", "ile_de_france"), Station("dunois", "ile_de_france"))
    held = (SetControl(["ile_de_france"], "french"), SetControl(["orleanais"], "english"))
    opened = table(*met, Station("la_hire", "berry", {"infantry": 2}), *held, Goto("battles"))
    opened.act("ben", StandSiege())
    (offer,) = (one for one in opened.requests()[0].offers if one.ready)
    assert offer.hint == "Proposed: John Chandos to Orleanais: you control it; other French next door 3."
    found = {one.value: one.hint for one in opened.complete("ann", "flee", {}, "ways")}
    assert found["john_chandos>normandy"] == "33% to gain it (1 point and 2 troops a turn)"
    suggested = [one.action for one in listed(opened)]
    assert Flee(["john_chandos>normandy"]) in suggested
    assert Flee(["john_chandos>orleanais"]) not in suggested, "it is proposed"
