"""What every game must do: random play, saving in the middle, secrets, illegal actions, undo, replay."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from engine.core import redeal
from engine.core.actions import MASTER, Action, Choice, Draft, Field, Pass, Request, distinct, tag_of
from engine.core.computer.deciding import Player
from engine.core.computer.levels import thinks
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.data import strings_in
from engine.core.dice import Dice
from engine.core.drafts import admits, at_random, fill
from engine.core.errors import Illegal
from engine.core.record import transcript
from engine.core.table import Table
from engine.core.trials import simulation
from engine.core.trials.fuzzing import mutated
from tests.conformance.tables import (
    GAMES,
    KEY,
    by_day,
    every_title,
    fitting,
    games,
    livelier,
    moments,
    played,
)
from tests.matches.match import on_trial

AT_NIGHT = pytest.mark.nightly
"""What looks at more moments of the same games."""


@every_title
@pytest.mark.parametrize("together", [True, pytest.param(False, marks=AT_NIGHT)])
def test_random_play_breaks_no_invariant_and_finds_no_dead_end(game: str, variant: str, together: bool) -> None:
    """By day players at random and livelier ones sit at one table; at night each kind has tables of its own."""
    rules = GAMES[game]
    options, lively = rules.options(variant, {}), livelier(rules)
    tables: list[list[Player]] = (
        [[RandomPlayer(), lively]] if together else [[RandomPlayer()], [RandomPlayer()], [lively]]
    )
    limit = 75 if together else 150
    for seats in {fitting(rules, variant, seats) for seats in (2, 4, 7)}:
        for number, players in enumerate(tables):
            played_game = simulation.play(
                rules, options, seats, seed=seats, number=number, limit=limit, players=players, after=_check_indices
            )
            assert played_game.actions > 0


def _check_indices(table: Table) -> None:
    assert not table.game.stale()


@every_title
@by_day(30, 7)
def test_a_game_saved_in_the_middle_of_any_question_goes_on_the_same(game: str, variant: str, every: int) -> None:
    rules = GAMES[game]
    for number, table in enumerate(games(rules, variant, 3, 180)):
        if number % every:
            continue
        again = Table.restore(rules, table.snapshot(), KEY)
        assert again.hash() == table.hash()
        assert again.requests() and [r.prompt for r in again.requests()] == [r.prompt for r in table.requests()]
        _same_future(table, again, seed=number)


def _same_future(one: Table, other: Table, seed: int) -> None:
    first = Table.restore(one.rules, one.snapshot(), KEY)
    for mine, yours in zip(played(first, 3, seed), played(other, 3, seed), strict=True):
        assert mine.hash() == yours.hash()


@every_title
@by_day(8)
def test_what_the_flow_has_found_still_holds_for_the_decision(game: str, variant: str, every: int) -> None:
    rules = GAMES[game]
    for number, table in enumerate(games(rules, variant, 4, 150, seed=8)):
        if number % every == 0:
            again = Table.restore(rules, table.snapshot(), KEY, careful=False)
            assert _offered(table) == _offered(again)


def _offered(table: Table) -> list[Any]:
    """What is asked, and what is offered in answer with the choices of the first question."""
    return [
        [
            (request.seat, request.prompt),
            *((o.tag, o.label, o.hint, *map(_first, o.fields[:1])) for o in request.offers),
        ]
        for request in table.requests()
    ]


def _first(field: Field) -> Sequence[Choice]:
    return list(field.choices({field.name: []} if field.many else {}))


@every_title
@by_day(25, 5)
def test_nothing_shows_a_seat_what_it_may_not_know(game: str, variant: str, every: int) -> None:
    for number, table in moments(game, variant, every):
        for viewer in (*table.seats, ""):
            other = _resampled(table, viewer, number)
            assert _seen(table, viewer) == _seen(other, viewer)


def _resampled(table: Table, viewer: str, seed: int) -> Table:
    state = redeal.world(table.rules, table.game, viewer, Random(seed))
    return Table(table.rules, table.rules.game(state, Dice(KEY, state.game_id, state.draws)))


@every_title
@pytest.mark.parametrize(("every", "thought"), [(48, 30), pytest.param(5, 60, marks=AT_NIGHT)])
def test_no_player_decides_by_what_its_seat_may_not_know(game: str, variant: str, every: int, thought: int) -> None:
    """Those who think may try out so many actions here before they decide."""
    rules = GAMES[game]
    players = {**on_trial(rules), "random": RandomPlayer(meddles=0.5)}
    for number, table in moments(game, variant, every):
        request = table.requests()[number % len(table.requests())]
        other = _resampled(table, request.seat, number)
        for name, player in players.items():
            if thinks(player) and number % (10 * every) != 5 * every:
                continue
            chosen = [Seated(player, number, thought).choose(world, request.seat) for world in (table, other)]
            assert chosen[0] == chosen[1], f"{name} knows more than {request.seat} of: {request.prompt}"


@every_title
@by_day(30, 10)
def test_what_is_dealt_anew_keeps_nothing_of_how_it_was_dealt(game: str, variant: str, every: int) -> None:
    """Whoever looks into a world that is dealt anew learns nothing of the true one."""
    for number, table in moments(game, variant, every):
        viewer = table.seats[number // every % len(table.seats)]
        other = _resampled(table, viewer, 1)
        assert other.hash() == _resampled(_resampled(table, viewer, 2), viewer, 1).hash()
        assert not other.problems() and all(played(other, 5, seed=number))


DEALS = 10_000
"""Worlds of each title of which none may tell its viewer anything."""


@every_title
@pytest.mark.nightly
def test_ten_thousand_worlds_tell_nothing(game: str, variant: str) -> None:
    """Each looks the same to its viewer, and is the one that would come of any other world that he could be in."""
    known = [*moments(game, variant, 2)]
    for number in range(DEALS):
        table = known[number % len(known)][1]
        viewer = [*table.seats, ""][number // len(known) % (len(table.seats) + 1)]
        other = _resampled(table, viewer, number)
        assert msgspec.json.encode(table.view(viewer)) == msgspec.json.encode(other.view(viewer))
        assert other.hash() == _resampled(_resampled(table, viewer, DEALS + number), viewer, number).hash()
        if number % 50 == 0:
            assert _seen(table, viewer) == _seen(other, viewer) and not other.problems()


def _seen(table: Table, viewer: str) -> list[Any]:
    asked = [
        (request.seat, request.decision, request.prompt if request.seat == viewer or not request.secret else "")
        for request in table.requests()
    ]
    offers = [
        (offer.tag, offer.label, offer.hint, [list(offer.fields[0].choices({}))] if offer.fields else [])
        for offer in table.offers(viewer)
    ]
    return [msgspec.json.encode(table.view(viewer)), asked, offers]


@every_title
@pytest.mark.parametrize(("every", "enough"), [(18, 4), pytest.param(2, 50, marks=AT_NIGHT)])
def test_what_others_do_in_secret_sounds_the_same_to_a_seat(game: str, variant: str, every: int, enough: int) -> None:
    """The same action in two worlds that differ only in secrets tells a bystander the same.

    An action that names something hidden, such as a card of one's hand, cannot be compared so.
    """
    player = Seated(RandomPlayer(), 8)
    compared = openly = 0
    for number, table in moments(game, variant, every):
        actor = table.requests()[0].seat
        bystanders = [seat for seat in table.seats if seat != actor]
        viewer = bystanders[number // every % len(bystanders)]
        action = player.choose(table, actor)
        openly += not _names(table, viewer, action)
        compared += _sounds_the_same(table, viewer, actor, action, number)
    assert compared > enough or openly <= enough, FEW.format(openly=openly, compared=compared)


FEW = (
    "of {openly} actions that name nothing hidden {compared} could be compared: the others changed what is hidden, or "
    "told an event of Story.revelations"
)


def _names(table: Table, viewer: str, action: Action) -> set[str]:
    """The words of an action that a viewer does not know."""
    return {*strings_in(msgspec.to_builtins(action))} & ({*_words(table, MASTER)} - {*_words(table, viewer)})


def _sounds_the_same(table: Table, viewer: str, actor: str, action: Action, seed: int) -> bool:
    """Compare what a viewer hears, unless the action names something hidden or turns it up."""
    one, other = table, _resampled(table, viewer, seed)
    before, secrets = [_piles(one), _piles(other)], _hidden(one, viewer)
    hidden = _names(one, viewer, action)
    try:
        mine, yours = one.act(actor, action), other.act(actor, action)
    except Illegal:
        assert hidden or actor != viewer
        return False
    told = {event.kind for outcome in (mine, yours) for event in outcome.events}
    if told & table.rules.story.revelations:
        return False
    if hidden or before != [_piles(one), _piles(other)] or secrets - _hidden(one, viewer):
        return False
    heard = [[event for event in outcome.events if event.heard_by(viewer)] for outcome in (mine, yours)]
    assert heard[0] == heard[1], "what an action tells everybody of hidden things is an event of Story.revelations"
    assert _seen(one, viewer) == _seen(other, viewer)
    return True


def _hidden(table: Table, viewer: str) -> Counter[str]:
    """What there is to be known beyond a viewer's view: it grows less when a secret comes out."""
    return _words(table, MASTER) - _words(table, viewer)


