"""How far leaders could go and troops be deployed, told from what everybody can see (rules 2, 6.2, 6.7)."""

from engine.core.actions import Action
from engine.core.table import Table
from engine.warriors.board.state import Side
from engine.warriors.edits import SetAggressor, SetControl, Station
from engine.warriors.reach import links, reach
from engine.warriors.rules import RULES
from engine.warriors.views import WarriorsView
from tests.warriors.tables import KEY, SEATS, table


def seen(*edits: Action) -> WarriorsView:
    """What everybody sees of a table with these edits."""
    view = table(*edits).view("")
    assert isinstance(view, WarriorsView)
    return view


def ways(side: Side, *held: str) -> list[str]:
    """Between which areas a side may deploy troops that controls these, as 'a-b'."""
    return sorted("-".join(sorted(pair)) for pair in links(seen(SetControl([*held], side)), side))


def test_so_many_leaders_cross_a_border_at_once() -> None:
    leaders = [
        Station(leader_id, "champagne") for leader_id in ("philippe_vi", "jean_ii", "charles_v", "louis_dampierre")
    ]
    found = reach(seen(*leaders), "champagne", "french")
    assert found == {
        "burgundy": 2, "ile_de_france": 3, "lorraine": 2, "luxembourg": 1, "orleanais": 2, "picardy": 2,
    }  # fmt: skip


def test_no_more_can_go_than_there_are() -> None:
    found = reach(seen(Station("philippe_vi", "champagne")), "champagne", "french")
    assert set(found.values()) == {1} and len(found) == 6
    assert reach(seen(Station("philippe_vi", "champagne")), "champagne", "english") == {}


def test_the_sea_is_crossed_by_two_from_england_in_english_hands() -> None:
    army = [Station(leader_id, "england") for leader_id in ("edward_iii", "john_chandos")]
    assert reach(seen(*army), "england", "english")["normandy"] == 1
    assert reach(seen(*army, SetControl(["england"], "english")), "england", "english")["normandy"] == 2
    assert reach(seen(*army, SetControl(["normandy"], "english")), "england", "english")["normandy"] == 2


def test_the_french_are_two_by_sea_to_an_area_of_their_own_only() -> None:
    army = [Station(leader_id, "brittany") for leader_id in ("philippe_vi", "jean_ii")]
    for held, number in (("brittany", 1), ("aquitaine", 2)):
        assert reach(seen(*army, SetControl([held], "french")), "brittany", "french")["aquitaine"] == number


def test_as_many_stay_as_there_are_enemies() -> None:
    both = [Station("edward_iii", "anjou"), Station("john_chandos", "anjou"), Station("philippe_vi", "anjou")]
    view = seen(*both, SetAggressor("anjou", "english"))
    assert set(reach(view, "anjou", "english").values()) == {1} and reach(view, "anjou", "french") == {}


def test_troops_go_by_land_along_rivers_and_to_mercenaries_but_not_between_lands_of_others() -> None:
    """Savoy and Switzerland, where mercenaries live, are linked too, but with no area that a side controls."""
    assert ways("french", "burgundy", "dauphine", "auvergne", "champagne", "poitou") == [
        "auvergne-burgundy", "burgundy-champagne", "burgundy-dauphine", "burgundy-savoy", "dauphine-savoy",
    ]  # fmt: skip


def test_the_english_deploy_by_sea_and_the_french_do_not() -> None:
    held = ("england", "scotland", "wales", "normandy")
    assert ways("french", *held) == ["england-wales"]
    assert ways("english", *held) == [
        "england-ireland", "england-normandy", "england-wales", "ireland-scotland", "ireland-wales",
    ]  # fmt: skip


def test_nobody_deploys_where_the_other_side_controls() -> None:
    view = seen(SetControl(["anjou", "poitou"], "french"), SetControl(["berry"], "english"))
    assert links(view, "french") == {frozenset(("anjou", "poitou"))}
    assert links(view, "english") == frozenset()


def test_a_table_goes_by_its_own_borders() -> None:
    text = 'game = "warriors"\n[border.ile_de_france-normandy]\ntype = "obstructed"\n'
    rules = RULES.with_figures(RULES.read_figures(text))
    opened = Table.bare(rules, list(SEATS), rules.options("hyw", {}), KEY)
    for leader_id in ("philippe_vi", "jean_ii"):
        opened.arrange(Station(leader_id, "normandy"))
    opened.arrange(SetControl(["normandy", "ile_de_france"], "french"))
    opened.begin()
    view = opened.view("")
    assert isinstance(view, WarriorsView)
    found = reach(view, "normandy", "french")
    assert found["ile_de_france"] == 1 and found["anjou"] == 2
    assert links(view, "french") == frozenset()
