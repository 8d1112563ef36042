"""What a position of Warriors of God is worth to the computer player, reckoned by hand (docs/computer-players.md)."""

import pytest

from engine.core.actions import Action
from engine.warriors.board.state import Side, Troops
from engine.warriors.edits import SetControl, SetDisgraced, SetImpulses, SetRound, Station
from engine.warriors.evaluation import Might, Prospects, hits
from tests.harness.rows import rows
from tests.warriors.tables import game, table

OLD = 1.8
"""What a point is worth that an area scores as long as three turns or more are to come."""

ENGLAND, ILE_DE_FRANCE, NORMANDY, POITOU = 2.45 * OLD, 3.45 * OLD, 1.3 * OLD, 1.15 * OLD
"""What areas are worth to the English: points, the capital, and 0.15 of each point of value for the troops."""

LIFE = 5 / 6 + 5 * 4 / 36 + 5 * 4 * 3 / 216 + 5 * 4 * 3 * 2 / 1296 + 5 * 4 * 3 * 2 / 7776
"""The turns on which a young leader acts after this one: he dies on 1, 1-2, 1-3 and so on."""


IDLE = (Station("lionel_antwerp", "ireland"), Station("jean_vienne", "switzerland"))
"""A leader of each side who can do something far away, so that the impulses are not over at once."""


def prospects(*edits: Action, side: Side = "english") -> Prospects:
    """What the map promises a side in its impulses."""
    return Prospects(game(table(*IDLE, *edits)), side)


# ---------------------------------------------------------------------- areas


def test_an_area_is_worth_its_points_and_troops_for_as_long_as_the_game_lasts() -> None:
    for turn, lasting in ((1, OLD), (10, OLD), (11, 1.5), (12, 1.0)):
        found = prospects(SetRound(turn))
        assert found.points("poitou", "english") == pytest.approx(1.15 * lasting)
        assert found.points("normandy", "french") == pytest.approx(1.3 * lasting)
        assert found.points("ile_de_france", "english") == pytest.approx(3.45 * lasting)
        assert found.points("ile_de_france", "french") == pytest.approx(2.45 * lasting)
        assert found.points("england", "french") == pytest.approx(3.45 * lasting)
    assert prospects().points("ireland", "english") == 0


def test_an_area_in_which_nobody_stands_is_worth_its_points_to_whom_it_belongs() -> None:
    held = prospects(SetControl(["normandy"], "english"), SetControl(["poitou"], "french"))
    assert held.now("normandy") == pytest.approx(NORMANDY)
    assert held.now("poitou") == pytest.approx(-POITOU)
    assert held.now("anjou") == 0


@rows(
    "leader, troops, chance",
    [
        ("edward_iii", {}, 0.5),
        ("fastolf", {}, 1 / 6),
        ("john_chandos", {"mercenary_brabant": 1}, 1 / 6),
        ("john_chandos", {"mercenary_brabant": 2}, 0),
        ("fastolf", {"mercenary_brabant": 2}, 0),
    ],
)
def test_an_area_of_nobody_is_controlled_by_rank_now_or_half_of_it_next_turn(
    leader: str, troops: Troops, chance: float
) -> None:
    found = prospects(Station(leader, "normandy", troops))
    assert found.now("normandy") == pytest.approx(NORMANDY * (chance + (1 - chance) * chance / 2))


def test_at_home_a_leader_is_sure_of_it_unless_mercenaries_are_with_him() -> None:
    assert prospects(Station("fastolf", "england")).now("england") == pytest.approx(ENGLAND)
    found = prospects(Station("fastolf", "england", {"mercenary_brabant": 1})).now("england")
    assert found == pytest.approx(ENGLAND * (5 / 6 + 1 / 6 * 5 / 6 / 2))


def test_own_land_is_kept_by_whoever_stands_in_it() -> None:
    assert prospects(Station("fastolf", "poitou"), SetControl(["poitou"], "english")).now("poitou") == pytest.approx(
        POITOU
    )


