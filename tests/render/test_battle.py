"""The card of a battle shows both sides, what decided it, and what became of everybody."""

from typing import Any

import msgspec
import pytest

from engine.core.events import Event
from engine.core.trials import scenario
from engine.games import rules_of
from engine.kingmaker.board.catalog import catalog
from engine.kingmaker.board.ids import Location
from engine.kingmaker.combat.report import Combat, Fate, Fighter
from render.kingmaker.papers.battle import draw_battle
from render.kit.palette import ALARM, LIVERIES, tint
from render.picture import Picture
from render.picture_request import NothingToShow
from tests.chronicles.scenes import FILES
from tests.render.reading import pixels, sent, share
from tests.render.samples import NAMES, busy

CARD = "raid_devon_feud"

WON = Combat(
    kind="battle",
    seat="ben",
    target="gus",
    at=Location("open:coventry"),
    attackers=[Fighter("neville", "ben", 120, ["henry_vi"]), Fighter("grey", "dan", 20)],
    defenders=[Fighter("fitzalan", "gus", 30), Fighter("holland", "gus", 20, ["richard_of_york"])],
    card=CARD,
    column="2:1",
    outcome="major_victory",
    winner="ben",
    fates={"fitzalan": "dead", "holland": "captured", "richard_of_york": "captured"},
)


def card(combat: Combat) -> Picture:
    return draw_battle(busy(), NAMES, [Event("fought", "", report=msgspec.to_builtins(combat))])


def test_a_battle_in_words() -> None:
    text = card(WON).alt
    assert text.startswith("Battle at Coventry, round 4: Benedict of Kent against Gus. Benedict of Kent wins.")
    assert "Dead: FitzAlan. Captured: Holland and Richard of York." in text
    assert "The attack has 140 men: Neville 120 with Henry VI, Grey 20." in text
    assert f"The attack has odds of 2:1. The event card {catalog().events[CARD].title} asks for" in text


def test_men_of_whoever_wavered_are_not_counted() -> None:
    combat = msgspec.structs.replace(WON, fates={**WON.fates, "neville": "wavered"})
    text = card(combat).alt
    assert "The attack has 20 men: Neville (not counted: 120) with Henry VI, Grey 20." in text
    assert "The defence has 50 men: FitzAlan 30, Holland 20" in text
    others = msgspec.structs.replace(WON, fates={**WON.fates, "holland": "wavered"})
    assert "The defence has 30 men: FitzAlan 30, Holland (not counted: 20) with Richard of York." in card(others).alt


@pytest.mark.parametrize(("fates", "stronger"), [({}, 1), ({"neville": "wavered"}, 6)])
def test_the_scale_has_the_colour_of_the_side_that_was_stronger(fates: dict[str, Fate], stronger: int) -> None:
    picture = card(msgspec.structs.replace(WON, fates=fates))
    first_step = (36, picture.height - 194, 70, picture.height - 156)
    assert share(pixels(picture), first_step, tint(LIVERIES[stronger].fill)) > 0.6


def test_a_battle_card_has_the_men_by_whom_the_odds_were_reckoned() -> None:
    told: list[Event] = []
    read = scenario.load(FILES["kingmaker/wbc_battles/wavering_stands_aside"])
    scenario.run(rules_of("kingmaker"), read, lambda _, __, done: told.extend(getattr(done, "events", ())))
    battle, fought = (event for event in told if event.kind in ("battle", "fought"))
    assert "80 men defeat {ann}'s 10: they have odds of 4:1" in battle.text
    text = card(msgspec.convert(fought.report, Combat)).alt
    assert "The attack has 10 men: Percy (not counted: 100), Audley 10. The defence has 80 men: " in text


def test_the_verdict_has_the_winners_colour() -> None:
    picture = card(WON)
    band = (40, picture.height - 110, picture.width - 40, picture.height - 40)
    assert share(pixels(picture), band, LIVERIES[1].fill) > 0.6


def test_the_dead_are_crossed_out() -> None:
    alive = msgspec.structs.replace(WON, fates={})
    right = (620, 170, 1170, 360)
    assert share(pixels(card(WON)), right, ALARM) > share(pixels(card(alive)), right, ALARM) + 0.005


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"winner": "", "outcome": "no_victory"}, "Nothing is decided."),
        ({"column": "", "winner": "", "outcome": "no_victory"}, "Even odds: neither side can win."),
        ({"roll": 37, "outcome": "minor_victory"}, "Minor victory for Benedict of Kent."),
        ({"roll": 4, "outcome": "attack_fails", "winner": "gus"}, "The attack fails."),
        ({"kind": "sally", "place": "coventry"}, "Sally from Coventry, round 4"),
        ({"kind": "siege", "place": "coventry", "defended": 200, "column": ""}, "Coventry falls to Benedict of Kent."),
        ({"kind": "siege", "place": "coventry", "winner": "", "column": ""}, "Coventry holds."),
        ({"kind": "sea", "at": "sea:irish_sea"}, "Battle at sea, Irish Sea, round 4"),
        ({"kind": "sea", "at": "port:calais"}, "Battle at sea, in port at Calais, round 4"),
        ({"kind": "ambush", "column": "", "winner": "gus"}, "The ambushers are beaten."),
        ({"kind": "assassin", "column": "", "winner": "gus"}, "The assassin has struck."),
        ({"kind": "assassin", "column": "", "fates": {"neville": "dead"}}, "The assassin fails."),
    ],
)
def test_every_kind_of_combat_is_told(changes: dict[str, Any], words: str) -> None:
    assert words in card(msgspec.structs.replace(WON, **changes)).alt


def test_the_heirs_in_a_place_stand_with_its_garrison() -> None:
    siege = {"kind": "siege", "place": "coventry", "target": "", "defenders": [], "defended": 200, "column": ""}
    text = card(msgspec.structs.replace(WON, **siege, bystanders=["henry_vi"])).alt
    assert "The defence has 200 men: the garrison 200, Henry VI unguarded." in text


def test_a_crowded_battle_is_small() -> None:
    nobles = [one for one in catalog().cards if one in ("percy", "neville", "mowbray", "grey", "roos", "stanley")]
    many = [Fighter(noble, "ben", 999, ["henry_vi", "margaret_of_anjou", "edward_of_march"]) for noble in nobles]
    picture = card(msgspec.structs.replace(WON, attackers=many, defenders=many))
    assert sent(picture) < 150_000


def test_without_a_battle_there_is_no_card() -> None:
    with pytest.raises(NothingToShow):
        draw_battle(busy(), NAMES, [Event("moved", "Percy moves.")])
