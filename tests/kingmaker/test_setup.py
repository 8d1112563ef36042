"""Set-up and the Crown deck (rules 1, 2.7), where a scenario cannot say it well."""

import pytest

from engine.core.computer.players import RandomPlayer, Seated
from engine.core.dice import Dice
from engine.core.table import Table
from engine.kingmaker.board.cards import decks
from engine.kingmaker.board.catalog import Card, NobleCard, OfficeCard, TitleCard, catalog
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.rules import RULES
from engine.kingmaker.sequence import setup, setup_plan
from engine.kingmaker.sequence.newcomers import Redeal
from engine.kingmaker.sequence.setup import SettingUp
from engine.kingmaker.sequence.setup_plan import Plan
from tests.harness.rows import rows
from tests.kingmaker.boards import begin, empty, game_of, put

KEY = bytes(32)
KINDS: tuple[type[Card], ...] = (TitleCard, OfficeCard, Card)


def opened(seats: int, game_id: str = "deal", **changes: object) -> Table:
    """A table of some seats that is being set up."""
    names = [f"s{number}" for number in range(seats)]
    return Table.new(RULES, game_id, names, RULES.options("base", changes), KEY)


@pytest.mark.rule("WBC-C24.1")
def test_every_noble_has_the_ten_men_that_can_fetch_the_french() -> None:
    assert all(card.strength >= 10 for card in catalog().cards.values() if isinstance(card, NobleCard))


@pytest.mark.rule("BASE-SET-1")
def test_the_decks_hold_the_basic_cards_in_the_order_of_the_shuffle() -> None:
    game = empty()
    decks.build(game)
    assert len(game.state.crown_deck) == 77
    assert len(game.state.event_deck) == 66
    assert game.state.crown_discard == game.state.event_discard == []
    dice = Dice(KEY, "test", game.dice.counter - 76 - 65)
    crown = [card.id for card in catalog().cards.values() if _basic(card)]
    dice.shuffle(crown, "")
    assert game.state.crown_deck == crown
    assert "kings_pardon" not in crown and "le_lucas" not in crown


def _basic(card: Card) -> bool:
    copy = int(card.id[-1]) if card.id[-1].isdigit() else 1
    return copy <= card.copies["base"]


@pytest.mark.rule("BASE-SET-2")
@rows("seats", [2, 3, 4, 5, 6, 7])
def test_the_deal_is_even_but_for_seats_that_drew_no_noble(seats: int) -> None:
    table = opened(seats)
    for faction in table.game.state.factions.values():
        nobles = [card for card in faction.hand if isinstance(catalog().cards[card], NobleCard)]
        assert len(faction.hand) == 36 // seats or nobles == faction.hand[-1:]
        assert nobles


@pytest.mark.rule("BASE-SET-3")
@rows("seed", range(6))
def test_no_change_of_a_plan_leaves_a_card_out_that_could_be_given(seed: int) -> None:
    table = opened(2 + seed, f"plan-{seed}")
    before = _given(table)
    changes = 0
    for number in range(40):
        seat = table.requests()[0].seat
        action = Seated(RandomPlayer(), 100 * seed + number).choose(table, seat)
        if not isinstance(action, setup.Ready):
            table.act(seat, action)
            changes += 1
            assert _given(table) == before
    assert changes > 5


@pytest.mark.rule("BASE-SET-3")
def test_whoever_gives_up_his_title_gives_up_the_office_that_he_had_for_it() -> None:
    game = game_of(opened(2))
    plan = setup_plan.default(game, ["grey", "clifford", "earl_of_kent", "marshal_of_england"])
    assert plan.cards == {"earl_of_kent": "grey", "marshal_of_england": "grey"}
    setup_plan.allocate(game, plan, "earl_of_kent", "clifford")
    assert plan.cards == {"earl_of_kent": "clifford", "marshal_of_england": "clifford"}


@pytest.mark.rule("BASE-SET-4")
def test_a_plan_says_nothing_of_the_chancery_where_nobles_get_all_cards() -> None:
    game = game_of(opened(2))
    assert "Chancery" not in setup_plan.shown(game, setup_plan.default(game, ["clifford", "earl_of_kent"]))


@pytest.mark.rule("BASE-SET-4")
def test_a_plan_says_which_nobles_are_titled_by_birth_where_a_title_is_left_over() -> None:
    game = game_of(opened(2))
    plan = setup_plan.default(game, ["pole", "earl_of_kent"])
    assert "Earl of Kent: each of your nobles has a title already (Pole by birth)." in setup_plan.shown(game, plan)


@pytest.mark.rule("BASE-SET-4")
def test_a_plan_says_what_no_noble_gets_and_who_would_give_up_what_for_it() -> None:
    game = game_of(opened(2))
    plan = setup_plan.default(game, ["grey", "clifford", "earl_of_kent", "marshal_of_england", "chancellor_of_england"])
    assert setup_plan.shown(game, plan).endswith(
        "Chancellor of England: only a titled noble who has no office can get an office. "
        "It goes to the Chancery, for Parliament to give out, unless you change that."
    )
    assert "Chancellor of England" not in setup_plan.told(game, plan)
    asked = {field.name: field for field in setup.allocation(game, plan).fields}
    assert [(choice.label, choice.hint) for choice in asked["card"].choices({})] == [
        ("Earl of Kent", "now with Grey"),
        ("Chancellor of England", "Grey then has it in place of Marshal of England"),
    ]
    takers = asked["noble"].choices({"card": "chancellor_of_england"})
    assert [(choice.label, choice.hint) for choice in takers] == [("Grey", "in place of Marshal of England")]