def test_an_area_under_the_enemys_marker_can_be_taken_next_turn_or_by_an_impulse() -> None:
    """Two leaders and a second impulse remove the marker at once; else half of it is left."""
    held = (Station("edward_iii", "normandy"), SetControl(["normandy"], "french"))
    two = (*held, Station("fastolf", "normandy"))
    assert prospects(*held).now("normandy") == pytest.approx(NORMANDY * 0.5 * 0.5)
    assert prospects(*two, SetImpulses(2, 0, "english")).now("normandy") == pytest.approx(NORMANDY * 0.5 * 0.8)
    assert prospects(*two, SetImpulses(1, 5, "english")).now("normandy") == pytest.approx(NORMANDY * 0.5 * 0.5)


def test_the_disgraced_take_nothing_from_the_enemy() -> None:
    fled = (Station("edward_iii", "normandy"), SetDisgraced("edward_iii", True), SetControl(["normandy"], "french"))
    assert prospects(*fled).now("normandy") == pytest.approx(-NORMANDY)
    assert prospects(*fled[:2]).now("normandy") == 0, "nor anything else"
    joined = prospects(*fled, Station("fastolf", "normandy"), SetImpulses(1, 0, "english"))
    assert joined.now("normandy") == pytest.approx(NORMANDY * 1 / 6 * 0.5)


def test_what_the_enemy_is_promised_is_taken_off() -> None:
    assert prospects(Station("philippe_vi", "normandy")).now("normandy") == pytest.approx(-NORMANDY * 0.625)
    assert prospects(Station("philippe_vi", "normandy"), side="french").now("normandy") == pytest.approx(
        NORMANDY * 0.625
    )


# ---------------------------------------------------------------------- leaders


def test_a_leader_is_worth_his_stars_his_years_and_his_troops() -> None:
    found = prospects(
        Station("edward_iii", "england", {"infantry": 2, "knight_english": 1}), Station("talbot", "wales")
    )
    assert found.life("edward_iii") == pytest.approx(LIFE) == pytest.approx(found.life("talbot"))
    assert found.price(["edward_iii"]) == pytest.approx(0.5 * 3 * (1 + LIFE) + 0.15 * 3)
    assert found.price(["edward_iii", "talbot"]) == pytest.approx(0.5 * 5 * (1 + LIFE) + 0.15 * 3)
    assert found.price([]) == 0


@rows("turn, life", [(4, 2 / 6 + 2 / 36), (5, 1 / 6), (6, 0), (7, 0), (12, 0)])
def test_nobody_lives_for_more_than_six_turns(turn: int, life: float) -> None:
    assert prospects(SetRound(turn), Station("edward_iii", "england")).life("edward_iii") == pytest.approx(life)


def test_who_fights_together_is_led_by_the_best_and_bears_a_hit_each_and_two_for_a_knight() -> None:
    found = prospects(
        Station("edward_iii", "anjou", {"infantry": 1, "knight_english": 1, "gunner": 2}),
        Station("john_chandos", "anjou", {"longbow_english": 2}),
    )
    assert found.might(("john_chandos", "edward_iii")) == Might(
        commander="edward_iii", dice=6 + 2, toughness=2 + 1 + 2 + 2 + 2, bravery=3, gunners=2
    )


def test_a_die_hits_on_a_six_and_on_one_more_for_each_point_of_bravery_beyond_the_enemys() -> None:
    bold, timid = Might("a", 4, 1, 4, 0), Might("b", 3, 1, 2, 0)
    assert hits(bold, timid) == pytest.approx(4 * 3 / 6)
    assert hits(timid, bold) == pytest.approx(3 * 1 / 6)
    assert hits(timid, bold, 1) == pytest.approx(3 * 2 / 6)
    assert hits(bold, timid, 5) == 4


