"""The marshal plays soundly: he beats players at random on both sides of both scenarios."""

from engine.core.actions import Action, Pass
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.core.trials.simulation import play
from engine.warriors import marshal_prisoners
from engine.warriors.battles.retreat import Force, LetStay, Retreat, Stay
from engine.warriors.battles.siege import GiveBattle, StandSiege
from engine.warriors.edits import (
    Goto,
    SetAggressor,
    SetBattle,
    SetControl,
    SetImpulses,
    SetLeader,
    SetLoose,
    SetRound,
    Station,
)
from engine.warriors.evaluation import Prospects
from engine.warriors.impulses.impulses import Move, Unmark
from engine.warriors.leaders.arrivals import Place
from engine.warriors.leaders.captives import Ransom
from engine.warriors.marshal import Marshal
from engine.warriors.realm.deploying import Recruit
from engine.warriors.rules import RULES
from tests.harness.rows import rows
from tests.warriors.tables import game, table


@rows("variant", RULES.variants)
@rows("seat", range(2))
def test_the_marshal_beats_a_player_at_random(variant: str, seat: int) -> None:
    players = [RandomPlayer(), RandomPlayer()]
    options = RULES.options(variant, {"sides": "host"})
    played = play(RULES, options, 2, seed=5, players=[*players[:seat], Marshal(), *players[seat + 1 :]])
    assert played.winners == (f"s{seat + 1}",)


# ---------------------------------------------------------------------- what he prefers


def choice(opened: Table, seat: str = "ann") -> Action:
    """What a marshal does in a seat."""
    return Seated(Marshal(), 1).choose(opened, seat)


def test_two_leaders_remove_a_marker_so_that_one_can_control_the_area_this_turn() -> None:
    opened = table(
        SetControl(["aquitaine"], "french"),
        SetControl(["england"], "english"),
        Station("edward_iii", "aquitaine", {"infantry": 3}),
        Station("john_chandos", "aquitaine", {"infantry": 3}),
        Station("jean_vienne", "switzerland"),
        SetImpulses(2, 0, "english"),
    )
    assert choice(opened) == Unmark("aquitaine")


def test_the_last_leader_does_not_leave_his_own_country_to_the_enemy_next_door() -> None:
    """Wales is open, and Philippe VI in Normandy has the last of the impulses to come to England."""
    edits = (
        SetControl(["england", "scotland", "flanders", "brittany", "aquitaine"], "english"),
        SetControl(["picardy", "normandy"], "french"),
        Station("edward_iii", "england", {"knight_english": 2, "infantry": 2}),
        Station("philippe_vi", "normandy", {"knight_french": 3, "infantry": 5}),
        Station("jean_ii", "normandy", {"infantry": 6}),
    )
    assert choice(table(*edits, SetImpulses(3, 3, "english"))) == Pass()
    left = choice(table(*edits, SetImpulses(3, 0, "english")))
    assert isinstance(left, Move) and left.leaders == ["edward_iii"]


def test_nobody_walks_into_a_battle_that_is_lost() -> None:
    opened = table(
        Station("fastolf", "poitou"),
        Station("philippe_vi", "anjou", {"knight_french": 3, "infantry": 5}),
        Station("du_guesclin", "berry", {"infantry": 6}),
    )
    action = choice(opened)
    assert not isinstance(action, Move) or action.to not in ("anjou", "berry")


def test_an_empty_area_is_at_risk_while_enemies_next_to_it_have_impulses() -> None:
    edits = (SetControl(["england"], "english"), Station("philippe_vi", "normandy", {"infantry": 5}))
    near, far = table(*edits), table(*edits, SetImpulses(1, 0, "english"))
    assert Prospects(game(near), "english").risk("england", ()) < 0
    assert Prospects(game(far), "english").risk("england", ()) == 0
    strong = Station("edward_iii", "england", {"knight_english": 2, "longbow_english": 3})
    held = Prospects(game(table(*edits, strong)), "english")
    assert held.risk("england", ("edward_iii",)) == 0


def test_weak_leaders_stay_behind_walls_that_cannot_fall() -> None:
    opened = table(
        SetControl(["england"], "english"),
        Station("john_chandos", "england"),
        Station("philippe_vi", "england", {"knight_french": 3, "infantry": 5}),
        Goto("battles"),
    )
    assert choice(opened) == StandSiege()


