"""What every game must do: random play, saving in the middle, secrets, illegal actions, undo, replay."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from engine.core.actions import Action, Choice, Draft, Field, Pass, Request, distinct, tag_of
from engine.core.data import strings_in
from engine.core.dice import Dice
from engine.core.drafts import admits, at_random, fill
from engine.core.errors import Illegal
from engine.core.players import RandomPlayer, Seated
from engine.core.record import transcript
from engine.core.table import Table
from engine.core.thinking.levels import thinks
from engine.core.trials import simulation
from engine.core.trials.fuzzing import perturbed
from tests.conformance.tables import AT_ONCE, GAMES, KEY, TITLES, fitting, games, livelier, opened, played
from tests.matches.match import on_trial

NEVER_PASSED = ("warlord", *AT_ONCE)
"""Games in which nobody declines by the action Pass."""

pytestmark = pytest.mark.parametrize(("game", "variant"), TITLES)


AT_NIGHT = pytest.mark.nightly
"""What looks at more moments of the same games."""


@pytest.mark.parametrize("at_random", [1, pytest.param(2, marks=AT_NIGHT)])
def test_random_play_breaks_no_invariant_and_finds_no_dead_end(game: str, variant: str, at_random: int) -> None:
    rules = GAMES[game]
    options, players = rules.options(variant, {}), (*[RandomPlayer()] * at_random, livelier(rules))
    for seats in {fitting(rules, variant, seats) for seats in (2, 4, 7)}:
        for number, player in enumerate(players, 2 - at_random):
            played_game = simulation.play(
                rules, options, seats, seed=seats, number=number, limit=150, players=[player], after=_check_indices
            )
            assert played_game.actions > 0


def _check_indices(table: Table) -> None:
    assert not table.game.stale()


def test_a_game_saved_in_the_middle_of_any_question_goes_on_the_same(game: str, variant: str) -> None:
    rules = GAMES[game]
    for number, table in enumerate(games(rules, variant, 3, 180)):
        if number % 7:
            continue
        again = Table.restore(rules, table.snapshot(), KEY)
        assert again.hash() == table.hash()
        assert again.requests() and [r.prompt for r in again.requests()] == [r.prompt for r in table.requests()]
        _same_future(table, again, seed=number)


def _same_future(one: Table, other: Table, seed: int) -> None:
    first = Table.restore(one.rules, one.snapshot(), KEY)
    for mine, yours in zip(played(first, 3, seed), played(other, 3, seed), strict=True):
        assert mine.hash() == yours.hash()


def test_what_the_flow_has_found_still_holds_for_the_decision(game: str, variant: str) -> None:
    rules = GAMES[game]
    for table in games(rules, variant, 4, 150, seed=8):
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


def test_nothing_shows_a_seat_what_it_may_not_know(game: str, variant: str) -> None:
    rules = GAMES[game]
    for number, table in enumerate(games(rules, variant, 3, 200)):
        if number % 5:
            continue
        for viewer in (*table.seats, ""):
            other = _resampled(table, viewer, number)
            assert _seen(table, viewer) == _seen(other, viewer)


def _resampled(table: Table, viewer: str, seed: int) -> Table:
    state = table.rules.resample_hidden(table.game, viewer, Random(seed))
    return Table(table.rules, table.rules.game(state, Dice(KEY, state.game_id, state.draws)))


THOUGHT = 60
"""Actions that players who think may try out here before they decide."""


@pytest.mark.parametrize("every", [12, pytest.param(5, marks=AT_NIGHT)])
def test_no_player_decides_by_what_its_seat_may_not_know(game: str, variant: str, every: int) -> None:
    rules = GAMES[game]
    players = {**on_trial(rules), "random": RandomPlayer(meddles=0.5)}
    for number, table in enumerate(games(rules, variant, 3, 250)):
        if number % every:
            continue
        request = table.requests()[number % len(table.requests())]
        other = _resampled(table, request.seat, number)
        for name, player in players.items():
            if thinks(player) and number % (10 * every) != 5 * every:
                continue
            chosen = [Seated(player, number, THOUGHT).choose(world, request.seat) for world in (table, other)]
            assert chosen[0] == chosen[1], f"{name} knows more than {request.seat} of: {request.prompt}"


def test_what_is_dealt_anew_keeps_nothing_of_how_it_was_dealt(game: str, variant: str) -> None:
    """Whoever looks into a world that is dealt anew learns nothing of the true one."""
    for number, table in enumerate(games(GAMES[game], variant, 3, 200)):
        if number % 10:
            continue
        viewer = table.seats[number % len(table.seats)]
        other = _resampled(table, viewer, 1)
        assert other.hash() == _resampled(_resampled(table, viewer, 2), viewer, 1).hash()
        assert not other.problems() and all(played(other, 5, seed=number))


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


@pytest.mark.parametrize(("every", "enough"), [(3, 20), pytest.param(1, 60, marks=AT_NIGHT)])
def test_what_others_do_in_secret_sounds_the_same_to_a_seat(game: str, variant: str, every: int, enough: int) -> None:
    """The same action in two worlds that differ only in secrets tells a bystander the same."""
    rules = GAMES[game]
    table = opened(rules, variant, 3)
    player = Seated(RandomPlayer(), 8)
    compared = 0
    for number in range(150):
        if table.result is not None:
            table, player = opened(rules, variant, 3, f"g{number}"), Seated(livelier(rules), number)
        actor = table.requests()[0].seat
        action = player.choose(table, actor)
        bystanders = [seat for seat in table.seats if seat != actor]
        if number % every == 0:
            compared += _sounds_the_same(table, bystanders[number % len(bystanders)], actor, action, number)
        table.act(actor, action)
    assert (compared > enough) == (game not in AT_ONCE)


def _sounds_the_same(table: Table, viewer: str, actor: str, action: Action, seed: int) -> bool:
    """Compare what a viewer hears, unless the action names something hidden or turns it up."""
    one, other = Table.restore(table.rules, table.snapshot(), KEY), _resampled(table, viewer, seed)
    hidden = {word for word in strings_in(msgspec.to_builtins(action)) if word in _secrets(table, viewer)}
    before, secrets = [_piles(one), _piles(other)], _hidden(one, viewer)
    try:
        mine, yours = one.act(actor, action), other.act(actor, action)
    except Illegal:
        assert hidden or actor != viewer
        return False
    told = {event.kind for outcome in (mine, yours) for event in outcome.events}
    if told & table.rules.revelations:
        return False
    if hidden or before != [_piles(one), _piles(other)] or secrets - _hidden(one, viewer):
        return False
    heard = [[event for event in outcome.events if event.heard_by(viewer)] for outcome in (mine, yours)]
    assert heard[0] == heard[1]
    assert _seen(one, viewer) == _seen(other, viewer)
    return True


def _secrets(table: Table, viewer: str) -> set[str]:
    known = set(strings_in(msgspec.to_builtins(table.view(viewer))))
    return set(strings_in(msgspec.to_builtins(table.view("master")))) - known


def _hidden(table: Table, viewer: str) -> Counter[str]:
    """What there is to be known beyond a viewer's view: it grows less when a secret comes out."""
    seen = [Counter(strings_in(msgspec.to_builtins(table.view(eye)))) for eye in ("master", viewer)]
    return seen[0] - seen[1]


