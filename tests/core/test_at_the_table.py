"""Dice that were rolled at the table and cards that were seen, by the game master's word, in every game."""

from collections.abc import Iterator

import pytest

from engine.core.actions import MASTER
from engine.core.dice import Dice, Draw, Thrown
from engine.core.editing.at_the_table import DieShows, ShuffleAnew
from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.table import THROWN, Table
from engine.core.trials import simulation
from engine.games import GAMES, rules_of
from engine.kingmaker.edits.card_edits import Hand
from tests.harness.rows import rows

KEY = b"nobody's key"

LOTS: tuple[str, ...] = (
    "who sets up first",
    "who moves first",
    "whose allegiance vacillates",
    "first player among",
    "laws of group",
)
LOTS += ("start player", "who plays the English", "where the Wizard begins")
"""What is drawn by lot and not rolled: it has no faces."""


def opened(game: str, variant: str = "") -> Table:
    """A table of as few as may be."""
    rules = rules_of(game)
    options = rules.options(variant or rules.usual_variant, {})
    return Table.new(rules, "g", ["ann", "ben", "cat"][: max(2, rules.seats(options)[0])], options, KEY)


def test_a_die_of_the_table_is_no_draw_and_moves_nothing_in_the_stream() -> None:
    alone, beside = Dice(KEY, "g"), Dice(KEY, "g")
    beside.begin([Thrown("storm", "*; lost from *", 100, [37])])
    first = alone.roll(6, "battle"), alone.roll(6, "battle")
    assert (
        beside.roll(6, "battle"),
        beside.roll(100, "Le Swan at sea; lost from 90 on"),
        beside.roll(6, "battle"),
    ) == (
        first[0],
        37,
        first[1],
    )
    assert beside.drawn == alone.drawn and beside.counter == 2
    assert beside.fallen[1] == Draw(0, 100, 37, "Le Swan at sea; lost from 90 on")


def test_hidden_draws_and_other_dice_stay_herald_s() -> None:
    dice = Dice(KEY, "g")
    dice.begin([Thrown("any", "*", 6, [1])])
    dice.roll(20, "strokes")
    dice.roll(6, "a secret", hidden=True)
    assert len(dice.drawn) == 2 and not dice.used


def test_dice_that_are_left_over_once_some_were_used_count_for_nothing_later() -> None:
    dice = Dice(KEY, "g")
    waiting = [Thrown("battle", "battle", 6, [1, 2, 3]), Thrown("battle", "battle", 6, [4])]
    dice.begin(waiting)
    assert [dice.roll(6, "battle"), dice.roll(6, "battle")] == [1, 2]
    ((used, faces),) = dice.put_away()
    assert (used.faces, faces) == ([3], [1, 2]) and [one.faces for one in waiting] == [[4]]


@rows("shows, refusal", [
    ([7], "shows 1 to 6"), ([0], "shows 1 to 6"), ([], "one number"), ([2, 3], "one number"),
])  # fmt: skip
def test_a_die_shows_what_it_can_show(shows: list[int], refusal: str) -> None:
    with pytest.raises(Illegal, match=refusal):
        opened("warriors").act(MASTER, DieShows("siege", shows))


@rows("shows", [[9], [4, 5], [5, 4]])
def test_of_dice_that_are_added_up_the_sum_will_do(shows: list[int]) -> None:
    table = opened("kingmaker")
    table.act(MASTER, DieShows("royal_death", shows, "ann"))
    assert sum(table.game.state.thrown[0].faces) == 9


@rows("shows", [[1], [13], [6, 7], [1, 2, 3], []])
def test_a_sum_that_dice_cannot_show_is_refused(shows: list[int]) -> None:
    with pytest.raises(Illegal, match="show"):
        opened("kingmaker").act(MASTER, DieShows("royal_death", shows))


def test_everybody_is_told_what_was_rolled_by_whom_and_for_what() -> None:
    told = opened("kingmaker").act(MASTER, DieShows("royal_death", [9], "ann")).events
    assert [(event.text, event.seats) for event in told] == [
        (
            "The game master: 2d6 show 9, rolled at the table by {ann}, and decides the next roll: a royal death.",
            None,
        )
    ]


@rows("game", [name for name, rules in GAMES.items() if rules.editing.rolls])
def test_every_roll_of_a_game_can_be_made_at_the_table(game: str) -> None:
    """Whatever is rolled in the open in some games has a roll of that kind and die."""
    rolls = rules_of(game).editing.rolls
    found = [draw for draw in _drawn(game) if not draw.hidden and not draw.purpose.startswith(LOTS)]
    assert found
    waiting = [Thrown(name, roll.purpose, roll.sides, [1]) for name, roll in rolls.items()]
    for draw in found:
        dice = Dice(KEY, "g")
        dice.begin([Thrown(one.roll, one.purpose, one.sides, [1]) for one in waiting])
        dice.roll(draw.sides, draw.purpose)
        assert dice.used, draw


