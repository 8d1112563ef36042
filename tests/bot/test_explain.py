"""/why, /rule and /card: what is explained to whoever asks."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bot.commands.explain import card_meant, why_not
from bot.errors import Refused
from bot.panels.deciding.replies import SeatContext
from bot.panels.filling.form import answered, not_listed, questions
from bot.panels.ids import Press
from bot.panels.panel import MENU, Menu, Panel
from bot.panels.reading.rulebook import rule_words, turning
from bot.panels.reading.searching import rules_with
from bot.panels.reading.why_not import NOT_POSSIBLE, missing_panel
from bot.store.rows import Draft, GameRecord
from engine.core.actions import Pass
from engine.core.errors import Illegal
from engine.core.events import name_seats
from engine.core.table import Table
from engine.games import GAMES
from engine.kingmaker.board.ids import Location
from engine.kingmaker.edits import people_edits
from engine.kingmaker.movement.land import Move

RULES = GAMES["kingmaker"]
SEATS = ["ann", "ben"]


@pytest.fixture
def here() -> SeatContext:
    """Ann's place, in her Movement phase, with Percy in the open at Durham."""
    table = Table.bare(RULES, SEATS, RULES.options("base", {}), b"why".ljust(32, b"."))
    table.arrange(people_edits.Place(noble="percy", seat="ann", at=Location("open:durham")))
    table.begin()
    record = GameRecord(
        id="g", rules="kingmaker", rules_version="1", variant="base", options={}, title="War", guild=1, channel=2,
        owner=3, commitment="", secret="", deadline_hours=0, created=0,
    )  # fmt: skip
    return SeatContext(record, table, "ann", {"ann": "Ann", "ben": "Ben"}, table.version)


def test_a_forbidden_move_is_explained_with_its_rule(here: SeatContext) -> None:
    said = why_not(here, "move", {"who": "Percy", "where": "open:plymouth"})
    assert said.startswith("The road to Plymouth is closed by a hostile place")
    assert "\n\n**BASE-MOV-5** (Road movement): Road movement ends in the square where the road meets" in said
    assert here.table.version == 1


def test_a_legal_move_is_told_how(here: SeatContext) -> None:
    assert "`/kingmaker move`" in why_not(here, "move", {"who": "percy", "where": "open:newcastle"})


def test_an_action_of_another_time_is_told_what_is_in_its_way_and_what_can_be_done(here: SeatContext) -> None:
    said = why_not(here, "parliament call", {"where": "york"})
    assert said.startswith("You call Parliament in your Parliament phase, which is still to come. Also: Only the ")
    assert "player who controls Henry VI may call Parliament. You can: Move by land" in said
    assert "\n\n**BASE-PAR-1** (Calling Parliament)" in said