# ---------------------------------------------------------------------- battles


FOUGHT = (Station("edward_iii", "anjou", {"infantry": 3}), Station("philippe_vi", "anjou", {"infantry": 1}))
"""Four dice that hit on 5 and 6, and four hits to bear, against two dice that hit on a 6, and two hits."""


def test_the_stronger_side_is_favoured_by_the_cube_of_what_it_hits_and_bears() -> None:
    own, foes = ("edward_iii",), ("philippe_vi",)
    assert prospects(*FOUGHT).likely(own, foes) == pytest.approx(512 / 513)
    assert prospects(*FOUGHT, side="french").likely(foes, own) == pytest.approx(1 / 513)


def test_who_is_silenced_by_jeanne_darc_hits_less() -> None:
    """Against a bravery of 3 she is heard on 4 to 6, and not herself on 1 and 2."""
    met = (Station("edward_iii", "anjou"), Station("jeanne_darc", "anjou"))
    assert prospects(*met).likely(("edward_iii",), ("jeanne_darc",)) == pytest.approx(27 / 91)


def test_a_battle_in_the_field_promises_the_area_and_half_of_what_the_loser_is_worth() -> None:
    found = prospects(*FOUGHT)
    wins, anjou = 512 / 513, 1.3 * OLD * 0.625
    beaten, lost = 0.5 * 3 * (1 + LIFE) + 0.15, 0.5 * 3 * (1 + LIFE) + 0.45
    promised = wins * (anjou + beaten / 2) - (1 - wins) * (anjou + lost / 2)
    assert found.now("anjou") == pytest.approx(promised)


@rows(
    "area, troops, number",
    [("poitou", {}, 3), ("anjou", {"gunner": 1}, 3), ("england", {"gunner": 2}, 3), ("england", {"gunner": 4}, 3)],
)
def test_a_siege_number_is_made_of_value_bravery_and_two_gunners_at_most(
    area: str, troops: Troops, number: int
) -> None:
    found = prospects(Station("edward_iii", area, troops), Station("philippe_vi", area))
    assert found.siege_number(area, ["philippe_vi"], ["edward_iii"]) == number
    assert found.siege_number(area, ["edward_iii"], ["philippe_vi"]) == number + 2 + min(2, sum(troops.values()))


def test_the_besieged_lose_all_if_the_town_falls_and_nothing_else() -> None:
    """A siege number of 4: it falls on 5 and 6."""
    met = (Station("edward_iii", "anjou"), Station("philippe_vi", "anjou"), SetControl(["anjou"], "french"))
    anjou, king = 1.3 * OLD, 0.5 * 3 * (1 + LIFE)
    promised = 4 / 6 * anjou - 2 / 6 * (anjou * 0.5 * 0.5 + king)
    french, english = prospects(*met, side="french"), prospects(*met)
    inside, outside = ["philippe_vi"], ["edward_iii"]
    assert french.besieged("anjou", inside, outside, "french") == pytest.approx(promised)
    assert english.besieged("anjou", outside, inside, "french") == pytest.approx(-promised)


def test_whoever_holds_an_area_chooses_between_walls_and_field() -> None:
    """Where he is weak he stays behind walls, where he is strong he comes out."""
    pairs: list[tuple[Side, Side]] = [("english", "french"), ("french", "english")]
    for strong, weak in pairs:
        troops = {"english": {"infantry": 6} if strong == "english" else {}, "french": {}}
        troops["french"] = {"infantry": 6} if strong == "french" else {}
        met = (Station("edward_iii", "anjou", troops["english"]), Station("philippe_vi", "anjou", troops["french"]))
        for holder, behind_walls in ((weak, True), (strong, False)):
            found = prospects(*met, SetControl(["anjou"], holder))
            own, foes = ("edward_iii",), ("philippe_vi",)
            siege = found.besieged("anjou", own, foes, holder)
            assert (found.now("anjou") == pytest.approx(siege)) is behind_walls


