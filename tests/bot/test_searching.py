"""What newcomers write when they look for a rule, and that the answer is among the first."""

from bot.panels.reading.searching import rules_with
from engine.core.files.registry import registry
from tests.harness.rows import rows

FIRST = 3
"""Among how many the answer is."""

SEARCHES = {
    "kingmaker": {
        "siege": "BASE-MOV-12 BASE-SGE-1 BASE-SGE-2",
        "sieges": "BASE-MOV-12 BASE-SGE-1 BASE-SGE-2",
        "ransom": "BASE-CAP-1",
        "plague": "BASE-EVT-9",
        "how to win": "BASE-VIC-1",
        "odds": "BASE-CMB-5",
        "kings peace": "BASE-PAR-6",
        "execution": "BASE-CAP-2",
        "road": "BASE-MOV-3",
        "captives": "BASE-CAP-3",
        "deadline": "TABLE-DEADLINE",
        "undo": "TABLE-UNDO",
    },
    "warlord": {
        "guard": "R-WLT-21 R-WLT-26",
        "stagger": "R-WLT-24",
        "rose": "WLT-3.7 R-WLT-49",
        "wounds": "WLT-9.1",
        "win": "WLT-7.6",
        "dungeon": "WLT-4.1 WLT-5.1",
        "knight": "WLT-1.3",
        "castles": "WLT-3.6",
        "draw": "R-WLT-44",
        "deadline": "TABLE-DEADLINE",
    },
    "lancaster": {
        "ransom": "LAN-BASE-48",
        "ties": "LAN-BASE-28",
        "expel": "LAN-BASE-13",
        "tower": "LAN2-RES-02",
        "dishonour": "LAN2-RES-01",
        "treasury": "LAN2-COURT-22",
        "favours": "LAN-BASE-26 LAN-BASE-24",
        "upgrade": "LAN-BASE-53",
        "vote": "LAN-BASE-29",
        "deadline": "TABLE-DEADLINE",
    },
    "warriors": {
        "siege": "WOG-3.5 WOG-3.6",
        "retreat": "WOG-3.38",
        "ransom": "WOG-7.5",
        "initiative": "WOG-1.1",
        "pass": "WOG-2.12",
        "archer": "WOG-3.18",
        "sea": "WOG-2.6",
        "victory": "WOG-13.3",
        "crown": "WOG-9.12",
        "deadline": "TABLE-DEADLINE",
    },
}  # fmt: skip
"""By game what is looked for, with the rules of which one is to be among the first."""


@rows("game, search", [(game, search) for game, found in SEARCHES.items() for search in found])
def test_the_answer_is_among_the_first(game: str, search: str) -> None:
    first = {rule.id for rule in rules_with(game, search)[:FIRST]}
    assert first & {*SEARCHES[game][search].split()}, first


def test_a_word_is_no_part_of_another() -> None:
    ties = rules_with("warlord", "tie")
    assert not [rule.id for rule in ties if "abilities" in rule.text and "equal" not in rule.text]
    assert len(rules_with("kingmaker", "heir")) < len(registry("kingmaker"))
    assert not rules_with("warlord", "heir")


def test_a_rule_is_found_by_a_part_of_its_id() -> None:
    assert {rule.id for rule in rules_with("kingmaker", "base-par")} >= {"BASE-PAR-1", "BASE-PAR-12"}


def test_words_of_no_weight_are_left_out_unless_there_is_no_other() -> None:
    assert rules_with("warlord", "how do I win") == rules_with("warlord", "win")
    assert rules_with("warlord", "how")[0].id == "TABLE-HELP"
