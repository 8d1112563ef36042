"""The flow of a game: a stack of steps, with the top one active."""

from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar

import msgspec

from engine.core.actions import Offer, Request, snake


class AnyStep:
    """A step of any game, the element of a stack of steps."""

    __slots__ = ()

    locked: ClassVar[bool] = False
    """Whether the any-time actions are closed while this step is anywhere on the stack."""

    hides_why: ClassVar[bool] = False
    """Whether hidden cards can leave a seat a single answer, so that others must not learn that it has no choice."""

    answers_itself: ClassVar[bool] = False
    """Whether a single possible answer is taken at once, without asking."""

    def locks(self, game: Any) -> bool:
        """Tell whether this step closes the any-time actions at this table."""
        return self.locked

    def proceed(self, game: Any) -> bool:
        """Do everything that takes no decision; return whether the stack has changed."""
        return False

    def requests(self, game: Any) -> list[Request]:
        """Return the decisions that this step waits for."""
        return []

    def changeable_answers(self, game: Any, seat: str) -> list[Offer]:
        """Return the offers by which a seat that has answered may still change its answer."""
        return []

    def speaker(self, seat: str) -> "AnyStep":
        """Return the step that asks a seat: this one, or one that it holds for the seat alone."""
        return self

    def identity(self) -> Iterator[bytes]:
        """Yield the data that tells this step apart from others with the same question."""
        yield type(self).__name__.encode()

    def act(self, game: Any, seat: str, action: Any) -> None:
        """Carry out the answer of a seat that `requests` or `changeable_answers` names, or raise Illegal."""
        raise AssertionError(f"{type(self).__name__} asks seats, so that it has to take their answers.")


class Step(msgspec.Struct, AnyStep, tag=snake, tag_field="step", omit_defaults=True):
    """A phase of the rule book, or a question inside one, as data.

    The top step's `proceed` does what needs no decision: it pushes or pops steps and returns True, or returns
    False when it waits for the seats of `requests`. `act` answers one of these requests, or amends an answer; only the
    gate calls it, after making sure that the seat was offered an action of that class.
    """

    def identity(self) -> Iterator[bytes]:
        """Yield the tag and the fields without a default, with which the step was begun.

        The others say how far it has come: they may hold secret answers, and do not make another question of it.
        """
        yield str(self.__struct_config__.tag).encode()
        for name in _begun_with(type(self)):
            yield msgspec.json.encode(getattr(self, name), order="deterministic")


@cache
def _begun_with(kind: type[Step]) -> tuple[str, ...]:
    """Return the fields of a kind of step that have no default, cached because msgspec is slow to find them."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.required)