def _given(table: Table) -> dict[str, list[int]]:
    """How many titles, offices and cards each plan gives out."""
    step = table.game.top
    assert isinstance(step, SettingUp)
    return {seat: [_count(plan, kind) for kind in KINDS] for seat, plan in step.plans.items()}


def _count(plan: Plan, kind: type[Card]) -> int:
    return sum(1 for card, noble in plan.cards.items() if noble and isinstance(catalog().cards[card], kind))


@pytest.mark.rule("BASE-SET-2")
def test_an_open_draw_shows_the_hand_and_what_comes() -> None:
    hidden, shown = (
        [event for event in opened(7, "open-0", no_noble_dealt=value).opening().events if event.kind == kind]
        for value, kind in (("draw_hidden", "drawn_on"), ("draw_open", "shown"))
    )
    assert len(hidden) == len(shown) == 2
    assert not any(event.subjects for event in hidden)
    assert all(event.subjects for event in shown)


@pytest.mark.rule("BASE-SET-7")
def test_without_chancellor_and_cleric_the_most_troops_begin_and_dice_decide_between_equals() -> None:
    assert _first({"percy": "cat", "neville": "ann", "roos": "ben"}) == "cat"
    game = _board({"neville": "ann", "mowbray": "ben", "roos": "cat"})
    game.dice.force(2, [2])
    setup.choose_first_player(game)
    assert game.active == "ben"


@pytest.mark.rule("BASE-SET-7")
def test_mercenaries_and_ships_are_no_permanent_troops() -> None:
    game = _board({"percy": "cat", "neville": "ann"})
    for card in ("burgundian_crossbowmen", "burgundian_crossbowmen_2"):
        game.noble("neville").cards.append(card)
    setup.choose_first_player(game)
    assert game.active == "cat"


def _board(owners: dict[str, str]) -> Kingmaker:
    game = empty()
    for noble, seat in owners.items():
        put(game, noble, seat, "open:york")
    return game


def _first(owners: dict[str, str]) -> str:
    game = _board(owners)
    setup.choose_first_player(game)
    return game.active


@pytest.mark.rule("BASE-TRN-1")
def test_rounds_are_counted_from_the_first_player() -> None:
    game = _board({"percy": "ann", "neville": "ben", "roos": "cat"})
    game.state.first = "ben"
    table = begin(game, "crown", "cat")
    _until(table, "ann")
    assert table.game.state.turn.round == 1
    _until(table, "ben")
    assert table.game.state.turn.round == 2


def _until(table: Table, seat: str) -> None:
    """Let defaults go on until a seat is active."""
    for _ in range(20):
        if table.game.state.turn.seat == seat:
            return
        waiting = table.requests()[0].seat
        table.act(waiting, table.default(waiting))


@pytest.mark.rule("BASE-CRN-4")
def test_without_a_crown_card_left_the_phase_ends_without_a_draw() -> None:
    game = _board({"percy": "ann", "neville": "ben", "roos": "cat"})
    game.state.removed += game.state.crown_deck
    game.state.crown_deck = []
    begin(game, "crown", "ann")
    assert game.active == "ben"
    assert "crown_empty" in [event.kind for event in game.events]


@pytest.mark.rule("BASE-CRN-4")
def test_an_empty_crown_deck_is_made_anew_from_the_discards() -> None:
    game = empty({"crown_discard": "face_up"})
    put(game, "percy", "ann", "open:york")
    game.state.crown_discard, game.state.crown_deck = game.state.crown_deck, []
    table = begin(game, "crown", "ann")
    assert "shuffle" in [event.kind for event in game.events]
    assert table.problems() == []


@pytest.mark.rule("COV-3.5")
@pytest.mark.rule("COV-4.4")
def test_where_the_crown_deck_has_no_noble_left_all_of_it_is_dealt_and_put_away() -> None:
    game = empty(variant="covault")
    put(game, "percy", "ann", "open:york")
    put(game, "roos", "cat", "open:york")
    dealt = ["earl_of_kent", "saxons", "marshal_of_england", "le_swan"]
    game.state.removed += [card for card in game.state.crown_deck if card not in dealt]
    game.state.crown_deck = list(dealt)
    table = begin(game, "movement")
    game.push(Redeal("ben"))
    told = table.begin().events
    assert sorted(game.state.chancery) == ["earl_of_kent", "marshal_of_england"]
    assert sorted(game.state.crown_discard) == ["le_swan", "saxons"] and game.faction("ben").hand == []
    assert [event.text for event in told if event.kind == "left_over" and event.seats is None] == [
        "Le Swan goes to the Crown discard.",
        "Saxons goes to the Crown discard.",
    ]


def test_every_noble_has_a_home_castle_and_so_a_place_to_come_into_play() -> None:
    nobles = [card for card in catalog().cards.values() if isinstance(card, NobleCard)]
    assert [noble.id for noble in nobles if not noble.castles] == []


def test_a_plan_says_which_cards_stay_in_the_hand() -> None:
    game = empty(variant="wbc")
    plan = setup_plan.default(game, ["clifford", "kings_pardon", "earl_of_kent"])
    told = setup_plan.shown(game, plan, ["clifford", "kings_pardon", "earl_of_kent"])
    assert told.endswith("\nStays in your hand for later: King's Pardon")
