"""Whatever Herald would tell somebody of what could be done depends on nothing that he may not know.

Two tables that a viewer cannot tell apart give the same rehearsals of edits, refusals, previews, completions, looks
ahead and pictures. A game that is added goes through all of it by itself.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any
from unittest.mock import ANY

import msgspec
import pytest

from bot.panels.deciding import prospects
from bot.panels.ids import Press
from bot.panels.master import edit_forms
from bot.panels.reading import why_not
from bot.services.computer import thinkers
from bot.services.computer.thinkers import likely_at
from engine.core import drafts, orders, redeal, rehearsal
from engine.core.actions import Action, tag_of
from engine.core.dice import Dice
from engine.core.errors import EngineError, Illegal
from engine.core.table import Table
from tests.conformance.hand import any_edit
from tests.conformance.tables import KEY, every_title, moments

MOST_DRAFTS = 8
"""Ways of filling in an offer that are looked at."""


def twin(table: Table, viewer: str, seed: int) -> Table:
    """A table that a viewer cannot tell from another one; its dice and its gate are the same."""
    state = redeal.world(table.rules, table.game, viewer, Random(seed))
    return Table(table.rules, table.rules.game(state, Dice(KEY, state.game_id, state.draws)))


def tried(table: Table, kinds: Collection[type[Action]], chance: Random, each: int = 1) -> list[Action]:
    """So many actions of each kind, with any values that anybody might write, hidden ones among them."""
    found = [any_edit(table, kind, chance) for kind in kinds for _ in range(each)]
    return [action for action in found if action is not None]


# ---------------------------------------------------------------- what is told


def rehearsals(table: Table, viewer: str, actions: Sequence[Action]) -> Iterator[Any]:
    """What a game master reads of edits before they are made, the refusals among it."""
    for action in actions:
        if isinstance(action, table.rules.edits):
            try:
                yield action, rehearsal.rehearse(table, action, viewer)
            except Illegal as refusal:
                yield action, str(refusal)


def refusals(table: Table, viewer: str, actions: Sequence[Action]) -> Iterator[Any]:
    """What a seat reads when it tries something, or asks with /why."""
    for action in actions:
        if viewer and isinstance(action, table.rules.actions):
            yield action, str(table.objection(viewer, action))


def offers(table: Table, viewer: str, actions: Sequence[Action]) -> Iterator[Any]:
    """Everything that a seat may do, with what its forms would show and complete, and the stamp on its buttons."""
    yield table.stamp(viewer)
    for offer in table.offers(viewer):
        whole = islice(drafts.every(offer), MOST_DRAFTS)
        shown = [(draft, [(field.prompt, words) for field, words in drafts.said(offer, draft)]) for draft in whole]
        yield offer.tag, offer.label, offer.hint, shown, [offer.fields[0].choices({})[:]] if offer.fields else []
    if viewer:
        rules, game = table.rules, table.game
        yield (
            rules.words.advice(game, viewer),
            rules.offering.starts(game, viewer),
            rules.offering.proposals(game, viewer),
        )


def likely(table: Table, viewer: str, actions: Sequence[Action]) -> Iterator[Any]:
    """What a seat's panel says of what it is likely to do: the lines, their order, and which of them is marked."""
    found = prospects.able(table, viewer, likely_at(table, viewer))
    yield prospects.lines(Press("set", "g"), found, {}, primary=True), [one.prospect.likely for one in found]
    yield [(one.offer.tag, one.draft, prospects.covered(one.offer, found)) for one in found]


def thought_about(table: Table, viewer: str, actions: Sequence[Action]) -> Iterator[Any]:
    """What the worker is given that finds what a seat is likely to do: how long it takes tells no more than that."""
    if viewer:
        yield thinkers.imagined(table.rules.name, table.snapshot(), viewer)


def barred(table: Table, viewer: str, actions: Sequence[Action]) -> Iterator[Any]:
    """What a seat reads that asks by *Why can't I…?* what is not open to it, and why."""
    for kind, reason in why_not.barred(table, viewer) if viewer else ():
        yield tag_of(kind), str(reason)


def completions(table: Table, viewer: str, actions: Sequence[Action]) -> Iterator[Any]:
    """What completions and the forms of edits let a game master choose from."""
    known = rehearsal.known_table(table, viewer)
    desk = edit_forms.MasterTable(known.rules, known.game, careful=False)
    yield dict(known.rules.vocabulary(known.game)), dict(table.rules.vocabulary(table.game))
    for kind in table.rules.edits:
        if offer := edit_forms.offer_of(desk, kind):
            yield tag_of(kind), [field.choices({})[:] for field in offer.fields]


def reports(table: Table, viewer: str, actions: Sequence[Action]) -> Iterator[Any]:
    """What can be asked for at any time, such as the odds, and what stands on panels and in headlines."""
    rules, game = table.rules, table.game
    for name, report in rules.words.reports.items():
        try:
            yield name, report(game, viewer)
        except EngineError as refusal:
            yield name, str(refusal)
    yield (
        rules.words.headline(game),
        rules.words.scores(game),
        rules.pace.decision_key(game),
        rules.pace.round(game),
        rules.pace.next_seat(game),
    )
    yield rules.pace.handovers_left(game), rules.pace.in_last_round(game)
    yield [(one.seat, one.decision, one.prompt) for one in table.requests() if one.seat == viewer or not one.secret]


