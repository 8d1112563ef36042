"""How it stands, in words: the headline, a few lines for each seat, the odds at hand, the votes."""

import pytest

from engine.core.table import Table
from engine.kingmaker import reports
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location, PlaceId, SquareId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Stay
from engine.kingmaker.rules import RULES
from engine.kingmaker.sequence import ending
from engine.kingmaker.sequence.setup import Ready
from tests.kingmaker import boards
from tests.kingmaker.boards import game_of


def war(options: dict[str, object] | None = None, variant: str = "base") -> Kingmaker:
    """Ann before Skipton, which is Ben's; Cat has nobody."""
    game = boards.empty(options, variant)
    boards.put(game, "percy", "ann", Location("open:skipton"), "saxons")
    boards.put(game, "roos", "ann", Location("open:wells"))
    boards.put(game, "clifford", "ben", "inside:skipton")
    boards.put(game, "grey", "ben", Location("open:skipton"))
    boards.guard(game, "margaret_of_anjou", "percy")
    boards.begin(game, "movement")
    game.cache = None  # the tests change the state by hand, and nothing may be remembered
    return game


def score(game: Kingmaker, seat: str) -> list[str]:
    """The lines of a seat."""
    return dict(RULES.words.scores(game))[f"{{{seat}}}"].splitlines()


# ---------------------------------------------------------------- the headline


def test_the_headline_says_round_phase_and_king() -> None:
    game = war()
    game.state.turn.round = 4
    assert RULES.words.headline(game).startswith("Round 4, {ann}'s Movement phase. King: Henry VI.")
    game.heir("henry_vi").king = False
    assert RULES.words.headline(game).startswith("Round 4, {ann}'s Movement phase. There is no King.")


def test_the_headline_says_who_has_the_only_king_and_where_he_wins_with_him() -> None:
    for variant, wins in (("base", ""), ("wbc", ", who would win now")):
        game = war(variant=variant)
        boards.guard(game, "henry_vi", "clifford")
        assert f" King: Henry VI, with {{ben}}{wins}." in RULES.words.headline(game)


def test_the_headline_names_the_living_heirs_whom_nobody_protects() -> None:
    game = war()
    for heir in game.state.heirs.values():
        heir.alive = bool(heir.noble)
    assert "protector" not in RULES.words.headline(game)
    free = game.heir("edward_of_march")
    free.alive, free.at = True, Location("inside:harlech")
    assert "Without a protector: Edward of March (Harlech)." in RULES.words.headline(game)


def test_before_the_first_turn_the_headline_says_how_factions_are_set_up() -> None:
    for variant, how in (("base", "in secret, all at the same time"), ("wbc", "one after the other")):
        table = Table.new(RULES, "g", list(boards.SEATS), RULES.options(variant, {}), bytes(32))
        assert RULES.words.headline(game_of(table)).startswith(f"The factions are being set up, {how}.")


def test_two_kings_are_named_until_parliament_supports_one() -> None:
    game = war()
    game.heir("richard_of_york").king, game.state.support = True, ""
    assert RULES.words.headline(game).count(" Two Kings: Henry VI and Richard of York. ")
    game.state.support = "richard_of_york"
    assert RULES.words.headline(game).count(" Two Kings; Parliament supports Richard of York. ")


def test_where_both_houses_decide_the_end_whoever_would_win_by_them_leads() -> None:
    game = war(variant="covault")
    told = (
        "Nobody controls Henry VI, the only King. If the game ended now, {ann} would win. Most votes in both Houses: "
    )
    assert RULES.words.lead(game) == f"{told}{{ann}} (2 in the Commons, 4 in the Lords)."
    boards.guard(game, "henry_vi", "clifford")
    told = "{ben} would win with King Henry VI, 30 votes in the Commons and most in the Lords."
    assert RULES.words.lead(game) == f"{{ben}} has Henry VI, the only King. If the game ended now, {told}"


def test_two_win_together_who_have_most_votes_in_one_house_each() -> None:
    game = war(variant="covault")
    game.heir("henry_vi").king = False
    sites.capture(game, PlaceId("york"), "ben")
    told = "{ann} and {ben} would win together. Most votes: {ben} in the Commons (4), {ann} in the Lords (4)."
    assert RULES.words.lead(game) == f"There is no King. If the game ended now, {told}"


