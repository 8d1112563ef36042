"""What changes by where somebody stands, and what no event says, is said to whoever has moved them."""

from bot.table.telling import grown
from engine.core.parts import Strength
from engine.kingmaker.movement.land import Move
from tests.bot.test_panels import MOVING, arranged, place

BISHOP = {"action": "give", "card": "bishop_of_durham", "noble": "percy"}


def test_a_bishops_men_who_count_in_the_north_only_are_missed_in_words() -> None:
    table = arranged("kingmaker", *MOVING, BISHOP)
    before = table.rules.words.strengths(table.game, "ann")
    assert set(before) == {"Percy"} and before["Percy"].bonuses == {
        "Bishop of Durham (+30) counts north of the Trent only": True
    }
    stayed = before["Percy"].men
    table.arrange(table.rules.codec.decode_action(place("percy", "ann", "open:coventry")))
    after = table.rules.words.strengths(table.game, "ann")
    said = f"Percy {stayed} → {stayed - 30}: Bishop of Durham (+30) counts north of the Trent only."
    assert grown(before, after) == [said] and grown(after, before) != []


def test_nothing_is_said_where_cards_or_nothing_have_changed() -> None:
    table = arranged("kingmaker", *MOVING, BISHOP)
    before = table.rules.words.strengths(table.game, "ann")
    table.act("ann", Move(nobles=["percy"], to="open:airedale"))  # type: ignore[arg-type]
    assert grown(before, table.rules.words.strengths(table.game, "ann")) == []
    assert grown({}, before) == []
    assert grown({"Percy": Strength(80, {})}, {"Percy": Strength(90, {})}) == []