def ahead(table: Table, viewer: str, actions: Sequence[Action]) -> Iterator[Any]:
    """What a plan would do if its question came now."""
    for decision in table.rules.plans.plannable if viewer else ():
        world = orders.foreseen(table, viewer, decision)
        entries = tuple(orders.Entry(action=orders.whole(a)) for a in actions if isinstance(a, table.rules.actions))
        plan = orders.Plan(decision, entries, otherwise=orders.IfNothingFits.DEFAULT)
        yield decision, world and orders.decide(world, viewer, plan)


def taking_back(table: Table, viewer: str, actions: Sequence[Action]) -> Iterator[Any]:
    """By what /table undo is decided: whether an action of one's own draws, tells others in secret, or hands over.

    Where it shows everybody something hidden there is nothing left to keep.
    """
    request = table.request(viewer)
    for offer in request.offers if request and not request.secret else ():
        for draft in islice(drafts.every(offer), 1):
            copy = Table.restore(table.rules, table.snapshot(), KEY)
            outcome = copy.act(viewer, drafts.build(offer, draft))
            shown = any(event.kind in table.rules.story.revelations for event in outcome.events)
            private = any(event.seats is not None for event in outcome.events)
            yield offer.tag, ANY if shown else bool(outcome.draws) or private or copy.result is not None


def pictures(table: Table, viewer: str, actions: Sequence[Action]) -> Iterator[Any]:
    """What pictures are drawn from."""
    yield msgspec.json.encode(table.view(viewer))


Telling = Callable[[Table, str, Sequence[Action]], Iterator[Any]]

TELLINGS: Sequence[Telling] = (
    rehearsals,
    refusals,
    offers,
    likely,
    thought_about,
    barred,
    completions,
    reports,
    ahead,
    taking_back,
    pictures,
)
"""Everything that Herald tells somebody of what is, or could be done."""


@every_title
@pytest.mark.parametrize(("every", "edits"), [(84, 6), pytest.param(8, 1000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("telling", TELLINGS)
def test_two_tables_that_a_viewer_cannot_tell_apart_are_told_of_alike(
    game: str, variant: str, every: int, edits: int, telling: Telling
) -> None:
    """So many kinds of edits are tried at a moment."""
    for number, table in moments(game, variant, every):
        chance = Random(number)
        for viewer in ("", table.seats[number // every % len(table.seats)]):
            kinds = chance.sample(table.rules.edits, min(edits, len(table.rules.edits)))
            actions = tried(table, (*kinds, *table.rules.actions), chance)
            assert not _difference(telling, table, twin(table, viewer, number), viewer, actions)


def _difference(telling: Telling, table: Table, other: Table, viewer: str, actions: Sequence[Action]) -> str:
    """What is told otherwise of two tables; "" where nothing is."""
    for one, another in zip(telling(table, viewer, actions), telling(other, viewer, actions), strict=True):
        if one != another:
            return f"{viewer or 'the public'}: {one}, or {another}"
    return ""


@pytest.mark.parametrize(
    ("game", "variant", "holes"),
    [
        ("kingmaker", "base", {"hand", "pile", "give", "drop", "goto"}),
        ("lancaster", "henry", {"set_goods", "score_now", "drop", "goto"}),
        ("high_card", "high", {"deal"}),
    ],
)
def test_rehearsals_on_the_true_table_would_tell_where_hidden_things_lie(
    game: str, variant: str, holes: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above would notice."""

    def true_table(table: Table, viewer: str, seeds: Sequence[int]) -> list[Table]:
        return [Table.restore(table.rules, table.snapshot(), b"", careful=False)]

    monkeypatch.setattr(rehearsal, "_worlds", true_table)
    found: set[str] = set()
    for number, table in moments(game, variant, 12):
        viewer, chance = table.seats[0], Random(number)
        kinds = [kind for kind in table.rules.edits if tag_of(kind) in holes - found]
        for edit in tried(table, kinds, chance, each=40):
            other = twin(table, viewer, chance.randrange(1000))
            if tag_of(type(edit)) not in found and _difference(rehearsals, table, other, viewer, [edit]):
                found.add(tag_of(type(edit)))
    assert found == holes


@pytest.mark.parametrize(("game", "variant"), [("kingmaker", "base"), ("lancaster", "henry"), ("high_card", "high")])
def test_whoever_finds_what_is_likely_by_the_true_table_would_know_hidden_things(
    game: str, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above would notice."""
    monkeypatch.setattr(thinkers, "imagined", lambda game, snapshot, seat: snapshot)
    found = [
        _difference(thought_about, table, twin(table, table.seats[0], number), table.seats[0], [])
        for number, table in moments(game, variant, 84)
    ]
    assert any(found)
