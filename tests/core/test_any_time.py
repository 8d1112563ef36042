"""What seats may do beside what they are asked: the gate holds what handlers accept to what is offered."""

import pytest

from engine.core.actions import Action, Offer
from engine.core.chapter import AnyTime, Chapter
from engine.core.errors import Illegal
from engine.core.parts import Offering
from engine.core.rules import Rules
from engine.core.table import Table
from engine.games import GAMES
from tests.harness.rows import rows
from tests.referee.relay import Pledge, Relay, relay

SEATS = ["ann", "ben"]


class Cheer(Action, frozen=True):
    """Cheer a runner on, which costs the runner a step; only ann is ever offered it."""

    runner: str = "ben"


def offers(game: Relay, seat: str) -> list[Offer]:
    return [Offer(Cheer, "Cheer")] if seat == "ann" and not game.state.laps else []


def cheer(game: Relay, seat: str, action: Cheer) -> None:
    if action.runner not in game.state.places:
        raise Illegal(f"No {action.runner} runs here; cheer a runner.", "RELAY-2")
    game.state.places[action.runner] += 1
    game.dice.roll(6, "how loud")
    game.emit("cheered", f"{{{seat}}} cheers.")


CHEERS = Chapter(any_time=(AnyTime(offers, {Cheer: cheer}),))
"""A chapter for those who cheer."""


def hush(game: Relay, seat: str) -> None:
    """Forbid what is done at any time."""
    raise Illegal("Be quiet until the race begins.", "RELAY-3")


def opened(rules: Rules[Relay]) -> Table:
    return Table.new(rules, "g", SEATS, {"goal": 30}, b"cheer".ljust(32, b"."))


def test_an_action_that_is_offered_is_carried_out() -> None:
    table = opened(relay(CHEERS))
    assert Cheer in {offer.action for offer in table.offers("ann")}
    table.act("ann", Cheer())
    assert table.game.state.places["ben"] == 1


def test_what_a_handler_accepts_is_refused_with_nothing_changed_where_its_kind_is_not_offered() -> None:
    table = opened(relay(CHEERS))
    before, drawn = table.hash(), table.game.dice.counter
    assert Cheer not in {offer.action for offer in table.offers("ben")}
    with pytest.raises(Illegal, match="'cheer' is not possible now"):
        table.act("ben", Cheer())
    assert table.hash() == before and table.game.state.places["ben"] == 0 and table.game.dice.counter == drawn
    table.act("ben", Pledge("2"))
    assert not [event for event in table.game.events if event.kind == "cheered"]


@pytest.mark.parametrize("seat", SEATS)
def test_a_handler_that_refuses_gives_its_own_reason_whether_or_not_its_kind_is_offered(seat: str) -> None:
    with pytest.raises(Illegal, match="No cat runs here") as refusal:
        opened(relay(CHEERS)).act(seat, Cheer("cat"))
    assert refusal.value.rule == "RELAY-2"


def test_while_a_game_forbids_all_of_it_nothing_is_offered_and_the_reason_is_the_games() -> None:
    table = opened(relay(CHEERS, offering=Offering(lock=hush)))
    assert [offer.action for offer in table.offers("ann")] == [Pledge]
    with pytest.raises(Illegal, match="Be quiet") as refusal:
        table.act("ann", Cheer())
    assert refusal.value.rule == "RELAY-3"


@rows("game", GAMES)
def test_every_action_has_one_place_in_the_chapters(game: str) -> None:
    """An action that two any-time rows handle would be offered twice; one beside a request is in `actions` once."""
    rows = [row for chapter in GAMES[game].chapters for row in chapter.any_time]
    handled = [action for row in rows for action in row.handlers]
    assert len(handled) == len(set(handled)) and set(handled) <= set(GAMES[game].actions)
    steps = [step for chapter in GAMES[game].chapters for step in chapter.steps]
    assert len(steps) == len(set(steps))
