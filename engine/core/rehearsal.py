"""Rehearsals: the effects of an action, as far as a viewer can know them.

The action is tried in several worlds that the viewer cannot tell from the true table, the same ones for the same
position. What comes of it in all of them is certain; of all else only the names of the things are told. So whatever a
rehearsal says depends on nothing that is hidden from its viewer, nor on the dice. `open_rehearsal` alone looks at the
true table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from engine.core.actions import MASTER, Action
from engine.core.data import strings_in
from engine.core.editing import at_the_table, differences
from engine.core.errors import BrokenInvariant, DeadEnd, EngineError, Illegal
from engine.core.position import edit_action, recorded
from engine.core.rules import Rules
from engine.core.table import Table

SEEDS = range(1, 9)
"""The seeds of the worlds in which an action is tried."""

NO_WORLD = "I cannot check that yet without giving something away; try again after the next action."

DOUBTFUL = "That is impossible now. The reason is hidden from you; choose something else."


@dataclass(frozen=True)
class Rehearsal:
    """The effects of an action: changes, faults of the resulting state, and the end of the game."""

    changes: list[str]
    """The certain changes, in sentences."""

    problems: list[str]
    """The certain faults."""

    over: str = ""
    """Why the game would certainly be over; "" if it goes on or that is unknown."""

    doubtful: list[str] = field(default_factory=list)
    """The names of further things that may change, depending on hidden cards."""

    refusable: bool = False
    """Whether hidden cards decide if it is possible, or if the resulting state has faults."""

    ending: bool = False
    """Whether hidden cards decide if the game would be over."""

    dealt: bool = False
    """Whether hidden cards were dealt at random for it, so that they may be elsewhere in truth."""

    @property
    def uncertain(self) -> bool:
        """Whether any part of it depends on hidden cards."""
        return bool(self.doubtful) or self.refusable or self.ending


def known_table(table: Table, viewer: str) -> Table:
    """Return a table that a viewer cannot tell from the true one; raises Illegal where there is none."""
    for world in _worlds(table, viewer, SEEDS[:1]):
        return world
    raise Illegal(NO_WORLD)


def rehearse(table: Table, action: Action, viewer: str) -> Rehearsal:
    """Try an edit of the game master for a seat, or for the public.

    Raises Illegal where it is refused however hidden things lie.
    """
    worlds = _worlds(table, viewer, SEEDS)
    dealt = not worlds or any(world.view(MASTER) != worlds[0].view(MASTER) for world in worlds)
    return replace(_tried(worlds, action, viewer), dealt=dealt)


def open_rehearsal(table: Table, action: Action) -> Rehearsal:
    """Try an edit on copies of the true table with other dice, for somebody who may see everything.

    Raises Illegal where it is refused.
    """
    keys = [seed.to_bytes(16) for seed in SEEDS]
    return _tried([Table.restore(table.rules, table.snapshot(), key, careful=False) for key in keys], action, MASTER)


def tells(table: Table, seat: str, action: Action, viewer: str, refusal: str) -> bool:
    """Whether the refusal of an action at the true table would reveal something hidden from a viewer."""
    worlds = _worlds(table, viewer, SEEDS)
    return not worlds or any(_refusal(world, seat, action) != refusal for world in worlds)


def settles_hidden(table: Table, edit: Action) -> bool:
    """Whether an edit about hidden things leaves something as it says that the public cannot know.

    If so, an edit that is made once more where all such things have been dealt anew changes them.
    """
    if not isinstance(edit, table.rules.discreet):
        return False
    try:
        world = known_table(table, "")
        world.arrange(edit)
        anew = known_table(world, "")
        before = anew.view(MASTER)
        anew.arrange(edit)
    except EngineError:
        return True
    return anew.view(MASTER) != before


def position_tells(rules: Rules[Any], text: str, options: Mapping[str, object]) -> bool:
    """Whether somebody who has written a position, as it stands in a record, knows something hidden by it.

    One that can no longer be laid out counts as such.
    """
    position = recorded(text)
    edits = [rules.codec.decode_action(edit_action(edit)) for edit in position.edit] if position else []
    if position is None or not any(isinstance(edit, rules.discreet) for edit in edits):
        return False
    try:
        table = Table.new(rules, "position", position.seats, options, bytes(32), position=position)
    except EngineError:
        return True
    return any(settles_hidden(table, edit) for edit in edits)


def _worlds(table: Table, viewer: str, seeds: Sequence[int]) -> list[Table]:
    """Return the worlds of a viewer; none where the engine finds no deal that fits to what is known."""
    imagined: list[Table | None] = []
    for seed in seeds:
        try:
            imagined.append(table.world(viewer, seed))
        except EngineError:
            imagined.append(None)
    return [world for world in imagined if world is not None]


def _refusal(world: Table, seat: str, action: Action) -> str:
    """Return a world's refusal of an action; "" if it is legal there."""
    world.careful = True
    try:
        world.act(seat, action)
    except EngineError as refusal:
        return str(refusal)
    return ""


def _tried(worlds: Sequence[Table], action: Action, viewer: str) -> Rehearsal:
    """Try an edit in worlds that look alike to a viewer; raises Illegal where all refuse it."""
    if not worlds:
        return Rehearsal([], [], refusable=True, ending=True)
    before, refusals, done = worlds[0].view(viewer), list[str](), list[Table]()
    for world in worlds:
        try:
            world.act(MASTER, action)
            done.append(world)
        except (Illegal, BrokenInvariant, DeadEnd) as refusal:
            refusals.append(str(refusal))
    if not done:
        raise Illegal(refusals[0] if all(one == refusals[0] for one in refusals) else DOUBTFUL)
    problems, doubts = _common([world.problems() for world in done])
    known = worlds[0].rules.vocabulary(worlds[0].game)
    about = strings_in(msgspec.to_builtins(action))
    changes, doubtful = differences.alike(before, [world.view(viewer) for world in done], known, [*about])
    ends = [world.result.reason if world.result else "" for world in done]
    ending = any(end != ends[0] for end in ends)
    named = [differences.named(problem, known) for problem in problems]
    if said := at_the_table.in_words(action, worlds[0].rules.editing.rolls, worlds[0].rules.editing.piles):
        changes = [said, *changes]
    return Rehearsal(changes, named, "" if ending else ends[0], doubtful, bool(refusals or doubts), ending)


def _common(lists: Sequence[list[str]]) -> tuple[list[str], bool]:
    """Return the items common to all lists, and whether any list has more."""
    common = [one for one in lists[0] if all(one in others for others in lists)]
    return common, any(len(one) > len(common) for one in lists)
