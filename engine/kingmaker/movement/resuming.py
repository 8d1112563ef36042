"""A noble who has given or taken something on his way may go on and finish his move (rules 2.3.7) [WBC-R02.7]."""

from collections.abc import Iterable, Sequence

from engine.kingmaker.board import locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import March

STEPS_ACROSS_COUNTRY = 5

BOTH = "both"
"""How a move has gone that was possible by road and across country."""

FRESH = March()


def march_of(game: Kingmaker, noble: str) -> March:
    """How far a noble's move by land has brought him this turn."""
    return game.state.turn.marches.get(noble, FRESH)


def begin_anew(game: Kingmaker, nobles: Iterable[str]) -> None:
    """Let nobles begin anew, as with a Free Move."""
    for noble in nobles:
        game.state.turn.marches.pop(noble, None)


def reopen(game: Kingmaker, nobles: Iterable[str]) -> None:
    """Let nobles who pass something on, or get it, go on with the move that they are in."""
    for noble in nobles:
        march = game.state.turn.marches.get(noble)
        if march and not march.over:
            march.onward = True


def may_go_on(game: Kingmaker, noble: str) -> bool:
    """Whether a noble who has moved may finish his move; who has fetched an heir inside a place stays [WBC-C06]."""
    return march_of(game, noble).onward and noble not in game.state.turn.staying


def steps_left(game: Kingmaker, nobles: Iterable[str]) -> int:
    """Return the squares that nobles together may still cross."""
    return STEPS_ACROSS_COUNTRY - max(march_of(game, noble).steps for noble in nobles)


def goes_by(game: Kingmaker, nobles: Iterable[str], by: str) -> bool:
    """Whether nobles may go by road, or across country: a move that has begun one way goes on so [BASE-MOV-4]."""
    return all(march_of(game, noble).by in ("", BOTH, by) for noble in nobles)


def stuck(game: Kingmaker, nobles: Sequence[str]) -> bool:
    """Whether nobles in the open have no common way to go on."""
    outside = locations.kind(game.noble(nobles[0]).at) != "inside"
    return outside and not any(goes_by(game, nobles, by) for by in ("road", "country"))
