"""The gate: all actions, of players, game masters, computer players, deadlines and replays, use `Table.act`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from engine.core import drafts, house_rules, redeal
from engine.core.actions import (
    MASTER,
    REWOUND,
    Action,
    Annotate,
    Choice,
    Close,
    DropAnnotation,
    HouseRule,
    NewRules,
    Note,
    Offer,
    Overrule,
    Request,
    Word,
    tag_of,
)
from engine.core.computer.deciding import Legal
from engine.core.dice import Dice, Draw
from engine.core.editing import at_the_table, differences
from engine.core.errors import BrokenInvariant, DeadEnd, Illegal, NoWorld
from engine.core.events import Event
from engine.core.game import Game, Result, cached_while_waiting, waited_for
from engine.core.position import Position, laid_out
from engine.core.rules import Rules

THROWN = "rolled_at_table"
"""The kind of event that tells of numbers rolled at the table, which Herald has not drawn."""


def thrown_numbers(event: Event) -> int:
    """Return how many numbers an event tells of that were rolled at the table."""
    return len(event.report.get("results", ())) if event.kind == THROWN else 0


GAME_OVER = "The game is over; start a new one to play on."
"""The refusal of any action once the game is over."""

MOST_NAMED = 300
"""Things that a list of an action names at most; no game has as many cards or places."""


class Outcome(msgspec.Struct, frozen=True):
    """The effects of an accepted action."""

    version: int
    """The number of the action: how many have been carried out."""

    events: tuple[Event, ...]
    """The events, in order."""

    draws: tuple[Draw, ...]
    """Every number that was drawn."""


class Table:
    """A game with its gate. An action is carried out whole, or refused with nothing changed.

    With `careful` the invariants are checked after every action and a broken one is rolled back.
    """

    def __init__(self, rules: Rules[Any], game: Game[Any], *, careful: bool = True) -> None:
        self.rules = rules.with_figures(game.state.figures)
        self.game = game
        self.careful = careful
        self._requests: tuple[int, list[Request]] | None = None
        self._snapshot: bytes | None = None
        self._hash = ""
        self.blind = 0
        """The number of failed attempts to look ahead, as no deal fitted; its reader resets it."""
        self._forget()

    @classmethod
    def new(
        cls,
        rules: Rules[Any],
        game_id: str,
        seats: Sequence[str],
        options: Mapping[str, object],
        key: bytes,
        *,
        version: str = "",
        careful: bool = True,
        position: Position | None = None,
    ) -> "Table":
        """Open a table: set the game up, or lay a position out, and let it flow to its first decision.

        With `version` it is noted as begun by that version of the rules, as for a record of another release. Raises
        Illegal or BrokenInvariant for a position with which no game can go on.
        """
        dice = Dice(key, game_id)
        game = (
            laid_out(rules, position, game_id, options, dice) if position else rules.new(game_id, seats, options, dice)
        )
        game.state.rules_version = version or rules.version
        table = cls._opened(rules, game, careful)
        if position:
            table.check()
        return table

    @classmethod
    def bare(cls, rules: Rules[Any], seats: Sequence[str], options: Mapping[str, object], key: bytes) -> "Table":
        """Open an empty table for a scenario: `arrange` it, then let it `begin`."""
        return cls(rules, rules.bare("scenario", seats, options, Dice(key, "scenario")))

    @classmethod
    def restore(cls, rules: Rules[Any], snapshot: bytes, key: bytes, *, careful: bool = True) -> "Table":
        """Take up a table from a snapshot; raises BadFile if it cannot be read."""
        state = rules.codec.decode(snapshot)
        return cls(rules, rules.game(state, Dice(key, state.game_id, state.draws)), careful=careful)

    @classmethod
    def _opened(cls, rules: Rules[Any], game: Game[Any], careful: bool) -> "Table":
        game.flow()
        game.state.draws = game.dice.counter
        return cls(rules, game, careful=careful)

    @property
    def version(self) -> int:
        """The number of actions accepted so far."""
        return int(self.game.state.version)

    @property
    def seats(self) -> list[str]:
        """The seats in table order."""
        return list(self.game.state.seats)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self.game.state.result  # type: ignore[no-any-return]

    def opening(self) -> Outcome:
        """Return what happened when the table was opened."""
        return Outcome(self.version, tuple(self.game.events), tuple(self.game.dice.drawn))

    # ------------------------------------------------------------------ what may be done

    def requests(self) -> list[Request]:
        """Return the decisions that the game waits for."""
        if self.game.stopped:
            return []
        if self._requests is None or self._requests[0] != self.version:
            waited = [*waited_for(self.game), *self.rules.pace.timed_requests(self.game)] if self.game.top else []
            self._requests = (self.version, waited)
        return self._requests[1]

    def request(self, seat: str) -> Request | None:
        """Return the decision that the game waits for from `seat`."""
        return next((request for request in self.requests() if request.seat == seat), None)

    def offers(self, seat: str, *kinds: type[Action]) -> list[Offer]:
        """Return everything that `seat` may do now, what it is asked for first; with `kinds` only these actions."""
        if self.result is not None or seat not in self.game.state.seats:
            return []
        asked = [offer for offer in self._answers(seat) if not kinds or offer.action in kinds]
        if self.game.locked:
            return asked
        known = {offer.action for offer in asked}
        besides = self.rules.any_time(self.game, seat, kinds) if kinds else _any_time(self.game, self.rules, seat)
        return asked + [offer for offer in besides if offer.action not in known]

    def _answers(self, seat: str) -> Sequence[Offer]:
        """Return a seat's possible answers to what the game waits for, or changes of the answer that it has given."""
        request, top = self.request(seat), self.game.top
        if request is not None:
            return request.offers
        return top.changeable_answers(self.game, seat) if top is not None and not self.game.stopped else []

    def offer(self, seat: str, tag: str) -> Offer:
        """Return the offer of action `tag`; raises Illegal if the seat has none now."""
        for offer in self.offers(seat):
            if offer.tag == tag:
                return offer
        kind = next((kind for kind in self.rules.actions if tag_of(kind) == tag), tag)
        raise self._noted(self._not_now(seat, kind))

    def complete(self, seat: str, tag: str, draft: Mapping[str, Any], field: str) -> list[Choice]:
        """Return the legal values of one field of an action, given the fields before it."""
        return list(self.offer(seat, tag).field(field).choices(draft))

    def asked(self, seat: str) -> Request:
        """Return the decision that the game waits for from `seat`; raises Illegal if it is asked for nothing."""
        request = self.request(seat)
        if request is None:
            raise Illegal(f"The game is not waiting for {{{seat}}}.")
        return request

    def default(self, seat: str) -> Action:
        """Return the default action of `seat` at its deadline; raise Illegal if it is asked for nothing."""
        return self.asked(seat).default()

    def legal(self, seat: str) -> Legal:
        """Return what a computer player decides from, for `seat`; raises Illegal if it is asked for nothing."""
        return Legal(
            seat, self.asked(seat), lambda *kinds: self.offers(seat, *kinds), lambda seed: self.world(seat, seed)
        )

    def world(self, seat: str, seed: int) -> "Table":
        """Return a table that `seat` cannot tell from this one: what is hidden from it, and the dice, are others.

        The same for two tables that the seat cannot tell apart. Raises NoWorld where that cannot be.
        """
        try:
            state = redeal.world(self.rules, self.game, seat, Random(seed))
        except NoWorld:
            self.blind += 1
            raise
        dice = Dice(seed.to_bytes(16, signed=True), state.game_id, state.draws)
        return Table(self.rules, self.rules.game(state, dice), careful=False)

    def copy(self) -> "Table":
        """Return a copy of the table with the same future dice; its invariants are not checked."""
        return Table.restore(self.rules, self.snapshot(), self.game.dice.key, careful=False)

    def stamp(self, seat: str) -> str:
        """Return eight letters that stand for the question before `seat`.

        Another question, or the same with other choices, has another stamp; one that is only worded otherwise has not.
        """
        request, parts = self.request(seat), [self.rules.pace.decision_key(self.game).encode()]
        if request is not None and self.game.top is not None:
            parts += self.game.top.speaker(seat).identity()
            parts += _asked_for(request)
        return sha256(b"\n".join(parts)).hexdigest()[:8]

    # ------------------------------------------------------------------ doing it

    def act(self, seat: str, action: Action) -> Outcome:
        """Carry out `action` for `seat` (or for the game master, as `MASTER`).

        Raises Illegal when the rules refuse, or when an edit of the game master would leave something wrong, and
        BrokenInvariant when the engine contradicts itself; either way the table stands as before.
        """
        try:
            return self._guarded(lambda: self._dispatch(seat, action))
        except (BrokenInvariant, DeadEnd) as broken:
            if isinstance(action, HouseRule):
                raise Illegal(house_rules.UNFIT) from broken
            if isinstance(action, (*self.rules.edits, Overrule)):
                raise self._refused(broken) from broken
            raise
        except Illegal as refusal:
            raise self._noted(refusal) from refusal.__cause__

    def _noted(self, refusal: Illegal) -> Illegal:
        """Return a refusal with the table's notes to its rule."""
        refusal.notes = [note.words for note in self.game.state.notes_to(refusal.rule)]
        return refusal

    def _refused(self, broken: BrokenInvariant | DeadEnd) -> Illegal:
        """Return the refusal of an edit of the game master that would cause these problems."""
        if isinstance(broken, DeadEnd):
            return Illegal("The game would be stuck after that: nobody would have anything to decide.")
        known = self.rules.vocabulary(self.game)
        problems = "; ".join(differences.named(problem, known) for problem in broken.problems)
        return Illegal(f"This would break rules of the game: {problems}.")

    def rewind(self, snapshot: bytes, to: int) -> Outcome:
        """Go back to the state of `snapshot`, taken after action `to`; versions and draws go on counting.

        So no number is ever drawn twice, and what happened since stays on the record.
        """
        return self._guarded(lambda: self._go_back(snapshot, to))

    def _go_back(self, snapshot: bytes, to: int) -> None:
        state = self.rules.codec.decode(snapshot)
        state.version = self.version
        now, self.game.state = self.game.state, state
        state.rules_version, state.notes, state.noted = now.rules_version, now.notes, now.noted
        self.game.dice.thrown = state.thrown
        self._have_options(now.options)
        self.game.emit(REWOUND, f"The game goes back to how it stood after action {to}.")
        if state.amended != now.amended:
            house_rules.tell(self.game, self.rules, now.chosen)

    def arrange(self, edit: Action) -> None:
        """Carry out an edit of the game master without letting the game go on."""
        self.game.cache = None
        self.rules.edit(self.game, edit)
        self._forget()

    def stack(self, piles: Mapping[str, Sequence[str]]) -> None:
        """Put cards on top of piles, for scenarios."""
        self.game.cache = None
        self.rules.set_up.stack(self.game, piles)
        self._forget()

    def begin(self) -> Outcome:
        """Let an arranged table go on to its first decision."""
        return self._guarded(lambda: None)

    def objection(self, seat: str, action: Action) -> Illegal | None:
        """Return the refusal of an action of a seat; None if it is legal. The table does not change."""
        copy = Table.restore(self.rules, self.snapshot(), b"", careful=False)
        try:
            copy.act(seat, action)
        except Illegal as objection:
            return objection
        return None

    def _guarded(self, deed: Callable[[], None]) -> Outcome:
        game, before = self.game, self.snapshot()
        counter = game.dice.counter
        game.asked, game.cache = game.cache or {}, None
        game.events = []
        game.dice.begin(game.state.thrown)
        try:
            deed()
            game.asked = {}
            game.flow()
            rolls = self.rules.editing.rolls
            for thrown, faces in self.game.dice.put_away():
                report = {"purpose": thrown.purpose, "sides": thrown.sides, "results": faces, "by": thrown.by}
                about = [thrown.by] if thrown.by else []
                self.game.emit(THROWN, at_the_table.told(thrown, faces, rolls), about=about, report=report)
            game.state.draws = game.dice.counter
            game.state.version += 1
            self._forget(found=game.found)
            self.check()
        except Exception as failure:
            str(failure)  # A refusal speaks of the state that has refused, not of the one that is restored.
            chosen, game.state = game.state.chosen, self.rules.codec.decode(before)
            game.dice.counter = counter
            if chosen != game.state.chosen:
                game.options_cache.clear()
            self._forget()
            raise
        return Outcome(self.version, tuple(game.events), tuple(game.dice.drawn))

    def _forget(self, *, found: dict[Any, Any] | None = None) -> None:
        """Clear the caches of a state that has changed, keeping look-ups `found` in the new one."""
        self._requests, self._snapshot, self._hash = None, None, ""
        self.game.cache, self.game.asked = {} if found is None else found, {}

    def _dispatch(self, seat: str, action: Action) -> None:
        if (named := _named(action)) > MOST_NAMED:
            raise Illegal(f"That names {named} things at once; name at most {MOST_NAMED}.")
        if seat == MASTER:
            self._edit(action)
            return
        if self.result is not None:
            raise Illegal(GAME_OVER, self.result.rule)
        if seat not in self.game.state.seats:
            raise Illegal("You have no seat at this table.")
        top = self.game.top
        if top is not None and any(isinstance(action, offer.action) for offer in self._answers(seat)):
            top.act(self.game, seat, action)
        elif type(action) in self.rules.any_time_actions and not self.game.locked:
            self._act_any_time(seat, action)
        else:
            raise self._not_now(seat, type(action), action)

    def _act_any_time(self, seat: str, action: Action) -> None:
        """Carry out an any-time action; one whose kind is not offered is refused even if its handler lets it pass.

        The handler speaks first, for it knows the reason; what it has changed is taken back with the refusal.
        """
        with self.game.at_rest():
            offered = self.rules.offers_any_time(self.game, seat, type(action))
        self.rules.act_any_time(self.game, seat, action)
        if not offered:
            raise self._not_now(seat, type(action), action)

    def _edit(self, action: Action) -> None:
        match action:
            case Overrule(edit=edit):
                assert isinstance(edit, Action)
                self.rules.edit(self.game, edit, told=True)
                self.game.state.tolerated = self.rules.problems(self.game)
            case Note(text=text):
                self.game.emit("noted", text)
            case Word(by=by, to=to, about=about, text=text):
                self.game.emit("word", f"{{{by}}} to {{{to}}}, about {about}: “{text}”", to=[by, to])
            case NewRules():
                self._renew(action)
            case HouseRule(options=options):
                house_rules.amend(self.game, self.rules, options)
            case Annotate() | DropAnnotation():
                house_rules.annotate(self.game, self.rules, action)
            case Close(reason=reason, winners=winners):
                self.game.finish(winners, reason)
            case _:
                self.rules.edit(self.game, action, told=True)

    def _renew(self, new: NewRules) -> None:
        """Move the table to another version of the rules, and announce the changes."""
        self._have_options(self.game.state.options | new.options)
        changed = self.rules.changes(self.game, self.game.state.rules_version)
        self.game.state.rules_version = new.version
        text = f"From now on Herald plays version {new.version} of the rules of {self.rules.title}."
        told = "\n".join([f"{text} Changes at this table:", *(f"- {change}" for change in changed)])
        self.game.emit("new_rules", told if changed else f"{text} Nothing changes at this table.")

    def _have_options(self, options: dict[str, Any]) -> None:
        self.game.state.options = options
        self.game.options_cache.clear()

    def _not_now(self, seat: str, kind: type[Action] | str, action: Action | None = None) -> Illegal:
        """Return the refusal of an action that is not offered: the reason of the rules, and the alternatives."""
        if self.result is not None:
            return Illegal(GAME_OVER, self.result.rule)
        request = self.request(seat)
        legal = ", ".join(offer.label for offer in request.offers) if request else ""
        if isinstance(kind, type) and (reason := self.rules.offering.objection(self.game, seat, kind, action)):
            return Illegal(f"{reason.reason} You can: {legal}." if legal else reason.reason, reason.rule)
        word = (tag_of(kind) if isinstance(kind, type) else kind).replace("_", " ")
        if request:
            return Illegal(f"'{word}' is not possible now. You are asked: {request.prompt} You can: {legal}.")
        waiting = ", ".join(f"{{{other.seat}}}" for other in self.requests() if other.seat != MASTER)
        return Illegal(f"'{word}' is not possible for you now; the game waits for {waiting or 'nobody'}.")

    def check(self) -> None:
        """Raise BrokenInvariant or DeadEnd where something is wrong with the table, if it is careful."""
        if not self.careful or self.game.stopped:
            return
        problems = self.problems()
        if problems:
            raise BrokenInvariant(problems)
        if self.result is None and not self.requests():
            raise DeadEnd("The game is not over, but nobody has anything to decide.")

    # ------------------------------------------------------------------ looking at it

    def view(self, viewer: str) -> msgspec.Struct:
        """Return what a seat, "" (the public) or the game master may know."""
        return self.rules.sight.view(self.game, viewer)

    def problems(self) -> list[str]:
        """Return all problems of the state, except those that the game master has accepted."""
        return [problem for problem in self.rules.problems(self.game) if problem not in self.game.state.tolerated]

    def snapshot(self) -> bytes:
        """Return the state as JSON, as it is when it is asked for first after an action."""
        if self._snapshot is None:
            self._snapshot = self.rules.codec.encode(self.game.state)
        return self._snapshot

    def hash(self) -> str:
        """Return the SHA-256 of the state."""
        if not self._hash:
            self._hash = sha256(self.snapshot()).hexdigest()
        return self._hash


@cached_while_waiting
def _any_time(game: Game[Any], rules: Rules[Any], seat: str) -> list[Offer]:
    """Return the actions that a seat may take beside those it is asked for; every press on a panel looks for them."""
    return rules.any_time(game, seat)


def _asked_for(request: Request) -> Iterator[bytes]:
    """Yield what a decision asks for, without its words: ids, what each action fills in, and what is chosen next."""
    yield from (request.decision.encode(), *(part.encode() for part in request.about))
    for offer in request.offers:
        filled = drafts.autofill(offer, {})
        field = drafts.question(offer, filled)
        values = [choice.value for choice in drafts.choices(field, filled)] if field is not None else []
        yield msgspec.json.encode((offer.tag, [field.name for field in offer.fields], filled, values))


def _named(value: object) -> int:
    """Return how many things the longest list of an action names."""
    if isinstance(value, msgspec.Struct):
        return max(map(_named, msgspec.structs.astuple(value)), default=0)
    return len(value) if isinstance(value, list | dict) else 0