def _piles(table: Table) -> list[Any]:
    """Every pile and hand: they change when a card is drawn or becomes public."""
    view: Any = msgspec.to_builtins(table.view("master"))
    return [view.get("piles"), view.get("hands")]


def test_what_is_offered_is_accepted_and_what_is_not_is_refused(game: str, variant: str) -> None:
    rules = GAMES[game]
    chance = Random(3)
    player = Seated(RandomPlayer(meddles=0.5), 4)
    for table in games(rules, variant, 3, 120, seed=5):
        for seat in table.seats:
            if table.request(seat) is not None:
                _knock(table, seat, player.choose(table, seat), chance)


def _knock(table: Table, seat: str, action: Action, chance: Random) -> None:
    """Offer an action, and the same with one thing changed, to a copy of the table: offered means accepted."""
    for tried in (action, perturbed(table, action, chance)):
        offered = any(admits(offer, tried) for offer in table.offers(seat) if offer.action is type(tried))
        copy = Table.restore(table.rules, table.snapshot(), KEY)
        try:
            copy.act(seat, tried)
        except Illegal as refusal:
            assert not offered, f"{tried} is offered to {seat}, but refused: {refusal}"
            assert copy.hash() == table.hash()
        else:
            assert offered, f"{tried} is not offered to {seat}, but accepted"