def test_strong_leaders_come_out_against_weak_besiegers() -> None:
    opened = table(
        SetControl(["wales"], "english"),
        Station("edward_iii", "wales", {"knight_english": 2, "longbow_english": 5}),
        Station("la_hire", "wales", {"infantry": 1}),
        Goto("battles"),
    )
    assert choice(opened) == GiveBattle()


def test_a_young_king_is_ransomed_and_an_old_captain_is_not() -> None:
    """On turn 8 Henry V comes to act, and Lionel of Antwerp, of turn 4, dies on 5 of 6."""
    opened = table(
        SetRound(8),
        SetControl(["england", "gascony", "normandy"], "english"),
        SetLeader("henry_v", "captured", "english"),
        SetLeader("lionel_antwerp", "captured", "english"),
        Goto("captives"),
    )
    action = choice(opened)
    assert isinstance(action, Ransom) and action.leader == "henry_v"
    opened.act("ann", action)
    assert opened.request("ann") is None or choice(opened) == Pass()


def test_leaders_arrive_where_troops_and_areas_wait_for_them() -> None:
    """England is theirs and full of troops without a leader; a home in Wales would not be."""
    opened = table(
        SetControl(["england", "wales"], "english"),
        SetLoose("england", {"infantry": 6}),
        SetLeader("henry_grosmont", "pool", "english"),
        Goto("arrivals"),
    )
    while not (action := _placing(opened)):
        seat = opened.requests()[0].seat
        opened.act(seat, opened.default(seat))
    while action.leader != "henry_grosmont":
        opened.act("ann", action)
        action = _placing(opened) or action
    assert action.area == "england"


def _placing(opened: Table) -> Place | None:
    """Whom he places where, if he is asked to place a leader of his own."""
    request = opened.request("ann")
    action = choice(opened) if request and request.decision == "D-16" else None
    return action if isinstance(action, Place) else None


def missed(*edits: Action) -> Table:
    """A battle in Anjou in which the English have missed three rounds, so that the French may force them away."""
    others = (Station("talbot", "wales"), Station("la_hire", "gascony"), SetAggressor("anjou", "english"))
    opened = table(*edits, *others)
    opened.game.dice.force(6, [1] * 60)
    opened.act("master", Goto("battles"))
    opened.act("master", SetBattle(2, 2))
    opened.act("ben", Stay())
    opened.act("ann", Stay())
    assert opened.asked("ben").decision == "D-07"
    return opened


def test_a_weak_side_forces_the_aggressor_away_and_a_strong_one_beats_him_where_he_stands() -> None:
    """In a pursuit Fastolf would lose troops, and in the field himself."""
    weak = missed(Station("dunois", "anjou"), Station("edward_iii", "anjou", {"infantry": 6}))
    assert choice(weak, "ben") == Force()
    strong = missed(Station("dunois", "anjou", {"infantry": 6}), Station("fastolf", "anjou", {"infantry": 3}))
    assert choice(strong, "ben") == LetStay()


def test_whoever_can_hardly_win_leaves_while_all_can_go() -> None:
    """He leaves troops to his pursuers rather than a King in the field."""

    def asked(french: dict[str, int], english: dict[str, int], *others: Action) -> Action:
        opened = table(
            *(Station("philippe_vi", "anjou", french), Station("edward_iii", "anjou", english)),
            *(Station("fastolf", "wales"), Station("la_hire", "gascony"), *others),
        )
        opened.game.dice.force(6, [1] * 60)
        opened.act("master", Goto("battles"))
        assert opened.asked("ben").decision == "D-08"
        return choice(opened, "ben")

    weak, strong = {"infantry": 4}, {"knight_english": 2, "infantry": 7}
    assert isinstance(asked(weak, strong), Retreat)
    assert asked({"knight_french": 6, "infantry": 3}, {}) == Stay()
    assert (
        asked(weak, strong, SetControl(["brittany", "normandy", "orleanais", "berry", "poitou"], "english")) == Stay()
    )


# ---------------------------------------------------------------------- troops