def test_a_tie_in_one_house_is_told_with_what_decides_it(monkeypatch: pytest.MonkeyPatch) -> None:
    houses = {"ann": 3, "ben": 5, "cat": 1}, {"ann": 16, "ben": 16, "cat": 2}
    monkeypatch.setattr(ending, "_houses", lambda game: houses)
    assert ending.most_votes(war()) == (
        "Most votes: {ben} in the Commons (5), {ann} and {ben} in the Lords (16 each). "
        "Of those level {ben} counts, by more votes in the Commons."
    )


def test_the_last_heir_alive_wins_even_uncrowned_before_votes_count() -> None:
    game = war(variant="covault")
    for heir in game.state.heirs.values():
        heir.alive, heir.king = False, False
    game.heir("edward_of_march").alive = True
    boards.guard(game, "edward_of_march", "clifford")
    told = "{ben} would win with Edward of March, the last royal heir alive."
    assert RULES.words.lead(game) == f"There is no King. If the game ended now, {told}"


def test_who_leads_holds_the_only_king_else_most_votes_or_points() -> None:
    game = war()
    votes = "Most votes in both Houses: {ann} (2 in the Commons, 4 in the Lords)."
    assert RULES.words.lead(game) == f"Nobody controls Henry VI, the only King. {votes}"
    votes = "Most votes in both Houses: {ben} (10 in the Commons, 12 in the Lords)."
    boards.guard(game, "henry_vi", "clifford")
    assert RULES.words.lead(game) == "{ben} has Henry VI, the only King."
    game.heir("richard_of_york").king, game.state.support = True, "richard_of_york"
    assert RULES.words.lead(game) == f"Two Kings; Parliament supports Richard of York. {votes}"
    game.heir("henry_vi").king = game.heir("richard_of_york").king = False
    assert RULES.words.lead(game) == f"There is no King. {votes}"
    assert RULES.words.lead(war(variant="wbc")).startswith(
        "If the game ended now, points would decide (by votes and men, with 25 off for whoever has no heir; "
        "Beaufort counts as one): "
        "{ann} leads with "
    )


def test_the_headline_says_which_round_is_the_last_where_the_table_has_a_limit() -> None:
    game = war(variant="wbc")
    game.state.turn.round = 5
    assert RULES.words.headline(game).startswith("Round 5 of 12, ")
    game.state.turn.round = 13
    assert RULES.words.headline(game).startswith("Round 13, ")


def test_once_time_is_called_the_headline_counts_the_turns_that_are_left() -> None:
    game = war(variant="wbc")
    game.state.time_called, game.state.last_turns = True, ["ann", "ben", "cat"]
    assert "Time is called: after this turn 2 more. " in RULES.words.headline(game)
    game.state.last_turns = ["ben", "cat"]
    assert "Time is called: after this turn 2 more. " in RULES.words.headline(game)
    game.state.last_turns = ["ann"]
    assert "Time is called: this is the last turn. " in RULES.words.headline(game)


# ---------------------------------------------------------------- each seat


def test_a_seat_has_its_nobles_heirs_cards_and_votes() -> None:
    game = war()
    boards.hold(game, "ann", "stanley")
    assert score(game, "ann") == [
        "Percy and Roos",
        "Percy has Margaret of Anjou",
        "1 card in hand",
        "votes: 2 in the Commons, 4 in the Lords",
    ]
    assert score(game, "cat") == [
        "no nobles, but still in the game: a new one may be drawn",
        "0 cards in hand",
        "votes: 0 in the Commons, 0 in the Lords",
    ]


def test_before_the_first_turn_a_seat_is_setting_up_or_ready() -> None:
    table = Table.new(RULES, "g", list(boards.SEATS), RULES.options("base", {}), bytes(32))
    table.act("ann", Ready())
    assert score(game_of(table), "ann")[0] == "has set up; shown when all have"
    assert score(game_of(table), "ben")[0] == "is setting up"


def test_where_seats_set_up_one_after_the_other_the_rest_do_it_later() -> None:
    game = game_of(Table.new(RULES, "g", list(boards.SEATS), RULES.options("wbc", {}), bytes(32)))
    found = sorted(score(game, seat)[0] for seat in boards.SEATS)
    assert found == ["is setting up", "sets up later", "sets up later"]


