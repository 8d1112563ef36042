"""Whatever is refused is refused with a reason and the id of a rule, also where its kind is not offered at all."""

from random import Random
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from engine.core.actions import MASTER, Action, tag_of
from engine.core.computer.players import Seated
from engine.core.errors import Illegal
from engine.core.files.registry import registry
from engine.core.table import Table
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId, SquareId
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Stay
from engine.kingmaker.edits import event_edits, map_edits
from engine.kingmaker.parliament import convening
from engine.kingmaker.refusals import refusals
from engine.kingmaker.rules import RULES
from tests.harness.rows import rows
from tests.kingmaker.boards import begin, empty, game_of, guard, put, retain

RULE_IDS = set(registry("kingmaker"))


def invented(kind: type[Action], words: list[str], chance: Random) -> Action:
    """An action of a kind about anything that has a name at this table."""
    return msgspec.convert({f.name: _value(f.type, words, chance) for f in msgspec.structs.fields(kind)}, kind)


def _value(kind: Any, words: list[str], chance: Random) -> Any:
    if get_origin(kind) is Literal:
        return chance.choice(get_args(kind))
    if get_origin(kind) is list:
        return [_value(get_args(kind)[0], words, chance)]
    return chance.randrange(9) if kind is int else chance.choice(words)


def test_every_kind_of_action_has_a_reason() -> None:
    assert set(RULES.actions) == refusals.ORDERS.keys() | refusals.REASONS.keys()


def walk(variant: str, seed: int, length: int, every: int, seats: int) -> int:
    """Play at random and check some seats on the way, in turns; return how many refusals were looked at."""
    table = Table.new(RULES, variant, ["ann", "ben", "cat"], RULES.options(variant, {}), seed.to_bytes(32))
    chance, player = Random(seed), Seated(RULES.players["fickle"], seed)
    looked_at = 0
    for number in range(length):
        if number % every == 0:
            words = sorted(RULES.vocabulary(game_of(table)))
            turn = number // every % len(table.seats)
            looked = [*table.seats[turn:], *table.seats[:turn]][:seats]
            looked_at += sum(_check_seat(table, seat, words, chance) for seat in looked)
        asked = table.requests()[0].seat
        table.act(asked, player.choose(table, asked))
        if table.result is not None:
            break
    return looked_at


def _check_seat(table: Table, seat: str, words: list[str], chance: Random) -> int:
    """See that a seat is told why for each kind that it is not offered, the same in every world that it could be in."""
    before, offered = table.snapshot(), {offer.tag for offer in table.offers(seat)}
    closed = [kind for kind in RULES.actions if tag_of(kind) not in offered]
    meant = [invented(kind, words, chance) for kind in closed]
    told = said(table, seat, closed, meant)
    for action, refusal in zip([*closed, *meant], told, strict=True):
        assert refusal is not None and refusal.rule in RULE_IDS, (seat, action, str(refusal))
        assert refusal.reason.endswith(".") and "is not possible" not in refusal.reason
    elsewhere = said(table.world(seat, chance.randrange(1000)), seat, closed, meant)
    for action, here, there in zip([*closed, *meant], told, elsewhere, strict=True):
        assert str(here) == str(there), (seat, action)
    assert RULES.codec.encode(table.game.state) == before == table.snapshot()
    return len(told)


def said(table: Table, seat: str, closed: list[type[Action]], meant: list[Action]) -> list[Illegal | None]:
    """What a table says to kinds of action that are named alone, and to actions."""
    return [*(alone(table, seat, kind) for kind in closed), *(table.objection(seat, action) for action in meant)]


def alone(table: Table, seat: str, kind: type[Action]) -> Illegal:
    """What a table says to a kind of action that it does not offer."""
    with pytest.raises(Illegal) as refused:
        table.offer(seat, tag_of(kind))
    return refused.value


