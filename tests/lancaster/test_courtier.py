"""The courtier: what he prefers, and that he beats those who prefer nothing."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest

from engine.core.actions import Action, Pass
from engine.core.computer.deciding import Player
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.core.trials import simulation
from engine.lancaster.common.upgrading import Upgrade
from engine.lancaster.courtier import Courtier, _county
from engine.lancaster.edits import (
    Goto,
    OpenConflict,
    SetFavours,
    SetGoods,
    SetLaws,
    SetLord,
    SetNobles,
    SetRound,
    SetTiles,
    Stand,
)
from engine.lancaster.outlook import Outlook, _meets
from engine.lancaster.parliament.choices import Buy
from engine.lancaster.parliament.voting import Vote
from engine.lancaster.placing.favours import TakeFavour
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.placing.treasury import Claim
from engine.lancaster.rewards.castles import Muster
from engine.lancaster.rewards.counties import March, Reap
from engine.lancaster.rules import RULES
from engine.lancaster.views import LancasterView
from tests.lancaster.tables import KEY, SEATS, defaults, table

"""Few, so that all tests stay fast; `make test-long` plays thousands."""


def choice(opened: Table, seat: str = "ann", seed: int = 1) -> Action:
    """What a courtier does in a seat."""
    return Seated(Courtier(), seed).choose(opened, seat)


@pytest.mark.parametrize(
    ("other", "games", "least"),
    [
        *(("random", 2, 2), ("fickle", 4, 3)),
        *(pytest.param(*long, marks=pytest.mark.nightly) for long in (("random", 12, 11), ("fickle", 12, 9))),
    ],
)
def test_he_wins_games_for_two(other: str, games: int, least: int) -> None:
    players: dict[str, Player] = {"random": RandomPlayer(), **RULES.players}
    won = 0.0
    for number in range(games):
        seats = ["courtier", other] if number % 2 else [other, "courtier"]
        played = simulation.play(
            RULES,
            RULES.options("henry", {}),
            2,
            seed=3,
            number=number,
            players=[players[name] for name in seats],
            careful=False,
        )
        won += f"s{1 + seats.index('courtier')}" in played.winners
    assert won >= least


@pytest.mark.parametrize(
    ("variant", "seats"),
    [
        *zip(RULES.variants, (5, 2, 4, 3), strict=True),
        *(pytest.param(*long, marks=pytest.mark.nightly) for long in product(RULES.variants, (2, 5))),
    ],
)
def test_he_plays_every_variant_to_its_end(variant: str, seats: int) -> None:
    played = simulation.play(RULES, RULES.options(variant, {}), seats, seed=seats, players=[Courtier()])
    assert played.ending == "won [LAN-BASE-88]"


def test_he_plays_with_the_new_laws_and_votes_on_three_at_once() -> None:
    options = RULES.options("henry", {"new_laws": True, "law_preset": "new", "vote_windows": "batch"})
    assert simulation.play(RULES, options, 3, seed=1, players=[Courtier()]).ending == "won [LAN-BASE-88]"


def test_he_sends_no_more_squires_than_help_him() -> None:
    """In the last turn of all nobody can expel him, so one more than the other has is enough."""
    opened = table(
        SetRound(5),
        *(SetLord(colour, "treasury") for colour in ("blue", "green", "yellow", "red")),
        *(Stand(f"{colour}_{knight}", "reserve") for colour in ("green", "yellow", "red") for knight in ("1a", "2a")),
        Stand("blue_1a", "reserve"),
        Stand("green_2a", "county:G", squires=1),
        SetGoods("ann", "squires", 6),
        Stand("blue_2a", "reserve"),
        Stand("blue_4", "court"),
    )
    assert choice(opened) == Place("blue_4", "county:G", squires="0")


def test_he_empties_a_rich_treasury() -> None:
    opened = table(*(SetLord(colour, "treasury") for colour in ("green", "yellow", "red")))
    opened.game.state.treasury = {"squires": 1, "gold": 12}
    assert choice(opened) == Court("treasury")
    opened.act("ann", Court("treasury"))
    assert choice(opened) == Claim("gold")


def test_he_takes_the_favour_that_brings_most() -> None:
    opened = table(SetFavours(["F4", "F6"]), SetNobles("ann", ["A", "B", "C", "D"]))
    card = next(iter(opened.game.state.conflicts))
    opened.act("ann", Place("blue_1a", f"conflict:{card}"))
    assert choice(opened) == TakeFavour("F6")


@pytest.mark.parametrize(("seat", "side"), [("ann", "yes"), ("ben", "no")])
def test_he_votes_for_what_helps_him_more_than_the_others(seat: str, side: str) -> None:
    """Glory in France: 3 power points for each conflict; ann stands in two, nobody else in any."""
    opened = table(
        OpenConflict("C03", "upper", 0),
        OpenConflict("C05", "upper", 1),
        Stand("blue_1a", "conflict:C03/1"),
        Stand("blue_2a", "conflict:C05/1"),
        SetLaws(current=["B04", "B07", "B09"], proposed=["B12", "B14", "B17"]),
        SetGoods(seat, "voting_markers", 4),
        Goto("parliament"),
    )
    vote = choice(opened, seat)
    assert isinstance(vote, Vote) and (vote.law, vote.side) == ("B12", side)
    assert int(vote.markers or 0) >= 2


def test_he_spends_no_marker_on_what_makes_no_difference() -> None:
    opened = table(SetLaws(current=["B12", "B13", "B14"], proposed=["B18", "B06", "B08"]), Goto("parliament"))
    vote = choice(opened)
    assert isinstance(vote, Vote) and vote.markers == "0"


def test_he_buys_power_points_with_gold_that_is_of_no_more_use() -> None:
    opened = table(SetRound(5), SetLaws(current=["B16", "B17", "B18"]), SetGoods("ann", "gold", 7), Goto("parliament"))
    defaults(opened, "law")
    assert choice(opened) == Buy("7")


def test_he_takes_the_noble_who_is_worth_more_than_the_reward() -> None:
    opened = table(Stand("blue_2a", "county:B"), SetNobles("ann", ["A", "C", "D"]), SetGoods("ann", "gold", 0))
    opened.arrange(Goto("counties"))
    opened.begin()
    assert choice(opened) == Reap("noble")
    rich = table(Stand("blue_2a", "county:B"), SetNobles("ann", ["A", "C", "D"]), SetGoods("ann", "gold", 9))
    rich.arrange(Goto("counties"))
    rich.begin()
    assert choice(rich) == Reap("both")


def test_the_same_view_and_seed_lead_to_the_same_choice() -> None:
    opened = table(SetGoods("ben", "gold", 7))
    assert all(choice(opened.world("ann", seed), seed=7) == choice(opened, seed=7) for seed in range(5))


# ---------------------------------------------------------------------- what things are worth to him


def outlook(*edits: Action) -> Outlook:
    """What he makes of a table."""
    view = table(*edits).view("ann")
    assert isinstance(view, LancasterView)
    return Outlook(view, "ann")


def test_a_castle_space_that_recruits_is_worth_more_by_a_knight() -> None:
    seen = outlook()
    space = next(space for space in seen.book.castle.values() if space.action == "recruit")
    price = sum(seen.worth(good, 3) * number for good, number in space.cost.items())
    assert seen.space(space, 3) == pytest.approx(seen.recruit(3) - price)
    assert seen.recruit(3) > 0


@pytest.mark.parametrize(("knights", "met"), [(2, False), (3, True)])
def test_a_law_that_asks_for_three_small_knights_is_met_by_three(knights: int, met: bool) -> None:
    assert _meets("three_deployed_1", Counter(deployed_1=knights)) is met


# ---------------------------------------------------------------------- rewards, in the answer he gives


def edition(figures: str, *edits: Action) -> Table:
    """A table with figures of its own in round 3 of five."""
    rules = RULES.with_figures(RULES.read_figures(f'game = "lancaster"\n{figures}\n'))
    opened = Table.bare(rules, list(SEATS), rules.options("henry", {}), KEY)
    for edit in (SetRound(3), SetGoods("ann", "squires", 20), *edits):
        opened.arrange(edit)
    opened.begin()
    return opened


@pytest.mark.parametrize(("squires", "pays"), [(5, True), (6, False)])
def test_he_recruits_at_a_castle_for_what_a_knight_is_worth(squires: int, pays: bool) -> None:
    """Two rounds before the end a knight is worth 4.9, a squire 0.9."""
    opened = edition(f"[castle.K6]\ncost = {{ squires = {squires} }}", Stand("blue_2a", "castle:K6"), Goto("castles"))
    assert opened.asked("ann").decision == "D15"
    assert choice(opened) == (Muster() if pays else Pass())


@pytest.mark.parametrize(("squires", "pays"), [(2, True), (4, False)])
def test_he_upgrades_at_a_castle_for_what_strength_is_worth(squires: int, pays: bool) -> None:
    """A strength-2 knight who becomes one of 3 is worth 2.3, and 0.2 for each strength that he has."""
    opened = edition(f"[castle.K5]\ncost = {{ squires = {squires} }}", Stand("blue_2a", "castle:K5"), Goto("castles"))
    assert opened.asked("ann").decision == "D15"
    assert choice(opened) == (Upgrade("blue_2a") if pays else Pass())


def test_he_upgrades_the_knight_whose_strength_wins_a_battle() -> None:
    """With the strength-1 knight one stronger England has 4 of 4 at Touques; at Cherbourg it would have 3 of 6."""
    wars = OpenConflict("C02", "upper", 0), OpenConflict("C06", "upper", 1)
    there = Stand("green_2a", "conflict:C02/1"), Stand("blue_1a", "conflict:C02/2"), Stand("blue_2a", "conflict:C06/1")
    opened = edition("", *wars, *there, SetTiles("ann", ["X5"]), Goto("castles"))
    assert choice(opened) == Upgrade("blue_1a")


@pytest.mark.parametrize(("tiles", "spent"), [((), True), (("X6",), False)])
def test_he_keeps_the_squires_that_his_castle_needs(tiles: Sequence[str], spent: bool) -> None:
    """The Muster Yard recruits a knight for 2 squires every round."""
    assert (_county(outlook(SetTiles("ann", list(tiles))), "blue", 2, "A", ())[1] == 2) is spent


def test_he_rather_upgrades_the_stronger_knight_and_takes_a_bishop_where_seals_are_many() -> None:
    opened = edition("", Stand("blue_1a", "castle:K5"), Stand("blue_2a", "county:E"), Goto("castles"))
    assert choice(opened) == Upgrade("blue_2a")
    sealed = edition("", Stand("blue_1a", "castle:K5"), SetGoods("ann", "seals", 4), Goto("castles"))
    assert choice(sealed) == Upgrade("bishop")


def test_he_marches_where_his_knight_turns_the_war() -> None:
    opened = table(
        *(SetRound(3), OpenConflict("C01", "lower", 0), OpenConflict("C03", "lower", 1)),
        *(Stand("green_1a", "conflict:C01/1"), Stand("blue_3", "county:H"), Goto("counties")),
    )
    assert opened.asked("ann").decision == "D12", "noble or reward"
    opened.act("ann", Reap("reward"))
    march = choice(opened)
    assert isinstance(march, March) and march.to == "C01"


def test_he_keeps_the_gold_for_noble_and_reward_of_his_counties() -> None:
    """Glory for gold, but three gold are kept for Dorset: both are worth more than three power points at the end."""
    laws = (SetLaws(current=["B16", "B17", "B18"]), SetGoods("ann", "gold", 7), SetRound(5))
    free = table(*laws, Goto("parliament"))
    defaults(free, "law")
    held = table(*laws, Stand("blue_3", "county:G"), SetNobles("ann", ["A", "C", "D"]), Goto("parliament"))
    defaults(held, "law")
    assert (choice(free), choice(held)) == (Buy("7"), Buy("4"))
    had = table(*laws, Stand("blue_3", "county:G"), SetNobles("ann", ["A", "C", "G"]), Goto("parliament"))
    defaults(had, "law")
    assert choice(had) == Buy("7")
    lands = Stand("blue_3", "county:G"), SetNobles("ann", ["A", "C", "D"])
    poor = table(*laws, SetGoods("ann", "gold", 2), *lands, Goto("parliament"))
    defaults(poor, "law")
    assert choice(poor) == Buy("2"), "two gold do not pay for both"


def test_he_thinks_of_two_squires_more_than_are_needed_and_of_no_third() -> None:
    """With three nobody could expel his strength-3 knight from Warwick, and an eighth noble would be worth them."""
    rivals = [
        Stand(f"{house}_{knight_id}", "reserve") for house in ("green", "yellow", "red") for knight_id in ("1a", "2a")
    ]
    rich = (SetGoods("ann", "squires", 6), SetGoods("ann", "gold", 9), SetNobles("ann", [*"ABCDEGH"]))
    seen = outlook(SetRound(3), *rivals, Stand("green_4", "court"), *rich)
    assert seen.stays("F", 3) < seen.stays("F", 5) < 1 == seen.stays("F", 6)
    assert _county(seen, "blue", 3, "F", ())[1] == 0
    held = outlook(SetRound(3), *rivals, Stand("green_4", "county:F", squires=0), *rich)
    assert _county(held, "blue", 3, "F", ())[1] == 2, "as many as are needed"