def _words(table: Table, eye: str) -> Counter[str]:
    return Counter(strings_in(msgspec.to_builtins(table.view(eye))))


def _piles(table: Table) -> list[Any]:
    """Every pile and hand: they change when a card is drawn or becomes public."""
    view = table.view(MASTER)
    return [getattr(view, "piles", None), getattr(view, "hands", None)]


@every_title
@by_day(13)
def test_what_is_offered_is_accepted_and_what_is_not_is_refused(game: str, variant: str, every: int) -> None:
    chance = Random(3)
    player = Seated(RandomPlayer(meddles=0.5), 4)
    for _, table in moments(game, variant, every):
        for seat in table.seats:
            if table.request(seat) is not None:
                _knock(table, seat, player.choose(table, seat), chance)


def _knock(table: Table, seat: str, action: Action, chance: Random) -> None:
    """Offer an action, and the same with one thing changed, to a copy of the table: offered means accepted."""
    for tried in (action, mutated(table, action, chance)):
        offered = any(admits(offer, tried) for offer in table.offers(seat) if offer.action is type(tried))
        copy = Table.restore(table.rules, table.snapshot(), KEY)
        try:
            copy.act(seat, tried)
        except Illegal as refusal:
            assert not offered, f"{tried} is offered to {seat}, but refused: {refusal}"
            assert copy.hash() == table.hash()
        else:
            assert offered, f"{tried} is not offered to {seat}, but accepted"


