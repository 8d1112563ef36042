"""Decisions that several seats take at the same time.

`SimultaneousStep` is any step that asks several seats at once, each for as many actions as it takes. `ParallelSteps`
lets each seat go through steps of its own. `SecretBallot` is the usual case: one answer from each seat, shut away until
the last one is in, then opened together. A game says whom it asks, what, and what follows:

    class ExtensionTiles(SecretBallot):
        def asked(self, game): return game.in_turn_order()
        def ask(self, game, seat): return Request(seat, "D01", "Which tile?", (offer,), default, secret=True)
        def opened(self, game, answers): ...

An answer may be changed until the last one is in. A decision that is `secret` in `ask` is told to nobody before that;
one that is not is told to everybody as it comes.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, ClassVar

from msgspec import structs

from engine.core.actions import Action, AnyAction, Offer, Request
from engine.core.drafts import admits, any_of, check_offered, words
from engine.core.steps import AnyStep, Step


class SimultaneousStep(Step):
    """Several seats decide at the same time, until nobody is left to ask. The class has no fields of its own."""

    @abstractmethod
    def waiting(self, game: Any) -> Sequence[str]:
        """Return the seats that are still to decide."""

    @abstractmethod
    def ask(self, game: Any, seat: str) -> Request:
        """Return what a seat is asked; for one that has answered already, what it was asked."""

    def close(self, game: Any) -> None:
        """Continue when nobody is left to ask; the step is off the stack by then. The default does nothing."""

    def proceed(self, game: Any) -> bool:
        """Wait for the last seat, then close."""
        with game.at_rest():
            if self.waiting(game):
                return False
        game.pop(self)
        self.close(game)
        return True

    def requests(self, game: Any) -> list[Request]:
        """Ask everybody who is still to decide."""
        return [structs.replace(self.ask(game, seat), together=True) for seat in self.waiting(game)]


class ParallelSteps(Step):
    """Several seats go through steps of their own at the same time, and none waits for another.

    `lanes` holds for each seat a stack of steps like that of the game, on which these steps push and pop as ever. What
    lies in a seat's lane asks this seat alone, and must not take what those in other lanes need.
    """

    lanes: dict[str, list[AnyStep]] = {}

    def refill(self, game: Any) -> None:
        """Push the next steps for seats whose lane is empty, if there are any."""

    def close(self, game: Any) -> None:
        """Continue when all lanes are empty; the step is off the stack by then."""

    def proceed(self, game: Any) -> bool:
        """Let every lane go on until it waits for its seat."""
        self.refill(game)
        if not self.lanes:
            game.pop(self)
            self.close(game)
            return True
        for seat in self.lanes:
            with self._in_lane(game, seat):
                while game.top is not None and game.top.proceed(game):
                    pass
        waiting = {seat: steps for seat, steps in self.lanes.items() if steps}
        ended = len(waiting) < len(self.lanes)
        self.lanes = waiting
        return ended

    @contextmanager
    def _in_lane(self, game: Any, seat: str) -> Iterator[AnyStep]:
        """Use a seat's lane as the game's stack within the context; yield its active step."""
        stack, game.state.steps = game.state.steps, self.lanes[seat]
        try:
            yield game.top
        finally:
            self.lanes[seat], game.state.steps = game.state.steps, stack

    def locks(self, game: Any) -> bool:
        """Whether a step of any lane closes the any-time actions."""
        return self.locked or any(step.locks(game) for steps in self.lanes.values() for step in steps)

    def requests(self, game: Any) -> list[Request]:
        """Ask every seat what its lane asks."""
        found = []
        for seat in self.lanes:
            with self._in_lane(game, seat) as step:
                found += step.requests(game)
        return [structs.replace(request, together=request.together or len(self.lanes) > 1) for request in found]

    def speaker(self, seat: str) -> AnyStep:
        """Return the step on top of a seat's lane."""
        lane = self.lanes.get(seat)
        return lane[-1].speaker(seat) if lane else self

    def changeable_answers(self, game: Any, seat: str) -> list[Offer]:
        """Let a seat change what it has answered in its lane."""
        if seat not in self.lanes:
            return []
        with self._in_lane(game, seat) as step:
            return step.changeable_answers(game, seat)

    def act(self, game: Any, seat: str, action: Action) -> None:
        """Carry out a seat's answer in its lane."""
        with self._in_lane(game, seat) as step:
            step.act(game, seat, action)


class SecretBallot(SimultaneousStep):
    """Every seat gives one answer; when all are in, they are opened together, in the order of `asked`.

    What a seat may answer must not depend on the answers of others. Whoever is to decide again, because two want the
    same, is asked by a new step that `opened` pushes.
    """

    rule: ClassVar[str] = ""
    """The rule id of the decision, for refusals and for what is told."""

    answers: dict[str, AnyAction] = {}
    """The answers given so far, by seat."""

    @abstractmethod
    def asked(self, game: Any) -> Sequence[str]:
        """Return the seats that take part, in the order in which their answers are carried out."""

    @abstractmethod
    def opened(self, game: Any, answers: Mapping[str, Any]) -> None:
        """Carry the answers out, given by seat in the order of `asked`; the step is off the stack by then."""

    def waiting(self, game: Any) -> Sequence[str]:
        """Return the seats that have not answered, or whose answer an edit has made impossible."""
        return [seat for seat in self.asked(game) if not self._holds(game, seat)]

    def _holds(self, game: Any, seat: str) -> bool:
        answer = self.answers.get(seat)
        return isinstance(answer, Action) and any(admits(offer, answer) for offer in self.ask(game, seat).offers)

    def close(self, game: Any) -> None:
        """Open the answers; those of seats that take no part any more are left out."""
        self.opened(game, {seat: self.answers[seat] for seat in self.asked(game)})

    def changeable_answers(self, game: Any, seat: str) -> list[Offer]:
        """Let a seat change its answer."""
        answered = seat in self.answers and seat in self.asked(game)
        return list(self.ask(game, seat).offers) if answered else []

    def act(self, game: Any, seat: str, action: Action) -> None:
        """Take an answer, or another one in its place; raises Illegal if it is none of those offered."""
        request = self.ask(game, seat)
        offer = check_offered(request.offers, action, self.rule)
        anew, said = seat in self.answers, words(offer, action)
        self.answers = {**self.answers, seat: action}
        if not request.secret:
            game.emit("answered", f"{{{seat}}} has decided: {said}.", about=[seat], rule=self.rule)
            return
        game.emit("answer", f"You have decided: {said}.", to=[seat], about=[seat], rule=self.rule)
        if not anew:
            game.emit("answered", f"{{{seat}}} has decided.", about=[seat], rule=self.rule)

    def choose_anew(self, game: Any, viewer: str, chance: Random) -> None:
        """Replace answers that `viewer` may not know by random ones; it is public which seats have answered."""
        for seat in [seat for seat in self.asked(game) if seat in self.answers and seat != viewer]:
            request = self.ask(game, seat)
            if request.secret:
                chosen = any_of([offer for offer in request.offers if not offer.drastic], chance)
                self.answers = {**self.answers, seat: chosen or request.default()}
