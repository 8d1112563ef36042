"""Worlds in which hidden cards lie otherwise: castles that are called like nobles stay what they are."""

import pytest

from engine.core.actions import AnyAction
from engine.core.table import Table
from engine.kingmaker.board.catalog import NobleCard
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.edits.map_edits import LaySiege, SetControl
from engine.kingmaker.resampling import _places_kept
from engine.kingmaker.rules import RULES
from engine.kingmaker.sequence.entering_hands import EnterHand, EnteringHands
from engine.kingmaker.sequence.setup import Ready, SettingUp
from tests.kingmaker.boards import begin, empty, game_of, put

NAMESAKES = ("berkeley", "greystoke", "stafford")


@pytest.mark.parametrize("place", NAMESAKES)
def test_a_castle_does_not_change_places_with_the_noble_of_its_name(place: PlaceId) -> None:
    table = Table.new(RULES, "g", ["ann", "ben"], RULES.options("base", {}), b"key")
    viewer = next(seat for seat in table.seats if place not in table.game.state.factions[seat].hand)
    table.arrange(SetControl(place, "ann"))
    table.arrange(LaySiege(place, "ben"))
    lies = set()
    for seed in range(20):
        world = table.world(viewer, seed)
        assert set(world.game.state.control) == {place} and set(world.game.state.sieges) == {place}
        lies.add(world.game.state.crown_deck.index(place) if place in world.game.state.crown_deck else -1)
    assert len(lies) > 1


def test_of_the_next_crown_card_not_even_the_kind_is_kept() -> None:
    table = Table.new(RULES, "g", ["ann", "ben"], RULES.options("wbc", {}), b"key")
    worlds = [game_of(table.world("ann", seed)) for seed in range(60)]
    drawn = {type(game.catalog.cards[game.state.crown_deck[-1]]) for game in worlds}
    hands = [[game.catalog.cards[card] for card in game.faction("ben").hand] for game in worlds]
    held = {sum(isinstance(card, NobleCard) for card in hand) for hand in hands}
    assert len(drawn) > 3 and len(held) > 3 and min(held) > 0


def test_what_others_plan_for_the_set_up_fits_to_their_cards() -> None:
    table = Table.new(RULES, "g", ["ann", "ben"], RULES.options("covault", {}), b"key")
    table.act("ben", Ready())
    for seed in range(10):
        world = table.world("ann", seed)
        assert [request.seat for request in world.requests()] == ["ann"]
        world.act("ann", Ready())
        assert not isinstance(world.game.top, SettingUp) and not world.problems()


def test_whoever_has_set_up_looks_ahead_with_whatever_is_left_in_hand() -> None:
    table = Table.new(RULES, "g", ["ann", "ben"], RULES.options("wbc", {}), b"key")
    seat = table.requests()[0].seat
    table.act(seat, Ready())
    game_of(table).faction(seat).hand = [table.game.state.crown_deck.pop(0)]
    assert isinstance(table.game.top, SettingUp)
    for viewer in ("ann", "ben", ""):
        assert len(game_of(table.world(viewer, 1)).faction(seat).hand) == 1


def test_a_card_that_has_changed_hands_in_secret_is_any_card_of_its_hand() -> None:
    def world(traded: str) -> str:
        game = empty()
        put(game, "percy", "ann", "open:york")
        game.state.crown_deck = [card for card in game.state.crown_deck if card not in ("saxons", "grey")]
        table = begin(game, "movement")
        game_of(table).faction("ben").hand = ["grey", "saxons"]
        table.game.state.turn.traded = [traded]
        return table.world("", 1).hash()

    assert world("saxons") == world("grey")


def test_no_other_castle_is_called_like_a_card() -> None:
    game = game_of(Table.new(RULES, "g", ["ann", "ben"], RULES.options("base", {}), b"key"))
    assert sorted({*game.catalog.places} & {*game.catalog.cards}) == sorted(NAMESAKES)


def test_what_a_list_of_places_names_stays_what_it_is() -> None:
    """Only places: what else a list holds changes with the cards."""
    before = {"stays": [{"place": "stafford", "nobles": ["stafford"]}], "sites": ["york"]}
    after = {"stays": [{"place": "percy", "nobles": ["percy"]}], "sites": ["york"]}
    assert _places_kept(before, after) == {"stays": [{"place": "stafford", "nobles": ["percy"]}], "sites": ["york"]}


@pytest.mark.parametrize("viewer", ["ann", "ben", ""])
def test_hands_that_are_entered_lie_otherwise_but_for_the_viewers_own(viewer: str) -> None:
    """Ann's and Cat's hands of a game begun elsewhere are settled; Ben has to look again."""
    game = empty()
    for noble, seat in (("percy", "ann"), ("scrope", "ben"), ("roos", "cat")):
        put(game, noble, seat, "open:york")
    table = begin(game, "movement")
    entered: dict[str, AnyAction] = {"ann": EnterHand(["saxons", "grey"]), "cat": EnterHand(["neville"], ["writ_1"])}
    numbers = {"ann": {"hand": 2}, "ben": {"hand": 1}, "cat": {"hand": 1, "kept": 1}}
    game.push(EnteringHands(numbers=numbers, settled=entered))
    hands: dict[str, set[tuple[tuple[str, ...], int]]] = {"ann": set(), "cat": set()}
    for seed in range(6):
        step = table.world(viewer, seed).game.top
        assert isinstance(step, EnteringHands) and list(step.settled) == ["ann", "cat"]
        for seat, answer in step.settled.items():
            assert isinstance(answer, EnterHand)
            hands[seat].add((tuple(answer.cards), len(answer.kept)))
    assert all({(len(held), kept) for held, kept in hands[seat]} == {shape} for seat, shape in SHAPES.items())
    assert (len(hands["ann"]) == 1) == (viewer == "ann") and len(hands["cat"]) > 1


SHAPES = {"ann": (2, 0), "cat": (1, 1)}
"""How many cards each has entered, in hand and kept."""