@every_title
@by_day(18)
def test_nothing_is_offered_twice(game: str, variant: str, every: int) -> None:
    chance, found = Random(12), Counter[str]()

    def each_once(field: Field, draft: Draft, choices: Sequence[Choice]) -> str | None:
        values = [choice.value for choice in choices]
        assert distinct(values), f"something is offered twice for {field.name}: {values}"
        found.update(values)
        return pick(field, draft, choices)

    pick = at_random(chance)
    for _, table in moments(game, variant, every):
        for offer in (offer for seat in table.seats for offer in table.offers(seat)):
            fill(offer, each_once)
            found[offer.tag] += not offer.fields
    assert found.total() > 250 // every, "an answer or more is looked at wherever somebody is asked"


@every_title
@by_day(8)
def test_declining_is_offered_once(game: str, variant: str, every: int) -> None:
    """Where a seat may pass, no other answer to one question comes to the same: the same state, and the same words."""
    for _, table in moments(game, variant, every):
        for request in table.requests():
            if any(offer.action is Pass for offer in request.offers):
                declined = _after(table, request.seat, Pass())
                for action in _short_answers(table, request):
                    assert _after(table, request.seat, action) != declined, f"{action} is to pass: {request.prompt}"


def _short_answers(table: Table, request: Request) -> Iterator[Action]:
    """The answers to a request, but Pass, that take one question at most."""
    for offer in request.offers:
        if offer.action is Pass:
            continue
        if not offer.fields:
            yield offer.action()
        elif len(offer.fields) == 1 and not offer.fields[0].many:
            field = offer.fields[0]
            yield from (offer.action(**{field.name: choice.value}) for choice in field.choices({}))


def _after(table: Table, seat: str, action: Action) -> tuple[str, list[str]]:
    copy = Table.restore(table.rules, table.snapshot(), KEY)
    outcome = copy.act(seat, action)
    return copy.hash(), [event.text for event in outcome.events]


@every_title
@by_day(5)
def test_nobody_acts_for_another_seat(game: str, variant: str, every: int) -> None:
    player = Seated(RandomPlayer(meddles=0), 6)
    tried = alone = 0
    for _, table in moments(game, variant, every):
        for request in table.requests():
            alone += not (request.secret or request.together)
            action = player.choose(table, request.seat)
            for stranger in (seat for seat in table.seats if table.request(seat) is None):
                if not any(offer.tag == tag_of(action) for offer in table.offers(stranger)):
                    tried += 1
                    before = table.hash()
                    with pytest.raises(Illegal):
                        table.act(stranger, action)
                    assert table.hash() == before
    assert tried > 30 or alone <= 30, f"{alone} times one seat was asked, and {tried} times another one was refused"


SHORT = 50
"""Actions of a game that is written down by day."""


@every_title
@pytest.mark.parametrize("actions", [SHORT, pytest.param(300, marks=AT_NIGHT)])
def test_a_played_game_can_be_replayed_to_the_letter(game: str, variant: str, actions: int) -> None:
    record = transcript.read(_written(game, variant, actions))
    assert transcript.replay(GAMES[game], record).version == len(record.entries)
    assert transcript.check_draws(record) > 0


@cache
def _written(game: str, variant: str, actions: int) -> bytes:
    """A game as it is written down."""
    rules = GAMES[game]
    options, seats = rules.options(variant, {}), fitting(rules, variant, 3)
    played_game = simulation.play(rules, options, seats, seed=9, limit=actions, players=[livelier(rules)])
    return transcript.write(played_game.transcript)


@every_title
def test_a_forged_transcript_is_found_out(game: str, variant: str) -> None:
    record = transcript.read(_written(game, variant, SHORT))
    first, *others = record.opening_draws
    better = msgspec.structs.replace(first, result=first.result % first.sides + 1)
    record.opening_draws = (better, *others)
    with pytest.raises(transcript.Mismatch, match=f"Draw {first.counter} "):
        transcript.check_draws(record)


@every_title
def test_a_changed_action_is_found_out(game: str, variant: str) -> None:
    record = transcript.read(_written(game, variant, SHORT))
    del record.entries[len(record.entries) // 3]
    with pytest.raises(transcript.Mismatch, match="is missing or out of order"):
        transcript.replay(GAMES[game], record)