def test_nothing_is_offered_twice(game: str, variant: str) -> None:
    chance, found = Random(12), Counter[str]()

    def each_once(field: Field, draft: Draft, choices: Sequence[Choice]) -> str | None:
        values = [choice.value for choice in choices]
        assert distinct(values), f"something is offered twice for {field.name}: {values}"
        found.update(values)
        return pick(field, draft, choices)

    pick = at_random(chance)
    for table in games(GAMES[game], variant, 3, 150, seed=11):
        for offer in (offer for seat in table.seats for offer in table.offers(seat)):
            fill(offer, each_once)
    assert found.total() > 1000


def test_declining_is_offered_once(game: str, variant: str) -> None:
    """Where a seat may pass, no other answer to one question comes to the same: the same state, and the same words."""
    rules, compared = GAMES[game], 0
    for table in games(rules, variant, 3, 120, seed=13):
        for request in table.requests():
            if any(offer.action is Pass for offer in request.offers):
                declined = _after(table, request.seat, Pass())
                for action in _short_answers(table, request):
                    compared += 1
                    assert _after(table, request.seat, action) != declined, f"{action} is to pass: {request.prompt}"
    assert compared or game in NEVER_PASSED


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


def test_nobody_acts_for_another_seat(game: str, variant: str) -> None:
    rules = GAMES[game]
    player = Seated(RandomPlayer(meddles=0), 6)
    tried = 0
    for table in games(rules, variant, 3, 120, seed=7):
        for request in table.requests():
            action = player.choose(table, request.seat)
            for stranger in (seat for seat in table.seats if table.request(seat) is None):
                if not any(offer.tag == tag_of(action) for offer in table.offers(stranger)):
                    tried += 1
                    before = table.hash()
                    with pytest.raises(Illegal):
                        table.act(stranger, action)
                    assert table.hash() == before
    assert (tried > 30) == (game not in AT_ONCE)


def test_a_played_game_can_be_replayed_to_the_letter(game: str, variant: str) -> None:
    rules = GAMES[game]
    options, seats = rules.options(variant, {}), fitting(rules, variant, 3)
    record = simulation.play(rules, options, seats, seed=9, limit=300, players=[livelier(rules)]).transcript
    record = transcript.read(transcript.write(record))
    assert transcript.replay(rules, record).version == len(record.entries)
    assert transcript.check_draws(record) > 0


def test_a_forged_transcript_is_found_out(game: str, variant: str) -> None:
    rules = GAMES[game]
    record = simulation.play(rules, rules.options(variant, {}), fitting(rules, variant, 3), seed=9, limit=20).transcript
    first, *others = record.opening_draws
    better = msgspec.structs.replace(first, result=first.result % first.sides + 1)
    record.opening_draws = (better, *others)
    with pytest.raises(transcript.Mismatch, match=f"Draw {first.counter} "):
        transcript.check_draws(record)


def test_a_changed_action_is_found_out(game: str, variant: str) -> None:
    rules = GAMES[game]
    record = simulation.play(rules, rules.options(variant, {}), fitting(rules, variant, 3), seed=9, limit=60).transcript
    del record.entries[len(record.entries) // 3]
    with pytest.raises(transcript.Mismatch, match="is missing or out of order"):
        transcript.replay(rules, record)