@pytest.mark.parametrize(("every", "seats"), [(40, 1), pytest.param(12, 3, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("variant", list(RULES.variants))
def test_what_is_not_offered_is_refused_with_a_rule(variant: str, every: int, seats: int) -> None:
    assert walk(variant, seed=7, length=120, every=every, seats=seats) > 300 * seats


# ---------------------------------------------------------------------- the most specific reason


def why(table: Table, seat: str, **action: object) -> tuple[str, str]:
    """The reason and the rule for an action of a kind that is not offered."""
    tried = RULES.codec.decode_action(action)
    assert tag_of(tried) not in {offer.tag for offer in table.offers(seat)}
    refused = table.objection(seat, tried)
    assert refused is not None
    return refused.reason, refused.rule


def why_none(table: Table, seat: str, tag: str) -> tuple[str, str]:
    """The reason and the rule why no action of a kind is possible."""
    with pytest.raises(Illegal) as refused:
        table.offer(seat, tag)
    return refused.value.reason, refused.value.rule


def two_fronts(variant: str) -> Kingmaker:
    """Ann's 90 men stand before Coventry's walls of 200; at Wells her 20 can fight Ben's 100."""
    game = empty(variant=variant)
    put(game, "mowbray", "ann", "open:coventry")
    put(game, "pole", "ann", "open:coventry")
    put(game, "audley", "ann", "open:coventry")
    put(game, "holland", "ann", "open:wells")
    put(game, "percy", "ben", "open:wells")
    return game


@pytest.mark.parametrize(
    ("variant", "needed", "rule"),
    [("base", 200, "BASE-SGE-1"), ("wbc", 200, "BASE-SGE-1"), ("covault", 100, "COV-2.5")],
)
def test_too_few_men_before_walls(variant: str, needed: int, rule: str) -> None:
    table = begin(two_fronts(variant), "movement")
    said = f"Coventry is attacked by {needed} men or more, and you have 90."
    named = why(table, "ann", action="siege", force="ann|open:coventry|0", site="coventry")
    when = "You attack places in your Combat phase, which is still to come. Also: "
    for reason, found in (named, why_none(table, "ann", "siege")):
        assert reason.startswith(when + said) and found == rule


def test_in_the_combat_phase_too() -> None:
    table = begin(two_fronts("base"), "combat")
    reason, rule = why_none(table, "ann", "siege")
    assert "200 men or more, and you have 90" in reason and rule == "BASE-SGE-1"


def test_battle_below_one_to_four() -> None:
    game = empty(variant="covault")
    put(game, "audley", "ann", "open:wells")
    put(game, "percy", "ben", "open:wells")
    table = begin(game, "combat")
    named = why(table, "ann", action="attack", force="ann|open:wells|0", target="ben|open:wells|0")
    for reason, rule in (named, why_none(table, "ann", "attack")):
        assert reason.startswith("10 men are too few for a battle against 100") and rule == "COV-5.15b"


def test_a_port_whose_owner_holds_the_ship() -> None:
    game = empty(variant="wbc")
    put(game, "percy", "ann", "open:wells", "le_margaret")
    put(game, "neville", "ben", "open:york")
    sites.capture(game, PlaceId("newcastle"), "ben")
    game.ship("le_margaret").at, game.ship("le_margaret").from_start = Location("port:newcastle"), True
    table = begin(game, "movement")
    named = why(table, "ann", action="sail", ships=["le_margaret"], to="sea:the_wash")
    for reason, rule in (named, why_none(table, "ann", "sail")):
        assert reason.startswith("Le Margaret is held in the port of Newcastle upon Tyne") and rule == "WBC-C19.4"


def test_a_refuge_that_is_taken() -> None:
    game = empty(variant="wbc")
    put(game, "percy", "ann", "open:ireland")
    put(game, "neville", "ben", "open:ireland")
    game.state.stays.append(Stay(SquareId("ireland"), "ben", "refuge", ["neville"], 1, 4, "refuge_1"))
    retain(game, "ann", "refuge_2")
    guard(game, "edward_of_march", "percy")
    guard(game, "henry_vi", "neville")
    table = begin(game, "movement")
    for reason, rule in (why(table, "ann", action="refuge", place="ireland"), why_none(table, "ann", "refuge")):
        assert reason.startswith("A party of {ben} is in refuge in Ireland already.") and rule == "WBC-V03.5"


def test_a_becalmed_ship() -> None:
    game = empty(variant="wbc")
    put(game, "percy", "ann", "aboard:le_margaret", "le_margaret")
    put(game, "neville", "ann", "open:york")
    game.ship("le_margaret").at = Location("sea:the_wash")
    table = begin(game, "movement")
    table.act(MASTER, event_edits.Waver("percy"))
    named = why(table, "ann", action="sail", ships=["le_margaret"], to="port:lynn")
    for reason, rule in (named, why_none(table, "ann", "sail")):
        assert "Percy" in reason and rule == "WBC-V04.2"


def test_a_fleet_that_has_defended_already() -> None:
    game = empty(variant="wbc")
    put(game, "percy", "ann", "aboard:le_margaret", "le_margaret")
    put(game, "neville", "ben", "aboard:le_gabriel", "le_gabriel")
    for ship in ("le_margaret", "le_gabriel"):
        game.ship(ship).at = Location("sea:the_wash")
    put(game, "grey", "ann", "open:york")
    put(game, "roos", "ben", "open:york")
    table = begin(game, "combat")
    game.ship("le_margaret").steps = 1
    game.state.turn.attacked.append("neville")
    named = why(table, "ann", action="attack_fleet", sea="sea:the_wash", target="ben")
    for reason, rule in (named, why_none(table, "ann", "attack_fleet")):
        assert reason.startswith("Neville cannot be attacked again") and rule == "BASE-CMB-1"


@pytest.mark.parametrize(("variant", "rule"), [("base", "BASE-SEA-3"), ("wbc", "BASE-SEA-3"), ("covault", "COV-5.22")])
def test_a_full_ship(variant: str, rule: str) -> None:
    game = empty(variant=variant)
    put(game, "percy", "ann", "inside:ipswich")
    put(game, "grey", "ann", "aboard:le_gabriel", "le_gabriel")
    sites.capture(game, PlaceId("ipswich"), "ann")
    game.ship("le_gabriel").at = Location("port:ipswich")
    table = begin(game, "movement")
    named = why(table, "ann", action="embark", ship="le_gabriel", nobles=["percy"])
    for reason, found in (named, why_none(table, "ann", "embark")):
        assert reason.startswith("Le Gabriel has room for 80 more men, not for 100") and found == rule


def test_excuses() -> None:
    game = empty(variant="covault")
    put(game, "percy", "ann", "inside:london")
    for noble, seat in (("neville", "ben"), ("scrope", "ben"), ("roos", "cat")):
        put(game, noble, seat, "open:wells")
    retain(game, "cat", "writ_1")
    convening.convene(game, "ann", PlaceId("london"), ["percy", "neville"], "COV-7.1.5")
    game.flow()
    table = Table(RULES, game)
    assert table.offer("cat", "excuse")
    assert why_none(table, "ann", "excuse")[1] == "COV-7.1.9"
    reason, rule = why(table, "ben", action="excuse", nobles=["neville"])
    assert reason.startswith("Neville is summoned by Writ and cannot be excused.") and rule == "COV-7.1.5"
    reason, rule = why(table, "ben", action="excuse", nobles=["scrope"])
    assert reason.startswith("An excuse for Scrope costs a Writ, and you have no more.") and rule == "COV-7.1.7"


def test_no_excuse_is_needed_where_nobody_must_come() -> None:
    reason, rule = why_none(begin(two_fronts("wbc"), "movement"), "ann", "excuse")
    assert "only a Writ makes a noble come" in reason and rule == "BASE-PAR-4"


@rows(
    "variant, king_of, card, says, rule",
    [
        ("base", "ben", "writ_1", "Only the player who controls Henry VI may call Parliament.", "BASE-PAR-1"),
        ("base", "ann", "", "A call costs at least one Writ, and you have none.", "BASE-PAR-2"),
        ("base", "ann", "writ_1", "Percy is in the open at Bala; Parliament meets where he is", "BASE-PAR-3"),
        ("covault", "ann", "", "A call costs at least one Writ, and you have none.", "COV-7.1.5"),
        ("covault", "ann", "writ_1", "No Parliament can be called while the King's Peace holds.", "COV-7.1.3"),
    ],
)
def test_a_parliament_that_cannot_be_called(variant: str, king_of: str, card: str, says: str, rule: str) -> None:
    game = empty(variant=variant)
    put(game, "percy", "ann", "open:bala")
    put(game, "neville", "ben", "open:york")
    guard(game, "henry_vi", {"ann": "percy", "ben": "neville"}[king_of])
    if card:
        retain(game, "ann", card)
    table = begin(game, "movement")
    if variant == "covault" and card:
        table.act(MASTER, map_edits.SetPeace(PlaceId("london"), "cat"))
    named = why(table, "ann", action="call_parliament", place="wells", nobles=["neville"])
    when = "You call Parliament in your Parliament phase, which is still to come. Also: "
    for reason, found in (named, why_none(table, "ann", "call_parliament")):
        assert reason.startswith(when + says) and found == rule
    reason, found = why(table, "ben", action="call_parliament", place="york", nobles=[])
    assert reason.startswith("It is {ann}'s turn; you call Parliament in the Parliament phase of your own.")