def test_a_seat_that_has_left_and_one_that_forfeits_a_card_are_told() -> None:
    game = war(variant="wbc")
    assert not [line for line in score(game, "ann") if "forfeits" in line]
    game.faction("ann").forfeits_draw = game.faction("cat").gone = True
    assert "forfeits the next Crown card" in score(game, "ann")
    assert score(game, "cat") == ["has left the game"]


def test_event_cards_that_are_kept_are_named_where_they_lie_open_and_else_counted() -> None:
    for visibility, told in (("open", "keeps 2 × “Writ of summons”"), ("owner", "keeps 2 event cards")):
        game = war({"retained_event_visibility": visibility})
        assert not [line for line in score(game, "ben") if line.startswith("keeps")]
        boards.retain(game, "ben", "writ_1", "writ_2")
        assert told in score(game, "ben")
    boards.retain(game, "ann", "writ_3")
    assert "keeps 1 event card" in score(game, "ann")


def test_who_has_to_come_back_from_overseas_is_told_with_the_round() -> None:
    game = war(variant="wbc")
    game.state.stays = [
        Stay(SquareId("ireland"), "ann", "errand", ["roos"], 1, 7),
        Stay(SquareId("wight"), "ann", "errand", ["percy"], 1),
    ]
    game.state.heirs["margaret_of_anjou"].clock = 9
    assert "Roos: out of Ireland by round 7" in score(game, "ann")
    assert "Margaret of Anjou: back on the mainland by round 9" in score(game, "ann")
    assert not [line for line in score(game, "ann") if "Percy:" in line]
    assert not [line for line in score(game, "ben") if "by round" in line]


# ---------------------------------------------------------------- odds


def test_battles_and_sieges_at_hand_are_weighed_from_both_sides() -> None:
    game = war()
    heads = [line.partition(":")[0] for line in reports.odds_words(game, "").splitlines()]
    assert heads[:-1] == [
        "**{ann}'s Percy** against {ben}'s Grey",
        "**{ben}'s Grey** against {ann}'s Percy",
        "**{ann}'s Percy** against Skipton",
    ]
    assert heads[-1].startswith("The chances count every event card that may still be turned as equally likely. ")


def test_whoever_asks_reads_their_own_attacks_first_then_those_on_them() -> None:
    assert reports.odds_words(war(), "ben").startswith("**{ben}'s Grey** against {ann}'s Percy")
    own, on_them, *_ = reports.odds_words(war(), "ann").splitlines()
    assert own.startswith("**{ann}'s Percy** against {ben}'s Grey") and on_them.startswith(
        "**{ann}'s Percy** against S"
    )


def test_captives_and_those_inside_seek_no_fight() -> None:
    game = war()
    forces.put_back(game, "percy", NOWHERE, 0)
    forces.make_captive(game, "percy", "ben")
    assert reports.odds_words(game, "") == reports.NO_FIGHT


def test_nobody_besieges_his_own_castle_or_a_town_without_walls() -> None:
    game = war()
    boards.put(game, "mowbray", "ben", "open:wells")
    sites.capture(game, PlaceId("skipton"), "ann")
    assert not [line for line in reports.odds_words(game, "").splitlines() if "{ann}'s Percy** against Skipton" in line]
    assert not [line for line in reports.odds_words(game, "").splitlines() if "against Wells" in line]


# ---------------------------------------------------------------- votes


def test_votes_are_told_with_what_they_come_from() -> None:
    game = war()
    boards.put(game, "mowbray", "cat", Location("open:york"), "bishop_of_durham", "card_coventry")
    told = dict(line.split(": ", 1) for line in reports.votes_words(game, "").splitlines())
    assert list(told) == ["{ann}", "{ben}", "{cat}"]
    assert told["{ann}"] == "Commons **2** (Percy 2); Lords **4** (Percy 3, Roos 1)"
    assert told["{ben}"] == "Commons **0**; Lords **2** (Clifford 1, Grey 1)"
    assert told["{cat}"].startswith("Commons **8** (Mowbray 2, Durham 3, Coventry 3); Lords **8** (")
    game.faction("cat").gone = True
    assert "{cat}" not in reports.votes_words(game, "")


def test_where_points_decide_the_votes_close_with_the_ranking() -> None:
    assert "by points" not in reports.votes_words(war(), "")
    lines = reports.votes_words(war(variant="wbc"), "").splitlines()
    assert lines[3] == "If the game ended now, by points:" and len(lines) == 7
