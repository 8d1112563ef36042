"""Which march a player's panel proposes, and what it says where it proposes none."""

import re
from random import Random

from engine.kingmaker import advice
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Siege
from engine.kingmaker.crown.crown_phase import CrownPhase
from engine.kingmaker.marches import NO_MORE
from engine.kingmaker.outlook import Outlook
from engine.kingmaker.prospects import prospects
from engine.kingmaker.views import view
from tests.kingmaker import boards
from tests.kingmaker.test_prospects import marches, marching, told


def test_a_march_that_makes_an_attack_much_likelier_is_the_usual_one_even_into_danger() -> None:
    """Stafford stands beside Berkeley; Percy is near with more men than Stafford and Talbot have together."""
    game = boards.empty()
    boards.only(game, "henry_vi")
    people = (
        ("stafford", "ann", "open:cannock"),
        ("talbot", "ann", "inside:sheffield"),
        ("berkeley", "ben", "open:cannock", "saxons"),
        ("percy", "cat", "open:nottingham", "warden_of_the_marches"),
    )
    game = marching(*people, game=game)
    game.noble("stafford").moved = True
    game.has_changed()
    march, first = marches(game)[0]
    assert (march.nobles, march.to) == (["talbot"], "open:cannock") and first.likely
    assert re.match(r"with Stafford, \d\d%( instead of \d\d%)? to beat \{ben\}'s Berkeley ", told(first))


def test_those_who_have_moved_are_no_reason_to_move_and_the_attack_they_can_make_is_told() -> None:
    game = boards.empty()
    boards.only(game, "henry_vi")
    people = (
        ("stafford", "ann", "open:cannock", "saxons"),
        ("clifford", "ann", "open:carlisle"),
        ("berkeley", "ben", "open:cannock"),
        ("percy", "cat", "open:nottingham", "warden_of_the_marches"),
    )
    game = marching(*people, game=game)
    game.noble("stafford").moved = True
    game.has_changed()
    assert re.fullmatch(
        rf"{NO_MORE}\. When you end Movement you can attack \{{ben\}}'s Berkeley in the open at Cannock \(\d\d%\)\. "
        "Afterwards Stafford stands near stronger enemies",
        prospects(game, "ann")[0].words,
    )


def test_a_noble_in_danger_goes_within_own_walls_where_nothing_can_be_won() -> None:
    game = boards.empty()
    boards.only(game, "henry_vi")
    sites.capture(game, PlaceId("northampton"), "ann")
    game = marching(("audley", "ann", "open:leicester"), ("percy", "ben", "open:nottingham"), game=game)
    march, first = marches(game)[0]
    assert (march.to, first.likely) == ("inside:northampton", True)
    assert told(first).startswith("out of danger: {ben} has 100 men within 5 squares of Leicester, against your 10; ")


def test_companies_that_can_win_together_alone_are_told_to_gather() -> None:
    """Neither Mowbray nor Stafford is enough for Ashby alone; Percy has more men than either, but not than both."""
    game = boards.empty()
    boards.only(game, "henry_vi")
    people = (
        ("mowbray", "ann", "open:coventry", "saxons"),
        ("stafford", "ann", "open:leicester", "burgundian_crossbowmen", "scots_archers"),
        ("hastings", "ben", "inside:ashby"),
        ("percy", "ben", "open:nottingham"),
    )
    game = marching(*people, game=game)
    found = [(march, one) for march, one in marches(game) if one.likely]
    assert found and found[0][0].to == "open:ashby"
    assert re.match(r"if (Mowbray|Stafford) come too, \d\d% to storm Ashby", told(found[0][1]))


def test_a_march_that_adds_nothing_to_an_attack_is_not_the_usual_one() -> None:
    game = boards.empty()
    boards.only(game, "henry_vi")
    people = (
        ("mowbray", "ann", "open:gloucester", "saxons", "burgundian_crossbowmen", "scots_archers"),
        ("clifford", "ann", "open:gloucester"),
        ("roos", "ann", "open:tutbury"),
        ("audley", "ben", "open:gloucester"),
    )
    game = marching(*people, game=game)
    game.noble("mowbray").moved = game.noble("clifford").moved = True
    game.has_changed()
    joining = [one for march, one in marches(game) if march.to == "open:gloucester"]
    assert not any(one.likely for one in joining)


