"""The decks, the deal and the options of the variants, where a scenario cannot say it well."""

import pytest

from engine.core.computer.players import RandomPlayer, Seated
from engine.core.files.options import options_of
from engine.core.table import Table
from engine.kingmaker.board.cards import decks
from engine.kingmaker.board.catalog import NobleCard, catalog
from engine.kingmaker.rules import RULES
from tests.harness.rows import rows
from tests.kingmaker.boards import game_of

KEY = bytes(32)

OVERRIDDEN_BY_WBC = {"ambush", "commission", "parliament_rule", "return_from_parliament"}
"""The optional rules of the book that tournaments play."""

OPTIONAL = OVERRIDDEN_BY_WBC | {"loyalty_table", "embassy_two_kings", "two_kings_vote"}
"""All of its optional rules that are switches."""


def opened(variant: str, seats: int, game_id: str = "deal", **changes: object) -> Table:
    """A table of some seats that is being set up."""
    return Table.new(RULES, game_id, [f"s{n}" for n in range(seats)], RULES.options(variant, changes), KEY)


@pytest.mark.rule("WBC-BASIC")
def test_wbc_is_the_basic_game_where_no_text_says_otherwise() -> None:
    known = options_of("kingmaker")
    differing = [known.by_id[name] for name in known.variants["wbc"].values]
    assert all(any(rule.startswith("WBC-") for rule in option.rules) for option in differing)
    assert RULES.options("wbc", {})["heir_placement"] == "dice"


@pytest.mark.rule("WBC-OPT-ONLY")
def test_wbc_plays_four_optional_rules_and_no_other() -> None:
    assert OPTIONAL & set(options_of("kingmaker").variants["wbc"].values) == OVERRIDDEN_BY_WBC
    assert RULES.options("wbc", {})["ambush"] == "wbc"


@pytest.mark.rule("WBC-ADV-CARDS")
def test_the_advanced_crown_cards_are_in_the_deck_and_the_plantagenets_beside_it() -> None:
    table = opened("wbc", 3)
    state = table.game.state
    cards = {*state.crown_deck, *(card for faction in state.factions.values() for card in faction.hand)}
    assert len(cards) == 82
    assert {"kings_pardon", "kings_pardon_2", "french_foot_soldiers", "scottish_foot_soldiers", "le_lucas"} <= cards
    assert state.aside == ["plantagenet_lancaster", "plantagenet_york"]


@pytest.mark.rule("WBC-DECK")
def test_all_cards_of_the_variant_event_deck_are_used() -> None:
    table = opened("wbc", 3)
    kinds = [catalog().events[card].kind for card in table.game.state.event_deck]
    assert len(kinds) == 90
    assert kinds.count("gales_at_sea") == 2
    assert {"treachery", "refuge", "vacillating_allegiance", "catastrophe", "royal_death", "french_siege"} <= set(kinds)


@pytest.mark.rule("COV-5.25")
def test_covault_leaves_out_pardons_le_lucas_and_what_calls_to_calais_and_ireland() -> None:
    table = opened("covault", 3)
    state = table.game.state
    crown = [*decks.crown_cards(game_of(table))]
    assert len(crown) == 77 and len(state.event_deck) == 70
    assert {"french_foot_soldiers", "scottish_foot_soldiers", "constable_of_the_tower"} <= set(crown)
    absent = {"kings_pardon", "kings_pardon_2", "le_lucas", "captain_of_calais", "lieutenant_of_ireland"}
    assert not absent & set(crown)
    assert not {"plantagenet_lancaster", "plantagenet_york"} & set(crown)
    printed = [catalog().events[card] for card in state.event_deck]
    assert not any(call.place in ("calais", "ireland") for event in printed for call in event.calls)
    assert "plague_calais" in state.event_deck
    assert state.aside == ["plantagenet_lancaster", "plantagenet_york", "constable_of_the_tower"]


@pytest.mark.rule("COV-5.26")
def test_le_lucas_is_in_no_deck_where_it_comes_with_stanley() -> None:
    table = opened("wbc", 3, stanley_ship="with_noble")
    assert table.game.state.removed == ["le_lucas"]
    assert not table.problems()


@pytest.mark.rule("COV-4.2")
@rows("seats, dealt", [(2, 36), (3, 36), (4, 36), (5, 35), (6, 36), (7, 35)])
def test_thirty_five_or_thirty_six_cards_are_dealt(seats: int, dealt: int) -> None:
    hands = [faction.hand for faction in opened("covault", seats).game.state.factions.values()]
    further = [hand for hand in hands if len(hand) > dealt // seats]
    assert sum(dealt // seats for _ in hands) == dealt
    assert all(isinstance(catalog().cards[hand[-1]], NobleCard) for hand in further)


@pytest.mark.rule("WBC-C05")
def test_who_is_dealt_no_noble_shows_the_hand_and_draws_in_the_open() -> None:
    for number in range(40):
        table = opened("wbc", 7, f"open-{number}")
        shown = [event for event in table.opening().events if event.kind == "shown"]
        if shown:
            break
    event = shown[0]
    hand = next(f.hand for f in table.game.state.factions.values() if f.hand == list(event.subjects))
    assert event.seats is None and event.rule == "WBC-C05"
    nobles = [card for card in hand if isinstance(catalog().cards[card], NobleCard)]
    assert nobles == hand[-1:] and len(hand) > 36 // 7


@rows("variant", ["wbc", "covault"])
@rows("seed", range(2))
def test_random_set_ups_and_first_turns_keep_the_game_sound(variant: str, seed: int) -> None:
    table = opened(variant, 3 + seed, f"play-{variant}-{seed}", retained_events=["writ", "free_move"])
    player = Seated(RandomPlayer(), seed)
    for _ in range(120):
        if table.result is not None:
            break
        seat = table.requests()[0].seat
        table.act(seat, player.choose(table, seat))
    assert not table.problems()


def test_a_table_begun_before_there_was_an_option_plays_on_as_it_was_begun() -> None:
    state = opened("covault", 3).game.state
    del state.options["last_king_place"]
    table = Table.restore(RULES, RULES.codec.encode(state), KEY)
    assert table.game.option("last_king_place") == "england"


def test_play_without_a_limit_is_closed_by_no_date() -> None:
    for variant, limited in {"base": False, "wbc": True, "covault": True}.items():
        table = opened(variant, 3)
        player = Seated(RandomPlayer(meddles=0), 1)
        for _ in range(60):
            seat = table.requests()[0].seat
            table.act(seat, player.choose(table, seat))
        assert bool(RULES.pace.end_of_play_edit(game_of(table))) is limited