def levied(*edits: Action) -> list[str]:
    """The gunners whom a marshal raises for the French: Jean II has his 3 dice in Champagne, and room for 4 more."""
    held = (SetControl(["ile_de_france", "champagne"], "french"), SetControl(["england", "burgundy"], "english"))
    army = Station("jean_ii", "champagne", {"infantry": 5})
    opened = table(SetRound(5), *held, army, *edits, Goto("raising"))
    if any(request.seat == "ann" for request in opened.requests()):
        opened.act("ann", opened.default("ann"))
    action = choice(opened, "ben")
    return [text for text in getattr(action, "troops", ()) if text.startswith("gunner")]


def test_he_raises_a_gunner_for_leaders_beside_enemy_land_who_have_all_their_dice() -> None:
    assert levied() == ["gunner:1@ile_de_france"]
    assert levied(SetControl(["burgundy"], None)) == []
    assert levied(Station("jean_ii", "champagne", {"infantry": 1})) == []


def test_he_raises_no_gunner_whom_nobody_can_take_or_who_does_not_count() -> None:
    assert levied(Station("jean_ii", "champagne", {"infantry": 9})) == []
    assert levied(Station("jean_ii", "champagne", {"infantry": 5, "gunner": 2})) == []


def test_he_raises_no_gunner_whose_room_others_take() -> None:
    """The infantry of Champagne goes first: du Guesclin has room for 1 piece."""
    gone = SetLeader("jean_ii", "dead"), Station("du_guesclin", "champagne", {"infantry": 5})
    assert levied(*gone) == []


def test_he_recruits_mercenaries_for_a_leader_who_is_threatened_where_he_holds_the_land() -> None:
    edits = (
        SetControl(["flanders", "england"], "english"),
        Station("edward_iii", "flanders", {"infantry": 3}),
        Goto("deploying"),
    )
    threatened = choice(table(Station("jean_ii", "picardy", {"infantry": 4}), *edits))
    assert isinstance(threatened, Recruit) and threatened.leader == "edward_iii"
    assert not isinstance(choice(table(Station("jean_ii", "gascony"), *edits)), Recruit)


def test_nobody_goes_to_and_fro_in_answer_to_the_enemy() -> None:
    """Chandos in England or Flanders and the French in Normandy or Picardy could answer each other for ever."""
    opened = table(
        SetControl(["england", "wales", "gascony"], "english"),
        SetControl(["ile_de_france", "champagne", "normandy", "picardy", "aquitaine", "scotland"], "french"),
        Station("john_chandos", "england", {"longbow_english": 1, "infantry": 2}),
        Station("jacob_artevelde", "flanders", {"infantry": 3}, "english"),
        Station("edward_iii", "brittany", {"knight_english": 2, "longbow_english": 3, "infantry": 2}),
        Station("charles_blois", "brittany", {"infantry": 3}, "french"),
        Station("philippe_vi", "ile_de_france", {"knight_french": 3, "infantry": 5}),
        Station("louis_dampierre", "ile_de_france", {"infantry": 4}),
        SetImpulses(5, 5, "french"),
    )
    been = {one: [leader.area] for one, leader in game(opened).state.leaders.items() if leader.area}
    while opened.requests()[0].decision == "D-02":
        seat = opened.requests()[0].seat
        action = choice(opened, seat)
        if isinstance(action, Move):
            assert not any(action.to in been[one] for one in action.leaders), (action, been)
            for one in action.leaders:
                been[one].append(action.to)
        opened.act(seat, action)
    assert any(len(areas) > 1 for areas in been.values())


def test_the_troops_that_wait_count_where_a_leader_is_placed() -> None:
    """Three wait in Languedoc, where all is at peace; with two in Lorraine he can take Luxembourg from Knolles."""
    opened = table(
        SetControl(["languedoc", "gascony", "aquitaine", "auvergne", "provence", "dauphine"], "french"),
        SetControl(["champagne", "burgundy", "lorraine"], "french"),
        Station("robert_knolles", "luxembourg", {"infantry": 1}),
        SetLoose("languedoc", {"infantry": 3}),
        SetLoose("lorraine", {"infantry": 2}),
        SetRound(3),
        SetLeader("olivier_clisson", "pool", "french"),
        Goto("arrivals"),
    )
    rated = marshal_prisoners.rated_places(game(opened), "french", ["olivier_clisson"])
    worth = {area: gain for gain, _, area in rated}
    assert worth["lorraine"] > worth["languedoc"]