def test_a_card_goes_first_to_where_it_is_out_of_danger_and_to_who_is_not_overseas() -> None:
    game = boards.empty()
    boards.put(game, "courtenay", "ann", "inside:calais", "captain_of_calais")
    boards.put(game, "clifford", "ann", "open:york")
    game.state.turn.seat, game.state.turn.phase = "ann", "crown"
    boards.hold(game, "ann", "saxons")
    game.push(CrownPhase(drawn=True, card="saxons"))
    game.flow()
    first, second = prospects(game, "ann")[:2]
    assert first.words.startswith("Saxons go to Clifford (10 men), ")
    assert re.match(r"Saxons go to Courtenay \(\d+ men, 300 of them here only\), inside Calais", second.words)


def guarding(heir: str, noble: str, at: str, *people: tuple[str, ...], seat: str = "ann") -> Kingmaker:
    """A noble with the only heir but Margaret, and others."""
    game = boards.empty()
    boards.only(game, heir, "margaret_of_anjou")
    boards.put(game, noble, seat, at)
    boards.guard(game, heir, noble)
    boards.put(game, "audley", "cat", "inside:dover")
    boards.guard(game, "margaret_of_anjou", "audley")
    return marching(*people, game=game)


def test_an_heir_in_danger_whom_no_own_walls_protect_goes_out_of_reach() -> None:
    game = guarding("henry_vi", "grey", "open:harlech", ("percy", "ben", "open:chester"))
    march, first = marches(game)[0]
    assert first.likely and march.nobles == ["grey"]
    assert told(first).startswith("out of danger: {ben} has 100 men within 5 squares of Harlech, against your ")


def test_men_who_count_in_one_area_alone_endanger_nobody_elsewhere() -> None:
    """The Constable of the Tower has more men in London only; the French only attack."""
    game = guarding("henry_vi", "grey", "open:bedford", ("courtenay", "ben", "inside:london", "constable_of_the_tower"))
    outlook = Outlook(view(game, "ann"), "ann", Random(0))
    courtenay = next(noble for noble in outlook.view.nobles if noble.id == "courtenay")
    at = Location("open:bedford")
    assert (
        courtenay.strength
        > outlook.attackers(courtenay, at)
        == game.catalog.cards["courtenay"].strength + (game.catalog.cards["constable_of_the_tower"].strength)
    )


def test_a_noble_who_stands_where_walls_can_be_stormed_is_not_sent_away() -> None:
    """Mowbray alone is in danger near Neville, but with Percy he can take Fotheringhay and be safe inside."""
    people = (
        ("percy", "ann", "open:northampton", "scots_archers", "burgundian_crossbowmen"),
        ("neville", "ben", "open:leicester", "saxons"),
    )
    game = guarding("henry_vi", "mowbray", "open:fotheringhay", *people)
    boards.only(game, "henry_vi", "margaret_of_anjou")
    march, first = marches(game)[0]
    assert (march.nobles, march.to) == (["percy"], "open:fotheringhay") and first.likely
    assert "% to storm Fotheringhay" in told(first)


def test_a_noble_who_cannot_move_as_he_is_besieged_is_told_of() -> None:
    game = boards.empty()
    boards.only(game, "henry_vi")
    sites.capture(game, PlaceId("ashby"), "ann")
    boards.put(game, "hastings", "ann", "inside:ashby")
    boards.put(game, "neville", "ben", "open:ashby")
    game = marching(("grey", "ann", "open:bedford"), game=game)
    game.state.sieges[PlaceId("ashby")] = Siege("ben")
    game.has_changed()
    assert "Hastings is besieged in Ashby-de-la-Zouch and cannot move." in advice.advice(game, "ann")


def test_a_march_that_makes_a_coronation_possible_is_the_usual_one_and_says_so() -> None:
    game = boards.empty()
    boards.only(game, "richard_of_york")
    sites.capture(game, PlaceId("york"), "ann")
    boards.put(game, "cromwell", "ann", "inside:york")
    boards.guard(game, "richard_of_york", "cromwell")
    game = marching(("grey", "ann", "open:wakefield", "archbishop_of_york"), game=game)
    march, first = marches(game)[0]
    assert (march.nobles, march.to, first.likely) == (["grey"], "inside:york", True)
    assert told(first).startswith("you can then crown Richard of York")
    game.noble("grey").moved = True
    forces.place_at(game, "grey", Location("inside:york"))
    game.has_changed()
    away = [told(one) for march, one in marches(game) if march.nobles == ["cromwell"]]
    assert away and all(one.startswith("Richard of York can then not be crowned this turn") for one in away)