# ---------------------------------------------------------------------- next door


def test_a_free_leader_promises_a_quarter_of_what_he_could_gain_next_door() -> None:
    """From Normandy Edward III would gain most at home."""
    free = Station("edward_iii", "normandy")
    assert prospects(free).reach("normandy", ["edward_iii"]) == pytest.approx(ENGLAND / 4)
    assert prospects(free, SetControl(["normandy"], "french")).reach("normandy", ["edward_iii"]) == 0
    assert prospects(free, Station("philippe_vi", "normandy")).reach("normandy", ["edward_iii"]) == 0
    assert prospects(free, SetControl(["normandy"], "english")).reach("normandy", ["edward_iii"]) == pytest.approx(
        ENGLAND / 4
    )


def test_where_he_would_lose_everywhere_he_stays() -> None:
    """Only the hardest of armies stand in the areas round Gascony."""
    strong = [
        Station(leader_id, area, {"infantry": 9})
        for leader_id, area in (("philippe_vi", "aquitaine"), ("jean_ii", "languedoc"))
    ]
    found = prospects(Station("fastolf", "gascony"), *strong)
    assert found.gain("aquitaine", "fastolf") < 0 and found.gain("languedoc", "fastolf") < 0
    assert found.gain("navarre", "fastolf") == 0 == found.reach("gascony", ["fastolf"])


def test_what_one_more_leader_gains_is_reckoned_with_those_who_are_there() -> None:
    found = prospects(Station("john_chandos", "anjou"), Station("edward_iii", "normandy"))
    two, three, anjou = 1 / 3 + 2 / 3 * 1 / 3 / 2, 0.625, 1.3 * OLD
    assert found.gain("anjou", "edward_iii") == pytest.approx(anjou * (three - two))
    assert found.gain("anjou", "john_chandos") == pytest.approx(anjou * two)


# ---------------------------------------------------------------------- enemies who may come


def test_what_the_enemy_may_still_take_counts_for_three_fifths() -> None:
    """Philippe VI may cross to England, where he would take half of it next turn; by sea he comes alone."""
    held = (SetControl(["england"], "english"), Station("philippe_vi", "normandy"), Station("jean_ii", "normandy"))
    taken = 3.45 * OLD * 0.5 * 0.5
    assert prospects(*held, SetImpulses(1, 1, "english")).risk("england", ()) == pytest.approx(-0.6 * (ENGLAND + taken))
    assert prospects(*held, SetImpulses(1, 0, "english")).risk("england", ()) == 0
    assert prospects(*held).risk("scotland", ()) == 0


def test_those_come_who_may_leave_the_strongest_first() -> None:
    """Two cross a clear border, of three who stand there; one has to stay under an English marker."""
    held: tuple[Action, ...] = (
        *(SetControl(["anjou"], "english"), SetImpulses(1, 1, "english"), Station("la_hire", "normandy")),
        *(Station("philippe_vi", "normandy"), Station("du_guesclin", "normandy")),
    )
    two = -1.3 * OLD * 0.5 * 0.5
    assert prospects(*held).risk("anjou", ()) == pytest.approx(0.6 * (two - NORMANDY))
    held = (*held, Station("fastolf", "normandy"), Station("talbot", "normandy"))
    one = prospects(*held)
    assert one.risk("anjou", ()) == pytest.approx(0.6 * (two - NORMANDY))
    assert prospects(*held, Station("edward_iii", "normandy")).risk("anjou", ()) == 0


def test_an_area_that_the_enemy_cannot_harm_is_at_no_risk() -> None:
    strong = Station("edward_iii", "anjou", {"infantry": 9})
    found = prospects(
        SetControl(["anjou"], "english"), strong, Station("fastolf", "wales"), Station("la_hire", "poitou")
    )
    assert found.risk("anjou", ("edward_iii",)) == 0