def test_what_is_asked_is_tried_in_a_world_in_which_what_is_hidden_is_dealt_anew(
    here: SeatContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    objection, looked = RULES.offering.objection, set()

    def noted(game: Any, *about: Any) -> Any:
        looked.add(msgspec.json.encode(game.state))
        return objection(game, *about)

    monkeypatch.setattr(RULES, "offering", replace(RULES.offering, objection=noted))
    why_not(here, "parliament call", {"where": "york"})
    why_not(here, "parliament call", {})
    assert looked and msgspec.json.encode(here.table.game.state) not in looked


def test_where_only_the_time_is_wrong_it_is_told(here: SeatContext) -> None:
    here.table.act("ann", Pass())
    said = why_not(here, "move", {"who": "percy", "where": "open:newcastle"})
    assert said.startswith("Your Movement phase of this turn is over. You can: ") and "**BASE-TRN-1**" in said


def test_of_a_kind_alone_it_is_told_what_is_in_the_way_of_all_of_it(here: SeatContext) -> None:
    said = why_not(here, "attack", {})
    assert "Also: No other player's force is where one of your forces stands in the open." in said
    assert "\n\n**BASE-CMB-1** (Combat phase)" in said


def test_of_a_kind_that_is_open_it_is_asked_what_it_would_be_about(here: SeatContext) -> None:
    assert why_not(here, "move", {"who": "percy"}).endswith("fill in more of /why: to.")


def test_who_can_do_it_no_more_is_told_without_the_rest(here: SeatContext) -> None:
    here.table.arrange(people_edits.Place(noble="neville", seat="ann", at=Location("open:york")))
    here.table.act("ann", Move(nobles=["neville"], to=Location("open:durham")))
    said = why_not(here, "move", {"who": "Neville"})
    assert said.startswith("Neville has moved already") and "**BASE-MOV-6**" in said


def test_of_whoever_is_left_open_all_are_tried(here: SeatContext) -> None:
    here.table.arrange(people_edits.Place(noble="neville", seat="ann", at=Location("open:launceston")))
    here.table.begin()
    assert "To ask about one case" in why_not(here, "move", {"where": "open:plymouth"})
    assert why_not(here, "move", {"where": "open:lincoln"}).startswith("None of yours can. For one: ")


def _elsewhere(game: str, seat: str = "ann") -> SeatContext:
    rules = GAMES[game]
    table = Table.bare(rules, SEATS, rules.options(rules.usual_variant, {}), b"why".ljust(32, b"."))
    table.begin()
    record = GameRecord(
        id="g", rules=game, rules_version="1", variant=rules.usual_variant, options={}, title="War", guild=1,
        channel=2, owner=3, commitment="", secret="", deadline_hours=0, created=0,
    )  # fmt: skip
    return SeatContext(record, table, seat, {"ann": "Ann", "ben": "Ben"}, table.version)


def test_a_wrong_destination_names_the_reach_and_not_the_piece(here: SeatContext) -> None:
    said = why_not(_elsewhere("warlord"), "move", {"who": "Red Knight", "where": "A16"})
    assert said.startswith("A Knight moves up to four squares.") and "Within reach: F2; C6; D6; " in said
    assert "Within reach: " in why_not(here, "move", {"who": "Percy", "where": "open:plymouth"})
    whose = why_not(_elsewhere("warlord"), "move", {"who": "Blue Knight", "where": "A16"})
    assert whose.startswith("Blue Knight is not yours; name a piece of your own.")


def _missing(here: SeatContext, tag: str, field: str, draft: dict[str, Any], value: str = "", page: int = 0) -> Panel:
    kept = Draft(game="g", seat=here.seat, version=here.table.version, tag=tag, fields=draft)
    press = Press("missing", "g", topic=tag, page=page, field_value=field)
    return missing_panel(replace(here, kept=kept), press, value)


def test_what_a_question_does_not_offer_is_explained_from_menus_alone(here: SeatContext) -> None:
    menu, _ = _missing(here, "move", "nobles", {}).rows
    assert isinstance(menu, Menu) and menu.prompt == "Who moves? – Audley to Talbot"
    assert "Percy" not in {choice.label for choice in menu.choices}, "whoever is offered is not missing"
    said = _missing(here, "move", "nobles", {}, "neville").text
    assert said.startswith("**Neville**: Choose your own nobles who are on the map")


def test_many_places_are_found_by_their_first_letters(here: SeatContext) -> None:
    _, letters = _missing(here, "move", "to", {"nobles": ["percy"]}).rows
    assert isinstance(letters, Menu) and letters.prompt.endswith("first letters")
    _, page, _ = _missing(here, "move", "to", {"nobles": ["percy"]}, page=3).rows
    assert isinstance(page, Menu) and len(page.choices) == MENU
    said = _missing(here, "move", "to", {"nobles": ["percy"]}, "open:plymouth", page=3).text
    assert (
        said.startswith("**in the open at Plymouth")
        and "The road to Plymouth is closed" in said
        and "BASE-MOV-5" in said
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_question_says_why_it_does_not_offer_something(game: str) -> None:
    here = _elsewhere(game, next(iter(request.seat for request in _elsewhere(game).table.requests())))
    asked = 0
    for offer in here.table.offers(here.seat):
        for one in [*answered(offer, {}, here.names), *questions(offer, {}, here.names)]:
            for thing in not_listed(here.table, one)[:3]:
                said = _missing(here, offer.tag, one.field.name, {}, thing.value).text
                assert said.startswith(f"**{name_seats(thing.label, here.names)}") and said.endswith(NOT_POSSIBLE), said
                asked += 1
    assert asked, "each of these games asks for something at its first question"


@pytest.mark.parametrize(
    ("path", "lacks"), [("ransom", "none of your leaders is in prison"), ("exchange", "equal stars")]
)
def test_in_another_phase_of_warriors_it_is_told_what_is_lacking_then(path: str, lacks: str) -> None:
    said = why_not(_elsewhere("warriors"), path, {})
    assert "in Phase Seven" in said and "Also: " in said and lacks in said


def test_a_list_that_nobody_can_mean_is_refused_before_it_is_looked_up(here: SeatContext) -> None:
    with pytest.raises(Illegal, match="That names 41 things; name at most 40"):
        why_not(here, "move", {"who": ", ".join(["percy"] * 41), "where": "open:york"})


def test_an_unknown_action_is_refused_with_those_there_are(here: SeatContext) -> None:
    with pytest.raises(Illegal, match="choose one of"):
        why_not(here, "fly", {})


def test_a_rule_is_found_by_its_id_or_by_a_word() -> None:
    assert rule_words("kingmaker", "base-mov-3").startswith("**BASE-MOV-3**")
    assert len(rules_with("kingmaker", "forest")) > 1
    assert rule_words("kingmaker", "noble", page=2) != rule_words("kingmaker", "noble")
    assert rules_with("kingmaker", "parliament", "wbc")[0].variant == "wbc"
    assert {rule.id for rule in rules_with("warlord", "Castle Lady")} >= {
        rule.id for rule in rules_with("warlord", "lady") if "castle" in rule.text.casefold()
    }
    assert rules_with("warlord", "duel") and any(rule.where == "Ruling" for rule in rules_with("warlord", "duel"))
    assert rules_with("warlord", "stagger") and rules_with("warlord", "guard")
    with pytest.raises(Refused, match="No rule has the word"):
        rule_words("kingmaker", "dragons")


def test_the_rules_of_the_table_come_first_and_those_of_other_variants_last() -> None:
    found = [rule.variant for rule in rules_with("kingmaker", "parliament", "covault")]
    assert found == sorted(
        found, key=lambda variant: 0 if variant in ("", "covault") else 1 if variant == "base" else 2
    )
    assert {"covault", "base", "wbc"} <= {*found}


def test_pages_of_rules_are_turned_by_buttons() -> None:
    assert [button.label for button in turning("kingmaker", "base", "noble", 1)] == ["Next page"]
    assert [button.label for button in turning("kingmaker", "base", "noble", 2)] == ["Previous page", "Next page"]
    assert turning("kingmaker", "base", "base-mov-3", 1) == []


def test_a_card_is_found_by_what_people_write() -> None:
    assert card_meant(RULES, "percy") == "percy"
    with pytest.raises(Illegal, match="could be several things"):
        card_meant(RULES, "archbishop")
