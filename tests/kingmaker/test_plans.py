"""Plans in Kingmaker: a Movement phase said ahead, battles that are fought only at good odds, and who stands aside."""

from engine.core import orders
from engine.core.actions import Pass
from engine.core.orders import Entry, Plan, Term, Then
from engine.core.table import Table
from engine.kingmaker.board.ids import ForceId, Location
from engine.kingmaker.combat import combat, muster
from engine.kingmaker.movement import land
from engine.kingmaker.rules import RULES
from engine.kingmaker.views import KingmakerView
from tests.harness import as_kind
from tests.kingmaker import boards
from tests.kingmaker.boards import game_of

DURHAM = "open:durham"
CALAIS = "area:calais"
ANN, BEN = f"ann|{DURHAM}|0", f"ben|{DURHAM}|0"


def before_a_battle(*of_ben: str) -> Table:
    """Ann's Combat phase: Percy and Scrope against nobles of Ben; Cat has Roos there."""
    game = boards.empty()
    for noble in ("percy", "scrope"):
        boards.put(game, noble, "ann", Location(DURHAM))
    for noble in of_ben:
        boards.put(game, noble, "ben", Location(DURHAM))
    boards.put(game, "roos", "cat", Location(DURHAM))
    return boards.begin(game, "combat")


def likely(percent: int) -> Plan:
    """Attack if it succeeds so likely, else end the phase."""
    attack = orders.whole(combat.Attack(ForceId(ANN), ForceId(BEN)))
    return Plan("D30", (Entry(action=attack, terms=(Term("likely", {"percent": str(percent)}),)), Entry("default")))


def test_an_attack_waits_for_its_odds() -> None:
    table = before_a_battle("stanley")
    assert isinstance(orders.choose(table, "ann", likely(20)).action, combat.Attack)
    chosen = orders.choose(table, "ann", likely(100))
    assert isinstance(chosen.action, Pass)
    assert chosen.why[0].text == "Its condition is not met: only if the attack succeeds in at least 100 of 100 cases."


def test_who_may_join_stays_out_unless_the_attackers_are_strong() -> None:
    table = before_a_battle("stanley")
    table.act("ann", combat.Attack(ForceId(ANN), ForceId(BEN)))
    men = sum(noble.strength for noble in as_kind(KingmakerView, table.view("")).nobles if noble.seat == "ann")
    assert table.asked("cat").decision == "D31"
    for limit, wanted in ((men - 1, muster.Ally), (men, muster.StandReady)):
        stronger = Term("stronger", {"men": str(limit)})
        help_ben = Entry(action={"action": "ally", "side": "defence"}, terms=(stronger,))
        ready = Entry(action={"action": "stand_ready"}, then=Then.AGAIN)
        assert isinstance(orders.choose(table, "cat", Plan("D31", (help_ben, ready))).action, wanted)


def test_a_movement_phase_is_looked_at_before_its_turn() -> None:
    table = before_a_battle("stanley")
    world = orders.foreseen(table, "cat", "D20")
    assert world is not None
    move = Entry(action={"action": "move", "nobles": ["roos"], "to": "open:airedale"})
    unopposed = Entry(action={**move.action, "to": DURHAM}, terms=(Term("unopposed"),))
    chosen = orders.decide(world, "cat", Plan("D20", (unopposed, move)))
    assert chosen.place == 1 and isinstance(chosen.action, land.Move)
    assert table.request("cat") is None


def test_a_plan_may_wait_for_who_is_where_and_for_whose_a_place_is() -> None:
    table = before_a_battle("stanley")
    for who, where, fits in (("stanley", DURHAM, True), ("stanley", "open:airedale", False), ("percy", DURHAM, True)):
        entry = Entry("default", terms=(Term("stands", {"who": who, "where": where}),))
        assert (orders.choose(table, "ann", Plan("D30", (entry,))).action is not None) == fits
    held = Entry("default", terms=(Term("held", {"place": "york", "seat": "ben"}),))
    assert orders.choose(table, "ann", Plan("D30", (held,))).action is None


def test_where_somebody_is_waited_for_begins_with_where_he_is() -> None:
    table = before_a_battle("stanley")
    boards.put(game_of(table), "grey", "ann", Location(CALAIS))
    known = table.rules.plans.conditions(table.game, "ann", table.offer("ann", "attack"))
    stands = next(condition for condition in known if condition.id == "stands")
    where = next(field for field in stands.fields if field.name == "where")
    for who, at in (("stanley", DURHAM), ("grey", CALAIS)):
        assert where.choices({"who": who})[0].value == at
    assert stands.said({"who": "grey", "where": CALAIS}) == "if Grey is in Calais"


def test_a_plan_is_looked_at_with_the_last_event_card_drawn() -> None:
    table = before_a_battle("stanley")
    table.game.state.event_discard += table.game.state.event_deck
    table.game.state.event_deck = []
    assert orders.choose(Table(RULES, table.game), "ann", Plan("D30", (Entry("default"),))).action == Pass()