def _drawn(game: str) -> Iterator[Draw]:
    rules = rules_of(game)
    for number, variant in enumerate(rules.variants):
        options = rules.options(variant, {})
        record = simulation.play(rules, options, rules.seats(options)[0], seed=7, number=number, limit=150).transcript
        yield from (draw for entry in record.entries for draw in entry.draws)


def test_a_die_of_the_table_decides_the_next_roll_and_is_told_as_what_it_is() -> None:
    """Both roll for the first leader in Warriors of God: the table's die stands for the English one alone."""
    table = opened("warriors")
    table.act(MASTER, DieShows("english_initiative", [6], "ann"))
    told = [event for event in _until_rolled(table) if event.kind == THROWN]
    assert [(event.text, event.seats, event.report["results"]) for event in told] == [
        ("🎲 Rolled at the table by {ann}, not by Herald, for the initiative, for the English: 6.", None, [6])
    ]
    assert not table.game.state.thrown


def _until_rolled(table: Table) -> Iterator[Event]:
    while table.game.state.thrown:
        seat = table.requests()[0].seat
        yield from table.act(seat, table.default(seat)).events


def test_going_back_before_a_roll_lets_the_die_of_the_table_stand_again() -> None:
    table = opened("warriors")
    table.act(MASTER, DieShows("english_initiative", [6]))
    before, version = table.snapshot(), table.version
    list(_until_rolled(table))
    table.rewind(before, version)
    assert [one.faces for one in table.game.state.thrown] == [[6]]
    list(_until_rolled(table))
    assert not table.game.state.thrown


def test_a_game_without_dice_has_no_such_edit_and_one_without_piles_no_shuffle() -> None:
    assert DieShows not in rules_of("lancaster").edits and ShuffleAnew in rules_of("lancaster").edits
    assert all(DieShows in rules_of(game).edits for game in ("kingmaker", "warlord", "warriors"))
    assert all(ShuffleAnew not in rules_of(game).edits for game in ("warlord", "warriors"))


@rows(
    "game, pile",
    [("kingmaker", "crown"), ("kingmaker", "events"), ("lancaster", "laws"), ("lancaster", "conflicts")],
)
def test_a_pile_is_shuffled_by_sealed_dice_and_nobody_sees_how(game: str, pile: str) -> None:
    table = opened(game)
    before = table.view("")
    done = table.act(MASTER, ShuffleAnew(pile))
    assert done.draws and all(draw.hidden for draw in done.draws)
    assert table.view("") == before
    assert [event.seats for event in done.events] == [None] and "the sealed dice shuffle again" in done.events[0].text


def in_movement(*hand: str) -> Table:
    """A game of Kingmaker in its first Movement phase, in which Ann holds these Crown cards."""
    table = opened("kingmaker")
    while table.game.state.turn.phase != "movement":
        seat = table.requests()[0].seat
        table.act(seat, table.default(seat))
    for card in hand:
        table.act(MASTER, Hand(card, "ann"))
    return table


def test_while_a_card_is_decided_about_its_hand_is_not_shuffled() -> None:
    with pytest.raises(Illegal, match="shuffle after the answer"):
        opened("kingmaker").act(MASTER, ShuffleAnew("hand", "ann"))


def test_a_hand_is_dealt_anew_with_the_deck_and_its_owner_alone_is_told() -> None:
    state = in_movement().game.state
    table = in_movement(*state.crown_deck[:4])
    state = table.game.state
    hand, all_cards = list(state.factions["ann"].hand), sorted([*state.factions["ann"].hand, *state.crown_deck])
    others = {seat: list(faction.hand) for seat, faction in state.factions.items() if seat != "ann"}
    done = table.act(MASTER, ShuffleAnew("hand", "ann"))
    state = table.game.state
    assert len(state.factions["ann"].hand) == len(hand) and state.factions["ann"].hand != hand
    assert sorted([*state.factions["ann"].hand, *state.crown_deck]) == all_cards
    assert {seat: state.factions[seat].hand for seat in others} == others
    assert {event.seats for event in done.events} == {None, ("ann",)}
    public = next(event.text for event in done.events if event.seats is None)
    assert not any(name in public for name in table.rules.cards().values())
    own = next(event.text for event in done.events if event.seats)
    assert all(table.rules.cards()[card] in own for card in state.factions["ann"].hand)


@rows("edit, refusal", [
    (ShuffleAnew("hand"), "whose hand"), (ShuffleAnew("crown", "ann"), "to nobody"), (ShuffleAnew("tarot"), "no pile"),
])  # fmt: skip
def test_what_cannot_be_shuffled_is_refused(edit: ShuffleAnew, refusal: str) -> None:
    with pytest.raises(Illegal, match=refusal):
        opened("kingmaker").act(MASTER, edit)
